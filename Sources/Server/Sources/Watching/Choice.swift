// SPDX-License-Identifier: MIT
import JSONMessages

/// A state, a place between two states, or a tilt, chosen on the page: the fields of the worker's question `state`.
package struct Choice: Equatable, Sendable {
  /// `name`, and `t` for a transition from that time on; or `from`, `to` and `fraction`.
  private var state: [JSONValue.Member] = []
  /// `tilt`, two numbers.
  private var tilt: [JSONValue.Member] = []

  /// Reads the fields of the page's request; nil for wrong ones. Their values are checked by the worker.
  package init?(_ body: JSONValue) {
    if let name = body["name"]?.string {
      state = [.init("name", .string(name))]
      if let time = Choice.number(body["t"]) { state.append(.init("t", time)) }
    } else if let from = body["from"]?.string, let to = body["to"]?.string,
      let fraction = Choice.number(body["fraction"])
    {
      state = [.init("from", .string(from)), .init("to", .string(to)), .init("fraction", fraction)]
    }
    if let pair = body["tilt"]?.array, pair.count == 2, pair.allSatisfy({ Choice.number($0) != nil }) {
      tilt = [.init("tilt", .array(pair))]
    }
    if state.isEmpty, tilt.isEmpty { return nil }
  }

  private static func number(_ value: JSONValue?) -> JSONValue? {
    guard case .number(let word)? = value, let number = Double(word), number.isFinite else { return nil }
    return value
  }

  package var members: [JSONValue.Member] { state + tilt }

  /// The fields as a JSON object.
  package var text: String { JSONValue.object(members).text }

  /// The choice with what this one leaves open taken from an earlier one.
  package func added(to earlier: Choice?) -> Choice {
    var all = self
    if all.state.isEmpty { all.state = earlier?.state ?? [] }
    if all.tilt.isEmpty { all.tilt = earlier?.tilt ?? [] }
    return all
  }

  /// The choice without a transition, for a picture that is drawn anew.
  package var atOnce: Choice {
    var choice = self
    choice.state.removeAll { $0.key == "t" }
    return choice
  }
}
