// SPDX-License-Identifier: MIT
import Pixels

/// The action for a change of a layer's key: Core Animation's `CAAction`.
///
/// ```swift
/// final class Still: LayerDelegate {
///   let hooks: LayerHooks = [.action]
///   func action(for layer: Layer, forKey key: String) -> LayerAction? {
///     switch key {
///     case "position": LayerAction.none
///     case "opacity": .animation(BasicAnimation(keyPath: "opacity", duration: 2))
///     default: nil  // the search continues
///     }
///   }
/// }
/// ```
public enum LayerAction {
  /// No action, and the search ends.
  case none
  /// The animation is added under the key, with its open ends filled in. The owner lives as long as the action.
  case animation(Animation, owner: AnyObject? = nil)
  case object(any LayerActionObject)
  case perform((_ layer: Layer, _ key: String, _ old: PropertyValue, _ new: PropertyValue) throws -> Void)
}

/// A host object that is an action, such as a script's function.
///
/// ```swift
/// final class Announce: LayerActionObject {
///   let isAction = true
///   func run(_ layer: Layer, forKey key: String, old: PropertyValue, new: PropertyValue) throws {
///     print("\(layer.label): \(key) changes")
///   }
/// }
/// let announce = Announce()
/// let action = LayerAction.object(announce)
/// ```
public protocol LayerActionObject: AnyObject {
  /// True for an action; false for values that only look like one.
  var isAction: Bool { get }
  /// Runs the action for a change of a key.
  func run(_ layer: Layer, forKey key: String, old: PropertyValue, new: PropertyValue) throws
}

extension Layer {
  /// Returns the action for a change of a key, or nil. The search asks, in this order, the class' `actionForKey`, the
  /// delegate, `actions`, `style`, the class' `defaultActionForKey`, and the key's own implicit animation.
  ///
  /// Disabled actions are found too; they are only not run.
  ///
  /// ```swift
  /// if case .animation(let animation, _)? = try sun.action(forKey: "opacity") { print(animation.duration) }
  /// ```
  public final func action(forKey key: String) throws -> LayerAction? {
    if let hooks = subclassHooks, hooks.hooks.contains(.action), let found = try hooks.action(for: self, forKey: key) {
      return found
    }
    return try defaultAction(forKey: key)
  }

  /// Returns the action that the class provides for a key; nil for built-in classes, whose implicit animations the
  /// search finds separately.
  package final func classAction(forKey key: String) throws -> LayerAction? {
    guard let hooks = subclassHooks, hooks.hooks.contains(.defaultAction) else { return nil }
    return try hooks.defaultAction(for: self, forKey: key)
  }

  /// Performs the search without the class' own `actionForKey`, which may call this as its `super`.
  package final func defaultAction(forKey key: String) throws -> LayerAction? {
    if let delegate, delegate.hooks.contains(.action), let found = try delegate.action(for: self, forKey: key) {
      return found
    }
    if let found = try entry(key, in: extraBox?.value.actions, of: "actions") { return found }
    var style = extraBox?.value.style
    var depth = 0
    while let entries = style, depth < 64 {
      if case .dictionary(let actions)? = entries.first(where: { $0.key == "actions" })?.value,
        let found = try entry(key, in: actions, of: "style.actions")
      {
        return found
      }
      if case .dictionary(let next)? = entries.first(where: { $0.key == "style" })?.value {
        style = next
      } else {
        style = nil
      }
      depth += 1
    }
    if let found = try classAction(forKey: key) { return found }
    return try implicitAction(forKey: key)
  }

  private func entry(
    _ key: String, in actions: [(key: String, value: PropertyValue)]?, of place: String
  ) throws(LayerError) -> LayerAction? {
    guard let value = actions?.first(where: { $0.key == key })?.value else { return nil }
    switch value {
    case .bool(false), .null: return LayerAction.none
    case .keyed(let object):
      if let animation = object as? Animation { return .animation(animation) }
    case .object(let object):
      if let action = object as? any LayerActionObject, action.isAction { return .object(action) }
    default: break
    }
    throw LayerError("\(label).\(place).\(key): expected an animation, a function or false, got \(value.described)")
  }

