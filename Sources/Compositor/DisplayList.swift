// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import Raster
import RenderTree
import Wording

/// One operation in every band it touches. It has only numbers, which index the list's arrays.
struct DisplayOp {
  enum Kind: UInt8 {
    /// The inside of outline `shape`, painted with the pixel in `source`.
    case solid
    /// The inside of outline `shape`, painted with span source `source`.
    case fill
    /// Glyph run `shape`, painted with the pixel in `source`.
    case solidGlyphs
    /// Glyph run `shape`, painted with span source `source`.
    case glyphs
    /// The whole of `bounds`, painted with the pixel in `source`.
    case solidRect
    /// The whole of `bounds`, painted with span source `source`.
    case rect
    /// Alpha surface `shape`, painted with the pixel in `source`.
    case mask
    /// Nine-slice `shape`, painted with the pixel in `source`.
    case nineSlice
    /// Pixel surface `shape`.
    case surface
    /// Sprite batch `shape`.
    case sprites
    /// Group `shape`; the ops up to its end are painted into a separate band.
    case beginGroup
    case endGroup
    /// The alpha of the following ops multiplies the coverage of the innermost group, `shape`.
    case beginMask
    case endMask
    /// From here on the pixels of cut set `shape` are drawn as samples, until its end.
    case beginCuts
    case endCuts
  }
  var kind: Kind
  var rule: FillRule = .nonZero
  var blend: BlendMode = .normal
  var opacity: UInt8 = 255
  var shape: Int32 = 0
  /// Index of a span source, or a premultiplied pixel's bits.
  var source: Int32 = 0
  /// Multiplies red, green and blue of a source or surface.
  var tint: UInt32 = .max
  /// Index of an area clip; −1 for none.
  var clip: Int32 = -1
  var bounds: DeviceRect
}

/// The way in which a group is composited when it ends.
struct DisplayGroup {
  var bounds: DeviceRect
  /// Outlines whose coverage multiplies the group.
  var clips: [AreaClip.Part]
  var opacity: UInt8
  var blend: BlendMode
  var tint: UInt32
  var hasMask = false
  /// Index of the piece of a plane that the group is; −1 for all other groups.
  var piece: Int32 = -1
  var label: String

  /// The only thing that cuts the group, if it is one outline: the group is composited within it.
  var onlyOutline: (index: Int32, rule: FillRule)? {
    guard clips.count == 1, !hasMask, piece < 0, case .outline(let index, let rule) = clips[0] else { return nil }
    return (index, rule)
  }

  /// Whether the group's coverage is put together in memory of its own.
  var needsCoverage: Bool { (hasMask || !clips.isEmpty || piece >= 0) && onlyOutline == nil }
}

/// The part of a plane that a piece shows.
struct DisplayPiece {
  /// Index of the cut set with pixels that are drawn as samples; −1 for none.
  var cuts: Int32
  /// The sides that the piece is on; a plane that is not cut has none.
  var sides: [CutSide]
}

/// Coverage that multiplies single pieces.
struct AreaClip {
  enum Part {
    /// Index of an outline.
    case outline(Int32, FillRule)
    /// The alpha of a span source inside an outline.
    case mask(Int32, source: Int32)
    /// The area that the parts before leave lies under an opaque outline and shares edges with it.
    case beneath(Int32, FillRule)
  }
  var bounds: DeviceRect
  /// The rectangle in which the coverage is known to be full.
  var inner: DeviceRect
  var parts: [Part]
}

/// An alpha surface stretched by its middle column and row.
struct NineSlice {
  var surface: CoverageSurface
  var left: Int32
  var right: Int32
  var top: Int32
  var bottom: Int32
  var destination: DeviceRect
}

