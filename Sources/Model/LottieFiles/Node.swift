// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Numbers

/// A value of a file's JSON, read leniently: files hold arrays for numbers, numbers for flags, and the like.
struct Node {
  let value: PropertyValue

  init(_ value: PropertyValue) { self.value = value }

  /// The largest magnitude of a number; larger ones are clamped, so that products of a few stay finite.
  static let largest = 1e9

  /// The value of a key of an object; nil if there is none.
  subscript(key: String) -> Node? { value[key].map { Node($0) } }

  /// The number, or the first number of an array. A flag is 0 or 1. Clamped to ±`largest`; nil for anything else.
  var number: Double? {
    switch value {
    case .number(let n): Node.clamped(n)
    case .bool(let flag): flag ? 1 : 0
    case .array(let items): items.first.flatMap { Node($0).number }
    case .string(let text): Double(text).flatMap { Node.clamped($0) }
    default: nil
    }
  }

  private static func clamped(_ n: Double) -> Double? { n.isFinite ? min(max(n, -largest), largest) : nil }

  /// The numbers of an array, or the one number; nil for anything else and for an array that holds other values.
  var numbers: [Double]? {
    switch value {
    case .array(let items):
      var result: [Double] = []
      result.reserveCapacity(items.count)
      for item in items {
        guard let n = Node(item).number else { return nil }
        result.append(n)
      }
      return result
    case .number, .bool: return number.map { [$0] }
    case .point(let p): return [p.x, p.y]
    case .size(let s): return [s.width, s.height]
    default: return nil
    }
  }

  /// The point of an array of at least two numbers; nil for anything else.
  var point: (x: Double, y: Double)? {
    guard case .array(let items) = value, items.count >= 2, let x = Node(items[0]).number, let y = Node(items[1]).number
    else { return nil }
    return (x, y)
  }

  var integer: Int? { number.flatMap { Int(exactly: $0.rounded(.towardZero)) } }
  var flag: Bool { number.map { $0 != 0 } ?? false }
  var text: String? {
    if case .string(let text) = value { return text }
    return nil
  }
  var items: [PropertyValue] {
    if case .array(let items) = value { return items }
    return []
  }
  var entries: [(key: String, value: PropertyValue)] {
    if case .dictionary(let entries) = value { return entries }
    return []
  }
  var isObject: Bool {
    if case .dictionary = value { return true }
    return false
  }

  /// A layer's or an item's name; lottie-ios's default if there is none.
  var name: String { self["nm"]?.text ?? "Layer" }

  func number(_ key: String, _ missing: Double) -> Double { self[key]?.number ?? missing }
  func integer(_ key: String, _ missing: Int) -> Int { self[key]?.integer ?? missing }
  func flag(_ key: String) -> Bool { self[key]?.flag ?? false }
  func items(_ key: String) -> [PropertyValue] { self[key]?.items ?? [] }

  /// The identifier of a key that may be a text or a number.
  func identifier(_ key: String) -> String? {
    guard let node = self[key] else { return nil }
    return node.text ?? node.integer.map { String($0) }
  }
}
