// SPDX-License-Identifier: MIT
import NIOHTTP1
import ServiceContract
import Testing

@Suite struct AddressTests {
  @Test func `pairs are decoded and keep their order`() throws {
    let address = try Address("/a/b.png?title=Hello+%22W%C3%B6rld%22&b&c=1=2&&d=%26")
    #expect(address.path == "/a/b.png")
    #expect(
      address.pairs == [.init("title", "Hello \"Wörld\""), .init("b", ""), .init("c", "1=2"), .init("d", "&")])
    #expect(address.query() == "b=&c=1%3D2&d=%26&title=Hello%20%22W%C3%B6rld%22")
  }

  @Test(arguments: [
    "", "a", "/a%2Fb", "/%2e%2e/etc", "/../a", "/a/./b", "/a//b", "/.hidden", "/a b", "/a\\b", "/a?x=%", "/a?x=%4",
    "/a?x=%ZZ", "/a?x=%00", "/a?x=%FF", "/a?x=%C0%AF", "/a?x=%ED%A0%80", "/a?x=1&x=2", "/a?x=1&%78=2", "/ä",
    "http://host/a",
  ]) func `others are errors`(target: String) {
    let problem = #expect(throws: Problem.self) { try Address(target) }
    #expect(problem?.status == .badRequest)
  }

  @Test func `limits hold`() throws {
    #expect(throws: Problem.self) { try Address("/" + String(repeating: "a", count: 5000)) }
    #expect(throws: Problem.self) { try Address("/a?x=" + String(repeating: "a", count: 1025)) }
    let many = (0...64).map { "p\($0)=1" }.joined(separator: "&")
    #expect(throws: Problem.self) { try Address("/a?" + many) }
    _ = try Address("/a?x=" + String(repeating: "a", count: 1024))
  }

  /// Bytes of any kind: an error, or pairs that their own text gives again.
  @Test func `a query is read as it is written`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let letters: [Character] = ["a", "%", "&", "=", "+", "4", "F", "é", "?", "#", "/", " ", "\u{7F}", "0", ";", "\""]
      let text = String((0..<Int.random(in: 0...20, using: &random)).compactMap { _ in letters.randomElement() })
      guard let address = try? Address("/x?" + text) else { continue }
      let again = try Address("/x?" + address.queryAsGiven)
      #expect(again == address, "\(text)")
      let sorted = try Address("/x?" + address.query())
      #expect(sorted.query() == address.query())
    }
  }

  @Test(arguments: [
    ("/", Route.page), ("/health", .health), ("/ready", .ready), ("/metrics", .metrics), ("/openapi.json", .openAPI),
    ("/_page/page.js", .asset("page.js")), ("/render.png", .render(.png)), ("/render.jpeg", .render(.jpg)),
  ]) func `fixed paths have routes`(path: String, route: Route) { #expect(Route(path: path) == route) }

  @Test func `scripts have routes`() throws {
    #expect(Route(path: "/card.png") == .picture(try #require(ScriptName("card")), .png))
    #expect(Route(path: "/a/b-c.d_e/f.webp") == .picture(try #require(ScriptName("a/b-c.d_e/f")), .webp))
    #expect(Route(path: "/card") == .description(try #require(ScriptName("card"))))
    #expect(Route(path: "/card.txt") == .description(try #require(ScriptName("card.txt"))))
  }

  @Test(arguments: ["/Card.png", "/a/b/c/d/e.png", "/a/.png", "/-a.png", "/a/_b.png", "/a/", "/ä", "/render.bmp"])
  func `other paths have none`(path: String) { #expect(Route(path: path) == nil) }
}
