// SPDX-License-Identifier: MIT
import Formats
import ImageFiles
import Pixels
import Testing

@Suite struct OtherFormatTests {
  private func near(_ pixel: UInt32, _ rgb: [Int], by tolerance: Int = 4) -> Bool {
    (0..<3).allSatisfy { abs(Int(pixel >> UInt32(8 * $0) & 255) - rgb[$0]) <= tolerance } && pixel >> 24 == 255
  }

  /// Left half red, right half blue at half opacity.
  private func halves() throws -> Bitmap {
    try Bitmap(width: 32, height: 16) { pixels in
      for i in pixels.indices { pixels[i] = i % 32 < 16 ? 0xFF00_00FF : 0x8080_0000 }
    }
  }

  @Test func `a JPEG comes back nearly, on white where it was clear`() throws {
    let file = try ImageEncoder.encode(halves(), as: .jpeg, quality: 0.95)
    let back = try decode(file)
    #expect(back.width == 32 && back.height == 16 && back.isOpaque)
    #expect(near(back[4, 8], [255, 0, 0]))
    #expect(near(back[28, 8], [127, 127, 255]))
    #expect(try ImageEncoder.encode(halves(), as: .jpeg, quality: 0.2).count < file.count)
  }

  @Test func `a WebP comes back nearly, and exactly at full quality`() throws {
    let exact = try decode(ImageEncoder.encode(halves(), as: .webp, quality: 1))
    #expect(pixels(of: exact) == pixels(of: try halves()))
    let near = try decode(ImageEncoder.encode(halves(), as: .webp, quality: 0.8))
    #expect(near[28, 8] >> 24 == 128 && self.near(near[4, 8], [255, 0, 0], by: 12))
  }

  @Test func `grey, inks and several scans are read`() throws {
    #expect(near(try decode(Fixtures.greyJPEG)[3, 3], [100, 100, 100]))
    #expect(near(try decode(Fixtures.cmykJPEG)[3, 3], [204, 0, 0]))
    let scans = try decode(Fixtures.progressiveJPEG)
    #expect(near(scans[2, 4], [255, 0, 0]) && near(scans[13, 4], [0, 0, 255]))
  }

  @Test func `inks without Adobe's marker are shown as browsers show them`() throws {
    // Chromium 156 and Pillow 13 show (204, 0, 0) for both files.
    let file = Fixtures.cmykJPEG
    let name = try #require((0..<file.count - 6).first { file[$0..<$0 + 5].elementsEqual("Adobe".utf8) })
    let size = Int(file[name - 2]) << 8 | Int(file[name - 1])
    let plain = Array(file[..<(name - 4)] + file[(name - 2 + size)...])
    #expect(near(try decode(plain)[3, 3], [204, 0, 0]))
    #expect(pixels(of: try decode(plain)) == pixels(of: try decode(file)))
  }

  @Test func `a picture taken sideways stands upright`() throws {
    let turned = try decode(Fixtures.turnedJPEG)
    #expect(turned.width == 8 && turned.height == 16)
    #expect(near(turned[4, 2], [255, 0, 0]) && near(turned[4, 13], [0, 0, 255]))
  }

