// SPDX-License-Identifier: MIT
import Numbers

extension Bitmap {
  /// Returns the main colours of the picture with their shares of its opaque area, largest first.
  ///
  /// The picture is reduced to at most 64 × 64 averages, whose colours in OKLab are divided by median cut: the box of
  /// colours with the largest spread is halved until there are enough. A picture of fewer colours returns fewer.
  ///
  /// ```swift
  /// let accent = bitmap.mainColors(5).first?.color
  /// ```
  ///
  /// - Parameter count: 1 to 256.
  public func mainColors(_ count: Int) -> [(color: Color, share: Double)] {
    let side = 64
    let (columns, rows) = (min(width, side), min(height, side))
    var samples: [SIMD3<Double>] = []
    samples.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        if let c = average(
          columns: column * width / columns..<(column + 1) * width / columns,
          rows: row * height / rows..<(row + 1) * height / rows)
        {
          let lab = c.lab(isOklab: true)
          samples.append(SIMD3(lab[0], lab[1], lab[2]))
        }
      }
    }
    guard !samples.isEmpty else { return [] }
    var boxes = [samples[...]]
    while boxes.count < min(max(count, 1), 256) {
      // The box with the most to gain: its widest extent, weighted by its number of samples.
      var best: (box: Int, axis: Int, gain: Double) = (0, 0, 0)
      for (i, box) in boxes.enumerated() {
        let (low, high) = Bitmap.extent(box)
        for axis in 0..<3 {
          let gain = (high[axis] - low[axis]) * Double(box.count).squareRoot()
          if gain > best.gain { best = (i, axis, gain) }
        }
      }
      // The rest differs by less than the rounding of pixels.
      guard best.gain > 1e-3 else { break }
      let box = boxes[best.box].sorted {
        ($0[best.axis], $0.x, $0.y, $0.z) < ($1[best.axis], $1.x, $1.y, $1.z)
      }
      var middle = box.count / 2
      // Samples of one colour stay together.
      if let next = box[middle...].firstIndex(where: { $0[best.axis] > box[middle - 1][best.axis] }) {
        middle = next
      } else if let first = box.firstIndex(where: { $0[best.axis] >= box[middle][best.axis] }), first > 0 {
        middle = first
      }
      boxes[best.box] = box[..<middle]
      boxes.insert(box[middle...], at: best.box + 1)
    }
    let ordered = boxes.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
    return ordered.map { _, box in
      var sum = SIMD3<Double>(0, 0, 0)
      for sample in box { sum += sample }
      let mean = sum / Double(box.count)
      return (
        Color(mapping: mean.x, mean.y, mean.z, isOklab: true, alpha: 1), Double(box.count) / Double(samples.count)
      )
    }
  }

  private static func extent(_ box: ArraySlice<SIMD3<Double>>) -> (low: SIMD3<Double>, high: SIMD3<Double>) {
    var (low, high) = (SIMD3<Double>(repeating: .infinity), SIMD3<Double>(repeating: -.infinity))
    for sample in box {
      low = pointwiseMin(low, sample)
      high = pointwiseMax(high, sample)
    }
    return (low, high)
  }

  /// The average of up to 8 × 8 pixels of a part; nil if it is less than half opaque.
  private func average(columns: Range<Int>, rows: Range<Int>) -> Color? {
    var sum = SIMD4<Double>(0, 0, 0, 0)
    var count = 0.0
    for y in stride(from: rows.lowerBound, to: rows.upperBound, by: max(rows.count / 8, 1)) {
      for x in stride(from: columns.lowerBound, to: columns.upperBound, by: max(columns.count / 8, 1)) {
        let c = color(x: x, y: y)
        sum += SIMD4(c.red * c.alpha, c.green * c.alpha, c.blue * c.alpha, c.alpha)
        count += 1
      }
    }
    guard count > 0, sum.w >= count / 2 else { return nil }
    return Color(red: sum.x / sum.w, green: sum.y / sum.w, blue: sum.z / sum.w)
  }
}
