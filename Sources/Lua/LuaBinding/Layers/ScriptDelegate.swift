// SPDX-License-Identifier: MIT
import CLuaBinding
import Geometry
import LayerModel
import LuaRuntime
import Numbers

/// A layer delegate written in Lua: the functions of the table, layer or class assigned to `layer.delegate`.
final class ScriptDelegate: LayerDelegate {
  // Non-owning, since a host may keep layers longer than the scripts.
  @WhileBound private var binding: LuaBinding?
  private weak var layer: Layer?
  /// Serial of the layer whose Lua object keeps the table.
  let serial: Int
  /// True if the delegate is a layer, whose class may have its own display hooks.
  let isLayer: Bool

  private static let functions: [(hook: LayerHooks, name: String)] = [
    (.display, "displayLayer"), (.draw, "drawLayerInContext"), (.layerWillDraw, "layerWillDraw"),
    (.layoutSublayers, "layoutSublayersOfLayer"), (.action, "actionForLayerForKey"),
    (.action, underscoredActionName),
    (.inheritContentsScale, "layerShouldInheritContentsScale"), (.inheritContentsScale, windowScaleName),
    (.drawable, "drawLayerInDrawable"), (.canDraw, "canDrawLayer"),
  ]

  /// AppKit's `layer(_:shouldInheritContentsScale:from:)`, called here without a window.
  private static let windowScaleName = "layerShouldInheritContentsScaleFromWindow"

  /// The selector's words apart.
  private static let underscoredActionName = "actionForLayer_forKey"

  /// Names in Swift, and names of a class's hooks, which a delegate does not have. A class that is a delegate has these
  /// for its own layers.
  private static let otherNames: [(name: String, instead: String)] = [
    ("action", "{actionForLayerForKey = function(self, layer, key) end}"),
    ("actionForKey", "{actionForLayerForKey = function(self, layer, key) end}"),
    ("defaultActionForKey", "{actionForLayerForKey = function(self, layer, key) end}"),
    ("layoutSublayers", "{layoutSublayersOfLayer = function(self, layer) end}"),
  ]

  /// The most delegates with hooks whose other functions are looked at: looking takes longer than a layer's layout.
  private static let lookLimit = 256

  private let mark: LiveMark

  init(_ binding: LuaBinding, _ layer: Layer, isLayer: Bool) {
    mark = LiveMark(binding.memory.live, .callbacks)
    self.binding = binding
    self.layer = layer
    self.isLayer = isLayer
    serial = layer.serial
  }

  var hooks: LayerHooks {
    guard let layer, let binding else { return [] }
    var hooks: LayerHooks = []
    for (hook, name) in ScriptDelegate.functions
    where llua_has_function(
      binding.pointer, UInt32(LLUA_TARGET_DELEGATE), Unmanaged.passUnretained(layer).toOpaque(), "delegate", name)
    {
      hooks.insert(hook)
    }
    if !hasLooked {
      hasLooked = true
      if hooks.isEmpty {
        noteNearMisses(layer, binding)
      } else if binding.delegatesLookedAt < ScriptDelegate.lookLimit {
        binding.delegatesLookedAt += 1
        noteNearMisses(layer, binding)
      }
    }
    return hooks
  }

  private var hasLooked = false

  /// Warns once if a table has functions named like hooks of other systems, of Swift or of classes.
  private func noteNearMisses(_ layer: Layer, _ binding: LuaBinding) {
    // Drawing hooks are reported when the layer is drawn (`drawingNearMisses`).
    if isLayer { return }
    func has(_ name: String) -> Bool {
      llua_has_function(
        binding.pointer, UInt32(LLUA_TARGET_DELEGATE), Unmanaged.passUnretained(layer).toOpaque(), "delegate", name)
    }
    // An __index that has, or refuses, every name says nothing about them.
    if has("?") { return }
    var names: [(name: String, instead: String)] = []
    // Without the other tables, which no picture of right hooks should have to make.
    for row in ForeignName.hooks
    where !row.write.contains(where: { $0.hasPrefix("{drawLayer") || $0.hasPrefix("{displayLayer") }) {
      guard let instead = row.write.first(where: { $0.hasPrefix("{") }) else { continue }
      names += row.names.map { ($0, instead) }
    }
    // Only classes, and tables that inherit from one, have this function.
    if !has("subclass") { names += ScriptDelegate.otherNames }
    for (name, instead) in names where has(name) {
      layer.scene.warn(
        .nearMissHook, "\(layer.mention): the delegate's \(name) is not a hook and is not called; write \(instead)",
        onceFor: "delegate \(name)", about: layer)
    }
  }

