// SPDX-License-Identifier: MIT
import Numbers
import Raster

// Filters that blur and sharpen.
extension FilterRow {
  static let blurs: [FilterRow] = [gaussianBlur]

  static let gaussianBlur = FilterRow(
    "CIGaussianBlur", otherNames: ["gaussianBlur"], .blur, "Blurs evenly, as out of focus, and grows by three radii.",
    keys: [.length("inputRadius", 10, in: 0...100, "The standard deviation of the blur, in points.")],
    .area { inputs in
      let radius = inputs.number("inputRadius")
      let blur = PyramidBlur(sigmaX: radius * inputs.scales.x, sigmaY: radius * inputs.scales.y)
      if blur.isIdentity { return nil }
      return AreaKernel(
        extent: { $0.outset(dx: blur.marginX, dy: blur.marginY) }, need: { blur.need(for: $0) },
        bytes: { source, target, work in
          guard let from = source.surface, let to = target.surface else { return }
          try work.charge(blur.memory(from: from.rect, to: to.rect))
          try blur.apply(
            from: from.band, to: to.band, threads: work.threads, instructions: work.instructions,
            isStopped: work.isStopped)
        },
        { source, target, work in
          try FloatBlur.rows(blur, source, of: target.rect, work) { y, row in
            target.floats(y).update(from: row, count: target.rect.width)
          }
        })
    })
}
