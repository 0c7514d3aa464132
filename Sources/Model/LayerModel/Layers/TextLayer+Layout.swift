// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Pixels
import RenderTree

extension TextLayer {
  /// The size of the text alone, in the layer's own points: the width of the widest line and the height of all lines;
  /// zero without text.
  ///
  /// ```swift
  /// title.isWrapped = true
  /// let height = try title.preferredTextSize(width: 160).height
  /// ```
  ///
  /// - Parameter width: the width at which lines are broken if the layer is `wrapped`; nil for the bounds' width. At 0
  ///   no lines are broken.
  /// - Throws: an error if the text cannot be laid out, for example for lack of any font.
  public func preferredTextSize(width: Double? = nil) throws -> Size {
    guard let request = preferredRequest(width: width) else { return .zero }
    return try size(of: laidOutText(request, label).frame)
  }

  /// The size of a laid-out text; along a path, the size of a box from the origin that holds all of it.
  private func size(of frame: TextFrame) -> Size {
    guard let path = measuredPath else { return frame.size }
    let box = frame.extent(
      along: TextBend(path: path, offset: setting.textPathOffset, baseline: frame.lines.first?.baseline ?? 0))
    return Size(max(box.maxX, 0), max(box.maxY, 0))
  }

  /// The measured text path; nil if there is none or it has no length.
  var measuredPath: TextPath? {
    guard let path = settingBox?.value.textPath, !path.isEmpty else { return nil }
    if let known = lastPath, known.path == path { return known }
    lastPath = TextPath(path)
    return lastPath
  }

  /// Same as `preferredTextSize()`, without repeating the warnings, for inspection.
  func inspectedTextSize() throws -> Size {
    guard let request = preferredRequest(width: nil) else { return .zero }
    return size(of: try laidOutText(request, label, isQuiet: true).frame)
  }

  private func preferredRequest(width: Double?) -> TextRequest? {
    let width = width ?? storedBounds.width
    return unfittedRequest(width: flag(.wrapped) && width > 0 ? width : nil, height: nil)
  }

  /// Returns the request for layout in a box, at the size that fits and with the layer's part of a chain's text; nil if
  /// there is nothing to show.
  func textRequest(width: Double?, height: Double?) throws -> TextRequest? {
    let model = model as? TextLayer ?? self
    if model.textLink?.next != nil || model.textLink?.head != nil { return model.chainRequest() }
    guard let request = unfittedRequest(width: width, height: height) else { return nil }
    guard let fit = try model.shownFit() else { return request }
    return request.scaled(from: fit.base, to: fit.size)
  }

  /// Returns the request for layout in a box, at the full size and with all of the layer's own text; nil if there is
  /// nothing to show.
  func unfittedRequest(width: Double?, height: Double?) -> TextRequest? {
    var runs: [TextRun]
    switch storedText {
    case nil: return nil
    case .plain(let string):
      // Text without a colour is invisible.
      guard !string.isEmpty, let color = storedForegroundColor else { return nil }
      runs = [TextRun(string: string, font: font, fontSize: storedFontSize, color: color, attributes: ownAttributes)]
      if let rest = untypedText(after: string) {
        runs.append(
          TextRun(
            string: rest, font: font, fontSize: storedFontSize, color: color.withAlpha(0), attributes: ownAttributes))
      }
    case .attributed(let text):
      guard let given = text.textRuns(base: inheritedAttributes) else { return nil }
      runs = given
      var named: [String: Layer]?
      for i in runs.indices {
        guard let attachment = runs[i].attributes?.attachment, attachment.size == nil,
          case .sublayer(let name) = attachment.content
        else { continue }
        let sublayers = named ?? namedSublayers
        named = sublayers
        runs[i].attributes?.attachment?.size = sublayers[name]?.frame.size ?? .zero
      }
    }
    var width = width, height = height
    if let path = measuredPath {
      width = path.length
      height = nil
    }
    let truncation = height == nil && measuredPath == nil ? .none : storedTruncationMode
    return TextRequest(
      runs: runs, width: width, height: truncation == .none ? nil : height, wraps: flag(.wrapped) && width != nil,
      alignment: storedAlignmentMode, truncation: truncation,
      maximumLines: settingBox.map { Int(clamping: $0.value.maximumNumberOfLines) } ?? 0)
  }

