// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

/// One kind of particle of an emitter layer: `CAEmitterCell`.
///
/// A property with a range has random values: its mean plus the range times a uniform number from −½ to ½.
///
/// ```swift
/// let star = EmitterCell(contents: spark, birthRate: 20, lifetime: 1.5, velocity: 60, emissionRange: 2 * .pi)
/// star.velocityRange = 30
/// star.scaleSpeed = -0.4
/// star.alphaSpeed = -0.6
/// emitter.emitterCells = [star]
/// ```
public final class EmitterCell: KeyedObject {
  @exclusivity(unchecked) var storedName: String?
  @exclusivity(unchecked) var isStoredEnabled = true
  @exclusivity(unchecked) var storedBirthRate = 0.0
  @exclusivity(unchecked) var storedLifetime = 0.0
  @exclusivity(unchecked) var storedLifetimeRange = 0.0
  @exclusivity(unchecked) var storedEmissionLatitude = 0.0
  @exclusivity(unchecked) var storedEmissionLongitude = 0.0
  @exclusivity(unchecked) var storedEmissionRange = 0.0
  @exclusivity(unchecked) var storedVelocity = 0.0
  @exclusivity(unchecked) var storedVelocityRange = 0.0
  @exclusivity(unchecked) var storedXAcceleration = 0.0
  @exclusivity(unchecked) var storedYAcceleration = 0.0
  @exclusivity(unchecked) var storedZAcceleration = 0.0
  @exclusivity(unchecked) var storedScale = 1.0
  @exclusivity(unchecked) var storedScaleRange = 0.0
  @exclusivity(unchecked) var storedScaleSpeed = 0.0
  @exclusivity(unchecked) var storedSpin = 0.0
  @exclusivity(unchecked) var storedSpinRange = 0.0
  @exclusivity(unchecked) var storedRotation = 0.0
  @exclusivity(unchecked) var storedRotationRange = 0.0
  @exclusivity(unchecked) var storedMass = 0.0
  @exclusivity(unchecked) var storedMassRange = 0.0
  @exclusivity(unchecked) var storedRedRange = 0.0
  @exclusivity(unchecked) var storedGreenRange = 0.0
  @exclusivity(unchecked) var storedBlueRange = 0.0
  @exclusivity(unchecked) var storedAlphaRange = 0.0
  @exclusivity(unchecked) var storedRedSpeed = 0.0
  @exclusivity(unchecked) var storedGreenSpeed = 0.0
  @exclusivity(unchecked) var storedBlueSpeed = 0.0
  @exclusivity(unchecked) var storedAlphaSpeed = 0.0
  @exclusivity(unchecked) var storedColor: Color? = .white
  @exclusivity(unchecked) var storedContents: Image?
  @exclusivity(unchecked) var storedContentsRect = Rect.unit
  @exclusivity(unchecked) var storedContentsScale = 1.0
  @exclusivity(unchecked) var storedMinificationFilter = SamplingFilter.linear
  @exclusivity(unchecked) var storedMagnificationFilter = SamplingFilter.linear
  @exclusivity(unchecked) var storedMinificationFilterBias = 0.0
  @exclusivity(unchecked) var storedEmitterCells: [EmitterCell]?
  @exclusivity(unchecked) var storedStyle: [(key: String, value: PropertyValue)]?
  @exclusivity(unchecked) var timing = TimeMap.layerDefaults
  @exclusivity(unchecked) package var log: CellLog
  @exclusivity(unchecked) var logCharge: MemoryCharge?
  /// The number of log entries at which old ones are dropped. `owners` are the layers and cells that may contain this
  /// one.
  @exclusivity(unchecked) package var logLimit = EmitterCell.mostEntries
  @exclusivity(unchecked) var owners: [Owner] = []
  @exclusivity(unchecked) var ownerLimit = 16

  /// Creates a cell in a scene, with the defaults.
  public convenience init(in scene: Scene) { self.init(in: scene, of: .emitterCell) }

  public required init(in scene: Scene, of keyedClass: KeyedClass) {
    log = CellLog(since: scene.currentTime)
    super.init(in: scene, of: keyedClass)
    scene.budget.objectAppeared()
  }

