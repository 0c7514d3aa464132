// SPDX-License-Identifier: MIT
import Raster

/// Filters that mix a picture with its blurred self.
struct BlurCombination: Sendable {
  typealias Pixels = UnsafeMutablePointer<SIMD4<Float>>

  let blur: PyramidBlur
  /// Changes a row of the blurred picture to the result; the first is the picture's own, premultiplied both.
  let combine: @Sendable (_ own: Pixels, _ blurred: Pixels, _ count: Int) -> Void

  /// - Parameters:
  ///   - grows: whether something shows outside of the picture.
  ///   - gain: by how much it makes differences of the blurred picture larger: above 1 that is made in floating point.
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
    try FloatBlur.rows(blur, source, of: t, work) { y, row in
      // The row's own pixels wait where the result will be.
      let own = target.floats(y)
      source.load(y, from: t.x0, count: t.width, to: own, work)
      combine(own, row, t.width)
      own.update(from: row, count: t.width)
    }
  }
}

extension FilterWork {
  /// Blurs bytes in integers, and counts the memory that it takes.
  func blur(_ blur: PyramidBlur, _ source: PixelSurface, _ target: PixelSurface) throws {
    let memory = blur.memory(from: source.rect, to: target.rect)
    try charge(memory)
    try blur.apply(
      from: source.band, to: target.band, threads: threads, instructions: instructions, isStopped: isStopped)
    try charge(-memory)
  }
}
