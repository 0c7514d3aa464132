// SPDX-License-Identifier: MIT
/// A width and a height in points. As an offset (`shadowOffset`) either may be negative.
@frozen public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  @inlinable public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  @inlinable public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  @inlinable public static var zero: Size { Size(0, 0) }
  @inlinable public var isEmpty: Bool { !(width > 0 && height > 0) }
  @inlinable public var isFinite: Bool { width.isFinite && height.isFinite }
}
