// SPDX-License-Identifier: MIT
import Digests
import Testing

@Suite struct SHA256Tests {
  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// FIPS 180-4's examples, and the empty text.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ]) func `digests are the standard's`(text: String, digest: String) {
    #expect(hex(SHA256.hash(Array(text.utf8))) == digest)
  }

  @Test func `parts give the digest of the whole`() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    for size in [1, 3, 63, 64, 65, 999] {
      var hash = SHA256()
      for start in stride(from: 0, to: bytes.count, by: size) {
        hash.update(Array(bytes[start..<min(start + size, 1000)]))
      }
      #expect(hash.finalize() == SHA256.hash(bytes))
    }
  }

  /// RFC 4231, cases 1, 2, 3 and 6.
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ]) func `codes are the standard's`(key: [UInt8], message: [UInt8], code: String) {
    #expect(hex(SHA256.code(message, key: key)) == code)
  }

  @Test func `equality is of all bytes`() {
    #expect(SHA256.areEqual([1, 2], [1, 2]) && !SHA256.areEqual([1, 2], [1, 3]) && !SHA256.areEqual([1], [1, 2]))
  }
}
