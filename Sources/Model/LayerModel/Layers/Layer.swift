// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

/// A rectangle that can be filled, drawn in, decorated and transformed, and that can hold sublayers: Core Animation's
/// `CALayer`.
///
/// A layer holds its sublayers and its mask strongly; `superlayer` and `delegate` are weak. It belongs to its scene's
/// thread.
///
/// ```swift
/// let poster = Layer(in: scene)
/// poster.bounds = Rect(0, 0, 200, 120)
/// poster.backgroundColor = "#20304a"
///
/// let sun = Layer(in: scene)
/// sun.name = "sun"
/// sun.frame = Rect(20, 20, 80, 80)
/// sun.cornerRadius = 40
/// sun.backgroundColor = .orange
/// try poster.addSublayer(sun)
/// ```
open class Layer: KeyedObject {
  package final var layerClass: LayerClass { keyedClass }

  /// An unretained pointer to the superlayer, which clears it before it dies. Not a weak reference, since every
  /// insertion climbs a long chain of them.
  @exclusivity(unchecked) final var parentReference: Unmanaged<Layer>?
  final var parent: Layer? {
    get { parentReference?.takeUnretainedValue() }
    set { parentReference = newValue.map { Unmanaged.passUnretained($0) } }
  }
  @exclusivity(unchecked) final var children: SublayerList = []
  /// Upper bound of the number of levels below this layer; exact as long as layers were only added.
  @exclusivity(unchecked) final var heightBound: UInt16 = 0
  /// `scene.markCount` at the last change of this layer or of one below it, masks included; or at an earlier one since
  /// the last cached render (`scene.resolvedAt`).
  @exclusivity(unchecked) final private(set) var changedBelow: UInt64 = 0
  /// The presentation of the last render, to be reused by the next one.
  @exclusivity(unchecked) final var keptPresentation: KeptPresentation?
  /// The index or block number at which the superlayer's `SublayerList` looks for the layer first.
  @exclusivity(unchecked) final var placeHint: UInt32 = 0

  @exclusivity(unchecked) final var storedName: String?
  @exclusivity(unchecked) final var storedBounds = Rect.zero
  @exclusivity(unchecked) final var storedPosition = Point.zero
  @exclusivity(unchecked) final var storedAnchorPoint = Point(0.5, 0.5)
  @exclusivity(unchecked) final var storedZPosition = 0.0
  @exclusivity(unchecked) final var storedOpacity = 1.0
  @exclusivity(unchecked) final var storedCornerRadius = 0.0
  @exclusivity(unchecked) final var storedBorderWidth = 0.0
  @exclusivity(unchecked) final var storedBackgroundColor: ColorOrPattern?
  @exclusivity(unchecked) final var storedContents: Image?
  @exclusivity(unchecked) final var transformStorage: TransformStorage?
  @exclusivity(unchecked) final var contentsBox: Box<ContentsStorage>?
  @exclusivity(unchecked) final var decorationBox: Box<DecorationStorage>?
  @exclusivity(unchecked) final var timingBox: Box<TimeMap>?
  @exclusivity(unchecked) final var extraBox: ExtraBox?

  /// Makes a layer of size zero at the origin, e.g. `Layer(in: scene)`.
  public convenience init(in scene: Scene) { self.init(in: scene, of: .layer) }

  public required init(in scene: Scene, of layerClass: KeyedClass) {
    super.init(in: scene, of: layerClass)
    scene.budget.layerAppeared()
  }

  /// The approximate memory of a plain layer, in bytes, for the memory budget.
  static let memoryPerLayer = 512

  deinit {
    scene.budget.layerVanished()
    if let storedName { scene.names.remove(self, storedName) }
    if state.contains(.needsLayout) { scene.layoutQueue.flagged -= 1 }
    if state.contains(.needsDisplay) { scene.display.flagged -= 1 }
    if !children.isEmpty || extraBox != nil { dismantle() }
  }

  /// Frees the layers below without recursion, which would overflow the stack on a deep tree.
  private func dismantle() {
    var doomed = children.array
    children = []
    for l in doomed { l.parent = nil }
    if let mask = extraBox?.value.mask {
      mask.parent = nil
      mask.state.remove(.isMask)
      doomed.append(mask)
      extraBox?.value.mask = nil
    }
    while var l = doomed.popLast() {
      guard isKnownUniquelyReferenced(&l) else { continue }
      for child in l.children { child.parent = nil }
      doomed.append(contentsOf: l.children)
      l.children = []
      if let mask = l.extraBox?.value.mask {
        mask.parent = nil
        mask.state.remove(.isMask)
        doomed.append(mask)
        l.extraBox?.value.mask = nil
      }
    }
  }

