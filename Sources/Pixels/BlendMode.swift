/// How a source is combined with what lies under it: Core Graphics' `CGBlendMode`, in its order.
public enum BlendMode: UInt8, CaseIterable, Sendable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference, exclusion
  case hue, saturation, color, luminosity
  case clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut, destinationAtop, xor
  case plusDarker, plusLighter

  /// The name scripts use, equal to the case's.
  public var name: String { "\(self)" }
  public init?(name: String) {
    guard let mode = BlendMode.allCases.first(where: { $0.name == name }) else { return nil }
    self = mode
  }
}
