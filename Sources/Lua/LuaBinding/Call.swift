// SPDX-License-Identifier: MIT
import CLuaBinding
import Geometry
import LayerModel
import LuaRuntime
import Messages
import Numbers
import Parsing
import Pixels

/// A function or method that scripts can call.
final class Method: Sendable {
  /// The owner: "ca", "ca.Image", or a class of objects: "Layer", "Path", "Image", "GraphicsContext".
  let owner: String
  /// The name, then the words of its Objective-C selector as aliases.
  let names: [String]
  let flags: UInt32
  /// Parameters and results in LuaCATS notation, `(name: string, time?: number): ca.Layer?`; overloads are separated by
  /// "; ". A readable field (a name with a dot) has only its type. `onlyRefuses` for a method that always raises; nil
  /// if undocumented.
  let signature: String?
  /// One sentence that describes the method.
  let summary: String
  let body: @Sendable (inout Call) throws -> Void

  /// Signature of a method that exists only for its error message.
  static let onlyRefuses = ""

  convenience init(
    _ owner: String, _ names: String..., flags: Int = 0, signature: String? = nil, summary: String = "",
    body: @escaping @Sendable (inout Call) throws -> Void
  ) {
    self.init(owner, names: names, flags: flags, signature: signature, summary: summary, body: body)
  }

  init(
    _ owner: String, names: [String], flags: Int = 0, signature: String? = nil, summary: String = "",
    body: @escaping @Sendable (inout Call) throws -> Void
  ) {
    self.owner = owner
    self.names = names
    self.signature = signature
    self.summary = summary
    let receiver =
      if let layerClass = LayerClass.named(owner) {
        layerClass.isLayerClass ? LLUA_KIND_LAYER : LLUA_KIND_KEYED
      } else {
        Int(llua_kind_of_owner(owner))
      }
    // An object that is called is the receiver; a table that is called is not an argument.
    self.flags = UInt32(flags | receiver | (names.first == "()" && receiver == LLUA_KIND_NONE ? LLUA_STATIC : 0))
    self.body = body
  }

  static let all: [Method] =
    layerMethods + keyedObjectMethods + pathMethods + imageMethods + sheetMethods + spriteMethods + packageMethods
    + lottieMethods + contextMethods + textMethods + drawableMethods
    + noiseMethods + randomMethods + colorMethods + pathFormMethods + scaleMethods + chartMethods
    + hostDrawnClasses + dataMethods + layoutMethods + renderMethods + filmMethods + animationMethods + filterMethods
    + warningMethods
}

/// A running call: reads its arguments in order and writes its results.
struct Call {
  let binding: LuaBinding
  let receiver: UnsafeMutableRawPointer?
  private let method: Method
  private let nodes: UnsafePointer<llua_Node>?
  private let doubles: UnsafePointer<Double>?
  private let end: Int
  private let classIndex: Int
  private var position = 0
  /// Number of arguments read so far.
  private(set) var taken = 0
  /// Registry reference of the functions among the arguments.
  let references: Int32

  init(_ binding: LuaBinding, _ method: Method, receiver: UnsafeMutableRawPointer?) {
    self.binding = binding
    self.method = method
    self.receiver = receiver
    nodes = llua_in_nodes(binding.pointer)
    doubles = llua_in_doubles(binding.pointer)
    end = Int(llua_in_count(binding.pointer))
    references = llua_references(binding.pointer)
    classIndex = Int(llua_called_class(binding.pointer))
  }

  /// Prefix of messages, such as `Path:addLine`.
  var name: String {
    let own = method.names.first ?? ""
    if own == "()" { return method.owner }
    if method.owner.hasPrefix("ca") { return "\(method.owner).\(own)" }
    return "\(method.owner)\(own.hasPrefix(".") ? "" : ":")\(own)"
  }

  static let transactionLimit = 1000
  static let frameFunctionLimit = 1000

  func error(_ message: String, kind: LayerError.Kind = .invalid) -> LayerError {
    LayerError(kind, "\(name): \(message)")
  }

  /// Refuses to define something for good inside a function that is called for each frame, whose changes are undone.
  ///
  /// - Throws: `LayerError` that says what to do instead.
  func refuseInFrame(_ what: String, _ remedy: String) throws(LayerError) {
    guard !binding.scene.picture.isInFrame else {
      throw error("\(what) outlives the frame, and changes of ca.onFrame are for one frame; \(remedy)")
    }
  }

  /// A new charge for the call's temporary memory; pass it to everything that grows.
  var passingMemory: MemoryCharge { MemoryCharge(binding.memory) }

  /// Returns a budget for parsing input.
  ///
  /// - Parameters:
  ///   - purpose: the use of the memory, after "not enough memory for".
  ///   - name: prefix of messages; nil for the call's name.
  func reading(_ purpose: String, name: String? = nil) -> Reading {
    Reading(binding.scene.account, name: name ?? self.name, purpose: purpose)
  }

