// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import ImageFiles
import LayerModel
import Numbers
import Outputs
import Pixels
import Raster
import RenderTree
import SVGFiles
import SystemC
import TextLayout
import Wording

/// The layer tree with pixels, text and files: what a scene's services are.
///
/// One renderer serves one scene, on one thread at a time. Fonts are loaded with the first text. Everything a picture
/// depends on is in the layers, the options and the files: the number of threads changes no byte.
public final class LayerRenderer: LayerServices {
  /// What a renderer may read, and how much it keeps.
  public struct Configuration: Sendable {
    /// The directories that are searched for fonts, in this order; nil is the directories of the package's fonts.
    public var fontDirectories: [String]?
    /// The directories of files of hyphens, in their order; nil is that of Debian's packages.
    public var hyphenDirectories: [String]?
    /// The path of the program layerlua-svg, which draws SVG files that are more than shapes and reads pages of PDF
    /// files; nil looks for it beside the library or program that this code is in, and in `libexec/layerlua` of its
    /// prefix.
    public var svgProgram: String?
    /// The limits of a picture that the program draws.
    package var svgLimits = SVGProgram.Limits()
    /// Whether the links of layers may lead anywhere in PDF and SVG files, and not only to http, https, mailto, tel, `#`
    /// and relative addresses. Default false.
    public var allowsAllLinks = false
    /// The directory of the lists of fonts that are kept between runs, for text that is not plain Latin; nil writes
    /// nothing.
    public var fontCacheDirectory: String?
    /// Worker threads, the caller's included; 0 is one for each processor.
    public var threads = 0
    /// The folders from which names start, and those that may be read and written.
    public var files = FileAccess()
    /// The most bytes of a file that is read.
    public var fileSizeLimit = 256 << 20
    /// The most bytes of decoded pictures that are kept for further use.
    public var imageCacheLimit = 64 << 20
    /// The most bytes of pictures that are kept, so that the next picture of the same layer paints only what changed; 0
    /// keeps none. Where memory is limited, no more than a quarter of what is left is kept. It changes no byte.
    public var keptPictureLimit = 64 << 20

    /// A configuration with the defaults for what is not named.
    public init(
      fontDirectories: [String]? = nil, fontCacheDirectory: String? = nil, threads: Int = 0,
      files: FileAccess = FileAccess(),
      fileSizeLimit: Int = 256 << 20,
      imageCacheLimit: Int = 64 << 20,
      keptPictureLimit: Int = 64 << 20
    ) {
      self.fontDirectories = fontDirectories
      self.fontCacheDirectory = fontCacheDirectory
      self.threads = threads
      self.files = files
      self.fileSizeLimit = fileSizeLimit
      self.imageCacheLimit = imageCacheLimit
      self.keptPictureLimit = keptPictureLimit
    }
  }

  /// What the renderer was made with.
  public var configuration: Configuration { context.configuration }
  /// Whether files are written; otherwise their contents are only checked and encoded.
  package var writesFiles = true
  /// Pictures of more pixels are written in strips, where their format allows it: 128 MiB are kept at once.
  package var stripThreshold = 1 << 25
  /// The rows of a strip; nil is as many as come to 64 MiB, up to 1,024.
  package var stripRows: Int?
  /// Whether `writeFilm` may start ffmpeg. Default true.
  public var mayStartFFmpeg = true
  /// The budget, if any, that is checked before pixels are allocated.
  package var memoryBudget: (any MemoryBudget)? {
    get { context.memoryBudget }
    set { context.memoryBudget = newValue }
  }
  /// Receives what of a PDF or SVG became pixels, a layer's label with the reason, when its pages are drawn. Default nil.
  public var onPixels: ((_ label: String, _ reason: String) -> Void)?
  private let baseOptions: CompositorOptions
  var compositorOptions: CompositorOptions {
    var options = baseOptions
    options.isStopped = isStopped
    return options
  }
  /// Called now and then on every thread that draws: true ends the picture with an error of kind `cancelled`. Nil never
  /// stops it.
  package var isStopped: (@Sendable () -> Bool)? {
    get { context.isStopped }
    set {
      context.isStopped = newValue
      context.scene?.host.isStopped = newValue
    }
  }
  private var limits: SceneLimits { context.limits }
  /// The log, if any, of every file that a picture depends on: images, sheets, data, modules. Fonts are added by
  /// `noteFonts`.
  package var inputs: InputLog? {
    get { context.inputs }
    set { context.inputs = newValue }
  }
  /// Receives the absolute path of each file that is about to be read, and of those that were looked for and are not
  /// there, on the scene's thread. Fonts that nobody named are left out. Default nil.
  package var onFile: ((_ path: String, _ use: FileUse) -> Void)? {
    get { context.onFile }
    set { context.onFile = newValue }
  }
  /// What may be read and written now: the configuration's, with the folder of the script that runs.
  package var files: FileAccess { context.files }
  let context: RenderingContext
  private let text: TextStore
  private let images: ImageStore

