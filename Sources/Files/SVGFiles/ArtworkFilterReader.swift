// SPDX-License-Identifier: MIT
import Filters
import Geometry
import Messages
import Numbers
import Pixels

/// A parsed `filter` element, independent of the elements that use it.
struct ArtworkFilterBase {
  enum Input {
    case source, sourceAlpha
    /// The result of a primitive, by its index.
    case result(Int)
  }

  enum Kind {
    case blur(Double, Double)
    case matrix([Double])
    case curves([[Double]])
    case offset(Double, Double)
    case composite(FilterGraph.Operator)
    case merge
    case morphology(Double, Double, isDilation: Bool)
    case blend(BlendMode)
    case flood(Artwork.Ink, Double)
    case shadow(x: Double, y: Double, deviation: (Double, Double), Artwork.Ink, Double)
  }

  struct Primitive {
    var kind: Kind
    var inputs: [Input]
    /// The specified sides of its subregion.
    var lengths: [ArtworkKey: ArtworkLength]
    var isLinear: Bool
  }

  var isOfUserSpace = false
  var isPrimitiveOfBox = false
  var lengths: [ArtworkKey: ArtworkLength] = [:]
  var fontSize = 16.0
  var primitives: [Primitive] = []
  /// Name of an unsupported feature; nil if there is none.
  var gap: String?
  /// The number of primitives and inputs, charged for each use.
  var cost: Int { primitives.reduce(0) { $0 + 1 + $1.inputs.count } }
}

/// Result of resolving an element's filter.
enum ArtworkFilterResult {
  /// Drawn without a filter.
  case unfiltered
  case nothing
  case filter(Artwork.Filter)
}

extension ArtworkReader {
  /// The maximum number of primitives of a filter.
  private static let mostPrimitives = 100
  /// The maximum length of a list of numbers, in bytes.
  fileprivate static let mostListBytes = 1 << 16
  /// The maximum number of inputs of a primitive.
  private static let mostInputs = 100

  /// Returns the filter of an element.
  ///
  /// - Parameter box: the bounds of its shapes; nil if there are none.
  @inline(never) mutating func filter(
    _ functions: [ArtworkFilterFunction], _ style: ArtworkProperties, _ viewport: ArtworkViewport, box: Rect?,
    at node: Int32
  ) throws(LayerError) -> ArtworkFilterResult {
    var bases: [ArtworkFilterBase?] = []
    for function in functions {
      switch function {
      case .elsewhere:
        omit("a filter of another file", at: node)
        return .unfiltered
      case .reference(let id):
        // An unresolved reference invalidates the whole list.
        guard let base = try filterBase(id) else { return .unfiltered }
        if let gap = base.gap {
          omit(gap, at: node)
          return .unfiltered
        }
        bases.append(base)
      default: bases.append(nil)
      }
    }
    var maker = ArtworkFilterMaker(style: style, viewport: viewport, box: box)
    for (function, base) in zip(functions, bases) {
      try count(elements: base?.cost ?? 4, at: node)
      if let base {
        guard maker.add(base) else { return .nothing }
      } else {
        maker.add(function)
      }
    }
    return maker.graph.primitives.isEmpty
      ? .nothing : .filter(Artwork.Filter(graph: maker.graph, inks: maker.inks))
  }

  /// Returns a filter element by its id, cached after its first use; nil if there is none.
  private mutating func filterBase(_ id: String) throws(LayerError) -> ArtworkFilterBase? {
    guard let node = document.byID[id], document.nodes[Int(node)].tag == .filter else { return nil }
    if let known = filterBases[node] { return known }
    let style = try style(ofNodeInDocument: node)
    var base = ArtworkFilterBase()
    base.isOfUserSpace = document.attribute(node, .filterUnits)?.trimmed == "userSpaceOnUse"
    base.isPrimitiveOfBox = document.attribute(node, .primitiveUnits)?.trimmed == "objectBoundingBox"
    base.lengths = style.own.lengths
    base.fontSize = style.fontSize
    var names: [String: Int] = [:]
    var child = document.nodes[Int(node)].firstChild
    while child >= 0 {
      defer { child = document.nodes[Int(child)].next }
      let tag = document.nodes[Int(child)].tag
      guard tag.isPrimitive else { continue }
      guard base.primitives.count < Self.mostPrimitives else {
        base.gap = "a filter of more than \(Self.mostPrimitives) primitives"
        break
      }
      let own = try self.style(of: child, in: style)
      guard let kind = try kind(of: child, own) else {
        base.gap = "a filter with <\(tag.rawValue)>"
        break
      }
      var inputs: [ArtworkFilterBase.Input] = []
      for name in try inputNames(of: child) {
        guard let input = input(name, names, base.primitives.count) else {
          base.gap = "a filter of \(name?.trimmed ?? "")"
          break
        }
        inputs.append(input)
      }
      if inputs.count > Self.mostInputs { base.gap = "a filter that merges more than \(Self.mostInputs) pictures" }
      if base.gap != nil { break }
      if let name = document.attribute(child, .result)?.trimmed, !name.isEmpty { names[name] = base.primitives.count }
      base.primitives.append(
        ArtworkFilterBase.Primitive(
          kind: kind, inputs: inputs, lengths: own.own.lengths, isLinear: own.isFilterLinear))
    }
    if base.primitives.isEmpty, base.gap == nil, document.attribute(node, .href) != nil {
      base.gap = "a filter that refers to another"
    }
    filterBases[node] = .some(base)
    return base
  }

