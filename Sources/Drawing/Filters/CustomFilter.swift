// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Raster

/// The implementation of a filter outside the engine: by a script, or by the host program.
package struct CustomKernel: Sendable {
  /// The distance up to which a result pixel depends on pixels of the picture, and by which the result extends beyond
  /// it.
  package enum Reach: Sendable {
    /// Unlimited; the result has the picture's area.
    case everything
    /// A distance in points, by which the result's area grows as well.
    case points(Double)
    /// Same as `points`, with the value of a key.
    case key(String)
  }

  let reach: Reach
  /// Additional pixels read on each side.
  let margin: Int32
  /// True if it must run on the scene's thread, as a script's function.
  let runsOnSceneThread: Bool
  /// True if equal inputs always give the same result, so that results can be cached.
  let isPure: Bool
  /// Approximate cost, in nanoseconds per pixel.
  let cost: Double
  let body: @Sendable (CustomRegion) throws -> Void

  package init(
    reach: Reach, margin: Int32 = 0, runsOnSceneThread: Bool, isPure: Bool, cost: Double,
    _ body: @escaping @Sendable (CustomRegion) throws -> Void
  ) {
    self.reach = reach
    self.margin = margin
    self.runsOnSceneThread = runsOnSceneThread
    self.isPure = isPure
    self.cost = cost
    self.body = body
  }
}

/// The part of the grid that a kernel fills, and its input.
package struct CustomRegion {
  package let inputs: FilterInputs
  /// The area of the whole result.
  package let extent: Rect
  /// Input in premultiplied floating point, within the kernel's reach; transparent outside.
  package let source: FilterImage
  /// A transition's target; nil for other filters.
  package let second: FilterImage?
  /// The pixels to fill, in premultiplied floating point; initially transparent.
  package let target: FilterImage
  package let work: FilterWork

  /// From grid pixels to the layer's points; nil for a layer without area.
  package var toPoints: AffineTransform? { inputs.map.inverted }
}

extension FilterRow {
  /// Creates a row, not listed in `FilterRow.all`, for a filter implemented outside the engine.
  package convenience init(
    custom name: String, isTransition: Bool, _ summary: String, keys: [FilterKey], _ kernel: CustomKernel
  ) {
    let made: FilterKernel =
      isTransition
      ? .pair { inputs in
        PairKernel(need: { kernel.need(of: $0, inputs) }) { first, second, target, work in
          try kernel.run(inputs, source: first, second: second, into: target, work: work)
        }
      }
      : .area { inputs in
        AreaKernel(
          extent: { $0.outset(by: kernel.pixels(inputs) ?? 0) }, need: { kernel.need(of: $0, inputs) },
          cost: kernel.cost
        ) { source, target, work in
          try kernel.run(inputs, source: source, second: nil, into: target, work: work)
        }
      }
    self.init(
      name, isTransition ? .transition : .custom, summary, keys: keys, runsOnSceneThread: kernel.runsOnSceneThread,
      isPure: kernel.isPure, made)
  }
}

extension CustomKernel {
  /// Returns the reach in pixels; nil for the whole picture.
  fileprivate func pixels(_ inputs: FilterInputs) -> Int32? {
    let points: Double
    switch reach {
    case .everything: return nil
    case .points(let given): points = given
    case .key(let name): points = inputs.number(name)
    }
    let scales = inputs.scales
    return Int32(clamping: min((max(points, 0) * max(scales.x, scales.y)).rounded(.up), 1_048_576))
  }

  fileprivate func need(of output: DeviceRect, _ inputs: FilterInputs) -> DeviceRect {
    guard let pixels = pixels(inputs) else { return DeviceRect(around: inputs.extent) }
    // One more pixel: a sample between pixels reads all four around it.
    return output.outset(by: (pixels == 0 ? 0 : pixels + 1) + margin)
  }

  fileprivate func run(
    _ inputs: FilterInputs, source: FilterImage, second: FilterImage?, into target: FilterImage, work: FilterWork
  ) throws {
    // A kernel sees only the pixels it declared: its result may be cached by those.
    let need = need(of: target.rect, inputs)
    let own = try source.inFloats(work, within: need)
    let other = try second?.inFloats(work, within: need)
    let made = target.format == .floats ? target : try work.image(.floats, target.rect)
    try body(
      CustomRegion(
        inputs: inputs, extent: DeviceRect(around: inputs.extent).outset(by: pixels(inputs) ?? 0).rect, source: own,
        second: other, target: made, work: work))
    if own !== source { try work.release(own) }
    if let other, other !== second { try work.release(other) }
    work.rows(of: made.rect) { y in
      let row = made.floats(y)
      for i in 0..<made.rect.width { row[i] = CustomKernel.valid(row[i]) }
      if made !== target { work.storeBytes(row, target.bytes(y), made.rect.width) }
    }
    if made !== target { try work.release(made) }
  }

