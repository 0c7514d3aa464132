// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Pixels
import Raster
import RenderTree

// Tiles of a tiled layer. Together they must look like one drawing: where two meet, neither the backdrop nor a seam may
// show.
extension TreePainter {
  func paint(_ set: TileSet, of node: RenderNode, _ map: Homography, _ ink: Ink) throws {
    guard let view = set.view(for: map, over: node.bounds), !view.tiles.isEmpty else { return }
    if let t = map.affine, map.m33 > 0, (t.b == 0 && t.c == 0) || (t.a == 0 && t.d == 0) {
      try paintUpright(view.tiles, of: node, t, ink)
    } else {
      try paintTurned(view.tiles, of: node, map, ink)
    }
  }

  /// Paints tiles along the device's axes like any drawing, each stretched by less than a pixel so that it ends on a
  /// pixel edge.
  private func paintUpright(_ tiles: [TileSet.Tile], of node: RenderNode, _ map: AffineTransform, _ ink: Ink) throws {
    let whole = map.boundingBox(of: node.bounds)
    for tile in tiles {
      let box = map.boundingBox(of: tile.area)
      // The layer's own edges are not moved.
      let target = Rect(
        minX: box.minX <= whole.minX ? box.minX : snapped(box.minX),
        minY: box.minY <= whole.minY ? box.minY : snapped(box.minY),
        maxX: box.maxX >= whole.maxX ? box.maxX : snapped(box.maxX),
        maxY: box.maxY >= whole.maxY ? box.maxY : snapped(box.maxY))
      guard target.width > 0, target.height > 0, box.width > 0, box.height > 0,
        !DeviceRect(around: target).intersection(list.scissor).isEmpty
      else { continue }
      let kx = target.width / box.width
      let ky = target.height / box.height
      let stretch = AffineTransform(
        a: kx, b: 0, c: 0, d: ky, tx: target.minX - box.minX * kx, ty: target.minY - box.minY * ky)
      let place = box == target ? map : map.concat(stretch)
      try paint(
        PlacedDrawing(
          drawing: tile.drawing, transform: tile.transform, clip: rect(tile.area, paintedOf: node, Homography(map), ink)
        ),
        edges: edges(of: tile, in: node), through: Homography(place), ink: ink)
    }
  }

  /// Returns the antialiased edges of a tile: the layer's own as it specifies; edges between tiles are on whole pixels
  /// in any case.
  private func edges(of tile: TileSet.Tile, in node: RenderNode) -> Edges {
    var edges = Edges.all
    let (a, b) = (tile.area, node.bounds)
    for (edge, isOwn) in [
      (Edges.left, a.minX <= b.minX), (.right, a.maxX >= b.maxX), (.bottom, a.minY <= b.minY), (.top, a.maxY >= b.maxY),
    ] where isOwn && !node.antialiasedEdges.contains(edge) {
      edges.remove(edge)
    }
    return edges
  }

  /// Rounds to the nearest whole number. Edges shared by two tiles may differ in their last bits; a half rounds the
  /// same way for both.
  private func snapped(_ v: Double) -> Double { (v + 0.5 + 1e-6).rounded(.down) }

  /// Paints rotated tiles, or tiles in perspective: they are drawn upright first, then placed as images. Each extends
  /// slightly under its neighbours to the right and below, which replace it by their coverage; the outer edges are
  /// those of the layer.
  private func paintTurned(_ tiles: [TileSet.Tile], of node: RenderNode, _ map: Homography, _ ink: Ink) throws {
    outlines.add(rect(edges(of: node, map), paintedOf: node, map, ink), through: map, to: &list.builder)
    let outline = list.builder.finish()
    let saved = list.scissor
    list.scissor = saved.intersection(outline.bounds)
    defer { list.scissor = saved }
    guard !list.scissor.isEmpty else { return }
    var clips = list.parts(ofClip: ink.clip)
    clips.append(.outline(list.add(outline: outline), .nonZero))
    list.beginGroup(clips: clips, opacity: ink.opacity, blend: ink.blend, label: label)
    for tile in tiles {
      let seen = map.applyClipped(tile.area.corners)
      guard !seen.isEmpty,
        !DeviceRect(around: Rect(around: seen)).outset(dx: 3, dy: 3).intersection(list.scissor).isEmpty
      else {
        continue
      }
      guard let bitmap = try picture(of: tile, map) else { continue }
      let area = tile.area
      let grow = PlaneScale.points(
        forPixels: 2, of: map, at: map.apply(area.center) == nil ? node.bounds.center : area.center)
      let left = area.minX <= node.bounds.minX ? grow.width : 0
      let top = area.minY <= node.bounds.minY ? grow.height : 0
      outlines.add(
        Rect(
          minX: area.minX - left, minY: area.minY - top, maxX: area.maxX + grow.width, maxY: area.maxY + grow.height),
        through: map,
        to: &list.builder)
      let toPlane = AffineTransform(
        a: area.width / Double(bitmap.width), b: 0, c: 0, d: area.height / Double(bitmap.height), tx: area.minX,
        ty: area.minY)
      list.fill(
        list.builder.finish(), source: .image(pyramid(bitmap), through: Homography(toPlane).concat(map)), blend: .copy)
    }
    list.endGroup()
  }

  /// Returns a tile drawn upright in its plane, at its level's resolution or a multiple of it if the picture has more;
  /// nil if it paints nothing.
  private func picture(of tile: TileSet.Tile, _ map: Homography) throws -> Bitmap? {
    var scale = tile.resolution
    let needed = PlaneScale.largest(of: map, over: tile.area)
    let side = max(tile.area.width, tile.area.height)
    while scale < needed * (1 - 1e-9), scale * side <= 2048 { scale *= 2 }
    let size = tile.area.size.pixels(scale: scale)
    guard size.width >= 1, size.height >= 1 else { return nil }
    guard size.width <= Double(Bitmap.maximumSide), size.height <= Double(Bitmap.maximumSide),
      size.width * size.height <= Double(Bitmap.maximumPixels)
    else {
      throw LayerError.canvas(width: tile.area.width, height: tile.area.height, scale: scale)
    }
    try charge(DeviceRect(x0: 0, y0: 0, x1: Int32(clamping: size.width), y1: Int32(clamping: size.height)))
    // The last pixel of a truncated tile is filled completely, so that it is not thinner than the others.
    let fit = AffineTransform(
      a: size.width / tile.area.width / scale, b: 0, c: 0, d: size.height / tile.area.height / scale, tx: 0, ty: 0)
    let origin = AffineTransform.translation(-tile.area.minX, -tile.area.minY)
    let placed = tile.transform.concat(origin).concat(fit)
    return try Compositor.rasterize(
      PlacedDrawing(drawing: tile.drawing, transform: placed),
      size: Size(size.width / scale, size.height / scale), scale: scale, options: options)
  }
}
