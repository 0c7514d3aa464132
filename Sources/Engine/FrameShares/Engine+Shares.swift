// SPDX-License-Identifier: MIT
import Films
import Formats
import LayerEngine
import LayerModel
import LayerRendering
import Messages

/// A job that draws one share of a film's frames into single files, with a manifest next to them.
package struct FrameJob {
  /// The script's name, seed and arguments; the rest is filled in.
  package var origin: FrameOrigin
  package var shard = Shard.whole
  package var film = FilmRequest()
  package var picture = RenderOptions()
  /// The pattern of the file names, such as `frames/frame-{0000}.png`. A missing folder is created.
  package var output: String

  package init(
    origin: FrameOrigin, shard: Shard = .whole, film: FilmRequest, picture: RenderOptions = RenderOptions(),
    output: String
  ) {
    self.origin = origin
    self.shard = shard
    self.film = film
    self.picture = picture
    self.output = output
  }

  /// The folder of the files, and their name pattern in it.
  var place: (folder: FrameFolder, pattern: String) {
    let pattern = lastName(of: output)
    let stem = pattern.firstIndex(of: "{").map { String(pattern[..<$0]) } ?? pattern
    return (FrameFolder(path: parent(of: output), stem: stem), pattern)
  }

  /// - Throws: `EngineError` of kind `usage` if `output` is not a pattern of numbered pictures.
  func names() throws(EngineError) -> (FrameFileName, FileFormat) {
    var target: Destination?
    do throws(DestinationError) { target = try Destination(output, isFilm: false) } catch {
      if case .film(let error) = error { throw EngineError(.usage, error.message) }
    }
    if case .film(.frames(let name, let format)) = target {
      guard format.vector == nil else {
        throw EngineError(
          .usage,
          "\"\(output)\": frames of shares must be pictures, to be joined: use "
            + "\(alternatives(FileFormat.names(.picture) { $0.isReadable })); layerlua SCRIPT -o \(output) --fps … "
            + "draws all frames as pages")
      }
      return (name, format)
    }
    throw EngineError(
      .usage, "\"\(output)\" is the name of one file; number the frames, such as frames/frame-{0000}.png")
  }
}

