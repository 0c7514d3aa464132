import Pixels

/// What happens when a key of a layer changes: Core Animation's `CAAction`.
public enum LayerAction {
  /// Nothing, and the search ends.
  case none
  /// The animation is added under the key; its open ends are filled in.
  case animation(Animation)
  case perform((_ layer: Layer, _ key: String, _ old: PropertyValue, _ new: PropertyValue) throws -> Void)
}

/// A host object that is an action, such as a script's function.
public protocol LayerActionObject: AnyObject {
  func run(_ layer: Layer, forKey key: String, old: PropertyValue, new: PropertyValue) throws
}

extension Layer {
  /// The action for a change of a key: the delegate's, that of `actions`, of `style`, of the class, or the key's own implicit
  /// animation. nil when there is none.
  ///
  /// It is found whether actions are enabled or not; only whether it is run depends on that.
  public final func action(forKey key: String) throws -> LayerAction? {
    if let delegate, delegate.hooks.contains(.action), let found = try delegate.action(for: self, forKey: key) { return found }
    if let found = try entry(key, in: extraBox?.value.actions, of: "actions") { return found }
    var style = extraBox?.value.style
    var depth = 0
    while let entries = style, depth < 64 {
      if case .dictionary(let actions)? = entries.first(where: { $0.key == "actions" })?.value,
        let found = try entry(key, in: actions, of: "style.actions")
      {
        return found
      }
      if case .dictionary(let next)? = entries.first(where: { $0.key == "style" })?.value { style = next } else { style = nil }
      depth += 1
    }
    if let hooks = subclassHooks, hooks.hooks.contains(.action), let found = try hooks.action(for: self, forKey: key) { return found }
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
      if let action = object as? any LayerActionObject {
        return .perform { layer, key, old, new in try action.run(layer, forKey: key, old: old, new: new) }
      }
    default: break
    }
    throw LayerError("\(label).\(place).\(key): expected an animation, a function or false, got \(value.described)")
  }

  /// The animation by which the key's row says that it changes.
  private func implicitAction(forKey key: String) throws -> LayerAction? {
    let head = key.prefix { $0 != "." }
    guard let row = keyedClass.property(String(head)) else { return nil }
    switch row.animation {
    case .none, .explicit: return nil
    case .transition: return .animation(Transition(in: scene))
    case .basic:
      let animation = BasicAnimation(in: scene)
      animation.storedKeyPath = key
      // The transaction's pace when it has one, else Core Animation's own for implicit animations.
      if scene.transactions.animationTimingFunction == nil { animation.storedTimingFunction = .default }
      return .animation(animation)
    }
  }

  /// Changes values by `change` and runs the actions of what is then another.
  ///
  /// - Parameter paths: the keys, or the key paths of the parts that are set.
  final func changeWithAction(_ paths: [String], _ change: () throws -> Void) throws {
    scene.actionsAreEnabled = false
    defer { scene.actionsAreEnabled = !scene.transactions.disableActions }
    let shown = attachedAnimations.isEmpty ? self : try presentation()
    let before = try paths.map {
      (model: try value(forKeyPath: $0), shown: try shown.value(forKeyPath: $0), action: try action(forKey: $0))
    }
    try change()
    for (path, old) in zip(paths, before) {
      let new = try value(forKeyPath: path)
      if new != old.model { try run(old.action, path, old: old.shown, new: new) }
    }
  }

  private func run(_ action: LayerAction?, _ path: String, old: PropertyValue, new: PropertyValue) throws {
    switch action {
    case nil, .some(.none): return
    case .perform(let body)?: try body(self, path, old, new)
    case .animation(let animation)?:
      guard let copy = try animation.copied() as? Animation else { return }
      if let property = copy as? PropertyAnimation, property.storedKeyPath == nil { property.storedKeyPath = path }
      if let basic = copy as? BasicAnimation, basic.storedFromValue.isNull, basic.storedToValue.isNull, basic.storedByValue.isNull {
        basic.storedFromValue = old
        // From or to nothing has nothing to go by, a colour's clear apart.
        if old.isNull, case .color(let color) = new { basic.storedFromValue = .color(color.withAlpha(0)) }
        if basic.storedFromValue.isNull { return }
      }
      try addAnimation(copy, forKey: path)
    }
  }
}

extension Property {
  /// Sets a value and runs the actions for its key.
  @inline(never) func setWithAction(_ object: KeyedObject, _ value: PropertyValue) throws {
    let scene = object.scene
    guard let layer = object as? Layer, !layer.flag(.silent) else {
      scene.actionsAreEnabled = false
      defer { scene.actionsAreEnabled = !scene.transactions.disableActions }
      return try setValue(object, value)
    }
    // What is derived changes what it is derived from.
    let keys = self === Property.frame ? ["bounds", "position"] : self === Property.affineTransform ? ["transform"] : [name]
    try layer.changeWithAction(keys) { try setValue(layer, value) }
  }
}
