// SPDX-License-Identifier: MIT
import Glibc
import JSONText
import NIOCore
import NIOPosix

/// One `layerlua preview`: it draws once, and answers questions about what it drew until it is ended.
///
/// Everything is called on the event loop.
package final class Worker: @unchecked Sendable {
  /// Why a question has no answer.
  package struct Refusal: Error {
    package var message: String
    /// The worker's own line, if it answered at all.
    package var line: ByteBuffer?
  }

  private let loop: EventLoop
  private let child: ChildProcess
  private var channel: Channel?
  /// The questions that it has not answered, by number. It answers them in their order.
  private var asked: [Int: EventLoopPromise<WorkerMessage>] = [:]
  private var lastID = 0
  /// The most questions that may wait for a worker.
  package static let mostQuestions = 256
  private var isEnded = false
  private var kills: [Scheduled<Void>] = []

  /// What it tells unasked. Called until its end.
  package var onEvent: (WorkerMessage) -> Void = { _ in }
  /// Called once, when the process is gone, with how, and what it sent that was no message.
  package var onEnd: (ChildProcess.Ending, WorkerProtocolError?) -> Void = { _, _ in }

  private var protocolError: WorkerProtocolError?

  /// Starts a program with arguments (the program's name is put before them).
  package init(_ program: String, _ arguments: [String], on loop: EventLoop) throws {
    loop.preconditionInEventLoop()
    self.loop = loop
    child = try ChildProcess.start(program, [program] + arguments)
  }

  /// Begins to listen to it; before, nothing is called.
  package func listen() {
    ClientBootstrap(group: loop)
      .channelOption(
        .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 4096, initial: 65_536, maximum: 1 << 20)
      )
      .channelInitializer { [self] channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandlers(
            ByteToMessageHandler(WorkerMessageDecoder()), MessageHandler(self))
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

  /// Lines for a worker whose socket is not open yet.
  private var waiting: [ByteBuffer] = []

  /// Asks it something.
  ///
  /// - Parameter question: the keys beside `ask`.
  package func ask(_ ask: String, _ question: [JSONValue.Member]) -> EventLoopFuture<WorkerMessage> {
    loop.preconditionInEventLoop()
    guard !isEnded else { return loop.makeFailedFuture(Refusal(message: "the picture's process has ended")) }
    guard asked.count < Self.mostQuestions else {
      return loop.makeFailedFuture(
        Refusal(message: "\(Self.mostQuestions) questions wait; ask again when one is answered"))
    }
    lastID += 1
    let promise = loop.makePromise(of: WorkerMessage.self)
    asked[lastID] = promise
    let message = JSONValue.object(
      [.init("id", JSONValue(integerLiteral: lastID)), .init("ask", .string(ask))] + question)
    let line = ByteBuffer(string: message.text + "\n")
    if let channel { channel.writeAndFlush(line, promise: nil) } else { waiting.append(line) }
    return promise.futureResult
  }

  /// Lets others go first: what it still finds out is less urgent than the next picture. For good, since only root may
  /// take it back.
  package func giveWay() {
    loop.preconditionInEventLoop()
    guard !isEnded else { return }
    child.giveWay()
  }

  /// Lets it end: its input closes, and if it has not ended 2 seconds later, it is killed.
  package func end() {
    loop.preconditionInEventLoop()
    guard !isEnded else { return }
    channel?.close(promise: nil)
    killLater(after: .seconds(2))
  }

  /// Ends it now, whatever it does: it may put its files away, for half a second.
  package func stop() {
    loop.preconditionInEventLoop()
    guard !isEnded else { return }
    child.send(SIGTERM)
    killLater(after: .milliseconds(500))
  }

  /// Ends it without a moment's notice.
  package func kill() {
    guard !isEnded else { return }
    child.send(SIGKILL)
  }

  private func killLater(after time: TimeAmount) {
    kills.append(loop.scheduleTask(in: time) { [self] in kill() })
  }

  fileprivate func received(_ message: WorkerMessage) {
    // An error without a number is about a question that it could not read: the first that is open.
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

  /// Its output is closed: it ends, or has ended.
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
    for kill in kills { kill.cancel() }
    kills = []
    let asked = self.asked
    self.asked = [:]
    for promise in asked.values { promise.fail(Refusal(message: "the picture's process ended by \(ending.words)")) }
    onEnd(ending, protocolError)
    onEvent = { _ in }
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
