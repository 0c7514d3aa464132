// SPDX-License-Identifier: MIT
import CSVGLibrary
import Geometry
import ImageFiles
import Numbers
import Pixels
import RenderTree
import Synchronization
import Wording

/// An SVG file as a picture, drawn by librsvg at the resolution that is asked for.
///
/// Text in it has the system's fonts; all else follows from the file.
package final class SVGPicture: ScalablePicture, Sendable {
  package let size: Size
  /// The bytes that it keeps in memory, about.
  package let byteCount: Int
  /// Sentences about what is not shown.
  package let notes: [String]

  private let check: SVGCheck
  private let view: llua_svg_view
  private let cache: SVGPictureCache
  private let document: Mutex<Document>
  /// The file, and what its shapes are read with.
  private let bytes: [UInt8]
  private let options: Options
  private let known = Mutex<Shapes>(Shapes())

  private struct Shapes {
    var areRead = false
    var drawing: RecordedDrawing?
  }

  private struct Document: ~Copyable, @unchecked Sendable {
    // Unchecked: the library lets one thread at a time use it, and so does the lock around.
    let pointer: OpaquePointer
    init(_ pointer: OpaquePointer) { self.pointer = pointer }
    deinit { llua_svg_close(pointer) }
  }

  /// What decides how a file is read.
  package struct Options: Sendable {
    package var limits = SVGLimits.file
    /// The colour that `currentColor` stands for; nil for the file's own, which is black if it says none.
    package var color: Color?
    /// Whether the size is that of the viewBox, whatever the file says besides: pages have their points there.
    package var isPage = false
    package init() {}
  }

  /// No side of a bitmap is longer, and no bitmap has more pixels.
  static let longestSide = 16_384.0
  private static let mostPixels = 1 << 26
  /// The most pixels that all groups, masks and filters of a bitmap may fill.
  static let mostWork = 5e8
  /// The most pixels that surfaces in each other may have at once.
  private static let mostNestedPixels = 1.5e8
  /// A side in points.
  static let longestPicture = 1_000_000.0

  /// Reads a file, which is checked before.
  ///
  /// - Parameters:
  ///   - bytes: SVG, or that packed with gzip.
  ///   - allowed: asked before memory is taken; returns whether that many bytes are allowed.
  /// - Throws: `LayerError`; its message does not name the file.
  package init(
    _ bytes: UnsafeRawBufferPointer, options: Options = Options(), cache: SVGPictureCache,
    allowed: (_ bytes: Int) -> Bool = { _ in true }
  ) throws {
    let unpacked =
      Deflated.isGzip(bytes) ? try Deflated.unpacked(gzip: bytes, limit: options.limits.bytes) : Array(bytes)
    check = try unpacked.withUnsafeBytes { (bytes) throws(LayerError) in
      try SVGCheck(bytes, limits: options.limits)
    }
    byteCount = unpacked.count * 3 + check.elements * 1800
    guard allowed(byteCount) else {
      throw LayerError(
        .limit,
        "the SVG of \(check.elements) elements takes more memory than is allowed: simplify it or raise the limit")
    }
    var notes = check.notes
    if options.color != nil, !check.usesCurrentColor {
      notes.append("its color has no effect: nothing in the file is painted with currentColor")
    }
    self.notes = notes
    self.cache = cache
    var pointer: OpaquePointer?
    var dimensions = llua_svg_size()
    let message = LibraryMessage()
    let style = options.color.map { "svg{color:\($0.styleText)!important}" }
    let status = unpacked.withUnsafeBufferPointer { bytes in
      if let style {
        return llua_svg_open(bytes.baseAddress, bytes.count, style, &pointer, &dimensions, message.text)
      }
      return llua_svg_open(bytes.baseAddress, bytes.count, nil, &pointer, &dimensions, message.text)
    }
    guard let pointer else { throw message.error(status) }
    let document = Document(pointer)
    let (view, size) = try SVGPicture.view(dimensions, pointer, isPage: options.isPage)
    self.view = view
    self.size = size
    self.document = Mutex(document)
    self.bytes = unpacked
    self.options = options
  }

  deinit { cache.remove(ObjectIdentifier(self)) }

  package var drawing: RecordedDrawing? { nil }

  /// No more elements or operations than these are drawn as shapes; more are smaller as pixels.
  static let mostShapes = 20_000

  /// Files of shapes alone are read by the reader of artworks, when a page asks first.
  package var shapes: RecordedDrawing? {
    known.withLock { known in
      if !known.areRead {
        known.drawing = readShapes()
        known.areRead = true
      }
      return known.drawing
    }
  }

  private func readShapes() -> RecordedDrawing? {
    guard check.drawn <= Double(Self.mostShapes), bytes.count <= 4 << 20,
      let document = try? bytes.withUnsafeBytes({ try ArtworkDocument($0) }),
      // A colour of the file's own gives way to the given one, but not with that reader.
      options.color == nil || !document.setsColor
    else { return nil }
    var reader = ArtworkReader(document, segmentLimit: 1_000_000)
    guard let artwork = try? reader.artwork(), artwork.isComplete, artwork.size.width > 0, artwork.size.height > 0
    else { return nil }
    // The points of pages are not CSS's.
    let x = size.width / artwork.size.width, y = size.height / artwork.size.height
    guard abs(x - y) < 1e-3 * x, options.isPage || abs(x - 1) < 1e-6 else { return nil }
    let operations = artwork.drawing(currentColor: options.color ?? .black).operations
    guard operations.count <= Self.mostShapes else { return nil }
    let drawing = RecordedDrawing(operations: operations)
    return x == 1 && y == 1 ? drawing : RecordedDrawing(operations: drawing.operations(through: .scale(x, y)))
  }

  /// Where the picture lies, and its size: what `width` and `height` say, else the viewBox, else what is drawn.
  private static func view(_ d: llua_svg_size, _ document: OpaquePointer, isPage: Bool) throws -> (
    llua_svg_view, Size
  ) {
    var view = llua_svg_view()
    (view.scale_x, view.scale_y) = (1, 1)
    let box = Size(d.view.2, d.view.3)
    let hasBox = d.has_view != 0 && box.width > 0 && box.height > 0
    if hasBox, isPage || (d.has_width == 0 && d.has_height == 0) {
      (view.width, view.height) = (box.width, box.height)
    } else if d.has_width != 0, d.has_height != 0 {
      (view.width, view.height) = (d.width, d.height)
    } else if hasBox {
      view.width = d.has_width != 0 ? d.width : d.height * box.width / box.height
      view.height = d.has_height != 0 ? d.height : d.width * box.height / box.width
    } else {
      var extents = [0.0, 0, 0, 0]
      let message = LibraryMessage()
      _ = extents.withUnsafeMutableBufferPointer { llua_svg_extents(document, $0.baseAddress, message.text) }
      let ink = Rect(extents[0], extents[1], extents[2], extents[3])
      guard ink.isFinite, ink.width > 0, ink.height > 0 else {
        throw LayerError("the SVG draws nothing and has no size: give its <svg> a viewBox")
      }
      // All that is drawn, from its corner on.
      view.x = d.has_width != 0 ? 0 : ink.minX
      view.y = d.has_height != 0 ? 0 : ink.minY
      view.width = d.has_width != 0 ? d.width : ink.maxX
      view.height = d.has_height != 0 ? d.height : ink.maxY
    }
    // The library's lengths in millimetres and the like are whole but for rounding.
    func whole(_ v: Double) -> Double { abs(v - v.rounded()) < 1e-4 ? v.rounded() : v }
    (view.width, view.height) = (whole(view.width), whole(view.height))
    let size = Size(view.width - view.x, view.height - view.y)
    guard size.isFinite, size.width > 0, size.height > 0 else {
      throw LayerError(
        "the SVG is \(numberText(size.width))×\(numberText(size.height)) points large, which is nothing: "
          + "give its <svg> a width and a height, or a viewBox")
    }
    guard max(size.width, size.height) <= longestPicture else {
      throw LayerError(
        .limit,
        "the SVG is \(numberText(size.width))×\(numberText(size.height)) points large; a side may have "
          + "\(numberText(longestPicture)): make its width and height smaller")
    }
    return (view, size)
  }

  /// The resolution nearest to a wished one at which the picture is drawn.
  private func possible(_ scale: Size, mostPixels: Int) -> Size {
    let (w, h) = (size.width * scale.width, size.height * scale.height)
    var k = min(1, SVGPicture.longestSide / max(w, h))
    var most = Double(min(mostPixels, SVGPicture.mostPixels))
    most = min(most, SVGPicture.mostNestedPixels / (1 + check.nesting))
    if check.layers > 0 { most = min(most, SVGPicture.mostWork / check.layers) }
    if w * h * k * k > most { k = (most / (w * h)).squareRoot() }
    if check.growingLayers > 0 {
      // Their work grows with the fourth power of the scale.
      let work = w * h * k * k * check.growingLayers * max(scale.width, scale.height) * max(scale.width, scale.height)
      let after = work * k * k
      if after > SVGPicture.mostWork { k *= (SVGPicture.mostWork / after).squareRoot().squareRoot() }
    }
    guard k < 1 else { return scale }
    // Rounded up to whole pixels it may not be too large again.
    k *= 0.999
    return Size(max(scale.width * k, 0.5 / size.width), max(scale.height * k, 0.5 / size.height))
  }

  /// The bitmap whose pixels scripts read and other files have: one pixel for a point, of a large picture fewer.
  ///
  /// - Parameters:
  ///   - pixelLimit: the most pixels.
  ///   - allowed: asked before memory is taken.
  package func baseBitmap(
    pixelLimit: Int = .max, allowed: (_ bytes: Int) -> Bool = { _ in true }, isStopped: (() -> Bool)? = nil
  ) throws -> Bitmap {
    let most = min(pixelLimit, 1 << 24)
    var k = min(1, SVGPicture.longestSide / max(size.width, size.height))
    if size.width * size.height * k * k > Double(most) { k = (Double(most) / (size.width * size.height)).squareRoot() }
    let w = max((size.width * k).rounded(.up), 1), h = max((size.height * k).rounded(.up), 1)
    guard allowed(Int(clamping: w * h) * 4) else {
      throw LayerError(
        .limit,
        "the SVG's picture of \(numberText(w))×\(numberText(h)) pixels takes more memory than is allowed: "
          + "make it smaller or raise the limit")
    }
    // Both axes have one resolution here.
    let scale = possible(Size(k, k), mostPixels: most)
    let one = min(scale.width, scale.height)
    return try drawn(Size(one, one), .zero, isStopped: isStopped).bitmap
  }

  package func bitmap(scale: Size, offset: Point, mostPixels: Int, isStopped: (() -> Bool)?) -> ScaledBitmap? {
    guard scale.width > 0, scale.height > 0, scale.isFinite else { return nil }
    let possible = possible(scale, mostPixels: mostPixels)
    // What moves is drawn anew for each place, as long as that takes about no time.
    let area = size.width * size.height * scale.width * scale.height
    let isQuick = possible == scale && check.drawn <= 2000 && check.layers <= 20 && area <= 1_048_576
    return try? drawn(possible, isQuick ? offset : .zero, isStopped: isStopped)
  }

  private func drawn(_ scale: Size, _ offset: Point, isStopped: (() -> Bool)?) throws -> ScaledBitmap {
    // Lengths that are whole but for rounding have no pixel more.
    let width = Int(clamping: max((size.width * scale.width + offset.x - 1e-6).rounded(.up), 1))
    let height = Int(clamping: max((size.height * scale.height + offset.y - 1e-6).rounded(.up), 1))
    let key = SVGPictureCache.Key(picture: ObjectIdentifier(self), scale: scale, offset: offset)
    return try document.withLock { document in
      if let known = cache[key] { return ScaledBitmap(bitmap: known, scale: scale, offset: offset) }
      var view = view
      (view.scale_x, view.scale_y) = (scale.width, scale.height)
      (view.offset_x, view.offset_y) = (offset.x, offset.y)
      let message = LibraryMessage()
      let bitmap = try Bitmap(width: width, height: height, scale: scale.width) { pixels in
        let rows = bandHeight(width: width, height: height)
        for y in stride(from: 0, to: height, by: rows) {
          if isStopped?() == true { throw LayerError(.cancelled, "the picture was given up") }
          let status = llua_svg_draw(
            document.pointer, &view, pixels.baseAddress, Int32(clamping: width), Int32(clamping: height),
            Int32(clamping: y), Int32(clamping: min(rows, height - y)), message.text)
          guard status == LLUA_SVG_OK else { throw message.error(status) }
        }
        llua_svg_swap(pixels.baseAddress, pixels.count)
      }
      cache.keep(bitmap, key)
      return ScaledBitmap(bitmap: bitmap, scale: scale, offset: offset)
    }
  }

  /// The rows that are drawn at once. Between them the end of the work is looked for; what fills whole surfaces would
  /// do so again for each.
  private func bandHeight(width: Int, height: Int) -> Int {
    if check.hasWholeSurfaces { return height }
    let pixels = Double(check.drawn > 20_000 ? 1 << 24 : 1 << 21) / max(check.layers / 100, 1)
    return min(max(Int(clamping: pixels / Double(width)), 16), height)
  }
}

