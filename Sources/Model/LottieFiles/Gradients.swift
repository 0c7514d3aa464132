// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import SystemC

/// The stops of a gradient: colours at places from 0 to 1, and opacities at places of their own.
struct Stops {
  var colors: [(place: Double, color: Color)] = []
  var alphas: [(place: Double, alpha: Double)] = []

  /// Reads the numbers of a file: `count` times place, red, green, blue, then pairs of place and opacity.
  init(_ numbers: [Double], count: Int) {
    var last = 0.0
    for i in 0..<min(count, numbers.count / 4) {
      // Places do not decrease.
      last = max(min(max(numbers[4 * i], 0), 1), last)
      colors.append((last, Colors.color(Array(numbers[4 * i + 1..<4 * i + 4]))))
    }
    last = 0
    var i = 4 * count
    while i + 1 < numbers.count {
      last = max(min(max(numbers[i], 0), 1), last)
      alphas.append((last, min(max(numbers[i + 1], 0), 1)))
      i += 2
    }
    if colors.isEmpty { colors = [(0, .clear)] }
    if colors.count == 1 { colors.append((1, colors[0].color)) }
    if alphas.count == 1 { alphas.append((1, alphas[0].alpha)) }
  }

  /// The opacities, at least two.
  var shownAlphas: [(place: Double, alpha: Double)] { alphas.isEmpty ? [(0, 1), (1, 1)] : alphas }

  var isOpaque: Bool { alphas.allSatisfy { $0.alpha >= 1 } }

  /// Returns the numbers of a list of `{ location =, color = }`, with an opacity for each colour; nil for another
  /// value.
  static func numbers(of value: PropertyValue) -> [Double]? {
    guard case .array(let items) = value, !items.isEmpty, items.count <= LottieLimits.stops else { return nil }
    var colors: [Double] = []
    var alphas: [Double] = []
    for (i, item) in items.enumerated() {
      guard let color = (item["color"] ?? item).asColor else { return nil }
      let place = item["location"]?.asNumber ?? Double(i) / Double(max(items.count - 1, 1))
      colors += [place, color.red, color.green, color.blue]
      alphas += [place, color.alpha]
    }
    return colors + alphas
  }
}

extension ShapeBuilder {
  /// Half the side of a gradient layer, in points: it is large and square, so that its unit coordinates are square too.
  private var reach: Double {
    max(4000, 2 * max(builder.document.size.width, builder.document.size.height))
  }

  /// Makes a gradient that shows through a shape.
  func makeGradient(_ item: Node, within shape: Layer, _ place: Place) throws -> Layer {
    let container = try builder.make(place)
    try container.setMask(shape)
    let colors = place + "Colors"
    let source = session.gradientSource(item["g"], colors)
    let isReplaced = source.isGiven || !session.values.isEmpty && session.values.value(at: colors) != nil
    let count = min(max(source.count, 0), LottieLimits.stops)
    let track = try session.numbers(source.stops, colors, [0, 0, 0, 0], .stops(count), in: scope)
    guard track.keys.allSatisfy({ $0.value.count <= LottieLimits.stops * 6 }) else {
      throw LayerError(.limit, "\(place.text): a gradient has at most \(LottieLimits.stops) stops")
    }
    func stops(_ numbers: [Double]) -> Stops { Stops(numbers, count: isReplaced ? numbers.count / 6 : count) }
    let layer = try makeLayer(item, place)
    try builder.animate(track, "colors", on: layer) { .array(stops($0).colors.map { .color($0.color) }) }
    try builder.animate(track, "locations", on: layer) { .array(stops($0).colors.map { .number($0.place) }) }
    if track.keys.contains(where: { !stops($0.value).isOpaque }) {
      let mask = try makeLayer(item, place)
      try builder.animate(track, "colors", on: mask) {
        .array(stops($0).shownAlphas.map { .color(Color(white: 0, alpha: $0.alpha)) })
      }
      try builder.animate(track, "locations", on: mask) {
        .array(stops($0).shownAlphas.map { .number($0.place) })
      }
      // In the coordinates of the layer that it masks, whose bounds begin at the corner.
      mask.position = .zero
      try layer.setMask(mask)
    }
    try container.addSublayer(layer)
    return container
  }

