// SPDX-License-Identifier: MIT
import Geometry

/// An object in text that replaces its characters, with its lower edge on the baseline: `NSTextAttachment`.
///
/// ```swift
/// var text = AttributedString("The sun: ")
/// var symbol = TextAttributes()
/// symbol.attachment = TextAttachment(.sublayer("sun"), size: Size(16, 16))
/// text.runs.append(AttributedString.Run(string: "\u{fffc}", attributes: symbol))
/// title.attributedString = text
/// ```
public struct TextAttachment: Hashable, Sendable {
  /// The content of an attachment.
  public enum Content: Hashable, Sendable {
    /// A picture, compared by identity.
    case picture(AttachedPicture)
    /// The sublayer with this name; the text layer that shows the text places it.
    case sublayer(String)
  }
  /// The picture or sublayer to show.
  public var content: Content
  /// Size in points; nil for the size of the picture or the sublayer.
  public var size: Size?

  /// Creates an attachment.
  public init(_ content: Content, size: Size? = nil) {
    self.content = content
    self.size = size
  }

  /// The object replacement character, which stands for the attachment in the text.
  package static let character: Unicode.Scalar = "\u{FFFC}"
}

/// A picture that can be shown in text.
public protocol TextPicture: AnyObject, Sendable {
  /// Size in points.
  var size: Size { get }
}

/// A picture in text, compared by identity.
public struct AttachedPicture: Hashable, Sendable {
  /// The picture.
  public let picture: any TextPicture
  /// Wraps a picture for use in text.
  public init(_ picture: any TextPicture) { self.picture = picture }
  /// True if both pictures are the same object.
  public static func == (a: AttachedPicture, b: AttachedPicture) -> Bool { a.picture === b.picture }
  /// Hashes the picture's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(picture)) }
}
