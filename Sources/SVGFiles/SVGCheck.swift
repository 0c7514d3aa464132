// SPDX-License-Identifier: MIT
import ImageFiles
import Numbers
import Wording

/// What a look at an SVG file finds before a library reads it: whether it may be read, and how much drawing it takes.
///
/// librsvg has limits of its own, but reaches some of them after seconds or gigabytes, and others never; nor can it be
/// stopped. So the file is read first by the reader that is here, which follows each reference and counts.
package struct SVGCheck: Sendable {
  package private(set) var elements = 0
  /// Elements that are drawn, with all that are repeated.
  package private(set) var drawn = 0.0
  /// Passes over all pixels that groups, masks and filters take, and those that grow with the square of the scale.
  package private(set) var layers = 0.0
  package private(set) var growingLayers = 0.0
  /// Pictures of the whole size that lie in each other.
  package private(set) var nesting = 0.0
  /// Whether parts are drawn on surfaces as large as the picture.
  package private(set) var hasWholeSurfaces = false
  package private(set) var usesCurrentColor = false
  /// Sentences about what is not shown.
  package private(set) var notes: [String] = []

  /// - Throws: `LayerError`: `.limit` for what would take too long or too much memory, `.invalid` for what is no SVG;
  ///   with the line, what was found, what may be, and the remedy.
  package init(_ bytes: UnsafeRawBufferPointer, limits: SVGLimits = .file) throws(LayerError) {
    guard bytes.count <= limits.bytes else {
      throw LayerError(
        .limit, "the SVG has \(bytes.count) bytes, unpacked; at most \(limits.bytes) are read: simplify it")
    }
    if bytes.count >= 2, bytes[0] == 0 || bytes[1] == 0 || (bytes[0] >= 0xFE && bytes[1] >= 0xFE) {
      throw LayerError("the SVG is not in UTF-8: save it so")
    }
    if SVGCheck.holdsStyleInstruction(bytes) {
      throw LayerError(
        "the SVG has an <?xml-stylesheet?>, which is not read: put the rules into a <style> element")
    }
    let reader = SVGReader(limits)
    do throws(XMLReader.Failure) { try XMLReader.read(bytes, entityBytes: limits.entityBytes, reader) } catch {
      let line = error.line
      switch error.reason {
      case .stopped: throw reader.problem ?? LayerError("line \(line): the SVG cannot be read")
      case .entities:
        throw LayerError(
          .limit,
          "line \(line): the SVG declares entities that hold more than \(limits.entityBytes) bytes or are made of others: "
            + "write their text instead")
      case .memory: throw LayerError(.limit, "there is not enough memory to read the SVG")
      case .noLibrary:
        throw LayerError(
          .missing, "SVG needs the library libexpat.so.1, which is not installed: install libexpat1")
      case .damaged(let detail) where detail.hasPrefix("limit on input amplification"):
        throw LayerError(
          .limit, "line \(line): the SVG's entities make it many times as long: write their text instead")
      case .damaged(let detail): throw LayerError("line \(line): the SVG is no XML (\(detail))")
      }
    }
    try reader.finish()
    elements = reader.elements.count
    let sum = reader.total
    drawn = sum.drawn
    layers = sum.layers
    growingLayers = sum.growing
    nesting = sum.nesting
    hasWholeSurfaces = reader.hasWholeSurfaces
    usesCurrentColor = reader.usesCurrentColor
    notes = reader.notes
  }

  /// Instructions are not told by the reader of XML.
  private static func holdsStyleInstruction(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let phrase = Array("xml-stylesheet".utf8)
    guard bytes.count > phrase.count + 2 else { return false }
    for i in 2...(bytes.count - phrase.count)
    where bytes[i] == phrase[0] && bytes[i - 1] == UInt8(ascii: "?") && bytes[i - 2] == UInt8(ascii: "<") {
      if bytes[i..<i + phrase.count].elementsEqual(phrase) { return true }
    }
    return false
  }
}

/// What drawing an element takes, with all that is in it and that it refers to.
struct SVGCost {
  var drawn = 0.0
  var layers = 0.0
  var growing = 0.0
  /// Points of paths, at most.
  var points = 0.0
  /// The length of paths, about.
  var length = 0.0
  var dashes = 0.0
  var nesting = 0.0

