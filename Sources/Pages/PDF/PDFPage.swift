// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Pixels
import RenderTree
import VectorDrawing

/// A page being drawn.
///
/// All coordinates are written in page space, so forms, patterns and masks need only their own matrix.
final class PDFPage: VectorTarget {
  let writer: PDFWriter
  let size: Size
  /// Maps points (origin top left, y down) to page space.
  let flip: AffineTransform
  private var contents: [Content] = [Content()]
  /// Content streams already written.
  private var written: [Int] = []
  /// Resources of the page and its forms: names of objects, by kind.
  private var resources: [String: [Int: String]] = [:]
  private var annotations: [Int] = []
  /// For each enclosing node, true if it is a heading in the document outline.
  private var headings: [Bool] = []

  /// Size of a content stream, in bytes, at which a new one begins.
  private static let streamSize = 1 << 20

  /// A content stream being built, of the page or of a form.
  private struct Content {
    var text = PDFText()
    var state = State()
    var saved: [State] = []
    /// Object number of a form; nil for the page.
    var form: Int?
    var group = VectorGroup(within: .zero)
    /// Mask of a form.
    var mask: Int?
  }

  /// Graphics state set so far by operators.
  private struct State {
    var alpha = 10_000
    var blend = BlendMode.normal
    var fill: Color?
    var stroke: Color?
    var style: StrokeStyle?
    var styleScale = 1.0
  }

