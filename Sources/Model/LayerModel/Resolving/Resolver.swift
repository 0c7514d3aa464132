// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree
import Timing

/// Resolves layers to render nodes, children before their superlayer, without recursion: a tree may be 4,096 levels
/// deep. A class, as is its frame: a structure of their size would be copied at each call.
final class Resolver {
  let options: RenderOptions
  /// The first inconsistency between values; the rest is still resolved.
  @exclusivity(unchecked) var problem: LayerError?
  /// Layers whose contents are shown as if their `contentsScale` were the scale of the render.
  @exclusivity(unchecked) var inheritingLayers: [ObjectIdentifier: Layer] = [:]
  /// True if the root is drawn without its sublayers and its mask.
  @exclusivity(unchecked) var leavesOutSublayers = false
  /// The tiled layers whose visible tiles are still to be drawn.
  @exclusivity(unchecked) private(set) var tiledNodes: [TiledNode] = []
  /// True if a layer with `drawsAsynchronously` was found.
  @exclusivity(unchecked) private(set) var drawsAsynchronously = false
  /// True if a filter was found that runs on the scene's thread.
  @exclusivity(unchecked) var isDrawnOnSceneThread = false
  /// The scene's times, around that of the render, at which the tree resolves to the same nodes unless layers change.
  @exclusivity(unchecked) private(set) var steady = SteadyInterval.always
  /// The time of the render in the scene, in seconds.
  @exclusivity(unchecked) private var now = 0.0
  @exclusivity(unchecked) var frames: [Frame] = []
  /// Makes the presentations of animated layers; nil while no layer of the scene has an animation.
  @exclusivity(unchecked) private(set) var presenter: Presenter?
  /// The nodes of the last render; nil for the first one of a tree, and for nested ones.
  @exclusivity(unchecked) private var kept: NodeCache?
  /// True if a filter of the current layer cannot be applied in this render, so that nothing of the layer is drawn.
  @exclusivity(unchecked) var isLeftOut = false
  /// The root of one side of a transition, which blends it as a whole.
  @exclusivity(unchecked) private var changingRoot: Layer?
  /// The local times of the layers being resolved, for animations that change layers below theirs; empty if none does.
  @exclusivity(unchecked) private var ownTimes: [ObjectIdentifier: LocalTime] = [:]

  init(options: RenderOptions) { self.options = options }

  /// A layer whose sublayers are being resolved.
  final class Frame {
    /// The layer or its presentation.
    let layer: Layer
    let model: Layer
    /// The layer's local time; nil if its own timing, or a superlayer's, gives it no effect.
    let time: LocalTime?
    /// The time of its sublayers in the first instance: the local time, or `contentsTime`.
    let sublayerTime: LocalTime?
    let label: String
    let placement: Transform3D
    /// True if the plane is seen upside down.
    let isMirrored: Bool
    let isMask: Bool
    /// The sublayers when the layer was reached; `sublayers` are their presentations.
    let models: [Layer]
    @exclusivity(unchecked) var sublayers: [Layer]
    /// Indices in `sublayers`, back to front; nil if they are in that order.
    @exclusivity(unchecked) var order: [Int]?
    /// U · F: the matrix applied after a sublayer's own; nil for the identity, or if a replicator's instances apply it.
    let after: Transform3D?
    /// The replication of the sublayers; nil if they are shown once.
    @exclusivity(unchecked) var replication: Replication?
    /// The index of the instance being resolved, for instances that differ by more than place and colour, and their
    /// delay.
    @exclusivity(unchecked) var instance = 0
    @exclusivity(unchecked) var delay = 0.0
    /// True if it lies in an instance whose time differs from the first one's.
    @exclusivity(unchecked) var isDelayed = false
    /// The number of nodes below, over all instances, and whether a node below blends with its backdrop.
    @exclusivity(unchecked) var weight = 0
    @exclusivity(unchecked) var blends = false
    @exclusivity(unchecked) var next = 0
    @exclusivity(unchecked) var nodes: [RenderNode] = []
    @exclusivity(unchecked) var mask: RenderNode?
    @exclusivity(unchecked) var maskIsPending: Bool
    /// The cached nodes of the sublayers.
    @exclusivity(unchecked) var family: NodeCache.Family?
    /// Its index among the sublayers of the frame below.
    @exclusivity(unchecked) var index = 0
    /// True if a layer below it cannot be cached.
    @exclusivity(unchecked) var isUnsteady = false
    /// The scene's times, around that of the render, at which it and the layers below show the same. Its sublayers' and
    /// its own clock.
    @exclusivity(unchecked) var steady = SteadyInterval.always
    @exclusivity(unchecked) var clock = LayerClock.scene
    @exclusivity(unchecked) var ownClock = LayerClock.scene
    /// The number of warnings before it: a node with a warning is resolved, and the warning counted, in each render.
    @exclusivity(unchecked) var warnings = 0