  mutating func add(_ other: SVGCost, times n: Double = 1) {
    drawn += other.drawn * n
    layers += other.layers * n
    growing += other.growing * n
    points += other.points * n
    length += other.length * n
    dashes += other.dashes * n
    nesting = max(nesting, other.nesting)
  }
}

/// Takes what the reader of XML tells.
final class SVGReader: XMLHandler {
  struct Element {
    var name: Name
    var line: Int
    var own = SVGCost()
    var effects = SVGEffects()
    /// Ids whose content is drawn in its place.
    var uses: [String] = []
    var classes: [Substring] = []
    var firstChild: Int32 = -1
    var nextSibling: Int32 = -1
  }

  enum Name {
    /// Drawn where something refers to it.
    case separate
    case filter, gradient
    case other
  }

  let limits: SVGLimits
  private(set) var elements: [Element] = []
  private(set) var problem: LayerError?
  private(set) var total = SVGCost()
  private(set) var hasWholeSurfaces = false
  private(set) var usesCurrentColor = false
  private(set) var notes: [String] = []
  private var open: [Int] = []
  /// The last child of each open element, their number, and the bytes of text that are drawn in it.
  private var children: [(last: Int32, count: Int, text: Int)] = []
  private var mostSiblings = 0
  private var ids: [String: [Int32]] = [:]
  private var textBytes = 0
  private var primitives = 0
  private var imagePixels = 0
  /// The depths at which style and text elements are open.
  private var styleDepth = -1
  private var textDepth = -1
  private var style: [UInt8] = []

  init(_ limits: SVGLimits) { self.limits = limits }

  // MARK: Reading

  func start(_ name: String, _ attributes: [(name: String, value: String)], line: Int) -> Bool {
    let local = localName(name)
    if elements.isEmpty, local != "svg" {
      return refuse(LayerError("line \(line): the file is XML with the root <\(name.prefix(40))>, not <svg>"))
    }
    guard elements.count < limits.elements else {
      return refuse(.limit, line, "the SVG has more than \(limits.elements) elements: simplify it")
    }
    guard open.count < limits.depth else {
      return refuse(.limit, line, "the SVG's elements are nested more than \(limits.depth) deep: simplify it")
    }
    if local == "include" {
      return refuse(.invalid, line, "the SVG includes another document, which is not read: put it into the file")
    }
    let index = elements.count
    var element = Element(name: .other, line: line)
    element.own.drawn = 1
    if let parent = open.last {
      let last = children[children.count - 1]
      if last.last < 0 {
        elements[parent].firstChild = Int32(clamping: index)
      } else {
        elements[Int(last.last)].nextSibling = Int32(clamping: index)
      }
      children[children.count - 1] = (Int32(clamping: index), last.count + 1, last.text)
      mostSiblings = max(mostSiblings, last.count + 1)
    }
    switch local {
    case "defs", "symbol", "clipPath", "mask", "pattern", "marker": element.name = .separate
    case "linearGradient", "radialGradient": element.name = .gradient
    case "filter":
      element.name = .filter
      hasWholeSurfaces = true
    case "style": if styleDepth < 0 { styleDepth = open.count }
    case "text": if textDepth < 0 { textDepth = open.count }
    default: break
    }
    if local == "mask" { hasWholeSurfaces = true }
    for (name, value) in attributes {
      textBytes += name.utf8.count + value.utf8.count
      guard take(attribute: localName(name), value, of: local, line, &element) else { return false }
    }
    guard textBytes <= limits.textBytes else { return refuseText(line) }
    if local.hasPrefix("fe") {
      guard take(primitive: local, attributes, line, &element) else { return false }
    }
    if !element.effects.whole.isEmpty || element.effects.layers >= 2 { hasWholeSurfaces = true }
    elements.append(element)
    open.append(index)
    children.append((-1, 0, 0))
    return true
  }

  func end(_ name: String) -> Bool {
    let index = open.removeLast()
    // A line takes the square of its length.
    let length = Double(children.removeLast().text)
    elements[index].own.drawn += length / 4 + length * length / 8000
    if styleDepth == open.count {
      styleDepth = -1
      style.append(10)
    }
    if textDepth == open.count { textDepth = -1 }
    return true
  }

