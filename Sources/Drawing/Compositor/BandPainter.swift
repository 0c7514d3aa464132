// SPDX-License-Identifier: MIT
import Messages
import Numbers
import Pixels
import Raster
import SystemC

/// Paints a display list band by band. There is one per worker; it owns the memory of the groups open in its band.
final class BandPainter {
  private let list: DisplayList
  /// The list's outlines, accessed without reference counting.
  private let outlines: UnsafeBufferPointer<CachedOutline>
  private let leaves: LeafOutlines.View
  private let scratch: BandScratch
  private let isStopped: (@Sendable () -> Bool)?
  /// Bump allocator for groups, which nest.
  private let arena: UnsafeMutableRawPointer?
  private let arenaSize: Int
  private var arenaUsed = 0
  private var targets: [Target] = []
  /// Cached coverage of the clip last used, in the current band.
  private let clipMemory: UnsafeMutablePointer<UInt8>?
  private let maskMemory: UnsafeMutablePointer<UInt32>?
  private var clipIndex: Int32 = -1
  private var clipBand: CoverageBand?
  /// Stack of the samples of open cut sets.
  private let sampleMemory: UnsafeMutablePointer<UInt32>?
  private let sampleRoom: Int
  private var samplesUsed = 0
  private var openCuts: [(set: Int32, samples: CutSamples?, mark: Int)] = []

  private struct Target {
    var band: PixelBand
    var coverage: CoverageBand?
    var mark: Int
  }

  /// Creates a painter; nil if memory cannot be allocated.
  ///
  /// - Parameter outlines: the list's outlines, valid for the lifetime of the painter.
  init?(
    list: DisplayList, outlines: UnsafeBufferPointer<CachedOutline>, bandHeight: Int, width: Int, groupBytesPerRow: Int,
    depth: Int, samples: Int, scratch: BandScratch, isStopped: (@Sendable () -> Bool)? = nil
  ) {
    self.list = list
    self.outlines = outlines
    leaves = list.leafOutlines.view
    self.scratch = scratch
    self.isStopped = isStopped
    arenaSize = groupBytesPerRow == 0 ? 0 : groupBytesPerRow * bandHeight + depth * 128 + 64
    arena = arenaSize == 0 ? nil : malloc(arenaSize)
    sampleRoom = samples
    sampleMemory = samples == 0 ? nil : malloc(samples * 4 + 64)?.bindMemory(to: UInt32.self, capacity: samples + 16)
    let area = width * bandHeight + 64
    clipMemory = list.clips.isEmpty ? nil : malloc(area)?.bindMemory(to: UInt8.self, capacity: area)
    maskMemory = list.usesMaskClips ? malloc(area * 4)?.bindMemory(to: UInt32.self, capacity: area) : nil
    if (samples > 0 && sampleMemory == nil) || (arenaSize > 0 && arena == nil)
      || (!list.clips.isEmpty && clipMemory == nil)
      || (list.usesMaskClips && maskMemory == nil)
    {
      // `deinit`, which also runs here, frees the allocations.
      return nil
    }
  }

  deinit {
    free(arena)
    free(clipMemory)
    free(maskMemory)
    free(sampleMemory)
  }

  private func take(_ bytes: Int) -> UnsafeMutableRawPointer? {
    let start = (arenaUsed + 63) & ~63
    guard let arena, start + bytes <= arenaSize else { return nil }
    arenaUsed = start + bytes
    return arena + start
  }

