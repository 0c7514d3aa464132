// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Pixels
import Raster
import RenderTree

/// Rasterises a render tree.
///
/// A tree gives the same bytes for every number of threads, band height and instruction set.
package enum Compositor {
  /// Draws the tree's canvas: `canvas.size × scale` device pixels, rounded up to whole ones.
  ///
  /// - Parameter keeper: holds the previous picture and receives this one, to repaint only the differences; the bytes
  ///   are the same without it.
  /// - Throws: `LayerError` if the picture, one of its groups or one of its shadows exceeds a budget.
  package static func render(
    _ tree: RenderTree, options: CompositorOptions = CompositorOptions(), keeper: PaintedFrame? = nil
  ) throws -> Bitmap {
    let region = try pixels(tree.canvas.size, scale: tree.scale)
    return try painter(of: tree, region: region, options, keeper).bitmap(scale: tree.scale, keeper: keeper)
  }

  /// Returns a painter for a region of the tree's canvas.
  private static func painter(
    of tree: RenderTree, region: DeviceRect, _ options: CompositorOptions, _ keeper: PaintedFrame? = nil
  ) throws -> TreePainter {
    let origin = tree.canvas.origin
    guard origin.isFinite else {
      throw LayerError.canvas(width: tree.canvas.width, height: tree.canvas.height, scale: tree.scale)
    }
    let map = Homography(AffineTransform.translation(-origin.x, -origin.y).concat(.scale(tree.scale, tree.scale)))
    let walk = RenderWalk(
      tree.root, through: map, for: .painting, limit: options.pieceBudget, isStopped: options.isStopped)
    var options = options
    options.keptBlocks = keeper?.blocks
    keeper?.blocks.begin()
    let painter = TreePainter(options: options, region: region, walk: walk)
    if let background = tree.background { painter.list.fill(region, pixel: background.premultiplied()) }
    return painter
  }

  /// Maximum side of a picture drawn in strips, in pixels.
  package static let longestStrippedSide = 100_000
  /// Maximum number of pixels of a picture drawn in strips.
  package static let mostStrippedPixels = 1 << 32

  /// Returns the tree's canvas as strips of full rows: the same pixels as `render`, for a picture that may exceed the
  /// size of a bitmap.
  ///
  /// - Parameter rows: maximum number of rows of a strip.
  /// - Throws: `LayerError`, as `render`.
  package static func strips(
    of tree: RenderTree, rows: Int, options: CompositorOptions = CompositorOptions()
  ) throws -> PictureStrips {
    let region = try pixels(tree.canvas.size, scale: tree.scale, inStrips: true)
    return try PictureStrips(try painter(of: tree, region: region, options), rows: rows)
  }

  /// Draws part of a tree alone, on transparent pixels.
  ///
  /// - Parameters:
  ///   - node: the root; its placement is ignored.
  ///   - map: from the node's plane to the bitmap's pixels.
  package static func render(
    _ node: RenderNode, through map: Homography, width: Int, height: Int,
    options: CompositorOptions = CompositorOptions()
  ) throws -> Bitmap {
    let region = try pixels(Size(Double(width), Double(height)), scale: 1)
    let walk = RenderWalk(node, through: map, for: .painting, limit: options.pieceBudget, isStopped: options.isStopped)
    return try TreePainter(options: options, region: region, walk: walk).bitmap(scale: 1)
  }

  /// Draws a recorded drawing alone, with its origin at the bitmap's top left corner.
  ///
  /// - Parameters:
  ///   - size: the part to draw, in points.
  ///   - scale: pixels per point; stored in the bitmap.
  package static func rasterize(
    _ drawing: RecordedDrawing, size: Size, scale: Double, options: CompositorOptions = CompositorOptions()
  ) throws -> Bitmap {
    try rasterize(PlacedDrawing(drawing: drawing), size: size, scale: scale, options: options)
  }

  static func rasterize(_ drawing: PlacedDrawing, size: Size, scale: Double, options: CompositorOptions) throws
    -> Bitmap
  {
    let painter = TreePainter(options: options, region: try pixels(size, scale: scale))
    painter.label = "drawing"
    try painter.paint(drawing, edges: .all, through: Homography(.scale(scale, scale)), ink: TreePainter.Ink())
    return try painter.bitmap(scale: scale)
  }

  /// Returns the device rectangle of a size, from the origin.
  ///
  /// - Parameter inStrips: true if the picture may exceed the size of a bitmap.
  private static func pixels(_ size: Size, scale: Double, inStrips: Bool = false) throws(LayerError) -> DeviceRect {
    let pixels = size.pixels(scale: scale)
    let longest = Double(inStrips ? longestStrippedSide : Bitmap.maximumSide)
    let most = Double(inStrips ? mostStrippedPixels : Bitmap.maximumPixels)
    guard scale > 0, pixels.width >= 1, pixels.height >= 1, pixels.width <= longest, pixels.height <= longest,
      pixels.width * pixels.height <= most
    else {
      throw .canvas(width: size.width, height: size.height, scale: scale)
    }
    return DeviceRect(x0: 0, y0: 0, x1: Int32(clamping: pixels.width), y1: Int32(clamping: pixels.height))
  }
}

extension TreePainter {
  /// Walks the tree and paints the resulting list.
  fileprivate func bitmap(scale: Double, keeper: PaintedFrame? = nil) throws -> Bitmap {
    defer { giveMasks() }
    try run()
    // Throws if the walk was stopped: everything may be missing.
    try checkStop()
    let rect = list.region
    do {
      if let keeper {
        return try keeper.picture(of: list, scale: scale) { try paint(list, onto: $0, damage: $1) }
      }
      return try Bitmap(
        width: rect.width, height: rect.height, scale: scale, isOpaque: list.isProvenOpaque ? true : nil
      ) { pixels in
        guard let base = pixels.baseAddress else { return }
        try paint(list, onto: PixelBand(base: base, stride: rect.width, rect: rect))
      }
    } catch is BitmapError {
      throw LayerError.memory(label: label, bytes: rect.width * rect.height * 4)
    }
  }
}
