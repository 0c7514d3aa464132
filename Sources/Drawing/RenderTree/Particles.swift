// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import SystemC

/// Many small images over a node's children and border.
package struct Particles: Sendable {
  /// The image of a particle and how it is sampled.
  package struct Kind: Sendable {
    package var image: Bitmap
    /// The visible part of the image, in image pixels.
    package var source: Rect
    /// Size of `source` at scale 1, in points.
    package var size: Size
    package var magnification: SamplingFilter
    package var minification: SamplingFilter
    package var minificationBias: Double

    package init(
      image: Bitmap, source: Rect, size: Size, magnification: SamplingFilter = .linear,
      minification: SamplingFilter = .linear, minificationBias: Double = 0
    ) {
      self.image = image
      self.source = source
      self.size = size
      self.magnification = magnification
      self.minification = minification
      self.minificationBias = minificationBias
    }
  }

  package struct Sprite: Sendable {
    /// Index into `kinds`.
    package var kind: Int
    /// Centre in the node's plane.
    package var center: Point
    /// Greater than 0.
    package var scale: Double
    /// In radians, from +x towards +y of the plane.
    package var angle: Double
    /// Multiplies the premultiplied image.
    package var color: Color

    package init(kind: Int, center: Point, scale: Double = 1, angle: Double = 0, color: Color = .white) {
      self.kind = kind
      self.center = center
      self.scale = scale
      self.angle = angle
      self.color = color
    }
  }

  package var kinds: [Kind]
  /// Sprites from bottom to top.
  package var sprites: [Sprite]
  /// True if colours are added to the backdrop.
  package var isAdditive: Bool
  /// True if the plane is seen upside down, so images are drawn inverted in it.
  package var isMirrored: Bool

  package init(kinds: [Kind], sprites: [Sprite], isAdditive: Bool = false, isMirrored: Bool = false) {
    self.kinds = kinds
    self.sprites = sprites
    self.isAdditive = isAdditive
    self.isMirrored = isMirrored
  }

  /// Returns the map from a kind's `source`, in points from its top left corner, to the plane.
  package func placement(of sprite: Sprite) -> AffineTransform {
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
