// SPDX-License-Identifier: MIT
import Formats
import Geometry
import LayerEngine
import LayerModel
import LayerRendering
import LuaBinding
import Messages
import Numbers
import Pixels

// The request handlers of the protocol, by request name; see `Sources/Server/PROTOCOL.md`.
extension PreviewScene {
  /// An answer without its id.
  struct Answer {
    var fields = JSONObject()
    var bytes: [UInt8]?
  }

  private typealias Body = @Sendable (PreviewScene, WorkerRequest) throws -> Answer

  /// The handlers by request name, in the order in which messages list them.
  private static let questions: [(name: String, body: Body)] = [
    ("frame", { try $0.answerFrame($1) }),
    (
      "tree",
      {
        try $0.answerRows($1) { scene, r in
          try scene.tree(of: r.string("of"), from: r.count("from") ?? 0, count: r.count("count"), t: r.number("t"))
        }
      }
    ),
    ("search", { try $0.answerRows($1) { scene, r in try scene.search(r.text("text"), t: r.number("t")) } }),
    ("layer", { try $0.answerLayer($1) }),
    ("pick", { try $0.answerPick($1) }),
    ("own", { try $0.answerOwn($1) }),
    ("edit", { try $0.answerEdit($1) }),
    ("undo", { try $0.answerUndo($1) }),
    ("state", { try $0.answerState($1) }),
    ("tracks", { scene, _ in try scene.answerTracks() }),
    ("findings", { scene, _ in try scene.answerFindings() }),
    ("export", { try $0.answerExport($1) }),
  ]

  /// The names of all requests.
  package static var questionNames: [String] { questions.map(\.name) }

  /// - Throws: `EngineError`.
  func answer(_ request: WorkerRequest) throws(EngineError) -> Answer {
    guard let question = PreviewScene.questions.first(where: { $0.name == request.ask }) else {
      let near = nearest(request.ask, among: PreviewScene.questionNames).map { "; did you mean \($0)?" } ?? ""
      throw EngineError(
        .usage,
        "there is no question \(jsonString(request.ask))\(near); expected \(alternatives(PreviewScene.questionNames))")
    }
    do { return try engine.watched(settings.name) { try self.inTime { try question.body(self, request) } } } catch {
      throw asked(error)
    }
  }

  /// Runs a handler with the time limit of a whole run.
  private func inTime(_ body: () throws -> Answer) throws(EngineError) -> Answer {
    try engine.working(anew: true, body)
  }

  private func answerFrame(_ request: WorkerRequest) throws -> Answer {
    let isRaw = try request.flag("raw") ?? false
    let frame = try frame(
      isRaw ? .pixels : .png, t: request.number("t"), scale: request.scale(), rect: request.rect("rect"))
    var answer = Answer(bytes: frame.bytes)
    if isRaw { answer.fields.set("pixels", numbers: [Double(frame.width), Double(frame.height)]) }
    answer.fields.set("rect", numbers: [frame.canvas.x, frame.canvas.y, frame.canvas.width, frame.canvas.height])
    answer.fields.set("ms", milliseconds(frame.drawing + frame.encoding))
    return answer
  }

  private func answerRows(
    _ request: WorkerRequest, _ rows: (PreviewScene, WorkerRequest) throws -> [JSONObject]
  ) throws -> Answer {
    var answer = Answer()
    answer.fields.set("layers", list: try rows(self, request))
    return answer
  }

  private func answerLayer(_ request: WorkerRequest) throws -> Answer {
    let (layer, keys) = try description(of: request.text("path"), t: request.number("t"))
    var answer = Answer()
    answer.fields.set("layer", layer)
    answer.fields.set("keys", list: keys)
    return answer
  }

  private func answerPick(_ request: WorkerRequest) throws -> Answer {
    let (path, paths) = try pick(at: request.point(), t: request.number("t"))
    var answer = Answer()
    answer.fields.set("path", path)
    answer.fields.set("paths", strings: paths)
    return answer
  }

