// SPDX-License-Identifier: MIT
import Filters
import Geometry
import Pixels
import Raster
import Testing

/// Red, green, blue and alpha, not premultiplied.
typealias Straight = SIMD4<Double>

/// A filter step with some of its values set by key.
func step(
  _ name: String, _ values: [String: [Double]] = [:], images: [Bitmap?] = [], data: [[Float]?] = []
) throws -> FilterStep {
  let row = try #require(FilterRow.named(name))
  var result = FilterStep(row, images: images, data: data)
  for (name, numbers) in values {
    let i = try #require(row.keys.firstIndex { $0.name == name }, "\(row.name) has no key \(name)")
    try #require(numbers.count == row.keys[i].kind.count)
    for (j, number) in numbers.enumerated() {
      if let range = row.keys[i].range { #expect(range.contains(number), "\(row.name) \(name)") }
      result.numbers[row.offsets[i] + j] = number
    }
  }
  return result
}

func straight(_ pixel: UInt32) -> Straight {
  let alpha = Double(pixel >> 24)
  if alpha == 0 { return Straight(repeating: 0) }
  return Straight(
    Double(pixel & 255) / alpha, Double(pixel >> 8 & 255) / alpha, Double(pixel >> 16 & 255) / alpha, alpha / 255)
}

func premultiplied(_ pixel: UInt32) -> SIMD4<Double> {
  SIMD4(Double(pixel & 255), Double(pixel >> 8 & 255), Double(pixel >> 16 & 255), Double(pixel >> 24)) / 255
}

/// The pixel at a grid position; transparent outside.
func pixel(_ image: FilterImage, _ x: Int, _ y: Int) -> UInt32 {
  let r = image.rect
  guard x >= Int(r.x0), x < Int(r.x1), y >= Int(r.y0), y < Int(r.y1) else { return 0 }
  return image.bytes(Int32(y))[x - Int(r.x0)]
}

/// The largest difference of any premultiplied component between pixels and their expected values.
func largestDifference(
  _ image: FilterImage, in rect: DeviceRect, _ expected: (_ x: Int, _ y: Int) -> SIMD4<Double>
) -> (levels: Int, x: Int, y: Int, off: Int) {
  var result = (levels: 0, x: 0, y: 0, off: 0)
  for y in Int(rect.y0)..<Int(rect.y1) {
    for x in Int(rect.x0)..<Int(rect.x1) {
      let want = expected(x, y)
      let have = pixel(image, x, y)
      func level(_ v: Double) -> Int { v.isNaN ? 0 : Int((min(max(v, 0), 1) * 255 + 0.5).rounded(.down)) }
      let alpha = level(want.w)
      var worst = abs(Int(have >> 24) - alpha)
      for i in 0..<3 { worst = max(worst, abs(Int(have >> UInt32(8 * i) & 255) - min(level(want[i]), alpha))) }
      if worst > 1 { result.off += 1 }
      if worst > result.levels { result = (worst, x, y, result.off) }
    }
  }
  return result
}

/// Compares a per-pixel filter with a formula on random pixels, opaque and translucent.
func expectPixels(
  _ step: FilterStep, map: AffineTransform = .identity, bounds: Rect? = nil,
  _ formula: (_ color: Straight, _ x: Double, _ y: Double) -> Straight,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  for isOpaque in [true, false] {
    let source = try randomImage(DeviceRect(x0: -13, y0: -5, x1: 117, y1: 91), seed: 5, isOpaque: isOpaque)
    let result = try #require(try filtered([step], source, map: map, bounds: bounds), sourceLocation: sourceLocation)
    let worst = largestDifference(result, in: source.rect) { x, y in
      let color = formula(straight(pixel(source, x, y)), Double(x) + 0.5, Double(y) + 0.5)
      let alpha = min(max(color.w, 0), 1)
      return SIMD4(color.x * alpha, color.y * alpha, color.z * alpha, alpha)
    }
    #expect(
      worst.levels <= 1, "\(step.row.name) at \(worst.x), \(worst.y), \(worst.off) pixels",
      sourceLocation: sourceLocation)
  }
}

/// The weighted sum of red, green and blue.
func dot(_ c: SIMD4<Double>, _ red: Double, _ green: Double, _ blue: Double) -> Double {
  var sum = c.x * red
  sum += c.y * green
  sum += c.z * blue
  return sum
}
func luma(_ c: SIMD4<Double>) -> Double { dot(c, 0.2126, 0.7152, 0.0722) }
func grey(_ v: Double, _ alpha: Double) -> Straight { Straight(v, v, v, alpha) }
func clamped(_ v: Double) -> Double { min(max(v, 0), 1) }
func clamped(_ v: Straight) -> Straight { Straight(clamped(v.x), clamped(v.y), clamped(v.z), v.w) }
/// Applies a function to red, green and blue, and keeps alpha.
func each(_ c: Straight, _ f: (Double) -> Double) -> Straight { Straight(f(c.x), f(c.y), f(c.z), c.w) }
func smoothstep(_ t: Double) -> Double { clamped(t) * clamped(t) * (3 - 2 * clamped(t)) }

/// A bitmap from a function of column and row.
func bitmap(_ width: Int, _ height: Int, _ pixel: (_ x: Int, _ y: Int) -> UInt32) throws -> Bitmap {
  try Bitmap(width: width, height: height) { pixels in
    for y in 0..<height { for x in 0..<width { pixels[y * width + x] = pixel(x, y) } }
  }
}
