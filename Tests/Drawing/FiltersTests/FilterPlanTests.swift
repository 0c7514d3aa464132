// SPDX-License-Identifier: MIT
import Filters
import Geometry
import Pixels
import Raster
import Testing

/// An image of random premultiplied pixels.
func randomImage(_ rect: DeviceRect, seed: UInt32 = 1, isOpaque: Bool = false) throws -> FilterImage {
  let image = try FilterImage(.bytes, rect: rect)
  for y in rect.y0..<rect.y1 {
    for x in 0..<rect.width {
      let h = FilterMath.hash(x, Int(y), seed)
      let alpha = isOpaque ? 255 : h >> 24
      func part(_ shift: UInt32) -> UInt32 { ((h >> shift & 255) * alpha + 127) / 255 }
      image.bytes(y)[x] = part(0) | part(8) << 8 | part(16) << 16 | alpha << 24
    }
  }
  return image
}

/// Applies a chain of filters to an image.
func filtered(
  _ steps: [FilterStep], _ source: FilterImage, map: AffineTransform = .identity, output: DeviceRect? = nil,
  bounds: Rect? = nil, threads: Int = 1
) throws -> FilterImage? {
  let plan = FilterPlan(steps, map: map, extent: source.rect, bounds: bounds ?? source.rect.rect)
  return try plan.run(source, output: output ?? plan.extent, work: FilterWork(threads: threads))
}

struct FilterPlanTests {
  @Test func `loading and storing alone returns the same bytes`() throws {
    for alpha in UInt32(0)...255 {
      for value in UInt32(0)...alpha {
        let pixel = value | value << 8 | value << 16 | alpha << 24
        #expect(FilterPixel.bytes(FilterPixel.floats(pixel)) == pixel)
        #expect(FilterPixel.bytes(FilterPixel.premultiplied(FilterPixel.straight(bytes: pixel))) == pixel)
      }
    }
  }

  @Test func `what is no number or too large is clamped, colours to alpha`() {
    #expect(FilterPixel.bytes(SIMD4(.nan, .infinity, -.infinity, 1)) == 0xFF00_FF00)
    #expect(FilterPixel.bytes(SIMD4(1, 0.5, 2, 0.25)) == 0x4040_4040)
    #expect(FilterPixel.bytes(SIMD4(1, 1, 1, .nan)) == 0)
    #expect(FilterPixel.bytes(SIMD4(0.5 / 255, 1.5 / 255, 2.5 / 255, 1)) == 0xFF03_0201)
  }

  /// Invariants of every filter, tested with default values and at the ends of their ranges.
  @Test(arguments: FilterRow.all.map(\.name))
  func `bytes depend on nothing but the inputs`(name: String) throws {
    let row = try #require(FilterRow.named(name))
    if case .pair = row.kernel { return }
    let source = try randomImage(DeviceRect(x0: -7, y0: 3, x1: 90, y1: 80))
    let picture = try randomImage(DeviceRect(x0: 0, y0: 0, x1: 16, y1: 16), seed: 9, isOpaque: true)
    let bitmap = try Bitmap(width: 16, height: 16) { pixels in
      for y in 0..<16 { for x in 0..<16 { pixels[y * 16 + x] = picture.bytes(Int32(y))[x] } }
    }
    let data = [Float](repeating: 0.5, count: 32)
    for end in 0..<4 {
      var numbers = row.defaultNumbers
      for (i, key) in row.keys.enumerated() where key.kind.count > 0 {
        for j in 0..<key.kind.count where end > 0 {
          let range = key.range ?? -1e6...1e6
          let at = row.offsets[i] + j
          numbers[at] =
            end == 1 ? range.lowerBound : end == 2 ? range.upperBound : (range.lowerBound + range.upperBound) / 3
        }
      }
      let step = FilterStep(
        row, numbers: numbers, images: Array(repeating: bitmap, count: row.imageCount),
        data: Array(repeating: data, count: row.dataCount))
      let plan = FilterPlan([step], map: .scale(0.5, 0.5), extent: source.rect, bounds: Rect(0, 0, 180, 160))
      let whole = source.rect.outset(dx: 20, dy: 20).intersection(plan.extent)
      guard let one = try plan.run(source, output: whole, work: FilterWork(threads: 1)) else { continue }
      let two = try #require(try plan.run(source, output: whole, work: FilterWork(threads: 3)))
      let others = try InstructionSet.allCases.filter { $0.isAvailable && $0 != .best }.map {
        try #require(try plan.run(source, output: whole, work: FilterWork(instructions: $0)))
      }
      let part = DeviceRect(x0: 11, y0: 17, x1: 52, y1: 46).intersection(plan.extent)
      let window = try plan.run(source, output: part, work: FilterWork())
      for y in whole.y0..<whole.y1 {
        for x in whole.x0..<whole.x1 {
          let pixel = one.bytes(y)[Int(x - one.rect.x0)]
          #expect(pixel == two.bytes(y)[Int(x - two.rect.x0)])
          for other in others { #expect(pixel == other.bytes(y)[Int(x - other.rect.x0)]) }
          let alpha = pixel >> 24
          #expect(pixel & 255 <= alpha && pixel >> 8 & 255 <= alpha && pixel >> 16 & 255 <= alpha)
          if let window, x >= part.x0, x < part.x1, y >= part.y0, y < part.y1 {
            try #require(
              pixel == window.bytes(y)[Int(x - window.rect.x0)], "a region is not what is cut out: \(x), \(y), \(end)")
          }
        }
      }
    }
  }
}
