import Geometry
import Pixels
import RenderTree

/// Turns a render tree into pixels.
///
/// The same tree gives the same bytes for every number of threads, band height and instruction set.
package enum Compositor {
  /// Draws the tree's canvas: `canvas.size × scale` device pixels, rounded up to whole ones.
  ///
  /// - Throws: `CompositorError` when the picture, one of its groups or one of its shadows goes past a budget.
  package static func render(_ tree: RenderTree, options: CompositorOptions = CompositorOptions()) throws -> Bitmap {
    throw CompositorError.canvas(width: tree.canvas.width, height: tree.canvas.height, scale: tree.scale)
  }

  /// Draws a recorded drawing alone, its origin in the bitmap's top left corner.
  ///
  /// - Parameters:
  ///   - size: the part drawn, in points.
  ///   - scale: pixels per point; the bitmap carries it.
  package static func rasterize(
    _ drawing: RecordedDrawing, size: Size, scale: Double, options: CompositorOptions = CompositorOptions()
  ) throws -> Bitmap {
    throw CompositorError.canvas(width: size.width, height: size.height, scale: scale)
  }
}
