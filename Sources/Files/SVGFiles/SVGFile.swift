// SPDX-License-Identifier: MIT
import ImageFiles
import Numbers

/// Recognises file formats by their first bytes.
package enum SVGFile {
  /// True if the bytes are an SVG file, or gzip data.
  package static func isSVG(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if Deflated.isGzip(bytes) { return true }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard bytes.dropFirst(start).first(where: { $0 > 32 }) == UInt8(ascii: "<") else { return false }
    var rest = Substring(String(decoding: UnsafeRawBufferPointer(rebasing: bytes.prefix(65_536)), as: UTF8.self)).utf8
    rest = rest.dropFirst(start)
    // Skips the prolog: XML declaration, processing instructions, comments, document type.
    while true {
      rest = rest.drop { $0 <= 32 }
      guard rest.first == UInt8(ascii: "<") else { return false }
      if rest.starts(with: "<?".utf8) {
        guard let end = after("?>", rest) else { return false }
        rest = end
      } else if rest.starts(with: "<!--".utf8) {
        guard let end = after("-->", rest) else { return false }
        rest = end
      } else if rest.starts(with: "<!DOCTYPE".utf8) {
        // A document type that does not end in the first 64 KiB still names the root element.
        let namesSVG = rest.dropFirst(9).drop { $0 <= 32 }.starts(with: "svg".utf8)
        guard let close = rest.firstIndex(of: UInt8(ascii: ">")) else { return namesSVG }
        if let inner = rest.firstIndex(of: UInt8(ascii: "[")), inner < close {
          guard let end = after("]", rest[inner...]), let close = after(">", end) else { return namesSVG }
          rest = close
        } else {
          rest = rest[rest.index(after: close)...]
        }
      } else {
        break
      }
    }
    var name = rest.dropFirst().prefix { $0 > 32 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    if let colon = name.firstIndex(of: UInt8(ascii: ":")) { name = name[name.index(after: colon)...] }
    return name.elementsEqual("svg".utf8)
  }

  /// True if the bytes are a PDF file.
  package static func isPDF(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: "%PDF-".utf8) }

  private static func after(_ mark: String, _ text: Substring.UTF8View) -> Substring.UTF8View? {
    let wanted = Array(mark.utf8)
    var i = text.startIndex
    while let start = text[i...].firstIndex(of: wanted[0]) {
      if text[start...].starts(with: wanted) { return text[text.index(start, offsetBy: wanted.count)...] }
      i = text.index(after: start)
    }
    return nil
  }
}
