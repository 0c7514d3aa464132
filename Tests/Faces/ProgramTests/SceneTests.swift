// SPDX-License-Identifier: MIT
import Foundation
import ImageFiles
import Pixels
import Testing
import TestSupport

/// The scenes of scripts/scenes, compared byte by byte with the pictures in Tests/Scenes. `scripts/record` redraws
/// these.
@Suite struct SceneTests {
  static let folder = Checkout.root + "/Tests/Scenes"

  @Test(arguments: Checkout.scenes) func `a scene gives its stored picture`(name: String) throws {
    let output = try TemporaryFolder()
    let result = try runCommand(
      Checkout.program, ["scripts/scenes/\(name).lua"] + Self.arguments(name) + ["-o", output.path + "/out.png"],
      in: Checkout.root)
    try #require(result.status == 0, "\(name): \(result.errors)")
    #expect(result.errors.isEmpty, "\(name): \(result.errors)")
    let expected = try readBitmap("\(Self.folder)/\(name).png")
    let actual = try readBitmap(output.path + "/out.png")
    if let difference = describeDifference(expected: expected, actual: actual) {
      try writeStrip(expected: Picture(expected), actual: Picture(actual), to: "\(Self.folder)/difference/\(name).png")
      Issue.record(
        "\(name): \(difference); see Tests/Scenes/difference/\(name).png (expected | difference × 3 | actual)")
    }
  }

  @Test(arguments: Checkout.scenes) func `a scene gives the same bytes on any number of threads and on every run`(
    name: String
  ) throws {
    var pictures: [[UInt8]] = []
    for threads in ["1", "2", "3", "3"] {
      let result = try runCommand(
        Checkout.program, ["scripts/scenes/\(name).lua"] + Self.arguments(name) + ["--threads", threads, "-o", "-"],
        in: Checkout.root)
      try #require(result.status == 0, "\(name): \(result.errors)")
      pictures.append(result.output)
    }
    for picture in pictures.dropFirst() { #expect(picture == pictures[0]) }
  }

  @Test func `every scene has a stored picture of at most 24 KiB, and every picture a scene`() throws {
    let pictures = Checkout.names(in: Self.folder, ending: ".png")
    #expect(pictures == Checkout.scenes)
    for name in pictures {
      let size = try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/\(name).png")).count
      #expect(size <= 24 * 1024, "\(name).png has \(size) bytes")
    }
  }

  static func arguments(_ name: String) -> [String] {
    let text = (try? String(contentsOfFile: "\(folder)/\(name).args", encoding: .utf8)) ?? ""
    return text.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
