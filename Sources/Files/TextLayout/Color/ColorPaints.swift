// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import RenderTree
import SystemC

/// The colour glyphs of a font's `COLR` table: layers of one colour each (version 0), and trees of paints (version 1).
/// Variable paints are drawn with their default values.
///
/// Fonts are untrusted: the number of paints of a glyph, and the memory of its outlines and colour lines, are bounded,
/// which bounds the loops too. Damaged data paints nothing.
struct ColorPaints: Sendable {
  /// The maximum memory of one glyph's drawing, in bytes: a hundred times what real glyphs take.
  static let mostBytes = 8 << 20

  /// A glyph's drawing, in font units, y up.
  struct Glyph {
    var operations: [DrawingOperation]
    /// True if part of it has the text's colour.
    var usesForeground: Bool
    /// The estimated memory; above `mostBytes` if the drawing is incomplete.
    var bytes: Int
  }

  private let table: FontTable
  private let palette: FontPalette
  /// The offsets of a version 1 table's lists; 0 if absent.
  private let baseGlyphs: Int
  private let layers: Int
  private let clips: Int

  init?(_ table: FontTable?, _ palette: FontPalette) {
    guard let table, table.count >= 14 else { return nil }
    self.table = table
    self.palette = palette
    let isTree = table.u16(0) >= 1
    baseGlyphs = isTree ? table.u32(14) : 0
    layers = isTree ? table.u32(18) : 0
    clips = isTree ? table.u32(22) : 0
  }

  /// Returns a glyph's drawing, in font units, y up.
  ///
  /// - Parameter outline: returns a glyph's outline, in font units, y up.
  /// - Returns: nil for a glyph without colours.
  func drawing(
    of glyph: Int, foreground: Color, outline: @escaping (UInt32) -> Path
  ) -> Glyph? {
    var painter = Painter(paints: self, foreground: foreground, outline: outline)
    if let paint = paint(of: glyph) {
      let clip = clip(of: glyph).map { DrawingClip(area: .path(Path(rect: $0), .nonZero), parent: nil) }
      painter.paint(paint, .identity, clip, depth: 0)
    } else if let base = table.record(glyph, from: table.u32(4), count: table.u16(2), size: 6) {
      let records = table.u32(8), first = table.u16(base + 2)
      for i in first..<first + table.u16(base + 4) where i < table.u16(12) {  // bounded: 65,535, and by mostBytes
        let color = painter.color(table.u16(records + 4 * i + 2), 1)
        painter.fill(UInt32(clamping: table.u16(records + 4 * i)), color: color)
      }
    } else {
      return nil
    }
    return Glyph(operations: painter.operations, usesForeground: painter.usesForeground, bytes: painter.bytes)
  }

  /// Returns the offset of a glyph's paint; nil if it has none.
  private func paint(of glyph: Int) -> Int? {
    guard baseGlyphs > 0, let record = table.record(glyph, from: baseGlyphs + 4, count: table.u32(baseGlyphs), size: 6)
    else { return nil }
    return baseGlyphs + table.u32(record + 2)
  }

  private func clip(of glyph: Int) -> Rect? {
    guard clips > 0, table.u8(clips) == 1 else { return nil }
    // Binary search by glyph range.
    var low = 0, high = min(table.u32(clips + 1), max(table.count - clips - 5, 0) / 7)
    while low < high {  // bounded: 17 halvings
      let middle = (low + high) / 2, at = clips + 5 + 7 * middle
      if glyph < table.u16(at) {
        high = middle
      } else if glyph > table.u16(at + 2) {
        low = middle + 1
      } else {
        let box = clips + table.u24(at + 4)
        return Rect(
          minX: table.length(box + 1), minY: table.length(box + 3), maxX: table.length(box + 5),
          maxY: table.length(box + 7))
      }
    }
    return nil
  }

  /// Translates one glyph's paints into drawing operations.
  private struct Painter {
    let paints: ColorPaints
    let foreground: Color
    let outline: (UInt32) -> Path
    var operations: [DrawingOperation] = []
    var usesForeground = false
    /// The memory of paths, operations and colour lines so far.
    private(set) var bytes = 0
    private var count = 0
    private var outlines: [UInt32: Path] = [:]

    private static let deepest = 32
    private static let mostPaints = 20_000
    private var table: FontTable { paints.table }

    init(paints: ColorPaints, foreground: Color, outline: @escaping (UInt32) -> Path) {
      self.paints = paints
      self.foreground = foreground
      self.outline = outline
    }

    /// Counts memory before it is allocated; returns false if the limit is exceeded.
    private mutating func pays(_ more: Int) -> Bool {
      bytes += more  // bounded: a number
      return bytes <= ColorPaints.mostBytes
    }

