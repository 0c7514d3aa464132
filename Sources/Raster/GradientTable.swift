import CPixelKernels
import Pixels

/// The colours of a gradient as a table of premultiplied pixels; made once per set of stops.
package final class GradientTable: @unchecked Sendable {
  // Unchecked: the memory is written only before `init` returns.
  let gradient: llua_gradient
  /// True when no colour is translucent.
  package let isOpaque: Bool
  private let table: UnsafeMutablePointer<UInt32>
  private let numbers: UnsafeMutablePointer<Float>

  /// - Parameters:
  ///   - colors: interpolated premultiplied; none gives a transparent table. Before the first and after the last location their colours
  ///     go on.
  ///   - locations: 0…1, non-decreasing, as many as colours. Equal neighbours make a hard edge.
  package init(colors: [Color], locations: [Double]) {
    struct Stop {
      var r: Double
      var g: Double
      var b: Double
      var a: Double
      var at: Double

      init(_ c: Color, _ at: Double) {
        func unit(_ v: Double) -> Double { v == v ? min(max(v, 0), 1) : 0 }
        a = unit(c.alpha)
        r = unit(c.red) * a
        g = unit(c.green) * a
        b = unit(c.blue) * a
        self.at = at
      }

      var pixel: UInt32 {
        func byte(_ v: Double) -> UInt32 { UInt32(v * 255 + 0.5) }
        return byte(r) | byte(g) << 8 | byte(b) << 16 | byte(a) << 24
      }

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
    var stops: [Stop] = []
    var last = -1.0
    for (c, l) in zip(colors, locations) {
      last = max(last, l == l ? min(max(l, 0), 1) : 0)
      stops.append(Stop(c, last))
    }
    if stops.isEmpty { stops = [Stop(.clear, 0)] }
    isOpaque = stops.allSatisfy { $0.a >= 1 }
    // Pieces between hard edges.
    var pieces: [[Stop]] = [[stops[0]]]
    for (i, s) in stops.enumerated().dropFirst() {
      if s.at == stops[i - 1].at {
        // Of several stops at one place only the first and the last are seen.
        if pieces[pieces.count - 1].count == 1, pieces.count > 1, pieces[pieces.count - 1][0].at == s.at {
          pieces[pieces.count - 1] = [s]
        } else {
          pieces.append([s])
        }
      } else {
        pieces[pieces.count - 1].append(s)
      }
    }
    var pixels: [UInt32] = []
    var edge: [Float] = []
    var scale: [Float] = []
    var offset: [Float] = []
    var low: [Float] = []
    var high: [Float] = []
    let room = max(65536 / pieces.count, 64)
    for (k, piece) in pieces.enumerated() {
      let first = piece[0]
      let end = piece[piece.count - 1]
      if k > 0 { edge.append(Float(first.at)) }
      let base = pixels.count
      let range = end.at - first.at
      pixels.append(first.pixel)
      low.append(Float(base))
      guard piece.count > 1, range > 0 else {
        scale.append(0)
        offset.append(Float(base))
        high.append(Float(base))
        continue
      }
      // Entries at most a quarter of a level apart, as far as there is room.
      var density = 0.0
      for (a, b) in zip(piece, piece.dropFirst()) { density = max(density, a.distance(b) * 255 * 4 / (b.at - a.at)) }
      let wanted = density * range
      let n = Int(min(max(wanted == wanted ? wanted : 0, 256), Double(min(room, 8192))).rounded(.up))
      var i = 0
      for e in 0..<n {
        let t = first.at + (Double(e) + 0.5) / Double(n) * range
        while i < piece.count - 2, piece[i + 1].at <= t { i += 1 }
        pixels.append(piece[i].mixed(piece[i + 1], (t - piece[i].at) / (piece[i + 1].at - piece[i].at)).pixel)
      }
      pixels.append(end.pixel)
      let s = Double(n) / range
      scale.append(Float(s))
      offset.append(Float(Double(base + 1) - first.at * s))
      high.append(Float(pixels.count - 1))
    }
    table = UnsafeMutablePointer<UInt32>.allocate(capacity: pixels.count)
    table.initialize(from: pixels, count: pixels.count)
    let all = [edge + [0], scale, offset, low, high]
    numbers = UnsafeMutablePointer<Float>.allocate(capacity: all.reduce(0) { $0 + $1.count })
    var starts: [UnsafePointer<Float>] = []
    var at = 0
    for list in all {
      (numbers + at).initialize(from: list, count: list.count)
      starts.append(UnsafePointer(numbers + at))
      at += list.count
    }
    gradient = llua_gradient(
      table: table, edge: starts[0], scale: starts[1], offset: starts[2], low: starts[3], high: starts[4], edge_count: Int32(edge.count))
  }

  deinit {
    table.deallocate()
    numbers.deallocate()
  }
}
