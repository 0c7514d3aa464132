// SPDX-License-Identifier: MIT
import RenderTree

/// Chooses the line breaks of a paragraph: greedy, balanced or total-fit. All lengths are in 1/1024 point.
package struct LineBreaker {
  /// A break opportunity: a line may end there and the next begin.
  package struct Place {
    package enum Kind: UInt8 {
      /// Between words, or where the writing system allows it.
      case word
      /// At a soft hyphen in the text.
      case softHyphen
      /// At a hyphenation point of the language.
      case hyphen
      /// Between characters of a word that fits in no line.
      case cut
    }
    package var kind: Kind
    /// The byte offset at which the next line begins.
    package var at: Int
    /// Advances from the paragraph's start: `inked` to the end of the text before, without trailing spaces; `next` to
    /// the start of the next line.
    package var inked: Int
    package var next: Int
    /// The number and total width of the spaces up to `inked`, then of those up to `next`.
    package var spaces = 0
    package var spaceWidth = 0
    package var nextSpaces = 0
    package var nextSpaceWidth = 0
    /// Extra width if the line breaks here (the hyphen).
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

  /// The break opportunities, from the paragraph's start to its end, both included.
  package var places: [Place]
  /// The widths of the first line and of the others.
  package var firstWidth: Int
  package var width: Int
  /// The indents of the first line and of the others, from which tabs count.
  var firstIndent = 0
  var indent = 0
  var tabs: [PlacedTab] = []
  var stops: TabStops?
  /// True if spaces stretch and shrink; else lines are ragged.
  package var isJustified = false
  package var strategy = TextRequest.LineBreakStrategy.standard
  package var hyphenationFactor = 1.0

  package init(places: [Place], firstWidth: Int, width: Int) {
    self.places = places
    self.firstWidth = firstWidth
    self.width = width
  }

  /// The maximum number of consecutive lines that end at hyphenation points of the language.
  package static let hyphensInRow = 3
  /// The maximum number of candidate lines evaluated by `best`.
  static let maximumSteps = 20_000_000

  private var end: Int { places.count - 1 }
  private func limit(_ start: Int) -> Int { start == 0 ? firstWidth : width }

  /// Returns the indices of the places at which lines end, the last included.
  package func breaks() -> [Int] {
    guard end > 0 else { return [] }
    switch strategy {
    case .standard: return greedy()
    case .balance: return balanced()
    case .pretty: return best() ?? greedy()
    }
  }

  /// Returns the width of a line from one place to another.
  package func measure(_ start: Int, _ end: Int) -> Int {
    let a = places[start], b = places[end]
    guard !tabs.isEmpty, let stops else { return b.inked - a.next + b.tail }
    let slice = self.tabs(start, end)
    guard !slice.isEmpty else { return b.inked - a.next + b.tail }
    return stops.place(slice, from: a.next, to: b.inked + b.tail, indent: start == 0 ? firstIndent : indent).width
  }

  /// Returns the tabs of a line. Tabs at its end hang over, as spaces do.
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

  /// Fills each line with as much as fits.
  ///
  /// - Parameter less: the amount by which the lines are narrowed.
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
        // A place without a hyphen may fit after one whose hyphen does not.
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
      // With no other break, a word is hyphenated even after `hyphensInRow` such lines.
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

  /// Breaks into as many lines as `greedy`, made as narrow as possible by binary search.
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
    // A difference of half a point is invisible.
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

  /// 100 times the cube of a ratio; linear beyond 4.6, so that one very bad line is better than two.
  private static func badness(_ ratio: Double) -> Double {
    let most = 4.6
    let least = min(ratio, most)
    return 100 * least * least * least + 1000 * min(ratio - least, 1000)
  }

  /// Returns the demerits of a line between two places; nil if it is impossible.
  ///
  /// As in Knuth–Plass, the line penalty is 10, badness is 100 times the cube of the ratio of stretch or shrink to what
  /// the spaces allow, their sum is squared, and hyphens add penalties. In ragged text an eighth of the width counts as
  /// stretch; a justified line without spaces can stretch by only a hundredth.
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
        // An unbreakable line overflows.
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
    // Part of a word alone on the last line is worse than a whole word.
    if isLast, start > 0, slack > Double(room) / 2, isOneWord(start) { extra += a.isHyphen ? 1e8 : 2e7 }
    return (10 + badness) * (10 + badness) + extra
  }

  /// True if only a word, or part of one, follows a place.
  private func isOneWord(_ start: Int) -> Bool {
    var i = start + 1
    while i < end {
      if places[i].kind == .word { return false }
      i += 1
    }
    return true
  }

  /// Returns the total demerits of a list of breaks; nil if a line is impossible.
  package func demerits(of breaks: [Int]) -> Double? {
    var start = 0, sum = 0.0
    for next in breaks {
      guard let line = demerits(start, next) else { return nil }
      sum += line
      start = next
    }
    return sum
  }

  /// Returns the breaks with the least total demerits, by dynamic programming; nil if `maximumSteps` is exceeded.
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
        // Earlier starts only make the line wider: it does not fit even when shrunk.
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
