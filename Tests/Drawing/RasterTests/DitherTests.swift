// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import Raster
import Testing

/// Ordered dithering of gradients by device pixel.
struct DitherTests {
  private static let dark = GradientTable(
    colors: [
      Color(red: 16 / 255, green: 16 / 255, blue: 20 / 255), Color(red: 28 / 255, green: 28 / 255, blue: 36 / 255),
    ],
    locations: [0, 1])

  private static func sources(_ table: GradientTable) -> [(name: String, source: SpanSource?, t: (Point) -> Double)] {
    let size = 960.0
    return [
      ("across", .linear(table, from: .zero, to: Point(size, 0), through: .identity), { $0.x / size }),
      ("down", .linear(table, from: .zero, to: Point(0, size), through: .identity), { $0.y / size }),
      ("slanted", .linear(table, from: .zero, to: Point(size, size), through: .identity), { ($0.x + $0.y) / 2 / size }),
      (
        "radial", .ellipse(table, center: .zero, radii: Size(size, size), through: .identity),
        { ($0.x * $0.x + $0.y * $0.y).squareRoot() / size }
      ),
      (
        "two circles", .radial(table, from: .zero, startRadius: 0, to: .zero, endRadius: size, through: .identity),
        { ($0.x * $0.x + $0.y * $0.y).squareRoot() / size }
      ),
    ]
  }

  private func fillWhole(_ source: SpanSource?, _ c: DeviceRect, opacity: UInt8 = 255) throws -> [UInt32] {
    let source = try #require(source)
    return try draw(in: c) { band, scratch in fill(c, source: source, opacity: opacity, into: band, scratch: scratch) }
  }

  @Test func `the mean of eight by eight pixels is the gradient's own colour`() throws {
    let c = canvas(320, 240)
    for (name, source, t) in Self.sources(Self.dark) {
      let pixels = try fillWhole(source, c)
      for top in stride(from: 0, to: 240, by: 8) {
        for left in stride(from: 0, to: 320, by: 8) {
          var sums = [0, 0, 0]
          for y in top..<top + 8 {
            for x in left..<left + 8 {
              let pixel = Int(pixels[y * 320 + x])
              for k in 0..<3 { sums[k] += pixel >> (8 * k) & 255 }
            }
          }
          let at = min(max(t(Point(Double(left) + 4, Double(top) + 4)), 0), 1)
          for (k, (from, to)) in [(16.0, 28.0), (16, 28), (20, 36)].enumerated() {
            let mean = Double(sums[k]) / 64
            // A table has entries a quarter of a level apart; a radial gradient curves within the eight pixels.
            #expect(abs(mean - (from + (to - from) * at)) < 0.16, "\(name) (\(left), \(top))")
          }
        }
      }
    }
  }

  @Test func `rays of a conic gradient are as fine`() throws {
    let c = canvas(256, 256)
    let pixels = try fillWhole(.conic(Self.dark, center: Point(-300, -300), angle: 0, through: .identity), c)
    // With steps of at most an eighth of a level, neighbouring blocks hardly differ.
    func mean(_ left: Int, _ top: Int) -> Double {
      var sum = 0.0
      for y in top..<top + 8 { for x in left..<left + 8 { sum += Double(pixels[y * 256 + x] >> 16 & 255) } }
      return sum / 64
    }
    for top in stride(from: 0, to: 248, by: 8) {
      for left in stride(from: 0, to: 240, by: 8) { #expect(abs(mean(left, top) - mean(left + 8, top)) < 0.2) }
    }
  }

  @Test func `a gradient that has one colour is that colour, and one ends in the colours it is given`() throws {
    let c = canvas(64, 16)
    for color in [Color(white: 0.3), Color(red: 0.123, green: 0.456, blue: 0.789, alpha: 0.51), .clear] {
      let flat = GradientTable(colors: [color, color, .white], locations: [0, 0.5, 0.5])
      for pixel in try fillWhole(.linear(flat, from: .zero, to: Point(200, 3), through: .identity), c) {
        #expect(pixel == color.premultiplied())
      }
      let ends = GradientTable(colors: [color, .white], locations: [0, 1])
      for pixel in try fillWhole(.linear(ends, from: Point(100, 0), to: Point(200, 0), through: .identity), c) {
        #expect(pixel == color.premultiplied())
      }
      for pixel in try fillWhole(
        .linear(ends, from: Point(-200, 0), to: Point(-100, 50), through: .identity), canvas(40, 1))
      {
        #expect(pixel == 0xFFFF_FFFF)
      }
    }
  }

  @Test func `what is opaque stays so, and no channel becomes more than alpha`() throws {
    var numbers = Numbers(9)
    let c = canvas(75, 50)
    for _ in 0..<40 {
      let opaque = numbers.next() < 0.5
      var colors: [Color] = []
      for _ in 0..<3 {
        let (r, g, b) = (numbers.next(), numbers.next(), numbers.next())
        colors.append(Color(red: r, green: g, blue: b, alpha: opaque ? 1 : numbers.next()))
      }
      for (name, source, _) in Self.sources(GradientTable(colors: colors, locations: [0, 0.02, 0.2])) {
        for pixel in try fillWhole(source, c) {
          let alpha = pixel >> 24
          let isValid =
            pixel & 255 <= alpha && pixel >> 8 & 255 <= alpha && pixel >> 16 & 255 <= alpha && (!opaque || alpha == 255)
          #expect(isValid, "\(name)")
        }
      }
    }
  }

  @Test func `rows of a vertical gradient are those of one that leans by nothing`() throws {
    let c = DeviceRect(x0: 3, y0: 5, x1: 90, y1: 133)
    let table = GradientTable(
      colors: [Color(red: 0.2, green: 0.8, blue: 0.1, alpha: 0.4), .black, .white], locations: [0, 0.4, 1])
    func picture(_ lean: Double, _ opacity: UInt8) throws -> [UInt32] {
      let source = try #require(SpanSource.linear(table, from: Point(0, 10), to: Point(lean, 140), through: .identity))
      return try draw(in: c) { band, scratch in fill(c, source: source, opacity: opacity, into: band, scratch: scratch)
      }
    }
    for opacity in [UInt8(255), 90] { #expect(try picture(0, opacity) == picture(1e-9, opacity)) }
  }
}
