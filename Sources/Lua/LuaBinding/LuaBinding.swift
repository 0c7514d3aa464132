// SPDX-License-Identifier: MIT
import CLuaBinding
import Formats
import LayerModel
import LuaRuntime
import Messages
import Numbers

/// The `ca` module of one Lua state: the registry's classes, values, paths, images and drawing for scripts.
///
/// Belongs to the state's thread. Scripts must not run once it is gone.
package final class LuaBinding {
  /// Every function and method that scripts can call, with its owner: "ca", "ca.Image", or a class of objects. A name
  /// with a leading dot is a readable field, "()" is a call of the owner. An alias does the same as the entry before
  /// it.
  package static var functions: [(owner: String, name: String, isAlias: Bool)] {
    Method.all.flatMap { method in method.names.enumerated().map { (method.owner, $1, $0 > 0) } } + functionsInC
  }

  /// The subset of `functions` implemented in C: methods of points, rects and the like, key-value coding, and classes.
  static let functionsInC: [(owner: String, name: String, isAlias: Bool)] = {
    var result: [(owner: String, name: String, isAlias: Bool)] = []
    var function = llua_Function()
    while llua_function_at(result.count, &function) {
      guard let owner = function.owner, let name = function.name else { break }
      result.append((String(cString: owner), String(cString: name), function.is_alias))
    }
    return result
  }()

  /// Apple's constants in the format of `llua_binding_install`.
  private static let constants: [CChar] = {
    var list: [CChar] = []
    list.reserveCapacity(8192)
    for constant in AppleConstant.all {
      list += constant.name.utf8CString
      switch constant.value {
      case .name(let name): list += "=\(name)".utf8CString
      case .bit(let bit): list += String(bit).utf8CString
      }
    }
    list.append(0)
    return list
  }()

  /// The module's version, `ca.version`.
  package static let version = "0.1.0"

  package let state: LuaState
  package let scene: Scene
  let services: any ScriptServices
  let memory: ScriptMemory
  /// The C binding. It lives as long as the state.
  let pointer: OpaquePointer
  /// Classes, indexed as in the C binding.
  var classes: [LayerClass] = []
  private var classIndices: [ObjectIdentifier: Int32] = [:]
  let methods: [Method]
  /// Called before each `ca.render` with the layer, the options, the file if any, and the film plan if it is a film. If
  /// set, nothing is rendered into files.
  package var onRender: ((Layer, RenderOptions, String?, FilmPlan?) throws -> Void)?
  /// Receives each parameter that a script reads by `ca.parameter`. Default nil.
  package var onParameter: ((ScriptParameter) -> Void)?
  /// True if a required parameter without a value gets an example, or an empty value of its kind, for hosts that only
  /// want to know the parameters. Default false.
  package var fillsRequiredParameters = false
  /// The value that `ca.parameter` refused last.
  package internal(set) var refusedParameter: RefusedParameter?
  /// Named arguments for `ca.args` and `ca.parameter`.
  var arguments: [String: String] = [:]
  /// Arguments that are no texts, numbers or booleans, such as lists in rows of a table, which no parameter takes.
  var otherArguments: [String: PropertyValue] = [:]
  /// Serials of layers whose Lua objects hold animations; only for lookup, never iterated.
  var layersHoldingAnimations: Set<Int> = []
  var answered: AnyObject?
  /// Number of pins of each object, by serial; only for lookup, never iterated.
  private var pins: [Int: Int] = [:]
  var hostFunctions = HostFunctions()
  /// Paths to parts of keys, indexed by the C binding's number.
  var parts: [KnownPart] = []
  /// True once a script has run.
  package var hasRun = false
  /// True once a script has itself rendered a layer or written an image.
  package var hasMadePictures = false
  /// Makes the host's handle of a script function.
  let makeFunction: (LuaFunction) -> any HeldFunction
  /// Functions of `ca.onFrame` and of time lines, in order. Those of a script end with the next one.
  var frameFunctions: [(isOfScript: Bool, call: FrameFunction)] = []
  /// True if a script has set what its films have.
  var hasFilmSettings = false
  /// A call before a picture, with its time in seconds and its number.
  typealias FrameFunction = (_ time: Double, _ index: Int) throws -> Void
  /// Kernels of the filters that scripts have defined.
  var filterKernels: [ScriptKernel] = []
  /// Memory charge of the filters that scripts have defined.
  let filterCharge: MemoryCharge
  /// Advice on names that scripts read and nothing defines; nil for names that need none. At most 1000 names.
  var missingNames: [String: String?] = [:]
  /// Number of delegates with hooks whose other functions were looked at.
  var delegatesLookedAt = 0
  /// True while a filter kernel written in Lua runs.
  var isInKernel = false

  /// Makes the module and loads it as `layerlua`.
  ///
  /// - Parameters:
  ///   - scene: the scene of scripts' layers.
  ///   - services: the scene's services, plus those that only scripts need.
  ///   - setsGlobal: also presets the global `ca`.
  ///   - makeFunction: makes the host's handle of a script function.
  package init(
    _ state: LuaState, scene: Scene, services: any ScriptServices, setsGlobal: Bool = true,
    makeFunction: @escaping (LuaFunction) -> any HeldFunction = PlainFunction.init
  ) throws {
    self.state = state
    self.scene = scene
    self.services = services
    self.makeFunction = makeFunction
    scene.host.language = LuaLanguage()
    memory = ScriptMemory(state, scene.live, scene.host.face)
    filterCharge = MemoryCharge(memory)
    methods = Method.all
    var table = LuaBinding.hostTable()
    guard let pointer = llua_binding_create(state.pointer, &table) else {
      throw ScriptError(.memory, "out of memory")
    }
    self.pointer = pointer
    anchor.binding = .passUnretained(self)
    llua_binding_set_context(pointer, Unmanaged.passUnretained(self).toOpaque())
    var isDefined = true
    for layerClass in KeyedClass.builtIn { isDefined = isDefined && define(layerClass) }
    for (index, method) in methods.enumerated() {
      for name in method.names {
        isDefined =
          isDefined && llua_define_method(pointer, method.owner, name, Int32(truncatingIfNeeded: index), method.flags)
      }
    }
    for hook in ScriptClass.hookNames { isDefined = isDefined && llua_define_hook(pointer, hook) }
    guard isDefined else {
      llua_binding_destroy(pointer)
      throw ScriptError(.memory, "out of memory")
    }
    try LuaBinding.constants.withUnsafeBufferPointer {
      try state.check(llua_binding_install(pointer, LuaBinding.version, setsGlobal, $0.baseAddress))
    }
    state.markBuiltins()
    if scene.memoryBudget == nil { scene.memoryBudget = memory }
    scene.account.isEnded = { [weak scene, weak state] in
      scene?.host.isStopped?() == true || state?.isInterrupted == true
    }
    scene.host.onFrameError = { [anchor] error, frame in
      guard let binding = anchor.live, var failed = error as? ScriptError, failed.kind.isOfScript,
        !failed.message.isEmpty
      else {
        return error
      }
      failed.message += " (\(frame))"
      binding.state.amend(failed.token, " (\(frame))")
      return failed
    }
    // Every refusal by the layer tree is a script error.
    scene.host.onTreeError = { ScriptError($0) }
    scene.host.onAnimationsChange = { [anchor] layer, added in try anchor.live?.holdAnimations(of: layer, added) }
    let isGuest = state.isGuest
    scene.host.addFrameFunction = { [anchor] in try anchor.live?.addFrameFunction(isOfScript: $0, $1) }
    scene.host.isScriptRunning = { isGuest || llua_is_running() }
    scene.host.runningPlace = { [anchor] in anchor.live?.caller }
    scene.host.runningMark = { [anchor] in anchor.live.map { llua_mark_caller($0.pointer) } ?? 0 }
    scene.host.placeOfMark = { [anchor] mark in
      var line: Int32 = 0
      guard anchor.live != nil, let script = llua_marked_script(pointer, mark, &line) else { return nil }
      return ScriptPlace(script: String(cString: script), line: Int(line))
    }
    scene.host.callOfMark = { [anchor] mark in
      var caller: UInt32 = 0
      guard anchor.live != nil else { return nil }
      let inner = llua_marked_call(pointer, mark, &caller)
      return inner == 0 ? nil : (inner, caller)
    }
  }

  /// Non-owning reference for objects that must not retain the binding.
  let anchor = BindingAnchor()

  deinit {
    anchor.binding = nil
    scene.dropTransactions()
  }

  /// Sets `ca.args`: `-D name=value` pairs and positional arguments.
  package func setArguments(named: [(name: String, value: String)], positional: [String]) throws {
    (arguments, otherArguments) = ([:], [:])
    for (name, value) in named { arguments[name] = value }
    let names = CStrings(named.map(\.name))
    let values = CStrings(named.map(\.value))
    let others = CStrings(positional)
    try state.check(
      llua_set_arguments(
        pointer, names.pointers, values.pointers, Int32(clamping: named.count), others.pointers,
        Int32(clamping: positional.count)))
  }

  /// Sets `ca.args.NAME`, or with `isArgument` false `ca.NAME`, to a value.
  package func setValue(_ value: PropertyValue, named name: String, isArgument: Bool) throws {
    let areInUse = llua_release_buffers(pointer)
    defer { llua_reclaim_buffers(pointer, areInUse) }
    if isArgument, arguments[name] == nil { otherArguments[name] = value }
    push(value)
    try withExtendedLifetime(value) { try state.check(llua_set_module_value(pointer, name, isArgument)) }
  }

  /// Returns the layer of a state's value; nil for other values. `pin` the layer while it is used outside Lua.
  package func layer(_ value: LuaValue) throws -> Layer? {
    guard case .reference(let reference) = value else { return nil }
    var found: UnsafeMutableRawPointer?
    try state.check(llua_layer_of(pointer, reference.index, &found))
    return found.map { Unmanaged<Layer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Describes the kind of a state's value for messages: "an Image", "the class Layer".
  package func describe(_ reference: LuaReference) -> String? {
    var buffer = [CChar](repeating: 0, count: 256)
    guard (try? state.check(llua_describe_reference(pointer, reference.index, &buffer, buffer.count))) != nil else {
      return nil
    }
    return buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
  }

  /// Keeps everything that scripts attached to the layer's tree (delegates, values) alive until `unpin`, even if no
  /// script variable holds the layer.
  package func pin(_ layer: KeyedObject) throws {
    try state.check(llua_pin_layer(pointer, Unmanaged.passUnretained(layer).toOpaque()))
    pins[layer.serial, default: 0] += 1
  }

  package func unpin(_ layer: KeyedObject) {
    // Pins are counted: another caller may still need the layer.
    guard let count = pins[layer.serial] else { return }
    pins[layer.serial] = count > 1 ? count - 1 : nil
    if count > 1 { return }
    _ = llua_unpin_layer(pointer, Unmanaged.passUnretained(layer).toOpaque())
  }

  /// The running script and line, such as `compass.lua:12`, for warnings; nil if none runs.
  package var caller: ScriptPlace? {
    var line: Int32 = 0
    var buffer = [CChar](repeating: 0, count: 4097)
    guard llua_caller(pointer, &buffer, buffer.count, &line) else { return nil }
    return ScriptPlace(
      script: buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }, line: Int(line))
  }

  // MARK: - Classes

  /// Defines a class and its keys in the C binding, under the next index. Returns false if memory runs out.
  func define(_ layerClass: LayerClass) -> Bool {
    let index = Int32(classes.count)
    let parent = layerClass.superclass.flatMap { classIndices[ObjectIdentifier($0)] } ?? -1
    let kind = UInt32(layerClass.isLayerClass ? LLUA_KIND_LAYER : LLUA_KIND_KEYED)
    guard llua_define_class(pointer, index, parent, kind, layerClass.name) else { return false }
    classes.append(layerClass)
    classIndices[ObjectIdentifier(layerClass)] = index
    let inherited = layerClass.superclass?.properties.count ?? 0
    for property in layerClass.properties.dropFirst(inherited) {
      let rank = Int32(property.constructorRank * 10_000 + property.index)
      let row = UnsafeRawPointer(Unmanaged.passUnretained(property).toOpaque())
      guard llua_define_key(pointer, index, property.name, row, LuaBinding.keyKind(of: property), rank) else {
        return false
      }
    }
    return true
  }

  /// Registers a script's class, whose tables the C binding manages. Returns its index.
  func adopt(_ layerClass: LayerClass) -> Int32 {
    let index = Int32(classes.count)
    classes.append(layerClass)
    classIndices[ObjectIdentifier(layerClass)] = index
    return index
  }

  /// Returns a class's index in the C binding. Filter classes, of which there are many, get theirs with their first
  /// object.
  func index(of layerClass: LayerClass) -> Int32 {
    if let known = classIndices[ObjectIdentifier(layerClass)] { return known }
    guard layerClass.filterKind != nil, define(layerClass) else { return 0 }
    return classIndices[ObjectIdentifier(layerClass)] ?? 0
  }

  private static func keyKind(of property: Property) -> UInt32 {
    let kind: Int =
      switch property.kind {
      case .layer where property.name == "superlayer": LLUA_KEY_SUPERLAYER
      case .layers where property.name == "sublayers": LLUA_KEY_SUBLAYERS
      case .layer, .layers: LLUA_KEY_TREE
      case .objects(of: .filter), .filter: LLUA_KEY_FILTERS
      case .objects, .object: LLUA_KEY_KEYED
      case _ where property.isReadOnly: LLUA_KEY_GENERIC
      case .number: LLUA_KEY_NUMBER
      case .bool: LLUA_KEY_BOOLEAN
      case .point: LLUA_KEY_POINT
      case .size: LLUA_KEY_SIZE
      case .rect: LLUA_KEY_RECT
      case .transform: LLUA_KEY_TRANSFORM
      case .color, .colorOrPattern: LLUA_KEY_COLOR
      case .delegate, .function, .layoutManager: LLUA_KEY_SCRIPT
      case .dictionary where property.name == "actions" || property.name == "style": LLUA_KEY_ACTIONS
      default: LLUA_KEY_GENERIC
      }
    return UInt32(kind)
  }

  static func of(_ context: UnsafeMutableRawPointer?) -> LuaBinding? {
    context.map { Unmanaged<LuaBinding>.fromOpaque($0).takeUnretainedValue() }
  }
}

/// C strings that live as long as this object.
final class CStrings {
  var pointers: [UnsafePointer<CChar>?]
  init(_ strings: [String]) { pointers = strings.map { UnsafePointer(duplicate($0)) } }
  deinit { for p in pointers { UnsafeMutablePointer(mutating: p)?.deallocate() } }
}

private func duplicate(_ string: String) -> UnsafeMutablePointer<CChar> {
  let bytes = string.utf8CString
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
  for (i, byte) in bytes.enumerated() { copy[i] = byte }
  return copy
}

/// Charges memory that scripts own outside Lua to the state's memory limit.
final class ScriptMemory: MemoryBudget {
  // Weak, since layers briefly outlive the state when it ends.
  private weak var state: LuaState?
  let live: LiveObjects
  let face: HostFace

  init(_ state: LuaState, _ live: LiveObjects, _ face: HostFace) {
    self.state = state
    self.live = live
    self.face = face
  }

  // Memory released from now on is not reported any more.
  deinit { live.remove(.charged, live[.charged]) }

  func hasRoom(for bytes: Int) -> Bool {
    guard let state, state.memoryLimit > 0 else { return true }
    return state.makeRoom(for: bytes)
  }

  var limit: Int? { (state?.memoryLimit).flatMap { $0 > 0 ? $0 : nil } }

  var room: Int? {
    guard let state, state.memoryLimit > 0 else { return nil }
    return max(state.memoryLimit - state.memoryUsed, 0)
  }

  // Bytes over the limit, allocated before they could be refused.
  private var excess = 0

  /// Charges bytes unconditionally; a caller that can refuse calls `hasRoom` first.
  func charge(_ bytes: Int) {
    live.add(.charged, bytes)
    guard let state else { return }
    if (try? state.charge(bytes)) == nil { excess += bytes }
  }

  func take(_ bytes: Int) throws {
    try state?.charge(bytes)
    live.add(.charged, bytes)
  }

  func release(_ bytes: Int) {
    live.remove(.charged, bytes)
    let beyond = min(excess, bytes)
    excess -= beyond
    state?.release(bytes - beyond)
  }
}

extension LayerError.Kind {
  /// True if the error lies in a running script, or in a value from it.
  fileprivate var isOfScript: Bool {
    switch self {
    case .invalid, .unsupported, .unsolved: true
    case .syntax, .memory, .time, .limit, .file, .missing, .temporary, .cancelled: false
    }
  }
}

/// A non-owning reference to a binding, cleared when the binding ends. A weak reference would make every later retain
/// of the binding, at each call from a script, several times as slow.
final class BindingAnchor {
  /// Set and cleared by the binding.
  var binding: Unmanaged<LuaBinding>?

  var live: LuaBinding? { binding?.takeUnretainedValue() }
}

/// A non-owning reference to a binding; nil once the binding has ended.
@propertyWrapper struct WhileBound {
  private var anchor: BindingAnchor?

  init(wrappedValue: LuaBinding?) { anchor = wrappedValue?.anchor }

  var wrappedValue: LuaBinding? {
    get { anchor?.live }
    set { anchor = newValue?.anchor }
  }
}
