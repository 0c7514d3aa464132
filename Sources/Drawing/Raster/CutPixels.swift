// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import SystemC

/// A half-plane bounded by the line a·x + b·y + c = 0, with (a, b) of length 1: the side where the expression is at
/// least 0, or the side where it is negative.
package struct CutSide: Sendable {
  package var a: Double
  package var b: Double
  package var c: Double
  package var isPositive: Bool

  package init(a: Double, b: Double, c: Double, isPositive: Bool) {
    self.a = a
    self.b = b
    self.c = c
    self.isPositive = isPositive
  }
}

/// A line segment along which planes cut each other, in device space.
package struct CutSegment: Sendable {
  package var a: Double
  package var b: Double
  package var c: Double
  package var from: Point
  package var to: Point

  package init(a: Double, b: Double, c: Double, from: Point, to: Point) {
    self.a = a
    self.b = b
    self.c = c
    self.from = from
    self.to = to
  }
}

/// The set of pixels that cuts pass through. In such a pixel no plane covers another as a whole. It is drawn as 64
/// samples, each with its own depth order, and resolves to their mean. Every plane has one coverage and one colour in a
/// pixel, and its pieces share the samples, so they meet without overlap or gap.
package final class CutPixels: @unchecked Sendable {
  // Unchecked: the memory is written by `init` alone.
  /// The bounding rectangle of all cut pixels.
  package let rect: DeviceRect
  /// The number of cut pixels.
  package let count: Int
  private let wordsPerRow: Int
  /// Bitmap of the rectangle, one bit per pixel, rows padded to whole words.
  private let bits: UnsafeMutablePointer<UInt64>
  /// Prefix sums: the number of cut pixels before each word, and before the end.
  private let ranks: UnsafeMutablePointer<Int32>
  /// For each cut pixel, the index of the one segment whose line passes through it; −1 if there are several.
  private let only: UnsafeMutablePointer<Int32>
  private let segments: [CutSegment]

  /// Samples per pixel.
  package static let sampleCount = 64
  /// Distance in pixels within which a segment counts as passing through a pixel.
  private static let margin = 1.0 / 32

  /// Returns the bytes needed for cuts within a rectangle, excluding the 4 for each pixel they pass through.
  package static func bytes(for rect: DeviceRect) -> Int { ((rect.width + 63) / 64 * rect.height + 1) * 12 }

  /// Returns nil when memory is short.
  package init?(_ segments: [CutSegment], in area: DeviceRect) {
    self.segments = segments
    var box = DeviceRect.empty
    for s in segments {
      box = box.union(
        DeviceRect(
          around: Rect(
            minX: min(s.from.x, s.to.x) - CutPixels.margin, minY: min(s.from.y, s.to.y) - CutPixels.margin,
            maxX: max(s.from.x, s.to.x) + CutPixels.margin, maxY: max(s.from.y, s.to.y) + CutPixels.margin)))
    }
    rect = box.intersection(area)
    wordsPerRow = (rect.width + 63) / 64
    let words = wordsPerRow * rect.height
    guard let bits = calloc(words + 1, 8), let ranks = calloc(words + 1, 4) else { return nil }
    self.bits = bits.bindMemory(to: UInt64.self, capacity: words + 1)
    self.ranks = ranks.bindMemory(to: Int32.self, capacity: words + 1)
    for s in segments {
      CutPixels.walk(s, rect) { [bits = self.bits, wordsPerRow] x0, x1, y in
        for x in x0..<x1 { bits[y * wordsPerRow + x >> 6] |= 1 << UInt64(x & 63) }
      }
    }
    var sum: Int32 = 0
    for i in 0..<words {
      self.ranks[i] = sum
      sum += Int32(self.bits[i].nonzeroBitCount)
    }
    self.ranks[words] = sum
    count = Int(sum)
    guard let only = malloc(max(count, 1) * 4) else {
      free(bits)
      free(ranks)
      return nil
    }
    self.only = only.bindMemory(to: Int32.self, capacity: max(count, 1))
    self.only.update(repeating: -2, count: count)
    for (i, s) in segments.enumerated() {
      CutPixels.walk(s, rect) { [self] x0, x1, y in
        for x in x0..<x1 {
          let k = rank(x, y)
          let other = Int(self.only[k])
          if other == -2 {
            self.only[k] = Int32(i)
          } else if other >= 0 {
            let t = segments[other]
            let isSame = (s.a == t.a && s.b == t.b && s.c == t.c) || (s.a == -t.a && s.b == -t.b && s.c == -t.c)
            if !isSame { self.only[k] = -1 }
          }
        }
      }
    }
  }

  deinit {
    free(bits)
    free(ranks)
    free(only)
  }

  /// Calls the body with the columns that a segment passes through in each row, relative to the rectangle's corner.
  private static func walk(_ s: CutSegment, _ rect: DeviceRect, _ body: (_ x0: Int, _ x1: Int, _ y: Int) -> Void) {
    guard !rect.isEmpty else { return }
    let (top, bottom) = s.from.y <= s.to.y ? (s.from, s.to) : (s.to, s.from)
    let left = Double(rect.x0)
    let y0 = Double(rect.y0)
    func column(_ x: Double) -> Int { Int(clamping: min(max((x - left).rounded(.down), -1), Double(rect.width))) }
    let first = Int(clamping: min(max((top.y - margin - y0).rounded(.down), 0), Double(rect.height)))
    let last = Int(clamping: min(max((bottom.y + margin - y0).rounded(.down), -1), Double(rect.height - 1)))
    guard first <= last else { return }
    let slope = bottom.y > top.y ? (bottom.x - top.x) / (bottom.y - top.y) : 0
    for y in first...last {
      // The part of the segment within the row.
      let from = max(top.y, y0 + Double(y) - margin)
      let to = min(bottom.y, y0 + Double(y + 1) + margin)
      var p = top.x + (from - top.y) * slope
      var q = top.x + (to - top.y) * slope
      if bottom.y - top.y < 2 * margin {
        p = top.x
        q = bottom.x
      }
      let x0 = max(column(min(p, q) - margin), 0)
      let x1 = min(column(max(p, q) + margin) + 1, rect.width)
      if x0 < x1 { body(x0, x1, y) }
    }
  }

  @inline(__always) private func rank(_ x: Int, _ y: Int) -> Int {
    let word = y * wordsPerRow + x >> 6
    return Int(ranks[word]) + (bits[word] & (1 << UInt64(x & 63) - 1)).nonzeroBitCount
  }

  /// The number of cut pixels in the rows before this one.
  private func rank(ofRow y: Int32) -> Int { Int(ranks[Int(min(max(y, rect.y0), rect.y1) - rect.y0) * wordsPerRow]) }

  /// The number of cut pixels in the rectangle's rows.
  package func count(inRowsOf r: DeviceRect) -> Int {
    rect.isEmpty || r.isEmpty ? 0 : max(0, rank(ofRow: r.y1) - rank(ofRow: r.y0))
  }

  /// True if a cut pixel is inside the rectangle.
  package func touches(_ r: DeviceRect) -> Bool {
    var found = false
    each(in: r) { _, _, _ in found = true }
    return found
  }

  /// Calls the body for each cut pixel in a rectangle, with its index.
  @inline(__always) private func each(in r: DeviceRect, _ body: (_ x: Int32, _ y: Int32, _ number: Int) -> Void) {
    let part = rect.intersection(r)
    if part.isEmpty { return }
    let x0 = Int(part.x0 - rect.x0)
    let x1 = Int(part.x1 - rect.x0)
    for y in part.y0..<part.y1 {
      let row = Int(y - rect.y0) * wordsPerRow
      for word in (x0 >> 6)...((x1 - 1) >> 6) {
        var left = bits[row + word]
        if left == 0 { continue }
        var number = Int(ranks[row + word])
        while left != 0 {
          let x = word << 6 + left.trailingZeroBitCount
          left &= left - 1
          if x >= x0, x < x1 { body(rect.x0 + Int32(x), y, number) }
          number += 1
        }
      }
    }
  }

  // MARK: Samples

  /// Returns the mask of a pixel's samples on the positive side of a line.
  private static func positive(_ a: Double, _ b: Double, _ c: Double, _ x: Int32, _ y: Int32) -> UInt64 {
    // Value at the pixel's top left corner; the samples are at odd multiples of 1/128.
    let corner = a * Double(x) + b * Double(y) + c
    let da = a / 128
    let db = b / 128
    var mask: UInt64 = 0
    for i in 0..<64 {
      // A Hammersley set: each sample has its own row and column, and the row is the bit reversal of the column.
      let row = (i & 1) << 5 | (i & 2) << 3 | (i & 4) << 1 | (i & 8) >> 1 | (i & 16) >> 3 | (i & 32) >> 5
      if corner + da * Double(2 * i + 1) + db * Double(2 * row + 1) >= 0 { mask |= 1 << UInt64(i) }
    }
    return mask
  }

  /// Returns the mask of a pixel's samples inside all half-planes.
  private static func mask(_ sides: [CutSide], _ x: Int32, _ y: Int32) -> UInt64 {
    var mask = UInt64.max
    for side in sides {
      let middle = side.a * (Double(x) + 0.5) + side.b * (Double(y) + 0.5) + side.c
      if abs(middle) > 0.75 {
        // The line passes outside the pixel.
        if (middle > 0) != side.isPositive { return 0 }
      } else {
        let positive = positive(side.a, side.b, side.c, x, y)
        mask &= side.isPositive ? positive : ~positive
        if mask == 0 { return 0 }
      }
    }
    return mask
  }

  /// Returns the area of a pixel on the positive side, 0…256.
  private static func area(_ a: Double, _ b: Double, _ c: Double, _ x: Int32, _ y: Int32) -> UInt32 {
    let m = min(abs(a), abs(b))
    let n = max(abs(a), abs(b))
    let t = a * (Double(x) + 0.5) + b * (Double(y) + 0.5) + c + (m + n) / 2
    let part: Double
    if t <= 0 {
      part = 0
    } else if t >= m + n {
      part = 1
    } else if t < m {
      part = t * t / (2 * m * n)
    } else if t <= n {
      part = (t - m / 2) / n
    } else {
      part = 1 - (m + n - t) * (m + n - t) / (2 * m * n)
    }
    return UInt32(clamping: min(max(part * 256 + 0.5, 0), 256))
  }
}

