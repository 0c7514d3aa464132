// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import RenderTree

/// A layer that shows text: `CATextLayer`. The first line is at the top.
///
/// ```swift
/// let title = TextLayer(in: scene)
/// title.frame = Rect(20, 20, 160, 60)
/// title.string = "Dawn comes early"
/// title.font = "DejaVu Serif"
/// title.fontSize = 20
/// title.foregroundColor = .white
/// title.isWrapped = true
/// title.alignmentMode = .center
/// ```
public final class TextLayer: Layer {
  @exclusivity(unchecked) var storedText: LayerText?
  @exclusivity(unchecked) var storedFont: String? = "Helvetica"
  @exclusivity(unchecked) var storedFontSize = 36.0
  @exclusivity(unchecked) var storedForegroundColor: Color? = .white
  @exclusivity(unchecked) var storedTruncationMode = TextRequest.Truncation.none
  @exclusivity(unchecked) var storedAlignmentMode = TextRequest.Alignment.natural
  @exclusivity(unchecked) var storedVerticalAlignment = TextVerticalAlignment.top
  @exclusivity(unchecked) var settingBox: Box<TextSetting>?

  /// The cached layout, so that unchanged text is laid out once.
  var lastLayout: LaidText?
  /// The cached measurement of the last text path.
  var lastPath: TextPath?
  /// The cached size at which the text fits.
  var lastFit: TextFit?
  /// The values that other layers determine: the size of its group, its place in a chain. nil if it never had any.
  var textLink: TextLink?

  public convenience init(in scene: Scene) { self.init(in: scene, of: .text) }

  var setting: TextSetting {
    get {
      if let box = settingBox { box.value } else { TextSetting.defaults }
    }
    _modify {
      let box = settingBox ?? Box(TextSetting.defaults)
      settingBox = box
      yield &box.value
    }
  }

  package override func pieces(_ plane: inout LayerPlane) throws -> [Piece] {
    // Contents hide the text.
    guard !storedBounds.isEmpty, !plane.hasContents, storedContents == nil, extraBox?.value.backing == nil,
      let drawing = try drawing(plane)
    else { return [] }
    model.warnAboutGravity()
    return [.drawing(drawing)]
  }

  package override var inspectedWords: [String] {
    guard let text = string, !text.isEmpty else { return ["no text"] }
    let shown = text.count > 40 ? String(text.prefix(39)) + "…" : text
    let line = shown.split(whereSeparator: \.isNewline).joined(separator: " ")
    // An attributed string has its own font and colour.
    guard case .plain? = storedText else { return ["attributed text \"\(line)\""] + inspectedCut }
    let color = storedForegroundColor.map { " \($0.hexadecimal)" } ?? ""
    return ["text \"\(line)\" \(font) \(inspectedNumber(fontSize))\(color)"] + inspectedCut
  }

  private var inspectedCut: [String] { (try? classFlaws())?.isEmpty == false ? ["cut"] : [] }

  override var classIntent: Intent {
    guard let text = string, text.contains(where: { !$0.isWhitespace }) else { return .nothing }
    if case .plain? = storedText, storedForegroundColor.map({ $0.alpha <= 0 }) ?? true,
      !isAnimated("foregroundColor")
    {
      return .blank(
        .textWithoutColor,
        why:
          "its foregroundColor is "
          + "\(storedForegroundColor == nil ? "nil" : "clear")\(line(ofSetting: "foregroundColor"))",
        hint: "foregroundColor = \"black\"")
    }
    return .inBounds
  }

  package override var hasDefaultTextColor: Bool {
    guard case .plain? = storedText, storedForegroundColor == .white else { return false }
    return scene.place(ofSetting: "foregroundColor", of: self) == nil
  }

