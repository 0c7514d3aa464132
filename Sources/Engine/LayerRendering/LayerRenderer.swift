// SPDX-License-Identifier: MIT
import Compositor
import Films
import Formats
import Geometry
import ImageFiles
import LayerModel
import LottieFiles
import Messages
import Numbers
import Parsing
import PathBooleans
import Pixels
import Raster
import RenderTree
import SVGFiles
import Sandbox
import SceneFiles
import SystemC
import TOMLFiles
import TextLayout

/// Renders layers, and provides pixels, text and files to their scene.
///
/// ```swift
/// let renderer = LayerRenderer()
/// let scene = renderer.makeScene()
/// ```
/// One renderer serves one scene, on one thread at a time. Fonts are loaded lazily, with the first text. A picture
/// depends only on the layers, the options and the files; the number of threads does not affect it.
public final class LayerRenderer: LayerServices {
  /// The configuration of a renderer: files, fonts, threads and cache sizes.
  ///
  /// ```swift
  /// let configuration = LayerRenderer.Configuration(fontDirectories: ["fonts"], threads: 2)
  /// let renderer = LayerRenderer(configuration: configuration)
  /// ```
  public struct Configuration: Sendable {
    /// Folders that are searched for fonts, in order, before the installed ones. Default none.
    public var fontDirectories: [String] = []
    /// Folders that are searched for hyphenation dictionaries, such as `hyph_de_DE.dic`, in order, before the installed
    /// one. Default none.
    public var hyphenDirectories: [String] = []
    /// The path of the helper program layerlua-svg, which draws SVG files that contain more than shapes (such as text
    /// and masks) and converts pages of PDF files. Default nil: it is looked up next to the library or program that
    /// contains this code, and in `libexec/layerlua` of its prefix. A package that embeds the engine sets this path;
    /// `swift build --product layerlua-svg` builds the program.
    public var svgProgram: String?
    /// The limits of a picture that layerlua-svg draws.
    package var svgLimits = SVGProgram.Limits()
    /// True if layers' links (`link`) in PDF and SVG files may use any URL. Otherwise only http, https, mailto, tel,
    /// `#` and relative addresses are written, and a warning names the links that are dropped. Default false.
    public var allowsAllLinks = false
    /// The directory of the font list cache, which persists between runs and serves text that is not plain Latin; nil
    /// writes none.
    public var fontCacheDirectory: String?
    /// Number of drawing threads, including the caller's; 0 is one per processor. Output is identical for every number
    /// of threads. A renderer uses at most 64; an engine refuses more than 1,024.
    public var threads = 0
    /// The file-access policy: base folders of names, and the folders that may be read and written.
    public var files = FileAccess()
    /// Maximum size of a file that is read, in bytes. Default 256 MiB.
    public var fileSizeLimit = 256 << 20
    /// Maximum size of the cache of decoded images, in bytes, and of that of images in the animations of scene files,
    /// which are decoded when they are shown. Default 64 MiB.
    public var imageCacheLimit = 64 << 20
    /// Maximum size, in bytes, of the cache of rendered pictures. The next picture of a cached layer repaints only what
    /// changed; 0 disables the cache. Under a memory limit the cache takes at most a quarter of the remaining memory.
    /// It does not affect output. Default 64 MiB.
    public var keptPictureLimit = 64 << 20

    /// Creates a configuration; omitted arguments have their defaults.
    public init(
      fontDirectories: [String] = [], hyphenDirectories: [String] = [], fontCacheDirectory: String? = nil,
      threads: Int = 0, files: FileAccess = FileAccess(), fileSizeLimit: Int = 256 << 20,
      imageCacheLimit: Int = 64 << 20, keptPictureLimit: Int = 64 << 20, svgProgram: String? = nil,
      allowsAllLinks: Bool = false
    ) {
      self.fontDirectories = fontDirectories
      self.hyphenDirectories = hyphenDirectories
      self.svgProgram = svgProgram
      self.allowsAllLinks = allowsAllLinks
      self.fontCacheDirectory = fontCacheDirectory
      self.threads = threads
      self.files = files
      self.fileSizeLimit = fileSizeLimit
      self.imageCacheLimit = imageCacheLimit
      self.keptPictureLimit = keptPictureLimit
    }

    /// The configured folders of resources, by the setting that names them. Isolation lets the process read them, the
    /// command line checks that they exist, and the live page watches them.
    package var resourceDirectories: [(setting: HostSetting, folders: [String])] {
      [(.fontDirectories, fontDirectories), (.hyphenDirectories, hyphenDirectories)]
    }
  }

