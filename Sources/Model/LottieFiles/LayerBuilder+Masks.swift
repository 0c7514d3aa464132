// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import Pixels

/// The way in which a layer is masked by another.
enum MatteKind: Int {
  case alpha = 1, invertedAlpha, luma, invertedLuma

  var isInverted: Bool { self == .invertedAlpha || self == .invertedLuma }
  var isLuma: Bool { self == .luma || self == .invertedLuma }
}

// Masks and mattes become trees of layers under `mask`.
extension LayerBuilder {
  /// A rectangle around everything that is seen, in points.
  static let everything = Rect(-20_000, -20_000, 40_000 + LottieLimits.size, 40_000 + LottieLimits.size)

  // MARK: Mattes

  /// Returns the layers that mask another one, and how: those of its effects, then its own matte.
  func mattes(of i: Int, _ composition: Composition) throws -> [(source: Int, kind: MatteKind)] {
    let node = composition.layers[i]
    var result: [(source: Int, kind: MatteKind)] = []
    for effect in try effects(of: node) where effect.integer("ty", -1) == 28 {
      let values = effect.items("ef").map { Node($0) }
      func value(_ i: Int, _ missing: Int) -> Int {
        i < values.count ? values[i]["v"]?["k"]?.integer ?? missing : missing
      }
      guard let source = composition.places[value(0, 0)], source != i else { continue }
      let isInverted = value(2, 0) != 0
      let isLuma = value(1, 4) == 5
      result.append(
        (source, isLuma ? (isInverted ? .invertedLuma : .luma) : isInverted ? .invertedAlpha : .alpha))
    }
    guard let kind = MatteKind(rawValue: node.integer("tt", 0)) else { return result }
    if let index = node["tp"]?.integer, let source = composition.places[index] {
      if source != i { result.append((source, kind)) }
    } else if i > 0 {
      result.append((i - 1, kind))
    }
    return result
  }

  /// Adds the source of a matte to the layer that masks; nil masks everything.
  func addMatte(_ kind: MatteKind, of source: Layer?, to mask: Layer, _ place: Place) throws {
    switch kind {
    case .alpha: if let source { try mask.addSublayer(source) }
    case .invertedAlpha:
      try mask.addSublayer(try makeEverything(place))
      guard let source else { return }
      let hole = try make(place)
      try set(hole, "compositingFilter", .string("destOut"))
      try hole.addSublayer(source)
      try mask.addSublayer(hole)
    case .luma, .invertedLuma:
      // Over black, so that the colour is multiplied by alpha.
      try mask.addSublayer(try makeEverything(place))
      if let source { try mask.addSublayer(source) }
      let sign = kind == .luma ? 1.0 : -1.0
      mask.filters = [
        try Filter(
          "CIColorMatrix",
          [
            "inputAVector": [.number(0.2126 * sign), .number(0.7152 * sign), .number(0.0722 * sign), 0],
            "inputBiasVector": [0, 0, 0, .number(kind == .luma ? 0 : 1)],
          ], in: scene)
      ]
    }
  }

  /// Makes a black layer that covers everything.
  private func makeEverything(_ place: Place) throws -> Layer {
    let layer = try make(place)
    layer.anchorPoint = .zero
    layer.bounds = Rect(origin: .zero, size: Self.everything.size)
    layer.position = Self.everything.origin
    layer.backgroundColor = .color(.black)
    return layer
  }

  // MARK: Masks

  /// Gives a layer the masks of a file's layer.
  func addMasks(of node: Node, to layer: Layer, _ place: Place, _ scope: Scope) throws {
    let masks = node.items("masksProperties").map { Node($0) }
    guard masks.count <= LottieLimits.masks else {
      throw LayerError(.limit, "\(place.text): it has \(masks.count) masks, at most \(LottieLimits.masks) are read")
    }
    var tree: Layer?
    for mask in masks {
      let mode = mask["mode"]?.text ?? "a"
      let path = place + "Masks" + mask.name
      guard mode != "n", let shape = try session.shape(mask["pt"], path + "Path", in: scope) else { continue }
      let reader = MaskReader(
        shape: shape, opacity: try session.numbers(mask["o"], path + "Opacity", [100], in: scope),
        expansion: try session.numbers(mask["x"], path + "Expansion", [0], in: scope),
        isInverted: mask.flag("inv"), place: path)
      switch mode {
      case "s":
        let whole = try tree ?? makeEverything(path)
        tree = try masked(whole, by: try makeMask(reader, isSubtracted: true), path)
      case "i", "d":
        let shape = try makeMask(reader)
        tree = try tree.map { try masked($0, by: shape, path) } ?? shape
      default:
        let shape = try makeMask(reader)
        if mode == "f", tree != nil { try set(shape, "compositingFilter", .string("xor")) }
        let container = try make(path)
        if let tree { try container.addSublayer(tree) }
        try container.addSublayer(shape)
        tree = container
      }
    }
    if let tree { try layer.setMask(tree) }
  }

  private struct MaskReader {
    var shape: Track<Bezier>
    var opacity: NumberTrack
    var expansion: NumberTrack
    var isInverted: Bool
    var place: Place
  }