  func text(_ bytes: UnsafeRawBufferPointer) -> Bool {
    textBytes += bytes.count
    let line = open.last.map { elements[$0].line } ?? 0
    guard textBytes <= limits.textBytes else { return refuseText(line) }
    if styleDepth >= 0 {
      guard style.count + bytes.count <= limits.styleBytes else {
        return refuse(.limit, line, "the SVG's style sheets have more than \(limits.styleBytes) bytes: simplify them")
      }
      style.append(contentsOf: bytes)
    } else if textDepth >= 0, !children.isEmpty {
      children[children.count - 1].text += bytes.count
    }
    return true
  }

  private func take(
    attribute: String, _ value: String, of name: String, _ line: Int, _ element: inout Element
  ) -> Bool {
    switch attribute {
    case "id": ids[value, default: []].append(Int32(clamping: elements.count))
    case "href":
      let address = SVGStyle.trimmed(value)
      if address.utf8.first == UInt8(ascii: "#") {
        if name != "a" { element.uses.append(String(address.dropFirst())) }
      } else if isData(address) {
        guard name == "image" || name == "feImage" else {
          return refuse(
            .invalid, line,
            "the SVG's <\(name.prefix(40))> leads to a document in a data: address, which is not read: "
              + "put it into the file itself")
        }
        return take(image: address, line, &element)
      }
      return true
    case "style":
      if value.utf8.contains(UInt8(ascii: "/")), SVGStyle.says(value.utf8, "/*") {
        // Comments are rare here.
        var sheet = SVGStyle.sheet("* {" + value + "}")
        element.effects.add(sheet.rules.popLast()?.effects ?? SVGEffects())
      } else {
        element.effects.set(declarations: value[...].utf8)
      }
    case "class": element.classes = value.split { $0 == " " || $0 == "\t" || $0 == "\n" }
    case "d", "points":
      measure(path: value, &element)
      element.own.drawn += Double(value.utf8.count) / 500
      return true
    case "x1", "x2", "y1", "y2", "width", "height", "r", "rx", "ry":
      eachNumber(in: value) { element.own.length += abs($0) * 4 }
      return true
    default: element.effects.set(attribute, value)
    }
    if !usesCurrentColor, value.utf8.contains(where: { $0 | 32 == UInt8(ascii: "c") }),
      SVGStyle.says(value.utf8, "currentcolor")
    {
      usesCurrentColor = true
    }
    if attribute == "style" || value.utf8.contains(UInt8(ascii: "(")), SVGStyle.readsData(value.utf8) {
      return refuse(
        .invalid, line,
        "the SVG's \(attribute.prefix(40)) leads to a document in a data: address, which is not read: "
          + "put it into the file itself")
    }
    return true
  }

  private func take(image address: String, _ line: Int, _ element: inout Element) -> Bool {
    let image: EmbeddedImage
    do throws(LayerError) { image = try EmbeddedImage(address) } catch {
      return refuse(error.kind, line, "the SVG's image in a data: address \(error.message)")
    }
    imagePixels = imagePixels.addingReportingOverflow(image.pixels).partialValue
    guard imagePixels <= limits.imagePixels, imagePixels >= 0 else {
      return refuse(
        .limit, line,
        "the SVG's images in data: addresses have more than \(limits.imagePixels) pixels in all: make them smaller")
    }
    if image.isSeldomRead { notes.append("line \(line): its WebP picture may not be shown: make it a PNG") }
    element.own.drawn += Double(image.pixels) / 10_000
    return true
  }

