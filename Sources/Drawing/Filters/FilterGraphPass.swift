// SPDX-License-Identifier: MIT
import CPixelKernels
import Geometry
import Numbers
import Pixels
import Raster
import SystemC

/// The evaluation of one primitive of a filter graph on pixels.
struct FilterGraphPass {
  typealias Pixels = UnsafeMutablePointer<UInt32>

  let primitive: FilterGraph.Primitive
  let scale: Size
  /// Area of the result.
  let area: DeviceRect
  let work: FilterWork

  private var space: FilterGraphSpace { FilterGraphSpace(isLinear: primitive.isLinear) }
  private static let black = SIMD3<Float>(repeating: 0)

  func run(_ inputs: [FilterGraphPicture]) throws -> FilterGraphPicture {
    let first = inputs.first ?? FilterGraphPicture()
    let second = inputs.count > 1 ? inputs[1] : FilterGraphPicture()
    switch primitive.kind {
    case .blur(let sigma): return try blur(first, FilterGraphPlan.blur(sigma, scale))
    case .offset(let offset): return try moved(first, by: FilterGraphPlan.offset(offset, scale))
    case .morphology(let radius, let isDilation):
      return try extreme(first, FilterGraphPlan.radii(radius, scale), isDilation)
    case .flood(let color): return try flood(color)
    case .matrix(let m):
      guard m.count == 20 else { return first }
      return try matrix(first, m.map { Float($0) })
    case .curves(let curves): return try curved(first, curves.map { $0.map { Float($0) } })
    case .luminance: return try luminance(first)
    case .merge: return try merged(inputs)
    case .blend(.normal), .composite(.over): return try merged([second, first])
    case .blend(let mode): return try blended(first, second, mode)
    case .composite(let rule): return try composite(first, second, rule)
    }
  }

  // MARK: Rows

  private func target(isCleared: Bool = false) throws -> FilterImage {
    try work.image(.bytes, area, isCleared: isCleared)
  }

  /// Makes a picture from the pixels of others, row by row.
  ///
  /// - Parameter body: receives a row of each input, and replaces the first by the result.
  private func rows(
    _ inputs: [FilterGraphPicture], _ body: (_ rows: UnsafeMutableBufferPointer<Pixels>, _ count: Int) -> Void
  ) throws -> FilterImage {
    let target = try target()
    let count = area.width
    // In units of four pixels (16 bytes).
    let wide = (count + 3) / 4
    let others = max(inputs.count - 1, 0)
    try work.bands(of: area, height: 32, scratch: max(others, 1) * wide) { band, scratch in
      withUnsafeTemporaryAllocation(of: Pixels.self, capacity: max(inputs.count, 1)) { rows in
        for y in band.y0..<band.y1 {
          rows[0] = target.bytes(y)
          for i in inputs.indices.dropFirst() {
            rows[i] = UnsafeMutableRawPointer(scratch + (i - 1) * wide).assumingMemoryBound(to: UInt32.self)
          }
          for (i, input) in inputs.enumerated() {
            if let image = input.image {
              image.copy(y, from: area.x0, count: count, size: 4, to: rows[i])
            } else {
              rows[i].update(repeating: 0, count: count)
            }
          }
          body(rows, count)
        }
      }
    }
    return target
  }

  /// Maps each pixel of a picture. Runs of equal pixels are computed once.
  private func mapped(_ input: FilterGraphPicture, _ body: (UInt32) -> UInt32) throws -> FilterImage {
    try rows([input]) { rows, count in
      let row = rows[0]
      var (last, made) = (row[0], body(row[0]))
      row[0] = made
      for i in 1..<max(count, 1) {
        let pixel = row[i]
        if pixel != last { (last, made) = (pixel, body(pixel)) }
        row[i] = made
      }
    }
  }

