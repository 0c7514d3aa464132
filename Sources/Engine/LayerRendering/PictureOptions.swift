// SPDX-License-Identifier: MIT
import Formats
import Geometry
import LayerModel
import Pixels

/// Options for rendering a picture of a layer and writing it to a file. A nil option is left to the layer or the
/// format; an option that a format does not use is an error.
///
/// ```swift
/// try renderer.write(poster, to: "poster.jpg", PictureOptions(scale: 2, time: 1, quality: 0.9))
/// ```
public struct PictureOptions: Sendable, Equatable {
  /// Pixels per point, greater than 0. Default 1.
  public var scale: Double
  /// The scene time to render, in seconds; nil is the scene's current time.
  public var time: Double?
  /// The picture's size in points, from the bounds' origin; nil is the bounds' size.
  public var size: Size?
  /// The colour behind the layer; nil is transparent, or white for JPEG, which has no alpha.
  public var background: Color?
  /// The quality of JPEG and WebP, 0…1. Default 0.9. A WebP of quality 1 is lossless.
  public var quality: Double?
  /// True for lossless compression, in WebP. Default false.
  public var isLossless: Bool?
  /// The compression level of PNG, from 1 (fastest) to 12 (smallest). Default 2.
  public var compression: Int?
  /// The encoder's effort for WebP, from 0 (fastest) to 6 (smallest). Default 4; 2 takes less than half of the time,
  /// for files a few percent larger.
  public var effort: Int?
  /// For PNG and JPEG, the pixels per inch that the file declares; default 72 for each pixel per point. For PDF and
  /// SVG, the resolution of parts that must be rasterised; default 300.
  public var dpi: Double?
  /// Page options of PDF and SVG.
  public var page: PageOptions

  /// Creates options; omitted arguments have their defaults.
  public init(
    scale: Double = 1, time: Double? = nil, size: Size? = nil, background: Color? = nil, quality: Double? = nil,
    isLossless: Bool? = nil, compression: Int? = nil, dpi: Double? = nil, page: PageOptions = PageOptions(),
    effort: Int? = nil
  ) {
    self.scale = scale
    self.time = time
    self.size = size
    self.background = background
    self.quality = quality
    self.isLossless = isLossless
    self.compression = compression
    self.effort = effort
    self.dpi = dpi
    self.page = page
  }

  package var rendering: RenderOptions { RenderOptions(scale: scale, time: time, size: size, background: background) }
  /// The encoding options, without the background, which is already part of the picture.
  package var encoding: EncodingOptions {
    EncodingOptions(
      quality: quality, isLossless: isLossless, compression: compression, effort: effort, dpi: dpi, page: page)
  }
}

/// Options for rendering a film of a layer and writing it to a file. A nil option is left to the layer or the format;
/// an option that a format does not use is an error.
///
/// ```swift
/// try renderer.write(poster, to: "poster.mp4", FilmOptions(duration: 2, framesPerSecond: 30))
/// ```
public struct FilmOptions: Sendable, Equatable {
  /// The duration in seconds. Default: until the last animation that ends has ended.
  public var duration: Double?
  /// The seconds added at the end, in which the last picture stands still or what is endless goes on. Default 0.
  public var hold: Double?
  /// Frames per second, up to 1000. Default 60; 50 for GIF.
  public var framesPerSecond: Double?
  /// The scene time of frame 0, in seconds. Default the scene's current time.
  public var start: Double?
  /// The frames to render. Default all.
  public var frames: FrameList?
  /// The sounds of a `.mp4` or `.webm`; nil for those of the script, which `ca.film` gives. Default nil.
  public var sounds: [FilmSound]?
  /// Pixels per point, greater than 0. Default 1.
  public var scale: Double
  /// The frames' size in points, from the bounds' origin; nil is the bounds' size.
  public var size: Size?
  /// The colour behind the layer; nil is transparent, or white in formats without alpha.
  public var background: Color?
  /// The quality of lossy formats, 0…1. Default 0.9.
  public var quality: Double?
  /// True for lossless compression, in WebP. Default false.
  public var isLossless: Bool?
  /// The encoder's effort for WebP, from 0 (fastest) to 6 (smallest). Default 2.
  public var effort: Int?
  /// For PDF and SVG, the resolution of parts that must be rasterised, in pixels per inch. Default 300.
  public var dpi: Double?
  /// Page options of PDF and SVG.
  public var page: PageOptions