  /// Charges more temporary memory.
  /// - Throws: `LayerError` of kind `limit`.
  func take(_ bytes: Int, _ memory: MemoryCharge, for what: String) throws(LayerError) {
    if !memory.grow(by: bytes) { throw .noMemory(what, binding.memory, at: name) }
  }

  func mismatch(_ expected: String, _ argument: Argument?) -> LayerError {
    var remedy = ""
    // A call in the last place passes all of its results.
    if taken > 1, let items = argument?.items, !items.isEmpty, items.allSatisfy({ $0.path != nil }) {
      remedy = ", the second result of ca.Path.text; put the call in parentheses: (ca.Path.text(…))"
    }
    return error("expected \(expected), got \(argument?.described ?? "nothing")\(remedy)")
  }

  // MARK: The receiver

  func receiver<T: AnyObject>(as type: T.Type) throws -> T {
    guard let receiver else { throw error("call it with a colon") }
    return Unmanaged<T>.fromOpaque(receiver).takeUnretainedValue()
  }

  /// The class of a class method's call: the receiver itself or the receiver's class.
  var calledClass: KeyedClass {
    get throws {
      if binding.classes.indices.contains(classIndex) { return binding.classes[classIndex] }
      guard let own = KeyedClass.named(method.owner) else {
        throw error("call it with a colon on a class or an object of it")
      }
      return own
    }
  }
  var object: KeyedObject { get throws { try receiver(as: KeyedObject.self) } }
  var layer: Layer { get throws { try receiver(as: Layer.self) } }
  /// The receiver of a method that only one layer class has.
  func layer<T: Layer>(as type: T.Type) throws -> T {
    let layer = try layer
    guard let typed = layer as? T else { throw error("call it on a \(method.owner), got a \(layer.className)") }
    return typed
  }
  var path: ScriptPath { get throws { try receiver(as: ScriptPath.self) } }
  var image: Image { get throws { try receiver(as: ScriptImage.self).image } }
  var context: GraphicsContext { get throws { try receiver(as: GraphicsContext.self) } }

  // MARK: Arguments in order

  mutating func next() -> Argument? {
    guard let nodes, position < end else { return nil }
    let argument = Argument(nodes: nodes, doubles: doubles, memory: binding.memory, index: position)
    position = Int(nodes[position].next)
    taken += 1
    return argument
  }

  /// The next argument, without consuming it; nil if there is none.
  var peek: Argument? {
    guard let nodes, position < end else { return nil }
    return Argument(nodes: nodes, doubles: doubles, memory: binding.memory, index: position)
  }

  var hasMore: Bool { position < end }

  mutating func number(_ what: String) throws -> Double {
    let argument = next()
    guard let argument, argument.type == LLUA_NODE_NUMBER, argument.number.isFinite else {
      throw mismatch("\(argument?.numberWords ?? "a number") for \(what)", argument)
    }
    return argument.number
  }

  mutating func number(_ what: String, default other: Double) throws -> Double {
    guard let argument = peek, !argument.isNil else {
      _ = next()
      return other
    }
    return try number(what)
  }

  mutating func bool(_ what: String, default other: Bool? = nil) throws -> Bool {
    let argument = next()
    if let other, argument?.isNil ?? true { return other }
    guard let argument, argument.type == LLUA_NODE_BOOLEAN else {
      throw mismatch("true or false for \(what)", argument)
    }
    return argument.number != 0
  }

  mutating func string(_ what: String) throws -> String {
    let argument = next()
    guard let string = argument?.string else { throw mismatch("a string for \(what)", argument) }
    return string
  }

  mutating func optionalString(_ what: String) throws -> String? {
    guard let argument = peek, !argument.isNil else {
      _ = next()
      return nil
    }
    return try string(what)
  }

  mutating func point(_ what: String = "a point") throws -> Point {
    let argument = next()
    guard let p = argument?.point, p.isFinite else { throw mismatch("\(what) such as {10, 20}", argument) }
    return p
  }

  mutating func size(_ what: String = "a size") throws -> Size {
    let argument = next()
    guard let s = argument?.size, s.isFinite else { throw mismatch("\(what) such as {100, 50}", argument) }
    return s
  }

  mutating func rect(_ what: String = "a rect") throws -> Rect {
    let argument = next()
    guard let r = argument?.rect, r.isFinite else { throw mismatch("\(what) such as {0, 0, 100, 50}", argument) }
    return r
  }

