// SPDX-License-Identifier: MIT
import Geometry
import RenderTree

/// Memory that is counted against a budget for as long as this lives.
///
/// Unchecked: made, grown and freed on its scene's thread.
public final class MemoryCharge: @unchecked Sendable {
  package private(set) weak var budget: (any MemoryBudget)?
  public private(set) var bytes = 0
  /// Not yet reported: the budget is asked in steps, since single operations are small.
  private var pending = 0
  private static let step = 65_536
  /// Only counts, without asking the budget, as on a thread that is not the scene's; `settle` asks for all of it.
  var isDeferred = false

  public init(_ budget: (any MemoryBudget)?) { self.budget = budget }

  /// Counts more bytes; false when there is no room for them.
  public func grow(by count: Int) -> Bool {
    pending += count
    guard !isDeferred, pending >= MemoryCharge.step, let budget else { return true }
    guard budget.hasRoom(for: pending) else { return false }
    budget.charge(pending)
    bytes += pending
    pending = 0
    return true
  }

  /// Reports what was counted meanwhile; false when there is no room for it.
  func settle() -> Bool {
    isDeferred = false
    return grow(by: 0)
  }

  deinit { if bytes > 0 { budget?.release(bytes) } }
}

/// What one value under a key takes, counted for as long as an object or a copy of it has the value.
final class ValueCharge {
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
  /// Roughly what the value takes beside its own place, in bytes. Images and objects count by themselves.
  package var memory: Int {
    switch self {
    case .string(let s): s.utf8.count > 15 ? s.utf8.count + 32 : 0
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
  /// Roughly what the runs take, in bytes.
  package var memory: Int { runs.reduce(32) { $0 + MemoryLayout<Run>.stride + $1.string.utf8.count } }
}

extension TextFrame {
  /// Roughly what laid-out text takes with the operations that draw it, in bytes.
  var memory: Int {
    // A piece holds two arrays and a string of its own.
    let piece = MemoryLayout<Piece>.stride + MemoryLayout<DrawingOperation>.stride + 2 * 32
    let glyph = MemoryLayout<UInt32>.stride + MemoryLayout<Point>.stride
    var bytes =
      lines.count * MemoryLayout<Line>.stride + marks.count
      * (MemoryLayout<Mark>.stride + MemoryLayout<DrawingOperation>.stride + 256)
    for run in pieces.lazy.map(\.run) {
      bytes += piece + run.glyphs.count * glyph + (run.text.utf8.count > 15 ? run.text.utf8.count + 32 : 0)
    }
    return bytes
  }
}

extension KeyedObject {
  /// Asks for the memory of a value before it is stored under a key; what it answers goes to `keep`. nil counts
  /// nothing: there is no budget, or the value is small and the key one of few.
  ///
  /// - Throws: `LayerError` of kind `limit`.
  final func charge(for value: PropertyValue, key: String, isDeclared: Bool) throws(LayerError) -> ValueCharge? {
    guard let budget = scene.memoryBudget else { return nil }
    var bytes = value.memory
    if isDeclared { guard bytes > 64 else { return nil } } else { bytes += key.utf8.count + 128 }
    guard budget.hasRoom(for: bytes) else { throw .noMemory("its value", budget, at: "\(className).\(key)") }
    return ValueCharge(budget, bytes: bytes)
  }

  /// Counts what was stored, and no longer what was there before.
  final func keep(_ charge: ValueCharge?, key: String) {
    if charge != nil || !charges.isEmpty { charges[key] = charge }
  }
}
