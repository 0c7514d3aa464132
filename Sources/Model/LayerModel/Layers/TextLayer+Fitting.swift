// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import RenderTree

/// The rule for text that its layer's bounds cannot hold at its full size: a text layer's `fitsText`.
///
/// ```swift
/// title.fitsText = .shrink
/// title.minimumFontSize = 14
/// ```
public enum TextFitting: UInt8, NamedOption {
  /// The size stays.
  case none
  /// The largest smaller size at which all of the text fits, in steps of half a point.
  case shrink

  package static let names = [OptionName("none"), OptionName("shrink")]
}

/// The size at which a layer's text fits, and the request it was found for.
struct TextFit {
  var request: TextRequest
  var height: Double
  var maximumLines: Int
  var minimum: Double
  /// The size without fitting, and the one that fits, in points.
  var base: Double
  var size: Double
  /// False if the text does not fit even at the minimum.
  var fits = true
  /// The largest size below the minimum at which it would fit; nil if there is none.
  var needed: Double?
}

/// A text layer's places in a group and in a chain: `continuesIn`, and the values that other layers determine, which
/// are derived before each render.
final class TextLink {
  /// The layer in which the text goes on.
  weak var next: TextLayer?
  /// The name by which `next` is found in the tree before each render; nil if it was given itself.
  var name: String?
  /// The scale of the layer's group; nil outside of a group.
  var groupScale: Double?
  /// The first layer of the chain, if this is another layer of one.
  weak var head: TextLayer?
  /// The byte of the chain's text at which this layer begins; nil if none is left for it.
  var start: Int?
}

/// The text layers of a scene whose text depends on other layers.
struct LinkedTexts {
  private struct Entry {
    weak var layer: TextLayer?
  }
  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ layer: TextLayer) { entries.append(Entry(layer: layer)) }

  /// The layers that still exist, in the order of their first link.
  mutating func layers() -> [TextLayer] {
    let found = entries.compactMap(\.layer)
    if found.count < entries.count { entries = found.map { Entry(layer: $0) } }
    return found
  }
}

extension TextLayer {
  /// The rule for text that the bounds cannot hold at its full size. Default `none`.
  ///
  /// The bounds and the text of the layer itself count, not those of a moment of an animation, so letters keep their
  /// size while a box grows.
  public var fitsText: TextFitting {
    get { setting.fitsText }
    set { assign(.fitsText, .string(newValue.optionName.raw)) }
  }
  /// The smallest size to which `fitsText` shrinks the text, in points. Text that is still too long is truncated by
  /// `truncationMode`, with a warning. Default 0, which is half of the full size.
  public var minimumFontSize: Double {
    get { setting.minimumFontSize }
    set { assign(.minimumFontSize, newValue) }
  }
  /// The name of a group of layers that shrink together. All layers of a tree with the same name take the smallest of
  /// their scales, each down to its own minimum. Default nil.
  public var fitsTextGroup: String? {
    get { setting.fitsTextGroup }
    set { assign(.fitsTextGroup, newValue.map { .string($0) } ?? .null) }
  }
  /// The size in points at which the text is drawn: `fontSize`, or a smaller one by `fitsText`. For an attributed
  /// string, the size of its largest run.
  public var fittedFontSize: Double {
    let model = model as? TextLayer ?? self
    try? scene.linkTexts(under: model.root)
    return (try? model.shownFit())?.size ?? model.fullFontSize
  }

  /// The size in points without fitting.
  private var fullFontSize: Double {
    guard case .attributed(let text)? = storedText else { return storedFontSize }
    return text.runs.reduce(0) {
      max($0, $1.attributes.fontSize ?? (setting.inheritsTextAttributes ? storedFontSize : 12))
    }
  }

  /// Notes that the layer's text depends on other layers.
  fileprivate func noteLink() {
    guard textLink == nil else { return }
    textLink = TextLink()
    if !state.contains(.silent) { scene.linkedTexts.add(self) }
  }

  /// Notes that a copy's text goes on in a layer by name, which is that of its own tree.
  func noteCopiedLink() {
    if textLink?.name != nil { scene.linkedTexts.add(self) }
  }

