// SPDX-License-Identifier: MIT
import Filters
import Geometry
import Numbers
import Pixels
import RenderTree

/// The colours that a file leaves to the caller.
package struct ArtworkColors: Sendable {
  /// The value of `currentColor`.
  package var current: Color
  /// Returns an entry of a font's palette; nil if the palette does not have it.
  package var palette: @Sendable (Int) -> Color?

  package init(current: Color = .black, palette: @escaping @Sendable (Int) -> Color? = { _ in nil }) {
    self.current = current
    self.palette = palette
  }

  package func color(_ ink: Artwork.Ink, opacity: Double) -> Color {
    let color = color(ink)
    return color.withAlpha(color.alpha * opacity)
  }

  private func color(_ ink: Artwork.Ink) -> Color {
    switch ink {
    case .color(let color): color
    case .current: current
    case .palette(let entry, let other): palette(entry) ?? other ?? current
    case .mix(let mix, let a, let b): mix.color(color(a), color(b))
    }
  }
}

extension Artwork {
  /// Returns the operations that draw the artwork, in points, y down.
  package func drawing(_ colors: ArtworkColors = ArtworkColors()) -> RecordedDrawing {
    var recorder = ArtworkRecorder(colors: colors)
    recorder.add(.group(root), .identity, nil)
    return RecordedDrawing(operations: recorder.operations)
  }

  /// Returns the operations that draw an element's content through its filter, in the element's user space: without its
  /// transform, opacity, clips and mask.
  package static func drawing(filtered element: Element, _ colors: ArtworkColors) -> RecordedDrawing {
    var recorder = ArtworkRecorder(colors: colors)
    recorder.add(filtered: element)
    return RecordedDrawing(operations: recorder.operations)
  }

  /// Returns the operations that draw a mask, in the user space of the masked element. Only their alpha counts.
  package static func drawing(of mask: Mask, _ colors: ArtworkColors) -> RecordedDrawing {
    var recorder = ArtworkRecorder(colors: colors)
    return recorder.drawing(of: mask)
  }

  /// Same as `drawing(_:)`, with a colour for `currentColor` only.
  package func drawing(currentColor: Color) -> RecordedDrawing { drawing(ArtworkColors(current: currentColor)) }
}

private struct ArtworkRecorder {
  let colors: ArtworkColors
  var operations: [DrawingOperation] = []
  /// Cache of recorded masks; never iterated.
  var masks: [ObjectIdentifier: RecordedDrawing] = [:]

  /// Records a mask: its content as one layer, clipped to its region.
  @inline(never) mutating func drawing(of mask: Artwork.Mask) -> RecordedDrawing {
    if let known = masks[ObjectIdentifier(mask)] { return known }
    var recorder = ArtworkRecorder(colors: colors, masks: masks)
    var clip: DrawingClip?
    for cut in mask.clips { clip = DrawingClip(area: .path(cut.path, cut.rule), parent: clip) }
    let effect = DrawingEffect(
      filter: mask.isAlpha ? nil : .luminance(isLinear: mask.isLinear), content: mask.box,
      mask: mask.outer.map { recorder.drawing(of: $0) })
    recorder.operations.append(DrawingOperation(kind: .beginLayer, clip: clip, effect: effect))
    recorder.add(.group(mask.content), mask.transform, nil)
    recorder.operations.append(DrawingOperation(kind: .endLayer))
    let drawing = RecordedDrawing(operations: recorder.operations)
    masks = recorder.masks
    masks[ObjectIdentifier(mask)] = drawing
    return drawing
  }

  private mutating func effect(of item: Artwork.Item) -> DrawingEffect? {
    guard item.hasEffect else { return nil }
    return DrawingEffect(
      filter: item.filter?.graph(colors), content: item.content, mask: item.mask.map { drawing(of: $0) })
  }

  /// - Parameters:
  ///   - outer: the transform from the parent's coordinates to points.
  ///   - clip: the clip of the parent elements.
  mutating func add(_ element: Artwork.Element, _ outer: AffineTransform, _ clip: DrawingClip?) {
    let item = element.item
    let map = item.transform.concat(outer)
    guard map.isFinite else { return }
    var clip = clip
    for cut in item.cuts {
      clip = DrawingClip(area: .path(cut.path.transformed(by: map), cut.rule), parent: clip)
    }
    let isLayer = begin(element, map, clip)
    if isLayer { clip = nil }
    if case .group(let group) = element {
      for child in group.elements { add(child, map, clip) }
    } else {
      addPaints(of: element, map, clip, isLayer ? nil : item)
    }
    if isLayer { end() }
  }

