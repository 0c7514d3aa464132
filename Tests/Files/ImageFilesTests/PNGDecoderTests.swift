// SPDX-License-Identifier: MIT
import ImageFiles
import Messages
import Pixels
import Testing

func decode(_ file: [UInt8], allowed: (Int) -> Bool = { _ in true }) throws -> Bitmap {
  try file.withUnsafeBytes { try ImageDecoder.decode($0, allowed: allowed) }
}

/// A copy of the pixels, taken while the bitmap lives.
func pixels(of bitmap: Bitmap) -> [UInt32] { withExtendedLifetime(bitmap) { Array(bitmap.pixels) } }

func message(_ file: [UInt8]) -> String? {
  do { _ = try decode(file) } catch { return (error as? LayerError)?.message ?? "another error: \(error)" }
  return nil
}

@Suite struct PNGDecoderTests {
  struct Kind: CustomTestStringConvertible {
    var colorType: Int
    var depth: Int
    var isInterlaced: Bool
    var testDescription: String { "type \(colorType) depth \(depth)\(isInterlaced ? " interlaced" : "")" }
  }

  static let kinds: [Kind] = [(0, [1, 2, 4, 8, 16]), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (6, [8, 16])]
    .flatMap { type, depths in
      depths.flatMap { depth in [false, true].map { Kind(colorType: type, depth: depth, isInterlaced: $0) } }
    }

