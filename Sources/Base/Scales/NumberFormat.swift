// SPDX-License-Identifier: MIT
import Messages
import Numbers
import SystemC

/// The marks of a language in numbers: given, not guessed from the machine.
///
/// ```swift
/// let german = NumberMarks(decimal: ",", group: ".")
/// ```
public struct NumberMarks: Hashable, Sendable {
  /// Between whole digits and decimals. Default `.`.
  public var decimal: String
  /// Between groups of whole digits. Default `,`.
  public var group: String
  /// The sizes of the groups from the point on; the last one repeats. Default 3.
  public var grouping: [Int]
  /// The sign of negative numbers. Default `-`.
  public var minus: String
  /// Behind percentages; in many languages with a space in front. Default `%`.
  public var percent = "%"
  /// The text before and after an amount of money. Default `$` and nothing.
  public var currency: (before: String, after: String) {
    get { (currencyBefore, currencyAfter) }
    set { (currencyBefore, currencyAfter) = newValue }
  }
  private var currencyBefore = "$"
  private var currencyAfter = ""

  /// Creates the marks; the defaults are English ones.
  public init(decimal: String = ".", group: String = ",", grouping: [Int] = [3], minus: String = "-") {
    self.decimal = decimal
    self.group = group
    self.grouping = grouping
    self.minus = minus
  }
}

/// A format of numbers, written as `[sign][$][0][width][,][.precision][~][type]`, as in Python and d3.
///
/// - sign: `-` only for negative numbers (default), `+` for positive ones too, a blank for a blank before positive
///   ones, `(` for brackets around negative ones.
/// - `$`: with the currency's marks.
/// - `0`: filled with zeros to the width; otherwise with blanks on the left.
/// - `,`: with groups of digits.
/// - precision: decimals of `f`, `e` and `%`, significant digits of the others. Default 6.
/// - `~`: without trailing zeros.
/// - type: `d` whole, `f` fixed, `e` exponent, `g` the shorter of both, `r` rounded to significant digits, `s` with an
///   SI prefix, `%` percent, `p` percent rounded to significant digits. Without a type as `~g` with 12 digits.
///   `m:ss` and `h:mm:ss` write seconds as a duration, `mm:ss` and `hh:mm:ss` with at least two digits in front;
///   precision: decimals of the seconds, default 0.
///
/// Numbers are rounded to the nearest, halves to the even digit, as in C.
///
/// ```swift
/// try NumberFormat(",.2f").text(12345.678)  // "12,345.68"
/// try NumberFormat(".3s").text(1_230_000)  // "1.23M"
/// try NumberFormat("+.1%").text(0.0725)  // "+7.2%"
/// try NumberFormat("m:ss").text(83)  // "1:23"
/// ```
public struct NumberFormat: Hashable, Sendable {
  /// The type of a format.
  @frozen public enum Style: UInt8, Sendable {
    /// Without a type.
    case plain
    /// `d`
    case whole
    /// `f`
    case fixed
    /// `e`
    case exponent
    /// `g`
    case general
    /// `r`
    case rounded
    /// `s`
    case prefix
    /// `%`
    case percent
    /// `p`
    case roundedPercent
    /// `m:ss`
    case minutes
    /// `mm:ss`
    case paddedMinutes
    /// `h:mm:ss`
    case hours
    /// `hh:mm:ss`
    case paddedHours
  }

  /// The sign of numbers that are not negative, or brackets around negative ones.
  @frozen public enum Sign: UInt8, Sendable {
    /// None.
    case negativeOnly
    /// A plus.
    case plus
    /// A blank.
    case blank
    /// Brackets around negative numbers.
    case brackets
  }

  /// Default `plain`.
  public var style = Style.plain
  /// Default `negativeOnly`.
  public var sign = Sign.negativeOnly
  /// True adds the currency's marks.
  public var hasCurrency = false
  /// True fills the width with zeros.
  public var hasZeros = false
  /// The least number of characters, 0 to 200.
  public var width = 0
  /// True groups digits.
  public var hasGroups = false
  /// Decimals or significant digits, 0 to 40; nil for the type's own.
  public var precision: Int?
  /// True omits trailing zeros.
  public var isTrimmed = false

