// SPDX-License-Identifier: MIT
import CLayerLua
import LayerEngine
import LayerModel
import LayerRendering
import Messages
import Numbers
import SystemC

// Engines, scripts and time. layerlua.h documents each function.

/// Size of the structure in the header's first version.
private let configSize =
  (MemoryLayout<layerlua_config>.offset(of: \.user_data) ?? 0) + MemoryLayout<UnsafeRawPointer>.size

@_cdecl("layerlua_create") public func create(
  _ config: UnsafePointer<layerlua_config>?, _ engine: UnsafeMutablePointer<OpaquePointer?>?,
  _ message: UnsafeMutablePointer<CChar>?,
  _ capacity: Int
) -> layerlua_status {
  engine?.pointee = nil
  var face = HostFace.c
  do {
    guard let engine else { throw misuse("the output pointer for the engine is NULL") }
    let config = try sized(config, layerlua_config(), first: configSize, "layerlua_config")
    face = try hostFace(config)
    let handle = try EngineHandle(try configuration(config), Listener(config))
    // A freed engine that refused this thread may have had the same address.
    llua_set_refusing(nil)
    engine.pointee = OpaquePointer(Unmanaged.passRetained(handle).toOpaque())
    return LAYERLUA_OK
  } catch {
    let record = ErrorRecord(face)
    let status = record.set(error)
    if let message, capacity > 0, let text = record.pointer.pointee.description {
      // The text is truncated at a character boundary.
      var count = min(strlen(text), capacity - 1)
      if text[count] != 0 { while count > 0, UInt8(bitPattern: text[count]) & 0xC0 == 0x80 { count -= 1 } }
      message.update(from: text, count: count)
      message[count] = 0
    }
    return status
  }
}

private func configuration(_ config: layerlua_config) throws -> Engine.Configuration {
  var result = Engine.Configuration()
  if config.memory_limit > 0 { result.memoryLimit = Int(exactly: config.memory_limit) }
  guard config.time_limit >= 0, isTime(config.time_limit) else {
    throw misuse("layerlua_config.time_limit must be seconds, 0 for none, got \(config.time_limit)")
  }
  if config.time_limit > 0 { result.timeLimit = config.time_limit }
  guard config.call_time_limit >= 0, isTime(config.call_time_limit) else {
    throw misuse("layerlua_config.call_time_limit must be seconds, 0 for none, got \(config.call_time_limit)")
  }
  if config.call_time_limit > 0 { result.callTimeLimit = config.call_time_limit }
  result.limits = limits(config)
  result.seed = config.seed
  result.threads = Int(config.threads)
  switch config.kept_picture_limit {
  case 0: break
  case UInt64(LAYERLUA_NO_CACHE): result.keptPictureLimit = 0
  default: result.keptPictureLimit = Int(clamping: config.kept_picture_limit)
  }
  result.isTrusted = withUnsafeBytes(of: config.trusted) { $0[0] != 0 }
  result.allowsAllLinks = withUnsafeBytes(of: config.allow_links) { $0[0] != 0 }
  if let folder = try optionalText(config.script_directory, "layerlua_config.script_directory") {
    var info = stat()
    guard stat(folder.isEmpty ? "." : folder, &info) == 0, info.st_mode & S_IFMT == S_IFDIR else {
      throw misuse("layerlua_config.script_directory: there is no folder \"\(folder)\"")
    }
    result.scriptDirectory = folder
  }
  if let folder = try optionalText(config.working_directory, "layerlua_config.working_directory") {
    result.workingDirectory = folder
  }
  result.readableDirectories = try texts(
    config.readable_directories, config.readable_directory_count, "layerlua_config.readable_directories")
  result.writableDirectories = try texts(
    config.writable_directories, config.writable_directory_count, "layerlua_config.writable_directories")
  result.writableFiles = try texts(config.writable_files, config.writable_file_count, "layerlua_config.writable_files")
  result.fontDirectories = try texts(
    config.font_directories, config.font_directory_count, "layerlua_config.font_directories")
  result.hyphenDirectories = try texts(
    config.hyphen_directories, config.hyphen_directory_count, "layerlua_config.hyphen_directories")
  result.svgProgram = try optionalText(config.svg_program, "layerlua_config.svg_program")
  result.face = try hostFace(config)
  let allowed = try texts(config.allowed_warnings, config.allowed_warning_count, "layerlua_config.allowed_warnings")
  do {
    for name in allowed { result.allowedWarnings.insert(try LayerWarning.Rule(named: name)) }
  } catch {
    throw misuse("layerlua_config.allowed_warnings: \(error)")
  }
  return result
}

