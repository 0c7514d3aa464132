// SPDX-License-Identifier: MIT
import CLuaBinding
import Formats
import Geometry
import LayerModel
import LuaRuntime
import Messages
import Pixels
import SceneFiles

private let fileOptions = FileFormat.Option.named.map(\.rawValue)
private let pictureNames = ["scale", "time", "size", "background"]
private let filmNames = ["fps", "from", "duration", "hold", "frames", "sound"]
private let sceneNames = ["bake", "floors"]

extension Method {
  static let renderMethods: [Method] = [
    Method(
      "ca", "render",
      signature:
        "(layer: ca.Layer, path: string, options?: ca.RenderOptions); (layer: ca.Layer, options?: ca.RenderOptions): "
        + "ca.Image; (pages: ca.Layer[], path: string, options?: ca.RenderOptions)",
      summary:
        "Draws a layer into a file, whose format its extension names, or without a file into an image. The image "
        + "of one frame of a film is { fps = 30, frames = 12 }. A .caml, .ca, .tendies or .lua holds the layers "
        + "themselves; bake = 30 writes frames instead."
    ) { call in
      let layers = try call.pages()
      let layer = layers[0]
      call.binding.hasMadePictures = true
      var path: String?
      if let argument = call.peek,
        argument.type == LLUA_NODE_STRING || (!argument.isNil && argument.type != LLUA_NODE_TABLE)
      {
        path = try call.string("the file name")
      } else if call.peek?.isNil == true {
        _ = call.next()
      }
      var (options, film, given) = try call.renderOptions()
      let services = call.binding.services
      let destination = try path.map { path throws in try call.destination(path, isFilm: !film.isEmpty) }
      if let path, case .scene(let format) = destination, layers.count == 1 {
        return try call.writeScene(layer, to: path, as: format, given, options, film)
      }
      if let name = sceneNames.first(where: { given[$0] != nil }) {
        throw call.error("\(name) is for files of scenes, such as ca.render(layer, \"wallpaper.tendies\", …)")
      }
      if layers.count > 1 {
        guard case .picture(let format) = destination, format.vector?.hasPages == true else {
          throw call.error(
            "a list of \(layers.count) layers is for the pages of a file: ca.render({ page1, page2 }, \"book.pdf\"); "
              + "render single layers otherwise")
        }
      }
      if let path, case .film(let target) = destination {
        if given["time"] != nil { throw call.error("time is for single pictures; a film starts at from") }
        let file = try call.filmFileOptions(given)
        if let onRender = call.binding.onRender {
          return try onRender(layer, options, path, try services.filmPlan(of: layer, for: target, film))
        }
        return try services.writeFilm(of: layer, to: path, target, options, film, file)
      }
      if path == nil, let name = filmNames.first(where: { given[$0] != nil }) {
        if given["time"] != nil { throw call.error("time is for single pictures; a film starts at from") }
        let plan = given["frames"] == nil ? nil : try services.filmPlan(of: layer, film)
        guard let plan, plan.frames.count == 1, let frame = plan.frames.frame(at: 0) else {
          throw call.error(
            "\(name) only works with films; give a file: ca.render(layer, \"film.mp4\", …), or render single pictures "
              + "with time, or one frame with frames = 12")
        }
        (options.time, options.frame) = (plan.timing.time(ofFrame: frame), frame)
      }
      if let onRender = call.binding.onRender {
        try onRender(layer, options, path, nil)
        if path != nil { return }
      }
      guard let path, case .picture(let format) = destination else {
        if let name = fileOptions.first(where: { given[$0] != nil }) {
          throw call.error("\(name) only works with files; give one: ca.render(layer, \"picture.png\", …)")
        }
        return call.binding.push(Image(try services.render(layer, options)))
      }
      // The background is already drawn under the layer.
      let file = try call.pictureOptions(given.filter { $0.key != "background" }, for: format)
      if let vector = format.vector {
        return try services.writeDocument(of: layers, to: path, as: vector, options, file)
      }
      try services.write(try services.render(layer, options), to: path, as: format, file)
    },
    Method(
      "ca", "filmLength",
      signature:
        "(layer: ca.Layer, options?: ca.RenderOptions): {frames: number, fps: number, from: number, duration: number}",
      summary: "The frame count of a film of the layer, its frame rate, the time of its first frame and its length in "
        + "seconds. Its options are fps, from, duration, hold and frames."
    ) { call in
      let layer = try call.layer("a layer")
      let given = try call.options(filmNames)
      let plan = try call.binding.services.filmPlan(of: layer, try call.filmOptions(given))
      call.binding.push(
        .dictionary([
          ("frames", .number(Double(plan.frames.count))), ("fps", .number(plan.timing.framesPerSecond)),
          ("from", .number(plan.timing.start)), ("duration", .number(plan.duration)),
        ]))
    },
    Method(
      "ca", "diagnose",
      signature: "(layer: ca.Layer, options?: ca.DiagnoseOptions): table[]",
      summary: "Probable mistakes in the layer's picture, most of all layers that are not visible: "
        + "tables with rule, message, hint, layer, script, line, callers, note, others."
    ) { call in
      let layer = try call.layer("a layer")
      let given = try call.options(pictureNames + ["film", "allow"])
      let options = try call.pictureOptions(given)
      var isFilm = false
      if let film = given["film"] {
        guard film.type == LLUA_NODE_BOOLEAN else {
          throw call.error("film must be true or false, got \(film.described)")
        }
        isFilm = film.number != 0
      }
      let allowed = try call.rules(given["allow"])
      let scene = call.binding.scene
      let findings = try call.binding.services.findings(on: layer, options, isFilm: isFilm).filter {
        !allowed.contains($0.rule) && !scene.isAllowed($0.rule, for: $0.layer)
      }
      call.binding.push(.array(findings.map(\.table)))
    },
    Method(
      "ca", "dump", signature: "(layer: ca.Layer, options?: {time?: number}): table",
      summary: "The layer's tree as a table of the values that differ from the defaults."
    ) { call in
      let layer = try call.layer("a layer")
      let given = try call.options(["time"])
      let tree = try call.number(given, "time").map { try layer.dump(at: $0) } ?? layer.dump()
      if call.binding.scene.host.isStopped?() == true {
        PropertyValue.dismantle(consume tree)
        throw LayerError(.cancelled, "the dump was cancelled")
      }
      call.binding.push(tree)
      PropertyValue.dismantle(consume tree)
    },
    Method(
      "ca", "dumpJSON", signature: "(layer: ca.Layer, options?: {time?: number}): string",
      summary: "The layer's tree as JSON text."
    ) { call in
      let layer = try call.layer("a layer")
      let given = try call.options(["time"])
      let text = try call.number(given, "time").map { try layer.dumpJSON(at: $0) } ?? layer.dumpJSON()
      if call.binding.scene.host.isStopped?() == true { throw LayerError(.cancelled, "the dump was cancelled") }
      call.binding.push(text)
    },
    Method(
      "ca", "compare", signature: "(a: ca.ImageLike, b: ca.ImageLike): ca.Comparison",
      summary: "The difference of two images of equal size."
    ) { call in
      let a = try call.anyImage()
      let b = try call.anyImage()
      try call.checkRoom(width: Double(a.width), height: Double(a.height))
      guard let result = try call.made({ try BitmapComparison(a.bitmap, b.bitmap) }) else {
        throw call.error("the images differ in size: \(a.width)×\(a.height) and \(b.width)×\(b.height) pixels")
      }
      call.binding.push(
        .dictionary([
          ("share", .number(result.share)), ("largest", .number(result.largest)), ("mean", .number(result.mean)),
          ("image", .image(Image(result.image))),
        ]))
    },
  ]
}

