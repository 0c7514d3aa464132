// SPDX-License-Identifier: MIT
import RenderTree
import Synchronization

/// A wrapper that lets several threads share a scene's text layout, one at a time.
///
/// Unchecked: the layout is only used under the lock, while the scene's own thread waits.
final class SharedText: TextServices, @unchecked Sendable {
  private let services: any TextServices
  private let lock = Mutex(())

  init(_ services: any TextServices) { self.services = services }

  func layoutText(_ request: TextRequest) throws -> TextFrame {
    try lock.withLock { _ in try services.layoutText(request) }
  }
}
