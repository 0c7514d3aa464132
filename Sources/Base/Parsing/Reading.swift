// SPDX-License-Identifier: MIT
import Messages
import Numbers

/// The budget of memory and time that parsers draw on: one per scene, shared by its readings.
///
/// Owned by one thread at a time.
package final class Account {
  /// Total steps of all readings so far. Tests of growth compare it, since it does not depend on the machine.
  package fileprivate(set) var work = 0
  /// The budget that memory is charged to; nil if memory is not limited.
  package weak var memory: (any MemoryBudget)?
  /// Returns true if the work has been ended from outside, by a time limit or a cancellation. Polled every 4,096 steps.
  package var isEnded: (() -> Bool)?

  /// Polls for cancellation now: for loops over input that is charged already, every thousand iterations or so.
  ///
  /// - Throws: `LayerError` of kind `.cancelled`.
  package func checkEnd(_ name: String = "") throws(LayerError) {
    if isEnded?() == true { throw LayerError(.cancelled, "\(name.isEmpty ? "" : "\(name): ")cancelled") }
  }

  package init(_ memory: (any MemoryBudget)? = nil, isEnded: (() -> Bool)? = nil) {
    self.memory = memory
    self.isEnded = isEnded
  }
}

/// The resource budget of parsing one untrusted input: a file, a text, a table or a message.
///
/// Every parser takes one `inout` and pays before it proceeds: `step` counts work and polls for cancellation, `take`
/// reserves memory before it is allocated, `enter` counts nesting. Collections that grow with the input are `Grown`,
/// `GrownText` and `GrownTable`, which cannot grow without it. So parsing a file uses memory at most linear in its
/// size, ends within 0.1 s of a cancellation, and fails with an error if memory is exhausted.
///
/// A step costs about .01 ns on top of a loop over bytes if it is taken for a run of bytes, and 1 ns if for each byte.
/// Memory is charged in blocks of 64 KiB. All of it is released when the reading is destroyed: it covers temporary
/// memory, and the owner of the result charges the result.
///
///     var reading = Reading(scene.account, name: "ca.decodeJSON")
///     let value = try JSONReader(bytes).read(&reading)
package struct Reading: ~Copyable {
  /// Steps between two polls for cancellation.
  package static let interval = 4096
  private static let block = 1 << 16

  /// Prefix of error messages: the name of the file or function; empty if the caller adds it.
  package let name: String
  /// The purpose of the memory, which follows "not enough memory for" in messages.
  package let purpose: String
  /// The account to draw on.
  package let account: Account
  private let depthLimit: Int
  /// Steps until the next poll; negative if it is due.
  @usableFromInline package var fuel = Reading.interval
  /// Bytes charged but not used yet; negative if more must be charged.
  @usableFromInline package var credit = 0
  private var charged = 0
  private var depth = 0
  private var workLeft: Int
  private let workLimit: Int
  private var refusal: LayerError?

  /// - Parameters:
  ///   - name: prefix of error messages.
  ///   - purpose: the purpose of the memory, for messages.
  ///   - depthLimit: the maximum nesting that `enter` allows.
  ///   - workLimit: the maximum number of steps.
  package init(
    _ account: Account, name: String, purpose: String = "what is read", depthLimit: Int = 100, workLimit: Int = .max
  ) {
    self.account = account
    self.name = name
    self.purpose = purpose
    self.depthLimit = depthLimit
    self.workLimit = workLimit
    workLeft = workLimit
  }

  /// Creates a reading without limits, for text of the program's own.
  package init(trusted name: String) { self.init(Account(), name: name) }

  deinit {
    account.work &+= Reading.interval - fuel
    if charged > 0 { account.memory?.release(charged) }
  }

  /// Counts work before it is done: a byte examined, an element created, a comparison of names.
  ///
  /// - Throws: `LayerError`: `.cancelled` if the work has been ended, `.limit` beyond `workLimit`.
  @inlinable @inline(__always) package mutating func step(_ count: Int = 1) throws(LayerError) {
    fuel &-= count
    if fuel < 0 { try look() }
  }

  /// Reserves memory before it is allocated.
  ///
  /// - Throws: `LayerError` of kind `.limit` if there is no room. A refusal is final: the next call throws the same
  ///   error without asking again, since asking may run a full garbage collection.
  @inlinable @inline(__always) package mutating func take(_ bytes: Int) throws(LayerError) {
    credit &-= bytes
    if credit < 0 { try ask() }
  }

  /// Returns memory that is no longer used. It stays charged and serves the next `take`.
  @inlinable @inline(__always) package mutating func giveBack(_ bytes: Int) { credit &+= bytes }

  /// Enters one level of nesting; `leave` exits it.
  ///
  /// - Throws: `LayerError` of kind `.limit` at the depth limit.
  package mutating func enter(
    _ what: String = "lists and objects", _ cursor: @autoclosure () -> Cursor? = nil
  ) throws(LayerError) {
    depth += 1
    guard depth > depthLimit else { return }
    let message = "\(what) nested more than \(depthLimit) deep"
    throw LayerError(.limit, cursor().map { wrong(message, $0).message } ?? place + message)
  }

  package mutating func leave() { depth -= 1 }

  /// Returns an error at the cursor: `name: message at line 3, byte 17`.
  package func wrong(_ message: String, _ cursor: Cursor) -> LayerError {
    LayerError("\(place)\(message) at line \(cursor.lineNumber), byte \(cursor.at + 1)")
  }

  private var place: String { name.isEmpty ? "" : "\(name): " }

  @usableFromInline package mutating func look() throws(LayerError) {
    let done = Reading.interval &- fuel
    fuel = Reading.interval
    account.work &+= done
    workLeft &-= done
    try account.checkEnd(name)
    if workLeft < 0 {
      throw LayerError(.limit, "\(place)reading takes more than \(workLimit) steps: simplify or divide it")
    }
  }

  @usableFromInline package mutating func ask() throws(LayerError) {
    if let refusal { throw refusal }
    let missing = 0 &- credit
    guard let memory = account.memory else {
      credit = Int.max / 2
      return
    }
    let many = missing < Int.max / 2 ? missing + Reading.block : missing
    let bytes = memory.room.map { $0 / 2 < many } == true ? missing : many
    guard memory.hasRoom(for: bytes) else {
      let error = LayerError.noMemory(purpose, memory, at: name)
      refusal = error
      throw error
    }
    memory.charge(bytes)
    charged += bytes
    credit += bytes
  }
}
