// SPDX-License-Identifier: MIT
import CLuaBinding
import Geometry
import LayerModel
import LuaRuntime
import Messages
import Numbers
import Pixels
import Scales

extension Method {
  static let chartMethods: [Method] = [
    Method(
      "ca", "axis", flags: LLUA_OBJECTS, signature: "(options: ca.AxisOptions): ca.Layer",
      summary: "An axis of a scale as plain layers named `line`, `tick`, `grid` and `labels`."
    ) { call in
      let options = try call.options(
        [
          "scale", "side", "ticks", "format", "marks", "grid", "tickLength", "padding", "font", "fontSize", "color",
          "lineColor", "gridColor", "position", "allLabels",
        ], keepsFalse: true)
      guard let scale = options["scale"]?.scale else { throw call.error("a scale is needed: scale = ca.scale { … }") }
      var side = ChartAxis.Side.bottom
      if let name = try call.string(options, "side") {
        guard let named = ChartAxis.Side(named: name) else {
          throw call.error("unknown side \"\(name)\"; expected top, bottom, left or right")
        }
        side = named
      }
      guard scale.hasOwnRange else {
        throw call.error(
          "the scale has no range, so the axis would be 1 point long; name its ends in points: ca.scale { …, range = "
            + "{ 0, 300 } }")
      }
      let ends = try call.ends(scale)
      let ticks = try call.ticks(scale, options)
      var axis = ChartAxis(side, ticks: ticks.map { ($0.position, $0.label) }, range: ends)
      axis.tickLength = try call.number(options, "tickLength") ?? axis.tickLength
      axis.padding = try call.number(options, "padding") ?? axis.padding
      axis.gridLength = try call.number(options, "grid") ?? 0
      axis.text = try call.chartText(options)
      axis.keepsAllLabels = try call.flag(options, "allLabels")
      if let none = options["lineColor"], none.isNil || (none.type == LLUA_NODE_BOOLEAN && none.number == 0) {
        axis.lineColor = nil
      } else {
        axis.lineColor = try call.color(options, "lineColor") ?? axis.lineColor
      }
      axis.gridColor = try call.color(options, "gridColor") ?? axis.gridColor
      let position = try call.position(options)
      // A script's function comes last: it may call others, which take the place of the arguments.
      if let ordinal = options["format"]?.function {
        let labels = try call.labels(ticks.map(\.value), ordinal)
        for (i, label) in labels.enumerated() { axis.ticks[i].label = label }
      }
      let layer = try axis.layer(in: call.binding.scene)
      if let position { layer.position = position }
      call.binding.noteMade(layer)
      call.binding.push(layer)
    },
    Method(
      "ca", "legend", signature: "(options: ca.LegendOptions): ca.Layer",
      summary: "A legend as plain layers: a `swatch` and a `label` for each class of an ordinal scale, or each entry."
    ) { call in
      let options = try call.options([
        "scale", "entries", "row", "swatchSize", "spacing", "font", "fontSize", "color", "position",
      ])
      var entries: [(label: String, color: Color)] = []
      if let scale = options["scale"] {
        guard case .classes(.values(let values, _), let names, _) = scale.scale?.form else {
          throw call.error("scale must be an ordinal scale of colours, got \(scale.described)")
        }
        for (i, name) in names.enumerated() {
          guard case .color(let color) = values[i % values.count] else {
            throw call.error("the range of the scale must be colours")
          }
          entries.append((name.asString ?? name.described, color))
        }
      } else {
        guard let items = options["entries"]?.items else {
          throw call.error("a scale or entries are needed, such as entries = { { \"Rain\", \"steelblue\" } }")
        }
        for item in items {
          guard let pair = item.items, pair.count == 2, let label = pair[0].string, let color = pair[1].color else {
            var got = item.described
            if let pair = item.items, pair.count == 2 {
              got =
                pair[0].string == nil
                ? "\(pair[0].described) as its text" : "\(pair[1].described) as its colour\(pair[1].colorRemedy)"
            }
            if let pair = item.items, pair.count == 2, pair[0].string != nil, let excess = pair[1].colorExcess {
              throw call.error(excess)
            }
            throw call.error("an entry is a text and a colour such as { \"Rain\", \"steelblue\" }, got \(got)")
          }
          entries.append((label, color))
        }
      }
      guard entries.count <= 1000 else { throw call.error("a legend has at most 1000 entries", kind: .limit) }
      var legend = ChartLegend(entries)
      legend.isRow = try call.flag(options, "row")
      legend.swatchSize = try call.number(options, "swatchSize") ?? legend.swatchSize
      legend.spacing = try call.number(options, "spacing")
      legend.text = try call.chartText(options)
      let layer = try legend.layer(in: call.binding.scene)
      // Its top left corner is at the position.
      layer.anchorPoint = .zero
      if let position = try call.position(options) { layer.position = position }
      call.binding.noteMade(layer)
      call.binding.push(layer)
    },
  ]
}