  /// True if a time line types the string: a presentation that shows its beginning is laid out with all of it, so that
  /// no word moves while it is typed. Default false.
  package var isTyped: Bool {
    get { state.contains(.isTyped) }
    set { if newValue { state.insert(.isTyped) } else { state.remove(.isTyped) } }
  }

  /// Returns the text that is still to be typed after some; nil if there is none.
  private func untypedText(after typed: String) -> String? {
    guard isTyped, let model = model as? TextLayer, model !== self, case .plain(let whole)? = model.storedText,
      whole.utf8.count > typed.utf8.count, whole.utf8.starts(with: typed.utf8)
    else { return nil }
    return String(decoding: whole.utf8.dropFirst(typed.utf8.count), as: UTF8.self)
  }

  /// The sublayers that may be attachments in the text, by name; the first of each name.
  private var namedSublayers: [String: Layer] {
    var result: [String: Layer] = [:]
    for child in model.children {
      if let name = child.name, result[name] == nil { result[name] = child }
    }
    return result
  }

  /// Places the sublayers that are attachments in the text.
  ///
  /// - Throws: `LayerError` if one of them is missing.
  func placeAttachedSublayers() throws {
    guard case .attributed(let text)? = storedText else { return }
    let named = namedSublayers
    for run in text.runs {
      guard case .sublayer(let name)? = run.attributes.attachment?.content, named[name] == nil else { continue }
      let names = children.compactMap(\.name).map { "\"\($0)\"" }
      throw LayerError(
        "\(label): its string has \"\(name)\" as an attachment, but no sublayer has that name; "
          + (names.isEmpty ? "it has no named sublayers" : "its sublayers' names are \(listed(names))"))
    }
    let bounds = storedBounds
    guard let request = try textRequest(width: bounds.width, height: bounds.height) else { return }
    let frame = try laidOutText(request, label).frame
    let top = top(of: frame)
    for attachment in frame.attachments {
      guard case .sublayer(let name) = attachment.content, let sublayer = named[name] else { continue }
      let rect = attachment.rect
      if let path = measuredPath {
        let bend = TextBend(
          path: path, offset: setting.textPathOffset, baseline: frame.lines.first?.baseline ?? 0)
        let middle = bend.placement(at: rect.midX).apply(Point(rect.midX, rect.midY))
        let size = sublayer.frame.size
        sublayer.frame = Rect(middle.x - size.width / 2, middle.y - size.height / 2, size.width, size.height)
        continue
      }
      let y = bounds.minY + top + rect.minY
      sublayer.frame = Rect(
        bounds.minX + rect.minX, isGeometryFlipped ? bounds.minY + bounds.maxY - y - rect.height : y, rect.width,
        rect.height)
    }
  }

  /// The layer's attributes for plain strings in addition to font, size and colour; nil if all have their defaults.
  private var ownAttributes: TextAttributes? {
    guard let setting = settingBox?.value else { return nil }
    var attributes = setting.fontAttributes
    if setting.letterSpacing != 0 { attributes.kern = setting.letterSpacing }
    if setting.lineHeight > 0 { attributes.lineHeight = setting.lineHeight }
    if setting.paragraphSpacing > 0 { attributes.paragraphSpacing = setting.paragraphSpacing }
    if setting.lineBreakStrategy != .standard { attributes.lineBreakStrategy = setting.lineBreakStrategy }
    if setting.hyphenationFactor > 0 { attributes.hyphenationFactor = setting.hyphenationFactor }
    if setting.language != "en" { attributes.language = setting.language }
    return attributes == TextAttributes() ? nil : attributes
  }

  /// The attributes that runs of an attributed string inherit if they omit them.
  private var inheritedAttributes: TextAttributes {
    guard settingBox?.value.inheritsTextAttributes ?? false else { return TextAttributes() }
    var attributes = ownAttributes ?? TextAttributes()
    attributes.font = font
    attributes.fontSize = storedFontSize
    attributes.foregroundColor = storedForegroundColor ?? Color(white: 0, alpha: 0)
    return attributes
  }

