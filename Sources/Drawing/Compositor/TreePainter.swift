// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Pixels
import Raster
import RenderTree

/// Paints a render tree into a display list. Surfaces needed by effects are painted during the walk.
final class TreePainter {
  // Unchecked: a painter belongs to one thread, and nothing it calls re-enters it while it modifies one of these.
  let options: CompositorOptions
  @exclusivity(unchecked) var walk: RenderWalk
  /// Root of the tree, which has no backdrop.
  let root: RenderNode
  /// The list that currently receives pieces, and the suspended lists that wait for it to become a surface.
  @exclusivity(unchecked) var list: DisplayList
  @exclusivity(unchecked) var suspended: [DisplayList] = []
  /// Enclosing nodes of the current piece, outermost first.
  @exclusivity(unchecked) var groups: [Group] = []
  /// Cut sets of the enclosing 3D spaces; −1 for a space without one.
  @exclusivity(unchecked) var cutSets: [Int32] = []
  @exclusivity(unchecked) var outlines = PlaneOutline()
  @exclusivity(unchecked) var scratches: [BandScratch] = []
  @exclusivity(unchecked) var caches = PaintCaches()
  /// Label of the current node, for messages.
  @exclusivity(unchecked) var label = ""

  /// True if no nodes are painted in parallel by other painters.
  @exclusivity(unchecked) private var paintsAlone = false
  @exclusivity(unchecked) private var surfacePixels = 0
  @exclusivity(unchecked) private var piecesInFinishedLists = 0
  /// Number of sprites painted individually.
  @exclusivity(unchecked) private var spriteCount = 0
  @exclusivity(unchecked) private var steps = 0

  /// State to end or restore on leaving a node.
  struct Group {
    /// The scissor before the node.
    let scissor: DeviceRect
    /// Number of groups open in the list for the node: one for a part of its plane, one for its clips, its mask, its
    /// opacity and its blend mode.
    var openGroups: Int
    /// Parameters for painting the pieces; nil if they need not be painted.
    var painting: Painting?
    /// Uses of the current list, and of suspended ones, once the pieces are painted; innermost last.
    var surfaces: [Surface] = []
    /// True if the innermost open group is the node's own, within one that begins with its backdrop.
    var isOverBackdrop = false
    /// Index of the node among the two pictures of an enclosing transition; nil if it is neither.
    var side: Int?
    /// The two pictures of a node with a transition, old and new.
    var sides: [PixelSurface?] = []
  }

  /// Parameters for painting the pieces of a node.
  struct Painting {
    var map: Homography
    var ink: Ink
    /// The ink that is also clipped along hard edges.
    var bounded: Ink
    /// True if the pieces are in a separate group.
    var isIsolated: Bool
  }

  /// The use of a finished list.
  enum Surface {
    /// The node and its silhouette: its shadow is painted first, then the node.
    indirect case casting(PendingShadow)
    /// The silhouette alone, in the node's plane: its shadow is painted, then the pieces once more.
    indirect case silhouette(PendingShadow)
    /// The input of the node's filters, whose result is painted instead of the node.
    indirect case filtered(PendingFilters)
    /// The two pictures of a transition, from the lists of its sides.
    indirect case transition(PendingFilters)
    /// Pixels that children read as their backdrop.
    case backdrop(Ink)
    /// A bitmap on the grid of the node's own scale, painted instead of the node.
    indirect case raster(PendingRaster)
  }

  /// Parameters for painting a piece.
  struct Ink {
    var alpha = 1.0
    /// Factor of red, green and blue.
    var tint = UInt32.max
    var blend = BlendMode.normal
    var clip: Int32 = -1
    /// True if the enclosing group is clipped to the node's own outline. Pieces inside that outline are then painted
    /// without its edges, so that these count once.
    var coversGroup = false
    /// True if painting is clipped to the node's own outline, in a group or directly.
    var isCutAtBounds = false
    /// True if the node's pieces are in a separate group, because children blend and must not see the shadow below.
    var isolatesPieces = false

    var opacity: UInt8 { byte(alpha) }
    /// True if the ink leaves a surface unchanged.
    var isPlain: Bool { alpha == 1 && tint == .max && blend == .normal && clip < 0 }
    /// The tone that the node's children inherit.
    var tone: Tone { Tone(alpha: alpha, tint: tint) }
  }

  /// - Parameter walk: walk of the tree to paint; by default empty, so that only explicit calls paint.
  init(options: CompositorOptions, region: DeviceRect, walk: RenderWalk = RenderWalk()) {
    self.options = options
    self.walk = walk
    root = walk.node
    list = DisplayList(region: region)
    list.builder.isStopped = options.isStopped
  }

