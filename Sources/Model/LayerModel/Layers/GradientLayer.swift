// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Pixels
import RenderTree

/// A layer that fills its rounded bounds with a gradient over its background: `CAGradientLayer`.
///
/// ```swift
/// let sky = GradientLayer(in: scene)
/// sky.bounds = Rect(0, 0, 200, 120)
/// sky.colors = ["#20304a", "#ffb347"]
/// sky.locations = [0.2, 1]
/// sky.startPoint = Point(0.5, 0)
/// sky.endPoint = Point(0.5, 1)
/// ```
public final class GradientLayer: Layer {
  @exclusivity(unchecked) var storedColors: [Color]?
  @exclusivity(unchecked) var storedLocations: [Double]?
  @exclusivity(unchecked) var storedStartPoint = Point(0.5, 0)
  @exclusivity(unchecked) var storedEndPoint = Point(0.5, 1)
  @exclusivity(unchecked) var storedFocalPoint: Point?
  @exclusivity(unchecked) var storedType = GradientType.axial
  @exclusivity(unchecked) var storedColorSpace = MixingSpace.srgb
  @exclusivity(unchecked) var storedHuePath = HuePath.shorter

  public convenience init(in scene: Scene) { self.init(in: scene, of: .gradient) }

  package override func pieces(_ plane: inout LayerPlane) -> [Piece] {
    storedBounds.isEmpty ? [] : gradient(&plane).map { [.gradient($0)] } ?? []
  }

  package override var inspectedWords: [String] {
    let count = storedColors?.count ?? 0
    return [count < 2 ? "no gradient" : "\(type.optionName.raw) gradient of \(count) colours"]
  }

  override var classIntent: Intent {
    let count = storedColors?.count ?? 0
    if isAnimated("colors") { return .inBounds }
    if count > 1 {
      guard let colors = storedColors, colors.allSatisfy({ $0.alpha <= 0 }) else { return .inBounds }
      return .blank(
        .gradientStops, why: "its colours are all clear\(line(ofSetting: "colors"))",
        hint: "colors = { \"white\", \"steelblue\" }")
    }
    return .blank(
      count == 1 ? .gradientOneColor : .gradientStops,
      why: "it has \(count == 1 ? "one colour" : "no colours") and needs two",
      hint: "colors = { \"white\", \"steelblue\" }")
  }

  override func classFlaws() -> [Finding] {
    let size = storedBounds.size
    let (dx, dy) = (storedEndPoint.x - storedStartPoint.x, storedEndPoint.y - storedStartPoint.y)
    guard storedType == .axial, storedColors?.count ?? 0 > 1, dx != 0, dy != 0, !size.isEmpty else { return [] }
    // The cosine of the angle between the lines of equal colour and the gradient's direction; 0 for a right angle.
    let across = (-dy * size.width, dx * size.height)
    let along = (dx * size.width, dy * size.height)
    let cosine =
      (across.0 * along.0 + across.1 * along.1)
      / ((across.0 * across.0 + across.1 * across.1) * (along.0 * along.0 + along.1 * along.1)).squareRoot()
    guard abs(cosine) > 0.35 else { return [] }
    // The direction whose lines of equal colour are perpendicular to the given one and pass through the same corners.
    let (x, y) = (dx * size.width * size.width, dy * size.height * size.height)
    let middle = Point((storedStartPoint.x + storedEndPoint.x) / 2, (storedStartPoint.y + storedEndPoint.y) / 2)
    let reach = (dx * x + dy * y) / 2 / (x * x + y * y)
    let (start, end) = (
      Point(middle.x - reach * x, middle.y - reach * y), Point(middle.x + reach * x, middle.y + reach * y)
    )
    return [
      Finding(
        .gradientSkew, self,
        "\(subject): its gradient is not perpendicular to its lines of equal colour, since its points are fractions of "
          + "width and height, "
          + "and its bounds are \(inspectedNumber(size.width)) × \(inspectedNumber(size.height))",
        hint: "startPoint = \(place(start)), endPoint = \(place(end)) would make it so", isNote: true)
    ]
  }

  private func place(_ p: Point) -> String { "{\(inspectedNumber(p.x)), \(inspectedNumber(p.y))}" }
}

