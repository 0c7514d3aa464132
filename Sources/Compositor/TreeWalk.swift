// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import Raster
import RenderTree
import Wording

/// Walks a render tree and writes its display list; surfaces that shadows need are painted on the way.
///
/// The walk keeps its own stack, since trees may be thousands of nodes deep.
final class TreeWalk {
  let options: CompositorOptions
  /// The list that receives pieces now, and the lists that wait for it to become a surface.
  var list: DisplayList
  var suspended: [DisplayList] = []
  var work: [Work] = []
  var outlines = PlaneOutline()
  var scratches: [BandScratch] = []
  var shadows = ShadowCache()
  var pendingShadows: [PendingShadow] = []
  var pendingRasters: [PendingRaster] = []
  // Looked up only.
  var rasters: [RasterKey: RasterizedNode] = [:]
  /// The label of the present node, for messages.
  var label = ""

  // Looked up only, never walked: their order is not defined.
  private var pyramids: [ObjectIdentifier: ImagePyramid] = [:]
  private var tables: [FadedStops: GradientTable] = [:]
  var glyphs: [GlyphOutlines.Key: GlyphOutlines] = [:]

  private var surfacePixels = 0
  private var piecesInFinishedLists = 0
  private var visitedNodes = 0
  private var steps = 0

  enum Work {
    /// A flattening node; the map is from its plane to the device. A mask, like a piece of a plane, is not combined
    /// with its backdrop by its own blend mode.
    case node(RenderNode, Homography, tone: Tone, isMask: Bool)
    /// A transform layer: its placement in the plane of the nearest flattening ancestor, whose map to the device
    /// follows.
    case depth(RenderNode, Transform3D, Homography, tone: Tone)
    /// A part of a plane under a transform layer, within a box.
    case piece(RenderNode, Homography, tone: Tone, box: DeviceRect, DisplayPiece)
    case endCuts(Int32)
    /// The children from an index on.
    case children(RenderNode, Homography, tone: Tone, next: Int)
    /// The instances of a replicated node from one on.
    case instances(RenderNode, Homography, tone: Tone, next: Replication.Instance)
    /// The children of an instance: the first and the one after the last, and the instance's matrix.
    case instance(RenderNode, Homography, tone: Tone, Range<Int>, Transform3D)
    /// The pieces over the children; the second ink also cuts along edges that are not antialiased.
    case over(RenderNode, Homography, Ink, bounded: Ink)
    case mask(RenderNode, Homography)
    case endMask
    case endGroup
    case restoreScissor(DeviceRect)
    /// The current list holds a node that casts a shadow: paint it, its shadow first.
    case endCasting(pending: Int)
    /// The current list holds a node in its own plane: make a shadow of it, then paint the node.
    case endSilhouette(pending: Int)
    /// The current list holds a node in the grid of its own scale: it becomes a bitmap, and that is painted.
    case endRaster(pending: Int)
  }

