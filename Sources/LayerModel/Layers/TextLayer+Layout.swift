// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import RenderTree
import Wording

extension TextLayer {
  /// The size of the text alone, in the layer's own points: the widest line and the height of all lines; zero without
  /// text.
  ///
  /// - Parameter width: the width at which lines are broken when the layer is `wrapped`; nil is the bounds' width. At 0
  ///   no lines are broken.
  /// - Throws: when the text cannot be laid out, such as for lack of any font.
  public func preferredTextSize(width: Double? = nil) throws -> Size {
    guard let request = preferredRequest(width: width) else { return .zero }
    return try laidOutText(request, label).frame.size
  }

  /// The same for who looks at the layer a second time: nothing is warned about or kept.
  func inspectedTextSize() throws -> Size {
    guard let request = preferredRequest(width: nil) else { return .zero }
    if let known = lastLayout, known.request == request { return known.frame.size }
    return try scene.services.layoutText(request).size
  }

  private func preferredRequest(width: Double?) -> TextRequest? {
    let width = width ?? storedBounds.width
    return textRequest(width: flag(.wrapped) && width > 0 ? width : nil, height: nil)
  }

  /// The request for layout in a box; nil when there is nothing to show.
  func textRequest(width: Double?, height: Double?) -> TextRequest? {
    var runs: [TextRun]
    switch storedText {
    case nil: return nil
    case .plain(let string):
      // Text without a colour is invisible.
      guard !string.isEmpty, let color = storedForegroundColor else { return nil }
      runs = [TextRun(string: string, font: font, fontSize: storedFontSize, color: color, attributes: ownAttributes)]
    case .attributed(let text):
      guard let given = text.textRuns(base: inheritedAttributes) else { return nil }
      runs = given
    }
    let truncation = height == nil ? .none : storedTruncationMode
    return TextRequest(
      runs: runs, width: width, height: truncation == .none ? nil : height, wraps: flag(.wrapped) && width != nil,
      alignment: storedAlignmentMode, truncation: truncation,
      maximumLines: Int(clamping: setting.maximumNumberOfLines))
  }

  /// What the layer says of plain strings beside their font, size and colour; nil for nothing.
  private var ownAttributes: TextAttributes? {
    guard let setting = settingBox?.value else { return nil }
    var attributes = setting.fontAttributes
    if setting.letterSpacing != 0 { attributes.kern = setting.letterSpacing }
    if setting.lineHeight > 0 { attributes.lineHeight = setting.lineHeight }
    if setting.paragraphSpacing > 0 { attributes.paragraphSpacing = setting.paragraphSpacing }
    return attributes == TextAttributes() ? nil : attributes
  }

  /// What runs of an attributed string have where they leave it open.
  private var inheritedAttributes: TextAttributes {
    guard setting.inheritsTextAttributes else { return TextAttributes() }
    var attributes = ownAttributes ?? TextAttributes()
    attributes.font = font
    attributes.fontSize = storedFontSize
    attributes.foregroundColor = storedForegroundColor ?? Color(white: 0, alpha: 0)
    return attributes
  }

  /// The laid-out text, kept until it changes.
  func laidOutText(_ request: TextRequest, _ label: @autoclosure () -> String) throws -> LaidText {
    if let known = lastLayout, known.request == request { return known }
    lastLayout = nil
    let frame = try scene.services.layoutText(request)
    let charge = try chargeForLayout(frame, label())
    if frame.hasProblems { scene.warn(aboutTextOf: label(), frame, about: self) }
    if case .attributed(let text)? = storedText { warnAboutOwnFont(text, label()) }
    let text = LaidText(request, frame, charge)
    lastLayout = text
    return text
  }

  /// Charges the kept layout: for narrow lines that is many times the text.
  private func chargeForLayout(_ frame: TextFrame, _ label: @autoclosure () -> String) throws -> ValueCharge? {
    let bytes = frame.memory
    guard bytes > 4096, let budget = scene.memoryBudget else { return nil }
    guard budget.hasRoom(for: bytes) else { throw LayerError.noMemory("the layout of its text", budget, at: label()) }
    return ValueCharge(budget, bytes: bytes)
  }

