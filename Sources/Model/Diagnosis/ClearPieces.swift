// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

// Detects pieces that paint nothing: transparent colours, transparent images, lines without length or width.

extension RenderNode {
  /// True if neither this node nor any descendant paints a colour.
  ///
  /// - Parameter limit: maximum number of nodes examined; returns false if there are more.
  func isClear(limit: Int) -> Bool {
    var pending = [self]
    var count = 0
    while let node = pending.popLast() {
      count += 1
      if count > limit || node.filters != nil || node.backgroundFilters != nil || node.transition != nil {
        return false
      }
      if node.shadow?.path != nil || !node.pieces.isEmpty && !node.pieces.isClear { return false }
      pending += node.children
    }
    return true
  }
}

extension Pieces {
  /// True if there are pieces and all are transparent.
  var isClear: Bool { !isEmpty && allSatisfy(\.isClear) }
}

extension Piece {
  /// True if the piece is transparent everywhere; false if that is expensive to determine.
  var isClear: Bool {
    switch self {
    case .background(let paint): return paint.isClear
    case .border(let border): return border.paint.isClear
    case .gradient(let gradient): return gradient.stops.colors.allSatisfy { $0.alpha <= 0 }
    case .contents(let contents):
      return contents.pieces.allSatisfy { $0.destination.isEmpty || $0.source.isEmpty } || contents.image.isClear
    case .drawing(let placed): return placed.drawing.operations.allSatisfy(\.isClear)
    case .shape(let shape):
      let hasFill = shape.fill.map { !$0.isClear } == true && !shape.path.isStraight
      let hasLine =
        shape.stroke.map { !$0.isClear } == true && shape.strokeStyle.width > 0 && shape.strokeEnd > shape.strokeStart
      return !hasFill && !hasLine
    case .tiles, .particles: return false
    }
  }
}

extension Paint {
  var isClear: Bool {
    switch self {
    case .color(let color): color.alpha <= 0
    case .pattern(let pattern): pattern.image.isClear
    }
  }
}

extension DrawingPaint {
  var isClear: Bool {
    switch self {
    case .color(let color): color.alpha <= 0
    case .pattern(let pattern): pattern.image.isClear
    case .gradient(let gradient, _): gradient.stops.colors.allSatisfy { $0.alpha <= 0 }
    }
  }
}

extension DrawingOperation {
  /// True if the operation adds no colour.
  var isClear: Bool {
    if alpha <= 0 { return true }
    switch kind {
    // A filter may generate colour from nothing.
    case .beginLayer: return effect?.filter == nil
    case .endLayer, .clear: return true
    case .fill(let path, _, let paint): return path.isStraight || paint.isClear
    case .stroke(_, let style, let paint): return style.width <= 0 || paint.isClear
    case .glyphs(_, let paint): return paint.isClear
    case .image(let image, _, _): return image.isClear
    case .gradient(let gradient): return gradient.stops.colors.allSatisfy { $0.alpha <= 0 }
    }
  }
}

extension Bitmap {
  /// True if every pixel is transparent.
  var isClear: Bool {
    if isOpaque { return false }
    return withExtendedLifetime(self) {
      for i in 0..<width * height where pixels[i] >> 24 != 0 { return false }
      return true
    }
  }
}
