// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Numbers
import Pixels

/// The filters of a layer's effects, in order, with the values of their inputs over time.
struct EffectFilters {
  struct Input {
    var key: String
    /// The values on which the input depends.
    var tracks: [NumberTrack]
    /// True if the input's value lies between those of two keys as the tracks' values do.
    var isLinear = true
    /// Makes the input's value of one value from each track.
    var make: ([[Double]]) -> PropertyValue
  }

  struct Row {
    var className: String
    var inputs: [Input]
  }

  private(set) var rows: [Row] = []

  mutating func add(_ className: String, _ inputs: [Input]) { rows.append(Row(className: className, inputs: inputs)) }
}

// Effects that become filters.
extension LayerBuilder {
  /// Returns the filters of a layer's effects.
  func filters(of node: Node, _ place: Place, _ scope: Scope) throws -> EffectFilters {
    var filters = EffectFilters()
    for effect in try effects(of: node) {
      let values = EffectValues(effect, place + "Effects" + effect.name, scope, session)
      switch effect.integer("ty", -1) {
      case 20: try addTint(values, to: &filters)
      case 21: try addFill(values, to: &filters)
      case 23: try addTritone(values, to: &filters)
      case 24: try addLevels(values, to: &filters)
      case 29: try addBlur(values, to: &filters)
      default: break
      }
    }
    return filters
  }

  /// Gives a layer its filters, named `effect1` and so on, with the animations of their inputs.
  ///
  /// - Parameter key: `filters`, or `backgroundFilters` for what lies behind the layer.
  func add(_ filters: EffectFilters, to layer: Layer, _ key: String) throws {
    guard !filters.rows.isEmpty else { return }
    let made = try filters.rows.enumerated().map { i, row in
      let filter = try Filter(row.className, [:], in: scene)
      filter.name = "effect\(i + 1)"
      return filter
    }
    if key == "filters" { layer.filters = made } else { layer.backgroundFilters = made }
    for (i, row) in filters.rows.enumerated() {
      for input in row.inputs { try animate(input, "\(key).effect\(i + 1).\(input.key)", on: layer) }
    }
  }

  /// Shows an input's value: with the file's keys if one of its tracks moves, with a value a frame if several do or
  /// the input is not linear.
  func animate(_ input: EffectFilters.Input, _ keyPath: String, on layer: Layer) throws {
    let first = input.tracks.map(\.first)
    let moving = input.tracks.indices.filter { input.tracks[$0].isAnimated }
    if moving.count == 1, input.isLinear {
      let i = moving[0]
      try animate(input.tracks[i], keyPath, on: layer) { value in
        var values = first
        values[i] = value
        return input.make(values)
      }
    } else if let span = FrameSpan.union(moving.map { input.tracks[$0].span }) {
      // The values of all tracks in a row, as one value a frame.
      let counts = first.map(\.count)
      try animateFrames(span, keyPath, on: layer) { (row: [Double]) in
        var rest = row[...]
        return input.make(
          counts.map { count in
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
          })
      } _: { frame in
        zip(input.tracks, counts).flatMap { track, count in
          let value = track.value(at: frame)
          return (0..<count).map { $0 < value.count ? value[$0] : 0 }
        }
      }
    } else {
      try set(layer, keyPath, input.make(first))
    }
  }

  // MARK: Blurs

  /// Adds a blur. One in one direction is three means along that line, which together are nearly a Gaussian curve.
  func addBlur(_ effect: EffectValues, to filters: inout EffectFilters) throws {
    let radius = try effect.track(0, [0])
    guard radius.isAnimated || radius.first.first ?? 0 > 0 else { return }
    let input = EffectFilters.Input(key: "inputRadius", tracks: [radius]) {
      .number(min(max(($0[0].first ?? 0) * 0.3, 0), 100))
    }
    let direction = Int(clamping: try effect.track(1, [1]).first.first ?? 1)
    guard direction == 2 || direction == 3 else { return filters.add("CIGaussianBlur", [input]) }
    // The variance of a mean over ±r is r²/3.
    let angle = EffectFilters.Input(key: "inputAngle", tracks: []) { _ in .number(direction == 2 ? 0 : .pi / 2) }
    for _ in 0..<3 { filters.add("CIMotionBlur", [input, angle]) }
  }

