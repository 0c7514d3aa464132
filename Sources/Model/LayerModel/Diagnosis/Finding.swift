// SPDX-License-Identifier: MIT
import Messages

/// A probable mistake in the rendered scene, most often an invisible layer: the symptom, the cause, and the remedy.
///
/// ```swift
/// for finding in try engine.diagnose(card) where !finding.isNote {
///   print(finding.rule, finding.message)
///   if let hint = finding.hint { print("  \(hint)") }
/// }
/// ```
public struct Finding {
  /// The rule that reported it, by which it can be silenced.
  public let rule: LayerWarning.Rule
  /// The layer; nil for a finding about the script alone.
  public let layer: Layer?
  /// The symptom and the cause: `heading (TextLayer) is not seen: its bounds are empty`. For a layer that a function
  /// made for one of its callers, with that line: `(made at kit.lua:12, called from page.lua:40)`.
  public var message: String { statement + calls }
  /// A suggested replacement, such as `bounds = {0, 0, 82, 42}`; nil if unknown.
  public let hint: String?
  /// The script line that made the layer, or that is at fault.
  public package(set) var place: ScriptPlace?
  /// True if it is often intentional, and therefore no reason to fail.
  public let isNote: Bool
  /// The call stack of the function that made the layer, the nearest caller first, up to the line to look at; empty if
  /// that is the line that made the layer.
  public package(set) var callers: [ScriptPlace] = []
  /// The number of further layers made by the same line with the same finding.
  public package(set) var others = 0
  /// Further rules that the layer breaks; it is hidden by the first in any case.
  public package(set) var more: [LayerWarning.Rule] = []

  /// The message without the call stack.
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
  /// The layer as a finding begins: `heading (TextLayer)`, or its path in the tree if it has no name.
  package final var subject: String {
    let name = storedName.flatMap { $0.isEmpty ? nil : $0 } ?? (parent == nil && !flag(.isMask) ? nil : label)
    return name.map { "\($0) (\(className))" } ?? "\(className)"
  }

  /// Returns the text for another layer within a finding about `layer`, with the line that made it: `card (line 3)`.
  /// For a layer made by a module, this is the line that called it, if it differs from `layer`'s. The script is added
  /// if it differs.
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

  /// Returns ` (line 9)` for the script line that set the property; empty if unknown.
  package final func line(ofSetting key: String) -> String {
    scene.place(ofSetting: key, of: self).map { " (line \($0.line))" } ?? ""
  }
}
