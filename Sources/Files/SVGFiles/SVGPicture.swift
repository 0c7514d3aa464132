// SPDX-License-Identifier: MIT
import CSVGProgram
import Geometry
import Messages
import Numbers
import Pixels
import RenderTree
import Synchronization

/// An SVG file as a scalable picture that the program layerlua-svg draws with librsvg.
///
/// Its text uses the system's fonts; everything else depends only on the file.
package final class SVGPicture: SVGImage, Sendable {
  package let size: Size
  package let byteCount: Int
  package let notes: [String]

  private let view: llua_svg_view
  private let cache: SVGPictureCache
  private let program: SVGProgram
  private let need: SVGNeed
  private let document = SVGProgram.newDocument()
  private let bytes: [UInt8]
  private let style: String
  /// The maximum number of pixels, lowered when a limit refused more.
  private let refused = Mutex(Double.infinity)

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: uncompressed SVG.
  ///   - need: the reason for using the program.
  ///   - allowed: called before memory is allocated; returns true if that many bytes are allowed.
  ///   - isStopped: polled while the program reads the file; true ends it.
  /// - Throws: `LayerError`; its message does not name the file.
  package init(
    _ bytes: [UInt8], options: SVGOptions = SVGOptions(), cache: SVGPictureCache, program: SVGProgram, need: SVGNeed,
    allowed: (_ bytes: Int) -> Bool = { _ in true }, isStopped: (() -> Bool)? = nil
  ) throws {
    guard bytes.count <= min(options.mostBytes, Int(LLUA_SVG_MOST_BYTES)) else {
      throw LayerError(.limit, "the SVG has \(bytes.count) bytes; at most \(options.mostBytes) are read: simplify it")
    }
    byteCount = bytes.count
    guard allowed(byteCount) else {
      throw LayerError(.limit, "there is no memory for the SVG's \(bytes.count) bytes: simplify it or raise the limit")
    }
    var notes = need.notes
    if !need.gaps.isEmpty {
      let shown = need.gaps.prefix(5).map { "\($0.what) (line \($0.line))" }.joined(separator: ", ")
      notes.append(
        "it is drawn without \(shown), which librsvg does not support; write plain values, or only shapes, which are "
          + "drawn without it")
    }
    self.notes = notes
    style = options.color.map { "svg{color:\($0.styleText)!important}" } ?? ""
    var request = llua_svg_request()
    request.kind = UInt32(LLUA_SVG_OPEN)
    request.document = document
    request.setStyle(style)
    let dimensions: llua_svg_size
    do {
      dimensions = try program.perform(request, bytes, need: need.reason, isStopped: isStopped)
    } catch let refusal as SVGProgram.Refusal { throw SVGPicture.error(refusal, program, "read") }
    (view, size) = try SVGPicture.view(dimensions, isPage: options.isPage)
    self.cache = cache
    self.program = program
    self.need = need
    self.bytes = bytes
  }

  deinit { cache.remove(ObjectIdentifier(self)) }

  package var drawing: RecordedDrawing? { nil }
  package var isSlow: Bool { true }

  /// Returns the view and the size: from `width` and `height`, else from the viewBox, else from the bounds of the
  /// drawing.
  private static func view(_ d: llua_svg_size, isPage: Bool) throws -> (llua_svg_view, Size) {
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
      let ink = Rect(d.extents.0, d.extents.1, d.extents.2, d.extents.3)
      guard d.has_extents != 0, ink.isFinite, ink.width > 0, ink.height > 0 else { throw SVGSize.nothing }
      // Uses the bounds of everything drawn.
      view.x = d.has_width != 0 ? 0 : ink.minX
      view.y = d.has_height != 0 ? 0 : ink.minY
      view.width = d.has_width != 0 ? d.width : ink.maxX
      view.height = d.has_height != 0 ? d.height : ink.maxY
    }
    // Removes rounding errors of the library's conversion from millimetres and other units.
    func whole(_ v: Double) -> Double { abs(v - v.rounded()) < 1e-4 ? v.rounded() : v }
    (view.width, view.height) = (whole(view.width), whole(view.height))
    return (view, try SVGSize.checked(Size(view.width - view.x, view.height - view.y)))
  }

  /// Returns the possible resolution nearest to the requested one.
  private func possible(_ scale: Size, mostPixels: Int) -> Size {
    let (w, h) = (size.width * scale.width, size.height * scale.height)
    var k = min(1, SVGSize.longestSide / max(w, h))
    let most = min(Double(max(mostPixels, 1)), Double(LLUA_SVG_MOST_PIXELS), refused.withLock { $0 })
    if w * h * k * k > most { k = (most / (w * h)).squareRoot() }
    guard k < 1 else { return scale }
    // Leaves room for rounding up to whole pixels.
    k *= 0.999
    return Size(max(scale.width * k, 0.5 / size.width), max(scale.height * k, 0.5 / size.height))
  }

  package func baseBitmap(
    pixelLimit: Int, allowed: (_ bytes: Int) -> Bool, isStopped: (() -> Bool)?
  ) throws -> Bitmap {
    let most = min(pixelLimit, 1 << 24)
    var k = min(1, SVGSize.longestSide / max(size.width, size.height))
    if size.width * size.height * k * k > Double(most) { k = (Double(most) / (size.width * size.height)).squareRoot() }
    let w = max((size.width * k).rounded(.up), 1), h = max((size.height * k).rounded(.up), 1)
    guard allowed(Int(clamping: w * h) * 4) else {
      throw LayerError(
        .limit,
        "the SVG's picture of \(numberText(w))×\(numberText(h)) pixels takes more memory than is allowed: "
          + "make it smaller or raise the limit")
    }
    // Both axes have the same resolution here.
    let scale = possible(Size(k, k), mostPixels: most)
    let one = min(scale.width, scale.height)
    return try drawn(Size(one, one), .zero, isStopped: isStopped).bitmap
  }

  package func bitmap(scale: Size, offset: Point, mostPixels: Int, isStopped: (() -> Bool)?) -> ScaledBitmap? {
    guard scale.width > 0, scale.height > 0, scale.isFinite else { return nil }
    return try? drawn(possible(scale, mostPixels: mostPixels), offset, isStopped: isStopped)
  }

  /// The fractions of the time limit for the attempts at full, half and a quarter of the resolution.
  private static let shares = [0.6, 0.25, 0.15]

  /// Draws the picture; if a limit refuses, retries at half and then a quarter of the resolution.
  private func drawn(_ wanted: Size, _ offset: Point, isStopped: (() -> Bool)?) throws -> ScaledBitmap {
    var (scale, offset) = (wanted, offset)
    var last = SVGProgram.Refusal.late
    for share in Self.shares {
      do { return try drawn(scale, offset, share: share, isStopped: isStopped) } catch let refusal as SVGProgram.Refusal
      {
        last = refusal
        scale = Size(max(scale.width / 2, 0.5 / size.width), max(scale.height / 2, 0.5 / size.height))
        offset = .zero
        let most = size.width * scale.width * size.height * scale.height
        refused.withLock { $0 = min($0, max(most, 1)) }
      }
    }
    throw SVGPicture.error(last, program, "drawn")
  }

  private func drawn(_ scale: Size, _ offset: Point, share: Double, isStopped: (() -> Bool)?) throws -> ScaledBitmap {
    // The tolerance avoids an extra pixel due to rounding errors.
    let width = Int(clamping: max((size.width * scale.width + offset.x - 1e-6).rounded(.up), 1))
    let height = Int(clamping: max((size.height * scale.height + offset.y - 1e-6).rounded(.up), 1))
    let key = SVGPictureCache.Key(picture: ObjectIdentifier(self), scale: scale, offset: offset)
    if let known = cache[key] { return ScaledBitmap(bitmap: known, scale: scale, offset: offset) }
    var request = llua_svg_request()
    request.kind = UInt32(LLUA_SVG_DRAW)
    request.document = document
    request.width = UInt32(clamping: width)
    request.height = UInt32(clamping: height)
    request.view = view
    (request.view.scale_x, request.view.scale_y) = (scale.width, scale.height)
    (request.view.offset_x, request.view.offset_y) = (offset.x, offset.y)
    request.has_text = need.hasText ? 1 : 0
    request.setStyle(style)
    let bitmap = try Bitmap(width: width, height: height, scale: scale.width) { pixels in
      _ = try program.perform(request, bytes, need: need.reason, time: share, into: pixels, isStopped: isStopped)
    }
    cache.keep(bitmap, key)
    return ScaledBitmap(bitmap: bitmap, scale: scale, offset: offset)
  }

  private static func error(_ refusal: SVGProgram.Refusal, _ program: SVGProgram, _ what: String) -> LayerError {
    let tries = what == "drawn" ? ", at full size and at a quarter of it" : ""
    switch refusal {
    case .late:
      return LayerError(
        .limit,
        "the SVG takes longer than \(numberText(program.limits.time)) seconds to be \(what)\(tries): simplify its "
          + "filters, patterns and text")
    case .memory:
      return LayerError(
        .limit,
        "the SVG takes more than \(program.limits.memory >> 20) MB to be \(what)\(tries): simplify its filters, "
          + "patterns and images")
    case .died(let signal):
      let reason =
        signal == 6
        ? ", as when it is refused memory, or threads by the system's limit of tasks"
        : ""
      return LayerError(
        "the SVG cannot be \(what): librsvg ended by signal \(signal)\(reason): simplify the file, or export it again")
    }
  }
}

