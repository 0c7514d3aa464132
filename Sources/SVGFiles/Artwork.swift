// SPDX-License-Identifier: MIT
import Filters
import Geometry
import Pixels

/// The shapes of an SVG file as values: what a file draws, with references, style sheets and units resolved.
package struct Artwork: Sendable {
  /// The size in points; one point is a CSS pixel.
  package var size: Size
  /// All elements. Its transform leads from the file's user space to points, the origin top left, y down.
  package var root: Group
  /// What the file has and shapes cannot show, each kind once, in the order of the lines.
  package var omissions: [Omission]
  /// What outlines alone do not have, in the same way: clips.
  package var omissionsOfOutlines: [Omission] = []
  /// True if the file says how large it is; else the size reaches from the origin to the end of what is drawn.
  package var hasSize = true
  /// The size of the file's `viewBox`, in its units; nil for none.
  package var viewBox: Size?

  package init(size: Size, root: Group, omissions: [Omission]) {
    self.size = size
    self.root = root
    self.omissions = omissions
  }

  /// Whether the shapes show all of the file.
  package var isComplete: Bool { omissions.isEmpty }

  /// Something that was left out.
  package struct Omission: Equatable, Sendable {
    /// What it is, such as `text` or `the pattern "dots"`.
    package var what: String
    /// Where it came first.
    package var line: Int
  }

  package enum Element: Sendable {
    case group(Group)
    case shape(Shape)
    case image(Picture)
  }

  /// What all elements have. A class, so that values of several of them are small.
  package class Item: @unchecked Sendable {
    // Unchecked: it and its subclasses have constants alone.
    package let id: String?
    /// From the element's user space to that of the element around it.
    package let transform: AffineTransform
    /// 0 exclusive to 1.
    package let opacity: Double
    package let blendMode: BlendMode
    /// The areas that it is cut to, all of them, in its user space.
    package let clips: [Clip]
    /// The box around its shapes, without their lines, in its user space; nil when it has none.
    package let box: Rect?
    /// The effect on its content before it is cut.
    package let filter: Filter?
    /// The opacity after it was cut.
    package let mask: Mask?
    /// A box around all that it paints without its filter, in its user space.
    package let content: Rect?
    /// A box around all that it paints, in its user space.
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

    /// True if it is drawn apart, by its filter or mask.
    var hasEffect: Bool { filter != nil || mask != nil }
  }

  /// What makes an item besides its content.
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
    /// Whether blend modes of what is in it do not reach what lies below.
    package let isIsolated: Bool
    /// Whether something in it is combined with what lies below it by another mode than painting over it.
    package let hasBlending: Bool
    /// The box around its shapes with those that are not painted: SVG's object bounding box.
    let objectBox: Rect?

    /// - Parameter hidden: around the shapes that are not painted.
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

    /// Whether what is in it is combined with what lies below the group.
    package var isPassing: Bool { opacity == 1 && blendMode == .normal && !isIsolated && !hasEffect }
    /// Whether it only moves what is in it.
    package var isPlain: Bool { isPassing && clips.isEmpty }
  }

  package final class Shape: Item, @unchecked Sendable {
    package let path: Path
    package let fill: Paint?
    package let fillRule: FillRule
    package let stroke: Paint?
    package let strokeStyle: StrokeStyle
    /// Whether the line lies under the filling.
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

  /// A bitmap over a rectangle.
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
    /// `currentColor`, where the file does not say which.
    case current
    /// An entry of a font's palette; without one the colour, or the current one.
    case palette(Int, Color?)
    /// Two colours mixed, one of which the file leaves open.
    indirect case mix(ColorMix, Ink, Ink)

    /// The same with an ink in place of the current colour.
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
      /// From a circle to another one.
      case radial(focus: Point, focusRadius: Double, center: Point, radius: Double)
    }
    package enum Spread: Sendable { case pad, reflect, `repeat` }
    package struct Stop: Sendable {
      /// 0 to 1, never falling.
      package var offset: Double
      package var ink: Ink
      package var opacity: Double
    }
    package var kind: Kind
    /// At least two.
    package var stops: [Stop]
    package var spread: Spread
    /// From the gradient's points to the shape's user space; it can be inverted.
    package var transform: AffineTransform
    /// Multiplies the alpha of all stops.
    package var opacity: Double
  }
}

extension Artwork.Item {
  /// The box in the coordinates around; close for what is turned.
  var boxOutside: Rect? {
    if let shape = self as? Artwork.Shape, transform.b != 0 || transform.c != 0 {
      return shape.path.transformed(by: transform).boundingBoxOfPath
    }
    return box.map(transform.boundingBox(of:))
  }

  /// The clips that cut something.
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
  /// A group of the filling or the line alone, in the shape's coordinates.
  package func part(isStroke: Bool) -> Artwork.Group {
    let shape = Artwork.Shape(
      path, fill: isStroke ? nil : fill, fillRule: fillRule, stroke: isStroke ? stroke : nil, strokeStyle: strokeStyle,
      isStrokeBelow: false, box: box ?? .zero, Artwork.Look())
    return Artwork.Group([.shape(shape)], Artwork.Look())
  }
}

extension StrokeStyle {
  /// A box around a line along a path with that box.
  func extent(around box: Rect) -> Rect {
    let reach = width / 2 * (join == .miter ? max(miterLimit, 1.5) : 1.5)
    return box.insetBy(dx: -reach, dy: -reach)
  }
}

/// The box around both; unlike a union it also takes boxes without an area.
func joined(_ a: Rect?, _ b: Rect?) -> Rect? {
  guard let a, let b else { return a ?? b }
  return Rect(
    minX: min(a.minX, b.minX), minY: min(a.minY, b.minY), maxX: max(a.maxX, b.maxX), maxY: max(a.maxY, b.maxY))
}
