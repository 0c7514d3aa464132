// SPDX-License-Identifier: MIT
/// Line breaking classes (Unicode Standard Annex 14) of the characters that plain Latin text uses, and the rules for
/// breaks between two of them. Cases that these rules leave undecided are left to Pango.
enum BreakClass: UInt8 {
  case space, letter, digit, quote, open, closeParenthesis, closeBrace, exclamation, infix, slash, hyphen, affix,
    ellipsis
  /// No-break space: glues both sides.
  case glue
  /// Plain to shape, but with its own line breaking rules.
  case other
  /// Not plain: another writing system, a mark, a control.
  case foreign

  enum Verdict { case none, allowed, unsure }

  init(_ scalar: UInt32) {
    switch scalar {
    case 0x20: self = .space
    case 0x30...0x39: self = .digit
    case 0x41...0x5A, 0x61...0x7A, 0x26, 0x2A, 0x3C...0x3E, 0x40, 0x23, 0x5E...0x60, 0x7E: self = .letter
    case 0x22, 0x27, 0x2018, 0x2019, 0x201C, 0x201D: self = .quote
    case 0x28, 0x5B, 0x7B: self = .open
    case 0x29, 0x5D: self = .closeParenthesis
    case 0x7D: self = .closeBrace
    case 0x21, 0x3F: self = .exclamation
    case 0x2C, 0x2E, 0x3A, 0x3B: self = .infix
    case 0x2F: self = .slash
    case 0x2D: self = .hyphen
    case 0x24, 0x25, 0x2B, 0x5C: self = .affix
    case 0x2026: self = .ellipsis
    case 0xA0: self = .glue
    case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F: self = .letter
    case 0x7C, 0xA1...0xAC, 0xAE...0xBF, 0xD7, 0xF7, 0x2013, 0x2014, 0x2020...0x2022, 0x20AC, 0x2122: self = .other
    default: self = .foreign
    }
  }

  /// Decides whether a line may end between two adjacent characters, neither of which is a space.
  static func between(_ left: BreakClass, _ right: BreakClass) -> Verdict {
    if left == .other || right == .other { return .unsure }
    if left == .glue || right == .glue { return .none }
    switch right {
    case .quote, .closeParenthesis, .closeBrace, .exclamation, .infix, .slash, .ellipsis, .hyphen:
      return left == .hyphen ? .unsure : .none
    default: break
    }
    switch (left, right) {
    case (.quote, _), (.open, _): return .none
    case (.letter, _), (.digit, _): return .none
    case (.closeParenthesis, .letter), (.closeParenthesis, .digit), (.closeParenthesis, .affix): return .none
    case (.infix, .letter), (.infix, .digit): return .none
    case (.affix, .letter), (.affix, .digit), (.affix, .open): return .none
    case (.hyphen, .letter): return .allowed
    case (.hyphen, .digit): return .none
    default: return .unsure
    }
  }

  /// Decides whether a line may end after the spaces between two other characters.
  static func acrossSpaces(_ left: BreakClass, _ right: BreakClass) -> Verdict {
    switch (left, right) {
    case (.open, _), (.quote, .open), (.other, _), (_, .other), (.glue, _), (_, .glue): .unsure
    case (_, .closeParenthesis), (_, .closeBrace), (_, .exclamation), (_, .infix), (_, .slash): .unsure
    default: .allowed
    }
  }
}
