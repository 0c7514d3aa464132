// SPDX-License-Identifier: MIT
import Geometry

/// The state of layout for a layer that takes part in it.
final class LayoutStorage {
  /// Lays out the sublayers.
  var manager: (any LayoutManager)?
  /// The constraints of the layer among its siblings.
  var constraints: [Constraint] = []
  /// The layer's mask in its superlayer: the bits of `AutoresizingMask`, also unknown ones.
  var autoresizingMask: UInt32 = 0
  /// The layer's options for the superlayer's manager.
  var options: LayoutOptions?

  /// The sublayers' constraints in order, until one of them, a name or the list changes.
  var system: ConstraintSystem?
  /// The size of the last layout, while a class that overrides `layoutSublayers` has not yet decided whether sublayers
  /// follow.
  var sizeBeforeResize: Size?
  /// Whether the last layout by a class that overrides `layoutSublayers` called the default one too.
  var hasRunDefault = false
  /// The places that a hook or a foreign manager gave to sublayers, by serial number.
  var placements: [Int: Placement] = [:]
  /// The last result of the mask for the layer.
  var resize: (frame: Rect, old: Size, new: Size)?
  /// The preferred sizes that the manager computed, until the contents change.
  var preferredSizes: [(width: Double?, size: Size)] = []
  /// Sizes of sublayers before the manager stretched them, with the new sizes; by serial number.
  var naturalSizes: [Int: (natural: Size, given: Size)] = [:]

  /// The bytes of `constraints` that are charged to the budget.
  var charged = 0
  weak var budget: (any MemoryBudget)?

  deinit { if charged > 0 { budget?.release(charged) } }
}

extension Layer {
  final var layout: LayoutStorage? { extraBox?.value.layout }

  /// The layer's layout storage, made when absent.
  final var madeLayout: LayoutStorage {
    if let storage = extraBox?.value.layout { return storage }
    let storage = LayoutStorage()
    extra.value.layout = storage
    return storage
  }

  /// The object that lays out the sublayers where neither the class nor the delegate does; the layer keeps it. Nil by
  /// default.
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
      // The new one has no information on the layer that could be out of date.
      let isTelling = flag(.invalidatingLayout)
      state.insert(.invalidatingLayout)
      Property.layoutManager.didChange(self)
      if !isTelling { state.remove(.invalidatingLayout) }
    }
  }

  /// The constraints by which the superlayer's layout manager, when it is the constraint layout manager, places the
  /// layer.
  public final var constraints: [Constraint] {
    get { layout?.constraints ?? [] }
    set { attempt { () throws(LayerError) in try storeConstraints(newValue) } }
  }

  /// - Throws: `LayerError` when there are more than any layer can use.
  public final func addConstraint(_ c: Constraint) throws { try storeConstraints(constraints + [c]) }

  /// The way in which the layer follows changes of its superlayer's size: at once, before any layout.
  public final var autoresizingMask: AutoresizingMask {
    get { AutoresizingMask(rawValue: layout?.autoresizingMask ?? 0) }
    set { assign(.autoresizingMask, .number(Double(newValue.rawValue))) }
  }

  /// Stores constraints, whose memory is charged.
  ///
  /// - Throws: `LayerError` for more than any layer can use, or when memory is short.
  func storeConstraints(_ list: [Constraint]) throws(LayerError) {
    if list.isEmpty, layout?.constraints.isEmpty ?? true { return }
    if list.count > Layer.maximumConstraints {
      throw LayerError(
        .limit,
        "\(className).constraints: a layer takes at most \(Layer.maximumConstraints) constraints (two on each axis have effect), got \(list.count)"
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

  /// Makes the superlayer order its constraints again.
  func dropSuperlayersSystem() {
    if let storage = parent?.layout, storage.system != nil { storage.system = nil }
  }

  /// Notes that a layer was added to this one, as a sublayer or as its mask.
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
