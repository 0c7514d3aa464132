// SPDX-License-Identifier: MIT
import Numbers
import SystemC

/// The parameters of CSS' `color-mix()` (CSS Color 5, section 3).
package struct ColorMix: Hashable, Sendable {
  package enum Hue: String, Sendable { case shorter, longer, increasing, decreasing }

  /// The colour space of the interpolation.
  enum Space: String, Sendable {
    case srgb
    case srgbLinear = "srgb-linear"
    case displayP3 = "display-p3"
    case a98 = "a98-rgb"
    case prophoto = "prophoto-rgb"
    case rec2020
    case lab, oklab
    case xyz
    case xyzD65 = "xyz-d65"
    case xyzD50 = "xyz-d50"
    case hsl, hwb, lch, oklch

    /// Index of the hue among the components; nil if the space has none.
    var hue: Int? {
      switch self {
      case .hsl, .hwb: 0
      case .lch, .oklch: 2
      default: nil
      }
    }
  }

  var space: Space
  var hue: Hue
  /// Weight of the second colour, 0 to 1.
  var share: Double
  /// Multiplier of the alpha; below 1 if the percentages given sum to less than 100.
  var alpha: Double
  /// True reduces the chroma of a colour outside of sRGB; false clamps its components, as browsers do.
  var mapsGamut = false

  /// Parses the arguments of `color-mix(…)`.
  ///
  /// - Returns: the mix, and the texts of the two colours; nil for a syntax error.
  package static func read(_ inside: String) -> (mix: ColorMix, first: String, second: String)? {
    var parts = inside.parts(by: UInt8(ascii: ","))
    var space = Space.oklab, hue = Hue.shorter
    if let head = parts.first?.parts(by: 32), head.first == "in" {
      guard head.count == 2 || head.count == 4, let named = Space(rawValue: head[1]) else { return nil }
      space = named
      if head.count == 4 {
        guard head[3] == "hue", space.hue != nil, let way = Hue(rawValue: head[2]) else { return nil }
        hue = way
      }
      parts.removeFirst()
    }
    guard parts.count == 2 else { return nil }
    var colors: [(text: String, percent: Double?)] = []
    for part in parts {
      var words = part.parts(by: 32)
      var percent: Double?
      for at in [words.count - 1, 0] where percent == nil && words.count == 2 {
        guard words[at].last == "%" else { continue }
        guard let value = Double(words[at].dropLast()), value >= 0, value <= 100 else { return nil }
        percent = value
        words.remove(at: at)
      }
      guard words.count == 1 else { return nil }
      colors.append((words[0], percent))
    }
    let first: Double, second: Double
    switch (colors[0].percent, colors[1].percent) {
    case (nil, nil): (first, second) = (50, 50)
    case (let p?, nil): (first, second) = (p, 100 - p)
    case (nil, let p?): (first, second) = (100 - p, p)
    case (let p?, let q?): (first, second) = (p, q)
    }
    let sum = first + second
    let mix = ColorMix(space: space, hue: hue, share: sum > 0 ? second / sum : 0.5, alpha: min(sum / 100, 1))
    return (mix, colors[0].text, colors[1].text)
  }

  /// Returns the mixed colour.
  package func color(_ first: Color, _ second: Color) -> Color {
    var (a, aHue) = components(first), (b, bHue) = components(second)
    let t = share
    if let at = space.hue {
      // A grey has no hue; it takes the hue of the other colour.
      if !aHue { a[at] = b[at] }
      if !bHue { b[at] = a[at] }
      (a[at], b[at]) = turned(a[at], b[at])
    }
    let alpha = first.alpha + (second.alpha - first.alpha) * t
    var mixed = [0.0, 0, 0]
    for i in 0..<3 {
      if i == space.hue || alpha <= 0 {
        mixed[i] = a[i] + (b[i] - a[i]) * t
      } else {
        mixed[i] = (a[i] * first.alpha * (1 - t) + b[i] * second.alpha * t) / alpha
      }
    }
    return made(mixed, alpha: min(max(alpha * self.alpha, 0), 1))
  }

  private func turned(_ a: Double, _ b: Double) -> (Double, Double) {
    switch hue {
    case .shorter: b - a > 180 ? (a + 360, b) : b - a < -180 ? (a, b + 360) : (a, b)
    case .longer: b - a > 0 && b - a < 180 ? (a + 360, b) : b - a > -180 && b - a <= 0 ? (a, b + 360) : (a, b)
    case .increasing: b < a ? (a, b + 360) : (a, b)
    case .decreasing: a < b ? (a + 360, b) : (a, b)
    }
  }

  /// Returns the components of a colour in the mix's space, and whether it has a hue.
  private func components(_ color: Color) -> ([Double], hasHue: Bool) {
    let rgb = [color.red, color.green, color.blue]
    func polar(_ v: [Double], least: Double) -> ([Double], Bool) {
      let chroma = (v[1] * v[1] + v[2] * v[2]).squareRoot()
      var hue = atan2(v[2], v[1]) * 180 / Double.pi
      if hue < 0 { hue += 360 }
      return chroma <= least ? ([v[0], 0, 0], false) : ([v[0], chroma, hue], true)
    }
    switch space {
    case .srgb: return (rgb, true)
    case .lab, .oklab: return (color.lab(isOklab: space == .oklab), true)
    case .lch: return polar(color.lab(isOklab: false), least: 0.0015)
    case .oklch: return polar(color.lab(isOklab: true), least: 4e-6)
    case .hsl, .hwb:
      let most = rgb.max() ?? 0, least = rgb.min() ?? 0
      let range = most - least
      var hue = 0.0
      if range > 0 {
        if most == rgb[0] {
          hue = (rgb[1] - rgb[2]) / range + (rgb[1] < rgb[2] ? 6 : 0)
        } else if most == rgb[1] {
          hue = (rgb[2] - rgb[0]) / range + 2
        } else {
          hue = (rgb[0] - rgb[1]) / range + 4
        }
      }
      if space == .hwb { return ([hue * 60, least, 1 - most], range > 1e-5) }
      let light = (most + least) / 2
      let saturation = range > 0 ? range / (1 - abs(2 * light - 1)) : 0
      return ([hue * 60, saturation, light], range > 1e-5)
    default:
      return (ColorSpaceName(rawValue: space.rawValue).map { color.components(in: $0) } ?? rgb, true)
    }
  }

  private func made(_ v: [Double], alpha: Double) -> Color {
    func made(_ lightness: Double, _ a: Double, _ b: Double, isOklab: Bool) -> Color {
      if mapsGamut { return Color(mapping: lightness, a, b, isOklab: isOklab, alpha: alpha) }
      return Color(lightness: lightness, a, b, isOklab: isOklab, alpha: alpha)
    }
    func cartesian(_ v: [Double], isOklab: Bool) -> Color {
      let turn = v[2].truncatingRemainder(dividingBy: 360) * Double.pi / 180
      return made(v[0], v[1] * cos(turn), v[1] * sin(turn), isOklab: isOklab)
    }
    switch space {
    case .lab, .oklab: return made(v[0], v[1], v[2], isOklab: space == .oklab)
    case .lch: return cartesian(v, isOklab: false)
    case .oklch: return cartesian(v, isOklab: true)
    case .hsl:
      return Color(hue: v[0], saturation: min(max(v[1], 0), 1), lightness: min(max(v[2], 0), 1), alpha: alpha)
    case .hwb:
      let (white, black) = (min(max(v[1], 0), 1), min(max(v[2], 0), 1))
      if white + black >= 1 { return Color(white: white / (white + black), alpha: alpha) }
      let pure = Color(hue: v[0], saturation: 1, lightness: 0.5, alpha: alpha), k = 1 - white - black
      return Color(
        red: pure.red * k + white, green: pure.green * k + white, blue: pure.blue * k + white, alpha: alpha)
    default:
      let name = ColorSpaceName(rawValue: space.rawValue) ?? .srgb
      return Color(name, v, alpha: alpha)
    }
  }
}

extension String {
  /// Splits at separators outside brackets and trims white space; the separator 32 matches any white space.
  fileprivate func parts(by separator: UInt8) -> [String] {
    var parts: [String] = []
    var part: [UInt8] = []
    var depth = 0
    func isSpace(_ c: UInt8) -> Bool { c == 32 || (c >= 9 && c <= 13) }
    func end() {
      let own = part.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
      if separator != 32 || !own.isEmpty { parts.append(String(decoding: Array(own), as: UTF8.self)) }
      part = []
    }
    for c in utf8 {
      if c == UInt8(ascii: "(") { depth += 1 }
      if c == UInt8(ascii: ")") { depth = Swift.max(depth - 1, 0) }
      if depth == 0, c == separator || separator == 32 && isSpace(c) { end() } else { part.append(c) }
    }
    end()
    return parts
  }
}
