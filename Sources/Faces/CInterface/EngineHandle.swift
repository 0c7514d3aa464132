// SPDX-License-Identifier: MIT
import CLayerLua
import LayerEngine
import LayerModel
import Numbers
import Synchronization

/// The object behind a `layerlua_engine` pointer.
final class EngineHandle {
  let engine: Engine
  var arguments = ScriptArguments()
  let lastError: ErrorRecord
  /// Layers and functions that C has pointers to.
  let handles = Handles()
  /// Values returned by the last call with results.
  lazy var results = ValueStore(handles)
  /// Layers and functions that the caller keeps, with their reference counts; only for lookup, never iterated.
  private var keptLayers: [ObjectIdentifier: (layer: Layer, count: Int)] = [:]
  private var keptFunctions: [ObjectIdentifier: (function: ScriptFunction, count: Int)] = [:]
  private let listener: Listener
  /// The token that `layerlua_cancel` cancels, from any thread; replaced by the next call.
  private let cancellation = Mutex(CancellationToken())
  /// True if the token is cancelled; readable without the lock.
  private let isCancelled = Atomic(false)
  /// The thread that is inside a call of this engine; 0 if none is.
  private let owner = Atomic<UInt>(0)
  /// Nesting depth of calls of this engine, all on the owner thread.
  private var depth = 0
  private let isToBeFreed = Atomic(false)
  /// True while the handle is being freed; the host's `release` functions may still make calls then.
  private var isEnding = false

  init(_ configuration: Engine.Configuration, _ listener: Listener) throws {
    self.listener = listener
    lastError = ErrorRecord(configuration.face)
    engine = try Engine(configuration)
    engine.onPrint = { listener.print($0) }
    engine.onWarning = { listener.warn($0) }
    engine.cancellation = cancellation.withLock { $0 }
  }

  static func of(_ pointer: OpaquePointer?) -> EngineHandle? {
    guard let pointer else { return nil }
    let handle = Unmanaged<EngineHandle>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
    return handle.isEnding ? nil : handle
  }

  var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  /// Frees the handle: at once, or on the owner thread when its calls have returned.
  func free() {
    // The owner thread may free the handle while this thread still reads it.
    withExtendedLifetime(self) {
      isToBeFreed.store(true, ordering: .sequentiallyConsistent)
      if enter() { leave() }
    }
  }

  /// Takes ownership of the engine for this thread, at its outermost call; false if another thread owns it.
  private func enter() -> Bool {
    let me = Engine.thisThread
    if !owner.compareExchange(expected: 0, desired: me, ordering: .sequentiallyConsistent).exchanged {
      guard owner.load(ordering: .relaxed) == me else { return false }
    }
    depth += 1
    return true
  }

  private func leave() {
    depth -= 1
    guard depth == 0 else { return }
    while true {
      if isToBeFreed.load(ordering: .sequentiallyConsistent) {
        isEnding = true
        return Unmanaged.passUnretained(self).release()
      }
      owner.store(0, ordering: .sequentiallyConsistent)
      // Between the two stores another thread may have requested the end and found the engine owned: then this thread
      // must free it.
      guard isToBeFreed.load(ordering: .sequentiallyConsistent),
        owner.compareExchange(expected: 0, desired: Engine.thisThread, ordering: .sequentiallyConsistent).exchanged
      else { return }
    }
  }

