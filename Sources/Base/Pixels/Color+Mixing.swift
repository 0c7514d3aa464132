// SPDX-License-Identifier: MIT
import Numbers
import SystemC

/// A colour space in which colours are mixed.
@frozen public enum MixingSpace: UInt8, CaseIterable, Sendable {
  /// The encoded components, as layers and animations interpolate.
  case srgb
  /// Light itself: the components without their gamma.
  case linear
  /// Even steps to the eye: the space of gradients.
  case oklab
  /// OKLab by lightness, chroma and hue: the middle keeps its chroma.
  case oklch
  /// Hue, saturation, lightness of sRGB.
  case hsl
  /// Hue, whiteness, blackness of sRGB.
  case hwb
  /// CIE Lab.
  case lab
  /// CIE Lab by lightness, chroma and hue.
  case lch
}

/// The way around the circle of hues, in `oklch`, `lch`, `hsl` and `hwb`.
@frozen public enum HuePath: UInt8, CaseIterable, Sendable {
  /// The shorter arc.
  case shorter
  /// The longer arc.
  case longer
  /// By increasing angles, from red over yellow to green.
  case increasing
  /// By decreasing angles.
  case decreasing
}

/// A colour in OKLCH: OKLab's lightness, chroma and hue. It may lie outside of sRGB.
///
/// ```swift
/// let teal: Color = "teal"
/// var c = teal.oklch
/// c.lightness += 0.1
/// let lighter = Color(c)
/// ```
public struct OKLCHColor: Hashable, Sendable {
  /// 0 is black, 1 is white.
  public var lightness: Double
  /// The distance from grey: 0 to about 0.32 in sRGB.
  public var chroma: Double
  /// In radians, from −π to π; 0 for a grey.
  public var hue: Double
  /// Opacity, 0 to 1.
  public var alpha: Double

  /// Creates a colour from its components.
  public init(lightness: Double, chroma: Double, hue: Double, alpha: Double = 1) {
    self.lightness = lightness
    self.chroma = chroma
    self.hue = hue
    self.alpha = alpha
  }

  /// OKLab's lightness, a (green to red) and b (blue to yellow).
  var lab: SIMD3<Double> { SIMD3(lightness, chroma * cos(hue), chroma * sin(hue)) }

  /// True if sRGB has the colour, but for a rounding error.
  public var isInGamut: Bool {
    let v = Color.linearComponents(lightness: lightness, lab.y, lab.z, isOklab: true)
    return v.min() >= -1e-6 && v.max() <= 1 + 1e-6
  }
}

extension Color {
  /// Creates the colour of sRGB that looks most like one of OKLCH: of a colour outside of sRGB the chroma is reduced
  /// until the components, clamped, differ by less than the eye sees (CSS Color 4, section 13).
  ///
  /// ```swift
  /// Color(OKLCHColor(lightness: 0.5, chroma: 0.3, hue: 150 * .pi / 180))  // #007c25
  /// ```
  public init(_ wanted: OKLCHColor) {
    var current = wanted
    func clipped() -> Color {
      let lab = current.lab
      return Color(lightness: lab.x, lab.y, lab.z, isOklab: true, alpha: wanted.alpha)
    }
    guard wanted.lightness < 1 else {
      self.init(white: 1, alpha: wanted.alpha)
      return
    }
    guard wanted.lightness > 0 else {
      self.init(white: 0, alpha: wanted.alpha)
      return
    }
    var result = clipped()
    // The difference of the current colour to itself clamped, in OKLab.
    func difference() -> Double {
      let lab = result.lab(isOklab: true), own = current.lab
      let d = SIMD3(lab[0], lab[1], lab[2]) - own
      return (d.x * d.x + d.y * d.y + d.z * d.z).squareRoot()
    }
    let visible = 0.02
    if wanted.isInGamut || difference() < visible {
      self = result
      return
    }
    var (low, high) = (0.0, wanted.chroma)
    var isLowInGamut = true
    while high - low > 1e-4 {
      current.chroma = (low + high) / 2
      if isLowInGamut, current.isInGamut {
        low = current.chroma
        continue
      }
      result = clipped()
      let distance = difference()
      if distance >= visible {
        high = current.chroma
      } else if visible - distance < 1e-4 {
        break
      } else {
        isLowInGamut = false
        low = current.chroma
      }
    }
    self = clipped()
  }

