// SPDX-License-Identifier: MIT
import Filters
import Geometry

/// The filter and mask of a recorded layer, in the user space of the operation that begins it. Immutable.
package final class DrawingEffect: Sendable {
  package let filter: FilterGraph?
  /// Bounding box of the filter's input; nil if nothing is painted.
  package let content: Rect?
  /// Bounding box of the filter's output; nil without a filter, or if the output is empty.
  package let extent: Rect?
  /// A drawing whose alpha multiplies the layer; nil for none.
  package let mask: RecordedDrawing?
  /// Number of operations in the mask, including those of nested masks.
  package let maskCount: Int

  /// True if the filter turns a mask's luminance into its alpha.
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
  /// Number of operations, including those of masks.
  package var operationCount: Int { operations.reduce(operations.count) { $0 + ($1.effect?.maskCount ?? 0) } }
}

extension RecordedDrawing {
  /// Approximate memory in bytes, including masks.
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
