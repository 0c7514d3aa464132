// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import Pixels
import RenderTree
import Testing
import TestSupport

/// A layer's own edge is applied once, compared with exact areas (`docs/decisions/0002-an-edge-counts-once.md`).
struct OwnEdgeTests {
  private static func number(_ low: Double, _ high: Double, _ random: inout SeededRandom) -> Double {
    .random(in: low...high, using: &random)
  }

  private static func transform(_ random: inout SeededRandom) -> Transform3D {
    let turn = Transform3D.rotation(number(-3, 3, &random))
    let tilt = Transform3D.rotation(number(-0.9, 0.9, &random), x: number(-1, 1, &random), y: 1, z: 0.3).concat(
      .perspective(150))
    return [.identity, .rotation(.pi / 2), turn, turn, turn.concat(.scale(1.2, 0.7)), tilt].randomElement(
      using: &random) ?? turn
  }

  @Test(arguments: 0..<36) func `a shadow without a blur leaves no rim around what casts it`(seed: Int) throws {
    var random = SeededRandom(UInt64(seed) &+ 121)
    func number(_ low: Double, _ high: Double) -> Double { Self.number(low, high, &random) }
    let frame = Rect(number(14, 16), number(14, 16), number(8, 20), number(8, 20))
    let radius = seed % 3 == 0 ? number(0, 4) : 0
    let offsets = [Size.zero, Size(0, number(2, 6)), Size(number(-6, -2), 0), Size(number(-5, 5), number(-5, 5))]
    let offset = offsets[seed % 4]
    let transform = Self.transform(&random)
    let bounds = Rect(0, 0, frame.width, frame.height)
    let outline = Path.roundedRect(bounds, minXMinY: radius, maxXMinY: radius, maxXMaxY: radius, minXMaxY: radius)
    let shadow = Shadow(
      color: blue, offset: offset, sigma: 0, path: seed % 5 == 0 ? outline : nil)
    let isShape = seed % 7 == 0
    let isGradient = seed % 7 == 1
    let node = RenderNode(
      bounds: bounds, placement: place(frame, transform),
      corners: radius > 0 && !isShape ? Corners(radius: radius) : nil,
      background: isShape || isGradient ? nil : .color(red),
      gradient: isGradient
        ? Gradient(
          kind: .axial, stops: GradientStops(colors: [red, red], locations: [0, 1]), start: .zero, end: Point(0, 1))
        : nil,
      shape: isShape ? Shape(path: outline, fill: .color(red)) : nil,
      shadow: isShape ? Shadow(color: blue, offset: offset, sigma: 0) : shadow)
    let picture = try render(group([node]), width: 48, height: 48, background: .black)
    let back = try #require(place(frame, transform).homography.inverted)
    func contains(_ p: Point) -> Bool {
      let (px, py) = (abs(p.x - frame.width / 2), abs(p.y - frame.height / 2))
      guard px < frame.width / 2, py < frame.height / 2 else { return false }
      let (cx, cy) = (px - (frame.width / 2 - radius), py - (frame.height / 2 - radius))
      return cx <= 0 || cy <= 0 || cx * cx + cy * cy <= radius * radius
    }
    for y in 0..<48 {
      for x in 0..<48 {
        var (own, cast, both) = (0.0, 0.0, 0.0)
        for sample in 0..<64 {
          let at = Point(Double(x) + (Double(sample) + 0.5) / 64, Double(y) + (Double(sample * 27 % 64) + 0.5) / 64)
          guard let p = back.apply(at) else { continue }
          let (o, c) = (contains(p), contains(Point(p.x - offset.width, p.y - offset.height)))
          own += o ? 1.0 / 64 : 0
          cast += c ? 1.0 / 64 : 0
          both += o || c ? 1.0 / 64 : 0
        }
        let c = picture.channels(x, y)
        #expect(abs(Double(c[0]) / 255 - own) < 0.085, "(\(x), \(y)) \(frame) \(radius) \(offset)")
        // If two edges cross in a pixel, coverage alone does not determine the remaining parts.
        if both - max(own, cast) > 0.01 { continue }
        #expect(abs(Double(c[2]) / 255 - (both - own)) < 0.085, "(\(x), \(y)) \(frame) \(radius) \(offset)")
      }
    }
  }

  @Test(arguments: 0..<40) func `what a layer that clips holds leaves it the edge of its bounds`(seed: Int) throws {
    var random = SeededRandom(UInt64(seed) &+ 1210)
    let frame = Rect(Self.number(12, 14, &random), Self.number(12, 14, &random), 21.4, 17.8)
    let bounds = Rect(0, 0, frame.width, frame.height)
    let transform = Self.transform(&random)
    let corners = seed % 2 == 0 ? Corners(radius: 5) : nil
    let gradient = Gradient(
      kind: .axial, stops: GradientStops(colors: [red, blue], locations: [0, 1]), start: .zero, end: Point(0, 1))
    let (hasBackground, hasGradient, hasChild) = [
      (true, true, true), (false, true, false), (false, false, true), (false, true, true),
    ][
      seed % 4]
    let hasBorder = seed % 3 == 0
    let shadow = Shadow(color: .black, offset: seed % 8 < 4 ? .zero : Size(4, 3), sigma: [0, 0, 3][seed % 3])
    let node = RenderNode(
      bounds: bounds, placement: place(frame, transform), corners: corners,
      background: hasBackground ? .color(red) : nil,
      gradient: hasGradient ? gradient : nil, children: hasChild ? [box(Rect(-9, -9, 60, 60), green)] : [],
      border: hasBorder ? Border(width: 2.5, paint: .color(blue)) : nil, shadow: seed % 5 == 0 ? nil : shadow,
      masksToBounds: true)
    let picture = try render(group([node]), width: 48, height: 48)
    let plain = try render(group([box(frame, red, corners: corners, transform: transform)]), width: 48, height: 48)
    for y in 0..<48 {
      for x in 0..<48 { #expect(abs(picture.alpha(x, y) - plain.alpha(x, y)) <= 1, "(\(x), \(y)) \(transform)") }
    }
  }
}
