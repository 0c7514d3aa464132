// SPDX-License-Identifier: MIT
import CLayerLua
import LayerEngine
import LayerModel
import LayerRendering
import Numbers
import Pixels

// Film frames in memory. layerlua.h documents each function.

private let filmSize = (MemoryLayout<layerlua_film>.offset(of: \.duration) ?? 0) + MemoryLayout<Double>.size

@_cdecl("layerlua_film_length") public func filmLength(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ settings: UnsafePointer<layerlua_settings>?,
  _ film: UnsafeMutablePointer<layerlua_film>?
) -> layerlua_status {
  perform(engine) { handle in
    guard let film else { throw misuse("the output pointer for the film's length is NULL") }
    _ = try sized(UnsafePointer(film), layerlua_film(), first: filmSize, "layerlua_film", isFilled: true)
    let settings = try DrawingSettings(settings)
    try settings.checkFilm()
    let length = try handle.engine.filmLength(of: try handle.layer(layer), try settings.filmOptions())
    var out = layerlua_film()
    out.frame_count = length.frameCount
    out.fps = length.framesPerSecond
    out.from = length.start
    out.duration = length.duration
    fill(film, with: out)
  }
}

@_cdecl("layerlua_render_frame") public func renderFrame(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ settings: UnsafePointer<layerlua_settings>?, _ index: Int,
  _ pixels: Int32, _ memory: UnsafeMutableRawPointer?, _ capacity: Int, _ bytesPerRow: Int
) -> layerlua_status {
  perform(engine) { handle in
    let layer = try handle.layer(layer)
    let settings = try DrawingSettings(settings)
    let layout = try layout(pixels)
    guard let memory else { throw misuse("the memory is NULL") }
    let stride = bytesPerRow == 0 ? try handle.engine.size(of: layer, settings.render).width * 4 : bytesPerRow
    let buffer = UnsafeMutableRawBufferPointer(start: memory, count: max(capacity, 0))
    try handle.engine.checkRoom(for: layer, settings.render, in: buffer, bytesPerRow: stride)
    let image = try frame(handle, layer, settings, index).image
    try handle.engine.copy(image, to: buffer, bytesPerRow: stride, as: layout)
  }
}

@_cdecl("layerlua_render_frame_image") public func renderFrameImage(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ settings: UnsafePointer<layerlua_settings>?, _ index: Int,
  _ image: UnsafeMutablePointer<OpaquePointer?>?
) -> layerlua_status {
  image?.pointee = nil
  return perform(engine) { handle in
    guard let image else { throw misuse("the output pointer for the image is NULL") }
    let picture = try frame(handle, try handle.layer(layer), try DrawingSettings(settings), index).image
    image.pointee = OpaquePointer(Unmanaged.passRetained(picture).toOpaque())
  }
}

private func frame(_ handle: EngineHandle, _ layer: Layer, _ settings: DrawingSettings, _ index: Int) throws
  -> FilmFrame
{
  try settings.checkFilm()
  return try handle.engine.frame(index, of: layer, try settings.filmOptions(), settings.render)
}

@_cdecl("layerlua_film_frames") public func filmFrames(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ settings: UnsafePointer<layerlua_settings>?,
  _ onFrame: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<layerlua_frame>?) -> Bool)?,
  _ userData: UnsafeMutableRawPointer?
) -> layerlua_status {
  perform(engine) { handle in
    guard let onFrame else { throw misuse("on_frame is NULL") }
    let layer = try handle.layer(layer)
    let settings = try DrawingSettings(settings)
    try settings.checkFilm()
    let film = try settings.filmOptions()
    let isWhole = try handle.engine.frames(of: layer, film, settings.render) { frame in
      withExtendedLifetime(frame.image) {
        var out = layerlua_frame()
        out.index = frame.index
        out.number = frame.number
        out.time = frame.time
        out.image = OpaquePointer(Unmanaged.passUnretained(frame.image).toOpaque())
        return onFrame(userData, &out)
      }
    }
    guard isWhole else { throw EngineError(.cancelled, "on_frame ended the film") }
  }
}
