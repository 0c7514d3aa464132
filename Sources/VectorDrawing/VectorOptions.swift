// SPDX-License-Identifier: MIT
import Compositor

/// How a tree is drawn onto a page.
package struct VectorOptions {
  /// The pixels per inch of what becomes pixels; an inch is 72 points of the page.
  package var dpi = 300.0
  /// The budgets, threads and cancellation of what becomes pixels; its limit of pieces is the page's too.
  package var compositor = CompositorOptions()
  /// True if links may lead anywhere, or only where `LinkAddress.isPlain`. Default false.
  package var allowsAllLinks = false
  /// Collects what became pixels and which links were left out; nil ignores it.
  package var report: VectorReport?

  package init(dpi: Double = 300, compositor: CompositorOptions = CompositorOptions(), report: VectorReport? = nil) {
    self.dpi = dpi
    self.compositor = compositor
    self.compositor.placesGlyphsExactly = true
    self.report = report
  }
}
