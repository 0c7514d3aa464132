// SPDX-License-Identifier: MIT
import Numbers
import RenderTree

/// What a paragraph asks of its lines beyond filling each with what fits.
struct LineSetting {
  var strategy = TextRequest.LineBreakStrategy.standard
  var hyphenationFactor = 0.0
  var language = "en"
  var tabStops: [TextTab] = []
  var defaultTabInterval = 0.0
  var isJustified = false
  /// Whether lines may be left out, so that none should be used for beauty's sake.
  var isLimited = false

  /// Nil for a paragraph that asks for nothing of it.
  ///
  /// - Parameter attributes: those of the whole paragraph.
  init?(_ request: TextRequest, _ text: FlatText, _ range: Range<Int>, wraps: Bool, _ attributes: TextAttributes?) {
    var isWanted = wraps && text.mayHaveSoftHyphens && text.softHyphen(in: range)
    if let a = attributes {
      strategy = wraps ? a.lineBreakStrategy ?? .standard : .standard
      hyphenationFactor = wraps ? a.hyphenationFactor ?? 0 : 0
      language = a.language ?? language
      tabStops = a.tabStops ?? []
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

  /// What parts whole numbers from fractions in the language.
  var decimalSeparator: UInt8 {
    let commas = [
      "af", "be", "bg", "bs", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fi", "fr", "gl", "hr", "hu", "id", "is",
      "it", "ka", "kk", "lt", "lv", "mk", "nb", "nl", "nn", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv",
      "tr", "uk", "vi",
    ]
    let tag = LanguageTag(language)
    // Swiss and Mexican numbers have a full stop.
    if tag.region == "CH" || tag.region == "MX" { return UInt8(ascii: ".") }
    return commas.contains(tag.language) ? UInt8(ascii: ",") : UInt8(ascii: ".")
  }
}

extension FlatText {
  /// Whether a part has a soft hyphen, U+00AD.
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
