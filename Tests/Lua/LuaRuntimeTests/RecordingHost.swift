// SPDX-License-Identifier: MIT
import LuaRuntime

/// A host that records its callbacks.
final class RecordingHost: LuaHost {
  var written = ""
  var warnings: [String] = []
  var modules: [String: String] = [:]
  var scriptTime = 0.0

  func write(_ bytes: UnsafeRawBufferPointer) { written += String(decoding: bytes, as: UTF8.self) }

  func warn(_ message: String, _ cause: LuaWarningCause) { warnings.append(message) }

  func module(named name: String) -> LuaModule {
    modules[name].map { .source(Array($0.utf8), name: name + ".lua") } ?? .missing(searched: "no file '\(name).lua'")
  }
}

/// A sandboxed state with a recording host.
func makeState(memoryLimit: Int = 0, seed: UInt64 = 0, isTrusted: Bool = false, host: RecordingHost = RecordingHost())
  throws -> LuaState
{
  try LuaState(LuaState.Configuration(memoryLimit: memoryLimit, seed: seed, isTrusted: isTrusted), host: host)
}

/// The output of a script.
func output(of script: String, seed: UInt64 = 0) throws -> String {
  let host = RecordingHost()
  _ = try makeState(seed: seed, host: host).run(script, name: "test.lua")
  return host.written
}

/// The error of a script; nil if it succeeds.
func failure(of script: String, name: String = "test.lua", memoryLimit: Int = 0) throws -> ScriptError? {
  let state = try makeState(memoryLimit: memoryLimit)
  do {
    _ = try state.run(script, name: name)
    return nil
  } catch {
    return error
  }
}
