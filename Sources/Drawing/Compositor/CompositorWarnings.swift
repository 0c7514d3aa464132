// SPDX-License-Identifier: MIT
/// Warnings about parts of pictures that could not be drawn as specified, collected from any thread until `take` is
/// called.
package final class CompositorWarnings: Sendable {
  package enum Rule: String, Sendable {
    case depthLimit
    case backdrop
    case emptyBackdrop
  }

  package struct Warning: Hashable, Sendable {
    package var rule: Rule
    /// Label of the node concerned.
    package var label: String
    package var message: String
  }

  private let warnings = Monitor<Set<Warning>>([])

  package init() {}

  func note(_ rule: Rule, label: String, _ message: String) {
    warnings.update { if $0.count < 1000 { $0.insert(Warning(rule: rule, label: label, message: message)) } }
  }

  /// Removes and returns the warnings since the last call, in an order independent of thread timing.
  package func take() -> [Warning] {
    let taken = warnings.update { warnings in
      defer { warnings = [] }
      return warnings
    }
    return taken.sorted { ($0.rule.rawValue, $0.label, $0.message) < ($1.rule.rawValue, $1.label, $1.message) }
  }
}
