// SPDX-License-Identifier: MIT

extension FilterRow {
  /// All filters, in the manual's order.
  package static let all: [FilterRow] =
    blurs + colorAdjustments + colorEffects + distortions + geometryAdjustments + halftones + stylize + generators
    + transitions
}