  /// Clamps to 0…1, colours to at most alpha; NaN becomes 0.
  private static func valid(_ pixel: SIMD4<Float>) -> SIMD4<Float> {
    func within(_ value: Float, _ most: Float) -> Float { value > 0 ? (value < most ? value : most) : 0 }
    let alpha = within(pixel.w, 1)
    return SIMD4(within(pixel.x, alpha), within(pixel.y, alpha), within(pixel.z, alpha), alpha)
  }
}

extension DeviceRect {
  fileprivate func outset(by pixels: Int32) -> DeviceRect { outset(dx: pixels, dy: pixels) }
}

extension FilterImage {
  /// First column and row, and their number.
  package var frame: (x: Int, y: Int, width: Int, height: Int) {
    (Int(rect.x0), Int(rect.y0), rect.width, rect.height)
  }

  /// The pixels of a floating-point picture, rows without padding; nil if empty or of another format.
  package var floats: UnsafeMutablePointer<SIMD4<Float>>? { rect.isEmpty || format != .floats ? nil : floats(rect.y0) }

  /// Returns the premultiplied colour at a position, bilinearly interpolated; transparent outside.
  ///
  /// - Parameters:
  ///   - x: in grid pixels: 0.5 is the middle of pixel 0.
  ///   - y: in grid pixels, likewise.
  package func sample(_ x: Double, _ y: Double) -> SIMD4<Float> {
    let u = x - 0.5
    let v = y - 0.5
    // Also false for NaN.
    guard u > Double(rect.x0) - 1, v > Double(rect.y0) - 1, u < Double(rect.x1), v < Double(rect.y1) else {
      return SIMD4(repeating: 0)
    }
    let left = u.rounded(.down)
    let top = v.rounded(.down)
    let column = Int32(clamping: left)
    let line = Int32(clamping: top)
    let right = Float(u - left)
    let bottom = Float(v - top)
    let above = pixel(column, line) * (1 - right) + pixel(column + 1, line) * right
    let below = pixel(column, line + 1) * (1 - right) + pixel(column + 1, line + 1) * right
    return above * (1 - bottom) + below * bottom
  }

  private func pixel(_ x: Int32, _ y: Int32) -> SIMD4<Float> {
    guard x >= rect.x0, x < rect.x1, y >= rect.y0, y < rect.y1 else { return SIMD4(repeating: 0) }
    let column = Int(x) - Int(rect.x0)
    return format == .floats ? floats(y)[column] : FilterPixel.floats(bytes(y)[column])
  }
}

extension CustomRegion {
  /// Fills the target from a coarse picture with one pixel per square of `step` × `step`, interpolated between the
  /// squares' centres. Squares begin at the grid's origin, so the result does not depend on the target's area.
  package func fill(step: Int, _ body: (_ coarse: FilterImage) throws -> Void) throws {
    let rect = target.rect
    let side = Int32(clamping: step)
    func square(_ v: Int32) -> Int32 { (v >= 0 ? v : v - (side - 1)) / side }
    let coarse = try work.image(
      .floats,
      DeviceRect(
        x0: square(rect.x0) - 1, y0: square(rect.y0) - 1, x1: square(rect.x1 - 1) + 2, y1: square(rect.y1 - 1) + 2))
    try body(coarse)
    let size = Double(step)
    work.rows(of: rect) { y in
      let row = target.floats(y)
      for i in 0..<rect.width {
        row[i] = coarse.sample((Double(Int(rect.x0) + i) + 0.5) / size, (Double(y) + 0.5) / size)
      }
    }
    try work.release(coarse)
  }

  /// Calls the body for every row of the target.
  ///
  /// - Parameter isConcurrent: true if rows may be filled by several threads at once.
  /// - Throws: the error of the first failed row.
  package func forEachRow(isConcurrent: Bool, _ body: (_ y: Int32) throws -> Void) throws {
    let rect = target.rect
    guard isConcurrent else {
      for y in rect.y0..<rect.y1 {
        if work.isStopped?() == true { return }
        try body(y)
      }
      return
    }
    let height = 16
    var errors = [(any Error)?](repeating: nil, count: (rect.height + height - 1) / height)
    errors.withUnsafeMutableBufferPointer { errors in
      // Each band writes to its own element.
      nonisolated(unsafe) let errors = errors
      work.bands(of: rect, height: height) { band in
        do {
          for y in band.y0..<band.y1 { try body(y) }
        } catch { errors[Int(band.y0 - rect.y0) / height] = error }
      }
    }
    if let error = errors.lazy.compactMap({ $0 }).first { throw error }
  }
}