    init(
      layer: Layer, model: Layer, time: LocalTime?, sublayerTime: LocalTime?, label: String, placement: Transform3D,
      isMirrored: Bool, isMask: Bool, models: [Layer], sublayers: [Layer], order: [Int]?, after: Transform3D?,
      maskIsPending: Bool
    ) {
      self.layer = layer
      self.model = model
      self.time = time
      self.sublayerTime = sublayerTime
      self.label = label
      self.placement = placement
      self.isMirrored = isMirrored
      self.isMask = isMask
      self.models = models
      self.sublayers = sublayers
      self.order = order
      self.after = after
      self.maskIsPending = maskIsPending
    }

    /// The time of its sublayers in the current instance.
    var instanceTime: LocalTime? { sublayerTime.map { $0.earlier(by: delay * Double(instance)) } }
  }

  /// Resolves a tree at the time of the options.
  ///
  /// - Parameter isMirrored: true if the root's plane is seen upside down.
  func resolve(_ root: Layer, isMirrored: Bool = false) throws -> RenderNode {
    let presenter = Presenter(root.scene)
    now = options.time ?? root.scene.currentTime
    if presenter.isNeeded || root.scene.display.asynchronousLayers > 0 { self.presenter = presenter }
    if root.scene.picture.roots.count == 1, !leavesOutSublayers, inheritingLayers.isEmpty {
      kept = root.scene.picture.keptNodes
      kept?.begin(root)
      if kept != nil { root.scene.resolvedAt = root.scene.markCount }
    }
    return try resolve(root, at: root.effectiveTime(atSceneTime: now), isMirrored: isMirrored)
  }

  /// Resolves a tree at a local time.
  ///
  /// - Parameter time: the layer's local time.
  private func resolve(_ root: Layer, at time: LocalTime?, isMirrored: Bool) throws -> RenderNode {
    let model = root
    let root = try shown(root, at: time)
    guard root.isVisible || isChanging(model, at: time) else {
      if presenter != nil { steady = .never }
      return RenderNode(bounds: root.storedBounds, label: model.label)
    }
    var clock = LayerClock.scene
    // The times of the layers above a root are not followed.
    if root.parent != nil { clock = .unknown }
    let steady = presenter == nil ? .always : steadyInterval(of: model, root, at: LocalTime(now), in: &clock)
    try push(
      root, model, time, label: model.label, placement: .identity, isMirrored: isMirrored, isMask: false, clock: clock,
      steady: steady)
    var result: RenderNode?
    var steps = 0
    while let top = frames.last {
      steps &+= 1
      if steps & 1023 == 0, let isStopped = model.scene.host.isStopped, isStopped() {
        throw LayerError(.cancelled, "the picture was cancelled")
      }
      if top.next < top.sublayers.count {
        if top.family != nil, takeKeptNodes(of: top) { continue }
        try beginSublayer(of: top)
      } else if try beginNextInstance(of: top) {
        try showSublayers(of: top)
      } else if top.maskIsPending {
        try beginMask(of: top)
      } else {
        result = try finishLayer()
      }
    }
    return result ?? RenderNode(bounds: root.storedBounds)
  }

  /// Adds the cached nodes of a frame's next sublayers; returns false if the next one must be resolved.
  private func takeKeptNodes(of top: Frame) -> Bool {
    guard top.order == nil, let family = top.family else { return false }
    let (models, shown) = (top.models, top.sublayers)
    var next = top.next
    var weight = 0
    var blends = false
    var nodes: [RenderNode] = []
    swap(&nodes, &top.nodes)
    let clock = top.clock
    var steady = top.steady
    while next < models.count {
      guard let entry = family.entry(of: models[next], shown: shown[next], at: next, now, clock),
        let node = entry.node
      else { break }
      nodes.append(node)
      if !entry.steady.isAlways { steady.intersect(entry.steady) }
      weight += entry.weight
      if entry.blends { blends = true }
      next += 1
    }
    swap(&nodes, &top.nodes)
    top.steady = steady
    defer { top.next = next }
    top.add(weight: weight, blends: blends)
    return next > top.next
  }