  /// Returns the laid-out text, cached until it changes.
  ///
  /// Warns of its problems. Another layout of an equal string, for another width or size, does not repeat them.
  ///
  /// - Parameter isQuiet: true to suppress warnings, since they were issued when the text was drawn.
  func laidOutText(
    _ request: TextRequest, _ label: @autoclosure () -> String, isQuiet: Bool = false
  ) throws -> LaidText {
    if let known = lastLayout, known.request == request, known.isComplete || measuredPath == nil { return known }
    let before = lastLayout
    lastLayout = nil
    state.remove(.layoutOfTextIsCurrent)
    let frame = try scene.services.layoutText(request)
    let charge = try chargeForLayout(frame, label())
    let isKnown = before.map { $0.isReported && $0.hasProblems(of: frame, request) } ?? false
    if !isQuiet {
      if !isKnown, frame.hasProblems { scene.warn(aboutTextOf: label(), frame, about: self) }
      if case .attributed(let text)? = storedText { warnAboutOwnFont(text, label()) }
    }
    let text = LaidText(request, frame, charge, isReported: isKnown || !isQuiet)
    lastLayout = text
    return text
  }

  /// Charges the cached layout to the memory budget: for narrow lines it is many times the size of the text.
  private func chargeForLayout(_ frame: TextFrame, _ label: @autoclosure () -> String) throws -> ValueCharge? {
    // Along a path, each glyph is a separate operation.
    let glyphs = measuredPath == nil ? 0 : frame.pieces.reduce(0) { $0 + $1.run.glyphs.count }
    let bytes = frame.memory + glyphs * 512
    guard bytes > 4096, let budget = scene.memoryBudget else { return nil }
    guard budget.hasRoom(for: bytes) else { throw LayerError.noMemory("the layout of its text", budget, at: label()) }
    return ValueCharge(budget, bytes: bytes)
  }

  /// Warns if the layer's font attributes are set but its attributed string ignores them.
  private func warnAboutOwnFont(_ text: AttributedString, _ label: String) {
    guard !(settingBox?.value.inheritsTextAttributes ?? false) else { return }
    func warn(_ key: String, _ without: String = "are Helvetica, 12 points, black", _ isOpen: (TextAttributes) -> Bool)
    {
      guard text.runs.contains(where: { isOpen($0.attributes) }) else { return }
      scene.warn(
        .attributedText,
        "\(label): \(key) applies to plain strings only; runs of an attributed string without \(key) \(without): "
          + "set it in the runs, or inheritsTextAttributes = true", onceFor: key, about: self)
    }
    if font != "Helvetica" { warn("font") { $0.font == nil } }
    if storedFontSize != 36 { warn("fontSize") { $0.fontSize == nil } }
    if storedForegroundColor != .white { warn("foregroundColor") { $0.foregroundColor == nil } }
    guard let own = ownAttributes else { return }
    // Attributes whose properties for plain strings have other names.
    let names = ["kern": "letterSpacing", "weight": "fontWeight", "italic": "fontStyle"]
    for (key, _) in own.entries {
      warn(names[key] ?? key, "have none") { !$0.entries.contains { $0.key == key } }
    }
  }
}

/// Text laid out for a layer, and the operations that draw it.
final class LaidText {
  let request: TextRequest
  /// The layout, without its pieces and marks once they are operations.
  private(set) var frame: TextFrame
  /// True if warnings told the problems of the text.
  let isReported: Bool
  private let charge: ValueCharge?
  private var drawing: RecordedDrawing?
  private var top = 0.0
  private var scale = 0.0
  private var bent: (path: Path, offset: Double, drawing: RecordedDrawing)?

  init(_ request: TextRequest, _ frame: TextFrame, _ charge: ValueCharge?, isReported: Bool) {
    self.request = request
    self.frame = frame
    self.charge = charge
    self.isReported = isReported
  }

  /// True if a layout of the same string has the same problems.
  fileprivate func hasProblems(of other: TextFrame, _ otherRequest: TextRequest) -> Bool {
    request.runs.elementsEqual(otherRequest.runs) { $0.string == $1.string }
      && frame.substitutions == other.substitutions && frame.fontProblems == other.fontProblems
      && frame.missing == other.missing && frame.missingHyphens == other.missingHyphens
  }

  /// True if the frame still has the pieces and marks it is drawn from.
  var isComplete: Bool { drawing == nil || !frame.pieces.isEmpty || !frame.marks.isEmpty }

