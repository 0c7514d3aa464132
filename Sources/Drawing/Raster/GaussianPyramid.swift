// SPDX-License-Identifier: MIT
import CPixelKernels
import Numbers
import SystemC

/// One axis of a Gaussian blur: the number of mip levels to go down, and the kernel to apply there.
///
/// Below a standard deviation of 3.2 pixels the taps are sampled from the Gaussian. From there on the image is halved
/// with the kernel [1 3 3 1] / 8 until the deviation is between 1.6 and 3.2. It is enlarged again with quadratic
/// B-splines, whose second moment is the same at every phase. Variances add, so the taps supply the variance that
/// halvings and splines leave.
package struct GaussianAxis: Sendable {
  /// Standard deviation in pixels of the full-size image.
  package let sigma: Double
  /// Number of times the axis is halved.
  package let shift: Int32
  /// Kernel weights at the offsets 0 ... radius, in pixels of the level. All but the first apply on both sides; the
  /// whole kernel sums to 1.
  package let taps: [Double]
  /// The taps in 16.16 fixed point (1/65536), without trailing zeros.
  let words: [UInt16]

  /// Treats negative and non-finite sigmas as 0, and clamps to `PyramidBlur.maximumSigma`.
  package init(_ sigma: Double) {
    self.sigma = sigma.isFinite ? min(max(sigma, 0), PyramidBlur.maximumSigma) : 0
    var shift: Int32 = 0
    var rest = self.sigma
    while rest >= 3.2 {
      rest /= 2
      shift += 1
    }
    self.shift = shift
    if shift == 0 {
      taps = GaussianAxis.taps(rest * rest, radius: Int(clamping: (3.5 * rest).rounded(.up)))
    } else {
      let f = Double(Int(1) << Int(shift))
      let variance = rest * rest - 0.25 - (1 - 1 / (f * f)) / 4
      let radius = Int(clamping: (3.5 * variance.squareRoot()).rounded(.up))
      // Truncating the tails lowers the variance, so sample a slightly wider Gaussian.
      var wider = variance
      var taps: [Double] = []
      for _ in 0..<12 {
        taps = GaussianAxis.taps(wider, radius: radius)
        var made = 0.0
        for k in 1..<taps.count { made += 2 * taps[k] * Double(k * k) }
        wider += variance - made
      }
      self.taps = taps
    }
    var words = taps.map { UInt16(clamping: Int(clamping: ($0 * 65536).rounded())) }
    while words.count > 1, words.last == 0 { words.removeLast() }
    // The first tap is halved, since the kernel adds the middle pixel to itself.
    words[0] = UInt16(clamping: 32768 - words.dropFirst().reduce(0) { $0 + Int($1) })
    self.words = words
  }

  /// Samples a Gaussian at 0 ... radius, normalised.
  private static func taps(_ variance: Double, radius: Int) -> [Double] {
    guard variance > 0, radius > 0 else { return [1] }
    // Computes base^(k²) incrementally: successive squares differ by 2k + 1.
    let base = exponential(-0.5 / variance)
    var weights = [1.0]
    var factor = base
    for _ in 0..<radius {
      weights.append((weights.last ?? 0) * factor)
      factor *= base * base
    }
    let total = 2 * weights.reduce(0, +) - 1
    return weights.map { $0 / total }
  }

  /// Returns e^x for x ≤ 0, with the same bits on every machine.
  private static func exponential(_ x: Double) -> Double {
    if x < -700 { return 0 }
    let y = x / 1024
    var r = 1 + y * (1 + y / 2 * (1 + y / 3 * (1 + y / 4 * (1 + y / 5 * (1 + y / 6 * (1 + y / 7 * (1 + y / 8)))))))
    for _ in 0..<10 { r *= r }
    return r
  }

  /// Radius of the kernel, in pixels of the level.
  package var radius: Int32 { Int32(truncatingIfNeeded: taps.count - 1) }

  /// Returns the range of the level that the taps read for a non-empty range of output pixels.
  package func reads(_ range: Range<Int32>) -> Range<Int32> {
    let spline = splineReads(range)
    return spline.lowerBound &- radius..<spline.upperBound &+ radius
  }
  /// Returns the range of the blurred level that the splines read.
  package func splineReads(_ range: Range<Int32>) -> Range<Int32> { GaussianAxis.splineReads(range, shift: shift) }

  package static func splineReads(_ range: Range<Int32>, shift: Int32) -> Range<Int32> {
    shift == 0 ? range : (range.lowerBound >> shift) - 1..<((range.upperBound - 1) >> shift) + 2
  }
  /// Returns the range of the finer level that a halving reads.
  package static func halvingReads(_ range: Range<Int32>) -> Range<Int32> {
    2 * range.lowerBound - 1..<2 * range.upperBound + 1
  }
  /// Returns the range of the next level that can be non-zero, given the range outside which this level is 0.
  package static func halvingReaches(_ range: Range<Int32>) -> Range<Int32> {
    (range.lowerBound - 1) >> 1..<(range.upperBound >> 1) + 1
  }

  /// Returns the source range needed to compute a range of output pixels; empty for an empty range.
  package func need(_ range: Range<Int32>) -> Range<Int32> {
    if range.isEmpty { return range }
    var result = reads(range)
    for _ in 0..<shift { result = GaussianAxis.halvingReads(result) }
    return result
  }

  /// B-spline weights of the level's values before, at and after a pixel, for each of the 2^shift phases.
  package var splines: [(Double, Double, Double)] { GaussianAxis.splines(shift: shift) }

  package static func splines(shift: Int32) -> [(Double, Double, Double)] {
    let f = 1 << Int(shift)
    return (0..<f).map { phase in
      let t = (Double(phase) + 0.5) / Double(f) - 0.5
      return ((0.5 - t) * (0.5 - t) / 2, 0.75 - t * t, (0.5 + t) * (0.5 + t) / 2)
    }
  }

  /// The B-spline weights in 1/65536.
  fileprivate var splineWords: [UInt16] {
    splines.flatMap { (before, _, after) in
      let b = Int(clamping: (before * 65536).rounded())
      let a = Int(clamping: (after * 65536).rounded())
      return [UInt16(clamping: b), UInt16(clamping: 65536 - a - b), UInt16(clamping: a)]
    }
  }
}