  /// Adds the node of a frame's next sublayer, or pushes a frame for a sublayer with sublayers or a mask.
  private func beginSublayer(of top: Frame) throws {
    let index = top.order?[top.next] ?? top.next
    top.next += 1
    let child = top.sublayers[index]
    let model = top.models[index]
    if let entry = top.family?.entry(of: model, shown: child, at: index, now, top.clock),
      let node = entry.node
    {
      top.nodes.append(node)
      top.steady.intersect(entry.steady)
      top.add(weight: entry.weight, blends: entry.blends)
      return
    }
    var clock = top.clock
    let steady =
      presenter == nil ? .always : steadyInterval(of: model, child, at: top.instanceTime, in: &clock)
    top.steady.intersect(steady)
    guard
      child.isVisible
        || presenter != nil && isChanging(model, at: localTime(of: model, in: top.instanceTime))
    else {
      top.family?.drop(at: index)
      return
    }
    let label = labelPath(under: top.label, name: model.storedName, index: index)
    var placement = child.planeMatrix
    if let after = top.after { placement = placement.concat(after) }
    guard placement.isFinite else { return reportPlacement(of: model, in: top, label) }
    let isMirrored = top.isMirrored != top.layer.flag(.geometryFlipped)
    let time = localTime(of: model, in: top.instanceTime)
    if model.children.isEmpty && model.extraBox?.value.mask == nil || !child.isVisible {
      let warnings = model.scene.warnings.noted
      top.nodes.append(
        try changing(
          child, model: model, time: time, label: label, placement: placement, isMirrored: isMirrored, isMask: false,
          children: [], mask: nil))
      let isUnsteady =
        model.isUnsteady || child !== model && child.isUnsteady || problem != nil
        || warnings != model.scene.warnings.noted
      if isUnsteady { top.isUnsteady = true }
      if isUnsteady || !steady.contains(now) {
        top.family?.forget(at: index)
      } else if let node = top.nodes.last {
        top.family?.keep(
          node, of: model, at: index, weight: 1, blends: child.blends, isTree: false, steady, top.clock)
      }
      top.add(weight: 1 + (top.nodes.last?.pieces.spriteCount ?? 0), blends: child.blends)
    } else {
      try push(
        child, model, time, label: label, placement: placement, isMirrored: isMirrored, isMask: false, index: index,
        clock: clock, steady: steady)
    }
  }

  /// Reports a sublayer that is left out because its placement is not finite.
  private func reportPlacement(of model: Layer, in top: Frame, _ label: String) {
    let message = "\(label): its position and transform exceed the number range"
    let (parent, time) = (top.model, top.instanceTime)
    let own = localTime(of: model, in: time)
    if let key = animatedKey(of: model, among: Resolver.placingKeys, at: own) {
      model.warnOfFrame(key, message)
    } else if let key = animatedKey(of: parent, among: Resolver.placingKeys, at: top.time) {
      parent.warnOfFrame(key, message, "the sublayer is left out")
    } else {
      note(message)
    }
  }

  /// Replaces a frame's sublayers with their presentations at the time of the current instance.
  private func showSublayers(of top: Frame) throws {
    guard presenter != nil else { return }
    top.sublayers = try shown(top.models, at: top.instanceTime)
    if top.order != nil {
      top.order = paintOrder(of: top.sublayers, in: top.layer)
    }
  }

  /// Pushes a frame for the mask of a frame's layer.
  private func beginMask(of top: Frame) throws {
    top.maskIsPending = false
    let host = top.layer
    guard let maskModel = top.model.extraBox?.value.mask else { return }
    let time = localTime(of: maskModel, in: top.time)
    let mask = try shown(maskModel, at: time)
    var clock = top.ownClock
    let steady = presenter == nil ? .always : steadyInterval(of: maskModel, mask, at: top.time, in: &clock)
    top.steady.intersect(steady)
    // A mask without content hides its host completely.
    guard mask.isVisible || isChanging(maskModel, at: time) else {
      top.mask = RenderNode(bounds: mask.storedBounds)
      return
    }
    try push(
      mask, maskModel, time, label: top.label + "/mask", placement: placement(of: mask, in: host, isMask: true),
      isMirrored: top.isMirrored != host.flag(.geometryFlipped), isMask: true, clock: clock, steady: steady)
  }

  /// Pops the innermost frame and adds its node to the frame below; returns the node of the outermost frame, else nil.
  private func finishLayer() throws -> RenderNode? {
    let frame = frames.removeLast()
    let weight = try weight(of: frame)
    let node = try changing(
      frame.layer, model: frame.model, time: frame.time, label: frame.label, placement: frame.placement,
      isMirrored: frame.isMirrored,
      isMask: frame.isMask, children: frame.nodes, mask: frame.mask, replication: frame.finishedReplication)
    let isUnsteady =
      frame.isUnsteady || frame.model.isUnsteady || frame.layer !== frame.model && frame.layer.isUnsteady
      || problem != nil || frame.warnings != frame.model.scene.warnings.noted
    guard let parent = frames.last else {
      if presenter != nil { steady.intersect(isUnsteady ? .never : frame.steady) }
      return node
    }
    if isUnsteady { parent.isUnsteady = true }
    parent.steady.intersect(frame.steady)
    let isKept = !isUnsteady && frame.steady.contains(now)
    if !isKept, !frame.isMask { parent.family?.forget(at: frame.index) }
    if frame.isMask { parent.mask = node } else { parent.nodes.append(node) }
    let blends = frame.blends || frame.layer.blends
    if isKept, !frame.isMask {
      parent.family?.keep(
        node, of: frame.model, at: frame.index, weight: weight, blends: blends, isTree: true, frame.steady,
        parent.clock)
    }
    parent.add(weight: weight + node.pieces.spriteCount, blends: blends)
    return nil
  }