  /// Creates options; omitted arguments have their defaults.
  public init(
    duration: Double? = nil, framesPerSecond: Double? = nil, start: Double? = nil, frames: FrameList? = nil,
    scale: Double = 1, size: Size? = nil, background: Color? = nil, quality: Double? = nil, isLossless: Bool? = nil,
    dpi: Double? = nil, page: PageOptions = PageOptions(), hold: Double? = nil, sounds: [FilmSound]? = nil,
    effort: Int? = nil
  ) {
    self.effort = effort
    self.sounds = sounds
    self.duration = duration
    self.hold = hold
    self.framesPerSecond = framesPerSecond
    self.start = start
    self.frames = frames
    self.scale = scale
    self.size = size
    self.background = background
    self.quality = quality
    self.isLossless = isLossless
    self.dpi = dpi
    self.page = page
  }

  package var request: FilmRequest {
    var request = FilmRequest(
      framesPerSecond: framesPerSecond, start: start, duration: duration, hold: hold, frames: frames)
    request.sounds = sounds
    return request
  }
  package var rendering: RenderOptions { RenderOptions(scale: scale, size: size, background: background) }
  package var encoding: EncodingOptions {
    EncodingOptions(quality: quality, isLossless: isLossless, effort: effort, dpi: dpi, page: page)
  }
}

/// The length of a film with given options.
///
/// ```swift
/// let length = try engine.filmLength(of: card, FilmOptions(duration: 2, framesPerSecond: 30))
/// print(length.frameCount, length.framesPerSecond, length.start, length.duration)  // 60 30.0 0.0 2.0
/// ```
public struct FilmLength: Sendable, Equatable {
  /// The number of frames that are rendered.
  public var frameCount: Int
  /// Frames per second.
  public var framesPerSecond: Double
  /// The scene time of the film's frame 0, in seconds.
  public var start: Double
  /// The duration of the rendered frames, in seconds.
  public var duration: Double

  package init(_ plan: FilmPlan) {
    (frameCount, framesPerSecond) = (plan.frames.count, plan.timing.framesPerSecond)
    (start, duration) = (plan.timing.start, plan.duration)
  }
}

/// A frame of a film in memory.
///
/// ```swift
/// let frame = try engine.frame(10, of: card, FilmOptions(duration: 2))
/// print(frame.index, frame.time, frame.image.width)
/// ```
public struct FilmFrame: Sendable {
  /// The index among the rendered frames, from 0.
  public var index: Int
  /// The number in the film, from 0; differs from `index` if only some frames are rendered.
  public var number: Int
  /// The scene time of the frame, in seconds.
  public var time: Double
  /// The rendered frame.
  public var image: Image

  package init(index: Int, number: Int, time: Double, image: Image) {
    (self.index, self.number, self.time, self.image) = (index, number, time, image)
  }
}

/// The progress of rendering a film.
///
/// ```swift
/// try renderer.write(poster, to: "poster.gif", FilmOptions(duration: 2)) { progress in
///   print("\(progress.finished) of \(progress.total) frames")
///   return true
/// }
/// ```
public struct FilmProgress: Sendable {
  /// The number of finished frames.
  public var finished: Int
  /// The total number of frames.
  public var total: Int
  /// The finished fraction, from 0 to 1.
  public var fraction: Double { total == 0 ? 1 : Double(finished) / Double(total) }

  package init(finished: Int, total: Int) {
    self.finished = finished
    self.total = total
  }
}
