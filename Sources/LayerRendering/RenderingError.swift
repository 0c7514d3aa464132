// SPDX-License-Identifier: MIT
/// The reason why pixels, files or text are not available. Messages are lower case and name the file, image or layer.
public struct RenderingError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Kind: Sendable {
    /// A wrong name, value or file content: the script's fault.
    case invalid
    /// A limit was hit: pixels, bytes, memory.
    case limit
    /// The file system refused: no such folder, no permission, a device error.
    case file
    /// The disk or the user's share of it is full: trying again later may help.
    case diskFull
    /// Another passing fault, such as too many processes: trying again later may help.
    case passing
    /// Something that is not supported.
    case unsupported
    /// A library that must be installed is missing.
    case missing
    /// The work was stopped.
    case stopped
  }

  public let kind: Kind
  public let message: String

  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  public var description: String { message }
}