/// A Gaussian blur of premultiplied pixels or of alpha. Its cost is independent of sigma, and its error is at most one
/// level.
///
/// It uses integers throughout, on grids that start at coordinate 0. So the bytes are the same for any number of
/// threads, any instruction set, and any part of the result.
package struct PyramidBlur: Sendable {
  package let x: GaussianAxis
  package let y: GaussianAxis

  /// The largest standard deviation, in pixels.
  package static let maximumSigma = 2000.0

  /// - Parameters: the standard deviations in pixels; negative and non-finite values count as 0.
  package init(sigmaX: Double, sigmaY: Double) {
    x = GaussianAxis(sigmaX)
    y = sigmaX == sigmaY ? x : GaussianAxis(sigmaY)
  }

  /// True if the blur leaves the image unchanged.
  package var isIdentity: Bool { x.shift == 0 && y.shift == 0 && x.words.count == 1 && y.words.count == 1 }

  /// Margin by which the image is assumed to grow, in pixels: three standard deviations.
  package var marginX: Int32 { Int32(clamping: (3 * x.sigma).rounded(.up)) }
  package var marginY: Int32 { Int32(clamping: (3 * y.sigma).rounded(.up)) }

  /// Returns the part of the source needed to compute a part of the result; larger than the margins.
  package func need(for output: DeviceRect) -> DeviceRect {
    if output.isEmpty { return .empty }
    let area = output.outset(dx: 0, dy: 0)
    if area.isEmpty { return .empty }
    let across = x.need(area.x0..<area.x1)
    let down = y.need(area.y0..<area.y1)
    return DeviceRect(x0: across.lowerBound, y0: down.lowerBound, x1: across.upperBound, y1: down.upperBound)
      .outset(dx: 0, dy: 0)
  }

  /// Returns the approximate size of the intermediate levels, in pixels of 4 bytes.
  package func memory(from source: DeviceRect, to target: DeviceRect) -> Int {
    if x.shift == 0, y.shift == 0 { return 0 }
    let area = source.intersection(need(for: target))
    return area.width * area.height * (x.shift > 0 && y.shift > 0 ? 1 : 2)
  }

  /// Fills the target with a part of the blurred source, which is transparent outside its rectangle. Both rectangles
  /// are in one device space, within `DeviceRect.limit` of its origin. The bands may not overlap in memory.
  ///
  /// - Throws: `SurfaceError` if memory for the intermediate levels is short; the target is then undefined.
  package func apply(
    from source: PixelBand, to target: PixelBand, threads: Int = 1, instructions: InstructionSet = .best,
    isStopped: (@Sendable () -> Bool)? = nil
  ) throws(SurfaceError) {
    try BlurPasses(
      self, Plane(source), Plane(target), channels: 4, threads: threads, instructions: instructions,
      isStopped: isStopped
    ).run()
  }

  package func apply(
    from source: CoverageBand, to target: CoverageBand, threads: Int = 1, instructions: InstructionSet = .best,
    isStopped: (@Sendable () -> Bool)? = nil
  ) throws(SurfaceError) {
    try BlurPasses(
      self, Plane(source), Plane(target), channels: 1, threads: threads, instructions: instructions,
      isStopped: isStopped
    ).run()
  }
}

