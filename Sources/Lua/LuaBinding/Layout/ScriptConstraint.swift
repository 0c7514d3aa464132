// SPDX-License-Identifier: MIT
import CLuaBinding
import LayerModel
import Messages
import Numbers

/// A constraint held by scripts.
final class ScriptConstraint {
  let constraint: Constraint
  private let mark: LiveMark

  init(_ constraint: Constraint, _ live: LiveObjects) {
    self.constraint = constraint
    mark = LiveMark(live, .constraints)
  }
}

extension Method {
  /// Functions of layout managers that layers call, made callable by scripts: for example by a script's manager that
  /// extends another one.
  private static let managerMethods: [Method] = KeyedClass.layoutManagers.map(\.name).flatMap { owner in
    [
      Method(
        owner, "layoutSublayersOfLayer", signature: "(layer: ca.Layer)",
        summary: "Lays out a layer's sublayers, as the layer does when it is due."
      ) { call in
        let manager = try call.layoutManager
        try manager.layoutSublayers(of: try call.layer())
      },
      Method(
        owner, "preferredSizeOfLayer", signature: "(layer: ca.Layer): ca.Size?",
        summary: "The preferred size of a layer with this manager."
      ) { call in
        let manager = try call.layoutManager
        if let size = try manager.preferredSize(of: try call.layer()) {
          call.binding.push(size)
        } else {
          call.binding.pushNil()
        }
      },
      Method(
        owner, "invalidateLayoutOfLayer", signature: "(layer: ca.Layer)",
        summary: "Discards the cached layout of a layer."
      ) { call in
        let manager = try call.layoutManager
        try manager.invalidateLayout(of: try call.layer())
      },
    ]
  }