  /// Paints the ops of one band, or of part of it, onto its pixels.
  ///
  /// - Parameter isPart: true if some of the ops may not touch the part.
  func paint(_ indices: UnsafeBufferPointer<Int32>, onto band: PixelBand, isPart: Bool = false) {
    arenaUsed = 0
    clipIndex = -1
    targets.removeAll(keepingCapacity: true)
    openCuts.removeAll(keepingCapacity: true)
    samplesUsed = 0
    var target = band
    let scratch = scratch
    list.ops.withUnsafeBufferPointer { ops in
      // Work since the last poll of `isStopped`: number of pieces, plus their pixels in thousands.
      var work = 64
      for place in 0..<indices.count {
        prefetch(ops, indices, after: place)
        let op = ops[Int(indices[place])]
        // The begin and end ops of a group have the same bounds, which contain the ops in between.
        if isPart, op.bounds.intersection(band.rect).isEmpty { continue }
        if let isStopped {
          work += 1 + (op.bounds.width * min(op.bounds.height, band.rect.height)) >> 10
          if work >= 64 {
            if isStopped() { return }
            work = 0
          }
        }
        switch op.kind {
        case .beginGroup, .beginMask:
          let rect = op.bounds.intersection(band.rect)
          let mark = arenaUsed
          var coverage: CoverageBand?
          let pixels = take(rect.width * rect.height * 4)
          if op.kind == .beginGroup, list.groups[Int(op.shape)].needsCoverage,
            let memory = take(rect.width * rect.height)
          {
            let c = CoverageBand(
              base: memory.bindMemory(to: UInt8.self, capacity: rect.width * rect.height), stride: rect.width,
              rect: rect)
            clear(c, to: 255)
            coverage = c
          }
          targets.append(Target(band: target, coverage: coverage, mark: mark))
          guard let pixels else {
            // Unreachable: the arena was sized for these groups.
            target = PixelBand(base: target.base, stride: target.stride, rect: .empty)
            continue
          }
          target = PixelBand(
            base: pixels.bindMemory(to: UInt32.self, capacity: rect.width * rect.height), stride: rect.width, rect: rect
          )
          clear(target)
        case .endGroup:
          guard let last = targets.popLast() else { continue }
          let group = list.groups[Int(op.shape)]
          if let coverage = last.coverage { for part in group.clips { multiply(part, into: coverage) } }
          if group.piece >= 0, let coverage = last.coverage {
            let piece = list.planePieces[Int(group.piece)]
            let open = openCuts.last
            compositePiece(
              target, piece.sides, samples: open?.set == piece.cuts ? open?.samples : nil, onto: last.band,
              opacity: group.opacity, tint: group.tint, blend: group.blend, coverage: coverage, scratch: scratch)
          } else if let outline = group.onlyOutline {
            composite(
              target, onto: last.band, within: outlines[Int(outline.index)], rule: outline.rule,
              opacity: group.opacity, tint: group.tint, blend: group.blend, scratch: scratch)
          } else {
            composite(
              target, onto: last.band, opacity: group.opacity, tint: group.tint, clip: last.coverage,
              blend: group.blend, scratch: scratch)
          }
          arenaUsed = last.mark
          target = last.band
        case .beginCuts:
          let pixels = list.cutSets[Int(op.shape)].pixels
          let part = target.cropped(to: op.bounds)
          let count = pixels.count(inRowsOf: part.rect.intersection(pixels.rect)) * CutPixels.sampleCount
          let start = (samplesUsed + 15) & ~15
          let mark = samplesUsed
          // Always fits: the memory was sized for these bands.
          if let sampleMemory, start + count <= sampleRoom + 16, count > 0 {
            samplesUsed = start + count
            openCuts.append((op.shape, CutSamples(pixels, of: part, memory: sampleMemory + start), mark))
          } else {
            openCuts.append((op.shape, nil, mark))
          }
        case .endCuts:
          guard let last = openCuts.popLast() else { continue }
          last.samples?.resolve(into: target)
          samplesUsed = last.mark
        case .endMask:
          guard let last = targets.popLast() else { continue }
          if let host = targets.last, let coverage = host.coverage {
            multiplyAlpha(of: target, into: coverage, scratch: scratch)
          }
          arenaUsed = last.mark
          target = last.band
        case .solid:
          let outline = outlines[Int(op.shape)]
          let clip = coverage(of: op.clip, in: band.rect)
          outline.forRows(of: op.bounds.intersection(target.rect), isStopped: isStopped) { rows in
            fill(
              outline, rule: op.rule, source: .solid(UInt32(bitPattern: op.source)), blend: op.blend,
              into: target.cropped(to: rows), clip: clip, scratch: scratch)
          }
        case .leaf:
          fill(
            leaves[op.shape], pixel: UInt32(bitPattern: op.source), into: target.cropped(to: op.bounds),
            scratch: scratch)
        case .solidGlyphs:
          fill(
            list.glyphRuns[Int(op.shape)], of: list.glyphs, source: .solid(UInt32(bitPattern: op.source)),
            blend: op.blend, into: target.cropped(to: op.bounds), clip: coverage(of: op.clip, in: band.rect),
            scratch: scratch)
        case .glyphs:
          fill(
            list.glyphRuns[Int(op.shape)], of: list.glyphs, source: list.sources[Int(op.source)], opacity: op.opacity,
            tint: op.tint, blend: op.blend, into: target.cropped(to: op.bounds),
            clip: coverage(of: op.clip, in: band.rect), scratch: scratch)
        case .solidRect:
          fill(
            op.bounds.intersection(target.rect), source: .solid(UInt32(bitPattern: op.source)), blend: op.blend,
            into: target.cropped(to: op.bounds), clip: coverage(of: op.clip, in: band.rect), scratch: scratch)
        case .fill:
          let outline = outlines[Int(op.shape)]
          let clip = coverage(of: op.clip, in: band.rect)
          outline.forRows(of: op.bounds.intersection(target.rect), isStopped: isStopped) { rows in
            fill(
              outline, rule: op.rule, source: list.sources[Int(op.source)], opacity: op.opacity, tint: op.tint,
              blend: op.blend, into: target.cropped(to: rows), clip: clip, scratch: scratch)
          }
        case .rect:
          fill(
            op.bounds.intersection(target.rect), source: list.sources[Int(op.source)], opacity: op.opacity,
            tint: op.tint, blend: op.blend,
            into: target.cropped(to: op.bounds), clip: coverage(of: op.clip, in: band.rect), scratch: scratch)
        case .mask:
          let mask = list.coverageSurfaces[Int(op.shape)]
          fillMask(
            mask.surface.band, dx: mask.dx, dy: mask.dy, color: UInt32(bitPattern: op.source),
            into: target.cropped(to: op.bounds),
            clip: coverage(of: op.clip, in: band.rect), blend: op.blend, scratch: scratch)
        case .nineSlice:
          let slice = list.nineSlices[Int(op.shape)]
          fillNineSlice(
            slice.surface.band, left: slice.left, right: slice.right, top: slice.top, bottom: slice.bottom,
            over: slice.destination, color: UInt32(bitPattern: op.source), into: target.cropped(to: op.bounds),
            clip: coverage(of: op.clip, in: band.rect), blend: op.blend, scratch: scratch)
        case .sprites:
          fill(
            list.spriteBatches[Int(op.shape)], blend: op.blend, into: target.cropped(to: op.bounds),
            clip: coverage(of: op.clip, in: band.rect), scratch: scratch, isStopped: isStopped)
        case .surface:
          composite(
            list.pixelSurfaces[Int(op.shape)].band.cropped(to: op.bounds), onto: target, opacity: op.opacity,
            tint: op.tint, clip: coverage(of: op.clip, in: band.rect), blend: op.blend, scratch: scratch)
        }
      }
    }
  }

