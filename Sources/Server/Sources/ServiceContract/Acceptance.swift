// SPDX-License-Identifier: MIT

/// The media types that a client takes, by its `Accept` (RFC 9110, section 12.5.1). Names of types match in any case.
package struct Acceptance: Equatable, Sendable {
  /// How well a client takes a type, in the order of preference.
  package struct Match: Comparable, Sendable {
    /// 0 for a type that is not taken, to 1.
    package var quality: Double
    /// 2 for a type that is named, 1 for `image/*`, 0 for `*/*`.
    package var precision: Int

    package static func < (a: Match, b: Match) -> Bool { (a.quality, a.precision) < (b.quality, b.precision) }
  }

  private var ranges: [(name: String, quality: Double)] = []

  package static func == (a: Acceptance, b: Acceptance) -> Bool {
    a.ranges.elementsEqual(b.ranges) { $0 == $1 }
  }

  /// Parses a field. A part that is no range of types is skipped, and a weight that is no number counts as 1.
  package init(_ field: String) {
    for part in field.split(separator: ",") {
      let words = part.split(separator: ";", omittingEmptySubsequences: false).map {
        $0.filter { $0 != " " && $0 != "\t" }.lowercased()
      }
      guard let name = words.first, name.contains("/") else { continue }
      let weight = words.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      ranges.append((name, weight.isFinite ? min(max(weight, 0), 1) : 1))
    }
  }

  /// Returns the match of a type: that of the most precise range, whatever weights others have. Nil for none.
  package func match(_ type: String) -> Match? {
    let type = type.lowercased()
    let names = ["*/*", "\(type.prefix { $0 != "/" })/*", type]
    return ranges.compactMap { range in
      names.firstIndex(of: range.name).map { Match(quality: range.quality, precision: $0) }
    }.max { ($0.precision, $0.quality) < ($1.precision, $1.quality) }
  }

  /// True if the client takes a type and names it.
  package func names(_ type: String) -> Bool { match(type).map { $0.precision == 2 && $0.quality > 0 } ?? false }

  /// True if the client takes pictures of some kind.
  private var wantsImages: Bool { ranges.contains { $0.name.hasPrefix("image/") && $0.quality > 0 } }

  /// Returns the format for a client that may also get a description in JSON; nil for that.
  ///
  /// The highest weight wins, then a type that is named, then the first one of the list. A client that names none of
  /// the formats, but pictures, gets the last one of the list: it does not say that it knows the others.
  package func format(of formats: [AnswerFormat]) -> AnswerFormat? {
    guard wantsImages else { return nil }
    var best: (format: AnswerFormat, match: Match)?
    for format in formats {
      guard let match = match(format.contentType), match.quality > 0 else { continue }
      guard let last = best, match < last.match || match == last.match && match.precision == 2 else {
        best = (format, match)
        continue
      }
    }
    let json = match("application/json")
    if let best { return json.map { $0 > best.match } ?? false ? nil : best.format }
    return json.map { $0.quality > 0 } ?? false ? nil : formats.last { match($0.contentType) == nil }
  }

  /// True if the client wants the page and not its list in JSON.
  package var wantsPage: Bool {
    guard names("text/html"), let page = match("text/html") else { return false }
    return page.quality >= match("application/json")?.quality ?? 0
  }

  /// True if a client takes pictures, and no descriptions of problems.
  package var wantsOnlyImages: Bool {
    wantsImages && !names("application/json") && !names("application/problem+json")
  }
}
