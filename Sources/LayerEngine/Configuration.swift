// SPDX-License-Identifier: MIT
import LayerModel
import Wording

extension Engine {
  /// The configuration of an engine. Every engine has its own; nothing is shared between engines.
  public struct Configuration: Sendable {
    /// Bytes of Lua's heap and of the pixels, layers and paths that a script owns; nil is unlimited. Default 2 GiB.
    public var memoryLimit: Int? = 2 << 30
    /// Seconds of wall time that a `run` or `call` and the pictures after it may take together; the host's work in between
    /// does not count. Only a `run` or `call` sets it back: a host that draws for hours after one script comes to its
    /// end, and had better set `callTimeLimit`. With `endsProcessAtTimeLimit` it is one time for all, from the first run.
    /// Nil is unlimited. Default nil.
    public var timeLimit: Double?
    /// Seconds of wall time that each call of the host's may take: a `run`, a `call`, a picture, a film. Both limits hold
    /// where both are given. Not used with `endsProcessAtTimeLimit`. Nil is unlimited. Default nil.
    public var callTimeLimit: Double?
    /// The other limits of a script.
    public var limits = Limits()
    /// Folders that scripts may read in addition to their own. Default none.
    public var readableDirectories: [String] = []
    /// Folders that scripts may write in addition to `workingDirectory`. Default none.
    public var writableDirectories: [String] = []
    /// Single files that scripts may write in any folder. Default none.
    public var writableFiles: [String] = []
    /// Folders that are searched for fonts before the installed ones.
    public var fontDirectories: [String] = []
    /// Folders that are searched for files of hyphens, such as `hyph_de_DE.dic`, before the installed one.
    public var hyphenDirectories: [String] = []
    /// The path of the program layerlua-svg, which draws SVG files that have more than shapes, such as text and masks,
    /// and reads pages of PDF files. Default nil: it is looked for beside the library or program that the engine is
    /// linked into, and in `libexec/layerlua` of its prefix. A package that embeds the engine names it, as
    /// `swift build --product layerlua-svg` makes it.
    public var svgProgram: String?
    /// Rules whose warnings are not reported. Default none.
    public var allowedWarnings: Set<LayerWarning.Rule> = []
    /// The seed of `math.random`. Default 0.
    public var seed: UInt64 = 0
    /// Threads that draw, the caller's included, at most 1,024; 0 is one per processor. The picture is the same for every
    /// number.
    public var threads = 0
    static let mostThreads = 1024
    /// The most bytes of pictures that are kept from one to the next, which then paints only what changed; 0 keeps none.
    /// Where memory is limited, no more than a quarter of what is left is kept. It changes no picture. Default 64 MiB.
    public var keptPictureLimit = 64 << 20
    /// The folder from which file names that scripts read start, and which they may read; `"."` is the process's working
    /// directory. Default nil: a script that is given as a file (`run(file:)`) reads its own folder, and one that is
    /// given as text none. Its names then start from the process's working directory, and lead to files only where
    /// `readableDirectories` allow them.
    public var scriptDirectory: String?
    /// The folder from which file names that are written start, and in which scripts may write; `"."` is the process's
    /// working directory. Default nil: scripts write no files, and the names of the host's own calls, such as
    /// `write(_:to:)`, start from the process's working directory.
    public var workingDirectory: String?
    /// Whether the links of layers (`link`) may lead anywhere in PDF and SVG files. Otherwise only those to http, https,
    /// mailto, tel, `#` and relative addresses are written, and a warning names the others. `isTrusted` allows all.
    /// Default false.
    public var allowsAllLinks = false
    /// Whether there is no sandbox. Only for scripts that are as trustworthy as the program itself.
    public var isTrusted = false
    /// Whether a script or render that does not return within a second after its time is over ends the process with exit
    /// code 3. For programs that run one script. False only requests the running work to end, by a signal to its thread.
    /// Default false.
    public var endsProcessAtTimeLimit = false
    /// By which names messages call these settings. Default Swift's.
    package var face = HostFace.swift

    /// A configuration with the defaults for what is not named.
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
  /// The limits of a script other than memory and time. Exceeding one is an error of kind `limit` that names it and its
  /// value, before any memory is allocated.
  public struct Limits: Sendable, Equatable {
    /// Pixels of one picture. Default 4,294,967,296, which is also the largest value, and is reached by PNG and JPEG
    /// files alone, which are written in strips; any other picture has at most 268,435,456.
    public var pixels = SceneLimits().pixels
    /// Pixels of all off-screen surfaces of one picture: shadows, rasterised layers. Default 134,217,728.
    public var surfacePixels = SceneLimits().surfacePixels
    /// Layers that live at once. Default 2,000,000.
    public var layers = 2_000_000
    /// Layers that one picture shows, each instance of a replicator counted. Default 1,000,000.
    public var replicatedLayers = SceneLimits().replicatedLayers
    /// Particles of one emitter layer at one time. Default 1,000,000.
    public var particles = SceneLimits().particles
    /// Segments of one path. Default 10,000,000.
    public var pathSegments = SceneLimits().pathSegments
    /// Operations that one drawing records. Default 1,000,000.
    public var drawingOperations = SceneLimits().drawingOperations
    /// Pixels of one image that is read or made. Default 268,435,456, which is also the largest value.
    public var imagePixels = SceneLimits().imagePixels
    /// Bytes in UTF-8 of one text that is laid out. Default 4,194,304, which is also the largest value.
    public var textLength = SceneLimits().textLength
    /// Frames of one film. Default 1,000,000.
    public var frames = 1_000_000
    /// Bytes of one file that is read. Default 268,435,456.
    public var fileSize = 268_435_456
    /// Bytes that scripts print, and say by `warn`, from one `run` or `call` to the next, the pictures between them
    /// included; with `isTrusted` there is no limit. Default 67,108,864.
    public var printedBytes = 67_108_864

    /// Limits with the defaults for what is not named.
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

/// The contents of `ca.args` in a script.
public struct ScriptArguments: Sendable {
  /// `ca.args[1]`, `ca.args[2]`…
  public var positional: [String]
  /// `ca.args.name`; the last of equal names is used.
  public var named: [(name: String, value: String)]

  /// No arguments.
  public init() { self.init(positional: [], named: []) }

  /// Arguments without and with names.
  public init(positional: [String] = [], named: [(name: String, value: String)] = []) {
    self.positional = positional
    self.named = named
  }
}

extension ScriptArguments: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
  /// Named arguments: `["title": "Tea"]`.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(named: elements.map { (name: $0.0, value: $0.1) })
  }

  /// Arguments without names: `["tea", "cake"]`.
  public init(arrayLiteral elements: String...) { self.init(positional: elements) }
}
