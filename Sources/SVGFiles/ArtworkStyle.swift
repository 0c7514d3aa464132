// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels

/// The properties of one element, shared by those that read it: elements in each other keep little on the stack.
@dynamicMemberLookup
final class ArtworkProperties {
  let style: ArtworkStyle

  init(_ style: ArtworkStyle) { self.style = style }

  subscript<Value>(dynamicMember path: KeyPath<ArtworkStyle, Value>) -> Value { style[keyPath: path] }
}

/// The properties of one element, with those that it has from the elements around it.
struct ArtworkStyle {
  enum Source: Equatable {
    case none
    case ink(Artwork.Ink)
    /// The id of a gradient, and the paint where there is none.
    case reference(String, Artwork.Ink?)
  }

  // What is inherited.
  var color = Artwork.Ink.current
  var fill = Source.ink(.color(.black))
  var stroke = Source.none
  var fillOpacity = 1.0
  var strokeOpacity = 1.0
  var fillRule = FillRule.nonZero
  var clipRule = FillRule.nonZero
  var strokeWidth = ArtworkLength(value: 1)
  var cap = LineCap.butt
  var join = LineJoin.miter
  var miterLimit = 4.0
  var dashes: [ArtworkLength] = []
  var dashOffset = ArtworkLength.zero
  var isStrokeBelow = false
  var isVisible = true
  var hasMarkers = false
  var fontSize = 16.0

  // What is not.
  var own = Own()
  struct Own {
    var isDisplayed = true
    var opacity = 1.0
    var blendMode = BlendMode.normal
    var isIsolated = false
    var clip: String?
    var hasMask = false
    var hasFilter = false
    var overflow: String?
    var stopInk: Artwork.Ink?
    var stopOpacity = 1.0
    var transform: AffineTransform?
    /// Lengths of shapes that the sheet or the attribute sets.
    var lengths: [ArtworkKey: ArtworkLength] = [:]
  }

  /// The style in which what is in an element starts.
  var inherited: ArtworkStyle {
    var style = self
    style.own = Own()
    return style
  }

  /// - Parameter parent: the style of the element around.
  mutating func set(_ key: ArtworkKey, _ text: String, parent: ArtworkStyle) {
    let word = text.count <= 24 ? text.trimmed.lowercased() : ""
    if word == "inherit" { return inherit(key, parent) }
    switch key {
    case .color: if let ink = ink(text) { color = ink == .current ? parent.color : ink }
    case .fontSize: setFontSize(text, word, parent)
    case .fill: if let source = source(text) { fill = source }
    case .stroke: if let source = source(text) { stroke = source }
    case .fillOpacity: if let share = Self.share(text) { fillOpacity = share }
    case .strokeOpacity: if let share = Self.share(text) { strokeOpacity = share }
    case .fillRule: if let rule = Self.rule(word) { fillRule = rule }
    case .clipRule: if let rule = Self.rule(word) { clipRule = rule }
    case .strokeWidth: if let length = ArtworkLength(text), length.value >= 0 { strokeWidth = length }
    case .strokeLinecap:
      let caps: [String: LineCap] = ["butt": .butt, "round": .round, "square": .square]
      if let cap = caps[word] { self.cap = cap }
    case .strokeLinejoin:
      let joins: [String: LineJoin] = [
        "miter": .miter, "round": .round, "bevel": .bevel, "miter-clip": .miter, "arcs": .miter,
      ]
      if let join = joins[word] { self.join = join }
    case .strokeMiterlimit: if let length = ArtworkLength(text), length.value >= 1 { miterLimit = length.value }
    case .strokeDasharray: setDashes(text, word)
    case .strokeDashoffset: if let length = ArtworkLength(text) { dashOffset = length }
    case .paintOrder:
      let first = text.words.first?.lowercased()
      let words = text.words.map { $0.lowercased() }
      isStrokeBelow =
        first == "stroke" || (first == "markers" && words.count > 1 && words[1] == "stroke")
    case .visibility: isVisible = word == "visible"
    case .marker, .markerStart, .markerMid, .markerEnd: hasMarkers = word != "none"
    case .display: own.isDisplayed = word != "none"
    case .opacity: if let share = Self.share(text) { own.opacity = share }
    case .mixBlendMode: if let mode = Self.blendModes[word] { own.blendMode = mode }
    case .isolation: own.isIsolated = word == "isolate"
    case .clipPath: own.clip = word == "none" ? nil : artworkReference(text.trimmed)?.id ?? ""
    case .mask: own.hasMask = word != "none"
    case .filter: own.hasFilter = word != "none"
    case .overflow: own.overflow = word
    case .stopColor: if let ink = ink(text) { own.stopInk = ink == .current ? color : ink }
    case .stopOpacity: if let share = Self.share(text) { own.stopOpacity = share }
    case .transform:
      var scanner = ArtworkScanner(text)
      own.transform = word == "none" ? .identity : scanner.transform() ?? .identity
    case .x, .y, .width, .height, .cx, .cy, .r, .rx, .ry:
      own.lengths[key] = word == "auto" ? nil : ArtworkLength(text) ?? own.lengths[key]
    default: break
    }
  }

