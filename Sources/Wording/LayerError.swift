// SPDX-License-Identifier: MIT
/// The reason why something failed: the one error of everything below scripts.
///
/// The message is lower case after the name of the class and key, file, image or layer that it is about, with the
/// expected value, the actual one and the remedy.
public struct LayerError: Error, Sendable, CustomStringConvertible {
  // ORDER llua_Kind
  /// What failed.
  public enum Kind: Int32, CaseIterable, Sendable {
    /// A wrong value, name, call or file content.
    case invalid = 1
    /// A script's text is not Lua.
    case syntax
    /// The memory limit of a script was hit.
    case memory
    /// The time limit was hit.
    case time
    /// Another limit was hit: pixels, bytes, the depth of a tree, the number of layers.
    case limit
    /// The file system refused: no such folder, no permission, a device error.
    case file
    /// Something that must be installed is missing, such as a library.
    case missing
    /// A passing fault, such as a full disk or too many processes: trying again later may help.
    case passing
    /// A part of the contract that is not implemented, or a picture that a format cannot hold.
    case unsupported
    /// Unsolved layout; everything else is laid out.
    case unsolved
    /// The work was ended from outside.
    case cancelled
  }

  /// What failed.
  public var kind: Kind
  /// The class of the object that refused a value, such as `Layer`; nil for an error that is not about a key.
  public var className: String?
  /// The key that refused a value, such as `opacity`; nil for an error that is not about one.
  public var key: String?
  /// The whole message, class and key included.
  public var message: String
  /// Whether the model had it from its services, for a file, a font or pixels. Its message says all, so the model does
  /// not add the animation or the frame in which it arose.
  package var isOfServices = false

  /// An error of kind `invalid`.
  public init(_ message: String) { self.init(.invalid, message) }

  /// An error of a kind.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  public var description: String { message }
}

extension LayerError: Equatable {
  public static func == (a: LayerError, b: LayerError) -> Bool {
    a.kind == b.kind && a.className == b.className && a.key == b.key && a.message == b.message
  }
}
