// SPDX-License-Identifier: MIT
import CLuaShim
import LayerModel

// Functions that the contract names and this version lacks: each throws an error about that when it is called.
private func later(_ owner: String, _ names: [String], _ remedy: String = "") -> [Method] {
  names.map { name in
    Method(owner, name, flags: LLUA_REFERENCES) { call in throw LayerError.unsupported(call.name, remedy: remedy) }
  }
}

extension Method {
  static let laterMethods: [Method] =
    later("ca", ["diagnose"])
}
