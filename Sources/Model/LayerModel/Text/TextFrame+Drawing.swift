// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

extension TextFrame {
  /// A step in drawing text, in the frame's coordinates.
  enum Step {
    case paint(DrawingOperation.Kind, TextShadow?, AffineTransform, StrokedGlyphs?)
    /// A colour glyph, drawn as one object with an opacity.
    case picture(RecordedDrawing, AffineTransform, opacity: Double)
    /// Begins a group of steps, up to `endShadow`, that cast one shadow.
    case beginShadow(TextShadow)
    case endShadow
  }

  /// Returns the steps that draw the text: backgrounds, underlines, glyphs, strikethroughs. Parts with equal shadows
  /// cast one shadow together, so that it does not fall on any of them.
  ///
  /// - Parameters:
  ///   - bend: the path along which the text lies; nil for straight lines.
  ///   - scale: pixels per point, for which variants of images in the text are chosen.
  func steps(along bend: TextBend? = nil, scale: Double = 1) -> [Step] {
    var steps: [Step] = []
    steps.reserveCapacity(marks.count + pieces.count)
    for mark in marks where mark.kind == .background {
      steps.append(.paint(Self.fill(mark, bend), nil, .identity, nil))
    }
    var foreground: [(step: Step, shadow: TextShadow?)] = []
    func add(
      _ kind: DrawingOperation.Kind, _ shadow: TextShadow?, _ place: AffineTransform = .identity,
      of glyphs: StrokedGlyphs? = nil
    ) {
      foreground.append((.paint(kind, nil, place, glyphs), shadow))
    }
    func add(_ piece: Piece, _ run: GlyphRun, _ place: AffineTransform = .identity) {
      var run = run
      if run.font.hasColors {
        let color = piece.color ?? piece.stroke?.color ?? Color(white: 0)
        for step in Self.takePictures(of: &run, color, place) { foreground.append((step, piece.shadow)) }
      }
      guard !run.glyphs.isEmpty else { return }
      if let color = piece.color { add(.glyphs(run, .color(color)), piece.shadow, place) }
      if let stroke = piece.stroke, stroke.width > 0, stroke.width.isFinite {
        add(
          .stroke(Self.outline(run), StrokeStyle(width: stroke.width), .color(stroke.color)), piece.shadow, place,
          of: piece.color == nil ? StrokedGlyphs(run) : nil)
      }
    }
    for mark in marks where mark.kind == .underline { add(Self.fill(mark, bend), mark.shadow) }
    if let bend {
      for (piece, clusters) in zip(pieces, clusters()) {
        for cluster in clusters { add(piece, cluster.run, bend.placement(at: cluster.middle)) }
      }
    } else {
      for piece in pieces { add(piece, piece.run) }
    }
    for attachment in attachments where !attachment.rect.isEmpty {
      guard case .picture(let picture) = attachment.content, let image = picture.picture as? Image else { continue }
      let rect = attachment.rect
      let wanted = max(rect.width / max(image.size.width, 1e-9), rect.height / max(image.size.height, 1e-9)) * scale
      add(
        .image(image.bitmap(forScale: wanted), rect, .trilinear), attachment.shadow,
        bend?.placement(at: rect.midX) ?? .identity)
    }
    for mark in marks where mark.kind == .strikethrough { add(Self.fill(mark, bend), mark.shadow) }
    guard foreground.contains(where: { $0.shadow != nil }) else { return steps + foreground.map(\.step) }

    // Groups are in the order of each shadow's first occurrence.
    var places: [TextShadow?: Int] = [:]
    var groups: [(shadow: TextShadow?, parts: [Step])] = []
    for part in foreground {
      let place = places[part.shadow] ?? groups.count
      places[part.shadow] = place
      if place == groups.count { groups.append((part.shadow, [])) }
      groups[place].parts.append(part.step)
    }
    for (shadow, parts) in groups {
      guard let shadow else {
        steps += parts
        continue
      }
      if parts.count == 1, case .paint(let kind, _, let place, let glyphs) = parts[0] {
        steps.append(.paint(kind, shadow, place, glyphs))
        continue
      }
      steps.append(.beginShadow(shadow))
      steps += parts
      steps.append(.endShadow)
    }
    return steps
  }

