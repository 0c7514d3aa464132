// SPDX-License-Identifier: MIT
import CLuaBinding
import Geometry
import LayerModel
import LuaRuntime
import Numbers
import Pixels

// Functions called by the C binding. Each returns a status and never lets Lua jump over it.
extension LuaBinding {
  /// Returns the functions that the C room calls.
  static func hostTable() -> llua_Host {
    var host = llua_Host()
    addSetters(to: &host)
    addValues(to: &host)
    addParts(to: &host)
    addConstruction(to: &host)
    addCalls(to: &host)
    addObjects(to: &host)
    addTree(to: &host)
    return host
  }

  /// Properties set to values that need no table in Lua.
  private static func addSetters(to host: inout llua_Host) {
    host.set_number = { context, layer, property, value in
      LuaBinding.set(context, layer, property) { try $1.setNumber($0, value) }
    }
    host.set_boolean = { context, layer, property, value in
      LuaBinding.set(context, layer, property) { try $1.setBool($0, value) }
    }
    host.set_quantity = { context, layer, property, type, values in
      guard let v = values else { return -1 }
      return LuaBinding.set(context, layer, property) { layer, property in
        switch Int(type) {
        case LLUA_NODE_POINT: try property.setPoint(layer, Point(v[0], v[1]))
        case LLUA_NODE_SIZE: try property.setSize(layer, Size(v[0], v[1]))
        case LLUA_NODE_RECT: try property.setRect(layer, Rect(v[0], v[1], v[2], v[3]))
        case LLUA_NODE_COLOR: try property.setColor(layer, Color(red: v[0], green: v[1], blue: v[2], alpha: v[3]))
        default: try property.setTransform(layer, transform(v))
        }
      }
    }
  }

  /// Properties read and set by name or key path.
  private static func addValues(to host: inout llua_Host) {
    host.get_quantity = { context, layer, property, kind, values in
      guard let layer, let property, let v = values else { return Int32(LLUA_NODE_NIL) }
      return Unmanaged<Property>.fromOpaque(property)._withUnsafeGuaranteedRef { property in
        Unmanaged<KeyedObject>.fromOpaque(layer)._withUnsafeGuaranteedRef { layer in
          let type = LuaBinding.read(property, of: layer, kind: Int(kind), into: v)
          return layer.scene.hookFailure == nil ? type : LuaBinding.fail(context, layer.scene)
        }
      }
    }
    host.set_value = { context, layer, property, key, length in
      guard let binding = LuaBinding.of(context), let layer else { return -1 }
      return binding.status {
        let object = Unmanaged<KeyedObject>.fromOpaque(layer).takeUnretainedValue()
        try binding.setValue(object, property, key, length)
        guard object.scene.settings != nil else { return }
        let row = property.map { Unmanaged<Property>.fromOpaque($0).takeUnretainedValue() }
        // A path counts as a change of its first property.
        if let row = try row ?? object.keyedClass.property(String(text(key, length).prefix { $0 != "." })) {
          LuaBinding.log(context, row, object)
        }
      }
    }
    host.get_value = { context, layer, property, key, length in
      guard let binding = LuaBinding.of(context), let layer else { return -1 }
      return binding.status {
        try binding.getValue(Unmanaged<KeyedObject>.fromOpaque(layer).takeUnretainedValue(), property, key, length)
      }
    }
    host.follow_path = { context, layer, path, length, used in
      guard let binding = LuaBinding.of(context), let layer, let used else { return nil }
      var found: UnsafeMutableRawPointer?
      _ = binding.status {
        let (object, bytes) = try Unmanaged<KeyedObject>.fromOpaque(layer).takeUnretainedValue().follow(
          keyPath: try text(path, length))
        used.pointee = bytes
        // Not retained: the object that the path started from holds it.
        found = Unmanaged.passUnretained(object).toOpaque()
      }
      return found
    }
  }

