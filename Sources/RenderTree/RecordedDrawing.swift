// SPDX-License-Identifier: MIT
import Geometry
import Pixels

/// A recording of a graphics context: operations with all their state resolved, in the order drawn. Immutable.
public final class RecordedDrawing: Sendable {
  public let operations: [DrawingOperation]
  public init(operations: [DrawingOperation]) { self.operations = operations }

  /// The operations with the drawing's coordinates mapped into others.
  package func operations(through map: AffineTransform) -> [DrawingOperation] {
    // Links of chains of clips that several operations share stay shared. Looked up only.
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
public struct PlacedDrawing: Sendable {
  public var drawing: RecordedDrawing
  /// From the drawing's own coordinates into the plane (gravity, resizing and flips are in it).
  public var transform: AffineTransform
  /// The rectangle that the drawing is clipped to, in the plane; nil for none.
  public var clip: Rect?
  /// The sides of `clip` that cut; beyond the others the drawing continues.
  public var clippedEdges: Edges
  public init(
    drawing: RecordedDrawing, transform: AffineTransform = .identity, clip: Rect? = nil, clippedEdges: Edges = .all
  ) {
    self.drawing = drawing
    self.transform = transform
    self.clip = clip
    self.clippedEdges = clippedEdges
  }
}

public struct DrawingOperation: Sendable {
  public enum Kind: Sendable {
    case fill(Path, FillRule, DrawingPaint)
    case stroke(Path, StrokeStyle, DrawingPaint)
    /// The whole image in a rectangle.
    case image(Bitmap, Rect, SamplingFilter)
    /// A gradient over everything inside the clip.
    case gradient(DrawingGradient)
    case glyphs(GlyphRun, DrawingPaint)
    /// Makes an area transparent.
    case clear(Rect)
    /// The operations up to the matching `endLayer` are composited as a whole with this operation's effect, alpha, blend
    /// mode and shadow. One with an effect casts no shadow.
    case beginLayer
    case endLayer
  }
  public var kind: Kind
  /// From the operation's user space into the drawing's coordinates.
  public var transform: AffineTransform
  /// 0…1, multiplies the paint.
  public var alpha: Double
  public var blendMode: BlendMode
  public var shadow: DrawingShadow?
  public var clip: DrawingClip?
  /// Of a layer: what is done to it before it is clipped and faded; nil for nothing.
  package var effect: DrawingEffect?

  public init(
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

  /// With an effect.
  package init(
    kind: Kind, transform: AffineTransform = .identity, alpha: Double = 1, blendMode: BlendMode = .normal,
    clip: DrawingClip? = nil, effect: DrawingEffect?
  ) {
    self.init(kind: kind, transform: transform, alpha: alpha, blendMode: blendMode, clip: clip)
    self.effect = effect
  }
}

/// The paint of recorded operations. A pattern's transform maps into the drawing's coordinates (not the user space).
public enum DrawingPaint: Sendable {
  case color(Color)
  case pattern(Pattern)
  /// A gradient, with the map from its points to the operation's user space.
  indirect case gradient(DrawingGradient, AffineTransform)
}

/// Points are in the operation's user space.
public struct DrawingGradient: Sendable {
  public enum Kind: Sendable {
    case linear(from: Point, to: Point)
    case radial(from: Point, startRadius: Double, to: Point, endRadius: Double)
    case conic(center: Point, angle: Double)
  }
  public var kind: Kind
  public var stops: GradientStops
  /// Whether the first and last colours extend beyond the ends.
  public var extendsStart: Bool
  public var extendsEnd: Bool
  public init(kind: Kind, stops: GradientStops, extendsStart: Bool = true, extendsEnd: Bool = true) {
    self.kind = kind
    self.stops = stops
    self.extendsStart = extendsStart
    self.extendsEnd = extendsEnd
  }
}

/// A context's shadow. As in Core Graphics offset and blur are in the drawing's base coordinates, unaffected by the
/// CTM; sigma = blur / 2.
public struct DrawingShadow: Sendable {
  public var offset: Size
  public var sigma: Double
  public var color: Color
  public init(offset: Size, sigma: Double, color: Color) {
    self.offset = offset
    self.sigma = sigma
    self.color = color
  }
}

/// One link of a chain of clips, each cutting the area that the ones before it left. All in the drawing's coordinates.
public final class DrawingClip: Sendable {
  public enum Area: Sendable {
    case path(Path, FillRule)
    /// The image's alpha, stretched over the unit square mapped by the transform.
    case mask(Bitmap, AffineTransform)
  }
  public let area: Area
  public let parent: DrawingClip?
  public let depth: Int
  public init(area: Area, parent: DrawingClip?) {
    self.area = area
    self.parent = parent
    depth = (parent?.depth ?? 0) + 1
  }
}
