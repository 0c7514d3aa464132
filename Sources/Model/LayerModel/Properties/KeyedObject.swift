// SPDX-License-Identifier: MIT
/// An object with values by key: a layer, or an object that layers hold, such as an emitter cell. It has the features
/// that Core Animation inherits from `NSObject`: key-value coding, a class with declared keys, and custom keys.
///
/// It belongs to its scene's thread.
///
/// ```swift
/// try title.setValue(24, forKeyPath: "fontSize")
/// try title.setValue("left", forKey: "side")  // a custom key
/// try title.value(forKeyPath: "position.x", as: Double.self)
/// for key in title.keys() { print(key, title.value(forKey: key)) }
/// ```
open class KeyedObject {
  /// The approximate memory of an object other than a layer, in bytes, for the memory budget.
  static let memoryPerObject = 640

  /// The scene it belongs to.
  public final let scene: Scene
  /// Its class, with the keys that it declares.
  public final let keyedClass: KeyedClass
  /// Its number in the scene, in order of creation from 1.
  package final let serial: Int
  /// The bits of its class and its superclasses.
  final let kindBits: UInt64
  /// A copy of `kindBits` that setters check; 0 if the object is frozen.
  @exclusivity(unchecked) final private(set) var writableBits: UInt64
  @exclusivity(unchecked) final var state: LayerState = .initial
  /// For the host: identifies the script line that made the object, with its callers; 0 if none did. Equal for objects
  /// made by one call in a loop. Copies have their original's until they get their own.
  @exclusivity(unchecked) package final var madeAt: UInt32 = 0
  /// Values of keys declared by subclasses and of undeclared keys that were set.
  @exclusivity(unchecked) final var ownValues: [String: PropertyValue] = [:]
  /// The declared keys that were set on the object, to any value; other keys may take their value from the style.
  @exclusivity(unchecked) final var setKeys = SetKeys()
  /// At least `scene.changeCount` after the last change.
  @exclusivity(unchecked) final private(set) var changedAt: UInt64 = 0
  /// At least `scene.changeCount` after the last change that is not in `scene.frameLog`.
  @exclusivity(unchecked) final private(set) var changedWhollyAt: UInt64 = 0
  /// The memory charges of the larger values, by key.
  @exclusivity(unchecked) final var charges: [String: ValueCharge] = [:]

  /// Makes an object of a class; the required initialiser of every class.
  public required init(in scene: Scene, of keyedClass: KeyedClass) {
    self.scene = scene
    self.keyedClass = keyedClass
    serial = scene.nextSerial()
    kindBits = keyedClass.bits
    writableBits = kindBits
    if !keyedClass.redrawKeys.isEmpty { state.insert(.watchesKeys) }
  }

  /// The class's name, such as `TextLayer`.
  public final var className: String { keyedClass.name }

  /// The object's name in messages.
  public var label: String { className }

  /// The class and label, as the start of a sentence: `Layer root/dial`, or the class alone without name and
  /// superlayer.
  package final var mention: String {
    let label = label
    return label == className ? className : "\(className) \(label)"
  }

  /// The line of a script that made the object, in brackets, for errors that no line raises; empty without one.
  final var placeInBrackets: String { scene.place(of: self).map { " (\($0))" } ?? "" }

  // MARK: Changes

  /// Counts a change that may alter rendered frames.
  @inline(__always) final func countChange() {
    scene.changeCount &+= 1
    changedAt = scene.changeCount
    changedWhollyAt = changedAt
    spreadChange()
  }

  /// Counts a change of one property, which a frame's log records.
  @inline(__always) final func countChange(of row: Property) {
    scene.changeCount &+= 1
    changedAt = scene.changeCount
    if !scene.frameLog.isOn || !scene.frameLog.add(row, of: self) { changedWhollyAt = changedAt }
    spreadChange()
  }

  /// Marks a change that alters no rendered frame by itself.
  @inline(__always) final func markChanged() {
    changedAt = scene.changeCount &+ 1
    changedWhollyAt = changedAt
    spreadChange()
  }