extension Call {
  /// Reads the layer to render, or a list of layers as pages.
  fileprivate mutating func pages() throws -> [Layer] {
    guard let items = peek?.items, !items.isEmpty else { return [try layer("a layer to render")] }
    _ = next()
    return try items.map { item in
      guard let layer = item.layer else { throw mismatch("a layer in the list of pages", item) }
      return layer
    }
  }

  /// Reads the picture options and film options, and returns the file options as given.
  fileprivate mutating func renderOptions() throws -> (RenderOptions, FilmRequest, [String: Argument]) {
    let given = try options(pictureNames + fileOptions + filmNames + sceneNames)
    return (try pictureOptions(given), try filmOptions(given), given)
  }

  /// Writes a layer as a scene, with the options of the call.
  fileprivate func writeScene(
    _ layer: Layer, to path: String, as format: SceneFormat, _ given: [String: Argument], _ picture: RenderOptions,
    _ film: FilmRequest
  ) throws {
    let allowed = ["scale", "from", "duration"] + sceneNames
    if let name = given.keys.sorted().first(where: { !allowed.contains($0) }) {
      throw error("\(name) is for pictures; a .\(format.rawValue) holds layers, with \(alternatives(allowed, "and"))")
    }
    var options = SceneOptions()
    if given["scale"] != nil { options.pixelScale = picture.scale }
    options.bake = try number(given, "bake")
    if let rate = options.bake, !(rate > 0 && rate.isFinite) {
      throw error("bake must be a number of frames per second above 0, got \(numberText(rate))")
    }
    if options.bake == nil, let name = ["from", "duration"].first(where: { given[$0] != nil }) {
      throw error("\(name) is for the frames that bake writes, as in { bake = 30, \(name) = 2 }")
    }
    (options.start, options.duration) = (film.start, film.duration)
    if let table = given["floors"] {
      let floors = ["Background", "Foreground"]
      let value = try table.propertyValue(in: binding, for: nil, key: "floors")
      guard format == .tendies, case .dictionary(let entries) = value
      else { throw error("floors must be a table of layers for a .tendies, such as { Background = sky }") }
      for entry in entries {
        guard floors.contains(entry.key), case .layer(let floor) = entry.value else {
          throw error("floors must be layers under the names \(alternatives(floors)), got \(entry.key)")
        }
        options.floors[entry.key] = floor
      }
    }
    if let onRender = binding.onRender { return try onRender(layer, picture, path, nil) }
    try binding.services.writeScene(of: layer, to: path, as: format, options)
  }