  private func take(
    primitive name: String, _ attributes: [(name: String, value: String)], _ line: Int, _ element: inout Element
  ) -> Bool {
    primitives += 1
    guard primitives <= limits.primitives else {
      return refuse(.limit, line, "the SVG's filters have more than \(limits.primitives) primitives: simplify them")
    }
    func numbers(_ name: String) -> [Double] {
      attributes.last { $0.name == name }.map { SVGStyle.numbers(in: $0.value) } ?? []
    }
    element.own.nesting = 1
    switch name {
    case "feTurbulence":
      let octaves = numbers("numOctaves").first ?? 1
      guard octaves <= Double(limits.octaves) else {
        return refuse(
          .limit, line, "numOctaves is \(numberText(octaves)); at most \(limits.octaves) are drawn: use fewer")
      }
      element.own.layers += max(octaves, 1) * 10
    case "feConvolveMatrix":
      let order = numbers("order")
      let size = max(order.first ?? 3, 1) * max(order.last ?? 3, 1)
      guard size <= 400 else {
        return refuse(
          .limit, line, "the SVG's feConvolveMatrix has \(numberText(size)) numbers; at most 400 are drawn: use fewer")
      }
      element.own.layers += max(size / 4, 4)
    case "feMorphology":
      let radius = numbers("radius")
      let (x, y) = (max(radius.first ?? 0, 0), max(radius.last ?? 0, 0))
      guard max(x, y) <= 20 else {
        return refuse(
          .limit, line,
          "the SVG's feMorphology has the radius \(numberText(max(x, y))); at most 20 are drawn: make it smaller")
      }
      element.own.layers += 4
      element.own.growing += (2 * x + 1) * (2 * y + 1) / 4
    case "feDiffuseLighting", "feSpecularLighting", "feDisplacementMap": element.own.layers += 6
    case "feGaussianBlur", "feDropShadow": element.own.layers += 8
    default: element.own.layers += 3
    }
    return true
  }

  /// Counts points and about how long the lines are.
  private func measure(path: String, _ element: inout Element) {
    var isRelative = false
    var last = (0.0, 0.0)
    var isY = false
    var length = 0.0
    var count = 0.0
    eachNumber(in: path, letter: { isRelative = $0 >= 97 }) { value in
      count += 1
      length += isRelative ? abs(value) : abs(value - (isY ? last.1 : last.0))
      if isY { last.1 = value } else { last.0 = value }
      isY.toggle()
    }
    element.own.points += count / 2 + 1
    element.own.length += length
  }

  private func isData(_ address: String) -> Bool {
    let start = address.utf8.lazy.filter { $0 > 32 }.prefix(5)
    return String(decoding: start, as: UTF8.self).lowercased() == "data:"
  }

  private func localName(_ name: String) -> String {
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
    return String(name[name.utf8.index(after: colon)...])
  }

  private func refuse(_ error: LayerError) -> Bool {
    problem = problem ?? error
    return false
  }

  private func refuse(_ kind: LayerError.Kind, _ line: Int, _ message: String) -> Bool {
    refuse(LayerError(kind, "line \(line): \(message)"))
  }

  private func refuseText(_ line: Int) -> Bool {
    refuse(
      .limit, line,
      "the SVG's text and attributes have more than \(limits.textBytes) bytes with their entities: simplify it")
  }

  // MARK: Counting

  /// Follows the references.
  func finish() throws(LayerError) {
    guard !elements.isEmpty else { throw LayerError("the SVG has no element") }
    try takeStyle()
    total = try cost()
    guard total.drawn <= Double(limits.drawn) else {
      throw LayerError(
        .limit,
        "the SVG takes as much drawing as \(SVGReader.rounded(total.drawn)) elements, with its text and all that use, "
          + "patterns and markers repeat; at most \(limits.drawn) are drawn: simplify it")
    }
    guard total.dashes <= Double(limits.dashes) else {
      throw LayerError(
        .limit,
        "the SVG draws about \(SVGReader.rounded(total.dashes)) dashes; at most \(limits.dashes) are drawn: "
          + "make stroke-dasharray longer")
    }
  }

  private static func rounded(_ value: Double) -> String {
    value < 1e15 ? numberText(value.rounded()) : "10^\(exponent(value))"
  }

  private static func exponent(_ value: Double) -> Int {
    var (value, exponent) = (value, 0)
    while value >= 10, exponent < 400 {
      value /= 10
      exponent += 1
    }
    return exponent
  }

