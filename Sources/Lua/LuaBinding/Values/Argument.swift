// SPDX-License-Identifier: MIT
import CLuaBinding
import Geometry
import LayerModel
import LuaRuntime
import Numbers
import Pixels
import SceneFiles
import TimeLines

/// A value from Lua in the C binding's buffer. It must be read before anything else is called.
struct Argument {
  let nodes: UnsafePointer<llua_Node>
  let doubles: UnsafePointer<Double>?
  /// The binding's memory budget, which outlives the call.
  unowned(unsafe) let memory: ScriptMemory
  let index: Int

  var node: llua_Node { nodes[index] }
  var type: Int { Int(node.type) }
  var isNil: Bool { type == LLUA_NODE_NIL }
  var number: Double { node.number }
  /// The expectation of a number, in words, for an error; a finite one if the value is an infinite number.
  var numberWords: String { type == LLUA_NODE_NUMBER ? "a finite number" : "a number" }
  /// The Lua type of a value that only Lua can hold.
  var scriptType: Int { Int(node.kind) }
  /// The layer, or other keyed object, behind a value that Lua holds; nil for other values.
  var heldLayer: KeyedObject? {
    guard type == LLUA_NODE_SCRIPT, scriptType == LLUA_SCRIPT_USERDATA, let object = node.object else { return nil }
    return Unmanaged<KeyedObject>.fromOpaque(object).takeUnretainedValue()
  }
  /// The C binding's index of the class behind a value that Lua holds; nil for other values.
  var classIndex: Int? {
    type == LLUA_NODE_SCRIPT && scriptType == LLUA_SCRIPT_TABLE && node.count > 0 ? Int(node.count) - 1 : nil
  }

  /// The doubles of a point, rect, list of numbers and so on.
  private var values: UnsafePointer<Double>? { doubles.map { $0 + node.offset } }

  // MARK: As values. Each is nil when it does not stand for the kind.

  var string: String? {
    guard type == LLUA_NODE_STRING else { return nil }
    return try? text(node.bytes, node.length)
  }

  var bytes: [UInt8]? {
    guard type == LLUA_NODE_STRING else { return nil }
    return Array(UnsafeRawBufferPointer(start: node.bytes, count: node.length))
  }

  func numbers(_ count: Int) -> UnsafePointer<Double>? {
    type == LLUA_NODE_NUMBERS && Int(node.count) == count ? values : nil
  }

  var numbers: [Double]? {
    switch type {
    case LLUA_NODE_NUMBERS: values.map { Array(UnsafeBufferPointer(start: $0, count: Int(node.count))) }
    case LLUA_NODE_TABLE: node.count == 0 && node.pairs == 0 ? [] : nil
    default: nil
    }
  }

  var point: Point? {
    if type == LLUA_NODE_POINT || (type == LLUA_NODE_NUMBERS && node.count == 2), let v = values {
      return Point(v[0], v[1])
    }
    return plain?.asPoint
  }

  var size: Size? {
    if type == LLUA_NODE_SIZE || (type == LLUA_NODE_NUMBERS && node.count == 2), let v = values {
      return Size(v[0], v[1])
    }
    return plain?.asSize
  }

  var rect: Rect? {
    if type == LLUA_NODE_RECT || (type == LLUA_NODE_NUMBERS && node.count == 4), let v = values {
      return Rect(v[0], v[1], v[2], v[3])
    }
    return plain?.asRect
  }

  var color: Color? {
    if type == LLUA_NODE_COLOR, let v = values { return Color(red: v[0], green: v[1], blue: v[2], alpha: v[3]) }
    guard let c = plain?.asColor else { return nil }
    func unit(_ v: Double) -> Double? { v >= -1e-6 && v <= 1 + 1e-6 ? min(max(v, 0), 1) : nil }
    guard let r = unit(c.red), let g = unit(c.green), let b = unit(c.blue), let a = unit(c.alpha) else { return nil }
    return Color(red: r, green: g, blue: b, alpha: a)
  }

  var transform: Transform3D? {
    if type == LLUA_NODE_TRANSFORM, let v = values { return LuaBinding_transform(v) }
    return plain?.asTransform
  }

  var layer: Layer? { object(LLUA_KIND_LAYER) }
  /// A keyed object other than a layer.
  var keyed: KeyedObject? { object(LLUA_KIND_KEYED) }
  var path: ScriptPath? { object(LLUA_KIND_PATH) }
  /// True if the value is `ca.null`.
  var isNull: Bool { type == LLUA_NODE_OBJECT && Int(node.kind) == LLUA_KIND_NULL }
  var sprite: Sprite? { object(LLUA_KIND_SPRITE) }
  var isSprite: Bool { sprite != nil }
  var image: Image? { (object(LLUA_KIND_IMAGE) as ScriptImage?)?.image }

