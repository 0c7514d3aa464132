// SPDX-License-Identifier: MIT
import CPixelKernels
import Geometry
import Numbers
import Raster

// Filters that fill the layer's bounds, whatever the layer shows. Colours are mixed premultiplied, so that a fade into
// a transparent colour does not show that colour's red, green and blue.
extension FilterRow {
  static let generators: [FilterRow] = [
    constantColor, checkerboard, stripes, random, linearGradient, radialGradient, gaussianGradient,
  ]

  static let constantColor = FilterRow(
    "CIConstantColorGenerator", .generator, "Fills the bounds with a colour.",
    keys: [.color("inputColor", 1, 0, 0, "The colour.")], grid: .plane,
    .color { inputs in
      let color = inputs.color("inputColor")
      return generator(inputs) { block in
        for (plane, value) in [block.red, block.green, block.blue, block.alpha].enumerated() {
          value.update(repeating: color[plane], count: ColorBlock.size)
        }
      }
    })

  static let checkerboard = FilterRow(
    "CICheckerboardGenerator", .generator, "Fills the bounds with squares of two colours.",
    keys: [.center("A corner of squares, in points of the bounds.")]
      + twoColors("the squares right below the centre") + cellKeys("The side of a square, in points."),
    grid: .plane,
    .color { inputs in
      let edges = EdgePattern(inputs)
      let colors = TwoColors(inputs)
      return colors.generator(inputs) { block, parts in
        let down = edges.side(Double(block.y) + 0.5 - edges.center.y)
        for i in 0..<Int(block.count) {
          parts[i] = 0.5 - 0.5 * edges.side(Double(Int(block.x) + i) + 0.5 - edges.center.x) * down
        }
      }
    })

  static let stripes = FilterRow(
    "CIStripesGenerator", .generator, "Fills the bounds with upright stripes of two colours.",
    keys: [.center("A point where a stripe begins, in points of the bounds.")]
      + twoColors("the stripe right of the centre") + cellKeys("The width of a stripe, in points."),
    grid: .plane,
    .color { inputs in
      let edges = EdgePattern(inputs)
      let colors = TwoColors(inputs)
      return colors.generator(inputs) { block, parts in
        for i in 0..<Int(block.count) {
          parts[i] = 0.5 - 0.5 * edges.side(Double(Int(block.x) + i) + 0.5 - edges.center.x)
        }
      }
    })

  static let random = FilterRow(
    "CIRandomGenerator", .generator,
    "Fills the bounds with noise: red, green, blue and alpha of each pixel of the raster, always the same.",
    grid: .plane,
    .color { inputs in
      generator(inputs) { $0.kernels.random($0.planes, $0.count, 0x5EED, $0.x, $0.y) }
    })

  static let linearGradient = FilterRow(
    "CILinearGradient", .generator, "Fills the bounds from one colour to another, along a line.",
    keys: [
      .point("inputPoint0", 0, 0, "Where the first colour ends, in points of the bounds."),
      .point("inputPoint1", 200, 200, "Where the second colour begins."),
    ] + twoColors("the side of the first point"),
    grid: .plane,
    .color { inputs in
      let from = inputs.point("inputPoint0")
      let to = inputs.point("inputPoint1")
      let colors = TwoColors(inputs)
      let dx = to.x - from.x
      let dy = to.y - from.y
      let length = dx * dx + dy * dy
      // If both points coincide, everything is the second colour.
      let ax = length > 0 ? dx / length : 0
      let ay = length > 0 ? dy / length : 0
      let start = length > 0 ? 0.0 : 1
      return colors.generator(inputs) { block, parts in
        let row = (Double(block.y) + 0.5 - from.y) * ay + start
        for i in 0..<Int(block.count) {
          parts[i] = Float((Double(Int(block.x) + i) + 0.5 - from.x) * ax + row).fraction
        }
      }
    })

  static let radialGradient = FilterRow(
    "CIRadialGradient", .generator, "Fills the bounds from one colour to another, from a circle to another around it.",
    keys: [
      .center(), .length("inputRadius0", 5, in: 0...10000, "The radius where the first colour ends, in points."),
      .length("inputRadius1", 100, in: 0...10000, "The radius where the second colour begins, in points."),
    ] + twoColors("the centre"),
    grid: .plane,
    .color { inputs in
      let center = inputs.point("inputCenter")
      let place = llua_spot(x: center.x, y: center.y, factor: 1, is_root: 1)
      let first = Float(inputs.length("inputRadius0"))
      let width = Float(inputs.length("inputRadius1")) - first
      let scale = abs(width) > 1e-6 ? 1 / width : 1e6
      let colors = TwoColors(inputs)
      return colors.generator(inputs) { block, parts in
        var place = place
        block.kernels.distances(parts, block.count, &place, block.x, block.y)
        for i in 0..<Int(block.count) { parts[i] = ((parts[i] - first) * scale).fraction }
      }
    })

