// SPDX-License-Identifier: MIT
import CLuaBinding
import LayerModel
import Messages
import Numbers
import Pixels
import Scales

/// A scale held by scripts.
final class ScriptScale {
  /// The values of a scale that maps classes.
  enum Classes {
    case bands(BandScale)
    /// The values in turn, and the value of an unknown class; nil makes it an error.
    case values([PropertyValue], unknown: PropertyValue?)
  }
  enum Form {
    /// Colours are mixed between those of the range, whose numbers are their indices.
    case continuous(ContinuousScale, colors: [Color], space: MixingSpace)
    case classes(Classes, names: [PropertyValue], places: [String: Int])
  }

  let form: Form
  let type: String
  let domain: [PropertyValue]
  let range: [PropertyValue]
  /// False if the script gave no range, so that it is 0 to 1.
  let hasOwnRange: Bool
  private let mark: LiveMark

  init(
    _ form: Form, type: String, domain: [PropertyValue], range: [PropertyValue], hasOwnRange: Bool,
    _ live: LiveObjects
  ) {
    self.hasOwnRange = hasOwnRange
    self.form = form
    self.type = type
    self.domain = domain
    self.range = range
    mark = LiveMark(live, .callbacks)
  }

  /// The memory of the scale with its values, in bytes.
  var bytes: Int {
    let value = MemoryLayout<PropertyValue>.stride
    func bytes(of values: [PropertyValue]) -> Int { values.reduce(64) { $0 + value + $1.memory } }
    let own = 256 + bytes(of: domain) + bytes(of: range)
    switch form {
    case .continuous(_, let colors, _):
      return own + 192 + 2 * domain.count * MemoryLayout<Double>.stride + colors.count * MemoryLayout<Color>.stride
    case .classes(let classes, let names, let places):
      // The table of places holds a key, an index and a free slot for each class.
      let held = bytes(of: names) + 96 + places.reduce(0) { $0 + 64 + $1.key.utf8.count }
      guard case .values(let values, _) = classes else { return own + held }
      return own + held + bytes(of: values)
    }
  }

  /// The key of a class: a string, a number or a boolean; nil for others.
  static func key(_ value: PropertyValue) -> String? {
    switch value {
    case .string(let s): "s" + s
    case .number(let n): "n" + numberText(n)
    case .bool(let b): b ? "t" : "f"
    default: nil
    }
  }

  /// The place of a value of the domain in points, in the middle of its band.
  func middle(_ value: PropertyValue) -> Double? {
    switch form {
    case .continuous(let scale, let colors, _):
      guard colors.isEmpty, case .number(let n) = value else { return nil }
      return scale(n)
    case .classes(.bands(let bands), _, let places):
      return Self.key(value).flatMap { places[$0] }.map { bands.position($0) + bands.bandwidth / 2 }
    case .classes(.values, _, _): return nil
    }
  }
}

