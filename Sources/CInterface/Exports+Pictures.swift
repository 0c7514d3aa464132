import CLayerLua
import Geometry
import LayerEngine
import LayerModel
import LayerRendering
import Pixels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Pictures and images.

private let cFree: @convention(c) (UnsafeMutableRawPointer?) -> Void = free

/// How pixels stand in the caller's memory.
private enum PixelOrder {
  case rgba, rgbaPremultiplied, bgraPremultiplied

  init(_ pixels: Int32) throws(EngineError) {
    switch UInt32(bitPattern: pixels) {
    case LAYERLUA_RGBA.rawValue: self = .rgba
    case LAYERLUA_RGBA_PREMULTIPLIED.rawValue: self = .rgbaPremultiplied
    case LAYERLUA_BGRA_PREMULTIPLIED.rawValue: self = .bgraPremultiplied
    default:
      throw misuse("\(pixels) is no layerlua_pixels: expected LAYERLUA_RGBA, LAYERLUA_RGBA_PREMULTIPLIED or LAYERLUA_BGRA_PREMULTIPLIED")
    }
  }

  /// Four bytes for a bitmap's pixel, the first the lowest.
  func bytes(_ p: UInt32) -> UInt32 {
    switch self {
    case .rgbaPremultiplied: return p
    case .bgraPremultiplied: return p & 0xFF00_FF00 | (p & 0xFF) << 16 | p >> 16 & 0xFF
    case .rgba:
      let a = p >> 24
      if a == 255 { return p }
      if a == 0 { return 0 }
      func straight(_ c: UInt32) -> UInt32 { min((c * 255 + a / 2) / a, 255) }
      return straight(p & 0xFF) | straight(p >> 8 & 0xFF) << 8 | straight(p >> 16 & 0xFF) << 16 | a << 24
    }
  }

  /// A bitmap's pixel for four bytes; colours are limited by their alpha.
  func pixel(_ b: UInt32) -> UInt32 {
    let a = b >> 24
    switch self {
    case .rgba:
      func scaled(_ c: UInt32) -> UInt32 { (c * a + 127) / 255 }
      return scaled(b & 0xFF) | scaled(b >> 8 & 0xFF) << 8 | scaled(b >> 16 & 0xFF) << 16 | a << 24
    case .rgbaPremultiplied: return min(b & 0xFF, a) | min(b >> 8 & 0xFF, a) << 8 | min(b >> 16 & 0xFF, a) << 16 | a << 24
    case .bgraPremultiplied: return min(b >> 16 & 0xFF, a) | min(b >> 8 & 0xFF, a) << 8 | min(b & 0xFF, a) << 16 | a << 24
    }
  }
}

/// Rows of pixels in memory of the caller's, checked.
private struct Rows {
  let order: PixelOrder
  let base: UnsafeMutableRawPointer
  let bytesPerRow: Int

  init(_ pixels: Int32, _ memory: UnsafeMutableRawPointer?, _ capacity: Int, _ bytesPerRow: Int, width: Int, height: Int)
    throws(EngineError)
  {
    order = try PixelOrder(pixels)
    guard let memory else { throw misuse("the memory is NULL") }
    let row = width * 4
    self.bytesPerRow = bytesPerRow == 0 ? row : bytesPerRow
    guard self.bytesPerRow >= row, self.bytesPerRow <= 1 << 40 else {
      throw misuse("a row of \(width) pixels has \(row) bytes, but bytes_per_row is \(bytesPerRow)")
    }
    let needed = self.bytesPerRow * (height - 1) + row
    guard capacity >= needed else {
      throw misuse("the memory is too small: \(width)×\(height) pixels need \(needed) bytes, there are \(capacity)")
    }
    base = memory
  }

  func write(_ bitmap: Bitmap) {
    let pixels = bitmap.pixels
    guard var from = pixels.baseAddress else { return }
    for y in 0..<bitmap.height {
      let row = base + y * bytesPerRow
      for x in 0..<bitmap.width { row.storeBytes(of: order.bytes(from[x]).littleEndian, toByteOffset: x * 4, as: UInt32.self) }
      from += bitmap.width
    }
  }
}

// MARK: - Settings

private let settingsSize = (MemoryLayout<layerlua_settings>.offset(of: \.dpi) ?? 0) + MemoryLayout<Double>.size

