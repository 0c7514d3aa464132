// SPDX-License-Identifier: MIT
import Wording

/// A part of a picture that was probably meant otherwise, most often a layer that is not seen: what is so, why, and the
/// remedy.
public struct Finding {
  /// The rule that it belongs to, by which it can be silenced.
  public let rule: LayerWarning.Rule
  /// The layer; nil for a finding about the script alone.
  public let layer: Layer?
  /// What is so and why: `heading (TextLayer) is not seen: its bounds are empty`; of a layer that a function made for one
  /// of its callers, with that line: `(made at kit.lua:12, called from page.lua:40)`.
  public var message: String { statement + calls }
  /// What to write instead, where it is known, such as `bounds = {0, 0, 82, 42}`.
  public let hint: String?
  /// The line of the script that made the layer, or that is concerned.
  public package(set) var place: ScriptPlace?
  /// Whether it is often meant, so that it is no reason to fail.
  public let isNote: Bool
  /// The lines that called the function in which the layer was made, the nearest first, up to the one that is to be looked
  /// at; empty where the line that made the layer is.
  public package(set) var callers: [ScriptPlace] = []
  /// The number of further layers that the same line made and that have the same finding.
  public package(set) var others = 0
  /// Further rules that the layer breaks; the first hides it whatever they are.
  public package(set) var more: [LayerWarning.Rule] = []

  /// The message without the lines that called.
  private let statement: String

  package init(
    _ rule: LayerWarning.Rule, _ layer: Layer?, _ message: String, hint: String? = nil, place: ScriptPlace? = nil,
    isNote: Bool = false
  ) {
    self.rule = rule
    self.layer = layer
    statement = message
    self.hint = hint
    self.place = place ?? layer.flatMap { $0.scene.place(of: $0) }
    self.isNote = isNote
  }

  private var calls: String {
    guard let place, let caller = callers.last else { return "" }
    let between = callers.dropLast().map(\.description)
    return " (made at \(place), called from \(caller)"
      + (between.isEmpty ? "" : " through \(between.joined(separator: ", "))") + ")"
  }

  /// The message with the number of others and the hint.
  public var text: String {
    var text = message
    if others > 0 { text += ", and \(counted(others, "other")) made \(callers.isEmpty ? "here" : "by that call")" }
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

  /// `card (line 3)`: another layer within a finding about a layer, with the line that made it. For what a module made,
  /// that is the line that called it, where it is another one than for the layer; with the script where that differs.
  package final func reference(in layer: Layer) -> String {
    let name = storedName.flatMap { $0.isEmpty ? nil : $0 } ?? label
    guard let made = scene.place(of: self) else { return name }
    let prefixes = scene.callPrefixes(of: madeAt)
    let others = scene.callPrefixes(of: layer.madeAt)
    let callers = prefixes.indices.dropFirst().lazy.filter { $0 >= others.count || prefixes[$0] != others[$0] }
      .compactMap { self.scene.callerPlace(of: prefixes[$0]) }
    let called = callers.first { $0.script != made.script } ?? (prefixes[0] == others[0] ? callers.first : nil)
    let place = called ?? made
    let isHere = scene.place(of: layer).map { $0.script == place.script } ?? true
    return "\(name) (\(called == nil ? "" : "called from ")\(isHere ? "line \(place.line)" : place.description))"
  }

  /// ` (line 9)` where a script set the property; empty when that is unknown.
  package final func line(ofSetting key: String) -> String {
    scene.place(ofSetting: key, of: self).map { " (line \($0.line))" } ?? ""
  }
}
