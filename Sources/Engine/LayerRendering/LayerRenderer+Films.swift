// SPDX-License-Identifier: MIT
import Compositor
import Films
import Formats
import Geometry
import ImageFiles
import LayerModel
import Messages
import Pixels
import RenderTree
import Sandbox

extension LayerRenderer {
  /// Returns the frames that a film in a file would have.
  ///
  /// - Parameter path: its extension selects the format; `frame-{0000}.png` selects numbered pictures.
  /// - Throws: `LayerError` for a path that names no film, and as `Layer.filmPlan`.
  package func filmPlan(of layer: Layer, to path: String, _ film: FilmRequest) throws -> FilmPlan {
    try filmPlan(of: layer, for: try FilmTarget(path), film)
  }

  /// Renders a film of a layer into a file, or its frames into numbered pictures. Starts ffmpeg only if
  /// `mayStartFFmpeg`.
  ///
  /// - Parameter path: its extension selects the format; `frame-{0000}.png` selects numbered pictures.
  /// - Throws: `LayerError`, and the errors of hooks.
  package func writeFilm(
    of layer: Layer, to path: String, _ options: RenderOptions, _ film: FilmRequest, _ file: EncodingOptions
  ) throws {
    try writeFilm(of: layer, to: path, try FilmTarget(path), options, film, file)
  }

  /// Same as `writeFilm(of:to:_:_:_:)`, for a path that has been parsed.
  package func writeFilm(
    of layer: Layer, to path: String, _ target: FilmTarget, _ options: RenderOptions, _ film: FilmRequest,
    _ file: EncodingOptions
  ) throws {
    try writeFilm(of: layer, to: path, target, options, film, file, mayStartFFmpeg: mayStartFFmpeg) { _, _ in }
  }

  /// Renders a film of a layer into a file, or its frames into numbered pictures.
  ///
  /// Frames are drawn and encoded on several threads while the next ones are prepared; vector pages are drawn one by
  /// one. A film is renamed into place when it is complete; numbered pictures already written remain after an error.
  ///
  /// - Parameters:
  ///   - target: the parsed path.
  ///   - writes: true to write the file even if `writesFiles` is false.
  ///   - place: the destination of the bytes.
  ///   - progress: called periodically on the caller's thread; its error abandons the film.
  /// - Throws: `LayerError`, and the errors of hooks and of `progress`.
  @discardableResult package func writeFilm(
    of layer: Layer, to path: String, _ target: FilmTarget, _ options: RenderOptions, _ film: FilmRequest,
    _ file: EncodingOptions, mayStartFFmpeg: Bool = true, writes: Bool = false, into place: FilmPlace = .named,
    progress: FilmObserver
  ) throws -> FilmFacts {
    try check(file, for: target.format, as: target.content, "cannot write \"\(path)\"")
    let plan = try filmPlan(of: layer, for: target, film)
    if let vector = target.format.vector {
      try writePages(
        of: layer, plan: plan, to: path, target: target, as: vector, options: options, file: file, into: place,
        progress: progress)
      return FilmFacts(frames: plan.frames, framesPerSecond: plan.timing.framesPerSecond, pixels: nil)
    }
    var job = FilmJob(
      frames: plan.frames, framesPerSecond: plan.timing.framesPerSecond, path: path, target: target, encoding: file)
    job.place = place
    job.scale = options.scale
    job.pixels = pixels(of: layer, plan, options)
    job.mayStartFFmpeg = mayStartFFmpeg
    job.sounds = film.sounds ?? layer.scene.filmSounds
    job.offset = Double(plan.frames.frame(at: 0) ?? 0) / plan.timing.framesPerSecond
    if film.sounds == nil, !job.sounds.isEmpty, !target.holdsSound {
      context.warn(.film, "film \"\(path)\": it has no sound, which only a .mp4 or .webm can have")
      job.sounds = []
    }
    if target.holdsSound, let last = plan.frames.last {
      job.clips = layer.clipSounds(
        from: plan.timing.start, to: plan.timing.time(ofFrame: last + 1), atMost: FilmSound.most - job.sounds.count)
    }
    let filters = FilterCache(frames: compositorOptions.threads)
    let kept = FrameCache(count: compositorOptions.threads, pixels: job.pixels, limit: keptPictureLimit)
    var maker = filmMaker
    if writes { maker.writesFiles = true }
    var facts = try layer.scene.filming(keepsNodes: keptPictureLimit > 0) {
      try maker.make(job, progress: progress) { frame, workerCount in
        try self.frame(
          frame, of: layer, plan: plan, options: options, workerCount: workerCount, filters: filters, kept: kept)
      }
    }
    if facts.pixels == nil { facts.pixels = firstSize(of: layer, plan, options) }
    return facts
  }