  /// Returns the size at which the text fits the bounds; nil if it is not to be fitted or there is none.
  fileprivate func ownFit() throws -> TextFit? {
    guard setting.fitsText == .shrink, textLink?.next == nil, textLink?.head == nil, !storedBounds.isEmpty,
      var request = unfittedRequest(width: storedBounds.width, height: nil)
    else { return nil }
    let most = request.maximumLines
    request.maximumLines = 0
    request.truncation = .none
    let base = request.largestFontSize
    guard base > 0 else { return nil }
    let given = setting.minimumFontSize
    let minimum = given > 0 ? min(given, base) : base / 2
    let height = measuredPath == nil ? storedBounds.height : Double.infinity
    if let known = lastFit, known.request == request, known.height == height, known.maximumLines == most,
      known.minimum == minimum
    {
      return known
    }
    // Text is laid out in 1/1024 point.
    let hair = 1.0 / 1024
    let width = request.width ?? .infinity
    func fits(_ size: Double) throws -> Bool {
      try scene.account.checkEnd()
      let frame = try scene.services.layoutText(request.scaled(from: base, to: size))
      return frame.size.height <= height + hair && frame.size.width <= width + hair && !frame.dividesWords
        && (most == 0 || frame.lines.count <= most)
    }
    var fit = TextFit(
      request: request, height: height, maximumLines: most, minimum: minimum, base: base, size: minimum)
    if let size = try TextRequest.largestSize(from: base, to: minimum, fits: fits) {
      fit.size = size
    } else {
      fit.fits = false
      if minimum > 1 { fit.needed = try TextRequest.largestSize(from: minimum, to: 1, fits: fits) }
    }
    lastFit = fit
    return fit
  }

  /// Returns the size at which the text is drawn; nil if it is not fitted.
  func shownFit() throws -> TextFit? {
    guard var fit = try ownFit() else { return nil }
    if let scale = textLink?.groupScale { fit.size = min(fit.size, max(fit.base * scale, fit.minimum)) }
    return fit
  }

  /// The problem of text that does not fit at its smallest size; nil if there is none.
  private func fitProblem() throws -> (words: String, remedy: String)? {
    let model = model as? TextLayer ?? self
    guard let fit = try model.shownFit(), !fit.fits else { return nil }
    let minimum = inspectedNumber(fit.minimum)
    let needed = fit.needed.map { inspectedNumber($0) }
    return (
      "its text does not fit its bounds at its smallest size, \(minimum) points"
        + (fit.minimum < model.setting.minimumFontSize
          ? " (minimumFontSize is \(inspectedNumber(model.setting.minimumFontSize)), more than its fontSize)" : "")
        + (needed.map { "; it would fit at \($0)" } ?? ""),
      (needed.map { "set minimumFontSize = \($0), " } ?? "") + "enlarge its bounds or shorten its text"
    )
  }

  /// The problem of a chain's text that is not shown to its end, in the layer where it breaks off; nil if there is
  /// none.
  private func chainProblem() throws -> (words: String, remedy: String)? {
    let layer = model as? TextLayer ?? self
    guard let link = layer.textLink else { return nil }
    if let next = link.next {
      // Without a start there is no text left for it.
      guard next.textLink?.start != nil, next.root !== layer.root else { return nil }
      return (
        "its text goes on in \(next.mention), which is not in the same layer tree, so the rest is not shown",
        "add that layer to the tree"
      )
    }
    guard link.head != nil, link.start != nil, layer.storedTruncationMode == .none, try layer.hasRest() else {
      return nil
    }
    return (
      "it is the last layer in which a text continues, and its bounds do not hold the rest of it",
      "enlarge its bounds, let it continue in one more layer, or set truncationMode = \"end\""
    )
  }

  /// Warns of text that does not fit at its smallest size, and of a chain's that is not shown to its end.
  func warnAboutFit(_ label: String) throws {
    if setting.fitsText == .none, textLink == nil, (model as? TextLayer)?.textLink == nil { return }
    guard let problem = try setting.fitsText == .none ? chainProblem() : fitProblem() ?? chainProblem() else { return }
    scene.warn(.textFit, "\(label): \(problem.words): \(problem.remedy)", onceFor: "text", about: model)
  }

  func fitFlaw() throws -> Finding? {
    guard let problem = try setting.fitsText == .none ? chainProblem() : fitProblem() ?? chainProblem() else {
      return nil
    }
    return Finding(.textBox, self, "\(subject): \(problem.words)\(line(ofSetting: "bounds"))", hint: problem.remedy)
  }
}

