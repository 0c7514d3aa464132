// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import Raster

/// Keeps a picture and the operations it was painted from, so that the next picture of the same size repaints only the
/// differences. The kept picture does not affect the bytes of the next one.
///
/// A keeper is used by one picture at a time, on any thread.
package final class PaintedFrame: @unchecked Sendable {
  // Unchecked: its owner passes it from thread to thread.

  private struct Shown {
    var bitmap: Bitmap
    var ops: [DisplayPrint]
    /// Images used by the operations, which are compared by identity.
    var images: [Bitmap]
  }

  private var shown: Shown?
  /// Cached lists of self-contained children.
  let blocks = BlockCache()
  /// Counter for unique prints of operations that cannot be compared.
  private var uniqueCount: UInt64 = 0
  /// Fraction of the last picture that was repainted, 0…1.
  package private(set) var paintedShare = 1.0

  package init() {}

  /// Memory in use, in bytes, except for images shared with others.
  package var byteCount: Int {
    blocks.byteCount
      + (shown.map { $0.bitmap.width * $0.bitmap.height * 4 + $0.ops.count * MemoryLayout<DisplayPrint>.stride } ?? 0)
  }

  /// The last picture; nil before the first, and after a failed one.
  package var picture: Bitmap? { shown?.bitmap }

  /// Drops the picture, so that the next one is painted as a whole.
  package func forget() { shown = nil }

  /// Returns the picture of a list, and keeps it. The list's region is the whole picture.
  ///
  /// - Parameter paint: paints the damaged part of the list, or all of it if damage is nil, onto pixels.
  func picture(
    of list: DisplayList, scale: Double, paint: (PixelBand, Damage?) throws -> Void
  ) throws -> Bitmap {
    let rect = list.region
    blocks.finish()
    // A failure keeps no picture.
    var last = shown
    shown = nil
    paintedShare = 1
    // A list that is partly painted already cannot be compared.
    guard list.backing == nil else {
      return try Bitmap(width: rect.width, height: rect.height, scale: scale) { pixels in
        guard let base = pixels.baseAddress else { return }
        try paint(PixelBand(base: base, stride: rect.width, rect: rect), nil)
      }
    }
    list.cut(to: rect)
    var known = KnownFingerprints()
    let ops = list.prints(&known, uniqueCount: &uniqueCount)
    var damage: Damage?
    if let last, last.bitmap.width == rect.width, last.bitmap.height == rect.height, last.bitmap.scale == scale {
      var found = Damage(rect)
      found.addDifferences(last.ops, ops)
      if !found.isLarge { damage = found }
    }
    let bitmap: Bitmap
    if let damage, var own = last?.bitmap {
      paintedShare = damage.share
      last = nil
      if damage.isEmpty {
        bitmap = own
      } else if isKnownUniquelyReferenced(&own) {
        try own.redraw { pixels, wasOpaque in
          guard let base = pixels.baseAddress else { return wasOpaque }
          let band = PixelBand(base: base, stride: rect.width, rect: rect)
          try paint(band, damage)
          if list.isProvenOpaque { return true }
          return wasOpaque ? damage.isOpaque(in: band) : UnsafeBufferPointer(pixels).areOpaque
        }
        bitmap = own
      } else {
        bitmap = try Bitmap(
          width: rect.width, height: rect.height, scale: scale, isOpaque: list.isProvenOpaque ? true : nil
        ) { pixels in
          guard let base = pixels.baseAddress else { return }
          _ = pixels.update(from: own.pixels)
          try paint(PixelBand(base: base, stride: rect.width, rect: rect), damage)
        }
      }
    } else {
      last = nil
      bitmap = try Bitmap(
        width: rect.width, height: rect.height, scale: scale, isOpaque: list.isProvenOpaque ? true : nil
      ) { pixels in
        guard let base = pixels.baseAddress else { return }
        try paint(PixelBand(base: base, stride: rect.width, rect: rect), nil)
      }
    }
    shown = Shown(bitmap: bitmap, ops: ops, images: known.images)
    return bitmap
  }
}

/// The fingerprint of an operation's effect, and its bounds.
struct DisplayPrint {
  var print: UInt64
  var bounds: DeviceRect
}

/// The part of a picture to repaint, as a grid of tiles.
///
/// A pixel is determined by the operations that touch it, in order. So a pixel is unchanged if the same operations
/// touch it in the same order as in the old picture. An operation that is in only one of the pictures, or in another
/// position, damages its bounds.
struct Damage {
  /// The side of a tile, in pixels.
  static let side = 32
  let rect: DeviceRect
  private let columns: Int
  private let rows: Int
  private var marks: [Bool]
  private var count = 0

  init(_ rect: DeviceRect) {
    self.rect = rect
    columns = (rect.width + Damage.side - 1) / Damage.side
    rows = (rect.height + Damage.side - 1) / Damage.side
    marks = [Bool](repeating: false, count: columns * rows)
  }

