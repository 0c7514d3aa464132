// SPDX-License-Identifier: MIT
import Compositor
import Diagnosis
import LayerModel

extension LayerRenderer {
  /// What of a layer's picture was probably meant otherwise, most of all layers that are not seen, and why.
  ///
  /// - Parameters:
  ///   - isFilm: whether layers count as seen that are seen at other times of the animations, of which up to 16 are
  ///     looked at.
  /// - Throws: what rendering throws.
  package func findings(on layer: Layer, _ options: RenderOptions, isFilm: Bool) throws -> [Finding] {
    var times: [Double] = []
    let length = layer.animationLength
    if isFilm, let last = length.end ?? length.longestCycle, last > 0 {
      // From the begin, whatever time the picture shows; between the ends too, where what fades is seen.
      let first = layer.scene.currentTime
      times = (0..<16).map { first + last * (Double($0) + 0.5) / 16 }
    }
    return try Diagnosis.findings(on: layer, options, times: times) { tree in
      try self.checkMemory(width: tree.canvas.width * tree.scale, height: tree.canvas.height * tree.scale)
      return try LayerRenderer.compositing { try Compositor.render(tree, options: self.budgeted) }
    }
  }
}
