// SPDX-License-Identifier: MIT
import Filters
import Messages
import Numbers
import Pixels

// The filters of layers and transitions. They are copied on assignment, and the copies never change.

extension Layer {
  /// The filters applied to the layer with its sublayers, in this order, before its shadow and opacity. Default nil.
  ///
  /// The layer holds copies: later changes to a filter have no effect. Change a filter by its name, with `try
  /// layer.setValue(2, forKeyPath: "filters.blur.inputRadius")`, or assign other filters.
  public final var filters: [Filter]? {
    get { extraBox?.value.filters }
    set { assign(.filters, Property.value(newValue)) }
  }

  /// The filters applied, within the layer's rounded bounds, to its backdrop, in this order. Default nil. They are
  /// copied, like `filters`.
  public final var backgroundFilters: [Filter]? {
    get { extraBox?.value.backgroundFilters }
    set { assign(.backgroundFilters, Property.value(newValue)) }
  }

  /// True if a key path names a filter that the layer does not have, for example because it was removed. An animation
  /// of it shows nothing.
  final func lacksFilter(ofKeyPath path: String) -> Bool {
    // A fast path: this is called for every animation of every render.
    guard path.utf8.first == UInt8(ascii: "f") || path.utf8.first == UInt8(ascii: "b") else { return false }
    let parts = path.split(separator: ".", maxSplits: 2)
    guard parts.count == 3, let row = keyedClass.property(String(parts[0])), row.replacesObjects else { return false }
    guard case .toMany(_, let members)? = row.way else { return false }
    return !members(self).contains { $0.keyPathName.map { $0 == parts[1] } ?? false }
  }

  /// The filter under `compositingFilter`; if only its name is set, a new filter of that name.
  final var compositingObject: Filter? {
    if let filter = extraBox?.value.compositingFilter { return filter }
    guard let name = decoration.compositingFilter,
      let filter = try? KeyedClass.filter(named: name, in: scene).makeObject(in: scene)
    else { return nil }
    return try? (filter as? Filter)?.attached(to: scene, under: Property.compositingFilter.name)
  }

  final func storeCompositingFilter(_ name: String?, mode: BlendMode, filter: Filter?, row: Property) {
    let old = extraBox?.value.compositingFilter
    if decoration.compositingFilter == name {
      if old == nil, filter == nil { return }
      if let old, let filter, old.isEqual(to: filter) { return }
    }
    decoration.compositingFilter = name
    decoration.blendMode = filter?.isStoredEnabled == false ? .normal : mode
    if filter != nil || old != nil { extra.value.compositingFilter = filter }
    row.didChange(self)
  }

  final func putFilter(_ new: Filter, inPlaceOf old: Filter, under row: Property) {
    if row === Property.compositingFilter {
      guard case .compositing(let mode)? = new.kind?.action else { return }
      return storeCompositingFilter(new.className, mode: mode, filter: new, row: row)
    }
    let place: WritableKeyPath<ExtraStorage, [Filter]?> = row === Property.filters ? \.filters : \.backgroundFilters
    guard let i = extraBox?.value[keyPath: place]?.firstIndex(where: { $0 === old }) else { return }
    extra.value[keyPath: place]?[i] = new
    row.didChange(self)
  }
}

extension KeyPlace.Holder {
  /// Replaces a filter by a copy that a closure changes, and runs the layer's action for the change.
  ///
  /// - Parameter runsAction: false to run no action.
  func change(_ filter: Filter, runsAction: Bool, _ body: (Filter) throws -> Void) throws {
    if object.isFrozen { throw object.frozenError }
    if runsAction, object.scene.attendsToChanges, let layer = object as? Layer,
      layer.state.isDisjoint(with: [.silent, .underConstruction])
    {
      return try layer.changeWithAction([path]) { try replace(filter, body) }
    }
    try replace(filter, body)
  }

