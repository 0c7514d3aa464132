// SPDX-License-Identifier: MIT
import Glibc

/// The time of the clock as HTTP writes it: `Fri, 27 Nov 2026 16:14:22 GMT` (RFC 9110, section 5.6.7).
enum HTTPDate {
  static var now: String { text(time(nil)) }

  static func text(_ seconds: time_t) -> String {
    var seconds = seconds
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func digits(_ value: CInt) -> String { (value < 10 ? "0" : "") + String(value) }
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let day = days[Int(min(max(parts.tm_wday, 0), 6))]
    let month = months[Int(min(max(parts.tm_mon, 0), 11))]
    return "\(day), \(digits(parts.tm_mday)) \(month) \(parts.tm_year + 1900) \(digits(parts.tm_hour)):"
      + "\(digits(parts.tm_min)):\(digits(parts.tm_sec)) GMT"
  }
}
