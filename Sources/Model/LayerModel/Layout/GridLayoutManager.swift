// SPDX-License-Identifier: MIT
import Geometry
import Messages

/// Places sublayers in rows and columns, from left to right and then down: like `NSGridView` and CSS grids.
///
/// A sublayer's `layoutOptions` may set its `column` and `row`, and the number of each that it spans. Hidden and
/// ignored sublayers take no cell.
///
/// ```swift
/// let grid = GridLayoutManager(columns: [80, .automatic, .fraction(1)], columnSpacing: 8, rowSpacing: 4)
/// grid.yAlignment = .center
/// table.layoutManager = grid
/// try title.setValue(["column": 1, "columnSpan": 2], forKey: "layoutOptions")
/// ```
public final class GridLayoutManager: BuiltInLayoutManager {
  @exclusivity(unchecked) var storedColumns: [GridTrack] = [.fraction(1)]
  @exclusivity(unchecked) var storedRows: [GridTrack] = []
  @exclusivity(unchecked) var storedColumnSpacing = 0.0
  @exclusivity(unchecked) var storedRowSpacing = 0.0
  @exclusivity(unchecked) var storedPadding = LayoutInsets()
  @exclusivity(unchecked) var storedXAlignment = LayoutAlignment.fill
  @exclusivity(unchecked) var storedYAlignment = LayoutAlignment.fill
  @exclusivity(unchecked) var storedFit = LayoutFit.none
  @exclusivity(unchecked) var storedFitCorner = LayoutFitCorner.minXMinY

  /// Makes a grid of one column in a scene.
  public convenience init(in scene: Scene) { self.init(in: scene, of: .gridLayoutManager) }

  /// The widths of the columns. Default one column that takes all the space.
  public var columns: [GridTrack] {
    get { storedColumns }
    set { assign(.gridColumns, .array(newValue.map(\.value))) }
  }
  /// The heights of the first rows. Further rows are as high as their layers. Default none.
  public var rows: [GridTrack] {
    get { storedRows }
    set { assign(.gridRows, .array(newValue.map(\.value))) }
  }
  /// The space between columns, in points. Default 0.
  public var columnSpacing: Double {
    get { storedColumnSpacing }
    set { assign(.gridColumnSpacing, newValue) }
  }
  /// The space between rows, in points. Default 0.
  public var rowSpacing: Double {
    get { storedRowSpacing }
    set { assign(.gridRowSpacing, newValue) }
  }
  /// The space kept free at the layer's edges, in points. Default 0.
  public var padding: LayoutInsets {
    get { storedPadding }
    set { assign(.gridPadding, newValue.value) }
  }
  /// The horizontal alignment of layers in their cells. Default `fill`.
  public var xAlignment: LayoutAlignment {
    get { storedXAlignment }
    set { assign(.gridXAlignment, .string(newValue.optionName.raw)) }
  }
  /// The vertical alignment of layers in their cells. Default `fill`.
  public var yAlignment: LayoutAlignment {
    get { storedYAlignment }
    set { assign(.gridYAlignment, .string(newValue.optionName.raw)) }
  }
  /// The lengths of the layer that follow its sublayers. Default `none`.
  public var sizeToFit: LayoutFit {
    get { storedFit }
    set { assign(.gridSizeToFit, .string(newValue.optionName.raw)) }
  }
  /// The point of the layer's frame that stays fixed when `sizeToFit` changes the size. Default `minXMinY`.
  public var sizeToFitCorner: LayoutFitCorner {
    get { storedFitCorner }
    set { assign(.gridSizeToFitCorner, .string(newValue.optionName.raw)) }
  }

  // MARK: Cells

  private struct Cell {
    let item: ArrangedLayer
    var columns: Range<Int>
    var rows: Range<Int>
  }

