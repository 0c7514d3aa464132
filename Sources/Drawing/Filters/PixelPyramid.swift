// SPDX-License-Identifier: MIT
import CPixelKernels
import Geometry
import Numbers
import Pixels
import Raster

/// A mip pyramid: a picture and its copies at a half, a quarter … of the size, for interpolated sampling.
///
/// A cell of level k is the mean of the 2ᵏ × 2ᵏ pixels whose coordinates on the grid begin at multiples of 2ᵏ, so it
/// does not depend on which part of the picture is present.
struct PixelPyramid: @unchecked Sendable {
  // Unchecked: the memory behind the pointers is no longer written.

  /// Pixels read beyond the picture: transparent ones, its edge pixels, or a repetition.
  enum Edge: Sendable {
    case transparent
    case clamped
    /// Repeats the range from the first coordinate up to, excluding, the second.
    case repeated(Int, Int)
  }

  let levels: [llua_grid_level]
  let kernels: UnsafePointer<llua_kernels>
  /// Retain the pixels.
  private let images: [FilterImage]
  private let bitmap: Bitmap?

  /// - Parameter count: number of levels in addition to the first.
  init(
    _ image: FilterImage, levels count: Int, edgeX: Edge = .transparent, edgeY: Edge = .transparent, work: FilterWork
  ) throws {
    let r = image.rect
    var pixels: UnsafeRawPointer?
    if !r.isEmpty {
      pixels = image.format == .bytes ? UnsafeRawPointer(image.bytes(r.y0)) : UnsafeRawPointer(image.floats(r.y0))
    }
    try self.init(
      llua_grid_level(
        pixels, isBytes: image.format == .bytes, x0: Int(r.x0), y0: Int(r.y0), width: r.width, height: r.height,
        edgeX, edgeY), [image], nil, levels: count, work)
  }

  /// Creates the pyramid of a bitmap, whose first pixel is at (0, 0).
  init(_ bitmap: Bitmap, levels count: Int, edgeX: Edge, edgeY: Edge, work: FilterWork) throws {
    try self.init(
      llua_grid_level(
        bitmap.pixels.baseAddress.map { UnsafeRawPointer($0) }, isBytes: true, x0: 0, y0: 0,
        width: bitmap.width, height: bitmap.height, edgeX, edgeY), [], bitmap, levels: count, work
    )
  }

  private init(
    _ first: llua_grid_level, _ images: [FilterImage], _ bitmap: Bitmap?, levels count: Int, _ work: FilterWork
  ) throws {
    var levels = [first]
    var images = images
    for _ in 0..<max(0, count) {
      guard let below = levels.last, below.width > 0, below.height > 0, let pixels = below.pixels else { break }
      let rect = DeviceRect(
        x0: below.x0 >> 1, y0: below.y0 >> 1, x1: (below.x0 + below.width + 1) >> 1,
        y1: (below.y0 + below.height + 1) >> 1)
      let image = try work.image(.floats, rect)
      work.rows(of: rect) { y in
        if below.is_bytes != 0 {
          below.halve(y, rect, image.floats(y)) {
            FilterPixel.floats(pixels.load(fromByteOffset: $0 * 4, as: UInt32.self))
          }
        } else {
          below.halve(y, rect, image.floats(y)) { pixels.load(fromByteOffset: $0 * 16, as: SIMD4<Float>.self) }
        }
      }
      images.append(image)
      levels.append(below.half(image))
    }
    self.levels = levels
    self.images = images
    self.bitmap = bitmap
    kernels = work.kernels
  }

  /// Returns the mean around a position over a square with a side of `side` grid pixels, from 1 to 2ⁿ with n levels in
  /// addition to the first.
  @inline(__always) func sample(_ x: Float, _ y: Float, side: Float) -> SIMD4<Float> {
    var pixel = SIMD4<Float>(repeating: 0)
    levels.withUnsafeBufferPointer { levels in
      withUnsafeMutableBytes(of: &pixel) {
        kernels.pointee.sample_mean(
          levels.baseAddress, Int32(truncatingIfNeeded: levels.count), x, y, side,
          $0.baseAddress?.assumingMemoryBound(to: Float.self))
      }
    }
    return pixel
  }

  /// Samples the means around several positions, over squares with a side of `side` grid pixels.
  func sample(_ places: SamplePlaces, _ count: Int, side: Float) {
    if levels[0].pixels == nil {
      places.pixels.update(repeating: SIMD4(repeating: 0), count: count)
      return
    }
    let isWide = side > 1
    if isWide {
      places.side.update(repeating: side, count: count)
      places.zero.update(repeating: 0, count: count)
    }
    var all = llua_places(
      x: places.x, y: places.y, axis_x: isWide ? places.side : nil, axis_y: places.zero, minor: places.side)
    levels.withUnsafeBufferPointer { levels in
      kernels.pointee.sample_places(
        levels.baseAddress, Int32(truncatingIfNeeded: levels.count), &all, Int32(truncatingIfNeeded: count),
        UnsafeMutableRawPointer(places.pixels).assumingMemoryBound(to: Float.self))
    }
  }

