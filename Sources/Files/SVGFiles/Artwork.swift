// SPDX-License-Identifier: MIT
import Filters
import Geometry
import Pixels

/// The shapes of an SVG file as values, with references, style sheets and units resolved.
package struct Artwork: Sendable {
  /// The size in points; one point is a CSS pixel.
  package var size: Size
  /// All elements. Its transform maps the file's user space to points, origin top left, y down.
  package var root: Group
  /// Features of the file that shapes cannot represent, each kind once, in line order.
  package var omissions: [Omission]
  /// Features that outlines alone cannot represent (clips), each kind once, in line order.
  package var omissionsOfOutlines: [Omission] = []
  /// True if the file specifies its size; else the size extends from the origin to the end of the drawing.
  package var hasSize = true
  /// The size of the file's `viewBox`, in its units; nil for none.
  package var viewBox: Size?

  package init(size: Size, root: Group, omissions: [Omission]) {
    self.size = size
    self.root = root
    self.omissions = omissions
  }

  /// True if the shapes represent the whole file.
  package var isComplete: Bool { omissions.isEmpty }

  /// A feature that was left out.
  package struct Omission: Equatable, Sendable {
    /// The feature, e.g. `text` or `the pattern "dots"`.
    package var what: String
    /// The line of its first occurrence.
    package var line: Int

    /// True if an image of the file shows the feature: librsvg draws it. It draws no animations, nothing of other
    /// files, and no recent CSS.
    package var isShownByImages: Bool {
      if Self.unshown.contains(what) || what.hasPrefix("<") || isOfSheets { return false }
      // A declaration that is not understood, such as `fill: light-dark(red, blue)`.
      guard let colon = what.firstIndex(of: ":") else { return true }
      return ArtworkKey.byName[String(what[..<colon])] == nil
    }

    /// True for a property or at-rule of CSS that neither shapes nor images show.
    var isOfSheets: Bool { what.hasPrefix("the CSS property ") || what.hasPrefix("the CSS rule ") }

    private static let unshown = [
      "animation", "vector-effect", "a mask that is no <mask> of the file", "a mask of itself",
      "a filter of another file", "a use of an element that is not in the file", "a use of itself",
      "an image of another file",
    ]
  }

  package enum Element: Sendable {
    case group(Group)
    case shape(Shape)
    case image(Picture)
  }

  /// Common base of all elements. A class, so that values that hold several elements are small.
  package class Item: @unchecked Sendable {
    // Unchecked: the class and its subclasses have only constants.
    package let id: String?
    /// Maps the element's user space to its parent's.
    package let transform: AffineTransform
    /// Greater than 0, up to 1.
    package let opacity: Double
    package let blendMode: BlendMode
    /// The clips, in the element's user space; their intersection applies.
    package let clips: [Clip]
    /// Bounds of the shapes without strokes, in the element's user space; nil if there are none.
    package let box: Rect?
    /// The filter of the content, applied before clipping.
    package let filter: Filter?
    /// The mask, applied after clipping.
    package let mask: Mask?
    /// Bounds of everything painted, before the filter, in the element's user space.
    package let content: Rect?
    /// Bounds of everything painted, in the element's user space.
    package let extent: Rect?

    init(_ look: Look, box: Rect?, extent: Rect?) {
      id = look.id
      transform = look.transform
      opacity = look.opacity
      blendMode = look.blendMode
      clips = look.clips
      filter = look.filter
      mask = look.mask
      self.box = box
      content = extent
      if let filter = look.filter { self.extent = filter.graph.extent(of: extent) } else { self.extent = extent }
    }

    /// True if the element needs a layer of its own for a filter or mask.
    var hasEffect: Bool { filter != nil || mask != nil }
  }

  /// The attributes common to all elements.
  struct Look {
    var id: String?
    var transform = AffineTransform.identity
    var opacity = 1.0
    var blendMode = BlendMode.normal
    var isIsolated = false
    var clips: [Clip] = []
    var filter: Filter?
    var mask: Mask?
  }

  package final class Group: Item, @unchecked Sendable {
    /// Back to front.
    package let elements: [Element]
    /// True if blend modes inside the group do not affect the backdrop.
    package let isIsolated: Bool
    /// True if anything inside blends with the backdrop by a mode other than normal.
    package let hasBlending: Bool
    /// SVG's object bounding box: the bounds of the shapes, including those that are not painted.
    let objectBox: Rect?

    /// - Parameter hidden: the bounds of the shapes that are not painted.
    init(_ elements: [Element], _ look: Look, hidden: Rect? = nil) {
      self.elements = elements
      isIsolated = look.isIsolated
      var box: Rect?, extent: Rect?, objects = hidden
      var hasBlending = false
      for element in elements {
        let item = element.item
        if item.blendMode != .normal { hasBlending = true }
        if case .group(let group) = element, group.hasBlending, group.isPassing { hasBlending = true }
        box = joined(box, item.boxOutside)
        if case .group(let group) = element {
          objects = joined(objects, group.objectBox.map(group.transform.boundingBox(of:)))
        } else {
          objects = joined(objects, item.boxOutside)
        }
        extent = joined(extent, item.extent.map(item.transform.boundingBox(of:)))
      }
      self.hasBlending = hasBlending
      objectBox = objects
      super.init(look, box: box, extent: extent)
    }

    /// True if the group's content is composited directly with the backdrop.
    package var isPassing: Bool { opacity == 1 && blendMode == .normal && !isIsolated && !hasEffect }
    /// True if the group applies only a transform.
    package var isPlain: Bool { isPassing && clips.isEmpty }
  }

  package final class Shape: Item, @unchecked Sendable {
    package let path: Path
    package let fill: Paint?
    package let fillRule: FillRule
    package let stroke: Paint?
    package let strokeStyle: StrokeStyle
    /// True if the stroke is painted before the fill.
    package let isStrokeBelow: Bool

    init(
      _ path: Path, fill: Paint?, fillRule: FillRule, stroke: Paint?, strokeStyle: StrokeStyle, isStrokeBelow: Bool,
      box: Rect, _ look: Look
    ) {
      self.path = path
      self.fill = fill
      self.fillRule = fillRule
      self.stroke = stroke
      self.strokeStyle = strokeStyle
      self.isStrokeBelow = isStrokeBelow
      super.init(look, box: box, extent: stroke == nil ? box : strokeStyle.extent(around: box))
    }
  }

  /// A bitmap drawn into a rectangle.
  package final class Picture: Item, @unchecked Sendable {
    package let bitmap: Bitmap
    package let rect: Rect

    init(_ bitmap: Bitmap, _ rect: Rect, _ look: Look) {
      self.bitmap = bitmap
      self.rect = rect
      super.init(look, box: rect, extent: rect)
    }
  }

  package struct Clip: Sendable {
    package var path: Path
    package var rule: FillRule
    /// The path's bounds.
    package var box: Rect
  }

  /// A colour that a file names.
  package enum Ink: Hashable, Sendable {
    case color(Color)
    /// `currentColor`, if the file does not set `color`.
    case current
    /// An entry of a font's palette; if the palette lacks it, the given colour or else the current one.
    case palette(Int, Color?)
    /// A mix of two colours, at least one of which the file leaves open.
    indirect case mix(ColorMix, Ink, Ink)

    /// Returns the ink with the current colour replaced.
    func resolved(_ current: Ink) -> Ink {
      switch self {
      case .current: current
      case .mix(let mix, let a, let b): Ink.mixed(mix, a.resolved(current), b.resolved(current))
      default: self
      }
    }

    private static func mixed(_ mix: ColorMix, _ a: Ink, _ b: Ink) -> Ink {
      if case .color(let first) = a, case .color(let second) = b { return .color(mix.color(first, second)) }
      return .mix(mix, a, b)
    }
  }

  package enum Paint: Sendable {
    /// - Parameter opacity: multiplies the colour's alpha.
    case ink(Ink, opacity: Double)
    case gradient(Gradient)
  }

  package struct Gradient: Sendable {
    package enum Kind: Sendable {
      case linear(from: Point, to: Point)
      /// From one circle to another.
      case radial(focus: Point, focusRadius: Double, center: Point, radius: Double)
    }
    package enum Spread: Sendable { case pad, reflect, `repeat` }
    package struct Stop: Sendable {
      /// 0 to 1, non-decreasing.
      package var offset: Double
      package var ink: Ink
      package var opacity: Double
    }
    package var kind: Kind
    /// At least two.
    package var stops: [Stop]
    package var spread: Spread
    /// Maps the gradient's points to the shape's user space; invertible.
    package var transform: AffineTransform
    /// Multiplies the alpha of all stops.
    package var opacity: Double
  }
}