/// The pieces of one surface in painter's order, in device space.
final class DisplayList {
  // Unchecked: one thread fills a list, and no change of one of these reads another through the list.
  /// The area that is drawn; nothing outside is.
  let region: DeviceRect
  @exclusivity(unchecked) private(set) var ops: [DisplayOp] = []
  @exclusivity(unchecked) private(set) var outlines: [Outline] = []
  @exclusivity(unchecked) private(set) var sources: [SpanSource] = []
  @exclusivity(unchecked) private(set) var groups: [DisplayGroup] = []
  @exclusivity(unchecked) private(set) var clips: [AreaClip] = []
  @exclusivity(unchecked) private(set) var nineSlices: [NineSlice] = []
  @exclusivity(unchecked) private(set) var coverageSurfaces: [(surface: CoverageSurface, dx: Int32, dy: Int32)] = []
  @exclusivity(unchecked) private(set) var pixelSurfaces: [PixelSurface] = []
  @exclusivity(unchecked) private(set) var spriteBatches: [SpriteBatch] = []
  let glyphs = PlacedGlyphs()
  @exclusivity(unchecked) private(set) var glyphRuns: [PlacedGlyphs.Run] = []
  /// Those of lists that were added, in which their runs lie.
  @exclusivity(unchecked) private var othersGlyphs: [PlacedGlyphs] = []
  @exclusivity(unchecked) private(set) var cutSets: [(pixels: CutPixels, label: String)] = []
  @exclusivity(unchecked) private(set) var planePieces: [DisplayPiece] = []

  /// The part of the region the next pieces may touch.
  @exclusivity(unchecked) var scissor: DeviceRect
  /// Multiplies red, green and blue of the next pieces; the highest byte is ignored.
  @exclusivity(unchecked) var tint: UInt32 = .max
  @exclusivity(unchecked) var builder: OutlineBuilder
  /// Open groups and masks: the index of their first op, and the area drawn since.
  @exclusivity(unchecked) private var open: [(op: Int, group: Int32, painted: DeviceRect)] = []
  /// The area drawn outside all groups.
  @exclusivity(unchecked) private(set) var painted = DeviceRect.empty
  /// Pixels of the whole region with what was in the list before, once something had to be read of them.
  @exclusivity(unchecked) private(set) var backing: PixelSurface?
  /// What of the area is not yet in the backing.
  @exclusivity(unchecked) private var pending = DeviceRect.empty

  init(region: DeviceRect) {
    self.region = region
    scissor = region
    builder = OutlineBuilder(canvas: region)
  }

  /// Whether nothing was painted or begun.
  var isFresh: Bool { ops.isEmpty && backing == nil }
  /// Whether what was painted can be read: not within a group.
  var isReadable: Bool { open.isEmpty }
  /// Whether what was painted in an area is in the backing, or there is nothing.
  func isSettled(in area: DeviceRect) -> Bool { pending.intersection(area).isEmpty }

  /// The area in which the first operation replaces all that was there.
  var replaced: DeviceRect {
    guard let op = ops.first, op.kind == .surface, op.blend == .copy, op.opacity == 255, op.tint == .max, op.clip < 0
    else { return .empty }
    return op.bounds
  }

  /// Moves what was painted to the backing, onto which the next pieces will go. No group may be open.
  func settle(onto surface: PixelSurface, options: CompositorOptions, scratches: inout [BandScratch])
    throws(LayerError)
  {
    try paint(onto: surface.band, options: options, scratches: &scratches)
    backing = surface
    ops.removeAll(keepingCapacity: true)
    pending = .empty
  }