  deinit { BandScratch.give(scratches) }

  // MARK: The walk

  /// Paints everything that the walk visits.
  func run() throws {
    while true {
      if options.threads > 1 || options.keptBlocks != nil, !paintsAlone,
        let block = walk.takeBlock(ofAtLeast: options.keptBlocks == nil ? TreePainter.leastBlock : BlockCache.partSize)
      {
        if try paint(block) { continue }
        walk.putBack(block)
        paintsAlone = true
      }
      if try paintLeaves() { continue }
      guard let step = walk.next(within: list.scissor.rect) else { break }
      try take(step)
    }
    if walk.isExhausted { throw LayerError.pieces(label: label, limit: options.pieceBudget) }
  }

  private func take(_ step: RenderWalk.Step) throws {
    switch step {
    case .enter: try enter(walk.node)
    case .under: try paintPieces(of: walk.node, areOverChildren: false)
    case .over: try paintPieces(of: walk.node, areOverChildren: true)
    case .painted: try finish(walk.node)
    case .beginMask: list.beginMask()
    case .endMask: list.endMask()
    case .leave: try leave()
    case .beginInstance:
      list.beginGroup(opacity: byte(walk.place.tone.alpha), tint: walk.place.tone.tint, label: walk.node.label)
      // The backdrop that children read must be pixels.
      if walk.node.hasBackdropReaders { beginSurface(region: list.scissor) }
    case .endInstance:
      if walk.node.hasBackdropReaders, let picture = try endSurface() {
        list.tint = .max
        list.surface(picture)
      }
      list.endGroup()
    case .beginDepth: try beginDepth()
    case .endDepth: endDepth()
    }
    try checkPieces()
    steps &+= 1
    if steps & 255 == 0 { try checkStop() }
  }

  func checkStop() throws(LayerError) { if options.isStopped?() == true { throw .stopped } }

  /// Counts a sprite, which costs time even if it paints nothing.
  func countSprite() throws(LayerError) {
    spriteCount += 1
    try checkPieces()
  }

  func checkPieces() throws(LayerError) {
    if pieceCount > options.pieceBudget { throw .pieces(label: label, limit: options.pieceBudget) }
  }

  /// Number of pieces counted against the budget.
  var pieceCount: Int { list.ops.count + piecesInFinishedLists + walk.visited + spriteCount }

  // MARK: Nodes

  private func enter(_ node: RenderNode) throws {
    let behind = try behind(node)
    let side = beginSide(node)
    let scissor = list.scissor
    var openGroups = 0
    if let part = walk.part, let shown = visible(part) {
      guard try beginPart(shown.part, within: shown.box, of: node) else { return }
      openGroups = 1
    }
    label = node.label
    let before = Group(scissor: scissor, openGroups: openGroups, side: side)
    if try begin(node, isPart: openGroups > 0, behind: behind, before: before) { return }
    // Nothing of the node is visible.
    if openGroups > 0 { list.endGroup() }
    list.scissor = scissor
    if let side { try endSide(side) }
  }