  private func mapped(
    _ a: FilterGraphPicture, _ b: FilterGraphPicture, _ body: (_ a: UInt32, _ b: UInt32) -> UInt32
  ) throws -> FilterImage {
    try rows([a, b]) { rows, count in
      let (row, other) = (rows[0], rows[1])
      var last = (row[0], other[0])
      var made = body(row[0], other[0])
      row[0] = made
      for i in 1..<max(count, 1) {
        let (x, y) = (row[i], other[i])
        if x != last.0 || y != last.1 { (last, made) = ((x, y), body(x, y)) }
        row[i] = made
      }
    }
  }

  /// Maps each pixel by its alpha, with a lookup table of 256 pixels.
  private func mapped(_ input: FilterGraphPicture, byAlpha table: [UInt32]) throws -> FilterImage {
    try rows([input]) { rows, count in
      table.withUnsafeBufferPointer { table in
        let row = rows[0]
        for i in 0..<count { row[i] = table[Int(row[i] >> 24)] }
      }
    }
  }

  /// Returns the part of a picture inside the area.
  private func part(of picture: FilterGraphPicture) throws -> FilterGraphPicture {
    guard let image = picture.image else { return picture }
    if area.contains(image.rect) { return picture }
    return FilterGraphPicture(image: try rows([picture]) { _, _ in }, stain: picture.stain)
  }

  private static func premultiplied(_ stain: SIMD3<Float>, _ alpha: Float) -> UInt32 {
    FilterPixel.bytes(SIMD4(stain * alpha, alpha))
  }

  // MARK: Colours

  private func flood(_ color: Color) throws -> FilterGraphPicture {
    func unit(_ v: Double) -> Float { Float(min(max(v, 0), 1)) }
    let stain = SIMD3(unit(color.red), unit(color.green), unit(color.blue))
    let image = try target()
    let pixel = Self.premultiplied(stain, unit(color.alpha))
    work.rows(of: area) { image.bytes($0).update(repeating: pixel, count: area.width) }
    return FilterGraphPicture(image: image, stain: stain)
  }

  private func matrix(_ input: FilterGraphPicture, _ m: [Float]) throws -> FilterGraphPicture {
    func row(_ i: Int) -> SIMD4<Float> { SIMD4(m[i], m[5 + i], m[10 + i], m[15 + i]) }
    let (r, g, b, a, one) = (row(0), row(1), row(2), row(3), row(4))
    let space = space
    func changed(_ v: SIMD4<Float>) -> SIMD4<Float> { r * v.x + g * v.y + b * v.z + a * v.w + one }
    // Components on which the result's colour depends.
    let takesColor = (0..<3).contains { m[5 * $0] != 0 || m[5 * $0 + 1] != 0 || m[5 * $0 + 2] != 0 }
    let takesAlpha = (0..<3).contains { m[5 * $0 + 3] != 0 }
    let alphaTakesColor = m[15] != 0 || m[16] != 0 || m[17] != 0
    var stain: SIMD3<Float>?
    if !takesAlpha, !takesColor || input.stain != nil {
      let own = input.stain.map { linear($0) } ?? Self.black
      stain = encoded(changed(SIMD4(own, 1)))
    }
    if input.stain != nil || !takesColor && !alphaTakesColor {
      let own = input.stain.map { linear($0) } ?? Self.black
      let table = (0..<256).map { alpha -> UInt32 in
        let v = changed(alpha == 0 ? SIMD4(repeating: 0) : SIMD4(own, Float(alpha) / 255))
        if let stain, alpha > 0 || !takesColor { return Self.premultiplied(stain, min(max(v.w, 0), 1)) }
        return space.pixel(straight: v)
      }
      // Transparent pixels may become another colour.
      return FilterGraphPicture(
        image: try mapped(input, byAlpha: table), stain: table[0] == 0 || !takesColor ? stain : nil)
    }
    let image = try mapped(input) { space.pixel(straight: changed(space.straight($0))) }
    return FilterGraphPicture(image: image, stain: stain)
  }

  /// Converts an sRGB colour to the space.
  private func linear(_ c: SIMD3<Float>) -> SIMD3<Float> {
    guard primitive.isLinear else { return c }
    func one(_ v: Float) -> Float { Float(FilterGraphSpace.linear(Double(v))) }
    return SIMD3(one(c.x), one(c.y), one(c.z))
  }