  /// Parts of values by key path, such as `position.x`: numbers are read and set without building the whole value.
  private static func addParts(to host: inout llua_Host) {
    host.note_part = { context, layer, key, length in
      guard let binding = LuaBinding.of(context), let layer else { return -1 }
      return binding.status {
        try Unmanaged<KeyedObject>.fromOpaque(layer).takeUnretainedValue().notePart(ofKey: try text(key, length))
      }
    }
    host.part = { context, layer, whole, path, length, isSetting in
      guard let binding = LuaBinding.of(context), let layer, let nodes = llua_in_nodes(binding.pointer) else {
        return -1
      }
      return binding.status {
        let object = Unmanaged<KeyedObject>.fromOpaque(layer).takeUnretainedValue()
        func value(_ index: Int) throws -> PropertyValue {
          try Argument(nodes: nodes, doubles: llua_in_doubles(binding.pointer), memory: binding.memory, index: index)
            .propertyValue(in: binding, for: nil, key: whole.map { String(cString: $0) } ?? "")
        }
        let (old, rest, name) = (try value(0), try text(path, length), whole.map { String(cString: $0) } ?? "")
        binding.push(
          isSetting
            ? try object.replacingPart(of: old, path: rest, try value(Int(nodes[0].next)), whole: name)
            : try object.part(of: old, path: rest, whole: name))
      }
    }
    host.find_part = { context, layer, property, path, length in
      guard let binding = LuaBinding.of(context), let layer, let property, let path = try? text(path, length),
        let known = Unmanaged<KeyedObject>.fromOpaque(layer).takeUnretainedValue().knownPart(path),
        Unmanaged.passUnretained(known.row).toOpaque() == UnsafeMutableRawPointer(mutating: property)
      else { return -1 }
      if let same = binding.parts.firstIndex(where: { $0.path == path }) { return Int32(clamping: same) }
      binding.parts.append(known)
      return Int32(clamping: binding.parts.count - 1)
    }
    host.get_part = { context, layer, part, value in
      guard let context, let layer, let value else { return false }
      return Unmanaged<LuaBinding>.fromOpaque(context)._withUnsafeGuaranteedRef { binding in
        guard binding.parts.indices.contains(Int(part)) else { return false }
        return Unmanaged<KeyedObject>.fromOpaque(layer)._withUnsafeGuaranteedRef { object in
          guard let number = object.number(of: binding.parts[Int(part)]) else { return false }
          value.pointee = number
          return true
        }
      }
    }
    host.set_part = { context, layer, part, value in
      guard let binding = LuaBinding.of(context), let layer, binding.parts.indices.contains(Int(part)) else {
        return -1
      }
      return binding.status {
        let object = Unmanaged<KeyedObject>.fromOpaque(layer).takeUnretainedValue()
        try object.setNumber(value, of: binding.parts[Int(part)])
        if object.scene.settings != nil { LuaBinding.log(context, binding.parts[Int(part)].row, object) }
      }
    }
  }