  private func replace(_ filter: Filter, _ body: (Filter) throws -> Void) throws {
    guard let changed = try filter.changed(by: body) else { return }
    object.replaceFilter(filter, with: changed, under: row)
  }
}

// MARK: - Rows

extension Property {
  static let filters = Property(
    "filters", .objects(of: .filter),
    .value(
      get: { value($0.extraBox?.value.filters) },
      set: { layer, value, row in
        let new = try filters(value, row, layer)
        guard !isSame(new, layer.extraBox?.value.filters) else { return }
        layer.extra.value.filters = new
        row.didChange(layer)
      },
      copy: { a, b in
        let filters = a.extraBox?.value.filters
        if filters != nil || b.extraBox?.value.filters != nil { b.extra.value.filters = filters }
      }), animation: .basic, traits: .ignoredByTransformLayer,
    way: .toMany(noun: "filter") { $0.extraBox?.value.filters ?? [] },
    "The filters applied to the layer with its sublayers, in this order; the layer holds copies, changed by "
      + "filters.NAME.KEY."
  )
  static let backgroundFilters = Property(
    "backgroundFilters", .objects(of: .filter),
    .value(
      get: { value($0.extraBox?.value.backgroundFilters) },
      set: { layer, value, row in
        let new = try filters(value, row, layer)
        guard !isSame(new, layer.extraBox?.value.backgroundFilters) else { return }
        layer.extra.value.backgroundFilters = new
        row.didChange(layer)
      },
      copy: { a, b in
        let filters = a.extraBox?.value.backgroundFilters
        if filters != nil || b.extraBox?.value.backgroundFilters != nil { b.extra.value.backgroundFilters = filters }
      }), animation: .transition, traits: .ignoredByTransformLayer,
    way: .toMany(noun: "filter") { $0.extraBox?.value.backgroundFilters ?? [] },
    "The filters applied to the layer's backdrop, within its rounded bounds; copied, like filters.")
  static let compositingFilter = Property(
    "compositingFilter", .filter(.compositing),
    .value(
      get: {
        $0.extraBox?.value.compositingFilter.map { .keyed($0) } ?? $0.decoration.compositingFilter.map { .string($0) }
          ?? .null
      },
      set: { layer, value, row in
        switch value {
        case .null, .bool(false): layer.storeCompositingFilter(nil, mode: .normal, filter: nil, row: row)
        case .string(let s):
          let mode = try row.reading(layer) { try BlendMode(compositingFilter: s, key: row.path(layer)) }
          layer.storeCompositingFilter(s, mode: mode, filter: nil, row: row)
        case .keyed(let object):
          guard let filter = object as? Filter else { throw row.mismatch(layer, value) }
          guard case .compositing(let mode)? = filter.kind?.action else {
            throw row.misuse(of: filter, layer)
          }
          let own = try attached(filter, row, layer)
          layer.storeCompositingFilter(own.className, mode: mode, filter: own, row: row)
        default: throw row.mismatch(layer, value)
        }
      },
      copy: { a, b in
        b.decoration.compositingFilter = a.decoration.compositingFilter
        b.decoration.blendMode = a.decoration.blendMode
        let filter = a.extraBox?.value.compositingFilter
        if filter != nil || b.extraBox?.value.compositingFilter != nil { b.extra.value.compositingFilter = filter }
      }), animation: .transition, traits: .ignoredByTransformLayer,
    way: .toOne { $0.compositingObject },
    "The operator that combines the layer with its backdrop.")
  static let transitionFilter = Property(
    of: Transition.self, "filter", .filter(.transition),
    .value(
      get: { $0.storedFilter.map { .keyed($0) } ?? .null },
      set: { transition, value, row in
        var new: Filter?
        switch value {
        case .null, .bool(false): break
        case .string(let name): new = try filter(named: name, row, transition, "")
        case .keyed(let object): new = object as? Filter
        default: break
        }
        if new == nil, !value.isNone { throw row.mismatch(transition, value) }
        if let filter = new {
          guard filter.kind?.category == .transition else {
            throw row.misuse(of: filter, transition)
          }
          new = try attached(filter, row, transition)
        }
        if let new, let old = transition.storedFilter, new.isEqual(to: old) { return }
        if new == nil, transition.storedFilter == nil { return }
        transition.storedFilter = new
        row.didChange(transition)
      }, copy: { $1.storedFilter = $0.storedFilter }), invalidates: [], way: .toOne { $0.storedFilter },
    "The filter that renders the images between the old and the new one, instead of type.")

