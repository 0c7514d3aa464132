// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

// The property rows of emitter cells.
extension Property {
  /// Returns a setter for an emission value that first logs the old value, for particles already born.
  private static func remembering<Value>(
    _ set: @escaping @Sendable (EmitterCell, Value) -> Void
  ) -> @Sendable (EmitterCell, Value) -> Void {
    { cell, value in
      cell.willChangeEmission()
      set(cell, value)
    }
  }

  static let cellName = Property(
    of: EmitterCell.self, "name", .string, .string(get: { $0.storedName }, set: { $0.storedName = $1 }),
    invalidates: [], "The name that key paths use: emitterCells.NAME.velocity.")
  static let enabled = Property(
    of: EmitterCell.self, "enabled", .bool, .bool(get: { $0.isStoredEnabled }, set: { $0.isStoredEnabled = $1 }),
    default: .bool(true), aliases: ["isEnabled"], "True if the cell emits particles.")
  static let cellBirthRate = Property(
    of: EmitterCell.self, "birthRate", .number,
    .number(get: { $0.storedBirthRate }, set: remembering { $0.storedBirthRate = $1 }), default: .number(0),
    range: 0...Double.greatestFiniteMagnitude, animation: .basic, traits: .unstored,
    "The number of particles born per second; for a cell within a cell, per particle.")
  static let cellLifetime = Property(
    of: EmitterCell.self, "lifetime", .number,
    .number(get: { $0.storedLifetime }, set: remembering { $0.storedLifetime = $1 }), default: .number(0),
    range: 0...Double.greatestFiniteMagnitude, animation: .basic, traits: .unstored,
    "The lifetime of a particle, in seconds.")
  static let cellLifetimeRange = Property(
    of: EmitterCell.self, "lifetimeRange", .number,
    .number(get: { $0.storedLifetimeRange }, set: remembering { $0.storedLifetimeRange = $1 }), default: .number(0),
    animation: .basic, "The width of the random range of lifetimes, in seconds.")
  static let cellEmissionLatitude = Property(
    of: EmitterCell.self, "emissionLatitude", .number,
    .number(get: { $0.storedEmissionLatitude }, set: remembering { $0.storedEmissionLatitude = $1 }),
    default: .number(0), animation: .basic, "The elevation of the direction toward z, in radians.")
  static let cellEmissionLongitude = Property(
    of: EmitterCell.self, "emissionLongitude", .number,
    .number(get: { $0.storedEmissionLongitude }, set: remembering { $0.storedEmissionLongitude = $1 }),
    default: .number(0), animation: .basic,
    "The angle of the direction in the plane, from +x toward +y, relative to the shape's own, in radians.")
  static let cellEmissionRange = Property(
    of: EmitterCell.self, "emissionRange", .number,
    .number(get: { $0.storedEmissionRange }, set: remembering { $0.storedEmissionRange = $1 }), default: .number(0),
    animation: .basic, "The full angle of the cone about the direction, in radians; its sign is ignored.")
  static let cellVelocity = Property(
    of: EmitterCell.self, "velocity", .number,
    .number(get: { $0.storedVelocity }, set: remembering { $0.storedVelocity = $1 }), default: .number(0),
    animation: .basic, "The speed at birth, in points per second.")
  static let cellVelocityRange = Property(
    of: EmitterCell.self, "velocityRange", .number,
    .number(get: { $0.storedVelocityRange }, set: remembering { $0.storedVelocityRange = $1 }), default: .number(0),
    animation: .basic, "The width of the random range of speeds, in points per second.")
  static let cellXAcceleration = Property(
    of: EmitterCell.self, "xAcceleration", .number,
    .number(get: { $0.storedXAcceleration }, set: remembering { $0.storedXAcceleration = $1 }), default: .number(0),
    animation: .basic, "The acceleration along x, in points per second squared.")
  static let cellYAcceleration = Property(
    of: EmitterCell.self, "yAcceleration", .number,
    .number(get: { $0.storedYAcceleration }, set: remembering { $0.storedYAcceleration = $1 }), default: .number(0),
    animation: .basic, "The acceleration along y, in points per second squared.")
  static let cellZAcceleration = Property(
    of: EmitterCell.self, "zAcceleration", .number,
    .number(get: { $0.storedZAcceleration }, set: remembering { $0.storedZAcceleration = $1 }), default: .number(0),
    animation: .basic, "The acceleration along z, in points per second squared.")
  static let cellScale = Property(
    of: EmitterCell.self, "scale", .number, .number(get: { $0.storedScale }, set: remembering { $0.storedScale = $1 }),
    default: .number(1), animation: .basic, "The scale at birth.")
  static let cellScaleRange = Property(
    of: EmitterCell.self, "scaleRange", .number,
    .number(get: { $0.storedScaleRange }, set: remembering { $0.storedScaleRange = $1 }), default: .number(0),
    animation: .basic, "The width of the random range of scales.")
  static let cellScaleSpeed = Property(
    of: EmitterCell.self, "scaleSpeed", .number,
    .number(get: { $0.storedScaleSpeed }, set: remembering { $0.storedScaleSpeed = $1 }), default: .number(0),
    animation: .basic, "The change of the scale per second; the scale stops at 0.")
  static let cellSpin = Property(
    of: EmitterCell.self, "spin", .number, .number(get: { $0.storedSpin }, set: remembering { $0.storedSpin = $1 }),
    default: .number(0), animation: .basic, "The angular velocity of a particle, in radians per second.")
  static let cellSpinRange = Property(
    of: EmitterCell.self, "spinRange", .number,
    .number(get: { $0.storedSpinRange }, set: remembering { $0.storedSpinRange = $1 }), default: .number(0),
    animation: .basic, "The width of the random range of spins, in radians per second.")
  static let cellRotation = Property(
    of: EmitterCell.self, "rotation", .number,
    .number(get: { $0.storedRotation }, set: remembering { $0.storedRotation = $1 }),
    default: .number(0),
    animation: .basic, "The angle of a particle at birth, in radians.")
  static let cellRotationRange = Property(
    of: EmitterCell.self, "rotationRange", .number,
    .number(get: { $0.storedRotationRange }, set: remembering { $0.storedRotationRange = $1 }),
    default: .number(0),
    animation: .basic, "The width of the random range of angles at birth, in radians.")
  static let cellMass = Property(
    of: EmitterCell.self, "mass", .number, .number(get: { $0.storedMass }, set: { $0.storedMass = $1 }),
    default: .number(0), invalidates: [], "The mass of a particle, which files may contain. Unused: has no effect.")
  static let cellMassRange = Property(
    of: EmitterCell.self, "massRange", .number, .number(get: { $0.storedMassRange }, set: { $0.storedMassRange = $1 }),
    default: .number(0), invalidates: [], "The width of the random range of masses. Unused: has no effect.")
  static let cellRedRange = Property(
    of: EmitterCell.self, "redRange", .number,
    .number(get: { $0.storedRedRange }, set: remembering { $0.storedRedRange = $1 }), default: .number(0),
    animation: .basic, "The width of the random range of the colour's red.")
  static let cellGreenRange = Property(
    of: EmitterCell.self, "greenRange", .number,
    .number(get: { $0.storedGreenRange }, set: remembering { $0.storedGreenRange = $1 }), default: .number(0),
    animation: .basic, "The width of the random range of the colour's green.")
  static let cellBlueRange = Property(
    of: EmitterCell.self, "blueRange", .number,
    .number(get: { $0.storedBlueRange }, set: remembering { $0.storedBlueRange = $1 }), default: .number(0),
    animation: .basic, "The width of the random range of the colour's blue.")
  static let cellAlphaRange = Property(
    of: EmitterCell.self, "alphaRange", .number,
    .number(get: { $0.storedAlphaRange }, set: remembering { $0.storedAlphaRange = $1 }), default: .number(0),
    animation: .basic, "The width of the random range of the colour's alpha.")
  static let cellRedSpeed = Property(
    of: EmitterCell.self, "redSpeed", .number,
    .number(get: { $0.storedRedSpeed }, set: remembering { $0.storedRedSpeed = $1 }), default: .number(0),
    animation: .basic, "The change of the colour's red per second; the value is clamped to 0…1.")
  static let cellGreenSpeed = Property(
    of: EmitterCell.self, "greenSpeed", .number,
    .number(get: { $0.storedGreenSpeed }, set: remembering { $0.storedGreenSpeed = $1 }), default: .number(0),
    animation: .basic, "The change of the colour's green per second; the value is clamped to 0…1.")
  static let cellBlueSpeed = Property(
    of: EmitterCell.self, "blueSpeed", .number,
    .number(get: { $0.storedBlueSpeed }, set: remembering { $0.storedBlueSpeed = $1 }), default: .number(0),
    animation: .basic, "The change of the colour's blue per second; the value is clamped to 0…1.")
  static let cellAlphaSpeed = Property(
    of: EmitterCell.self, "alphaSpeed", .number,
    .number(get: { $0.storedAlphaSpeed }, set: remembering { $0.storedAlphaSpeed = $1 }), default: .number(0),
    animation: .basic, "The change of the colour's alpha per second; the value is clamped to 0…1.")
  static let cellColor = Property(
    of: EmitterCell.self, "color", .color, .color(get: { $0.storedColor }, set: remembering { $0.storedColor = $1 }),
    default: .color(.white), animation: .basic, "The colour at birth, which multiplies the contents; nil means white.")
  static let cellContents = Property(
    of: EmitterCell.self, "contents", .image, .image(get: { $0.storedContents }, set: { $0.storedContents = $1 }),
    animation: .basic, "The image of a particle; without one it is invisible.")
  static let cellContentsRect = Property(
    of: EmitterCell.self, "contentsRect", .rect,
    .rect(get: { $0.storedContentsRect }, set: { $0.storedContentsRect = $1 }),
    default: .rect(.unit), animation: .basic, traits: .nonEmpty, "The visible part of the image, in unit coordinates.")
  static let cellContentsScale = Property(
    of: EmitterCell.self, "contentsScale", .number,
    .number(get: { $0.storedContentsScale }, set: { $0.storedContentsScale = $1 }),
    default: .number(1), animation: .basic, traits: .positive, "Pixels of the image per point.")
  static let cellMinificationFilter = Property(
    of: EmitterCell.self, "minificationFilter", .enumeration(SamplingFilter.names),
    .option(
      get: { $0.storedMinificationFilter.rawValue },
      set: { $0.storedMinificationFilter = SamplingFilter(rawValue: $1) ?? .linear }),
    default: .string("linear"), "The sampling of the image when it is shown smaller.")
  static let cellMagnificationFilter = Property(
    of: EmitterCell.self, "magnificationFilter", .enumeration(SamplingFilter.names),
    .option(
      get: { $0.storedMagnificationFilter.rawValue },
      set: { $0.storedMagnificationFilter = SamplingFilter(rawValue: $1) ?? .linear }),
    default: .string("linear"), "The sampling of the image when it is shown larger.")
  static let cellMinificationFilterBias = Property(
    of: EmitterCell.self, "minificationFilterBias", .number,
    .number(get: { $0.storedMinificationFilterBias }, set: { $0.storedMinificationFilterBias = $1 }),
    default: .number(0), animation: .explicit, "The bias added to the mip level by the trilinear filter.")
  static let cellEmitterCells = Property(
    of: EmitterCell.self, "emitterCells", .objects(of: .emitterCell),
    .value(
      get: { Property.cellsValue($0.storedEmitterCells) },
      set: { cell, value, row in
        let new = try Property.cells(value, row, cell)
        guard !Property.isSame(new, cell.storedEmitterCells) else { return }
        for member in new ?? [] { member.addOwner(cell) }
        cell.storedEmitterCells = new
        row.didChange(cell)
      }, copy: nil), way: .toMany(noun: "emitter cell") { $0.storedEmitterCells ?? [] },
    "The cells that each particle emits from its position.")
  static let cellStyle = Property(
    of: EmitterCell.self, "style", .dictionary,
    .value(
      get: { $0.storedStyle.map { .dictionary($0) } ?? .null },
      set: { cell, value, row in
        let new = try row.entries(value, cell)
        if PropertyValue(entries: cell.storedStyle) == PropertyValue(entries: new) { return }
        try cell.changeStyle(to: new) { cell.storedStyle = $0 }
        row.didChange(cell)
      }, copy: { $1.storedStyle = $0.storedStyle }), "Values for keys that are not set on the cell itself.")
  static let cellBeginTime = Property(
    of: EmitterCell.self, "beginTime", .number,
    .number(get: { $0.timing.beginTime }, set: { $0.timing.beginTime = $1 }),
    default: .number(0),
    "The time at which the cell starts to emit, in seconds of the layer's time; for a cell within a cell, of the "
      + "particle's age."
  )
  static let cellTimeOffset = Property(
    of: EmitterCell.self, "timeOffset", .number,
    .number(get: { $0.timing.timeOffset }, set: { $0.timing.timeOffset = $1 }), default: .number(0),
    "The offset added to the cell's time, in seconds.")
  static let cellSpeed = Property(
    of: EmitterCell.self, "speed", .number, .number(get: { $0.timing.speed }, set: { $0.timing.speed = $1 }),
    default: .number(1), "The rate of the cell's time.")
  static let cellDuration = Property(
    of: EmitterCell.self, "duration", .number, .number(get: { $0.timing.duration }, set: { $0.timing.duration = $1 }),
    default: .number(.infinity),
    range: 0...Double.infinity, traits: .infinite, "The duration of the emission, in seconds; it may be infinite.")
  static let cellRepeatCount = Property(
    of: EmitterCell.self, "repeatCount", .number,
    .number(get: { $0.timing.repeatCount }, set: { $0.timing.repeatCount = $1 }), default: .number(0),
    range: 0...Double.infinity, traits: .infinite, "The number of durations for which the cell emits; 0 means one.")
  static let cellRepeatDuration = Property(
    of: EmitterCell.self, "repeatDuration", .number,
    .number(get: { $0.timing.repeatDuration }, set: { $0.timing.repeatDuration = $1 }), default: .number(0),
    range: 0...Double.infinity, traits: .infinite,
    "The total duration of the emission, in seconds, used instead of duration and repeatCount; 0 means unset.")
  static let cellAutoreverses = Property(
    of: EmitterCell.self, "autoreverses", .bool,
    .bool(get: { $0.timing.autoreverses }, set: { $0.timing.autoreverses = $1 }),
    default: .bool(false), "True if each duration is followed by a second one.")
  static let cellFillMode = Property(
    of: EmitterCell.self, "fillMode", .enumeration(FillMode.names),
    .option(get: { $0.timing.fillMode.rawValue }, set: { $0.timing.fillMode = FillMode(rawValue: $1) ?? .removed }),
    default: .string("removed"), "Unused: has no effect on a cell.")

