// SPDX-License-Identifier: MIT
import JSONMessages
import NIOHTTP1

/// The address of a request: a path without escapes, and decoded pairs.
package struct Address: Equatable, Sendable {
  /// The limits of an address.
  package static let longest = 4 << 10
  package static let mostPairs = 64
  package static let longestValue = 1 << 10

  /// Begins with a slash.
  package var path: String
  /// In the order of the address.
  package var pairs: [Pair]

  package struct Pair: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package init(path: String, pairs: [Pair]) {
    self.path = path
    self.pairs = pairs
  }

  /// Parses the target of a request. A path of other characters than letters, digits, `-._/` is an error, so that no
  /// escape can hide one.
  package init(_ target: String) throws(Problem) {
    func problem(_ detail: String) -> Problem { Problem(.badRequest, .address, detail) }
    guard target.utf8.count <= Self.longest else {
      throw Problem(.uriTooLong, .address, "an address has at most \(Self.longest) bytes")
    }
    let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
    path = String(target[..<(mark ?? target.endIndex)])
    guard path.hasPrefix("/") else { throw problem("an address begins with a slash") }
    let isPlain = path.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "/"):
        true
      default: false
      }
    }
    guard isPlain, !path.contains("//"), !path.contains("/.") else {
      throw problem("a path has letters, digits, - . _ and single slashes, without escapes")
    }
    pairs = []
    guard let mark else { return }
    let query = target[target.utf8.index(after: mark)...]
    var names: Set<String> = []
    for part in query.split(separator: "&", omittingEmptySubsequences: true) {
      guard pairs.count < Self.mostPairs else { throw problem("an address has at most \(Self.mostPairs) parameters") }
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(sides[0]), let value = sides.count > 1 ? Self.decoded(sides[1]) : "" else {
        throw problem("a parameter has an escape that is no UTF-8, or the character 0")
      }
      guard value.utf8.count <= Self.longestValue, name.utf8.count <= 128 else {
        throw problem("\(name.prefix(40)): a value has at most \(Self.longestValue) bytes, and a name 128")
      }
      guard names.insert(name).inserted else {
        throw Problem(
          .badRequest, .parameter, "\(name) is there twice", [.init("parameter", .string(name))])
      }
      pairs.append(Pair(name, value))
    }
  }

  package subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  /// The pairs sorted by name and escaped, as they are signed and cached.
  ///
  /// - Parameter without: a name that is left out.
  package func query(without left: String? = nil) -> String {
    var sorted = self
    sorted.pairs.removeAll { $0.name == left }
    sorted.pairs.sort { Array($0.name.utf8).lexicographicallyPrecedes(Array($1.name.utf8)) }
    return sorted.queryAsGiven
  }

  /// The pairs escaped, in the order of the address.
  package var queryAsGiven: String {
    pairs.map { "\(Self.escaped($0.name))=\(Self.escaped($0.value))" }.joined(separator: "&")
  }

  /// Decodes escapes and pluses; nil if the result is no UTF-8 or has the character 0, or an escape is not complete.
  static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(0x20)
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    guard !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Escapes all bytes but the unreserved characters of RFC 3986.
  package static func escaped(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The name of a script in addresses: up to four parts of lower-case letters, digits, `-._`, each of which begins with
/// a letter or a digit.
package struct ScriptName: Hashable, Sendable, Comparable {
  package static let mostParts = 4
  package let text: String

  /// Parses a name; nil for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= Self.mostParts else { return nil }
    for part in parts {
      guard (1...64).contains(part.utf8.count), let first = part.utf8.first, Self.isPlain(first),
        part.utf8.allSatisfy({
          Self.isPlain($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_")
        })
      else { return nil }
    }
    self.text = text
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  package static func < (a: ScriptName, b: ScriptName) -> Bool { a.text < b.text }
}

/// The thing that an address names.
package enum Route: Equatable, Sendable {
  case page, openAPI, health, ready, metrics
  /// A file of the page.
  case asset(String)
  case description(ScriptName)
  case picture(ScriptName, AnswerFormat)
  /// A script that the request brings.
  case render(AnswerFormat)

  /// Returns the route of a path; nil if there is none. No path is ever made from it.
  package init?(path: String) {
    let name = String(path.dropFirst())
    switch name {
    case "": self = .page
    case "openapi.json": self = .openAPI
    case "health": self = .health
    case "ready": self = .ready
    case "metrics": self = .metrics
    default:
      if name.hasPrefix("_page/") {
        self = .asset(String(name.dropFirst(6)))
        return
      }
      let dot = name.lastIndex(of: ".")
      if let dot, let format = AnswerFormat(extension: String(name[name.index(after: dot)...])) {
        let stem = String(name[..<dot])
        if stem == "render" {
          self = .render(format)
        } else if let script = ScriptName(stem) {
          self = .picture(script, format)
        } else {
          return nil
        }
      } else if let script = ScriptName(name), !name.hasPrefix("render.") {
        self = .description(script)
      } else {
        return nil
      }
    }
  }
}
