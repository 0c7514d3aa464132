// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import RenderTree
import SVGFiles
import SystemC

/// Converts the shapes of an SVG file to layers: a group becomes a layer with sublayers, a shape becomes a shape layer,
/// and a gradient becomes a gradient layer masked by the shape.
///
/// A layer uses the coordinates of the file's element: its bounds are the bounding box of the element's shapes, and its
/// transform is the element's. Its anchor is thus the centre of the visible content.
struct ArtworkLayers {
  let scene: Scene
  let colors: ArtworkColors
  private let images = Images()

  /// A cache that maps each bitmap to one shared image.
  private final class Images { var known: [ObjectIdentifier: Image] = [:] }

  init(scene: Scene, colors: ArtworkColors) {
    self.scene = scene
    self.colors = colors
  }

  /// Returns the layer of a whole artwork, in the size that the file declares.
  ///
  /// - Throws: `LayerError` of kind `limit`.
  func layer(of artwork: Artwork) throws -> Layer {
    let root = try make(.layer)
    defer { root.isUnderConstruction = false }
    let size = artwork.size
    try root.setValue(.rect(Rect(origin: .zero, size: size)), forKey: "bounds")
    try root.setValue(.point(Point(size.width / 2, size.height / 2)), forKey: "position")
    let map = artwork.root.transform
    if artwork.root.opacity < 1 { try root.setValue(.number(artwork.root.opacity), forKey: "opacity") }
    for element in artwork.root.elements { try add(element, to: root, map) }
    // Clip content that extends beyond the page.
    if let extent = artwork.root.extent.map(map.boundingBox(of:)),
      extent.minX < 0 || extent.minY < 0 || extent.maxX > size.width || extent.maxY > size.height
    {
      try root.setValue(.bool(true), forKey: "masksToBounds")
    }
    return root
  }

  private func make(_ keyedClass: KeyedClass) throws -> Layer {
    guard let layer = try keyedClass.makeObject(in: scene) as? Layer else { throw LayerError("no layer was made") }
    layer.isUnderConstruction = true
    return layer
  }

  // MARK: Elements

  /// Adds the layers of an element.
  ///
  /// - Parameter outer: maps the coordinates around the element to those of the parent layer.
  private func add(_ element: Artwork.Element, to parent: Layer, _ outer: AffineTransform) throws {
    let map = element.item.transform.concat(outer)
    if element.item.filter != nil { return try add(filtered: element, map, name: element.item.id, to: parent) }
    switch element {
    case .group(let group):
      if group.isPlain, group.id == nil || group.elements.count == 1 && group.elements[0].canTake(name: group.id) {
        // A plain group only transforms its children, so it needs no layer; a single child may take over its name.
        for child in group.elements {
          if group.id != nil, case .group(let inner) = child {
            try add(inner, inner.transform.concat(map), name: group.id, to: parent)
          } else if group.id != nil {
            try add(shape: child, child.item.transform.concat(map), name: group.id, to: parent)
          } else {
            try add(child, to: parent, map)
          }
        }
        return
      }
      try add(group, map, name: group.id, to: parent)
    case .shape, .image: try add(shape: element, map, name: element.item.id, to: parent)
    }
  }

  /// Adds an element that has a filter, as one layer with a recorded drawing that includes the filter.
  private func add(filtered element: Artwork.Element, _ map: AffineTransform, name: String?, to parent: Layer) throws {
    guard let box = element.item.extent, box.isFinite else { return }
    let layer = try make(.layer)
    defer { layer.isUnderConstruction = false }
    try place(layer, box, map)
    try show(Artwork.drawing(filtered: element, colors), of: box, on: layer)
    try finish(layer, element.item, name, in: parent)
  }

  /// Shows a drawing in a layer whose bounds are `box`, in the drawing's coordinates.
  private func show(_ drawing: RecordedDrawing, of box: Rect, on layer: Layer) throws {
    try layer.show(
      RecordedDrawing(operations: drawing.operations(through: .translation(-box.minX, -box.minY))),
      bytes: drawing.memory)
  }

  private func add(_ group: Artwork.Group, _ map: AffineTransform, name: String?, to parent: Layer) throws {
    // A transform layer does not composite its sublayers into a group, so they blend with the backdrop.
    let isPassing = group.hasBlending && group.isPassing && group.cuts.isEmpty
    let layer = try make(isPassing ? .transform : .layer)
    defer { layer.isUnderConstruction = false }
    try place(layer, group.box ?? .zero, map)
    for child in group.elements { try add(child, to: layer, .identity) }
    try finish(layer, group, name, in: parent)
  }

