// SPDX-License-Identifier: MIT
import Messages
import Numbers

extension ConstraintSystem {
  /// Resolves names, checks each node's constraints against the table of combinations, and sorts the nodes
  /// topologically.
  struct Builder {
    private let items: [ConstraintItem]
    private var indices: [String: Int32] = [:]
    /// Names of several items, with the index of the second one.
    private var ambiguous: [String: Int32] = [:]
    /// The nodes with valid constraints, in item order.
    private var terms: [Step] = []
    /// Index of each node in `terms`; −1 for a node that is not resolved.
    private var places: [Int32]
    private(set) var steps: [Step] = []
    private(set) var problems: [ConstraintProblem] = []

    init(_ items: [ConstraintItem]) {
      self.items = items
      places = Array(repeating: -1, count: items.count * 2)
    }

    mutating func build() {
      indices.reserveCapacity(items.count)
      for (i, item) in items.enumerated() {
        guard let name = item.name, !name.isEmpty else { continue }
        if let first = indices.updateValue(Int32(truncatingIfNeeded: i), forKey: name) {
          indices[name] = first
          if ambiguous[name] == nil { ambiguous[name] = Int32(truncatingIfNeeded: i) }
        }
      }
      for i in items.indices where !items[i].constraints.isEmpty { collect(i) }
      order()
    }

    // MARK: Nodes

    /// Creates the nodes of an item.
    private mutating func collect(_ i: Int) {
      var counts = (0, 0)
      // Indices of the first two constraints of each axis in the item's list.
      var found = ((-1, -1), (-1, -1))
      let list = items[i].constraints
      for (k, c) in list.enumerated() {
        if c.attribute.axis == .x {
          if counts.0 == 0 { found.0.0 = k } else if counts.0 == 1 { found.0.1 = k }
          counts.0 += 1
        } else {
          if counts.1 == 0 { found.1.0 = k } else if counts.1 == 1 { found.1.1 = k }
          counts.1 += 1
        }
      }
      if counts.0 > 0 { makeNode(i, axis: .x, count: counts.0, found: found.0) }
      if counts.1 > 0 { makeNode(i, axis: .y, count: counts.1, found: found.1) }
    }

    private mutating func makeNode(_ i: Int, axis: LayoutAxis, count: Int, found: (Int, Int)) {
      let list = items[i].constraints
      if count > 2 {
        let all = list.filter { $0.attribute.axis == axis }
        let shown = all.prefix(6).map(\.description).joined(separator: ", ") + (all.count > 6 ? ", …" : "")
        return report(
          .count, at: i, axis: axis, text: "\(count) constraints on \(axis.name), an axis takes at most two: \(shown)")
      }
      var first = list[found.0]
      if count == 1 {
        if first.attribute.place == 3 {
          let length = first.attribute.name
          let edges = axis == .x ? "minX, midX or maxX" : "minY, midY or maxY"
          return report(
            .lengthAlone, at: i, axis: axis, text: "\(length) alone has no effect; pin an edge too (\(edges)): \(first)"
          )
        }
        guard let term = term(first, i), let form = Form(first.attribute.place, nil) else { return }
        add(i, axis, Step(node: 0, form: form, first: term, second: .none))
        return
      }
      var second = list[found.1]
      if first.attribute.place > second.attribute.place { swap(&first, &second) }
      if first.attribute == second.attribute {
        return report(
          .twice, at: i, axis: axis, text: "\(first.attribute.name) is constrained twice: \(first), \(second)")
      }
      // Both are checked, so that two unknown names give two messages.
      let a = term(first, i)
      let b = term(second, i)
      guard let a, let b, let form = Form(first.attribute.place, second.attribute.place) else { return }
      add(i, axis, Step(node: 0, form: form, first: a, second: b))
    }

    private mutating func add(_ i: Int, _ axis: LayoutAxis, _ step: Step) {
      let node = i * 2 + Int(axis.rawValue)
      places[node] = Int32(truncatingIfNeeded: terms.count)
      var step = step
      step.node = Int32(truncatingIfNeeded: node)
      terms.append(step)
    }

    private mutating func term(_ c: Constraint, _ i: Int) -> Term? {
      var source: Int32 = 0
      if !c.isRelativeToSuperlayer {
        guard let index = indices[c.sourceName] else {
          report(.unknown, at: i, axis: c.attribute.axis, text: unknown(c))
          return nil
        }
        source = index + 1
        if !ambiguous.isEmpty, let second = ambiguous[c.sourceName] {
          report(
            .ambiguous, at: i, axis: c.attribute.axis,
            text:
              "\(c): several siblings are named \(Constraint.quoted(c.sourceName)) (#\(index + 1) and #\(second + 1)); "
              + "the first counts"
          )
        }
      }
      let place = c.sourceAttribute.place
      return Term(
        source: source, edge: place == 3 ? 0 : 1, length: place == 3 ? 1 : Float(place) / 2, scale: c.scale,
        offset: c.offset)
    }