  /// Parses a format.
  ///
  /// - Throws: `LayerError` of kind `invalid` that names the part that is not understood.
  public init(_ text: String) throws {
    if text.hasPrefix("%"), text.utf8.count > 1 {
      let rest = String(text.dropFirst())
      throw LayerError(
        "the format \"\(text)\": "
          + ((try? NumberFormat(rest)) == nil
            ? "a format of numbers has no % in front, and words such as %Y are for a time scale's axis"
            : "write it without the percent sign: \"\(rest)\""))
    }
    let bytes = Array(text.utf8.prefix(64))
    var at = 0
    func peek() -> UInt8? { at < bytes.count ? bytes[at] : nil }
    func take(_ c: UInt8) -> Bool {
      guard peek() == c else { return false }
      at += 1
      return true
    }
    func number(_ most: Int) throws(LayerError) -> Int? {
      var value: Int?
      while let c = peek(), c >= 48, c <= 57 {
        value = min((value ?? 0) * 10 + Int(c - 48), 1_000_000)
        at += 1
      }
      if let value, value > most {
        throw LayerError(
          "the format \"\(text)\": \(value == 1_000_000 ? "the number" : "\(value)") is too large; at most \(most)")
      }
      return value
    }
    switch peek() {
    case UInt8(ascii: "+"): sign = .plus
    case UInt8(ascii: " "): sign = .blank
    case UInt8(ascii: "("): sign = .brackets
    case UInt8(ascii: "-"): break
    default: at -= 1
    }
    at += 1
    hasCurrency = take(UInt8(ascii: "$"))
    hasZeros = take(48)
    width = try number(200) ?? 0
    hasGroups = take(UInt8(ascii: ","))
    if take(UInt8(ascii: ".")) {
      guard let digits = try number(40) else {
        throw LayerError("the format \"\(text)\": a number of digits follows the point, such as \".2f\"")
      }
      precision = digits
    }
    isTrimmed = take(UInt8(ascii: "~"))
    if let clock = Self.clocks.first(where: { bytes[at...].elementsEqual($0.text.utf8) }) {
      style = clock.style
      at = bytes.count
    } else if let c = peek() {
      guard let style = Self.styles.first(where: { $0.letter == c })?.style else {
        throw LayerError(
          "the format \"\(text)\": \"\(String(decoding: bytes[at...], as: UTF8.self))\" is not understood; a format is "
            + "[sign][$][0][width][,][.precision][~][type] with a type of d, f, e, g, r, s, %, p, "
            + "m:ss or h:mm:ss")
      }
      self.style = style
      at += 1
    }
    guard at == bytes.count, text.utf8.count <= 64 else {
      throw LayerError("the format \"\(text)\": nothing may follow the type")
    }
  }

  private static let styles: [(letter: UInt8, style: Style)] = [
    (UInt8(ascii: "d"), .whole), (UInt8(ascii: "f"), .fixed), (UInt8(ascii: "e"), .exponent),
    (UInt8(ascii: "g"), .general), (UInt8(ascii: "r"), .rounded), (UInt8(ascii: "s"), .prefix),
    (UInt8(ascii: "%"), .percent), (UInt8(ascii: "p"), .roundedPercent),
  ]

  private static let clocks: [(text: String, style: Style)] = [
    ("m:ss", .minutes), ("mm:ss", .paddedMinutes), ("h:mm:ss", .hours), ("hh:mm:ss", .paddedHours),
  ]

