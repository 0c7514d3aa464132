// SPDX-License-Identifier: MIT
import Numbers
import Testing

/// The extent and the value of decimal numbers in text.
struct DecimalTextTests {
  private func scan(_ text: String, limit: Int = 100, takesBarePoint: Bool = true) -> Int? {
    DecimalText.end(in: Array(text.utf8), from: 0, limit: limit, takesBarePoint: takesBarePoint)
  }

  @Test(arguments: [
    ("0", 1), ("12px", 2), ("-1.5 2", 4), ("+.5.5", 3), ("5.", 2), ("1e3", 3), ("1E-3x", 4), ("1e", 1), ("1em", 1),
    ("1e+", 1), ("2.e1", 4),
  ])
  func `a number ends before the first byte that cannot continue it`(_ text: String, _ end: Int) {
    #expect(scan(text) == end)
  }

  @Test(arguments: ["", "-", "+", ".", "-.", "e5", "none", "--1", "+-1"])
  func `text without digits is no number`(_ text: String) {
    #expect(scan(text) == nil)
    #expect(scan(text, takesBarePoint: false) == nil)
  }

  @Test func `a point without digits belongs to the number only if asked`() {
    #expect(scan("5.", takesBarePoint: false) == 1)
    #expect(scan("5.e1", takesBarePoint: false) == 1)
    #expect(scan("5.0", takesBarePoint: false) == 3)
  }

  @Test func `the scan stops beyond the limit`() {
    #expect(scan(String(repeating: "1", count: 50), limit: 10) == 11)
    #expect(scan(String(repeating: "1", count: 10), limit: 10) == 10)
  }

  @Test(arguments: [("+1.5", 1.5), (".5", 0.5), ("-.5", -0.5), ("5.", 5), ("1e3", 1000), ("-0", 0)])
  func `values`(_ text: String, _ value: Double) {
    #expect(DecimalText.value(Array(text.utf8)) == value)
  }

  @Test func `a number out of range has no value`() {
    #expect(DecimalText.value(Array("1e999".utf8)) == nil)
    #expect(DecimalText.value(Array("1e-999".utf8)) == 0)
  }
}
