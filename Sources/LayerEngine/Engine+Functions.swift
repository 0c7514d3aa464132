// SPDX-License-Identifier: MIT
import LayerModel
import LuaBinding
import LuaRuntime

// The functions and values that a host offers scripts under `ca.host`, and calls of scripts' functions.
extension Engine {
  // MARK: - Offering functions and values

  /// Offers scripts a function as `ca.host.NAME`.
  ///
  /// ```swift
  /// try engine.register("price") { (name: String, count: Int) throws -> Double in
  ///   try shop.price(of: name) * Double(count)
  /// }
  /// ```
  /// A script's `ca.host.price("tea", 2)` then returns a number. Arguments are checked before the closure is called: a
  /// wrong one is an error at the script's line, such as `ca.host.price: argument 2: expected a whole number, got
  /// string "two"`. Optional parameters may be left out. An error of the closure becomes a Lua error with its
  /// description, which a script may catch with `pcall`.
  ///
  /// The closure runs on the thread that runs the script, within `run`, `call` or a render, and may use the engine. It
  /// is released with the engine; one that uses the engine holds it weakly or unowned, since the engine holds the
  /// closure. A layer that it receives keeps everything that the script attached to it (delegates, values) as long as
  /// the script holds it; to use it later, `retain` it. Registering a name again replaces the earlier function or value.
  /// A call takes 0.2 to 1 µs, by its arguments.
  ///
  /// - Throws: `EngineError` of kind `usage` when the name is not an identifier.
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

  /// Offers scripts a function that returns nothing.
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

  /// Offers scripts a function of any number of arguments and results, as `ca.host.NAME`. Functions among the arguments
  /// are `PropertyValue.object` with a `ScriptFunction`, strings that are not text `PropertyValue.bytes`.
  public func registerVariadic(
    _ name: String, _ body: @escaping (_ arguments: [PropertyValue]) throws -> [PropertyValue]
  ) throws {
    try checkName(name)
    do { try binding.setHostFunction(name, body) } catch { throw EngineError(error) }
  }

  /// Offers scripts a value as `ca.host.NAME`: a copy, if it is a list or dictionary. Null takes the name away,
  /// as `undefine` does.
  ///
  /// ```swift
  /// try engine.define("theme", as: ["accent": Color(css: "#ff8800")])
  /// ```
  /// - Throws: `EngineError` of kind `usage` when the name is not an identifier, or the value holds a layer of another
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

  /// Takes a value or function away from `ca.host`.
  ///
  /// - Throws: `EngineError` of kind `usage` when the name is not an identifier.
  public func undefine(_ name: String) throws { try define(name, as: PropertyValue.null) }

  private func checkName(_ name: String) throws(EngineError) {
    try checkThread()
    func isWord(_ c: UInt8) -> Bool { (c >= 65 && c <= 90) || (c >= 97 && c <= 122) || c == 95 }
    let isName = name.utf8.first.map(isWord) == true && name.utf8.allSatisfy { isWord($0) || ($0 >= 48 && $0 <= 57) }
    if !isName || Engine.reservedWords.contains(name) {
      throw EngineError(
        .usage, "\"\(name)\" cannot be a name under ca.host: expected letters, digits and _, and no word of Lua's own")
    }
  }

  private static let reservedWords: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil",
    "not", "or", "repeat",
    "return", "then", "true", "until", "while",
  ]

  // MARK: - Calling scripts

  /// A global function that a script defined; nil when there is none. Worth keeping where it is called often.
  public func function(named name: String) throws -> ScriptFunction? {
    try checkThread()
    do { return try binding.function(named: name).map { ScriptFunction($0, functions) } } catch {
      throw explained(error)
    }
  }

  /// Calls a global function of a script and returns its results.
  ///
  /// ```swift
  /// try engine.call("update", 0.5)
  /// let answer = try engine.call("measure", "title", 12).first
  /// ```
  /// - Throws: `EngineError`: of kind `usage` when there is no such function, and the function's errors.
  @discardableResult public func call(_ name: String, _ arguments: any PropertyValueConvertible...) throws
    -> [PropertyValue]
  {
    guard let function = try function(named: name) else {
      throw EngineError(
        .usage, "there is no global function \(name) to call; a script defines it as function \(name)() … end")
    }
    return try call(function, arguments: arguments)
  }

  /// Calls a function that a script passed to the host.
  ///
  /// - Throws: the function's errors.
  @discardableResult public func call(
    _ function: ScriptFunction, _ arguments: any PropertyValueConvertible...
  ) throws -> [PropertyValue] {
    try call(function, arguments: arguments)
  }

  /// The same with the arguments in a list.
  @discardableResult public func call(
    _ function: ScriptFunction, arguments: [any PropertyValueConvertible]
  ) throws -> [PropertyValue] {
    try working(anew: true) { try function.function.call(try arguments.map { try $0.propertyValue }) }
  }

  /// Keeps what scripts attached to a layer's tree (delegates, values) until as many calls of `release`, even if no
  /// variable of a script holds it: for layers that a host function received. The layer that `run` returns is kept
  /// until the next run anyway.
  public func retain(_ layer: Layer) throws {
    try checkThread()
    do { try binding.pin(layer) } catch { throw EngineError(error) }
  }

  /// Ends a `retain`.
  public func release(_ layer: Layer) { binding.unpin(layer) }
}

/// A function of a script that a host holds: the global one of a name, or one that a script passed to a host function.
/// It and everything that it uses stay until this is released. Belongs to its engine's thread; once the engine is gone,
/// calling it is an error.
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

  /// Calls it and returns its results.
  ///
  /// - Throws: `EngineError`.
  @discardableResult public func callAsFunction(_ arguments: any PropertyValueConvertible...) throws
    -> [PropertyValue]
  {
    guard let engine = owner.engine else { throw EngineError(.usage, "the function's engine is gone") }
    return try engine.call(self, arguments: arguments)
  }
}

/// The owner of scripts' functions.
final class ScriptFunctions {
  weak var engine: Engine?
}

/// Reads the arguments of a host function in order.
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
