// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

/// Lays out text.
public protocol TextServices: AnyObject {
  func layoutText(_ request: TextRequest) throws -> TextFrame
}

/// The services that the layer model needs for pixels, fonts and files. Their errors reach the script unchanged.
public protocol LayerServices: TextServices {
  /// The image file at a path as a script writes it: relative to the script's folder.
  func image(atPath path: String) throws -> Image
  /// The image `name.png` with its `@2x` and `@3x` variants, or one that the host registered under this name.
  func image(named name: String) throws -> Image
  /// The source that the host registered under a name to draw drawable layers.
  func drawableSource(named name: String) throws -> any DrawableSource
  /// The sprites of a Cocos2D sheet, in the order of their names; the path is as a script writes it.
  func sprites(atPath path: String) throws -> [Sprite]
  /// An image from the bytes of a file; the format is found by content.
  func decodeImage(_ bytes: [UInt8]) throws -> Image
  /// Encodes a bitmap; `format` is an extension without dot: png, jpg, webp.
  func encode(_ bitmap: Bitmap, format: String, _ options: PictureOptions) throws -> [UInt8]
  /// Writes an image file; the format follows from the path's extension.
  func write(_ bitmap: Bitmap, toPath path: String, _ options: PictureOptions) throws
  func render(_ layer: Layer, _ options: RenderOptions) throws -> Bitmap
  /// Whether a path is that of a film, or of numbered pictures of one; throws when a film is requested and the path is
  /// another file's.
  func isFilm(_ path: String, _ film: FilmOptions) throws -> Bool
  /// The frames that a film in this file would have.
  func filmPlan(of layer: Layer, to path: String, _ film: FilmOptions) throws -> FilmPlan
  /// Draws a film of a layer into a file, or its frames into numbered pictures.
  func writeFilm(
    of layer: Layer, to path: String, _ options: RenderOptions, _ film: FilmOptions, _ file: PictureOptions) throws
  /// A recording as a bitmap of `size` points at `scale` pixels per point.
  func rasterize(_ drawing: RecordedDrawing, size: Size, scale: Double) throws -> Bitmap
  func readFile(_ path: String) throws -> [UInt8]
  /// The fonts that text can name, by family, each family's plain face first; each full name once.
  func fonts() -> [FontDescription]
  /// Calls the body with each number below `count`, on all available threads, and returns when all calls are done.
  func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) -> Void)
  /// The names of other systems' fonts that are replaced without a warning, each with the full name of the font that is
  /// used.
  func fontStandIns() -> [(name: String, used: String)]
}

extension LayerServices {
  public func drawableSource(named name: String) throws -> any DrawableSource {
    throw LayerError("there is no drawable named \"\(name)\": the host registered none")
  }
  public func sprites(atPath path: String) throws -> [Sprite] { throw LayerError.unsupported("a sheet of sprites") }
  public func isFilm(_ path: String, _ film: FilmOptions) throws -> Bool { false }
  public func filmPlan(of layer: Layer, to path: String, _ film: FilmOptions) throws -> FilmPlan {
    throw LayerError.unsupported("a film")
  }
  public func writeFilm(
    of layer: Layer, to path: String, _ options: RenderOptions, _ film: FilmOptions, _ file: PictureOptions
  ) throws {
    throw LayerError.unsupported("a film")
  }
  public func encode(_ bitmap: Bitmap, format: String) throws -> [UInt8] {
    try encode(bitmap, format: format, PictureOptions())
  }
  public func write(_ bitmap: Bitmap, toPath path: String) throws { try write(bitmap, toPath: path, PictureOptions()) }
  public func fonts() -> [FontDescription] { [] }
  public func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) { for i in 0..<count { body(i) } }
  public func fontStandIns() -> [(name: String, used: String)] { [] }
}

/// A counter of the memory of layers; the host determines the amount.
public protocol MemoryBudget: AnyObject {
  /// Whether that many more bytes may be taken.
  func hasRoom(for bytes: Int) -> Bool
  func charge(_ bytes: Int)
  func release(_ bytes: Int)
  /// The number of bytes in all, for messages; nil when it is unknown.
  var limit: Int? { get }
  /// The number of free bytes; nil when it is unknown.
  var room: Int? { get }
}

extension MemoryBudget {
  public var limit: Int? { nil }
  public var room: Int? { nil }
}

/// The options for rendering a layer.
public struct RenderOptions: Sendable {
  /// Pixels per point, greater than 0. Default 1.
  public var scale: Double
  /// The time that the picture shows, in seconds of the root's superlayer; nil is the scene's current time.
  public var time: Double?
  /// The picture's number in a film, for hosts that compute each frame.
  public var frame = 0
  /// The picture's size in points from the bounds' origin; nil is the bounds' size.
  public var size: Size?
  /// The colour under the layer; nil is transparent.
  public var background: Color?

  public init(scale: Double = 1, time: Double? = nil, size: Size? = nil, background: Color? = nil) {
    self.scale = scale
    self.time = time
    self.size = size
    self.background = background
  }
}
