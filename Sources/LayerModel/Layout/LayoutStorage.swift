// SPDX-License-Identifier: MIT
import Geometry

/// What layout keeps for a layer that has anything to do with it.
final class LayoutStorage {
  /// Lays the sublayers out.
  var manager: (any LayoutManager)?
  /// Of the layer among its siblings.
  var constraints: [Constraint] = []
  /// Of the layer in its superlayer: the bits of `AutoresizingMask`, unknown ones too.
  var autoresizingMask: UInt32 = 0
  /// What the superlayer's manager is told about the layer.
  var options: LayoutOptions?

  /// The sublayers' constraints in order, until one of them, a name or the list changes.
  var system: ConstraintSystem?
  /// The size of the last layout, while a class that overrides `layoutSublayers` has yet to say whether sublayers
  /// follow.
  var sizeBeforeResize: Size?
  /// Where a hook or a foreign manager put sublayers, by serial number.
  var placements: [Int: Placement] = [:]
  /// What the mask made of the layer last.
  var resize: (frame: Rect, old: Size, new: Size)?
  /// Sizes that the manager asked for, until the contents change.
  var preferredSizes: [(width: Double?, size: Size)] = []
  /// Sizes of sublayers before the manager stretched them, with what it made of them; by serial number.
  var naturalSizes: [Int: (natural: Size, given: Size)] = [:]

  /// The bytes of `constraints` that the budget knows.
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
      let old = layout?.manager
      if old === newValue { return }
      let storage = madeLayout
      storage.manager = newValue
      storage.naturalSizes = [:]
      storage.preferredSizes = []
      setFlag(.sizedByContents, newValue != nil && !(newValue is ConstraintLayoutManager))
      (newValue as? BuiltInLayoutManager)?.enter(self)
      // The new one remembers nothing of the layer that could be out of date.
      let isTelling = flag(.invalidatingLayout)
      state.insert(.invalidatingLayout)
      Property.layoutManager.didChange(self)
      if !isTelling { state.remove(.invalidatingLayout) }
    }
  }

  /// Where the superlayer's layout manager, when it is the constraint layout manager, puts the layer.
  public final var constraints: [Constraint] {
    get { layout?.constraints ?? [] }
    set { attempt { () throws(LayerError) in try storeConstraints(newValue) } }
  }

  /// - Throws: `LayerError` when there are more than any layer has use for.
  public final func addConstraint(_ c: Constraint) throws(LayerError) { try storeConstraints(constraints + [c]) }

  /// How the layer follows changes of its superlayer's size; at once, before any layout.
  public final var autoresizingMask: AutoresizingMask {
    get { AutoresizingMask(rawValue: layout?.autoresizingMask ?? 0) }
    set { assign(.autoresizingMask, .number(Double(newValue.rawValue))) }
  }

  /// Stores constraints, whose memory counts.
  ///
  /// - Throws: `LayerError` for more than any layer has use for, or for want of memory.
  func storeConstraints(_ list: [Constraint]) throws(LayerError) {
    if list.isEmpty, layout?.constraints.isEmpty ?? true { return }
    if list.count > Layer.maximumConstraints {
      throw LayerError(
        "\(className).constraints: a layer takes at most \(Layer.maximumConstraints) constraints (two on each axis have effect), got \(list.count)",
        kind: .limit)
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

  /// The superlayer's constraints are to be put in order anew.
  func dropSuperlayersSystem() {
    if let storage = parent?.layout, storage.system != nil { storage.system = nil }
  }

  /// A layer came to this one, as a sublayer or as its mask.
  func noteArrival(of l: Layer) {
    if !l.state.isDisjoint(with: [.needsLayout, .layoutBelow]) { l.markSuperlayers() }
    if let bits = l.layout?.autoresizingMask, bits != 0, !l.flag(.isMask) { state.insert(.sublayersResize) }
  }

  /// The list of sublayers changed.
  func flagLayoutOfChangedSublayers() {
    if let storage = layout, storage.system != nil { storage.system = nil }
    flagLayout()
  }
}