  /// Begins the group of a node if it needs one, and paints the shadow under it.
  ///
  /// - Parameters:
  ///   - behind: the node's filtered backdrop; nil without background filters.
  ///   - before: state to restore on leaving the node.
  /// - Returns: false if nothing of it is visible; the caller then restores the scissor.
  private func begin(_ node: RenderNode, isPart: Bool, behind: Behind?, before: Group) throws -> Bool {
    let map = walk.place.map
    let tone = walk.place.tone
    let own = unit(tone.alpha) * unit(node.opacity)
    guard own > 0, map.isFinite, map.determinant != 0 else { return false }
    let areas = areaCount(node)
    guard areas > 0 || node.shadow?.path != nil || node.filters != nil || behind != nil else { return false }
    // For a part of a plane, the part's group is blended with the backdrop rather than the node with the group.
    let blend = walk.place.isMask || isPart ? .normal : node.blendMode
    guard var limits = try limits(of: node, map, blend) else { return false }
    if behind == nil { warnAboutEmptyBackdrop(of: node, blend, limits.bounds) }

    var ink = Ink(tint: tone.tint)
    var groupAlpha = limits.alpha
    let rasterScale = rasterizationScale(of: node, map)
    let isSurface = rasterScale != nil || node.filters != nil || node.transition != nil || node.hasBackdropReaders
    let casts = (node.shadow.map { unit($0.color.alpha) } ?? 0) > 0
    ink.isolatesPieces = node.hasBlendingChildren && casts && !isSurface
    if node.isGroupOpacity || node.rasterizationScale != nil || isSurface { groupAlpha *= own } else { ink.alpha = own }
    groups.append(before)
    var isMasked = limits.mask != nil
    if let behind {
      if !isMasked, limits.clips.isEmpty {
        paintBackdrop(behind, of: node, map, isClipped: false)
      } else {
        // Clips and masks multiply the node and its backdrop together: B · (1 − m) + C · m.
        list.scissor = limits.bounds
        list.beginGroup(clips: limits.clips, blend: .copy, label: node.label)
        groups[groups.count - 1].openGroups += 1
        groups[groups.count - 1].isOverBackdrop = true
        paintBackdrop(behind, of: node, map, isClipped: limits.isOutline)
        limits.clips = []
        isMasked = false
      }
    }
    let isOverBackdrop = groups[groups.count - 1].isOverBackdrop
    var isGroup =
      isMasked || !limits.clips.isEmpty || blend != .normal || byte(groupAlpha) < 255
      || (node.hasBlendingChildren && !casts && !isSurface)
    list.scissor = limits.bounds
    if isGroup, !isMasked, blend.isBlend,
      isSurface && (rasterScale != nil || !casts) || (areas == 1 && node.children.isEmpty && node.shadow == nil)
    {
      // A group of a single piece is replaced by the piece.
      isGroup = false
      ink.alpha *= groupAlpha
      ink.blend = blend
      if !limits.clips.isEmpty {
        ink.clip = list.add(clip: AreaClip(bounds: limits.bounds, inner: .empty, parts: limits.clips))
      }
    }
    if isGroup {
      list.beginGroup(clips: limits.clips, opacity: byte(groupAlpha), blend: blend, label: node.label)
      groups[groups.count - 1].openGroups += 1
    } else {
      groups[groups.count - 1].isOverBackdrop = false
    }
    list.tint = ink.tint
    ink.isCutAtBounds = limits.isOutline
    ink.coversGroup = limits.isOutline && (isGroup || isSurface || isOverBackdrop)
    if let rasterScale {
      try rasterize(node, map, scale: rasterScale, ink)
    } else if let shadow = node.shadow, casts, ink.alpha > 0 {
      try paint(shadow, of: node, map, ink)
    } else {
      try beginContent(of: node, map, ink)
    }
    let painting = groups[groups.count - 1].painting
    walk.descend(through: painting?.map, tone: painting?.ink.tone ?? Tone(), isMasked: limits.mask != nil)
    return true
  }

  /// Warns about operators that leave nothing on an empty backdrop, and are easily mistaken for blend modes.
  private func warnAboutEmptyBackdrop(of node: RenderNode, _ blend: BlendMode, _ bounds: DeviceRect) {
    guard blend == .product || blend == .minimum, list.paintedArea.intersection(bounds).isEmpty else { return }
    options.warnings?.note(
      .emptyBackdrop, label: node.label,
      "\(node.label): its compositingFilter is the operator \(blend == .product ? "multiply" : "minimum"), which "
        + "leaves nothing where the backdrop is empty; for the blend mode write compositingFilter = "
        + "\"\(blend == .product ? "multiplyBlendMode" : "darkenBlendMode")\"")
  }

  /// Ends the groups of a node's pieces, when everything of it is in the list, and paints the surfaces they become.
  private func finish(_ node: RenderNode) throws {
    let last = groups.count - 1
    if groups[last].painting?.isIsolated == true { list.endGroup() }
    groups[last].painting = nil
    while let surface = groups[last].surfaces.popLast() {
      label = node.label
      switch surface {
      case .casting(let pending): try endCasting(pending)
      case .raster(let pending): try endRaster(pending)
      case .filtered(let pending): try endFiltered(pending)
      case .transition(let pending): try endTransition(pending)
      case .backdrop(let ink): try endBackdrop(ink)
      case .silhouette(let pending):
        try endSilhouette(pending)
        try beginContent(of: node, pending.map, pending.ink)
        guard let painting = groups[last].painting else { continue }
        return walk.again(through: painting.map, tone: painting.ink.tone)
      }
    }
    endGroupOverBackdrop()
  }

  private func leave() throws {
    guard let group = groups.popLast() else { return }
    for _ in 0..<group.openGroups { list.endGroup() }
    list.scissor = group.scissor
    if let side = group.side { try endSide(side) }
  }