  /// Assigns cells to each layer: first to those with a row and a column, then to the others in order, never going
  /// back.
  private func cells(in layer: Layer, _ problems: inout [String]) -> [Cell] {
    let items = ArrangedLayer.all(in: layer)
    let count = storedColumns.count
    var taken: Set<Int> = []
    var budget = 1_000_000
    func cells(_ columns: Range<Int>, _ rows: Range<Int>) -> [Int] {
      rows.flatMap { r in columns.map { r * 1024 + $0 } }
    }
    var result: [Cell?] = Array(repeating: nil, count: items.count)
    var spans: [(columns: Int, rows: Int)] = []
    for (i, item) in items.enumerated() {
      let options = item.options
      var span = (columns: options?.columnSpan ?? 1, rows: options?.rowSpan ?? 1)
      if span.columns > count {
        problems.append(
          "\(item.layer.label): columnSpan \(span.columns) in a grid of \(counted(count, "column"))")
        span.columns = count
      }
      if let column = options?.column, column > count {
        problems.append("\(item.layer.label): column \(column) in a grid of \(counted(count, "column"))")
      }
      budget -= span.columns * span.rows
      if budget < 0 {
        problems.append("\(layer.label): the spans of a grid cover at most a million cells")
        span = (1, 1)
      }
      spans.append(span)
      guard let column = options?.column, let row = options?.row else { continue }
      let c = Swift.min(column - 1, count - span.columns)
      let cell = Cell(item: item, columns: c..<(c + span.columns), rows: (row - 1)..<(row - 1 + span.rows))
      taken.formUnion(cells(cell.columns, cell.rows))
      result[i] = cell
    }
    var row = 0
    var column = 0
    for (i, item) in items.enumerated() where result[i] == nil {
      let span = spans[i]
      var r = item.options?.row.map { $0 - 1 } ?? row
      var c =
        item.options?.column.map { Swift.min($0 - 1, count - span.columns) } ?? (item.options?.row == nil ? column : 0)
      // A column before the current one starts in the next row.
      if item.options?.row == nil, item.options?.column != nil, c < column { r += 1 }
      while true {
        if c + span.columns > count {
          c = 0
          r += 1
        }
        let columns = c..<(c + span.columns)
        let rows = r..<(r + span.rows)
        if cells(columns, rows).allSatisfy({ !taken.contains($0) }) { break }
        // With a fixed column only the row may vary, else the column.
        if item.options?.column != nil { r += 1 } else { c += 1 }
      }
      let cell = Cell(item: item, columns: c..<(c + span.columns), rows: r..<(r + span.rows))
      taken.formUnion(cells(cell.columns, cell.rows))
      result[i] = cell
      if item.options?.row == nil { (row, column) = (r, c + span.columns) }
    }
    return result.compactMap { $0 }
  }

  private func allRows(_ cells: [Cell]) -> [GridTrack] {
    let count = cells.reduce(storedRows.count) { Swift.max($0, $1.rows.upperBound) }
    return storedRows + Array(repeating: .automatic, count: count - storedRows.count)
  }

  // MARK: Layout

  override var sizesSublayers: Bool { true }

  public override func layoutSublayers(of layer: Layer) throws {
    try fit(layer, storedFit, keeping: storedFitCorner)
    let bounds = layer.storedBounds
    var problems: [String] = []
    let cells = cells(in: layer, &problems)
    let room = Size(bounds.width - storedPadding.horizontal, bounds.height - storedPadding.vertical)
    let (columns, rows) = try sizes(cells, width: room.width, height: room.height)
    let (xs, ys) = (columns.starts, rows.starts)
    var baselines: [Int: Double] = [:]
    for cell in cells where yAlignment(cell.item) == .firstBaseline {
      let width = try innerWidth(cell, columns)
      let size = Size(width, try cell.item.size(width: width).height)
      baselines[cell.rows.lowerBound] = Swift.max(
        baselines[cell.rows.lowerBound] ?? 0, try cell.item.firstBaseline(size))
    }
    for cell in cells {
      let item = cell.item
      let width = try innerWidth(cell, columns)
      let size = Size(width, try item.size(width: width).height)
      let how = (x: xAlignment(item), y: yAlignment(item))
      let left = bounds.x + storedPadding.left + xs[cell.columns.lowerBound]
      let top = bounds.y + storedPadding.top + ys[cell.rows.lowerBound]
      let (x, _) = how.x.place(size.width, left, columns.length(cell.columns))
      var (y, height) = how.y.place(size.height, top, rows.length(cell.rows))
      if how.y == .firstBaseline { y = top + (baselines[cell.rows.lowerBound] ?? 0) - (try item.firstBaseline(size)) }
      if item.options?.height != nil { height = size.height }
      try item.place(Rect(x: x, y: y, width: size.width, height: height), in: layer)
    }
    if !problems.isEmpty { throw LayerError.unsolved(problems) }
  }

  override func preferredSize(of layer: Layer, width: Double?) throws -> Size? {
    try layer.nestingPreferredSizes {
      var problems: [String] = []
      let cells = cells(in: layer, &problems)
      let (columns, rows) = try sizes(cells, width: width.map { $0 - storedPadding.horizontal }, height: nil)
      return Size(width ?? columns.total + storedPadding.horizontal, rows.total + storedPadding.vertical)
    }
  }

  /// Computes the widths first, then the heights that follow from them.
  private func sizes(_ cells: [Cell], width: Double?, height: Double?) throws -> (columns: GridTracks, rows: GridTracks)
  {
    var columns = GridTracks(storedColumns, spacing: storedColumnSpacing)
    columns.grow(try cells.map { ($0.columns, try $0.item.size(width: nil).width) }, countingShares: width == nil)
    if let width { columns.share(width) }
    var rows = GridTracks(allRows(cells), spacing: storedRowSpacing)
    rows.grow(
      try cells.map { ($0.rows, try $0.item.size(width: try innerWidth($0, columns)).height) },
      countingShares: height == nil)
    if let height { rows.share(height) }
    return (columns, rows)
  }

  private func innerWidth(_ cell: Cell, _ columns: GridTracks) throws -> Double {
    if let width = cell.item.options?.width { return width }
    let room = columns.length(cell.columns)
    if xAlignment(cell.item) == .fill { return Swift.max(0, room) }
    let width = try cell.item.size(width: nil).width
    let layer = cell.item.layer
    return layer.flag(.wrapped) ? Swift.min(width, room) : width
  }

