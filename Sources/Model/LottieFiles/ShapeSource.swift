// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Numbers

/// A cut of paths by fractions of their length.
final class Trim {
  /// In percent.
  let start: NumberTrack
  /// In percent.
  let end: NumberTrack
  /// In degrees: a whole turn is the length.
  let offset: NumberTrack
  /// True if several paths are cut as if they were one.
  let isSequential: Bool
  /// The paths that are cut one after the other; nil for a trim of each path by itself, and for one path.
  let sequence: TrimSequence?
  /// The part of the common length that one path of a sequence is, from 0 to 1; nil for all.
  let part: TrimSequence.Part?

  init(
    start: NumberTrack, end: NumberTrack, offset: NumberTrack, isSequential: Bool, sequence: TrimSequence? = nil,
    part: TrimSequence.Part? = nil
  ) {
    self.start = start
    self.end = end
    self.offset = offset
    self.isSequential = isSequential
    self.sequence = sequence
    self.part = part
  }

  /// Returns the trim of one path of a sequence.
  func cutting(_ part: TrimSequence.Part) -> Trim {
    Trim(start: start, end: end, offset: offset, isSequential: false, part: part)
  }

  var tracks: [NumberTrack] { [start, end, offset] + (part.map { [$0.from, $0.to] } ?? []) }

  /// Returns the fractions at which the visible part begins and ends; the offset may move both outside of 0…1.
  func fractions(at frame: Double) -> (from: Double, to: Double) {
    let a = min(max(start.number(at: frame) / 100, 0), 1), b = min(max(end.number(at: frame) / 100, 0), 1)
    let shift = offset.number(at: frame) / 360
    let (from, to) = (min(a, b) + shift, max(a, b) + shift)
    guard let part else { return (from, to) }
    return (part.fraction(of: from, at: frame), part.fraction(of: to, at: frame))
  }

  /// Returns the visible part of a path.
  func part(of path: Path, at frame: Double) -> Path {
    var (from, to) = fractions(at: frame)
    if to - from >= 1 { return path }
    if to <= from { return Path() }
    let turn = from.rounded(.down)
    (from, to) = (from - turn, to - turn)
    var result = path.trimmed(from: from, to: min(to, 1))
    if to > 1 { result.addPath(path.trimmed(from: 0, to: to - 1)) }
    return result
  }
}

/// The paths that a trim cuts one after the other, in the order of the list, from the top.
final class TrimSequence {
  /// The part of the common length that one path is: two fractions.
  struct Part {
    var from: NumberTrack
    var to: NumberTrack

    /// Returns the fraction of the path's own length for one of the common length. Whole turns are kept, so that the
    /// result grows with the fraction.
    func fraction(of whole: Double, at frame: Double) -> Double {
      let (a, b) = (from.number(at: frame), to.number(at: frame))
      let turn = whole.rounded(.down)
      let fraction = (whole - turn - a) / max(b - a, 1e-9)
      // Nothing is left of a path that is cut at its end but for rounding: a round cap would be drawn.
      return turn + (fraction < 1e-6 ? 0 : fraction > 1 - 1e-6 ? 1 : fraction)
    }
  }

  /// The paths before their transforms: lengths are those of the shapes themselves, as in lottie-web and rlottie.
  let sources: [ShapeSource]
  /// The place of each path by its address.
  let indices: [[Int]: Int]
  /// The parts, computed once where a style paints some of the paths.
  var parts: [Part]?

  init(_ sources: [ShapeSource]) {
    self.sources = sources.map { source in
      var source = source
      source.steps.removeAll { !$0.keepsPlace }
      return source
    }
    indices = Dictionary(sources.enumerated().map { ($1.address, $0) }) { first, _ in first }
  }
}

/// A path of a file with all that changes it.
struct ShapeSource {
  /// The form that a path begins with.
  enum Form {
    case bezier(Track<Bezier>)
    case rectangle(center: NumberTrack, size: NumberTrack, radius: NumberTrack)
    case ellipse(center: NumberTrack, size: NumberTrack)
    case star(StarTracks)
    case merged(MergedPaths)
  }

  /// The tracks of a star.
  struct StarTracks {
    var center: NumberTrack
    var rotation: NumberTrack
    var count: NumberTrack
    var outerRadius: NumberTrack
    var outerRoundness: NumberTrack
    /// nil for a polygon.
    var inner: (radius: NumberTrack, roundness: NumberTrack)?

    var tracks: [NumberTrack] {
      [center, rotation, count, outerRadius, outerRoundness] + (inner.map { [$0.radius, $0.roundness] } ?? [])
    }
  }

  /// A change of the path, in the order of application.
  enum Step {
    case transform(TransformTracks)
    case copy(RepeaterTracks, Int)
    case round(NumberTrack)
    case trim(Trim)

    /// True for a change that moves nothing: corners before a transform are those of the shape itself.
    var keepsPlace: Bool {
      switch self {
      case .round, .trim: true
      case .transform, .copy: false
      }
    }

    var tracks: [NumberTrack] {
      switch self {
      case .transform(let transform): transform.tracks
      case .copy(let repeater, _): repeater.transform.tracks + [repeater.offset]
      case .round(let radius): [radius]
      case .trim(let trim): trim.tracks
      }
    }
  }