  override func classFlaws() throws -> [Finding] {
    let bounds = storedBounds
    if let flaw = try fitFlaw() { return [flaw] }
    guard !bounds.isEmpty, case .inBounds = classIntent, storedContents == nil, storedTruncationMode == .none,
      measuredPath == nil, setting.fitsText == .none, textLink?.next == nil,
      let request = try textRequest(width: bounds.width, height: bounds.height)
    else { return [] }
    let frame = try laidOutText(request, label).frame
    // An overflow smaller than the gap between lines is common and cuts no letter.
    let size = try inspectedTextSize()
    let isWide = size.width > bounds.width + 0.5 && !flag(.wrapped)
    let isHigh = frame.size.height > bounds.height + 0.2 * (frame.lines.last.map { $0.ascent + $0.descent } ?? 0)
    guard isWide || isHigh else { return [] }
    let (width, height) = (max(size.width.rounded(.up), bounds.width), max(size.height.rounded(.up), bounds.height))
    let needs = "\(inspectedNumber(size.width.rounded(.up))) × \(inspectedNumber(size.height.rounded(.up)))"
    let larger =
      "bounds = {\(inspectedNumber(bounds.x)), \(inspectedNumber(bounds.y)), \(inspectedNumber(width)), "
      + "\(inspectedNumber(height))}"
    var remedies = [larger]
    if isWide, !isHigh { remedies.append("truncationMode = \"end\"") }
    if isWide {
      // Wrapped at this width, the text may fit.
      var wrapping = request
      (wrapping.wraps, wrapping.width) = (true, bounds.width)
      let lines = try laidOutText(wrapping, label, isQuiet: true).frame.size
      if lines.height <= bounds.height, lines.width <= bounds.width + 0.5 { remedies.insert("wrapped = true", at: 0) }
    }
    return [
      Finding(
        .textBox, self,
        "\(subject) is cut \(isWide ? isHigh ? "at its side and below" : "at its side" : "below"): its text needs "
          + "\(needs), its bounds are "
          + "\(inspectedNumber(bounds.width)) × \(inspectedNumber(bounds.height))\(line(ofSetting: "bounds"))",
        hint: remedies.joined(separator: ", or "))
    ]
  }

  override var shownText: String? { string }
  override var placesSublayers: Bool {
    guard case .attributed(let text)? = storedText else { return false }
    return text.runs.contains {
      if case .sublayer? = $0.attributes.attachment?.content { true } else { false }
    }
  }
  override func placeSublayers() throws { try placeAttachedSublayers() }
  override var isDrawnByStyle: Bool { true }
  override var hasPreferredLengths: Bool { true }

  override func ownPreferredSize(width: Double?) throws -> Size? {
    (string ?? "").isEmpty ? nil : try preferredTextSize(width: width)
  }

  override func firstBaseline(in size: Size) throws -> Double? {
    guard measuredPath == nil, let request = try textRequest(width: size.width, height: size.height) else { return nil }
    return try laidOutText(request, label).frame.lines.first?.baseline
  }
}

/// Text settings that most layers leave at their defaults.
struct TextSetting: Sendable {
  static let defaults = TextSetting()
  var letterSpacing = 0.0
  var lineHeight = 0.0
  var paragraphSpacing = 0.0
  var maximumNumberOfLines = 0.0
  var inheritsTextAttributes = false
  /// The requested attributes of the font.
  var fontAttributes = TextAttributes()
  var textPath: Path?
  var textPathOffset = 0.0
  var lineBreakStrategy = TextRequest.LineBreakStrategy.standard
  var hyphenationFactor = 0.0
  var language = "en"
  var fitsText = TextFitting.none
  var minimumFontSize = 0.0
  var fitsTextGroup: String?
  var orphans = 2.0
  var widows = 2.0
}

