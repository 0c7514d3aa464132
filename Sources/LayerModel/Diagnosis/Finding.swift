// SPDX-License-Identifier: MIT
import Wording

/// A part of a picture that was probably meant otherwise, most often a layer that is not seen: what is so, why, and the
/// remedy.
public struct Finding {
  /// The rule that it belongs to, by which it can be silenced.
  public let rule: LayerWarning.Rule
  /// The layer; nil for a finding about the script alone.
  public let layer: Layer?
  /// What is so and why: `heading (TextLayer) is not seen: its bounds are empty`.
  public let message: String
  /// What to write instead, where it is known, such as `bounds = {0, 0, 82, 42}`.
  public let hint: String?
  /// The line of the script that made the layer, or that is concerned.
  public package(set) var place: ScriptPlace?
  /// Whether it is often meant, so that it is no reason to fail.
  public let isNote: Bool
  /// The number of further layers that the same line made and that have the same finding.
  public package(set) var others = 0
  /// Further rules that the layer breaks; the first hides it whatever they are.
  public package(set) var more: [LayerWarning.Rule] = []

  package init(
    _ rule: LayerWarning.Rule, _ layer: Layer?, _ message: String, hint: String? = nil, place: ScriptPlace? = nil,
    isNote: Bool = false
  ) {
    self.rule = rule
    self.layer = layer
    self.message = message
    self.hint = hint
    self.place = place ?? layer.flatMap { $0.scene.place(of: $0) }
    self.isNote = isNote
  }

  /// The message with the number of others and the hint.
  public var text: String {
    var text = message
    if others > 0 { text += ", and \(counted(others, "other")) made here" }
    if let hint { text += ": \(hint)" }
    return text
  }
}

extension Layer {
  /// The layer at the start of a finding: `heading (TextLayer)`, or the way to it when it has no name.
  package final var subject: String {
    let name = storedName.flatMap { $0.isEmpty ? nil : $0 } ?? (parent == nil && !flag(.isMask) ? nil : label)
    return name.map { "\($0) (\(className))" } ?? "\(className)"
  }

  /// `card (line 3)`: another layer within a finding.
  package final var reference: String {
    let name = storedName.flatMap { $0.isEmpty ? nil : $0 } ?? label
    return scene.place(of: self).map { "\(name) (line \($0.line))" } ?? name
  }

  /// ` (line 9)` where a script set the property; empty when that is unknown.
  package final func line(ofSetting key: String) -> String {
    scene.place(ofSetting: key, of: self).map { " (line \($0.line))" } ?? ""
  }
}
