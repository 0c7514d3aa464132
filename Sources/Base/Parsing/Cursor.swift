// SPDX-License-Identifier: MIT
import Messages
import Numbers

/// A set of bytes that a cursor skips or stops at.
package struct ByteSet: Sendable {
  @usableFromInline package var low: (UInt64, UInt64)
  @usableFromInline package var high: (UInt64, UInt64)

  @inlinable package init() {
    low = (0, 0)
    high = (0, 0)
  }

  /// Creates a set from the bytes of a text and from ranges.
  package init(_ text: StaticString, _ ranges: ClosedRange<UInt8>...) {
    self.init()
    text.withUTF8Buffer { for byte in $0 { insert(byte) } }  // bounded: a literal
    for range in ranges { for byte in range { insert(byte) } }  // bounded: 256
  }

  package mutating func insert(_ byte: UInt8) {
    let bit: UInt64 = 1 << UInt64(byte & 63)
    switch byte >> 6 {
    case 0: low.0 |= bit
    case 1: low.1 |= bit
    case 2: high.0 |= bit
    default: high.1 |= bit
    }
  }

  @inlinable @inline(__always) package func contains(_ byte: UInt8) -> Bool {
    let word =
      switch byte >> 6 {
      case 0: low.0
      case 1: low.1
      case 2: high.0
      default: high.1
      }
    return word >> UInt64(byte & 63) & 1 != 0
  }

  package static let digits = ByteSet("0123456789")
  /// White space: space, tab, line feed, vertical tab, form feed, carriage return.
  package static let blanks = ByteSet(" ", 9...13)
}

/// A read position in a byte buffer that only moves forward, and charges its work to a `Reading`.
package struct Cursor {
  package let bytes: [UInt8]
  /// The index of the next byte.
  package var at = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// True if all bytes have been read.
  @inlinable package var isAtEnd: Bool { at >= bytes.count }
  /// The next byte; nil at the end.
  @inlinable package var peek: UInt8? { at < bytes.count ? bytes[at] : nil }
  /// The byte after the next; nil beyond the end.
  @inlinable package var second: UInt8? { at + 1 < bytes.count ? bytes[at + 1] : nil }

  /// The line number at `at`, from 1; lines end with LF. Takes time linear in the text before it: use it for errors
  /// only.
  package var lineNumber: Int {
    bytes[..<min(at, bytes.count)].reduce(1) { $1 == 10 ? $0 + 1 : $0 }  // bounded: once, for an error
  }

  /// Consumes the byte if it comes next.
  @inlinable package mutating func take(_ byte: UInt8) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  /// Consumes the text if it comes next.
  package mutating func take(_ text: StaticString) -> Bool {
    let fits = text.withUTF8Buffer { bytes[min(at, bytes.count)...].starts(with: $0) }  // bounded: a literal
    if fits { at += text.utf8CodeUnitCount }
    return fits
  }

  /// Skips bytes that are in the set; returns their range. Costs one step per byte, and one for each run and each 4,096
  /// bytes of it.
  @inlinable package mutating func skip(_ set: ByteSet, _ reading: inout Reading) throws(LayerError) -> Range<Int> {
    try run(&reading) { set.contains($0) }
  }

  /// Skips to the next byte in the set, or to the end; returns the range skipped.
  @inlinable package mutating func until(_ set: ByteSet, _ reading: inout Reading) throws(LayerError) -> Range<Int> {
    try run(&reading) { !set.contains($0) }
  }

  @inlinable @inline(__always)
  package mutating func run(_ reading: inout Reading, _ goesOn: (UInt8) -> Bool) throws(LayerError) -> Range<Int> {
    let start = at
    while at < bytes.count {
      let end = Swift.min(bytes.count - at, Reading.interval) + at
      let from = at
      while at < end, goesOn(bytes[at]) { at += 1 }
      try reading.step(at - from + 1)
      if at < end { break }
    }
    return start..<at
  }
}
