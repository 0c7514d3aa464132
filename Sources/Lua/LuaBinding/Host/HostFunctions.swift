// SPDX-License-Identifier: MIT
import CLuaBinding
import LayerModel
import LuaRuntime
import Numbers

/// A function that the host offers as `ca.host.NAME`.
package typealias HostFunction = ([PropertyValue]) throws -> [PropertyValue]

/// Host functions under `ca.host`, by name. A name keeps its number, since a script may keep the function.
struct HostFunctions {
  private var numbers: [String: Int] = [:]
  private(set) var entries: [(name: String, body: HostFunction?)] = []

  mutating func set(_ name: String, _ body: HostFunction?) -> Int? {
    if let number = numbers[name] {
      entries[number].body = body
      return number
    }
    guard let body else { return nil }
    numbers[name] = entries.count
    entries.append((name, body))
    return entries.count - 1
  }
}

extension LuaBinding {
  /// Offers a function as `ca.host.NAME`; nil removes it.
  package func setHostFunction(_ name: String, _ body: HostFunction?) throws {
    let number = hostFunctions.set(name, body)
    let index = body == nil ? -1 : number.map { Int32(clamping: $0 + methods.count) } ?? -1
    try state.check(llua_define_host_function(pointer, name, index))
    settle()
  }

  /// Sets `ca.host.NAME` to a value.
  package func setHostValue(_ name: String, _ value: PropertyValue) throws {
    _ = hostFunctions.set(name, nil)
    let areInUse = llua_release_buffers(pointer)
    defer { llua_reclaim_buffers(pointer, areInUse) }
    try pushFromHost(value)
    try withExtendedLifetime(value) { try state.check(llua_set_host_value(pointer, name)) }
    settle()
  }

  /// Keeps the host's offers before the first script from using up the script's serials.
  private func settle() {
    if !hasRun { state.markBuiltins() }
  }

  /// Calls a host function with the running call's arguments.
  func callHost(_ number: Int) throws {
    guard hostFunctions.entries.indices.contains(number) else { return }
    let (name, body) = hostFunctions.entries[number]
    do {
      guard let body else { throw LayerError("the host offers it no longer") }
      let arguments = try hostArguments(Int(llua_in_count(pointer)), references: llua_references(pointer))
      let places = layers(in: arguments).map { (layer: $0, superlayer: $0.superlayer) }
      llua_host_begins(pointer)
      let results = Result { try scene.withRefusalsThrown { try body(arguments) } }
      // Layers that the body moved get new edges, so that their delegates stay alive.
      for place in places where place.layer.superlayer !== place.superlayer {
        try state.check(llua_sync_layer(pointer, Unmanaged.passUnretained(place.layer).toOpaque()))
      }
      for result in try results.get() { try pushFromHost(result) }
    } catch { throw hostError(error, name) }
  }

  /// Collects the layers among values, and in lists among them.
  private func layers(in values: [PropertyValue]) -> [Layer] {
    var result: [Layer] = []
    for value in values {
      switch value {
      case .layer(let layer): result.append(layer)
      case .array(let items):
        for case .layer(let layer) in items { result.append(layer) }
      default: break
      }
    }
    return result
  }

  /// Prefixes a host function's error with its name. An error that came from a script is passed on unchanged.
  private func hostError(_ error: any Error, _ name: String) -> any Error {
    var report = state.scriptError(error)
    if report.token == 0 { report.message = "ca.host.\(name): \(report.message)" }
    return report
  }

  // MARK: - Functions of scripts

  /// Returns the global function of that name; nil if there is none.
  package func function(named name: String) throws -> LuaFunction? {
    var reference: Int32 = 0
    try state.check(llua_keep_global(pointer, name, &reference))
    return reference == 0 ? nil : LuaFunction(LuaReference(adopting: reference, state: state), 1, self)
  }