  /// The configuration that the renderer was created with.
  public var configuration: Configuration { context.configuration }
  /// True if files are written; if false, their contents are only checked and encoded.
  package var writesFiles = true
  /// Pictures with more pixels (128 MiB) are written in strips if their format allows it.
  package var stripThreshold = 1 << 25
  /// The rows of a strip; nil is as many as fit 64 MiB, at most 1,024.
  package var stripRows: Int?
  /// True if `writeFilm` may start ffmpeg. Default true.
  public var mayStartFFmpeg = true
  /// True if ffmpeg may be started to decode the film files of player layers. Default true.
  public var mayReadClips: Bool {
    get { context.mayReadClips }
    set { context.mayReadClips = newValue }
  }
  /// The budget, if any, that is checked before pixels are allocated.
  package var memoryBudget: (any MemoryBudget)? {
    get { context.memoryBudget }
    set { context.useBudget(newValue) }
  }
  /// Called when pages of a PDF or SVG are drawn, for each layer that had to be rasterised, with its label and the
  /// reason. Default nil.
  public var onRasterized: ((_ label: String, _ reason: String) -> Void)?
  private let baseOptions: CompositorOptions
  var compositorOptions: CompositorOptions {
    var options = baseOptions
    options.isStopped = isStopped
    return options
  }
  /// Polled periodically on every drawing thread; returning true abandons the picture with an error of kind
  /// `cancelled`. Default nil.
  package var isStopped: (@Sendable () -> Bool)? {
    get { context.isStopped }
    set {
      context.isStopped = newValue
      context.scene?.host.isStopped = newValue
    }
  }
  private var limits: SceneLimits { context.limits }
  /// The log, if any, of every file that a picture depends on: images, sprite sheets, data, modules. `noteFonts` adds
  /// fonts.
  package var inputs: InputLog? {
    get { context.inputs }
    set { context.inputs = newValue }
  }
  /// Receives the absolute path of each file that is about to be read, and of each that was looked up but not found.
  /// Called on the scene's thread. Fonts that were not named explicitly are excluded. Default nil.
  package var onFile: ((_ path: String, _ use: FileUse) -> Void)? {
    get { context.onFile }
    set { context.onFile = newValue }
  }
  /// The current file-access policy: the configuration's, with the folder of the running script.
  package var files: FileAccess { context.files }
  let context: RenderingContext
  private let text: TextStore
  private let images: ImageStore
  private let clips: ClipStore

  /// Creates a renderer. Files and fonts are read lazily.
  public init(configuration: Configuration = Configuration()) {
    let threads = configuration.threads > 0 ? configuration.threads : Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    var options = CompositorOptions(threads: min(max(threads, 1), 64))
    options.warnings = CompositorWarnings()
    baseOptions = options
    context = RenderingContext(configuration, threads: options.threads)
    text = TextStore(context)
    images = ImageStore(context)
    clips = ClipStore(context)
  }

  /// Creates a scene whose layers this renderer draws; it receives warnings about files.
  ///
  /// ```swift
  /// let scene = renderer.makeScene()
  /// scene.onWarning = { print("warning:", $0) }
  /// let poster = Layer(in: scene)
  /// ```
  public func makeScene() -> Scene {
    let scene = Scene(services: self)
    scene.keepsPresentations = configuration.keptPictureLimit > 0
    context.scene = scene
    scene.host.face = configuration.files.face
    return scene
  }

  // MARK: Pictures

  /// A pool of surface memory that single pictures of all renderers reuse, at most 40 MiB per process. Allocating it
  /// from the system takes longer than filling it with a blur. A film's frames have their own pool.
  private static let pixelMemory = PixelMemory(limit: 40 << 20)

  /// Renders a layer in its own bounds space.
  ///
  /// - Throws: `LayerError`, and the errors of the layer's hooks.
  package func render(_ layer: Layer, _ options: RenderOptions) throws -> Bitmap {
    let scene = layer.scene
    if keptPictureLimit > 0, !scene.picture.isResolving, scene.hookFailure == nil, isStopped?() != true,
      let picture = context.kept.unchanged(layer, options)
    {
      return picture
    }
    let nodes = scene.picture.isResolving ? nil : context.kept.nodes(of: layer.serial, limit: keptPictureLimit)
    let tree = try scene.keeping(nodes) { try layer.renderTree(options) }
    let picture = try render(tree)
    if keptPictureLimit > 0 { context.kept.noteStill(layer, options, tree) }
    return picture
  }

