// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import RenderTree
import Timing

/// A layer that shows particles: `CAEmitterLayer`. Its cells determine their look and motion.
///
/// Its particles at a time are a function of its properties, its seed and that time alone.
///
/// ```swift
/// let fountain = EmitterLayer(in: scene)
/// fountain.bounds = Rect(0, 0, 200, 200)
/// fountain.emitterPosition = Point(100, 180)
/// let drop = EmitterCell(contents: spark, birthRate: 40, lifetime: 2, velocity: 120, emissionRange: 0.6)
/// drop.emissionLongitude = -.pi / 2
/// drop.yAcceleration = 90
/// fountain.emitterCells = [drop]
/// ```
public final class EmitterLayer: Layer {
  @exclusivity(unchecked) var storedEmitterCells: [EmitterCell]?
  @exclusivity(unchecked) var storedBirthRate = 1.0
  @exclusivity(unchecked) var storedLifetime = 1.0
  @exclusivity(unchecked) var storedVelocity = 1.0
  @exclusivity(unchecked) var storedScale = 1.0
  @exclusivity(unchecked) var storedSpin = 1.0
  @exclusivity(unchecked) var storedEmitterPosition = Point.zero
  @exclusivity(unchecked) var storedEmitterZPosition = 0.0
  @exclusivity(unchecked) var storedEmitterSize = Size.zero
  @exclusivity(unchecked) var storedEmitterDepth = 0.0
  @exclusivity(unchecked) var storedEmitterShape = EmitterShape.point
  @exclusivity(unchecked) var storedEmitterMode = EmitterMode.volume
  @exclusivity(unchecked) var storedRenderMode = EmitterRenderMode.unordered
  @exclusivity(unchecked) var storedSeed = 0.0
  @exclusivity(unchecked) package var log: EmitterLog
  @exclusivity(unchecked) var logCharge: MemoryCharge?
  /// The number of log entries from which on old ones are dropped.
  @exclusivity(unchecked) package var logLimit = EmitterCell.mostEntries
  /// For a presentation: its model layer, and the animations of other layers that change it.
  @exclusivity(unchecked) var source: EmissionSource?
  /// The cached emission history.
  @exclusivity(unchecked) var keptHistory: KeptHistory?
  /// Drops the cached history, so that the next frame computes it as an engine that never drew the layer would. For
  /// tests.
  package func forgetHistory() { keptHistory = nil }

  public convenience init(in scene: Scene) { self.init(in: scene, of: .emitter) }

  public required init(in scene: Scene, of keyedClass: KeyedClass) {
    log = EmitterLog(since: scene.currentTime, cellsSince: scene.currentTime)
    super.init(in: scene, of: keyedClass)
  }

  package override func pieces(_ plane: inout LayerPlane) throws -> [Piece] {
    try particles(plane).map { [.particles($0)] } ?? []
  }

  override func planes(_ plane: inout LayerPlane, after: Transform3D?) throws -> [RenderNode] {
    try particlePlanes(plane, after: after)
  }

  override var changesWithTime: Bool { true }

  package override var inspectedWords: [String] {
    let cells = storedEmitterCells ?? []
    let rate = cells.filter(\.isStoredEnabled).reduce(0) { $0 + max($1.storedBirthRate, 0) } * storedBirthRate
    return ["emitter of \(counted(cells.count, "cell")), \(inspectedNumber(rate)) particles a second"]
  }

