// SPDX-License-Identifier: MIT
import LayerModel
import LuaBinding
import Messages

extension Manual {
  /// Returns the pages on a name, as `layerlua doc` prints them: a class, property, function, table of functions, hook,
  /// filter or filter key, a named value, a warning rule, or a name of another system, also a selector. Nil if the name
  /// is unknown.
  ///
  /// - Parameter width: the line width, in characters.
  package static func page(on name: String, width: Int) -> String? {
    // CALayer is a class here too.
    let short = name.dropFirst(2)
    if name.hasPrefix("CA"), KeyedClass.builtIn.contains(where: { $0.name == short }) {
      return exactPage(on: String(short), width: width)
    }
    // layer:addSublayer(badge), layer.opacity = 0.5: the name alone.
    let head = String(name.prefix { !"({[= ".contains($0) })
    for name in head.isEmpty || head == name ? [name] : [name, head] {
      if let page = exactPage(on: name, width: width) { return page }
      for other in otherSpellings(of: name) {
        if let page = exactPage(on: other, width: width) { return page }
      }
    }
    return nil
  }

  private static func exactPage(on name: String, width: Int) -> String? {
    let query = Query(name)
    guard !query.word.isEmpty else { return nil }
    var pages: [Page] = []
    for keyedClass in KeyedClass.builtIn where query.owner == nil && keyedClass.name == query.word {
      pages.append(page(on: keyedClass))
    }
    for keyedClass in KeyedClass.builtIn where query.mayBeOf(keyedClass.name) {
      for property in ownProperties(of: keyedClass)
      where property.name == query.word || property.aliases.contains(query.word) {
        pages.append(page(on: property, of: keyedClass))
      }
    }
    for function in LuaBinding.manual
    where query.mayBeOf(function.owner) && ([function.name] + function.aliases).contains(query.word)
      || function.name == "()" && function.owner == "ca.\(query.word)" && query.owner == nil
    {
      pages.append(page(on: function))
    }
    for hook in ScriptHook.all where hook.name == query.word { pages.append(page(on: hook)) }
    if let page = page(onField: query.word, of: query.owner) { pages.append(page) }
    if query.owner == nil {
      for page in [page(onTable: query.word), page(onOptions: query.word), page(onProtocol: query.word)] {
        if let page { pages.append(page) }
      }
      for info in FilterInfo.all where ([info.name] + info.otherNames).contains(query.word) {
        pages.append(page(on: info))
      }
      if let page = page(onFilterKey: query.word) { pages.append(page) }
      for rule in LayerWarning.Rule.allCases where rule.rawValue == query.word {
        pages.append(
          Page(
            "\(rule.rawValue): a \(rule.isFinding ? "finding" : "warning")'s rule",
            [
              .words(rule.summary),
              .words(
                "Silenced by --allow \(rule.rawValue), or ca.allow(\"\(rule.rawValue)\")."),
            ], examples: ["rule.\(rule.rawValue)", "rule.*"]))
      }
      for page in page(onValue: query.word) { pages.append(page) }
    }
    if query.owner == nil || !name.contains(".") {
      pages += Manual.pages(onForeign: name.hasPrefix("ca.") ? query.word : name)
    }
    guard !pages.isEmpty else { return nil }
    return pages.map { withExample($0, width: width).text(width: width) }.joined(separator: "\n")
  }

  /// Returns a page with its example and its section of the guide. An example of the guide that is wider than the
  /// terminal would be hard to read, so the page's own comes before it.
  private static func withExample(_ page: Page, width: Int) -> Page {
    let places = page.names.compactMap { place(of: $0) }
    var page = page
    let text = places.lazy.compactMap(\.example).first
    let isWide = text.map { lines in lines.contains { $0.count + 4 > width } } ?? true
    let example = isWide || page.prefersOwn ? page.example ?? text : text
    if let example { page.parts.append(.lines("Example", example)) }
    if let section = places.first.map({ sections[$0.section] }) {
      page.parts.append(.list("In the guide", [(section.page, section.heading)]))
    }
    return page
  }