/// Limits on the size of an SVG file, in points.
enum SVGSize {
  /// The maximum side of a bitmap, in pixels.
  static let longestSide = Double(LLUA_SVG_LONGEST_SIDE)
  private static let longestPicture = 1_000_000.0

  static var nothing: LayerError { LayerError("the SVG draws nothing and has no size: give its <svg> a viewBox") }

  static func checked(_ size: Size) throws(LayerError) -> Size {
    guard size.isFinite, size.width > 0, size.height > 0 else {
      throw LayerError(
        "the SVG is \(numberText(size.width))×\(numberText(size.height)) points large, so it is empty: "
          + "give its <svg> a width and a height, or a viewBox")
    }
    guard max(size.width, size.height) <= longestPicture else {
      throw LayerError(
        .limit,
        "the SVG is \(numberText(size.width))×\(numberText(size.height)) points large; the limit per side is "
          + "\(numberText(longestPicture)): make its width and height smaller")
    }
    return size
  }
}

extension llua_svg_request {
  fileprivate mutating func setStyle(_ text: String) {
    withUnsafeMutableBytes(of: &style) { bytes in
      bytes.copyBytes(from: text.utf8.prefix(bytes.count - 1))
    }
  }
}

/// An LRU cache of the bitmaps of SVG pictures, shared by all of them. Thread-safe.
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

  /// The memory of the bitmaps, in bytes.
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

extension Color {
  /// The colour in CSS syntax.
  fileprivate var styleText: String {
    func byte(_ v: Double) -> Int { Int(clamping: (min(max(v, 0), 1) * 255).rounded()) }
    let rgb = "\(byte(red)),\(byte(green)),\(byte(blue))"
    return alpha < 1 ? "rgba(\(rgb),\(numberText(max(alpha, 0), decimals: 4)))" : "rgb(\(rgb))"
  }
}
