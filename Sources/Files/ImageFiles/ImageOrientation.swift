// SPDX-License-Identifier: MIT
import Messages
import Numbers
import Pixels

/// EXIF's orientation, 1…8: the rotation and reflection that make a stored picture upright.
struct ImageOrientation: Hashable {
  static let up = ImageOrientation(value: 1)
  var value: Int

  private init(value: Int) { self.value = value }

  /// Parses the orientation from a TIFF block; `up` if it has none or is damaged.
  init(exif bytes: UnsafeRawBufferPointer) {
    self = .up
    guard bytes.count >= 8, bytes[0] == bytes[1], bytes[0] == UInt8(ascii: "I") || bytes[0] == UInt8(ascii: "M") else {
      return
    }
    let little = bytes[0] == UInt8(ascii: "I")
    func number(_ at: Int, _ count: Int) -> Int? {
      guard at >= 0, at <= bytes.count - count else { return nil }
      let digits = little ? Array(bytes[at..<at + count].reversed()) : Array(bytes[at..<at + count])
      return digits.reduce(0) { $0 << 8 | Int($1) }
    }
    guard number(2, 2) == 42, let directory = number(4, 4), let count = number(directory, 2) else { return }
    for entry in 0..<count {
      let at = directory + 2 + 12 * entry
      guard let tag = number(at, 2) else { return }
      if tag == 0x0112 {
        if number(at + 2, 2) == 3, let v = number(at + 8, 2), (1...8).contains(v) { value = v }
        return
      }
    }
  }

  /// Returns the upright picture.
  func turn(_ bitmap: Bitmap, allowed: (Int) -> Bool) throws -> Bitmap {
    if value == 1 { return bitmap }
    let w = bitmap.width, h = bitmap.height
    guard allowed(w * h * 4) else {
      throw LayerError(
        .limit, "turning the picture of \(w)×\(h) pixels upright takes more memory than is allowed: turn it beforehand")
    }
    // The output index of the first stored pixel, and the output offsets of one step right and one step down in the
    // stored picture.
    let sideways = value >= 5
    let outWidth = sideways ? h : w
    let outHeight = sideways ? w : h
    let last = outWidth * outHeight - 1
    let (first, right, down) =
      switch value {
      case 2: (outWidth - 1, -1, outWidth)
      case 3: (last, -1, -outWidth)
      case 4: (last - outWidth + 1, 1, -outWidth)
      case 5: (0, outWidth, 1)
      case 6: (outWidth - 1, outWidth, -1)
      case 7: (last, -outWidth, -1)
      default: (last - outWidth + 1, -outWidth, 1)
      }
    return try Bitmap(width: outWidth, height: outHeight, scale: bitmap.scale) { out in
      guard let to = out.baseAddress, let from = bitmap.pixels.baseAddress else { return }
      for y in 0..<h {
        var at = first + down * y
        for x in 0..<w {
          to[at] = from[y &* w &+ x]
          at = at &+ right
        }
      }
    }
  }
}
