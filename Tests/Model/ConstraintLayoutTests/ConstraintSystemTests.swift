// SPDX-License-Identifier: MIT
import ConstraintLayout
import Geometry
import Messages
import Testing
import TestSupport

/// The rules and numbers of the reference's layout page.
@Suite struct ConstraintSystemTests {
  private func solve(_ items: [(String?, [String], Rect)], in bounds: Rect) throws -> (
    frames: [Rect], problems: [ConstraintProblem]
  ) {
    let system = ConstraintSystem(
      try items.map { ConstraintItem(name: $0.0, constraints: try $0.1.map { try Constraint($0) }) })
    var frames = items.map(\.2)
    let failures = system.solve(in: bounds, frames: &frames)
    return (frames, system.problems + failures)
  }

  private func child(_ constraints: String..., bounds: Rect = Rect(0, 0, 200, 100)) throws -> Rect {
    let result = try solve([("a", constraints, Rect(3, 5, 40, 20))], in: bounds)
    #expect(result.problems.isEmpty)
    return result.frames[0]
  }

  @Test func `one or two constraints place a layer by the table`() throws {
    #expect(try child() == Rect(3, 5, 40, 20))
    #expect(try child("minX = superlayer.minX") == Rect(0, 5, 40, 20))
    #expect(try child("midX = superlayer.midX") == Rect(80, 5, 40, 20))
    #expect(try child("maxX = superlayer.maxX") == Rect(160, 5, 40, 20))
    #expect(try child("minX = superlayer.minX", "maxX = superlayer.maxX") == Rect(0, 5, 200, 20))
    #expect(try child("maxX = superlayer.maxX", "width = superlayer.width * 0.5") == Rect(100, 5, 100, 20))
    #expect(try child("width = superlayer.width * 0.5", "midX = superlayer.midX") == Rect(50, 5, 100, 20))
    #expect(try child("minX = superlayer.minX + 20", "midX = superlayer.midX") == Rect(20, 5, 160, 20))
    #expect(try child("maxX = superlayer.maxX - 20", "midX = superlayer.midX") == Rect(20, 5, 160, 20))
    #expect(try child("minX = superlayer.maxX * 0.25 + 7") == Rect(57, 5, 40, 20))
    #expect(try child("width = superlayer.width / 4", "minX = superlayer.minX + 10") == Rect(10, 5, 50, 20))
    #expect(try child("height = 30", "maxY = superlayer.maxY") == Rect(3, 70, 40, 30))
  }

  @Test func `the superlayer contributes its bounds origin`() throws {
    let frame = try child("minX = superlayer.minX", "minY = superlayer.minY", bounds: Rect(30, 70, 200, 100))
    #expect(frame == Rect(30, 70, 40, 20))
  }

  @Test func `the guide's example resolves with y down`() throws {
    let result = try solve(
      [
        ("layerA", ["midX = superlayer.midX", "midY = superlayer.midY"], Rect(0, 0, 100, 25)),
        (
          "layerB",
          ["width = layerA.width", "midX = layerA.midX", "minY = layerA.maxY + 10", "maxY = superlayer.maxY - 10"],
          .zero
        ),
      ], in: Rect(0, 0, 200, 200))
    #expect(result.problems.isEmpty)
    #expect(result.frames == [Rect(50, 87.5, 100, 25), Rect(50, 122.5, 100, 67.5)])
  }

  @Test func `the order of layers and constraints does not matter`() throws {
    let chain = (0..<50).map { i in
      ("l\(i)" as String?, i == 0 ? ["minX = superlayer.minX + 1"] : ["minX = l\(i - 1).maxX + 1"], Rect(0, 0, 10, 10))
    }
    let forward = try solve(chain, in: Rect(0, 0, 100, 100))
    let backward = try solve(chain.reversed(), in: Rect(0, 0, 100, 100))
    #expect(forward.frames == backward.frames.reversed())
    #expect(forward.frames[49].x == 1 + 49 * 11)
  }

  @Test func `a sibling without constraints is read where it is`() throws {
    let result = try solve(
      [("a", [], Rect(10, 20, 30, 40)), ("b", ["minX = a.maxX + 5"], Rect(0, 0, 1, 1))], in: Rect(0, 0, 9, 9))
    #expect(result.frames[1] == Rect(45, 0, 1, 1))
  }

