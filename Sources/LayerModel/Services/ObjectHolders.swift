// SPDX-License-Identifier: MIT
/// The objects of a scene that were given a layer, or another object with keys, under a key that takes any value: a
/// custom key, or an entry of a dictionary. They hold it strongly, and forever if it leads back to them.
struct ObjectHolders {
  private struct Holder {
    weak var object: KeyedObject?
  }

  private var holders: [ObjectIdentifier: Holder] = [:]
  /// The number of entries at which those that are gone are removed.
  private var limit = 64

  mutating func add(_ object: KeyedObject) {
    holders[ObjectIdentifier(object)] = Holder(object: object)
    guard holders.count > limit else { return }
    holders = holders.filter { $0.value.object != nil }
    limit = max(64, holders.count * 2)
  }

  func contains(_ object: KeyedObject) -> Bool { holders[ObjectIdentifier(object)]?.object === object }

  /// Returns the objects that still exist, and empties the list.
  mutating func takeAll() -> [KeyedObject] {
    let objects = holders.values.compactMap(\.object)
    holders = [:]
    return objects
  }
}

extension Scene {
  /// For the host, at its end: removes the layers and other objects that custom keys and dictionaries hold, so that
  /// none lives on because it leads back to itself.
  package func releaseHeldObjects() {
    // Changes of keys no longer run a script's actions.
    actionsAreEnabled = false
    // Kept until all are removed, so that objects are freed one after the other.
    for object in holders.takeAll() { object.releaseHeldObjects() }
  }
}

extension KeyedObject {
  func releaseHeldObjects() {
    ownValues = ownValues.filter { !$0.value.holdsObjects }
    for row in keyedClass.properties where row.isDictionary {
      guard case .dictionary(let entries) = row.read(self), entries.contains(where: { $0.value.holdsObjects }) else {
        continue
      }
      try? row.setValue(self, .dictionary(entries.filter { !$0.value.holdsObjects }))
    }
  }
}
