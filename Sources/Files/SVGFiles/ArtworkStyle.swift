// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels

/// The properties of one element. A class, so that the recursion over nested elements keeps little on the stack.
@dynamicMemberLookup
final class ArtworkProperties {
  let style: ArtworkStyle

  init(_ style: ArtworkStyle) { self.style = style }

  subscript<Value>(dynamicMember path: KeyPath<ArtworkStyle, Value>) -> Value { style[keyPath: path] }
}

/// The properties of one element, including inherited ones.
struct ArtworkStyle {
  enum Source: Equatable {
    case none
    case ink(Artwork.Ink)
    /// The id of a gradient, and the fallback paint.
    case reference(String, Artwork.Ink?)
  }

  // Inherited properties.
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
  var variables = ArtworkVariables()
  /// True if filters compute in linearRGB; `isColorLinear` is the same for the luminance of masks.
  var isFilterLinear = true
  var isColorLinear = false

  // Properties that are not inherited.
  var own = Own()
  struct Own {
    var isDisplayed = true
    var opacity = 1.0
    var blendMode = BlendMode.normal
    var isIsolated = false
    var clip: ArtworkClipSource?
    /// The id of a mask.
    var mask: String?
    /// True if the mask is given in an unsupported form.
    var hasOtherMask = false
    var filters: [ArtworkFilterFunction] = []
    var floodInk: Artwork.Ink?
    var floodOpacity = 1.0
    var isMaskAlpha = false
    var overflow: String?
    var stopInk: Artwork.Ink?
    var stopOpacity = 1.0
    var placement = ArtworkPlacement()
    /// True if the stroke width is independent of the transform.
    var hasFixedLines = false
    /// A path's outline set by a style sheet, in the syntax of the attribute `d`.
    var outline: String?
    /// Lengths of shapes, set by a style sheet or an attribute.
    var lengths: [ArtworkKey: ArtworkLength] = [:]
  }

  /// The initial style of the element's children.
  var inherited: ArtworkStyle {
    var style = self
    style.own = Own()
    return style
  }

