// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers

/// Builds a JSON object key by key, as one line of text. Keys are names of the workers' protocols.
package struct JSONObject {
  private var text = ""

  package init() {}

  package mutating func set(_ key: String, raw json: String) {
    text += text.isEmpty ? "{" : ","
    text.appendJSON(key)
    text += ":"
    text += json
  }

  package mutating func set(_ key: String, _ value: String?) { set(key, raw: value.map { jsonString($0) } ?? "null") }
  package mutating func set(_ key: String, _ value: Bool) { set(key, raw: value ? "true" : "false") }
  package mutating func set(_ key: String, _ value: Int) { set(key, raw: "\(value)") }
  package mutating func set(_ key: String, _ value: Double?) { set(key, raw: JSONObject.number(value)) }
  package mutating func set(_ key: String, _ value: JSONObject?) { set(key, raw: value?.json ?? "null") }
  package mutating func set(_ key: String, numbers: [Double]?) {
    set(key, raw: numbers.map { JSONObject.list($0.map { JSONObject.number($0) }) } ?? "null")
  }
  package mutating func set(_ key: String, points: [Point]?) {
    set(key, numbers: points.map { $0.flatMap { [$0.x, $0.y] } })
  }
  package mutating func set(_ key: String, list: [JSONObject]) { set(key, raw: JSONObject.list(list.map(\.json))) }
  package mutating func set(_ key: String, strings: [String]) {
    set(key, raw: JSONObject.list(strings.map { jsonString($0) }))
  }

  /// Appends the keys of another object.
  package mutating func append(_ other: JSONObject) {
    guard !other.text.isEmpty else { return }
    text += text.isEmpty ? other.text : "," + other.text.dropFirst()
  }

  package var json: String { text.isEmpty ? "{}" : text + "}" }

  /// JSON has no NaN or infinity; they become null.
  private static func number(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "null" }
    return numberText(value)
  }

  private static func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }
}

/// A message of a worker process: a line of JSON, optionally followed by raw bytes.
package struct WorkerMessage {
  package var head: JSONObject
  package var bytes: [UInt8]?

  package init(_ head: JSONObject, bytes: [UInt8]? = nil) {
    self.head = head
    self.bytes = bytes
  }

  /// The JSON line with its line break; the raw bytes follow it.
  package var line: [UInt8] {
    var head = head
    if let bytes { head.set("bytes", bytes.count) }
    return Array(head.json.utf8) + [UInt8(ascii: "\n")]
  }
}
