// SPDX-License-Identifier: MIT
import CSpawn
import Glibc

/// A child process with one end of a socket as its standard input and output.
package struct ChildProcess: Sendable {
  package var process: pid_t
  /// The parent's end of the socket.
  package var socket: CInt
  /// The end of a pipe from its standard error; nil if that is the parent's.
  package var complaints: CInt?

  package struct StartError: Error {
    package var message: String
  }

  /// Starts a program, which inherits only the environment, the working directory and standard error. It leads a
  /// process group, so that processes it starts end with it.
  ///
  /// - Parameters:
  ///   - arguments: includes the program's name as the first.
  ///   - hasComplaints: true for a pipe as its standard error.
  package static func start(
    _ program: String, _ arguments: [String], hasComplaints: Bool = false
  ) throws(StartError) -> ChildProcess {
    var ends: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw StartError(message: "cannot make a socket: \(reason(errno))")
    }
    var pipe: [CInt] = [-1, -1]
    guard !hasComplaints || llua_pipe(&pipe) == 0 else {
      let problem = errno
      for end in ends { close(end) }
      throw StartError(message: "cannot make a pipe: \(reason(problem))")
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    if hasComplaints { posix_spawn_file_actions_adddup2(&actions, pipe[1], 2) }
    // Scripts must not inherit the listening socket and the pages' connections.
    llua_close_from(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The server's threads block termination signals and ignore SIGPIPE; the child gets the defaults.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var usual = sigset_t()
    sigemptyset(&usual)
    for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&usual, signal) }
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, program, &actions, &attributes, words, environ)
    close(ends[1])
    if hasComplaints { close(pipe[1]) }
    guard failure == 0 else {
      close(ends[0])
      if hasComplaints { close(pipe[0]) }
      throw StartError(message: "cannot start \(program): \(reason(failure))")
    }
    return ChildProcess(process: process, socket: ends[0], complaints: hasComplaints ? pipe[0] : nil)
  }

  /// Returns how the process ended, without waiting; nil if it is still running.
  package func ended() -> Ending? {
    var status: CInt = 0
    guard waitpid(process, &status, WNOHANG) == process else { return nil }
    return Ending(status: status)
  }

  /// Sends a signal to the process group.
  package func send(_ signal: CInt) { kill(-process, signal) }

  /// Lowers the priority of the process group.
  ///
  /// - Parameter steps: how nice it is, from 0 to 19; each step is a fifth less of the processor.
  package func giveWay(_ steps: CInt) {
    setpriority(__priority_which_t(PRIO_PGRP.rawValue), id_t(bitPattern: process), steps)
  }

  private static func reason(_ code: CInt) -> String { String(cString: strerror(code)).lowercased() }

  /// The exit status of a process.
  package enum Ending: Equatable, Sendable {
    case exited(Int)
    case signalled(Int)

    init(status: CInt) {
      let signal = status & 0x7F
      self = signal == 0 ? .exited(Int((status >> 8) & 0xFF)) : .signalled(Int(signal))
    }

    /// A description, e.g. `signal 11 (SIGSEGV)`, `exit code 3`.
    package var words: String {
      switch self {
      case .exited(let code): "exit code \(code)"
      case .signalled(let signal): "signal \(signal)" + (Self.names[signal].map { " (\($0))" } ?? "")
      }
    }

    private static let names = [
      1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE",
      9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM", 24: "SIGXCPU", 25: "SIGXFSZ",
      31: "SIGSYS",
    ]
  }
}
