import ImageFiles
import Pixels
import Testing

@Suite struct PNGEncoderTests {
  @Test func `a picture comes back as it was written`() throws {
    var state: UInt32 = 7
    func next() -> UInt32 {
      state = state &* 1_664_525 &+ 1_013_904_223
      return state >> 24
    }
    for (grey, opaque) in [(false, false), (false, true), (true, false), (true, true)] {
      let bitmap = try Bitmap(width: 37, height: 23, scale: 2) { pixels in
        for i in pixels.indices {
          let a = opaque ? 255 : next()
          let c = (0..<3).map { _ in next() * a / 255 }
          pixels[i] = grey ? c[0] | c[0] << 8 | c[0] << 16 | a << 24 : c[0] | c[1] << 8 | c[2] << 16 | a << 24
        }
      }
      let file = try PNGEncoder.encode(bitmap)
      #expect(file[25] == (grey ? (opaque ? 0 : 4) : (opaque ? 2 : 6)), "the colour type")
      let back = try file.withUnsafeBytes { try ImageDecoder.decode($0, scale: 2) }
      #expect(back.width == 37 && back.height == 23)
      #expect(Array(back.pixels) == Array(bitmap.pixels))
    }
  }
}
