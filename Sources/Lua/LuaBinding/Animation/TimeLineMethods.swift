// SPDX-License-Identifier: MIT
import CLuaBinding
import LayerModel
import LuaRuntime
import Messages
import Numbers
import TimeLines

/// Time lines for scripts.
extension Method {
  static let timeLineMethods: [Method] = [
    Method(
      "ca", "timeline", signature: "(settings?: ca.TimeLineSettings): ca.TimeLine",
      summary: "An empty time line: an order of changes of many layers. The settings are defaults of its entries, and "
        + "its own timing."
    ) { call in
      let given = try call.options([
        "name", "duration", "timingFunction", "beginTime", "repeatCount", "autoreverses", "speed",
      ])
      var settings = TimeLine.Settings()
      settings.duration = try call.number(given, "duration") ?? settings.duration
      settings.timing = try call.timing(given["timingFunction"]) ?? settings.timing
      settings.beginTime = try call.number(given, "beginTime") ?? settings.beginTime
      if let count = given["repeatCount"] {
        // math.huge repeats without end.
        guard count.type == LLUA_NODE_NUMBER, !count.number.isNaN else {
          throw call.error("repeatCount must be a number, got \(count.described)")
        }
        settings.repeatCount = count.number
      }
      if let flag = given["autoreverses"] {
        guard flag.type == LLUA_NODE_BOOLEAN else {
          throw call.error("autoreverses must be true or false, got \(flag.described)")
        }
        settings.autoreverses = true
      }
      settings.speed = try call.number(given, "speed") ?? settings.speed
      let name = try call.string(given, "name")
      try call.explained { call.binding.push(try TimeLine(in: call.binding.scene, name: name, settings)) }
    },
    change(
      "to", signature: "(layers: ca.Layer|ca.Layer[], values: ca.LineValues, options?: ca.LineOptions): self",
      summary:
        "Changes values of the layers to these, from what they show then. A value may be a function of the layer "
        + "and its number."
    ) { call, line, layers in
      let values = try call.lineValues("the last values")
      let options = try call.lineOptions(of: .change)
      let last = try call.resolved(values, layers)
      try line.change(layers, from: nil, to: last, options)
    },
    change(
      "from", signature: "(layers: ca.Layer|ca.Layer[], values: ca.LineValues, options?: ca.LineOptions): self",
      summary: "Changes values of the layers from these to their own."
    ) { call, line, layers in
      let values = try call.lineValues("the first values")
      let options = try call.lineOptions(of: .change)
      let first = try call.resolved(values, layers)
      try line.change(layers, from: first, to: nil, options)
    },
    change(
      "fromTo",
      signature:
        "(layers: ca.Layer|ca.Layer[], first: ca.LineValues, last: ca.LineValues, options?: ca.LineOptions): self",
      summary: "Changes values of the layers from the first to the last."
    ) { call, line, layers in
      let values = (try call.lineValues("the first values"), try call.lineValues("the last values"))
      let options = try call.lineOptions(of: .change)
      let (first, last) = (try call.resolved(values.0, layers), try call.resolved(values.1, layers))
      try line.change(layers, from: first, to: last, options)
    },
    change(
      "set", signature: "(layers: ca.Layer|ca.Layer[], values: ca.LineValues, at?: number|string): self",
      summary: "Sets values of the layers at once; they stay."
    ) { call, line, layers in
      let values = try call.lineValues("the values")
      let position = try call.position(call.next()) ?? "end"
      try line.set(layers, values: try call.resolved(values, layers), at: position)
    },
    Method(
      "TimeLine", "add", flags: LLUA_SELF | LLUA_OBJECTS,
      signature:
        "(animation: ca.Animation, layer: ca.Layer, options?: ca.LineOptions): self; (line: ca.TimeLine, options?: "
        + "{at?: number|string, duration?: number}): self",
      summary: "Adds an animation of a layer, or another time line, which a duration speeds up or slows down."
    ) { call in
      let line = try call.timeLine
      let part = call.next()
      if let inner = part?.timeLine {
        let given = try call.options(["at", "duration"])
        let position = try call.position(given["at"]) ?? "end"
        let duration = try call.number(given, "duration")
        return try call.explained { try line.add(inner, at: position, duration: duration) }
      }
      guard let animation = part?.keyed as? Animation else {
        throw call.mismatch("an animation and its layer, or a time line", part)
      }
      let layer = try call.layer("the animation's layer")
      let options = try call.lineOptions(of: .animation)
      try call.explained { try line.add(animation, to: layer, options) }
    },
    Method(
      "TimeLine", "run", flags: LLUA_SELF | LLUA_OBJECTS,
      signature: "(draw: fun(fraction: number, time: number), options?: ca.LineOptions): self",
      summary:
        "Calls a function before each picture, with the fraction of the entry and the seconds in it; its changes "
        + "are undone afterwards."
    ) { call in
      let line = try call.timeLine
      let argument = call.next()
      guard let ordinal = argument?.function else {
        throw call.mismatch("a function of the fraction and the time", argument)
      }
      let options = try call.lineOptions(of: .function)
      let function = try call.binding.kept(ordinal, of: call.references)
      let charge = try call.binding.scene.charge(512, for: "another function of \(line.name)")
      try call.explained {
        try line.run(options) { [weak binding = call.binding] fraction, time in
          guard let binding else { return }
          defer { withExtendedLifetime(charge) {} }
          binding.push(fraction)
          binding.push(time)
          try binding.call(function)
        }
      }
    },
    Method(
      "TimeLine", "type", flags: LLUA_SELF | LLUA_OBJECTS,
      signature: "(layer: ca.TextLayer, options?: ca.LineOptions): self",
      summary: "Types the string of a text layer, character by character."
    ) { call in
      let line = try call.timeLine
      let layer = try call.layer("a text layer")
      let options = try call.lineOptions(of: .typing)
      try call.explained { try line.type(layer, options) }
    },
    Method(
      "TimeLine", "label", flags: LLUA_SELF, signature: "(name: string, at?: number|string): self",
      summary: "Puts a label at a place; by default at the end of everything so far."
    ) { call in
      let line = try call.timeLine
      let name = try call.string("the label")
      let position = try call.position(call.next()) ?? "end"
      try call.explained { try line.label(name, at: position) }
    },
    Method(
      "TimeLine", "hold", flags: LLUA_SELF, signature: "(seconds: number): self",
      summary: "Lengthens the time line by a pause."
    ) { call in
      let line = try call.timeLine
      let seconds = try call.number("the seconds")
      try call.explained { try line.hold(seconds) }
    },
    Method(
      "TimeLine", "play", flags: LLUA_SELF, signature: "(): self",
      summary: "Turns it into animations now, instead of before the first picture."
    ) { call in
      let line = try call.timeLine
      try call.explained { try line.play() }
    },
    Method(
      "TimeLine", "finish", signature: "()",
      summary: "Writes the last values into the layers and removes the animations."
    ) { call in
      let line = try call.timeLine
      try call.explained { try line.finish() }
    },
    Method("TimeLine", "remove", signature: "()", summary: "Removes the animations: the layers show their own values.")
    {
      call in
      let line = try call.timeLine
      try call.explained { try line.remove() }
    },
    Method("TimeLine", "time", signature: "(label: string): number", summary: "The time of a label, in seconds.") {
      call in
      let line = try call.timeLine
      let name = try call.string("the label")
      try call.explained { call.binding.push(try line.time(of: name)) }
    },
    Method("TimeLine", ".name", signature: "string", summary: "Its name, the key of its animations.") { call in
      call.binding.push(try call.timeLine.name)
    },
    Method("TimeLine", ".duration", signature: "number", summary: "The length of all its rounds, in seconds.") { call in
      call.binding.push(try call.timeLine.duration)
    },
    Method(
      "TimeLine", ".labels", signature: "table<string, number>",
      summary: "Its labels with their times, in seconds from its start."
    ) { call in
      call.binding.push(.dictionary(try call.timeLine.labels.map { ($0.name, .number($0.time)) }))
    },
    Method("TimeLine", ".tostring", signature: "string", summary: "Its name and length.") { call in
      let line = try call.timeLine
      call.binding.push("TimeLine \(line.name) \(numberText(line.duration, decimals: 3)) s")
    },
  ]

