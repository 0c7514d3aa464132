// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Pixels
import RenderTree

extension Resolver {
  /// Returns the content between background and shape that any layer may have: an image, or a drawing.
  func content(of layer: Layer, _ side: LayerPlane) throws -> (Contents?, PlacedDrawing?) {
    if let frame = try layer.clipFrame(at: side.time) { return (contents(frame, layer, side), nil) }
    if let image = layer.storedContents {
      if let picture = image.picture, let drawing = picture.drawing,
        !side.mapping(pixels: picture.size, scale: 1).isNineSlice
      {
        return (nil, side.place(drawing, size: picture.size, scale: 1, contentsScale: 1))
      }
      return (contents(image, layer, side), nil)
    }
    if let backing = layer.extraBox?.value.backing { return try contents(backing, layer, side) }
    return (nil, nil)
  }

  func contents(_ image: Image, _ layer: Layer, _ side: LayerPlane) -> Contents? {
    if let picture = image.picture { return contents(picture, bitmap: image.bitmap, of: layer, side: side) }
    let bitmap =
      image.animation?.bitmap(at: side.time, isStopped: layer.scene.host.isStopped)
      ?? image.bitmap(forScale: side.imageScale)
    if let failure = image.deferred?.failure ?? image.animation?.failure {
      layer.scene.warn(
        .imageFile, "\(side.label): image \"\(image.name ?? "")\": \(failure); nothing is shown for it",
        onceFor: image.name ?? "")
    }
    return contents(
      bitmap,
      mapping: side.mapping(
        pixels: Size(Double(bitmap.width), Double(bitmap.height)), scale: pixelsPerPoint(of: bitmap, image, layer)),
      of: layer, side: side
    )
  }

  /// Returns a frame of a film, whose size is in points.
  private func contents(_ frame: ClipFrame, _ layer: Layer, _ side: LayerPlane) -> Contents? {
    var mapping = side.mapping(pixels: frame.size, scale: 1)
    mapping.gravity = frame.gravity
    guard var contents = contents(frame.bitmap, mapping: mapping, of: layer, side: side) else { return nil }
    let (kx, ky) = (
      Double(frame.bitmap.width) / frame.size.width, Double(frame.bitmap.height) / frame.size.height
    )
    for i in contents.pieces.indices {
      let s = contents.pieces[i].source
      contents.pieces[i].source = Rect(s.x * kx, s.y * ky, s.width * kx, s.height * ky)
    }
    return contents
  }

  /// Returns the contents of a vector picture, whose size is in points for any `contentsScale`.
  private func contents(
    _ picture: any ScalablePicture, bitmap: Bitmap, of layer: Layer, side: LayerPlane
  ) -> Contents? {
    guard var contents = contents(bitmap, mapping: side.mapping(pixels: picture.size, scale: 1), of: layer, side: side)
    else {
      return nil
    }
    contents.picture = picture
    let k = bitmap.scale
    for i in contents.pieces.indices {
      let s = contents.pieces[i].source
      contents.pieces[i].source = Rect(s.x * k, s.y * k, s.width * k, s.height * k)
    }
    return contents
  }

  /// Returns the pixels of an image per point. For an image with several resolutions, which keeps its size in points,
  /// that is the scale of the chosen variant; for any other it is the layer's scale.
  private func pixelsPerPoint(of bitmap: Bitmap, _ image: Image, _ layer: Layer) -> Double {
    if image.resolutionCount > 1 { return Double(bitmap.width) / image.size.width }
    return !inheritingLayers.isEmpty && inheritingLayers[ObjectIdentifier(layer.model)] != nil
      ? options.scale : layer.storedContentsScale
  }

  private func contents(_ bitmap: Bitmap, mapping: ContentsMapping, of layer: Layer, side: LayerPlane)
    -> Contents?
  {
    let r = mapping.rect
    let label = side.label
    guard r.width > 0, r.height > 0 else {
      passes(
        layer, at: side.time, among: ["contentsRect"],
        "\(label): contentsRect is empty ({\(r.x), \(r.y), \(r.width), \(r.height)}); give it a width and a height")
      return nil
    }
    guard isCenterSound(mapping, layer, side) else { return nil }
    let pieces = mapping.pieces
    guard !pieces.isEmpty else { return nil }
    let c = layer.contentsBox?.value ?? ContentsStorage.defaults
    return Contents(
      image: bitmap, pieces: pieces, magnification: c.magnificationFilter, minification: c.minificationFilter,
      minificationBias: c.minificationFilterBias)
  }

  /// Checks that a nine-slice centre lies in the unit square.
  ///
  /// - Returns: false if rendering continues without the contents.
  private func isCenterSound(_ mapping: ContentsMapping, _ layer: Layer, _ side: LayerPlane) -> Bool {
    let c = mapping.center
    if mapping.isNineSlice, c.minX < -1e-6 || c.minY < -1e-6 || c.maxX > 1 + 1e-6 || c.maxY > 1 + 1e-6 {
      return !passes(
        layer, at: side.time, among: ["contentsCenter"],
        "\(side.label): contentsCenter {\(c.x), \(c.y), \(c.width), \(c.height)} leaves the unit square; "
          + "it is a part of the image between {0, 0} and {1, 1}")
    }
    return true
  }

  private func contents(
    _ backing: LayerBacking, _ layer: Layer, _ side: LayerPlane
  ) throws -> (Contents?, PlacedDrawing?) {
    let size = backing.bounds.size
    let mapping = side.mapping(
      pixels: Size(size.width * backing.contentsScale, size.height * backing.contentsScale),
      scale: layer.storedContentsScale)
    guard mapping.isNineSlice else {
      return (nil, side.place(backing.drawing, size: size, scale: backing.contentsScale))
    }
    // The nine slices of a recording are cut from its rasterised image.
    let scale = max(backing.contentsScale, side.resolution)
    let bitmap = try layer.scene.services.rasterize(backing.drawing, size: size, scale: scale)
    let parts = side.mapping(
      pixels: Size(Double(bitmap.width), Double(bitmap.height)),
      scale: layer.storedContentsScale * Double(bitmap.width) / (size.width * backing.contentsScale))
    return (contents(bitmap, mapping: parts, of: layer, side: side), nil)
  }
}
