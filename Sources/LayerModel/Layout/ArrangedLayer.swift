// SPDX-License-Identifier: MIT
import Geometry
import RenderTree

/// One of the sublayers that a stack or grid places, with the size it would have by itself.
struct ArrangedLayer {
  let layer: Layer
  let options: LayoutOptions?
  /// Of a layer without text or a layout manager that answers for it: its size before it was stretched.
  private let ownSize: Size

  /// Those that are placed: not hidden, not ignored.
  static func all(in layer: Layer) -> [ArrangedLayer] {
    var result: [ArrangedLayer] = []
    result.reserveCapacity(layer.children.count)
    let known = layer.layout?.naturalSizes ?? [:]
    for child in layer.children where !child.flag(.hidden) {
      let options = child.layout?.options
      if options?.isIgnored ?? false { continue }
      var size = child.storedBounds.size
      // What the manager made of it is not what it is by itself.
      if !known.isEmpty, let record = known[child.serial] {
        if size.width == record.given.width { size.width = record.natural.width }
        if size.height == record.given.height { size.height = record.natural.height }
      }
      result.append(ArrangedLayer(layer: child, options: options, ownSize: size))
    }
    return result
  }

  var flex: Double { options?.flex ?? 0 }

  /// The size it prefers, when it is `width` points wide; nil is whatever width it likes.
  func size(width: Double?) throws -> Size {
    let given = options?.width ?? width
    var size = ownSize
    if layer.flag(.sizedByContents) {
      if let s = try layer.preferredSize(width: given) { size = s }
    } else if layer.layerClass.base == .text, layer.layout?.manager == nil {
      // A width of 0 breaks no lines. Whole points keep what follows on the pixel grid.
      if let s = try layer.preferredSize(width: given ?? 0) { size = Size(s.width.rounded(.up), s.height.rounded(.up)) }
    }
    if let w = options?.width { size.width = w }
    if let h = options?.height { size.height = h }
    return size
  }

  /// How far below its top edge the first line of text stands; the height of a layer without text.
  func firstBaseline(_ size: Size) throws -> Double {
    guard layer.layerClass.base == .text, let text = layer as? TextLayer,
      let request = text.textRequest(width: size.width, height: size.height),
      let line = try text.laidOutText(request, layer.label).lines.first
    else { return size.height }
    return line.baseline
  }

  /// Sets the frame, and remembers the layer's own size where it is another.
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
  /// The place and length of something `length` long within `room` from `low`.
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
  /// Gives the layer the size that its sublayers ask for, where it is to have it.
  final func fit(_ layer: Layer, _ fit: LayoutFit) throws {
    guard fit != .none else { return }
    var size = layer.storedBounds.size
    if fit == .width || fit == .both, let s = try preferredSize(of: layer, width: nil) { size.width = s.width }
    if fit == .height || fit == .both, let s = try preferredSize(of: layer, width: size.width) {
      size.height = s.height
    }
    if size != layer.storedBounds.size {
      try Property.bounds.setRect(layer, Rect(origin: layer.storedBounds.origin, size: size))
    }
  }
}

/// Which lengths of a layer its layout manager sets to what the sublayers need.
public enum LayoutFit: UInt8, NamedOption {
  case none, width, height, both
  package static let names = [OptionName("none"), OptionName("width"), OptionName("height"), OptionName("both")]
}
