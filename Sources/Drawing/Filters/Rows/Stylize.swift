// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import Raster

// Filters for cells, edges and masks.
extension FilterRow {
  static let stylize: [FilterRow] = [
    pixellate, hexagonalPixellate, crystallize, pointillize, edges, edgeWork, comicEffect, lineOverlay, convolution3X3,
    blendWithMask, blendWithAlphaMask,
  ]

  // MARK: - Cells

  private static let cellCenter = FilterKey.center("The middle of a cell, in points of the bounds.")

  static let pixellate = FilterRow(
    "CIPixellate", .stylize, "Shows the picture in large squares of its mean colours.",
    keys: [cellCenter, .length("inputScale", 8, in: 1...100, "The side of a square, in points.")], grid: .plane,
    .area { inputs in
      let center = inputs.point("inputCenter")
      let scales = inputs.scales
      let side = inputs.number("inputScale")
      return SquareCells(center: center, width: side * scales.x, height: side * scales.y).kernel
    })

  static let hexagonalPixellate = FilterRow(
    "CIHexagonalPixellate", .stylize, "Shows the picture in hexagons of its mean colours.",
    keys: [
      cellCenter, .length("inputScale", 8, in: 1...100, "The distance of a hexagon's opposite sides, in points."),
    ],
    grid: .turns,
    .area { inputs in PointCells(inputs, .hexagons, spacing: inputs.number("inputScale"))?.kernel })

  static let crystallize = FilterRow(
    "CICrystallize", .stylize, "Shows the picture in polygons of its mean colours.",
    keys: [
      .length("inputRadius", 20, in: 1...100, "The mean distance of neighbouring polygons, in points."),
      .center("A corner of the grid that the polygons are scattered from, in points of the bounds."),
    ],
    grid: .turns,
    .area { inputs in PointCells(inputs, .scattered, spacing: inputs.number("inputRadius"))?.kernel })

  static let pointillize = FilterRow(
    "CIPointillize", .stylize, "Shows the picture in dots of its mean colours, over nothing.",
    keys: [
      .length("inputRadius", 20, in: 1...100, "The diameter and mean distance of the dots, in points."),
      .center("A corner of the grid that the dots are scattered from, in points of the bounds."),
    ],
    grid: .turns,
    .area { inputs in PointCells(inputs, .dots, spacing: inputs.number("inputRadius"))?.kernel })

  // MARK: - Edges

  static let edges = FilterRow(
    "CIEdges", .stylize, "Shows where colours change, on black.",
    keys: [.number("inputIntensity", 1, in: 0...10, "By how much edges are brightened.")],
    .area { inputs in
      let factor = Float(inputs.number("inputIntensity") / 8)
      // A single edge gives at most half its height, in each direction.
      return .around(1, 1, grows: false, mayLeaveRange: factor * 8 > 1.4142) { source, target, work in
        neighbourhoods(source, target, work) { above, row, below, to, count in
          for i in 0..<count {
            let right = above[i + 2] + row[i + 2] * 2 + below[i + 2]
            let left = above[i] + row[i] * 2 + below[i]
            let down = below[i] + below[i + 1] * 2 + below[i + 2]
            let up = above[i] + above[i + 1] * 2 + above[i + 2]
            let gx = right - left
            let gy = down - up
            to[i] = ((gx * gx + gy * gy).squareRoot() * factor).alpha(row[i + 1].w)
          }
        }
      }
    })

  static let edgeWork = FilterRow(
    "CIEdgeWork", .stylize, "Draws the picture's edges in white, on nothing.",
    keys: [.length("inputRadius", 3, in: 0...20, "How soft the edges are, in points: the deviation of a blur before.")],
    .area { inputs in
      let sigma = min(inputs.length("inputRadius"), 200)
      let lines = EdgeLines(sigma: sigma)
      // The gain makes a long straight edge of full luminance white.
      let gain = Float((4 + 2 * Double.pi * sigma * sigma).squareRoot() * 4)
      return .around(lines.reach, lines.reach, grows: false) { source, target, work in
        lines.run(source, target, work) { pixels, count, edges, _ in
          for i in 0..<count { pixels[i] = SIMD4(repeating: (edges[i] * gain).fraction) }
        }
      }
    })

