// SPDX-License-Identifier: MIT
import Messages
import Numbers

/// The options of a sublayer for its superlayer's layout manager. Keys unknown to the built-in managers are kept for
/// others.
struct LayoutOptions: Equatable {
  /// The entries as given, in order.
  var entries: [(key: String, value: PropertyValue)]

  /// The layer's share of the remaining space, relative to its siblings'; nil for its preferred size.
  var flex: Double?
  /// The alignment across a stack, or in a grid cell.
  var alignment: LayoutAlignment?
  /// The alignment along x in a grid cell, instead of `alignment`.
  var xAlignment: LayoutAlignment?
  var yAlignment: LayoutAlignment?
  /// The space before the next layer in a stack in points, instead of the stack's spacing.
  var spacingAfter: Double?
  /// The width in points, instead of the preferred one.
  var width: Double?
  var height: Double?
  /// True if the layer stays in its place and takes no space.
  var isIgnored = false
  /// The first cell in a grid, from 1, and the number of cells spanned.
  var column: Int?
  var row: Int?
  var columnSpan = 1
  var rowSpan = 1
  /// The first key that no built-in manager knows.
  var unknown: String?

  static let names = LayoutOptionNames.all.map(\.name)

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
            "\(path).\(key): expected \(PropertyKind.enumeration(LayoutAlignment.names).expectation), got "
              + "\(value.described)"
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
        if unknown == nil { unknown = key }
      }
    }
  }

  static func == (a: LayoutOptions, b: LayoutOptions) -> Bool {
    PropertyValue.dictionary(a.entries) == .dictionary(b.entries)
  }
}

/// The alignment of a layer across a stack, or in a cell of a grid.
public enum LayoutAlignment: UInt8, NamedOption {
  /// Fills the available space.
  case fill
  /// At the min edge.
  case leading
  case center
  /// At the max edge.
  case trailing
  /// Aligns the first baselines of text, among the layers of a horizontal stack or of a row.
  case firstBaseline

  package static let names = [
    OptionName("fill", aliases: ["stretch"]), OptionName("leading", aliases: ["start", "left", "top", "min"]),
    OptionName("center", aliases: ["middle"]), OptionName("trailing", aliases: ["end", "right", "bottom", "max"]),
    OptionName("firstBaseline", aliases: ["baseline"]),
  ]
}

/// The keys of `layoutOptions` that the built-in managers know.
package enum LayoutOptionNames {
  /// The type of an option's value: a number, a count, a place ("leading"), or a boolean.
  package enum Kind: Sendable { case number, count, place, bool }

  package static let all: [(name: String, kind: Kind, summary: String)] = [
    ("flex", .number, "The share of the remaining space, relative to the siblings'."),
    ("alignment", .place, "The alignment across a stack, or in a grid cell."),
    ("xAlignment", .place, "The alignment along x in a grid cell."),
    ("yAlignment", .place, "The alignment along y in a grid cell."),
    ("spacingAfter", .number, "The space before the next layer in a stack, in points."),
    ("width", .number, "The width in points, instead of the preferred one."),
    ("height", .number, "The height in points, instead of the preferred one."),
    ("ignored", .bool, "True if the layer stays in its place and takes no space."),
    ("column", .count, "Its first column in a grid, from 1."), ("row", .count, "Its first row in a grid, from 1."),
    ("columnSpan", .count, "The number of columns it spans."), ("rowSpan", .count, "The number of rows it spans."),
  ]
}

extension Layer {
  /// Warns of an option that only a script's layout manager may know, if the superlayer's manager is built in.
  @inline(never) func warn(aboutUnknownOption key: String, in superlayer: Layer) {
    guard let manager = superlayer.layout?.manager as? BuiltInLayoutManager else { return }
    let reader = scene.reader(about: self)
    let instead = reader.language?.value(key, of: "layoutOptions", for: reader)
    scene.warn(
      .foreignName,
      "\(mention): layoutOptions.\(key) is not used by \(manager.className); "
        + (instead ?? "there are \(listed(LayoutOptions.names))"), onceFor: "layoutOptions.\(key)",
      about: self)
  }
}