  init(_ writer: PDFWriter, size: Size) {
    self.writer = writer
    self.size = size
    flip = AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: size.height)
  }

  var features: VectorFeatures {
    var features = VectorFeatures()
    features.conicGradients = true
    features.openGradients = true
    return features
  }

  private var text: PDFText {
    get { contents[contents.count - 1].text }
    _modify { yield &contents[contents.count - 1].text }
  }
  private var state: State {
    get { contents[contents.count - 1].state }
    _modify { yield &contents[contents.count - 1].state }
  }

  /// Ends the page and writes the entries of its dictionary.
  func finish(_ page: inout PDFText) throws {
    try flush()
    page.append("/Contents [")
    for stream in written { page.reference(stream) }
    page.append("] ")
    page.append("/Resources ")
    page.reference(sharedResources())
    if !annotations.isEmpty {
      page.append("/Annots [")
      for annotation in annotations { page.reference(annotation) }
      page.append("] ")
    }
    try writer.file.object(sharedResources(), resourceText())
  }

  private func resourceText() -> PDFText {
    var text = PDFText("<< ")
    for kind in resources.keys.sorted() {
      text.name(kind)
      text.append("<< ")
      for (object, name) in (resources[kind] ?? [:]).sorted(by: { $0.key < $1.key }) {
        text.name(name)
        text.reference(object)
      }
      text.append(">> ")
    }
    text.append(">>")
    return text
  }

  private var promisedResources: Int?

  /// Returns the resource dictionary object shared by the page and its forms.
  private func sharedResources() -> Int {
    if let promisedResources { return promisedResources }
    let made = writer.file.promise()
    promisedResources = made
    return made
  }

  /// Returns the resource name of an object, added on first use.
  private func use(_ kind: String, _ letter: String, _ object: Int) -> String {
    if let known = resources[kind]?[object] { return known }
    let name = letter + "\(object)"
    resources[kind, default: [:]][object] = name
    return name
  }

  private func flush() throws {
    guard !contents[0].text.isEmpty else { return }
    let number = writer.file.promise()
    try writer.file.stream(number, PDFText(), contents[0].text.bytes)
    written.append(number)
    contents[0].text.removeAll()
  }

  private func flushIfLong() throws {
    if contents.count == 1, contents[0].text.count > PDFPage.streamSize { try flush() }
  }

  // MARK: Structure

  func beginNode(_ label: String, box: Rect, isSingle: Bool) throws {
    guard writer.options.hasHeadings else { return }
    let name = label.split(separator: "/").last.map(String.init) ?? ""
    // The label of an unnamed layer is its number, such as `#3`.
    let isNamed = !name.isEmpty && !name.hasPrefix("#") && contents.count == 1
    headings.append(isNamed)
    if isNamed { writer.heading(name, level: headings.count { $0 } - 1, y: flip.apply(box.origin).y) }
  }

  func endNode() throws {
    if writer.options.hasHeadings { headings.removeLast() }
    try flushIfLong()
  }

  private func save() {
    text.append("q\n")
    contents[contents.count - 1].saved.append(state)
  }

  private func restore() {
    text.append("Q\n")
    if let last = contents[contents.count - 1].saved.popLast() { state = last }
  }

  func beginClip(_ area: VectorArea) throws {
    save()
    if area.path.isEmpty {
      text.append("0 0 0 0 re\n")
    } else {
      text.path(area.path, through: area.map.concat(flip))
    }
    text.append(area.rule == .evenOdd ? "W* n\n" : "W n\n")
  }

  func endClip() throws { restore() }

  func beginGroup(_ group: VectorGroup) throws {
    contents.append(Content(form: writer.file.promise(), group: group))
  }

  func endGroup() throws {
    guard let content = contents.popLast(), let form = content.form else { return }
    try write(content, form)
    let ink = content.group.ink
    if let mask = content.mask {
      // MuPDF applies an alpha twice if it is set together with a mask.
      let isFaded = ink.alpha < 1
      if isFaded { try beginGroup(VectorGroup(ink, within: content.group.box)) }
      save()
      try set(isFaded ? VectorInk() : ink, mask: mask)
      paint(form)
      restore()
      if isFaded { try endGroup() }
    } else {
      try set(ink)
      paint(form)
    }
  }

  func beginMask() throws {
    let group = VectorGroup(within: contents[contents.count - 1].group.box)
    contents.append(Content(form: writer.file.promise(), group: group))
  }

  func endMask() throws {
    guard let content = contents.popLast(), let form = content.form else { return }
    try write(content, form)
    contents[contents.count - 1].mask = try mask("Alpha", form)
  }

  private func mask(_ kind: StaticString, _ form: Int) throws -> Int {
    var text = PDFText("<< /Type /Mask /S /")
    text.append(kind)
    text.append(" /G ")
    text.reference(form)
    text.append(">>")
    return try writer.file.object(text)
  }

  private func paint(_ form: Int) {
    text.name(use("XObject", "X", form))
    text.append("Do\n")
  }

  private func write(_ content: Content, _ form: Int) throws {
    var entries = PDFText("/Type /XObject /Subtype /Form /Group << /S /Transparency /CS /DeviceRGB /I true >> /BBox [")
    let box = flip.boundingBox(of: content.group.box)
    entries.point(box.origin)
    entries.point(Point(box.maxX, box.maxY))
    entries.append("] /Resources ")
    entries.reference(sharedResources())
    try writer.file.stream(form, entries, content.text.bytes)
  }

  // MARK: State

  private func set(_ ink: VectorInk, mask: Int? = nil) throws {
    let alpha = Int(clamping: (unit(ink.alpha) * 10_000).rounded())
    if mask == nil, state.alpha == alpha, state.blend == ink.blend { return }
    let object = try writer.state(PDFWriter.StateKey(alpha: alpha, blend: ink.blend, mask: mask))
    text.name(use("ExtGState", "G", object))
    text.append("gs\n")
    state.alpha = alpha
    state.blend = ink.blend
  }

  /// Sets the paint of fills or strokes.
  ///
  /// A gradient of varying alpha, or a faded pattern that is translucent, is painted into a group that is masked and
  /// faded: Ghostscript and MuPDF otherwise apply the mask, or the alpha, twice.
  ///
  /// - Returns: true if a group was begun, which the caller must end.
  private func set(_ paint: VectorPaint, _ ink: VectorInk, over box: Rect, isStroke: Bool = false) throws -> Bool {
    switch paint {
    case .color(let color):
      var ink = ink
      ink.alpha *= color.alpha
      try set(ink)
      let plain = color.withAlpha(1)
      guard plain != (isStroke ? state.stroke : state.fill) else { return false }
      if plain.red == plain.green, plain.green == plain.blue {
        text.number(plain.red)
        text.append(isStroke ? "G\n" : "g\n")
      } else {
        text.color(plain)
        text.append(isStroke ? "RG\n" : "rg\n")
      }
      if isStroke { state.stroke = plain } else { state.fill = plain }
      return false
    case .gradient(let gradient):
      var ink = ink
      let shade = try writer.shade(gradient, over: box)
      if shade.alpha == nil { ink.alpha *= gradient.stops[0].color.alpha }
      if let alpha = shade.alpha {
        try beginGroup(VectorGroup(ink, within: box.insetBy(dx: -1, dy: -1)))
        let mask = try mask("Luminosity", try luminosity(alpha, gradient.map, over: box))
        contents[contents.count - 1].mask = mask
      } else {
        try set(ink)
      }
      var pattern = PDFText("<< /Type /Pattern /PatternType 2 /Matrix [")
      pattern.matrix(gradient.map.concat(flip))
      pattern.append("] /Shading ")
      pattern.reference(shade.color)
      pattern.append(">>")
      use(pattern: try writer.file.object(pattern), isStroke: isStroke)
      return shade.alpha != nil
    case .pattern(let bitmap, let tile):
      let isGroup = ink.alpha < 1 && !bitmap.isOpaque
      if isGroup { try beginGroup(VectorGroup(ink, within: box.insetBy(dx: -1, dy: -1))) } else { try set(ink) }
      let cell = try writer.cell(of: bitmap)
      let image = try writer.image(VectorImage(cell.bitmap, through: tile))
      let name = use("XObject", "X", image)
      var entries = PDFText("/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 ")
      entries.append(cell.width)
      entries.append(" ")
      entries.append(cell.height)
      entries.append("] /XStep ")
      entries.append(cell.width)
      entries.append(" /YStep ")
      entries.append(cell.height)
      entries.append(" /Matrix [")
      entries.matrix(tile.concat(flip))
      entries.append("] /Resources << /XObject << ")
      entries.name(name)
      entries.reference(image)
      entries.append(">> >> ")
      var content = PDFText()
      content.matrix(VectorImage(cell.bitmap, through: tile).square(inset: 0).concat(.translation(-1, -1)))
      content.append("cm ")
      content.name(name)
      content.append("Do")
      let pattern = writer.file.promise()
      try writer.file.stream(pattern, entries, content.bytes)
      use(pattern: pattern, isStroke: isStroke)
      return isGroup
    }
  }

  private func use(pattern: Int, isStroke: Bool) {
    text.append(isStroke ? "/Pattern CS " : "/Pattern cs ")
    text.name(use("Pattern", "P", pattern))
    text.append(isStroke ? "SCN\n" : "scn\n")
    if isStroke { state.stroke = nil } else { state.fill = nil }
  }

  /// Returns a form whose luminosity is the alpha of a gradient, for a soft mask.
  private func luminosity(_ shading: Int, _ map: AffineTransform, over box: Rect) throws -> Int {
    let page = flip.boundingBox(of: box.insetBy(dx: -1, dy: -1))
    var entries = PDFText("/Type /XObject /Subtype /Form /Group << /S /Transparency /CS /DeviceGray /I true >> /BBox [")
    entries.point(page.origin)
    entries.point(Point(page.maxX, page.maxY))
    entries.append("] /Resources << /Shading << /S ")
    entries.reference(shading)
    entries.append(">> >> ")
    var content = PDFText()
    content.matrix(map.concat(flip))
    content.append("cm /S sh")
    let form = writer.file.promise()
    try writer.file.stream(form, entries, content.bytes)
    return form
  }

  // MARK: Painting

  func fill(_ area: VectorArea, _ paint: VectorPaint, _ ink: VectorInk) throws {
    let isGroup = try set(paint, ink, over: area.box)
    text.path(area.path, through: area.map.concat(flip))
    text.append(area.rule == .evenOdd ? "f*\n" : "f\n")
    if isGroup { try endGroup() }
    try flushIfLong()
  }

  func stroke(_ path: Path, _ style: StrokeStyle, through map: AffineTransform, _ paint: VectorPaint, _ ink: VectorInk)
    throws
  {
    let reach = style.width * max(style.miterLimit, 1.5) * Homography(map).largestScale(at: .zero)
    let box = VectorArea(path, through: map).box.insetBy(dx: -reach, dy: -reach)
    let isGroup = try set(paint, ink, over: box, isStroke: true)
    let (x, y) = (map.a * map.a + map.b * map.b, map.c * map.c + map.d * map.d)
    let isSimilar = abs(x - y) <= max(x, y) * 1e-9 && abs(map.a * map.c + map.b * map.d) <= max(x, y) * 1e-9
    if isSimilar {
      set(style, scale: x.squareRoot())
      text.path(path, through: map.concat(flip), keepsStart: !style.dashPattern.isEmpty)
      text.append("S\n")
    } else {
      // The map is not a similarity: the pen is stretched with the path.
      save()
      text.matrix(map.concat(flip))
      text.append("cm\n")
      set(style, scale: 1)
      text.path(path, through: .identity, keepsStart: !style.dashPattern.isEmpty)
      text.append("S\n")
      restore()
    }
    if isGroup { try endGroup() }
    try flushIfLong()
  }

  private func set(_ style: StrokeStyle, scale: Double) {
    if state.style == style, state.styleScale == scale { return }
    let old = state.styleScale == scale ? state.style : nil
    if old?.width != style.width {
      text.number(style.width * scale)
      text.append("w\n")
    }
    if old?.cap != style.cap {
      text.append(Int(style.cap.rawValue))
      text.append(" J\n")
    }
    if old?.join != style.join {
      text.append(Int(style.join.rawValue))
      text.append(" j\n")
    }
    if old?.miterLimit != style.miterLimit {
      text.number(style.miterLimit)
      text.append("M\n")
    }
    if old?.dashPattern != style.dashPattern || old?.dashPhase != style.dashPhase {
      text.append("[")
      for dash in style.dashPattern { text.number(dash * scale) }
      text.append("] ")
      text.number(style.dashPhase * scale)
      text.append("d\n")
    }
    state.style = style
    state.styleScale = scale
  }

  func image(_ image: VectorImage, _ ink: VectorInk) throws {
    var ink = ink
    if let color = image.stencil { ink.alpha *= color.alpha }
    try set(ink)
    let name = use("XObject", "X", try writer.image(image))
    text.append("q ")
    text.matrix(image.square(inset: 1e-6).concat(image.map).concat(flip))
    text.append("cm ")
    text.name(name)
    text.append("Do Q\n")
    try flushIfLong()
  }

  func shadow(of area: VectorArea, sigma: Double, _ color: Color, _ ink: VectorInk) throws {}

  // MARK: Text

  func text(_ run: GlyphRun, through map: AffineTransform, _ paint: VectorPaint, _ ink: VectorInk) throws {
    if try !write(run, pen: nil, through: map, paint, ink) { try outlines(of: run, through: map, paint, ink) }
  }

  func strokeText(
    _ run: GlyphRun, outlines: Path, _ style: StrokeStyle, through map: AffineTransform, _ paint: VectorPaint,
    _ ink: VectorInk
  ) throws {
    let (x, y) = (map.a * map.a + map.b * map.b, map.c * map.c + map.d * map.d)
    let isSimilar = abs(x - y) <= max(x, y) * 1e-9 && abs(map.a * map.c + map.b * map.d) <= max(x, y) * 1e-9
    // Readers do not stretch the pen with the text.
    if isSimilar, try write(run, pen: (style, scale: x.squareRoot()), through: map, paint, ink) { return }
    try stroke(outlines, style, through: map, paint, ink)
    invisibleText(of: run, through: map)
  }

  /// Writes a run as text.
  ///
  /// - Parameter pen: strokes the glyphs; nil to fill them.
  /// - Returns: false, and writes nothing, if the font cannot be embedded.
  private func write(
    _ run: GlyphRun, pen: (style: StrokeStyle, scale: Double)?, through map: AffineTransform, _ paint: VectorPaint,
    _ ink: VectorInk
  ) throws -> Bool {
    guard let first = run.glyphs.first, run.positions.count == run.glyphs.count else { return true }
    let box = map.boundingBox(of: Rect(around: run.positions).insetBy(dx: -2 * run.fontSize, dy: -2 * run.fontSize))
    guard !writer.options.outlinesText, let font = writer.font(run.font, firstGlyph: first) else { return false }
    let isGroup = try set(paint, ink, over: box, isStroke: pen != nil)
    let name = use("Font", "F", font.object)
    if let pen { set(pen.style, scale: pen.scale) }
    text.append(pen == nil ? "BT " : "BT 1 Tr ")
    text.name(name)
    text.number(run.fontSize)
    text.append("Tf\n")
    var line = Line(map: map, flip: flip, size: run.fontSize)
    if run.isRightToLeft {
      var isMarks = false
      for glyph in run.shownLeftToRight(isMark: { font.width(of: run.glyphs[$0]) == 0 }) {
        if glyph.text.isEmpty, !isMarks {
          isMarks = true
          line.end(&text)
          text.append("/Span << /ActualText <FEFF> >> BDC\n")
        }
        let code = font.code(of: run.glyphs[glyph.index], showing: glyph.text)
        line.add(code, at: run.positions[glyph.index], width: font.width(of: code), &text)
      }
      if isMarks {
        line.end(&text)
        text.append("EMC\n")
      }
    }
    for cluster in run.isRightToLeft ? [] : run.grouped() {
      let codes = cluster.glyphs.map { font.code(of: run.glyphs[$0]) }
      let isPlain = codes.count == 1 && font.shows(codes[0], cluster.text)
      if !isPlain {
        line.end(&text)
        text.append("/Span << /ActualText <FEFF")
        text.hex(utf16: cluster.text)
        text.append("> >> BDC\n")
      }
      for (code, i) in zip(codes, cluster.glyphs) {
        line.add(code, at: run.positions[i], width: font.width(of: code), &text)
      }
      if !isPlain {
        line.end(&text)
        text.append("EMC\n")
      }
    }
    line.end(&text)
    text.append(pen == nil ? "ET\n" : "0 Tr ET\n")
    if isGroup { try endGroup() }
    try flushIfLong()
    return true
  }

  /// Glyphs on one baseline; consecutive ones share a `TJ` operator.
  private struct Line {
    let map: AffineTransform
    let flip: AffineTransform
    let size: Double
    /// The reader's text position; nil before the first glyph.
    var pen: Point?
    /// True if an array, or a string in it, is open.
    var isOpen = false
    var isString = false

    init(map: AffineTransform, flip: AffineTransform, size: Double) {
      self.map = map
      self.flip = flip
      self.size = size
    }

    /// - Parameter width: advance, in thousandths of an em.
    mutating func add(_ code: UInt16, at p: Point, width: Double, _ text: inout PDFText) {
      if let pen, abs(pen.y - p.y) > size * 1e-4 || abs(pen.x - p.x) > size * 20 {
        end(&text)
        self.pen = nil
      }
      if pen == nil {
        text.matrix(AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: p.x, ty: p.y).concat(map).concat(flip))
        text.append("Tm\n")
        pen = p
      }
      if !isOpen {
        text.append("[")
        isOpen = true
      }
      let off = pen.map { (p.x - $0.x) * 1000 / size } ?? 0
      if abs(off) >= 0.5 {
        let moved = off.rounded()
        if isString { text.append(">") }
        isString = false
        text.append(Int(clamping: -moved))
        pen?.x += moved * size / 1000
      }
      if !isString {
        text.append("<")
        isString = true
      }
      text.hex(code)
      pen?.x += width * size / 1000
    }

    mutating func end(_ text: inout PDFText) {
      if isString { text.append(">") }
      if isOpen { text.append("] TJ\n") }
      isString = false
      isOpen = false
    }
  }

  /// Draws text as filled outlines, with invisible text over it for searching and copying.
  private func outlines(
    of run: GlyphRun, through map: AffineTransform, _ paint: VectorPaint, _ ink: VectorInk
  ) throws {
    var path = Path()
    for (glyph, p) in zip(run.glyphs, run.positions) {
      path.addPath(run.font.outline(of: glyph), transform: .translation(p.x, p.y))
    }
    if !path.isEmpty { try fill(VectorArea(path, through: map), paint, ink) }
    invisibleText(of: run, through: map)
  }

  /// Writes the text of a run for searching and copying, without showing it.
  private func invisibleText(of run: GlyphRun, through map: AffineTransform) {
    guard !writer.options.outlinesText, !run.text.isEmpty, let first = run.positions.first,
      let last = run.positions.last
    else { return }
    let name = use("Font", "F", writer.invisibleFont())
    // Right-to-left text is written letter by letter, in visual order.
    let parts = run.isRightToLeft ? run.text.unicodeScalars.reversed().map { String($0) } : [run.text]
    let left = min(first.x, last.x)
    let width = max((abs(last.x - first.x) + run.fontSize / 2) / Double(parts.count), 0.01)
    text.append("BT 3 Tr ")
    text.name(name)
    text.number(run.fontSize)
    text.append("Tf ")
    // A space is 0.278 em wide; it is stretched over its part.
    text.number(min(width / (0.278 * run.fontSize) * 100, 100_000))
    text.append("Tz\n")
    for (k, part) in parts.enumerated() {
      let place = Point(left + Double(k) * width, first.y)
      text.matrix(AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: place.x, ty: place.y).concat(map).concat(flip))
      text.append("Tm /Span << /ActualText <FEFF")
      text.hex(utf16: part)
      text.append("> >> BDC ( ) Tj EMC\n")
    }
    text.append("100 Tz 0 Tr ET\n")
  }

  // MARK: Links

  func link(_ address: String, over area: VectorArea) throws {
    let place = area.map.concat(flip)
    let rect = area.path.boundingBox
    let corners = rect.corners.map { place.apply($0) }
    let box = Rect(around: corners)
    var annotation = PDFText("<< /Type /Annot /Subtype /Link /Border [0 0 0] /F 4 /Rect [")
    annotation.point(box.origin)
    annotation.point(Point(box.maxX, box.maxY))
    annotation.append("] /QuadPoints [")
    // Readers take the corners in reading order: lower left, lower right, upper left, upper right.
    for k in [3, 2, 1, 0] { annotation.point(corners[k]) }
    annotation.append("] ")
    if address.hasPrefix("#"), let page = Int(address.dropFirst()), page >= 1, page <= 100_000 {
      annotation.append("/Dest [")
      annotation.reference(writer.object(ofPage: page))
      annotation.append("/Fit] >>")
    } else {
      annotation.append("/A << /S /URI /URI ")
      annotation.string(PDFPage.escaped(address))
      annotation.append(">> >>")
    }
    annotations.append(try writer.file.object(annotation))
  }

  /// Returns an address with all bytes but printable ASCII percent-encoded.
  private static func escaped(_ address: String) -> String {
    var result = ""
    for byte in address.utf8 {
      if byte > 0x20, byte < 0x7F {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.utf8.count < 2 ? "0" + digits : digits)
      }
    }
    return result
  }
}