    private mutating func pays(_ path: Path) -> Bool {
      pays(path.points.count * MemoryLayout<Point>.stride + path.verbs.count + 64)
    }

    mutating func color(_ number: Int, _ alpha: Double) -> Color {
      if number == FontPalette.foreground { usesForeground = true }
      return paints.palette.color(number, alpha, foreground: foreground)
    }

    private mutating func path(_ glyph: UInt32) -> Path {
      if let known = outlines[glyph] { return known }
      guard pays(256) else { return Path() }
      let path = outline(glyph)
      _ = pays(path)
      outlines[glyph] = path
      return path
    }

    mutating func fill(
      _ glyph: UInt32, color: Color, transform: AffineTransform = .identity, clip: DrawingClip? = nil
    ) {
      let path = path(glyph)
      guard !path.isEmpty, color.alpha > 0, operations.count < Self.mostPaints,
        pays(2 * MemoryLayout<DrawingOperation>.stride)
      else { return }
      operations.append(  // bounded: paid above
        DrawingOperation(kind: .fill(path, .nonZero, .color(color)), transform: transform, clip: clip))
    }

    /// Draws the paint at an offset in the table, through a transform and inside a clip.
    mutating func paint(_ at: Int, _ transform: AffineTransform, _ clip: DrawingClip?, depth: Int) {
      count += 1
      guard depth < Self.deepest, count <= Self.mostPaints, bytes <= ColorPaints.mostBytes, at < table.count,
        transform.isFinite
      else { return }
      let t = table
      func child(_ more: AffineTransform) {
        paint(at + t.u24(at + 1), more.concat(transform), clip, depth: depth + 1)
      }
      /// Returns a transform about the point whose coordinates are stored at an offset.
      func about(_ place: Int, _ map: AffineTransform) -> AffineTransform {
        let x = t.length(place), y = t.length(place + 2)
        return AffineTransform.translation(-x, -y).concat(map).concat(.translation(x, y))
      }
      // Each format is followed by its variable form, which begins with the same fields.
      let kind = t.u8(at)
      switch kind {
      case 1:
        let first = t.u32(at + 2)
        for i in first..<first + t.u8(at + 1) where paints.layers > 0 && i < t.u32(paints.layers) {
          paint(paints.layers + t.u32(paints.layers + 4 + 4 * i), transform, clip, depth: depth + 1)
        }
      case 2, 3: fillClip(color(t.u16(at + 1), t.fraction(at + 3)), clip)
      case 4, 5: linear(at, transform, clip)
      case 6, 7: radial(at, transform, clip)
      case 8, 9: sweep(at, transform, clip)
      case 10:
        let glyph = UInt32(clamping: t.u16(at + 4)), inner = at + t.u24(at + 1)
        if t.u8(inner) == 2 || t.u8(inner) == 3 {
          return fill(glyph, color: color(t.u16(inner + 1), t.fraction(inner + 3)), transform: transform, clip: clip)
        }
        let path = path(glyph)
        guard !path.isEmpty, pays(path) else { return }
        paint(
          inner, transform, DrawingClip(area: .path(path.transformed(by: transform), .nonZero), parent: clip),
          depth: depth + 1)
      case 11:
        let glyph = t.u16(at + 1)
        guard let inner = paints.paint(of: glyph) else { return }
        var clip = clip
        if let box = paints.clip(of: glyph) {
          clip = DrawingClip(area: .path(Path(rect: box).transformed(by: transform), .nonZero), parent: clip)
        }
        paint(inner, transform, clip, depth: depth + 1)
      case 12, 13:
        let m = at + t.u24(at + 4)
        child(
          AffineTransform(
            a: t.fixed(m), b: t.fixed(m + 4), c: t.fixed(m + 8), d: t.fixed(m + 12), tx: t.fixed(m + 16),
            ty: t.fixed(m + 20)))
      case 14, 15: child(.translation(t.length(at + 4), t.length(at + 6)))
      case 16, 17: child(.scale(t.fraction(at + 4), t.fraction(at + 6)))
      case 18, 19: child(about(at + 8, .scale(t.fraction(at + 4), t.fraction(at + 6))))
      case 20, 21: child(.scale(t.fraction(at + 4), t.fraction(at + 4)))
      case 22, 23: child(about(at + 6, .scale(t.fraction(at + 4), t.fraction(at + 4))))
      case 24, 25: child(rotation(at + 4))
      case 26, 27: child(about(at + 6, rotation(at + 4)))
      case 28, 29: child(skew(at + 4))
      case 30, 31: child(about(at + 8, skew(at + 4)))
      case 32:
        let source = at + t.u24(at + 1), backdrop = at + t.u24(at + 5)
        if t.u8(at + 4) == 1 { return paint(source, transform, clip, depth: depth + 1) }
        if t.u8(at + 4) == 2 { return paint(backdrop, transform, clip, depth: depth + 1) }
        guard let mode = Self.mode(t.u8(at + 4)), operations.count < Self.mostPaints,
          pays(8 * MemoryLayout<DrawingOperation>.stride)
        else { return }
        operations.append(DrawingOperation(kind: .beginLayer, clip: clip))  // bounded: paid above
        paint(backdrop, transform, clip, depth: depth + 1)
        operations.append(DrawingOperation(kind: .beginLayer, blendMode: mode, clip: clip))  // bounded: paid above
        paint(source, transform, clip, depth: depth + 1)
        operations.append(DrawingOperation(kind: .endLayer))  // bounded: paid above
        operations.append(DrawingOperation(kind: .endLayer))  // bounded: paid above
      default: break
      }
    }

