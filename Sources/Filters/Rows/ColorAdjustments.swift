// SPDX-License-Identifier: MIT

// Filters that adjust colours pixel by pixel.
extension FilterRow {
  static let colorAdjustments: [FilterRow] = [exposure]

  static let exposure = FilterRow(
    "CIExposureAdjust", .colorAdjustment, "Brightens by stops: each doubles the light.",
    keys: [.number("inputEV", 0, in: -100...100, "The stops; negative ones darken.")],
    .color { inputs in
      let stops = inputs.number("inputEV")
      if stops == 0 { return nil }
      let factor = Float(FilterMath.exp2(stops))
      return ColorKernel(mayLeaveRange: stops > 0) { pixels, count, _, _ in
        for i in 0..<count {
          let alpha = pixels[i].w
          pixels[i] *= factor
          pixels[i].w = alpha
        }
      }
    })
}
