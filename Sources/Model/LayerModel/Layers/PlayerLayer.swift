// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Pixels
import RenderTree

/// A layer that shows the frames of a film file at its own time: `AVPlayerLayer`, with its player. ffmpeg decodes them.
///
/// ```swift
/// let clip = PlayerLayer(in: scene)
/// clip.frame = Rect(0, 0, 320, 180)
/// clip.file = "waves.mp4"
/// clip.isLooped = true
/// ```
///
/// The frame follows from the layer's time alone: `beginTime`, `speed` and `timeOffset` of the layer and of those above
/// it hold, and times may be asked for in any order. Films that are written have the sound of the file, unless it is
/// `isMuted`.
public final class PlayerLayer: Layer {
  @exclusivity(unchecked) var storedFile: String?
  @exclusivity(unchecked) var storedVideoGravity = VideoGravity.resizeAspect
  @exclusivity(unchecked) var storedRate = 1.0
  @exclusivity(unchecked) var storedFrom = 0.0
  @exclusivity(unchecked) var storedTo: Double?
  @exclusivity(unchecked) var storedLoops = false
  @exclusivity(unchecked) var storedMuted = false
  @exclusivity(unchecked) var storedVolume = 1.0
  /// The opened file, and its name.
  private var opened: (file: String, clip: any Clip)?

  public convenience init(in scene: Scene) { self.init(in: scene, of: .player) }

  override var changesWithTime: Bool { storedFile != nil || super.changesWithTime }

  override var classIntent: Intent { storedFile == nil ? .nothing : .inBounds }

  package override var inspectedWords: [String] { [storedFile.map { "film \"\($0)\"" } ?? "no film"] }

  override var playedLength: (end: Double?, cycle: Double?) {
    guard storedFile != nil, storedRate != 0, let length = try? playedPart()?.length, length > 0 else {
      return (nil, nil)
    }
    let seconds = length / abs(storedRate)
    return storedLoops ? (nil, seconds) : (seconds, nil)
  }

  override func clipFrame(at time: Double) throws -> ClipFrame? {
    do { return try shownFrame(at: time) } catch let error as LayerError {
      // A file that an animation names does not end the film.
      guard presentedLayer != nil, let owner = model as? PlayerLayer, storedFile != owner.storedFile,
        error.kind != .cancelled
      else { throw error }
      owner.warnOfFrame("file", error.message)
      return nil
    }
  }

  private func shownFrame(at time: Double) throws -> ClipFrame? {
    guard let clip = try clip(), let part = try playedPart() else { return nil }
    if part.length <= 0 { warnOfPart(clip.info) }
    // Before its time begins, its first frame is shown.
    var played = max(time, 0) * storedRate
    if storedLoops, part.length > 0 {
      played = played.truncatingRemainder(dividingBy: part.length)
      if played < 0 { played += part.length }
    } else if storedRate < 0 {
      played = max(part.length + played, 0)
    } else {
      played = min(played, part.length)
    }
    let frame: Bitmap
    // At its end the last frame of the part is shown, not the one that would follow.
    let seconds = min(part.from + played, max(part.from + part.length - 1e-6, part.from))
    do { frame = try clip.frame(at: seconds) } catch let error as LayerError {
      throw LayerError(error.kind, "\(model.label): \(error.message)")
    }
    for remark in clip.takeRemarks() {
      scene.warn(.imageFile, "\(model.label): film \"\(storedFile ?? "")\": \(remark)", onceFor: remark, about: model)
    }
    return ClipFrame(bitmap: frame, size: clip.info.size, gravity: storedVideoGravity.contents)
  }

  /// The opened file; nil without one. Presentations share their model's.
  func clip() throws -> (any Clip)? {
    guard let file = storedFile, !file.isEmpty else { return nil }
    let owner = model as? PlayerLayer ?? self
    if let opened = owner.opened, opened.file == file { return opened.clip }
    do {
      let clip = try scene.services.clip(atPath: file)
      owner.opened = (file, clip)
      return clip
    } catch let error as LayerError { throw LayerError(error.kind, "\(owner.label): \(error.message)") }
  }

  /// The part of the film that is played: its start and its length in seconds; nil without a film.
  func playedPart() throws -> (from: Double, length: Double)? {
    guard let info = try clip()?.info else { return nil }
    let from = min(storedFrom, info.duration)
    return (from, max(min(storedTo ?? info.duration, info.duration) - from, 0))
  }