  /// Converts a colour of the space to sRGB, clamped.
  private func encoded(_ c: SIMD4<Float>) -> SIMD3<Float> {
    func one(_ v: Float) -> Float {
      let v = v > 0 ? min(v, 1) : 0
      return primitive.isLinear ? Float(FilterGraphSpace.encoded(Double(v))) : v
    }
    return SIMD3(one(c.x), one(c.y), one(c.z))
  }

  private func curved(_ input: FilterGraphPicture, _ curves: [[Float]]) throws -> FilterGraphPicture {
    guard curves.count == 4, curves.allSatisfy({ $0.count > 1 }) else { return try part(of: input) }
    let space = space
    func look(_ curve: [Float], _ v: Float) -> Float {
      let place = (v > 0 ? min(v, 1) : 0) * Float(curve.count - 1)
      let index = min(Int(clamping: Double(place.rounded(.down))), curve.count - 2)
      return curve[index] + (curve[index + 1] - curve[index]) * (place - Float(index))
    }
    let image = try mapped(input) { pixel in
      let v = space.straight(pixel)
      return space.pixel(
        straight: SIMD4(look(curves[0], v.x), look(curves[1], v.y), look(curves[2], v.z), look(curves[3], v.w)))
    }
    return FilterGraphPicture(image: image)
  }

  private func luminance(_ input: FilterGraphPicture) throws -> FilterGraphPicture {
    let white = SIMD3<Float>(repeating: 1)
    let space = space
    let image: FilterImage
    if primitive.isLinear {
      image = try mapped(input) { pixel in
        let v = space.premultiplied(pixel)
        return Self.premultiplied(white, 0.2125 * v.x + 0.7154 * v.y + 0.0721 * v.z)
      }
    } else {
      image = try rows([input]) { rows, count in
        let row = rows[0]
        for i in 0..<count {
          let p = row[i]
          // The weights 0.2125, 0.7154 and 0.0721, in 1/65536.
          let sum = (p & 255) &* 13926 &+ (p >> 8 & 255) &* 46885 &+ (p >> 16 & 255) &* 4725 &+ 32768
          row[i] = (sum >> 16) &* 0x0101_0101
        }
      }
    }
    return FilterGraphPicture(image: image, stain: white)
  }

  // MARK: Two pictures

  /// Composites each input over the preceding ones.
  private func merged(_ inputs: [FilterGraphPicture]) throws -> FilterGraphPicture {
    let shown = inputs.filter { $0.image != nil }
    guard let first = shown.first else { return FilterGraphPicture() }
    let isOneColor = first.stain != nil && shown.allSatisfy { $0.stain == first.stain }
    if shown.count == 1 { return try part(of: first) }
    let space = FilterGraphSpace(isLinear: primitive.isLinear && !isOneColor)
    let image = try rows(shown) { rows, count in
      for k in 1..<rows.count { Self.over(rows[0], top: rows[k], count: count, space: space) }
    }
    return FilterGraphPicture(image: image, stain: isOneColor ? first.stain : nil)
  }

  private static func over(_ row: Pixels, top: Pixels, count: Int, space: FilterGraphSpace) {
    var last: (below: UInt32, above: UInt32) = (0, 0)
    var made: UInt32 = 0
    for i in 0..<count {
      let (above, below) = (top[i], row[i])
      if above == 0 { continue }
      if above >= 0xFF00_0000 || below == 0 {
        row[i] = above
        continue
      }
      if above != last.above || below != last.below {
        last = (below, above)
        if space.isLinear {
          let v = space.premultiplied(above)
          made = space.pixel(premultiplied: v + space.premultiplied(below) * (1 - v.w))
        } else {
          made = above &+ scaled(below, 255 - above >> 24)
        }
      }
      row[i] = made
    }
  }

