// SPDX-License-Identifier: MIT
import Filters
import Geometry
import ImageFiles
import Messages
import Numbers
import Parsing
import Pixels

// The cascade: attributes, style sheets and inheritance.
extension ArtworkReader {
  /// - Parameters:
  ///   - unread: receives declarations that have a meaning, but one that this reader does not support.
  ///   - gaps: receives the properties that librsvg ignores, if these are recorded.
  func style(
    of node: Int32, in parent: ArtworkStyle, isRoot: Bool, _ work: inout Int, _ unread: inout [String],
    _ gaps: inout [String]
  ) -> ArtworkStyle {
    var style = parent.inherited
    var declared: [(key: ArtworkKey, value: String, isAttribute: Bool)] = []
    var variables: [(name: String, value: String)] = []
    for i in document.nodes[Int(node)].attributes {
      let key = document.keys[Int(i)]
      // x and y do not apply to the root.
      guard key.isProperty, !(isRoot && (key == .x || key == .y)), !key.isOfSheetsAlone else { continue }
      declared.append((key, document.values[Int(i)], true))
      work += document.values[Int(i)].utf8.count + 8
    }
    func add(_ declaration: ArtworkStyleSheet.Declaration) {
      switch declaration.name {
      case .key(let key): declared.append((key, declaration.value, false))
      case .variable(let name): variables.append((name, declaration.value))
      case .unread(let what): unread.append(what == "animation" ? what : "the CSS property \(what)")
      }
    }
    var important: [ArtworkStyleSheet.Declaration] = []
    if !document.sheet.isEmpty {
      var matching: [(specificity: Int, rule: Int)] = []
      // Duplicate class names would test their selectors twice.
      var seen = Set<String>()
      let classes = (document.classes[node]?.words ?? []).filter { seen.insert($0).inserted }
      let type = document.nodes[Int(node)].tag.rawValue
      let candidates = document.sheet.candidates(type: type, id: document.ids[node], classes: classes)
      work += candidates.count * 4 + classes.count
      for index in candidates {
        let selector = document.sheet.selectors[index]
        if matches(selector, node, &work) { matching.append((selector.specificity, selector.rule)) }
      }
      matching.sort { ($0.specificity, $0.rule) < ($1.specificity, $1.rule) }
      for (_, rule) in matching {
        for declaration in document.sheet.rules[rule] {
          work += declaration.value.utf8.count + 8
          if declaration.isImportant { important.append(declaration) } else { add(declaration) }
        }
      }
    }
    var last: [ArtworkStyleSheet.Declaration] = []
    if let text = document.styles[node] {
      work += text.utf8.count
      for declaration in ArtworkStyleSheet.declarations(text) {
        if declaration.isImportant { last.append(declaration) } else { add(declaration) }
      }
    }
    for declaration in important { add(declaration) }
    for declaration in last { add(declaration) }
    style.variables.set(variables, &work)
    // Font size and colour first: other properties are relative to these.
    for isFirst in [true, false] {
      for (key, value, isAttribute) in declared where (key == .fontSize || key == .color) == isFirst {
        if isRoot, rootHasGivenColor, key == .color { continue }
        if notesLibraryGaps, let gap = LibraryGaps.gap(key.rawValue, value, isAttribute: isAttribute) {
          gaps.append(gap)
        }
        var text = value
        if ArtworkVariables.isIn(value) {
          guard let replaced = style.variables.replaced(value, &work) else {
            style.unset(key, parent: parent)
            continue
          }
          text = replaced
        }
        if !style.set(key, text, isAttribute: isAttribute, parent: parent), ArtworkStyle.mayMean(text) {
          unread.append("\(key.rawValue): \(text.trimmed.prefix(40))")
        }
      }
    }
    return style
  }

  @inline(never) mutating func style(of node: Int32, in parent: ArtworkProperties, isRoot: Bool = false)
    throws(LayerError)
    -> ArtworkProperties
  {
    var spent = 0
    var unread: [String] = [], passed: [String] = []
    let style = ArtworkProperties(style(of: node, in: parent.style, isRoot: isRoot, &spent, &unread, &passed))
    // Elements without attributes take time as well.
    try spend(spent + 16, at: node)
    for what in unread { omit(what, at: node) }
    for what in passed where gaps.count < 16 && gaps[what] == nil { gaps[what] = Int(document.nodes[Int(node)].line) }
    return style
  }

  /// Returns true if a selector matches. For each ancestor condition, the nearest matching element is taken, without
  /// backtracking.
  func matches(_ selector: ArtworkStyleSheet.Selector, _ node: Int32, _ work: inout Int) -> Bool {
    var node = node
    var isFixed = true
    for (compound, isChild) in selector.compounds {
      while true {
        guard node >= 0 else { return false }
        work += 8
        if fulfils(node, compound, &work) { break }
        if isFixed { return false }
        node = document.nodes[Int(node)].parent
      }
      node = document.nodes[Int(node)].parent
      isFixed = isChild
    }
    return true
  }

  func fulfils(_ node: Int32, _ compound: ArtworkStyleSheet.Compound, _ work: inout Int) -> Bool {
    if compound.isRoot, node != 0 { return false }
    if let type = compound.type, document.nodes[Int(node)].tag.rawValue != type { return false }
    if let id = compound.id, document.ids[node] != id { return false }
    if !compound.classes.isEmpty {
      guard let text = document.classes[node] else { return false }
      work += text.utf8.count
      let own = text.words
      guard compound.classes.allSatisfy(own.contains) else { return false }
    }
    for (name, value) in compound.attributes {
      work += document.attributeCount(node)
      let own: String? =
        switch name {
        case "id": document.ids[node]
        case "class": document.classes[node]
        case "style": document.styles[node]
        default:
          if let key = ArtworkKey.byName[name] {
            document.attribute(node, key)
          } else {
            document.otherAttribute(node, name)
          }
        }
      guard let own else { return false }
      guard let value else { continue }
      work += min(value.utf8.count, own.utf8.count) >> 4
      guard value == own else { return false }
    }
    return true
  }

  /// The style of a referenced element, inherited from its ancestors in the document.
  mutating func style(ofNodeInDocument node: Int32) throws(LayerError) -> ArtworkProperties {
    var chain: [Int32] = []
    var next = node
    while next >= 0 {
      chain.append(next)
      next = document.nodes[Int(next)].parent
    }
    var style = ArtworkProperties(ArtworkStyle())
    for element in chain.reversed() {
      style = try self.style(of: element, in: style, isRoot: element == 0)
    }
    return style
  }
}
