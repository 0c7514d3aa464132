// SPDX-License-Identifier: MIT
import Geometry

/// The script line that last set each property, for explanations. A scene keeps a log only while explanations are
/// requested: it costs about 50 ns per setting and 40 bytes per property.
package final class SettingLog {
  private struct Key: Hashable {
    let object: Int
    let row: ObjectIdentifier
  }

  private var marks: [Key: UInt32] = [:]
  /// The latest settings, in order, which are merged into `marks` on the first query. A script sets many properties
  /// before a render, and appending to a list is faster than hashing.
  private var recent: [(key: Key, mark: UInt32)] = []
  private static let recentLimit = 100_000
  /// The capacity of each table, since a script can set any number of properties.
  private static let limit = 1_000_000

  private struct Made { weak var layer: Layer? }
  private var made: [Made] = []
  private var used: Set<Int> = []

  package init() {}

  /// The layer that a call most recently added to another one.
  private struct Adding {
    let layer: Int
    /// The number of times in a row.
    var count: Int
    /// The geometry when it was added; `isMoved` is true if that differed from the time before.
    var place: (parent: Int, position: Point, size: Size)
    var isMoved: Bool
  }

  /// The last addition by each call, keyed by the call's mark.
  private var addings: [UInt32: Adding] = [:]
  private var addedAgain: [(made: Made, mark: UInt32, count: Int)] = []

  /// Notes a layer that is about to be added to another one. A layer that already has a superlayer leaves it.
  func noteAdded(_ layer: Layer, to parent: Layer) {
    guard !layer.scene.picture.isInFrame, let mark = layer.scene.host.runningMark?(), mark != 0 else { return }
    let place = (parent.serial, layer.storedPosition, layer.storedBounds.size)
    guard var last = addings[mark], last.layer == layer.serial, layer.parent != nil else {
      if addings.count < Self.limit {
        addings[mark] = Adding(layer: layer.serial, count: 1, place: place, isMoved: false)
      }
      return
    }
    last.count += 1
    if last.place != place { last.isMoved = true }
    last.place = place
    addings[mark] = last
    // Adding a layer once more, to bring it to the front, is normal.
    guard last.isMoved || last.count > 2 else { return }
    if let index = addedAgain.firstIndex(where: { $0.mark == mark && $0.made.layer === layer }) {
      addedAgain[index].count = last.count
    } else if addedAgain.count < 1000 {
      addedAgain.append((Made(layer: layer), mark, last.count))
    }
  }

  /// Notes a render: a layer that is added again afterwards was visible in its old place.
  package func notePicture() { addings = [:] }

  /// Returns findings about layers that one call added several times in a row without a render in between.
  package func repeatedlyAdded() -> [Finding] {
    addedAgain.compactMap { again in
      guard let layer = again.made.layer else { return nil }
      let name = layer.storedName.flatMap { isWord($0) ? $0 : nil } ?? "layer"
      return Finding(
        .addedAgain, layer, "\(layer.subject) was added \(again.count) times here; only the last addition counts",
        hint: "make one per iteration, or add \(name):copy()", place: layer.scene.host.placeOfMark?(again.mark))
    }
  }

  package func noteMade(_ layer: Layer) { if made.count < Self.limit { made.append(Made(layer: layer)) } }

  /// Notes a layer that was rendered on its own, or copied. It needs no superlayer; nor do the layers of its tree,
  /// which may outlive it.
  package func noteDrawn(_ layer: Layer) { for layer in layer.subtree { used.insert(layer.serial) } }

  /// Returns findings about layers that would show something but were never added to another.
  package func unattached() -> [Finding] {
    let layers = made.compactMap(\.layer).filter { $0.parent == nil && !$0.flag(.isMask) && !used.contains($0.serial) }
    // If a call also makes layers that are used, it keeps the others on purpose.
    let inUse = Set(made.compactMap(\.layer).filter { $0.parent != nil || used.contains($0.serial) }.map(\.madeAt))
    guard let scene = layers.first?.scene else { return [] }
    var groups = FindingGroups(scene)
    for layer in made.compactMap(\.layer) { groups.note(layer, isSeen: false) }
    let found = layers.compactMap { layer -> Finding? in
      if inUse.contains(layer.madeAt) { return nil }
      let shows = layer.subtree.contains { if case .nothing = $0.intent { false } else { true } }
      guard shows else { return nil }
      let name = layer.storedName.flatMap { isWord($0) ? $0 : nil } ?? "layer"
      return Finding(
        .notAttached, layer, "\(layer.subject) is in no tree",
        hint: scene.reader(about: layer).text(.addSublayer(name)))
    }
    return groups.grouped(found) { _, _ in false }
  }

  package func note(_ row: Property, of object: KeyedObject, _ mark: UInt32) {
    if mark == 0 { return }
    recent.append((Key(object: object.serial, row: ObjectIdentifier(row)), mark))
    if recent.count >= Self.recentLimit { settle() }
  }

  private func settle() {
    marks.reserveCapacity(min(marks.count + recent.count, Self.limit))
    for (key, mark) in recent where marks.count < Self.limit || marks[key] != nil { marks[key] = mark }
    recent = []
  }

  func mark(of row: Property, of object: KeyedObject) -> UInt32? {
    if !recent.isEmpty { settle() }
    return marks[Key(object: object.serial, row: ObjectIdentifier(row))]
  }
}

extension Scene {
  /// Returns the script line that last set a property or a component of it; nil if none did or logging is off.
  /// Constructors set their properties at the line on which they begin.
  package func place(ofSetting key: String, of object: KeyedObject) -> ScriptPlace? {
    guard let row = object.keyedClass.property(key), let mark = settings?.mark(of: row, of: object) else { return nil }
    return host.placeOfMark?(mark)
  }
}
