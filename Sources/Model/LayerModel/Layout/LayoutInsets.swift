// SPDX-License-Identifier: MIT
import Geometry
import Messages

/// The space kept free at the edges of a layer, in points; `top` is min y.
///
/// ```swift
/// let insets: LayoutInsets = 12
/// let wide = LayoutInsets(left: 20, right: 20)
/// ```
public struct LayoutInsets: Equatable, Sendable {
  /// At min y.
  public var top: Double
  /// At min x.
  public var left: Double
  /// At max y.
  public var bottom: Double
  /// At max x.
  public var right: Double

  /// Makes insets in points, 0 at edges that are not named.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// The sum of left and right.
  public var horizontal: Double { left + right }
  /// The sum of top and bottom.
  public var vertical: Double { top + bottom }

  package static let names = ["top", "left", "bottom", "right", "horizontal", "vertical"]

  /// Parses a number for all edges, or a table of edges by name.
  init(_ value: PropertyValue, _ path: String) throws(LayerError) {
    self.init()
    switch value {
    case .null, .bool(false): break
    case .number(let v):
      guard v.isFinite else { throw LayerError("\(path): expected a finite number, got \(numberText(v))") }
      self.init(top: v, left: v, bottom: v, right: v)
    case .dictionary(let entries):
      for (key, value) in entries {
        guard case .number(let v) = value, v.isFinite else {
          throw LayerError("\(path).\(key): expected a number, got \(value.described)")
        }
        switch key {
        case "top": top = v
        case "left": left = v
        case "bottom": bottom = v
        case "right": right = v
        case "horizontal": (left, right) = (v, v)
        case "vertical": (top, bottom) = (v, v)
        default:
          throw LayerError(
            "\(path): unknown edge \(key)\(suggestion(for: key, among: LayoutInsets.names)); edges are "
              + "\(listed(LayoutInsets.names))"
          )
        }
      }
    default:
      throw LayerError(
        "\(path): expected a number, or edges such as {top = 8, left = 12, bottom = 8, right = 12}, got "
          + "\(value.described)"
      )
    }
  }

  var value: PropertyValue {
    if top == left, left == bottom, bottom == right { return .number(top) }
    return .dictionary([
      ("top", .number(top)), ("left", .number(left)), ("bottom", .number(bottom)), ("right", .number(right)),
    ])
  }
}

extension LayoutInsets {
  static let paddingSummary =
    "The space kept free at the edges, in points: a number, or top, left, bottom, right, horizontal, vertical by name."
}

extension Property.Access {
  /// Access to a property of insets.
  static func insets(
    get: @escaping @Sendable (Object) -> LayoutInsets, set: @escaping @Sendable (Object, LayoutInsets) -> Void
  ) -> Self {
    .value(
      get: { get($0).value },
      set: { object, value, row in
        let new = try row.reading(object) { try LayoutInsets(value, row.path(object)) }
        if new == get(object) { return }
        set(object, new)
        row.didChange(object)
      }, copy: { set($1, get($0)) })
  }
}