extension Method {
  static let scaleMethods: [Method] = [
    Method(
      "ca", "scale", signature: "(options: ca.ScaleOptions): ca.Scale",
      summary:
        "A map from data to points or colours, called as a function: linear, log, symlog, pow, sqrt, time, band, "
        + "point or ordinal."
    ) { call in
      let scale = try call.newScale()
      guard call.binding.memory.hasRoom(for: scale.bytes) else {
        throw LayerError.noMemory("the scale", call.binding.memory, at: call.name)
      }
      call.binding.push(scale, as: LLUA_KIND_SCALE, bytes: scale.bytes)
    },
    Method(
      "Scale", "()", signature: "(value: number|string|boolean): any",
      summary: "The value of the range: a number, a colour, or the start of a band."
    ) { call in
      let scale = try call.scale
      let argument = call.next()
      switch scale.form {
      case .continuous(let map, let colors, let space):
        guard let argument, argument.type == LLUA_NODE_NUMBER, argument.number.isFinite else {
          throw call.mismatch(argument?.numberWords ?? "a number", argument)
        }
        let value = map(argument.number)
        guard value.isFinite else {
          throw call.error(
            "\(numberText(argument.number)) has no place on a \(scale.type) scale"
              + (scale.type == "log"
                ? ", whose values are \(map.domain[0] < 0 ? "below" : "above") 0; type = \"symlog\" takes all" : ""))
        }
        guard !colors.isEmpty else { return call.binding.push(value) }
        call.binding.push(Color.ramp(colors, at: value / Double(max(colors.count - 1, 1)), in: space))
      case .classes(let classes, let names, let places):
        guard let argument, let value = argument.plain, let key = ScriptScale.key(value) else {
          throw call.mismatch("a name or a number of the domain", argument)
        }
        guard let place = places[key] else {
          if case .values(_, let unknown?) = classes { return call.binding.push(unknown) }
          let list = names.prefix(20).map { $0.described }
          throw call.error(
            "\(argument.described) is not in the domain: \(listed(list))\(names.count > 20 ? " …" : ""); name it "
              + "there, or set unknown of an ordinal scale")
        }
        switch classes {
        case .bands(let bands): call.binding.push(bands.position(place))
        case .values(let values, _): call.binding.push(values[place % values.count])
        }
      }
    },
    Method(
      "Scale", "invert", signature: "(value: number): number", summary: "The value of the domain for one of the range."
    ) { call in
      guard case .continuous(let map, let colors, _) = try call.scale.form, colors.isEmpty else {
        throw call.error("only a scale from numbers to numbers can be inverted")
      }
      call.binding.push(map.inverted(try call.number("the value")))
    },
    Method(
      "Scale", "ticks", signature: "(count?: integer): any[]",
      summary: "Round values of the domain, about 10 unless a count is given; all classes of a scale of classes."
    ) { call in
      let scale = try call.scale
      let count = try call.tickCount()
      switch scale.form {
      case .continuous(let map, _, _): call.binding.push(map.ticks(count))
      case .classes(_, let names, _): call.binding.push(.array(names))
      }
    },
    Method(
      "Scale", "labels", signature: "(count?: integer, format?: string, marks?: ca.NumberMarks): string[]",
      summary: "The texts of the ticks, with the decimals of their step."
    ) { call in
      let scale = try call.scale
      let count = try call.tickCount()
      let format = try call.optionalString("the format").map { text in try call.tickFormat(text, of: scale) }
      let marks = try call.marks()
      call.binding.push(.array(try scale.labels(count, format, marks).map { .string($0.label) }))
    },
    Method("Scale", ".bandwidth", signature: "number", summary: "The width of a band; 0 of other scales.") { call in
      guard case .classes(.bands(let bands), _, _) = try call.scale.form else { return call.binding.push(0.0) }
      call.binding.push(bands.bandwidth)
    },
    Method("Scale", ".step", signature: "number", summary: "The distance of two bands; 0 of other scales.") { call in
      guard case .classes(.bands(let bands), _, _) = try call.scale.form else { return call.binding.push(0.0) }
      call.binding.push(bands.step)
    },
    Method("Scale", ".type", signature: "string", summary: "The name of its form.") { call in
      call.binding.push(try call.scale.type)
    },
    Method("Scale", ".domain", signature: "any[]", summary: "The domain, made round if `nice` was set.") { call in
      call.binding.push(.array(try call.scale.domain), isFrozen: true)
    },
    Method("Scale", ".range", signature: "any[]", summary: "The range.") { call in
      call.binding.push(.array(try call.scale.range), isFrozen: true)
    },
    Method("Scale", ".tostring", signature: "string", summary: "Its form.") { call in
      call.binding.push("Scale \(try call.scale.type)")
    },
    Method(
      "ca", "format", signature: "(format: string, value: number, marks?: ca.NumberMarks): string",
      summary: "A number as text, by a format such as \",.2f\", \".3s\" or \"+.1%\"."
    ) { call in
      let text = try call.string("the format")
      let format = try call.made(text)
      let argument = call.next()
      guard let argument, argument.type == LLUA_NODE_NUMBER else { throw call.mismatch("a number", argument) }
      call.binding.push(format.text(argument.number, try call.marks()))
    },
  ]
}

/// A format of a scale's ticks.
enum TickFormat {
  case number(NumberFormat)
  /// Only of time scales.
  case date(DateFormat)

  var isOfNumbers: Bool { if case .number = self { true } else { false } }

