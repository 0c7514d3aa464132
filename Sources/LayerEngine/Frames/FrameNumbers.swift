/// Numbers of frames as people write them: `0-119,200`.
struct FrameNumbers {
  /// In order, each once.
  let numbers: [Int]
  /// A film of more is a mistake.
  static let limit = 10_000_000

  init(_ numbers: [Int]) { self.numbers = numbers }

  /// Reads what `text` writes; nil for anything else.
  init?(_ text: String) {
    var all: [Int] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard ends.count <= 2, let first = ends[0], let last = ends.count == 2 ? ends[1] : first, first >= 0, last >= first,
        last - first < Self.limit - all.count, all.last.map({ $0 < first }) ?? true
      else { return nil }
      all += first...last
    }
    numbers = all
  }

  var text: String {
    var parts: [(first: Int, last: Int)] = []
    for number in numbers {
      if let end = parts.last?.last, end + 1 == number { parts[parts.count - 1].last = number } else { parts.append((number, number)) }
    }
    return parts.map { $0.first == $0.last ? "\($0.first)" : "\($0.first)-\($0.last)" }.joined(separator: ",")
  }

  /// `frame 7`, or `frames 3,7-9`.
  var words: String { numbers.count == 1 ? "frame \(text)" : "frames \(text)" }
}
