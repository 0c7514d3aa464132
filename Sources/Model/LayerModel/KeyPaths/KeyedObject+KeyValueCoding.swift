// SPDX-License-Identifier: MIT
// Values by key. A key that the class declares is checked by its row; any other value is stored on the object
// unchanged.
extension KeyedObject {
  /// Returns the value of a key: a declared property, else the custom value that was set, else the value of `style`,
  /// else the class's default, else null. Never fails: an error of the class's hook is thrown by the next layout.
  ///
  /// ```swift
  /// layer.value(forKey: "opacity")  // .number(1)
  /// layer.value(forKey: "noSuchKey").isNull  // true
  /// ```
  public final func value(forKey key: String) -> PropertyValue {
    if let row = keyedClass.property(key) { return row.read(asDrawn(row)) }
    if let row = keyedClass.property(alias: key) { return row.value(asDrawn(row)) }
    if let v = ownValues[key] { return v }
    if let v = styleValue(key) { return v }
    guard let hooks = keyedClass.hooks, hooks.overridesDefaultValues else { return .null }
    do { return try hooks.defaultValue(forKey: key) } catch {
      scene.hookFailure = scene.hookFailure ?? error
      return .null
    }
  }

  /// Sets a declared property or a custom key; null removes a custom key.
  ///
  /// ```swift
  /// try layer.setValue(.null, forKey: "side")  // removes a custom key
  /// ```
  ///
  /// - Throws: `LayerError` if the value does not fit a declared property; errors of the services if it names a file.
  public final func setValue(_ value: PropertyValue, forKey key: String) throws {
    if let row = keyedClass.property(key) { return try row.setValue(self, value) }
    if let row = keyedClass.property(alias: key) {
      throw LayerError("\(className).\(key) can only be read; write \(row.name)")
    }
    try setCustomValue(value, forKey: key)
  }

  /// Sets a key that no class declares. Warns if it resembles a declared one, unless `isExplicit` is true (`userInfo`).
  ///
  /// - Throws: if the class declares the key.
  package final func setCustomValue(_ value: PropertyValue, forKey key: String, isExplicit: Bool = false) throws {
    if keyedClass.property(key) != nil {
      throw LayerError("\(className).\(key) is a declared property, not a key of one's own")
    }
    if key.isEmpty { throw LayerError("\(className): a key cannot be empty") }
    if keyedClass.isFilterClass { throw keyedClass.unknownKey(key, for: scene.reader()) }
    if !isExplicit, ownValues[key] == nil, !value.isNull,
      let near = scene.warnings.likelyWord(for: key, of: keyedClass, scene.reader())
    {
      scene.warn(near.rule, "\(className).\(key)\(near.message(isRead: false))", onceFor: key, isOfKey: true)
    }
    if isFrozen { throw frozenError }
    if scene.attendsToChanges, let layer = self as? Layer {
      return try layer.changeWithAction([key]) { try setCustomValue(value, forKey: key, isExplicit: true) }
    }
    let old = ownValues[key]
    if value.isNull {
      if old == nil { return }
      ownValues[key] = nil
      keep(nil, key: key)
    } else {
      if old == value { return }
      let charge = try charge(for: value, key: key, isDeclared: false)
      ownValues[key] = value
      if value.holdsObjects { scene.holders.add(self) }
      keep(charge, key: key)
    }
    countChange()
  }

  /// Warns of reading an undefined key that is a property of Core Animation's class of the same name.
  package final func noteMissing(_ key: String) {
    // Scripts may read any number of undefined keys.
    guard let language = scene.host.language, language.namesakes.contains(key),
      let word = scene.warnings.likelyWord(for: key, of: keyedClass, scene.reader()), word.isNamesakes
    else { return }
    scene.warn(word.rule, "\(className).\(key)\(word.message(isRead: true))", onceFor: "read \(key)")
  }

  /// Returns the object from which a declared key is read: the presentation while one of this layer is being drawn.
  /// Otherwise, and for keys that lead to other layers, the layer itself.
  package final func asDrawn(_ row: Property) -> KeyedObject {
    scene.picture.drawnPresentations.isEmpty ? self : drawnPresentation(row)
  }

  @inline(never) private func drawnPresentation(_ row: Property) -> KeyedObject {
    switch row.kind {
    case .layer, .layers, .delegate: self
    default: scene.picture.drawnPresentations.last { $0.presentedLayer === self } ?? self
    }
  }

  /// The keys that the class declares, in documentation order.
  public final func keys() -> [String] {
    var seen: Set<String> = []
    return keyedClass.properties.map(\.name).filter { seen.insert($0).inserted }
  }

  /// The custom keys that were set, sorted.
  ///
  /// ```swift
  /// try sun.setValue("left", forKey: "side")
  /// sun.customKeys()  // ["side"]
  /// ```
  public final func customKeys() -> [String] {
    ownValues.keys.filter { keyedClass.property($0) == nil }.sorted()
  }

  /// The result of `defaultValueForKey`: the initial value of a key of the class, or null if its class stores no
  /// default, as for `bounds`. The class's hook is not called.
  package final func defaultValue(forKey key: String) -> PropertyValue { keyedClass.storedDefaultValue(forKey: key) }

  // MARK: Declared keys of subclasses

  func declaredValue(_ row: Property) -> PropertyValue {
    return ownValues[row.name] ?? styleValue(row.name) ?? row.defaultValue
  }

  /// Sets a declared key; null restores the default.
  func setDeclaredValue(_ value: PropertyValue, _ row: Property) {
    let old = declaredValue(row)
    markChanged()
    if value.isNull {
      ownValues[row.name] = nil
    } else {
      ownValues[row.name] = value
      if value.holdsObjects { scene.holders.add(self) }
    }
    if declaredValue(row) != old { row.didChange(self) }
  }
}