  static let layoutMethods: [Method] =
    managerMethods + [
      Method(
        "ca.Constraint", "()",
        signature:
          "(text: string): ca.Constraint; (attribute: ca.ConstraintAttribute, relativeTo: string, sourceAttribute: "
          + "ca.ConstraintAttribute, scale?: number, offset?: number): ca.Constraint; (parts: ca.ConstraintInit): "
          + "ca.Constraint",
        summary: "A constraint of a layer's frame, such as `\"maxY = other.minY - 10\"`."
      ) { call in call.binding.push(try call.newConstraint()) },
      // Core Animation's constructors by selector; one of them takes an offset without a scale.
      Method(
        "ca.Constraint", "constraintWithAttributeRelativeToAttribute",
        signature:
          "(attribute: ca.ConstraintAttribute, relativeTo: string, sourceAttribute: ca.ConstraintAttribute): "
          + "ca.Constraint",
        summary: "Core Animation's constructor by its selector's words."
      ) { call in
        call.binding.push(try call.constraint(takesScale: false, takesOffset: false))
      },
      Method(
        "ca.Constraint", "constraintWithAttributeRelativeToAttributeOffset",
        signature:
          "(attribute: ca.ConstraintAttribute, relativeTo: string, sourceAttribute: ca.ConstraintAttribute, offset: "
          + "number): ca.Constraint",
        summary: "Core Animation's constructor by its selector's words."
      ) { call in
        call.binding.push(try call.constraint(takesScale: false, takesOffset: true))
      },
      Method(
        "ca.Constraint", "constraintWithAttributeRelativeToAttributeScaleOffset",
        signature:
          "(attribute: ca.ConstraintAttribute, relativeTo: string, sourceAttribute: ca.ConstraintAttribute, scale: "
          + "number, offset: number): ca.Constraint",
        summary: "Core Animation's constructor by its selector's words."
      ) { call in
        call.binding.push(try call.constraint(takesScale: true, takesOffset: true))
      },
      Method("Constraint", ".attribute", signature: "ca.ConstraintAttribute", summary: "The layer's attribute it sets.")
      {
        call in call.binding.push(try call.constraint.attribute.name)
      },
      Method(
        "Constraint", ".sourceName", signature: "string",
        summary: "The layer that it follows: `superlayer` or a sibling's name."
      ) { call in call.binding.push(try call.constraint.sourceName) },
      Method(
        "Constraint", ".sourceAttribute", signature: "ca.ConstraintAttribute",
        summary: "The source's attribute it follows."
      ) { call in call.binding.push(try call.constraint.sourceAttribute.name) },
      Method("Constraint", ".scale", signature: "number", summary: "The factor.") { call in
        call.binding.push(try call.constraint.scale)
      },
      Method("Constraint", ".offset", signature: "number", summary: "The offset in points.") { call in
        call.binding.push(try call.constraint.offset)
      },
      Method("Constraint", ".tostring", signature: "string", summary: "The constraint in words.") { call in
        call.binding.push(try call.constraint.description)
      },
      Method(
        "Layer", "addConstraint", signature: "(constraint: ca.ConstraintLike)",
        summary: "Adds a constraint of the layer's frame."
      ) { call in
        let layer = try call.layer
        try layer.addConstraint(try call.anyConstraint(call.next()))
      },
      Method(
        "Layer", "constrain", flags: LLUA_SELF, signature: "(constraints: ca.ConstraintLike|ca.ConstraintLike[]): self",
        summary: "Adds constraints, as objects or in words such as `\"midX = superlayer.midX\"`."
      ) { call in
        let layer = try call.layer
        let argument = call.next()
        if argument?.string != nil || argument?.constraint != nil {
          return try layer.addConstraint(try call.anyConstraint(argument))
        }
        guard let items = argument?.items else {
          throw call.mismatch("a list of constraints such as {\"midX = superlayer.midX\"}", argument)
        }
        let added: [PropertyValue] = try items.enumerated().map {
          .constraint(try call.anyConstraint($1, place: $0 + 1))
        }
        try layer.setValue(.array(layer.constraints.map { .constraint($0) } + added), forKey: "constraints")
      },
      Method(
        "Layer", "removeConstraint", signature: "(constraint: ca.ConstraintLike)",
        summary: "Removes a constraint from the layer."
      ) { call in
        let layer = try call.layer
        let constraint = try call.anyConstraint(call.next())
        guard let i = layer.constraints.firstIndex(of: constraint) else {
          let known = layer.constraints.map { "\"\($0)\"" }.joined(separator: ", ")
          throw call.error(
            "\(layer.label) has no constraint \"\(constraint)\"; it has \(known.isEmpty ? "none" : known)")
        }
        layer.constraints.remove(at: i)
      },
      Method(
        "ca", "explainLayout", signature: "(layer: ca.Layer): table",
        summary: "The rule that sets each side of the layer's sublayers."
      ) { call in
        let layer = try call.layer()
        call.binding.push(try layer.explainLayout(), of: layer)
      },
      Method("Layer", "removeAllConstraints", signature: "()", summary: "Removes all constraints of the layer.") {
        call in try call.layer.constraints = []
      },
    ]
}

extension Call {
  fileprivate var layoutManager: BuiltInLayoutManager {
    get throws {
      guard let manager = try object as? BuiltInLayoutManager else {
        throw error("call it on a layout manager, got a \(try object.className)")
      }
      return manager
    }
  }

  var constraint: Constraint { get throws { try receiver(as: ScriptConstraint.self).constraint } }

  /// Reads a constraint or its text.
  func anyConstraint(_ argument: Argument?, place: Int? = nil) throws -> Constraint {
    if let constraint = argument?.constraint { return constraint }
    let prefix = place.map { "value \($0): " } ?? ""
    guard let string = argument?.string else {
      throw error(
        "\(prefix)expected a constraint or its text such as \"midX = superlayer.midX\", got "
          + "\(argument?.described ?? "nothing")"
      )
    }
    return try worded(prefix) { () throws(LayerError) in try Constraint(text: string) }
  }

  /// Runs a body and reports its constraint errors under the call's name.
  private func worded(_ prefix: String, _ body: () throws(LayerError) -> Constraint) throws -> Constraint {
    do { return try body() } catch {
      let own = "Constraint: "
      throw self.error(
        prefix + (error.message.hasPrefix(own) ? String(error.message.dropFirst(own.count)) : error.message))
    }
  }

