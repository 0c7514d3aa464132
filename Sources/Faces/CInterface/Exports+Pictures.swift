// SPDX-License-Identifier: MIT
import CLayerLua
import Formats
import Geometry
import LayerEngine
import LayerModel
import LayerRendering
import Numbers
import Pixels
import SystemC

// Pictures, films and images.

private let cFree: @convention(c) (UnsafeMutableRawPointer?) -> Void = free

/// Converts a `layerlua_pixels` value to a pixel layout.
func layout(_ pixels: Int32) throws(EngineError) -> PixelLayout {
  switch UInt32(bitPattern: pixels) {
  case LAYERLUA_RGBA.rawValue: .rgbaStraight
  case LAYERLUA_RGBA_PREMULTIPLIED.rawValue: .rgbaPremultiplied
  case LAYERLUA_BGRA_PREMULTIPLIED.rawValue: .bgraPremultiplied
  case LAYERLUA_BGRA.rawValue: .bgraStraight
  default: throw misuse("\(pixels) is not a layerlua_pixels, such as LAYERLUA_RGBA or LAYERLUA_BGRA_PREMULTIPLIED")
  }
}

/// Converts four bytes, the first in the lowest bits, to a bitmap's premultiplied RGBA pixel. Premultiplied colours are
/// clamped to their alpha.
private func pixel(_ bytes: UInt32, _ layout: PixelLayout) -> UInt32 {
  let isBlueFirst = layout == .bgraPremultiplied || layout == .bgraStraight
  let b = isBlueFirst ? bytes & 0xFF00_FF00 | bytes << 16 & 0xFF_0000 | bytes >> 16 & 0xFF : bytes
  let a = b >> 24
  func channel(_ c: UInt32) -> UInt32 {
    layout == .rgbaStraight || layout == .bgraStraight ? (c * a + 127) / 255 : min(c, a)
  }
  return channel(b & 0xFF) | channel(b >> 8 & 0xFF) << 8 | channel(b >> 16 & 0xFF) << 16 | a << 24
}

@_cdecl("layerlua_pixel_size") public func pixelSize(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ settings: UnsafePointer<layerlua_settings>?,
  _ width: UnsafeMutablePointer<UInt32>?,
  _ height: UnsafeMutablePointer<UInt32>?
) -> layerlua_status {
  width?.pointee = 0
  height?.pointee = 0
  return perform(engine) { handle in
    guard let width, let height else { throw misuse("an output pointer for the size is NULL") }
    let size = try handle.engine.size(of: try handle.layer(layer), try DrawingSettings(settings).render)
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
    let options = try DrawingSettings(settings).picture().render
    let layout = try layout(pixels)
    guard let memory else { throw misuse("the memory is NULL") }
    let stride = bytesPerRow == 0 ? try handle.engine.size(of: layer, options).width * 4 : bytesPerRow
    let buffer = UnsafeMutableRawBufferPointer(start: memory, count: max(capacity, 0))
    try handle.engine.render(layer, options, into: buffer, bytesPerRow: stride, as: layout)
  }
}

@_cdecl("layerlua_render_image") public func renderImage(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ settings: UnsafePointer<layerlua_settings>?,
  _ image: UnsafeMutablePointer<OpaquePointer?>?
) -> layerlua_status {
  image?.pointee = nil
  return perform(engine) { handle in
    guard let image else { throw misuse("the output pointer for the image is NULL") }
    let picture = try handle.engine.render(try handle.layer(layer), try DrawingSettings(settings).picture().render)
    image.pointee = OpaquePointer(Unmanaged.passRetained(picture).toOpaque())
  }
}

@_cdecl("layerlua_encode") public func encode(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ settings: UnsafePointer<layerlua_settings>?,
  _ format: UnsafePointer<CChar>?,
  _ bytes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, _ count: UnsafeMutablePointer<Int>?
) -> layerlua_status {
  bytes?.pointee = nil
  count?.pointee = 0
  return perform(engine) { handle in
    guard let bytes, let count else { throw misuse("the output pointer for the bytes or their number is NULL") }
    let format = try text(format, "the format")
    let settings = try DrawingSettings(settings)
    let layer = try handle.layer(layer)
    let known = FileFormat(fileExtension: format)
    let isFilm = known?.holds(.film) == true && (settings.isFilm || known?.holds(.picture) == false)
    guard isFilm else {
      let picture = try settings.picture()
      let data = try picture.telling(handle.engine) { () throws(EngineError) in
        try handle.engine.encode(layer, format: format, picture.render, picture.file)
      }
      (bytes.pointee, count.pointee) = try copied(data)
      return
    }
    try settings.checkFilm()
    let film = try settings.filmOptions()
    let data = try settings.telling(handle.engine) { () throws(EngineError) in
      try handle.engine.film(
        of: layer, format: format, film, settings.render, settings.file, progress: settings.progress)
    }
    guard let data else { throw EngineError(.cancelled, "on_progress ended the film") }
    (bytes.pointee, count.pointee) = try copied(data)
  }
}

