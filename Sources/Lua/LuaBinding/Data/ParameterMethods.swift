// SPDX-License-Identifier: MIT
import CLuaBinding
import CLuaState
import LayerModel
import LuaRuntime
import Messages
import Numbers
import Pixels
import Scales

// `ca.parameter`: a named argument with its kind, its bounds and its description.
extension Call {
  private static let parameterOptions = [
    "default", "kind", "min", "max", "step", "choices", "maxLength", "pattern", "title", "description", "required",
    "examples",
  ]

  /// Maximum length of a title and of a description, in characters, and number of examples.
  private static let longestTitle = 200
  private static let longestDescription = 2000
  private static let mostExamples = 100

  /// Pushes the value of an argument, checked and converted to its kind.
  mutating func answerParameter() throws {
    let name = try string("the parameter's name")
    // false is a value only for the default.
    let options = try options(Self.parameterOptions, keepsFalse: true).filter { key, value in
      key == "default" || value.type != LLUA_NODE_BOOLEAN || value.number != 0
    }
    var parameter = try self.parameter(name, options)
    try setExamples(options, &parameter)
    parameter.value = try value(of: parameter)
    binding.onParameter?(parameter)
    binding.push(parameter.value)
  }

  // MARK: Options of the script

  /// Reads the options except the examples, and checks that they fit each other.
  private func parameter(_ name: String, _ options: [String: Argument]) throws -> ScriptParameter {
    var parameter = ScriptParameter(name)
    if let word = try string(options, "kind") {
      guard let kind = ScriptParameter.Kind(rawValue: word) else {
        let words = ScriptParameter.Kind.allCases.map { "\"\($0.rawValue)\"" }
        throw error("kind must be \(alternatives(words)), got \"\(word.prefix(100))\"")
      }
      parameter.givenKind = kind
    }
    (parameter.min, parameter.max) = (try number(options, "min"), try number(options, "max"))
    parameter.step = try number(options, "step")
    if let low = parameter.min, let high = parameter.max, low > high {
      throw error("min \(numberText(low)) is greater than max \(numberText(high))")
    }
    if let step = parameter.step, step <= 0 { throw error("step must be a number above 0, got \(numberText(step))") }
    if let list = options["choices"] {
      parameter.choices = (list.items ?? []).compactMap(\.string)
      guard !parameter.choices.isEmpty, parameter.choices.count == list.items?.count else {
        throw error("choices must be a list of strings such as {\"day\", \"night\"}, got \(list.described)")
      }
    }
    if let length = try number(options, "maxLength") {
      guard length >= 1, length <= 1e9, length == length.rounded() else {
        throw error("maxLength must be a whole number of characters from 1, got \(numberText(length))")
      }
      parameter.maxLength = Int(clamping: length)
    }
    parameter.pattern = try string(options, "pattern")
    parameter.title = try words(options, "title", Self.longestTitle)
    parameter.description = try words(options, "description", Self.longestDescription)
    if let required = options["required"] {
      guard required.type == LLUA_NODE_BOOLEAN else {
        throw error("required must be true or false, got \(required.described)")
      }
      parameter.isRequired = true
    }
    let fallback = options["default"]
    parameter.kind = parameter.givenKind ?? Self.kind(of: parameter, fallback)
    try checkFit(parameter)
    if let fallback {
      if parameter.isRequired { throw error("a required parameter has no default; leave one of the two out") }
      parameter.fallback = try plain(fallback, of: parameter, "default")
    } else if let first = parameter.choices.first, !parameter.isRequired {
      parameter.fallback = .string(first)
    }
    return parameter
  }

  private func words(_ options: [String: Argument], _ key: String, _ longest: Int) throws -> String? {
    guard let text = try string(options, key) else { return nil }
    guard text.utf8.count <= 4 * longest, text.count <= longest else {
      throw error("\(key) must be a text of at most \(longest) characters")
    }
    return text
  }

  /// The kind of a parameter whose kind the script does not name.
  private static func kind(of parameter: ScriptParameter, _ fallback: Argument?) -> ScriptParameter.Kind {
    if !parameter.choices.isEmpty { return .text }
    if fallback?.type == LLUA_NODE_NUMBER || parameter.min != nil || parameter.max != nil || parameter.step != nil {
      return .number
    }
    return fallback?.type == LLUA_NODE_BOOLEAN ? .boolean : .text
  }

