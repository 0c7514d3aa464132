// SPDX-License-Identifier: MIT
import Filters
import Foundation
import Geometry
import Pixels
import Raster
import Testing

private typealias AffineTransform = Geometry.AffineTransform

private typealias Place = SIMD2<Double>

/// An image from a formula of positions in points; its colours are not premultiplied.
func smoothImage(_ rect: DeviceRect, scale: Double = 1, _ body: (Double, Double) -> SIMD4<Double>) throws -> FilterImage
{
  let image = try FilterImage(.bytes, rect: rect)
  for y in rect.y0..<rect.y1 {
    for x in rect.x0..<rect.x1 {
      let c = body((Double(x) + 0.5) / scale, (Double(y) + 0.5) / scale)
      func part(_ v: Double, _ shift: UInt32) -> UInt32 { UInt32(clamping: Int((v * c.w * 255).rounded())) << shift }
      image.bytes(y)[Int(x - rect.x0)] = part(c.x, 0) | part(c.y, 8) | part(c.z, 16) | part(1, 24)
    }
  }
  return image
}

/// Smooth waves that fade at the edges of an area of 240 × 200 points.
private func waves(_ x: Double, _ y: Double) -> SIMD4<Double> {
  func fade(_ v: Double, _ end: Double) -> Double { min(1, max(0, min(v, end - v) / 20)) }
  return SIMD4(
    0.5 + 0.4 * sin(x / 17) * cos(y / 23), 0.5 + 0.4 * cos(x / 19 + 1), 0.5 + 0.4 * sin((x - y) / 25),
    fade(x, 240) * fade(y, 200))
}

/// Bilinear interpolation in double precision, transparent outside; levels 0 to 255.
private func between(_ image: FilterImage, _ p: Place) -> SIMD4<Double> {
  func pixel(_ x: Int, _ y: Int) -> SIMD4<Double> {
    let r = image.rect
    guard x >= r.x0, x < r.x1, y >= r.y0, y < r.y1 else { return .zero }
    let v = image.bytes(Int32(y))[x - Int(r.x0)]
    return SIMD4(Double(v & 255), Double(v >> 8 & 255), Double(v >> 16 & 255), Double(v >> 24))
  }
  guard p.x.magnitude < 1e6, p.y.magnitude < 1e6 else { return .zero }
  let x = Int((p.x - 0.5).rounded(.down))
  let y = Int((p.y - 0.5).rounded(.down))
  let u = p.x - 0.5 - Double(x)
  let v = p.y - 0.5 - Double(y)
  let top = pixel(x, y) * (1 - u) + pixel(x + 1, y) * u
  return top * (1 - v) + (pixel(x, y + 1) * (1 - u) + pixel(x + 1, y + 1) * u) * v
}

struct DistortionTests {
  /// A filter with values, and an independent implementation of its map; nil where it reads no pixel.
  private struct Case: Sendable {
    let name: String
    let values: [String: [Double]]
    let map: @Sendable (Place) -> Place?
  }

  private static let center = Place(113.3, 94.6)

  private static func ray(_ p: Place, _ factor: (Double) -> Double) -> Place {
    let d = p - center
    return center + d * factor((d.x * d.x + d.y * d.y).squareRoot())
  }
  private static func turned(_ d: Place, _ a: Double) -> Place {
    Place(d.x * cos(a) - d.y * sin(a), d.x * sin(a) + d.y * cos(a))
  }
  private static func polar(_ r: Double, _ a: Double) -> Place { center + Place(r * cos(a), r * sin(a)) }
  private static func length(_ d: Place) -> Double { (d.x * d.x + d.y * d.y).squareRoot() }

  private static func bulge(_ name: String, _ scale: Double, _ sign: Double) -> Case {
    Case(name: name, values: ["inputRadius": [80], "inputScale": [scale]]) { p in
      ray(p) { r in r < 80 ? 1 + sign * scale * pow(1 - r / 80, 2) : 1 }
    }
  }
  private static func spin(_ name: String, _ angle: Double, _ power: Double) -> Case {
    Case(name: name, values: ["inputRadius": [80], "inputAngle": [angle]]) { p in
      let t = length(p - center) / 80
      return t < 1 ? center + turned(p - center, -angle * pow(1 - t, power)) : p
    }
  }

