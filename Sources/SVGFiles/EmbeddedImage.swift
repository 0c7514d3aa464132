// SPDX-License-Identifier: MIT
import Numbers
import Wording

/// A picture in a `data:` address, of which the headers tell how large it is.
struct EmbeddedImage {
  /// The pixels of all its frames.
  var pixels: Int
  /// Whether the library has no reader for it everywhere.
  var isSeldomRead = false

  /// - Parameter address: begins with `data:`.
  /// - Throws: what is wrong with it, as the end of a sentence about it.
  init(_ address: String) throws(LayerError) {
    guard let comma = address.utf8.firstIndex(of: UInt8(ascii: ",")) else {
      throw LayerError("has no comma before its data")
    }
    // As an address is read: without tabs and line ends, and up to a mark.
    let header = String(decoding: address[..<comma].utf8.filter { $0 > 32 }, as: UTF8.self).lowercased()
    guard !address.utf8.contains(UInt8(ascii: "#")) else {
      throw LayerError("leads to a part of another document, which is not read: put the part into the file itself")
    }
    let words = header.dropFirst(5).split(separator: ";", omittingEmptySubsequences: false)
    let type = words.first.map(String.init) ?? ""
    guard ["", "image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp"].contains(type) else {
      throw LayerError("is of the type \"\(type.prefix(40))\", which is not read: make it a PNG, JPEG or GIF")
    }
    let bytes = EmbeddedImage.bytes(of: address[address.utf8.index(after: comma)...], isBase64: words.last == "base64")
    guard let pixels = EmbeddedImage.pixels(of: bytes) else {
      throw LayerError("is no PNG, JPEG, GIF or WebP picture: make it one of these")
    }
    self.pixels = pixels
    isSeldomRead = bytes.starts(with: "RIFF".utf8)
  }

  /// What is not in the alphabet is left out.
  private static func bytes(of text: Substring, isBase64: Bool) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(text.utf8.count)
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let high = hex(rest.first), let low = hex(rest.dropFirst().first) {
        plain.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else if isBase64 || (byte != 9 && byte != 10 && byte != 13) {
        plain.append(byte)
      }
    }
    guard isBase64 else { return plain }
    var result: [UInt8] = []
    result.reserveCapacity(plain.count / 4 * 3)
    var bits: UInt32 = 0
    var count = 0
    for byte in plain {
      let value: UInt32
      switch byte {
      case 65...90: value = UInt32(byte) - 65
      case 97...122: value = UInt32(byte) - 71
      case 48...57: value = UInt32(byte) + 4
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      default: continue
      }
      bits = (bits << 6 | value) & 0xFFFFFF
      count += 1
      if count == 4 {
        result += [UInt8(bits >> 16), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
        (bits, count) = (0, 0)
      }
    }
    if count == 3 { result += [UInt8(bits >> 10 & 255), UInt8(bits >> 2 & 255)] }
    if count == 2 { result.append(UInt8(bits >> 4 & 255)) }
    return result
  }

  private static func hex(_ byte: UInt8?) -> UInt8? {
    switch byte {
    case .some(let b) where b >= 48 && b <= 57: b - 48
    case .some(let b) where b | 32 >= 97 && b | 32 <= 102: (b | 32) - 87
    default: nil
    }
  }

  /// nil for what is no picture of a known kind.
  private static func pixels(of bytes: [UInt8]) -> Int? {
    func at(_ i: Int) -> Int { i < bytes.count ? Int(bytes[i]) : 0 }
    func big(_ i: Int) -> Int { at(i) << 8 | at(i + 1) }
    func little(_ i: Int) -> Int { at(i) | at(i + 1) << 8 }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      return area(big(16) << 16 | big(18), big(20) << 16 | big(22))
    }
    if bytes.starts(with: [0xFF, 0xD8]) {
      // The largest of all frame headers.
      var most = 0
      var i = 2
      while i + 9 < bytes.count {
        guard bytes[i] == 0xFF else {
          i += 1
          continue
        }
        let marker = bytes[i + 1]
        if marker == 0xFF || marker == 0 || marker == 1 || (marker >= 0xD0 && marker <= 0xD8) {
          i += marker == 0xFF ? 1 : 2
          continue
        }
        if marker >= 0xC0, marker <= 0xCF, marker != 0xC4, marker != 0xC8, marker != 0xCC {
          most = max(most, area(big(i + 7), big(i + 5)))
        }
        if marker == 0xDA || marker == 0xD9 { break }
        i += 2 + max(big(i + 2), 2)
      }
      return most
    }
    if bytes.starts(with: "GIF8".utf8) {
      let screen = area(little(6), little(8))
      var sum = screen
      var i = 13 + (at(10) & 0x80 != 0 ? 3 << ((at(10) & 7) + 1) : 0)
      while i < bytes.count {
        switch bytes[i] {
        case 0x21: i += 2
        case 0x2C:
          // Each frame is kept as large as all of it.
          sum = sum.addingReportingOverflow(max(screen, area(little(i + 5), little(i + 7)))).partialValue
          i += 10 + (at(i + 9) & 0x80 != 0 ? 3 << ((at(i + 9) & 7) + 1) : 0) + 1
        default: return sum
        }
        while i < bytes.count, bytes[i] != 0 { i += Int(bytes[i]) + 1 }
        i += 1
      }
      return sum
    }
    if bytes.starts(with: "RIFF".utf8), bytes.count > 30, bytes[8..<12].elementsEqual("WEBP".utf8) {
      switch bytes[15] {
      case UInt8(ascii: "X"): return area((little(24) | at(26) << 16) + 1, (little(27) | at(29) << 16) + 1)
      case UInt8(ascii: "L"):
        let size = little(21) | little(23) << 16
        return area((size & 0x3FFF) + 1, (size >> 14 & 0x3FFF) + 1)
      default: return area(little(26) & 0x3FFF, little(28) & 0x3FFF)
      }
    }
    return nil
  }

  private static func area(_ width: Int, _ height: Int) -> Int {
    let (product, overflows) = width.multipliedReportingOverflow(by: height)
    return overflows ? .max / 4 : min(product, .max / 4)
  }
}
