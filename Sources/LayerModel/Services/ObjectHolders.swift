// SPDX-License-Identifier: MIT
/// The objects of a scene that were given a layer, or another object with keys, under a key that takes anything: one of
/// their own, or an entry of a dictionary. They hold it by themselves, and for ever if it leads back to them.
struct ObjectHolders {
  private struct Holder {
    weak var object: KeyedObject?
  }

  private var holders: [ObjectIdentifier: Holder] = [:]
  /// How many there may be before those that are gone are looked for.
  private var limit = 64

  mutating func add(_ object: KeyedObject) {
    holders[ObjectIdentifier(object)] = Holder(object: object)
    guard holders.count > limit else { return }
    holders = holders.filter { $0.value.object != nil }
    limit = max(64, holders.count * 2)
  }

  func contains(_ object: KeyedObject) -> Bool { holders[ObjectIdentifier(object)]?.object === object }

  /// Those that are still there; they are forgotten.
  mutating func takeAll() -> [KeyedObject] {
    let objects = holders.values.compactMap(\.object)
    holders = [:]
    return objects
  }
}

extension Scene {
  /// For the host, at its end: takes away the layers and other objects that keys of one's own and dictionaries hold, so
  /// that none lives on because it leads back to itself.
  package func letGoOfHeldObjects() {
    // The change of a key runs no script's action any more.
    actionsAreEnabled = false
    // Kept until all are taken away: objects end one after the other then.
    for object in holders.takeAll() { object.letGoOfHeldObjects() }
  }
}

extension KeyedObject {
  func letGoOfHeldObjects() {
    ownValues = ownValues.filter { !$0.value.holdsObjects }
    for row in keyedClass.properties where row.isDictionary {
      guard case .dictionary(let entries) = row.read(self), entries.contains(where: { $0.value.holdsObjects }) else {
        continue
      }
      try? row.setValue(self, .dictionary(entries.filter { !$0.value.holdsObjects }))
    }
  }
}
