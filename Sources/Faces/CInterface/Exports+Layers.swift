// SPDX-License-Identifier: MIT
import CLayerLua
import LayerEngine
import LayerModel
import Pixels

// Layers, and the functions and values that a host offers to scripts.

@_cdecl("layerlua_version") public func version() -> UnsafePointer<CChar>? { versionText }
// Allocated once per process and never written again.
nonisolated(unsafe) private let versionText = UnsafePointer(duplicate(Engine.version))

@_cdecl("layerlua_root") public func root(_ engine: OpaquePointer?) -> OpaquePointer? {
  var root: OpaquePointer?
  _ = perform(engine) { handle in root = handle.engine.rootLayer.map { handle.handles.pointer(to: $0) } }
  return root
}

@_cdecl("layerlua_layer_named") public func layerNamed(_ engine: OpaquePointer?, _ name: UnsafePointer<CChar>?)
  -> OpaquePointer?
{
  var found: OpaquePointer?
  _ = perform(engine) { handle in
    let name = try text(name, "the layer's name")
    found = handle.handles.pointer(to: try handle.engine.layer(named: name))
  }
  return found
}

@_cdecl("layerlua_keep_layer") public func keepLayer(_ engine: OpaquePointer?, _ layer: OpaquePointer?)
  -> layerlua_status
{
  perform(engine) { try $0.keep(try $0.layer(layer)) }
}

@_cdecl("layerlua_release_layer") public func releaseLayer(_ engine: OpaquePointer?, _ layer: OpaquePointer?)
  -> layerlua_status
{
  perform(engine) { try $0.release(try $0.layer(layer)) }
}

@_cdecl("layerlua_get") public func get(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ key: UnsafePointer<CChar>?,
  _ value: UnsafeMutablePointer<layerlua_value>?
) -> layerlua_status {
  perform(engine) { handle in
    guard let value else { throw misuse("the output pointer for the value is NULL") }
    value.pointee = handle.hand(out: try handle.layer(layer).value(forKeyPath: try text(key, "the key path")))
  }
}

extension EngineHandle {
  /// Stores a returned value. A value that needs no memory leaves the previous results valid.
  func hand(out value: PropertyValue) -> layerlua_value {
    switch value {
    case .null, .bool, .number, .point, .size, .rect, .color: break
    default: results = ValueStore(handles)
    }
    return results.store(value)
  }
}

@_cdecl("layerlua_get_at") public func getAt(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ time: Double,
  _ value: UnsafeMutablePointer<layerlua_value>?
) -> layerlua_status {
  perform(engine) { handle in
    guard let value else { throw misuse("the output pointer for the value is NULL") }
    guard isTime(time) else { throw misuse("the time must be seconds, got \(time)") }
    let layer = try handle.layer(layer)
    value.pointee = handle.hand(out: try layer.presentation(at: time).value(forKeyPath: try text(key, "the key path")))
  }
}

@_cdecl("layerlua_set") public func set(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ key: UnsafePointer<CChar>?,
  _ value: UnsafePointer<layerlua_value>?
) -> layerlua_status {
  perform(engine) { handle in
    try handle.layer(layer).setValue(try handle.value(value, "the value"), forKeyPath: try text(key, "the key path"))
  }
}

@_cdecl("layerlua_get_number") public func getNumber(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ key: UnsafePointer<CChar>?,
  _ number: UnsafeMutablePointer<Double>?
) -> layerlua_status {
  perform(engine) { handle in
    guard let number else { throw misuse("the output pointer for the number is NULL") }
    let layer = try handle.layer(layer)
    let key = try text(key, "the key path")
    let value = try layer.value(forKeyPath: key)
    guard case .number(let result) = value else {
      throw misuse("\(layer.className).\(key): expected a number, got \(value.described); use layerlua_get")
    }
    number.pointee = result
  }
}

@_cdecl("layerlua_set_number") public func setNumber(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ number: Double
) -> layerlua_status {
  perform(engine) { try $0.layer(layer).setValue(.number(number), forKeyPath: try text(key, "the key path")) }
}

@_cdecl("layerlua_set_string") public func setString(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ string: UnsafePointer<CChar>?
) -> layerlua_status {
  perform(engine) {
    try $0.layer(layer).setValue(.string(try text(string, "the string")), forKeyPath: try text(key, "the key path"))
  }
}

// MARK: - SVG files

@_cdecl("layerlua_layer_svg") public func layerSVG(
  _ engine: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ color: UnsafePointer<CChar>?,
  _ layer: UnsafeMutablePointer<OpaquePointer?>?
) -> layerlua_status {
  layer?.pointee = nil
  return perform(engine) { handle in
    guard let layer else { throw misuse("the output pointer for the layer is NULL") }
    let file = try fileBytes(bytes, count)
    var current = Color.black
    if let name = try optionalText(color, "the colour") {
      guard let color = Color(css: name) else {
        throw misuse("the colour: expected a CSS colour such as white or #ff8800, got \"\(name)\"")
      }
      current = color
    }
    let made = try handle.engine.layer(svg: file, color: current)
    // Only the results hold the layer until the next call.
    handle.results = ValueStore(handle.handles)
    layer.pointee = handle.results.store(.layer(made)).as.layer
  }
}