  @Test func `a cycle is named all the way round and the rest is done`() throws {
    let result = try solve(
      [
        ("a", ["minX = b.maxX", "minY = superlayer.minY + 3"], Rect(1, 1, 1, 1)),
        ("b", ["minX = a.maxX"], Rect(2, 2, 2, 2)),
        ("c", ["minX = b.maxX"], Rect(9, 9, 9, 9)),
      ], in: Rect(0, 0, 100, 100))
    #expect(result.problems.map(\.description) == ["constraint cycle on x: a.minX ← b.maxX, b.minX ← a.maxX"])
    #expect(result.problems[0].loop == [0, 1])
    #expect(result.frames == [Rect(1, 3, 1, 1), Rect(2, 2, 2, 2), Rect(4, 9, 9, 9)])
  }

  @Test func `a layer that reads itself is a cycle`() throws {
    let result = try solve([("a", ["minX = a.maxX"], Rect(1, 1, 1, 1))], in: Rect(0, 0, 100, 100))
    #expect(result.problems.map(\.description) == ["constraint cycle on x: a.minX ← a.maxX"])
    #expect(result.frames[0] == Rect(1, 1, 1, 1))
  }

  @Test func `a cycle is of one axis`() throws {
    let result = try solve(
      [
        ("a", ["minX = b.maxX"], Rect(0, 0, 10, 10)),
        ("b", ["minX = superlayer.minX + 5", "minY = a.maxY"], Rect(0, 0, 10, 10)),
      ], in: Rect(0, 0, 100, 100))
    #expect(result.problems.isEmpty)
    #expect(result.frames == [Rect(15, 0, 10, 10), Rect(5, 10, 10, 10)])
  }

  @Test func `mistakes are explained and leave their axis alone`() throws {
    let result = try solve(
      [
        ("header", ["minX = superlayer.minX", "midX = superlayer.midX", "width = superlayer.width"], Rect(1, 2, 3, 4)),
        ("body", ["minX = headr.maxX", "minY = superlayer.minY + 7"], Rect(1, 2, 3, 4)),
        (nil, ["minX = superlayer.minX", "minX = header.minX"], Rect(1, 2, 3, 4)),
        ("d", ["width = superlayer.width"], Rect(1, 2, 3, 4)),
        ("e", ["minX = superlayer.maxX", "maxX = superlayer.minX + 20"], Rect(1, 2, 3, 4)),
      ], in: Rect(0, 0, 100, 100))
    #expect(
      result.problems.map { "\($0.rule.rawValue) \($0.item): \($0.description)" } == [
        "constraint-count 0: 3 constraints on x, an axis takes at most two: minX = superlayer.minX, midX = superlayer.midX, "
          + "width = superlayer.width",
        "constraint-unknown 1: minX = headr.maxX: no sibling is named headr; did you mean header?; there are superlayer, header, body, d, e",
        "constraint-twice 2: minX is constrained twice: minX = superlayer.minX, minX = header.minX",
        "constraint-size-only 3: width alone has no effect; pin an edge too (minX, midX or maxX): width = superlayer.width",
        "constraint-negative 4: width would be -80: minX is 100 and maxX is 20",
      ])
    #expect(result.frames[1] == Rect(1, 7, 3, 4))
    for i in [0, 2, 3, 4] { #expect(result.frames[i] == Rect(1, 2, 3, 4)) }
  }

  @Test func `a result that is not finite is an error`() throws {
    let result = try solve([("a", ["minX = superlayer.maxX * 1e308"], Rect(1, 2, 3, 4))], in: Rect(0, 0, 1e10, 10))
    #expect(result.problems.map(\.rule) == [.notFinite])
    #expect(result.frames[0] == Rect(1, 2, 3, 4))
  }

  @Test func `the first of several siblings of a name counts with a warning`() throws {
    let result = try solve(
      [("a", [], Rect(10, 0, 5, 5)), ("a", [], Rect(50, 0, 5, 5)), ("b", ["minX = a.maxX"], Rect(0, 0, 5, 5))],
      in: .unit)
    #expect(result.frames[2].x == 15)
    #expect(result.problems.map(\.rule) == [.ambiguous])
    #expect(result.problems[0].isWarning)
  }

  @Test func `a chain of a hundred thousand is no recursion`() {
    let items = (0..<100_000).map { i in
      ConstraintItem(
        name: "l\(i)",
        constraints: (try? [Constraint(.minX, relativeTo: i == 99_999 ? "superlayer" : "l\(i + 1)", .minX, offset: 1)])
          ?? [])
    }
    let system = ConstraintSystem(items)
    var frames = Array(repeating: Rect(0, 0, 1, 1), count: items.count)
    #expect(system.problems.isEmpty)
    #expect(system.solve(in: .unit, frames: &frames).isEmpty)
    #expect(frames[0].x == 100_000)
  }
}