  @Test func `each orientation turns its own way`() throws {
    // One corner is red: its position and the size distinguish the eight orientations.
    let corners: [Int: (Int, Int)] = [
      1: (0, 0), 2: (1, 0), 3: (1, 1), 4: (0, 1), 5: (0, 0), 6: (1, 0), 7: (1, 1), 8: (0, 1),
    ]
    for (value, corner) in corners {
      var file = Fixtures.turnedJPEG
      let tag = try #require(
        (0..<file.count - 12).first {
          file[$0..<$0 + 2].elementsEqual([0x01, 0x12]) || file[$0..<$0 + 2].elementsEqual([0x12, 0x01])
        })
      let isLittle = file[tag] == 0x12
      file[tag + (isLittle ? 8 : 9)] = UInt8(value)
      let bitmap = try decode(file)
      #expect((bitmap.width, bitmap.height) == (value < 5 ? (16, 8) : (8, 16)), "orientation \(value)")
      // The stored left half is red.
      let x = corner.0 * (bitmap.width - 1), y = corner.1 * (bitmap.height - 1)
      #expect(near(bitmap[x, y], [255, 0, 0]), "orientation \(value)")
    }
  }

  @Test(arguments: [PictureCodec.jpeg, .webp]) func `a file cut off anywhere is an error`(format: PictureCodec) throws {
    let file = try ImageEncoder.encode(halves(), as: format)
    for count in 0..<file.count - (format == .jpeg ? 2 : 0) {
      let said = message(Array(file[..<count]))
      #expect(said != nil && said?.contains("another error") == false, "\(count) of \(file.count) bytes")
    }
  }

  @Test func `the limit of scans is named`() throws {
    // The last scan again and again, from its marker to the end of the file.
    let file = Fixtures.progressiveJPEG
    let scan = try #require((0..<file.count - 2).last { file[$0] == 0xFF && file[$0 + 1] == 0xDA })
    let last = Array(file[scan..<(file.count - 2)])
    let many = Array(file[..<(file.count - 2)]) + Array(repeatElement(last, count: 200).joined()) + [0xFF, 0xD9]
    #expect(message(many)?.contains("more than 100 scans") == true, "\(message(many) ?? "no error")")
  }

  @Test func `wrong bytes never end the process`() throws {
    var noise = Noise(state: 99)
    for source in [
      Fixtures.progressiveJPEG, Fixtures.cmykJPEG, try ImageEncoder.encode(halves(), as: .webp), Fixtures.turnedJPEG,
    ] {
      for _ in 0..<400 {
        var file = source
        for _ in 0..<3 { file[Int(noise.next() << 8 | noise.next()) % file.count] = UInt8(noise.next()) }
        if let said = message(file) { #expect(!said.contains("another error"), "\(said)") }
      }
    }
  }

  @Test(arguments: [
    ("GIF89a", "the GIF file is damaged"), ("BM....", "BMP"), ("II*\0", "TIFF"), ("<svg xmlns=", "SVG"),
    ("%PDF-1.7", "PDF"),
    ("root:x:0:0", "text"),
    ("RIFF....WAVE", "RIFF"), ("\0\0\0\u{20}ftypavif", "AVIF"), ("", "empty"),
  ])
  func `what is no picture is named`(start: String, name: String) {
    #expect(message(Array(start.utf8))?.contains(name) == true)
  }

  @Test func `an animated WebP shows its first picture and says so`() throws {
    var notes: [String] = []
    let bitmap = try Fixtures.animatedWebP.withUnsafeBytes { try ImageDecoder.decode($0, note: { notes.append($0) }) }
    #expect(bitmap.width == 4 && bitmap.height == 4 && bitmap.isOpaque)
    #expect(notes == ["it is animated; its first picture is shown"])
    for count in 30..<150 {
      let said = message(Array(Fixtures.animatedWebP[..<count]))
      #expect(said?.contains("another error") != true, "\(count) bytes: \(said ?? "")")
    }
  }

  @Test func `a file says its pixels per inch, and a background lies under what is clear`() throws {
    let file = try ImageEncoder.encode(halves(), as: .jpeg, dpi: 300, background: Color(red: 0, green: 1, blue: 0))
    #expect(file[13] == 1 && file[14] == 1 && file[15] == 44, "a JFIF head in pixels per inch, 300")
    #expect(near(try decode(file)[28, 8], [0, 127, 128], by: 6))
    let flat = try decode(ImageEncoder.encode(halves(), as: .png, background: Color(white: 0)))
    #expect(flat.isOpaque && flat[28, 8] == 0xFF80_0000)
  }
}
