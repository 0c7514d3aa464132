// SPDX-License-Identifier: MIT
import CPixelKernels
import Geometry
import Numbers

/// The edges of an area in device space, ready to fill: 24.8 fixed point, culled to a canvas. Immutable.
package struct Outline: @unchecked Sendable {
  // Unchecked: the memory is written only by `OutlineBuilder.finish`.
  let storage: OutlineStorage?
  /// True if edges were dropped because there were more than `OutlineBuilder.maximumEdges`, or if dashes were dropped.
  package let isTruncated: Bool

  init(storage: OutlineStorage?, isTruncated: Bool) {
    self.storage = storage
    self.isTruncated = isTruncated
  }

  package static let empty = Outline(storage: nil, isTruncated: false)

  /// Bounding rectangle of the pixels that the area may touch, inside the canvas.
  package var bounds: DeviceRect {
    guard let o = storage?.outline else { return .empty }
    return DeviceRect(x0: o.x0, y0: o.y0, x1: o.x1, y1: o.y1)
  }
  /// True if filling it would paint nothing.
  package var isEmpty: Bool { storage == nil }
  package var edgeCount: Int { storage?.outline.count ?? 0 }
  /// True if all windings are known to be 0 and 1, or 0 and -1. The fill rule may then be applied to mean windings.
  package var isSimple: Bool { storage?.outline.chains == nil }
  /// True if it is filled by walking two chains, one on either side.
  package var isTwoChains: Bool { (storage?.outline.down_count ?? 0) != 0 }
  /// True if the area is one axis-aligned rectangle.
  package var isRectangle: Bool { storage?.outline.is_rect == 1 }
}

/// An unowned reference to an outline that its owner keeps alive. It avoids reference counting, which costs more than
/// filling a small outline when several threads contend for the count.
package struct CachedOutline {
  let native: UnsafePointer<llua_outline>?

  package init(_ outline: Outline) { native = outline.storage.map { UnsafePointer($0.native) } }

  /// Calls a body with the rows of an area, a few at a time if the outline has so many edges that a band of it takes
  /// longer than a render may go on once it is stopped.
  ///
  /// - Parameter isStopped: polled before each part; returning true skips the rest. nil gives all rows at once.
  @inline(__always) package func forRows(
    of area: DeviceRect, isStopped: (() -> Bool)?, _ body: (DeviceRect) -> Void
  ) {
    guard let isStopped, let native, native.pointee.count > CachedOutline.manyEdges else { return body(area) }
    for y in stride(from: area.y0, to: area.y1, by: Int(CachedOutline.rowsOfMany)) {
      if isStopped() { return }
      body(DeviceRect(x0: area.x0, y0: y, x1: area.x1, y1: min(area.y1, y + CachedOutline.rowsOfMany)))
    }
  }

  private static let manyEdges = 250_000
  private static let rowsOfMany: Int32 = 8
}

/// Memory of an outline in the kernels' layout.
final class OutlineStorage {
  /// The header, at the start of the one memory block that holds the whole outline.
  let native: UnsafeMutablePointer<llua_outline>
  var outline: llua_outline { native.pointee }
  private static let headerBytes = (MemoryLayout<llua_outline>.stride + 15) & ~15

  /// Number of edges above which they are sorted into bins of rows, if the outline is higher than a band.
  static let binThreshold = 400

  /// - Parameters:
  ///   - chains: the chain of every edge; empty if the outline is simple.
  ///   - downCount: the number of edges of the first of two chains, of at most `binThreshold` edges in all; 0 if there
  ///     are not exactly two.
  init(edges: [llua_edge], chains: [UInt32], downCount: Int, bounds: DeviceRect, rect: llua_edge?) {
    var outline = llua_outline()
    outline.down_count = downCount
    outline.x0 = bounds.x0
    outline.y0 = bounds.y0
    outline.x1 = bounds.x1
    outline.y1 = bounds.y1
    if let rect {
      outline.is_rect = 1
      outline.rect = rect
      (native, _) = OutlineStorage.block(0)
      native.initialize(to: outline)
      return
    }
    outline.count = edges.count
    if !chains.isEmpty {
      for e in edges { outline.steps &+= UInt64(abs(e.y1 - e.y0) >> 8 &+ 1) }
    }
    native =
      edges.count > OutlineStorage.binThreshold && bounds.height > 64
      ? OutlineStorage.binned(outline, edges: edges, chains: chains, bounds: bounds)
      : OutlineStorage.listed(outline, edges: edges, chains: chains)
  }

