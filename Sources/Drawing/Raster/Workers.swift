// SPDX-License-Identifier: MIT
import SystemC

/// Runs numbered jobs on several threads, which take the next job in turn.
package enum Workers {
  private final class Queue: @unchecked Sendable {
    // Unchecked: `next` is only touched under the mutex, everything else is constant while threads run.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var next = 0
    private let jobs: Int
    let body: (_ job: Int, _ worker: Int) -> Void

    init(jobs: Int, body: @escaping (Int, Int) -> Void) {
      self.jobs = jobs
      self.body = body
      pthread_mutex_init(mutex, nil)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    func take() -> Int? {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      guard next < jobs else { return nil }
      next += 1
      return next - 1
    }

    func work(as worker: Int) { while let job = take() { body(job, worker) } }
  }

  private final class ThreadBody {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Starts a thread that calls the body; nil if none can be started.
  private static func thread(for body: ThreadBody) -> pthread_t? {
    let context = Unmanaged.passRetained(body)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let status = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, context.toOpaque())
    guard status == 0 else {
      context.release()
      return nil
    }
    return thread
  }

  /// Calls `body` for every job and returns when all are done. Jobs of one worker run one after the other. If a thread
  /// cannot be started, the other threads do its share.
  package static func run(jobs: Int, workers: Int, body: (_ job: Int, _ worker: Int) -> Void) {
    withoutActuallyEscaping(body) { body in
      let queue = Queue(jobs: jobs, body: body)
      var threads: [pthread_t] = []
      for worker in 1..<max(1, min(workers, jobs)) {
        guard let thread = thread(for: ThreadBody { queue.work(as: worker) }) else { break }
        threads.append(thread)
      }
      queue.work(as: 0)
      for thread in threads { pthread_join(thread, nil) }
    }
  }

  /// A running thread. Call either `join` or `leave`, once.
  package struct Thread {
    fileprivate let thread: pthread_t

    /// Waits for the thread to end; call either this or `leave` once.
    package func join() { pthread_join(thread, nil) }
    /// Detaches the thread, which then ends by itself.
    package func leave() { pthread_detach(thread) }
  }

  /// Starts a thread that calls the body, for the caller to join; nil if none can be started.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Thread? {
    thread(for: ThreadBody(body)).map { Thread(thread: $0) }
  }

  /// Calls the body on a new thread and waits for it; on the caller's thread if none can be started.
  package static func elsewhere(_ body: () -> Void) {
    withoutActuallyEscaping(body) { body in
      if let thread = thread(for: ThreadBody(body)) { pthread_join(thread, nil) } else { body() }
    }
  }
}
