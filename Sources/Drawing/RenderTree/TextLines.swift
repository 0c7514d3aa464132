// SPDX-License-Identifier: MIT

extension TextRequest {
  /// Strategy for breaking wrapped text into lines.
  public enum LineBreakStrategy: UInt8, Sendable {
    /// Greedy: each line takes as much as fits.
    case standard
    /// As few lines as `standard`, of about equal width.
    case balance
    /// The best breaks for the whole paragraph: even spaces or edges, few hyphens, no single word in the last line.
    case pretty
  }
}

/// A tab stop: `NSTextTab`.
///
/// ```swift
/// var attributes = TextAttributes()
/// attributes.tabStops = [TextTab(location: 120, alignment: .decimal), TextTab(location: 200)]
/// title.attributedString = AttributedString("Tea\t3.50\tper pot", attributes: attributes)
/// ```
public struct TextTab: Hashable, Sendable {
  /// The part of the text after the tab, up to the next tab, that is aligned with the stop.
  public enum Alignment: UInt8, Sendable {
    case left, right, center
    /// Aligns the decimal separator, or the end if there is none.
    case decimal
  }
  /// Distance from the leading edge, in points.
  public var location: Double
  /// Alignment at the stop. Default left.
  public var alignment: Alignment
  /// The text that fills the gap before the stop, such as `.`: repeated at places common to all lines. Default nil, an
  /// empty gap.
  public var leader: String?
  /// Creates a tab stop.
  public init(location: Double, alignment: Alignment = .left, leader: String? = nil) {
    self.location = location
    self.alignment = alignment
    self.leader = leader
  }
}