  override var classIntent: Intent {
    guard let cells = storedEmitterCells, !cells.isEmpty else {
      return .blank(
        .noParticles, why: "it has no emitterCells", hint: scene.reader(about: self).text(.someEmitterCells))
    }
    if !attachedAnimations.isEmpty || hasEmissionHistory { return .anywhere }
    if storedBirthRate == 0 {
      // A birth rate of 0 is the usual method to stop a burst.
      return .nothing
    }
    for cell in cells where cell.isStoredEnabled {
      guard let lack = cell.lack else { return .anywhere }
      return .blank(
        .noParticles, why: "its cell\(cell.storedName.map { " \"\($0)\"" } ?? "") has \(lack.what)", hint: lack.hint)
    }
    return .nothing
  }

  override var keepsLog: Bool { true }

  override func copyLog(to copy: Layer, _ cells: [(original: EmitterCell, copy: EmitterCell)]) throws {
    try giveLog(to: copy, cells)
  }

  override func animationsDidChange(isCopying: Bool) { noteAnimations(isCopying: isCopying) }

  override func becomePresentation(
    of model: Layer, at time: LocalTime?, _ others: () -> [(owner: Layer, animation: Animation, time: LocalTime)]
  ) {
    takeSource(of: model, at: time, others)
  }

  override func classFlaws() -> [Finding] {
    var found: [Finding] = []
    var pending = storedEmitterCells ?? []
    var seen: Set<Int> = []
    while let cell = pending.popLast() {
      guard seen.insert(cell.serial).inserted, seen.count <= 1000 else { continue }
      pending += cell.storedEmitterCells ?? []
      let angles = [
        ("emissionRange", cell.storedEmissionRange), ("emissionLongitude", cell.storedEmissionLongitude),
        ("emissionLatitude", cell.storedEmissionLatitude), ("spin", cell.storedSpin),
        ("spinRange", cell.storedSpinRange),
      ]
      guard let (key, angle) = angles.first(where: { looksLikeDegrees($0.1) }) else { continue }
      found.append(
        degreesFinding(
          "the \(key) of its cell\(cell.storedName.map { " \"\($0)\"" } ?? "")", key, angle,
          at: scene.place(ofSetting: key, of: cell) ?? scene.place(of: cell)))
    }
    return found
  }

  /// Returns the finding about a picture at a time before the first particle is born; nil if there may be particles.
  ///
  /// - Parameter time: of the scene, in seconds.
  package func birthFinding(at time: Double) -> Finding? {
    guard attachedAnimations.isEmpty, !hasEmissionHistory, !flag(.hidden), storedOpacity > 0,
      let cells = storedEmitterCells?.filter({ $0.isStoredEnabled && $0.lack == nil && $0.storedBirthRate > 0 }),
      !cells.isEmpty, storedBirthRate > 0, cells.allSatisfy({ $0.timing.speed == 1 && $0.timing.timeOffset == 0 })
    else { return nil }
    let now = localTime(atSceneTime: time)
    let first = cells.map { $0.timing.beginTime + 1 / ($0.storedBirthRate * storedBirthRate) }.min() ?? 0
    guard now < first, let then = try? convertTime(first, to: nil), then > time else { return nil }
    return Finding(
      .noParticles, self,
      "\(subject) shows no particle: none is born yet at \(inspectedNumber(time)) s, the first comes at "
        + "\(inspectedNumber(then)) s",
      hint: scene.reader(about: self).text(.laterTime(max((then * 2).rounded(.up), 1))))
  }

  override func copyObjects(to copy: Layer, _ onCopyOfCell: (EmitterCell, EmitterCell) throws -> Void) throws {
    guard let cells = storedEmitterCells, let copy = copy as? EmitterLayer else { return }
    copy.storedEmitterCells = try EmitterCell.copies(of: cells, onCopy: onCopyOfCell)
  }
}

extension EmitterLayer {
  /// The cells. The array is copied; the cells are shared with their other owners.
  public var emitterCells: [EmitterCell]? {
    get { storedEmitterCells }
    set { assign(.emitterCells, newValue.map { .array($0.map { .keyed($0) }) } ?? .null) }
  }
  /// The factor that multiplies the birth rates of all cells. At least 0. Default 1.
  public var birthRate: Double {
    get { storedBirthRate }
    set { assign(.emitterBirthRate, newValue) }
  }
  /// The factor that multiplies the lifetimes of all cells. At least 0. Default 1.
  public var lifetime: Double {
    get { storedLifetime }
    set { assign(.emitterLifetime, newValue) }
  }
  /// The factor that multiplies the velocities of all cells. Default 1.
  public var velocity: Double {
    get { storedVelocity }
    set { assign(.emitterVelocity, newValue) }
  }
  /// The factor that multiplies the scales of all cells. Default 1.
  public var scale: Double {
    get { storedScale }
    set { assign(.emitterScale, newValue) }
  }
  /// The factor that multiplies the spins of all cells. Default 1.
  public var spin: Double {
    get { storedSpin }
    set { assign(.emitterSpin, newValue) }
  }
  /// The centre of the shape, in the layer's own points. Default (0, 0).
  public var emitterPosition: Point {
    get { storedEmitterPosition }
    set { attempt { try Property.emitterPosition.setPoint(self, newValue) } }
  }
  /// The z of the centre of the shape, in points. Default 0.
  public var emitterZPosition: Double {
    get { storedEmitterZPosition }
    set { assign(.emitterZPosition, newValue) }
  }
  /// The size of the shape in points; the width is the radius of a circle or sphere. Default (0, 0).
  public var emitterSize: Size {
    get { storedEmitterSize }
    set { attempt { try Property.emitterSize.setSize(self, newValue) } }
  }
  /// The extent of a cuboid along z, in points. Default 0.
  public var emitterDepth: Double {
    get { storedEmitterDepth }
    set { assign(.emitterDepth, newValue) }
  }
  /// The shape in which particles are born. Default `point`.
  public var emitterShape: EmitterShape {
    get { storedEmitterShape }
    set { assign(.emitterShape, .string(newValue.optionName.raw)) }
  }
  /// The part of the shape on which particles are born. Default `volume`.
  public var emitterMode: EmitterMode {
    get { storedEmitterMode }
    set { assign(.emitterMode, .string(newValue.optionName.raw)) }
  }
  /// The order in which particles are painted; additive adds their colours. Default `unordered`.
  public var renderMode: EmitterRenderMode {
    get { storedRenderMode }
    set { assign(.renderMode, .string(newValue.optionName.raw)) }
  }
  /// True if particles keep their depth, as in a transform layer, instead of being flattened into the layer's plane.
  /// Default false.
  public var preservesDepth: Bool {
    get { flag(.isTransformLayer) }
    set { assign(.emitterPreservesDepth, newValue) }
  }
  /// The seed of the particles' random numbers. 0 to 4294967295. Default 0.
  public var seed: UInt32 {
    get { UInt32(truncatingIfNeeded: Int(clamping: storedSeed)) }
    set { assign(.seed, Double(newValue)) }
  }
}

