// SPDX-License-Identifier: MIT
import ImageFiles
import Messages
import Numbers
import Parsing

/// An XML document of Core Animation, parsed into an array of elements in document order.
struct CAMLDocument {
  /// The maximum size of a document, in bytes, and of one that holds images as `data:` addresses.
  static let sizeLimit = 16 << 20
  static let sizeLimitWithData = 64 << 20
  static let elementLimit = 200_000
  static let depthLimit = 1024
  /// The maximum size of all attributes together, in bytes.
  static let attributeLimit = 64 << 20
  static let namespace = "http://www.apple.com/CoreAnimation/1.0"

  struct Element {
    /// The name without its namespace prefix.
    var name: String
    /// In document order.
    var attributes: [(name: String, value: String)]
    var line: Int
    /// The text between its tags, without white space around it; only that before its first child.
    var text = ""
    /// The first child and the next sibling; nil if there is none.
    var first: Int?
    var next: Int?

    subscript(name: String) -> String? { attributes.last { $0.name == name }?.value }
  }

  private(set) var elements: [Element]
  /// True if an attribute of the root element declares Core Animation's namespace.
  private(set) var hasNamespace: Bool

  /// Parses a document.
  ///
  /// - Throws: `LayerError` with the line; its message does not name the file.
  init(_ bytes: [UInt8], _ reading: inout Reading) throws(LayerError) {
    let limit = bytes.count > Self.sizeLimit && Self.holdsData(bytes) ? Self.sizeLimitWithData : Self.sizeLimit
    guard bytes.count <= limit else {
      throw LayerError(.limit, "it is \(bytes.count) bytes long, at most \(limit) are read")
    }
    // Expat's own copies of names and attributes, and the strings before they are charged.
    try reading.take(2 * bytes.count + 65_536)
    let builder = CAMLBuilder(reading.account)
    let failure = bytes.withUnsafeBytes { all -> XMLReader.Failure? in
      do throws(XMLReader.Failure) { try XMLReader.read(all, builder) } catch { return error }
      return nil
    }
    if let failure { throw Self.error(failure, builder) }
    let charged = builder.endReading()
    try reading.take(charged)
    elements = builder.elements
    hasNamespace = elements.first?.attributes.contains { $0.value == Self.namespace } ?? false
    guard elements.first?.name == "caml" else {
      throw LayerError("expected <caml> as the root element, got <\(elements.first?.name.prefix(40) ?? "")>")
    }
  }

  private static func error(_ failure: XMLReader.Failure, _ builder: CAMLBuilder) -> LayerError {
    let line = failure.line
    switch failure.reason {
    case .stopped: return builder.refusal ?? LayerError("line \(line): it cannot be read")
    case .entities: return LayerError(.limit, "line \(line): it declares an entity, which scenes do not need")
    case .memory: return LayerError(.limit, "there is not enough memory to read it")
    case .noLibrary:
      return LayerError(.missing, "reading it needs \(RuntimeDependency.expat.missing())")
    case .damaged(let detail): return LayerError("line \(line): it is not XML (\(detail))")
    }
  }

  private static func holdsData(_ bytes: [UInt8]) -> Bool {
    let mark = Array("\"data:".utf8)
    return bytes.indices.contains { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }
  }

  /// Calls the body with each child of an element, in document order.
  func children(of parent: Int, _ body: (Int) throws -> Void) rethrows {
    var at = elements[parent].first
    while let child = at {  // bounded: elements, paid when read
      try body(child)
      at = elements[child].next
    }
  }

  func child(_ name: String, of parent: Int) -> Int? {
    var at = elements[parent].first
    while let child = at {  // bounded: elements, paid when read
      if elements[child].name == name { return child }
      at = elements[child].next
    }
    return nil
  }
}

/// Builds the elements from the parser's events.
private final class CAMLBuilder: XMLHandler {
  /// Paid with the element's start.
  private(set) var elements: [CAMLDocument.Element] = []
  /// The error that ended the parsing.
  private(set) var refusal: LayerError?
  private var reading: Reading?
  private var charged = 0
  private var attributeBytes = 0
  /// The elements whose end has not been read, with the last child of each.
  private var open: [(element: Int, last: Int?)] = []
  private var text: [UInt8] = []

  init(_ account: Account) { reading = Reading(account, name: "", purpose: "the elements of the scene") }

  /// Releases the builder's charge and returns its size, so that the caller can charge the elements.
  func endReading() -> Int {
    reading = nil
    return charged
  }

  private func pays(_ bytes: Int) -> Bool {
    charged += bytes  // bounded: a number
    do throws(LayerError) {
      try reading?.step(2 + bytes >> 6)
      try reading?.take(bytes)
      return true
    } catch {
      refusal = error
      return false
    }
  }

  private func refuse(_ message: String, line: Int) -> Bool {
    refusal = LayerError(.limit, "line \(line): \(message)")
    return false
  }

  func start(_ name: String, _ attributes: [(name: String, value: String)], line: Int) -> Bool {
    let size = attributes.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 32 }
    attributeBytes += size  // bounded: a number
    guard attributeBytes <= CAMLDocument.attributeLimit else {
      return refuse("its attributes are larger than \(CAMLDocument.attributeLimit) bytes together", line: line)
    }
    guard elements.count < CAMLDocument.elementLimit else {
      return refuse("it holds more than \(CAMLDocument.elementLimit) elements", line: line)
    }
    guard open.count < CAMLDocument.depthLimit else {
      return refuse("its elements are nested more than \(CAMLDocument.depthLimit) deep", line: line)
    }
    guard pays(3 * MemoryLayout<CAMLDocument.Element>.stride + 2 * size + name.utf8.count) else { return false }
    endText()
    let local = name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    let index = elements.count
    elements.append(CAMLDocument.Element(name: local, attributes: attributes, line: line))  // bounded: paid
    if let last = open.indices.last {
      if let sibling = open[last].last {
        elements[sibling].next = index
      } else {
        elements[open[last].element].first = index
      }
      open[last].last = index
    }
    open.append((index, nil))  // bounded: depthLimit
    return true
  }

  func text(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let last = open.last, last.last == nil else { return true }
    if text.isEmpty, bytes.allSatisfy({ $0 <= 32 }) { return true }
    guard pays(3 * bytes.count) else { return false }
    text.append(contentsOf: bytes)  // bounded: paid above
    return true
  }

  func end(_ name: String) -> Bool {
    endText()
    open.removeLast()
    return true
  }

  private func endText() {
    guard !text.isEmpty, let last = open.last else { return text.removeAll() }
    let start = text.firstIndex { $0 > 32 } ?? text.endIndex
    let end = text.lastIndex { $0 > 32 }.map { $0 + 1 } ?? start
    elements[last.element].text = String(decoding: text[start..<end], as: UTF8.self)
    text.removeAll()
  }
}
