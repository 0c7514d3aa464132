// SPDX-License-Identifier: MIT
import Pixels
import Raster
import Testing

/// Conversion of video planes to pixels, compared with the standards' formulas in floating point.
struct VideoPlanesTests {
  private func planes(
    _ width: Int, _ height: Int, alpha: Bool = false, _ matrix: VideoPlanes.Matrix = .bt709, full: Bool = false
  ) -> VideoPlanes { VideoPlanes(width: width, height: height, hasAlpha: alpha, matrix: matrix, isFullRange: full) }

  /// The colour of samples, in 0…255.
  private func exact(
    _ y: Double, _ u: Double, _ v: Double, _ matrix: VideoPlanes.Matrix, full: Bool
  ) -> [Double] {
    let (kr, kb) =
      switch matrix {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      }
    let l = full ? y : (y - 16) * 255 / 219
    let (cb, cr) = full ? (u - 128, v - 128) : ((u - 128) * 255 / 224, (v - 128) * 255 / 224)
    let (r, b) = (l + 2 * (1 - kr) * cr, l + 2 * (1 - kb) * cb)
    let g = (l - kr * r - kb * b) / (1 - kr - kb)
    return [r, g, b].map { min(max($0, 0), 255) }
  }

  @Test(arguments: [VideoPlanes.Matrix.bt601, .bt709, .bt2020], [false, true])
  func `a colour is the standard's`(_ matrix: VideoPlanes.Matrix, full: Bool) throws {
    let planes = planes(2, 2, matrix, full: full)
    for y in stride(from: 0, through: 255, by: 15) {
      for u in stride(from: 0, through: 255, by: 51) {
        for v in stride(from: 0, through: 255, by: 51) {
          let bytes = [UInt8](repeating: UInt8(y), count: 4) + [UInt8(u), UInt8(v)]
          let pixel = try planes.bitmap(bytes)[0, 0]
          let wanted = exact(Double(y), Double(u), Double(v), matrix, full: full)
          for (i, c) in wanted.enumerated() {
            #expect(abs(Double(pixel >> UInt32(8 * i) & 255) - c) <= 0.6, "\(y) \(u) \(v)")
          }
          #expect(pixel >> 24 == 255)
        }
      }
    }
  }

  @Test(arguments: [(1, 1), (2, 2), (3, 5), (64, 48), (33, 17)]) func `pixels that became video come back`(
    width: Int, height: Int
  ) throws {
    // Smooth colours, which chroma at half the resolution keeps.
    let picture = try Bitmap(width: width, height: height) { out in
      for i in 0..<out.count {
        let (x, y) = (i % width, i / width)
        out[i] = UInt32(60 + 2 * x) | UInt32(90 + y) << 8 | UInt32(200 - x - y) << 16 | 0xFF00_0000
      }
    }
    for instructions in [InstructionSet.best, .baseline] {
      let frame = try VideoFrame(
        picture, width: width, height: height, hasAlpha: false, background: Color(white: 1, alpha: 1))
      let bytes = withExtendedLifetime(frame) { Array(frame.bytes) }
      let planes = planes(width, height)
      #expect(bytes.count == planes.byteCount)
      let back = try planes.bitmap(bytes, instructions: instructions)
      for i in 0..<picture.pixels.count {
        for shift: UInt32 in [0, 8, 16] {
          let (a, b) = (Int(picture.pixels[i] >> shift & 255), Int(back.pixels[i] >> shift & 255))
          #expect(abs(a - b) <= 4, "\(i % width) \(i / width)")
        }
      }
    }
  }

  @Test func `alpha multiplies the colours`() throws {
    let planes = planes(2, 1, alpha: true, full: true)
    let bitmap = try planes.bitmap([200, 200, 128, 128, 128, 0])
    #expect(bitmap[0, 0] == 0x8064_6464 && bitmap[1, 0] == 0)
  }
}
