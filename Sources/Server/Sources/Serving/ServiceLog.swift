// SPDX-License-Identifier: MIT
import Glibc
import JSONMessages

/// Logs of one JSON object a line on standard error. Values of parameters are never in them, since a title may be
/// anybody's.
package enum ServiceLog {
  package enum Level: String { case debug, info, warning, error }

  /// Writes a line.
  package static func write(_ level: Level, _ message: String, _ members: [JSONValue.Member] = []) {
    let line = JSONValue.object(
      [.init("time", .string(now)), .init("level", .string(level.rawValue)), .init("msg", .string(message))] + members)
    var bytes = Array((line.text + "\n").utf8)
    while !bytes.isEmpty {
      let count = Glibc.write(2, bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes.removeFirst(count)
    }
  }

  /// The time of the clock in UTC: `2026-11-27T16:14:22.123Z`.
  private static var now: String {
    var clock = timespec()
    clock_gettime(CLOCK_REALTIME, &clock)
    var parts = tm()
    gmtime_r(&clock.tv_sec, &parts)
    func digits(_ value: Int32, _ count: Int = 2) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    let day = "\(digits(parts.tm_year + 1900, 4))-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
    let hour = "\(digits(parts.tm_hour)):\(digits(parts.tm_min)):\(digits(parts.tm_sec))"
    return "\(day)T\(hour).\(digits(Int32(clock.tv_nsec / 1_000_000), 3))Z"
  }

  /// Seconds since 1970.
  package static var seconds: Int { Glibc.time(nil) }
}