  // The helpers of the recursion are not inlined, so that 200 nested elements take little stack.

  /// Begins an element's layer; returns false if it needs none.
  @inline(never) private mutating func begin(
    _ element: Artwork.Element, _ map: AffineTransform, _ clip: DrawingClip?
  ) -> Bool {
    let item = element.item
    let effect = effect(of: item)
    var isLayer = effect != nil
    if case .group(let group) = element {
      isLayer =
        isLayer || group.opacity < 1 || group.blendMode != .normal || (group.isIsolated && group.hasBlending)
    }
    guard isLayer else { return false }
    operations.append(
      DrawingOperation(
        kind: .beginLayer, transform: map, alpha: item.opacity, blendMode: item.blendMode, clip: clip, effect: effect))
    return true
  }

  @inline(never) private mutating func end() { operations.append(DrawingOperation(kind: .endLayer)) }

  /// Adds an element's content with only its filter applied.
  mutating func add(filtered element: Artwork.Element) {
    let item = element.item
    let effect = DrawingEffect(filter: item.filter?.graph(colors), content: item.content)
    operations.append(DrawingOperation(kind: .beginLayer, effect: effect))
    if case .group(let group) = element {
      for child in group.elements { add(child, .identity, nil) }
    } else {
      addPaints(of: element, .identity, nil, nil)
    }
    end()
  }

  /// - Parameter look: the item whose opacity and blend mode are applied; nil for none.
  @inline(never) private mutating func addPaints(
    of element: Artwork.Element, _ map: AffineTransform, _ clip: DrawingClip?, _ look: Artwork.Item?
  ) {
    switch element {
    case .group: break
    case .shape(let shape):
      var paints: [DrawingOperation.Kind] = []
      if let fill = shape.fill {
        paints.append(.fill(shape.path, shape.fillRule, paint(fill, over: shape.box ?? .zero)))
      }
      if let stroke = shape.stroke {
        let kind = DrawingOperation.Kind.stroke(
          shape.path, shape.strokeStyle, paint(stroke, over: shape.content ?? .zero))
        paints.insert(kind, at: shape.isStrokeBelow ? 0 : paints.count)
      }
      add(paints, look: look, through: map, clip: clip)
    case .image(let picture): add([.image(picture.bitmap, picture.rect, .linear)], look: look, through: map, clip: clip)
    }
  }

  private mutating func add(
    _ kinds: [DrawingOperation.Kind], look: Artwork.Item?, through map: AffineTransform, clip: DrawingClip?
  ) {
    let (opacity, blendMode) = (look?.opacity ?? 1, look?.blendMode ?? .normal)
    if kinds.count == 1 {
      operations.append(
        DrawingOperation(
          kind: kinds[0], transform: map, alpha: opacity, blendMode: blendMode, clip: clip))
      return
    }
    let isLayer = opacity < 1 || blendMode != .normal
    if isLayer {
      operations.append(
        DrawingOperation(kind: .beginLayer, alpha: opacity, blendMode: blendMode, clip: clip))
    }
    for kind in kinds { operations.append(DrawingOperation(kind: kind, transform: map, clip: isLayer ? nil : clip)) }
    if isLayer { operations.append(DrawingOperation(kind: .endLayer)) }
  }

  private func paint(_ paint: Artwork.Paint, over box: Rect) -> DrawingPaint {
    switch paint {
    case .ink(let ink, let opacity): return .color(colors.color(ink, opacity: opacity))
    case .gradient(let gradient):
      guard let ramp = ArtworkRamp(gradient, over: box, colors) else {
        let last = gradient.stops[gradient.stops.count - 1]
        return .color(colors.color(last.ink, opacity: last.opacity * gradient.opacity))
      }
      return .gradient(DrawingGradient(kind: ramp.drawingKind, stops: ramp.stops), gradient.transform)
    }
  }
}

