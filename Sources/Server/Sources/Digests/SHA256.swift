// SPDX-License-Identifier: MIT
import CHashes

/// SHA-256 (FIPS 180-4), by libmd.
package struct SHA256 {
  private var state = llua_sha256()

  package init() { llua_sha256_begin(&state) }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    llua_sha256_add(&state, bytes.baseAddress, bytes.count)
  }

  package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// Returns the 32 bytes; the value must not be used any more.
  package mutating func finalize() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    llua_sha256_end(&state, &digest)
    return digest
  }

  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finalize()
  }

  /// Returns the code of a message with SHA-256 (HMAC, RFC 2104).
  package static func code(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    var block = key.count > 64 ? hash(key) : key
    block += [UInt8](repeating: 0, count: 64 - block.count)
    let inner = hash(block.map { $0 ^ 0x36 } + message)
    return hash(block.map { $0 ^ 0x5C } + inner)
  }

  /// Compares in a time that tells nothing about the place of a difference.
  package static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard a.count == b.count else { return false }
    var difference: UInt8 = 0
    for index in a.indices { difference |= a[index] ^ b[index] }
    return difference == 0
  }
}
