// SPDX-License-Identifier: MIT
import Geometry
import Messages

/// The direction of a stack.
public enum StackAxis: UInt8, NamedOption {
  case horizontal, vertical
  package static let names = [
    OptionName("horizontal", aliases: ["x", "row"]), OptionName("vertical", aliases: ["y", "column"]),
  ]
}

/// The use of the space that a stack's layers leave along it.
public enum StackDistribution: UInt8, NamedOption {
  /// Layers are packed at the start, in the middle or at the end.
  case start, center, end
  /// The space is given to the last layer if no layer is flexible.
  case fill
  /// All layers have equal lengths.
  case fillEqually
  /// Layers have lengths in proportion to their preferred lengths.
  case fillProportionally
  /// The space is spread between the layers; so that their centres have equal distances; with half as much at the ends;
  /// with as much at the ends.
  case equalSpacing, equalCentering, spaceAround, spaceEvenly

  package static let names = [
    OptionName("start", aliases: ["leading"]), OptionName("center", aliases: ["middle"]),
    OptionName("end", aliases: ["trailing"]),
    OptionName("fill"), OptionName("fillEqually"), OptionName("fillProportionally"),
    OptionName("equalSpacing", aliases: ["spaceBetween"]), OptionName("equalCentering"), OptionName("spaceAround"),
    OptionName("spaceEvenly"),
  ]
}

/// Places sublayers one after another, in a row or a column, like `NSStackView` and CSS flexible boxes.
///
/// Hidden sublayers and those with `layoutOptions = {ignored = true}` are left out. Each has its preferred size: its
/// text's, its sublayers' under a layout manager, or else its own. Layers with `flex` share the remaining space
/// instead.
///
/// ```swift
/// let stack = StackLayoutManager(axis: .vertical, spacing: 8, padding: 12, alignment: .leading)
/// stack.distribution = .spaceEvenly
/// list.layoutManager = stack
/// try title.setValue(["flex": 1], forKey: "layoutOptions")
/// ```
public final class StackLayoutManager: BuiltInLayoutManager {
  @exclusivity(unchecked) var storedAxis = StackAxis.horizontal
  @exclusivity(unchecked) var storedSpacing = 0.0
  @exclusivity(unchecked) var storedPadding = LayoutInsets()
  @exclusivity(unchecked) var storedAlignment = LayoutAlignment.fill
  @exclusivity(unchecked) var storedDistribution = StackDistribution.start
  @exclusivity(unchecked) var storedFit = LayoutFit.none
  @exclusivity(unchecked) var storedFitCorner = LayoutFitCorner.minXMinY

  /// Makes a horizontal stack in a scene.
  public convenience init(in scene: Scene) { self.init(in: scene, of: .stackLayoutManager) }

  /// The direction of the stack. Default `horizontal`.
  public var axis: StackAxis {
    get { storedAxis }
    set { assign(.stackAxis, .string(newValue.optionName.raw)) }
  }
  /// The space between neighbours, in points. Default 0.
  public var spacing: Double {
    get { storedSpacing }
    set { assign(.stackSpacing, newValue) }
  }
  /// The space kept free at the layer's edges, in points. Default 0.
  public var padding: LayoutInsets {
    get { storedPadding }
    set { assign(.stackPadding, newValue.value) }
  }
  /// The alignment across the stack. Default `fill`.
  public var alignment: LayoutAlignment {
    get { storedAlignment }
    set { assign(.stackAlignment, .string(newValue.optionName.raw)) }
  }
  /// The use of the space that the layers leave along the stack. Default `start`.
  public var distribution: StackDistribution {
    get { storedDistribution }
    set { assign(.stackDistribution, .string(newValue.optionName.raw)) }
  }
  /// The lengths of the layer that follow its sublayers. Default `none`.
  public var sizeToFit: LayoutFit {
    get { storedFit }
    set { assign(.stackSizeToFit, .string(newValue.optionName.raw)) }
  }
  /// The point of the layer's frame that stays fixed when `sizeToFit` changes the size. Default `minXMinY`.
  public var sizeToFitCorner: LayoutFitCorner {
    get { storedFitCorner }
    set { assign(.stackSizeToFitCorner, .string(newValue.optionName.raw)) }
  }

  // MARK: Layout

  override var sizesSublayers: Bool { true }

