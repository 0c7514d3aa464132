// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import LayerModel
import Numbers
import Outputs
import PDF
import Pixels
import RenderTree
import SVG
import VectorDrawing
import Wording

// Files of shapes, text and images, which are drawn from render trees instead of pixels.
extension LayerRenderer {
  /// The resolution of what becomes pixels, where none is asked for.
  package static let usualPageResolution = 300.0
  /// The longest side of a page in points, which is as far as readers of PDF go.
  private static let longestSide = 14_400.0

  /// Draws layers as the pages of a file, by options that have been checked.
  package func writeDocument(
    of layers: [Layer], to path: String, as format: VectorFormat, _ options: RenderOptions, _ file: EncodingOptions
  ) throws {
    let target = try configuration.files.pathForWriting(path)
    let bytes = try document(of: layers, as: format, options, file)
    if writesFiles { try replaceFile(target, with: bytes, name: path, isNamed: configuration.files.isNamed(target)) }
  }

  /// The bytes of a file whose pages are layers, by options that have been checked.
  package func document(
    of layers: [Layer], as format: VectorFormat, _ options: RenderOptions, _ file: EncodingOptions
  ) throws -> [UInt8] {
    defer { reportWarnings() }
    var bytes: [UInt8] = []
    let charge = MemoryCharge(memoryBudget)
    func write(_ part: UnsafeRawBufferPointer) throws {
      guard charge.grow(by: part.count) else {
        throw LayerError.noMemory("a file of \(bytes.count + part.count) bytes", memoryBudget)
      }
      bytes.append(contentsOf: part)
    }
    let report = VectorReport()
    let drawing = VectorOptions(
      dpi: file.dpi ?? Self.usualPageResolution, compositor: budgeted, report: report)
    switch format {
    case .pdf:
      let writer = try PDFWriter(to: write)
      for layer in layers {
        let tree = try layer.renderTree(options)
        let size = try pageSize(of: tree)
        try writer.page(size) { try draw(tree, on: $0, size, drawing) }
      }
      try writer.end()
    case .svg:
      for layer in layers {
        let tree = try layer.renderTree(options)
        let size = try pageSize(of: tree)
        let writer = try SVGWriter(size, to: write)
        try draw(tree, on: writer, size, drawing)
        try writer.end()
      }
    }
    return bytes
  }

  private func draw(_ tree: RenderTree, on target: any VectorTarget, _ size: Size, _ options: VectorOptions) throws {
    let origin = tree.canvas.origin
    let map = AffineTransform.translation(-origin.x, -origin.y).concat(.scale(tree.scale, tree.scale))
    do {
      try VectorPainter.paint(tree, on: target, through: map, page: Rect(origin: .zero, size: size), options)
    } catch let error as BitmapError { throw LayerError(.limit, error.message) }
  }

  /// The size of a tree's page, in points.
  private func pageSize(of tree: RenderTree) throws -> Size {
    let size = Size(tree.canvas.width * tree.scale, tree.canvas.height * tree.scale)
    guard size.width > 0, size.height > 0, size.width <= Self.longestSide, size.height <= Self.longestSide else {
      throw LayerError(
        .limit,
        "a page of \(pixelText(size.width))×\(pixelText(size.height)) points cannot be drawn: each side must be above 0 "
          + "and at most \(pixelText(Self.longestSide)) points; make the size or the scale smaller")
    }
    return size
  }

  /// The file of a page that holds an image alone.
  static func page(of bitmap: Bitmap, as format: VectorFormat, _ options: EncodingOptions) throws -> [UInt8] {
    var bytes: [UInt8] = []
    func write(_ part: UnsafeRawBufferPointer) { bytes.append(contentsOf: part) }
    let size = Size(bitmap.pointWidth, bitmap.pointHeight)
    let image = VectorImage(bitmap, through: .scale(1 / bitmap.scale, 1 / bitmap.scale))
    func draw(_ target: any VectorTarget) throws {
      if let background = options.background {
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
