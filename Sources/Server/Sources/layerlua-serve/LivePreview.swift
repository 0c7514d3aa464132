// SPDX-License-Identifier: MIT
import FileWatching
import Glibc
import LocalHTTP
import NIOCore
import NIOPosix
import Watching

/// `layerlua watch`: the live page.
enum LivePreview {
  static func run(_ words: [String]) -> Never {
    let options: ServeOptions
    do throws(ServeOptions.Mistake) { options = try ServeOptions(words) } catch {
      fail("watch", error.message, code: 2)
    }
    let script = options.scriptPath
    // Blocked in all threads, since `sigwait` below receives them.
    var endings = sigset_t()
    sigemptyset(&endings)
    for ending in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU] { sigaddset(&endings, ending) }
    pthread_sigmask(SIG_BLOCK, &endings, nil)

    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let watch = Watch(options, script: script, on: loop)

    /// Listens on the requested port; without one, on the last port if it is free, else on any.
    func serve() throws -> LocalServer {
      func start(_ port: Int, _ token: String) throws -> LocalServer {
        try LocalServer.start(port: port, token: token, application: watch, on: loop).wait()
      }
      let last = Address.last(of: script)
      if options.port != 0 { return try start(options.port, last?.token ?? Gate.newToken()) }
      if let last, let server = try? start(last.port, last.token) { return server }
      return try start(0, Gate.newToken())
    }

    do {
      let server = try serve()
      let watcher = try FolderWatcher.start(on: loop) { watch.draw() }.wait()
      try loop.submit { watch.start(watcher) }.wait()
      Address(port: server.gate.port, token: server.gate.token).remember(for: script)
      show(server.address)
      let browser = options.opens ? Browser.open(server.address) : nil
      if options.opens, browser == nil { say("watch", "there is no xdg-open; open the address above") }
      var signal: CInt = 0
      sigwait(&endings, &signal)
      try? loop.submit { watch.end() }.wait()
      browser?.forget()
      end(0)
    } catch {
      let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)).lowercased() } ?? "\(error)"
      fail("watch", "cannot serve on port \(options.port): \(reason)", code: 4)
    }
  }
}