  @Test(arguments: kinds) func `every kind of PNG shows its pixels`(kind: Kind) throws {
    let most = 1 << kind.depth
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][kind.colorType] ?? 1
    func samples(_ x: Int, _ y: Int) -> [Int] {
      (0..<channels).map { (x * 7 + y * 13 + $0 * 29) * (most > 256 ? 257 : 1) % most }
    }
    var builder = PNGBuilder(
      width: 11, height: 9, depth: kind.depth, colorType: kind.colorType, isInterlaced: kind.isInterlaced,
      samples: samples)
    let palette = (0..<min(most, 256)).map {
      [UInt8(truncatingIfNeeded: $0 * 5), UInt8(truncatingIfNeeded: 255 - $0), UInt8(truncatingIfNeeded: $0 * 9)]
    }
    if kind.colorType == 3 {
      builder.chunks = [("PLTE", palette.flatMap { $0 }), ("tRNS", [0, 128])]
    }
    let bitmap = try decode(builder.file)
    #expect(bitmap.width == 11 && bitmap.height == 9)
    func eight(_ v: Int) -> Int { (v * 255 + (most - 1) / 2) / (most - 1) }
    for y in 0..<9 {
      for x in 0..<11 {
        let s = samples(x, y)
        var rgba: [Int]
        switch kind.colorType {
        case 0: rgba = [eight(s[0]), eight(s[0]), eight(s[0]), 255]
        case 2: rgba = [eight(s[0]), eight(s[1]), eight(s[2]), 255]
        case 3: rgba = palette[s[0]].map(Int.init) + [s[0] == 0 ? 0 : s[0] == 1 ? 128 : 255]
        case 4: rgba = [eight(s[0]), eight(s[0]), eight(s[0]), eight(s[1])]
        default: rgba = s.map(eight)
        }
        for c in 0..<3 { rgba[c] = (rgba[c] * rgba[3] + 127) / 255 }
        let pixel = (0..<4).map { Int(bitmap[x, y] >> UInt32(8 * $0) & 255) }
        #expect(pixel == rgba, "at \(x), \(y)")
      }
    }
  }

  @Test func `a transparent colour is clear`() throws {
    var builder = PNGBuilder(width: 2, height: 1, depth: 8, colorType: 2, samples: { x, _ in [10, 20, 30 + x] })
    builder.chunks = [("tRNS", [0, 10, 0, 20, 0, 30])]
    let bitmap = try decode(builder.file)
    #expect(bitmap[0, 0] == 0 && bitmap[1, 0] == 0xFF1F_140A)
    #expect(!bitmap.isOpaque)
  }

  // MARK: colours

  private func grey(_ value: Int, depth: Int = 8, _ chunks: [(name: String, data: [UInt8])]) throws -> UInt32 {
    try decode(
      PNGBuilder(width: 1, height: 1, depth: depth, colorType: 0, chunks: chunks, samples: { _, _ in [value] }).file)[
        0, 0] & 255
  }

  @Test func `gamma is brought to sRGB's`() throws {
    let linear = ("gAMA", PNGBuilder.be32(100000))
    #expect(try grey(128, [linear]) == 188)
    #expect(try grey(64, [linear]) == 137)
    #expect(try grey(255, [linear]) == 255)
    #expect(try grey(0, [linear]) == 0)
    #expect(
      try grey(0x0101, depth: 16, [linear]) == 13, "16 bits are converted before they are rounded: 255 × 12.92 × 1/255")
    #expect(
      try grey(128, [("gAMA", PNGBuilder.be32(55556))]) == 146, "1.8, as old Macintoshes had it: encode(0.502 ^ 1.8)")
    #expect(try grey(128, [("gAMA", PNGBuilder.be32(45455))]) == 128, "2.2 is taken for sRGB")
    #expect(try grey(128, [linear, ("sRGB", [0])]) == 128, "sRGB outdoes gamma")
  }

  @Test func `primaries are brought to sRGB's`() throws {
    // The primaries of Display P3 with sRGB's gamma: its red is outside sRGB, its grey is grey, and half its green is a
    // known colour.
    let p3 = [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000].flatMap { PNGBuilder.be32($0) }
    func color(_ rgb: [Int]) throws -> UInt32 {
      try decode(
        PNGBuilder(
          width: 1, height: 1, depth: 8, colorType: 2, chunks: [("gAMA", PNGBuilder.be32(45455)), ("cHRM", p3)],
          samples: { _, _ in rgb }
        ).file)[0, 0]
    }
    #expect(try color([255, 0, 0]) == 0xFF00_00FF)
    #expect(try color([128, 128, 128]) == 0xFF80_8080)
    // P3 (0.784, 0.392, 0.392) is sRGB (0.843, 0.363, 0.379): 215, 93, 97.
    let rose = try color([200, 100, 100])
    #expect([rose & 255, rose >> 8 & 255, rose >> 16 & 255] == [215, 93, 97])
  }

  @Test func `an ICC profile outdoes the other chunks`() throws {
    let profile = ICCBuilder.matrix(gamma: 1)
    let chunk = ("iCCP", Array("x".utf8) + [0, 0] + PNGBuilder.zlib(profile))
    let file = PNGBuilder(
      width: 1, height: 1, depth: 8, colorType: 2, chunks: [chunk], samples: { _, _ in [128, 128, 128] }
    ).file
    #expect(try decode(file)[0, 0] == 0xFFBC_BCBC)
  }

  @Test func `a PNG is turned by its eXIf chunk, wherever that stands`() throws {
    // Red, then blue; rotated a quarter turn clockwise, red is on top.
    let exif: [UInt8] =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    var builder = PNGBuilder(
      width: 2, height: 1, depth: 8, colorType: 2, samples: { x, _ in x == 0 ? [255, 0, 0] : [0, 0, 255] })
    let plain = builder.file
    builder.chunks = [("eXIf", exif)]
    let late = Array(plain.dropLast(12)) + PNGBuilder.chunk("eXIf", exif) + Array(plain.suffix(12))
    for file in [builder.file, late] {
      let bitmap = try decode(file)
      #expect(bitmap.width == 1 && bitmap.height == 2 && bitmap[0, 0] == 0xFF00_00FF && bitmap[0, 1] == 0xFFFF_0000)
    }
  }

  @Test func `an animated PNG shows its first picture and says so`() throws {
    var notes: [String] = []
    let builder = PNGBuilder(
      width: 1, height: 1, depth: 8, colorType: 0, chunks: [("acTL", PNGBuilder.be32(2) + PNGBuilder.be32(0))],
      samples: { _, _ in [9] })
    let bitmap = try builder.file.withUnsafeBytes { try ImageDecoder.decode($0, note: { notes.append($0) }) }
    #expect(bitmap[0, 0] == 0xFF09_0909 && notes == ["it is animated; its first picture is shown"])
  }

  @Test func `colours that are multiplied already are not multiplied again`() throws {
    let file = PNGBuilder(width: 2, height: 1, depth: 8, colorType: 6, samples: { x, _ in [100, x * 200, 0, 128] }).file
    let bitmap = try file.withUnsafeBytes { try ImageDecoder.decode($0, isPremultiplied: true) }
    #expect(bitmap[0, 0] == 0x8000_0064)
    #expect(bitmap[1, 0] == 0x8000_8064, "no channel is above alpha")
  }

  // MARK: damage

  @Test(arguments: [0, 3, 6]) func `a file cut off anywhere is an error that says so`(colorType: Int) {
    var builder = PNGBuilder(
      width: 5, height: 4, depth: 8, colorType: colorType,
      samples: { x, y in colorType == 3 ? [x & 1] : colorType == 6 ? [x, y, x, 200] : [x * y] })
    if colorType == 3 { builder.chunks = [("PLTE", [1, 2, 3, 4, 5, 6])] }
    let file = builder.file
    #expect(message(file) == nil)
    // The last 12 bytes are IEND.
    for count in 0..<file.count - 12 {
      let said = message(Array(file[..<count]))
      #expect(said != nil, "\(count) bytes")
      #expect(said?.contains("another error") == false)
    }
  }

  private func notes(_ file: [UInt8]) throws -> (bitmap: Bitmap, notes: [String]) {
    var notes: [String] = []
    let bitmap = try file.withUnsafeBytes { try ImageDecoder.decode($0, note: { notes.append($0) }) }
    return (bitmap, notes)
  }

  @Test(arguments: [1, 8, 16], [false, true])
  func `a file that ends behind its pixels is read with a note`(depth: Int, isInterlaced: Bool) throws {
    let most = 1 << depth
    let builder = PNGBuilder(
      width: 7, height: 6, depth: depth, colorType: 0, isInterlaced: isInterlaced,
      samples: { x, y in [(x * 41 + y * 7) % most] })
    let file = builder.file
    let whole = try notes(file)
    #expect(whole.notes.isEmpty)
    // The file without IEND, with a part of it, and with a part of an ancillary chunk in its place.
    let head = Array(file.dropLast(12))
    var tails = (0..<12).map { Array(file.suffix(12).prefix($0)) }
    let text = PNGBuilder.chunk("tEXt", Array("Comment\0words".utf8))
    tails += (0...text.count).map { Array(text.prefix($0)) }
    for tail in tails {
      let (bitmap, notes) = try notes(head + tail)
      #expect(pixels(of: bitmap) == pixels(of: whole.bitmap))
      #expect(
        notes == ["it ends before the end of its chunk IEND, after the last pixel: fetch or export it again"],
        "\(tail.count) bytes")
    }
    // A critical chunk there is still an error.
    #expect(message(head + PNGBuilder.chunk("ABCD", [1]).dropLast()) != nil)
    #expect(message(head + PNGBuilder.chunk("IEND", [1]).dropLast()) != nil)
  }

  @Test func `an ancillary chunk with a wrong checksum is left out with a note`() throws {
    let exif: [UInt8] =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    let chunks: [(String, [UInt8])] = [
      ("gAMA", PNGBuilder.be32(100000)), ("cHRM", (1...8).flatMap { PNGBuilder.be32($0 * 9000) }), ("sRGB", [0]),
      ("tRNS", [0, 10, 0, 20, 0, 30]), ("tEXt", Array("Comment\0words".utf8)), ("pHYs", [0, 0, 9, 9, 0, 0, 9, 9, 1]),
      ("eXIf", exif), ("acTL", PNGBuilder.be32(2) + PNGBuilder.be32(0)), ("abCd", [1, 2, 3]),
      ("iCCP", Array("x".utf8) + [0, 0] + PNGBuilder.zlib(ICCBuilder.matrix(gamma: 1))),
    ]
    var builder = PNGBuilder(width: 3, height: 2, depth: 8, colorType: 2, samples: { x, y in [10 + x, 20 + y, 30] })
    let plain = try notes(builder.file)
    #expect(plain.notes.isEmpty)
    var damage: UInt32 = 0x9E37_79B9
    for chunk in chunks {
      builder.chunks = [chunk]
      let file = builder.file
      _ = try notes(file)
      // After signature and header; the checksum is the chunk's last four bytes.
      let end = 8 + 25 + 12 + chunk.1.count
      for _ in 0..<8 {
        var damaged = file
        damage = damage &* 1_664_525 &+ 1_013_904_223
        damaged[end - 1 - Int(damage >> 8 & 3)] ^= UInt8(damage >> 24 | 1)
        let read = try notes(damaged)
        #expect(pixels(of: read.bitmap) == pixels(of: plain.bitmap), "\(chunk.0)")
        #expect(read.bitmap.width == 3)
        #expect(
          read.notes.first == "its chunk \(chunk.0) has a wrong checksum and is left out: fetch or export it again")
        #expect(read.notes.count == 1)
      }
    }
    // A wrong checksum of a critical chunk is an error.
    builder.chunks = []
    for name in ["IHDR", "IDAT", "IEND"] {
      var damaged = builder.file
      let at = try #require((0..<damaged.count - 4).first { damaged[$0..<$0 + 4].elementsEqual(name.utf8) })
      let size = damaged[at - 4..<at].reduce(0) { $0 << 8 | Int($1) }
      damaged[at + 4 + size] ^= 1
      #expect(message(damaged) != nil, "\(name)")
    }
  }

  @Test func `any byte may be wrong`() {
    let file = PNGBuilder(width: 5, height: 4, depth: 8, colorType: 6, samples: { x, y in [x * 9, y * 9, x * y, 200] })
      .file
    for at in file.indices {
      for flip in [1, 0x80, 0xFF] as [UInt8] {
        var damaged = file
        damaged[at] ^= flip
        #expect(message(damaged) != nil, "byte \(at): every one of them is under a checksum")
      }
    }
  }

  @Test func `wrong headers are refused`() {
    func said(_ change: (inout PNGBuilder) -> Void) -> String? {
      var builder = PNGBuilder(width: 2, height: 2, depth: 8, colorType: 2, samples: { _, _ in [1, 2, 3] })
      change(&builder)
      return message(builder.file)
    }
    #expect(said { _ in } == nil)
    #expect(said { $0.depth = 3 } != nil)
    #expect(said { $0.colorType = 3 } != nil, "no palette")
    #expect(said { $0.colorType = 5 } != nil)
    #expect(said { $0.samples = { _, _ in [1] } } != nil, "not enough data")
    let signature = PNGBuilder.signature
    #expect(message(signature) != nil)
    #expect(message(signature + PNGBuilder.chunk("IEND", [])) != nil)
    #expect(message(signature + [0x7F, 0xFF, 0xFF, 0xFF] + Array("IHDR".utf8)) != nil)
  }

  @Test func `sizes are judged before memory is taken`() {
    for (width, height) in [
      (40000, 40000), (40000, 1), (32768, 32768), (Int(Int32.max), Int(Int32.max)), (65536, 65536),
    ] {
      let header = PNGBuilder(width: width, height: height, depth: 1, colorType: 0).header
      let file =
        PNGBuilder.signature + PNGBuilder.chunk("IHDR", header)
        + PNGBuilder.chunk("IDAT", [0x78, 1, 1, 0, 0, 0xFF, 0xFF, 0, 0, 0, 1])
      #expect(throws: LayerError.self) {
        try decode(
          file,
          allowed: { _ in
            Issue.record("asked for memory"); return true
          })
      }
    }
    let file = PNGBuilder(width: 100, height: 50, depth: 8, colorType: 0, samples: { _, _ in [0] }).file
    var asked = 0
    let refused = #expect(throws: LayerError.self) {
      try decode(file) {
        asked = $0
        return false
      }
    }
    #expect(asked == 100 * 50 * 4 && refused?.kind == .limit)
  }
}

