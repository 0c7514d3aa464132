// SPDX-License-Identifier: MIT
import CLuaState
import Messages
import Numbers

/// A Lua state with limits, a sandbox, deterministic order and errors as data, safe to use from Swift. Independent of
/// layers.
///
/// Belongs to one thread at a time. No Lua error ever jumps over a Swift frame: C decodes the script's values, calls
/// Swift, and raises only after Swift has returned.
package final class LuaState {
  package struct Configuration: Sendable {
    /// Limit of Lua's heap plus the charged bytes (`charge`), in bytes; 0 means no limit.
    package var memoryLimit = 0
    /// The seed of `math.random`.
    package var seed: UInt64 = 0
    /// True allows all of Lua's libraries, C modules and precompiled chunks.
    package var isTrusted = false

    package init(memoryLimit: Int = 0, seed: UInt64 = 0, isTrusted: Bool = false) {
      self.memoryLimit = memoryLimit
      self.seed = seed
      self.isTrusted = isTrusted
    }
  }

  /// A host function, called with a script's arguments. An error that it throws becomes a Lua error at the line of the
  /// call; a `ScriptError` that came from Lua is raised again unchanged.
  package typealias Function = ([LuaValue]) throws -> [LuaValue]

  /// The C state, for the binding's C functions. Valid while this object lives.
  package let pointer: OpaquePointer
  package let box = LuaStateBox()
  /// The seed of `math.random`; 0 in another program's state, which seeds its own.
  package let seed: UInt64
  private let callbacks: Callbacks

  /// Makes a state.
  /// - Throws: `ScriptError` of kind `memory` if there is no memory for an empty state.
  package convenience init(_ configuration: Configuration = Configuration(), host: any LuaHost) throws(ScriptError) {
    try self.init(configuration, host: host, allocations: -1)
  }

  /// Makes a state for tests, in which all allocations after the first `allocations` fail.
  package init(_ configuration: Configuration, host: any LuaHost, allocations: Int) throws(ScriptError) {
    callbacks = Callbacks(host: host)
    seed = configuration.seed
    var options = llua_Options()
    options.memory_limit = max(0, configuration.memoryLimit)
    options.seed = configuration.seed
    options.trusted = configuration.isTrusted
    options.fail_after = Int64(allocations)
    options.callbacks = callbacks.table()
    guard let pointer = llua_create(&options) else {
      throw ScriptError(.memory, "out of memory: the memory limit is too small for an empty script")
    }
    self.pointer = pointer
    box.pointer = pointer
    callbacks.state = self
  }

  /// True if the state belongs to another program, whose interpreter calls it.
  package var isGuest: Bool { llua_is_guest(pointer) }

  /// Wraps a state of another program's Lua, which that program closes itself.
  ///
  /// - Parameter pointer: the C state for it.
  package init(guest pointer: OpaquePointer, host: any LuaHost) {
    callbacks = Callbacks(host: host)
    seed = 0
    self.pointer = pointer
    box.pointer = pointer
    callbacks.state = self
    var table = callbacks.table()
    llua_set_callbacks(pointer, &table)
  }

  deinit {
    box.pointer = nil
    if isGuest { return }
    llua_close(pointer)
    // finalisers use the host's callbacks up to here
    withExtendedLifetime(callbacks) {}
  }

  // MARK: - Running

  /// Compiles Lua text. A byte-order mark and a leading `#!` line are skipped; line numbers are kept.
  ///
  /// - Parameter name: the script's file name; errors read `name:line: message`.
  package func load(_ source: [UInt8], name: String) throws(ScriptError) -> LuaReference {
    var reference: Int32 = 0
    let kind = source.withUnsafeBytes { bytes in
      llua_load(pointer, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, name, &reference)
    }
    try check(kind)
    return LuaReference(adopting: reference, state: self)
  }

  /// Compiles and runs Lua text; returns the script's results.
  package func run(_ source: [UInt8], name: String, arguments: [LuaValue] = []) throws(ScriptError) -> [LuaValue] {
    try call(load(source, name: name), arguments)
  }

  /// Compiles and runs Lua text; returns the script's results. Example: `try state.run("return 1 + 1", name:
  /// "sum.lua")`.
  package func run(_ source: String, name: String, arguments: [LuaValue] = []) throws(ScriptError) -> [LuaValue] {
    try run(Array(source.utf8), name: name, arguments: arguments)
  }

  /// Calls a function or any callable value.
  package func call(_ function: LuaReference, _ arguments: [LuaValue] = []) throws(ScriptError) -> [LuaValue] {
    var list = LuaValueList(arguments)
    var count = 0
    let kind = withExtendedLifetime(function) {
      list.withValues { values, length in llua_call(pointer, function.index, values, length, &count) }
    }
    try check(kind)
    defer { llua_drop_results(pointer) }
    return try results(count)
  }

  private func results(_ count: Int) throws(ScriptError) -> [LuaValue] {
    var results: [LuaValue] = []
    results.reserveCapacity(count)
    for index in 0..<count {
      var value = llua_Value()
      try check(llua_result(pointer, index, &value))
      results.append(LuaValue(value, state: self))
    }
    return results
  }

  /// Marks all existing values as built-in. Call it when they are in place: the serials that `tostring` shows for a
  /// script's own tables and functions count from here, independent of what the host offers.
  package func markBuiltins() { llua_mark_builtin(pointer) }

  // MARK: - Globals

  package func global(_ name: String) throws(ScriptError) -> LuaValue {
    try field(name, of: nil)
  }

  /// Reads a field of a table, or a global, by raw access without metamethods.
  package func field(_ name: String, of table: LuaReference?) throws(ScriptError) -> LuaValue {
    try check(llua_get_field(pointer, table?.index ?? 0, name))
    defer { llua_drop_results(pointer) }
    return try results(1)[0]
  }

  /// Registers a host function as a global, or as a field of a table.
  package func register(_ name: String, in table: LuaReference? = nil, _ function: @escaping Function)
    throws(ScriptError)
  {
    callbacks.functions.append(function)
    try check(llua_register(pointer, table?.index ?? 0, name, Int32(clamping: callbacks.functions.count - 1)))
  }

  /// Throws the report of a failed call of C.
  package func check(_ kind: llua_Kind) throws(ScriptError) {
    if kind != LLUA_NONE { throw ScriptError(kind: kind, state: pointer) }
  }

  /// Sets the error that Lua raises. Call it in a C callback before it returns a status below 0.
  package func fail(_ error: any Error) {
    LuaRuntime.fail(pointer, with: scriptError(error))
  }

  /// Converts an error to the form in which it passes through a script.
  package func scriptError(_ error: any Error) -> ScriptError { callbacks.host.scriptError(error) }

  /// Appends text to the message of a propagating error, for the final report. The raised Lua value stays unchanged.
  package func amend(_ token: UInt64, _ text: String) {
    var text = text
    text.withUTF8 {
      llua_amend_report(pointer, token, UnsafeRawPointer($0.baseAddress)?.assumingMemoryBound(to: CChar.self), $0.count)
    }
  }

  // MARK: - Memory

  /// Charges bytes that a script owns outside Lua (pixels, layers, paths) to the memory limit. Runs a full collection
  /// before it fails, and occasionally as the charged bytes grow, so finalisers, and with them `release`, may run
  /// inside this call.
  package func charge(_ bytes: Int) throws(ScriptError) {
    if !llua_charge(pointer, max(0, bytes)) { throw ScriptError(.memory, memoryMessage) }
  }

  package func release(_ bytes: Int) {
    llua_release(pointer, max(0, bytes))
  }

  /// Bytes of Lua's heap plus the charged bytes.
  package var memoryUsed: Int { llua_memory_used(pointer) }

  /// The memory limit in bytes; 0 means no limit.
  package var memoryLimit: Int {
    get { llua_memory_limit(pointer) }
    set { llua_set_memory_limit(pointer, max(0, newValue)) }
  }

  package func collectGarbage() { llua_collect(pointer) }

  /// True if that many more bytes may be charged, if necessary after a collection.
  package func makeRoom(for bytes: Int) -> Bool { llua_make_room(pointer, max(0, bytes)) }

  /// For tests: makes all of Lua's allocations after the next `count` fail; nil: none.
  package func failAllocations(after count: Int?) { llua_fail_after(pointer, Int64(count ?? -1)) }

  private var memoryMessage: String { "out of memory: the memory limit of \(memoryLimit) bytes is reached" }

  // MARK: - Time

  /// Ends the script at its next instruction; no `pcall` catches it. Call it only on the thread that runs the script.
  package func interrupt() { llua_interrupt(pointer) }

  /// True if the script's time is over. Long work outside Lua polls it.
  package var isInterrupted: Bool { llua_interrupted(pointer) }

  /// Lets the state run again after its time is over.
  package func clearInterrupt() { llua_clear_interrupt(pointer) }

  /// Limits the script to this many seconds from now; nil removes the limit, on the thread that set it. A script polls
  /// the clock for its first few thousand instructions. After that a timer's signal ends it, and it runs as fast as
  /// without a limit.
  package func setDeadline(after seconds: Double?) {
    llua_limit_time(pointer, seconds ?? 0)
  }
}

