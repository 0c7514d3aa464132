// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import ImageFiles
import LayerModel
import Outputs
import Pixels
import RenderTree
import Wording

/// A function that receives a film's progress: the number of finished frames, and the total.
package typealias FilmObserver = (_ finished: Int, _ total: Int) throws -> Void

extension LayerRenderer {
  /// The frames that a film in a file would have.
  ///
  /// - Parameter path: its extension gives the kind; `frame-{0000}.png` are numbered pictures.
  /// - Throws: `LayerError` for a path that names no film, and as `Layer.filmPlan`.
  public func filmPlan(of layer: Layer, to path: String, _ film: FilmOptions) throws -> FilmPlan {
    try filmPlan(of: layer, for: try FilmTarget(path), film)
  }

  /// Draws a film of a layer into a file, or its frames into numbered pictures. Starts ffmpeg only if
  /// `mayStartFFmpeg`.
  ///
  /// - Parameter path: its extension gives the kind; `frame-{0000}.png` are numbered pictures.
  /// - Throws: `LayerError`, and the errors of hooks.
  public func writeFilm(
    of layer: Layer, to path: String, _ options: RenderOptions, _ film: FilmOptions, _ file: PictureOptions
  ) throws {
    try writeFilm(of: layer, to: path, try FilmTarget(path), options, film, file)
  }

  /// The same by a path that has been parsed.
  package func writeFilm(
    of layer: Layer, to path: String, _ target: FilmTarget, _ options: RenderOptions, _ film: FilmOptions,
    _ file: PictureOptions
  ) throws {
    try writeFilm(of: layer, to: path, target, options, film, file, mayStartFFmpeg: mayStartFFmpeg) { _, _ in }
  }

  /// Draws a film of a layer into a file, or its frames into numbered pictures.
  ///
  /// Frames are drawn and encoded on several threads while the next ones are prepared. A film takes its name when it is
  /// complete; numbered pictures that are already written stay.
  ///
  /// - Parameters:
  ///   - target: what the path names.
  ///   - progress: called on the caller's thread now and then; its error ends the film.
  /// - Throws: `LayerError`, and the errors of hooks and of `progress`.
  package func writeFilm(
    of layer: Layer, to path: String, _ target: FilmTarget, _ options: RenderOptions, _ film: FilmOptions,
    _ file: PictureOptions, mayStartFFmpeg: Bool = true, progress: FilmObserver
  ) throws {
    try check(file, for: target.format, as: target.content, "cannot write \"\(path)\"")
    let plan = try filmPlan(of: layer, for: target, film)
    try makeFilm(
      frames: plan.frames, framesPerSecond: plan.timing.framesPerSecond, to: path, target, scale: options.scale, file,
      pixels: pixels(of: layer, plan, options), mayStartFFmpeg: mayStartFFmpeg, progress: progress
    ) { frame, sharers in try self.frame(frame, of: layer, plan, options, sharers) }
  }

  /// Draws the frames of a film and discards them.
  package func drawFilm(of layer: Layer, _ options: RenderOptions, _ film: FilmOptions) throws {
    let plan = try layer.filmPlan(film)
    let sharers = sharers(of: plan.frames, pixels: pixels(of: layer, plan, options), bytesPerPixel: 4)
    try run(plan.frames, sharers: sharers, inOrder: false, check: { _ in try checkStop() }) { frame in
      let draw = try self.frame(frame, of: layer, plan, options, sharers)
      return {
        _ = try draw()
        return nil
      }
    } consume: { _, _ in
    }
  }

  func checkStop() throws {
    if isStopped?() == true { throw LayerError(.cancelled, "the film was given up") }
  }

  /// Resolves a frame; the returned function draws it.
  func frame(
    _ frame: Int, of layer: Layer, _ plan: FilmPlan, _ options: RenderOptions, _ sharers: Int
  ) throws -> () throws -> Bitmap {
    let options = plan.options(options, frame: frame)
    let tree = try layer.scene.film(frame: frame, at: options.time ?? layer.scene.currentTime) {
      try layer.renderTree(options)
    }
    try checkMemory(width: tree.canvas.width * tree.scale, height: tree.canvas.height * tree.scale)
    var compositing = budgeted
    compositing.threads = max(1, compositing.threads / sharers)
    return { [compositing] in try LayerRenderer.compositing { try Compositor.render(tree, options: compositing) } }
  }

  /// The frames that a film would have.
  package func filmPlan(of layer: Layer, for target: FilmTarget, _ film: FilmOptions) throws -> FilmPlan {
    guard case .file(let format) = target else { return try layer.filmPlan(film) }
    return try layer.filmPlan(film, rate: format.rate.usual, highestRate: format.rate.highest)
  }

