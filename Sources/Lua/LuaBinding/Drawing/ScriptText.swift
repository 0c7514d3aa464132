// SPDX-License-Identifier: MIT
import CLuaBinding
import Geometry
import LayerModel
import LuaRuntime
import Numbers
import Parsing
import Pixels
import RenderTree

/// An attributed string held by scripts.
final class ScriptText {
  let text: AttributedString
  private let memory: ScriptMemory
  private let charged: Int

  init(_ text: AttributedString, _ memory: ScriptMemory) {
    self.text = text
    self.memory = memory
    charged = text.memory
    memory.charge(charged)
    memory.live.add(.texts)
  }

  deinit {
    memory.live.remove(.texts)
    memory.release(charged)
  }
}

extension Method {
  static let textMethods: [Method] = [
    Method(
      "ca", "AttributedString",
      signature:
        "(text: string, attributes?: ca.TextAttributes): ca.AttributedString; (runs: (string|ca.TextRun)[]): "
        + "ca.AttributedString",
      summary: "Text with runs of different attributes: `{ {\"plain \"}, {\"red\", foregroundColor = \"red\"} }`."
    ) { call in
      let argument = call.next()
      let value = try call.textValue(argument, "runs such as { {\"plain \"}, {\"red\", foregroundColor = \"red\"} }")
      switch value {
      case .string(let s): call.binding.push(AttributedString(s, attributes: try call.attributes()))
      case .attributedString(let text): call.binding.push(text)
      case .array(let values):
        var reading = call.reading("its text", name: "")
        let text: AttributedString
        do throws(LayerError) { text = try AttributedString(values: values, &reading) } catch {
          throw call.error(error.message, kind: error.kind)
        }
        guard call.binding.memory.hasRoom(for: text.memory) else {
          throw LayerError.noMemory("its text", call.binding.memory, at: call.name)
        }
        call.binding.push(text)
      default: throw call.mismatch("runs such as { {\"plain \"}, {\"red\", foregroundColor = \"red\"} }", argument)
      }
    },
    Method("AttributedString", ".string", signature: "string", summary: "The text alone.") { call in
      call.binding.push(try call.receiver(as: ScriptText.self).text.string)
    },
    Method("AttributedString", ".runs", signature: "ca.TextRun[]", summary: "The runs with their attributes.") { call in
      call.binding.push(.array(try call.receiver(as: ScriptText.self).text.values), isFrozen: true)
    },
    Method("AttributedString", ".tostring", signature: "string", summary: "The beginning of the text.") { call in
      call.binding.push("AttributedString \"\(try call.receiver(as: ScriptText.self).text.string.prefix(60))\"")
    },
    Method(
      "ca", "measureText", signature: "(text: ca.TextLike, options?: ca.MeasureOptions): ca.TextMeasure",
      summary: "The size of text when laid out, in points."
    ) { call in
      var reading = call.reading("the text")
      let frame = try call.laidOutText(for: "ca.measureText", &reading)
      call.binding.push(
        .dictionary([
          ("width", .number(frame.size.width)), ("height", .number(frame.size.height)),
          ("ascent", .number(frame.lines.first?.ascent ?? 0)), ("descent", .number(frame.lines.last?.descent ?? 0)),
          ("lines", .array(frame.lines.map { $0.value })), ("isTruncated", .bool(frame.isTruncated)),
        ]))
    },
    Method(
      "ca", "flow", flags: LLUA_REFERENCES,
      signature: "(text: ca.TextLike, box: fun(number: integer): ca.TextLayer?): ca.TextLayer[]",
      summary:
        "Lays a text into as many text layers as it needs: calls a function for each, from 1, which returns the layer, "
        + "or nil to end before the text does."
    ) { call in
      let text = try call.anyText()
      let argument = call.next()
      guard let ordinal = argument?.function else {
        throw call.mismatch("a function that returns a text layer: function(number) … end", argument)
      }
      let binding = call.binding
      let references = call.references
      let boxes = try binding.scene.flow(text) { number in
        binding.push(Double(number))
        try binding.state.check(
          llua_call_function(
            binding.pointer, UInt32(LLUA_TARGET_ARGUMENT), references, ordinal, nil, nil, nil,
            Int32(1 | LLUA_RESULTS_READ)))
        guard let nodes = llua_in_nodes(binding.pointer), llua_in_count(binding.pointer) > 0 else { return nil }
        let result = Argument(
          nodes: nodes, doubles: llua_in_doubles(binding.pointer), memory: binding.memory, index: 0)
        if result.isNil { return nil }
        guard let layer = result.layer as? TextLayer else {
          throw LayerError("ca.flow: expected a text layer from the function, got \(result.described)")
        }
        return layer
      }
      binding.push(.array(boxes.map { .layer($0) }))
    },
  ]
}

extension Call {
  /// Text attributes and options of the text's box.
  struct TextOptions {
    var attributes = TextAttributes()
    var truncation = TextRequest.Truncation.none
    var isWrapped: Bool?
    var maximumLines = 0
    var number: [String: Double] = [:]
  }

