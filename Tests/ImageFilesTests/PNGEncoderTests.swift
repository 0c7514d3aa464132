// SPDX-License-Identifier: MIT
import ImageFiles
import Pixels
import Testing

/// Numbers that are the same in every run.
struct Noise {
  var state: UInt32
  mutating func next() -> UInt32 {
    state = state &* 1_664_525 &+ 1_013_904_223
    return state >> 24
  }
}

@Suite struct PNGEncoderTests {
  @Test(arguments: [1, 2, 6]) func `a picture comes back as it was written`(level: Int) throws {
    var noise = Noise(state: 7)
    for (grey, opaque) in [(false, false), (false, true), (true, false), (true, true)] {
      let bitmap = try Bitmap(width: 37, height: 23, scale: 2) { pixels in
        for i in pixels.indices {
          let a = opaque ? 255 : noise.next()
          let c = (0..<3).map { _ in noise.next() * a / 255 }
          pixels[i] = grey ? c[0] | c[0] << 8 | c[0] << 16 | a << 24 : c[0] | c[1] << 8 | c[2] << 16 | a << 24
        }
      }
      let file = try PNGEncoder.encode(bitmap, level: level)
      #expect(file[25] == (grey ? (opaque ? 0 : 4) : (opaque ? 2 : 6)), "the colour type")
      let back = try decode(file)
      #expect(back.width == 37 && back.height == 23)
      #expect(pixels(of: back) == pixels(of: bitmap))
    }
  }

  @Test func `every premultiplied pixel survives`() throws {
    // All 32,896 pairs of alpha and a value up to it.
    let bitmap = try Bitmap(width: 256, height: 256) { pixels in
      for a in 0..<256 {
        for c in 0..<256 { pixels[a * 256 + c] = UInt32(a) << 24 | UInt32(min(c, a)) << 8 | UInt32(a / 2) }
      }
    }
    #expect(pixels(of: try decode(PNGEncoder.encode(bitmap))) == pixels(of: bitmap))
  }

  /// Pictures that try every way the compressor can go: flat, noise, runs, repeats near and far, and all sizes of the
  /// last block.
  @Test(arguments: [
    (1, 1), (1, 7), (2, 1), (3, 3), (256, 1), (1, 300), (32768, 1), (32768, 3), (1, 32768), (700, 500), (43691, 0),
    (513, 257),
  ])
  func `pictures of any content and size come back`(width: Int, height: Int) throws {
    guard height > 0 else {
      #expect(throws: BitmapError.self) { try Bitmap(width: width, height: height) { _ in } }
      return
    }
    for content in 0..<7 {
      var noise = Noise(state: UInt32(content + 1))
      let bitmap = try Bitmap(width: width, height: height) { pixels in
        for i in pixels.indices {
          let x = UInt32(i % width), y = UInt32(i / width)
          switch content {
          case 0: pixels[i] = 0xFFCC_8844
          case 1: pixels[i] = 0
          case 2: pixels[i] = 0xFF00_0000 | noise.next() << 16 | noise.next() << 8 | noise.next()
          case 3: pixels[i] = 0xFF00_0000 | (x / 7 & 255) << 8 | (y / 3 & 255)
          case 4: pixels[i] = noise.next() < 4 ? 0xFF12_3456 : 0xFFFF_FFFF
          case 5: pixels[i] = 0xFF00_0000 | (x &* x &+ y & 255) << 8 | (x ^ y) & 255
          default: pixels[i] = 0xFF00_0000 | (noise.next() & 1) &* 0x0001_0101
          }
        }
      }
      let back = try decode(PNGEncoder.encode(bitmap))
      #expect((pixels(of: back) == pixels(of: bitmap)) as Bool, "content \(content)")
    }
  }

  @Test func `flat pictures are small and noise is hardly larger than itself`() throws {
    let flat = try Bitmap(width: 1920, height: 1080) { $0.update(repeating: 0xFFAA_BBCC) }
    #expect(try PNGEncoder.encode(flat).count < 10_000)
    var noise = Noise(state: 3)
    let rough = try Bitmap(width: 300, height: 300) {
      for i in $0.indices { $0[i] = 0xFF00_0000 | noise.next() << 16 | noise.next() << 8 | noise.next() }
    }
    #expect(try PNGEncoder.encode(rough).count < 300 * 300 * 3 + 2000)
  }

  @Test func `the file says sRGB and its resolution`() throws {
    let file = try PNGEncoder.encode(try Bitmap(width: 1, height: 1, scale: 2) { $0[0] = 0xFFFF_FFFF })
    func find(_ name: String) -> Int? { (0..<file.count - 4).first { file[$0..<$0 + 4].elementsEqual(name.utf8) } }
    #expect(find("sRGB") != nil)
    let at = try #require(find("pHYs"))
    // 144 to the inch.
    #expect(file[at + 4..<at + 13].elementsEqual(PNGBuilder.be32(5669) + PNGBuilder.be32(5669) + [1]))
  }

  @Test func `the same picture is the same file`() throws {
    let bitmap = try Bitmap(width: 100, height: 100) {
      for i in $0.indices { $0[i] = 0xFF00_0000 | UInt32(i * 31 & 0xFFFF) }
    }
    #expect(try PNGEncoder.encode(bitmap) == PNGEncoder.encode(bitmap))
  }
}