  /// Construction of objects and classes.
  private static func addConstruction(to host: inout llua_Host) {
    host.frame_beside = { _, layer, given, before, isAfter in
      guard let before, let layer, let layer = Unmanaged<KeyedObject>.fromOpaque(layer).takeUnretainedValue() as? Layer
      else { return }
      if isAfter {
        layer.warnAboutFrame(
          besideBounds: given & 1 != 0 ? Rect(before[0], before[1], before[2], before[3]) : nil,
          position: given & 2 != 0 ? Point(before[4], before[5]) : nil)
      } else {
        let (b, p) = (layer.bounds, layer.position)
        for (i, v) in [b.x, b.y, b.width, b.height, p.x, p.y].enumerated() { before[i] = v }
      }
    }
    host.check_key = { context, index, key, length in
      guard let binding = LuaBinding.of(context), binding.classes.indices.contains(Int(index)) else { return -1 }
      var rank: Int32 = -1
      let status = binding.status {
        let layerClass = binding.classes[Int(index)]
        let name = try text(key, length)
        let head = String(name.prefix { $0 != "." })
        guard let property = layerClass.property(head) else {
          if ScriptClass.hookNames.contains(name) {
            throw LayerError(
              "\(layerClass.name).\(name): a hook is defined in a subclass or a delegate, not in the constructor")
          }
          throw layerClass.unknownKey(head, for: .author)
        }
        rank = Int32(property.constructorRank * 10_000 + property.index)
      }
      return status < 0 ? status : rank
    }
    host.named_class = { context, index, name, length in
      guard let binding = LuaBinding.of(context), binding.classes.indices.contains(Int(index)) else { return -1 }
      var found = index
      let status = binding.status {
        guard binding.classes[Int(index)] === KeyedClass.filter else { return }
        let name = try text(name, length)
        do throws(LayerError) { found = binding.index(of: try KeyedClass.filter(named: name, in: binding.scene)) } catch
        {
          throw LayerError("ca.Filter: \(error.message)")
        }
      }
      return status < 0 ? status : found
    }
    host.make_layer = { context, index in
      guard let binding = LuaBinding.of(context), binding.classes.indices.contains(Int(index)) else { return nil }
      var made: UnsafeMutableRawPointer?
      _ = binding.status {
        let object = try binding.classes[Int(index)].makeObject(in: binding.scene)
        object.isUnderConstruction = true
        object.madeAt = llua_mark_calls(binding.pointer)
        if let log = binding.scene.settings, let layer = object as? Layer { log.noteMade(layer) }
        made = Unmanaged.passRetained(object).toOpaque()
      }
      return made
    }
    host.finish_layer = { layer in
      if let layer {
        Unmanaged<KeyedObject>.fromOpaque(layer)._withUnsafeGuaranteedRef { $0.isUnderConstruction = false }
      }
    }
    host.make_class = { context, parent, name, length in
      guard let binding = LuaBinding.of(context), binding.classes.indices.contains(Int(parent)) else { return -1 }
      var index: Int32 = -1
      let status = binding.status {
        index = try binding.makeClass(under: binding.classes[Int(parent)], named: try text(name, length))
      }
      return status < 0 ? status : index
    }
  }

  /// Calls of methods.
  private static func addCalls(to host: inout llua_Host) {
    host.call = { context, method, receiver, count in
      guard let binding = LuaBinding.of(context), method >= 0 else { return -1 }
      return binding.status {
        guard Int(method) < binding.methods.count else {
          return try binding.callHost(Int(method) - binding.methods.count)
        }
        var call = Call(binding, binding.methods[Int(method)], receiver: receiver)
        try binding.methods[Int(method)].body(&call)
        if call.hasMore { llua_note_unread(binding.pointer, Int32(call.taken)) }
      }
    }
    host.unread = { context, method, taken in
      guard let binding = LuaBinding.of(context), Int(method) < binding.methods.count else { return }
      let method = binding.methods[Int(method)]
      let own = method.names.first ?? ""
      let name =
        own == "()" ? method.owner : method.owner.hasPrefix("ca") ? "\(method.owner).\(own)" : "\(method.owner):\(own)"
      let takes =
        taken == 0
        ? "it takes no arguments here" : taken == 1 ? "it takes one argument here" : "it takes \(taken) arguments here"
      binding.scene.warn(.extraArgument, "\(name): \(takes); the rest is ignored", onceFor: name)
    }
    host.defined = { context, index, name, length in
      guard let binding = LuaBinding.of(context), binding.classes.indices.contains(Int(index)),
        let name = try? text(name, length)
      else {
        return
      }
      binding.noteDefinition(of: name, in: binding.classes[Int(index)])
    }
    host.missing = { context, name, length, isOfModule in
      guard let binding = LuaBinding.of(context), let name = try? text(name, length) else { return }
      binding.noteMissing(name, isOfModule: isOfModule)
    }
    host.remedy = { context, remedy, name, length, to, room in
      guard let binding = LuaBinding.of(context), let to, let name = try? text(name, length) else { return 0 }
      var remedy = binding.remedy(remedy, name) ?? ""
      return remedy.withUTF8 { bytes in
        guard bytes.count < room else { return 0 }
        for (i, byte) in bytes.enumerated() { to[i] = CChar(bitPattern: byte) }
        to[bytes.count] = 0
        return bytes.count
      }
    }
  }

