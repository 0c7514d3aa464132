// SPDX-License-Identifier: MIT
import CLayerLua
import Testing

/// An engine used through the C interface.
final class Client {
  let engine: OpaquePointer
  /// The output and warnings of scripts; the C functions below reach it through the user data.
  final class Log {
    var printed = ""
    var warnings: [String] = []
  }
  let log = Log()

  init(_ change: (inout layerlua_config) -> Void = { _ in }) throws {
    var config = layerlua_config()
    config.size = MemoryLayout<layerlua_config>.size
    config.user_data = Unmanaged.passUnretained(log).toOpaque()
    config.on_print = { log, text, count in
      guard let log, let text else { return }
      Unmanaged<Log>.fromOpaque(log).takeUnretainedValue().printed += String(cString: text)
    }
    config.on_warning = { log, text in
      guard let log, let text else { return }
      Unmanaged<Log>.fromOpaque(log).takeUnretainedValue().warnings.append(String(cString: text))
    }
    change(&config)
    var engine: OpaquePointer?
    var message = [CChar](repeating: 0, count: 200)
    let status = layerlua_create(&config, &engine, &message, message.count)
    try #require(
      status == LAYERLUA_OK, "\(message.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" })")
    self.engine = try #require(engine)
  }

  deinit { layerlua_free(engine) }

  @discardableResult func run(_ script: String, name: String = "a.lua") throws -> OpaquePointer? {
    var layer: OpaquePointer?
    try check(layerlua_run(engine, script, script.utf8.count, name, &layer))
    return layer
  }

  func check(_ status: layerlua_status, _ location: SourceLocation = #_sourceLocation) throws {
    try #require(status == LAYERLUA_OK, "\(description)", sourceLocation: location)
  }

  var error: layerlua_error { layerlua_last_error(engine).pointee }
  var message: String { text(error.message) ?? "" }
  var description: String { text(error.description) ?? "" }

  /// Registers a Swift closure as a host function.
  func register(_ name: String, _ body: @escaping (OpaquePointer) -> Void) throws {
    final class Box {
      let body: (OpaquePointer) -> Void
      init(_ body: @escaping (OpaquePointer) -> Void) { self.body = body }
    }
    try check(
      layerlua_register(
        engine, name,
        { call, box in
          if let call, let box { Unmanaged<Box>.fromOpaque(box).takeUnretainedValue().body(call) }
        }, Unmanaged.passRetained(Box(body)).toOpaque(),
        { box in
          if let box { Unmanaged<Box>.fromOpaque(box).release() }
        }))
  }

  func get(_ layer: OpaquePointer?, _ key: String) throws -> layerlua_value {
    var value = layerlua_value()
    try check(layerlua_get(engine, layer, key, &value))
    return value
  }
}

func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }

extension layerlua_value {
  var kind: layerlua_type { layerlua_type(UInt32(bitPattern: type)) }

  static func of(_ type: layerlua_type, _ change: (inout layerlua_value) -> Void = { _ in }) -> layerlua_value {
    var value = layerlua_value()
    value.type = Int32(bitPattern: type.rawValue)
    change(&value)
    return value
  }

  static func number(_ number: Double) -> layerlua_value { of(LAYERLUA_NUMBER) { $0.as.number = number } }

  static func numbers(_ type: layerlua_type, _ a: Double, _ b: Double, _ c: Double = 0, _ d: Double = 0)
    -> layerlua_value
  {
    of(type) { $0.as.numbers = (a, b, c, d) }
  }
}

extension layerlua_settings {
  init(scale: Double) {
    self.init()
    size = MemoryLayout<layerlua_settings>.size
    self.scale = scale
  }
}