extension GlyphRun {
  /// Returns the glyphs of a right-to-left run from left to right, marks last, each with its text in visual order.
  /// Readers expect visual order for the text of codes: they reverse words themselves.
  ///
  /// The text of a mark belongs to its base glyph, since readers take a glyph that lies within another for a separate
  /// word. So the marks, which have no text of their own, come after all other glyphs.
  ///
  /// - Parameter isMark: true for a glyph without advance.
  fileprivate func shownLeftToRight(isMark: (Int) -> Bool) -> [(index: Int, text: String)] {
    var result: [(index: Int, text: String)] = []
    var silent: [(index: Int, text: String)] = []
    // Text of marks whose base glyph is still to come.
    var pending = ""
    for cluster in grouped() {
      var shown = cluster.text.unicodeScalars.reversed()[...]
      let plain = cluster.glyphs.filter { !isMark($0) }
      silent += cluster.glyphs.filter { isMark($0) }.map { ($0, "") }
      guard let widest = plain.max(by: { advance($0) < advance($1) }) else {
        pending.unicodeScalars.append(contentsOf: shown)
        continue
      }
      for index in plain {
        var text = pending
        pending = ""
        if plain.count == cluster.text.unicodeScalars.count {
          if let next = shown.popFirst() { text.unicodeScalars.append(next) }
        } else if index == widest {
          text.unicodeScalars.append(contentsOf: shown)
        }
        if text.isEmpty { silent.append((index, text)) } else { result.append((index, text)) }
      }
    }
    if let last = result.indices.last {
      result[last].text += pending
    } else if let first = silent.first {
      // The run consists of marks only.
      silent.removeFirst()
      result.append((first.index, pending))
    }
    return result + silent
  }

