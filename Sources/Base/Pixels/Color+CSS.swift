// SPDX-License-Identifier: MIT
import Numbers
import SystemC

extension Color {
  /// Parses a CSS Color 4 colour, ignoring case: a name, `transparent`, `#rgb #rgba #rrggbb #rrggbbaa`, `rgb() rgba()
  /// hsl() hsla() hwb()` in the legacy syntax (commas) and the modern one (spaces, `/ alpha`, `none`, percentages,
  /// angle units), `lab() lch() oklab() oklch() color()` in the modern syntax, and `color-mix()` of these. nil for any
  /// other text.
  ///
  /// Components outside their range are clamped, as CSS does; rgb() numbers are rounded to 8 bits as browsers do.
  /// Colours outside sRGB are clipped to it, component by component, as browsers do.
  ///
  /// ```swift
  /// Color(css: "#ff880080")?.alpha  // 0.5019607843137255
  /// Color(css: "rebeccapurple")?.blue  // 0.6
  /// Color(css: "#ff8")  == Color(css: "#ffff88")  // true
  /// Color(css: "no colour")  // nil
  /// ```
  public init?(css text: String) { self.init(css: text, depth: 0) }

  private init?(css text: String, depth: Int) {
    guard text.utf8.count <= 512, depth <= 4 else { return nil }
    var bytes = Array(text.utf8)
    for i in bytes.indices where bytes[i] >= 65 && bytes[i] <= 90 { bytes[i] |= 32 }
    let isSpace: (UInt8) -> Bool = { $0 == 32 || ($0 >= 9 && $0 <= 13) }
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    bytes = Array(bytes.drop(while: isSpace))
    guard let first = bytes.first else { return nil }
    if first == UInt8(ascii: "#") {
      self.init(hex: bytes.dropFirst())
      return
    }
    guard let open = bytes.firstIndex(of: UInt8(ascii: "(")) else {
      let name = String(decoding: bytes, as: UTF8.self)
      if name == "transparent" {
        self = .clear
        return
      }
      guard let rgb = cssColorNames[name] else { return nil }
      self.init(rgb8: rgb, alpha: 1)
      return
    }
    guard bytes.last == UInt8(ascii: ")") else { return nil }
    let name = String(decoding: bytes[..<open], as: UTF8.self)
    var inside = bytes[(open + 1)..<(bytes.count - 1)]
    if name == "color-mix" {
      guard let (mix, first, second) = ColorMix.read(String(decoding: inside, as: UTF8.self)),
        let a = Color(css: first, depth: depth + 1), let b = Color(css: second, depth: depth + 1)
      else { return nil }
      self = mix.color(a, b)
      return
    }
    guard bytes.count <= 128 else { return nil }
    // The colour space, which is the first argument of color().
    var space: ColorSpaceName?
    if name == "color" {
      inside = inside.drop(while: isSpace)
      let word = inside.prefix { !isSpace($0) }
      guard let named = ColorSpaceName(rawValue: String(decoding: word, as: UTF8.self)) else { return nil }
      space = named
      inside = inside.dropFirst(word.count)
    }
    guard let arguments = CSSArguments(inside) else { return nil }
    self.init(function: name, arguments, space)
  }

