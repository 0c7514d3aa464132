import Geometry
import Pixels

/// The kernels' instruction sets. All give the same bytes.
package enum InstructionSet: Int32, CaseIterable, Sendable {
  /// One pixel at a time.
  case scalar
  /// 128-bit vectors: SSE2 on x86-64, NEON on arm64.
  case baseline
  case avx2

  /// Whether this processor has it.
  package var isAvailable: Bool { self != .avx2 }
  /// The fastest this processor has.
  package static let best: InstructionSet = .baseline
}

/// The working memory of one thread. Bands of any size up to a canvas may be drawn with it.
package final class BandScratch {
  package let instructions: InstructionSet
  package init(instructions: InstructionSet = .best) { self.instructions = instructions }
}

/// How coverage is combined with what is in the band.
package enum CoverageCombination: Sendable {
  /// Replaces all of the band, also outside the outline (0).
  case set
  /// Multiplies all of the band.
  case multiply
  /// 1 − (1 − a)(1 − b).
  case union
}

/// Paints the inside of an outline: result = lerp(dst, blend(source × opacity, dst), coverage × clip).
///
/// - Parameters:
///   - opacity: 255 is all; multiplies the source.
///   - clip: multiplies the coverage; nothing is painted outside its rectangle.
package func fill(
  _ outline: Outline, rule: FillRule = .nonZero, source: SpanSource, opacity: UInt8 = 255, blend: BlendMode = .normal,
  into band: PixelBand, clip: CoverageBand? = nil, scratch: BandScratch
) {}

/// Paints a whole device rectangle, without edges; as `fill` of it.
package func fill(
  _ rect: DeviceRect, source: SpanSource, opacity: UInt8 = 255, blend: BlendMode = .normal, into band: PixelBand,
  clip: CoverageBand? = nil, scratch: BandScratch
) {}

/// Writes an outline's coverage.
package func coverage(
  _ outline: Outline, rule: FillRule = .nonZero, into band: CoverageBand, combining: CoverageCombination, scratch: BandScratch
) {}

/// Paints a surface onto another; their rectangles are in the same device space, only the common part is touched.
package func composite(
  _ source: PixelBand, onto band: PixelBand, opacity: UInt8 = 255, clip: CoverageBand? = nil, blend: BlendMode = .normal,
  scratch: BandScratch
) {}

/// Multiplies coverage by a surface's alpha; outside the surface it becomes 0.
package func multiplyAlpha(of source: PixelBand, into band: CoverageBand, scratch: BandScratch) {}

/// Writes a surface's alpha; outside the surface it becomes 0.
package func copyAlpha(of source: PixelBand, into band: CoverageBand, scratch: BandScratch) {}

/// Multiplies all channels by the coverage; outside its rectangle pixels become transparent.
package func multiply(_ band: PixelBand, by coverage: CoverageBand, scratch: BandScratch) {}

/// Paints a colour through an alpha surface moved by whole pixels.
package func fillMask(
  _ mask: CoverageBand, dx: Int32 = 0, dy: Int32 = 0, color premultiplied: UInt32, into band: PixelBand, clip: CoverageBand? = nil,
  blend: BlendMode = .normal, scratch: BandScratch
) {}

/// Paints a colour through an alpha surface stretched over `destination`: its first `left` columns, last `right` columns, first `top`
/// and last `bottom` rows keep their size; the column and row between are repeated. `destination` must be at least left + right wide
/// and top + bottom high.
package func fillNineSlice(
  _ mask: CoverageBand, left: Int32, right: Int32, top: Int32, bottom: Int32, over destination: DeviceRect, color premultiplied: UInt32,
  into band: PixelBand, clip: CoverageBand? = nil, blend: BlendMode = .normal, scratch: BandScratch
) {}

/// Makes every pixel of a band the given one.
package func clear(_ band: PixelBand, to pixel: UInt32 = 0) {}
package func clear(_ band: CoverageBand, to value: UInt8 = 0) {}
