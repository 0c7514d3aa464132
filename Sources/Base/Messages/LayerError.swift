// SPDX-License-Identifier: MIT
/// An error with a kind and a message: the one error type of all modules below scripts.
///
/// The message is in lower case after the name of the class and key, file, image or layer that it concerns. It gives
/// the expected value, the actual one and the remedy.
///
/// ```swift
/// do {
///   try layer.setValue(2, forKeyPath: "opacity")
/// } catch let error as LayerError {
///   print(error.kind, error.key ?? "no key", error)
/// }
/// ```
public struct LayerError: Error, Sendable, CustomStringConvertible {
  // ORDER llua_Kind
  /// The category of an error.
  public enum Kind: Int32, CaseIterable, Sendable {
    /// A wrong value, name, call or file content.
    case invalid = 1
    /// A script's text is not valid Lua.
    case syntax
    /// A script exceeded its memory limit.
    case memory
    /// The time limit was exceeded.
    case time
    /// Another limit was exceeded: pixels, bytes, the depth of a tree, the number of layers.
    case limit
    /// The file system refused: no such folder, no permission, a device error.
    case file
    /// A required component is not installed, such as a library.
    case missing
    /// A transient failure, such as a full disk or too many processes; retrying later may help.
    case temporary
    /// A part of the contract that is not implemented, or an image that a format cannot represent.
    case unsupported
    /// Constraints could not be solved; everything else is laid out.
    case unsolved
    /// The work was cancelled from outside.
    case cancelled
  }

  /// The category of the error.
  public var kind: Kind
  /// The class of the object that refused a value, such as `Layer`; nil if the error is not about a key.
  public var className: String?
  /// The key that refused a value, such as `opacity`; nil if the error is not about a key.
  public var key: String?
  /// The whole message, including class and key.
  public var message: String
  /// True if the error came from the model's services, for a file, a font or pixels. Its message is complete, so the
  /// model does not prepend the animation or the frame in which it occurred.
  package var isOfServices = false

  /// Creates an error of kind `invalid`.
  public init(_ message: String) { self.init(.invalid, message) }

  /// Creates an error of a kind.
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
