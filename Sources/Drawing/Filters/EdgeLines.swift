// SPDX-License-Identifier: MIT
import Numbers
import Raster

/// Edges of a picture's luminance after a Gaussian blur or noise reduction: the Sobel operator divided by 8. Luminance
/// is that of premultiplied colours, on the grid's pixels.
struct EdgeLines: Sendable {
  private let taps: [Float]
  /// Noise level for noise reduction; nil to blur only.
  private let noise: Float?
  private let sharpness: Float
  /// Distance up to which other pixels are read.
  let reach: Int32

  init(sigma: Double, noise: Double? = nil, sharpness: Double = 0) {
    // Less than 1/10,000 of the kernel lies beyond four standard deviations.
    let radius = Int(clamping: (sigma * 4).rounded(.up))
    let weights = (-radius...radius).map { i in
      sigma > 0 ? FilterMath.exp(-0.5 * Double(i * i) / (sigma * sigma)) : 1
    }
    let sum = weights.reduce(0, +)
    taps = weights.map { Float($0 / sum) }
    self.noise = noise.map { Float($0) }
    self.sharpness = Float(sharpness)
    reach = Int32(truncatingIfNeeded: radius + 1)
  }

  /// Calls the body for each row of the target with the source's pixels, which it modifies in place, the magnitude of
  /// their edges, and their luminance after blur or noise reduction.
  func run(
    _ source: FilterImage, _ target: FilterImage, _ work: FilterWork,
    _ body: (
      _ pixels: UnsafeMutablePointer<SIMD4<Float>>, _ count: Int, _ edges: UnsafePointer<Float>,
      _ lights: UnsafePointer<Float>
    ) -> Void
  ) {
    let radius = taps.count / 2
    let rect = target.rect
    // High bands, so that few rows are blurred twice at their borders.
    work.bands(of: rect, height: max(32, radius * 2)) { band in
      let rows = band.height + 2
      let width = rect.width + 2
      let wide = width + radius * 2
      let tall = rows + radius * 2
      // Pixels come first, at four numbers each.
      let count = 4 * wide + wide * tall + wide + width * rows
      withUnsafeTemporaryAllocation(byteCount: count * 4, alignment: 64) { memory in
        guard let pixels = memory.baseAddress?.assumingMemoryBound(to: SIMD4<Float>.self) else { return }
        let lights = UnsafeMutableRawPointer(pixels + wide).assumingMemoryBound(to: Float.self)
        let blurred = lights + wide * tall
        let result = blurred + wide
        for row in 0..<tall {
          source.load(
            band.y0 - 1 + Int32(truncatingIfNeeded: row - radius),
            from: rect.x0 - 1 - Int32(truncatingIfNeeded: radius), count: wide, to: pixels, work)
          let to = lights + row * wide
          for i in 0..<wide { to[i] = pixels[i].luma }
        }
        for row in 0..<rows {
          let to = result + row * width
          sum(lights + row * wide, step: wide, count: wide, to: blurred)
          sum(blurred, step: 1, count: width, to: to)
          if let noise {
            let from = lights + (row + radius) * wide + radius
            for i in 0..<width {
              let difference = from[i] - to[i]
              to[i] = abs(difference) < noise ? to[i] : from[i] + sharpness * difference
            }
          }
        }
        for y in band.y0..<band.y1 {
          let above = result + (Int(y) - Int(band.y0)) * width
          let row = above + width
          let below = row + width
          for i in 0..<rect.width {
            let right = above[i + 2] + 2 * row[i + 2] + below[i + 2]
            let left = above[i] + 2 * row[i] + below[i]
            let down = below[i] + 2 * below[i + 1] + below[i + 2]
            let up = above[i] + 2 * above[i + 1] + above[i + 2]
            let gx = right - left
            let gy = down - up
            blurred[i] = (gx * gx + gy * gy).squareRoot() * 0.125
          }
          source.load(y, from: rect.x0, count: rect.width, to: pixels, work)
          body(pixels, rect.width, blurred, row + 1)
          target.store(pixels, y, from: rect.x0, count: rect.width, work)
        }
      }
    }
  }

  /// Convolves contiguous numbers with the taps, `step` apart.
  private func sum(_ from: UnsafePointer<Float>, step: Int, count: Int, to: UnsafeMutablePointer<Float>) {
    taps.withUnsafeBufferPointer { taps in
      var i = 0
      while i + 8 <= count {
        var total = SIMD8<Float>(repeating: 0)
        for k in 0..<taps.count {
          total += UnsafeRawPointer(from + k * step + i).loadUnaligned(as: SIMD8<Float>.self) * taps[k]
        }
        UnsafeMutableRawPointer(to + i).storeBytes(of: total, as: SIMD8<Float>.self)
        i += 8
      }
      while i < count {
        var total: Float = 0
        for k in 0..<taps.count { total += from[k * step + i] * taps[k] }
        to[i] = total
        i += 1
      }
    }
  }
}
