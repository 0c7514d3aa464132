// SPDX-License-Identifier: MIT
import Formats
import ImageFiles
import LayerModel
import Messages
import Pixels
import Sandbox

/// The frames, frame rate and size of a finished film.
package struct FilmFacts: Sendable {
  package var frames: FrameList
  package var framesPerSecond: Double
  /// The size of every frame, in pixels; nil for vector pages and if unknown.
  package var pixels: (width: Int, height: Int)?

  package init(frames: FrameList, framesPerSecond: Double, pixels: (width: Int, height: Int)?) {
    self.frames = frames
    self.framesPerSecond = framesPerSecond
    self.pixels = pixels
  }

  /// The duration in seconds.
  package var duration: Double { Double(frames.count) / framesPerSecond }
}

/// Receives a film's progress: the number of finished frames, and the total.
package typealias FilmObserver = (_ finished: Int, _ total: Int) throws -> Void

/// The renderer as a film needs it: files, memory and threads.
package protocol FilmContext: AnyObject {
  /// The file-access policy.
  var files: FileAccess { get }
  /// Number of threads, including the caller's.
  var threads: Int { get }
  /// Polled by workers; true abandons the film. Nil never does.
  var isStopped: (@Sendable () -> Bool)? { get }
  /// The budget, if any, that is charged for the frames in memory.
  var memoryBudget: (any MemoryBudget)? { get }

  /// The reader of messages: the author of the running script, else the programmer of the host.
  var reader: MessageReader { get }

  /// Throws `LayerError` of kind `cancelled` if the work was abandoned.
  func checkStop() throws
  /// Returns the real path of a file that may be written; throws `LayerError`.
  func pathForWriting(_ name: String) throws -> String
  /// True if there is room for so many bytes; evicts caches to make room.
  func hasRoom(_ bytes: Int) -> Bool
  /// Returns a function that encodes a picture file on a number of threads, including the caller's.
  func encoder(_ format: FileFormat, _ options: EncodingOptions, threads: Int) -> (Bitmap) throws -> [UInt8]
  func warn(_ rule: LayerWarning.Rule, _ message: String)
}

/// A film to be made: its frames, its file, and the options of that file.
package struct FilmJob {
  package var frames: FrameList
  /// Frame rate, in frames per second.
  package var framesPerSecond: Double
  /// The path as the caller gave it, which messages name.
  package var path: String
  package var target: FilmTarget
  package var place = FilmPlace.named
  /// Pixels per point, stored in some formats.
  package var scale = 1.0
  package var encoding: EncodingOptions
  /// Pixels of a frame, if known; it limits the number of frames drawn concurrently.
  package var pixels = 0
  package var mayStartFFmpeg = true
  /// The sounds, which only films made by ffmpeg have.
  package var sounds: [FilmSound] = []
  /// The sounds of the films that layers show, which other films leave out.
  package var clips: [FilmSound] = []
  /// The time of the first frame after the film's frame 0, in seconds.
  package var offset = 0.0

  package init(
    frames: FrameList, framesPerSecond: Double, path: String, target: FilmTarget, encoding: EncodingOptions
  ) {
    self.frames = frames
    self.framesPerSecond = framesPerSecond
    self.path = path
    self.target = target
    self.encoding = encoding
  }
}

