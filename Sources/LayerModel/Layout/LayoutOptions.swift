// SPDX-License-Identifier: MIT
import Numbers
import Wording

/// What the layout manager of a superlayer is told about one of its sublayers. Keys that no built-in manager knows are
/// kept for others.
struct LayoutOptions: Equatable {
  /// As given, in order.
  var entries: [(key: String, value: PropertyValue)]

  /// How much of the room that is left the layer takes, against its siblings; nil is the size it prefers.
  var flex: Double?
  /// Where it stands across a stack, or in its cell.
  var alignment: LayoutAlignment?
  /// In a cell, instead of `alignment`.
  var xAlignment: LayoutAlignment?
  var yAlignment: LayoutAlignment?
  /// Points between it and the next in a stack, instead of the stack's spacing.
  var spacingAfter: Double?
  /// In points, instead of the size it prefers.
  var width: Double?
  var height: Double?
  /// Whether it is left where it is, and takes no room.
  var isIgnored = false
  /// Its first cell in a grid, from 1, and how many it covers.
  var column: Int?
  var row: Int?
  var columnSpan = 1
  var rowSpan = 1

  static let names = [
    "flex", "alignment", "xAlignment", "yAlignment", "spacingAfter", "width", "height", "ignored", "column", "row",
    "columnSpan", "rowSpan",
  ]

  init(_ given: [(key: String, value: PropertyValue)], _ path: String) throws(LayerError) {
    entries = given
    for (key, value) in given {
      func number(from low: Double) throws(LayerError) -> Double {
        guard case .number(let v) = value, v >= low, v.isFinite else {
          throw LayerError("\(path).\(key): expected a number from \(numberText(low)), got \(value.described)")
        }
        return v
      }
      func place() throws(LayerError) -> LayoutAlignment {
        guard case .string(let name) = value, let found = LayoutAlignment(named: name) else {
          throw LayerError(
            "\(path).\(key): expected \(PropertyKind.enumeration(LayoutAlignment.names).expectation), got \(value.described)"
          )
        }
        return found
      }
      func count() throws(LayerError) -> Int {
        guard case .number(let v) = value, v >= 1, v <= 10_000, v == v.rounded() else {
          throw LayerError("\(path).\(key): expected a whole number from 1 to 10000, got \(value.described)")
        }
        return Int(clamping: v)
      }
      if value.isNone { continue }
      switch key {
      case "flex": flex = try number(from: 0)
      case "alignment": alignment = try place()
      case "xAlignment": xAlignment = try place()
      case "yAlignment": yAlignment = try place()
      case "spacingAfter": spacingAfter = try number(from: -1e9)
      case "width": width = try number(from: 0)
      case "height": height = try number(from: 0)
      case "ignored":
        guard case .bool(let on) = value else {
          throw LayerError("\(path).ignored: expected true or false, got \(value.described)")
        }
        isIgnored = on
      case "column": column = try count()
      case "row": row = try count()
      case "columnSpan": columnSpan = try count()
      case "rowSpan": rowSpan = try count()
      default:
        if let near = nearest(key, among: LayoutOptions.names) {
          throw LayerError("\(path): unknown option \(key); did you mean \(near)?")
        }
      }
    }
  }

  static func == (a: LayoutOptions, b: LayoutOptions) -> Bool {
    PropertyValue.dictionary(a.entries) == .dictionary(b.entries)
  }
}

/// Where a layer stands across the direction of a stack, or in a cell of a grid.
public enum LayoutAlignment: UInt8, NamedOption {
  /// As long as there is room.
  case fill
  /// At the min edge.
  case leading
  case center
  /// At the max edge.
  case trailing
  /// With the first line of text at one height; the layers of a horizontal stack or of a row.
  case firstBaseline

  package static let names = [
    OptionName("fill", aliases: ["stretch"]), OptionName("leading", aliases: ["start", "left", "top", "min"]),
    OptionName("center", aliases: ["middle"]), OptionName("trailing", aliases: ["end", "right", "bottom", "max"]),
    OptionName("firstBaseline", aliases: ["baseline"]),
  ]
}
