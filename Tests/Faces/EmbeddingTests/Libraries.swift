// SPDX-License-Identifier: MIT
import Foundation
import Testing
import TestSupport

/// The shared libraries built by scripts/build, which scripts/test runs first.
enum Libraries {
  static let folder = ProcessInfo.processInfo.environment["LAYERLUA_LIBRARIES"] ?? Checkout.root + "/.build"
  static let c: String = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return folder + "/"
      + (names.filter { $0.wholeMatch(of: /liblayerlua\.so\.\d+/) != nil }.sorted().last ?? "liblayerlua.so")
  }()
  static let module = folder + "/layerlua.so"
  static let areBuilt = [c, module].allSatisfy { FileManager.default.fileExists(atPath: $0) }

  /// Runs the stock interpreter with the module on its path.
  static func runLua(_ arguments: [String], in folder: String, lua: String = "lua5.4") throws -> CommandResult {
    try shell(#"LUA_CPATH="$0/?.so" exec "$@""#, [Self.folder, lua] + arguments, in: folder)
  }

  static func shell(_ command: String, _ arguments: [String] = [], in folder: String, limit: Double = 60) throws
    -> CommandResult
  {
    try runCommand("/bin/sh", ["-c", command] + arguments, in: folder, limit: limit)
  }

  static func has(_ program: String) -> Bool {
    ((try? shell("command -v \(program)", in: "/"))?.status ?? 1) == 0
  }
}

/// Skipped if scripts/build has not run before, as scripts/test does.
let needsLibraries = ConditionTrait.enabled(
  if: Libraries.areBuilt, "scripts/build makes liblayerlua.so and layerlua.so")
