// SPDX-License-Identifier: MIT
import Filters
import Geometry
import Messages
import Numbers
import Pixels
import Raster
import RenderTree
import SystemC

// Filters and masks of recorded layers. A filter's input is painted onto a surface. The surface has the device's grid
// if user space is not rotated against it. Otherwise it has a grid of user space, and its picture is then placed.
extension TreePainter {
  /// A recorded layer whose operations are being painted for a filter.
  struct PendingEffect {
    var plan: FilterGraphPlan
    /// Area of the result to compute, on the grid.
    var output: DeviceRect
    /// From user space to the grid.
    var grid: AffineTransform
    /// From user space to the target; nil if the grid is the target's.
    var map: Homography?
  }

  /// Maximum side of a grid of user space, in pixels.
  private static let longestEffectSide = 16384.0
  /// Maximum number of pixels of all results of a filter together; above it the grid is coarser.
  private static let mostEffectPixels = 1 << 28

  /// Plans the filter of a layer.
  ///
  /// - Parameters:
  ///   - map: from user space to the target.
  ///   - seen: visible part of the target.
  /// - Returns: nil if nothing of the result is visible.
  func pendingEffect(_ effect: DrawingEffect, filter: FilterGraph, through map: Homography, seen: DeviceRect)
    -> PendingEffect?
  {
    guard map.isFinite, map.determinant != 0, !seen.isEmpty else { return nil }
    let content = effect.content ?? Rect(0, 0, 0, 0)
    func area(_ grid: AffineTransform) -> DeviceRect {
      // One more pixel for antialiased edges.
      effect.content == nil ? .empty : DeviceRect(around: grid.boundingBox(of: content)).outset(dx: 1, dy: 1)
    }
    if let shape = PlaneShape(map), shape.isUpright, !shape.swapsAxes {
      let plan = FilterGraphPlan(filter, map: shape.affine, source: area(shape.affine), visible: seen)
      let output = plan.extent.intersection(seen)
      if output.isEmpty { return nil }
      if plan.pixels(for: output) <= Self.mostEffectPixels {
        return PendingEffect(plan: plan, output: output, grid: shape.affine)
      }
    }
    // In steps of √2, so that the grid is stable while a rotation is animated.
    let box = effect.extent ?? content
    var scale = PlaneScale.largest(of: map, over: box.union(content))
    scale = exp2((min(max(log2(scale), -20), 20) * 2 - 1e-9).rounded(.up) / 2)
    let longest = max(box.width, box.height, content.width, content.height)
    while longest * scale > Self.longestEffectSide, scale > 1e-9 { scale /= 2 }
    guard let part = visible(seen, through: map) else { return nil }
    while scale > 1e-9 {
      let grid = AffineTransform.translation(-box.minX, -box.minY).concat(.scale(scale, scale))
      let visible = DeviceRect(around: grid.boundingBox(of: part)).outset(dx: 64, dy: 64)
      let plan = FilterGraphPlan(filter, map: grid, source: area(grid), visible: visible)
      func down(_ v: Int32) -> Int32 { v & ~63 }
      // The mip levels of the result start at whole blocks.
      let near = DeviceRect(x0: down(visible.x0), y0: down(visible.y0), x1: visible.x1, y1: visible.y1)
      let output = plan.extent.intersection(near)
      if output.isEmpty { return nil }
      if plan.pixels(for: output) <= Self.mostEffectPixels {
        return PendingEffect(plan: plan, output: output, grid: grid, map: map)
      }
      scale /= 2
    }
    return nil
  }

  /// Returns the area to paint; one pixel if the filter needs none.
  func input(of pending: PendingEffect) -> DeviceRect {
    let need = pending.plan.need(for: pending.output)
    return need.isEmpty ? DeviceRect(x0: 0, y0: 0, x1: 1, y1: 1) : need
  }

  /// Applies a filter to a picture, and paints the result into the current list.
  func paintEffect(_ pending: PendingEffect, of picture: PixelSurface?) throws {
    let result = try surfaceMemory {
      try pending.plan.run(picture.map(FilterImage.init), output: pending.output, work: filterWork)
    }
    try checkStop()
    if let picture, result !== picture { try charge(pixels: -(picture.rect.width * picture.rect.height)) }
    guard let result, !result.rect.isEmpty else { return }
    guard let map = pending.map else { return list.surface(result) }
    guard let toUser = pending.grid.inverted else { return }
    let rect = result.rect
    let image = ImagePyramid(
      try Bitmap(width: rect.width, height: rect.height) { pixels in
        guard let base = pixels.baseAddress else { return }
        copyRows(of: result.band, to: PixelBand(base: base, stride: rect.width, rect: rect))
      })
    let place = Homography(AffineTransform.translation(Double(rect.x0), Double(rect.y0)).concat(toUser)).concat(map)
    outlines.add(toUser.boundingBox(of: rect.rect), through: map, to: &list.builder)
    list.fill(list.builder.finish(), source: .image(image, through: place))
  }
}