  /// Makes the colour of a function's arguments.
  ///
  /// - Parameter space: the colour space of color(); nil for other functions.
  private init?(function name: String, _ arguments: CSSArguments, _ space: ColorSpaceName?) {
    let v = arguments.values
    guard let alpha = arguments.alphaValue else { return nil }
    switch name {
    case "rgb", "rgba":
      guard v.allSatisfy({ $0.unit == .number || $0.unit == .percent || $0.unit == .none }) else { return nil }
      // The legacy syntax does not mix numbers and percentages, and has no `none`.
      if arguments.isLegacy, Set(v.map { $0.unit == .percent }).count > 1 || v.contains(where: { $0.unit == .none }) {
        return nil
      }
      let c = v.map { value -> Double in
        let full = value.unit == .percent ? value.number * 2.55 : value.number
        return Swift.min(Swift.max(full, 0), 255).rounded() / 255
      }
      self.init(red: c[0], green: c[1], blue: c[2], alpha: alpha)
    case "hsl", "hsla":
      guard let hue = v[0].degrees, v[1].isShare, v[2].isShare else { return nil }
      if arguments.isLegacy, v[1].unit != .percent || v[2].unit != .percent { return nil }
      self.init(
        hue: hue, saturation: Swift.min(Swift.max(v[1].number / 100, 0), 1),
        lightness: Swift.min(Swift.max(v[2].number / 100, 0), 1), alpha: alpha)
    case "hwb":
      guard !arguments.isLegacy, let hue = v[0].degrees, v[1].isShare, v[2].isShare else { return nil }
      let white = Swift.min(Swift.max(v[1].number / 100, 0), 1)
      let black = Swift.min(Swift.max(v[2].number / 100, 0), 1)
      if white + black >= 1 {
        self.init(white: white / (white + black), alpha: alpha)
        return
      }
      let pure = Color(hue: hue, saturation: 1, lightness: 0.5, alpha: alpha)
      let k = 1 - white - black
      self.init(red: pure.red * k + white, green: pure.green * k + white, blue: pure.blue * k + white, alpha: alpha)
    case "lab", "oklab":
      guard !arguments.isLegacy, v.allSatisfy(\.isShare) else { return nil }
      let isOk = name == "oklab"
      let lightness = Swift.min(Swift.max(v[0].scaled(percent: isOk ? 1 : 100), 0), isOk ? 1 : 100)
      let reach = isOk ? 0.4 : 125
      self.init(
        lightness: lightness, v[1].scaled(percent: reach), v[2].scaled(percent: reach), isOklab: isOk, alpha: alpha)
    case "lch", "oklch":
      guard !arguments.isLegacy, v[0].isShare, v[1].isShare, let hue = v[2].degrees else { return nil }
      let isOk = name == "oklch"
      let lightness = Swift.min(Swift.max(v[0].scaled(percent: isOk ? 1 : 100), 0), isOk ? 1 : 100)
      let chroma = Swift.max(v[1].scaled(percent: isOk ? 0.4 : 150), 0)
      let turn = hue.truncatingRemainder(dividingBy: 360) * Double.pi / 180
      self.init(lightness: lightness, chroma * cos(turn), chroma * sin(turn), isOklab: isOk, alpha: alpha)
    case "color":
      guard let space, !arguments.isLegacy, v.allSatisfy(\.isShare) else { return nil }
      self.init(space, v.map { $0.scaled(percent: 1) }, alpha: alpha)
    default: return nil
    }
  }

  /// CSS Color 4, section 7.1. `hue` in degrees.
  init(hue: Double, saturation s: Double, lightness l: Double, alpha: Double) {
    var h = hue.truncatingRemainder(dividingBy: 360)
    if h < 0 { h += 360 }
    let a = s * Swift.min(l, 1 - l)
    func channel(_ n: Double) -> Double {
      let k = (n + h / 30).truncatingRemainder(dividingBy: 12)
      return l - a * Swift.max(-1, Swift.min(k - 3, 9 - k, 1))
    }
    self.init(red: channel(0), green: channel(8), blue: channel(4), alpha: alpha)
  }

  init(rgb8 v: UInt32, alpha: Double) {
    self.init(
      red: Double(v >> 16 & 255) / 255, green: Double(v >> 8 & 255) / 255, blue: Double(v & 255) / 255, alpha: alpha)
  }

  private init?(hex digits: ArraySlice<UInt8>) {
    var v: [UInt32] = []
    for c in digits {
      switch c {
      case 48...57: v.append(UInt32(c) - 48)
      case 97...102: v.append(UInt32(c) - 87)
      default: return nil
      }
    }
    switch v.count {
    case 3, 4: v = v.flatMap { [$0, $0] }
    case 6, 8: break
    default: return nil
    }
    let rgb = v[0] << 20 | v[1] << 16 | v[2] << 12 | v[3] << 8 | v[4] << 4 | v[5]
    self.init(rgb8: rgb, alpha: v.count == 8 ? Double(v[6] << 4 | v[7]) / 255 : 1)
  }
}

