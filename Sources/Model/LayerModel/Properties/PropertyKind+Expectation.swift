// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Pixels

extension PropertyKind {
  /// The expected value, for messages to a host's programmer.
  package var expectation: String { expectation(for: MessageReader()) }

  /// Returns the expected value, for messages.
  package func expectation(for reader: MessageReader) -> String {
    switch self {
    case .number: "a number"
    case .bool: "a boolean"
    case .point: "a point such as {10, 20}"
    case .size: "a size such as {100, 50}"
    case .rect: "a rect such as {0, 0, 100, 50}"
    case .transform: reader.text(.transform)
    case .affineTransform: "an affine transform such as {a, b, c, d, tx, ty}"
    case .color: "a colour such as \"red\", \"#ff8800\" or {1, 0.5, 0, 1}"
    case .colorOrPattern: "a colour such as \"red\", \"#ff8800\" or {1, 0.5, 0, 1}, or an image"
    case .image: "an image or a file name"
    case .path: "a path or SVG path data such as \"M 0 0 L 10 10\""
    case .string: "a string"
    case .text: "a string or an attributed string"
    case .enumeration(let names): "one of \(listed(names.map(\.raw)))"
    case .nameSet(let set): "names among \(listed(set.members.map(\.name)))"
    case .numbers: "a list of numbers such as {0, 0.5, 1}"
    case .colors: "a list of colours such as {\"red\", \"blue\"}"
    case .layer: "a layer"
    case .layers: "a list of layers"
    case .objects(.emitterCell): reader.text(.emitterCells)
    case .objects(.filter): reader.text(.filters)
    case .objects(.state): reader.text(.list("states", of: "State"))
    case .objects(.stateElement): reader.text(.list("state elements", of: "StateSetValue"))
    case .objects(.stateTransition): reader.text(.list("state transitions", of: "StateTransition"))
    case .objects(.stateTransitionElement): reader.text(.list("elements", of: "StateTransitionElement"))
    case .objects: "a list of objects"
    case .object(.layer): "a layer"
    case .object(.text): "a text layer or the name of one"
    case .object: reader.text(.animation)
    case .filter(.transition): reader.text(.transitionFilter)
    case .filter: reader.text(.blendFilter)
    case .data: "a list of numbers, or a string of 4-byte floating-point numbers"
    case .dictionary: "a table of names and values"
    case .delegate: "a delegate"
    case .function: "a function, or the name of a drawable that the host registered"
    case .layoutManager: reader.text(.layoutManager)
    case .constraints: "a list of constraints such as {\"midX = superlayer.midX\"}"
    case .any: "a value"
    }
  }

  /// One object of the expected list, for messages.
  var memberExpectation: String {
    switch self {
    case .objects(.state): "a state"
    case .objects(.stateElement): "a state element"
    case .objects(.stateTransition): "a state transition"
    case .objects(.stateTransitionElement): "a state transition element"
    default: "an object"
    }
  }
}

extension PropertyValue {
  /// The actual value, for messages, such as `string "big"`.
  package var described: String {
    switch self {
    case .null: "nil"
    case .bool(let b): "boolean \(b)"
    case .number(let v): "number \(numberText(v))"
    case .string(let s): "string \"\(s.count > 60 ? String(s.prefix(57)) + "…" : s)\""
    case .bytes(let bytes): "a string of \(bytes.count) bytes that are not UTF-8"
    case .point(let p): "point {\(numberText(p.x)), \(numberText(p.y))}"
    case .size(let s): "size {\(numberText(s.width)), \(numberText(s.height))}"
    case .rect(let r): "rect {\(numberText(r.x)), \(numberText(r.y)), \(numberText(r.width)), \(numberText(r.height))}"
    case .transform: "a transform"
    case .color(let c):
      "colour {\(numberText(c.red)), \(numberText(c.green)), \(numberText(c.blue)), \(numberText(c.alpha))}"
    case .image: "an image"
    case .path: "a path"
    case .layer(let l): "layer \(l.label)"
    case .keyed(let object): "\(object.className)\(object.keyPathName.map { " \($0)" } ?? "")"
    case .attributedString: "an attributed string"
    case .constraint(let c): "constraint \"\(c)\""
    case .array(let a): "a table of \(counted(a.count, "value"))"
    case .dictionary(let d): "a table with keys \(listed(d.prefix(6).map(\.key)))\(d.count > 6 ? ", …" : "")"
    case .object(let object): (object as? any CustomStringConvertible)?.description ?? "an object"
    }
  }
}