/// Bitmaps of pictures that are kept for further use, the newest in each case. Any thread may use it.
package final class SVGPictureCache: Sendable {
  struct Key: Hashable {
    var picture: ObjectIdentifier
    var scale: Size
    var offset: Point
  }

  private struct Kept {
    var bitmaps: [Key: (bitmap: Bitmap, use: UInt64)] = [:]
    var bytes = 0
    var uses: UInt64 = 0
  }

  private let kept = Mutex(Kept())
  private let byteLimit: Int

  package init(byteLimit: Int = 64 << 20) { self.byteLimit = byteLimit }

  package func removeAll() { kept.withLock { $0 = Kept() } }

  /// The memory of the bitmaps.
  package var bytes: Int { kept.withLock { $0.bytes } }

  subscript(key: Key) -> Bitmap? {
    kept.withLock { kept in
      guard let bitmap = kept.bitmaps[key]?.bitmap else { return nil }
      kept.uses += 1
      kept.bitmaps[key] = (bitmap, kept.uses)
      return bitmap
    }
  }

  func keep(_ bitmap: Bitmap, _ key: Key) {
    let size = bitmap.width * bitmap.height * 4
    kept.withLock { kept in
      kept.uses += 1
      kept.bitmaps[key] = (bitmap, kept.uses)
      kept.bytes += size
      while kept.bytes > byteLimit || kept.bitmaps.count > 256, kept.bitmaps.count > 1,
        let oldest = kept.bitmaps.min(by: { $0.value.use < $1.value.use })
      {
        kept.bitmaps[oldest.key] = nil
        kept.bytes -= oldest.value.bitmap.width * oldest.value.bitmap.height * 4
      }
    }
  }

  func remove(_ picture: ObjectIdentifier) {
    kept.withLock { kept in
      for (key, value) in kept.bitmaps where key.picture == picture {
        kept.bitmaps[key] = nil
        kept.bytes -= value.bitmap.width * value.bitmap.height * 4
      }
    }
  }
}