  /// Throws if an option is for another kind.
  private func checkFit(_ parameter: ScriptParameter) throws {
    let kind = parameter.kind
    func refuse(_ key: String, _ kinds: String) -> LayerError {
      error("\(key) is for \(kinds), and the parameter \(parameter.name) is of kind \(kind.rawValue)")
    }
    if !kind.isNumber {
      for (key, bound) in [("min", parameter.min), ("max", parameter.max), ("step", parameter.step)] where bound != nil
      {
        throw refuse(key, "numbers")
      }
    }
    if !kind.isText {
      if !parameter.choices.isEmpty { throw refuse("choices", "texts") }
      if parameter.maxLength != nil { throw refuse("maxLength", "texts") }
      if parameter.pattern != nil { throw refuse("pattern", "texts") }
    }
  }

  /// Reads a value that the script gives: a default or an example.
  private func plain(_ argument: Argument, of parameter: ScriptParameter, _ key: String) throws -> PropertyValue {
    let value: PropertyValue? =
      switch argument.type {
      case LLUA_NODE_NUMBER: .number(argument.number)
      case LLUA_NODE_BOOLEAN: .bool(argument.number != 0)
      default: argument.string.map { .string($0) }
      }
    guard let value else {
      throw error("\(key) must be a number, a boolean or a string, got \(argument.described)")
    }
    guard let expected = try problem(of: value, parameter, isOwn: true) else { return value }
    if !parameter.choices.isEmpty {
      throw error("\(key) must be one of choices, \(alternatives(parameter.choices)), got \(argument.described)")
    }
    throw error("\(key) must be \(expected), got \(argument.described)")
  }

  private func setExamples(_ options: [String: Argument], _ parameter: inout ScriptParameter) throws {
    guard let list = options["examples"] else { return }
    if let numbers = list.numbers {
      let values = numbers.map { PropertyValue.number($0) }
      for value in values.prefix(Self.mostExamples) {
        if let expected = try problem(of: value, parameter, isOwn: true) {
          throw error("examples must be \(expected) each, got \(Self.shown(value))")
        }
      }
      parameter.examples = values
    } else {
      guard let items = list.items else { throw error("examples must be a list of values, got \(list.described)") }
      parameter.examples = try items.prefix(Self.mostExamples).map { try plain($0, of: parameter, "an example") }
    }
    parameter.examples = Array(parameter.examples.prefix(Self.mostExamples))
  }

  // MARK: Values of the user

  /// The value of the argument, checked; without one the default.
  private func value(of parameter: ScriptParameter) throws -> PropertyValue {
    guard let text = binding.arguments[parameter.name] else {
      if let given = binding.otherArguments[parameter.name], !given.isNull {
        throw refuse(parameter, try expected(parameter), got: given.described)
      }
      guard parameter.isRequired else { return parameter.fallback }
      guard binding.fillsRequiredParameters else {
        throw refuse(parameter, try expected(parameter), got: "nothing; give it with -D \(parameter.name)=…")
      }
      return parameter.examples.first ?? Self.empty(parameter)
    }
    let value: PropertyValue
    switch parameter.kind {
    case .number, .integer:
      guard let number = Double(text), number.isFinite else {
        throw refuse(parameter, parameter.kind == .integer ? "a whole number" : "a number", got: Self.quoted(text))
      }
      // Beyond it not every whole number is a number of Lua's.
      if parameter.kind == .integer, abs(number) > 0x1p53 {
        throw refuse(parameter, "a whole number from -9007199254740992 to 9007199254740992", got: Self.quoted(text))
      }
      value = .number(number)
    case .boolean:
      switch text.lowercased() {
      case "true", "yes", "on", "1", "": value = .bool(true)
      case "false", "no", "off", "0": value = .bool(false)
      default: throw refuse(parameter, "true or false", got: Self.quoted(text))
      }
    default: value = .string(text)
    }
    if let expected = try problem(of: value, parameter, isOwn: false) {
      throw refuse(parameter, expected, got: Self.shown(value))
    }
    return value
  }

  /// The value of a required parameter that has none, where only the parameters are asked for.
  private static func empty(_ parameter: ScriptParameter) -> PropertyValue {
    switch parameter.kind {
    case .number, .integer: .number(parameter.min ?? Swift.min(parameter.max ?? 0, 0))
    case .boolean: .bool(false)
    case .color: .string("black")
    case .date: .string("2000-01-01")
    case .text, .file: .string(parameter.choices.first ?? "")
    }
  }

