// SPDX-License-Identifier: MIT
import Numbers
import Wording

/// The memory and time that readers draw on: one for a scene, shared by its readings.
///
/// Belongs to one thread at a time.
package final class Account {
  /// The steps of all readings so far. Tests of growth compare it: it does not depend on the machine.
  package fileprivate(set) var work = 0
  /// The budget that memory is charged to; nil charges nothing.
  package weak var memory: (any MemoryBudget)?
  /// True if the work has been ended from outside, by a time limit or a cancellation. Asked every 4,096 steps.
  package var isEnded: (() -> Bool)?

  /// Looks for the end of the work now: for loops over what is paid already, every thousand rounds or so.
  ///
  /// - Throws: `LayerError` of kind `.cancelled`.
  package func checkEnd(_ name: String = "") throws(LayerError) {
    if isEnded?() == true { throw LayerError(.cancelled, "\(name.isEmpty ? "" : "\(name): ")given up") }
  }

  package init(_ memory: (any MemoryBudget)? = nil, isEnded: (() -> Bool)? = nil) {
    self.memory = memory
    self.isEnded = isEnded
  }
}

/// The budget of one reading: of a file, a text, a table or a message from outside.
///
/// Every reader takes one `inout` and pays before it goes on: `step` counts work and looks for the end of the work,
/// `take` asks for memory before it is allocated, `enter` counts nesting. Collections that grow by what is read are
/// `Grown`, `GrownText` and `GrownTable`, which cannot grow without it. So reading a file grows at most linearly with
/// its size, ends within 0.1 s of a cancellation, and fails with an error where memory ends.
///
/// A step costs about .01 ns on top of a loop over bytes if it is taken for a run of bytes, and 1 ns if for each byte.
/// Memory is asked for in blocks of 64 KiB. All of it is given back when the reading goes: it covers what the reader
/// makes on its way; whoever keeps the result charges it.
///
///     var reading = Reading(scene.account, name: "ca.decodeJSON")
///     let value = try JSONReader(bytes).read(&reading)
package struct Reading: ~Copyable {
  /// The steps between two looks for the end of the work.
  package static let interval = 4096
  private static let block = 1 << 16

  /// The start of messages: the file's name, or the function's; empty where whoever called names it.
  package let name: String
  /// What the memory is for, after "not enough memory for".
  package let purpose: String
  /// The account that it draws on.
  package let account: Account
  private let depthLimit: Int
  /// Steps until the next look; negative when it is due.
  @usableFromInline package var fuel = Reading.interval
  /// Bytes that were charged and are not used yet; negative when more must be asked for.
  @usableFromInline package var credit = 0
  private var charged = 0
  private var depth = 0
  private var workLeft: Int
  private let workLimit: Int
  private var refusal: LayerError?

  /// - Parameters:
  ///   - name: the start of messages.
  ///   - purpose: what the memory is for.
  ///   - depthLimit: the deepest nesting that `enter` allows.
  ///   - workLimit: the most steps.
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

  /// A reading without limits: of text that is the program's own.
  package init(trusted name: String) { self.init(Account(), name: name) }

  deinit {
    account.work &+= Reading.interval - fuel
    if charged > 0 { account.memory?.release(charged) }
  }

  /// Counts work before it is done: a byte looked at, an element made, a comparison of names.
  ///
  /// - Throws: `LayerError`: `.cancelled` when the work has been ended, `.limit` beyond `workLimit`.
  @inlinable @inline(__always) package mutating func step(_ count: Int = 1) throws(LayerError) {
    fuel &-= count
    if fuel < 0 { try look() }
  }

  /// Asks for memory before it is taken.
  ///
  /// - Throws: `LayerError` of kind `.limit` where there is no room. A refusal is final: the next call throws the same
  ///   error without asking again, since asking may run a full collection.
  @inlinable @inline(__always) package mutating func take(_ bytes: Int) throws(LayerError) {
    credit &-= bytes
    if credit < 0 { try ask() }
  }

  /// Gives back memory that is not used any more. It stays charged and serves the next `take`.
  @inlinable @inline(__always) package mutating func giveBack(_ bytes: Int) { credit &+= bytes }

  /// Goes one level of nesting deeper; `leave` comes back.
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

  /// An error of the text: `name: message at line 3, byte 17`.
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
