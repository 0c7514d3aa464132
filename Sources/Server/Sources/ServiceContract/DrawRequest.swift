// SPDX-License-Identifier: MIT
import JSONMessages
import NIOHTTP1

/// The limits that an operator sets for pictures.
package struct DrawLimits: Sendable {
  package var scales: [Double] = [1, 2, 3]
  /// The widths that `_w` may ask for, in pixels.
  package var widths: [Int] = [320, 640, 1200]
  package var pixels = 16_000_000
  package var side = 8192
  package var frames = 900
  /// In seconds.
  package var duration = 30.0
  package var framesPerSecond = 60.0
  package var time = 10.0
  package var filmTime = 60.0
  /// The memory of a script, in bytes.
  package var memory = 256 << 20
  package var layers = 100_000
  package var printed = 1 << 20

  package init() {}
}

/// A picture or film that an address asks for: typed values within their limits.
package struct DrawRequest: Sendable {
  package var script: String
  package var format: AnswerFormat
  /// The parameters that are not at their defaults, sorted by name.
  package var parameters: [(name: String, value: JSONValue, canonical: String)] = []
  package var scale = 1.0
  private var hasScale = false
  package var width: Int?
  package var time: Double?
  package var framesPerSecond: Double?
  package var from: Double?
  package var duration: Double?
  package var quality: Double?
  package var background: String?
  /// The version of the scripts that the address names; it only changes how long the answer is kept.
  package var version: String?
  /// When a signed address expires, in seconds since 1970. An address without `_sig` has none: anybody could write any.
  package var expiry: Int?

  package var isFilm: Bool {
    format.isFilm || format == .webp && (duration != nil || framesPerSecond != nil)
  }

  /// The words that are not a script's parameters.
  package static let reserved = [
    "_scale", "_dpr", "_w", "_t", "_fps", "_from", "_duration", "_q", "_bg", "_v", "_exp", "_sig",
  ]

  /// True for a word that an address may have outside of its signature.
  package static func mayBeUnsigned(_ name: String) -> Bool {
    reserved.contains(name) && !["_sig", "_exp"].contains(name)
  }

  /// Reads the pairs of an address.
  ///
  /// - Parameters:
  ///   - schema: the script's parameters; nil takes any, as texts, for a script that is not known.
  package init(
    _ address: Address, script: String, format: AnswerFormat, schema: ParameterSchema?, limits: DrawLimits
  ) throws(Problem) {
    self.script = script
    self.format = format
    var given: Set<String> = []
    for pair in address.pairs {
      var name = pair.name
      // `scale=2` is the service's own word where the script has no parameter of that name.
      if name == "scale", let schema, schema["scale"] == nil { name = "_scale" }
      if name.hasPrefix("_") {
        try read(reserved: name, pair.value, limits)
        continue
      }
      guard let schema else {
        parameters.append((name, .string(pair.value), pair.value))
        continue
      }
      guard let parameter = schema[name] else {
        let names = schema.parameters.map(\.name)
        let remedy =
          nearest(name, among: names + Self.reserved).map { "; did you mean \($0)?" }
          ?? (names.isEmpty ? "; it has none" : "; it has " + names.prefix(20).joined(separator: ", "))
        throw Problem(
          .badRequest, .parameter, "\(script) has no parameter \(name)\(remedy)",
          [.init("parameter", .string(name))])
      }
      let value = try parameter.value(pair.value)
      given.insert(name)
      if !parameter.isDefault(value.canonical) { parameters.append((name, value.value, value.canonical)) }
    }
    for parameter in schema?.parameters ?? [] where parameter.isRequired && !given.contains(parameter.name) {
      throw Problem(
        .badRequest, .parameter, "\(parameter.name) is required", [.init("parameter", .string(parameter.name))])
    }
    if expiry != nil, address["_sig"] == nil {
      throw Problem(
        .badRequest, .parameter, "_exp is a part of signed addresses: it needs _sig", [.init("parameter", "_exp")])
    }
    parameters.sort { Array($0.name.utf8).lexicographicallyPrecedes(Array($1.name.utf8)) }
    try check(limits)
  }

  private mutating func read(reserved name: String, _ text: String, _ limits: DrawLimits) throws(Problem) {
    func problem(_ expected: String) -> Problem {
      Problem(
        .badRequest, .parameter, "\(name): expected \(expected), got \"\(text.prefix(60))\"",
        [.init("parameter", .string(name)), .init("expected", .string(expected))])
    }
    func number(_ range: ClosedRange<Double>, parts: Double, _ unit: String) throws(Problem) -> Double {
      let expected = "\(numberText(range.lowerBound)) to \(numberText(range.upperBound))\(unit)"
      guard let value = Double(text), value.isFinite, range.contains(value) else { throw problem(expected) }
      // A grid, so that addresses cannot ask for endlessly many pictures that look alike.
      return (value * parts).rounded() / parts
    }
    switch name {
    case "_scale", "_dpr":
      guard !hasScale else { throw problem("one of _scale, _dpr and scale") }
      hasScale = true
      guard let value = Double(text), limits.scales.contains(value) else {
        throw problem("one of " + limits.scales.map(numberText).joined(separator: ", "))
      }
      scale = value
    case "_w":
      guard let value = Int(text), limits.widths.contains(value) else {
        throw problem("one of " + limits.widths.map(String.init).joined(separator: ", "))
      }
      width = value
    case "_t": time = try number(0...3600, parts: 1000, " seconds")
    case "_from": from = try number(0...3600, parts: 1000, " seconds")
    case "_fps": framesPerSecond = try number(1...limits.framesPerSecond, parts: 1, " frames a second")
    case "_duration": duration = try number(0.001...limits.duration, parts: 1000, " seconds")
    case "_q": quality = try number(0.3...1, parts: 20, "")
    case "_bg":
      guard text.utf8.count <= 64 else { throw problem("a colour such as %23ffffff or white") }
      background = text
    case "_v": version = text
    case "_exp":
      guard let value = Int(text), value > 0 else { throw problem("seconds since 1970") }
      expiry = value
    case "_sig": break
    default:
      let remedy = nearest(name, among: Self.reserved).map { "; did you mean \($0)?" } ?? ""
      throw Problem(
        .badRequest, .parameter, "there is no \(name)\(remedy)", [.init("parameter", .string(name))])
    }
  }

  private mutating func check(_ limits: DrawLimits) throws(Problem) {
    func problem(_ name: String, _ detail: String) -> Problem {
      Problem(.badRequest, .parameter, detail, [.init("parameter", .string(name))])
    }
    if width != nil, scale != 1 { throw problem("_w", "_w sets the scale, so leave out _scale") }
    if quality != nil, !format.hasQuality { throw problem("_q", "a .\(format.rawValue) has no quality") }
    if quality == 0.9 { quality = nil }
    guard isFilm else {
      if let name = [("_fps", framesPerSecond), ("_duration", duration), ("_from", from)].first(where: { $0.1 != nil })?
        .0
      {
        throw problem(name, "\(name) is for films: .gif .apng .mp4 .webm .webp")
      }
      if time == 0 { time = nil }
      return
    }
    if time != nil { throw problem("_t", "a film begins at _from; _t is for pictures") }
    if from == 0 { from = nil }
    if let duration, let framesPerSecond, duration * framesPerSecond > Double(limits.frames) {
      throw Problem(
        .payloadTooLarge, .limit, "a film has at most \(limits.frames) frames; lower _fps or _duration",
        [.init("limit", "frames")])
    }
  }

  /// The pairs in their only order and form, without defaults, version and signature: equal for equal pictures.
  package var canonicalQuery: String {
    var pairs = parameters.map { Address.Pair($0.name, $0.canonical) }
    func add(_ name: String, _ value: Double?) {
      if let value { pairs.append(.init(name, numberText(value))) }
    }
    if let background { pairs.append(.init("_bg", background)) }
    add("_duration", duration)
    add("_fps", framesPerSecond)
    add("_from", from)
    add("_q", quality)
    add("_scale", scale == 1 ? nil : scale)
    add("_t", time)
    if let width { pairs.append(.init("_w", String(width))) }
    return Address(path: "/", pairs: pairs).query()
  }

  /// Returns a text without the values of parameters, which must not stand in a log.
  package func withoutValues(_ text: String) -> String {
    var text = text
    for parameter in parameters.sorted(by: { $0.canonical.utf8.count > $1.canonical.utf8.count }) {
      guard case .string(let value) = parameter.value, value.utf8.count > 1 else { continue }
      text = text.replacing(value, with: "…")
    }
    return text
  }

  /// The question for a drawing process, without its id.
  package func job(known: [String]?, _ limits: DrawLimits) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init("script", .string(script)), .init("format", .string(format.rawValue)),
      .init("parameters", .object(parameters.map { .init($0.name, $0.value) })), .init("film", .bool(isFilm)),
    ]
    func add(_ name: String, _ value: Double?) {
      if let value { members.append(.init(name, .number(numberText(value)))) }
    }
    if let known { members.append(.init("known", .array(known.map { .string($0) }))) }
    if let width { members.append(.init("width", .number(String(width)))) } else { add("scale", scale) }
    add("time", time)
    add("quality", quality)
    add("fps", framesPerSecond)
    add("from", from)
    add("duration", duration)
    if let background { members.append(.init("background", .string(background))) }
    // Fast codecs: a picture that is drawn on demand is worth less time than one that is kept for long.
    if format == .webp { members.append(.init("effort", 2)) }
    if format == .png { members.append(.init("compression", 2)) }
    members.append(.init("limits", limits.job(isFilm: isFilm)))
    return members
  }
}

extension DrawLimits {
  /// The limits for a drawing process.
  package func job(isFilm: Bool) -> JSONValue {
    .object([
      .init("time", .number(numberText(isFilm ? filmTime : time))), .init("memory", .number(String(memory))),
      .init("pixels", .number(String(pixels))), .init("side", .number(String(side))),
      .init("frames", .number(String(frames))), .init("layers", .number(String(layers))),
      .init("printed", .number(String(printed))),
    ])
  }
}
