// SPDX-License-Identifier: MIT
import Foundation
import Testing
import TestSupport

@Suite(needsLibraries) struct LibraryTests {
  @Test(arguments: [Libraries.c, Libraries.module])
  func `a library shows nothing but its own functions`(path: String) throws {
    let result = try Libraries.shell(#"nm -D --defined-only "$0""#, [path], in: "/")
    try #require(result.status == 0, "\(result.errors)")
    let names = result.text.split(separator: "\n").compactMap { line -> String? in
      let parts = line.split(separator: " ")
      // The name of the version set is not a symbol.
      return parts.count == 3 && parts[1] == "A" ? nil : parts.last.map { String($0.prefix { $0 != "@" }) }
    }
    if path == Libraries.module {
      #expect(names == ["luaopen_layerlua"])
    } else {
      let header = try String(
        contentsOfFile: Checkout.root + "/Sources/Faces/CLayerLua/include/layerlua.h", encoding: .utf8)
      let declared = Set(header.matches(of: /\b(layerlua_\w+)\(/).map { String($0.1) })
      #expect(Set(names) == declared)
    }
  }

  @Test(arguments: [Libraries.c, Libraries.module]) func `a library needs no Swift and is small`(path: String) throws {
    let result = try Libraries.shell(#"readelf -d "$0""#, [path], in: "/")
    try #require(result.status == 0, "\(result.errors)")
    let needed = result.text.matches(of: /\(NEEDED\).*\[(.*)\]/).map { String($0.1) }
    #expect(!needed.isEmpty && !needed.contains { $0.contains("swift") || $0.contains("Foundation") }, "\(needed)")
    #expect(
      needed.contains { $0.contains("liblua") } == (path == Libraries.c),
      "the module takes Lua from its host: \(needed)")
    #expect(result.text.contains("Library soname: [\(URL(fileURLWithPath: path).lastPathComponent)]"))
    let folder = try TemporaryFolder()
    let stripped = try Libraries.shell(#"strip -o stripped "$0" && wc -c < stripped"#, [path], in: folder.path)
    let size = try #require(Int(stripped.text.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(size <= 21_900_000, "\(size) bytes stripped")
  }
}

@Suite(needsLibraries) struct SampleTests {
  static let answer = "480 x 240 pixels, the middle one 255 255 255 255\n"

  @Test func `the sample in C runs under address sanitizer`() throws {
    let folder = try TemporaryFolder()
    let built = try Libraries.shell(
      #"""
      clang -std=c11 -Wall -Wextra -Wpedantic -Werror -g -O1 -fsanitize=address,undefined -fno-omit-frame-pointer \
        -I "$0/Sources/Faces/CLayerLua/include" "$0/docs/samples/c/card.c" "$1" -Wl,-rpath,"$2" -o card
      """#, [Checkout.root, Libraries.c, Libraries.folder], in: folder.path)
    try #require(built.status == 0, "\(built.errors)")
    let result = try Libraries.shell(
      // Without permission to trace processes, leak detection is not possible.
      """
      ASAN_OPTIONS=detect_leaks=1 ./card card.png card.gif >text 2>errors
      status=$?
      if grep -q 'LeakSanitizer has encountered a fatal error' errors; then
        ASAN_OPTIONS=detect_leaks=0 ./card card.png card.gif >text 2>errors
        status=$?
      fi
      cat text; cat errors >&2; exit $status
      """, in: folder.path)
    #expect(result.status == 0 && result.errors.hasSuffix("25 of 25 frames\n"), "\(result.errors)")
    #expect(!result.errors.contains("ERROR"))
    #expect(try folder.read("card.gif").starts(with: Array("GIF89a".utf8)))
    #expect(result.text == "the stripe's opacity is 0.75\n" + Self.answer)
    let picture = try Picture(contentsOf: folder.path + "/card.png")
    #expect(picture.width == 480 && picture.height == 240)
  }

  @Test func `the header is C++ too`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "#include <layerlua.h>\nint main() { layerlua_value v{}; return v.type + (layerlua_last_error(nullptr) == nullptr); }",
      to: "a.cpp")
    let result = try Libraries.shell(
      #"clang++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -I "$0/Sources/Faces/CLayerLua/include" a.cpp "$1" -Wl,-rpath,"$2" -o a && ./a"#,
      [Checkout.root, Libraries.c, Libraries.folder], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test(.enabled(if: Libraries.has("python3"))) func `the sample in Python runs`() throws {
    let folder = try TemporaryFolder()
    let result = try Libraries.shell(
      #"""
      export LAYERLUA_LIBRARY="$1" PYTHONPATH="$0/Sources/Faces/PythonModule" PYTHONDONTWRITEBYTECODE=1
      exec python3 "$0/docs/samples/python/card.py" card.png card.apng
      """#, [Checkout.root, Libraries.c], in: folder.path)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(result.text == Self.answer)
    #expect(try Picture(contentsOf: folder.path + "/card.png").width == 480)
    #expect(folder.exists("card.apng"))
  }

  @Test func `the sample in Lua runs`() throws {
    let folder = try TemporaryFolder()
    let result = try Libraries.runLua([Checkout.root + "/docs/samples/lua/card.lua", "card.png"], in: folder.path)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(result.text == Self.answer)
    #expect(try Picture(contentsOf: folder.path + "/card.png").width == 480)
  }

  @Test(arguments: ["c/card.c", "python/card.py", "lua/card.lua"])
  func `the guide shows the sample`(path: String) throws {
    let guide = try String(contentsOfFile: Checkout.root + "/docs/guide/embedding.md", encoding: .utf8)
    let sample = try String(contentsOfFile: Checkout.root + "/docs/samples/" + path, encoding: .utf8)
    let language = path.prefix { $0 != "/" }
    #expect(
      guide.contains("```\(language)\n\(sample)```\n"), "docs/guide/embedding.md shows another docs/samples/\(path)")
  }
}

@Suite(needsLibraries) struct GuideTests {
  /// The names that the fragments of the guide's C part take for granted.
  private static let given = """
    #include <layerlua.h>
    #include <math.h>
    #include <stdio.h>
    void check(layerlua_engine *engine, layerlua_status status);
    bool show(void *user_data, size_t finished, size_t total);
    bool take(void *user_data, const layerlua_frame *frame);
    void all(layerlua_engine *engine, layerlua_layer *card, layerlua_layer *cover, layerlua_layer *inside,
        layerlua_settings settings, const uint8_t *bytes, size_t count, uint8_t *pixels, size_t capacity,
        FILE *pipe_to_ffmpeg, void *encoder) {

    """

  @Test func `the guide's fragments in C compile`() throws {
    let guide = try String(contentsOfFile: Checkout.root + "/docs/guide/embedding.md", encoding: .utf8)
    let fragments = guide.matches(of: /\n  ```c\n((?s:.*?))\n  ```/).map { String($0.1) }
    #expect(fragments.count >= 6)
    let folder = try TemporaryFolder()
    try folder.write(Self.given + fragments.joined(separator: "\n") + "\n}\n", to: "a.c")
    let result = try Libraries.shell(
      #"clang -std=c11 -Wall -Wextra -Werror -fsyntax-only -I "$0/Sources/Faces/CLayerLua/include" a.c"#,
      [Checkout.root], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
  }
}

@Suite(needsLibraries) struct InstallTests {
  /// With text and emoji, where valgrind reports jumps on uninitialised values.
  @Test(.enabled(if: Libraries.has("valgrind"))) func `valgrind finds nothing with what is installed for it`() throws {
    let folder = try TemporaryFolder()
    let result = try Libraries.shell(
      #"""
      clang -std=c11 -gdwarf-4 -I "$0/Sources/Faces/CLayerLua/include" "$0/docs/samples/c/card.c" "$1" -Wl,-rpath,"$2" -o card &&
        valgrind -q --error-exitcode=9 --suppressions="$0/scripts/layerlua.supp" ./card card.png
      """#, [Checkout.root, Libraries.c, Libraries.folder], in: folder.path, limit: 120)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func `a prefix of one's own is found by an rpath`() throws {
    let folder = try TemporaryFolder()
    let result = try Libraries.shell(
      #"""
      set -e
      "$0/scripts/install" --prefix "$PWD/own" --built "$1" c
      export PKG_CONFIG_PATH="$PWD/own/lib/pkgconfig"
      clang "$0/docs/samples/c/card.c" $(pkg-config --cflags --libs layerlua) -Wl,-rpath,"$(pkg-config --variable=libdir layerlua)" -o card
      ./card card.png
      """#, [Checkout.root, Libraries.folder], in: folder.path)
    #expect(result.status == 0 && folder.exists("card.png"), "\(result.errors)")
  }

  @Test func `what is installed is found by pkg-config`() throws {
    let folder = try TemporaryFolder()
    // Already built: only copying remains.
    let result = try Libraries.shell(
      #"""
      set -e
      "$0/scripts/install" --prefix /opt/layerlua --destdir stage --built "$1" c lua
      export PKG_CONFIG_PATH="$PWD/stage/opt/layerlua/lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$PWD/stage"
      clang "$0/docs/samples/c/card.c" $(pkg-config --cflags --libs layerlua) -o card
      LD_LIBRARY_PATH="$PWD/stage/opt/layerlua/lib" ./card card.png
      LUA_CPATH="$PWD/stage/opt/layerlua/lib/lua/5.4/?.so" lua5.4 -e 'print(require("layerlua").version)'
      pkg-config --modversion layerlua
      """#, [Checkout.root, Libraries.folder], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    // The file, and the symbolic links for loader and linker.
    let library = folder.path + "/stage/opt/layerlua/lib"
    let names = try FileManager.default.contentsOfDirectory(atPath: library).filter { $0.hasPrefix("lib") }.sorted()
    try #require(names.count == 3, "\(names)")
    #expect(names[0] == "liblayerlua.so" && names[1].wholeMatch(of: /liblayerlua\.so\.\d+/) != nil)
    #expect(names[2].hasPrefix(names[1] + "."))
    for (link, target) in [(names[0], names[1]), (names[1], names[2])] {
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: library + "/" + link) == target)
    }
    let lines = result.text.split(separator: "\n")
    #expect(
      lines.count >= 4 && lines.suffix(2).first == lines.last, "the library's version is pkg-config's: \(result.text)")
  }
}
