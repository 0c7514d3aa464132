// SPDX-License-Identifier: MIT
import LayerModel
import LayerRendering
import Messages
import Sandbox

extension Engine {
  /// The configuration of an engine. Every engine has its own; nothing is shared between engines.
  ///
  /// ```swift
  /// let engine = try Engine(Engine.Configuration(timeLimit: 10, workingDirectory: "out"))
  /// ```
  /// The renderer's settings (fonts, threads, the picture cache, links; see `LayerRenderer.Configuration`) are members
  /// of this configuration too:
  ///
  /// ```swift
  /// var configuration = Engine.Configuration()
  /// configuration.threads = 1             // configuration.rendering.threads
  /// configuration.keptPictureLimit = 0    // no picture cache
  /// ```
  @dynamicMemberLookup public struct Configuration: Sendable {
    /// The settings of the engine's renderer. Its `files` and `fileSizeLimit` are ignored: the engine derives them from
    /// the folders and limits below.
    public var rendering = LayerRenderer.Configuration()
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
    /// Rules whose warnings are not reported. Default none.
    public var allowedWarnings: Set<LayerWarning.Rule> = []
    /// The seed of `math.random`. Default 0.
    public var seed: UInt64 = 0
    static let mostThreads = 1024
    /// The base folder of relative file names that scripts read; scripts may read this folder. `"."` is the process's
    /// working directory. Default nil: a script run from a file (`run(file:)`) may read its own folder, and one run
    /// from text may read none. In the latter case names are relative to the process's working directory and are
    /// readable only within `readableDirectories`.
    public var scriptDirectory: String?
    /// The base folder of relative file names that are written; scripts may write in this folder. `"."` is the
    /// process's working directory. Default nil: scripts write no files, and names in the host's own calls, such as
    /// `write(_:to:)`, are relative to the process's working directory.
    public var workingDirectory: String?
    /// True to disable the sandbox, and to allow all links (`allowsAllLinks`). Only for scripts that are as trustworthy
    /// as the program itself. Default false.
    public var isTrusted = false
    /// True if ffmpeg may be started to decode the film files of an untrusted script's player layers. Default false.
    public var mayReadClips = false
    /// True if the process exits with code 3 when a script or render has not returned one second after its time limit.
    /// For programs that run one script. If false, running work is only asked to stop, by a signal to its thread.
    /// Default false.
    public var endsProcessAtTimeLimit = false
    /// The names by which messages refer to these settings. Default Swift's.
    package var face = HostFace.swift

    /// Creates a configuration; omitted arguments have their defaults.
    ///
    /// ```swift
    /// let configuration = Engine.Configuration(
    ///   memoryLimit: 256 << 20, timeLimit: 5, readableDirectories: ["fonts", "photos"], scriptDirectory: "scenes",
    ///   workingDirectory: "out")
    /// ```
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
      rendering = LayerRenderer.Configuration(
        fontDirectories: fontDirectories, hyphenDirectories: hyphenDirectories, threads: threads,
        svgProgram: svgProgram, allowsAllLinks: allowsAllLinks)
      self.allowedWarnings = allowedWarnings
      self.memoryLimit = memoryLimit
      self.timeLimit = timeLimit
      self.callTimeLimit = callTimeLimit
      self.readableDirectories = readableDirectories
      self.writableDirectories = writableDirectories
      self.writableFiles = writableFiles
      self.seed = seed
      self.scriptDirectory = scriptDirectory
      self.workingDirectory = workingDirectory
      self.isTrusted = isTrusted
      self.endsProcessAtTimeLimit = endsProcessAtTimeLimit
      self.limits = limits
    }

    /// Accesses a setting of the renderer.
    public subscript<Value>(dynamicMember member: WritableKeyPath<LayerRenderer.Configuration, Value>) -> Value {
      get { rendering[keyPath: member] }
      set { rendering[keyPath: member] = newValue }
    }

    /// The renderer's configuration for this engine, with the sandbox's files and limits.
    var ofRenderer: LayerRenderer.Configuration {
      var result = rendering
      result.files = FileAccess(
        scriptDirectory: scriptDirectory, workingDirectory: workingDirectory,
        readableDirectories: readableDirectories, writableDirectories: writableDirectories,
        writableFiles: writableFiles, isUnrestricted: isTrusted)
      result.files.face = face
      result.fileSizeLimit = max(limits.fileSize, 0)
      result.allowsAllLinks = rendering.allowsAllLinks || isTrusted
      return result
    }
  }
}

extension Engine.Configuration {
  /// The limits of a script other than memory and time. Exceeding one is an error of kind `limit` that names the limit
  /// and its value; it is raised before any memory is allocated.
  ///
  /// ```swift
  /// let limits = Engine.Configuration.Limits(pixels: 1 << 24, printedBytes: 1 << 20)
  /// let engine = try Engine(Engine.Configuration(limits: limits))
  /// ```
  /// The limits of one picture, path, image or text (see `SceneLimits`) are members too: `limits.pixels`.
  @dynamicMemberLookup public struct Limits: Sendable, Equatable {
    /// The limits of one picture, path, image or text.
    public var scene = SceneLimits()
    /// Maximum number of live layers. Default 2,000,000.
    public var layers = 2_000_000
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
      if let pixels { scene.pixels = pixels }
      if let surfacePixels { scene.surfacePixels = surfacePixels }
      if let layers { self.layers = layers }
      if let replicatedLayers { scene.replicatedLayers = replicatedLayers }
      if let particles { scene.particles = particles }
      if let pathSegments { scene.pathSegments = pathSegments }
      if let drawingOperations { scene.drawingOperations = drawingOperations }
      if let imagePixels { scene.imagePixels = imagePixels }
      if let textLength { scene.textLength = textLength }
      if let frames { self.frames = frames }
      if let fileSize { self.fileSize = fileSize }
      if let printedBytes { self.printedBytes = printedBytes }
    }

    /// Accesses a limit of one picture, path, image or text.
    public subscript(dynamicMember limit: WritableKeyPath<SceneLimits, Int>) -> Int {
      get { scene[keyPath: limit] }
      set { scene[keyPath: limit] = newValue }
    }
  }
}

/// The arguments of a script, which it reads as `ca.args`.
///
/// ```swift
/// var arguments: ScriptArguments = ["title": "Tea for two"]
/// arguments.positional = ["first", "second"]
/// // In the script: ca.args.title and ca.args[1]
/// try engine.run(file: "card.lua", arguments: arguments)
/// ```
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
