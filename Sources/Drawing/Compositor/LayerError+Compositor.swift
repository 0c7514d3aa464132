// SPDX-License-Identifier: MIT
import Messages
import Pixels

// Errors of render trees that cannot be drawn. Labels name the faulty node.
extension LayerError {
  /// The canvas has no pixels, or more than a bitmap may have.
  package static func canvas(width: Double, height: Double, scale: Double) -> LayerError {
    LayerError(
      .limit,
      "a canvas of \(width)×\(height) points at scale \(scale) cannot be drawn: each side must be 1 to "
        + "\(Bitmap.maximumSide) pixels, \(Bitmap.maximumPixels) pixels in all; make the size or the scale smaller")
  }

  /// The off-screen surfaces of the picture exceed the pixel budget.
  package static func surfaces(label: String, limit: Int) -> LayerError {
    LayerError(
      .limit,
      "layer \(label): the shadows, filters, rasterised layers, crossing planes and gradients of the picture need more "
        + "than \(limit) pixels of off-screen surfaces; use fewer or smaller shadows, give the layers a shadowPath, "
        + "make rasterizationScale smaller, or use fewer different gradients"
    )
  }

  /// The groups open at once exceed the memory budget.
  package static func groups(label: String, limit: Int) -> LayerError {
    LayerError(
      .limit,
      "layer \(label): the groups around it need more than \(limit) bytes; nest fewer layers with opacity, mask or "
        + "masksToBounds"
    )
  }

  /// The glyphs of the picture exceed the memory budget.
  package static func glyphs(label: String, limit: Int) -> LayerError {
    LayerError(
      .limit,
      "layer \(label): the text of the picture needs more than \(limit) bytes for its glyphs; use fewer different "
        + "fonts, sizes and scales, or less text")
  }

  /// The picture exceeds the budget of pieces.
  package static func pieces(label: String, limit: Int) -> LayerError {
    LayerError(.limit, "layer \(label): the picture has more than \(limit) pieces to paint; use fewer layers")
  }

  /// The system is out of memory for the node.
  package static func memory(label: String, bytes: Int) -> LayerError {
    LayerError(
      .limit,
      "layer \(label): there is not enough memory for \(bytes) bytes of off-screen pixels; make the layer or the scale "
        + "smaller"
    )
  }

  /// The picture was cancelled.
  package static var stopped: LayerError { LayerError(.cancelled, "the picture was cancelled") }
}