  /// Multiplies a pixel by a number of 255ths, each component rounded.
  @inline(__always) private static func scaled(_ pixel: UInt32, _ by: UInt32) -> UInt32 {
    func two(_ v: UInt32) -> UInt32 {
      let t = (v & 0x00FF_00FF) &* by &+ 0x0080_0080
      return (t &+ (t >> 8 & 0x00FF_00FF)) >> 8 & 0x00FF_00FF
    }
    return two(pixel) | two(pixel >> 8) << 8
  }

  private func blended(_ source: FilterGraphPicture, _ backdrop: FilterGraphPicture, _ mode: BlendMode) throws
    -> FilterGraphPicture
  {
    if source.image == nil { return try part(of: backdrop) }
    if backdrop.image == nil { return try part(of: source) }
    let space = space
    let image = try mapped(source, backdrop) { s, b in
      if s == 0 { return b }
      if b == 0 { return s }
      let (sv, bv) = (space.straight(s), space.straight(b))
      let both = FilterGraphBlend.mixed(mode, backdrop: bv, source: sv) * (sv.w * bv.w)
      var result = both + sv * (sv.w * (1 - bv.w)) + bv * (bv.w * (1 - sv.w))
      result.w = sv.w + bv.w - sv.w * bv.w
      return space.pixel(premultiplied: result)
    }
    return FilterGraphPicture(image: image)
  }

  private func composite(_ a: FilterGraphPicture, _ b: FilterGraphPicture, _ rule: FilterGraph.Operator) throws
    -> FilterGraphPicture
  {
    let space = space
    func made(_ body: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>) throws -> FilterGraphPicture {
      FilterGraphPicture(
        image: try mapped(a, b) { x, y in
          space.pixel(premultiplied: body(space.premultiplied(x), space.premultiplied(y)))
        })
    }
    switch rule {
    case .over: return try merged([b, a])
    case .in:
      if a.image == nil || b.image == nil { return FilterGraphPicture() }
      return FilterGraphPicture(
        image: try mapped(a, b) { x, y in y >= 0xFF00_0000 ? x : Self.scaled(x, y >> 24) }, stain: a.stain)
    case .out:
      if a.image == nil { return FilterGraphPicture() }
      if b.image == nil { return try part(of: a) }
      return FilterGraphPicture(
        image: try mapped(a, b) { x, y in y == 0 ? x : Self.scaled(x, 255 - y >> 24) }, stain: a.stain)
    case .atop: return try made { $0 * $1.w + $1 * (1 - $0.w) }
    case .xor: return try made { $0 * (1 - $1.w) + $1 * (1 - $0.w) }
    case .lighter: return try made { $0 + $1 }
    case .arithmetic(let k1, let k2, let k3, let k4):
      let (f1, f2, f3, f4) = (Float(k1), Float(k2), Float(k3), Float(k4))
      if f1 == 0, f4 == 0, let stain = a.stain ?? b.stain, (a.image == nil || a.stain == stain),
        b.image == nil || b.stain == stain
      {
        // Pictures of one common colour keep that colour.
        let table = (0..<256).map { Self.premultiplied(stain, Float($0) / 255) }
        let image = try mapped(a, b) { x, y in
          let alpha = f2 * Float(x >> 24) + f3 * Float(y >> 24)
          return table[Int(clamping: Double(min(max(alpha, 0), 255).rounded()))]
        }
        return FilterGraphPicture(image: image, stain: stain)
      }
      return try made { x, y in x * y * f1 + x * f2 + y * f3 + f4 }
    }
  }

  // MARK: Places

