// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import RenderTree

/// Estimates how much of each layer of a resolved picture is visible, in cells of a grid over the picture.
///
/// The estimate is one-sided: covered cells are certainly covered by opaque areas, if the surroundings are plain;
/// visible cells may still be covered. Layers are identified by their serial numbers.
///
/// Layers are processed front to back: a cell counts as visible if no opaque area lies in front of it.
struct SeenCells {
  /// The visibility of one layer.
  struct Sight {
    /// The number of cells in which the layer paints anything, and of those without an opaque area in front.
    var offered = 0
    var visible = 0
    /// The bounding box of what it paints, in points of the picture, without any clip; nil if it paints nothing.
    var box: Rect?
    /// The bounding box clipped to the picture and the ancestors' clips; nil if it is empty.
    var clippedBox: Rect?
    /// The layer that clips it away; nil if none does.
    var clipper: Int?
    /// The layer in front of it in one of its covered cells.
    var cover: Int?
    /// True if the count is meaningless because of a filter or transition on the layer or an ancestor.
    var isUncertain = false
    /// True if its plane is seen edge-on.
    var isEdgeOn = false
    /// The part of `clippedBox` that contains its stroke, without the extent of mitre joins; nil if it has no stroke.
    var lineBox: Rect?
    /// The corners of its background rectangle, in points of the picture; empty without a background.
    var corners: [Point] = []
    /// True for a drawing that lies entirely outside the bounds.
    var isDrawnOutside = false
    /// True if it has a mask that paints nothing.
    var hasEmptyMask = false
    /// True if its mask lies outside everything that it and its descendants paint.
    var hasMaskOutside = false
    /// The layer whose mask lies elsewhere; nil if there is none.
    var masker: Int?
    /// True if all of its pieces are transparent, such as a transparent image.
    var isClear = false
    /// The product of its opacity and its ancestors' opacities.
    var opacity = 1.0
    /// True if it or an ancestor has a blend mode other than normal.
    var isBlended = false
    /// True if it filters its backdrop.
    var hasBackgroundFilters = false
  }

  private(set) var sights: [Int: Sight] = [:]
  /// Layers that face away from the viewer, and their descendants.
  private(set) var turnedAway: Set<Int> = []

  /// Maximum number of cells, and of nodes visited.
  static let cellLimit = 1 << 20
  private static let limit = 1_000_000

  /// The painted area of a node, in cells.
  private struct Area {
    var source: Int
    var outer: [Point]
    /// The part that is certainly opaque; empty if there is none.
    var opaque: [Point]
  }

  /// The state that a node inherits from its ancestors.
  private struct Around {
    /// The clip in cells, as a convex polygon in clockwise order.
    var clip: [Point]
    var clipper = 0
    var masker = 0
    var opacity = 1.0
    var isBlended = false
    /// The clip without the parts that rounded corners may cut off.
    var innerClip: [Point]
    var isPlain = true
    var isUncertain = false
  }

  /// The picture in cells: scaled by `scale`, with its top left corner at the origin.
  private struct Grid {
    var canvas: Rect
    var scale: Double
    var width: Int
    var height: Int

    /// The grid is never finer than the picture.
    init(_ tree: RenderTree) {
      canvas = tree.canvas
      let pixels = canvas.width * canvas.height * tree.scale * tree.scale
      scale = tree.scale * min(1, (Double(SeenCells.cellLimit) / max(pixels, 1)).squareRoot())
      width = max(Int(clamping: (canvas.width * scale).rounded(.up)), 1)
      height = max(Int(clamping: (canvas.height * scale).rounded(.up)), 1)
    }

    /// The grid's own rectangle, in cells.
    var rect: Rect { Rect(0, 0, Double(width), Double(height)) }
    /// The map from the picture's points to cells.
    var toCells: Homography {
      Homography(AffineTransform.translation(-canvas.minX, -canvas.minY).concat(.scale(scale, scale)))
    }

    /// Returns a rectangle in points of the picture.
    func points(_ r: Rect) -> Rect {
      Rect(
        x: r.minX / scale + canvas.minX, y: r.minY / scale + canvas.minY, width: r.width / scale,
        height: r.height / scale)
    }

    func point(_ p: Point) -> Point { Point(p.x / scale + canvas.minX, p.y / scale + canvas.minY) }
  }

