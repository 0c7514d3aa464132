// SPDX-License-Identifier: MIT

extension TextRequest {
  /// Where lines of wrapped text end.
  public enum LineBreakStrategy: UInt8, Sendable {
    /// Each takes what fits.
    case standard
    /// As few lines as that, of about one width.
    case balance
    /// The breaks that are best for the whole paragraph: even spaces or edges, few hyphens, no word alone at the end.
    case pretty
  }
}

/// A place to which a tab leads: `NSTextTab`.
public struct TextTab: Hashable, Sendable {
  /// What of the text after the tab, up to the next one, stands at the place.
  public enum Alignment: UInt8, Sendable {
    case left, right, center
    /// The decimal separator, or where there is none, the end.
    case decimal
  }
  /// Points from the side where writing begins.
  public var location: Double
  /// What stands there.
  public var alignment: Alignment
  /// A tab's place.
  public init(location: Double, alignment: Alignment = .left) {
    self.location = location
    self.alignment = alignment
  }
}
