// SPDX-License-Identifier: MIT
import CLuaShim
import Geometry
import LayerModel
import LuaRuntime
import Numbers
import Wording

private let edges = LLUA_EDGES

extension Method {
  static let layerMethods: [Method] =
    treeMethods + geometryMethods + conversionMethods + updateMethods + hookMethods + keyMethods

  // MARK: Hierarchy

  private static let treeMethods: [Method] = [
    Method("Layer", "addSublayer", flags: edges) { call in
      let layer = try call.layer
      let child = try call.layer()
      try child.moving { try layer.addSublayer(child) }
    },
    Method("Layer", "insertSublayer", "insertSublayerAtIndex", flags: edges) { call in
      let child = try call.layer()
      let index = try call.number("the index")
      let count = try call.layer.sublayers.count - (child.superlayer === (try call.layer) ? 1 : 0)
      guard index == index.rounded(), index >= 1, index <= Double(count + 1) else {
        throw call.error("the index must be a whole number from 1 to \(count + 1), got \(numberText(index))")
      }
      let layer = try call.layer
      try child.moving { try layer.insertSublayer(child, at: Int(clamping: index) - 1) }
    },
    Method("Layer", "insertSublayerBelow", flags: edges) { call in
      let child = try call.layer()
      let layer = try call.layer
      let sibling = try call.layer("a sibling")
      try child.moving { try layer.insertSublayer(child, below: sibling) }
    },
    Method("Layer", "insertSublayerAbove", flags: edges) { call in
      let child = try call.layer()
      let layer = try call.layer
      let sibling = try call.layer("a sibling")
      try child.moving { try layer.insertSublayer(child, above: sibling) }
    },
    Method("Layer", "replaceSublayer", "replaceSublayerWith", flags: edges) { call in
      let old = try call.layer()
      let layer = try call.layer
      let new = try call.optionalLayer()
      try old.moving {
        if let new {
          try new.moving { try layer.replaceSublayer(old, with: new) }
        } else {
          try layer.replaceSublayer(old, with: nil)
        }
      }
    },
    Method("Layer", "removeFromSuperlayer", flags: edges) { call in
      let layer = try call.layer
      try layer.moving { layer.removeFromSuperlayer() }
    },
    Method("Layer", "sublayer", "sublayerNamed") { call in
      call.binding.push(try call.layer.sublayer(named: try call.string("the name")))
    },
    Method("Layer", "find") { call in call.binding.push(try call.layer.find(try call.string("the path"))) },
    Method("Layer", "copy") { call in
      let binding = call.binding
      var kept: [(KeyedObject, KeyedObject)] = []
      let copy = try call.layer.copy(
        onCopy: { original, copy in
          if let kept = original.delegate as? ScriptDelegate {
            let delegate = ScriptDelegate(binding, copy, isLayer: kept.isLayer)
            copy.delegate = delegate
            copy.keptDelegate = delegate
          }
          if (original as? DrawableLayer)?.source is ScriptSource {
            (copy as? DrawableLayer)?.source = ScriptSource(binding, copy)
          }
          if original.layoutManager is ScriptLayoutManager { copy.layoutManager = ScriptLayoutManager(binding, copy) }
          kept.append((original, copy))
        }, onCopyOfCell: { kept.append(($0, $1)) })
      // Their Lua objects live through the root's, which Lua does not hold yet.
      try binding.pin(copy)
      defer { binding.unpin(copy) }
      try binding.keep(kept)
      for (original, copy) in kept where binding.layersHoldingAnimations.contains(original.serial) {
        guard let layer = copy as? Layer else { continue }
        try binding.hold(layer)
        binding.layersHoldingAnimations.insert(layer.serial)
      }
      binding.push(copy)
    },
  ]

  // MARK: Geometry