/// Copies bytes to malloc'ed memory, which the caller frees.
private func copied(_ data: [UInt8]) throws(EngineError) -> (UnsafeMutablePointer<UInt8>, Int) {
  guard let memory = malloc(max(data.count, 1)) else {
    throw EngineError(.limit, "out of memory: \(data.count) bytes of a picture")
  }
  data.withUnsafeBytes { if let base = $0.baseAddress { memory.copyMemory(from: base, byteCount: data.count) } }
  return (memory.assumingMemoryBound(to: UInt8.self), data.count)
}

/// Reads the layers of a list of pages.
private func pages(_ handle: EngineHandle, _ layers: UnsafePointer<OpaquePointer?>?, _ count: Int) throws -> [Layer] {
  guard count > 0 else { throw misuse("there is no page: the number of layers is \(count)") }
  guard let layers else { throw misuse("the layers are NULL, but the count is \(count)") }
  var result: [Layer] = []
  for i in 0..<count { result.append(try handle.layer(layers[i])) }
  return result
}

@_cdecl("layerlua_encode_pages") public func encodePages(
  _ engine: OpaquePointer?, _ layers: UnsafePointer<OpaquePointer?>?, _ layerCount: Int,
  _ settings: UnsafePointer<layerlua_settings>?, _ format: UnsafePointer<CChar>?,
  _ bytes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, _ count: UnsafeMutablePointer<Int>?
) -> layerlua_status {
  bytes?.pointee = nil
  count?.pointee = 0
  return perform(engine) { handle in
    guard let bytes, let count else { throw misuse("the output pointer for the bytes or their number is NULL") }
    let format = try text(format, "the format")
    let settings = try DrawingSettings(settings).picture()
    let layers = try pages(handle, layers, layerCount)
    let data = try settings.telling(handle.engine) { () throws(EngineError) in
      try handle.engine.encode(layers, format: format, settings.render, settings.file)
    }
    (bytes.pointee, count.pointee) = try copied(data)
  }
}

@_cdecl("layerlua_write_pages") public func writePages(
  _ engine: OpaquePointer?, _ layers: UnsafePointer<OpaquePointer?>?, _ layerCount: Int,
  _ settings: UnsafePointer<layerlua_settings>?, _ path: UnsafePointer<CChar>?
) -> layerlua_status {
  perform(engine) { handle in
    let path = try text(path, "the path")
    let settings = try DrawingSettings(settings).picture()
    let layers = try pages(handle, layers, layerCount)
    let format: FileFormat
    do throws(DestinationError) { format = try FileFormat(ofPicture: path) } catch {
      throw misuse(error.writing(path).message)
    }
    try settings.telling(handle.engine) { () throws(EngineError) in
      try handle.engine.write(layers, to: path, as: format, settings.render, settings.file)
    }
  }
}

@_cdecl("layerlua_free_bytes") public func freeBytes(_ bytes: UnsafeMutablePointer<UInt8>?) { cFree(bytes) }

@_cdecl("layerlua_write") public func write(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ settings: UnsafePointer<layerlua_settings>?,
  _ path: UnsafePointer<CChar>?
) -> layerlua_status {
  perform(engine) { handle in
    let path = try text(path, "the path")
    let settings = try DrawingSettings(settings)
    let layer = try handle.layer(layer)
    let film = try settings.filmOptions()
    let destination: Destination
    do throws(DestinationError) { destination = try Destination(path, isFilm: !film.isEmpty) } catch {
      throw misuse(error.writing(path).message)
    }
    switch destination {
    case .picture(let format):
      try settings.telling(handle.engine) { () throws(EngineError) in
        try handle.engine.write(layer, to: path, as: format, settings.render, settings.file)
      }
    case .scene(let format):
      try settings.telling(handle.engine) { () throws(EngineError) in
        try handle.engine.writeScene(
          ofScript: layer, to: path, as: format, scale: settings.render.scale == 1 ? nil : settings.render.scale,
          bake: film.framesPerSecond, film)
      }
    case .film(let target):
      try settings.checkFilm()
      let isWhole = try settings.telling(handle.engine) { () throws(EngineError) in
        try handle.engine.film(
          of: layer, to: path, target, film, settings.render, settings.file, progress: settings.progress)
      }
      guard isWhole else { throw EngineError(.cancelled, "cannot write \"\(path)\": on_progress ended the film") }
    }
  }
}

// MARK: - Images

@_cdecl("layerlua_image_width") public func imageWidth(_ pointer: OpaquePointer?) -> UInt32 {
  UInt32(image(pointer)?.width ?? 0)
}
@_cdecl("layerlua_image_height") public func imageHeight(_ pointer: OpaquePointer?) -> UInt32 {
  UInt32(image(pointer)?.height ?? 0)
}
@_cdecl("layerlua_image_scale") public func imageScale(_ pointer: OpaquePointer?) -> Double {
  image(pointer)?.scale ?? 0
}