/// The samples of a band's cut pixels.
package struct CutSamples {
  package let pixels: CutPixels
  /// The part of the band that the samples belong to.
  package let rect: DeviceRect
  private let memory: UnsafeMutablePointer<UInt32>
  private let first: Int

  /// Initialises the samples with the band's pixels.
  ///
  /// - Parameter memory: room for `CutPixels.sampleCount` pixels for each of the band's cut pixels, by
  ///   `count(inRowsOf:)`.
  package init(_ pixels: CutPixels, of band: PixelBand, memory: UnsafeMutablePointer<UInt32>) {
    self.pixels = pixels
    self.memory = memory
    rect = pixels.rect.intersection(band.rect)
    first = pixels.firstNumber(inRowsOf: rect)
    pixels.forEach(in: rect) { [first] x, y, number in
      (memory + (number - first) * 64).update(repeating: band.at(Int(x), Int(y)).pointee, count: 64)
    }
  }

  /// Replaces the band's cut pixels by the means of their samples.
  package func resolve(into band: PixelBand) {
    pixels.forEach(in: rect) { x, y, number in
      band.at(Int(x), Int(y)).pointee = pixels.mean(memory + (number - first) * 64, number, x, y)
    }
  }

  /// Paints a piece onto the samples of its cut pixels, and sets their coverage to 0.
  fileprivate func paint(
    _ source: PixelBand, _ sides: [CutSide], opacity: UInt8, tint: UInt32, blend: BlendMode, coverage: CoverageBand,
    scratch: BandScratch
  ) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { colors in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { covers in
        guard let colors = colors.baseAddress, let covers = covers.baseAddress else { return }
        let row = DeviceRect(x0: 0, y0: 0, x1: 64, y1: 1)
        pixels.forEach(in: rect.intersection(source.rect)) { x, y, number in
          let cover = coverage.at(Int(x), Int(y))
          defer { cover.pointee = 0 }
          let color = source.at(Int(x), Int(y)).pointee
          if cover.pointee == 0 || color == 0 && !blend.changesBackdropOutsideSource { return }
          let mask = CutPixels.samples(sides, x, y)
          if mask == 0 { return }
          colors.update(repeating: color, count: 64)
          for i in 0..<64 { covers[i] = mask >> UInt64(i) & 1 == 1 ? cover.pointee : 0 }
          composite(
            PixelBand(base: colors, stride: 64, rect: row),
            onto: PixelBand(base: memory + (number - first) * 64, stride: 64, rect: row), opacity: opacity, tint: tint,
            clip: CoverageBand(base: covers, stride: 64, rect: row), blend: blend, scratch: scratch)
        }
      }
    }
  }
}

