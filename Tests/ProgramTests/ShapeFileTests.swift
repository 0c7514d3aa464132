// SPDX-License-Identifier: MIT
import Foundation
import Pixels
import Testing
import TestSupport

/// SVG and PDF files as images, from the outside.
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
    // Sharp when it is largest: one pixel of the edge is neither red nor white.
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
    // A locked process starts no program.
    let locked = try shell("'\(Checkout.program)' pdf.lua -o b.png --isolate")
    if locked.status != 0 {
      #expect(locked.status == 5 && locked.errors.contains("may not be started here, as under --isolate"), "\(locked)")
    }
  }

  @Test func `SVG files are drawn in a locked process too`() throws {
    for (name, option) in [("a.png", ""), ("b.png", "--isolate")] {
      let result = try shell("'\(Checkout.program)' grow.lua -o \(name) \(option)")
      #expect(result.status == 0, "\(result.errors)")
    }
    #expect(try shell("cmp a.png b.png").status == 0)
  }

  @Test func `a converter that takes long ends with the time limit`() throws {
    #expect(try shell("'\(Checkout.program)' page.lua -o doc.pdf").status == 0)
    // It reads its input and goes on.
    try folder.write("#!/bin/sh\nexec sleep 1000\n", to: "pdftocairo")
    #expect(try shell("chmod +x pdftocairo").status == 0)
    let result = try shell("PATH=\"$PWD:$PATH\" '\(Checkout.program)' pdf.lua -o a.png --time-limit 1")
    #expect(result.status == 3, "\(result)")
    #expect(try shell("pgrep -f '^sleep 1000$'").status != 0, "it is ended")
  }
}
