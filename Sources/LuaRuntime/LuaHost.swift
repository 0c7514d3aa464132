// SPDX-License-Identifier: MIT
/// What a state asks of the program around it. Called on the state's thread, while a script runs.
package protocol LuaHost: AnyObject {
  /// What `print` says, with its line break.
  func write(_ bytes: UnsafeRawBufferPointer) throws
  /// A warning of Lua's, without a line break.
  func warn(_ message: String, _ cause: LuaWarningCause)
  /// The source of `require "name"`. The host decides which files may be read.
  func module(named name: String) throws -> LuaModule
  /// The script's clock in seconds, for `os.time`, `os.clock` and `os.date`.
  var scriptTime: Double { get }
}

/// Where a warning of Lua's comes from.
package enum LuaWarningCause {
  /// A script called `warn`.
  case script
  /// A script's `__gc` was dropped.
  case finalizer
}

/// What looking for a module gave.
package enum LuaModule {
  /// Its text and the name its errors carry.
  case source([UInt8], name: String)
  /// No such module; where it was sought.
  case missing(searched: String)
}

extension LuaHost {
  package func warn(_ message: String, _ cause: LuaWarningCause) {}
  package func module(named name: String) throws -> LuaModule { .missing(searched: "") }
  package var scriptTime: Double { 0 }
}