  // MARK: Colours

  /// Adds the filter that gives all pixels one colour.
  func addFill(_ effect: EffectValues, to filters: inout EffectFilters) throws {
    let amount = try effect.track(6, [1])
    let color = try effect.track(2, [0, 0, 0], .color)
    func part(_ v: [Double]) -> Double { min(max(v.first ?? 1, 0), 1) }
    let rows = ["inputRVector", "inputGVector", "inputBVector"].enumerated().map { i, key in
      EffectFilters.Input(key: key, tracks: [amount]) { v in
        .array((0..<4).map { .number($0 == i ? 1 - part(v[0]) : 0) })
      }
    }
    let bias = EffectFilters.Input(key: "inputBiasVector", tracks: [amount, color]) { v in
      let c = Colors.color(v[1]), a = part(v[0])
      return [.number(c.red * a), .number(c.green * a), .number(c.blue * a), 0]
    }
    filters.add("CIColorMatrix", rows + [bias])
  }

  /// Adds the filter that maps black to one colour and white to another.
  func addTint(_ effect: EffectValues, to filters: inout EffectFilters) throws {
    let tracks = [
      try effect.track(0, [0, 0, 0], .color), try effect.track(1, [1, 1, 1], .color), try effect.track(2, [100]),
    ]
    func part(_ v: [Double]) -> Double { min(max((v.first ?? 100) / 100, 0), 1) }
    func parts(_ v: [Double]) -> [Double] {
      let c = Colors.color(v)
      return [c.red, c.green, c.blue]
    }
    let luma = [0.2126, 0.7152, 0.0722]
    let rows = ["inputRVector", "inputGVector", "inputBVector"].enumerated().map { i, key in
      EffectFilters.Input(key: key, tracks: tracks) { v in
        let range = parts(v[1])[i] - parts(v[0])[i], a = part(v[2])
        return .array((0..<4).map { .number($0 < 3 ? luma[$0] * range * a + ($0 == i ? 1 - a : 0) : 0) })
      }
    }
    let bias = EffectFilters.Input(key: "inputBiasVector", tracks: [tracks[0], tracks[2]]) { v in
      let a = part(v[1])
      return .array(parts(v[0]).map { .number($0 * a) } + [0])
    }
    filters.add("CIColorMatrix", rows + [bias])
  }

  /// Adds the filters that map dark, middle and light colours to three: 2y and 2y − 1 of the brightness y, clamped to
  /// 0…1, are the ways from the first to the second and from the second to the third.
  func addTritone(_ effect: EffectValues, to filters: inout EffectFilters) throws {
    let colors = [
      try effect.track(2, [0, 0, 0], .color), try effect.track(1, [0.5, 0.5, 0.5], .color),
      try effect.track(0, [1, 1, 1], .color),
    ]
    // The mean, as in lottie-web.
    let mean = PropertyValue.number(2.0 / 3)
    func constant(_ key: String, _ value: PropertyValue) -> EffectFilters.Input {
      EffectFilters.Input(key: key, tracks: []) { _ in value }
    }
    filters.add(
      "CIColorMatrix",
      [
        constant("inputRVector", [mean, mean, mean, 0]), constant("inputGVector", [mean, mean, mean, 0]),
        constant("inputBVector", [0, 0, 0, 0]), constant("inputBiasVector", [0, -1, 0, 0]),
      ])
    filters.add("CIColorClamp", [])
    func parts(_ v: [Double]) -> [Double] {
      let c = Colors.color(v)
      return [c.red, c.green, c.blue]
    }
    let rows = ["inputRVector", "inputGVector", "inputBVector"].enumerated().map { i, key in
      EffectFilters.Input(key: key, tracks: colors) { v in
        let (dark, middle, light) = (parts(v[0])[i], parts(v[1])[i], parts(v[2])[i])
        return [.number(middle - dark), .number(light - middle), 0, 0]
      }
    }
    let bias = EffectFilters.Input(key: "inputBiasVector", tracks: [colors[0]]) { v in
      .array(parts(v[0]).map { .number($0) } + [0])
    }
    filters.add("CIColorMatrix", rows + [bias])
  }