  /// The properties of the file; nil without one that can be read. A script that reads one gets the error.
  fileprivate var info: ClipInfo? {
    do { return try clip()?.info } catch {
      if scene.host.isScriptRunning?() == true { scene.hookFailure = scene.hookFailure ?? error }
      return nil
    }
  }

  /// Warns of a part that has no length, of which one picture would stand still without a word.
  private func warnOfPart(_ info: ClipInfo) {
    if let to = storedTo, to < storedFrom {
      scene.warn(
        .film,
        "\(model.label): to, \(numberText(to)) s, is before from, \(numberText(storedFrom)) s, so one picture stands "
          + "still", onceFor: "part", about: model)
    } else if storedFrom >= info.duration, storedFrom > 0 {
      scene.warn(
        .film,
        "\(model.label): from, \(numberText(storedFrom)) s, is not before the end of film \"\(storedFile ?? "")\", "
          + "\(numberText(info.duration, decimals: 3)) s, so its last picture stands still", onceFor: "part",
        about: model)
    }
  }

  /// Forgets the opened file when another is named.
  fileprivate func forget() { opened = nil }
}

extension Layer {
  /// Throws the error of the first film file in the tree that cannot be read.
  package final func checkClips() throws(LayerError) {
    for layer in subtree {
      guard let player = layer as? PlayerLayer else { continue }
      do { _ = try player.clip() } catch { throw error as? LayerError ?? LayerError("\(error)") }
    }
  }
}

/// The way in which a film fills its layer's bounds: `AVLayerVideoGravity`.
public enum VideoGravity: UInt8, NamedOption {
  /// All of the film, at its own proportions.
  case resizeAspect
  /// All of the bounds, at the film's proportions; it may reach beyond them.
  case resizeAspectFill
  /// All of the bounds, stretched.
  case resize

  package static let names = [
    OptionName("resizeAspect", aliases: ["AVLayerVideoGravityResizeAspect"]),
    OptionName("resizeAspectFill", aliases: ["AVLayerVideoGravityResizeAspectFill"]),
    OptionName("resize", aliases: ["AVLayerVideoGravityResize"]),
  ]

  var contents: ContentsGravity {
    switch self {
    case .resizeAspect: .resizeAspect
    case .resizeAspectFill: .resizeAspectFill
    case .resize: .resize
    }
  }
}

extension PlayerLayer {
  /// The film file, in a format that ffmpeg reads, such as MP4, MOV, MKV or WebM; a path like an image's. Default nil.
  public var file: String? {
    get { storedFile }
    set { assign(.playerFile, newValue.map { .string($0) } ?? .null) }
  }
  /// The way in which the film fills the bounds. Default `resizeAspect`.
  public var videoGravity: VideoGravity {
    get { storedVideoGravity }
    set { assign(.videoGravity, .string(newValue.optionName.raw)) }
  }
  /// The rate at which it plays: 2 is twice as fast, a negative one plays backward from the end. Default 1.
  public var rate: Double {
    get { storedRate }
    set { assign(.playerRate, newValue) }
  }
  /// The part of the film that is played, in seconds. Default all of it.
  public var from: Double {
    get { storedFrom }
    set { assign(.playerFrom, newValue) }
  }
  /// The end of the part of the film that is played, in seconds; nil is the film's.
  public var to: Double? {
    get { storedTo }
    set { assign(.playerTo, newValue.map { .number($0) } ?? .null) }
  }
  /// True if it is repeated forever; else the last frame stays. Default false.
  public var isLooped: Bool {
    get { storedLoops }
    set { assign(.playerLoops, newValue) }
  }
  /// The size of the film as shown, in points; nil if there is none or it cannot be read.
  public var videoSize: Size? { info?.size }
  /// The length of the film in seconds; 0 if there is none or it cannot be read.
  public var videoDuration: Double { info?.duration ?? 0 }
  /// The mean number of frames a second; 0 if there is none or it cannot be read.
  public var videoFrameRate: Double { info?.frameRate ?? 0 }
  /// True if the film has transparency.
  public var videoHasAlpha: Bool { info?.hasAlpha ?? false }
  /// The rectangle that the film covers, in the layer's own coordinates; empty without a film.
  public var videoRect: Rect {
    guard let size = info?.size else { return Rect(origin: storedBounds.origin, size: .zero) }
    return ContentsMapping(
      pixels: size, scale: 1, gravity: storedVideoGravity.contents, bounds: storedBounds
    ).destination
  }
}

