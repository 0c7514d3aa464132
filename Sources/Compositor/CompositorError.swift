// SPDX-License-Identifier: MIT
import Pixels

/// The reason why a render tree cannot be drawn. Labels are those of the faulty node.
package enum CompositorError: Error, Equatable, Sendable {
  /// The canvas has no pixels, or more than a bitmap may have.
  case canvas(width: Double, height: Double, scale: Double)
  /// The off-screen surfaces of the picture need more pixels than the budget.
  case surfaces(label: String, limit: Int)
  /// The groups that are open at once need more memory than the budget.
  case groups(label: String, limit: Int)
  /// The picture has more pieces than the budget.
  case pieces(label: String, limit: Int)
  /// The system has no memory left for the node.
  case memory(label: String, bytes: Int)
  /// The picture was stopped.
  case stopped

  package var message: String {
    switch self {
    case .canvas(let width, let height, let scale):
      "a canvas of \(width)×\(height) points at scale \(scale) cannot be drawn: each side must come to 1 to \(Bitmap.maximumSide) pixels, "
        + "\(Bitmap.maximumPixels) pixels in all; make the size or the scale smaller"
    case .surfaces(let label, let limit):
      "layer \(label): the shadows, rasterised layers, crossing planes and gradients of the picture need more than \(limit) pixels of off-screen "
        + "surfaces; use fewer or smaller shadows, give the layers a shadowPath, make rasterizationScale smaller, or use fewer different gradients"
    case .groups(let label, let limit):
      "layer \(label): the groups around it need more than \(limit) bytes; nest fewer layers with opacity, mask or masksToBounds"
    case .pieces(let label, let limit):
      "layer \(label): the picture has more than \(limit) pieces to paint; use fewer layers"
    case .memory(let label, let bytes):
      "layer \(label): there is not enough memory for \(bytes) bytes of off-screen pixels; make the layer or the scale smaller"
    case .stopped: "the picture was given up"
    }
  }
}
