// SPDX-License-Identifier: MIT

/// A parsed signature of a function in LuaCATS notation: `(name: string, time?: number): ca.Layer?`.
struct Signature {
  var parameters: [(name: String, type: String, isOptional: Bool)] = []
  var results: [String] = []

  init(_ text: String) {
    var depth = 0
    var end = text.endIndex
    for index in text.indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" {
        depth -= 1
        if depth == 0 {
          end = index
          break
        }
      }
    }
    for part in Signature.parts(text[..<end].dropFirst()) {
      let colon = part.firstIndex(of: ":") ?? part.endIndex
      var name = String(part[..<colon])
      let isOptional = name.hasSuffix("?")
      if isOptional { name.removeLast() }
      parameters.append((name, String(part[colon...].dropFirst().drop { $0 == " " }), isOptional))
    }
    guard end < text.endIndex else { return }
    results = Signature.parts(text[text.index(after: end)...].drop { $0 == ":" || $0 == " " })
  }

  /// Splits text at commas outside of brackets.
  private static func parts(_ text: Substring) -> [String] {
    var result = [""]
    var depth = 0
    for character in text {
      switch character {
      case "(", "{", "[", "<": depth += 1
      case ")", "}", "]", ">": depth -= 1
      default: break
      }
      if character == ",", depth == 0 {
        result.append("")
      } else if !(character == " " && result[result.count - 1].isEmpty) {
        result[result.count - 1].append(character)
      }
    }
    return result.filter { !$0.isEmpty }
  }
}