extension Property {
  static let playerFile = Property(
    of: PlayerLayer.self, "file", .string,
    .string(
      get: { $0.storedFile },
      set: {
        $0.storedFile = $1
        $0.forget()
      }), invalidates: [.compositing, .display],
    "The film file, which ffmpeg decodes: a path like an image's.")
  static let videoGravity = Property(
    of: PlayerLayer.self, "videoGravity", .enumeration(VideoGravity.names),
    .option(
      get: { $0.storedVideoGravity.rawValue },
      set: { $0.storedVideoGravity = VideoGravity(rawValue: $1) ?? .resizeAspect }), default: .string("resizeAspect"),
    invalidates: [.compositing, .display], "The way in which the film fills the bounds.")
  static let playerRate = Property(
    of: PlayerLayer.self, "rate", .number, .number(get: { $0.storedRate }, set: { $0.storedRate = $1 }),
    default: .number(1), range: -1000...1000, invalidates: [.compositing, .display],
    "The rate at which it plays; a negative one plays backward from the end.")
  static let playerFrom = Property(
    of: PlayerLayer.self, "from", .number, .number(get: { $0.storedFrom }, set: { $0.storedFrom = $1 }),
    default: .number(0), range: 0...1e6, invalidates: [.compositing, .display],
    "The start of the part of the film that is played, in seconds.")
  static let playerTo = Property(
    of: PlayerLayer.self, "to", .number,
    .value(
      get: { $0.storedTo.map { .number($0) } ?? .null },
      set: { layer, value, row in
        var new: Double?
        if !value.isNone {
          guard let seconds = value.asNumber, seconds >= 0, seconds <= 1e6 else { throw row.mismatch(layer, value) }
          new = seconds
        }
        guard new != layer.storedTo else { return }
        layer.storedTo = new
        row.didChange(layer)
      }, copy: { $1.storedTo = $0.storedTo }), invalidates: [.compositing, .display],
    "The end of the part of the film that is played, in seconds; nil is the film's.")
  static let playerLoops = Property(
    of: PlayerLayer.self, "loops", .bool, .bool(get: { $0.storedLoops }, set: { $0.storedLoops = $1 }),
    default: .bool(false), invalidates: [.compositing, .display],
    "True if it is repeated forever; else the last frame stays.")
  static let videoRect = Property(
    of: PlayerLayer.self, "videoRect", .rect, .rect(get: { $0.videoRect }, set: { _, _ in }), invalidates: [],
    traits: [.readOnly, .derived], "The rectangle that the film covers, in the layer's own coordinates.")
  static let videoSize = Property(
    of: PlayerLayer.self, "videoSize", .size, .size(get: { $0.videoSize ?? .zero }, set: { _, _ in }), invalidates: [],
    traits: [.readOnly, .derived], "The size of the film as shown, in points.")
  static let videoDuration = Property(
    of: PlayerLayer.self, "videoDuration", .number, .number(get: { $0.videoDuration }, set: { _, _ in }),
    invalidates: [], traits: [.readOnly, .derived], "The length of the film in seconds.")
  static let videoFrameRate = Property(
    of: PlayerLayer.self, "videoFrameRate", .number, .number(get: { $0.videoFrameRate }, set: { _, _ in }),
    invalidates: [], traits: [.readOnly, .derived], "The mean number of frames a second of the film.")
  static let videoHasAlpha = Property(
    of: PlayerLayer.self, "videoHasAlpha", .bool, .bool(get: { $0.videoHasAlpha }, set: { _, _ in }),
    invalidates: [], traits: [.readOnly, .derived], "True if the film has transparency.")

  static var playerRows: [Property] {
    [
      playerFile, videoGravity, playerRate, playerFrom, playerTo, playerLoops, playerMuted, playerVolume, videoRect,
      videoSize, videoDuration,
      videoFrameRate, videoHasAlpha,
    ]
  }
}

extension KeyedClass {
  /// The class of `PlayerLayer`.
  public static let player = KeyedClass(
    .player, "PlayerLayer", PlayerLayer.self, superclass: .layer, rows: Property.playerRows)
}