  private static func change(
    _ name: String, signature: String, summary: String,
    _ body: @escaping @Sendable (inout Call, TimeLine, [Layer]) throws -> Void
  ) -> Method {
    Method("TimeLine", name, flags: LLUA_SELF | LLUA_OBJECTS, signature: signature, summary: summary) { call in
      let line = try call.timeLine
      let argument = call.next()
      var layers: [Layer] = []
      if let layer = argument?.layer {
        layers = [layer]
      } else if let items = argument?.items {
        for (i, item) in items.enumerated() {
          guard let layer = item.layer else {
            throw call.error("layer \(i + 1): expected a layer, got \(item.described)")
          }
          layers.append(layer)
        }
      } else {
        throw call.mismatch("a layer or a list of layers", argument)
      }
      try call.checkLineKeys(layers)
      do { try body(&call, line, layers) } catch let error as LayerError where !error.message.hasPrefix(call.name) {
        throw call.error(error.message, kind: error.kind)
      }
    }
  }
}

/// A value of an entry: one for all layers, or a script's function of each layer.
private enum LineValue {
  case plain(PropertyValue)
  case function(LuaFunction)
}

extension Layer {
  /// True if its class declares a key, or a script set it.
  fileprivate func hasKey(_ key: String) -> Bool {
    keyedClass.property(key) != nil || keyedClass.property(alias: key) != nil || customKeys().contains(key)
  }
}

