// SPDX-License-Identifier: MIT
import CPixelKernels
import Geometry
import Numbers
import Pixels
import Raster
import SystemC

/// A chain of filters planned for one pixel grid: passes with the areas that they read and write.
package struct FilterPlan: Sendable {
  private enum Pass: Sendable {
    /// Adjacent colour filters, in one pass.
    case colors([ColorKernel])
    case area(AreaKernel)
    case pair(PairKernel)

    var mayLeaveRange: Bool {
      switch self {
      case .colors(let kernels): kernels.contains(where: \.mayLeaveRange)
      case .area(let kernel): kernel.mayLeaveRange
      case .pair: false
      }
    }
  }

  private var passes: [Pass] = []
  /// Area of each pass's result.
  private var extents: [DeviceRect] = []
  /// Area of the input.
  package let input: DeviceRect

  /// - Parameters:
  ///   - steps: enabled filters, in order.
  ///   - map: from the layer's coordinates to grid pixels.
  ///   - extent: area of the input, in grid pixels.
  ///   - bounds: the layer's bounds, in its coordinates.
  ///   - isUnbounded: true if the input continues beyond its extent, as a backdrop does; the result then does, too.
  package init(
    _ steps: [FilterStep], map: AffineTransform, extent: DeviceRect, bounds: Rect, isUnbounded: Bool = false
  ) {
    input = extent
    var area = extent
    let everything = DeviceRect(
      x0: -DeviceRect.limit, y0: -DeviceRect.limit, x1: DeviceRect.limit, y1: DeviceRect.limit)
    defer { if isUnbounded { extents = extents.map { _ in everything } } }
    for step in steps {
      let inputs = FilterInputs(step, map: map, extent: area.rect, bounds: bounds)
      switch step.row.kernel {
      case .color(let make):
        guard let kernel = make(inputs) else { continue }
        if let fills = kernel.fills {
          // A generator hides the preceding passes, which are dropped.
          passes = [.colors([kernel])]
          extents = [fills]
          area = fills
        } else if case .colors(let before)? = passes.last {
          append(kernel, to: before)
        } else {
          passes.append(.colors([kernel]))
          extents.append(area)
        }
      case .area(let make):
        guard let kernel = make(inputs) else { continue }
        area = kernel.extent(area)
        passes.append(.area(kernel))
        extents.append(area)
      case .pair(let make):
        guard let kernel = make(inputs) else { continue }
        passes.append(.pair(kernel))
        extents.append(area)
      }
    }
  }

  /// Approximate cost on one thread, in nanoseconds per pixel of the result.
  package var cost: Double {
    passes.reduce(0) { sum, pass in
      switch pass {
      case .colors(let kernels): sum + 1 + 2 * Double(kernels.count)
      case .area(let kernel): sum + kernel.cost
      case .pair: sum + 15
      }
    }
  }

  /// Appends a kernel to the last pass; two matrices are multiplied into one.
  private mutating func append(_ kernel: ColorKernel, to before: [ColorKernel]) {
    guard let first = before.last?.matrix, let second = kernel.matrix else {
      passes[passes.count - 1] = .colors(before + [kernel])
      return
    }
    let rest = before.dropLast() + ([first.then(second).kernel].compactMap { $0 })
    if rest.isEmpty {
      passes.removeLast()
      extents.removeLast()
    } else {
      passes[passes.count - 1] = .colors(Array(rest))
    }
  }

  /// True if nothing changes.
  package var isIdentity: Bool { passes.isEmpty }
  /// True if each pixel of the result depends only on the pixel at its position, and the area is unchanged.
  package var isLocal: Bool {
    passes.allSatisfy { if case .colors(let kernels) = $0 { kernels.allSatisfy { $0.fills == nil } } else { false } }
  }
  /// Area of the result.
  package var extent: DeviceRect { extents.last ?? input }

  /// Returns the area of the input needed for an area of the result; it may extend beyond the input.
  package func need(for output: DeviceRect) -> DeviceRect { needs(for: output).first ?? output }

  /// Returns the area needed by each pass, followed by the output.
  private func needs(for output: DeviceRect) -> [DeviceRect] {
    var result = [DeviceRect](repeating: .empty, count: passes.count + 1)
    var area = output
    for i in passes.indices.reversed() {
      area = area.intersection(extents[i])
      result[i + 1] = area
      if area.isEmpty { continue }
      switch passes[i] {
      case .colors: break
      case .area(let kernel): area = kernel.need(area)
      case .pair(let kernel): area = kernel.need(area)
      }
    }
    result[0] = area
    return result
  }

  /// Computes an area of the result; nil if it is empty or the work was stopped.
  ///
  /// - Parameters:
  ///   - source: the input, transparent outside its rectangle.
  ///   - second: the backdrop or a transition's target, for filters of two pictures.
  package func run(
    _ source: FilterImage, second: FilterImage? = nil, output: DeviceRect, work: FilterWork
  ) throws -> FilterImage? {
    let needs = needs(for: output)
    var image = source
    for (i, pass) in passes.enumerated() {
      let rect = needs[i + 1]
      if rect.isEmpty { return nil }
      let format = format(after: i)
      let made: FilterImage
      switch pass {
      case .colors(let kernels): made = try colors(kernels, image: image, rect: rect, format: format, work: work)
      case .area(let kernel):
        if format == .bytes, let body = kernel.bytes, image.format == .bytes {
          made = try work.image(.bytes, rect, isCleared: !kernel.fillsTarget)
          try body(image, made, work)
        } else {
          made = try withFloats(image, need: needs[i], rect: rect, format: format, work: work) {
            try kernel.body($0, $1, work)
          }
        }
      case .pair(let kernel):
        let other = try second ?? FilterImage(.bytes, rect: .empty)
        made = try work.image(format, rect)
        try kernel.body(image, other, made, work)
      }
      if image !== source { try work.release(image) }
      image = made
      if work.isStopped?() == true { return nil }
    }
    return image
  }

  /// Calls the body with the picture in floating point and a target, and returns the target in a format.
  private func withFloats(
    _ image: FilterImage, need: DeviceRect, rect: DeviceRect, format: FilterImage.Format, work: FilterWork,
    _ body: (_ source: FilterImage, _ target: FilterImage) throws -> Void
  ) throws -> FilterImage {
    let source = try image.inFloats(work, within: image.format == .bytes ? need : nil)
    let target = try work.image(.floats, rect)
    try body(source, target)
    if source !== image { try work.release(source) }
    if format == .floats { return target }
    let made = try bytes(target, work)
    try work.release(target)
    return made
  }

  /// Returns bytes where no visible precision is lost: after the last pass and, while nothing has left the range,
  /// before passes that do not amplify differences.
  private func format(after i: Int) -> FilterImage.Format {
    guard i + 1 < passes.count else { return .bytes }
    if passes[...(i + 1)].contains(where: \.mayLeaveRange) { return .floats }
    switch passes[i + 1] {
    case .colors: return .bytes
    case .area(let kernel): return kernel.bytes == nil || kernel.amplifies ? .floats : .bytes
    case .pair: return .floats
    }
  }

  private func colors(
    _ kernels: [ColorKernel], image: FilterImage, rect: DeviceRect, format: FilterImage.Format, work: FilterWork
  ) throws -> FilterImage {
    let target = try work.image(format, rect)
    let both = rect.intersection(image.rect)
    let paints = kernels.contains(where: \.paintsTransparent)
    let loops = work.kernels
    work.bands(of: paints ? rect : both, height: 16) { band in
      withUnsafeTemporaryAllocation(byteCount: 16 * ColorBlock.size, alignment: 64) { memory in
        guard let planes = memory.baseAddress?.assumingMemoryBound(to: Float.self) else { return }
        for y in band.y0..<band.y1 {
          var x = band.x0
          while x < band.x1 {
            let block = ColorBlock(
              planes: planes, count: min(Int32(truncatingIfNeeded: ColorBlock.size), band.x1 - x), x: x, y: y,
              loops: loops)
            load(image, block)
            for kernel in kernels { kernel.body(block) }
            store(block, to: target)
            x += block.count
          }
        }
      }
    }
    return target
  }

  /// Loads pixels with straight alpha; transparent outside the image.
  private func load(_ image: FilterImage, _ block: ColorBlock) {
    let rect = image.rect
    let x0 = max(rect.x0, block.x)
    let x1 = min(rect.x1, block.x + block.count)
    guard block.y >= rect.y0, block.y < rect.y1, x0 < x1 else {
      block.planes.update(repeating: 0, count: 4 * ColorBlock.size)
      return
    }
    let first = Int(x0) - Int(rect.x0)
    if image.format == .bytes {
      block.kernels.of_bytes(block.planes, image.bytes(block.y) + first, x1 - x0)
    } else {
      block.kernels.of_floats(
        block.planes, UnsafeMutableRawPointer(image.floats(block.y) + first).assumingMemoryBound(to: Float.self),
        x1 - x0)
    }
    if x1 - x0 == block.count { return }
    // The block extends beyond the picture's sides.
    let before = Int(x0 - block.x)
    let count = Int(x1 - x0)
    for plane in 0..<4 {
      let p = block.planes + plane * ColorBlock.size
      memmove(p + before, p, count * 4)
      for i in 0..<before { p[i] = 0 }
      for i in before + count..<max(before + count, Int(block.count)) { p[i] = 0 }
    }
  }

  private func store(_ block: ColorBlock, to image: FilterImage) {
    let first = Int(block.x) - Int(image.rect.x0)
    if image.format == .bytes {
      block.kernels.to_bytes(block.planes, image.bytes(block.y) + first, block.count)
    } else {
      block.kernels.to_floats(
        block.planes, UnsafeMutableRawPointer(image.floats(block.y) + first).assumingMemoryBound(to: Float.self),
        block.count)
    }
  }

  private func bytes(_ image: FilterImage, _ work: FilterWork) throws -> FilterImage {
    let target = try work.image(.bytes, image.rect)
    work.rows(of: image.rect) { y in
      work.storeBytes(image.floats(y), target.bytes(y), image.rect.width)
    }
    return target
  }
}