/// ICC profiles of three curves and a matrix.
enum ICCBuilder {
  /// sRGB's primaries with a gamma for a curve.
  static func matrix(gamma: Double) -> [UInt8] {
    func fixed(_ v: Double) -> [UInt8] { PNGBuilder.be32(Int(v * 65536)) }
    func xyz(_ v: [Double]) -> [UInt8] { Array("XYZ ".utf8) + [0, 0, 0, 0] + v.flatMap(fixed) }
    let curve = Array("curv".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, UInt8(gamma), 0, 0, 0]
    let tags: [(String, [UInt8])] = [
      ("rXYZ", xyz([0.4360747, 0.2225045, 0.0139322])), ("gXYZ", xyz([0.3850649, 0.7168786, 0.0971045])),
      ("bXYZ", xyz([0.1430804, 0.0606169, 0.7141733])), ("wtpt", xyz([0.9642, 1, 0.8249])), ("rTRC", curve),
      ("gTRC", curve),
      ("bTRC", curve), ("cprt", Array("text\0\0\0\0free\0\0\0\0".utf8)),
      ("desc", Array("desc\0\0\0\0\0\0\0\u{1}\0\0\0\0".utf8)),
    ]
    return assembled(class: "mntr", space: "RGB ", connection: "XYZ ", tags)
  }
}