  /// Renders the frames of a film and discards them.
  package func drawFilm(
    of layer: Layer, _ options: RenderOptions, _ film: FilmRequest, passed: (_ frame: Int) throws -> Void
  ) throws {
    let plan = try layer.filmPlan(film)
    try drawFrames(of: layer, plan, options) { frame, _ in try passed(frame) }
  }

  /// Returns the frames of a film that is rendered in memory.
  package func filmPlan(of layer: Layer, _ film: FilmRequest) throws -> FilmPlan { try layer.filmPlan(film) }

  /// Renders one frame of a film, given by its number.
  package func render(frame: Int, of layer: Layer, _ plan: FilmPlan, _ options: RenderOptions) throws -> Bitmap {
    let options = plan.options(options, frame: frame)
    return try layer.scene.film(frame: frame, at: options.time ?? layer.scene.currentTime) {
      try render(layer, options)
    }
  }

  /// Renders the frames of a film on several threads while the next ones are prepared, and passes them on in order.
  ///
  /// - Parameter take: receives each frame with its number, on the caller's thread; its error ends the film.
  package func drawFrames(
    of layer: Layer, _ plan: FilmPlan, _ options: RenderOptions, take: (_ frame: Int, Bitmap) throws -> Void
  ) throws {
    let maker = filmMaker
    let filters = FilterCache(frames: compositorOptions.threads)
    let pixels = pixels(of: layer, plan, options)
    // 4 bytes a pixel for a frame being drawn, and 4 for one waiting for its turn.
    let workerCount = maker.workerCount(for: plan.frames, pixels: pixels, bytesPerPixel: 8)
    let kept = FrameCache(count: workerCount, pixels: pixels, limit: keptPictureLimit)
    let drawn: Monitor<[Bitmap]> = Monitor([])
    let numbers = plan.frames.makeIterator()
    func passOn() throws {
      try context.checkStop()
      let pictures = drawn.update { pictures in
        defer { pictures = [] }
        return pictures
      }
      for picture in pictures { try take(numbers.next() ?? 0, picture) }
    }
    try layer.scene.filming(keepsNodes: keptPictureLimit > 0) {
      try maker.run(plan.frames, workerCount: workerCount, inOrder: true, check: { _ in try passOn() }) { frame in
        let draw = try self.frame(
          frame, of: layer, plan: plan, options: options, workerCount: workerCount, filters: filters, kept: kept)
        return { .bitmap(try draw()) }
      } consume: { _, frame in
        if case .bitmap(let picture) = frame { drawn.update { $0.append(picture) } }
        return nil
      }
      try passOn()
    }
  }

  /// Resolves a frame to a render tree and returns the function that draws it.
  ///
  /// - Parameters:
  ///   - filters: the cache of filter results of earlier frames.
  ///   - kept: the cache of earlier frames.
  func frame(
    _ frame: Int, of layer: Layer, plan: FilmPlan, options: RenderOptions, workerCount: Int,
    filters: FilterCache, kept: FrameCache
  ) throws -> () throws -> Bitmap {
    let options = plan.options(options, frame: frame)
    let tree = try kept.tree(of: layer, options) {
      try layer.scene.film(frame: frame, at: options.time ?? layer.scene.currentTime) { try layer.renderTree(options) }
    }
    try checkMemory(width: tree.canvas.width * tree.scale, height: tree.canvas.height * tree.scale)
    var compositing = budgeted
    compositing.threads = max(1, compositing.threads / workerCount)
    compositing.isFrame = true
    compositing.filterCache = filters
    compositing.pixelMemory = filters.pixelMemory
    if tree.isDrawnOnSceneThread {
      let picture = try LayerRenderer.compositing {
        try kept.drawing(tree) { try Compositor.render(tree, options: compositing, keeper: $0) }
      }
      return { picture }
    }
    return { [compositing] in
      try LayerRenderer.compositing {
        try kept.drawing(tree) { try Compositor.render(tree, options: compositing, keeper: $0) }
      }
    }
  }