  /// Adds all of another list of the same region, in which nothing is open and nothing was settled.
  func append(_ other: DisplayList) {
    let first = (
      outline: Int32(outlines.count), source: Int32(sources.count), group: Int32(groups.count),
      clip: Int32(clips.count), nineSlice: Int32(nineSlices.count), coverage: Int32(coverageSurfaces.count),
      surface: Int32(pixelSurfaces.count), sprites: Int32(spriteBatches.count), cuts: Int32(cutSets.count),
      piece: Int32(planePieces.count), glyphRun: Int32(glyphRuns.count)
    )
    func moved(_ part: AreaClip.Part) -> AreaClip.Part {
      switch part {
      case .outline(let index, let rule): .outline(index + first.outline, rule)
      case .mask(let index, let source): .mask(index + first.outline, source: source + first.source)
      case .beneath(let index, let rule): .beneath(index + first.outline, rule)
      }
    }
    outlines += other.outlines
    sources += other.sources
    nineSlices += other.nineSlices
    coverageSurfaces += other.coverageSurfaces
    pixelSurfaces += other.pixelSurfaces
    spriteBatches += other.spriteBatches
    cutSets += other.cutSets
    if !other.glyphRuns.isEmpty {
      glyphRuns += other.glyphRuns
      othersGlyphs.append(other.glyphs)
      othersGlyphs += other.othersGlyphs
    }
    for clip in other.clips {
      clips.append(AreaClip(bounds: clip.bounds, inner: clip.inner, parts: clip.parts.map(moved)))
    }
    for piece in other.planePieces {
      planePieces.append(DisplayPiece(cuts: piece.cuts < 0 ? -1 : piece.cuts + first.cuts, sides: piece.sides))
    }
    for group in other.groups {
      var group = group
      group.clips = group.clips.map(moved)
      if group.piece >= 0 { group.piece += first.piece }
      groups.append(group)
    }
    for op in other.ops {
      var op = op
      switch op.kind {
      case .solid: op.shape += first.outline
      case .fill:
        op.shape += first.outline
        op.source += first.source
      case .solidGlyphs: op.shape += first.glyphRun
      case .glyphs:
        op.shape += first.glyphRun
        op.source += first.source
      case .solidRect: break
      case .rect: op.source += first.source
      case .mask: op.shape += first.coverage
      case .nineSlice: op.shape += first.nineSlice
      case .surface: op.shape += first.surface
      case .sprites: op.shape += first.sprites
      case .beginGroup, .endGroup, .beginMask, .endMask: op.shape += first.group
      case .beginCuts, .endCuts: op.shape += first.cuts
      }
      if op.clip >= 0 { op.clip += first.clip }
      ops.append(op)
    }
    note(other.painted)
    tint = other.tint
  }

  /// The parts of a clip, for a group; none for −1.
  func parts(ofClip index: Int32) -> [AreaClip.Part] { index < 0 ? [] : clips[Int(index)].parts }

  private func append(_ op: DisplayOp) {
    var op = op
    if op.clip >= 0, clips[Int(op.clip)].inner.contains(op.bounds) { op.clip = -1 }
    ops.append(op)
    note(op.bounds)
  }

  /// A rectangle around what the innermost group, or else the list, has painted so far: outside of it lies nothing.
  var paintedArea: DeviceRect { open.last?.painted ?? painted }

  private func note(_ bounds: DeviceRect) {
    if open.isEmpty {
      painted = painted.union(bounds)
      pending = pending.union(bounds)
    } else {
      open[open.count - 1].painted = open[open.count - 1].painted.union(bounds)
    }
  }

  /// A premultiplied pixel multiplied by the tint, in the form that an op has.
  private func tinted(_ pixel: UInt32) -> Int32 {
    Int32(bitPattern: tint == .max ? pixel : Tone.product(pixel, tint | 0xFF00_0000))
  }

  func add(source: SpanSource) -> Int32 {
    sources.append(source)
    return Int32(sources.count - 1)
  }

  func add(outline: Outline) -> Int32 {
    outlines.append(outline)
    return Int32(outlines.count - 1)
  }

  func add(clip: AreaClip) -> Int32 {
    clips.append(clip)
    return Int32(clips.count - 1)
  }

  private func visible(_ bounds: DeviceRect, clip: Int32) -> DeviceRect {
    let b = bounds.intersection(scissor)
    return clip < 0 ? b : b.intersection(clips[Int(clip)].bounds)
  }

  func fill(_ outline: Outline, rule: FillRule = .nonZero, pixel: UInt32, blend: BlendMode = .normal, clip: Int32 = -1)
  {
    let bounds = visible(outline.bounds, clip: clip)
    guard !bounds.isEmpty, pixel != 0 || blend != .normal else { return }
    append(
      DisplayOp(
        kind: .solid, rule: rule, blend: blend, shape: add(outline: outline), source: tinted(pixel), clip: clip,
        bounds: bounds))
  }

  func fill(_ rect: DeviceRect, pixel: UInt32, blend: BlendMode = .normal, clip: Int32 = -1) {
    let bounds = visible(rect, clip: clip)
    guard !bounds.isEmpty, pixel != 0 || blend != .normal else { return }
    append(DisplayOp(kind: .solidRect, blend: blend, source: tinted(pixel), clip: clip, bounds: bounds))
  }

