// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Pixels
import Raster
import RenderTree

/// An operation, painted in every band it touches. It holds only numbers, which index the list's arrays.
struct DisplayOp {
  enum Kind: UInt8 {
    /// Fills outline `shape` with the pixel in `source`.
    case solid
    /// Fills leaf outline `shape` with the pixel in `source`, source over.
    case leaf
    /// Fills outline `shape` with span source `source`.
    case fill
    /// Fills glyph run `shape` with the pixel in `source`.
    case solidGlyphs
    /// Fills glyph run `shape` with span source `source`.
    case glyphs
    /// Fills `bounds` with the pixel in `source`.
    case solidRect
    /// Fills `bounds` with span source `source`.
    case rect
    /// Fills alpha surface `shape` with the pixel in `source`.
    case mask
    /// Fills nine-slice `shape` with the pixel in `source`.
    case nineSlice
    /// Draws pixel surface `shape`.
    case surface
    /// Draws sprite batch `shape`.
    case sprites
    /// Begins group `shape`; the ops up to its end are painted into a separate band.
    case beginGroup
    case endGroup
    /// Begins the mask of the innermost group, `shape`: the alpha of the ops up to its end multiplies the group's
    /// coverage.
    case beginMask
    case endMask
    /// Draws the pixels of cut set `shape` as samples, until its end.
    case beginCuts
    case endCuts
  }
  var kind: Kind
  var rule: FillRule = .nonZero
  var blend: BlendMode = .normal
  var opacity: UInt8 = 255
  var shape: Int32 = 0
  /// Index of a span source, or the bits of a premultiplied pixel.
  var source: Int32 = 0
  /// Factor of red, green and blue of a source or surface.
  var tint: UInt32 = .max
  /// Index of an area clip; −1 for none.
  var clip: Int32 = -1
  var bounds: DeviceRect
}

/// Parameters with which a group is composited at its end.
struct DisplayGroup {
  var bounds: DeviceRect
  /// Outlines whose coverage multiplies the group.
  var clips: [AreaClip.Part]
  var opacity: UInt8
  var blend: BlendMode
  var tint: UInt32
  var hasMask = false
  /// Index of the plane piece that the group shows; −1 for all other groups.
  var piece: Int32 = -1
  var label: String

  /// The outline, if it is all that clips the group, which is then composited within it; nil otherwise.
  var onlyOutline: (index: Int32, rule: FillRule)? {
    guard clips.count == 1, !hasMask, piece < 0, case .outline(let index, let rule) = clips[0] else { return nil }
    return (index, rule)
  }

  /// True if the group's coverage is combined in separate memory.
  var needsCoverage: Bool { (hasMask || !clips.isEmpty || piece >= 0) && onlyOutline == nil }
}

/// Visible part of a plane, shown by one piece.
struct DisplayPiece {
  /// Index of the cut set whose pixels are drawn as samples; −1 for none.
  var cuts: Int32
  /// Half-planes whose intersection is the piece; empty for a plane that is not split.
  var sides: [CutSide]
}

/// Coverage that multiplies individual pieces.
struct AreaClip {
  enum Part {
    /// Index of an outline.
    case outline(Int32, FillRule)
    /// The alpha of a span source inside an outline.
    case mask(Int32, source: Int32)
    /// An opaque outline painted later, which covers the area left by the preceding parts and shares edges with it.
    case beneath(Int32, FillRule)
  }
  var bounds: DeviceRect
  /// Rectangle in which the coverage is known to be full.
  var inner: DeviceRect
  var parts: [Part]
}