extension Call {
  fileprivate var timeLine: TimeLine { get throws { try receiver(as: TimeLine.self) } }

  /// Throws for keys of the next arguments that are an entry's options, or parts of properties under other names.
  fileprivate func checkLineKeys(_ layers: [Layer]) throws {
    var rest = self
    // One table of values, or two and the options.
    for place in 0..<2 {
      guard let entries = rest.next()?.entries, place == 0 || rest.name == "TimeLine:fromTo" else { return }
      for (key, _) in entries {
        if let advice = Self.optionWords[key] {
          // A layer has a duration and a fillMode, which nothing animates.
          let isOwn = key != "duration" && key != "fillMode" && layers.contains { $0.hasKey(key) }
          if key == "fillMode", !isOwn {
            throw error("fillMode is an option of run alone; the last values of an entry stay")
          }
          if !isOwn {
            throw error("\(key) belongs in the options, the table after the values: \(advice)")
          }
        } else if let path = Self.partWords[key], let layer = layers.first(where: { !$0.hasKey(key) }) {
          throw error("\(layer.className) has no key \(key); write [\"\(path)\"] = …")
        }
      }
    }
  }

  private static let optionWords = [
    "duration": "{ duration = 1 }", "fillMode": "{ fillMode = \"both\" }", "at": "{ at = \"after+0.2\" }",
    "timingFunction": "{ timingFunction = \"easeOut\" }", "spring": "{ spring = true }",
    "stagger": "{ stagger = 0.1 }", "delay": "{ at = \"after+0.2\" }",
    "ease": "{ timingFunction = \"easeOut\" }", "easing": "{ timingFunction = \"easeOut\" }",
  ]
  private static let partWords = [
    "x": "position.x", "y": "position.y", "scale": "transform.scale", "rotation": "transform.rotation.z",
    "rotate": "transform.rotation.z", "width": "bounds.size.width", "height": "bounds.size.height",
  ]
  /// Names of options in other systems.
  private static let lineWords = [
    "delay": "write at = \"after+0.2\", or at = 0.2 seconds of the time line",
    "ease": "write timingFunction = \"easeOut\"", "easing": "write timingFunction = \"easeOut\"",
    "curve": "write timingFunction = \"easeOut\"", "x": "it belongs in the values: [\"position.x\"] = …",
    "y": "it belongs in the values: [\"position.y\"] = …", "time": "write duration = 1",
    "start": "write at = 1", "beginTime": "write at = 1",
    "repeatCount": "it is the time line's: ca.timeline { repeatCount = 2 }",
    "autoreverses": "it is the time line's: ca.timeline { autoreverses = true }",
  ]

