// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import Raster
import RenderTree
import Wording

/// Paints a render tree into a display list; surfaces that effects need are painted on the way.
final class TreePainter {
  // Unchecked: a painter has one thread, and nothing that it calls comes back to it while it changes one of these.
  let options: CompositorOptions
  @exclusivity(unchecked) var walk: RenderWalk
  /// The root of the tree, which has nothing behind it.
  let root: RenderNode
  /// The list that receives pieces now, and the lists that wait for it to become a surface.
  @exclusivity(unchecked) var list: DisplayList
  @exclusivity(unchecked) var suspended: [DisplayList] = []
  /// The nodes around the present piece, outermost first.
  @exclusivity(unchecked) var groups: [Group] = []
  /// The cut sets of the depths around the present node; −1 for one without.
  @exclusivity(unchecked) var cutSets: [Int32] = []
  @exclusivity(unchecked) var outlines = PlaneOutline()
  @exclusivity(unchecked) var scratches: [BandScratch] = []
  @exclusivity(unchecked) var shadows = ShadowCache()
  // Looked up only.
  @exclusivity(unchecked) var rasters: [RasterKey: RasterizedNode] = [:]
  /// The label of the present node, for messages.
  @exclusivity(unchecked) var label = ""

  // Looked up only, never walked: their order is not defined.
  @exclusivity(unchecked) private var pyramids: [ObjectIdentifier: ImagePyramid] = [:]
  @exclusivity(unchecked) private var tables: [FadedStops: GradientTable] = [:]
  @exclusivity(unchecked) var glyphs: [GlyphOutlines.Key: GlyphOutlines] = [:]
  @exclusivity(unchecked) var masks: [GlyphOutlines.Key: (font: any GlyphSource, masks: GlyphMasks)] = [:]
  @exclusivity(unchecked) var lastMasks: (key: GlyphOutlines.Key, masks: GlyphMasks)?
  @exclusivity(unchecked) var maskBytes = 0

  /// Whether all nodes are painted by this painter.
  @exclusivity(unchecked) private var paintsAlone = false
  @exclusivity(unchecked) private var surfacePixels = 0
  @exclusivity(unchecked) private var piecesInFinishedLists = 0
  /// Sprites that are painted one by one.
  @exclusivity(unchecked) private var spriteCount = 0
  @exclusivity(unchecked) private var steps = 0

  /// What must be ended or restored when a node is left.
  struct Group {
    /// What could be painted on before.
    let scissor: DeviceRect
    /// The number of groups that the list is in for the node: one for a part of its plane, one for its clips, its mask,
    /// its opacity and its blend mode.
    var openGroups: Int
    /// The way in which the pieces are painted; nil where they need not be.
    var painting: Painting?
    /// What the current list, and those that wait, become when the pieces are painted; the innermost last.
    var surfaces: [Surface] = []
    /// Whether the innermost of the open groups is the node's own, within one that begins with what lies behind it.
    var isOverBackdrop = false
    /// Which of the two pictures of a transition around it the node is.
    var side: Int?
    /// Of a node with a transition: its two pictures, old and new.
    var sides: [PixelSurface?] = []
  }

  /// A way in which the pieces of a node are painted.
  struct Painting {
    var map: Homography
    var ink: Ink
    /// It also cuts along edges that are not antialiased.
    var bounded: Ink
    /// Whether the pieces are in a group of their own.
    var isIsolated: Bool
  }

  /// What a list becomes.
  enum Surface {
    /// The node and its silhouette: its shadow is painted first, then the node.
    indirect case casting(PendingShadow)
    /// The silhouette alone, in the node's plane: its shadow is painted, then the pieces once more.
    indirect case silhouette(PendingShadow)
    /// The input of the node's filters, whose result is painted in place of the node.
    indirect case filtered(PendingFilters)
    /// The two pictures of a transition, as the lists of its sides leave them.
    indirect case transition(PendingFilters)
    /// Pixels that children read as what lies behind them.
    case backdrop(Ink)
    /// A bitmap in the grid of the node's own scale, which is painted in place of the node.
    indirect case raster(PendingRaster)
  }

