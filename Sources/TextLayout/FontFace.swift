// SPDX-License-Identifier: MIT
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
}
