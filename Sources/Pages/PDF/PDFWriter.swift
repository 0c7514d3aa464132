// SPDX-License-Identifier: MIT
import Geometry
import ImageFiles
import Messages
import Numbers
import Pixels
import RenderTree
import VectorDrawing

/// Options of a document as a whole. Equal options and pages give identical bytes.
package struct PDFOptions: Sendable, Equatable {
  package var title: String?
  package var author: String?
  package var subject: String?
  package var keywords: String?
  /// Creation date in PDF syntax, such as `D:20250131120000Z`. Default nil: no date is written.
  package var date: String?
  /// True if text is drawn as outlines.
  package var outlinesText = false
  /// True if the names of layers become the document outline (bookmarks).
  package var hasHeadings = false
  /// Width of the bleed around the trim box, in points.
  package var bleed = 0.0

  package init() {}
}

/// Writes a PDF file page by page, while the pages are drawn. Nothing written is kept in memory.
package final class PDFWriter {
  var file: PDFFile
  let options: PDFOptions
  private let pages: Int
  private let catalog: Int
  /// Objects of the pages, in order. Entries past `pageCount` are only promised, by links to later pages.
  private var pageObjects: [Int] = []
  private(set) var pageCount = 0

  // Caches of shared objects. Lookup only; never iterated, as hash order is not deterministic.
  private var states: [StateKey: Int] = [:]
  private var images: [ObjectIdentifier: (bitmap: Bitmap, smooth: Int?, plain: Int?)] = [:]
  private var cells: [ObjectIdentifier: (image: Bitmap, cell: VectorTile)] = [:]
  private var gradients: [VectorGradient: Shade] = [:]
  private(set) var fonts: [PDFFont] = []
  private var fontOf: [ObjectIdentifier: PDFFont?] = [:]
  private var plainFont: Int?
  /// Headings of the document outline; y is measured from the bottom of the page.
  private var headings: [(title: String, level: Int, page: Int, y: Double)] = []

  /// - Parameters:
  ///   - packs: true to compress streams; uncompressed ones are readable for people.
  ///   - write: receives the file's bytes in order.
  package init(
    _ options: PDFOptions = PDFOptions(), packs: Bool = true,
    to write: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    self.options = options
    file = PDFFile(packs: packs, write)
    try file.begin()
    catalog = file.promise()
    pages = file.promise()
  }

  /// Draws a page.
  ///
  /// - Parameters:
  ///   - size: in points of 1/72 inch, clamped to the range readers accept, 1 to 14,400.
  ///   - draw: draws onto the page, whose origin is top left.
  package func page(_ size: Size, draw: (any VectorTarget) throws -> Void) throws {
    pageCount += 1
    let number = object(ofPage: pageCount)
    let page = PDFPage(self, size: size)
    try draw(page)
    var text = PDFText("<< /Type /Page /Parent ")
    text.reference(pages)
    text.append("/MediaBox [0 0 ")
    text.number(size.width)
    text.number(size.height)
    text.append("] ")
    if options.bleed > 0 {
      text.append("/TrimBox [")
      for v in [options.bleed, options.bleed, size.width - options.bleed, size.height - options.bleed] {
        text.number(v)
      }
      text.append("] ")
    }
    text.append("/Group << /S /Transparency /CS /DeviceRGB /I true >> ")
    try page.finish(&text)
    text.append(">>")
    try file.object(number, text)
  }

  /// Returns the object of a page, promised if the page does not exist yet.
  func object(ofPage number: Int) -> Int {
    while pageObjects.count < number { pageObjects.append(file.promise()) }
    return pageObjects[number - 1]
  }

  /// Adds a heading to the document outline, with a destination on the current page.
  ///
  /// - Parameter level: 0 for the top level; at most one more than the level of the preceding heading.
  func heading(_ title: String, level: Int, y: Double) { headings.append((title, level, pageCount, y)) }

  /// Writes the objects shared by all pages, and the end of the file.
  ///
  /// - Throws: `LayerError` if a link leads past the last page.
  package func end() throws {
    guard pageObjects.count <= pageCount else {
      throw LayerError(
        "a link leads to page \(pageObjects.count), but the document has \(counted(pageCount, "page")); "
          + "link to a page from #1 to #\(pageCount)")
    }
    for font in fonts { try font.write(to: &file) }
    if let plainFont {
      try file.object(
        plainFont, PDFText("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"))
    }
    var tree = PDFText("<< /Type /Pages /Count ")
    tree.append(pageCount)
    tree.append(" /Kids [")
    for page in pageObjects { tree.reference(page) }
    tree.append("] >>")
    try file.object(pages, tree)
    let outline = try writeOutline()
    var root = PDFText("<< /Type /Catalog /Pages ")
    root.reference(pages)
    if let outline {
      root.append("/Outlines ")
      root.reference(outline)
      root.append("/PageMode /UseOutlines ")
    }
    if options.title != nil { root.append("/ViewerPreferences << /DisplayDocTitle true >> ") }
    root.append(">>")
    try file.object(catalog, root)
    var info = PDFText("<< ")
    for (key, value) in [
      ("Title", options.title), ("Author", options.author), ("Subject", options.subject),
      ("Keywords", options.keywords), ("Producer", "layerlua"), ("CreationDate", options.date),
    ] {
      guard let value else { continue }
      info.name(key)
      info.string(value)
    }
    info.append(">>")
    try file.end(root: catalog, info: try file.object(info))
  }

  private func writeOutline() throws -> Int? {
    guard !headings.isEmpty else { return nil }
    let root = file.promise()
    let items = headings.map { _ in file.promise() }
    // Direct children of each heading; the last entry holds those of the outline root.
    var below: [[Int]] = Array(repeating: [], count: headings.count + 1)
    var parents: [Int] = []
    var around: [Int] = []
    for (i, heading) in headings.enumerated() {
      around.removeLast(max(around.count - heading.level, 0))
      let parent = around.last ?? headings.count
      parents.append(parent)
      below[parent].append(i)
      around.append(i)
    }
    func describe(_ children: [Int], _ text: inout PDFText) {
      guard let first = children.first, let last = children.last else { return }
      text.append("/First ")
      text.reference(items[first])
      text.append("/Last ")
      text.reference(items[last])
      text.append("/Count ")
      text.append(children.count)
      text.append(" ")
    }
    // Lookup only; never iterated, as hash order is not deterministic.
    var places: [Int: Int] = [:]
    for children in below { for (place, child) in children.enumerated() { places[child] = place } }
    for (i, heading) in headings.enumerated() {
      let siblings = below[parents[i]]
      let place = places[i] ?? 0
      var text = PDFText("<< /Title ")
      text.string(heading.title)
      text.append("/Parent ")
      text.reference(parents[i] == headings.count ? root : items[parents[i]])
      if place > 0 {
        text.append("/Prev ")
        text.reference(items[siblings[place - 1]])
      }
      if place + 1 < siblings.count {
        text.append("/Next ")
        text.reference(items[siblings[place + 1]])
      }
      describe(below[i], &text)
      text.append("/Dest [")
      text.reference(object(ofPage: heading.page))
      text.append("/XYZ 0 ")
      text.number(heading.y)
      text.append("0] >>")
      try file.object(items[i], text)
    }
    var text = PDFText("<< /Type /Outlines ")
    describe(below[headings.count], &text)
    text.append(">>")
    try file.object(root, text)
    return root
  }

  // MARK: Shared objects

  struct StateKey: Hashable {
    /// In 1/10,000.
    var alpha: Int
    var blend: BlendMode
    var mask: Int?
  }

  /// Returns the object of a graphics state, cached unless it has a mask.
  func state(_ key: StateKey) throws -> Int {
    if let known = states[key] { return known }
    var text = PDFText("<< /ca ")
    text.number(Double(key.alpha) / 10_000)
    text.append("/CA ")
    text.number(Double(key.alpha) / 10_000)
    text.append("/BM ")
    text.name(key.blend.pdfName)
    text.append("/SMask ")
    if let mask = key.mask { text.reference(mask) } else { text.append("/None ") }
    text.append(">>")
    let made = try file.object(text)
    // A mask is used only once.
    if key.mask == nil { states[key] = made }
    return made
  }

  /// Returns the object of an image, cached unless the image is passing.
  func image(_ image: VectorImage) throws -> Int {
    if let color = image.stencil { return try stencil(image.bitmap, color) }
    let key = ObjectIdentifier(image.bitmap)
    if let known = images[key], let made = image.isSmooth ? known.smooth : known.plain { return made }
    let made = try written(image)
    if !image.isPassing {
      var entry = images[key] ?? (image.bitmap, nil, nil)
      if image.isSmooth { entry.smooth = made } else { entry.plain = made }
      images[key] = entry
    }
    return made
  }

  /// Returns the cell that a pattern repeats.
  func cell(of image: Bitmap) throws -> VectorTile {
    if let known = cells[ObjectIdentifier(image)] { return known.cell }
    let made = try VectorTile(image)
    cells[ObjectIdentifier(image)] = (image, made)
    return made
  }

  private func written(_ image: VectorImage) throws -> Int {
    let bitmap = image.bitmap
    if let file = bitmap.photograph {
      let number = self.file.promise()
      let (width, height) = (bitmap.width, bitmap.height)
      var entries = header(
        width: file.isSideways ? height : width, height: file.isSideways ? width : height, isSmooth: image.isSmooth)
      entries.append(file.components == 1 ? "/ColorSpace /DeviceGray " : "/ColorSpace /DeviceRGB ")
      entries.append("/BitsPerComponent 8 /Filter /DCTDecode ")
      try self.file.stream(number, entries, file.bytes, isDeflated: true)
      return number
    }
    var entries = header(bitmap, isSmooth: image.isSmooth)
    if !bitmap.isOpaque {
      entries.append("/SMask ")
      entries.reference(try alpha(bitmap, isSmooth: image.isSmooth))
    }
    let number = file.promise()
    let (bytes, components) = try Deflated.pixels(of: bitmap, isAlpha: false)
    describe(&entries, components: components, width: bitmap.width)
    try file.stream(number, entries, bytes, isDeflated: true)
    return number
  }

  private func header(_ bitmap: Bitmap, isSmooth: Bool) -> PDFText {
    header(width: bitmap.width, height: bitmap.height, isSmooth: isSmooth)
  }

  private func header(width: Int, height: Int, isSmooth: Bool) -> PDFText {
    var entries = PDFText("/Type /XObject /Subtype /Image /Width ")
    entries.append(width)
    entries.append(" /Height ")
    entries.append(height)
    if isSmooth { entries.append(" /Interpolate true") }
    entries.append(" ")
    return entries
  }

  private func describe(_ entries: inout PDFText, components: Int, width: Int) {
    entries.append(components == 1 ? "/ColorSpace /DeviceGray " : "/ColorSpace /DeviceRGB ")
    entries.append("/BitsPerComponent 8 /Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors ")
    entries.append(components)
    entries.append(" /Columns ")
    entries.append(width)
    entries.append(" >> ")
  }

  private func alpha(_ bitmap: Bitmap, isSmooth: Bool) throws -> Int {
    let number = file.promise()
    var entries = header(bitmap, isSmooth: isSmooth)
    let (bytes, _) = try Deflated.pixels(of: bitmap, isAlpha: true)
    describe(&entries, components: 1, width: bitmap.width)
    try file.stream(number, entries, bytes, isDeflated: true)
    return number
  }

  /// Writes a single colour masked by the alpha of a bitmap.
  private func stencil(_ bitmap: Bitmap, _ color: Color) throws -> Int {
    let mask = try alpha(bitmap, isSmooth: true)
    let number = file.promise()
    var entries = header(bitmap, isSmooth: true)
    entries.append("/SMask ")
    entries.reference(mask)
    entries.append("/BitsPerComponent 1 /ColorSpace [/Indexed /DeviceRGB 0 <")
    for value in [color.red, color.green, color.blue] {
      let digits = String(byte(value), radix: 16)
      entries.append(digits.utf8.count < 2 ? "0" + digits : digits)
    }
    entries.append(">] ")
    try file.stream(number, entries, [UInt8](repeating: 0, count: (bitmap.width + 7) / 8 * bitmap.height))
    return number
  }

  // MARK: Gradients

  /// Shadings of a gradient: its colours, and its alpha if that varies.
  struct Shade {
    var color: Int
    var alpha: Int?
  }

  func shade(_ gradient: VectorGradient, over box: Rect) throws -> Shade {
    // A conic shading is a function of position over `box`, so it is not cached.
    var isLocal = false
    if case .conic = gradient.kind { isLocal = true }
    if !isLocal, let known = gradients[gradient] { return known }
    let color = try shading(gradient, over: box, isAlpha: false)
    let alpha = gradient.isTranslucent ? try shading(gradient, over: box, isAlpha: true) : nil
    let made = Shade(color: color, alpha: alpha)
    if !isLocal { gradients[gradient] = made }
    return made
  }

  private func shading(_ gradient: VectorGradient, over box: Rect, isAlpha: Bool) throws -> Int {
    var text = PDFText(isAlpha ? "<< /ColorSpace /DeviceGray " : "<< /ColorSpace /DeviceRGB ")
    let stops = gradient.stops.map { stop in
      (isAlpha ? [stop.color.alpha] : [stop.color.red, stop.color.green, stop.color.blue], stop.location)
    }
    switch gradient.kind {
    case .axial(let from, let to):
      text.append("/ShadingType 2 /Coords [")
      text.coordinate(from)
      text.coordinate(to)
      text.append("] ")
    case .radial(let from, let startRadius, let to, let endRadius):
      text.append("/ShadingType 3 /Coords [")
      text.coordinate(from)
      text.number(startRadius, decimals: 6)
      text.coordinate(to)
      text.number(endRadius, decimals: 6)
      text.append("] ")
    case .conic(let center, let angle):
      let local = (gradient.map.inverted?.boundingBox(of: box) ?? box).insetBy(dx: -1, dy: -1)
      func domain(_ text: inout PDFText) {
        for v in [local.minX, local.maxX, local.minY, local.maxY] { text.number(v, decimals: 6) }
      }
      let function = file.promise()
      var entries = PDFText("/FunctionType 4 /Domain [")
      domain(&entries)
      entries.append(isAlpha ? "] /Range [0 1] " : "] /Range [0 1 0 1 0 1] ")
      try file.stream(function, entries, PDFGradient.program(stops, center: center, angle: angle).bytes)
      // Ghostscript draws nothing without `/Matrix`, although identity is its default.
      text.append("/ShadingType 1 /Matrix [1 0 0 1 0 0] /Domain [")
      domain(&text)
      text.append("] /Function ")
      text.reference(function)
      text.append(">>")
      return try file.object(text)
    }
    text.append("/Function ")
    PDFGradient.function(stops, to: &text)
    text.append("/Extend [")
    text.append(gradient.extendsStart ? "true " : "false ")
    text.append(gradient.extendsEnd ? "true] >>" : "false] >>")
    return try file.object(text)
  }

  // MARK: Fonts

  /// Returns the font of a face; nil if the face cannot be embedded.
  func font(_ source: any GlyphSource, firstGlyph: UInt32) -> PDFFont? {
    guard let face = source.face else { return nil }
    if let known = fontOf[ObjectIdentifier(face)] { return known }
    let made = face.subset(of: [firstGlyph]).map { _ in
      PDFFont(face, name: source.faceName, number: fonts.count + 1, object: file.promise())
    }
    if let made { fonts.append(made) }
    fontOf[ObjectIdentifier(face)] = .some(made)
    return made
  }

  /// Returns a standard font that every reader has, for invisible text.
  func invisibleFont() -> Int {
    if let plainFont { return plainFont }
    let made = file.promise()
    plainFont = made
    return made
  }
}

extension PDFText {
  /// Appends a gradient point with 6 decimals, as the gradient's matrix may enlarge it.
  fileprivate mutating func coordinate(_ p: Point) {
    number(p.x, decimals: 6)
    number(p.y, decimals: 6)
  }
}

extension BlendMode {
  /// PDF's name of the blend mode.
  var pdfName: String {
    switch self {
    case .multiply: "Multiply"
    case .screen: "Screen"
    case .overlay: "Overlay"
    case .darken: "Darken"
    case .lighten: "Lighten"
    case .colorDodge: "ColorDodge"
    case .colorBurn: "ColorBurn"
    case .softLight: "SoftLight"
    case .hardLight: "HardLight"
    case .difference: "Difference"
    case .exclusion: "Exclusion"
    case .hue: "Hue"
    case .saturation: "Saturation"
    case .color: "Color"
    case .luminosity: "Luminosity"
    default: "Normal"
    }
  }
}
