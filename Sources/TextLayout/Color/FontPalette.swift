// SPDX-License-Identifier: MIT
import Pixels

/// The first palette of a font with colour glyphs: its `CPAL` table.
struct FontPalette: Sendable {
  /// Stands for the text's colour.
  static let foreground = 0xFFFF
  private var colors: [Color] = []

  init(_ table: FontTable?) {
    guard let table else { return }
    let count = min(table.u16(2), 4096), records = table.u32(8), first = table.u16(12)
    guard table.u16(4) > 0, first + count <= table.u16(6) else { return }
    colors = (0..<count).map { i in
      let at = records + 4 * (first + i)
      func part(_ k: Int) -> Double { Double(table.u8(at + k)) / 255 }
      return Color(red: part(2), green: part(1), blue: part(0), alpha: part(3))
    }
  }

  /// A colour by its number with some opacity; black where the font does not have it.
  func color(_ number: Int, _ alpha: Double, foreground: Color) -> Color {
    var color =
      number == Self.foreground ? foreground : number < colors.count ? colors[number] : Color(white: 0, alpha: 1)
    color.alpha *= min(max(alpha, 0), 1)
    return color
  }
}