  private func refuse(_ parameter: ScriptParameter, _ expected: String, got: String) -> LayerError {
    let message = "parameter \(parameter.name): expected \(expected), got \(got)"
    binding.refusedParameter = RefusedParameter(name: parameter.name, expected: expected, message: message)
    return LayerError(message)
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.unicodeScalars.count > 100 ? text.prefix(100) + "…" : text[...])\""
  }

  private static func shown(_ value: PropertyValue) -> String {
    switch value {
    case .number(let number): numberText(number)
    case .string(let text): quoted(text)
    default: value.described
    }
  }

  // MARK: The rules

  /// The values that a parameter takes, in words.
  private func expected(_ parameter: ScriptParameter) throws -> String {
    if !parameter.choices.isEmpty { return alternatives(parameter.choices) }
    switch parameter.kind {
    case .number, .integer: return range(parameter)
    case .boolean: return "true or false"
    case .color: return "a CSS colour such as #ff8800"
    case .date: return "a date such as 2025-01-31"
    case .file: return "a file that the script may read"
    case .text:
      let most = parameter.maxLength.map { " of at most \(counted($0, "character"))" } ?? ""
      return "a text\(most)" + (parameter.pattern.map { " that matches the pattern \(Self.quoted($0))" } ?? "")
    }
  }

  private func range(_ parameter: ScriptParameter) -> String {
    let what = parameter.kind == .integer ? "a whole number" : "a number"
    let step = parameter.step.map { ", a multiple of \(numberText($0))" } ?? ""
    switch (parameter.min, parameter.max) {
    case (let low?, let high?): return "\(what) from \(numberText(low)) to \(numberText(high))\(step)"
    case (let low?, nil): return "\(what) of at least \(numberText(low))\(step)"
    case (nil, let high?): return "\(what) of at most \(numberText(high))\(step)"
    case (nil, nil): return what + step
    }
  }

  /// Returns what the parameter takes, in words, if a value is none of that; nil if it is.
  ///
  /// - Parameter isOwn: true for a value that the script gives; its file may be missing.
  private func problem(of value: PropertyValue, _ parameter: ScriptParameter, isOwn: Bool) throws -> String? {
    let isRight: Bool
    switch (value, parameter.kind) {
    case (.number(let number), .number), (.number(let number), .integer): isRight = Self.allows(parameter, number)
    case (.bool, .boolean): isRight = true
    case (.string(let text), let kind) where kind.isText: isRight = try allows(parameter, text, isOwn: isOwn)
    default: isRight = false
    }
    return isRight ? nil : try expected(parameter)
  }

  private static func allows(_ parameter: ScriptParameter, _ number: Double) -> Bool {
    guard number.isFinite, number >= parameter.min ?? -.infinity, number <= parameter.max ?? .infinity else {
      return false
    }
    if parameter.kind == .integer, number != number.rounded() { return false }
    guard let step = parameter.step else { return true }
    let multiple = number / step
    // 0.3 is three times 0.1, although not in binary.
    return abs(multiple - multiple.rounded()) <= 1e-9 * Swift.max(1, abs(multiple))
  }

  private func allows(_ parameter: ScriptParameter, _ text: String, isOwn: Bool) throws -> Bool {
    if !parameter.choices.isEmpty, !parameter.choices.contains(text) { return false }
    if let most = parameter.maxLength, text.unicodeScalars.count > most { return false }
    if let pattern = parameter.pattern, !(try matches(text, pattern)) { return false }
    switch parameter.kind {
    case .color: return Color(css: text) != nil
    case .date: return text.utf8.count == 10 && DateForm.iso.seconds(Array(text.utf8)[...]) != nil
    case .file: return isOwn || !text.isEmpty && binding.services.canRead(text)
    default: return true
    }
  }

  /// True if the whole text matches one of Lua's patterns.
  private func matches(_ text: String, _ pattern: String) throws -> Bool {
    var whole = Array(pattern.utf8)
    let percents = whole.dropLast().reversed().prefix { $0 == UInt8(ascii: "%") }.count
    if whole.last != UInt8(ascii: "$") || percents % 2 == 1 { whole.append(UInt8(ascii: "$")) }
    var isMatch = false
    let kind = Array(text.utf8).withUnsafeBufferPointer { text in
      whole.withUnsafeBufferPointer { pattern in
        text.withMemoryRebound(to: CChar.self) { text in
          pattern.withMemoryRebound(to: CChar.self) { pattern in
            llua_matches(
              binding.state.pointer, text.baseAddress, text.count, pattern.baseAddress, pattern.count, &isMatch)
          }
        }
      }
    }
    do throws(ScriptError) { try binding.state.check(kind) } catch {
      guard error.kind == .invalid else { throw error }
      // A text for which a pattern takes too long is not one that the script expects.
      if error.message.hasSuffix("pattern too complex") { return false }
      throw self.error("pattern: \(error.message)")
    }
    return isMatch
  }
}
