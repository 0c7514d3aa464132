// SPDX-License-Identifier: MIT
/// The reason why a picture cannot be read or written.
package struct ImageFileError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Not a picture, or of a kind that is not read.
    case format
    /// The bytes end too early or contradict themselves.
    case damaged
    /// The picture is larger than allowed.
    case limit
    /// The picture cannot be written in this format.
    case encoding
    /// A library that reading or writing it needs is not installed.
    case missing
  }

  package var kind: Kind
  /// A sentence in lower case without the file's name, as "the PNG file ends in the middle of its pixels".
  package var message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
