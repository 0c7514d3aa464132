// SPDX-License-Identifier: MIT
import CLayerLua
import Formats
import Geometry
import LayerEngine
import LayerModel
import Numbers
import Pixels

/// The caller's settings, split into those for drawing a layer, for encoding a file, and for the frames of a film.
struct DrawingSettings {
  /// Size of the structure in the header's first version.
  private static let firstSize = (MemoryLayout<layerlua_settings>.offset(of: \.dpi) ?? 0) + MemoryLayout<Double>.size

  private(set) var render = RenderOptions()
  private(set) var file = EncodingOptions()
  private var film = FilmRequest()
  private var frames: String?
  private let onProgress: (@convention(c) (UnsafeMutableRawPointer?, Int, Int) -> Bool)?
  private let onRasterized:
    (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Void)?
  private let userData: UnsafeMutableRawPointer?

  init(_ pointer: UnsafePointer<layerlua_settings>?) throws(EngineError) {
    let given = try sized(pointer, layerlua_settings(), first: Self.firstSize, "layerlua_settings")
    if given.scale != 0 { render.scale = given.scale }
    if withUnsafeBytes(of: given.has_time, { $0[0] != 0 }) {
      guard isTime(given.time) else { throw misuse("layerlua_settings.time must be seconds, got \(given.time)") }
      render.time = given.time
    }
    if given.width != 0 || given.height != 0 {
      guard given.width > 0, given.height > 0, given.width.isFinite, given.height.isFinite else {
        throw misuse(
          "layerlua_settings.width and .height must both be above 0, or both 0 for the bounds' size; got "
            + "\(given.width), \(given.height)"
        )
      }
      render.size = Size(given.width, given.height)
    }
    if let name = try optionalText(given.background, "layerlua_settings.background") {
      guard let color = Color(css: name) else {
        throw misuse("layerlua_settings.background: expected a CSS colour such as white or #ff8800, got \"\(name)\"")
      }
      render.background = color
    }
    if given.quality != 0 { file.quality = given.quality }
    if given.lossless != 0 { file.isLossless = given.lossless > 0 }
    if given.compression != 0 { file.compression = Int(given.compression) }
    if withUnsafeBytes(of: given.has_effort, { $0[0] != 0 }) { file.effort = Int(given.effort) }
    if given.dpi != 0 { file.dpi = given.dpi }
    if given.fps != 0 { film.framesPerSecond = given.fps }
    if withUnsafeBytes(of: given.has_from, { $0[0] != 0 }) { film.start = given.from }
    if given.duration != 0 { film.duration = given.duration }
    if given.hold != 0 { film.hold = given.hold }
    if withUnsafeBytes(of: given.has_sounds, { $0[0] != 0 }) { film.sounds = try Self.sounds(given) }
    frames = try optionalText(given.frames, "layerlua_settings.frames")
    onProgress = given.on_progress
    onRasterized = given.on_rasterized
    userData = given.user_data
    file.page = try Self.page(given)
  }

  /// Size of a sound in the header's first version.
  private static let firstSoundSize = (MemoryLayout<layerlua_sound>.offset(of: \.pan) ?? 0) + MemoryLayout<Double>.size

  private static func sounds(_ given: layerlua_settings) throws(EngineError) -> [FilmSound] {
    guard given.sound_count > 0 else { return [] }
    guard given.sound_count <= FilmSound.most, let first = given.sounds else {
      throw misuse(
        "layerlua_settings: \(given.sound_count) sounds at \(given.sounds == nil ? "NULL" : "an address"); a film has "
          + "at most \(FilmSound.most)")
    }
    // The sounds lie as far apart as the caller's version of them is long.
    let stride = UnsafeRawPointer(first).loadUnaligned(as: Int.self)
    var sounds: [FilmSound] = []
    for i in 0..<given.sound_count {
      let name = "layerlua_settings.sounds[\(i)]"
      let own = try sized(
        (UnsafeRawPointer(first) + i * stride).assumingMemoryBound(to: layerlua_sound.self), layerlua_sound(),
        first: firstSoundSize, "layerlua_sound")
      guard own.size == stride else { throw misuse("\(name).size is \(own.size), that of the first \(stride)") }
      guard let file = try optionalText(own.file, "\(name).file") else { throw misuse("\(name).file is NULL") }
      var sound = FilmSound(file, start: own.start)
      (sound.from, sound.to) = (own.from, own.to == 0 ? nil : own.to)
      (sound.gain, sound.fadeIn, sound.fadeOut, sound.pan) = (own.gain, own.fade_in, own.fade_out, own.pan)
      sound.isLooped = own.loops == -1
      if own.loops != 0, own.loops != -1 { sound.loops = Int(own.loops) }
      sounds.append(sound)
    }
    return sounds
  }

  private static func page(_ given: layerlua_settings) throws(EngineError) -> PageOptions {
    func flag(_ field: Bool) -> Bool? { withUnsafeBytes(of: field) { $0[0] != 0 } ? true : nil }
    var page = PageOptions()
    if let name = try optionalText(given.paper, "layerlua_settings.paper") {
      guard let paper = PaperSize(named: name) else {
        throw misuse("layerlua_settings.paper: \(PaperSize.problem(name))")
      }
      page.paper = paper
    }
    page.keepsScale = flag(given.keeps_scale) == true
    page.isLandscape = flag(given.landscape)
    page.outlines = flag(given.outlines)
    page.headings = flag(given.headings)
    if given.margin != 0 { page.margin = given.margin }
    if given.bleed != 0 { page.bleed = given.bleed }
    page.title = try optionalText(given.title, "layerlua_settings.title")
    page.author = try optionalText(given.author, "layerlua_settings.author")
    page.subject = try optionalText(given.subject, "layerlua_settings.subject")
    page.keywords = try optionalText(given.keywords, "layerlua_settings.keywords")
    page.date = try optionalText(given.date, "layerlua_settings.date")
    return page
  }

  /// Draws pages while reporting rasterised parts to the caller's `on_rasterized`.
  func telling<T>(_ engine: Engine, _ body: () throws(EngineError) -> T) throws(EngineError) -> T {
    guard let onRasterized else { return try body() }
    let before = engine.onRasterized
    defer { engine.onRasterized = before }
    engine.onRasterized = { [userData] layer, reason in
      layer.withCString { layer in reason.withCString { onRasterized(userData, layer, $0) } }
    }
    return try body()
  }

  /// True if any film setting is given.
  var isFilm: Bool { !film.isEmpty || frames != nil }

  /// Returns the settings for a single picture.
  /// - Throws: `EngineError` of kind `usage` if film settings are given.
  func picture() throws(EngineError) -> DrawingSettings {
    guard !isFilm else {
      throw misuse(
        "layerlua_settings: fps, from, duration, hold, frames and sounds are for films; layerlua_write, "
          + "layerlua_encode and layerlua_film_frames make films")
    }
    return self
  }

  /// Returns the settings for a film.
  /// - Throws: `EngineError` of kind `usage` for values that no film can have.
  func filmOptions() throws(EngineError) -> FilmRequest {
    var options = film
    if let frames {
      do { options.frames = try FrameList(frames) } catch { throw misuse("frames: \(error)") }
    }
    if let problem = options.problem { throw misuse(problem.message) }
    return options
  }

  func checkFilm() throws(EngineError) {
    if render.time != nil { throw misuse("layerlua_settings.time is for single pictures; a film starts at `from`") }
  }

  func progress(_ progress: FilmProgress) -> Bool {
    onProgress?(userData, progress.finished, progress.total) ?? true
  }
}
