// SPDX-License-Identifier: MIT
import Glibc
import JSONMessages
import NIOCore
import NIOPosix

/// A process of the program that answers questions until it is ended: `layerlua preview`, which draws once and answers
/// questions about its picture, or `layerlua draw-jobs`.
///
/// All methods must be called on the event loop.
package final class Worker: @unchecked Sendable {
  /// The reason why a question has no answer.
  package struct Refusal: Error {
    package var message: String
    /// The worker's own line; nil if it did not answer.
    package var line: ByteBuffer?
  }

  private let loop: EventLoop
  private let child: ChildProcess
  private var channel: Channel?
  /// The unanswered questions, by number. They are answered in order.
  private var asked: [Int: EventLoopPromise<WorkerMessage>] = [:]
  private var lastID = 0
  /// The maximum number of unanswered questions.
  package static let mostQuestions = 256
  private var isEnded = false
  private var kills: [Scheduled<Void>] = []

  /// Called for each message that answers a question and is not the last one to do so.
  package var onMore: (WorkerMessage) -> Void = { _ in }
  /// Called for each event, until the worker ends.
  package var onEvent: (WorkerMessage) -> Void = { _ in }
  /// Called once when the process has ended, with its exit status and the protocol error, if any.
  package var onEnd: (ChildProcess.Ending, WorkerProtocolError?) -> Void = { _, _ in }

  /// True to remove the process's temporary folders (`layerlua-PID-…`) at its end: it leaves them if it is killed.
  package var removesFolders = false

  private var protocolError: WorkerProtocolError?

  private let limits: WorkerMessageDecoder.Limits

  /// Starts a program; its name is prepended to the arguments.
  ///
  /// - Parameter onComplaint: receives what the program writes to its standard error; nil leaves that to this
  ///   process's.
  package init(
    _ program: String, _ arguments: [String], limits: WorkerMessageDecoder.Limits = .init(),
    onComplaint: (@Sendable (String) -> Void)? = nil, on loop: EventLoop
  ) throws {
    loop.preconditionInEventLoop()
    self.loop = loop
    self.limits = limits
    child = try ChildProcess.start(program, [program] + arguments, hasComplaints: onComplaint != nil)
    if let pipe = child.complaints, let onComplaint {
      NIOPipeBootstrap(group: loop).channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(ComplaintHandler(onComplaint))
        }
      }.takingOwnershipOfDescriptor(input: pipe).whenFailure { _ in }
    }
  }

  /// Starts reading the worker's messages; no callback is called before.
  package func listen() {
    ClientBootstrap(group: loop)
      .channelOption(
        .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 4096, initial: 65_536, maximum: 1 << 20)
      )
      .channelInitializer { [self] channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandlers(
            ByteToMessageHandler(WorkerMessageDecoder(limits)), MessageHandler(self))
        }
      }
      .withConnectedSocket(child.socket)
      .whenComplete { [self] result in
        switch result {
        case .success(let channel):
          if isEnded { return channel.close(promise: nil) }
          self.channel = channel
          for line in waiting { channel.writeAndFlush(line, promise: nil) }
          waiting = []
        case .failure:
          close(child.socket)
          stop()
          closed()
        }
      }
  }

  /// Lines queued until the socket is open.
  private var waiting: [ByteBuffer] = []

  /// Sends a question.
  ///
  /// - Parameters:
  ///   - question: the keys in addition to `ask`.
  ///   - body: bytes that follow the line, whose number is its key `bytes`.
  package func ask(
    _ ask: String, _ question: [JSONValue.Member], body: ByteBuffer? = nil
  ) -> EventLoopFuture<WorkerMessage> {
    loop.preconditionInEventLoop()
    guard !isEnded else { return loop.makeFailedFuture(Refusal(message: "the picture's process has ended")) }
    guard asked.count < Self.mostQuestions else {
      return loop.makeFailedFuture(
        Refusal(message: "\(Self.mostQuestions) questions wait; ask again when one is answered"))
    }
    lastID += 1
    let promise = loop.makePromise(of: WorkerMessage.self)
    asked[lastID] = promise
    let length = body.map { [JSONValue.Member("bytes", JSONValue(integerLiteral: $0.readableBytes))] } ?? []
    let message = JSONValue.object(
      [.init("id", JSONValue(integerLiteral: lastID)), .init("ask", .string(ask))] + question + length)
    var line = ByteBuffer(string: message.text + "\n")
    if let body { line.writeImmutableBuffer(body) }
    if let channel { channel.writeAndFlush(line, promise: nil) } else { waiting.append(line) }
    return promise.futureResult
  }

  /// Lowers the worker's priority, since its remaining work is less urgent than the next picture. Permanent: only root
  /// may raise it again.
  ///
  /// - Parameter steps: how nice it is, from 0 to 19.
  package func giveWay(_ steps: CInt = 10) {
    loop.preconditionInEventLoop()
    guard !isEnded else { return }
    child.giveWay(steps)
  }

  /// Closes the worker's input so that it ends; kills it after 2 seconds.
  package func end() {
    loop.preconditionInEventLoop()
    guard !isEnded else { return }
    channel?.close(promise: nil)
    killLater(after: .seconds(2))
  }

  /// Terminates the worker at once; it has half a second to clean up its files.
  package func stop() {
    loop.preconditionInEventLoop()
    guard !isEnded else { return }
    child.send(SIGTERM)
    killLater(after: .milliseconds(500))
  }

  /// Kills the worker.
  package func kill() {
    guard !isEnded else { return }
    child.send(SIGKILL)
  }

  private func killLater(after time: TimeAmount) {
    kills.append(loop.scheduleTask(in: time) { [self] in kill() })
  }

  /// True if the messages of the worker wait: it stops when the pipe is full.
  package var isPaused = false {
    didSet {
      guard isPaused != oldValue else { return }
      channel?.setOption(.autoRead, value: !isPaused).whenComplete { _ in }
      if !isPaused { channel?.read() }
    }
  }

  fileprivate func received(_ message: WorkerMessage) {
    if message.hasMore, message.error == nil {
      if let id = message.id, asked[id] != nil { onMore(message) }
      return
    }
    // An error without a number concerns a question that the worker could not parse: the oldest one.
    if let id = message.id ?? (message.event == nil && message.error != nil ? asked.keys.min() : nil) {
      guard let promise = asked.removeValue(forKey: id) else { return }
      if let error = message.error {
        promise.fail(Refusal(message: error, line: message.line))
      } else {
        promise.succeed(message)
      }
    } else if message.event != nil {
      onEvent(message)
    }
  }

  fileprivate func failed(_ error: any Error) {
    if let error = error as? WorkerProtocolError { protocolError = error }
    stop()
    channel?.close(promise: nil)
  }

  /// Called when the worker's output is closed: the process is ending or has ended.
  fileprivate func closed() {
    guard !isEnded else { return }
    if let ending = child.ended() { return gone(ending) }
    killLater(after: .seconds(2))
    loop.scheduleTask(in: .milliseconds(2)) { [self] in reap() }
  }

  private func reap() {
    guard !isEnded else { return }
    if let ending = child.ended() { return gone(ending) }
    loop.scheduleTask(in: .milliseconds(10)) { [self] in reap() }
  }

  private func gone(_ ending: ChildProcess.Ending) {
    isEnded = true
    if removesFolders { Self.removeTemporaryFolders { $0 == child.process } }
    for kill in kills { kill.cancel() }
    kills = []
    let asked = self.asked
    self.asked = [:]
    for promise in asked.values { promise.fail(Refusal(message: "the picture's process ended by \(ending.words)")) }
    onEnd(ending, protocolError)
    onEvent = { _ in }
    onMore = { _ in }
    onEnd = { _, _ in }
  }
}

