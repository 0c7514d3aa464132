// SPDX-License-Identifier: MIT
import Foundation
import FuzzTargets
import Testing
import TestSupport

/// The fuzzer's seed corpus and past findings, each run once: scripts/fuzz searches for more.
@Suite struct FuzzTests {
  @Test(arguments: FuzzTarget.allCases) func `seeds and finds do no harm`(_ target: FuzzTarget) throws {
    var count = 0
    for folder in ["Seeds", "Finds"] {
      let path = "\(Checkout.root)/Tests/Fuzz/\(folder)/\(target.rawValue)"
      for name in ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))
        bytes.withUnsafeBytes { target.run($0) }
        count += 1
      }
    }
    #expect(count > 0, "\(target.rawValue) has no seed")
  }
}
