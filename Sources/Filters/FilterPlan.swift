// SPDX-License-Identifier: MIT
import CPixelKernels
import Geometry
import Numbers
import Pixels
import Raster
import SystemC

/// A chain of filters, ready for one grid of pixels: passes with the areas that they read and make.
package struct FilterPlan: Sendable {
  private enum Pass: Sendable {
    /// Neighbouring colour filters, in one pass.
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
  /// The area of each pass's result.
  private var extents: [DeviceRect] = []
  /// The area of the input.
  package let input: DeviceRect

  /// - Parameters:
  ///   - steps: in order; those that are disabled do not belong there.
  ///   - map: from the layer's coordinates to grid pixels.
  ///   - extent: the area of the input, in grid pixels.
  ///   - bounds: the layer's, in its coordinates.
  ///   - isUnbounded: whether the input goes on beyond its extent, as a backdrop does; so does the result then.
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
          // What is not seen is not computed.
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

  /// How many nanoseconds a pixel of the result takes, about, on one thread.
  package var cost: Double {
    passes.reduce(0) { sum, pass in
      switch pass {
      case .colors(let kernels): sum + 1 + 2 * Double(kernels.count)
      case .area(let kernel): sum + kernel.cost
      case .pair: sum + 15
      }
    }
  }

  /// Adds a kernel to the last pass; two matrices become one.
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

  /// Whether nothing changes.
  package var isIdentity: Bool { passes.isEmpty }
  /// Whether each pixel of the result depends on its own place alone, and the area stays.
  package var isLocal: Bool {
    passes.allSatisfy { if case .colors(let kernels) = $0 { kernels.allSatisfy { $0.fills == nil } } else { false } }
  }
  /// The area of the result.
  package var extent: DeviceRect { extents.last ?? input }

  /// The area that has to be known of the input for an area of the result; it may reach beyond the input.
  package func need(for output: DeviceRect) -> DeviceRect { needs(for: output).first ?? output }

  /// Of each pass, and at the end the output.
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

  /// Makes an area of the result; nil when there is none.
  ///
  /// - Parameters:
  ///   - source: the input; outside of it everything is transparent.
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
      case .colors(let kernels): made = try colors(kernels, image, rect, format, work)
      case .area(let kernel):
        if format == .bytes, let body = kernel.bytes, image.format == .bytes {
          made = try work.image(.bytes, rect, isCleared: !kernel.fillsTarget)
          try body(image, made, work)
        } else {
          made = try withFloats(image, needs[i], rect, format, work) { try kernel.body($0, $1, work) }
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

  /// Calls the body with the picture in floating point and a target, which it returns in a format.
  private func withFloats(
    _ image: FilterImage, _ need: DeviceRect, _ rect: DeviceRect, _ format: FilterImage.Format, _ work: FilterWork,
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

  /// Bytes where nothing is lost that shows: at the end, and, while nothing has left the range, before passes that do
  /// not make differences larger.
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
    _ kernels: [ColorKernel], _ image: FilterImage, _ rect: DeviceRect, _ format: FilterImage.Format, _ work: FilterWork
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

  /// Not premultiplied; transparent where the image has none.
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
    // At the picture's sides.
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

/// Pixels between bytes and floating-point numbers, premultiplied and not.
package enum FilterPixel {
  /// Premultiplied, 0 to 1.
  @inline(__always) package static func floats(_ pixel: UInt32) -> SIMD4<Float> {
    let bytes = unsafeBitCast(pixel, to: SIMD4<UInt8>.self)
    return SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: bytes)) * (1 / 255)
  }

  /// Of a premultiplied pixel; transparent black where alpha is 0.
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

  /// Rounded half up and clamped, colours to alpha; not a number is 0.
  @inline(__always) package static func bytes(_ pixel: SIMD4<Float>) -> UInt32 {
    // The comparison is false for what is not a number, which becomes the lower bound.
    let v = pixel * 255 + 0.5
    let low = SIMD4<Float>(repeating: 0).replacing(with: v, where: v .> 0)
    let clamped = low.replacing(with: SIMD4(repeating: 255), where: low .> 255)
    // The nearest whole number by adding 2²³, and one less where that is above: no conversion can fail.
    let nearest = (clamped + 8_388_608) - 8_388_608
    let floor = nearest.replacing(with: nearest - 1, where: nearest .> clamped)
    var whole = unsafeBitCast(floor + 8_388_608, to: SIMD4<UInt32>.self) & 0x7F_FFFF
    whole = pointwiseMin(whole, SIMD4(repeating: whole.w))
    return whole.x | whole.y << 8 | whole.z << 16 | whole.w << 24
  }
}
