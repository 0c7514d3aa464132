// SPDX-License-Identifier: MIT
import CPixelKernels
import Numbers
import SystemC

/// A Gaussian blur of the given standard deviations in pixels: the true kernel below 2, three box passes of exact
/// variance above. Deterministic; the support is at least 3 sigma.
package struct GaussianBlur: Sendable {
  package let sigmaX: Double
  package let sigmaY: Double
  fileprivate let axisX: llua_blur_axis
  fileprivate let axisY: llua_blur_axis

  /// The largest sigma.
  package static let maximumSigma = 2000.0

  /// Negative and non-finite sigmas count as 0.
  package init(sigmaX: Double, sigmaY: Double) {
    func limited(_ s: Double) -> Double { s.isFinite ? min(max(s, 0), GaussianBlur.maximumSigma) : 0 }
    self.sigmaX = limited(sigmaX)
    self.sigmaY = limited(sigmaY)
    axisX = GaussianBlur.axis(self.sigmaX)
    axisY = GaussianBlur.axis(self.sigmaY)
  }

  /// The number of pixels that the blur reaches beyond its source.
  package var marginX: Int32 { GaussianBlur.margin(axisX) }
  package var marginY: Int32 { GaussianBlur.margin(axisY) }

  private static func margin(_ a: llua_blur_axis) -> Int32 { a.tap_count > 0 ? a.tap_count - 1 : 3 * (a.radius + 1) }

  private static func axis(_ sigma: Double) -> llua_blur_axis {
    var a = llua_blur_axis()
    guard sigma >= 2 else {
      let count = sigma < 0.05 ? 1 : Int(clamping: (3 * sigma).rounded(.up)) + 1
      var weights = [1.0]
      if count > 1 {
        weights = (0..<count).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
      }
      let total = weights[0] + 2 * weights.dropFirst().reduce(0, +)
      a.tap_count = Int32(count)
      withUnsafeMutableBytes(of: &a.taps) { bytes in
        let taps = bytes.bindMemory(to: Float.self)
        for i in 0..<min(count, taps.count) { taps[i] = Float(weights[i] / total) }
      }
      return a
    }
    // Each pass has a third of the variance: 2r + 1 whole values and two that count α make
    // ((2r + 1)((2r + 1)² − 1) / 12 + 2α(r + 1)²) / (2r + 1 + 2α).
    let variance = sigma * sigma / 3
    let r = ((12 * variance + 1).squareRoot() - 1) / 2
    let radius = r.rounded(.down)
    let n = 2 * radius + 1
    let whole = n * (n * n - 1) / 12
    let outside = (radius + 1) * (radius + 1)
    let alpha = min(max((variance * n - whole) / (2 * (outside - variance)), 0), 1)
    a.radius = Int32(clamping: radius)
    a.inner = Float(1 / (n + 2 * alpha))
    a.outer = Float(alpha / (n + 2 * alpha))
    return a
  }

  /// Blurs `source` into `target`; outside `source` it is transparent. The rectangles are in one device space; the
  /// target is usually the source's grown by the margins, and may not share memory with it.
  package func apply(from source: CoverageBand, to target: CoverageBand, scratch: BandScratch) throws(SurfaceError) {
    let work = try BlurWork(self, from: source, to: target)
    for pass in work.passes { for i in 0..<pass.count { pass.run(i, scratch: scratch) } }
  }

  package func apply(from source: PixelBand, to target: PixelBand, scratch: BandScratch) throws(SurfaceError) {
    let work = try BlurWork(self, from: source, to: target)
    for pass in work.passes { for i in 0..<pass.count { pass.run(i, scratch: scratch) } }
  }

}