  /// Returns the layers under a point of the picture, front to back, and the first of them that paints something.
  package func pick(at point: Point, t: Double?) throws -> (path: String?, paths: [String]) {
    try shown(t: t) { shown in
      let layers = try shown.layers(at: point)
      let seen = try layers.first { try shown.layer($0).hasPaint }
      return (try seen.map { try self.path(of: $0) }, try layers.map { try self.path(of: $0) })
    }
  }

  private func answerOwn(_ request: WorkerRequest) throws -> Answer {
    let layer = try layer(atPath: request.text("path"))
    let t = try request.number("t")
    let frame = try ownPicture(
      of: layer, t: t, scale: request.scale(), isAlone: request.flag("alone") ?? true,
      isCropped: request.flag("crop") ?? false)
    var answer = Answer(bytes: frame?.bytes)
    answer.fields.set("quad", points: try shown(t: t) { try $0.quad(of: layer) })
    answer.fields.set("rect", numbers: frame.map { [$0.canvas.x, $0.canvas.y, $0.canvas.width, $0.canvas.height] })
    return answer
  }

  private func answerEdit(_ request: WorkerRequest) throws -> Answer {
    var answer = Answer()
    answer.fields.set("lua", try edit(request.text("path"), request.text("key"), request.text("value")))
    return answer
  }

  private func answerUndo(_ request: WorkerRequest) throws -> Answer {
    try undo(request.text("path"), request.text("key"))
    return Answer()
  }

  private func answerTracks() throws -> Answer {
    var tracks: [JSONObject] = []
    try walk { layer, path, _ in
      let moving = layer.animationTracks
      if moving.isEmpty { return }
      let says = self.says(layer)
      for track in moving {
        var object = JSONObject()
        object.set("path", path)
        object.set("name", layer.name ?? "")
        object.set("says", says)
        object.set("key", track.keyPath ?? "transition")
        object.set("animation", track.animation.className)
        object.set("begin", track.begin)
        object.set("end", track.end)
        object.set("keyTimes", numbers: track.keyTimes)
        object.set("repeats", track.repeats)
        object.set("cycle", track.cycle)
        let place = self.place(ofMaking: track.animation)
        object.set("line", raw: place.map { "\($0.line)" } ?? "null")
        object.set("script", place.map { self.scriptPath($0.script) })
        tracks.append(object)
      }
    }
    var answer = Answer()
    answer.fields.set("tracks", list: tracks)
    return answer
  }

  private func answerFindings() throws -> Answer {
    var answer = Answer()
    answer.fields.set("list", list: try findings())
    return answer
  }

  /// Returns the probable mistakes in the picture, as `layerlua diagnose` reports them.
  func findings() throws(EngineError) -> [JSONObject] {
    let root = try root
    let found = try engine.allFindings(on: root, options(t: nil), isFilm: film != nil, settings.arguments)
    return found.map { finding in
      var object = JSONObject()
      object.set("rule", finding.rule.rawValue)
      object.set("path", finding.layer.flatMap { try? path(of: $0) })
      object.set("name", finding.layer.map { $0.name ?? "" })
      object.set("class", finding.layer?.className)
      object.set("script", finding.place.map { scriptPath($0.script) })
      object.set("line", raw: finding.place.map { "\($0.line)" } ?? "null")
      object.set(
        "message",
        finding.message + (finding.others > 0 ? ", and \(counted(finding.others, "other")) made here" : ""))
      object.set("hint", finding.hint)
      object.set("note", finding.isNote)
      object.set("more", strings: finding.more.map(\.rawValue))
      return object
    }
  }

  // MARK: Files

  private func answerExport(_ request: WorkerRequest) throws -> Answer {
    let name = try request.text("format")
    guard let format = FileFormat(fileExtension: name), format.scene == nil else {
      let names = FileFormat.all.filter { $0.scene == nil }.map(\.fileExtension)
      throw EngineError(.usage, "export: unknown format \(jsonString(name)); expected \(alternatives(names))")
    }
    let options = options(t: try request.number("t"), scale: try request.scale())
    var answer = Answer()
    answer.fields.set("type", format.mediaType)
    // A format that holds both is written as a picture unless a film is requested.
    if format.holds(.film), try !format.holds(.picture) || request.flag("film") == true {
      answer.bytes = try exportFilm(as: format, options)
    } else {
      let root = try root
      answer.bytes = try drawn {
        try self.engine.picture(ofScript: root, options, as: format, self.encoding(for: format))
      }
    }
    return answer
  }

