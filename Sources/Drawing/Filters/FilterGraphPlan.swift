// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import Raster
import SystemC

/// A filter graph planned for one pixel grid: the area of each result, and the part of it that is read.
package struct FilterGraphPlan: Sendable {
  private let graph: FilterGraph
  /// Pixels per unit of user space; negative if the grid is flipped.
  private let scale: Size
  /// Area of the filtered drawing.
  private let source: DeviceRect
  /// Area of each primitive's result, in order.
  private let extents: [DeviceRect]

  /// Maximum radius of a morphology, in pixels.
  static let mostRadius = PyramidBlur.maximumSigma

  /// - Parameters:
  ///   - map: from user space to the grid, without rotation or shear: b and c are 0.
  ///   - source: area of the filtered drawing, on the grid.
  ///   - visible: the visible area; it bounds primitives without a region.
  package init(_ graph: FilterGraph, map: AffineTransform, source: DeviceRect, visible: DeviceRect) {
    self.graph = graph
    self.source = source
    scale = Size(map.a, map.d)
    var extents: [DeviceRect] = []
    for primitive in graph.primitives {
      let everything: DeviceRect
      if let region = primitive.region {
        // Rounded out to whole pixels, with a tolerance for rounding errors.
        let r = map.boundingBox(of: region)
        let slack = min(1e-4, r.width / 2, r.height / 2)
        everything =
          r.width > 0 && r.height > 0 && r.isFinite
          ? DeviceRect(around: r.insetBy(dx: slack, dy: slack)) : .empty
      } else {
        everything = visible.outset(dx: DeviceRect.limit, dy: DeviceRect.limit)
      }
      let inputs = primitive.inputs.map { Self.area(of: $0, source, extents) }
      var own = Self.extent(of: primitive, inputs, scale)
      if primitive.paintsEverywhere { own = primitive.region == nil ? visible : everything }
      extents.append(own.intersection(everything))
    }
    self.extents = extents
  }

  /// Area of the result.
  package var extent: DeviceRect { extents.last ?? .empty }

  /// Returns the area of the source needed for an area of the result.
  package func need(for output: DeviceRect) -> DeviceRect { needs(for: output).source }

  /// Returns the number of pixels of all results together, for an area of the last.
  package func pixels(for output: DeviceRect) -> Int {
    let needs = needs(for: output)
    return needs.results.reduce(needs.source.width * needs.source.height) { $0 + $1.width * $1.height }
  }

  private static func area(of input: FilterGraph.Input, _ source: DeviceRect, _ extents: [DeviceRect]) -> DeviceRect {
    switch input {
    case .source: source
    case .nothing: .empty
    case .result(let index): extents[index]
    }
  }

  private static func extent(of primitive: FilterGraph.Primitive, _ inputs: [DeviceRect], _ scale: Size) -> DeviceRect {
    let first = inputs.first ?? .empty
    let union = inputs.reduce(DeviceRect.empty) { $0.union($1) }
    if first.isEmpty, union.isEmpty { return .empty }
    switch primitive.kind {
    case .blur(let sigma):
      let blur = Self.blur(sigma, scale)
      return first.outset(dx: blur.marginX, dy: blur.marginY)
    case .offset(let offset):
      let (x, y) = Self.offset(offset, scale)
      return first.isEmpty
        ? .empty
        : DeviceRect(around: first.rect.offsetBy(dx: x, dy: y))
    case .morphology(let radius, let isDilation):
      let (x, y) = Self.radii(radius, scale)
      return isDilation && !first.isEmpty
        ? first.outset(dx: Int32(clamping: x.rounded(.up)), dy: Int32(clamping: y.rounded(.up))) : first
    case .composite(.in): return inputs.count > 1 ? first.intersection(inputs[1]) : .empty
    case .composite(.out): return first
    case .composite(.atop): return inputs.count > 1 ? inputs[1] : .empty
    case .matrix, .curves, .luminance, .composite, .merge, .blend: return union
    case .flood: return .empty
    }
  }

  private func needs(for output: DeviceRect) -> (results: [DeviceRect], source: DeviceRect) {
    var results = [DeviceRect](repeating: .empty, count: extents.count)
    var own = DeviceRect.empty
    guard let last = extents.last else { return (results, own) }
    results[extents.count - 1] = output.intersection(last)
    for i in extents.indices.reversed() where !results[i].isEmpty {
      let area = results[i]
      let primitive = graph.primitives[i]
      var need = area
      switch primitive.kind {
      case .blur(let sigma): need = Self.blur(sigma, scale).need(for: area)
      case .offset(let offset):
        let (x, y) = Self.offset(offset, scale)
        need = DeviceRect(around: area.rect.offsetBy(dx: -x, dy: -y))
      case .morphology(let radius, _):
        let (x, y) = Self.radii(radius, scale)
        need = area.outset(dx: Int32(clamping: x.rounded(.up)), dy: Int32(clamping: y.rounded(.up)))
      case .flood: continue
      default: break
      }
      for input in primitive.inputs {
        switch input {
        case .source: own = own.union(need.intersection(source))
        case .result(let index): results[index] = results[index].union(need.intersection(extents[index]))
        case .nothing: break
        }
      }
    }
    return (results, own)
  }

  static func blur(_ sigma: Size, _ scale: Size) -> PyramidBlur {
    PyramidBlur(sigmaX: max(sigma.width, 0) * abs(scale.width), sigmaY: max(sigma.height, 0) * abs(scale.height))
  }

  static func offset(_ offset: Size, _ scale: Size) -> (x: Double, y: Double) {
    let most = Double(DeviceRect.limit)
    func limited(_ v: Double) -> Double {
      let v = v.isFinite ? min(max(v, -most), most) : 0
      // Values that are whole but for rounding errors are rounded.
      return abs(v - v.rounded()) < 1e-6 ? v.rounded() : v
    }
    return (limited(offset.width * scale.width), limited(offset.height * scale.height))
  }

  static func radii(_ radius: Size, _ scale: Size) -> (x: Double, y: Double) {
    func limited(_ v: Double) -> Double {
      let v = v.isFinite ? min(max(v, 0), mostRadius) : 0
      return abs(v - v.rounded()) < 1e-6 ? v.rounded() : v
    }
    return (limited(radius.width * abs(scale.width)), limited(radius.height * abs(scale.height)))
  }

  /// Computes an area of the result; nil if it is empty.
  ///
  /// - Parameter source: the filtered drawing, transparent outside its rectangle.
  package func run(_ source: FilterImage?, output: DeviceRect, work: FilterWork) throws -> PixelSurface? {
    let needs = needs(for: output)
    let count = graph.primitives.count
    // Index of the last primitive that reads each result.
    var lastUse = [Int](repeating: -1, count: count)
    for (i, primitive) in graph.primitives.enumerated() {
      for case .result(let index) in primitive.inputs { lastUse[index] = i }
    }
    var results = [FilterGraphPicture](repeating: FilterGraphPicture(), count: count)
    let own = FilterGraphPicture(image: source)
    for (i, primitive) in graph.primitives.enumerated() where !needs.results[i].isEmpty {
      if work.isStopped?() == true { return nil }
      let pass = FilterGraphPass(primitive: primitive, scale: scale, area: needs.results[i], work: work)
      results[i] = try pass.run(
        primitive.inputs.map { input in
          switch input {
          case .source: own
          case .nothing: FilterGraphPicture()
          case .result(let index): results[index]
          }
        })
      for case .result(let index) in primitive.inputs where lastUse[index] == i {
        guard let image = results[index].image else { continue }
        results[index] = FilterGraphPicture()
        // A primitive that changes nothing returns its input picture.
        if image !== source, !results.contains(where: { $0.image === image }) { try work.release(image) }
      }
    }
    return results.last?.image?.surface
  }
}

/// A result of a primitive.
struct FilterGraphPicture {
  /// Pixels as bytes; nil for none.
  var image: FilterImage?
  /// The colour of all pixels apart from their alpha; nil if it varies or is unknown. Such a picture is the same in all
  /// colour spaces.
  var stain: SIMD3<Float>?
}
