// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Pixels
import RenderTree

/// A layer that repeats its sublayers, each instance moved and coloured one step further: `CAReplicatorLayer`.
///
/// Its own background, contents and border appear once. Hit testing uses only the first instance.
///
/// ```swift
/// let dots = ReplicatorLayer(in: scene)
/// let dot = Layer(in: scene)
/// dot.frame = Rect(0, 0, 8, 8)
/// dot.cornerRadius = 4
/// dot.backgroundColor = .orange
/// try dots.addSublayer(dot)
/// dots.instanceCount = 12
/// dots.instanceTransform = .rotation(2 * .pi / 12)
/// dots.instanceDelay = 0.1  // each animates a tenth of a second after the one before
/// dots.instanceAlphaOffset = -0.05
/// ```
public final class ReplicatorLayer: Layer {
  @exclusivity(unchecked) var storedInstanceCount = 1.0
  @exclusivity(unchecked) var storedInstanceDelay = 0.0
  @exclusivity(unchecked) var instanceTransformStorage: TransformStorage?
  @exclusivity(unchecked) var storedInstanceColor: Color? = .white
  @exclusivity(unchecked) var storedInstanceRedOffset = 0.0
  @exclusivity(unchecked) var storedInstanceGreenOffset = 0.0
  @exclusivity(unchecked) var storedInstanceBlueOffset = 0.0
  @exclusivity(unchecked) var storedInstanceAlphaOffset = 0.0

  public convenience init(in scene: Scene) { self.init(in: scene, of: .replicator) }

  override var instances: (count: Int, delay: Double) { (instanceCount, storedInstanceDelay) }

  package override var inspectedWords: [String] { [counted(instanceCount, "instance")] }

  override func classFlaws() -> [Finding] {
    if children.isEmpty { return [] }
    if instanceCount == 0, !isAnimated("instanceCount"), scene.host.onFrame == nil {
      let count = subtree.dropFirst().filter { if case .nothing = $0.intent { false } else { true } }.count
      if count == 0 { return [] }
      return [
        Finding(
          .noInstances, self,
          "\(subject) shows none of the \(counted(count, "layer")) in it: instanceCount is "
            + "0\(line(ofSetting: "instanceCount"))",
          hint: "instanceCount = 1 or more")
      ]
    }
    guard instanceCount > 1 else { return [] }
    let color = storedInstanceColor ?? .white
    let offsets = [
      ("instanceRedOffset", storedInstanceRedOffset, color.red),
      ("instanceGreenOffset", storedInstanceGreenOffset, color.green),
      ("instanceBlueOffset", storedInstanceBlueOffset, color.blue),
      ("instanceAlphaOffset", storedInstanceAlphaOffset, color.alpha),
    ]
    guard let (key, _, part) = offsets.first(where: { $0.1 > 0 && $0.2 >= 1 || $0.1 < 0 && $0.2 <= 0 }) else {
      return []
    }
    return [
      Finding(
        .replicatorColor, self,
        "\(subject): \(key)\(line(ofSetting: key)) changes nothing: instanceColor is multiplied, and that part of it "
          + "is already "
          + "\(part >= 1 ? "1, the most" : "0, the least")",
        hint: part >= 1
          ? "a negative offset, or a darker instanceColor" : "a positive offset, or a brighter instanceColor")
    ]
  }

  override func replication(after: Transform3D, label: String) -> Replication? {
    let bounds = storedBounds
    let c = bounds.center
    let step = instanceTransform
    if instanceCount > 1, !children.isEmpty, bounds.width == 0 || bounds.height == 0,
      step.m11 != 1 || step.m12 != 0 || step.m21 != 0 || step.m22 != 1
    {
      scene.warn(
        .replicatorZeroSize,
        "\(label): instanceTransform acts about the centre of the bounds, which are empty: the instances turn "
          + "about their origin; "
          + "give the replicator bounds", onceFor: "\(serial)", about: self)
    }
    return Replication(
      count: instanceCount,
      step: .translation(-c.x, -c.y, 0).concat(step).concat(.translation(c.x, c.y, 0)), after: after,
      color: storedInstanceColor ?? .white, redOffset: storedInstanceRedOffset,
      greenOffset: storedInstanceGreenOffset, blueOffset: storedInstanceBlueOffset,
      alphaOffset: storedInstanceAlphaOffset)
  }

  override func transformStorage(of row: Property) -> TransformStorage? {
    row === Property.instanceTransform ? instanceTransformStorage : super.transformStorage(of: row)
  }

  override func setTransformStorage(_ storage: TransformStorage, of row: Property) {
    if row === Property.instanceTransform {
      instanceTransformStorage = storage
    } else {
      super.setTransformStorage(storage, of: row)
    }
  }

  func storeInstanceTransform(_ t: Transform3D) {
    if t.isIdentity {
      instanceTransformStorage = nil
    } else if let storage = instanceTransformStorage {
      storage.matrix = t
      storage.components = nil
    } else {
      instanceTransformStorage = TransformStorage(t)
    }
  }
}

