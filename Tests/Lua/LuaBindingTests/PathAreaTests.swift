// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

/// Paths out of the areas of paths, as scripts make them.
@Suite struct PathAreaTests {
  @Test func `paths are combined by Core Graphics' words`() throws {
    let lines = try printed(
      """
      local a, b = ca.Path "M0 0H4V4H0Z", "M2 0H6V4H2Z"
      print(a:union(b):svg())
      print(a:intersection(b):svg())
      print(a:subtracting(b):svg())
      print(a:symmetricDifference(b, "evenOdd"):svg())
      print(ca.Path.union { a, b, "M6 0H9V4H6Z" }:svg())
      print(ca.Path("M0 0H4V4H0ZM2 0H6V4H2Z"):normalized "winding":svg())
      """)
    #expect(
      lines == [
        "M 0 0 L 6 0 L 6 4 L 0 4 Z", "M 2 0 L 4 0 L 4 4 L 2 4 Z", "M 0 0 L 2 0 L 2 4 L 0 4 Z",
        "M 0 0 L 2 0 L 2 4 L 0 4 Z M 4 0 L 6 0 L 6 4 L 4 4 Z", "M 0 0 L 9 0 L 9 4 L 0 4 Z", "M 0 0 L 6 0 L 6 4 L 0 4 Z",
      ])
  }

  @Test func `outlines, simpler paths and hulls are new paths`() throws {
    let lines = try printed(
      """
      local a = ca.Path "M0 0H4V4H0Z"
      print(a:offset(1, { join = "miter" }):svg())
      print(a:offset(-3):isEmpty(), a:svg())
      print(ca.Path "M0 0H10":stroked { lineWidth = 2 }:svg())
      print(ca.Path "M0 0H10":stroked { lineWidth = 2, lineDashPattern = { 4, 4 }, lineCap = "square" }:svg())
      print(ca.Path "M0 0L5 .1L10 0V10Z":simplified(1):svg())
      print(ca.Path "M0 0H9V9L5 1Z":hull():svg())
      """)
    #expect(
      lines == [
        "M -1 -1 L 5 -1 L 5 5 L -1 5 Z", "true\tM 0 0 L 4 0 L 4 4 L 0 4 Z", "M 0 -1 L 10 -1 L 10 1 L 0 1 Z",
        "M -1 -1 L 5 -1 L 5 1 L -1 1 Z M 7 -1 L 11 -1 L 11 1 L 7 1 Z", "M 0 0 L 10 0 L 10 10 Z",
        "M 0 0 L 9 0 L 9 9 Z",
      ])
  }

  @Test(arguments: [
    ("a:union(3)", "Path:union: expected a path or SVG path data, got number 3"),
    ("a:union(a, 'odd')", "Path:union: unknown fill rule \"odd\"; expected winding or evenOdd"),
    ("ca.Path.union { a, 3 }", "ca.Path.union: expected a path or SVG path data as item 2, got number 3"),
    ("a:offset(1, { join = 'sharp' })", "Path:offset: unknown join \"sharp\"; expected one of miter, round, bevel"),
    ("a:offset(1, { tolerance = 0 })", "Path:offset: tolerance must be above 0, got 0"),
    ("a:stroked { lineWidth = -1 }", "Path:stroked: lineWidth must be above 0, got -1"),
    ("a:simplified(0)", "Path:simplified: the tolerance must be above 0, got 0"),
    ("ca.Path 'M0 0L5 5':offset(1)", "Path:offset: a subpath is open, so that it has no inside to grow"),
  ]) func `mistakes name the method, the value and the remedy`(_ call: String, _ message: String) throws {
    let lines = try printed("local a = ca.Path 'M0 0H4V4H0Z'\nprint(select(2, pcall(function() \(call) end)))")
    #expect(lines.joined().contains(message))
  }
}
