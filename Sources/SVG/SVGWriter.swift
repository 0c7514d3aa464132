// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree
import VectorDrawing

/// Writes an SVG file.
package final class SVGWriter: VectorTarget {
  package let features = VectorFeatures()
  package init(_ size: Size, to write: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {}
  package func end() throws {}
  package func beginNode(_ label: String, isSingle: Bool) throws {}
  package func endNode() throws {}
  package func beginClip(_ area: VectorArea) throws {}
  package func endClip() throws {}
  package func beginGroup(_ group: VectorGroup) throws {}
  package func beginMask() throws {}
  package func endMask() throws {}
  package func endGroup() throws {}
  package func fill(_ area: VectorArea, _ paint: VectorPaint, _ ink: VectorInk) throws {}
  package func stroke(
    _ path: Path, _ style: StrokeStyle, through map: AffineTransform, _ paint: VectorPaint, _ ink: VectorInk
  ) throws {}
  package func text(_ run: GlyphRun, through map: AffineTransform, _ paint: VectorPaint, _ ink: VectorInk) throws {}
  package func image(_ image: VectorImage, _ ink: VectorInk) throws {}
  package func shadow(of area: VectorArea, sigma: Double, _ color: Color, _ ink: VectorInk) throws {}
  package func link(_ address: String, over area: VectorArea) throws {}
}
