// SPDX-License-Identifier: MIT
import Diagnosis
import Films
import Formats
import Geometry
import LayerEngine
import LayerModel
import LayerRendering
import LuaBinding
import Messages
import Numbers
import RenderTree

/// The inputs of a preview scene: script, arguments and rendering options.
package struct PreviewSettings {
  /// The Lua source.
  package var script: [UInt8]
  /// The script's name in messages, usually its path from the working directory.
  package var name: String
  package var arguments: ScriptArguments
  /// Rendering options for the layer that the script returns.
  package var picture: RenderOptions
  /// Film options for the layer that the script returns.
  package var film: FilmRequest
  /// Encoding options of exported files.
  package var encoding: EncodingOptions
  /// The folder in which exported films are written temporarily. The engine's `writableFiles` must contain
  /// `Engine.temporaryFilms(in:)`.
  package var temporaryFolder: String
  /// True to leave that folder for the next film: an isolated process cannot create it again.
  package var keepsTemporaryFolder = false

  package init(
    script: [UInt8], name: String, arguments: ScriptArguments = ScriptArguments(),
    picture: RenderOptions = RenderOptions(), film: FilmRequest = FilmRequest(),
    encoding: EncodingOptions = EncodingOptions(), temporaryFolder: String = Engine.temporaryFolder
  ) {
    self.script = script
    self.name = name
    self.arguments = arguments
    self.picture = picture
    self.film = film
    self.encoding = encoding
    self.temporaryFolder = temporaryFolder
  }
}

