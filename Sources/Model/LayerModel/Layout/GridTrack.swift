// SPDX-License-Identifier: MIT
import Messages
import Numbers

/// The size of a column or row of a grid.
///
/// ```swift
/// let columns: [GridTrack] = [80, .automatic, .fraction(1), .fraction(2)]
/// ```
public enum GridTrack: Equatable, Sendable {
  /// A size in points.
  case fixed(Double)
  /// The preferred size of the layers in the track.
  case automatic
  /// A share of the remaining space, relative to the other shares.
  case fraction(Double)

  /// Parses a number of equal tracks, or a list of points, `"auto"` and shares such as `"2fr"`.
  static func list(_ value: PropertyValue, _ path: String) throws(LayerError) -> [GridTrack] {
    switch value {
    case .null, .bool(false): return []
    case .number(let v):
      guard v >= 1, v <= 1000, v == v.rounded() else {
        throw LayerError(
          "\(path): expected a number of equal tracks from 1 to 1000, or a list such as {\"auto\", \"1fr\", 120}, got "
            + "\(numberText(v))"
        )
      }
      return Array(repeating: .fraction(1), count: Int(clamping: v))
    case .array(let a):
      guard a.count <= 1000 else { throw LayerError("\(path): at most 1000, got \(a.count)") }
      var tracks: [GridTrack] = []
      for (i, element) in a.enumerated() { tracks.append(try one(element, "\(path): value \(i + 1)")) }
      return tracks
    default:
      throw LayerError(
        "\(path): expected a number of equal tracks, or a list such as {\"auto\", \"1fr\", 120}, got \(value.described)"
      )
    }
  }

  private static func one(_ value: PropertyValue, _ path: String) throws(LayerError) -> GridTrack {
    switch value {
    case .number(let v) where v >= 0 && v.isFinite: return .fixed(v)
    case .string("auto"): return .automatic
    case .string(let s) where s.hasSuffix("fr"):
      if let v = Double(s.dropLast(2)), v > 0, v.isFinite { return .fraction(v) }
    default: break
    }
    throw LayerError(
      "\(path): expected points, \"auto\", or a share of the rest such as \"1fr\", got \(value.described)")
  }

  var value: PropertyValue {
    switch self {
    case .fixed(let v): .number(v)
    case .automatic: .string("auto")
    case .fraction(let v): .string("\(numberText(v))fr")
    }
  }
}

/// The sizes of a grid's columns, or of its rows.
struct GridTracks {
  let tracks: [GridTrack]
  var sizes: [Double]
  let spacing: Double

  /// Gives fixed tracks their size, others 0.
  init(_ tracks: [GridTrack], spacing: Double) {
    self.tracks = tracks
    self.spacing = spacing
    sizes = tracks.map { if case .fixed(let v) = $0 { v } else { 0 } }
  }

  /// Makes automatic tracks as large as their layers: first those in one track, then those across several.
  ///
  /// - Parameter counted: true if shares grow too, in proportion, for the preferred size of a grid.
  mutating func grow(_ demands: [(tracks: Range<Int>, length: Double)], countingShares counted: Bool) {
    var unit = 0.0
    for d in demands where d.tracks.count == 1 {
      let i = d.tracks.lowerBound
      switch tracks[i] {
      case .automatic: sizes[i] = Swift.max(sizes[i], d.length)
      case .fraction(let f): if counted { unit = Swift.max(unit, d.length / f) }
      case .fixed: break
      }
    }
    for d in demands where d.tracks.count > 1 {
      let have = d.tracks.reduce(0) { $0 + sizes[$1] } + spacing * Double(d.tracks.count - 1)
      var shares = 0.0
      var automatic: [Int] = []
      for i in d.tracks {
        switch tracks[i] {
        case .automatic: automatic.append(i)
        case .fraction(let f): shares += f
        case .fixed: break
        }
      }
      if shares > 0 {
        if counted { unit = Swift.max(unit, (d.length - have) / shares) }
      } else if d.length > have, !automatic.isEmpty {
        for i in automatic { sizes[i] += (d.length - have) / Double(automatic.count) }
      }
    }
    if counted { for (i, t) in tracks.enumerated() { if case .fraction(let f) = t { sizes[i] = unit * f } } }
  }

  /// Distributes the remaining space among the tracks that take shares.
  mutating func share(_ room: Double) {
    var shares = 0.0
    var rest = room - spacing * Double(Swift.max(0, tracks.count - 1))
    for (i, t) in tracks.enumerated() { if case .fraction(let f) = t { shares += f } else { rest -= sizes[i] } }
    guard shares > 0 else { return }
    for (i, t) in tracks.enumerated() { if case .fraction(let f) = t { sizes[i] = Swift.max(0, rest) * (f / shares) } }
  }

  var total: Double { sizes.reduce(0, +) + spacing * Double(Swift.max(0, sizes.count - 1)) }

  /// The start of each track.
  var starts: [Double] {
    var at = 0.0
    return sizes.map { size in
      defer { at += size + spacing }
      return at
    }
  }

  func length(_ range: Range<Int>) -> Double { range.reduce(0) { $0 + sizes[$1] } + spacing * Double(range.count - 1) }
}