  /// Makes a block of edges in the given order.
  private static func listed(
    _ header: llua_outline, edges: [llua_edge], chains: [UInt32]
  ) -> UnsafeMutablePointer<llua_outline> {
    var outline = header
    let edgeBytes = edges.count * MemoryLayout<llua_edge>.stride
    let (native, p) = block(edgeBytes + chains.count * 4)
    edges.withUnsafeBytes { p.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(p), byteCount: edgeBytes) }
    if !chains.isEmpty {
      let at = (p + edgeBytes).bindMemory(to: UInt32.self, capacity: chains.count)
      for (i, chain) in chains.enumerated() { at[i] = chain }
      outline.chains = UnsafePointer(at)
    }
    outline.edges = UnsafePointer(p.bindMemory(to: llua_edge.self, capacity: edges.count))
    native.initialize(to: outline)
    return native
  }

  /// Bins of rows. `starts` and `carries` are the positions of each bin's first edge in the list of the edges that
  /// begin in a bin, and in the list of those that continue from a bin above.
  private struct Bins {
    /// The number of rows is 1 << shift; `top` is the first row of the first bin.
    var shift: Int32
    var top: Int32
    var count: Int
    var starts: [UInt32]
    var carries: [UInt32]

    /// Chooses the bins: 64 rows each, aligned to multiples of 64; taller ones if long edges would be listed too often.
    init(of edges: [llua_edge], in bounds: DeviceRect) {
      shift = 6
      while true {
        top = bounds.y0 & ~((1 << shift) - 1)
        count = Int((bounds.y1 - 1 - top) >> shift) + 1
        starts = [UInt32](repeating: 0, count: count + 1)
        carries = [UInt32](repeating: 0, count: count + 1)
        var carried = 0
        for e in edges {
          let (first, last) = range(of: e)
          starts[first + 1] &+= 1
          if last > first {
            for b in (first + 1)...last { carries[b + 1] &+= 1 }
            carried += last - first
          }
        }
        if carried <= 8 * edges.count + 65536 || shift >= 20 { break }
        shift += 1
      }
      for b in 0..<count {
        starts[b + 1] += starts[b]
        carries[b + 1] += carries[b]
      }
    }

    /// Returns the first and the last bin that an edge touches.
    @inline(__always) func range(of e: llua_edge) -> (Int, Int) {
      let y0 = Swift.min(e.y0, e.y1) >> 8
      let y1 = (Swift.max(e.y0, e.y1) - 1) >> 8
      let first = Swift.min(Swift.max(Int((y0 - top) >> shift), 0), count - 1)
      let last = Swift.min(Swift.max(Int((y1 - top) >> shift), first), count - 1)
      return (first, last)
    }
  }

  /// Makes a block of edges sorted into bins of rows by their upper ends, with lists of the longer edges per bin.
  private static func binned(
    _ header: llua_outline, edges: [llua_edge], chains: [UInt32], bounds: DeviceRect
  ) -> UnsafeMutablePointer<llua_outline> {
    var outline = header
    var bins = Bins(of: edges, in: bounds)
    let count = bins.count
    let carried = Int(bins.carries[count])
    let edgeBytes = edges.count * MemoryLayout<llua_edge>.stride
    let words = 2 * (count + 1) + carried + chains.count
    let (native, p) = block(edgeBytes + words * 4)
    let sorted = p.bindMemory(to: llua_edge.self, capacity: edges.count)
    let table = (p + edgeBytes).bindMemory(to: UInt32.self, capacity: words)
    let carryList = table + 2 * (count + 1)
    let sortedChains = carryList + carried
    for b in 0...count {
      table[b] = bins.starts[b]
      table[count + 1 + b] = bins.carries[b]
    }
    for (i, e) in edges.enumerated() {
      let (first, last) = bins.range(of: e)
      let at = bins.starts[first]
      bins.starts[first] = at + 1
      sorted[Int(at)] = e
      if !chains.isEmpty { sortedChains[Int(at)] = chains[i] }
      if last > first {
        for b in (first + 1)...last {
          carryList[Int(bins.carries[b])] = at
          bins.carries[b] += 1
        }
      }
    }
    outline.edges = UnsafePointer(sorted)
    outline.bin_count = Int32(count)
    outline.bin_shift = bins.shift
    outline.bin_top = bins.top
    outline.bin_start = UnsafePointer(table)
    outline.carry_start = UnsafePointer(table + count + 1)
    outline.carry = UnsafePointer(carryList)
    if !chains.isEmpty { outline.chains = UnsafePointer(sortedChains) }
    native.initialize(to: outline)
    return native
  }

  deinit { native.deallocate() }

  /// Allocates the outline's header followed by `bytes` bytes.
  private static func block(_ bytes: Int) -> (UnsafeMutablePointer<llua_outline>, UnsafeMutableRawPointer) {
    let block = UnsafeMutableRawPointer.allocate(byteCount: headerBytes + bytes, alignment: 16)
    return (block.bindMemory(to: llua_outline.self, capacity: 1), block + headerBytes)
  }

  /// Sets the steepness; call it before the outline is drawn.
  func steepen(_ steepness: Int32) { native.pointee.steepness = steepness }
}
