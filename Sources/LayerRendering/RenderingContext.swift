// SPDX-License-Identifier: MIT
import Compositor
import ImageFiles
import LayerModel
import Outputs
import Parsing
import Raster
import SVGFiles

/// What becomes of a file that a picture may depend on.
package enum FileUse: Sendable {
  case read
  /// It was looked for, and is not there.
  case missed
}

/// What the parts of a renderer share: the configuration, the scene, the memory that is left, and the log of files.
final class RenderingContext {
  let configuration: LayerRenderer.Configuration
  /// The configuration's, with the folder of the script that runs.
  private(set) var files: FileAccess
  /// The path that the running call of the host's writes, as it named it.
  var hostFile: HostFile?
  /// Worker threads, the caller's included.
  let threads: Int
  weak var scene: Scene?
  weak var memoryBudget: (any MemoryBudget)?
  var isStopped: (@Sendable () -> Bool)?
  var inputs: InputLog?
  var onFile: ((_ path: String, _ use: FileUse) -> Void)?
  /// Decoded pictures, which are dropped for needed memory.
  var decoded: ImageCache
  /// Bitmaps of pictures of shapes.
  let pictures = SVGPictureCache()
  /// Draws SVG files that are more than shapes.
  let svgProgram: SVGProgram
  /// The masks of glyphs that pictures leave for the next ones, dropped for needed memory.
  let glyphAtlas = GlyphAtlas()
  /// The bytes of them that the budget is charged with.
  private var glyphCharge = 0
  let kept = KeptPictures()

  init(_ configuration: LayerRenderer.Configuration, threads: Int) {
    self.configuration = configuration
    files = configuration.files
    self.threads = threads
    decoded = ImageCache(byteLimit: configuration.imageCacheLimit)
    svgProgram = SVGProgram(
      setting: configuration.svgProgram, face: configuration.files.face, limits: configuration.svgLimits
    ) { pathOfProgram("pdftocairo") }
  }

  deinit { memoryBudget?.release(glyphCharge) }

  /// The account of the readers of files: the scene's, if there is one.
  var account: Account { scene?.account ?? Account(memoryBudget, isEnded: isStopped) }

  /// All threads, for the encoder of a single picture.
  var encodingThreads: EncodingThreads { encodingThreads(threads) }

  /// - Parameter count: threads, the caller's included.
  func encodingThreads(_ count: Int) -> EncodingThreads {
    EncodingThreads(count: count, isStopped: isStopped) { jobs, workers, body in
      Workers.run(jobs: jobs, workers: workers, body: body)
    }
  }

  var limits: SceneLimits { scene?.limits ?? SceneLimits() }

  func hasRoom(_ bytes: Int) -> Bool {
    guard let memoryBudget else { return true }
    if memoryBudget.hasRoom(for: bytes) { return true }
    decoded.removeAll()
    pictures.removeAll()
    glyphAtlas.removeAll()
    chargeGlyphs()
    kept.drop(to: 0)
    return memoryBudget.hasRoom(for: bytes)
  }

  /// Charges the budget with the masks of glyphs that are kept; on the scene's thread.
  func chargeGlyphs() {
    guard let memoryBudget else { return }
    let bytes = glyphAtlas.bytes
    if bytes > glyphCharge { memoryBudget.charge(bytes - glyphCharge) }
    if bytes < glyphCharge { memoryBudget.release(glyphCharge - bytes) }
    glyphCharge = bytes
  }

  /// Lets names start from the folder of a script that was given as a file; nil is the configuration's.
  func useScriptFolder(_ folder: String?) {
    files = folder.map { configuration.files.ofScript(in: $0) } ?? configuration.files
  }

  /// The real path of a file that may be written: by the script, or by the running call of the host's that named it.
  func pathForWriting(_ name: String) throws -> String {
    try files.pathForWriting(name, byHost: hostFile?.isNamed(name) == true)
  }

  /// The real path of an existing file that may be read; whoever listens hears of it.
  func pathForReading(_ name: String, purpose: String = "file") throws -> String {
    guard onFile != nil else { return try files.pathForReading(name, purpose: purpose) }
    do {
      let path = try files.pathForReading(name, purpose: purpose)
      onFile?(path, .read)
      // A link may come to lead elsewhere.
      if let shown = shownPath(name), shown != path { onFile?(shown, .read) }
      return path
    } catch {
      noteMissed(name)
      throw error
    }
  }

  /// Tells whoever listens of a file that was looked for in vain.
  func noteMissed(_ name: String) {
    if onFile != nil, let path = shownPath(name) { onFile?(path, .missed) }
  }

  /// The absolute path of a name as it is written; nil for one that may not be read.
  private func shownPath(_ name: String) -> String? {
    guard !name.isEmpty, !name.utf8.contains(0), name.utf8.count <= 4096 else { return nil }
    let path = normalized(absolute(name, in: files.scriptDirectory))
    return files.isReadable(path) ? path : nil
  }

  func checkStop() throws {
    if isStopped?() == true { throw LayerError(.cancelled, "the film was given up") }
  }

  func warn(_ rule: LayerWarning.Rule, _ message: String) { scene?.warn(rule, message) }

  /// Runs a service of the model's. What fails names its file, font or limit itself.
  func serving<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch var error as LayerError {
      error.isOfServices = true
      throw error
    }
  }
}

/// The file, or the numbered files, that a call of the host's names.
struct HostFile {
  private let path: String
  private let frames: FrameFileName?

  init(_ path: String) {
    self.path = path
    frames = try? FrameFileName(path)
  }

  func isNamed(_ name: String) -> Bool { name == path || frames?.frame(ofPath: name) != nil }
}