  /// Identity, lifetime and comparison of objects.
  private static func addObjects(to host: inout llua_Host) {
    host.parse_color = { _, bytes, length, rgba in
      guard let rgba, let string = try? text(bytes, length), let c = Color(css: string) else { return false }
      rgba[0] = c.red
      rgba[1] = c.green
      rgba[2] = c.blue
      rgba[3] = c.alpha
      return true
    }
    host.retain = { object in
      if let object { _ = Unmanaged<AnyObject>.fromOpaque(object).retain() }
    }
    host.release = { object in
      if let object { Unmanaged<AnyObject>.fromOpaque(object).release() }
    }
    host.layer_serial = { layer in
      guard let layer else { return 0 }
      return Unmanaged<KeyedObject>.fromOpaque(layer)._withUnsafeGuaranteedRef { UInt64($0.serial) }
    }
    host.layer_class = { context, layer in
      guard let binding = LuaBinding.of(context), let layer else { return 0 }
      return Unmanaged<KeyedObject>.fromOpaque(layer)._withUnsafeGuaranteedRef { binding.index(of: $0.keyedClass) }
    }
    host.equal = { kind, a, b in
      guard let a, let b else { return false }
      switch Int(kind) {
      case LLUA_KIND_PATH:
        return Unmanaged<ScriptPath>.fromOpaque(a).takeUnretainedValue().path
          == Unmanaged<ScriptPath>.fromOpaque(b).takeUnretainedValue().path
      case LLUA_KIND_IMAGE:
        return Unmanaged<ScriptImage>.fromOpaque(a).takeUnretainedValue().image.isEqual(
          to: Unmanaged<ScriptImage>.fromOpaque(b).takeUnretainedValue().image)
      case LLUA_KIND_SPRITE:
        return Unmanaged<Sprite>.fromOpaque(a).takeUnretainedValue().isEqual(
          to: Unmanaged<Sprite>.fromOpaque(b).takeUnretainedValue())
      case LLUA_KIND_CONSTRAINT:
        return Unmanaged<ScriptConstraint>.fromOpaque(a).takeUnretainedValue().constraint
          == Unmanaged<ScriptConstraint>.fromOpaque(b).takeUnretainedValue().constraint
      case LLUA_KIND_TEXT:
        return Unmanaged<ScriptText>.fromOpaque(a).takeUnretainedValue().text
          == Unmanaged<ScriptText>.fromOpaque(b).takeUnretainedValue().text
      default: return a == b
      }
    }
  }

  /// The tree of layers.
  private static func addTree(to host: inout llua_Host) {
    host.superlayer = { layer in
      guard let layer else { return nil }
      return Unmanaged<Layer>.fromOpaque(layer)._withUnsafeGuaranteedRef {
        $0.superlayer.map { Unmanaged.passUnretained($0).toOpaque() }
      }
    }
    host.read_superlayer = { layer, found in
      guard let layer, let found else { return false }
      return Unmanaged<Layer>.fromOpaque(layer)._withUnsafeGuaranteedRef { layer in
        guard !layer.makesSuperlayer else { return false }
        found.pointee = layer.superlayer.map { Unmanaged.passUnretained($0).toOpaque() }
        return true
      }
    }
    host.sublayers = { layer in
      guard let layer else { return nil }
      return Unmanaged<Layer>.fromOpaque(layer)._withUnsafeGuaranteedRef { layer in
        layer.sublayerCount == 0 ? nil : Unmanaged.passRetained(SublayersView(of: layer)).toOpaque()
      }
    }
    host.sublayers_current = { view, layer in
      guard let view, let layer else { return false }
      return Unmanaged<SublayersView>.fromOpaque(view)._withUnsafeGuaranteedRef { view in
        Unmanaged<Layer>.fromOpaque(layer)._withUnsafeGuaranteedRef { view.isCurrent(of: $0) }
      }
    }
    host.sublayers_count = { view in
      guard let view else { return 0 }
      return Unmanaged<SublayersView>.fromOpaque(view)._withUnsafeGuaranteedRef { $0.count }
    }
    host.sublayers_at = { view, index, isInPlace in
      guard let view else { return nil }
      return Unmanaged<SublayersView>.fromOpaque(view)._withUnsafeGuaranteedRef { view in
        guard let layer = view[Int(index)] else { return nil }
        isInPlace?.pointee = view.isInPlace(layer)
        return Unmanaged.passUnretained(layer).toOpaque()
      }
    }
  }

