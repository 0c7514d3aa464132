// SPDX-License-Identifier: MIT
import LuaBinding

extension Engine {
  /// Every function and method that scripts can call, with its owner: "ca", "ca.Image", or a class of objects.
  package static var functions: [(owner: String, name: String, isAlias: Bool)] { LuaBinding.functions }
}
