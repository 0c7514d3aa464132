// SPDX-License-Identifier: MIT
import Foundation
import Testing
import TestSupport

/// The C program that calls every function of layerlua.h at random, with address sanitizer; scripts/fuzz runs it for
/// longer, under valgrind.
@Suite(needsLibraries) struct CallsTests {
  @Test func `calls at random, with what is gone and what is no text, are answered and leave nothing`() throws {
    let folder = try TemporaryFolder()
    let built = try Libraries.shell(
      #"""
      clang -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined \
        -I "$0/Sources/CLayerLua/include" "$0/Tests/Fuzz/Calls/calls.c" "$1/liblayerlua.so" -Wl,-rpath,"$1" -lm -lpthread -o calls
      """#, [Checkout.root, Libraries.folder], in: folder.path)
    try #require(built.status == 0, "\(built.errors)")
    for seed in 1...8 {
      let result = try Libraries.shell("./calls \(seed) 1500", in: folder.path)
      #expect(result.status == 0, "seed \(seed): \(result.errors)")
      // Enough of it is right to get anywhere.
      let counts = result.text.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
      #expect(counts.count == 5 && counts[0] > 300 && counts[1] > 100, "seed \(seed): \(result.text)")
    }
  }
}
