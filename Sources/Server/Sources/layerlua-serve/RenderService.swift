// SPDX-License-Identifier: MIT
import Glibc
import HTTPServing
import NIOCore
import NIOPosix
import Serving

/// `layerlua serve`: the render service.
enum RenderService {
  static func run(_ words: [String]) -> Never {
    var options: ServiceOptions
    do throws(ServiceOptions.Mistake) { options = try ServiceOptions(words) } catch {
      fail("serve", error.message, code: 2)
    }
    if options.wantsHelp {
      show(ServiceOptions.help)
      end(0)
    }
    if let socket = inheritedSocket { options.place = .inherited(socket) }
    // Blocked in all threads, since `sigwait` below receives them.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)

    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let service: Service
    do { service = try Service.start(options, on: loop).wait() } catch let error as Service.StartError {
      ServiceLog.flush()
      fail("serve", error.message, code: error.code)
    } catch { fail("serve", "\(error)", code: 4) }
    do {
      try loop.submit {
        service.onHopeless = { message in
          // A supervisor starts it again; a service that answers and never draws would help nobody.
          fail("serve", "drawing processes cannot be started: \(message)", code: 1)
        }
      }.wait()
    } catch { fail("serve", "\(error)", code: 4) }
    switch options.place {
    case .internet(let host, _):
      show("http://\(host.contains(":") ? "[\(host)]" : host):\(service.port ?? 0)/")
    case .file(let path): show("unix:\(path)")
    case .inherited: show("listening on an inherited socket")
    }
    if let port = service.metricsPort { show("metrics on port \(port)") }
    var isStopping = false
    while true {
      var signal: CInt = 0
      sigwait(&signals, &signal)
      if signal == SIGHUP {
        loop.execute { service.reload() }
        continue
      }
      // A second one ends at once.
      guard !isStopping else {
        ServiceLog.flush()
        end(128 + signal)
      }
      isStopping = true
      loop.flatSubmit { service.stop() }.whenComplete { _ in
        ServiceLog.flush()
        end(0)
      }
    }
  }

  /// The listening socket that systemd passed (`LISTEN_FDS`); nil if there is none.
  private static var inheritedSocket: CInt? {
    func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }
    guard number("LISTEN_PID") == Int(getpid()), let count = number("LISTEN_FDS"), count >= 1 else { return nil }
    guard count == 1 else { fail("serve", "expected one socket of systemd, got \(count)", code: 2) }
    // Drawing processes must not see them.
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
    let socket: CInt = 3
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    return socket
  }
}
