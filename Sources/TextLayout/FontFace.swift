// SPDX-License-Identifier: MIT
import Numbers
import RenderTree

/// A face found in a font file.
package struct FontFace: Hashable, Sendable {
  /// The family, as "DejaVu Sans".
  package var family: String
  /// The full name, as "DejaVu Sans Bold".
  package var fullName: String
  /// The style inside the family, as "Bold Oblique".
  package var style: String
  /// 100…900; 400 is regular, 700 bold.
  package var weight: Int
  package var isItalic: Bool
  /// The file, and the face's place in it.
  package var path: String
  package var index: Int
  /// 1…9; 5 is normal, less is condensed.
  var width = 5
  /// The family's name on systems with four styles per family.
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

  /// The distance of the face from the plain one of its family; 0 for that itself.
  var distanceFromRegular: Int { abs(weight - 400) + (isItalic ? 1000 : 0) + abs(width - 5) * 2000 }

  /// The number of the width nearest to one in percent.
  static func width(ofStretch stretch: Double) -> Int {
    let widths = FontStyle.widths
    return 1 + (widths.indices.min { abs(widths[$0] - stretch) < abs(widths[$1] - stretch) } ?? 4)
  }

  func hasAxis(_ tag: FontTag) -> Bool { axes.contains { $0.tag == tag } }

  /// How much heavier it is than a weight at the nearest place of its axis.
  func distance(fromWeight weight: Int) -> Int {
    guard let axis = axes.first(where: { $0.tag == FontAxis.weight }) else { return self.weight - weight }
    return Int(clamping: (axis.clamped(Double(weight)) - Double(weight)).rounded())
  }

  /// Whether it is, or its axes lead to, a slanted or an upright face.
  func canBe(italic: Bool) -> Bool { isItalic == italic || hasAxis(FontAxis.italic) || hasAxis(FontAxis.slant) }
}

/// An axis of a variable font, in its own units.
package struct FontAxis: Hashable, Sendable {
  package var tag: FontTag
  package var minimum: Double
  package var defaultValue: Double
  package var maximum: Double
  /// The place of the face: the default, or a named instance's.
  package var value: Double

  func clamped(_ value: Double) -> Double { min(max(value, minimum), maximum) }

  package static let weight = FontTag(rawValue: 0x7767_6874), width = FontTag(rawValue: 0x7764_7468)
  static let italic = FontTag(rawValue: 0x6974_616C), slant = FontTag(rawValue: 0x736C_6E74)
}

/// What is wanted of a font beside its name and size.
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

  /// Whether another face of the family may be meant.
  var choosesFace: Bool { weight != nil || isItalic != nil || stretch != nil }

  /// The widths of letters that fonts have by number, from 1, in percent of the normal one.
  static let widths = [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200]
}
