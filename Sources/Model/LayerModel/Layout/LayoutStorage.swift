// SPDX-License-Identifier: MIT
import Geometry

/// The layout state of a layer that takes part in layout.
final class LayoutStorage {
  /// The object that lays out the sublayers.
  var manager: (any LayoutManager)?
  /// The constraints that place the layer among its siblings.
  var constraints: [Constraint] = []
  /// The layer's mask in its superlayer: the bits of `AutoresizingMask`, unknown ones included.
  var autoresizingMask: UInt32 = 0
  /// The layer's options for the superlayer's manager.
  var options: LayoutOptions?

  /// The cached system of the sublayers' constraints, until a constraint, a name or the list changes.
  var system: ConstraintSystem?
  /// The size at the last layout, until a class that overrides `layoutSublayers` has decided whether sublayers follow.
  var sizeBeforeResize: Size?
  /// True if the last layout by a class that overrides `layoutSublayers` called the default one too.
  var hasRunDefault = false
  /// The frames that a hook or a foreign manager gave to sublayers, by serial number.
  var placements: [Int: LayoutPlacement] = [:]
  /// The last result of the layer's autoresizing mask.
  var resize: (frame: Rect, old: Size, new: Size)?
  /// The cache of preferred sizes that the manager computed, until the contents change.
  var preferredSizes: [(width: Double?, size: Size)] = []
  /// The sizes of sublayers before and after the manager stretched them, by serial number.
  var naturalSizes: [Int: (natural: Size, given: Size)] = [:]

  /// The bytes of `constraints` charged to the budget.
  var charged = 0
  weak var budget: (any MemoryBudget)?

  deinit { if charged > 0 { budget?.release(charged) } }
}

extension Layer {
  final var layout: LayoutStorage? { extraBox?.value.layout }

  /// The layer's layout storage, allocated on first access.
  final var madeLayout: LayoutStorage {
    if let storage = extraBox?.value.layout { return storage }
    let storage = LayoutStorage()
    extra.value.layout = storage
    return storage
  }

  /// The object that lays out the sublayers if neither the class nor the delegate does; held strongly. Default nil.
  public final var layoutManager: (any LayoutManager)? {
    get { layout?.manager }
    set {
      var newValue = newValue
      if let given = newValue as? BuiltInLayoutManager {
        do { newValue = try given.belonging(to: scene) } catch { return refuse(error) }
      }
      let old = layout?.manager
      if old === newValue { return }
      let storage = madeLayout
      storage.manager = newValue
      storage.naturalSizes = [:]
      storage.preferredSizes = []
      setFlag(.sizedByContents, newValue != nil && !(newValue is ConstraintLayoutManager))
      (newValue as? BuiltInLayoutManager)?.enter(self)
      // The new manager has no cached information on the layer to invalidate.
      let isTelling = flag(.invalidatingLayout)
      state.insert(.invalidatingLayout)
      Property.layoutManager.didChange(self)
      if !isTelling { state.remove(.invalidatingLayout) }
    }
  }

  /// The constraints that place the layer if the superlayer has the constraint layout manager.
  public final var constraints: [Constraint] {
    get { layout?.constraints ?? [] }
    set { attempt { () throws(LayerError) in try storeConstraints(newValue) } }
  }

  /// Appends a constraint.
  ///
  /// ```swift
  /// try title.addConstraint(Constraint(.midX))
  /// ```
  ///
  /// - Throws: `LayerError` if there are more than any layer can use.
  public final func addConstraint(_ c: Constraint) throws { try storeConstraints(constraints + [c]) }

  /// The margins and lengths that follow changes of the superlayer's size, at once and before any layout.
  public final var autoresizingMask: AutoresizingMask {
    get { AutoresizingMask(rawValue: layout?.autoresizingMask ?? 0) }
    set { assign(.autoresizingMask, .number(Double(newValue.rawValue))) }
  }

  /// Stores constraints and charges their memory.
  ///
  /// - Throws: `LayerError` for more than any layer can use, or if memory is short.
  func storeConstraints(_ list: [Constraint]) throws(LayerError) {
    if list.isEmpty, layout?.constraints.isEmpty ?? true { return }
    if list.count > Layer.maximumConstraints {
      throw LayerError(
        .limit,
        "\(className).constraints: a layer takes at most \(Layer.maximumConstraints) constraints (two on each axis "
          + "have effect), got \(list.count)"
      )
    }
    let storage = madeLayout
    let bytes = list.count * MemoryLayout<Constraint>.stride
    if bytes > storage.charged {
      if let budget = scene.memoryBudget {
        guard budget.hasRoom(for: bytes - storage.charged) else {
          throw LayerError.noMemory("more constraints", budget, at: "\(className).constraints")
        }
        budget.charge(bytes - storage.charged)
        storage.budget = budget
        storage.charged = bytes
      }
    }
    if storage.constraints == list { return }
    storage.constraints = list
    dropSuperlayersSystem()
    Property.constraints.didChange(self)
  }

  static let maximumConstraints = 64

  func storeAutoresizingMask(_ bits: UInt32) {
    if bits == 0, layout == nil { return }
    madeLayout.autoresizingMask = bits
    if bits != 0, !flag(.isMask) { parent?.state.insert(.sublayersResize) }
  }

  /// Drops the superlayer's cached constraint system, so that it is built again.
  func dropSuperlayersSystem() {
    if let storage = parent?.layout, storage.system != nil { storage.system = nil }
  }

  /// Updates flags after a layer was added to this one, as a sublayer or as its mask.
  func noteArrival(of l: Layer) {
    if !l.state.isDisjoint(with: [.needsLayout, .layoutBelow]) { l.markSuperlayers() }
    if let bits = l.layout?.autoresizingMask, bits != 0, !l.flag(.isMask) { state.insert(.sublayersResize) }
  }

  /// Flags layout after a change of the list of sublayers.
  func flagLayoutOfChangedSublayers() {
    if let storage = layout, storage.system != nil { storage.system = nil }
    flagLayout()
  }
}
