// SPDX-License-Identifier: MIT
import Geometry
import Raster
import RenderTree

/// Blurred silhouettes of one render, to be used again where the same one is cast twice.
struct ShadowCache {
  /// A rounded rectangle's shadow along the device's axes, made as small as its corners allow. Lengths in pixels.
  struct SliceKey: Hashable {
    var radius: Double
    var isContinuous: Bool
    var sigma: Double
    /// The distance of each side inside its outermost pixel, in steps.
    var left: Int32
    var top: Int32
    var right: Int32
    var bottom: Int32
  }

  /// A silhouette in its node's own plane.
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
  /// For a silhouette in the node's plane: the map from the plane to the surface, and the key of the cache.
  var toSurface = AffineTransform.identity
  var key: ShadowCache.PlaneKey?
}