/// The message of the library's functions.
private struct LibraryMessage: ~Copyable {
  let text: UnsafeMutablePointer<CChar>

  init() {
    text = .allocate(capacity: Int(LLUA_SVG_MESSAGE))
    text.initialize(repeating: 0, count: Int(LLUA_SVG_MESSAGE))
  }
  deinit { text.deallocate() }

  func error(_ status: Int32) -> LayerError {
    let words = String(cString: text)
    switch Int(status) {
    case Int(LLUA_SVG_NO_LIBRARY):
      return LayerError(
        .missing, "SVG needs the library \(words), which is not installed: install librsvg2-2, or use a PNG")
    case Int(LLUA_SVG_MEMORY): return LayerError(.limit, "there is not enough memory for the SVG: make it smaller")
    default:
      return LayerError("the SVG cannot be drawn\(words.isEmpty ? "" : " (\(words))"): check it, or export it again")
    }
  }
}

extension Color {
  /// As style sheets write it.
  fileprivate var styleText: String {
    func byte(_ v: Double) -> Int { Int(clamping: (min(max(v, 0), 1) * 255).rounded()) }
    let rgb = "\(byte(red)),\(byte(green)),\(byte(blue))"
    return alpha < 1 ? "rgba(\(rgb),\(numberText(max(alpha, 0), decimals: 4)))" : "rgb(\(rgb))"
  }
}
