// SPDX-License-Identifier: MIT
import Compositor

/// Options for drawing a tree onto a page.
package struct VectorOptions {
  /// Resolution of rasterised parts, in pixels per inch (72 points of the page). Default 300.
  package var dpi = 300.0
  /// Budgets, threads and cancellation for rasterised parts. Its piece budget applies to the page as well.
  package var compositor = CompositorOptions()
  /// True if links may have any address; if false, only addresses that are `LinkAddress.isPlain`. Default false.
  package var allowsAllLinks = false
  /// Collects the parts that were rasterised and the links that were left out; nil to ignore them.
  package var report: VectorReport?

  package init(dpi: Double = 300, compositor: CompositorOptions = CompositorOptions(), report: VectorReport? = nil) {
    self.dpi = dpi
    self.compositor = compositor
    self.compositor.placesGlyphsExactly = true
    self.report = report
  }
}
