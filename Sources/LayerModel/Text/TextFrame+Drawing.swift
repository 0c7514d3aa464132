// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

extension TextFrame {
  /// A step of drawing text, in the frame's coordinates.
  enum Step {
    case paint(DrawingOperation.Kind, TextShadow?)
    /// The steps up to the end cast one shadow.
    case beginShadow(TextShadow)
    case endShadow
  }

  /// The steps of drawing the text: backgrounds, lines below the text, glyphs, lines through it. Parts with the same
  /// shadow cast it together, so that it does not fall on any of them.
  var steps: [Step] {
    var steps: [Step] = []
    steps.reserveCapacity(marks.count + pieces.count)
    for mark in marks where mark.kind == .background { steps.append(.paint(Self.fill(mark), nil)) }
    var foreground: [(kind: DrawingOperation.Kind, shadow: TextShadow?)] = []
    for mark in marks where mark.kind == .underline { foreground.append((Self.fill(mark), mark.shadow)) }
    for piece in pieces {
      if let color = piece.color { foreground.append((.glyphs(piece.run, .color(color)), piece.shadow)) }
      if let stroke = piece.stroke, stroke.width > 0, stroke.width.isFinite {
        foreground.append(
          (.stroke(Self.outline(piece.run), StrokeStyle(width: stroke.width), .color(stroke.color)), piece.shadow))
      }
    }
    for mark in marks where mark.kind == .strikethrough { foreground.append((Self.fill(mark), mark.shadow)) }
    guard foreground.contains(where: { $0.shadow != nil }) else {
      return steps + foreground.map { .paint($0.kind, nil) }
    }

    // In the order of each shadow's first occurrence.
    var places: [TextShadow?: Int] = [:]
    var groups: [(shadow: TextShadow?, parts: [(kind: DrawingOperation.Kind, shadow: TextShadow?)])] = []
    for part in foreground {
      let place = places[part.shadow] ?? groups.count
      places[part.shadow] = place
      if place == groups.count { groups.append((part.shadow, [])) }
      groups[place].parts.append(part)
    }
    for (shadow, parts) in groups {
      guard let shadow, parts.count > 1 else {
        steps += parts.map { .paint($0.kind, $0.shadow) }
        continue
      }
      steps.append(.beginShadow(shadow))
      steps += parts.map { .paint($0.kind, nil) }
      steps.append(.endShadow)
    }
    return steps
  }

  /// The sides of a box (`bottom` is that of min y) beyond which lines reach, by their heights and advance widths:
  /// there the text does not fit and is cut. Parts of glyphs beyond their lines, as in slanted ones, are ignored like
  /// shadows.
  ///
  /// - Parameter top: the top of the text, relative to the box's.
  /// - Parameter reachesBaseline: whether the text must end at the last baseline.
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

  /// The operations that draw the text with its origin moved.
  func operations(_ transform: AffineTransform) -> [DrawingOperation] {
    steps.map { step in
      switch step {
      case .paint(let kind, let shadow): DrawingOperation(kind: kind, transform: transform, shadow: shadow?.drawing)
      case .beginShadow(let shadow): DrawingOperation(kind: .beginLayer, shadow: shadow.drawing)
      case .endShadow: DrawingOperation(kind: .endLayer)
      }
    }
  }

  private static func fill(_ mark: Mark) -> DrawingOperation.Kind {
    .fill(Path(rect: mark.rect), .nonZero, .color(mark.color))
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
  /// The shadow for the compositor, which receives only finite numbers.
  var drawing: DrawingShadow {
    func finite(_ v: Double) -> Double { v.isFinite ? min(max(v, -TextLimits.fontSize), TextLimits.fontSize) : 0 }
    return DrawingShadow(
      offset: Size(finite(offset.width), finite(offset.height)), sigma: max(finite(blur), 0) / 2, color: color)
  }
}
