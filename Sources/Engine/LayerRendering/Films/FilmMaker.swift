// SPDX-License-Identifier: MIT
import Formats
import ImageFiles
import LayerModel
import Messages
import Pixels

/// The frames, frame rate and size of a finished film.
package struct FilmFacts: Sendable {
  package var frames: FrameList
  package var framesPerSecond: Double
  /// The size of every frame, in pixels; nil for vector pages and if unknown.
  package var pixels: (width: Int, height: Int)?

  /// The duration in seconds.
  package var duration: Double { Double(frames.count) / framesPerSecond }
}

/// Renders films of one renderer: a pipeline of workers draws and encodes frames into a film file or numbered pictures.
package struct FilmMaker {
  /// Prepares a frame and returns the function that draws it. Called on the caller's thread, in any order; the returned
  /// function may run on any thread. `workerCount` is the number of frames drawn concurrently.
  package typealias Source = (_ frame: Int, _ workerCount: Int) throws -> () throws -> Bitmap

  let context: RenderingContext
  /// Maximum number of frames drawn concurrently.
  let threads: Int
  var writesFiles: Bool
  /// Called at the end, on the caller's thread.
  let reportWarnings: () -> Void

  @discardableResult func make(
    frames: FrameList, framesPerSecond: Double, to path: String, _ target: FilmTarget, into place: FilmPlace = .named,
    scale: Double, _ file: EncodingOptions, pixels: Int, mayStartFFmpeg: Bool, progress: FilmObserver, source: Source
  ) throws -> FilmFacts {
    let total = frames.count
    guard total > 0 else { throw LayerError("cannot write \"\(path)\": the film has no frames") }
    if target.format.vector != nil {
      throw LayerError(
        "cannot write \"\(path)\": pages are drawn from layers, and these frames are pictures; use "
          + "\(alternatives(FileFormat.names(.film) { $0.vector == nil })), or numbered pictures such as frame-{0000}.png"
      )
    }
    func check(_ finished: Int) throws {
      try context.checkStop()
      try progress(finished, total)
    }
    var facts = FilmFacts(frames: frames, framesPerSecond: framesPerSecond, pixels: nil)
    switch target {
    case .frames(let name, let format):
      // 4 bytes a pixel for the picture, and 8 while it is encoded.
      let workerCount = workerCount(for: frames, pixels: pixels, bytesPerPixel: 12)
      try run(frames, workerCount: workerCount, inOrder: false, check: check) { frame in
        // Reject a forbidden path before drawing.
        let path = name.path(ofFrame: frame)
        let target = try context.pathForWriting(path)
        let draw = try source(frame, workerCount)
        let isNamed = context.files.isNamed(target)
        let writes = writesFiles
        let isStopped = context.isStopped
        let encoding = context.encodingThreads(context.threads / workerCount)
        return {
          let bytes = try LayerRenderer.encoded(try draw(), format, file, threads: encoding)
          if writes { try replaceFile(target, with: bytes, name: path, isNamed: isNamed, isStopped: isStopped) }
          return nil
        }
      } consume: { _, _ in
        nil
      }
    case .file(let format):
      if format.needsFFmpeg, !mayStartFFmpeg {
        throw LayerError(
          "cannot write \"\(path)\": a \(format.tail) is made by the program ffmpeg, which a script in "
            + "the sandbox may not start; return the "
            + "layer\(remedy(for: path)), or write \(filmsWithoutFFmpeg)")
      }
      let resolved =
        switch place {
        case .named: try context.pathForWriting(path)
        case .scratch(let path): path
        case .memory: ""
        }
      let known = KnownFrames()
      var memory: (workerCount: Int, charge: MemoryCharge)?
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
      let (workerCount, charge) = try memory ?? takeMemory(for: frames, like: picture, format, file, path)
      defer { withExtendedLifetime(charge) {} }
      var parameters = FilmWriter.Parameters(
        width: picture.width, height: picture.height, frameCount: total, framesPerSecond: framesPerSecond)
      parameters.quality = file.quality
      parameters.isLossless = file.isLossless
      parameters.scale = scale
      parameters.background = file.background
      parameters.face = context.files.face
      parameters.isOpaque = known.frames.values.allSatisfy(\.isOpaque)
      parameters.isStopped = context.isStopped
      var size = (width: picture.width, height: picture.height)
      if case .ffmpeg(.h264) = try format.filmWriter(), picture.width % 2 + picture.height % 2 > 0 {
        size = (FilmWriter.even(picture.width), FilmWriter.even(picture.height))
        context.warn(
          .filmSize,
          "film \"\(path)\": \(picture.width)×\(picture.height) pixels become \(size.width)×\(size.height), "
            + "since H.264 needs even sizes; the last row or column is repeated")
      }
      do {
        try write(parameters, format, place, resolved, path, frames, workerCount, known, check, source)
      } catch is TranslucentFrame {
        parameters.isOpaque = false
        if case .memory(let bytes) = place { _ = bytes.take() }
        try write(parameters, format, place, resolved, path, frames, workerCount, known, check, source)
      }
      facts.pixels = size
    }
    return facts
  }

  private func write(
    _ parameters: FilmWriter.Parameters, _ format: FileFormat, _ place: FilmPlace, _ resolved: String, _ path: String,
    _ frames: FrameList,
    _ workerCount: Int, _ known: KnownFrames, _ check: (_ finished: Int) throws -> Void,
    _ source: Source
  ) throws {
    func open() throws -> FilmWriter {
      var opening = parameters
      if case .codec(let codec) = try format.filmWriter(), codec.sampleCount > 0 {
        opening.samples = known.frames.sorted { $0.key < $1.key }.map(\.value)
      }
      if case .memory(let bytes) = place { return try FilmWriter(into: bytes, name: path, format: format, opening) }
      return try FilmWriter(
        target: resolved, name: path, isNamed: context.files.isNamed(resolved), format: format, opening)
    }
    let writer = try writesFiles ? open() : nil
    do {
      try run(frames, workerCount: workerCount, inOrder: true, stop: { writer?.cancel() }, check: check) { frame in
        if let picture = known.frames.removeValue(forKey: frame) {
          return { try FilmWriter.prepare(picture, format, parameters) }
        }
        let draw = try source(frame, workerCount)
        return { try FilmWriter.prepare(try draw(), format, parameters) }
      } consume: { _, frame in
        try writer?.take(frame)
      }
      let notes = try writer?.finish { try check(frames.count) } ?? []
      for note in notes { context.warn(.film, "film \"\(path)\": \(note)") }
    } catch {
      writer?.cancel()
      throw error
    }
  }

  /// Returns a suggestion for how the host can write a film that a script may not.
  private func remedy(for path: String) -> String {
    let face = context.files.face
    guard let writing = HostSetting.writing.name(face) else { return "" }
    return (face == .program ? " and use \(writing) \(path)" : ", which the host then writes (\(writing))")
      + face.remedy(", run with ", .trusted)
  }

  /// Frames drawn in advance for sampling, each kept until it is written.
  private final class KnownFrames {
    var frames: [Int: Bitmap] = [:]
  }

  /// Runs all frames through a pipeline.
  func run(
    _ frames: FrameList, workerCount: Int, inOrder: Bool, stop: @escaping () -> Void = {},
    check isWanted: (_ finished: Int) throws -> Void,
    make: (_ frame: Int) throws -> () throws -> PreparedFrame?,
    consume: @escaping @Sendable (Int, PreparedFrame) throws -> FrameRest?
  ) throws {
    let pipeline = FilmPipeline(workers: workerCount, inOrder: inOrder, consume: consume)
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
        try pipeline.submit(FrameRender(try make(frame))) { try check(pipeline.finishedCount) }
      }
      try pipeline.finish { try check(pipeline.finishedCount) }
    } catch {
      pipeline.giveUp()
      stop()
      pipeline.stop()
      // Prefer the pipeline's error: it belongs to the earliest frame that failed.
      throw isGivenUp ? error : pipeline.failure ?? error
    }
  }

  // MARK: Memory

  /// Returns the number of frames to draw concurrently: one per thread, or fewer if memory is short. It does not affect
  /// output.
  func workerCount(for frames: FrameList, pixels: Int, bytesPerPixel: Int) -> Int {
    var workerCount = max(1, min(threads, frames.count))
    while workerCount > 1, !context.hasRoom(workerCount * pixels * bytesPerPixel) { workerCount -= 1 }
    return workerCount
  }

  /// Charges the memory needed while a film is written: frames drawn in advance or in progress, and the encoder's
  /// buffers.
  ///
  /// - Returns: the number of frames to draw concurrently, and the object that holds the charge as long as it lives.
  /// - Throws: `LayerError` of kind `limit`.
  private func takeMemory(
    for frames: FrameList, like picture: Bitmap, _ format: FileFormat, _ file: EncodingOptions, _ path: String
  ) throws -> (workerCount: Int, charge: MemoryCharge) {
    let pixels = picture.width * picture.height
    var fixed = max(1, min(format.sampleCount, frames.count)) * pixels * 4
    // The frame in progress, plus its ffmpeg form or its encoder's buffers.
    var perFrame = 4 * pixels
    switch try format.filmWriter() {
    case .codec(let codec):
      fixed += codec.encoderMemory(width: picture.width, height: picture.height)
      perFrame += codec.frameMemory(
        width: picture.width, height: picture.height, isLossless: file.isLossless ?? ((file.quality ?? 0.9) >= 1))
    case .ffmpeg: perFrame += 3 * pixels
    case .pages: break
    }
    let charge = MemoryCharge(context.memoryBudget)
    var workerCount = max(1, min(threads, frames.count))
    while workerCount > 1, !context.hasRoom(fixed + workerCount * perFrame) { workerCount -= 1 }
    // The first frame's own pixels are charged separately.
    guard context.hasRoom(fixed + workerCount * perFrame), charge.grow(by: fixed + workerCount * perFrame - 4 * pixels)
    else {
      throw LayerError.noMemory(
        "the film \"\(path)\" of \(picture.width)×\(picture.height) pixels, which takes \(fixed + perFrame) bytes",
        context.memoryBudget)
    }
    return (workerCount, charge)
  }

  /// Returns evenly spaced indices of a film's frames, including the first and the last.
  private func samplePlaces(count: Int, of total: Int) -> [Int] {
    let count = min(count, total)
    if count <= 1 { return count == 1 ? [0] : [] }
    return (0..<count).map { $0 * (total - 1) / (count - 1) }
  }
}

extension FileFormat {
  /// The number of sample frames, spread over the film, that are needed before it begins (for a palette or opacity).
  fileprivate var sampleCount: Int {
    if case .codec(let codec) = film, codec.sampleCount > 0 { return codec.sampleCount }
    return alpha == .keptWhereNeeded ? 3 : 0
  }
}

/// The film formats that need no other program, as a phrase for messages.
var filmsWithoutFFmpeg: String {
  alternatives(FileFormat.names(.film) { !$0.needsFFmpeg } + ["numbered pictures"])
}
