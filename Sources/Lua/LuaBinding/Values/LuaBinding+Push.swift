// SPDX-License-Identifier: MIT
import CLuaBinding
import Geometry
import LayerModel
import LuaRuntime
import Numbers
import Pixels
import SceneFiles
import TimeLines

// Pushes results for Lua, in order, into the C binding's buffer.
extension LuaBinding {
  func push(_ value: Double) { llua_out_number(pointer, value) }
  func push(_ value: Bool) { llua_out_boolean(pointer, value) }
  func pushNil() { llua_out_nil(pointer) }

  func push(_ text: String) {
    var text = text
    text.withUTF8 {
      llua_out_string(pointer, UnsafeRawPointer($0.baseAddress)?.assumingMemoryBound(to: CChar.self), $0.count)
    }
  }

  func push(bytes: [UInt8]) {
    bytes.withUnsafeBytes { llua_out_string(pointer, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count) }
  }

  func push(_ p: Point) { pushQuantity(LLUA_NODE_POINT, p.x, p.y, 0, 0) }
  func push(_ s: Size) { pushQuantity(LLUA_NODE_SIZE, s.width, s.height, 0, 0) }
  func push(_ r: Rect) { pushQuantity(LLUA_NODE_RECT, r.x, r.y, r.width, r.height) }
  func push(_ c: Color) { pushQuantity(LLUA_NODE_COLOR, c.red, c.green, c.blue, c.alpha) }

  private func pushQuantity(_ type: Int, _ a: Double, _ b: Double, _ c: Double, _ d: Double) {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 4) { v in
      v[0] = a
      v[1] = b
      v[2] = c
      v[3] = d
      llua_out_quantity(pointer, UInt32(type), v.baseAddress)
    }
  }

  /// Pushes a list of numbers; for long ones.
  func push(_ numbers: [Double]) {
    numbers.withUnsafeBufferPointer { llua_out_numbers(pointer, $0.baseAddress, $0.count) }
  }

  func push(_ t: Transform3D) {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 16) { v in
      guard let base = v.baseAddress else { return }
      store(t, base)
      llua_out_quantity(pointer, UInt32(LLUA_NODE_TRANSFORM), base)
    }
  }

  /// Pushes an object for a new userdata of a kind.
  ///
  /// - Parameter bytes: the memory of the object and of what it alone holds, measured by the growth of a process; it
  ///   counts against the memory limit until Lua frees the userdata. 0 if something else counts it, as the scene does
  /// for keyed objects and time lines. Parts that may be large, or that grow, count themselves: pixels, the elements of
  /// a path, text.
  func push(_ object: AnyObject, as kind: Int, bytes: Int) {
    llua_out_object(pointer, UInt32(kind), Unmanaged.passRetained(object).toOpaque(), max(bytes, 0))
  }

  func push(_ layer: Layer?) {
    guard let layer else { return pushNil() }
    push(layer, as: LLUA_KIND_LAYER, bytes: 0)
  }

  func push(_ object: KeyedObject) {
    push(object, as: LLUA_KIND_KEYED, bytes: 0)
  }

  func push(_ path: ScriptPath) {
    push(path, as: LLUA_KIND_PATH, bytes: 128)
  }

  func push(_ image: Image) {
    push(ScriptImage(image, memory), as: LLUA_KIND_IMAGE, bytes: 112)
  }

  func push(_ text: AttributedString) {
    push(ScriptText(text, memory), as: LLUA_KIND_TEXT, bytes: 96)
  }

  func push(_ constraint: Constraint) {
    push(ScriptConstraint(constraint, memory.live), as: LLUA_KIND_CONSTRAINT, bytes: 160)
  }

  func push(_ line: TimeLine) {
    push(line, as: LLUA_KIND_TIMELINE, bytes: 0)
  }

  func push(_ context: GraphicsContext) {
    push(context, as: LLUA_KIND_CONTEXT, bytes: 512)
  }

  /// Pushes any value; tables read from a layer are frozen. Uses an explicit stack, since a dump is as deep as the
  /// tree.
  func push(_ value: PropertyValue, isFrozen: Bool = false) {
    var pending: [PropertyValue] = [value]
    while let value = pending.popLast() {
      switch value {
      case .null: pushNil()
      case .bool(let v): push(v)
      case .number(let v): push(v)
      case .string(let s): push(s)
      case .bytes(let bytes): push(bytes: bytes)
      case .point(let p): push(p)
      case .size(let s): push(s)
      case .rect(let r): push(r)
      case .transform(let t): push(t)
      case .color(let c): push(c)
      case .image(let i): push(i)
      case .path(let p): push(ScriptPath(p, memory, isFrozen: true))
      case .layer(let l): push(l)
      case .keyed(let object): push(object)
      case .attributedString(let a): push(a)
      case .constraint(let c): push(c)
      case .array(let values):
        llua_out_array(pointer, UInt32(clamping: values.count), isFrozen)
        // nil would leave a hole, which makes a list's length undefined.
        pending.append(contentsOf: values.reversed().lazy.map { $0.isNull ? ScriptNull.value : $0 })
      case .dictionary(let pairs):
        llua_out_dictionary(pointer, UInt32(clamping: pairs.count), isFrozen)
        for (key, value) in pairs.reversed() {
          pending.append(value)
          pending.append(.string(key))
        }
      case .object(let object): push(token: object)
      }
    }
  }

  private func push(token object: AnyObject) {
    let serial: Int
    let key: String
    var ordinal: UInt32 = 0
    if let sprite = object as? Sprite {
      return push(sprite, as: LLUA_KIND_SPRITE, bytes: 320)
    }
    if let package = object as? Package {
      return push(package, as: LLUA_KIND_PACKAGE, bytes: 512)
    }
    if object is ScriptNull { return llua_out_null(pointer) }
    if let whole = object as? WholeNumber { return llua_out_integer(pointer, whole.number) }
    if let held = (object as? any HeldFunction)?.function {
      return llua_out_kept(pointer, held.table.index, held.ordinal)
    }
    if let drawable = object as? Drawable { return push(drawable) }
    if let context = object as? GraphicsContext { return push(context) }
    if let value = object as? ScriptValue {
      serial = value.serial
      key = value.key
      ordinal = value.ordinal
    } else if let delegate = object as? ScriptDelegate {
      serial = delegate.serial
      key = "delegate"
    } else if let source = object as? ScriptSource {
      serial = source.serial
      key = "draw"
    } else if let manager = object as? ScriptLayoutManager {
      serial = manager.serial
      key = "layoutManager"
    } else if let delegate = object as? ScriptAnimationDelegate {
      serial = delegate.serial
      key = "delegate"
    } else {
      return pushNil()
    }
    var name = key
    name.withUTF8 {
      llua_out_script(
        pointer, UInt64(serial), UnsafeRawPointer($0.baseAddress)?.assumingMemoryBound(to: CChar.self), $0.count,
        ordinal)
    }
  }
}
