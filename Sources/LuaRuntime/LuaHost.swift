// SPDX-License-Identifier: MIT
/// The services that a state needs from the program around it. Called on the state's thread, while a script runs.
package protocol LuaHost: AnyObject {
  /// Writes the output of `print`, with its line break.
  func write(_ bytes: UnsafeRawBufferPointer) throws
  /// A warning of Lua's, without a line break.
  func warn(_ message: String, _ cause: LuaWarningCause)
  /// The source of `require "name"`. The host decides which files may be read.
  func module(named name: String) throws -> LuaModule
  /// The script's clock in seconds, for `os.time`, `os.clock` and `os.date`.
  var scriptTime: Double { get }
  /// The form of an error in which it passes through a script; a host that throws errors of its own gives their kinds.
  func scriptError(_ error: any Error) -> ScriptError
}

/// The source of a warning of Lua's.
package enum LuaWarningCause {
  /// A script called `warn`.
  case script
  /// An error in a script's `__gc` was dropped.
  case finalizer
}

/// The result of the search for a module.
package enum LuaModule {
  /// Its text, and its name in errors.
  case source([UInt8], name: String)
  /// No such module; `searched` lists the places.
  case missing(searched: String)
}

extension LuaHost {
  package func warn(_ message: String, _ cause: LuaWarningCause) {}
  package func module(named name: String) throws -> LuaModule { .missing(searched: "") }
  package var scriptTime: Double { 0 }
  package func scriptError(_ error: any Error) -> ScriptError { ScriptError(error) }
}
