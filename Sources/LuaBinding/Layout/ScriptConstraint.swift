import CLuaShim
import LayerModel

/// A constraint as scripts hold it.
final class ScriptConstraint {
  let constraint: Constraint
  private let mark: LiveMark

  init(_ constraint: Constraint, _ live: LiveObjects) {
    self.constraint = constraint
    mark = LiveMark(live, .constraints)
  }
}

extension Method {
  static let layoutMethods: [Method] = [
    Method("ca", "Constraint") { call in call.binding.push(try call.newConstraint()) },
    Method("Constraint", ".attribute") { call in call.binding.push(try call.constraint.attribute.name) },
    Method("Constraint", ".sourceName") { call in call.binding.push(try call.constraint.sourceName) },
    Method("Constraint", ".sourceAttribute") { call in call.binding.push(try call.constraint.sourceAttribute.name) },
    Method("Constraint", ".scale") { call in call.binding.push(try call.constraint.scale) },
    Method("Constraint", ".offset") { call in call.binding.push(try call.constraint.offset) },
    Method("Constraint", ".tostring") { call in call.binding.push(try call.constraint.description) },
    Method("Layer", "addConstraint") { call in
      let layer = try call.layer
      try layer.addConstraint(try call.anyConstraint(call.next()))
    },
    Method("Layer", "constrain", flags: LLUA_SELF) { call in
      let layer = try call.layer
      let argument = call.next()
      if argument?.string != nil || argument?.constraint != nil { return try layer.addConstraint(try call.anyConstraint(argument)) }
      guard let items = argument?.items else {
        throw call.mismatch("a list of constraints such as {\"midX = superlayer.midX\"}", argument)
      }
      let added: [PropertyValue] = try items.enumerated().map { .constraint(try call.anyConstraint($1, place: $0 + 1)) }
      try layer.setValue(.array(layer.constraints.map { .constraint($0) } + added), forKey: "constraints")
    },
    Method("Layer", "removeConstraint") { call in
      let layer = try call.layer
      let constraint = try call.anyConstraint(call.next())
      guard let i = layer.constraints.firstIndex(of: constraint) else {
        let known = layer.constraints.map { "\"\($0)\"" }.joined(separator: ", ")
        throw call.error("\(layer.label) has no constraint \"\(constraint)\"; it has \(known.isEmpty ? "none" : known)")
      }
      layer.constraints.remove(at: i)
    },
    Method("ca", "explainLayout") { call in
      let layer = try call.layer()
      call.binding.push(try layer.explainLayout(), of: layer)
    },
    Method("Layer", "removeAllConstraints") { call in try call.layer.constraints = [] },
  ]
}

extension Call {
  var constraint: Constraint { get throws { try receiver(as: ScriptConstraint.self).constraint } }

  /// A constraint, or the text of one.
  func anyConstraint(_ argument: Argument?, place: Int? = nil) throws -> Constraint {
    if let constraint = argument?.constraint { return constraint }
    let prefix = place.map { "value \($0): " } ?? ""
    guard let string = argument?.string else {
      throw error("\(prefix)expected a constraint or its text such as \"midX = superlayer.midX\", got \(argument?.described ?? "nothing")")
    }
    return try worded(prefix) { () throws(LayerError) in try Constraint(string) }
  }

  /// Errors of a constraint under the name of the call.
  private func worded(_ prefix: String, _ body: () throws(LayerError) -> Constraint) throws -> Constraint {
    do { return try body() } catch {
      let own = "Constraint: "
      throw self.error(prefix + (error.message.hasPrefix(own) ? String(error.message.dropFirst(own.count)) : error.message))
    }
  }

