// SPDX-License-Identifier: MIT

/// What an SVG file may hold, so that librsvg reads and draws it in bounded time and memory.
package struct SVGLimits: Sendable {
  /// Unpacked.
  package var bytes = 16 << 20
  package var elements = 100_000
  package var depth = 200
  /// Of all entities that the file declares.
  package var entityBytes = 8192
  /// Of attributes and text, with their entities replaced.
  package var textBytes = 32 << 20
  package var styleBytes = 1 << 20
  /// Elements that are drawn, with all that `use`, patterns, markers, masks and clips repeat.
  package var drawn = 100_000
  package var octaves = 10
  /// Primitives of filters.
  package var primitives = 50
  /// Pixels of the images in `data:` addresses together.
  package var imagePixels = 64 << 20
  /// Dashes of lines.
  package var dashes = 5_000_000

  /// For pictures that scripts name.
  package static let file = SVGLimits()
  /// For what a converter writes of a page, whose glyphs are all elements.
  package static let page = SVGLimits(
    bytes: 64 << 20, elements: 300_000, textBytes: 96 << 20, drawn: 500_000, primitives: 500, imagePixels: 128 << 20)

  package init(
    bytes: Int = 16 << 20, elements: Int = 100_000, textBytes: Int = 32 << 20, drawn: Int = 100_000,
    primitives: Int = 50, imagePixels: Int = 64 << 20
  ) {
    self.bytes = bytes
    self.elements = elements
    self.textBytes = textBytes
    self.drawn = drawn
    self.primitives = primitives
    self.imagePixels = imagePixels
  }
}
