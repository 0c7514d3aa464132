// SPDX-License-Identifier: MIT
import LayerEngine
import LayerModel

/// Non-owning table of the layers and functions that C has pointers to. A pointer to an object that is gone or never
/// existed is reported as an error.
final class Handles {
  private final class Known<Object: AnyObject> {
    private(set) weak var object: Object?
    let pointer: UnsafeRawPointer

    init(_ object: Object, _ pointer: UnsafeRawPointer) {
      self.object = object
      self.pointer = pointer
    }
  }

  private var layers: [UnsafeRawPointer: Known<Layer>] = [:]
  private var functions: [UnsafeRawPointer: Known<ScriptFunction>] = [:]
  /// One-entry cache of the last lookup, since programs set many keys of one layer.
  private var lastLayer: Known<Layer>?
  /// Number of entries at which dead ones are purged.
  private var layerRoom = 256
  private var functionRoom = 256

  func pointer(to layer: Layer) -> OpaquePointer {
    // A new layer may have the address of a dead one.
    lastLayer = nil
    return Self.pointer(to: layer, &layers, &layerRoom)
  }

  func pointer(to function: ScriptFunction) -> OpaquePointer { Self.pointer(to: function, &functions, &functionRoom) }

  private static func pointer<Object: AnyObject>(
    to object: Object, _ known: inout [UnsafeRawPointer: Known<Object>], _ room: inout Int
  ) -> OpaquePointer {
    let pointer = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    if known[pointer]?.object == nil {
      if known.count >= room {
        known = known.filter { $0.value.object != nil }
        room = max(256, known.count * 2)
      }
      known[pointer] = Known(object, pointer)
    }
    return OpaquePointer(pointer)
  }

  func layer(_ pointer: OpaquePointer) throws(EngineError) -> Layer {
    let pointer = UnsafeRawPointer(pointer)
    if let lastLayer, lastLayer.pointer == pointer, let layer = lastLayer.object { return layer }
    guard let known = layers[pointer] else {
      throw misuse(
        "the layer is not from this engine: it belongs to another engine, or was never returned by one")
    }
    guard let layer = known.object else {
      throw misuse(
        "the layer was freed: another script was run, or nothing referenced it; layerlua_keep_layer keeps one")
    }
    lastLayer = known
    return layer
  }

  func function(_ pointer: OpaquePointer) throws(EngineError) -> ScriptFunction {
    guard let known = functions[UnsafeRawPointer(pointer)] else {
      throw misuse(
        "the function is not from this engine: it belongs to another engine, or was never returned by one")
    }
    guard let function = known.object else {
      throw misuse("the function was freed with the value it came in; layerlua_keep_function keeps one")
    }
    return function
  }
}
