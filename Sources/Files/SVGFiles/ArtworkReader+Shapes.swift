// SPDX-License-Identifier: MIT
import Filters
import Geometry
import ImageFiles
import Messages
import Numbers
import Parsing
import Pixels

// Shapes, images and clips.
extension ArtworkReader {
  // MARK: Shapes

  @inline(never) mutating func shape(
    _ node: Int32, _ style: ArtworkProperties, _ viewport: ArtworkViewport
  ) throws(LayerError) -> Artwork.Element? {
    guard let path = try path(of: node, style, viewport), let box = path.boundingBoxOfPath, box.isFinite else {
      return nil
    }
    guard style.isVisible else {
      hide(box, style: style, viewport: viewport)
      return nil
    }
    if style.hasMarkers, document.nodes[Int(node)].tag.takesMarkers { omit("markers", at: node) }
    let isLine = document.nodes[Int(node)].tag == .line
    let fill =
      isLine
      ? nil : try paint(style.fill, opacity: style.fillOpacity, style: style, box: box, viewport: viewport, at: node)
    var stroke = StrokeStyle(
      width: viewport.resolve(style.strokeWidth, .diagonal, fontSize: style.fontSize), cap: style.cap,
      join: style.join, miterLimit: style.miterLimit)
    var line: Artwork.Paint?
    if stroke.width > 0 {
      line = try paint(style.stroke, opacity: style.strokeOpacity, style: style, box: box, viewport: viewport, at: node)
    }
    if line != nil, !style.dashes.isEmpty {
      let dashes = style.dashes.prefix(1024).map { viewport.resolve($0, .diagonal, fontSize: style.fontSize) }
      if dashes.reduce(0, +) > 0 {
        stroke.dashPattern = dashes
        stroke.dashPhase = viewport.resolve(style.dashOffset, .diagonal, fontSize: style.fontSize)
      }
    }
    guard fill != nil || line != nil else {
      hide(box, style: style, viewport: viewport)
      try noteUnpainted(node, style, viewport, box: box)
      return nil
    }
    if line != nil, style.own.hasFixedLines { omit("vector-effect", at: node) }
    let drawn = stroke
    guard
      let look = try look(
        node, style: style, viewport: viewport, box: box, stroke: { line == nil ? box : path.strokeBox(drawn) })
    else { return nil }
    return .shape(
      Artwork.Shape(
        path, fill: fill, fillRule: style.fillRule, stroke: line, strokeStyle: stroke,
        isStrokeBelow: style.isStrokeBelow, box: box, look))
  }

  /// The outline of a shape; nil if it is empty.
  mutating func path(of node: Int32, _ style: ArtworkProperties, _ viewport: ArtworkViewport) throws(LayerError)
    -> Path?
  {
    let path: Path
    if let known = paths[node] {
      path = known
    } else {
      let tag = document.nodes[Int(node)].tag
      path = try ArtworkOutline(tag, reader: self, of: node, style: style, viewport: viewport).path
      // Other outlines depend on the viewport in which they are used, so they are not cached.
      if tag == .path || tag == .polygon || tag == .polyline { paths[node] = path }
    }
    try count(segments: path.verbs.count, at: node)
    return path.verbs.count > 1 ? path : nil
  }

  // MARK: Images

  @inline(never) mutating func image(_ node: Int32, _ style: ArtworkProperties, _ viewport: ArtworkViewport)
    throws(LayerError) -> Artwork.Element?
  {
    guard style.isVisible else { return nil }
    let bitmap: Bitmap?
    if let known = pictures[node] {
      bitmap = known
    } else {
      let link = document.attribute(node, .href) ?? ""
      bitmap = ArtworkData.bytes(ofLink: link).flatMap(decode)
      pictures[node] = bitmap
    }
    guard let bitmap else {
      let link = document.attribute(node, .href) ?? ""
      omit(link.trimmed.lowercased().hasPrefix("data:") ? "an image" : "an image of another file", at: node)
      return nil
    }
    let own = Size(Double(bitmap.width), Double(bitmap.height))
    let width = length(.width, axis: .x, style: style, viewport: viewport),
      height = length(.height, axis: .y, style: style, viewport: viewport)
    let place = Rect(
      length(.x, axis: .x, style: style, viewport: viewport) ?? 0,
      length(.y, axis: .y, style: style, viewport: viewport) ?? 0,
      width ?? height.map { $0 * own.width / own.height } ?? own.width,
      height ?? width.map { $0 * own.height / own.width } ?? own.height)
    guard place.width > 0, place.height > 0 else { return nil }
    let inside = ArtworkScanner.Alignment(document.attribute(node, .preserveAspectRatio)).map(
      Rect(origin: .zero, size: own), to: place)
    let rect = inside.boundingBox(of: Rect(origin: .zero, size: own))
    guard rect.isFinite, var look = try look(node, style: style, viewport: viewport, box: place, stroke: { place })
    else { return nil }
    if style.own.overflow != "visible", rect.minX < place.minX - 1e-9 || rect.minY < place.minY - 1e-9 {
      look.clips.append(Artwork.Clip(path: Path(rect: place), rule: .nonZero, box: place))
    }
    return .image(Artwork.Picture(bitmap, rect, look))
  }