/// Conversions of pixels between bytes and floating point, premultiplied and straight.
package enum FilterPixel {
  /// Premultiplied components, 0 to 1.
  @inline(__always) package static func floats(_ pixel: UInt32) -> SIMD4<Float> {
    let bytes = unsafeBitCast(pixel, to: SIMD4<UInt8>.self)
    return SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: bytes)) * (1 / 255)
  }

  /// Components of a premultiplied pixel with straight alpha; transparent black if alpha is 0.
  @inline(__always) package static func straight(bytes pixel: UInt32) -> SIMD4<Float> {
    if pixel >= 0xFF00_0000 { return floats(pixel) }
    return straight(floats(pixel))
  }

  @inline(__always) package static func straight(_ pixel: SIMD4<Float>) -> SIMD4<Float> {
    let alpha = pixel.w
    if !(alpha > 0) { return SIMD4(repeating: 0) }
    var result = pixel / alpha
    result.w = alpha
    return result
  }

  @inline(__always) package static func premultiplied(_ pixel: SIMD4<Float>) -> SIMD4<Float> {
    let alpha = pixel.w
    var result = pixel * alpha
    result.w = alpha
    return result
  }

  /// Rounds half up and clamps, colours to alpha; NaN becomes 0.
  @inline(__always) package static func bytes(_ pixel: SIMD4<Float>) -> UInt32 {
    // The comparison is false for NaN, which becomes the lower bound.
    let v = pixel * 255 + 0.5
    let low = SIMD4<Float>(repeating: 0).replacing(with: v, where: v .> 0)
    let clamped = low.replacing(with: SIMD4(repeating: 255), where: low .> 255)
    // Rounds to the nearest integer by adding 2²³, and subtracts 1 if that is above: no conversion can trap.
    let nearest = (clamped + 8_388_608) - 8_388_608
    let floor = nearest.replacing(with: nearest - 1, where: nearest .> clamped)
    var whole = unsafeBitCast(floor + 8_388_608, to: SIMD4<UInt32>.self) & 0x7F_FFFF
    whole = pointwiseMin(whole, SIMD4(repeating: whole.w))
    return whole.x | whole.y << 8 | whole.z << 16 | whole.w << 24
  }
}
