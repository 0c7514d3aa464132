// SPDX-License-Identifier: MIT
import Glibc
import JSONMessages
import NIOPosix
import Synchronization

/// Logs of one JSON object a line on standard error. Values of parameters are never in them, since a title may be
/// anybody's.
package enum ServiceLog {
  package enum Level: String { case debug, info, warning, error }

  /// Writes a line.
  package static func write(_ level: Level, _ message: String, _ members: [JSONValue.Member] = []) {
    let line = JSONValue.object(
      [.init("time", .string(now)), .init("level", .string(level.rawValue)), .init("msg", .string(message))] + members)
    let bytes = Array((line.text + "\n").utf8)
    // A reader that stops reading holds up no request: lines are dropped, and counted.
    let (takes, dropped) = waiting.withLock { waiting -> (Bool, Int) in
      guard waiting.bytes + bytes.count <= mostWaiting else {
        waiting.dropped += 1
        return (false, 0)
      }
      defer { waiting.dropped = 0 }
      waiting.bytes += bytes.count
      return (true, waiting.dropped)
    }
    guard takes else { return }
    thread.submit { _ in
      if dropped > 0 { put(Array("{\"level\":\"warning\",\"msg\":\"\(dropped) lines of the log were lost\"}\n".utf8)) }
      put(bytes)
      waiting.withLock { $0.bytes -= bytes.count }
    }
  }

  /// The bytes that wait for the reader, and the lines lost since the last one that was written.
  private static let waiting = Mutex((bytes: 0, dropped: 0))
  private static let mostWaiting = 1 << 20
  private static let thread: NIOThreadPool = {
    let pool = NIOThreadPool(numberOfThreads: 1)
    pool.start()
    return pool
  }()

  private static func put(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Waits until all lines are written, at most a second.
  package static func flush() {
    for _ in 0..<100 where waiting.withLock({ $0.bytes }) > 0 { usleep(10_000) }
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
