// SPDX-License-Identifier: MIT

/// The address of a link, classified as a lenient reader would parse it.
package struct LinkAddress {
  /// Schemes that only open a page, or begin a message or a call.
  package static let plainSchemes = ["http", "https", "mailto", "tel"]

  /// True if following the link only opens a page of the web or of this or a neighbouring document, or begins a message
  /// or a call: it has one of `plainSchemes`, begins with `#`, or is relative.
  ///
  /// Readers differ in what they ignore before and within a scheme. So white space, control characters and zero-width
  /// characters are ignored everywhere, and letter case is ignored. An address without a scheme that begins with two
  /// slashes or a backslash is not relative: it names another host, by the scheme of the file it is in.
  package let isPlain: Bool

  package init(_ address: String) {
    let scalars = address.unicodeScalars.lazy.filter { !Self.isPassedOver($0) }
    var scheme = ""
    for scalar in scalars {
      switch scalar {
      case ":":
        isPlain = Self.plainSchemes.contains(scheme)
        return
      case "/", "\\", "?", "#":
        let start = scalars.prefix(2)
        let isOfAnotherMachine =
          start.first == "\\" || start.elementsEqual(["/", "/"]) || start.elementsEqual(["/", "\\"])
        isPlain = !isOfAnotherMachine
        return
      default:
        // Longer schemes cannot be plain.
        if scheme.utf8.count < 16 {
          let isUpper = scalar >= "A" && scalar <= "Z"
          scheme += isUpper ? String(scalar).lowercased() : String(scalar)
        }
      }
    }
    isPlain = true
  }

  private static func isPassedOver(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