  fileprivate func textValue(_ argument: Argument?, _ expectation: String) throws -> PropertyValue {
    guard let argument, argument.type != LLUA_NODE_SCRIPT else { throw mismatch(expectation, argument) }
    do throws(LayerError) { return try argument.propertyValue(in: nil, for: nil, key: "the text") } catch {
      throw self.error(error.message, kind: error.kind)
    }
  }

  /// Reads a string or an attributed string.
  mutating func anyText() throws -> AttributedString {
    let argument = next()
    switch try textValue(argument, "a string or an attributed string") {
    case .string(let s): return AttributedString(s)
    case .attributedString(let text): return text
    default: throw mismatch("a string or an attributed string", argument)
    }
  }

  /// Reads a table of text attributes; empty if absent.
  fileprivate mutating func attributes() throws -> TextAttributes { try textOptions([], hasBox: false).attributes }

  /// Reads a text and options of its box, and lays it out.
  ///
  /// - Parameters:
  ///   - function: the function's name for warnings.
  ///   - reading: the budget of the laid-out text, charged before it is made.
  mutating func laidOutText(for function: String, _ reading: inout Reading) throws -> TextFrame {
    let text = try anyText()
    let options = try textOptions(["width", "height", "wrapped"])
    // Shaping and breaking lines hold several arrays with an item for each character.
    try reading.take(text.runs.reduce(0) { $0 + $1.string.utf8.count } * 160)
    let frame = try binding.scene.layoutText(
      text, attributes: options.attributes, width: options.number["width"], height: options.number["height"],
      wraps: options.isWrapped, truncation: options.truncation, maximumLines: options.maximumLines)
    binding.scene.warn(aboutTextOf: function, frame)
    return frame
  }

  /// Reads a table of text attributes and options of the text's box.
  mutating func textOptions(_ boxOptions: [String], hasBox: Bool = true) throws -> TextOptions {
    var result = TextOptions()
    let argument = next()
    guard let argument, !argument.isNil else { return result }
    let value = try textValue(argument, "a table of attributes")
    let entries: [(key: String, value: PropertyValue)]
    switch value {
    case .dictionary(let d): entries = d
    case .array(let a) where a.isEmpty: entries = []
    default: throw mismatch("a table of attributes such as {font = \"DejaVu Sans\", fontSize = 18}", argument)
    }
    for (key, value) in entries {
      switch key {
      case "wrapped" where boxOptions.contains(key):
        guard case .bool(let wraps) = value else {
          throw error("wrapped must be true or false, got \(value.described)")
        }
        result.isWrapped = wraps
      case _ where boxOptions.contains(key):
        if value == .bool(false) { continue }
        guard case .number(let n) = value, n.isFinite else {
          throw error("\(key) must be a number, got \(value.described)")
        }
        result.number[key] = n
      case "truncation" where hasBox, "truncationMode" where hasBox:
        if value == .bool(false) { continue }
        guard case .string(let name) = value, let truncation = TextRequest.Truncation(named: name) else {
          throw error(
            "\(key) must be one of \(TextRequest.Truncation.names.map(\.raw).joined(separator: ", ")), got "
              + "\(value.described)"
          )
        }
        result.truncation = truncation
      case "maximumNumberOfLines" where hasBox:
        guard case .number(let n) = value, n >= 0, n <= 1e6, n == n.rounded() else {
          throw error("maximumNumberOfLines must be a whole number from 0, which is no limit, got \(value.described)")
        }
        result.maximumLines = Int(clamping: n)
      default:
        // Core Animation's `alignmentMode` and the short `color` are also accepted.
        let name = key == "alignmentMode" ? "alignment" : key == "color" ? "foregroundColor" : key
        do throws(LayerError) { try result.attributes.set(value, forKey: name) } catch {
          throw self.error(error.message)
        }
      }
    }
    return result
  }
}

extension TextFrame.Line {
  fileprivate var value: PropertyValue {
    .dictionary([
      ("baseline", .number(baseline)), ("left", .number(left)), ("width", .number(width)), ("ascent", .number(ascent)),
      ("descent", .number(descent)),
      // As `string.sub` counts: from 1, both included.
      ("range", .array([.number(Double(range.lowerBound + 1)), .number(Double(range.upperBound))])),
    ])
  }
}

extension FontDescription {
  var value: PropertyValue {
    .dictionary([
      ("family", .string(family)), ("fullName", .string(fullName)), ("style", .string(style)),
      ("weight", .number(Double(weight))),
      ("italic", .bool(isItalic)), ("file", .string(file)),
      (
        "axes",
        .dictionary(
          axes.map {
            (
              $0.tag,
              .dictionary([
                ("minimum", .number($0.minimum)), ("value", .number($0.value)), ("maximum", .number($0.maximum)),
              ])
            )
          })
      ),
    ])
  }
}

extension Argument {
  /// The first item of a table, which may have other keys too; nil for other values.
  var first: Argument? {
    guard type == LLUA_NODE_TABLE, node.count > 0 else { return nil }
    return Argument(nodes: nodes, doubles: doubles, memory: memory, index: index + 1)
  }
}
