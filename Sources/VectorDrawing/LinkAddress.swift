// SPDX-License-Identifier: MIT

/// The address of a link, as whoever opens the file may read it.
package struct LinkAddress {
  /// The schemes that only open a page, or begin a message or a call.
  package static let plainSchemes = ["http", "https", "mailto", "tel"]

  /// True if following it does no more than open a page of the web, of the same document or beside it, or begin a
  /// message or a call: it has one of `plainSchemes`, or begins with `#`, or is relative.
  ///
  /// Readers differ in what they pass over before and within a scheme, so white space, control characters and those
  /// without a width are passed over wherever they are, and letters count in either case. What has no scheme and begins
  /// with two slashes or a backslash is not relative: it names another machine by the scheme of the file that it is in.
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
        // Kept only as far as it can be one of the plain ones.
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