/// Answers the live page's requests about a script's picture: the layer tree, the layers' keys, hit tests, and
/// temporary edits of values. It writes no file.
///
/// Points are those of the picture: the root's bounds, whose origin is the picture's corner. Times are the scene's, in
/// seconds.
package final class PreviewScene {
  /// A picture that the script renders.
  struct Picture {
    let layer: Layer
    /// The options of the `ca.render` call, or of the command line.
    let options: RenderOptions
    /// The file that it would be written to; nil for the returned layer, or for an image that the script keeps.
    let file: String?
    /// The script location of the render; nil for the returned layer.
    let place: String?
    let film: FilmPlan?
  }

  let engine: Engine
  let settings: PreviewSettings
  /// The pictures in script order; the returned layer is last.
  private(set) var pictures: [Picture] = []
  /// The parameters that the script read.
  private let parameterList: ParameterList
  var parameters: [ScriptParameter] { parameterList.parameters }
  /// A cache of the layers' visibility in the picture examined last, keyed by time and change count.
  var sight: (time: Double, change: UInt64, layers: SeenLayers)?
  /// The edits that were not undone, in order.
  var edits: [Edit] = []
  /// A snapshot of the layers as the script left them; nil while nothing has been edited.
  var original: ModelSnapshot?
  /// The states that were chosen in the page, the last one shown; those before it are where its transition begins.
  var choices: [StateChoice] = []
  /// The tilt that was chosen in the page; nil for none.
  var tilt: Point?
  /// The film of the state that was chosen last, with its transition; nil if there is none.
  var chosenFilm: Film?

  /// Creates a scene that has not run its script yet.
  ///
  /// - Parameter engine: an engine for this scene alone, which has run nothing.
  package init(_ engine: Engine, _ settings: PreviewSettings) {
    self.engine = engine
    self.settings = settings
    engine.renderer.writesFiles = false
    engine.logSettings()
    parameterList = ParameterList(of: engine)
    // The page shows the controls by which they are set.
    engine.fillsRequiredParameters = true
  }

  /// The displayed picture: the last one.
  var picture: Picture? { pictures.last }

  /// The root layer of the displayed picture.
  var root: Layer {
    get throws(EngineError) {
      guard let layer = picture?.layer else { throw EngineError(.usage, "there is no picture") }
      return layer
    }
  }

  // MARK: The script

  /// Runs the script and collects its pictures; at least one exists afterwards.
  ///
  /// - Throws: `EngineError`; also if the script neither returns nor renders a layer.
  package func run() throws(EngineError) {
    engine.interceptRenders { [weak self] layer, options, file, film, place in
      guard let self else { return }
      // Ignore what a hook renders later, while a picture is drawn.
      guard !self.hasRun else { return }
      let options = film.map { $0.options(options, frame: $0.frames.frame(at: 0) ?? 0) } ?? options
      try self.engine.keep(layer)
      self.engine.noteDrawn(layer)
      if self.pictures.count < 10_000 {
        self.pictures.append(Picture(layer: layer, options: options, file: file, place: place, film: film))
      }
    }
    defer { hasRun = true }
    do {
      if let layer = try engine.run(script: settings.script, name: settings.name, arguments: settings.arguments) {
        engine.noteDrawn(layer)
        pictures.append(Picture(layer: layer, options: settings.picture, file: nil, place: nil, film: nil))
      }
    } catch { throw engine.explained(error) }
    guard !pictures.isEmpty else {
      throw EngineError(
        .script,
        "the script neither returned nor rendered a layer, so there is no picture; end it with `return layer`, or "
          + "call ca.render(layer, \"picture.png\")", script: settings.name)
    }
  }

  private var hasRun = false

  // MARK: Pictures

  /// Returns the displayed picture's options, with another time or scale if given.
  func options(t: Double?, scale: Double? = nil) -> RenderOptions {
    var options = picture?.options ?? settings.picture
    if let t { options.time = t }
    if let scale { options.scale = scale }
    return options
  }

  /// The encoding of a picture's bytes.
  package enum FrameForm: Sendable {
    /// The PNG file that `-o` would write.
    case png
    /// Rows of straight (not premultiplied) RGBA bytes, top row first, for a page on the same machine, where
    /// compressing takes longer than sending.
    case pixels
  }

  /// A rendered picture as bytes, with its timings.
  package struct Frame {
    package var bytes: [UInt8]
    /// In pixels.
    package var width: Int
    package var height: Int
    /// The rendered rectangle in the root's coordinates, in points.
    package var canvas: Rect
    /// Pixels per point.
    package var scale: Double
    /// In seconds.
    package var drawing: Double
    package var encoding: Double
  }

  /// Renders the displayed picture.
  ///
  /// - Parameters:
  ///   - form: the encoding of its bytes.
  ///   - t: the scene time in seconds; nil is that of the command line or of the `ca.render` call.
  ///   - scale: pixels per point; nil is that of the command line or of the `ca.render` call.
  ///   - rect: the part to render, in points, enlarged to whole pixels; nil is everything.
  package func frame(
    _ form: FrameForm = .png, t: Double? = nil, scale: Double? = nil, rect: Rect? = nil
  ) throws(EngineError) -> Frame {
    let root = try root
    let options = options(t: t, scale: scale)
    return try drawn {
      let start = secondsNow()
      var tree = try root.renderTree(options)
      if let rect {
        guard let part = tree.canvas.wholePixels(of: rect, scale: tree.scale) else {
          throw EngineError(.usage, "rect: it lies outside of the picture")
        }
        tree.canvas = part
      }
      let bitmap = try self.engine.renderer.render(tree)
      try self.engine.checkInterruption()
      let drawn = secondsNow()
      let bytes =
        switch form {
        case .png: try self.engine.renderer.encode(bitmap, as: .png, self.encoding(for: .png))
        case .pixels: bitmap.straightBytes
        }
      return Frame(
        bytes: bytes, width: bitmap.width, height: bitmap.height, canvas: tree.canvas, scale: tree.scale,
        drawing: drawn - start, encoding: secondsNow() - drawn)
    }
  }

  /// Renders a single layer in its place in the picture, as PNG.
  ///
  /// - Parameters:
  ///   - isAlone: true to leave out its sublayers and mask.
  ///   - isCropped: true to render only the box around what is painted instead of the whole picture.
  /// - Returns: nil for a cropped picture of nothing.
  func ownPicture(
    of layer: Layer, t: Double?, scale: Double?, isAlone: Bool, isCropped: Bool
  ) throws(EngineError) -> Frame? {
    let root = try root
    let options = options(t: t, scale: scale)
    return try drawn {
      let start = secondsNow()
      var tree = try root.renderTree(of: layer, isAlone: isAlone, options)
      if isCropped {
        guard let extent = tree.paintedRect, let part = tree.canvas.wholePixels(of: extent, scale: tree.scale) else {
          return nil
        }
        tree.canvas = part
      }
      let bitmap = try self.engine.renderer.render(tree)
      try self.engine.checkInterruption()
      let drawn = secondsNow()
      let bytes = try self.engine.renderer.encode(bitmap, as: .png, EncodingOptions())
      return Frame(
        bytes: bytes, width: bitmap.width, height: bitmap.height, canvas: tree.canvas, scale: tree.scale,
        drawing: drawn - start, encoding: secondsNow() - drawn)
    }
  }

  /// Returns the command line's encoding options if the format accepts them, else default options.
  func encoding(for format: FileFormat) -> EncodingOptions {
    settings.encoding.problem(for: format, as: .picture) == nil ? settings.encoding : EncodingOptions()
  }

  /// Runs a body that renders. Errors of the tree are attributed to the script, although none of its lines is running.
  func drawn<Result>(_ body: () throws -> Result) throws(EngineError) -> Result {
    do throws(EngineError) { return try engine.working(body) } catch {
      var error = error
      if error.script == nil, error.kind == .script || error.kind == .limit { error.script = settings.name }
      throw error
    }
  }

  // MARK: Animated layers

  /// The film that the page plays.
  package struct Film {
    /// The start time in seconds.
    package var start: Double
    package var duration: Double
    package var framesPerSecond: Double
    /// The seconds at the end that repeat; nil for all.
    package var loop: Double?
    /// The scene's time lines that play.
    package var lines: [PlayedLine] = []
  }

  /// The default duration, in seconds, of animations without an end or a cycle.
  private static let usualDuration = 4.0

  package var film: Film? {
    guard let picture else { return nil }
    var film = chosenFilm ?? scriptFilm(of: picture)
    film?.lines = picture.layer.scene.lines.played
    return film
  }

  /// The film of the picture as the script left it, or in a chosen state that has come to rest.
  func scriptFilm(of picture: Picture) -> Film? {
    if let plan = picture.film {
      let fps = plan.timing.framesPerSecond
      return Film(
        start: plan.timing.time(ofFrame: plan.frames.frame(at: 0) ?? 0), duration: Double(plan.frames.count) / fps,
        framesPerSecond: fps)
    }
    let root = picture.layer
    let shown = ShownLayers(of: root, at: picture.options.time)
    var moves = root.scene.host.onFrame != nil
    if !moves { moves = root.subtree.contains { shown.moves($0) } }
    guard moves else { return nil }
    let request = settings.film
    let start = request.start ?? root.scene.currentTime
    let length = root.animationLength
    let rest = length.end.map { $0 - start } ?? 0
    let natural = max(rest, length.longestCycle ?? 0)
    let duration = (request.duration ?? (natural > 0 ? natural : PreviewScene.usualDuration)) + (request.hold ?? 0)
    return Film(start: start, duration: min(duration, 1e9), framesPerSecond: request.framesPerSecond ?? 60)
  }

  /// The time of the picture sent with `ready`, in seconds.
  var pictureTime: Double { picture.map { $0.options.time ?? $0.layer.scene.currentTime } ?? 0 }

  /// The number of times sampled to find the opening time of a film, and the maximum side of the sample pictures in
  /// pixels.
  private static let looks = 12
  private static let lookSide = 96.0

  /// Returns the time at which the page opens a film, normally that of the picture. If the picture is a single colour,
  /// as when a scene fades in, and its time was not chosen explicitly, returns the first sampled time that shows at
  /// least half as much as the fullest sample.
  ///
  /// - Parameter first: the picture's pixels.
  func opening(of film: Film, _ first: Frame) -> Double {
    let start = pictureTime
    let isChosen = picture.map { $0.film == nil && $0.options.time != nil } ?? false
    guard !isChosen, first.isPlain else { return start }
    let side = max(first.canvas.width, first.canvas.height)
    let scale = min(first.scale, PreviewScene.lookSide / max(side, 1e-9))
    var looks: [(time: Double, contrast: Int, opacity: Int)] = []
    let last = max(film.duration - 1 / film.framesPerSecond, 0)
    for i in 1...PreviewScene.looks {
      let time = film.start + last * Double(i) / Double(PreviewScene.looks)
      // Skip frames that fail; their error is reported when they are requested.
      guard let frame = try? frame(.pixels, t: time, scale: scale) else { continue }
      let (contrast, opacity) = frame.shown
      looks.append((time, contrast, opacity))
    }
    let most = looks.map(\.contrast).max() ?? 0
    if most > 0 { return looks.first { $0.contrast >= most - $0.contrast }?.time ?? start }
    // A single colour may fade in, which only the opacity shows.
    let densest = looks.map(\.opacity).max() ?? 0
    let now = first.shown.opacity
    if now >= densest - now { return start }
    return looks.first { $0.opacity >= densest - $0.opacity }?.time ?? start
  }
}