  /// Sets a property.
  ///
  /// - Parameters:
  ///   - isAttribute: true for a presentation attribute, whose syntax of transforms differs from CSS.
  ///   - parent: the style of the parent element.
  /// - Returns: false if the text is invalid; the property is then unchanged.
  mutating func set(_ key: ArtworkKey, _ text: String, isAttribute: Bool, parent: ArtworkStyle) -> Bool {
    let word = text.count <= 24 ? text.trimmed.lowercased() : ""
    switch word {
    case "inherit":
      take(key, from: parent)
      return true
    case "initial":
      take(key, from: ArtworkStyle())
      return true
    case "unset", "revert", "revert-layer":
      unset(key, parent: parent)
      return true
    default: break
    }
    func put<Value>(_ path: WritableKeyPath<ArtworkStyle, Value>, _ value: Value?) -> Bool {
      guard let value else { return false }
      self[keyPath: path] = value
      return true
    }
    switch key {
    case .color: return put(\.color, ink(text).map { $0.resolved(parent.color) })
    case .fontSize: return setFontSize(text, word, parent)
    case .fill: return put(\.fill, source(text))
    case .stroke: return put(\.stroke, source(text))
    case .fillOpacity: return put(\.fillOpacity, Self.share(text))
    case .strokeOpacity: return put(\.strokeOpacity, Self.share(text))
    case .fillRule: return put(\.fillRule, Self.rule(word))
    case .clipRule: return put(\.clipRule, Self.rule(word))
    case .strokeWidth: return put(\.strokeWidth, ArtworkLength(text).flatMap { $0.value >= 0 ? $0 : nil })
    case .strokeLinecap: return put(\.cap, Self.caps[word])
    case .strokeLinejoin: return put(\.join, Self.joins[word])
    case .strokeMiterlimit:
      return put(\.miterLimit, ArtworkLength(text).flatMap { $0.value >= 1 ? $0.value : nil })
    case .strokeDasharray: return setDashes(text, word)
    case .strokeDashoffset: return put(\.dashOffset, ArtworkLength(text))
    case .paintOrder:
      let words = text.words.map { $0.lowercased() }
      isStrokeBelow =
        words.first == "stroke" || (words.first == "markers" && words.count > 1 && words[1] == "stroke")
    case .visibility: isVisible = word == "visible"
    case .marker, .markerStart, .markerMid, .markerEnd: hasMarkers = word != "none"
    case .display: own.isDisplayed = word != "none"
    case .opacity: return put(\.own.opacity, Self.share(text))
    case .mixBlendMode: return put(\.own.blendMode, Self.blendModes[word])
    case .isolation: own.isIsolated = word == "isolate"
    case .clipPath:
      if word == "none" {
        own.clip = nil
      } else {
        return put(\.own.clip, ArtworkClipSource(css: text).map { .some($0) })
      }
    case .mask:
      let found = artworkReference(text.trimmed)
      guard word == "none" || found != nil || text.utf8.contains(UInt8(ascii: "(")) else { return false }
      own.mask = found?.rest.isEmpty == true ? found?.id : nil
      own.hasOtherMask = word != "none" && own.mask == nil
    case .maskType: return put(\.own.isMaskAlpha, word == "alpha" ? true : word == "luminance" ? false : nil)
    case .filter: return put(\.own.filters, ArtworkFilterFunction.list(css: text) { ink($0) })
    case .floodColor: return put(\.own.floodInk, ink(text).map { .some($0.resolved(color)) })
    case .floodOpacity: return put(\.own.floodOpacity, Self.share(text))
    case .filterColors: return put(\.isFilterLinear, Self.isLinear(word))
    case .colorInterpolation: return put(\.isColorLinear, word == "auto" ? false : Self.isLinear(word))
    case .overflow: own.overflow = word
    case .stopColor: return put(\.own.stopInk, ink(text).map { .some($0.resolved(color)) })
    case .stopOpacity: return put(\.own.stopOpacity, Self.share(text))
    case .transform:
      if isAttribute {
        var scanner = ArtworkScanner(text)
        own.placement.transform =
          word == "none" ? .identity : scanner.transform().map { ArtworkTransform($0) } ?? .identity
      } else {
        return put(\.own.placement.transform, ArtworkTransform(css: text).map { .some($0) })
      }
    case .translate: return put(\.own.placement.translate, ArtworkTransform(translate: text).map { .some($0) })
    case .rotate: return put(\.own.placement.rotate, ArtworkTransform(rotate: text).map { .some($0) })
    case .scale: return put(\.own.placement.scale, ArtworkTransform(scale: text).map { .some($0) })
    case .transformOrigin: return put(\.own.placement.origin, ArtworkOffset(origin: text).map { .some($0) })
    case .transformBox: return put(\.own.placement.box, ArtworkBox(css: word))
    case .vectorEffect: own.hasFixedLines = word == "non-scaling-stroke"
    case .d:
      if word == "none" {
        own.outline = ""
      } else {
        guard let (name, inside) = text.cssFunction, name == "path", let outline = inside.unquoted else { return false }
        own.outline = outline
      }
    case .x, .y, .width, .height, .cx, .cy, .r, .rx, .ry:
      if word == "auto" {
        own.lengths[key] = nil
      } else {
        guard let length = ArtworkLength(text) else { return false }
        own.lengths[key] = length
      }
    default: break
    }
    return true
  }

  /// Resets a property to its inherited or initial value.
  mutating func unset(_ key: ArtworkKey, parent: ArtworkStyle) { take(key, from: parent.inherited) }

  /// CSS functions that are valid in browsers but not supported here.
  private static let unknownFunctions = [
    "calc(", "min(", "max(", "clamp(", "round(", "mod(", "rem(", "abs(", "sign(", "env(", "attr(", "if(",
    "light-dark(", "contrast-color(", "shape(", "image-set(", "color-mix(", "(from ",
  ]

