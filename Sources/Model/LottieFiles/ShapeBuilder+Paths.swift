// SPDX-License-Identifier: MIT
import Geometry
import LayerModel

// The values of paths over time.
extension ShapeBuilder {
  /// Returns the common path of some sources over time: with the file's keys where one shape alone changes, else with a
  /// value for each frame.
  func path(of sources: [ShapeSource], _ place: Place) throws -> AnimatedPath {
    let moving = sources.indices.filter { sources[$0].isAnimated }
    if moving.isEmpty {
      let path = try PathSampler(sources, session).path(at: 0)
      try session.countPoints(path.points.count, place)
      return AnimatedPath(track: Track(PathValue(path: path)))
    }
    if moving.count == 1, let keyed = try keyedPath(sources, moving: moving[0], place) { return keyed }
    return try sampledPath(sources, place)
  }

  /// Returns the path with the keys of the one source that changes; nil if its values between keys are not those of the
  /// shape between keys.
  private func keyedPath(_ sources: [ShapeSource], moving: Int, _ place: Place) throws -> AnimatedPath? {
    let source = sources[moving]
    guard !source.hasAnimatedSteps, !PathSampler(sources, session).isSequential else { return nil }
    for step in source.steps {
      // Cuts and round corners of a shape in between are not between those of the keys.
      switch step {
      case .trim, .round: return nil
      case .transform, .copy: break
      }
    }
    guard let beziers = source.keyedBeziers else { return nil }
    let sampler = PathSampler(sources, session)
    let count = try sampler.path(at: 0, replacing: moving, with: beziers.first).points.count
    try session.countPoints(count * beziers.keys.count, place)
    return AnimatedPath(
      track: try beziers.map { PathValue(path: try sampler.path(at: 0, replacing: moving, with: $0)) })
  }

  // MARK: Trims of several paths

  /// Returns the paths of a style, with the parts of sequential trims that fall on them where a trim also cuts paths of
  /// other styles. One whose paths the style has all cuts their common path.
  func sequenced(_ sources: [ShapeSource]) throws -> [ShapeSource] {
    var painted: [ObjectIdentifier: Set<[Int]>] = [:]
    for source in sources {
      for case .trim(let trim) in source.steps where trim.sequence != nil {
        painted[ObjectIdentifier(trim), default: []].insert(source.address)
      }
    }
    if painted.isEmpty { return sources }
    try session.reading.step(16 * sources.count)
    return try sources.map { source in
      var source = source
      for (i, step) in source.steps.enumerated() {
        guard case .trim(let trim) = step, let sequence = trim.sequence,
          painted[ObjectIdentifier(trim)]?.count != sequence.sources.count,
          let index = sequence.indices[source.address]
        else { continue }
        source.steps[i] = .trim(trim.cutting(try parts(of: sequence)[index]))
      }
      return source
    }
  }

  /// Returns the part of the common length that each path of a sequence is, with a value for each frame where a path
  /// moves.
  private func parts(of sequence: TrimSequence) throws -> [TrimSequence.Part] {
    if let parts = sequence.parts { return parts }
    let sources = sequence.sources
    let frames = try FrameSpan.union(sources.flatMap(\.spans)).map { try builder.sampleFrames($0) } ?? [0]
    if frames.count > 1 { try session.countKeys(frames.count * sources.count, sources[0].place) }
    let curves = sources.map(\.curves)
    /// The keys of the end of each path.
    var ends: [[Key<[Double]>]] = Array(repeating: [], count: sources.count)
    for frame in frames {
      var total = 0.0
      for (i, source) in sources.enumerated() {
        let path = try source.path(of: source.bezier(at: frame), at: frame, curves: curves[i], session)
        try session.countSampled(path.points.count + 1, source.place)
        try session.reading.step(64 * path.points.count)
        let length = path.length
        if length.isFinite { total += length }
        ends[i].append(Key(frame: frame, value: [total]))
      }
      for i in ends.indices {
        let last = ends[i].count - 1
        ends[i][last].value[0] /= max(total, 1e-9)
      }
    }
    let tracks = ends.map { NumberTrack(keys: $0).simplified }
    let parts = tracks.indices.map { i in
      TrimSequence.Part(from: i == 0 ? NumberTrack([0]) : tracks[i - 1], to: tracks[i])
    }
    sequence.parts = parts
    return parts
  }

  // MARK: Values for each frame