  private func push(
    _ layer: Layer, _ model: Layer, _ time: LocalTime?, label: String, placement: Transform3D, isMirrored: Bool,
    isMask: Bool, index: Int = 0, clock: LayerClock, steady: SteadyInterval
  ) throws {
    let warnings = model.scene.warnings.noted
    let isTransformLayer = layer.flag(.isTransformLayer)
    let after = afterPlacement(in: layer, isMask: false)
    let replication = layer.replication(after: after ?? .identity, label: label)
    if presenter != nil, model.scene.animations.leadElsewhere, let time { ownTimes[ObjectIdentifier(model)] = time }
    let models = !leavesOutSublayers && replication.map { $0.count > 0 } ?? true ? model.children.array : []
    let sublayerTime = layer.sublayerTime(at: time)
    let sublayers = try shown(models, at: sublayerTime)
    let frame = Frame(
      layer: layer, model: model, time: time, sublayerTime: sublayerTime, label: label, placement: placement,
      isMirrored: isMirrored,
      isMask: isMask, models: models, sublayers: sublayers,
      order: isTransformLayer || layer.sublayerDepth == .intersect ? nil : paintOrder(of: sublayers, in: layer),
      after: replication == nil ? after : nil,
      maskIsPending: !isTransformLayer && !leavesOutSublayers && model.extraBox?.value.mask != nil)
    frame.isDelayed = isDelayed
    frame.nodes.reserveCapacity(sublayers.count)
    if let replication, !models.isEmpty { replicate(layer, replication, frame) }
    (frame.index, frame.warnings) = (index, warnings)
    (frame.steady, frame.ownClock, frame.clock) = (steady, clock, clock)
    if layer.extraBox?.value.contentsTime != nil {
      // An animation moves the sublayers' time, or it stands still.
      let rate = time.flatMap { model.contentsMotion(at: $0)?.rate } ?? (steady.contains(now) ? 0 : nil)
      frame.clock = rate.map { LayerClock(rate: clock.rate * $0, at: sublayerTime, now) } ?? .unknown
    }
    if frame.isDelayed || frame.delay != 0 { (frame.clock, frame.ownClock) = (.unknown, .unknown) }
    frame.family = kept?.family(frame, below: frames.last, scale: options.scale)
    frames.append(frame)
  }

  // MARK: Time

  /// Returns the presentations of layers at a time of their superlayer. Hidden ones, which are not drawn, may be the
  /// layers themselves.
  private func shown(_ models: [Layer], at time: LocalTime?) throws -> [Layer] {
    guard let presenter, models.contains(where: isShownOtherwise) else { return models }
    return try models.map { model in
      let own = localTime(of: model, in: time)
      return presenter.isSurelyHidden(model, at: own) ? model : try shown(model, at: own)
    }
  }

  /// Returns the scene's times, around that of the render, at which a layer itself shows the same.
  ///
  /// - Parameters:
  ///   - shown: the layer or its presentation.
  ///   - time: the time of its superlayer's sublayers, or of the layer it masks.
  ///   - clock: on entry the clock of that time, on return the layer's own.
  private func steadyInterval(
    of model: Layer, _ shown: Layer, at time: LocalTime?, in clock: inout LayerClock
  ) -> SteadyInterval {
    var result = SteadyInterval.always
    if model.scene.animations.leadElsewhere || model.transition != nil { result = .never }
    var own = time
    if let timing = model.timingBox?.value {
      own = localTime(of: model, in: time)
      result.intersect(advance(&clock, by: timing, at: time, own))
    }
    if model.extraBox?.value.animations.isEmpty ?? true { return result }
    result.intersect(clock.sceneInterval(model.steadyInterval(shown, at: own), at: own, now))
    return result
  }

  /// Turns the clock of a superlayer into a layer's own; returns the scene's times at which that clock is right.
  private func advance(
    _ clock: inout LayerClock, by timing: TimeMap, at time: LocalTime?, _ own: LocalTime?
  ) -> SteadyInterval {
    guard let time else { return .always }
    let above = clock
    if timing.duration == .infinity {
      clock = LayerClock(rate: above.rate * timing.speed, at: own, now)
      return .always
    }
    let instant = timing.instant(at: time)
    // In the active phase the interval is that of the current cycle, in which the time runs straight on.
    let isRunning = instant.phase == .active && timing.speed != 0
    let span = timing.steadyInterval(at: time, instant) { .always }
    clock =
      isRunning && (timing.autoreverses || timing.speed < 0)
      ? .unknown : LayerClock(rate: isRunning ? above.rate * timing.speed : 0, at: own, now)
    return above.sceneInterval(span, at: time, now)
  }

