// SPDX-License-Identifier: MIT
import Archives
import Geometry
import LayerModel
import Messages
import Numbers
import Parsing

/// A Lottie file that was read: one animation, or an archive of several. It makes layers with animations.
///
/// ```swift
/// let loader = try renderer.lottie(atPath: "loader.json")
/// print(loader.info.duration, loader.keyPaths)
/// let layer = try loader.makeLayer(in: scene)
/// ```
public final class LottieAnimation {
  /// Gives a font in memory to the text engine, and returns the name by which texts use it; `path` is its path in the
  /// archive.
  package typealias AddFont = (_ bytes: [UInt8], _ path: String) throws -> String

  /// The services of the reader's host.
  package struct Services {
    /// Decodes the bytes of an image file; `name` is for messages.
    package var makeImage: (_ bytes: [UInt8], _ name: String) throws -> Image
    /// Lists the installed fonts.
    package var fonts: () -> [FontDescription]
    /// Takes fonts of archives; nil if they are not used.
    package var addFont: AddFont?
    /// Takes a warning.
    package var warn: (_ rule: LayerWarning.Rule, _ message: String) -> Void

    package init(
      makeImage: @escaping (_ bytes: [UInt8], _ name: String) throws -> Image,
      fonts: @escaping () -> [FontDescription] = { [] },
      addFont: AddFont? = nil,
      warn: @escaping (_ rule: LayerWarning.Rule, _ message: String) -> Void = { _, _ in }
    ) {
      self.makeImage = makeImage
      self.fonts = fonts
      self.addFont = addFont
      self.warn = warn
    }
  }

  /// The file's name, for messages.
  public let name: String
  private let archive: LottieArchive
  private let services: Services
  private let account: Account
  private var documents: [String: LottieDocument] = [:]

  /// Reads a file: JSON, the same packed by gzip, or a zip archive.
  ///
  /// - Parameters:
  ///   - name: the file's name, for messages.
  ///   - neighbours: the files beside it, which hold its pictures; nil for none.
  /// - Throws: `LayerError` for bytes that hold no animation; its message does not name the file.
  package init(
    _ bytes: [UInt8], name: String, beside neighbours: (any BundleFiles)? = nil, _ services: Services,
    _ account: Account
  ) throws {
    self.name = name
    self.services = services
    self.account = account
    archive = try LottieArchive(bytes, beside: neighbours, account)
    _ = try document(nil, theme: nil)
  }

  /// True if a zip archive in memory holds Lottie animations, not a scene of Core Animation.
  package static func isLottie(archive files: ZipFiles, _ reading: inout Reading) throws -> Bool {
    try LottieArchive.isLottie(files, &reading)
  }

  private func document(_ id: String?, theme: String?) throws -> LottieDocument {
    let id = id ?? archive.initial
    let key = "\(id)\u{0}\(theme.map { "=" + $0 } ?? "")"
    if let known = documents[key] { return known }
    let document = try archive.animation(id, theme: theme)
    documents[key] = document
    return document
  }

  // MARK: Knowledge

  /// True for an archive, false for a file of one animation, whose pictures lie beside it.
  package var isArchive: Bool { archive.isArchive }

  /// The animations of the file, by identifier; one without a name for a file of one animation.
  public var animationNames: [String] { archive.animations }

  /// Information on the file's initial animation.
  public var info: LottieInfo { (try? info(of: nil)) ?? LottieInfo() }

  /// Returns information on an animation.
  ///
  /// - Parameter animation: its identifier; nil for the initial one.
  /// - Throws: `LayerError` for an unknown identifier.
  public func info(of animation: String?) throws -> LottieInfo {
    let document = try document(animation, theme: nil)
    var info = try LottieSurvey(document, account).info(fonts: services.fonts())
    if services.addFont != nil {
      for i in info.fonts.indices where !info.fonts[i].isFound {
        info.fonts[i].isFound = try archive.holdsFont(info.fonts[i].name, in: document)
      }
    }
    info.animations = archive.animations.filter { !$0.isEmpty }
    info.themes = archive.themes
    if archive.hasStateMachines {
      info.notDrawn.append(
        LottieInfo.NotDrawn(kind: "state machines are interactive and not run", count: 1, first: "s/"))
    }
    return info
  }

