// SPDX-License-Identifier: MIT
import Geometry
import Parsing
import PathForms
import Pixels

extension PropertyValue {
  /// Returns the value between two others, as an animation from the first to the second shows it.
  ///
  /// Numbers, points, sizes, rects, colours, transforms, paths, and lists of these, such as a gradient's colours and
  /// locations. A text stands for a colour, and a list of numbers for what the other value is. Paths of different
  /// elements are morphed (`PathMorph`).
  ///
  /// ```swift
  /// try PropertyValue.lerp(0, 10, 0.25)  // .number(2.5)
  /// try PropertyValue.lerp("red", "blue", 0.5)  // a purple: colours are mixed in sRGB
  /// ```
  /// - Parameter fraction: 0 for the first value, 1 for the second; others go on beyond them.
  /// - Throws: `LayerError` for values of different kinds, or of a kind without values in between.
  public static func lerp(_ start: PropertyValue, _ end: PropertyValue, _ fraction: Double) throws -> PropertyValue {
    var reading = Reading(trusted: "PropertyValue.lerp")
    return try lerp(start, end, fraction, &reading)
  }

  /// Returns the value between two others.
  ///
  /// - Parameter reading: counts the work of morphing paths.
  package static func lerp(
    _ start: PropertyValue, _ end: PropertyValue, _ fraction: Double, _ reading: inout Reading
  ) throws -> PropertyValue {
    guard fraction.isFinite else { throw LayerError("expected a finite fraction") }
    if case .path(let a) = start, case .path(let b) = end, a.verbs != b.verbs {
      return .path(try PathMorph(a, b, start: nil, &reading).path(at: fraction))
    }
    let (a, b) = try formed(start, end, &reading)
    let value = try a.interpolated(to: b, at: fraction)
    guard value.isFinite else { throw LayerError("the result is not finite") }
    return value
  }

  /// Returns both values as one kind.
  private static func formed(
    _ a: PropertyValue, _ b: PropertyValue, _ reading: inout Reading
  ) throws -> (PropertyValue, PropertyValue) {
    switch (a, b) {
    case (.number, .number): return (a, b)
    case (.point, _), (_, .point): if let x = a.asPoint, let y = b.asPoint { return (.point(x), .point(y)) }
    case (.size, _), (_, .size): if let x = a.asSize, let y = b.asSize { return (.size(x), .size(y)) }
    case (.rect, _), (_, .rect): if let x = a.asRect, let y = b.asRect { return (.rect(x), .rect(y)) }
    case (.transform, _), (_, .transform):
      if let x = a.asTransform, let y = b.asTransform { return (.transform(x), .transform(y)) }
    case (.path(let x), .path(let y)):
      let morph = try PathMorph(x, y, start: nil, &reading)
      return (.path(morph.from), .path(morph.to))
    case (.color, _), (_, .color), (.string, _), (_, .string):
      if let x = a.asColor, let y = b.asColor {
        // Colours that a step beyond 0…1 made are taken as they are; components that were written are not.
        for (value, color) in [(a, x), (b, y)] {
          if case .color = value { continue }
          if let excess = color.excess { throw LayerError(excess) }
        }
        return (.color(x), .color(y))
      }
    case (.array(let x), .array(let y)) where x.count == y.count:
      let pairs = try zip(x, y).map { try formed($0, $1, &reading) }
      return (.array(pairs.map(\.0)), .array(pairs.map(\.1)))
    case (.array(let x), .array(let y)):
      throw LayerError("both lists need the same number of values, got \(x.count) and \(y.count)")
    default: break
    }
    throw LayerError(
      "expected two numbers, points, sizes, rects, colours, transforms, paths, or lists of these, got "
        + "\(a.described) and \(b.described)")
  }
}