/// An alpha surface stretched along its middle column and row.
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
  // Unchecked: one thread fills a list, and no modification of these arrays reads another through the list.
  /// The area to draw; everything outside is clipped.
  let region: DeviceRect
  @exclusivity(unchecked) private(set) var ops: [DisplayOp] = []
  @exclusivity(unchecked) private(set) var outlines: [Outline] = []
  @exclusivity(unchecked) private(set) var leafOutlines = LeafOutlines()
  @exclusivity(unchecked) private(set) var sources: [SpanSource] = []
  @exclusivity(unchecked) private(set) var groups: [DisplayGroup] = []
  @exclusivity(unchecked) private(set) var clips: [AreaClip] = []
  @exclusivity(unchecked) private(set) var nineSlices: [NineSlice] = []
  @exclusivity(unchecked) private(set) var coverageSurfaces: [(surface: CoverageSurface, dx: Int32, dy: Int32)] = []
  @exclusivity(unchecked) private(set) var pixelSurfaces: [PixelSurface] = []
  @exclusivity(unchecked) private(set) var spriteBatches: [SpriteBatch] = []
  let glyphs = PlacedGlyphs()
  @exclusivity(unchecked) private(set) var glyphRuns: [PlacedGlyphs.Run] = []
  /// Glyphs of appended lists, to which their runs refer.
  @exclusivity(unchecked) private var othersGlyphs: [PlacedGlyphs] = []
  @exclusivity(unchecked) private(set) var cutSets: [(pixels: CutPixels, label: String)] = []
  @exclusivity(unchecked) private(set) var planePieces: [DisplayPiece] = []

  /// Part of the region to which the next pieces are clipped.
  @exclusivity(unchecked) var scissor: DeviceRect
  /// Factor of red, green and blue of the next pieces; the highest byte is ignored.
  @exclusivity(unchecked) var tint: UInt32 = .max
  @exclusivity(unchecked) var builder: OutlineBuilder
  /// Stack of open groups and masks: index of the first op, and bounds of the area painted since.
  @exclusivity(unchecked) private var open: [(op: Int, group: Int32, painted: DeviceRect)] = []
  /// Bounds of the area painted outside all groups.
  @exclusivity(unchecked) private(set) var painted = DeviceRect.empty
  /// Pixels of the whole region with the earlier content of the list; nil until pixels had to be read.
  @exclusivity(unchecked) private(set) var backing: PixelSurface?
  /// Bounds of the painted area that is not yet in the backing.
  @exclusivity(unchecked) private var pending = DeviceRect.empty

  init(region: DeviceRect) {
    self.region = region
    scissor = region
    builder = OutlineBuilder(canvas: region)
  }

  /// True if nothing was painted or begun.
  var isFresh: Bool { ops.isEmpty && backing == nil }
  /// True if the painted pixels can be read, i.e. outside groups.
  var isReadable: Bool { open.isEmpty }
  /// True if everything painted in an area, if anything, is in the backing.
  func isSettled(in area: DeviceRect) -> Bool { pending.intersection(area).isEmpty }

  /// Area in which the first operation replaces everything below it.
  var replaced: DeviceRect {
    guard let op = ops.first, op.kind == .surface, op.blend == .copy, op.opacity == 255, op.tint == .max, op.clip < 0
    else { return .empty }
    return op.bounds
  }

  /// True if the list, painted alone, leaves no translucent pixel: it begins with an opaque colour over the whole
  /// region, and no later op lowers alpha. False if that is unknown.
  var isProvenOpaque: Bool {
    guard backing == nil, let first = ops.first, first.kind == .solidRect, first.clip < 0,
      first.blend == .normal || first.blend == .copy, UInt32(bitPattern: first.source) >= 0xFF00_0000,
      first.bounds == region
    else { return false }
    var depth = 0
    for op in ops.dropFirst() {
      switch op.kind {
      case .beginGroup, .beginMask: depth += 1
      case .endMask: depth -= 1
      case .endGroup:
        depth -= 1
        if depth == 0, !groups[Int(op.shape)].blend.keepsOpacity { return false }
      case .beginCuts, .endCuts: return false
      default: if depth == 0, !op.blend.keepsOpacity { return false }
      }
    }
    return true
  }

  /// Paints the list into the backing, onto which the next pieces are painted later. No group may be open.
  func settle(onto surface: PixelSurface, options: CompositorOptions, scratches: inout [BandScratch])
    throws(LayerError)
  {
    try paint(onto: surface.band, options: options, scratches: &scratches)
    backing = surface
    ops.removeAll(keepingCapacity: true)
    printed = []
    pending = .empty
  }

  /// The operations that came with known fingerprints: the index of the first, and the fingerprints.
  @exclusivity(unchecked) private(set) var printed: [(first: Int, prints: [DisplayPrint])] = []

  /// Appends another list of the same region, without open groups and without a backing.
  ///
  /// - Parameter prints: the cached fingerprints of its operations; nil for none.
  func append(_ other: DisplayList, prints: PartPrints? = nil) {
    if let prints, open.isEmpty, let known = prints.prints(of: other) { printed.append((ops.count, known)) }
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
    let firstLeaf = leafOutlines.append(other.leafOutlines)
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
      case .leaf: op.shape += firstLeaf
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

  /// Returns the parts of a clip, for a group; none for −1.
  func parts(ofClip index: Int32) -> [AreaClip.Part] { index < 0 ? [] : clips[Int(index)].parts }

  private func append(_ op: DisplayOp) {
    var op = op
    if op.clip >= 0, clips[Int(op.clip)].inner.contains(op.bounds) { op.clip = -1 }
    ops.append(op)
    note(op.bounds)
  }

  /// Bounds of the area painted so far by the innermost group, or else by the list.
  var paintedArea: DeviceRect { open.last?.painted ?? painted }

  private func note(_ bounds: DeviceRect) {
    if open.isEmpty {
      painted = painted.union(bounds)
      pending = pending.union(bounds)
    } else {
      open[open.count - 1].painted = open[open.count - 1].painted.union(bounds)
    }
  }

  /// Returns a premultiplied pixel multiplied by the tint, as the bits of an op's `source`.
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

  /// Fills a rectangle with round corners of one radius with a premultiplied pixel that is not 0, source over.
  ///
  /// - Parameter arc: see `LeafOutlines.add`.
  /// - Returns: false if it must be filled as another outline.
  func fillLeaf(
    _ rect: Rect, radius: Double, through map: AffineTransform, arc: UnsafeBufferPointer<Point>, pixel: UInt32
  ) -> Bool {
    guard let (index, leaf) = leafOutlines.add(rect, radius: radius, through: map, arc: arc, canvas: region) else {
      return false
    }
    let bounds = leaf.bounds.intersection(scissor)
    if !bounds.isEmpty {
      ops.append(DisplayOp(kind: .leaf, shape: index, source: tinted(pixel), bounds: bounds))
      note(bounds)
    }
    return true
  }

  func fill(_ rect: DeviceRect, pixel: UInt32, blend: BlendMode = .normal, clip: Int32 = -1) {
    let bounds = visible(rect, clip: clip)
    guard !bounds.isEmpty, pixel != 0 || blend != .normal else { return }
    append(DisplayOp(kind: .solidRect, blend: blend, source: tinted(pixel), clip: clip, bounds: bounds))
  }

  func fill(
    _ outline: Outline, rule: FillRule = .nonZero, source: @autoclosure () -> SpanSource?, opacity: UInt8 = 255,
    blend: BlendMode = .normal, clip: Int32 = -1
  ) {
    let bounds = visible(outline.bounds, clip: clip)
    guard !bounds.isEmpty, opacity > 0 || blend != .normal, let source = source() else { return }
    append(
      DisplayOp(
        kind: .fill, rule: rule, blend: blend, opacity: opacity, shape: add(outline: outline),
        source: add(source: source), tint: tint, clip: clip, bounds: bounds))
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

  /// Fills glyphs that are in the list. A run that cannot be visible is removed.
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

  /// - Parameter hole: area that an opaque piece covers later, which may be skipped.
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

  /// Draws the pixels that cuts pass through as samples, until `endCuts`. Everything painted onto them until then must
  /// be plane pieces.
  func beginCuts(_ pixels: CutPixels, label: String) -> Int32 {
    cutSets.append((pixels, label))
    let index = Int32(cutSets.count - 1)
    ops.append(DisplayOp(kind: .beginCuts, shape: index, bounds: pixels.rect.intersection(scissor)))
    return index
  }

  func endCuts(_ index: Int32) {
    // The begin and end ops must be in the same bands.
    ops.append(DisplayOp(kind: .endCuts, shape: index, bounds: cutSets[Int(index)].pixels.rect.intersection(scissor)))
  }

  /// Begins the group of a plane piece.
  func beginPiece(_ piece: DisplayPiece, clips: [AreaClip.Part], blend: BlendMode, label: String) {
    planePieces.append(piece)
    beginGroup(clips: clips, blend: blend, label: label)
    groups[groups.count - 1].piece = Int32(planePieces.count - 1)
  }

  /// Begins a group; `clips` and masks apply when it ends.
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
    // A blend mode that changes the backdrop where the source is transparent affects the whole surface.
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

  /// Begins the mask of the innermost group, until `endMask`. A mask does not enlarge the group.
  func beginMask() {
    guard let last = open.last else { return }
    groups[Int(last.group)].hasMask = true
    open.append((ops.count, last.group, .empty))
    ops.append(DisplayOp(kind: .beginMask, shape: last.group, bounds: .empty))
  }

  func endMask() {
    guard let last = open.popLast() else { return }
    // An op without bounds is skipped, but a mask that paints nothing still hides everything: it stays, as does its
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

  /// Clips every op to its group.
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

  /// Clips every op to its group, and lists for each band the ops that touch it.
  ///
  /// - Returns: the indices of all bands, concatenated, and the start of each band, with one more entry for the end.
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

  /// Maximum number of bytes per row of groups open at once, and the label of the group where it is reached.
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

  /// Returns the maximum number of samples of cut pixels open at once in a band, in pixels, and the label of the set
  /// where it is reached.
  ///
  /// - Parameter rect: area divided into bands.
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
        // The padding aligns each set to a cache line.
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
