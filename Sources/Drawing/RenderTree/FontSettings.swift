// SPDX-License-Identifier: MIT
import Numbers
import Pixels

/// The tag of a font axis or feature: four ASCII characters, such as `wght`.
///
/// ```swift
/// guard let weight = FontTag("wght") else { return }
/// title.fontVariations = [FontVariation(axis: weight, value: 650)]
/// ```
public struct FontTag: Hashable, Sendable, CustomStringConvertible {
  /// The character codes, the first in the most significant byte.
  public let rawValue: UInt32

  /// Creates a tag from four characters from space to tilde; nil for any other text.
  public init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count == 4, bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
    rawValue = bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The four characters.
  public var description: String {
    String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (24 - 8 * $0)) }, as: UTF8.self)
  }
}

/// A position on an axis of a variable font, such as `FontVariation(axis: FontTag("wght")!, value: 650)`.
///
/// ```swift
/// if let width = FontTag("wdth") { title.fontVariations = [FontVariation(axis: width, value: 80)] }
/// ```
public struct FontVariation: Hashable, Sendable {
  /// The axis' tag.
  public var axis: FontTag
  /// Position in the axis' own units, clamped to its range.
  public var value: Double
  /// Creates a position on an axis.
  public init(axis: FontTag, value: Double) {
    self.axis = axis
    self.value = value
  }
}

/// An OpenType feature of a font.
///
/// ```swift
/// if let smallCapitals = FontTag("smcp") { title.fontFeatures = [FontFeature(tag: smallCapitals)] }
/// ```
public struct FontFeature: Hashable, Sendable {
  /// The feature's tag.
  public var tag: FontTag
  /// 0 switches the feature off, 1 on; for features with alternatives, the number of one.
  public var value: Int
  /// Creates a feature setting; on by default.
  public init(tag: FontTag, value: Int = 1) {
    self.tag = tag
    self.value = value
  }
}

/// A palette for colour glyphs, as selected by CSS's `font-palette`.
///
/// ```swift
/// title.fontPalette = FontPaletteChoice(base: .dark, colors: [.init(number: 1, color: .orange)])
/// ```
public struct FontPaletteChoice: Hashable, Sendable {
  /// One of the font's palettes.
  public enum Base: Hashable, Sendable {
    /// The palette with this index, from 0.
    case number(Int)
    /// The first palette that the font marks as usable on a light, or a dark, background.
    case light, dark
  }
  /// The palette whose colours are used.
  public var base: Base
  /// Colours that replace entries of the palette, in order of their index.
  public var colors: [Override]

  /// A colour that replaces an entry of the palette.
  public struct Override: Hashable, Sendable {
    /// Index of the entry, from 0.
    public var number: Int
    /// The replacement.
    public var color: Color
    /// Creates a replacement of an entry.
    public init(number: Int, color: Color) {
      self.number = number
      self.color = color
    }
  }

  /// Creates a choice of a palette, by default the first, with some entries replaced.
  public init(base: Base = .number(0), colors: [Override] = []) {
    self.base = base
    self.colors = colors
  }
}
