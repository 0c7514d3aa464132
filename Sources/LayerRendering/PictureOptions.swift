// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Outputs
import Pixels

/// What a picture of a layer looks like, and how it is written. A nil option is left to the layer or the format; an
/// option that a format does not use is an error.
///
/// ```swift
/// try renderer.write(poster, to: "poster.jpg", PictureOptions(scale: 2, time: 1, quality: 0.9))
/// ```
public struct PictureOptions: Sendable, Equatable {
  /// Pixels per point, greater than 0. Default 1.
  public var scale: Double
  /// The time that the picture shows, in seconds; nil is the scene's current time.
  public var time: Double?
  /// The picture's size in points from the bounds' origin; nil is the bounds' size.
  public var size: Size?
  /// The colour under the layer; nil is transparent, and white for JPEG, which has no alpha.
  public var background: Color?
  /// 0…1, for JPEG and WebP. Default 0.9. A WebP of quality 1 is lossless.
  public var quality: Double?
  /// For WebP: whether every pixel is kept exactly. Default false.
  public var isLossless: Bool?
  /// The level of the search for repetitions, for PNG: 1 (fastest) … 12 (smallest). Default 2.
  public var compression: Int?
  /// The pixels per inch that the file states, for PNG and JPEG: default 72 for each pixel per point. For PDF and SVG,
  /// those of what pages cannot hold: default 300.
  public var dpi: Double?
  /// For PDF and SVG.
  public var page: PageOptions

  /// Options with the defaults for what is not named.
  public init(
    scale: Double = 1, time: Double? = nil, size: Size? = nil, background: Color? = nil, quality: Double? = nil,
    isLossless: Bool? = nil, compression: Int? = nil, dpi: Double? = nil, page: PageOptions = PageOptions()
  ) {
    self.scale = scale
    self.time = time
    self.size = size
    self.background = background
    self.quality = quality
    self.isLossless = isLossless
    self.compression = compression
    self.dpi = dpi
    self.page = page
  }

  package var rendering: RenderOptions { RenderOptions(scale: scale, time: time, size: size, background: background) }
  /// Without the background, which is in the picture already.
  package var encoding: EncodingOptions {
    EncodingOptions(quality: quality, isLossless: isLossless, compression: compression, dpi: dpi, page: page)
  }
}

/// What a film of a layer looks like, and how it is written. A nil option is left to the layer or the format; an option
/// that a format does not use is an error.
///
/// ```swift
/// try renderer.write(poster, to: "poster.mp4", FilmOptions(duration: 2, framesPerSecond: 30))
/// ```
public struct FilmOptions: Sendable, Equatable {
  /// Seconds. Default: until the last animation that has an end is over.
  public var duration: Double?
  /// Frames per second, up to 1000. Default 60, in a GIF 50.
  public var framesPerSecond: Double?
  /// The time of frame 0, in seconds. Default the scene's current time.
  public var start: Double?
  /// The frames that are drawn. Default all.
  public var frames: FrameList?
  /// Pixels per point, greater than 0. Default 1.
  public var scale: Double
  /// The pictures' size in points from the bounds' origin; nil is the bounds' size.
  public var size: Size?
  /// The colour under the layer; nil is transparent, or black where films have no alpha.
  public var background: Color?
  /// 0…1, for the formats that lose detail. Default 0.9.
  public var quality: Double?
  /// For WebP: whether every pixel is kept exactly. Default false.
  public var isLossless: Bool?
  /// For PDF and SVG: the pixels per inch of what pages cannot hold. Default 300.
  public var dpi: Double?
  /// For PDF and SVG.
  public var page: PageOptions

  /// Options with the defaults for what is not named.
  public init(
    duration: Double? = nil, framesPerSecond: Double? = nil, start: Double? = nil, frames: FrameList? = nil,
    scale: Double = 1, size: Size? = nil, background: Color? = nil, quality: Double? = nil, isLossless: Bool? = nil,
    dpi: Double? = nil, page: PageOptions = PageOptions()
  ) {
    self.duration = duration
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
    FilmRequest(framesPerSecond: framesPerSecond, start: start, duration: duration, frames: frames)
  }
  package var rendering: RenderOptions { RenderOptions(scale: scale, size: size, background: background) }
  package var encoding: EncodingOptions {
    EncodingOptions(quality: quality, isLossless: isLossless, dpi: dpi, page: page)
  }
}

/// The frames of a film, as many as its options ask for.
public struct FilmLength: Sendable, Equatable {
  /// The number of frames that are drawn.
  public var frameCount: Int
  /// Frames per second.
  public var framesPerSecond: Double
  /// The time of the film's frame 0, in seconds.
  public var start: Double
  /// The seconds that the frames are shown.
  public var duration: Double

  package init(_ plan: FilmPlan) {
    (frameCount, framesPerSecond) = (plan.frames.count, plan.timing.framesPerSecond)
    (start, duration) = (plan.timing.start, plan.duration)
  }
}

/// A frame of a film in memory.
public struct FilmFrame: Sendable {
  /// Its place among the frames that are drawn, from 0.
  public var index: Int
  /// Its number in the film, from 0; the same unless only some frames are drawn.
  public var number: Int
  /// The time that it shows, in seconds.
  public var time: Double
  /// Its picture.
  public var image: Image

  package init(index: Int, number: Int, time: Double, image: Image) {
    (self.index, self.number, self.time, self.image) = (index, number, time, image)
  }
}

/// The progress of a film.
public struct FilmProgress: Sendable {
  /// The number of finished frames.
  public var finished: Int
  /// The number of all frames.
  public var total: Int
  /// The finished part, from 0 to 1.
  public var fraction: Double { total == 0 ? 1 : Double(finished) / Double(total) }

  package init(finished: Int, total: Int) {
    self.finished = finished
    self.total = total
  }
}
