// SPDX-License-Identifier: MIT
import Geometry
import Numbers

/// A layer that shows particles: `CAEmitterLayer`. Its cells determine their look and motion.
///
/// Its particles at a time are a function of its properties, its seed and that time alone.
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

  public convenience init(in scene: Scene) { self.init(in: scene, class: .emitter) }
}

extension EmitterLayer {
  /// The cells. The array is copied; the cells are shared with their other owners.
  public var emitterCells: [EmitterCell]? {
    get { storedEmitterCells }
    set { assign(.emitterCells, newValue.map { .array($0.map { .keyed($0) }) } ?? .null) }
  }
  public var birthRate: Double {
    get { storedBirthRate }
    set { assign(.emitterBirthRate, newValue) }
  }
  public var lifetime: Double {
    get { storedLifetime }
    set { assign(.emitterLifetime, newValue) }
  }
  public var velocity: Double {
    get { storedVelocity }
    set { assign(.emitterVelocity, newValue) }
  }
  public var scale: Double {
    get { storedScale }
    set { assign(.emitterScale, newValue) }
  }
  public var spin: Double {
    get { storedSpin }
    set { assign(.emitterSpin, newValue) }
  }
  public var emitterPosition: Point {
    get { storedEmitterPosition }
    set { attempt { try Property.emitterPosition.setPoint(self, newValue) } }
  }
  public var emitterZPosition: Double {
    get { storedEmitterZPosition }
    set { assign(.emitterZPosition, newValue) }
  }
  public var emitterSize: Size {
    get { storedEmitterSize }
    set { attempt { try Property.emitterSize.setSize(self, newValue) } }
  }
  public var emitterDepth: Double {
    get { storedEmitterDepth }
    set { assign(.emitterDepth, newValue) }
  }
  public var emitterShape: EmitterShape {
    get { storedEmitterShape }
    set { assign(.emitterShape, .string(newValue.optionName.raw)) }
  }
  public var emitterMode: EmitterMode {
    get { storedEmitterMode }
    set { assign(.emitterMode, .string(newValue.optionName.raw)) }
  }
  public var renderMode: EmitterRenderMode {
    get { storedRenderMode }
    set { assign(.renderMode, .string(newValue.optionName.raw)) }
  }
  public var preservesDepth: Bool {
    get { flag(.isTransformLayer) }
    set { assign(.emitterPreservesDepth, newValue) }
  }
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
