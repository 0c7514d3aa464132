// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels

/// A filter graph, as in SVG's `filter` element: each primitive makes a picture from earlier results, and the last one
/// is the result of the graph. All lengths are in the user space of the filtered drawing.
///
/// Results are premultiplied sRGB bytes, whichever colour space a primitive works in.
package struct FilterGraph: Hashable, Sendable {
  package enum Input: Hashable, Sendable {
    /// The filtered drawing.
    case source
    case nothing
    /// The result of the primitive with this index.
    case result(Int)
  }

  package enum Operator: Hashable, Sendable {
    case over, `in`, out, atop, xor, lighter
    /// k1·a·b + k2·a + k3·b + k4 of premultiplied components.
    case arithmetic(Double, Double, Double, Double)
  }

  package enum Kind: Hashable, Sendable {
    /// Gaussian blur with standard deviations along x and y.
    case blur(Size)
    /// A colour matrix of four rows of five (red, green, blue, alpha, 1), applied with straight alpha.
    case matrix([Double])
    /// Curves for red, green, blue and alpha, applied with straight alpha: values for 0 to 1 in even steps.
    case curves([[Double]])
    case offset(Size)
    case composite(Operator)
    /// Composites each input over the preceding ones.
    case merge
    case morphology(Size, isDilation: Bool)
    case blend(BlendMode)
    case flood(Color)
    /// White, with the luminance of the premultiplied components as alpha.
    case luminance
  }

  package struct Primitive: Hashable, Sendable {
    package var kind: Kind
    /// Inputs: `in`, then `in2`.
    package var inputs: [Input]
    /// Region outside which the result is transparent; nil for no bounds.
    package var region: Rect?
    /// True if colours are computed in linearRGB instead of sRGB.
    package var isLinear: Bool
  }

  package private(set) var primitives: [Primitive] = []

  package init() {}

  /// Adds a primitive and returns its result. Inputs that refer to later primitives become `.nothing`.
  @discardableResult
  package mutating func add(_ kind: Kind, _ inputs: [Input], region: Rect? = nil, isLinear: Bool = false) -> Input {
    let known = primitives.count
    let inputs = inputs.map { input in
      if case .result(let index) = input, !(0..<known).contains(index) { return Input.nothing }
      return input
    }
    primitives.append(Primitive(kind: kind, inputs: inputs, region: region, isLinear: isLinear))
    return .result(known)
  }

  /// Sets the colour of a flood, or of a matrix that colours alpha.
  package mutating func setColor(_ color: Color, at index: Int) {
    guard primitives.indices.contains(index) else { return }
    switch primitives[index].kind {
    case .flood: primitives[index].kind = .flood(color)
    case .matrix: primitives[index].kind = .matrix(FilterGraph.matrix(of: color))
    default: break
    }
  }

  /// Returns the matrix that fills alpha with a colour.
  package static func matrix(of color: Color) -> [Double] {
    [
      0, 0, 0, 0, color.red, 0, 0, 0, 0, color.green, 0, 0, 0, 0, color.blue, 0, 0, 0, min(max(color.alpha, 0), 1), 0,
    ]
  }

  /// The matrix that keeps only alpha.
  package static let alphaMatrix: [Double] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]

  /// True for the graph of a luminance mask.
  package var isLuminance: Bool {
    if primitives.count == 1, case .luminance = primitives[0].kind { true } else { false }
  }

  /// Returns the graph of a luminance mask: luminance becomes alpha.
  package static func luminance(isLinear: Bool) -> FilterGraph {
    var graph = FilterGraph()
    graph.add(.luminance, [.source], isLinear: isLinear)
    return graph
  }

  /// Returns the bounding box of the result, in user space; nil for none.
  ///
  /// - Parameter source: bounding box of the filtered drawing; nil if that paints nothing.
  package func extent(of source: Rect?) -> Rect? {
    var extents: [Rect?] = []
    func input(_ i: Input) -> Rect? {
      switch i {
      case .source: source
      case .nothing: nil
      case .result(let index): extents[index]
      }
    }
    for primitive in primitives {
      let all = primitive.inputs.map(input)
      let first = all.first ?? nil
      let union = all.compactMap { $0 }.reduce(Rect?.none) { sum, r in sum.map { $0.around(r) } ?? r }
      var own: Rect?
      switch primitive.kind {
      case .blur(let s): own = first?.insetBy(dx: -3 * max(s.width, 0), dy: -3 * max(s.height, 0))
      case .offset(let d): own = first?.offsetBy(dx: d.width, dy: d.height)
      case .morphology(let r, let isDilation):
        own = isDilation ? first?.insetBy(dx: -max(r.width, 0), dy: -max(r.height, 0)) : first
      case .matrix, .curves, .luminance, .composite, .merge, .blend: own = union
      case .flood: own = nil
      }
      if primitive.paintsEverywhere {
        // Without a region the primitive fills the visible area.
        own = primitive.region ?? source
      } else if let region = primitive.region {
        own = own.flatMap { $0.common(with: region) }
      }
      extents.append(own)
    }
    return extents.last ?? nil
  }

  /// True if the graph paints something on an empty drawing.
  package var paintsOfNothing: Bool { extent(of: nil) != nil }
}

extension FilterGraph.Primitive {
  /// True if the primitive paints where its inputs are transparent.
  var paintsEverywhere: Bool {
    switch kind {
    case .flood(let color): color.alpha > 0
    case .matrix(let m): m.count == 20 && m[19] > 0
    case .curves(let curves): curves.count == 4 && curves[3].first.map { $0 > 0 } == true
    case .composite(.arithmetic(_, _, _, let k)): k > 0
    default: false
    }
  }
}

extension Rect {
  /// Returns the union of both boxes; boxes without area count.
  fileprivate func around(_ r: Rect) -> Rect {
    Rect(
      minX: min(minX, r.minX), minY: min(minY, r.minY), maxX: max(maxX, r.maxX), maxY: max(maxY, r.maxY))
  }

  fileprivate func common(with r: Rect) -> Rect? {
    let (x0, y0) = (max(minX, r.minX), max(minY, r.minY))
    let (x1, y1) = (min(maxX, r.maxX), min(maxY, r.maxY))
    return x0 <= x1 && y0 <= y1 ? Rect(minX: x0, minY: y0, maxX: x1, maxY: y1) : nil
  }
}