  /// Fetches the outlines of the next ops into the cache: lists of many layers are larger than it.
  @inline(__always) private func prefetch(
    _ ops: UnsafeBufferPointer<DisplayOp>, _ indices: UnsafeBufferPointer<Int32>, after place: Int
  ) {
    // The edges are found by the header, which is fetched earlier.
    let (near, far) = (place &+ 3, place &+ 6)
    if far < indices.count {
      let op = ops[Int(indices[far])]
      if op.kind == .solid || op.kind == .fill { outlines[Int(op.shape)].prefetchHeader() }
    }
    if near < indices.count {
      let op = ops[Int(indices[near])]
      if op.kind == .leaf {
        leaves[op.shape].prefetch()
      } else if op.kind == .solid || op.kind == .fill {
        outlines[Int(op.shape)].prefetchEdges()
      }
    }
  }

  private func multiply(_ part: AreaClip.Part, into coverage: CoverageBand) {
    switch part {
    case .outline(let index, let rule):
      Raster.coverage(list.outlines[Int(index)], rule: rule, into: coverage, combining: .multiply, scratch: scratch)
    case .beneath(let index, let rule):
      Raster.coverage(list.outlines[Int(index)], rule: rule, into: coverage, combining: .beneath, scratch: scratch)
    case .mask(let index, let source):
      guard let maskMemory, !coverage.rect.isEmpty else { return }
      let pixels = PixelBand(base: maskMemory, stride: coverage.rect.width, rect: coverage.rect)
      clear(pixels)
      fill(list.outlines[Int(index)], source: list.sources[Int(source)], into: pixels, scratch: scratch)
      multiplyAlpha(of: pixels, into: coverage, scratch: scratch)
    }
  }

