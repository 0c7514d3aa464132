// SPDX-License-Identifier: MIT
import Messages

/// A growable array that charges its memory to a `Reading` before it grows.
///
/// Each element costs one step. Memory that an element holds itself is charged by its creator.
package struct Grown<Element> {
  @usableFromInline package var items: [Element] = []
  /// Capacity that is charged, in elements.
  @usableFromInline package var paid = 0

  @inlinable package init() {}

  /// A few elements to begin with, which are not paid.
  package init(_ few: [Element]) { items = few }

  @inlinable package var count: Int { items.count }
  @inlinable package var isEmpty: Bool { items.isEmpty }
  @inlinable package var last: Element? { items.last }
  @inlinable package subscript(index: Int) -> Element {
    get { items[index] }
    set { items[index] = newValue }
  }

  @inlinable package mutating func append(_ element: Element, _ reading: inout Reading) throws(LayerError) {
    try reading.step()
    if items.count == paid { try grow(to: items.count + 1, &reading) }
    items.append(element)
  }

  @inlinable package mutating func append(
    contentsOf elements: some Collection<Element>, _ reading: inout Reading
  ) throws(LayerError) {
    let count = elements.count
    try reading.step(count)
    if count > paid - items.count { try grow(to: items.count + count, &reading) }
    items.append(contentsOf: elements)
  }

  @inlinable package mutating func removeLast() { if !items.isEmpty { items.removeLast() } }

  /// Removes all elements, keeping the capacity.
  @inlinable package mutating func removeAll() { items.removeAll(keepingCapacity: true) }

  /// Returns the array. Its memory stays charged until the reading ends.
  @inlinable package consuming func finish() -> [Element] { items }

  /// Both blocks live while the elements are copied, so the new one is charged in full before the old one is given
  /// back.
  @usableFromInline package mutating func grow(to needed: Int, _ reading: inout Reading) throws(LayerError) {
    let size = MemoryLayout<Element>.stride
    let room = max(needed, paid < Int.max / 2 ? paid * 2 : needed, 4)
    let (bytes, overflow) = room.multipliedReportingOverflow(by: size)
    try reading.take(overflow || bytes > .max / 4 ? .max / 4 : bytes + 32)
    items.reserveCapacity(room)
    if paid > 0 { reading.giveBack(paid * size + 32) }
    paid = room
  }
}

/// A growable text that charges its memory to a `Reading` before it grows.
package struct GrownText {
  @usableFromInline package var bytes = Grown<UInt8>()

  @inlinable package init() {}

  @inlinable package var count: Int { bytes.count }
  @inlinable package mutating func append(_ byte: UInt8, _ reading: inout Reading) throws(LayerError) {
    try bytes.append(byte, &reading)
  }
  @inlinable package mutating func append(
    contentsOf more: some Collection<UInt8>, _ reading: inout Reading
  ) throws(LayerError) { try bytes.append(contentsOf: more, &reading) }
  package mutating func append(_ text: String, _ reading: inout Reading) throws(LayerError) {
    try bytes.append(contentsOf: text.utf8, &reading)
  }
  package mutating func append(_ scalar: Unicode.Scalar, _ reading: inout Reading) throws(LayerError) {
    try bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter, &reading)
  }
  @inlinable package mutating func removeAll() { bytes.removeAll() }

  /// Appends a text as a JSON string with its quotes. Each byte is a step.
  package mutating func appendJSON(_ text: String, _ reading: inout Reading) throws(LayerError) {
    try append(UInt8(ascii: "\""), &reading)
    var rest = text.utf8[...]
    // In parts, so that a long text looks for the end of the work on its way.
    while !rest.isEmpty {
      var part = rest.prefix(1 << 15)
      rest = rest.dropFirst(1 << 15)
      while let next = part.firstIndex(where: { isEscapedInJSON(Unicode.Scalar($0)) }) {
        try append(contentsOf: part[..<next], &reading)
        try append(jsonEscape(Unicode.Scalar(part[next])), &reading)
        part = part[part.index(after: next)...]
      }
      try append(contentsOf: part, &reading)
    }
    try append(UInt8(ascii: "\""), &reading)
  }

  /// The bytes; they stay charged until the reading ends.
  package var utf8: [UInt8] { bytes.items }

  /// Returns the text, charging the string's own memory; nil if the bytes are not UTF-8.
  package func finish(_ reading: inout Reading) throws(LayerError) -> String? {
    try reading.text(bytes.items[...])
  }
}

extension Reading {
  /// Returns the bytes as a string, charging its memory and work; nil if they are not UTF-8.
  package mutating func text(_ bytes: ArraySlice<UInt8>) throws(LayerError) -> String? {
    // Swift stores strings of up to 15 bytes inline.
    if bytes.count > 15 { try take(bytes.count + 32) }
    try step(bytes.count >> 3)
    return String(validating: bytes, as: UTF8.self)
  }
}

/// An insertion-ordered dictionary from names to values that charges its memory to a `Reading` before it grows.
///
/// Setting a value takes constant time on average.
package struct GrownTable<Value> {
  private var pairs = Grown<(key: String, value: Value?)>()
  /// Hash index from names to positions; empty for up to `few` names, for which a linear search is faster.
  private var places: [String: Int] = [:]
  private var removed = 0
  private static var few: Int { 16 }

  package init() {}

  package var count: Int { pairs.count - removed }

  /// Returns the first names, at most `count`, for messages.
  package func names(_ count: Int) -> [String] { pairs.items.prefix(count).map(\.key) }

  package subscript(name: String) -> Value? {
    place(of: name).flatMap { pairs[$0].value }
  }

  /// Sets a name's value. A repeated name keeps its first position and gets the last value; nil omits the name from the
  /// result.
  ///
  /// - Returns: true if the name was already present.
  @discardableResult
  package mutating func set(_ name: String, _ value: Value?, _ reading: inout Reading) throws(LayerError) -> Bool {
    try reading.step(pairs.count < Self.few ? pairs.count + 1 : 2 + name.utf8.count >> 3)
    if let place = place(of: name) {
      if pairs[place].value == nil, value != nil { removed -= 1 }
      if pairs[place].value != nil, value == nil { removed += 1 }
      pairs[place].value = value
      return true
    }
    if pairs.count >= Self.few { try index(&reading) }
    try pairs.append((name, value), &reading)
    if value == nil { removed += 1 }
    if pairs.count > Self.few { places[name] = pairs.count - 1 }
    return false
  }

  /// Returns the pairs in the order in which names were first set.
  package consuming func finish(_ reading: inout Reading) throws(LayerError) -> [(key: String, value: Value)] {
    var result = Grown<(key: String, value: Value)>()
    for pair in pairs.items { if let value = pair.value { try result.append((pair.key, value), &reading) } }
    return result.finish()
  }

  private func place(of name: String) -> Int? {
    if pairs.count > Self.few { return places[name] }
    return pairs.items.firstIndex { $0.key == name }  // bounded: 16
  }

  /// Makes room for one more entry of the index. A dictionary is at most 3/4 full and doubles, while the old one still
  /// lives.
  private mutating func index(_ reading: inout Reading) throws(LayerError) {
    if pairs.count == Self.few {
      try reading.take(Self.few * 4 * Self.place)
      places.reserveCapacity(Self.few * 2)
      for (i, pair) in pairs.items.enumerated() { places[pair.key] = i }  // bounded: 16
    } else if places.count == places.capacity {
      try reading.take(places.capacity * 4 * Self.place)
      try reading.step(places.count)
    }
  }

  private static var place: Int { MemoryLayout<String>.stride + MemoryLayout<Int>.stride + 1 }
}
