// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels

/// The one way through a render tree: whatever draws, measures or searches a tree takes it.
///
/// The caller asks for one step after the other and does its own part of each. At `enter` it decides whether to
/// `descend` below the node; otherwise the next step is the one after the node. So for a node that is descended into
/// come, in this order,
///
///     enter  [under]  children  [over]  painted  [beginMask  the mask  endMask]  leave
///
/// Order, placing, replication, planes that face away, depth and masks are dealt with here and nowhere else. Everything
/// is in the spaces of planes, free of pixels. The walk keeps its own stack, since trees may be thousands of nodes
/// deep.
package struct RenderWalk {
  package enum Step {
    /// A node that paints in its own plane, at `place`.
    case enter
    /// The pieces under the children; only where there are any.
    case under
    /// The pieces over the children; only where there are any.
    case over
    /// All pieces and children of the node have come; `again` lets them come once more.
    case painted
    /// Until `endMask`, what comes is the node's mask.
    case beginMask
    case endMask
    /// The node is finished.
    case leave
    /// Until `endInstance`, what comes is one instance of the node's children that must be a picture before `place.tone`
    /// is applied to it. Other instances come without this step: their nodes' tones have the instance's colour.
    case beginInstance
    case endInstance
    /// Until `endDepth`, the planes come that share their depth below the transform layer `node`, or parts of them, from
    /// back to front; `depth` describes them.
    case beginDepth
    case endDepth
  }

  package enum Purpose {
    /// Everything in painter's order.
    case painting
    /// As for painting, but the planes below a transform layer come in tree order, whole.
    case searching
    /// As for searching, and planes that face away come too.
    case measuring
  }

  /// The place and tone of a node.
  package struct Place {
    /// From the node's plane to the target.
    package var map: Homography
    package var tone: Tone
    /// Whether the node is the root of a mask, which is not combined with a backdrop by its blend mode.
    package var isMask = false
  }

  /// The node of the present step.
  package private(set) var node: RenderNode
  /// Where the node of the last `enter` is, and the tone of the last `beginInstance`.
  package private(set) var place: Place
  /// The part of the node's plane that is meant; nil outside of depth, and below the plane.
  package private(set) var part: PlanePart?
  /// The number of nodes entered and instances begun.
  package private(set) var visited = 0
  /// Whether the walk ended since it visited too much.
  package private(set) var isExhausted = false

  /// Keeps all nodes alive.
  private let root: RenderNode
  private let purpose: Purpose
  /// The most nodes and instances that are visited.
  private let limit: Int
  /// Called now and then while planes are sorted; true ends the sorting, with any result.
  private let isStopped: (() -> Bool)?
  /// Whether planes are gathered below a transform layer. The node that gathers is counted when it is painted.
  private let isGathering: Bool

  private var entries: [Entry] = []
  private var spaces: [Space] = []
  /// The instances that are next, of the replicated nodes on the way.
  private var instances: [Replication.Instance] = []
  private var depths: [SharedDepth] = []
  /// The matrix of `node` in its space of depth.
  private var matrix = Transform3D.identity

  /// Something that is still to come. Its node is kept by the root.
  fileprivate struct Entry {
    enum Kind: UInt8 {
      case root, maskRoot, children, instances, endInstance, endSpace, under, over, painted, mask, endMask, leave
      case planes, endDepth
    }
    var kind: Kind
    var node: Unmanaged<RenderNode>
    /// For children and planes: the next one, and the one after the last.
    var next: Int32 = 0
    var end: Int32 = 0

    init(_ kind: Kind, _ node: RenderNode, _ range: Range<Int> = 0..<0) {
      self.kind = kind
      self.node = .passUnretained(node)
      next = Int32(truncatingIfNeeded: range.lowerBound)
      end = Int32(truncatingIfNeeded: range.upperBound)
    }
  }

  /// What the placements of the nodes that come next lead to.
  fileprivate struct Space: Equatable {
    /// From the plane of the nearest flattening node around to the target.
    var map: Homography
    var tone: Tone
    /// From this space to that plane, where they differ.
    var matrix: Transform3D?
    var isFlipped = false
    /// Whether what comes may come more than once.
    var isRepeated = false
  }

  /// A walk of a tree; the placement of its root is ignored.
  ///
  /// - Parameters:
  ///   - map: from the root's plane to the target.
  ///   - limit: the most nodes and instances that are visited; then the walk ends and `isExhausted` is true.
  package init(
    _ root: RenderNode, through map: Homography, for purpose: Purpose, limit: Int = .max,
    isStopped: (() -> Bool)? = nil
  ) {
    self.init(root, Space(map: map, tone: Tone()), purpose, limit, isStopped, isGathering: false)
    entries.append(Entry(.root, root))
  }

  /// A walk without a step.
  package init() {
    self.init(
      RenderNode(bounds: .zero), Space(map: .identity, tone: Tone()), .painting, .max, nil, isGathering: false)
  }

  private init(
    _ node: RenderNode, _ space: Space, _ purpose: Purpose, _ limit: Int, _ isStopped: (() -> Bool)?, isGathering: Bool
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

  /// The next step; nil at the end.
  ///
  /// - Parameter area: the part of the target in which something can be seen at the moment. Of the planes that share
  ///   their depth only those come that reach into it.
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

  /// After `enter`: lets the node's pieces and children come, then its mask and `leave`.
  ///
  /// - Parameters:
  ///   - map: from the node's plane to the target of its pieces and children; nil leaves those out.
  ///   - tone: the tone of the node's children.
  ///   - isMasked: whether the mask comes.
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

  /// After `painted`: lets the node's pieces and children come once more, and `painted` after them.
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

  /// Children of one node, all self-contained, that a caller may go through by walks of their own.
  package struct Block {
    /// The number of children.
    package var count: Int { Int(entry.end &- entry.next) }

    fileprivate let entry: Entry
    fileprivate let space: Space
    fileprivate let limit: Int
    fileprivate let isStopped: (() -> Bool)?

    /// Some of the children, counted from the first.
    package func nodes(_ children: Range<Int>) -> ArraySlice<RenderNode> {
      let first = Int(entry.next)
      return entry.node._withUnsafeGuaranteedRef {
        $0.children[first + children.lowerBound..<first + children.upperBound]
      }
    }

    /// Whether the same nodes would be painted in the same way.
    package func isPlaced(as other: Block) -> Bool { space == other.space }

    /// A walk that paints some of the children, counted from the first.
    package func walk(of children: Range<Int>) -> RenderWalk {
      var walk = RenderWalk(entry.node.takeUnretainedValue(), space, .painting, limit, isStopped, isGathering: false)
      var part = entry
      part.next = entry.next &+ Int32(truncatingIfNeeded: children.lowerBound)
      part.end = entry.next &+ Int32(truncatingIfNeeded: children.upperBound)
      if !children.isEmpty { walk.entries.append(part) }
      return walk
    }
  }

  /// Takes children out of the walk, when the next step would enter the first of at least so many that are all
  /// self-contained; nil otherwise. The caller goes through them by walks of its own and counts those by `passed`, or
  /// puts them back.
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

  /// Whether that many more nodes may be visited; if so they count as visited.
  package mutating func passed(_ nodes: Int) -> Bool {
    guard visited + nodes <= limit else { return false }
    visited += nodes
    return true
  }

  // MARK: Nodes

  /// Places a node; nil where it is not entered: it faces away, or only leads to what is below it.
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

  /// Whether an instance must be composited before its colour is applied.
  private func mustBePicture(_ children: Range<Int>, of node: RenderNode, _ replication: Replication, _ color: Color)
    -> Bool
  {
    if replication.blends, Tone.pixel(color) != .max { return true }
    if color.alpha >= 1 { return false }
    // A single child that is faded as a whole is the instance's picture.
    guard children.count == 1 else { return true }
    let only = node.children[children.lowerBound]
    return !(only.isFlattening && (only.isGroupOpacity || only.rasterizationScale != nil))
  }

  // MARK: Depth

  /// The depth that the present planes share; nil outside of `beginDepth` and `endDepth`.
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

  /// Goes on below a transform layer, whose opacity multiplies each of its children.
  private mutating func descendFlat(_ node: RenderNode, _ space: Space) {
    spaces.append(space)
    spaces[spaces.count - 1].tone.alpha = unit(space.tone.alpha) * unit(node.opacity)
    entries.append(Entry(.endSpace, node))
    pushChildren(of: node)
  }

  /// The planes below a transform layer in painter's order; nil where nothing can be seen.
  private mutating func gather(_ node: RenderNode, _ space: Space, within area: Rect) -> SharedDepth? {
    guard var depth = SharedDepth(seenThrough: space.map, within: area) else { return nil }
    var walk = RenderWalk(node, space, .searching, limit, isStopped, isGathering: true)
    walk.visited = visited
    walk.descendFlat(node, space)
    // Looked up only; filled where nodes are repeated.
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

  /// Enters a plane, or the next part of one, that shares depth with others.
  private mutating func enterPlane(_ index: Int) -> Step {
    (node, place, part) = depths[depths.count - 1].piece(index)
    visited += 1
    return .enter
  }
}
