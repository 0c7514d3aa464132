// SPDX-License-Identifier: MIT
import Foundation
import ImageFiles
import Pixels
import Testing
import TestSupport

/// The sample package, built against the engine's products as by a user. A checkout's first build takes as long as the
/// engine's (about two minutes), so `scripts/test samples` sets LAYERLUA_SAMPLES to run these separately. The build is
/// kept in .build/samples.
@Suite(.serialized) struct SampleTests {
  static let isAsked = ProcessInfo.processInfo.environment["LAYERLUA_SAMPLES"] != nil
  static let package = Checkout.root + "/docs/samples/swift"
  static let built = Result { try build() }

  private static func build() throws -> String {
    // The build plan of a package with another scratch path is not updated when the engine gains a file.
    try? FileManager.default.removeItem(atPath: Checkout.root + "/.build/samples/debug.yaml")
    let arguments = ["build", "--package-path", package, "--scratch-path", Checkout.root + "/.build/samples"]
    let swift = ProcessInfo.processInfo.environment["SWIFT"] ?? "/usr/bin/env"
    let result = try runCommand(
      swift, swift == "/usr/bin/env" ? ["swift"] + arguments : arguments, in: package, limit: 1200)
    try #require(result.status == 0, "\(result.text)\n\(result.errors)")
    #expect(
      !result.text.contains("warning:") && !result.errors.contains("warning:"), "\(result.text)\n\(result.errors)")
    return Checkout.root + "/.build/samples/debug"
  }

  @Test(.enabled(if: isAsked)) func `the card runs a script with functions of the host`() throws {
    let folder = try TemporaryFolder()
    let result = try runCommand(try Self.built.get() + "/card", [], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.text == """
        the title is 26.0 points high
        320×180 pixels, the middle one is [236, 248, 255, 255]
        mistake.lua:1: ca.host.price: there is no article named coffee
          print(ca.host.price('coffee', 1))

        """)
    let picture = try decode(try folder.read("card.png"))
    #expect(picture.width == 640 && picture.height == 360)
    // The photo's corner, and the meter at seven tenths.
    #expect(picture.color(x: 60, y: 200).green > 0.49 && picture.color(x: 60, y: 200).green < 0.51)
    #expect(picture.color(x: 300, y: 304).red > 0.85 && picture.color(x: 300, y: 304).blue < 0.2)
    #expect(picture.color(x: 590, y: 304).blue > 0.85)
  }

  @Test(.enabled(if: isAsked)) func `the poster needs no Lua`() throws {
    let folder = try TemporaryFolder()
    let program = try Self.built.get() + "/poster"
    let result = try runCommand(program, [], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text == "after a second the sun stands at 110.0\n")
    let picture = try decode(try folder.read("poster.png"))
    #expect(picture.width == 400 && picture.height == 240)
    #expect(picture.color(x: 120, y: 220).red > 0.95 && picture.color(x: 120, y: 100).red < 0.2)
    let libraries = try runCommand("/usr/bin/env", ["ldd", program], in: folder.path)
    #expect(!libraries.text.contains("liblua"))
  }

  private func decode(_ bytes: [UInt8]) throws -> Bitmap { try bytes.withUnsafeBytes { try ImageDecoder.decode($0) } }

  @Test func `the guide shows the samples`() throws {
    let guide = try String(contentsOfFile: Checkout.root + "/docs/guide/embedding.md", encoding: .utf8)
    for name in ["card", "poster"] {
      let program = try String(contentsOfFile: Self.package + "/Sources/\(name)/main.swift", encoding: .utf8)
      #expect(
        guide.contains("```swift\n\(program)```\n"),
        "the program of docs/samples/swift/Sources/\(name) differs from the guide's")
    }
  }
}
