// SPDX-License-Identifier: MIT
import LayerModel
import Testing

/// Timing functions by name in scripts.
struct TimingFunctionNameTests {
  @Test(arguments: ["linear", "easeIn", "easeOut", "easeInEaseOut", "default"])
  func `a named function knows its name`(name: String) throws {
    #expect(try TimingFunction(named: name).name == name)
  }

  @Test func `Apple's constants are names too`() throws {
    #expect(try TimingFunction(named: "kCAMediaTimingFunctionEaseIn") == .easeIn)
  }

  @Test func `an unknown name lists those there are`() {
    let error = #expect(throws: LayerError.self) { try TimingFunction(named: "easeOutIn") }
    #expect(error?.message.contains("linear, easeIn, easeOut, easeInEaseOut, default") == true)
  }
}