  /// Called after each change, for caches of what the object is part of. The base class counts it as a change of an
  /// object that any layer may show, such as a filter or an emitter cell.
  func spreadChange() { if !state.contains(.silent) { scene.sharedChanges &+= 1 } }

  // MARK: Copies that do not change

  /// Makes every later write an error, for copies in which a write would be lost.
  func freeze() { writableBits = 0 }

  /// True if the object is a copy that cannot be changed, such as a presentation.
  public final var isFrozen: Bool { writableBits == 0 }

  /// True if a script's constructor is setting the object up; changes then run no actions.
  package final var isUnderConstruction: Bool {
    get { state.contains(.underConstruction) }
    set { if newValue { state.insert(.underConstruction) } else { state.remove(.underConstruction) } }
  }

  /// The error of a write to a frozen object.
  var frozenError: LayerError {
    LayerError(
      isWithoutScene
        ? "\(className): the layer that took it has a copy; change that one, or make it in the scene: "
          + "\(className)(in: scene)"
        : "\(className) is a copy and cannot be changed")
  }

  /// Returns the error of a write to a property of a frozen object; nil for any property.
  func frozenError(of row: Property?) -> LayerError { frozenError }

  // MARK: For subclasses

  /// Called after each change of a property that requires more than compositing again, and of any property if the
  /// object watches its keys.
  func note(_ row: Property) {}

  /// Called after a name was assigned, with the name as it reads back, or "" if an unambiguous alias was written; for
  /// warnings.
  func noteName(_ name: String, of row: Property) {}

  /// The name of the object in key paths.
  var keyPathName: String? { nil }

  /// Replaces a filter that the object has under a key.
  func replaceFilter(_ old: Filter, with new: Filter, under row: Property) {}

  /// The style, which gives values that the object itself does not have.
  var styleEntries: [(key: String, value: PropertyValue)]? { nil }

  /// Returns the storage of a transform-valued row: its matrix, and the components it was set by; nil for the identity.
  func transformStorage(of row: Property) -> TransformStorage? { nil }

  /// Stores a matrix for a row whose `transformStorage` was nil.
  func setTransformStorage(_ storage: TransformStorage, of row: Property) {}

  // MARK: Assignment from Swift

  /// Assigns a value. A value that the row refuses is not stored, and `Scene.refuse` decides how to report it.
  package final func assign(_ row: Property, _ value: Double) { attempt { try row.setNumber(self, value) } }
  package final func assign(_ row: Property, _ value: Bool) { attempt { try row.setBool(self, value) } }
  package final func assign(_ row: Property, _ value: PropertyValue) {
    do { try row.setValue(self, value) } catch { refuse(error) }
  }
  package final func attempt(_ body: () throws -> Void) {
    do { try body() } catch { refuse(error) }
  }
  @inline(never) final func refuse(_ error: any Error, isOfState: Bool = false) {
    // An object without a scene keeps the error in its own scene until a layer takes it.
    let isKept = isWithoutScene ? !isFrozen : isFrozen
    scene.refuse(error, isOfState: isOfState || isKept || scene.actionsAreEnabled)
  }

  // MARK: Copying

  /// Returns a copy of the object with copies of the objects that it holds under its keys.
  ///
  /// - Parameter onCopy: called with every original and its copy.
  package func copied(onCopy: (KeyedObject, KeyedObject) throws -> Void = { _, _ in }) throws -> KeyedObject {
    let copy = try keyedClass.makeObject(in: scene)
    copyValues(to: copy)
    try onCopy(self, copy)
    return copy
  }

  /// Copies all stored properties and custom keys to an object of the same class, without noting changes.
  final func copyValues(to copy: KeyedObject) {
    copy.state.insert(.silent)
    for row in keyedClass.properties where !row.isDerived {
      row.copyWithParts(from: self, to: copy)
    }
    copy.state.remove(.silent)
    copy.state.formUnion(state.intersection([.endsAtTarget, .isTyped]))
    copy.madeAt = madeAt
    copy.ownValues = ownValues
    copy.setKeys = setKeys
    if scene.holders.contains(self) { copy.scene.holders.add(copy) }
    copy.charges = charges
  }
}
