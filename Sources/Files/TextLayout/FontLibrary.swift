// SPDX-License-Identifier: MIT
import CTextLibraries
import Messages
import Numbers
import RenderTree
import SystemC

/// Opens the fonts that scripts name, and substitutes fonts that are not installed.
final class FontLibrary {
  private var catalog: FontCatalog
  /// The font of the names of system fonts, which is no fallback for characters of others.
  private var systemCatalog: FontCatalog
  private let fontFile: (String) throws -> FontData
  private var resolved: [Name: Resolved] = [:]
  private var named: [String: Resolved] = [:]
  private var opened: [FileKey: TypeFace] = [:]
  private var sized: [SizeKey: SizedFont] = [:]

  struct Resolved {
    var typeFace: TypeFace
    var substitution: TextFrame.Substitution?
    /// Requested features that the font lacks, each as a sentence.
    var problems: [String] = []
  }

  /// Pango's paths as C strings, by the path that the script named; freed with this object.
  private var pangoPaths: [String: UnsafeMutablePointer<CChar>] = [:]
  /// Font data by the path under which Pango knows it.
  private var memoryFiles: [String: FontData] = [:]
  /// Opened web fonts of the font directories, by path.
  private var webFonts: [String: FontData] = [:]

  private struct Name: Hashable {
    var name: String
    var style: FontStyle
  }

  /// A face with its coordinates on the variation axes and its palette; key of the cache of variants.
  private struct Variant: Hashable {
    var face: ObjectIdentifier
    var variations: [FontVariation]
    var palette: FontPaletteChoice?
  }
  private var variants: [Variant: TypeFace] = [:]

  private struct FileKey: Hashable {
    var path: String
    var index: Int
  }

  private struct SizeKey: Hashable {
    var face: ObjectIdentifier
    var size: Double
  }

  init(directories: [String], systemFonts: [String], fontFile: @escaping (String) throws -> FontData) {
    catalog = FontCatalog(directories: directories)
    systemCatalog = FontCatalog(directories: systemFonts)
    self.fontFile = fontFile
  }

  deinit { for path in pangoPaths.values { free(path) } }

  var directories: [String] { catalog.directories }
  var openedFiles: [String] { Set(opened.values.map(\.face.path)).sorted() }

  /// Returns every face that a name can find. Only the first of the faces with equal full names is included.
  func faces() -> [FontFace] {
    var known: Set<String> = []
    return (catalog.faces() + systemCatalog.faces()).filter { known.insert($0.fullName).inserted }.sorted {
      ($0.family, $0.distanceFromRegular, $0.fullName, $0.path, $0.index) < (
        $1.family, $1.distanceFromRegular, $1.fullName, $1.path, $1.index
      )
    }
  }

  /// Returns the font names that are silently substituted here, each with the face used, in the order of
  /// `standInNames`.
  func standIns() -> [(name: String, used: String)] {
    FontName.standInNames.compactMap { name in
      guard catalog.face(named: name) == nil, let found = try? resolve(name), found.substitution == nil else {
        return nil
      }
      return (name, found.typeFace.face.fullName)
    }
  }

  /// Returns the face for a family, a full name, a name with a substitute, or a file's path. With a style, returns the
  /// nearest face of its family, with the axis coordinates that the style implies.
  func resolve(_ name: String, _ style: FontStyle? = nil) throws -> Resolved {
    guard let style else {
      // Fast path: most text specifies only a name.
      if let known = named[name] { return known }
      let found = try find(name)
      if named.count >= 1024 { named.removeAll() }
      named[name] = found
      return found
    }
    let key = Name(name: name, style: style)
    if let known = resolved[key] { return known }
    var found = try find(name)
    if style.choosesFace { found = restyled(found, name, style) }
    if style != FontStyle() { vary(&found, style) }
    // Bounds the cache: a script may use any number of names.
    if resolved.count >= 1024 { resolved.removeAll() }
    resolved[key] = found
    return found
  }

