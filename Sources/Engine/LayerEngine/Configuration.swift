// SPDX-License-Identifier: MIT
import LayerModel
import Messages

extension Engine {
  /// The configuration of an engine. Every engine has its own; nothing is shared between engines.
  ///
  /// ```swift
  /// let engine = try Engine(Engine.Configuration(timeLimit: 10, workingDirectory: "out"))
  /// ```
  public struct Configuration: Sendable {
    /// Maximum memory, in bytes, of Lua's heap plus the pixels, layers and paths that scripts own. Nil is unlimited.
    /// Default 2 GiB.
    public var memoryLimit: Int? = 2 << 30
    /// Wall time, in seconds, that a `run` or `call` and all pictures rendered after it may take together. Time between
    /// the host's calls does not count. Only a `run` or `call` resets it, so a host that renders for hours after one
    /// script reaches the limit; such a host should set `callTimeLimit` instead. With `endsProcessAtTimeLimit` it is a
    /// single budget that starts with the first run. Nil is unlimited. Default nil.
    public var timeLimit: Double?
    /// Wall time, in seconds, that each call by the host may take: a `run`, a `call`, a picture or a film. If
    /// `timeLimit` is also set, both apply. Ignored with `endsProcessAtTimeLimit`. Nil is unlimited. Default nil.
    public var callTimeLimit: Double?
    /// Limits other than memory and time.
    public var limits = Limits()
    /// Folders that scripts may read in addition to their own. Default none.
    public var readableDirectories: [String] = []
    /// Folders that scripts may write in addition to `workingDirectory`. Default none.
    public var writableDirectories: [String] = []
    /// Individual files that scripts may write, in any folder. Default none.
    public var writableFiles: [String] = []
    /// Folders that are searched for fonts before the installed ones.
    public var fontDirectories: [String] = []
    /// Folders that are searched for hyphenation dictionaries, such as `hyph_de_DE.dic`, before the installed one.
    public var hyphenDirectories: [String] = []
    /// The path of the helper program layerlua-svg, which draws SVG files that contain more than shapes (such as text
    /// and masks) and converts pages of PDF files. Default nil: it is looked up next to the library or program that
    /// the engine is linked into, and in `libexec/layerlua` of its prefix. A package that embeds the engine sets this
    /// path; `swift build --product layerlua-svg` builds the program.
    public var svgProgram: String?
    /// Rules whose warnings are not reported. Default none.
    public var allowedWarnings: Set<LayerWarning.Rule> = []
    /// The seed of `math.random`. Default 0.
    public var seed: UInt64 = 0
    /// Number of drawing threads, including the caller's, at most 1,024; 0 is one per processor. Output is identical
    /// for every number of threads.
    public var threads = 0
    static let mostThreads = 1024
    /// Maximum size, in bytes, of the cache of rendered pictures. The next picture of a cached layer repaints only what
    /// changed; 0 disables the cache. Under a memory limit the cache takes at most a quarter of the remaining memory.
    /// It does not affect output. Default 64 MiB.
    public var keptPictureLimit = 64 << 20
    /// The base folder of relative file names that scripts read; scripts may read this folder. `"."` is the process's
    /// working directory. Default nil: a script run from a file (`run(file:)`) may read its own folder, and one run
    /// from text may read none. In the latter case names are relative to the process's working directory and are
    /// readable only within `readableDirectories`.
    public var scriptDirectory: String?
    /// The base folder of relative file names that are written; scripts may write in this folder. `"."` is the
    /// process's working directory. Default nil: scripts write no files, and names in the host's own calls, such as
    /// `write(_:to:)`, are relative to the process's working directory.
    public var workingDirectory: String?
    /// True if layers' links (`link`) in PDF and SVG files may use any URL. Otherwise only http, https, mailto, tel,
    /// `#` and relative addresses are written, and a warning names the links that are dropped. `isTrusted` implies it.
    /// Default false.
    public var allowsAllLinks = false
    /// True to disable the sandbox. Only for scripts that are as trustworthy as the program itself. Default false.
    public var isTrusted = false
    /// True if the process exits with code 3 when a script or render has not returned one second after its time limit.
    /// For programs that run one script. If false, running work is only asked to stop, by a signal to its thread.
    /// Default false.
    public var endsProcessAtTimeLimit = false
    /// The names by which messages refer to these settings. Default Swift's.
    package var face = HostFace.swift

    /// Creates a configuration; omitted arguments have their defaults.
    public init(
      memoryLimit: Int? = 2 << 30, timeLimit: Double? = nil, callTimeLimit: Double? = nil,
      readableDirectories: [String] = [],
      writableDirectories: [String] = [],
      writableFiles: [String] = [], fontDirectories: [String] = [],
      hyphenDirectories: [String] = [], seed: UInt64 = 0, threads: Int = 0,
      scriptDirectory: String? = nil,
      workingDirectory: String? = nil, isTrusted: Bool = false, endsProcessAtTimeLimit: Bool = false,
      limits: Limits = Limits(),
      allowedWarnings: Set<LayerWarning.Rule> = [], allowsAllLinks: Bool = false, svgProgram: String? = nil
    ) {
      self.allowsAllLinks = allowsAllLinks
      self.svgProgram = svgProgram
      self.allowedWarnings = allowedWarnings
      self.memoryLimit = memoryLimit
      self.timeLimit = timeLimit
      self.callTimeLimit = callTimeLimit
      self.readableDirectories = readableDirectories
      self.writableDirectories = writableDirectories
      self.writableFiles = writableFiles
      self.fontDirectories = fontDirectories
      self.hyphenDirectories = hyphenDirectories
      self.seed = seed
      self.threads = threads
      self.scriptDirectory = scriptDirectory
      self.workingDirectory = workingDirectory
      self.isTrusted = isTrusted
      self.endsProcessAtTimeLimit = endsProcessAtTimeLimit
      self.limits = limits
    }
  }
}

