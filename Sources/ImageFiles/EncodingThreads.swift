// SPDX-License-Identifier: MIT

/// How an encoder gets its work done. It changes no byte.
package struct EncodingThreads: Sendable {
  /// The most threads at once, the caller's included.
  package var count: Int
  /// Calls a body for each of some jobs, on that many threads; those of one worker follow each other. Returns when all
  /// are done.
  package var run: @Sendable (_ jobs: Int, _ workers: Int, _ body: (_ job: Int, _ worker: Int) -> Void) -> Void
  /// Called now and then, on any of the threads: true ends the file with an error of kind `cancelled`. Nil never does.
  package var isStopped: (@Sendable () -> Bool)?

  package init(
    count: Int, isStopped: (@Sendable () -> Bool)? = nil,
    run: @escaping @Sendable (_ jobs: Int, _ workers: Int, _ body: (_ job: Int, _ worker: Int) -> Void) -> Void
  ) {
    self.count = max(count, 1)
    self.isStopped = isStopped
    self.run = run
  }

  /// The caller's thread alone.
  package static let one = one(isStopped: nil)

  package static func one(isStopped: (@Sendable () -> Bool)?) -> EncodingThreads {
    EncodingThreads(count: 1, isStopped: isStopped) { jobs, _, body in
      for job in 0..<jobs { body(job, 0) }
    }
  }
}