extension TextLayer {
  /// The text; for an attributed string, the text of its runs. Setting it drops the attributes.
  public var string: String? {
    get { storedText?.string }
    set { assign(.string, newValue.map { .string($0) } ?? .null) }
  }
  /// The text with its attributes; nil if it is a plain string.
  public var attributedString: AttributedString? {
    get { if case .attributed(let text)? = storedText { text } else { nil } }
    set { assign(.string, newValue.map { .attributedString($0) } ?? .null) }
  }
  /// The font of plain strings: a family, a full name or a file. Default `Helvetica`.
  public var font: String {
    get { storedFont ?? "Helvetica" }
    set { assign(.font, .string(newValue)) }
  }
  /// The font size of plain strings in points, 0 to 16384. Default 36.
  public var fontSize: Double {
    get { storedFontSize }
    set { assign(.fontSize, newValue) }
  }
  /// The text colour of plain strings; nil hides them. Default white, (1, 1, 1, 1).
  public var foregroundColor: Color? {
    get { storedForegroundColor }
    set { attempt { try Property.foregroundColor.setColor(self, newValue) } }
  }
  /// True if lines are broken at the width of the bounds. Default false.
  public var isWrapped: Bool {
    get { flag(.wrapped) }
    set { assign(.wrapped, newValue) }
  }
  /// The part of an overlong line that an ellipsis replaces. Default `none`.
  public var truncationMode: TextRequest.Truncation {
    get { storedTruncationMode }
    set { assign(.truncationMode, .string(newValue.optionName.raw)) }
  }
  /// The horizontal alignment of lines; natural follows the writing direction. Default `natural`.
  public var alignmentMode: TextRequest.Alignment {
    get { storedAlignmentMode }
    set { assign(.alignmentMode, .string(newValue.optionName.raw)) }
  }
  /// The vertical alignment of the text in taller bounds; Core Animation has only top. Default `top`.
  public var verticalAlignment: TextVerticalAlignment {
    get { storedVerticalAlignment }
    set { assign(.verticalAlignment, .string(newValue.optionName.raw)) }
  }
  /// The space added after each character of plain strings, in points. Default 0, which leaves the font's own kerning
  /// as it is.
  public var letterSpacing: Double {
    get { setting.letterSpacing }
    set { assign(.letterSpacing, newValue) }
  }
  /// The line height of plain strings in points; the difference from the font's is divided above and below. Default 0,
  /// which is the font's.
  public var lineHeight: Double {
    get { setting.lineHeight }
    set { assign(.lineHeight, newValue) }
  }
  /// The space between paragraphs of plain strings, in points. Default 0.
  public var paragraphSpacing: Double {
    get { setting.paragraphSpacing }
    set { assign(.paragraphSpacing, newValue) }
  }
  /// The maximum number of lines shown; the last one gets `truncationMode`'s ellipsis if there are more. Default 0,
  /// which is no limit.
  public var maximumNumberOfLines: Int {
    get { Int(clamping: setting.maximumNumberOfLines) }
    set { assign(.maximumNumberOfLines, Double(newValue)) }
  }
  /// The font weight of plain strings, 1…1000; 400 is regular and 700 bold. It selects the nearest face of the family,
  /// or the position on a variable font's axis. Default nil, the font's own.
  public var fontWeight: Double? {
    get { setting.fontAttributes.weight.map { Double($0) } }
    set { assign(.fontWeight, newValue.map { .number($0) } ?? .null) }
  }
  /// True if the font of plain strings is italic or oblique. Default nil, the font's own.
  public var isFontItalic: Bool? {
    get { setting.fontAttributes.isItalic }
    set { assign(.fontStyle, newValue.map { .string($0 ? "italic" : "normal") } ?? .null) }
  }
  /// The width of the font of plain strings, in percent of the normal one, 50…200. Default nil, the font's own.
  public var fontStretch: Double? {
    get { setting.fontAttributes.fontStretch }
    set { assign(.fontStretch, newValue.map { .number($0) } ?? .null) }
  }
  /// Coordinates on the axes of a variable font, for plain strings. Default none.
  public var fontVariations: [FontVariation]? {
    get { setting.fontAttributes.fontVariations }
    set { assign(.fontVariations, newValue.map { FontVariation.value($0) } ?? .null) }
  }
  /// The OpenType features of plain strings, in addition to those that are always on. Default none.
  public var fontFeatures: [FontFeature]? {
    get { setting.fontAttributes.fontFeatures }
    set { assign(.fontFeatures, newValue.map { FontFeature.value($0) } ?? .null) }
  }
  /// The palette of colour glyphs of plain strings. Default nil, the font's first.
  public var fontPalette: FontPaletteChoice? {
    get { setting.fontAttributes.fontPalette }
    set { assign(.fontPalette, newValue.map { $0.value } ?? .null) }
  }
  /// The path along which the text is set, in the layer's own points: the first baseline lies on it, further lines are
  /// offset from it. Its length replaces the bounds' width: lines are aligned along it and, if `wrapped`, broken at it.
  /// Longer text continues straight on, or around a closed path again. Default nil.
  public var textPath: Path? {
    get { setting.textPath }
    set { assign(.textPath, newValue.map { .path($0) } ?? .null) }
  }
  /// The distance along `textPath` at which the text begins, in points; negative before its start. Default 0.
  public var textPathOffset: Double {
    get { setting.textPathOffset }
    set { assign(.textPathOffset, newValue) }
  }
  /// True if runs of an attributed string inherit the attributes they omit from the layer: font, size, colour and the
  /// other settings of plain strings. Default false: in Core Animation they inherit nothing.
  public var inheritsTextAttributes: Bool {
    get { setting.inheritsTextAttributes }
    set { assign(.inheritsTextAttributes, newValue) }
  }
  /// The strategy for breaking plain strings into lines. Default `standard`: each line takes as much as fits.
  public var lineBreakStrategy: TextRequest.LineBreakStrategy {
    get { setting.lineBreakStrategy }
    set { assign(.lineBreakStrategy, .string(newValue.optionName.raw)) }
  }
  /// The hyphenation threshold of wrapped plain strings, from 0 to 1. At 0, the default, no word is divided. At 1 a
  /// word is divided wherever more text fits on the line. Between them, only lines that would otherwise be filled less
  /// than this share end in a divided word. The rules are those of `language`.
  public var hyphenationFactor: Double {
    get { setting.hyphenationFactor }
    set { assign(.hyphenationFactor, newValue) }
  }
  /// The language of plain strings, as a BCP 47 tag. Default `en`.
  public var language: String {
    get { setting.language }
    set { assign(.language, .string(newValue)) }
  }
  /// A hint without effect here. Default false.
  public var allowsFontSubpixelQuantization: Bool {
    get { flag(.allowsFontSubpixelQuantization) }
    set { assign(.allowsFontSubpixelQuantization, newValue) }
  }
}