@_cdecl("layerlua_image_read") public func imageRead(
  _ pointer: OpaquePointer?, _ pixels: Int32, _ memory: UnsafeMutableRawPointer?, _ capacity: Int, _ bytesPerRow: Int
) -> layerlua_status {
  guard let bitmap = image(pointer)?.bitmap, let layout = try? layout(pixels), let memory, capacity > 0 else {
    return LAYERLUA_USAGE
  }
  let buffer = UnsafeMutableRawBufferPointer(start: memory, count: capacity)
  return bitmap.copy(to: buffer, bytesPerRow: bytesPerRow == 0 ? bitmap.width * 4 : bytesPerRow, as: layout)
    ? LAYERLUA_OK : LAYERLUA_USAGE
}

@_cdecl("layerlua_image_create") public func imageCreate(
  _ pixels: Int32, _ memory: UnsafeRawPointer?, _ bytesPerRow: Int, _ width: UInt32, _ height: UInt32, _ scale: Double
) -> OpaquePointer? {
  let row = Int(width) * 4
  let stride = bytesPerRow == 0 ? row : bytesPerRow
  let scale = scale == 0 ? 1 : scale
  guard let memory, let layout = try? layout(pixels), stride >= row, scale > 0, scale.isFinite,
    let bitmap = try? Bitmap(
      width: Int(width), height: Int(height), scale: scale,
      fill: { out in
        var at = 0
        for y in 0..<Int(height) {
          let from = memory + y * stride
          for x in 0..<Int(width) {
            out[at] = pixel(UInt32(littleEndian: from.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)), layout)
            at += 1
          }
        }
      })
  else { return nil }
  return OpaquePointer(Unmanaged.passRetained(Image(bitmap)).toOpaque())
}

@_cdecl("layerlua_image_decode") public func imageDecode(
  _ engine: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ image: UnsafeMutablePointer<OpaquePointer?>?
) -> layerlua_status {
  image?.pointee = nil
  return perform(engine) { handle in
    guard let image else { throw misuse("the output pointer for the image is NULL") }
    let picture = try handle.engine.decodeImage(try fileBytes(bytes, count))
    image.pointee = OpaquePointer(Unmanaged.passRetained(picture).toOpaque())
  }
}

@_cdecl("layerlua_image_encode") public func imageEncode(
  _ engine: OpaquePointer?, _ picture: OpaquePointer?, _ settings: UnsafePointer<layerlua_settings>?,
  _ format: UnsafePointer<CChar>?,
  _ bytes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, _ count: UnsafeMutablePointer<Int>?
) -> layerlua_status {
  bytes?.pointee = nil
  count?.pointee = 0
  return perform(engine) { handle in
    guard let bytes, let count else { throw misuse("the output pointer for the bytes or their number is NULL") }
    guard let picture = image(picture) else { throw misuse("the image is NULL") }
    let format = try text(format, "the format")
    let settings = try DrawingSettings(settings).picture()
    var file = settings.file
    file.background = settings.render.background
    (bytes.pointee, count.pointee) = try copied(try handle.engine.encode(picture, format: format, file))
  }
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
    handle.engine.register(image(picture), named: name)
  }
}

/// A host's pixel source with its user data; released with the last layer that uses it.
private final class Source {
  private let body: layerlua_draw
  private let userData: UnsafeMutableRawPointer?
  private let release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?

  init(
    _ body: @escaping layerlua_draw, _ userData: UnsafeMutableRawPointer?,
    _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
  ) {
    self.body = body
    self.userData = userData
    self.release = release
  }

  deinit { release?(userData) }

  func draw(_ drawable: Drawable, time: Double) throws -> Bool {
    try drawable.withUnsafeMutableBytes { bytes, bytesPerRow in
      var out = layerlua_drawable()
      out.width = UInt32(drawable.width)
      out.height = UInt32(drawable.height)
      out.bytes_per_row = bytesPerRow
      out.bytes = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
      out.time = time
      return body(&out, userData)
    }
  }
}

@_cdecl("layerlua_set_drawable") public func setDrawable(
  _ engine: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ function: layerlua_draw?,
  _ userData: UnsafeMutableRawPointer?,
  _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
) -> layerlua_status {
  let source = function.map { Source($0, userData, release) }
  if source == nil { release?(userData) }
  return perform(engine) { handle in
    let name = try text(name, "the drawable's name")
    guard !name.isEmpty else { throw misuse("the drawable's name is empty") }
    guard let source else { return handle.engine.register(nil, drawableNamed: name) }
    handle.engine.registerDrawable(name) { drawable, time in
      if try !source.draw(drawable, time: time) { throw LayerError("the host could not draw \"\(name)\"") }
    }
  }
}