  /// The way in which the pieces of a node are painted.
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
    /// The tone that the node's children inherit.
    var tone: Tone { Tone(alpha: alpha, tint: tint) }
  }

  init(options: CompositorOptions, region: DeviceRect) {
    self.options = options
    list = DisplayList(region: region)
    list.builder.isStopped = options.isStopped
  }

  // MARK: The stack

  /// Walks everything on the stack.
  func run() throws {
    while let next = work.popLast() {
      switch next {
      case .node(let node, let map, let tone, let isMask): try enter(node, map, tone: tone, isMask: isMask)
      case .depth(let node, let placement, let map, let tone): try enterDepth(node, placement, map, tone: tone)
      case .piece(let node, let map, let tone, let box, let piece): enterPiece(node, map, tone: tone, box: box, piece)
      case .endCuts(let set): list.endCuts(set)
      case .children(let node, let map, let tone, let index):
        if index + 1 < node.children.count { work.append(.children(node, map, tone: tone, next: index + 1)) }
        push(node.children[index], under: map, tone: tone)
      case .instances(let node, let map, let tone, let instance):
        try enterInstance(instance, of: node, map, tone: tone)
      case .instance(let node, let map, let tone, let range, let matrix):
        guard let first = range.first else { break }
        if range.count > 1 { work.append(.instance(node, map, tone: tone, first + 1..<range.upperBound, matrix)) }
        push(node.children[first], under: map, tone: tone, after: matrix)
      case .over(let node, let map, let ink, let bounded): try paintOver(node, map, ink, bounded: bounded)
      case .mask(let mask, let map):
        list.beginMask()
        work.append(.endMask)
        push(mask, under: map, tone: Tone(), isMask: true)
      case .endMask: list.endMask()
      case .endGroup: list.endGroup()
      case .restoreScissor(let scissor): list.scissor = scissor
      case .endCasting(let pending): try endCasting(pending)
      case .endSilhouette(let pending): try endSilhouette(pending)
      case .endRaster(let pending): try endRaster(pending)
      }
      try checkPieces()
      steps &+= 1
      if steps & 255 == 0 { try checkStop() }
    }
  }

  func checkStop() throws(LayerError) { if options.isStopped?() == true { throw .stopped } }

  /// Counts an instance, which takes time even if it paints nothing.
  func visitInstance() throws(LayerError) {
    visitedNodes += 1
    if visitedNodes > options.pieceBudget { throw .pieces(label: label, limit: options.pieceBudget) }
  }

  func checkPieces() throws(LayerError) {
    if list.ops.count + piecesInFinishedLists + visitedNodes > options.pieceBudget {
      throw .pieces(label: label, limit: options.pieceBudget)
    }
  }

  /// Puts a node on the stack, unless it faces away.
  ///
  /// - Parameter after: a matrix applied after its placement.
  func push(_ node: RenderNode, under map: Homography, tone: Tone, isMask: Bool = false, after: Transform3D? = nil) {
    guard node.isFlattening else {
      work.append(.depth(node, after.map { node.placement.concat($0) } ?? node.placement, map, tone: tone))
      return
    }
    let own = after.map { node.placement.concat($0).homography } ?? node.placement.homography
    if node.isTurnedAway(through: own, isFlipped: node.isPlacementFlipped) { return }
    work.append(.node(node, own.concat(map), tone: tone, isMask: isMask))
  }

  // MARK: Nodes

  private func enter(_ node: RenderNode, _ map: Homography, tone: Tone, isMask: Bool) throws {
    visitedNodes += 1
    label = node.label
    let own = unit(tone.alpha) * unit(node.opacity)
    guard own > 0, map.isFinite, map.determinant != 0 else { return }
    let areas = areaCount(node)
    guard areas > 0 || node.shadow?.path != nil else { return }

    let saved = list.scissor
    var clips: [AreaClip.Part] = []
    var isClippedByOutline = false
    var clipBounds = saved
    if node.masksToBounds, mayLeaveOutline(node) {
      if node.corners?.isRounded != true, let whole = wholePixels(edges(of: node, map), map) {
        clipBounds = clipBounds.intersection(whole)
      } else {
        let outline = boundsOutline(node, map)
        clipBounds = clipBounds.intersection(outline.bounds)
        clips.append(.outline(list.add(outline: outline), .nonZero))
        clips += staircases(node.bounds, node.antialiasedEdges, map)
        isClippedByOutline = true
      }
    }
    var maskAlpha = 1.0
    var maskTree: RenderNode?
    if let mask = node.mask {
      switch simpleMask(mask, map) {
      case .nothing: return
      case .outline(let outline, let rule, let alpha):
        clipBounds = clipBounds.intersection(outline.bounds)
        clips.append(.outline(list.add(outline: outline), rule))
        maskAlpha = alpha
      case .tree: maskTree = mask
      }
    }
    let blend = isMask ? .normal : node.blendMode
    if blend.changesBackdropOutsideSource {
      // A mode that would change the whole backdrop is limited to the pixels that the node draws.
      guard let extent = NodeExtent.of(node, isTight: true), extent.isFinite else { return }
      if let whole = wholePixels(extent, map) {
        clipBounds = clipBounds.intersection(whole)
      } else {
        outlines.add(extent, through: map, to: &list.builder)
        let outline = list.builder.finish()
        clipBounds = clipBounds.intersection(outline.bounds)
        clips.append(.outline(list.add(outline: outline), .nonZero))
      }
    }
    guard !clipBounds.isEmpty else { return }

    var ink = Ink(tint: tone.tint)
    var groupAlpha = maskAlpha
    let rasterScale = rasterizationScale(of: node, map)
    let casts = (node.shadow.map { unit($0.color.alpha) } ?? 0) > 0
    ink.isolatesPieces = node.hasBlendingChildren && casts && rasterScale == nil
    if node.isGroupOpacity || node.rasterizationScale != nil { groupAlpha *= own } else { ink.alpha = own }
    var isGroup =
      maskTree != nil || !clips.isEmpty || blend != .normal || byte(groupAlpha) < 255
      || (node.hasBlendingChildren && !casts && rasterScale == nil)
    list.scissor = clipBounds
    if isGroup, maskTree == nil, blend.isBlend,
      rasterScale != nil || (areas == 1 && node.children.isEmpty && node.shadow == nil)
    {
      // A group of one piece is that piece.
      isGroup = false
      ink.alpha *= groupAlpha
      ink.blend = blend
      if !clips.isEmpty { ink.clip = list.add(clip: AreaClip(bounds: clipBounds, inner: .empty, parts: clips)) }
    }
    if clipBounds != saved { work.append(.restoreScissor(saved)) }
    if isGroup {
      list.beginGroup(clips: clips, opacity: byte(groupAlpha), blend: blend, label: node.label)
      work.append(.endGroup)
    }
    if let maskTree { work.append(.mask(maskTree, map)) }
    list.tint = ink.tint
    ink.isCutAtBounds = isClippedByOutline
    ink.coversGroup = isClippedByOutline && (isGroup || rasterScale != nil)
    if let rasterScale {
      try rasterize(node, map, scale: rasterScale, ink)
    } else if let shadow = node.shadow, casts, ink.alpha > 0 {
      try paint(shadow, of: node, map, ink)
    } else {
      try paintPieces(node, map, ink)
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
    !node.children.isEmpty || node.shadow != nil || node.pieces.contains { !$0.staysInOutline }
  }

  // MARK: Masks

  private enum SimpleMask {
    case nothing
    case outline(Outline, FillRule, alpha: Double)
    case tree
  }

  /// A mask that is one area of one colour is that area's coverage.
  private func simpleMask(_ mask: RenderNode, _ host: Homography) -> SimpleMask {
    guard mask.isFlattening, mask.children.isEmpty, mask.shadow == nil, mask.mask == nil, !mask.masksToBounds,
      mask.rasterizationScale == nil, mask.pieces.count <= 1,
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
    let rect = inner.painted.intersection(inner.region)
    guard !rect.isEmpty else { return nil }
    try charge(rect)
    let surface = try surfaceMemory { try PixelSurface(rect: rect) }
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
        try inner.paint(
          onto: PixelBand(base: base, stride: rect.width, rect: rect), options: options, scratches: &scratches)
      }
      return (pyramid(bitmap), rect)
    } catch is BitmapError {
      throw LayerError.memory(label: label, bytes: rect.width * rect.height * 4)
    }
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

/// A number limited to 0…1; 0 when it is not a number.
func unit(_ v: Double) -> Double { v > 0 ? min(v, 1) : 0 }

/// 0…1 as 0…255, rounded to nearest.
func byte(_ v: Double) -> UInt8 { UInt8(clamping: unit(v) * 255 + 0.5) }
