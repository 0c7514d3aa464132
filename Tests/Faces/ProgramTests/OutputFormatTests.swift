// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The formats that the program writes: to standard output, and with the options of an encoder.
@Suite struct OutputFormatTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func layerlua(_ arguments: String...) throws -> CommandResult {
    try runCommand(Checkout.program, arguments, in: folder.path)
  }

  @Test func `a word before a colon is the format of standard output`() throws {
    try folder.write("print 'hello' " + ProgramTests.square, to: "a.lua")
    for format in ["png", "jpg", "jpeg", "webp", "pdf", "svg", "JPG"] {
      let result = try layerlua("a.lua", "-o", "\(format):-", "--scale", "2")
      #expect(result.status == 0 && result.errors == "hello\n", "\(format): \(result.errors)")
      #expect(try layerlua("a.lua", "-o", "a.\(format)", "--scale", "2").status == 0)
      #expect(result.output == (try folder.read("a.\(format)")), "\(format)")
    }
    try folder.write(
      """
      local l = ca.Layer { bounds = {0, 0, 20, 10}, backgroundColor = "red" }
      l:addAnimation(ca.BasicAnimation { keyPath = "opacity", toValue = 0, duration = 0.4 })
      return l
      """, to: "b.lua")
    let before = folder.contents
    for format in ["gif", "apng", "webp", "pdf"] {
      let options = ["--fps", "10"] + (format == "apng" ? ["--isolate"] : [])
      let result = try runCommand(Checkout.program, ["b.lua", "-o", "\(format):-"] + options, in: folder.path)
      #expect(result.status == 0 && result.errors == "", "\(format): \(result.errors)")
      #expect(folder.contents == before)
      #expect(try layerlua("b.lua", "-o", "b.\(format)", "--fps", "10").status == 0)
      #expect(result.output == (try folder.read("b.\(format)")), "\(format)")
      try FileManager.default.removeItem(atPath: folder.path + "/b.\(format)")
    }
    let rows = [
      ("bmp:-", "unknown format \"bmp\" for standard output"), (":-", "unknown format \"\""),
      ("lua:-", "unknown format \"lua\""), ("jpg:-", "--scale takes one number"),
    ]
    for (name, words) in rows {
      let result = try layerlua("a.lua", "-o", name, "--scale", "1,2")
      #expect(result.status == 2 && result.errors.contains(words), "\(result.errors)")
    }
    #expect(try layerlua("a.lua", "-o", "./jpg:-.png").status == 0)
    #expect(folder.exists("jpg:-.png"))
  }

  @Test func `effort is for a WebP, and the default is as said`() throws {
    try folder.write(
      """
      local l = ca.GradientLayer { bounds = {0, 0, 200, 100}, colors = {"red", "blue"}, startPoint = {0, 0},
        cornerRadius = 30 }
      l:addAnimation(ca.BasicAnimation { keyPath = "opacity", toValue = 0.5, duration = 0.2 })
      return l
      """, to: "a.lua")
    func bytes(_ effort: String?, _ options: [String] = []) throws -> [UInt8] {
      let result = try runCommand(
        Checkout.program, ["a.lua", "-o", "webp:-"] + options + (effort.map { ["--effort", $0] } ?? []),
        in: folder.path)
      #expect(result.status == 0, "\(result.errors)")
      return result.output
    }
    let film = ["--fps", "10"]
    #expect(try bytes("4") == bytes(nil))
    #expect(try bytes("0") != bytes("6"))
    #expect(try bytes("2", film) == bytes(nil, film))
    #expect(try bytes("0", film) != bytes("6", film))
    let rows: [([String], Int32, String)] = [
      (["-o", "a.png", "--effort", "2"], 2, "a.png: effort is for .webp files; use compression for a .png"),
      (["-o", "jpg:-", "--effort", "2"], 2, "-o jpg:-: effort is for .webp files; a .jpg has none"),
      (["-o", "a.gif", "--effort", "2"], 2, "effort is for .webp films; a .gif has none"),
      (["-o", "a.webp", "--effort", "7"], 2, "--effort expects 0 (fastest) to 6 (smallest), got \"7\""),
      (["-o", "a.webp", "--effort", "x"], 2, "--effort expects"),
      (["-o", "a.ca", "--effort", "1"], 2, "--effort is for pictures"),
    ]
    for (arguments, status, words) in rows {
      let result = try runCommand(Checkout.program, ["a.lua"] + arguments, in: folder.path)
      #expect(result.status == status && result.errors.contains(words), "\(result.errors)")
    }
  }
}