  private func moved(_ input: FilterGraphPicture, by offset: (x: Double, y: Double)) throws -> FilterGraphPicture {
    guard let from = input.image else { return input }
    if offset.x == 0, offset.y == 0 { return try part(of: input) }
    let whole = (x: Int32(clamping: offset.x.rounded(.down)), y: Int32(clamping: offset.y.rounded(.down)))
    let (px, py) = (Float(offset.x - Double(whole.x)), Float(offset.y - Double(whole.y)))
    let image = try target()
    let count = area.width
    if px == 0, py == 0 {
      work.rows(of: area) { y in
        from.copy(y - whole.y, from: area.x0 - whole.x, count: count, size: 4, to: image.bytes(y))
      }
      return FilterGraphPicture(image: image, stain: input.stain)
    }
    try work.bands(of: area, height: 32, scratch: 2 * (count + 1)) { band, above in
      let own = above + (count + 1)
      for y in band.y0..<band.y1 {
        from.load(y - whole.y - 1, from: area.x0 - whole.x - 1, count: count + 1, to: above, work)
        from.load(y - whole.y, from: area.x0 - whole.x - 1, count: count + 1, to: own, work)
        for i in 0...count { own[i] += (above[i] - own[i]) * py }
        for i in 0..<count { own[i] = own[i + 1] + (own[i] - own[i + 1]) * px }
        image.store(own, y, from: area.x0, count: count, work)
      }
    }
    return FilterGraphPicture(image: image, stain: input.stain)
  }

  private func blur(_ input: FilterGraphPicture, _ blur: PyramidBlur) throws -> FilterGraphPicture {
    guard let from = input.image else { return input }
    if blur.isIdentity { return try part(of: input) }
    let image = try target()
    if !primitive.isLinear || input.stain != nil {
      guard let source = from.surface, let target = image.surface else { return FilterGraphPicture() }
      try work.blur(blur, source, target)
      return FilterGraphPicture(image: image, stain: input.stain)
    }
    // In strips, to limit the memory in floating point.
    let space = space
    let reach = Int(blur.need(for: area).height - area.height)
    let step = Int32(clamping: max(256, 2 * reach))
    var y0 = area.y0
    while y0 < area.y1 {
      if work.isStopped?() == true { break }
      let strip = DeviceRect(x0: area.x0, y0: y0, x1: area.x1, y1: min(area.y1, y0 + step))
      let read = blur.need(for: strip).intersection(from.rect)
      let source = try work.image(.floats, read.isEmpty ? .empty : read, isCleared: false)
      work.rows(of: source.rect) { y in
        let pixels = from.bytes(y) + (Int(read.x0) - Int(from.rect.x0))
        let row = source.floats(y)
        var last: UInt32 = 0
        var made = SIMD4<Float>(repeating: 0)
        for i in 0..<read.width {
          let pixel = pixels[i]
          if pixel != last { (last, made) = (pixel, space.premultiplied(pixel)) }
          row[i] = made
        }
      }
      try FloatBlur.rows(blur, source: source, of: strip, work: work) { y, row in
        let to = image.bytes(y)
        for i in 0..<strip.width { to[i] = row[i].w > 0 ? space.pixel(premultiplied: row[i]) : 0 }
      }
      try work.release(source)
      y0 = strip.y1
    }
    return FilterGraphPicture(image: image)
  }

  // MARK: Morphology

  private func extreme(_ input: FilterGraphPicture, _ radii: (x: Double, y: Double), _ isDilation: Bool) throws
    -> FilterGraphPicture
  {
    guard input.image != nil else { return input }
    if radii.x == 0, radii.y == 0 { return try part(of: input) }
    let low = (x: radii.x.rounded(.down), y: radii.y.rounded(.down))
    let share = max(radii.x - low.x, radii.y - low.y)
    let image = try extreme(input, rx: Int(clamping: low.x), ry: Int(clamping: low.y), isDilation: isDilation)
    guard share > 0 else { return FilterGraphPicture(image: image, stain: input.stain) }
    // For a fractional radius, the results of the two adjacent whole radii are mixed.
    let larger = try extreme(
      input, rx: Int(clamping: radii.x.rounded(.up)), ry: Int(clamping: radii.y.rounded(.up)), isDilation: isDilation)
    let part = UInt32(clamping: Int(clamping: (share * 256).rounded()))
    work.rows(of: area) { y in
      let (row, other) = (image.bytes(y), larger.bytes(y))
      for i in 0..<area.width where row[i] != other[i] {
        let (a, b) = (row[i], other[i])
        let even = ((a & 0x00FF_00FF) &* (256 - part) &+ (b & 0x00FF_00FF) &* part &+ 0x0080_0080) >> 8 & 0x00FF_00FF
        let odd =
          ((a >> 8 & 0x00FF_00FF) &* (256 - part) &+ (b >> 8 & 0x00FF_00FF) &* part &+ 0x0080_0080) & 0xFF00_FF00
        row[i] = even | odd
      }
    }
    try work.release(larger)
    return FilterGraphPicture(image: image, stain: input.stain)
  }

