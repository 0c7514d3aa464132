// SPDX-License-Identifier: MIT
import Raster

/// Kernels that combine a picture with its Gaussian blur, such as unsharp masking.
struct BlurCombination: Sendable {
  typealias Pixels = UnsafeMutablePointer<SIMD4<Float>>

  let blur: PyramidBlur
  /// Replaces a row of the blurred picture by the result; `own` is the picture's row, both premultiplied.
  let combine: @Sendable (_ own: Pixels, _ blurred: Pixels, _ count: Int) -> Void

  /// Returns the kernel.
  ///
  /// - Parameters:
  ///   - grows: true if the result extends beyond the picture.
  ///   - gain: factor by which differences of the blurred picture are amplified; above 1 the blur is computed in
  ///     floating point.
  func kernel(grows: Bool, gain: Double, mayLeaveRange: Bool) -> AreaKernel {
    typealias Body = @Sendable (FilterImage, FilterImage, FilterWork) throws -> Void
    let exact: Body = { source, target, work in try floats(source, target, work) }
    let quick: Body = { source, target, work in try bytes(source, target, work) }
    let blur = blur
    return AreaKernel(
      extent: { grows ? $0.outset(dx: blur.marginX, dy: blur.marginY) : $0 },
      need: { area in blur.need(for: area).union(area) }, mayLeaveRange: mayLeaveRange,
      bytes: gain > 1 ? nil : quick, exact)
  }

  private func bytes(_ source: FilterImage, _ target: FilterImage, _ work: FilterWork) throws {
    let t = target.rect
    let blurred = try work.image(.bytes, t)
    guard let from = source.surface, let to = blurred.surface else { return }
    try work.blur(blur, from, to)
    try work.bands(of: t, height: 32, scratch: 2 * t.width) { band, own in
      let row = own + t.width
      for y in band.y0..<band.y1 {
        source.load(y, from: t.x0, count: t.width, to: own, work)
        blurred.load(y, from: t.x0, count: t.width, to: row, work)
        combine(own, row, t.width)
        target.store(row, y, from: t.x0, count: t.width, work)
      }
    }
    try work.release(blurred)
  }

  private func floats(_ source: FilterImage, _ target: FilterImage, _ work: FilterWork) throws {
    let t = target.rect
    try FloatBlur.rows(blur, source: source, of: t, work: work) { y, row in
      // The row's own pixels are buffered in the target row.
      let own = target.floats(y)
      source.load(y, from: t.x0, count: t.width, to: own, work)
      combine(own, row, t.width)
      own.update(from: row, count: t.width)
    }
  }
}

extension FilterWork {
  /// Blurs bytes in integer arithmetic, and charges the memory used.
  func blur(_ blur: PyramidBlur, _ source: PixelSurface, _ target: PixelSurface) throws {
    let memory = blur.memory(from: source.rect, to: target.rect)
    try charge(memory)
    try blur.apply(
      from: source.band, to: target.band, threads: threads, instructions: instructions, isStopped: isStopped)
    try charge(-memory)
  }
}