  private func add(shape element: Artwork.Element, _ map: AffineTransform, name: String?, to parent: Layer) throws {
    switch element {
    case .group(let group): try add(group, map, name: name, to: parent)
    case .image(let picture):
      let layer = try make(.layer)
      defer { layer.isUnderConstruction = false }
      try place(layer, picture.rect, map)
      let image = images.known[ObjectIdentifier(picture.bitmap)] ?? Image(picture.bitmap)
      images.known[ObjectIdentifier(picture.bitmap)] = image
      image.count(against: scene.memoryBudget)
      try layer.setValue(.image(image), forKey: "contents")
      try finish(layer, picture, name, in: parent)
    case .shape(let shape):
      let parts = parts(of: shape)
      guard let first = parts.first else { return }
      if parts.count == 1 {
        try add(first, of: shape, map, in: parent) { try finish($0, shape, name, in: nil) }
        return
      }
      let layer = try make(.layer)
      defer { layer.isUnderConstruction = false }
      try place(layer, visibleBox(of: shape), map)
      for part in parts { try add(part, of: shape, .identity, in: layer) { _ in } }
      try finish(layer, shape, name, in: parent)
    }
  }

  /// Sets the properties common to all elements (name, opacity, blend mode, masks) and adds the layer to its parent.
  private func finish(_ layer: Layer, _ item: Artwork.Item, _ name: String?, in parent: Layer?) throws {
    if let name, !name.isEmpty { try layer.setValue(.string(name), forKey: "name") }
    if item.opacity < 1 { try layer.setValue(.number(item.opacity), forKey: "opacity") }
    if item.blendMode != .normal {
      try layer.setValue(.string("\(item.blendMode.name)BlendMode"), forKey: "compositingFilter")
    }
    var masks = [try item.mask.map(self.layer), try mask(of: item.cuts)].compactMap { $0 }
    if !masks.isEmpty {
      if let own = layer.mask {
        try layer.setMask(nil)
        masks.insert(own, at: 0)
      }
      for (inner, outer) in zip(masks, masks.dropFirst()) { try innermost(outer).setMask(inner) }
      try layer.setMask(masks[masks.count - 1])
    }
    if let parent { try parent.addSublayer(layer) }
  }

  private func innermost(_ mask: Layer) -> Layer {
    var last = mask
    while let next = last.mask { last = next }
    return last
  }

  /// Returns a mask layer for an SVG mask.
  private func layer(of mask: Artwork.Mask) throws -> Layer {
    let layer = try make(.layer)
    defer { layer.isUnderConstruction = false }
    let box = mask.box ?? .zero
    try place(layer, box, .identity)
    try show(Artwork.drawing(of: mask, colors), of: box, on: layer)
    return layer
  }

  /// Returns nested mask layers that clip to the intersection of several paths; nil if there are none.
  private func mask(of clips: [Artwork.Clip]) throws -> Layer? {
    var result: Layer?
    for clip in clips {
      let mask = try make(.shape)
      defer { mask.isUnderConstruction = false }
      try place(mask, clip.box, .identity)
      try mask.setValue(.path(clip.path), forKey: "path")
      if clip.rule == .evenOdd { try mask.setValue(.string("even-odd"), forKey: "fillRule") }
      if let inner = result { try mask.setMask(inner) }
      result = mask
    }
    return result
  }

  /// Sets a layer's bounds, position and transform to those of an element.
  ///
  /// - Parameters:
  ///   - box: the layer's bounds, in the element's coordinates.
  ///   - map: maps the element's coordinates to those of the superlayer.
  private func place(_ layer: Layer, _ box: Rect, _ map: AffineTransform) throws {
    try layer.setValue(.rect(box), forKey: "bounds")
    try layer.setValue(.point(map.apply(box.center)), forKey: "position")
    var linear = map
    (linear.tx, linear.ty) = (0, 0)
    if !linear.isIdentity { try layer.setValue(.transform(Transform3D(linear)), forKey: "affineTransform") }
  }

  // MARK: Shapes

  /// The part of a shape that one layer can show: a solid fill and stroke, or one gradient.
  private enum Part {
    case plain(fill: Color?, stroke: Color?)
    case gradient(Artwork.Gradient, isStroke: Bool)
  }

  private func parts(of shape: Artwork.Shape) -> [Part] {
    func part(_ paint: Artwork.Paint?, isStroke: Bool) -> Part? {
      switch paint {
      case nil: return nil
      case .ink(let ink, let opacity):
        let color = colors.color(ink, opacity: opacity)
        return isStroke ? .plain(fill: nil, stroke: color) : .plain(fill: color, stroke: nil)
      case .gradient(let gradient): return .gradient(gradient, isStroke: isStroke)
      }
    }
    let fill = part(shape.fill, isStroke: false), stroke = part(shape.stroke, isStroke: true)
    if !shape.isStrokeBelow, case .plain(let inside?, nil)? = fill, case .plain(nil, let line?)? = stroke {
      return [.plain(fill: inside, stroke: line)]
    }
    return (shape.isStrokeBelow ? [stroke, fill] : [fill, stroke]).compactMap { $0 }
  }

