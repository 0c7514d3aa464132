// SPDX-License-Identifier: MIT
import Messages
import Numbers
import Parsing

extension PropertyList {
  /// Parses a property list, binary or XML.
  ///
  /// - Throws: `LayerError`, as the parser of its format.
  package init(_ bytes: UnsafeRawBufferPointer, _ reading: inout Reading) throws(LayerError) {
    if PropertyList.isBinary(bytes) {
      try self.init(binary: bytes, &reading)
    } else {
      try self.init(xml: bytes, &reading)
    }
  }

  /// True if the bytes begin as a binary property list does.
  package static func isBinary(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: "bplist".utf8) }

  /// True if the list is a keyed archive: objects of a program, not plain values.
  package var isKeyedArchive: Bool {
    if case .string? = self["$archiver"] { return self["$objects"] != nil }
    return false
  }

  /// Parses a binary property list (`bplist00`). An object that several others refer to is one value.
  ///
  /// - Throws: `LayerError`; its message does not name the file. Its kind is `.limit` if memory is short or values are
  ///   nested too deep.
  package init(binary bytes: UnsafeRawBufferPointer, _ reading: inout Reading) throws(LayerError) {
    var parser = try BinaryParser(bytes, &reading)
    self = try parser.value(at: parser.top, depth: 1, &reading)
  }
}

/// A parser for the format `bplist00`: a header, objects, a table of their offsets, and a trailer of 32 bytes. All
/// numbers are big-endian.
private struct BinaryParser {
  private let bytes: UnsafeRawBufferPointer
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let table: Int
  /// The number of the root object.
  let top: Int
  /// The values of objects parsed so far.
  private var known: [PropertyList?]
  /// True for containers being parsed, to which none of their own values may refer.
  private var isOpen: [Bool]

  private static let damaged = LayerError("the binary property list is damaged: fetch or export it again")

  init(_ bytes: UnsafeRawBufferPointer, _ reading: inout Reading) throws(LayerError) {
    self.bytes = bytes
    guard bytes.count >= 8 + 1 + 1 + 32, bytes.starts(with: "bplist0".utf8) else {
      if bytes.starts(with: "bplist".utf8), bytes.count >= 8, bytes[6] != UInt8(ascii: "0") {
        throw LayerError("it is a binary property list of an unknown version; make it XML")
      }
      throw LayerError("the binary property list ends too early: fetch or export it again")
    }
    let trailer = bytes.count - 32
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = BinaryParser.number(bytes, trailer + 8, 8), let top = BinaryParser.number(bytes, trailer + 16, 8),
      let table = BinaryParser.number(bytes, trailer + 24, 8), count > 0, top < count, table >= 9, table < trailer,
      count <= (trailer - table) / offsetSize
    else { throw BinaryParser.damaged }
    (self.count, self.top, self.table) = (count, top, table)
    try reading.take(count * (MemoryLayout<PropertyList?>.stride + 1) + 64)
    try reading.step(count >> 3)
    known = Array(repeating: nil, count: count)  // bounded: paid above
    isOpen = Array(repeating: false, count: count)  // bounded: paid above
  }

  /// Returns the unsigned number of some bytes; nil if it exceeds 2⁶² or lies outside.
  private static func number(_ bytes: UnsafeRawBufferPointer, _ at: Int, _ size: Int) -> Int? {
    guard at >= 0, size <= 8, at <= bytes.count - size else { return nil }
    var value: UInt64 = 0
    for byte in bytes[at..<at + size] { value = value << 8 | UInt64(byte) }  // bounded: 8
    return value < 1 << 62 ? Int(clamping: value) : nil
  }

  /// Returns the value of an object.
  mutating func value(at index: Int, depth: Int, _ reading: inout Reading) throws(LayerError) -> PropertyList {
    try reading.step(4)
    guard index < count else { throw BinaryParser.damaged }
    if let value = known[index] { return value }
    guard depth <= PropertyList.maximumDepth else {
      throw LayerError(.limit, "values are nested more than \(PropertyList.maximumDepth) deep")
    }
    guard !isOpen[index] else { throw LayerError("a value of the binary property list contains itself") }
    guard let offset = BinaryParser.number(bytes, table + index * offsetSize, offsetSize), offset >= 8, offset < table
    else { throw BinaryParser.damaged }
    isOpen[index] = true
    let value = try object(at: offset, depth: depth, &reading)
    isOpen[index] = false
    known[index] = value
    return value
  }

