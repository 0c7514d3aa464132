// SPDX-License-Identifier: MIT
import Formats
import FrameShares
import LayerEngine
import Messages
import SystemC

/// `layerlua join`: checks the frames that `layerlua frames` drew, and joins them into a film.
struct JoinCommand {
  let options: CommandLineOptions
  let report: Report

  func run() throws {
    try check()
    let places = (options.script.map { [$0] } ?? []) + options.scriptArguments
    guard !places.isEmpty else {
      throw EngineError(
        .usage, "join which frames? usage: layerlua join FOLDER -o film.mp4, or layerlua join FOLDER to check them")
    }
    let target = try options.output.map { path in
      do throws(LayerError) { return try FilmTarget(path) } catch { throw EngineError(.usage, error.message) }
    }
    try options.isolate(report) {
      try FrameSet.isolateProcess(
        reading: places + (options.film.sounds ?? []).map(\.file), writing: options.output.map { [$0] } ?? [],
        startsFFmpeg: target?.needsFFmpeg == true)
    }
    let set = try FrameSet(
      at: places, frames: options.film.frames, threads: options.engine.threads)
    for note in set.notes where !options.engine.allowedWarnings.contains(note.rule) { report.warning(note) }
    guard set.problems.isEmpty else { throw failure(set, places) }
    guard let output = options.output, let target else {
      let text = "\(set.expected.count) frames (\(set.summary)): complete\n"
      let fields = [("level", jsonString("summary")), ("frames", "\(set.expected.count)"), ("complete", "true")]
      guard writeAll(1, Array((options.isJSON ? jsonLine(fields) : text).utf8)) || errno == EPIPE else {
        throw standardOutputError(errno)
      }
      return
    }
    var progress = Progress(report)
    defer { progress.end() }
    let facts = try set.join(
      to: output, target, fps: options.film.framesPerSecond, sounds: options.film.sounds,
      threads: options.engine.threads, allowing: options.engine.allowedWarnings,
      onWarning: { report.warning($0) }
    ) {
      progress.show($0.finished, of: $0.total)
    }
    progress.end()
    report.film(facts, output, target)
  }

  private func failure(_ set: FrameSet, _ places: [String]) -> EngineError {
    for problem in set.problems { report.problem(kind: problem.kind.rawValue, problem.message, frames: problem.frames) }
    let count = set.problems.count
    var message =
      "\(places.joined(separator: " ")): the film cannot be joined: \(count == 1 ? "1 problem" : "\(count) problems")"
    let remedies = set.remedies
    if !remedies.isEmpty { message += "; run again:\n  " + remedies.joined(separator: "\n  ") }
    return EngineError(.file, message)
  }

  private func check() throws {
    let film = options.film
    guard film.start == nil, film.duration == nil else {
      throw EngineError(
        .usage,
        "layerlua join uses frames as drawn: --from and --duration do not apply; use --frames for a part of them"
      )
    }
    guard options.standardOutputFormat == nil else {
      throw EngineError(.usage, "layerlua join writes a film: name it with -o, such as -o film.mp4")
    }
    guard options.time == nil, options.size == nil, options.scales == [1], options.background == nil,
      options.code.isEmpty,
      options.definitions.isEmpty
    else {
      throw EngineError(
        .usage, "layerlua join draws nothing: --time, --size, --scale, --background, -e and -D are for layerlua frames")
    }
  }
}
