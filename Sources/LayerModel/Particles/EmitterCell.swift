// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

/// One kind of particle of an emitter layer: `CAEmitterCell`.
///
/// A random value of a property with a range is its mean plus the range times a number from −½ to ½.
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

  public convenience init(in scene: Scene) { self.init(in: scene, of: .emitterCell) }

  public required init(in scene: Scene, of keyedClass: KeyedClass) {
    super.init(in: scene, of: keyedClass)
    scene.budget.objectAppeared()
  }

  deinit {
    scene.budget.objectVanished()
    // Without recursion, which would overflow the stack on a long chain.
    var doomed = storedEmitterCells ?? []
    storedEmitterCells = nil
    while var cell = doomed.popLast() {
      guard isKnownUniquelyReferenced(&cell) else { continue }
      doomed.append(contentsOf: cell.storedEmitterCells ?? [])
      cell.storedEmitterCells = nil
    }
  }

  public override var label: String { storedName ?? className }
  override var keyPathName: String? { storedName }
  override var styleEntries: [(key: String, value: PropertyValue)]? { storedStyle }

  /// A copy with copies of the cells in it. A cell that occurs twice also does so in the copy.
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
    // Looked up only; its order is not defined.
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
  public var name: String? {
    get { storedName }
    set { assign(.cellName, newValue.map { .string($0) } ?? .null) }
  }
  public var isEnabled: Bool {
    get { isStoredEnabled }
    set { assign(.enabled, newValue) }
  }
  public var birthRate: Double {
    get { storedBirthRate }
    set { assign(.cellBirthRate, newValue) }
  }
  public var lifetime: Double {
    get { storedLifetime }
    set { assign(.cellLifetime, newValue) }
  }
  public var lifetimeRange: Double {
    get { storedLifetimeRange }
    set { assign(.cellLifetimeRange, newValue) }
  }
  public var emissionLatitude: Double {
    get { storedEmissionLatitude }
    set { assign(.cellEmissionLatitude, newValue) }
  }
  public var emissionLongitude: Double {
    get { storedEmissionLongitude }
    set { assign(.cellEmissionLongitude, newValue) }
  }
  public var emissionRange: Double {
    get { storedEmissionRange }
    set { assign(.cellEmissionRange, newValue) }
  }
  public var velocity: Double {
    get { storedVelocity }
    set { assign(.cellVelocity, newValue) }
  }
  public var velocityRange: Double {
    get { storedVelocityRange }
    set { assign(.cellVelocityRange, newValue) }
  }
  public var xAcceleration: Double {
    get { storedXAcceleration }
    set { assign(.cellXAcceleration, newValue) }
  }
  public var yAcceleration: Double {
    get { storedYAcceleration }
    set { assign(.cellYAcceleration, newValue) }
  }
  public var zAcceleration: Double {
    get { storedZAcceleration }
    set { assign(.cellZAcceleration, newValue) }
  }
  public var scale: Double {
    get { storedScale }
    set { assign(.cellScale, newValue) }
  }
  public var scaleRange: Double {
    get { storedScaleRange }
    set { assign(.cellScaleRange, newValue) }
  }
  public var scaleSpeed: Double {
    get { storedScaleSpeed }
    set { assign(.cellScaleSpeed, newValue) }
  }
  public var spin: Double {
    get { storedSpin }
    set { assign(.cellSpin, newValue) }
  }
  public var spinRange: Double {
    get { storedSpinRange }
    set { assign(.cellSpinRange, newValue) }
  }
  public var redRange: Double {
    get { storedRedRange }
    set { assign(.cellRedRange, newValue) }
  }
  public var greenRange: Double {
    get { storedGreenRange }
    set { assign(.cellGreenRange, newValue) }
  }
  public var blueRange: Double {
    get { storedBlueRange }
    set { assign(.cellBlueRange, newValue) }
  }
  public var alphaRange: Double {
    get { storedAlphaRange }
    set { assign(.cellAlphaRange, newValue) }
  }
  public var redSpeed: Double {
    get { storedRedSpeed }
    set { assign(.cellRedSpeed, newValue) }
  }
  public var greenSpeed: Double {
    get { storedGreenSpeed }
    set { assign(.cellGreenSpeed, newValue) }
  }
  public var blueSpeed: Double {
    get { storedBlueSpeed }
    set { assign(.cellBlueSpeed, newValue) }
  }
  public var alphaSpeed: Double {
    get { storedAlphaSpeed }
    set { assign(.cellAlphaSpeed, newValue) }
  }
  public var color: Color? {
    get { storedColor }
    set { attempt { try Property.cellColor.setColor(self, newValue) } }
  }
  public var contents: Image? {
    get { storedContents }
    set { assign(.cellContents, newValue.map { .image($0) } ?? .null) }
  }
  public var contentsRect: Rect {
    get { storedContentsRect }
    set { attempt { try Property.cellContentsRect.setRect(self, newValue) } }
  }
  public var contentsScale: Double {
    get { storedContentsScale }
    set { assign(.cellContentsScale, newValue) }
  }
  public var minificationFilter: SamplingFilter {
    get { storedMinificationFilter }
    set { assign(.cellMinificationFilter, .string(newValue.optionName.raw)) }
  }
  public var magnificationFilter: SamplingFilter {
    get { storedMagnificationFilter }
    set { assign(.cellMagnificationFilter, .string(newValue.optionName.raw)) }
  }
  public var minificationFilterBias: Double {
    get { storedMinificationFilterBias }
    set { assign(.cellMinificationFilterBias, newValue) }
  }
  /// The cells that each particle emits from its place.
  public var emitterCells: [EmitterCell]? {
    get { storedEmitterCells }
    set { assign(.cellEmitterCells, newValue.map { .array($0.map { .keyed($0) }) } ?? .null) }
  }
  public var style: [(key: String, value: PropertyValue)]? {
    get { storedStyle }
    set { assign(.cellStyle, newValue.map { .dictionary($0) } ?? .null) }
  }
  public var beginTime: Double {
    get { timing.beginTime }
    set { assign(.cellBeginTime, newValue) }
  }
  public var timeOffset: Double {
    get { timing.timeOffset }
    set { assign(.cellTimeOffset, newValue) }
  }
  public var speed: Double {
    get { timing.speed }
    set { assign(.cellSpeed, newValue) }
  }
  public var duration: Double {
    get { timing.duration }
    set { assign(.cellDuration, newValue) }
  }
  public var repeatCount: Double {
    get { timing.repeatCount }
    set { assign(.cellRepeatCount, newValue) }
  }
  public var repeatDuration: Double {
    get { timing.repeatDuration }
    set { assign(.cellRepeatDuration, newValue) }
  }
}

extension KeyedClass {
  public static let emitterCell = KeyedClass(
    .emitterCell, "EmitterCell", EmitterCell.self, superclass: nil, rows: Property.emitterCellRows)
}
