// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers

/// The name and constraints of one layer under a superlayer, in the superlayer's order. Independent of the layer
/// classes.
package struct ConstraintItem: Sendable {
  package var name: String?
  package var constraints: [Constraint]
  package init(name: String?, constraints: [Constraint] = []) {
    self.name = name
    self.constraints = constraints
  }
}

/// The reason why a part of a system was left unresolved, or has no effect.
package struct ConstraintProblem: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Rule: String, Sendable {
    case cycle = "constraint-cycle"
    case unknown = "constraint-unknown"
    case count = "constraint-count"
    case twice = "constraint-twice"
    case negative = "constraint-negative"
    case notFinite = "constraint-not-finite"
    /// Only a warning: a constraint of the length alone has no effect.
    case lengthAlone = "constraint-size-only"
    /// Only a warning: several items have a source's name; the first is used.
    case ambiguous = "duplicate-name"
  }
  package let rule: Rule
  /// Index of the item concerned; the first one of a cycle.
  package let item: Int
  package let axis: LayoutAxis
  package let description: String
  /// The items of a cycle; each reads the next, and the last reads the first.
  package let loop: [Int]

  package var isWarning: Bool { rule == .lengthAlone || rule == .ambiguous }
}

/// The constraints of the items under one superlayer, sorted topologically once, and resolved in that order each time
/// sizes change.
///
/// A node is one axis of one item. It depends on the same axis of the items that its constraints name. Nodes on a
/// cycle, and nodes with unsatisfiable constraints, are left unchanged and reported. All others are resolved in time
/// linear in items and constraints.
package struct ConstraintSystem: Sendable {
  /// The problems found while sorting the system, ordered by item.
  package let problems: [ConstraintProblem]
  package let itemCount: Int
  /// The resolvable nodes in topological order, sources first.
  private let steps: [Step]

  /// A node with its one or two constraints.
  struct Step: Sendable {
    /// Twice the item's index, plus 1 on the y axis.
    var node: Int32
    var form: Form
    var first: Term
    var second: Term
  }

  /// The linear term scale · (edge · min + length · size) + offset. `source` is 0 for the superlayer, else the item's
  /// index plus 1.
  struct Term: Sendable {
    var source: Int32
    /// Coefficient of the source's min: 0 or 1.
    var edge: Float
    /// Coefficient of the source's length: 0, ½ or 1.
    var length: Float
    var scale: Double
    var offset: Double

    static let none = Term(source: 0, edge: 0, length: 0, scale: 0, offset: 0)
  }

  /// The constrained attributes of a node; with only a min, mid or max the length is preserved.
  enum Form: UInt8, Sendable {
    case min, mid, max, minMax, minMid, midMax, minLength, midLength, maxLength
  }

  package init(_ items: [ConstraintItem]) {
    var builder = Builder(items)
    builder.build()
    steps = builder.steps
    problems = builder.problems.sorted { ($0.item, $0.axis.rawValue) < ($1.item, $1.axis.rawValue) }
    itemCount = items.count
  }

  /// True if there is nothing to resolve.
  package var isEmpty: Bool { steps.isEmpty }

  /// Resolves all nodes.
  ///
  /// - Parameters:
  ///   - bounds: the superlayer's bounds, in its own coordinates.
  ///   - frames: the items' frames in the superlayer, in order; read on axes without constraints, and written on the
  ///     others.
  /// - Returns: the problems of nodes whose result would be negative or not finite; these stay unchanged.
  package func solve(in bounds: Rect, frames: inout [Rect]) -> [ConstraintProblem] {
    precondition(frames.count == itemCount, "as many frames as items")
    var failures: [ConstraintProblem] = []
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 4) { superlayer in
      superlayer[0] = bounds.x
      superlayer[1] = bounds.y
      superlayer[2] = bounds.width
      superlayer[3] = bounds.height
      frames.withUnsafeMutableBytes { bytes in
        let all = bytes.bindMemory(to: Double.self)
        guard let base = all.baseAddress, let top = superlayer.baseAddress else { return }
        steps.withUnsafeBufferPointer { steps in
          for i in steps.indices {
            let step = steps[i]
            let axis = Int(step.node & 1)
            let place = base + (Int(step.node >> 1) * 4 + axis)
            let a = ConstraintSystem.value(step.first, axis: axis, base: base, top: top)
            let b = ConstraintSystem.value(step.second, axis: axis, base: base, top: top)
            let (low, length) = ConstraintSystem.place(step.form, a: a, b: b, length: place[2])
            if length >= 0, low * 0 == 0, length * 0 == 0, (low + length) * 0 == 0 {
              place[0] = low
              place[2] = length
            } else {
              failures.append(failure(step, a: a, b: b, low: low, length: length))
            }
          }
        }
      }
    }
    return failures
  }

  @inline(__always) private static func value(
    _ term: Term, axis: Int, base: UnsafeMutablePointer<Double>, top: UnsafeMutablePointer<Double>
  ) -> Double {
    let p = term.source == 0 ? top + axis : base + (Int(term.source - 1) * 4 + axis)
    return term.scale * (Double(term.edge) * p[0] + Double(term.length) * p[2]) + term.offset
  }

  @inline(__always) private static func place(_ form: Form, a: Double, b: Double, length: Double) -> (
    low: Double, length: Double
  ) {
    switch form {
    case .min: (a, length)
    case .mid: (a - length / 2, length)
    case .max: (a - length, length)
    case .minMax: (a, b - a)
    case .minMid: (a, 2 * (b - a))
    case .midMax: (b - 2 * (b - a), 2 * (b - a))
    case .minLength: (a, b)
    case .midLength: (a - b / 2, b)
    case .maxLength: (a - b, b)
    }
  }

  /// Returns the problem of a step, with the values of its attributes.
  private func failure(_ step: Step, a: Double, b: Double, low: Double, length: Double) -> ConstraintProblem {
    let axis: LayoutAxis = step.node & 1 == 0 ? .x : .y
    let (first, second) = step.form.attributes(on: axis)
    var values = "\(first.name) is \(numberText(a))"
    if let second { values += " and \(second.name) is \(numberText(b))" }
    // A fourth positional argument is the scale, but is more often meant as the offset.
    for (attribute, term) in [(first, step.first), (second ?? first, step.second)]
    where Constraint.isUnusual(scale: term.scale, offset: term.offset, of: attribute) {
      values +=
        "; the scale of \(attribute.name) is \(numberText(term.scale)) and its offset \(numberText(term.offset)): an "
        + "offset comes after the scale"
    }
    let isFinite = low.isFinite && length.isFinite && (low + length).isFinite
    let what =
      isFinite
      ? "\(axis.length.name) would be \(numberText(length)): \(values)" : "\(values): the result is not finite"
    return ConstraintProblem(
      rule: isFinite ? .negative : .notFinite, item: Int(step.node >> 1), axis: axis, description: what, loop: [])
  }
}