  public override func layoutSublayers(of layer: Layer) throws {
    try fit(layer, storedFit, keeping: storedFitCorner)
    let bounds = layer.storedBounds
    let items = ArrangedLayer.all(in: layer)
    if items.isEmpty { return }
    let room = Size(
      Swift.max(0, bounds.width - storedPadding.horizontal), Swift.max(0, bounds.height - storedPadding.vertical))
    let origin = Point(bounds.x + storedPadding.left, bounds.y + storedPadding.top)
    if storedAxis == .horizontal {
      let widths = try lengths(items, room.width) { try $0.size(width: nil).width }
      let sizes = try zip(items, widths).map { Size($1, try $0.size(width: $1).height) }
      let xs = places(widths, gaps(items), room.width)
      let shared = try baseline(items, sizes)
      for (i, item) in items.enumerated() {
        let how = item.options?.alignment ?? storedAlignment
        var (y, height) = how.place(sizes[i].height, origin.y, room.height)
        if how == .firstBaseline { y = origin.y + shared - (try item.firstBaseline(sizes[i])) }
        if item.options?.height != nil, how == .fill { height = sizes[i].height }
        try item.place(Rect(x: origin.x + xs[i], y: y, width: sizes[i].width, height: height), in: layer)
      }
    } else {
      let across = try items.map { try acrossWidth($0, room.width) }
      var heights: [Double] = []
      heights.reserveCapacity(items.count)
      let wanted = try zip(items, across).map { try $0.size(width: $1).height }
      var next = 0
      heights = try lengths(items, room.height) { _ in
        next += 1
        return wanted[next - 1]
      }
      let ys = places(heights, gaps(items), room.height)
      for (i, item) in items.enumerated() {
        let how = item.options?.alignment ?? storedAlignment
        let (x, _) = how.place(across[i], origin.x, room.width)
        try item.place(Rect(x: x, y: origin.y + ys[i], width: across[i], height: heights[i]), in: layer)
      }
    }
  }

  override func preferredSize(of layer: Layer, width: Double?) throws -> Size? {
    try layer.nestingPreferredSizes {
      let items = ArrangedLayer.all(in: layer)
      let room = width.map { Swift.max(0, $0 - storedPadding.horizontal) }
      let gap = gaps(items).reduce(0, +)
      var size = Size(0, 0)
      if storedAxis == .horizontal {
        var widths = try items.map { try $0.size(width: nil).width }
        size.width =
          (storedDistribution == .fillEqually ? (widths.max() ?? 0) * Double(items.count) : widths.reduce(0, +)) + gap
        if let room { widths = try lengths(items, room) { try $0.size(width: nil).width } }
        let sizes = try zip(items, widths).map { Size($1, try $0.size(width: $1).height) }
        let shared = try baseline(items, sizes)
        for (item, s) in zip(items, sizes) {
          let isOnBaseline = (item.options?.alignment ?? storedAlignment) == .firstBaseline
          size.height = Swift.max(
            size.height, isOnBaseline ? shared - (try item.firstBaseline(s)) + s.height : s.height)
        }
      } else {
        let wide = try items.map { try $0.size(width: nil).width }
        size.width = wide.max() ?? 0
        let heights = try items.enumerated().map { i, item in
          try item.size(width: room == nil ? wide[i] : try acrossWidth(item, room ?? 0)).height
        }
        size.height =
          (storedDistribution == .fillEqually ? (heights.max() ?? 0) * Double(items.count) : heights.reduce(0, +)) + gap
      }
      return Size(width ?? size.width + storedPadding.horizontal, size.height + storedPadding.vertical)
    }
  }

  /// The width of a layer in a vertical stack.
  private func acrossWidth(_ item: ArrangedLayer, _ room: Double) throws -> Double {
    if let width = item.options?.width { return width }
    if (item.options?.alignment ?? storedAlignment) == .fill { return room }
    let width = try item.size(width: nil).width
    // Wrapping text stays inside; any other layer keeps its width.
    return item.layer.flag(.wrapped) ? Swift.min(width, room) : width
  }

  /// The largest height above the baseline among layers aligned by it.
  private func baseline(_ items: [ArrangedLayer], _ sizes: [Size]) throws -> Double {
    var shared = 0.0
    for (item, size) in zip(items, sizes) where (item.options?.alignment ?? storedAlignment) == .firstBaseline {
      shared = Swift.max(shared, try item.firstBaseline(size))
    }
    return shared
  }

  /// The gap after each layer except the last.
  private func gaps(_ items: [ArrangedLayer]) -> [Double] {
    items.dropLast().map { $0.options?.spacingAfter ?? storedSpacing }
  }