extension Argument {
  /// Tells which component of a table that means a colour is beyond 0…1; nil for other values.
  var colorExcess: String? { type == LLUA_NODE_TABLE || type == LLUA_NODE_NUMBERS ? plain?.asColor?.excess : nil }

  /// The remedy for a word that is no colour, from a semicolon on; empty for other values.
  var colorRemedy: String { string.map { ColorWords.remedy(for: $0, .author) } ?? "" }

  /// The scale behind a value; nil for other values.
  fileprivate var scale: ScriptScale? {
    guard type == LLUA_NODE_OBJECT, Int(node.kind) == LLUA_KIND_SCALE, let pointer = node.object else { return nil }
    return Unmanaged<ScriptScale>.fromOpaque(pointer).takeUnretainedValue()
  }
}

extension PropertyValue {
  fileprivate var asString: String? {
    switch self {
    case .string(let s): s
    case .number(let n): numberText(n)
    default: nil
    }
  }
}

extension Call {
  fileprivate func position(_ options: [String: Argument]) throws -> Point? {
    guard let argument = options["position"] else { return nil }
    guard let p = argument.point, p.isFinite else {
      throw error("position must be a point such as {20, 160}, got \(argument.described)")
    }
    return p
  }

  /// The texts that a script's function returns for ticks.
  fileprivate func labels(_ values: [PropertyValue], _ ordinal: UInt32) throws -> [String] {
    var reference: Int32 = 0
    try binding.state.check(llua_keep_references(binding.pointer, references, &reference))
    let function = LuaFunction(LuaReference(adopting: reference, state: binding.state), ordinal, binding)
    return try values.enumerated().map { i, value in
      let result = try function.call([value, .number(Double(i + 1))]).first ?? .null
      guard let text = result.asString else {
        throw error(
          "format: the function must return a text for each tick, got \(result.isNull ? "nothing" : result.described) "
            + "for \(value.described)")
      }
      return text
    }
  }

  fileprivate func chartText(_ options: [String: Argument]) throws -> ChartTextStyle {
    var text = ChartTextStyle()
    text.font = try string(options, "font") ?? text.font
    text.fontSize = try number(options, "fontSize") ?? text.fontSize
    text.color = try color(options, "color") ?? text.color
    return text
  }

  /// The ends of the line of a scale's axis.
  fileprivate func ends(_ scale: ScriptScale) throws -> (Double, Double) {
    guard case .number(let first) = scale.range.first, case .number(let last) = scale.range.last else {
      let isOfColors = scale.range.allSatisfy { if case .color = $0 { true } else { false } }
      throw error(
        "an axis needs a range in points, such as range = { 0, 300 }, and the scale's is of "
          + "\(isOfColors ? "colours" : "other values"); give the axis a scale of its own with the same domain")
    }
    return (first, last)
  }

  /// The ticks of an axis: as many as wanted, or those of a list, with labels of a format or of a list.
  fileprivate func ticks(
    _ scale: ScriptScale, _ options: [String: Argument]
  ) throws -> [(value: PropertyValue, position: Double, label: String)] {
    var format: TickFormat?
    var texts: [String]?
    if let given = options["format"], given.function == nil {
      if let text = given.string {
        format = try tickFormat(text, of: scale)
      } else if let items = given.items, case let strings = items.compactMap(\.string), strings.count == items.count {
        texts = strings
      } else {
        throw error(
          "format must be a format such as \",.1f\", a list of texts or a function, got \(given.described)")
      }
    }
    var marks = NumberMarks()
    if let given = options["marks"] {
      guard let entries = given.entries else { throw error("marks must be a table, got \(given.described)") }
      marks = try self.marks(Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first })
    }
    var values: [(value: PropertyValue, label: String)]
    if let list = options["ticks"], list.type != LLUA_NODE_NUMBER {
      if let numbers = list.numbers {
        values = numbers.map { (.number($0), format?.text($0, marks) ?? "") }
        if case .continuous(let map, _, _) = scale.form, format?.isOfNumbers != true {
          values = zip(numbers, map.tickLabels(numbers, format, marks)).map { (.number($0), $1) }
        }
      } else {
        guard let items = list.items, case let names = items.compactMap(\.plain), names.count == items.count else {
          throw error("ticks must be a number of ticks or a list of values, got \(list.described)")
        }
        values = names.map { ($0, $0.asString ?? $0.described) }
      }
    } else {
      let count = try number(options, "ticks") ?? 10
      guard count >= 0, count <= 1000 else { throw error("ticks must be from 0 to 1000, got \(numberText(count))") }
      values = count < 1 ? [] : try scale.labels(Int(clamping: count), format, marks)
    }
    if let texts, texts.count < values.count {
      throw error(
        "format has \(counted(texts.count, "text")) for \(counted(values.count, "tick")); give one for each, and the "
          + "values of the ticks as ticks = { … }, so that their number is known")
    }
    return try values.enumerated().map { i, tick in
      guard let place = scale.middle(tick.value), place.isFinite else {
        throw error("\(tick.value.described) has no place on the scale")
      }
      return (tick.value, place, texts.map { $0[i] } ?? tick.label)
    }
  }
}