// MARK: - What it paints

extension TextLayer {
  /// The drawing of the text, placed in the layer; nil if none of it is visible.
  private func drawing(_ plane: LayerPlane) throws -> PlacedDrawing? {
    let bounds = storedBounds
    let text: LaidText
    if state.contains(.layoutOfTextIsCurrent), let known = lastLayout {
      text = known
    } else {
      guard let request = try textRequest(width: bounds.width, height: bounds.height) else { return nil }
      text = try laidOutText(request, plane.label)
      try warnAboutFit(plane.label)
      // The sizes of attached sublayers are part of the request too.
      if !placesSublayers, text.isComplete || measuredPath == nil { state.insert(.layoutOfTextIsCurrent) }
    }
    let frame = text.frame
    if let path = measuredPath { return try drawing(of: text, along: path, plane) }
    try scene.account.checkEnd()
    let top = top(of: frame)
    let drawing = text.drawing(top: top, scale: max(plane.resolution, storedContentsScale))
    guard !drawing.operations.isEmpty else { return nil }
    let placement =
      plane.isMirrored
      ? AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: bounds.minX, ty: bounds.maxY)
      : AffineTransform.translation(bounds.minX, bounds.minY)
    let cut = frame.sides(leaving: bounds.size, from: top, reachesBaseline: storedVerticalAlignment == .baseline)
    // In the plane min y is the frame's top unless the plane is mirrored.
    var edges = cut.intersection([.left, .right])
    if cut.contains(.bottom) { edges.insert(plane.isMirrored ? .top : .bottom) }
    if cut.contains(.top) { edges.insert(plane.isMirrored ? .bottom : .top) }
    return PlacedDrawing(
      drawing: drawing, transform: placement, clip: edges.isEmpty ? nil : bounds,
      clippedEdges: edges)
  }

  /// Draws the text into a context of the layer's drawing, as the layer itself would show it.
  func drawText(in context: GraphicsContext) throws {
    let bounds = storedBounds
    guard let request = try textRequest(width: bounds.width, height: bounds.height) else { return }
    let label = model.label
    let text = try laidOutText(request, label)
    let scale = max(context.imageScale, storedContentsScale)
    let up = AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: bounds.minY + bounds.maxY)
    if var path = measuredPath {
      // Letters stay upright where y points up.
      if context.isFlipped {
        guard let seen = TextPath(path.path.transformed(by: up)) else { return }
        path = seen
      }
      guard let drawing = try text.drawing(along: path, offset: setting.textPathOffset, scale: scale, label) else {
        return
      }
      return try context.draw(drawing, context.isFlipped ? up : .identity, "drawInContext")
    }
    let top = top(of: text.frame)
    let place = AffineTransform.translation(bounds.minX, bounds.minY)
    let isCut = !text.frame.sides(
      leaving: bounds.size, from: top, reachesBaseline: storedVerticalAlignment == .baseline
    ).isEmpty
    if isCut {
      try context.saveGState()
      try context.clip(to: bounds)
    }
    try context.draw(
      text.drawing(top: top, scale: scale), context.isFlipped ? place.concat(up) : place, "drawInContext")
    if isCut { try context.restoreGState() }
  }

  /// The offset of the text's top from that of the bounds, in points.
  func top(of frame: TextFrame) -> Double {
    switch storedVerticalAlignment {
    case .top: 0
    case .center: (storedBounds.height - frame.size.height) / 2
    case .bottom: storedBounds.height - frame.size.height
    case .baseline: storedBounds.height - (frame.lines.last?.baseline ?? 0)
    }
  }

  /// The drawing of the text along a path. It is not clipped: a path gives a position, not a size.
  private func drawing(of text: LaidText, along path: TextPath, _ plane: LayerPlane) throws -> PlacedDrawing? {
    // Letters stay upright where the plane is seen upside down.
    let up =
      plane.isMirrored
      ? AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: storedBounds.minY + storedBounds.maxY)
      : AffineTransform.identity
    var path = path
    if isGeometryFlipped || plane.isMirrored {
      guard let seen = TextPath(plane.inPlane(path.path).transformed(by: up)) else { return nil }
      path = seen
    }
    guard
      let drawing = try text.drawing(
        along: path, offset: setting.textPathOffset, scale: max(plane.resolution, storedContentsScale), plane.label),
      !drawing.operations.isEmpty
    else { return nil }
    return PlacedDrawing(drawing: drawing, transform: up, clip: nil)
  }
}

