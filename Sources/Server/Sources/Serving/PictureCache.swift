// SPDX-License-Identifier: MIT
import NIOCore

/// Pictures kept in memory by their keys; the least recently used ones give way.
package struct PictureCache {
  package struct Entry: Sendable {
    package var type: String
    package var bytes: ByteBuffer
    /// Seconds since 1970 at which it was drawn.
    package var made: Int

    package init(type: String, bytes: ByteBuffer, made: Int) {
      self.type = type
      self.bytes = bytes
      self.made = made
    }
  }

  private struct Node {
    var entry: Entry
    var previous: String?
    var next: String?
  }

  /// In bytes.
  package let limit: Int
  package private(set) var bytes = 0
  package var count: Int { nodes.count }
  private var nodes: [String: Node] = [:]
  private var newest: String?
  private var oldest: String?

  package init(limit: Int) { self.limit = limit }

  /// The memory of a picture with its place in the cache, in bytes.
  private static func size(_ entry: Entry) -> Int { entry.bytes.readableBytes + 1024 }

  package mutating func entry(_ key: String) -> Entry? {
    guard let node = nodes[key] else { return nil }
    unlink(key)
    link(key)
    return node.entry
  }

  /// Keeps a picture; one larger than an eighth of the limit is not kept.
  package mutating func keep(_ entry: Entry, _ key: String) {
    let size = Self.size(entry)
    guard size <= limit / 8, nodes[key] == nil else { return }
    while bytes + size > limit, let last = oldest { remove(last) }
    // A copy: a slice would hold the whole buffer into which it was read.
    var own = entry
    own.bytes = ByteBuffer(bytes: entry.bytes.readableBytesView)
    nodes[key] = Node(entry: own)
    bytes += size
    link(key)
  }

  package mutating func removeAll() {
    nodes = [:]
    (newest, oldest, bytes) = (nil, nil, 0)
  }

  private mutating func remove(_ key: String) {
    unlink(key)
    bytes -= nodes.removeValue(forKey: key).map { Self.size($0.entry) } ?? 0
  }

  private mutating func link(_ key: String) {
    nodes[key]?.next = newest
    if let newest { nodes[newest]?.previous = key }
    newest = key
    if oldest == nil { oldest = key }
  }

  private mutating func unlink(_ key: String) {
    guard let node = nodes[key] else { return }
    if let previous = node.previous { nodes[previous]?.next = node.next } else { newest = node.next }
    if let next = node.next { nodes[next]?.previous = node.previous } else { oldest = node.previous }
    nodes[key]?.previous = nil
    nodes[key]?.next = nil
  }
}