  var drawingNearMisses: [String] {
    guard let layer, let binding else { return [] }
    let own = isLayer ? [] : ["drawInContext", "display"]
    let foreign = ForeignName.hooks.filter { row in
      row.write.contains { $0.hasPrefix("{drawLayer") || $0.hasPrefix("{displayLayer") }
    }
    return (own + foreign.flatMap(\.names))
      .filter {
        llua_has_function(
          binding.pointer, UInt32(LLUA_TARGET_DELEGATE), Unmanaged.passUnretained(layer).toOpaque(), "delegate", $0)
      }
  }

  func display(_ layer: Layer) throws { try binding?.call(.delegate, "displayLayer", layer) }
  func draw(_ layer: Layer, in context: GraphicsContext) throws {
    try binding?.call(.delegate, "drawLayerInContext", layer, context)
  }
  func layerWillDraw(_ layer: Layer) throws { try binding?.call(.delegate, "layerWillDraw", layer) }
  func layoutSublayers(of layer: Layer) throws { try binding?.call(.delegate, "layoutSublayersOfLayer", layer) }

  func action(for layer: Layer, forKey key: String) throws -> LayerAction? {
    let own = "actionForLayerForKey"
    guard let binding else { return nil }
    let hasOwn = llua_has_function(
      binding.pointer, UInt32(LLUA_TARGET_DELEGATE), Unmanaged.passUnretained(layer).toOpaque(), "delegate", own)
    return try binding.action(.delegate, hasOwn ? own : ScriptDelegate.underscoredActionName, layer, key)
  }

  func shouldInheritContentsScale(_ layer: Layer, _ scale: Double) throws -> Bool {
    guard let binding else { return false }
    let own = "layerShouldInheritContentsScale"
    let hasOwn = llua_has_function(
      binding.pointer, UInt32(LLUA_TARGET_DELEGATE), Unmanaged.passUnretained(layer).toOpaque(), "delegate", own)
    let name = hasOwn ? own : ScriptDelegate.windowScaleName
    binding.push(scale)
    try binding.call(LLUA_TARGET_DELEGATE, of: layer, "delegate", name, results: 1)
    guard let nodes = llua_in_nodes(binding.pointer), llua_in_count(binding.pointer) > 0 else { return false }
    let answer = Argument(nodes: nodes, doubles: llua_in_doubles(binding.pointer), memory: binding.memory, index: 0)
    if answer.isNil { return false }
    guard answer.type == LLUA_NODE_BOOLEAN else {
      throw LayerError(
        "\(layer.label): \(name) must return true or false, got \(answer.described)")
    }
    return answer.number != 0
  }
  func draw(_ layer: DrawableLayer, in drawable: Drawable, layerTime: Double) throws {
    guard let binding else { return }
    binding.push(drawable)
    binding.push(layerTime)
    try binding.call(.delegate, "drawLayerInDrawable", layer)
  }
  func canDraw(_ layer: DrawableLayer, layerTime: Double) throws -> Bool {
    guard let binding else { return false }
    binding.push(layerTime)
    return try binding.ask(.delegate, "canDrawLayer", layer)
  }
}

/// Overrides of a layer class written in Lua.
final class ScriptClass: LayerSubclass {
  @WhileBound private var binding: LuaBinding?
  /// The class's index in the C binding; -1 until it is registered.
  var index: Int32 = -1
  private var knownDefaults: (version: UInt64, values: [(Property, PropertyValue)])?

  /// Names of functions of a class or delegate, never of a single layer.
  static let hookNames: [String] = ScriptHook.all.map(\.name)