  static let lineOverlay = FilterRow(
    "CILineOverlay", .stylize, "Draws the picture's edges in black, on nothing.",
    keys: lineKeys,
    .area { inputs in
      let lines = EdgeLines(
        sigma: 1, noise: inputs.number("inputNRNoiseLevel"), sharpness: inputs.number("inputNRSharpness"))
      let pen = LinePen(inputs)
      return .around(lines.reach, lines.reach, grows: false) { source, target, work in
        lines.run(source, target, work) { pixels, count, edges, _ in
          for i in 0..<count { pixels[i] = SIMD4(0, 0, 0, pen.ink(edges[i])) }
        }
      }
    })

  static let comicEffect = FilterRow(
    "CIComicEffect", .stylize, "Makes a drawing: six levels of luminance, and edges in black.",
    .area { _ in
      let lines = EdgeLines(sigma: 1, noise: 0.07, sharpness: 0.71)
      let pen = LinePen(intensity: 1, threshold: 0.1, contrast: 50)
      return .around(lines.reach, lines.reach, grows: false) { source, target, work in
        lines.run(source, target, work) { pixels, count, edges, lights in
          for i in 0..<count {
            let pixel = pixels[i]
            let color = FilterPixel.straight(pixel)
            let smooth = (pixel.w > 0 ? lights[i] / pixel.w : 0).fraction
            let level = SIMD4(repeating: smooth * 5).nearest.x / 5
            let drawn = (color + (level - color.luma)).fractions * (1 - pen.ink(edges[i]))
            pixels[i] = FilterPixel.premultiplied(drawn.alpha(pixel.w.fraction))
          }
        }
      }
    })

  private static let lineKeys: [FilterKey] = [
    .number(
      "inputNRNoiseLevel", 0.07, in: 0...0.1, "The difference from its surroundings up to which a pixel is noise."),
    .number("inputNRSharpness", 0.71, in: 0...2, "By how much what is no noise is sharpened."),
    .number("inputEdgeIntensity", 1, in: 0...200, "By how much edges are raised."),
    .number("inputThreshold", 0.1, in: 0...1, "The height from which an edge is drawn."),
    .number("inputContrast", 50, in: 0.25...200, "How sharp the difference of drawn edges and others is."),
  ]

  /// Draws edges in black, by their magnitude.
  private struct LinePen: Sendable {
    private let intensity: Float
    private let threshold: Float
    private let contrast: Float

    init(intensity: Float, threshold: Float, contrast: Float) {
      self.intensity = intensity
      self.threshold = threshold
      self.contrast = contrast
    }
    init(_ inputs: FilterInputs) {
      self.init(
        intensity: Float(inputs.number("inputEdgeIntensity")), threshold: Float(inputs.number("inputThreshold")),
        contrast: Float(inputs.number("inputContrast")))
    }
    @inline(__always) func ink(_ edge: Float) -> Float {
      // No edge gives no line, whatever the contrast.
      edge > 0 ? ((edge * intensity - threshold) * contrast + 0.5).fraction : 0
    }
  }

  // MARK: - Convolution and masks

  static let convolution3X3 = FilterRow(
    "CIConvolution3X3", .stylize, "Makes each pixel of the raster the sum of its neighbours by nine weights.",
    keys: [
      .vector(
        "inputWeights", [0, 0, 0, 0, 1, 0, 0, 0, 0],
        "The weights of the nine pixels, by rows from the top left; of premultiplied colours and alpha."),
      .number("inputBias", 0, "What is added to premultiplied red, green, blue and alpha."),
    ],
    grid: .plane,
    .area { inputs in
      let given = inputs.vector("inputWeights")
      let bias = inputs.number("inputBias")
      guard given.count == 9, given != [0, 0, 0, 0, 1, 0, 0, 0, 0] || bias != 0 else { return nil }
      let weights = given.map { Float($0) }
      let (a, b, c) = (weights[0], weights[1], weights[2])
      let (d, e, f) = (weights[3], weights[4], weights[5])
      let (g, h, k) = (weights[6], weights[7], weights[8])
      let add = SIMD4(repeating: Float(bias))
      let low = given.reduce(bias) { $0 + min($1, 0) }
      let high = given.reduce(bias) { $0 + max($1, 0) }
      let gain = given.reduce(0) { $0 + abs($1) }
      return .around(1, 1, mayLeaveRange: !(low >= 0 && high <= 1), amplifies: gain > 1) { source, target, work in
        neighbourhoods(source, target, work) { above, row, below, to, count in
          for i in 0..<count {
            let first = above[i] * a + above[i + 1] * b + above[i + 2] * c
            let second = row[i] * d + row[i + 1] * e + row[i + 2] * f
            let third = below[i] * g + below[i + 1] * h + below[i + 2] * k
            to[i] = first + second + third + add
          }
        }
      }
    })