  private func localTime(of model: Layer, in time: LocalTime?) -> LocalTime? {
    guard model.timingBox != nil, let time else { return time }
    return model.localTime(atSuperlayerTime: time)
  }

  /// True if the layer's values at the time differ from its own, or its pixels belong to a delayed instance.
  private func isShownOtherwise(_ model: Layer) -> Bool {
    guard let presenter else { return false }
    return presenter.isAnimated(model) || isDelayed && model.isDrawnPerPicture
  }

  /// True if the current instance of a replicator shows a time other than the first one's.
  private var isDelayed: Bool { frames.last.map { $0.isDelayed || $0.instance > 0 } ?? false }

  /// Returns the layer itself, or a copy with its animations' values, redrawn if they change its drawing.
  private func shown(_ model: Layer, at time: LocalTime?) throws -> Layer {
    guard isShownOtherwise(model), let presenter else { return model }
    let fallback = options.time ?? model.scene.currentTime
    return try model.scene.withoutActions {
      let shown = try presenter.shown(model, at: time) { owner in
        owner === model ? time : ownTimes[ObjectIdentifier(owner)] ?? owner.effectiveTime(atSceneTime: fallback)
      }
      if shown !== model {
        do { try shown.redraw(instead: model, at: time?.seconds, resolution: options.scale) } catch let error
          as LayerError where error.isOfOneValue && !model.hasDrawingHook
        {
          // The model could be drawn, so an animated value is at fault.
          guard let key = animatedKey(of: model, among: [], at: time) else { throw error }
          shown.state.insert(.isUnshown)
          model.warnOfFrame(key, error.message)
        }
      }
      return shown
    }
  }

  /// Returns the indices of the sublayers back to front, by depth and then by index; nil if they are in that order.
  private func paintOrder(of sublayers: [Layer], in layer: Layer) -> [Int]? {
    var isFlat = layer.sublayerMatrix == nil
    if isFlat {
      for child in sublayers where child.storedZPosition != 0 || child.transformStorage?.matrix.m43 ?? 0 != 0 {
        isFlat = false
        break
      }
    }
    if isFlat || sublayers.count < 2 { return nil }
    let u = layer.sublayerMatrix
    let depths = sublayers.map { child in
      let depth = child.anchorDepth(under: u)
      return depth.isNaN ? 0 : depth
    }
    return depths.indices.sorted { depths[$0] != depths[$1] ? depths[$0] < depths[$1] : $0 < $1 }
  }

  private func placement(of layer: Layer, in parent: Layer, isMask: Bool) -> Transform3D {
    let own = layer.planeMatrix
    return afterPlacement(in: parent, isMask: isMask).map { own.concat($0) } ?? own
  }

  /// Returns U · F of a superlayer: its sublayerTransform about its anchor point, then its flip; nil for the identity.
  func afterPlacement(in parent: Layer, isMask: Bool) -> Transform3D? {
    let u = isMask ? nil : parent.sublayerMatrix
    guard let f = parent.flipMatrix else { return u }
    return u?.concat(f) ?? f
  }

  // MARK: Problems

  func note(_ message: String) {
    if problem == nil { problem = LayerError(message) }
  }

  /// The keys that determine a layer's place.
  private static let placingKeys = [
    "position", "zPosition", "anchorPoint", "anchorPointZ", "transform", "bounds", "sublayerTransform",
  ]

  /// Returns the first of some keys that an animation sets on a layer at a time; nil if none does.
  ///
  /// - Parameter keys: the keys; empty for any key.
  func animatedKey(of model: Layer, among keys: [String], at time: LocalTime?) -> String? {
    guard let presenter, presenter.isAnimated(model) else { return nil }
    let fallback = options.time ?? model.scene.currentTime
    let paths = presenter.animatedPaths(of: model, at: time) { owner in
      owner === model ? time : ownTimes[ObjectIdentifier(owner)] ?? owner.effectiveTime(atSceneTime: fallback)
    }
    for path in paths {
      let key = String(path.prefix { $0 != "." })
      if keys.isEmpty || keys.contains(key) { return key }
    }
    return nil
  }

  /// Returns true, with a warning, if rendering can continue without the layer's drawing, since an animation sets one
  /// of the keys. Otherwise the problem is noted, and the render fails.
  @discardableResult
  func passes(_ layer: Layer, at time: Double, among keys: [String], _ message: String) -> Bool {
    if layer.presentedLayer != nil, let key = animatedKey(of: layer.model, among: keys, at: LocalTime(time)) {
      layer.model.warnOfFrame(key, message)
      return true
    }
    note(message)
    return false
  }

