// SPDX-License-Identifier: MIT
import Filters
import Foundation
import Geometry
import Pixels
import Raster
import Testing

private typealias AffineTransform = Geometry.AffineTransform

/// A filter's values, some of them overridden.
func numbers(_ row: FilterRow, _ values: [String: [Double]]) -> [Double] {
  var result = row.defaultNumbers
  for (i, key) in row.keys.enumerated() {
    for (j, value) in (values[key.name] ?? []).enumerated() { result[row.offsets[i] + j] = value }
  }
  return result
}

struct TransitionTests {
  private let rect = DeviceRect(x0: -7, y0: 3, x1: 143, y1: 103)
  static let names = FilterRow.all.filter { $0.category == .transition }.map(\.name)

  private func bitmap() throws -> Bitmap {
    let picture = try randomImage(DeviceRect(x0: 0, y0: 0, x1: 16, y1: 16), seed: 9, isOpaque: true)
    return try Bitmap(width: 16, height: 16) { pixels in
      for y in 0..<16 { for x in 0..<16 { pixels[y * 16 + x] = picture.bytes(Int32(y))[x] } }
    }
  }

  private func changed(
    _ name: String, _ values: [String: [Double]], _ first: FilterImage, _ second: FilterImage,
    map: AffineTransform = .identity, output: DeviceRect? = nil, threads: Int = 1, images: Bool = true
  ) throws -> FilterImage {
    let row = try #require(FilterRow.named(name))
    let step = FilterStep(
      row, numbers: numbers(row, values), images: images ? Array(repeating: try bitmap(), count: row.imageCount) : [])
    let plan = FilterPlan([step], map: map, extent: rect, bounds: Rect(0, 0, 150, 110))
    return try #require(
      try plan.run(first, second: second, output: output ?? rect, work: FilterWork(threads: threads)))
  }

  private func pair() throws -> (FilterImage, FilterImage) {
    (try randomImage(rect, seed: 1), try randomImage(rect, seed: 2))
  }

  /// The largest and the mean difference of a channel.
  private func difference(_ a: FilterImage, _ b: FilterImage) -> (most: Int, mean: Double) {
    let both = a.rect.intersection(b.rect)
    var most = 0
    var sum = 0
    for y in both.y0..<both.y1 {
      for x in both.x0..<both.x1 {
        let p = a.bytes(y)[Int(x - a.rect.x0)]
        let q = b.bytes(y)[Int(x - b.rect.x0)]
        for shift in [UInt32(0), 8, 16, 24] {
          let d = abs(Int(p >> shift & 255) - Int(q >> shift & 255))
          most = max(most, d)
          sum += d
        }
      }
    }
    return (most, Double(sum) / Double(max(1, both.width * both.height * 4)))
  }

  @Test(arguments: names) func `a transition begins with the first picture and ends with the second`(name: String)
    throws
  {
    let (first, second) = try pair()
    let row = try #require(FilterRow.named(name))
    for map in [AffineTransform.identity, AffineTransform(a: 0.6, b: 0.8, c: 0.8, d: -0.6, tx: -20, ty: 40)] {
      for end in 0..<3 {
        var values: [String: [Double]] = [:]
        for key in row.keys where key.name != "inputTime" && key.kind != .image {
          let range = key.range ?? -1e9...1e9
          if end > 0 {
            values[key.name] = Array(repeating: end == 1 ? range.lowerBound : range.upperBound, count: key.kind.count)
          }
        }
        for (time, expected) in [(0.0, first), (1, second)] {
          values["inputTime"] = [time]
          let made = try changed(name, values, first, second, map: map)
          #expect(difference(made, expected).most <= 1, "\(name) at \(time), \(end)")
        }
        for time in [1e-9, 0.3, 0.6, 1 - 1e-9] {
          values["inputTime"] = [time]
          let made = try changed(name, values, first, second, map: map)
          for y in rect.y0..<rect.y1 {
            for x in 0..<rect.width {
              let pixel = made.bytes(y)[x]
              let alpha = pixel >> 24
              #expect(pixel & 255 <= alpha && pixel >> 8 & 255 <= alpha && pixel >> 16 & 255 <= alpha)
            }
          }
        }
      }
    }
  }

  @Test(arguments: names) func `a transition's bytes depend on nothing but the inputs`(name: String) throws {
    let (first, second) = try pair()
    for time in [0.2, 0.5, 0.8] {
      let values = ["inputTime": [time], "inputRadius": [30], "inputCenter": [70, 50]]
      let one = try changed(name, values, first, second)
      let two = try changed(name, values, first, second, threads: 3)
      let part = DeviceRect(x0: 31, y0: 17, x1: 72, y1: 66)
      let window = try changed(name, values, first, second, output: part)
      #expect(difference(one, two).most == 0)
      #expect(difference(one, window).most == 0)
      // The requested area is sufficient.
      let row = try #require(FilterRow.named(name))
      let step = FilterStep(
        row, numbers: numbers(row, values), images: Array(repeating: try bitmap(), count: row.imageCount))
      let plan = FilterPlan([step], map: .identity, extent: rect, bounds: Rect(0, 0, 150, 110))
      let need = plan.need(for: part).intersection(rect)
      let less = try #require(
        try plan.run(try cut(first, need), second: try cut(second, need), output: part, work: FilterWork()))
      #expect(difference(one, less).most == 0, "\(name) needs more than it says")
    }
  }

  @Test(arguments: names) func `time moves smoothly`(name: String) throws {
    func waves(_ phase: Double) throws -> FilterImage {
      try smoothImage(rect) { x, y in
        SIMD4(0.5 + 0.4 * sin(x / 9 + phase), 0.5 + 0.4 * cos(y / 11 - phase), 0.5 + 0.3 * sin((x + y) / 14), 1)
      }
    }
    let (first, second) = (try waves(0), try waves(2))
    func made(_ time: Double) throws -> FilterImage {
      try changed(name, ["inputTime": [time], "inputRadius": [40], "inputCenter": [70, 50]], first, second)
    }
    // Just after the start and just before the end, little differs.
    #expect(difference(try made(1e-5), first).mean < 0.5)
    #expect(difference(try made(1 - 1e-5), second).mean < 0.5)
    var before = first
    var all = 0.0
    for step in 1...200 {
      let now = try made(Double(step) / 200)
      let d = difference(before, now).mean
      #expect(d < 16, "\(name) jumps by \(d) at \(Double(step) / 200)")
      all += d
      before = now
    }
    #expect(all > difference(first, second).mean * 0.9)
  }

  @Test(arguments: names) func `a mirrored layer's transition is the mirrored result`(name: String) throws {
    // Random pixels in blocks of 20, so that a slightly displaced sample changes little.
    func blocks(_ seed: UInt32, mirrored: Bool) throws -> FilterImage {
      let image = try FilterImage(.bytes, rect: DeviceRect(x0: 0, y0: 0, x1: 160, y1: 100))
      for y in 0..<100 {
        for x in 0..<160 {
          let h = FilterMath.hash((mirrored ? 159 - x : x) / 20, y / 20, seed)
          image.bytes(Int32(y))[x] = 0xFF00_0000 | h >> 8
        }
      }
      return image
    }
    let row = try #require(FilterRow.named(name))
    let map = AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 160, ty: 0)
    for time in [0.25, 0.6] {
      let step = FilterStep(
        row,
        numbers: numbers(
          row,
          [
            "inputTime": [time], "inputRadius": [30], "inputCenter": [70, 50], "inputAngle": [0.4], "inputWidth": [40],
            "inputScale": [20],
          ]), images: Array(repeating: try bitmap(), count: row.imageCount))
      func made(_ map: AffineTransform, mirrored: Bool) throws -> FilterImage {
        let first = try blocks(1, mirrored: mirrored)
        let plan = FilterPlan([step], map: map, extent: first.rect, bounds: Rect(0, 0, 160, 100))
        return try #require(
          try plan.run(first, second: try blocks(2, mirrored: mirrored), output: first.rect, work: FilterWork()))
      }
      let straight = try made(.identity, mirrored: false)
      let turned = try made(map, mirrored: true)
      let back = try FilterImage(.bytes, rect: turned.rect)
      for y in 0..<100 { for x in 0..<160 { back.bytes(Int32(y))[x] = turned.bytes(Int32(y))[159 - x] } }
      let d = difference(straight, back)
      #expect(d.mean < 0.1, "\(name) \(d)")
    }
  }

  @Test func `halves are as the formulas say`() throws {
    let (first, second) = try pair()
    let white = try FilterImage(.bytes, rect: rect)
    let black = try FilterImage(.bytes, rect: rect)
    for y in rect.y0..<rect.y1 {
      for x in 0..<rect.width {
        white.bytes(y)[x] = 0xFFFF_FFFF
        black.bytes(y)[x] = 0xFF00_0000
      }
    }
    func red(_ image: FilterImage, _ x: Int32, _ y: Int32) -> Int { Int(image.bytes(y)[Int(x - rect.x0)] & 255) }

    let half = try changed("CIDissolveTransition", ["inputTime": [0.5]], first, second)
    for y in rect.y0..<rect.y1 {
      for x in rect.x0..<rect.x1 {
        #expect(abs(2 * red(half, x, y) - red(first, x, y) - red(second, x, y)) <= 2)
      }
    }
    // The extent is 150 wide: with an edge of 50 the front is at 100 at half time.
    let wiped = try changed("CISwipeTransition", ["inputTime": [0.5], "inputWidth": [50]], black, white)
    #expect(red(wiped, 42, 50) == 255 && red(wiped, 94, 50) == 0)
    let k = (100 - (60.5 + 7)) / 50
    #expect(abs(Double(red(wiped, 60, 50)) - 255 * k * k * (3 - 2 * k)) < 1)
    // Bars 50 wide that move right, staggered by 20: moved by (150 + 1 + 20)/2, and 20 less.
    let bars = try changed(
      "CIBarsSwipeTransition",
      ["inputTime": [0.5], "inputWidth": [50], "inputBarOffset": [20], "inputAngle": [0]], black, white)
    #expect(red(bars, 77, 20) == 255 && red(bars, 80, 20) == 0)
    #expect(red(bars, 57, 80) == 255 && red(bars, 60, 80) == 0)
    // At a hole's centre w is 1, so the second image is complete at t = 0.1/1.1.
    let holes = try changed("CIModTransition", ["inputTime": [0.095], "inputCenter": [70, 50]], black, white)
    #expect(red(holes, 70, 50) == 255 && red(holes, 0, 5) == 0)
    // The light has reached all corners when it begins to fade.
    let light = try changed("CIFlashTransition", ["inputTime": [0.85], "inputCenter": [70, 50]], black, white)
    #expect(light.bytes(5)[3] == 0xFF99_CCFF)
    // Only pixels within the ring move.
    let wave = try changed(
      "CIRippleTransition", ["inputTime": [0.5], "inputCenter": [68, 53], "inputWidth": [20]], first, second,
      images: false)
    #expect(red(wave, 68, 53) == red(second, 68, 53) && red(wave, -5, 53) == red(first, -5, 53))
    // The bar is centred, and its light is added.
    let copied = try changed("CICopyMachineTransition", ["inputTime": [0.5], "inputWidth": [40]], black, white)
    #expect(red(copied, 20, 50) == 255 && red(copied, 120, 50) == 0)
    #expect(copied.bytes(50)[75] & 0xFF00 == 0xFF00)
    // A page of radius 20 whose line is at 85: bare up to 65, then its white back up to 85 + 85 - 20π.
    let page = try changed(
      "CIPageCurlTransition", ["inputTime": [85.0 / 171], "inputRadius": [20]], black, second, images: false)
    #expect(red(page, 10, 50) == red(second, 10, 50))
    #expect(red(page, 100 - 7, 50) > 190 && red(page, 112 - 7, 50) < 2)
  }

  @Test(arguments: names) func `between opaque pictures nothing is seen through`(name: String) throws {
    let first = try randomImage(rect, seed: 1, isOpaque: true)
    let second = try randomImage(rect, seed: 2, isOpaque: true)
    for time in [0.1, 0.3, 0.5, 0.7, 0.9] {
      let made = try changed(
        name, ["inputTime": [time], "inputCenter": [70, 50], "inputRadius": [20], "inputAngle": [0.3]], first, second)
      for y in rect.y0..<rect.y1 {
        for x in 0..<rect.width { try #require(made.bytes(y)[x] >> 24 >= 254, "\(name) at \(x), \(y), \(time)") }
      }
    }
  }

  @Test func `a mask is taken off where it is white first`() throws {
    let (first, second) = try pair()
    let row = try #require(FilterRow.named("CIDisintegrateWithMaskTransition"))
    let mask = try Bitmap(width: 2, height: 1) {
      $0[0] = 0xFFFF_FFFF; $0[1] = 0xFF00_0000
    }
    let step = FilterStep(
      row, numbers: numbers(row, ["inputTime": [0.5], "inputShadowDensity": [0]]), images: [mask])
    let plan = FilterPlan([step], map: .identity, extent: rect, bounds: Rect(-7, 3, 150, 100))
    let made = try #require(try plan.run(first, second: second, output: rect, work: FilterWork()))
    #expect(made.bytes(50)[20] == second.bytes(50)[20] && made.bytes(50)[130] == first.bytes(50)[130])
  }
}

/// A part of an image.
func cut(_ image: FilterImage, _ rect: DeviceRect) throws -> FilterImage {
  let result = try FilterImage(.bytes, rect: rect)
  for y in rect.y0..<rect.y1 {
    for x in 0..<rect.width { result.bytes(y)[x] = image.bytes(y)[x + Int(rect.x0 - image.rect.x0)] }
  }
  return result
}
