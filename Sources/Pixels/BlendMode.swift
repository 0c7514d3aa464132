// SPDX-License-Identifier: MIT
/// The way in which a source is combined with its backdrop: Core Graphics' `CGBlendMode`, in its order, then the
/// additional modes of Core Image.
public enum BlendMode: UInt8, CaseIterable, Sendable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference,
    exclusion
  case hue, saturation, color, luminosity
  case clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut, destinationAtop,
    xor
  case plusDarker, plusLighter
  // Blend modes of compositing filters.
  case subtract, divide, linearBurn, linearDodge, pinLight, linearLight, vividLight
  // Operators on premultiplied components, alpha included: the larger, the smaller, the product.
  case maximum, minimum, product

  /// The name scripts use, equal to the case's.
  public var name: String { "\(self)" }
  /// The mode of this name; nil for another name.
  public init?(name: String) {
    guard let mode = BlendMode.allCases.first(where: { $0.name == name }) else { return nil }
    self = mode
  }

  /// The modes of a graphics context.
  public static let graphicsModes = allCases.filter { $0.rawValue <= plusLighter.rawValue }

  /// True for a blend mode proper: result = (1 − αd)·S + (1 − αs)·D + αs·αd·B(b, s), so that a fraction of the source
  /// goes a fraction of the way and a transparent source changes nothing. False for compositing operators.
  public var isBlend: Bool {
    rawValue <= BlendMode.luminosity.rawValue
      || (rawValue >= BlendMode.subtract.rawValue && rawValue <= BlendMode.vividLight.rawValue)
  }

  /// True when a transparent source changes its backdrop.
  public var changesBackdropOutsideSource: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop, .minimum, .product: true
    default: false
    }
  }
}
