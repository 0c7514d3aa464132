// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels

/// A sprite in a sprite sheet: the sheet's image, and the sprite's place in it.
///
/// `contents = image` with `contentsRect` shows it, unless it is rotated in the sheet; `upright` shows any. Lengths are
/// in points of the sheet's image: its pixels ÷ its scale.
package final class Sprite {
  /// The sprite's name in the sheet.
  package let name: String
  /// The whole sheet, shared by all of its sprites.
  package let image: Image
  /// The sprite's part of the sheet, in unit coordinates from the top left.
  package let contentsRect: Rect
  /// True if it is rotated by 90° clockwise in the sheet.
  package let isRotated: Bool
  /// The sprite's rectangle in the original picture, from the top left, y down.
  package let frame: Rect
  /// The size of the original picture, including the transparent margin that was trimmed off.
  package let sourceSize: Size
  /// The time for which an animation shows it, in seconds; nil if the sheet states none.
  package let duration: Double?
  private var made: Image?

  package init(
    name: String, image: Image, contentsRect: Rect, isRotated: Bool, frame: Rect, sourceSize: Size,
    duration: Double? = nil
  ) {
    self.name = name
    self.image = image
    self.contentsRect = contentsRect
    self.isRotated = isRotated
    self.frame = frame
    self.sourceSize = sourceSize
    self.duration = duration
  }

  /// The upright size without the margin.
  package var size: Size { frame.size }
  /// True if a margin was trimmed off.
  package var isTrimmed: Bool { frame != Rect(origin: .zero, size: sourceSize) }
  /// The offset from the centre of the original picture to the sprite's, y down.
  package var offset: Point { Point(frame.midX - sourceSize.width / 2, frame.midY - sourceSize.height / 2) }

  /// Returns true if both are equal parts of sheets with equal pixels.
  package func isEqual(to other: Sprite) -> Bool {
    self === other
      || name == other.name && contentsRect == other.contentsRect && isRotated == other.isRotated
        && frame == other.frame
        && sourceSize == other.sourceSize && image.isEqual(to: other.image)
  }

  /// The size of `upright` in pixels.
  package var uprightPixels: (width: Int, height: Int) {
    let k = image.scale
    func whole(_ v: Double) -> Int { Int(clamping: min(max((v * k).rounded(), 1), Double(Bitmap.maximumSide + 1))) }
    return (whole(sourceSize.width), whole(sourceSize.height))
  }

  /// Returns the original picture: cut out, turned upright, with its margin. Cached after the first call.
  ///
  /// - Throws: `BitmapError`.
  package func upright() throws -> Image {
    if let made { return made }
    let sheet = image.bitmap
    let k = sheet.scale
    func whole(_ v: Double) -> Int { Int(clamping: min(max(v.rounded(), -1e6), 1e6)) }
    var part = try sheet.cropped(
      x: whole(contentsRect.x * Double(sheet.width)), y: whole(contentsRect.y * Double(sheet.height)),
      width: max(whole(contentsRect.width * Double(sheet.width)), 1),
      height: max(whole(contentsRect.height * Double(sheet.height)), 1))
    if isRotated { part = try part.turnedLeft() }
    let (width, height) = uprightPixels
    let x = whole(frame.x * k)
    let y = whole(frame.y * k)
    if x != 0 || y != 0 || width != part.width || height != part.height {
      part = try part.placed(x: x, y: y, onWidth: width, height: height)
    }
    let result = Image(part, name: name)
    made = result
    return result
  }
}

/// An animation that a sprite sheet names: the sprites of one cycle, in their order.
package struct SpriteTag {
  package let name: String
  package let sprites: [Sprite]

  package init(name: String, sprites: [Sprite]) { (self.name, self.sprites) = (name, sprites) }
}
