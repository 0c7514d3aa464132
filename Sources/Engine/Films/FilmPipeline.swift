// SPDX-License-Identifier: MIT
import Compositor
import ImageFiles
import Messages
import Raster

/// A deferred drawing of a frame, to be run on any thread. Its captured inputs are released on the thread that created
/// it.
package final class FrameRender: @unchecked Sendable {
  // Unchecked: `body` is called by the one worker that took the frame, and cleared by its creator after the worker has
  // returned it.
  private var body: (() throws -> PreparedFrame?)?

  package init(_ body: @escaping () throws -> PreparedFrame?) { self.body = body }

  @inline(never) fileprivate func run() throws -> PreparedFrame? { try body?() }
  @inline(never) fileprivate func release() { body = nil }
}

/// A pipeline that draws and encodes frames on several threads and writes them in order, while the producer prepares
/// the next ones.
///
/// Only a few frames are in flight at once, so memory does not grow with the number of frames. The first error stops
/// the pipeline.
package final class FilmPipeline: Sendable {
  private struct State {
    /// Frames that no worker has taken yet.
    var waiting: [(place: Int, render: FrameRender)] = []
    /// Finished frames, whose inputs the producer's thread must release.
    var done: [FrameRender] = []
    var submitted = 0
    var finished = 0
    /// The index of the next frame to consume, and of the next whose `FrameRest` is written.
    var turn = 0
    var writeTurn = 0
    var isClosed = false
    /// True while the consumer is being aborted, so its errors are meaningless.
    var isGivenUp = false
    /// The error of the earliest frame that failed.
    var failure: (place: Int, error: any Error)?

    /// True if no further frame is started or consumed.
    var isEnding: Bool { failure != nil || isGivenUp }
  }

  private let state = Monitor(State())
  private let capacity: Int
  private let inOrder: Bool
  private let consume: @Sendable (Int, PreparedFrame) throws -> FrameRest?
  private let threads: Monitor<[Workers.Thread]> = Monitor([])
  private let hasThreads: Bool

  /// - Parameters:
  ///   - workers: the number of threads; 0 draws each frame on the producer's thread, in `submit`.
  ///   - inOrder: if false, frames are consumed as they finish, several concurrently.
  ///   - consume: receives each prepared frame with its index, on a worker's thread. The `FrameRest` that it returns is
  ///     encoded concurrently with other frames and written in order.
  package init(
    workers: Int, inOrder: Bool, consume: @escaping @Sendable (_ place: Int, PreparedFrame) throws -> FrameRest?
  ) {
    capacity = workers + 1
    self.inOrder = inOrder
    self.consume = consume
    var started: [Workers.Thread] = []
    let state = state
    for _ in 0..<workers {
      guard let thread = Workers.start({ FilmPipeline.work(state, inOrder: inOrder, consume) }) else { break }
      started.append(thread)
    }
    hasThreads = !started.isEmpty
    threads.update { $0 = started }
  }

  deinit { stop() }

  /// The number of finished frames.
  package var finishedCount: Int { state.update { $0.finished } }

  /// The error of the earliest frame that failed; valid after the pipeline has stopped.
  package var failure: (any Error)? { state.update { $0.failure?.error } }

  /// Submits the next frame; blocks while too many are in flight.
  ///
  /// - Parameter check: called periodically while it waits; its error ends the wait.
  /// - Throws: the error of an earlier frame.
  package func submit(_ render: FrameRender, check: () throws -> Void) throws {
    try wait(check) { $0.submitted - $0.finished < capacity }
    state.update {
      $0.waiting.append(($0.submitted, render))
      $0.submitted += 1
    }
    // Without threads, or if none could be started, do the work here.
    if !hasThreads {
      state.update { $0.isClosed = true }
      FilmPipeline.work(state, inOrder: inOrder, consume)
      state.update { $0.isClosed = false }
      try wait(check) { _ in true }
    }
  }

  /// Waits until all frames are finished, then stops the threads.
  package func finish(check: () throws -> Void) throws {
    try wait(check) { $0.finished == $0.submitted }
    stop()
  }

  /// Ignores errors of the consumer from now on. Must be called before the consumer is aborted.
  package func giveUp() { state.update { $0.isGivenUp = true } }

  /// Stops and joins the threads after their current frames.
  package func stop() {
    state.update {
      $0.isClosed = true; $0.waiting = []
    }
    let ended = threads.update { threads in
      defer { threads = [] }
      return threads
    }
    for thread in ended { thread.join() }
    collect()
  }

  private func wait(_ check: () throws -> Void, until isReady: (State) -> Bool) throws {
    while true {
      let ready = try state.wait(milliseconds: 50) { state -> Bool? in
        if let failure = state.failure { throw failure.error }
        return isReady(state) ? true : nil
      }
      collect()
      try check()
      if ready == true { return }
    }
  }

  /// Releases the inputs of drawn frames on the producer's thread, whose memory budget counts them.
  private func collect() {
    let done = state.update { state in
      defer { state.done = [] }
      return state.done
    }
    for render in done { render.release() }
  }

  private static func work(_ state: Monitor<State>, inOrder: Bool, _ consume: (Int, PreparedFrame) throws -> FrameRest?)
  {
    while true {
      let next = state.wait { state -> (place: Int, render: FrameRender)?? in
        if state.isEnding { return .some(nil) }
        if !state.waiting.isEmpty { return .some(state.waiting.removeFirst()) }
        return state.isClosed ? .some(nil) : nil
      }
      guard let (place, render) = next else { return }
      var isDrawn = false
      do {
        let frame = try render.run()
        if inOrder {
          let isOn = state.wait { state -> Bool? in state.isEnding ? false : state.turn == place ? true : nil }
          guard isOn else { return state.update { $0.done.append(render) } }
        }
        isDrawn = true
        let rest = try frame.flatMap { try consume(place, $0) }
        if inOrder {
          state.update { $0.turn = place + 1 }
          rest?.encode()
          let isOn = state.wait { state -> Bool? in state.isEnding ? false : state.writeTurn == place ? true : nil }
          guard isOn else { return state.update { $0.done.append(render) } }
        }
        try rest?.write()
        state.update {
          $0.writeTurn = place + 1
          $0.finished += 1
          $0.done.append(render)
        }
      } catch {
        state.update {
          let isKept = !(isDrawn && $0.isGivenUp)
          if isKept, place < $0.failure?.place ?? .max { $0.failure = (place, error) }
          $0.done.append(render)
        }
        return
      }
    }
  }
}