  /// Returns the nearest face of the same family. A face that is not near counts as a substitution.
  private func restyled(_ plain: Resolved, _ name: String, _ style: FontStyle) -> Resolved {
    let face = plain.typeFace.face
    let wantedWeight = style.weight ?? face.weight, wantedItalic = style.isItalic ?? face.isItalic
    let wantedWidth = style.stretch.map { FontFace.width(ofStretch: $0) } ?? face.width
    // Above weight 500 a heavier face is preferred, otherwise a lighter one, as in CSS.
    func distance(_ other: FontFace) -> Int {
      let off = other.distance(fromWeight: wantedWeight)
      let side = (off > 0) == (wantedWeight > 500) ? 0 : 50
      return abs(off) + (off == 0 ? 0 : side) + (other.canBe(italic: wantedItalic) ? 0 : 1000)
        + (style.stretch != nil && other.hasAxis(FontAxis.width) ? 0 : abs(other.width - wantedWidth) * 2000)
    }
    var best = face
    let own = plain.typeFace.data.map { FontFile.faces($0) } ?? []
    let siblings = own + catalog.faces() + (FontName.isSystemFace(face) ? systemCatalog.faces() : [])
    for other in siblings where other.family == face.family && distance(other) < distance(best) { best = other }
    let isNear = abs(best.distance(fromWeight: wantedWeight)) <= 200 && best.canBe(italic: wantedItalic)
    var result = plain
    let isOwn = best.path == face.path
    if best != face, let typeFace = open(best, isOwn ? plain.typeFace.data : nil) { result.typeFace = typeFace }
    if !isNear, result.substitution == nil {
      let words =
        (style.weight.map { " of weight \($0)" } ?? "") + (style.isItalic.map { $0 ? " italic" : " upright" } ?? "")
      result.substitution = .init(asked: name + words, used: result.typeFace.face.fullName)
    } else if let missing = result.substitution {
      result.substitution = .init(
        asked: missing.asked, used: result.typeFace.face.fullName, unread: missing.unread, package: missing.package)
    }
    return result
  }

  /// Applies a style's axis coordinates and palette to a face.
  private func vary(_ found: inout Resolved, _ style: FontStyle) {
    let face = found.typeFace.face
    var places = face.axes.map { FontVariation(axis: $0.tag, value: $0.value) }
    func set(_ tag: FontTag, _ value: Double) -> Bool {
      guard let i = face.axes.firstIndex(where: { $0.tag == tag }) else { return false }
      places[i].value = face.axes[i].clamped(value)
      return true
    }
    if let weight = style.weight { _ = set(FontAxis.weight, Double(weight)) }
    let own = FontStyle.widths[min(max(face.width, 1), 9) - 1]
    // A face within 15 percentage points of the width is accepted without a message.
    if let stretch = style.stretch, !set(FontAxis.width, stretch), abs(own - stretch) > 15 {
      found.problems.append(
        "font \"\(face.fullName)\" has no face of fontStretch \(numberText(stretch)); its own is \(numberText(own))")
    }
    if let isItalic = style.isItalic, isItalic != face.isItalic, !set(FontAxis.italic, isItalic ? 1 : 0),
      let axis = face.axes.first(where: { $0.tag == FontAxis.slant })
    {
      // The slant axis is in degrees counterclockwise: negative values lean right.
      _ = set(FontAxis.slant, isItalic ? (axis.minimum < 0 ? axis.minimum : axis.maximum) : 0)
    }
    for place in style.variations where !set(place.axis, place.value) {
      let axes = face.axes.map { "\($0.tag) (\(numberText($0.minimum)) to \(numberText($0.maximum)))" }
      found.problems.append(
        "font \"\(face.fullName)\" has no axis \(place.axis); "
          + (axes.isEmpty ? "it is not variable" : "it has \(listed(axes))"))
    }
    if let palette = style.palette, let problem = found.typeFace.problem(with: palette) {
      found.problems.append("font \"\(face.fullName)\" \(problem)")
    }
    let isOwn = zip(places, face.axes).allSatisfy { $0.value == $1.value }
    found.typeFace = varied(found.typeFace, isOwn ? [] : places, style.palette)
  }