  /// Reads the options of a picture, without those of its file.
  fileprivate func pictureOptions(_ given: [String: Argument]) throws -> RenderOptions {
    var options = RenderOptions()
    if let scale = given["scale"] {
      guard scale.type == LLUA_NODE_NUMBER, scale.number.isFinite, scale.number > 0 else {
        throw error("scale must be a number greater than 0, got \(scale.described)")
      }
      options.scale = scale.number
    }
    options.time = try number(given, "time")
    if let size = given["size"], size.string == nil {
      guard let value = size.size, value.isFinite, value.width > 0, value.height > 0 else {
        throw error("size must be a size such as {300, 200}, or paper such as \"A4\", got \(size.described)")
      }
      options.size = value
    }
    options.background = try color(given, "background")
    return options
  }

  /// Reads a list of rule names.
  fileprivate func rules(_ list: Argument?) throws -> Set<LayerWarning.Rule> {
    guard let list else { return [] }
    guard case .array(let names) = try list.propertyValue(in: binding, for: nil, key: "allow") else {
      throw error("allow must be a list of rules, such as {\"occluded\"}, got \(list.described)")
    }
    var rules: Set<LayerWarning.Rule> = []
    for name in names {
      guard case .string(let name) = name else { throw error("allow must be a list of rules, such as {\"occluded\"}") }
      do { rules.insert(try LayerWarning.Rule(named: name)) } catch { throw self.error("\(error)") }
    }
    return rules
  }

  fileprivate func filmOptions(_ given: [String: Argument]) throws -> FilmRequest {
    var film = FilmRequest()
    film.framesPerSecond = try number(given, "fps")
    film.start = try number(given, "from")
    film.duration = try number(given, "duration")
    film.hold = try number(given, "hold")
    if let sound = given["sound"] { film.sounds = try sounds(sound) }
    if let frames = given["frames"] {
      guard frames.type == LLUA_NODE_NUMBER || frames.string != nil else {
        throw error("frames must be a string such as \"0-119\" or \"0-9,20,200-\", got \(frames.described)")
      }
      do { film.frames = try FrameList(frames.string ?? numberText(frames.number)) } catch {
        throw self.error("frames: \(error)")
      }
    }
    return film
  }
}

extension Finding {
  /// The finding as a table for scripts.
  fileprivate var table: PropertyValue {
    var entries: [(key: String, value: PropertyValue)] = [
      ("rule", .string(rule.rawValue)), ("message", .string(message)), ("note", .bool(isNote)),
      ("others", .number(Double(others))),
    ]
    if let layer { entries.append(("layer", .layer(layer))) }
    if let hint { entries.append(("hint", .string(hint))) }
    if let place { entries += [("script", .string(place.script)), ("line", .number(Double(place.line)))] }
    if !callers.isEmpty {
      entries.append(
        (
          "callers",
          .array(
            callers.map {
              .dictionary([("script", .string($0.script)), ("line", .number(Double($0.line)))])
            })
        ))
    }
    return .dictionary(entries)
  }
}
