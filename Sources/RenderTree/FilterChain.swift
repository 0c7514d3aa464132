// SPDX-License-Identifier: MIT
import Filters

/// The filters of a layer at one instant, in the order in which they are applied; those that are disabled are left out.
package final class FilterChain: Sendable {
  package let steps: [FilterStep]

  package init(_ steps: [FilterStep]) { self.steps = steps }
}