  private static let cases: [Case] = [
    bulge("CIPinchDistortion", 0.5, 1), bulge("CIPinchDistortion", 1.25, 1), bulge("CIPinchDistortion", 2, 1),
    bulge("CIBumpDistortion", 0.5, -1), bulge("CIBumpDistortion", 1, -1), bulge("CIBumpDistortion", -1, -1),
    spin("CITwirlDistortion", 0.7, 2), spin("CITwirlDistortion", .pi, 2), spin("CITwirlDistortion", -2.5, 2),
    spin("CIVortexDistortion", 1.5, 3), spin("CIVortexDistortion", 18 * .pi, 3),
    Case(
      name: "CIBumpDistortionLinear", values: ["inputRadius": [70], "inputScale": [0.8], "inputAngle": [0.6]],
      map: { p in
        let n = Place(-sin(0.6), cos(0.6))
        let d = p - center
        let u = d.x * n.x + d.y * n.y
        let t = abs(u) / 70
        return t < 1 ? p - n * (u * 0.8 * pow(1 - t, 2)) : p
      }),
    Case(
      name: "CIHoleDistortion", values: ["inputRadius": [30]],
      map: { p in length(p - center) <= 30 ? nil : ray(p) { r in 1 - pow(30 / r, 2) } }),
    Case(
      name: "CICircleSplashDistortion", values: ["inputRadius": [50]], map: { p in ray(p) { r in r > 50 ? 50 / r : 1 } }
    ),
    Case(
      name: "CITorusLensDistortion", values: ["inputRadius": [60], "inputWidth": [50], "inputRefraction": [1.7]],
      map: { p in
        ray(p) { r in
          let h = (r - 60) / 25
          return abs(h) < 1 ? 1 - (1 - 1 / 1.7) * h * (1 - h * h).squareRoot() * 25 / r : 1
        }
      }),
    Case(
      name: "CILightTunnel", values: ["inputRadius": [50], "inputRotation": [0.8]],
      map: { p in
        let d = p - center
        let r = length(d)
        return r > 50 ? polar(50, atan2(d.y, d.x) + 0.8 * (r / 50 - 1)) : p
      }),
    Case(
      name: "CIKaleidoscope", values: ["inputCount": [5], "inputAngle": [0.3]],
      map: { p in
        let d = p - center
        var a = (atan2(d.y, d.x) - 0.3).truncatingRemainder(dividingBy: 2 * .pi / 5)
        if a < 0 { a += 2 * .pi / 5 }
        return polar(length(d), min(a, 2 * .pi / 5 - a) + 0.3)
      }),
    Case(
      name: "CICircularWrap", values: ["inputRadius": [20], "inputAngle": [0.4]],
      map: { p in
        let d = p - center
        var a = (atan2(d.y, d.x) - 0.4) / (2 * .pi)
        a -= a.rounded(.down)
        return Place(240 * a, length(d) - 20)
      }),
  ]

  private static func step(_ c: Case) throws -> FilterStep {
    let row = try #require(FilterRow.named(c.name))
    return FilterStep(
      row, numbers: numbers(row, c.values.merging(["inputCenter": [center.x, center.y]]) { a, _ in a }))
  }

  private static let rect = DeviceRect(x0: 0, y0: 0, x1: 240, y1: 200)

  /// The largest minification of the map at a point, by finite differences.
  private static func stretch(_ map: (Place) -> Place?, _ p: Place) -> Double {
    let e = 0.5
    guard let a = map(p - Place(e, 0)), let b = map(p + Place(e, 0)), let c = map(p - Place(0, e)),
      let d = map(p + Place(0, e))
    else { return 99 }
    let x = b - a
    let y = d - c
    let (m, n, o) = (x.x * x.x + x.y * x.y, y.x * y.x + y.y * y.y, x.x * y.x + x.y * y.y)
    return ((m + n) / 2 + (pow((m - n) / 2, 2) + o * o).squareRoot()).squareRoot()
  }

