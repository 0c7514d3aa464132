// SPDX-License-Identifier: MIT
/// Why text cannot be laid out.
package struct TextError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The text or the size is beyond what one layout may hold.
    case limit
    /// A font file that cannot be used, or no usable font at all.
    case font
    /// A system library that text needs is missing.
    case library
    /// Somebody ended it.
    case stopped
  }

  package var kind: Kind
  /// A sentence in lower case: what was wrong and what to do.
  package var message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
