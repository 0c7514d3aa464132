// SPDX-License-Identifier: MIT
import Geometry
import Pixels

/// A filter in a chain, with the values of its keys at one instant, in the layer's coordinates.
package struct FilterStep: Sendable {
  package let row: FilterRow
  /// Of all keys that are numbers, in the row's order (`FilterRow.offsets`).
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

/// The values that a kernel is made from, and the grid of pixels on which it will work.
package struct FilterInputs: Sendable {
  package let step: FilterStep
  /// From the layer's coordinates to grid pixels. Upright, or turned and mirrored with one scale, or, for filters of
  /// `Grid.any`, upright with two scales.
  package let map: AffineTransform
  /// The area of the filter's input, in grid pixels, before any of it was left out: what "the image" is to filters that
  /// depend on its size.
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
    // A turn by a quarter exchanges the axes.
    ((map.a * map.a + map.c * map.c).squareRoot(), (map.b * map.b + map.d * map.d).squareRoot())
  }
  /// Pixels per point: that of both axes where they agree, else the geometric mean.
  package var scale: Double { abs(map.a * map.d - map.b * map.c).squareRoot() }
  /// Whether the grid shows the layer mirrored, so that angles run the other way.
  package var isMirrored: Bool { map.a * map.d - map.b * map.c < 0 }

  /// Where the value of a key of one of some kinds begins among its like.
  private func offset(_ name: String, _ isKind: (FilterKey.Kind) -> Bool) -> Int? {
    step.row.keys.firstIndex { $0.name == name && isKind($0.kind) }.map { step.row.offsets[$0] }
  }

  /// A number as it is; 0 for a key that the row does not have, a mistake of the row.
  package func number(_ name: String) -> Double { offset(name) { $0.count > 0 }.map { step.numbers[$0] } ?? 0 }
  /// A length, in grid pixels.
  package func length(_ name: String) -> Double { number(name) * scale }
  /// A place, in grid pixels: pixel (x, y) covers x ... x + 1.
  package func point(_ name: String) -> Point {
    offset(name) { $0.count > 1 }.map { map.apply(Point(step.numbers[$0], step.numbers[$0 + 1])) } ?? .zero
  }
  /// The direction in the grid of one in the layer.
  package func angle(_ name: String) -> Double { gridAngle(number(name)) }
  /// How far a turn by an angle turns in the grid.
  package func turn(_ name: String) -> Double { isMirrored ? -number(name) : number(name) }
  package func vector(_ name: String) -> [Double] {
    guard let i = step.row.keys.firstIndex(where: { $0.name == name && $0.kind.count > 0 }) else { return [] }
    return Array(step.numbers[step.row.offsets[i]..<step.row.offsets[i] + step.row.keys[i].kind.count])
  }
  /// Not premultiplied.
  package func color(_ name: String) -> SIMD4<Float> {
    let v = vector(name)
    return v.count == 4 ? SIMD4(Float(v[0]), Float(v[1]), Float(v[2]), Float(v[3])) : SIMD4(0, 0, 0, 1)
  }
  /// In the layer's coordinates.
  package func rect(_ name: String) -> Rect {
    let v = vector(name)
    return v.count == 4 ? Rect(v[0], v[1], v[2], v[3]) : .zero
  }
  package func image(_ name: String) -> Bitmap? { offset(name) { $0 == .image }.flatMap { step.images[$0] } }
  package func data(_ name: String) -> [Float]? { offset(name) { $0 == .data }.flatMap { step.data[$0] } }
}

extension FilterInputs {
  /// The direction in the grid of a direction in the layer, in radians.
  package func gridAngle(_ angle: Double) -> Double {
    let c = FilterMath.cos(angle)
    let s = FilterMath.sin(angle)
    return FilterMath.atan2(map.b * c + map.d * s, map.a * c + map.c * s)
  }
}