/// The shape in which particles are born.
public enum EmitterShape: UInt8, NamedOption {
  case point, line, rectangle, cuboid, circle, sphere

  package static let names = [
    OptionName("point", "kCAEmitterLayerPoint"), OptionName("line", "kCAEmitterLayerLine"),
    OptionName("rectangle", "kCAEmitterLayerRectangle"), OptionName("cuboid", "kCAEmitterLayerCuboid"),
    OptionName("circle", "kCAEmitterLayerCircle"), OptionName("sphere", "kCAEmitterLayerSphere"),
  ]
}

/// The part of the shape on which particles are born.
public enum EmitterMode: UInt8, NamedOption {
  case points, outline, surface, volume

  package static let names = [
    OptionName("points", "kCAEmitterLayerPoints"), OptionName("outline", "kCAEmitterLayerOutline"),
    OptionName("surface", "kCAEmitterLayerSurface"), OptionName("volume", "kCAEmitterLayerVolume"),
  ]
}

/// The order and mode in which particles are painted.
public enum EmitterRenderMode: UInt8, NamedOption {
  case unordered, oldestFirst, oldestLast, backToFront, additive

  package static let names = [
    OptionName("unordered", "kCAEmitterLayerUnordered"), OptionName("oldestFirst", "kCAEmitterLayerOldestFirst"),
    OptionName("oldestLast", "kCAEmitterLayerOldestLast"), OptionName("backToFront", "kCAEmitterLayerBackToFront"),
    OptionName("additive", "kCAEmitterLayerAdditive"),
  ]
}

// MARK: - Its properties

extension Property {
  /// Wraps a setter of a value that particles take at birth: the old value is logged for those already born.
  private static func remembering<Value>(
    _ set: @escaping @Sendable (EmitterLayer, Value) -> Void
  ) -> @Sendable (EmitterLayer, Value) -> Void {
    { layer, value in
      layer.willChangeEmission()
      set(layer, value)
    }
  }

