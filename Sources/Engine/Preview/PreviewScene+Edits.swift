// SPDX-License-Identifier: MIT
import LayerEngine
import LayerModel
import LuaBinding
import Messages

// Temporary edits of values.
extension PreviewScene {
  /// A value that the user set in the page.
  struct Edit {
    let layer: Layer
    let key: String
    let value: PropertyValue
  }

  /// Sets a key path of a layer to the value of a Lua expression until it is undone.
  ///
  /// - Returns: an equivalent line of Lua.
  /// - Throws: `EngineError` if the expression fails or the key rejects the value; then nothing is changed.
  func edit(_ path: String, _ key: String, _ text: String) throws(EngineError) -> String {
    let layer = try layer(atPath: path)
    let head = String(key.prefix { $0 != "." })
    do {
      guard let row = layer.keyedClass.property(head) else {
        guard layer.customKeys().contains(head) else { throw layer.keyedClass.unknownKey(head, for: .author) }
        return try set(layer, key, text)
      }
      if row.isReadOnly { throw LayerError("\(layer.className).\(head) can only be read") }
      if head == key {
        switch row.kind {
        case .layer, .layers, .objects, .object, .delegate, .function, .layoutManager:
          let expected = row.kind.expectation(for: .author)
          throw LayerError("\(layer.className).\(key) is \(expected), which is changed in the script")
        default: break
        }
      }
      return try set(layer, key, text)
    } catch { throw asked(error) }
  }

  private func set(_ layer: Layer, _ key: String, _ text: String) throws -> String {
    let value = try engine.value(ofExpression: text)
    if original == nil { original = try ModelSnapshot(of: root) }
    do {
      try engine.working { try layer.setValue(value, forKeyPath: key) }
    } catch {
      // The value may have been set in part.
      _ = restore()
      throw error
    }
    edits.removeAll { $0.layer === layer && $0.key == key }
    edits.append(Edit(layer: layer, key: key, value: value))
    let literal = trimmed(text)
    return LuaLiteral.isName(key)
      ? "layer.\(key) = \(literal)" : "layer:setValueForKeyPath(\(literal), \(LuaLiteral.string(key)))"
  }

  /// Undoes the edit of a layer's key.
  ///
  /// - Throws: `EngineError` if the key was not edited.
  func undo(_ path: String, _ key: String) throws(EngineError) {
    let layer = try layer(atPath: path)
    guard let place = edits.lastIndex(where: { $0.layer === layer && $0.key == key }) else {
      throw EngineError(.usage, "\(key) of \(path) was not edited")
    }
    edits.remove(at: place)
    if let problem = restore() { throw asked(problem) }
  }

  /// Restores the layers as the script left them, then reapplies the chosen state and the remaining edits.
  ///
  /// - Returns: the first error of an edit; edits that fail are dropped.
  func restore() -> (any Error)? {
    guard let original else { return nil }
    let moved = original.restore()
    if let layer = picture?.layer { layer.scene.host.onRestore?(moved) }
    var problem: (any Error)?
    do { try applyChoices() } catch { problem = error }
    edits = edits.filter { edit in
      do {
        try engine.working { try edit.layer.setValue(edit.value, forKeyPath: edit.key) }
        return true
      } catch {
        problem = problem ?? error
        return false
      }
    }
    return problem
  }

  /// Converts an error of a request: of kind `usage` unless a script raised it.
  func asked(_ error: any Error) -> EngineError {
    var result = engine.explained(error)
    if result.kind == .script, result.script == nil { result.kind = .usage }
    // Drop the place: the expression has one line, which is in the request.
    if result.script == "(value)" { (result.script, result.line) = (nil, nil) }
    return result
  }

  private func trimmed(_ text: String) -> String {
    func isSpace(_ c: Character) -> Bool { c == " " || c == "\t" || c.isNewline }
    var rest = text[...]
    while let first = rest.first, isSpace(first) { rest.removeFirst() }
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return String(rest)
  }
}