  /// A renderer; nothing is read before it is needed.
  public init(configuration: Configuration = Configuration()) {
    let threads = configuration.threads > 0 ? configuration.threads : Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    var options = CompositorOptions(threads: min(max(threads, 1), 64))
    options.warnings = CompositorWarnings()
    baseOptions = options
    context = RenderingContext(configuration, threads: options.threads)
    text = TextStore(context)
    images = ImageStore(context)
  }

  /// A scene whose layers this renderer draws; warnings about files go to it.
  public func makeScene() -> Scene {
    let scene = Scene(services: self)
    context.scene = scene
    scene.host.face = configuration.files.face
    return scene
  }

  // MARK: Pictures

  /// What single pictures' surfaces are made of, and leave for the next picture of any renderer: the system takes longer
  /// to hand out that memory than a blur to fill it. A program keeps this much at the most; a film's frames have their
  /// own.
  private static let pixelMemory = PixelMemory(limit: 40 << 20)

  /// The picture of a layer in its own bounds space.
  ///
  /// - Throws: `LayerError`, and the errors of the layer's hooks.
  package func render(_ layer: Layer, _ options: RenderOptions) throws -> Bitmap {
    let scene = layer.scene
    if keptPictureLimit > 0, !scene.picture.isResolving, scene.hookFailure == nil, isStopped?() != true,
      let picture = context.kept.unchanged(layer, options)
    {
      return picture
    }
    let tree = try layer.renderTree(options)
    let picture = try render(tree)
    if tree.isStill, keptPictureLimit > 0 { context.kept.noteStill(layer, options, tree) }
    return picture
  }

  /// The picture of a layer that is resolved.
  package func render(_ tree: RenderTree) throws -> Bitmap {
    try checkMemory(width: tree.canvas.width * tree.scale, height: tree.canvas.height * tree.scale)
    var options = budgeted
    options.pixelMemory = LayerRenderer.pixelMemory
    defer {
      reportWarnings()
      context.chargeGlyphs()
    }
    return try LayerRenderer.compositing {
      try context.kept.drawing(tree, limit: keptPictureLimit) { keeper in
        guard tree.drawsAsynchronously, !tree.isDrawnOnSceneThread, options.threads > 1 else {
          return try Compositor.render(tree, options: options, keeper: keeper)
        }
        // The script's thread only waits.
        var result: Result<Bitmap, any Error>?
        Workers.elsewhere { result = Result { try Compositor.render(tree, options: options, keeper: keeper) } }
        return try result?.get() ?? Compositor.render(tree, options: options, keeper: keeper)
      }
    }
  }

  /// The most bytes of pictures to keep now.
  var keptPictureLimit: Int {
    min(configuration.keptPictureLimit, memoryBudget?.room.map { $0 / 4 } ?? .max)
  }

