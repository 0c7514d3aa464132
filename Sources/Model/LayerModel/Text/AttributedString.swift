// SPDX-License-Identifier: MIT
import Geometry
import Parsing
import Pixels
import RenderTree

/// Text in runs of different attributes, e.g. `AttributedString("Hello")`.
///
/// A run without attributes is Helvetica of 12 points in black, upright, of normal weight, without decoration. In a
/// text layer with `inheritsTextAttributes` it takes missing attributes from the layer instead. Paragraph attributes
/// (alignment, indents, line heights) are taken from the paragraph's first run.
///
/// ```swift
/// var text = AttributedString("Dawn ")
/// text.runs.append(AttributedString.Run(string: "comes early", font: nil, foregroundColor: .orange))
/// title.attributedString = text
/// ```
public struct AttributedString: Hashable, Sendable {
  /// A part of the text with uniform attributes.
  public struct Run: Hashable, Sendable {
    /// The text of the run.
    public var string: String
    /// The attributes; nil ones have their defaults, or the layer's values if it has `inheritsTextAttributes`.
    public var attributes: TextAttributes
    /// Makes a run of text with its attributes.
    public init(string: String, attributes: TextAttributes = TextAttributes()) {
      self.string = string
      self.attributes = attributes
    }
    /// Makes a run with a font, its size in points, and a colour.
    public init(string: String, font: String?, fontSize: Double? = nil, foregroundColor: Color? = nil) {
      self.init(
        string: string, attributes: TextAttributes(font: font, fontSize: fontSize, foregroundColor: foregroundColor))
    }
  }

  /// The runs, in order.
  public var runs: [Run]
  /// Makes a text of runs.
  public init(runs: [Run]) { self.runs = runs }
  /// Makes a text of one run.
  public init(_ string: String, attributes: TextAttributes = TextAttributes()) {
    runs = [Run(string: string, attributes: attributes)]
  }
  /// The text of all runs.
  public var string: String { runs.map(\.string).joined() }
}

extension AttributedString {
  /// Parses runs in the form of scripts: strings, and tables with a string and attributes.
  ///
  /// - Throws: `LayerError` that names the run, the attribute and the expected value.
  package init(values: [PropertyValue], _ reading: inout Reading) throws(LayerError) {
    var runs = Grown<Run>()
    for (i, value) in values.enumerated() {
      let run = try Run(value, number: i + 1)
      try reading.step(100)  // for its attributes
      try reading.take(run.string.utf8.count + 32)
      try runs.append(run, &reading)
    }
    self.runs = runs.finish()
  }

  /// The runs as tables: `string` and the attributes that are set.
  package var values: [PropertyValue] {
    runs.map { run in .dictionary([("string", .string(run.string))] + run.attributes.entries) }
  }

  /// Throws for an attribute with an invalid value.
  func check(_ account: Account?) throws(LayerError) {
    for (i, run) in runs.enumerated() where run.attributes != TextAttributes() {
      if i & 1023 == 1023 { try account?.checkEnd() }
      do { try run.attributes.check() } catch { throw LayerError("run \(i + 1): \(error.message)") }
    }
  }

  /// Throws for an attachment whose size only a text layer knows.
  func checkHasNoSublayers() throws(LayerError) {
    for (i, run) in runs.enumerated() {
      guard let attachment = run.attributes.attachment, attachment.size == nil,
        case .sublayer(let name) = attachment.content
      else { continue }
      throw LayerError(
        "run \(i + 1): attachment: only a text layer has sublayers such as \"\(name)\"; give an attachmentSize, or an "
          + "image"
      )
    }
  }

  /// Returns the runs for layout, with missing attributes taken from `base` and then from the defaults; nil if there is
  /// nothing to show.
  func textRuns(base: TextAttributes = TextAttributes()) -> [TextRun]? {
    var result: [TextRun] = []
    let isBare = base == TextAttributes()
    for run in runs where !run.string.isEmpty || run.attributes.attachment != nil {
      result.append(TextRun(run.string, isBare ? run.attributes : run.attributes.filled(from: base)))
    }
    return result.isEmpty ? nil : result
  }
}

extension Scene {
  /// Lays out text that belongs to no layer.
  ///
  /// - Parameters:
  ///   - attributes: the defaults for the runs.
  ///   - width: the width to which lines are wrapped (unless wrapping is off), aligned and truncated, in points; nil
  ///     for no limit.
  ///   - height: with a truncation, the height above which wrapped lines end.
  ///   - maximumLines: the maximum number of lines; 0 for no limit.
  package func layoutText(
    _ text: AttributedString, attributes: TextAttributes = TextAttributes(), width: Double? = nil,
    height: Double? = nil, wraps: Bool? = nil, truncation: TextRequest.Truncation = .none, maximumLines: Int = 0
  ) throws -> TextFrame {
    try attributes.check()
    try text.check(account)
    try text.checkHasNoSublayers()
    guard let runs = text.textRuns(base: attributes) else { return TextFrame(pieces: [], lines: [], size: .zero) }
    return try services.layoutText(
      TextRequest(
        runs: runs, width: width, height: height, wraps: wraps ?? (width != nil), truncation: truncation,
        maximumLines: maximumLines))
  }
}

extension AttributedString.Run {
  fileprivate init(_ value: PropertyValue, number: Int) throws(LayerError) {
    var string: String?
    var attributes = TextAttributes()
    switch value {
    case .string(let s): string = s
    case .array(let items):
      if items.count == 1, case .string(let s) = items[0] { string = s }
    case .dictionary(let entries):
      for (key, value) in entries {
        if key == "1" || key == "string", string == nil, case .string(let s) = value {
          string = s
        } else if key != "1", key != "string" {
          do { try attributes.set(value, forKey: key) } catch { throw LayerError("run \(number): \(error.message)") }
        }
      }
    default: break
    }
    if string == nil, attributes.attachment != nil { string = String(Character(TextAttachment.character)) }
    if attributes.attachment?.content == .sublayer("") {
      throw LayerError(
        "run \(number): attachmentSize: there is no attachment; give an image or a sublayer's name as attachment")
    }
    if attributes.attachment != nil, string != String(Character(TextAttachment.character)) {
      throw LayerError("run \(number): an attachment must be alone in its run: put text in another run")
    }
    guard let string else {
      throw LayerError(
        "run \(number): expected text with attributes, such as {\"text\", font = \"DejaVu Sans\"}, got "
          + "\(value.described)"
      )
    }
    self.init(string: string, attributes: attributes)
  }
}

extension TextRun {
  /// Makes a run with complete attributes; missing ones are Helvetica, 12 points, black.
  init(_ string: String, _ a: TextAttributes) {
    var rest = a
    if case .picture(let picture)? = a.attachment?.content, a.attachment?.size == nil {
      rest.attachment?.size = picture.picture.size
    }
    rest.font = nil
    rest.fontSize = nil
    rest.foregroundColor = nil
    self.init(
      string: string, font: a.font ?? "Helvetica", fontSize: a.fontSize ?? 12, color: a.foregroundColor ?? .black,
      attributes: rest == TextAttributes() ? nil : rest)
  }
}

/// The value of a text layer's `string`.
package enum LayerText: Hashable, Sendable {
  case plain(String)
  case attributed(AttributedString)

  public var string: String {
    switch self {
    case .plain(let s): s
    case .attributed(let a): a.string
    }
  }

  var value: PropertyValue {
    switch self {
    case .plain(let s): .string(s)
    case .attributed(let a): .attributedString(a)
    }
  }
}
