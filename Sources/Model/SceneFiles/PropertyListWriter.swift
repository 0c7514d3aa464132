// SPDX-License-Identifier: MIT
import Messages
import Numbers

/// A value of a property list to be written.
indirect enum PropertyListValue {
  case string(String)
  case integer(Int)
  case real(Double)
  case bool(Bool)
  case data([UInt8])
  /// A reference to an object of a keyed archive, by its index.
  case reference(Int)
  case array([PropertyListValue])
  /// Keys with values, in the order in which they are written.
  case dictionary([(key: String, value: PropertyListValue)])

  /// Returns an archive of the kind that `NSKeyedArchiver` writes.
  ///
  /// - Parameter objects: the objects after `$null`, of which the first is the root.
  static func keyedArchive(_ objects: [PropertyListValue]) -> PropertyListValue {
    .dictionary([
      ("$version", .integer(100_000)), ("$archiver", .string("NSKeyedArchiver")),
      ("$top", .dictionary([("root", .reference(1))])), ("$objects", .array([.string("$null")] + objects)),
    ])
  }

  /// The class entry of a keyed archive.
  ///
  /// - Parameter names: the class and its superclasses.
  static func archivedClass(_ names: [String]) -> PropertyListValue {
    .dictionary([("$classname", .string(names[0])), ("$classes", .array(names.map { .string($0) }))])
  }
}

// MARK: - Binary lists

/// Writes binary property lists. Each value is an object of its own; equal values give equal bytes.
struct BinaryPropertyList {
  private var objects: [[UInt8]] = []
  private var referenceSize = 1

  /// Returns the bytes of a list.
  static func bytes(of value: PropertyListValue) -> [UInt8] {
    var writer = BinaryPropertyList()
    let count = writer.count(value)
    writer.referenceSize = count < 256 ? 1 : count < 65_536 ? 2 : 4
    writer.add(value)
    var out = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in writer.objects {
      offsets.append(out.count)
      out += object
    }
    let start = out.count
    let size = start < 256 ? 1 : start < 65_536 ? 2 : 4
    for offset in offsets { out += bigEndian(offset, size) }
    out += [0, 0, 0, 0, 0, 0, UInt8(size), UInt8(writer.referenceSize)]
    out += bigEndian(writer.objects.count, 8) + bigEndian(0, 8) + bigEndian(start, 8)
    return out
  }

  /// The number of objects of a value: itself, its keys and its members.
  private func count(_ value: PropertyListValue) -> Int {
    switch value {
    case .array(let values): 1 + values.reduce(0) { $0 + count($1) }
    case .dictionary(let entries): 1 + entries.reduce(0) { $0 + 1 + count($1.value) }
    default: 1
    }
  }

  /// Adds a value after the objects so far, and returns its index.
  @discardableResult private mutating func add(_ value: PropertyListValue) -> Int {
    let index = objects.count
    objects.append([])
    switch value {
    case .string(let text): objects[index] = BinaryPropertyList.string(text)
    case .integer(let number): objects[index] = BinaryPropertyList.integer(number)
    case .real(let number): objects[index] = [0x23] + BinaryPropertyList.bigEndian(number.bitPattern)
    case .bool(let flag): objects[index] = [flag ? 9 : 8]
    case .data(let bytes): objects[index] = BinaryPropertyList.marker(0x40, bytes.count) + bytes
    case .reference(let number):
      let size = number < 256 ? 1 : number < 65_536 ? 2 : 4
      objects[index] = [0x80 | UInt8(size - 1)] + BinaryPropertyList.bigEndian(number, size)
    case .array(let values):
      let members = values.map { add($0) }
      objects[index] = BinaryPropertyList.marker(0xA0, values.count) + references(members)
    case .dictionary(let entries):
      let keys = entries.map { add(.string($0.key)) }
      let members = entries.map { add($0.value) }
      objects[index] = BinaryPropertyList.marker(0xD0, entries.count) + references(keys) + references(members)
    }
    return index
  }

  private func references(_ indices: [Int]) -> [UInt8] {
    indices.flatMap { BinaryPropertyList.bigEndian($0, referenceSize) }
  }

  private static func string(_ text: String) -> [UInt8] {
    if text.utf8.allSatisfy({ $0 < 128 }) { return marker(0x50, text.utf8.count) + Array(text.utf8) }
    return marker(0x60, text.utf16.count) + text.utf16.flatMap { bigEndian(Int($0), 2) }
  }

  private static func integer(_ number: Int) -> [UInt8] {
    switch number {
    case 0..<256: [0x10] + bigEndian(number, 1)
    case 256..<65_536: [0x11] + bigEndian(number, 2)
    case 65_536..<4_294_967_296: [0x12] + bigEndian(number, 4)
    default: [0x13] + bigEndian(UInt64(bitPattern: Int64(number)))
    }
  }

  /// Returns the first bytes of an object with a count.
  private static func marker(_ kind: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [kind | UInt8(count)] : [kind | 15] + integer(count)
  }

  private static func bigEndian(_ value: Int, _ size: Int) -> [UInt8] {
    bigEndian(UInt64(truncatingIfNeeded: value)).suffix(size).map { $0 }
  }

  private static func bigEndian(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> UInt64(56 - 8 * $0)) }
  }
}

// MARK: - XML lists

extension PropertyListValue {
  /// The list as an XML document. References of keyed archives exist in binary lists only and are left out.
  var xml: [UInt8] {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
    text += "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\">\n"
    write(to: &text, indentation: "")
    return Array((text + "</plist>\n").utf8)
  }

  private func write(to text: inout String, indentation: String) {
    text += indentation
    switch self {
    case .string(let value): text += "<string>\(XMLText.escaped(value))</string>\n"
    case .integer(let value): text += "<integer>\(value)</integer>\n"
    case .real(let value): text += "<real>\(exactText(value))</real>\n"
    case .bool(let flag): text += flag ? "<true/>\n" : "<false/>\n"
    case .data, .reference: text += "<string></string>\n"
    case .array(let values):
      text += "<array>\n"
      for value in values { value.write(to: &text, indentation: indentation + "  ") }
      text += indentation + "</array>\n"
    case .dictionary(let entries):
      text += "<dict>\n"
      for entry in entries {
        text += indentation + "  <key>\(XMLText.escaped(entry.key))</key>\n"
        entry.value.write(to: &text, indentation: indentation + "  ")
      }
      text += indentation + "</dict>\n"
    }
  }
}