  /// Computes the maximum or minimum of each channel in a rectangle around each pixel, along rows and then along
  /// columns. A sparse table holds the extremes of runs of 1, 2, 4 … pixels; two overlapping runs make a window.
  private func extreme(_ input: FilterGraphPicture, rx: Int, ry: Int, isDilation: Bool) throws -> FilterImage {
    let image = try target(isCleared: true)
    guard let from = input.image else { return image }
    let kernels = work.kernels
    let kind: Int32 = isDilation ? 1 : 0
    func join(_ out: UnsafeMutableRawPointer, _ a: UnsafeMutableRawPointer, _ b: UnsafeMutableRawPointer, _ bytes: Int)
    {
      kernels.pointee.extreme_bytes(
        out.assumingMemoryBound(to: UInt8.self), a.assumingMemoryBound(to: UInt8.self),
        b.assumingMemoryBound(to: UInt8.self), bytes, kind, 0)
    }
    func power(_ radius: Int) -> Int { Int.bitWidth - 1 - (2 * radius + 1).leadingZeroBitCount }
    let (px, py) = (power(rx), power(ry))
    let block = 256
    // Columns are processed in strips of `block`, each with all its rows.
    let strips = (area.width + block - 1) / block
    let height = area.height + 2 * ry
    let n = block + 2 * rx
    let rows = (height * block + 3) / 4
    let line = (n + 3) / 4
    let workers = max(1, min(work.threads, strips))
    try work.charge(workers * (rows + 2 * line) * 4)
    let strip = DeviceRect(x0: 0, y0: 0, x1: Int32(clamping: max(16384, block)), y1: Int32(clamping: strips))
    try work.bands(of: strip, height: 1, scratch: rows + 2 * line) { job, scratch in
      let x0 = area.x0 + job.y0 * Int32(truncatingIfNeeded: block)
      let count = min(block, Int(area.x1 - x0))
      let column = UnsafeMutableRawPointer(scratch)
      let lines = [UnsafeMutableRawPointer(scratch + rows), UnsafeMutableRawPointer(scratch + rows + line)]
      func row(_ i: Int) -> UnsafeMutableRawPointer { column + i * block * 4 }
      for i in 0..<height {
        if i & 255 == 255, work.isStopped?() == true { return }
        let y = area.y0 - Int32(truncatingIfNeeded: ry) + Int32(truncatingIfNeeded: i)
        if y < from.rect.y0 || y >= from.rect.y1 {
          memset(row(i), 0, count * 4)
          continue
        }
        var (now, next) = (lines[0], lines[1])
        var length = count + 2 * rx
        from.copy(y, from: x0 - Int32(truncatingIfNeeded: rx), count: length, size: 4, to: now)
        for k in 0..<px {
          length -= 1 << k
          join(next, now, now + 4 << k, length * 4)
          (now, next) = (next, now)
        }
        join(row(i), now, now + (2 * rx + 1 - 1 << px) * 4, count * 4)
      }
      var length = height
      for k in 0..<py {
        length -= 1 << k
        for i in 0..<length { join(row(i), row(i), row(i + 1 << k), count * 4) }
      }
      for i in 0..<area.height {
        join(
          image.bytes(area.y0 + Int32(truncatingIfNeeded: i)) + Int(x0 - area.x0), row(i),
          row(i + 2 * ry + 1 - 1 << py), count * 4)
      }
    }
    try work.charge(-workers * (rows + 2 * line) * 4)
    return image
  }
}