  /// Methods that Core Animation calls in subclasses and the engine does not, with what to write instead.
  static let ignoredOverrides: [String: String] = {
    let layout = "write function Class:layoutSublayers() end"
    let hitTest = "write the test where the script uses the layer that layerAt or hitTest gives"
    return [
      "hitTest": hitTest, "containsPoint": hitTest, "contains": hitTest, "resizeSublayersWithOldSize": layout,
      "resizeWithOldSuperlayerSize": layout,
      "preferredFrameSize": "write layoutManager = { preferredSizeOfLayer = function(self, layer) end }",
    ]
  }()

  init(_ binding: LuaBinding) { self.binding = binding }

  var hooks: LayerHooks {
    guard let binding else { return [] }
    var hooks: LayerHooks = []
    if llua_class_has_function(binding.pointer, index, "display") { hooks.insert(.display) }
    if llua_class_has_function(binding.pointer, index, "drawInContext") { hooks.insert(.draw) }
    if llua_class_has_function(binding.pointer, index, "layoutSublayers") { hooks.insert(.layoutSublayers) }
    if llua_class_has_function(binding.pointer, index, "drawInDrawable") { hooks.insert(.drawable) }
    if llua_class_has_function(binding.pointer, index, "canDraw") { hooks.insert(.canDraw) }
    if llua_class_has_function(binding.pointer, index, "actionForKey") { hooks.insert(.action) }
    if llua_class_has_function(binding.pointer, index, "defaultActionForKey") { hooks.insert(.defaultAction) }
    if llua_class_has_function(binding.pointer, index, "needsDisplayForKey") { hooks.insert(.needsDisplayForKey) }
    return hooks
  }

  func needsDisplay(_ layer: Layer, forKey key: String) throws -> Bool {
    guard let binding else { return false }
    binding.push(key)
    return try binding.ask(.layerClass, "needsDisplayForKey", layer)
  }
  func display(_ layer: Layer) throws { try binding?.call(.layerClass, "display", layer) }
  func draw(_ layer: Layer, in context: GraphicsContext) throws {
    try binding?.call(.layerClass, "drawInContext", layer, context)
  }
  func layoutSublayers(of layer: Layer) throws { try binding?.call(.layerClass, "layoutSublayers", layer) }
  func draw(_ layer: DrawableLayer, in drawable: Drawable, layerTime: Double) throws {
    guard let binding else { return }
    binding.push(drawable)
    binding.push(layerTime)
    try binding.call(.layerClass, "drawInDrawable", layer)
  }
  func canDraw(_ layer: DrawableLayer, layerTime: Double) throws -> Bool {
    guard let binding else { return false }
    binding.push(layerTime)
    return try binding.ask(.layerClass, "canDraw", layer)
  }
  func action(for layer: Layer, forKey key: String) throws -> LayerAction? {
    try binding?.action(.layerClass, "actionForKey", layer, key)
  }
  func defaultAction(for layer: Layer, forKey key: String) throws -> LayerAction? {
    try binding?.action(.layerClass, "defaultActionForKey", layer, key)
  }

  var overridesDefaultValues: Bool {
    binding.map { llua_class_has_function($0.pointer, index, "defaultValueForKey") } ?? false
  }

  func defaultValue(forKey key: String) throws -> PropertyValue {
    guard let binding else { return .null }
    binding.push(key)
    try binding.state.check(
      llua_call_function(
        binding.pointer, UInt32(LLUA_TARGET_CLASS), 0, UInt32(clamping: index), nil, nil, "defaultValueForKey",
        Int32(1 | LLUA_RESULTS_READ)
      ))
    guard let nodes = llua_in_nodes(binding.pointer), llua_in_count(binding.pointer) > 0 else { return .null }
    let result = Argument(nodes: nodes, doubles: llua_in_doubles(binding.pointer), memory: binding.memory, index: 0)
    do { return try result.propertyValue(in: binding, for: nil, key: key) } catch {
      throw LayerError(
        error.kind,
        "\(binding.classes[Int(index)].name).defaultValueForKey of \(key): \(error.message)")
    }
  }

  /// Returns the hook's results, cached until any class gets another method: making a layer must not call the script
  /// for each of its keys.
  func defaultValues(of layerClass: KeyedClass) throws -> [(Property, PropertyValue)] {
    let version = binding.map { llua_class_version($0.pointer) } ?? 0
    if let known = knownDefaults, known.version == version { return known.values }
    let values = try askedDefaultValues(of: layerClass)
    knownDefaults = (version, values)
    return values
  }
}

