// SPDX-License-Identifier: MIT
import LayerModel
import LuaBinding

// Pages on tables of functions, on Core Animation's protocols, and by Core Animation's spellings.
extension Manual {
  /// Returns the page on a table of functions (`ca.Transaction`), on a kind of value or object with its methods
  /// (`Path`, `GraphicsContext`), or on `ca` and `ca.args`; nil for classes, which have pages of their own, and for
  /// unknown names.
  static func page(onTable word: String) -> Page? {
    if word == "args" {
      return Page(
        "ca.args: the script's arguments, a table of strings",
        [
          .words(
            "-D heading=90, a column of a batch's row, or an argument of the host is ca.args.heading; the words after "
              + "the script are ca.args[1], ca.args[2] and so on. Missing ones are nil. ca.parameter returns an "
              + "argument with its type, default and range: layerlua doc parameter.")
        ], examples: ["ca.parameter"])
    }
    guard KeyedClass.named(word) == nil else { return nil }
    func rows(_ owner: String) -> [(name: String, words: String)] {
      LuaBinding.manual.filter { $0.owner == owner && $0.name != "()" && !$0.onlyRefuses }.map { ($0.name, $0.summary) }
    }
    let functions = rows(word == "ca" ? "ca" : "ca.\(word)")
    let methods = word == "ca" ? [] : rows(word)
    if functions.isEmpty, methods.isEmpty { return nil }
    let what =
      methods.isEmpty ? "a table of functions" : functions.isEmpty ? "its methods" : "its functions and methods"
    return Page(
      "\(functions.isEmpty || word == "ca" ? "" : "ca.")\(word): \(what)",
      [.list("Functions", functions), .list("Methods", methods)],
      examples: ["ca.\(word)", "\(word).()", "ca.\(word).*", "\(word).*"])
  }

  /// Returns the page on one of Core Animation's protocols: `CAMediaTiming`, `CALayerDelegate`.
  static func page(onProtocol word: String) -> Page? {
    guard word.hasPrefix("CA") else { return nil }
    switch word.dropFirst(2) {
    case "MediaTiming":
      let keys = [
        "beginTime", "timeOffset", "speed", "duration", "repeatCount", "repeatDuration", "autoreverses", "fillMode",
      ]
      let rows = keys.compactMap { key in KeyedClass.animation.property(key).map { (key, sentences(on: $0)) } }
      return Page(
        "\(word): the timing of layers and animations",
        [.list("Properties of both", rows), .list("In the guide", [("animation.md", "Animations")])])
    case "Action":
      return Page(
        "\(word): what runs when a key changes, an animation or a function",
        [
          .code("layer.actions = { opacity = false, position = animation }"),
          .code("layer.actions = { position = function(layer, key, old, new) end }"),
          .words(
            "Actions also come from the hooks below. animation:runActionForKey(key, layer) runs one. They run inside "
              + "ca.animate, or after ca.Transaction.setDisableActions(false)."),
          .list("Hooks", hooks { isPart("action", of: $0.name.lowercased()) }),
          .list("In the guide", [("animation.md", "Transactions and actions")]),
        ])
    case "LayerDelegate":
      return Page(
        "\(word): a table with any of these functions, layer.delegate",
        [
          .list("Hooks", hooks { $0.owner == .delegate }),
          .list("In the guide", [("drawing.md", "A drawing of your own")]),
        ])
    case "AnimationDelegate":
      return Page(
        "\(word): a table with any of these functions, animation.delegate",
        [
          .list("Hooks", hooks { $0.owner == .animationDelegate }),
          .list("In the guide", [("animation.md", "Animations")]),
        ])
    case "LayoutManager":
      return Page(
        "\(word): a table with these functions, or an object such as ca.ConstraintLayoutManager(); layer.layoutManager",
        [
          .list("Hooks", hooks { $0.owner == .layoutManager }),
          .list("In the guide", [("layout.md", "Layout managers")]),
        ])
    default: return nil
    }
  }

  private static func hooks(_ isWanted: (ScriptHook) -> Bool) -> [(name: String, words: String)] {
    ScriptHook.all.filter(isWanted).map { ($0.name, $0.summary) }
  }

  /// Returns the names here that a name in Core Animation's spelling may mean, the likeliest first:
  /// `addAnimation:forKey:` is addAnimationForKey, `CGContextFillRect` is ctx:fill, `setPosition:` is position.
  static func otherSpellings(of name: String) -> [String] {
    var names: [String] = []
    var word = name
    if name.contains(":"), [":", ":)", ":]"].contains(where: { name.hasSuffix($0) }) {
      // -[CALayer addAnimation:forKey:], or in Swift add(_:forKey:).
      var parts = name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
      if parts.count > 1, parts[0].first?.isUppercase == true { parts.removeFirst() }
      guard let first = parts.first else { return [] }
      word = parts.dropFirst().reduce(first) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
      names += [word, first]
    }
    for setter in names + [name] where setter.hasPrefix("set") && setter.dropFirst(3).first?.isUppercase == true {
      names.append(uncapitalized(setter.dropFirst(3)))
    }
    for (prefix, receiver, owner) in [
      ("CGContext", "ctx", "GraphicsContext"), ("CGPath", "path", "Path"), ("CGMutablePath", "path", "Path"),
    ] where word.hasPrefix(prefix) {
      var words = capitalizedWords(word.dropFirst(prefix.count))
      while !words.isEmpty {
        let short = uncapitalized(words.joined()[...])
        if let row = ForeignName.function(short, isMethod: true, on: ForeignName.Subject(rawValue: receiver)),
          row.subject.rawValue == receiver
        {
          names += row.write.map { String($0.prefix { $0 != "(" }) }
        }
        names.append("\(receiver):\(short)")
        words.removeLast()
      }
      names.append(owner)
    }
    if ["CA", "CG", "CI"].contains(where: { word.hasPrefix($0) }) { names.append(String(word.dropFirst(2))) }
    return names
  }

  private static func uncapitalized(_ text: Substring) -> String { text.prefix(1).lowercased() + text.dropFirst() }

  /// Splits a name at its capitals: FillRect into Fill and Rect.
  private static func capitalizedWords(_ text: Substring) -> [String] {
    var words: [String] = []
    for letter in text {
      if letter.isUppercase || words.isEmpty { words.append("") }
      words[words.count - 1].append(letter)
    }
    return words
  }
}
