// SPDX-License-Identifier: MIT

/// The blend modes of a page that `pdftocairo` writes as SVG: cairo up to 1.16 has them as `comp-op`, a property of a
/// draft of SVG 1.2 that nothing reads.
package enum PDFBlendModes {
  /// An open `<g>`.
  private struct Open {
    /// The line that begins it.
    var line: ArraySlice<UInt8>
    /// True if it does nothing but clip.
    var isClip: Bool
    /// The clips to open again after it.
    var clips: [ArraySlice<UInt8>] = []
  }

  /// Blend modes by cairo's names, which are those of CSS.
  private static let modes = [
    "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light",
    "difference", "exclusion",
  ]
  /// The number of clips around an element with a blend mode beyond which it has none.
  private static let mostClips = 32

  /// Returns SVG of cairo with its blend modes as `mix-blend-mode`.
  ///
  /// In SVG a clip isolates what is in it, in PDF it does not. So the clips around an element with a blend mode are
  /// closed before it and opened again: around it, where the outermost has the blend mode, and after it.
  ///
  /// - Parameter svg: one element a line, as cairo writes it.
  /// - Returns: the SVG itself if it has no blend modes, or if it would become much longer.
  package static func standard(_ svg: [UInt8]) -> [UInt8] {
    guard place(of: "comp-op", in: svg[...]) != nil else { return svg }
    let most = 2 * svg.count + (1 << 20)
    var result: [UInt8] = []
    result.reserveCapacity(svg.count + svg.count / 8)
    var open: [Open] = []
    var start = 0
    while start < svg.count {
      guard result.count <= most else { return svg }
      let end = svg[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? svg.count
      let line = svg[start..<end]
      start = end
      let text = line.drop { $0 == 0x20 }
      if text.starts(with: "</g>".utf8) {
        result += line
        if let clips = open.popLast()?.clips, !clips.isEmpty { reopen(clips, &result) }
        continue
      }
      let isGroup = text.starts(with: "<g>".utf8) || (text.starts(with: "<g ".utf8) && !endsItself(text))
      var group = Open(line: line, isClip: text.starts(with: "<g clip-path=".utf8))
      let around = Array(open.reversed().prefix { $0.isClip }.reversed()).map(\.line)
      if let (mode, plain) = withoutMode(line), around.count <= mostClips {
        if let outer = around.first {
          for _ in around { result += "</g>\n".utf8 }
          result += styled(outer, mode)
          for clip in around.dropFirst() { result += clip }
          result += plain
          if isGroup { group.clips = around } else { reopen(around, &result) }
        } else {
          result += styled(plain[...], mode)
        }
        group.isClip = false
      } else {
        result += line
      }
      if isGroup { open.append(group) }
    }
    return result
  }

  private static func reopen(_ clips: [ArraySlice<UInt8>], _ result: inout [UInt8]) {
    for _ in clips { result += "</g>\n".utf8 }
    for clip in clips { result += clip }
  }

  /// True if a line ends with `/>`.
  private static func endsItself(_ line: ArraySlice<UInt8>) -> Bool {
    var line = line
    while let last = line.last, last <= 0x20 { line.removeLast() }
    return line.suffix(2).elementsEqual("/>".utf8)
  }

  /// Returns a line's blend mode, and the line without it; nil if it has none.
  private static func withoutMode(_ line: ArraySlice<UInt8>) -> (mode: String, line: [UInt8])? {
    for (sign, close) in [("comp-op:", UInt8(ascii: ";")), (" comp-op=\"", UInt8(ascii: "\""))] {
      guard let at = place(of: sign, in: line) else { continue }
      let value = line[(at + sign.utf8.count)...]
      guard let end = value.firstIndex(of: close) else { continue }
      let name = value[..<end]
      guard let mode = modes.first(where: { $0.utf8.elementsEqual(name) }) else { continue }
      return (mode, Array(line[..<at]) + Array(line[(end + 1)...]))
    }
    return nil
  }

  /// Returns the line of an element with a blend mode in its style.
  private static func styled(_ line: ArraySlice<UInt8>, _ mode: String) -> [UInt8] {
    let sign = "style=\""
    if let at = place(of: sign, in: line) {
      let inside = at + sign.utf8.count
      return Array(line[..<inside]) + Array("mix-blend-mode:\(mode);".utf8) + Array(line[inside...])
    }
    let name = line.firstIndex(of: UInt8(ascii: "<")) ?? line.startIndex
    let end = line[name...].firstIndex { $0 == 0x20 || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "/") }
    guard let end else { return Array(line) }
    return Array(line[..<end]) + Array(" style=\"mix-blend-mode:\(mode)\"".utf8) + Array(line[end...])
  }

  /// Returns the index of a text's first occurrence; nil if there is none.
  private static func place(of text: String, in bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = text.utf8.first else { return nil }
    var rest = bytes
    while let at = rest.firstIndex(of: first) {
      if rest[at...].starts(with: text.utf8) { return at }
      rest = rest[(at + 1)...]
    }
    return nil
  }
}