    /// A counterclockwise rotation, stored in half turns.
    private func rotation(_ at: Int) -> AffineTransform {
      let angle = table.fraction(at) * .pi
      return AffineTransform(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
    }

    private func skew(_ at: Int) -> AffineTransform {
      let x = table.fraction(at) * .pi, y = table.fraction(at + 2) * .pi
      return AffineTransform(a: 1, b: tan(y), c: -tan(x), d: 1, tx: 0, ty: 0)
    }

    /// The bounds of the innermost clip's path.
    private func bounds(_ clip: DrawingClip?) -> Rect? {
      guard case .path(let path, _)? = clip?.area else { return nil }
      return path.boundingBox
    }

    /// Fills the clip with one colour.
    private mutating func fillClip(_ color: Color, _ clip: DrawingClip?) {
      // Per the specification a paint without a clip is unbounded; no real font intends that, so it paints nothing.
      guard let clip, case .path(let path, let rule) = clip.area, color.alpha > 0,
        pays(2 * MemoryLayout<DrawingOperation>.stride)
      else { return }
      let filling = DrawingOperation(kind: .fill(path, rule, .color(color)), clip: clip.parent)
      operations.append(filling)  // bounded: paid above
    }

    /// Returns the colour line of a gradient; the stops of a variable one are longer.
    private mutating func colors(of at: Int) -> ColorLine? {
      let line = at + table.u24(at + 1), size = table.u8(at) % 2 == 0 ? 6 : 10
      let extents: [ColorLine.Extent] = [.pad, .repeat, .reflect]
      var stops: [ColorLine.Stop] = []
      let count = min(table.u16(line + 1), 256)
      // Four times: a repeating line is unrolled.
      guard pays(4 * count * MemoryLayout<ColorLine.Stop>.stride) else { return nil }
      for i in 0..<count {
        let stop = line + 3 + size * i
        guard stop + 6 <= table.count else { break }
        stops.append(  // bounded: paid above, 256
          .init(offset: table.fraction(stop), color: color(table.u16(stop + 2), table.fraction(stop + 4))))
      }
      return ColorLine(stops, table.u8(line) < 3 ? extents[table.u8(line)] : .pad)
    }

    private mutating func add(
      _ kind: DrawingGradient.Kind, stops: GradientStops, transform: AffineTransform, clip: DrawingClip?
    ) {
      guard operations.count < Self.mostPaints,
        pays(2 * MemoryLayout<DrawingOperation>.stride + 2 * stops.colors.count * MemoryLayout<Color>.stride)
      else { return }
      operations.append(  // bounded: paid above
        DrawingOperation(kind: .gradient(DrawingGradient(kind: kind, stops: stops)), transform: transform, clip: clip))
    }

    /// Returns the corners of the clip's bounds in a gradient's coordinates.
    private func corners(_ clip: DrawingClip?, _ transform: AffineTransform) -> [Point] {
      guard let r = bounds(clip), let back = transform.inverted else { return [] }
      return [Point(r.minX, r.minY), Point(r.maxX, r.minY), Point(r.minX, r.maxY), Point(r.maxX, r.maxY)]
        .map(back.apply)  // bounded: 4
    }

    private mutating func linear(_ at: Int, _ transform: AffineTransform, _ clip: DrawingClip?) {
      guard let line = colors(of: at) else { return }
      func point(_ k: Int) -> Point { Point(table.length(at + k), table.length(at + k + 2)) }
      let p0 = point(4), p1 = point(8), p2 = point(12)
      // The gradient vector is the projection of p0 p1 onto the perpendicular of p0 p2.
      let nx = p0.y - p2.y, ny = p2.x - p0.x, length = nx * nx + ny * ny
      let along = (p1.x - p0.x) * nx + (p1.y - p0.y) * ny
      guard length > 0, along != 0 else { return }
      let dx = nx * along / length, dy = ny * along / length
      func place(_ t: Double) -> Point { Point(p0.x + dx * t, p0.y + dy * t) }
      var low = line.first, high = line.last
      if line.extent != .pad {
        let square = dx * dx + dy * dy
        for corner in corners(clip, transform) {  // bounded: 4
          let t = ((corner.x - p0.x) * dx + (corner.y - p0.y) * dy) / square
          (low, high) = (min(low, t), max(high, t))
        }
      }
      let stops = line.stops(from: low, to: high)
      let width = high > low ? 0 : 1e-4
      add(.linear(from: place(low - width), to: place(high + width)), stops: stops, transform: transform, clip: clip)
    }

    private mutating func radial(_ at: Int, _ transform: AffineTransform, _ clip: DrawingClip?) {
      guard let line = colors(of: at) else { return }
      let c0 = Point(table.length(at + 4), table.length(at + 6)), r0 = Double(table.u16(at + 8))
      let c1 = Point(table.length(at + 10), table.length(at + 12)), r1 = Double(table.u16(at + 14))
      func center(_ t: Double) -> Point { Point(c0.x + (c1.x - c0.x) * t, c0.y + (c1.y - c0.y) * t) }
      func radius(_ t: Double) -> Double { r0 + (r1 - r0) * t }
      var low = line.first, high = line.last
      if line.extent != .pad, r1 != r0 {
        // Extends the line to the farthest corner of the clip, on the side where the circles grow.
        let far = corners(clip, transform).map { hypot($0.x - c0.x, $0.y - c0.y) }.max() ?? 0
        let reach = (far + hypot(c1.x - c0.x, c1.y - c0.y) + r0) / abs(r1 - r0)
        if r1 > r0 { (low, high) = (-.infinity, max(high, reach)) } else { (low, high) = (min(low, -reach), .infinity) }
      }
      // The line ends where the radius is 0.
      if r1 != r0 {
        let zero = -r0 / (r1 - r0)
        if r1 > r0 { low = max(low, zero) } else { high = min(high, zero) }
      }
      guard high >= low else { return }
      let stops = line.stops(from: low, to: high)
      let width = high > low ? 0 : 1e-4
      let from = low - width, to = high + width
      add(
        .radial(
          from: center(from), startRadius: max(radius(from), 0), to: center(to), endRadius: max(radius(to), 0)),
        stops: stops, transform: transform, clip: clip)
    }

    private mutating func sweep(_ at: Int, _ transform: AffineTransform, _ clip: DrawingClip?) {
      guard let line = colors(of: at) else { return }
      let center = Point(table.length(at + 4), table.length(at + 6))
      // In turns, counterclockwise; the table stores half turns, offset by −1.
      let start = (table.fraction(at + 8) + 1) / 2, end = (table.fraction(at + 10) + 1) / 2
      guard start != end || line.extent == .pad else { return }
      // The range of the colour line that a full turn shows.
      let scale = end - start
      guard scale != 0 else {
        let stops = GradientStops(
          colors: [line.stops[0].color, line.stops[0].color, line.stops[line.stops.count - 1].color],
          locations: [0, min(max(start, 0), 1), min(max(start, 0), 1)])
        return add(.conic(center: center, angle: 0), stops: stops, transform: transform, clip: clip)
      }
      let at0 = (0 - start) / scale, at1 = (1 - start) / scale
      var stops = line.stops(from: min(at0, at1), to: max(at0, at1))
      if at0 > at1 {
        stops = GradientStops(colors: stops.colors.reversed(), locations: stops.locations.reversed().map { 1 - $0 })
      }
      add(.conic(center: center, angle: 0), stops: stops, transform: transform, clip: clip)
    }

    /// Returns the blend mode of a composite; nil for clear, source and destination.
    private static func mode(_ number: Int) -> BlendMode? {
      let modes: [BlendMode?] = [
        nil, nil, nil, .normal, .destinationOver, .sourceIn, .destinationIn, .sourceOut, .destinationOut,
        .sourceAtop, .destinationAtop, .xor, .plusLighter, .screen, .overlay, .darken, .lighten, .colorDodge,
        .colorBurn, .hardLight, .softLight, .difference, .exclusion, .multiply, .hue, .saturation, .color, .luminosity,
      ]
      return number < modes.count ? modes[number] : nil
    }
  }
}