  /// Returns the implicit animation of the key's row.
  private func implicitAction(forKey key: String) throws -> LayerAction? {
    let head = key.prefix { $0 != "." }
    guard var row = keyedClass.property(String(head)) else { return nil }
    if row.replacesObjects, head.endIndex != key.endIndex {
      // A key of a filter.
      guard case .row(let inner)? = (try? place(of: key, isQuiet: true))?.key else { return nil }
      row = inner
    }
    switch row.animation {
    case .none, .explicit: return nil
    // A list of filters has no values between; a key of a filter has.
    case .basic where row === Property.filters: return .animation(Transition(in: scene))
    case .transition: return .animation(Transition(in: scene))
    case .basic:
      let animation = BasicAnimation(in: scene)
      animation.isImplicit = true
      animation.storedKeyPath = key
      // Without a timing function of the transaction, Core Animation's default for implicit animations.
      if scene.transactions.animationTimingFunction == nil { animation.storedTimingFunction = .default }
      return .animation(animation)
    }
  }

  /// Returns the action for a change of a key path, and the key path whose values the action takes.
  ///
  /// A part of a value, such as `position.x`, has the action of its whole path, or else that of the property. An
  /// animation without a key path of its own takes the path in both cases.
  private func action(forKeyPath path: String) throws -> (action: LayerAction?, key: String) {
    let found = try action(forKey: path)
    guard found?.isImplicit ?? true, let dot = path.firstIndex(of: ".") else { return (found, path) }
    let name = String(path[..<dot])
    guard let row = keyedClass.property(name), !row.replacesObjects, !row.leadsToLayersBelow,
      let whole = try action(forKey: name), !whole.isImplicit
    else { return (found, path) }
    if case .animation(let animation, _) = whole, (animation as? PropertyAnimation)?.storedKeyPath != name {
      return (whole, path)
    }
    return (whole, name)
  }

  /// Runs `change` and then the actions of those keys whose values differ.
  ///
  /// - Parameter paths: the keys, or the key paths of the components that are set.
  final func changeWithAction(_ paths: [String], _ change: () throws -> Void) throws {
    guard !isFrozen, !flag(.underConstruction) else { return try scene.withoutActions(change) }
    if scene.transactions.disableActions { return try changeUnanimated(paths, change) }
    var before: [KeyChange] = []
    var oldKeys: OldKeys?
    try scene.withoutActions { () throws -> Void in
      var shown: Layer = self
      if !attachedAnimations.isEmpty { shown = try shownAlone() }
      for path in paths {
        let (action, key) = try self.action(forKeyPath: path)
        before.append(
          KeyChange(
            path: path, key: key, model: try shownValue(forKeyPath: key), shown: try shown.shownValue(forKeyPath: key),
            isDrawing: key == "contents" && extraBox?.value.backing != nil, action: action))
      }
      oldKeys = try self.oldKeys(of: before)
      try change()
    }
    if let oldKeys { scene.runningChanges.append(.keys(oldKeys)) }
    defer { if oldKeys != nil { scene.runningChanges.removeLast() } }
    for old in before {
      let new = try shownValue(forKeyPath: old.key)
      if new != old.model {
        try run(
          old.action, old.path, valuesOf: old.key, old: old.shown, new: new, isFromDrawing: old.isDrawing)
      }
    }
  }

  /// Runs `change` without actions, and notes if it changed a key that actions would animate.
  private func changeUnanimated(_ paths: [String], _ change: () throws -> Void) throws {
    let animatable = paths.filter { path in
      switch keyedClass.property(String(path.prefix { $0 != "." }))?.animation {
      case .basic?, .transition?: true
      case .none?, .explicit?, nil: false
      }
    }
    try scene.withoutActions { () throws -> Void in
      let old = try animatable.map { ($0, try shownValue(forKeyPath: $0)) }
      try change()
      for (path, value) in old where try shownValue(forKeyPath: path) != value {
        scene.transactions.noteUnanimated("\(className).\(path)")
      }
    }
  }

