// SPDX-License-Identifier: MIT
import Messages
import Numbers

/// Page setup and metadata of a PDF or SVG document. A nil option is omitted; an option that a format does not use is
/// an error.
///
/// ```swift
/// try engine.write([cover, inside], to: "book.pdf", PictureOptions(page: PageOptions(paper: .a4, margin: 36)))
/// ```
public struct PageOptions: Equatable, Sendable {
  /// The paper size; each layer is fitted to it and centred. Nil makes each page as large as its layer.
  public var paper: PaperSize?
  /// True for landscape orientation of the paper. Default false.
  public var isLandscape: Bool?
  /// The space around each layer, in points of 1/72 inch. Default 0.
  public var margin: Double?
  /// For PDF, the bleed: how far each page extends beyond its trim edge, in points. It is added to the paper size; a
  /// page in its layer's size includes it. Default 0.
  public var bleed: Double?
  /// True to convert text to outlines, which need no font but cannot be searched. Default false.
  public var outlines: Bool?
  /// For PDF, true to build the document outline (bookmarks) from layer names. Default false.
  public var headings: Bool?
  /// The document's title.
  public var title: String?
  /// For PDF, the document's author.
  public var author: String?
  /// For PDF, the document's subject.
  public var subject: String?
  /// For PDF, the document's keywords.
  public var keywords: String?
  /// For PDF, the creation date, as `2025-01-31` or `2025-01-31T12:00:00Z`. Default none, so that identical layers
  /// produce identical bytes.
  public var date: String?
  /// True to keep the scale on paper instead of fitting the layer. Default false.
  public var keepsScale: Bool

  /// Creates options; omitted arguments are nil, and `keepsScale` false.
  public init(
    paper: PaperSize? = nil, isLandscape: Bool? = nil, margin: Double? = nil, bleed: Double? = nil,
    outlines: Bool? = nil, headings: Bool? = nil, title: String? = nil, author: String? = nil, subject: String? = nil,
    keywords: String? = nil, date: String? = nil, keepsScale: Bool = false
  ) {
    self.paper = paper
    self.isLandscape = isLandscape
    self.margin = margin
    self.bleed = bleed
    self.outlines = outlines
    self.headings = headings
    self.title = title
    self.author = author
    self.subject = subject
    self.keywords = keywords
    self.date = date
    self.keepsScale = keepsScale
  }

  /// The options in the order of the table of names; `isGiven` is true for those that are not nil.
  private var given: [(name: FileFormat.Option, isGiven: Bool)] {
    [
      (.paper, paper != nil), (.landscape, isLandscape != nil), (.margin, margin != nil), (.bleed, bleed != nil),
      (.outlines, outlines != nil), (.headings, headings != nil), (.title, title != nil), (.author, author != nil),
      (.subject, subject != nil), (.keywords, keywords != nil), (.date, date != nil),
    ]
  }

  /// Returns an error message about an option that the format does not accept or that is out of range; nil if there is
  /// none.
  func problem(for format: FileFormat) -> String? {
    for (option, isGiven) in given where isGiven && !format.options.contains(option) {
      let files = alternatives(FileFormat.names(.picture) { $0.options.contains(option) }, "and")
      return "\(option.rawValue) is for \(files) files; \(format.mention) has no use for it"
    }
    for (name, value) in [("margin", margin), ("bleed", bleed)] {
      if let value, !(value >= 0 && value <= 14_400) {
        return "\(name) must be from 0 to 14400 points, got \(numberText(value))"
      }
    }
    if isLandscape != nil, paper == nil { return "landscape needs a paper size, such as \"A4\"" }
    if let date, PageOptions.stamp(date) == nil {
      return "date must be a day such as 2025-01-31, or a time such as 2025-01-31T12:00:00Z, got \"\(date)\""
    }
    return nil
  }

