// SPDX-License-Identifier: MIT
import Geometry

/// Where a script set each property last, for explanations. A scene keeps one only while somebody asks for
/// explanations: it costs about 50 ns a setting and 40 bytes a property.
package final class SettingLog {
  private struct Key: Hashable {
    let object: Int
    let row: ObjectIdentifier
  }

  private var marks: [Key: UInt32] = [:]
  /// What was noted last, in order, and is in `marks` once somebody asks: a script sets much before a picture, and a
  /// list takes it faster than a table.
  private var recent: [(key: Key, mark: UInt32)] = []
  private static let recentLimit = 100_000
  /// A script can set any number of properties; the memory for them is bounded.
  private static let limit = 1_000_000

  private struct Made { weak var layer: Layer? }
  private var made: [Made] = []
  private var used: Set<Int> = []

  package init() {}

  /// The layer that a call added to another last.
  private struct Adding {
    let layer: Int
    /// How often in a row.
    var count: Int
    /// Where it was when it was added, and whether that differed from the time before.
    var place: (parent: Int, position: Point, size: Size)
    var isMoved: Bool
  }

  /// By the mark of the call.
  private var addings: [UInt32: Adding] = [:]
  private var addedAgain: [(made: Made, mark: UInt32, count: Int)] = []

  /// Notes a layer that is about to be added to another one. One that is elsewhere already leaves that place.
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
    // To bring a layer to the front once more is an ordinary thing.
    guard last.isMoved || last.count > 2 else { return }
    if let index = addedAgain.firstIndex(where: { $0.mark == mark && $0.made.layer === layer }) {
      addedAgain[index].count = last.count
    } else if addedAgain.count < 1000 {
      addedAgain.append((Made(layer: layer), mark, last.count))
    }
  }

  /// A picture was made: a layer that is added again after it was seen where it is.
  package func notePicture() { addings = [:] }

  /// The layers that one call added several times in a row, with no picture between.
  package func repeatedlyAdded() -> [Finding] {
    addedAgain.compactMap { again in
      guard let layer = again.made.layer else { return nil }
      let name = layer.storedName.flatMap { isWord($0) ? $0 : nil } ?? "layer"
      return Finding(
        .addedAgain, layer,
        "\(layer.subject) was added \(again.count) times here, and is only where it was added last",
        hint: "make one in the loop, or add \(name):copy()", place: layer.scene.host.placeOfMark?(again.mark))
    }
  }

  package func noteMade(_ layer: Layer) { if made.count < Self.limit { made.append(Made(layer: layer)) } }

  /// A layer that is drawn by itself, or that others were copied from, needs no superlayer; nor do those in its tree,
  /// which may outlive it.
  package func noteDrawn(_ layer: Layer) { for layer in layer.subtree { used.insert(layer.serial) } }

  /// The layers that would show something and that were never added to another.
  package func unattached() -> [Finding] {
    let layers = made.compactMap(\.layer).filter { $0.parent == nil && !$0.flag(.isMask) && !used.contains($0.serial) }
    // A call that makes layers which are used as well keeps the others on purpose.
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
        .notAttached, layer, "\(layer.subject) is in no tree", hint: "superlayer:addSublayer(\(name))")
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
  /// The line of a script that set a property last, or a part of it; nil when none did or nobody logged. Constructors
  /// set their properties at the line on which they begin.
  package func place(ofSetting key: String, of object: KeyedObject) -> ScriptPlace? {
    guard let row = object.keyedClass.property(key), let mark = settings?.mark(of: row, of: object) else { return nil }
    return host.placeOfMark?(mark)
  }
}