  /// The size of a layer's picture in pixels, as `render` makes it; nil when it cannot be rendered.
  package func pixelSize(of layer: Layer, _ options: RenderOptions) -> (width: Int, height: Int)? {
    let size = (options.size ?? layer.bounds.size).pixels(scale: options.scale)
    let most = Double(Bitmap.maximumSide)
    guard size.width >= 1, size.height >= 1, size.width <= most, size.height <= most else { return nil }
    return (Int(clamping: size.width), Int(clamping: size.height))
  }

  /// Renders a layer into a file; its extension decides the format: .png, .jpg, .webp.
  package func write(
    _ layer: Layer, to path: String, _ options: RenderOptions, _ file: EncodingOptions = EncodingOptions()
  ) throws {
    let format = try pictureFormat(ofPath: path)
    try checkWriting(to: path, as: format, file)
    if let vector = format.vector {
      try writeDocument(of: [layer], to: path, as: vector, options, file)
    } else if try writesInStrips(layer, options, as: format) {
      try prepareStrips(of: layer, to: path, as: format, options, file).commit(isStopped: context.isStopped)
    } else {
      try write(try render(layer, options), to: path, as: format, file)
    }
  }

  private func pictureFormat(ofPath path: String) throws(LayerError) -> FileFormat {
    do throws(DestinationError) { return try FileFormat(ofPicture: path) } catch { throw error.writing(path) }
  }

  /// Throws what is wrong with the options of a picture's file and its place, before it is drawn.
  package func checkWriting(to path: String, as format: FileFormat, _ file: EncodingOptions) throws {
    try check(file, for: format, "cannot write \"\(path)\"")
    _ = try context.pathForWriting(path)
  }

  package func rasterize(_ drawing: RecordedDrawing, size: Size, scale: Double) throws -> Bitmap {
    try context.serving {
      try checkMemory(width: size.width * scale, height: size.height * scale)
      return try LayerRenderer.compositing {
        try Compositor.rasterize(drawing, size: size, scale: scale, options: budgeted)
      }
    }
  }