  init(_ tree: RenderTree) {
    let grid = Grid(tree)
    let toCells = grid.toCells
    let whole = Around(clip: grid.rect.corners, innerClip: grid.rect.corners)
    var areas: [Area] = []
    var walk = RenderWalk(tree.root, through: toCells, for: .painting, limit: Self.limit)
    var surroundings = [whole]
    while let step = walk.next(within: grid.rect) {
      switch step {
      case .leave, .endInstance: surroundings.removeLast()
      case .beginInstance: surroundings.append(uncertain(surroundings.last))
      case .enter:
        var around = surroundings.last ?? whole
        look(at: walk.node, walk.place, isWhole: walk.part == nil, in: grid, &around, &areas)
        surroundings.append(around)
        walk.descend(through: walk.place.map, tone: walk.node.isGroupOpacity ? Tone() : walk.place.tone)
      case .beginDepth, .endDepth, .under, .over, .painted, .beginMask, .endMask: break
      }
    }
    count(areas, grid.width, grid.height)
    findUnpainted(tree, toCells)
  }

  /// Records the sight of a node, except its cells; adds its area, and changes its surroundings to those of its
  /// children.
  ///
  /// - Parameter isWhole: false for a part of the node's plane.
  private mutating func look(
    at node: RenderNode, _ place: RenderWalk.Place, isWhole: Bool, in grid: Grid, _ around: inout Around,
    _ areas: inout [Area]
  ) {
    let map = place.map
    var sight = sights[node.source] ?? Sight()
    if node.filters != nil || node.transition != nil { around.isUncertain = true }
    if node.filters != nil || node.mask != nil || node.opacity < 1 || node.blendMode != .normal
      || place.tone.alpha < 1 || node.rasterizationScale != nil || !map.isFinite
    {
      around.isPlain = false
    }
    if node.backgroundFilters != nil { sight.hasBackgroundFilters = true }
    around.opacity *= node.opacity
    if node.blendMode != .normal { around.isBlended = true }
    (sight.opacity, sight.isBlended) = (around.opacity, around.isBlended)
    sight.isClear = node.pieces.isClear
    if let mask = node.mask { clip(by: mask, of: node, through: map, &around, &sight) }
    let corners = map.applyClipped(node.bounds.corners)
    let outline = ConvexPolygon.clockwise(corners)
    sight.isEdgeOn = sight.isEdgeOn || Self.isEdgeOn(node, corners)
    if let area = area(of: node, through: map, outline, isWhole: isWhole, in: grid, around, &sight) {
      areas.append(area)
    }
    if node.background != nil { sight.corners = corners.map(grid.point) }
    lookAtDrawings(of: node, through: map, in: grid, around, &sight)
    if node.source != 0 { sights[node.source] = sight }
    if node.masksToBounds {
      let clip = ConvexPolygon.intersection(outline, around.clip)
      if clip.count < 3, around.clip.count >= 3 { around.clipper = node.source }
      if clip.count >= 3 { around.clipper = node.source }
      around.clip = clip
      around.innerClip = ConvexPolygon.intersection(
        Self.innerOutline(node, through: map) ?? outline, around.innerClip)
    }
    if node.replication != nil { around.isPlain = false }
  }

  /// True if a node's plane is seen edge-on, with the corners of its bounds in cells.
  private static func isEdgeOn(_ node: RenderNode, _ corners: [Point]) -> Bool {
    !node.bounds.isEmpty && (corners.count < 3 || abs(ConvexPolygon.doubledArea(corners)) < 1e-6)
  }