  /// Paints the class's part of a layer. If its values do not allow that, it is left out and the render fails, unless
  /// an animation sets the values, so that the layer could be painted without animations.
  private func painted<Painted>(
    _ plane: inout LayerPlane, _ time: Double, nothing: Painted, _ paint: (Layer, inout LayerPlane) throws -> Painted
  ) throws -> Painted {
    let layer = plane.layer
    func isModelSound() -> Bool {
      var own = LayerPlane(
        layer: layer.model, isMirrored: plane.isMirrored, resolution: plane.resolution, label: plane.label, time: time)
      own.isWithoutAnimations = true
      return (try? paint(layer.model, &own)) != nil && own.problem == nil
    }
    let result: Painted
    do { result = try paint(layer, &plane) } catch let error as LayerError where error.isOfOneValue {
      guard layer.presentedLayer != nil, let key = animatedKey(of: layer.model, among: [], at: LocalTime(time)),
        isModelSound()
      else { throw error }
      layer.model.warnOfFrame(key, error.message)
      return nothing
    }
    if let problem = plane.problem {
      if problem.keys.isEmpty, layer.presentedLayer != nil, !isModelSound() {
        note(problem.message)
      } else {
        passes(layer, at: time, among: problem.keys, problem.message)
      }
    }
    return result
  }

  // MARK: One node

  /// Returns a layer's node; during a transition, the transition's node of the pictures before and after.
  private func changing(
    _ layer: Layer, model: Layer, time: LocalTime?, label: String, placement: Transform3D, isMirrored: Bool,
    isMask: Bool, children: [RenderNode], mask: RenderNode?, replication: Replication? = nil
  ) throws -> RenderNode {
    // Before its time begins, nothing has been emitted.
    let ownTime = time?.seconds ?? -1
    guard isChanging(model, at: time), let time, let transition = model.transition,
      let part = transition.progress(at: time),
      let snapshot = transition.snapshot
    else {
      return try node(
        for: layer, label, placement, isMirrored: isMirrored, isMask: isMask, children: children, mask: mask,
        time: ownTime, replication: replication)
    }
    let bounds = layer.storedBounds
    let way = transition.placement(at: part, size: bounds.size)
    func moved(_ offset: Point) -> Transform3D {
      .translation(offset.x, layer.flag(.geometryFlipped) ? -offset.y : offset.y, 0)
    }
    let before = Resolver(options: options)
    before.inheritingLayers = inheritingLayers
    before.changingRoot = snapshot
    let old = try before.resolve(snapshot, at: time, isMirrored: isMirrored)
    if let problem = before.problem { note(problem.message) }
    tiledNodes += before.tiledNodes
    if before.drawsAsynchronously { drawsAsynchronously = true }
    if before.isDrawnOnSceneThread { isDrawnOnSceneThread = true }
    changingRoot = layer
    defer { changingRoot = nil }
    let new =
      try layer.isVisible
      ? node(
        for: layer, label, .identity, isMirrored: isMirrored, isMask: isMask, children: children, mask: mask,
        time: ownTime, replication: replication) : RenderNode(bounds: bounds, label: label)
    // The sublayers of a transform layer keep their depth.
    let isFlat = !layer.flag(.isTransformLayer)
    let plane = LayerPlane(layer: layer, isMirrored: isMirrored, resolution: options.scale)
    let backgroundFilters =
      isFlat
      ? backgroundChain(
        of: layer, label, isMask: isMask, isRoot: frames.isEmpty, scale: plane.imageScale, time: ownTime) : nil
    // The two pictures are combined with the backdrop as one, unless the transition is of the way to combine them.
    let blendMode = isMask || !isFlat ? .normal : layer.decorationBox?.value.blendMode ?? .normal
    let oldBlendMode = isMask || !isFlat ? .normal : snapshot.decorationBox?.value.blendMode ?? .normal
    if isFlat, let filter = step(of: transition, at: part, layer, label, scale: plane.imageScale) {
      return RenderNode(
        bounds: bounds, placement: placement, isDoubleSided: layer.flag(.doubleSided),
        isPlacementFlipped: layer.parent?.flag(.geometryFlipped) ?? false, corners: plane.corners,
        children: [old, new], masksToBounds: layer.flag(.masksToBounds), blendMode: blendMode,
        backgroundFilters: backgroundFilters, transition: filter, label: label)
    }
    if !isFlat, transition.storedFilter?.isStoredEnabled == true {
      layer.scene.warn(
        .transformLayerIgnores,
        "\(label): its transition's filter is ignored, since a transform layer has no picture of its own; the "
          + "transition uses its type: put the layer into a plain layer, and add the transition there",
        onceFor: "\(model.serial) filter", about: layer)
    }
    if oldBlendMode != blendMode {
      func side(
        _ picture: RenderNode, _ offset: Point, _ opacity: Double, _ mode: BlendMode, isNew: Bool
      ) -> RenderNode {
        RenderNode(
          bounds: bounds, placement: moved(offset), corners: plane.corners, children: [picture],
          masksToBounds: layer.flag(.masksToBounds), opacity: opacity, blendMode: mode,
          backgroundFilters: isNew ? backgroundFilters : nil, label: label)
      }
      let sides = [
        side(old, way.oldOffset, way.oldOpacity, oldBlendMode, isNew: false),
        side(new, way.newOffset, way.newOpacity, blendMode, isNew: true),
      ]
      // It paints nothing itself, so that both sides meet the backdrop of the layer.
      return RenderNode(
        bounds: bounds, placement: placement, isDoubleSided: layer.flag(.doubleSided),
        isPlacementFlipped: layer.parent?.flag(.geometryFlipped) ?? false, isFlattening: false,
        children: (way.newIsOnTop ? sides : sides.reversed()).filter { $0.opacity > 0 }, isGroupOpacity: false,
        label: label)
    }
    let oldNode = RenderNode(
      bounds: bounds, placement: moved(way.oldOffset), isFlattening: isFlat, children: [old], opacity: way.oldOpacity,
      isGroupOpacity: isFlat, label: label)
    // A cross-fade is the sum of both pictures, weighted by their opacities. Pictures that push each other share an
    // edge, whose pixels each covers in part: their sum has no seam.
    let isSum =
      isFlat
      && (transition.storedType == .fade
        || transition.storedType == .push && staysInside(old, bounds) && staysInside(new, bounds))
    let newNode = RenderNode(
      bounds: bounds, placement: moved(way.newOffset), isFlattening: isFlat, children: [new], opacity: way.newOpacity,
      isGroupOpacity: isFlat, blendMode: isSum ? .plusLighter : .normal, label: label)
    let pictures = (way.newIsOnTop ? [oldNode, newNode] : [newNode, oldNode]).filter { $0.opacity > 0 }
    return RenderNode(
      bounds: bounds, placement: placement, isDoubleSided: layer.flag(.doubleSided),
      isPlacementFlipped: layer.parent?.flag(.geometryFlipped) ?? false, isFlattening: isFlat,
      corners: isFlat ? plane.corners : nil,
      children: pictures, masksToBounds: isFlat && layer.flag(.masksToBounds), isGroupOpacity: isFlat,
      blendMode: blendMode, backgroundFilters: backgroundFilters, label: label)
  }

