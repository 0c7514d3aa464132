// SPDX-License-Identifier: MIT
/// The reason why text cannot be laid out.
package struct TextError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The text or the size is beyond what one layout may hold.
    case limit
    /// A font file that cannot be used, or no usable font at all.
    case font
    /// A system library that text needs is missing.
    case library
    /// The layout was stopped.
    case stopped
  }

  package var kind: Kind
  /// A sentence in lower case with the problem and the remedy.
  package var message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
