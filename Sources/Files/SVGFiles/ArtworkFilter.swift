// SPDX-License-Identifier: MIT
import Filters
import Geometry
import Numbers
import Pixels

extension Artwork {
  /// An element's filter, with all lengths in the element's user space.
  package struct Filter: Sendable {
    /// The filter graph; colours that the file leaves open are black in it.
    package let graph: FilterGraph
    let inks: [(index: Int, ink: Ink, opacity: Double)]

    package func graph(_ colors: ArtworkColors) -> FilterGraph {
      if inks.isEmpty { return graph }
      var graph = graph
      for (index, ink, opacity) in inks { graph.setColor(colors.color(ink, opacity: opacity), at: index) }
      return graph
    }
  }

  /// An element's mask.
  package final class Mask: Sendable {
    /// The drawing whose luminance or alpha is the mask.
    package let content: Group
    /// Maps the content's coordinates to the masked element's user space.
    package let transform: AffineTransform
    /// The clips of the mask, its region first, in the element's user space.
    package let clips: [Clip]
    /// Bounds of the unmasked area, in the element's user space; nil if everything is masked.
    package let box: Rect?
    package let isAlpha: Bool
    /// True if luminance is computed in linearRGB.
    package let isLinear: Bool
    /// The mask applied to this mask; nil if there is none.
    package let outer: Mask?

    init(
      _ content: Group, _ transform: AffineTransform, region: Rect, clips: [Clip], isAlpha: Bool, isLinear: Bool,
      outer: Mask?
    ) {
      self.content = content
      self.transform = transform
      self.clips = [Clip(Path(rect: region), .nonZero)] + clips
      box = content.extent.map(transform.boundingBox(of:))?.intersection(region)
      self.isAlpha = isAlpha
      self.isLinear = isLinear
      self.outer = outer
    }
  }
}

/// One function in the value of the property `filter`.
enum ArtworkFilterFunction {
  /// A `filter` element of the file, by its id.
  case reference(String)
  /// A filter in another file.
  case elsewhere
  case blur(ArtworkLength)
  case shadow(x: ArtworkLength, y: ArtworkLength, deviation: ArtworkLength, Artwork.Ink)
  case matrix([Double])

  /// Parses a list of CSS filter functions; nil if it is invalid.
  ///
  /// - Parameter ink: parses a colour.
  static func list(css text: String, ink: (String) -> Artwork.Ink?) -> [ArtworkFilterFunction]? {
    if text.trimmed.lowercased() == "none" { return [] }
    guard let functions = text.cssFunctions, functions.count <= 64 else { return nil }
    var result: [ArtworkFilterFunction] = []
    for (name, inside) in functions {
      guard let function = one(name, inside.trimmed, ink) else { return nil }
      result.append(function)
    }
    return result
  }

  private static func one(_ name: String, _ inside: String, _ ink: (String) -> Artwork.Ink?) -> ArtworkFilterFunction? {
    func amount(_ most: Double = .infinity) -> Double? {
      if inside.isEmpty { return 1 }
      guard let length = ArtworkLength(inside), length.value >= 0 else { return nil }
      switch length.unit {
      case .number: return min(length.value, most)
      case .percent: return min(length.value / 100, most)
      case .em, .ex: return nil
      }
    }
    func matrix(_ amount: Double?, _ make: (Double) -> [Double]) -> ArtworkFilterFunction? {
      amount.map { .matrix(make($0)) }
    }
    switch name {
    case "url":
      let link = inside.unquoted ?? inside
      return link.hasPrefix("#") ? .reference(String(link.dropFirst())) : .elsewhere
    case "blur":
      if inside.isEmpty { return .blur(.zero) }
      guard let length = ArtworkLength(inside), length.value >= 0, length.unit != .percent else { return nil }
      return .blur(length)
    case "drop-shadow":
      var lengths: [ArtworkLength] = []
      var color: Artwork.Ink?
      for part in inside.topLevelParts({ $0 <= 32 }) {
        if let length = ArtworkLength(part) {
          lengths.append(length)
        } else if color == nil, let found = ink(part) {
          color = found
        } else {
          return nil
        }
      }
      guard (2...3).contains(lengths.count), lengths.allSatisfy({ $0.unit != .percent }) else { return nil }
      let deviation = lengths.count > 2 ? lengths[2] : .zero
      return deviation.value < 0
        ? nil : .shadow(x: lengths[0], y: lengths[1], deviation: deviation, color ?? .current)
    case "brightness": return matrix(amount()) { ArtworkFilterMatrix.scaled($0, 0) }
    case "contrast": return matrix(amount()) { ArtworkFilterMatrix.scaled($0, 0.5 - 0.5 * $0) }
    case "invert": return matrix(amount(1)) { ArtworkFilterMatrix.scaled(1 - 2 * $0, $0) }
    case "opacity": return matrix(amount(1)) { [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, $0, 0] }
    case "grayscale": return matrix(amount(1)) { ArtworkFilterMatrix.saturated(1 - $0, [0.2126, 0.7152, 0.0722]) }
    case "saturate": return matrix(amount()) { ArtworkFilterMatrix.saturated($0, ArtworkFilterMatrix.weights) }
    case "sepia": return matrix(amount(1), ArtworkFilterMatrix.sepia)
    case "hue-rotate":
      if inside.isEmpty { return .matrix(ArtworkFilterMatrix.turned(degrees: 0)) }
      return ArtworkTransform.angle(inside, isBare: false).map {
        .matrix(ArtworkFilterMatrix.turned(degrees: $0))
      }
    default: return nil
    }
  }
}

/// Colour matrices of Filter Effects Level 1: four rows of five.
enum ArtworkFilterMatrix {
  static let identity: [Double] = [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]
  static let luminanceToAlpha: [Double] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.2125, 0.7154, 0.0721, 0, 0]
  static let weights = [0.213, 0.715, 0.072]

  static func scaled(_ k: Double, _ more: Double) -> [Double] {
    [k, 0, 0, 0, more, 0, k, 0, 0, more, 0, 0, k, 0, more, 0, 0, 0, 1, 0]
  }

  static func saturated(_ s: Double, _ w: [Double]) -> [Double] {
    var m = identity
    for row in 0..<3 { for column in 0..<3 { m[row * 5 + column] = w[column] * (1 - s) + (row == column ? s : 0) } }
    return m
  }

  static func sepia(_ amount: Double) -> [Double] {
    let full = [0.393, 0.769, 0.189, 0.349, 0.686, 0.168, 0.272, 0.534, 0.131]
    var m = identity
    for row in 0..<3 {
      for column in 0..<3 {
        m[row * 5 + column] = full[row * 3 + column] * amount + (row == column ? 1 - amount : 0)
      }
    }
    return m
  }

  static func turned(degrees: Double) -> [Double] {
    let (sin, cos) = FilterMath.sinCos(degrees.truncatingRemainder(dividingBy: 360) * .pi / 180)
    let w = weights
    let turns = [-w[0], -w[1], 1 - w[2], 0.143, 0.140, -0.283, -(1 - w[0]), w[1], w[2]]
    var m = identity
    for row in 0..<3 {
      for column in 0..<3 {
        let own = row == column ? 1 - w[column] : -w[column]
        m[row * 5 + column] = w[column] + cos * own + sin * turns[row * 3 + column]
      }
    }
    return m
  }
}