  /// Differences from the mean of `side` × `side` samples, over the pixels within a range of minification.
  private func errors(
    _ made: FilterImage, _ source: FilterImage, _ map: (Place) -> Place?, side: Int, _ range: ClosedRange<Double>,
    seam: Bool = false
  ) -> (mean: Double, most: Double, count: Int) {
    var (sum, most, count) = (0.0, 0.0, 0)
    for y in made.rect.y0..<made.rect.y1 {
      for x in made.rect.x0..<made.rect.x1 {
        let corner = Place(Double(x), Double(y))
        guard range.contains(Self.stretch(map, corner + 0.5)) else { continue }
        // At the seam the two ends of the image are interpolated.
        if seam, let p = map(corner + 0.5), p.x < 0.5 || p.x > 239.5 { continue }
        var expected = SIMD4<Double>.zero
        for j in 0..<side {
          for i in 0..<side {
            let at = Place((Double(i) + 0.5) / Double(side), (Double(j) + 0.5) / Double(side))
            if let p = map(corner + at) { expected += between(source, p) }
          }
        }
        expected /= Double(side * side)
        let v = made.bytes(y)[Int(x - made.rect.x0)]
        let got = SIMD4(Double(v & 255), Double(v >> 8 & 255), Double(v >> 16 & 255), Double(v >> 24))
        for k in 0..<4 {
          let d = abs(got[k] - expected[k])
          sum += d
          most = max(most, d)
          count += 1
        }
      }
    }
    return (sum / Double(max(1, count)), most, count)
  }

  @Test(arguments: cases.indices) func `a distortion is what its formula says`(index: Int) throws {
    let c = Self.cases[index]
    let soft = try smoothImage(Self.rect, waves)
    let step = try Self.step(c)
    let made = try #require(try filtered([step], soft))
    let still = errors(made, soft, c.map, side: 4, 0...1.01)
    #expect(still.mean < 1 && still.most < 8, "\(c.name) \(still)")
    let shrunk = errors(made, soft, c.map, side: 16, 1.01...20)
    #expect(shrunk.mean < 1.2, "\(c.name) shrunk \(shrunk)")
    // Random pixels: bilinear interpolation of the four nearest where the map does not minify.
    let noise = try randomImage(Self.rect)
    let rough = try #require(try filtered([step], noise))
    let exact = errors(rough, noise, c.map, side: 1, 0...1.0005, seam: c.name == "CICircularWrap")
    #expect(exact.mean < 0.4 && exact.most < 3, "\(c.name) of chance \(exact)")
    // Where it minifies, approximately the mean of the area covered.
    let means = errors(rough, noise, c.map, side: 16, 1.3...20)
    #expect(means.mean < 12, "\(c.name) of chance, shrunk \(means)")
  }

  @Test(arguments: cases.indices) func `a distortion leaves alone what lies beyond its rim`(index: Int) throws {
    let c = Self.cases[index]
    let noise = try randomImage(Self.rect)
    let made = try #require(try filtered([try Self.step(c)], noise))
    for y in Self.rect.y0..<Self.rect.y1 {
      for x in Self.rect.x0..<Self.rect.x1 {
        let p = Place(Double(x) + 0.5, Double(y) + 0.5)
        let around = [Place(0, 0), Place(1, 0), Place(-1, 0), Place(0, 1), Place(0, -1)].map { p + $0 }
        guard
          [
            "CIPinchDistortion", "CIBumpDistortion", "CITwirlDistortion", "CIVortexDistortion", "CITorusLensDistortion",
            "CICircleSplashDistortion", "CILightTunnel",
          ].contains(c.name), around.allSatisfy({ c.map($0) == $0 })
        else { continue }
        #expect(made.bytes(y)[Int(x)] == noise.bytes(y)[Int(x)])
      }
    }
  }

