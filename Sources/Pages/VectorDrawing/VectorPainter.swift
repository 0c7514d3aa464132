// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import Messages
import Numbers
import Pixels
import RenderTree

/// Draws a render tree onto a page of shapes, text and images.
///
/// Parts that the page cannot express are rasterised by the compositor: each alone, cropped to its visible part.
package final class VectorPainter {
  /// Blend modes that pages support: those of PDF and of CSS.
  package static let modes = Set(BlendMode.allCases.filter { $0.rawValue <= BlendMode.luminosity.rawValue })

  /// Draws a tree.
  ///
  /// - Parameters:
  ///   - map: from the tree's root to the page.
  ///   - page: visible part of the page.
  /// - Throws: `LayerError` if the tree exceeds a limit or the work is cancelled, and any error of the target.
  package static func paint(
    _ tree: RenderTree, on target: any VectorTarget, through map: AffineTransform, page: Rect, _ options: VectorOptions
  ) throws {
    guard map.isFinite, map.determinant != 0, page.isFinite else {
      throw LayerError(.limit, "the page cannot be drawn: its size, scale or origin is out of range")
    }
    if let background = tree.background, background.alpha > 0 {
      try target.fill(
        VectorArea(Path(rect: page)), .color(tinted(background.withAlpha(1), .max)),
        VectorInk(alpha: unit(background.alpha)))
    }
    try VectorPainter(tree.root, on: target, through: map, page: page, options).run()
  }

  let target: any VectorTarget
  let options: VectorOptions
  var walk: RenderWalk
  private let needs: PixelNeeds
  /// Enclosing nodes of the current piece, outermost first.
  private var groups: [Group] = []
  /// Visible part of the page inside each enclosing clip; the page comes first.
  private(set) var areas: [Rect]
  /// Tints of instances that are groups of their own; the tones of their nodes do not include them.
  private var tints: [UInt32] = []
  /// For each enclosing 3D space, true if its planes are drawn already, as pixels.
  private var depths: [Bool] = []
  /// Label of the current node.
  var label = ""
  private var steps = 0
  /// Number of enclosing masks; links in masks are ignored.
  private var masks = 0
  private var pieceCount = 0
  /// Cache of cropped images. Lookup only; never iterated, as hash order is not deterministic.
  var crops: [CropKey: Bitmap] = [:]
  /// Cache of tinted images. Lookup only; never iterated.
  var colored: [TintKey: Bitmap] = [:]

  /// Clips and groups to end on leaving a node.
  private struct Group {
    var clips = 0
    var isGroup = false
    /// True if the pieces are in a separate group over the shadow.
    var isIsolated = false
    var ink = VectorInk()
    var tint = UInt32.max
    var map = AffineTransform.identity
  }

  init(
    _ root: RenderNode, on target: any VectorTarget, through map: AffineTransform, page: Rect, _ options: VectorOptions
  ) {
    self.target = target
    self.options = options
    areas = [page]
    needs = PixelNeeds(root)
    walk = RenderWalk(
      root, through: Homography(map), for: .painting, limit: options.compositor.pieceBudget,
      isStopped: options.compositor.isStopped)
  }

  /// Bitmaps rendered from scalable pictures, retained for their identity.
  var pictures: [Bitmap] = []

  /// The part of the page that is currently visible.
  var area: Rect { areas[areas.count - 1] }
  var pixelsPerPoint: Double { options.dpi / 72 }

  // MARK: The walk

  private func run() throws {
    while let step = walk.next(within: area) {
      switch step {
      case .enter: if depths.last != true { try enter(walk.node) }
      case .under: try paintPieces(areOverChildren: false)
      case .over: try paintPieces(areOverChildren: true)
      case .painted:
        if groups[groups.count - 1].isIsolated {
          try target.endGroup()
          groups[groups.count - 1].isIsolated = false
        }
        while groups[groups.count - 1].clips > 0 {
          try endClip()
          groups[groups.count - 1].clips -= 1
        }
      case .beginMask:
        masks += 1
        try target.beginMask()
      case .endMask:
        masks -= 1
        try target.endMask()
      case .leave: try leave()
      case .beginInstance:
        let tone = walk.place.tone
        tints.append(Tone.product((tints.last ?? .max), tone.tint | 0xFF00_0000))
        try target.beginGroup(VectorGroup(VectorInk(alpha: unit(tone.alpha)), within: area))
      case .endInstance:
        tints.removeLast()
        try target.endGroup()
      case .beginDepth: try beginDepth()
      case .endDepth: depths.removeLast()
      }
      steps &+= 1
      if steps & 255 == 0 { try checkStop() }
    }
    if walk.isExhausted { throw pieceError }
  }

  func checkStop() throws {
    if options.compositor.isStopped?() == true { throw LayerError(.cancelled, "the page was cancelled") }
  }

  /// Counts drawn pieces against the budget.
  func count(_ pieces: Int = 1) throws {
    pieceCount += pieces
    if pieceCount > options.compositor.pieceBudget { throw pieceError }
  }

  private var pieceError: LayerError {
    LayerError(
      .limit,
      "layer \(label): the page has more than \(options.compositor.pieceBudget) pieces; draw fewer layers or "
        + "instances")
  }

  // MARK: Depth

  /// Begins a 3D space. Its planes are drawn one after another if none intersects another, else together as pixels.
  private func beginDepth() throws {
    label = walk.node.label
    guard let depth = walk.depth, let origin = depth.origin, !depth.isFlat else { return depths.append(false) }
    depths.append(true)
    guard let box = depth.box else { return }
    let node = walk.node
    let layer = RenderNode(
      bounds: node.bounds, placement: origin.matrix, isPlacementFlipped: origin.isFlipped, isFlattening: false,
      children: node.children, opacity: node.opacity, replication: node.replication, label: node.label)
    let host = RenderNode(bounds: node.bounds, children: [layer], label: node.label)
    var isTilted = false
    for k in 0..<depth.count where !depth.piece(k).1.map.isAffine { isTilted = true }
    try paintPixels(
      of: host, origin.map, box: box, ink: VectorInk(alpha: unit(origin.tone.alpha)), tint: tint(origin.tone),
      isTilted ? .perspective : .crossing)
  }

  private func tint(_ tone: Tone) -> UInt32 {
    tints.last.map { Tone.product(tone.tint | 0xFF00_0000, $0) } ?? tone.tint
  }

  // MARK: Nodes

  private func enter(_ node: RenderNode) throws {
    let place = walk.place
    label = node.label
    try count()
    let own = unit(place.tone.alpha) * unit(node.opacity)
    guard own > 0, place.map.isFinite, place.map.determinant != 0 else { return }
    let blend = place.isMask ? .normal : node.blendMode
    let tint = tint(place.tone)
    if let reason = reason(for: node, place.map) {
      // The pixels include the node's own opacity, and alpha that applies to each of its parts separately.
      let around = unit(place.tone.alpha)
      if !node.isGroupOpacity, around < 1, let back = node.placement.homography.inverted {
        let host = RenderNode(
          bounds: node.bounds, children: [node], opacity: around, isGroupOpacity: false, label: node.label)
        try paintPixels(of: host, back.concat(place.map), ink: VectorInk(blend: blend), tint: tint, reason)
      } else {
        try paintPixels(of: node, place.map, ink: VectorInk(alpha: around, blend: blend), tint: tint, reason)
      }
      return try link(node, place.map)
    }
    guard let map = place.map.affine else { return }
    if node.children.isEmpty, node.shadow == nil, node.replication == nil, isOutside(node, map) { return }
    let areas = areaCount(node)
    guard areas > 0 || node.shadow?.path != nil else { return try link(node, place.map) }

    var group = Group(tint: tint, map: map)
    var groupAlpha = 1.0
    if node.isGroupOpacity { groupAlpha = own } else { group.ink.alpha = own }
    var mask: RenderNode?
    var clips: [VectorArea] = []
    if node.masksToBounds, mayLeaveOutline(node) { clips.append(outline(of: node, map)) }
    if let given = node.mask {
      switch simpleMask(given, map) {
      case .nothing: return
      case .area(let area, let alpha):
        clips.append(area)
        groupAlpha *= alpha
      case .tree: mask = given
      }
    }
    let casts = (node.shadow.map { unit($0.color.alpha) } ?? 0) > 0
    try target.beginNode(
      node.label, box: map.boundingBox(of: node.bounds),
      isSingle: areas <= 1 && node.children.isEmpty && !casts && clips.isEmpty)
    let isApart = blend != .normal && !clips.isEmpty && target.features.clipsIsolate
    let isOne = areas == 1 && node.children.isEmpty && !casts && mask == nil && !isApart
    group.isGroup = mask != nil || ((blend != .normal || groupAlpha < 1 || node.hasBlendingChildren) && !isOne)
    if group.isGroup {
      try target.beginGroup(
        VectorGroup(VectorInk(alpha: groupAlpha, blend: blend), isMasked: mask != nil, within: area))
    } else {
      group.ink.alpha *= groupAlpha
      if isOne { group.ink.blend = blend }
    }
    // The clip goes inside the group: readers antialias the edges of clipped areas, but not those of clipped groups.
    for clip in clips {
      try beginClip(clip)
      group.clips += 1
    }
    if let shadow = node.shadow, casts { try paint(shadow, of: node, through: map, ink: group.ink, tint: tint) }
    if node.hasBlendingChildren, casts {
      try target.beginGroup(VectorGroup(within: area))
      group.isIsolated = true
    }
    groups.append(group)
    walk.descend(
      through: Homography(map), tone: Tone(alpha: group.ink.alpha, tint: place.tone.tint), isMasked: mask != nil)
  }

  private func leave() throws {
    guard let group = groups.popLast() else { return }
    if group.isGroup { try target.endGroup() }
    try target.endNode()
    try link(walk.node, Homography(group.map))
  }

  /// Writes the link of a node, if it has one.
  private func link(_ node: RenderNode, _ map: Homography) throws {
    guard let address = node.link, !address.isEmpty, masks == 0 else { return }
    let corners = map.applyClipped(node.bounds.corners)
    guard corners.count >= 3, let box = Rect(around: corners).intersection(area), box.width > 0, box.height > 0 else {
      return
    }
    guard options.allowsAllLinks || LinkAddress(address).isPlain else {
      options.report?.noteLeftOut(VectorReport.Link(label: node.label, address: address))
      return
    }
    if let map = map.affine {
      try target.link(address, over: VectorArea(Path(rect: node.bounds), through: map))
    } else {
      try target.link(address, over: VectorArea(Path(rect: box)))
    }
  }

  func beginClip(_ clip: VectorArea) throws {
    beginArea(clip.box)
    try target.beginClip(clip)
  }

  func endClip() throws {
    endArea()
    try target.endClip()
  }

  /// Restricts the visible part of the page until `endArea`.
  func beginArea(_ box: Rect) { areas.append(area.intersection(box) ?? Rect(area.minX, area.minY, 0, 0)) }
  func endArea() { areas.removeLast() }

  /// Returns why a node must be rasterised as a whole; nil if it need not be.
  private func reason(for node: RenderNode, _ map: Homography) -> VectorReason? {
    if let reason = needs.reasons[ObjectIdentifier(node)] { return reason }
    if node.filters != nil || node.transition != nil { return .filters }
    if !map.isAffine || map.m33 <= 0 { return .perspective }
    if node.rasterizationScale != nil { return .rasterized }
    if let replication = node.replication, replication.blends {
      for k in 0..<min(replication.count, 64) where Tone.pixel(replication.color(of: k)) != .max { return .colors }
    }
    return nil
  }

  private func areaCount(_ node: RenderNode) -> Int {
    var count = node.children.count
    if let replication = node.replication { count *= min(replication.count, 2) }
    for piece in node.pieces { count += piece.areaCount }
    return count
  }

  /// True if a node without children certainly lies outside the visible part.
  private func isOutside(_ node: RenderNode, _ map: AffineTransform) -> Bool {
    for piece in node.pieces where !piece.staysInOutline { return false }
    let box = map.boundingBox(of: node.bounds)
    return box.isFinite && area.intersection(box) == nil
  }

  private func mayLeaveOutline(_ node: RenderNode) -> Bool {
    !node.children.isEmpty || node.shadow != nil || node.pieces.contains { !$0.staysInOutline }
  }

  // MARK: Outlines

  /// The rounded bounds.
  func outline(of node: RenderNode, _ map: AffineTransform) -> VectorArea {
    outline(node.bounds, node.corners, map)
  }

  func outline(_ bounds: Rect, _ corners: Corners?, _ map: AffineTransform) -> VectorArea {
    var area = VectorArea(outlinePath(bounds, corners), through: map)
    if let c = corners, c.isRounded, !c.isContinuous, c.minXMinY == c.maxXMinY, c.minXMinY == c.minXMaxY,
      c.minXMinY == c.maxXMaxY
    {
      area.rounded = (bounds, c.minXMinY)
    }
    return area
  }

  func outlinePath(_ bounds: Rect, _ corners: Corners?) -> Path {
    guard let corners, corners.isRounded else { return Path(rect: bounds) }
    return .roundedRect(
      bounds, minXMinY: corners.minXMinY, maxXMinY: corners.maxXMinY, maxXMaxY: corners.maxXMaxY,
      minXMaxY: corners.minXMaxY, isContinuous: corners.isContinuous)
  }

  private enum SimpleMask {
    case nothing
    case area(VectorArea, alpha: Double)
    case tree
  }

  /// Classifies a mask: one area of one colour is a clip.
  private func simpleMask(_ mask: RenderNode, _ host: AffineTransform) -> SimpleMask {
    guard mask.isFlattening, mask.children.isEmpty, mask.shadow == nil, mask.mask == nil, !mask.masksToBounds,
      mask.rasterizationScale == nil, mask.filters == nil, mask.pieces.count <= 1
    else { return .tree }
    let own = mask.placement.homography
    if mask.isTurnedAway(through: own, isFlipped: mask.isPlacementFlipped) { return .nothing }
    guard let map = own.affine?.concat(host), own.m33 > 0 else { return .tree }
    guard map.isFinite, unit(mask.opacity) > 0 else { return .nothing }
    func simple(_ area: VectorArea, _ color: Color) -> SimpleMask {
      let alpha = unit(color.alpha) * unit(mask.opacity)
      guard alpha > 0, map.determinant != 0, area.path.points.allSatisfy(\.isFinite) else { return .nothing }
      return .area(area, alpha: alpha)
    }
    switch mask.pieces.first?.evenArea ?? .none {
    case .none: return .nothing
    case .bounds(let color): return simple(outline(of: mask, map), color)
    case .path(let path, let rule, let color): return simple(VectorArea(path, rule, through: map), color)
    case .uneven: return .tree
    }
  }

  // MARK: Pieces

  private func paintPieces(areOverChildren: Bool) throws {
    guard let group = groups.last else { return }
    let node = walk.node
    label = node.label
    for piece in node.pieces where piece.isOverChildren == areOverChildren {
      try paint(piece, of: node, through: group.map, ink: group.ink, tint: group.tint)
    }
  }
}
