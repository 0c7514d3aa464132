// SPDX-License-Identifier: MIT
import Formats
import ImageFiles
import Messages
import Numbers
import Parsing

/// The elements of an SVG file, with the attributes that the reader uses.
///
/// Everything is bounded: the file, its elements, their depth, the rules of its style sheets. Growth by references is
/// counted by `ArtworkReader`. All memory is charged as long as the document lives.
package final class ArtworkDocument {
  /// The maximum file size, in bytes.
  package static let mostBytes = 16 << 20
  /// The maximum number of elements.
  package static let mostElements = 100_000
  /// The maximum nesting depth of elements.
  package static let deepest = 200
  /// The maximum size of all entities, in bytes. Entities must not refer to other entities.
  package static let mostEntityBytes = 8 << 10

  struct Node {
    var tag: ArtworkTag
    var line: Int32
    var parent: Int32
    var firstChild: Int32 = -1
    var next: Int32 = -1
    /// The range of its attributes in `keys` and `values`.
    var attributes: Range<Int32>
    /// The range of its attributes in `otherNames` and `otherValues`.
    var others: Range<Int32>
  }

  /// The account charged for reading the file and its shapes.
  let account: Account
  /// The budget for the elements.
  private var reading: Reading

  private(set) var nodes: [Node] = []
  private(set) var keys: [ArtworkKey] = []
  private(set) var values: [String] = []
  /// Attributes that only the selectors of style sheets may name, such as `data-name` and `role`; none has a namespace.
  private(set) var otherNames: [String] = []
  private(set) var otherValues: [String] = []
  /// The ids, classes and `style` attributes of the nodes that have one.
  private(set) var ids: [Int32: String] = [:]
  private(set) var classes: [Int32: String] = [:]
  private(set) var styles: [Int32: String] = [:]
  /// The first node with an id.
  private(set) var byID: [String: Int32] = [:]
  private(set) var sheet = ArtworkStyleSheet()
  private(set) var sheetLine = 0

  /// Parses the elements of a file.
  ///
  /// - Throws: `LayerError` with the line; its message does not name the file.
  package init(_ bytes: UnsafeRawBufferPointer, _ account: Account = Account()) throws(LayerError) {
    self.account = account
    reading = Reading(account, name: "", purpose: "the elements of the file")
    if bytes.isEmpty { throw LayerError("the file is empty") }
    guard bytes.count <= Self.mostBytes else {
      throw LayerError(.limit, "it has \(bytes.count) bytes, at most \(Self.mostBytes) are read; simplify the drawing")
    }
    if InputFormat.isGzip(bytes) {
      throw LayerError("it is compressed (.svgz); unpack it, as `gunzip < icon.svgz > icon.svg` does")
    }
    let builder = Builder(self)
    do throws(XMLReader.Failure) {
      try XMLReader.read(bytes, entityBytes: Self.mostEntityBytes, builder)
    } catch {
      let line = error.line
      switch error.reason {
      case .stopped: throw builder.problem ?? LayerError("line \(line): it is no SVG")
      case .entities:
        throw LayerError(
          .limit,
          "line \(line): its entities are made of others or have more than \(Self.mostEntityBytes) bytes; write their "
            + "text instead"
        )
      case .memory: throw LayerError(.limit, "there is not enough memory to read it")
      case .noLibrary:
        throw LayerError(.missing, "reading it needs \(RuntimeDependency.expat.missing())")
      case .damaged(let detail) where detail.hasPrefix("limit on input amplification"):
        throw LayerError(.limit, "line \(line): its entities expand it many times; write their text instead")
      case .damaged(let detail): throw LayerError("line \(line): it is not XML (\(detail))")
      }
    }
    guard nodes.first?.tag == .svg else { throw LayerError("expected <svg>, got a file without elements") }
  }

  /// Returns an attribute of a node; nil if it is absent.
  func attribute(_ node: Int32, _ key: ArtworkKey) -> String? {
    for i in nodes[Int(node)].attributes where keys[Int(i)] == key { return values[Int(i)] }  // bounded: one element's
    return nil
  }

  /// Returns an attribute of a node that has no key; nil if it is absent.
  func otherAttribute(_ node: Int32, _ name: String) -> String? {
    nodes[Int(node)].others.first { otherNames[Int($0)] == name }.map { otherValues[Int($0)] }
  }

  /// The number of a node's attributes that have a key or may be selected.
  func attributeCount(_ node: Int32) -> Int { nodes[Int(node)].attributes.count + nodes[Int(node)].others.count }

  /// Builds the document from the XML parser's events.
  private final class Builder: XMLHandler {
    let document: ArtworkDocument
    var problem: LayerError?
    /// Stack of the open nodes, with the last child of each.
    private var open: [(node: Int32, lastChild: Int32)] = []
    /// The number of open elements inside an ignored element, itself included.
    private var skipped = 0
    private var count = 0
    private var sheet: [UInt8]?
    /// Namespace prefixes; true for SVG's namespace.
    private var prefixes: [String: Bool] = [:]
    private var isDefaultForeign = false

    init(_ document: ArtworkDocument) { self.document = document }

    /// Charges memory and counts an element or a text; returns false if that fails.
    private func pays(_ bytes: Int) -> Bool {
      do throws(LayerError) {
        try document.reading.step(1 + bytes >> 6)
        try document.reading.take(bytes)
        return true
      } catch {
        problem = error
        return false
      }
    }

    private func fail(_ kind: LayerError.Kind, _ line: Int, _ message: String) -> Bool {
      problem = LayerError(kind, "line \(line): \(message)")
      return false
    }

    private static let namespace = "http://www.w3.org/2000/svg"

    /// Returns the name without its prefix; nil for a name of another namespace.
    private func localName(_ name: String) -> String? {
      guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return isDefaultForeign ? nil : name }
      return prefixes[String(name[..<colon])] == true ? String(name[name.index(after: colon)...]) : nil
    }

    func start(_ name: String, _ attributes: [(name: String, value: String)], line: Int) -> Bool {
      count += 1
      guard count <= ArtworkDocument.mostElements else {
        return fail(
          .limit, line, "it has more than \(ArtworkDocument.mostElements) elements; simplify the drawing")
      }
      guard open.count + skipped < ArtworkDocument.deepest else {
        return fail(
          .limit, line,
          "its elements are nested more than \(ArtworkDocument.deepest) deep; ungroup the drawing")
      }
      var size = 0
      for attribute in attributes {  // bounded: paid at once
        size += attribute.name.utf8.count + attribute.value.utf8.count + 64
      }
      // Arrays double while they grow.
      guard pays(3 * MemoryLayout<Node>.stride + 3 * size) else { return false }
      if skipped > 0 {
        skipped += 1
        return true
      }
      for attribute in attributes where attribute.name.hasPrefix("xmlns") {
        let isSVG = attribute.value == Self.namespace
        if attribute.name == "xmlns" {
          if open.isEmpty { isDefaultForeign = !isSVG }
        } else if prefixes.count < 64 {
          prefixes[String(attribute.name.dropFirst(6))] = isSVG
        }
      }
      let local = localName(name)
      if open.isEmpty, document.nodes.isEmpty {
        guard local == "svg" else {
          let shown = name.prefix(40)
          return fail(
            .invalid, line,
            local == nil && (name == "svg" || name.hasSuffix(":svg"))
              ? "<\(shown)> is in another namespace; expected xmlns=\"\(Self.namespace)\""
              : "expected <svg>, got <\(shown)>")
        }
      }
      guard let local, let tag = ArtworkTag.byName[local], let parent = open.last ?? root() else {
        skipped = 1
        return true
      }
      add(tag, attributes: attributes, line: line, parent: parent)
      if tag == .style { sheet = [] }
      if !tag.holdsElements, tag != .style {
        skipped = 1
        // The element is ignored, with its content.
        open.removeLast()
      }
      return true
    }

    /// Placeholder for the parent of the root element.
    private func root() -> (node: Int32, lastChild: Int32)? { document.nodes.isEmpty ? (-1, -1) : nil }

    private func add(
      _ tag: ArtworkTag, attributes: [(name: String, value: String)], line: Int, parent: (node: Int32, lastChild: Int32)
    ) {
      let index = Int32(clamping: document.nodes.count)
      let first = Int32(clamping: document.keys.count)
      let firstOther = Int32(clamping: document.otherNames.count)
      var plainLink: String?
      var link: String?
      for (name, value) in attributes {  // bounded: paid by start
        switch name {
        case "id":
          document.ids[index] = value
          if document.byID[value] == nil { document.byID[value] = index }
        case "class": document.classes[index] = value
        case "style": document.styles[index] = value
        case "href": plainLink = value
        default:
          if name.hasSuffix(":href") {
            link = value
          } else if let key = ArtworkKey.byName[name] {
            document.keys.append(key)  // bounded: paid by start
            document.values.append(value)  // bounded: paid by start
          } else if name != "xmlns", !name.utf8.contains(UInt8(ascii: ":")) {
            document.otherNames.append(name)  // bounded: paid by start
            document.otherValues.append(value)  // bounded: paid by start
          }
        }
      }
      if let link = plainLink ?? link {
        document.keys.append(.href)  // bounded: paid by start
        document.values.append(link)  // bounded: paid by start
      }
      document.nodes.append(  // bounded: paid by start
        Node(
          tag: tag, line: Int32(clamping: line), parent: parent.node,
          attributes: first..<Int32(clamping: document.keys.count),
          others: firstOther..<Int32(clamping: document.otherNames.count)))
      if parent.node >= 0 {
        if parent.lastChild >= 0 {
          document.nodes[Int(parent.lastChild)].next = index
        } else {
          document.nodes[Int(parent.node)].firstChild = index
        }
        open[open.count - 1].lastChild = index
      }
      open.append((index, -1))  // bounded: deepest
    }

    func end(_ name: String) -> Bool {
      if skipped > 0 {
        skipped -= 1
        return true
      }
      guard let closed = open.popLast() else { return true }
      if let text = sheet, document.nodes[Int(closed.node)].tag == .style {
        let type = document.attribute(closed.node, .type)?.trimmed.lowercased() ?? ""
        if type.isEmpty || type == "text/css" {
          if document.sheetLine == 0 { document.sheetLine = Int(document.nodes[Int(closed.node)].line) }
          do throws(LayerError) {
            try document.sheet.add(text, &document.reading)
          } catch {
            problem = error
            return false
          }
        }
        sheet = nil
      }
      return true
    }

    func text(_ bytes: UnsafeRawBufferPointer) -> Bool {
      guard skipped == 0, sheet != nil else { return true }
      guard pays(3 * bytes.count) else { return false }
      sheet?.append(contentsOf: bytes)  // bounded: paid above
      return true
    }
  }
}