  static let emitterCells = Property(
    of: EmitterLayer.self, "emitterCells", .objects(of: .emitterCell),
    .value(
      get: { Property.cellsValue($0.storedEmitterCells) },
      set: { layer, value, row in
        let new = try Property.cells(value, row, layer)
        guard !Property.isSame(new, layer.storedEmitterCells) else { return }
        try layer.willChangeCells(to: new ?? [])
        layer.storedEmitterCells = new
        row.didChange(layer)
      }, copy: nil), way: .toMany(noun: "emitter cell") { $0.storedEmitterCells ?? [] },
    "The kinds of particles it emits.")
  static let emitterBirthRate = Property(
    of: EmitterLayer.self, "birthRate", .number,
    .number(get: { $0.storedBirthRate }, set: remembering { $0.storedBirthRate = $1 }), default: .number(1),
    range: 0...Double.greatestFiniteMagnitude, animation: .basic,
    "The factor that multiplies the birth rates of all cells.")
  static let emitterLifetime = Property(
    of: EmitterLayer.self, "lifetime", .number,
    .number(get: { $0.storedLifetime }, set: remembering { $0.storedLifetime = $1 }), default: .number(1),
    range: 0...Double.greatestFiniteMagnitude, animation: .basic,
    "The factor that multiplies the lifetimes of all cells.")
  static let emitterVelocity = Property(
    of: EmitterLayer.self, "velocity", .number,
    .number(get: { $0.storedVelocity }, set: remembering { $0.storedVelocity = $1 }), default: .number(1),
    animation: .basic, "The factor that multiplies the velocities of all cells.")
  static let emitterScale = Property(
    of: EmitterLayer.self, "scale", .number, .number(get: { $0.storedScale }, set: remembering { $0.storedScale = $1 }),
    default: .number(1), animation: .basic, "The factor that multiplies the scales of all cells.")
  static let emitterSpin = Property(
    of: EmitterLayer.self, "spin", .number, .number(get: { $0.storedSpin }, set: remembering { $0.storedSpin = $1 }),
    default: .number(1), animation: .basic, "The factor that multiplies the spins of all cells.")
  static let emitterPosition = Property(
    of: EmitterLayer.self, "emitterPosition", .point,
    .point(get: { $0.storedEmitterPosition }, set: remembering { $0.storedEmitterPosition = $1 }),
    default: .point(.zero), animation: .basic, "The centre of the shape, in the layer's own points.")
  static let emitterZPosition = Property(
    of: EmitterLayer.self, "emitterZPosition", .number,
    .number(get: { $0.storedEmitterZPosition }, set: remembering { $0.storedEmitterZPosition = $1 }),
    default: .number(0), animation: .basic, "The z of the centre of the shape, in points.")
  static let emitterSize = Property(
    of: EmitterLayer.self, "emitterSize", .size,
    .size(get: { $0.storedEmitterSize }, set: remembering { $0.storedEmitterSize = $1 }),
    default: .size(.zero), animation: .basic,
    "The size of the shape in points; the width is the radius of a circle or sphere.")
  static let emitterDepth = Property(
    of: EmitterLayer.self, "emitterDepth", .number,
    .number(get: { $0.storedEmitterDepth }, set: remembering { $0.storedEmitterDepth = $1 }),
    default: .number(0), animation: .basic, "The extent of a cuboid along z, in points.")
  static let emitterShape = Property(
    of: EmitterLayer.self, "emitterShape", .enumeration(EmitterShape.names),
    .option(
      get: { $0.storedEmitterShape.rawValue },
      set: remembering { $0.storedEmitterShape = EmitterShape(rawValue: $1) ?? .point }),
    default: .string("point"), "The shape in which particles are born.")
  static let emitterMode = Property(
    of: EmitterLayer.self, "emitterMode", .enumeration(EmitterMode.names),
    .option(
      get: { $0.storedEmitterMode.rawValue },
      set: remembering { $0.storedEmitterMode = EmitterMode(rawValue: $1) ?? .volume }),
    default: .string("volume"), "The part of the shape on which particles are born.")
  static let renderMode = Property(
    of: EmitterLayer.self, "renderMode", .enumeration(EmitterRenderMode.names),
    .option(
      get: { $0.storedRenderMode.rawValue },
      set: { $0.storedRenderMode = EmitterRenderMode(rawValue: $1) ?? .unordered }),
    default: .string("unordered"), "The order in which particles are painted; additive adds their colours.")
  static let emitterPreservesDepth = Property(
    of: EmitterLayer.self, "preservesDepth", .bool,
    .bool(get: { $0.flag(.isTransformLayer) }, set: { $0.storePreservesDepth($1) }), default: .bool(false),
    "True if particles keep their depth, as in a transform layer, instead of being flattened into the layer's plane.")
  static let seed = Property(
    of: EmitterLayer.self, "seed", .number, .number(get: { $0.storedSeed }, set: { $0.storedSeed = $1 }),
    default: .number(0), range: 0...Double(UInt32.max), traits: .whole, "The seed of the particles' random numbers.")

  static var emitterRows: [Property] {
    [
      emitterCells, emitterBirthRate, emitterLifetime, emitterVelocity, emitterScale, emitterSpin, emitterPosition,
      emitterZPosition,
      emitterSize, emitterDepth, emitterShape, emitterMode, renderMode, emitterPreservesDepth, seed,
    ]
  }
}

extension KeyedClass {
  /// The class of `EmitterLayer`.
  public static let emitter = KeyedClass(
    .emitter, "EmitterLayer", EmitterLayer.self, superclass: .layer, rows: Property.emitterRows)
}
