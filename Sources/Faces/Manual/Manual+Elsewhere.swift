// SPDX-License-Identifier: MIT
import LayerModel
import LuaBinding
import Messages

extension Manual {
  /// The manual's page for users of other systems, in Markdown, generated from the table of their names.
  package static var foreignReference: String {
    var text = """
      <!-- Made from the table of names of elsewhere by scripts/regenerate; do not edit. -->
      # Coming from elsewhere

      What other systems call it, and what to write here. A key of the left column that is set on a layer is a warning
      with the right one ([`foreign-name`](warnings.md)), in a constructor an error; a call of it is an error that \
      says the same; and
      `layerlua doc alpha` prints it. `layer`, `text`, `path`, `ctx` and the like stand for what there is.


      """
    let groups: [(title: String, origins: [ForeignName.Origin])] = [
      ("From UIKit and the books", [.apple, .views]), ("From CSS", [.css]), ("From SVG and d3", [.svg]),
      ("From LÖVE and Processing", [.drawing]), ("From Flutter", [.flutter]),
      ("From animation libraries", [.animation]),
    ]
    let kinds: [(title: String, kinds: [ForeignName.Kind])] = [
      ("Key", [.property]), ("Method", [.method]), ("Function, class or constant", [.function, .classMethod]),
      ("Hook", [.hook]),
      ("Value", [.value, .color]),
    ]
    for group in groups {
      text += "## \(group.title)\n\n"
      for (title, kinds) in kinds {
        let rows = ForeignName.all.filter { group.origins.contains($0.origin) && kinds.contains($0.kind) }
        if rows.isEmpty { continue }
        text += "| \(title) | Here | |\n|---|---|---|\n"
        for row in rows {
          let names = row.names.map { "`\($0)`" }.joined(separator: " ")
          let of = row.values.isEmpty ? "" : " of \(row.values.map { "`\($0)`" }.joined(separator: ", "))"
          let here =
            row.write.isEmpty ? "nothing" : row.write.map { "`\(row.assignment($0))`" }.joined(separator: ", ")
          text += "| \(names)\(of) | \(cell(here)) | \(row.note) |\n"
        }
        text += "\n"
      }
    }
    return String(text.dropLast())
  }

  /// Returns the pages on a name of another system.
  static func pages(onForeign name: String) -> [Page] {
    let words = [name, ForeignName.joined(name), name.lowercased()]
    return ForeignName.all.filter { row in
      row.names.contains { $0 == words[0] || $0 == words[1] || row.kind == .color && $0 == words[2] }
    }.map { row in
      let what =
        switch row.kind {
        case .property: "a key"
        case .method: "a method"
        case .classMethod: "a method of a class"
        case .function: "a name"
        case .hook: "a hook"
        case .color: "a colour"
        case .value: "a value of \(listed(row.values))"
        }
      var parts = row.write.map { Page.Part.code(row.assignment($0)) }
      if row.write.isEmpty { parts.append(.words("Leave it out.")) }
      if !row.note.isEmpty { parts.append(.words("\(row.note.prefix(1).uppercased())\(row.note.dropFirst()).")) }
      return Page("\(name): \(what) of \(row.origin.rawValue); here", parts)
    }
  }
}
