// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels

/// A key whose value particles take at birth, and the indices of its numbers.
struct EmissionKey {
  let row: Property
  /// The index of its first number.
  let first: Int
  /// The count of its numbers.
  let width: Int
  /// The maximum deviation of a straight line from a curve of its values.
  let tolerance: Double
  /// The range to which presentations clamp its numbers.
  let range: ClosedRange<Double>

  init(_ row: Property, _ first: Int, width: Int = 1, tolerance: Double = 1e-3) {
    self.row = row
    self.first = first
    self.width = width
    self.tolerance = tolerance
    if case .color = row.kind {
      range = 0...1
    } else {
      range = row.range ?? -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    }
  }
}

/// The numbers that particles take from an object at birth.
protocol EmissionNumbers: Equatable {
  associatedtype Object: KeyedObject
  static var keys: [EmissionKey] { get }
  subscript(i: Int) -> Double { get set }
  init(_ object: Object)
  /// Sets the numbers on an object.
  func store(in object: Object)
}

extension EmissionNumbers {
  func values(of key: EmissionKey) -> [Double] { (0..<key.width).map { self[key.first + $0] } }

  /// Calls the closure with the index of each key whose numbers differ from `other`'s.
  func forEachKey(otherThan other: Self, _ body: (Int) -> Void) {
    for (i, key) in Self.keys.enumerated()
    where (key.first..<key.first + key.width).contains(where: { self[$0] != other[$0] }) { body(i) }
  }

  /// True if a key's numbers equal `other`'s.
  func isSame(_ other: Self, _ key: EmissionKey) -> Bool {
    for i in key.first..<key.first + key.width where self[i] != other[i] { return false }
    return true
  }
}

/// The values that particles take from their emitter layer.
package struct LayerEmission: EmissionNumbers {
  private var numbers = SIMD16<Double>()
  /// Decoded once per set of numbers, not once per particle.
  private(set) var shape = EmitterShape.point
  private(set) var mode = EmitterMode.volume

  subscript(i: Int) -> Double {
    @inline(__always) get { numbers[i] }
    set {
      numbers[i] = newValue
      if i == 11 { shape = EmitterShape(rawValue: LayerEmission.option(newValue)) ?? .point }
      if i == 12 { mode = EmitterMode(rawValue: LayerEmission.option(newValue)) ?? .volume }
    }
  }

  private static func option(_ number: Double) -> UInt8 { UInt8(clamping: Int(clamping: number.rounded())) }

  var birthRate: Double { numbers[0] }
  var lifetime: Double { numbers[1] }
  package var velocity: Double { numbers[2] }
  var scale: Double { numbers[3] }
  var spin: Double { numbers[4] }
  var position: Point { Point(numbers[5], numbers[6]) }
  var zPosition: Double { numbers[7] }
  var size: Size { Size(numbers[8], numbers[9]) }
  var depth: Double { numbers[10] }

  static let birthRate = EmissionKey(.emitterBirthRate, 0)
  static let lifetime = EmissionKey(.emitterLifetime, 1)
  /// The keys, one for each number or group of numbers.
  static let keys = [
    birthRate, lifetime, EmissionKey(.emitterVelocity, 2), EmissionKey(.emitterScale, 3), EmissionKey(.emitterSpin, 4),
    EmissionKey(.emitterPosition, 5, width: 2, tolerance: 0.02), EmissionKey(.emitterZPosition, 7, tolerance: 0.02),
    EmissionKey(.emitterSize, 8, width: 2, tolerance: 0.02), EmissionKey(.emitterDepth, 10, tolerance: 0.02),
    EmissionKey(.emitterShape, 11), EmissionKey(.emitterMode, 12),
  ]

  init(_ layer: EmitterLayer) {
    numbers[0] = layer.storedBirthRate
    numbers[1] = layer.storedLifetime
    numbers[2] = layer.storedVelocity
    numbers[3] = layer.storedScale
    numbers[4] = layer.storedSpin
    numbers[5] = layer.storedEmitterPosition.x
    numbers[6] = layer.storedEmitterPosition.y
    numbers[7] = layer.storedEmitterZPosition
    numbers[8] = layer.storedEmitterSize.width
    numbers[9] = layer.storedEmitterSize.height
    numbers[10] = layer.storedEmitterDepth
    numbers[11] = Double(layer.storedEmitterShape.rawValue)
    numbers[12] = Double(layer.storedEmitterMode.rawValue)
    (shape, mode) = (layer.storedEmitterShape, layer.storedEmitterMode)
  }

  func store(in layer: EmitterLayer) {
    layer.storedBirthRate = birthRate
    layer.storedLifetime = lifetime
    layer.storedVelocity = velocity
    layer.storedScale = scale
    layer.storedSpin = spin
    layer.storedEmitterPosition = position
    layer.storedEmitterZPosition = zPosition
    layer.storedEmitterSize = size
    layer.storedEmitterDepth = depth
    layer.storedEmitterShape = shape
    layer.storedEmitterMode = mode
  }
}

/// The values that particles take from their cell.
struct CellEmission: EmissionNumbers {
  private var numbers = SIMD32<Double>()

  subscript(i: Int) -> Double {
    @inline(__always) get { numbers[i] }
    @inline(__always) set { numbers[i] = newValue }
  }