// MARK: - Its properties

extension Property {
  static let string = Property(
    of: TextLayer.self, "string", .text, .text(get: { $0.storedText }, set: { $0.storedText = $1 }),
    invalidates: [.compositing, .display, .arrangement], traits: .noted,
    "The text: a string, or an attributed string, which takes nothing from the layer's font, size and colour.")
  static let font = Property(
    of: TextLayer.self, "font", .string, .string(get: { $0.storedFont }, set: { $0.storedFont = $1 ?? "Helvetica" }),
    default: .string("Helvetica"), invalidates: [.compositing, .display, .arrangement],
    "The font of plain strings: a family, a full name or a file.")
  static let fontSize = Property(
    of: TextLayer.self, "fontSize", .number, .number(get: { $0.storedFontSize }, set: { $0.storedFontSize = $1 }),
    default: .number(36),
    range: 0...TextLimits.fontSize, animation: .basic, invalidates: [.compositing, .display, .arrangement],
    traits: .positive, "The size of the font in points, of plain strings.")
  static let foregroundColor = Property(
    of: TextLayer.self, "foregroundColor", .color,
    .color(get: { $0.storedForegroundColor }, set: { $0.storedForegroundColor = $1 }),
    default: .color(.white), animation: .basic, invalidates: [.compositing, .display],
    "The text colour of plain strings; nil hides them.")
  static let wrapped = Property(
    of: TextLayer.self, "wrapped", .bool, .bool(get: { $0.flag(.wrapped) }, set: { $0.setFlag(.wrapped, $1) }),
    default: .bool(false), invalidates: [.compositing, .display, .arrangement], aliases: ["isWrapped"],
    "True if lines are broken at the width of the bounds.")
  static let truncationMode = Property(
    of: TextLayer.self, "truncationMode", .enumeration(TextRequest.Truncation.names),
    .option(
      get: { $0.storedTruncationMode.rawValue },
      set: { $0.storedTruncationMode = TextRequest.Truncation(rawValue: $1) ?? .none }), default: .string("none"),
    invalidates: [.compositing, .display], "The part of an overlong line that an ellipsis replaces.")
  static let alignmentMode = Property(
    of: TextLayer.self, "alignmentMode", .enumeration(TextRequest.Alignment.names),
    .option(
      get: { $0.storedAlignmentMode.rawValue },
      set: { $0.storedAlignmentMode = TextRequest.Alignment(rawValue: $1) ?? .natural }),
    default: .string("natural"),
    invalidates: [.compositing, .display],
    "The horizontal alignment of lines; natural follows the writing direction.")
  static let verticalAlignment = Property(
    of: TextLayer.self, "verticalAlignment", .enumeration(TextVerticalAlignment.names),
    .option(
      get: { $0.storedVerticalAlignment.rawValue },
      set: { $0.storedVerticalAlignment = TextVerticalAlignment(rawValue: $1) ?? .top }), default: .string("top"),
    invalidates: [.compositing, .display],
    "The vertical alignment of the text in taller bounds; Core Animation has only top.")
  /// Makes the row of a font attribute, which attributed strings have too.
  private static func font(
    _ name: String, _ kind: PropertyKind, attribute: String? = nil, range: ClosedRange<Double>? = nil,
    animation: ImplicitAnimation = .none, traits: Property.Traits = [], _ summary: String
  ) -> Property {
    let attribute = attribute ?? name
    return Property(
      of: TextLayer.self, name, kind,
      .value(
        get: { layer in
          let value = layer.setting.fontAttributes.value(forKey: attribute)
          if case .bool(let isItalic) = value { return .string((isItalic ? FontSlant.italic : .normal).optionName.raw) }
          return value
        },
        set: { layer, value, row in
          var attributes = layer.setting.fontAttributes
          do throws(LayerError) { try attributes.set(value, forKey: name) } catch {
            throw LayerError(row, layer, String(error.message.dropFirst(error.message.prefix { $0 != ":" }.count)))
          }
          guard attributes != layer.setting.fontAttributes else { return }
          layer.setting.fontAttributes = attributes
          row.didChange(layer)
        },
        copy: { from, to in
          let value = from.setting.fontAttributes.value(forKey: attribute)
          if !value.isNull { try? to.setting.fontAttributes.set(value, forKey: attribute) }
        }), range: range, animation: animation, invalidates: [.compositing, .display, .arrangement], traits: traits,
      summary)
  }