  mutating func color(_ what: String = "a colour") throws -> Color {
    let argument = next()
    guard let c = argument?.color else {
      if let excess = argument?.colorExcess { throw error(excess) }
      let remedy = argument?.colorRemedy ?? ""
      throw error(
        "expected \(what) such as \"red\", \"#ff8800\" or {1, 0.5, 0}, got \(argument?.described ?? "nothing")\(remedy)"
      )
    }
    return c
  }

  mutating func transform() throws -> Transform3D {
    let argument = next()
    guard let t = argument?.transform, t.isFinite else {
      throw mismatch("a transform such as ca.Transform.rotation(0.5)", argument)
    }
    return t
  }

  mutating func affine() throws -> AffineTransform {
    let argument = peek
    let t = try transform()
    guard t.isAffine else { throw mismatch("an affine transform", argument) }
    return t.affine
  }

  mutating func layer(_ what: String = "a layer") throws -> Layer {
    let argument = next()
    guard let layer = argument?.layer else { throw mismatch(what, argument) }
    return layer
  }

  mutating func optionalLayer() throws -> Layer? {
    guard let argument = peek, !argument.isNil else {
      _ = next()
      return nil
    }
    return try layer("a layer or nil")
  }

  mutating func anyImage() throws -> Image {
    let argument = next()
    if let image = argument?.image { return image }
    if let name = argument?.string, !name.isEmpty { return try binding.services.image(atPath: name) }
    throw mismatch("an image or a file name", argument)
  }

  mutating func anyPath() throws -> Path {
    let argument = next()
    if let path = argument?.path { return path.path }
    guard let text = argument?.string else { throw mismatch("a path or SVG path data", argument) }
    var reading = reading("a path of \(text.utf8.count) bytes of SVG path data")
    do { return try Path(svg: text, &reading) } catch let error as PathTextError { throw self.error("\(error)") }
  }

  mutating func fillRule() throws -> FillRule {
    guard let name = try optionalString("the fill rule") else { return .nonZero }
    guard let rule = FillRule(named: name) else {
      throw error("unknown fill rule \"\(name)\"; expected winding or evenOdd")
    }
    return rule
  }

  mutating func option<Option: NamedOption>(_ what: String) throws -> Option {
    let name = try string(what)
    guard let option = Option(named: name) else {
      throw error("unknown \(what) \"\(name)\"; expected one of \(Option.names.map(\.raw).joined(separator: ", "))")
    }
    return option
  }

  mutating func numbers(_ what: String) throws -> [Double] {
    let argument = next()
    guard let list = argument?.numbers, list.allSatisfy({ $0.isFinite }) else {
      throw mismatch("a list of numbers for \(what)", argument)
    }
    return list
  }

  mutating func optionalNumbers(_ what: String) throws -> [Double]? {
    guard let argument = peek, !argument.isNil else {
      _ = next()
      return nil
    }
    return try numbers(what)
  }

  /// Reads the named entries of a table argument; empty if absent. A name that is not in `names` is an error.
  ///
  /// - Parameters:
  ///   - keepsFalse: true keeps entries that are false; otherwise they are dropped.
  ///   - words: advice for names of other systems, such as `write at = "after+0.5"`.
  mutating func options(
    _ names: [String], keepsFalse: Bool = false, words: [String: String] = [:]
  ) throws -> [String: Argument] {
    let argument = next()
    guard let argument, !argument.isNil else { return [:] }
    guard argument.type == LLUA_NODE_TABLE, argument.node.count == 0, let entries = argument.entries else {
      throw mismatch("a table of options", argument)
    }
    var result: [String: Argument] = [:]
    for (key, value) in entries {
      guard names.contains(key) else {
        throw error(
          "unknown option \(key)\(words[key].map { "; \($0)" } ?? suggestionOrList(for: key, among: names))"
        )
      }
      // false stands for nil, which a table cannot hold.
      if !keepsFalse, value.type == LLUA_NODE_BOOLEAN, value.number == 0 { continue }
      result[key] = value
    }
    return result
  }

  func number(_ options: [String: Argument], _ key: String) throws -> Double? {
    guard let argument = options[key] else { return nil }
    guard argument.type == LLUA_NODE_NUMBER, argument.number.isFinite else {
      throw error("\(key) must be \(argument.numberWords), got \(argument.described)")
    }
    return argument.number
  }

  func string(_ options: [String: Argument], _ key: String) throws -> String? {
    guard let argument = options[key] else { return nil }
    guard let string = argument.string else { throw error("\(key) must be a string, got \(argument.described)") }
    return string
  }

  func color(_ options: [String: Argument], _ key: String) throws -> Color? {
    guard let argument = options[key] else { return nil }
    guard let color = argument.color else {
      if let excess = argument.colorExcess { throw error("\(key): \(excess)") }
      throw error(
        "\(key) must be a colour such as \"red\", got \(argument.described)"
          + argument.colorRemedy)
    }
    return color
  }
}