extension Scene {
  /// Derives the values that text layers below a root take from one another: the sizes of groups, then the parts of
  /// chains. A layer whose values change is marked, so that no cache shows it as it was.
  ///
  /// - Throws: errors of layout, and `LayerError` for a chain that cannot be.
  func linkTexts(under root: Layer) throws {
    guard !linkedTexts.isEmpty else { return }
    let layers = linkedTexts.layers().filter { $0.isInTree(below: root) }
    var scales: [String: Double] = [:]
    for layer in layers { try layer.findNext() }
    for layer in layers {
      guard let group = layer.setting.fitsTextGroup, let fit = try layer.ownFit() else { continue }
      scales[group] = min(scales[group] ?? 1, fit.size / fit.base)
    }
    for layer in layers {
      let scale = layer.setting.fitsText == .none ? nil : layer.setting.fitsTextGroup.flatMap { scales[$0] }
      guard let link = layer.textLink, link.groupScale != scale else { continue }
      link.groupScale = scale
      layer.spreadChange()
    }
    try linkChains(layers)
  }
}

extension Layer {
  /// True for a root and every layer below it, masks included.
  fileprivate func isInTree(below root: Layer) -> Bool {
    var layer: Layer? = self
    while let next = layer {
      if next === root { return true }
      layer = next.parent
    }
    return false
  }
}

// MARK: - Chains

extension TextLayer {
  /// The text layer in which text that this one cannot hold goes on: the next column, page or box. It must have no
  /// string of its own. Default nil.
  ///
  /// Font, colour, alignment and line breaking are those of the first layer; the last one's `truncationMode` acts on
  /// what is left over. The layer is held weakly.
  ///
  /// By its key the value may also be a name, which is looked up in the tree before each render as `find(_:)` does:
  ///
  /// ```swift
  /// try title.setValue("second column", forKey: "continuesIn")
  /// ```
  public var continuesIn: TextLayer? {
    get { textLink?.next ?? namedNext }
    set { assign(.continuesIn, newValue.map { .layer($0) } ?? .null) }
  }
  /// The layer of the name that was given; nil if there is none yet.
  private var namedNext: TextLayer? { textLink?.name.flatMap { root.find($0) as? TextLayer } }

  /// Finds the layer in which the text goes on, if it was given by name.
  ///
  /// - Throws: `LayerError` if the tree has no such text layer, or if the text would come back to this one.
  fileprivate func findNext() throws(LayerError) {
    guard let link = textLink, let name = link.name else { return }
    let root = root
    let found = root.find(name)
    guard let next = found as? TextLayer else {
      let place = "\(label).continuesIn\(placeInBrackets)"
      if let found { throw LayerError("\(place): \(found.mention) is not a text layer") }
      var names: [String] = []
      root.walk { layer, _ in
        if layer is TextLayer, layer !== self, let name = layer.name, !name.isEmpty { names.append(name) }
        return names.count < 1000
      }
      let known =
        names.isEmpty
        ? "; none has a name"
        : nearest(name, among: names).map { "; did you mean \"\($0)\"?" }
          ?? "; the names are \(listed(Array(names.prefix(20))))\(names.count > 20 ? ", …" : "")"
      throw LayerError("\(place): no text layer \"\(name)\" in its layer tree\(known)")
    }
    guard next !== link.next else { return }
    // The next layer of a copy is in the original's tree.
    if link.next?.root === root { link.next?.join(nil, at: nil) }
    link.next = nil
    try checkContinuing(in: next, .continuesIn)
    link.next = next
    spreadChange()
  }
  /// The least number of a paragraph's lines at the bottom of a layer whose text goes on in another. Default 2.
  public var orphans: Int {
    get { Int(clamping: setting.orphans) }
    set { assign(.orphans, Double(newValue)) }
  }
  /// The least number of a paragraph's lines at the top of a layer that continues another's text. Default 2.
  public var widows: Int {
    get { Int(clamping: setting.widows) }
    set { assign(.widows, Double(newValue)) }
  }
  /// True if some of the text is not shown because neither this layer nor those of its chain have room for it.
  public var overflows: Bool {
    var last = model as? TextLayer ?? self
    try? scene.linkTexts(under: last.root)
    while let next = last.textLink?.next { last = next }
    if let link = last.textLink, link.head != nil, link.start == nil { return false }
    return (try? last.hasRest()) ?? false
  }

  /// True if the bounds do not hold the text, or what is left of a chain's.
  private func hasRest() throws -> Bool {
    let bounds = storedBounds
    guard let request = try textRequest(width: bounds.width, height: bounds.height) else { return false }
    let frame = try laidOutText(request, label, isQuiet: true).frame
    let hair = 1.0 / 128
    return frame.isTruncated || measuredPath == nil && frame.size.height > bounds.height + hair
      || !request.wraps && frame.size.width > (request.width ?? .infinity) + hair
  }