  /// Returns the extent of a node, in its own plane; nil for none.
  ///
  /// - Parameter isContent: true to ignore its own filters and shadow.
  func extent(of node: RenderNode, isTight: Bool = false, isContent: Bool = false) throws -> Rect? {
    switch NodeExtent.of(node, limit: options.pieceBudget, isTight: isTight, isContent: isContent) {
    case .nothing: return nil
    case .rect(let rect): return rect.isFinite ? rect : nil
    case .unknown: throw LayerError.pieces(label: label, limit: options.pieceBudget)
    }
  }

  /// Returns the number of areas that the node paints; a single one needs no group.
  private func areaCount(_ node: RenderNode) -> Int {
    var count = node.children.count
    if let replication = node.replication { count *= min(replication.count, 2) }
    for piece in node.pieces { count += piece.areaCount }
    return count
  }

  /// True if part of the node may lie outside its rounded bounds.
  private func mayLeaveOutline(_ node: RenderNode) -> Bool {
    !node.children.isEmpty || node.shadow != nil || (node.filters?.reach ?? 0) > 0 || node.transition != nil
      || node.pieces.contains { !$0.staysInOutline }
  }

  // MARK: Limits

  /// Visible area of a node, and factors that apply to it.
  private struct Limits {
    var bounds: DeviceRect
    var clips: [AreaClip.Part] = []
    /// True if one of the clips is the node's own outline.
    var isOutline = false
    /// Alpha of a mask that is one uniform area.
    var alpha = 1.0
    /// Any other mask; nil for none.
    var mask: RenderNode?
  }

  /// - Returns: nil if nothing of the node can be visible.
  private func limits(of node: RenderNode, _ map: Homography, _ blend: BlendMode) throws -> Limits? {
    var limits = Limits(bounds: list.scissor)
    if node.masksToBounds, mayLeaveOutline(node) { clipToOutline(node, map, &limits) }
    if let mask = node.mask {
      switch simpleMask(mask, map) {
      case .nothing: return nil
      // One opacity cannot both fade the node and mask its backdrop.
      case .outline(_, _, let alpha) where alpha < 1 && node.backgroundFilters != nil: limits.mask = mask
      case .outline(let outline, let rule, let alpha):
        clip(to: outline, rule, &limits)
        limits.alpha = alpha
      case .tree: limits.mask = mask
      }
    }
    if blend.changesBackdropOutsideSource {
      // A blend mode that would change the whole backdrop is limited to the pixels that the node draws.
      guard let extent = try extent(of: node, isTight: true) else { return nil }
      if let whole = wholePixels(extent, map) {
        limits.bounds = limits.bounds.intersection(whole)
      } else {
        outlines.add(extent, through: map, to: &list.builder)
        clip(to: list.builder.finish(), .nonZero, &limits)
      }
    }
    return limits.bounds.isEmpty ? nil : limits
  }

  private func clipToOutline(_ node: RenderNode, _ map: Homography, _ limits: inout Limits) {
    if node.corners?.isRounded != true, let whole = wholePixels(edges(of: node, map), map) {
      limits.bounds = limits.bounds.intersection(whole)
    } else {
      clip(to: boundsOutline(node, map), .nonZero, &limits)
      limits.clips += staircases(node.bounds, node.antialiasedEdges, map)
      limits.isOutline = true
    }
  }

  private func clip(to outline: Outline, _ rule: FillRule, _ limits: inout Limits) {
    limits.bounds = limits.bounds.intersection(outline.bounds)
    limits.clips.append(.outline(list.add(outline: outline), rule))
  }

  private enum SimpleMask {
    case nothing
    case outline(Outline, FillRule, alpha: Double)
    case tree
  }

  /// Classifies a mask: one area of one colour is the coverage of that area.
  private func simpleMask(_ mask: RenderNode, _ host: Homography) -> SimpleMask {
    guard mask.isFlattening, mask.children.isEmpty, mask.shadow == nil, mask.mask == nil, !mask.masksToBounds,
      mask.rasterizationScale == nil, mask.filters == nil, mask.pieces.count <= 1,
      tiltedHardEdges(mask.antialiasedEdges, mask.placement.homography.concat(host)).isEmpty
    else { return .tree }
    let area = mask.pieces.first?.evenArea ?? .none
    if case .uneven = area { return .tree }
    let own = mask.placement.homography
    if mask.isTurnedAway(through: own, isFlipped: mask.isPlacementFlipped) { return .nothing }
    let map = own.concat(host)
    guard map.isFinite, unit(mask.opacity) > 0 else { return .nothing }
    func simple(_ outline: Outline, _ rule: FillRule, _ color: Color) -> SimpleMask {
      outline.isEmpty || unit(color.alpha) == 0
        ? .nothing : .outline(outline, rule, alpha: unit(color.alpha) * unit(mask.opacity))
    }
    switch area {
    case .none: return .nothing
    case .bounds(let color): return simple(boundsOutline(mask, map), .nonZero, color)
    case .path(let path, let rule, let color):
      list.builder.add(path, through: map)
      return simple(list.builder.finish(), rule, color)
    case .uneven: return .tree
    }
  }