  /// Calls a script function and returns its results.
  func call(_ function: LuaFunction, _ arguments: [PropertyValue]) throws -> [PropertyValue] {
    let areInUse = llua_release_buffers(pointer)
    defer { llua_reclaim_buffers(pointer, areInUse) }
    for argument in arguments { try pushFromHost(argument) }
    var kept: Int32 = 0
    try withExtendedLifetime((function, arguments)) {
      try state.check(
        llua_call_keeping(
          pointer, UInt32(LLUA_TARGET_ARGUMENT), function.table.index, function.ordinal, nil, nil, nil,
          Int32(LLUA_RESULTS_ALL), &kept))
    }
    var functions = kept == 0 ? nil : LuaReference(adopting: kept, state: state)
    return try hostValues(Int(llua_in_count(pointer)), &functions, references: 0)
  }

  /// Evaluates a Lua expression, such as `{0, 0, 10, 10}` or `ca.Color("red")`, in the scripts' own environment.
  ///
  /// - Throws: any error the expression raises; an error for text that is not a single expression.
  package func value(ofExpression text: String) throws -> PropertyValue {
    let name = "(value)"
    // Compiled on its own first, so that the text cannot close the function around it.
    _ = try state.load(Array("return \(text)\n".utf8), name: name)
    let results = try suspended { try state.run("return { function() return \(text)\n end }", name: name) }
    guard case .reference(let table)? = results.first else { return .null }
    let values = try call(LuaFunction(table, 1, self), [])
    guard values.count <= 1 else { throw LayerError("expected one value, got \(values.count)") }
    return values.first ?? .null
  }

  /// Runs a body that uses the state as if no call were in progress.
  package func suspended<Result>(_ body: () throws -> Result) rethrows -> Result {
    let areInUse = llua_release_buffers(pointer)
    defer { llua_reclaim_buffers(pointer, areInUse) }
    return try body()
  }

  // MARK: - Values to and from the host

  private func hostArguments(_ end: Int, references: Int32) throws -> [PropertyValue] {
    var functions: LuaReference?
    return try hostValues(end, &functions, references: references)
  }

  private func hostValues(_ end: Int, _ functions: inout LuaReference?, references: Int32) throws -> [PropertyValue] {
    guard end > 0, let nodes = llua_in_nodes(pointer) else { return [] }
    let doubles = llua_in_doubles(pointer)
    var values: [PropertyValue] = []
    var at = 0
    // Charged per value, since a table may hold one long string any number of times.
    let taken = MemoryCharge(memory)
    for i in 0..<Int(llua_in_count(pointer)) {
      let bytes = Int(nodes[i].type) == LLUA_NODE_STRING ? nodes[i].length : 0
      guard taken.grow(by: bytes + MemoryLayout<PropertyValue>.stride) else {
        throw LayerError.noMemory("the arguments", memory)
      }
    }
    while at < end {
      let argument = Argument(nodes: nodes, doubles: doubles, memory: memory, index: at)
      do { values.append(try hostValue(argument, &functions, references)) } catch let error as LayerError {
        throw LayerError(error.kind, "argument \(values.count + 1): \(error.message)")
      }
      at = Int(nodes[at].next)
    }
    return values
  }

  private func hostValue(_ argument: Argument, _ functions: inout LuaReference?, _ references: Int32) throws
    -> PropertyValue
  {
    switch argument.type {
    case LLUA_NODE_STRING:
      return argument.string.map { .string($0) } ?? .bytes(argument.bytes ?? [])
    case LLUA_NODE_SCRIPT:
      guard let ordinal = argument.function else {
        throw LayerError(
          "\(argument.described) cannot be passed to the host; expected data, a function, or an object of ca")
      }
      if functions == nil {
        var reference: Int32 = 0
        try state.check(llua_keep_references(pointer, references, &reference))
        functions = LuaReference(adopting: reference, state: state)
      }
      guard let functions else { return .null }
      return .object(makeFunction(LuaFunction(functions, ordinal, self)))
    case LLUA_NODE_TABLE:
      if argument.node.pairs == 0 {
        return .array(try (argument.items ?? []).map { try hostValue($0, &functions, references) })
      }
      return try hostPairs(argument, &functions, references)
    default:
      if let object = argument.hostObject { return .object(object) }
      return try argument.propertyValue(in: nil, for: nil, key: "")
    }
  }

