// SPDX-License-Identifier: MIT
import Geometry
import Numbers

/// What an SVG file asks for that librsvg 2.54 passes over in silence, though browsers and the reader of shapes know it:
/// CSS' properties and functions of the last years.
struct LibraryGaps {
  private(set) var found: [Artwork.Omission] = []

  private static let most = 16

  /// Properties that are passed over whatever they say, unless it is nothing.
  private static let properties = [
    "transform-origin", "transform-box", "translate", "rotate", "scale", "vector-effect", "d",
  ]
  /// Functions that are passed over with the value that they stand in.
  private static let functions = [
    "var(", "color-mix(", "oklch(", "oklab(", "lch(", "lab(", "hwb(", "color(", "light-dark(", "contrast-color(",
    "calc(",
    "min(", "max(", "clamp(", "env(", "circle(", "ellipse(", "inset(", "polygon(", "path(", "xywh(", "rect(", "shape(",
  ]
  /// Of `transform`: what its attribute does not have.
  private static let transforms = [
    "%", "turn", "rad", "translate3d(", "translatez(", "scale3d(", "scalez(", "rotate3d(", "rotatex(", "rotatey(",
    "rotatez(", "matrix3d(", "perspective(",
  ]

  /// Whether a file may have something of it; most have not, and are read no further.
  static func mayBe(in bytes: UnsafeRawBufferPointer) -> Bool {
    let calls = Set(functions.map { $0.dropLast() }.map(String.init))
    let names = Set(properties + ["transform"])
    for i in bytes.indices {
      let sign = bytes[i]
      guard sign == UInt8(ascii: "(") || sign == UInt8(ascii: ":") || sign == UInt8(ascii: "=") else { continue }
      var end = i
      if sign != UInt8(ascii: "(") { while end > 0, bytes[end - 1] <= 32 { end -= 1 } }
      var start = end
      while start > 0, end - start < 20 {
        let c = bytes[start - 1] | 32
        guard c >= 97 && c <= 122 || c == UInt8(ascii: "-") else { break }
        start -= 1
      }
      guard start < end else { continue }
      let name = String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
      // Attributes have no other transforms than librsvg knows.
      if sign == UInt8(ascii: "(")
        ? calls.contains(name)
        : names.contains(name) && (sign == UInt8(ascii: ":") || name != "transform" && name != "d")
      {
        return true
      }
    }
    return false
  }

  /// - Parameter isAttribute: whether an attribute says it, not CSS.
  mutating func note(_ name: String, _ value: String, isAttribute: Bool, line: Int) {
    guard found.count < LibraryGaps.most else { return }
    let value = value.trimmed.lowercased()
    guard let what = LibraryGaps.gap(name, value, isAttribute: isAttribute),
      !found.contains(where: { $0.what == what })
    else { return }
    found.append(Artwork.Omission(what: what, line: line))
  }

  /// The declarations of a `style` attribute.
  mutating func note(style text: String, line: Int) {
    for declaration in text.topLevelParts({ $0 == UInt8(ascii: ";") }) {
      guard let colon = declaration.utf8.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = declaration[..<colon].trimmed
      // Its letters are told apart, and it is of use where it is named.
      if name.hasPrefix("--") { continue }
      note(
        name.lowercased(), String(declaration[declaration.utf8.index(after: colon)...]), isAttribute: false, line: line)
    }
  }

  /// The rules of a `style` element.
  mutating func note(sheet text: String, line: Int) {
    for rule in text.split(separator: "}") {
      guard let open = rule.utf8.lastIndex(of: UInt8(ascii: "{")) else { continue }
      note(style: String(rule[rule.utf8.index(after: open)...]), line: line)
    }
  }

  private static func gap(_ name: String, _ value: String, isAttribute: Bool) -> String? {
    if properties.contains(name) {
      let isOfSheetsAlone = name != "transform-origin" && name != "vector-effect"
      if isAttribute, isOfSheetsAlone || name == "d" { return nil }
      return ["none", "initial", "unset", "view-box", "auto", "0 0", "0px 0px"].contains(value) ? nil : name
    }
    if name == "transform", !isAttribute, let sign = transforms.first(where: { value.place(of: $0) != nil }) {
      return "transform with \(sign == "%" || !sign.hasSuffix("(") ? sign : sign + ")")"
    }
    guard value.utf8.contains(UInt8(ascii: "(")), isAttribute ? styled.contains(name) : true else { return nil }
    if value.place(of: "(from ") != nil { return "colours made from others" }
    for function in functions {
      guard let at = value.place(of: function) else { continue }
      // A whole name, not the end of another.
      if at > 0, let before = value.utf8.dropFirst(at - 1).first, before == 45 || before >= 97 && before <= 122 {
        continue
      }
      return name == "clip-path" ? "clip-path: \(function))" : "\(function))"
    }
    return nil
  }

  /// Attributes that are CSS.
  private static let styled: Set<String> = [
    "fill", "stroke", "color", "stop-color", "flood-color", "lighting-color", "clip-path", "opacity", "fill-opacity",
    "stroke-opacity", "stop-opacity", "stroke-width", "filter", "mask", "x", "y", "width", "height", "cx", "cy", "r",
    "rx", "ry",
  ]
}