  /// Marks the layer and its superlayers as changed below. Ends at the first that was marked since the last cached
  /// render: those above it were, too.
  final override func spreadChange() {
    state.remove(.layoutOfTextIsCurrent)
    // A copy is in no tree; its superlayer is that of its model.
    if state.contains(.silent) { return }
    if keptPresentation != nil { keptPresentation = nil }
    scene.markCount &+= 1
    let count = scene.markCount
    let seen = scene.resolvedAt
    changedBelow = count
    var above = parentReference
    while let layer = above {
      above = layer._withUnsafeGuaranteedRef {
        if $0.changedBelow > seen { return nil }
        $0.changedBelow = count
        return $0.parentReference
      }
    }
  }

  /// The overrides of the class; nil if it has none.
  package final var subclassHooks: (any LayerSubclass)? { layerClass.hooks }

  /// The path of names from the root, such as `root/circle/#3`. A sublayer without a name is `#` and its index from 1.
  public final override var label: String {
    var parts: [String] = []
    var l = self
    while parts.count < 64 {
      if let name = l.storedName, !name.isEmpty {
        parts.append(name)
      } else if l.state.contains(.isMask) {
        parts.append("mask")
      } else if let p = l.parent, let i = p.children.index(of: l) {
        parts.append("#\(i + 1)")
      } else {
        parts.append(l.className)
      }
      guard let p = l.parent else { break }
      l = p
    }
    return parts.reversed().joined(separator: "/")
  }

  // MARK: Rare storage

  // These use `get`: with a `_read` that yields in two places, Swift 6.3 copies a part after the coroutine has freed
  // it.

  final var contentsStorage: ContentsStorage {
    get {
      if let box = contentsBox { box.value } else { ContentsStorage.defaults }
    }
    _modify {
      let box = contentsBox ?? Box(ContentsStorage.defaults)
      contentsBox = box
      yield &box.value
    }
  }

  final var decoration: DecorationStorage {
    get {
      if let box = decorationBox { box.value } else { DecorationStorage.defaults }
    }
    _modify {
      let box = decorationBox ?? Box(DecorationStorage.defaults)
      decorationBox = box
      yield &box.value
    }
  }

  final var timing: TimeMap {
    get {
      if let box = timingBox { box.value } else { TimeMap.layerDefaults }
    }
    _modify {
      let box = timingBox ?? Box(TimeMap.layerDefaults)
      timingBox = box
      yield &box.value
    }
  }

  /// The storage of rarely used values, allocated on first access.
  final var extra: ExtraBox {
    if let box = extraBox { return box }
    let box = ExtraBox(scene.budget)
    extraBox = box
    scene.budget.extraAppeared()
    return box
  }

  @inline(__always) final func flag(_ f: LayerState) -> Bool { state.contains(f) }
  @inline(__always) final func setFlag(_ f: LayerState, _ on: Bool) {
    if on { state.insert(f) } else { state.remove(f) }
  }

  override var frozenError: LayerError {
    LayerError(
      "\(className): a presentation is a copy of the layer at one time and cannot be changed; write to the layer "
        + "itself, " + scene.reader().text(.modelLayer))
  }

  // MARK: Hooks for subclasses

  // Each class overrides what differs, in its own file; no other code checks a layer's class.

  /// The pieces that the class paints in addition to background, contents and border; each knows its place in paint
  /// order.
  package func pieces(_ plane: inout LayerPlane) throws -> [Piece] { [] }

  /// The nodes that the class paints in planes of their own, after the sublayers, when sublayers keep their depth.
  ///
  /// - Parameter after: the matrix applied after a sublayer's own.
  func planes(_ plane: inout LayerPlane, after: Transform3D?) throws -> [RenderNode] { [] }

  /// The drawing that the class's properties suggest is intended, in addition to background, contents and border.
  var classIntent: Intent { .nothing }

  /// True if the class places some of its sublayers itself, before its layout manager runs.
  var placesSublayers: Bool { false }

  /// Places the sublayers that the class places itself; see `placesSublayers`.
  func placeSublayers() throws {}

  /// True if the text has the default colour and no colour was set.
  package var hasDefaultTextColor: Bool { false }

  /// Findings about a visible layer that probably looks other than intended. For `Layer.flaws`.
  func classFlaws() throws -> [Finding] { [] }

  /// Words that describe the content of the class, such as `gradient of 3 colours`.
  package var inspectedWords: [String] { [] }

  /// The number of instances of the sublayers, and the delay from one to the next in seconds.
  var instances: (count: Int, delay: Double) { (1, 0) }

  /// The replication of the sublayers; nil for a class that shows them once.
  ///
  /// - Parameter after: the matrix applied after a sublayer's own.
  func replication(after: Transform3D, label: String) -> Replication? { nil }

  /// The filters of the layer's own picture.
  var contentFilters: [Filter]? { extraBox?.value.filters }

  /// The filters of the layer's backdrop, within its bounds.
  package var backdropFilters: [Filter]? { extraBox?.value.backgroundFilters }

  /// True if the layer changes with time even without animations.
  var changesWithTime: Bool { isDrawnPerPicture || storedContents?.animation != nil }

  /// Returns the frame of a film that the layer shows at its own time, in seconds; nil for a layer without one.
  func clipFrame(at time: Double) throws -> ClipFrame? { nil }

