// SPDX-License-Identifier: MIT
/// Operation that combines a source with its backdrop: Core Graphics' `CGBlendMode`, in its order, then the additional
/// modes of Core Image.
public enum BlendMode: UInt8, CaseIterable, Sendable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference,
    exclusion
  case hue, saturation, color, luminosity
  case clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut, destinationAtop,
    xor
  case plusDarker, plusLighter
  // Additional blend modes of Core Image's compositing filters.
  case subtract, divide, linearBurn, linearDodge, pinLight, linearLight, vividLight
  // Operators on premultiplied components, alpha included: maximum, minimum, product.
  case maximum, minimum, product

  /// The name in scripts, equal to the case's name.
  public var name: String { "\(self)" }
  /// Returns the mode of this name; nil for an unknown name.
  public init?(name: String) {
    guard let mode = BlendMode.allCases.first(where: { $0.name == name }) else { return nil }
    self = mode
  }

  /// The modes of a graphics context.
  public static let graphicsModes = allCases.filter { $0.rawValue <= plusLighter.rawValue }

  /// True for a blend mode proper: result = (1 − αd)·S + (1 − αs)·D + αs·αd·B(b, s). So a translucent source has a
  /// proportional effect, and a transparent source none. False for compositing operators.
  public var isBlend: Bool {
    rawValue <= BlendMode.luminosity.rawValue
      || (rawValue >= BlendMode.subtract.rawValue && rawValue <= BlendMode.vividLight.rawValue)
  }

  /// True if any source leaves an opaque backdrop opaque.
  package var keepsOpacity: Bool { isBlend || self == .sourceAtop || self == .plusLighter || self == .plusDarker }

  /// True if a transparent source changes its backdrop.
  public var changesBackdropOutsideSource: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop, .minimum, .product: true
    default: false
    }
  }
}
