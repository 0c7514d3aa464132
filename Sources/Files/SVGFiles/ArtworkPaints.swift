// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Pixels

/// A gradient element, including the attributes it takes from others by reference.
struct ArtworkGradientBase {
  var isRadial: Bool
  /// The specified coordinates of its points.
  var lengths: [ArtworkKey: ArtworkLength] = [:]
  var isOfUserSpace: Bool?
  var transform: AffineTransform?
  var spread: Artwork.Gradient.Spread?
  var stops: [Artwork.Gradient.Stop] = []
}

extension ArtworkReader {
  /// The maximum number of stops of a gradient.
  private static let mostStopsOfOne = 256
  /// The maximum length of a chain of references between gradients.
  private static let mostReferences = 32

  /// Returns the paint of a shape; nil for none.
  ///
  /// - Parameter box: the shape's bounds.
  mutating func paint(
    _ source: ArtworkStyle.Source, opacity: Double, style: ArtworkProperties, box: Rect,
    viewport: ArtworkViewport, at node: Int32
  ) throws(LayerError) -> Artwork.Paint? {
    func solid(_ ink: Artwork.Ink, _ opacity: Double) -> Artwork.Paint? {
      let ink = ink.resolved(style.color)
      if case .color(let color) = ink, color.alpha <= 0 { return nil }
      return opacity > 0 ? .ink(ink, opacity: opacity) : nil
    }
    switch source {
    case .none: return nil
    case .ink(let ink): return solid(ink, opacity)
    case .reference(let id, let other):
      guard let target = document.byID[id] else { return other.flatMap { solid($0, opacity) } }
      switch document.nodes[Int(target)].tag {
      case .linearGradient, .radialGradient: break
      case .pattern:
        omit("patterns", at: node)
        return other.flatMap { solid($0, opacity) }
      case .mesh, .meshgradient, .hatch:
        omit("<\(document.nodes[Int(target)].tag.rawValue)>", at: node)
        return other.flatMap { solid($0, opacity) }
      default: return other.flatMap { solid($0, opacity) }
      }
      guard let base = try base(of: target), let last = base.stops.last, opacity > 0 else { return nil }
      let plain = solid(last.ink, last.opacity * opacity)
      guard base.stops.count > 1 else { return plain }
      let isOfUserSpace = base.isOfUserSpace ?? false
      // With `objectBoundingBox` units, a box without an area paints nothing.
      if !isOfUserSpace, box.width <= 0 || box.height <= 0 { return nil }
      func length(_ key: ArtworkKey, _ axis: ArtworkViewport.Axis, _ whole: ArtworkLength) -> Double {
        let viewport = isOfUserSpace ? viewport : ArtworkViewport(width: 1, height: 1)
        return viewport.resolve(base.lengths[key] ?? whole, axis, fontSize: style.fontSize)
      }
      func percent(_ value: Double) -> ArtworkLength { ArtworkLength(value: value, unit: .percent) }
      let kind: Artwork.Gradient.Kind
      if base.isRadial {
        let center = Point(length(.cx, .x, percent(50)), length(.cy, .y, percent(50)))
        let radius = length(.r, .diagonal, percent(50))
        guard radius > 0 else { return plain }
        let focusRadius = min(max(length(.fr, .diagonal, .zero), 0), radius)
        var focus = Point(
          base.lengths[.fx] == nil ? center.x : length(.fx, .x, percent(50)),
          base.lengths[.fy] == nil ? center.y : length(.fy, .y, percent(50)))
        // A focus outside the circle is moved onto it.
        let away = focus - center
        let most = max(radius - focusRadius, 0) * 0.9999
        if away.length > most { focus = center + away * (most / max(away.length, 1e-300)) }
        guard focusRadius < radius else { return plain }
        kind = .radial(focus: focus, focusRadius: focusRadius, center: center, radius: radius)
      } else {
        let from = Point(length(.x1, .x, percent(0)), length(.y1, .y, percent(0)))
        let to = Point(length(.x2, .x, percent(100)), length(.y2, .y, percent(0)))
        guard from != to else { return plain }
        kind = .linear(from: from, to: to)
      }
      var map = base.transform ?? .identity
      if !isOfUserSpace {
        map = map.concat(AffineTransform(a: box.width, b: 0, c: 0, d: box.height, tx: box.x, ty: box.y))
      }
      guard map.isFinite, let back = map.inverted, back.isFinite else { return nil }
      try count(stops: base.stops.count * (base.spread == .pad || base.spread == nil ? 16 : 256), at: node)
      return .gradient(
        Artwork.Gradient(
          kind: kind, stops: base.stops, spread: base.spread ?? .pad, transform: map, opacity: opacity))
    }
  }

  /// Returns a gradient with its references resolved; nil if the node is not a gradient.
  private mutating func base(of node: Int32) throws(LayerError) -> ArtworkGradientBase? {
    if let known = gradients[node] { return known }
    var base: ArtworkGradientBase?
    var next = node
    var seen: Set<Int32> = []
    while seen.count < Self.mostReferences, seen.insert(next).inserted {
      let tag = document.nodes[Int(next)].tag
      guard tag == .linearGradient || tag == .radialGradient else { break }
      let isRadial = tag == .radialGradient
      var own = base ?? ArtworkGradientBase(isRadial: isRadial)
      if own.isRadial == isRadial {
        for key in isRadial ? [ArtworkKey.cx, .cy, .r, .fx, .fy, .fr] : [.x1, .y1, .x2, .y2]
        where own.lengths[key] == nil {
          own.lengths[key] = document.attribute(next, key).flatMap { ArtworkLength($0) }
        }
      }
      if own.isOfUserSpace == nil {
        own.isOfUserSpace = document.attribute(next, .gradientUnits).map { $0.trimmed == "userSpaceOnUse" }
      }
      if own.spread == nil {
        switch document.attribute(next, .spreadMethod)?.trimmed {
        case "pad": own.spread = .pad
        case "reflect": own.spread = .reflect
        case "repeat": own.spread = .repeat
        default: break
        }
      }
      if own.transform == nil, let text = document.attribute(next, .gradientTransform) {
        var scanner = ArtworkScanner(text)
        own.transform = scanner.transform() ?? .identity
      }
      if own.stops.isEmpty { own.stops = try stops(of: next) }
      base = own
      guard let link = document.attribute(next, .href)?.trimmed, link.hasPrefix("#"),
        let other = document.byID[String(link.dropFirst())]
      else { break }
      next = other
    }
    gradients[node] = .some(base)
    return base
  }

  private mutating func stops(of node: Int32) throws(LayerError) -> [Artwork.Gradient.Stop] {
    var result: [Artwork.Gradient.Stop] = []
    var child = document.nodes[Int(node)].firstChild
    guard child >= 0 else { return [] }
    let around = try style(ofNodeInDocument: node)
    while child >= 0 {
      if document.nodes[Int(child)].tag == .stop {
        let style = try style(of: child, in: around)
        if result.count == Self.mostStopsOfOne {
          omit("stops of a gradient after the \(Self.mostStopsOfOne)th", at: child)
          break
        }
        let offset = document.attribute(child, .offset).flatMap(ArtworkStyle.share) ?? 0
        result.append(
          Artwork.Gradient.Stop(
            offset: max(offset, result.last?.offset ?? 0), ink: style.own.stopInk ?? .color(.black),
            opacity: style.own.stopOpacity))
      }
      child = document.nodes[Int(child)].next
    }
    return result
  }
}