/// Samples of a rectangle, as bytes or as 16-bit words.
private struct Plane {
  var base: UnsafeMutableRawPointer
  /// In bytes.
  var stride: Int
  var rect: DeviceRect

  init(_ band: PixelBand) {
    base = UnsafeMutableRawPointer(band.base)
    stride = band.stride * 4
    rect = band.rect
  }
  init(_ band: CoverageBand) {
    base = UnsafeMutableRawPointer(band.base)
    stride = band.stride
    rect = band.rect
  }
  init(base: UnsafeMutableRawPointer, stride: Int, rect: DeviceRect) {
    self.base = base
    self.stride = stride
    self.rect = rect
  }

  /// Returns the part of the plane inside `r`; the intersection may not be empty.
  func cropped(to r: DeviceRect, bytes: Int) -> Plane {
    let c = rect.intersection(r)
    return Plane(
      base: base + (Int(c.y0) - Int(rect.y0)) * stride + (Int(c.x0) - Int(rect.x0)) * bytes, stride: stride, rect: c)
  }

  var kernelPlane: llua_plane {
    llua_plane(base: base, stride: stride, x0: rect.x0, y0: rect.y0, x1: rect.x1, y1: rect.y1)
  }
}

/// Uninitialised memory that the allocator reuses from one blur to the next.
private final class WordMemory {
  let base: UnsafeMutableRawPointer
  /// - Parameter count: size in bytes. Fails if memory is short.
  init?(_ count: Int) {
    guard let p = malloc(count) else { return nil }
    base = p
  }
  deinit { free(base) }
}

private struct BlurPasses {
  let blur: PyramidBlur
  let source: Plane
  let target: Plane
  let channels: Int
  let threads: Int
  let kernels: UnsafePointer<llua_kernels>
  let isStopped: (@Sendable () -> Bool)?

  init(
    _ blur: PyramidBlur, _ source: Plane, _ target: Plane, channels: Int, threads: Int, instructions: InstructionSet,
    isStopped: (@Sendable () -> Bool)?
  ) {
    self.blur = blur
    self.source = source
    self.target = target
    self.channels = channels
    self.threads = threads
    // The baseline always exists.
    kernels = llua_kernels_for(instructions.rawValue) ?? llua_kernels_for(InstructionSet.baseline.rawValue)
    self.isStopped = isStopped
  }

  private func clear() {
    for y in 0..<target.rect.height { memset(target.base + y * target.stride, 0, target.rect.width * channels) }
  }

