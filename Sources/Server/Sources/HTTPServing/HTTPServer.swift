// SPDX-License-Identifier: MIT
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP/1.1 server on one event loop. Every connection has limits of size and time, so that no client can hold it.
package final class HTTPServer: @unchecked Sendable {
  /// The limits of a server. Each time runs from its start to its end: bytes that trickle in or out do not restart it.
  package struct Limits: Sendable {
    /// With so many connections open, one more replaces the one that has been idle longest.
    package var connections = 1024
    /// The maximum number of connections of an address. IPv6 addresses count by their first 64 bits.
    package var connectionsPerAddress = 64
    /// The addresses of proxies, each of which has connections of many clients.
    package var proxies: [IPRange] = []
    /// The maximum size of a request's head, and of a field in it, in bytes.
    package var head = 16 << 10
    package var field = 8 << 10
    /// The maximum number of fields.
    package var fields = 64
    /// To receive a head, from the connection's start or from the first byte after the previous answer.
    package var headTime = TimeAmount.seconds(5)
    /// To receive a body.
    package var bodyTime = TimeAmount.seconds(10)
    /// Between an answer and the next request. Longer than that of proxies (60 s), or they would meet a closed
    /// connection.
    package var idleTime = TimeAmount.seconds(75)
    /// To send an answer; nil for none.
    package var sendTime: TimeAmount?
    /// The least number of bytes a second that a client must read of a long answer, over `rateTime`; 0 for none.
    package var leastRate = 16 << 10
    package var rateTime = TimeAmount.seconds(10)
    /// For the client to close the connection after the last answer. Input is discarded meanwhile, so that it can read
    /// the answer.
    package var farewell = TimeAmount.seconds(1)

    package init() {}
  }

  /// A place to listen.
  package enum Place: Sendable {
    /// Port 0 selects a free one.
    case internet(host: String, port: Int)
    /// A socket at which nobody listens any more is replaced.
    case file(path: String)
    /// A listening socket of the process that started this one.
    case inherited(CInt)
  }

  /// The connections that wait to be accepted.
  private static let backlog: Int32 = 4096

  package let limits: Limits
  private let listener: Channel
  /// The file of a local socket; nil for another place, and after the end.
  private var file: SocketFile?
  unowned let application: any HTTPApplication
  /// The open connections, in the order of their starts or their last answers.
  private(set) var connections: [HTTPConnection] = []
  private var addresses: [String: Int] = [:]
  /// True if connections end after their next answer.
  private(set) var isDraining = false

  /// The number of open connections. Call on the event loop.
  package var connectionCount: Int { connections.count }
  /// The port; nil for a file.
  package var port: Int? { listener.localAddress?.port }
  /// The number of connections that were closed because there were too many.
  package private(set) var turnedAway = 0

  /// Listens.
  package static func start(
    at place: Place, limits: Limits = Limits(), application: any HTTPApplication, on loop: EventLoop
  ) -> EventLoopFuture<HTTPServer> {
    loop.flatSubmit {
      let box = NIOLoopBoundBox<HTTPServer?>(nil, eventLoop: loop)
      let bootstrap = ServerBootstrap(group: loop)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        // A connection that finds the backlog full is tried again by its system after a second. The system's own limit
        // applies too, on Linux 4,096.
        .serverChannelOption(.backlog, value: backlog)
        // Accepts a burst in few turns of the loop, in which the workers' answers are taken too.
        .serverChannelOption(.maxMessagesPerRead, value: 32)
        .childChannelOption(.writeBufferWaterMark, value: .init(low: 64 << 10, high: HTTPExchange.mostWaiting))
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            guard let server = box.value else { throw ChannelError.eof }
            var decoder = NIOHTTPDecoderLimitConfiguration()
            decoder.maxHeaderFieldSize = limits.field
            decoder.maxHeaderListSize = limits.head
            decoder.maxHeaderFieldCount = limits.fields
            let pipeline = channel.pipeline.syncOperations
            let connection = HTTPConnection(server, channel)
            try pipeline.addHandler(HTTPResponseEncoder())
            try pipeline.addHandler(FirstByteHandler(connection))
            try pipeline.addHandler(
              ByteToMessageHandler(
                HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: decoder),
                maximumBufferSize: 256 << 10))
            try pipeline.addHandler(connection)
          }
        }
      let listening: EventLoopFuture<Channel>
      var file: SocketFile?
      var bound: CInt?
      switch place {
      case .internet(let host, let port):
        listening = bootstrap.childChannelOption(.tcpOption(.tcp_nodelay), value: 1).bind(host: host, port: port)
      case .file(let path):
        let socket: CInt
        do { (socket, file) = try SocketFile.bound(at: path) } catch { return loop.makeFailedFuture(error) }
        bound = socket
        listening = bootstrap.withBoundSocket(socket)
      case .inherited(let socket):
        bound = socket
        listening = bootstrap.withBoundSocket(socket)
      }
      return listening.map { [file, bound] listener in
        // NIO has listened with a backlog of its own.
        if let bound { _ = Glibc.listen(bound, backlog) }
        let server = HTTPServer(limits, listener, file, application)
        box.value = server
        return server
      }
    }
  }

  private init(_ limits: Limits, _ listener: Channel, _ file: SocketFile?, _ application: any HTTPApplication) {
    self.limits = limits
    self.listener = listener
    self.file = file
    self.application = application
  }

  /// Stops listening. Open connections stay.
  package func close() {
    listener.close(promise: nil)
    file?.remove()
    file = nil
  }

  /// Stops listening, closes idle connections, and the others after their answers.
  package func drain() {
    isDraining = true
    close()
    for connection in connections where connection.canBeSpared { connection.close() }
  }

  func opened(_ connection: HTTPConnection) {
    connections.append(connection)
    addresses[connection.client, default: 0] += 1
    let isProxy = connection.peer.address.map { own in limits.proxies.contains { $0.contains(own) } } ?? true
    if !isProxy, addresses[connection.client, default: 0] > limits.connectionsPerAddress {
      turnedAway += 1
      let own = connections.dropLast().first { $0.client == connection.client && $0.canBeSpared }
      return (own ?? connection).close()
    }
    guard connections.count > limits.connections else { return }
    turnedAway += 1
    // Idle connections give way, so that nobody can lock out others by connecting.
    (connections.dropLast().first(where: \.canBeSpared) ?? connection).close()
  }

  /// Called when a connection becomes idle after an answer.
  func rested(_ connection: HTTPConnection) {
    guard let index = connections.lastIndex(where: { $0 === connection }) else { return }
    connections.append(connections.remove(at: index))
  }

  func left(_ connection: HTTPConnection) {
    guard let index = connections.firstIndex(where: { $0 === connection }) else { return }
    connections.remove(at: index)
    guard let count = addresses[connection.client] else { return }
    addresses[connection.client] = count > 1 ? count - 1 : nil
  }
}

/// Tells a connection of the first bytes of a request, before its head is complete.
final class FirstByteHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  private let connection: HTTPConnection

  init(_ connection: HTTPConnection) { self.connection = connection }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    connection.received(unwrapInboundIn(data))
    context.fireChannelRead(data)
  }
}
