// SPDX-License-Identifier: MIT
import Filters
import Geometry
import Messages
import Numbers
import Pixels
import Raster
import RenderTree
import SystemC

// Filters. A filter reads pixels, so a node with filters is painted onto a surface. The surface has the device's grid
// if the filters can work there, else a grid of the node's own plane. The backdrop of a node with background filters is
// painted into pixels first.
extension TreePainter {
  /// A surface being painted, to which filters are applied; the result is painted instead of the node.
  struct PendingFilters {
    var steps: [FilterStep]
    var plan: FilterPlan
    /// Area of the result to compute, on the grid.
    var output: DeviceRect
    /// From the node's plane to the grid.
    var grid: AffineTransform
    /// From the node's plane to the target; nil if the grid is the target's.
    var map: Homography?
    var ink: Ink
    var node: RenderNode
  }

  /// Maximum side of a grid in a node's plane, in pixels.
  private static let longestSide = 16384.0

  /// Begins the node's content, with its filters.
  func beginContent(of node: RenderNode, _ map: Homography, _ ink: Ink) throws {
    var map = map
    var ink = ink
    if let chain = node.filters {
      let pending = try pendingFilters(chain.steps, of: node, map, ink)
      // Even if no filter changes anything: the node's clip and opacity apply to one picture.
      groups[groups.count - 1].surfaces.append(.filtered(pending))
      beginSurface(region: try input(of: pending))
      map = Homography(pending.grid)
      ink = Ink(coversGroup: ink.coversGroup, isCutAtBounds: ink.coversGroup)
    }
    guard let step = node.transition else { return beginPieces(of: node, map, ink) }
    let pending = try pendingFilters([step], of: node, map, ink)
    groups[groups.count - 1].surfaces.append(.transition(pending))
    groups[groups.count - 1].sides = [nil, nil]
    // The transition's two children have lists of their own.
    beginSurface(region: try input(of: pending))
    beginPieces(of: node, Homography(pending.grid), Ink())
  }

  /// Returns the area to paint; one pixel if the filters need none.
  private func input(of pending: PendingFilters) throws -> DeviceRect {
    let need = pending.plan.need(for: pending.output).intersection(pending.plan.input)
    return need.isEmpty ? DeviceRect(x0: 0, y0: 0, x1: 1, y1: 1) : need
  }

  private func pendingFilters(_ steps: [FilterStep], of node: RenderNode, _ map: Homography, _ ink: Ink) throws
    -> PendingFilters
  {
    let extent = try extent(of: node, isContent: true) ?? Rect(origin: node.bounds.origin, size: .zero)
    // Content that covers its group extends beyond the group's edges.
    let more: Int32 = ink.coversGroup ? 2 : 0
    let demand = steps.map(\.row.grid).min() ?? .any
    if let affine = deviceGrid(map, demand) {
      let plan = FilterPlan(
        steps, map: affine, extent: DeviceRect(around: affine.boundingBox(of: extent)).outset(dx: more, dy: more),
        bounds: node.bounds)
      return PendingFilters(
        steps: steps, plan: plan, output: plan.extent.intersection(list.scissor), grid: affine, map: nil, ink: ink,
        node: node)
    }
    // In steps of √2, so that the grid is stable while a perspective is animated.
    let area = extent.union(node.bounds)
    var scale = PlaneScale.largest(of: map, over: area)
    scale = exp2((min(max(log2(scale), -10), 10) * 2 - 1e-9).rounded(.up) / 2)
    while max(area.width, area.height) * scale > TreePainter.longestSide, scale > 1e-9 { scale /= 2 }
    let origin = node.bounds.origin.isFinite ? node.bounds.origin : .zero
    let grid = AffineTransform.translation(-origin.x, -origin.y).concat(.scale(scale, scale))
    let plan = FilterPlan(
      steps, map: grid, extent: DeviceRect(around: grid.boundingBox(of: extent)).outset(dx: more, dy: more),
      bounds: node.bounds)
    var output = plan.extent
    if output.width * output.height > 1 << 20 {
      // The mip levels of the result start at whole blocks.
      let seen = visible(list.scissor, through: map).map { grid.boundingBox(of: $0) }
      guard let seen else {
        return PendingFilters(steps: steps, plan: plan, output: .empty, grid: grid, map: map, ink: ink, node: node)
      }
      let part = DeviceRect(around: seen.insetBy(dx: -64, dy: -64))
      func down(_ v: Int32) -> Int32 { v & ~63 }
      output = DeviceRect(x0: down(part.x0), y0: down(part.y0), x1: part.x1, y1: part.y1).intersection(output)
    }
    return PendingFilters(steps: steps, plan: plan, output: output, grid: grid, map: map, ink: ink, node: node)
  }