  /// Converts a date to PDF's form `D:20250131120000Z`; nil for an invalid date.
  package static func stamp(_ text: String) -> String? {
    let pattern = Array((text.utf8.count == 10 ? "dddd-dd-dd" : "dddd-dd-ddTdd:dd:ddZ").utf8)
    let bytes = Array(text.utf8)
    guard bytes.count == pattern.count else { return nil }
    var digits = ""
    for (byte, sign) in zip(bytes, pattern) {
      if sign == UInt8(ascii: "d") {
        guard byte >= 0x30, byte <= 0x39 else { return nil }
        digits.unicodeScalars.append(Unicode.Scalar(byte))
      } else if byte != sign {
        return nil
      }
    }
    func part(_ from: Int, _ count: Int) -> Int { Int(digits.dropFirst(from).prefix(count)) ?? 0 }
    guard (1...12).contains(part(4, 2)), (1...31).contains(part(6, 2)) else { return nil }
    if digits.count > 8 { guard part(8, 2) < 24, part(10, 2) < 60, part(12, 2) < 60 else { return nil } }
    return "D:" + digits + (digits.count > 8 ? "Z" : "")
  }

  /// Parses a length in points: a number with an optional unit, as `12`, `10mm`, `1cm`, `0.5in`, `36pt`; nil for other
  /// text.
  package static func length(_ text: String) -> Double? {
    for (unit, points) in [("mm", 72 / 25.4), ("cm", 72 / 2.54), ("in", 72.0), ("pt", 1.0)] where text.hasSuffix(unit) {
      return Double(text.dropLast(2)).flatMap { $0.isFinite ? $0 * points : nil }
    }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }
}

/// A named paper size.
///
/// ```swift
/// PaperSize.a4.width  // 595.2755905511812, in points
/// PaperSize(named: "letter")?.height  // 792
/// ```
public struct PaperSize: Hashable, Sendable {
  /// The usual spelling of the name: `A4`, `letter`.
  public let name: String
  /// The width in portrait orientation, in points of 1/72 inch.
  public let width: Double
  /// The height in portrait orientation, in points of 1/72 inch.
  public let height: Double

  /// 210 × 297 mm.
  public static let a4 = PaperSize(name: "A4", millimetres: 210, 297)
  /// 8½ × 11 inches.
  public static let letter = PaperSize(name: "letter", width: 612, height: 792)

  /// All known sizes: A0 to A10 and B0 to B10 (ISO 216), C0 to C10 (ISO 269), each half the previous one and rounded
  /// down to millimetres; and the usual North American sizes.
  public static let all: [PaperSize] = {
    var result: [PaperSize] = []
    for (letter, first) in [("A", (841.0, 1189.0)), ("B", (1000.0, 1414.0)), ("C", (917.0, 1297.0))] {
      var (width, height) = first
      for k in 0...10 {
        result.append(PaperSize(name: "\(letter)\(k)", millimetres: width, height))
        (width, height) = ((height / 2).rounded(.down), width)
      }
    }
    for (name, width, height) in [
      ("letter", 8.5, 11.0), ("legal", 8.5, 14), ("tabloid", 11, 17), ("executive", 7.25, 10.5),
    ] {
      result.append(PaperSize(name: name, width: width * 72, height: height * 72))
    }
    return result
  }()

  private init(name: String, width: Double, height: Double) {
    self.name = name
    self.width = width
    self.height = height
  }

  private init(name: String, millimetres width: Double, _ height: Double) {
    self.init(name: name, width: width * 72 / 25.4, height: height * 72 / 25.4)
  }

  /// Looks up a paper size, ignoring case: A0 to A10, B0 to B10, C0 to C10, letter, legal, tabloid, executive; nil for
  /// another name.
  ///
  /// ```swift
  /// PaperSize(named: "a4")?.name  // "A4"
  /// ```
  public init?(named name: String) {
    let lower = name.lowercased()
    guard let known = PaperSize.all.first(where: { $0.name.lowercased() == lower }) else { return nil }
    self = known
  }

  /// Returns the error message for an unknown paper name.
  package static func problem(_ name: String) -> String {
    "unknown paper size \"\(name)\"\(suggestion(for: name, among: all.map(\.name))); there are A0 to A10, B0 to B10, "
      + "C0 to C10, letter, legal, tabloid and executive"
  }
}
