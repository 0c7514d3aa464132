// SPDX-License-Identifier: MIT
import CLayerLua
import Geometry
import LayerEngine
import LayerModel
import Numbers
import Pixels

/// Owner of the memory of returned values; frees it when released.
final class ValueStore {
  private var blocks: [UnsafeMutableRawPointer] = []
  private var objects: [AnyObject] = []
  private let handles: Handles

  init(_ handles: Handles) { self.handles = handles }

  deinit { for block in blocks { block.deallocate() } }

  /// Stores a list of values; NULL if it is empty.
  func store(_ values: [PropertyValue]) -> UnsafePointer<layerlua_value>? {
    guard !values.isEmpty else { return nil }
    let items = allocate(layerlua_value.self, values.count)
    for (i, value) in values.enumerated() { (items + i).initialize(to: store(value)) }
    return UnsafePointer(items)
  }

  func store(_ value: PropertyValue) -> layerlua_value {
    var out = layerlua_value()
    switch value {
    case .null: out.type = Int32(LAYERLUA_NIL.rawValue)
    case .bool(let flag):
      out.type = Int32(LAYERLUA_BOOLEAN.rawValue)
      out.as.boolean = flag
    case .number(let number):
      out.type = Int32(LAYERLUA_NUMBER.rawValue)
      out.as.number = number
    case .string(let text): setText(&out, LAYERLUA_STRING, text)
    case .bytes(let bytes):
      out.type = Int32(LAYERLUA_BYTES.rawValue)
      out.count = bytes.count
      out.as.bytes = UnsafePointer(copy(bytes))
    case .point(let p): setNumbers(&out, LAYERLUA_POINT, (p.x, p.y, 0, 0))
    case .size(let s): setNumbers(&out, LAYERLUA_SIZE, (s.width, s.height, 0, 0))
    case .rect(let r): setNumbers(&out, LAYERLUA_RECT, (r.x, r.y, r.width, r.height))
    case .color(let c): setNumbers(&out, LAYERLUA_COLOR, (c.red, c.green, c.blue, c.alpha))
    case .transform(let t):
      let matrix = allocate(Double.self, 16)
      for (i, number) in elements(t).enumerated() { (matrix + i).initialize(to: number) }
      out.type = Int32(LAYERLUA_TRANSFORM.rawValue)
      out.count = 16
      out.as.matrix = UnsafePointer(matrix)
    case .path(let path): setText(&out, LAYERLUA_PATH, path.svg)
    case .layer(let layer):
      out.type = Int32(LAYERLUA_LAYER.rawValue)
      _ = hold(layer)
      out.as.layer = handles.pointer(to: layer)
    case .image(let image):
      out.type = Int32(LAYERLUA_IMAGE.rawValue)
      out.as.image = OpaquePointer(hold(image))
    case .array(let values):
      out.type = Int32(LAYERLUA_ARRAY.rawValue)
      out.count = values.count
      out.as.items = store(values)
    case .dictionary(let pairs):
      out.type = Int32(LAYERLUA_DICTIONARY.rawValue)
      out.count = pairs.count
      out.as.items = store(pairs.flatMap { [.string($0.key), $0.value] })
    case .object(let object as ScriptFunction):
      out.type = Int32(LAYERLUA_FUNCTION.rawValue)
      _ = hold(object)
      out.as.function = handles.pointer(to: object)
    case .keyed, .attributedString, .constraint, .object: setText(&out, LAYERLUA_OTHER, value.described)
    }
    return out
  }

  /// Stores a zero-terminated copy of a text.
  func store(_ text: String) -> UnsafePointer<CChar> {
    let bytes = Array(text.utf8) + [0]
    return UnsafeRawPointer(copy(bytes)).assumingMemoryBound(to: CChar.self)
  }

  /// Stores a list of zero-terminated texts; NULL if it is empty.
  func store(_ texts: [String]) -> UnsafePointer<UnsafePointer<CChar>?>? {
    store(items: texts.map { store($0) })
  }

  /// Stores a list of structures; NULL if it is empty.
  func store<Item>(items: [Item]) -> UnsafePointer<Item>? {
    guard !items.isEmpty else { return nil }
    let list = allocate(Item.self, items.count)
    for (i, item) in items.enumerated() { (list + i).initialize(to: item) }
    return UnsafePointer(list)
  }

  private func setText(_ out: inout layerlua_value, _ type: layerlua_type, _ text: String) {
    out.type = Int32(type.rawValue)
    out.count = text.utf8.count
    out.as.string = store(text)
  }

  private func setNumbers(
    _ out: inout layerlua_value, _ type: layerlua_type, _ numbers: (Double, Double, Double, Double)
  ) {
    out.type = Int32(type.rawValue)
    out.as.numbers = numbers
  }

  private func hold(_ object: AnyObject) -> UnsafeMutableRawPointer {
    objects.append(object)
    return Unmanaged.passUnretained(object).toOpaque()
  }

  private func allocate<T>(_ type: T.Type, _ count: Int) -> UnsafeMutablePointer<T> {
    let memory = UnsafeMutablePointer<T>.allocate(capacity: count)
    blocks.append(UnsafeMutableRawPointer(memory))
    return memory
  }

  private func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<UInt8> {
    let memory = allocate(UInt8.self, max(bytes.count, 1))
    bytes.withUnsafeBufferPointer { if let base = $0.baseAddress { memory.initialize(from: base, count: bytes.count) } }
    return memory
  }
}