  func text(_ value: Double, _ marks: NumberMarks) -> String {
    switch self {
    case .number(let format): format.text(value, marks)
    case .date(let format): format.text(value)
    }
  }
}

extension ContinuousScale {
  /// Returns the texts of ticks, in the scale's own format if none is given.
  func tickLabels(_ ticks: [Double], _ format: TickFormat?, _ marks: NumberMarks) -> [String] {
    switch format {
    case .number(let format): labels(ticks, format, marks)
    case .date(let format): labels(ticks, format)
    case nil: labels(ticks, nil, marks)
    }
  }
}

extension ScriptScale {
  /// The places and texts of ticks.
  func labels(
    _ count: Int, _ format: TickFormat?, _ marks: NumberMarks
  ) throws -> [(value: PropertyValue, label: String)] {
    switch form {
    case .continuous(let map, _, _):
      let ticks = map.ticks(count)
      return zip(ticks, map.tickLabels(ticks, format, marks)).map { (.number($0), $1) }
    case .classes(_, let names, _):
      return names.map { name in
        switch name {
        case .string(let s): (name, s)
        case .number(let n): (name, format?.text(n, marks) ?? numberText(n))
        default: (name, name.described)
        }
      }
    }
  }
}

extension Call {
  var scale: ScriptScale { get throws { try receiver(as: ScriptScale.self) } }

  fileprivate mutating func tickCount() throws -> Int {
    let count = try number("the count", default: 10)
    guard count >= 1, count <= 1000 else {
      throw error("the count must be from 1 to 1000, got \(numberText(count))")
    }
    return Int(clamping: count)
  }

  /// Parses a format of numbers.
  func made(_ text: String) throws -> NumberFormat {
    do { return try NumberFormat(text) } catch let failure as LayerError { throw error(failure.message) }
  }

  /// Parses a format of ticks: of time scales also words such as `%b %d`.
  func tickFormat(_ text: String, of scale: ScriptScale) throws -> TickFormat {
    if scale.type == "time", text.contains("%"), (try? NumberFormat(text)) == nil {
      do { return .date(try DateFormat(text)) } catch let failure as LayerError { throw error(failure.message) }
    }
    return .number(try made(text))
  }

  /// Reads a table of a language's marks; the English ones if it is absent.
  mutating func marks() throws -> NumberMarks {
    try marks(try options(["decimal", "group", "grouping", "minus", "percent", "currency"]))
  }

  func marks(_ options: [String: Argument]) throws -> NumberMarks {
    var marks = NumberMarks()
    marks.decimal = try string(options, "decimal") ?? marks.decimal
    marks.group = try string(options, "group") ?? marks.group
    marks.minus = try string(options, "minus") ?? marks.minus
    marks.percent = try string(options, "percent") ?? marks.percent
    if let grouping = options["grouping"] {
      guard let sizes = grouping.numbers, !sizes.isEmpty, sizes.allSatisfy({ $0 >= 1 && $0 <= 100 }) else {
        throw error("grouping must be a list of numbers of digits such as {3}, got \(grouping.described)")
      }
      marks.grouping = sizes.map { Int(clamping: $0) }
    }
    if let currency = options["currency"] {
      guard let items = currency.items, items.count == 2, let before = items[0].string, let after = items[1].string
      else {
        throw error("currency must be two strings such as {\"\", \" €\"}, got \(currency.described)")
      }
      marks.currency = (before, after)
    }
    return marks
  }

  fileprivate static let scaleOptions = [
    "type", "domain", "range", "nice", "clamp", "constant", "exponent", "offset", "padding", "paddingInner",
    "paddingOuter", "align", "round", "unknown", "colorSpace",
  ]
  private static let scaleTypes = ["linear", "log", "symlog", "pow", "sqrt", "time", "band", "point", "ordinal"]

  /// The options of a type of scales.
  private static func scaleOptions(of type: String) -> Set<String> {
    let all: Set<String> = ["type", "domain", "range"]
    switch type {
    case "band": return all.union(["padding", "paddingInner", "paddingOuter", "align", "round"])
    case "point": return all.union(["padding", "paddingOuter", "align", "round"])
    case "ordinal": return all.union(["unknown"])
    default:
      let own = ["symlog": "constant", "pow": "exponent", "time": "offset"][type]
      return all.union(["nice", "clamp", "colorSpace"] + (own.map { [$0] } ?? []))
    }
  }