extension CutPixels {
  fileprivate func firstNumber(inRowsOf r: DeviceRect) -> Int { rect.isEmpty || r.isEmpty ? 0 : rank(ofRow: r.y0) }

  @inline(__always) fileprivate func forEach(in r: DeviceRect, _ body: (_ x: Int32, _ y: Int32, _ number: Int) -> Void)
  {
    each(in: r, body)
  }

  fileprivate static func samples(_ sides: [CutSide], _ x: Int32, _ y: Int32) -> UInt64 { mask(sides, x, y) }

  /// Returns the mean of a pixel's samples. If only one line passes through the pixel, the colours of its two sides are
  /// weighted by their exact areas.
  fileprivate func mean(_ samples: UnsafeMutablePointer<UInt32>, _ number: Int, _ x: Int32, _ y: Int32) -> UInt32 {
    let index = Int(only[number])
    if index >= 0 {
      let s = segments[index]
      let positive = CutPixels.positive(s.a, s.b, s.c, x, y)
      if positive == 0 || positive == .max { return samples[0] }
      let p = samples[positive.trailingZeroBitCount]
      let q = samples[(~positive).trailingZeroBitCount]
      if p == q { return p }
      let k = CutPixels.area(s.a, s.b, s.c, x, y)
      var result: UInt32 = 0
      for shift in [UInt32(0), 8, 16, 24] {
        result |= (((p >> shift & 255) * k + (q >> shift & 255) * (256 - k) + 128) >> 8) << shift
      }
      return result
    }
    // Two channels at a time.
    var even: UInt32 = 0
    var odd: UInt32 = 0
    for i in 0..<64 {
      even += samples[i] & 0x00FF_00FF
      odd += samples[i] >> 8 & 0x00FF_00FF
    }
    even = (even + 0x0020_0020) >> 6 & 0x00FF_00FF
    odd = (odd + 0x0020_0020) >> 6 & 0x00FF_00FF
    return even | odd << 8
  }
}