  // MARK: Clips

  /// Returns the areas to which `clip-path` clips an element, in its user space.
  ///
  /// - Parameters:
  ///   - box: the bounding box of its shapes; nil if there are none.
  ///   - stroke: the bounding box including strokes.
  mutating func clips(
    _ source: ArtworkClipSource, _ style: ArtworkProperties, _ viewport: ArtworkViewport, node: Int32, box: Rect?,
    stroke: () -> Rect?
  ) throws(LayerError) -> [Artwork.Clip] {
    noteOutline("a clip", at: node)
    switch source {
    case .reference(let id): return try clip(id, box: box, viewport, fontSize: style.fontSize) ?? []
    case .shape(let shape, let named):
      let rect: Rect =
        switch named {
        case .view: Rect(0, 0, viewport.width, viewport.height)
        case .fill: box ?? .zero
        case .stroke: stroke() ?? box ?? .zero
        }
      guard let shape else { return [Artwork.Clip(Path(rect: rect), .nonZero)] }
      let outline = shape.outline(in: rect, fontSize: style.fontSize)
      try count(segments: outline.path.verbs.count, at: node)
      return [Artwork.Clip(outline.path, outline.rule)]
    }
  }

  /// The areas of a `clipPath` in an element's user space; nil if it does not exist.
  @inline(never) mutating func clip(
    _ id: String, box: Rect?, _ viewport: ArtworkViewport, fontSize: Double
  ) throws(LayerError) -> [Artwork.Clip]? {
    guard let node = document.byID[id], document.nodes[Int(node)].tag == .clipPath else { return nil }
    let isOfBox = document.attribute(node, .clipPathUnits)?.trimmed == "objectBoundingBox"
    if let known = clips[node] {
      return try isOfBox ? inBox(known, box, at: node) : known
    }
    guard !active.contains(node), depth < ArtworkDocument.deepest else { return nil }
    // Clips of clips are read for each use; reading one takes about as long as so many segments.
    try count(segments: 200, at: node)
    active.insert(node)
    depth += 1
    defer {
      active.remove(node)
      depth -= 1
    }
    let style = try style(ofNodeInDocument: node)
    var result: [Artwork.Clip] = []
    if let outer = style.own.clip {
      result += try clips(outer, style, viewport, node: node, box: box, stroke: { box })
    }
    var areas: [(path: Path, rule: FillRule)] = []
    var child = document.nodes[Int(node)].firstChild
    var parts: [Artwork.Clip] = []
    while child >= 0 {
      var target = child
      var parent = style
      var inner = AffineTransform.identity
      var around: ArtworkProperties?
      if document.nodes[Int(child)].tag == .use, let link = document.attribute(child, .href)?.trimmed,
        link.hasPrefix("#"), let found = document.byID[String(link.dropFirst())]
      {
        let own = try self.style(of: child, in: parent)
        if own.own.isDisplayed {
          let origin = Point(
            length(.x, axis: .x, style: own, viewport: viewport) ?? 0,
            length(.y, axis: .y, style: own, viewport: viewport) ?? 0)
          inner = AffineTransform.translation(origin.x, origin.y)
          around = own
          parent = own
          target = found
        }
      }
      switch document.nodes[Int(target)].tag {
      case .path, .rect, .circle, .ellipse, .line, .polyline, .polygon:
        let own = try self.style(of: target, in: parent)
        guard own.own.isDisplayed, own.isVisible, let path = try path(of: target, own, viewport) else { break }
        let bounds = path.boundingBoxOfPath
        guard var map = place(own, viewport, box: bounds, stroke: { bounds }) else { break }
        if let around {
          let box = bounds.map(map.boundingBox(of:))
          guard let outer = place(around, viewport, box: box, stroke: { box }) else { break }
          map = map.concat(inner).concat(outer)
        }
        guard map.isFinite else { break }
        areas.append((path.transformed(by: map), own.clipRule))
        if let source = own.own.clip {
          let more = try clips(source, own, viewport, node: target, box: bounds, stroke: { bounds })
          parts += more.map { Artwork.Clip($0.path.transformed(by: map), $0.rule) }
        }
      case .text: omit("text in a clip", at: target)
      default: break
      }
      child = document.nodes[Int(child)].next
    }
    if areas.count == 1 || parts.isEmpty { result += parts } else { omit("clips of parts of a clip", at: node) }
    if areas.count > 1, areas.contains(where: { $0.rule == .evenOdd && $0.path.hasSeveralParts }) {
      omit("clip-rule=\"evenodd\" next to other shapes", at: node)
    }
    let union = Self.union(areas)
    let bounds = union.path.boundingBoxOfPath
    let own = place(style, viewport, box: bounds, stroke: { bounds }) ?? .scale(0, 0)
    result.append(Artwork.Clip(own.isIdentity ? union.path : union.path.transformed(by: own), union.rule))
    // A clip path that is itself clipped may depend on the element, so it is not cached.
    if style.own.clip == nil { clips[node] = result }
    return try isOfBox ? inBox(result, box, at: node) : result
  }