extension ReplicatorLayer {
  /// The number of instances, the original included; 0 shows no sublayers. Default 1.
  public var instanceCount: Int {
    get { Int(clamping: storedInstanceCount) }
    set { assign(.instanceCount, Double(newValue)) }
  }
  /// The delay of each instance's time relative to the one before, in seconds. Default 0.
  public var instanceDelay: Double {
    get { storedInstanceDelay }
    set { assign(.instanceDelay, newValue) }
  }
  /// The 4×4 matrix from each instance to the next, about the centre of the bounds.
  public var instanceTransform: Transform3D {
    get { instanceTransformStorage?.matrix ?? .identity }
    set { attempt { try Property.instanceTransform.setTransform(self, newValue) } }
  }
  /// The colour that multiplies the first instance; nil is white. Default (1, 1, 1, 1).
  public var instanceColor: Color? {
    get { storedInstanceColor }
    set { attempt { try Property.instanceColor.setColor(self, newValue) } }
  }
  /// The amount added to red from each instance's colour to the next. Default 0.
  public var instanceRedOffset: Double {
    get { storedInstanceRedOffset }
    set { assign(.instanceRedOffset, newValue) }
  }
  /// The amount added to green from each instance's colour to the next. Default 0.
  public var instanceGreenOffset: Double {
    get { storedInstanceGreenOffset }
    set { assign(.instanceGreenOffset, newValue) }
  }
  /// The amount added to blue from each instance's colour to the next. Default 0.
  public var instanceBlueOffset: Double {
    get { storedInstanceBlueOffset }
    set { assign(.instanceBlueOffset, newValue) }
  }
  /// The amount added to alpha from each instance's colour to the next. Default 0.
  public var instanceAlphaOffset: Double {
    get { storedInstanceAlphaOffset }
    set { assign(.instanceAlphaOffset, newValue) }
  }
  /// True if sublayers keep their depth, as in a transform layer, instead of being flattened into the layer's plane.
  /// Default false.
  public var preservesDepth: Bool {
    get { flag(.isTransformLayer) }
    set { assign(.replicatorPreservesDepth, newValue) }
  }
}

extension Layer {
  /// Stores `preservesDepth`. A layer that preserves depth acts like a transform layer: it draws nothing of its own.
  func storePreservesDepth(_ on: Bool) {
    setFlag(.isTransformLayer, on)
    setFlag(.watchesKeys, on || !layerClass.redrawKeys.isEmpty)
  }
}

// MARK: - Its properties

extension Property {
  static let instanceCount = Property(
    of: ReplicatorLayer.self, "instanceCount", .number,
    .number(get: { $0.storedInstanceCount }, set: { $0.storedInstanceCount = $1 }),
    default: .number(1), range: 0...Double.greatestFiniteMagnitude, animation: .basic, traits: .whole,
    "The number of instances of the sublayers, the original included; 0 shows none.")
  static let instanceDelay = Property(
    of: ReplicatorLayer.self, "instanceDelay", .number,
    .number(get: { $0.storedInstanceDelay }, set: { $0.storedInstanceDelay = $1 }),
    default: .number(0), animation: .basic, traits: .unstored,
    "The delay of each instance's time relative to the one before, in seconds.")
  static let instanceTransform = Property(
    of: ReplicatorLayer.self, "instanceTransform", .transform,
    .transform(get: { $0.instanceTransform }, set: { $0.storeInstanceTransform($1) }),
    default: .transform(.identity), animation: .basic,
    "The 4×4 matrix from each instance to the next, about the centre of the bounds.")
  static let instanceColor = Property(
    of: ReplicatorLayer.self, "instanceColor", .color,
    .color(get: { $0.storedInstanceColor }, set: { $0.storedInstanceColor = $1 }),
    default: .color(.white), animation: .basic, "The colour that multiplies the first instance; nil is white.")
  static let instanceRedOffset = Property(
    of: ReplicatorLayer.self, "instanceRedOffset", .number,
    .number(get: { $0.storedInstanceRedOffset }, set: { $0.storedInstanceRedOffset = $1 }),
    default: .number(0), animation: .basic, "The amount added to red from each instance's colour to the next.")
  static let instanceGreenOffset = Property(
    of: ReplicatorLayer.self, "instanceGreenOffset", .number,
    .number(get: { $0.storedInstanceGreenOffset }, set: { $0.storedInstanceGreenOffset = $1 }),
    default: .number(0), animation: .basic, "The amount added to green from each instance's colour to the next.")
  static let instanceBlueOffset = Property(
    of: ReplicatorLayer.self, "instanceBlueOffset", .number,
    .number(get: { $0.storedInstanceBlueOffset }, set: { $0.storedInstanceBlueOffset = $1 }),
    default: .number(0), animation: .basic, "The amount added to blue from each instance's colour to the next.")
  static let instanceAlphaOffset = Property(
    of: ReplicatorLayer.self, "instanceAlphaOffset", .number,
    .number(get: { $0.storedInstanceAlphaOffset }, set: { $0.storedInstanceAlphaOffset = $1 }),
    default: .number(0), animation: .basic, "The amount added to alpha from each instance's colour to the next.")
  static let replicatorPreservesDepth = Property(
    of: ReplicatorLayer.self, "preservesDepth", .bool,
    .bool(get: { $0.flag(.isTransformLayer) }, set: { $0.storePreservesDepth($1) }), default: .bool(false),
    "True if sublayers keep their depth, as in a transform layer, instead of being flattened into the layer's plane.")

  static var replicatorRows: [Property] {
    [
      instanceCount, instanceDelay, instanceTransform, instanceColor, instanceRedOffset, instanceGreenOffset,
      instanceBlueOffset,
      instanceAlphaOffset, replicatorPreservesDepth,
    ]
  }
}

extension KeyedClass {
  /// The class of `ReplicatorLayer`.
  public static let replicator = KeyedClass(
    .replicator, "ReplicatorLayer", ReplicatorLayer.self, superclass: .layer, rows: Property.replicatorRows)
}
