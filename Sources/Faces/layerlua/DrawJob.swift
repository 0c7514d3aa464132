// SPDX-License-Identifier: MIT
import Films
import Formats
import LayerEngine
import Messages
import Numbers
import Pixels
import Preview

/// The picture or film that a request of `layerlua draw-jobs` asks for.
struct DrawJob {
  var format: FileFormat
  /// True for a film, false for a picture.
  var isFilm: Bool
  /// Pixels per point; nil for that of the script's `ca.render`, else 1.
  var scale: Double?
  /// The width of the picture in pixels, in place of a scale.
  var width: Int?
  /// The time of a picture, in seconds; nil for that of the script's `ca.render`, else the scene's.
  var time: Double?
  var background: Color?
  var film: FilmRequest
  var encoding: EncodingOptions

  init(_ request: WorkerRequest) throws {
    let name = try request.string("format") ?? FileFormat.png.fileExtension
    guard let format = FileFormat(fileExtension: name), format.scene == nil else {
      let names = FileFormat.all.filter { $0.scene == nil }.map(\.fileExtension)
      throw EngineError(.usage, "format: expected \(alternatives(names)), got \(jsonString(name))")
    }
    self.format = format
    isFilm = try request.flag("film") ?? !format.holds(.picture)
    guard format.holds(isFilm ? .film : .picture) else {
      throw EngineError(.usage, "film: a .\(name) holds \(isFilm ? "no film" : "only films")")
    }
    scale = try request.scale()
    width = try request.count("width")
    if let width {
      guard scale == nil else { throw EngineError(.usage, "width: the scale follows from it, so leave out scale") }
      guard width > 0 else { throw EngineError(.usage, "width: expected a whole number of pixels above 0, got 0") }
    }
    time = try request.number("time")
    film = FilmRequest(
      framesPerSecond: try request.number("fps"), start: try request.number("from"),
      duration: try request.number("duration"))
    if isFilm {
      if time != nil { throw EngineError(.usage, "time: it is for pictures; a film starts at from") }
      if let problem = film.problem { throw EngineError(.usage, problem.message) }
    } else if !film.isEmpty {
      throw EngineError(.usage, "fps, from and duration are for films, and a .\(name) without film is a picture")
    }
    if let text = try request.string("background") {
      guard let color = Color(css: text) else {
        throw EngineError(
          requestKey: "background",
          "expected a CSS colour such as white or #ff8800, got \(jsonString(text))")
      }
      background = color
    }
    encoding = EncodingOptions(
      quality: try request.number("quality"), compression: try request.count("compression"),
      effort: try request.count("effort"))
    if let problem = encoding.problem(for: format, as: isFilm ? .film : .picture) {
      throw EngineError(.usage, problem)
    }
  }

  /// Throws for a film without a duration that nothing ends, or that starts at its end.
  func checkLength(of layer: Layer) throws {
    guard isFilm, film.duration == nil else { return }
    let start = film.start ?? layer.scene.currentTime
    guard let end = try layer.filmEnd() else {
      let cycle = layer.animationLength.longestCycle.map { "; its longest animation repeats after \(numberText($0)) s" }
      throw EngineError(
        requestKey: "duration", "expected the film's length in seconds, since nothing in it ends\(cycle ?? "")")
    }
    guard start >= end else { return }
    let over = "its last animation is over at \(numberText(end)) s"
    if let from = film.start {
      throw EngineError(
        requestKey: "from",
        "expected a time before \(numberText(end)) s, or a duration, since \(over), got \(numberText(from))")
    }
    throw EngineError(
      requestKey: "duration",
      "expected the film's length in seconds, since \(over), and it starts at \(numberText(start)) s")
  }

  /// Returns the options of the picture.
  ///
  /// - Parameter given: those of the script's `ca.render`; nil for a layer that the script returned.
  func options(_ given: RenderOptions?) -> RenderOptions {
    var options = given ?? RenderOptions()
    if let scale { options.scale = scale }
    if let time { options.time = time }
    if let background { options.background = background }
    return options
  }
}

extension EngineError {
  /// An error about a key of a request.
  init(requestKey key: String, _ problem: String) {
    self.init(.usage, "\(key): \(problem)")
    requestKey = key
  }
}

/// The limits of one job. Those that a request leaves out have the defaults here.
struct JobLimits {
  /// Wall time of script and drawing together, in seconds.
  var time = 10.0
  /// Bytes of the script and its layers.
  var memory = 256 << 20
  /// Pixels of a picture, or of a frame.
  var pixels = 16_000_000
  /// Pixels of the longer side.
  var side = 8192
  var frames = 900
  var layers = 100_000
  /// Bytes that the script prints.
  var printed = 1 << 20
  /// Bytes of one text.
  var text = 256 << 10
  /// Segments of one path.
  var segments = 1_000_000

  /// - Parameter engine: the configuration of the command line, whose limits are the highest.
  init(_ request: WorkerRequest, _ engine: Engine.Configuration) throws {
    let given = try request.object("limits")
    func read(_ name: LimitName, _ limit: inout Int) throws {
      guard let value = try given?.count(name.rawValue) else { return }
      guard value > 0 else { throw EngineError(.usage, "limits: \(name.rawValue): expected a number above 0, got 0") }
      limit = value
    }
    if let seconds = try given?.number(LimitName.time.rawValue) {
      guard seconds > 0 else {
        throw EngineError(.usage, "limits: time: expected seconds above 0, got \(numberText(seconds))")
      }
      time = seconds
    }
    try read(.memory, &memory)
    try read(.pixels, &pixels)
    try read(.side, &side)
    try read(.frames, &frames)
    try read(.layers, &layers)
    try read(.printed, &printed)
    try read(.text, &text)
    try read(.segments, &segments)
    if let most = engine.timeLimit { time = min(time, most) }
    if let most = engine.memoryLimit { memory = min(memory, most) }
  }

  /// Throws if a picture is too large.
  func check(_ size: Size) throws(EngineError) {
    var error: EngineError?
    let words = "a picture of \(numberText(size.width))×\(numberText(size.height)) pixels is too large: "
    if !(max(size.width, size.height) <= Double(side)) {
      error = EngineError(.limit, words + "at most \(side) pixels a side")
      error?.limit = .side
    } else if !(size.width * size.height <= Double(pixels)) {
      error = EngineError(.limit, words + "at most \(pixels) pixels")
      error?.limit = .pixels
    }
    if let error { throw error }
  }
}
