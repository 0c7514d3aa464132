// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels

/// The traversal of a render tree, shared by everything that draws, measures or searches one.
///
/// The caller requests one step after another and handles each. At `enter` it decides whether to `descend` into the
/// node; otherwise the next step is the one after the node. A node that is descended into gives, in this order,
///
///     enter  [under]  children  [over]  painted  [beginMask  the mask  endMask]  leave
///
/// Order, placement, replication, back-face culling, depth and masks are handled here and nowhere else. Everything is
/// in plane coordinates, independent of pixels. The walk keeps its own stack, since trees may be thousands of nodes
/// deep.
package struct RenderWalk {
  package enum Step {
    /// A node that paints in its own plane, at `place`.
    case enter
    /// The pieces under the children, if there are any.
    case under
    /// The pieces over the children, if there are any.
    case over
    /// All pieces and children of the node are done; `again` repeats them.
    case painted
    /// Begins the node's mask, until `endMask`.
    case beginMask
    case endMask
    /// The node is done.
    case leave
    /// Begins one instance of the node's children, until `endInstance`, which must be a group before `place.tone` is
    /// applied to it. Other instances have no such step: the tones of their nodes include the instance's colour.
    case beginInstance
    case endInstance
    /// Begins the 3D space of the transform layer `node`, until `endDepth`: its planes or parts of them follow from
    /// back to front; `depth` describes them.
    case beginDepth
    case endDepth
  }

  package enum Purpose {
    /// Everything in painter's order.
    case painting
    /// Same as `painting`, but the planes below a transform layer are visited whole and in tree order.
    case searching
    /// Same as `searching`, but without back-face culling.
    case measuring
  }

  /// The place and tone of a node.
  package struct Place {
    /// From the node's plane to the target.
    package var map: Homography
    package var tone: Tone
    /// True if the node is the root of a mask, whose blend mode is ignored.
    package var isMask = false
  }

  /// The node of the current step.
  package private(set) var node: RenderNode
  /// Place of the node of the last `enter`, and tone of the last `beginInstance`.
  package private(set) var place: Place
  /// Part of the node's plane to paint; nil outside 3D spaces, and for nodes below the plane.
  package private(set) var part: PlanePart?
  /// Number of nodes entered and instances begun.
  package private(set) var visited = 0
  /// True if the walk ended because it reached `limit`.
  package private(set) var isExhausted = false

  /// Retains all nodes.
  private let root: RenderNode
  private let purpose: Purpose
  /// Maximum number of nodes and instances to visit.
  private let limit: Int
  /// Polled while planes are sorted; returning true abandons the sort, with an unspecified result.
  private let isStopped: (() -> Bool)?
  /// True for the nested walk that gathers planes below a transform layer. The transform layer is counted when it is
  /// painted.
  private let isGathering: Bool

  private var entries: [Entry] = []
  private var spaces: [Space] = []
  /// Next instance of each enclosing replicated node.
  private var instances: [Replication.Instance] = []
  private var depths: [SharedDepth] = []
  /// Matrix of `node` in its 3D space.
  private var matrix = Transform3D.identity

  /// A pending step on the stack. Its node is retained by the root.
  fileprivate struct Entry {
    enum Kind: UInt8 {
      case root, maskRoot, children, instances, endInstance, endSpace, under, over, painted, mask, endMask, leave
      case planes, endDepth
    }
    var kind: Kind
    var node: Unmanaged<RenderNode>
    /// Index range of the children or planes still to visit.
    var next: Int32 = 0
    var end: Int32 = 0

    init(_ kind: Kind, _ node: RenderNode, _ range: Range<Int> = 0..<0) {
      self.kind = kind
      self.node = .passUnretained(node)
      next = Int32(truncatingIfNeeded: range.lowerBound)
      end = Int32(truncatingIfNeeded: range.upperBound)
    }
  }

  /// The space to which the placements of the next nodes map.
  fileprivate struct Space: Equatable {
    /// From the plane of the nearest enclosing flattening node to the target.
    var map: Homography
    var tone: Tone
    /// From this space to that plane; nil if they are the same.
    var matrix: Transform3D?
    var isFlipped = false
    /// True if nodes in this space may be visited more than once.
    var isRepeated = false
  }

  /// Creates a walk of a tree. The placement of its root is ignored.
  ///
  /// - Parameters:
  ///   - map: from the root's plane to the target.
  ///   - limit: maximum number of nodes and instances to visit; then the walk ends and `isExhausted` is true.
  package init(
    _ root: RenderNode, through map: Homography, for purpose: Purpose, limit: Int = .max,
    isStopped: (() -> Bool)? = nil
  ) {
    self.init(
      root, space: Space(map: map, tone: Tone()), for: purpose, limit: limit, isStopped: isStopped, isGathering: false)
    entries.append(Entry(.root, root))
  }

  /// Creates an empty walk.
  package init() {
    self.init(
      RenderNode(bounds: .zero), space: Space(map: .identity, tone: Tone()), for: .painting, limit: .max,
      isStopped: nil, isGathering: false)
  }

  private init(
    _ node: RenderNode, space: Space, for purpose: Purpose, limit: Int, isStopped: (() -> Bool)?, isGathering: Bool
  ) {
    self.node = node
    root = node
    place = Place(map: space.map, tone: space.tone)
    self.purpose = purpose
    self.limit = limit
    self.isStopped = isStopped
    self.isGathering = isGathering
    spaces.append(space)
  }

  // MARK: Steps

  /// Advances to the next step and returns it; nil at the end.
  ///
  /// - Parameter area: the currently visible part of the target. In a 3D space, only planes that reach into it are
  ///   visited.
  package mutating func next(within area: Rect? = nil) -> Step? {
    while let entry = entries.last {
      if visited > limit {
        isExhausted = true
        return nil
      }
      let index = Int(entry.next)
      if entry.kind == .children || entry.kind == .planes, entry.next &+ 1 < entry.end {
        entries[entries.count - 1].next &+= 1
      } else {
        entries.removeLast()
      }
      switch entry.kind {
      case .root: if let step = visit(entry.node, area, isRoot: true) { return step }
      case .maskRoot: if let step = visit(entry.node, area, isMask: true) { return step }
      case .children:
        let child = entry.node._withUnsafeGuaranteedRef { Unmanaged.passUnretained($0.children[index]) }
        if let step = visit(child, area) { return step }
      case .instances: if let step = beginInstance(of: entry.node.takeUnretainedValue()) { return step }
      case .endSpace: spaces.removeLast()
      case .planes: return enterPlane(index)
      case .endInstance: return step(.endInstance, entry)
      case .under: return step(.under, entry)
      case .over: return step(.over, entry)
      case .painted:
        spaces.removeLast()
        return step(.painted, entry)
      case .mask:
        let step = step(.beginMask, entry)
        if let mask = node.mask { entries += [Entry(.endMask, node), Entry(.maskRoot, mask)] }
        return step
      case .endMask:
        spaces.removeLast()
        return step(.endMask, entry)
      case .leave: return step(.leave, entry)
      case .endDepth:
        depths.removeLast()
        return step(.endDepth, entry)
      }
    }
    return nil
  }

  private mutating func step(_ step: Step, _ entry: Entry) -> Step {
    node = entry.node.takeUnretainedValue()
    return step
  }

  /// Pushes the node's pieces and children, then its mask and `leave`. Called after `enter`.
  ///
  /// - Parameters:
  ///   - map: from the node's plane to the target of its pieces and children; nil to skip them.
  ///   - tone: the tone of the node's children.
  ///   - isMasked: true to visit the mask.
  package mutating func descend(through map: Homography?, tone: Tone = Tone(), isMasked: Bool = false) {
    entries.append(Entry(.leave, node))
    if isMasked, node.mask != nil {
      spaces.append(Space(map: place.map, tone: Tone()))
      entries.append(Entry(.mask, node))
    }
    if let map {
      again(through: map, tone: tone)
    } else {
      spaces.append(Space(map: place.map, tone: tone))
      entries.append(Entry(.painted, node))
    }
  }

  /// Pushes the node's pieces and children once more, followed by `painted`. Called after `painted`.
  package mutating func again(through map: Homography, tone: Tone) {
    spaces.append(Space(map: map, tone: tone))
    entries.append(Entry(.painted, node))
    let pieces = node.pieces
    if pieces.last?.isOverChildren == true { entries.append(Entry(.over, node)) }
    pushChildren(of: node)
    if pieces.first?.isOverChildren == false { entries.append(Entry(.under, node)) }
  }

  private mutating func pushChildren(of node: RenderNode) {
    guard !node.children.isEmpty else { return }
    if let replication = node.replication {
      guard replication.count > 0 else { return }
      instances.append(Replication.Instance())
      entries.append(Entry(.instances, node))
    } else {
      entries.append(Entry(.children, node, node.children.indices))
    }
  }

  // MARK: Blocks

  /// Consecutive self-contained children of one node, which the caller visits by separate walks.
  package struct Block {
    /// Number of children.
    package var count: Int { Int(entry.end &- entry.next) }

    fileprivate let entry: Entry
    fileprivate let space: Space
    fileprivate let limit: Int
    fileprivate let isStopped: (() -> Bool)?

    /// Returns a range of the children, counted from the first.
    package func nodes(_ children: Range<Int>) -> ArraySlice<RenderNode> {
      let first = Int(entry.next)
      return entry.node._withUnsafeGuaranteedRef {
        $0.children[first + children.lowerBound..<first + children.upperBound]
      }
    }

    /// True if equal nodes would be painted equally in both blocks.
    package func isPlaced(as other: Block) -> Bool { space == other.space }

    /// Returns a walk that paints a range of the children, counted from the first.
    package func walk(of children: Range<Int>) -> RenderWalk {
      var walk = RenderWalk(
        entry.node.takeUnretainedValue(), space: space, for: .painting, limit: limit, isStopped: isStopped,
        isGathering: false)
      var part = entry
      part.next = entry.next &+ Int32(truncatingIfNeeded: children.lowerBound)
      part.end = entry.next &+ Int32(truncatingIfNeeded: children.upperBound)
      if !children.isEmpty { walk.entries.append(part) }
      return walk
    }
  }

  /// Removes the next children from the walk if the next step would enter the first of at least `count`, all
  /// self-contained; nil otherwise. The caller visits them by separate walks and counts them with `passed`, or puts
  /// them back.
  package mutating func takeBlock(ofAtLeast count: Int) -> Block? {
    guard let entry = entries.last, entry.kind == .children, Int(entry.end &- entry.next) >= count,
      purpose == .painting, !isGathering
    else { return nil }
    let isSelfContained = entry.node._withUnsafeGuaranteedRef {
      $0.isFlattening && $0.replication == nil && $0.hasSelfContainedChildren
    }
    guard isSelfContained else { return nil }
    entries.removeLast()
    return Block(entry: entry, space: spaces[spaces.count - 1], limit: limit, isStopped: isStopped)
  }

  package mutating func putBack(_ block: Block) { entries.append(block.entry) }

  /// Adds to the number of visited nodes; false, without adding, if that would exceed the limit.
  package mutating func passed(_ nodes: Int) -> Bool {
    guard visited + nodes <= limit else { return false }
    visited += nodes
    return true
  }

  // MARK: Plain leaves

  /// Consecutive plain leaves among the children of one node, which the caller paints itself.
  package struct Leaves {
    private let parent: RenderNode
    private let range: Range<Int>
    /// From the space of the leaves' placements to the target.
    package let map: Homography
    package let tone: Tone

    fileprivate init(parent: RenderNode, range: Range<Int>, space: Space) {
      self.parent = parent
      self.range = range
      map = space.map
      tone = space.tone
    }

    package var count: Int { range.count }
    package var last: RenderNode { parent.children[range.upperBound - 1] }

    /// Calls `body` with each leaf, back to front, without counting references.
    @inline(__always) package func forEach(_ body: (RenderNode) throws -> Void) rethrows {
      try parent.children.withUnsafeBufferPointer { children in
        for i in range { try Unmanaged.passUnretained(children[i])._withUnsafeGuaranteedRef { try body($0) } }
      }
    }
  }

  /// Removes the next children from the walk, and counts them as visited, if they are plain leaves in the plane of a
  /// flattening node; nil if the next step is another.
  ///
  /// - Parameter limit: maximum number of leaves.
  package mutating func takeLeaves(atMost limit: Int) -> Leaves? {
    guard let entry = entries.last, entry.kind == .children, purpose == .painting, !isGathering else { return nil }
    let first = Int(entry.next)
    let most = Swift.min(Int(entry.end) - first, limit, self.limit - visited)
    guard most > 0, entry.node._withUnsafeGuaranteedRef({ $0.children[first].isPlainLeaf }) else { return nil }
    let space = spaces[spaces.count - 1]
    guard space.matrix == nil else { return nil }
    let count = entry.node._withUnsafeGuaranteedRef { parent in
      parent.children.withUnsafeBufferPointer { children in
        var count = 0
        while count < most, children[first + count].isPlainLeaf { count += 1 }
        return count
      }
    }
    guard count > 0 else { return nil }
    visited += count
    if first + count == Int(entry.end) {
      entries.removeLast()
    } else {
      entries[entries.count - 1].next += Int32(truncatingIfNeeded: count)
    }
    return Leaves(parent: entry.node.takeUnretainedValue(), range: first..<first + count, space: space)
  }

  // MARK: Nodes

  /// Places a node and returns its step; nil if it is not entered, because it faces away or only leads to nodes below
  /// it.
  private mutating func visit(
    _ unmanaged: Unmanaged<RenderNode>, _ area: Rect?, isRoot: Bool = false, isMask: Bool = false
  ) -> Step? {
    let node = unmanaged.takeUnretainedValue()
    let space = spaces.count - 1
    let own: Homography
    var matrix: Transform3D?
    if isRoot {
      own = .identity
    } else if let outer = spaces[space].matrix {
      let placed = node.placement.concat(outer)
      matrix = placed
      own = placed.homography
    } else {
      own = node.placement.homography
    }
    let isFlipped = spaces[space].isFlipped != node.isPlacementFlipped
    if purpose != .measuring, !(isRoot && node.isFlattening), node.isTurnedAway(through: own, isFlipped: isFlipped) {
      return nil
    }
    guard node.isFlattening else {
      let placed = isRoot ? .identity : matrix ?? node.placement
      return enterDepth(node, placed, isFlipped: isFlipped, area)
    }
    self.node = node
    if let matrix { self.matrix = matrix }
    let map = isRoot ? spaces[space].map : own.concat(spaces[space].map)
    place = Place(map: map, tone: spaces[space].tone, isMask: isMask)
    part = nil
    if !isGathering { visited += 1 }
    return .enter
  }

  // MARK: Replication

  private mutating func beginInstance(of node: RenderNode) -> Step? {
    guard let replication = node.replication, let instance = instances.popLast() else { return nil }
    visited += 1
    if let next = replication.instance(after: instance) {
      instances.append(next)
      entries.append(Entry(.instances, node))
    }
    let color = replication.color(of: instance.index)
    var space = spaces[spaces.count - 1]
    let matrix = replication.matrix(of: instance)
    space.matrix = space.matrix.map { matrix.concat($0) } ?? matrix
    space.isRepeated = true
    let children = replication.children(of: instance.index, in: node)
    guard unit(color.alpha) > 0, space.matrix?.isFinite == true, !children.isEmpty else { return nil }
    let isPicture =
      purpose == .painting && !isGathering && node.isFlattening && mustBePicture(children, of: node, replication, color)
    if isPicture { entries.append(Entry(.endInstance, node)) } else { space.tone = space.tone.multiplied(by: color) }
    entries.append(Entry(.endSpace, node))
    entries.append(Entry(.children, node, children))
    spaces.append(space)
    guard isPicture else { return nil }
    self.node = node
    place.tone = Tone().multiplied(by: color)
    return .beginInstance
  }

  /// True if an instance must be composited as a group before its colour is applied.
  private func mustBePicture(_ children: Range<Int>, of node: RenderNode, _ replication: Replication, _ color: Color)
    -> Bool
  {
    if replication.blends, Tone.pixel(color) != .max { return true }
    if color.alpha >= 1 { return false }
    // A single child with group opacity already is a group.
    guard children.count == 1 else { return true }
    let only = node.children[children.lowerBound]
    return !(only.isFlattening && (only.isGroupOpacity || only.rasterizationScale != nil))
  }

  // MARK: Depth

  /// The current 3D space; nil outside `beginDepth` and `endDepth`.
  package var depth: SharedDepth? { depths.last }

  /// Enters a transform layer.
  private mutating func enterDepth(_ node: RenderNode, _ matrix: Transform3D, isFlipped: Bool, _ area: Rect?) -> Step? {
    var space = spaces[spaces.count - 1]
    if purpose == .painting, !isGathering {
      space.matrix = matrix
      space.isFlipped = isFlipped
      space.isRepeated = false
      guard var depth = gather(node, space, within: area ?? .zero) else {
        if isExhausted { entries.removeAll() }
        return nil
      }
      depth.origin = SharedDepth.Origin(matrix: matrix, map: space.map, tone: space.tone, isFlipped: isFlipped)
      self.node = node
      depths.append(depth)
      entries.append(Entry(.endDepth, node))
      if !depth.isEmpty { entries.append(Entry(.planes, node, 0..<depth.count)) }
      return .beginDepth
    }
    guard !node.children.isEmpty else { return nil }
    space.matrix = matrix
    space.isFlipped = isFlipped
    descendFlat(node, space)
    return nil
  }

  /// Continues below a transform layer, whose opacity multiplies each of its children.
  private mutating func descendFlat(_ node: RenderNode, _ space: Space) {
    spaces.append(space)
    spaces[spaces.count - 1].tone.alpha = unit(space.tone.alpha) * unit(node.opacity)
    entries.append(Entry(.endSpace, node))
    pushChildren(of: node)
  }

  /// Returns the planes below a transform layer in painter's order; nil if nothing is visible.
  private mutating func gather(_ node: RenderNode, _ space: Space, within area: Rect) -> SharedDepth? {
    guard var depth = SharedDepth(seenThrough: space.map, within: area) else { return nil }
    var walk = RenderWalk(node, space: space, for: .searching, limit: limit, isStopped: isStopped, isGathering: true)
    walk.visited = visited
    walk.descendFlat(node, space)
    // Cache of extents, filled if nodes are repeated. Lookup only; never iterated.
    var extents: [ObjectIdentifier: NodeExtent] = [:]
    while walk.next() != nil {
      let plane = walk.node
      guard walk.place.tone.isVisible else { continue }
      let extent: NodeExtent
      if walk.spaces[walk.spaces.count - 1].isRepeated {
        extent = extents[ObjectIdentifier(plane)] ?? NodeExtent.of(plane, limit: limit)
        extents[ObjectIdentifier(plane)] = extent
      } else {
        extent = NodeExtent.of(plane, limit: limit)
      }
      switch extent {
      case .nothing: break
      case .rect(let rect): depth.add(plane, walk.place, extent: rect, matrix: walk.matrix)
      case .unknown:
        isExhausted = true
        return nil
      }
    }
    visited = walk.visited
    isExhausted = walk.isExhausted
    if isExhausted { return nil }
    depth.sort(limit: limit, isStopped: isStopped)
    return depth
  }

  /// Enters a plane of a 3D space, or the next part of one.
  private mutating func enterPlane(_ index: Int) -> Step {
    (node, place, part) = depths[depths.count - 1].piece(index)
    visited += 1
    return .enter
  }
}
