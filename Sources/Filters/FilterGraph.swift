// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels

/// A filter graph, as SVG's `filter` element has it: each primitive makes a picture of the results before it, and the
/// last one's is the result of the whole. All lengths are in the user space of what is filtered.
///
/// Results are premultiplied bytes in sRGB, whichever colour space a primitive works in.
package struct FilterGraph: Hashable, Sendable {
  package enum Input: Hashable, Sendable {
    /// The drawing that is filtered.
    case source
    case nothing
    /// The result of the primitive of an index.
    case result(Int)
  }

  package enum Operator: Hashable, Sendable {
    case over, `in`, out, atop, xor, lighter
    /// k1·a·b + k2·a + k3·b + k4 of premultiplied components.
    case arithmetic(Double, Double, Double, Double)
  }

  package enum Kind: Hashable, Sendable {
    /// By standard deviations along x and y.
    case blur(Size)
    /// Four rows of five: red, green, blue, alpha, 1; components are not premultiplied.
    case matrix([Double])
    /// Red, green, blue and alpha, not premultiplied, by curves of values for 0 to 1 in even steps.
    case curves([[Double]])
    case offset(Size)
    case composite(Operator)
    /// Each input over those before it.
    case merge
    case morphology(Size, isDilation: Bool)
    case blend(BlendMode)
    case flood(Color)
    /// White, its alpha the luminance of the premultiplied components.
    case luminance
  }

  package struct Primitive: Hashable, Sendable {
    package var kind: Kind
    /// The first is `in`, the second `in2`.
    package var inputs: [Input]
    /// Beyond it the result is transparent; nil for no bounds.
    package var region: Rect?
    /// True if colours are computed in linearRGB, not in sRGB.
    package var isLinear: Bool
  }

  package private(set) var primitives: [Primitive] = []

  package init() {}

  /// Adds a primitive; returns its result. Inputs that come later are nothing.
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

  /// Sets the colour of a flood, or of a matrix that gives alpha a colour.
  package mutating func setColor(_ color: Color, at index: Int) {
    guard primitives.indices.contains(index) else { return }
    switch primitives[index].kind {
    case .flood: primitives[index].kind = .flood(color)
    case .matrix: primitives[index].kind = .matrix(FilterGraph.matrix(of: color))
    default: break
    }
  }

  /// The matrix that gives alpha a colour.
  package static func matrix(of color: Color) -> [Double] {
    [
      0, 0, 0, 0, color.red, 0, 0, 0, 0, color.green, 0, 0, 0, 0, color.blue, 0, 0, 0, min(max(color.alpha, 0), 1), 0,
    ]
  }

  /// The matrix that keeps alpha alone.
  package static let alphaMatrix: [Double] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]

  /// True if it is a mask's.
  package var isLuminance: Bool {
    if primitives.count == 1, case .luminance = primitives[0].kind { true } else { false }
  }

  /// The graph of a mask's picture: its luminance as alpha.
  package static func luminance(isLinear: Bool) -> FilterGraph {
    var graph = FilterGraph()
    graph.add(.luminance, [.source], isLinear: isLinear)
    return graph
  }

  /// A box around the result, in user space; nil for none.
  ///
  /// - Parameter source: around what is filtered; nil where that paints nothing.
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
        // Without a region it fills whatever is looked at.
        own = primitive.region ?? source
      } else if let region = primitive.region {
        own = own.flatMap { $0.common(with: region) }
      }
      extents.append(own)
    }
    return extents.last ?? nil
  }

  /// True if something is painted where nothing is filtered.
  package var paintsOfNothing: Bool { extent(of: nil) != nil }
}

extension FilterGraph.Primitive {
  /// True if it paints where its inputs are transparent.
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
  /// The box around both, which also takes boxes without an area.
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