@_cdecl("layerlua_path_svg") public func pathSVG(
  _ engine: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ path: UnsafeMutablePointer<layerlua_value>?
) -> layerlua_status {
  perform(engine) { handle in
    guard let path else { throw misuse("the output pointer for the path is NULL") }
    let made = try handle.engine.path(svg: try fileBytes(bytes, count))
    path.pointee = handle.hand(out: .path(made))
  }
}

@_cdecl("layerlua_dump") public func dump(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> layerlua_status {
  json?.pointee = nil
  return perform(engine) { handle in
    guard let json else { throw misuse("the output pointer for the text is NULL") }
    let text = handle.engine.dump(try handle.layer(layer))
    handle.results = ValueStore(handle.handles)
    json.pointee = handle.results.store(text)
  }
}

// MARK: - Functions and values of the host

/// A script's call of a host function.
private final class CallContext {
  let handle: EngineHandle
  private let store: ValueStore
  let arguments: UnsafePointer<layerlua_value>?
  let count: Int
  var results: [PropertyValue] = []
  var failure: String?

  init(_ handle: EngineHandle, _ values: [PropertyValue]) {
    self.handle = handle
    store = ValueStore(handle.handles)
    arguments = store.store(values)
    count = values.count
  }

  static func of(_ pointer: OpaquePointer?) -> CallContext? {
    pointer.map { Unmanaged<CallContext>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
  }
}

/// A host function with its user data; released with the last closure that holds it.
private final class HostFunction {
  private let body: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void
  private let userData: UnsafeMutableRawPointer?
  private let release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?

  init(
    _ body: @escaping @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void,
    _ userData: UnsafeMutableRawPointer?,
    _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
  ) {
    self.body = body
    self.userData = userData
    self.release = release
  }

  deinit { release?(userData) }

  func call(_ context: CallContext) {
    withExtendedLifetime(context) { body(OpaquePointer(Unmanaged.passUnretained(context).toOpaque()), userData) }
  }
}

@_cdecl("layerlua_register") public func register(
  _ engine: OpaquePointer?, _ name: UnsafePointer<CChar>?,
  _ function: (@convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void)?,
  _ userData: UnsafeMutableRawPointer?,
  _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
) -> layerlua_status {
  // `release` is called exactly once on every path.
  let host = function.map { HostFunction($0, userData, release) }
  if host == nil { release?(userData) }
  return perform(engine) { handle in
    let name = try text(name, "the function's name")
    guard let host else { return try handle.engine.define(name, as: PropertyValue.null) }
    try handle.engine.registerVariadic(name) { [unowned handle] values in
      let context = CallContext(handle, values)
      host.call(context)
      if let failure = context.failure { throw EngineError(.script, failure) }
      return context.results
    }
  }
}

@_cdecl("layerlua_define") public func define(
  _ engine: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<layerlua_value>?
) -> layerlua_status {
  perform(engine) { handle in
    let name = try text(name, "the value's name")
    try handle.engine.define(name, as: value == nil ? .null : try handle.value(value, "the value"))
  }
}

@_cdecl("layerlua_call_engine") public func callEngine(_ call: OpaquePointer?) -> OpaquePointer? {
  CallContext.of(call)?.handle.pointer
}

@_cdecl("layerlua_call_argument_count") public func callArgumentCount(_ call: OpaquePointer?) -> Int {
  CallContext.of(call)?.count ?? 0
}

@_cdecl("layerlua_call_argument") public func callArgument(_ call: OpaquePointer?, _ index: Int) -> UnsafePointer<
  layerlua_value
>? {
  guard let context = CallContext.of(call), index >= 0, index < context.count else { return llua_nil_value() }
  return context.arguments.map { $0 + index }
}

@_cdecl("layerlua_call_return") public func callReturn(_ call: OpaquePointer?, _ value: UnsafePointer<layerlua_value>?)
  -> layerlua_status
{
  guard let context = CallContext.of(call) else { return LAYERLUA_USAGE }
  return context.handle.perform { context.results.append(try context.handle.value(value, "the result")) }
}

@_cdecl("layerlua_call_fail") public func callFail(_ call: OpaquePointer?, _ message: UnsafePointer<CChar>?) {
  CallContext.of(call)?.failure = message.map { String(cString: $0) } ?? "the host's function failed"
}

@_cdecl("layerlua_keep_function") public func keepFunction(_ engine: OpaquePointer?, _ function: OpaquePointer?)
  -> layerlua_status
{
  perform(engine) { $0.keep(try $0.function(function)) }
}

@_cdecl("layerlua_release_function") public func releaseFunction(_ engine: OpaquePointer?, _ function: OpaquePointer?)
  -> layerlua_status
{
  perform(engine) { try $0.release(try $0.function(function)) }
}