  /// Warns when the layer's font attributes are set with an attributed string, which ignores them.
  private func warnAboutOwnFont(_ text: AttributedString, _ label: String) {
    guard !setting.inheritsTextAttributes else { return }
    func warn(_ key: String, _ without: String = "are Helvetica, 12 points, black", _ isOpen: (TextAttributes) -> Bool)
    {
      guard text.runs.contains(where: { isOpen($0.attributes) }) else { return }
      scene.warn(
        .attributedText,
        "\(label): \(key) is of plain strings only; runs of an attributed string without \(key) \(without): "
          + "set it in the runs, or inheritsTextAttributes = true", onceFor: key, about: self)
    }
    if font != "Helvetica" { warn("font") { $0.font == nil } }
    if storedFontSize != 36 { warn("fontSize") { $0.fontSize == nil } }
    if storedForegroundColor != .white { warn("foregroundColor") { $0.foregroundColor == nil } }
    guard let own = ownAttributes else { return }
    // A plain string's name for it first.
    let names = ["kern": "letterSpacing", "weight": "fontWeight", "italic": "fontStyle"]
    for (key, _) in own.entries {
      warn(names[key] ?? key, "have none") { !$0.entries.contains { $0.key == key } }
    }
  }
}

/// Text as it was laid out for a layer, and the operations that draw it.
final class LaidText {
  let request: TextRequest
  /// Without its pieces and marks once they are operations.
  private(set) var frame: TextFrame
  private let charge: ValueCharge?
  private var drawing: RecordedDrawing?
  private var top = 0.0

  init(_ request: TextRequest, _ frame: TextFrame, _ charge: ValueCharge?) {
    self.request = request
    self.frame = frame
    self.charge = charge
  }

  /// The operations that draw the text, the same object as long as the top is the same.
  ///
  /// - Parameter top: of the text, relative to its box's.
  func drawing(top: Double) -> RecordedDrawing {
    if let drawing, self.top == top { return drawing }
    let transform = AffineTransform.translation(0, top)
    let operations: [DrawingOperation]
    if let drawing {
      let old = AffineTransform.translation(0, self.top)
      let moved = drawing.operations(through: .translation(0, top - self.top))
      // Text itself is placed anew, so that no errors of rounding gather; pictures of glyphs have places of their own.
      operations = zip(drawing.operations, moved).map { operation, moved in
        var moved = moved
        if operation.transform == old { moved.transform = transform }
        return moved
      }
    } else {
      operations = frame.operations(transform)
    }
    frame.pieces = []
    frame.marks = []
    self.top = top
    let made = RecordedDrawing(operations: operations)
    drawing = made
    return made
  }
}

extension Scene {
  /// Reports each missing font, once, and the characters that no font has.
  package func warn(aboutTextOf label: @autoclosure () -> String, _ frame: TextFrame, about object: KeyedObject? = nil)
  {
    for missing in frame.substitutions {
      warn(
        .missingFont,
        "\(label()): font \"\(missing.asked)\" is not installed; \"\(missing.used)\" is used instead"
          + (missing.unread.map { ": \($0)" } ?? ""),
        onceFor: missing.asked, about: object)
    }
    for problem in frame.fontProblems {
      warn(.fontSettings, "\(label()): \(problem)", onceFor: problem, about: object)
    }
    guard let first = frame.missing.first else { return }
    let characters = frame.missing.map {
      "\u{201C}\($0.character)\u{201D} (U+\(hexadecimal($0.character))\($0.script.map { ", \($0)" } ?? ""))"
    }
    warn(
      .missingGlyphs,
      "\(label()): neither \(first.font) nor any other font has \(listed(characters)), so boxes are drawn; "
        + frame.remedyForMissing,
      onceFor: frame.missing.map { "\($0.character.value)" }.joined(separator: " "), about: object)
  }
}

extension TextFrame {
  /// Whether something of it was not as it was asked for.
  package var hasProblems: Bool { !substitutions.isEmpty || !missing.isEmpty || !fontProblems.isEmpty }

  /// What to install for the characters that no font has, and where it then is.
  fileprivate var remedyForMissing: String {
    var packages: [String] = [], folders: [String] = []
    for missing in missing {
      if let package = missing.package, !packages.contains(package) { packages.append(package) }
      if let folder = missing.folder, !folders.contains(folder) { folders.append(folder) }
    }
    guard !packages.isEmpty else { return "name a folder with fonts that have them by --font-dir" }
    return "install \(listed(packages))"
      + (folders.isEmpty ? "" : " and give \(listed(folders.map { "--font-dir \($0)" }))")
  }
}

private func hexadecimal(_ character: Unicode.Scalar) -> String {
  let digits = String(character.value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(4 - digits.count, 0)) + digits
}