  /// Returns the coverage of an area clip in the band, cached while the same clip is used.
  private func coverage(of index: Int32, in rect: DeviceRect) -> CoverageBand? {
    guard index >= 0, let clipMemory else { return nil }
    if index == clipIndex { return clipBand }
    let clip = list.clips[Int(index)]
    let part = clip.bounds.intersection(rect)
    let band = CoverageBand(base: clipMemory, stride: part.width, rect: part)
    clear(band, to: 255)
    for part in clip.parts { multiply(part, into: band) }
    clipIndex = index
    clipBand = band
    return band
  }
}

extension DisplayList {
  /// The division of a list into bands.
  struct BandPlan {
    /// Area divided into bands.
    var rect: DeviceRect
    var bandHeight: Int
    /// Indices of the ops of all bands, concatenated.
    var indices: [Int32]
    /// Start of each band in `indices`, with one more entry for the end.
    var starts: [Int]
    /// Maximum memory of the groups open at once.
    var groups: (bytes: Int, depth: Int, label: String)
    /// Maximum number of samples of cut pixels open at once in a band.
    var samples: Int
  }

  /// Divides the list into bands.
  ///
  /// - Parameter rect: the part of the region to paint, to which the ops are clipped.
  func plan(in rect: DeviceRect, options: CompositorOptions) throws(LayerError) -> BandPlan {
    var bandHeight = min(max(options.bandHeight, 1), rect.height)
    // Clips first: the groups' final bounds determine the memory.
    var bins = binned(bandHeight: bandHeight, rect: rect)
    let need = groupBytesPerRow
    if need.bytes > 0 {
      guard need.bytes <= options.groupMemoryBudget else {
        throw .groups(label: need.label, limit: options.groupMemoryBudget)
      }
      let fitting = max(1, options.groupMemoryBudget / need.bytes)
      if fitting < bandHeight {
        bandHeight = fitting
        bins = binned(bandHeight: bandHeight, rect: rect)
      }
    }
    var cuts = cutSamples(bandHeight: bandHeight, rect: rect)
    while cuts.samples * 4 + need.bytes * bandHeight > options.groupMemoryBudget {
      guard bandHeight > 1 else { throw .groups(label: cuts.label, limit: options.groupMemoryBudget) }
      bandHeight = (bandHeight + 1) / 2
      cuts = cutSamples(bandHeight: bandHeight, rect: rect)
      bins = binned(bandHeight: bandHeight, rect: rect)
    }
    return BandPlan(
      rect: rect, bandHeight: bandHeight, indices: bins.indices, starts: bins.starts, groups: need,
      samples: cuts.samples)
  }

