// SPDX-License-Identifier: MIT
/// The objects of a scene that hold a layer, or another keyed object, under a key that takes any value: a custom key,
/// or an entry of a dictionary. The reference is strong, so that a cycle is never freed.
struct ObjectHolders {
  private struct Holder {
    weak var object: KeyedObject?
  }

  private var holders: [ObjectIdentifier: Holder] = [:]
  /// The number of entries at which dead entries are removed.
  private var limit = 64

  mutating func add(_ object: KeyedObject) {
    holders[ObjectIdentifier(object)] = Holder(object: object)
    guard holders.count > limit else { return }
    holders = holders.filter { $0.value.object != nil }
    limit = max(64, holders.count * 2)
  }

  func contains(_ object: KeyedObject) -> Bool { holders[ObjectIdentifier(object)]?.object === object }

  /// Returns the living objects and empties the list.
  mutating func takeAll() -> [KeyedObject] {
    let objects = holders.values.compactMap(\.object)
    holders = [:]
    return objects
  }
}

extension Scene {
  /// For the host, at its end: removes the layers and other objects held by custom keys and dictionaries, which breaks
  /// reference cycles.
  package func releaseHeldObjects() {
    // Changes of keys no longer run a script's actions.
    attendsToChanges = false
    // All are retained until the references are removed, so that objects are freed one after the other.
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
