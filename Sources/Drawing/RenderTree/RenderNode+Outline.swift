// SPDX-License-Identifier: MIT
import Geometry

extension RenderNode {
  /// True if everything that the node and its children paint certainly lies inside its rounded bounds, so that an
  /// opaque background is its silhouette. False if this is too expensive to determine.
  package var fitsOutline: Bool {
    let corner = corners?.coveredInset ?? 0
    let inner = bounds.insetBy(dx: corner, dy: corner)
    func fits(_ r: Rect) -> Bool {
      r.minX >= inner.minX && r.minY >= inner.minY && r.maxX <= inner.maxX && r.maxY <= inner.maxY
    }
    for piece in pieces {
      switch piece {
      case .background, .gradient, .border: continue
      case .contents(let contents): if !contents.pieces.allSatisfy({ fits($0.destination) }) { return false }
      case .drawing(let drawing): if let rect = NodeExtent.rect(of: drawing), !fits(rect) { return false }
      case .tiles: if !fits(bounds) { return false }
      case .shape, .particles: return false
      }
    }
    if children.count > 32 || replication != nil { return false }
    for child in children {
      let host = RenderNode(bounds: .zero, children: [child])
      switch NodeExtent.of(host, limit: 64) {
      case .nothing: if !child.children.isEmpty { return false }
      case .rect(let extent): if !fits(extent) { return false }
      case .unknown: return false
      }
    }
    return true
  }
}

extension Corners {
  /// Inset at which a rectangle certainly lies inside the rounded rectangle.
  package var coveredInset: Double { largest * (isContinuous ? 0.45 : 0.3) }
}