  /// Runs a body and puts the call's name before its errors.
  fileprivate func explained(_ body: () throws -> Void) throws {
    do { try body() } catch let error as LayerError { throw self.error(error.message, kind: error.kind) }
  }

  /// Reads key paths and their values.
  fileprivate mutating func lineValues(_ what: String) throws -> [(keyPath: String, value: LineValue)] {
    let argument = next()
    guard let argument, argument.node.count == 0, let entries = argument.entries else {
      throw mismatch("a table of \(what), such as { opacity = 0, [\"position.x\"] = 20 }", argument)
    }
    var functions: LuaReference?
    return try entries.map { key, value in
      // No colour and no image are ends too, and nil is none.
      if value.isNull { return (key, .plain(.bool(false))) }
      guard let ordinal = value.function else {
        return (key, .plain(try value.propertyValue(in: nil, for: nil, key: key)))
      }
      if functions == nil {
        var reference: Int32 = 0
        try binding.state.check(llua_keep_references(binding.pointer, references, &reference))
        functions = LuaReference(adopting: reference, state: binding.state)
      }
      guard let functions else { return (key, .plain(.null)) }
      return (key, .function(LuaFunction(functions, ordinal, binding)))
    }
  }

  /// Returns the values of each layer. Calls the script's functions, so all arguments must have been read.
  fileprivate func resolved(
    _ values: [(keyPath: String, value: LineValue)], _ layers: [Layer]
  ) throws -> [TimeLine.LayerValues] {
    try layers.enumerated().map { i, layer in
      try values.map { path, value in
        switch value {
        case .plain(let value): return (path, value)
        case .function(let function):
          let results = try function.call([.layer(layer), .number(Double(i + 1))])
          guard let value = results.first, !value.isNull else {
            throw error("\(path): the function must return a value, got nothing for layer \(i + 1)")
          }
          return (path, value)
        }
      }
    }
  }

  fileprivate func timing(_ argument: Argument?) throws -> TimingFunction? {
    guard let argument else { return nil }
    do { return try TimingFunction(value: argument.plain ?? .null, for: .author) } catch {
      throw self.error(error.message)
    }
  }

  fileprivate func position(_ argument: Argument?) throws -> TimeLine.Position? {
    guard let argument, !argument.isNil else { return nil }
    if argument.type == LLUA_NODE_NUMBER { return .seconds(argument.number) }
    guard let words = argument.string else {
      throw error("at must be a number of seconds or a place such as \"after+0.2\", got \(argument.described)")
    }
    return .words(words)
  }

  /// A kind of entries, which determines their options.
  fileprivate enum LineEntry {
    case change, animation, function, typing

    var options: [String] {
      switch self {
      case .change: ["at", "duration", "timingFunction", "spring", "stagger"]
      case .function: ["at", "duration", "timingFunction", "spring", "fillMode"]
      case .animation, .typing: ["at", "duration", "timingFunction"]
      }
    }

    /// The remedies for options that entries of this kind do not have.
    var words: [String: String] {
      let stagger = "it delays the layers of to, from and fromTo; add an entry for each layer, with at = \"with+0.1\""
      switch self {
      case .change: return ["fillMode": "it is for run; the last values of an entry stay"]
      case .function: return ["stagger": stagger]
      case .animation:
        return ["stagger": stagger, "spring": "add a ca.SpringAnimation", "fillMode": "set the animation's"]
      case .typing:
        return [
          "stagger": stagger, "spring": "typing takes a timingFunction", "fillMode": "the typed text stays",
        ]
      }
    }
  }

  /// Reads the options of an entry.
  fileprivate mutating func lineOptions(of entry: LineEntry) throws -> TimeLine.Options {
    let given = try options(entry.options, words: Self.lineWords.merging(entry.words) { $1 })
    var options = TimeLine.Options()
    options.at = try position(given["at"]) ?? options.at
    options.duration = try number(given, "duration")
    options.timing = try timing(given["timingFunction"])
    if let spring = given["spring"] { options.bounce = try bounce(spring) }
    if let stagger = given["stagger"] { options.stagger = try self.stagger(stagger) }
    if let mode = try string(given, "fillMode") {
      switch mode {
      case "both": options.fillMode = .both
      case "forwards": options.fillMode = .forwards
      case "backwards": options.fillMode = .backwards
      case "removed": options.fillMode = .removed
      default:
        throw error(
          "unknown fillMode \"\(mode)\"; expected both, forwards, backwards or removed"
            + suggestion(for: mode, among: ["forwards", "backwards", "removed", "both"]))
      }
    }
    return options
  }

