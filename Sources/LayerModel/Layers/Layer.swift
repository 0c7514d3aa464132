// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

/// A rectangle that can be filled, drawn in, decorated and transformed, and that can hold sublayers: Core Animation's
/// `CALayer`.
///
/// A layer holds its sublayers and its mask strongly; `superlayer` and `delegate` are weak. It belongs to its scene's
/// thread.
open class Layer: KeyedObject {
  package final var layerClass: LayerClass { keyedClass }

  /// Unsafe but cleared by the superlayer before it dies; a plain pointer, since long chains of it are climbed at every
  /// insertion.
  @exclusivity(unchecked) final var parentReference: Unmanaged<Layer>?
  final var parent: Layer? {
    get { parentReference?.takeUnretainedValue() }
    set { parentReference = newValue.map { Unmanaged.passUnretained($0) } }
  }
  @exclusivity(unchecked) final var children: SublayerList = []
  /// Levels below this layer at most: exact after growth, an upper bound after removals.
  @exclusivity(unchecked) final var heightBound: UInt16 = 0
  /// Where its superlayer's list looks for it first.
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
  @exclusivity(unchecked) final var extraBox: Box<ExtraStorage>?

  /// A layer without size at the origin.
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

  /// The overrides of the class; nil without any.
  package final var subclassHooks: (any LayerSubclass)? { layerClass.hooks }

  /// The names from the root down, such as `root/circle/#3`: its name, or `#` and its place among the sublayers.
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

  // Read by `get`: with a `_read` that yields in two places, Swift 6.3 copies a part after the coroutine has freed it.

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

  /// The rare storage, made when absent.
  final var extra: Box<ExtraStorage> {
    if let box = extraBox { return box }
    let box = Box(ExtraStorage())
    extraBox = box
    return box
  }

  @inline(__always) final func flag(_ f: LayerState) -> Bool { state.contains(f) }
  @inline(__always) final func setFlag(_ f: LayerState, _ on: Bool) {
    if on { state.insert(f) } else { state.remove(f) }
  }

  override var frozenError: LayerError {
    LayerError(
      "\(className): a presentation is a copy of the layer at one time and cannot be changed; write to the layer itself, "
        + "presentation:model()")
  }

  // MARK: What a class of layers may say

  // Each class says what is different with it, in its own file; nothing else asks for a layer's class.

  /// What the class paints besides background, contents and border; each piece knows its place in paint order.
  @_spi(LayerClasses) open func pieces(_ plane: inout LayerPlane) throws -> [Piece] { [] }

  /// What the class paints as planes of their own, over the sublayers, where these keep their depth.
  ///
  /// - Parameter after: the matrix after a sublayer's own.
  func planes(_ plane: inout LayerPlane, after: Transform3D?) throws -> [RenderNode] { [] }

  /// What a layer of the class was meant to show besides background, contents and border, as far as its properties
  /// tell.
  var classIntent: Intent { .nothing }

  /// Whether the class places some of its sublayers, before its layout manager does.
  var placesSublayers: Bool { false }

  /// Places them.
  func placeSublayers() throws {}

  /// Whether its text has the colour that text has by default, and no other was set.
  package var hasDefaultTextColor: Bool { false }

  /// What is not as it was probably meant, although the layer is seen. For `Layer.flaws`.
  func classFlaws() throws -> [Finding] { [] }

  /// Words of the class for its content, such as `gradient of 3 colours`.
  @_spi(LayerClasses) open var inspectedWords: [String] { [] }

  /// How often the sublayers are shown, and how much later, in seconds, each time.
  var instances: (count: Int, delay: Double) { (1, 0) }

  /// The repetition of the sublayers; nil for a class that shows them once.
  ///
  /// - Parameter after: the matrix after a sublayer's own.
  func replication(after: Transform3D, label: String) -> Replication? { nil }

  /// Whether it looks different at different times without any animation.
  var changesWithTime: Bool { isDrawnPerPicture }

  /// The hooks that draw a layer of the class.
  var drawingHooks: LayerHooks { [.display, .draw] }

  /// Whether the class, the delegate or the layer has anything that draws.
  package var hasDrawingHook: Bool {
    let drawing = drawingHooks
    if let hooks = layerClass.hooks?.hooks, !hooks.isDisjoint(with: drawing) { return true }
    if let hooks = extraBox?.value.delegate?.hooks, !hooks.isDisjoint(with: drawing) { return true }
    return false
  }

  /// Whether every picture draws the layer again.
  package var isDrawnPerPicture: Bool { false }

  /// Whether a layer of the class without a drawing hook shows nothing, so that a delegate without one is a mistake.
  var needsDrawingHook: Bool { layerClass.base == .layer }

  /// Displays the layer in the way of its class; false where a drawing is recorded.
  ///
  /// - Parameter invalid: the part to display; nil is all.
  func drawItself(_ invalid: Rect?) throws -> Bool { false }

  /// Draws this presentation, which shows another look than its model.
  ///
  /// - Parameter time: the layer's local time in this picture; nil where it has none.
  func redrawPresentation(of model: Layer, at time: Double?, resolution: Double) throws {
    try display(resolution: max(resolution, storedContentsScale))
  }

  /// Keeps from now on what its model shares with it otherwise.
  func keepOwnLook() {}

  /// The text it shows, which contents would hide.
  var shownText: String? { nil }

  /// Whether what it shows is drawn anew with another `contentsScale` or `style`.
  var isDrawnByStyle: Bool { false }

  /// Whether it has a preferred size of its own, which layouts take where nothing else gives one.
  var hasPreferredLengths: Bool { false }

  /// The preferred size by its content; nil where it has none.
  ///
  /// - Parameter width: the width that it is to have; nil is any.
  func ownPreferredSize(width: Double?) throws -> Size? { nil }

  /// The distance of the first baseline of its text from the top edge; nil without text.
  func firstBaseline(in size: Size) throws -> Double? { nil }

  /// Whether the class remembers what its layers were, which copies then do too.
  var keepsLog: Bool { false }

  /// Gives a copy what the layer remembers.
  ///
  /// - Parameter cells: the emitter cells that were copied.
  func copyLog(to copy: Layer, _ cells: [(original: EmitterCell, copy: EmitterCell)]) throws {}

  /// Called after the layer's animations changed.
  ///
  /// - Parameter isCopying: whether they were copied with the layer.
  func animationsDidChange(isCopying: Bool) {}

  /// Called on a presentation, before it gets the values of animations.
  ///
  /// - Parameters:
  ///   - time: the layer's local time; nil where it has none.
  ///   - others: animations of other layers that change it, with these layers and their times.
  func becomePresentation(
    of model: Layer, at time: LocalTime?, _ others: () -> [(owner: Layer, animation: Animation, time: LocalTime)]
  ) {}

  /// Gives a copy copies of the objects that the class holds under its keys.
  func copyObjects(to copy: Layer, _ onCopyOfCell: (EmitterCell, EmitterCell) throws -> Void) throws {}

  // MARK: What key-value coding asks

  package final override func copied(onCopy: (KeyedObject, KeyedObject) throws -> Void = { _, _ in }) throws
    -> KeyedObject
  {
    try copy(onCopy: { try onCopy($0, $1) }, onCopyOfCell: { try onCopy($0, $1) })
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
