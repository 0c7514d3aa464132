// SPDX-License-Identifier: MIT
import Geometry

// The rows for the layout of a layer and its sublayers.
extension Property {
  static let layoutManager = Property(
    "layoutManager", .layoutManager,
    .value(
      get: { layer in
        guard let manager = layer.layout?.manager else { return .null }
        return (manager as? BuiltInLayoutManager).map { .keyed($0) } ?? .object(manager)
      },
      set: { layer, value, row in
        if value.isNone {
          if layer.layout?.manager != nil { layer.layoutManager = nil }
          return
        }
        switch value {
        case .keyed(let object as BuiltInLayoutManager): layer.layoutManager = object
        case .object(let object as any LayoutManager): layer.layoutManager = object
        default: throw row.mismatch(layer, value)
        }
      },
      copy: { a, b in
        if let manager = a.layout?.manager { b.layoutManager = manager }
      }), invalidates: [.compositing, .layout], "The object that lays out the sublayers.")
  static let constraints = Property(
    "constraints", .constraints,
    .value(
      get: { .array($0.layout?.constraints.map { .constraint($0) } ?? []) },
      set: { layer, value, row in
        if value.isNone {
          return try layer.storeConstraints([])
        }
        guard case .array(let list) = value else { throw row.mismatch(layer, value) }
        try layer.storeConstraints(
          try list.enumerated().map { i, element in
            switch element {
            case .constraint(let c): return c
            case .string(let s):
              do throws(LayerError) { return try Constraint(text: s) } catch {
                throw LayerError(row, layer, ": value \(i + 1): \(error.message)")
              }
            default:
              throw LayerError(
                row, layer, ": value \(i + 1): expected a constraint or its text, got \(element.described)")
            }
          })
      },
      copy: { a, b in
        if let list = a.layout?.constraints, !list.isEmpty { b.constraints = list }
      }), invalidates: [.compositing, .superlayerLayout],
    "The constraints that tie the frame to superlayer and siblings, if the superlayer has the constraint layout "
      + "manager."
  )
  static let autoresizingMask = Property(
    "autoresizingMask", .nameSet(.autoresizing),
    .bits(get: { $0.layout?.autoresizingMask ?? 0 }, set: { $0.storeAutoresizingMask($1) }), default: .array([]),
    invalidates: [], traits: .unstored, "The margins and lengths that follow the superlayer's size.")
  static let layoutOptions = Property(
    "layoutOptions", .dictionary,
    .value(
      get: { $0.layout?.options.map { .dictionary($0.entries) } ?? .null },
      set: { layer, value, row in
        let new: LayoutOptions?
        switch value {
        case .null, .bool(false): new = nil
        case .dictionary(let entries): new = try row.reading(layer) { try LayoutOptions(entries, row.path(layer)) }
        case .array(let a) where a.isEmpty: new = nil
        default: throw row.mismatch(layer, value)
        }
        if new == nil, layer.layout?.options == nil { return }
        if new == layer.layout?.options { return }
        layer.madeLayout.options = new
        row.didChange(layer)
      },
      copy: { a, b in
        if let options = a.layout?.options { b.madeLayout.options = options }
      }), invalidates: [.compositing, .arrangement],
    "The layer's options for the superlayer's layout manager, such as flex, alignment or columnSpan.")
}