/// A gradient prepared for drawing. Repetitions are unrolled as far as they are visible. Stops between which both
/// colour and opacity change are subdivided, because gradients are drawn with premultiplied colours.
package struct ArtworkRamp {
  package var kind: Artwork.Gradient.Kind
  package var stops: GradientStops

  private static let steps = 16
  private static let mostRepetitions = 64
  private static let mostStops = 2048

  /// - Parameter box: the area to paint, in the coordinates to which the gradient's transform leads.
  package init?(_ gradient: Artwork.Gradient, over box: Rect, _ colors: ArtworkColors) {
    guard let back = gradient.transform.inverted, gradient.stops.count > 1 else { return nil }
    var all: [(offset: Double, color: Color)] = gradient.stops.map {
      ($0.offset, colors.color($0.ink, opacity: $0.opacity * gradient.opacity))
    }
    // Extends the first and the last colour to 0 and 1.
    if all[0].offset > 0 { all.insert((0, all[0].color), at: 0) }
    if all[all.count - 1].offset < 1 { all.append((1, all[all.count - 1].color)) }
    var low = 0.0, high = 1.0
    if gradient.spread != .pad {
      (low, high) = Self.range(gradient.kind, box.corners.map(back.apply))
      low = low.rounded(.down)
      high = min(max(high.rounded(.up), low + 1), low + Double(Self.mostRepetitions))
    }
    kind = gradient.kind
    if low != 0 || high != 1 {
      let once = all
      all = []
      for k in stride(from: low, to: high, by: 1) {
        let isMirrored = gradient.spread == .reflect && k.truncatingRemainder(dividingBy: 2) != 0
        for stop in isMirrored ? once.reversed() : once {
          all.append((((isMirrored ? 1 - stop.offset : stop.offset) + k - low) / (high - low), stop.color))
        }
        if all.count > Self.mostStops { break }
      }
      kind = Self.stretched(gradient.kind, low, high)
    }
    stops = Self.stops(all)
  }

  package var drawingKind: DrawingGradient.Kind {
    switch kind {
    case .linear(let from, let to): .linear(from: from, to: to)
    case .radial(let focus, let focusRadius, let center, let radius):
      .radial(from: focus, startRadius: focusRadius, to: center, endRadius: radius)
    }
  }

  private static func stops(_ all: [(offset: Double, color: Color)]) -> GradientStops {
    var colors: [Color] = [], locations: [Double] = []
    for (i, stop) in all.enumerated() {
      if i > 0 {
        let a = all[i - 1].color, b = stop.color
        let isOneColor = a.red == b.red && a.green == b.green && a.blue == b.blue
        if a.alpha != b.alpha, !isOneColor, stop.offset > all[i - 1].offset, colors.count < mostStops {
          for k in 1..<steps {
            let t = Double(k) / Double(steps)
            func mix(_ x: Double, _ y: Double) -> Double { x + (y - x) * t }
            colors.append(
              Color(
                red: mix(a.red, b.red), green: mix(a.green, b.green), blue: mix(a.blue, b.blue),
                alpha: mix(a.alpha, b.alpha)))
            locations.append(mix(all[i - 1].offset, stop.offset))
          }
        }
      }
      colors.append(stop.color)
      locations.append(min(max(stop.offset, locations.last ?? 0), 1))
    }
    return GradientStops(colors: colors, locations: locations)
  }

  /// Returns the smallest and largest gradient offset over a set of points.
  private static func range(_ kind: Artwork.Gradient.Kind, _ points: [Point]) -> (Double, Double) {
    switch kind {
    case .linear(let from, let to):
      let d = to - from, square = (to - from).dot(to - from)
      let places = points.map { ($0 - from).dot(d) / square }
      return (max(places.min() ?? 0, -1e6), min(places.max() ?? 1, 1e6))
    case .radial(let focus, let focusRadius, let center, let radius):
      // The circles grow from the focus; the range ends at one that contains all points.
      let growth = radius - focusRadius, shift = (center - focus).length
      let far = points.map { ($0 - focus).length }.max() ?? 0
      let most = (far - focusRadius) / max(growth - shift, growth * 1e-2)
      return (0, min(max(most, 1), 1e6))
    }
  }

  /// Returns a gradient whose 0…1 spans `low`…`high` of another.
  private static func stretched(_ kind: Artwork.Gradient.Kind, _ low: Double, _ high: Double)
    -> Artwork.Gradient.Kind
  {
    switch kind {
    case .linear(let from, let to):
      let d = to - from
      return .linear(from: from + d * low, to: from + d * high)
    case .radial(let focus, let focusRadius, let center, let radius):
      func middle(_ t: Double) -> Point { focus + (center - focus) * t }
      func size(_ t: Double) -> Double { max(focusRadius + (radius - focusRadius) * t, 0) }
      return .radial(focus: middle(low), focusRadius: size(low), center: middle(high), radius: size(high))
    }
  }
}
