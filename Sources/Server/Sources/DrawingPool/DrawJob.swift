// SPDX-License-Identifier: MIT
import JSONMessages
import NIOCore
import ServiceContract

/// A drawing, and those who wait for it.
///
/// All members belong to the event loop.
package final class DrawJob: @unchecked Sendable {
  /// The end of a job.
  package enum Outcome: Sendable {
    /// The last message, whose bytes end the picture.
    case drawn(WorkerAnswer)
    case failed(Problem)
  }

  /// The name of the client whose turn the job takes.
  package let client: String
  /// The file of the folder's script whose times tell about this job's; nil without one.
  package let script: String?
  /// The question, without its id.
  package let ask: String
  package let question: [JSONValue.Member]
  /// The text of a stranger's script and its files; nil for a script of the folder.
  package let body: ByteBuffer?
  package let isFilm: Bool
  /// The expected cost, in usual pictures.
  package let cost: Double
  /// The time that the worker may take, in seconds.
  package let time: Double

  /// Called for each part of a film that is ready before its end.
  package var onPart: (ByteBuffer, JSONValue) -> Void = { _, _ in }
  /// Called once when the job begins.
  package var onStart: () -> Void = {}
  /// Called once at the end.
  package var onEnd: (Outcome) -> Void = { _ in }

  /// The pool that it was added to.
  weak var pool: DrawingPool?
  var queueID: Int?
  /// The lane in which it waits or was taken.
  var isSlow = false
  /// The size of the parts so far, in bytes.
  var bytes = 0
  /// The times of pictures like it; nil without a script.
  var times: (own: ExpectedTimes.Record, all: ExpectedTimes.Record)?
  /// The time with which the client was charged, in seconds.
  var expected = 0.0
  /// The time at which it was added, and that at which a worker began.
  package internal(set) var added = NIODeadline.now()
  package internal(set) var started: NIODeadline?
  var hasBegun = false
  var tries = 0
  var waitTimeout: Scheduled<Void>?

  package init(
    client: String, script: String? = nil, ask: String = "draw", question: [JSONValue.Member], body: ByteBuffer? = nil,
    isFilm: Bool = false, cost: Double = 1, time: Double
  ) {
    self.client = client
    self.script = script
    self.ask = ask
    self.question = question
    self.body = body
    self.isFilm = isFilm
    self.cost = cost
    self.time = time
  }

  /// Ends the job, for which nobody waits any more.
  package func cancel() { pool?.cancel(self) }

  /// Stops or continues to read the parts of a film, whose worker then waits.
  package func pause(_ isPaused: Bool) { pool?.pause(self, isPaused) }

  func end(_ outcome: Outcome) {
    waitTimeout?.cancel()
    let onEnd = onEnd
    self.onEnd = { _ in }
    onPart = { _, _ in }
    onStart = {}
    onEnd(outcome)
  }
}

/// The answer of a drawing process: the members of its line and the picture.
package struct WorkerAnswer: Sendable {
  package var line: JSONValue
  package var bytes: ByteBuffer
}
