import LayerModel
import LayerRendering

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A share of a film to draw as files of single frames, with a manifest beside them.
package struct FrameJob {
  /// What the frames have in common; the script's hash is filled in.
  package var origin: FrameOrigin
  package var shard = Shard.whole
  /// Every frame of the film, with its time in seconds.
  package var frames: [(frame: Int, time: Double)]
  /// Where files and manifest go.
  package var folder: FrameFolder
  package var settings = RenderSettings()
  /// An extension: png, jpg, jpeg or webp.
  package var format = "png"
  /// The file's name for a frame's number.
  package var name: (Int) -> String

  package init(
    origin: FrameOrigin, shard: Shard, frames: [(frame: Int, time: Double)], folder: FrameFolder, settings: RenderSettings, format: String,
    name: @escaping (Int) -> String
  ) {
    self.origin = origin
    self.shard = shard
    self.frames = frames
    self.folder = folder
    self.settings = settings
    self.format = format
    self.name = name
  }
}

/// How far a share has come.
package struct FrameProgress: Equatable, Sendable {
  /// Frames that were drawn now, and that were found finished.
  package var drawn = 0
  package var skipped = 0
  /// Frames of the share.
  package var total = 0

  package init(drawn: Int = 0, skipped: Int = 0, total: Int = 0) {
    self.drawn = drawn
    self.skipped = skipped
    self.total = total
  }
}

extension Engine {
  /// Draws the frames of a share that are not finished.
  ///
  /// A frame is finished when its file is there with the size and digest that a manifest tells, and was drawn by this version from the same
  /// script, modules, arguments, seed and files. A frame's file takes its name when it is complete, and its line is appended after that.
  ///
  /// - Parameter onProgress: called before the first and after each frame.
  /// - Throws: `EngineError`; of kind `passing` when another process draws the same share.
  @discardableResult package func drawFrames(
    of layer: Layer, _ job: FrameJob, onProgress: (FrameProgress) -> Void = { _ in }
  ) throws(EngineError) -> FrameProgress {
    let inputs = renderer.inputs ?? InputLog()
    renderer.inputs = inputs
    var origin = job.origin
    origin.version = Engine.version
    origin.scriptHash = try scriptHash()
    try job.folder.make()
    let writer = try ManifestWriter(path: job.folder.manifest(for: job.shard))
    if let problem = writer.lockProblem { onWarning?(problem) }
    job.folder.removeTemporaries(except: job.shard)

    var finished = FinishedFrames(job.folder, scriptDirectory: renderer.configuration.files.scriptDirectory)
    finished.add(writer.manifest)
    // Shares of other sizes may have drawn frames of this one.
    for manifest in job.folder.manifests() where manifest.path != writer.manifest.path && manifest.shard.count != job.shard.count {
      finished.add(try FrameManifest(reading: manifest.path))
    }
    for (path, line, message) in finished.damages { onWarning?("\(path), line \(line): \(message); its frame is drawn again") }

    let share = job.frames.enumerated().filter { job.shard.takes($0.offset) }.map(\.element)
    var progress = FrameProgress(total: share.count)
    onProgress(progress)
    for (frame, time) in share {
      let name = job.name(frame)
      if try explaining({ try finished.contains(frame, time, name, origin) }) {
        progress.skipped += 1
        onProgress(progress)
        continue
      }
      let start = milliseconds()
      var settings = job.settings
      settings.time = time
      settings.frame = frame
      let image = try render(layer, settings)
      let written = try explaining {
        try FrameFile.write(
          image.bitmap, format: job.format, to: job.folder.path(name), through: job.folder.temporary(for: job.shard))
      }
      renderer.noteFonts()
      let files = try explaining { try inputs.files() }
      try writer.append(
        FrameRecord(
          frame: frame, time: time, file: name, size: written.size, sha256: written.digest.description, width: image.width,
          height: image.height, milliseconds: milliseconds() - start, origin: origin, inputs: inputDigests(files)))
      progress.drawn += 1
      onProgress(progress)
    }
    return progress
  }

  /// Starts to note the files that a script reads: to be called before it runs.
  package func recordInputs() { renderer.inputs = InputLog() }

  /// The digest of the script that ran last and of its modules, each with its name from the script's folder; the script's own counts not.
  private func scriptHash() throws(EngineError) -> String {
    var text = ""
    for (name, source) in host.code() { text += try explaining { "\(try Digest(of: source))  \(name)\n" } }
    return try explaining { try Digest(of: text).description }
  }

  /// The files by their paths from the script's folder, where they are below.
  private func inputDigests(_ files: [(path: String, digest: Digest)]) -> [String: String] {
    let folder = renderer.configuration.files.scriptDirectory + "/"
    return Dictionary(
      files.map { ($0.path.hasPrefix(folder) ? String($0.path.dropFirst(folder.count)) : $0.path, $0.digest.description) },
      uniquingKeysWith: { $1 })
  }

  /// Runs what belongs to the program itself: what it cannot read or write is no fault of the script.
  private func explaining<T>(_ body: () throws -> T) throws(EngineError) -> T {
    do { return try body() } catch {
      var error = EngineError(error)
      if error.kind == .script { error.kind = .file }
      throw error
    }
  }

  private func milliseconds() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) * 1e3 + Double(now.tv_nsec) / 1e6
  }
}
