// SPDX-License-Identifier: MIT
import Geometry
import ImageFiles
import Messages
import Numbers
import Pixels
import RenderTree
import VectorDrawing

/// Writes an SVG file while it is drawn: SVG 1.1 with `mix-blend-mode`, limited to features that all common readers
/// show alike.
///
/// All coordinates are those of the page. Named layers give their elements ids; groups are written only where they have
/// an effect.
package final class SVGWriter: VectorTarget {
  private let write: (UnsafeRawBufferPointer) throws -> Void
  private let size: Size
  private let outlinesText: Bool
  private var text = SVGText()
  private var depth = 1
  private var nodes: [Node] = []
  private var groups: [Group] = []
  /// Last number used for each kind of definition, and for each id.
  private var numbers: [String: Int] = [:]
  // Caches of definitions. Lookup only; never iterated, as hash order is not deterministic.
  private var gradients: [VectorGradient: String] = [:]
  private var patterns: [PatternKey: (bitmap: Bitmap, id: String)] = [:]
  private var images: [ImageKey: (bitmap: Bitmap, id: String, size: Size)] = [:]

  /// Size in bytes at which buffered text is passed to `write`.
  private static let partSize = 1 << 16

  private struct Node {
    /// The id; nil once it is written.
    var id: String?
    var isSingle: Bool
    /// True if a `<g>` was begun for it.
    var isOpen = false
  }

  private struct Group {
    var mask: String?
    var box: Rect
  }

  private struct PatternKey: Hashable {
    var bitmap: ObjectIdentifier
    var tile: AffineTransform
  }

  private struct ImageKey: Hashable {
    var bitmap: ObjectIdentifier
    var factor: Int
  }

  /// - Parameters:
  ///   - size: page size, in points.
  ///   - isPaper: true if a point is 1/72 inch, as on paper; else it is a CSS pixel.
  ///   - title: title of the picture, which readers show and read aloud.
  ///   - outlinesText: true to draw text as outlines, so that it looks the same without its fonts.
  ///   - write: receives the file's bytes in order.
  package init(
    _ size: Size, isPaper: Bool = false, title: String? = nil, outlinesText: Bool = false,
    to write: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    self.write = write
    self.size = size
    self.outlinesText = outlinesText
    text.append("<svg xmlns=\"http://www.w3.org/2000/svg\"")
    for (name, side) in [("width", size.width), ("height", size.height)] {
      text.append(" \(name)=\"")
      text.number(side)
      text.append(isPaper ? "pt\"" : "\"")
    }
    text.append(" viewBox=\"0 0 ")
    text.number(size.width)
    text.append(" ")
    text.number(size.height)
    text.append("\">\n")
    if let title {
      text.append("  <title>")
      text.escaped(title)
      text.append("</title>\n")
    }
  }

  package func end() throws {
    text.append("</svg>\n")
    try flush()
  }

  package var features: VectorFeatures {
    var features = VectorFeatures()
    features.shadows = true
    features.clipsIsolate = true
    return features
  }

  private func flush() throws {
    try text.bytes.withUnsafeBytes { try write($0) }
    text.removeAll()
  }

  private func flushIfLong() throws { if text.count > SVGWriter.partSize { try flush() } }

  private func indent() { for _ in 0..<min(depth, 64) { text.append("  ") } }

  /// Returns a new id: the name itself on first use, then numbered.
  private func id(_ name: String) -> String {
    let number = (numbers[name] ?? 0) + 1
    numbers[name] = number
    return number == 1 ? name : name + "-\(number)"
  }

  /// Returns a new id for a definition, such as `gradient1`.
  private func definition(_ kind: String) -> String {
    numbers["\u{1}" + kind, default: 0] += 1
    return id(kind + "\(numbers["\u{1}" + kind] ?? 0)")
  }

  // MARK: Structure

  package func beginNode(_ label: String, box: Rect, isSingle: Bool) throws {
    nodes.append(Node(id: SVGWriter.name(in: label), isSingle: isSingle))
  }

  package func endNode() throws {
    guard let node = nodes.popLast() else { return }
    if node.isOpen { endElement() }
    try flushIfLong()
  }

  private func endElement() {
    depth -= 1
    indent()
    text.append("</g>\n")
  }

  /// Returns the last component of a layer's path, with characters not allowed in ids replaced; nil for an unnamed
  /// layer, such as `#3`.
  private static func name(in label: String) -> String? {
    guard let last = label.split(separator: "/").last, !last.contains("#") else { return nil }
    var result = ""
    for scalar in last.unicodeScalars {
      let isPlain =
        scalar.properties.isAlphabetic || (scalar.value >= 0x30 && scalar.value <= 0x39) || scalar == "-"
        || scalar == "_"
      result.unicodeScalars.append(isPlain ? scalar : "-")
    }
    guard let first = result.unicodeScalars.first else { return nil }
    return first.properties.isAlphabetic || first == "_" ? result : "_" + result
  }

  /// Begins the groups of the enclosing named nodes. Returns the id of the innermost node if the next element may carry
  /// it, else nil.
  private func openNodes(forGroup isGroup: Bool) -> String? {
    for k in nodes.indices {
      guard let given = nodes[k].id else { continue }
      nodes[k].id = nil
      let own = id(given)
      if k == nodes.count - 1, isGroup || nodes[k].isSingle { return own }
      indent()
      text.append("<g")
      text.attribute("id", own)
      text.append(">\n")
      depth += 1
      nodes[k].isOpen = true
    }
    return nil
  }

  /// Begins an element with the id of its node.
  private func begin(_ name: StaticString, isGroup: Bool = false) {
    let id = openNodes(forGroup: isGroup)
    indent()
    text.append("<")
    text.append(name)
    if let id { text.attribute("id", id) }
  }

  package func beginClip(_ area: VectorArea) throws {
    let own = definition("clip")
    let node = openNodes(forGroup: true)
    indent()
    text.append("<clipPath")
    text.attribute("id", own)
    text.append(">")
    shape(area)
    if area.rule == .evenOdd { text.append(" clip-rule=\"evenodd\"") }
    text.append("/></clipPath>\n")
    indent()
    text.append("<g")
    if let node { text.attribute("id", node) }
    text.attribute("clip-path", "url(#\(own))")
    text.append(">\n")
    depth += 1
  }

  package func endClip() throws { endElement() }

  package func beginGroup(_ group: VectorGroup) throws {
    let mask = group.isMasked ? definition("mask") : nil
    begin("g", isGroup: true)
    if group.ink.alpha < 1 { text.attribute("opacity", group.ink.alpha) }
    if let mask { text.attribute("mask", "url(#\(mask))") }
    if group.ink.blend != .normal {
      blend(group.ink.blend)
    } else if group.ink.alpha >= 1, mask == nil {
      text.append(" style=\"isolation:isolate\"")
    }
    text.append(">\n")
    depth += 1
    groups.append(Group(mask: mask, box: group.box))
  }

  /// Writes the blend mode, and a further declaration, as the element's style.
  private func blend(_ mode: BlendMode, style: StaticString? = nil) {
    guard mode != .normal || style != nil else { return }
    text.append(" style=\"")
    if let style { text.append(style) }
    if mode != .normal {
      text.append(style == nil ? "mix-blend-mode:" : ";mix-blend-mode:")
      text.append(mode.cssName)
    }
    text.append("\"")
  }

  package func endGroup() throws {
    groups.removeLast()
    endElement()
    try flushIfLong()
  }

  package func beginMask() throws {
    indent()
    text.append("<mask")
    let box = (groups.last?.box ?? Rect(origin: .zero, size: size)).insetBy(dx: -1, dy: -1)
    text.attribute("id", groups.last?.mask ?? "")
    text.append(" style=\"mask-type:alpha\" maskUnits=\"userSpaceOnUse\"")
    region(box)
    text.append(">\n")
    depth += 1
  }

  package func endMask() throws {
    depth -= 1
    indent()
    text.append("</mask>\n")
  }

  private func region(_ r: Rect) {
    text.attribute("x", r.minX)
    text.attribute("y", r.minY)
    text.attribute("width", r.width)
    text.attribute("height", r.height)
  }

  // MARK: Shapes

  /// Begins the element of an area: a `<rect>` if possible, else a path.
  private func shape(_ area: VectorArea) {
    let t = area.map
    let isUpright = t.b == 0 && t.c == 0
    if isUpright, let (rect, radius) = area.rounded, t.a == t.d, t.a > 0 {
      text.append("<rect")
      region(t.boundingBox(of: rect))
      return text.attribute("rx", radius * t.a)
    }
    if isUpright, let rect = area.path.uprightRect {
      text.append("<rect")
      return region(t.boundingBox(of: rect))
    }
    text.append("<path d=\"")
    text.data(area.path, through: t)
    text.append("\"")
  }

  package func fill(_ area: VectorArea, _ paint: VectorPaint, _ ink: VectorInk) throws {
    let reference = try define(paint, through: .identity)
    element(area)
    set(paint, kind: "fill", reference: reference, ink: ink)
    if area.rule == .evenOdd { text.append(" fill-rule=\"evenodd\"") }
    blend(ink.blend)
    text.append("/>\n")
    try flushIfLong()
  }

  /// Begins the element of an area, with the id of its node.
  private func element(_ area: VectorArea) {
    let id = openNodes(forGroup: false)
    indent()
    shape(area)
    if let id { text.attribute("id", id) }
  }

  package func stroke(
    _ path: Path, _ style: StrokeStyle, through map: AffineTransform, _ paint: VectorPaint, _ ink: VectorInk
  ) throws {
    let (x, y) = (map.a * map.a + map.b * map.b, map.c * map.c + map.d * map.d)
    let isSimilar = abs(x - y) <= max(x, y) * 1e-9 && abs(map.a * map.c + map.b * map.d) <= max(x, y) * 1e-9
    let scale = isSimilar ? x.squareRoot() : 1
    // If the map is not a similarity, the pen is stretched with the path.
    let place = isSimilar ? map : .identity
    let outer = isSimilar ? AffineTransform.identity : map
    let reference = try define(paint, through: outer)
    begin("path")
    text.append(" d=\"")
    text.data(path, through: place)
    text.append("\" fill=\"none\"")
    set(paint, kind: "stroke", reference: reference, ink: ink)
    set(style, scale: scale)
    text.transform(outer)
    blend(ink.blend)
    text.append("/>\n")
    try flushIfLong()
  }

  /// Writes the stroke's attributes of an element, without its paint.
  private func set(_ style: StrokeStyle, scale: Double) {
    if style.width * scale != 1 { text.attribute("stroke-width", style.width * scale) }
    switch style.cap {
    case .butt: break
    case .round: text.append(" stroke-linecap=\"round\"")
    case .square: text.append(" stroke-linecap=\"square\"")
    }
    switch style.join {
    case .miter: text.attribute("stroke-miterlimit", style.miterLimit)
    case .round: text.append(" stroke-linejoin=\"round\"")
    case .bevel: text.append(" stroke-linejoin=\"bevel\"")
    }
    if !style.dashPattern.isEmpty {
      text.append(" stroke-dasharray=\"")
      for (i, dash) in style.dashPattern.enumerated() {
        if i > 0 { text.append(" ") }
        text.number(dash * scale)
      }
      text.append("\"")
      if style.dashPhase != 0 { text.attribute("stroke-dashoffset", style.dashPhase * scale) }
    }
  }

  /// Writes the paint attributes of an element.
  ///
  /// - Parameter reference: the id of the paint's definition; nil for a colour.
  private func set(_ paint: VectorPaint, kind: StaticString, reference: String?, ink: VectorInk) {
    text.append(" ")
    text.append(kind)
    text.append("=\"")
    var alpha = ink.alpha
    if case .color(let color) = paint {
      text.color(color)
      alpha *= color.alpha
    } else {
      text.append("url(#\(reference ?? ""))")
    }
    text.append("\"")
    if alpha < 1 {
      text.append(" ")
      text.append(kind)
      text.append("-opacity=\"")
      text.number(alpha)
      text.append("\"")
    }
  }

  // MARK: Paints

  /// Writes the definition of a paint and returns its id; nil for a colour.
  ///
  /// - Parameter map: from the element's coordinates to the page.
  private func define(_ paint: VectorPaint, through map: AffineTransform) throws -> String? {
    switch paint {
    case .color: return nil
    case .gradient(var gradient):
      if let back = map.inverted { gradient.map = gradient.map.concat(back) }
      return define(gradient)
    case .pattern(let bitmap, var tile):
      if let back = map.inverted { tile = tile.concat(back) }
      let key = PatternKey(bitmap: ObjectIdentifier(bitmap), tile: tile)
      if let known = patterns[key] { return known.id }
      let own = definition("pattern")
      patterns[key] = (bitmap, own)
      indent()
      text.append("<pattern")
      text.attribute("id", own)
      text.append(" patternUnits=\"userSpaceOnUse\"")
      let cell = try VectorTile(bitmap)
      text.attribute("width", Double(cell.width))
      text.attribute("height", Double(cell.height))
      text.transform(tile, as: "patternTransform")
      text.append("><image x=\"-1\" y=\"-1\"")
      data(of: cell.bitmap)
      text.append("/></pattern>\n")
      return own
    }
  }

  private func define(_ gradient: VectorGradient) -> String {
    if let known = gradients[gradient] { return known }
    let own = definition("gradient")
    gradients[gradient] = own
    indent()
    switch gradient.kind {
    case .axial(let from, let to):
      text.append("<linearGradient")
      text.attribute("id", own)
      text.append(" gradientUnits=\"userSpaceOnUse\"")
      text.attribute("x1", from.x, decimals: 6)
      text.attribute("y1", from.y, decimals: 6)
      text.attribute("x2", to.x, decimals: 6)
      text.attribute("y2", to.y, decimals: 6)
    case .radial(let from, let startRadius, let to, let endRadius):
      text.append("<radialGradient")
      text.attribute("id", own)
      text.append(" gradientUnits=\"userSpaceOnUse\"")
      text.attribute("cx", to.x, decimals: 6)
      text.attribute("cy", to.y, decimals: 6)
      text.attribute("r", endRadius, decimals: 6)
      if from != to {
        text.attribute("fx", from.x, decimals: 6)
        text.attribute("fy", from.y, decimals: 6)
      }
      if startRadius > 0 { text.attribute("fr", startRadius, decimals: 6) }
    case .conic:
      // SVG has no conic gradients; the painter does not pass any.
      text.append("<linearGradient")
      text.attribute("id", own)
    }
    text.transform(gradient.map, as: "gradientTransform")
    text.append(">\n")
    for stop in gradient.stops {
      indent()
      text.append("  <stop")
      text.attribute("offset", stop.location, decimals: 6)
      text.append(" stop-color=\"")
      text.color(stop.color)
      text.append("\"")
      if stop.color.alpha < 1 { text.attribute("stop-opacity", stop.color.alpha) }
      text.append("/>\n")
    }
    indent()
    if case .radial = gradient.kind { text.append("</radialGradient>\n") } else { text.append("</linearGradient>\n") }
    return own
  }

  // MARK: Images

  package func image(_ image: VectorImage, _ ink: VectorInk) throws {
    if let color = image.stencil {
      let colored = try Bitmap(width: image.bitmap.width, height: image.bitmap.height) { pixels in
        let pixel = color.premultiplied()
        for (i, p) in image.bitmap.pixels.enumerated() {
          let a = p >> 24
          pixels[i] = a == 0 ? 0 : Tone.product(pixel, a << 24 | a << 16 | a << 8 | a)
        }
      }
      return try place(colored, image, through: image.map, isPassing: true, ink)
    }
    var factor = 1
    if !image.isSmooth {
      // Readers disagree on unsmoothed images, but hardly on ones with many pixels, so the image is enlarged.
      let scale = Homography(image.map).largestScale(at: .zero)
      while factor < 16, Double(factor) < scale * 2,
        image.bitmap.width * image.bitmap.height * (factor + 1) * (factor + 1) <= 4_194_304
      {
        factor += 1
      }
    }
    let key = ImageKey(bitmap: ObjectIdentifier(image.bitmap), factor: factor)
    let map = AffineTransform.scale(1 / Double(factor), 1 / Double(factor)).concat(image.map)
    if !image.isPassing, let known = images[key] {
      begin("use")
      text.attribute("href", "#" + known.id)
      return try finish(map, ink)
    }
    let bitmap = factor > 1 ? try enlarged(image.bitmap, factor) : image.bitmap
    guard !image.isPassing else { return try place(bitmap, image, through: map, isPassing: true, ink) }
    let own = definition("image")
    images[key] = (image.bitmap, own, Size(Double(bitmap.width), Double(bitmap.height)))
    let node = openNodes(forGroup: false)
    indent()
    text.append("<defs><image")
    text.attribute("id", own)
    data(of: bitmap, isSharp: !image.isSmooth)
    text.append("/></defs>\n")
    indent()
    text.append("<use")
    if let node { text.attribute("id", node) }
    text.attribute("href", "#" + own)
    try finish(map, ink)
  }

  private func finish(_ map: AffineTransform, _ ink: VectorInk) throws {
    text.transform(map)
    if ink.alpha < 1 { text.attribute("opacity", ink.alpha) }
    blend(ink.blend)
    text.append("/>\n")
    try flushIfLong()
  }

  private func place(
    _ bitmap: Bitmap, _ image: VectorImage, through map: AffineTransform, isPassing: Bool, _ ink: VectorInk
  ) throws {
    begin("image")
    data(of: bitmap, isSharp: !image.isSmooth)
    try finish(map, ink)
  }

  private func enlarged(_ bitmap: Bitmap, _ factor: Int) throws -> Bitmap {
    let width = bitmap.width * factor
    return try Bitmap(width: width, height: bitmap.height * factor) { pixels in
      for y in 0..<bitmap.height * factor {
        for x in 0..<width { pixels[y * width + x] = bitmap.pixels[y / factor * bitmap.width + x / factor] }
      }
    }
  }

  /// Writes the size and the encoded file of an image.
  private func data(of bitmap: Bitmap, isSharp: Bool = false) {
    text.attribute("width", Double(bitmap.width))
    text.attribute("height", Double(bitmap.height))
    if isSharp { text.append(" style=\"image-rendering:pixelated\"") }
    // Readers disagree on applying EXIF orientation, so only upright JPEG files are embedded as they are.
    if let file = bitmap.photograph, file.orientation == 1 {
      text.append(" href=\"data:image/jpeg;base64,")
      text.base64(file.bytes)
      return text.append("\"")
    }
    text.append(" href=\"data:image/png;base64,")
    // An image that cannot be encoded for lack of memory stays empty; memory for the page runs out soon after.
    text.base64((try? PNGEncoder.encode(bitmap, level: 6, dpi: 72)) ?? [])
    text.append("\"")
  }

  // MARK: Shadows

  package func shadow(of area: VectorArea, sigma: Double, _ color: Color, _ ink: VectorInk) throws {
    let own = definition("blur")
    _ = openNodes(forGroup: false)
    indent()
    text.append("<filter")
    text.attribute("id", own)
    text.append(" filterUnits=\"userSpaceOnUse\" color-interpolation-filters=\"sRGB\"")
    region(area.box.insetBy(dx: -3 * sigma - 1, dy: -3 * sigma - 1))
    text.append("><feGaussianBlur")
    text.attribute("stdDeviation", sigma)
    text.append("/></filter>\n")
    indent()
    shape(area)
    set(.color(color), kind: "fill", reference: nil, ink: ink)
    if area.rule == .evenOdd { text.append(" fill-rule=\"evenodd\"") }
    text.attribute("filter", "url(#\(own))")
    text.append("/>\n")
    try flushIfLong()
  }

  // MARK: Text

  package func text(_ run: GlyphRun, through map: AffineTransform, _ paint: VectorPaint, _ ink: VectorInk) throws {
    guard !run.glyphs.isEmpty, run.positions.count == run.glyphs.count else { return }
    if try !write(run, pen: nil, through: map, paint, ink) { try outlines(of: run, through: map, paint, ink) }
  }

  package func strokeText(
    _ run: GlyphRun, outlines: Path, _ style: StrokeStyle, through map: AffineTransform, _ paint: VectorPaint,
    _ ink: VectorInk
  ) throws {
    guard try !write(run, pen: style, through: map, paint, ink) else { return }
    try stroke(outlines, style, through: map, paint, ink)
  }

  /// Writes a run as text.
  ///
  /// - Parameter pen: strokes the characters; nil to fill them.
  /// - Returns: false, and writes nothing, if readers could not set the text from its font's name and its characters.
  private func write(
    _ run: GlyphRun, pen: StrokeStyle?, through map: AffineTransform, _ paint: VectorPaint, _ ink: VectorInk
  ) throws -> Bool {
    guard !outlinesText, !run.needsOutlines, !run.text.isEmpty, let first = run.positions.first,
      let face = run.font.face, let line = SVGLine(run, face)
    else { return false }
    guard !line.parts.isEmpty else { return true }
    let isUpright = map.a == map.d && map.a > 0 && map.b == 0 && map.c == 0
    let scale = isUpright ? map.a : 1
    let outer = isUpright ? AffineTransform.identity : AffineTransform.translation(first.x, first.y).concat(map)
    /// Returns the page's x, or the x that `outer` maps to the page.
    func x(_ part: SVGLine.Part) -> Double { isUpright ? map.apply(Point(part.x, first.y)).x : part.x - first.x }
    let reference = try define(paint, through: outer)
    begin("text")
    if line.parts.count == 1 { text.attribute("x", x(line.parts[0])) }
    text.attribute("y", isUpright ? map.apply(first).y : 0)
    if run.isRightToLeft { text.append(" text-anchor=\"middle\" direction=\"rtl\" unicode-bidi=\"embed\"") }
    text.attribute("font-family", face.familyName)
    text.attribute("font-size", run.fontSize * scale)
    if face.weight != 400 { text.attribute("font-weight", Double(face.weight)) }
    if face.isItalic { text.append(" font-style=\"italic\"") }
    if let spacing = run.letterSpacing, spacing != 0 { text.attribute("letter-spacing", spacing * scale) }
    if let pen {
      text.append(" fill=\"none\"")
      set(paint, kind: "stroke", reference: reference, ink: ink)
      set(pen, scale: scale)
    } else {
      set(paint, kind: "fill", reference: reference, ink: ink)
    }
    text.append(" xml:space=\"preserve\"")
    text.transform(outer)
    // A letter spacing of 0 turns the font's kerning off.
    blend(ink.blend, style: run.letterSpacing == 0 ? "font-kerning:none" : nil)
    text.append(">")
    for part in line.parts {
      if line.parts.count > 1 {
        text.append("<tspan")
        text.attribute("x", x(part))
        text.append(">")
      }
      text.escaped(part.text)
      if line.parts.count > 1 { text.append("</tspan>") }
    }
    text.append("</text>\n")
    try flushIfLong()
    return true
  }

  private func outlines(of run: GlyphRun, through map: AffineTransform, _ paint: VectorPaint, _ ink: VectorInk) throws {
    var path = Path()
    for (glyph, p) in zip(run.glyphs, run.positions) {
      path.addPath(run.font.outline(of: glyph), transform: .translation(p.x, p.y))
    }
    if !path.isEmpty { try fill(VectorArea(path, through: map), paint, ink) }
  }

  // MARK: Links

  package func link(_ address: String, over area: VectorArea) throws {
    indent()
    text.append("<a")
    text.attribute("href", address)
    text.append(">")
    shape(area)
    text.append(" fill-opacity=\"0\"/></a>\n")
  }
}

extension BlendMode {
  /// CSS's name of the blend mode.
  var cssName: String {
    switch self {
    case .colorDodge: "color-dodge"
    case .colorBurn: "color-burn"
    case .softLight: "soft-light"
    case .hardLight: "hard-light"
    default: name
    }
  }
}
