// SPDX-License-Identifier: MIT
import LayerEngine
import Messages
import Numbers

/// One machine's share of a film's frames.
///
/// Frames are distributed round-robin: of n shares, the first takes frames 1, n + 1, 2n + 1 and so on of the list.
/// Neighbouring frames take about equally long, so every share gets its part of the film's slow and fast passages.
package struct Shard: Equatable, Sendable {
  /// The number of the share, from 1 to `count`.
  package let index: Int
  package let count: Int
  /// Maximum number of shares.
  package static let maximumCount = 1_000_000

  package static let whole = Shard(position: 1, of: 1)

  /// - Parameter position: from 0 to `count`; 0 and `count` are one share, so that every share occurs once whether
  ///   positions start at 0 or at 1.
  private init(position: Int, of count: Int) {
    index = position == 0 ? count : position
    self.count = count
  }

  /// True if the frame at an index of the film's list, from 0, belongs to this share.
  package func takes(_ place: Int) -> Bool { place % count == index - 1 }

  /// The share as text, such as `2/16`.
  package var text: String { "\(index)/\(count)" }

  /// Parses the value of `--shard`: `i/n`, `auto`, or `auto/n` for a scheduler that does not provide the number of
  /// shares.
  ///
  /// - Parameter environment: returns an environment variable's value; nil if it is not set.
  /// - Throws: `EngineError` of kind `usage`.
  package init(_ text: String, environment: (String) -> String?) throws(EngineError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.first == "auto", parts.count <= 2 {
      var count: Int?
      if parts.count == 2 {
        guard let n = Self.count(parts[1]) else { throw Self.wrong(text) }
        count = n
      }
      self = try Self.found(count, environment)
      return
    }
    guard parts.count == 2, let count = Self.count(parts[1]), let position = Int(parts[0]) else {
      throw Self.wrong(text)
    }
    guard (0...count).contains(position) else {
      throw EngineError(
        .usage, "--shard \(text): of \(count) shards, expected 1/\(count) to \(count)/\(count), or counted from 0")
    }
    self.init(position: position, of: count)
  }

  private static func count(_ text: Substring) -> Int? {
    guard let n = Int(text), (1...maximumCount).contains(n) else { return nil }
    return n
  }

  private static func wrong(_ text: String) -> EngineError {
    EngineError(
      .usage,
      "--shard expects i/n, such as 3/16 for the third of 16 shards (at most \(maximumCount)), auto, or auto/16, got "
        + "\"\(text)\""
    )
  }
}

extension Shard {
  /// The environment variable with the number of shards, for schedulers that do not provide it, if `auto` is given
  /// without it.
  package static let countVariable = "LAYERLUA_SHARD_COUNT"

  /// Determines the share from the scheduler's environment variables. Nested schedulers must agree.
  private static func found(_ given: Int?, _ environment: (String) -> String?) throws(EngineError) -> Shard {
    var count = given
    if count == nil, let text = environment(countVariable), !text.isEmpty {
      guard let n = Self.count(text[...]) else {
        throw EngineError(
          .usage, "\(countVariable) must be the number of shards, from 1 to \(maximumCount), but is \"\(text)\"")
      }
      count = n
    }
    var all: [(variable: String, shard: Shard)] = []
    if let shard = try slurm(count, environment) { all.append(("SLURM_ARRAY_TASK_ID", shard)) }
    if let shard = try batch(count, environment) { all.append(("AWS_BATCH_JOB_ARRAY_INDEX", shard)) }
    if let shard = try kubernetes(count, environment) { all.append(("JOB_COMPLETION_INDEX", shard)) }
    guard let first = all.first else {
      throw EngineError(
        .usage,
        "--shard auto: none of SLURM_ARRAY_TASK_ID (a Slurm array), JOB_COMPLETION_INDEX (a Kubernetes job with "
          + "completionMode: Indexed) and AWS_BATCH_JOB_ARRAY_INDEX (an AWS Batch array job) is set; start it as such "
          + "a job, or give the share with --shard i/n"
      )
    }
    if let other = all.first(where: { $0.shard != first.shard }) {
      throw EngineError(
        .usage,
        "--shard auto: \(first.variable) says \(first.shard.text), \(other.variable) says \(other.shard.text); "
          + "give the right one with --shard i/n")
    }
    return first.shard
  }

