// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import SystemC

/// The tracks of a transform: anchor, position, scale in percent, rotation and skew in degrees.
struct TransformTracks {
  var anchor: NumberTrack
  var position: NumberTrack
  /// The two halves of a position that is split; nil for one that is not.
  var splitPosition: (x: NumberTrack, y: NumberTrack)?
  var scale: NumberTrack
  var rotation: NumberTrack
  var skew: NumberTrack
  var skewAxis: NumberTrack

  var tracks: [NumberTrack] {
    var all = [anchor, scale, rotation, skew, skewAxis]
    if let (x, y) = splitPosition { all += [x, y] } else { all.append(position) }
    return all
  }

  /// The frames in which it changes; nil if it does not.
  var span: ClosedRange<Double>? { FrameSpan.union(tracks.filter(\.isAnimated).map(\.span)) }
  var isAnimated: Bool { tracks.contains(where: \.isAnimated) }
  var hasSkew: Bool { skew.isAnimated || skew.first.first ?? 0 != 0 }

  /// The scale, skew and rotation at a frame, without anchor and position.
  func linear(at frame: Double) -> AffineTransform {
    let scale = scale.point(at: frame)
    var result = AffineTransform.scale(scale.x / 100, scale.y / 100)
    let skew = skew.number(at: frame) * .pi / 180
    if skew != 0 {
      let axis = skewAxis.number(at: frame) * .pi / 180
      result = result.concat(AffineTransform(angle: axis))
        .concat(AffineTransform(a: 1, b: 0, c: tan(-skew), d: 1, tx: 0, ty: 0)).concat(AffineTransform(angle: -axis))
    }
    return result.concat(AffineTransform(angle: rotation.number(at: frame) * .pi / 180))
  }

  func position(at frame: Double) -> Point {
    guard let (x, y) = splitPosition else { return position.point(at: frame) }
    return Point(x.number(at: frame), y.number(at: frame))
  }

  /// The whole transform at a frame.
  func matrix(at frame: Double) -> AffineTransform {
    let anchor = anchor.point(at: frame)
    let position = position(at: frame)
    return AffineTransform.translation(-anchor.x, -anchor.y).concat(linear(at: frame))
      .concat(.translation(position.x, position.y))
  }
}

/// Spans of frames.
enum FrameSpan {
  /// Returns the span from the first to the last frame of some; nil without any.
  static func union(_ spans: [ClosedRange<Double>]) -> ClosedRange<Double>? {
    guard let first = spans.first else { return nil }
    return spans.dropFirst().reduce(first) {
      min($0.lowerBound, $1.lowerBound)...max($0.upperBound, $1.upperBound)
    }
  }
}

extension AffineTransform {
  /// Creates a rotation by an angle in radians, from +x toward +y.
  init(angle: Double) {
    let (c, s) = (cos(angle), sin(angle))
    self.init(a: c, b: s, c: -s, d: c, tx: 0, ty: 0)
  }
}

extension LayerBuilder {
  /// Reads a transform's properties.
  func transformTracks(_ ks: Node?, _ place: Place, _ scope: Scope) throws -> TransformTracks {
    func numbers(_ key: String, _ name: String, _ missing: [Double], _ kind: ValueKind = .number) throws -> NumberTrack
    {
      try session.numbers(ks?[key], place + name, missing, kind, in: scope)
    }
    let position = ks?["p"]
    var split: (x: NumberTrack, y: NumberTrack)?
    if let position, position.flag("s") || position["k"] == nil && position["x"] != nil,
      position["x"]?.isObject == true || position["y"]?.isObject == true
    {
      if let value = session.values.isEmpty ? nil : session.values.value(at: place + "Position") {
        _ = value
      } else {
        split = (
          try session.numbers(position["x"], place + "X Position", [0], in: scope),
          try session.numbers(position["y"], place + "Y Position", [0], in: scope)
        )
      }
    }
    let rotation = ks?["rz"] != nil ? "rz" : "r"
    return TransformTracks(
      anchor: try numbers("a", "Anchor Point", [0, 0], .point),
      position: split == nil
        ? try session.numbers(
          position?.flag("s") == true ? nil : position, place + "Position", [0, 0], .point, in: scope)
        : Track([0, 0]),
      splitPosition: split, scale: try numbers("s", "Scale", [100, 100], .point),
      rotation: try numbers(rotation, "Rotation", [0]), skew: try numbers("sk", "Skew", [0]),
      skewAxis: try numbers("sa", "Skew Axis", [0]))
  }