  /// Returns the operations that draw the text along a path: an identical object as long as path and offset are equal.
  ///
  /// - Throws: `LayerError` for more glyphs than can be placed individually.
  func drawing(along path: TextPath, offset: Double, scale: Double, _ label: String) throws -> RecordedDrawing? {
    if let bent, bent.path == path.path, bent.offset == offset, frame.attachments.isEmpty || self.scale == scale {
      return bent.drawing
    }
    let parts = frame.pieces.reduce(0) { $0 + $1.run.glyphs.count }
    guard parts <= TextBend.mostParts else {
      throw LayerError(
        .limit, "\(label): textPath takes text of at most \(TextBend.mostParts) glyphs, got \(parts); shorten it")
    }
    let bend = TextBend(path: path, offset: offset, baseline: frame.lines.first?.baseline ?? 0)
    let made = RecordedDrawing(operations: frame.operations(.identity, along: bend, scale: scale))
    self.scale = scale
    bent = (path.path, offset, made)
    return made
  }

  /// Returns the operations that draw the text: an identical object as long as the top is equal.
  ///
  /// - Parameters:
  ///   - top: the text's top relative to its box's.
  ///   - scale: pixels per point, for the images in the text.
  func drawing(top: Double, scale: Double) -> RecordedDrawing {
    let isScaled = frame.attachments.isEmpty || self.scale == scale
    if let drawing, self.top == top, isScaled { return drawing }
    let transform = AffineTransform.translation(0, top)
    let operations: [DrawingOperation]
    if let drawing, isScaled {
      let old = AffineTransform.translation(0, self.top)
      let moved = drawing.operations(through: .translation(0, top - self.top))
      // Text itself is placed again, so that rounding errors do not accumulate; images of glyphs have placements of
      // their own.
      operations = zip(drawing.operations, moved).map { operation, moved in
        var moved = moved
        if operation.transform == old { moved.transform = transform }
        return moved
      }
    } else {
      operations = frame.operations(transform, scale: scale)
    }
    // Attachments keep the pieces, since their images are chosen again for another scale.
    if frame.attachments.isEmpty {
      frame.pieces = []
      frame.marks = []
    }
    self.scale = scale
    self.top = top
    let made = RecordedDrawing(operations: operations)
    drawing = made
    return made
  }
}

extension Scene {
  /// Warns once of each missing font, font problem and missing hyphenation, and of the characters that no font has.
  package func warn(aboutTextOf label: @autoclosure () -> String, _ frame: TextFrame, about object: KeyedObject? = nil)
  {
    for missing in frame.substitutions {
      warn(
        .missingFont,
        "\(label()): font \"\(missing.asked)\" is not installed; \"\(missing.used)\" is used instead"
          + (missing.unread.map { ": \($0)" } ?? missing.package.map { "; Debian has it in \($0)" } ?? ""),
        onceFor: missing.asked, about: object)
    }
    for problem in frame.fontProblems {
      warn(.fontSettings, "\(label()): \(problem)", onceFor: problem, about: object)
    }
    for missing in frame.missingHyphens {
      warn(
        .missingHyphens, "\(label()): \(missing.reason); words are not hyphenated", onceFor: missing.language,
        about: object)
    }
    guard let first = frame.missing.first else { return }
    let characters = frame.missing.map {
      "\u{201C}\($0.character)\u{201D} (U+\(hexadecimal($0.character))\($0.script.map { ", \($0)" } ?? ""))"
    }
    warn(
      .missingGlyphs,
      "\(label()): neither \(first.font) nor any other font has \(listed(characters)), so boxes are drawn; "
        + frame.remedyForMissing(host.face),
      onceFor: frame.missing.map { "\($0.character.value)" }.joined(separator: " "), about: object)
  }
}

extension TextFrame {
  /// True if some of the text could not be laid out as requested.
  package var hasProblems: Bool {
    !substitutions.isEmpty || !missing.isEmpty || !missingHyphens.isEmpty || !fontProblems.isEmpty
  }

  /// Advice on packages to install for the characters that no font has, and on the folders they install to.
  fileprivate func remedyForMissing(_ face: HostFace) -> String {
    var packages: [String] = [], folders: [String] = []
    for missing in missing {
      if let package = missing.package, !packages.contains(package) { packages.append(package) }
      if let folder = missing.folder, !folders.contains(folder) { folders.append(folder) }
    }
    guard !packages.isEmpty else {
      return face.names(.fontDirectories).map { "pass a folder of fonts that have them with \($0)" }
        ?? "install a font that has them"
    }
    let given = face.names(.fontDirectories).map { name in listed(folders.map { "\(name) \($0)" }) }
    return "install \(listed(packages))" + (folders.isEmpty ? "" : given.map { " and give \($0)" } ?? "")
  }
}

private func hexadecimal(_ character: Unicode.Scalar) -> String {
  let digits = String(character.value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(4 - digits.count, 0)) + digits
}
