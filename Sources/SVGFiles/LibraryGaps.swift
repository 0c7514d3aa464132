// SPDX-License-Identifier: MIT
import Geometry
import Numbers

/// What an SVG file asks for that librsvg 2.54 passes over in silence, though browsers and the reader of shapes know it:
/// CSS' properties and functions of the last years.
enum LibraryGaps {
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

  /// The part of a property that is passed over; nil for nothing.
  ///
  /// - Parameter isAttribute: whether an attribute says it, not CSS.
  static func gap(_ name: String, _ value: String, isAttribute: Bool) -> String? {
    let value = value.trimmed.lowercased()
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