  /// Returns a number as text; `NaN` and `∞` as such.
  public func text(_ value: Double, _ marks: NumberMarks = NumberMarks()) -> String {
    guard value.isFinite else { return value.isNaN ? "NaN" : value < 0 ? marks.minus + "∞" : "∞" }
    var parts = self.parts(abs(value))
    if isTrimmed || style == .plain { parts.trim() }
    let isZero = !(parts.whole + parts.middle + parts.decimals).contains { $0 >= 49 && $0 <= 57 }
    // A number that is rounded to 0 has no sign.
    let isNegative = value < 0 && !isZero
    var before = isNegative ? (sign == .brackets ? "(" : marks.minus) : sign == .plus ? "+" : sign == .blank ? " " : ""
    if hasCurrency { before += marks.currency.before }
    var after = parts.suffix == "%" ? marks.percent : parts.suffix
    if hasCurrency { after += marks.currency.after }
    if isNegative, sign == .brackets { after += ")" }
    if !parts.decimals.isEmpty { after = marks.decimal + String(decoding: parts.decimals, as: UTF8.self) + after }
    after = String(decoding: parts.middle, as: UTF8.self) + after
    let room = width - before.count - after.count
    if hasZeros {
      var whole = parts.whole
      // Grouped zeros count with their separators.
      while whole.count < 200, grouped(whole, marks).count < room { whole.insert(48, at: 0) }
      return before + grouped(whole, marks) + after
    }
    let whole = grouped(parts.whole, marks)
    return String(repeating: " ", count: max(room - whole.count, 0)) + before + whole + after
  }

  private func grouped(_ digits: [UInt8], _ marks: NumberMarks) -> String {
    let sizes = marks.grouping.filter { $0 > 0 }
    guard hasGroups, let first = sizes.first else { return String(decoding: digits, as: UTF8.self) }
    var groups: [String] = []
    var (end, next, size) = (digits.count, 1, first)
    while end > size {
      groups.append(String(decoding: digits[(end - size)..<end], as: UTF8.self))
      end -= size
      size = next < sizes.count ? sizes[next] : size
      next += 1
    }
    groups.append(String(decoding: digits[..<end], as: UTF8.self))
    return groups.reversed().joined(separator: marks.group)
  }

  /// The digits of a number before and after the point, and the text after them.
  private struct Parts {
    var whole: [UInt8]
    var decimals: [UInt8]
    var suffix = ""
    /// Minutes and seconds of a duration, each after a colon: between `whole` and the decimal mark.
    var middle: [UInt8] = []

    mutating func trim() { while decimals.last == 48 { decimals.removeLast() } }
  }

  /// Returns a number times 100, with the sign. A number so large that the product is not finite is a whole one, which
  /// gets two more digits.
  private func percent(_ value: Double, _ digits: (Double) -> Parts) -> Parts {
    let isHuge = value.isFinite && !(value * 100).isFinite
    var parts = digits(isHuge ? value : value * 100)
    if isHuge { parts.whole += [48, 48] }
    parts.suffix = "%"
    return parts
  }

  private func parts(_ value: Double) -> Parts {
    switch style {
    case .plain: return general(value, digits: precision ?? 12)
    case .whole: return Self.fixed(value, decimals: 0)
    case .fixed: return Self.fixed(value, decimals: precision ?? 6)
    case .exponent: return Self.scientific(value, decimals: precision ?? 6)
    case .general: return general(value, digits: precision ?? 6)
    case .rounded: return Self.significant(value, digits: precision ?? 6)
    case .percent:
      return percent(value) { Self.fixed($0, decimals: precision ?? 6) }
    case .roundedPercent:
      return percent(value) { Self.significant($0, digits: precision ?? 6) }
    case .prefix: return prefixed(value, digits: max(precision ?? 6, 1))
    case .minutes: return clock(value, hasHours: false, digits: 1)
    case .paddedMinutes: return clock(value, hasHours: false, digits: 2)
    case .hours: return clock(value, hasHours: true, digits: 1)
    case .paddedHours: return clock(value, hasHours: true, digits: 2)
    }
  }

  /// Seconds as a duration, rounded before they are divided: 59.6 is 1:00.
  private func clock(_ seconds: Double, hasHours: Bool, digits: Int) -> Parts {
    var parts = Self.fixed(seconds, decimals: precision ?? 0)
    for _ in 0..<(hasHours ? 2 : 1) {
      let (quotient, rest) = Self.sixtieth(of: parts.whole)
      parts.whole = quotient
      parts.middle = [UInt8(ascii: ":"), UInt8(48 + rest / 10), UInt8(48 + rest % 10)] + parts.middle
    }
    while parts.whole.count < digits { parts.whole.insert(48, at: 0) }
    return parts
  }

