// SPDX-License-Identifier: MIT
import LayerModel
import Messages
import Numbers
import Pixels

/// The texts, colours and pictures of a file that a template can set.
///
/// A key path that several places share is one parameter, which sets all of them. If their values differ it has none.
struct ParameterList {
  private struct Row {
    var kind: LottieInfo.Parameter.Kind
    var path: String
    /// The names of which the parameter's own is made, from the outside in.
    var names: [String]
    /// The present value, of the first of several places; nil if one changes over time.
    var value: String?
    /// True if places with different values share the key path.
    var isShared = false
    /// True if a place has a value that does not change.
    var hasConstant: Bool
  }

  /// The maximum number of parameters.
  private static let limit = 2_000
  private var rows: [Row] = []
  private var indices: [String: Int] = [:]
  private var starred: [String] = []

  /// Adds a place; returns true if it is a new row.
  mutating func add(
    _ kind: LottieInfo.Parameter.Kind, _ place: Place, _ names: [String], _ value: String?
  ) -> Bool {
    let path = place.text
    if path.contains("*") {
      guard value != nil, starred.count < 100, !starred.contains(path) else { return false }
      starred.append(path)
      return true
    }
    guard rows.count < Self.limit else { return false }
    let key = kind.rawValue + "\u{0}" + path
    if let i = indices[key] {
      if value == nil {
        rows[i].value = nil
      } else {
        rows[i].hasConstant = true
        if let known = rows[i].value, known != value { rows[i].isShared = true }
      }
      return false
    }
    indices[key] = rows.count
    rows.append(Row(kind: kind, path: path, names: names, value: value, hasConstant: value != nil))
    return true
  }

  /// The parameters with unique names, texts first, then colours and pictures.
  var named: [LottieInfo.Parameter] {
    let hidden = hiddenTexts
    let usable = rows.filter { $0.value != nil && !($0.kind == .text && hidden.contains($0.path)) }
    var taken: Set<String> = []
    var result: [LottieInfo.Parameter] = []
    for kind in [LottieInfo.Parameter.Kind.text, .color, .image] {
      for row in usable where row.kind == kind {
        let base = ParameterList.plain(row.names, kind)
        var name = base
        var number = 1
        while !taken.insert(name).inserted {
          number += 1
          name = "\(base)_\(number)"
        }
        result.append(
          LottieInfo.Parameter(
            name: name, kind: kind, path: row.path, value: row.isShared ? "" : row.value ?? "", isShared: row.isShared))
      }
    }
    return result
  }

  /// The key paths of texts that are none: a text's key also stands for the last names of a key path, so it must not
  /// reach a text that keeps its own.
  private var hiddenTexts: Set<String> {
    let texts = rows.filter { $0.kind == .text }
    let kept = texts.filter { $0.value == nil || $0.isShared }.map(\.path)
    return Set(texts.map(\.path).filter { path in kept.contains { $0.hasSuffix("." + path) } })
  }

  /// The places with a value that are no parameters, with the reasons.
  var leftOut: [LottieInfo.LeftOut] {
    let hidden = hiddenTexts
    var result = starred.map { LottieInfo.LeftOut(path: $0, reason: "a * in a key path stands for any name") }
    for row in rows where result.count < 100 {
      if row.kind == .text, row.value != nil, hidden.contains(row.path) {
        result.append(
          LottieInfo.LeftOut(path: row.path, reason: "it also names a text in a composition, which differs"))
      } else if row.value == nil, row.hasConstant {
        result.append(LottieInfo.LeftOut(path: row.path, reason: "it changes over time in one of its places"))
      }
    }
    if rows.count >= Self.limit {
      result.append(LottieInfo.LeftOut(path: "…", reason: "a file has at most \(Self.limit) parameters"))
    }
    return result
  }

  /// Returns a name of lower-case letters, digits and underscores, of at most 60 characters. Names that a program gave
  /// to fills and groups are left out.
  private static func plain(_ names: [String], _ kind: LottieInfo.Parameter.Kind) -> String {
    var words: [String] = []
    for (i, name) in names.enumerated() {
      let word = plain(name)
      let isGiven = ["fill", "group", "shape", "layer", "rectangle", "ellipse"].contains {
        word == $0 || word.hasPrefix($0 + "_") && word.dropFirst($0.count + 1).allSatisfy { "0"..."9" ~= $0 }
      }
      guard !word.isEmpty, !(i > 0 && isGiven), words.last != word else { continue }
      words.append(word.hasPrefix("stroke") && i > 0 ? "stroke" : word)
    }
    let name = String(words.joined(separator: "_").prefix(60))
    guard let first = name.first else { return kind.rawValue }
    return "0"..."9" ~= first ? "\(kind.rawValue)_\(name)" : name
  }

  private static func plain(_ text: String) -> String {
    var result = ""
    for c in text.lowercased() {
      if c.isASCII, c.isLetter || c.isNumber {
        result.append(c)
      } else if !result.isEmpty, !result.hasSuffix("_") {
        result.append("_")
      }
    }
    return result.hasSuffix("_") ? String(result.dropLast()) : result
  }
}

extension LottieDocument {
  /// The property in place of a node: the theme's, its slot's, or itself.
  private func slotted(_ node: Node?) -> Node? {
    node?.identifier("sid").flatMap { theme?.slots[$0] ?? slots[$0] } ?? node
  }

  /// Returns the colour of a property that does not change; nil for another.
  func constantColor(_ node: Node?) -> Color? {
    guard let node = slotted(node), node["x"]?.text == nil else { return nil }
    let value = node.isObject ? node["k"] : node
    guard let value, value.items.first?["t"] == nil, let numbers = value.numbers, numbers.count >= 3 else { return nil }
    return Colors.color(Array(numbers.prefix(3)))
  }

  /// Returns the text of a text layer that does not change; nil for another and for an empty one.
  func constantText(of layer: Node) -> String? {
    guard let source = slotted(layer["t"]?["d"]), source["x"]?.text == nil, let k = source["k"] else { return nil }
    let keys = (k.isObject ? [k.value] : k.items).map { Node($0) }
    guard keys.count == 1, let style = keys[0]["s"] ?? (keys[0]["t"]?.text == nil ? nil : keys[0]) else { return nil }
    let text = TextDocument(style).text
    return text.isEmpty ? nil : text
  }
}

extension Node {
  /// The file name of a picture's asset; empty for one that is embedded.
  var fileName: String {
    let name = self["p"]?.text ?? "", folder = self["u"]?.text ?? ""
    if name.hasPrefix("data:") { return "" }
    return folder.isEmpty || folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}

extension Color {
  /// An opaque colour in CSS: in hexadecimal if its parts are whole numbers of 255, else with the digits that it has.
  var css: String {
    let parts = [red, green, blue]
    let levels = parts.map { ($0 * 255).rounded() }
    guard zip(parts, levels).allSatisfy({ abs($0 - $1 / 255) < 1e-9 }) else {
      return "color(srgb " + parts.map { numberText($0) }.joined(separator: " ") + ")"
    }
    return "#"
      + levels.map { level in
        let digits = String(Int(clamping: level), radix: 16)
        return digits.count < 2 ? "0" + digits : digits
      }.joined()
  }
}
