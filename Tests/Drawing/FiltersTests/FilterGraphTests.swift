// SPDX-License-Identifier: MIT
import Filters
import Geometry
import Glibc
import Pixels
import Raster
import TestSupport
import Testing

/// Filter graphs compared with a plain implementation: per pixel, in double precision, each result rounded to bytes.
@Suite struct FilterGraphTests {
  /// The side of the canvas, which is also the region of all primitives.
  static let side = 40
  static let canvas = Rect(0, 0, Double(side), Double(side))

  typealias Image = [SIMD4<Double>]

  // MARK: The plain graph

  private static func linear(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }
  private static func encoded(_ v: Double) -> Double { v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055 }

  private static func straight(_ p: SIMD4<Double>, _ isLinear: Bool) -> SIMD4<Double> {
    if p.w <= 0 { return .zero }
    func one(_ v: Double) -> Double { isLinear ? linear(min(v / p.w, 1)) : v / p.w }
    return SIMD4(one(p.x), one(p.y), one(p.z), p.w)
  }

  /// Premultiplied sRGB components, rounded to bytes.
  private static func pixel(_ given: SIMD4<Double>, _ isLinear: Bool) -> SIMD4<Double> {
    let v = pointwiseMin(pointwiseMax(given, .zero), SIMD4(repeating: 1))
    func one(_ c: Double) -> Double { ((isLinear ? encoded(c) : c) * v.w * 255).rounded() / 255 }
    return SIMD4(one(v.x), one(v.y), one(v.z), (v.w * 255).rounded() / 255)
  }

  private static func pixel(premultiplied v: SIMD4<Double>, _ isLinear: Bool) -> SIMD4<Double> {
    let alpha = min(max(v.w, 0), 1)
    if alpha <= 0 { return .zero }
    return pixel(SIMD4(v.x / alpha, v.y / alpha, v.z / alpha, alpha), isLinear)
  }

  private static func premultiplied(_ p: SIMD4<Double>, _ isLinear: Bool) -> SIMD4<Double> {
    let s = straight(p, isLinear)
    return SIMD4(s.x * s.w, s.y * s.w, s.z * s.w, s.w)
  }

  private static func at(_ image: Image, _ x: Int, _ y: Int) -> SIMD4<Double> {
    x < 0 || y < 0 || x >= side || y >= side ? .zero : image[y * side + x]
  }

  private static func each(_ body: (_ x: Int, _ y: Int) -> SIMD4<Double>) -> Image {
    (0..<side * side).map { body($0 % side, $0 / side) }
  }

  private static func blend(_ mode: BlendMode, _ b: Double, _ s: Double) -> Double {
    switch mode {
    case .multiply: b * s
    case .screen: b + s - b * s
    case .darken: min(b, s)
    case .lighten: max(b, s)
    case .overlay: b <= 0.5 ? 2 * b * s : 1 - 2 * (1 - b) * (1 - s)
    case .hardLight: s <= 0.5 ? 2 * b * s : 1 - 2 * (1 - b) * (1 - s)
    case .difference: abs(b - s)
    case .exclusion: b + s - 2 * b * s
    default: s
    }
  }

  static func plain(_ graph: FilterGraph, _ source: Image) -> Image {
    let nothing = Image(repeating: .zero, count: side * side)
    var results: [Image] = []
    for p in graph.primitives {
      let inputs = p.inputs.map { input in
        switch input {
        case .source: source
        case .nothing: nothing
        case .result(let i): results[i]
        }
      }
      let made = result(of: p, inputs)
      let r = p.region ?? canvas
      results.append(
        each { x, y in
          Double(x) >= r.minX && Double(x) < r.maxX && Double(y) >= r.minY && Double(y) < r.maxY
            ? at(made, x, y) : .zero
        })
    }
    return results.last ?? nothing
  }