extension EngineHandle {
  /// Converts a value passed by the caller.
  ///
  /// - Parameter name: its name in messages.
  func value(_ pointer: UnsafePointer<layerlua_value>?, _ name: String, depth: Int = 0) throws -> PropertyValue {
    guard let v = pointer?.pointee else { throw misuse("\(name) is NULL") }
    let numbers = v.as.numbers
    switch UInt32(bitPattern: v.type) {
    case LAYERLUA_NIL.rawValue: return .null
    // Any non-zero byte counts as true.
    case LAYERLUA_BOOLEAN.rawValue: return .bool(withUnsafeBytes(of: v.as) { $0[0] != 0 })
    case LAYERLUA_NUMBER.rawValue: return .number(v.as.number)
    case LAYERLUA_STRING.rawValue: return .string(try counted(v, name))
    case LAYERLUA_BYTES.rawValue: return .bytes(Array(try bytes(v, name)))
    case LAYERLUA_POINT.rawValue: return .point(Point(numbers.0, numbers.1))
    case LAYERLUA_SIZE.rawValue: return .size(Size(numbers.0, numbers.1))
    case LAYERLUA_RECT.rawValue: return .rect(Rect(numbers.0, numbers.1, numbers.2, numbers.3))
    case LAYERLUA_COLOR.rawValue:
      return .color(Color(red: numbers.0, green: numbers.1, blue: numbers.2, alpha: numbers.3))
    case LAYERLUA_TRANSFORM.rawValue:
      guard let matrix = v.as.matrix else { throw misuse("\(name): the matrix is NULL") }
      return .transform(transform(matrix))
    case LAYERLUA_PATH.rawValue:
      let text = try counted(v, name)
      do { return .path(try Path(svg: text)) } catch {
        let message = (error as? PathTextError)?.message ?? "\(error)"
        throw misuse("\(name): \(message)")
      }
    case LAYERLUA_LAYER.rawValue: return .layer(try layer(v.as.layer))
    case LAYERLUA_IMAGE.rawValue:
      guard let image = image(v.as.image) else { throw misuse("\(name): the image is NULL") }
      return .image(image)
    case LAYERLUA_FUNCTION.rawValue: return .object(try function(v.as.function))
    case LAYERLUA_ARRAY.rawValue:
      let items = try items(v, 1, name, depth)
      return .array(
        try items.indices.map { i in try value(items.baseAddress.map { $0 + i }, "\(name)[\(i)]", depth: depth + 1) })
    case LAYERLUA_DICTIONARY.rawValue:
      let items = try items(v, 2, name, depth)
      var pairs: [(key: String, value: PropertyValue)] = []
      for i in stride(from: 0, to: items.count, by: 2) {
        guard case .string(let key) = try value(items.baseAddress.map { $0 + i }, "\(name): a key", depth: depth + 1)
        else {
          throw misuse("\(name): expected a LAYERLUA_STRING as key \(i / 2)")
        }
        pairs.append((key, try value(items.baseAddress.map { $0 + i + 1 }, "\(name).\(key)", depth: depth + 1)))
      }
      return .dictionary(pairs)
    case LAYERLUA_OTHER.rawValue: throw misuse("\(name): a value of type LAYERLUA_OTHER cannot be given back")
    default: throw misuse("\(name): \(v.type) is not a layerlua_type")
    }
  }

  func values(_ pointer: UnsafePointer<layerlua_value>?, _ count: Int, _ name: String) throws -> [PropertyValue] {
    guard count >= 0, count <= 1 << 20 else { throw misuse("the number of \(name)s is out of range") }
    guard count > 0 else { return [] }
    guard let pointer else { throw misuse("\(name)s is NULL, but the count is \(count)") }
    return try (0..<count).map { try value(pointer + $0, "\(name) \($0 + 1)") }
  }

  private func items(_ v: layerlua_value, _ parts: Int, _ name: String, _ depth: Int) throws -> UnsafeBufferPointer<
    layerlua_value
  > {
    guard depth < 100 else { throw misuse("\(name): nested too deeply (or holding itself): at most 100 levels") }
    guard v.count >= 0, v.count <= 1 << 26 else { throw misuse("\(name): the count is out of range") }
    guard v.count == 0 || v.as.items != nil else {
      throw misuse("\(name): items is NULL, but the count is \(v.count)")
    }
    return UnsafeBufferPointer(start: v.as.items, count: v.count * parts)
  }

  private func bytes(_ v: layerlua_value, _ name: String) throws -> UnsafeBufferPointer<UInt8> {
    guard v.count >= 0, v.count <= 1 << 40 else { throw misuse("\(name): the count is out of range") }
    guard v.count == 0 || v.as.bytes != nil else {
      throw misuse("\(name): the bytes are NULL, but the count is \(v.count)")
    }
    return UnsafeBufferPointer(start: v.as.bytes, count: v.count)
  }

  private func counted(_ v: layerlua_value, _ name: String) throws -> String {
    guard let text = String(validating: try bytes(v, name), as: UTF8.self) else { throw misuse("\(name) is not UTF-8") }
    return text
  }
}

func image(_ pointer: OpaquePointer?) -> Image? {
  pointer.map { Unmanaged<Image>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

private func elements(_ t: Transform3D) -> [Double] {
  [t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41, t.m42, t.m43, t.m44]
}

private func transform(_ m: UnsafePointer<Double>) -> Transform3D {
  var t = Transform3D.identity
  (t.m11, t.m12, t.m13, t.m14) = (m[0], m[1], m[2], m[3])
  (t.m21, t.m22, t.m23, t.m24) = (m[4], m[5], m[6], m[7])
  (t.m31, t.m32, t.m33, t.m34) = (m[8], m[9], m[10], m[11])
  (t.m41, t.m42, t.m43, t.m44) = (m[12], m[13], m[14], m[15])
  return t
}