  @Test func `neutral values change nothing`() throws {
    let noise = try randomImage(Self.rect)
    let neutral: [(String, [String: [Double]])] = [
      ("CIPinchDistortion", ["inputScale": [0]]), ("CIPinchDistortion", ["inputRadius": [0]]),
      ("CIBumpDistortion", ["inputScale": [0]]), ("CIBumpDistortionLinear", ["inputScale": [0]]),
      ("CITwirlDistortion", ["inputAngle": [0]]), ("CIVortexDistortion", ["inputAngle": [0]]),
      ("CIVortexDistortion", ["inputRadius": [0]]), ("CIHoleDistortion", ["inputRadius": [0]]),
      ("CITorusLensDistortion", ["inputRefraction": [1]]), ("CITorusLensDistortion", ["inputWidth": [0]]),
      ("CICircleSplashDistortion", ["inputRadius": [1000]]), ("CILightTunnel", ["inputRadius": [1000]]),
      ("CIAffineTransform", [:]), ("CICrop", ["inputRectangle": [-5, -5, 900, 900]]),
      ("CIGlassDistortion", ["inputScale": [0]]), ("CIDisplacementDistortion", ["inputScale": [0]]),
    ]
    let grey = try Bitmap(width: 4, height: 4) { $0.update(repeating: 0xFF80_8080) }
    for (name, values) in neutral {
      let row = try #require(FilterRow.named(name))
      let step = FilterStep(row, numbers: numbers(row, values), images: Array(repeating: grey, count: row.imageCount))
      let made = try #require(try filtered([step], noise))
      for y in Self.rect.y0..<Self.rect.y1 {
        for x in 0..<Self.rect.width { #expect(made.bytes(y)[x] == noise.bytes(y)[x], "\(name)") }
      }
    }
  }

  @Test(arguments: FilterRow.all.filter { $0.category == .distortion }.map(\.name))
  func `a distortion is the same at twice the scale`(name: String) throws {
    let row = try #require(FilterRow.named(name))
    let picture = try #require(try textured())
    var values: [String: [Double]] = ["inputCenter": [113.3, 94.6], "inputRadius": [60]]
    if name == "CIGlassDistortion" || name == "CIDisplacementDistortion" { values["inputScale"] = [20] }
    if name == "CIVortexDistortion" { values["inputAngle"] = [5] }
    let step = FilterStep(
      row, numbers: numbers(row, values), images: Array(repeating: picture, count: row.imageCount))
    let bounds = Rect(0, 0, 240, 200)
    let one = try #require(try filtered([step], try smoothImage(Self.rect, waves), bounds: bounds))
    let double = DeviceRect(x0: 0, y0: 0, x1: 480, y1: 400)
    let two = try #require(
      try filtered([step], try smoothImage(double, scale: 2, waves), map: .scale(2, 2), bounds: bounds))
    var sum = 0
    for y in 0..<200 {
      for x in 0..<240 {
        for shift in [UInt32(0), 8, 16, 24] {
          func level(_ i: Int, _ j: Int) -> Int { Int(two.bytes(Int32(2 * y + j))[2 * x + i] >> shift & 255) }
          let mean = level(0, 0) + level(1, 0) + level(0, 1) + level(1, 1)
          sum += abs(mean - 4 * Int(one.bytes(Int32(y))[x] >> shift & 255))
        }
      }
    }
    #expect(Double(sum) / 4 / 192_000 < 1, "\(name) \(Double(sum) / 4 / 192_000)")
  }

  /// A smooth image for displacements.
  private func textured() throws -> Bitmap? {
    try Bitmap(width: 64, height: 64) { pixels in
      for y in 0..<64 {
        for x in 0..<64 {
          let r = UInt32(128 + 100 * sin(Double(x) / 64 * 2 * .pi))
          let g = UInt32(128 + 100 * cos(Double(y) / 64 * 2 * .pi))
          pixels[y * 64 + x] = 0xFF00_0000 | g << 8 | r
        }
      }
    }
  }