  /// True if this thread's last call was refused, or if another thread is inside a call now.
  var isElsewhere: Bool {
    if llua_refusing() == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) { return true }
    let thread = owner.load(ordering: .relaxed)
    return thread != 0 && thread != Engine.thisThread
  }

  /// Runs a call's body and records its error as the last error. Changes nothing if another thread is inside a call.
  func perform(_ body: () throws -> Void) -> layerlua_status {
    let identity = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    guard enter() else {
      llua_set_refusing(identity)
      return LAYERLUA_USAGE
    }
    defer { leave() }
    if llua_refusing() == identity { llua_set_refusing(nil) }
    if depth == 1, isCancelled.load(ordering: .acquiring) { renewCancellation() }
    do {
      try body()
      return LAYERLUA_OK
    } catch { return lastError.set(error) }
  }

  /// Cancels the engine's work. The only function here that any thread may call.
  func cancel() {
    cancellation.withLock { token in
      token.cancel()
      isCancelled.store(true, ordering: .releasing)
    }
  }

  private func renewCancellation() {
    engine.cancellation = cancellation.withLock { token in
      token = CancellationToken()
      isCancelled.store(false, ordering: .releasing)
      return token
    }
  }

  // MARK: - Layers and functions

  func layer(_ pointer: OpaquePointer?) throws -> Layer {
    guard let pointer else {
      throw misuse("the layer is NULL; layerlua_root and layerlua_layer_named return NULL if there is no such layer")
    }
    return try handles.layer(pointer)
  }

  func keep(_ layer: Layer) throws {
    let id = ObjectIdentifier(layer)
    if keptLayers[id] == nil { try engine.keep(layer) }
    keptLayers[id] = (layer, (keptLayers[id]?.count ?? 0) + 1)
  }

  func release(_ layer: Layer) throws {
    let id = ObjectIdentifier(layer)
    guard let count = keptLayers[id]?.count else {
      throw misuse("the layer is not kept: layerlua_keep_layer was not called for it")
    }
    keptLayers[id] = count > 1 ? (layer, count - 1) : nil
    if count == 1 { engine.release(layer) }
  }

  func function(_ pointer: OpaquePointer?) throws -> ScriptFunction {
    guard let pointer else { throw misuse("the function is NULL") }
    return try handles.function(pointer)
  }

  func keep(_ function: ScriptFunction) {
    keptFunctions[ObjectIdentifier(function), default: (function, 0)].count += 1
  }

  func release(_ function: ScriptFunction) throws {
    let id = ObjectIdentifier(function)
    guard let count = keptFunctions[id]?.count else {
      throw misuse("the function is not kept: layerlua_keep_function was not called for it")
    }
    keptFunctions[id] = count > 1 ? (function, count - 1) : nil
  }
}

/// Returns a usage error, for a wrong call.
func misuse(_ message: String) -> EngineError { EngineError(.usage, message) }

/// Runs an exported function's body on the engine behind a pointer; LAYERLUA_USAGE if there is none.
func perform(_ pointer: OpaquePointer?, _ body: (EngineHandle) throws -> Void) -> layerlua_status {
  guard let handle = EngineHandle.of(pointer) else { return LAYERLUA_USAGE }
  return handle.perform { try body(handle) }
}

/// The caller's callbacks for script output and warnings.
final class Listener {
  private let onPrint: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int) -> Void)?
  private let onWarning: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void)?
  private let onWarningDetails: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<layerlua_warning>?) -> Void)?
  private let userData: UnsafeMutableRawPointer?

  init(_ config: layerlua_config) {
    onPrint = config.on_print
    onWarning = config.on_warning
    onWarningDetails = config.on_warning_details
    userData = config.user_data
  }

  func print(_ bytes: [UInt8]) {
    guard let onPrint else { return writeToStandardError(bytes) }
    (bytes + [0]).withUnsafeBytes {
      onPrint(userData, $0.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
  }

  func warn(_ warning: LayerWarning) {
    guard let onWarningDetails else {
      guard let onWarning else { return writeToStandardError(Array(warning.line.utf8)) }
      return warning.description.withCString { onWarning(userData, $0) }
    }
    let texts = [warning.rule.rawValue, warning.message, warning.description, warning.place?.script ?? ""].map(
      duplicate)
    defer { for text in texts { text.deallocate() } }
    var c = layerlua_warning()
    c.rule = UnsafePointer(texts[0])
    c.message = UnsafePointer(texts[1])
    c.description = UnsafePointer(texts[2])
    if let place = warning.place {
      c.script = UnsafePointer(texts[3])
      c.line = Int32(clamping: place.line)
    }
    c.repeats = UInt32(clamping: warning.repeats)
    onWarningDetails(userData, &c)
  }
}