  private mutating func object(
    at offset: Int, depth: Int, _ reading: inout Reading
  ) throws(LayerError) -> PropertyList {
    try reading.take(MemoryLayout<PropertyList>.stride + 48)
    let marker = bytes[offset], low = Int(marker & 15)
    switch marker >> 4 {
    case 0:
      switch low {
      case 0: return .other("")
      case 8: return .bool(false)
      case 9: return .bool(true)
      default: throw BinaryParser.damaged
      }
    case 1:
      guard low <= 4, offset + 1 + 1 << low <= table else { throw BinaryParser.damaged }
      var value: UInt64 = 0
      // An integer of sixteen bytes is read from its last eight.
      let digits = bytes[offset + 1..<offset + 1 + 1 << low].suffix(8)
      for byte in digits { value = value << 8 | UInt64(byte) }  // bounded: 8
      return .number(low >= 3 ? Double(Int64(bitPattern: value)) : Double(value))
    case 2, 3:
      guard low == 2 || low == 3, offset + 1 + 1 << low <= table else { throw BinaryParser.damaged }
      var value: UInt64 = 0
      for byte in bytes[offset + 1..<offset + 1 + 1 << low] { value = value << 8 | UInt64(byte) }  // bounded: 8
      let number = low == 3 ? Double(bitPattern: value) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: value)))
      if marker >> 4 == 3 { return .other("\(number) s after 2001") }
      return number.isFinite ? .number(number) : .other("\(number)")
    case 4:
      let place = try body(offset, width: 1)
      return .other("\(place.count) bytes")
    case 5:
      let place = try body(offset, width: 1)
      try reading.take(4 * place.count)
      guard let text = try reading.text(Array(bytes[place])[...]), text.utf8.allSatisfy({ $0 < 128 }) else {
        throw BinaryParser.damaged
      }
      return .string(text)
    case 6:
      let place = try body(offset, width: 2)
      try reading.take(4 * place.count)
      try reading.step(place.count)
      let units = stride(from: place.lowerBound, to: place.upperBound, by: 2).map {  // bounded: paid above
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      return .string(String(decoding: units, as: UTF16.self))
    case 8: return .number(Double(BinaryParser.number(bytes, offset + 1, min(low + 1, 8)) ?? 0))
    case 10, 11, 12:
      let place = try body(offset, width: referenceSize)
      var values = Grown<PropertyList>()
      for i in 0..<place.count / referenceSize {
        let reference = BinaryParser.number(bytes, place.lowerBound + i * referenceSize, referenceSize)
        try values.append(try value(at: reference ?? count, depth: depth + 1, &reading), &reading)
      }
      return .array(values.finish())
    case 13: return try dictionary(at: offset, depth: depth, &reading)
    default: throw BinaryParser.damaged
    }
  }

  private mutating func dictionary(
    at offset: Int, depth: Int, _ reading: inout Reading
  ) throws(LayerError) -> PropertyList {
    let place = try body(offset, width: 2 * referenceSize)
    let pairs = place.count / 2 / referenceSize
    // A dictionary doubles, and both copies live during the growth.
    try reading.take(pairs * 4 * (MemoryLayout<String>.stride + MemoryLayout<PropertyList>.stride) + 64)
    var entries: [String: PropertyList] = [:]
    for i in 0..<pairs {
      let key = BinaryParser.number(bytes, place.lowerBound + i * referenceSize, referenceSize)
      let item = BinaryParser.number(bytes, place.lowerBound + (pairs + i) * referenceSize, referenceSize)
      guard case .string(let name) = try value(at: key ?? count, depth: depth + 1, &reading) else {
        throw LayerError("a key of the binary property list is not a string")
      }
      entries[name] = try value(at: item ?? count, depth: depth + 1, &reading)
    }
    return .dictionary(entries)
  }

  /// Returns the place of an object's content, whose length in units of `width` bytes follows from its marker or from
  /// the integer after it.
  private func body(_ offset: Int, width: Int) throws(LayerError) -> Range<Int> {
    var start = offset + 1, length = Int(bytes[offset] & 15)
    if length == 15 {
      guard start < table, bytes[start] >> 4 == 1, bytes[start] & 15 <= 3,
        let long = BinaryParser.number(bytes, start + 1, 1 << Int(bytes[start] & 15))
      else { throw BinaryParser.damaged }
      (start, length) = (start + 1 + 1 << Int(bytes[start] & 15), long)
    }
    guard start <= table, length <= (table - start) / width else { throw BinaryParser.damaged }
    return start..<start + length * width
  }
}
