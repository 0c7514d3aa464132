// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Numbers
import Pixels
import SystemC

/// The blend modes of files, by number.
enum BlendModeNames {
  private static let names = [
    "multiplyBlendMode", "screenBlendMode", "overlayBlendMode", "darkenBlendMode", "lightenBlendMode",
    "colorDodgeBlendMode", "colorBurnBlendMode", "hardLightBlendMode", "softLightBlendMode", "differenceBlendMode",
    "exclusionBlendMode", "hueBlendMode", "saturationBlendMode", "colorBlendMode", "luminosityBlendMode", "plusL",
  ]

  /// True for the number of a mode, the normal one included.
  static func isKnown(_ number: Int) -> Bool { number == 0 || filter(number) != nil }

  /// Returns the name of the compositing filter for a number; nil for the normal mode.
  static func filter(_ number: Int) -> String? {
    number >= 1 && number <= names.count ? names[number - 1] : nil
  }
}

// Effects and layer styles: shadows and filters.
extension LayerBuilder {
  /// Returns a layer's effects that are on.
  func effects(of node: Node) throws -> [Node] {
    let items = node.items("ef")
    try session.reading.step(4 * items.count)
    return items.map { Node($0) }.filter(\.isEnabled)
  }

  /// Adds a layer's effects and styles.
  ///
  /// - Returns: the layer for its content and masks: the layer itself, or one in it, since a mask would cut the shadow.
  func addStyles(of node: Node, to layer: Layer, _ place: Place, _ scope: Scope) throws -> Layer {
    var isStyled = false
    for effect in try effects(of: node) {
      let values = EffectValues(effect, place + "Effects" + effect.name, scope, session)
      if effect.integer("ty", -1) == 25 {
        try addShadow(of: values, to: layer)
      } else if effect.isRadialShadow {
        try addRadialShadow(of: values, to: layer, center: center(of: node))
      } else {
        continue
      }
      isStyled = true
    }
    for style in node.items("sy").map({ Node($0) }) where style.integer("ty", -1) == 1 {
      try addShadow(ofStyle: style, to: layer, place + "Styles" + style.name, scope)
      isStyled = true
    }
    let filters = try filters(of: node, place, scope)
    try add(filters, to: layer, "filters")
    guard isStyled || !filters.rows.isEmpty, !node.items("masksProperties").isEmpty else { return layer }
    let inner = try make(place)
    try layer.addSublayer(inner)
    return inner
  }

  // MARK: Shadows

  /// The values of a shadow.
  private struct Shadow {
    var color: NumberTrack
    /// 0 to 1.
    var opacity: NumberTrack
    var offset: EffectFilters.Input
    /// The standard deviation of its blur, in points.
    var radius: NumberTrack
  }

  /// Returns the offset of a shadow at a distance in a direction, clockwise from +x in degrees.
  private func offset(_ angle: NumberTrack, _ distance: NumberTrack) -> EffectFilters.Input {
    EffectFilters.Input(key: "shadowOffset", tracks: [angle, distance], isLinear: !angle.isAnimated) { v in
      let (angle, distance) = ((v[0].first ?? 0) * .pi / 180, v[1].first ?? 0)
      return .size(Size(distance * cos(angle), distance * sin(angle)))
    }
  }

  private func addShadow(of effect: EffectValues, to layer: Layer) throws {
    try add(
      Shadow(
        color: try effect.track(0, [0, 0, 0], .color),
        opacity: try effect.track(1, [255]).map { [($0.first ?? 255) / 255] },
        offset: offset(try effect.track(2, [0]).map { [($0.first ?? 0) - 90] }, try effect.track(3, [0])),
        radius: try effect.track(4, [0]).map { [($0.first ?? 0) / 5] }), to: layer)
  }

  private func addShadow(ofStyle style: Node, to layer: Layer, _ place: Place, _ scope: Scope) throws {
    func track(_ key: String, _ name: String, _ missing: [Double], _ kind: ValueKind = .number) throws -> NumberTrack {
      try session.numbers(style[key], place + name, missing, kind, in: scope)
    }
    try add(
      Shadow(
        color: try track("c", "Color", [0, 0, 0], .color),
        opacity: try track("o", "Opacity", [100]).map { [($0.first ?? 100) / 100] },
        offset: offset(try track("a", "Angle", [0]), try track("d", "Distance", [0])),
        radius: try track("s", "Size", [0]).map { [($0.first ?? 0) / 2] }), to: layer)
  }

