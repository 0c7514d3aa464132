// SPDX-License-Identifier: MIT
import LayerModel
import Testing

/// A stored property without a row in the registry would be lost in copies, dumps and presentations.
@Suite struct StoredPropertyTests {
  /// The stored properties without a row of their name, each with its reason.
  static let reasons: [String: String] = [
    "KeyedObject.writableBits": "the class's bits, or none when frozen", "KeyedObject.kindBits": "of the class",
    "KeyedObject.state": "flags, of which some have rows", "KeyedObject.serial": "its identity",
    "KeyedObject.scene": "its identity", "KeyedObject.keyedClass": "its identity",
    "KeyedObject.ownValues": "keys that have no rows", "KeyedObject.charges": "of the memory budget",
    "KeyedObject.madeAt": "the line of a script, copied by itself",
    "KeyedObject.changedAt": "of snapshots, which ask when an object last changed",
    "KeyedObject.changedWhollyAt": "of snapshots, which ask whether a frame's log has all changes",
    "Layer.changedBelow": "of caches, which ask when the tree last changed",
    "Layer.keptPresentation": "made again from the layer",
    "Layer.parentReference": "superlayer", "Layer.children": "sublayers", "Layer.heightBound": "of the tree below",
    "Layer.placeHint": "where a list looks first",
    "Layer.transformStorage": "transform", "ReplicatorLayer.instanceTransformStorage": "instanceTransform",
    "ExtraStorage.presented": "of presentations", "ExtraStorage.presentedTime": "of presentations",
    "ExtraStorage.heldSuperlayer": "of presentations", "ExtraStorage.fade": "of presentations",
    "ExtraStorage.contentsTimeIsEnd": "of presentations",
    "DrawableLayer.presentedLocalTime": "of presentations",
    "TiledLayer.cacheBeforeFrame": "restored by the frame that sets it",
    "TiledLayer.drawsOwnTiles": "of presentations",
    "ExtraStorage.keptObject": "holds a delegate", "ExtraStorage.animations": "are added, and copied by themselves",
    "ExtraStorage.backing": "the drawing, copied by itself", "ExtraStorage.invalidRect": "of the next display",
    "ExtraStorage.contentsPlace": "for a warning", "ContentsStorage.isGravityByScreen": "for a warning",
    "ContentsStorage.gravity": "contentsGravity", "ContentsStorage.format": "contentsFormat",
    "DecorationStorage.blendMode": "of compositingFilter",
    "TextLayer.storedText": "string", "TextLayer.lastLayout": "derived", "TextLayer.lastPath": "derived",
    "TextLayer.lastFit": "derived", "TextLayer.textLink": "continuesIn, and derived values",
    "PlayerLayer.opened": "derived from file",
    "TextSetting.fontAttributes": "fontWeight, fontFeatures and others that are attributes",
    "TiledLayer.cache": "drawn again",
    "DrawableLayer.storedSource": "draw", "DrawableLayer.storedFlags": "booleans that have rows",
    "DrawableLayer.storedColorSpace": "colorspace", "StackLayoutManager.storedFit": "sizeToFit",
    "StackLayoutManager.storedFitCorner": "sizeToFitCorner",
    "GridLayoutManager.storedFit": "sizeToFit", "GridLayoutManager.storedFitCorner": "sizeToFitCorner",
    "BuiltInLayoutManager.users": "the layers that have it",
    "BuiltInLayoutManager.userLimit": "of the list of these", "SpringAnimation.storesOverdamping": "allowsOverdamping",
    "KeyframeAnimation.motion": "derived from path", "KeyframeAnimation.keyframes": "derived from values",
    "Transition.snapshot": "made when it is added",
    "BasicAnimation.isImplicit": "of actions, which look up another one before it",
    "TimeMap.isRemovedAtEnd": "of an animation on a layer: its `removedOnCompletion`",
    "TimeMap.wrapsOffset": "of the class: layers and cells do not, animations do",
    "EmitterLayer.log": "what was, copied by itself", "EmitterCell.log": "what was, copied by the layer",
    "EmitterLayer.logCharge": "of the memory budget", "EmitterCell.logCharge": "of the memory budget",
    "EmitterLayer.logLimit": "of the log", "EmitterCell.logLimit": "of the log",
    "EmitterLayer.source": "of presentations", "EmitterLayer.keptHistory": "derived from animations and the log",
    "EmitterCell.owners": "the layers and cells that may have it", "EmitterCell.ownerLimit": "of the list of these",
    "KeyedObject.setKeys": "which rows hold a value of their own, for style",
    "LayoutStorage.manager": "layoutManager", "LayoutStorage.options": "layoutOptions",
    "LayoutStorage.resize": "derived from autoresizingMask", "LayoutStorage.system": "derived from constraints",
    "LayoutStorage.placements": "of the last layout", "LayoutStorage.naturalSizes": "of the last layout",
    "LayoutStorage.preferredSizes": "of the last layout", "LayoutStorage.sizeBeforeResize": "of the next layout",
    "LayoutStorage.hasRunDefault": "of the last layout",
    "LayoutStorage.budget": "of the memory budget", "LayoutStorage.charged": "of the memory budget",
  ]

  /// The stored properties of an object, including those of its superclasses and its boxes of rarely used values.
  private func stored(_ mirror: Mirror, _ owner: String) -> [String] {
    var result = mirror.superclassMirror.map { stored($0, "\($0.subjectType)") } ?? []
    for child in mirror.children {
      guard let label = child.label else { continue }
      var inner = Mirror(reflecting: child.value)
      if inner.displayStyle == .optional, let some = inner.children.first { inner = Mirror(reflecting: some.value) }
      if ["TimeMap", "LayoutStorage"].contains("\(inner.subjectType)") {
        result += stored(inner, "\(inner.subjectType)")
      } else if "\(inner.subjectType)".prefix(8) == "ExtraBox" || "\(inner.subjectType)".hasPrefix("Box<"),
        let box = inner.children.first
      {
        result += stored(Mirror(reflecting: box.value), "\(Mirror(reflecting: box.value).subjectType)")
      } else {
        result.append("\(owner).\(label)")
      }
    }
    return result
  }

  /// The key of a stored property: `storedCornerRadius`, `isStoredEnabled` and `cornerRadius` become `cornerRadius`,
  /// `enabled` and `cornerRadius`.
  private func key(_ property: Substring) -> String {
    for prefix in ["stored", "isStored"] where property.hasPrefix(prefix) {
      let rest = property.dropFirst(prefix.count)
      return rest.prefix(1).lowercased() + rest.dropFirst()
    }
    return String(property)
  }

  @Test func `every stored property has a row, or a reason for none`() throws {
    let samples = RegistryTests()
    var unused = Set(Self.reasons.keys)
    for name in RegistryTests.concreteNames {
      let keyedClass = try #require(KeyedClass.named(name))
      let object = try keyedClass.makeObject(in: samples.scene)
      // Allocates the boxes of rarely used values.
      for row in keyedClass.properties where !row.isReadOnly {
        if let value = samples.sample(row, in: keyedClass) { try? row.setValue(object, value) }
      }
      for property in stored(Mirror(reflecting: object), name) {
        unused.remove(property)
        let label = property[property.index(after: property.firstIndex(of: ".") ?? property.startIndex)...]
        if keyedClass.property(key(label)) == nil, Self.reasons[property] == nil {
          Issue.record("\(property) has no row, and no reason in StoredPropertyTests")
        }
      }
    }
    #expect(unused.isEmpty, "reasons without a property: \(unused.sorted())")
  }
}
