// SPDX-License-Identifier: MIT
/// An installed font that text can name.
///
/// ```swift
/// for font in renderer.fonts() where font.weight >= 700 { print(font.family, font.style, font.file) }
/// ```
public struct FontDescription: Hashable, Sendable {
  /// The family, such as "DejaVu Sans".
  public var family: String
  /// The full name, such as "DejaVu Sans Bold".
  public var fullName: String
  /// The style within the family, such as "Bold Oblique".
  public var style: String
  /// The weight, 1…1000; 400 is regular, 700 bold.
  public var weight: Int
  /// True if it is italic or oblique.
  public var isItalic: Bool
  /// The file it comes from.
  public var file: String
  /// The axes of a variable font; empty for other fonts.
  public var axes: [Axis] = []

  /// An axis of a variable font, in its own units.
  public struct Axis: Hashable, Sendable {
    /// The axis tag of four letters, such as `wght`.
    public var tag: String
    /// The minimum value of the axis.
    public var minimum: Double
    /// The value of this face.
    public var value: Double
    /// The maximum value of the axis.
    public var maximum: Double

    package init(tag: String, minimum: Double, value: Double, maximum: Double) {
      self.tag = tag
      self.minimum = minimum
      self.value = value
      self.maximum = maximum
    }
  }

  package init(family: String, fullName: String, style: String, weight: Int, isItalic: Bool, file: String) {
    self.family = family
    self.fullName = fullName
    self.style = style
    self.weight = weight
    self.isItalic = isItalic
    self.file = file
  }
}