  var form: Form
  var isReversed = false
  var steps: [Step] = []
  /// The place of the item in its list.
  var index: Int
  let place: Place
  /// The places of the groups around the item and of the item itself, from the outside in.
  var address: [Int] = []

  /// The spans of all tracks that change.
  var spans: [ClosedRange<Double>] {
    var result = steps.flatMap(\.tracks).filter(\.isAnimated).map(\.span)
    switch form {
    case .bezier(let track): if track.isAnimated { result.append(track.span) }
    case .rectangle(let a, let b, let c): result += [a, b, c].filter(\.isAnimated).map(\.span)
    case .ellipse(let a, let b): result += [a, b].filter(\.isAnimated).map(\.span)
    case .star(let star): result += star.tracks.filter(\.isAnimated).map(\.span)
    case .merged(let merged): result += merged.sources.flatMap(\.spans)
    }
    return result
  }

  var isAnimated: Bool { !spans.isEmpty }
  /// True if a step changes with time.
  var hasAnimatedSteps: Bool { steps.contains { $0.tracks.contains(where: \.isAnimated) } }

  /// Returns the shape at a frame, before its steps.
  func bezier(at frame: Double) -> Bezier {
    let bezier: Bezier
    switch form {
    case .bezier(let track): bezier = track.value(at: frame)
    case .rectangle(let center, let size, let radius):
      bezier = .rectangle(
        center: center.point(at: frame), size: size.point(at: frame), radius: radius.number(at: frame),
        isRounded: ShapeSource.isRounded(radius))
    case .ellipse(let center, let size):
      bezier = .ellipse(center: center.point(at: frame), size: size.point(at: frame))
    case .star(let star):
      let count = Int(clamping: min(max(star.count.number(at: frame), 0), Double(LottieLimits.starPoints)))
      bezier = .star(
        Bezier.Star(
          center: star.center.point(at: frame), rotation: star.rotation.number(at: frame), count: count,
          outerRadius: star.outerRadius.number(at: frame), outerRoundness: star.outerRoundness.number(at: frame),
          inner: star.inner.map { ($0.radius.number(at: frame), $0.roundness.number(at: frame)) }))
    case .merged: return Bezier()
    }
    return isReversed ? bezier.reversed : bezier
  }

  /// True if the corners of a rectangle are round at some time.
  static func isRounded(_ radius: NumberTrack) -> Bool { radius.keys.contains { $0.value.first ?? 0 > 0 } }

  /// For each segment of a shape that changes, true if it is a curve at some time: values in between need equal
  /// elements. nil where shapes decide by themselves.
  var curves: [Bool]? {
    switch form {
    case .bezier(let track): return track.isAnimated && !isReversed ? track.curves : nil
    case .ellipse: return [true, true, true, true]
    case .merged: return nil
    case .rectangle(_, _, let radius):
      return ShapeSource.isRounded(radius) ? (0..<8).map { ($0 % 2 == 1) != isReversed } : nil
    case .star(let star):
      let roundness = [star.outerRoundness] + (star.inner.map { [$0.roundness] } ?? [])
      guard !star.count.isAnimated, roundness.contains(where: \.isAnimated) else { return nil }
      let count = Int(clamping: star.count.first.first ?? 0) * (star.inner == nil ? 1 : 2)
      return Array(repeating: true, count: min(max(count, 0), 2 * LottieLimits.starPoints))
    }
  }

  /// Returns the path of a shape after the steps. Corners are rounded before a trim that comes first in the file: its
  /// ends are no corners. Merged paths are not the path of a shape, and their corners are not rounded.
  ///
  /// - Parameter curves: `curves`, which callers compute once.
  func path(of bezier: Bezier, at frame: Double, curves: [Bool]?, _ session: LottieSession) throws -> Path {
    var bezier = bezier
    var curves = curves
    for case .round(let radius) in steps.prefix(while: \.keepsPlace) {
      bezier = bezier.rounded(radius.number(at: frame))
      curves = nil
    }
    var path = bezier.path(curves: curves)
    if case .merged(let merged) = form { path = try merged.path(at: frame, session) }
    for step in steps {
      switch step {
      case .transform(let tracks): path = path.transformed(by: tracks.matrix(at: frame))
      case .copy(let repeater, let i): path = path.transformed(by: repeater.matrix(ofCopy: i, at: frame))
      case .trim(let trim): path = trim.part(of: path, at: frame)
      case .round: break
      }
    }
    return path
  }
}

/// A path as a value with keys: values in between exist for equal elements.
struct PathValue: Mixable {
  var path: Path
  func mixed(with other: PathValue, _ t: Double) -> PathValue? { path.verbs == other.path.verbs ? self : nil }
}

/// A path over time.
struct AnimatedPath {
  var track: Track<PathValue>
  /// True if each value stays until the next, since their elements differ.
  var isDiscrete = false

  func map(_ body: (Path) -> Path) -> AnimatedPath {
    AnimatedPath(track: track.map { PathValue(path: body($0.path)) }, isDiscrete: isDiscrete)
  }
}