extension GradientLayer {
  /// The colours along the gradient, at least two.
  public var colors: [Color]? {
    get { storedColors }
    set { assign(.colors, newValue.map { .array($0.map { .color($0) }) } ?? .null) }
  }
  /// The position of each colour from the start (0) to the end (1), not decreasing; nil spreads them evenly. Colours
  /// before 0 and after 1 are not visible, but the interpolation between them and others is.
  public var locations: [Double]? {
    get { storedLocations }
    set { assign(.locations, newValue.map { .array($0.map { .number($0) }) } ?? .null) }
  }
  /// The start of the gradient, in unit coordinates of the bounds. Default (0.5, 0).
  public var startPoint: Point {
    get { storedStartPoint }
    set { attempt { try Property.startPoint.setPoint(self, newValue) } }
  }
  /// The end of the gradient, in unit coordinates of the bounds. Default (0.5, 1).
  public var endPoint: Point {
    get { storedEndPoint }
    set { attempt { try Property.endPoint.setPoint(self, newValue) } }
  }
  /// The focal point of a radial gradient, at which its first colour lies, in unit coordinates of the bounds; nil, the
  /// default, for the centre, `startPoint`. A point outside the gradient's ellipse is moved onto its edge, as in SVG.
  ///
  /// ```swift
  /// let ball = GradientLayer(in: scene)
  /// ball.type = .radial
  /// ball.colors = ["#ffffff", "#204080"]
  /// ball.startPoint = Point(0.5, 0.5)
  /// ball.endPoint = Point(1, 1)
  /// ball.focalPoint = Point(0.35, 0.3)  // the highlight
  /// ```
  public var focalPoint: Point? {
    get { storedFocalPoint }
    set { assign(.focalPoint, newValue.map { .point($0) } ?? .null) }
  }
  /// The kind of gradient: along a line, outward from a point or around it. Default `axial`.
  public var type: GradientType {
    get { storedType }
    set { assign(.type, .string(newValue.optionName.raw)) }
  }
  /// The colour space in which the colours between two stops are mixed. Default `srgb`, as Core Animation has it; in
  /// `oklab` the steps look even, and no grey lies between two vivid colours in `oklch`.
  ///
  /// ```swift
  /// let sky = GradientLayer(in: scene)
  /// sky.colors = ["blue", "yellow"]
  /// sky.colorSpace = .oklab
  /// ```
  public var colorSpace: MixingSpace {
    get { storedColorSpace }
    set { assign(.gradientColorSpace, .string(newValue.optionName.raw)) }
  }
  /// The way between two hues in the colour spaces `oklch`, `lch`, `hsl` and `hwb`. Default `shorter`.
  public var huePath: HuePath {
    get { storedHuePath }
    set { assign(.huePath, .string(newValue.optionName.raw)) }
  }
}

// MARK: - What it paints

extension GradientLayer {
  /// Returns the gradient to draw; nil for fewer than two colours or for invalid values, which are noted.
  private func gradient(_ plane: inout LayerPlane) -> Gradient? {
    guard let colors = storedColors, !colors.isEmpty else { return nil }
    if colors.count == 1 {
      scene.warn(
        .gradientOneColor,
        "\(plane.label): a gradient needs two colors, with one it draws nothing; use backgroundColor",
        onceFor: "\(serial)", about: self)
      return nil
    }
    var stops: GradientStops
    if let locations = storedLocations, locations.count == colors.count {
      stops = GradientStops(colors: colors, locations: locations).mixed(in: storedColorSpace, storedHuePath).cutToLine
      warnAboutLocations(locations, plane.label)
    } else {
      switch gradientStops(colors: colors, locations: storedLocations) {
      case .success(let s): stops = s.mixed(in: storedColorSpace, storedHuePath)
      case .failure(let problem):
        plane.note(
          "\(plane.label)\(model.placeInBrackets): \(problem.message)", keys: ["colors", "locations"])
        return nil
      }
    }
    let points = ["startPoint", "endPoint", "type"]
    var start = storedStartPoint
    var end = storedEndPoint
    let kind: Gradient.Kind
    switch storedType {
    case .axial:
      kind = .axial
      if start == end {
        plane.note(
          "\(plane.label): startPoint and endPoint are the same point; an axial gradient needs two", keys: points)
        return nil
      }
    case .radial:
      kind = .radial
      if start.x == end.x || start.y == end.y {
        plane.note(
          "\(plane.label): startPoint and endPoint of a radial gradient must differ in x and in y, its radii in "
            + "both directions", keys: points
        )
        return nil
      }
    case .conic:
      kind = .conic
      if start == end {
        plane.note(
          "\(plane.label): startPoint and endPoint are the same point; a conic gradient starts on the line between "
            + "them",
          keys: points
        )
        return nil
      }
    }
    var focus = kind == .radial ? storedFocalPoint.flatMap { focalPoint($0, from: start, to: end) } : nil
    if flag(.geometryFlipped) {
      focus = focus.map { Point($0.x, 1 - $0.y) }
      start.y = 1 - start.y
      end.y = 1 - end.y
      // In the flipped plane a turn has the opposite direction.
      if kind == .conic {
        stops = GradientStops(colors: stops.colors.reversed(), locations: stops.locations.reversed().map { 1 - $0 })
      }
    }
    return Gradient(kind: kind, stops: stops, start: start, end: end, focus: focus)
  }