  /// Sets a property and records the line that set it. Returns the status for the C room: 0, or below 0 after an error.
  @inline(__always)
  private static func set(
    _ context: UnsafeMutableRawPointer?, _ layer: UnsafeMutableRawPointer?, _ property: UnsafeRawPointer?,
    _ body: (KeyedObject, Property) throws -> Void
  ) -> Int32 {
    guard let layer, let property else { return -1 }
    return Unmanaged<Property>.fromOpaque(property)._withUnsafeGuaranteedRef { property in
      Unmanaged<KeyedObject>.fromOpaque(layer)._withUnsafeGuaranteedRef { layer in
        do {
          try body(layer, property)
          if layer.scene.settings != nil { LuaBinding.log(context, property, layer) }
          return layer.scene.hookFailure == nil ? 0 : LuaBinding.fail(context, layer.scene)
        } catch { return LuaBinding.refuse(context, error) }
      }
    }
  }

  /// Records the line that set a property.
  @inline(never)
  private static func log(_ context: UnsafeMutableRawPointer?, _ row: Property, _ object: KeyedObject) {
    guard let binding = of(context) else { return }
    object.scene.settings?.note(row, of: object, llua_mark_caller(binding.pointer))
  }

  /// Runs a body and converts its error to a status.
  func status(_ body: () throws -> Void) -> Int32 {
    do {
      try body()
      try scene.throwHookFailure()
      return 0
    } catch {
      state.fail(error)
      return -1
    }
  }

  /// Reports the error of a hook that a change triggered as the change's own error.
  @inline(never)
  private static func fail(_ context: UnsafeMutableRawPointer?, _ scene: Scene) -> Int32 {
    do {
      try scene.throwHookFailure()
      return 0
    } catch { return refuse(context, error) }
  }

  @inline(never)
  private static func refuse(_ context: UnsafeMutableRawPointer?, _ error: any Error) -> Int32 {
    of(context)?.state.fail(error)
    return -1
  }

  private static func read(_ property: Property, of layer: KeyedObject, kind: Int, into v: UnsafeMutablePointer<Double>)
    -> Int32
  {
    let layer = layer.asDrawn(property)
    switch kind {
    case LLUA_KEY_NUMBER:
      guard let number = property.number(layer) else { return Int32(LLUA_NODE_OBJECT) }
      v[0] = number
      return Int32(LLUA_NODE_NUMBER)
    case LLUA_KEY_BOOLEAN:
      guard let flag = property.bool(layer) else { return Int32(LLUA_NODE_OBJECT) }
      v[0] = flag ? 1 : 0
      return Int32(LLUA_NODE_BOOLEAN)
    case LLUA_KEY_POINT:
      guard let p = property.point(layer) else { return Int32(LLUA_NODE_OBJECT) }
      v[0] = p.x
      v[1] = p.y
      return Int32(LLUA_NODE_POINT)
    case LLUA_KEY_SIZE:
      guard let s = property.size(layer) else { return Int32(LLUA_NODE_OBJECT) }
      v[0] = s.width
      v[1] = s.height
      return Int32(LLUA_NODE_SIZE)
    case LLUA_KEY_RECT:
      guard let r = property.rect(layer) else { return Int32(LLUA_NODE_OBJECT) }
      v[0] = r.x
      v[1] = r.y
      v[2] = r.width
      v[3] = r.height
      return Int32(LLUA_NODE_RECT)
    default:
      switch property.value(layer) {
      case .null: return Int32(LLUA_NODE_NIL)
      case .color(let c):
        v[0] = c.red
        v[1] = c.green
        v[2] = c.blue
        v[3] = c.alpha
        return Int32(LLUA_NODE_COLOR)
      case .transform(let t):
        store(t, v)
        return Int32(LLUA_NODE_TRANSFORM)
      default: return Int32(LLUA_NODE_OBJECT)
      }
    }
  }