  private func add(_ shadow: Shadow, to layer: Layer) throws {
    try animate(shadow.color, "shadowColor", on: layer) { .color(Colors.color($0)) }
    try animate(shadow.opacity, "shadowOpacity", on: layer) { .number(min(max($0.first ?? 0, 0), 1)) }
    try animate(shadow.radius, "shadowRadius", on: layer) { .number(max($0.first ?? 0, 0)) }
    try animate(shadow.offset, shadow.offset.key, on: layer)
  }

  /// Adds the shadow of a light at a point as one at an offset: away from the light, by the distance in percent of the
  /// way from it to the layer's centre. The true shadow also grows.
  private func addRadialShadow(of effect: EffectValues, to layer: Layer, center: Point) throws {
    func light(_ v: [Double]) -> Point { Point(v.first ?? 0, v.count > 1 ? v[1] : 0) }
    try add(
      Shadow(
        color: try effect.track(0, [0, 0, 0], .color),
        opacity: try effect.track(1, [50]).map { [($0.first ?? 50) / 100] },
        offset: EffectFilters.Input(
          key: "shadowOffset", tracks: [try effect.track(2, [0, 0], .point), try effect.track(3, [0])]
        ) { v in
          let way = (center - light(v[0])) * ((v[1].first ?? 0) / 100)
          return .size(Size(way.x, way.y))
        }, radius: try effect.track(4, [0]).map { [($0.first ?? 0) / 5] }), to: layer)
  }

  /// The centre of a layer's content: of a solid, picture or composition that of its area, else the anchor point.
  private func center(of node: Node) -> Point {
    let asset = node.identifier("refId").flatMap { document.assets[$0] }
    let width = node["sw"]?.number ?? node["w"]?.number ?? asset?["w"]?.number
    let height = node["sh"]?.number ?? node["h"]?.number ?? asset?["h"]?.number
    if let width, let height { return Point(width / 2, height / 2) }
    let anchor = node["ks"]?["a"]?["k"]?.point
    return Point(anchor?.x ?? 0, anchor?.y ?? 0)
  }
}

extension Node {
  /// True for an effect that is on.
  var isEnabled: Bool { self["en"].map(\.flag) ?? true }
  /// True for the effect of a shadow from a light at a point, which has no type of its own.
  var isRadialShadow: Bool { self["mn"]?.text == "ADBE Radial Shadow" }
}

/// The values of an effect, by their position.
struct EffectValues {
  private let values: [Node]
  private let place: Place
  private let scope: Scope
  private let session: LottieSession

  init(_ effect: Node, _ place: Place, _ scope: Scope, _ session: LottieSession) {
    values = effect.items("ef").map { Node($0) }
    self.place = place
    self.scope = scope
    self.session = session
  }

  /// Returns the first value of a property as a whole number.
  func integer(_ i: Int, _ missing: Int) throws -> Int {
    Int(clamping: try track(i, [Double(missing)]).first.first ?? 0)
  }

  /// Returns the values of a property; `missing` if there is none.
  func track(_ i: Int, _ missing: [Double], _ kind: ValueKind = .number) throws -> NumberTrack {
    guard i < values.count else { return Track(missing) }
    return try session.numbers(values[i]["v"], place + values[i].name, missing, kind, in: scope)
  }
}

/// Colours of files.
enum Colors {
  /// Returns the colour of three or four numbers: from 0 to 1, beyond which they are clamped, or in old files to 255.
  /// A number above 2 means an old file: easings and rounding exceed 1 by less.
  static func color(_ v: [Double]) -> Color {
    guard v.count >= 3 else { return .black }
    let scale = max(v[0], v[1], v[2]) > 2 ? 255.0 : 1
    func part(_ i: Int) -> Double { min(max(v[i] / scale, 0), 1) }
    return Color(red: part(0), green: part(1), blue: part(2), alpha: v.count > 3 ? min(max(v[3], 0), 1) : 1)
  }
}
