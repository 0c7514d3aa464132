// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import SystemC

/// The blend modes of files, by number.
enum BlendModeNames {
  private static let names = [
    "multiplyBlendMode", "screenBlendMode", "overlayBlendMode", "darkenBlendMode", "lightenBlendMode",
    "colorDodgeBlendMode", "colorBurnBlendMode", "hardLightBlendMode", "softLightBlendMode", "differenceBlendMode",
    "exclusionBlendMode", "hueBlendMode", "saturationBlendMode", "colorBlendMode", "luminosityBlendMode", "plusL",
  ]

  /// Returns the name of the compositing filter for a number; nil for the normal mode.
  static func filter(_ number: Int) -> String? {
    number >= 1 && number <= names.count ? names[number - 1] : nil
  }
}

// Effects and layer styles: shadows and filters.
extension LayerBuilder {
  /// Adds a layer's effects and styles.
  ///
  /// - Returns: the layer for its content and masks: the layer itself, or one in it, since a mask would cut the shadow.
  func addStyles(of node: Node, to layer: Layer, content: Layer, _ place: Place, _ scope: Scope) throws -> Layer {
    var isStyled = false
    var filters = EffectFilters()
    for effect in node.items("ef").map({ Node($0) }) where effect["en"].map(\.flag) ?? true {
      let path = place + "Effects" + effect.name
      let values = EffectValues(effect, path, scope, session)
      switch effect.integer("ty", -1) {
      case 25:
        try addShadow(of: values, to: layer)
        isStyled = true
      case 29: try addBlur(values, to: &filters)
      case 24: try addLevels(values, to: &filters)
      case 21: try addFill(values, to: &filters)
      case 20: try addTint(values, to: &filters)
      default: break
      }
    }
    for style in node.items("sy").map({ Node($0) }) where style.integer("ty", -1) == 1 {
      try addShadow(ofStyle: style, to: layer, place + "Styles" + style.name, scope)
      isStyled = true
    }
    try add(filters, to: layer)
    guard isStyled || !filters.rows.isEmpty, !node.items("masksProperties").isEmpty else { return layer }
    let inner = try make(place)
    try layer.addSublayer(inner)
    return inner
  }

  // MARK: Shadows

  /// The values of a shadow. The angle points to where it falls, clockwise from +x, in degrees.
  private struct Shadow {
    var color: NumberTrack
    /// 0 to 1.
    var opacity: NumberTrack
    var angle: NumberTrack
    var distance: NumberTrack
    /// The standard deviation of its blur, in points.
    var radius: NumberTrack
  }

  private func addShadow(of effect: EffectValues, to layer: Layer) throws {
    try add(
      Shadow(
        color: try effect.track(0, [0, 0, 0], .color),
        opacity: try effect.track(1, [255]).map { [($0.first ?? 255) / 255] },
        angle: try effect.track(2, [0]).map { [($0.first ?? 0) - 90] }, distance: try effect.track(3, [0]),
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
        angle: try track("a", "Angle", [0]), distance: try track("d", "Distance", [0]),
        radius: try track("s", "Size", [0]).map { [($0.first ?? 0) / 2] }), to: layer)
  }

  private func add(_ shadow: Shadow, to layer: Layer) throws {
    try animate(shadow.color, "shadowColor", on: layer) { .color(Colors.color($0)) }
    try animate(shadow.opacity, "shadowOpacity", on: layer) { .number(min(max($0.first ?? 0, 0), 1)) }
    try animate(shadow.radius, "shadowRadius", on: layer) { .number(max($0.first ?? 0, 0)) }
    func offset(_ angle: Double, _ distance: Double) -> [Double] {
      [distance * cos(angle * .pi / 180), distance * sin(angle * .pi / 180)]
    }
    func value(_ v: [Double]) -> PropertyValue { .size(Size(v[0], v[1])) }
    if !shadow.angle.isAnimated {
      let angle = shadow.angle.first.first ?? 0
      try animate(shadow.distance.map { offset(angle, $0.first ?? 0) }, "shadowOffset", on: layer, value)
    } else if let span = FrameSpan.union([shadow.angle, shadow.distance].filter(\.isAnimated).map(\.span)) {
      try animateFrames(span, "shadowOffset", on: layer, value) {
        offset(shadow.angle.number(at: $0), shadow.distance.number(at: $0))
      }
    }
  }
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

  /// Returns the values of a property; `missing` if there is none.
  func track(_ i: Int, _ missing: [Double], _ kind: ValueKind = .number) throws -> NumberTrack {
    guard i < values.count else { return Track(missing) }
    return try session.numbers(values[i]["v"], place + values[i].name, missing, kind, in: scope)
  }
}

/// Colours of files.
enum Colors {
  /// Returns the colour of three or four numbers: from 0 to 1, or in old files to 255.
  static func color(_ v: [Double]) -> Color {
    guard v.count >= 3 else { return .black }
    let scale = v[0] > 1 || v[1] > 1 || v[2] > 1 ? 255.0 : 1
    func part(_ i: Int) -> Double { min(max(v[i] / scale, 0), 1) }
    return Color(red: part(0), green: part(1), blue: part(2), alpha: v.count > 3 ? min(max(v[3], 0), 1) : 1)
  }
}
