// SPDX-License-Identifier: MIT
import CImageCodecs
import ImageFiles
import Messages
import Pixels
import Testing

/// A random number generator with the same sequence in every run.
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
    // All 32,896 pairs of an alpha and a premultiplied value up to it.
    let bitmap = try Bitmap(width: 256, height: 256) { pixels in
      for a in 0..<256 {
        for c in 0..<256 { pixels[a * 256 + c] = UInt32(a) << 24 | UInt32(min(c, a)) << 8 | UInt32(a / 2) }
      }
    }
    #expect(pixels(of: try decode(PNGEncoder.encode(bitmap))) == pixels(of: bitmap))
  }

  /// Pictures that exercise every path of the compressor: flat, noise, runs, repeats near and far, and all sizes of the
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
    // 144 pixels per inch.
    #expect(file[at + 4..<at + 13].elementsEqual(PNGBuilder.be32(5669) + PNGBuilder.be32(5669) + [1]))
  }

  @Test func `the same picture is the same file`() throws {
    let bitmap = try Bitmap(width: 100, height: 100) {
      for i in $0.indices { $0[i] = 0xFF00_0000 | UInt32(i * 31 & 0xFFFF) }
    }
    #expect(try PNGEncoder.encode(bitmap) == PNGEncoder.encode(bitmap))
  }

  /// Threads that take the jobs in reverse order.
  private func backwards(_ count: Int) -> EncodingThreads {
    EncodingThreads(count: count) { jobs, workers, body in
      for job in (0..<jobs).reversed() { body(job, job % min(workers, jobs)) }
    }
  }

  /// Grey or coloured pixels, opaque or not, with parts that compress well and parts that do not.
  private func rich(_ width: Int, _ height: Int, isGrey: Bool, isOpaque: Bool) throws -> Bitmap {
    var noise = Noise(state: UInt32(width + height))
    return try Bitmap(width: width, height: height) { pixels in
      for i in pixels.indices {
        let y = i / width
        let a: UInt32 = isOpaque ? 255 : y % 50 < 25 ? 255 : noise.next()
        let v = (y / 40) % 3 == 0 ? noise.next() * a / 255 : UInt32(y % 256) * a / 255
        pixels[i] = v | (isGrey ? v : v / 2) << 8 | v << 16 | a << 24
      }
    }
  }

  @Test(arguments: [(700, 900), (9, 20_000), (32_768, 20), (350, 499), (350, 500), (40, 13_000)])
  func `a picture of many pieces comes back, the same by any threads`(width: Int, height: Int) throws {
    for (isGrey, isOpaque) in [(false, false), (false, true), (true, false), (true, true)] {
      let bitmap = try rich(width, height, isGrey: isGrey, isOpaque: isOpaque)
      let file = try PNGEncoder.encode(bitmap)
      #expect((pixels(of: try decode(file)) == pixels(of: bitmap)) as Bool)
      for threads in [2, 8] { #expect((try PNGEncoder.encode(bitmap, threads: backwards(threads)) == file) as Bool) }
    }
  }

  /// The contents of a file's IDAT chunks.
  private func chunks(_ file: [UInt8]) -> [ArraySlice<UInt8>] {
    var at = 8
    var found: [ArraySlice<UInt8>] = []
    while at + 12 <= file.count {
      let size = file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      if file[at + 4..<at + 8].elementsEqual("IDAT".utf8) { found.append(file[at + 8..<at + 8 + size]) }
      at += 12 + size
    }
    return found
  }

  @Test func `pieces cost little`() throws {
    // Cards with soft edges, the kind of picture that compresses best and so loses most by splitting.
    let bitmap = try Bitmap(width: 1600, height: 1500) { pixels in
      for i in pixels.indices {
        let x = i % 1600 % 211, y = i / 1600 % 157
        let edge = min(x, y, 210 - x, 156 - y)
        pixels[i] =
          edge < 20
          ? 0xFF00_0000 | UInt32(255 - edge * edge / 4) &* 0x01_0101
          : 0xFF30_4050 &+ UInt32((i % 1600 / 211) * 7 + (i / 1600 / 157) * 1300) &+ UInt32(x * y / 64 & 15)
      }
    }
    let pieces = chunks(try PNGEncoder.encode(bitmap))
    #expect(pieces.count == 7)
    let together = pieces.map { $0.count + 12 }.reduce(0, +)
    let stream = Array(pieces.joined())
    let rows = try #require(inflated(Array(stream[2..<stream.count - 4]), room: 1500 * 4801))
    #expect(rows.count == 1500 * 4801)
    var out: UnsafeMutablePointer<UInt8>?
    let whole = llua_flate(rows, rows.count, Int32(PNGEncoder.defaultLevel), &out) + 12
    llua_free(out)
    #expect(Double(together) <= 1.015 * Double(whole), "\(together) bytes in pieces, \(whole) in one")
  }

  @Test func `a picture of up to a mebibyte is one piece`() throws {
    let grey = { (height: Int) in try Bitmap(width: 511, height: height) { $0.update(repeating: 0xFF80_8080) } }
    #expect(try chunks(PNGEncoder.encode(grey(2048))).count == 1)
    #expect(try chunks(PNGEncoder.encode(grey(2049))).count == 2)
  }

  @Test func `rows may come in any portions`() throws {
    var noise = Noise(state: 11)
    for (width, height) in [(700, 900), (32_768, 20), (3000, 200), (5, 7)] {
      let bitmap = try rich(width, height, isGrey: false, isOpaque: false)
      let file = try PNGEncoder.encode(bitmap)
      for most in [1, 2, 30, 1000] {
        var streamed: [UInt8] = []
        let stream = try PNGStream(
          width: width, height: height, content: PNGContent(of: bitmap), level: 2,
          pixelsPerMetre: PNGEncoder.pixelsPerMetre(72), threads: backwards(3)
        ) { streamed.append(contentsOf: $0) }
        var y = 0
        while y < height {
          let rows = min(1 + Int(noise.next()) % most, height - y)
          // Rows that are invalid after the call.
          var portion = Array(bitmap.pixels[(y * width)..<((y + rows) * width)])
          try portion.withUnsafeBufferPointer { try stream.append(try #require($0.baseAddress), rows: rows) }
          portion.removeAll()
          y += rows
        }
        try stream.finish()
        #expect((streamed == file) as Bool, "\(width)×\(height) in portions of up to \(most) rows")
      }
    }
  }

  @Test func `a picture that is given up ends between its pieces`() throws {
    let bitmap = try rich(700, 900, isGrey: false, isOpaque: true)
    var threads = backwards(2)
    threads.isStopped = { true }
    #expect(throws: LayerError.self) { try PNGEncoder.encode(bitmap, threads: threads) }
  }
}
