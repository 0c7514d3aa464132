// SPDX-License-Identifier: MIT
import Numbers
import Pixels

/// The name of a font's axis or feature: four characters of ASCII, such as `wght`.
public struct FontTag: Hashable, Sendable, CustomStringConvertible {
  /// The characters' codes, the first in the highest byte.
  public let rawValue: UInt32

  /// A tag of four characters from space to tilde; nil for any other text.
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

/// The place on an axis of a variable font.
public struct FontVariation: Hashable, Sendable {
  /// The axis' name.
  public var axis: FontTag
  /// In the axis' own units; one beyond its ends is the nearest end.
  public var value: Double
  /// A place on an axis.
  public init(axis: FontTag, value: Double) {
    self.axis = axis
    self.value = value
  }
}

/// An OpenType feature of a font.
public struct FontFeature: Hashable, Sendable {
  /// The feature's name.
  public var tag: FontTag
  /// 0 switches it off, 1 on; of features that offer a choice, the number of one.
  public var value: Int
  /// A feature, on by default.
  public init(tag: FontTag, value: Int = 1) {
    self.tag = tag
    self.value = value
  }
}

/// The palette of a font of colour glyphs, as CSS's `font-palette`.
public struct FontPaletteChoice: Hashable, Sendable {
  /// One of the font's palettes.
  public enum Base: Hashable, Sendable {
    /// By number, from 0.
    case number(Int)
    /// The first that the font says is for a light background, or for a dark one.
    case light, dark
  }
  /// The palette that the colours are of.
  public var base: Base
  /// Other colours for some of its colours, by number from 0, in order.
  public var colors: [Override]

  /// A colour in place of the palette's.
  public struct Override: Hashable, Sendable {
    /// The place in the palette, from 0.
    public var number: Int
    /// What stands there.
    public var color: Color
    /// Another colour for a place.
    public init(number: Int, color: Color) {
      self.number = number
      self.color = color
    }
  }

  /// A palette, the first by default, with other colours for some of its own.
  public init(base: Base = .number(0), colors: [Override] = []) {
    self.base = base
    self.colors = colors
  }
}
