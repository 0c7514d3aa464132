// SPDX-License-Identifier: MIT
import Compositor
import Films
import Formats
import ImageFiles
import LayerModel
import Messages
import Parsing
import Pixels
import Raster
import SVGFiles
import Sandbox
import SceneFiles

/// How a file that a picture may depend on was used.
package enum FileUse: Sendable {
  case read
  /// The file was looked up but does not exist.
  case missed
  /// The folder's files were listed.
  case listed
}

/// The state shared by the parts of a renderer: configuration, scene, memory budget, caches and file log.
final class RenderingContext: FilmContext {
  let configuration: LayerRenderer.Configuration
  /// The file-access policy: the configuration's, with the folder of the running script.
  private(set) var files: FileAccess
  /// The path, as given, that the host's running call writes; nil if there is none.
  var hostFile: HostFile?
  /// Number of threads, including the caller's.
  let threads: Int
  weak var scene: Scene?
  weak var memoryBudget: (any MemoryBudget)?
  var isStopped: (@Sendable () -> Bool)?
  var inputs: InputLog?
  var onFile: ((_ path: String, _ use: FileUse) -> Void)?
  /// The remarks about the packages that were read while settings were logged, with the packages' paths as given. They
  /// are findings instead of warnings.
  var packageNotes: [(path: String, note: PackageNote)] = []
  /// The cache of decoded images, which is evicted when memory is needed.
  var decoded: ImageCache
  /// The cache of rasterised SVG pictures.
  let pictures = SVGPictureCache()
  /// The helper program that draws SVG files that contain more than shapes.
  let svgProgram: SVGProgram
  /// The cache of glyph masks, shared between pictures and evicted when memory is needed.
  let glyphAtlas = GlyphAtlas()
  /// The cache of decoded images of sequences; nil until a scene file has one.
  private(set) var sequences: SequenceCache?
  /// The bytes of the glyph atlas and of the images of sequences that are charged to the budget.
  private var cacheCharge = 0
  let kept = PictureCache()
  /// True if ffmpeg may be started to decode film files.
  var mayReadClips = true

  init(_ configuration: LayerRenderer.Configuration, threads: Int) {
    self.configuration = configuration
    files = configuration.files
    self.threads = threads
    decoded = ImageCache(byteLimit: configuration.imageCacheLimit)
    svgProgram = SVGProgram(
      setting: configuration.svgProgram, face: configuration.files.face, limits: configuration.svgLimits
    ) { pathOfProgram(RuntimeDependency.pdfToCairo.file) }
  }

  deinit { memoryBudget?.release(cacheCharge) }

  /// Charges a budget from now on. One that was charged before ends.
  func useBudget(_ budget: (any MemoryBudget)?) {
    if memoryBudget !== budget { cacheCharge = 0 }
    memoryBudget = budget
  }

  /// The memory account of file parsers: the scene's, if there is one.
  var account: Account { scene?.account ?? Account(memoryBudget, isEnded: isStopped) }

  /// All threads, for encoding a single picture.
  var encodingThreads: EncodingThreads { encodingThreads(threads) }

  /// - Parameter count: the number of threads, including the caller's.
  func encodingThreads(_ count: Int) -> EncodingThreads {
    EncodingThreads(count: count, isStopped: isStopped) { jobs, workers, body in
      Workers.run(jobs: jobs, workers: workers, body: body)
    }
  }

  func encoder(_ format: FileFormat, _ options: EncodingOptions, threads: Int) -> (Bitmap) throws -> [UInt8] {
    let encoding = encodingThreads(threads)
    return { try LayerRenderer.encoded($0, format, options, threads: encoding) }
  }

  var limits: SceneLimits { scene?.limits ?? SceneLimits() }

  func hasRoom(_ bytes: Int) -> Bool {
    guard let memoryBudget else { return true }
    if memoryBudget.hasRoom(for: bytes) { return true }
    decoded.removeAll()
    pictures.removeAll()
    glyphAtlas.removeAll()
    sequences?.removeAll()
    chargeCaches()
    kept.drop(to: 0)
    return memoryBudget.hasRoom(for: bytes)
  }

  /// Charges the budget for the glyph atlas and the images of sequences. Called on the scene's thread.
  func chargeCaches() {
    guard let memoryBudget else { return }
    let bytes = glyphAtlas.bytes + (sequences?.bytes ?? 0)
    if bytes > cacheCharge { memoryBudget.charge(bytes - cacheCharge) }
    if bytes < cacheCharge { memoryBudget.release(cacheCharge - bytes) }
    cacheCharge = bytes
  }

  /// Returns the cache of decoded images of sequences.
  func sequenceCache() throws -> SequenceCache {
    if let sequences { return sequences }
    let cache = try SequenceCache(byteLimit: configuration.imageCacheLimit)
    sequences = cache
    return cache
  }

  /// Sets the base folder of names to that of a script run from a file; nil restores the configuration's.
  func useScriptFolder(_ folder: String?) {
    files = folder.map { configuration.files.ofScript(in: $0) } ?? configuration.files
  }

  /// Allows reading a folder, for a call of the host that names a file in it.
  func reading<Result>(_ folder: String, _ body: () throws -> Result) rethrows -> Result {
    let before = files
    files = files.reading(folder)
    defer { files = before }
    return try body()
  }

  /// Returns the real path of a file that may be written by the script, or by the host's running call that named it.
  func pathForWriting(_ name: String) throws -> String {
    try files.pathForWriting(name, byHost: hostFile?.isNamed(name) == true)
  }

  /// Returns the real path of an existing file that may be read, and reports it to `onFile`.
  func pathForReading(_ name: String, purpose: String = "file") throws -> String {
    guard onFile != nil else { return try files.pathForReading(name, purpose: purpose) }
    do {
      let path = try files.pathForReading(name, purpose: purpose)
      onFile?(path, .read)
      // Report the path in the script's folder too: it may be a link, whose target may change, or be missing, where a
      // new file would be read instead of the one found in another folder.
      if let shown = shownPath(name), shown != path { onFile?(shown, realPath(shown) == path ? .read : .missed) }
      return path
    } catch {
      noteMissed(name)
      throw error
    }
  }

  /// Reports a file that was not found to `onFile`.
  func noteMissed(_ name: String) {
    if onFile != nil, let path = shownPath(name) { onFile?(path, .missed) }
  }

  /// Returns the absolute path of a name without resolving links; nil if it may not be read.
  private func shownPath(_ name: String) -> String? {
    guard !name.isEmpty, !name.utf8.contains(0), name.utf8.count <= 4096 else { return nil }
    let path = normalized(absolute(name, in: files.scriptDirectory))
    return files.isReadable(path) ? path : nil
  }

  func checkStop() throws {
    if isStopped?() == true { throw LayerError(.cancelled, "the film was cancelled") }
  }

  func warn(_ rule: LayerWarning.Rule, _ message: String) { scene?.warn(rule, message) }

  /// The reader of messages: the author of the running script, else the programmer of the host.
  var reader: MessageReader { scene?.reader() ?? MessageReader(files.face) }

  /// Runs a service of the model, and marks its errors, which already name their file, font or limit.
  func serving<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch var error as LayerError {
      error.isOfServices = true
      throw error
    }
  }
}

/// The file, or the numbered files, that a call of the host names.
struct HostFile {
  private let path: String
  private let frames: FrameFileName?

  init(_ path: String) {
    self.path = path
    frames = try? FrameFileName(path)
  }

  func isNamed(_ name: String) -> Bool { name == path || frames?.frame(ofPath: name) != nil }
}
