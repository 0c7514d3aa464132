// SPDX-License-Identifier: MIT
import Messages
import Numbers

/// A pattern of numbered file names: `frame-{0000}.png` yields `frame-0000.png`, `frame-0001.png`… The number of zeros
/// is the minimum number of digits.
package struct FrameFileName: Sendable, Equatable {
  /// The part before the number, including the folder.
  let head: String
  let digits: Int
  /// The part after the number, including the extension.
  let tail: String

  /// Returns nil for a name without braces, which is a single file.
  ///
  /// - Throws: `LayerError` if braces in the last component of the path do not contain only zeros.
  package init?(_ path: String) throws(LayerError) {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let name = path.dropFirst(folder.count)
    guard let open = name.firstIndex(of: "{"), let close = name[open...].firstIndex(of: "}") else { return nil }
    let inside = name[name.index(after: open)..<close]
    let rest = name[name.index(after: close)...]
    let example = "write zeros, one for each digit, such as frame-{0000}.png"
    guard !inside.isEmpty else {
      throw LayerError(
        "\"\(path)\": the braces stand for the frame's number, but these are empty; \(example)")
    }
    guard inside.utf8.allSatisfy({ $0 == UInt8(ascii: "0") }) else {
      throw LayerError(
        "\"\(path)\": the braces stand for the frame's number, but these hold \"\(inside)\"; \(example)")
    }
    guard inside.utf8.count <= 12 else {
      throw LayerError(
        "\"\(path)\": \(inside.utf8.count) digits are more than any frame's number has; \(example)")
    }
    if let second = rest.firstIndex(of: "{"), rest[second...].contains("}") {
      throw LayerError("\"\(path)\": a frame has one number, but there are several braces; \(example)")
    }
    head = String(folder + name[..<open])
    digits = inside.utf8.count
    tail = String(rest)
  }

  /// Returns the path of a frame's file.
  package func path(ofFrame index: Int) -> String {
    let number = "\(index)"
    return head + String(repeating: "0", count: max(digits - number.utf8.count, 0)) + number + tail
  }

  /// Returns the frame whose file has this path; nil for other files.
  package func frame(ofPath path: String) -> Int? {
    guard path.hasPrefix(head), path.hasSuffix(tail), path.utf8.count >= head.utf8.count + digits + tail.utf8.count
    else { return nil }
    let number = path.utf8.dropFirst(head.utf8.count).dropLast(tail.utf8.count)
    guard number.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let index = Int(String(decoding: number, as: UTF8.self)),
      self.path(ofFrame: index) == path
    else { return nil }
    return index
  }

  /// Returns the pattern with another, resolved folder.
  package func inFolder(_ folder: String) -> FrameFileName {
    FrameFileName(head: joined(folder, lastName(of: head)), digits: digits, tail: tail)
  }

  /// The folder of the files.
  package var folder: String { head.contains("/") ? parent(of: head) : "." }

  private init(head: String, digits: Int, tail: String) {
    self.head = head
    self.digits = digits
    self.tail = tail
  }
}