  /// Returns the map to the device if filters can work on the device's pixels, else nil.
  private func deviceGrid(_ map: Homography, _ demand: FilterRow.Grid) -> AffineTransform? {
    guard let shape = PlaneShape(map) else { return nil }
    let suits =
      switch demand {
      case .plane: shape.isUpright && shape.isSimilar && !shape.swapsAxes && shape.affine.a > 0 && shape.affine.d > 0
      case .turns: shape.isSimilar
      case .any: shape.isSimilar || shape.isUpright
      }
    return suits ? shape.affine : nil
  }

  var filterWork: FilterWork {
    nonisolated(unsafe) let painter = self
    return FilterWork(
      threads: options.threads, instructions: options.instructions, isStopped: options.isStopped,
      memory: options.pixelMemory
    ) {
      // Kernels allocate pictures on the painter's own thread, before they distribute the work.
      try painter.charge(pixels: $0)
    }
  }

  /// Applies the node's filters to the current list, and paints the result.
  func endFiltered(_ pending: PendingFilters) throws {
    let picture = try endSurface()
    try paint(try surfaceMemory { try run(pending, picture, nil) }, of: pending)
  }

  private func run(_ pending: PendingFilters, _ picture: PixelSurface?, _ second: PixelSurface?) throws -> PixelSurface?
  {
    if pending.output.isEmpty { return nil }
    let nothing = try FilterImage(.bytes, rect: .empty)
    let key =
      isDear(pending.steps, pending.plan, pending.output)
      ? FilterCache.key(
        pending.steps, picture?.band, second?.band, grid: pending.grid, bounds: pending.node.bounds,
        output: pending.output) : nil
    if let key, let known = options.filterCache?.picture(key) { return known }
    let result = try pending.plan.run(
      picture.map(FilterImage.init) ?? nothing, second: second.map(FilterImage.init) ?? nothing, output: pending.output,
      work: filterWork)
    try checkStop()
    if let key, let surface = result?.surface { options.filterCache?.keep(surface, key, pending.steps) }
    return result?.surface
  }

  /// True if a cache lookup costs less than computing the result.
  private func isDear(_ steps: [FilterStep], _ plan: FilterPlan, _ output: DeviceRect) -> Bool {
    options.filterCache != nil && steps.allSatisfy(\.row.isPure)
      && plan.cost * Double(output.width * output.height) > 3_000_000
  }

  private func paint(_ result: PixelSurface?, of pending: PendingFilters) throws {
    let ink = pending.ink
    list.tint = ink.tint
    guard let result, !result.rect.isEmpty else { return }
    guard let map = pending.map else {
      return list.surface(result, opacity: ink.opacity, blend: ink.blend, clip: ink.clip)
    }
    guard let toPlane = pending.grid.inverted else { return }
    let rect = result.rect
    let picture = ImagePyramid(
      try Bitmap(width: rect.width, height: rect.height) { pixels in
        guard let base = pixels.baseAddress else { return }
        copyRows(of: result.band, to: PixelBand(base: base, stride: rect.width, rect: rect))
      })
    let place = Homography(AffineTransform.translation(Double(rect.x0), Double(rect.y0)).concat(toPlane)).concat(map)
    fillImage(
      toPlane.boundingBox(of: rect.rect), edges: pending.node.antialiasedEdges, through: map, ink: ink,
      source: .image(picture, through: place))
  }

  // MARK: Transitions

  /// Begins the list of a side if the node is one of a transition's two pictures, and returns its index; nil otherwise.
  func beginSide(_ node: RenderNode) -> Int? {
    guard case .transition(let pending)? = groups.last?.surfaces.last,
      let side = pending.node.children.firstIndex(where: { $0 === node }), side < 2
    else { return nil }
    beginSurface(region: list.region)
    return side
  }