  /// Renders a film and returns the bytes of its file. ffmpeg writes its film into a private temporary folder.
  ///
  /// - Parameter format: a film format.
  package func film(
    of layer: Layer, as format: FileFormat, _ options: RenderOptions, _ film: FilmRequest, _ file: EncodingOptions,
    progress: FilmObserver
  ) throws -> [UInt8] {
    let name = "film\(format.tail)"
    if format.needsFFmpeg {
      let folder = try ScratchFolder()
      return try withExtendedLifetime(folder) {
        let path = folder.path + "/" + name
        try writeFilm(
          of: layer, to: name, .file(format), options, film, file, writes: true, into: .scratch(path),
          progress: progress)
        return try readWholeFile(path, name: name, purpose: "film", limit: Int.max >> 1)
      }
    }
    let bytes = FilmBytes(memoryBudget, name)
    try writeFilm(of: layer, to: name, .file(format), options, film, file, writes: true, into: .memory(bytes)) {
      try bytes.settle()
      try progress($0, $1)
    }
    try bytes.settle()
    return bytes.take()
  }

  /// Renders a film and passes its bytes on while it is drawn; returns false at once for a format whose bytes change
  /// until the end.
  ///
  /// - Parameter take: receives the next bytes, on the caller's thread; its error ends the film.
  package func film(
    of layer: Layer, as format: FileFormat, _ options: RenderOptions, _ film: FilmRequest, _ file: EncodingOptions,
    take: ([UInt8]) throws -> Void, progress: FilmObserver
  ) throws -> Bool {
    guard case .codec(let codec) = format.film, codec.isWrittenInOrder else { return false }
    let name = "film\(format.tail)"
    let bytes = FilmBytes(memoryBudget, name)
    func passOn() throws {
      let part = bytes.take()
      if !part.isEmpty { try take(part) }
    }
    try writeFilm(of: layer, to: name, .file(format), options, film, file, writes: true, into: .memory(bytes)) {
      try passOn()
      try progress($0, $1)
    }
    try passOn()
    return true
  }

  /// Returns the frames that a film would have in a target's format, with the frame rate limited to that of the format.
  package func filmPlan(of layer: Layer, for target: FilmTarget, _ film: FilmRequest) throws -> FilmPlan {
    guard case .file(let format) = target else { return try layer.filmPlan(film) }
    var film = film
    if let highest = format.rate.highest, let rate = film.framesPerSecond, rate > highest.rate, film.problem == nil {
      film.framesPerSecond = highest.rate
      warn(
        .film,
        "fps: \(numberText(rate)) frames per second become \(numberText(highest.rate)): \(highest.reason); write fps = "
          + "\(numberText(highest.rate)), or another format")
    }
    return try layer.filmPlan(film, rate: format.rate.usual, highest: format.rate.highest?.rate)
  }

  /// Makes a film from frames of any source, such as numbered pictures.
  ///
  /// - Parameter source: prepares a frame and returns the function that draws it; see `FilmMaker.Source`.
  @discardableResult package func makeFilm(
    _ job: FilmJob, progress: FilmObserver, source: FilmMaker.Source
  ) throws -> FilmFacts {
    try filmMaker.make(job, progress: progress, source: source)
  }

  private var filmMaker: FilmMaker {
    FilmMaker(
      context: context, threads: compositorOptions.threads, writesFiles: writesFiles, reportWarnings: reportWarnings)
  }

  /// Returns the number of pixels of a film's first frame; 0 if it is not known before drawing.
  func pixels(of layer: Layer, _ plan: FilmPlan, _ options: RenderOptions) -> Int {
    firstSize(of: layer, plan, options).map { $0.width * $0.height } ?? 0
  }

  /// Returns the size of a film's first frame in pixels; nil if it is not known.
  private func firstSize(of layer: Layer, _ plan: FilmPlan, _ options: RenderOptions) -> (width: Int, height: Int)? {
    pixelSize(of: layer, plan.options(options, frame: plan.frames.frame(at: 0) ?? 0))
  }
}