  private func sampledPath(_ sources: [ShapeSource], _ place: Place) throws -> AnimatedPath {
    guard let span = FrameSpan.union(sources.flatMap(\.spans)) else {
      return AnimatedPath(track: Track(PathValue(path: Path())))
    }
    let sampler = PathSampler(sources, session)
    func keys(_ frames: [Double]) throws -> [Key<PathValue>] {
      var keys: [Key<PathValue>] = []
      for frame in frames {
        let path = try sampler.path(at: frame)
        try session.countSampled(path.points.count + 1, place)
        try session.reading.take(path.points.count * 16 + 128)
        keys.append(Key(frame: frame, value: PathValue(path: path)))
      }
      return keys
    }
    let whole = try keys(try builder.sampleFrames(span))
    if whole.allSatisfy({ $0.value.path.verbs == whole[0].value.path.verbs }) {
      return AnimatedPath(track: Track(keys: whole).simplified)
    }
    // Where the elements change, values in between do not exist: a value for each quarter of a frame.
    return AnimatedPath(track: Track(keys: try keys(try builder.sampleFrames(span, step: 0.25))), isDiscrete: true)
  }

  /// Shows a path over time.
  func show(_ path: AnimatedPath, on layer: Layer) throws {
    try builder.animate(path.track, "path", on: layer, mode: path.isDiscrete ? .discrete : .linear) { .path($0.path) }
  }
}

extension ShapeSource {
  /// The shapes of the keys, where shapes between keys are as far between theirs; nil for others.
  var keyedBeziers: Track<Bezier>? {
    switch form {
    case .bezier(let track): return isReversed ? track.map(\.reversed) : track
    case .rectangle(let center, let size, let radius):
      // Round corners that are cut by small sides do not change evenly.
      guard !radius.isAnimated, radius.first.first ?? 0 == 0 || !size.isAnimated else { return nil }
      let isRounded = ShapeSource.isRounded(radius)
      return oneKeyed(center, size) {
        .rectangle(center: $0, size: $1, radius: radius.first.first ?? 0, isRounded: isRounded)
      }
    case .ellipse(let center, let size): return oneKeyed(center, size) { .ellipse(center: $0, size: $1) }
    case .star, .merged: return nil
    }
  }

  /// Returns the shapes at the keys of the one of two tracks that changes; nil if both do, or along a curve.
  private func oneKeyed(
    _ center: NumberTrack, _ size: NumberTrack, _ make: (Point, Point) -> Bezier
  ) -> Track<Bezier>? {
    guard !center.isAnimated || !size.isAnimated, !center.keys.contains(where: { $0.tangents != nil }) else {
      return nil
    }
    func point(_ v: [Double]) -> Point { Point(v.first ?? 0, v.count > 1 ? v[1] : v.first ?? 0) }
    func oriented(_ bezier: Bezier) -> Bezier { isReversed ? bezier.reversed : bezier }
    if center.isAnimated { return center.map { oriented(make(point($0), size.firstPoint)) } }
    return size.map { oriented(make(center.firstPoint, point($0))) }
  }
}

/// Computes the common path of some sources at a frame.
struct PathSampler {
  private let sources: [ShapeSource]
  private let session: LottieSession
  private let curves: [[Bool]?]
  /// The trim that cuts all sources as one, as their last step; nil if there is none.
  private let common: Trim?

  init(_ sources: [ShapeSource], _ session: LottieSession) {
    self.sources = sources
    self.session = session
    curves = sources.map(\.curves)
    var common: Trim?
    if sources.count > 1, case .trim(let trim)? = sources[0].steps.last, trim.isSequential {
      let isShared = sources.allSatisfy {
        if case .trim(let other)? = $0.steps.last { return other === trim }
        return false
      }
      if isShared { common = trim }
    }
    self.common = common
  }

  var isSequential: Bool { common != nil }

  /// Returns the path at a frame.
  ///
  /// - Parameter moving: the source whose shape is given.
  func path(at frame: Double, replacing moving: Int? = nil, with bezier: Bezier? = nil) throws -> Path {
    var result = Path()
    for (i, source) in sources.enumerated() {
      var source = source
      if common != nil { source.steps.removeLast() }
      let shape = i == moving ? bezier ?? source.bezier(at: frame) : source.bezier(at: frame)
      result.addPath(try source.path(of: shape, at: frame, curves: curves[i], session))
    }
    return common?.part(of: result, at: frame) ?? result
  }
}