  /// True if a node surely paints nothing outside a rectangle of its plane.
  private func staysInside(_ node: RenderNode, _ bounds: Rect) -> Bool {
    switch NodeExtent.of(node, limit: 1000) {
    case .nothing: true
    case .rect(let extent):
      extent.minX > bounds.minX - 1e-6 && extent.maxX < bounds.maxX + 1e-6 && extent.minY > bounds.minY - 1e-6
        && extent.maxY < bounds.maxY + 1e-6
    case .unknown: false
    }
  }

  /// True if a transition of the layer is running, which may show it although it is or was hidden.
  private func isChanging(_ model: Layer, at time: LocalTime?) -> Bool {
    guard presenter != nil, let time, let transition = model.transition else { return false }
    return transition.snapshot != nil && transition.progress(at: time) != nil
  }

  /// Returns a cross-fade of two images.
  private func faded(_ fade: ContentsFade, _ layer: Layer, _ side: LayerPlane) -> RenderNode? {
    let pictures = [(fade.from, 1 - fade.part, BlendMode.normal), (fade.to, fade.part, .plusLighter)].compactMap {
      image, part, blend in
      image.flatMap { contents($0, layer, side) }.map {
        RenderNode(
          bounds: side.bounds, pieces: [.contents($0)], opacity: part, blendMode: blend,
          antialiasedEdges: side.antialiasedEdges, label: side.label)
      }
    }
    return pictures.isEmpty ? nil : RenderNode(bounds: side.bounds, children: pictures, label: side.label)
  }

