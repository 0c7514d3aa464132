// SPDX-License-Identifier: MIT
import Geometry
import RenderTree

/// A sublayer that a stack or grid places, with its own preferred size.
struct ArrangedLayer {
  let layer: Layer
  let options: LayoutOptions?
  /// The layer's size before stretching, used if neither text nor a layout manager determines it.
  private let ownSize: Size

  /// The sublayers to place: those neither hidden nor ignored.
  static func all(in layer: Layer) -> [ArrangedLayer] {
    var result: [ArrangedLayer] = []
    result.reserveCapacity(layer.children.count)
    let known = layer.layout?.naturalSizes ?? [:]
    for child in layer.children where !child.flag(.hidden) {
      let options = child.layout?.options
      if options?.isIgnored ?? false { continue }
      if let unknown = options?.unknown { child.warn(aboutUnknownOption: unknown, in: layer) }
      var size = child.storedBounds.size
      // A size set by the manager is not the layer's own.
      if !known.isEmpty, let record = known[child.serial] {
        if size.width == record.given.width { size.width = record.natural.width }
        if size.height == record.given.height { size.height = record.natural.height }
      }
      result.append(ArrangedLayer(layer: child, options: options, ownSize: size))
    }
    return result
  }

  var flex: Double { options?.flex ?? 0 }

  /// The preferred size at a width of `width` points; nil for any width.
  func size(width: Double?) throws -> Size {
    let given = options?.width ?? width
    var size = ownSize
    if layer.flag(.sizedByContents) {
      if let s = try layer.preferredSize(width: given) { size = s }
    } else if layer.hasPreferredLengths, layer.layout?.manager == nil {
      // A width of 0 breaks no lines. Whole points keep the following layers on the pixel grid.
      if let s = try layer.preferredSize(width: given ?? 0) { size = Size(s.width.rounded(.up), s.height.rounded(.up)) }
    }
    if let w = options?.width { size.width = w }
    if let h = options?.height { size.height = h }
    return size
  }

  /// The distance of the text's first baseline from the top edge; for a layer without text, its height.
  func firstBaseline(_ size: Size) throws -> Double {
    try layer.firstBaseline(in: size) ?? size.height
  }

  /// Sets the frame, and stores the layer's own size if it differs.
  func place(_ frame: Rect, in superlayer: Layer) throws {
    try layer.setUntransformedFrame(frame)
    let given = layer.storedBounds.size
    let storage = superlayer.madeLayout
    if given == ownSize {
      if !storage.naturalSizes.isEmpty { storage.naturalSizes[layer.serial] = nil }
    } else {
      storage.naturalSizes[layer.serial] = (ownSize, given)
    }
  }
}

extension LayoutAlignment {
  /// Returns the position and length of something `length` long within `room` from `low`.
  func place(_ length: Double, _ low: Double, _ room: Double) -> (low: Double, length: Double) {
    switch self {
    case .fill: (low, Swift.max(0, room))
    case .leading, .firstBaseline: (low, length)
    case .center: (low + (room - length) / 2, length)
    case .trailing: (low + room - length, length)
    }
  }
}

extension BuiltInLayoutManager {
  /// Gives the layer the size that its sublayers need, if `fit` requests it.
  ///
  /// A layer in a stack or grid is not resized: its superlayer has given it a size, which follows from its preferred
  /// one. Otherwise each of the two layouts would undo the other's work.
  ///
  /// - Parameter corner: the point of its frame that stays fixed.
  final func fit(_ layer: Layer, _ fit: LayoutFit, keeping corner: LayoutFitCorner) throws {
    guard fit != .none, !layer.isSizedBySuperlayer else { return }
    var size = layer.storedBounds.size
    if fit == .width || fit == .both, let s = try preferredSize(of: layer, width: nil) { size.width = s.width }
    if fit == .height || fit == .both, let s = try preferredSize(of: layer, width: size.width) {
      size.height = s.height
    }
    if size != layer.storedBounds.size { try layer.setBoundsSize(size, keeping: corner) }
  }
}