  @Test(arguments: FilterRow.all.filter { $0.category == .distortion && $0.grid == .turns }.map(\.name))
  func `turned and mirrored layers have turned and mirrored distortions`(name: String) throws {
    let row = try #require(FilterRow.named(name))
    var values: [String: [Double]] = [
      "inputCenter": [113.3, 94.6], "inputRadius": [60], "inputAngle": [0.8], "inputRotation": [0.8],
    ]
    if name == "CIGlassDistortion" || name == "CIDisplacementDistortion" { values["inputScale"] = [20] }
    let picture = try #require(try textured())
    let step = FilterStep(row, numbers: numbers(row, values), images: Array(repeating: picture, count: row.imageCount))
    let bounds = Rect(0, 0, 240, 200)
    let one = try #require(try filtered([step], try smoothImage(Self.rect, waves), bounds: bounds))
    // A quarter turn, a reflection, and both.
    for map in [
      AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 200, ty: 0),
      AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 240, ty: 0),
      AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0),
    ] {
      let back = try #require(map.inverted)
      let area = DeviceRect(around: map.boundingBox(of: bounds))
      let source = try smoothImage(area) { x, y in
        let p = back.apply(Point(x, y))
        return waves(p.x, p.y)
      }
      let two = try #require(try filtered([step], source, map: map, bounds: bounds))
      var sum = 0
      for y in 0..<200 {
        for x in 0..<240 {
          let p = map.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
          let a = one.bytes(Int32(y))[x]
          let b = two.bytes(Int32(p.y.rounded(.down)))[Int(p.x.rounded(.down))]
          for shift in [UInt32(0), 8, 16, 24] { sum += abs(Int(a >> shift & 255) - Int(b >> shift & 255)) }
        }
      }
      #expect(Double(sum) / 192_000 < 0.05, "\(name) \(Double(sum) / 192_000)")
    }
  }

  @Test func `displacements move by red and green, and glass repeats its texture`() throws {
    let soft = try smoothImage(Self.rect, waves)
    let picture = try #require(try textured())
    let image = try FilterImage(.bytes, rect: DeviceRect(x0: 0, y0: 0, x1: 64, y1: 64))
    for y in 0..<64 { for x in 0..<64 { image.bytes(Int32(y))[x] = picture.pixels[y * 64 + x] } }
    for (name, values, place) in [
      ("CIDisplacementDistortion", ["inputScale": [25.0]], { (p: Place) in Place(p.x / 240 * 64, p.y / 200 * 64) }),
      (
        "CIGlassDistortion", ["inputScale": [25], "inputCenter": [10, 20]],
        { (p: Place) in
          let q = (p - Place(10, 20)) / 64
          return (q - q.rounded(.down)) * 64
        }
      ),
    ] {
      let row = try #require(FilterRow.named(name))
      let made = try #require(
        try filtered([FilterStep(row, numbers: numbers(row, values), images: [picture])], soft))
      func map(_ p: Place) -> Place? {
        let q = place(p)
        // Excludes the texture's edges, where it is clamped or repeats.
        if q.x < 1 || q.y < 1 || q.x > 63 || q.y > 63 { return nil }
        let c = between(image, q) / 255
        return p + Place(c.x - 0.5, c.y - 0.5) * 25
      }
      let e = errors(made, soft, map, side: 4, 0...3)
      #expect(e.mean < 1 && e.most < 8 && e.count > 50_000, "\(name) \(e)")
    }
  }

  @Test(
    arguments: FilterRow.all.filter { $0.category == .distortion || $0.category == .geometryAdjustment }.map(\.name))
  func `whatever the values, there is a picture`(name: String) throws {
    let row = try #require(FilterRow.named(name))
    let noise = try randomImage(DeviceRect(x0: -5, y0: 0, x1: 60, y1: 40))
    let picture = try #require(try textured())
    let wild = [0, 1, -1, 1e-9, 0.5, 1e4, -1e7, 1e12, 1e300, -1e300]
    for seed in 0..<150 {
      var values = row.defaultNumbers
      for i in values.indices where seed > 0 {
        let h = Int(FilterMath.hash(seed, i, 7))
        if h % 3 != 0 { values[i] = wild[h / 3 % wild.count] }
      }
      let step = FilterStep(row, numbers: values, images: Array(repeating: picture, count: row.imageCount))
      for map in [AffineTransform.identity, .scale(0.37, 0.37), .scale(40, 40)] {
        let plan = FilterPlan([step], map: map, extent: noise.rect, bounds: Rect(0, 0, 60, 40))
        let output = DeviceRect(x0: -20, y0: -20, x1: 80, y1: 60)
        guard let made = try plan.run(noise, output: output, work: FilterWork()) else { continue }
        for y in made.rect.y0..<made.rect.y1 {
          for x in 0..<made.rect.width {
            let pixel = made.bytes(y)[x]
            let alpha = pixel >> 24
            #expect(pixel & 255 <= alpha && pixel >> 8 & 255 <= alpha && pixel >> 16 & 255 <= alpha)
          }
        }
      }
    }
  }

  @Test(
    arguments: FilterRow.all.filter { $0.category == .distortion || $0.category == .geometryAdjustment }.map(\.name))
  func `what a distortion says it needs is enough, whatever the instructions`(name: String) throws {
    let row = try #require(FilterRow.named(name))
    let noise = try randomImage(Self.rect)
    let picture = try #require(try textured())
    for seed in 0..<8 {
      var values = numbers(row, ["inputCenter": [100, 90], "inputRadius": [40 + Double(seed) * 9]])
      if name == "CIAffineTransform" { values = [0.3 + Double(seed) / 5, 0.2, -0.4, 0.5, 20, 60] }
      if name == "CICrop" { values = [80.3, 50 + Double(seed), 60.5, 22.4] }
      if name == "CIPerspectiveTransform" { values = [20, 10, 200, 40 + Double(seed), 150, 90, 40, 60] }
      let step = FilterStep(row, numbers: values, images: Array(repeating: picture, count: row.imageCount))
      let plan = FilterPlan([step], map: .identity, extent: noise.rect, bounds: Rect(0, 0, 240, 200))
      let part = DeviceRect(x0: 71, y0: 57, x1: 122, y1: 96)
      let need = plan.need(for: part).intersection(noise.rect)
      guard let whole = try plan.run(noise, output: part, work: FilterWork()),
        let less = try plan.run(try cut(noise, need), output: part, work: FilterWork()),
        let plain = try plan.run(noise, output: part, work: FilterWork(instructions: .baseline)),
        let scalar = try plan.run(noise, output: part, work: FilterWork(instructions: .scalar))
      else { continue }
      for y in whole.rect.y0..<whole.rect.y1 {
        for x in 0..<whole.rect.width {
          let v = whole.bytes(y)[x]
          try #require(v == less.bytes(y)[x], "\(name) needs more than it says")
          try #require(v == plain.bytes(y)[x] && v == scalar.bytes(y)[x], "\(name) differs by instructions")
        }
      }
    }
  }
}