  /// True if a transform changes nothing and no value replaces one of its own, so that it needs no layer.
  func isIdentity(_ ks: Node?, _ place: Place) throws -> Bool {
    if !session.values.isEmpty {
      let names = [
        "Anchor Point", "Position", "X Position", "Y Position", "Scale", "Rotation", "Skew", "Skew Axis", "X Rotation",
        "Y Rotation",
      ]
      try session.reading.step(session.values.count * 8 * names.count)
      if names.contains(where: { session.values.value(at: place + $0) != nil }) { return false }
    }
    guard let ks else { return true }
    func isValue(_ key: String, _ values: Set<Double>) -> Bool {
      guard let node = ks[key] else { return true }
      guard node["x"] == nil, node["sid"] == nil, let numbers = node["k"]?.numbers else { return false }
      return numbers.allSatisfy(values.contains)
    }
    return isValue("a", [0]) && isValue("p", [0]) && isValue("s", [100]) && isValue("r", [0]) && isValue("sk", [0])
      && isValue("rx", [0]) && isValue("ry", [0]) && isValue("rz", [0])
  }

  /// Gives a layer of size 1 × 1 a transform, whose anchor is its anchor point.
  ///
  /// - Parameters:
  ///   - isOriented: true if it turns along its way.
  ///   - has3D: true if the transform also turns about x and y.
  ///   - hasOpacity: false for a parent, whose opacity its children do not take.
  func addTransform(
    _ ks: Node?, to layer: Layer, _ place: Place, _ scope: Scope, isOriented: Bool = false, has3D: Bool = false,
    hasOpacity: Bool = true
  ) throws {
    layer.bounds = Rect(0, 0, 1, 1)
    let tracks = try transformTracks(ks, place, scope)
    func point(_ v: [Double]) -> PropertyValue { .point(Point(v.first ?? 0, v.count > 1 ? v[1] : 0)) }
    try animate(tracks.anchor, "anchorPoint", on: layer, point)
    if let (x, y) = tracks.splitPosition {
      try animate(x, "position.x", on: layer) { .number($0.first ?? 0) }
      try animate(y, "position.y", on: layer) { .number($0.first ?? 0) }
    } else {
      try animatePosition(tracks.position, on: layer, isOriented: isOriented)
    }
    if tracks.hasSkew {
      try addMatrix(tracks, to: layer)
    } else {
      try addParts(tracks, ks, to: layer, place, scope, has3D: has3D)
    }
    guard hasOpacity else { return }
    let opacity = try session.numbers(ks?["o"], place + "Opacity", [100], in: scope)
    try animateOpacity(opacity, on: layer)
  }

  /// Shows an opacity in percent.
  func animateOpacity(_ track: NumberTrack, on layer: Layer) throws {
    if !track.isAnimated, track.first.first ?? 100 >= 100 { return }
    try animate(track, "opacity", on: layer) { .number(min(max(($0.first ?? 100) / 100, 0), 1)) }
  }

  /// Adds scale and rotation by their own key paths.
  private func addParts(
    _ tracks: TransformTracks, _ ks: Node?, to layer: Layer, _ place: Place, _ scope: Scope, has3D: Bool
  ) throws {
    let scale = tracks.scale
    if scale.isAnimated || scale.first != [100, 100] && scale.first != [100, 100, 100] {
      let isEven = scale.keys.allSatisfy { $0.value.count > 1 && $0.value[0] == $0.value[1] }
      try animate(scale, "transform.scale.x", on: layer) { .number(($0.first ?? 100) / 100) }
      try animate(scale, "transform.scale.y", on: layer) {
        .number((isEven || $0.count < 2 ? $0.first ?? 100 : $0[1]) / 100)
      }
    }
    func addRotation(_ track: NumberTrack, _ axis: String) throws {
      if !track.isAnimated, track.first.first ?? 0 == 0 { return }
      try animate(track, "transform.rotation.\(axis)", on: layer) { .number(($0.first ?? 0) * .pi / 180) }
    }
    if has3D {
      try addRotation(try session.numbers(ks?["rx"], place + "X Rotation", [0], in: scope), "x")
      try addRotation(try session.numbers(ks?["ry"], place + "Y Rotation", [0], in: scope), "y")
    }
    try addRotation(tracks.rotation, "z")
  }

  /// Adds scale, skew and rotation as one matrix, for each frame if one of them changes: skew has no key path.
  private func addMatrix(_ tracks: TransformTracks, to layer: Layer) throws {
    let moving = [tracks.scale, tracks.rotation, tracks.skew, tracks.skewAxis].filter(\.isAnimated)
    try showLinear(FrameSpan.union(moving.map(\.span)), on: layer) { tracks.linear(at: $0) }
  }

  /// Shows a transform without translation as a matrix.
  ///
  /// - Parameter span: the frames in which it changes; nil if it does not.
  func showLinear(
    _ span: ClosedRange<Double>?, on layer: Layer, _ matrix: (_ frame: Double) -> AffineTransform
  ) throws {
    func value(_ numbers: [Double]) -> PropertyValue {
      .transform(
        Transform3D(
          AffineTransform(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: 0, ty: 0)))
    }
    func numbers(_ frame: Double) -> [Double] {
      let m = matrix(frame)
      return [m.a, m.b, m.c, m.d].map { $0.isFinite ? min(max($0, -Node.largest), Node.largest) : 0 }
    }
    guard let span else {
      return try set(layer, "transform", value(numbers(0)))
    }
    try animateFrames(span, "transform", on: layer, value, numbers)
  }
}
