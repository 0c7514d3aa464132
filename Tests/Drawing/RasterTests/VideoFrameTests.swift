// SPDX-License-Identifier: MIT
import Pixels
import Raster
import Testing

/// Conversion of pixels to video planes, compared with BT.709's formulas in floating point.
struct VideoFrameTests {
  private func bitmap(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt32) throws -> Bitmap {
    try Bitmap(width: width, height: height) { out in
      for y in 0..<height { for x in 0..<width { out[y * width + x] = pixel(x, y) } }
    }
  }

  private func frame(
    _ bitmap: Bitmap, width: Int? = nil, height: Int? = nil, alpha: Bool = false, _ set: InstructionSet = .best
  ) throws -> [UInt8] {
    let frame = try VideoFrame(
      bitmap, width: width ?? bitmap.width, height: height ?? bitmap.height, hasAlpha: alpha,
      background: Color(white: 1, alpha: 1),
      instructions: set)
    return withExtendedLifetime(frame) { Array(frame.bytes) }
  }

  /// Luma and chroma of a colour with components 0…255.
  private func exact(_ r: Double, _ g: Double, _ b: Double) -> (y: Double, u: Double, v: Double) {
    let y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    return (16 + 219 * y / 255, 128 + 224 * (b - y) / 1.8556 / 255, 128 + 224 * (r - y) / 1.5748 / 255)
  }

  private func noise(_ x: Int, _ y: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: (x &* 7919 &+ y &* 104_729 &+ 1) &* 2_654_435_761) | 0xFF00_0000
  }

  @Test func `a colour is BT.709's in limited range`() throws {
    let colors: [(UInt32, UInt32, UInt32)] = [
      (0, 0, 0), (255, 255, 255), (255, 0, 0), (0, 255, 0), (0, 0, 255), (128, 128, 128), (12, 200, 77),
    ]
    for (r, g, b) in colors {
      let bytes = try frame(try bitmap(4, 2) { _, _ in r | g << 8 | b << 16 | 0xFF00_0000 })
      let (y, u, v) = exact(Double(r), Double(g), Double(b))
      #expect(bytes.count == 12)
      #expect(bytes[..<8].allSatisfy { abs(Double($0) - y) <= 0.51 }, "\(r) \(g) \(b): \(bytes)")
      #expect(
        bytes[8..<10].allSatisfy { abs(Double($0) - u) <= 0.52 }
          && bytes[10...].allSatisfy { abs(Double($0) - v) <= 0.52 })
    }
  }

  @Test func `chroma is filtered in line with every second column`() throws {
    let picture = try bitmap(8, 4, noise)
    let bytes = try frame(picture)
    func sample(_ x: Int, _ y: Int) -> (Double, Double, Double) {
      let p = picture[min(max(x, 0), 7), y]
      return (Double(p & 255), Double(p >> 8 & 255), Double(p >> 16 & 255))
    }
    for cy in 0..<2 {
      for cx in 0..<4 {
        var sum = (0.0, 0.0, 0.0)
        for (dx, weight) in [(-1, 1.0), (0, 2.0), (1, 1.0)] {
          for dy in 0..<2 {
            let s = sample(2 * cx + dx, 2 * cy + dy)
            sum = (sum.0 + weight * s.0 / 8, sum.1 + weight * s.1 / 8, sum.2 + weight * s.2 / 8)
          }
        }
        let (_, u, v) = exact(sum.0, sum.1, sum.2)
        #expect(abs(Double(bytes[32 + cy * 4 + cx]) - u) <= 0.52 && abs(Double(bytes[40 + cy * 4 + cx]) - v) <= 0.52)
      }
    }
  }

  @Test(arguments: InstructionSet.allCases.filter(\.isAvailable))
  func `every instruction set gives the same bytes`(set: InstructionSet) throws {
    for (w, h) in [(1, 1), (2, 2), (7, 5), (63, 9), (130, 4)] {
      let opaque = try bitmap(w, h, noise)
      let translucent = try bitmap(w, h) { x, y in
        let a = noise(x, y) & 255
        return min(noise(y, x) & 255, a) | min(noise(x, x) & 255, a) << 8 | min(40, a) << 16 | a << 24
      }
      for picture in [opaque, translucent] {
        for alpha in [false, true] {
          #expect(try frame(picture, alpha: alpha, set) == frame(picture, alpha: alpha, .scalar), "\(w)×\(h)")
        }
      }
    }
  }

  @Test func `a picture of odd size keeps it, or has its last column and row repeated`() throws {
    let picture = try bitmap(3, 3, noise)
    #expect(try frame(picture).count == 9 + 2 * 4)
    let larger = try bitmap(4, 4) { x, y in noise(min(x, 2), min(y, 2)) }
    #expect(try frame(picture, width: 4, height: 4) == frame(larger))
  }

  @Test func `what is translucent lies on the background, or keeps alpha and straight colours`() throws {
    let half = try bitmap(2, 2) { _, _ in 0x8000_0080 }
    let onWhite = try bitmap(2, 2) { _, _ in 0xFF7F_7FFF }
    #expect(try frame(half) == frame(onWhite))
    let red = try bitmap(2, 2) { _, _ in 0xFF00_00FF }
    #expect(try frame(half, alpha: true) == frame(red) + [128, 128, 128, 128])
    // A fully transparent pixel does not tint the chroma.
    let edge = try bitmap(2, 2) { x, _ in x == 0 ? 0xFF00_00FF : 0 }
    let bytes = try frame(edge, alpha: true)
    let same = try frame(red)
    #expect(bytes[4...5] == same[4...5] && Array(bytes[6...]) == [255, 0, 255, 0] && bytes[1] == 16)
  }
}
