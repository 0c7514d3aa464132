// SPDX-License-Identifier: MIT
import Compositor
import ImageFiles
import Raster

/// A picture still to be drawn, on any thread. Its inputs are released by the thread that made it.
package final class FrameRender: @unchecked Sendable {
  // Unchecked: `body` is called by the one worker that took the frame, and cleared by the maker once the worker has
  // returned it.
  private var body: (() throws -> PreparedFrame?)?

  init(_ body: @escaping () throws -> PreparedFrame?) { self.body = body }

  @inline(never) fileprivate func run() throws -> PreparedFrame? { try body?() }
  @inline(never) fileprivate func release() { body = nil }
}

/// Draws and encodes frames on several threads, and passes them on and writes them in their order, while their maker
/// prepares the next ones.
///
/// Only a few frames are in progress at once, so memory does not grow with their number. The first error stops
/// everything.
final class FilmPipeline: Sendable {
  private struct State {
    /// Frames that no worker has taken yet.
    var waiting: [(place: Int, render: FrameRender)] = []
    /// Frames that are done, for their maker.
    var done: [FrameRender] = []
    var submitted = 0
    var finished = 0
    /// The place of the frame that is passed on next, and of that whose rest is written next.
    var turn = 0
    var writeTurn = 0
    var isClosed = false
    /// The receiver of frames is being ended, so its errors say nothing.
    var isGivenUp = false
    /// The error of the earliest frame that failed.
    var failure: (place: Int, error: any Error)?

    /// No frame is begun or passed on any more.
    var isEnding: Bool { failure != nil || isGivenUp }
  }

  private let state = Monitor(State())
  private let capacity: Int
  private let inOrder: Bool
  private let consume: @Sendable (Int, PreparedFrame) throws -> FrameRest?
  private let threads: Monitor<[Workers.Thread]> = Monitor([])
  private let hasThreads: Bool

  /// - Parameters:
  ///   - workers: threads.
  ///   - inOrder: false lets frames be passed on as they are done, several at once.
  ///   - consume: receives the prepared frame of a place, on a worker's thread. What it leaves is encoded beside other
  ///     frames, and written in the frames' order.
  init(workers: Int, inOrder: Bool, consume: @escaping @Sendable (_ place: Int, PreparedFrame) throws -> FrameRest?) {
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

  /// The number of frames that are done.
  var finishedCount: Int { state.update { $0.finished } }

  /// The error of the earliest frame that failed; read it when the pipeline has stopped.
  var failure: (any Error)? { state.update { $0.failure?.error } }

  /// Takes the next frame; waits while there are too many.
  ///
  /// - Parameter check: called from time to time while it waits; its error ends the wait.
  /// - Throws: the error of a frame before it.
  func submit(_ render: FrameRender, check: () throws -> Void) throws {
    try wait(check) { $0.submitted - $0.finished < capacity }
    state.update {
      $0.waiting.append(($0.submitted, render))
      $0.submitted += 1
    }
    // Without threads everything is done here.
    if !hasThreads {
      state.update { $0.isClosed = true }
      FilmPipeline.work(state, inOrder: inOrder, consume)
      state.update { $0.isClosed = false }
      try wait(check) { _ in true }
    }
  }

  /// Waits until all frames are done.
  func finish(check: () throws -> Void) throws {
    try wait(check) { $0.finished == $0.submitted }
    stop()
  }

  /// To be called before the receiver of frames is ended: the errors that it throws from then on are not kept.
  func giveUp() { state.update { $0.isGivenUp = true } }

  /// Ends the threads after their present frames.
  func stop() {
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

  /// Frees the inputs of drawn frames, on the maker's thread, whose budget counts them.
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