  /// Returns the input attributes of a primitive; nil for those that are absent.
  private mutating func inputNames(of node: Int32) throws(LayerError) -> [String?] {
    switch document.nodes[Int(node)].tag {
    case .feFlood: return []
    case .feComposite, .feBlend: return [document.attribute(node, .input), document.attribute(node, .input2)]
    case .feMerge:
      var result: [String?] = []
      var child = document.nodes[Int(node)].firstChild
      while child >= 0, result.count <= Self.mostInputs {
        try spend(16, at: child)
        if document.nodes[Int(child)].tag == .feMergeNode { result.append(document.attribute(child, .input)) }
        child = document.nodes[Int(child)].next
      }
      return result
    default: return [document.attribute(node, .input)]
    }
  }

  /// Returns an input by its name; nil for an unsupported one.
  private func input(_ name: String?, _ names: [String: Int], _ count: Int) -> ArtworkFilterBase.Input? {
    let name = name?.trimmed ?? ""
    switch name {
    case "SourceGraphic": return .source
    case "SourceAlpha": return .sourceAlpha
    case "BackgroundImage", "BackgroundAlpha", "FillPaint", "StrokePaint": return nil
    default:
      if let index = names[name] { return .result(index) }
      // Default: the previous result, or the source.
      return count > 0 ? .result(count - 1) : .source
    }
  }

  /// Returns the operation of a primitive; nil if it is not supported.
  private mutating func kind(of node: Int32, _ style: ArtworkProperties) throws(LayerError) -> ArtworkFilterBase.Kind? {
    let document = document
    func number(_ key: ArtworkKey, _ other: Double = 0) -> Double {
      guard let text = document.attribute(node, key) else { return other }
      var scanner = ArtworkScanner(text)
      return scanner.number() ?? other
    }
    func numbers(_ key: ArtworkKey) -> [Double]? {
      document.attribute(node, key).map { text in
        guard text.utf8.count <= Self.mostListBytes else { return [] }
        var scanner = ArtworkScanner(text)
        return scanner.numbers()
      }
    }
    /// Parses one number for both axes, or two.
    func pair(_ key: ArtworkKey, _ other: Double = 0) -> (Double, Double) {
      let all = numbers(key) ?? []
      let x = all.first ?? other
      return (x, all.count > 1 ? all[1] : x)
    }
    func ink() -> Artwork.Ink { (style.own.floodInk ?? .color(.black)).resolved(style.color) }
    switch document.nodes[Int(node)].tag {
    case .feGaussianBlur:
      let (x, y) = pair(.stdDeviation)
      return .blur(x, y)
    case .feOffset: return .offset(number(.dx), number(.dy))
    case .feFlood: return .flood(ink(), style.own.floodOpacity)
    case .feDropShadow:
      return .shadow(
        x: number(.dx, 2), y: number(.dy, 2), deviation: pair(.stdDeviation, 2), ink(), style.own.floodOpacity)
    case .feMerge: return .merge
    case .feMorphology:
      let (x, y) = pair(.radius)
      return .morphology(x, y, isDilation: document.attribute(node, .rule)?.trimmed == "dilate")
    case .feBlend: return .blend(ArtworkStyle.blendModes[document.attribute(node, .mode)?.trimmed ?? ""] ?? .normal)
    case .feComposite:
      switch document.attribute(node, .rule)?.trimmed {
      case "in": return .composite(.in)
      case "out": return .composite(.out)
      case "atop": return .composite(.atop)
      case "xor": return .composite(.xor)
      case "lighter": return .composite(.lighter)
      case "arithmetic":
        return .composite(.arithmetic(number(.k1), number(.k2), number(.k3), number(.k4)))
      default: return .composite(.over)
      }
    case .feColorMatrix:
      let values = numbers(.values)
      switch document.attribute(node, .type)?.trimmed {
      case "saturate":
        return .matrix(ArtworkFilterMatrix.saturated(max(values?.first ?? 1, 0), ArtworkFilterMatrix.weights))
      case "hueRotate": return .matrix(ArtworkFilterMatrix.turned(degrees: values?.first ?? 0))
      case "luminanceToAlpha": return .matrix(ArtworkFilterMatrix.luminanceToAlpha)
      default:
        guard let values, values.count == 20 else { return .matrix(ArtworkFilterMatrix.identity) }
        return .matrix(values)
      }
    case .feComponentTransfer:
      var curves = [[Double]](repeating: [0, 1], count: 4)
      var child = document.nodes[Int(node)].firstChild
      while child >= 0 {
        try spend(16 + (document.attribute(child, .tableValues)?.utf8.count ?? 0), at: child)
        let channel: Int? =
          switch document.nodes[Int(child)].tag {
          case .feFuncR: 0
          case .feFuncG: 1
          case .feFuncB: 2
          case .feFuncA: 3
          default: nil
          }
        if let channel { curves[channel] = ArtworkFilterCurve.points(document, child) }
        child = document.nodes[Int(child)].next
      }
      return .curves(curves)
    default: return nil
    }
  }
}