  /// Returns the bounds of a shape's layer: the path's box, widened to a non-empty area for a horizontal or vertical
  /// line.
  private func visibleBox(of shape: Artwork.Shape) -> Rect {
    guard var box = shape.box else { return .zero }
    let reach = max(shape.strokeStyle.width, 1) / 2
    if box.width <= 0 { box = box.insetBy(dx: -reach, dy: 0) }
    if box.height <= 0 { box = box.insetBy(dx: 0, dy: -reach) }
    return box
  }

  private func add(
    _ part: Part, of shape: Artwork.Shape, _ map: AffineTransform, in parent: Layer, _ body: (Layer) throws -> Void
  ) throws {
    let layer: Layer
    switch part {
    case .plain(let fill, let stroke):
      layer = try make(.shape)
      try place(layer, visibleBox(of: shape), map)
      try layer.setValue(.path(shape.path), forKey: "path")
      try layer.setValue(fill.map { .color($0) } ?? .null, forKey: "fillColor")
      if fill != nil, shape.fillRule == .evenOdd { try layer.setValue(.string("even-odd"), forKey: "fillRule") }
      if let stroke { try set(shape.strokeStyle, stroke, on: layer) }
    case .gradient(let gradient, let isStroke):
      layer = try self.layer(of: gradient, shape, isStroke: isStroke, map)
    }
    defer { layer.isUnderConstruction = false }
    try body(layer)
    try parent.addSublayer(layer)
  }

  private func set(_ style: StrokeStyle, _ color: Color, on layer: Layer) throws {
    try layer.setValue(.color(color), forKey: "strokeColor")
    try layer.setValue(.number(style.width), forKey: "lineWidth")
    if style.cap != .butt { try layer.setValue(.string(style.cap == .round ? "round" : "square"), forKey: "lineCap") }
    if style.join != .miter {
      try layer.setValue(.string(style.join == .round ? "round" : "bevel"), forKey: "lineJoin")
    }
    try layer.setValue(.number(style.miterLimit), forKey: "miterLimit")
    if !style.dashPattern.isEmpty {
      try layer.setValue(.array(style.dashPattern.map { .number($0) }), forKey: "lineDashPattern")
      if style.dashPhase != 0 { try layer.setValue(.number(style.dashPhase), forKey: "lineDashPhase") }
    }
  }

  // MARK: Gradients

  /// Returns a gradient layer masked by the shape, or a layer with a recorded drawing if a gradient layer cannot
  /// represent the gradient.
  private func layer(of gradient: Artwork.Gradient, _ shape: Artwork.Shape, isStroke: Bool, _ map: AffineTransform)
    throws -> Layer
  {
    let area = (isStroke ? shape.extent : shape.box) ?? .zero
    guard let ramp = ArtworkRamp(gradient, over: area, colors),
      let placed = PlacedGradient(
        ramp, through: gradient.transform, path: shape.path, style: isStroke ? shape.strokeStyle : nil)
    else { return try drawing(of: shape, isStroke: isStroke, gradient, map) }
    let layer = try make(.gradient)
    try place(layer, placed.bounds, placed.frame.concat(map))
    if placed.isRadial { try layer.setValue(.string("radial"), forKey: "type") }
    try layer.setValue(.point(placed.start), forKey: "startPoint")
    try layer.setValue(.point(placed.end), forKey: "endPoint")
    try layer.setValue(.array(placed.stops.colors.map { .color($0) }), forKey: "colors")
    try layer.setValue(.array(placed.stops.locations.map { .number($0) }), forKey: "locations")
    if placed.isWhole { return layer }
    let mask = try make(.shape)
    defer { mask.isUnderConstruction = false }
    let back = placed.frame.inverted ?? .identity
    let path = placed.frame.isIdentity ? shape.path : shape.path.transformed(by: back)
    try place(mask, path.boundingBoxOfPath ?? .zero, .identity)
    try mask.setValue(.path(path), forKey: "path")
    if isStroke {
      try mask.setValue(.null, forKey: "fillColor")
      // The frame only rotates, so the line width is unchanged.
      try set(shape.strokeStyle, .black, on: mask)
    } else if shape.fillRule == .evenOdd {
      try mask.setValue(.string("even-odd"), forKey: "fillRule")
    }
    try layer.setMask(mask)
    return layer
  }

