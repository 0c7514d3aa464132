// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import Numbers
import SystemC

/// The values of a repeater: copy i has the transform to the power of i + offset.
struct RepeaterTracks {
  var transform: TransformTracks
  var count: NumberTrack
  var offset: NumberTrack
  /// The opacity of the first and the last copy, in percent.
  var opacity: (start: NumberTrack, end: NumberTrack)
  /// True if later copies lie above earlier ones.
  var stacksUpward: Bool

  /// The number of copies that are made: the largest of all times.
  var most: Int { Int(clamping: min(max(largestCount, 0), 1e6).rounded(.up)) }

  /// The largest number of copies of all times, as the file states it.
  var largestCount: Double { count.keys.map { $0.value.first ?? 0 }.max() ?? 0 }

  /// The parts of a copy's transform at a frame. The scale is a factor, the rotation in degrees.
  func parts(ofCopy i: Int, at frame: Double) -> (anchor: Point, position: Point, scale: Point, rotation: Double) {
    let k = Double(i) + offset.number(at: frame)
    let anchor = transform.anchor.point(at: frame)
    let scale = transform.scale.point(at: frame)
    func power(_ percent: Double) -> Double {
      let value = pow(abs(percent / 100), k) * (percent < 0 && k.truncatingRemainder(dividingBy: 2) != 0 ? -1 : 1)
      return value.isFinite ? min(max(value, -1e6), 1e6) : 1
    }
    return (
      anchor, anchor + transform.position(at: frame) * k, Point(power(scale.x), power(scale.y)),
      transform.rotation.number(at: frame) * k
    )
  }

  func matrix(ofCopy i: Int, at frame: Double) -> AffineTransform {
    let parts = parts(ofCopy: i, at: frame)
    return AffineTransform.translation(-parts.anchor.x, -parts.anchor.y).concat(linear(ofCopy: i, at: frame)).concat(
      .translation(parts.position.x, parts.position.y))
  }

  /// A copy's rotation and then its scale, unlike the order of a layer's transform.
  func linear(ofCopy i: Int, at frame: Double) -> AffineTransform {
    let parts = parts(ofCopy: i, at: frame)
    return AffineTransform(angle: parts.rotation * .pi / 180).concat(.scale(parts.scale.x, parts.scale.y))
  }

  /// True if the order of rotation and scale matters at some time.
  var mixesScaleAndRotation: Bool {
    transform.rotation.keys.contains { $0.value.first ?? 0 != 0 }
      && transform.scale.keys.contains { $0.value.count > 1 && $0.value[0] != $0.value[1] }
  }

  /// The opacity of a copy, from 0 to 1.
  func opacity(ofCopy i: Int, of count: Int, at frame: Double) -> Double {
    let (a, b) = (opacity.start.number(at: frame), opacity.end.number(at: frame))
    return min(max((count > 1 ? a + (b - a) * Double(i) / Double(count - 1) : a) / 100, 0), 1)
  }

  /// The frames in which the transform of copies changes; nil if it does not.
  var span: ClosedRange<Double>? {
    FrameSpan.union((transform.tracks + [offset]).filter(\.isAnimated).map(\.span))
  }
}

extension ShapeBuilder {
  /// Reads a repeater's values.
  func repeater(_ item: Node, _ place: Place) throws -> RepeaterTracks {
    let tr = item["tr"]
    func track(_ node: Node?, _ name: String, _ missing: [Double]) throws -> NumberTrack {
      try session.numbers(node, place + name, missing, in: scope)
    }
    let repeater = RepeaterTracks(
      transform: try builder.transformTracks(tr, place, scope), count: try track(item["c"], "Copies", [0]),
      offset: try track(item["o"], "Offset", [0]),
      opacity: (try track(tr?["so"], "Start Opacity", [100]), try track(tr?["eo"], "End Opacity", [100])),
      stacksUpward: item.integer("m", 1) == 2)
    guard repeater.most <= LottieLimits.copies else {
      throw LayerError(
        .limit,
        "\(place.text): it makes \(numberText(repeater.largestCount)) copies, at most \(LottieLimits.copies) are made")
    }
    return repeater
  }

  /// Makes the copies of layers, front first.
  func copies(of layers: [Layer], _ repeater: RepeaterTracks, _ place: Place) throws -> [Layer] {
    guard !layers.isEmpty else { return [] }
    var result: [Layer] = []
    let count = repeater.most
    let size = layers.reduce(0) { $0 + $1.treeCount }
    for i in 0..<count {
      let copy = try builder.make(place)
      try addParts(ofCopy: i, of: count, repeater, to: copy)
      for layer in layers.reversed() {
        if i == 0 {
          try copy.addSublayer(layer)
        } else {
          if layer === layers.last { for _ in 0..<size { try session.countLayer(place) } }
          try copy.addSublayer(try layer.copy())
        }
      }
      result.append(copy)
    }
    return repeater.stacksUpward ? result.reversed() : result
  }

  private func addParts(ofCopy i: Int, of count: Int, _ repeater: RepeaterTracks, to layer: Layer) throws {
    layer.bounds = Rect(0, 0, 1, 1)
    let span = repeater.span
    func show(_ keyPath: String, _ value: @escaping (Double) -> [Double]) throws {
      func make(_ v: [Double]) -> PropertyValue { v.count == 2 ? .point(Point(v[0], v[1])) : .number(v[0]) }
      guard let span else { return try builder.set(layer, keyPath, make(value(0))) }
      try builder.animateFrames(span, keyPath, on: layer, make, value)
    }
    func parts(_ frame: Double) -> (anchor: Point, position: Point, scale: Point, rotation: Double) {
      repeater.parts(ofCopy: i, at: frame)
    }
    try show("anchorPoint") { [parts($0).anchor.x, parts($0).anchor.y] }
    try show("position") { [parts($0).position.x, parts($0).position.y] }
    if repeater.mixesScaleAndRotation {
      try builder.showLinear(span, on: layer) { repeater.linear(ofCopy: i, at: $0) }
    } else {
      try show("transform.scale.x") { [parts($0).scale.x] }
      try show("transform.scale.y") { [parts($0).scale.y] }
      try show("transform.rotation.z") { [parts($0).rotation * .pi / 180] }
    }
    let faded = [repeater.opacity.start, repeater.opacity.end].filter(\.isAnimated).map(\.span)
    if let span = FrameSpan.union(faded) {
      try builder.animateFrames(span, "opacity", on: layer, { .number($0[0]) }) {
        [repeater.opacity(ofCopy: i, of: count, at: $0)]
      }
    } else {
      layer.opacity = repeater.opacity(ofCopy: i, of: count, at: 0)
    }
    if repeater.count.isAnimated {
      try builder.animateFrames(
        repeater.count.span, "hidden", on: layer, isDiscrete: true, { .bool($0[0] != 0) }
      ) { [Double(i) < repeater.count.number(at: $0) - 1e-9 ? 0.0 : 1] }
    }
  }
}

extension Layer {
  /// The number of layers of the tree.
  var treeCount: Int {
    var count = 0
    var pending = [self]
    while let next = pending.popLast() {
      count += 1
      pending += next.sublayers
      if let mask = next.mask { pending.append(mask) }
    }
    return count
  }
}