  private func setValue(_ layer: KeyedObject, _ row: UnsafeRawPointer?, _ key: UnsafePointer<CChar>?, _ length: Int)
    throws
  {
    let name = try text(key, length)
    guard let nodes = llua_in_nodes(pointer) else { return }
    let argument = Argument(nodes: nodes, doubles: llua_in_doubles(pointer), memory: memory, index: 0)
    if let row {
      let property = Unmanaged<Property>.fromOpaque(row).takeUnretainedValue()
      if property.isReadOnly { return try property.setValue(layer, .null) }
      switch property.kind {
      case .delegate:
        if let layer = layer as? Layer { return try setDelegate(layer, property, argument) }
        if let animation = layer as? Animation { return try setDelegate(animation, property, argument) }
      case .function:
        if let layer = layer as? Layer { return try setSource(layer, property, argument) }
      case .layoutManager:
        if let layer = layer as? Layer { return try setLayoutManager(layer, property, argument) }
      case .any, .dictionary: break
      case .data where argument.type == LLUA_NODE_STRING:
        // Raw bytes, even if they are valid text.
        return try property.setValue(layer, .bytes(argument.bytes ?? []))
      default:
        // Refused here, since the model does not know this type.
        if argument.isSprite {
          throw LayerError(
            "\(layer.className).\(property.name): expected \(property.kind.expectation(for: .author)), got a Sprite; "
              + "set contents = sprite.image and contentsRect = sprite.contentsRect, or contents = sprite.upright")
        }
        if argument.type == LLUA_NODE_SCRIPT {
          throw LayerError(
            "\(layer.className).\(property.name): expected \(property.kind.expectation(for: .author)), "
              + "got \(argument.described)")
        }
      }
      return try property.setValue(layer, try argument.propertyValue(in: self, for: layer, key: name))
    }
    if llua_key_is_explicit(pointer) {
      if layer.keyedClass.property(name) != nil {
        throw LayerError(
          "\(layer.className).userInfo: \(name) is a property of the class; write it outside of userInfo")
      }
      if name.isEmpty || name.utf8.contains(UInt8(ascii: ".")) {
        throw LayerError("\(layer.className).userInfo: \"\(name)\" cannot be a key: a key is a word without dots")
      }
      return try layer.setCustomValue(
        try argument.propertyValue(in: self, for: layer, key: name), forKey: name, isExplicit: true)
    }
    if name == "className" {
      throw LayerError(
        "\(layer.className).className is read-only: a layer's class is fixed when it is made; make a new one of the "
          + "other class"
      )
    }
    if name == "visibleRect", layer is Layer { throw LayerError("\(layer.className).visibleRect is read-only") }
    try layer.setValue(try argument.propertyValue(in: self, for: layer, key: name), forKeyPath: name)
  }

  private func getValue(_ layer: KeyedObject, _ row: UnsafeRawPointer?, _ key: UnsafePointer<CChar>?, _ length: Int)
    throws
  {
    let name = try text(key, length)
    if let row {
      let property = Unmanaged<Property>.fromOpaque(row).takeUnretainedValue()
      return push(property.read(layer.asDrawn(property)), isFrozen: true)
    }
    switch name {
    case "className": push(.string(layer.className))
    case LuaBinding.animationsKey where layer is Layer:
      push(.array((layer as? Layer)?.animations.map { .keyed($0) } ?? []), isFrozen: true)
    case "visibleRect" where layer is Layer: push(.rect((layer as? Layer)?.visibleRect ?? .zero))
    default:
      let value = try layer.value(forKeyPath: name)
      if value.isNull { layer.noteMissing(name) }
      push(value, isFrozen: true)
    }
  }