  deinit {
    scene.budget.objectVanished()
    // Iterative, since recursion would overflow the stack on a long chain.
    var doomed = storedEmitterCells ?? []
    storedEmitterCells = nil
    while var cell = doomed.popLast() {
      guard isKnownUniquelyReferenced(&cell) else { continue }
      doomed.append(contentsOf: cell.storedEmitterCells ?? [])
      cell.storedEmitterCells = nil
    }
  }

  /// The reason why none of its particles is visible; nil if some may be.
  var lack: (what: String, hint: String)? {
    if storedBirthRate <= 0 { return ("birthRate 0", "birthRate = 10") }
    if storedLifetime + abs(storedLifetimeRange) / 2 <= 0 { return ("lifetime 0", "lifetime = 2") }
    if storedContents == nil, storedEmitterCells?.isEmpty ?? true { return ("no contents", "contents = \"spark.png\"") }
    return nil
  }

  public override var label: String { storedName ?? className }
  override var keyPathName: String? { storedName }
  override var styleEntries: [(key: String, value: PropertyValue)]? { storedStyle }

  /// Returns a copy that contains copies of its cells. A cell that occurs twice also does so in the copy.
  ///
  /// ```swift
  /// let slower = try star.copy()
  /// slower.velocity /= 2
  /// ```
  ///
  /// - Parameter onCopy: called with every original and its copy.
  public func copy(onCopy: (EmitterCell, EmitterCell) throws -> Void = { _, _ in }) throws -> EmitterCell {
    try EmitterCell.copies(of: [self], onCopy: onCopy)[0]
  }

  public override func copied(onCopy: (KeyedObject, KeyedObject) throws -> Void = { _, _ in }) throws -> KeyedObject {
    try copy { try onCopy($0, $1) }
  }

  static func copies(
    of cells: [EmitterCell], in target: Scene? = nil, onCopy: (EmitterCell, EmitterCell) throws -> Void
  ) throws -> [EmitterCell] {
    // For lookups only, since its iteration order is undefined.
    var known: [ObjectIdentifier: EmitterCell] = [:]
    var pending: [(EmitterCell, EmitterCell)] = []
    func copied(_ cell: EmitterCell) throws -> EmitterCell {
      if let copy = known[ObjectIdentifier(cell)] { return copy }
      guard let copy = try cell.keyedClass.makeObject(in: target ?? cell.scene) as? EmitterCell else { return cell }
      cell.copyValues(to: copy)
      known[ObjectIdentifier(cell)] = copy
      try onCopy(cell, copy)
      pending.append((cell, copy))
      return copy
    }
    let result = try cells.map(copied)
    while let (cell, copy) = pending.popLast() { copy.storedEmitterCells = try cell.storedEmitterCells?.map(copied) }
    return result
  }
}