  static func isPart(_ part: String, of text: String) -> Bool {
    var rest = text[...]
    while !rest.isEmpty {
      if rest.hasPrefix(part) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// Returns documented names that are similar to a name.
  package static func nearNames(to name: String) -> [String] {
    let word = Query(name).word
    var names: [String] = []
    func add(_ name: String) { if !names.contains(name) { names.append(name) } }
    KeyedClass.builtIn.forEach { keyedClass in
      add(keyedClass.name)
      ownProperties(of: keyedClass).forEach { add($0.name) }
    }
    LuaBinding.manual.filter { $0.name != "()" && !$0.onlyRefuses }.forEach { add($0.name) }
    ScriptHook.all.forEach { add($0.name) }
    LuaBinding.manual.forEach { if $0.owner.hasPrefix("ca.") { add(String($0.owner.dropFirst(3))) } }
    FilterInfo.all.forEach { info in
      add(info.name)
      info.keys.forEach { add($0.name) }
    }
    LayerWarning.Rule.allCases.forEach { add($0.rawValue) }
    for table in optionTables {
      add(table.name)
      table.fields.forEach { add($0.name) }
    }
    var result: [String] = []
    var rest = names
    while result.count < 3, let near = nearest(word, among: rest) {
      result.append(near)
      rest.removeAll { $0 == near }
    }
    guard result.isEmpty, word.utf8.count >= 3 else { return result }
    let low = word.lowercased()
    return Array(names.filter { Self.isPart(low, of: $0.lowercased()) }.prefix(8))
  }

  /// A parsed query: `position`, `ca.TextLayer`, `Layer.position`, `layer:addSublayer()`.
  private struct Query {
    var owner: String?
    var word: String

    init(_ text: String) {
      var parts = text.split(whereSeparator: { $0 == "." || $0 == ":" }).map(String.init)
      if var last = parts.popLast() {
        if last.hasSuffix("()") { last.removeLast(2) }
        parts.append(last)
      }
      if parts.first == "ca", parts.count > 1 { parts.removeFirst() }
      word = parts.last ?? ""
      owner = parts.count > 1 ? parts[parts.count - 2] : nil
      // For position.x and transform.rotation.z, look up the property.
      let valued = parts.dropLast().firstIndex { name in
        KeyedClass.builtIn.contains { $0.property(name).map { !Manual.parts(of: $0.kind).isEmpty } ?? false }
      }
      if let valued {
        word = parts[valued]
        owner = valued > 0 ? parts[valued - 1] : nil
      }
    }

    /// True if the query's owner, if any, may be this one.
    func mayBeOf(_ name: String) -> Bool {
      guard let written = owner else { return true }
      // A receiver, as the manual and most scripts name it: layer:scrollToPoint, object:copy, text.runs.
      if !name.hasPrefix("ca."), receiverName(name) == written { return true }
      let owner = written.lowercased()
      let known = (name.hasPrefix("ca.") ? String(name.dropFirst(3)) : name).lowercased()
      if known == owner || owner == "ctx" && known == "graphicscontext" { return true }
      // The owner may inherit from this class.
      var parent = KeyedClass.builtIn.first { $0.name.lowercased() == owner }
      while let now = parent {
        if now.name.lowercased() == known || !now.isLayerClass && known == "keyedobject" { return true }
        parent = now.superclass
      }
      return false
    }
  }

  // MARK: Pages

  /// A page of plain text: a heading followed by paragraphs.
  struct Page {
    enum Part {
      case words(String)
      /// Verbatim text.
      case code(String)
      /// Titled verbatim lines.
      case lines(String, [String])
      /// A titled list of names with descriptions.
      case list(String, [(name: String, words: String)])
    }
    var heading: String
    var parts: [Part]
    /// The names of its examples, each with its owner; the first that has one counts. `*` stands for all of an owner.
    var names: [String]
    /// The lines of an example that is derived from the entry itself, for what the guide does not show.
    var example: [String]?
    /// True if that example comes before one of the guide.
    var prefersOwn = false

    init(_ heading: String, _ parts: [Part], examples names: [String] = [], derived example: [String]? = nil) {
      self.heading = heading
      self.parts = parts
      self.names = names
      self.example = example
    }

    func text(width: Int) -> String {
      var text = heading + "\n"
      for part in parts {
        switch part {
        case .words(let words):
          for line in Manual.lines(words, width: max(width - 2, 20)) { text += "  \(line)\n" }
        case .code(let code): text += "  \(code)\n"
        case .lines(let title, let lines):
          text += "\n  \(title)\n"
          for line in lines { text += "    \(line)\n" }
        case .list(let title, let rows):
          if rows.isEmpty { continue }
          text += title.isEmpty ? "\n" : "\n  \(title)\n"
          let column = min(rows.map(\.name.count).max() ?? 0, 26)
          for row in rows {
            var head = "    " + row.name + String(repeating: " ", count: max(column - row.name.count, 0))
            let lines = Manual.lines(row.words, width: max(width - column - 6, 20))
            if row.name.count > column, !lines.isEmpty {
              text += head + "\n"
              head = String(repeating: " ", count: column + 4)
            }
            for (i, line) in lines.enumerated() {
              text += (i == 0 ? head : String(repeating: " ", count: column + 4)) + "  \(line)\n"
            }
            if lines.isEmpty { text += head + "\n" }
          }
        }
      }
      return text
    }
  }

  private static func page(on keyedClass: KeyedClass) -> Page {
    let name = keyedClass.name
    var heading = "ca.\(name): a class of \(keyedClass.isLayerClass ? "layers" : "objects")"
    if keyedClass.isAbstract { heading += ", abstract: use its subclasses" }
    var parts: [Page.Part] = []
    if let superclass = keyedClass.superclass {
      parts.append(.words("It inherits from ca.\(superclass.name): layerlua doc \(superclass.name)."))
    }
    parts.append(
      .list("Properties", ownProperties(of: keyedClass).map { ($0.name, sentences(on: $0)) }))
    let owners = keyedClass.superclass == nil && !keyedClass.isLayerClass ? [name, "KeyedObject"] : [name]
    let methods = LuaBinding.manual.filter { (owners + ["ca.\(name)"]).contains($0.owner) && !$0.onlyRefuses }
    parts.append(.list("Methods", methods.map { ($0.name, $0.summary) }))
    if keyedClass === KeyedClass.layer {
      parts.append(
        .list("Hooks of subclasses", ScriptHook.all.filter { $0.owner == .layerClass }.map { ($0.name, $0.summary) }))
    }
    return Page(heading, parts, examples: ["ca.\(name)", "\(name).*"])
  }

  private static func page(on property: Property, of keyedClass: KeyedClass) -> Page {
    var rows: [(name: String, words: String)] = []
    let names = property.allowedNames
    rows.append(
      ("takes", names.isEmpty ? property.kind.expectation(for: .author) : listed(names.map { "\"\($0)\"" })))
    if !property.isReadOnly, !property.defaultValue.isNull || property.kind.mayBeNil {
      rows.append(("default", defaultText(property).filter { $0 != "`" }))
    }
    if let range = property.range, !rangeText(range).isEmpty { rows.append(("range", rangeText(range))) }
    if isAnimatable(property) { rows.append(("animatable", "yes")) }
    if property.isReadOnly { rows.append(("read-only", "yes")) }
    let paths = parts(of: property.kind).map { "\(property.name).\($0)" }
    if !paths.isEmpty { rows.append(("key paths", listed(paths))) }
    let others = KeyedClass.builtIn.filter { $0.superclass.map { $0 === keyedClass } ?? false }
    if !others.isEmpty, keyedClass !== KeyedClass.layer {
      rows.append(("also of", listed(others.map { "ca.\($0.name)" })))
    }
    let heading =
      keyedClass === KeyedClass.layer
      ? "\(property.name): a property of all layers" : "\(property.name): a property of ca.\(keyedClass.name)"
    return Page(
      heading, [.words(property.summary), .list("", rows.filter { !$0.words.isEmpty })],
      examples: ["\(keyedClass.name).\(property.name)", "\(keyedClass.name).*"],
      derived: ownExample(of: property, in: keyedClass).map { [$0] })
  }

  private static func page(on function: FunctionEntry) -> Page {
    let owner = function.owner
    let name = title(of: function)
    let isCall = function.name == "()" && owner.hasPrefix("ca.")
    // A function that only refuses has nothing to show.
    let examples = function.onlyRefuses ? [] : [isCall ? owner : "\(owner).\(function.name)", "\(owner).*"]
    if function.isField {
      return Page("\(name): \(function.signature ?? ""), to be read", [.words(function.summary)], examples: examples)
    }
    var parts: [Page.Part] = function.onlyRefuses ? [] : function.signatures.map { .code(name + $0) }
    parts.append(.words(function.summary))
    if !function.aliases.isEmpty { parts.append(.words("Also \(listed(function.aliases)).")) }
    for table in optionTables(of: function) { parts.append(.list("ca.\(table.name)", fieldRows(of: table))) }
    return Page(
      "\(name): \(owner.hasPrefix("ca") ? "a function" : "a method of \(receiverWords(owner))")", parts,
      examples: examples)
  }

  /// Returns a function as it is written in a script: `ca.render`, `layer:addSublayer`.
  static func title(of function: FunctionEntry) -> String {
    let owner = function.owner
    return owner.hasPrefix("ca")
      ? function.name == "()" ? owner : "\(owner)\(function.separator)\(function.name)"
      : "\(receiverName(owner))\(function.separator)\(function.name)"
  }

  private static func page(on hook: ScriptHook) -> Page {
    let code =
      switch hook.owner {
      case .layerClass: "function Class:\(hook.name)\(hook.signature)"
      default: "\(hook.name) = function(self\(hook.signature == "()" ? "" : ", ")\(hook.signature.dropFirst())"
      }
    return Page(
      "\(hook.name): a function of \(hook.owner.rawValue), called by the engine", [.code(code), .words(hook.summary)],
      examples: ["\(tableName(of: hook.owner)).\(hook.name)", "\(tableName(of: hook.owner)).*"])
  }

  /// Returns the name of the table or class, as the stubs have it, that a hook is a member of.
  private static func tableName(of owner: ScriptHook.Owner) -> String {
    switch owner {
    case .layerClass: "Layer.Subclass"
    case .delegate: "LayerDelegate"
    case .animationDelegate: "AnimationDelegate"
    case .layoutManager: "ScriptLayoutManager"
    }
  }

  private static func page(on info: FilterInfo) -> Page {
    var parts: [Page.Part] = [.words(info.summary)]
    if !info.otherNames.isEmpty { parts.append(.words("Also named \(listed(info.otherNames)).")) }
    parts.append(.code("ca.Filter(\"\(info.name)\"\(info.keys.isEmpty ? "" : ", { \(info.keys[0].name) = … }"))"))
    parts.append(
      .list(
        "Keys",
        info.keys.map {
          let kind = [$0.kind] + ($0.isRequired ? ["needed"] : [])
          return ($0.name, "\(sentences(on: $0)) (\(listed(kind)))")
        }))
    let owner = "filter.\(info.category.rawValue)"
    var page = Page(
      "\(info.name): a filter of the category \(info.category.rawValue)", parts,
      examples: ["\(owner).\(info.name)", "\(owner).*"], derived: ownExample(of: info))
    // The guide's often only makes the filter.
    page.prefersOwn = true
    return page
  }

  private static func page(onFilterKey name: String) -> Page? {
    let rows = FilterInfo.all.flatMap { info in
      info.keys.filter { $0.name == name }.map { (info.name, sentences(on: $0)) }
    }
    if rows.isEmpty { return nil }
    let first = FilterInfo.all.first { info in info.keys.contains { $0.name == name } }
    var page = Page(
      "\(name): a key of filters", [.list("Of", rows)], examples: ["filterKey.\(name)", "filterKey.*"],
      derived: first.flatMap { ownExample(of: $0, key: name) })
    page.prefersOwn = true
    return page
  }

  /// Returns the pages of the properties that accept a named value: `resizeAspect`, `kCAGravityResizeAspect`.
  private static func page(onValue word: String) -> [Page] {
    var rows: [(String, String)] = []
    var raw = word
    for keyedClass in KeyedClass.builtIn {
      for property in ownProperties(of: keyedClass) {
        switch property.kind {
        case .enumeration(let names):
          guard
            let name = names.first(where: {
              [$0.raw, $0.short, $0.constant].contains(word) || $0.aliases.contains(word)
            })
          else { continue }
          raw = name.raw
        case .nameSet(let set):
          guard let name = set.members.first(where: { $0.name == word || $0.constant == word }) else { continue }
          raw = name.name
        default: continue
        }
        rows.append((property.name, "of ca.\(keyedClass.name): \(property.summary)"))
      }
    }
    if !rows.isEmpty { return [Page("\"\(raw)\": a value", [.list("Of", rows)])] }
    guard let constant = AppleConstant.all.first(where: { $0.name == word }) else { return [] }
    switch constant.value {
    case .name(let name): return [Page("\(word): a constant", [.code("\"\(name)\"")])]
    case .bit(let bit): return [Page("\(word): a constant", [.code("\(bit)")])]
    }
  }

  /// Returns the variable name of an object of a class in examples.
  static func receiverName(_ owner: String) -> String {
    switch owner {
    case "GraphicsContext": "ctx"
    case "KeyedObject": "object"
    case "AttributedString": "text"
    case "EmitterCell": "cell"
    case "AnimationGroup": "group"
    case "StateTransition": "transition"
    case let name where name.hasPrefix("State") && name != "State": "element"
    case let name where name.hasSuffix("LayoutManager"): "manager"
    case let name where name.hasSuffix("Layer"): "layer"
    case let name where name.hasSuffix("Animation"): "animation"
    default: owner.prefix(1).lowercased() + owner.dropFirst()
    }
  }

  private static func receiverWords(_ owner: String) -> String {
    switch owner {
    case "Layer": "all layers"
    case "GraphicsContext": "drawing contexts"
    case "KeyedObject": "animations, cells, filters, layout managers and states"
    default: "ca.\(owner)"
    }
  }
}