  /// The colour in OKLCH.
  public var oklch: OKLCHColor {
    let v = lab(isOklab: true)
    let chroma = (v[1] * v[1] + v[2] * v[2]).squareRoot()
    // The conversion of a grey leaves a rounding error.
    guard chroma > 4e-6 else { return OKLCHColor(lightness: v[0], chroma: 0, hue: 0, alpha: alpha) }
    return OKLCHColor(lightness: v[0], chroma: chroma, hue: atan2(v[2], v[1]), alpha: alpha)
  }

  /// Returns a mix with another colour.
  ///
  /// Components are weighted by opacity, hues are not; a grey takes the other colour's hue. A result outside of sRGB
  /// is brought into it by reducing its chroma. Layers and animations interpolate in `srgb`.
  ///
  /// ```swift
  /// let blue: Color = "blue"
  /// blue.mixed(with: "yellow")  // #6cabc7 in OKLab; #808080 in .srgb
  /// ```
  ///
  /// - Parameters:
  ///   - fraction: of the other colour, clamped to 0…1.
  ///   - hue: the way between two hues, in spaces that have one.
  public func mixed(
    with other: Color, fraction: Double = 0.5, in space: MixingSpace = .oklab, hue: HuePath = .shorter
  ) -> Color {
    ColorMix(space: space, hue: hue, share: Swift.min(Swift.max(fraction.isNaN ? 0 : fraction, 0), 1))
      .color(self, other)
  }

  /// Returns a lighter colour: OKLCH's lightness raised by an amount from 0 to 1.
  public func lightened(by amount: Double) -> Color { changed { $0.lightness += amount } }

  /// Returns a darker colour: OKLCH's lightness lowered by an amount from 0 to 1.
  public func darkened(by amount: Double) -> Color { changed { $0.lightness -= amount } }

  /// Returns a colour whose chroma is multiplied: 0 is grey, above 1 is more vivid.
  public func saturated(by factor: Double) -> Color { changed { $0.chroma *= Swift.max(factor, 0) } }

  /// Returns a colour of another hue, turned by an angle in radians; lightness and chroma stay, as far as sRGB has
  /// them.
  public func rotated(by angle: Double) -> Color { changed { $0.hue += angle } }

  /// The grey of the same lightness.
  public var grey: Color { saturated(by: 0) }

  private func changed(_ change: (inout OKLCHColor) -> Void) -> Color {
    var c = oklch
    change(&c)
    guard c.lightness.isFinite, c.chroma.isFinite, c.hue.isFinite else { return self }
    return Color(c)
  }

  /// The relative luminance of WCAG 2, from 0 for black to 1 for white, without regard to opacity.
  public var luminance: Double {
    let v = components(in: .srgbLinear)
    return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2]
  }

  /// Returns the contrast ratio of WCAG 2, from 1 to 21, without regard to opacity. Text needs 4.5, large text 3.
  ///
  /// ```swift
  /// Color.black.contrast(with: .white)  // 21
  /// ```
  public func contrast(with other: Color) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (Swift.max(a, b) + 0.05) / (Swift.min(a, b) + 0.05)
  }

  /// Returns the candidate with the highest contrast to this colour, for text on it; of equal ones the first. Default
  /// candidates are black and white.
  ///
  /// ```swift
  /// let navy: Color = "navy"
  /// navy.readable()  // white
  /// ```
  public func readable(_ candidates: [Color] = [.black, .white]) -> Color {
    var best: (color: Color, contrast: Double) = (.black, 0)
    for color in candidates {
      let contrast = contrast(with: color)
      if contrast > best.contrast { best = (color, contrast) }
    }
    return best.color
  }

  /// The colour as `#rrggbb`, or `#rrggbbaa` if it is translucent; components rounded to 1/255.
  public var hex: String {
    var text: [UInt8] = [UInt8(ascii: "#")]
    for (i, part) in [red, green, blue, alpha].enumerated() {
      let byte = UInt8(clamping: (Swift.min(Swift.max(part, 0), 1) * 255).rounded())
      if i == 3, byte == 255 { break }
      for digit in [byte >> 4, byte & 15] { text.append(digit < 10 ? 48 + digit : 87 + digit) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension ColorMix {
  fileprivate init(space: MixingSpace, hue: HuePath, share: Double) {
    let own: Space =
      switch space {
      case .srgb: .srgb
      case .linear: .srgbLinear
      case .oklab: .oklab
      case .oklch: .oklch
      case .hsl: .hsl
      case .hwb: .hwb
      case .lab: .lab
      case .lch: .lch
      }
    let way: Hue =
      switch hue {
      case .shorter: .shorter
      case .longer: .longer
      case .increasing: .increasing
      case .decreasing: .decreasing
      }
    self.init(space: own, hue: way, share: share, alpha: 1, mapsGamut: true)
  }
}
