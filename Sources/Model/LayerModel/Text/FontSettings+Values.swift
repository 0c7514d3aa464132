// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Pixels
import RenderTree

// Conversion of a script's font settings: `{ wght = 625 }`, `{ tnum = 1, "ss01" }`, palettes.

/// The maximum number of axes, features or colours given at once; no font has more.
private let mostFontSettings = 64

extension FontVariation {
  /// Converts coordinates by axis; nil for any other value.
  static func list(_ value: PropertyValue) -> [FontVariation]? {
    guard case .dictionary(let entries) = value, entries.count <= mostFontSettings else { return nil }
    var result: [FontVariation] = []
    for (key, value) in entries {
      guard let tag = FontTag(key), case .number(let n) = value, n.isFinite, abs(n) <= 32_768 else { return nil }
      result.append(FontVariation(axis: tag, value: n))
    }
    return result
  }

  static func value(_ list: [FontVariation]) -> PropertyValue {
    .dictionary(list.map { (key: "\($0.axis)", value: .number($0.value)) })
  }
}

extension FontFeature {
  /// Converts features by tag, and tags alone; nil for any other value.
  static func list(_ value: PropertyValue) -> [FontFeature]? {
    switch value {
    case .array(let tags) where tags.count <= mostFontSettings:
      var result: [FontFeature] = []
      for tag in tags {
        guard case .string(let text) = tag, let tag = FontTag(text) else { return nil }
        result.append(FontFeature(tag: tag))
      }
      return result
    case .dictionary(let entries) where entries.count <= mostFontSettings:
      var result: [FontFeature] = []
      for (key, value) in entries {
        // In a mixed table, a tag alone has a number as its key.
        if Int(key) != nil, case .string(let text) = value, let tag = FontTag(text) {
          result.append(FontFeature(tag: tag))
          continue
        }
        guard let tag = FontTag(key) else { return nil }
        switch value {
        case .bool(let on): result.append(FontFeature(tag: tag, value: on ? 1 : 0))
        case .number(let n) where n == n.rounded() && n >= 0 && n <= 65_535:
          result.append(FontFeature(tag: tag, value: Int(clamping: n)))
        default: return nil
        }
      }
      return result
    default: return nil
    }
  }

  static func value(_ list: [FontFeature]) -> PropertyValue {
    .dictionary(list.map { (key: "\($0.tag)", value: .number(Double($0.value))) })
  }
}

extension FontPaletteChoice {
  init?(_ value: PropertyValue) {
    switch value {
    case .dictionary(let entries) where entries.count <= mostFontSettings:
      self.init()
      for (key, value) in entries {
        if key == "palette" {
          guard let base = Base(value) else { return nil }
          self.base = base
        } else {
          guard let number = Int(key), (0..<65_535).contains(number), let color = value.asColor else { return nil }
          colors.append(Override(number: number, color: color))
        }
      }
      colors.sort { $0.number < $1.number }
    default:
      guard let base = Base(value) else { return nil }
      self.init(base: base)
    }
  }

  var value: PropertyValue {
    if colors.isEmpty { return base.value }
    return .dictionary([("palette", base.value)] + colors.map { ("\($0.number)", .color($0.color)) })
  }
}

extension FontPaletteChoice.Base {
  fileprivate init?(_ value: PropertyValue) {
    switch value {
    case .number(let n) where n == n.rounded() && n >= 0 && n < 65_535: self = .number(Int(clamping: n))
    case .string("light"): self = .light
    case .string("dark"): self = .dark
    default: return nil
    }
  }

  fileprivate var value: PropertyValue {
    switch self {
    case .number(let n): .number(Double(n))
    case .light: .string("light")
    case .dark: .string("dark")
    }
  }
}
