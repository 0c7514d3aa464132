// SPDX-License-Identifier: MIT
import Testing
import TestSupport

/// The built files as a package sees them: what they link, the glibc that they need, where they lie.
@Suite(needsLibraries) struct BuiltFileTests {
  /// The libraries that the loader must find, besides those of the C library: libraries of Debian 12 and 13 alike.
  static let linked: [String: Set<String>] = [
    "liblayerlua.so": [
      "libdeflate.so.0", "libpng16.so.16", "libz.so.1", "liblua5.4.so.0", "libstdc++.so.6", "libgcc_s.so.1",
    ],
    "layerlua.so": ["libdeflate.so.0", "libpng16.so.16", "libz.so.1", "libstdc++.so.6", "libgcc_s.so.1"],
    "layerlua-svg": [],
    "liblayerlua-paths.so": ["libpolyclipping.so.22", "libstdc++.so.6", "libgcc_s.so.1"],
    "liblayerlua-toml.so": ["libstdc++.so.6", "libgcc_s.so.1"],
  ]
  static let ofTheSystem: Set<String> = ["libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"]

  private func headers(_ path: String) throws -> [[String]] {
    let result = try Libraries.shell(#"objdump -p "$0""#, [path], in: "/")
    try #require(result.status == 0, "\(result.errors)")
    return result.text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
  }

  @Test(arguments: linked.keys.sorted())
  func `a file links what the packages depend on, and searches no folder`(name: String) throws {
    let lines = try headers(Libraries.folder + "/" + name)
    let needed = Set(lines.filter { $0.first == "NEEDED" }.map { $0[1] })
    #expect(needed.subtracting(Self.ofTheSystem) == Self.linked[name])
    #expect(!lines.contains { $0.first == "RUNPATH" || $0.first == "RPATH" })
  }

  @Test(arguments: linked.keys.sorted()) func `a file needs no glibc above that of Debian 12`(name: String) throws {
    let text = try headers(Libraries.folder + "/" + name).joined().joined(separator: " ")
    let versions = text.matches(of: /GLIBC_2\.(\d+)/).compactMap { Int($0.1) }
    #expect(!versions.isEmpty && versions.allSatisfy { $0 <= 36 }, "\(versions.max() ?? 0)")
  }

  @Test func `in usr files lie where Debian looks for them`() throws {
    let folder = try TemporaryFolder()
    let result = try Libraries.shell(
      #"""
      set -e
      "$0/scripts/install" --prefix /usr --destdir stage --libdir lib/x86_64-linux-gnu --built "$1" c lua
      cd stage/usr
      cat lib/x86_64-linux-gnu/pkgconfig/layerlua.pc
      find . -type f -o -type l | sort
      """#, [Checkout.root, Libraries.folder], in: folder.path)
    try #require(result.status == 0, "\(result.errors)")
    #expect(result.text.contains("libdir=${prefix}/lib/x86_64-linux-gnu\n"))
    // The compiler's own folders, named, come before those of another processor.
    #expect(result.text.contains("\nCflags:\nLibs: -llayerlua\n"))
    for file in [
      "include/layerlua.h", "lib/x86_64-linux-gnu/liblayerlua.so", "lib/x86_64-linux-gnu/lua/5.4/layerlua.so",
      "libexec/layerlua/layerlua-svg", "share/licenses/layerlua/NOTICE",
    ] { #expect(result.text.contains("./\(file)\n"), "\(file)") }
    let wrong = try Libraries.shell(
      #""$0/scripts/install" --libdir /usr/lib64 c"#, [Checkout.root], in: folder.path)
    #expect(wrong.status == 2 && wrong.errors.contains("relative to the prefix"))
  }

  @Test(.enabled(if: Libraries.has("python3"))) func `the Python module takes the library in its own folder first`()
    throws
  {
    let folder = try TemporaryFolder()
    let result = try Libraries.shell(
      #"""
      set -e
      cp -R "$0/Sources/Faces/PythonModule/layerlua" .
      mkdir -p layerlua/lib
      cp "$1" layerlua/lib
      export PYTHONDONTWRITEBYTECODE=1
      python3 -c 'import layerlua; print(open("/proc/self/maps").read())' | grep -c "$PWD/layerlua/lib/"
      python3 -c 'from layerlua._program import main; main()' || echo "status $?"
      """#, [Checkout.root, Libraries.c], in: folder.path)
    #expect(result.status == 0 && result.text.hasSuffix("status 5\n"), "\(result.text) \(result.errors)")
    #expect(result.errors.contains("install the wheel of layerlua again"))
  }
}