/// The caller's settings in two parts: how a layer is drawn, and how a file is written.
private func settings(_ pointer: UnsafePointer<layerlua_settings>?) throws -> (RenderSettings, PictureOptions) {
  let given = try sized(pointer, layerlua_settings(), first: settingsSize, "layerlua_settings")
  var render = RenderSettings()
  if given.scale != 0 { render.scale = given.scale }
  if withUnsafeBytes(of: given.has_time, { $0[0] != 0 }) {
    guard isTime(given.time) else { throw misuse("layerlua_settings.time must be seconds, got \(given.time)") }
    render.time = given.time
  }
  if given.width != 0 || given.height != 0 {
    guard given.width > 0, given.height > 0, given.width.isFinite, given.height.isFinite else {
      throw misuse(
        "layerlua_settings.width and .height must both be above 0, or both 0 for the bounds' own; got \(given.width), \(given.height)")
    }
    render.width = given.width
    render.height = given.height
  }
  render.background = try optionalText(given.background, "layerlua_settings.background")
  var file = PictureOptions()
  if given.quality != 0 { file.quality = given.quality }
  if given.lossless != 0 { file.isLossless = given.lossless > 0 }
  if given.compression != 0 { file.compression = Int(given.compression) }
  if given.dpi != 0 { file.dpi = given.dpi }
  return (render, file)
}

/// The pixels of a layer's picture, rounded as the compositor does.
private func pictureSize(_ layer: Layer, _ settings: RenderSettings) throws -> (width: Int, height: Int) {
  guard settings.scale > 0, settings.scale.isFinite else { throw misuse("layerlua_settings.scale must be above 0, got \(settings.scale)") }
  func side(_ points: Double) throws -> Int {
    let pixels = (points * settings.scale - 1e-6).rounded(.up)
    guard pixels >= 1 else { throw misuse("the layer \(layer.label) has no size; give it bounds, or the settings a width and height") }
    guard pixels <= Double(Bitmap.maximumSide) else {
      throw EngineError(.limit, "a picture's side must be at most \(Bitmap.maximumSide) pixels; make the size or the scale smaller")
    }
    return Int(pixels)
  }
  return (try side(settings.width ?? layer.bounds.width), try side(settings.height ?? layer.bounds.height))
}

@_cdecl("layerlua_picture_size") public func pictureSize(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ settings: UnsafePointer<layerlua_settings>?, _ width: UnsafeMutablePointer<UInt32>?,
  _ height: UnsafeMutablePointer<UInt32>?
) -> layerlua_status {
  width?.pointee = 0
  height?.pointee = 0
  return perform(engine) { handle in
    guard let width, let height else { throw misuse("a place for the size is NULL") }
    let size = try pictureSize(try handle.layer(layer), try CInterface.settings(settings).0)
    width.pointee = UInt32(size.width)
    height.pointee = UInt32(size.height)
  }
}

// MARK: - Rendering

@_cdecl("layerlua_render") public func render(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ settings: UnsafePointer<layerlua_settings>?, _ pixels: Int32,
  _ memory: UnsafeMutableRawPointer?, _ capacity: Int, _ bytesPerRow: Int
) -> layerlua_status {
  perform(engine) { handle in
    let layer = try handle.layer(layer)
    let settings = try CInterface.settings(settings).0
    let size = try pictureSize(layer, settings)
    _ = try Rows(pixels, memory, capacity, bytesPerRow, width: size.width, height: size.height)
    let bitmap = try handle.engine.render(layer, settings).bitmap
    // Hooks may have changed the bounds meanwhile.
    try Rows(pixels, memory, capacity, bytesPerRow, width: bitmap.width, height: bitmap.height).write(bitmap)
  }
}

@_cdecl("layerlua_render_image") public func renderImage(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ settings: UnsafePointer<layerlua_settings>?,
  _ image: UnsafeMutablePointer<OpaquePointer?>?
) -> layerlua_status {
  image?.pointee = nil
  return perform(engine) { handle in
    guard let image else { throw misuse("the place for the image is NULL") }
    let picture = try handle.engine.render(try handle.layer(layer), try CInterface.settings(settings).0)
    image.pointee = OpaquePointer(Unmanaged.passRetained(picture).toOpaque())
  }
}

/// No script has a say in a format: what is wrong here is the caller's.
private func encoded(_ handle: EngineHandle, _ image: Image, _ format: String, _ options: PictureOptions) throws -> [UInt8] {
  do { return try handle.engine.encode(image, format: format, options) } catch {
    var error = error
    if error.kind == .script { error.kind = .usage }
    throw error
  }
}

