// SPDX-License-Identifier: MIT
import Numbers

/// A named list of colours for data: along a scale, or to tell classes apart.
///
/// The palettes are viridis, magma, inferno and plasma, Okabe-Ito, and Cynthia Brewer's; `names` lists them.
///
/// ```swift
/// let blues = ColorPalette.named("Blues")?.colors(5)
/// let warm = ColorPalette.named("inferno")?.color(at: 0.7)
/// ```
public struct ColorPalette: Hashable, Sendable {
  /// The purpose of a palette.
  @frozen public enum Kind: UInt8, Sendable {
    /// From little to much.
    case sequential
    /// From one extreme over a neutral middle to another.
    case diverging
    /// Classes without an order.
    case qualitative
  }

  /// The name, such as `viridis`.
  public let name: String
  /// The purpose of the palette.
  public let kind: Kind
  /// The palette's own colours, in order: 256 of viridis and its like, 9 to 12 of the others.
  public let colors: [Color]

  /// The names of all palettes, in order.
  public static var names: [String] { table.map(\.name) }

  /// Returns the palette of a name, whose case does not matter; nil if there is none.
  public static func named(_ name: String) -> ColorPalette? {
    let wanted = name.lowercased()
    guard let row = table.first(where: { $0.name.lowercased() == wanted }) else { return nil }
    let colors = row.colors.withUTF8Buffer { digits in
      stride(from: 0, to: digits.count - digits.count % 6, by: 6).map { at in
        func part(_ i: Int) -> Double {
          func digit(_ c: UInt8) -> UInt8 { c < 58 ? c - 48 : c - 87 }
          return Double(digit(digits[at + i]) << 4 | digit(digits[at + i + 1])) / 255
        }
        return Color(red: part(0), green: part(2), blue: part(4))
      }
    }
    return ColorPalette(name: row.name, kind: row.kind, colors: colors)
  }

  /// Returns a number of colours: of a qualitative palette its first ones, again from the start if it has fewer; of
  /// others evenly spaced ones from end to end.
  public func colors(_ count: Int) -> [Color] {
    guard count > 0 else { return [] }
    if kind == .qualitative { return (0..<count).map { colors[$0 % colors.count] } }
    return (0..<count).map { color(at: count == 1 ? 0.5 : Double($0) / Double(count - 1)) }
  }

  /// Returns the colour at a place from 0 to 1, mixed in OKLab of its two neighbours; of a qualitative palette the
  /// class at that place.
  public func color(at place: Double) -> Color {
    let place = min(max(place.isNaN ? 0 : place, 0), 1)
    if kind == .qualitative {
      return colors[min(Int(clamping: place * Double(colors.count)), colors.count - 1)]
    }
    return Color.ramp(colors, at: place)
  }
}

extension Color {
  /// Returns the colour at a place from 0 to 1 along evenly spaced colours, mixed in a space; black for no colours.
  public static func ramp(_ colors: [Color], at place: Double, in space: MixingSpace = .oklab) -> Color {
    guard let first = colors.first else { return .black }
    let way = min(max(place.isNaN ? 0 : place, 0), 1) * Double(colors.count - 1)
    let index = min(Int(clamping: way), colors.count - 2)
    guard index >= 0 else { return first }
    let part = way - Double(index)
    if part <= 0 { return colors[index] }
    if part >= 1 { return colors[index + 1] }
    return colors[index].mixed(with: colors[index + 1], fraction: part, in: space)
  }
}