  private mutating func inherit(_ key: ArtworkKey, _ parent: ArtworkStyle) {
    switch key {
    case .color: color = parent.color
    case .fontSize: fontSize = parent.fontSize
    case .fill: fill = parent.fill
    case .stroke: stroke = parent.stroke
    case .fillOpacity: fillOpacity = parent.fillOpacity
    case .strokeOpacity: strokeOpacity = parent.strokeOpacity
    case .fillRule: fillRule = parent.fillRule
    case .clipRule: clipRule = parent.clipRule
    case .strokeWidth: strokeWidth = parent.strokeWidth
    case .strokeLinecap: cap = parent.cap
    case .strokeLinejoin: join = parent.join
    case .strokeMiterlimit: miterLimit = parent.miterLimit
    case .strokeDasharray: dashes = parent.dashes
    case .strokeDashoffset: dashOffset = parent.dashOffset
    case .paintOrder: isStrokeBelow = parent.isStrokeBelow
    case .visibility: isVisible = parent.isVisible
    case .marker, .markerStart, .markerMid, .markerEnd: hasMarkers = parent.hasMarkers
    case .display: own.isDisplayed = parent.own.isDisplayed
    case .opacity: own.opacity = parent.own.opacity
    case .mixBlendMode: own.blendMode = parent.own.blendMode
    case .isolation: own.isIsolated = parent.own.isIsolated
    case .clipPath: own.clip = parent.own.clip
    case .mask: own.hasMask = parent.own.hasMask
    case .filter: own.hasFilter = parent.own.hasFilter
    case .overflow: own.overflow = parent.own.overflow
    case .stopColor: own.stopInk = parent.own.stopInk
    case .stopOpacity: own.stopOpacity = parent.own.stopOpacity
    case .transform: own.transform = parent.own.transform
    case .x, .y, .width, .height, .cx, .cy, .r, .rx, .ry: own.lengths[key] = parent.own.lengths[key]
    default: break
    }
  }

  private mutating func setFontSize(_ text: String, _ word: String, _ parent: ArtworkStyle) {
    let names: [String: Double] = [
      "xx-small": 16 * 0.6, "x-small": 16 * 0.75, "small": 16 * 8 / 9, "medium": 16, "large": 16 * 1.2,
      "x-large": 16 * 1.5, "xx-large": 32, "larger": parent.fontSize * 1.2, "smaller": parent.fontSize / 1.2,
    ]
    if let size = names[word] {
      fontSize = size
    } else if let length = ArtworkLength(text), length.value >= 0 {
      let viewport = ArtworkViewport(width: parent.fontSize, height: parent.fontSize)
      fontSize = viewport.resolve(length, .x, fontSize: parent.fontSize)
    }
  }

  private mutating func setDashes(_ text: String, _ word: String) {
    if word == "none" {
      dashes = []
      return
    }
    var scanner = ArtworkScanner(text)
    var result: [ArtworkLength] = []
    while let length = scanner.length() {
      result.append(length)
      scanner.skipSeparator()
    }
    // A mistake leaves the line as it was.
    guard scanner.isAtEnd, result.allSatisfy({ $0.value >= 0 }) else { return }
    dashes = result
  }

  // MARK: Values

  private static func rule(_ word: String) -> FillRule? {
    word == "nonzero" ? .nonZero : word == "evenodd" ? .evenOdd : nil
  }

  /// A number or percentage, 0 to 1.
  static func share(_ text: String) -> Double? {
    guard let length = ArtworkLength(text) else { return nil }
    switch length.unit {
    case .number: return min(max(length.value, 0), 1)
    case .percent: return min(max(length.value / 100, 0), 1)
    case .em, .ex: return nil
    }
  }

  static let blendModes: [String: BlendMode] = [
    "normal": .normal, "multiply": .multiply, "screen": .screen, "overlay": .overlay, "darken": .darken,
    "lighten": .lighten, "color-dodge": .colorDodge, "color-burn": .colorBurn, "hard-light": .hardLight,
    "soft-light": .softLight, "difference": .difference, "exclusion": .exclusion, "hue": .hue,
    "saturation": .saturation, "color": .color, "luminosity": .luminosity,
  ]

  /// A paint; nil for text that is none.
  private func source(_ text: String) -> Source? {
    let text = text.trimmed
    if text.lowercased() == "none" { return Source.none }
    if let (id, rest) = artworkReference(text) {
      let ink = rest.isEmpty || rest.lowercased() == "none" ? nil : self.ink(rest)
      return .reference(id, ink == .current ? color : ink)
    }
    guard let ink = ink(text) else { return text.lowercased().hasPrefix("url(") ? Source.none : nil }
    // It is computed where it is used.
    return .ink(ink)
  }

  /// A colour, `currentColor` or a variable of fonts; nil for text that is none.
  private func ink(_ text: String) -> Artwork.Ink? {
    let text = text.trimmed
    if let color = Color(css: text) { return .color(color) }
    let word = text.lowercased()
    if word == "currentcolor" || word == "context-fill" || word == "context-stroke" { return .current }
    if word.hasPrefix("var("), word.hasSuffix(")") {
      let inside = text.dropFirst(4).dropLast()
      let parts = inside.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0].trimmed
      let other = parts.count > 1 ? Color(css: String(parts[1])) : nil
      if name.hasPrefix("--color"), let entry = Int(name.dropFirst(7)), entry >= 0 { return .palette(entry, other) }
      return other.map { .color($0) }
    }
    // A colour of a profile stands behind that of sRGB.
    if let space = word.range(ofText: " icc-color("), let color = Color(css: String(word[..<space])) {
      return .color(color)
    }
    return nil
  }
}

extension StringProtocol {
  /// The place of a text in it.
  fileprivate func range(ofText text: String) -> Index? {
    var rest = self[...]
    while let first = text.first, let at = rest.firstIndex(of: first) {
      if rest[at...].hasPrefix(text) { return at }
      rest = rest[rest.index(after: at)...]
    }
    return nil
  }
}
