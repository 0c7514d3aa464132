// SPDX-License-Identifier: MIT
import Numbers
import RenderTree

/// A face found in a font file.
package struct FontFace: Hashable, Sendable {
  /// The family, e.g. "DejaVu Sans".
  package var family: String
  /// The full name, e.g. "DejaVu Sans Bold".
  package var fullName: String
  /// The style within the family, e.g. "Bold Oblique".
  package var style: String
  /// 100…900; 400 is regular, 700 bold.
  package var weight: Int
  package var isItalic: Bool
  /// The file, and the index of the face in it.
  package var path: String
  package var index: Int
  /// 1…9; 5 is normal, less is condensed.
  var width = 5
  /// The family's name on systems that allow four styles per family.
  var legacyFamily: String
  var postScriptName = ""
  /// The axes of a variable font.
  package var axes: [FontAxis] = []

  package init(family: String, fullName: String, style: String, weight: Int, isItalic: Bool, path: String, index: Int) {
    self.family = family
    self.fullName = fullName
    self.style = style
    self.weight = weight
    self.isItalic = isItalic
    self.path = path
    self.index = index
    legacyFamily = family
  }

  /// Distance from the family's regular face; 0 for the regular face itself.
  var distanceFromRegular: Int { abs(weight - 400) + (isItalic ? 1000 : 0) + abs(width - 5) * 2000 }

  /// Returns the width class (1…9) nearest to a stretch in percent.
  static func width(ofStretch stretch: Double) -> Int {
    let widths = FontStyle.widths
    return 1 + (widths.indices.min { abs(widths[$0] - stretch) < abs(widths[$1] - stretch) } ?? 4)
  }

  func hasAxis(_ tag: FontTag) -> Bool { axes.contains { $0.tag == tag } }

  /// Returns how much heavier the face is than `weight`, after moving its weight axis, if any, as near as possible.
  func distance(fromWeight weight: Int) -> Int {
    guard let axis = axes.first(where: { $0.tag == FontAxis.weight }) else { return self.weight - weight }
    return Int(clamping: (axis.clamped(Double(weight)) - Double(weight)).rounded())
  }

  /// True if the face is italic (or upright) as asked, or has an axis that can make it so.
  func canBe(italic: Bool) -> Bool { isItalic == italic || hasAxis(FontAxis.italic) || hasAxis(FontAxis.slant) }
}

/// An axis of a variable font, in the axis's own units.
package struct FontAxis: Hashable, Sendable {
  package var tag: FontTag
  package var minimum: Double
  package var defaultValue: Double
  package var maximum: Double
  /// The face's coordinate on the axis: the default, or that of a named instance.
  package var value: Double

  func clamped(_ value: Double) -> Double { min(max(value, minimum), maximum) }

  package static let weight = FontTag(rawValue: 0x7767_6874), width = FontTag(rawValue: 0x7764_7468)
  static let italic = FontTag(rawValue: 0x6974_616C), slant = FontTag(rawValue: 0x736C_6E74)
}

/// The requested style of a font, in addition to its name and size.
struct FontStyle: Hashable {
  var weight: Int?
  var isItalic: Bool?
  /// In percent of the normal width.
  var stretch: Double?
  var variations: [FontVariation] = []
  var palette: FontPaletteChoice?

  init() {}

  init(_ a: TextAttributes) {
    weight = a.weight
    isItalic = a.isItalic
    stretch = a.fontStretch
    variations = a.fontVariations ?? []
    palette = a.fontPalette
  }

  /// True if the style may select another face of the family.
  var choosesFace: Bool { weight != nil || isItalic != nil || stretch != nil }

  /// The width classes of OpenType, from 1, in percent of the normal width.
  static let widths = [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200]
}
