// SPDX-License-Identifier: MIT
import RenderTree
import TestSupport
import Testing
import TextLayout

/// Line breaking by widths alone.
@Suite struct LineBreakerTests {
  /// A random paragraph of words with hyphenation points, where a space is 1024 wide.
  private func paragraph(_ random: inout SeededRandom, words: Int, width: Int, indent: Int = 0) -> LineBreaker {
    var places = [LineBreaker.Place(kind: .word, at: 0, inked: 0, next: 0)]
    var x = 0, at = 0, spaces = 0
    for word in 0..<words {
      for part in 0..<Int(1 + random.next() % 3) {
        if part > 0 {
          places.append(
            LineBreaker.Place(
              kind: random.next() % 4 == 0 ? .softHyphen : .hyphen, at: at, inked: x, next: x, spaces: spaces,
              spaceWidth: spaces * 1024, nextSpaces: spaces, nextSpaceWidth: spaces * 1024, tail: 600))
        }
        let width = Int(500 + random.next() % 4000)
        x += width
        at += width / 500
      }
      let inked = x
      if word < words - 1 {
        x += 1024
        at += 1
      }
      places.append(
        LineBreaker.Place(
          kind: .word, at: at, inked: inked, next: x, spaces: spaces, spaceWidth: spaces * 1024,
          nextSpaces: word < words - 1 ? spaces + 1 : spaces,
          nextSpaceWidth: (word < words - 1 ? spaces + 1 : spaces) * 1024))
      if word < words - 1 { spaces += 1 }
    }
    var breaker = LineBreaker(places: places, firstWidth: width - indent, width: width)
    breaker.isJustified = random.next() % 2 == 0
    breaker.hyphenationFactor = [1, 0.5, 0.8][Int(random.next() % 3)]
    return breaker
  }

  /// The minimum sum of demerits over all possible breaks, by exhaustive search.
  private func least(_ breaker: LineBreaker) -> Double {
    let inner = breaker.places.count - 2
    var least = Double.infinity
    for choice in 0..<(1 << inner) {
      let breaks = (0..<inner).filter { choice >> $0 & 1 == 1 }.map { $0 + 1 } + [inner + 1]
      if let sum = breaker.demerits(of: breaks) { least = min(least, sum) }
    }
    return least
  }

  @Test func `total fit finds what trying all ways finds`() throws {
    var random = SeededRandom(5)
    for _ in 0..<400 {
      let breaker = paragraph(
        &random, words: Int(2 + random.next() % 5), width: Int(6000 + random.next() % 12_000),
        indent: Int(random.next() % 3000))
      guard breaker.places.count <= 14 else { continue }
      let best = try #require(breaker.best())
      #expect(breaker.demerits(of: best) == least(breaker))
    }
  }

  @Test func `total fit is never worse than line by line`() throws {
    var random = SeededRandom(6)
    for _ in 0..<300 {
      let breaker = paragraph(
        &random, words: Int(5 + random.next() % 60), width: Int(9000 + random.next() % 30_000),
        indent: Int(random.next() % 3000))
      let best = try #require(breaker.best())
      #expect(best == breaker.best())
      let sum = try #require(breaker.demerits(of: best))
      if let greedy = breaker.demerits(of: breaker.greedy()) { #expect(sum <= greedy) }
    }
  }

  @Test func `lines fit, and go on where the last one ended`() throws {
    var random = SeededRandom(7)
    for round in 0..<300 {
      var breaker = paragraph(
        &random, words: Int(1 + random.next() % 40), width: Int(3000 + random.next() % 20_000),
        indent: Int(random.next() % 2000))
      breaker.strategy = [.standard, .balance, .pretty][round % 3]
      let breaks = breaker.breaks()
      #expect(breaks == breaks.sorted() && Set(breaks).count == breaks.count)
      #expect(breaks.last == breaker.places.count - 1)
      var start = 0
      for next in breaks {
        let room = start == 0 ? breaker.firstWidth : breaker.width
        let shrink = breaker.strategy == .pretty && breaker.isJustified ? (next - start) * 1024 / 3 : 0
        #expect(next == start + 1 || breaker.measure(start, next) <= room + shrink)
        start = next
      }
    }
  }

  @Test func `balanced lines are as few, and none is wider`() throws {
    var random = SeededRandom(8)
    var narrower = 0
    for _ in 0..<300 {
      let breaker = paragraph(
        &random, words: Int(2 + random.next() % 40), width: Int(8000 + random.next() % 30_000),
        indent: Int(random.next() % 3000))
      let greedy = breaker.greedy(), balanced = breaker.balanced()
      func widest(_ breaks: [Int]) -> Int {
        zip([0] + breaks, breaks).map { breaker.measure($0, $1) }.max() ?? 0
      }
      #expect(balanced.count <= greedy.count && widest(balanced) <= widest(greedy))
      if widest(balanced) < widest(greedy) { narrower += 1 }
    }
    #expect(narrower > 100)
  }

  @Test func `no more than three lines in a row end within words`() throws {
    // Words of two parts, each as wide as a line.
    var places = [LineBreaker.Place(kind: .word, at: 0, inked: 0, next: 0)]
    var x = 0
    for i in 0..<10 {
      let spaces = i * 100
      x += 500
      places.append(
        LineBreaker.Place(
          kind: .hyphen, at: 2 * i + 1, inked: x, next: x, spaces: i, spaceWidth: spaces, nextSpaces: i,
          nextSpaceWidth: spaces, tail: 50))
      x += 500
      places.append(
        LineBreaker.Place(
          kind: .word, at: 2 * i + 2, inked: x, next: x + 100, spaces: i, spaceWidth: spaces, nextSpaces: i + 1,
          nextSpaceWidth: spaces + 100))
      x += 100
    }
    let breaker = LineBreaker(places: places, firstWidth: 1700, width: 1200)
    let kinds = breaker.greedy().map { breaker.places[$0].isHyphen }
    #expect(kinds.prefix(4) == [true, true, true, false])
  }

  @Test func `a paragraph that is too much work is broken line by line`() throws {
    let places = (0...30_000).map {
      LineBreaker.Place(
        kind: .word, at: $0, inked: max($0 * 10 - 5, 0), next: $0 * 10, spaces: max($0 - 1, 0),
        spaceWidth: max($0 - 1, 0) * 5, nextSpaces: $0, nextSpaceWidth: $0 * 5)
    }
    var breaker = LineBreaker(places: places, firstWidth: 200_000, width: 200_000)
    breaker.strategy = .pretty
    #expect(breaker.best() == nil)
    #expect(breaker.breaks() == breaker.greedy())
  }
}