/// A blur as two lists of pieces that threads can share: all pieces of the first pass, and after them all pieces of the
/// second.
package struct BlurWork: Sendable {
  package struct Pass: Sendable {
    package let count: Int
    let body: @Sendable (Int, BandScratch) -> Void
    /// Does one piece, 0 ..< count.
    package func run(_ index: Int, scratch: BandScratch) { body(index, scratch) }
  }

  package let passes: [Pass]

  /// - Throws: when memory between the passes is short.
  package init(_ blur: GaussianBlur, from source: PixelBand, to target: PixelBand) throws(SurfaceError) {
    try self.init(blur, source: Rows(source), target: Rows(target), bytesPerPixel: 4)
  }

  package init(_ blur: GaussianBlur, from source: CoverageBand, to target: CoverageBand) throws(SurfaceError) {
    try self.init(blur, source: Rows(source), target: Rows(target), bytesPerPixel: 1)
  }

  /// A band as bytes.
  private struct Rows: @unchecked Sendable {
    var base: UnsafeMutablePointer<UInt8>
    /// In bytes.
    var stride: Int
    var rect: DeviceRect
    var owner: AnyObject?

    init(_ b: PixelBand) {
      base = UnsafeMutableRawPointer(b.base).assumingMemoryBound(to: UInt8.self)
      stride = b.stride * 4
      rect = b.rect
    }
    init(_ b: CoverageBand) {
      base = b.base
      stride = b.stride
      rect = b.rect
    }
  }

  private init(_ blur: GaussianBlur, source: Rows, target: Rows, bytesPerPixel bytes: Int) throws(SurfaceError) {
    guard !target.rect.isEmpty else {
      passes = []
      return
    }
    let t = target.rect
    // The source's rows that can be seen in the target.
    let reach = blur.marginY
    let y0 = max(source.rect.y0, t.y0 &- reach)
    let y1 = min(source.rect.y1, t.y1 &+ reach)
    guard y0 < y1, !source.rect.isEmpty else {
      passes = [
        Pass(count: 1) { _, _ in
          for y in 0..<t.height { (target.base + y * target.stride).update(repeating: 0, count: t.width * bytes) }
        }
      ]
      return
    }
    // Between the passes: those rows blurred sideways. They fit the target itself unless they stick out of it.
    let rows = DeviceRect(x0: t.x0, y0: y0, x1: t.x1, y1: y1)
    var between = target
    if t.contains(rows) {
      between.base = target.base + (Int(y0) - Int(t.y0)) * target.stride
      between.rect = rows
    } else if bytes == 4 {
      let surface = try PixelSurface(rect: rows)
      between = Rows(surface.band)
      between.owner = surface
    } else {
      let surface = try CoverageSurface(rect: rows)
      between = Rows(surface.band)
      between.owner = surface
    }
    let (axisX, axisY) = (blur.axisX, blur.axisY)
    let middle = between
    let rowsPerPiece = Int(LLUA_STRIP) / bytes
    let sideways = Pass(count: (rows.height + rowsPerPiece - 1) / rowsPerPiece) { piece, scratch in
      var axis = axisX
      let first = piece * rowsPerPiece
      let count = min(rowsPerPiece, rows.height - first)
      let work = scratch.blurWork(count: 2 * Int(LLUA_STRIP) * (t.width + 2 * Int(llua_blur_pad(&axis))))
      let from = source.base + (Int(y0) - Int(source.rect.y0) + first) * source.stride
      let to = middle.base + first * middle.stride
      let offset = source.rect.x0 &- t.x0
      if bytes == 4 {
        scratch.kernels.pointee.blur_rows_32(
          &axis, UnsafeRawPointer(from).assumingMemoryBound(to: UInt32.self), source.stride / 4,
          Int32(source.rect.width), offset,
          UnsafeMutableRawPointer(to).assumingMemoryBound(to: UInt32.self), middle.stride / 4, Int32(t.width),
          Int32(count), work)
      } else {
        scratch.kernels.pointee.blur_rows_8(
          &axis, from, source.stride, Int32(source.rect.width), offset, to, middle.stride, Int32(t.width), Int32(count),
          work)
      }
    }
    let lanes = Int(LLUA_STRIP)
    let width = t.width * bytes
    let downward = Pass(count: (width + lanes - 1) / lanes) { piece, scratch in
      var axis = axisY
      let first = piece * lanes
      let count = min(lanes, width - first)
      let work = scratch.blurWork(count: 2 * lanes * (t.height + 2 * Int(llua_blur_pad(&axis))))
      scratch.kernels.pointee.blur_columns(
        &axis, middle.base + first, middle.stride, Int32(rows.height), rows.y0 &- t.y0, target.base + first,
        target.stride,
        Int32(t.height), Int32(count), work)
    }
    passes = [sideways, downward]
  }
}