  /// The texts, colours and pictures of the initial animation that do not change over time, with their present values.
  /// Given back as `texts`, `values` and `images` they draw the same, those that are shared left out.
  ///
  /// ```swift
  /// let badge = try renderer.lottie(atPath: "badge.json")
  /// for row in badge.parameters where row.kind == .text { print(row.path, row.value) }
  /// ```
  public var parameters: [LottieInfo.Parameter] { info.parameters }

  /// The key paths of all properties that `LottieOptions.values` can set, of the initial animation.
  public var keyPaths: [String] { (try? keyPaths(of: nil)) ?? [] }

  /// Returns the key paths of an animation's properties.
  ///
  /// - Parameter animation: its identifier; nil for the initial one.
  /// - Throws: `LayerError` for an unknown identifier.
  public func keyPaths(of animation: String?) throws -> [String] {
    try LottieSurvey(try document(animation, theme: nil), account).keyPaths()
  }

  // MARK: Layers

  /// Makes a layer of the animation's size that plays it in the layer's own time, from 0.
  ///
  /// The layer's `userInfo.lottie` holds `duration`, `frameRate` and `markers`. Layers carry the file's names.
  ///
  /// - Throws: `LayerError` for a value, text, picture or slot that the animation does not have, with the nearest
  ///   names; for a value of a wrong kind; and for a file beyond the limits.
  public func makeLayer(in scene: Scene, options: LottieOptions = LottieOptions()) throws -> Layer {
    let document = try document(options.animation, theme: options.theme)
    let session = LottieSession(document, options, account)
    session.fonts = services.fonts
    session.archiveFonts = LottieFonts(
      session, archive: archive.isArchive ? archive.files : nil, services.addFont)
    let images = LottieImages(
      session, archive.files, isArchive: archive.isArchive, makeImage: services.makeImage)
    let builder = LayerBuilder(scene, session, images)
    let root = try scene.withoutActions { try makeRoot(document, builder, options) }
    try checkUse(session, images, document)
    for row in session.notes.rows { services.warn(.lottieLeftOut, note(row.kind, row.count, row.first)) }
    for row in try LottieSurvey(document, account).notDrawn() {
      services.warn(.lottieLeftOut, note(row.kind, row.count, row.first))
    }
    return root
  }

  private func note(_ kind: String, _ count: Int, _ first: String) -> String {
    "\(name): \(kind) (\(count == 1 ? "" : "\(count) places, first ")\(first.prefix(300)))"
  }

  private func makeRoot(_ document: LottieDocument, _ builder: LayerBuilder, _ options: LottieOptions) throws -> Layer {
    let root = try builder.make(Place(), named: document.root["nm"]?.text)
    root.bounds = Rect(origin: .zero, size: document.size)
    root.position = Point(document.size.width / 2, document.size.height / 2)
    root.masksToBounds = true
    let part = try self.part(of: document, options.marker)
    let shift = document.startFrame / document.frameRate + part.time
    var content = root
    // A part ends at its end, where its last picture stays.
    let loop = options.loop ?? (options.marker == nil ? nil : .times(1))
    if options.viewport != nil || loop != nil || shift != 0 {
      content = try builder.makeBox(Place(), size: document.size)
      try root.addSublayer(content)
    }
    if let part = options.viewport { try fit(part, content, document.size) }
    if let loop {
      try builder.addLoop(loop, to: content, from: shift, duration: part.duration)
    } else if shift != 0 {
      content.timeOffset = shift
    }
    let composition = Composition(
      document.layers, at: Place(), frames: (document.startFrame, document.endFrame), size: document.size,
      depth: 0)
    try builder.addLayers(of: composition, to: content)
    try root.setCustomValue(
      .dictionary([
        ("duration", .number(part.duration)), ("frameRate", .number(document.frameRate)),
        ("markers", .array(document.markers.map(\.value))),
      ]), forKey: "lottie", isExplicit: true)
    return root
  }

