// SPDX-License-Identifier: MIT
import Foundation
import Testing
import TestSupport

/// The Python module, with the library built by scripts/build.
@Suite(needsLibraries, .enabled(if: Libraries.has("python3"))) struct PythonModuleTests {
  @Test func `every test in Python passes`() throws {
    let result = try Libraries.shell(
      #"LAYERLUA_LIBRARY="$1" PYTHONDONTWRITEBYTECODE=1 exec python3 -m unittest discover -s "$0/Tests/Faces/PythonTests""#,
      [Checkout.root, Libraries.c], in: "/", limit: 900)
    #expect(result.status == 0, "\(result.errors)")
    #expect(!result.errors.contains("Ran 0 tests"), "\(result.errors)")
  }

  @Test(.enabled(if: Libraries.has("mypy"))) func `the module and a program that uses it have types`() throws {
    let result = try Libraries.shell(
      #"exec mypy --strict --cache-dir=/dev/null layerlua "$0/Tests/Faces/PythonTests/typed.py""#, [Checkout.root],
      in: Checkout.root + "/Sources/Faces/PythonModule", limit: 300)
    #expect(result.status == 0, "\(result.text)\(result.errors)")
  }

  @Test func `what is installed finds its library`() throws {
    let folder = try TemporaryFolder()
    let result = try Libraries.shell(
      #"""
      set -e
      "$0/scripts/install" --prefix /opt/layerlua --destdir stage --built "$1" c python
      test -z "$(find stage -name __pycache__)"
      unset LAYERLUA_LIBRARY
      export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$(echo "$PWD"/stage/opt/layerlua/lib/python3*/*-packages)"
      python3 -c 'import layerlua; print(layerlua.__version__, layerlua.__file__)'
      python3 -c 'import importlib.metadata; print(importlib.metadata.version("layerlua"))'
      """#, [Checkout.root, Libraries.folder], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.text.split(separator: "\n").map { $0.split(separator: " ") }
    try #require(lines.count == 2 && lines[0].count == 2, "\(result.text)")
    #expect(lines[0][0] == lines[1][0] && lines[0][1].contains("/stage/opt/layerlua/lib/python3"), "\(result.text)")
  }
}