/// Random systems checked against the definition: every constraint holds, and nothing else moves.
@Suite struct RandomConstraintTests {
  private func value(_ r: Rect, _ a: ConstraintAttribute) -> Double {
    switch a {
    case .minX: r.minX
    case .midX: r.midX
    case .maxX: r.maxX
    case .width: r.width
    case .minY: r.minY
    case .midY: r.midY
    case .maxY: r.maxY
    case .height: r.height
    }
  }

  /// One or two constraints on different attributes, never a length alone.
  private func constraints(_ axis: Int, _ sources: [String], _ random: inout some RandomNumberGenerator) throws
    -> [Constraint]
  {
    let pairs: [[Int]] = [[0], [1], [2], [0, 2], [0, 1], [1, 2], [0, 3], [1, 3], [2, 3], [3, 0], [2, 0]]
    return try (pairs.randomElement(using: &random) ?? [0]).map { place in
      try Constraint(
        ConstraintAttribute.allCases[axis * 4 + place],
        relativeTo: sources.randomElement(using: &random) ?? "superlayer",
        ConstraintAttribute.allCases[axis * 4 + Int.random(in: 0..<4, using: &random)],
        scale: [1, 1, 0.5, 2, -1].randomElement(using: &random) ?? 1,
        offset: Double(Int.random(in: -50...50, using: &random)))
    }
  }

  @Test(arguments: 0..<200) func `acyclic systems agree with substitution`(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    let count = Int.random(in: 1...12, using: &random)
    // Each refers only to earlier ones; then the order is shuffled.
    var items: [ConstraintItem] = []
    for i in 0..<count {
      var list: [Constraint] = []
      let sources = ["superlayer"] + (0..<i).map { "l\($0)" }
      for axis in 0..<2 where Bool.random(using: &random) { list += try constraints(axis, sources, &random) }
      items.append(ConstraintItem(name: "l\(i)", constraints: list.shuffled(using: &random)))
    }
    items.shuffle(using: &random)
    let bounds = Rect(Double(Int.random(in: -20...20, using: &random)), 5, 300, 200)
    let before = items.map { _ in
      Rect(
        Double(Int.random(in: 0...90, using: &random)), Double(Int.random(in: 0...90, using: &random)),
        Double(Int.random(in: 0...90, using: &random)), Double(Int.random(in: 0...90, using: &random)))
    }
    var frames = before
    let system = ConstraintSystem(items)
    #expect(system.problems.isEmpty)
    let failures = system.solve(in: bounds, frames: &frames)
    #expect(failures.allSatisfy { $0.rule == .negative })
    for (i, item) in items.enumerated() {
      for axis in [LayoutAxis.x, .y] {
        let mine = item.constraints.filter { $0.attribute.axis == axis }
        let low: ConstraintAttribute = axis == .x ? .minX : .minY
        let length: ConstraintAttribute = axis == .x ? .width : .height
        if mine.isEmpty || failures.contains(where: { $0.item == i && $0.axis == axis }) {
          #expect(
            value(frames[i], low) == value(before[i], low) && value(frames[i], length) == value(before[i], length))
          continue
        }
        for c in mine {
          let source = c.isRelativeToSuperlayer ? bounds : frames[items.firstIndex { $0.name == c.sourceName } ?? 0]
          let expected = c.scale * value(source, c.sourceAttribute) + c.offset
          #expect(abs(value(frames[i], c.attribute) - expected) <= 1e-9 * max(1, abs(expected), frames[i].width))
        }
        if mine.count == 1 { #expect(value(frames[i], length) == value(before[i], length)) }
      }
    }
  }