  // MARK: Surfaces

  /// Suspends the current list and begins one that will become a surface.
  func beginSurface(region: DeviceRect) {
    suspended.append(list)
    list = DisplayList(region: region)
    list.builder.isStopped = options.isStopped
  }

  /// Paints the current list onto its own surface and resumes the suspended one; nil if nothing was painted.
  func endSurface() throws -> PixelSurface? {
    let inner = list
    if let outer = suspended.popLast() { list = outer }
    piecesInFinishedLists += inner.ops.count
    if let backing = inner.backing {
      try inner.settle(onto: backing, options: options, scratches: &scratches)
      return backing
    }
    let rect = inner.painted.intersection(inner.region)
    guard !rect.isEmpty else { return nil }
    try charge(rect)
    let surface = try surfaceMemory { try PixelSurface(rect: rect, memory: options.pixelMemory) }
    try inner.paint(onto: surface.band, options: options, scratches: &scratches)
    return surface
  }

  /// Same as `endSurface`, for a picture that is sampled.
  func endBitmap() throws -> (picture: ImagePyramid, rect: DeviceRect)? {
    let inner = list
    if let outer = suspended.popLast() { list = outer }
    piecesInFinishedLists += inner.ops.count
    let rect = inner.painted.intersection(inner.region)
    guard !rect.isEmpty else { return nil }
    try charge(rect)
    do {
      let bitmap = try Bitmap(width: rect.width, height: rect.height) { pixels in
        guard let base = pixels.baseAddress else { return }
        try paint(inner, onto: PixelBand(base: base, stride: rect.width, rect: rect))
      }
      return (pyramid(bitmap), rect)
    } catch is BitmapError {
      throw LayerError.memory(label: label, bytes: rect.width * rect.height * 4)
    }
  }

  /// Paints a list, with its backing, onto transparent pixels.
  ///
  /// - Parameter damage: the part to repaint, whatever it contains; nil for all.
  func paint(_ list: DisplayList, onto pixels: PixelBand, damage: Damage? = nil) throws {
    if let backing = list.backing { copyRows(of: backing.band, to: pixels, but: list.replaced) }
    try list.paint(onto: pixels, options: options, scratches: &scratches, damage: damage)
  }

  /// Paints some bands of a list, with its backing, onto transparent pixels.
  func paint(_ list: DisplayList, onto pixels: PixelBand, by plan: DisplayList.BandPlan) throws {
    if let backing = list.backing { copyRows(of: backing.band, to: pixels, but: list.replaced) }
    try list.paint(onto: pixels, by: plan, options: options, scratches: &scratches)
  }

  func charge(_ rect: DeviceRect) throws(LayerError) { try charge(pixels: rect.width * rect.height) }

  func charge(pixels: Int) throws(LayerError) {
    surfacePixels += pixels
    if surfacePixels > options.surfacePixelBudget { throw .surfaces(label: label, limit: options.surfacePixelBudget) }
  }

  func surfaceMemory<T>(_ make: () throws -> T) throws -> T {
    do { return try make() } catch let error as SurfaceError {
      switch error {
      case .size: throw LayerError.surfaces(label: label, limit: options.surfacePixelBudget)
      case .memory(let width, let height): throw LayerError.memory(label: label, bytes: width * height * 4)
      }
    }
  }

  /// Scratch memory of the calling thread for drawing between lists.
  var scratch: BandScratch {
    if scratches.isEmpty { scratches.append(.take(options.instructions)) }
    return scratches[0]
  }

  // MARK: Shared values

  func pyramid(_ bitmap: Bitmap) -> ImagePyramid { caches.pyramid(bitmap) }

  /// Returns the colours of a gradient painted with an opacity; nil if the stops are invalid.
  func table(_ stops: GradientStops, opacity: UInt8) throws(LayerError) -> GradientTable? {
    if let known = caches.table(stops, opacity: opacity) { return known }
    guard !stops.colors.isEmpty, stops.colors.count == stops.locations.count else { return nil }
    let made = GradientTable(colors: stops.colors, locations: stops.locations, opacity: Double(opacity) / 255)
    try charge(pixels: made.count * 2)
    caches.keep(made, of: stops, opacity: opacity)
    return made
  }
}