  static let fontWeight = font(
    "fontWeight", .number, attribute: "weight", range: 1...1000, animation: .basic, traits: .whole,
    "The weight of plain strings, 1 to 1000 or a name such as \"bold\": the family's nearest face, or a variable "
      + "font's axis."
  )
  static let fontStyle = font(
    "fontStyle", .enumeration(FontSlant.names), attribute: "italic",
    "The slant of plain strings: the family's italic or oblique face, or its upright one; nil is the font's own.")
  static let fontStretch = font(
    "fontStretch", .number, range: 50...200, animation: .basic,
    "The width of letters of plain strings in percent, 50 to 200, or a name such as \"condensed\".")
  static let fontVariations = font(
    "fontVariations", .dictionary, animation: .basic,
    "Coordinates on the axes of a variable font, for plain strings: {wght = 625}.")
  static let fontFeatures = font(
    "fontFeatures", .dictionary, "OpenType features of plain strings: {tnum = 1, ss01 = 1}.")
  static let fontPalette = font(
    "fontPalette", .any,
    "The palette of colour glyphs of plain strings: its number from 0, \"light\", \"dark\", or {palette = 1, [3] = "
      + "\"red\"}."
  )
  static let letterSpacing = Property(
    of: TextLayer.self, "letterSpacing", .number,
    .number(get: { $0.setting.letterSpacing }, set: { $0.setting.letterSpacing = $1 }), default: .number(0),
    range: -TextLimits.fontSize...TextLimits.fontSize, animation: .basic,
    invalidates: [.compositing, .display, .arrangement],
    "The space added after each character of plain strings, in points; 0 leaves the font's own kerning as it is.")
  static let lineHeight = Property(
    of: TextLayer.self, "lineHeight", .number,
    .number(get: { $0.setting.lineHeight }, set: { $0.setting.lineHeight = $1 }), default: .number(0),
    range: 0...TextLimits.fontSize, animation: .basic, invalidates: [.compositing, .display, .arrangement],
    "The line height of plain strings in points, the difference divided above and below; 0 is the font's.")
  static let paragraphSpacing = Property(
    of: TextLayer.self, "paragraphSpacing", .number,
    .number(get: { $0.setting.paragraphSpacing }, set: { $0.setting.paragraphSpacing = $1 }), default: .number(0),
    range: 0...TextLimits.fontSize, animation: .basic, invalidates: [.compositing, .display, .arrangement],
    "The space between paragraphs of plain strings, in points.")
  static let maximumNumberOfLines = Property(
    of: TextLayer.self, "maximumNumberOfLines", .number,
    .number(get: { $0.setting.maximumNumberOfLines }, set: { $0.setting.maximumNumberOfLines = $1 }),
    default: .number(0), range: 0...TextLimits.lines, invalidates: [.compositing, .display, .arrangement],
    traits: .whole, "The maximum number of lines shown, the last one with truncationMode's ellipsis; 0 is no limit.")
  static let textPath = Property(
    of: TextLayer.self, "textPath", .path,
    .path(get: { $0.setting.textPath }, set: { $0.setting.textPath = $1 }), animation: .explicit,
    invalidates: [.compositing, .display, .arrangement],
    "A path along which the text is set, in the layer's points: the first baseline lies on it.")
  static let textPathOffset = Property(
    of: TextLayer.self, "textPathOffset", .number,
    .number(get: { $0.setting.textPathOffset }, set: { $0.setting.textPathOffset = $1 }), default: .number(0),
    animation: .basic, invalidates: [.compositing, .display],
    "The distance along textPath at which the text begins, in points.")
  static let inheritsTextAttributes = Property(
    of: TextLayer.self, "inheritsTextAttributes", .bool,
    .bool(get: { $0.setting.inheritsTextAttributes }, set: { $0.setting.inheritsTextAttributes = $1 }),
    default: .bool(false), invalidates: [.compositing, .display, .arrangement],
    "True if runs of an attributed string inherit the attributes they omit from the layer, such as its font and colour."
  )
  static let lineBreakStrategy = Property(
    of: TextLayer.self, "lineBreakStrategy", .enumeration(TextRequest.LineBreakStrategy.names),
    .option(
      get: { $0.setting.lineBreakStrategy.rawValue },
      set: { $0.setting.lineBreakStrategy = TextRequest.LineBreakStrategy(rawValue: $1) ?? .standard }),
    default: .string("standard"), invalidates: [.compositing, .display, .arrangement],
    "The strategy for line breaks in plain strings: each line takes what fits; all are about equal; or the best "
      + "paragraph."
  )
  static let hyphenationFactor = Property(
    of: TextLayer.self, "hyphenationFactor", .number,
    .number(get: { $0.setting.hyphenationFactor }, set: { $0.setting.hyphenationFactor = $1 }), default: .number(0),
    range: 0...1, invalidates: [.compositing, .display, .arrangement],
    "The hyphenation threshold of wrapped plain strings: 0 never, 1 wherever a line gains, else in lines less filled."
  )
  static let language = Property(
    of: TextLayer.self, "language", .string,
    .string(get: { $0.setting.language }, set: { $0.setting.language = $1 ?? "en" }), default: .string("en"),
    invalidates: [.compositing, .display, .arrangement],
    "The language of plain strings as a BCP 47 tag, such as `de` or `pt-BR`, which determines hyphenation.")
  static let allowsFontSubpixelQuantization = Property(
    of: TextLayer.self, "allowsFontSubpixelQuantization", .bool,
    .bool(get: { $0.flag(.allowsFontSubpixelQuantization) }, set: { $0.setFlag(.allowsFontSubpixelQuantization, $1) }),
    default: .bool(false), invalidates: [.compositing, .display], "A hint without effect here.")

  static var textRows: [Property] {
    [
      string, font, fontSize, fontWeight, fontStyle, fontStretch, fontVariations, fontFeatures, fontPalette,
      foregroundColor, wrapped, truncationMode, maximumNumberOfLines, alignmentMode,
      verticalAlignment, letterSpacing, lineHeight, paragraphSpacing, textPath, textPathOffset, lineBreakStrategy,
      hyphenationFactor, language, inheritsTextAttributes,
      allowsFontSubpixelQuantization, fitsText, minimumFontSize, fitsTextGroup, fittedFontSize, continuesIn, orphans,
      widows, overflows,
    ]
  }
}

extension KeyedClass {
  /// The class of `TextLayer`.
  public static let text = KeyedClass(
    .text, "TextLayer", TextLayer.self, superclass: .layer, rows: Property.textRows)
}
