// SPDX-License-Identifier: MIT
import Formats
import Messages
import Testing
import TestSupport

/// The table of formats that are read.
@Suite struct InputFormatTests {
  private func format(_ bytes: [UInt8]) -> String? { bytes.withUnsafeBytes { InputFormat.of($0)?.name } }

  private func refusal(_ bytes: [UInt8]) -> String { bytes.withUnsafeBytes { InputFormat.refusal(of: $0).message } }

  @Test(arguments: [
    ("\u{0}\u{1}\u{0}\u{0}x", "TrueType"), ("OTTOx", "OpenType"), ("ttcf", "font collection"), ("wOFFx", "WOFF"),
    ("wOF2x", "WOFF2"), ("%PDF-1.7", "PDF"), ("<svg/>", "SVG"),
    (" \n<?xml version='1.0'?><!-- a --><a:svg x=''>", "SVG"),
    ("<!DOCTYPE svg [<!ENTITY a 'b'>]><svg>", "SVG"), ("\u{FEFF}<svg>", "SVG"), ("GIF89a", "GIF"), ("BMx", "BMP"),
    ("\u{0}\u{0}\u{0}\u{20}ftypavif", "AVIF"), ("\u{0}\u{0}\u{0}\u{20}ftypheic", "HEIC"), ("RIFF....WEBPVP8 ", "WebP"),
    (#"{"v":"5","layers":[]}"#, "Lottie"), (#" {"fr":30,"ip":0,"op":9,"assets":["#, "Lottie"),
    ("PK\u{3}\u{4}" + String(repeating: "\u{0}", count: 22) + "\u{d}\u{0}\u{0}\u{0}manifest.json", "Lottie"),
    ("PK\u{3}\u{4}" + String(repeating: "\u{0}", count: 22) + "\u{5}\u{0}\u{0}\u{0}a.xml", "Core Animation bundle"),
  ])
  func `a file is known by its first bytes`(text: String, name: String) {
    #expect(format(Array(text.utf8)) == name)
  }

  @Test func `signatures that are no text`() {
    #expect(
      format([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) == "PNG" && format([0xFF, 0xD8, 0xFF, 0xE0]) == "JPEG")
    #expect(format([0x1F, 0x8B, 8]) == "SVG" && format([0xFF, 0x0A]) == "JPEG XL" && format([0, 0, 1, 0]) == "ICO")
    for other in ["", "<html><svg>", "<!-- <svg> ", "hello", "RIFF....WAVE", "<?xml <svg", #"{"a":1}"#] {
      #expect(format(Array(other.utf8)) == nil, "\(other)")
    }
  }

  @Test func `an extension belongs to one format, and every readable one has some`() {
    let all = InputFormat.all.flatMap(\.extensions)
    #expect(Set(all).count == all.count)
    for format in InputFormat.all {
      if case .unreadable = format.content {
        #expect(format.extensions.isEmpty)
      } else {
        #expect(!format.extensions.isEmpty)
      }
    }
    #expect(InputFormat.pictureExtensions == ["png", "jpg", "jpeg", "webp", "gif"])
    #expect(InputFormat.drawingExtensions == ["svg", "svgz", "pdf"])
    // A format that is both written and read has one name.
    for codec in PictureCodec.allCases {
      #expect(InputFormat.all.contains { $0.content == .picture(codec) && $0.name == codec.format.name })
    }
  }

  @Test func `a file that is no picture is named, with the remedy`() {
    #expect(
      refusal(Array("BM".utf8)).hasPrefix(
        "this is a BMP file, which cannot be read: convert it to PNG; pictures are"))
    #expect(refusal([0, 0, 1, 0]).hasPrefix("this is an ICO file"))
    #expect(refusal(Array("8BPS".utf8)).hasPrefix("this is a Photoshop file, which cannot be read: export it as PNG"))
    #expect(refusal([]).hasPrefix("the file is empty") && refusal(Array("hello".utf8)).hasPrefix("this is text"))
    #expect(refusal([0x89, 0x50]).hasPrefix("the PNG file ends too early"))
    #expect(refusal([1, 2, 3]).hasPrefix("this is not a picture of a known kind"))
  }

  @Test func `any bytes have an answer`() {
    var random = SeededRandom(0x1F0)
    let starts = ["<", "<?", "<!--", "<!DOCTYPE", "<!DOCTYPE svg [", "ftyp", "RIFF", "\u{FEFF}<", "<a:", ""]
    for _ in 0..<20_000 {
      var bytes = Array((starts.randomElement(using: &random) ?? "").utf8)
      for _ in 0..<Int.random(in: 0..<40, using: &random) {
        bytes.append(
          Bool.random(using: &random)
            ? UInt8.random(in: 0...255, using: &random)
            : Array("<>!-?[]svg: ".utf8)[Int.random(in: 0..<12, using: &random)])
      }
      _ = format(bytes)
      #expect(refusal(bytes).contains("; pictures are "))
    }
  }
}
