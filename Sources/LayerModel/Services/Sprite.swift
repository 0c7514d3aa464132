// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels

/// One drawing of a sheet of sprites: the sheet's image, and the drawing's place in it.
///
/// `contents = image` with `contentsRect` shows it, unless it is rotated in the sheet; `upright` shows any. Lengths are
/// in points of the sheet's image: its pixels ÷ its scale.
package final class Sprite {
  /// Its name in the sheet.
  package let name: String
  /// The whole sheet, shared by its sprites.
  package let image: Image
  /// The part of the sheet that it covers, in unit coordinates from the top left.
  package let contentsRect: Rect
  /// True when it is turned a quarter clockwise in the sheet.
  package let isRotated: Bool
  /// Its place within the picture that it was cut from, from the top left, y down.
  package let frame: Rect
  /// The size of that picture, with the clear rim that was trimmed off.
  package let sourceSize: Size
  private var made: Image?

  package init(name: String, image: Image, contentsRect: Rect, isRotated: Bool, frame: Rect, sourceSize: Size) {
    self.name = name
    self.image = image
    self.contentsRect = contentsRect
    self.isRotated = isRotated
    self.frame = frame
    self.sourceSize = sourceSize
  }

  /// The size when upright, without the rim.
  package var size: Size { frame.size }
  /// True when a rim was trimmed off.
  package var isTrimmed: Bool { frame != Rect(origin: .zero, size: sourceSize) }
  /// From the middle of the picture to the sprite's, y down.
  package var offset: Point { Point(frame.midX - sourceSize.width / 2, frame.midY - sourceSize.height / 2) }

  /// Whether both are the same part of sheets with the same pixels.
  package func isEqual(to other: Sprite) -> Bool {
    self === other
      || name == other.name && contentsRect == other.contentsRect && isRotated == other.isRotated
        && frame == other.frame
        && sourceSize == other.sourceSize && image.isEqual(to: other.image)
  }

  /// The pixels of `upright`.
  package var uprightPixels: (width: Int, height: Int) {
    let k = image.scale
    func whole(_ v: Double) -> Int { Int(clamping: min(max((v * k).rounded(), 1), Double(Bitmap.maximumSide + 1))) }
    return (whole(sourceSize.width), whole(sourceSize.height))
  }

  /// The original picture: cut out, turned upright, with its rim. Made at the first call.
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