extension ConstraintSystem.Form {
  /// The attributes of the first and second term.
  func attributes(on axis: LayoutAxis) -> (ConstraintAttribute, ConstraintAttribute?) {
    func at(_ place: UInt8) -> ConstraintAttribute {
      ConstraintAttribute(rawValue: (axis == .x ? 0 : 4) + place) ?? .minX
    }
    switch self {
    case .min: return (at(0), nil)
    case .mid: return (at(1), nil)
    case .max: return (at(2), nil)
    case .minMax: return (at(0), at(2))
    case .minMid: return (at(0), at(1))
    case .midMax: return (at(1), at(2))
    case .minLength: return (at(0), at(3))
    case .midLength: return (at(1), at(3))
    case .maxLength: return (at(2), at(3))
    }
  }

  /// Creates a form from the `place` values of one or two constraints in ascending order; `second` is nil for one.
  init?(_ first: Int, _ second: Int?) {
    switch (first, second) {
    case (0, nil): self = .min
    case (1, nil): self = .mid
    case (2, nil): self = .max
    case (0, 2): self = .minMax
    case (0, 1): self = .minMid
    case (1, 2): self = .midMax
    case (0, 3): self = .minLength
    case (1, 3): self = .midLength
    case (2, 3): self = .maxLength
    default: return nil
    }
  }
}
