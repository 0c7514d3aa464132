// SPDX-License-Identifier: MIT
import CLuaBinding
import Geometry
import LayerModel
import LuaRuntime
import Messages
import Numbers
import Pixels

private let edges = LLUA_EDGES

extension Method {
  static let layerMethods: [Method] =
    treeMethods + geometryMethods + conversionMethods + updateMethods + hookMethods + keyMethods + stateMethods

  // MARK: Hierarchy

  private static let treeMethods: [Method] = [
    Method(
      "Layer", "addSublayer", flags: edges, signature: "(layer: ca.Layer)",
      summary: "Adds a layer in front of the other sublayers; it leaves its former superlayer."
    ) { call in
      let layer = try call.layer
      let child = try call.layer()
      try child.moving { try layer.addSublayer(child) }
    },
    Method(
      "Layer", "insertSublayer", "insertSublayerAtIndex", flags: edges, signature: "(layer: ca.Layer, index: integer)",
      summary: "Puts a layer at an index among the sublayers, counted from 1 at the back."
    ) { call in
      let child = try call.layer()
      let index = try call.number("the index")
      let count = try call.layer.sublayerCount - (child.superlayer === (try call.layer) ? 1 : 0)
      guard index == index.rounded(), index >= 1, index <= Double(count + 1) else {
        throw call.error("the index must be a whole number from 1 to \(count + 1), got \(numberText(index))")
      }
      let layer = try call.layer
      try child.moving { try layer.insertSublayer(child, at: Int(clamping: index) - 1) }
    },
    Method(
      "Layer", "insertSublayerBelow", flags: edges, signature: "(layer: ca.Layer, sibling: ca.Layer)",
      summary: "Puts a layer right behind one of the sublayers."
    ) { call in
      let child = try call.layer()
      let layer = try call.layer
      let sibling = try call.layer("a sibling")
      try child.moving { try layer.insertSublayer(child, below: sibling) }
    },
    Method(
      "Layer", "insertSublayerAbove", flags: edges, signature: "(layer: ca.Layer, sibling: ca.Layer)",
      summary: "Puts a layer right in front of one of the sublayers."
    ) { call in
      let child = try call.layer()
      let layer = try call.layer
      let sibling = try call.layer("a sibling")
      try child.moving { try layer.insertSublayer(child, above: sibling) }
    },
    Method(
      "Layer", "replaceSublayer", "replaceSublayerWith", flags: edges, signature: "(old: ca.Layer, new?: ca.Layer)",
      summary: "Replaces a sublayer with another layer; nil only removes the old one."
    ) { call in
      let old = try call.layer()
      let layer = try call.layer
      let new = try call.optionalLayer()
      try layer.scene.moving([old] + (new.map { [$0] } ?? [])) { try layer.replaceSublayer(old, with: new) }
    },
    Method(
      "Layer", "removeFromSuperlayer", flags: edges, signature: "()",
      summary: "Removes the layer from its superlayer, or from the layer that it masks."
    ) { call in
      let layer = try call.layer
      try layer.moving { layer.removeFromSuperlayer() }
    },
    Method(
      "Layer", "sublayer", "sublayerNamed", signature: "(name: string): ca.Layer?",
      summary: "The first sublayer of this name."
    ) { call in
      call.binding.push(try call.layer.sublayer(named: try call.string("the name")))
    },
    Method(
      "Layer", "find", signature: "(path: string): ca.Layer?",
      summary: "A layer below this one by its path, such as `\"card/title\"`, or the first of a name, depth first."
    ) { call in call.binding.push(try call.layer.find(try call.string("the path"))) },
    Method(
      "ca.Layer", "svg", signature: "(file: string, options?: ca.SVGOptions): ca.Layer",
      summary:
        "A layer of an SVG file's size with its shapes as layers, named by their ids; `color` stands for "
        + "`currentColor`."
    ) { call in
      let name = try call.string("the file name")
      guard !name.isEmpty else { throw call.error("expected a file name, got an empty string") }
      let options = try call.options(["color"])
      let color = try call.color(options, "color") ?? .black
      let layer = try call.binding.services.layer(svgAtPath: name, color: color)
      call.binding.noteMade(layer)
      call.binding.push(layer)
    },
    Method(
      "Layer", "copy", signature: "(): self",
      summary: "A deep copy without superlayer: sublayers, mask, animations and custom values too."
    ) { call in
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
        }, onCopyOfObject: { kept.append(($0, $1)) })
      // Pinned, since Lua does not hold the root yet; the copies' Lua objects live through the root's.
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
    Method(
      "Layer", "convertPointFromLayer", signature: "(point: ca.PointLike, layer?: ca.Layer): ca.Point",
      summary: "The point of another layer's coordinates in this one's; nil is the superlayer."
    ) { call in
      let p = try call.point()
      call.binding.push(try call.layer.convertPoint(p, from: try call.optionalLayer()))
    },
    Method(
      "Layer", "convertPointToLayer", signature: "(point: ca.PointLike, layer?: ca.Layer): ca.Point",
      summary: "The point of this layer's coordinates in another's; nil is the superlayer."
    ) { call in
      let p = try call.point()
      call.binding.push(try call.layer.convertPoint(p, to: try call.optionalLayer()))
    },
    Method(
      "Layer", "convertRectFromLayer", signature: "(rect: ca.RectLike, layer?: ca.Layer): ca.Rect",
      summary: "The box in this layer's coordinates around a rect of another's; nil is the superlayer."
    ) { call in
      let r = try call.rect()
      call.binding.push(try call.layer.convertRect(r, from: try call.optionalLayer()))
    },
    Method(
      "Layer", "convertRectToLayer", signature: "(rect: ca.RectLike, layer?: ca.Layer): ca.Rect",
      summary: "The box in another layer's coordinates around a rect of this one's; nil is the superlayer."
    ) { call in
      let r = try call.rect()
      call.binding.push(try call.layer.convertRect(r, to: try call.optionalLayer()))
    },
    Method(
      "Layer", "convertTimeFromLayer", signature: "(time: number, layer?: ca.Layer): number",
      summary: "A time of another layer in this one's seconds; nil is the superlayer."
    ) { call in
      let t = try call.number("the time")
      call.binding.push(try call.layer.convertTime(t, from: try call.optionalLayer()))
    },
    Method(
      "Layer", "convertTimeToLayer", signature: "(time: number, layer?: ca.Layer): number",
      summary: "A time of this layer in another's seconds; nil is the superlayer."
    ) { call in
      let t = try call.number("the time")
      call.binding.push(try call.layer.convertTime(t, to: try call.optionalLayer()))
    },
    Method(
      "Layer", "contains", "containsPoint", signature: "(point: ca.PointLike): boolean",
      summary: "True if a point in the layer's own coordinates lies in its bounds."
    ) { call in call.binding.push(try call.layer.contains(try call.point()))
    },
    Method(
      "Layer", "hitTest", signature: "(point: ca.PointLike): ca.Layer?",
      summary: "The frontmost layer at a point of the superlayer's coordinates: this one or one below it."
    ) { call in
      let p = try call.point()
      try call.layer.layoutIfNeeded()
      call.binding.push(try call.layer.hitTest(p))
    },
    Method(
      "Layer", "layerAt", signature: "(point: ca.PointLike): ca.Layer?",
      summary: "The frontmost layer at a point of the layer's own coordinates: this one or one below it."
    ) { call in
      let p = try call.point()
      try call.layer.layoutIfNeeded()
      call.binding.push(try call.layer.layerAt(p))
    },
    Method(
      "Layer", "scrollPoint", signature: "(point: ca.PointLike)",
      summary: "Scrolls the nearest scroll layer above to put a point of this layer at its corner."
    ) { call in try call.layer.scrollPoint(try call.point()) },
    Method(
      "Layer", "scrollRectToVisible", signature: "(rect: ca.RectLike)",
      summary: "Scrolls the nearest scroll layer above just enough to show a rect of this layer."
    ) { call in try call.layer.scrollRectToVisible(try call.rect()) },
    Method(
      "ScrollLayer", "scrollToPoint", signature: "(point: ca.PointLike)",
      summary: "Moves the origin of the bounds to a point, as far as `scrollMode` allows."
    ) { call in
      try call.layer(as: ScrollLayer.self).scrollToPoint(try call.point())
    },
    Method(
      "ScrollLayer", "scrollToRect", signature: "(rect: ca.RectLike)",
      summary: "Scrolls just enough to show a rect in the layer's own coordinates."
    ) { call in try call.layer(as: ScrollLayer.self).scrollToRect(try call.rect())
    },
    Method(
      "ca.TiledLayer", "fadeDuration", signature: "(): number", summary: "The fade-in time of new tiles, in seconds."
    ) { call in call.binding.push(TiledLayer.fadeDuration) },
    Method(
      "Layer", "setAnchorPointKeepingFrame", signature: "(point: ca.PointLike)",
      summary: "Changes the anchor point, and the position so that the layer stays where it is."
    ) { call in try call.layer.setAnchorPointKeepingFrame(try call.point())
    },
    Method(
      "Layer", "preferredFrameSize", signature: "(): ca.Size",
      summary:
        "The layer's preferred size in points: a text's own size, or the size that the layout manager returns."
    ) { call in call.binding.push(try call.layer.preferredFrameSize()) },
    Method(
      "Layer", "sizeToFit", signature: "(corner?: ca.SizeToFitCorner)",
      summary:
        "Gives the bounds the layer's preferred size in whole points; a corner of the frame, \"minXMinY\" by default, "
        + "stays fixed."
    ) { call in
      let layer = try call.layer
      let argument = call.next()
      guard let argument, !argument.isNil else { return try layer.sizeToFit() }
      guard let name = argument.string, let corner = LayoutFitCorner(named: name) else {
        throw call.mismatch("one of \(listed(LayoutFitCorner.names.map(\.raw)))", argument)
      }
      try layer.sizeToFit(keeping: corner)
    },
    Method(
      "Layer", "resizeSublayersWithOldSize", signature: "(size: ca.SizeLike)",
      summary: "Resizes the sublayers by their autoresizing masks, given the former size of the bounds."
    ) { call in try call.layer.resizeSublayers(oldSize: try call.size()) },
    Method(
      "Layer", "resizeWithOldSuperlayerSize", signature: "(size: ca.SizeLike)",
      summary: "Resizes the layer by its autoresizing mask, given the superlayer's former size."
    ) { call in try call.layer.resize(oldSuperlayerSize: try call.size())
    },
    Method(
      "Layer", "contentsAreFlipped", signature: "(): boolean",
      summary: "True if the contents are turned upside down by `geometryFlipped` of the layers above."
    ) { call in call.binding.push(try call.layer.contentsAreFlipped()) },
  ]

  /// Conversions without a direction, the common prefix of two Core Animation selectors; always refused.
  private static let conversionMethods: [Method] = [("Point", "p"), ("Rect", "r"), ("Time", "t"), ("", "p")].map {
    what, value in
    Method(
      "Layer", "convert\(what)", flags: LLUA_OBJECTS, signature: Method.onlyRefuses,
      summary: "Always an error: use the names with FromLayer or ToLayer."
    ) { call in
      let name = "convert\(what.isEmpty ? "Point" : what)"
      let from = what == "Time" ? "a time of other's" : "other's coordinates"
      let to = what == "Time" ? "a time of this layer's" : "this layer's coordinates"
      throw call.error(
        "its direction is ambiguous: write \(name)FromLayer(\(value), other) for \(from), or \(name)ToLayer(\(value), "
          + "other) for \(to)"
      )
    }
  }

  // MARK: Redraw and layout

  private static let updateMethods: [Method] = [
    Method(
      "Layer", "setNeedsDisplay", "setNeedsDisplayInRect", signature: "(rect?: ca.RectLike)",
      summary: "Asks for the layer, or a rect of it in points, to be drawn again before the next picture."
    ) { call in
      if let argument = call.peek, !argument.isNil {
        try call.layer.setNeedsDisplay(in: try call.rect())
      } else {
        try call.layer.setNeedsDisplay()
      }
    },
    Method("Layer", "needsDisplay", signature: "(): boolean", summary: "True if the layer is due to be redrawn.") {
      call in call.binding.push(try call.layer.needsDisplay)
    },
    Method("Layer", "displayIfNeeded", signature: "()", summary: "Draws the layer now if it needs display.") { call in
      try call.layer.displayIfNeeded()
    },
    // Called through `super` if a class of the layer overrides it.
    Method(
      "Layer", "display", signature: "()",
      summary: "Draws the layer's contents now, by its delegate or `drawInContext`; a class may override it."
    ) { call in
      let layer = try call.layer
      if layer.subclassHooks?.hooks.contains(.display) == true {
        try layer.defaultDisplay()
      } else {
        try layer.display()
      }
    },
    Method(
      "Layer", "setNeedsLayout", signature: "()",
      summary: "Asks for the sublayers to be laid out before the next picture."
    ) { call in try call.layer.setNeedsLayout() },
    Method("Layer", "needsLayout", signature: "(): boolean", summary: "True if the sublayers need layout.") {
      call in call.binding.push(try call.layer.needsLayout)
    },
    Method(
      "Layer", "layoutIfNeeded", signature: "()", summary: "Lays out now all layers of the tree that need layout."
    ) { call in try call.layer.layoutIfNeeded() },
    // Called if no class of the layer overrides it, or through `super`.
    Method(
      "Layer", "layoutSublayers", signature: "()",
      summary: "Lays the sublayers out, by the delegate or the layout manager; a class may override it."
    ) { call in try call.layer.defaultLayoutSublayers() },
    Method(
      "Layer", "drawInContext", signature: "(ctx: ca.GraphicsContext)",
      summary: "Draws the layer's contents; a class overrides it, and nobody else calls it."
    ) { call in
      let layer = try call.layer
      guard let argument = call.next(), argument.type == LLUA_NODE_OBJECT, Int(argument.node.kind) == LLUA_KIND_CONTEXT,
        let object = argument.node.object
      else { throw call.error("drawing hooks are called when a layer is displayed; call setNeedsDisplay()") }
      try layer.defaultDraw(in: Unmanaged<GraphicsContext>.fromOpaque(object).takeUnretainedValue())
    },
  ]

  /// Delegate hooks; a script's call of one on a layer is refused.
  private static let hookMethods: [Method] = [
    ("displayLayer", "setNeedsDisplay() or display()"), ("drawLayerInContext", "setNeedsDisplay() or display()"),
    ("layerWillDraw", "setNeedsDisplay() or display()"),
    ("layoutSublayersOfLayer", "setNeedsLayout() or layoutIfNeeded()"),
  ].map { name, instead in
    Method(
      "Layer", name, flags: LLUA_REFERENCES, signature: Method.onlyRefuses,
      summary: "A delegate's hook; calling it on a layer is an error: call \(instead)."
    ) { call in
      throw call.error("a delegate's hook is called by the layer, never by a script; call \(instead)")
    }
  }

  // MARK: Keys

  /// Methods of keyed objects other than layers.
  static let keyedObjectMethods: [Method] = [
    Method("KeyedObject", "keys", signature: "(): string[]", summary: "The names of all properties.") { call in
      call.binding.push(.array(try call.object.keys().map { .string($0) }))
    },
    Method(
      "KeyedObject", "customKeys", signature: "(): string[]",
      summary: "The custom keys that scripts have set, in order."
    ) { call in
      call.binding.push(.array(try call.object.customKeys().map { .string($0) }))
    },
    Method(
      "KeyedObject", "defaultValueForKey", flags: LLUA_CLASS_METHOD, signature: "(key: string): any",
      summary: "The initial value of a key in the class; nil where Core Animation stores none."
    ) { call in
      call.binding.push(try call.calledClass.storedDefaultValue(forKey: try call.string("the key")), isFrozen: true)
    },
    Method("KeyedObject", "copy", signature: "(): self", summary: "A copy.") { call in
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
    Method("Layer", "keys", signature: "(): string[]", summary: "The names of all properties.") { call in
      call.binding.push(.array(try call.layer.keys().map { .string($0) }))
    },
    Method(
      "Layer", "customKeys", signature: "(): string[]",
      summary: "The custom keys that scripts have set, in order."
    ) { call in call.binding.push(.array(try call.layer.customKeys().map { .string($0) }))
    },
    Method(
      "Layer", "defaultValueForKey", flags: LLUA_CLASS_METHOD, signature: "(key: string): any",
      summary: "The initial value of a key in the class; nil where Core Animation stores none."
    ) { call in
      call.binding.push(try call.calledClass.storedDefaultValue(forKey: try call.string("the key")), isFrozen: true)
    },
    Method(
      "Layer", "cornerCurveExpansionFactor", flags: LLUA_CLASS_METHOD, signature: "(curve: ca.CornerCurve): number",
      summary: "The extent of a corner's curve along an edge, in corner radii."
    ) { call in
      let curve: CornerCurve = try call.option("corner curve")
      call.binding.push(curve.expansionFactor)
    },
    // Called if no class of the layer overrides it, or through `super`.
    Method(
      "Layer", "needsDisplayForKey", flags: LLUA_CLASS_METHOD, signature: "(key: string): boolean",
      summary: "True if a change of the key redraws the layers of the class; a class may override it."
    ) { call in
      call.binding.push(try call.calledClass.needsDisplay(forKey: try call.string("the key")))
    },
    Method(
      "Layer", "isDescendantOf", signature: "(layer: ca.Layer): boolean",
      summary: "True if the layer is another one or lies below it."
    ) { call in
      let other = try call.layer()
      var layer: Layer? = try call.layer
      while let now = layer, now !== other { layer = now.superlayer }
      call.binding.push(layer != nil)
    },
  ]
}

extension LuaBinding {
  /// Marks a layer and its descendants as made by the running line.
  func noteMade(_ layer: Layer) {
    let mark = llua_mark_calls(pointer)
    for made in layer.subtree { made.madeAt = mark }
    scene.settings?.noteMade(layer)
  }

  /// Copies the values kept by the originals' Lua objects to those of the copies.
  func keep(_ copies: [(original: KeyedObject, copy: KeyedObject)]) throws {
    // Each object is first held by its owner: Lua has no reference to a copy yet.
    for (_, copy) in copies {
      for row in copy.keyedClass.properties {
        switch row.kind {
        case .objects, .object: if row.replacesObjects || row.value(copy).isNull { continue }
        default: continue
        }
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

  /// Redirects values in a copy, under custom keys and in dictionaries, from the original's Lua object to the copy's.
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

  /// Returns the value with references to one Lua object replaced by those to another; nil if it has none. Recurses as
  /// deep as dictionaries nest.
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
