// SPDX-License-Identifier: MIT
import Geometry

// The keys of the stack and the grid layout manager: ours, after NSStackView, NSGridView and CSS.
extension Property {
  static let stackAxis = Property(
    of: StackLayoutManager.self, "axis", .enumeration(StackAxis.names),
    .option(get: { $0.storedAxis.rawValue }, set: { $0.storedAxis = StackAxis(rawValue: $1) ?? .horizontal }),
    default: .string("horizontal"), invalidates: .layout, "Whether the layers stand in a row or a column.")
  static let stackSpacing = Property(
    of: StackLayoutManager.self, "spacing", .number, .number(get: { $0.storedSpacing }, set: { $0.storedSpacing = $1 }),
    default: .number(0), invalidates: .layout, "The points between neighbours.")
  static let stackPadding = Property(
    of: StackLayoutManager.self, "padding", .any,
    .value(
      get: { $0.storedPadding.value },
      set: { manager, value, row in
        let new = try row.reading(manager) { try LayoutInsets(value, row.path(manager)) }
        if new == manager.storedPadding { return }
        manager.storedPadding = new
        row.didChange(manager)
      }, copy: { $1.storedPadding = $0.storedPadding }), default: .number(0), invalidates: .layout,
    "The points kept free at the edges: a number, or top, left, bottom, right, horizontal, vertical by name.")
  static let stackAlignment = Property(
    of: StackLayoutManager.self, "alignment", .enumeration(LayoutAlignment.names),
    .option(get: { $0.storedAlignment.rawValue }, set: { $0.storedAlignment = LayoutAlignment(rawValue: $1) ?? .fill }),
    default: .string("fill"), invalidates: .layout, "Where layers stand across the stack.")
  static let stackDistribution = Property(
    of: StackLayoutManager.self, "distribution", .enumeration(StackDistribution.names),
    .option(
      get: { $0.storedDistribution.rawValue },
      set: { $0.storedDistribution = StackDistribution(rawValue: $1) ?? .start }),
    default: .string("start"), invalidates: .layout, "What becomes of the room along the stack.")
  static let stackSizeToFit = Property(
    of: StackLayoutManager.self, "sizeToFit", .enumeration(LayoutFit.names),
    .option(get: { $0.storedFit.rawValue }, set: { $0.storedFit = LayoutFit(rawValue: $1) ?? .none }),
    default: .string("none"),
    invalidates: .layout, "Which lengths of the layer itself follow its sublayers.")

  static var stackLayoutManagerRows: [Property] {
    [stackAxis, stackSpacing, stackPadding, stackAlignment, stackDistribution, stackSizeToFit]
  }

  static let gridColumns = Property(
    of: GridLayoutManager.self, "columns", .any,
    .value(
      get: { .array($0.storedColumns.map(\.value)) },
      set: { manager, value, row in
        let new = try row.reading(manager) { try GridTrack.list(value, row.path(manager)) }
        guard !new.isEmpty else {
          throw LayerError(row, manager, ": a grid has at least one column, got \(value.described)")
        }
        if new == manager.storedColumns { return }
        manager.storedColumns = new
        row.didChange(manager)
      }, copy: { $1.storedColumns = $0.storedColumns }), default: .array([.string("1fr")]), invalidates: .layout,
    "The columns: how many equal ones, or a list of points, \"auto\" and shares such as \"1fr\".")
  static let gridRows = Property(
    of: GridLayoutManager.self, "rows", .any,
    .value(
      get: { .array($0.storedRows.map(\.value)) },
      set: { manager, value, row in
        let new = try row.reading(manager) { try GridTrack.list(value, row.path(manager)) }
        if new == manager.storedRows { return }
        manager.storedRows = new
        row.didChange(manager)
      }, copy: { $1.storedRows = $0.storedRows }), default: .array([]), invalidates: .layout,
    "The rows, written as columns are; further ones are as high as what lies in them.")
  static let gridColumnSpacing = Property(
    of: GridLayoutManager.self, "columnSpacing", .number,
    .number(get: { $0.storedColumnSpacing }, set: { $0.storedColumnSpacing = $1 }),
    default: .number(0), invalidates: .layout, "The points between columns.")
  static let gridRowSpacing = Property(
    of: GridLayoutManager.self, "rowSpacing", .number,
    .number(get: { $0.storedRowSpacing }, set: { $0.storedRowSpacing = $1 }),
    default: .number(0), invalidates: .layout, "The points between rows.")
  static let gridPadding = Property(
    of: GridLayoutManager.self, "padding", .any,
    .value(
      get: { $0.storedPadding.value },
      set: { manager, value, row in
        let new = try row.reading(manager) { try LayoutInsets(value, row.path(manager)) }
        if new == manager.storedPadding { return }
        manager.storedPadding = new
        row.didChange(manager)
      }, copy: { $1.storedPadding = $0.storedPadding }), default: .number(0), invalidates: .layout,
    "The points kept free at the edges: a number, or top, left, bottom, right, horizontal, vertical by name.")
  static let gridXAlignment = Property(
    of: GridLayoutManager.self, "xAlignment", .enumeration(LayoutAlignment.names),
    .option(
      get: { $0.storedXAlignment.rawValue }, set: { $0.storedXAlignment = LayoutAlignment(rawValue: $1) ?? .fill }),
    default: .string("fill"), invalidates: .layout, "Where layers stand across their cells.")
  static let gridYAlignment = Property(
    of: GridLayoutManager.self, "yAlignment", .enumeration(LayoutAlignment.names),
    .option(
      get: { $0.storedYAlignment.rawValue }, set: { $0.storedYAlignment = LayoutAlignment(rawValue: $1) ?? .fill }),
    default: .string("fill"), invalidates: .layout, "Where layers stand down their cells.")
  static let gridSizeToFit = Property(
    of: GridLayoutManager.self, "sizeToFit", .enumeration(LayoutFit.names),
    .option(get: { $0.storedFit.rawValue }, set: { $0.storedFit = LayoutFit(rawValue: $1) ?? .none }),
    default: .string("none"),
    invalidates: .layout, "Which lengths of the layer itself follow its sublayers.")

  static var gridLayoutManagerRows: [Property] {
    [
      gridColumns, gridRows, gridColumnSpacing, gridRowSpacing, gridPadding, gridXAlignment, gridYAlignment,
      gridSizeToFit,
    ]
  }
}
