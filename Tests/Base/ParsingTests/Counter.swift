// SPDX-License-Identifier: MIT
import Parsing

/// A memory budget that counts what is charged, with or without a limit.
final class Counter: MemoryBudget {
  let most: Int
  private(set) var used = 0
  private(set) var highest = 0
  /// The number of times memory was requested.
  private(set) var questions = 0

  init(most: Int = .max) { self.most = most }

  var limit: Int? { most == .max ? nil : most }
  var room: Int? { most == .max ? nil : most - used }

  func hasRoom(for bytes: Int) -> Bool {
    questions += 1
    return bytes <= most - used
  }
  func charge(_ bytes: Int) {
    used += bytes
    highest = max(highest, used)
  }
  func release(_ bytes: Int) { used -= bytes }
}