  private static func result(of p: FilterGraph.Primitive, _ inputs: [Image]) -> Image {
    let nothing = Image(repeating: .zero, count: side * side)
    let a = inputs.first ?? nothing
    let b = inputs.count > 1 ? inputs[1] : nothing
    func mixed(_ body: (SIMD4<Double>, SIMD4<Double>) -> SIMD4<Double>) -> Image {
      zip(a, b).map { x, y in
        pixel(premultiplied: body(premultiplied(x, p.isLinear), premultiplied(y, p.isLinear)), p.isLinear)
      }
    }
    switch p.kind {
    case .flood(let c): return each { _, _ in pixel(SIMD4(c.red, c.green, c.blue, c.alpha), false) }
    case .offset(let d):
      return each { x, y in at(a, x - Int(d.width), y - Int(d.height)) }
    case .blur(let s):
      let wide = Int(max(s.width, s.height) * 4) + 1
      func weights(_ s: Double) -> [Double] {
        let all = (-wide...wide).map { s > 0 ? exp(-Double($0 * $0) / (2 * s * s)) : $0 == 0 ? 1 : 0 }
        let sum = all.reduce(0, +)
        return all.map { $0 / sum }
      }
      let (wx, wy) = (weights(s.width), weights(s.height))
      let start = a.map { premultiplied($0, p.isLinear) }
      let across = each { x, y in
        (-wide...wide).reduce(SIMD4<Double>.zero) { $0 + at(start, x + $1, y) * wx[$1 + wide] }
      }
      return each { x, y in
        pixel(
          premultiplied: (-wide...wide).reduce(SIMD4<Double>.zero) { $0 + at(across, x, y + $1) * wy[$1 + wide] },
          p.isLinear)
      }
    case .matrix(let m):
      return a.map { v in
        let s = straight(v, p.isLinear)
        func row(_ i: Int) -> Double {
          m[i * 5] * s.x + m[i * 5 + 1] * s.y + m[i * 5 + 2] * s.z + m[i * 5 + 3] * s.w + m[i * 5 + 4]
        }
        return pixel(SIMD4(row(0), row(1), row(2), row(3)), p.isLinear)
      }
    case .curves(let curves):
      return a.map { v in
        let s = straight(v, p.isLinear)
        func look(_ c: [Double], _ v: Double) -> Double {
          let place = min(max(v, 0), 1) * Double(c.count - 1)
          let i = min(Int(place), c.count - 2)
          return c[i] + (c[i + 1] - c[i]) * (place - Double(i))
        }
        return pixel(
          SIMD4(look(curves[0], s.x), look(curves[1], s.y), look(curves[2], s.z), look(curves[3], s.w)), p.isLinear)
      }
    case .luminance:
      return a.map { v in
        let s = premultiplied(v, p.isLinear)
        return pixel(SIMD4(1, 1, 1, 0.2125 * s.x + 0.7154 * s.y + 0.0721 * s.z), false)
      }
    case .merge:
      var sum = nothing
      for input in inputs {
        sum = zip(input, sum).map { x, y in
          let (v, w) = (premultiplied(x, p.isLinear), premultiplied(y, p.isLinear))
          return pixel(premultiplied: v + w * (1 - v.w), p.isLinear)
        }
      }
      return sum
    case .morphology(let r, let isDilation):
      return each { x, y in
        var best = SIMD4<Double>(repeating: isDilation ? 0 : 1)
        for dy in -Int(r.height)...Int(r.height) {
          for dx in -Int(r.width)...Int(r.width) {
            let v = at(a, x + dx, y + dy)
            best = isDilation ? pointwiseMax(best, v) : pointwiseMin(best, v)
          }
        }
        return best
      }
    case .blend(let mode):
      return zip(a, b).map { x, y in
        let (s, d) = (straight(x, p.isLinear), straight(y, p.isLinear))
        func one(_ i: Int) -> Double {
          s[i] * s.w * (1 - d.w) + d[i] * d.w * (1 - s.w) + s.w * d.w * blend(mode, d[i], s[i])
        }
        return pixel(premultiplied: SIMD4(one(0), one(1), one(2), s.w + d.w - s.w * d.w), p.isLinear)
      }
    case .composite(let rule):
      switch rule {
      case .over: return mixed { $0 + $1 * (1 - $0.w) }
      case .in: return mixed { $0 * $1.w }
      case .out: return mixed { $0 * (1 - $1.w) }
      case .atop: return mixed { $0 * $1.w + $1 * (1 - $0.w) }
      case .xor: return mixed { $0 * (1 - $1.w) + $1 * (1 - $0.w) }
      case .lighter: return mixed { $0 + $1 }
      case .arithmetic(let k1, let k2, let k3, let k4): return mixed { $0 * $1 * k1 + $0 * k2 + $1 * k3 + k4 }
      }
    }
  }

  // MARK: Ours