  /// `ca.Constraint` in its three forms.
  mutating func newConstraint() throws -> Constraint {
    let form = "expected its text such as \"midX = superlayer.midX\", or attribute, source, source's attribute, scale, offset"
    let first = next()
    if let constraint = first?.constraint { return constraint }
    if let argument = first, argument.type == LLUA_NODE_TABLE { return try constraint(from: argument) }
    guard let string = first?.string else { throw error("\(form); got \(first?.described ?? "nothing")") }
    if !hasMore { return try worded("") { () throws(LayerError) in try Constraint(string) } }
    let target = try attribute(string, "the attribute")
    let source = next()
    guard let name = source?.string else { throw mismatch("\"superlayer\" or the name of a sibling as the second argument", source) }
    let sourceAttribute = try attribute(try self.string("the source's attribute"), "the source's attribute")
    let scale = try number("the scale", default: 1)
    let offset = try number("the offset", default: 0)
    return try worded("") { () throws(LayerError) in
      try Constraint(target, relativeTo: name, sourceAttribute, scale: scale, offset: offset)
    }
  }

  /// `{ "maxY", to = "layerA", "minY", scale = 1, offset = -10 }`
  private func constraint(from table: Argument) throws -> Constraint {
    let items = table.listed
    var words: [String?] = [nil, nil]
    for (i, item) in items.enumerated() {
      guard i < 2, let word = item.string else {
        throw error("value \(i + 1): expected the attribute and the source's attribute, got \(item.described)")
      }
      words[i] = word
    }
    if items.count == 1, table.node.pairs == 0, let text = words[0] {
      return try worded("") { () throws(LayerError) in try Constraint(text) }
    }
    var name: String?
    var scale = 1.0
    var offset = 0.0
    let keys = ["to", "relativeTo", "attribute", "sourceName", "sourceAttribute", "scale", "offset"]
    for (key, value) in table.entries ?? [] {
      switch key {
      case "to", "relativeTo", "sourceName":
        guard let s = value.string else { throw error("\(key): expected \"superlayer\" or the name of a sibling, got \(value.described)") }
        name = s
      case "attribute", "sourceAttribute":
        guard let s = value.string else { throw error("\(key): expected an attribute such as \"minX\", got \(value.described)") }
        words[key == "attribute" ? 0 : 1] = s
      case "scale": scale = try number([key: value], key) ?? 1
      case "offset": offset = try number([key: value], key) ?? 0
      default:
        throw error(
          "unknown key \(key)\(nearest(key, keys).map { "; did you mean \($0)?" } ?? "; there are \(keys.joined(separator: ", "))")")
      }
    }
    guard let first = words[0] else { throw error("the attribute is missing: { \"maxY\", to = \"layerA\", \"minY\" }") }
    guard let name else { throw error("to is missing: \"superlayer\" or the name of a sibling") }
    let target = try attribute(first, "the attribute")
    // The source's attribute is the same where it is left out.
    let source = try words[1].map { try attribute($0, "the source's attribute") } ?? target
    return try worded("") { () throws(LayerError) in try Constraint(target, relativeTo: name, source, scale: scale, offset: offset) }
  }

  private func attribute(_ name: String, _ what: String) throws -> ConstraintAttribute {
    if let found = ConstraintAttribute(named: name) { return found }
    let near = nearest(name, ConstraintAttribute.names).map { "; did you mean \"\($0)\"?" }
    throw error("expected \(what), got \"\(name)\"\(near ?? "; there are \(ConstraintAttribute.names.joined(separator: ", "))")")
  }
}

extension Argument {
  /// The array part of a table, whatever other keys it has.
  var listed: [Argument] {
    guard type == LLUA_NODE_TABLE else { return [] }
    var result: [Argument] = []
    var at = index + 1
    for _ in 0..<Int(node.count) {
      result.append(Argument(nodes: nodes, doubles: doubles, memory: memory, index: at))
      at = Int(nodes[at].next)
    }
    return result
  }
}

extension LuaBinding {
  /// A table of the frame's values, each with the rule that gave it; as text it is a line for each.
  func push(_ explanation: [LayoutExplanation], of layer: Layer) {
    llua_out_readable(pointer, UInt32(explanation.count) + 2)
    for e in explanation {
      push(e.key)
      push(.dictionary([("value", .number(e.value)), ("rule", .string(e.rule.rawValue)), ("detail", .string(e.detail))]))
    }
    push("layer")
    push(layer.label)
    push("text")
    push(explanation.text(for: layer.label))
  }
}