/// The progress of drawing a share.
package struct FrameProgress: Equatable, Sendable {
  /// The number of frames drawn in this run, and of those skipped because they were already finished.
  package var drawn = 0
  package var skipped = 0
  /// The number of frames in the share.
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
  /// A frame is finished if its file has the size and digest that a manifest records, and was drawn by this version
  /// from identical script, modules, arguments, seed and files. A frame's file is renamed into place when it is
  /// complete, and its manifest line is appended after that.
  ///
  /// - Parameter onProgress: called before the first and after each frame.
  /// - Throws: `EngineError`; of kind `temporary` if another process is drawing this share.
  @discardableResult package func drawFrames(
    of layer: Layer, _ job: FrameJob, onProgress: (FrameProgress) -> Void = { _ in }
  ) throws(EngineError) -> FrameProgress {
    let (name, format) = try job.names()
    let plan: FilmPlan
    do { plan = try layer.filmPlan(job.film) } catch { throw explained(error) }
    let (folder, pattern) = job.place

    let inputs = renderer.inputs ?? InputLog()
    renderer.inputs = inputs
    var origin = job.origin
    origin.version = Engine.version
    origin.scriptHash = try scriptHash()
    origin.fps = plan.timing.framesPerSecond
    origin.from = plan.timing.start
    origin.frames = plan.frames.description
    origin.pattern = pattern
    try folder.make()
    let writer = try ManifestWriter(path: folder.manifest(for: job.shard))
    if let problem = writer.lockProblem { scene.warnAgain(.framesUnlocked, problem) }
    folder.removeTemporaries(except: job.shard)
    try keepSounds(of: layer, plan, job.film, folder)
    var finished = try finishedFrames(folder, writer.manifest, job.shard)

    let share = plan.frames.enumerated().filter { job.shard.takes($0.offset) }.map(\.element)
    var rest = share[...]
    var progress = FrameProgress(total: share.count)
    onProgress(progress)
    try working {
      do {
        try renderer.writeFrames(of: layer, plan, job.picture, as: format) {
          while let frame = rest.popFirst() {
            let path = name.path(ofFrame: frame)
            guard
              try finished.contains(
                frame, time: plan.timing.time(ofFrame: frame), name: lastName(of: path), origin: origin)
            else {
              return FrameFileRequest(
                frame: frame, path: path, temporary: folder.temporary(for: job.shard, frame: frame))
            }
            progress.skipped += 1
            onProgress(progress)
          }
          return nil
        } ready: { request in
          renderer.noteFonts()
          let read = inputDigests(try inputs.files())
          let time = plan.timing.time(ofFrame: request.frame)
          return { [origin] written in
            try writer.append(
              FrameRecord(
                frame: request.frame, time: time, file: lastName(of: request.path), size: written.size,
                sha256: written.digest.description, width: written.width,
                height: written.height, milliseconds: written.milliseconds, origin: origin, inputs: read))
          }
        } progress: { written in
          try checkInterruption()
          guard written > progress.drawn else { return }
          progress.drawn = written
          onProgress(progress)
        }
      } catch let error as FrameFileError { throw EngineError(ofFile: error.error) }
    }
    return progress
  }

  /// Stores the sounds of the film next to its frames, for joining, and warns of those of clips, which are not stored.
  private func keepSounds(
    of layer: Layer, _ plan: FilmPlan, _ film: FilmRequest, _ folder: FrameFolder
  ) throws(EngineError) {
    do { try FrameSounds.write(film.sounds ?? scene.filmSounds, to: folder, renderer.configuration.files) } catch {
      throw explained(error)
    }
    guard let last = plan.frames.last else { return }
    let clips = layer.clipSounds(
      from: plan.timing.start, to: plan.timing.time(ofFrame: last + 1), atMost: FilmSound.most)
    guard let clip = clips.first else { return }
    scene.warnAgain(
      .film,
      "the sound of \"\(clip.file)\" is not kept with single frames, so the joined film is without it; give it to "
        + "layerlua join with --sound, or set muted = true")
  }

  /// Collects from a folder's manifests the finished frames that may belong to a share.
  private func finishedFrames(_ folder: FrameFolder, _ own: FrameManifest, _ shard: Shard) throws(EngineError)
    -> FinishedFrames
  {
    var finished = FinishedFrames(folder, scriptDirectory: renderer.configuration.files.scriptDirectory)
    finished.add(own)
    // Manifests with the same share count contain other frames; with another count, they may contain frames of this
    // share.
    for manifest in folder.manifests() where manifest.path != own.path && manifest.shard.count != shard.count {
      finished.add(try FrameManifest(reading: manifest.path))
    }
    for (path, line, message) in finished.damages {
      scene.warnAgain(.framesDamaged, "\(path), line \(line): \(message); its frame is drawn again")
    }
    return finished
  }

  /// Starts recording the files that a script reads. Must be called before the script runs.
  package func recordInputs() { renderer.inputs = InputLog() }

  /// Returns the digest of the last script and its modules, each with its name from the script's folder; the script's
  /// own name is ignored.
  private func scriptHash() throws(EngineError) -> String {
    var text = ""
    for (name, source) in loadedScripts { text += try explaining { "\(try Digest(of: source))  \(name)\n" } }
    return try explaining { try Digest(of: text).description }
  }

  /// Returns the digests of files by path, relative to the script's folder for files below it.
  private func inputDigests(_ files: [(path: String, digest: Digest)]) -> [String: String] {
    let folder = renderer.configuration.files.scriptDirectory + "/"
    return Dictionary(
      files.map {
        ($0.path.hasPrefix(folder) ? String($0.path.dropFirst(folder.count)) : $0.path, $0.digest.description)
      },
      uniquingKeysWith: { $1 })
  }

  /// Runs work of the program itself; its file errors are not attributed to the script.
  private func explaining<T>(_ body: () throws -> T) throws(EngineError) -> T {
    do { return try body() } catch { throw EngineError(ofFile: error) }
  }
}