  func fill(
    _ outline: Outline, rule: FillRule = .nonZero, source: @autoclosure () -> SpanSource?, opacity: UInt8 = 255,
    blend: BlendMode = .normal,
    clip: Int32 = -1
  ) {
    let bounds = visible(outline.bounds, clip: clip)
    guard !bounds.isEmpty, opacity > 0 || blend != .normal, let source = source() else { return }
    append(
      DisplayOp(
        kind: .fill, rule: rule, blend: blend, opacity: opacity, shape: add(outline: outline),
        source: add(source: source), tint: tint,
        clip: clip,
        bounds: bounds))
  }

  func fill(
    _ rect: DeviceRect, source: @autoclosure () -> SpanSource?, opacity: UInt8 = 255, blend: BlendMode = .normal,
    clip: Int32 = -1
  ) {
    let bounds = visible(rect, clip: clip)
    guard !bounds.isEmpty, opacity > 0 || blend != .normal, let source = source() else { return }
    append(
      DisplayOp(
        kind: .rect, blend: blend, opacity: opacity, source: add(source: source), tint: tint, clip: clip, bounds: bounds
      ))
  }

  /// Paints glyphs that are in the list; those that cannot be seen are taken out again.
  func fill(_ run: PlacedGlyphs.Run, pixel: UInt32, blend: BlendMode, clip: Int32) {
    let bounds = visible(run.bounds, clip: clip)
    guard !bounds.isEmpty, pixel != 0 || blend != .normal else { return glyphs.remove(run) }
    glyphRuns.append(run)
    append(
      DisplayOp(
        kind: .solidGlyphs, blend: blend, shape: Int32(glyphRuns.count - 1), source: tinted(pixel), clip: clip,
        bounds: bounds))
  }

  func fill(
    _ run: PlacedGlyphs.Run, source: @autoclosure () -> SpanSource?, opacity: UInt8, blend: BlendMode, clip: Int32
  ) {
    let bounds = visible(run.bounds, clip: clip)
    guard !bounds.isEmpty, opacity > 0 || blend != .normal, let source = source() else { return glyphs.remove(run) }
    glyphRuns.append(run)
    append(
      DisplayOp(
        kind: .glyphs, blend: blend, opacity: opacity, shape: Int32(glyphRuns.count - 1), source: add(source: source),
        tint: tint, clip: clip, bounds: bounds))
  }

  func mask(_ surface: CoverageSurface, dx: Int32, dy: Int32, pixel: UInt32, clip: Int32 = -1) {
    let bounds = visible(surface.rect.offset(dx: dx, dy: dy), clip: clip)
    guard !bounds.isEmpty else { return }
    coverageSurfaces.append((surface, dx, dy))
    append(
      DisplayOp(
        kind: .mask, shape: Int32(coverageSurfaces.count - 1), source: tinted(pixel), clip: clip, bounds: bounds))
  }

  /// - Parameter hole: the area that an opaque piece covers anyway, and that may be left out.
  func nineSlice(_ slice: NineSlice, pixel: UInt32, leavingOut hole: DeviceRect, clip: Int32 = -1) {
    let d = slice.destination
    let h = hole.intersection(d)
    nineSlices.append(slice)
    let index = Int32(nineSlices.count - 1)
    let parts =
      h.isEmpty
      ? [d]
      : [
        DeviceRect(x0: d.x0, y0: d.y0, x1: d.x1, y1: h.y0), DeviceRect(x0: d.x0, y0: h.y0, x1: h.x0, y1: h.y1),
        DeviceRect(x0: h.x1, y0: h.y0, x1: d.x1, y1: h.y1), DeviceRect(x0: d.x0, y0: h.y1, x1: d.x1, y1: d.y1),
      ]
    for part in parts {
      let bounds = visible(part, clip: clip)
      if bounds.isEmpty { continue }
      append(DisplayOp(kind: .nineSlice, shape: index, source: tinted(pixel), clip: clip, bounds: bounds))
    }
  }