extension Artwork.Item {
  /// The box in the parent's coordinates; tight even if the shape is rotated.
  var boxOutside: Rect? {
    if let shape = self as? Artwork.Shape, transform.b != 0 || transform.c != 0 {
      return shape.path.transformed(by: transform).boundingBoxOfPath
    }
    return box.map(transform.boundingBox(of:))
  }

  /// The clips that actually cut something.
  package var cuts: [Artwork.Clip] {
    guard let extent else { return clips }
    return clips.filter { clip in
      guard let rect = clip.path.uprightRect else { return true }
      return
        !(rect.minX <= extent.minX && rect.minY <= extent.minY && rect.maxX >= extent.maxX
        && rect.maxY >= extent.maxY)
    }
  }
}

extension Artwork.Element {
  package var item: Artwork.Item {
    switch self {
    case .group(let group): group
    case .shape(let shape): shape
    case .image(let picture): picture
    }
  }
}

extension Artwork.Shape {
  /// Returns a group with only the fill or only the stroke, in the shape's coordinates.
  package func part(isStroke: Bool) -> Artwork.Group {
    let shape = Artwork.Shape(
      path, fill: isStroke ? nil : fill, fillRule: fillRule, stroke: isStroke ? stroke : nil, strokeStyle: strokeStyle,
      isStrokeBelow: false, box: box ?? .zero, Artwork.Look())
    return Artwork.Group([.shape(shape)], Artwork.Look())
  }
}

extension StrokeStyle {
  /// Returns bounds of the stroke of a path with the given bounds.
  func extent(around box: Rect) -> Rect {
    let reach = width / 2 * (join == .miter ? max(miterLimit, 1.5) : 1.5)
    return box.insetBy(dx: -reach, dy: -reach)
  }
}

/// Returns the union of two boxes; unlike `union`, includes boxes without an area.
func joined(_ a: Rect?, _ b: Rect?) -> Rect? {
  guard let a, let b else { return a ?? b }
  return Rect(
    minX: min(a.minX, b.minX), minY: min(a.minY, b.minY), maxX: max(a.maxX, b.maxX), maxY: max(a.maxY, b.maxY))
}
