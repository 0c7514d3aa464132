// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Numbers
import RenderTree

/// How many pixels of each layer may be seen in a picture: counted in cells, and where something translucent lies in
/// front, as if nothing did.
package struct SeenLayers {
  private let cells: SeenCells
  private let pixelsPerCell: Double

  package init(_ tree: RenderTree) {
    cells = SeenCells(tree)
    let pixels = tree.canvas.width * tree.canvas.height * tree.scale * tree.scale
    pixelsPerCell = max(pixels / Double(SeenCells.cellLimit), 1)
  }

  /// The pixels of the layer itself, without its sublayers; nil where that cannot be told, as below filters.
  package func pixels(of layer: Layer) -> Int? {
    guard let sight = cells.sights[layer.serial] else { return 0 }
    return sight.isUncertain ? nil : Int(clamping: (Double(sight.visible) * pixelsPerCell).rounded())
  }
}