  /// Returns the face with coordinates on all of its axes (empty for the face's own) and a palette; returns `base` if
  /// memory is short.
  func varied(_ base: TypeFace, _ variations: [FontVariation], _ palette: FontPaletteChoice?) -> TypeFace {
    let palette = base.colors == nil ? nil : palette
    if variations == base.variations, palette == base.palette { return base }
    let key = Variant(face: ObjectIdentifier(base), variations: variations, palette: palette)
    if let known = variants[key] { return known }
    guard let made = TypeFace(base, variations: variations, palette: palette) else { return base }
    // Bounds the cache when axes are animated; laid-out text retains its own faces.
    if variants.count >= 128 {
      variants.removeAll()
      sized = sized.filter { !$0.value.typeFace.isVaried }
      resolved = resolved.filter { !$0.value.typeFace.isVaried }
    }
    variants[key] = made
    return made
  }

  private func isFile(_ name: String) -> Bool { name.contains("/") || FontCatalog.isFontFile(name) }

  /// Forgets the fonts loaded from files that scripts named; text already laid out retains them.
  func forgetFiles() {
    named = named.filter { !isFile($0.key) }
    resolved = resolved.filter { !isFile($0.key.name) }
  }

  private func find(_ name: String) throws -> Resolved {
    if isFile(name) {
      let data = try fontFile(name)
      guard let face = FontFile.faces(data).first, let typeFace = open(face, data) else {
        throw LayerError("font \"\(name)\" \(FontFile.problem)")
      }
      return Resolved(typeFace: typeFace)
    }
    if let face = catalog.face(named: name), let typeFace = open(face) { return Resolved(typeFace: typeFace) }
    let plain = FontName.normalized(name)
    if let system = systemFont(plain) { return Resolved(typeFace: system) }
    let package = FontPackages.package(ofNormalized: plain)
    if let (family, style) = FontName.standIn(forNormalized: plain), let typeFace = open(family, style) {
      // A name of a system's font is told, since the font that should stand for it is not installed.
      return Resolved(
        typeFace: typeFace,
        substitution: FontName.isOfSystem(normalized: plain)
          ? .init(asked: name, used: typeFace.face.fullName, package: package) : nil)
    }
    let unread = catalog.problem(ofFontNamed: name)
    let style = FontName.Style.guess(plain)
    for family in ["Liberation Sans", "DejaVu Sans"] {
      if let typeFace = open(family, style) ?? open(family, FontName.Style()) {
        return Resolved(
          typeFace: typeFace,
          substitution: .init(
            asked: name, used: typeFace.face.fullName, unread: unread, package: unread == nil ? package : nil))
      }
    }
    for face in catalog.faces() {
      if let typeFace = open(face) {
        return Resolved(
          typeFace: typeFace,
          substitution: .init(
            asked: name, used: face.fullName, unread: unread, package: unread == nil ? package : nil))
      }
    }
    throw LayerError(
      "there are no fonts in \(catalog.directories.joined(separator: ", ")): install fonts-dejavu-core and "
        + "fonts-liberation2, or name a directory of fonts"
    )
  }

  /// Returns the face of Inter for its own name or one of a system's font, which style words may follow; nil if it is
  /// another name or Inter is not installed.
  private func systemFont(_ plain: String) -> TypeFace? {
    guard let style = FontName.systemStyle(ofNormalized: plain) else { return nil }
    let faces = (catalog.faces() + systemCatalog.faces()).filter {
      FontName.isSystemFace($0) && $0.canBe(italic: style.isItalic)
    }
    guard let face = faces.min(by: { $0.distanceFromRegular < $1.distanceFromRegular }), let typeFace = open(face)
    else { return nil }
    let weight = style.isBold ? 700.0 : 400
    let places = face.axes.map {
      let value = $0.tag == FontAxis.weight ? weight : $0.tag == FontAxis.italic && style.isItalic ? 1 : $0.value
      return FontVariation(axis: $0.tag, value: $0.clamped(value))
    }
    return zip(places, face.axes).allSatisfy { $0.value == $1.value } ? typeFace : varied(typeFace, places, nil)
  }

  private func open(_ family: String, _ style: FontName.Style) -> TypeFace? {
    let names =
      style == FontName.Style() ? [family] : [family + " " + style.name, family + " " + style.name.replacingItalic]
    for name in names {
      if let face = catalog.face(named: name), let typeFace = open(face) { return typeFace }
    }
    return nil
  }