  private static let geometryMethods: [Method] = [
    Method("Layer", "convertPointFromLayer") { call in
      let p = try call.point()
      call.binding.push(try call.layer.convertPoint(p, from: try call.optionalLayer()))
    },
    Method("Layer", "convertPointToLayer") { call in
      let p = try call.point()
      call.binding.push(try call.layer.convertPoint(p, to: try call.optionalLayer()))
    },
    Method("Layer", "convertRectFromLayer") { call in
      let r = try call.rect()
      call.binding.push(try call.layer.convertRect(r, from: try call.optionalLayer()))
    },
    Method("Layer", "convertRectToLayer") { call in
      let r = try call.rect()
      call.binding.push(try call.layer.convertRect(r, to: try call.optionalLayer()))
    },
    Method("Layer", "convertTimeFromLayer") { call in
      let t = try call.number("the time")
      call.binding.push(try call.layer.convertTime(t, from: try call.optionalLayer()))
    },
    Method("Layer", "convertTimeToLayer") { call in
      let t = try call.number("the time")
      call.binding.push(try call.layer.convertTime(t, to: try call.optionalLayer()))
    },
    Method("Layer", "contains", "containsPoint") { call in call.binding.push(try call.layer.contains(try call.point()))
    },
    Method("Layer", "hitTest") { call in
      let p = try call.point()
      try call.layer.layoutIfNeeded()
      call.binding.push(try call.layer.hitTest(p))
    },
    Method("Layer", "layerAt") { call in
      let p = try call.point()
      try call.layer.layoutIfNeeded()
      call.binding.push(try call.layer.layerAt(p))
    },
    Method("Layer", "scrollPoint") { call in try call.layer.scrollPoint(try call.point()) },
    Method("Layer", "scrollRectToVisible") { call in try call.layer.scrollRectToVisible(try call.rect()) },
    Method("ScrollLayer", "scrollToPoint") { call in
      try call.layer(as: ScrollLayer.self).scrollToPoint(try call.point())
    },
    Method("ScrollLayer", "scrollToRect") { call in try call.layer(as: ScrollLayer.self).scrollToRect(try call.rect())
    },
    Method("ca.TiledLayer", "fadeDuration") { call in call.binding.push(TiledLayer.fadeDuration) },
    Method("Layer", "setAnchorPointKeepingFrame") { call in try call.layer.setAnchorPointKeepingFrame(try call.point())
    },
    Method("Layer", "preferredFrameSize") { call in call.binding.push(try call.layer.preferredFrameSize()) },
    Method("Layer", "resizeSublayersWithOldSize") { call in try call.layer.resizeSublayers(oldSize: try call.size()) },
    Method("Layer", "resizeWithOldSuperlayerSize") { call in try call.layer.resize(oldSuperlayerSize: try call.size())
    },
    Method("Layer", "contentsAreFlipped") { call in call.binding.push(try call.layer.contentsAreFlipped()) },
  ]

  /// The first words of two of Core Animation's selectors: the direction must be given.
  private static let conversionMethods: [Method] = [("Point", "p"), ("Rect", "r"), ("Time", "t"), ("", "p")].map {
    what, value in
    Method("Layer", "convert\(what)", flags: LLUA_OBJECTS) { call in
      let name = "convert\(what.isEmpty ? "Point" : what)"
      let from = what == "Time" ? "a time of other's" : "other's coordinates"
      let to = what == "Time" ? "a time of this layer's" : "this layer's coordinates"
      throw call.error(
        "it does not say which way: write \(name)FromLayer(\(value), other) for \(from), or \(name)ToLayer(\(value), other) for \(to)"
      )
    }
  }

  // MARK: Redraw and layout

  private static let updateMethods: [Method] = [
    Method("Layer", "setNeedsDisplay", "setNeedsDisplayInRect") { call in
      if let argument = call.peek, !argument.isNil {
        try call.layer.setNeedsDisplay(in: try call.rect())
      } else {
        try call.layer.setNeedsDisplay()
      }
    },
    Method("Layer", "needsDisplay") { call in call.binding.push(try call.layer.needsDisplay) },
    Method("Layer", "displayIfNeeded") { call in try call.layer.displayIfNeeded() },
    // Reached through `super` when a class of the layer overrides it.
    Method("Layer", "display") { call in
      let layer = try call.layer
      if layer.subclassHooks?.hooks.contains(.display) == true {
        try layer.defaultDisplay()
      } else {
        try layer.display()
      }
    },
    Method("Layer", "setNeedsLayout") { call in try call.layer.setNeedsLayout() },
    Method("Layer", "needsLayout") { call in call.binding.push(try call.layer.needsLayout) },
    Method("Layer", "layoutIfNeeded") { call in try call.layer.layoutIfNeeded() },
    // Reached when no class of the layer overrides it, or through `super`.
    Method("Layer", "layoutSublayers") { call in try call.layer.defaultLayoutSublayers() },
    Method("Layer", "drawInContext") { call in
      let layer = try call.layer
      guard let argument = call.next(), argument.type == LLUA_NODE_OBJECT, Int(argument.node.kind) == LLUA_KIND_CONTEXT,
        let object = argument.node.object
      else { throw call.error("drawing hooks are called when a layer is displayed; call setNeedsDisplay()") }
      try layer.defaultDraw(in: Unmanaged<GraphicsContext>.fromOpaque(object).takeUnretainedValue())
    },
  ]

  /// Delegates' hooks, called on a layer by hand.
  private static let hookMethods: [Method] = [
    ("displayLayer", "setNeedsDisplay() or display()"), ("drawLayerInContext", "setNeedsDisplay() or display()"),
    ("layerWillDraw", "setNeedsDisplay() or display()"),
    ("layoutSublayersOfLayer", "setNeedsLayout() or layoutIfNeeded()"),
  ].map { name, instead in
    Method("Layer", name, flags: LLUA_REFERENCES) { call in
      throw call.error("a delegate's hook is called by the layer, never by hand; call \(instead)")
    }
  }