  private static func surface(_ image: Image) throws -> PixelSurface {
    let s = Int32(side)
    let surface = try PixelSurface(rect: DeviceRect(x0: 0, y0: 0, x1: s, y1: s))
    for (i, v) in image.enumerated() {
      func byte(_ c: Double) -> UInt32 { UInt32((c * 255).rounded()) }
      surface.band.base[i] = byte(v.x) | byte(v.y) << 8 | byte(v.z) << 16 | byte(v.w) << 24
    }
    return surface
  }

  /// - Parameter parts: the number of parts of the output, each rendered separately.
  static func made(_ graph: FilterGraph, _ source: Image, parts: Int = 1) throws -> Image {
    let surface = try surface(source)
    let whole = surface.rect
    let plan = FilterGraphPlan(graph, map: .identity, source: whole, visible: whole)
    var result = Image(repeating: .zero, count: side * side)
    let step = Int32(side / parts)
    for part in 0..<Int32(parts) {
      let output = DeviceRect(x0: 0, y0: part * step, x1: Int32(side), y1: (part + 1) * step)
      guard let made = try plan.run(FilterImage(surface), output: output, work: FilterWork(threads: 2)) else {
        continue
      }
      let r = made.rect
      for y in r.y0..<r.y1 {
        for x in r.x0..<r.x1 {
          let p = made.band.base[Int(y - r.y0) * made.band.stride + Int(x - r.x0)]
          func part(_ k: UInt32) -> Double { Double(p >> k & 255) / 255 }
          result[Int(y) * side + Int(x)] = SIMD4(part(0), part(8), part(16), part(24))
        }
      }
    }
    return result
  }

  /// Discs of several colours, one translucent, on a transparent background.
  static func discs(_ random: inout SplitMix) -> Image {
    let all = (0..<4).map { _ in
      (
        x: random.number(8, 32), y: random.number(8, 32), r: random.number(4, 9),
        color: SIMD4(random.number(0, 1), random.number(0, 1), random.number(0, 1), random.number(0.4, 1.3))
      )
    }
    return each { x, y in
      var result = SIMD4<Double>.zero
      for disc in all {
        let d = hypot(Double(x) - disc.x, Double(y) - disc.y)
        let alpha = min(max(disc.r - d, 0), 1) * min(disc.color.w, 1)
        let v = SIMD4(disc.color.x * alpha, disc.color.y * alpha, disc.color.z * alpha, alpha)
        result = v + result * (1 - alpha)
      }
      return pixel(premultiplied: result, false)
    }
  }

  struct SplitMix {
    var random: SeededRandom
    init(state: UInt64) { random = SeededRandom(state) }
    mutating func next() -> UInt64 { random.next() }
    mutating func number(_ low: Double, _ high: Double) -> Double {
      low + (high - low) * Double(next() >> 11) / Double(1 << 53)
    }
    mutating func index(_ count: Int) -> Int { Int(next() % UInt64(count)) }
  }

  private static let modes: [BlendMode] = [
    .normal, .multiply, .screen, .darken, .lighten, .overlay, .hardLight, .difference, .exclusion,
  ]

  private static func kind(_ choice: Int, _ random: inout SplitMix) -> (FilterGraph.Kind, inputs: Int) {
    switch choice {
    case 0:
      return (.blur(Size(random.number(0, 2.5), random.index(4) == 0 ? 0 : random.number(0, 2.5))), 1)
    case 1:
      var m = (0..<15).map { _ in random.number(-0.5, 1) }
      m += [0, 0, 0, random.number(0.3, 1), 0]
      return (.matrix(m), 1)
    case 2:
      // A matrix that replaces the colour and keeps alpha.
      return (.matrix(FilterGraph.matrix(of: Color(red: random.number(0, 1), green: 0.5, blue: 0, alpha: 0.8))), 1)
    case 3: return (.offset(Size(Double(random.index(13) - 6), Double(random.index(13) - 6))), 1)
    case 4:
      let rules: [FilterGraph.Operator] = [.over, .in, .out, .atop, .xor, .lighter]
      return (.composite(rules[random.index(6)]), 2)
    case 5:
      return (
        .composite(
          .arithmetic(
            random.index(2) == 0 ? 0 : random.number(-1, 1), random.number(-1, 1.5), random.number(-1, 1.5),
            random.index(2) == 0 ? 0 : random.number(0, 0.3))),
        2
      )
    case 6: return (.merge, 1 + random.index(3))
    case 7:
      return (.morphology(Size(Double(random.index(4)), Double(random.index(4))), isDilation: random.index(2) == 0), 1)
    case 8: return (.blend(modes[random.index(modes.count)]), 2)
    case 9:
      return (
        .flood(Color(red: random.number(0, 1), green: random.number(0, 1), blue: 0.25, alpha: random.number(0.2, 1))), 0
      )
    case 10:
      return (
        .curves(
          (0..<4).map { $0 == 3 ? [0, random.number(0.5, 1)] : [random.number(0, 0.5), random.number(0, 1), 1] }), 1
      )
    default: return (.luminance, 1)
    }
  }

