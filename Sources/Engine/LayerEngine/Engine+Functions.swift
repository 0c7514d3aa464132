// SPDX-License-Identifier: MIT
import LayerModel
import LuaBinding
import LuaRuntime

// Functions and values that a host exposes to scripts as `ca.host`, and calls of script functions.
extension Engine {
  // MARK: - Offering functions and values

  /// Exposes a function to scripts as `ca.host.NAME`.
  ///
  /// ```swift
  /// try engine.register("price") { (name: String, count: Int) throws -> Double in
  ///   try shop.price(of: name) * Double(count)
  /// }
  /// ```
  /// A script's `ca.host.price("tea", 2)` then returns a number. Arguments are checked before the closure is called: a
  /// mismatch is an error at the script's line, such as `ca.host.price: argument 2: expected a whole number, got string
  /// "two"`. Optional parameters may be omitted. An error thrown by the closure becomes a Lua error with its
  /// description, which a script may catch with `pcall`.
  ///
  /// The closure runs on the script's thread, within `run`, `call` or a render, and may use the engine. The engine owns
  /// the closure; to avoid a reference cycle, capture the engine weakly or unowned. A layer that the closure receives
  /// keeps everything the script attached to it (delegates, values) as long as the script references the layer; to use
  /// it later, `keep` it. Registering a name again replaces the earlier function or value. A call takes 0.2 to 1 µs,
  /// depending on its arguments.
  ///
  /// - Throws: `EngineError` of kind `usage` if the name is not an identifier.
  public func register<each Parameter: PropertyValueConvertible, Result: PropertyValueConvertible>(
    _ name: String, _ body: @escaping (repeat each Parameter) throws -> Result
  ) throws {
    try registerVariadic(name) { values in
      var reader = ArgumentReader(values)
      let arguments = (repeat try reader.next((each Parameter).self))
      try reader.end()
      return [try body(repeat each arguments).propertyValue]
    }
  }

  /// Exposes a function without a result to scripts as `ca.host.NAME`.
  ///
  /// ```swift
  /// try engine.register("log") { (message: String) in print("script:", message) }
  /// ```
  public func register<each Parameter: PropertyValueConvertible>(
    _ name: String, _ body: @escaping (repeat each Parameter) throws -> Void
  ) throws {
    try registerVariadic(name) { values in
      var reader = ArgumentReader(values)
      let arguments = (repeat try reader.next((each Parameter).self))
      try reader.end()
      try body(repeat each arguments)
      return []
    }
  }

  /// Exposes a function of any number of arguments and results to scripts as `ca.host.NAME`. Function arguments are
  /// `PropertyValue.object` with a `ScriptFunction`; strings that are not valid text are `PropertyValue.bytes`.
  ///
  /// ```swift
  /// try engine.registerVariadic("count") { values in [.number(Double(values.count))] }
  /// ```
  public func registerVariadic(
    _ name: String, _ body: @escaping (_ arguments: [PropertyValue]) throws -> [PropertyValue]
  ) throws {
    try checkName(name)
    do { try binding.setHostFunction(name, body) } catch { throw EngineError(error) }
  }

  /// Exposes a value to scripts as `ca.host.NAME`. Lists and dictionaries are copied. Null removes the name, as
  /// `undefine` does.
  ///
  /// ```swift
  /// try engine.define("theme", as: ["accent": Color(css: "#ff8800")])
  /// ```
  /// - Throws: `EngineError` of kind `usage` if the name is not an identifier, or the value contains a layer of another
  ///   engine.
  public func define(_ name: String, as value: some PropertyValueConvertible) throws {
    try checkName(name)
    do {
      let value = try value.propertyValue
      if value.isNull { try binding.setHostFunction(name, nil) } else { try binding.setHostValue(name, value) }
    } catch {
      var error = EngineError(error)
      if error.kind == .script {
        error.kind = .usage
        error.message = "ca.host.\(name): \(error.message)"
      }
      throw error
    }
  }

  /// Removes a value or function from `ca.host`.
  ///
  /// ```swift
  /// try engine.define("theme", as: ["accent": Color.orange])
  /// try engine.run(file: "card.lua")
  /// try engine.undefine("theme")
  /// ```
  ///
  /// - Throws: `EngineError` of kind `usage` if the name is not an identifier.
  public func undefine(_ name: String) throws { try define(name, as: PropertyValue.null) }

  private func checkName(_ name: String) throws(EngineError) {
    try checkThread()
    func isWord(_ c: UInt8) -> Bool { (c >= 65 && c <= 90) || (c >= 97 && c <= 122) || c == 95 }
    let isName = name.utf8.first.map(isWord) == true && name.utf8.allSatisfy { isWord($0) || ($0 >= 48 && $0 <= 57) }
    if !isName || Engine.reservedWords.contains(name) {
      throw EngineError(
        .usage, "\"\(name)\" cannot be a name under ca.host: expected letters, digits and _, but no Lua keyword")
    }
  }

