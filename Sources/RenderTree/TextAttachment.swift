// SPDX-License-Identifier: MIT
import Geometry

/// What stands in text in place of its characters, with its lower edge on the baseline: `NSTextAttachment`.
public struct TextAttachment: Hashable, Sendable {
  /// What it shows.
  public enum Content: Hashable, Sendable {
    /// A picture; two are equal that are the same object.
    case picture(AttachedPicture)
    /// The sublayer of this name, of the text layer that shows the text, which places it.
    case sublayer(String)
  }
  /// What it shows.
  public var content: Content
  /// In points; nil is that of the picture or the sublayer.
  public var size: Size?

  /// An attachment.
  public init(_ content: Content, size: Size? = nil) {
    self.content = content
    self.size = size
  }

  /// The character that stands for it in the text.
  package static let character: Unicode.Scalar = "\u{FFFC}"
}

/// A picture that text may show.
public protocol TextPicture: AnyObject, Sendable {
  /// In points.
  var size: Size { get }
}

/// A picture in text, equal to itself alone.
public struct AttachedPicture: Hashable, Sendable {
  /// The picture.
  public let picture: any TextPicture
  /// A picture to be put into text.
  public init(_ picture: any TextPicture) { self.picture = picture }
  /// Whether both are the same object.
  public static func == (a: AttachedPicture, b: AttachedPicture) -> Bool { a.picture === b.picture }
  /// By identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(picture)) }
}
