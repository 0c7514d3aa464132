// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

/// Runs a script in a fresh engine and returns its output, line by line.
func printed(_ script: String, _ configuration: Engine.Configuration = Engine.Configuration()) throws -> [String] {
  let engine = try Engine(configuration)
  var bytes: [UInt8] = []
  engine.onPrint = { bytes += $0 }
  try engine.run(script: script, name: "test.lua")
  return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
    String.init)
}

/// The error of a script that fails, as on standard error: `test.lua:1: message`; nil if it succeeds.
func failure(_ script: String, _ configuration: Engine.Configuration = Engine.Configuration()) throws -> EngineError? {
  let engine = try Engine(configuration)
  do {
    try engine.run(script: script, name: "test.lua")
    return nil
  } catch { return EngineError(error) }
}
