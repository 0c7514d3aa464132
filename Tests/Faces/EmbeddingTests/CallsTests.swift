// SPDX-License-Identifier: MIT
import Foundation
import Testing
import TestSupport

/// The C program that calls every function of layerlua.h at random, under address sanitizer; scripts/fuzz runs it
/// longer, under valgrind.
@Suite(needsLibraries) struct CallsTests {
  @Test func `calls at random, with what is gone and what is no text, are answered and leave nothing`() throws {
    let folder = try TemporaryFolder()
    let built = try Libraries.shell(
      #"""
      clang -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined \
        -I "$0/Sources/Faces/CLayerLua/include" "$0/Tests/Fuzz/Calls/calls.c" "$1/liblayerlua.so" -Wl,-rpath,"$1" -lm -lpthread -o calls
      """#, [Checkout.root, Libraries.folder], in: folder.path)
    try #require(built.status == 0, "\(built.errors)")
    // Fontconfig's patterns refer to their elements by offset, not by pointer, so each live pattern counts as a leak.
    // Some stay live: librsvg keeps a font map per thread that draws text, and fontconfig its default configuration.
    // The test below checks the engine's own use of fontconfig.
    try folder.write("leak:libfontconfig.so\n", to: "kept")
    for seed in 1...8 {
      let result = try Libraries.shell(
        "LSAN_OPTIONS=suppressions=kept:print_suppressions=0 ./calls \(seed) 1500", in: folder.path)
      #expect(result.status == 0, "seed \(seed): \(result.errors)")
      // Enough calls succeed to reach deep states.
      let counts = result.text.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
      #expect(counts.count == 5 && counts[0] > 300 && counts[1] > 100, "seed \(seed): \(result.text)")
    }
  }

  /// Pango matches fonts on a thread of each font map, and does not release a map's configuration.
  @Test func `an engine that ends waits for its fonts' thread and frees all it took from fontconfig`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"""
      #include <fontconfig/fontconfig.h>
      #include <layerlua.h>
      #include <stdio.h>
      #include <string.h>

      int main(void) {
        const char *script = "return require('layerlua').TextLayer { bounds = { 0, 0, 300, 40 }, string = 'שלום عربى 日本 ꙮ' }";
        for (int i = 0; i < 3; i++) {
          layerlua_engine *engine = NULL;
          uint8_t *bytes = NULL;
          size_t count;
          if (layerlua_create(NULL, &engine, NULL, 0)) return 2;
          if (layerlua_run(engine, script, strlen(script), "text", NULL) ||
              layerlua_encode(engine, layerlua_root(engine), NULL, "png", &bytes, &count))
            return fprintf(stderr, "%s\n", layerlua_last_error(engine)->message), 3;
          layerlua_free_bytes(bytes);
          layerlua_free(engine);
        }
        FcFini(); // the default configuration, which Pango asks for once in a process
        return 0;
      }
      """#, to: "text.c")
    let built = try Libraries.shell(
      #"""
      clang -std=c11 -Wall -Wextra -Werror -g -O1 -fsanitize=address -I "$0/Sources/Faces/CLayerLua/include" text.c         "$1/liblayerlua.so" -Wl,-rpath,"$1" -lfontconfig -o text
      """#, [Checkout.root, Libraries.folder], in: folder.path)
    try #require(built.status == 0, "\(built.errors)")
    for _ in 1...4 {
      let result = try Libraries.shell("./text", in: folder.path)
      #expect(result.status == 0, "\(result.errors)")
    }
  }
}