  private func exportFilm(as format: FileFormat, _ options: RenderOptions) throws(EngineError) -> [UInt8] {
    let root = try root
    guard let film else { throw EngineError(.usage, "export: nothing moves, so there is no film") }
    var request = settings.film
    if let plan = picture?.film { request.framesPerSecond = plan.timing.framesPerSecond }
    request.start = film.start
    request.duration = film.duration
    if let most = format.rate.highest?.rate, let rate = request.framesPerSecond, rate > most {
      request.framesPerSecond = most
    }
    return try engine.film(
      of: root, as: format, in: settings.temporaryFolder, request, options,
      keepsFolder: settings.keepsTemporaryFolder)
  }

  // MARK: Answers given once

  /// Returns the JSON head of the `ready` event.
  package func ready(_ frame: Frame, running: Double) throws(EngineError) -> JSONObject {
    let root = try root
    let film = film
    let opens = film.map { opening(of: $0, frame) } ?? 0
    var head = JSONObject()
    head.set("event", "ready")
    head.set("points", numbers: [frame.canvas.width, frame.canvas.height])
    head.set("origin", numbers: [frame.canvas.x, frame.canvas.y])
    head.set("scale", frame.scale)
    head.set("t", pictureTime)
    head.set("pixels", numbers: [Double(frame.width), Double(frame.height)])
    var times = JSONObject()
    times.set("script", milliseconds(running))
    times.set("draw", milliseconds(frame.drawing + frame.encoding))
    head.set("ms", times)
    head.set("memory", Engine.peakMemory)
    head.set("layers", root.subtree.count)
    head.set("film", film?.object(opens: opens))
    head.set(
      "pictures",
      list: pictures.map { picture in
        var object = JSONObject()
        object.set("file", picture.file)
        object.set("place", picture.place)
        return object
      })
    head.set("picture", pictures.count - 1)
    head.set("parameters", list: parameters.map { $0.object })
    head.set("states", statesObject)
    return head
  }

  private func milliseconds(_ seconds: Double) -> Double { (seconds * 10_000).rounded() / 10 }
}

extension ScriptParameter {
  /// The parameter as the page shows it.
  fileprivate var object: JSONObject {
    var object = JSONObject()
    object.set("name", name)
    object.set("kind", pageKind)
    object.set("value", raw: value.scalar)
    object.set("default", raw: fallback.scalar)
    if let min { object.set("min", min) }
    if let max { object.set("max", max) }
    if let step = step ?? (kind == .integer ? 1 : nil) { object.set("step", step) }
    if !choices.isEmpty { object.set("choices", strings: choices) }
    if let maxLength { object.set("maxLength", maxLength) }
    if let pattern { object.set("pattern", pattern) }
    if let title { object.set("title", title) }
    if let description { object.set("description", description) }
    if isRequired { object.set("required", true) }
    if !examples.isEmpty { object.set("examples", raw: "[" + examples.map(\.scalar).joined(separator: ",") + "]") }
    return object
  }

  /// The kind of the page's control.
  private var pageKind: String {
    if !choices.isEmpty { return "choice" }
    switch kind {
    case .number, .integer: return "number"
    case .boolean: return "boolean"
    case .date: return "date"
    case .text, .color, .file: return isFile ? "file" : isColor ? "color" : "string"
    }
  }
}

extension PropertyValue {
  /// A number, boolean or string as JSON; null for anything else.
  var scalar: String {
    switch self {
    case .bool(let flag): flag ? "true" : "false"
    case .number(let number) where number.isFinite: numberText(number)
    case .string(let text): jsonString(text)
    default: "null"
    }
  }
}