  /// Paints the list onto a surface, in bands taken in turn by several threads.
  ///
  /// - Parameter pixels: covers `rect`, to which the ops are clipped.
  /// - Parameter scratches: the workers' memory, allocated as needed and reused for the next list.
  /// - Parameter damage: the part to clear and paint; nil for all of it, which is clear already.
  func paint(
    onto pixels: PixelBand, options: CompositorOptions, scratches: inout [BandScratch], damage: Damage? = nil
  ) throws(LayerError) {
    guard !pixels.rect.isEmpty, !ops.isEmpty || damage != nil else { return }
    var options = options
    // Low bands share few rows of damage tiles.
    if damage != nil { options.bandHeight = min(options.bandHeight, Damage.side) }
    let plan = try plan(in: pixels.rect, options: options)
    try paint(onto: pixels, by: plan, options: options, scratches: &scratches, damage: damage)
  }

  /// Paints the bands of the list that lie in the pixels, whose top is the top of a band.
  func paint(
    onto pixels: PixelBand, by plan: BandPlan, options: CompositorOptions, scratches: inout [BandScratch],
    damage: Damage? = nil
  ) throws(LayerError) {
    let rect = pixels.rect
    guard !rect.isEmpty, !ops.isEmpty || damage != nil else { return }
    let bandHeight = plan.bandHeight
    let first = (Int(rect.y0) - Int(plan.rect.y0)) / bandHeight
    let bands = (rect.height + bandHeight - 1) / bandHeight
    // Damaged rectangles of each band.
    var parts: [(band: Int, rect: DeviceRect)] = []
    var area = rect.width * rect.height
    if let damage {
      area = 0
      for band in 0..<bands {
        for run in damage.runs(from: band * bandHeight, to: min((band + 1) * bandHeight, rect.height)) {
          parts.append((band, run))
          area += run.width * run.height
        }
      }
    }
    let jobs = damage == nil ? bands : parts.count
    // A thread costs more than a small surface.
    let workers =
      area < 65536 && (ops.count < 256 || damage != nil) ? 1 : max(1, min(options.threads, jobs))
    var painters: [BandPainter] = []
    while scratches.count < workers { scratches.append(.take(options.instructions)) }
    // The list retains its outlines while bands are painted.
    let kept = UnsafeMutableBufferPointer<CachedOutline>.allocate(capacity: outlines.count)
    defer { kept.deallocate() }
    _ = kept.initialize(from: outlines.lazy.map { CachedOutline($0) })
    for worker in 0..<workers {
      guard
        let painter = BandPainter(
          list: self, outlines: UnsafeBufferPointer(kept), bandHeight: bandHeight, width: rect.width,
          groupBytesPerRow: plan.groups.bytes, depth: plan.groups.depth,
          samples: plan.samples, scratch: scratches[worker], isStopped: options.isStopped)
      else {
        if painters.isEmpty {
          throw .memory(label: plan.groups.label, bytes: plan.groups.bytes * bandHeight + plan.samples * 4)
        }
        break
      }
      painters.append(painter)
    }
    plan.indices.withUnsafeBufferPointer { indices in
      Workers.run(jobs: jobs, workers: painters.count) { job, worker in
        let index = first + (damage == nil ? job : parts[job].band)
        let ops = UnsafeBufferPointer(rebasing: indices[plan.starts[index]..<plan.starts[index + 1]])
        if damage != nil {
          let part = pixels.cropped(to: parts[job].rect)
          clear(part)
          return painters[worker].paint(ops, onto: part, isPart: true)
        }
        let y0 = rect.y0 + Int32(job * bandHeight)
        let band = pixels.cropped(
          to: DeviceRect(x0: rect.x0, y0: y0, x1: rect.x1, y1: min(rect.y1, y0 + Int32(bandHeight))))
        painters[worker].paint(ops, onto: band)
      }
    }
    if options.isStopped?() == true { throw .stopped }
  }
}