  /// Samples the pixels of a filled row.
  func sample(_ row: WarpRow, _ count: Int, _ warp: Warp, to pixels: UnsafeMutablePointer<SIMD4<Float>>) {
    if levels[0].pixels == nil {
      pixels.update(repeating: SIMD4(repeating: 0), count: count)
      return
    }
    func floats(_ lanes: UnsafeMutablePointer<Lanes>) -> UnsafePointer<Float> {
      UnsafePointer(UnsafeMutableRawPointer(lanes).assumingMemoryBound(to: Float.self))
    }
    let shrinks = warp.levels != nil
    var places = llua_places(
      x: floats(row.sourceX), y: floats(row.sourceY), axis_x: shrinks ? floats(row.axisX) : nil,
      axis_y: floats(row.axisY), minor: floats(row.minor))
    levels.withUnsafeBufferPointer { levels in
      kernels.pointee.sample_places(
        levels.baseAddress, Int32(truncatingIfNeeded: levels.count), &places, Int32(truncatingIfNeeded: count),
        UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: Float.self))
    }
    if warp.covers {
      let cover = floats(row.cover)
      for i in 0..<count { pixels[i] *= cover[i] }
    }
  }
}

/// Positions of a picture that are sampled together, at most `WarpRow.pixels` + 1, and the sampled pixels.
struct SamplePlaces {
  let x: UnsafeMutablePointer<Float>
  let y: UnsafeMutablePointer<Float>
  let pixels: UnsafeMutablePointer<SIMD4<Float>>
  fileprivate let side: UnsafeMutablePointer<Float>
  fileprivate let zero: UnsafeMutablePointer<Float>

  private static let most = WarpRow.pixels + 8
  /// Required scratch memory, in pixels.
  static let room = 2 * most

  init(_ room: UnsafeMutablePointer<SIMD4<Float>>) {
    pixels = room
    x = UnsafeMutableRawPointer(room + SamplePlaces.most).assumingMemoryBound(to: Float.self)
    y = x + SamplePlaces.most
    side = y + SamplePlaces.most
    zero = side + SamplePlaces.most
  }

  /// Sets the positions to those of adjacent pixels through a map; the first pixel has its centre at (x, y).
  func set(_ x: Float, _ y: Float, _ count: Int, _ map: AffineTransform) {
    for i in 0..<count {
      // Computed from the position itself, not incrementally, so it is the same in any block.
      let place = map.apply(Point(Double(x) + Double(i), Double(y)))
      self.x[i] = Float(place.x)
      self.y[i] = Float(place.y)
    }
  }
}

extension FilterWork {
  /// The pixel loops of the instruction set.
  var kernels: UnsafePointer<llua_kernels> {
    llua_kernels_for(instructions.rawValue) ?? llua_kernels_for(InstructionSet.baseline.rawValue)
  }
}

extension llua_grid_level {
  fileprivate init(
    _ pixels: UnsafeRawPointer?, isBytes: Bool, x0: Int, y0: Int, width: Int, height: Int, _ x: PixelPyramid.Edge,
    _ y: PixelPyramid.Edge
  ) {
    self.init()
    self.pixels = pixels
    is_bytes = isBytes ? 1 : 0
    self.x0 = Int32(truncatingIfNeeded: x0)
    self.y0 = Int32(truncatingIfNeeded: y0)
    self.width = Int32(truncatingIfNeeded: width)
    self.height = Int32(truncatingIfNeeded: height)
    scale = 1
    (edge_x, from_x, to_x) = x.numbers
    (edge_y, from_y, to_y) = y.numbers
  }

  /// Returns the level of the picture of half the size.
  fileprivate func half(_ image: FilterImage) -> llua_grid_level {
    var result = self
    result.pixels = UnsafeRawPointer(image.floats(image.rect.y0))
    result.is_bytes = 0
    result.x0 = image.rect.x0
    result.y0 = image.rect.y0
    result.width = Int32(truncatingIfNeeded: image.rect.width)
    result.height = Int32(truncatingIfNeeded: image.rect.height)
    result.scale = scale / 2
    result.from_x = from_x >> 1
    result.to_x = (to_x + 1) >> 1
    result.from_y = from_y >> 1
    result.to_y = (to_y + 1) >> 1
    return result
  }

  /// Computes a row of the picture of half the size.
  @inline(__always) fileprivate func halve(
    _ y: Int32, _ rect: DeviceRect, _ to: UnsafeMutablePointer<SIMD4<Float>>, _ load: (Int) -> SIMD4<Float>
  ) {
    let zero = SIMD4<Float>(repeating: 0)
    for i in 0..<rect.width {
      // Coordinate in this picture, relative to its first pixel.
      let x = (Int(rect.x0) + i) * 2 - Int(x0)
      var sum = zero
      for j in 0...1 {
        let v = Int(y) * 2 + j - Int(y0)
        if v < 0 || v >= height { continue }
        let a = x >= 0 ? load(v * Int(width) + x) : zero
        let b = x + 1 < width ? load(v * Int(width) + x + 1) : zero
        sum += a + b
      }
      to[i] = sum * 0.25
    }
  }
}

extension PixelPyramid.Edge {
  fileprivate var numbers: (Int32, Int32, Int32) {
    switch self {
    case .transparent: (Int32(LLUA_EDGE_TRANSPARENT), 0, 0)
    case .clamped: (Int32(LLUA_EDGE_CLAMPED), 0, 0)
    case .repeated(let a, let b):
      (Int32(LLUA_EDGE_REPEATED), Int32(truncatingIfNeeded: a), Int32(truncatingIfNeeded: b))
    }
  }
}
