// SPDX-License-Identifier: MIT
import Numbers
import SystemC

/// A value protected by a mutex, with a condition variable to wait for changes.
package final class Monitor<Value>: @unchecked Sendable {
  // Unchecked: `value` is only accessed under the mutex.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  package init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Reads or modifies the value in a critical section; waiting threads then re-evaluate it.
  package func update<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return try body(&value)
  }

  /// Calls the body now and after each update, until it returns a result.
  package func wait<Result>(_ body: (inout Value) throws -> Result?) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = try body(&value) {
        pthread_cond_broadcast(condition)
        return result
      }
      pthread_cond_wait(condition, mutex)
    }
  }

  /// Same as `wait(_:)`, with a timeout in milliseconds; nil if it expires.
  package func wait<Result>(milliseconds: Int, _ body: (inout Value) throws -> Result?) rethrows -> Result? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    var until = timespec()
    clock_gettime(CLOCK_REALTIME, &until)
    let nanoseconds = Int(until.tv_nsec) + milliseconds * 1_000_000
    until.tv_sec += nanoseconds / 1_000_000_000
    until.tv_nsec = nanoseconds % 1_000_000_000
    while true {
      if let result = try body(&value) {
        pthread_cond_broadcast(condition)
        return result
      }
      if pthread_cond_timedwait(condition, mutex, &until) != 0 { return try body(&value) }
    }
  }
}
