// SPDX-License-Identifier: MIT
import LayerModel
import Messages
import Numbers
import Pixels

/// Finds mistakes in a script's text that running it does not reveal.
package struct ScriptFindings {
  /// The scripts that ran, each with the name used in messages.
  let sources: [(name: String, tokens: LuaTokens)]
  /// Returns true if the script's global of this name is nil.
  let isUnset: (String) -> Bool

  /// - Parameters:
  ///   - sources: the scripts that ran, each with the name used in messages.
  ///   - isUnset: returns true if the script's global of this name is nil.
  package init(sources: [(name: String, source: [UInt8])], isUnset: @escaping (String) -> Bool) {
    self.sources = sources.map { ($0.name, LuaTokens($0.source)) }
    self.isUnset = isUnset
  }

  /// Finds colours given as variables that were never set: `backgroundColor = red`.
  package func nilColors() -> [Finding] {
    var found: [Finding] = []
    for (name, tokens) in sources {
      let list = tokens.tokens
      var locals: Set<String> = []
      for i in list.indices {
        guard case .name(let word) = list[i].token else { continue }
        // Skip names that are local anywhere, including parameters and loop variables.
        if word == "local" || word == "function" || word == "for" {
          for j in list.indices.dropFirst(i + 1).prefix(24) {
            if case .name(let local) = list[j].token {
              if ["in", "do", "return", "function"].contains(local) { break }
              locals.insert(local)
            } else if case .sign(let c) = list[j].token, c == UInt8(ascii: "=") || c == UInt8(ascii: ")") {
              break
            }
          }
        }
      }
      for i in list.indices.dropLast(2) {
        guard case .name(let key) = list[i].token, list[i + 1].token == .sign(UInt8(ascii: "=")),
          case .name(let value) = list[i + 2].token, Self.colorKeys.contains(key), !locals.contains(value),
          Color(css: value) != nil, isUnset(value)
        else { continue }
        let after = i + 3 < list.count ? list[i + 3].token : .other
        if [UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: ":")].contains(where: {
          after == .sign($0)
        }) {
          continue
        }
        found.append(
          Finding(
            .nilColor, nil, "\(value) is nil here: no such variable was set, and a colour's name is a string",
            hint: "\(key) = \"\(value)\"", place: ScriptPlace(script: name, line: list[i + 2].line)))
      }
    }
    return found
  }

  private static let colorKeys: Set<String> = {
    var keys: Set<String> = []
    for keyedClass in KeyedClass.builtIn {
      for row in keyedClass.properties {
        switch row.kind {
        case .color, .colorOrPattern: keys.insert(row.name)
        default: break
        }
      }
    }
    return keys
  }()

  /// Finds arguments that were passed but that no script reads.
  package func unusedArguments(_ names: [String]) -> [Finding] {
    var read: Set<String> = []
    for (_, tokens) in sources {
      let list = tokens.tokens
      for i in list.indices {
        if case .name("args") = list[i].token {
          guard i + 2 < list.count, list[i + 1].token == .sign(UInt8(ascii: ".")),
            case .name(let name) = list[i + 2].token
          else {
            guard i + 2 < list.count, list[i + 1].token == .sign(UInt8(ascii: "[")) else { return [] }
            switch list[i + 2].token {
            case .string(let name): read.insert(name)
            case .number: break
            // The index is computed at run time, so any argument may be read.
            default: return []
            }
            continue
          }
          read.insert(name)
        } else if case .name("parameter") = list[i].token {
          let next = list.dropFirst(i + 1).first { $0.token != .sign(UInt8(ascii: "(")) }
          guard case .string(let name)? = next?.token else { return [] }
          read.insert(name)
        }
      }
    }
    return names.filter { !read.contains($0) }.map { name in
      let near = nearest(name, among: Array(read))
      return Finding(
        .unusedArgument, nil,
        "-D \(name) is not read by the script"
          + (read.isEmpty ? ", which reads no arguments" : "; it reads \(listed(read.sorted()))"),
        hint: near.map { "-D \($0)=…" }, place: sources.first.map { ScriptPlace(script: $0.name, line: 1) })
    }
  }

  /// Finds function arguments that look like angles in degrees. Angles set through keys are diagnosed from their
  /// values.
  package func degrees() -> [Finding] {
    // The indices of the angles among each function's arguments.
    let calls: [String: [Int]] = [
      "rotation": [0], "rotated": [0], "addArc": [3, 4], "arc": [3, 4], "rotate": [0], "addRelativeArc": [3, 4],
    ]
    // Functions of these names that scripts define themselves may take anything.
    var defined: Set<String> = []
    for (_, tokens) in sources {
      var isHead = false
      for (token, _) in tokens.tokens {
        if case .name("function") = token {
          isHead = true
        } else if case .name(let word) = token, isHead {
          defined.insert(word)
        } else if token == .sign(UInt8(ascii: "(")) {
          isHead = false
        }
      }
    }
    var found: [Finding] = []
    for (name, tokens) in sources {
      let list = tokens.tokens
      func add(_ angle: Double, _ line: Int) {
        let turns = numberText(abs(angle) / 6.283185307179586, decimals: 1)
        found.append(
          Finding(
            .degrees, nil, "\(numberText(angle)) radians are \(turns) turns; angles are in radians",
            hint: "math.rad(\(numberText(angle)))", place: ScriptPlace(script: name, line: line)))
      }
      for i in list.indices {
        guard i > 0, case .name(let word) = list[i].token, let places = calls[word], i + 1 < list.count,
          list[i + 1].token == .sign(UInt8(ascii: "(")),
          list[i - 1].token == .sign(UInt8(ascii: ":")) || list[i - 1].token == .sign(UInt8(ascii: ".")),
          !defined.contains(word),
          let angle = places.compactMap({ Self.literal(list, i + 2, argument: $0) }).first(where: looksLikeDegrees)
        else { continue }
        add(angle, list[i].line)
      }
    }
    return found
  }

  /// Returns an argument of a call if it is a number literal, given the index of the token after the opening bracket;
  /// nil for any other expression.
  private static func literal(_ list: [(token: LuaTokens.Token, line: Int)], _ start: Int, argument: Int) -> Double? {
    var (place, depth, sign) = (0, 0, 1.0)
    var i = start
    while i < list.count {
      switch list[i].token {
      case .sign(UInt8(ascii: ",")) where depth == 0: place += 1
      case .sign(UInt8(ascii: "(")), .sign(UInt8(ascii: "{")), .sign(UInt8(ascii: "[")): depth += 1
      case .sign(UInt8(ascii: ")")), .sign(UInt8(ascii: "}")), .sign(UInt8(ascii: "]")):
        depth -= 1
        if depth < 0 { return nil }
      case .sign(UInt8(ascii: "-")) where depth == 0 && place == argument: sign = -1
      case .number(let value) where depth == 0 && place == argument:
        // The number must be the whole argument, not part of an expression.
        guard i + 1 < list.count else { return nil }
        let next = list[i + 1].token
        return next == .sign(UInt8(ascii: ",")) || next == .sign(UInt8(ascii: ")")) ? sign * value : nil
      default: if depth == 0, place == argument { return nil }
      }
      i += 1
    }
    return nil
  }
}