  var constraint: Constraint? { (object(LLUA_KIND_CONSTRAINT) as ScriptConstraint?)?.constraint }

  var timeLine: TimeLine? { object(LLUA_KIND_TIMELINE) }

  /// A drawable or context: host functions can receive it, but layers cannot keep it.
  var hostObject: AnyObject? {
    (object(LLUA_KIND_DRAWABLE) as Drawable?) ?? (object(LLUA_KIND_CONTEXT) as GraphicsContext?)
  }

  /// The name of this kind of object in messages.
  private var kindName: String { llua_kind_name(node.kind).map { String(cString: $0) } ?? "userdata" }

  private func object<T: AnyObject>(_ kind: Int) -> T? {
    guard type == LLUA_NODE_OBJECT, Int(node.kind) == kind, let pointer = node.object else { return nil }
    return Unmanaged<T>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// The ordinal of a function among the call's references; nil for anything else.
  var function: UInt32? { type == LLUA_NODE_SCRIPT && scriptType == LLUA_SCRIPT_FUNCTION ? node.pairs : nil }

  /// The items of a table without other keys; nil for anything else.
  var items: [Argument]? {
    guard type == LLUA_NODE_TABLE, node.pairs == 0 else { return nil }
    var result: [Argument] = []
    result.reserveCapacity(Int(node.count))
    var at = index + 1
    for _ in 0..<Int(node.count) {
      result.append(Argument(nodes: nodes, doubles: doubles, memory: memory, index: at))
      at = Int(nodes[at].next)
    }
    return result
  }

  /// The named entries of a table, sorted by name; nil for anything else.
  var entries: [(key: String, value: Argument)]? {
    guard type == LLUA_NODE_TABLE else { return nil }
    var at = index + 1
    for _ in 0..<Int(node.count) { at = Int(nodes[at].next) }
    var result: [(key: String, value: Argument)] = []
    for _ in 0..<Int(node.pairs) {
      let key = Argument(nodes: nodes, doubles: doubles, memory: memory, index: at)
      let value = Int(nodes[at].next)
      result.append(
        (key.string ?? key.described, Argument(nodes: nodes, doubles: doubles, memory: memory, index: value)))
      at = Int(nodes[value].next)
    }
    result.sort { $0.key < $1.key }
    return result
  }

  /// All entries of a table: its items with their indices, then the others. Each has its name or number, and the key's
  /// text for messages.
  var fields: [(name: String?, number: Double?, key: String, value: Argument)] {
    guard type == LLUA_NODE_TABLE else { return [] }
    var result: [(name: String?, number: Double?, key: String, value: Argument)] = []
    var at = index + 1
    for i in 0..<Int(node.count) {
      result.append(
        (nil, Double(i + 1), "\(i + 1)", Argument(nodes: nodes, doubles: doubles, memory: memory, index: at)))
      at = Int(nodes[at].next)
    }
    for _ in 0..<Int(node.pairs) {
      let key = Argument(nodes: nodes, doubles: doubles, memory: memory, index: at)
      let value = Argument(nodes: nodes, doubles: doubles, memory: memory, index: Int(nodes[at].next))
      result.append((key.string, key.type == LLUA_NODE_NUMBER ? key.number : nil, key.described, value))
      at = Int(value.node.next)
    }
    return result
  }

  /// Describes a table key that is not a string; nil if there is none.
  var unnamedKey: String? {
    guard type == LLUA_NODE_TABLE else { return nil }
    var at = index + 1
    for _ in 0..<Int(node.count) { at = Int(nodes[at].next) }
    for _ in 0..<Int(node.pairs) {
      let key = Argument(nodes: nodes, doubles: doubles, memory: memory, index: at)
      if key.string == nil { return key.described }
      at = Int(nodes[Int(nodes[at].next)].next)
    }
    return nil
  }

  // MARK: As any value

  /// The value as data; nil for one that only a layer can keep.
  var plain: PropertyValue? { try? propertyValue(in: nil, for: nil, key: "") }

  /// Converts the value for a layer's key; script values become tokens of the layer and the key.
  func propertyValue(in binding: LuaBinding?, for layer: KeyedObject?, key: String) throws(LayerError) -> PropertyValue
  {
    try propertyValue(
      in: binding, for: layer, key: key,
      type == LLUA_NODE_TABLE || type == LLUA_NODE_NUMBERS ? MemoryCharge(memory) : nil)
  }

  /// - Parameter taken: charges the memory of a table's parts; a table may hold one long string any number of times.
  private func propertyValue(
    in binding: LuaBinding?, for layer: KeyedObject?, key: String, _ taken: MemoryCharge?
  ) throws(LayerError) -> PropertyValue {
    if let taken {
      let bytes =
        type == LLUA_NODE_STRING
        ? node.length : type == LLUA_NODE_NUMBERS ? Int(node.count) * MemoryLayout<PropertyValue>.stride : 0
      guard taken.grow(by: bytes + MemoryLayout<PropertyValue>.stride) else {
        throw .noMemory("the values of the table", memory, at: layer.map { "\($0.className).\(key)" } ?? key)
      }
    }
    switch type {
    case LLUA_NODE_BOOLEAN: return .bool(node.number != 0)
    case LLUA_NODE_NUMBER:
      // Custom keys keep integers that a double cannot represent.
      guard node.kind != 0, node.integer.magnitude >= 1 << 53, let layer,
        layer.keyedClass.property(String(key.prefix { $0 != "." })) == nil
      else { return .number(node.number) }
      return WholeNumber.value(node.integer)
    case LLUA_NODE_STRING:
      guard let string else {
        throw LayerError("\(layer.map { "\($0.className)." } ?? "")\(key): expected text in UTF-8, got \(described)")
      }
      return .string(string)
    case LLUA_NODE_POINT: return point.map { .point($0) } ?? .null
    case LLUA_NODE_SIZE: return size.map { .size($0) } ?? .null
    case LLUA_NODE_RECT: return rect.map { .rect($0) } ?? .null
    case LLUA_NODE_COLOR: return color.map { .color($0) } ?? .null
    case LLUA_NODE_TRANSFORM: return transform.map { .transform($0) } ?? .null
    case LLUA_NODE_NUMBERS: return .array((numbers ?? []).map { .number($0) })
    case LLUA_NODE_OBJECT:
      switch Int(node.kind) {
      case LLUA_KIND_LAYER: return self.layer.map { .layer($0) } ?? .null
      case LLUA_KIND_KEYED: return keyed.map { .keyed($0) } ?? .null
      case LLUA_KIND_PATH: return path.map { .path($0.path) } ?? .null
      case LLUA_KIND_IMAGE: return image.map { .image($0) } ?? .null
      case LLUA_KIND_CONSTRAINT: return constraint.map { .constraint($0) } ?? .null
      case LLUA_KIND_TEXT: return (object(LLUA_KIND_TEXT) as ScriptText?).map { .attributedString($0.text) } ?? .null
      case LLUA_KIND_SPRITE: return (object(LLUA_KIND_SPRITE) as Sprite?).map { .object($0) } ?? .null
      case LLUA_KIND_PACKAGE: return (object(LLUA_KIND_PACKAGE) as Package?).map { .object($0) } ?? .null
      case LLUA_KIND_NULL: return layer == nil ? .null : ScriptNull.value
      case LLUA_KIND_DRAWABLE:
        throw LayerError("\(key): a drawable is not allowed here; present it, or keep it in a variable")
      default: throw LayerError("\(key): a \(kindName) cannot be kept")
      }
    case LLUA_NODE_TABLE: return try table(in: binding, for: layer, key: key, taken)
    case LLUA_NODE_SCRIPT:
      guard let layer else { throw LayerError("\(described) is not allowed here") }
      return .object(ScriptValue(serial: layer.serial, key: key, ordinal: node.pairs, type: scriptType, binding))
    default: return .null
    }
  }

  private func table(in binding: LuaBinding?, for layer: KeyedObject?, key: String, _ taken: MemoryCharge?)
    throws(LayerError)
    -> PropertyValue
  {
    if node.pairs == 0 {
      var values: [PropertyValue] = []
      for item in items ?? [] { values.append(try item.propertyValue(in: binding, for: layer, key: key, taken)) }
      return .array(values)
    }
    var pairs: [(key: String, value: PropertyValue)] = []
    // The array part of a table that also has names is kept under its indices.
    var at = index + 1
    for i in 0..<Int(node.count) {
      let item = Argument(nodes: nodes, doubles: doubles, memory: memory, index: at)
      pairs.append((String(i + 1), try item.propertyValue(in: binding, for: layer, key: key, taken)))
      at = Int(nodes[at].next)
    }
    for (name, value) in entries ?? [] {
      pairs.append((name, try value.propertyValue(in: binding, for: layer, key: key, taken)))
    }
    return .dictionary(pairs)
  }

  /// A description of the value for "got …" in messages.
  var described: String {
    switch type {
    case LLUA_NODE_SCRIPT:
      switch scriptType {
      case LLUA_SCRIPT_TABLE: "a table"
      case LLUA_SCRIPT_FUNCTION: "a function"
      case LLUA_SCRIPT_THREAD: "a coroutine"
      default: heldLayer.map { "\($0.mention)" } ?? "a userdata"
      }
    case LLUA_NODE_OBJECT where Int(node.kind) == LLUA_KIND_DRAWABLE: "a drawable"
    case LLUA_NODE_OBJECT where isNull: "ca.null"
    case LLUA_NODE_OBJECT: isSprite ? "a \(kindName)" : plain?.described ?? "a \(kindName)"
    case LLUA_NODE_STRING where string == nil: "a string that is not UTF-8 (\(firstOddByte))"
    case LLUA_NODE_TABLE where node.kind != 0: "a class (call it to make an object, as in ca.Layer {…})"
    case LLUA_NODE_TABLE where Int(node.next) - index > 100: "a table of \(max(node.count, node.pairs)) values"
    default: plain?.described ?? "a table"
    }
  }
}

extension Argument {
  /// Describes the first byte that is not valid UTF-8.
  private var firstOddByte: String {
    let bytes = bytes ?? []
    var at = 0
    while at < bytes.count {
      let end = min(at + 4, bytes.count)
      guard
        let length = (1...4).first(where: {
          at + $0 <= end && String(validating: bytes[at..<at + $0], as: UTF8.self) != nil
        })
      else {
        let digits = String(bytes[at], radix: 16, uppercase: true)
        return "byte \(at + 1) is 0x\(digits.count < 2 ? "0" : "")\(digits)"
      }
      at += length
    }
    return "its end is missing"
  }
}

// Calls the global `transform`, which the property of that name hides inside Argument.
private func LuaBinding_transform(_ v: UnsafePointer<Double>) -> Transform3D { transform(v) }

/// Token of a value only Lua can hold, kept by a layer's Lua object: the layer's serial, the key, and the value's
/// ordinal under it (0: the whole value).
final class ScriptValue {
  let serial: Int
  let key: String
  let ordinal: UInt32
  let type: Int
  @WhileBound private(set) var binding: LuaBinding?
  private let mark: LiveMark?
  private var isFollowing = false