  /// Reads the arguments of `ca.Constraint` in any of its three forms.
  mutating func newConstraint() throws -> Constraint {
    let form =
      "expected its text such as \"midX = superlayer.midX\", or attribute, source, source's attribute, scale, offset"
    let first = next()
    if let constraint = first?.constraint { return constraint }
    if let argument = first, argument.type == LLUA_NODE_TABLE { return try constraint(from: argument) }
    guard let string = first?.string else { throw error("\(form); got \(first?.described ?? "nothing")") }
    if !hasMore { return try worded("") { () throws(LayerError) in try Constraint(text: string) } }
    return try constraint(from: string)
  }

  /// Reads the arguments after the attribute: the source, the source's attribute, and an optional scale and offset.
  private mutating func constraint(from string: String) throws -> Constraint {
    let (target, name, sourceAttribute) = try relation(string)
    let hasScale = hasMore
    let scale = try number("the scale", default: 1)
    let hasOffset = hasMore
    let offset = try number("the offset", default: 0)
    if hasScale, !hasOffset, Constraint.isUnusual(scale: scale, offset: 0, of: target) {
      binding.scene.warn(
        .constraintScale,
        "\(self.name): the fourth argument is the scale, here \(numberText(scale)), and the offset is 0; an offset "
          + "comes fifth: \(self.name)(\"\(target.name)\", \"\(name)\", \"\(sourceAttribute.name)\", 1, "
          + "\(numberText(scale)))",
        onceFor: "")
    }
    return try worded("") { () throws(LayerError) in
      try Constraint(target, relativeTo: name, sourceAttribute, scale: scale, offset: offset)
    }
  }

  /// Reads the arguments of one of Core Animation's constructors; all are required.
  mutating func constraint(takesScale: Bool, takesOffset: Bool) throws -> Constraint {
    let (target, name, sourceAttribute) = try relation(try string("the attribute"))
    let scale = takesScale ? try number("the scale") : 1
    let offset = takesOffset ? try number("the offset") : 0
    if hasMore { throw error("too many arguments") }
    return try worded("") { () throws(LayerError) in
      try Constraint(target, relativeTo: name, sourceAttribute, scale: scale, offset: offset)
    }
  }

  private mutating func relation(_ string: String) throws -> (ConstraintAttribute, String, ConstraintAttribute) {
    let target = try attribute(string, "the attribute")
    let source = next()
    guard let name = source?.string else {
      throw mismatch("\"superlayer\" or the name of a sibling as the second argument", source)
    }
    return (target, name, try attribute(try self.string("the source's attribute"), "the source's attribute"))
  }

