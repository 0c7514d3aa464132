// SPDX-License-Identifier: MIT
import Messages
import Testing
import TestSupport

@Suite struct MessagesTests {
  @Test(arguments: [
    (12.0, "12"), (-0.0, "-0"), (0.5, "0.5"), (1e15, "1000000000000000"), (1e16, "1e+16"), (1e20, "1e+20"),
    (.infinity, "inf"),
    (1 / 3, "0.3333333333333333"),
  ])
  func `exact text reads back`(value: Double, text: String) {
    #expect(exactText(value) == text)
  }

  @Test func `any number reads back from its exact text`() {
    var random = SeededRandom(7)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random))
      if value.isFinite { #expect(Double(exactText(value)) == value) }
    }
  }

  @Test func `messages have no minus zero and one NaN`() {
    #expect(numberText(-0.0) == "0" && numberText(-Double.nan) == "nan" && numberText(-2) == "-2")
  }

  @Test(arguments: [
    (1.23456, 3, "1.235"), (2.0, 3, "2"), (-0.0001, 3, "0"), (1e300, 3, "1e+300"), (.infinity, 3, "inf"), (0.5, 0, "1"),
  ])
  func `numbers are rounded`(value: Double, decimals: Int, text: String) {
    #expect(numberText(value, decimals: decimals) == text)
  }

  @Test(arguments: [(0.5, 2, "0.50"), (12.0, 0, "12"), (0.005, 1, "0.0"), (-3.0, 1, "0.0"), (9.996, 2, "10.00")])
  func `fixed text has its decimals`(value: Double, decimals: Int, text: String) {
    #expect(fixedText(value, decimals: decimals) == text)
  }

  @Test func `counts are words`() {
    #expect(counted(1, "tile") == "1 tile" && counted(0, "tile") == "0 tiles" && counted(2, "axis", "axes") == "2 axes")
  }

  @Test func `JSON text is escaped`() {
    #expect(jsonString("a\"\\\n\u{1}é") == "\"a\\\"\\\\\\n\\u0001é\"")
    #expect(jsonLine([("a", "1"), ("b", jsonList(["x", "y"]))]) == "{\"a\": 1, \"b\": [\"x\", \"y\"]}\n")
  }

  @Test func `a name that nobody means gets the list`() {
    #expect(suggestionOrList(for: "colr", among: ["color", "size"]) == "; did you mean color?")
    #expect(suggestionOrList(for: "weight", among: ["color", "size"]) == "; there are color, size")
  }
}
