// SPDX-License-Identifier: MIT
import ImageFiles
import Pixels
import Testing

@Suite struct ColorProfileTests {
  /// The three colour components of an opaque pixel.
  private func rgb(_ pixel: UInt32) -> [Int] { [0, 8, 16].map { Int(pixel >> $0 & 255) } }

  private func near(_ pixel: UInt32, _ expected: [Int], by tolerance: Int = 3) -> Bool {
    zip(rgb(pixel), expected).allSatisfy { abs($0 - $1) <= tolerance } && pixel >> 24 == 255
  }

  private func png(_ samples: [Int], depth: Int = 8, colorType: Int = 2, profile: [UInt8]) -> [UInt8] {
    PNGBuilder(
      width: 1, height: 1, depth: depth, colorType: colorType,
      chunks: [("iCCP", Array("x".utf8) + [0, 0] + PNGBuilder.zlib(profile))], samples: { _, _ in samples }
    ).file
  }

  /// A JPEG file with a profile in its application segment (APP2).
  private func jpeg(_ file: [UInt8], profile: [UInt8]) -> [UInt8] {
    let body = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
    return Array(file[..<2]) + [0xFF, 0xE2, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
      + Array(file[2...])
  }

  // Red, green and blue are permuted cyclically: a table that no matrix can represent, since yellow becomes grey.
  private static let round = ICCBuilder.table("RGB ") { c in
    switch c {
    case [0, 0, 0]: [0, 0, 0]
    case [1, 0, 0]: [87.82, -79.27, 80.99]  // sRGB's green
    case [0, 1, 0]: [29.57, 68.29, -112.03]  // its blue
    case [0, 0, 1]: [54.29, 80.80, 69.89]  // its red
    default: [53.39, 0, 0]  // grey 127
    }
  }

  @Test func `a profile of tables shows the colours its tables say`() throws {
    #expect(near(try decode(png([255, 0, 0], profile: Self.round))[0, 0], [0, 255, 0], by: 12))
    #expect(near(try decode(png([0, 255, 0], profile: Self.round))[0, 0], [0, 0, 255]))
    #expect(near(try decode(png([0, 0, 255], profile: Self.round))[0, 0], [255, 0, 0]))
    #expect(near(try decode(png([255, 255, 0], profile: Self.round))[0, 0], [127, 127, 127]))
    #expect(near(try decode(png([0, 0, 0], profile: Self.round))[0, 0], [0, 0, 0]))
  }

  @Test func `tables convert sixteen bits, and leave alpha alone`() throws {
    let pixel = try decode(png([0, 0xFFFF, 0, 0x8080], depth: 16, colorType: 6, profile: Self.round))[0, 0]
    #expect(pixel >> 24 == 128 && abs(Int(pixel >> 16 & 255) - 128) <= 2 && pixel & 255 <= 2)
    let eight = try decode(png([0, 255, 0, 0], colorType: 6, profile: Self.round))[0, 0]
    #expect(eight == 0, "clear stays clear")
  }

  @Test func `inks are shown as their profile says, with Adobe's marker or without`() throws {
    // No cyan, full magenta and yellow, a fifth black: (204, 0, 0) without a profile; this profile maps cyan to red and
    // everything else to blue.
    let profile = ICCBuilder.table("CMYK") { c in
      c == [0, 0, 0, 0] ? [100, 0, 0] : c[0] == 1 ? [54.29, 80.80, 69.89] : [29.57, 68.29, -112.03]
    }
    let shown = try decode(jpeg(Fixtures.cmykJPEG, profile: profile))[3, 3]
    let plainest = try decode(Fixtures.cmykJPEG)[3, 3]
    #expect(near(shown, [0, 0, 255], by: 40) && !near(plainest, [0, 0, 255], by: 40))
    // The bytes without Adobe's marker have that meaning too.
    var plain = jpeg(Fixtures.cmykJPEG, profile: profile)
    let adobe = try #require((0..<plain.count - 6).first { plain[$0..<$0 + 5].elementsEqual("Adobe".utf8) })
    plain[adobe] = UInt8(ascii: "a")
    #expect(try decode(plain)[3, 3] == shown)
  }

  @Test func `a profile for other samples is left out with a word`() throws {
    var notes: [String] = []
    let file = jpeg(Fixtures.greyJPEG, profile: ICCBuilder.table("CMYK") { _ in [50, 0, 0] })
    let bitmap = try file.withUnsafeBytes { try ImageDecoder.decode($0, note: { notes.append($0) }) }
    #expect(near(bitmap[3, 3], [100, 100, 100]))
    #expect(notes == ["its colour profile is damaged or for another kind of picture and is left out"])
  }

  @Test func `wrong bytes in a profile never end the process`() throws {
    var noise = Noise(state: 7)
    let profile = ICCBuilder.table("RGB ") { [100 * $0[0], 0, 0] }
    for _ in 0..<300 {
      var damaged = profile
      for _ in 0..<4 { damaged[Int(noise.next() << 8 | noise.next()) % damaged.count] = UInt8(noise.next()) }
      _ = try decode(jpeg(Fixtures.greyJPEG, profile: damaged))
    }
  }
}

extension ICCBuilder {
  /// A profile of one table with two points on each axis, in eight bits: the Lab colour of each corner of the device's
  /// colour space (components 0 or 1).
  static func table(_ space: String, _ lab: ([Double]) -> [Double]) -> [UInt8] {
    let inputs = space == "CMYK" ? 4 : 3
    func fixed(_ v: Double) -> [UInt8] { PNGBuilder.be32(Int(v * 65536)) }
    let identity = (0...255).map { UInt8($0) }
    var table = Array("mft1\0\0\0\0".utf8) + [UInt8(inputs), 3, 2, 0]
    table += [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap { fixed($0) }
    for _ in 0..<inputs { table += identity }
    for corner in 0..<1 << inputs {
      // The first channel varies slowest.
      let v = lab((0..<inputs).map { Double(corner >> (inputs - 1 - $0) & 1) })
      table += [v[0] / 100 * 255, v[1] + 128, v[2] + 128].map { UInt8(min(max($0.rounded(), 0), 255)) }
    }
    for _ in 0..<3 { table += identity }
    while table.count % 4 != 0 { table.append(0) }
    let white = Array("XYZ \0\0\0\0".utf8) + [0.9642, 1, 0.8249].flatMap { fixed($0) }
    let tags: [(String, [UInt8])] = [
      ("A2B0", table), ("wtpt", white), ("cprt", Array("text\0\0\0\0free\0\0\0\0".utf8)),
      ("desc", Array("desc\0\0\0\0\0\0\0\u{1}\0\0\0\0".utf8)),
    ]
    return assembled(class: space == "CMYK" ? "prtr" : "mntr", space: space, connection: "Lab ", tags)
  }

  static func assembled(class deviceClass: String, space: String, connection: String, _ tags: [(String, [UInt8])])
    -> [UInt8]
  {
    func fixed(_ v: Double) -> [UInt8] { PNGBuilder.be32(Int(v * 65536)) }
    var directory = PNGBuilder.be32(tags.count), data: [UInt8] = []
    let start = 132 + 12 * tags.count
    for (name, body) in tags {
      directory += Array(name.utf8) + PNGBuilder.be32(start + data.count) + PNGBuilder.be32(body.count)
      data += body
    }
    var header = [UInt8](repeating: 0, count: 128)
    func put(_ at: Int, _ bytes: [UInt8]) { header.replaceSubrange(at..<at + bytes.count, with: bytes) }
    put(0, PNGBuilder.be32(start + data.count))
    put(8, [2, 0x10, 0, 0])
    put(12, Array("\(deviceClass)\(space)\(connection)".utf8))
    put(36, Array("acsp".utf8))
    put(68, fixed(0.9642) + fixed(1) + fixed(0.8249))
    return header + directory + data
  }
}