    private func unknown(_ c: Constraint) -> String {
      var names: [String] = []
      for item in items {
        if let name = item.name, !name.isEmpty, names.count <= 20 { names.append(name) }
      }
      let near = nearest(c.sourceName, among: names).map { "; did you mean \(Constraint.quoted($0))?" } ?? ""
      let shown =
        names.prefix(20).map { Constraint.quoted($0) }.joined(separator: ", ") + (names.count > 20 ? ", …" : "")
      let there = names.isEmpty ? "none of the layers here has a name" : "there are superlayer, \(shown)"
      return "\(c): no sibling is named \(Constraint.quoted(c.sourceName))\(near); \(there)"
    }

    private mutating func report(
      _ rule: ConstraintProblem.Rule, at i: Int, axis: LayoutAxis, text: String, loop: [Int] = []
    ) {
      problems.append(ConstraintProblem(rule: rule, item: i, axis: axis, description: text, loop: loop))
    }

    // MARK: Order

    /// Tarjan's strongly connected components algorithm without recursion. It yields components sources first; a
    /// component of more than one node is a cycle.
    private mutating func order() {
      let count = terms.count
      if count == 0 { return }
      steps.reserveCapacity(count)
      var numbers = [Int32](repeating: 0, count: count)
      var lowest = [Int32](repeating: 0, count: count)
      var isOpen = [Bool](repeating: false, count: count)
      var open: [Int32] = []
      var path: [(node: Int32, edge: Int8)] = []
      var counter: Int32 = 0
      for start in 0..<count where numbers[start] == 0 {
        path.append((Int32(start), 0))
        while let (node, edge) = path.last {
          let v = Int(node)
          if edge == 0 {
            counter += 1
            numbers[v] = counter
            lowest[v] = counter
            open.append(node)
            isOpen[v] = true
          }
          if edge < 2 {
            path[path.count - 1].edge = edge + 1
            let w = source(v, edge)
            if w < 0 { continue }
            if numbers[Int(w)] == 0 {
              path.append((w, 0))
            } else if isOpen[Int(w)] {
              lowest[v] = Swift.min(lowest[v], numbers[Int(w)])
            }
            continue
          }
          path.removeLast()
          if let (parent, _) = path.last { lowest[Int(parent)] = Swift.min(lowest[Int(parent)], lowest[v]) }
          guard lowest[v] == numbers[v] else { continue }
          if open.last == node {
            open.removeLast()
            isOpen[v] = false
            if source(v, 0) == node || source(v, 1) == node { reportCycle([node]) } else { steps.append(terms[v]) }
          } else {
            var component: [Int32] = []
            while let w = open.popLast() {
              isOpen[Int(w)] = false
              component.append(w)
              if w == node { break }
            }
            reportCycle(component)
          }
        }
      }
    }

    /// Returns the node that a node's first or second constraint reads; −1 for the superlayer and for an unresolved
    /// node.
    private func source(_ v: Int, _ edge: Int8) -> Int32 {
      let s = edge == 0 ? terms[v].first.source : terms[v].second.source
      return s == 0 ? -1 : places[Int(s - 1) * 2 + Int(terms[v].node & 1)]
    }

    /// Reports one cycle of a strongly connected component, starting at its first item.
    private mutating func reportCycle(_ component: [Int32]) {
      let members = Set(component)
      guard var v = component.min(by: { terms[Int($0)].node < terms[Int($1)].node }) else { return }
      var way: [(node: Int32, edge: Int8)] = []
      var seen: [Int32: Int] = [:]
      while seen[v] == nil {
        seen[v] = way.count
        // Every member has a constraint that reads another member, or itself.
        let edge: Int8 = members.contains(source(Int(v), 0)) ? 0 : 1
        way.append((v, edge))
        let next = source(Int(v), edge)
        guard next >= 0 else { return }
        v = next
      }
      way.removeFirst(seen[v] ?? 0)
      let least = way.indices.min { terms[Int(way[$0].node)].node < terms[Int(way[$1].node)].node } ?? 0
      way = Array(way[least...] + way[..<least])
      let axis: LayoutAxis = terms[Int(way[0].node)].node & 1 == 0 ? .x : .y
      let loop = way.map { Int(terms[Int($0.node)].node >> 1) }
      var links: [String] = []
      for (node, edge) in way.prefix(50) {
        let step = terms[Int(node)]
        let item = Int(step.node >> 1)
        let (first, second) = step.form.attributes(on: axis)
        let target = edge == 0 ? first : second ?? first
        guard let c = items[item].constraints.first(where: { $0.attribute == target }) else { continue }
        links.append("\(label(item)).\(target.name) ← \(Constraint.quoted(c.sourceName)).\(c.sourceAttribute.name)")
      }
      let more = way.count > 50 ? ", … (\(way.count) in all)" : ""
      report(
        .cycle, at: loop[0], axis: axis,
        text: "constraint cycle on \(axis.name): \(links.joined(separator: ", "))\(more)", loop: loop)
    }

    private func label(_ i: Int) -> String { items[i].name.map { Constraint.quoted($0) } ?? "#\(i + 1)" }
  }
}