  var isEmpty: Bool { count == 0 }
  /// Damaged fraction of the picture, 0…1.
  var share: Double { Double(count) / Double(max(marks.count, 1)) }
  /// True if repainting everything is no slower.
  var isLarge: Bool { count * 10 > marks.count * 6 }

  mutating func add(_ area: DeviceRect) {
    let r = area.intersection(rect)
    if r.isEmpty { return }
    let side = Int32(Damage.side)
    let (x0, x1) = (Int((r.x0 - rect.x0) / side), Int((r.x1 - 1 - rect.x0) / side))
    for y in Int((r.y0 - rect.y0) / side)...Int((r.y1 - 1 - rect.y0) / side) {
      for i in (y * columns + x0)...(y * columns + x1) where !marks[i] {
        marks[i] = true
        count += 1
      }
    }
  }

  /// Adds the bounds of the operations that are not in both lists in the same order.
  mutating func addDifferences(_ old: [DisplayPrint], _ new: [DisplayPrint]) {
    var start = 0
    let shorter = min(old.count, new.count)
    while start < shorter, old[start].print == new[start].print { start += 1 }
    var end = 0
    while end < shorter - start, old[old.count - 1 - end].print == new[new.count - 1 - end].print { end += 1 }
    let a = old[start..<(old.count - end)]
    let b = new[start..<(new.count - end)]
    if a.count == b.count {
      // Fast path: usually operations change in place.
      for (x, y) in zip(a, b) where x.print != y.print {
        add(x.bounds)
        add(y.bounds)
        if isLarge { return }
      }
    } else {
      addInsertions(a, b)
    }
  }

  /// Adds the differences outside the longest common subsequence, found as a longest increasing subsequence of
  /// positions.
  private mutating func addInsertions(_ a: ArraySlice<DisplayPrint>, _ b: ArraySlice<DisplayPrint>) {
    // Positions of each print in the first list, as linked lists: head and successors.
    var first: [UInt64: Int] = [:]
    first.reserveCapacity(a.count)
    var following = [Int](repeating: -1, count: a.count)
    for i in a.indices.reversed() {
      following[i - a.startIndex] = first[a[i].print] ?? -1
      first[a[i].print] = i
    }
    // `pairs` has pairs of equal prints, in the order of the second list. For each length of an increasing subsequence
    // of old positions, `ends` has the last pair of the one with the smallest end (patience sorting).
    var pairs: [(old: Int, new: Int, before: Int)] = []
    var ends: [Int] = []
    for j in b.indices {
      guard let i = first[b[j].print], i >= 0 else { continue }
      first[b[j].print] = following[i - a.startIndex]
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].old < i { low = middle + 1 } else { high = middle }
      }
      pairs.append((i, j, low > 0 ? ends[low - 1] : -1))
      if low < ends.count { ends[low] = pairs.count - 1 } else { ends.append(pairs.count - 1) }
    }
    var kept = ends.last ?? -1
    var (i, j) = (a.endIndex, b.endIndex)
    while true {
      let (oldPlace, newPlace) = kept < 0 ? (a.startIndex - 1, b.startIndex - 1) : (pairs[kept].old, pairs[kept].new)
      for k in (oldPlace + 1)..<i { add(a[k].bounds) }
      for k in (newPlace + 1)..<j { add(b[k].bounds) }
      if kept < 0 { return }
      (i, j) = (oldPlace, newPlace)
      kept = pairs[kept].before
    }
  }

  /// Returns the rectangles to paint between two rows of pixels, counted from the top of the picture.
  func runs(from y0: Int, to y1: Int) -> [DeviceRect] {
    var runs: [DeviceRect] = []
    var start: Int?
    let lines = (y0 / Damage.side)...((y1 - 1) / Damage.side)
    for x in 0...columns {
      let isMarked = x < columns && lines.contains { marks[$0 * columns + x] }
      if isMarked {
        start = start ?? x
      } else if let from = start {
        start = nil
        runs.append(
          DeviceRect(
            x0: rect.x0 + Int32(from * Damage.side), y0: rect.y0 + Int32(y0),
            x1: min(rect.x1, rect.x0 + Int32(x * Damage.side)), y1: min(rect.y1, rect.y0 + Int32(y1))))
      }
    }
    return runs
  }

  /// True if no damaged pixel is translucent.
  func isOpaque(in pixels: PixelBand) -> Bool {
    for row in 0..<rows {
      for run in runs(from: row * Damage.side, to: min((row + 1) * Damage.side, rect.height)) {
        let part = pixels.cropped(to: run)
        for y in 0..<part.rect.height {
          let line = UnsafeBufferPointer(start: part.base + y * part.stride, count: part.rect.width)
          if !line.areOpaque { return false }
        }
      }
    }
    return true
  }
}