/// Ends a script at its deadline, and the program if the script does not return within a grace period.
///
/// A timer signals the thread that made the watchdog; the signal sets the state's flag and a hook on the running
/// coroutine.
package final class Watchdog {
  private let watchdog: OpaquePointer?
  private let state: LuaState

  /// - Parameters:
  ///   - seconds: until the script is interrupted.
  ///   - grace: seconds from then until the program ends.
  ///   - message: the text then written to standard error, unchanged.
  ///   - status: the program's exit code.
  package init(_ state: LuaState, seconds: Double, grace: Double = 2, message: String, status: Int32 = 3) {
    self.state = state
    let text = Array(message.utf8)
    watchdog = text.withUnsafeBytes { bytes in
      llua_watchdog_start(
        state.pointer, seconds, grace, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, status)
    }
    // without timers the clock is polled instead
    if watchdog == nil { state.setDeadline(after: seconds) }
  }

  /// Sets the function called, in a signal handler, before a watchdog ends the process. It removes what must not be
  /// left behind.
  package static func setCleanup(_ function: @escaping @convention(c) () -> Void) {
    llua_watchdog_set_cleanup(function)
  }

  deinit {
    if let watchdog { llua_watchdog_stop(watchdog) } else { state.setDeadline(after: nil) }
  }
}

extension LuaState {
  /// Runs a body while the script's prints and warnings are discarded.
  ///
  /// - Parameter isMuted: false runs the body as usual.
  package func muted<R>(_ isMuted: Bool, _ body: () throws -> R) rethrows -> R {
    let before = callbacks.isMuted
    callbacks.isMuted = before || isMuted
    defer { callbacks.isMuted = before }
    return try body()
  }

  /// Runs a body in which `math.random` has a stream determined by the seed and two numbers; afterwards the previous
  /// stream continues.
  package func withRandomNumbers(of a: UInt64, _ b: UInt64, _ body: () throws -> Void) rethrows {
    var before = llua_Random()
    llua_begin_random(pointer, &before, a, b)
    defer { llua_end_random(pointer, &before) }
    try body()
  }
}

extension Double {
  /// Bits that are equal for equal numbers (also 0 and -0).
  package var salt: UInt64 { self == 0 ? 0 : bitPattern }
}