  private func masked(_ layer: Layer, by mask: Layer, _ place: Place) throws -> Layer {
    let container = try make(place)
    try container.addSublayer(layer)
    try container.setMask(mask)
    return container
  }

  /// Makes the shape of a mask. A subtracted one is everything but the shape, and the shape at the rest of its opacity.
  private func makeMask(_ mask: MaskReader, isSubtracted: Bool = false) throws -> Layer {
    let isOutside = mask.isInverted != isSubtracted
    let shape = try makeShape(mask, isOutside: isOutside)
    guard isSubtracted else {
      try animateOpacity(mask.opacity, on: shape)
      return shape
    }
    if !mask.opacity.isAnimated, mask.opacity.first.first ?? 100 >= 100 { return shape }
    let container = try make(mask.place)
    try container.addSublayer(shape)
    let rest = try makeShape(mask, isOutside: !isOutside)
    try animateOpacity(mask.opacity.map { [100 - ($0.first ?? 100)] }, on: rest)
    try container.addSublayer(rest)
    return container
  }

  /// Makes the area inside a mask's path, which is that of non-zero winding, or the area outside.
  private func makeShape(_ mask: MaskReader, isOutside: Bool) throws -> Layer {
    let area = try make(mask.place, .shape)
    let curves = mask.shape.closedCurves
    // A rectangle around a path that crosses itself has no winding of its own outside: such an area is inverted.
    let isCut = try isOutside && !crossesItself(mask.shape)
    if isCut { try set(area, "fillRule", .string("even-odd")) }
    func path(_ bezier: Bezier) -> PropertyValue {
      var path = isCut ? Path(rect: Self.everything) : Path()
      var closed = bezier
      closed.isClosed = true
      path.add(closed, curves: curves)
      return .path(path)
    }
    try animate(mask.shape, "path", on: area, path)
    var layer = area
    if isOutside, !isCut {
      try set(area, "fillColor", .color(.white))
      layer = try make(mask.place)
      try addMatte(.invertedLuma, of: area, to: layer, mask.place)
    }
    guard mask.expansion.isAnimated || mask.expansion.first.first ?? 0 != 0 else { return layer }
    // The expansion is a line along the edge, of twice the width, added or taken away.
    let grows = (mask.expansion.first.first ?? 0 >= 0) != isOutside
    let edge = try make(mask.place, .shape)
    try set(edge, "fillColor", .null)
    try set(edge, "strokeColor", .color(.black))
    try animate(mask.shape, "path", on: edge) {
      var path = Path()
      var closed = $0
      closed.isClosed = true
      path.add(closed, curves: curves)
      return .path(path)
    }
    try animate(mask.expansion, "lineWidth", on: edge) { .number(abs($0.first ?? 0) * 2) }
    if !grows { try set(edge, "compositingFilter", .string("destOut")) }
    let container = try make(mask.place)
    try container.addSublayer(layer)
    try container.addSublayer(edge)
    return container
  }
}

extension LayerBuilder {
  /// True if a closed shape may cross itself at one of its keys: two of its flattened edges cross, or there are too
  /// many to compare, more than 512 in one key or four million pairs in all.
  private func crossesItself(_ track: Track<Bezier>) throws -> Bool {
    var pairs = 0
    for key in track.keys {
      var closed = key.value
      closed.isClosed = true
      var edges: [(from: Point, to: Point)] = []
      closed.path().forEachSegment { segment, _, _ in
        let count = if case .line = segment { 1 } else { 8 }
        for i in 0..<count where edges.count <= 512 {
          edges.append(
            (segment.point(at: Double(i) / Double(count)), segment.point(at: Double(i + 1) / Double(count))))
        }
      }
      pairs += edges.count * edges.count / 2
      guard edges.count <= 512, pairs <= 4_000_000 else { return true }
      try session.reading.step(edges.count * edges.count / 2 + 64)
      for (i, a) in edges.enumerated() {
        for b in edges.dropFirst(i + 2) where !(i == 0 && b.to == a.from) {
          func side(_ p: Point, _ e: (from: Point, to: Point)) -> Double { (e.to - e.from).cross(p - e.from) }
          if side(b.from, a) * side(b.to, a) < 0, side(a.from, b) * side(a.to, b) < 0 { return true }
        }
      }
    }
    return false
  }
}

extension Track where Value == Bezier {
  /// For each segment, true if it is a curve in any key; nil for a constant and for keys of unequal numbers of points.
  var curves: [Bool]? { commonCurves(\.curves) }
  /// `curves` of the closed shapes.
  var closedCurves: [Bool]? { commonCurves(\.closedCurves) }

  private func commonCurves(_ curves: (Bezier) -> [Bool]) -> [Bool]? {
    guard isAnimated else { return nil }
    var result = curves(keys[0].value)
    for key in keys.dropFirst() {
      let own = curves(key.value)
      guard own.count == result.count else { return nil }
      for (i, isCurve) in own.enumerated() where isCurve { result[i] = true }
    }
    return result
  }
}

extension Bezier {
  /// `curves` of the closed shape.
  var closedCurves: [Bool] {
    var closed = self
    closed.isClosed = true
    return closed.curves
  }
}