  init(serial: Int, key: String, ordinal: UInt32, type: Int, _ binding: LuaBinding?) {
    mark = binding.map { LiveMark($0.memory.live, .callbacks) }
    self.binding = binding
    self.serial = serial
    self.key = key
    self.ordinal = ordinal
    self.type = type
  }
}

extension ScriptValue: ScriptKept {
  func value(forKeyPath path: String, at place: String) throws -> PropertyValue {
    guard let binding else { return .null }
    try follow(path, at: place, llua_read_path)
    guard let nodes = llua_in_nodes(binding.pointer), llua_in_count(binding.pointer) > 0 else { return .null }
    return try Argument(nodes: nodes, doubles: llua_in_doubles(binding.pointer), memory: binding.memory, index: 0)
      .propertyValue(in: binding, for: nil, key: "\(key).\(path)")
  }

  func setValue(_ value: PropertyValue, forKeyPath path: String, at place: String) throws {
    guard let binding else { return }
    binding.push(value)
    try follow(path, at: place, llua_write_path)
  }

  private func follow(
    _ path: String, at place: String, _ body: (OpaquePointer?, UInt64, UnsafePointer<CChar>?, Int) -> llua_Kind
  ) throws {
    guard let binding else { return }
    // Only userdata and whole tables are entered, and in dictionaries only layers; for other values the path would lead
    // back here.
    guard type == LLUA_SCRIPT_USERDATA || type == LLUA_SCRIPT_TABLE && ordinal == 0, !isFollowing else {
      throw LayerError("\(place).\(path): \(place) is a value of the script that has no parts")
    }
    isFollowing = true
    defer { isFollowing = false }
    var whole = ordinal == 0 ? "\(key).\(path)" : "\(place).\(path)"
    try binding.state.check(
      whole.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { body(binding.pointer, UInt64(serial), $0.baseAddress, $0.count) }
      })
  }
}
