// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import Numbers
import Pixels
import RenderTree

/// Makes layers of a text layer: one for each line, or with animators one for each character.
final class TextBuilder {
  let builder: LayerBuilder
  let scope: Scope

  init(_ builder: LayerBuilder, _ scope: Scope) {
    self.builder = builder
    self.scope = scope
  }

  var session: LottieSession { builder.session }

  /// A face: outlines of the file, or an installed font.
  enum Face {
    /// The font is for characters without an outline.
    case outlines(GlyphOutlines, FontChoice)
    case font(FontChoice)
  }

  /// Makes the content of a text layer; nil without text.
  func makeText(_ node: Node, _ place: Place) throws -> Layer? {
    let replacement = session.texts.value(at: place + "Text") ?? session.texts.value(at: place)
    var documents: [(frame: Double, document: TextDocument)] = []
    let keys = try session.textKeys(node["t"]?["d"], place)
    try session.countKeys(keys.count, place)
    for key in keys {
      guard let style = key["s"] ?? (key["t"]?.text == nil ? nil : key) else { continue }
      var document = TextDocument(style)
      if let replacement { document.text = replacement }
      if documents.last?.frame == key.number("t", 0) { documents.removeLast() }
      documents.append((key.number("t", 0), document))
      try session.countCharacters(document.text.count, place)
    }
    guard !documents.isEmpty else { return nil }
    let container = try builder.make(place)
    let animators = try TextAnimator.all(node["t"]?.items("a") ?? [], place, scope, session)
    let anchors = try TextAnchors(node["t"]?["m"], place, session)
    let baseline = try CurvedBaseline(of: node, place, scope, session)
    for (i, row) in documents.enumerated() {
      let layer = try makeDocument(row.document, animators, anchors, baseline, place)
      if documents.count > 1 {
        let end = i + 1 < documents.count ? documents[i + 1].frame : nil
        try builder.show(layer, from: i == 0 ? nil : row.frame, to: end)
      }
      try container.addSublayer(layer)
    }
    return container
  }

  private func makeDocument(
    _ document: TextDocument, _ animators: [TextAnimator], _ anchors: TextAnchors, _ baseline: CurvedBaseline?,
    _ place: Place
  ) throws -> Layer {
    let face = try face(for: document)
    let lines = try wrapped(document, face)
    let container = try builder.make(place)
    if !animators.isEmpty || baseline != nil {
      try addUnits(of: lines, document, face, animators, anchors, baseline, to: container, place)
      return container
    }
    for line in lines where !line.text.isEmpty {
      if line.gap != 0 {
        try addWords(of: line, document, face, to: container, place)
        continue
      }
      let layer = try makeRun(line.text, document, face, width: line.width, place)
      layer.position = Point(line.x, line.y)
      try container.addSublayer(layer)
    }
    return container
  }

  /// Adds a layer for each word of a line whose blanks are widened.
  private func addWords(
    of line: Line, _ document: TextDocument, _ face: Face, to container: Layer, _ place: Place
  ) throws {
    var left = document
    left.justification = 0
    let blank = try width(of: " ", document, face) + line.gap
    var x = line.x
    for word in line.text.split(separator: " ", omittingEmptySubsequences: false) {
      try session.reading.step(64)
      if !word.isEmpty {
        let width = try width(of: String(word), document, face)
        let layer = try makeRun(String(word), left, face, width: width, place)
        layer.position = Point(x, line.y)
        try container.addSublayer(layer)
        x += width
      }
      x += blank
    }
  }

  // MARK: Faces

  private func face(for document: TextDocument) throws -> Face {
    let root = builder.document.root
    let font = builder.document.font(named: document.font)
    let replacement = session.options.fonts.last { $0.key == document.font }?.value
    let choice = FontChoice(named: document.font, font, replacement: replacement, session.installedFonts)
    if choice.isFound { return .font(choice) }
    if let name = try session.archiveFonts?.name(of: document.font, font, in: builder.scene) {
      return .font(FontChoice(file: name))
    }
    let chars = root.items("chars")
    guard !chars.isEmpty else { return .font(choice) }
    let outlines: GlyphOutlines
    if let known = session.outlines[document.font] {
      outlines = known
    } else {
      outlines = try GlyphOutlines(
        chars, family: font?["fFamily"]?.text ?? document.font, style: font?["fStyle"]?.text ?? "", session)
      session.outlines[document.font] = outlines
    }
    return outlines.coversSome(of: document.text) ? .outlines(outlines, choice) : .font(choice)
  }