  // MARK: Levels

  /// The values of an effect of levels for a colour, or for all together.
  struct Levels {
    /// The positions of the first values of all colours together, and of red, green, blue and alpha.
    static let places = (all: 3, single: [10, 17, 24, 31])
    /// The values that change nothing.
    static let usual = [0.0, 1, 1, 0, 1]

    /// Levels that change nothing.
    static var none: Levels { Levels(tracks: usual.map { Track([$0]) }) }

    /// The input's black and white, the exponent's reciprocal, and the output's black and white.
    var tracks: [NumberTrack]

    init(tracks: [NumberTrack]) { self.tracks = tracks }

    init(_ effect: EffectValues, at first: Int) throws {
      tracks = try Self.usual.enumerated().map { i, value in try effect.track(first + i, [value]) }
    }

    /// True if values change something.
    func changes(_ values: ClosedRange<Int>) -> Bool {
      values.contains { tracks[$0].isAnimated || tracks[$0].first.first ?? 0 != Self.usual[$0] }
    }
  }

  /// Adds the filters for levels: of single colours, then of all together. The range of the input is mapped to 0…1,
  /// that by a power, and the result to the range of the output. The power of a single colour is left out.
  func addLevels(_ effect: EffectValues, to filters: inout EffectFilters) throws {
    let single = try Levels.places.single.map { try Levels(effect, at: $0) }
    add(single, to: &filters)
    let all = try Levels(effect, at: Levels.places.all)
    if all.changes(0...1) { add([all, all, all, .none], input: true, to: &filters) }
    if all.changes(2...2) {
      filters.add(
        "CIGammaAdjust",
        [
          EffectFilters.Input(key: "inputPower", tracks: [all.tracks[2]], isLinear: false) {
            .number(min(1 / max($0[0].first ?? 1, 0.1), 10))
          }
        ])
    }
    if all.changes(3...4) { add([all, all, all, .none], input: false, to: &filters) }
  }

  private func add(_ single: [Levels], to filters: inout EffectFilters) {
    if single.contains(where: { $0.changes(0...1) }) { add(single, input: true, to: &filters) }
    if single.contains(where: { $0.changes(3...4) }) { add(single, input: false, to: &filters) }
  }

  /// Adds the matrix that maps the ranges of red, green, blue and alpha: of the input to 0…1, clamped, or 0…1 to that
  /// of the output.
  private func add(_ levels: [Levels], input: Bool, to filters: inout EffectFilters) {
    func line(_ v: ArraySlice<[Double]>) -> (factor: Double, shift: Double) {
      let low = v.first?.first ?? 0, high = v.last?.first ?? 1
      guard input else { return (high - low, low) }
      // Ends that meet make a step.
      let range = abs(high - low) < 1e-4 ? 1e-4 : high - low
      return (1 / range, -low / range)
    }
    let tracks = levels.map { Array($0.tracks[input ? 0..<2 : 3..<5]) }
    let rows = ["inputRVector", "inputGVector", "inputBVector", "inputAVector"].enumerated().map { i, key in
      EffectFilters.Input(key: key, tracks: tracks[i], isLinear: !input) { v in
        .array((0..<4).map { .number($0 == i ? line(v[...]).factor : 0) })
      }
    }
    let bias = EffectFilters.Input(key: "inputBiasVector", tracks: tracks.flatMap { $0 }, isLinear: !input) { v in
      .array((0..<4).map { .number(line(v[2 * $0..<2 * $0 + 2]).shift) })
    }
    filters.add("CIColorMatrix", rows + [bias])
    if input { filters.add("CIColorClamp", []) }
  }
}
