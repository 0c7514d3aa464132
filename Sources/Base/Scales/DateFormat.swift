// SPDX-License-Identifier: MIT
import Messages
import Numbers

/// A format of times as C's `strftime` has it, in UTC and in English: text with words such as `%b %d`.
///
/// - `%Y` `%y`: the year, its last two digits.
/// - `%m` `%b` `%B`: the month, `03`, `Mar`, `March`.
/// - `%d` `%e` `%j`: the day of the month, `05` or `5`, and of the year, `065`.
/// - `%a` `%A`: the day of the week, `Tue`, `Tuesday`.
/// - `%H` `%I` `%p` `%M` `%S`: hours to 24 and to 12, `AM` or `PM`, minutes, seconds.
/// - `%%`: a percent sign.
///
/// ```swift
/// try DateFormat("%b %d, %Y").text(0)  // "Jan 01, 1970"
/// ```
public struct DateFormat: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text(String)
    case word(UInt8)
  }
  private var parts: [Part] = []

  private static let words = Array("YymbBdejaAHIpMS%".utf8)

  /// Parses a format of up to 100 bytes.
  ///
  /// - Throws: `LayerError` of kind `invalid` that names the word that is not understood.
  public init(_ text: String) throws {
    guard text.utf8.count <= 100 else { throw LayerError("the format of times is longer than 100 bytes") }
    var rest = Array(text.utf8)[...]
    while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
      if percent > rest.startIndex { parts.append(.text(String(decoding: rest[..<percent], as: UTF8.self))) }
      let after = rest[(percent + 1)...]
      guard let word = after.first, Self.words.contains(word) else {
        throw LayerError(
          "the format \"\(text)\": \"%\(String(decoding: after.prefix(1), as: UTF8.self))\" is not understood; "
            + "the words are \(listed(Self.words.map { "%" + String(decoding: [$0], as: UTF8.self) }))")
      }
      parts.append(.word(word))
      rest = after.dropFirst()
    }
    if !rest.isEmpty { parts.append(.text(String(decoding: rest, as: UTF8.self))) }
  }

  /// Returns a time as text.
  ///
  /// - Parameter seconds: since 1970, in UTC. Times that are not finite are written as a number is.
  public func text(_ seconds: Double) -> String {
    guard seconds.isFinite else { return numberText(seconds) }
    let date = CivilDate(seconds: seconds)
    let second = Int(clamping: (seconds - date.midnight).rounded(.down))
    var result = ""
    for part in parts {
      switch part {
      case .text(let text): result += text
      case .word(let word): result += Self.text(of: word, date, min(max(second, 0), 86_399))
      }
    }
    return result
  }

  private static func text(of word: UInt8, _ date: CivilDate, _ second: Int) -> String {
    func padded(_ v: Int, _ width: Int = 2) -> String {
      let digits = "\(v)"
      return String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
    }
    let month = CivilDate.monthNames[min(max(date.month, 1), 12) - 1]
    let day = CivilDate.longDayNames[date.weekday]
    let hour = second / 3600
    return switch word {
    case UInt8(ascii: "Y"): "\(date.year)"
    case UInt8(ascii: "y"): padded(((date.year % 100) + 100) % 100)
    case UInt8(ascii: "m"): padded(date.month)
    case UInt8(ascii: "b"): String(month.prefix(3))
    case UInt8(ascii: "B"): month
    case UInt8(ascii: "d"): padded(date.day)
    case UInt8(ascii: "e"): "\(date.day)"
    case UInt8(ascii: "j"): padded(date.days - CivilDate(year: date.year, month: 1, day: 1).days + 1, 3)
    case UInt8(ascii: "a"): String(day.prefix(3))
    case UInt8(ascii: "A"): day
    case UInt8(ascii: "H"): padded(hour)
    case UInt8(ascii: "I"): padded((hour + 11) % 12 + 1)
    case UInt8(ascii: "p"): hour < 12 ? "AM" : "PM"
    case UInt8(ascii: "M"): padded(second / 60 % 60)
    case UInt8(ascii: "S"): padded(second % 60)
    default: "%"
    }
  }
}

extension CivilDate {
  fileprivate static let longDayNames = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
}
