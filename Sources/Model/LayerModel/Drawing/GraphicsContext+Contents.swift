// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree
import SystemC

extension GraphicsContext {
  /// Draws an image stretched to a rectangle in user space, upright even when y points up.
  ///
  /// ```swift
  /// try context.draw(image, in: Rect(0, 0, 64, 64))
  /// ```
  public func draw(_ image: Image, in r: Rect) throws {
    try check("draw")
    let r = try rect(r, "rect", "draw")
    guard !r.isEmpty else { return }
    let turn = isFlipped ? AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: r.minY + r.maxY) : .identity
    var scale = imageScale
    if let size = image.picture?.size {
      // A vector image is rasterised for the pixels that it covers.
      let (across, up) = (hypot(state.ctm.a, state.ctm.b), hypot(state.ctm.c, state.ctm.d))
      scale *= max(r.width / size.width * across, r.height / size.height * up)
    }
    try record(
      .image(image.bitmap(forScale: scale), r, state.quality.filter), transform: turn.concat(state.ctm), "draw")
  }
}

/// Returns the transform from a bitmap's points (top left origin, y down) to a rectangle; `upsideDown` for y up, so
/// that the bitmap stays upright.
func patternPlacement(of bitmap: Bitmap, in tile: Rect, upsideDown: Bool) -> AffineTransform {
  let sx = tile.width / bitmap.pointWidth
  let sy = tile.height / bitmap.pointHeight
  return upsideDown
    ? AffineTransform(a: sx, b: 0, c: 0, d: -sy, tx: tile.minX, ty: tile.maxY)
    : AffineTransform(a: sx, b: 0, c: 0, d: sy, tx: tile.minX, ty: tile.minY)
}
