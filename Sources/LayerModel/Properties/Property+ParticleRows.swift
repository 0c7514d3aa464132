// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

// The rows of replicator layers, emitter layers and emitter cells.

@inline(__always) private func replicator(_ l: Layer) -> ReplicatorLayer { unsafeDowncast(l, to: ReplicatorLayer.self) }
@inline(__always) private func emitter(_ l: Layer) -> EmitterLayer { unsafeDowncast(l, to: EmitterLayer.self) }

extension Property {
  // MARK: Replicator

  static let instanceCount = Property(
    "instanceCount", .number,
    .number(get: { replicator($0).storedInstanceCount }, set: { replicator($0).storedInstanceCount = $1 }),
    default: .number(1), range: 0...Double.greatestFiniteMagnitude, animation: .basic, traits: .whole,
    "How often the sublayers are shown, the original included; 0 shows none.")
  static let instanceDelay = Property(
    "instanceDelay", .number,
    .number(get: { replicator($0).storedInstanceDelay }, set: { replicator($0).storedInstanceDelay = $1 }),
    default: .number(0), animation: .basic, traits: .unstored,
    "How much later than the one before each instance's time runs, in seconds.")
  static let instanceTransform = Property(
    "instanceTransform", .transform,
    .transform(get: { replicator($0).instanceTransform }, set: { replicator($0).storeInstanceTransform($1) }),
    default: .transform(.identity), animation: .basic,
    "The 4×4 matrix from each instance to the next, about the centre of the bounds.")
  static let instanceColor = Property(
    "instanceColor", .color,
    .color(get: { replicator($0).storedInstanceColor }, set: { replicator($0).storedInstanceColor = $1 }),
    default: .color(.white), animation: .basic, "The colour that multiplies the first instance; nil is white.")
  static let instanceRedOffset = Property(
    "instanceRedOffset", .number,
    .number(get: { replicator($0).storedInstanceRedOffset }, set: { replicator($0).storedInstanceRedOffset = $1 }),
    default: .number(0), animation: .basic, "What each instance's colour adds to the red of the one before.")
  static let instanceGreenOffset = Property(
    "instanceGreenOffset", .number,
    .number(get: { replicator($0).storedInstanceGreenOffset }, set: { replicator($0).storedInstanceGreenOffset = $1 }),
    default: .number(0), animation: .basic, "What each instance's colour adds to the green of the one before.")
  static let instanceBlueOffset = Property(
    "instanceBlueOffset", .number,
    .number(get: { replicator($0).storedInstanceBlueOffset }, set: { replicator($0).storedInstanceBlueOffset = $1 }),
    default: .number(0), animation: .basic, "What each instance's colour adds to the blue of the one before.")
  static let instanceAlphaOffset = Property(
    "instanceAlphaOffset", .number,
    .number(get: { replicator($0).storedInstanceAlphaOffset }, set: { replicator($0).storedInstanceAlphaOffset = $1 }),
    default: .number(0), animation: .basic, "What each instance's colour adds to the alpha of the one before.")
  static let replicatorPreservesDepth = Property(
    "preservesDepth", .bool, .bool(get: { $0.flag(.isTransformLayer) }, set: { $0.storePreservesDepth($1) }),
    default: .bool(false),
    "Whether sublayers keep their depth instead of being flattened into the layer's plane, as in a transform layer.")

  static var replicatorRows: [Property] {
    [
      instanceCount, instanceDelay, instanceTransform, instanceColor, instanceRedOffset, instanceGreenOffset,
      instanceBlueOffset,
      instanceAlphaOffset, replicatorPreservesDepth,
    ]
  }

  // MARK: Emitter

