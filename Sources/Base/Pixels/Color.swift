// SPDX-License-Identifier: MIT
import Numbers

/// A colour in sRGB: unpremultiplied, gamma-encoded components, each 0…1 (`CGColor`).
///
/// ```swift
/// let ink = Color(red: 0.25, green: 0.2, blue: 0.16)
/// let amber: Color = "#ffb347"
/// let veil = Color.black.withAlpha(0.3)
/// ```
@frozen public struct Color: Hashable, Sendable {
  /// Red component, 0 to 1.
  public var red: Double
  /// Green component, 0 to 1.
  public var green: Double
  /// Blue component, 0 to 1.
  public var blue: Double
  /// Opacity, 0 to 1.
  public var alpha: Double

  /// Creates a colour from its components, each 0 to 1.
  @inlinable public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates a grey: 0 is black, 1 is white.
  @inlinable public init(white: Double, alpha: Double = 1) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// Creates a colour from HSB components, each 0 to 1. The hue runs once around from red through yellow, green, cyan,
  /// blue and magenta, as in `UIColor` and `NSColor`.
  ///
  /// ```swift
  /// Color(hue: 1 / 3.0, saturation: 1, brightness: 1)  // green
  /// ```
  public init(hue: Double, saturation: Double, brightness w: Double, alpha: Double = 1) {
    let sector = (hue * 6).rounded(.down)
    let f = hue * 6 - sector
    let low = w * (1 - saturation)
    let down = w * (1 - saturation * f)
    let up = w * (1 - saturation * (1 - f))
    switch sector {
    case 1: self.init(red: down, green: w, blue: low, alpha: alpha)
    case 2: self.init(red: low, green: w, blue: up, alpha: alpha)
    case 3: self.init(red: low, green: down, blue: w, alpha: alpha)
    case 4: self.init(red: up, green: low, blue: w, alpha: alpha)
    case 5: self.init(red: w, green: low, blue: down, alpha: alpha)
    default: self.init(red: w, green: up, blue: low, alpha: alpha)
    }
  }

  /// CSS' `black`: #000000.
  @inlinable public static var black: Color { Color(white: 0) }
  /// CSS' `white`: #ffffff.
  @inlinable public static var white: Color { Color(white: 1) }
  /// Transparent black.
  @inlinable public static var clear: Color { Color(white: 0, alpha: 0) }

  /// Returns the colour with another opacity, 0 to 1.
  @inlinable public func withAlpha(_ a: Double) -> Color { Color(red: red, green: green, blue: blue, alpha: a) }

  /// Returns the premultiplied 8-bit pixel, with the alpha multiplied by `opacity` (0…1), rounded to nearest; red in
  /// the lowest byte.
  ///
  /// ```swift
  /// Color(white: 1, alpha: 0.5).premultiplied()  // 0x80808080: red is the lowest byte
  /// ```
  @inlinable public func premultiplied(opacity: Double = 1) -> UInt32 {
    let a = Swift.min(Swift.max(alpha * opacity, 0), 1)
    @inline(__always) func byte(_ v: Double) -> UInt32 {
      UInt32(clamping: Swift.min(Swift.max(v, 0), 1) * a * 255 + 0.5)
    }
    return byte(red) | byte(green) << 8 | byte(blue) << 16 | UInt32(clamping: a * 255 + 0.5) << 24
  }
}
