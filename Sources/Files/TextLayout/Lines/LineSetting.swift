// SPDX-License-Identifier: MIT
import Numbers
import RenderTree

/// The line breaking attributes of a paragraph, for `ParagraphComposer`.
struct LineSetting {
  var strategy = TextRequest.LineBreakStrategy.standard
  var hyphenationFactor = 0.0
  var language = "en"
  var tabStops: [TextTab] = []
  var defaultTabInterval = 0.0
  var isJustified = false
  /// True if lines may be left out; then a strategy must not use more lines than greedy breaking.
  var isLimited = false

  /// Returns nil for a paragraph that needs only the usual layout.
  ///
  /// - Parameters:
  ///   - attributes: the attributes of the whole paragraph.
  ///   - isWanted: true if the paragraph needs more for another reason.
  init?(
    _ request: TextRequest, text: FlatText, in range: Range<Int>, wraps: Bool, attributes: TextAttributes?,
    isWanted: Bool = false
  ) {
    var isWanted = isWanted || wraps && text.mayHaveSoftHyphens && text.softHyphen(in: range)
    if let a = attributes {
      strategy = wraps ? a.lineBreakStrategy ?? .standard : .standard
      hyphenationFactor = wraps ? a.hyphenationFactor ?? 0 : 0
      language = a.language ?? language
      tabStops = a.tabStops ?? []
      if a.listMarker != nil, let span = text.spans(in: range).first {
        tabStops.append(
          TextTab(
            location: text.headIndent(a, fontSize: request.runs[span.run].fontSize, at: range.lowerBound)))
      }
      defaultTabInterval = a.defaultTabInterval ?? 0
      isJustified = (a.alignment ?? request.alignment) == .justified
      let hasTabs = (!tabStops.isEmpty || defaultTabInterval > 0) && text.bytes[range].contains(0x09)
      isWanted = isWanted || strategy != .standard || hyphenationFactor > 0 || hasTabs
    } else {
      isJustified = request.alignment == .justified
    }
    guard isWanted else { return nil }
    isLimited = request.maximumLines > 0 || request.height != nil && request.truncation != .none
  }

  /// The decimal separator of the language.
  var decimalSeparator: UInt8 {
    let commas = [
      "af", "be", "bg", "bs", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fi", "fr", "gl", "hr", "hu", "id", "is",
      "it", "ka", "kk", "lt", "lv", "mk", "nb", "nl", "nn", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv",
      "tr", "uk", "vi",
    ]
    let tag = LanguageTag(language)
    // Swiss and Mexican numbers use a full stop.
    if tag.region == "CH" || tag.region == "MX" { return UInt8(ascii: ".") }
    return commas.contains(tag.language) ? UInt8(ascii: ",") : UInt8(ascii: ".")
  }
}

extension FlatText {
  /// True if a range contains a soft hyphen, U+00AD.
  func softHyphen(in range: Range<Int>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var i = range.lowerBound
      while i + 1 < range.upperBound {
        if bytes[i] == 0xC2, bytes[i + 1] == 0xAD { return true }
        i += 1
      }
      return false
    }
  }
}
