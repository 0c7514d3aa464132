// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Pixels
import RenderTree

/// The service that lays out text.
package protocol TextServices: AnyObject {
  func layoutText(_ request: TextRequest) throws -> TextFrame
}

/// The services that the layer model needs for pixels, fonts and files. Their errors reach the script unchanged.
package protocol LayerServices: TextServices {
  /// Reads the image file at a path as in a script: relative to the script's folder.
  func image(atPath path: String) throws -> Image
  /// Reads the image file at a path with options.
  func image(atPath path: String, _ options: ImageFileOptions) throws -> Image
  /// Returns the image `name.png` with its `@2x` and `@3x` variants, or the one that the host registered under this
  /// name.
  func image(named name: String) throws -> Image
  /// Opens the film file at a path as in a script, whose frames are decoded when they are shown.
  func clip(atPath path: String) throws -> any Clip
  /// Returns the source that the host registered under a name to draw drawable layers.
  func drawableSource(named name: String) throws -> any DrawableSource
  /// Rasterises a recording to a bitmap of `size` points at `scale` pixels per point.
  func rasterize(_ drawing: RecordedDrawing, size: Size, scale: Double) throws -> Bitmap
  /// Calls the body with each number below `count`, on all available threads, and returns when all calls are done.
  func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) -> Void)
}

extension LayerServices {
  package func clip(atPath path: String) throws -> any Clip {
    throw LayerError("film \"\(path)\": films cannot be read here")
  }
  package func drawableSource(named name: String) throws -> any DrawableSource {
    throw LayerError("there is no drawable named \"\(name)\": the host registered none")
  }
  package func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) { for i in 0..<count { body(i) } }
}

extension LayerServices {
  package func image(atPath path: String, _ options: ImageFileOptions) throws -> Image { try image(atPath: path) }
}

/// The options for reading a vector image file.
package struct ImageFileOptions: Hashable, Sendable {
  /// The colour that `currentColor` stands for in an SVG file; nil for the file's own.
  package var color: Color?
  /// The page of a PDF file, from 1; nil for the first.
  package var page: Int?

  package init(color: Color? = nil, page: Int? = nil) {
    self.color = color
    self.page = page
  }
}

/// The options for rendering a layer.
package struct RenderOptions: Sendable, Equatable {
  /// Pixels per point, greater than 0. Default 1.
  package var scale: Double
  /// The rendered time, in seconds of the root's superlayer; nil for the scene's current time.
  package var time: Double?
  /// The frame's number in a film, for hosts that compute each frame.
  package var frame = 0
  /// The film's frame rate, in frames per second, and the time of its first frame; a rate of 0 for a still.
  package var framesPerSecond = 0.0
  package var filmStart = 0.0
  /// The size of the canvas in points, from the bounds' origin; nil for the bounds' size.
  package var size: Size?
  /// The colour under the layer; nil for transparent.
  package var background: Color?

  package init(scale: Double = 1, time: Double? = nil, size: Size? = nil, background: Color? = nil) {
    self.scale = scale
    self.time = time
    self.size = size
    self.background = background
  }

  /// Returns the number of the film's frame shown at a time; 0 for a still.
  func frame(at time: Double) -> Int {
    guard framesPerSecond > 0 else { return 0 }
    return Int(clamping: max(((time - filmStart) * framesPerSecond + 1e-6).rounded(.down), 0))
  }
}
