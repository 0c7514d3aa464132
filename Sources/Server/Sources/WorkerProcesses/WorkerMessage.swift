// SPDX-License-Identifier: MIT
import JSONMessages
import NIOCore

/// One message from a worker: a line of JSON, followed by bytes if its key `bytes` says so.
package struct WorkerMessage: Sendable {
  /// The line as received, without its newline.
  package var line: ByteBuffer
  package var bytes: ByteBuffer?
  /// The name of an event; nil for answers.
  package var event: String?
  /// The number of the question it answers; nil for events.
  package var id: Int?
  /// The error message, if the question was refused.
  package var error: String?
  /// True if more messages answer the same question.
  package var hasMore = false

  /// Returns the value of a top-level key.
  package func value(_ key: String) -> JSONValue? {
    guard let members = try? JSONScanner.members(of: line.readableBytesView.asArray),
      let found = members.last(where: { $0.key == key })
    else { return nil }
    return try? JSONScanner.value(of: found.value)
  }
}

extension ByteBufferView {
  /// A copy of the bytes.
  package var asArray: ArraySlice<UInt8> { Array(self)[...] }
}

/// An error for input from a worker that is not a valid message.
package struct WorkerProtocolError: Error, Equatable {
  package var message: String
}

/// Splits a worker's bytes into messages.
package struct WorkerMessageDecoder: ByteToMessageDecoder {
  package typealias InboundOut = WorkerMessage

  /// The limits of messages.
  package struct Limits: Sendable {
    /// The maximum line length, in bytes: enough for a tree level with a hundred thousand layers.
    package var line = 64 << 20
    /// The maximum number of bytes after a line: enough for a film.
    package var bytes = 2 << 30

    package init() {}
  }

  private let limits: Limits
  private var searched = 0
  private var pending: WorkerMessage?
  private var awaited = 0

  package init(_ limits: Limits = Limits()) { self.limits = limits }

  package mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
    guard let message = try next(&buffer) else { return .needMoreData }
    context.fireChannelRead(wrapInboundOut(message))
    return .continue
  }

  package mutating func decodeLast(
    context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool
  ) throws -> DecodingState {
    try decode(context: context, buffer: &buffer)
  }

  /// Removes and returns the next complete message; nil if there is none yet.
  package mutating func next(_ buffer: inout ByteBuffer) throws(WorkerProtocolError) -> WorkerMessage? {
    if var message = pending {
      guard let bytes = take(awaited, from: &buffer) else { return nil }
      message.bytes = bytes
      pending = nil
      return message
    }
    let view = buffer.readableBytesView
    guard let end = view[view.index(view.startIndex, offsetBy: searched)...].firstIndex(of: 0x0A) else {
      searched = view.count
      guard searched <= limits.line else { throw WorkerProtocolError(message: "a line without an end") }
      return nil
    }
    let length = end - view.startIndex
    searched = 0
    guard let line = buffer.readSlice(length: length), buffer.readInteger(as: UInt8.self) != nil else { return nil }
    var message = WorkerMessage(line: line)
    let members: [(key: String, value: ArraySlice<UInt8>)]
    do { members = try JSONScanner.members(of: line.readableBytesView.asArray) } catch {
      throw WorkerProtocolError(message: "a line that is no JSON object: \(error.message) at byte \(error.offset)")
    }
    var count: Int?
    for (key, bytes) in members {
      switch key {
      case "event": message.event = (try? JSONScanner.value(of: bytes))?.string
      case "id": message.id = (try? JSONScanner.value(of: bytes))?.int
      case "error": message.error = (try? JSONScanner.value(of: bytes))?.string
      case "more": message.hasMore = (try? JSONScanner.value(of: bytes)) == .bool(true)
      case "bytes": count = (try? JSONScanner.value(of: bytes))?.int
      default: break
      }
    }
    guard let count else { return message }
    guard count >= 0, count <= limits.bytes else {
      throw WorkerProtocolError(message: "\(count) bytes after a line")
    }
    guard let bytes = take(count, from: &buffer) else {
      pending = message
      awaited = count
      return nil
    }
    message.bytes = bytes
    return message
  }

  private func take(_ count: Int, from buffer: inout ByteBuffer) -> ByteBuffer? { buffer.readSlice(length: count) }
}
