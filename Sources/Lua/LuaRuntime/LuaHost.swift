// SPDX-License-Identifier: MIT
/// Services that a state needs from its host program. Called on the state's thread while a script runs.
package protocol LuaHost: AnyObject {
  /// Writes the output of `print`, including its line break.
  func write(_ bytes: UnsafeRawBufferPointer) throws
  /// Receives a warning from Lua, without a line break.
  func warn(_ message: String, _ cause: LuaWarningCause)
  /// Returns the source of `require "name"`. The host decides which files may be read.
  func module(named name: String) throws -> LuaModule
  /// The script's clock in seconds, for `os.time`, `os.clock` and `os.date`.
  var scriptTime: Double { get }
  /// Converts an error to the form in which it passes through a script; a host that throws its own errors supplies
  /// their kinds.
  func scriptError(_ error: any Error) -> ScriptError
}

/// Cause of a warning from Lua.
package enum LuaWarningCause {
  /// A script called `warn`.
  case script
  /// A script's `__gc` was removed: scripts have no finalisers.
  case finalizer
}

/// Result of a module search.
package enum LuaModule {
  /// The module's text, and its name in errors.
  case source([UInt8], name: String)
  /// No such module; `searched` lists the places searched.
  case missing(searched: String)
}

extension LuaHost {
  package func warn(_ message: String, _ cause: LuaWarningCause) {}
  package func module(named name: String) throws -> LuaModule { .missing(searched: "") }
  package var scriptTime: Double { 0 }
  package func scriptError(_ error: any Error) -> ScriptError { ScriptError(error) }
}
