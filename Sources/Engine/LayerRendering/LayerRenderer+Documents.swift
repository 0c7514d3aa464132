// SPDX-License-Identifier: MIT
import Compositor
import Films
import Formats
import Geometry
import LayerModel
import Messages
import Numbers
import PDF
import Pixels
import RenderTree
import SVG
import Sandbox
import VectorDrawing

// Vector documents (PDF, SVG), which are drawn from render trees instead of pixels.
extension LayerRenderer {
  /// Default resolution of rasterised parts, in pixels per inch.
  package static let usualPageResolution = 300.0
  /// Maximum side of a page, in points; the limit of PDF readers.
  private static let longestSide = 14_400.0

  /// Renders layers as the pages of a file, which is renamed into place when it is complete. The options must have been
  /// checked.
  package func writeDocument(
    of layers: [Layer], to path: String, as format: VectorFormat, _ options: RenderOptions, _ file: EncodingOptions
  ) throws {
    let target = try context.pathForWriting(path)
    try prepareDocument(of: layers, to: path, at: target, as: format, options, file)
      .commit(isStopped: context.isStopped)
  }

  /// Renders layers as the pages of a file that `commit` renames into place.
  package func prepareDocument(
    of layers: [Layer], to path: String, as format: VectorFormat, _ options: RenderOptions, _ file: EncodingOptions
  ) throws -> PreparedDocument {
    let target = try context.pathForWriting(path)
    return try prepareDocument(of: layers, to: path, at: target, as: format, options, file)
  }

  private func prepareDocument(
    of layers: [Layer], to path: String, at target: String, as format: VectorFormat, _ options: RenderOptions,
    _ file: EncodingOptions
  ) throws -> PreparedDocument {
    let made = try PreparedDocument(
      to: target, name: path, isNamed: context.files.isNamed(target), isKept: writesFiles, memoryBudget)
    let report = VectorReport()
    try document(of: layers, as: format, options, file, report) { try made.write($0) }
    try made.flush()
    tell(report)
    return made
  }

  /// Renders layers as pages and returns the bytes of the file. The options must have been checked.
  package func document(
    of layers: [Layer], as format: VectorFormat, _ options: RenderOptions, _ file: EncodingOptions
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let budget = memoryBudget
    let charge = MemoryCharge(budget)
    let report = VectorReport()
    try document(of: layers, as: format, options, file, report) { part in
      guard charge.grow(by: part.count) else {
        throw LayerError.noMemory("a file of \(bytes.count + part.count) bytes", budget)
      }
      bytes.append(contentsOf: part)
    }
    tell(report)
    return bytes
  }

  private func tell(_ report: VectorReport) {
    for entry in report.entries { onRasterized?(entry.label, entry.reason.rawValue) }
    for link in report.links {
      let address = jsonString(String(link.address.unicodeScalars.prefix(60)))
      context.warn(
        .linkLeftOut,
        "layer \(link.label): its link \(address) is left out of the file: links may point to "
          + "\(LinkAddress.plainSchemes.joined(separator: ", ")), # and relative addresses"
          + context.files.face.remedy("; ", .links, end: " allows all"))
    }
  }

  private func document(
    of layers: [Layer], as format: VectorFormat, _ options: RenderOptions, _ file: EncodingOptions,
    _ report: VectorReport, to write: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    if layers.count != 1, !format.hasPages {
      throw LayerError(
        "an \(FileFormat.names(.picture) { $0.vector == format }[0]) is one page, got \(layers.count); write each to a "
          + "file of its own, or all to a .pdf")
    }
    try document(
      pages: layers.count, as: format, file, report, to: write
    ) { try layers[$0].renderTree(options) }
  }

  /// Draws trees as the pages of a file, in order.
  ///
  /// - Parameter tree: returns the tree of a page; called once for each page, in order.
  private func document(
    pages count: Int, as format: VectorFormat, _ file: EncodingOptions, _ report: VectorReport,
    to write: @escaping (UnsafeRawBufferPointer) throws -> Void, tree: (_ page: Int) throws -> RenderTree
  ) throws {
    defer { reportWarnings() }
    var drawing = VectorOptions(dpi: file.dpi ?? Self.usualPageResolution, compositor: budgeted, report: report)
    drawing.allowsAllLinks = configuration.allowsAllLinks
    let page = file.page
    switch format {
    case .pdf:
      var settings = PDFOptions()
      settings.title = page.title
      settings.author = page.author
      settings.subject = page.subject
      settings.keywords = page.keywords
      settings.date = page.date.flatMap { PageOptions.stamp($0) }
      settings.outlinesText = page.outlines == true
      settings.hasHeadings = page.headings == true
      settings.bleed = page.bleed ?? 0
      let writer = try PDFWriter(settings, to: write)
      for number in 0..<count {
        let tree = try tree(number)
        let place = try PagePlace(of: tree, page)
        try writer.page(place.size) { try draw(tree, on: $0, place, drawing) }
      }
      try writer.end()
    case .svg:
      let tree = try tree(0)
      let place = try PagePlace(of: tree, page)
      let writer = try SVGWriter(
        place.size, isPaper: page.paper != nil, title: page.title, outlinesText: page.outlines == true, to: write)
      try draw(tree, on: writer, place, drawing)
      try writer.end()
    }
  }

  // MARK: Films