extension EmitterCell {
  /// The name that key paths use: `emitterCells.NAME.velocity`. Default nil.
  public var name: String? {
    get { storedName }
    set { assign(.cellName, newValue.map { .string($0) } ?? .null) }
  }
  /// True if the cell emits particles. Default true.
  public var isEnabled: Bool {
    get { isStoredEnabled }
    set { assign(.enabled, newValue) }
  }
  /// The number of particles born per second; for a cell within a cell, per particle. At least 0. Default 0.
  public var birthRate: Double {
    get { storedBirthRate }
    set { assign(.cellBirthRate, newValue) }
  }
  /// The lifetime of a particle, in seconds. At least 0. Default 0.
  public var lifetime: Double {
    get { storedLifetime }
    set { assign(.cellLifetime, newValue) }
  }
  /// The width of the random range of lifetimes, in seconds. Default 0.
  public var lifetimeRange: Double {
    get { storedLifetimeRange }
    set { assign(.cellLifetimeRange, newValue) }
  }
  /// The elevation of the direction toward z, in radians. Default 0.
  public var emissionLatitude: Double {
    get { storedEmissionLatitude }
    set { assign(.cellEmissionLatitude, newValue) }
  }
  /// The angle of the direction in the plane, from +x toward +y, relative to the shape's own, in radians. Default 0.
  public var emissionLongitude: Double {
    get { storedEmissionLongitude }
    set { assign(.cellEmissionLongitude, newValue) }
  }
  /// The full angle of the cone about the direction, in radians; its sign is ignored. Default 0.
  public var emissionRange: Double {
    get { storedEmissionRange }
    set { assign(.cellEmissionRange, newValue) }
  }
  /// The speed at birth, in points per second. Default 0.
  public var velocity: Double {
    get { storedVelocity }
    set { assign(.cellVelocity, newValue) }
  }
  /// The width of the random range of speeds, in points per second. Default 0.
  public var velocityRange: Double {
    get { storedVelocityRange }
    set { assign(.cellVelocityRange, newValue) }
  }
  /// The acceleration along x, in points per second squared. Default 0.
  public var xAcceleration: Double {
    get { storedXAcceleration }
    set { assign(.cellXAcceleration, newValue) }
  }
  /// The acceleration along y, in points per second squared. Default 0.
  public var yAcceleration: Double {
    get { storedYAcceleration }
    set { assign(.cellYAcceleration, newValue) }
  }
  /// The acceleration along z, in points per second squared. Default 0.
  public var zAcceleration: Double {
    get { storedZAcceleration }
    set { assign(.cellZAcceleration, newValue) }
  }
  /// The scale at birth. Default 1.
  public var scale: Double {
    get { storedScale }
    set { assign(.cellScale, newValue) }
  }
  /// The width of the random range of scales. Default 0.
  public var scaleRange: Double {
    get { storedScaleRange }
    set { assign(.cellScaleRange, newValue) }
  }
  /// The change of the scale per second; the scale stops at 0. Default 0.
  public var scaleSpeed: Double {
    get { storedScaleSpeed }
    set { assign(.cellScaleSpeed, newValue) }
  }
  /// The angular velocity of a particle, in radians per second. Default 0.
  public var spin: Double {
    get { storedSpin }
    set { assign(.cellSpin, newValue) }
  }
  /// The width of the random range of spins, in radians per second. Default 0.
  public var spinRange: Double {
    get { storedSpinRange }
    set { assign(.cellSpinRange, newValue) }
  }
  /// The angle of a particle at birth, in radians. Default 0.
  public var rotation: Double {
    get { storedRotation }
    set { assign(.cellRotation, newValue) }
  }
  /// The width of the random range of angles at birth, in radians. Default 0.
  public var rotationRange: Double {
    get { storedRotationRange }
    set { assign(.cellRotationRange, newValue) }
  }
  /// The mass of a particle, which files may contain. Default 0. Unused: has no effect.
  public var mass: Double {
    get { storedMass }
    set { assign(.cellMass, newValue) }
  }
  /// The width of the random range of masses. Default 0. Unused: has no effect.
  public var massRange: Double {
    get { storedMassRange }
    set { assign(.cellMassRange, newValue) }
  }
  /// The width of the random range of the colour's red. Default 0.
  public var redRange: Double {
    get { storedRedRange }
    set { assign(.cellRedRange, newValue) }
  }
  /// The width of the random range of the colour's green. Default 0.
  public var greenRange: Double {
    get { storedGreenRange }
    set { assign(.cellGreenRange, newValue) }
  }
  /// The width of the random range of the colour's blue. Default 0.
  public var blueRange: Double {
    get { storedBlueRange }
    set { assign(.cellBlueRange, newValue) }
  }
  /// The width of the random range of the colour's alpha. Default 0.
  public var alphaRange: Double {
    get { storedAlphaRange }
    set { assign(.cellAlphaRange, newValue) }
  }
  /// The change of the colour's red per second; the value is clamped to 0…1. Default 0.
  public var redSpeed: Double {
    get { storedRedSpeed }
    set { assign(.cellRedSpeed, newValue) }
  }
  /// The change of the colour's green per second; the value is clamped to 0…1. Default 0.
  public var greenSpeed: Double {
    get { storedGreenSpeed }
    set { assign(.cellGreenSpeed, newValue) }
  }
  /// The change of the colour's blue per second; the value is clamped to 0…1. Default 0.
  public var blueSpeed: Double {
    get { storedBlueSpeed }
    set { assign(.cellBlueSpeed, newValue) }
  }
  /// The change of the colour's alpha per second; the value is clamped to 0…1. Default 0.
  public var alphaSpeed: Double {
    get { storedAlphaSpeed }
    set { assign(.cellAlphaSpeed, newValue) }
  }
  /// The colour at birth, which multiplies the contents; nil means white. Default (1, 1, 1, 1).
  public var color: Color? {
    get { storedColor }
    set { attempt { try Property.cellColor.setColor(self, newValue) } }
  }
  /// The image of a particle; without one it is invisible. Default nil.
  public var contents: Image? {
    get { storedContents }
    set { assign(.cellContents, newValue.map { .image($0) } ?? .null) }
  }
  /// The visible part of the image, in unit coordinates. Default (0, 0, 1, 1).
  public var contentsRect: Rect {
    get { storedContentsRect }
    set { attempt { try Property.cellContentsRect.setRect(self, newValue) } }
  }
  /// Pixels of the image per point. Default 1.
  public var contentsScale: Double {
    get { storedContentsScale }
    set { assign(.cellContentsScale, newValue) }
  }
  /// The sampling of the image when it is shown smaller. Default `linear`.
  public var minificationFilter: SamplingFilter {
    get { storedMinificationFilter }
    set { assign(.cellMinificationFilter, .string(newValue.optionName.raw)) }
  }
  /// The sampling of the image when it is shown larger. Default `linear`.
  public var magnificationFilter: SamplingFilter {
    get { storedMagnificationFilter }
    set { assign(.cellMagnificationFilter, .string(newValue.optionName.raw)) }
  }
  /// The bias added to the mip level by the trilinear filter. Default 0.
  public var minificationFilterBias: Double {
    get { storedMinificationFilterBias }
    set { assign(.cellMinificationFilterBias, newValue) }
  }
  /// The cells that each particle emits from its position. Default nil.
  public var emitterCells: [EmitterCell]? {
    get { storedEmitterCells }
    set { assign(.cellEmitterCells, newValue.map { .array($0.map { .keyed($0) }) } ?? .null) }
  }
  /// Values for keys that are not set on the cell itself. Default nil.
  public var style: [(key: String, value: PropertyValue)]? {
    get { storedStyle }
    set { assign(.cellStyle, newValue.map { .dictionary($0) } ?? .null) }
  }
  /// The time at which the cell starts to emit, in seconds of the layer's time; for a cell within a cell, of the
  /// particle's age. Default 0.
  public var beginTime: Double {
    get { timing.beginTime }
    set { assign(.cellBeginTime, newValue) }
  }
  /// The offset added to the cell's time, in seconds. Default 0.
  public var timeOffset: Double {
    get { timing.timeOffset }
    set { assign(.cellTimeOffset, newValue) }
  }
  /// The rate of the cell's time. Default 1.
  public var speed: Double {
    get { timing.speed }
    set { assign(.cellSpeed, newValue) }
  }
  /// The duration of the emission, in seconds; it may be infinite. At least 0. Default ∞.
  public var duration: Double {
    get { timing.duration }
    set { assign(.cellDuration, newValue) }
  }
  /// The number of durations for which the cell emits; 0 means one. At least 0. Default 0.
  public var repeatCount: Double {
    get { timing.repeatCount }
    set { assign(.cellRepeatCount, newValue) }
  }
  /// The total duration of the emission, in seconds, used instead of `duration` and `repeatCount`; 0 means unset. At
  /// least 0. Default 0.
  public var repeatDuration: Double {
    get { timing.repeatDuration }
    set { assign(.cellRepeatDuration, newValue) }
  }
}

extension KeyedClass {
  /// The class of `EmitterCell`.
  public static let emitterCell = KeyedClass(
    .emitterCell, "EmitterCell", EmitterCell.self, superclass: nil, rows: Property.emitterCellRows)
}