struct GeometryAdjustmentTests {
  private let rect = DeviceRect(x0: 0, y0: 0, x1: 64, y1: 48)

  private func placed(_ t: AffineTransform, _ source: FilterImage, map: AffineTransform = .identity) throws
    -> FilterImage
  {
    let row = try #require(FilterRow.named("CIAffineTransform"))
    return try #require(
      try filtered([FilterStep(row, numbers: [t.a, t.b, t.c, t.d, t.tx, t.ty])], source, map: map))
  }

  @Test func `a movement by whole pixels moves bytes`() throws {
    let noise = try randomImage(rect)
    // Half as many points, hence twice as many pixels.
    let made = try placed(.translation(10, -3), noise, map: .scale(2, 2))
    for y in Int32(0)..<48 {
      for x in 0..<64 {
        #expect(made.bytes(y - 6)[x + 20 - Int(made.rect.x0)] == noise.bytes(y)[x])
      }
    }
    // Outside is the one pixel of the antialiased edge, which is empty.
    #expect(made.rect.x0 == 19 && made.rect.x1 == 85 && made.bytes(0)[0] == 0)
  }

  @Test func `a quarter of the size is the mean of four by four pixels`() throws {
    let noise = try randomImage(rect)
    let made = try placed(.scale(0.25, 0.25), noise)
    for y in 0..<12 {
      for x in 0..<16 {
        for shift in [UInt32(0), 8, 16, 24] {
          var sum = 0
          for j in 0..<4 { for i in 0..<4 { sum += Int(noise.bytes(Int32(4 * y + j))[4 * x + i] >> shift & 255) } }
          let got = Int(made.bytes(Int32(y))[x - Int(made.rect.x0)] >> shift & 255)
          #expect(abs(got - (sum + 8) / 16) <= 1)
        }
      }
    }
  }

  @Test func `a flattened picture is none`() throws {
    let row = try #require(FilterRow.named("CIAffineTransform"))
    let noise = try randomImage(rect)
    #expect(try filtered([FilterStep(row, numbers: [1, 1, 1, 1, 0, 0])], noise) == nil)
  }

  @Test func `a picture in perspective has its corners at the points`() throws {
    let row = try #require(FilterRow.named("CIPerspectiveTransform"))
    let soft = try smoothImage(rect) { x, y in SIMD4(x / 64, y / 48, 0, 1) }
    let corners = [Point(10, 5), Point(150, 20), Point(130, 90), Point(20, 70)]
    let made = try #require(
      try filtered(
        [FilterStep(row, numbers: corners.flatMap { [$0.x, $0.y] })], soft, bounds: Rect(0, 0, 64, 48)))
    #expect(made.rect.x0 <= 10 && made.rect.x0 >= 6 && made.rect.x1 >= 150 && made.rect.x1 <= 155)
    func pixel(_ p: Point) -> UInt32 {
      made.bytes(Int32(p.y.rounded(.down)))[Int(p.x.rounded(.down)) - Int(made.rect.x0)]
    }
    // Lines remain lines, so the diagonals intersect at the image of the centre.
    let (a, b, c, d) = (corners[0], corners[2], corners[1], corners[3])
    let k =
      ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x))
      / ((b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x))
    let middle = pixel(Point(a.x + (b.x - a.x) * k, a.y + (b.y - a.y) * k))
    #expect(abs(Int(middle & 255) - 127) <= 3 && abs(Int(middle >> 8 & 255) - 127) <= 3)
    #expect(pixel(Point(14, 9)) & 255 < 16 && pixel(Point(146, 23)) & 255 > 240)
    #expect(pixel(Point(126, 86)) >> 8 & 255 > 240 && made.bytes(6)[130] == 0)
    // The corners of the bounds: an identity map.
    let noise = try randomImage(rect)
    let same = try #require(
      try filtered([FilterStep(row, numbers: [0, 0, 64, 0, 64, 48, 0, 48])], noise, bounds: Rect(0, 0, 64, 48)))
    for y in Int32(0)..<48 {
      for x in 0..<64 { #expect(same.bytes(y)[x - Int(same.rect.x0)] == noise.bytes(y)[x]) }
    }
  }

  @Test func `a crop weighs the pixels at its edges`() throws {
    let row = try #require(FilterRow.named("CICrop"))
    let white = try smoothImage(rect) { _, _ in SIMD4(1, 1, 1, 1) }
    let made = try #require(
      try filtered([FilterStep(row, numbers: [5.25, 4, 10.5, 6.5])], white, map: .scale(2, 2)))
    // 10.5 ... 31.5 and 8 ... 21 in pixels.
    #expect(made.rect == DeviceRect(x0: 10, y0: 8, x1: 32, y1: 21))
    #expect(made.bytes(8)[0] == 0x8080_8080 && made.bytes(20)[21] == 0x8080_8080 && made.bytes(12)[5] == 0xFFFF_FFFF)
    // Inside a single pixel.
    let dot = try #require(try filtered([FilterStep(row, numbers: [3.25, 3, 0.5, 1])], white))
    #expect(dot.rect == DeviceRect(x0: 3, y0: 3, x1: 4, y1: 4) && dot.bytes(3)[0] == 0x8080_8080)
    // A rectangle of negative size is the same area.
    let back = try #require(try filtered([FilterStep(row, numbers: [8, 9, -5, -6])], white))
    #expect(back.rect == DeviceRect(x0: 3, y0: 3, x1: 8, y1: 9))
  }
}