extension PreviewScene.Frame {
  /// True if all pixels are equal.
  fileprivate var isPlain: Bool {
    guard bytes.count >= 4 else { return true }
    // Compares each byte with the same channel of the previous pixel.
    return bytes.withUnsafeBufferPointer { bytes in (4..<bytes.count).allSatisfy { bytes[$0] == bytes[$0 - 4] } }
  }

  /// The summed difference of all pixels from the first, and their mean opacity from 0 to 255.
  fileprivate var shown: (contrast: Int, opacity: Int) {
    bytes.withUnsafeBufferPointer { bytes in
      guard bytes.count >= 4 else { return (0, 0) }
      var (contrast, opacity) = (0, 0)
      let first = (0..<3).map { Int(bytes[$0]) * Int(bytes[3]) }
      // Colours are weighted by alpha: a nearly transparent pixel shows hardly anything.
      for i in stride(from: 0, to: bytes.count - 3, by: 4) {
        let alpha = Int(bytes[i + 3])
        opacity += alpha
        contrast += 255 * abs(alpha - Int(bytes[3]))
        for k in 0..<3 { contrast += abs(Int(bytes[i + k]) * alpha - first[k]) }
      }
      return (contrast, opacity / (bytes.count / 4))
    }
  }
}

extension RenderTree {
  /// The bounding box of what is painted in the canvas; nil for nothing.
  fileprivate var paintedRect: Rect? {
    switch NodeExtent.of(root, limit: 4096) {
    case .nothing: nil
    case .rect(let rect): rect.insetBy(dx: -1 / scale, dy: -1 / scale).intersection(canvas)
    case .unknown: canvas
    }
  }
}

extension Rect {
  /// Returns the smallest rectangle on pixel boundaries of this canvas that contains a part of it; nil if it is empty.
  fileprivate func wholePixels(of part: Rect, scale: Double) -> Rect? {
    // Tolerates a rounding error of 1e-6 pixels, as drawing does.
    let left = max(((part.x - x) * scale + 1e-6).rounded(.down), 0)
    let top = max(((part.y - y) * scale + 1e-6).rounded(.down), 0)
    let whole = size.pixels(scale: scale)
    let right = min(((part.x + part.width - x) * scale - 1e-6).rounded(.up), whole.width)
    let bottom = min(((part.y + part.height - y) * scale - 1e-6).rounded(.up), whole.height)
    guard right > left, bottom > top, (right - left).isFinite, (bottom - top).isFinite else { return nil }
    let rect = Rect(
      x: x + left / scale, y: y + top / scale, width: (right - left) / scale, height: (bottom - top) / scale)
    return rect.isFinite ? rect : nil
  }
}