  /// Returns the request for this layer's part of a chain's text, in the model's bounds; nil if none is left for it.
  func chainRequest() -> TextRequest? {
    let head = textLink?.head ?? self
    guard let start = head === self ? 0 : textLink?.start,
      var request = head.unfittedRequest(width: storedBounds.width, height: nil)
    else { return nil }
    let isLast = textLink?.next == nil
    request.truncation = isLast ? storedTruncationMode : .none
    request.height = request.truncation == .none ? nil : storedBounds.height
    request.maximumLines = isLast ? Int(clamping: setting.maximumNumberOfLines) : 0
    request.flow = TextFlow(
      start: start, height: isLast ? nil : storedBounds.height, orphans: head.orphans, widows: head.widows)
    return request
  }

  fileprivate func join(_ head: TextLayer?, at start: Int?) {
    if head != nil { noteLink() }
    guard let link = textLink, link.head !== head || link.start != start else { return }
    link.head = head
    link.start = start
    spreadChange()
  }

  /// Throws if this layer's text cannot go on in another.
  fileprivate func checkContinuing(in next: TextLayer, _ row: Property) throws(LayerError) {
    guard next.scene === scene else { throw LayerError(row, self, ": \(next.mention) belongs to another scene") }
    var layer: TextLayer? = next
    while let now = layer {
      if now === self { throw LayerError(row, self, ": its text would come back to itself") }
      layer = now.textLink?.next
    }
  }
}

extension Scene {
  /// The maximum number of layers of a chain.
  private static let longestChain = 10_000

  /// Lays the text of chains into their layers.
  private func linkChains(_ layers: [TextLayer]) throws {
    var sources: [ObjectIdentifier: TextLayer] = [:]
    for layer in layers {
      guard let next = layer.textLink?.next else { continue }
      if let other = sources[ObjectIdentifier(next)] {
        throw LayerError(
          "\(next.label)\(next.placeInBrackets): the texts of both \(other.label) and \(layer.label) continue in it; "
            + "it can take one")
      }
      if !(next.string ?? "").isEmpty {
        throw LayerError(
          "\(next.label)\(next.placeInBrackets): the text of \(layer.label) continues in it, so it cannot have a "
            + "string of its own; remove it")
      }
      sources[ObjectIdentifier(next)] = layer
    }
    for layer in layers where sources[ObjectIdentifier(layer)] == nil {
      layer.join(nil, at: nil)
    }
    for head in layers where head.textLink?.next != nil && sources[ObjectIdentifier(head)] == nil {
      var box = head
      var count = 1
      while let next = box.textLink?.next {
        count += 1
        guard count <= Self.longestChain else {
          throw LayerError(.limit, "\(head.label): its text continues in more than \(Self.longestChain) layers")
        }
        try account.checkEnd()
        let end = try box.chainRequest().flatMap { try box.laidOutText($0, box.label).frame.end }
        next.join(head, at: end)
        box = next
      }
    }
  }

  /// Lays a text into as many layers as it needs, each of which continues in the next.
  ///
  /// ```swift
  /// let pages = try scene.flow(AttributedString("Call me Ishmael.")) { number in
  ///   let page = TextLayer(in: scene)
  ///   page.frame = Rect(0, Double(number - 1) * 220, 160, 200)
  ///   page.isWrapped = true
  ///   return page
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - text: the text; without attributes it is a plain string, which has the first layer's font and colour.
  ///   - box: returns the layer of a number from 1, or nil to end before the text does. At most 10,000 are asked for.
  /// - Returns: the layers, in order.
  /// - Throws: the body's errors; `LayerError` for a layer that has text or takes none of it, and for too many layers.
  public func flow(_ text: AttributedString, into box: (_ number: Int) throws -> TextLayer?) throws -> [TextLayer] {
    let isPlain = text.runs.allSatisfy { $0.attributes == TextAttributes() }
    var boxes: [TextLayer] = []
    var start = 0
    while let layer = try box(boxes.count + 1) {
      if !(layer.string ?? "").isEmpty || boxes.contains(where: { $0 === layer }) {
        throw LayerError("\(layer.label): text flows only into layers without text, each once")
      }
      if let last = boxes.last {
        try Property.continuesIn.setValue(last, .layer(layer))
      } else {
        try Property.string.setValue(layer, isPlain ? .string(text.string) : .attributedString(text))
      }
      layer.join(boxes.first, at: start)
      boxes.append(layer)
      guard boxes.count < Self.longestChain else {
        throw LayerError(.limit, "\(layer.label): the text needs more than \(Self.longestChain) layers")
      }
      // As if it were followed by another.
      guard var request = layer.chainRequest() else { break }
      request.flow?.height = layer.storedBounds.height
      request.truncation = .none
      request.height = nil
      guard let end = try layer.laidOutText(request, layer.label, isQuiet: true).frame.end else { break }
      guard end > start else {
        throw LayerError("\(layer.label): none of the text fits it; make layer \(boxes.count) larger")
      }
      start = end
    }
    return boxes
  }
}