  private func takeStyle() throws(LayerError) {
    guard !style.isEmpty else { return }
    let sheet = SVGStyle.sheet(String(decoding: style, as: UTF8.self))
    if sheet.readsData {
      throw LayerError(
        "the SVG's style sheet leads to a document in a data: address, which is not read: put it into the file itself")
    }
    usesCurrentColor = usesCurrentColor || sheet.usesCurrentColor
    let comparisons =
      (sheet.comparisons + sheet.siblingComparisons * Double(mostSiblings)) * Double(elements.count)
    guard comparisons <= 1e8 else {
      throw LayerError(
        .limit,
        "the SVG's style sheets take \(SVGReader.rounded(comparisons)) comparisons with its \(elements.count) elements; "
          + "at most 100000000 are made: write the styles as attributes")
    }
    var byClass: [String: [Int]] = [:]
    var forAll = SVGEffects()
    for (i, rule) in sheet.rules.enumerated() {
      if let classes = rule.classes {
        for name in classes { byClass[name, default: []].append(i) }
      } else {
        forAll.add(rule.effects)
      }
    }
    var additions = 0
    for i in elements.indices {
      if !forAll.isEmpty {
        elements[i].effects.add(forAll)
        additions += forAll.paints.count + forAll.markers.count + forAll.whole.count
      }
      for name in elements[i].classes {
        for rule in byClass[String(name)] ?? [] {
          let effects = sheet.rules[rule].effects
          elements[i].effects.add(effects)
          additions += 1 + effects.paints.count + effects.markers.count + effects.whole.count
        }
      }
      guard additions <= 2_000_000 else {
        throw LayerError(
          .limit, "the SVG's style sheets paint too many elements with patterns, markers and filters: simplify them")
      }
    }
    if sheet.rules.contains(where: { !$0.effects.whole.isEmpty || $0.effects.layers >= 2 }) { hasWholeSurfaces = true }
  }

  /// What the root takes; each element is counted once, after all that it leads to.
  private func cost() throws(LayerError) -> SVGCost {
    var costs = [SVGCost](repeating: SVGCost(), count: elements.count)
    /// 0 not seen, 1 on the way, 2 counted.
    var states = [UInt8](repeating: 0, count: elements.count)
    var path: [Int] = [0]
    while let index = path.last {
      if states[index] == 2 {
        path.removeLast()
        continue
      }
      if states[index] == 1 {
        costs[index] = sum(index, costs)
        states[index] = 2
        path.removeLast()
        continue
      }
      states[index] = 1
      var loops = false
      func lead(to id: String) {
        for target in ids[id] ?? [] {
          switch states[Int(target)] {
          case 0: path.append(Int(target))
          case 1: loops = true
          default: break
          }
        }
      }
      let element = elements[index]
      for id in element.uses { lead(to: id) }
      for id in element.effects.paints { lead(to: id) }
      for id in element.effects.markers { lead(to: id) }
      for id in element.effects.whole { lead(to: id) }
      if loops {
        throw LayerError(
          "line \(element.line): the SVG's element refers to one that it is in, or that refers to it: remove that reference"
        )
      }
      var child = element.firstChild
      while child >= 0 {
        if states[Int(child)] == 0 { path.append(Int(child)) }
        child = elements[Int(child)].nextSibling
      }
    }
    return costs[0]
  }

  private func sum(_ index: Int, _ costs: [SVGCost]) -> SVGCost {
    let element = elements[index]
    var cost = element.own
    var child = element.firstChild
    while child >= 0 {
      switch elements[Int(child)].name {
      case .separate, .filter: cost.drawn += index == 0 ? 0 : 0.01
      case .gradient: break
      case .other:
        // A gradient's stops are looked up together.
        if element.name == .gradient { cost.drawn += 0.1 } else { cost.add(costs[Int(child)]) }
      }
      child = elements[Int(child)].nextSibling
    }
    func content(_ ids: [String]) -> SVGCost {
      var sum = SVGCost()
      for id in ids { for target in self.ids[id] ?? [] { sum.add(costs[Int(target)]) } }
      return sum
    }
    cost.add(content(element.uses))
    if element.name == .filter {
      // The results of all primitives are kept to the end.
      var child = element.firstChild
      cost.nesting = 0
      while child >= 0 {
        cost.nesting += 1
        child = elements[Int(child)].nextSibling
      }
    }
    let effects = element.effects
    if !effects.paints.isEmpty { cost.add(content(effects.paints), times: max(cost.drawn, 1)) }
    if !effects.markers.isEmpty { cost.add(content(effects.markers), times: max(cost.points, 1)) }
    cost.add(content(effects.whole))
    cost.layers += effects.layers + Double(effects.whole.count) * 2
    if effects.layers > 0 || !effects.whole.isEmpty { cost.nesting += effects.layers >= 2 ? 2 : 1 }
    if let dash = effects.dash { cost.dashes += cost.length / dash }
    return cost
  }
}