  @Test(arguments: 0..<200) func `reported loops are loops and all cycles are found`(_ seed: UInt64) throws {
    var random = SeededRandom(seed &+ 1000)
    let count = Int.random(in: 2...10, using: &random)
    let names = (0..<count).map { "l\($0)" }
    var items: [ConstraintItem] = []
    for name in names {
      let list =
        Int.random(in: 0..<4, using: &random) == 0
        ? [] : try constraints(0, ["superlayer", "superlayer"] + names, &random)
      items.append(ConstraintItem(name: name, constraints: list))
    }
    let system = ConstraintSystem(items)
    func reads(_ i: Int) -> [Int] { items[i].constraints.compactMap { c in names.firstIndex(of: c.sourceName) } }
    for problem in system.problems {
      #expect(problem.rule == .cycle)
      #expect(Set(problem.loop).count == problem.loop.count)
      for (k, i) in problem.loop.enumerated() { #expect(reads(i).contains(problem.loop[(k + 1) % problem.loop.count])) }
    }
    // The nodes on cycles, by exhaustive search.
    var cyclic: Set<Int> = []
    for i in 0..<count {
      var seen: Set<Int> = []
      var work = reads(i)
      while let j = work.popLast() { if seen.insert(j).inserted { work += reads(j) } }
      if seen.contains(i) { cyclic.insert(i) }
    }
    #expect(cyclic.isEmpty == system.problems.isEmpty)
    #expect(Set(system.problems.flatMap(\.loop)).isSubset(of: cyclic))
    // Items on cycles keep their frames, whatever their constraints; the others move if they have constraints and do
    // not fail.
    let before = items.map { _ in Rect(1e6, 0, 5, 5) }
    var frames = before
    let failures = system.solve(in: Rect(0, 0, 10, 10), frames: &frames)
    for i in 0..<count where cyclic.contains(i) { #expect(frames[i] == before[i]) }
    for i in 0..<count where !cyclic.contains(i) && reads(i).isEmpty && !items[i].constraints.isEmpty {
      #expect(frames[i] != before[i] || failures.contains { $0.item == i })
    }
  }
}

@Suite struct ConstraintTextTests {
  @Test(arguments: [
    ("maxY = layerA.minY - 10", "maxY = layerA.minY - 10"),
    ("width=superlayer.width*0.5+4", "width = superlayer.width * 0.5 + 4"),
    ("  midX  =  2 * a.midX ", "midX = a.midX * 2"),
    ("width = superlayer.width / 4", "width = superlayer.width * 0.25"),
    ("minX = a.maxX + 3 - 1", "minX = a.maxX + 2"), ("height = 30", "height = 30"), ("minX = -5", "minX = -5"),
    ("minX = 'side bar'.maxX", "minX = 'side bar'.maxX"), ("minX = \"it's\".maxX + 1", "minX = 'it''s'.maxX + 1"),
    ("minX = -a.maxX", "minX = a.maxX * -1"), ("minY = side-bar.maxY - 1e1", "minY = side-bar.maxY - 10"),
    ("minX = größe.minX", "minX = größe.minX"), ("minX = '2'.minX", "minX = '2'.minX"),
    ("minX = 2.minX", "minX = '2'.minX"),
    ("kCAConstraintMaxX = superlayer.kCAConstraintMaxX", "maxX = superlayer.maxX"),
  ])
  func `text reads back`(_ given: String, _ expected: String) throws {
    let c = try Constraint(text: given)
    #expect("\(c)" == expected)
    #expect(try Constraint(expected) == c)
  }

  @Test(arguments: [
    ("midx = superlayer.midX", 1, "expected an attribute, got \"midx\"; did you mean \"midX\"?"),
    ("", 1, "expected an attribute: minX"), ("minX superlayer.minX", 6, "expected \"=\""),
    ("minX == superlayer.minX", 7, "a single \"=\" is enough"),
    ("minX = superlayer", 18, "expected a dot and an attribute after superlayer"),
    (
      "minX = side bar.maxX", 12,
      "expected a dot and an attribute after side, such as .minX; put a name with spaces in quotes"
    ),
    ("minX = superlayer.maxY", 19, "maxY is not on the same axis as minX; expected one such as maxX"),
    ("minX = superlayer.", 19, "expected an attribute"), ("minX = superlayer.maxX 10", 24, "expected \"* number\""),
    ("minX = superlayer.maxX - x", 26, "expected a number"),
    ("minX = a.maxX + 1 * 2", 19, "a factor must come before an offset"),
    ("a.minX = superlayer.minX", 1, "the left side must be only an attribute"),
    ("minX.x = a.minX", 1, "the left side must be only an attribute"),
    ("minX = 'a.minX", 8, "the quote is not closed"), ("minX = a.maxX / 0", 15, "division by zero"),
    ("minX =", 7, "expected a source"),
    ("größe = 1", 1, "expected an attribute"), ("minX = 1e400", 8, "expected a number"),
    ("minX = a.minX * 1e308 * 1e308", 1, "scale must be finite"),
  ])
  func `errors point at the column`(_ given: String, _ column: Int, _ message: String) {
    do {
      let c = try Constraint(text: given)
      Issue.record("no error, got \(c)")
    } catch {
      #expect(error.message.hasPrefix("Constraint: \(message)"), "\(error.message)")
      #expect(error.message.contains("at column \(column)\n"), "\(error.message)")
      #expect(error.message.hasSuffix("\n  " + String(repeating: " ", count: column - 1) + "^"), "\(error.message)")
    }
  }

  @Test func `two axes in one constraint are refused`() {
    #expect(throws: LayerError.self) { try Constraint(.minX, relativeTo: "superlayer", .maxY) }
    #expect(throws: LayerError.self) { try Constraint(.minX, relativeTo: "", .maxX) }
    #expect(throws: LayerError.self) { try Constraint(.minX, relativeTo: "a", .maxX, scale: .nan) }
  }
}