  func surface(_ surface: PixelSurface, opacity: UInt8 = 255, blend: BlendMode = .normal, clip: Int32 = -1) {
    let bounds = visible(surface.rect, clip: clip)
    guard !bounds.isEmpty else { return }
    pixelSurfaces.append(surface)
    append(
      DisplayOp(
        kind: .surface, blend: blend, opacity: opacity, shape: Int32(pixelSurfaces.count - 1), tint: tint, clip: clip,
        bounds: bounds))
  }

  func sprites(_ batch: SpriteBatch, blend: BlendMode, clip: Int32 = -1) {
    let bounds = visible(batch.bounds, clip: clip)
    guard !batch.isEmpty, !bounds.isEmpty else { return }
    spriteBatches.append(batch)
    append(DisplayOp(kind: .sprites, blend: blend, shape: Int32(spriteBatches.count - 1), clip: clip, bounds: bounds))
  }

  /// Draws the pixels that cuts pass through as samples until `endCuts`: everything painted onto them until then must
  /// be pieces of planes.
  func beginCuts(_ pixels: CutPixels, label: String) -> Int32 {
    cutSets.append((pixels, label))
    let index = Int32(cutSets.count - 1)
    ops.append(DisplayOp(kind: .beginCuts, shape: index, bounds: pixels.rect.intersection(scissor)))
    return index
  }

  func endCuts(_ index: Int32) {
    // Its beginning and its end are in the same bands.
    ops.append(DisplayOp(kind: .endCuts, shape: index, bounds: cutSets[Int(index)].pixels.rect.intersection(scissor)))
  }

  /// Starts the group of a plane that shows one piece.
  func beginPiece(_ piece: DisplayPiece, clips: [AreaClip.Part], blend: BlendMode, label: String) {
    planePieces.append(piece)
    beginGroup(clips: clips, blend: blend, label: label)
    groups[groups.count - 1].piece = Int32(planePieces.count - 1)
  }

  /// Starts a group; `clips` and masks apply when it ends.
  func beginGroup(
    clips: [AreaClip.Part] = [], opacity: UInt8 = 255, tint: UInt32 = .max, blend: BlendMode = .normal, label: String
  ) {
    groups.append(DisplayGroup(bounds: scissor, clips: clips, opacity: opacity, blend: blend, tint: tint, label: label))
    let group = Int32(groups.count - 1)
    open.append((ops.count, group, .empty))
    ops.append(DisplayOp(kind: .beginGroup, shape: group, bounds: .empty))
  }

  func endGroup() {
    guard let last = open.popLast() else { return }
    var bounds = last.painted
    let group = Int(last.group)
    // A mode in which transparent pixels change the backdrop affects the whole surface.
    if groups[group].blend.changesBackdropOutsideSource {
      bounds = groups[group].bounds
    } else {
      bounds = bounds.intersection(groups[group].bounds)
    }
    guard !bounds.isEmpty else {
      ops.removeSubrange(last.op...)
      return
    }
    groups[group].bounds = bounds
    ops[last.op].bounds = bounds
    ops.append(DisplayOp(kind: .endGroup, blend: groups[group].blend, shape: last.group, bounds: bounds))
    note(bounds)
  }

  /// Starts the mask of the innermost group; `endMask` ends it. A mask does not make the group larger.
  func beginMask() {
    guard let last = open.last else { return }
    groups[Int(last.group)].hasMask = true
    open.append((ops.count, last.group, .empty))
    ops.append(DisplayOp(kind: .beginMask, shape: last.group, bounds: .empty))
  }

  func endMask() {
    guard let last = open.popLast() else { return }
    // An op without bounds is skipped, but a mask that paints nothing still hides everything: it stays, and so does its
    // group.
    ops.append(DisplayOp(kind: .endMask, shape: last.group, bounds: last.painted))
    ops[last.op].bounds = last.painted
    if last.painted.isEmpty {
      groups[Int(last.group)].bounds = .empty
    } else {
      let g = Int(last.group)
      if !groups[g].blend.changesBackdropOutsideSource {
        groups[g].bounds = groups[g].bounds.intersection(last.painted)
      }
    }
  }