  private static func number(_ name: String, _ environment: (String) -> String?) throws(EngineError) -> Int? {
    guard let text = environment(name), !text.isEmpty else { return nil }
    guard let n = Int(text), n >= 0, n <= 1 << 40 else {
      throw EngineError(.usage, "--shard auto: \(name) must be a whole number from 0, but is \"\(text)\"")
    }
    return n
  }

  private static func slurm(_ given: Int?, _ environment: (String) -> String?) throws(EngineError) -> Shard? {
    guard let id = try number("SLURM_ARRAY_TASK_ID", environment) else { return nil }
    // With a given count the task number suffices, so that `sbatch --array=7` redraws a single share.
    if let given {
      guard id <= given else {
        throw EngineError(
          .usage,
          "--shard auto: SLURM_ARRAY_TASK_ID is \(id), but there are \(given) shards; use --array=1-\(given) or "
            + "0-\(given - 1)"
        )
      }
      return Shard(position: id, of: given)
    }
    let step = max(try number("SLURM_ARRAY_TASK_STEP", environment) ?? 1, 1)
    guard let count = try number("SLURM_ARRAY_TASK_COUNT", environment),
      let first = try number("SLURM_ARRAY_TASK_MIN", environment),
      let last = try number("SLURM_ARRAY_TASK_MAX", environment), (1...maximumCount).contains(count)
    else {
      throw EngineError(
        .usage,
        "--shard auto: SLURM_ARRAY_TASK_ID is set, but not SLURM_ARRAY_TASK_COUNT, _MIN and _MAX; give the number of "
          + "shards: auto/16"
      )
    }
    guard last - first == (count - 1) * step, id >= first, id <= last, (id - first) % step == 0 else {
      throw EngineError(
        .usage,
        "--shard auto: the array has gaps (\(count) tasks from \(first) to \(last)), so it is ambiguous which share "
          + "task \(id) is; give the number of shards: auto/16")
    }
    return Shard(position: (id - first) / step + 1, of: count)
  }

  private static func batch(_ given: Int?, _ environment: (String) -> String?) throws(EngineError) -> Shard? {
    guard let index = try number("AWS_BATCH_JOB_ARRAY_INDEX", environment) else { return nil }
    return try counted("AWS_BATCH_JOB_ARRAY_INDEX", index: index, given: given, environment: environment)
  }

  private static func kubernetes(_ given: Int?, _ environment: (String) -> String?) throws(EngineError) -> Shard? {
    guard let index = try number("JOB_COMPLETION_INDEX", environment) else { return nil }
    return try counted("JOB_COMPLETION_INDEX", index: index, given: given, environment: environment)
  }

  /// Returns the share for an index from 0. AWS Batch provides the number of shares, even on Kubernetes.
  private static func counted(
    _ name: String, index: Int, given: Int?, environment: (String) -> String?
  ) throws(EngineError) -> Shard {
    guard let count = given == nil ? try number("AWS_BATCH_JOB_ARRAY_SIZE", environment) : given else {
      throw EngineError(
        .usage,
        "--shard auto: \(name) is \(index), but the number of shards is unknown; give the job's completions: --shard "
          + "auto/16, or \(countVariable)=16 in the environment")
    }
    guard (1...maximumCount).contains(count), index < count else {
      throw EngineError(.usage, "--shard auto: \(name) is \(index), but there are \(count) shards, 0 to \(count - 1)")
    }
    return Shard(position: index + 1, of: count)
  }
}