  /// Returns the sides of a box (`bottom` is min y) that lines overflow, by their heights and advance widths: there the
  /// text is clipped. Parts of glyphs outside their lines, as in slanted ones, are ignored like shadows.
  ///
  /// - Parameter top: the top of the text, relative to the box's.
  /// - Parameter reachesBaseline: true if the text must end at the last baseline.
  func sides(leaving box: Size, from top: Double, reachesBaseline: Bool) -> Edges {
    // Text is laid out in 1/1024 point.
    let hair = 1.0 / 128
    var sides: Edges = []
    for line in lines {
      if line.left < -hair { sides.insert(.left) }
      if line.left + line.width > box.width + hair { sides.insert(.right) }
      if top + line.baseline - line.ascent < -hair { sides.insert(.bottom) }
      if top + line.baseline + (reachesBaseline ? 0 : line.descent) > box.height + hair { sides.insert(.top) }
    }
    return sides
  }

  /// Returns the operations that draw the text through a transform.
  func operations(
    _ transform: AffineTransform, along bend: TextBend? = nil, scale: Double = 1
  ) -> [DrawingOperation] {
    var operations: [DrawingOperation] = []
    operations.reserveCapacity(pieces.count + marks.count)
    for step in steps(along: bend, scale: scale) {
      switch step {
      case .paint(let kind, let shadow, let place, let glyphs):
        var operation = DrawingOperation(
          kind: kind, transform: bend == nil ? transform : place.concat(transform), shadow: shadow?.drawing)
        operation.strokedGlyphs = glyphs
        operations.append(operation)
      case .picture(let drawing, let place, let opacity):
        operations += Self.operations(of: drawing, through: place.concat(transform), opacity: opacity)
      case .beginShadow(let shadow): operations.append(DrawingOperation(kind: .beginLayer, shadow: shadow.drawing))
      case .endShadow: operations.append(DrawingOperation(kind: .endLayer))
      }
    }
    return operations
  }

  /// Returns the operations that draw a picture as one object with an opacity.
  static func operations(
    of drawing: RecordedDrawing, through map: AffineTransform, opacity: Double
  ) -> [DrawingOperation] {
    var operations = drawing.operations(through: map)
    guard opacity < 1 else { return operations }
    if operations.count == 1 {
      operations[0].alpha *= opacity
      return operations
    }
    return [DrawingOperation(kind: .beginLayer, alpha: opacity)] + operations + [DrawingOperation(kind: .endLayer)]
  }

  /// Removes the colour glyphs from a run and returns the steps that draw them.
  private static func takePictures(
    of run: inout GlyphRun, _ color: Color, _ moved: AffineTransform
  ) -> [Step] {
    var steps: [Step] = []
    var rest = run
    rest.glyphs = []
    rest.positions = []
    rest.clusters = []
    let hasClusters = run.clusters.count == run.glyphs.count
    for (i, glyph) in run.glyphs.enumerated() {
      let origin = run.positions[i]
      if let picture = run.font.picture(of: glyph, foreground: color) {
        let place = AffineTransform.scale(run.fontSize, run.fontSize).concat(.translation(origin.x, origin.y))
          .concat(moved)
        if color.alpha > 0 { steps.append(.picture(picture, place, opacity: color.alpha)) }
      } else {
        rest.glyphs.append(glyph)
        rest.positions.append(origin)
        if hasClusters { rest.clusters.append(run.clusters[i]) }
      }
    }
    if rest.glyphs.count < run.glyphs.count { run = rest }
    return steps
  }

  private static func fill(_ mark: Mark, _ bend: TextBend?) -> DrawingOperation.Kind {
    guard let bend else { return .fill(mark.path, .nonZero, .color(mark.color)) }
    var path = Path()
    for stroke in mark.strokes.prefix(TextBend.mostParts) { path.addPath(bend.bent(stroke)) }
    return .fill(path, .nonZero, .color(mark.color))
  }

  /// Returns the outlines of a run's glyphs as one path.
  private static func outline(_ run: GlyphRun) -> Path {
    var path = Path()
    for (glyph, origin) in zip(run.glyphs, run.positions) {
      let outline = run.font.outline(of: glyph)
      if !outline.isEmpty { path.addPath(outline, transform: .translation(origin.x, origin.y)) }
    }
    return path
  }
}

extension TextShadow {
  /// The shadow for the compositor, which requires finite numbers.
  var drawing: DrawingShadow {
    func finite(_ v: Double) -> Double { v.isFinite ? min(max(v, -TextLimits.fontSize), TextLimits.fontSize) : 0 }
    return DrawingShadow(
      offset: Size(finite(offset.width), finite(offset.height)), sigma: max(finite(blur), 0) / 2, color: color)
  }
}