extension LuaBinding {
  enum Target {
    case delegate, layerClass
  }

  /// Calls a hook. An error in it is thrown with its own line and traceback, and raised again by the function that Lua
  /// called.
  func call(
    _ target: Target, _ name: String, _ layer: Layer, _ context: GraphicsContext? = nil, key: String = "delegate",
    results: Int32 = 0
  ) throws {
    if let context { push(context) }
    let kind = target == .delegate ? LLUA_TARGET_DELEGATE : LLUA_TARGET_CLASS
    try draw(layer, context) { try call(kind, of: layer, key, name, results: results) }
  }

  /// Runs a hook that may draw, with its own random stream. A layer's drawing must not depend on earlier drawings:
  /// frames are drawn in any order, on any machine.
  func draw(_ layer: Layer, _ context: GraphicsContext? = nil, _ body: () throws -> Void) throws {
    try state.withRandomNumbers(of: UInt64(truncatingIfNeeded: layer.serial), salt(of: layer, context), body)
  }

  /// Calls a function of an object with the pushed arguments: the function under a key, or the function `name` of the
  /// value under the key.
  func call(
    _ target: Int, of object: KeyedObject, _ key: String, _ name: String? = nil, ordinal: UInt32 = 0, results: Int32 = 0
  ) throws {
    try withExtendedLifetime(object) {
      try state.check(
        llua_call_function(
          pointer, UInt32(target), 0, ordinal, Unmanaged.passUnretained(object).toOpaque(), key, name, results))
    }
  }

  /// Returns a number that distinguishes the drawings of a layer: by time for a drawing that serves a single picture,
  /// by position for a tile.
  private func salt(of layer: Layer, _ context: GraphicsContext?) -> UInt64 {
    let tiled = layer as? TiledLayer
    let passing = tiled.map(\.passingTileTime) ?? scene.passingTime
    let time = passing ?? (layer as? DrawableLayer).map { _ in scene.picture.time ?? scene.currentTime }
    guard tiled != nil, let tile = context?.clipBounds else { return time?.salt ?? 0 }
    return tile.x.salt &* 3 &+ tile.y.salt &+ (time?.salt ?? 0) &* 5
  }

  /// Calls a function among the running call's arguments.
  func call(function: UInt32, of references: Int32, _ context: GraphicsContext) throws {
    push(context)
    try state.check(llua_call_function(pointer, UInt32(LLUA_TARGET_ARGUMENT), references, function, nil, nil, nil, 0))
  }

  /// Makes a class under `parent` from the table of `subclass` in in node 0; returns its index.
  func makeClass(under parent: LayerClass, named name: String) throws -> Int32 {
    var defaults: [(key: String, value: PropertyValue)] = []
    var redrawKeys: [String] = []
    if let nodes = llua_in_nodes(pointer) {
      let table = Argument(nodes: nodes, doubles: llua_in_doubles(pointer), memory: memory, index: 0)
      for (key, value) in table.entries ?? [] {
        switch key {
        case "defaults":
          guard let entries = value.entries, value.node.count == 0 else {
            if value.type == LLUA_NODE_TABLE, value.node.count == 0 { continue }
            throw LayerError("\(name).defaults: expected a table of keys and values, got \(value.described)")
          }
          for (key, value) in entries { defaults.append((key, try value.propertyValue(in: self, for: nil, key: key))) }
        case "redrawKeys":
          guard let items = value.items else {
            throw LayerError("\(name).redrawKeys: expected a list of keys, got \(value.described)")
          }
          for item in items {
            guard let key = item.string else {
              throw LayerError("\(name).redrawKeys: expected a list of keys, got \(item.described) in it")
            }
            redrawKeys.append(key)
          }
        default:
          throw LayerError(
            "\(name): subclass takes defaults and redrawKeys, got \(key); define methods as function \(name):\(key)(…) "
              + "end"
          )
        }
      }
    }
    let hooks = ScriptClass(self)
    let made = try parent.subclass(named: name, defaults: defaults, redrawKeys: redrawKeys, hooks: hooks)
    hooks.index = adopt(made)
    return hooks.index
  }
}
