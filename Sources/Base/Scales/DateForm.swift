// SPDX-License-Identifier: MIT
import Numbers

/// The order of a date's parts in text.
package enum DateForm: String, CaseIterable, Sendable {
  /// `2024-03-31`, and `2024-03-31T14:30:05.25Z` with a time, which may end with an offset such as `+02:00`.
  case iso = "YYYY-MM-DD"
  /// `31.3.2024`, `31/03/2024` or `31-3-2024`, and a time after a blank.
  case dayFirst = "DD.MM.YYYY"
  /// `3/31/2024` and the like.
  case monthFirst = "MM/DD/YYYY"

  /// Returns the seconds since 1970 in UTC of a date with or without a time; nil for other text.
  package func seconds(_ text: ArraySlice<UInt8>) -> Double? {
    var rest = text
    func number(_ least: Int, _ most: Int) -> Int? {
      let digits = rest.prefix(most).prefix { $0 >= 48 && $0 <= 57 }
      guard digits.count >= least else { return nil }
      rest = rest.dropFirst(digits.count)
      return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    }
    func take(_ c: UInt8) -> Bool {
      guard rest.first == c else { return false }
      rest = rest.dropFirst()
      return true
    }
    guard let first = number(self == .iso ? 4 : 1, self == .iso ? 4 : 2), let mark = rest.first,
      self == .iso ? mark == 45 : mark == 45 || mark == 46 || mark == 47
    else { return nil }
    rest = rest.dropFirst()
    guard let second = number(1, 2), take(mark), let third = number(self == .iso ? 1 : 4, self == .iso ? 2 : 4) else {
      return nil
    }
    let date =
      switch self {
      case .iso: CivilDate(year: first, month: second, day: third)
      case .dayFirst: CivilDate(year: third, month: second, day: first)
      case .monthFirst: CivilDate(year: third, month: first, day: second)
      }
    guard date.isValid else { return nil }
    if rest.isEmpty { return date.seconds }
    guard take(UInt8(ascii: "T")) || take(32), let hour = number(1, 2), hour < 24, take(58),
      let minute = number(2, 2), minute < 60
    else { return nil }
    var seconds = date.seconds + Double(hour * 3600 + minute * 60)
    if take(58) {
      guard let second = number(2, 2), second < 61 else { return nil }
      seconds += Double(second)
      if take(46) {
        let digits = rest.prefix { $0 >= 48 && $0 <= 57 }
        guard !digits.isEmpty else { return nil }
        var share = 0.1
        for digit in digits.prefix(15) {
          seconds += Double(digit - 48) * share
          share /= 10
        }
        rest = rest.dropFirst(digits.count)
      }
    }
    if rest.isEmpty || take(UInt8(ascii: "Z")) { return rest.isEmpty ? seconds : nil }
    let isWest = take(45)
    guard isWest || take(43), let hours = number(2, 2) else { return nil }
    _ = take(58)
    guard let minutes = number(2, 2), rest.isEmpty, hours < 24, minutes < 60 else { return nil }
    return seconds + Double(hours * 3600 + minutes * 60) * (isWest ? 1 : -1)
  }
}
