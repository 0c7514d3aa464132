// SPDX-License-Identifier: MIT
import LayerRendering
import Testing
import TestSupport

/// SHA-256 digests, compared with the examples of FIPS 180-4 and its test vectors.
@Suite struct DigestTests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `text has its published digest`(text: String, digest: String) throws {
    #expect(try Digest(of: text).description == digest)
  }

  @Test func `a file has the digest of its bytes however large`() throws {
    let folder = try TemporaryFolder()
    // The standard's example of one million "a", longer than the read buffer.
    let path = try folder.write(String(repeating: "a", count: 1_000_000), to: "a")
    let found = try #require(try Digest.ofFile(path))
    #expect(found.digest.description == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    #expect(found.size == 1_000_000)
  }

  @Test func `what is no file has no digest`() throws {
    let folder = try TemporaryFolder()
    #expect(try Digest.ofFile(folder.path) == nil)
    #expect(try Digest.ofFile(folder.path + "/nothing") == nil)
  }
}