/// Returns the kind of host whose setting names messages use.
private func hostFace(_ config: layerlua_config) throws -> HostFace {
  guard let name = try optionalText(config.language, "layerlua_config.language") else { return .c }
  guard let face = [HostFace.c, .python].first(where: { $0.rawValue == name }) else {
    throw misuse("layerlua_config.language: expected c or python, got \"\(name)\"")
  }
  return face
}

/// Converts the limits; 0 keeps the default.
private func limits(_ config: layerlua_config) -> Engine.Configuration.Limits {
  var limits = Engine.Configuration.Limits()
  func set(_ limit: WritableKeyPath<Engine.Configuration.Limits, Int>, _ value: UInt64) {
    if value > 0 { limits[keyPath: limit] = Int(clamping: value) }
  }
  set(\.pixels, config.pixel_limit)
  set(\.surfacePixels, config.surface_pixel_limit)
  set(\.layers, config.layer_limit)
  set(\.replicatedLayers, config.replicated_layer_limit)
  set(\.particles, config.particle_limit)
  set(\.pathSegments, config.path_segment_limit)
  set(\.drawingOperations, config.drawing_operation_limit)
  set(\.imagePixels, config.image_pixel_limit)
  set(\.textLength, config.text_length_limit)
  set(\.frames, config.frame_limit)
  set(\.fileSize, config.file_size_limit)
  set(\.printedBytes, config.printed_byte_limit)
  return limits
}

@_cdecl("layerlua_free") public func free(_ engine: OpaquePointer?) { EngineHandle.of(engine)?.free() }

@_cdecl("layerlua_last_error") public func lastError(_ engine: OpaquePointer?) -> UnsafePointer<layerlua_error>? {
  guard let handle = EngineHandle.of(engine) else { return llua_no_engine_error() }
  return handle.isElsewhere ? llua_engine_in_use_error() : UnsafePointer(handle.lastError.pointer)
}

// MARK: - Scripts

@_cdecl("layerlua_set_argument") public func setArgument(
  _ engine: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?
) -> layerlua_status {
  perform(engine) { handle in
    let name = try text(name, "the argument's name")
    let value = try optionalText(value, "the argument \(name)")
    handle.arguments.named.removeAll { $0.name == name }
    if let value { handle.arguments.named.append((name, value)) }
  }
}

@_cdecl("layerlua_set_positional_arguments") public func setPositionalArguments(
  _ engine: OpaquePointer?, _ values: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int
) -> layerlua_status {
  perform(engine) { handle in handle.arguments.positional = try texts(values, count, "arguments") }
}

@_cdecl("layerlua_run") public func run(
  _ engine: OpaquePointer?, _ source: UnsafePointer<CChar>?, _ count: Int, _ name: UnsafePointer<CChar>?,
  _ layer: UnsafeMutablePointer<OpaquePointer?>?
) -> layerlua_status {
  layer?.pointee = nil
  return perform(engine) { handle in
    guard count >= 0 else { throw misuse("the number of bytes is out of range") }
    guard let source else { throw misuse("the script is NULL") }
    let bytes = [UInt8](UnsafeRawBufferPointer(start: source, count: count))
    try handle.run(bytes, try text(name, "the script's name"), layer)
  }
}

@_cdecl("layerlua_run_file") public func runFile(
  _ engine: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ layer: UnsafeMutablePointer<OpaquePointer?>?
) -> layerlua_status {
  layer?.pointee = nil
  return perform(engine) { handle in
    let path = try text(path, "the script's path")
    let result = try handle.engine.run(fileAt: path, name: path, arguments: handle.arguments)
    layer?.pointee = result.map { handle.handles.pointer(to: $0) }
  }
}

extension EngineHandle {
  fileprivate func run(_ script: [UInt8], _ name: String, _ layer: UnsafeMutablePointer<OpaquePointer?>?) throws {
    let result = try engine.run(script: script, name: name, arguments: arguments)
    layer?.pointee = result.map { handles.pointer(to: $0) }
  }
}