  static let emitterCells = Property(
    "emitterCells", .objects(of: .emitterCell),
    .value(
      get: { Property.cellsValue(emitter($0).storedEmitterCells) },
      set: { layer, value, row in
        let new = try Property.cells(value, row, layer)
        guard !Property.isSame(new, emitter(layer).storedEmitterCells) else { return }
        emitter(layer).storedEmitterCells = new
        row.didChange(layer)
      }, copy: nil), way: .toMany(noun: "emitter cell") { emitter($0).storedEmitterCells ?? [] },
    "The kinds of particles it emits.")
  static let emitterBirthRate = Property(
    "birthRate", .number, .number(get: { emitter($0).storedBirthRate }, set: { emitter($0).storedBirthRate = $1 }),
    default: .number(1),
    range: 0...Double.greatestFiniteMagnitude, animation: .basic, "What multiplies the birth rates of all cells.")
  static let emitterLifetime = Property(
    "lifetime", .number, .number(get: { emitter($0).storedLifetime }, set: { emitter($0).storedLifetime = $1 }),
    default: .number(1),
    range: 0...Double.greatestFiniteMagnitude, animation: .basic, "What multiplies the lifetimes of all cells.")
  static let emitterVelocity = Property(
    "velocity", .number, .number(get: { emitter($0).storedVelocity }, set: { emitter($0).storedVelocity = $1 }),
    default: .number(1),
    animation: .basic, "What multiplies the velocities of all cells.")
  static let emitterScale = Property(
    "scale", .number, .number(get: { emitter($0).storedScale }, set: { emitter($0).storedScale = $1 }),
    default: .number(1),
    animation: .basic, "What multiplies the scales of all cells.")
  static let emitterSpin = Property(
    "spin", .number, .number(get: { emitter($0).storedSpin }, set: { emitter($0).storedSpin = $1 }),
    default: .number(1),
    animation: .basic, "What multiplies the spins of all cells.")
  static let emitterPosition = Property(
    "emitterPosition", .point,
    .point(get: { emitter($0).storedEmitterPosition }, set: { emitter($0).storedEmitterPosition = $1 }),
    default: .point(.zero), animation: .basic, "The centre of the shape, in the layer's own points.")
  static let emitterZPosition = Property(
    "emitterZPosition", .number,
    .number(get: { emitter($0).storedEmitterZPosition }, set: { emitter($0).storedEmitterZPosition = $1 }),
    default: .number(0), animation: .basic, "The z of the centre of the shape, in points.")
  static let emitterSize = Property(
    "emitterSize", .size, .size(get: { emitter($0).storedEmitterSize }, set: { emitter($0).storedEmitterSize = $1 }),
    default: .size(.zero), animation: .basic,
    "The size of the shape in points; the width is the radius of a circle or sphere.")
  static let emitterDepth = Property(
    "emitterDepth", .number,
    .number(get: { emitter($0).storedEmitterDepth }, set: { emitter($0).storedEmitterDepth = $1 }),
    default: .number(0), animation: .basic, "The extent of a cuboid along z, in points.")
  static let emitterShape = Property(
    "emitterShape", .enumeration(EmitterShape.names),
    .option(
      get: { emitter($0).storedEmitterShape.rawValue },
      set: { emitter($0).storedEmitterShape = EmitterShape(rawValue: $1) ?? .point }),
    default: .string("point"), "Where particles are born.")
  static let emitterMode = Property(
    "emitterMode", .enumeration(EmitterMode.names),
    .option(
      get: { emitter($0).storedEmitterMode.rawValue },
      set: { emitter($0).storedEmitterMode = EmitterMode(rawValue: $1) ?? .volume }),
    default: .string("volume"), "Which part of the shape they are born on.")
  static let renderMode = Property(
    "renderMode", .enumeration(EmitterRenderMode.names),
    .option(
      get: { emitter($0).storedRenderMode.rawValue },
      set: { emitter($0).storedRenderMode = EmitterRenderMode(rawValue: $1) ?? .unordered }),
    default: .string("unordered"), "In which order particles are painted; additive adds their colours.")
  static let emitterPreservesDepth = Property(
    "preservesDepth", .bool, .bool(get: { $0.flag(.isTransformLayer) }, set: { $0.storePreservesDepth($1) }),
    default: .bool(false),
    "Whether particles keep their depth instead of being flattened into the layer's plane, as in a transform layer.")
  static let seed = Property(
    "seed", .number, .number(get: { emitter($0).storedSeed }, set: { emitter($0).storedSeed = $1 }),
    default: .number(0),
    range: 0...Double(UInt32.max), traits: .whole, "What the particles' random numbers start from.")

  static var emitterRows: [Property] {
    [
      emitterCells, emitterBirthRate, emitterLifetime, emitterVelocity, emitterScale, emitterSpin, emitterPosition,
      emitterZPosition,
      emitterSize, emitterDepth, emitterShape, emitterMode, renderMode, emitterPreservesDepth, seed,
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
      if cell.scene !== owner.scene {
        throw LayerError(row, owner, ": cell \(cell.label) belongs to another scene")
      }
      cells.append(cell)
    }
    guard let ownCell = owner as? EmitterCell else { return cells }
    // Looked up only.
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