  /// The end of what the layer plays by itself, in its own time, or the length of its endless repetition, in seconds;
  /// nil for none.
  var playedLength: (end: Double?, cycle: Double?) {
    guard let animation = storedContents?.animation, animation.duration > 0 else { return (nil, nil) }
    return animation.plays == 0
      ? (nil, animation.duration) : (animation.duration * Double(animation.plays), nil)
  }

  /// The hooks that draw a layer of the class.
  var drawingHooks: LayerHooks { [.display, .draw] }

  /// True if the class, the delegate or the layer has a drawing hook.
  package var hasDrawingHook: Bool {
    let drawing = drawingHooks
    if let hooks = layerClass.hooks?.hooks, !hooks.isDisjoint(with: drawing) { return true }
    if let hooks = extraBox?.value.delegate?.hooks, !hooks.isDisjoint(with: drawing) { return true }
    return false
  }

  /// True if the layer is drawn again for every render.
  package var isDrawnPerPicture: Bool { false }

  /// Reverts what displays in a frame of the host's frame function replaced, other than the layer's `backing`.
  func restoreDrawing() {}

  /// True if a layer of the class shows nothing without a drawing hook, so that a delegate without one is a mistake.
  var needsDrawingHook: Bool { layerClass.base == .layer }

  /// Displays the layer as its class does; returns false if a drawing is to be recorded instead.
  ///
  /// - Parameter invalid: the part to display; nil for all of it.
  func drawItself(_ invalid: Rect?) throws -> Bool { false }

  /// Draws this presentation, which looks different from its model.
  ///
  /// - Parameter time: the layer's local time in this frame; nil if it has none.
  func redrawPresentation(of model: Layer, at time: Double?, resolution: Double) throws {
    try display(resolution: max(resolution, storedContentsScale))
  }

  /// Makes a presentation keep its own drawing from now on instead of sharing its model's.
  func keepOwnLook() {}

  /// The text that the layer shows, which contents would hide; nil if it shows none.
  var shownText: String? { nil }

  /// True if a change of `contentsScale` or `style` requires drawing the layer again.
  var isDrawnByStyle: Bool { false }

  /// True if the layer has a preferred size of its own, which layouts use if nothing else gives one.
  var hasPreferredLengths: Bool { false }

  /// The preferred size of the content; nil if it has none.
  ///
  /// - Parameter width: the width to fit; nil for any width.
  func ownPreferredSize(width: Double?) throws -> Size? { nil }

  /// The distance of the text's first baseline from the top edge; nil without text.
  func firstBaseline(in size: Size) throws -> Double? { nil }

  /// True if the class logs past values of its layers; copies then get the log.
  var keepsLog: Bool { false }

  /// Copies the layer's log to a copy of the layer.
  ///
  /// - Parameter cells: the emitter cells that were copied, with their copies.
  func copyLog(to copy: Layer, _ cells: [(original: EmitterCell, copy: EmitterCell)]) throws {}

  /// Called after the layer's animations changed.
  ///
  /// - Parameter isCopying: true if they were copied with the layer.
  func animationsDidChange(isCopying: Bool) {}

  /// Called on a presentation before animations set its values.
  ///
  /// - Parameters:
  ///   - time: the layer's local time; nil if it has none.
  ///   - others: animations of other layers that change this one, with their layers and local times.
  func becomePresentation(
    of model: Layer, at time: LocalTime?, _ others: () -> [(owner: Layer, animation: Animation, time: LocalTime)]
  ) {}

  /// Gives a copy its own copies of the objects that the class stores under its keys.
  func copyObjects(to copy: Layer, _ onCopyOfCell: (EmitterCell, EmitterCell) throws -> Void) throws {}

  // MARK: Key-value coding

  package final override func copied(onCopy: (KeyedObject, KeyedObject) throws -> Void = { _, _ in }) throws
    -> KeyedObject
  {
    try copy(onCopy: { try onCopy($0, $1) }, onCopyOfObject: onCopy)
  }

  final override func note(_ row: Property) { noteChange(row) }
  final override func noteName(_ name: String, of row: Property) { note(name: name, of: row) }
  final override var keyPathName: String? { storedName }
  final override func replaceFilter(_ old: Filter, with new: Filter, under row: Property) {
    putFilter(new, inPlaceOf: old, under: row)
  }
  final override var styleEntries: [(key: String, value: PropertyValue)]? { extraBox?.value.style }

  override func transformStorage(of row: Property) -> TransformStorage? {
    row === Property.sublayerTransform
      ? extraBox?.value.sublayerTransform : row === Property.transform ? transformStorage : nil
  }

  override func setTransformStorage(_ storage: TransformStorage, of row: Property) {
    if row === Property.sublayerTransform {
      extra.value.sublayerTransform = storage
    } else {
      transformStorage = storage
    }
  }
}

extension KeyedClass {
  /// The class of `Layer`.
  public static let layer = KeyedClass(.layer, "Layer", Layer.self, superclass: nil, rows: Property.layerRows)
}
