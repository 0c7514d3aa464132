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

  @Test func `quality, lossless and compression are options, for the formats that know them`() throws {
    try folder.write(
      """
      local l = ca.GradientLayer { bounds = {0, 0, 200, 100}, colors = {"red", "blue"}, cornerRadius = 30 }
      if ca.args.out then ca.render(l, ca.args.out, { quality = tonumber(ca.args.quality),
        lossless = ca.args.lossless and true, compression = math.tointeger(tonumber(ca.args.compression)) }) end
      return l
      """, to: "a.lua")
    // The program's options give the bytes of the script's.
    let formats: [(String, [(String, String?)])] = [
      ("jpg", [("quality", "0.3")]), ("webp", [("quality", "0.3")]), ("webp", [("lossless", nil)]),
      ("png", [("compression", "12")]), ("png", [("compression", "1")]),
    ]
    for (format, options) in formats {
      let words = options.flatMap { ["--\($0)"] + ($1.map { [$0] } ?? []) }
      let given = options.flatMap { ["-D", "\($0)=\($1 ?? "1")"] }
      let plain = try runCommand(Checkout.program, ["a.lua", "-o", "\(format):-"], in: folder.path)
      let chosen = try runCommand(Checkout.program, ["a.lua", "-o", "\(format):-"] + words, in: folder.path)
      let scripted = try runCommand(
        Checkout.program, ["a.lua", "-o", "rest.png", "-D", "out=own.\(format)"] + given, in: folder.path)
      #expect(chosen.status == 0 && scripted.status == 0, "\(words): \(chosen.errors) \(scripted.errors)")
      #expect(chosen.output != plain.output, "\(words)")
      #expect(try folder.read("own.\(format)") == chosen.output, "\(words)")
    }
    let rows: [([String], String)] = [
      (["-o", "a.png", "--quality", "0.5"], "a.png: quality is for .jpg and .webp files; a .png is lossless"),
      (["-o", "a.jpg", "--compression", "3"], "a.jpg: compression is for .png files; use quality for a .jpg"),
      (["-o", "a.jpg", "--lossless"], "a.jpg: lossless is for .webp files"),
      (["-o", "a.webp", "--lossless", "--quality", "0.5"], "lossless and quality 0.5 contradict each other"),
      (["-o", "a.jpg", "--quality", "80"], "--quality expects a number from 0 to 1, such as 0.8, got \"80\""),
      (["-o", "a.png", "--compression", "0"], "--compression expects 1 (fastest) to 12 (smallest), got \"0\""),
      (["-o", "a.ca", "--quality", "1"], "--quality is for pictures"),
    ]
    for (arguments, words) in rows {
      let result = try runCommand(Checkout.program, ["a.lua"] + arguments, in: folder.path)
      #expect(result.status == 2 && result.errors.contains(words), "\(result.errors)")
    }
  }
}