/// The three components and the alpha of a CSS colour function.
private struct CSSArguments {
  enum Unit { case number, percent, none, deg, rad, grad, turn }
  struct Value {
    var number: Double
    var unit: Unit
    /// The value as a hue in degrees: a number or an angle; nil for a percentage.
    var degrees: Double? {
      switch unit {
      case .number, .deg, .none: number
      case .rad: number * 180 / Double.pi
      case .grad: number * 0.9
      case .turn: number * 360
      case .percent: nil
      }
    }
    /// True for a percentage, or in the modern syntax a number in its place.
    var isShare: Bool { unit == .percent || unit == .number || unit == .none }
    /// Returns the number, or a percentage of `whole`.
    func scaled(percent whole: Double) -> Double { unit == .percent ? number / 100 * whole : number }
  }
  var values: [Value] = []
  var alpha: Value?
  var isLegacy = false

  init?(_ bytes: ArraySlice<UInt8>) {
    var at = bytes.startIndex
    func skip() { while at < bytes.endIndex, bytes[at] == 32 || (bytes[at] >= 9 && bytes[at] <= 13) { at += 1 } }
    skip()
    var commas = 0
    while at < bytes.endIndex {
      guard let value = CSSArguments.value(bytes, &at) else { return nil }
      if alpha == nil, values.count < 3 { values.append(value) } else { return nil }
      let before = at
      skip()
      guard at < bytes.endIndex else { break }
      if bytes[at] == UInt8(ascii: ",") {
        commas += 1
        guard commas == values.count else { return nil }
        at += 1
        skip()
        guard at < bytes.endIndex else { return nil }
        if values.count == 3 {
          guard let a = CSSArguments.value(bytes, &at) else { return nil }
          alpha = a
          skip()
          guard at == bytes.endIndex else { return nil }
        }
      } else if bytes[at] == UInt8(ascii: "/") {
        guard values.count == 3, commas == 0 else { return nil }
        at += 1
        skip()
        guard let a = CSSArguments.value(bytes, &at) else { return nil }
        alpha = a
        skip()
        guard at == bytes.endIndex else { return nil }
      } else if commas > 0 || at == before {
        return nil
      }
    }
    guard values.count == 3, commas == 0 || commas >= 2 else { return nil }
    isLegacy = commas > 0
  }

  /// The alpha, 0…1; nil if it has a unit that is not allowed.
  var alphaValue: Double? {
    guard let alpha else { return 1 }
    switch alpha.unit {
    case .number: return Swift.min(Swift.max(alpha.number, 0), 1)
    case .percent: return Swift.min(Swift.max(alpha.number / 100, 0), 1)
    case .none: return isLegacy ? nil : 0
    default: return nil
    }
  }

  static func value(_ bytes: ArraySlice<UInt8>, _ at: inout Int) -> Value? {
    let begin = at
    let end = DecimalText.end(in: bytes, from: at, limit: bytes.count, takesBarePoint: false)
    at = end ?? at
    let unitStart = at
    while at < bytes.endIndex, bytes[at] == 37 || (bytes[at] >= 97 && bytes[at] <= 122) { at += 1 }
    let unit = String(decoding: bytes[unitStart..<at], as: UTF8.self)
    guard let end else { return unit == "none" ? Value(number: 0, unit: .none) : nil }
    guard let number = DecimalText.value(bytes[begin..<end]) else { return nil }
    switch unit {
    case "": return Value(number: number, unit: .number)
    case "%": return Value(number: number, unit: .percent)
    case "deg": return Value(number: number, unit: .deg)
    case "rad": return Value(number: number, unit: .rad)
    case "grad": return Value(number: number, unit: .grad)
    case "turn": return Value(number: number, unit: .turn)
    default: return nil
    }
  }
}
