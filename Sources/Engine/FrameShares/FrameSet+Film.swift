// SPDX-License-Identifier: MIT
import Films
import Formats
import LayerEngine
import LayerModel
import LayerRendering
import Messages
import Sandbox

extension FrameSet {
  /// Reads the manifests in folders, or individual manifests, and verifies all files that they list.
  ///
  /// - Parameters:
  ///   - places: folders and manifests.
  ///   - frames: the wanted frames of the film; nil is all.
  /// - Throws: `EngineError`.
  package init(at places: [String], frames: FrameList? = nil, threads: Int = 0) throws(EngineError) {
    var wanted: [Int]?
    if let frames {
      guard !frames.isOpen else {
        throw EngineError(.usage, "frames: expected a range with an end, such as 0-119, got \"\(frames)\"")
      }
      guard frames.count <= FilmPlan.frameLimit else {
        throw EngineError(.limit, "a film has at most \(FilmPlan.frameLimit) frames")
      }
      wanted = Array(frames)
    }
    let renderer = LayerRenderer(configuration: LayerRenderer.Configuration(threads: threads))
    try self.init(manifests: try FrameFolder.manifests(at: places), frames: wanted) { renderer.concurrently($0, $1) }
  }

  /// A description of the film: `0-119, 1280×720 pixels, 60 frames/s, 1 manifest`.
  package var summary: String {
    let size = records.first.map { ", \($0.width)×\($0.height) pixels" } ?? ""
    return
      "\(FrameList(numbers: expected))\(size), \(exactText(origin.fps)) frames/s, "
      + "\(manifestCount == 1 ? "1 manifest" : "\(manifestCount) manifests")"
  }

  /// Joins the frames into a film. The set must have no problems.
  ///
  /// - Parameters:
  ///   - fps: frames per second; nil is the rate that they were drawn for.
  ///   - target: the parsed path.
  ///   - sounds: the sounds; nil for those that the frames were drawn with. Names are paths.
  ///   - onProgress: called periodically on this thread.
  /// - Throws: `EngineError`.
  @discardableResult package func join(
    to path: String, _ target: FilmTarget, fps: Double? = nil, sounds: [FilmSound]? = nil, threads: Int = 0,
    allowing rules: Set<LayerWarning.Rule> = [], onWarning: @escaping (LayerWarning) -> Void = { _ in },
    onProgress: (FilmProgress) -> Void = { _ in }
  ) throws(EngineError) -> FilmFacts {
    let files = FileAccess(
      readableDirectories: manifests.map { parent(of: $0.path) } + (sounds ?? []).map(\.file), writableFiles: [path])
    let renderer = LayerRenderer(configuration: LayerRenderer.Configuration(threads: threads, files: files))
    let scene = renderer.makeScene()
    scene.onWarning = onWarning
    scene.allowedWarnings = rules
    let byFrame = Dictionary(records.map { ($0.frame, (self.path(of: $0), $0.sha256)) }, uniquingKeysWith: { $1 })
    do {
      var job = FilmJob(
        frames: FrameList(numbers: expected), framesPerSecond: fps ?? origin.fps, path: path, target: target,
        encoding: EncodingOptions())
      job.sounds = try sounds ?? keptSounds()
      job.offset = Double(expected.first ?? 0) / job.framesPerSecond
      if sounds == nil, !job.sounds.isEmpty, !target.holdsSound {
        scene.warnAgain(.film, "film \"\(path)\": it has no sound, which only a .mp4 or .webm can have")
        job.sounds = []
      }
      return try renderer.makeFilm(
        job, progress: { onProgress(FilmProgress(finished: $0, total: $1)) },
        source: { frame, _ in
          guard let (file, digest) = byFrame[frame] else { throw LayerError(.file, "frame \(frame) is missing") }
          return { try FrameFile.read(file, sha256: digest) }
        })
    } catch { throw EngineError(ofFile: error) }
  }

  /// Returns the sounds that the frames were drawn with: those of the first manifest that has some.
  private func keptSounds() throws -> [FilmSound] {
    for manifest in manifests {
      guard let folder = FrameFolder.folder(ofManifest: manifest.path) else { continue }
      if let sounds = try FrameSounds.read(from: folder) { return sounds }
    }
    return []
  }
}
