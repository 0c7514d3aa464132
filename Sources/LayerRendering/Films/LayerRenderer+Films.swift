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
  package func filmPlan(of layer: Layer, to path: String, _ film: FilmRequest) throws -> FilmPlan {
    try filmPlan(of: layer, for: try FilmTarget(path), film)
  }

  /// Draws a film of a layer into a file, or its frames into numbered pictures. Starts ffmpeg only if
  /// `mayStartFFmpeg`.
  ///
  /// - Parameter path: its extension gives the kind; `frame-{0000}.png` are numbered pictures.
  /// - Throws: `LayerError`, and the errors of hooks.
  package func writeFilm(
    of layer: Layer, to path: String, _ options: RenderOptions, _ film: FilmRequest, _ file: EncodingOptions
  ) throws {
    try writeFilm(of: layer, to: path, try FilmTarget(path), options, film, file)
  }

  /// The same by a path that has been parsed.
  package func writeFilm(
    of layer: Layer, to path: String, _ target: FilmTarget, _ options: RenderOptions, _ film: FilmRequest,
    _ file: EncodingOptions
  ) throws {
    try writeFilm(of: layer, to: path, target, options, film, file, mayStartFFmpeg: mayStartFFmpeg) { _, _ in }
  }

  /// Draws a film of a layer into a file, or its frames into numbered pictures.
  ///
  /// Frames are drawn and encoded on several threads while the next ones are prepared; pages one after the other. A film
  /// takes its name when it is
  /// complete; numbered pictures that are already written stay.
  ///
  /// - Parameters:
  ///   - target: what the path names.
  ///   - writes: whether the file is written although `writesFiles` is false.
  ///   - progress: called on the caller's thread now and then; its error ends the film.
  /// - Throws: `LayerError`, and the errors of hooks and of `progress`.
  package func writeFilm(
    of layer: Layer, to path: String, _ target: FilmTarget, _ options: RenderOptions, _ film: FilmRequest,
    _ file: EncodingOptions, mayStartFFmpeg: Bool = true, writes: Bool = false, progress: FilmObserver
  ) throws {
    try check(file, for: target.format, as: target.content, "cannot write \"\(path)\"")
    let plan = try filmPlan(of: layer, for: target, film)
    if let vector = target.format.vector {
      return try writePages(of: layer, plan, to: path, target, as: vector, options, file, progress: progress)
    }
    let filters = FilterCache(frames: compositorOptions.threads)
    let kept = KeptFrames(
      count: compositorOptions.threads, pixels: pixels(of: layer, plan, options), limit: keptPictureLimit)
    try layer.scene.filming(keepsNodes: keptPictureLimit > 0) {
      try makeFilm(
        frames: plan.frames, framesPerSecond: plan.timing.framesPerSecond, to: path, target, scale: options.scale, file,
        pixels: pixels(of: layer, plan, options), mayStartFFmpeg: mayStartFFmpeg, writes: writes, progress: progress
      ) { frame, workerCount in try self.frame(frame, of: layer, plan, options, workerCount, filters, kept) }
    }
  }

  /// Draws the frames of a film and discards them.
  package func drawFilm(of layer: Layer, _ options: RenderOptions, _ film: FilmRequest) throws {
    let plan = try layer.filmPlan(film)
    let maker = filmMaker
    let filters = FilterCache(frames: compositorOptions.threads)
    let pixels = pixels(of: layer, plan, options)
    let workerCount = maker.workerCount(for: plan.frames, pixels: pixels, bytesPerPixel: 4)
    let kept = KeptFrames(count: workerCount, pixels: pixels, limit: keptPictureLimit)
    try layer.scene.filming(keepsNodes: keptPictureLimit > 0) {
      try maker.run(plan.frames, workerCount: workerCount, inOrder: false, check: { _ in try context.checkStop() }) {
        frame in
        let draw = try self.frame(frame, of: layer, plan, options, workerCount, filters, kept)
        return {
          _ = try draw()
          return nil
        }
      } consume: { _, _ in
        nil
      }
    }
  }

  /// Resolves a frame; the returned function draws it.
  ///
  /// - Parameters:
  ///   - filters: the results of filters in the frames before.
  ///   - kept: the frames before.
  func frame(
    _ frame: Int, of layer: Layer, _ plan: FilmPlan, _ options: RenderOptions, _ workerCount: Int,
    _ filters: FilterCache, _ kept: KeptFrames
  ) throws -> () throws -> Bitmap {
    let options = plan.options(options, frame: frame)
    let tree = try kept.tree(of: layer, options) {
      try layer.scene.film(frame: frame, at: options.time ?? layer.scene.currentTime) { try layer.renderTree(options) }
    }
    try checkMemory(width: tree.canvas.width * tree.scale, height: tree.canvas.height * tree.scale)
    var compositing = budgeted
    compositing.threads = max(1, compositing.threads / workerCount)
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

  /// The frames that a film would have.
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
    return try layer.filmPlan(film, rate: format.rate.usual)
  }

  /// Makes a film of frames that come from anywhere.
  ///
  /// - Parameters:
  ///   - pixels: the number of pixels of a frame, as far as it is known.
  ///   - source: prepares a frame, on the caller's thread and in any order, and returns the function that draws it, on
  ///     any thread. It receives the number of frames that are drawn at once.
  package func makeFilm(
    frames: FrameList, framesPerSecond: Double, to path: String, _ target: FilmTarget, scale: Double,
    _ file: EncodingOptions, pixels: Int = 0, mayStartFFmpeg: Bool = true, writes: Bool = false,
    progress: FilmObserver, source: FilmMaker.Source
  ) throws {
    var maker = filmMaker
    if writes { maker.writesFiles = true }
    try maker.make(
      frames: frames, framesPerSecond: framesPerSecond, to: path, target, scale: scale, file, pixels: pixels,
      mayStartFFmpeg: mayStartFFmpeg, progress: progress, source: source)
  }

  private var filmMaker: FilmMaker {
    FilmMaker(
      context: context, threads: compositorOptions.threads, writesFiles: writesFiles, reportWarnings: reportWarnings)
  }

  /// The number of pixels of a film's first frame, as far as it is known before drawing.
  func pixels(of layer: Layer, _ plan: FilmPlan, _ options: RenderOptions) -> Int {
    pixelSize(of: layer, plan.options(options, frame: plan.frames.frame(at: 0) ?? 0)).map { $0.width * $0.height } ?? 0
  }
}
