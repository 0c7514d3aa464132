// SPDX-License-Identifier: MIT
import CPixelKernels
import Numbers
import Pixels

/// A gradient's lookup tables of premultiplied colours, finer than 8 bits so that they can be dithered. Build one per
/// set of stops and reuse it.
package final class GradientTable: @unchecked Sendable {
  // Unchecked: the memory is written only before `init` returns.
  let gradient: llua_gradient
  /// True if every colour is opaque.
  package let isOpaque: Bool
  /// The number of table entries, of eight bytes each.
  package let count: Int
  private let tables: UnsafeMutablePointer<UInt32>
  private let numbers: UnsafeMutablePointer<Float>

  /// - Parameters:
  ///   - colors: interpolated premultiplied; with no colours the table is transparent. The first and last colours
  ///     extend beyond their locations.
  ///   - locations: 0…1, non-decreasing, one per colour. Two equal neighbours make a hard edge.
  ///   - opacity: 0…1, multiplies every colour. It is applied before dithering, so that faint gradients show no more
  ///     banding than others.
  package init(colors: [Color], locations: [Double], opacity: Double = 1) {
    let stops = GradientTable.stops(colors, at: locations, opacity: opacity)
    isOpaque = stops.allSatisfy { $0.a == 255 }
    let pieces = GradientTable.pieces(of: stops)
    let steps = GradientTable.steps(of: pieces)
    count = steps.reduce(0) { $0 + ($1 > 0 ? $1 + 2 : 1) }
    tables = UnsafeMutablePointer<UInt32>.allocate(capacity: 2 * count)
    let (even, odd) = (tables, tables + count)
    let lists = GradientTable.fill(even, odd, with: pieces, steps: steps)
    let all = [lists.edge + [0], lists.scale, lists.offset, lists.low, lists.high]
    numbers = UnsafeMutablePointer<Float>.allocate(capacity: all.reduce(0) { $0 + $1.count })
    var starts: [UnsafePointer<Float>] = []
    var at = 0
    for list in all {
      (numbers + at).initialize(from: list, count: list.count)
      starts.append(UnsafePointer(numbers + at))
      at += list.count
    }
    gradient = llua_gradient(
      even: UnsafePointer(even), odd: UnsafePointer(odd), edge: starts[0], scale: starts[1], offset: starts[2],
      low: starts[3], high: starts[4], edge_count: Int32(lists.edge.count))
  }

  deinit {
    tables.deallocate()
    numbers.deallocate()
  }

  // MARK: Steps of the initialiser

  /// A premultiplied colour rounded to whole 8-bit levels. So a gradient begins and ends with exactly the given
  /// colours, and stays flat between two equal ones.
  private struct Stop {
    var r: Double
    var g: Double
    var b: Double
    var a: Double
    var at: Double

    init(_ c: Color, _ at: Double, opacity: Double) {
      func unit(_ v: Double) -> Double { v == v ? min(max(v, 0), 1) : 0 }
      func level(_ v: Double) -> Double { (v * 255 + 0.5).rounded(.down) }
      let alpha = unit(c.alpha) * opacity
      a = level(alpha)
      r = level(unit(c.red) * alpha)
      g = level(unit(c.green) * alpha)
      b = level(unit(c.blue) * alpha)
      self.at = at
    }

    private func pair(_ low: Double, _ high: Double) -> UInt32 {
      UInt32(clamping: low * 256 + 0.5) | UInt32(clamping: high * 256 + 0.5) << 16
    }
    var even: UInt32 { pair(r, b) }
    var odd: UInt32 { pair(g, a) }

    func mixed(_ o: Stop, _ k: Double) -> Stop {
      var s = self
      s.r += (o.r - r) * k
      s.g += (o.g - g) * k
      s.b += (o.b - b) * k
      s.a += (o.a - a) * k
      return s
    }

    func distance(_ o: Stop) -> Double { max(max(abs(r - o.r), abs(g - o.g)), max(abs(b - o.b), abs(a - o.a))) }
  }

  /// Returns the stops in the order of their locations; one transparent stop if there are none.
  private static func stops(_ colors: [Color], at locations: [Double], opacity: Double) -> [Stop] {
    var stops: [Stop] = []
    var last = -1.0
    for (c, l) in zip(colors, locations) {
      last = max(last, l == l ? min(max(l, 0), 1) : 0)
      stops.append(Stop(c, last, opacity: opacity))
    }
    return stops.isEmpty ? [Stop(.clear, 0, opacity: 0)] : stops
  }

  /// Divides stops at the hard edges, into smooth pieces of at least one stop.
  private static func pieces(of stops: [Stop]) -> [[Stop]] {
    var pieces: [[Stop]] = [[stops[0]]]
    for (i, s) in stops.enumerated().dropFirst() {
      if s.at == stops[i - 1].at {
        // If several stops share a location, only the first and the last are visible.
        if pieces[pieces.count - 1].count == 1, pieces.count > 1, pieces[pieces.count - 1][0].at == s.at {
          pieces[pieces.count - 1] = [s]
        } else {
          pieces.append([s])
        }
      } else {
        pieces[pieces.count - 1].append(s)
      }
    }
    return pieces
  }

  /// Returns the number of steps from the first to the last entry of each piece; 0 for a piece of one colour.
  private static func steps(of pieces: [[Stop]]) -> [Int] {
    let room = max(65536 / pieces.count, 64)
    return pieces.map { piece in
      let range = piece[piece.count - 1].at - piece[0].at
      guard piece.count > 1, range > 0 else { return 0 }
      // Aim for entries at most a quarter of a level apart, within the size limit.
      var density = 0.0
      for (a, b) in zip(piece, piece.dropFirst()) { density = max(density, a.distance(b) * 4 / (b.at - a.at)) }
      let wanted = density * range
      return Int(clamping: min(max(wanted == wanted ? wanted : 0, 256), Double(min(room, 8192))).rounded(.up))
    }
  }

  /// The numbers by which the kernels find a piece's entries: its first location (except the first piece's); and for a
  /// location t the entry `t * scale + offset`, clamped to `low` … `high`.
  private struct Lists {
    var edge: [Float] = []
    var scale: [Float] = []
    var offset: [Float] = []
    var low: [Float] = []
    var high: [Float] = []
  }

  /// Writes the entries of all pieces, the even and the odd components separately: per piece its first colour, the
  /// colours in the middle of its steps, and its last colour.
  private static func fill(
    _ even: UnsafeMutablePointer<UInt32>, _ odd: UnsafeMutablePointer<UInt32>, with pieces: [[Stop]], steps: [Int]
  ) -> Lists {
    var next = 0
    func append(_ entry: Stop) {
      (even + next).initialize(to: entry.even)
      (odd + next).initialize(to: entry.odd)
      next += 1
    }
    var lists = Lists()
    for (k, (piece, n)) in zip(pieces, steps).enumerated() {
      let first = piece[0]
      let end = piece[piece.count - 1]
      if k > 0 { lists.edge.append(Float(first.at)) }
      let base = next
      append(first)
      lists.low.append(Float(base))
      guard n > 0 else {
        lists.scale.append(0)
        lists.offset.append(Float(base))
        lists.high.append(Float(base))
        continue
      }
      let range = end.at - first.at
      piece.withUnsafeBufferPointer { piece in
        var i = 0
        for e in 0..<n {
          let t = first.at + (Double(e) + 0.5) / Double(n) * range
          while i < piece.count - 2, piece[i + 1].at <= t { i += 1 }
          append(piece[i].mixed(piece[i + 1], (t - piece[i].at) / (piece[i + 1].at - piece[i].at)))
        }
      }
      append(end)
      let s = Double(n) / range
      lists.scale.append(Float(s))
      lists.offset.append(Float(Double(base + 1) - first.at * s))
      lists.high.append(Float(next - 1))
    }
    return lists
  }
}