  private static func graph(of count: Int, _ random: inout SplitMix) -> FilterGraph {
    var graph = FilterGraph()
    for i in 0..<count {
      let (kind, inputs) = kind(random.index(12), &random)
      // Mostly the latest results, so that few primitives are unused.
      let sources = (0..<inputs).map { _ -> FilterGraph.Input in
        if i == 0 || random.index(4) == 0 { return random.index(12) == 0 ? .nothing : .source }
        return .result(random.index(2) == 0 ? i - 1 : random.index(i))
      }
      var region = canvas
      if random.index(4) == 0 {
        region = Rect(Double(random.index(12)), Double(random.index(12)), Double(20 + random.index(8)), 26)
      }
      graph.add(kind, sources, region: region, isLinear: random.index(2) == 0)
    }
    return graph
  }

  @Test func `random graphs are those of a plain one`() throws {
    var random = SplitMix(state: 7)
    for round in 0..<160 {
      let source = Self.discs(&random)
      let graph = Self.graph(of: 1 + round % 8, &random)
      let (own, plain) = (try Self.made(graph, source), Self.plain(graph, source))
      let differences = zip(own, plain).map { a, b in
        let d = (a - b) * 255
        return max(abs(d.x), abs(d.y), abs(d.z), abs(d.w))
      }.sorted()
      // Nearly transparent pixels have coarse colours, and blend modes may amplify their rounding.
      #expect(
        differences[differences.count * 97 / 100] <= 3.1 && differences.reduce(0, +) / 1600 <= 0.6,
        "\(round): \(differences.suffix(60).first ?? 0), \(differences.last ?? 0): \(graph.primitives)")
    }
  }

  @Test func `a part of the result is that part of the whole`() throws {
    var random = SplitMix(state: 99)
    for _ in 0..<40 {
      let source = Self.discs(&random)
      let graph = Self.graph(of: 1 + random.index(8), &random)
      #expect(try Self.made(graph, source) == Self.made(graph, source, parts: 4), "\(graph.primitives)")
    }
  }

  // MARK: By hand

  /// The centre pixel of a primitive applied to two uniform colours.
  private func pixel(
    _ kind: FilterGraph.Kind, _ a: SIMD4<Double>, _ b: SIMD4<Double> = .zero, isLinear: Bool = false
  ) throws -> [Int] {
    var graph = FilterGraph()
    let first = graph.add(.merge, [.source], region: Self.canvas)
    let other = graph.add(
      .flood(Color(red: b.x, green: b.y, blue: b.z, alpha: b.w)), [], region: Self.canvas)
    graph.add(kind, [first, other], region: Self.canvas, isLinear: isLinear)
    let source = Image(repeating: SIMD4(a.x * a.w, a.y * a.w, a.z * a.w, a.w), count: Self.side * Self.side)
    let made = try Self.made(graph, source)[20 * Self.side + 20] * 255
    return [made.x, made.y, made.z, made.w].map { Int($0.rounded()) }
  }

  @Test func `primitives have the values of their formulas`() throws {
    let red = SIMD4(1.0, 0, 0, 1), green = SIMD4(0, 1.0, 0, 0.6)
    #expect(try pixel(.composite(.over), green, red) == [102, 153, 0, 255])
    // In linear light the mixture is brighter: encoded(0.4) is 0.665, encoded(0.6) is 0.798.
    #expect(try pixel(.composite(.over), green, red, isLinear: true) == [170, 203, 0, 255])
    #expect(try pixel(.composite(.in), red, green) == [153, 0, 0, 153])
    #expect(try pixel(.composite(.out), red, green) == [102, 0, 0, 102])
    #expect(try pixel(.composite(.atop), red, green) == [153, 0, 0, 153])
    #expect(try pixel(.composite(.xor), red, green) == [102, 0, 0, 102])
    #expect(try pixel(.composite(.lighter), red, green) == [255, 153, 0, 255])
    #expect(try pixel(.composite(.arithmetic(0, 0.5, 0.5, 0)), red, green) == [128, 77, 0, 204])
    #expect(try pixel(.composite(.arithmetic(0, 1, -1, 0)), red, red) == [0, 0, 0, 0])
    #expect(try pixel(.composite(.arithmetic(1, 0, 0, 0.2)), red, green) == [51, 51, 51, 204])
    #expect(try pixel(.blend(.multiply), SIMD4(0.5, 0.5, 0.5, 1), SIMD4(0.5, 1, 0, 1)) == [64, 128, 0, 255])
    #expect(try pixel(.blend(.screen), SIMD4(0.5, 0.5, 0.5, 1), SIMD4(0.5, 1, 0, 1)) == [192, 255, 128, 255])
    #expect(try pixel(.blend(.luminosity), SIMD4(1, 1, 1, 1), SIMD4(0.5, 0, 0, 1)) == [255, 255, 255, 255])
    #expect(try pixel(.luminance, SIMD4(1, 1, 1, 0.5)) == [128, 128, 128, 128])
    #expect(try pixel(.luminance, SIMD4(0, 1, 0, 1)) == [182, 182, 182, 182])
    // linear(0.5) is 0.214.
    #expect(try pixel(.luminance, SIMD4(0.5, 0.5, 0.5, 1), isLinear: true) == [55, 55, 55, 55])
    #expect(
      try pixel(.matrix([0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0.5, 0]), red) == [0, 0, 128, 128])
    #expect(
      try pixel(.matrix([0, 0, 0, 0, 0.25, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]), red) == [64, 0, 0, 255])
    #expect(
      try pixel(.curves([[1, 0], [0, 1], [0, 1], [0, 1]]), SIMD4(0.25, 0.25, 0.25, 1)) == [191, 64, 64, 255])
    #expect(try pixel(.flood(Color(red: 0, green: 0, blue: 1, alpha: 0.5)), red) == [0, 0, 128, 128])
  }

  @Test func `a blur of one colour is the same in both spaces, of two it is not`() throws {
    func row(_ isLinear: Bool, _ other: SIMD4<Double>) throws -> Image {
      var graph = FilterGraph()
      graph.add(.blur(Size(3, 0)), [.source], region: Self.canvas, isLinear: isLinear)
      let made = try Self.made(graph, Self.each { x, _ in x < 20 ? SIMD4(1, 1, 1, 1) : other })
      return Array(made[(20 * Self.side)..<(21 * Self.side)])
    }
    let bare = try row(true, .zero)
    #expect(try row(false, .zero) == bare && abs(bare[19].w - 0.57) < 0.03 && bare[19].x == bare[19].w)
    let black = SIMD4(0.0, 0, 0, 1)
    let (linear, plain) = (try row(true, black), try row(false, black))
    #expect(abs(plain[20].x - 0.43) < 0.03 && abs(linear[20].x - 0.69) < 0.03)
  }

  @Test func `what a graph reads and makes is bounded`() {
    let seen = DeviceRect(x0: 0, y0: 0, x1: 100, y1: 100)
    var graph = FilterGraph()
    let far = graph.add(.offset(Size(1e9, 0)), [.source])
    graph.add(.blur(Size(1e9, 1e9)), [far])
    let plan = FilterGraphPlan(graph, map: .identity, source: seen, visible: seen)
    #expect(plan.need(for: seen).isEmpty && plan.pixels(for: seen) < 1 << 31)
    var nothing = FilterGraph()
    nothing.add(.blur(Size(1, 1)), [.result(5)])
    #expect(nothing.primitives[0].inputs == [.nothing])
    #expect(FilterGraphPlan(nothing, map: .identity, source: seen, visible: seen).extent.isEmpty)
    #expect(FilterGraphPlan(FilterGraph(), map: .identity, source: seen, visible: seen).extent.isEmpty)
    var flood = FilterGraph()
    flood.add(.flood(.black), [], region: Rect(-1e12, -1e12, 2e12, 2e12))
    #expect(FilterGraphPlan(flood, map: .identity, source: .empty, visible: seen).extent.contains(seen))
    #expect(flood.paintsOfNothing && !graph.paintsOfNothing)
  }
}