  /// Returns what transitions among the actions of a change need of the layer before it; nil if none can be added.
  private func oldKeys(of changes: [KeyChange]) throws -> OldKeys? {
    var old = OldKeys(layer: self)
    if changes.contains(where: { $0.action?.isTransition ?? false }) {
      old.picture = try pictureBeforeChange()
      return old
    }
    guard changes.contains(where: { $0.action?.isFunction ?? false }) else { return nil }
    for change in changes {
      switch change.key {
      case "sublayers": old.children = children
      case "mask": old.mask = .some(extraBox?.value.mask)
      default:
        if change.key == "contents" { old.backing = extraBox?.value.backing }
        if !change.model.holdsLayers { old.values.append((change.key, change.model)) }
      }
    }
    return old
  }

  /// Returns a copy of the layer alone, with its animations' values at the clock's time.
  private func shownAlone() throws -> Layer {
    try Presenter(scene).shown(self, at: effectiveTime(atSceneTime: scene.currentTime)) {
      $0.effectiveTime(atSceneTime: $0.scene.currentTime)
    }
  }

  /// Runs the action of an event of the tree: `onOrderIn`, `onOrderOut`, `sublayers`.
  final func runAction(for event: String) throws {
    guard scene.actionsAreEnabled, !isFrozen, !flag(.underConstruction) else { return }
    let action = try scene.withoutActions { try self.action(forKey: event) }
    // The implicit animation of `sublayers` applies to the inserted and removed layers, which fade themselves.
    if case .animation(let animation, _)? = action, animation is BasicAnimation,
      (animation as? PropertyAnimation)?.storedKeyPath == event
    {
      return
    }
    try run(action, event, valuesOf: event, old: .null, new: .null)
  }

  /// Runs an animation as the action of a key: adds a copy of it under the key, with a missing key path and missing
  /// values filled in. Core Animation's `runActionForKey`.
  ///
  /// ```swift
  /// sun.opacity = 0.2
  /// try sun.runAction(BasicAnimation(keyPath: "opacity", from: 1, duration: 1), forKey: "opacity")
  /// ```
  ///
  /// - Throws: the errors of `addAnimation`.
  public final func runAction(_ animation: Animation, forKey key: String) throws {
    if isFrozen { throw frozenError }
    let animation = try animation.belonging(to: scene)
    guard animation.scene === scene else {
      throw LayerError("\(label).runActionForKey: the animation belongs to another scene")
    }
    var values = (old: PropertyValue.null, new: PropertyValue.null)
    if let basic = animation as? BasicAnimation, let new = try? shownValue(forKeyPath: basic.storedKeyPath ?? key) {
      let shown = try scene.withoutActions { attachedAnimations.isEmpty ? self : try shownAlone() }
      values = (try shown.shownValue(forKeyPath: basic.storedKeyPath ?? key), new)
    }
    try run(.animation(animation), key, valuesOf: key, old: values.old, new: values.new)
  }

