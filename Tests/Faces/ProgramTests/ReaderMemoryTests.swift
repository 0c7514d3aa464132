// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The process stays near `--memory-limit` whatever file is read: the limit plus the program's own memory.
@Suite struct ReaderMemoryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let script: String
    var limit = 64 << 20
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "CSV of rows shorter than its header",
      script: "local names = {} for i = 1, 5000 do names[i] = 'c' .. i end "
        + "ca.decodeCSV(table.concat(names, ',') .. '\\n' .. ('1\\n'):rep(100000), { header = true, empty = '-' })"),
    Case(name: "CSV of one row of commas", script: "ca.decodeCSV((','):rep(8e6))"),
    Case(name: "JSON of small lists", script: "ca.decodeJSON('[' .. ('[],'):rep(4e6) .. '1]')"),
    Case(
      name: "JSON whose value does not fit into Lua",
      script: "ca.decodeJSON('[' .. ('{\"a\":1},'):rep(400000) .. '1]')"),
    Case(
      name: "a table as JSON",
      script: "local t = {} for i = 1, 300000 do t[i] = '\\1\\1\\1\\1\\1\\1\\1\\1' end ca.encodeJSON(t)"),
    Case(
      name: "JSON that is kept until memory ends",
      script: "local t = {} for i = 1, 120000 do t[i] = '{\"a\":' .. i .. '}' end "
        + "local text = '[' .. table.concat(t, ',') .. ']' t = nil "
        + "local keep = {} for i = 1, 100 do keep[i] = ca.decodeJSON(text) end"),
    Case(name: "path data", script: "ca.Path('M0 0' .. ('h1'):rep(8e6))"),
    Case(
      name: "a colour glyph",
      script: "ca.render(ca.TextLayer { string = ('A'):rep(50), font = 'Heavy.ttf', foregroundColor = 'red', "
        + "bounds = { 0, 0, 400, 100 } }, 'a.png')"),
    // Its bytes and the call's result fit alone, not together.
    Case(name: "a file", script: "ca.readFile('large.txt')", limit: 80 << 20),
    Case(name: "a file of CSV", script: "ca.readCSV('large.txt')", limit: 80 << 20),
    Case(name: "a file of TOML", script: "ca.readTOML('large.txt')", limit: 80 << 20),
    Case(name: "a sheet of aliases", script: "ca.Image.sprites('aliases.plist')"),
  ]

  @Test(arguments: cases) func `memory stays near the limit`(reader: Case) throws {
    try folder.write("local ca = require 'layerlua'\n" + reader.script, to: "a.lua")
    if reader.name.contains("glyph") {
      try FileManager.default.copyItem(
        atPath: Checkout.root + "/Tests/Fonts/Heavy.ttf", toPath: folder.path + "/Heavy.ttf")
    }
    if reader.name.contains("aliases") {
      let aliases = String(repeating: "<string>a</string>", count: 440_000)
      try folder.write(
        "<plist><dict><key>frames</key><dict><key>a.png</key><dict><key>textureRect</key><string>{{0,0},{1,1}}</string>"
          + "<key>aliases</key><array>\(aliases)</array></dict></dict></dict></plist>", to: "aliases.plist")
    }
    if reader.script.contains("large.txt") {
      try folder.write("a = '" + String(repeating: "x", count: (63 << 20) - 16) + "'\n", to: "large.txt")
    }
    let limit = reader.limit
    let result = try runCommand(
      Checkout.program, ["a.lua", "--threads", "1", "--memory-limit", "\(limit)", "--time-limit", "60"],
      in: folder.path,
      watchesMemory: true)
    #expect(result.status == 3, "\(result)")
    #expect(result.peakMemory > 0 && result.peakMemory < limit + 24 << 20, "\(result.peakMemory >> 20) MiB")
    #expect(result.errors.contains("a.lua:2:"), "\(result.errors)")
    #expect(
      result.errors.contains("not enough memory for") || result.errors.contains("more than")
        || result.errors.contains("memory limit") || result.errors.contains("is read up to"), "\(result.errors)")
  }
}