  static var emitterCellRows: [Property] {
    [
      cellName, enabled,
      cellBirthRate, cellLifetime, cellLifetimeRange, cellEmissionLatitude, cellEmissionLongitude, cellEmissionRange,
      cellVelocity,
      cellVelocityRange, cellXAcceleration, cellYAcceleration, cellZAcceleration, cellScale, cellScaleRange,
      cellScaleSpeed, cellSpin,
      cellSpinRange, cellRotation, cellRotationRange, cellMass, cellMassRange, cellRedRange, cellGreenRange,
      cellBlueRange, cellAlphaRange, cellRedSpeed, cellGreenSpeed,
      cellBlueSpeed,
      cellAlphaSpeed, cellColor, cellContents, cellContentsRect, cellContentsScale, cellMinificationFilter,
      cellMagnificationFilter,
      cellMinificationFilterBias, cellEmitterCells, cellStyle, cellBeginTime, cellTimeOffset, cellSpeed, cellDuration,
      cellRepeatCount,
      cellRepeatDuration, cellAutoreverses, cellFillMode,
    ]
  }

  // MARK: Cells of emitters and of cells

  static func cellsValue(_ cells: [EmitterCell]?) -> PropertyValue {
    cells.map { .array($0.map { .keyed($0) }) } ?? .null
  }

