// SPDX-License-Identifier: MIT
/// A font that text can name.
public struct FontDescription: Hashable, Sendable {
  /// The family, such as "DejaVu Sans".
  public var family: String
  /// The full name, such as "DejaVu Sans Bold".
  public var fullName: String
  /// The style inside the family, such as "Bold Oblique".
  public var style: String
  /// The weight, 1…1000; 400 is regular, 700 bold.
  public var weight: Int
  /// Whether it is slanted.
  public var isItalic: Bool
  /// The file it comes from.
  public var file: String

  package init(family: String, fullName: String, style: String, weight: Int, isItalic: Bool, file: String) {
    self.family = family
    self.fullName = fullName
    self.style = style
    self.weight = weight
    self.isItalic = isItalic
    self.file = file
  }
}
