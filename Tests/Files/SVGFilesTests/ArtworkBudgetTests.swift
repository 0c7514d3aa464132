// SPDX-License-Identifier: MIT
import Messages
import Parsing
import SVGFiles
import Testing

/// Parsing an SVG file charges memory before it is allocated, and stops at the work limit.
@Suite struct ArtworkBudgetTests {
  private final class Budget: MemoryBudget {
    let most: Int
    var used = 0
    init(_ most: Int) { self.most = most }
    var limit: Int? { most }
    var room: Int? { most - used }
    func hasRoom(for bytes: Int) -> Bool { bytes <= most - used }
    func charge(_ bytes: Int) { used += bytes }
    func release(_ bytes: Int) { used -= bytes }
  }

  /// Files of about 300 kB, each large in one respect.
  static let large: [(name: String, body: String)] = [
    ("declarations", "<style>a{" + String(repeating: "--:;", count: 75_000) + "}</style>"),
    ("rules", "<style>" + String(repeating: "a{fill:red}", count: 27_000) + "</style>"),
    ("selectors", "<style>" + String(repeating: "a,", count: 150_000) + "a{fill:red}</style>"),
    ("comments", "<style>" + String(repeating: "/**/", count: 75_000) + "</style>"),
    ("elements", String(repeating: "<g/>", count: 75_000)),
    ("attributes", "<g d='" + String(repeating: "M0 0", count: 75_000) + "'/>"),
    (
      "attributes that only selectors name",
      String(repeating: "<g data-a='12345678901234567890' role='img'/>", count: 6_500)
    ),
  ]

  private func read(_ body: String, _ account: Account) throws -> ArtworkDocument {
    let file = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\(body)</svg>"
    return try Array(file.utf8).withUnsafeBytes { try ArtworkDocument($0, account) }
  }

  @Test(arguments: large) func `a file pays at least its text, and is refused where memory ends`(
    name: String, body: String
  ) throws {
    let budget = Budget(256 << 20)
    var document: ArtworkDocument? = try read(body, Account(budget))
    #expect(budget.used >= body.utf8.count)
    _ = document
    document = nil
    #expect(budget.used == 0)
    let small = Budget(200_000)
    let error = #expect(throws: LayerError.self) { try read(body, Account(small)) }
    #expect(error?.kind == .limit, "\(name)")
    #expect(small.used == 0)
  }

  @Test(arguments: large) func `reading ends with the work`(name: String, body: String) throws {
    let account = Account(isEnded: { true })
    let error = #expect(throws: LayerError.self) { try read(body, account) }
    #expect(error?.kind == .cancelled, "\(name)")
  }

  @Test(arguments: large.filter { $0.body.hasPrefix("<style>") }) func `sheets grow linearly`(
    name: String, body: String
  ) throws {
    func work(_ times: Int) throws -> Int {
      let account = Account()
      _ = try read(String(repeating: body, count: times), account)
      return account.work
    }
    let (one, two) = (try work(1), try work(2))
    #expect(one > 0 && Double(two) <= 2.3 * Double(one), "\(name): \(one), \(two)")
  }
}
