// SPDX-License-Identifier: MIT
import Compositor
import Diagnosis
import LayerModel
import Sandbox
import SceneFiles

extension LayerRenderer {
  /// The remarks about the packages that were read while settings were logged, each at its line of the file in the
  /// package: `wallpaper.tendies/main.caml:12`.
  package var packageFindings: [Finding] {
    context.packageNotes.map { path, note in
      // A document is its own only file; the remark about it names no other.
      let isDocument = path == note.file || path.hasSuffix("/" + note.file)
      return Finding(
        note.rule.warning, nil, note.message,
        place: ScriptPlace(script: isDocument ? path : joined(path, note.file), line: max(note.line, 1)),
        isNote: note.rule.isOftenMeant)
    }
  }

  /// Returns probable mistakes in a layer's picture, above all invisible layers, and their causes.
  ///
  /// - Parameters:
  ///   - isFilm: true if a layer counts as visible when it is visible at any of 16 sampled times of the animations.
  /// - Throws: the errors of rendering.
  package func findings(on layer: Layer, _ options: RenderOptions, isFilm: Bool) throws -> [Finding] {
    var times: [Double] = []
    let length = layer.animationLength
    if isFilm, let last = length.end ?? length.longestCycle, last > 0 {
      // Sample from the start, whatever time the picture shows, and at the centres of 16 intervals, where fading layers
      // are visible too.
      let first = layer.scene.currentTime
      times = (0..<16).map { first + last * (Double($0) + 0.5) / 16 }
    }
    return try Diagnosis.findings(on: layer, options, times: times) { tree in
      try self.checkMemory(width: tree.canvas.width * tree.scale, height: tree.canvas.height * tree.scale)
      return try LayerRenderer.compositing { try Compositor.render(tree, options: self.budgeted) }
    }
  }
}
