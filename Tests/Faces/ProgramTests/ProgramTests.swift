// SPDX-License-Identifier: MIT
import Formats
import Foundation
import ImageFiles
import Pixels
import Testing
import TestSupport

/// The built program as a black box: its files, output and exit codes.
@Suite struct ProgramTests {
  let folder: TemporaryFolder
  static let square = """
    local ca = require "layerlua"
    return ca.Layer { bounds = {0, 0, 20, 10}, backgroundColor = "red" }
    """

  init() throws { folder = try TemporaryFolder() }

  private func layerlua(_ arguments: String..., input: String? = nil) throws -> CommandResult {
    try runCommand(Checkout.program, arguments, in: folder.path, input: input.map { Array($0.utf8) })
  }

  private func bitmap(_ name: String) throws -> Bitmap { try readBitmap("\(folder.path)/\(name)") }

  // MARK: Output

  @Test func `a returned layer goes to the script's name in the working directory`() throws {
    try folder.write(Self.square, to: "scenes/square.lua")
    let result = try layerlua("scenes/square.lua", "--quiet")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.isEmpty)
    let picture = try bitmap("square.png")
    #expect(picture.width == 20 && picture.height == 10)
    #expect(picture[3, 3] == 0xFF00_00FF)
    #expect(!folder.exists("scenes/square.png"))
  }

  @Test func `what a full standard output loses is a temporary fault`() throws {
    try folder.write(Self.square, to: "a.lua")
    for command in ["-e 'print(1)'", "a.lua -o -", "fonts"] {
      let result = try runCommand(
        "/bin/sh", ["-c", "'\(Checkout.program)' \(command) > /dev/full"], in: folder.path, input: nil)
      #expect(result.status == 75, "\(command)")
      #expect(result.errors.contains("No space left on device"), "\(command)")
    }
  }

  @Test func `what no film can have is wrong usage, before the script runs`() throws {
    try folder.write("print('ran')", to: "a.lua")
    for (option, expected) in [
      (["--fps", "1e9"], "--fps: expected frames per second above 0 and up to 1000, got 1000000000"),
      (["--duration", "1e300"], "--duration: expected seconds above 0 and up to 1000000000, got 1e+300"),
      (["--from", "-1e10"], "--from: expected seconds up to 1000000000, got -10000000000"),
      (["--frames", "3-1"], "--frames: 3-1 runs backward"),
    ] {
      let result = try runCommand(Checkout.program, ["a.lua", "-o", "a.gif"] + option, in: folder.path, input: nil)
      #expect(result.status == 2)
      #expect(result.errors.contains(expected), "\(result.errors)")
      #expect(result.text.isEmpty)
    }
  }

  @Test func `a folder of fonts that is not there is an error`() throws {
    try folder.write(Self.square, to: "a.lua")
    for command in [["a.lua"], ["fonts"], ["inspect", "a.lua"]] {
      let result = try runCommand(Checkout.program, command + ["--font-dir", "nowhere"], in: folder.path, input: nil)
      #expect(result.status == 4)
      #expect(result.errors == "layerlua: --font-dir: cannot read nowhere: no such file or directory\n")
    }
    #expect(!folder.exists("a.png"))
  }

  @Test func `words are divided by the files of a folder that is named, locked in too`() throws {
    try folder.write(
      """
      local text = { bounds = {0, 0, 160, 200}, wrapped = true, hyphenationFactor = 1, language = "xx",
        font = "DejaVu Sans", fontSize = 20, string = "mmm paramanaba mmm paramanaba mmm end" }
      local layer = ca.TextLayer(text)
      local divided = layer:preferredFrameSize().height
      layer.hyphenationFactor = 0
      print(divided < layer:preferredFrameSize().height)
      layer.hyphenationFactor = 1
      return layer
      """, to: "a.lua")
    try folder.write("UTF-8\na1n\n", to: "hyphens/hyph_xx_XX.dic")
    for option in [[], ["--isolate"]] {
      let found = try runCommand(
        Checkout.program, ["a.lua", "--hyphen-dir", "hyphens"] + option, in: folder.path, input: nil)
      #expect(
        found.status == 0 && found.text == "true\n" && !found.errors.contains("missing-hyphens"), "\(found.errors)")
    }
    let missing = try layerlua("a.lua")
    #expect(
      missing.errors.contains(
        "there is no hyphenation file for “xx” in /usr/share/hyphen: name a folder that has hyph_xx_XX.dic by --hyphen-dir; words are not hyphenated [missing-hyphens]"
      ), "\(missing.errors)")
    let nowhere = try layerlua("a.lua", "--hyphen-dir", "nowhere")
    #expect(nowhere.status == 4)
    #expect(nowhere.errors == "layerlua: --hyphen-dir: cannot read nowhere: no such file or directory\n")
  }

  @Test func `a folder of fonts without any that are read is told of, and one that cannot be read and bears the name`()
    throws
  {
    try folder.write("return ca.TextLayer { bounds = {0, 0, 50, 20}, string = 'a', font = 'Lexend' }", to: "a.lua")
    try folder.write("wOF2", to: "fonts/sub/Lexend-Regular.woff2")
    try folder.write("wOFF", to: "fonts/other.WOFF")
    try FileManager.default.createDirectory(atPath: folder.path + "/empty", withIntermediateDirectories: true)
    let result = try layerlua("a.lua", "--font-dir", "fonts", "--font-dir", "empty")
    let only =
      "the font folder fonts contains no readable font: other.WOFF is a damaged web font [font-folder]"
    let none =
      "the font folder empty contains no fonts: expected .ttf, .otf, .ttc, .otc, .woff or .woff2 files [font-folder]"
    #expect(result.status == 0)
    #expect(
      result.errors.contains("layerlua: warning: \(only)\n") && result.errors.contains("layerlua: warning: \(none)\n"),
      "\(result.errors)")
    #expect(
      result.errors.contains(
        "a.lua:1: warning: TextLayer: font \"Lexend\" is not installed; \"Liberation Sans\" is used instead: fonts/sub/Lexend-Regular.woff2 is a damaged web "
          + "font [missing-font]"), "\(result.errors)")
    #expect(try layerlua("fonts", "--font-dir", "fonts").errors == "layerlua: warning: \(only)\n")
    #expect(try layerlua("fonts", "--font-dir", "fonts", "--allow", "font-folder").errors.isEmpty)
  }

  @Test func `a file below a file is told of as one that has no folder`() throws {
    try folder.write(Self.square, to: "a.lua")
    let result = try layerlua("a.lua", "-o", "\(folder.path)/a.lua/b.png")
    #expect(result.status == 4)
    #expect(result.errors.contains("a part of its path is not a folder"), "\(result.errors)")
  }

  @Test func `folders that are missing are made, and a failed run leaves none`() throws {
    try folder.write(Self.square, to: "a.lua")
    #expect(try layerlua("a.lua", "-o", "new/one/a.png").status == 0)
    #expect(try bitmap("new/one/a.png").width == 20)
    #expect(try layerlua("a.lua", "-o", "set/a.png", "--scale", "1,2").status == 0)
    #expect(folder.exists("set/a@2x.png"))
    try folder.write(
      "local l = ca.Layer { bounds = {0, 0, 4, 4} } ca.render(l, 'own/sub/b.png') l:addAnimation(ca.BasicAnimation { keyPath = 'opacity', toValue = 0, duration = 0.1 }) return l",
      to: "film.lua")
    for output in ["films/a.gif", "films/b.apng", "numbered/f-{00}.png"] {
      #expect(try layerlua("film.lua", "-o", output, "--fps", "20").status == 0, "\(output)")
    }
    #expect(
      folder.exists("films/a.gif") && folder.exists("films/b.apng") && folder.exists("numbered/f-01.png")
        && folder.exists("own/sub/b.png"))
    #expect(try layerlua("frames", "film.lua", "-o", "farm/deep/f-{00}.png", "--fps", "20").status == 0)
    #expect(folder.exists("farm/deep/f-00.png"))
    // Failures before the file exists.
    try folder.write("error('no')", to: "wrong.lua")
    try folder.write("return ca.Layer {}", to: "empty.lua")
    try folder.write(
      "local l = ca.Layer { bounds = {0, 0, 4, 4} } l:addAnimation(ca.BasicAnimation { keyPath = 'opacity', toValue = 0, duration = 1 }) "
        + "ca.onFrame(function(t) if t > 0.5 then error('late') end end) return l", to: "late.lua")
    for (script, output) in [
      ("wrong.lua", "left/a.png"), ("empty.lua", "left/a.png"), ("wrong.lua", "left/a.gif"),
      ("late.lua", "left/over/a.gif"),
      ("late.lua", "left/over/a.apng"),
      ("a.lua", "left/\(String(repeating: "n", count: 300)).png"),
    ] {
      let result = try layerlua(script, "-o", output)
      #expect(result.status != 0 && !folder.exists("left"), "\(script) \(output) \(result.errors)")
    }
    // A script creates no folder outside those named by the user.
    try folder.write(
      "ca.render(ca.Layer { bounds = {0, 0, 4, 4} }, '../elsewhere-\(ProcessInfo.processInfo.processIdentifier)/b.png')",
      to: "out.lua")
    let outside = try layerlua("out.lua")
    #expect(outside.status == 1 && outside.errors.contains("may not be written"), "\(outside.errors)")
    #expect(try layerlua("inspect", "film.lua").status == 0)
  }

  @Test func `without a working directory nothing is read or written`() throws {
    let gone = folder.path + "/gone"
    try folder.write(
      "print(ca.readFile('/etc/passwd'):sub(1, 4)) ca.render(ca.Layer { bounds = {0, 0, 4, 4} }, '\(folder.path)/x.png')",
      to: "a.lua")
    for command in [
      "-e 'print(ca.readFile(\"/etc/passwd\"))'", "-e 'print(ca.readFile(\"etc/passwd\"))'", "- < \(folder.path)/a.lua",
      "\(folder.path)/a.lua",
      "\(folder.path)/a.lua -o \(folder.path)/y.png",
      "-e 'ca.render(ca.Layer { bounds = {0, 0, 4, 4} }, \"\(folder.path)/x.png\")'",
      "frames \(folder.path)/a.lua -o \(folder.path)/frames/", "inspect \(folder.path)/a.lua",
      "\(folder.path)/a.lua --trusted",
    ] {
      let line = "mkdir -p '\(gone)' && cd '\(gone)' && rmdir '\(gone)' && exec '\(Checkout.program)' \(command)"
      let result = try runCommand("/bin/sh", ["-c", line], in: folder.path, input: nil)
      #expect(result.status == 4, "\(command): \(result.text) \(result.errors)")
      #expect(result.errors.contains("the working directory was deleted"), "\(result.errors)")
      #expect(result.text.isEmpty && folder.contents == ["a.lua"], "\(command) \(folder.contents)")
    }
  }

  @Test func `fonts are listed by family or as objects`() throws {
    let list = try layerlua("fonts")
    #expect(list.status == 0 && list.text.contains("\nDejaVu Sans\n  DejaVu Sans  "), "\(list.text)")
    #expect(
      list.text.split(separator: "\n").contains { $0.hasPrefix("  Helvetica  ") && $0.hasSuffix("  Liberation Sans") })
    let lines = try layerlua("fonts", "--json").text.split(separator: "\n")
    #expect(lines.count > 20 && lines.allSatisfy { $0.hasPrefix("{\"family\": ") || $0.hasPrefix("{\"name\": ") })
  }

  @Test func `-o names the file and its format`() throws {
    try folder.write(Self.square, to: "a.lua")
    #expect(try layerlua("a.lua", "-o", "b.webp").status == 0)
    #expect(String(decoding: try folder.read("b.webp").prefix(4), as: UTF8.self) == "RIFF")
    #expect(try layerlua("-o", "b.jpg", "a.lua").status == 0)
    #expect(try folder.read("b.jpg").prefix(2) == [0xFF, 0xD8])
  }

  @Test func `several scales write several files`() throws {
    try folder.write(Self.square, to: "a.lua")
    #expect(try layerlua("a.lua", "--scale", "1,2,3", "-o", "icon.png").status == 0)
    #expect(try bitmap("icon.png").width == 20)
    #expect(try bitmap("icon@2x.png").width == 40)
    #expect(try bitmap("icon@3x.png").width == 60)
    #expect(folder.contents == ["a.lua", "icon.png", "icon@2x.png", "icon@3x.png"])
  }

  @Test func `size is in points from the bounds origin without scaling`() throws {
    try folder.write(Self.square, to: "a.lua")
    #expect(try layerlua("a.lua", "--size", "30x5", "--scale", "2", "--background", "blue", "-o", "a.png").status == 0)
    let picture = try bitmap("a.png")
    #expect(picture.width == 60 && picture.height == 10)
    #expect(picture[10, 5] == 0xFF00_00FF)
    #expect(picture[50, 5] == 0xFFFF_0000)
  }

  @Test func `-o - is standard output, and print goes to standard error`() throws {
    try folder.write("print 'hello' " + Self.square, to: "a.lua")
    let result = try layerlua("a.lua", "-o", "-")
    #expect(result.status == 0)
    #expect(result.output.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(result.errors == "hello\n")
  }

  @Test func `a script from standard input needs -o`() throws {
    let without = try layerlua("-", input: Self.square)
    #expect(without.status == 2)
    #expect(without.errors.contains("-o"))
    #expect(try layerlua("-", "-o", "a.png", input: Self.square).status == 0)
    #expect(folder.exists("a.png"))
  }

  @Test func `-e runs its argument`() throws {
    let result = try layerlua("-e", "print(1 + 1)", "-e", "print(ca.version)")
    #expect(result.status == 0)
    let version = try Checkout.version()
    #expect(result.text == "2\n\(version)\n")
  }

  @Test func `a script that shows nothing says so`() throws {
    let expected =
      "the script neither returned nor rendered a layer, so there is no picture; end it with `return layer`"
    for script in ["local l = ca.Layer { bounds = {0, 0, 4, 4} }", ""] {
      try folder.write(script, to: "a.lua")
      for result in [try layerlua("a.lua"), try layerlua("-e", script), try layerlua("-", input: script)] {
        #expect(result.status == 1)
        #expect(result.errors.contains(expected), "\(result.errors)")
      }
    }
    // Any output counts as the script's purpose.
    for script in [
      "print(1)", "ca.render(ca.Layer { bounds = {0, 0, 4, 4} })",
      "ca.render(ca.Layer { bounds = {0, 0, 4, 4} }, 'b.gif', { duration = 0.1 })",
      "ca.Image.draw(4, 4, function(ctx) end):write('c.png')",
    ] {
      try folder.write(script, to: "a.lua")
      let result = try layerlua("a.lua")
      #expect(result.status == 0 && result.errors.isEmpty, "\(script): \(result.errors)")
    }
    try folder.write("print(ca.Layer().opacity)", to: "a.lua")
    let printing = try layerlua("a.lua")
    #expect(printing.status == 0)
    #expect(
      printing.errors.contains("the script made layers, but neither returned nor rendered a layer"),
      "\(printing.errors)")
    #expect(try layerlua("-e", "print(ca.Layer().opacity)").errors.isEmpty)
  }

  @Test func `definitions and arguments reach the script`() throws {
    try folder.write(
      "print(ca.args.title, ca.args[1], ca.args[2], ca.parameter('n', { default = 1 }) + 1)", to: "a.lua")
    let result = try layerlua("a.lua", "one", "-D", "title=A=B", "-Dn=4", "--", "--two")
    #expect(result.text == "A=B\tone\t--two\t5\n", "\(result.errors)")
  }

  @Test func `a failed run leaves an old picture as it was`() throws {
    try folder.write("old", to: "a.png")
    try folder.write(Self.square.replacingOccurrences(of: "return", with: "error 'no' return"), to: "a.lua")
    #expect(try layerlua("a.lua", "-o", "a.png").status != 0)
    #expect(String(decoding: try folder.read("a.png"), as: UTF8.self) == "old")
    #expect(folder.contents == ["a.lua", "a.png"])
  }

  @Test func `a picture that cannot be written is exit code 4 and leaves nothing`() throws {
    try folder.write(Self.square, to: "a.lua")
    let result = try layerlua("a.lua", "-o", "a.lua/a.png")
    #expect(result.status == 4, "\(result.errors)")
    #expect(result.errors.contains("a.lua/a.png"))
    #expect(folder.contents == ["a.lua"])
  }

  @Test func `a full disk is exit code 75`() throws {
    try folder.write(Self.square, to: "a.lua")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/full.png", withDestinationPath: "/dev/full")
    let result = try layerlua("a.lua", "-o", "full.png")
    #expect(result.status == 75, "\(result.errors)")
  }

  @Test func `a file beyond what the shell allows is an error and leaves nothing`() throws {
    try folder.write(
      "return ca.Layer { bounds = {0, 0, 600, 600}, backgroundColor = ca.Image { width = 300, height = 300, "
        + "pixels = function(x, y) return math.random(), math.random(), math.random() end } }", to: "a.lua")
    try folder.write("old", to: "a.png")
    let result = try runCommand(
      "/bin/sh", ["-c", "ulimit -f 8; '\(Checkout.program)' a.lua -o a.png"], in: folder.path, input: nil)
    #expect(result.status == 4, "\(result)")
    #expect(result.errors.contains("a.png"))
    #expect(folder.contents == ["a.lua", "a.png"])
    #expect(String(decoding: try folder.read("a.png"), as: UTF8.self) == "old")
  }

  @Test func `a reader that goes away is an error`() throws {
    try folder.write(Self.square, to: "a.lua")
    let result = try runCommand(
      "/bin/bash", ["-c", "set -o pipefail; '\(Checkout.program)' a.lua -o - | true; exit ${PIPESTATUS[0]}"],
      in: folder.path, input: nil)
    #expect([0, 4].contains(result.status), "\(result)")
    let closed = try runCommand("/bin/sh", ["-c", "'\(Checkout.program)' a.lua -o - >&-"], in: folder.path, input: nil)
    #expect(closed.status == 4, "\(closed)")
    let silent = try runCommand(
      "/bin/sh", ["-c", "'\(Checkout.program)' -e 'error(1)' 2>&-"], in: folder.path, input: nil)
    #expect(silent.status == 1, "\(silent)")
  }

  @Test func `what a killed run left is removed by the next`() throws {
    try folder.write(Self.square, to: "a.lua")
    let locked = folder.path + "/.layerlua-1-0.tmp"
    for name in [
      ".layerlua-999999-0.tmp", ".layerlua-999999-12.tmp", ".layerlua-1-0.tmp", ".layerlua-x-0.tmp", ".layerlua-1.tmp",
      "b.tmp",
    ] {
      try folder.write("half a picture", to: name)
    }
    try folder.write("", to: ".layerlua-7-0.tmp")
    // This one is locked by another process.
    let file = open(locked, O_RDWR)
    defer { close(file) }
    #expect(flock(file, LOCK_EX) == 0)
    #expect(try layerlua("a.lua", "-o", "a.png").status == 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(
      left == [
        ".layerlua-1-0.tmp", ".layerlua-1.tmp", ".layerlua-7-0.tmp", ".layerlua-x-0.tmp", "a.lua", "a.png", "b.tmp",
      ])
  }

  @Test func `messages command no terminal`() throws {
    let said = #"\27[2J\rgone\u{9b}1A\8\127"#
    for code in ["error(\"\(said)\")", "ca.Layer { name = \"\(said)\", opacity = 5 }", "ca.Image(\"\(said)\")"] {
      for options in [[], ["--json"]] {
        let result = try runCommand(Checkout.program, ["-e", code] + options, in: folder.path)
        #expect(result.status != 0)
        let bad = result.errors.unicodeScalars.filter {
          ($0.value < 32 && $0 != "\n" && $0 != "\t") || (options.isEmpty && 127..<160 ~= $0.value)
        }
        #expect(bad.isEmpty, "\(code): \(result.errors)")
      }
      #expect(try runCommand(Checkout.program, ["-e", code], in: folder.path).errors.contains(#"\27[2J"#), "\(code)")
    }
  }

  @Test func `a folder that cannot be written is exit code 4`() throws {
    try folder.write(Self.square, to: "a.lua")
    for place in ["/proc/a.png", "/sys/a.png", "a.lua/a.png"] {
      let result = try layerlua("a.lua", "-o", place)
      #expect(result.status == 4, "\(place): \(result)")
      #expect(result.errors.contains(place), "\(place): \(result)")
    }
  }

  @Test func `a pipe in the folder neither hangs nor is written`() throws {
    #expect(mkfifo(folder.path + "/pipe.png", 0o600) == 0)
    for code in [
      "ca.Image('pipe.png')", "ca.readFile('pipe.png')", "ca.render(ca.Layer { bounds = {0, 0, 4, 4} }, 'pipe.png')",
      "require 'pipe'",
    ] {
      let result = try runCommand(Checkout.program, ["-e", code], in: folder.path)
      #expect(result.status == 1, "\(code): \(result)")
    }
  }

  @Test func `links lead to the web unless all are allowed`() throws {
    try folder.write(
      """
      return ca.Layer { bounds = {0, 0, 9, 9}, link = "https://a.example/",
        ca.Layer { name = "bad", frame = {0, 0, 4, 4}, link = "java\\nscript:alert(1)" } }
      """, to: "a.lua")
    for name in ["a.svg", "a.pdf"] {
      let result = try layerlua("a.lua", "-o", name)
      #expect(result.status == 0 && result.errors.contains("allows all"), "\(result)")
      #expect(result.errors.contains(#"bad: its link "java\nscript:alert(1)" is left out"#), "\(result.errors)")
      let text = String(decoding: try folder.read(name), as: UTF8.self)
      #expect(text.contains("https://a.example/") && !text.contains("script:alert"))
      let allowed = try layerlua("a.lua", "-o", name, "--allow-links")
      #expect(allowed.status == 0 && allowed.errors.isEmpty, "\(allowed)")
      #expect(String(decoding: try folder.read(name), as: UTF8.self).contains("script:alert"))
    }
  }

  @Test func `what a script prints ends at 64 MiB`() throws {
    let code = "local s = ('x'):rep(1048575) while true do print(s) end"
    let result = try runCommand(Checkout.program, ["-e", code], in: folder.path)
    #expect(result.status == 3 && result.output.count == 64 << 20, "\(result.errors)")
    #expect(
      result.errors.contains(
        "at most 67108864 may be printed; print less, or run a script that you trust with --trusted"))
  }

  // MARK: How it fails

  @Test func `an error names script, line and source line, and the way there`() throws {
    try folder.write("local function f()\n  error 'ink ran dry'\nend\nf()\n", to: "a.lua")
    let result = try layerlua("a.lua")
    #expect(result.status == 1)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.first == "a.lua:2: ink ran dry")
    #expect(lines.dropFirst().first == "  2 |   error 'ink ran dry'")
    #expect(result.errors.contains("a.lua:4"))
  }

  @Test func `a syntax error names its line`() throws {
    try folder.write("local x = = 1\n", to: "a.lua")
    let result = try layerlua("a.lua")
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("a.lua:1: "))
  }

  @Test func `line numbers count a hash bang and a byte order mark`() throws {
    try folder.write("\u{FEFF}#!/usr/bin/env layerlua\nerror 'x'\n", to: "a.lua")
    #expect(try layerlua("a.lua").errors.hasPrefix("a.lua:2: x"))
  }

  @Test func `an error in a required module names the module`() throws {
    try folder.write("return { f = function()\n  error 'deep'\nend }", to: "scenes/lib/m.lua")
    try folder.write("require('lib.m').f()", to: "scenes/a.lua")
    let result = try layerlua("scenes/a.lua")
    #expect(result.errors.hasPrefix("scenes/lib/m.lua:2: deep\n  2 |   error 'deep'\n"), "\(result.errors)")
  }

  @Test func `a callback's error comes out with its line`() throws {
    try folder.write(
      """
      local layer = ca.Layer { bounds = {0, 0, 10, 10} }
      layer.delegate = { drawLayerInContext = function(self, layer, ctx)
        ctx:setLineWidth("wide")
      end }
      layer:setNeedsDisplay()
      return layer
      """, to: "a.lua")
    let result = try layerlua("a.lua")
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("a.lua:3: "), "\(result.errors)")
    #expect(!folder.exists("a.png"))
  }

  @Test func `JSON errors are one object a line`() throws {
    try folder.write("\nerror 'say \"no\"'", to: "a.lua")
    let result = try layerlua("a.lua", "--json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.errors.utf8)) as? [String: Any], "\(result.errors)")
    #expect(object["message"] as? String == "say \"no\"")
    #expect(object["script"] as? String == "a.lua")
    #expect(object["line"] as? Int == 2)
    #expect(object["exit"] as? Int == 1)
    #expect(result.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test(arguments: [
    (["--nosuch", "a.lua"], "--nosuch"), (["--scal", "2", "a.lua"], "did you mean --scale"),
    (["a.lua", "--scale", "0"], "--scale"),
    (["a.lua", "--scale", "nan"], "--scale"), (["a.lua", "--size", "30"], "300x200"),
    (["a.lua", "--size", "30x-1"], "--size"),
    (["a.lua", "--time", "soon"], "--time"), (["a.lua", "-D", "x"], "NAME=VALUE"), (["a.lua", "-o"], "-o needs"),
    (["a.lua", "-o", "a.bmp"], ".bmp"), (["a.lua", "-o", "a"], "no extension"),
    (["a.lua", "-o", "a.png", "--margin", "3"], "margin is for .pdf and .svg files"),
    (["a.lua", "--seed", "-1"], "--seed"), (["a.lua", "--threads", "0"], "--threads"),
    (["a.lua", "--background", "nocolour"], "nocolour"),
    (["a.lua", "--quiet=yes"], "takes no value"), ([], "which script"),
    (["a.lua", "--fps", "60"], "name its file, such as -o a.mp4"),
  ]) func `wrong usage is exit code 2`(arguments: [String], fragment: String) throws {
    try folder.write(Self.square, to: "a.lua")
    let result = try runCommand(Checkout.program, arguments, in: folder.path)
    #expect(result.status == 2, "\(arguments): \(result.errors)")
    #expect(result.errors.contains(fragment), "\(result.errors)")
    #expect(folder.contents == ["a.lua"])
  }

  /// The commands that a typo may stand for; each is found if a letter is missing, doubled, swapped or changed.
  private static let commands = [
    "render", "watch", "serve", "sign", "frames", "join", "diagnose", "inspect", "fonts", "doc", "init", "stubs",
    "completions",
  ]

  @Test(arguments: commands) func `a misspelt command is not taken for a script`(command: String) throws {
    let letters = Array(command)
    for i in letters.indices {
      var missing = letters, doubled = letters, swapped = letters, changed = letters
      missing.remove(at: i)
      doubled.insert(letters[i], at: i)
      if i + 1 < letters.count { swapped.swapAt(i, i + 1) }
      changed[i] = "q"
      for wrong in Set([missing, doubled, swapped, changed].map { String($0) }) where !Self.commands.contains(wrong) {
        let result = try layerlua(wrong, "x")
        #expect(result.status == 2, "\(wrong): \(result.errors)")
        #expect(
          result.errors
            == "layerlua: there is no command \(wrong); did you mean layerlua \(command)? (There is no file \(wrong) "
            + "either.)\n")
      }
    }
  }

  /// Words of other programs, also misspelt ones, and beginnings of commands.
  @Test(arguments: [
    ("version", "--version"), ("build", "render"), ("run", "render"), ("convert", "render SCRIPT -o FILE"),
    ("export", "render SCRIPT -o FILE"), ("exprot", "render SCRIPT -o FILE"), ("compar", "doc compare"),
    ("batchh", "render SCRIPT --each TABLE -o NAME"), ("informt", "inspect"), ("info", "inspect"), ("diag", "diagnose"),
    ("comp", "completions"), ("docs", "doc"), ("Render", "render"), ("WATCH", "watch"), ("ver", "--version"),
    ("lint", "diagnose"), ("new", "init"), ("merge", "join"), ("preveiw", "watch"), ("helpp", "--help"),
  ]) func `a command of another program is told with the one that does it`(word: String, use: String) throws {
    let result = try layerlua(word, "x")
    #expect(result.status == 2)
    #expect(
      result.errors
        == "layerlua: there is no command \(word); did you mean layerlua \(use)? (There is no file \(word) either.)\n")
    #expect(try layerlua("help", word).errors.contains("did you mean layerlua \(use)?"))
  }

  @Test func `a word that is no command is a script`() throws {
    let near = "no command diagnos; did you mean layerlua diagnose? (There is no file diagnos either.)"
    #expect(try layerlua("diagnos", "x").errors.contains(near))
    // With an extension, in a folder, unlike any command, or after a command.
    for words in [["diagnos.lua"], ["./diagnos"], ["scene"], ["inspect", "diagnos"], ["render", "watc"]] {
      let result = try runCommand(Checkout.program, words, in: folder.path)
      #expect(result.status == 4 && result.errors.contains("cannot read \(words[words.count - 1])"), "\(result.errors)")
      #expect(result.errors.contains("nor is there a command") == (words == ["scene"]), "\(result.errors)")
    }
    for words in ["", " ", "é", "日本", "-e", String(repeating: "watch", count: 100)] {
      let result = try layerlua("help", words)
      #expect(result.status == 2 || result.status == 0, "\(result.errors)")
    }
    let late = try layerlua("--quiet", "diagnose", "a.lua")
    #expect(late.status == 2 && late.errors.contains("the command comes first: layerlua diagnose"), "\(late.errors)")
    // A script may have the name of a misspelt command.
    try folder.write(Self.square, to: "diagnos")
    #expect(try layerlua("diagnos").status == 0 && folder.exists("diagnos.png"))
  }

  @Test func `a missing script is exit code 4`() throws {
    let result = try layerlua("nosuch.lua")
    #expect(result.status == 4)
    #expect(result.errors.contains("nosuch.lua"))
  }

  @Test func `-o needs a returned layer`() throws {
    try folder.write("print 'done'", to: "a.lua")
    #expect(try layerlua("a.lua").status == 0)
    let result = try layerlua("a.lua", "-o", "a.png")
    #expect(result.status == 1)
    #expect(result.errors.contains("return"))
    #expect(result.text == "done\n")
  }

  @Test(arguments: ["return 5", "return {}", "return 'a.png'", "return ca.Path()"]) func `only a layer can be returned`(
    code: String
  ) throws {
    try folder.write(code, to: "a.lua")
    let result = try layerlua("a.lua")
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("a.lua: a script returns a layer or nothing"), "\(result.errors)")
  }

  @Test func `a layer without size needs size`() throws {
    try folder.write("return ca.Layer { backgroundColor = 'red' }", to: "a.lua")
    #expect(try layerlua("a.lua").status == 1)
    #expect(try layerlua("a.lua", "--size", "4x4").status == 0)
  }

  @Test func `memory and time are limits`() throws {
    try folder.write("local t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end", to: "memory.lua")
    let memory = try layerlua("memory.lua", "--memory-limit", "20000000")
    #expect(memory.status == 3, "\(memory.errors)")
    try folder.write("while true do pcall(error) end", to: "time.lua")
    let time = try layerlua("time.lua", "--time-limit", "0.3")
    #expect(time.status == 3, "\(time.errors)")
    #expect(!time.hadToBeStopped)
  }

  @Test func `the sandbox keeps scripts in their folders`() throws {
    try folder.write("secret", to: "outside.txt")
    try folder.write("print(ca.readFile '../outside.txt')", to: "scenes/a.lua")
    let refused = try layerlua("scenes/a.lua")
    #expect(refused.status == 1)
    #expect(!refused.text.contains("secret"))
    #expect(try layerlua("scenes/a.lua", "--allow-read", ".").text == "secret\n")
    #expect(try layerlua("scenes/a.lua", "--trusted").text == "secret\n")
  }

  @Test func `the same seed gives the same numbers`() throws {
    try folder.write("print(math.random(1, 1000000), math.random())", to: "a.lua")
    let first = try layerlua("a.lua").text
    #expect(try layerlua("a.lua").text == first)
    #expect(try layerlua("a.lua", "--seed", "0").text == first)
    #expect(try layerlua("a.lua", "--seed", "1").text != first)
  }

  @Test func `a missing font is a warning that quiet silences`() throws {
    try folder.write(
      "return ca.TextLayer { bounds = {0, 0, 50, 20}, string = 'x', font = 'No Such Face', fontSize = 12, foregroundColor = 'black' }",
      to: "a.lua")
    let loud = try layerlua("a.lua", "-o", "a.png")
    #expect(loud.status == 0)
    #expect(loud.errors.contains("No Such Face"))
    #expect(try layerlua("a.lua", "-o", "a.png", "--quiet").errors.isEmpty)
  }

  @Test func `each command has its help`() throws {
    for (command, has, lacks) in [
      ("frames", "--shard", "--each"), ("inspect", "--parameters", "--shard"), ("watch", "--port", "--each"),
      ("diagnose", "--strict", "-o, --output"), ("init", "layerlua init [FOLDER]", "--fps"),
      ("join", "--sound", "--size"), ("fonts", "--for TEXT", "--fps"), ("doc", "layerlua doc NAME", "--fps"),
    ] {
      let help = try layerlua(command, "--help")
      #expect(help.status == 0 && help.text.hasPrefix("usage: layerlua \(command)"), "\(help)")
      #expect(help.text.contains(has) && !help.text.contains("  \(lacks)"), "\(help.text)")
      #expect(try layerlua("help", command).text == help.text)
    }
    #expect(try layerlua("help").text == layerlua("--help").text)
    let wrong = try layerlua("help", "fraems")
    #expect(wrong.status == 2 && wrong.errors.contains("did you mean layerlua frames?"), "\(wrong)")
  }

  @Test func `help and version say what they should`() throws {
    let help = try layerlua("--help")
    #expect(help.status == 0)
    for option in [
      "-o", "--size", "--scale", "--background", "--time", "-D", "-e", "--seed", "--threads", "--quiet", "--json",
    ] {
      #expect(help.text.contains("  \(option)"), "\(option)")
    }
    for format in FileFormat.all { #expect(help.text.contains(".\(format.fileExtension)"), "\(format.name)") }
    #expect(!help.text.contains("bench"))
    let version = try layerlua("--version")
    #expect(version.status == 0 && version.errors.isEmpty)
    let number = try Checkout.version()
    #expect(version.text.hasPrefix("layerlua \(number)\nengine: Lua 5.4, "))
    // All is installed where the tests run.
    #expect(version.text.contains("writes: png, ") && version.text.contains("/libharfbuzz.so.0\n"), "\(version.text)")
    #expect(!version.text.contains("libwebp.so.7 is missing"))
    #expect(version.text.contains(" /usr/share/hyphen/hyph_en_US.dic\n"), "\(version.text)")
    #expect(version.text.contains(" /usr/share/fonts/truetype/inter-vf/Inter-roman.var.ttf\n"))
    #expect(version.text.contains("/ffprobe\n"))
  }

  @Test func `every option of the help stands in the manual`() throws {
    let manual = try String(contentsOfFile: Checkout.root + "/docs/guide/program.md", encoding: .utf8)
    for match in try layerlua("--help").text.matches(of: /(?m)^  (-[^ ]+)/) {
      let option = match.1.trimmingCharacters(in: .punctuationCharacters.subtracting(["-"]))
      #expect(manual.contains("`\(option)"), "docs/guide/program.md lacks \(option)")
    }
  }

  @Test func `the reference of properties is current`() throws {
    let stored = try String(contentsOfFile: Checkout.root + "/docs/reference/properties.md", encoding: .utf8)
    #expect(try layerlua("reference").text == stored, "run scripts/regenerate")
  }

  /// Properties that no single picture shows: names, hooks, times, and those that only affect cost or caching.
  private static let unseen: Set<String> = [
    "superlayer", "name", "link", "delegate", "style", "actions", "contentsFormat", "opaque",
    "needsDisplayOnBoundsChange",
    "drawsAsynchronously", "redrawPolicy", "beginTime", "timeOffset", "speed", "duration", "repeatCount",
    "repeatDuration",
    "autoreverses", "fillMode", "contentsTime", "removedOnCompletion", "settlingDuration",
    "allowsFontSubpixelQuantization", "enabled",
    "mass", "massRange", "minificationFilter",
    "magnificationFilter", "minificationFilterBias", "contentsScale", "emitterCells", "zAcceleration",
    "emissionLatitude",
    // For fonts that are not installed everywhere; the scene of typefaces shows them.
    "fontVariations", "fontPalette",
    // The guide of text has pictures.
    "fitsTextGroup", "fittedFontSize", "continuesIn", "orphans", "widows", "overflows",
    // The guide of states has pictures.
    "states", "stateTransitions", "stateTransitionAnimation", "currentState",
  ]

  @Test func `every visual property has a picture in the reference`() throws {
    let stored = try String(contentsOfFile: Checkout.root + "/docs/reference/properties.md", encoding: .utf8)
    let pictures = stored.matches(of: /\(properties\/(\w+)\.webp\)/).map { String($0.1) }
    #expect(pictures.count == 18)
    let listed = try layerlua(Checkout.root + "/docs/reference/pictures.lua", "-D", "list=1")
    let shown = Set(listed.text.split(separator: "\n").map(String.init))
    for picture in pictures {
      #expect(FileManager.default.fileExists(atPath: Checkout.root + "/docs/reference/properties/\(picture).webp"))
      let section = try #require(stored.components(separatedBy: "## ca.\(picture)\n").dropFirst().first)
      for match in section.components(separatedBy: "\n## ")[0].matches(of: /(?m)^\| `(\w+)` \|/)
      where !Self.unseen.contains(String(match.1)) {
        #expect(shown.contains("\(picture).\(match.1)"), "\(picture).\(match.1)")
      }
      let drawn = try layerlua(Checkout.root + "/docs/reference/pictures.lua", "-D", "class=\(picture)", "-o", "a.png")
      #expect(drawn.status == 0 && drawn.errors.isEmpty, "\(drawn.errors)")
    }
  }

  @Test func `the reference of filters is current, and shows each category`() throws {
    let stored = try String(contentsOfFile: Checkout.root + "/docs/reference/filters.md", encoding: .utf8)
    #expect(try layerlua("reference", "filters").text == stored, "run scripts/regenerate")
    let pictures = stored.matches(of: /\(filters\/(\w+\.webp)\)/).map { String($0.1) }
    #expect(pictures.count == 11)
    for picture in pictures {
      #expect(
        FileManager.default.fileExists(atPath: Checkout.root + "/docs/reference/filters/" + picture), "\(picture)")
    }
  }

  @Test func `the page for those who come from elsewhere is current`() throws {
    let stored = try String(contentsOfFile: Checkout.root + "/docs/reference/elsewhere.md", encoding: .utf8)
    #expect(try layerlua("reference", "elsewhere").text == stored, "run scripts/regenerate")
  }

  @Test func `the reference of warnings is current`() throws {
    let stored = try String(contentsOfFile: Checkout.root + "/docs/reference/warnings.md", encoding: .utf8)
    #expect(try layerlua("reference", "warnings").text == stored, "run scripts/regenerate")
  }

  @Test func `warnings carry the script's line and their rule, also as JSON, and are silenced by it`() throws {
    try folder.write(
      """
      local l = ca.Layer { bounds = {0, 0, 9, 9} }
      l.opacty = 1
      ca.Layer {}.opacty = 2
      l.sublayers = { ca.GradientLayer { bounds = {0, 0, 9, 9}, colors = { "red" } } }
      warn("done")
      return l
      """, to: "scenes/a.lua")
    let text = try layerlua("scenes/a.lua", "-o", "a.png")
    #expect(text.status == 0)
    let near = "Layer.opacty is not a property and is stored as a custom key; did you mean opacity?"
    let one = "Layer/#1: a gradient needs two colors, with one it draws nothing; use backgroundColor"
    #expect(
      text.errors == """
        scenes/a.lua:2: warning: \(near) [near-miss-key]
        scenes/a.lua:5: warning: done [script-warning]
        scenes/a.lua:4: warning: \(one) [gradient-one-color]
        scenes/a.lua:2: warning: \(near) (reported once, it occurred once more) [near-miss-key]

        """)
    let json = try layerlua("scenes/a.lua", "-o", "a.png", "--json").errors.split(separator: "\n")
    #expect(
      json == [
        "{\"level\": \"warning\", \"rule\": \"near-miss-key\", \"message\": \"\(near)\", \"script\": \"scenes/a.lua\", \"line\": 2}",
        "{\"level\": \"warning\", \"rule\": \"script-warning\", \"message\": \"done\", \"script\": \"scenes/a.lua\", \"line\": 5}",
        "{\"level\": \"warning\", \"rule\": \"gradient-one-color\", \"message\": \"\(one)\", \"script\": \"scenes/a.lua\", \"line\": 4}",
        "{\"level\": \"warning\", \"rule\": \"near-miss-key\", \"message\": \"\(near)\", \"script\": \"scenes/a.lua\", \"line\": 2, \"repeats\": 1}",
      ])
    let allowed = ["--allow", "near-miss-key", "--allow=script-warning"]
    for command in [["-o", "a.png"], ["inspect"], ["frames", "--duration", "0.1"]] {
      let result = try runCommand(Checkout.program, command + ["scenes/a.lua"] + allowed, in: folder.path, input: nil)
      #expect(result.status == 0 && result.errors.contains("[gradient-one-color]"), "\(result.errors)")
      #expect(!result.errors.contains("near-miss-key") && !result.errors.contains("script-warning"), "\(result.errors)")
    }
    let unknown = try layerlua("scenes/a.lua", "--allow", "opacty")
    #expect(
      unknown.status == 2
        && unknown.errors.hasPrefix(
          "layerlua: --allow: there is no warning rule \"opacty\"; the rules are near-miss-key, ")
    )
  }
}