extension Engine.Configuration {
  /// The limits of a script other than memory and time. Exceeding one is an error of kind `limit` that names the limit
  /// and its value; it is raised before any memory is allocated.
  public struct Limits: Sendable, Equatable {
    /// Maximum pixels of one picture. Default 4,294,967,296, which is also the largest value. Only PNG and JPEG files
    /// can reach it, since they are written in strips; any other picture has at most 268,435,456.
    public var pixels = SceneLimits().pixels
    /// Maximum total pixels of all off-screen surfaces of one picture (shadows, rasterised layers). Default
    /// 134,217,728.
    public var surfacePixels = SceneLimits().surfacePixels
    /// Maximum number of live layers. Default 2,000,000.
    public var layers = 2_000_000
    /// Maximum layers in one picture, counting every replicator instance. Default 1,000,000.
    public var replicatedLayers = SceneLimits().replicatedLayers
    /// Maximum live particles of one emitter layer. Default 1,000,000.
    public var particles = SceneLimits().particles
    /// Maximum segments of one path. Default 10,000,000.
    public var pathSegments = SceneLimits().pathSegments
    /// Maximum operations recorded by one drawing. Default 1,000,000.
    public var drawingOperations = SceneLimits().drawingOperations
    /// Maximum pixels of one image that is read or created. Default 268,435,456, which is also the largest value.
    public var imagePixels = SceneLimits().imagePixels
    /// Maximum length of one laid-out text, in UTF-8 bytes. Default 4,194,304, which is also the largest value.
    public var textLength = SceneLimits().textLength
    /// Maximum frames of one film. Default 1,000,000.
    public var frames = 1_000_000
    /// Maximum size of one file that is read, in bytes. Default 268,435,456.
    public var fileSize = 268_435_456
    /// Maximum bytes that scripts print or pass to `warn` between one `run` or `call` and the next, including during
    /// the pictures between them. Ignored with `isTrusted`. Default 67,108,864.
    public var printedBytes = 67_108_864

    /// Creates limits; omitted arguments have their defaults.
    public init(
      pixels: Int? = nil, surfacePixels: Int? = nil, layers: Int? = nil, replicatedLayers: Int? = nil,
      particles: Int? = nil, pathSegments: Int? = nil, drawingOperations: Int? = nil, imagePixels: Int? = nil,
      textLength: Int? = nil, frames: Int? = nil, fileSize: Int? = nil, printedBytes: Int? = nil
    ) {
      if let pixels { self.pixels = pixels }
      if let surfacePixels { self.surfacePixels = surfacePixels }
      if let layers { self.layers = layers }
      if let replicatedLayers { self.replicatedLayers = replicatedLayers }
      if let particles { self.particles = particles }
      if let pathSegments { self.pathSegments = pathSegments }
      if let drawingOperations { self.drawingOperations = drawingOperations }
      if let imagePixels { self.imagePixels = imagePixels }
      if let textLength { self.textLength = textLength }
      if let frames { self.frames = frames }
      if let fileSize { self.fileSize = fileSize }
      if let printedBytes { self.printedBytes = printedBytes }
    }

    var ofScene: SceneLimits {
      var limits = SceneLimits()
      limits.pixels = pixels
      limits.surfacePixels = surfacePixels
      limits.replicatedLayers = replicatedLayers
      limits.particles = particles
      limits.pathSegments = pathSegments
      limits.drawingOperations = drawingOperations
      limits.imagePixels = imagePixels
      limits.textLength = textLength
      return limits
    }
  }
}

/// The arguments of a script, which it reads as `ca.args`.
public struct ScriptArguments: Sendable {
  /// Positional arguments: `ca.args[1]`, `ca.args[2]`…
  public var positional: [String]
  /// Named arguments: `ca.args.name`. If a name occurs more than once, the last one is used.
  public var named: [(name: String, value: String)]

  /// Creates an empty list of arguments.
  public init() { self.init(positional: [], named: []) }

  /// Creates positional and named arguments.
  public init(positional: [String] = [], named: [(name: String, value: String)] = []) {
    self.positional = positional
    self.named = named
  }
}

extension ScriptArguments: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
  /// Creates named arguments: `["title": "Tea"]`.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(named: elements.map { (name: $0.0, value: $0.1) })
  }

  /// Creates positional arguments: `["tea", "cake"]`.
  public init(arrayLiteral elements: String...) { self.init(positional: elements) }
}