@_cdecl("layerlua_call") public func call(
  _ engine: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ arguments: UnsafePointer<layerlua_value>?, _ count: Int,
  _ results: UnsafeMutablePointer<UnsafePointer<layerlua_value>?>?, _ resultCount: UnsafeMutablePointer<Int>?
) -> layerlua_status {
  results?.pointee = nil
  resultCount?.pointee = 0
  return perform(engine) { handle in
    let name = try text(name, "the function's name")
    guard let function = try handle.engine.function(named: name) else {
      throw misuse("there is no global function \(name) to call; a script defines it as function \(name)() … end")
    }
    try handle.call(function, try handle.values(arguments, count, "argument"), results, resultCount)
  }
}

@_cdecl("layerlua_call_function") public func callFunction(
  _ engine: OpaquePointer?, _ function: OpaquePointer?, _ arguments: UnsafePointer<layerlua_value>?, _ count: Int,
  _ results: UnsafeMutablePointer<UnsafePointer<layerlua_value>?>?, _ resultCount: UnsafeMutablePointer<Int>?
) -> layerlua_status {
  results?.pointee = nil
  resultCount?.pointee = 0
  return perform(engine) { handle in
    try handle.call(
      try handle.function(function), try handle.values(arguments, count, "argument"), results, resultCount)
  }
}

extension EngineHandle {
  fileprivate func call(
    _ function: ScriptFunction, _ arguments: [PropertyValue],
    _ results: UnsafeMutablePointer<UnsafePointer<layerlua_value>?>?,
    _ resultCount: UnsafeMutablePointer<Int>?
  ) throws {
    let values = try engine.call(function, arguments: arguments)
    self.results = ValueStore(handles)
    results?.pointee = self.results.store(values)
    resultCount?.pointee = values.count
  }
}

@_cdecl("layerlua_cancel") public func cancel(_ engine: OpaquePointer?) { EngineHandle.of(engine)?.cancel() }

@_cdecl("layerlua_report_repeated_warnings") public func reportRepeatedWarnings(_ engine: OpaquePointer?)
  -> layerlua_status
{
  perform(engine) { $0.engine.reportRepeatedWarnings() }
}

private let isolationSize =
  (MemoryLayout<layerlua_isolation>.offset(of: \.written_file_count) ?? 0) + MemoryLayout<Int>.size

@_cdecl("layerlua_isolate") public func isolate(
  _ engine: OpaquePointer?, _ how: UnsafePointer<layerlua_isolation>?,
  _ missing: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> layerlua_status {
  missing?.pointee = nil
  return perform(engine) { handle in
    let how = try sized(how, layerlua_isolation(), first: isolationSize, "layerlua_isolation")
    let files = try texts(how.written_files, how.written_file_count, "layerlua_isolation.written_files")
    let lacking = try handle.engine.isolateProcess(
      writing: files, startsFFmpeg: withUnsafeBytes(of: how.starts_ffmpeg) { $0[0] != 0 })
    guard !lacking.isEmpty else { return }
    let text = "this system has \(lacking.joined(separator: "; and "))"
    if withUnsafeBytes(of: how.required, { $0[0] != 0 }) { throw EngineError(.missing, text) }
    handle.results = ValueStore(handle.handles)
    missing?.pointee = handle.results.store(text)
  }
}

@_cdecl("layerlua_font_names") public func fontNames(
  _ engine: OpaquePointer?, _ names: UnsafeMutablePointer<UnsafePointer<UnsafePointer<CChar>?>?>?,
  _ count: UnsafeMutablePointer<Int>?
) -> layerlua_status {
  names?.pointee = nil
  count?.pointee = 0
  return perform(engine) { handle in
    guard let names, let count else { throw misuse("the output pointer for the names or their number is NULL") }
    let found = handle.engine.fontNames()
    handle.results = ValueStore(handle.handles)
    names.pointee = handle.results.store(found)
    count.pointee = found.count
  }
}

// MARK: - Time

@_cdecl("layerlua_current_time") public func currentTime(
  _ engine: OpaquePointer?, _ time: UnsafeMutablePointer<Double>?
) -> layerlua_status {
  perform(engine) { handle in
    guard let time else { throw misuse("the output pointer for the time is NULL") }
    time.pointee = handle.engine.currentTime
  }
}

@_cdecl("layerlua_set_current_time") public func setCurrentTime(_ engine: OpaquePointer?, _ time: Double)
  -> layerlua_status
{
  perform(engine) { try $0.engine.advance(to: time) }
}
