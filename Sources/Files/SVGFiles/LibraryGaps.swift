// SPDX-License-Identifier: MIT
import Geometry
import Numbers

/// Detects recent CSS properties and functions that librsvg 2.54 silently ignores, though browsers and `ArtworkReader`
/// support them.
enum LibraryGaps {
  /// Properties that are ignored with any value; reported unless the value has no effect.
  private static let properties = [
    "transform-origin", "transform-box", "translate", "rotate", "scale", "vector-effect", "d",
  ]
  /// Functions whose presence makes librsvg ignore the value.
  private static let functions = [
    "var(", "color-mix(", "oklch(", "oklab(", "lch(", "lab(", "hwb(", "color(", "light-dark(", "contrast-color(",
    "calc(", "min(", "max(", "clamp(", "env(", "circle(", "ellipse(", "inset(", "polygon(", "path(", "xywh(", "rect(",
    "shape(",
  ]
  /// Parts of the CSS property `transform` that the attribute does not have.
  private static let transforms = [
    "%", "turn", "rad", "translate3d(", "translatez(", "scale3d(", "scalez(", "rotate3d(", "rotatex(", "rotatey(",
    "rotatez(", "matrix3d(", "perspective(",
  ]

  /// Returns the part of a property that is ignored; nil if there is none.
  ///
  /// - Parameter isAttribute: true for an attribute, false for CSS.
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
    if value.place(of: "(from ") != nil { return "relative colours" }
    for function in functions {
      guard let at = value.place(of: function) else { continue }
      // Matches whole names only.
      if at > 0, let before = value.utf8.dropFirst(at - 1).first, before == 45 || before >= 97 && before <= 122 {
        continue
      }
      return name == "clip-path" ? "clip-path: \(function))" : "\(function))"
    }
    return nil
  }

  /// Attributes whose values are CSS.
  private static let styled: Set<String> = [
    "fill", "stroke", "color", "stop-color", "flood-color", "lighting-color", "clip-path", "opacity", "fill-opacity",
    "stroke-opacity", "stop-opacity", "stroke-width", "filter", "mask", "x", "y", "width", "height", "cx", "cy", "r",
    "rx", "ry",
  ]
}