  /// The lengths of the layers along the stack.
  private func lengths(_ items: [ArrangedLayer], _ room: Double, _ preferred: (ArrangedLayer) throws -> Double) throws
    -> [Double]
  {
    let gap = gaps(items).reduce(0, +)
    let count = Double(items.count)
    if storedDistribution == .fillEqually { return items.map { _ in Swift.max(0, (room - gap) / count) } }
    var result = try items.map(preferred)
    if storedDistribution == .fillProportionally {
      let sum = result.reduce(0, +)
      let all = Swift.max(0, room - gap)
      return result.map { sum > 0 ? all * ($0 / sum) : all / count }
    }
    let flex = items.reduce(0) { $0 + $1.flex }
    if flex > 0 {
      var fixed = gap
      for (i, item) in items.enumerated() where item.flex == 0 { fixed += result[i] }
      let rest = Swift.max(0, room - fixed)
      for (i, item) in items.enumerated() where item.flex > 0 { result[i] = rest * (item.flex / flex) }
    } else if storedDistribution == .fill, let last = result.indices.last {
      result[last] = Swift.max(0, result[last] + room - gap - result.reduce(0, +))
    }
    return result
  }

  /// The start of each layer along the stack.
  private func places(_ lengths: [Double], _ gaps: [Double], _ room: Double) -> [Double] {
    let left = room - lengths.reduce(0, +) - gaps.reduce(0, +)
    let count = Double(lengths.count)
    var start = 0.0
    var more = 0.0
    switch storedDistribution {
    case .start, .fill, .fillEqually, .fillProportionally: break
    case .center: start = left / 2
    case .end: start = left
    case .equalSpacing: more = count > 1 ? Swift.max(0, left) / (count - 1) : 0
    case .equalCentering:
      if let centred = centred(lengths, gaps, room) { return centred }
      more = count > 1 ? Swift.max(0, left) / (count - 1) : 0
    case .spaceAround:
      more = Swift.max(0, left) / count
      start = more / 2
    case .spaceEvenly:
      more = Swift.max(0, left) / (count + 1)
      start = more
    }
    var result: [Double] = []
    result.reserveCapacity(lengths.count)
    for (i, length) in lengths.enumerated() {
      result.append(start)
      if i < gaps.count { start += length + gaps[i] + more }
    }
    return result
  }

  /// The starts of layers with equally spaced centres; nil if layers would be closer than the spacing.
  private func centred(_ lengths: [Double], _ gaps: [Double], _ room: Double) -> [Double]? {
    guard lengths.count > 1, let first = lengths.first, let last = lengths.last else { return nil }
    let step = (room - first / 2 - last / 2) / Double(lengths.count - 1)
    var result: [Double] = []
    var end = 0.0
    for (i, length) in lengths.enumerated() {
      let low = first / 2 + Double(i) * step - length / 2
      if i > 0, low < end + gaps[i - 1] - 1e-9 { return nil }
      result.append(low)
      end = low + length
    }
    return result
  }

  // MARK: Explanation

  override func rules(for sublayer: Layer, in layer: Layer) -> (x: String?, width: String?, y: String?, height: String?)
  {
    let items = ArrangedLayer.all(in: layer)
    guard let i = items.firstIndex(where: { $0.layer === sublayer }) else { return (nil, nil, nil, nil) }
    let name = "\(storedAxis.optionName.raw) stack"
    let place = "\(name), place \(i + 1) of \(items.count), distribution \(storedDistribution.optionName.raw)"
    let options = items[i].options
    func own(_ length: LayoutAxis) -> String {
      if (length == .x ? options?.width : options?.height) != nil {
        return "\(name): layoutOptions.\(length.length.name)"
      }
      return "\(name): its preferred size\(sublayer.preferenceSource)"
    }
    let isLast = i == items.count - 1
    let along: String =
      switch storedDistribution {
      case .fillEqually: "\(name): an equal share of the room"
      case .fillProportionally: "\(name): a share of the room in proportion to its preferred size"
      case _ where items[i].flex > 0:
        "\(name): flex \(numberText(items[i].flex)) of \(numberText(items.reduce(0) { $0 + $1.flex })), of the room "
          + "that is left"
      case .fill where isLast && items.allSatisfy({ $0.flex == 0 }):
        "\(name): the last takes the rest (distribution fill)"
      default: own(storedAxis == .horizontal ? .x : .y)
      }
    let how = options?.alignment ?? storedAlignment
    let across = "\(name): alignment \(how.optionName.raw)"
    let acrossAxis: LayoutAxis = storedAxis == .horizontal ? .y : .x
    let isGiven = (acrossAxis == .x ? options?.width : options?.height) != nil
    let acrossLength = how == .fill && !isGiven ? across : own(acrossAxis)
    return storedAxis == .horizontal ? (place, along, across, acrossLength) : (across, acrossLength, place, along)
  }
}

