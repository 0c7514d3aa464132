// SPDX-License-Identifier: MIT
import Geometry
import Pixels

/// A filter of a chain, with the values of its keys at one instant, in the layer's coordinates.
package struct FilterStep: Sendable {
  package let row: FilterRow
  /// Values of all numeric keys, in the row's order (`FilterRow.offsets`).
  package var numbers: [Double]
  package var images: [Bitmap?]
  package var data: [[Float]?]

  package init(_ row: FilterRow, numbers: [Double]? = nil, images: [Bitmap?] = [], data: [[Float]?] = []) {
    self.row = row
    self.numbers = numbers ?? row.defaultNumbers
    self.images = images + Array(repeating: nil, count: max(0, row.imageCount - images.count))
    self.data = data + Array(repeating: nil, count: max(0, row.dataCount - data.count))
  }
}

/// The values from which a kernel is made, and the pixel grid on which it works.
package struct FilterInputs: Sendable {
  package let step: FilterStep
  /// From the layer's coordinates to grid pixels. Upright, or rotated and mirrored with one scale, or, for filters of
  /// `Grid.any`, upright with two scales.
  package let map: AffineTransform
  /// Area of the filter's input before cropping, in grid pixels: the image size for filters that depend on it.
  package let extent: Rect
  /// The layer's bounds, in its coordinates.
  package let bounds: Rect

  package init(_ step: FilterStep, map: AffineTransform, extent: Rect, bounds: Rect) {
    self.step = step
    self.map = map
    self.extent = extent
    self.bounds = bounds
  }

  /// Pixels per point, along the grid's axes.
  package var scales: (x: Double, y: Double) {
    // A quarter turn exchanges the axes.
    ((map.a * map.a + map.c * map.c).squareRoot(), (map.b * map.b + map.d * map.d).squareRoot())
  }
  /// Pixels per point: the scale of both axes if they agree, else the geometric mean.
  package var scale: Double { abs(map.a * map.d - map.b * map.c).squareRoot() }
  /// True if the grid shows the layer mirrored, so that angles are reversed.
  package var isMirrored: Bool { map.a * map.d - map.b * map.c < 0 }

  /// Returns the offset of a key's value, if the key is of an accepted kind; nil otherwise.
  private func offset(_ name: String, _ isKind: (FilterKey.Kind) -> Bool) -> Int? {
    step.row.keys.firstIndex { $0.name == name && isKind($0.kind) }.map { step.row.offsets[$0] }
  }

  /// Returns a number unscaled; 0 for a key that the row lacks, which is a mistake of the row.
  package func number(_ name: String) -> Double { offset(name) { $0.count > 0 }.map { step.numbers[$0] } ?? 0 }
  /// Returns a length, in grid pixels.
  package func length(_ name: String) -> Double { number(name) * scale }
  /// Returns a position, in grid pixels: pixel (x, y) covers x ... x + 1.
  package func point(_ name: String) -> Point {
    offset(name) { $0.count > 1 }.map { map.apply(Point(step.numbers[$0], step.numbers[$0 + 1])) } ?? .zero
  }
  /// Returns a direction in the layer as a direction on the grid, in radians.
  package func angle(_ name: String) -> Double { gridAngle(number(name)) }
  /// Returns an angle of rotation, negated if the grid is mirrored.
  package func turn(_ name: String) -> Double { isMirrored ? -number(name) : number(name) }
  package func vector(_ name: String) -> [Double] {
    guard let i = step.row.keys.firstIndex(where: { $0.name == name && $0.kind.count > 0 }) else { return [] }
    return Array(step.numbers[step.row.offsets[i]..<step.row.offsets[i] + step.row.keys[i].kind.count])
  }
  /// Returns a colour with straight alpha.
  package func color(_ name: String) -> SIMD4<Float> {
    let v = vector(name)
    return v.count == 4 ? SIMD4(Float(v[0]), Float(v[1]), Float(v[2]), Float(v[3])) : SIMD4(0, 0, 0, 1)
  }
  /// Returns a rectangle, in the layer's coordinates.
  package func rect(_ name: String) -> Rect {
    let v = vector(name)
    return v.count == 4 ? Rect(v[0], v[1], v[2], v[3]) : .zero
  }
  package func image(_ name: String) -> Bitmap? { offset(name) { $0 == .image }.flatMap { step.images[$0] } }
  package func data(_ name: String) -> [Float]? { offset(name) { $0 == .data }.flatMap { step.data[$0] } }
}

extension FilterInputs {
  /// Converts a direction in the layer to one on the grid, in radians.
  package func gridAngle(_ angle: Double) -> Double {
    let c = FilterMath.cos(angle)
    let s = FilterMath.sin(angle)
    return FilterMath.atan2(map.b * c + map.d * s, map.a * c + map.c * s)
  }
}