extension DisplayList {
  /// Returns the fingerprints of the operations, which must have been clipped.
  ///
  /// - Parameter uniqueCount: counter for prints that equal no other; incremented for each.
  func prints(_ known: inout KnownFingerprints, uniqueCount: inout UInt64) -> [DisplayPrint] {
    var result: [DisplayPrint] = []
    result.reserveCapacity(ops.count)
    // Shared objects are fingerprinted once.
    var outlinePrints = [UInt64](repeating: 0, count: outlines.count)
    var sourcePrints = [UInt64](repeating: 0, count: sources.count)
    var clipPrints = [UInt64](repeating: 0, count: clips.count)
    let leaves = leafOutlines.view
    func unique() -> UInt64 {
      uniqueCount &+= 1
      var print = Fingerprint()
      print.add(uniqueCount ^ 0x5EED_5EED_5EED_5EED)
      return print.value
    }
    func outline(_ index: Int32) -> UInt64 {
      let i = Int(index)
      if outlinePrints[i] == 0 {
        var print = Fingerprint()
        print.add(outlines[i])
        outlinePrints[i] = print.value
      }
      return outlinePrints[i]
    }
    func source(_ index: Int32) -> UInt64 {
      let i = Int(index)
      if sourcePrints[i] == 0 {
        var print = Fingerprint()
        sourcePrints[i] = print.add(sources[i], &known) ? print.value : unique()
      }
      return sourcePrints[i]
    }
    func add(_ part: AreaClip.Part, to print: inout Fingerprint) {
      switch part {
      case .outline(let index, let rule):
        print.add(rule == .evenOdd ? 1 : 2)
        print.add(outline(index))
      case .beneath(let index, let rule):
        print.add(rule == .evenOdd ? 3 : 4)
        print.add(outline(index))
      case .mask(let index, let paint):
        print.add(5)
        print.add(outline(index))
        print.add(source(paint))
      }
    }
    func clip(_ index: Int32) -> UInt64 {
      let i = Int(index)
      if clipPrints[i] == 0 {
        var print = Fingerprint()
        print.add(clips[i].bounds)
        print.add(clips[i].inner)
        for part in clips[i].parts { add(part, to: &print) }
        clipPrints[i] = print.value
      }
      return clipPrints[i]
    }
    var cached = printed[...]
    var index = 0
    while index < ops.count {
      // Operations of a cached list, unless they are clipped otherwise now.
      if let part = cached.first, part.first == index {
        cached.removeFirst()
        let same = zip(part.prints, ops[index...]).allSatisfy { $0.bounds == $1.bounds }
        if same {
          result += part.prints
          index += part.prints.count
          continue
        }
      }
      let op = ops[index]
      index += 1
      // Empty ops are in no band.
      if op.bounds.isEmpty { continue }
      var print = Fingerprint()
      print.add(op.bounds)
      print.add(
        UInt64(op.kind.rawValue) | UInt64(op.opacity) << 8 | UInt64(op.rule == .evenOdd ? 1 : 0) << 16
          | UInt64(op.blend.rawValue) << 24 | UInt64(op.tint) << 32)
      if op.clip >= 0 { print.add(clip(op.clip)) }
      switch op.kind {
      case .solid:
        print.add(op.source)
        print.add(outline(op.shape))
      case .leaf:
        print.add(op.source)
        print.add(leaves[op.shape])
      case .fill:
        print.add(source(op.source))
        print.add(outline(op.shape))
      case .solidGlyphs:
        print.add(op.source)
        print.add(glyphRuns[Int(op.shape)])
      case .glyphs:
        print.add(source(op.source))
        print.add(glyphRuns[Int(op.shape)])
      case .solidRect: print.add(op.source)
      case .rect: print.add(source(op.source))
      case .mask:
        let mask = coverageSurfaces[Int(op.shape)]
        print.add(op.source)
        print.add(mask.dx)
        print.add(mask.dy)
        print.add(known.of(mask.surface))
      case .nineSlice:
        let slice = nineSlices[Int(op.shape)]
        print.add(op.source)
        for number in [slice.left, slice.right, slice.top, slice.bottom] { print.add(number) }
        print.add(slice.destination)
        print.add(known.of(slice.surface))
      case .surface: print.add(pixelSurfaces[Int(op.shape)])
      case .beginGroup, .endGroup, .beginMask, .endMask:
        let group = groups[Int(op.shape)]
        print.add(
          UInt64(group.opacity) | UInt64(group.blend.rawValue) << 8 | (group.hasMask ? 1 : 0) << 16
            | UInt64(group.tint) << 32)
        print.add(group.bounds)
        for part in group.clips { add(part, to: &print) }
        if group.piece >= 0 { print.add(unique()) }
      // Never equal: particles mostly move, and intersecting planes are rare.
      case .sprites, .beginCuts, .endCuts: print.add(unique())
      }
      result.append(DisplayPrint(print: print.value, bounds: op.bounds))
    }
    return result
  }
}
