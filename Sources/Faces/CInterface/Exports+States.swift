// SPDX-License-Identifier: MIT
import CLayerLua
import LayerEngine
import LayerModel

// States of layers. layerlua.h documents each function.

@_cdecl("layerlua_set_state") public func setState(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ transitionSpeed: Double,
  _ time: Double
) -> layerlua_status {
  perform(engine) { handle in
    let name = try optionalText(name, "the state's name")
    try handle.layer(layer).setState(name, transitionSpeed: transitionSpeed, at: time.isNaN ? nil : time)
  }
}

@_cdecl("layerlua_set_state_between") public func setStateBetween(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ from: UnsafePointer<CChar>?, _ to: UnsafePointer<CChar>?,
  _ fraction: Double
) -> layerlua_status {
  perform(engine) { handle in
    let from = try optionalText(from, "the first state's name")
    let to = try optionalText(to, "the second state's name")
    try handle.layer(layer).setState(from: from, to: to, fraction: fraction)
  }
}

@_cdecl("layerlua_state_names") public func stateNames(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?,
  _ names: UnsafeMutablePointer<UnsafePointer<UnsafePointer<CChar>?>?>?, _ count: UnsafeMutablePointer<Int>?
) -> layerlua_status {
  names?.pointee = nil
  count?.pointee = 0
  return perform(engine) { handle in
    guard let names, let count else { throw misuse("the output pointer for the names or their number is NULL") }
    let found = try handle.layer(layer).stateNames()
    handle.results = ValueStore(handle.handles)
    names.pointee = handle.results.store(found)
    count.pointee = found.count
  }
}

@_cdecl("layerlua_state_name") public func stateName(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ word: UnsafePointer<CChar>?,
  _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> layerlua_status {
  name?.pointee = nil
  return perform(engine) { handle in
    guard let name else { throw misuse("the output pointer for the name is NULL") }
    let found = try handle.layer(layer).stateName(of: try text(word, "the word"))
    handle.results = ValueStore(handle.handles)
    name.pointee = found.map { handle.results.store($0) }
  }
}

@_cdecl("layerlua_set_tilt") public func setTilt(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ x: Double, _ y: Double
) -> layerlua_status {
  perform(engine) { try $0.layer(layer).setTilt(x, y) }
}

@_cdecl("layerlua_add_wallpaper_states") public func addWallpaperStates(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?
) -> layerlua_status {
  perform(engine) { try $0.layer(layer).addWallpaperStates() }
}
