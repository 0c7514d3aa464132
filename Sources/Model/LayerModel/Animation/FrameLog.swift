// SPDX-License-Identifier: MIT
/// An undo log of the properties that a frame's function sets, so that reverting a moved layer costs as much as moving
/// it and not a copy of all its values.
///
/// Only numbers, truth values, points, sizes, rectangles, transforms and colours are logged whose change invalidates
/// nothing else; an object with any other change is reverted as a whole (`KeyedObject.changedWhollyAt`).
struct FrameLog {
  struct Change {
    let object: ObjectIdentifier
    let row: Property
  }
  /// The maximum number of changes, some 1 MB. Objects changed later are reverted as a whole.
  private static let most = 1 << 16

  /// True while a frame's function runs and its frame is drawn. Default false.
  var isOn = false
  private(set) var changes: [Change] = []

  /// Logs a change; returns false if the object must be reverted as a whole.
  mutating func add(_ row: Property, of object: KeyedObject) -> Bool {
    guard row.isLoggable, changes.count < FrameLog.most else { return false }
    changes.append(Change(object: ObjectIdentifier(object), row: row))
    return true
  }

  mutating func clear() { changes.removeAll(keepingCapacity: true) }
}

extension Property {
  /// True if a copy of the value reverts a change.
  fileprivate var isLoggable: Bool {
    if needsNote || isDerived || isDeclared { return false }
    switch kind {
    case .number, .bool, .point, .size, .rect, .transform, .color: return true
    default: return false
    }
  }

  /// Copies the value and, of a transform, its components.
  func copyWithParts(from object: KeyedObject, to copy: KeyedObject) {
    self.copy(from: object, to: copy)
    if case .transform = kind {
      copy.transformStorage(of: self)?.components = object.transformStorage(of: self)?.components.map { Box($0.value) }
    }
  }
}