@_cdecl("layerlua_encode") public func encode(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ settings: UnsafePointer<layerlua_settings>?, _ format: UnsafePointer<CChar>?,
  _ bytes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, _ count: UnsafeMutablePointer<Int>?
) -> layerlua_status {
  bytes?.pointee = nil
  count?.pointee = 0
  return perform(engine) { handle in
    guard let bytes, let count else { throw misuse("the place for the bytes or their number is NULL") }
    let format = try text(format, "the format")
    let (settings, options) = try CInterface.settings(settings)
    let data = try encoded(handle, try handle.engine.render(try handle.layer(layer), settings), format, options)
    guard let memory = malloc(max(data.count, 1)) else { throw EngineError(.limit, "out of memory: \(data.count) bytes of a picture") }
    data.withUnsafeBytes { if let base = $0.baseAddress { memory.copyMemory(from: base, byteCount: data.count) } }
    bytes.pointee = memory.assumingMemoryBound(to: UInt8.self)
    count.pointee = data.count
  }
}

@_cdecl("layerlua_free_bytes") public func freeBytes(_ bytes: UnsafeMutablePointer<UInt8>?) { cFree(bytes) }

@_cdecl("layerlua_render_file") public func renderFile(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ settings: UnsafePointer<layerlua_settings>?, _ path: UnsafePointer<CChar>?
) -> layerlua_status {
  perform(engine) { handle in
    let path = try text(path, "the path")
    let (settings, options) = try CInterface.settings(settings)
    let layer = try handle.layer(layer)
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { throw misuse("\(path) has no extension; use .png, .jpg or .webp") }
    let format = name[name.index(after: dot)...].lowercased()
    try handle.engine.write(try encoded(handle, try handle.engine.render(layer, settings), format, options), to: path)
  }
}

// MARK: - Images

@_cdecl("layerlua_image_width") public func imageWidth(_ pointer: OpaquePointer?) -> UInt32 { UInt32(image(pointer)?.width ?? 0) }
@_cdecl("layerlua_image_height") public func imageHeight(_ pointer: OpaquePointer?) -> UInt32 { UInt32(image(pointer)?.height ?? 0) }
@_cdecl("layerlua_image_scale") public func imageScale(_ pointer: OpaquePointer?) -> Double { image(pointer)?.scale ?? 0 }

@_cdecl("layerlua_image_read") public func imageRead(
  _ pointer: OpaquePointer?, _ pixels: Int32, _ memory: UnsafeMutableRawPointer?, _ capacity: Int, _ bytesPerRow: Int
) -> layerlua_status {
  guard let bitmap = image(pointer)?.bitmap,
    let rows = try? Rows(pixels, memory, capacity, bytesPerRow, width: bitmap.width, height: bitmap.height)
  else { return LAYERLUA_USAGE }
  rows.write(bitmap)
  return LAYERLUA_OK
}

@_cdecl("layerlua_image_create") public func imageCreate(
  _ pixels: Int32, _ memory: UnsafeRawPointer?, _ bytesPerRow: Int, _ width: UInt32, _ height: UInt32, _ scale: Double
) -> OpaquePointer? {
  let row = Int(width) * 4
  let stride = bytesPerRow == 0 ? row : bytesPerRow
  let scale = scale == 0 ? 1 : scale
  guard let memory, let order = try? PixelOrder(pixels), stride >= row, scale > 0, scale.isFinite,
    let bitmap = try? Bitmap(
      width: Int(width), height: Int(height), scale: scale,
      fill: { out in
        var at = 0
        for y in 0..<Int(height) {
          let from = memory + y * stride
          for x in 0..<Int(width) {
            out[at] = order.pixel(UInt32(littleEndian: from.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)))
            at += 1
          }
        }
      })
  else { return nil }
  return OpaquePointer(Unmanaged.passRetained(Image(bitmap)).toOpaque())
}

@_cdecl("layerlua_image_retain") public func imageRetain(_ pointer: OpaquePointer?) {
  if let pointer { _ = Unmanaged<Image>.fromOpaque(UnsafeRawPointer(pointer)).retain() }
}

@_cdecl("layerlua_image_release") public func imageRelease(_ pointer: OpaquePointer?) {
  if let pointer { Unmanaged<Image>.fromOpaque(UnsafeRawPointer(pointer)).release() }
}

@_cdecl("layerlua_set_image") public func setImage(
  _ engine: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ picture: OpaquePointer?
) -> layerlua_status {
  perform(engine) { handle in
    let name = try text(name, "the image's name")
    guard !name.isEmpty else { throw misuse("the image's name is empty") }
    handle.engine.renderer.register(image(picture), named: name)
  }
}