  /// Returns a focal point, moved into the ellipse about `start` whose radii are the distances of `end`; nil for the
  /// centre.
  private func focalPoint(_ focus: Point, from start: Point, to end: Point) -> Point? {
    let radii = (abs(end.x - start.x), abs(end.y - start.y))
    var away = Point((focus.x - start.x) / radii.0, (focus.y - start.y) / radii.1)
    // On the edge itself the gradient has no colour on one side.
    let most = 0.9999
    if !(away.length <= most) { away = away * (most / away.length) }
    guard away.isFinite, away != .zero else { return nil }
    return Point(start.x + away.x * radii.0, start.y + away.y * radii.1)
  }

  /// Warns of locations outside 0…1, which are likely percentages. Animated colours may wait outside.
  private func warnAboutLocations(_ locations: [Double], _ label: String) {
    guard let i = locations.firstIndex(where: { $0 < 0 || $0 > 1 }), !model.isAnimated("locations") else { return }
    scene.warn(
      .gradientLocations,
      "\(label): locations[\(i + 1)] is \(numberText(locations[i])): colours outside of 0 (startPoint) to 1 (endPoint) "
        + "are "
        + "not seen", onceFor: "\(model.serial)", about: self)
  }
}

extension GradientStops {
  /// The stops with further ones between them, so that interpolation in sRGB differs from that in a colour space by at
  /// most 1/512 of a component.
  fileprivate func mixed(in space: MixingSpace, _ hue: HuePath) -> GradientStops {
    guard space != .srgb, var last = colors.first, var start = locations.first else { return self }
    var result = GradientStops(colors: [last], locations: [start])
    for (color, location) in zip(colors, locations).dropFirst() {
      if location > start, (location - start).isFinite, color != last || hue == .longer {
        let mix = Mix(from: last, to: color, space: space, hue: hue, start: start, length: location - start)
        mix.add(from: 0, last, to: 1, color, depth: 0, &result)
      }
      result.colors.append(color)
      result.locations.append(location)
      (last, start) = (color, location)
    }
    return result
  }

  /// The mix of two neighbouring stops.
  private struct Mix {
    var from: Color
    var to: Color
    var space: MixingSpace
    var hue: HuePath
    var start: Double
    var length: Double

    private func color(at t: Double) -> SIMD4<Double> {
      let c = from.mixed(with: to, fraction: t, in: space, hue: hue)
      return SIMD4(c.red * c.alpha, c.green * c.alpha, c.blue * c.alpha, c.alpha)
    }

    /// Adds the stops between two fractions, by halving until a straight line is near enough.
    func add(from a: Double, _ first: Color, to b: Double, _ last: Color, depth: Int, _ stops: inout GradientStops) {
      guard depth < 8 else { return }
      let (p, q) = (
        SIMD4(first.red * first.alpha, first.green * first.alpha, first.blue * first.alpha, first.alpha),
        SIMD4(last.red * last.alpha, last.green * last.alpha, last.blue * last.alpha, last.alpha)
      )
      let isNear = [0.25, 0.5, 0.75].allSatisfy { part in
        let d = p + (q - p) * part - color(at: a + (b - a) * part)
        return max(d.max(), -d.min()) <= 1.0 / 512
      }
      // The longer way around the hues leaves and returns.
      if isNear, depth > 0 || hue != .longer { return }
      let middle = (a + b) / 2
      let c = from.mixed(with: to, fraction: middle, in: space, hue: hue)
      add(from: a, first, to: middle, c, depth: depth + 1, &stops)
      stops.colors.append(c)
      stops.locations.append(start + length * middle)
      add(from: middle, c, to: b, last, depth: depth + 1, &stops)
    }
  }

  /// The stops clipped to 0…1, with the interpolated colours at its ends.
  fileprivate var cutToLine: GradientStops {
    guard let first = locations.first, let last = locations.last, first < 0 || last > 1 else { return self }
    var cut = GradientStops(colors: [], locations: [])
    func add(_ color: Color, _ location: Double) {
      cut.colors.append(color)
      cut.locations.append(location)
    }
    if first < 0 { add(color(at: 0), 0) }
    for (color, location) in zip(colors, locations) where location >= 0 && location <= 1 { add(color, location) }
    if last > 1 { add(color(at: 1), 1) }
    // All stops lie before 0, or after 1.
    if cut.colors.count == 1 { add(cut.colors[0], 1) }
    return cut
  }

