// SPDX-License-Identifier: MIT
import Geometry
import Parsing
import RenderTree

/// The memory charge of one value, held as long as something has the value: an object or a copy of it under a key, a
/// closure.
package final class ValueCharge {
  private weak var budget: (any MemoryBudget)?
  private let bytes: Int

  init(_ budget: any MemoryBudget, bytes: Int) {
    self.budget = budget
    self.bytes = bytes
    budget.charge(bytes)
  }

  deinit { budget?.release(bytes) }
}

extension PropertyValue {
  /// The approximate memory of the value in addition to its own storage, in bytes. Images and objects are counted
  /// separately.
  package var memory: Int {
    switch self {
    case .string(let s): s.utf8.count > 15 ? s.utf8.count + 32 : 0
    case .bytes(let bytes): bytes.count
    case .transform: 144
    case .constraint: 128
    case .path(let p): p.verbs.count + p.points.count * 16
    case .attributedString(let s): s.memory
    case .object: 112
    case .array(let items): items.reduce(32 + items.count * MemoryLayout<PropertyValue>.stride) { $0 + $1.memory }
    case .dictionary(let entries):
      entries.reduce(32 + entries.count * MemoryLayout<(key: String, value: PropertyValue)>.stride) {
        $0 + ($1.key.utf8.count > 15 ? $1.key.utf8.count + 32 : 0) + $1.value.memory
      }
    default: 0
    }
  }
}

extension AttributedString {
  /// The approximate memory of the runs, in bytes.
  package var memory: Int { runs.reduce(32 + runs.capacity * MemoryLayout<Run>.stride) { $0 + $1.string.utf8.count } }
}

extension TextFrame {
  /// The approximate memory of laid-out text with the operations that draw it, in bytes.
  var memory: Int {
    // A piece holds its own two arrays and string.
    let piece = MemoryLayout<Piece>.stride + MemoryLayout<DrawingOperation>.stride + 2 * 32
    let glyph = MemoryLayout<UInt32>.stride + MemoryLayout<Point>.stride
    var bytes =
      lines.count * MemoryLayout<Line>.stride + marks.count
      * (MemoryLayout<Mark>.stride + MemoryLayout<DrawingOperation>.stride + 256)
    bytes += attachments.count * (MemoryLayout<Attachment>.stride + MemoryLayout<DrawingOperation>.stride)
    for run in pieces.lazy.map(\.run) {
      bytes += piece + run.glyphs.count * glyph + (run.text.utf8.count > 15 ? run.text.utf8.count + 32 : 0)
    }
    return bytes
  }
}

extension Scene {
  /// Charges memory before it is taken, until the result is freed. Returns nil without a memory budget.
  ///
  /// - Parameter what: the value, after "not enough memory for".
  /// - Throws: `LayerError` of kind `limit`.
  package func charge(_ bytes: Int, for what: String) throws(LayerError) -> ValueCharge? {
    guard let budget = memoryBudget else { return nil }
    guard budget.hasRoom(for: bytes) else { throw .noMemory(what, budget) }
    return ValueCharge(budget, bytes: bytes)
  }
}

extension KeyedObject {
  /// Charges the memory of a value before it is stored under a key; pass the result to `keep`. Returns nil without
  /// charging if there is no budget, or if the value is small and its key declared.
  ///
  /// - Throws: `LayerError` of kind `limit`.
  final func charge(for value: PropertyValue, key: String, isDeclared: Bool) throws(LayerError) -> ValueCharge? {
    guard let budget = scene.memoryBudget else { return nil }
    var bytes = value.memory
    if isDeclared { guard bytes > 64 else { return nil } } else { bytes += key.utf8.count + 128 }
    guard budget.hasRoom(for: bytes) else { throw .noMemory("its value", budget, at: "\(className).\(key)") }
    return ValueCharge(budget, bytes: bytes)
  }

  /// Keeps the charge of the stored value, and releases that of the previous one.
  final func keep(_ charge: ValueCharge?, key: String) {
    if charge != nil || !charges.isEmpty { charges[key] = charge }
  }
}