  /// Makes a gradient layer with its points, without colours.
  private func makeLayer(_ item: Node, _ place: Place) throws -> Layer {
    let reach = reach
    let layer = try builder.make(place, .gradient)
    layer.anchorPoint = .zero
    layer.bounds = Rect(0, 0, 2 * reach, 2 * reach)
    layer.position = Point(-reach, -reach)
    let start = try session.numbers(item["s"], place + "Start Point", [0, 0], .point, in: scope)
    let end = try session.numbers(item["e"], place + "End Point", [100, 0], .point, in: scope)
    func unit(_ p: Point) -> PropertyValue { .point(Point((p.x + reach) / (2 * reach), (p.y + reach) / (2 * reach))) }
    func value(_ v: [Double]) -> PropertyValue { unit(Point(v.first ?? 0, v.count > 1 ? v[1] : 0)) }
    let isLinear = item.integer("t", 1) != 2
    let isPoint = (start.keys + end.keys).allSatisfy {
      (end.point(at: $0.frame) - start.point(at: $0.frame)).length < 1e-3
    }
    if isLinear, isPoint {
      // A gradient without length shows its last colour, as in SVG: it ends before all that is seen.
      try layer.setValue(.point(.zero), forKey: "startPoint")
      try layer.setValue(.point(Point(1e-4, 0)), forKey: "endPoint")
      return layer
    }
    try show(start, "startPoint", on: layer, value)
    guard !isLinear else {
      try show(end, "endPoint", on: layer, value)
      return layer
    }
    try layer.setValue(.string("radial"), forKey: "type")
    func corner(_ frame: Double) -> [Double] {
      let (s, e) = (start.point(at: frame), end.point(at: frame))
      let radius = max((e - s).length, 1e-3)
      return [s.x + radius, s.y + radius]
    }
    let spans = [start, end].filter(\.isAnimated).map(\.span)
    if let span = FrameSpan.union(spans) {
      try builder.animateFrames(span, "endPoint", on: layer, value, corner)
    } else {
      try builder.set(layer, "endPoint", value(corner(0)))
    }
    try addFocus(item, start, end, to: layer, place, value)
    return layer
  }

  private func show(
    _ track: NumberTrack, _ key: String, on layer: Layer, _ value: ([Double]) -> PropertyValue
  ) throws {
    if track.keys.contains(where: { $0.tangents != nil }) {
      try builder.animateFrames(track.span, key, on: layer, value) { track.value(at: $0) }
    } else {
      try builder.animate(track, key, on: layer, value)
    }
  }

  /// Adds the highlight of a radial gradient: the point from which its colours spread, at a part of the radius in a
  /// direction.
  private func addFocus(
    _ item: Node, _ start: NumberTrack, _ end: NumberTrack, to layer: Layer, _ place: Place,
    _ value: ([Double]) -> PropertyValue
  ) throws {
    guard layer.keyedClass.property("focalPoint") != nil else { return }
    let length = try session.numbers(item["h"], place + "Highlight Length", [0], in: scope)
    let angle = try session.numbers(item["a"], place + "Highlight Angle", [0], in: scope)
    guard length.isAnimated || length.first.first ?? 0 != 0 else { return }
    func point(_ frame: Double) -> [Double] {
      let (s, e) = (start.point(at: frame), end.point(at: frame))
      let direction = AffineTransform(angle: angle.number(at: frame) * .pi / 180).apply(e - s)
      let part = min(max(length.number(at: frame) / 100, -0.99), 0.99)
      return [s.x + direction.x * part, s.y + direction.y * part]
    }
    let spans = [start, end, length, angle].filter(\.isAnimated).map(\.span)
    if let span = FrameSpan.union(spans) {
      try builder.animateFrames(span, "focalPoint", on: layer, value, point)
    } else {
      try builder.set(layer, "focalPoint", value(point(0)))
    }
  }
}