  /// Renders the frames of a film as the pages of one file, or each as its own file. The options must have been
  /// checked.
  ///
  /// - Parameter progress: called on the caller's thread before each frame and at the end; its error abandons the film.
  func writePages(
    of layer: Layer, plan: FilmPlan, to path: String, target: FilmTarget, as format: VectorFormat,
    options: RenderOptions, file: EncodingOptions, into place: FilmPlace = .named, progress: FilmObserver
  ) throws {
    let total = plan.frames.count
    guard total > 0 else { throw LayerError("cannot write \"\(path)\": the film has no frames") }
    let report = VectorReport()
    var finished = 0
    func check() throws {
      try context.checkStop()
      try progress(finished, total)
    }
    func tree(_ frame: Int) throws -> RenderTree {
      try check()
      let options = plan.options(options, frame: frame)
      return try layer.scene.film(frame: frame, at: options.time ?? layer.scene.currentTime) {
        try layer.renderTree(options)
      }
    }
    func open(_ path: String) throws -> PreparedDocument {
      let target = try context.pathForWriting(path)
      return try PreparedDocument(
        to: target, name: path, isNamed: context.files.isNamed(target), isKept: writesFiles, memoryBudget)
    }
    switch target {
    case .file:
      let frames = plan.frames.makeIterator()
      func write(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        try document(pages: total, as: format, file, report, to: sink) { page in
          finished = page
          return try tree(frames.next() ?? 0)
        }
        finished = total
      }
      if case .memory(let bytes) = place {
        try write { bytes.append($0) }
        try check()
        break
      }
      let made = try open(path)
      try write { try made.write($0) }
      try made.flush()
      try check()
      try made.commit(isStopped: context.isStopped)
    case .frames(let names, _):
      for frame in plan.frames {
        // Reject a forbidden path before drawing.
        let made = try open(names.path(ofFrame: frame))
        try document(pages: 1, as: format, file, report, to: { try made.write($0) }) { _ in try tree(frame) }
        try made.commit(isStopped: context.isStopped)
        finished += 1
      }
      try check()
    }
    tell(report)
  }

  private func draw(
    _ given: RenderTree, on target: any VectorTarget, _ place: PagePlace, _ options: VectorOptions
  ) throws {
    var tree = given
    do {
      guard place.hasMargins else {
        return try VectorPainter.paint(tree, on: target, through: place.map, page: place.content, options)
      }
      // The background covers the whole page; everything outside the layer's rectangle is clipped.
      if let background = tree.background, background.alpha > 0 {
        try target.fill(
          VectorArea(Path(rect: Rect(origin: .zero, size: place.size))), .color(background.withAlpha(1)),
          VectorInk(alpha: background.alpha))
        tree.background = nil
      }
      try target.beginClip(VectorArea(Path(rect: place.content)))
      try VectorPainter.paint(tree, on: target, through: place.map, page: place.content, options)
      try target.endClip()
    } catch let error as BitmapError { throw LayerError(.limit, error.message) }
  }

  /// The placement of a layer on its page.
  private struct PagePlace {
    var size: Size
    /// The layer's rectangle, in page coordinates.
    var content: Rect
    /// Maps the tree's root to page coordinates.
    var map: AffineTransform
    var hasMargins: Bool

    init(of tree: RenderTree, _ page: PageOptions) throws {
      let own = Size(tree.canvas.width * tree.scale, tree.canvas.height * tree.scale)
      let margin = page.margin ?? 0
      var scale = tree.scale
      if let paper = page.paper {
        let bleed = 2 * (page.bleed ?? 0)
        let (short, long) = (paper.width + bleed, paper.height + bleed)
        size = page.isLandscape == true ? Size(long, short) : Size(short, long)
        let room = Size(size.width - 2 * margin, size.height - 2 * margin)
        guard room.width > 0, room.height > 0 else {
          throw LayerError(
            "a margin of \(pixelText(margin)) points leaves no room on \(paper.name), which is "
              + "\(pixelText(size.width.rounded()))×\(pixelText(size.height.rounded())) points; make it smaller")
        }
        let fit = page.keepsScale ? 1 : min(room.width / own.width, room.height / own.height)
        scale *= fit
        content = Rect(
          (size.width - own.width * fit) / 2, (size.height - own.height * fit) / 2, own.width * fit, own.height * fit)
      } else {
        size = Size(own.width + 2 * margin, own.height + 2 * margin)
        content = Rect(margin, margin, own.width, own.height)
      }
      hasMargins = content.size != size
      let longest = LayerRenderer.longestSide
      guard own.width > 0, own.height > 0, content.isFinite, size.width <= longest, size.height <= longest else {
        throw LayerError(
          .limit,
          "a page of \(pixelText(size.width))×\(pixelText(size.height)) points cannot be drawn: each side must be "
            + "above 0 and at most \(pixelText(longest)) points; make the size or the scale smaller")
      }
      map = AffineTransform.translation(-tree.canvas.origin.x, -tree.canvas.origin.y).concat(.scale(scale, scale))
        .concat(.translation(content.minX, content.minY))
    }
  }

  /// Returns the bytes of a file with one page that contains only an image.
  static func page(of bitmap: Bitmap, as format: VectorFormat, background: Color?) throws -> [UInt8] {
    var bytes: [UInt8] = []
    func write(_ part: UnsafeRawBufferPointer) { bytes.append(contentsOf: part) }
    let size = Size(bitmap.pointWidth, bitmap.pointHeight)
    let image = VectorImage(bitmap, through: .scale(1 / bitmap.scale, 1 / bitmap.scale))
    func draw(_ target: any VectorTarget) throws {
      if let background {
        let area = VectorArea(Path(rect: Rect(origin: .zero, size: size)))
        try target.fill(area, .color(background.withAlpha(1)), VectorInk(alpha: background.alpha))
      }
      try target.image(image, VectorInk())
    }
    switch format {
    case .pdf:
      let writer = try PDFWriter(to: write)
      try writer.page(size, draw: draw)
      try writer.end()
    case .svg:
      let writer = try SVGWriter(size, to: write)
      try draw(writer)
      try writer.end()
    }
    return bytes
  }
}