  /// Ends the list of a side of a transition, whose group is the innermost.
  func endSide(_ side: Int) throws { groups[groups.count - 1].sides[side] = try endSurface() }

  func endTransition(_ pending: PendingFilters) throws {
    _ = try endSurface()
    let sides = groups[groups.count - 1].sides
    try paint(try surfaceMemory { try run(pending, sides[0], sides[1]) }, of: pending)
  }

  // MARK: Backdrops

  /// The backdrop of a node with background filters: the filtered pixels within its bounding box, and the original ones
  /// for a node with a mask.
  struct Behind {
    var filtered: PixelSurface
    var plain: PixelSurface?
  }

  /// Paints the list so far into pixels, and filters them; nil if nothing of the result can be visible.
  ///
  /// Beyond the canvas of its group nothing is known: the backdrop is mirrored there, so that it does not darken.
  func behind(_ node: RenderNode) throws -> Behind? {
    guard let chain = node.backgroundFilters, node !== root, !walk.place.isMask else { return nil }
    label = node.label
    let map = walk.place.map
    guard map.isFinite, map.determinant != 0 else { return nil }
    let polygon = map.applyClipped(node.bounds.corners, epsilon: 1e-9)
    if polygon.isEmpty { return nil }
    let area = DeviceRect(around: Rect(around: polygon)).intersection(list.scissor)
    if area.isEmpty { return nil }
    guard list.isReadable, cutSets.allSatisfy({ $0 < 0 }) else {
      options.warnings?.note(
        .backdrop, label: label,
        "layer \(label): its backgroundFilters are left out, since the layers that share its depth cross one another; "
          + "let none cross, or put the layer outside of the transform layer")
      return nil
    }
    let grid = backdropGrid(map, node.bounds)
    let plan = FilterPlan(chain.steps, map: grid, extent: area, bounds: node.bounds, isUnbounded: true)
    if plan.isIdentity { return nil }
    let need = plan.need(for: area)
    if node.mask != nil || !list.isSettled(in: need.intersection(list.region)) || list.backing == nil {
      if list.backing == nil { try charge(list.region) }
      let surface =
        try list.backing ?? surfaceMemory { try PixelSurface(rect: list.region, memory: options.pixelMemory) }
      try list.settle(onto: surface, options: options, scratches: &scratches)
    }
    guard let backing = list.backing else { return nil }
    let source = try surfaceMemory { try mirrored(backing, over: need) }
    // Pixels outside the needed rectangle have no effect.
    let part = source.surface.map { $0.band.cropped(to: need) }
    let key =
      isDear(chain.steps, plan, area)
      ? FilterCache.key(chain.steps, part, grid: grid, bounds: node.bounds, output: area, isOfBackdrop: true) : nil
    let known = key.flatMap { options.filterCache?.picture($0) }
    let made = try known ?? surfaceMemory { try plan.run(source, output: area, work: filterWork)?.surface }
    try checkStop()
    guard let result = made else { return nil }
    if let key, known == nil { options.filterCache?.keep(result, key, chain.steps) }
    // Copied, as later painting goes onto the same pixels.
    var plain: PixelSurface?
    if node.mask != nil {
      let rect = list.scissor
      try charge(rect)
      let copy = try surfaceMemory { try PixelSurface(rect: rect, memory: options.pixelMemory) }
      copyRows(of: backing.band, to: copy.band)
      plain = copy
    }
    return Behind(filtered: result, plain: plain)
  }

  /// Returns the map to the device or, under perspective and for skewed planes, the nearest one without rotation: the
  /// backdrop is on the device's grid.
  private func backdropGrid(_ map: Homography, _ bounds: Rect) -> AffineTransform {
    if let shape = PlaneShape(map), shape.isSimilar || shape.isUpright { return shape.affine }
    let scale = PlaneScale.largest(of: map, over: bounds)
    let to = map.apply(bounds.center) ?? .zero
    return AffineTransform.translation(-bounds.center.x, -bounds.center.y).concat(.scale(scale, scale)).concat(
      .translation(to.x, to.y))
  }