  /// Returns the time and the length of a named part, in seconds from the first frame; without a name, of the whole.
  private func part(of document: LottieDocument, _ name: String?) throws -> (time: Double, duration: Double) {
    guard let name else { return (0, document.duration) }
    guard let marker = document.markers.first(where: { $0.name == name }) else {
      throw LayerError(
        "marker \"\(name.prefix(200))\" is not in \(self.name)"
          + LottieSurvey.nearest(name, among: document.markers.map(\.name)))
    }
    // A marker without a length is a moment; it plays to the end.
    let rest = max(document.duration - marker.time, 0)
    return (marker.time, marker.duration > 0 ? min(marker.duration, rest) : rest)
  }

  /// Scales and moves the content so that a part of it is fitted into the whole size.
  private func fit(_ part: Rect, _ content: Layer, _ size: Size) throws {
    guard part.width > 0, part.height > 0, [part.minX, part.minY, part.width, part.height].allSatisfy(\.isFinite) else {
      throw LayerError("viewport: expected a rect of a width and height above 0")
    }
    let scale = min(size.width / part.width, size.height / part.height)
    let x = (size.width - part.width * scale) / 2 - part.minX * scale
    let y = (size.height - part.height * scale) / 2 - part.minY * scale
    try content.setValue(
      .transform(Transform3D(AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: x, ty: y))), forKey: "transform")
  }

  /// Throws for what the caller gave and the animation does not have.
  private func checkUse(_ session: LottieSession, _ images: LottieImages, _ document: LottieDocument) throws {
    func refuse(_ option: String, _ name: String, _ kind: String, _ candidates: [String]) -> LayerError {
      LayerError(
        "\(option)[\"\(name.prefix(200))\"] matches no \(kind) of \(self.name)"
          + LottieSurvey.nearest(name, among: candidates))
    }
    let survey = LottieSurvey(document, account)
    // A listed key path may be of content that is never drawn: its value is not asked for, and it is no mistake.
    let paths = session.values.unused.isEmpty ? [] : try survey.keyPaths().map { Place() + $0 }
    for name in session.values.unused {
      let pattern = KeyPathPattern(name)
      try session.reading.step(paths.count)
      guard paths.contains(where: pattern.matches) else {
        throw refuse("values", name, "key path", try survey.keyPaths())
      }
    }
    for name in session.texts.unused {
      let pattern = KeyPathPattern(name), paths = try survey.textPaths()
      try session.reading.step(paths.count)
      guard paths.contains(where: { pattern.matchesEnd(of: Place() + $0) }) else {
        throw refuse("texts", name, "text layer", paths)
      }
    }
    if let name = images.unused.first(where: { !survey.pictureNames.contains($0) }) {
      throw refuse("images", name, "picture", survey.pictureNames)
    }
    if let name = session.options.slots.first(where: { !session.usedSlots.contains($0.key) })?.key {
      throw refuse("slots", name, "slot", Array(session.usedSlots).sorted() + document.slots.keys.sorted())
    }
    if let name = session.options.fonts.first(where: { !survey.fontNames.contains($0.key) })?.key {
      throw refuse("fonts", name, "font", survey.fontNames)
    }
  }
}

extension LayerBuilder {
  /// Repeats a layer's content by its own time.
  func addLoop(
    _ loop: LottieOptions.Loop, to layer: Layer, from start: Double, duration length: Double
  ) throws {
    guard layer.keyedClass.property("contentsTime") != nil else {
      throw LayerError("loop: this version cannot repeat the time of sublayers")
    }
    let animation = BasicAnimation(in: scene)
    animation.keyPath = "contentsTime"
    animation.fromValue = .number(start)
    animation.toValue = .number(start + length)
    animation.fillMode = .both
    animation.isRemovedOnCompletion = false
    switch loop {
    case .forever: animation.repeatCount = .infinity
    case .times(let count):
      guard count > 0 else { throw LayerError("loop: expected a number above 0, got \(numberText(count))") }
      animation.repeatCount = count
    case .pingPong:
      animation.repeatCount = .infinity
      animation.autoreverses = true
    }
    animation.duration = length
    try layer.addAsTimed(animation)
  }
}