  /// Returns the width of a text in a face, in points.
  func width(of text: String, _ document: TextDocument, _ face: Face) throws -> Double {
    switch face {
    case .outlines(let outlines, let choice):
      var width = 0.0
      for c in text {
        if let glyph = outlines[c] {
          width += glyph.width * document.size / 100 + document.kern
        } else {
          width += try self.width(of: String(c), document, .font(choice))
        }
      }
      return width
    case .font(let choice):
      return try builder.scene.layoutText(attributed(text, document, choice)).size.width
    }
  }

  private func attributed(_ text: String, _ document: TextDocument, _ choice: FontChoice) -> AttributedString {
    var attributes = TextAttributes()
    attributes.font = choice.name
    attributes.fontSize = document.size
    attributes.weight = choice.weight
    attributes.isItalic = choice.isItalic
    attributes.foregroundColor = document.fill ?? .clear
    // Players place characters by their advances: tracking, even 0, takes the place of the font's own kerning.
    attributes.kern = document.kern
    if let stroke = document.stroke {
      attributes.strokeColor = stroke.color
      attributes.strokeWidth = (document.fill == nil ? 1 : -1) * min(stroke.width / document.size * 100, 1000)
    }
    return AttributedString(text, attributes: attributes)
  }

  // MARK: Lines

  /// A line with the place of its first character's origin on the baseline.
  struct Line {
    var text: String
    var x: Double
    var y: Double
    var width: Double
    /// The space that is added to each blank, so that the line fills its box.
    var gap = 0.0
  }

  /// Returns the lines of a text, those of a box broken at its width.
  private func wrapped(_ document: TextDocument, _ face: Face) throws -> [Line] {
    var texts = document.lines.map { (text: $0, isLast: true) }
    if let box = document.box, box.width > 0 {
      texts = try texts.flatMap { row in
        let lines = try broken(row.text, document, face, width: box.width)
        return lines.enumerated().map { (text: $1, isLast: $0 == lines.count - 1) }
      }
    }
    let font = builder.document.font(named: document.font)
    let ascent = (font?["ascent"]?.number ?? 75) / 100 * document.size
    var result: [Line] = []
    for (i, row) in texts.enumerated() {
      let text = row.text
      let width = text.isEmpty ? 0 : try width(of: text, document, face)
      // The space after the last character does not count.
      let shown = width - document.kern
      let left = document.box?.minX ?? 0, room = document.box?.width ?? 0
      var gap = 0.0
      // The last line of a paragraph fills the box only if all lines do.
      if document.justification == 6 || 3...5 ~= document.justification && !row.isLast, room > shown {
        let blanks = text.count { $0 == " " }
        if blanks > 0 { gap = (room - shown) / Double(blanks) }
      }
      let x =
        switch gap == 0 ? document.justification : 3 {
        case 1, 4: left + room - shown
        case 2, 5: left + room / 2 - shown / 2
        default: left
        }
      let top = document.box.map { $0.minY + ascent } ?? 0
      result.append(
        Line(
          text: text, x: x, y: top + Double(i) * document.lineHeight - document.baselineShift, width: width,
          gap: gap))
    }
    return result
  }

