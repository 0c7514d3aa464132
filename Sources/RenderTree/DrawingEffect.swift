// SPDX-License-Identifier: MIT
import Filters
import Geometry

/// A filter and a mask of a recorded layer, in the user space of the operation that begins it. Immutable.
package final class DrawingEffect: Sendable {
  package let filter: FilterGraph?
  /// A box around what is filtered; nil where nothing is painted.
  package let content: Rect?
  /// A box around what the filter makes; nil without one, and where it makes nothing.
  package let extent: Rect?
  /// A drawing whose alpha multiplies the layer; nil for none.
  package let mask: RecordedDrawing?
  /// The operations of the mask, with those of masks in it.
  package let maskCount: Int

  /// True if it makes the picture of a mask of its luminance.
  package var isLuminance: Bool { filter?.isLuminance == true }

  package init(filter: FilterGraph? = nil, content: Rect? = nil, mask: RecordedDrawing? = nil) {
    self.filter = filter
    self.content = content
    self.mask = mask
    extent = filter?.extent(of: content)
    maskCount = mask?.operationCount ?? 0
  }
}

extension RecordedDrawing {
  /// The operations, with those of masks.
  package var operationCount: Int { operations.reduce(operations.count) { $0 + ($1.effect?.maskCount ?? 0) } }
}

extension RecordedDrawing {
  /// The bytes that it takes, about, with its masks.
  package var memory: Int {
    operations.reduce(1024) { sum, operation in
      let path: Path? =
        switch operation.kind {
        case .fill(let path, _, _), .stroke(let path, _, _): path
        default: nil
        }
      return sum + 400 + (path.map { $0.verbs.count * 2 + $0.points.count * 16 } ?? 0)
        + (operation.effect?.mask?.memory ?? 0)
    }
  }
}