  /// Divides a whole number by 60; both it and the quotient are digits.
  private static func sixtieth(of digits: [UInt8]) -> (quotient: [UInt8], rest: Int) {
    var quotient: [UInt8] = []
    var rest = 0
    for digit in digits {
      rest = rest * 10 + Int(digit) - 48
      if rest >= 60 || !quotient.isEmpty { quotient.append(UInt8(48 + rest / 60)) }
      rest %= 60
    }
    return (quotient.isEmpty ? [48] : quotient, rest)
  }

  /// As C's `%g`: fixed, or with an exponent below 1e-4 and from the number of digits on.
  private func general(_ value: Double, digits: Int) -> Parts {
    let digits = max(digits, 1)
    let exponent = Self.digits(value, digits).exponent
    if value == 0 || exponent >= -4 && exponent < digits { return Self.significant(value, digits: digits) }
    return Self.scientific(value, decimals: digits - 1)
  }

  private static let prefixes = [
    "y", "z", "a", "f", "p", "n", "\u{B5}", "m", "", "k", "M", "G", "T", "P", "E", "Z", "Y",
  ]

  private func prefixed(_ value: Double, digits count: Int) -> Parts {
    guard value != 0 else {
      return Parts(whole: [48], decimals: [UInt8](repeating: 48, count: count - 1))
    }
    let (digits, exponent) = Self.digits(value, count)
    // The prefix of the rounded number: 999.9 of two digits is 1.0k.
    let step = min(max((Double(exponent) / 3).rounded(.down), -8), 8)
    let point = exponent - Int(clamping: step) * 3 + 1
    var parts = Self.placed(digits, point: point)
    parts.suffix = Self.prefixes[Int(clamping: step) + 8]
    return parts
  }

  // MARK: Digits

  /// Returns digits with the point after a number of them, which may be below 0 or above their count.
  private static func placed(_ digits: [UInt8], point: Int) -> Parts {
    if point <= 0 {
      return Parts(whole: [48], decimals: [UInt8](repeating: 48, count: -point) + digits)
    }
    if point >= digits.count {
      return Parts(whole: digits + [UInt8](repeating: 48, count: point - digits.count), decimals: [])
    }
    return Parts(whole: Array(digits[..<point]), decimals: Array(digits[point...]))
  }

  private static func significant(_ value: Double, digits count: Int) -> Parts {
    guard value != 0 else { return Parts(whole: [48], decimals: [UInt8](repeating: 48, count: max(count - 1, 0))) }
    let (digits, exponent) = digits(value, max(count, 1))
    return placed(digits, point: exponent + 1)
  }

  private static func scientific(_ value: Double, decimals: Int) -> Parts {
    let (digits, exponent) = digits(value, decimals + 1)
    let sign = exponent < 0 ? "-" : "+"
    return Parts(whole: [digits[0]], decimals: Array(digits[1...]), suffix: "e\(sign)\(exponent.magnitude)")
  }

  private static func fixed(_ value: Double, decimals: Int) -> Parts {
    let text = printed("%.\(decimals)f", value)
    let whole = Array(text.prefix { $0 >= 48 && $0 <= 57 })
    // The C library writes the point of the machine's language.
    return Parts(whole: whole, decimals: decimals > 0 ? Array(text.suffix(decimals)) : [])
  }

  /// Returns significant digits of a number that is not negative, and the power of ten of the first one.
  static func digits(_ value: Double, _ count: Int) -> (digits: [UInt8], exponent: Int) {
    guard value > 0 else { return ([UInt8](repeating: 48, count: count), 0) }
    let text = printed("%.\(count - 1)e", value)
    guard let e = text.lastIndex(of: UInt8(ascii: "e")) else { return ([48], 0) }
    let digits = text[..<e].filter { $0 >= 48 && $0 <= 57 }
    let exponent = text[(e + 1)...].reduce(0) { $1 >= 48 && $1 <= 57 ? $0 * 10 + Int($1 - 48) : $0 }
    return (digits, text[(e + 1)...].first == UInt8(ascii: "-") ? -exponent : exponent)
  }

  private static func printed(_ format: String, _ value: Double) -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: 512)
    let length = withVaList([value]) { vsnprintf(&buffer, buffer.count, format, $0) }
    return buffer.prefix(max(Int(length), 0)).map { UInt8(bitPattern: $0) }
  }
}