  var birthRate: Double { numbers[0] }
  var lifetime: Double { numbers[1] }
  var lifetimeRange: Double { numbers[2] }
  var latitude: Double { numbers[3] }
  var longitude: Double { numbers[4] }
  var range: Double { numbers[5] }
  var velocity: Double { numbers[6] }
  var velocityRange: Double { numbers[7] }
  var acceleration: Vector3 { Vector3(x: numbers[8], y: numbers[9], z: numbers[10]) }
  var scale: Double { numbers[11] }
  var scaleRange: Double { numbers[12] }
  var scaleSpeed: Double { numbers[13] }
  var spin: Double { numbers[14] }
  var spinRange: Double { numbers[15] }
  var colorRange: SIMD4<Double> { SIMD4(numbers[16], numbers[17], numbers[18], numbers[19]) }
  var colorSpeed: SIMD4<Double> { SIMD4(numbers[20], numbers[21], numbers[22], numbers[23]) }
  var color: SIMD4<Double> { SIMD4(numbers[24], numbers[25], numbers[26], numbers[27]) }
  var rotation: Double { numbers[29] }
  var rotationRange: Double { numbers[30] }
  /// True if the colour is nil, which means white.
  private var lacksColor: Bool { numbers[28] != 0 }

  static let birthRate = EmissionKey(.cellBirthRate, 0)
  static let lifetime = EmissionKey(.cellLifetime, 1)
  static let lifetimeRange = EmissionKey(.cellLifetimeRange, 2)
  static let keys = [
    birthRate, lifetime, lifetimeRange, EmissionKey(.cellEmissionLatitude, 3), EmissionKey(.cellEmissionLongitude, 4),
    EmissionKey(.cellEmissionRange, 5), EmissionKey(.cellVelocity, 6, tolerance: 0.02),
    EmissionKey(.cellVelocityRange, 7, tolerance: 0.02), EmissionKey(.cellXAcceleration, 8, tolerance: 0.02),
    EmissionKey(.cellYAcceleration, 9, tolerance: 0.02), EmissionKey(.cellZAcceleration, 10, tolerance: 0.02),
    EmissionKey(.cellScale, 11), EmissionKey(.cellScaleRange, 12), EmissionKey(.cellScaleSpeed, 13),
    EmissionKey(.cellSpin, 14), EmissionKey(.cellSpinRange, 15), EmissionKey(.cellRedRange, 16),
    EmissionKey(.cellGreenRange, 17), EmissionKey(.cellBlueRange, 18), EmissionKey(.cellAlphaRange, 19),
    EmissionKey(.cellRedSpeed, 20), EmissionKey(.cellGreenSpeed, 21), EmissionKey(.cellBlueSpeed, 22),
    EmissionKey(.cellAlphaSpeed, 23), EmissionKey(.cellColor, 24, width: 5), EmissionKey(.cellRotation, 29),
    EmissionKey(.cellRotationRange, 30),
  ]

  init(_ cell: EmitterCell) {
    numbers[0] = cell.storedBirthRate
    numbers[1] = cell.storedLifetime
    numbers[2] = cell.storedLifetimeRange
    numbers[3] = cell.storedEmissionLatitude
    numbers[4] = cell.storedEmissionLongitude
    numbers[5] = cell.storedEmissionRange
    numbers[6] = cell.storedVelocity
    numbers[7] = cell.storedVelocityRange
    numbers[8] = cell.storedXAcceleration
    numbers[9] = cell.storedYAcceleration
    numbers[10] = cell.storedZAcceleration
    numbers[11] = cell.storedScale
    numbers[12] = cell.storedScaleRange
    numbers[13] = cell.storedScaleSpeed
    numbers[14] = cell.storedSpin
    numbers[15] = cell.storedSpinRange
    numbers[16] = cell.storedRedRange
    numbers[17] = cell.storedGreenRange
    numbers[18] = cell.storedBlueRange
    numbers[19] = cell.storedAlphaRange
    numbers[20] = cell.storedRedSpeed
    numbers[21] = cell.storedGreenSpeed
    numbers[22] = cell.storedBlueSpeed
    numbers[23] = cell.storedAlphaSpeed
    let color = cell.storedColor ?? .white
    numbers[24] = color.red
    numbers[25] = color.green
    numbers[26] = color.blue
    numbers[27] = color.alpha
    numbers[28] = cell.storedColor == nil ? 1 : 0
    numbers[29] = cell.storedRotation
    numbers[30] = cell.storedRotationRange
  }

  func store(in cell: EmitterCell) {
    cell.storedBirthRate = birthRate
    cell.storedLifetime = lifetime
    cell.storedLifetimeRange = lifetimeRange
    cell.storedEmissionLatitude = latitude
    cell.storedEmissionLongitude = longitude
    cell.storedEmissionRange = range
    cell.storedVelocity = velocity
    cell.storedVelocityRange = velocityRange
    cell.storedXAcceleration = numbers[8]
    cell.storedYAcceleration = numbers[9]
    cell.storedZAcceleration = numbers[10]
    cell.storedScale = scale
    cell.storedScaleRange = scaleRange
    cell.storedScaleSpeed = scaleSpeed
    cell.storedSpin = spin
    cell.storedSpinRange = spinRange
    cell.storedRedRange = numbers[16]
    cell.storedGreenRange = numbers[17]
    cell.storedBlueRange = numbers[18]
    cell.storedAlphaRange = numbers[19]
    cell.storedRedSpeed = numbers[20]
    cell.storedGreenSpeed = numbers[21]
    cell.storedBlueSpeed = numbers[22]
    cell.storedAlphaSpeed = numbers[23]
    cell.storedColor =
      lacksColor ? nil : Color(red: numbers[24], green: numbers[25], blue: numbers[26], alpha: numbers[27])
    cell.storedRotation = rotation
    cell.storedRotationRange = rotationRange
  }
}
