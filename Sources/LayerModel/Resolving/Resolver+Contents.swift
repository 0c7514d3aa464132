// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree
import Wording

extension Resolver {
  /// The content between background and shape: an image, a drawing, or a text layer's text.
  mutating func content(of layer: Layer, _ side: Side, _ label: String) throws -> (Contents?, PlacedDrawing?) {
    if let image = layer.storedContents { return (contents(image, layer, side, label), nil) }
    if let backing = layer.extraBox?.value.backing { return try contents(backing, layer, side, label) }
    if layer.layerClass.base == .text, let layer = layer as? TextLayer {
      return (nil, try text(of: layer, side, label))
    }
    return (nil, nil)
  }

  mutating func contents(_ image: Image, _ layer: Layer, _ side: Side, _ label: String) -> Contents? {
    let bitmap = image.bitmap(forScale: side.imageScale)
    return contents(
      bitmap,
      side.mapping(
        pixels: Size(Double(bitmap.width), Double(bitmap.height)), scale: pixelsPerPoint(of: bitmap, image, layer)),
      layer, label
    )
  }

  /// The pixels of an image per point: the layer's scale, or, for an image with several resolutions, which keeps its
  /// size in points, the scale of the one that is drawn.
  private func pixelsPerPoint(of bitmap: Bitmap, _ image: Image, _ layer: Layer) -> Double {
    if image.variants.count > 1 { return Double(bitmap.width) / image.size.width }
    return !inheritingLayers.isEmpty && inheritingLayers[ObjectIdentifier(layer.model)] != nil
      ? options.scale : layer.storedContentsScale
  }

  private mutating func contents(_ bitmap: Bitmap, _ mapping: ContentsMapping, _ layer: Layer, _ label: String)
    -> Contents?
  {
    let r = mapping.rect
    guard r.width > 0, r.height > 0 else {
      note("\(label): contentsRect is empty ({\(r.x), \(r.y), \(r.width), \(r.height)}); give it a width and a height")
      return nil
    }
    checkCenter(mapping, label)
    let pieces = mapping.pieces
    guard !pieces.isEmpty else { return nil }
    let c = layer.contentsBox?.value ?? ContentsStorage.defaults
    return Contents(
      image: bitmap, pieces: pieces, magnification: c.magnificationFilter, minification: c.minificationFilter,
      minificationBias: c.minificationFilterBias)
  }

  private mutating func checkCenter(_ mapping: ContentsMapping, _ label: String) {
    let c = mapping.center
    if mapping.isNineSlice, c.minX < -1e-6 || c.minY < -1e-6 || c.maxX > 1 + 1e-6 || c.maxY > 1 + 1e-6 {
      note(
        "\(label): contentsCenter {\(c.x), \(c.y), \(c.width), \(c.height)} leaves the unit square; "
          + "it is a part of the image between {0, 0} and {1, 1}")
    }
  }

  private mutating func contents(
    _ backing: LayerBacking, _ layer: Layer, _ side: Side, _ label: String
  ) throws -> (Contents?, PlacedDrawing?) {
    let size = backing.bounds.size
    let mapping = side.mapping(
      pixels: Size(size.width * backing.contentsScale, size.height * backing.contentsScale),
      scale: layer.storedContentsScale)
    guard mapping.isNineSlice else {
      return (nil, side.place(backing.drawing, size: size, scale: backing.contentsScale))
    }
    // The nine parts of a recording are cut from its picture.
    let scale = max(backing.contentsScale, side.resolution)
    let bitmap = try layer.scene.services.rasterize(backing.drawing, size: size, scale: scale)
    let parts = side.mapping(
      pixels: Size(Double(bitmap.width), Double(bitmap.height)),
      scale: layer.storedContentsScale * Double(bitmap.width) / (size.width * backing.contentsScale))
    return (contents(bitmap, parts, layer, label), nil)
  }

  // MARK: Text

  private func text(of layer: TextLayer, _ side: Side, _ label: String) throws -> PlacedDrawing? {
    let bounds = layer.storedBounds
    guard let request = layer.textRequest(width: bounds.width, height: bounds.height) else { return nil }
    let frame = try layer.laidOutText(request, label)
    let top: Double =
      switch layer.storedVerticalAlignment {
      case .top: 0
      case .center: (bounds.height - frame.size.height) / 2
      case .bottom: bounds.height - frame.size.height
      case .baseline: bounds.height - (frame.lines.last?.baseline ?? 0)
      }
    let operations = frame.operations(.translation(0, top))
    guard !operations.isEmpty else { return nil }
    let placement =
      side.isMirrored
      ? AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: bounds.minX, ty: bounds.maxY)
      : AffineTransform.translation(bounds.minX, bounds.minY)
    let cut = frame.sides(leaving: bounds.size, from: top, reachesBaseline: layer.storedVerticalAlignment == .baseline)
    // In the plane min y is the frame's top unless the plane is mirrored.
    var edges = cut.intersection([.left, .right])
    if cut.contains(.bottom) { edges.insert(side.isMirrored ? .top : .bottom) }
    if cut.contains(.top) { edges.insert(side.isMirrored ? .bottom : .top) }
    return PlacedDrawing(
      drawing: RecordedDrawing(operations: operations), transform: placement, clip: edges.isEmpty ? nil : bounds,
      clippedEdges: edges)
  }

  // MARK: Gradients

  /// Returns nil when there is nothing to draw: fewer than two colours, or a broken rule.
  mutating func gradient(of layer: GradientLayer, _ label: String) -> Gradient? {
    guard let colors = layer.storedColors, !colors.isEmpty else { return nil }
    if colors.count == 1 {
      layer.scene.warn(
        .gradientOneColor, "\(label): a gradient needs two colors, with one it draws nothing; use backgroundColor",
        onceFor: "\(layer.serial)", about: layer)
      return nil
    }
    var stops: GradientStops
    switch gradientStops(colors: colors, locations: layer.storedLocations) {
    case .success(let s): stops = s
    case .failure(let problem):
      note("\(label): \(problem.message)")
      return nil
    }
    var start = layer.storedStartPoint
    var end = layer.storedEndPoint
    let kind: Gradient.Kind
    switch layer.storedType {
    case .axial:
      kind = .axial
      if start == end {
        note("\(label): startPoint and endPoint are the same point; an axial gradient needs two")
        return nil
      }
    case .radial:
      kind = .radial
      if start.x == end.x || start.y == end.y {
        note(
          "\(label): startPoint and endPoint of a radial gradient must differ in x and in y, its radii in both directions"
        )
        return nil
      }
    case .conic:
      kind = .conic
      if start == end {
        note("\(label): startPoint and endPoint are the same point; a conic gradient starts on the line between them")
        return nil
      }
    }
    if layer.flag(.geometryFlipped) {
      start.y = 1 - start.y
      end.y = 1 - end.y
      // The turn has the opposite direction in the plane.
      if kind == .conic {
        stops = GradientStops(colors: stops.colors.reversed(), locations: stops.locations.reversed().map { 1 - $0 })
      }
    }
    return Gradient(kind: kind, stops: stops, start: start, end: end)
  }
}
