// SPDX-License-Identifier: MIT
import Digests
import NIOHTTP1

/// A key that signs addresses.
package struct SigningKey: Sendable {
  package var id: String
  package var secret: [UInt8]
  /// The time after which its signatures are not taken any more, in seconds since 1970; nil for none.
  package var end: Int?
}

/// The keys of a service: the first signs, all verify.
package struct SigningKeys: Sendable {
  package private(set) var keys: [SigningKey]
  /// The least length of a key, in bytes.
  package static let leastLength = 32
  package static let mostKeys = 64

  package struct Mistake: Error, Equatable {
    package var message: String
  }

  /// Parses a file of keys: `id:hex` or `id:hex:seconds since 1970` a line; empty lines and those that begin with `#`
  /// are skipped.
  package init(_ text: String) throws(Mistake) {
    keys = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      // A message never shows a part of a key.
      func mistake(_ text: String) -> Mistake { Mistake(message: "line \(index + 1): \(text)") }
      let parts = line.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2 || parts.count == 3 else { throw mistake("expected id:hex or id:hex:seconds since 1970") }
      let id = String(parts[0])
      let isName =
        (1...32).contains(id.utf8.count)
        && id.utf8.allSatisfy { byte in
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
      guard isName else { throw mistake("a key's id has 1 to 32 lower-case letters, digits, - and _") }
      guard !keys.contains(where: { $0.id == id }) else { throw mistake("the id \(id) is there twice") }
      guard let bytes = Self.bytes(hex: parts[1]) else { throw mistake("expected hexadecimal digits") }
      guard bytes.count >= Self.leastLength else {
        throw mistake("a key has at least \(Self.leastLength) bytes, such as those of: openssl rand -hex 32")
      }
      var end: Int?
      if parts.count == 3 {
        guard let seconds = Int(parts[2]), seconds > 0 else { throw mistake("expected seconds since 1970") }
        end = seconds
      }
      guard keys.count < Self.mostKeys else { throw mistake("there are at most \(Self.mostKeys) keys") }
      keys.append(SigningKey(id: id, secret: bytes, end: end))
    }
    guard !keys.isEmpty else { throw Mistake(message: "there is no key") }
  }

  /// Returns the signature of an address by the first key, for `_sig`.
  ///
  /// - Parameter unsigned: the words that may be changed without a signature.
  package func signature(of address: Address, unsigned: [String] = []) -> String? {
    var signed = address
    signed.pairs.removeAll { unsigned.contains($0.name) }
    return keys.first.map { "\($0.id).\(Self.base64(Self.code(signed, $0)))" }
  }

  /// Returns the key that signs if its signatures are not taken any more; nil if they are.
  ///
  /// - Parameter now: seconds since 1970.
  package func endedSigner(now: Int) -> SigningKey? {
    keys.first.flatMap { key in key.end.map { now > $0 } ?? false ? key : nil }
  }

  /// Checks an address.
  ///
  /// - Parameters:
  ///   - unsigned: the words that may be changed without a signature.
  ///   - now: seconds since 1970.
  /// - Returns: the key's id.
  package func verify(_ address: Address, unsigned: [String], now: Int) throws(Problem) -> String {
    let wrong = Problem(.forbidden, .signature, "the address needs a valid signature: _sig")
    guard let given = address["_sig"], let dot = given.firstIndex(of: ".") else { throw wrong }
    let id = given[..<dot]
    guard let key = keys.first(where: { $0.id == id }), key.end.map({ now <= $0 }) ?? true,
      let code = Self.bytes(base64: given[given.index(after: dot)...])
    else { throw wrong }
    var signed = address
    signed.pairs.removeAll { unsigned.contains($0.name) }
    guard SHA256.areEqual(code, Self.code(signed, key)) else {
      throw wrong
    }
    if let expiry = address["_exp"] {
      guard let seconds = Int(expiry), now <= seconds else {
        throw Problem(.gone, .expired, "the address has expired")
      }
    }
    return key.id
  }

  /// The signed text: a version, the path, and the sorted pairs without the signature.
  private static func message(_ address: Address) -> [UInt8] {
    Array("layerlua1\n\(address.path)\n\(address.query(without: "_sig"))".utf8)
  }

  private static func code(_ address: Address, _ key: SigningKey) -> [UInt8] {
    SHA256.code(message(address), key: key.secret)
  }

  static func bytes(hex text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    guard rest.count.isMultiple(of: 2), rest.count <= 1024 else { return nil }
    while !rest.isEmpty {
      guard let byte = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
        rest.first != UInt8(ascii: "+")
      else { return nil }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Base 64 for addresses (RFC 4648, section 5), without padding.
  static func base64(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var (value, bits) = (0, 0)
    for byte in bytes {
      (value, bits) = (value << 8 | Int(byte), bits + 8)
      while bits >= 6 {
        bits -= 6
        text.append(letters[value >> bits & 63])
      }
      value &= (1 << bits) - 1
    }
    if bits > 0 { text.append(letters[value << (6 - bits) & 63]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes the only text of 32 bytes; nil for any other text, also for one of other bits at its end.
  static func bytes(base64 text: Substring) -> [UInt8]? {
    guard text.utf8.count == 43 else { return nil }
    var bytes: [UInt8] = []
    var (value, bits) = (0, 0)
    for letter in text.utf8 {
      guard let index = letters.firstIndex(of: letter) else { return nil }
      (value, bits) = (value << 6 | index, bits + 6)
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: value >> bits))
      }
      value &= (1 << bits) - 1
    }
    return value == 0 ? bytes : nil
  }
}
