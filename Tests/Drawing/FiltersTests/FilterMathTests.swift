// SPDX-License-Identifier: MIT
import Filters
import Foundation
import Testing

struct FilterMathTests {
  @Test func `functions of angles agree with the system's`() {
    var x = -700.0
    while x < 700 {
      #expect(abs(FilterMath.sin(x) - sin(x)) < 1e-13 && abs(FilterMath.cos(x) - cos(x)) < 1e-13, "\(x)")
      #expect(abs(FilterMath.atan2(sin(x), cos(x) * 3) - atan2(sin(x), cos(x) * 3)) < 1e-10, "\(x)")
      #expect(abs(FilterMath.exp2(x / 10) / exp2(x / 10) - 1) < 1e-13, "\(x)")
      #expect(abs(FilterMath.pow(abs(x) + 0.01, 2.2) / pow(abs(x) + 0.01, 2.2) - 1) < 1e-12, "\(x)")
      x += 0.3717
    }
    #expect(FilterMath.atan2(0, 0) == 0 && FilterMath.atan2(0, -1) == .pi && FilterMath.pow(0, 1) == 0)
  }
}
