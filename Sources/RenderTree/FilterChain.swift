// SPDX-License-Identifier: MIT
import Filters
import Geometry
import Raster

/// The filters of a layer at one instant, in the order in which they are applied; those that are disabled are left out.
package final class FilterChain: Sendable {
  package let steps: [FilterStep]

  package init(_ steps: [FilterStep]) { self.steps = steps }

  /// The distance by which the result reaches beyond a picture of that area, in points.
  package func reach(over bounds: Rect) -> Double {
    let input = DeviceRect(around: bounds)
    let output = FilterPlan(steps, map: .identity, extent: input, bounds: bounds).extent
    if output.isEmpty { return 0 }
    return Double(max(0, input.x0 - output.x0, input.y0 - output.y0, output.x1 - input.x1, output.y1 - input.y1))
  }
}