  fileprivate mutating func newScale() throws -> ScriptScale {
    let options = try options(Call.scaleOptions)
    let type = try string(options, "type") ?? "linear"
    guard Call.scaleTypes.contains(type) else {
      throw error("unknown type \"\(type)\"\(suggestionOrList(for: type, among: Call.scaleTypes))")
    }
    let taken = Self.scaleOptions(of: type)
    if let other = Call.scaleOptions.first(where: { options[$0] != nil && !taken.contains($0) }) {
      let types = Call.scaleTypes.filter { Self.scaleOptions(of: $0).contains(other) }
      throw error("\(other) is for scales of type \(alternatives(types, "and")), and this one is \(type); leave it out")
    }
    guard let domain = options["domain"] else { throw error("a domain is needed, such as domain = { 0, 100 }") }
    do {
      switch type {
      case "band", "point", "ordinal": return try classScale(type, domain, options)
      default: return try continuousScale(type, domain, options)
      }
    } catch let failure as LayerError where failure.message.hasPrefix("the ") || failure.message.hasPrefix("a ") {
      throw error(failure.message)
    }
  }

  private func continuousScale(_ type: String, _ domain: Argument, _ options: [String: Argument]) throws -> ScriptScale
  {
    let offset = try number(options, "offset") ?? 0
    let kind: ContinuousScale.Kind =
      switch type {
      case "log": .log
      case "symlog": .symlog(constant: try number(options, "constant") ?? 1)
      case "pow": .power(exponent: try number(options, "exponent") ?? 2)
      case "sqrt": .power(exponent: 0.5)
      case "time": .time(offset: offset)
      default: .linear
      }
    guard var values = domain.numbers, values.count >= 2 else {
      throw error(
        "domain must be a list of two or more numbers, got \(Self.otherItem(of: domain) ?? domain.described)"
          + Self.domainRemedy(domain, type))
    }
    var colors: [Color] = []
    var range = [0.0, 1]
    if let given = options["range"] {
      if let numbers = given.numbers, given.type == LLUA_NODE_NUMBERS {
        range = numbers
      } else {
        colors = try palette(given)
        range = colors.indices.map { Double($0) }
        // A domain of two ends is divided evenly among the colours.
        if values.count == 2, colors.count != 2 {
          range = [0, Double(colors.count - 1)]
        }
      }
    }
    if values.count != range.count, values.count > 2, !colors.isEmpty {
      // Any number of colours is spread over the domain's values.
      let last = Double(colors.count - 1)
      range = values.indices.map { last * Double($0) / Double(values.count - 1) }
    }
    var scale = try ContinuousScale(kind, domain: values, range: range)
    switch options["nice"] {
    case .some(let count) where count.type == LLUA_NODE_NUMBER: scale = scale.nice(Int(clamping: count.number))
    case .some: if try flag(options, "nice") { scale = scale.nice() }
    case nil: break
    }
    scale.isClamped = try flag(options, "clamp") || !colors.isEmpty
    values = scale.domain
    var space = MixingSpace.oklab
    if let name = try string(options, "colorSpace") {
      guard let named = MixingSpace(named: name) else {
        throw error("unknown colorSpace \"\(name)\"; expected one of \(listed(MixingSpace.names.map(\.raw)))")
      }
      space = named
    }
    return ScriptScale(
      .continuous(scale, colors: colors, space: space), type: type, domain: values.map { .number($0) },
      range: colors.isEmpty ? range.map { .number($0) } : colors.map { .color($0) },
      hasOwnRange: options["range"] != nil, binding.memory.live)
  }

  /// The first item of a list that is not a number, and its place; nil if there is none.
  private static func otherItem(of domain: Argument) -> String? {
    guard let items = domain.items, let at = items.firstIndex(where: { $0.type != LLUA_NODE_NUMBER }) else {
      return nil
    }
    return "\(items[at].described) at [\(at + 1)]"
  }

