// SPDX-License-Identifier: MIT
import Messages
import Numbers

// Groups in the styles of wallpapers: values that follow the tilt of a device, and values of three states.
extension Layer {
  /// The names of the states that `addWallpaperStates` makes, with the keys of a property group's values.
  package static let wallpaperStates = [("Locked", "v_lock"), ("Unlock", "v_home"), ("Sleep", "v_sleep")]

  /// Sets the values that follow the tilt of a device, as the `wallpaperParallaxGroups` of the layer's style describe
  /// them, and those of the layers below.
  ///
  /// A group is a dictionary with `layerName`, `keyPath`, `axis` ("x" or "y"), `mapMinTo` and `mapMaxTo`: the value is
  /// `mapMinTo` + (tilt + 1) / 2 · (`mapMaxTo` − `mapMinTo`). An incomplete group, and one of a layer that does not
  /// exist, does nothing.
  ///
  /// - Parameters:
  ///   - x: the tilt about the x axis, clamped to −1…1.
  ///   - y: the tilt about the y axis, clamped to −1…1.
  /// - Throws: `LayerError` for tilts that are not finite, and for a key path that the layer does not have.
  public final func setTilt(_ x: Double, _ y: Double) throws {
    if isFrozen { throw frozenError }
    guard x.isFinite, y.isFinite else {
      throw LayerError("\(mention).setTilt: expected finite tilts, got \(numberText(x)) and \(numberText(y))")
    }
    try scene.withoutActions {
      for (holder, group) in groups(of: "wallpaperParallaxGroups") {
        guard let layer = group.layer(below: holder), let path = group.string("keyPath"),
          let axis = group.string("axis"), axis == "x" || axis == "y", let low = group.number("mapMinTo"),
          let high = group.number("mapMaxTo")
        else { continue }
        let tilt = min(max(axis == "x" ? x : y, -1), 1)
        try layer.setValue(.number(low + (tilt + 1) / 2 * (high - low)), forKeyPath: path)
      }
    }
  }

  /// True if `setTilt` sets values of the layer or of those below.
  package final var followsTilt: Bool { !groups(of: "wallpaperParallaxGroups").isEmpty }

  /// Adds the values that the `wallpaperPropertyGroups` of the layer's style describe to its states Locked, Unlock and
  /// Sleep, which are made if there are none.
  ///
  /// A group is a dictionary with `layerName`, `keyPath`, `v_lock`, `v_home` and `v_sleep`; a missing value leaves the
  /// state without the key.
  /// - Throws: `LayerError` of kind `limit` for more states or elements than a layer may have.
  public final func addWallpaperStates() throws {
    if isFrozen { throw frozenError }
    let groups = (styleEntry("wallpaperPropertyGroups")?.list ?? []).map { PropertyGroup($0) }
    guard !groups.isEmpty else { return }
    var states = self.states ?? []
    for (name, key) in Layer.wallpaperStates {
      var elements: [PropertyValue] = []
      for group in groups {
        guard let layer = group.layer(below: self), let path = group.string("keyPath"), let value = group.value(key)
        else { continue }
        let element = StateSetValue(in: scene)
        try Property.stateTarget.setValue(element, .layer(layer))
        try Property.stateKeyPath.setValue(element, .string(path))
        try Property.stateValue.setValue(element, value)
        elements.append(.keyed(element))
      }
      let state = states.first { $0.storedName == name } ?? State(in: scene)
      if state.storedName == nil {
        try Property.stateName.setValue(state, .string(name))
        states.append(state)
      }
      let own = (state.storedElements ?? []).map { PropertyValue.keyed($0) }
      try Property.stateElements.setValue(state, .array(own + elements))
    }
    try Property.states.setValue(self, .array(states.map { .keyed($0) }))
  }

  private func styleEntry(_ key: String) -> PropertyValue? {
    extraBox?.value.style?.first { $0.key == key }?.value
  }

  /// Returns the entries of a list in the style of the layer and of those below, with the layers that have it.
  private func groups(of key: String) -> [(Layer, PropertyGroup)] {
    var result: [(Layer, PropertyGroup)] = []
    var pending: [Layer] = [self]
    while let layer = pending.popLast() {
      for group in layer.styleEntry(key)?.list ?? [] { result.append((layer, PropertyGroup(group))) }
      pending.append(contentsOf: layer.children.array.reversed())
    }
    return result
  }
}

/// One entry of the groups in a wallpaper's style.
private struct PropertyGroup {
  private let entries: [(key: String, value: PropertyValue)]

  init(_ value: PropertyValue) {
    if case .dictionary(let entries) = value { self.entries = entries } else { entries = [] }
  }

  /// Returns a value; nil if there is none.
  func value(_ key: String) -> PropertyValue? {
    entries.first { $0.key == key }.flatMap { $0.value.isNull ? nil : $0.value }
  }

  func string(_ key: String) -> String? {
    if case .string(let text)? = value(key) { text } else { nil }
  }

  func number(_ key: String) -> Double? {
    if case .number(let number)? = value(key), number.isFinite { number } else { nil }
  }

  /// Returns the layer that the group names: the layer itself or the first one below, depth first.
  func layer(below root: Layer) -> Layer? {
    guard let name = string("layerName") else { return nil }
    return root.storedName == name ? root : root.find(name)
  }
}

extension PropertyValue {
  fileprivate var list: [PropertyValue]? {
    if case .array(let values) = self { values } else { nil }
  }
}
