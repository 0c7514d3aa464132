// SPDX-License-Identifier: MIT
import Geometry
import Raster
import RenderTree

/// A cache of the blurred silhouettes of one render, reused if a silhouette is cast twice.
struct ShadowCache {
  /// Key of a rounded rectangle's shadow along the device's axes, reduced to the smallest size that holds its corners.
  /// Lengths in pixels.
  struct SliceKey: Hashable {
    var radius: Double
    var isContinuous: Bool
    var sigma: Double
    /// Distance of each side inside its outermost pixel, in quantisation steps.
    var left: Int32
    var top: Int32
    var right: Int32
    var bottom: Int32
  }

  /// Key of a silhouette in its node's own plane.
  struct PlaneKey: Hashable {
    enum Silhouette: Hashable {
      case roundedRect(Size, Corners?)
      case node(ObjectIdentifier)
    }
    var silhouette: Silhouette
    var sigma: Double
    var scale: Double
  }

  var slices: [SliceKey: CoverageSurface] = [:]
  var planes: [PlaneKey: CoverageSurface] = [:]
}

/// A node whose silhouette is being drawn.
struct PendingShadow {
  var shadow: Shadow
  var node: RenderNode
  var map: Homography
  var ink: TreePainter.Ink
  /// For a silhouette in the node's plane: map from the plane to the surface, and cache key.
  var toSurface = AffineTransform.identity
  var key: ShadowCache.PlaneKey?
}
