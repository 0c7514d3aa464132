// SPDX-License-Identifier: MIT
import Geometry
import Pixels

/// A recording of a graphics context: operations with fully resolved state, in drawing order. Immutable.
package final class RecordedDrawing: Sendable {
  package let operations: [DrawingOperation]
  package init(operations: [DrawingOperation]) { self.operations = operations }

  /// Returns the operations with the drawing's coordinates transformed.
  package func operations(through map: AffineTransform) -> [DrawingOperation] {
    // Clips shared by several operations stay shared. Lookup only; never iterated.
    var moved: [ObjectIdentifier: DrawingClip] = [:]
    func move(_ clip: DrawingClip) -> DrawingClip {
      if let known = moved[ObjectIdentifier(clip)] { return known }
      let area: DrawingClip.Area =
        switch clip.area {
        case .path(let path, let rule): .path(path.transformed(by: map), rule)
        case .mask(let bitmap, let place): .mask(bitmap, place.concat(map))
        }
      let made = DrawingClip(area: area, parent: clip.parent.map(move))
      moved[ObjectIdentifier(clip)] = made
      return made
    }
    return operations.map { operation in
      var operation = operation
      operation.transform = operation.transform.concat(map)
      operation.clip = operation.clip.map(move)
      return operation
    }
  }
}

/// A recorded drawing in a node's plane.
package struct PlacedDrawing: Sendable {
  package var drawing: RecordedDrawing
  /// From the drawing's coordinates to the plane, including gravity, resizing and flips.
  package var transform: AffineTransform
  /// Rectangle to which the drawing is clipped, in the plane; nil for none.
  package var clip: Rect?
  /// Sides of `clip` that clip; the drawing continues beyond the others.
  package var clippedEdges: Edges
  package init(
    drawing: RecordedDrawing, transform: AffineTransform = .identity, clip: Rect? = nil, clippedEdges: Edges = .all
  ) {
    self.drawing = drawing
    self.transform = transform
    self.clip = clip
    self.clippedEdges = clippedEdges
  }
}

package struct DrawingOperation: Sendable {
  package enum Kind: Sendable {
    case fill(Path, FillRule, DrawingPaint)
    case stroke(Path, StrokeStyle, DrawingPaint)
    /// A whole image scaled to a rectangle.
    case image(Bitmap, Rect, SamplingFilter)
    /// A gradient over everything inside the clip.
    case gradient(DrawingGradient)
    case glyphs(GlyphRun, DrawingPaint)
    /// Makes an area transparent.
    case clear(Rect)
    /// Begins a layer: the operations up to the matching `endLayer` are composited as a whole with this operation's
    /// effect, alpha, blend mode and shadow. A layer with an effect casts no shadow.
    case beginLayer
    case endLayer
  }
  package var kind: Kind
  /// From the operation's user space to the drawing's coordinates.
  package var transform: AffineTransform
  /// Alpha that multiplies the paint, 0…1.
  package var alpha: Double
  package var blendMode: BlendMode
  package var shadow: DrawingShadow?
  package var clip: DrawingClip?
  /// Effect of a layer, applied before it is clipped and faded; nil for none.
  package var effect: DrawingEffect?
  /// The glyphs whose outlines a stroke follows, if nothing else shows their text; nil for other operations. Pages keep
  /// such a stroke as text.
  package var strokedGlyphs: StrokedGlyphs?

  package init(
    kind: Kind, transform: AffineTransform = .identity, alpha: Double = 1, blendMode: BlendMode = .normal,
    shadow: DrawingShadow? = nil, clip: DrawingClip? = nil
  ) {
    self.kind = kind
    self.transform = transform
    self.alpha = alpha
    self.blendMode = blendMode
    self.shadow = shadow
    self.clip = clip
  }

  /// Creates an operation with an effect.
  package init(
    kind: Kind, transform: AffineTransform = .identity, alpha: Double = 1, blendMode: BlendMode = .normal,
    clip: DrawingClip? = nil, effect: DrawingEffect?
  ) {
    self.init(kind: kind, transform: transform, alpha: alpha, blendMode: blendMode, clip: clip)
    self.effect = effect
  }
}

/// A run of glyphs drawn by the stroke of its outlines, out of line, since most operations have none.
package final class StrokedGlyphs: Sendable {
  package let run: GlyphRun
  package init(_ run: GlyphRun) { self.run = run }
}

/// The paint of recorded operations. A pattern's transform maps to the drawing's coordinates (not the user space).
package enum DrawingPaint: Sendable {
  case color(Color)
  case pattern(Pattern)
  /// A gradient, with the map from its points to the operation's user space.
  indirect case gradient(DrawingGradient, AffineTransform)
}

/// A gradient with points in the operation's user space.
package struct DrawingGradient: Sendable {
  package enum Kind: Sendable {
    case linear(from: Point, to: Point)
    case radial(from: Point, startRadius: Double, to: Point, endRadius: Double)
    case conic(center: Point, angle: Double)
  }
  package var kind: Kind
  package var stops: GradientStops
  /// True if the first colour extends before the start, or the last beyond the end.
  package var extendsStart: Bool
  package var extendsEnd: Bool
  package init(kind: Kind, stops: GradientStops, extendsStart: Bool = true, extendsEnd: Bool = true) {
    self.kind = kind
    self.stops = stops
    self.extendsStart = extendsStart
    self.extendsEnd = extendsEnd
  }
}

/// A context's shadow. As in Core Graphics, offset and blur are in the drawing's base coordinates, unaffected by the
/// CTM; sigma = blur / 2.
package struct DrawingShadow: Sendable {
  package var offset: Size
  package var sigma: Double
  package var color: Color
  package init(offset: Size, sigma: Double, color: Color) {
    self.offset = offset
    self.sigma = sigma
    self.color = color
  }
}

/// A clip in a linked list, intersected with its `parent`. All coordinates are the drawing's.
package final class DrawingClip: Sendable {
  package enum Area: Sendable {
    case path(Path, FillRule)
    /// The image's alpha, stretched over the unit square mapped by the transform.
    case mask(Bitmap, AffineTransform)
  }
  package let area: Area
  package let parent: DrawingClip?
  package let depth: Int
  package init(area: Area, parent: DrawingClip?) {
    self.area = area
    self.parent = parent
    depth = (parent?.depth ?? 0) + 1
  }
}
