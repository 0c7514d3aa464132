// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import Numbers
import Pixels

// Fills and strokes.
extension ShapeBuilder {
  /// Makes the layer of a fill or stroke; nil without paths.
  func makeStyle(_ item: Node, of sources: [ShapeSource], _ place: Place) throws -> Layer? {
    guard !sources.isEmpty else { return nil }
    let sources = try sequenced(sources)
    let type = item["ty"]?.text
    let isStroke = type == "st" || type == "gs"
    let isGradient = type == "gf" || type == "gs"
    let color = isGradient ? nil : try session.numbers(item["c"], place + "Color", [0, 0, 0], .color, in: scope)
    let layer: Layer
    if isStroke {
      layer = try makeStroke(item, of: sources, color, place)
    } else {
      layer = try makeFill(item, of: sources, color, place)
    }
    let outer = isGradient ? try makeGradient(item, within: layer, place) : layer
    outer.name = item["nm"]?.text
    try builder.animateOpacity(
      try session.numbers(item["o"], place + "Opacity", [100], in: scope), on: outer)
    if let mode = BlendModeNames.filter(item.integer("bm", 0)) {
      try builder.set(outer, "compositingFilter", .string(mode))
    }
    return outer
  }

  /// Makes the shape of a fill, black without a colour.
  private func makeFill(
    _ item: Node, of sources: [ShapeSource], _ color: NumberTrack?, _ place: Place
  ) throws -> Layer {
    let layer = try builder.make(place, .shape)
    try show(try path(of: sources, place), on: layer)
    if let color { try builder.animate(color, "fillColor", on: layer) { .color(Colors.color($0)) } }
    if item.integer("r", 1) == 2 { try layer.setValue(.string("even-odd"), forKey: "fillRule") }
    return layer
  }

  // MARK: Strokes

  /// The paths of a stroke that are cut together.
  private struct Piece {
    var sources: [ShapeSource]
    var trim: Trim?
  }

  private func makeStroke(
    _ item: Node, of sources: [ShapeSource], _ color: NumberTrack?, _ place: Place
  ) throws -> Layer {
    let pieces = pieces(of: sources)
    var layers: [Layer] = []
    let style = try StrokeTracks(item, place, scope, session)
    for piece in pieces {
      let layer = try builder.make(place, .shape)
      try layer.setValue(.null, forKey: "fillColor")
      if let color {
        try builder.animate(color, "strokeColor", on: layer) { .color(Colors.color($0)) }
      } else {
        try layer.setValue(.color(.black), forKey: "strokeColor")
      }
      try style.add(to: layer, builder)
      let path = try path(of: piece.sources, place)
      if let trim = piece.trim { try add(trim, path, to: layer, place) } else { try show(path, on: layer) }
      layers.append(layer)
    }
    if layers.count == 1 { return layers[0] }
    let container = try builder.make(place)
    for layer in layers.reversed() { try container.addSublayer(layer) }
    return container
  }

  /// Divides paths into those that are cut as one: by the last trim. Corners are rounded before it.
  private func pieces(of sources: [ShapeSource]) -> [Piece] {
    var result: [Piece] = []
    for source in sources {
      var source = source
      let last = source.steps.lastIndex { if case .trim = $0 { true } else { false } }
      var trim: Trim?
      if let last, case .trim(let found) = source.steps[last] {
        trim = found
        source.steps.remove(at: last)
      }
      if let i = result.indices.last, result[i].trim === trim, trim == nil || trim?.isSequential == true {
        result[i].sources.append(source)
      } else {
        result.append(Piece(sources: [source], trim: trim))
      }
    }
    return result
  }

  /// Cuts a stroke by its start and end. An offset repeats the path as often as the cut goes around it.
  private func add(_ trim: Trim, _ path: AnimatedPath, to layer: Layer, _ place: Place) throws {
    try layer.setValue(.string("length"), forKey: "trimMode")
    let moving = trim.tracks.filter(\.isAnimated)
    let frames = try FrameSpan.union(moving.map(\.span)).map { try builder.sampleFrames($0) } ?? [0]
    try session.reading.step(frames.count * 8)
    let cuts = frames.map { trim.fractions(at: $0) }
    let first = (cuts.map(\.from).min() ?? 0).rounded(.down)
    let turns = max((cuts.map(\.to).max() ?? 1).rounded(.up) - first, 1)
    guard turns <= Double(LottieLimits.trimTurns) else {
      throw LayerError(
        .limit, "\(place.text): its trim goes around more than \(LottieLimits.trimTurns) times: use smaller offsets")
    }
    if turns > 1 {
      let count = Int(clamping: turns)
      try session.countPoints(
        path.track.keys.reduce(0) { $0 + $1.value.path.points.count } * (count - 1), place)
      try show(
        path.map { path in
          var result = path
          for _ in 1..<count { result.addPath(path) }
          return result
        }, on: layer)
    } else {
      try show(path, on: layer)
    }
    func value(_ v: Double) -> Double { (v - first) / turns }
    func showCut(_ key: String, _ track: NumberTrack) throws {
      try builder.animate(track, key, on: layer) { .number(min(max($0.first ?? 0, 0), 1)) }
    }
    if let (start, end) = nativeCuts(trim, frames) {
      try showCut("strokeStart", start.map { [value($0.first ?? 0)] })
      try showCut("strokeEnd", end.map { [value($0.first ?? 0)] })
    } else {
      let keys = zip(frames, cuts).map { frame, cut in (frame: frame, from: value(cut.from), to: value(cut.to)) }
      try showCut("strokeStart", Track(keys: keys.map { Key(frame: $0.frame, value: [$0.from]) }))
      try showCut("strokeEnd", Track(keys: keys.map { Key(frame: $0.frame, value: [$0.to]) }))
    }
  }