  mutating func inBox(_ clips: [Artwork.Clip], _ box: Rect?, at node: Int32) throws(LayerError)
    -> [Artwork.Clip]
  {
    guard let box else { return [Artwork.Clip(Path(), .nonZero)] }
    let map = AffineTransform(a: box.width, b: 0, c: 0, d: box.height, tx: box.x, ty: box.y)
    var result: [Artwork.Clip] = []
    for clip in clips {
      try count(segments: clip.path.verbs.count, at: node)
      result.append(Artwork.Clip(clip.path.transformed(by: map), clip.rule))
    }
    return result
  }

  /// Returns one path for several areas: each is oriented equally, so that none subtracts from another.
  static func union(_ areas: [(path: Path, rule: FillRule)]) -> (path: Path, rule: FillRule) {
    if areas.count == 1 { return areas[0] }
    var result = Path()
    for (path, _) in areas { result.addPath(path.signedArea < 0 ? path.reversedParts : path) }
    return (result, .nonZero)
  }
}

extension Artwork.Clip {
  init(_ path: Path, _ rule: FillRule) { self.init(path: path, rule: rule, box: path.boundingBoxOfPath ?? .zero) }

  /// True if the clip is empty.
  var isNothing: Bool { path.isEmpty || box.width == 0 || box.height == 0 }
}

extension ArtworkTag {
  fileprivate var takesMarkers: Bool { self == .path || self == .line || self == .polyline || self == .polygon }
}

extension Path {
  fileprivate var hasSeveralParts: Bool { verbs.lazy.filter { $0 == .move }.count > 1 }

  /// The signed area of the control polygon (shoelace formula); negative for the opposite orientation.
  fileprivate var signedArea: Double {
    var sum = 0.0
    var start = Point.zero, last = Point.zero
    var i = 0
    for verb in verbs {
      switch verb {
      case .move:
        sum += last.cross(start)
        start = points[i]
        last = start
      case .close:
        sum += last.cross(start)
        last = start
      default:
        for k in 0..<verb.pointCount {
          sum += last.cross(points[i + k])
          last = points[i + k]
        }
      }
      i += verb.pointCount
    }
    return (sum + last.cross(start)) / 2
  }

  /// The outline with each subpath reversed.
  fileprivate var reversedParts: Path {
    var result = Path()
    var part: [(verb: Verb, points: ArraySlice<Point>)] = []
    func flush(_ isClosed: Bool) {
      guard let end = part.last?.points.last else { return }
      result.move(to: end)
      for k in part.indices.dropFirst().reversed() {
        guard let to = part[k - 1].points.last else { continue }
        let p = Array(part[k].points)
        switch part[k].verb {
        case .quad: result.addQuadCurve(control: p[0], to: to)
        case .cubic: result.addCurve(control1: p[1], control2: p[0], to: to)
        default: result.addLine(to: to)
        }
      }
      if isClosed { result.closeSubpath() }
    }
    var i = 0
    for verb in verbs {
      switch verb {
      case .move:
        flush(false)
        part = [(.move, points[i..<i + 1])]
      case .close:
        flush(true)
        part = []
      default: part.append((verb, points[i..<i + verb.pointCount]))
      }
      i += verb.pointCount
    }
    flush(false)
    return result
  }
}