  /// Makes a film of frames that come from anywhere.
  ///
  /// - Parameters:
  ///   - pixels: the number of pixels of a frame, as far as it is known.
  ///   - source: prepares a frame, on the caller's thread and in any order, and returns the function that draws it, on
  ///     any thread. It receives the number of frames that are drawn at once.
  package func makeFilm(
    frames: FrameList, framesPerSecond: Double, to path: String, _ target: FilmTarget, scale: Double,
    _ file: PictureOptions,
    pixels: Int = 0, mayStartFFmpeg: Bool = true, progress: FilmObserver,
    source: (_ frame: Int, _ sharers: Int) throws -> () throws -> Bitmap
  ) throws {
    let total = frames.count
    guard total > 0 else { throw LayerError("cannot write \"\(path)\": the film has no frames") }
    func check(_ finished: Int) throws {
      try checkStop()
      try progress(finished, total)
    }
    switch target {
    case .frames(let name, let format):
      // A picture and twice of it while it is encoded.
      let sharers = sharers(of: frames, pixels: pixels, bytesPerPixel: 12)
      try run(frames, sharers: sharers, inOrder: false, check: check) { frame in
        // Refused before it is drawn.
        let path = name.path(ofFrame: frame)
        let target = try self.configuration.files.pathForWriting(path)
        let draw = try source(frame, sharers)
        let isNamed = self.configuration.files.isNamed(target)
        let writes = self.writesFiles
        let isStopped = self.isStopped
        return {
          let bytes = try LayerRenderer.encoded(try draw(), format, file, isStopped: isStopped)
          if writes { try replaceFile(target, with: bytes, name: path, isNamed: isNamed) }
          return nil
        }
      } consume: { _, _ in
      }
    case .file(let format):
      if format.needsFFmpeg, !mayStartFFmpeg {
        throw LayerError(
          "cannot write \"\(path)\": a .\(format.fileExtension) is made by the program ffmpeg, which a script in the sandbox may not start; return the "
            + "layer and use -o \(path), run with --trusted, or write \(filmsWithoutFFmpeg)")
      }
      let resolved = try configuration.files.pathForWriting(path)
      let known = KnownFrames()
      var memory: (sharers: Int, charge: MemoryCharge)?
      for place in samplePlaces(count: format.sampleCount, of: total) {
        guard let frame = frames.frame(at: place) else { continue }
        try check(0)
        let picture = try source(frame, 1)()
        known.frames[frame] = picture
        if memory == nil { memory = try takeMemory(for: frames, like: picture, format, file, path) }
      }
      let first = frames.frame(at: 0) ?? 0
      let picture = try known.frames[first] ?? source(first, 1)()
      known.frames[first] = picture
      let (sharers, charge) = try memory ?? takeMemory(for: frames, like: picture, format, file, path)
      defer { withExtendedLifetime(charge) {} }
      var parameters = FilmWriter.Parameters(
        width: picture.width, height: picture.height, frameCount: total, framesPerSecond: framesPerSecond)
      parameters.quality = file.quality
      parameters.isLossless = file.isLossless
      parameters.scale = scale
      parameters.background = file.background
      parameters.isOpaque = known.frames.values.allSatisfy(\.isOpaque)
      parameters.isStopped = isStopped
      if case .ffmpeg(.h264) = try format.filmWriter(), picture.width % 2 + picture.height % 2 > 0 {
        warn(
          .filmSize,
          "film \"\(path)\": \(picture.width)×\(picture.height) pixels become \(FilmWriter.even(picture.width))×\(FilmWriter.even(picture.height)), "
            + "since H.264 needs even sizes; the last row or column is repeated")
      }
      do {
        try write(parameters, format, resolved, path, frames, sharers, known, check, source)
      } catch is TranslucentFrame {
        parameters.isOpaque = false
        try write(parameters, format, resolved, path, frames, sharers, known, check, source)
      }
    }
  }

  private func write(
    _ parameters: FilmWriter.Parameters, _ format: FileFormat, _ resolved: String, _ path: String,
    _ frames: FrameList,
    _ sharers: Int, _ known: KnownFrames, _ check: (_ finished: Int) throws -> Void,
    _ source: (_ frame: Int, _ sharers: Int) throws -> () throws -> Bitmap
  ) throws {
    func open() throws -> FilmWriter {
      var opening = parameters
      if case .codec(let codec) = try format.filmWriter(), codec.sampleCount > 0 {
        opening.samples = known.frames.sorted { $0.key < $1.key }.map(\.value)
      }
      return try FilmWriter(
        target: resolved, name: path, isNamed: configuration.files.isNamed(resolved), format: format, opening)
    }
    let writer = try writesFiles ? open() : nil
    do {
      try run(frames, sharers: sharers, inOrder: true, stop: { writer?.cancel() }, check: check) { frame in
        if let picture = known.frames.removeValue(forKey: frame) {
          return { try FilmWriter.prepare(picture, format, parameters) }
        }
        let draw = try source(frame, sharers)
        return { try FilmWriter.prepare(try draw(), format, parameters) }
      } consume: { _, frame in
        try writer?.append(frame)
      }
      let notes = try writer?.finish { try check(frames.count) } ?? []
      for note in notes { warn(.film, "film \"\(path)\": \(note)") }
    } catch {
      writer?.cancel()
      throw error
    }
  }

