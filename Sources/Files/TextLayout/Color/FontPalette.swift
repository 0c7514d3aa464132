// SPDX-License-Identifier: MIT
import Numbers
import Pixels
import RenderTree

/// A palette of a font with colour glyphs, from its `CPAL` table.
struct FontPalette: Sendable {
  /// The colour number that stands for the text's colour.
  static let foreground = 0xFFFF
  private var colors: [Color] = []

  /// - Parameter choice: nil, or a palette that the font does not have, selects the first palette.
  init(_ table: FontTable?, _ choice: FontPaletteChoice? = nil) {
    guard let table else { return }
    let count = min(table.u16(2), 4096), records = table.u32(8)
    let first = table.u16(12 + 2 * (Self.number(of: choice?.base, in: table) ?? 0))
    guard table.u16(4) > 0, first + count <= table.u16(6) else { return }
    colors = (0..<count).map { i in
      let at = records + 4 * (first + i)
      func part(_ k: Int) -> Double { Double(table.u8(at + k)) / 255 }
      return Color(red: part(2), green: part(1), blue: part(0), alpha: part(3))
    }
    for other in choice?.colors ?? [] where colors.indices.contains(other.number) { colors[other.number] = other.color }
  }

  /// Returns the index of a palette; nil if the font does not have it.
  static func number(of base: FontPaletteChoice.Base?, in table: FontTable) -> Int? {
    let count = table.u16(4)
    switch base {
    case nil: return 0
    case .number(let n): return n < count ? n : nil
    case .light, .dark:
      // Version 1 has palette types: 1 for a light background, 2 for a dark one.
      guard table.u16(0) > 0 else { return nil }
      let types = table.u32(12 + 2 * count), bit = base == .light ? 1 : 2
      guard types > 0 else { return nil }
      return (0..<count).first { table.u32(types + 4 * $0) & bit != 0 }
    }
  }

  /// Returns a colour by its number; nil if the font does not have it.
  func color(_ number: Int) -> Color? { colors.indices.contains(number) ? colors[number] : nil }

  /// Returns a colour by its number, multiplied by an opacity; black if the font does not have it.
  func color(_ number: Int, _ alpha: Double, foreground: Color) -> Color {
    var color =
      number == Self.foreground ? foreground : number < colors.count ? colors[number] : Color(white: 0, alpha: 1)
    color.alpha *= min(max(alpha, 0), 1)
    return color
  }
}