  /// Reads `spring = true` or `{ bounce = 0.4 }`.
  private func bounce(_ argument: Argument) throws -> Double {
    if argument.type == LLUA_NODE_BOOLEAN { return 0 }
    guard let entries = argument.entries, argument.node.count == 0 else {
      throw error("spring must be a table such as { bounce = 0.4 }, got \(argument.described)")
    }
    var bounce = 0.0
    for (key, value) in entries {
      guard key == "bounce" else {
        throw error("unknown key \(key) of spring; it has bounce, and its length is the entry's duration")
      }
      guard value.type == LLUA_NODE_NUMBER, value.number.isFinite else {
        throw error("bounce must be \(value.numberWords), got \(value.described)")
      }
      bounce = value.number
    }
    return bounce
  }

  private func stagger(_ argument: Argument) throws -> TimeLine.Stagger {
    var stagger = TimeLine.Stagger()
    if try delay(argument, &stagger) { return stagger }
    guard let entries = argument.entries, argument.node.count == 0 else {
      throw error("stagger must be seconds, a share such as \"20%\", or a table with each, got \(argument.described)")
    }
    let names = ["each", "total", "from", "grid", "timingFunction"]
    for (key, value) in entries {
      switch key {
      case "each":
        guard try delay(value, &stagger) else {
          throw error("stagger.each must be seconds or a share such as \"20%\", got \(value.described)")
        }
      case "total":
        guard value.type == LLUA_NODE_NUMBER else {
          throw error("stagger.total must be seconds, got \(value.described)")
        }
        stagger.total = value.number
      case "from": stagger.from = try origin(value)
      case "grid":
        guard let grid = value.numbers(2), grid[0] >= 1, grid[1] >= 1, grid[0] <= 1e6, grid[1] <= 1e6 else {
          throw error("stagger.grid must be {columns, rows}, got \(value.described)")
        }
        stagger.grid = (Int(clamping: grid[0]), Int(clamping: grid[1]))
      case "timingFunction": stagger.timing = try timing(value) ?? .linear
      default: throw error("unknown key \(key) of stagger\(suggestionOrList(for: key, among: names))")
      }
    }
    if stagger.total != nil, stagger.each != nil || stagger.share != nil {
      throw error("stagger has each, the time from one layer to the next, or total, that of all; leave one of them out")
    }
    return stagger
  }

  /// Reads seconds or a share of the duration; false for anything else.
  private func delay(_ argument: Argument, _ stagger: inout TimeLine.Stagger) throws -> Bool {
    if argument.type == LLUA_NODE_NUMBER, argument.number.isFinite {
      stagger.each = argument.number
      return true
    }
    guard let text = argument.string else { return false }
    let digits = text.dropLast()
    // A blank may stand before the sign.
    guard text.hasSuffix("%"), let percent = Double(digits.last == " " ? digits.dropLast() : digits), percent.isFinite
    else {
      throw error("stagger must be seconds or a share such as \"20%\", got \"\(text)\"")
    }
    stagger.share = percent / 100
    return true
  }

  private func origin(_ argument: Argument) throws -> TimeLine.Stagger.Origin {
    if argument.type == LLUA_NODE_NUMBER, argument.number >= 1, argument.number <= 1e6 {
      return .index(Int(clamping: argument.number) - 1)
    }
    switch argument.string {
    case "first": return .first
    case "last": return .last
    case "center": return .center
    case "edges": return .edges
    case "random": return .random
    default:
      throw error(
        "stagger.from must be \"first\", \"last\", \"center\", \"edges\", \"random\" or a layer's number, got "
          + argument.described
          + (argument.string.map { suggestion(for: $0, among: ["first", "last", "center", "edges", "random"]) } ?? ""))
    }
  }
}