  /// Returns the colour at a location, interpolated between premultiplied colours as gradients are.
  private func color(at place: Double) -> Color {
    guard let next = locations.firstIndex(where: { $0 > place }) else { return colors[colors.count - 1] }
    if next == 0 { return colors[0] }
    let (a, b) = (colors[next - 1], colors[next])
    let way = locations[next] - locations[next - 1]
    // The distance of two stops may overflow to infinity.
    let k = way.isFinite ? (place - locations[next - 1]) / way : 0.5
    let alpha = a.alpha + (b.alpha - a.alpha) * k
    guard alpha > 0 else { return .clear }
    func mixed(_ x: Double, _ y: Double) -> Double {
      let v = (x * a.alpha + (y * b.alpha - x * a.alpha) * k) / alpha
      return min(max(v, 0), 1)
    }
    return Color(
      red: mixed(a.red, b.red), green: mixed(a.green, b.green), blue: mixed(a.blue, b.blue), alpha: min(alpha, 1))
  }
}

// MARK: - Its properties

extension Property {
  static let colors = Property(
    of: GradientLayer.self, "colors", .colors, .colors(get: { $0.storedColors }, set: { $0.storedColors = $1 }),
    animation: .basic, "The colours along the gradient, at least two.")
  static let locations = Property(
    of: GradientLayer.self, "locations", .numbers,
    .numbers(get: { $0.storedLocations }, set: { $0.storedLocations = $1 }), animation: .basic, traits: .sorted,
    "The position of each colour from startPoint (0) to endPoint (1), not decreasing; nil spreads them evenly.")
  static let startPoint = Property(
    of: GradientLayer.self, "startPoint", .point,
    .point(get: { $0.storedStartPoint }, set: { $0.storedStartPoint = $1 }),
    default: .point(Point(0.5, 0)), animation: .basic, "The start of the gradient, in unit coordinates of the bounds.")
  static let endPoint = Property(
    of: GradientLayer.self, "endPoint", .point, .point(get: { $0.storedEndPoint }, set: { $0.storedEndPoint = $1 }),
    default: .point(Point(0.5, 1)), animation: .basic, "The end of the gradient, in unit coordinates of the bounds.")
  static let focalPoint = Property(
    of: GradientLayer.self, "focalPoint", .point,
    .value(
      get: { $0.storedFocalPoint.map { .point($0) } ?? .null },
      set: { layer, value, row in
        var new: Point?
        if !value.isNone {
          guard let p = value.asPoint else { throw row.mismatch(layer, value) }
          guard p.isFinite else { throw row.notFinite(layer, [("x", p.x), ("y", p.y)]) }
          new = p
        }
        if layer.storedFocalPoint == new { return }
        layer.storedFocalPoint = new
        row.didChange(layer)
      }, copy: { $1.storedFocalPoint = $0.storedFocalPoint }), animation: .basic,
    "The point of a radial gradient at which its first colour lies, in unit coordinates of the bounds; nil for "
      + "startPoint.")
  static let type = Property(
    of: GradientLayer.self, "type", .enumeration(GradientType.names),
    .option(
      get: { $0.storedType.rawValue }, set: { $0.storedType = GradientType(rawValue: $1) ?? .axial }
    ),
    default: .string("axial"), "The kind of gradient: along a line, outward from a point or around it.")

  static let gradientColorSpace = Property(
    of: GradientLayer.self, "colorSpace", .enumeration(MixingSpace.names),
    .option(
      get: { $0.storedColorSpace.rawValue }, set: { $0.storedColorSpace = MixingSpace(rawValue: $1) ?? .srgb }),
    default: .string("srgb"), "The colour space in which the colours between two stops are mixed.")
  static let huePath = Property(
    of: GradientLayer.self, "huePath", .enumeration(HuePath.names),
    .option(get: { $0.storedHuePath.rawValue }, set: { $0.storedHuePath = HuePath(rawValue: $1) ?? .shorter }),
    default: .string("shorter"), "The way between two hues in the colour spaces oklch, lch, hsl and hwb.")

  static var gradientRows: [Property] {
    [colors, locations, startPoint, endPoint, focalPoint, type, gradientColorSpace, huePath]
  }
}

extension KeyedClass {
  /// The class of `GradientLayer`.
  public static let gradient = KeyedClass(
    .gradient, "GradientLayer", GradientLayer.self, superclass: .layer, rows: Property.gradientRows)
}
