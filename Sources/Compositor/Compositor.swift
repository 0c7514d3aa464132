// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import Raster
import RenderTree
import Wording

/// Turns a render tree into pixels.
///
/// The same tree gives the same bytes for every number of threads, band height and instruction set.
package enum Compositor {
  /// Draws the tree's canvas: `canvas.size × scale` device pixels, rounded up to whole ones.
  ///
  /// - Parameter keeper: has the picture before this one, and receives this one; the bytes are the same without.
  /// - Throws: `LayerError` when the picture, one of its groups or one of its shadows goes past a budget.
  package static func render(
    _ tree: RenderTree, options: CompositorOptions = CompositorOptions(), keeper: FrameKeeper? = nil
  ) throws -> Bitmap {
    let region = try pixels(tree.canvas.size, scale: tree.scale)
    return try painter(of: tree, region: region, options, keeper).bitmap(scale: tree.scale, keeper: keeper)
  }

  /// Paints a region of the tree's canvas.
  private static func painter(
    of tree: RenderTree, region: DeviceRect, _ options: CompositorOptions, _ keeper: FrameKeeper? = nil
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

  /// The longest side of a picture that is drawn in strips, in pixels.
  package static let longestStrippedSide = 100_000
  /// The most pixels of a picture that is drawn in strips.
  package static let mostStrippedPixels = 1 << 32

  /// A picture of the tree's canvas that is painted in strips of full rows: the same pixels as `render`'s, of a picture
  /// that may be larger than a bitmap.
  ///
  /// - Parameter rows: the most rows of a strip.
  /// - Throws: `LayerError` as `render`.
  package static func strips(
    of tree: RenderTree, rows: Int, options: CompositorOptions = CompositorOptions()
  ) throws -> PictureStrips {
    let region = try pixels(tree.canvas.size, scale: tree.scale, inStrips: true)
    return try PictureStrips(try painter(of: tree, region: region, options), rows: rows)
  }

  /// Draws a part of a tree alone, on transparent pixels.
  ///
  /// - Parameters:
  ///   - node: its placement is ignored.
  ///   - map: from the node's plane to the bitmap's pixels.
  package static func render(
    _ node: RenderNode, through map: Homography, width: Int, height: Int,
    options: CompositorOptions = CompositorOptions()
  ) throws -> Bitmap {
    let region = try pixels(Size(Double(width), Double(height)), scale: 1)
    let walk = RenderWalk(node, through: map, for: .painting, limit: options.pieceBudget, isStopped: options.isStopped)
    return try TreePainter(options: options, region: region, walk: walk).bitmap(scale: 1)
  }

  /// Draws a recorded drawing alone, its origin in the bitmap's top left corner.
  ///
  /// - Parameters:
  ///   - size: the part drawn, in points.
  ///   - scale: pixels per point; the bitmap carries it.
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
    try painter.paint(drawing, .all, Homography(.scale(scale, scale)), TreePainter.Ink())
    return try painter.bitmap(scale: scale)
  }

  /// - Parameter inStrips: whether the picture may be larger than a bitmap.
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
  /// Paints what the walk finds, and the list.
  fileprivate func bitmap(scale: Double, keeper: FrameKeeper? = nil) throws -> Bitmap {
    defer { giveMasks() }
    try run()
    // The part that was left out may be everything.
    try checkStop()
    let rect = list.region
    do {
      if let keeper {
        return try keeper.picture(of: list, scale: scale) { try paint(list, onto: $0, damage: $1) }
      }
      return try Bitmap(width: rect.width, height: rect.height, scale: scale) { pixels in
        guard let base = pixels.baseAddress else { return }
        try paint(list, onto: PixelBand(base: base, stride: rect.width, rect: rect))
      }
    } catch is BitmapError {
      throw LayerError.memory(label: label, bytes: rect.width * rect.height * 4)
    }
  }
}
