// SPDX-License-Identifier: MIT
import CTextLibraries
import Numbers
import RenderTree
import SystemC
import Wording

/// Opens the fonts that scripts name, and says what stands in for one that is not there.
final class FontLibrary {
  private var catalog: FontCatalog
  private let fontFile: (String) throws -> FontData
  private var resolved: [Name: Resolved] = [:]
  private var named: [String: Resolved] = [:]
  private var opened: [FileKey: TypeFace] = [:]
  private var sized: [SizeKey: SizedFont] = [:]

  struct Resolved {
    var typeFace: TypeFace
    var substitution: TextFrame.Substitution?
    /// What the font does not have, each a sentence.
    var problems: [String] = []
  }

  /// Pango's paths, by the paths of files that scripts named, for C; freed with this object.
  private var pangoPaths: [String: UnsafeMutablePointer<CChar>] = [:]
  /// The files that Pango knows by other paths.
  private var memoryFiles: [String: FontData] = [:]
  /// The fonts of the web in folders of fonts that were opened.
  private var webFonts: [String: FontData] = [:]

  private struct Name: Hashable {
    var name: String
    var style: FontStyle
  }

  /// A face at places on its axes, or with a palette.
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

  init(directories: [String], fontFile: @escaping (String) throws -> FontData) {
    catalog = FontCatalog(directories: directories)
    self.fontFile = fontFile
  }

  deinit { for path in pangoPaths.values { free(path) } }

  var directories: [String] { catalog.directories }
  var openedFiles: [String] { Set(opened.values.map(\.face.path)).sorted() }

  /// Every face that a name finds: of two with one full name the first.
  func faces() -> [FontFace] {
    var known: Set<String> = []
    return catalog.faces().filter { known.insert($0.fullName).inserted }.sorted {
      ($0.family, $0.distanceFromRegular, $0.fullName, $0.path, $0.index) < (
        $1.family, $1.distanceFromRegular, $1.fullName, $1.path, $1.index
      )
    }
  }

  /// The names for which families here are substitutes, each with the plain face, in their own order.
  func standIns() -> [(name: String, used: String)] {
    FontName.standInNames.compactMap { name in
      guard catalog.face(named: name) == nil, let found = try? resolve(name), found.substitution == nil else {
        return nil
      }
      return (name, found.typeFace.face.fullName)
    }
  }

  /// The face for a family, a full name, a name with a stand-in, or a file's path; within its family, the one nearest
  /// to a style, at the places on its axes that this leads to.
  func resolve(_ name: String, _ style: FontStyle? = nil) throws -> Resolved {
    guard let style else {
      // Most text asks for no more than a name, which is found faster alone.
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
    // A script may invent names without end.
    if resolved.count >= 1024 { resolved.removeAll() }
    resolved[key] = found
    return found
  }

  /// The nearest face of the same family. One that is not near is a substitution.
  private func restyled(_ plain: Resolved, _ name: String, _ style: FontStyle) -> Resolved {
    let face = plain.typeFace.face
    let wantedWeight = style.weight ?? face.weight, wantedItalic = style.isItalic ?? face.isItalic
    let wantedWidth = style.stretch.map { FontFace.width(ofStretch: $0) } ?? face.width
    // Among heavier faces the heavier is meant, among lighter ones the lighter, as in CSS.
    func distance(_ other: FontFace) -> Int {
      let off = other.distance(fromWeight: wantedWeight)
      let side = (off > 0) == (wantedWeight > 500) ? 0 : 50
      return abs(off) + (off == 0 ? 0 : side) + (other.canBe(italic: wantedItalic) ? 0 : 1000)
        + (style.stretch != nil && other.hasAxis(FontAxis.width) ? 0 : abs(other.width - wantedWidth) * 2000)
    }
    var best = face
    let own = plain.typeFace.data.map { FontFile.faces($0) } ?? []
    let siblings = own + catalog.faces()
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
      result.substitution = .init(asked: missing.asked, used: result.typeFace.face.fullName, unread: missing.unread)
    }
    return result
  }

  /// Moves a face to the places on its axes that a style leads to, and gives it the palette.
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
    // A face that is nearly as wide is what was meant.
    if let stretch = style.stretch, !set(FontAxis.width, stretch), abs(own - stretch) > 15 {
      found.problems.append(
        "font \"\(face.fullName)\" has no face of fontStretch \(numberText(stretch)); its own is \(numberText(own))")
    }
    if let isItalic = style.isItalic, isItalic != face.isItalic, !set(FontAxis.italic, isItalic ? 1 : 0),
      let axis = face.axes.first(where: { $0.tag == FontAxis.slant })
    {
      // Slants are degrees counterclockwise: to the right below 0.
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

  /// A face at places on all of its axes (none for its own), with a palette; itself where memory is short.
  func varied(_ base: TypeFace, _ variations: [FontVariation], _ palette: FontPaletteChoice?) -> TypeFace {
    let palette = base.colors == nil ? nil : palette
    if variations == base.variations, palette == base.palette { return base }
    let key = Variant(face: ObjectIdentifier(base), variations: variations, palette: palette)
    if let known = variants[key] { return known }
    guard let made = TypeFace(base, variations: variations, palette: palette) else { return base }
    // Animated axes would otherwise be kept forever; laid-out text keeps its own.
    if variants.count >= 128 {
      variants.removeAll()
      sized = sized.filter { !$0.value.typeFace.isVaried }
      resolved = resolved.filter { !$0.value.typeFace.isVaried }
    }
    variants[key] = made
    return made
  }

  private func isFile(_ name: String) -> Bool { name.contains("/") || FontCatalog.isFontFile(name) }

  /// Forgets the fonts of files that scripts named; text that is laid out keeps them.
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
    if let (family, style) = FontName.standIn(forNormalized: plain), let typeFace = open(family, style) {
      return Resolved(typeFace: typeFace)
    }
    let unread = catalog.problem(ofFontNamed: name)
    let style = FontName.Style.guess(plain)
    for family in ["Liberation Sans", "DejaVu Sans"] {
      if let typeFace = open(family, style) ?? open(family, FontName.Style()) {
        return Resolved(
          typeFace: typeFace, substitution: .init(asked: name, used: typeFace.face.fullName, unread: unread))
      }
    }
    for face in catalog.faces() {
      if let typeFace = open(face) {
        return Resolved(typeFace: typeFace, substitution: .init(asked: name, used: face.fullName, unread: unread))
      }
    }
    throw LayerError(
      "there are no fonts in \(catalog.directories.joined(separator: ", ")): install fonts-dejavu-core and fonts-liberation2, "
        + "or name a directory of fonts"
    )
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

  /// The path by which Pango finds a face's file, valid as long as this object.
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
        "of font files that a script names, and fonts of the web, at most \(FontData.maximumFiles) can be used for text "
          + "that is not plain Latin")
    }
    let path = try data.fileName()
    memoryFiles[path] = data
    return path
  }

  /// The paths by which Pango finds the fonts of the web in the folders of fonts, for characters that no other has;
  /// those that cannot be read, or are too many, are left out.
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
  /// - Parameter variations: in Pango's words; of several places on an axis the last counts.
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
    // Animated sizes would otherwise be kept forever; laid-out text keeps its own.
    if sized.count >= 256 { sized.removeAll() }
    sized[key] = font
    return font
  }
}

extension String {
  /// The same style as families name it that use the word oblique.
  fileprivate var replacingItalic: String { hasSuffix("Italic") ? dropLast(6) + "Oblique" : self }
}