  func open(_ face: FontFace, _ data: FontData? = nil) -> TypeFace? {
    let key = FileKey(path: face.path, index: face.index)
    if let known = opened[key] { return known }
    guard let typeFace = TypeFace(face, data ?? webFont(face.path)) else { return nil }
    opened[key] = typeFace
    return typeFace
  }

  /// Returns the path by which Pango finds a face's file, valid during the lifetime of this object.
  func pangoPath(of typeFace: TypeFace) throws(LayerError) -> UnsafePointer<CChar> {
    var path = typeFace.face.path
    if let data = typeFace.data {
      path = try memoryFile(data)
    }
    if let known = pangoPaths[typeFace.face.path] { return UnsafePointer(known) }
    guard let copy = strdup(path) else { throw LayerError(.limit, "there is not enough memory for a font") }
    pangoPaths[typeFace.face.path] = copy
    return UnsafePointer(copy)
  }

  private func memoryFile(_ data: FontData) throws(LayerError) -> String {
    if memoryFiles.count >= FontData.maximumFiles, !memoryFiles.values.contains(where: { $0 === data }) {
      throw LayerError(
        .limit,
        "too many font files named by scripts and web fonts: at most \(FontData.maximumFiles) can be used for text "
          + "that is not plain Latin")
    }
    let path = try data.fileName()
    memoryFiles[path] = data
    return path
  }

  /// Returns the paths by which Pango finds the web fonts of the font directories, used as fallback for characters that
  /// no other font has. Web fonts that cannot be read, or exceed the limit, are left out.
  func pangoPathsOfWebFonts() -> [String] {
    catalog.webFonts().prefix(FontData.maximumFiles / 2).compactMap { webFont($0) }.compactMap { try? memoryFile($0) }
  }

  private func webFont(_ path: String) -> FontData? {
    guard FontCatalog.isWebFont(path) else { return nil }
    if let known = webFonts[path] { return known }
    let data = try? WebFont.file(path)
    webFonts[path] = data
    return data
  }

  /// Opens the face that Pango chose, by its file.
  ///
  /// - Parameter variations: in Pango's syntax; if an axis occurs more than once, the last value counts.
  func open(path: String, index: Int, variations: String) -> TypeFace? {
    guard let face = open(path: path, index: index) else { return nil }
    let axes = face.face.axes
    guard !variations.isEmpty, !axes.isEmpty else { return face }
    var places = axes.map { FontVariation(axis: $0.tag, value: $0.value) }
    for part in variations.split(separator: ",") {
      let pair = part.split(separator: "=")
      guard pair.count == 2, let tag = FontTag(pair[0]), let value = Double(pair[1]), value.isFinite,
        let i = axes.firstIndex(where: { $0.tag == tag })
      else { continue }
      places[i].value = axes[i].clamped(value)
    }
    return varied(face, zip(places, axes).allSatisfy { $0.value == $1.value } ? [] : places, nil)
  }

  private func open(path: String, index: Int) -> TypeFace? {
    if let data = memoryFiles[path] {
      return FontFile.faces(data).first { $0.index == index }.flatMap { open($0, data) }
    }
    if let known = opened[FileKey(path: path, index: index)] { return known }
    return FontFile.faces(path: path).first { $0.index == index }.flatMap { open($0) }
  }

  func font(_ typeFace: TypeFace, size: Double) throws -> SizedFont {
    let key = SizeKey(face: ObjectIdentifier(typeFace), size: size)
    if let known = sized[key] { return known }
    guard let font = SizedFont(typeFace, size: size) else {
      throw LayerError(.limit, "there is not enough memory for a font")
    }
    // Bounds the cache when sizes are animated; laid-out text retains its own fonts.
    if sized.count >= 256 { sized.removeAll() }
    sized[key] = font
    return font
  }
}

extension String {
  /// The style name with a final "Italic" replaced by "Oblique", for families that use that word.
  fileprivate var replacingItalic: String { hasSuffix("Italic") ? dropLast(6) + "Oblique" : self }
}