  /// Returns a table that is not a list as a dictionary: its whole numbers as their digits, in order, then its names.
  private func hostPairs(_ table: Argument, _ functions: inout LuaReference?, _ references: Int32) throws
    -> PropertyValue
  {
    func part(_ at: Int) -> Argument {
      Argument(nodes: table.nodes, doubles: table.doubles, memory: table.memory, index: at)
    }
    var numbered: [(number: Int64, value: Argument)] = []
    var named: [(key: String, value: Argument)] = []
    var at = table.index + 1
    for i in 0..<Int(table.node.count) {
      numbered.append((Int64(i + 1), part(at)))
      at = Int(table.nodes[at].next)
    }
    for _ in 0..<Int(table.node.pairs) {
      let key = part(at)
      let value = part(Int(table.nodes[at].next))
      if key.type == LLUA_NODE_NUMBER, key.node.kind != 0 {
        numbered.append((key.node.integer, value))
      } else if let name = key.string {
        named.append((name, value))
      } else {
        throw LayerError("expected strings or whole numbers as the table's keys, got \(key.described)")
      }
      at = Int(value.node.next)
    }
    numbered.sort { $0.number < $1.number }
    named.sort { $0.key < $1.key }
    // Lua's 1 and "1" are two keys.
    let digits = Set(numbered.map { String($0.number) })
    if !digits.isEmpty, let both = named.first(where: { digits.contains($0.key) })?.key {
      throw LayerError(
        "the table has the keys \(both) and \"\(both)\", which are one name to the host; use one of them")
    }
    var pairs: [(key: String, value: PropertyValue)] = []
    for (number, value) in numbered { pairs.append((String(number), try hostValue(value, &functions, references))) }
    for (key, value) in named { pairs.append((key, try hostValue(value, &functions, references))) }
    return .dictionary(pairs)
  }

  /// Pushes a host value after validating its contents.
  private func pushFromHost(_ value: PropertyValue) throws {
    try check(value, depth: 0)
    push(value)
  }

  private func check(_ value: PropertyValue, depth: Int) throws {
    switch value {
    case .array(let items):
      guard depth < LuaBinding.depthLimit else { throw tooDeep }
      for item in items { try check(item, depth: depth + 1) }
    case .dictionary(let pairs):
      guard depth < LuaBinding.depthLimit else { throw tooDeep }
      for pair in pairs { try check(pair.value, depth: depth + 1) }
    case .layer(let layer):
      if layer.scene !== scene {
        throw LayerError("the layer \(layer.label) belongs to another engine; make it in this one's scene")
      }
    case .keyed(let object):
      if object.scene !== scene {
        throw LayerError("the \(object.className) belongs to another engine; make it in this one's scene")
      }
    case .object(let object):
      if let function = (object as? any HeldFunction)?.function, function.binding !== self {
        throw LayerError("the function belongs to another engine's script")
      }
    default: break
    }
  }

  private static var depthLimit: Int { 100 }
  private var tooDeep: LayerError {
    LayerError("the value is nested too deeply: at most \(LuaBinding.depthLimit) levels")
  }
}

/// A handle that keeps a script function, and everything it uses, alive for the host.
package final class LuaFunction {
  /// The table that contains the function, and its index there.
  let table: LuaReference
  let ordinal: UInt32
  @WhileBound private(set) var binding: LuaBinding?

  private let mark: LiveMark

  init(_ table: LuaReference, _ ordinal: UInt32, _ binding: LuaBinding) {
    mark = LiveMark(binding.memory.live, .callbacks)
    self.table = table
    self.ordinal = ordinal
    self.binding = binding
  }

  /// Calls the function.
  /// - Throws: the function's error; an error if the engine no longer exists.
  package func call(_ arguments: [PropertyValue]) throws -> [PropertyValue] {
    guard let binding else { throw LayerError("the function's engine was freed") }
    return try binding.call(self, arguments)
  }
}

/// A held function without further state.
package final class PlainFunction: HeldFunction {
  package let function: LuaFunction
  package init(_ function: LuaFunction) { self.function = function }
}

/// The host's handle of a script function.
package protocol HeldFunction: AnyObject {
  var function: LuaFunction { get }
}
