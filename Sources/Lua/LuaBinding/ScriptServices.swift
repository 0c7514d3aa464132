// SPDX-License-Identifier: MIT
import Formats
import Geometry
import LayerModel
import LottieFiles
import Pixels
import SceneFiles

/// Services that scripts need in addition to those of the layer model. Their errors reach the script unchanged.
package protocol ScriptServices: LayerServices {
  /// Loads the sprites of a sheet, ordered by name, and its animations; the path is as a script writes it.
  func sprites(atPath path: String) throws -> (sprites: [Sprite], tags: [SpriteTag])
  /// Reads a scene of Core Animation.
  ///
  /// - Parameter wallpaper: the name of the wallpaper to read of several; nil for the first.
  func package(atPath path: String, wallpaper: String?) throws -> Package
  /// Reads a Lottie file.
  func lottie(atPath path: String) throws -> LottieAnimation
  /// Loads an SVG file's shapes as layers.
  ///
  /// - Parameter color: the colour of `currentColor`.
  func layer(svgAtPath path: String, color: Color) throws -> Layer
  /// Loads the outlines of an SVG file's shapes, in points.
  func path(svgAtPath path: String) throws -> Path
  /// Reads a file's bytes.
  ///
  /// - Parameter take: charges memory before it is taken, in bytes; the caller releases it with the bytes.
  func readFile(_ path: String, _ take: (Int) throws -> Void) throws -> [UInt8]
  /// True if there is a file of this name that scripts may read.
  func canRead(_ path: String) -> Bool
  /// Lists the fonts that text can name, by family, with each family's regular face first; each full name once.
  func fonts() -> [FontDescription]
  func render(_ layer: Layer, _ options: RenderOptions) throws -> Bitmap
  /// Lists the parts of a layer's picture that are probably unintended.
  func findings(on layer: Layer, _ options: RenderOptions, isFilm: Bool) throws -> [Finding]
  /// Encodes a picture file, with options that have been checked.
  func encode(_ bitmap: Bitmap, as format: FileFormat, _ options: EncodingOptions) throws -> [UInt8]
  /// Writes a picture file, with options that have been checked.
  func write(_ bitmap: Bitmap, to path: String, as format: FileFormat, _ options: EncodingOptions) throws
  /// Writes a sprite sheet, with options that have been checked: its texture, and its description beside it as `.json`.
  ///
  /// - Returns: the texture's size in pixels.
  func writeSheet(
    _ request: SheetRequest, to path: String, as format: FileFormat, _ options: EncodingOptions
  ) throws -> (width: Int, height: Int)
  /// Draws layers as the pages of a file, with options that have been checked.
  func writeDocument(
    of layers: [Layer], to path: String, as format: VectorFormat, _ options: RenderOptions, _ file: EncodingOptions)
    throws
  /// Writes a layer as a scene: as layers instead of pixels.
  func writeScene(of layer: Layer, to path: String, as format: SceneFormat, _ options: SceneOptions) throws
  /// Plans the frames of a film.
  func filmPlan(of layer: Layer, for target: FilmTarget, _ film: FilmRequest) throws -> FilmPlan
  /// Plans the frames of a film drawn in memory.
  func filmPlan(of layer: Layer, _ film: FilmRequest) throws -> FilmPlan
  /// Draws a film of a layer into a file, or its frames into numbered pictures.
  func writeFilm(
    of layer: Layer, to path: String, _ target: FilmTarget, _ options: RenderOptions, _ film: FilmRequest,
    _ file: EncodingOptions) throws
}
