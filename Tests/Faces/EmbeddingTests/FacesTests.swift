// SPDX-License-Identifier: MIT
import Foundation
import Testing
import TestSupport

/// The abilities of the faces: the tables of docs/guide/faces.md, against the sources.
@Suite(.enabled(if: Libraries.has("python3"))) struct FacesTests {
  @Test func `every public name has its row, and every empty cell its reason`() throws {
    let result = try Libraries.shell(#"exec "$0/scripts/faces""#, [Checkout.root], in: "/")
    #expect(result.status == 0, "\(result.text)\(result.errors)")
  }

  @Test(arguments: [
    ("C", "layerlua_render_image"), ("C", "config.hyphen_directories"), ("C++", "layer.frames"),
    ("Python", "define_filter"), ("Python", "Engine(writable_files=)"), ("Lua", "ca.Layer.svg"),
    ("Swift", "encode(_:format:_:)"), ("Swift", "Limits.printedBytes"), ("Swift", "EngineError.Kind.limit"),
    ("Swift", "Limits.pixels"), ("Swift", "Configuration.threads"), ("Swift", "Layer.setTilt(_:_:)"),
    ("Lua", "ca.Package"), ("Lua", "Package.notes"), ("Lua", "Layer:setState"),
  ]) func `names of every kind are found`(face: String, name: String) throws {
    let result = try Libraries.shell(#"exec "$0/scripts/faces" --list "$1""#, [Checkout.root, face], in: "/")
    let short = name.replacingOccurrences(of: "layerlua_", with: "")
    #expect(result.text.split(separator: "\n").contains(Substring(short)), "\(result.text)\(result.errors)")
  }

  @Test func `a name without a row, a row without a name and a cell without a reason are reported`() throws {
    let folder = try TemporaryFolder()
    let result = try Libraries.shell(
      #"""
      mkdir -p scripts docs/guide && cp "$0/scripts/faces" scripts && ln -s "$0/Sources" Sources
      ln -s "$0/scripts/share" scripts/share
      sed -e '/^| a drawable |/d' -e 's/`layer_svg`, `color=`/own idea/' -e 's/`ca.compare`/`ca.equal`/' \
        "$0/docs/guide/faces.md" >docs/guide/faces.md
      exec scripts/faces
      """#, [Checkout.root], in: folder.path)
    #expect(result.status == 1)
    for problem in [
      "C's set_drawable is public, and no row has it", "Python has neither a name nor one of the reasons",
      "Lua has no public ca.equal", "Lua's ca.compare is public, and no row has it",
    ] { #expect(result.text.contains(problem), "\(result.text)") }
  }
}
