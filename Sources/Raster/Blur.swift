/// A Gaussian blur of the given standard deviations (pixels), as a work list so that threads can share it: first every horizontal piece,
/// then, when all are done, every vertical one. Deterministic; the support is at least 3 sigma.
package struct GaussianBlur: Sendable {
  package let sigmaX: Double
  package let sigmaY: Double

  /// Negative and non-finite sigmas count as 0; sigmas are limited to 2,000.
  package init(sigmaX: Double, sigmaY: Double) {
    self.sigmaX = sigmaX
    self.sigmaY = sigmaY
  }

  /// How many pixels the blur reaches beyond what it blurs.
  package var marginX: Int32 { GaussianBlur.margin(sigmaX) }
  package var marginY: Int32 { GaussianBlur.margin(sigmaY) }

  static func margin(_ sigma: Double) -> Int32 {
    guard sigma > 0 else { return 0 }
    return Int32(Swift.min(3 * sigma, 6000).rounded(.up)) + 1
  }

  /// Blurs `source` into `target`; outside `source` it is transparent. The rectangles are in one device space; the target is usually the
  /// source's grown by the margins, and may not share memory with it.
  package func apply(from source: CoverageBand, to target: CoverageBand, scratch: BandScratch) throws(SurfaceError) {}
  package func apply(from source: PixelBand, to target: PixelBand, scratch: BandScratch) throws(SurfaceError) {}
}