  /// The remedy for names and dates in a domain of numbers.
  private static func domainRemedy(_ domain: Argument, _ type: String) -> String {
    guard let text = domain.items?.lazy.compactMap({ $0.string }).first else { return "" }
    let isDate = DateForm.allCases.contains { $0.seconds(Array(text.utf8)[...]) != nil }
    if type == "time" || isDate {
      return "; a time is a number of seconds since 1970: read a table's column with types = { … = \"date\" }, or "
        + "write os.time { year = 2024, month = 1, day = 1 }" + (type == "time" ? "" : ", and type = \"time\"")
    }
    return "; names need type = \"band\", \"point\" or \"ordinal\""
  }

  private func classScale(_ type: String, _ domain: Argument, _ options: [String: Argument]) throws -> ScriptScale {
    var names: [PropertyValue] = []
    var places: [String: Int] = [:]
    var reading = reading("the domain")
    let list: [PropertyValue]
    if let numbers = domain.numbers {
      list = numbers.map { .number($0) }
    } else if domain.type == LLUA_NODE_NUMBER, type != "ordinal" {
      // A number of bands: they are named 1, 2, 3 and so on.
      let count = domain.number
      guard count >= 1, count <= 100_000, count == count.rounded() else {
        throw error(
          "a domain that is a number of \(type == "band" ? "bands" : "points") must be whole, from 1 to 100000, got "
            + numberText(count))
      }
      try reading.step(Int(clamping: count))
      try reading.take(Int(clamping: count) * MemoryLayout<PropertyValue>.stride)
      list = (1...Int(clamping: count)).map { .number(Double($0)) }
    } else {
      guard let items = domain.items else {
        let orCount = type == "ordinal" ? "" : ", or how many there are"
        throw error("domain must be a list of names\(orCount), got \(domain.described)")
      }
      list = try items.map { item in
        guard let value = item.plain else { throw error("domain: expected names or numbers, got \(item.described)") }
        return value
      }
    }
    for value in list {
      try reading.step(4)
      try reading.take(128)
      guard let key = ScriptScale.key(value) else {
        throw error("domain: expected names or numbers, got \(value.described)")
      }
      if places[key] == nil {
        places[key] = names.count
        names.append(value)
      }
    }
    let classes: ScriptScale.Classes
    var range: [PropertyValue]
    if type == "ordinal" {
      guard let given = options["range"] else {
        throw error("a range is needed, such as a list of colours or the name of a palette")
      }
      if let name = given.string, ColorPalette.named(name) != nil {
        range = try palette(given).map { .color($0) }
      } else if let numbers = given.numbers {
        range = numbers.map { .number($0) }
      } else {
        guard let items = given.items else { throw error("range must be a list or a palette, got \(given.described)") }
        if items.contains(where: { $0.color != nil }), let i = items.firstIndex(where: { $0.colorExcess != nil }) {
          throw error("range: value \(i + 1): \(items[i].colorExcess ?? "")")
        }
        range = try items.map { item in
          guard let value = item.plain else { throw error("range: \(item.described) cannot be kept") }
          return item.color.map { .color($0) } ?? value
        }
      }
      guard !range.isEmpty else { throw error("the range is empty") }
      let isOfColors = range.contains { if case .color = $0 { true } else { false } }
      let unknown = options["unknown"]
      classes = .values(
        range, unknown: isOfColors ? unknown?.color.map { PropertyValue.color($0) } ?? unknown?.plain : unknown?.plain)
    } else {
      let ends = options["range"]?.numbers ?? [0, 1]
      range = ends.map { .number($0) }
      let padding = try number(options, "padding")
      classes = .bands(
        try BandScale(
          count: names.count, range: ends,
          innerPadding: type == "point" ? 1 : try number(options, "paddingInner") ?? padding ?? 0,
          outerPadding: try number(options, "paddingOuter") ?? padding ?? 0, align: try number(options, "align") ?? 0.5,
          isRounded: try flag(options, "round")))
    }
    return ScriptScale(
      .classes(classes, names: names, places: places), type: type, domain: names, range: range,
      hasOwnRange: options["range"] != nil, binding.memory.live)
  }
}