extension Layer {
  /// True if the superlayer's stack or grid gives the layer both of its lengths.
  final var isSizedBySuperlayer: Bool {
    guard let p = parent, !flag(.isMask), !flag(.hidden), !(layout?.options?.isIgnored ?? false),
      let storage = p.layout, let manager = storage.manager as? BuiltInLayoutManager, manager.sizesSublayers
    else { return false }
    // The manager is not asked if the class or the delegate lays out instead.
    if p.overridesLayout, !storage.hasRunDefault { return false }
    return !(p.extraBox?.value.delegate?.hooks.contains(.layoutSublayers) ?? false)
  }

  /// The lengths that the layer's own stack or grid fits to the sublayers.
  final var contentsFit: LayoutFit {
    switch layout?.manager {
    case let stack as StackLayoutManager: stack.storedFit
    case let grid as GridLayoutManager: grid.storedFit
    default: .none
    }
  }

  /// Gives the bounds the layer's preferred size, rounded up to whole points: a text's own size, or what the layout
  /// manager says.
  ///
  /// ```swift
  /// title.string = "Dawn comes early"
  /// try title.sizeToFit(keeping: .maxXMinY)
  /// ```
  ///
  /// - Parameter corner: the point of the frame that stays fixed. Default `minXMinY`.
  /// - Throws: as `preferredFrameSize()`.
  public final func sizeToFit(keeping corner: LayoutFitCorner = .minXMinY) throws {
    let size = try ownPreferredSize(width: nil) ?? preferredFrameSize()
    try setBoundsSize(Size(size.width.rounded(.up), size.height.rounded(.up)), keeping: corner)
  }

  /// Sets the size of the bounds, and the position so that a corner of the frame stays fixed under any transform.
  fileprivate final func setBoundsSize(_ size: Size, keeping corner: LayoutFitCorner) throws {
    let before = corner.point(of: frame)
    try Property.bounds.setRect(self, Rect(origin: storedBounds.origin, size: size))
    guard let before, let after = corner.point(of: frame) else { return }
    // A layer moves by the same distance as its position, also in perspective.
    let moved = storedPosition + (before - after)
    // Behind the eye a frame has no corner.
    if moved.isFinite, moved != storedPosition { try Property.position.setPoint(self, moved) }
  }
}

/// The lengths of a layer that its layout manager fits to the sublayers.
public enum LayoutFit: UInt8, NamedOption {
  case none, width, height, both
  package static let names = [OptionName("none"), OptionName("width"), OptionName("height"), OptionName("both")]
}

/// The point of a layer's frame that stays fixed when `sizeToFit` changes the layer's size.
public enum LayoutFitCorner: UInt8, NamedOption {
  /// A corner of the frame, on the axes of the superlayer: `minXMinY` is the top left one, where y points down.
  case minXMinY, maxXMinY, minXMaxY, maxXMaxY
  /// The layer's anchor point, so that its position does not change.
  case anchorPoint

  package static let names = [
    OptionName("minXMinY"), OptionName("maxXMinY"), OptionName("minXMaxY"), OptionName("maxXMaxY"),
    OptionName("anchorPoint", aliases: ["anchor"]),
  ]

  /// The sentence for the manual.
  static let summary =
    "The point of the layer's frame that stays fixed when `sizeToFit` changes its size: a corner, on the axes of "
    + "the superlayer, or the layer's anchor point."

  /// True if the far edge on an axis stays fixed and the near one moves; nil for the anchor point, where both edges
  /// move.
  func keepsFarEdge(_ axis: LayoutAxis) -> Bool? {
    switch self {
    case .minXMinY: false
    case .maxXMinY: axis == .x
    case .minXMaxY: axis == .y
    case .maxXMaxY: true
    case .anchorPoint: nil
    }
  }

  /// The corner of a frame; nil for the anchor point, which a frame does not determine.
  fileprivate func point(of frame: Rect) -> Point? {
    guard let farX = keepsFarEdge(.x), let farY = keepsFarEdge(.y) else { return nil }
    return Point(farX ? frame.x + frame.width : frame.x, farY ? frame.y + frame.height : frame.y)
  }
}