  /// Frames that were drawn before the film begins, each kept until it is written.
  private final class KnownFrames {
    var frames: [Int: Bitmap] = [:]
  }

  /// Sends all frames through a pipeline.
  private func run(
    _ frames: FrameList, sharers: Int, inOrder: Bool, stop: @escaping () -> Void = {},
    check isWanted: (_ finished: Int) throws -> Void,
    make: (_ frame: Int) throws -> () throws -> PreparedFrame?,
    consume: @escaping @Sendable (Int, PreparedFrame) throws -> Void
  ) throws {
    let pipeline = FilmPipeline(workers: sharers, inOrder: inOrder, consume: consume)
    defer { reportWarnings() }
    var isGivenUp = false
    func check(_ finished: Int) throws {
      do { try isWanted(finished) } catch {
        isGivenUp = true
        throw error
      }
    }
    do {
      for frame in frames {
        try pipeline.submit(FrameWork(try make(frame))) { try check(pipeline.finishedCount) }
      }
      try pipeline.finish { try check(pipeline.finishedCount) }
    } catch {
      pipeline.giveUp()
      stop()
      pipeline.stop()
      // A later frame may have failed earlier.
      throw isGivenUp ? error : pipeline.failure ?? error
    }
  }

  // MARK: Memory

  /// The number of pixels of a film's first frame, as far as it is known before drawing.
  private func pixels(of layer: Layer, _ plan: FilmPlan, _ options: RenderOptions) -> Int {
    pixelSize(of: layer, plan.options(options, frame: plan.frames.frame(at: 0) ?? 0)).map { $0.width * $0.height } ?? 0
  }

  /// The number of frames that may be drawn at once: one per thread, or fewer where memory is short. It changes no
  /// frame.
  private func sharers(of frames: FrameList, pixels: Int, bytesPerPixel: Int) -> Int {
    var sharers = max(1, min(compositorOptions.threads, frames.count))
    while sharers > 1, !hasRoom(sharers * pixels * bytesPerPixel) { sharers -= 1 }
    return sharers
  }

  /// Charges the memory of a film while it is written: frames that are known or in progress, and the encoder's memory.
  ///
  /// - Returns: the number of frames that are drawn at once, and the object that charges them as long as it lives.
  /// - Throws: `LayerError` of kind `limit`.
  private func takeMemory(
    for frames: FrameList, like picture: Bitmap, _ format: FileFormat, _ file: PictureOptions, _ path: String
  ) throws -> (sharers: Int, charge: MemoryCharge) {
    let pixels = picture.width * picture.height
    var fixed = max(1, min(format.sampleCount, frames.count)) * pixels * 4
    // A frame in progress, and its form for ffmpeg.
    var bytesPerPixel = 4
    switch try format.filmWriter() {
    case .codec(let codec):
      fixed += codec.encoderMemory(
        width: picture.width, height: picture.height, isLossless: file.isLossless ?? ((file.quality ?? 0.9) >= 1))
    case .ffmpeg: bytesPerPixel += 3
    }
    let charge = MemoryCharge(memoryBudget)
    var sharers = max(1, min(compositorOptions.threads, frames.count))
    while sharers > 1, !hasRoom(fixed + sharers * pixels * bytesPerPixel) { sharers -= 1 }
    // Each frame also charges its own memory.
    guard hasRoom(fixed + sharers * pixels * bytesPerPixel),
      charge.grow(by: fixed + (sharers * bytesPerPixel - 4) * pixels)
    else {
      throw LayerError.noMemory(
        "the film \"\(path)\" of \(picture.width)×\(picture.height) pixels, which takes \(fixed + pixels * bytesPerPixel) bytes",
        memoryBudget)
    }
    return (sharers, charge)
  }

  /// Places spread over a film, its first and last frame among them.
  private func samplePlaces(count: Int, of total: Int) -> [Int] {
    let count = min(count, total)
    if count <= 1 { return count == 1 ? [0] : [] }
    return (0..<count).map { $0 * (total - 1) / (count - 1) }
  }
}

extension FileFormat {
  /// The number of frames of a film that are needed before it begins, spread over it.
  fileprivate var sampleCount: Int {
    if case .codec(let codec) = film, codec.sampleCount > 0 { return codec.sampleCount }
    return alpha == .keptWhereNeeded ? 3 : 0
  }
}

/// The films that need no other program, as words.
var filmsWithoutFFmpeg: String {
  alternatives(FileFormat.names(.film) { !$0.needsFFmpeg } + ["numbered pictures"])
}