  private func drawing(
    of shape: Artwork.Shape, isStroke: Bool, _ gradient: Artwork.Gradient, _ map: AffineTransform
  ) throws -> Layer {
    let layer = try make(.layer)
    let box = (isStroke ? shape.extent : shape.box) ?? .zero
    try place(layer, box, map)
    let alone = shape.part(isStroke: isStroke)
    let drawn = Artwork(size: box.size, root: alone, omissions: []).drawing(colors)
    try layer.show(
      RecordedDrawing(operations: drawn.operations(through: .translation(-box.minX, -box.minY))),
      bytes: 1024 + shape.path.verbs.count * 2 + shape.path.points.count * 16 + gradient.stops.count * 640)
    return layer
  }
}

extension Artwork.Element {
  /// True if the element can take the name of a group of which it is the only child.
  fileprivate func canTake(name: String?) -> Bool { item.id == nil || item.id == name }
}

/// A gradient in the unit coordinates of a gradient layer's bounds.
private struct PlacedGradient {
  var isRadial = false
  /// True if the layer's bounds are exactly the shape, so that no mask is needed.
  var isWhole = false
  /// Maps the layer's coordinates to the shape's: the identity or a rotation.
  var frame = AffineTransform.identity
  var bounds = Rect.zero
  var start = Point.zero
  var end = Point.zero
  var stops: GradientStops

  /// Returns nil if a gradient layer cannot represent the gradient.
  init?(_ ramp: ArtworkRamp, through map: AffineTransform, path: Path, style: StrokeStyle?) {
    guard let back = map.inverted, ramp.stops.colors.count > 1 else { return nil }
    stops = ramp.stops
    switch ramp.kind {
    case .linear(let from, let to):
      guard let area = area(path, style, .identity) else { return nil }
      // Under any affine map, the gradient's parameter is linear along one direction.
      let d = to - from, square = (to - from).dot(to - from)
      func place(_ p: Point) -> Double { (back.apply(p) - from).dot(d) / square }
      let middle = place(area.center)
      let across = place(Point(area.maxX, area.minY)) - place(area.origin)
      let down = place(Point(area.minX, area.maxY)) - place(area.origin)
      let length = across * across + down * down
      guard length > 0, length.isFinite else { return nil }
      let step = Point(across / length, down / length)
      start = Point(0.5, 0.5) - step * middle
      end = start + step
    case .radial(let focus, let focusRadius, let center, let radius):
      guard (focus - center).length <= 1e-9 * radius, radius > 0 else { return nil }
      isRadial = true
      if focusRadius > 0 {
        stops.locations = stops.locations.map { (focusRadius + $0 * (radius - focusRadius)) / radius }
        stops.locations.insert(0, at: 0)
        stops.colors.insert(stops.colors[0], at: 0)
      }
      // The quadratic form of the squared distance from the centre, in the shape's coordinates.
      let xx = back.a * back.a + back.b * back.b, yy = back.c * back.c + back.d * back.d
      let xy = back.a * back.c + back.b * back.d
      if abs(xy) > 1e-9 * max(xx, yy) {
        let angle = atan2(2 * xy, xx - yy) / 2
        frame = AffineTransform(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
      }
      let own = frame.concat(back)
      let wide = radius / (own.a * own.a + own.b * own.b).squareRoot()
      let high = radius / (own.c * own.c + own.d * own.d).squareRoot()
      guard let turned = frame.inverted, let area = area(path, style, turned), wide.isFinite, high.isFinite
      else { return nil }
      let middle = turned.apply(map.apply(center))
      start = Point((middle.x - area.minX) / area.width, (middle.y - area.minY) / area.height)
      end = start + Point(wide / area.width, high / area.height)
      guard start.x != end.x, start.y != end.y else { return nil }
    }
    guard start.isFinite, end.isFinite else { return nil }
  }

  /// Sets `bounds` to the painted area under a map and returns it; nil if the area is empty.
  private mutating func area(_ path: Path, _ style: StrokeStyle?, _ map: AffineTransform) -> Rect? {
    let path = map.isIdentity ? path : path.transformed(by: map)
    guard var box = path.boundingBoxOfPath, style != nil || box.width > 0 && box.height > 0 else { return nil }
    isWhole = style == nil && path.uprightRect != nil
    if !isWhole {
      // Extend the bounds beyond the mask, so that only the mask defines the edges.
      let line = style.map { $0.width / 2 * ($0.join == .miter ? max($0.miterLimit, 1.5) : 1.5) } ?? 0
      let reach = line + max(max(box.width, box.height) / 8, 1)
      box = box.insetBy(dx: -reach, dy: -reach)
    }
    bounds = box
    return box.isFinite ? box : nil
  }
}
