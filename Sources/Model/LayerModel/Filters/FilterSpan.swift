// SPDX-License-Identifier: MIT
import Filters
import Geometry
import Numbers
import Pixels

/// A row of a filter's output for the kernel to fill, with its inputs. Valid only during the kernel's call.
///
/// Pixels are premultiplied red, green, blue and alpha from 0 to 1. Their grid is the device's, or the layer's own
/// under perspective: rows run down, and `values.scale` is the number of pixels per point.
///
/// ```swift
/// let fade = try FilterDefinition("FadeRight", reach: .points(0)) { span in
///   let source = span.source.row(span.y)
///   for i in span.pixels.indices {
///     let fraction = span.point(i).x / span.values.bounds.width
///     span.pixels[i] = source[span.x - span.source.x + i] * Float(1 - fraction)
///   }
/// }
/// ```
public struct FilterSpan {
  /// The column of the first pixel.
  public let x: Int
  /// The row index.
  public let y: Int
  /// The output pixels, initially transparent. Out-of-range values are clamped, and NaN becomes 0.
  public let pixels: UnsafeMutableBufferPointer<SIMD4<Float>>
  /// The image before the filter.
  public let source: FilterPixels
  /// The image that a transition leads to; nil for other filters.
  public let target: FilterPixels?
  /// The values of the filter's keys.
  public let values: FilterValues
  /// The transform from pixels of the grid to points of the layer's bounds.
  public let toPoints: AffineTransform

  /// Returns the centre of the pixel at an index of `pixels`, in points of the layer's bounds.
  public func point(_ index: Int) -> Point { toPoints.apply(Point(Double(x + index) + 0.5, Double(y) + 0.5)) }
}

/// A rectangle of a filter's output that is filled in one call.
package struct FilterArea {
  /// The origin, in pixels of the grid.
  package let x: Int
  package let y: Int
  package let width: Int
  package let height: Int
  /// The output, as contiguous rows of four numbers per pixel, as in `FilterSpan.pixels`.
  package let pixels: UnsafeMutablePointer<Float>
  package let source: FilterPixels
  package let target: FilterPixels?
  package let values: FilterValues
  /// The transform from pixels to points.
  package let toPoints: AffineTransform
  /// The centres of the outermost pixels of the whole output, in these pixels, since squares extend beyond it.
  package let limits: Rect

  /// - Parameter step: the side, in pixels of the grid, of one pixel of the area.
  init?(_ image: FilterImage, _ region: CustomRegion, step: Int) {
    guard let start = image.floats, let toPoints = region.toPoints else { return nil }
    (x, y, width, height) = image.frame
    let size = Double(step)
    let extent = region.extent
    limits = Rect(
      minX: (extent.minX + 0.5) / size, minY: (extent.minY + 0.5) / size, maxX: (extent.maxX - 0.5) / size,
      maxY: (extent.maxY - 0.5) / size)
    pixels = UnsafeMutableRawPointer(start).assumingMemoryBound(to: Float.self)
    values = FilterValues(region.inputs)
    source = FilterPixels(region.source, region.inputs.map)
    target = region.second.map { FilterPixels($0, region.inputs.map) }
    self.toPoints = step == 1 ? toPoints : .scale(size, size).concat(toPoints)
  }
}

/// The pixels that a kernel reads: a part of the grid, outside which everything is transparent.
///
/// ```swift
/// let mirror = try FilterDefinition("Mirror") { span in
///   for i in span.pixels.indices {
///     let p = span.point(i)
///     span.pixels[i] = span.source.sample(Point(span.values.bounds.width - p.x, p.y))
///   }
/// }
/// ```
public struct FilterPixels: @unchecked Sendable {
  // Unchecked: no code writes them while a kernel uses them.
  private let image: FilterImage
  /// The transform from points of the layer's bounds to pixels.
  package let map: AffineTransform

  init(_ image: FilterImage, _ map: AffineTransform) {
    self.image = image
    self.map = map
  }

