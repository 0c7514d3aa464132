// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Outputs
import Pixels

/// The services that scripts need besides what the layer model does. Their errors reach the script unchanged.
package protocol ScriptServices: LayerServices {
  /// The sprites of a Cocos2D sheet, in the order of their names; the path is as a script writes it.
  func sprites(atPath path: String) throws -> [Sprite]
  /// Layers of the shapes in an SVG file.
  ///
  /// - Parameter color: what stands for `currentColor`.
  func layer(svgAtPath path: String, color: Color) throws -> Layer
  /// The outlines of the shapes in an SVG file, in points.
  func path(svgAtPath path: String) throws -> Path
  func readFile(_ path: String) throws -> [UInt8]
  /// The fonts that text can name, by family, each family's plain face first; each full name once.
  func fonts() -> [FontDescription]
  func render(_ layer: Layer, _ options: RenderOptions) throws -> Bitmap
  /// What of a layer's picture was probably meant otherwise.
  func findings(on layer: Layer, _ options: RenderOptions, isFilm: Bool) throws -> [Finding]
  /// The bytes of a picture file, by options that have been checked.
  func encode(_ bitmap: Bitmap, as format: FileFormat, _ options: EncodingOptions) throws -> [UInt8]
  /// Writes a picture's file, by options that have been checked.
  func write(_ bitmap: Bitmap, to path: String, as format: FileFormat, _ options: EncodingOptions) throws
  /// Draws layers as the pages of a file, by options that have been checked.
  func writeDocument(
    of layers: [Layer], to path: String, as format: VectorFormat, _ options: RenderOptions, _ file: EncodingOptions)
    throws
  /// The frames that a film would have.
  func filmPlan(of layer: Layer, for target: FilmTarget, _ film: FilmRequest) throws -> FilmPlan
  /// The frames of a film that is drawn in memory.
  func filmPlan(of layer: Layer, _ film: FilmRequest) throws -> FilmPlan
  /// Draws a film of a layer into a file, or its frames into numbered pictures.
  func writeFilm(
    of layer: Layer, to path: String, _ target: FilmTarget, _ options: RenderOptions, _ film: FilmRequest,
    _ file: EncodingOptions) throws
}
