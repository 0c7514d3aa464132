// SPDX-License-Identifier: MIT
import FrameShares
import LayerEngine
import Messages
import Numbers
import SystemC

/// Shows the progress of long work: a bar on a terminal, JSON lines with `--json`, nothing on a pipe.
struct Progress {
  private enum Form { case none, bar, lines }

  private let form: Form
  private let start: Double
  private var lastShown = -1.0
  private var lastFinished = -1
  private var hasBar = false
  /// The minimum interval between two updates, in seconds.
  private let pause: Double

  /// The name of the units in the bar's rate.
  private let unit: String

  init(_ report: Report, unit: String = "frames") {
    self.unit = unit
    start = Progress.now()
    form = report.isQuiet || report.log != nil ? .none : report.isJSON ? .lines : isatty(2) != 0 ? .bar : .none
    pause = form == .lines ? 0.5 : 0.1
  }

  /// Shows the number of finished frames. Updates that come too soon are skipped, but never the last one.
  mutating func show(_ finished: Int, of total: Int) {
    guard form != .none, finished != lastFinished else { return }
    let seconds = Progress.now() - start
    guard finished == total || seconds - lastShown >= pause else { return }
    lastShown = seconds
    lastFinished = finished
    let rate = seconds > 0 ? Double(finished) / seconds : 0
    if form == .lines {
      let fields = [
        ("level", jsonString("progress")), ("frame", "\(finished)"), ("frames", "\(total)"),
        ("seconds", fixedText(seconds, decimals: 3)),
        ("fps", fixedText(rate, decimals: 1)),
      ]
      writeAll(2, Array(jsonLine(fields).utf8))
      return
    }
    if !hasBar {
      hasBar = true
      Engine.setSignalMessage("\n")
    }
    writeAll(2, Array(("\r" + Progress.bar(finished, total, rate, unit) + "\u{1B}[K").utf8))
  }

  /// Removes the bar.
  mutating func end() {
    guard hasBar else { return }
    hasBar = false
    Engine.setSignalMessage("")
    writeAll(2, Array("\r\u{1B}[K".utf8))
  }

  static func bar(_ finished: Int, _ total: Int, _ rate: Double, _ unit: String = "frames") -> String {
    let width = 30
    let filled = total > 0 ? finished * width / total : 0
    var text =
      String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled) + " \(finished)/\(total)"
    guard finished > 0, rate > 0 else { return text }
    text += "  \(fixedText(rate, decimals: rate < 10 ? 1 : 0)) \(unit)/s"
    if finished < total { text += "  \(length(Double(total - finished) / rate)) left" }
    return text
  }

  /// Formats a duration: `42 s`, `3 min 20 s`, `1 h 5 min`.
  static func length(_ seconds: Double) -> String {
    let s = Int(clamping: min(max(seconds, 0), 1e9).rounded(.up))
    if s < 60 { return "\(s) s" }
    if s < 3600 { return s % 60 == 0 ? "\(s / 60) min" : "\(s / 60) min \(s % 60) s" }
    return "\(s / 3600) h \(s % 3600 / 60) min"
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
