// SPDX-License-Identifier: MIT
/// Whatever has values by key: layers, and the objects that layers hold, such as emitter cells. It is what Core
/// Animation takes from `NSObject`: key-value coding, a class with declared keys, and keys of one's own.
///
/// It belongs to its scene's thread.
public class KeyedObject {
  /// Roughly what one that is no layer takes, in bytes, as the memory budget counts it.
  static let memoryPerObject = 640

  public final let scene: Scene
  public final let keyedClass: KeyedClass
  /// Its number in the scene, in order of creation from 1.
  public final let serial: Int
  /// The bits of its class and its superclasses.
  final let kindBits: UInt64
  /// The same, or none when the object is frozen: what setters look at.
  @exclusivity(unchecked) final private(set) var writableBits: UInt64
  @exclusivity(unchecked) final var state: LayerState = .initial
  /// For the host: which line of a script made it; 0 when none did. Copies have their original's until they get one of
  /// their own.
  @exclusivity(unchecked) package final var madeAt: UInt32 = 0
  /// Declared keys of subclasses and undeclared keys that were set.
  @exclusivity(unchecked) final var ownValues: [String: PropertyValue] = [:]
  /// What the larger values take of the memory budget, by key.
  @exclusivity(unchecked) final var charges: [String: ValueCharge] = [:]

  init(in scene: Scene, of keyedClass: KeyedClass) {
    self.scene = scene
    self.keyedClass = keyedClass
    serial = scene.nextSerial()
    kindBits = keyedClass.bits
    writableBits = kindBits
    if !keyedClass.redrawKeys.isEmpty { state.insert(.watchesKeys) }
  }

  /// The class's name, such as `TextLayer`.
  public final var className: String { keyedClass.name }

  /// What messages call it.
  public var label: String { className }

  /// Its class and label, as a sentence about it begins: `Layer root/dial`, or the class alone when it has neither name
  /// nor superlayer.
  package final var mention: String {
    let label = label
    return label == className ? className : "\(className) \(label)"
  }

  // MARK: Copies that do not change

  /// Makes every later write an error: for what is only a copy, where a write would be lost.
  func freeze() { writableBits = 0 }

  public final var isFrozen: Bool { writableBits == 0 }

  /// While a script's constructor is at work on it, changes run no actions.
  package final var isUnderConstruction: Bool {
    get { state.contains(.underConstruction) }
    set { if newValue { state.insert(.underConstruction) } else { state.remove(.underConstruction) } }
  }

  /// The error of a write to a frozen object.
  var frozenError: LayerError { LayerError("\(className) is a copy and cannot be changed") }

  // MARK: For subclasses

  /// Called after each change of a property that asks for more than compositing anew, and of any when the object
  /// watches its keys.
  func note(_ row: Property) {}

  /// Called when a name was assigned, with the one that reads back, or "" where another that leaves no doubt was
  /// written: for warnings.
  func noteName(_ name: String, of row: Property) {}

  /// The name that key paths know it by.
  var keyPathName: String? { nil }

  /// Where values come from that the object itself does not have.
  var styleEntries: [(key: String, value: PropertyValue)]? { nil }

  /// The object that a key path goes on with after a to-one key such as `mask`; nil inside when there is none, outside
  /// for other keys.
  func relatedObject(_ key: Substring) -> KeyedObject?? { nil }

  /// The objects among which a key path finds one by name after a to-many key such as `sublayers`; nil for other keys.
  func relatedObjects(_ key: Substring) -> [KeyedObject]? { nil }

  /// Where the matrix of a transform-valued row is kept with the parts it was set by; nil while it is the identity.
  func transformStorage(of row: Property) -> TransformStorage? { nil }

  /// Keeps a matrix for a row whose `transformStorage` was nil.
  func setTransformStorage(_ storage: TransformStorage, of row: Property) {}

  // MARK: Assignment from Swift

  /// Assigns; a value that the row refuses is not stored, a warning says why.
  final func assign(_ row: Property, _ value: Double) { attempt { try row.setNumber(self, value) } }
  final func assign(_ row: Property, _ value: Bool) { attempt { try row.setBool(self, value) } }
  final func assign(_ row: Property, _ value: PropertyValue) {
    do { try row.setValue(self, value) } catch { scene.warn(.refusedValue, "\(error)") }
  }
  final func attempt(_ body: () throws -> Void) {
    do { try body() } catch { scene.warn(.refusedValue, "\(error)") }
  }

  // MARK: Copying

  /// A copy with copies of the objects that it holds under its keys.
  ///
  /// - Parameter onCopy: called with every original and its copy.
  public func copied(onCopy: (KeyedObject, KeyedObject) throws -> Void = { _, _ in }) throws -> KeyedObject {
    let copy = try keyedClass.makeObject(in: scene)
    copyValues(to: copy)
    try onCopy(self, copy)
    return copy
  }

  /// Copies all stored properties and own keys to an object of the same class, without notes of change.
  final func copyValues(to copy: KeyedObject) {
    copy.state.insert(.silent)
    for row in keyedClass.properties where !row.isDerived {
      row.copy(from: self, to: copy)
      if case .transform = row.kind, let parts = transformStorage(of: row)?.components {
        copy.transformStorage(of: row)?.components = Box(parts.value)
      }
    }
    copy.state.remove(.silent)
    copy.madeAt = madeAt
    copy.ownValues = ownValues
    if scene.holders.contains(self) { copy.scene.holders.add(copy) }
    copy.charges = charges
  }
}