  /// The first column.
  public var x: Int { image.frame.x }
  /// The first row.
  public var y: Int { image.frame.y }
  /// The width, in pixels.
  public var width: Int { image.frame.width }
  /// The height, in pixels.
  public var height: Int { image.frame.height }

  /// Returns the pixels of a row, starting at column `x`; empty for a row outside the part.
  public func row(_ y: Int) -> UnsafeBufferPointer<SIMD4<Float>> {
    guard y >= self.y, y < self.y + height, width > 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: image.floats(Int32(clamping: y)), count: width)
  }

  /// The contiguous pixels from the first row on, four numbers each; nil if there are none.
  package var floats: UnsafePointer<Float>? {
    image.floats.map { UnsafePointer(UnsafeMutableRawPointer($0).assumingMemoryBound(to: Float.self)) }
  }

  /// Returns the colour of a pixel; transparent outside the part.
  public func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
    let row = row(y)
    return x >= self.x && x < self.x + row.count ? row[x - self.x] : SIMD4(repeating: 0)
  }

  /// Returns the bilinearly interpolated colour at a position in points of the layer's bounds.
  public func sample(_ point: Point) -> SIMD4<Float> {
    let place = map.apply(point)
    return image.sample(place.x, place.y)
  }
}

/// The values of a filter's keys at one instant, in points and radians of the layer.
///
/// ```swift
/// let tint = try FilterDefinition("Tint", keys: [.color("inputColor", 1, 0.7, 0.3)], reach: .points(0)) { span in
///   let color = span.values.color("inputColor")
///   let source = span.source.row(span.y)
///   for i in span.pixels.indices { span.pixels[i] = source[span.x - span.source.x + i] * color }
/// }
/// ```
public struct FilterValues: Sendable {
  let inputs: FilterInputs

  init(_ inputs: FilterInputs) { self.inputs = inputs }

  /// The layer's bounds.
  public var bounds: Rect { inputs.bounds }
  /// Pixels of the grid per point; the geometric mean if the axes differ.
  public var scale: Double { inputs.scale }
  /// The transform from points of the layer's bounds to pixels of the grid.
  public var map: AffineTransform { inputs.map }

  /// Returns a number; 0 for an unknown key.
  public func number(_ key: String) -> Double { inputs.number(key) }
  /// Returns the numbers of a point, a vector, a colour, a rectangle or a transform; empty for an unknown key.
  public func vector(_ key: String) -> [Double] { inputs.vector(key) }
  /// Returns a point, in points; zero for an unknown key.
  public func point(_ key: String) -> Point {
    let values = vector(key)
    return values.count == 2 ? Point(values[0], values[1]) : .zero
  }
  /// Returns a colour, not premultiplied; opaque black for an unknown key.
  public func color(_ key: String) -> SIMD4<Float> { inputs.color(key) }
  /// Returns an image's pixels; nil if unset.
  public func image(_ key: String) -> Bitmap? { inputs.image(key) }
  /// Returns the numbers of a data key; nil if unset.
  public func data(_ key: String) -> [Float]? { inputs.data(key) }
  /// The keys, in documentation order.
  package var keys: [FilterInfo.Key] { inputs.step.row.keys.map { FilterInfo.Key($0) } }

  /// Returns the value of a key that is not an image.
  package func value(of key: FilterInfo.Key) -> PropertyValue {
    let v = vector(key.name)
    switch (key.kind, v.count) {
    case ("number", _): return .number(number(key.name))
    case ("data", _): return data(key.name).map { .array($0.map { .number(Double($0)) }) } ?? .null
    case ("point", 2): return .point(Point(v[0], v[1]))
    case ("color", 4): return .color(Color(red: v[0], green: v[1], blue: v[2], alpha: v[3]))
    case ("rect", 4): return .rect(Rect(v[0], v[1], v[2], v[3]))
    case ("transform", 6):
      return .transform(Transform3D(AffineTransform(a: v[0], b: v[1], c: v[2], d: v[3], tx: v[4], ty: v[5])))
    default: return .array(v.map { .number($0) })
    }
  }

  /// The numbers of all keys, in the order of the keys; images and data have none.
  public var numbers: [Double] { inputs.step.numbers }
}