  /// The way in which a piece is painted.
  struct Ink {
    var alpha = 1.0
    /// Multiplies red, green and blue.
    var tint = UInt32.max
    var blend = BlendMode.normal
    var clip: Int32 = -1
    /// The group around is clipped to the node's own outline: pieces inside that outline are painted without its edges,
    /// so that those count once.
    var coversGroup = false
    /// The painting is clipped to the node's own outline, in a group or by itself.
    var isCutAtBounds = false
    /// The node's pieces are a group of their own, since children of it blend and must not see the shadow that is
    /// already there.
    var isolatesPieces = false

    var opacity: UInt8 { byte(alpha) }
    /// Whether a surface that is painted with it is itself.
    var isPlain: Bool { alpha == 1 && tint == .max && blend == .normal && clip < 0 }
    /// The tone that the node's children inherit.
    var tone: Tone { Tone(alpha: alpha, tint: tint) }
  }

  /// - Parameter walk: of the tree to paint; without one only what the caller asks for is painted.
  init(options: CompositorOptions, region: DeviceRect, walk: RenderWalk = RenderWalk()) {
    self.options = options
    self.walk = walk
    root = walk.node
    list = DisplayList(region: region)
    list.builder.isStopped = options.isStopped
  }

  // MARK: The walk

  /// Paints everything that the walk finds.
  func run() throws {
    while true {
      if options.threads > 1 || options.keptBlocks != nil, !paintsAlone,
        let block = walk.takeBlock(ofAtLeast: options.keptBlocks == nil ? TreePainter.leastBlock : KeptBlocks.partSize)
      {
        if try paint(block) { continue }
        walk.putBack(block)
        paintsAlone = true
      }
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
      // What children read as the backdrop must be pixels.
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

  /// Counts a sprite, which takes time even if it paints nothing.
  func countSprite() throws(LayerError) {
    spriteCount += 1
    try checkPieces()
  }

  func checkPieces() throws(LayerError) {
    if pieceCount > options.pieceBudget { throw .pieces(label: label, limit: options.pieceBudget) }
  }

  /// What counts against the budget of pieces.
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
    // Nothing of the node can be seen.
    if openGroups > 0 { list.endGroup() }
    list.scissor = scissor
    if let side { try endSide(side) }
  }

  /// Begins the group of a node where it needs one, and paints the shadow that lies under it.
  ///
  /// - Parameters:
  ///   - behind: what its background filters make of what lies behind it.
  ///   - before: what is open around the node.
  /// - Returns: false where nothing of it can be seen; then the scissor is that of before.
  private func begin(_ node: RenderNode, isPart: Bool, behind: Behind?, before: Group) throws -> Bool {
    let map = walk.place.map
    let tone = walk.place.tone
    let own = unit(tone.alpha) * unit(node.opacity)
    guard own > 0, map.isFinite, map.determinant != 0 else { return false }
    let areas = areaCount(node)
    guard areas > 0 || node.shadow?.path != nil || node.filters != nil || behind != nil else { return false }
    // The group of a part is combined with the backdrop, not the node with the group.
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
        // What multiplies the node multiplies what is behind it with it, at once: B · (1 − m) + C · m.
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
      // A group of one piece is that piece.
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

  /// Warns of operators that leave nothing where nothing lies behind, and that are mistaken for blend modes.
  private func warnAboutEmptyBackdrop(of node: RenderNode, _ blend: BlendMode, _ bounds: DeviceRect) {
    guard blend == .product || blend == .minimum, list.paintedArea.intersection(bounds).isEmpty else { return }
    options.warnings?.note(
      .emptyBackdrop, label: node.label,
      "\(node.label): its compositingFilter is the operator \(blend == .product ? "multiply" : "minimum"), which leaves "
        + "nothing where nothing lies behind the layer; for the blend mode write compositingFilter = "
        + "\"\(blend == .product ? "multiplyBlendMode" : "darkenBlendMode")\"")
  }

  /// Everything of the node is in the list: ends what its pieces are in, and paints the surfaces they become.
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

  /// The extent of the area that a node paints, in its own plane; nil for none.
  ///
  /// - Parameter isContent: leaves out what its own filters and shadow add.
  func extent(of node: RenderNode, isTight: Bool = false, isContent: Bool = false) throws -> Rect? {
    switch NodeExtent.of(node, limit: options.pieceBudget, isTight: isTight, isContent: isContent) {
    case .nothing: return nil
    case .rect(let rect): return rect.isFinite ? rect : nil
    case .unknown: throw LayerError.pieces(label: label, limit: options.pieceBudget)
    }
  }

  /// The number of areas that the node paints; a single one needs no group.
  private func areaCount(_ node: RenderNode) -> Int {
    var count = node.children.count
    if let replication = node.replication { count *= min(replication.count, 2) }
    for piece in node.pieces { count += piece.areaCount }
    return count
  }

  /// Whether something of the node may leave its rounded bounds.
  private func mayLeaveOutline(_ node: RenderNode) -> Bool {
    !node.children.isEmpty || node.shadow != nil || (node.filters?.reach ?? 0) > 0 || node.transition != nil
      || node.pieces.contains { !$0.staysInOutline }
  }

  // MARK: Limits

  /// Where a node can show, and what multiplies it.
  private struct Limits {
    var bounds: DeviceRect
    var clips: [AreaClip.Part] = []
    /// Whether one of the clips is the node's own outline.
    var isOutline = false
    /// Of a mask that is one even area.
    var alpha = 1.0
    /// Any other mask.
    var mask: RenderNode?
  }

  /// - Returns: nil where nothing of the node can show.
  private func limits(of node: RenderNode, _ map: Homography, _ blend: BlendMode) throws -> Limits? {
    var limits = Limits(bounds: list.scissor)
    if node.masksToBounds, mayLeaveOutline(node) { clipToOutline(node, map, &limits) }
    if let mask = node.mask {
      switch simpleMask(mask, map) {
      case .nothing: return nil
      // Fading and what lies behind cannot be told apart in one opacity.
      case .outline(_, _, let alpha) where alpha < 1 && node.backgroundFilters != nil: limits.mask = mask
      case .outline(let outline, let rule, let alpha):
        clip(to: outline, rule, &limits)
        limits.alpha = alpha
      case .tree: limits.mask = mask
      }
    }
    if blend.changesBackdropOutsideSource {
      // A mode that would change the whole backdrop is limited to the pixels that the node draws.
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

  /// A mask that is one area of one colour is that area's coverage.
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

  /// Starts a list that will become a surface.
  func beginSurface(region: DeviceRect) {
    suspended.append(list)
    list = DisplayList(region: region)
    list.builder.isStopped = options.isStopped
  }

  /// Paints the current list onto its own surface and goes back to the list before; nil when nothing was painted.
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

  /// Like `endSurface`, for a picture that is sampled.
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

  /// Paints a list with all that was in it, onto transparent pixels.
  ///
  /// - Parameter damage: the part to paint, of anything; nil is all.
  func paint(_ list: DisplayList, onto pixels: PixelBand, damage: Damage? = nil) throws {
    if let backing = list.backing { copyRows(of: backing.band, to: pixels, but: list.replaced) }
    try list.paint(onto: pixels, options: options, scratches: &scratches, damage: damage)
  }

  /// Paints some bands of a list with all that was in it, onto transparent pixels.
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

  /// The memory that the calling thread draws with between lists.
  var scratch: BandScratch {
    if scratches.isEmpty { scratches.append(BandScratch(instructions: options.instructions)) }
    return scratches[0]
  }

  // MARK: Shared values

  func pyramid(_ bitmap: Bitmap) -> ImagePyramid {
    if let known = pyramids[ObjectIdentifier(bitmap)] { return known }
    let made = ImagePyramid(bitmap)
    pyramids[ObjectIdentifier(bitmap)] = made
    return made
  }

  /// Whether the bitmap is painted already.
  func hasPyramid(of bitmap: Bitmap) -> Bool { pyramids[ObjectIdentifier(bitmap)] != nil }

  /// The colours of a gradient that is painted with an opacity; nil when the stops are no gradient.
  func table(_ stops: GradientStops, opacity: UInt8) throws(LayerError) -> GradientTable? {
    let key = FadedStops(stops: stops, opacity: opacity)
    if let known = tables[key] { return known }
    guard !stops.colors.isEmpty, stops.colors.count == stops.locations.count else { return nil }
    let made = GradientTable(colors: stops.colors, locations: stops.locations, opacity: Double(opacity) / 255)
    try charge(pixels: made.count * 2)
    tables[key] = made
    return made
  }

  private struct FadedStops: Hashable {
    var stops: GradientStops
    var opacity: UInt8
  }
}