/// Renders films of one renderer: a pipeline of workers draws and encodes frames into a film file or numbered pictures.
package struct FilmMaker {
  /// Prepares a frame and returns the function that draws it. Called on the caller's thread, in any order; the returned
  /// function may run on any thread. `workerCount` is the number of frames drawn concurrently.
  package typealias Source = (_ frame: Int, _ workerCount: Int) throws -> () throws -> Bitmap
  /// Called periodically on the caller's thread with the number of finished frames; throwing abandons the film.
  private typealias Check = (_ finished: Int) throws -> Void

  let context: any FilmContext
  /// Maximum number of frames drawn concurrently.
  let threads: Int
  /// True if files are written; if false, their contents are only checked and encoded.
  package var writesFiles: Bool
  /// Called at the end, on the caller's thread.
  let reportWarnings: () -> Void

  package init(
    context: any FilmContext, threads: Int, writesFiles: Bool, reportWarnings: @escaping () -> Void
  ) {
    self.context = context
    self.threads = threads
    self.writesFiles = writesFiles
    self.reportWarnings = reportWarnings
  }

  /// Makes a film.
  ///
  /// - Throws: `LayerError`, and the errors of `source` and `progress`; an existing file is then unchanged.
  @discardableResult package func make(
    _ job: FilmJob, progress: FilmObserver, source: Source
  ) throws -> FilmFacts {
    let total = job.frames.count
    if !job.sounds.isEmpty, !job.target.holdsSound {
      throw LayerError(
        "cannot write \"\(job.path)\" with sound: only "
          + "\(alternatives(FileFormat.names(.film) { $0.needsFFmpeg })) have one; write such a file, "
          + "or leave the sound out")
    }
    guard total > 0 else { throw LayerError("cannot write \"\(job.path)\": the film has no frames") }
    if job.target.format.vector != nil {
      throw LayerError(
        "cannot write \"\(job.path)\": pages are drawn from layers, and these frames are pictures; use "
          + "\(alternatives(FileFormat.names(.film) { $0.vector == nil })), or numbered pictures such as "
          + "frame-{0000}.png"
      )
    }
    func check(_ finished: Int) throws {
      try context.checkStop()
      try progress(finished, total)
    }
    var facts = FilmFacts(frames: job.frames, framesPerSecond: job.framesPerSecond, pixels: nil)
    switch job.target {
    case .frames(let name, let format): try makePictures(job, name, format, check: check, source: source)
    case .file(let format): facts.pixels = try makeFile(job, format, check: check, source: source)
    }
    return facts
  }

  /// Makes numbered pictures, each in a file of its own.
  private func makePictures(
    _ job: FilmJob, _ name: FrameFileName, _ format: FileFormat, check: Check, source: Source
  ) throws {
    // 4 bytes a pixel for the picture, and 8 while it is encoded.
    let workerCount = workerCount(for: job.frames, pixels: job.pixels, bytesPerPixel: 12)
    let encode = context.encoder(format, job.encoding, threads: context.threads / workerCount)
    try run(job.frames, workerCount: workerCount, inOrder: false, check: check) { frame in
      // Reject a forbidden path before drawing.
      let path = name.path(ofFrame: frame)
      let target = try context.pathForWriting(path)
      let draw = try source(frame, workerCount)
      let isNamed = context.files.isNamed(target)
      let writes = writesFiles
      let isStopped = context.isStopped
      return {
        let bytes = try encode(try draw())
        if writes { try replaceFile(target, with: bytes, name: path, isNamed: isNamed, isStopped: isStopped) }
        return nil
      }
    } consume: { _, _ in
      nil
    }
  }

  /// Makes one file of all frames and returns its size in pixels.
  private func makeFile(
    _ job: FilmJob, _ format: FileFormat, check: Check, source: Source
  ) throws -> (width: Int, height: Int) {
    let path = job.path
    if format.needsFFmpeg, !job.mayStartFFmpeg {
      throw LayerError(
        "cannot write \"\(path)\": a \(format.tail) is made by the program ffmpeg, which a script in "
          + "the sandbox may not start; return the "
          + "layer\(remedy(for: path)), or write \(filmsWithoutFFmpeg)")
    }
    let resolved =
      switch job.place {
      case .named: try context.pathForWriting(path)
      case .scratch(let path): path
      case .memory: ""
      }
    let known = KnownFrames()
    var memory: (workerCount: Int, charge: MemoryCharge)?
    for place in samplePlaces(count: format.sampleCount, of: job.frames.count) {
      guard let frame = job.frames.frame(at: place) else { continue }
      try check(0)
      let picture = try source(frame, 1)()
      known.frames[frame] = picture
      if memory == nil { memory = try takeMemory(for: job, like: picture, format) }
    }
    let first = job.frames.frame(at: 0) ?? 0
    let picture = try known.frames[first] ?? source(first, 1)()
    known.frames[first] = picture
    let (workerCount, charge) = try memory ?? takeMemory(for: job, like: picture, format)
    defer { withExtendedLifetime(charge) {} }
    var film = FilmParameters(width: picture.width, height: picture.height, frameCount: job.frames.count)
    film.quality = job.encoding.quality
    film.isLossless = job.encoding.isLossless
    if let effort = job.encoding.effort { film.effort = effort }
    film.scale = job.scale
    film.isOpaque = known.frames.values.allSatisfy(\.isOpaque)
    film.isStopped = context.isStopped
    var parameters = FilmWriter.Parameters(film, framesPerSecond: job.framesPerSecond)
    parameters.background = job.encoding.background
    parameters.sizeOption = context.reader.text(.renderOption(.size, ""))
    if !job.sounds.isEmpty || !job.clips.isEmpty {
      parameters.audio = try FilmAudio(
        job.sounds, clips: job.clips, length: Double(job.frames.count) / job.framesPerSecond, offset: job.offset,
        name: job.path
      ) { try context.files.pathForReading($0, purpose: "sound") }
      for note in parameters.audio?.notes ?? [] { context.warn(.film, "film \"\(job.path)\": \(note)") }
    }
    var size = (width: picture.width, height: picture.height)
    if case .ffmpeg(.h264) = try format.filmWriter(), picture.width % 2 + picture.height % 2 > 0 {
      size = (FilmWriter.even(picture.width), FilmWriter.even(picture.height))
      context.warn(
        .filmSize,
        "film \"\(path)\": \(picture.width)×\(picture.height) pixels become \(size.width)×\(size.height), "
          + "since H.264 needs even sizes; the last row or column is repeated")
    }
    if format.alpha == .none, parameters.background == nil, !film.isOpaque {
      context.warn(
        .film,
        "film \"\(path)\": a .\(format.fileExtension) has no transparency, so the film is white where its frames are "
          + "clear; give a background (\(context.reader.text(.renderOption(.background, "")))), or write a .webm, "
          + ".webp or .apng")
    }
    let output = FilmOutput(format: format, path: resolved, workerCount: workerCount, known: known)
    do { try write(job, parameters, to: output, check: check, source: source) } catch is TranslucentFrame {
      parameters.film.isOpaque = false
      if case .memory(let bytes) = job.place { _ = bytes.take() }
      try write(job, parameters, to: output, check: check, source: source)
    }
    return size
  }

  /// A film file that is about to be written.
  private struct FilmOutput {
    var format: FileFormat
    /// The real path; empty for a film in memory.
    var path: String
    var workerCount: Int
    /// Frames that were drawn in advance.
    var known: KnownFrames
  }

  private func write(
    _ job: FilmJob, _ parameters: FilmWriter.Parameters, to output: FilmOutput, check: Check, source: Source
  ) throws {
    let (format, known) = (output.format, output.known)
    func open() throws -> FilmWriter {
      var opening = parameters
      if case .codec(let codec) = try format.filmWriter(), codec.sampleCount > 0 {
        opening.film.samples = known.frames.sorted { $0.key < $1.key }.map(\.value)
      }
      if case .memory(let bytes) = job.place {
        return try FilmWriter(into: bytes, name: job.path, format: format, opening)
      }
      return try FilmWriter(
        target: output.path, name: job.path, isNamed: context.files.isNamed(output.path), format: format, opening)
    }
    let writer = try writesFiles ? open() : nil
    do {
      try run(
        job.frames, workerCount: output.workerCount, inOrder: true, waits: format.needsFFmpeg,
        stop: { writer?.cancel() }, check: check
      ) { frame in
        if let picture = known.frames.removeValue(forKey: frame) {
          return { try FilmWriter.prepare(picture, format, parameters) }
        }
        let draw = try source(frame, output.workerCount)
        return { try FilmWriter.prepare(try draw(), format, parameters) }
      } consume: { _, frame in
        try writer?.take(frame)
      }
      let notes = try writer?.finish { try check(job.frames.count) } ?? []
      for note in notes { context.warn(.film, "film \"\(job.path)\": \(note)") }
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
  ///
  /// - Parameter waits: true if consuming a frame may wait for another process, during which the caller's thread must
  ///   be free to check whether the film is still wanted.
  package func run(
    _ frames: FrameList, workerCount: Int, inOrder: Bool, waits: Bool = false, stop: @escaping () -> Void = {},
    check isWanted: (_ finished: Int) throws -> Void, make: (_ frame: Int) throws -> () throws -> PreparedFrame?,
    consume: @escaping @Sendable (Int, PreparedFrame) throws -> FrameRest?
  ) throws {
    // One thread is the caller's own: it draws each frame as it is submitted, without a hand-over.
    let workers = threads == 1 && !waits ? 0 : workerCount
    let pipeline = FilmPipeline(workers: workers, inOrder: inOrder, consume: consume)
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
  package func workerCount(for frames: FrameList, pixels: Int, bytesPerPixel: Int) -> Int {
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
    for job: FilmJob, like picture: Bitmap, _ format: FileFormat
  ) throws -> (workerCount: Int, charge: MemoryCharge) {
    let pixels = picture.width * picture.height
    var fixed = max(1, min(format.sampleCount, job.frames.count)) * pixels * 4
    // The frame in progress, plus its ffmpeg form or its encoder's buffers.
    var perFrame = 4 * pixels
    switch try format.filmWriter() {
    case .codec(let codec):
      fixed += codec.encoderMemory(width: picture.width, height: picture.height)
      perFrame += codec.frameMemory(
        width: picture.width, height: picture.height,
        isLossless: job.encoding.isLossless ?? ((job.encoding.quality ?? 0.9) >= 1))
    case .ffmpeg: perFrame += 3 * pixels
    case .pages: break
    }
    let charge = MemoryCharge(context.memoryBudget)
    var workerCount = max(1, min(threads, job.frames.count))
    while workerCount > 1, !context.hasRoom(fixed + workerCount * perFrame) { workerCount -= 1 }
    // The first frame's own pixels are charged separately.
    guard context.hasRoom(fixed + workerCount * perFrame), charge.grow(by: fixed + workerCount * perFrame - 4 * pixels)
    else {
      throw LayerError.noMemory(
        "the film \"\(job.path)\" of \(picture.width)×\(picture.height) pixels, which takes \(fixed + perFrame) bytes",
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

extension FilmTarget {
  /// True for a film file that has sound.
  package var holdsSound: Bool { if case .file(let format) = self { format.needsFFmpeg } else { false } }
}

extension FileFormat {
  /// The number of sample frames, spread over the film, that are needed before it begins (for a palette or opacity).
  fileprivate var sampleCount: Int {
    if case .codec(let codec) = film, codec.sampleCount > 0 { return codec.sampleCount }
    return alpha == .keptWhereNeeded ? 3 : 0
  }
}

/// The film formats that need no other program, as a phrase for messages.
package var filmsWithoutFFmpeg: String {
  alternatives(FileFormat.names(.film) { !$0.needsFFmpeg } + ["numbered pictures"])
}
