import CLuaShim
import Geometry
import LayerModel
import Pixels
import RenderTree

/// An attributed string as scripts hold it.
final class ScriptText {
  let text: AttributedString
  init(_ text: AttributedString) { self.text = text }
}

/// Attributes of the contract that are laid out in a later version.
private let laterAttributes = [
  "backgroundColor", "kern", "baselineOffset", "underlineStyle", "strikethroughStyle", "strokeWidth", "strokeColor", "shadow", "alignment",
  "lineSpacing", "lineHeightMultiple", "firstLineHeadIndent", "headIndent", "tailIndent",
]

extension Method {
  static let textMethods: [Method] = [
    Method("ca", "AttributedString") { call in
      let argument = call.next()
      if let string = argument?.string { return call.binding.push(AttributedString(plain: string)) }
      guard let argument, argument.type == LLUA_NODE_TABLE, argument.node.pairs == 0, let items = argument.items else {
        throw call.mismatch("runs such as { {\"plain \"}, {\"red\", foregroundColor = \"red\"} }", argument)
      }
      var runs: [AttributedString.Run] = []
      for item in items {
        if let string = item.string {
          runs.append(AttributedString.Run(string: string))
          continue
        }
        guard item.type == LLUA_NODE_TABLE, item.node.count == 1, let string = item.first?.string else {
          throw call.mismatch("a run such as {\"text\", font = \"DejaVu Sans\"}", item)
        }
        var run = AttributedString.Run(string: string)
        for (key, value) in item.entries ?? [] {
          switch key {
          case "font": run.font = try call.string([key: value], key)
          case "fontSize": run.fontSize = try call.number([key: value], key)
          case "foregroundColor": run.foregroundColor = try call.color([key: value], key)
          case _ where laterAttributes.contains(key): throw LayerError.unsupported("the attribute \(key) of an attributed string")
          default:
            let names = ["font", "fontSize", "foregroundColor"] + laterAttributes
            throw call.error("unknown attribute \(key)\(nearest(key, names).map { "; did you mean \($0)?" } ?? "")")
          }
        }
        runs.append(run)
      }
      call.binding.push(AttributedString(runs: runs))
    },
    Method("AttributedString", ".string") { call in call.binding.push(try call.receiver(as: ScriptText.self).text.string) },
    Method("AttributedString", ".tostring") { call in
      call.binding.push("AttributedString \"\(try call.receiver(as: ScriptText.self).text.string.prefix(60))\"")
    },
    Method("ca", "measureText") { call in
      let argument = call.next()
      let runs: [AttributedString.Run]
      switch try argument?.propertyValue(in: nil, for: nil, key: "string") {
      case .string(let s): runs = [AttributedString.Run(string: s)]
      case .attributedString(let a): runs = a.runs
      default: throw call.mismatch("a string", argument)
      }
      let options = try call.options(["font", "fontSize", "width", "wrapped", "alignmentMode", "truncationMode", "height"])
      let font = try call.string(options, "font") ?? "Helvetica"
      let size = try call.number(options, "fontSize") ?? 36
      let width = try call.number(options, "width")
      var request = TextRequest(
        runs: runs.map {
          TextRun(string: $0.string, font: $0.font ?? font, fontSize: $0.fontSize ?? size, color: $0.foregroundColor ?? .black)
        },
        width: width, wraps: width != nil)
      for run in request.runs where !(run.fontSize > 0) { throw call.error("fontSize must be greater than 0, got \(short(run.fontSize))") }
      if let wrapped = options["wrapped"] { request.wraps = wrapped.number != 0 }
      let frame = try call.binding.scene.services.layoutText(request)
      let first = frame.lines.first
      call.binding.push(
        .dictionary([
          ("width", .number(frame.size.width)), ("height", .number(frame.size.height)), ("ascent", .number(first?.ascent ?? 0)),
          ("descent", .number(first?.descent ?? 0)),
          (
            "lines",
            .array(
              frame.lines.map { line in
                .dictionary([
                  ("baseline", .number(line.baseline)), ("left", .number(line.left)), ("width", .number(line.width)),
                  ("ascent", .number(line.ascent)), ("descent", .number(line.descent)),
                ])
              })
          ),
        ]))
    },
  ]
}

extension Argument {
  /// The first item of a table, also of one with other keys.
  var first: Argument? {
    guard type == LLUA_NODE_TABLE, node.count > 0 else { return nil }
    return Argument(nodes: nodes, doubles: doubles, index: index + 1)
  }
}