  /// Returns the pixels of an area that may extend beyond the surface, which is mirrored at its edges.
  private func mirrored(_ surface: PixelSurface, over area: DeviceRect) throws -> FilterImage {
    if surface.rect.contains(area) { return FilterImage(surface) }
    try charge(area)
    let image = try FilterImage(.bytes, rect: area, memory: options.pixelMemory, isCleared: false)
    let rect = surface.rect
    let band = surface.band
    func reflected(_ i: Int32, _ start: Int32, _ count: Int) -> Int {
      let period = 2 * count
      var k = (Int(i) - Int(start)) % period
      if k < 0 { k += period }
      return k < count ? k : period - 1 - k
    }
    let columns = (area.x0..<area.x1).map { reflected($0, rect.x0, rect.width) }
    // Columns inside the surface.
    let own = max(area.x0, rect.x0)..<max(max(area.x0, rect.x0), min(area.x1, rect.x1))
    let first = Int(own.lowerBound - area.x0)
    let end = first + own.count
    columns.withUnsafeBufferPointer { columns in
      filterWork.rows(of: area) { y in
        let from = band.base + reflected(y, rect.y0, rect.height) * band.stride
        let to = image.bytes(y)
        for i in 0..<first { to[i] = from[columns[i]] }
        if end > first { (to + first).update(from: from + Int(own.lowerBound - rect.x0), count: end - first) }
        for i in end..<columns.count { to[i] = from[columns[i]] }
      }
    }
    return image
  }

  /// Paints the filtered backdrop of a node within its bounds.
  ///
  /// - Parameter isClipped: true if the enclosing group is clipped to the node's outline.
  func paintBackdrop(_ behind: Behind, of node: RenderNode, _ map: Homography, isClipped: Bool) {
    list.tint = .max
    if let plain = behind.plain { list.surface(plain, blend: .copy) }
    if isClipped { return list.surface(behind.filtered, blend: .copy) }
    if node.corners?.isRounded != true, let whole = wholePixels(edges(of: node, map), map) {
      let scissor = list.scissor
      list.scissor = scissor.intersection(whole)
      list.surface(behind.filtered, blend: .copy)
      list.scissor = scissor
      return
    }
    let outline = boundsOutline(node, map)
    let clip = AreaClip(
      bounds: outline.bounds, inner: .empty,
      parts: [.outline(list.add(outline: outline), .nonZero)] + staircases(node.bounds, node.antialiasedEdges, map))
    list.surface(behind.filtered, blend: .copy, clip: list.add(clip: clip))
  }

  /// Ends the list with the node and the pixels that its children read as backdrop, and paints it.
  func endBackdrop(_ ink: Ink) throws {
    guard let picture = try endSurface() else { return }
    list.tint = ink.tint
    list.surface(picture, opacity: ink.opacity, blend: ink.blend, clip: ink.clip)
  }

  /// Ends the node's own group, when everything of it is painted, within the group that begins with its backdrop, so
  /// that a mask multiplies both.
  func endGroupOverBackdrop() {
    guard groups[groups.count - 1].isOverBackdrop else { return }
    groups[groups.count - 1].isOverBackdrop = false
    groups[groups.count - 1].openGroups -= 1
    list.endGroup()
  }

  /// Copies the common rows of two bands.
  ///
  /// - Parameter hole: area to leave out.
  func copyRows(of source: PixelBand, to target: PixelBand, but hole: DeviceRect = .empty) {
    let rect = source.rect.intersection(target.rect)
    let hole = hole.intersection(rect)
    filterWork.rows(of: rect) { y in
      /// Copies the pixels of columns x0..<x1.
      func copy(_ x0: Int32, _ x1: Int32) {
        if x0 >= x1 { return }
        let from = source.base + (Int(y) - Int(source.rect.y0)) * source.stride + (Int(x0) - Int(source.rect.x0))
        let to = target.base + (Int(y) - Int(target.rect.y0)) * target.stride + (Int(x0) - Int(target.rect.x0))
        to.update(from: from, count: Int(x1) - Int(x0))
      }
      if hole.isEmpty || y < hole.y0 || y >= hole.y1 { return copy(rect.x0, rect.x1) }
      copy(rect.x0, hole.x0)
      copy(hole.x1, rect.x1)
    }
  }
}
