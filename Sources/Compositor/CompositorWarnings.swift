// SPDX-License-Identifier: MIT
/// What of pictures could not be drawn as it should be, from any thread, until somebody takes it.
package final class CompositorWarnings: Sendable {
  package enum Rule: String, Sendable {
    case depthLimit
  }

  package struct Warning: Hashable, Sendable {
    package var rule: Rule
    /// That of the node at fault.
    package var label: String
    package var message: String
  }

  private let warnings = Monitor<Set<Warning>>([])

  package init() {}

  func note(_ rule: Rule, label: String, _ message: String) {
    warnings.update { if $0.count < 1000 { $0.insert(Warning(rule: rule, label: label, message: message)) } }
  }

  /// The warnings since the last call, in an order that does not depend on which thread came first.
  package func take() -> [Warning] {
    let taken = warnings.update { warnings in
      defer { warnings = [] }
      return warnings
    }
    return taken.sorted { ($0.rule.rawValue, $0.label, $0.message) < ($1.rule.rawValue, $1.label, $1.message) }
  }
}
