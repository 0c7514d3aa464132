// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import Glibc
import LayerModel
import Pixels
import RenderTree
import Testing

func rasterized(_ context: GraphicsContext) throws -> Bitmap {
  let size = Size(context.width, context.height)
  return try Compositor.rasterize(context.finish(), size: size, scale: 1)
}

/// Shadows compared with Cairo's coverage blurred by an exact Gaussian.
struct ShadowTests {
  private let size = 96

  /// The expected picture: coverage blurred by an exact Gaussian, offset, times a colour, below the shape.
  private func expected(
    sigma: Double, dx: Int, dy: Int, shadow: Color, fill: Color, _ scene: (any Canvas) throws -> Void
  ) throws -> [SIMD4<Double>] {
    let margin = 40
    let side = size + 2 * margin
    let shape = try drawnByCairo(width: side, height: side, fine: 4) { canvas in
      try canvas.translate(Double(margin), Double(margin))
      try scene(canvas)
      try canvas.fill(.black)
    }.map { $0.w / 255 }
    let reach = Int((4 * sigma).rounded(.up))
    var kernel = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = kernel.reduce(0, +)
    kernel = kernel.map { $0 / sum }
    func blurred(_ v: [Double], _ step: Int, _ other: Int) -> [Double] {
      var out = [Double](repeating: 0, count: v.count)
      for a in 0..<side {
        for b in 0..<side {
          var total = 0.0
          for k in -reach...reach where b + k >= 0 && b + k < side {
            total += kernel[k + reach] * v[a * other + (b + k) * step]
          }
          out[a * other + b * step] = total
        }
      }
      return out
    }
    let soft = blurred(blurred(shape, 1, side), side, 1)
    var result: [SIMD4<Double>] = []
    for y in 0..<size {
      for x in 0..<size {
        let at = (y + margin) * side + x + margin
        let under = soft[at - dy * side - dx] * shadow.alpha
        let over = shape[at] * fill.alpha
        let s = SIMD4(shadow.red, shadow.green, shadow.blue, 1) * under
        result.append((SIMD4(fill.red, fill.green, fill.blue, 1) * over + s * (1 - over)) * 255)
      }
    }
    return result
  }

  @Test(arguments: [(4.0, 3, 5), (10, -4, 2), (24, 0, 0)])
  func `shadows are gaussians`(blur: Double, dx: Int, dy: Int) throws {
    let shadow = Color(red: 0.2, green: 0, blue: 0.5, alpha: 0.8)
    let fill = Color(red: 1, green: 0.8, blue: 0, alpha: 0.9)
    func scene(_ canvas: any Canvas) throws {
      try canvas.arc(30, 56, 22, 0, 7, clockwise: false)
      try canvas.rect(56, 20, 25, 40)
    }
    let ours = try drawnByUs(width: size, height: size) { canvas in
      guard let context = (canvas as? ContextCanvas)?.context else { return }
      // In base coordinates: the transformation affects neither offset nor blur.
      try context.setShadow(offset: Size(Double(dx), Double(dy)), blur: blur, color: shadow)
      try canvas.scale(2, 2)
      try canvas.scale(0.5, 0.5)
      try context.saveGState()
      try scene(canvas)
      try context.setFillColor(fill)
      try context.fillPath()
    }
    let c = Comparison(ours, try expected(sigma: blur / 2, dx: dx, dy: dy, shadow: shadow, fill: fill, scene))
    #expect(c.mean < 1.1 && c.most < 24, "\(c)")
  }

  @Test func `offset and blur ignore the transformation`() throws {
    func drawn(_ factor: Double) throws -> Bitmap {
      let context = GraphicsContext(bounds: Rect(0, 0, 60, 60))
      try context.scaleBy(factor, factor)
      try context.setShadow(offset: Size(6, 9), blur: 5)
      try context.fill(Rect(10 / factor, 10 / factor, 20 / factor, 20 / factor))
      return try rasterized(context)
    }
    let plain = try drawn(1)
    let scaled = try drawn(4)
    #expect(plain.pixels.elementsEqual(scaled.pixels))
  }

  @Test func `a transparency layer casts one shadow`() throws {
    func drawn(_ body: (GraphicsContext) throws -> Void) throws -> Bitmap {
      let context = GraphicsContext(bounds: Rect(0, 0, 60, 60))
      try context.setShadow(offset: Size(4, 4), blur: 6, color: .black)
      try body(context)
      return try rasterized(context)
    }
    let layer = try drawn { c in
      try c.beginTransparencyLayer()
      try c.setFillColor(.white)
      try c.fill(Rect(10, 10, 20, 20))
      try c.fill(Rect(30, 10, 10, 20))
      try c.endTransparencyLayer()
    }
    let whole = try drawn { c in
      try c.setFillColor(.white)
      try c.fill(Rect(10, 10, 30, 20))
    }
    #expect(layer.pixels.elementsEqual(whole.pixels))
  }
}