  // MARK: Keys

  /// The methods of objects with keys that are no layers.
  static let keyedObjectMethods: [Method] = [
    Method("KeyedObject", "keys") { call in call.binding.push(.array(try call.object.keys().map { .string($0) })) },
    Method("KeyedObject", "customKeys") { call in
      call.binding.push(.array(try call.object.customKeys().map { .string($0) }))
    },
    Method("KeyedObject", "defaultValueForKey", flags: LLUA_CLASS_METHOD) { call in
      call.binding.push(try call.calledClass.storedDefaultValue(forKey: try call.string("the key")), isFrozen: true)
    },
    Method("KeyedObject", "copy") { call in
      let binding = call.binding
      var kept: [(KeyedObject, KeyedObject)] = []
      let copy = try call.object.copied {
        binding.adoptDelegate(of: $0, by: $1)
        kept.append(($0, $1))
      }
      try binding.pin(copy)
      defer { binding.unpin(copy) }
      try binding.keep(kept)
      binding.push(copy)
    },
  ]

  private static let keyMethods: [Method] = [
    Method("Layer", "keys") { call in call.binding.push(.array(try call.layer.keys().map { .string($0) })) },
    Method("Layer", "customKeys") { call in call.binding.push(.array(try call.layer.customKeys().map { .string($0) }))
    },
    Method("Layer", "defaultValueForKey", flags: LLUA_CLASS_METHOD) { call in
      call.binding.push(try call.calledClass.storedDefaultValue(forKey: try call.string("the key")), isFrozen: true)
    },
    Method("Layer", "cornerCurveExpansionFactor", flags: LLUA_CLASS_METHOD) { call in
      let curve: CornerCurve = try call.option("corner curve")
      call.binding.push(curve.expansionFactor)
    },
    // Reached when no class of the layer overrides it, or through `super`.
    Method("Layer", "needsDisplayForKey") { call in
      call.binding.push(try call.layer.needsDisplay(forKey: try call.string("the key")))
    },
    Method("Layer", "isDescendantOf") { call in
      let other = try call.layer()
      var layer: Layer? = try call.layer
      while let now = layer, now !== other { layer = now.superlayer }
      call.binding.push(layer != nil)
    },
  ]
}

extension LuaBinding {
  /// Gives the Lua objects of copies the values that those of the originals keep.
  func keep(_ copies: [(original: KeyedObject, copy: KeyedObject)]) throws {
    // First every object is held by its owner, since Lua does not reference a copy yet.
    for (_, copy) in copies {
      for row in copy.keyedClass.properties {
        guard case .objects = row.kind, !row.replacesObjects, !row.value(copy).isNull else { continue }
        try state.check(llua_hold_objects(pointer, Unmanaged.passUnretained(copy).toOpaque(), row.name))
      }
    }
    for (original, copy) in copies {
      adoptValues(of: copy, from: original)
      try state.check(
        llua_copy_edges(
          pointer, Unmanaged.passUnretained(original).toOpaque(), Unmanaged.passUnretained(copy).toOpaque()))
    }
  }

  /// Changes values in a copy that name the original's Lua object, under keys of its own and in dictionaries, to name
  /// the copy's.
  func adoptValues(of copy: KeyedObject, from original: KeyedObject) {
    let rows = copy.keyedClass.properties.filter { row in
      if case .dictionary = row.kind { return true }
      return row.isDeclared
    }
    for key in copy.customKeys() + rows.map(\.name) {
      guard let own = adopted(copy.value(forKey: key), from: original.serial, by: copy.serial) else { continue }
      try? copy.setValue(own, forKey: key)
    }
  }

  /// The value with what names an object's Lua object naming another's; nil where nothing does. As deep as a dictionary
  /// may be nested.
  private func adopted(_ value: PropertyValue, from original: Int, by copy: Int) -> PropertyValue? {
    switch value {
    case .object(let object):
      guard let value = object as? ScriptValue, value.serial == original else { return nil }
      return .object(ScriptValue(serial: copy, key: value.key, ordinal: value.ordinal, type: value.type, self))
    case .array(var items):
      var isChanged = false
      for i in items.indices {
        guard let own = adopted(items[i], from: original, by: copy) else { continue }
        items[i] = own
        isChanged = true
      }
      return isChanged ? .array(items) : nil
    case .dictionary(var pairs):
      var isChanged = false
      for i in pairs.indices {
        guard let own = adopted(pairs[i].value, from: original, by: copy) else { continue }
        pairs[i].value = own
        isChanged = true
      }
      return isChanged ? .dictionary(pairs) : nil
    default: return nil
    }
  }
}