/// The transfer functions of `feComponentTransfer`.
private enum ArtworkFilterCurve {
  /// The number of samples of a curve that is not piecewise linear.
  private static let steps = 1024

  /// Returns the curve's values at evenly spaced inputs from 0 to 1.
  static func points(_ document: ArtworkDocument, _ node: Int32) -> [Double] {
    func number(_ key: ArtworkKey, _ other: Double) -> Double {
      guard let text = document.attribute(node, key) else { return other }
      var scanner = ArtworkScanner(text)
      return scanner.number() ?? other
    }
    func curve(_ body: (Double) -> Double) -> [Double] { (0...steps).map { body(Double($0) / Double(steps)) } }
    func table() -> [Double] {
      guard let text = document.attribute(node, .tableValues), text.utf8.count <= ArtworkReader.mostListBytes else {
        return []
      }
      var scanner = ArtworkScanner(text)
      return scanner.numbers()
    }
    switch document.attribute(node, .type)?.trimmed {
    case "table":
      let values = table()
      return values.isEmpty ? [0, 1] : values.count == 1 ? [values[0], values[0]] : values
    case "discrete":
      let values = table()
      if values.isEmpty { return [0, 1] }
      return curve { values[min(Int(clamping: ($0 * Double(values.count)).rounded(.down)), values.count - 1)] }
    case "linear":
      let (slope, intercept) = (number(.slope, 1), number(.intercept, 0))
      return [intercept, slope + intercept]
    case "gamma":
      let (amplitude, exponent, offset) = (number(.amplitude, 1), number(.exponent, 1), number(.offset, 0))
      return curve { min(max(amplitude * FilterMath.pow($0, exponent) + offset, -1e6), 1e6) }
    default: return [0, 1]
    }
  }
}

/// Builds the filter graph of one element.
private struct ArtworkFilterMaker {
  let style: ArtworkProperties
  let viewport: ArtworkViewport
  let box: Rect?
  var graph = FilterGraph()
  var inks: [(index: Int, ink: Artwork.Ink, opacity: Double)] = []
  /// The maximum length in a CSS function, which has no region.
  private static let longest = 1e6
  /// The input of the next function in the list.
  private var source = FilterGraph.Input.source

  init(style: ArtworkProperties, viewport: ArtworkViewport, box: Rect?) {
    self.style = style
    self.viewport = viewport
    self.box = box
  }

  /// Returns the colour of the next primitive; records it in `inks` if the file leaves it open.
  private mutating func color(_ ink: Artwork.Ink, _ opacity: Double) -> Color {
    if case .color(let color) = ink { return color.withAlpha(color.alpha * opacity) }
    inks.append((graph.primitives.count, ink, opacity))
    return Color.black.withAlpha(opacity)
  }

  /// Adds a drop shadow under a picture.
  private mutating func shadow(
    of picture: FilterGraph.Input, offset: Size, deviation: Size, ink: Artwork.Ink, opacity: Double,
    region: Rect?, isLinear: Bool
  ) -> FilterGraph.Input {
    let color = color(ink, opacity)
    let colored = graph.add(.matrix(FilterGraph.matrix(of: color)), [picture])
    let moved = graph.add(.offset(offset), [graph.add(.blur(deviation), [colored])])
    return graph.add(.merge, [moved, picture], region: region, isLinear: isLinear)
  }

  /// Adds a CSS function, which computes in sRGB.
  mutating func add(_ function: ArtworkFilterFunction) {
    func length(_ length: ArtworkLength) -> Double {
      min(max(viewport.resolve(length, .x, fontSize: style.fontSize), -Self.longest), Self.longest)
    }
    switch function {
    case .blur(let deviation):
      let d = length(deviation)
      source = graph.add(.blur(Size(d, d)), [source])
    case .shadow(let x, let y, let deviation, let ink):
      let d = length(deviation)
      source = shadow(
        of: source, offset: Size(length(x), length(y)), deviation: Size(d, d), ink: ink.resolved(style.color),
        opacity: 1, region: nil, isLinear: false)
    case .matrix(let values): source = graph.add(.matrix(values), [source])
    case .reference, .elsewhere: break
    }
  }

