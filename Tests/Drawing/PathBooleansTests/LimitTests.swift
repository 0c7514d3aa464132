// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Parsing
import PathBooleans
import Testing

@Suite struct PathLimitTests {
  private func refusal(_ body: () throws -> Path) -> LayerError? {
    do { _ = try body() } catch { return error as? LayerError }
    return nil
  }

  @Test func `coordinates that are not finite or beyond the range are refused`() {
    let bad = polygon([Point(0, 0), Point(.nan, 1), Point(2, 2)])
    let square = Path(rect: Rect(0, 0, 1, 1))
    #expect(refusal { try square.union(bad) }?.kind == .invalid)
    #expect(refusal { try bad.hull() }?.kind == .invalid)
    #expect(refusal { try bad.simplified(tolerance: 1) }?.kind == .invalid)
    #expect(refusal { try bad.stroked(StrokeStyle(width: 1)) }?.kind == .invalid)
    #expect(refusal { try polygon([Point(0, 0), Point(1e200, 0), Point(0, 1)]).normalized() }?.kind == .limit)
  }

  @Test func `more than 200,000 edges are refused`() throws {
    let saw = polygon((0...200_000).map { Point(Double($0), Double($0 % 3)) })
    let error = try #require(refusal { try saw.normalized() })
    #expect(error.kind == .limit)
    #expect(error.message.hasPrefix("Path.normalized: the flattened paths have more than 200000 edges"))
  }

  @Test func `edges side by side and crossings are counted before they are clipped`() {
    var comb: [Point] = [.zero]
    for i in 0..<50_000 { comb += [Point(Double(i), 1000 + Double(i % 7)), Point(Double(i) + 0.5, 0)] }
    #expect(refusal { try polygon(comb).normalized() }?.message.contains("side by side") == true)
    var rows = Path(), columns = Path()
    for i in 0..<750 {
      rows.addRect(Rect(0, Double(i) * 2, 2000, 1))
      columns.addRect(Rect(Double(i) * 2, 0, 1, 2000))
    }
    #expect(refusal { try rows.union(columns) }?.message.contains("cross more than 2000000 times") == true)
  }

  @Test func `cancelled work ends`() throws {
    var reading = Reading(Account(isEnded: { true }), name: "Path:union")
    let many = polygon((0..<9000).map { Point(Double($0), Double($0 * $0 % 17)) })
    #expect(throws: LayerError(.cancelled, "Path:union: cancelled")) {
      try many.combined(.union, many, using: .nonZero, &reading)
    }
  }

  private final class Budget: MemoryBudget {
    var used = 0
    func hasRoom(for bytes: Int) -> Bool { used + bytes <= 1 << 20 }
    func charge(_ bytes: Int) { used += bytes }
    func release(_ bytes: Int) { used -= bytes }
  }

  @Test func `memory is charged before Clipper takes it, and given back`() {
    let budget = Budget()
    let many = polygon((0..<20_000).map { Point(Double($0), Double($0 * $0 % 17)) })
    func run() throws {
      var reading = Reading(Account(budget), name: "Path:union", purpose: "the paths")
      _ = try many.combined(.union, many, using: .nonZero, &reading)
    }
    #expect(throws: LayerError.self) { try run() }
    #expect(budget.used == 0)
  }

  @Test func `an open path is refused by offset, which names stroked`() {
    var line = Path()
    line.addLines([Point(0, 0), Point(5, 5), Point(9, 0)])
    let error = refusal { try line.offset(by: 1) }
    #expect(error?.kind == .invalid && error?.message.contains("(stroked)") == true)
    #expect(refusal { try line.stroked(StrokeStyle(width: 0)) }?.kind == .invalid)
    #expect(refusal { try line.simplified(tolerance: 0) }?.kind == .invalid)
  }
}
