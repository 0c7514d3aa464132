// SPDX-License-Identifier: MIT
import Glibc
import NIOCore
import NIOPosix

/// Watches files by inotify, and calls back once a file of its list has changed and then been unchanged for `quiet`.
///
/// All methods must be called on the event loop.
package final class FolderWatcher: @unchecked Sendable {
  /// Debounce time: editors truncate, write and rename.
  package static let quiet = TimeAmount.milliseconds(10)

  private let loop: EventLoop
  private let descriptor: CInt
  private let changed: () -> Void
  private var channel: Channel?
  private var list = WatchList()
  private var folders: [CInt: String] = [:]
  private var descriptors: [String: CInt] = [:]
  private var waiting: Scheduled<Void>?

  /// - Parameter changed: called on the loop.
  package static func start(on loop: EventLoop, changed: @escaping @Sendable () -> Void) -> EventLoopFuture<
    FolderWatcher
  > {
    loop.submit { () throws -> FolderWatcher in
      let descriptor = inotify_init1(CInt(truncatingIfNeeded: O_CLOEXEC | O_NONBLOCK))
      guard descriptor >= 0 else { throw IOError(errnoCode: errno, reason: "inotify_init1") }
      return FolderWatcher(loop, descriptor, changed)
    }.flatMap { watcher in
      NIOPipeBootstrap(group: loop)
        // The kernel rejects a buffer that is too small for the next event.
        .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 16_384))
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Reader(watcher)) }
        }
        .takingOwnershipOfDescriptor(input: watcher.descriptor)
        .map { channel in
          watcher.channel = channel
          return watcher
        }
    }
  }

  private init(_ loop: EventLoop, _ descriptor: CInt, _ changed: @escaping () -> Void) {
    self.loop = loop
    self.descriptor = descriptor
    self.changed = changed
  }

  /// Replaces the list of watched files.
  package func watch(_ list: WatchList) {
    loop.preconditionInEventLoop()
    self.list = list
    refresh()
  }

  package func close() {
    loop.preconditionInEventLoop()
    waiting?.cancel()
    channel?.close(promise: nil)
  }

  /// Folders that cannot be watched, because they are unreadable or there are too many.
  package private(set) var unwatchable: Set<String> = []

  private func refresh() {
    let wanted = list.watched(exists: Self.isFolder)
    for (folder, descriptor) in descriptors where !wanted.contains(folder) {
      inotify_rm_watch(self.descriptor, descriptor)
      descriptors[folder] = nil
      folders[descriptor] = nil
    }
    unwatchable = []
    let mask = UInt32(
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
    for folder in wanted where descriptors[folder] == nil {
      let watch = inotify_add_watch(descriptor, folder, mask)
      guard watch >= 0 else {
        unwatchable.insert(folder)
        continue
      }
      // Two paths of one folder have the same watch descriptor.
      folders[watch] = folder
      descriptors[folder] = watch
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  fileprivate func read(_ buffer: inout ByteBuffer) {
    var concerned = false
    var lostFolder = false
    // inotify_event: watch descriptor, mask, cookie, length of the name, zero-padded name.
    while buffer.readableBytes >= 16, let watch = buffer.readInteger(endianness: .host, as: CInt.self),
      let mask = buffer.readInteger(endianness: .host, as: UInt32.self),
      buffer.readInteger(endianness: .host, as: UInt32.self) != nil,
      let length = buffer.readInteger(endianness: .host, as: UInt32.self),
      let bytes = buffer.readBytes(length: Int(length))
    {
      if mask & UInt32(IN_Q_OVERFLOW) != 0 {
        concerned = true
        continue
      }
      guard let folder = folders[watch] else { continue }
      if mask & UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF) != 0 {
        // Its ancestor is watched until it exists again.
        if mask & UInt32(IN_IGNORED) == 0 { inotify_rm_watch(descriptor, watch) }
        folders[watch] = nil
        descriptors[folder] = nil
        lostFolder = true
        continue
      }
      let name = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      let names = descriptors.filter { $0.value == watch }.map(\.key)
      if names.contains(where: { list.concerns(name, in: $0) }) {
        concerned = true
        // A folder that appeared or disappeared may be an ancestor of a watched file.
        if mask & UInt32(IN_ISDIR) != 0 { lostFolder = true }
      }
    }
    if lostFolder { refresh() }
    guard concerned || lostFolder else { return }
    waiting?.cancel()
    waiting = loop.scheduleTask(in: Self.quiet) { [self] in
      waiting = nil
      changed()
    }
  }
}

private final class Reader: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  private let watcher: FolderWatcher

  init(_ watcher: FolderWatcher) { self.watcher = watcher }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var buffer = unwrapInboundIn(data)
    // The kernel returns only complete events.
    watcher.read(&buffer)
  }
}