  /// - Parameters:
  ///   - path: the key path that changed, under which an animation is added.
  ///   - key: the key path of the values, which functions are given.
  ///   - isFromDrawing: true if the old value is a drawing, which `old` cannot hold.
  private func run(
    _ action: LayerAction?, _ path: String, valuesOf key: String, old: PropertyValue, new: PropertyValue,
    isFromDrawing: Bool = false
  ) throws {
    switch action {
    case nil, .some(.none): return
    case .perform(let body)?: try body(self, key, old, new)
    case .object(let object)?: try object.run(self, forKey: key, old: old, new: new)
    case .animation(let animation, _)?:
      guard let copy = try animation.belonging(to: scene).copied() as? Animation else { return }
      if let property = copy as? PropertyAnimation, property.storedKeyPath == nil { property.storedKeyPath = path }
      if let basic = copy as? BasicAnimation, basic.storedFromValue.isNull, basic.storedToValue.isNull,
        basic.storedByValue.isNull
      {
        basic.storedFromValue = old
        // A change from null cannot be interpolated, except for a colour, which fades from clear, and an image, which
        // fades from no image.
        if old.isNull, case .color(let color) = new { basic.storedFromValue = .color(color.withAlpha(0)) }
        if old.isNull, !isFromDrawing, case .image = new { basic.storedFromValue = .bool(false) }
        if basic.storedFromValue.isNull { return }
        // Values that cannot be interpolated change at once: layers, and lists of different length.
        if new.holdsLayers
          || (try? basic.storedFromValue.interpolated(to: new.isNull ? basic.storedFromValue : new, at: 0.5)) == nil
        {
          return
        }
      }
      try addAnimation(copy, forKey: path, madeFrom: animation)
    }
  }
}

/// A key that is about to change, with its action.
private struct KeyChange {
  /// The key path that is set.
  let path: String
  /// The key path of the values that the action takes: the path, or the property that it is a part of.
  let key: String
  /// The layer's value before the change.
  let model: PropertyValue
  /// The value shown before the change.
  let shown: PropertyValue
  /// True if a drawing, which is no value, was shown.
  let isDrawing: Bool
  let action: LayerAction?
}

extension LayerAction {
  /// True for the animation that the model made for the key, possibly changed by a class since.
  fileprivate var isImplicit: Bool {
    guard case .animation(let animation as BasicAnimation, _) = self else { return false }
    return animation.isImplicit
  }

  fileprivate var isTransition: Bool {
    if case .animation(let animation, _) = self { animation is Transition } else { false }
  }

  /// True for code, which may add any animation.
  fileprivate var isFunction: Bool {
    switch self {
    case .object, .perform: true
    case .none, .animation: false
    }
  }
}

extension Property {
  /// Sets a value and runs the actions for its key.
  @inline(never) func setWithAction(_ object: KeyedObject, _ value: PropertyValue) throws {
    let scene = object.scene
    guard let layer = object as? Layer, layer.state.isDisjoint(with: [.silent, .underConstruction]) else {
      return try scene.withoutActions { try setValue(object, value) }
    }
    // Setting a derived value changes the values it is derived from.
    let keys =
      self === Property.frame ? ["bounds", "position"] : self === Property.affineTransform ? ["transform"] : [name]
    try layer.changeWithAction(keys) { try setValue(layer, value) }
  }
}

extension PropertyValue {
  /// True if the value is a layer or a list with one.
  var holdsLayers: Bool {
    switch self {
    case .layer: true
    case .array(let a): a.contains { $0.holdsLayers }
    default: false
    }
  }
}

extension Layer {
  /// Changes the tree and runs the actions of its events: `onOrderOut` before a layer leaves its superlayer,
  /// `onOrderIn` after it has entered one, `sublayers` of both superlayers.
  package final func moving(_ change: () throws -> Void) throws { try scene.moving([self], change) }
}

extension Scene {
  /// Changes the places of layers in the tree at once, and runs the actions of the events, those of the last layer
  /// first.
  package func moving(_ layers: [Layer], _ change: () throws -> Void) throws {
    for layer in layers where layer.isFrozen { throw layer.frozenError }
    guard actionsAreEnabled else { return try change() }
    let moves = layers.map(LayerMove.init)
    try change()
    runningChanges.append(.moves(moves))
    defer { runningChanges.removeLast() }
    for move in moves.reversed() {
      let (layer, before, after) = (move.layer, move.from, move.layer.parent)
      let isMoved = before !== after || move.place != after?.index(of: layer)
      guard isMoved else { continue }
      if let after, !after.flag(.underConstruction) {
        try layer.runAction(for: "onOrderIn")
        try after.runAction(for: "sublayers")
      }
      if after == nil { try layer.runAction(for: "onOrderOut") }
      if let before, before !== after { try before.runAction(for: "sublayers") }
    }
  }
}
