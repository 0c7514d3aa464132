// SPDX-License-Identifier: MIT
import CPixelKernels
import Geometry
import Numbers

/// The compact outlines of plain rectangles, in painting order in blocks of memory.
///
/// They hold the edges that an `OutlineBuilder` makes, without an object for each: in a picture of many small layers,
/// allocation and reference counts cost more than painting.
package struct LeafOutlines {
  /// An outline, valid while its block is.
  package struct Leaf {
    let native: UnsafePointer<llua_leaf>

    package var bounds: DeviceRect {
      let l = native.pointee
      return DeviceRect(x0: l.x0, y0: l.y0, x1: l.x1, y1: l.y1)
    }
  }

  /// Memory of outlines. Immutable once another thread or list refers to it, but for the unused rest of the last block.
  private final class Block: @unchecked Sendable {
    let start: UnsafeMutableRawPointer
    let byteCount: Int

    init(byteCount: Int) {
      start = .allocate(byteCount: byteCount, alignment: 64)
      self.byteCount = byteCount
    }

    deinit { start.deallocate() }
  }

  /// Outlines begin at multiples of this many bytes.
  private static let unit = 8
  private static let unitsPerBlock = 1 << 15
  private static let blockBytes = unit * unitsPerBlock
  /// The size of the first block: most lists have few outlines.
  private static let firstBytes = 1 << 15
  /// Room for the largest outline.
  private static let largest =
    MemoryLayout<llua_leaf>.stride + Int(LLUA_LEAF_EDGES) * MemoryLayout<llua_edge>.stride
  /// Maximum number of blocks that an index addresses.
  package static let mostBlocks = 1 << 16

  private var blocks: [Block] = []
  /// Bytes used in the last block.
  private var used = 0

  package init() {}

  package var isEmpty: Bool { blocks.isEmpty }
  /// Memory in bytes.
  package var byteCount: Int { blocks.reduce(0) { $0 + $1.byteCount } }
  /// The number of blocks; `append` adds those of the other outlines.
  package var blockCount: Int { blocks.count }

  /// Adds the outline of a rectangle with round corners of one radius, seen through an affine map.
  ///
  /// - Parameters:
  ///   - radius: 0 for square corners.
  ///   - arc: unit vectors of a quarter circle, at its ends and between its segments; unused without a radius.
  ///   - canvas: the pixels that will be drawn.
  /// - Returns: the index and the outline; nil if an `OutlineBuilder` must make it: if it crosses the left or right
  ///   side of the canvas, is mirrored, is an upright rectangle, or is too large.
  package mutating func add(
    _ rect: Rect, radius: Double, through map: AffineTransform, arc: UnsafeBufferPointer<Point>, canvas: DeviceRect
  ) -> (index: Int32, leaf: Leaf)? {
    if used + LeafOutlines.largest > (blocks.last?.byteCount ?? 0) {
      guard blocks.count < LeafOutlines.mostBlocks else { return nil }
      blocks.append(Block(byteCount: blocks.isEmpty ? LeafOutlines.firstBytes : LeafOutlines.blockBytes))
      used = 0
    }
    let at = (blocks[blocks.count - 1].start + used).assumingMemoryBound(to: llua_leaf.self)
    let isMade = arc.withMemoryRebound(to: (Double, Double).self) { arc -> Bool in
      var shape = llua_round_rect(
        min_x: rect.minX, min_y: rect.minY, max_x: rect.maxX, max_y: rect.maxY, radius: radius, a: map.a, b: map.b,
        c: map.c, d: map.d, tx: map.tx, ty: map.ty,
        arc: arc.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: Double.self) },
        segments: Int32(clamping: arc.count - 1))
      return llua_make_leaf(&shape, canvas.x0 * 256, canvas.x1 * 256, at) != 0
    }
    guard isMade else { return nil }
    let index = (blocks.count - 1) * LeafOutlines.unitsPerBlock + used / LeafOutlines.unit
    used += llua_leaf_bytes(at)
    return (Int32(truncatingIfNeeded: index), Leaf(native: UnsafePointer(at)))
  }

  /// Adds the blocks of other outlines, without copying them. There may be `mostBlocks` in all.
  ///
  /// - Returns: the number to add to their indices.
  package mutating func append(_ others: LeafOutlines) -> Int32 {
    let first = Int32(truncatingIfNeeded: blocks.count * LeafOutlines.unitsPerBlock)
    guard !others.blocks.isEmpty else { return first }
    blocks += others.blocks
    // The rest of the last block belongs to the others.
    used = LeafOutlines.blockBytes
    return first
  }

  /// Outlines by index, without reference counting; valid while the outlines are.
  package struct View {
    fileprivate var starts: [UnsafeRawPointer]

    @inline(__always) package subscript(index: Int32) -> Leaf {
      let start = starts[Int(index) / LeafOutlines.unitsPerBlock]
      let offset = Int(index) % LeafOutlines.unitsPerBlock * LeafOutlines.unit
      return Leaf(native: (start + offset).assumingMemoryBound(to: llua_leaf.self))
    }
  }

  package var view: View { View(starts: blocks.map { UnsafeRawPointer($0.start) }) }
}

extension LeafOutlines.Leaf {
  /// Fetches the outline into the cache.
  @inline(__always) package func prefetch() { llua_prefetch_leaf(native) }

  /// The header and the edges.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: native, count: llua_leaf_bytes(native)) }
}

extension CachedOutline {
  @inline(__always) package func prefetchHeader() { if let native { llua_prefetch_header(native) } }
  @inline(__always) package func prefetchEdges() { if let native { llua_prefetch_edges(native) } }
}
