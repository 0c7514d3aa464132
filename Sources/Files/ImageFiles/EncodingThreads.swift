// SPDX-License-Identifier: MIT

/// The threads that an encoder may use. They do not affect the output.
package struct EncodingThreads: Sendable {
  /// The maximum number of threads, the caller's included.
  package var count: Int
  /// Calls a body for each job, on that many threads; the jobs of one worker run in sequence. Returns when all are
  /// done.
  package var run: @Sendable (_ jobs: Int, _ workers: Int, _ body: (_ job: Int, _ worker: Int) -> Void) -> Void
  /// Polled periodically, on any of the threads; returning true ends the file with an error of kind `cancelled`. Nil
  /// never cancels.
  package var isStopped: (@Sendable () -> Bool)?

  package init(
    count: Int, isStopped: (@Sendable () -> Bool)? = nil,
    run: @escaping @Sendable (_ jobs: Int, _ workers: Int, _ body: (_ job: Int, _ worker: Int) -> Void) -> Void
  ) {
    self.count = max(count, 1)
    self.isStopped = isStopped
    self.run = run
  }

  /// Only the caller's thread.
  package static let one = one(isStopped: nil)

  package static func one(isStopped: (@Sendable () -> Bool)?) -> EncodingThreads {
    EncodingThreads(count: 1, isStopped: isStopped) { jobs, _, body in
      for job in 0..<jobs { body(job, 0) }
    }
  }
}
