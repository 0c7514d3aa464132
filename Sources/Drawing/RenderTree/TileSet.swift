// SPDX-License-Identifier: MIT
import Geometry

/// The recordings of the visible parts of a tiled layer's plane.
///
/// A layer that appears in several places (by a replicator) may show other tiles in each; each place has a view.
///
/// Unchecked: views are added while the tree is made, before it is shared.
package final class TileSet: @unchecked Sendable {
  package struct Tile: Sendable {
    /// The tile's area in the plane, in points, within the layer's bounds. Tiles of a view do not overlap.
    package var area: Rect
    package var drawing: RecordedDrawing
    /// From the drawing's coordinates to the plane.
    package var transform: AffineTransform
    /// Pixels per point of the tile's level of detail.
    package var resolution: Double

    package init(area: Rect, drawing: RecordedDrawing, transform: AffineTransform, resolution: Double) {
      self.area = area
      self.drawing = drawing
      self.transform = transform
      self.resolution = resolution
    }
  }

  package struct View: Sendable {
    /// From the layer's plane to canvas pixels when the tiles were chosen.
    package var map: Homography
    /// Tiles in an order in which none lies right of or below a later one.
    package var tiles: [Tile]

    package init(map: Homography, tiles: [Tile]) {
      self.map = map
      self.tiles = tiles
    }
  }

  package private(set) var views: [View] = []

  package init() {}

  package func add(_ view: View) { views.append(view) }

  /// Returns the view whose map is nearest to this one over a rectangle of the plane; nil if nothing is visible.
  package func view(for map: Homography, over bounds: Rect) -> View? {
    guard views.count > 1 else { return views.first }
    func distance(_ other: Homography) -> Double {
      var most = 0.0
      for p in bounds.corners + [bounds.center] {
        let a = map.homogeneous(p)
        let b = other.homogeneous(p)
        guard a.w != 0, b.w != 0 else { return .infinity }
        most = max(most, abs(a.x / a.w - b.x / b.w), abs(a.y / a.w - b.y / b.w))
      }
      return most.isNaN ? .infinity : most
    }
    var best = (view: views[0], distance: distance(views[0].map))
    for view in views.dropFirst() {
      let d = distance(view.map)
      if d < best.distance { best = (view, d) }
    }
    return best.view
  }
}