  func run() throws(SurfaceError) {
    if target.rect.isEmpty { return }
    let t = target.rect
    let (x, y) = (blur.x, blur.y)
    // The range that is read of each level, from the coarsest to the finest.
    var across = [x.reads(t.x0..<t.x1)]
    var down = [y.reads(t.y0..<t.y1)]
    for _ in 0..<x.shift { across.append(GaussianAxis.halvingReads(across[across.count - 1])) }
    for _ in 0..<y.shift { down.append(GaussianAxis.halvingReads(down[down.count - 1])) }
    var level = source
    level.rect = source.rect.intersection(
      rect(across[across.count - 1], down[down.count - 1]))
    guard !level.rect.isEmpty else {
      clear()
      return
    }
    level = source.cropped(to: level.rect, bytes: channels)
    var gaussian = llua_gaussian()
    gaussian.channels = Int32(truncatingIfNeeded: channels)
    gaussian.radius_x = Int32(truncatingIfNeeded: x.words.count - 1)
    gaussian.radius_y = Int32(truncatingIfNeeded: y.words.count - 1)
    withUnsafeMutableBytes(of: &gaussian.taps_x) { $0.copyBytes(from: x.words.withUnsafeBytes { Array($0) }) }
    withUnsafeMutableBytes(of: &gaussian.taps_y) { $0.copyBytes(from: y.words.withUnsafeBytes { Array($0) }) }
    gaussian.shift_x = x.shift
    gaussian.shift_y = y.shift
    if x.shift == 0, y.shift == 0 {
      let work = (level.rect.width + t.width + 2 * x.words.count) * channels + 2 * Int(LLUA_GAUSSIAN_PAD)
      try jobs(rows: t.y0..<t.y1, width: t.width, work: work) { [level, gaussian] y0, y1, work in
        var (g, from, to) = (gaussian, level.kernelPlane, target.kernelPlane)
        kernels.pointee.gaussian_direct(&g, &from, &to, y0, y1, work)
      }
      return
    }
    var memory: WordMemory?
    for step in 0..<max(x.shift, y.shift) {
      if isStopped?() == true { return }
      let halvesX = step < x.shift
      let halvesY = step < y.shift
      let columns = halvesX ? GaussianAxis.halvingReaches(level.rect.x0..<level.rect.x1) : level.rect.x0..<level.rect.x1
      let rows = halvesY ? GaussianAxis.halvingReaches(level.rect.y0..<level.rect.y1) : level.rect.y0..<level.rect.y1
      let needX = across[max(0, Int(x.shift - step) - 1)]
      let needY = down[max(0, Int(y.shift - step) - 1)]
      let area = rect(columns, rows).intersection(rect(needX, needY))
      guard !area.isEmpty else {
        clear()
        return
      }
      let stride = (area.width * channels + Int(LLUA_GAUSSIAN_PAD)) * 2
      guard let next = WordMemory(stride * area.height + 2 * Int(LLUA_GAUSSIAN_PAD)) else {
        throw .memory(width: area.width, height: area.height)
      }
      let made = Plane(base: next.base, stride: stride, rect: area)
      let work = (level.rect.width + 2 * area.width + 8) * channels + 4 * Int(LLUA_GAUSSIAN_PAD)
      try jobs(rows: area.y0..<area.y1, width: area.width, work: work) { [level, gaussian] y0, y1, work in
        var (g, from, to) = (gaussian, level.kernelPlane, made.kernelPlane)
        kernels.pointee.gaussian_halve(&g, &from, step > 0 ? 1 : 0, &to, halvesX ? 1 : 0, halvesY ? 1 : 0, y0, y1, work)
      }
      level = made
      withExtendedLifetime(memory) {}
      memory = next
    }
    if isStopped?() == true { return }
    let spline = x.splineReads(t.x0..<t.x1)
    let n = Int(spline.upperBound) - Int(spline.lowerBound)
    let work =
      (level.rect.width + 5 * (n + 2 * x.words.count) + n << Int(x.shift)) * channels + 8 * Int(LLUA_GAUSSIAN_PAD)
    let up = tables(&gaussian)
    try up.withUnsafeBufferPointer { (up) throws(SurfaceError) in
      guard let table = up.baseAddress else { return }
      gaussian.up_x = table
      gaussian.up_y = table + 3 * (Int(gaussian.period_x) + 2 * Int(LLUA_GAUSSIAN_REPEAT))
      try jobs(rows: t.y0..<t.y1, width: t.width, work: work) { [level, gaussian] y0, y1, work in
        var (g, from, to) = (gaussian, level.kernelPlane, target.kernelPlane)
        kernels.pointee.gaussian_spread(&g, &from, &to, y0, y1, work)
      }
    }
    withExtendedLifetime(memory) {}
  }

  /// Returns the horizontal spline weights, repeated for vector loads, followed by the vertical ones.
  private func tables(_ gaussian: inout llua_gaussian) -> [UInt16] {
    let across = blur.x.splineWords
    let phases = across.count / 3
    let period = max(phases * channels, Int(LLUA_GAUSSIAN_REPEAT))
    gaussian.period_x = Int32(truncatingIfNeeded: period)
    var result: [UInt16] = []
    for k in 0..<3 {
      for i in 0..<period + 2 * Int(LLUA_GAUSSIAN_REPEAT) { result.append(across[i / channels % phases * 3 + k]) }
    }
    return result + blur.y.splineWords
  }

  private func rect(_ across: Range<Int32>, _ down: Range<Int32>) -> DeviceRect {
    DeviceRect(x0: across.lowerBound, y0: down.lowerBound, x1: across.upperBound, y1: down.upperBound)
  }

  /// Calls the body for bands of the rows, each with `words` words of working memory.
  private func jobs(
    rows: Range<Int32>, width: Int, work words: Int, _ body: (Int32, Int32, UnsafeMutablePointer<UInt16>) -> Void
  ) throws(SurfaceError) {
    let height = 64
    let count = (rows.count + height - 1) / height
    // Starting a thread costs as much as processing about 16384 pixels.
    let workers = max(1, min(threads, count, width * rows.count / 16384))
    let each = (words + 63) & ~63
    guard let memory = WordMemory(each * workers * 2 + 64) else { throw .memory(width: width, height: rows.count) }
    let first = memory.base.assumingMemoryBound(to: UInt16.self)
    Workers.run(jobs: count, workers: workers) { job, worker in
      if isStopped?() == true { return }
      let y0 = rows.lowerBound + Int32(truncatingIfNeeded: job * height)
      body(y0, min(rows.upperBound, y0 + Int32(truncatingIfNeeded: height)), first + worker * each)
    }
    withExtendedLifetime(memory) {}
  }
}
