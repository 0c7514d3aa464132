// SPDX-License-Identifier: MIT
import JSONMessages
import NIOHTTP1

/// The parameters of a script: the part of JSON Schema that `layerlua inspect --parameters` writes.
package struct ParameterSchema: Sendable {
  package struct Parameter: Sendable {
    package enum Kind: Equatable, Sendable {
      case number, integer, boolean, string
      /// One of these texts.
      case choice([String])
    }

    package var name: String
    package var kind: Kind
    package var minimum: Double?
    package var maximum: Double?
    /// The distance between allowed numbers, from the minimum on, or from 0.
    package var step: Double?
    /// The maximum number of characters.
    package var longest: Int?
    package var fallback: JSONValue?
    package var isRequired: Bool
    /// The parameter's own schema.
    package var json: JSONValue
  }

  /// The maximum number of parameters of a script.
  package static let mostParameters = 256

  /// In the order in which the script reads them.
  package private(set) var parameters: [Parameter]
  package private(set) var json: JSONValue

  /// Reads a schema; the parts that it does not know are for others to check. A file's name can be set only to one of
  /// the script's choices, so any other parameter of that kind is left out.
  package init(_ json: JSONValue) {
    let members = (json.members ?? []).map { member in
      guard member.key == "properties", let properties = member.value.members else { return member }
      return .init(
        member.key, .object(properties.filter { $0.value["format"] != .string("file") || $0.value["enum"] != nil }))
    }
    let json = JSONValue.object(members)
    self.json = json
    let required = Set(json["required"]?.array?.compactMap(\.string) ?? [])
    parameters = (json["properties"]?.members ?? []).prefix(Self.mostParameters).map { member in
      Parameter(name: member.key, member.value, isRequired: required.contains(member.key))
    }
  }

  package subscript(name: String) -> Parameter? { parameters.first { $0.name == name } }

  /// Adds the parameters of another run that this schema lacks.
  package mutating func merge(_ other: ParameterSchema) {
    let added = other.parameters.filter { self[$0.name] == nil }
    guard !added.isEmpty, parameters.count + added.count <= Self.mostParameters else { return }
    parameters += added
    let properties = parameters.map { JSONValue.Member($0.name, $0.json) }
    json = .object(
      (json.members ?? []).map { $0.key == "properties" ? .init("properties", .object(properties)) : $0 })
  }
}

extension ParameterSchema.Parameter {
  init(name: String, _ json: JSONValue, isRequired: Bool) {
    self.name = name
    self.json = json
    self.isRequired = isRequired
    minimum = json["minimum"]?.double
    maximum = json["maximum"]?.double
    step = json["multipleOf"]?.double
    longest = json["maxLength"]?.int
    fallback = json["default"]
    let choices = json["enum"]?.array?.compactMap(\.string) ?? []
    switch json["type"]?.string {
    case _ where !choices.isEmpty: kind = .choice(choices)
    case "number": kind = .number
    case "integer": kind = .integer
    case "boolean": kind = .boolean
    default: kind = .string
    }
  }

  /// Parses the text of an address.
  ///
  /// - Returns: the value, and its canonical text: the same for `5`, `5.0` and `+5`.
  package func value(_ text: String) throws(Problem) -> (value: JSONValue, canonical: String) {
    switch kind {
    case .number, .integer:
      guard let number = Double(text), number.isFinite, !text.contains(where: { $0 == "x" || $0 == "p" }) else {
        throw problem(expectedNumber, text)
      }
      let isWhole = kind != .integer || number == number.rounded()
      if let minimum, number < minimum { throw problem(expectedNumber, text) }
      if let maximum, number > maximum { throw problem(expectedNumber, text) }
      if let step, step > 0 {
        let steps = (number - (minimum ?? 0)) / step
        guard abs(steps - steps.rounded()) < 1e-9 * max(1, abs(steps)) else { throw problem(expectedNumber, text) }
      }
      guard isWhole else { throw problem(expectedNumber, text) }
      let canonical = numberText(number)
      return (.number(canonical), canonical)
    case .boolean:
      switch text {
      case "true", "1", "yes", "on": return (true, "true")
      case "false", "0", "no", "off": return (false, "false")
      default: throw problem("true or false", text)
      }
    case .choice(let choices):
      // Byte by byte: Swift's equality takes é in one letter for é in two.
      guard choices.contains(where: { $0.utf8.elementsEqual(text.utf8) }) else {
        throw problem("one of " + choices.prefix(20).joined(separator: ", "), text)
      }
      return (.string(text), text)
    case .string:
      let count = text.unicodeScalars.count
      if let longest, count > longest { throw problem("at most \(longest) characters", "\(count)", quotes: false) }
      return (.string(text), text)
    }
  }

  private var expectedNumber: String {
    var words = kind == .integer ? "a whole number" : "a number"
    switch (minimum, maximum) {
    case (let low?, let high?): words += " from \(numberText(low)) to \(numberText(high))"
    case (let low?, nil): words += " from \(numberText(low))"
    case (nil, let high?): words += " to \(numberText(high))"
    case (nil, nil): break
    }
    if let step { words += " in steps of \(numberText(step))" }
    return words
  }

  private func problem(_ expected: String, _ got: String, quotes: Bool = true) -> Problem {
    let shown = quotes ? "\"\(got.prefix(60))\"" : got
    return Problem(
      .badRequest, .parameter, "\(name): expected \(expected), got \(shown)",
      [.init("parameter", .string(name)), .init("expected", .string(expected))])
  }

  /// True if a value is the one that the script uses when none is given.
  package func isDefault(_ canonical: String) -> Bool {
    switch fallback {
    case .number(let text)?: Double(text).map(numberText) == canonical
    case .string(let text)?: text.utf8.elementsEqual(canonical.utf8)
    case .bool(let flag)?: (flag ? "true" : "false") == canonical
    case .null?, .array?, .object?, nil: false
    }
  }
}

extension JSONValue {
  /// The value of a number.
  package var double: Double? {
    guard case .number(let text) = self else { return nil }
    return Double(text)
  }
}

/// Returns the shortest text of a finite number: `5`, not `5.0`.
package func numberText(_ number: Double) -> String {
  if number == number.rounded(), abs(number) < 1e15 { return String(Int64(number)) }
  return "\(number)"
}

/// Returns the name of a list that is most like a word, for the remedy of a mistake; nil if none is like it.
package func nearest(_ word: String, among names: [String]) -> String? {
  let word = Array(word.lowercased().utf8.prefix(64))
  var best: (name: String, distance: Int)?
  for name in names.prefix(1000) {
    // Each letter too many or too few is a change.
    guard abs(name.utf8.count - word.count) <= max(1, word.count / 3) else { continue }
    let distance = editDistance(word, Array(name.lowercased().utf8.prefix(64)))
    if distance <= max(1, word.count / 3), distance < best?.distance ?? .max { best = (name, distance) }
  }
  return best?.name
}

/// The number of letters to insert, remove, replace or swap with the next one (optimal string alignment).
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var before = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var best = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, before[j - 1] + 1) }
      row.append(best)
    }
    (before, last) = (last, row)
  }
  return last[b.count]
}