// MARK: - Their properties

extension Property {
  static let fitsText = Property(
    of: TextLayer.self, "fitsText", .enumeration(TextFitting.names),
    .option(
      get: { $0.setting.fitsText.rawValue },
      set: { $0.setting.fitsText = TextFitting(rawValue: $1) ?? .none }), default: .string("none"),
    invalidates: [.compositing, .display],
    "The rule for text that the bounds cannot hold: shrink takes the largest smaller size at which all of it fits.")
  static let minimumFontSize = Property(
    of: TextLayer.self, "minimumFontSize", .number,
    .number(get: { $0.setting.minimumFontSize }, set: { $0.setting.minimumFontSize = $1 }), default: .number(0),
    range: 0...TextLimits.fontSize, invalidates: [.compositing, .display],
    "The smallest size to which fitsText shrinks, in points; 0 is half of the full size.")
  static let fitsTextGroup = Property(
    of: TextLayer.self, "fitsTextGroup", .string,
    .string(
      get: { $0.setting.fitsTextGroup },
      set: {
        $0.setting.fitsTextGroup = $1
        if $1 != nil { $0.noteLink() }
      }), invalidates: [.compositing, .display],
    "The name of a group of layers that shrink together, by the smallest of their scales.")
  static let fittedFontSize = Property(
    of: TextLayer.self, "fittedFontSize", .number, .number(get: { $0.fittedFontSize }, set: { _, _ in }),
    invalidates: [], traits: [.readOnly, .derived], "The size at which the text is drawn, in points.")
  static let continuesIn = Property(
    of: TextLayer.self, "continuesIn", .object(of: .text),
    .value(
      get: { $0.continuesIn.map { .layer($0) } ?? $0.textLink?.name.map { .string($0) } ?? .null },
      set: { layer, value, row in
        var next: TextLayer?
        var name: String?
        switch value {
        case .layer(let given as TextLayer):
          try layer.checkContinuing(in: given, row)
          next = given
        case .string(let given) where !given.isEmpty: name = given
        default: if !value.isNone { throw row.mismatch(layer, value) }
        }
        guard next !== layer.textLink?.next || name != layer.textLink?.name else { return }
        layer.textLink?.next?.join(nil, at: nil)
        layer.noteLink()
        layer.textLink?.next = next
        layer.textLink?.name = name
        row.didChange(layer)
      },
      copy: { from, to in
        let link = from.textLink
        if link?.next != nil || link?.name != nil { to.noteLink() }
        to.textLink?.next = link?.next
        to.textLink?.name = link?.name
      }),
    invalidates: [.compositing, .display],
    "The text layer without a string in which text that this one cannot hold goes on, or its name; held weakly.")
  static let orphans = Property(
    of: TextLayer.self, "orphans", .number,
    .number(get: { $0.setting.orphans }, set: { $0.setting.orphans = $1 }), default: .number(2),
    range: 1...TextLimits.lines, invalidates: [.compositing, .display], traits: .whole,
    "The least number of a paragraph's lines at the bottom of a layer whose text continues in another.")
  static let widows = Property(
    of: TextLayer.self, "widows", .number,
    .number(get: { $0.setting.widows }, set: { $0.setting.widows = $1 }), default: .number(2),
    range: 1...TextLimits.lines, invalidates: [.compositing, .display], traits: .whole,
    "The least number of a paragraph's lines at the top of a layer that continues another's text.")
  static let overflows = Property(
    of: TextLayer.self, "overflows", .bool, .bool(get: { $0.overflows }, set: { _, _ in }), invalidates: [],
    traits: [.readOnly, .derived],
    "True if some of the text is not shown: neither the layer nor those of its chain have room for it.")
}