  private static let maskKey = FilterKey.image(
    "inputMaskImage", "The mask, stretched over the bounds. Outside of them the background shows.")

  static let blendWithMask = FilterRow(
    "CIBlendWithMask", .stylize, "Shows the picture where a mask is bright, and the background where it is dark.",
    keys: [maskKey], .pair { blend($0, SIMD4(0.2126, 0.7152, 0.0722, 0)) })

  static let blendWithAlphaMask = FilterRow(
    "CIBlendWithAlphaMask", .stylize, "Shows the picture where a mask is opaque, and the background where it is not.",
    keys: [maskKey], .pair { blend($0, SIMD4(0, 0, 0, 1)) })

  /// Returns a kernel that blends two pictures by a mask.
  ///
  /// - Parameter parts: weights of the mask's premultiplied red, green, blue and alpha.
  private static func blend(_ inputs: FilterInputs, _ parts: SIMD4<Float>) -> PairKernel? {
    let bounds = inputs.bounds
    guard let mask = inputs.image("inputMaskImage"), let back = inputs.map.inverted, bounds.size.width > 0,
      bounds.size.height > 0
    else { return nil }
    // From grid pixels to mask pixels.
    let toMask = back.concat(.translation(-bounds.minX, -bounds.minY)).concat(
      .scale(Double(mask.width) / bounds.size.width, Double(mask.height) / bounds.size.height))
    let (right, bottom) = (Float(mask.width), Float(mask.height))
    return .sampling(image: mask) { row, _, _ in
      guard let image = row.image else { return }
      let places = row.places
      places.set(row.x, row.y, row.count, toMask)
      image.sample(places, row.count, side: 1)
      for i in 0..<row.count {
        let (x, y) = (places.x[i], places.y[i])
        // The mask is 0 outside its image.
        let isInside = x >= 0 && y >= 0 && x <= right && y <= bottom
        let weight = isInside ? (places.pixels[i] * parts).sum() : 0
        row.first[i] = row.second[i] + (row.first[i] - row.second[i]) * weight
      }
    }
  }

  /// Calls the body for each row of the target with three rows of the source, extended by one pixel at both ends.
  private static func neighbourhoods(
    _ source: FilterImage, _ target: FilterImage, _ work: FilterWork,
    _ body: (
      _ above: UnsafePointer<SIMD4<Float>>, _ row: UnsafePointer<SIMD4<Float>>, _ below: UnsafePointer<SIMD4<Float>>,
      _ to: UnsafeMutablePointer<SIMD4<Float>>, _ count: Int
    ) -> Void
  ) {
    let width = target.rect.width
    let count = width + 2
    work.bands(of: target.rect, height: 32) { band in
      withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: count * 4) { memory in
        guard let memory = memory.baseAddress else { return }
        var (above, row, below) = (memory, memory + count, memory + count * 2)
        let out = memory + count * 3
        source.load(band.y0 - 1, from: target.rect.x0 - 1, count: count, to: above, work)
        source.load(band.y0, from: target.rect.x0 - 1, count: count, to: row, work)
        for y in band.y0..<band.y1 {
          source.load(y + 1, from: target.rect.x0 - 1, count: count, to: below, work)
          body(above, row, below, out, width)
          target.store(out, y, from: target.rect.x0, count: width, work)
          (above, row, below) = (row, below, above)
        }
      }
    }
  }
}