  private static let reservedWords: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil",
    "not", "or", "repeat",
    "return", "then", "true", "until", "while",
  ]

  // MARK: - Calling scripts

  /// Returns a global function that a script defined; nil if there is none. Hold on to it if it is called often.
  ///
  /// ```swift
  /// let update = try engine.function(named: "update")
  /// try update?(0.5)
  /// ```
  public func function(named name: String) throws -> ScriptFunction? {
    try checkThread()
    do { return try binding.function(named: name).map { ScriptFunction($0, functions) } } catch {
      throw explained(error)
    }
  }

  /// Calls a script's global function and returns its results.
  ///
  /// ```swift
  /// try engine.call("update", 0.5)
  /// let answer = try engine.call("measure", "title", 12).first
  /// ```
  /// - Throws: `EngineError`: of kind `usage` if there is no such function, and the function's errors.
  @discardableResult public func call(_ name: String, _ arguments: any PropertyValueConvertible...) throws
    -> [PropertyValue]
  {
    guard let function = try function(named: name) else {
      throw EngineError(
        .usage, "there is no global function \(name) to call; a script defines it as function \(name)() … end")
    }
    return try call(function, arguments: arguments)
  }

  /// Calls a function that a script passed to the host and returns its results.
  ///
  /// ```swift
  /// if let update = try engine.function(named: "update") {
  ///   try engine.call(update, 0.5)
  /// }
  /// ```
  ///
  /// - Throws: the function's errors.
  @discardableResult public func call(
    _ function: ScriptFunction, _ arguments: any PropertyValueConvertible...
  ) throws -> [PropertyValue] {
    try call(function, arguments: arguments)
  }

  /// Same as `call(_:_:)` of a `ScriptFunction`, with the arguments in an array.
  ///
  /// ```swift
  /// if let update = try engine.function(named: "update") {
  ///   let values: [any PropertyValueConvertible] = [0.5, "title"]
  ///   try engine.call(update, arguments: values)
  /// }
  /// ```
  @discardableResult public func call(
    _ function: ScriptFunction, arguments: [any PropertyValueConvertible]
  ) throws -> [PropertyValue] {
    try working(anew: true) { try function.function.call(try arguments.map { try $0.propertyValue }) }
  }

  /// Keeps what scripts attached to a layer's tree (delegates, values) alive until a matching number of `release`
  /// calls, even if no script variable references it. Swift keeps the `Layer` object itself, as any object. For layers
  /// that a host function received; the layer that `run` returns is kept until the next run anyway.
  ///
  /// ```swift
  /// var shown: Layer?
  /// try engine.register("show") { [unowned engine] (layer: Layer) in
  ///   if let earlier = shown { engine.release(earlier) }
  ///   try engine.keep(layer)
  ///   shown = layer
  /// }
  /// ```
  public func keep(_ layer: Layer) throws {
    try checkThread()
    do { try binding.pin(layer) } catch { throw EngineError(error) }
  }

  /// Balances one `keep`.
  public func release(_ layer: Layer) { binding.unpin(layer) }
}

/// A script's function held by the host: a global looked up by name, or one that a script passed to a host function.
/// The function and everything it references stay alive until this object is released. Belongs to its engine's thread;
/// calling it after the engine was released is an error.
///
/// ```swift
/// var onTick: ScriptFunction?
/// try engine.register("everySecond") { (function: ScriptFunction) in onTick = function }
/// try engine.run(file: "clock.lua")
/// try onTick?(1.0)
/// ```
public final class ScriptFunction: HeldFunction, PropertyValueConvertible {
  package let function: LuaFunction
  private let owner: ScriptFunctions

  init(_ function: LuaFunction, _ owner: ScriptFunctions) {
    self.function = function
    self.owner = owner
  }

  public static var valueExpectation: String { "a function" }
  public static func converted(from value: PropertyValue) -> ScriptFunction? {
    if case .object(let object) = value { return object as? ScriptFunction }
    return nil
  }
  public var propertyValue: PropertyValue { .object(self) }

  /// Calls the function and returns its results.
  ///
  /// ```swift
  /// if let measure = try engine.function(named: "measure") {
  ///   let height = try measure("title", 12).first
  ///   print(height?.isNull ?? true)
  /// }
  /// ```
  ///
  /// - Throws: `EngineError`.
  @discardableResult public func callAsFunction(_ arguments: any PropertyValueConvertible...) throws
    -> [PropertyValue]
  {
    guard let engine = owner.engine else { throw EngineError(.usage, "the function's engine was freed") }
    return try engine.call(self, arguments: arguments)
  }
}

/// A weak reference to the engine, shared by all its `ScriptFunction`s.
final class ScriptFunctions {
  weak var engine: Engine?
}

/// Converts the arguments of a host function in order.
private struct ArgumentReader {
  private let values: [PropertyValue]
  private var position = 0

  init(_ values: [PropertyValue]) { self.values = values }

  mutating func next<Value: PropertyValueConvertible>(_ type: Value.Type) throws -> Value {
    let isGiven = position < values.count
    let value = isGiven ? values[position] : .null
    position += 1
    guard let result = Value.converted(from: value) else {
      throw LayerError(
        "argument \(position): expected \(Value.valueExpectation), got \(isGiven ? value.described : "nothing")")
    }
    return result
  }

  func end() throws {
    if values.count > position {
      throw LayerError("expected \(position) argument\(position == 1 ? "" : "s"), got \(values.count)")
    }
  }
}