  /// Adds a `filter` element; returns false if nothing of the element remains.
  mutating func add(_ base: ArtworkFilterBase) -> Bool {
    guard let region = region(base), !base.primitives.isEmpty else { return false }
    guard !base.isPrimitiveOfBox || box != nil else { return false }
    let unit = base.isPrimitiveOfBox ? (box?.size ?? Size(1, 1)) : Size(1, 1)
    var results: [FilterGraph.Input] = []
    var alpha: FilterGraph.Input?
    let own = source
    for primitive in base.primitives {
      let inputs = primitive.inputs.map { input in
        switch input {
        case .source: return own
        case .sourceAlpha:
          let known = alpha ?? graph.add(.matrix(FilterGraph.alphaMatrix), [own], region: region)
          alpha = known
          return known
        case .result(let index): return results[index]
        }
      }
      let area = subregion(primitive, base, region)
      func add(_ kind: FilterGraph.Kind) -> FilterGraph.Input {
        graph.add(kind, inputs, region: area, isLinear: primitive.isLinear)
      }
      let made: FilterGraph.Input
      switch primitive.kind {
      case .blur(let x, let y): made = add(.blur(Size(x * unit.width, y * unit.height)))
      case .matrix(let values): made = add(.matrix(values))
      case .curves(let curves): made = add(.curves(curves))
      case .offset(let x, let y): made = add(.offset(Size(x * unit.width, y * unit.height)))
      case .composite(let rule): made = add(.composite(rule))
      case .merge: made = add(.merge)
      case .morphology(let x, let y, let isDilation):
        made = add(.morphology(Size(x * unit.width, y * unit.height), isDilation: isDilation))
      case .blend(let mode): made = add(.blend(mode))
      case .flood(let ink, let opacity):
        let color = color(ink, opacity)
        made = add(.flood(color))
      case .shadow(let x, let y, let deviation, let ink, let opacity):
        made = shadow(
          of: inputs[0], offset: Size(x * unit.width, y * unit.height),
          deviation: Size(deviation.0 * unit.width, deviation.1 * unit.height), ink: ink, opacity: opacity,
          region: area, isLinear: primitive.isLinear)
      }
      results.append(made)
    }
    source = results[results.count - 1]
    return true
  }

  /// Returns the filter region in user space; nil if it has no area.
  private func region(_ base: ArtworkFilterBase) -> Rect? {
    func percent(_ value: Double) -> ArtworkLength { ArtworkLength(value: value, unit: .percent) }
    let viewport = base.isOfUserSpace ? viewport : ArtworkViewport(width: 1, height: 1)
    func side(_ key: ArtworkKey, _ axis: ArtworkViewport.Axis, _ other: Double) -> Double {
      viewport.resolve(base.lengths[key] ?? percent(other), axis, fontSize: base.fontSize)
    }
    var rect = Rect(side(.x, .x, -10), side(.y, .y, -10), side(.width, .x, 120), side(.height, .y, 120))
    guard rect.width > 0, rect.height > 0 else { return nil }
    if !base.isOfUserSpace {
      guard let box, box.width > 0, box.height > 0 else { return nil }
      rect = Rect(
        box.x + rect.x * box.width, box.y + rect.y * box.height, rect.width * box.width, rect.height * box.height)
    }
    return rect.isFinite ? rect : nil
  }

  /// Returns a primitive's subregion, clipped to the filter region. One without an area shows nothing.
  private func subregion(_ primitive: ArtworkFilterBase.Primitive, _ base: ArtworkFilterBase, _ region: Rect) -> Rect {
    if primitive.lengths.isEmpty { return region }
    let unit = base.isPrimitiveOfBox ? ArtworkViewport(width: 1, height: 1) : viewport
    func side(_ key: ArtworkKey, _ axis: ArtworkViewport.Axis) -> Double? {
      primitive.lengths[key].map { unit.resolve($0, axis, fontSize: base.fontSize) }
    }
    var rect = region
    let frame = base.isPrimitiveOfBox ? (box ?? region) : Rect(0, 0, 1, 1)
    if let x = side(.x, .x) { rect.origin.x = frame.x + x * frame.width }
    if let y = side(.y, .y) { rect.origin.y = frame.y + y * frame.height }
    if let width = side(.width, .x) { rect.size.width = max(width * frame.width, 0) }
    if let height = side(.height, .y) { rect.size.height = max(height * frame.height, 0) }
    return rect.isFinite ? rect.intersection(region) ?? Rect(region.x, region.y, 0, 0) : region
  }
}