  private func setDelegate(_ layer: Layer, _ property: Property, _ argument: Argument) throws {
    guard try hasFunctions(argument, "\(layer.className).delegate", "functions such as drawLayerInContext") else {
      return layer.delegate = nil
    }
    let delegate = ScriptDelegate(self, layer, isLayer: argument.heldLayer != nil)
    layer.delegate = delegate
    layer.keptDelegate = delegate
  }

  /// Checks a value assigned as a delegate or layout manager; false for nil.
  ///
  /// Its functions are looked up when needed: in a table, in a class, or in a layer's class if that is written in Lua.
  /// Layers of built-in classes have none, and never will.
  ///
  /// - Parameters:
  ///   - key: the key it is assigned to, for messages: `Layer.delegate`.
  ///   - functions: the functions it needs, in words.
  ///   - besides: other assignable values, in words.
  /// - Throws: `LayerError` for any other value.
  func hasFunctions(_ argument: Argument, _ key: String, _ functions: String, besides: String = "") throws(LayerError)
    -> Bool
  {
    let expected = "\(key): expected \(besides)a table, or a layer or class of your own, with \(functions)"
    switch argument.type {
    case LLUA_NODE_NIL: return false
    case LLUA_NODE_BOOLEAN where argument.number == 0: return false
    case LLUA_NODE_SCRIPT where argument.scriptType == LLUA_SCRIPT_TABLE || argument.scriptType == LLUA_SCRIPT_USERDATA:
      break
    case LLUA_NODE_OBJECT where argument.keyed != nil: break
    default: throw LayerError("\(expected), got \(argument.described)")
    }
    if let object = argument.heldLayer ?? argument.keyed, !(object.keyedClass.hooks is ScriptClass) {
      throw LayerError(
        "\(expected), got \(object.mention), whose class has none: define them in a subclass "
          + "(local Sub = ca.\(object.className):subclass(\"Sub\")), or assign a table that has them")
    }
    if let index = argument.classIndex, classes.indices.contains(index), !(classes[index].hooks is ScriptClass) {
      throw LayerError(
        "\(expected), got the class \(classes[index].name), which is built in (call it to make an object)")
    }
    return true
  }
}

/// Converts a string from C to text.
/// - Throws: `LayerError` if it is not UTF-8.
func text(_ bytes: UnsafePointer<CChar>?, _ length: Int) throws(LayerError) -> String {
  guard let bytes else { return "" }
  let buffer = UnsafeRawBufferPointer(start: bytes, count: length)
  guard let string = String(validating: buffer, as: UTF8.self) else {
    throw LayerError("expected UTF-8 text, got invalid bytes")
  }
  return string
}

func transform(_ v: UnsafePointer<Double>) -> Transform3D {
  var t = Transform3D.identity
  t.m11 = v[0]
  t.m12 = v[1]
  t.m13 = v[2]
  t.m14 = v[3]
  t.m21 = v[4]
  t.m22 = v[5]
  t.m23 = v[6]
  t.m24 = v[7]
  t.m31 = v[8]
  t.m32 = v[9]
  t.m33 = v[10]
  t.m34 = v[11]
  t.m41 = v[12]
  t.m42 = v[13]
  t.m43 = v[14]
  t.m44 = v[15]
  return t
}

func store(_ t: Transform3D, _ v: UnsafeMutablePointer<Double>) {
  v[0] = t.m11
  v[1] = t.m12
  v[2] = t.m13
  v[3] = t.m14
  v[4] = t.m21
  v[5] = t.m22
  v[6] = t.m23
  v[7] = t.m24
  v[8] = t.m31
  v[9] = t.m32
  v[10] = t.m33
  v[11] = t.m34
  v[12] = t.m41
  v[13] = t.m42
  v[14] = t.m43
  v[15] = t.m44
}
