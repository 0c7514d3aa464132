// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Numbers
import RenderTree

/// Estimates how many pixels of each layer are visible in a picture. Visibility is counted in cells, and translucent
/// layers in front are ignored.
package struct SeenLayers {
  private let cells: SeenCells
  private let pixelsPerCell: Double

  package init(_ tree: RenderTree) {
    cells = SeenCells(tree)
    let pixels = tree.canvas.width * tree.canvas.height * tree.scale * tree.scale
    pixelsPerCell = max(pixels / Double(SeenCells.cellLimit), 1)
  }

  /// Returns the visible pixels of the layer itself, without its sublayers; nil if that is unknown, for instance below
  /// filters.
  package func pixels(of layer: Layer) -> Int? {
    guard let sight = cells.sights[layer.serial] else { return 0 }
    return sight.isUncertain ? nil : Int(clamping: (Double(sight.visible) * pixelsPerCell).rounded())
  }
}