  private func node(
    for layer: Layer, _ label: String, _ placement: Transform3D, isMirrored: Bool, isMask: Bool, children: [RenderNode],
    mask: RenderNode?, time: Double, replication: Replication? = nil
  ) throws -> RenderNode {
    if layer.changesWithTime { steady = .never }
    let opacity = min(max(layer.storedOpacity, 0), 1)
    let isFlipped = layer !== changingRoot && layer.parent?.flag(.geometryFlipped) ?? false
    if layer.flag(.isTransformLayer) {
      var plane = LayerPlane(
        layer: layer, isMirrored: isMirrored, resolution: options.scale, label: label, time: time)
      let after = afterPlacement(in: layer, isMask: false)
      let planes =
        try layer.flag(.isUnshown) ? [] : painted(&plane, time, nothing: []) { try $0.planes(&$1, after: after) }
      return RenderNode(
        bounds: layer.storedBounds, placement: placement, isDoubleSided: layer.flag(.doubleSided),
        isPlacementFlipped: isFlipped,
        isFlattening: false, children: children + planes, opacity: opacity, isGroupOpacity: false,
        replication: replication, label: label, source: layer.model.serial)
    }
    let bounds = layer.storedBounds
    let isUnshown = layer.flag(.isUnshown)
    let isEmpty = bounds.isEmpty || isUnshown
    if layer.flag(.drawsAsynchronously) { drawsAsynchronously = true }
    var plane = LayerPlane(layer: layer, isMirrored: isMirrored, resolution: options.scale, label: label, time: time)
    var children = children
    var replication = replication
    if !children.isEmpty, layer.sublayerDepth == .intersect {
      // The sublayers share their depth, as in a transform layer that fills the layer.
      children = [
        RenderNode(
          bounds: bounds, isFlattening: false, children: children, isGroupOpacity: false, replication: replication,
          label: label)
      ]
      replication = nil
    }
    var rasterizationScale = layer.flag(.shouldRasterize) ? layer.rasterizationScale : nil
    if layer.presentedLayer != nil, let scale = rasterizationScale, scale != layer.model.rasterizationScale {
      // A higher scale is not visible, and could take any amount of memory.
      rasterizationScale = min(scale, 4 * options.scale)
    }
    let corners = bounds.isEmpty ? nil : plane.corners
    var pieces = Pieces()
    if !isEmpty, let background = layer.storedBackgroundColor.flatMap({ plane.paint($0) }) {
      pieces.insert(.background(background))
    }
    let fade = isEmpty ? nil : layer.extraBox?.value.fade
    let (contents, drawing) = isEmpty || fade != nil ? (nil, nil) : try content(of: layer, plane)
    plane.hasContents = contents != nil || drawing != nil || fade != nil
    if plane.hasContents { layer.model.warnAboutGravity() }
    if let fade, let pictures = faded(fade, layer, plane) { children.insert(pictures, at: 0) }
    if let contents { pieces.insert(.contents(contents)) }
    if let drawing { pieces.insert(.drawing(drawing)) }
    if !isUnshown {
      for piece in try painted(&plane, time, nothing: [], { try $0.pieces(&$1) }) { pieces.insert(piece) }
    }
    if !plane.tiledNodes.isEmpty { tiledNodes += plane.tiledNodes }
    let decoration = layer.decorationBox?.value
    if !isEmpty,
      let border = plane.border(color: decoration?.borderColor ?? DecorationStorage.defaults.borderColor)
    {
      pieces.insert(.border(border))
    }
    if isMask, let decoration, decoration.blendMode != .normal {
      layer.scene.warn(
        .maskCompositing,
        "\(label): a mask's compositingFilter is ignored, only its alpha counts; set the compositingFilter of the "
          + "layer it masks",
        onceFor: layer.className, about: layer)
    }
    var (filters, backgroundFilters): (FilterChain?, FilterChain?) = (nil, nil)
    if let extra = layer.extraBox?.value, extra.filters != nil || extra.backgroundFilters != nil {
      isLeftOut = false
      filters = chain(layer.contentFilters, of: layer, "filters", label, scale: plane.imageScale, time: time)
      // During a transition, these filters act on both pictures together.
      if layer !== changingRoot {
        backgroundFilters = backgroundChain(
          of: layer, label, isMask: isMask, isRoot: frames.isEmpty, scale: plane.imageScale, time: time)
      }
      if isLeftOut { return RenderNode(bounds: bounds, placement: placement, label: label, source: layer.model.serial) }
    }
    return RenderNode(
      bounds: bounds, placement: placement, isDoubleSided: layer.flag(.doubleSided), isPlacementFlipped: isFlipped,
      link: layer.extraBox?.value.link, corners: corners, pieces: pieces, children: children,
      shadow: isUnshown ? nil : decoration.flatMap { plane.shadow($0) },
      masksToBounds: layer.flag(.masksToBounds), mask: mask, opacity: opacity,
      isGroupOpacity: layer.flag(.allowsGroupOpacity),
      blendMode: isMask || layer === changingRoot ? .normal : decoration?.blendMode ?? .normal,
      antialiasedEdges: plane.antialiasedEdges, rasterizationScale: rasterizationScale, replication: replication,
      filters: filters, backgroundFilters: backgroundFilters, label: label, source: layer.model.serial)
  }
}

/// Returns the label of a sublayer: its superlayer's, then its name, or `#` and its index from 1. A superlayer's label
/// of more than 200 bytes becomes `…`.
func labelPath(under parent: String, name: String?, index: Int) -> String {
  var label = parent
  if label.utf8.count > 200 { label = "…" }
  label += "/"
  if let name, !name.isEmpty {
    label += name
  } else {
    label += "#"
    label += String(index + 1)
  }
  return label
}

extension Layer {
  var isVisible: Bool { !flag(.hidden) && storedOpacity > 0 }

  /// The layer's own flip: y → 2·min y + height − y.
  var flip: AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 2 * storedBounds.y + storedBounds.height)
  }
}