private final class MessageHandler: ChannelInboundHandler {
  typealias InboundIn = WorkerMessage
  private let worker: Worker

  init(_ worker: Worker) { self.worker = worker }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) { worker.received(unwrapInboundIn(data)) }
  func errorCaught(context: ChannelHandlerContext, error: any Error) { worker.failed(error) }
  func channelInactive(context: ChannelHandlerContext) { worker.closed() }
}

/// Passes on the first 8 KiB that a program writes to its standard error, and discards the rest.
private final class ComplaintHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  private let onComplaint: @Sendable (String) -> Void
  private var left = 8 << 10

  init(_ onComplaint: @escaping @Sendable (String) -> Void) { self.onComplaint = onComplaint }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    guard left > 0, let text = bytes.readString(length: min(left, bytes.readableBytes)) else { return }
    left -= text.utf8.count
    onComplaint(text)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

extension Worker {
  /// Removes the temporary folders of this user's processes that do not exist any more, which a killed service leaves
  /// behind.
  package static func removeAbandonedFolders() {
    removeTemporaryFolders { Glibc.kill($0, 0) != 0 && errno == ESRCH }
  }

  fileprivate static func removeTemporaryFolders(where isOver: (pid_t) -> Bool) {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    guard let stream = opendir(base) else { return }
    defer { closedir(stream) }
    var found: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      let parts = name.split(separator: "-")
      guard parts.count == 3, parts[0] == "layerlua", let process = pid_t(parts[1]), UInt64(parts[2]) != nil,
        process > 0, isOver(process)
      else { continue }
      var info = stat()
      guard lstat("\(base)/\(name)", &info) == 0, info.st_mode & S_IFMT == S_IFDIR, info.st_uid == geteuid() else {
        continue
      }
      found.append("\(base)/\(name)")
    }
    for folder in found { remove(folder, 2) }
  }

  /// Removes a folder of files, and of folders of files down to a depth. Links are removed, not followed.
  private static func remove(_ folder: String, _ depth: Int) {
    if let stream = opendir(folder) {
      while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        guard name != ".", name != ".." else { continue }
        let path = "\(folder)/\(name)"
        var info = stat()
        if lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR {
          if depth > 0 { remove(path, depth - 1) }
        } else {
          unlink(path)
        }
      }
      closedir(stream)
    }
    rmdir(folder)
  }
}
