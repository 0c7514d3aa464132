// SPDX-License-Identifier: MIT
import Filters
import Geometry
import Raster

/// The enabled filters of a layer at one instant, in order of application.
package final class FilterChain: Sendable {
  package let steps: [FilterStep]
  /// Distance by which the result extends beyond a picture of the layer's bounds, in points.
  package let reach: Double

  /// - Parameter bounds: the layer's bounds, in its coordinates.
  package init(_ steps: [FilterStep], over bounds: Rect) {
    self.steps = steps
    // Computed once, since every extent around the layer needs it.
    let input = DeviceRect(around: bounds)
    let output = FilterPlan(steps, map: .identity, extent: input, bounds: bounds).extent
    reach =
      output.isEmpty
      ? 0 : Double(max(0, input.x0 - output.x0, input.y0 - output.y0, output.x1 - input.x1, output.y1 - input.y1))
  }
}