  static let gaussianGradient = FilterRow(
    "CIGaussianGradient", .generator, "Fills the bounds with a soft spot.",
    keys: [
      .center(),
      .color("inputColor0", 1, 1, 1, "The colour of the centre."),
      FilterKey("inputColor1", .color, .none, [0, 0, 0, 0], in: 0...1, "The colour far from it."),
      .length("inputRadius", 300, in: 0...10000, "The spot's radius, in points: three times its standard deviation."),
    ],
    grid: .plane,
    .color { inputs in
      let center = inputs.point("inputCenter")
      let radius = max(inputs.length("inputRadius"), 1e-3)
      // e^(−9/2 t²) up to t = 2, beyond which it is less than one level.
      let place = llua_spot(x: center.x, y: center.y, factor: 1 / (radius * radius * 4), is_root: 0)
      let table = UnitTable { 1 - FilterMath.exp(-18 * $0) }
      let colors = TwoColors(inputs)
      return colors.generator(inputs) { block, parts in
        var place = place
        block.kernels.distances(parts, block.count, &place, block.x, block.y)
        table.apply(parts, Int(block.count), block.loops)
      }
    })

  private static func twoColors(_ place: String) -> [FilterKey] {
    [
      .color("inputColor0", 1, 1, 1, "The first colour: that of \(place)."),
      .color("inputColor1", 0, 0, 0, "The second colour."),
    ]
  }

  private static func cellKeys(_ width: String) -> [FilterKey] {
    [
      .length("inputWidth", 80, in: 0...10000, width),
      .fraction("inputSharpness", 1, in: 0...1, "How sharp the edges are."),
    ]
  }

  /// Returns a kernel that fills the bounds; pixels that these cover partly are translucent.
  fileprivate static func generator(_ inputs: FilterInputs, _ body: @escaping ColorKernel.Body) -> ColorKernel {
    let bounds = inputs.map.boundingBox(of: inputs.bounds)
    return ColorKernel(fills: DeviceRect(around: bounds)) { block in
      body(block)
      let x = Int(block.x)
      let count = Int(block.count)
      let height = overlap(Int(block.y), bounds.minY, bounds.maxY)
      let isWhole = height >= 1 && Double(x) >= bounds.minX && Double(x + count) <= bounds.maxX
      if isWhole { return }
      for i in 0..<count { block.alpha[i] *= Float(height * overlap(x + i, bounds.minX, bounds.maxX)) }
    }
  }

  /// Returns the fraction of a pixel that lies in a range.
  private static func overlap(_ pixel: Int, _ low: Double, _ high: Double) -> Double {
    max(0, min(Double(pixel + 1), high) - max(Double(pixel), low))
  }
}

/// Two colours to interpolate between.
private struct TwoColors: Sendable {
  /// Premultiplied components.
  private let first: [Float]
  private let second: [Float]

  init(_ inputs: FilterInputs) {
    func numbers(_ name: String) -> [Float] {
      let c = FilterPixel.premultiplied(inputs.color(name))
      return [c.x, c.y, c.z, c.w]
    }
    first = numbers("inputColor0")
    second = numbers("inputColor1")
  }

  /// Returns a kernel that fills the bounds.
  ///
  /// - Parameter parts: writes for each pixel of the block the fraction of the second colour.
  func generator(
    _ inputs: FilterInputs, _ parts: @escaping @Sendable (_ block: ColorBlock, UnsafeMutablePointer<Float>) -> Void
  ) -> ColorKernel {
    FilterRow.generator(inputs) { block in
      // The fractions share the memory of red, which is written last.
      parts(block, block.red)
      block.kernels.between(block.planes, block.count, block.red, first, second)
    }
  }
}

/// Alternating stripes with edges at equal distances.
struct EdgePattern: Sendable {
  let center: Point
  private let width: Double
  private let ramp: Double

  init(_ inputs: FilterInputs) {
    center = inputs.point("inputCenter")
    width = max(inputs.length("inputWidth"), 1e-3)
    // Width of an edge: one pixel, up to a whole cell at sharpness 0.
    ramp = max(1, width * (1 - inputs.number("inputSharpness")))
  }

  /// Returns the side of the edges on which a distance from the centre lies, from −1 to 1. It is 1 from 0 to the width.
  @inline(__always) func side(_ distance: Double) -> Float {
    // Signed distance to the nearest edge, which rises if its index is even.
    let place = distance / width
    let edge = (place + 6_755_399_441_055_744) - 6_755_399_441_055_744
    let half = (edge * 0.5 + 6_755_399_441_055_744) - 6_755_399_441_055_744
    let way = (place - edge) * width * 2 / ramp
    let side = Float(way > -1 ? (way < 1 ? way : 1) : -1)
    return half * 2 == edge ? side : -side
  }
}
