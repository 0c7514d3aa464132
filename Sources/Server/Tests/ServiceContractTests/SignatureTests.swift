// SPDX-License-Identifier: MIT
import NIOHTTP1
import ServiceContract
import Testing

@Suite struct SignatureTests {
  let hex = String(repeating: "0f", count: 32)

  private func keys(_ text: String) throws -> SigningKeys { try SigningKeys(text) }

  @Test func `a signature is that of its definition`() throws {
    // printf 'layerlua1\n/card.png\n_exp=2000000000&title=Hi%%20there' | openssl dgst -sha256 -mac HMAC …
    let address = try Address("/card.png?title=Hi+there&_exp=2000000000")
    let signature = try #require(try keys("a:\(hex)").signature(of: address))
    #expect(signature == "a.-u2QeIlE4daanDd0OgGLko74BmvBTfvkgftEre4RtEM")
    var signed = address
    signed.pairs.insert(.init("_sig", signature), at: 0)
    #expect(try keys("a:\(hex)").verify(signed, unsigned: [], now: 1) == "a")
  }

  /// No change of a signed address is taken, of whatever letter.
  @Test func `every changed letter is found`() throws {
    let keys = try keys("a:\(hex)")
    var address = try Address("/card.png?title=Hi&_scale=2&_exp=2000000000")
    address.pairs.append(.init("_sig", try #require(keys.signature(of: address))))
    let text = Array("\(address.path)?\(address.queryAsGiven)".utf8)
    var refused = 0
    for index in text.indices {
      for letter in [UInt8(ascii: "x"), UInt8(ascii: "7"), text[index] ^ 1] where letter != text[index] {
        var changed = text
        changed[index] = letter
        guard let other = try? Address(String(decoding: changed, as: UTF8.self)), other != address else { continue }
        let problem = #expect(throws: Problem.self) { try keys.verify(other, unsigned: [], now: 1) }
        #expect(problem?.status == .forbidden)
        // No hint about the right one.
        #expect(problem?.members.isEmpty == true && problem?.detail.contains("a.") == false)
        refused += 1
      }
    }
    #expect(refused > 100)
  }

  @Test func `addresses and keys expire`() throws {
    let keys = try keys("new:\(hex)\nold:\(String(repeating: "ab", count: 32)):100\n")
    var address = try Address("/card.png?_exp=50")
    address.pairs.append(.init("_sig", try #require(keys.signature(of: address))))
    #expect(try keys.verify(address, unsigned: [], now: 50) == "new")
    #expect(#expect(throws: Problem.self) { try keys.verify(address, unsigned: [], now: 51) }?.status == .gone)
    var old = try Address("/card.png")
    let only = try SigningKeys("old:\(String(repeating: "ab", count: 32)):100")
    old.pairs.append(.init("_sig", try #require(only.signature(of: old))))
    #expect(try keys.verify(old, unsigned: [], now: 100) == "old")
    #expect(#expect(throws: Problem.self) { try keys.verify(old, unsigned: [], now: 101) }?.status == .forbidden)
  }

  @Test func `a key that is over signs nothing`() throws {
    let keys = try keys("old:\(hex):100\nnew:\(String(repeating: "ab", count: 32))")
    #expect(keys.endedSigner(now: 100) == nil)
    #expect(keys.endedSigner(now: 101)?.id == "old")
    #expect(try self.keys("new:\(hex)\nold:\(String(repeating: "ab", count: 32)):100").endedSigner(now: 101) == nil)
  }

  @Test func `words can be left unsigned`() throws {
    let keys = try keys("a:\(hex)")
    var address = try Address("/card.png?_w=640&title=Hi")
    address.pairs.append(.init("_sig", try #require(keys.signature(of: address, unsigned: ["_w"]))))
    address.pairs[0].value = "320"
    #expect(try keys.verify(address, unsigned: ["_w"], now: 1) == "a")
    #expect(throws: Problem.self) { try keys.verify(address, unsigned: [], now: 1) }
  }

  @Test(arguments: [
    ("", "no key"), ("a", "id:hex"), ("A:00", "lower-case"), ("a:zz", "hexadecimal"), ("a:00ff", "at least 32 bytes"),
    ("a:\(String(repeating: "00", count: 31))", "at least 32"),
    ("a:\(String(repeating: "00", count: 32)):x", "seconds"),
    ("a:\(String(repeating: "00", count: 32))\na:\(String(repeating: "00", count: 32))", "twice"),
  ]) func `bad files of keys are explained`(text: String, part: String) throws {
    let mistake = #expect(throws: SigningKeys.Mistake.self) { try SigningKeys(text) }
    #expect(mistake?.message.contains(part) == true, "\(mistake?.message ?? "")")
  }
}