/// Paints the piece of a plane inside all half-planes; `source` is the plane's own image.
///
/// A pixel that no cut passes through belongs to one piece as a whole, decided at its centre. The pieces of a cut pixel
/// share its samples.
///
/// - Parameters:
///   - coverage: coverage of the plane over the source's rectangle. Its values are overwritten.
///   - samples: samples of the band's cut pixels; nil if there are none.
package func compositePiece(
  _ source: PixelBand, _ sides: [CutSide], samples: CutSamples?, onto band: PixelBand, opacity: UInt8, tint: UInt32,
  blend: BlendMode, coverage: CoverageBand, scratch: BandScratch
) {
  if let samples {
    samples.paint(source, sides, opacity: opacity, tint: tint, blend: blend, coverage: coverage, scratch: scratch)
  }
  if !sides.isEmpty {
    let r = coverage.rect
    for y in r.y0..<max(r.y0, r.y1) {
      var x0 = r.x0
      var x1 = r.x1
      for side in sides {
        let rest = side.b * (Double(y) + 0.5) + side.c
        // The first column past the line; identical for the two pieces on its sides.
        var column = Int32.max
        let isRight: Bool
        if abs(side.a) < 1e-12 {
          isRight = (rest >= 0) != side.isPositive
        } else {
          let at = -rest / side.a - 0.5
          let first = side.a > 0 ? at.rounded(.up) : at.rounded(.down) + 1
          column = Int32(clamping: min(max(first, Double(r.x0)), Double(r.x1)))
          isRight = (side.a > 0) == side.isPositive
        }
        if isRight { x0 = max(x0, column) } else { x1 = min(x1, column) }
      }
      let row = coverage.at(Int(r.x0), Int(y))
      if x0 >= x1 {
        row.update(repeating: 0, count: r.width)
      } else {
        row.update(repeating: 0, count: Int(x0 - r.x0))
        (row + Int(x1 - r.x0)).update(repeating: 0, count: Int(r.x1 - x1))
      }
    }
  }
  composite(source, onto: band, opacity: opacity, tint: tint, clip: coverage, blend: blend, scratch: scratch)
}
