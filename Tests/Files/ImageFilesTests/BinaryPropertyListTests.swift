// SPDX-License-Identifier: MIT
import ImageFiles
import Messages
import Parsing
import Testing

@Suite struct BinaryPropertyListTests {
  /// Returns a list of objects, the first of which is the root, with its table of offsets and its trailer.
  static func list(_ objects: [[UInt8]], top: UInt8 = 0) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += [UInt8(truncatingIfNeeded: bytes.count >> 8), UInt8(truncatingIfNeeded: bytes.count)]
      bytes += object
    }
    let table = bytes.count
    func number(_ value: Int) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) } }
    return bytes + offsets + [0, 0, 0, 0, 0, 0, 2, 1] + number(objects.count) + number(Int(top)) + number(table)
  }

  private func read(_ bytes: [UInt8]) throws -> PropertyList {
    var reading = Reading(trusted: "list")
    return try bytes.withUnsafeBytes { try PropertyList($0, &reading) }
  }

  private func message(_ bytes: [UInt8]) -> String {
    do {
      _ = try read(bytes)
      return ""
    } catch { return (error as? LayerError)?.message ?? "\(error)" }
  }

  private static let sample = list([
    [0xD3, 1, 2, 3, 4, 5, 6],  // Three keys, three values.
    [0x51, 0x61], [0x51, 0x62], [0x54] + Array("long".utf8), [0x10, 200],
    [0xA5, 7, 8, 9, 10, 11], [0x5F, 0x10, 20] + Array(repeating: 0x78, count: 20),
    [0x09], [0x61, 0x00, 0xE9], [0x23, 0x40, 0x04, 0, 0, 0, 0, 0, 0],
    [0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x22, 0x3F, 0x80, 0, 0],
  ])

  @Test func `numbers, texts, lists and dictionaries are read`() throws {
    let list = try read(Self.sample)
    guard case .number(200)? = list["a"], case .string(let long)? = list["long"], case .array(let b)? = list["b"] else {
      Issue.record("\(list)")
      return
    }
    #expect(long == String(repeating: "x", count: 20) && b.count == 5)
    guard case .bool(true) = b[0], case .string("é") = b[1], case .number(2.5) = b[2], case .number(-1) = b[3],
      case .number(1) = b[4]
    else {
      Issue.record("\(b)")
      return
    }
  }

  @Test func `a list that contains itself is an error, one value in two places is not`() throws {
    #expect(message(Self.list([[0xA1, 0]])).contains("contains itself"))
    let twice = try read(Self.list([[0xA2, 1, 1], [0xA1, 2], [0x10, 3]]))
    guard case .array(let items) = twice, items.count == 2 else {
      Issue.record("\(twice)")
      return
    }
    // Lists of lists that double at each level: 2⁵⁰ values, of which each is read once.
    let doubling = Self.list((0..<50).map { [0xA2, $0 + 1, $0 + 1] } + [[0x09]])
    #expect(message(doubling).isEmpty)
    let deep = Self.list((0..<80).map { [0xA1, $0 + 1] } + [[0x09]])
    #expect(message(deep).contains("nested more than"))
  }

  @Test func `a list cut or changed at any byte is read or refused`() {
    for end in Self.sample.indices { #expect(!message(Array(Self.sample[..<end])).isEmpty, "cut at \(end)") }
    for i in Self.sample.indices {
      for byte: UInt8 in [0, 0x0F, 0x7F, 0xFF] {
        var changed = Self.sample
        changed[i] = byte
        _ = message(changed)
      }
    }
  }

  @Test func `a sprite sheet may be binary`() throws {
    let text = { (s: String) in [UInt8(0x50 + s.utf8.count)] + Array(s.utf8) }
    let long = { (s: String) in [0x5F, 0x10, UInt8(s.utf8.count)] + Array(s.utf8) }
    let list = try read(
      Self.list([
        [0xD1, 1, 2], text("frames"), [0xD1, 3, 4], text("a.png"), [0xD3, 5, 6, 7, 8, 9, 10], text("frame"),
        text("offset"), text("sourceSize"), long("{{2,4},{10,20}}"), text("{0,0}"), text("{10,20}"),
      ]))
    var reading = Reading(trusted: "sheet")
    let sheet = try SpriteSheet(list, &reading)
    #expect(sheet.frames.map(\.name) == ["a.png"])
  }
}
