// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree
import TestSupport
import Testing

/// The order of the traversal's steps, and the nodes that it finds, compared with a plain recursion.
@Suite struct RenderWalkTests {
  private static let area = Rect(0, 0, 1000, 1000)

  /// The steps of a painting traversal, with the label of each node.
  private func steps(_ root: RenderNode, isMasked: Bool = true) -> [String] {
    var walk = RenderWalk(root, through: .identity, for: .painting)
    var result: [String] = []
    while let step = walk.next(within: Self.area) {
      result.append("\(step) \(walk.node.label)")
      if step == .enter { walk.descend(through: walk.place.map, isMasked: isMasked) }
    }
    return result
  }

  private func box(
    _ label: String, _ children: [RenderNode] = [], placement: Transform3D = .identity, isFlattening: Bool = true,
    mask: RenderNode? = nil, replication: Replication? = nil, pieces: Pieces = [.background(.color(.black))]
  ) -> RenderNode {
    RenderNode(
      bounds: Rect(0, 0, 100, 100), placement: placement, isFlattening: isFlattening, pieces: pieces,
      children: children, mask: mask, replication: replication, label: label)
  }

  @Test func `pieces come around children and the mask last`() {
    let border = Border(width: 1, paint: .color(.black))
    let root = box(
      "a", [box("b"), box("c", pieces: [])], mask: box("m"), pieces: [.background(.color(.black)), .border(border)])
    #expect(
      steps(root) == [
        "enter a", "under a", "enter b", "under b", "painted b", "leave b", "enter c", "painted c", "leave c",
        "over a", "painted a", "beginMask a", "enter m", "under m", "painted m", "leave m", "endMask a", "leave a",
      ])
    #expect(!steps(root, isMasked: false).contains("enter m"))
  }

  @Test func `what is not descended into is passed over`() {
    let root = box("a", [box("b", [box("c")]), box("d")])
    var walk = RenderWalk(root, through: .identity, for: .painting)
    var entered: [String] = []
    while let step = walk.next(within: Self.area) {
      guard step == .enter else { continue }
      entered.append(walk.node.label)
      if walk.node.label != "b" { walk.descend(through: walk.place.map) }
    }
    #expect(entered == ["a", "b", "d"])
  }

  @Test func `what was painted comes once more elsewhere`() {
    let root = box("a", [box("b", placement: .translation(1, 0))])
    var walk = RenderWalk(root, through: .identity, for: .painting)
    var places: [Double] = []
    var isAgain = false
    while let step = walk.next(within: Self.area) {
      if step == .enter {
        places.append(walk.place.map.m31)
        walk.descend(through: walk.place.map)
      } else if step == .painted, walk.node === root, !isAgain {
        isAgain = true
        walk.again(through: Homography(.translation(10, 0)), tone: Tone(alpha: 0.5))
      }
    }
    #expect(places == [0, 1, 11])
  }

  @Test func `without a place neither pieces nor children come, but the mask does`() {
    let root = box("a", [box("b")], mask: box("m"))
    var walk = RenderWalk(root, through: .identity, for: .painting)
    var result: [String] = []
    while let step = walk.next(within: Self.area) {
      result.append("\(step) \(walk.node.label)")
      if step == .enter { walk.descend(through: nil, isMasked: true) }
    }
    #expect(
      result == [
        "enter a", "painted a", "beginMask a", "enter m", "painted m", "leave m", "endMask a", "leave a",
      ])
  }

  @Test func `faded instances of several children are pictures`() {
    func row(_ alpha: Double, _ children: [RenderNode]) -> [String] {
      let color = Color(red: 1, green: 1, blue: 1, alpha: alpha)
      return steps(
        box("r", children, replication: Replication(count: 2, step: .translation(10, 0), color: color), pieces: []))
    }
    #expect(row(0.5, [box("a"), box("b")]).filter { $0 == "beginInstance r" || $0 == "endInstance r" }.count == 4)
    #expect(!row(1, [box("a"), box("b")]).contains("beginInstance r"))
    #expect(!row(0.5, [box("a")]).contains("beginInstance r"))
    #expect(row(0.5, [box("a")]).filter { $0 == "enter a" }.count == 2)
    #expect(!row(0, [box("a")]).contains("enter a"))
  }

  @Test func `planes below a transform layer come from back to front`() {
    func plane(_ label: String, _ z: Double) -> RenderNode { box(label, placement: .translation(0, 0, z)) }
    let space = box(
      "t", [plane("near", 5), box("inner", [plane("far", -9)], isFlattening: false), plane("middle", 0)],
      isFlattening: false, pieces: [])
    let entered = steps(box("a", [space])).filter { $0.hasPrefix("enter") || $0.contains("Depth") }
    #expect(entered == ["enter a", "beginDepth t", "enter far", "enter middle", "enter near", "endDepth t"])
  }

  @Test func `planes that cross come in parts that share them`() throws {
    func plane(_ label: String, _ angle: Double) -> RenderNode {
      box(
        label,
        placement: Transform3D.translation(-50, -50).concat(.rotation(angle, x: 0, y: 1, z: 0))
          .concat(.translation(50, 50)))
    }
    let root = box("a", [box("t", [plane("b", 0.6), plane("c", -0.6)], isFlattening: false, pieces: [])])
    var walk = RenderWalk(root, through: .identity, for: .painting)
    var parts: [(label: String, part: PlanePart)] = []
    while let step = walk.next(within: Self.area) {
      if step == .beginDepth { #expect(walk.depth?.planeCount == 2 && walk.depth?.segments.isEmpty == false) }
      if step == .enter {
        if let part = walk.part { parts.append((walk.node.label, part)) }
        walk.descend(through: walk.place.map)
      }
    }
    #expect(parts.count == 3)
    let cut = try #require(Dictionary(grouping: parts, by: \.label).values.first { $0.count == 2 })
    // Each point of the plane belongs to one of its parts.
    for x in [5.0, 20, 49, 51, 80] {
      let holders = cut.filter { entry in
        entry.part.halfPlanes.allSatisfy { ($0.line.a * x + $0.line.b * 50 + $0.line.c >= 0) == $0.isPositive }
      }
      #expect(holders.count == 1)
    }
  }

  @Test func `a billion instances end at the limit`() {
    let root = box("r", [box("a")], replication: Replication(count: 1_000_000_000, step: .identity), pieces: [])
    for root in [root, box("t", [root], isFlattening: false, pieces: [])] {
      var walk = RenderWalk(root, through: .identity, for: .painting, limit: 1000)
      while let step = walk.next(within: Self.area) {
        if step == .enter { walk.descend(through: walk.place.map) }
      }
      #expect(walk.isExhausted && walk.visited <= 1002)
    }
  }

  @Test func `a tree of a hundred thousand levels is walked`() {
    var node = box("leaf")
    for level in 0..<100_000 { node = box("", [node], isFlattening: level % 3 != 0) }
    var walk = RenderWalk(node, through: .identity, for: .searching)
    var last = ""
    while let step = walk.next() {
      if step == .enter {
        last = walk.node.label
        walk.descend(through: walk.place.map)
      }
    }
    #expect(last == "leaf")
  }

  // MARK: Random trees

  /// A node and the position at which it is found.
  private struct Find: Equatable {
    var label: String
    var map: Homography
    var tone: Tone
  }

  private func randomTree(_ depth: Int, _ random: inout SeededRandom, _ count: inout Int) -> RenderNode {
    count += 1
    let label = "#\(count)"
    func chance(_ n: Int) -> Bool { Int.random(in: 0..<n, using: &random) == 0 }
    func value(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    var placement = Transform3D.translation(value(-20...20), value(-20...20), value(-20...20))
    if chance(2) {
      placement = placement.concat(.rotation(value(-3...3), x: value(-1...1), y: value(-1...1), z: 1))
    }
    var children: [RenderNode] = []
    if depth < 4 {
      for _ in 0..<Int.random(in: 0...3, using: &random) { children.append(randomTree(depth + 1, &random, &count)) }
    }
    var replication: Replication?
    if chance(4) {
      replication = Replication(
        count: Int.random(in: 0...3, using: &random), step: .rotation(0.2, x: 0, y: 1, z: 0),
        color: Color(red: 0.5, green: 1, blue: 1, alpha: chance(5) ? 0 : 0.5))
    }
    return RenderNode(
      bounds: Rect(0, 0, 40, 40), placement: placement, isDoubleSided: !chance(3), isPlacementFlipped: chance(5),
      isFlattening: !chance(3), pieces: [.background(.color(.black))], children: children,
      mask: depth < 3 && chance(5) ? randomTree(depth + 1, &random, &count) : nil, opacity: value(0.1...1),
      replication: replication, label: label)
  }

  /// All nodes that paint, found by recursion.
  private func recursion(
    _ node: RenderNode, _ matrix: Transform3D?, _ isFlipped: Bool, _ map: Homography, _ tone: Tone, dropsTurned: Bool,
    _ finds: inout [Find]
  ) {
    let placed = matrix.map { node.placement.concat($0) } ?? node.placement
    let flips = isFlipped != node.isPlacementFlipped
    if dropsTurned, node.isTurnedAway(through: placed.homography, isFlipped: flips) { return }
    visit(node, placed, flips, map, tone, dropsTurned: dropsTurned, &finds)
  }

  private func visit(
    _ node: RenderNode, _ placed: Transform3D, _ flips: Bool, _ map: Homography, _ tone: Tone, dropsTurned: Bool,
    _ finds: inout [Find], isRoot: Bool = false
  ) {
    var (inner, matrix, isFlipped, tone) = (map, Optional(placed), flips, tone)
    if node.isFlattening {
      inner = isRoot ? map : placed.homography.concat(map)
      finds.append(Find(label: node.label, map: inner, tone: tone))
      (matrix, isFlipped, tone) = (nil, false, Tone())
    } else {
      tone.alpha *= node.opacity
    }
    func children(_ range: Range<Int>, _ matrix: Transform3D?, _ tone: Tone) {
      for child in node.children[range] {
        recursion(child, matrix, isFlipped, inner, tone, dropsTurned: dropsTurned, &finds)
      }
    }
    if let replication = node.replication {
      var instance: Replication.Instance? = replication.count > 0 ? Replication.Instance() : nil
      while let present = instance {
        let own = replication.matrix(of: present)
        let color = replication.color(of: present.index)
        if color.alpha > 0 {
          children(
            node.children.indices, matrix.map { own.concat($0) } ?? own, tone.multiplied(by: color))
        }
        instance = replication.instance(after: present)
      }
    } else {
      children(node.children.indices, matrix, tone)
    }
    if node.isFlattening, let mask = node.mask {
      recursion(mask, nil, false, inner, Tone(), dropsTurned: dropsTurned, &finds)
    }
  }

  @Test(arguments: 0..<300) func `finds nodes where a recursion finds them`(_ seed: Int) {
    var random = SeededRandom(UInt64(seed))
    var count = 0
    let root = randomTree(0, &random, &count)
    let map = Homography(.scale(2, 3))
    for (purpose, dropsTurned) in [(RenderWalk.Purpose.searching, true), (.measuring, false)] {
      var expected: [Find] = []
      if root.isFlattening || !dropsTurned || !root.isTurnedAway(through: .identity, isFlipped: root.isPlacementFlipped)
      {
        visit(
          root, .identity, root.isPlacementFlipped, map, Tone(), dropsTurned: dropsTurned, &expected, isRoot: true)
      }
      var walk = RenderWalk(root, through: map, for: purpose)
      var found: [Find] = []
      while let step = walk.next() {
        guard step == .enter else { continue }
        found.append(Find(label: walk.node.label, map: walk.place.map, tone: walk.place.tone))
        walk.descend(through: walk.place.map, isMasked: true)
      }
      #expect(found == expected)
    }
  }

  /// Painter's order yields the same nodes except invisible ones, and each begin step has its end step.
  @Test(arguments: 0..<300) func `paints in pairs what a search finds`(_ seed: Int) {
    var random = SeededRandom(UInt64(seed) + 1000)
    var count = 0
    let root = randomTree(0, &random, &count)
    var search = RenderWalk(root, through: .identity, for: .searching)
    var findable: Set<String> = []
    while let step = search.next() {
      if step == .enter {
        findable.insert(search.node.label)
        search.descend(through: search.place.map, isMasked: true)
      }
    }
    var walk = RenderWalk(root, through: .identity, for: .painting)
    var open: [String] = []
    while let step = walk.next(within: Self.area) {
      let label = walk.node.label
      switch step {
      case .enter:
        #expect(findable.contains(label))
        open.append("leave \(label)")
        walk.descend(through: walk.place.map, isMasked: true)
      case .beginMask: open.append("endMask \(label)")
      case .beginInstance: open.append("endInstance \(label)")
      case .beginDepth: open.append("endDepth \(label)")
      case .leave, .endMask, .endInstance, .endDepth: #expect(open.popLast() == "\(step) \(label)")
      case .under, .over, .painted: #expect(open.last == "leave \(label)")
      }
    }
    #expect(open.isEmpty)
  }
}