  /// Checks a list of cells for `owner`, which none of them may contain.
  static func cells(_ value: PropertyValue, _ row: Property, _ owner: KeyedObject) throws -> [EmitterCell]? {
    if value.isNone { return nil }
    guard case .array(let list) = value else { throw row.mismatch(owner, value) }
    var cells: [EmitterCell] = []
    for (i, element) in list.enumerated() {
      guard case .keyed(let object) = element, let cell = object as? EmitterCell else {
        throw LayerError(row, owner, ": value \(i + 1): expected an emitter cell, got \(element.described)")
      }
      if cell.scene !== owner.scene, !cell.isWithoutScene {
        throw LayerError(row, owner, ": cell \(cell.label) belongs to another scene")
      }
      cells.append(cell)
    }
    if !owner.isWithoutScene, cells.contains(where: \.isWithoutScene) {
      let own = try EmitterCell.belonging(cells.filter(\.isWithoutScene), to: owner.scene)
      var next = own.makeIterator()
      cells = cells.map { $0.isWithoutScene ? next.next() ?? $0 : $0 }
    }
    guard let ownCell = owner as? EmitterCell else { return cells }
    // For lookups only, never iterated.
    var seen: Set<ObjectIdentifier> = []
    var pending = cells
    while let cell = pending.popLast() {
      if cell === ownCell { throw LayerError(row, owner, ": cell \(ownCell.label) cannot emit itself: a cycle") }
      if seen.insert(ObjectIdentifier(cell)).inserted { pending.append(contentsOf: cell.storedEmitterCells ?? []) }
    }
    return cells
  }

  static func isSame(_ a: [EmitterCell]?, _ b: [EmitterCell]?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return a.count == b.count && zip(a, b).allSatisfy { $0 === $1 }
  }
}