  package func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    Workers.run(jobs: count, workers: compositorOptions.threads) { job, _ in body(job) }
  }

  /// The options with the budgets that the limits and the free memory allow for a picture. They determine which
  /// pictures are refused, not how anything looks.
  var budgeted: CompositorOptions {
    var options = compositorOptions
    context.chargeGlyphs()
    options.glyphAtlas = context.glyphAtlas
    options.surfacePixelBudget = min(options.surfacePixelBudget, limits.surfacePixels)
    guard let room = memoryBudget?.room else { return options }
    options.surfacePixelBudget = min(options.surfacePixelBudget, max(room / 4, 1 << 16))
    options.groupMemoryBudget = min(options.groupMemoryBudget, max(room, 1 << 20))
    options.pieceBudget = min(options.pieceBudget, max(room / 256, 1 << 12))
    options.glyphMemoryBudget = min(options.glyphMemoryBudget, max(room, 1 << 20))
    return options
  }

  static func compositing(_ body: () throws -> Bitmap) throws -> Bitmap {
    do { return try body() } catch let error as BitmapError { throw LayerError(.limit, error.message) }
  }

  func checkMemory(width: Double, height: Double) throws {
    let w = width.rounded(.up)
    let h = height.rounded(.up)
    guard w >= 1, h >= 1, w <= Double(Bitmap.maximumSide), h <= Double(Bitmap.maximumSide),
      w * h <= Double(Bitmap.maximumPixels)
    else {
      throw LayerError(
        .limit,
        "a picture of \(pixelText(w))×\(pixelText(h)) pixels cannot be rendered: each side must be 1 to "
          + "\(Bitmap.maximumSide) pixels, \(Bitmap.maximumPixels) in all; make the size or the scale smaller")
    }
    guard Int(clamping: w * h) <= limits.pixels else {
      throw LayerError(
        .limit,
        "a picture of \(pixelText(w))×\(pixelText(h)) pixels is too large: at most \(limits.pixels) pixels; make the "
          + "size or the scale smaller")
    }
    if !hasRoom(Int(clamping: w * h) * 4) {
      throw LayerError.noMemory("a picture of \(pixelText(w))×\(pixelText(h)) pixels", memoryBudget)
    }
  }

  // MARK: Text

  package func layoutText(_ request: TextRequest) throws -> TextFrame {
    try context.serving { try text.layout(request) }
  }

  /// The directories of fonts when the configuration names none.
  public static var installedFontDirectories: [String] { Typesetter.defaultFontDirectories }

  /// The directories of files of hyphens when the configuration names none.
  package static var installedHyphenDirectories: [String] { Typesetter.defaultHyphenDirectories }

  /// Starts the program that draws SVG files, for a process that is about to be locked in.
  package func startSVGProgram() { context.svgProgram.start() }

  /// Notes the files of fonts and hyphens that text was laid out with so far.
  package func noteFonts() {
    for path in text.openedFiles { inputs?.note(path) }
  }

  /// Warns of folders in which no font can be found, such as one with web fonts only.
  package func warnAboutFontDirectories(_ directories: [String]) {
    for directory in directories {
      if let problem = Typesetter.problem(ofFontDirectory: directory) {
        warn(.fontFolder, "the folder of fonts \(directory) \(problem)")
      }
    }
  }

  /// Which fonts have the characters of a text, and what to install for those that none has.
  package func fontCoverage(of string: String) throws -> FontCoverage { try text.coverage(of: string) }

  package func fontStandIns() -> [(name: String, used: String)] { text.standIns() }

  /// The fonts that text can name, by family, each family's plain face first; each full name once.
  public func fonts() -> [FontDescription] { text.fonts() }

  // MARK: Images

  /// Makes an image available to `image(named:)`, before any file; nil removes it.
  public func register(_ image: Image?, named name: String) { images.register(image, named: name) }

  /// Makes a source of pixels available to drawable layers under a name, as `draw = "camera"`; nil removes it. Layers
  /// that have it keep it.
  public func register(_ source: (any DrawableSource)?, drawableNamed name: String) {
    images.register(source, drawableNamed: name)
  }

  package func drawableSource(named name: String) throws -> any DrawableSource {
    try images.drawableSource(named: name)
  }

  package func image(atPath path: String) throws -> Image { try images.image(atPath: path) }

  package func image(atPath path: String, _ options: ImageFileOptions) throws -> Image {
    try images.image(atPath: path, options)
  }

  /// The image of a registered name, or of the files `name.png`, `name@2x.png` and `name@3x.png`; `.jpg`, `.jpeg`,
  /// `.webp` and `.svg` are also found, and each scale may have its own.
  public func image(named name: String) throws -> Image { try images.image(named: name) }

  package func sprites(atPath path: String) throws -> [Sprite] { try images.sprites(atPath: path) }

  package func layer(svgAtPath path: String, color: Color) throws -> Layer {
    try images.layer(of: try images.artwork(atPath: path, making: "a layer"), color: color)
  }

  package func path(svgAtPath path: String) throws -> Path {
    try images.path(of: try images.artwork(atPath: path, making: ImageStore.pathPurpose), named: "SVG file \"\(path)\"")
  }

  /// Layers of the shapes in an SVG file's bytes: groups become layers with their ids as names, shapes become shape and
  /// gradient layers. Warnings of what is left out go to the scene.
  ///
  /// - Parameter color: what stands for `currentColor`.
  /// - Returns: a layer of the file's size, a point for each CSS pixel.
  /// - Throws: `LayerError` for bytes that are no SVG, and for what exceeds a limit.
  public func layer(svg bytes: [UInt8], color: Color = .black) throws -> Layer {
    try images.layer(of: try images.artwork(bytes, named: "SVG", making: "a layer"), color: color)
  }

  /// The outlines of the shapes in an SVG file's bytes, in points; lines without an area are open parts.
  ///
  /// - Throws: `LayerError` for bytes that are no SVG, and for what exceeds a limit.
  public func path(svg bytes: [UInt8]) throws -> Path {
    try images.path(of: try images.artwork(bytes, named: "SVG", making: ImageStore.pathPurpose), named: "SVG")
  }

  /// The image of a file's bytes; the format is found by content.
  ///
  /// - Throws: `LayerError` for bytes that are no image.
  public func decodeImage(_ bytes: [UInt8]) throws -> Image { try images.decode(bytes) }

  // MARK: Files

  /// Runs a call of the host's that writes a file: it may lie where the host's own calls may write, while hooks of
  /// scripts that the call runs write no other file than before.
  package func hosting<Result, Failure: Error>(_ path: String, _ body: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    let outer = context.hostFile
    context.hostFile = HostFile(path)
    defer { context.hostFile = outer }
    return try body()
  }

  /// Lets file names start from the folder of a script that was given as a file, which may then be read; nil is the
  /// configuration's folder.
  package func useScriptFolder(_ folder: String?) {
    context.useScriptFolder(folder)
    text.forgetFiles()
  }

  /// Reads a file of the host's own, such as a script, in any folder.
  ///
  /// - Returns: the bytes, and whether it is a regular file, which then is an input of the picture.
  package func readFileOfHost(_ path: String, name: String, what: String) throws -> (bytes: [UInt8], isRegular: Bool) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw LayerError(.file, "the \(what) \(name) cannot be read: \(systemMessage(errno))")
    }
    defer { close(file) }
    var info = stat()
    let isRegular = fstat(file, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
    let bytes = try readAll(
      file, name: name, purpose: what, size: isRegular ? Int(clamping: info.st_size) : 0,
      limit: configuration.fileSizeLimit)
    if isRegular, let real = realPath(path) { inputs?.note(real) }
    return (bytes, isRegular)
  }

  package func encode(_ bitmap: Bitmap, format: String, _ options: EncodingOptions) throws -> [UInt8] {
    let known = try FileFormat(ofPictureNamed: format)
    try check(options, for: known, "a .\(format) picture")
    return try encode(bitmap, as: known, options)
  }

  /// The bytes of a picture file, by options that have been checked.
  package func encode(_ bitmap: Bitmap, as format: FileFormat, _ options: EncodingOptions) throws -> [UInt8] {
    try LayerRenderer.encoded(bitmap, format, options, threads: context.encodingThreads)
  }

  /// The bytes of a picture file, by options that have been checked.
  ///
  /// - Parameter threads: those that encode, where the format can be divided. A PNG can also be stopped between its
  ///   pieces; other encoders cannot: after a stop, one continues alone on its own thread, which ends by itself.
  package static func encoded(
    _ bitmap: Bitmap, _ format: FileFormat, _ options: EncodingOptions, threads: EncodingThreads = .one
  ) throws -> [UInt8] {
    let writer = try format.pictureWriter()
    var threads = threads
    if bitmap.width * bitmap.height <= LayerRenderer.quicklyEncodedPixels { threads.isStopped = nil }
    let quality = options.isLossless == true ? 1 : options.quality ?? 0.9
    let (level, dpi, background) = (options.compression ?? PNGEncoder.defaultLevel, options.dpi, options.background)
    let encode = { @Sendable [threads] () throws -> [UInt8] in
      switch writer {
      case .codec(let codec):
        try ImageEncoder.encode(
          bitmap, as: codec, quality: quality, level: level, dpi: dpi, background: background, threads: threads)
      case .vector(let vector): try page(of: bitmap, as: vector, background: background)
      }
    }
    do {
      if case .codec(.png) = writer { return try encode() }
      guard let isStopped = threads.isStopped else { return try encode() }
      let result = Monitor<Result<[UInt8], any Error>?>(nil)
      guard
        let thread = Workers.start({
          let made = Result { try encode() }
          result.update { $0 = made }
        })
      else { return try encode() }
      thread.leave()
      while true {
        if isStopped() { throw LayerError(.cancelled, "the picture was given up") }
        if let made = result.wait(milliseconds: 10, { $0 }) { return try made.get() }
      }
    } catch { throw imageError(error, "a \(format.fileExtension) picture") }
  }

  /// The number of pixels that any encoder finishes before it could be stopped.
  private static let quicklyEncodedPixels = 1 << 18

  func hasRoom(_ bytes: Int) -> Bool { context.hasRoom(bytes) }

  func warn(_ rule: LayerWarning.Rule, _ message: String) { context.warn(rule, message) }

  /// Passes on the warnings of drawing, on the scene's thread.
  func reportWarnings() {
    for warning in baseOptions.warnings?.take() ?? [] {
      let rule: LayerWarning.Rule =
        switch warning.rule {
        case .depthLimit: .depthLimit
        case .backdrop: .backdrop
        case .emptyBackdrop: .emptyBackdrop
        }
      context.scene?.warn(rule, warning.message, onceFor: warning.label)
    }
  }

  package func write(_ bitmap: Bitmap, toPath path: String, _ options: EncodingOptions) throws {
    let format = try pictureFormat(ofPath: path)
    try checkWriting(to: path, as: format, options)
    try write(bitmap, to: path, as: format, options)
  }

  /// Writes a picture's file, by options that have been checked.
  package func write(_ bitmap: Bitmap, to path: String, as format: FileFormat, _ options: EncodingOptions) throws {
    let target = try context.pathForWriting(path)
    let bytes = try encode(bitmap, as: format, options)
    guard writesFiles else { return }
    try replaceFile(
      target, with: bytes, name: path, isNamed: context.files.isNamed(target), isStopped: context.isStopped)
  }

  package func check(
    _ options: EncodingOptions, for format: FileFormat, as content: FileFormat.Content = .picture, _ what: String
  ) throws {
    if let problem = options.problem(for: format, as: content) { throw LayerError("\(what): \(problem)") }
  }

  /// Writes bytes to a file in one piece, where the configuration allows it.
  public func write(_ bytes: [UInt8], toPath path: String) throws {
    try hosting(path) {
      let target = try context.pathForWriting(path)
      try replaceFile(
        target, with: bytes, name: path, isNamed: context.files.isNamed(target), isStopped: context.isStopped)
    }
  }

  /// True if a file that may be written is there and is a pipe or a device, whose reader writing waits for.
  package func isSpecialFile(_ path: String) -> Bool {
    var info = stat()
    guard let target = try? hosting(path, { try context.pathForWriting(path) }), lstat(target, &info) == 0 else {
      return false
    }
    return info.st_mode & S_IFMT != S_IFREG && info.st_mode & S_IFMT != S_IFDIR
  }

  /// Whether a file of this name, relative to the script's folder, exists and may be read.
  package func canRead(_ path: String) -> Bool { (try? context.pathForReading(path)) != nil }

  package func readFile(_ path: String) throws -> [UInt8] {
    let real = try context.pathForReading(path)
    if let identity = FileIdentity(path: real), !hasRoom(Int(clamping: identity.size)) {
      throw LayerError(.limit, "file \"\(path)\" is too large for the memory that is left: \(identity.size) bytes")
    }
    inputs?.note(real)
    return try readWholeFile(real, name: path, purpose: "file", limit: configuration.fileSizeLimit)
  }
}

/// A number of pixels as text, without a fraction when it is whole, also beyond the range of integers.
func pixelText(_ v: Double) -> String { v == v.rounded() && abs(v) < 1e15 ? "\(Int(clamping: v))" : "\(v)" }
func pixelText(_ size: Size) -> String { "\(pixelText(size.width))×\(pixelText(size.height))" }
