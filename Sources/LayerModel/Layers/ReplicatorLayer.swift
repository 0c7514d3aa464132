// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels

/// A layer that shows its sublayers several times, each time moved and coloured a step further: `CAReplicatorLayer`.
///
/// Its own background, contents and border appear once. Hit testing uses only the first instance.
public final class ReplicatorLayer: Layer {
  @exclusivity(unchecked) var storedInstanceCount = 1.0
  @exclusivity(unchecked) var storedInstanceDelay = 0.0
  @exclusivity(unchecked) var instanceTransformStorage: TransformStorage?
  @exclusivity(unchecked) var storedInstanceColor: Color? = .white
  @exclusivity(unchecked) var storedInstanceRedOffset = 0.0
  @exclusivity(unchecked) var storedInstanceGreenOffset = 0.0
  @exclusivity(unchecked) var storedInstanceBlueOffset = 0.0
  @exclusivity(unchecked) var storedInstanceAlphaOffset = 0.0

  public convenience init(in scene: Scene) { self.init(in: scene, class: .replicator) }

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
  public var instanceDelay: Double {
    get { storedInstanceDelay }
    set { assign(.instanceDelay, newValue) }
  }
  public var instanceTransform: Transform3D {
    get { instanceTransformStorage?.matrix ?? .identity }
    set { attempt { try Property.instanceTransform.setTransform(self, newValue) } }
  }
  public var instanceColor: Color? {
    get { storedInstanceColor }
    set { attempt { try Property.instanceColor.setColor(self, newValue) } }
  }
  public var instanceRedOffset: Double {
    get { storedInstanceRedOffset }
    set { assign(.instanceRedOffset, newValue) }
  }
  public var instanceGreenOffset: Double {
    get { storedInstanceGreenOffset }
    set { assign(.instanceGreenOffset, newValue) }
  }
  public var instanceBlueOffset: Double {
    get { storedInstanceBlueOffset }
    set { assign(.instanceBlueOffset, newValue) }
  }
  public var instanceAlphaOffset: Double {
    get { storedInstanceAlphaOffset }
    set { assign(.instanceAlphaOffset, newValue) }
  }
  public var preservesDepth: Bool {
    get { flag(.isTransformLayer) }
    set { assign(.replicatorPreservesDepth, newValue) }
  }
}

extension Layer {
  /// Stores whether the layer preserves depth. One that does so acts like a transform layer: it draws nothing of its
  /// own.
  func storePreservesDepth(_ on: Bool) {
    setFlag(.isTransformLayer, on)
    setFlag(.watchesKeys, on || !layerClass.redrawKeys.isEmpty)
  }
}