  /// Renders a resolved layer.
  package func render(_ tree: RenderTree) throws -> Bitmap {
    try checkMemory(width: tree.canvas.width * tree.scale, height: tree.canvas.height * tree.scale)
    var options = budgeted
    options.pixelMemory = LayerRenderer.pixelMemory
    defer {
      reportWarnings()
      context.chargeCaches()
    }
    return try LayerRenderer.compositing {
      try context.kept.drawing(tree, limit: keptPictureLimit) { keeper in
        guard tree.drawsAsynchronously, !tree.isDrawnOnSceneThread, options.threads > 1 else {
          return try Compositor.render(tree, options: options, keeper: keeper)
        }
        // Draw on another thread; the script's thread only waits.
        var result: Result<Bitmap, any Error>?
        Workers.elsewhere { result = Result { try Compositor.render(tree, options: options, keeper: keeper) } }
        return try result?.get() ?? Compositor.render(tree, options: options, keeper: keeper)
      }
    }
  }

  /// The current maximum size of the picture cache, in bytes.
  var keptPictureLimit: Int {
    min(max(configuration.keptPictureLimit, 0), memoryBudget?.room.map { $0 / 4 } ?? .max)
  }

  /// Returns the size of a layer's picture in pixels, as `render` makes it; nil if it cannot be rendered.
  package func pixelSize(of layer: Layer, _ options: RenderOptions) -> (width: Int, height: Int)? {
    let size = (options.size ?? layer.bounds.size).pixels(scale: options.scale)
    let most = Double(Bitmap.maximumSide)
    guard size.width >= 1, size.height >= 1, size.width <= most, size.height <= most else { return nil }
    return (Int(clamping: size.width), Int(clamping: size.height))
  }

  /// Renders a layer into a file, whose extension selects the format: .png, .jpg, .webp, .pdf or .svg.
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

  /// Throws if a picture file's options or path are not allowed. Called before drawing.
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

