// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import Raster

/// A linear congruential generator: the same sequence on every machine.
struct Numbers {
  var state: UInt64

  init(_ seed: UInt64) { state = seed &* 2_654_435_761 &+ 1 }

  /// A number in 0 ..< 1.
  mutating func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 40) / 16_777_216
  }
  mutating func next(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * next()
  }
  mutating func point(in r: Rect) -> Point {
    let x = next(r.minX...r.maxX)
    return Point(x, next(r.minY...r.maxY))
  }
  /// A random valid premultiplied pixel.
  mutating func pixel() -> UInt32 {
    let kind = next()
    let a = kind < 0.15 ? 0 : kind < 0.4 ? 255 : UInt32(next() * 255.99)
    func c(_ v: Double) -> UInt32 { UInt32(v * (Double(a) + 0.99)) }
    let r = c(next())
    let g = c(next())
    return r | g << 8 | c(next()) << 16 | a << 24
  }
}

/// A canvas with its origin at (0, 0).
func canvas(_ width: Int32, _ height: Int32) -> DeviceRect { DeviceRect(x0: 0, y0: 0, x1: width, y1: height) }

func outline(_ path: Path, in canvas: DeviceRect, through map: Homography = .identity) -> Outline {
  var builder = OutlineBuilder(canvas: canvas)
  builder.add(path, through: map)
  return builder.finish()
}

func strokeOutline(
  _ path: Path, _ style: StrokeStyle, trim: ClosedRange<Double>? = nil, in canvas: DeviceRect,
  through map: Homography = .identity
) -> Outline {
  var builder = OutlineBuilder(canvas: canvas)
  builder.addStroke(path, style: style, trim: trim, through: map)
  return builder.finish()
}

/// The coverage of every pixel of a canvas, row by row.
func coverageBytes(_ outline: Outline, rule: FillRule = .nonZero, in canvas: DeviceRect) throws -> [UInt8] {
  let surface = try CoverageSurface(rect: canvas)
  coverage(outline, rule: rule, into: surface.band, combining: .set, scratch: BandScratch())
  return Array(UnsafeBufferPointer(start: surface.band.base, count: canvas.width * canvas.height))
}

/// The covered area in pixels.
func area(_ outline: Outline, rule: FillRule = .nonZero, in canvas: DeviceRect) throws -> Double {
  try coverageBytes(outline, rule: rule, in: canvas).reduce(0.0) { $0 + Double($1) } / 255
}

/// Draws in bands and returns all pixels; `background` returns each pixel's initial value.
func draw(
  in canvas: DeviceRect, bandHeight: Int32? = nil, instructions: InstructionSet = .best,
  background: ((Int, Int) -> UInt32)? = nil,
  _ body: (PixelBand, BandScratch) -> Void
) throws -> [UInt32] {
  let surface = try PixelSurface(rect: canvas)
  let all = surface.band
  if let background {
    for y in 0..<canvas.height { for x in 0..<canvas.width { all.base[y * all.stride + x] = background(x, y) } }
  }
  let scratch = BandScratch(instructions: instructions)
  var y = canvas.y0
  while y < canvas.y1 {
    let bottom = bandHeight.map { Swift.min(y + $0, canvas.y1) } ?? canvas.y1
    body(all.cropped(to: DeviceRect(x0: canvas.x0, y0: y, x1: canvas.x1, y1: bottom)), scratch)
    y = bottom
  }
  return withExtendedLifetime(surface) {
    Array(UnsafeBufferPointer(start: all.base, count: canvas.width * canvas.height))
  }
}

/// The four channels of a pixel, 0…255.
func channels(_ p: UInt32) -> [Double] { [0, 8, 16, 24].map { Double(p >> $0 & 255) } }

/// The largest difference between two pixels' channels.
func difference(_ a: UInt32, _ b: UInt32) -> Int {
  [UInt32(0), 8, 16, 24].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0
}

let availableSets = InstructionSet.allCases.filter(\.isAvailable)

extension Path {
  init(polygon: [Point]) {
    self.init()
    for (i, p) in polygon.enumerated() { if i == 0 { move(to: p) } else { addLine(to: p) } }
    closeSubpath()
  }

  /// A circle of four cubic curves.
  init(circle c: Point, radius r: Double) {
    self.init()
    let k = 0.5522847498 * r
    move(to: Point(c.x + r, c.y))
    addCurve(control1: Point(c.x + r, c.y + k), control2: Point(c.x + k, c.y + r), to: Point(c.x, c.y + r))
    addCurve(control1: Point(c.x - k, c.y + r), control2: Point(c.x - r, c.y + k), to: Point(c.x - r, c.y))
    addCurve(control1: Point(c.x - r, c.y - k), control2: Point(c.x - k, c.y - r), to: Point(c.x, c.y - r))
    addCurve(control1: Point(c.x + k, c.y - r), control2: Point(c.x + r, c.y - k), to: Point(c.x + r, c.y))
    closeSubpath()
  }
}