  private func xAlignment(_ item: ArrangedLayer) -> LayoutAlignment {
    let how = item.options?.xAlignment ?? item.options?.alignment ?? storedXAlignment
    return how == .firstBaseline ? .leading : how
  }

  private func yAlignment(_ item: ArrangedLayer) -> LayoutAlignment {
    item.options?.yAlignment ?? item.options?.alignment ?? storedYAlignment
  }

  // MARK: Explanation

  override func rules(for sublayer: Layer, in layer: Layer) -> (x: String?, width: String?, y: String?, height: String?)
  {
    var problems: [String] = []
    guard let cell = cells(in: layer, &problems).first(where: { $0.item.layer === sublayer }) else {
      return (nil, nil, nil, nil)
    }
    func place(_ name: String, _ range: Range<Int>) -> String {
      range.count == 1 ? "\(name) \(range.lowerBound + 1)" : "\(name)s \(range.lowerBound + 1) to \(range.upperBound)"
    }
    let column = "grid, \(place("column", cell.columns))"
    let row = "grid, \(place("row", cell.rows))"
    let options = cell.item.options
    func length(_ where_: String, how: LayoutAlignment, given: Double?, name: String) -> String {
      if given != nil { return "\(where_): layoutOptions.\(name)" }
      return how == .fill ? "\(where_): alignment fill" : "\(where_): its preferred size\(sublayer.preferenceSource)"
    }
    let (x, y) = (xAlignment(cell.item), yAlignment(cell.item))
    return (
      "\(column): alignment \(x.optionName.raw)", length(column, how: x, given: options?.width, name: "width"),
      "\(row): alignment \(y.optionName.raw)", length(row, how: y, given: options?.height, name: "height")
    )
  }
}

// MARK: - Its properties

extension Property {
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
    "The columns: a number of equal ones, or a list of points, \"auto\" and shares such as \"1fr\".")
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
    "The rows, in the form of columns; further rows are as high as their layers.")
  static let gridColumnSpacing = Property(
    of: GridLayoutManager.self, "columnSpacing", .number,
    .number(get: { $0.storedColumnSpacing }, set: { $0.storedColumnSpacing = $1 }),
    default: .number(0), invalidates: .layout, "The space between columns, in points.")
  static let gridRowSpacing = Property(
    of: GridLayoutManager.self, "rowSpacing", .number,
    .number(get: { $0.storedRowSpacing }, set: { $0.storedRowSpacing = $1 }),
    default: .number(0), invalidates: .layout, "The space between rows, in points.")
  static let gridPadding = Property(
    of: GridLayoutManager.self, "padding", .any,
    .insets(get: { $0.storedPadding }, set: { $0.storedPadding = $1 }), default: .number(0), invalidates: .layout,
    LayoutInsets.paddingSummary)
  static let gridXAlignment = Property(
    of: GridLayoutManager.self, "xAlignment", .enumeration(LayoutAlignment.names),
    .option(
      get: { $0.storedXAlignment.rawValue }, set: { $0.storedXAlignment = LayoutAlignment(rawValue: $1) ?? .fill }),
    default: .string("fill"), invalidates: .layout, "The horizontal alignment of layers in their cells.")
  static let gridYAlignment = Property(
    of: GridLayoutManager.self, "yAlignment", .enumeration(LayoutAlignment.names),
    .option(
      get: { $0.storedYAlignment.rawValue }, set: { $0.storedYAlignment = LayoutAlignment(rawValue: $1) ?? .fill }),
    default: .string("fill"), invalidates: .layout, "The vertical alignment of layers in their cells.")
  static let gridSizeToFit = Property(
    of: GridLayoutManager.self, "sizeToFit", .enumeration(LayoutFit.names),
    .option(get: { $0.storedFit.rawValue }, set: { $0.storedFit = LayoutFit(rawValue: $1) ?? .none }),
    default: .string("none"), invalidates: .layout, "The lengths of the layer itself that follow its sublayers.")
  static let gridSizeToFitCorner = Property(
    of: GridLayoutManager.self, "sizeToFitCorner", .enumeration(LayoutFitCorner.names),
    .option(
      get: { $0.storedFitCorner.rawValue },
      set: { $0.storedFitCorner = LayoutFitCorner(rawValue: $1) ?? .minXMinY }),
    default: .string("minXMinY"), invalidates: .layout, LayoutFitCorner.summary)

  static var gridLayoutManagerRows: [Property] {
    [
      gridColumns, gridRows, gridColumnSpacing, gridRowSpacing, gridPadding, gridXAlignment, gridYAlignment,
      gridSizeToFit, gridSizeToFitCorner,
    ]
  }
}

extension KeyedClass {
  static let gridLayoutManager = KeyedClass(
    .gridLayoutManager, "GridLayoutManager", GridLayoutManager.self, superclass: nil,
    rows: Property.gridLayoutManagerRows)
}
