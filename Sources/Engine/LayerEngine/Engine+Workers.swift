// SPDX-License-Identifier: MIT
import CProcesses
import LayerModel
import SystemC

/// A copy of this process that works for it, with a pipe to it and one back.
package struct ForkedWorker {
  package let process: Int32
  /// The file to write requests to; in the worker itself, to read them from.
  package let requests: Int32
  /// The file to read answers from; in the worker itself, to write them to.
  package let answers: Int32

  /// Forks the process, which must have one thread.
  ///
  /// - Parameters:
  ///   - others: the workers of this process, whose pipes the new one closes.
  ///   - work: runs in the worker, which then exits with its result.
  /// - Throws: `EngineError` of kind `temporary` if the system refuses.
  package init(besides others: [ForkedWorker], _ work: (ForkedWorker) -> Int32) throws(EngineError) {
    var made = llua_Worker()
    let failure = llua_worker_fork(&made)
    guard failure == 0 else {
      throw EngineError(.temporary, "cannot start a worker: \(String(cString: strerror(failure)).lowercased())")
    }
    process = made.pid
    requests = made.input
    answers = made.output
    if process == 0 {
      for other in others { other.close() }
      _exit(work(self))
    }
  }

  package func close() {
    _ = SystemC.close(requests)
    _ = SystemC.close(answers)
  }

  /// Closes the pipes and waits for the worker's end. Returns its exit code, or 128 plus the signal that ended it.
  package func end() -> Int32 {
    close()
    return llua_worker_wait(process)
  }
}