  /// Reads a table with labels, ours or Core Animation's: `{ "maxY", to = "layerA", "minY", offset = -10 }`, `{ "maxY",
  /// relativeTo = "layerA", attribute = "minY" }`, `{ attribute = "maxY", relativeTo = "layerA", sourceAttribute =
  /// "minY" }`; or all values in order.
  private func constraint(from table: Argument) throws -> Constraint {
    let items = table.listed
    if items.count == 1, table.node.pairs == 0, let text = items[0].string {
      return try worded("") { () throws(LayerError) in try Constraint(text: text) }
    }
    var source: String?
    var label: String?
    var sourceLabel: String?
    var scale: Double?
    var offset: Double?
    let keys = ["to", "relativeTo", "attribute", "sourceName", "sourceAttribute", "scale", "offset"]
    for (key, value) in table.entries ?? [] {
      switch key {
      case "to", "relativeTo", "sourceName":
        guard let s = value.string else {
          throw error("\(key): expected \"superlayer\" or the name of a sibling, got \(value.described)")
        }
        if let source {
          throw error("\(key) names the source, \"\(s)\", and so does another key, \"\(source)\"; give one of them")
        }
        source = s
      case "attribute", "sourceAttribute":
        guard let s = value.string else {
          throw error("\(key): expected an attribute such as \"minX\", got \(value.described)")
        }
        if key == "attribute" { label = s } else { sourceLabel = s }
      case "scale": scale = try number([key: value], key)
      case "offset": offset = try number([key: value], key)
      default:
        throw error(
          "unknown key \(key)\(suggestionOrList(for: key, among: keys))"
        )
      }
    }
    // Values in order: without a label for the source, the second value is the source; numbers may follow.
    var words: [String] = []
    let isLabeled = source != nil
    for (i, item) in items.enumerated() {
      let place = isLabeled && i > 0 ? i + 1 : i
      if let word = item.string, place < 3 {
        if place == 1, items.count >= 3 || label != nil || sourceLabel != nil {
          source = word
        } else {
          words.append(word)
        }
        continue
      }
      guard item.type == LLUA_NODE_NUMBER, place == 3 || place == 4,
        words.count == 2 || label != nil || sourceLabel != nil
      else {
        throw error(
          "value \(i + 1): expected the attribute, the source and the source's attribute, got \(item.described)")
      }
      // A single number could be either scale or offset.
      guard place == 4 || items.count > i + 1 else {
        throw error(
          "value \(i + 1): name the number: scale = \(numberText(item.number)), or offset = \(numberText(item.number))")
      }
      if (place == 3 ? scale : offset) != nil {
        throw error("value \(i + 1): the \(place == 3 ? "scale" : "offset") is given twice")
      }
      guard item.number.isFinite else { throw error("value \(i + 1): expected a finite number, got \(item.described)") }
      if place == 3 { scale = item.number } else { offset = item.number }
    }
    guard let source else {
      guard !words.isEmpty || label != nil || sourceLabel != nil else {
        throw error("the attribute is missing: { \"maxY\", to = \"layerA\", \"minY\" }")
      }
      throw error("to is missing: \"superlayer\" or the name of a sibling")
    }
    // Core Animation has two labels `attribute`. After a positional attribute it is the source's attribute; of two in
    // one table Lua keeps only the last.
    let first: String
    var second = words.count > 1 ? words[1] : nil
    if let word = words.first {
      first = word
      if let label, let twice = second ?? sourceLabel {
        throw error(
          "attribute = \"\(label)\" beside \"\(word)\" is the source's attribute, which is given as \"\(twice)\" too")
      }
      if let sourceLabel, let second {
        throw error("sourceAttribute is \"\(sourceLabel)\", and the second attribute \"\(second)\"; give one of them")
      }
      second = second ?? label ?? sourceLabel
    } else {
      guard let label else { throw error("the attribute is missing: { \"maxY\", to = \"layerA\", \"minY\" }") }
      guard sourceLabel != nil else {
        throw error(
          "attribute is \"\(label)\" and the source's attribute is missing (a table keeps the last of two equal keys); "
            + "write { \"maxY\", relativeTo = \"\(source)\", attribute = \"\(label)\" } or sourceAttribute = …")
      }
      first = label
      second = sourceLabel
    }
    let target = try attribute(first, "the attribute")
    // The source's attribute defaults to the target's.
    let sourceAttribute = try second.map { try attribute($0, "the source's attribute") } ?? target
    return try worded("") { () throws(LayerError) in
      try Constraint(target, relativeTo: source, sourceAttribute, scale: scale ?? 1, offset: offset ?? 0)
    }
  }

  private func attribute(_ name: String, _ what: String) throws -> ConstraintAttribute {
    if let found = ConstraintAttribute(named: name) { return found }
    let near = nearest(name, among: ConstraintAttribute.names).map { "; did you mean \"\($0)\"?" }
    throw error(
      "expected \(what), got \"\(name)\"\(near ?? "; there are \(ConstraintAttribute.names.joined(separator: ", "))")")
  }
}

extension Argument {
  /// The array part of a table, which may have other keys too; empty for anything else.
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
  /// Pushes a table of the frame's values, each with the rule that determined it; `tostring` shows one line for each.
  func push(_ explanation: [LayoutExplanation], of layer: Layer) {
    llua_out_readable(pointer, UInt32(explanation.count) + 2)
    for e in explanation {
      push(e.key)
      push(
        .dictionary([("value", .number(e.value)), ("rule", .string(e.rule.rawValue)), ("detail", .string(e.detail))]))
    }
    push("layer")
    push(layer.label)
    push("text")
    push(explanation.text(for: layer.label))
  }
}