  private func broken(_ text: String, _ document: TextDocument, _ face: Face, width limit: Double) throws -> [String] {
    var lines: [String] = []
    var line = "", length = 0.0
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      try session.reading.step(word.utf8.count * 8 + 64)
      let spaced = line.isEmpty ? String(word) : " " + word
      let more = try width(of: spaced, document, face)
      if !line.isEmpty, length + more > limit {
        lines.append(line)
        line = String(word)
        length = try width(of: line, document, face)
      } else {
        line += spaced
        length += more
      }
    }
    return lines + [line]
  }

  /// Makes the layer of a text in one line, its origin on the baseline at the left.
  func makeRun(_ text: String, _ document: TextDocument, _ face: Face, width: Double, _ place: Place) throws -> Layer {
    switch face {
    case .font(let choice):
      let layer = try builder.make(place, .text)
      layer.anchorPoint = Point(0, 1)
      layer.bounds = Rect(0, 0, max(width, 1), document.size)
      try layer.setValue(.attributedString(attributed(text, document, choice)), forKey: "string")
      try layer.setValue(.string("baseline"), forKey: "verticalAlignment")
      let alignment = [1: "right", 4: "right", 2: "center", 5: "center"][document.justification]
      if let alignment { try layer.setValue(.string(alignment), forKey: "alignmentMode") }
      return layer
    case .outlines(let outlines, let choice): return try makeOutlines(text, document, outlines, choice, place)
    }
  }

  /// Makes the layer of a text of outlines, with text layers for characters without one.
  private func makeOutlines(
    _ text: String, _ document: TextDocument, _ outlines: GlyphOutlines, _ choice: FontChoice, _ place: Place
  ) throws -> Layer {
    var path = Path()
    var x = 0.0
    let scale = document.size / 100
    var others: [Layer] = []
    for c in text {
      if let glyph = outlines[c] {
        path.addPath(glyph.path, transform: AffineTransform.scale(scale, scale).concat(.translation(x, 0)))
        x += glyph.width * scale + document.kern
      } else {
        let width = try width(of: String(c), document, .font(choice))
        if !c.isWhitespace {
          var left = document
          left.justification = 0
          let layer = try makeRun(String(c), left, .font(choice), width: width, place)
          layer.position = Point(x, 0)
          others.append(layer)
        }
        x += width
      }
    }
    try session.countPoints(path.points.count, place)
    let layer = try makeShape(path, document, place)
    if others.isEmpty { return layer }
    let container = try builder.make(place)
    for item in [layer] + others { try container.addSublayer(item) }
    return container
  }

  private func makeShape(_ path: Path, _ document: TextDocument, _ place: Place) throws -> Layer {
    try makeShapes(path, document, hasLine: false, place).layer
  }

  // MARK: Characters that are painted

  /// A text in one line as a layer, its origin on the baseline at the left.
  struct Run {
    var layer: Layer
    /// The layer that fills the outlines; nil for a text layer, which keeps its own colours.
    var fill: Layer?
    /// The layer that strokes the outlines, often `fill` too; nil for none.
    var line: Layer?
  }

  /// Makes the outlines of a character as shapes. A character without one, such as a picture of a font, is a text.
  ///
  /// - Parameter hasLine: true for a layer that strokes also where the document has no stroke.
  func makePainted(
    _ text: String, _ document: TextDocument, _ face: Face, width: Double, hasLine: Bool, _ place: Place
  ) throws -> Run {
    var path = Path()
    switch face {
    case .outlines(let outlines, let choice):
      guard let c = text.first, let glyph = outlines[c] else {
        return try makePainted(text, document, .font(choice), width: width, hasLine: hasLine, place)
      }
      let scale = document.size / 100
      path.addPath(glyph.path, transform: .scale(scale, scale))
    case .font(let choice):
      let frame = try builder.scene.layoutText(attributed(text, document, choice))
      let baseline = frame.lines.first?.baseline ?? 0
      for letter in try frame.letterPaths(&session.reading) {
        path.addPath(letter, transform: .translation(0, -baseline))
      }
      if path.isEmpty { return Run(layer: try makeRun(text, document, face, width: width, place)) }
    }
    try session.countPoints(path.points.count, place)
    return try makeShapes(path, document, hasLine: hasLine, place)
  }

  private func makeShapes(_ path: Path, _ document: TextDocument, hasLine: Bool, _ place: Place) throws -> Run {
    let layer = try builder.make(place, .shape)
    try builder.set(layer, "path", .path(path))
    try builder.set(layer, "fillColor", document.fill.map { .color($0) } ?? .null)
    guard hasLine || document.stroke != nil else { return Run(layer: layer, fill: layer) }
    let stroke = document.stroke ?? (color: .black, width: 0, isOverFill: true)
    let line = stroke.isOverFill || document.fill == nil ? layer : try builder.make(place, .shape)
    try builder.set(line, "strokeColor", .color(stroke.color))
    try builder.set(line, "lineWidth", .number(stroke.width))
    try builder.set(line, "lineJoin", .string("round"))
    guard line !== layer else { return Run(layer: layer, fill: layer, line: layer) }
    try builder.set(line, "path", .path(path))
    try builder.set(line, "fillColor", .null)
    let container = try builder.make(place)
    try container.addSublayer(line)
    try container.addSublayer(layer)
    return Run(layer: container, fill: layer, line: line)
  }
}

extension LayerBuilder {
  /// Shows a layer from a frame on, and to another; nil is from the beginning, and for ever.
  func show(_ layer: Layer, from start: Double?, to end: Double?) throws {
    if start == nil, end == nil { return }
    try set(layer, "hidden", .bool(true))
    let from = start ?? (end ?? 0) - LottieLimits.frames
    let to = end ?? from + LottieLimits.frames
    guard to > from else { return }
    let animation = BasicAnimation(in: scene)
    animation.keyPath = "hidden"
    animation.fromValue = .bool(false)
    animation.toValue = .bool(false)
    animation.isRemovedOnCompletion = false
    try add(animation, to: layer, from: from, to: to)
  }
}
