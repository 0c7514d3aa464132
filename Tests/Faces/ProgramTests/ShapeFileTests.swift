// SPDX-License-Identifier: MIT
import Foundation
import Pixels
import Testing
import TestSupport

/// SVG and PDF files as images, used through the program.
@Suite struct ShapeFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\"><circle cx=\"12\" cy=\"12\" r=\"10\" fill=\"currentColor\"/></svg>",
      to: "icon.svg")
    try folder.write(
      "return ca.Layer { bounds = {0, 0, 100, 50}, backgroundColor = 'red' }", to: "page.lua")
    try folder.write("return ca.Layer { bounds = {0, 0, 100, 50}, contents = 'doc.pdf' }", to: "pdf.lua")
    try folder.write(
      """
      local root = ca.Layer { bounds = {0, 0, 120, 120}, backgroundColor = "white" }
      local icon = ca.Layer { bounds = {0, 0, 24, 24}, position = {60, 60}, contents = ca.Image("icon.svg", { color = "red" }) }
      icon:addAnimation(ca.BasicAnimation { keyPath = "transform.scale", fromValue = 0.5, toValue = 5, duration = 1 }, "grow")
      root:addSublayer(icon)
      return root
      """, to: "grow.lua")
  }

  private func shell(_ command: String) throws -> CommandResult {
    try runCommand("/bin/sh", ["-c", command], in: folder.path)
  }

  @Test func `a film with a growing icon is the same on any number of threads`() throws {
    for threads in [1, 3] {
      let result = try shell(
        "'\(Checkout.program)' grow.lua -o film\(threads).apng --fps 15 --duration 1 --threads \(threads)")
      #expect(result.status == 0, "\(result.errors)")
    }
    #expect(try shell("cmp film1.apng film3.apng").status == 0)
    // Sharp at the largest size: one pixel of the edge is neither red nor white.
    #expect(try shell("'\(Checkout.program)' grow.lua -o last.png --time 0.999").status == 0)
    let bitmap = try readBitmap("\(folder.path)/last.png")
    let row = (0..<60).map { bitmap[$0, 60] }
    #expect(row.filter { $0 != 0xFFFF_FFFF && $0 != 0xFF00_00FF }.count <= 2 && row[59] == 0xFF00_00FF)
  }

  @Test func `a page of a PDF file is read without leaving anything, and without the converter that is said`() throws {
    #expect(try shell("'\(Checkout.program)' page.lua -o doc.pdf").status == 0)
    let without = try shell("PATH=/nowhere '\(Checkout.program)' pdf.lua -o a.png")
    #expect(
      without.status == 5
        && without.errors.contains(
          "image \"doc.pdf\": PDF needs the program pdftocairo, which was not found in PATH: install poppler-utils"),
      "\(without)")
    guard try shell("pdftocairo -v").status == 0 else { return }
    let before = folder.contents
    let result = try shell("TMPDIR=. '\(Checkout.program)' pdf.lua -o a.png")
    #expect(result.status == 0, "\(result.errors)")
    #expect(Set(folder.contents).subtracting(before) == ["a.png"])
    let bitmap = try readBitmap("\(folder.path)/a.png")
    #expect(bitmap[50, 25] == 0xFF00_00FF)
    // An isolated process uses the helper process that it started before isolating itself.
    let locked = try shell("'\(Checkout.program)' pdf.lua -o b.png --isolate && cmp a.png b.png")
    #expect(locked.status == 0, "\(locked)")
  }

  /// Also if the parent process ignores SIGCHLD, and under isolation.
  @Test func `SVG files are drawn in any process`() throws {
    let text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\"><text y=\"20\">Ag</text></svg>"
    try folder.write(text, to: "text.svg")
    try folder.write(
      "return ca.Layer { bounds = {0, 0, 48, 24}, ca.Layer { frame = {0, 0, 24, 24}, contents = 'icon.svg' }, "
        + "ca.Layer { frame = {24, 0, 24, 24}, contents = 'text.svg' } }", to: "both.lua")
    for (name, before, option) in [
      ("a.png", "", ""), ("b.png", "", "--isolate"), ("c.png", "trap '' CHLD;", ""),
      ("d.png", "trap '' CHLD PIPE;", "--isolate"),
    ] {
      let result = try shell("\(before) exec '\(Checkout.program)' both.lua -o \(name) \(option)")
      #expect(result.status == 0, "\(result.errors)")
      #expect(try shell("cmp a.png \(name)").status == 0)
    }
  }

  @Test func `without the program files of shapes are drawn, and others say what to do`() throws {
    #expect(try shell("cp '\(Checkout.program)' alone").status == 0)
    #expect(try shell("./alone grow.lua -o a.png --time 0.5").status == 0)
    try folder.write(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\">\n<text y=\"20\">Ag</text></svg>", to: "text.svg"
    )
    let result = try shell("./alone -e \"return ca.Layer { frame = {0, 0, 24, 24}, contents = 'text.svg' }\" -o b.png")
    #expect(
      result.status == 5
        && result.errors.contains(
          "image \"text.svg\": it has text (line 2), which the program layerlua-svg draws; it was not found next to "
            + "\(folder.path): install layerlua completely, or simplify the file"),
      "\(result)")
    // The helper is never looked up in PATH, where anybody may have put it.
    let path = try shell("PATH=\"$(dirname '\(Checkout.program)'):$PATH\" ./alone pdf.lua -o b.png")
    #expect(path.status != 0)
  }

  @Test func `a converter that takes long ends with the time limit`() throws {
    #expect(try shell("'\(Checkout.program)' page.lua -o doc.pdf").status == 0)
    // A script in place of the converter would start another program, and is refused.
    try folder.write("#!/bin/sh\nexec sleep 1000\n", to: "pdftocairo")
    #expect(try shell("chmod +x pdftocairo").status == 0)
    let script = try shell("PATH=\"$PWD:$PATH\" '\(Checkout.program)' pdf.lua -o a.png")
    #expect(script.status == 5 && script.errors.contains("for example if it is a script"), "\(script)")
    try folder.write("#include <unistd.h>\nint main(void) { for (;;) pause(); }\n", to: "wait.c")
    guard try shell("clang wait.c -o pdftocairo").status == 0 else { return }
    let result = try shell("PATH=\"$PWD:$PATH\" '\(Checkout.program)' pdf.lua -o a.png --time-limit 1")
    #expect(result.status == 3, "\(result)")
    // The helper process, which is not waited for, kills the converter.
    #expect(
      try shell("for i in $(seq 500); do pgrep -f ^pdftocairo.-svg || exit 0; sleep .01; done; exit 1").status == 0)
  }
}
