// SPDX-License-Identifier: MIT
import CLayerLua
import LayerEngine
import LayerModel

// Lottie files as layers. layerlua.h documents each function.

@_cdecl("layerlua_layer_lottie") public func layerLottie(
  _ engine: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<layerlua_value>?,
  _ layer: UnsafeMutablePointer<OpaquePointer?>?
) -> layerlua_status {
  layer?.pointee = nil
  return perform(engine) { handle in
    guard let layer else { throw misuse("the output pointer for the layer is NULL") }
    let path = try text(path, "the path")
    var named: [(key: String, value: PropertyValue)] = []
    if let options {
      guard case .dictionary(let entries) = try handle.value(options, "the options") else {
        throw misuse("the options must be a LAYERLUA_DICTIONARY")
      }
      named = entries
    }
    let made = try handle.engine.layer(lottie: path, named: named)
    // Only the results hold the layer until the next call.
    handle.results = ValueStore(handle.handles)
    layer.pointee = handle.results.store(.layer(made)).as.layer
  }
}

@_cdecl("layerlua_lottie_info") public func lottieInfo(
  _ engine: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ animation: UnsafePointer<CChar>?,
  _ info: UnsafeMutablePointer<layerlua_value>?
) -> layerlua_status {
  perform(engine) { handle in
    guard let info else { throw misuse("the output pointer for the information is NULL") }
    let animation = try optionalText(animation, "the animation's identifier")
    info.pointee = handle.hand(
      out: try handle.engine.lottieInfo(at: try text(path, "the path"), animation: animation))
  }
}