  /// Records the boxes of all that a node itself paints, with its shadow, and returns its area; nil if the clip leaves
  /// nothing of it.
  ///
  /// - Parameters:
  ///   - outline: the node's bounds in cells.
  ///   - isWhole: false for a part of the node's plane.
  private func area(
    of node: RenderNode, through map: Homography, _ outline: [Point], isWhole: Bool, in grid: Grid, _ around: Around,
    _ sight: inout Sight
  ) -> Area? {
    let own = NodeExtent.ownRect(node)
    var rect = own
    if let shadow = node.shadow {
      let box = shadow.path.map { Rect(around: $0.points) } ?? own ?? node.bounds
      let reach = shadow.reach
      let grown = box.insetBy(dx: -reach, dy: -reach)
      rect = rect.map { $0.union(grown) } ?? grown
    }
    guard node.source != 0, let rect, rect.isFinite else { return nil }
    if around.isUncertain { sight.isUncertain = true }
    let shape = ConvexPolygon.clockwise(map.applyClipped(rect.corners))
    if !shape.isEmpty {
      let box = grid.points(Rect(around: shape))
      sight.box = sight.box.map { $0.union(box) } ?? box
    }
    let seen = ConvexPolygon.intersection(shape, around.clip)
    guard seen.count >= 3 else {
      if around.clipper != 0 { sight.clipper = around.clipper }
      if around.masker != 0 { sight.masker = around.masker }
      return nil
    }
    let box = grid.points(Rect(around: seen))
    sight.clippedBox = sight.clippedBox.map { $0.union(box) } ?? box
    var opaque: [Point] = []
    if around.isPlain, isWhole, node.pieces.contains(where: \.fillsBounds) {
      opaque = ConvexPolygon.intersection(Self.innerOutline(node, through: map) ?? outline, around.innerClip)
    }
    return Area(source: node.source, outer: seen, opaque: opaque)
  }

  /// Records the box of a node's stroke, and whether its drawing lies outside its bounds.
  private func lookAtDrawings(
    of node: RenderNode, through map: Homography, in grid: Grid, _ around: Around, _ sight: inout Sight
  ) {
    if let shape = node.shape, shape.stroke != nil, node.pieces.count == 1,
      let path = shape.path.boundingBoxOfPath
    {
      let reach = shape.strokeStyle.width / 2 + 1
      let polygon = ConvexPolygon.intersection(
        ConvexPolygon.clockwise(map.applyClipped(path.insetBy(dx: -reach, dy: -reach).corners)), around.clip)
      if polygon.count >= 3 { sight.lineBox = grid.points(Rect(around: polygon)) }
    }
    for piece in node.pieces {
      if case .drawing(var drawing) = piece, drawing.clip != nil {
        drawing.clip = nil
        drawing.clippedEdges = []
        sight.isDrawnOutside =
          node.pieces.count == 1
          && NodeExtent.rect(of: drawing).map { $0.intersection(node.bounds)?.isEmpty ?? true } ?? true
      }
    }
  }

  /// Finds the layers that the painting walk did not enter: those seen edge-on, and those that face away.
  private mutating func findUnpainted(_ tree: RenderTree, _ toCells: Homography) {
    var all = RenderWalk(tree.root, through: toCells, for: .measuring, limit: Self.limit)
    while let step = all.next() {
      guard step == .enter else { continue }
      let node = all.node
      if node.source != 0, sights[node.source] == nil {
        if Self.isEdgeOn(node, all.place.map.applyClipped(node.bounds.corners)) {
          sights[node.source] = Sight(isEdgeOn: true)
        } else {
          turnedAway.insert(node.source)
        }
      }
      all.descend(through: all.place.map)
    }
  }

  /// Intersects the inherited clip with the extent of a node's mask, and records if the result is empty.
  private func clip(
    by mask: RenderNode, of node: RenderNode, through map: Homography, _ around: inout Around, _ sight: inout Sight
  ) {
    let limit = 10_000
    if mask.isClear(limit: limit) { return sight.hasEmptyMask = true }
    switch NodeExtent.of(mask, limit: limit) {
    case .nothing: sight.hasEmptyMask = true
    case .unknown: break
    case .rect(let extent):
      let place = mask.placement.homography
      let corners = place.applyClipped(extent.corners)
      if case .rect(let all) = NodeExtent.of(node, limit: limit),
        Self.common(ConvexPolygon.clockwise(corners), ConvexPolygon.clockwise(all.corners)).isEmpty
      {
        sight.hasMaskOutside = true
      }
      let clip = Self.common(ConvexPolygon.clockwise(place.concat(map).applyClipped(extent.corners)), around.clip)
      if !clip.isEmpty || !around.clip.isEmpty { around.masker = node.source }
      around.clip = clip
    }
  }

  /// Returns the intersection of two convex polygons; empty if they only touch.
  private static func common(_ a: [Point], _ b: [Point]) -> [Point] {
    let both = ConvexPolygon.intersection(a, b)
    return both.count >= 3 && abs(ConvexPolygon.doubledArea(both)) > 1e-9 ? both : []
  }