extension Layer {
  /// The source of the preferred size, for explanations.
  var preferenceSource: String {
    if flag(.sizedByContents) { return " (its sublayers')" }
    if hasPreferredLengths { return " (its text's)" }
    return " (its own)"
  }

  /// Runs a body that computes a preferred size from the sublayers'.
  ///
  /// - Throws: `LayerError` if layouts are nested deeper than a thread's stack allows.
  func nestingPreferredSizes<R>(_ body: () throws -> R) throws -> R {
    guard scene.layoutQueue.preferredSizeDepth < Layer.maximumLayoutNesting else {
      throw LayerError(
        .limit,
        "\(label): layout managers that size their layers are nested more than \(Layer.maximumLayoutNesting) deep")
    }
    scene.layoutQueue.preferredSizeDepth += 1
    defer { scene.layoutQueue.preferredSizeDepth -= 1 }
    return try body()
  }

  static let maximumLayoutNesting = 100
}

// MARK: - Its properties

extension Property {
  static let stackAxis = Property(
    of: StackLayoutManager.self, "axis", .enumeration(StackAxis.names),
    .option(get: { $0.storedAxis.rawValue }, set: { $0.storedAxis = StackAxis(rawValue: $1) ?? .horizontal }),
    default: .string("horizontal"), invalidates: .layout, "The direction of the stack: a row or a column.")
  static let stackSpacing = Property(
    of: StackLayoutManager.self, "spacing", .number, .number(get: { $0.storedSpacing }, set: { $0.storedSpacing = $1 }),
    default: .number(0), invalidates: .layout, "The space between neighbours, in points.")
  static let stackPadding = Property(
    of: StackLayoutManager.self, "padding", .any,
    .insets(get: { $0.storedPadding }, set: { $0.storedPadding = $1 }), default: .number(0), invalidates: .layout,
    LayoutInsets.paddingSummary)
  static let stackAlignment = Property(
    of: StackLayoutManager.self, "alignment", .enumeration(LayoutAlignment.names),
    .option(get: { $0.storedAlignment.rawValue }, set: { $0.storedAlignment = LayoutAlignment(rawValue: $1) ?? .fill }),
    default: .string("fill"), invalidates: .layout, "The alignment of layers across the stack.")
  static let stackDistribution = Property(
    of: StackLayoutManager.self, "distribution", .enumeration(StackDistribution.names),
    .option(
      get: { $0.storedDistribution.rawValue },
      set: { $0.storedDistribution = StackDistribution(rawValue: $1) ?? .start }),
    default: .string("start"), invalidates: .layout, "The use of the space that the layers leave along the stack.")
  static let stackSizeToFit = Property(
    of: StackLayoutManager.self, "sizeToFit", .enumeration(LayoutFit.names),
    .option(get: { $0.storedFit.rawValue }, set: { $0.storedFit = LayoutFit(rawValue: $1) ?? .none }),
    default: .string("none"), invalidates: .layout, "The lengths of the layer itself that follow its sublayers.")
  static let stackSizeToFitCorner = Property(
    of: StackLayoutManager.self, "sizeToFitCorner", .enumeration(LayoutFitCorner.names),
    .option(
      get: { $0.storedFitCorner.rawValue },
      set: { $0.storedFitCorner = LayoutFitCorner(rawValue: $1) ?? .minXMinY }),
    default: .string("minXMinY"), invalidates: .layout, LayoutFitCorner.summary)

  static var stackLayoutManagerRows: [Property] {
    [
      stackAxis, stackSpacing, stackPadding, stackAlignment, stackDistribution, stackSizeToFit, stackSizeToFitCorner,
    ]
  }
}

extension KeyedClass {
  static let stackLayoutManager = KeyedClass(
    .stackLayoutManager, "StackLayoutManager", StackLayoutManager.self, superclass: nil,
    rows: Property.stackLayoutManagerRows)
}
