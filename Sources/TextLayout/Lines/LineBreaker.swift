// SPDX-License-Identifier: MIT
import RenderTree

/// Chooses where the lines of a paragraph end. All lengths are in 1/1024 point.
package struct LineBreaker {
  /// A place at which a line may end and the next begin.
  package struct Place {
    package enum Kind: UInt8 {
      /// Between words, or where a writing system allows it.
      case word
      /// At a soft hyphen of the text.
      case softHyphen
      /// Where the language divides a word.
      case hyphen
      /// Between characters of a word that no line can hold.
      case cut
    }
    package var kind: Kind
    /// The byte with which the next line begins.
    package var at: Int
    /// From the paragraph's start to the end of what stands before, without spaces, and to the next line's begin.
    package var inked: Int
    package var next: Int
    /// The spaces up to there, and their widths.
    package var spaces = 0
    package var spaceWidth = 0
    package var nextSpaces = 0
    package var nextSpaceWidth = 0
    /// What a line is wider by that ends here: its hyphen.
    package var tail = 0

    package init(
      kind: Kind, at: Int, inked: Int, next: Int, spaces: Int = 0, spaceWidth: Int = 0, nextSpaces: Int = 0,
      nextSpaceWidth: Int = 0, tail: Int = 0
    ) {
      self.kind = kind
      self.at = at
      self.inked = inked
      self.next = next
      self.spaces = spaces
      self.spaceWidth = spaceWidth
      self.nextSpaces = nextSpaces
      self.nextSpaceWidth = nextSpaceWidth
      self.tail = tail
    }

    package var isHyphen: Bool { kind == .softHyphen || kind == .hyphen }
  }

  /// From the paragraph's begin to its end.
  package var places: [Place]
  /// The widths of the first line and of the others.
  package var firstWidth: Int
  package var width: Int
  /// Their indents, from which tabs count.
  var firstIndent = 0
  var indent = 0
  var tabs: [PlacedTab] = []
  var stops: TabStops?
  /// Whether spaces give and take; else lines end where they end.
  package var isJustified = false
  package var strategy = TextRequest.LineBreakStrategy.standard
  package var hyphenationFactor = 1.0

  package init(places: [Place], firstWidth: Int, width: Int) {
    self.places = places
    self.firstWidth = firstWidth
    self.width = width
  }

  /// The most lines in a row that end within words divided by the language.
  package static let hyphensInRow = 3
  /// The most lines that are looked at to find the best.
  static let maximumSteps = 20_000_000

  private var end: Int { places.count - 1 }
  private func limit(_ start: Int) -> Int { start == 0 ? firstWidth : width }

  /// The places at which lines end, the last included.
  package func breaks() -> [Int] {
    guard end > 0 else { return [] }
    switch strategy {
    case .standard: return greedy()
    case .balance: return balanced()
    case .pretty: return best() ?? greedy()
    }
  }

  /// The width of a line from one place to another.
  package func measure(_ start: Int, _ end: Int) -> Int {
    let a = places[start], b = places[end]
    guard !tabs.isEmpty, let stops else { return b.inked - a.next + b.tail }
    let slice = self.tabs(start, end)
    guard !slice.isEmpty else { return b.inked - a.next + b.tail }
    return stops.place(slice, from: a.next, to: b.inked + b.tail, indent: start == 0 ? firstIndent : indent).width
  }

  /// The tabs of a line; those at its end hang over, as spaces do.
  func tabs(_ start: Int, _ end: Int) -> ArraySlice<PlacedTab> {
    func first(_ byte: Int) -> Int {
      var low = 0, high = tabs.count
      while low < high {
        let middle = (low + high) / 2
        if tabs[middle].at < byte { low = middle + 1 } else { high = middle }
      }
      return low
    }
    let low = first(places[start].at)
    var high = first(places[end].at)
    while high > low, tabs[high - 1].x >= places[end].inked { high -= 1 }
    return tabs[low..<high]
  }

  // MARK: Line by line

  /// Each line takes what fits.
  ///
  /// - Parameter less: what lines lack of their widths.
  package func greedy(less: Int = 0) -> [Int] {
    var breaks: [Int] = []
    var start = 0, inRow = 0
    while start < end {
      let room = max(limit(start) - less, 0)
      var plain: Int?, divided: Int?, cut: Int?
      var i = start + 1
      while i <= end {
        let place = places[i]
        let fits = measure(start, i) <= room
        // A place that wants no hyphen may fit behind one that does.
        if !fits, place.inked - places[start].next > room { break }
        if fits {
          switch place.kind {
          case .word: plain = i
          case .softHyphen: divided = i
          case .hyphen:
            if inRow < Self.hyphensInRow, gainsByHyphen(start, plain, room) { divided = i }
          case .cut: cut = i
          }
        }
        i += 1
      }
      // Where nothing else is left a word may be divided in spite of the lines before.
      if plain == nil, divided == nil {
        divided = (start + 1..<i).last { places[$0].kind == .hyphen && measure(start, $0) <= room }
      }
      let chosen = max(plain ?? 0, divided ?? 0)
      let next = chosen > start ? chosen : cut ?? start + 1
      inRow = places[next].kind == .hyphen ? inRow + 1 : 0
      breaks.append(next)
      start = next
    }
    return breaks
  }

  private func gainsByHyphen(_ start: Int, _ plain: Int?, _ room: Int) -> Bool {
    guard hyphenationFactor < 1, let plain else { return hyphenationFactor > 0 }
    return Double(measure(start, plain)) < hyphenationFactor * Double(room)
  }

  // MARK: Equal widths

  /// As many lines as if each took what fits, as narrow as they can be.
  package func balanced() -> [Int] {
    var result = greedy()
    func count(_ breaks: [Int]) -> (lines: Int, hyphens: Int, cuts: Int) {
      (
        breaks.count, breaks.reduce(0) { $0 + (places[$1].isHyphen ? 1 : 0) },
        breaks.reduce(0) { $0 + (places[$1].kind == .cut ? 1 : 0) }
      )
    }
    let most = count(result)
    guard most.lines > 1 else { return result }
    func widest(_ breaks: [Int]) -> Int {
      var start = 0, widest = 0
      for next in breaks {
        widest = max(widest, measure(start, next))
        start = next
      }
      return widest
    }
    let natural = widest(result)
    var low = 0, high = max(firstWidth, width)
    // Half a point is not seen.
    while high - low > 512 {
      let middle = (low + high) / 2
      let tried = greedy(less: middle)
      let found = count(tried)
      if found.lines <= most.lines, found.hyphens <= most.hyphens, found.cuts <= most.cuts, widest(tried) <= natural {
        result = tried
        low = middle
      } else {
        high = middle
      }
    }
    return result
  }

  // MARK: The whole paragraph

  /// 100 times the cube of a ratio; of what is bad beyond all measure the rest counts simply, so that one such line is
  /// better than two.
  private static func badness(_ ratio: Double) -> Double {
    let most = 4.6
    let least = min(ratio, most)
    return 100 * least * least * least + 1000 * min(ratio - least, 1000)
  }

  /// What a line costs, by its place in the paragraph; nil for one that cannot be.
  ///
  /// The sums are those of Knuth and Plass: 10 for a line, and 100 times the cube of what spaces stretch or shrink of
  /// what they can, squared, and something for hyphens. Where lines are not justified an eighth of the width is what an
  /// edge can give; a justified line without spaces can give next to nothing.
  package func demerits(_ start: Int, _ next: Int) -> Double? {
    let a = places[start], b = places[next]
    let isLast = next == end
    let room = limit(start)
    let slack = Double(room - measure(start, next))
    let spaces = b.spaces - a.nextSpaces, spaceWidth = Double(b.spaceWidth - a.nextSpaceWidth)
    var badness = 0.0, extra = 0.0
    if slack < 0 {
      let shrink = isJustified && !isLast && spaces > 0 ? spaceWidth / 3 : 0
      if -slack <= shrink {
        let ratio = -slack / shrink
        badness = 100 * ratio * ratio * ratio
      } else {
        // What cannot be broken stands over the edge.
        guard next == start + 1 else { return nil }
        extra += 1e14 - slack
      }
    } else if !isLast {
      let stretch =
        isJustified && spaces > 0 ? max(spaceWidth / 2, 1) : max(Double(room) / (isJustified ? 100 : 8), 1)
      badness = Self.badness(slack / stretch)
    }
    let penalty =
      b.kind == .softHyphen ? 50 : b.kind == .hyphen ? 50 / min(max(hyphenationFactor, 0.05), 1) : 0.0
    extra += penalty * penalty
    if a.isHyphen, b.isHyphen { extra += 10_000 }
    if isLast, a.isHyphen { extra += 5000 }
    if b.kind == .cut { extra += 1e12 }
    // A part of a word alone is worse than a word.
    if isLast, start > 0, slack > Double(room) / 2, isOneWord(start) { extra += a.isHyphen ? 1e8 : 2e7 }
    return (10 + badness) * (10 + badness) + extra
  }

  /// Whether what follows a place is a word alone, or a part of one.
  private func isOneWord(_ start: Int) -> Bool {
    var i = start + 1
    while i < end {
      if places[i].kind == .word { return false }
      i += 1
    }
    return true
  }

  /// The sum of a breaking's demerits; nil for one that cannot be.
  package func demerits(of breaks: [Int]) -> Double? {
    var start = 0, sum = 0.0
    for next in breaks {
      guard let line = demerits(start, next) else { return nil }
      sum += line
      start = next
    }
    return sum
  }

  /// The breaking with the least sum of demerits; nil when it is too much work.
  package func best() -> [Int]? {
    var sums = [Double](repeating: .infinity, count: end + 1)
    var befores = [Int](repeating: 0, count: end + 1)
    sums[0] = 0
    var steps = 0
    for next in 1...end {
      let b = places[next]
      let isLast = next == end
      var start = next - 1
      while start >= 0 {
        steps += 1
        if let line = demerits(start, next), sums[start] + line < sums[next] {
          sums[next] = sums[start] + line
          befores[next] = start
        }
        // Lines that begin before are too wide, however much they shrink.
        let shrink = isJustified && !isLast ? (b.spaceWidth - places[start].nextSpaceWidth) / 3 : 0
        if b.inked - places[start].next - shrink > max(firstWidth, width) { break }
        start -= 1
      }
      guard steps < Self.maximumSteps else { return nil }
    }
    var breaks: [Int] = []
    var at = end
    while at > 0 {
      breaks.append(at)
      at = befores[at]
    }
    return breaks.reversed()
  }
}
