// SPDX-License-Identifier: MIT
import Digests
import DrawingPool
import FileWatching
import Glibc
import HTTPServing
import JSONMessages
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceContract
import Synchronization
import WorkerProcesses

/// The render service: scripts, Lottie files and scenes of a folder, drawn for HTTP requests.
///
/// Everything runs on one event loop; pictures are drawn by other processes, and files are read and written by other
/// threads.
package final class Service: HTTPApplication, @unchecked Sendable {
  package struct StartError: Error {
    package var message: String
    /// The exit code.
    package var code: CInt
  }

  let options: ServiceOptions
  let loop: EventLoop
  private let threads = NIOThreadPool(numberOfThreads: 1)
  /// The scripts that are drawn.
  var current: ScriptSet
  /// Sets that still draw what began with them.
  private var leaving: [ScriptSet] = []
  var memory: PictureCache
  let disk: DiskCache?
  var flights: [String: Flight] = [:]
  var metrics = Metrics()
  /// The warnings of scripts that are in the log already.
  var noted: Set<String> = []
  /// True if the log says already that a proxy is not trusted.
  var hasNotedProxy = false
  var keys: SigningKeys?
  /// The names of tokens by their digests.
  private var tokens: [[UInt8]: String] = [:]
  private var server: HTTPServer?
  private var metricsServer: HTTPServer?
  private var metricsPage: MetricsPage?
  private var watcher: FolderWatcher?
  private(set) var isDraining = false
  private var isLoading = false
  private var loadsAgain = false
  /// The reason why the last set was not taken; nil if it was.
  private(set) var deployProblem: String?
  private var requests: UInt64 = 0
  private let idPrefix: String
  /// Called when the service cannot go on.
  package var onHopeless: (String) -> Void = { _ in }

  // MARK: start

  /// Reads the folder, draws every script once and listens.
  ///
  /// - Throws: `StartError`.
  package static func start(_ options: ServiceOptions, on loop: EventLoop) -> EventLoopFuture<Service> {
    loop.flatSubmit {
      do {
        try checkFolders(options)
        let (folder, path) = try read(options)
        let service = try Service(options, folder, path, on: loop)
        return service.current.load(options.limits, on: loop).flatMapErrorThrowing { error in
          let message = (error as? ScriptSet.LoadError)?.message ?? "\(error)"
          throw StartError(message: "drawing processes cannot be started: \(message)", code: 1)
        }.flatMap { service.listen() }.map { service }
      } catch { return loop.makeFailedFuture(error) }
    }
  }

  private init(_ options: ServiceOptions, _ folder: ScriptFolder, _ path: String, on loop: EventLoop) throws(StartError)
  {
    self.options = options
    self.loop = loop
    var random = SystemRandomNumberGenerator()
    idPrefix = String(UInt32.random(in: .min ... .max, using: &random), radix: 16)
    memory = PictureCache(limit: options.cacheMemory)
    do {
      disk = try options.cacheFolder.map { (path) throws(DiskCache.Mistake) in
        try DiskCache(path, limit: options.cacheSize, on: loop)
      }
    } catch { throw StartError(message: error.message, code: 4) }
    current = ScriptSet(folder, path: path, DrawingPool(Self.settings(options, path), on: loop))
    disk?.onChange = { problem in
      if let problem {
        ServiceLog.write(
          .warning, "pictures are not kept on disk: the cache is off for a minute, then tried again",
          [.init("detail", .string(problem))])
      } else {
        ServiceLog.write(.info, "pictures are kept on disk again")
      }
    }
    threads.start()
    Worker.removeAbandonedFolders()
    Self.removeAbandonedFolders()
    try readKeys()
    connect(current)
  }

  /// Throws for a folder of the drawing processes that they could not read; each would end with its start. A file is
  /// allowed where the program allows one.
  private static func checkFolders(_ options: ServiceOptions) throws(StartError) {
    for (option, path) in zip(options.drawing, options.drawing.dropFirst())
    where ["--font-dir", "--allow-read"].contains(option) {
      if option == "--allow-read", access(path, R_OK) == 0 { continue }
      guard let stream = opendir(path) else {
        throw StartError(
          message: "\(option): cannot read \(path): \(String(cString: strerror(errno)).lowercased())", code: 4)
      }
      closedir(stream)
    }
  }

  private static func read(_ options: ServiceOptions) throws(StartError) -> (ScriptFolder, String) {
    guard let real = realpath(options.folder, nil) else {
      throw StartError(
        message: "cannot read \(options.folder): \(String(cString: strerror(errno)).lowercased())", code: 4)
    }
    defer { free(real) }
    let path = String(cString: real)
    do { return (try ScriptFolder(path), path) } catch { throw StartError(message: error.message, code: 4) }
  }

  /// A folder that holds nothing, for scripts that requests bring.
  private static let emptyFolder: String = {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    // mkdtemp replaces the six letters.
    var template = Array((base + "/layerlua-serve-" + String(repeating: "X", count: 6)).utf8CString)
    let folder = mkdtemp(&template).map { String(cString: $0) } ?? "/var/empty"
    madeFolder.withLock { $0 = folder }
    // systemd-tmpfiles leaves an old folder alone while somebody has a lock on it.
    let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if lock >= 0 { flock(lock, LOCK_SH) }
    return folder
  }()

  private static let madeFolder = Mutex<String?>(nil)

  /// Removes that folder, if it was made. Call it last.
  package static func cleanUp() {
    madeFolder.withLock {
      if let folder = $0 { rmdir(folder) }
      $0 = nil
    }
  }

  /// Removes the empty folders of services that were killed: nobody has a lock on them.
  private static func removeAbandonedFolders() {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    guard let stream = opendir(base) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name.hasPrefix("layerlua-serve-") else { continue }
      let folder = open("\(base)/\(name)", O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
      guard folder >= 0 else { continue }
      // Only an empty folder is removed.
      if flock(folder, LOCK_EX | LOCK_NB) == 0 { rmdir("\(base)/\(name)") }
      Glibc.close(folder)
    }
  }

  private static func settings(_ options: ServiceOptions, _ path: String) -> DrawingPool.Settings {
    var settings = DrawingPool.Settings()
    settings.program = options.program
    settings.workers = options.workers ?? max(Int(sysconf(CInt(_SC_NPROCESSORS_ONLN))), 1)
    settings.films = max(settings.workers / 4, 1)
    settings.queue = options.queue ?? settings.workers * 8
    settings.queuePerClient = max(settings.queue / 4, settings.workers)
    settings.queueTime = options.queueTime
    let common = options.drawing + ["--threads", "1", "--memory-limit", String(options.limits.memory)]
    settings.arguments = [path] + common
    if options.allowsScripts {
      settings.strangerArguments = [emptyFolder] + common
    }
    return settings
  }

  private func connect(_ set: ScriptSet) {
    set.pool.onWorkerEnd = { [weak self] reason in
      self?.metrics.count("layerlua_worker_ends_total", [("reason", reason.rawValue)])
      if reason == .signal || reason == .protocol || reason == .start {
        ServiceLog.write(.warning, "a drawing process ended", [.init("reason", .string(reason.rawValue))])
      }
    }
    set.onEngineChange = { [weak self, weak set] in
      guard let self, set === current else { return }
      ServiceLog.write(.warning, "the program, a library or a font was replaced; the scripts are loaded again")
      reload()
    }
    set.pool.onComplaint = { text in
      ServiceLog.write(.warning, "a drawing process complains", [.init("detail", .string(text))])
    }
    set.pool.onHopeless = { [weak self, weak set] message in
      guard let self, let set, set === current else { return }
      onHopeless(message)
    }
  }

  private func listen() -> EventLoopFuture<Void> {
    let bad = current.scripts.values.filter { $0.problem != nil }.sorted { $0.name < $1.name }
    report(current)
    if let first = bad.first, let problem = first.problem, !options.watches {
      return loop.makeFailedFuture(StartError(message: "\(first.file): \(problem.detail)", code: 1))
    }
    announce(current)
    if let name = options.errorImage, current[name] == nil {
      return loop.makeFailedFuture(StartError(message: "--error-image: there is no script \(name.text)", code: 2))
    }
    var limits = HTTPServer.Limits()
    limits.proxies = options.trustedProxies
    // Descriptors for the processes, files and the rest.
    limits.connections = min(
      limits.connections, max(Self.raiseFileLimit() - 64 - 8 * current.pool.settings.workers, 16))
    let place = options.place
    return HTTPServer.start(at: place, limits: limits, application: self, on: loop).flatMapErrorThrowing {
      error in
      throw StartError(message: "--listen: \(Self.reason(error, place))", code: 4)
    }.flatMap { [self] server in
      self.server = server
      watch()
      guard let place = options.metricsPlace else { return loop.makeSucceededVoidFuture() }
      let page = MetricsPage(self)
      metricsPage = page
      return HTTPServer.start(at: place, application: page, on: loop).map { self.metricsServer = $0 }
        .flatMapErrorThrowing { error in
          throw StartError(message: "--metrics-listen: \(Self.reason(error, place))", code: 4)
        }
    }
  }

  /// Raises the number of open files to the most that the system allows. Returns it.
  private static func raiseFileLimit() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
    let most = min(limit.rlim_max, 65_536)
    if limit.rlim_cur < most {
      limit.rlim_cur = most
      _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    return Int(limit.rlim_cur)
  }

  /// Returns the reason why nobody can listen at a place, in words, and what to do.
  private static func reason(_ error: any Error, _ place: HTTPServer.Place) -> String {
    guard let error = error as? IOError else { return "\(error)" }
    let words = String(cString: strerror(error.errnoCode)).lowercased()
    guard case .internet(let host, let port) = place else { return "cannot listen: \(words)" }
    let remedy =
      switch error.errnoCode {
      case EADDRINUSE: "; name another port"
      case EACCES: "; ports below 1024 need a permission"
      case EADDRNOTAVAIL: "; this machine has no such address"
      default: ""
      }
    return "cannot listen at \(host.contains(":") ? "[\(host)]" : host):\(port): \(words)\(remedy)"
  }

  private func report(_ set: ScriptSet) {
    for script in set.scripts.values.sorted(by: { $0.name < $1.name }) {
      guard let problem = script.problem else { continue }
      ServiceLog.write(
        .error, "a script cannot be drawn",
        [.init("script", .string(script.file)), .init("detail", .string(problem.detail))]
          + problem.members.filter {
            $0.key == "line"
          })
    }
    for one in set.folder.skipped.prefix(100) {
      ServiceLog.write(
        .warning, "a file is not drawn", [.init("script", .string(one.file)), .init("detail", .string(one.reason))])
    }
    for feature in set.missing {
      ServiceLog.write(.warning, "drawing processes are not locked in completely: this system has \(feature)")
    }
  }

  /// Writes that a set is drawn from now on.
  private func announce(_ set: ScriptSet) {
    ServiceLog.write(
      .info, "scripts loaded",
      [
        .init("set", .string(set.id)), .init("scripts", JSONValue(integerLiteral: set.scripts.count)),
        .init("engine", .string(set.version)),
      ])
  }

  /// The port on which it listens; nil for a file.
  package var port: Int? { server?.port }
  package var metricsPort: Int? { metricsServer?.port }

  // MARK: keys

  private func readKeys() throws(StartError) {
    if let path = options.keyFile {
      do { keys = try SigningKeys(try Self.text(of: path)) } catch let error as SigningKeys.Mistake {
        throw StartError(message: "--keys: \(path): \(error.message)", code: 2)
      } catch { throw StartError(message: "--keys: \(error)", code: 4) }
    }
    if let path = options.tokenFile {
      let text: String
      do { text = try Self.text(of: path) } catch { throw StartError(message: "--token-file: \(error)", code: 4) }
      var found: [[UInt8]: String] = [:]
      for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
        let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, parts[1].utf8.count >= 16 else {
          throw StartError(
            message: "--token-file: \(path): expected name:token a line, of at least 16 letters", code: 2)
        }
        found[SHA256.hash(Array(parts[1].utf8))] = parts[0]
      }
      guard !found.isEmpty else { throw StartError(message: "--token-file: \(path): there is no token", code: 2) }
      tokens = found
    }
    guard options.isLocal || options.allowsUnsigned || keys != nil || !tokens.isEmpty else {
      throw StartError(
        message:
          "other machines can reach the service: give it keys (--keys FILE) or tokens (--token-file FILE), or let "
          + "everybody in (--allow-unsigned)", code: 2)
    }
    guard !options.allowsScripts || options.isLocal || keys != nil || !tokens.isEmpty else {
      throw StartError(
        message: "--allow-scripts draws what anybody sends: give the service keys or tokens", code: 2)
    }
  }

  private struct FileProblem: Error, CustomStringConvertible {
    var description: String
  }

  /// Reads a small file.
  package static func text(of path: String) throws -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw FileProblem(description: "cannot read \(path): \(String(cString: strerror(errno)).lowercased())")
    }
    defer { Glibc.close(file) }
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress.map { $0 + done }, $0.count - done) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw FileProblem(description: "cannot read \(path): \(String(cString: strerror(errno)).lowercased())")
      }
      if count == 0 { return String(decoding: bytes[..<done], as: UTF8.self) }
      done += count
    }
    throw FileProblem(description: "\(path) has 64 KiB or more")
  }

  /// Returns the name of a request's token; nil if it has none that is known.
  func tokenName(_ authorization: String?) -> String? {
    guard let token = authorization.flatMap(Self.bearerToken) else { return nil }
    // The look-up by a digest takes no time that tells about tokens.
    return tokens[SHA256.hash(Array(token.utf8))]
  }

  /// Returns the token of an `Authorization` field; nil if it has another scheme. The scheme's name is taken in any
  /// case (RFC 9110, section 11.1).
  package static func bearerToken(_ authorization: String) -> String? {
    let scheme = authorization.prefix { $0 != " " }
    guard scheme.lowercased() == "bearer" else { return nil }
    let token = authorization.dropFirst(scheme.count).drop { $0 == " " }
    return token.isEmpty ? nil : String(token)
  }

  var hasTokens: Bool { !tokens.isEmpty }

  /// True if requests must be signed or carry a token.
  var needsCredentials: Bool { !options.allowsUnsigned && (!options.isLocal || keys != nil || !tokens.isEmpty) }

  func newID() -> String {
    requests += 1
    return idPrefix + "-" + String(requests, radix: 16)
  }

  // MARK: deploys

  /// Reads the folder and the keys again. The new scripts are drawn once; if one fails, the old ones stay.
  package func reload() {
    loop.preconditionInEventLoop()
    guard !isDraining else { return }
    guard !isLoading else {
      loadsAgain = true
      return
    }
    isLoading = true
    do { try readKeys() } catch { ServiceLog.write(.error, "the keys stay as they were: \(error.message)") }
    let options = options
    let bound = NIOLoopBound(self, eventLoop: loop)
    threads.runIfActive(eventLoop: loop) { try Self.read(options) }.whenComplete { result in
      let service = bound.value
      switch result {
      case .success(let (folder, path)): service.load(folder, path)
      case .failure(let error): service.loaded((error as? StartError)?.message ?? "\(error)")
      }
    }
  }

  private func load(_ folder: ScriptFolder, _ path: String) {
    guard folder.digest != current.folder.digest || path != current.path || current.hasChanged else {
      ServiceLog.write(.info, "the scripts are unchanged")
      return loaded(nil)
    }
    let set = ScriptSet(folder, path: path, DrawingPool(Self.settings(options, path), on: loop))
    connect(set)
    let bound = NIOLoopBound((self, set), eventLoop: loop)
    set.load(options.limits, on: loop).whenComplete { result in
      let (service, set) = bound.value
      if service.isDraining { return set.pool.stop() }
      if case .failure(let error) = result {
        set.pool.stop()
        return service.loaded((error as? ScriptSet.LoadError)?.message ?? "\(error)")
      }
      service.report(set)
      let bad = set.scripts.values.first { $0.problem != nil }
      if let bad, !service.options.watches {
        set.pool.stop()
        return service.loaded("\(bad.file): \(bad.problem?.detail ?? "")")
      }
      set.pool.learn(from: service.current.pool)
      service.take(set)
      service.announce(set)
      service.loaded(nil)
    }
  }

  private func take(_ set: ScriptSet) {
    let old = current
    current = set
    leaving.append(old)
    old.pool.onIdle = { [weak self, weak old] in
      guard let self, let old else { return }
      old.pool.stop()
      leaving.removeAll { $0 === old }
    }
    old.pool.drain()
    watch()
  }

  private func loaded(_ problem: String?) {
    isLoading = false
    deployProblem = problem
    if let problem {
      metrics.count("layerlua_deploy_failures_total")
      ServiceLog.write(.error, "the old scripts stay", [.init("detail", .string(problem))])
    }
    if loadsAgain {
      loadsAgain = false
      reload()
    }
  }

  /// Watches the folder. A change loads it again for development; else it is noted, since a set is deployed as a whole.
  private func watch() {
    var list = WatchList()
    list.folders = Set(current.folder.folders)
    list.read = Set(current.folder.files.map { "\(current.path)/\($0)" })
    if let watcher { return watcher.watch(list) }
    let bound = NIOLoopBound((self, list), eventLoop: loop)
    FolderWatcher.start(on: loop) { [weak self] in self?.changed() }.whenSuccess { watcher in
      let (service, list) = bound.value
      service.watcher = watcher
      watcher.watch(list)
    }
  }

  private func changed() {
    if options.watches { return reload() }
    current.changes += 1
    current.lastChange = .now()
    guard current.changes == 1 else { return }
    ServiceLog.write(
      .warning, "files have changed: pictures are drawn with them and not kept until the scripts are loaded again (HUP)"
    )
  }

  // MARK: end

  /// True if a worker is or lately was free, and the service is not stopping.
  var isReady: Bool {
    !isDraining && (current.pool.idle > 0 || NIODeadline.now() - current.pool.lastFree < .seconds(30))
  }

  /// Stops: balancers are told first, then no connection is taken, running pictures are finished, and what is left is
  /// ended.
  package func stop() -> EventLoopFuture<Void> {
    loop.preconditionInEventLoop()
    let done = loop.makePromise(of: Void.self)
    guard !isDraining else {
      done.succeed()
      return done.futureResult
    }
    isDraining = true
    ServiceLog.write(.info, "stopping")
    let isolated = loop.assumeIsolated()
    isolated.scheduleTask(in: .nanoseconds(Int64(options.drainDelay * 1e9))) { [self] in
      server?.drain()
      watcher?.close()
      let end = isolated.scheduleTask(in: .nanoseconds(Int64(options.stopTime * 1e9))) { [self] in finish(done) }
      current.pool.onIdle = { [self] in
        // Answers that are being sent get the rest of the time.
        func look() {
          guard server?.connectionCount ?? 0 > 0 else {
            end.cancel()
            return finish(done)
          }
          isolated.scheduleTask(in: .milliseconds(20)) { look() }
        }
        look()
      }
      current.pool.drain()
    }
    return done.futureResult
  }

  private var isFinished = false

  private func finish(_ done: EventLoopPromise<Void>) {
    guard !isFinished else { return }
    isFinished = true
    let pools = [current.pool] + leaving.map(\.pool)
    for pool in pools { pool.stop() }
    metricsServer?.close()
    disk?.close()
    threads.shutdownGracefully { _ in }
    // The files of killed processes are removed at their ends, which a busy machine delays.
    let latest = NIODeadline.now() + .seconds(2)
    let isolated = loop.assumeIsolated()
    func look() {
      if NIODeadline.now() < latest, pools.contains(where: { $0.processes > 0 }) {
        isolated.scheduleTask(in: .milliseconds(5)) { look() }
      } else {
        // Gives the last bytes a moment.
        isolated.scheduleTask(in: .milliseconds(20)) { done.succeed() }
      }
    }
    look()
  }

  // MARK: figures

  var metricsText: String {
    let pool = current.pool
    var gauges: [(name: String, labels: [(name: String, value: String)], value: Double)] = [
      ("layerlua_queue_jobs", [], Double(pool.queued)),
      ("layerlua_workers", [("state", "idle")], Double(pool.idle)),
      ("layerlua_workers", [("state", "busy")], Double(pool.busy)),
      ("layerlua_workers", [("state", "starting")], Double(pool.starting)),
      ("layerlua_cache_bytes", [("tier", "memory")], Double(memory.bytes)),
      ("layerlua_connections", [], Double(server?.connectionCount ?? 0)),
      ("layerlua_connections_turned_away", [], Double(server?.turnedAway ?? 0)),
      ("layerlua_deploy_info", [("set", current.id), ("version", current.version)], 1),
      ("process_resident_memory_bytes", [], Double(Self.residentMemory)),
    ]
    if let disk {
      gauges.append(("layerlua_cache_disk_bytes", [], Double(disk.bytes)))
      gauges.append(("layerlua_cache_disk_writing", [], disk.isWriting ? 1 : 0))
    }
    return metrics.text(gauges: gauges)
  }

  private static var residentMemory: Int {
    guard let text = try? text(of: "/proc/self/statm") else { return 0 }
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(CInt(_SC_PAGESIZE)))
  }
}

/// `/metrics` on a listener of its own.
private final class MetricsPage: HTTPApplication, @unchecked Sendable {
  unowned let service: Service
  init(_ service: Service) { self.service = service }

  func admit(_ head: HTTPRequestHead, from peer: HTTPPeer) throws(HTTPRefusal) -> HTTPAdmission {
    guard head.method == .GET || head.method == .HEAD else {
      throw HTTPRefusal(.methodNotAllowed, "GET is all there is")
    }
    guard head.uri == "/metrics" else { throw HTTPRefusal(.notFound, "/metrics is all there is") }
    return HTTPAdmission(patience: .seconds(5))
  }

  func answer(_ request: HTTPRequest, _ exchange: HTTPExchange) {
    exchange.respond(Service.metricsResponse(service.metricsText))
  }
}
