// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import SystemC

/// Many small images over a node's children and border.
public struct Particles: Sendable {
  /// The image of a particle and how it is sampled.
  public struct Kind: Sendable {
    public var image: Bitmap
    /// The visible part of the image, in image pixels.
    public var source: Rect
    /// Size of `source` at scale 1, in points.
    public var size: Size
    public var magnification: SamplingFilter
    public var minification: SamplingFilter
    public var minificationBias: Double

    public init(
      image: Bitmap, source: Rect, size: Size, magnification: SamplingFilter = .linear,
      minification: SamplingFilter = .linear,
      minificationBias: Double = 0
    ) {
      self.image = image
      self.source = source
      self.size = size
      self.magnification = magnification
      self.minification = minification
      self.minificationBias = minificationBias
    }
  }

  public struct Sprite: Sendable {
    /// Index into `kinds`.
    public var kind: Int
    /// Centre in the node's plane.
    public var center: Point
    /// Greater than 0.
    public var scale: Double
    /// In radians, from +x towards +y of the plane.
    public var angle: Double
    /// Multiplies the premultiplied image.
    public var color: Color

    public init(kind: Int, center: Point, scale: Double = 1, angle: Double = 0, color: Color = .white) {
      self.kind = kind
      self.center = center
      self.scale = scale
      self.angle = angle
      self.color = color
    }
  }

  public var kinds: [Kind]
  /// Sprites from bottom to top.
  public var sprites: [Sprite]
  /// True if colours are added to the backdrop.
  public var isAdditive: Bool
  /// True if the plane is seen upside down, so images are drawn inverted in it.
  public var isMirrored: Bool

  public init(kinds: [Kind], sprites: [Sprite], isAdditive: Bool = false, isMirrored: Bool = false) {
    self.kinds = kinds
    self.sprites = sprites
    self.isAdditive = isAdditive
    self.isMirrored = isMirrored
  }

  /// Returns the map from a kind's `source`, in points from its top left corner, to the plane.
  public func placement(of sprite: Sprite) -> AffineTransform {
    let size = kinds[sprite.kind].size
    let kx = sprite.scale
    let ky = isMirrored ? -kx : kx
    let (c, s) = (cos(sprite.angle), sin(sprite.angle))
    let (x, y) = (-size.width / 2, -size.height / 2)
    return AffineTransform(
      a: kx * c, b: kx * s, c: -ky * s, d: ky * c, tx: sprite.center.x + kx * x * c - ky * y * s,
      ty: sprite.center.y + kx * x * s + ky * y * c)
  }
}