  /// Returns the fractions of a trim with the file's keys, offset included; nil where they must be computed for each
  /// frame: where offset and ends change together, the ends change places, or the trim also cuts other paths.
  private func nativeCuts(_ trim: Trim, _ frames: [Double]) -> (start: NumberTrack, end: NumberTrack)? {
    if trim.part != nil { return nil }
    func clamped(_ v: [Double]) -> Double { min(max((v.first ?? 0) / 100, 0), 1) }
    let isSwapped: Bool
    if frames.allSatisfy({ trim.start.number(at: $0) <= trim.end.number(at: $0) + 1e-9 }) {
      isSwapped = false
    } else if frames.allSatisfy({ trim.start.number(at: $0) >= trim.end.number(at: $0) - 1e-9 }) {
      isSwapped = true
    } else {
      return nil
    }
    let (low, high) = isSwapped ? (trim.end, trim.start) : (trim.start, trim.end)
    if !trim.offset.isAnimated {
      let shift = (trim.offset.first.first ?? 0) / 360
      return (low.map { [clamped($0) + shift] }, high.map { [clamped($0) + shift] })
    }
    guard !low.isAnimated, !high.isAnimated else { return nil }
    let (a, b) = (clamped(low.first), clamped(high.first))
    return (
      trim.offset.map { [a + ($0.first ?? 0) / 360] }, trim.offset.map { [b + ($0.first ?? 0) / 360] }
    )
  }
}

/// The values of a stroke.
private struct StrokeTracks {
  private let width: NumberTrack
  private let cap: String
  private let join: String
  private let miterLimit: Double
  /// The lengths of dashes and gaps, in turn.
  private var dashes: [NumberTrack] = []
  private var phase = NumberTrack([0])

  init(_ item: Node, _ place: Place, _ scope: Scope, _ session: LottieSession) throws {
    width = try session.numbers(item["w"], place + "Stroke Width", [1], in: scope)
    cap = ["butt", "round", "square"][min(max(item.integer("lc", 2), 1), 3) - 1]
    join = ["miter", "round", "bevel"][min(max(item.integer("lj", 2), 1), 3) - 1]
    miterLimit = max(item["ml2"]?["k"]?.number ?? item.number("ml", 4), 0)
    let rows = item.items("d").map { Node($0) }
    guard rows.count <= LottieLimits.dashes + 1 else {
      throw LayerError(.limit, "\(place.text): a dash pattern has at most \(LottieLimits.dashes) lengths")
    }
    for (i, row) in rows.enumerated() {
      if row["n"]?.text == "o" {
        phase = try session.numbers(row["v"], place + "Dash Phase", [0], in: scope)
      } else {
        dashes.append(try session.numbers(row["v"], place + "Dashes" + "\(i + 1)", [0], in: scope))
      }
    }
  }

  func add(to layer: Layer, _ builder: LayerBuilder) throws {
    try builder.animate(width, "lineWidth", on: layer) { .number(max($0.first ?? 0, 0)) }
    try layer.setValue(.string(cap), forKey: "lineCap")
    try layer.setValue(.string(join), forKey: "lineJoin")
    if miterLimit != 10 { try layer.setValue(.number(miterLimit), forKey: "miterLimit") }
    guard !dashes.isEmpty else { return }
    // A dash of 0 counts as 0.01, as in lottie-ios: over a long path the dashes shift by that.
    func pattern(_ v: [Double]) -> PropertyValue {
      .array(v.enumerated().map { .number(max($1, $0 % 2 == 0 && v.count > 1 ? 0.01 : 0)) })
    }
    let moving = dashes.indices.filter { dashes[$0].isAnimated }
    let fixed = dashes.map { $0.first.first ?? 0 }
    if moving.isEmpty {
      guard fixed.contains(where: { $0 > 0 }) else { return }
      try builder.set(layer, "lineDashPattern", pattern(fixed))
    } else if moving.count == 1 {
      let i = moving[0]
      try builder.animate(
        dashes[i].map { v in
          var all = fixed
          all[i] = max(v.first ?? 0, fixed.count == 1 ? 1e-3 : 0)
          return all
        }, "lineDashPattern", on: layer, pattern)
    } else if let span = FrameSpan.union(moving.map { dashes[$0].span }) {
      try builder.animateFrames(span, "lineDashPattern", on: layer, pattern) { frame in
        let all = dashes.map { $0.number(at: frame) }
        return all.contains { $0 > 0 } ? all : all.map { _ in 1e-3 }
      }
    }
    try builder.animate(phase, "lineDashPhase", on: layer) { .number($0.first ?? 0) }
  }
}
