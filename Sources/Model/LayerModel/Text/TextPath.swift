// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import RenderTree

/// A path along which text is set, parametrised by arc length in points.
package final class TextPath {
  let path: Path
  package let length: Double
  private var segments: [Path.Segment] = []
  /// The distance at which each segment begins.
  private var starts: [Double] = []
  /// True if text that runs past the end continues at the start.
  private let isClosed: Bool

  /// Measures a path; nil for a path without length.
  package init?(_ path: Path) {
    var total = 0.0, subpaths = 0, closes = false
    var segments: [Path.Segment] = [], starts: [Double] = []
    path.forEachSegment { segment, startsSubpath, isClose in
      if startsSubpath { subpaths += 1 }
      let length = segment.length()
      guard length > 0, length.isFinite else { return }
      segments.append(segment)
      starts.append(total)
      total += length
      closes = isClose
    }
    guard total > 0, total.isFinite, let first = segments.first, let last = segments.last else { return nil }
    let from = first.point(at: 0), to = last.point(at: 1)
    self.path = path
    self.segments = segments
    self.starts = starts
    length = total
    isClosed = subpaths <= 1 && (closes || from == to)
  }

  /// Returns the point at a distance and the direction there, of unit length. A closed path repeats from its start; an
  /// open one continues straight.
  package func place(at distance: Double) -> (point: Point, direction: Point) {
    var s = distance
    if isClosed {
      s = s.truncatingRemainder(dividingBy: length)
      if s < 0 { s += length }
    }
    // Binary search for the last segment that begins at or before the distance.
    var low = 0, high = starts.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= s { low = middle } else { high = middle }
    }
    let segment = segments[low]
    let own = (low + 1 < starts.count ? starts[low + 1] : length) - starts[low]
    let inside = min(max(s - starts[low], 0), own)
    let t = inside <= 0 ? 0 : inside >= own ? 1 : segment.parameter(at: inside, of: own)
    var direction = segment.direction(at: t)
    let norm = direction.length
    direction = norm > 0 && norm.isFinite ? direction * (1 / norm) : Point(1, 0)
    let beyond = s < 0 ? s : max(s - length, 0)
    return (segment.point(at: t) + direction * beyond, direction)
  }

  /// Returns the transform from laid-out text to the path: `x` maps along it from `offset`, `baseline` onto it.
  func placement(x: Double, baseline: Double, offset: Double) -> AffineTransform {
    let (point, d) = place(at: x + offset)
    return AffineTransform.translation(-x, -baseline)
      .concat(AffineTransform(a: d.x, b: d.y, c: -d.y, d: d.x, tx: point.x, ty: point.y))
  }
}

/// Text on a path: its first baseline lies on the path, further lines are offset from it.
struct TextBend {
  /// The maximum number of glyphs and strokes of one text, since each is placed on the path individually.
  static let mostParts = 20_000

  let path: TextPath
  /// The distance from the path's start, in points.
  let offset: Double
  let baseline: Double

  /// Returns the placement of a cluster of glyphs whose middle is at `x`.
  func placement(at x: Double) -> AffineTransform { path.placement(x: x, baseline: baseline, offset: offset) }

  /// Returns a rectangle bent along the path.
  func bent(_ rect: Rect) -> Path {
    // Steps of two points are invisible, except on the tightest curves.
    let count = min(max(Int(clamping: (rect.width / 2).rounded(.up)), 1), 4096)
    var upper: [Point] = [], lower: [Point] = []
    for i in 0...count {
      let x = rect.minX + rect.width * Double(i) / Double(count)
      let place = placement(at: x)
      upper.append(place.apply(Point(x, rect.minY)))
      lower.append(place.apply(Point(x, rect.maxY)))
    }
    var path = Path()
    path.addLines(upper + lower.reversed())
    path.closeSubpath()
    return path
  }
}

extension TextFrame {
  /// A part of a piece that is placed as a unit, and the middle of its advances.
  struct Cluster {
    var run: GlyphRun
    var middle: Double
  }

  /// Returns the clusters of each piece, in visual order.
  func clusters() -> [[Cluster]] {
    func left(_ run: GlyphRun, _ part: Range<Int>) -> Double { run.positions[part].map(\.x).min() ?? 0 }
    let groups = pieces.map { $0.run.grouped() }
    return pieces.indices.map { i in
      let run = pieces[i].run, line = pieces[i].line
      return groups[i].indices.map { k in
        let part = groups[i][k].glyphs, start = left(run, part)
        // A cluster ends where the next one of the line begins, and the last one where the line ends.
        var end = line < lines.count ? lines[line].left + lines[line].width : start
        if k + 1 < groups[i].count {
          end = left(run, groups[i][k + 1].glyphs)
        } else if i + 1 < pieces.count, pieces[i + 1].line == line, let next = groups[i + 1].first {
          end = left(pieces[i + 1].run, next.glyphs)
        }
        var own = run
        own.glyphs = Array(run.glyphs[part])
        own.positions = Array(run.positions[part])
        own.clusters = part.count == 1 ? [] : Array(repeating: 0, count: part.count)
        own.text = groups[i][k].text
        return Cluster(run: own, middle: (start + max(end, start)) / 2)
      }
    }
  }

  /// Returns the bounding box of the lines along a path.
  func extent(along bend: TextBend) -> Rect {
    var points: [Point] = []
    for line in lines {
      points +=
        bend.bent(
          Rect(line.left, line.baseline - line.ascent, line.width, line.ascent + line.descent)
        ).points
    }
    return Rect(around: points)
  }
}