  /// The compositor options with the budgets that the limits and the free memory allow for a picture. Budgets determine
  /// which pictures are refused, not how they look.
  var budgeted: CompositorOptions {
    var options = compositorOptions
    context.chargeCaches()
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

  /// The default font directories.
  public static var installedFontDirectories: [String] {
    Typesetter.defaultFontDirectories + Typesetter.systemFontFiles
  }

  /// The installed folders of fonts and hyphenation dictionaries, and the libraries that combine paths and read TOML.
  package static var installedDirectories: [String] {
    installedFontDirectories + Typesetter.defaultHyphenDirectories + PathClipper.installedFiles
      + TOMLReader.installedFiles
  }

  /// The name of the instruction set that the pixel kernels use on this processor.
  package static var instructionSet: String {
    switch InstructionSet.best {
    case .avx512: "AVX-512"
    case .avx2: "AVX2"
    case .baseline, .scalar: "baseline"
    }
  }

  /// Starts layerlua-svg, for a process that is about to be sandboxed.
  package func startSVGProgram() { context.svgProgram.start() }

  /// Records the font files and hyphenation dictionaries used for text so far.
  package func noteFonts() {
    for path in text.openedFiles { inputs?.note(path) }
  }

  /// Warns of folders that contain no usable font, such as one with web fonts only.
  package func warnAboutFontDirectories() {
    for directory in configuration.fontDirectories {
      if let problem = Typesetter.problem(ofFontDirectory: directory) {
        warn(.fontFolder, "the font folder \(directory) \(problem)")
      }
    }
  }

  /// Returns which fonts have the characters of a text, and what to install for characters that no font has.
  package func fontCoverage(of string: String) throws -> FontCoverage { try text.coverage(of: string) }

  package func fontStandIns() -> [(name: String, used: String)] { text.standIns() }

  /// Returns the fonts available to text, grouped by family, each family's regular face first; each full name once.
  ///
  /// ```swift
  /// let serif = renderer.fonts().first { $0.family == "DejaVu Serif" && $0.isItalic }
  /// title.font = serif?.fullName ?? "Helvetica"
  /// ```
  public func fonts() -> [FontDescription] { text.fonts() }

  // MARK: Images

  /// Registers an image for `image(named:)`, which takes precedence over files; nil removes it.
  ///
  /// ```swift
  /// renderer.register(image, named: "sun")
  /// photo.contents = try renderer.image(named: "sun")
  /// ```
  public func register(_ image: Image?, named name: String) { images.register(image, named: name) }

  /// Registers a pixel source for drawable layers, as in `draw = "camera"`; nil removes it. Layers that use it keep it.
  ///
  /// ```swift
  /// renderer.register(DrawableClosure { drawable, _ in try drawable.clear(.blue) }, drawableNamed: "sky")
  /// ```
  public func register(_ source: (any DrawableSource)?, drawableNamed name: String) {
    images.register(source, drawableNamed: name)
  }

  package func drawableSource(named name: String) throws -> any DrawableSource {
    try images.drawableSource(named: name)
  }

  package func clip(atPath path: String) throws -> any Clip { try clips.clip(atPath: path) }

  package func image(atPath path: String) throws -> Image { try images.image(atPath: path) }

  package func image(atPath path: String, _ options: ImageFileOptions) throws -> Image {
    try images.image(atPath: path, options)
  }

  /// Returns the image of a registered name, or of the files `name.png`, `name@2x.png` and `name@3x.png`. The
  /// extensions `.jpg`, `.jpeg`, `.webp` and `.svg` are also tried, and each scale may have its own.
  ///
  /// ```swift
  /// photo.contents = try renderer.image(named: "sun")  // sun.png, sun@2x.png and so on
  /// ```
  public func image(named name: String) throws -> Image { try images.image(named: name) }

  package func sprites(atPath path: String) throws -> (sprites: [Sprite], tags: [SpriteTag]) {
    try images.sprites(atPath: path)
  }

  /// Reads a scene of Core Animation into the renderer's scene: a `.caml` document, a `.ca` bundle, a `.wallpaper`, or
  /// a `.tendies` archive, known by its content. The scene receives warnings of what is not shown as the file says.
  ///
  /// - Parameter wallpaper: the name of the wallpaper to read of several; nil for the first.
  /// - Throws: `LayerError` for a file that holds no scene, and for an exceeded limit.
  public func package(atPath path: String, wallpaper: String? = nil) throws -> Package {
    try images.package(atPath: path, wallpaper: wallpaper)
  }

  /// Reads a Lottie file: JSON, the same packed by gzip (`.tgs`), or an archive (`.lottie`), known by its content. The
  /// scene receives warnings of what is not drawn as the file says when layers are made.
  ///
  /// ```swift
  /// let loader = try renderer.lottie(atPath: "loader.json")
  /// try poster.addSublayer(try loader.makeLayer(in: scene))
  /// ```
  ///
  /// - Throws: `LayerError` for a file that holds no animation, and for an exceeded limit.
  public func lottie(atPath path: String) throws -> LottieAnimation {
    try images.lottie(atPath: path, text)
  }

  /// Reads a Lottie file that a call of the host names, in any folder.
  package func lottie(ofHost path: String) throws -> LottieAnimation {
    try context.reading(parent(of: path)) {
      try checkFileOfHost(path, "Lottie file")
      return try images.lottie(atPath: path, text)
    }
  }

  /// Reads a scene of Core Animation that a call of the host names, in any folder.
  package func package(ofHost path: String, wallpaper: String?) throws -> Package {
    try context.reading(images.isFolder(path, in: files.scriptDirectory) ? path : parent(of: path)) {
      try checkFileOfHost(path, "package")
      return try images.package(atPath: path, wallpaper: wallpaper)
    }
  }

  /// Checks that a file that a call of the host names exists. The host's files have nothing to do with a script's
  /// folder, of which the error of a script's file speaks.
  ///
  /// - Throws: `LayerError` of kind `file` if there is no such file.
  private func checkFileOfHost(_ path: String, _ what: String) throws {
    do { _ = try context.pathForReading(path, purpose: what) } catch {
      var info = stat()
      guard !path.isEmpty, stat(absolute(path, in: context.files.scriptDirectory), &info) != 0 else { throw error }
      throw LayerError(.file, "the \(what) \(path) cannot be read: \(systemMessage(errno))")
    }
  }

  package func layer(svgAtPath path: String, color: Color) throws -> Layer {
    try images.layer(of: try images.artwork(atPath: path, making: "a layer"), color: color)
  }

  package func path(svgAtPath path: String) throws -> Path {
    try images.path(of: try images.artwork(atPath: path, making: ImageStore.pathPurpose), named: "SVG file \"\(path)\"")
  }

  /// Creates layers from the shapes in an SVG file's bytes: groups become layers named by their ids, shapes become
  /// shape and gradient layers. The scene receives warnings of what is left out.
  ///
  /// ```swift
  /// let icon = try renderer.layer(svg: svgBytes, color: .orange)
  /// icon.sublayer(named: "dot")?.opacity = 0.5
  /// try poster.addSublayer(icon)
  /// ```
  ///
  /// - Parameter color: the value of `currentColor`.
  /// - Returns: a layer of the file's size, one point per CSS pixel.
  /// - Throws: `LayerError` for bytes that are not SVG, and for an exceeded limit.
  public func layer(svg bytes: [UInt8], color: Color = .black) throws -> Layer {
    try images.layer(of: try images.artwork(bytes, named: "SVG", making: "a layer"), color: color)
  }

  /// Returns the outlines of the shapes in an SVG file's bytes, in points; lines without an area are open subpaths.
  ///
  /// ```swift
  /// let shape = ShapeLayer(in: scene)
  /// shape.path = try renderer.path(svg: svgBytes)
  /// ```
  ///
  /// - Throws: `LayerError` for bytes that are not SVG, and for an exceeded limit.
  public func path(svg bytes: [UInt8]) throws -> Path {
    try images.path(of: try images.artwork(bytes, named: "SVG", making: ImageStore.pathPurpose), named: "SVG")
  }

  /// Decodes the image in a file's bytes. The format is detected by content.
  ///
  /// ```swift
  /// photo.contents = try renderer.decodeImage(logoBytes)
  /// ```
  ///
  /// - Throws: `LayerError` for bytes that are not an image.
  public func decodeImage(_ bytes: [UInt8]) throws -> Image { try images.decode(bytes) }

  // MARK: Files

  /// Runs a call of the host that writes a file. The host's call may write `path` where only the host may write; hooks
  /// of scripts that the call runs gain no access to other files.
  package func hosting<Result, Failure: Error>(_ path: String, _ body: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    let outer = context.hostFile
    context.hostFile = HostFile(path)
    defer { context.hostFile = outer }
    return try body()
  }

  /// Sets the base folder of file names to that of a script run from a file, and makes it readable; nil restores the
  /// configuration's folder.
  package func useScriptFolder(_ folder: String?) {
    context.useScriptFolder(folder)
    text.forgetFiles()
  }

  /// Reads a file of the host, such as a script, in any folder.
  ///
  /// - Returns: the bytes, and true if it is a regular file, which is then recorded as an input of the picture.
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

  /// Encodes a bitmap as a picture file. The options must have been checked.
  package func encode(_ bitmap: Bitmap, as format: FileFormat, _ options: EncodingOptions) throws -> [UInt8] {
    try LayerRenderer.encoded(bitmap, format, options, threads: context.encodingThreads)
  }

  /// Encodes a bitmap as a picture file. The options must have been checked.
  ///
  /// - Parameter threads: the encoding threads, for formats that can be divided. A PNG can be stopped between its
  ///   pieces. Other encoders cannot: after a stop, the encoder continues alone on its own thread until it finishes.
  package static func encoded(
    _ bitmap: Bitmap, _ format: FileFormat, _ options: EncodingOptions, threads: EncodingThreads = .one
  ) throws -> [UInt8] {
    let writer = try format.pictureWriter()
    var threads = threads
    if bitmap.width * bitmap.height <= LayerRenderer.quicklyEncodedPixels { threads.isStopped = nil }
    let quality = options.isLossless == true ? 1 : options.quality ?? 0.9
    let effort = options.effort ?? ImageEncoder.defaultEffort
    let (level, dpi, background) = (options.compression ?? PNGEncoder.defaultLevel, options.dpi, options.background)
    let encode = { @Sendable [threads] () throws -> [UInt8] in
      switch writer {
      case .codec(let codec):
        try ImageEncoder.encode(
          bitmap, as: codec, quality: quality, effort: effort, level: level, dpi: dpi, background: background,
          threads: threads)
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
        if isStopped() { throw LayerError(.cancelled, "the picture was cancelled") }
        if let made = result.wait(milliseconds: 10, { $0 }) { return try made.get() }
      }
    } catch { throw imageError(error, "a \(format.fileExtension) picture") }
  }

  /// The number of pixels that any encoder finishes faster than it could be stopped.
  private static let quicklyEncodedPixels = 1 << 18

  func hasRoom(_ bytes: Int) -> Bool { context.hasRoom(bytes) }

  func warn(_ rule: LayerWarning.Rule, _ message: String) { context.warn(rule, message) }

  /// Passes warnings of drawing on to the scene. Called on the scene's thread.
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

  /// Writes a bitmap to a picture file. The options must have been checked.
  package func write(_ bitmap: Bitmap, to path: String, as format: FileFormat, _ options: EncodingOptions) throws {
    let target = try context.pathForWriting(path)
    let bytes = try encode(bitmap, as: format, options)
    guard writesFiles else { return }
    try replaceFile(
      target, with: bytes, name: path, isNamed: context.files.isNamed(target), isStopped: context.isStopped)
  }

  /// Writes a sprite sheet: its texture to a path, and its description beside it as `.json`. The options must have been
  /// checked. The description replaces an old one after the texture does.
  ///
  /// - Returns: the texture's size in pixels.
  package func writeSheet(
    _ request: SheetRequest, to path: String, as format: FileFormat, _ options: EncodingOptions
  ) throws -> (width: Int, height: Int) {
    let descriptionPath = splitExtension(path).stem + ".json"
    _ = try context.pathForWriting(path)
    let place = try context.pathForWriting(descriptionPath)
    var reading = Reading(context.account, name: "", purpose: "the sheet")
    let sheet = try PackedSheet(request, &reading)
    let description = try sheet.description(textureName: lastName(of: path), &reading)
    try reading.take(sheet.width * sheet.height * 4)
    let texture = try sheet.texture()
    guard writesFiles else { return (sheet.width, sheet.height) }
    let file = try TemporaryFile(for: place, name: descriptionPath)
    try description.withUnsafeBytes { try file.write($0) }
    try write(texture, to: path, as: format, options)
    try file.commit()
    return (sheet.width, sheet.height)
  }

  package func check(
    _ options: EncodingOptions, for format: FileFormat, as content: FileFormat.Content = .picture, _ what: String
  ) throws {
    if let problem = options.problem(for: format, as: content) { throw LayerError("\(what): \(problem)") }
  }

  /// Writes bytes to a file atomically, if the configuration allows it.
  ///
  /// ```swift
  /// try renderer.write(Array("done\n".utf8), toPath: "report.txt")
  /// ```
  public func write(_ bytes: [UInt8], toPath path: String) throws {
    try hosting(path) {
      let target = try context.pathForWriting(path)
      try replaceFile(
        target, with: bytes, name: path, isNamed: context.files.isNamed(target), isStopped: context.isStopped)
    }
  }

  /// True if the path may be written and is an existing pipe or device, so that writing waits for its reader.
  package func isSpecialFile(_ path: String) -> Bool {
    var info = stat()
    guard let target = try? hosting(path, { try context.pathForWriting(path) }), lstat(target, &info) == 0 else {
      return false
    }
    return info.st_mode & S_IFMT != S_IFREG && info.st_mode & S_IFMT != S_IFDIR
  }

  /// True if a file of this name, relative to the script's folder, exists and may be read. The only folders that count
  /// are packages of Core Animation, by their extensions.
  package func canRead(_ path: String) -> Bool {
    guard let real = try? context.pathForReading(path) else { return false }
    return !images.isFolder(real) || [".ca", ".wallpaper"].contains { real.lowercased().hasSuffix($0) }
  }

  /// - Parameter take: charges memory before it is taken, in bytes.
  package func readFile(_ path: String, _ take: (Int) throws -> Void = { _ in }) throws -> [UInt8] {
    let real = try context.pathForReading(path)
    var taken = 0
    if let identity = FileIdentity(path: real) {
      taken = Int(clamping: identity.size)
      guard hasRoom(taken) else {
        throw LayerError(.limit, "file \"\(path)\" is too large for the memory that is left: \(taken) bytes")
      }
      // One that is too large is refused below.
      if taken <= configuration.fileSizeLimit { try take(taken) }
    }
    inputs?.note(real)
    let bytes = try readWholeFile(real, name: path, purpose: "file", limit: configuration.fileSizeLimit)
    // It may have grown meanwhile.
    if bytes.count > taken { try take(bytes.count - taken) }
    return bytes
  }
}

/// Formats a number of pixels, without a fraction if it is whole; values beyond the range of integers are allowed.
func pixelText(_ v: Double) -> String { v == v.rounded() && abs(v) < 1e15 ? "\(Int(clamping: v))" : "\(v)" }
func pixelText(_ size: Size) -> String { "\(pixelText(size.width))×\(pixelText(size.height))" }