  /// True if the objects that the property refers to are immutable, so that their owners receive changed copies.
  package var replacesObjects: Bool {
    switch kind {
    case .objects(of: .filter), .filter: true
    default: false
    }
  }

  fileprivate static func value(_ filters: [Filter]?) -> PropertyValue {
    filters.map { .array($0.map { .keyed($0) }) } ?? .null
  }

  private static func isSame(_ a: [Filter]?, _ b: [Filter]?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return a.count == b.count && zip(a, b).allSatisfy { $0.isEqual(to: $1) }
  }

  /// Returns the copies of filters, and of filters given by name, for an object to hold.
  private static func filters(_ value: PropertyValue, _ row: Property, _ owner: KeyedObject) throws -> [Filter]? {
    if value.isNone { return nil }
    guard case .array(let list) = value else { throw row.mismatch(owner, value) }
    var result: [Filter] = []
    result.reserveCapacity(list.count)
    for (i, element) in list.enumerated() {
      let place = ": value \(i + 1)"
      let filter: Filter
      switch element {
      case .string(let name): filter = try self.filter(named: name, row, owner, place)
      case .keyed(let object):
        guard let given = object as? Filter else { fallthrough }
        filter = given
      default: throw LayerError(row, owner, "\(place): expected a filter or the name of one, got \(element.described)")
      }
      let category = filter.kind?.category
      if category == .compositing || category == .transition {
        throw LayerError(row, owner, "\(place): \(filter.className) is \(filter.use)")
      }
      result.append(try attached(filter, row, owner))
    }
    return result
  }

  /// Returns the error for a filter of a category that the property does not take.
  private func misuse(of filter: Filter, _ owner: KeyedObject) -> LayerError {
    let expected = kind.expectation(for: owner.scene.reader())
    return LayerError(self, owner, ": \(filter.className) is \(filter.use); expected \(expected)")
  }

  /// Creates the filter with a name, with the defaults of its keys.
  private static func filter(
    named name: String, _ row: Property, _ owner: KeyedObject, _ place: String
  ) throws -> Filter {
    let filterClass: KeyedClass
    do { filterClass = try KeyedClass.filter(named: name, in: owner.scene) } catch {
      throw LayerError(row, owner, "\(place): \(error.message)")
    }
    if let key = filterClass.filterKind?.requiredKeys.first {
      throw LayerError(
        row, owner,
        "\(place): \(filterClass.name) cannot be given by name alone, since it needs \(key.name); "
          + owner.scene.reader().text(.filter(name: filterClass.name, key: key.name)))
    }
    guard let filter = try filterClass.makeObject(in: owner.scene) as? Filter else {
      throw LayerError(row, owner, "\(place): \(name) is no filter")
    }
    return filter
  }

  private static func attached(_ filter: Filter, _ row: Property, _ owner: KeyedObject) throws -> Filter {
    if filter.scene !== owner.scene, !filter.isWithoutScene {
      throw LayerError(row, owner, ": filter \(filter.label) belongs to another scene")
    }
    return try filter.attached(to: owner.scene, under: row.name)
  }
}

extension Filter {
  /// The purpose of the filter, as text that follows "is" in error messages.
  fileprivate var use: String {
    switch kind?.category {
    case .compositing:
      "a filter that combines a layer with what lies behind it, which belongs in compositingFilter"
    case .transition: "a transition filter, \(scene.reader().text(.transition))"
    default: "an image filter, which belongs in filters or backgroundFilters"
    }
  }
}