  /// True if a value that is invalid here may be valid in browsers.
  static func mayMean(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "(")) else { return false }
    let text = text.lowercased()
    return unknownFunctions.contains { text.place(of: $0) != nil }
  }

  private static let caps: [String: LineCap] = ["butt": .butt, "round": .round, "square": .square]
  private static let joins: [String: LineJoin] = [
    "miter": .miter, "round": .round, "bevel": .bevel, "miter-clip": .miter, "arcs": .miter,
  ]

  private mutating func take(_ key: ArtworkKey, from parent: ArtworkStyle) {
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
    case .mask:
      own.mask = parent.own.mask
      own.hasOtherMask = parent.own.hasOtherMask
    case .maskType: own.isMaskAlpha = parent.own.isMaskAlpha
    case .filter: own.filters = parent.own.filters
    case .floodColor: own.floodInk = parent.own.floodInk
    case .floodOpacity: own.floodOpacity = parent.own.floodOpacity
    case .filterColors: isFilterLinear = parent.isFilterLinear
    case .colorInterpolation: isColorLinear = parent.isColorLinear
    case .overflow: own.overflow = parent.own.overflow
    case .stopColor: own.stopInk = parent.own.stopInk
    case .stopOpacity: own.stopOpacity = parent.own.stopOpacity
    case .transform: own.placement.transform = parent.own.placement.transform
    case .translate: own.placement.translate = parent.own.placement.translate
    case .rotate: own.placement.rotate = parent.own.placement.rotate
    case .scale: own.placement.scale = parent.own.placement.scale
    case .transformOrigin: own.placement.origin = parent.own.placement.origin
    case .transformBox: own.placement.box = parent.own.placement.box
    case .vectorEffect: own.hasFixedLines = parent.own.hasFixedLines
    case .d: own.outline = parent.own.outline
    case .x, .y, .width, .height, .cx, .cy, .r, .rx, .ry: own.lengths[key] = parent.own.lengths[key]
    default: break
    }
  }

  private mutating func setFontSize(_ text: String, _ word: String, _ parent: ArtworkStyle) -> Bool {
    let names: [String: Double] = [
      "xx-small": 16 * 0.6, "x-small": 16 * 0.75, "small": 16 * 8 / 9, "medium": 16, "large": 16 * 1.2,
      "x-large": 16 * 1.5, "xx-large": 32, "larger": parent.fontSize * 1.2, "smaller": parent.fontSize / 1.2,
    ]
    if let size = names[word] {
      fontSize = size
    } else if let length = ArtworkLength(text), length.value >= 0 {
      let viewport = ArtworkViewport(width: parent.fontSize, height: parent.fontSize)
      fontSize = viewport.resolve(length, .x, fontSize: parent.fontSize)
    } else {
      return false
    }
    return true
  }

  private mutating func setDashes(_ text: String, _ word: String) -> Bool {
    if word == "none" {
      dashes = []
      return true
    }
    var scanner = ArtworkScanner(text)
    var result: [ArtworkLength] = []
    while let length = scanner.length() {
      result.append(length)
      scanner.skipSeparator()
    }
    // An invalid value leaves the dashes unchanged.
    guard scanner.isAtEnd, result.allSatisfy({ $0.value >= 0 }) else { return false }
    dashes = result
    return true
  }

  // MARK: Values

  private static func isLinear(_ word: String) -> Bool? {
    word == "srgb" ? false : word == "linearrgb" || word == "auto" ? true : nil
  }

  private static func rule(_ word: String) -> FillRule? {
    word == "nonzero" ? .nonZero : word == "evenodd" ? .evenOdd : nil
  }

  /// Parses a number or percentage, clamped to 0…1.
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

  /// Parses a paint; nil if it is invalid.
  private func source(_ text: String) -> Source? {
    let text = text.trimmed
    if text.lowercased() == "none" { return Source.none }
    if let (id, rest) = artworkReference(text) {
      let ink = rest.isEmpty || rest.lowercased() == "none" ? nil : self.ink(rest)
      return .reference(id, ink?.resolved(color))
    }
    guard let ink = ink(text) else { return text.lowercased().hasPrefix("url(") ? Source.none : nil }
    // `currentColor` is resolved where the paint is used.
    return .ink(ink)
  }

  /// Parses a colour, `currentColor` or a font palette variable; nil if it is invalid.
  private func ink(_ text: String, depth: Int = 0) -> Artwork.Ink? {
    let text = text.trimmed
    if let color = Color(css: text) { return .color(color) }
    let word = text.lowercased()
    if word == "currentcolor" || word == "context-fill" || word == "context-stroke" { return .current }
    if depth < 4, let (name, inside) = word.cssFunction, name == "color-mix" {
      guard let (mix, first, second) = ColorMix.read(inside), let a = ink(first, depth: depth + 1),
        let b = ink(second, depth: depth + 1)
      else { return nil }
      return .mix(mix, a, b)
    }
    if word.hasPrefix("var("), word.hasSuffix(")") {
      let inside = text.dropFirst(4).dropLast()
      let parts = inside.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0].trimmed
      let other = parts.count > 1 ? Color(css: String(parts[1])) : nil
      if ArtworkVariables.isOfPalette(name), let entry = Int(name.dropFirst(7)) { return .palette(entry, other) }
      return other.map { .color($0) }
    }
    // The sRGB colour precedes an ICC colour.
    if let space = word.range(ofText: " icc-color("), let color = Color(css: String(word[..<space])) {
      return .color(color)
    }
    return nil
  }
}

extension StringProtocol {
  /// Returns the index of the first occurrence of a text; nil if there is none.
  fileprivate func range(ofText text: String) -> Index? {
    var rest = self[...]
    while let first = text.first, let at = rest.firstIndex(of: first) {
      if rest[at...].hasPrefix(text) { return at }
      rest = rest[rest.index(after: at)...]
    }
    return nil
  }
}
