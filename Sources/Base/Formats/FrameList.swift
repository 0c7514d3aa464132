// SPDX-License-Identifier: MIT
import Numbers

/// A selection of a film's frames in ascending order, such as `0-119,200-`.
///
/// ```swift
/// let frames = try FrameList("0-9,20,200-")
/// ```
/// Frames are numbered from 0. The last range may be open: it then extends to the film's end.
public struct FrameList: Sendable, Equatable {
  /// The closed ranges, ascending and disjoint.
  package private(set) var ranges: [ClosedRange<Int>]
  /// The start of the open range; nil if there is none.
  package private(set) var openStart: Int?

  /// Maximum frame number.
  package static let highestFrame = 1_000_000_000

  /// Creates a list of frames 0 to `count` − 1.
  public init(count: Int) {
    ranges = count > 0 ? [0...Swift.min(count - 1, FrameList.highestFrame)] : []
  }

  /// Creates a list of frame numbers from 0 to `highestFrame`, given in any order.
  package init(numbers: some Sequence<Int>) {
    ranges = []
    for number in Set(numbers).sorted() {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
  }

  /// Parses single numbers, ranges such as `10-19` and, at the end, an open range such as `200-`, separated by commas.
  ///
  /// - Throws: `FrameListError` that names the invalid part.
  public init(_ text: String) throws { try self.init(reading: text) }

  /// Same as `init(_:)`, with a typed error.
  private init(reading text: String) throws(FrameListError) {
    ranges = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let part = part.trimmed
      guard !part.isEmpty else { throw text.trimmed.isEmpty ? .empty : .part("", text) }
      if openStart != nil { throw .afterOpen(String(part)) }
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map(\.trimmed)
      guard ends.count <= 2, let first = try FrameList.number(ends[0]) else { throw .part(String(part), text) }
      if let last = ranges.last?.upperBound, first <= last {
        throw ranges.contains { $0.contains(first) } ? .twice(first) : .order(first, after: last)
      }
      if ends.count == 2, ends[1].isEmpty {
        openStart = first
        continue
      }
      guard let last = ends.count == 1 ? first : try FrameList.number(ends[1]) else { throw .part(String(part), text) }
      guard first <= last else { throw .backward(first, last) }
      ranges.append(first...last)
    }
  }

  /// Returns nil if the text is not a number.
  private static func number(_ text: Substring) throws(FrameListError) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    guard let value = Int(text), value <= highestFrame else { throw .high(String(text.prefix(40))) }
    return value
  }

  package var isOpen: Bool { openStart != nil }

  /// The number of frames, not counting the open range.
  package var count: Int { ranges.reduce(0) { $0 + $1.count } }

  /// The highest frame that is named; nil if the list is empty.
  package var last: Int? { openStart ?? ranges.last?.upperBound }

  /// Returns the list with its open range closed at the last of `count` frames.
  package func closed(at count: Int) -> FrameList {
    guard let start = openStart else { return self }
    var list = self
    list.openStart = nil
    if start < count { list.ranges.append(start...(count - 1)) }
    return list
  }

  package func contains(_ frame: Int) -> Bool {
    ranges.contains { $0.contains(frame) } || openStart.map { frame >= $0 } == true
  }

  /// Returns the frame at an index of the list, from 0; nil past the end of the closed ranges.
  package func frame(at place: Int) -> Int? {
    var left = place
    guard left >= 0 else { return nil }
    for range in ranges {
      if left < range.count { return range.lowerBound + left }
      left -= range.count
    }
    return nil
  }
}

extension FrameList: Sequence, CustomStringConvertible {
  /// Iterates over the frames, without the open range.
  public func makeIterator() -> AnyIterator<Int> {
    var rest = ranges[...]
    var next = rest.first?.lowerBound
    return AnyIterator {
      guard let frame = next, let range = rest.first else { return nil }
      if frame < range.upperBound {
        next = frame + 1
      } else {
        rest.removeFirst()
        next = rest.first?.lowerBound
      }
      return frame
    }
  }

  public var description: String {
    var parts = ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
    if let openStart { parts.append("\(openStart)-") }
    return parts.joined(separator: ",")
  }
}

/// An error in the text of a frame list.
public enum FrameListError: Error, Equatable, Sendable, CustomStringConvertible {
  case empty
  /// A part that is neither a number nor a range, and the whole text.
  case part(String, String)
  case backward(Int, Int)
  case order(Int, after: Int)
  case twice(Int)
  /// A part that follows the open range.
  case afterOpen(String)
  case high(String)

  public var description: String {
    let example = "such as 0-119, or 0-9,20,200-"
    return switch self {
    case .empty: "expected frame numbers \(example), got nothing"
    case .part(let part, let text):
      part.isEmpty
        ? "expected frame numbers \(example); a comma of \"\(text)\" has no number next to it"
        : "expected frame numbers \(example), got \"\(part)\""
    case .backward(let a, let b): "\(a)-\(b) runs backward; frames are drawn in ascending order: \(b)-\(a)"
    case .order(let frame, let last): "frame \(frame) comes after frame \(last); list frames in ascending order"
    case .twice(let frame): "frame \(frame) is named twice"
    case .afterOpen(let part):
      "\(part) comes after a range without an end, which goes on to the last frame; put that range last"
    case .high(let text): "frame \(text) is too high: frames are numbered up to \(FrameList.highestFrame)"
    }
  }
}

extension Substring {
  /// The text without leading and trailing spaces.
  fileprivate var trimmed: Substring {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }
}

extension String {
  fileprivate var trimmed: Substring { self[...].trimmed }
}