  private func uncertain(_ around: Around?) -> Around {
    var result = around ?? Around(clip: [], innerClip: [])
    result.isPlain = false
    return result
  }

  /// Returns a rectangle inside a node's rounded corners; nil if its corners are not rounded.
  private static func innerOutline(_ node: RenderNode, through map: Homography) -> [Point]? {
    guard let corners = node.corners, corners.isRounded else { return nil }
    let inset = corners.largest * 0.42
    let r = node.bounds.insetBy(dx: inset, dy: inset)
    return r.isEmpty ? [] : ConvexPolygon.clockwise(map.applyClipped(r.corners))
  }

  // MARK: Cells

  private mutating func count(_ areas: [Area], _ width: Int, _ height: Int) {
    // The layer of the frontmost opaque area in each cell; 0 if there is none yet.
    var front = [Int32](repeating: 0, count: width * height)
    for area in areas.reversed() {
      var sight = sights[area.source] ?? Sight()
      Self.rows(of: area.outer, height) { y, outer, _ in
        let from = max(Int(clamping: outer.lowerBound.rounded(.down)), 0)
        let to = min(Int(clamping: outer.upperBound.rounded(.up)), width)
        guard from < to else { return }
        for x in from..<to {
          sight.offered += 1
          let cover = front[y * width + x]
          if cover == 0 { sight.visible += 1 } else { sight.cover = Int(cover) }
        }
      }
      sights[area.source] = sight
      Self.rows(of: area.opaque, height) { y, _, inner in
        guard let inner else { return }
        let from = max(Int(clamping: (inner.lowerBound - 1e-6).rounded(.up)), 0)
        let to = min(Int(clamping: (inner.upperBound + 1e-6).rounded(.down)), width)
        guard from < to else { return }
        for x in from..<to where front[y * width + x] == 0 {
          front[y * width + x] = Int32(clamping: area.source)
        }
      }
    }
  }

  /// Visits the rows of cells that a convex polygon touches, with the x range that it reaches anywhere in the row, and
  /// the x range that is inside throughout the row.
  private static func rows(
    of polygon: [Point], _ height: Int,
    _ body: (_ y: Int, _ outer: ClosedRange<Double>, _ inner: ClosedRange<Double>?) -> Void
  ) {
    guard polygon.count >= 3 else { return }
    let box = Rect(around: polygon)
    guard box.isFinite else { return }
    let first = max(Int(clamping: box.minY.rounded(.down)), 0)
    let last = min(Int(clamping: box.maxY.rounded(.up)), height)
    guard first < last else { return }
    for y in first..<last {
      let (top, bottom) = (Double(y), Double(y + 1))
      let above = span(of: polygon, at: top)
      let below = span(of: polygon, at: bottom)
      var (low, high) = (Double.infinity, -Double.infinity)
      for s in [above, below] {
        if let s { (low, high) = (min(low, s.lowerBound), max(high, s.upperBound)) }
      }
      for p in polygon where p.y >= top && p.y <= bottom { (low, high) = (min(low, p.x), max(high, p.x)) }
      guard low <= high else { continue }
      var inner: ClosedRange<Double>?
      // Tolerate rounding for a row at the polygon's own edge.
      let first = above ?? span(of: polygon, at: top + 1e-6)
      let second = below ?? span(of: polygon, at: bottom - 1e-6)
      if let first, let second {
        let (from, to) = (max(first.lowerBound, second.lowerBound), min(first.upperBound, second.upperBound))
        if from <= to { inner = from...to }
      }
      body(y, low...high, inner)
    }
  }

  private static func span(of polygon: [Point], at y: Double) -> ClosedRange<Double>? {
    var (low, high) = (Double.infinity, -Double.infinity)
    var previous = polygon[polygon.count - 1]
    for p in polygon {
      let (a, b) = (previous, p)
      previous = p
      guard (a.y <= y && b.y >= y) || (a.y >= y && b.y <= y) else { continue }
      let x = a.y == b.y ? a.x : a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y)
      (low, high) = (min(low, x), max(high, x))
      if a.y == b.y { (low, high) = (min(low, b.x), max(high, b.x)) }
    }
    return low <= high ? low...high : nil
  }
}