  /// Cuts every op to the group it is in.
  func cut(to rect: DeviceRect) {
    ops.withUnsafeMutableBufferPointer { ops in
      var limits = [rect]
      for i in ops.indices {
        switch ops[i].kind {
        case .beginGroup, .beginMask:
          let bounds = groups[Int(ops[i].shape)].bounds.intersection(limits[limits.count - 1])
          groups[Int(ops[i].shape)].bounds = bounds
          ops[i].bounds = bounds
          limits.append(bounds)
        case .endGroup, .endMask:
          ops[i].bounds = limits.removeLast()
        default:
          ops[i].bounds = ops[i].bounds.intersection(limits[limits.count - 1])
        }
      }
    }
  }

  /// Cuts every op to the group it is in, and lists for every band the ops that touch it.
  ///
  /// - Returns: the indices of all bands one after the other, and the start of each band (one more than there are
  ///   bands).
  func binned(bandHeight: Int, rect: DeviceRect) -> (indices: [Int32], starts: [Int]) {
    let count = max(1, (rect.height + bandHeight - 1) / bandHeight)
    let height = Int32(clamping: bandHeight)
    var perBand = [Int](repeating: 0, count: count + 1)
    cut(to: rect)
    for op in ops where !op.bounds.isEmpty {
      for band in Int((op.bounds.y0 - rect.y0) / height)...Int((op.bounds.y1 - 1 - rect.y0) / height) {
        perBand[band + 1] += 1
      }
    }
    for band in 0..<count { perBand[band + 1] += perBand[band] }
    var next = perBand
    var indices = [Int32](repeating: 0, count: perBand[count])
    for (i, op) in ops.enumerated() where !op.bounds.isEmpty {
      for band in Int((op.bounds.y0 - rect.y0) / height)...Int((op.bounds.y1 - 1 - rect.y0) / height) {
        indices[next[band]] = Int32(i)
        next[band] += 1
      }
    }
    return (indices, perBand)
  }

  /// The largest number of bytes per row of groups that are open at once, and the label of the group where that is.
  var groupBytesPerRow: (bytes: Int, depth: Int, label: String) {
    var stack: [Int] = []
    var sum = 0
    var most = (bytes: 0, depth: 0, label: "")
    for op in ops {
      switch op.kind {
      case .beginGroup, .beginMask:
        let group = groups[Int(op.shape)]
        let bytes = group.bounds.width * (op.kind == .beginGroup && group.needsCoverage ? 5 : 4)
        stack.append(bytes)
        sum += bytes
        if sum > most.bytes { most = (sum, stack.count, group.label) }
      case .endGroup, .endMask: sum -= stack.popLast() ?? 0
      default: break
      }
    }
    return most
  }

  /// The largest number of samples of cut pixels that are open at once in a band, in pixels, and the label of the set
  /// where that is.
  ///
  /// - Parameter rect: the area that the bands divide.
  func cutSamples(bandHeight: Int, rect: DeviceRect) -> (samples: Int, label: String) {
    if cutSets.isEmpty { return (0, "") }
    var open: [Int] = []
    var sum = 0
    var most = (samples: 0, label: "")
    let height = Int32(clamping: bandHeight)
    for op in ops {
      switch op.kind {
      case .beginCuts:
        let set = cutSets[Int(op.shape)]
        var count = 0
        if !op.bounds.isEmpty {
          for band in (op.bounds.y0 - rect.y0) / height...(op.bounds.y1 - 1 - rect.y0) / height {
            let y0 = rect.y0 + band * height
            let rows = DeviceRect(x0: op.bounds.x0, y0: y0, x1: op.bounds.x1, y1: y0 + height)
            count = max(count, set.pixels.count(inRowsOf: rows.intersection(op.bounds)))
          }
        }
        // Room between the sets, so that each begins at a cache line.
        let samples = count * CutPixels.sampleCount + 16
        open.append(samples)
        sum += samples
        if sum > most.samples { most = (sum, set.label) }
      case .endCuts: sum -= open.popLast() ?? 0
      default: break
      }
    }
    return most
  }

  var usesMaskClips: Bool {
    func isMask(_ part: AreaClip.Part) -> Bool { if case .mask = part { true } else { false } }
    return clips.contains { $0.parts.contains(where: isMask) } || groups.contains { $0.clips.contains(where: isMask) }
  }
}