  /// Distance from a glyph to the next; 0 for the last.
  private func advance(_ index: Int) -> Double {
    index + 1 < positions.count ? positions[index + 1].x - positions[index].x : 0
  }
}

extension VectorImage {
  /// Maps the unit square, in which PDF draws images upright with y up, to the pixels of the upright image.
  ///
  /// - Parameter inset: fraction of the image's sides by which it shrinks on each side. Some readers add a pixel to an
  ///   image that ends between two of their pixels.
  fileprivate func square(inset: Double) -> AffineTransform {
    // From the unit square to the stored image's, y down.
    let stored = AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 1)
    // From the stored to the upright image, by its EXIF orientation.
    let turn =
      switch stencil == nil ? bitmap.photograph?.orientation ?? 1 : 1 {
      case 2: AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 1, ty: 0)
      case 3: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
      case 4: AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 1)
      case 5: AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
      case 6: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
      case 7: AffineTransform(a: 0, b: -1, c: -1, d: 0, tx: 1, ty: 1)
      case 8: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
      default: AffineTransform.identity
      }
    let inside = AffineTransform(a: 1 - 2 * inset, b: 0, c: 0, d: 1 - 2 * inset, tx: inset, ty: inset)
    return inside.concat(stored).concat(turn).concat(.scale(Double(bitmap.width), Double(bitmap.height)))
  }
}
