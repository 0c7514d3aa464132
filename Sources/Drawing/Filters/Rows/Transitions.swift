// SPDX-License-Identifier: MIT
import CPixelKernels
import Geometry
import Numbers
import Pixels
import Raster

// Filters between two pictures, by `inputTime` t: at 0 the result is the first, at 1 the second. In the comments S(x)
// is the smooth step 3x² − 2x³ of x clamped to 0 ... 1; u is the distance of a pixel along the direction `inputAngle`
// from the start of the extent, and L the extent's length in that direction; r is the distance from the centre and D
// that of the extent's farthest corner. Core Image publishes no formulas; these are ours.
extension FilterRow {
  static let transitions: [FilterRow] = [
    dissolve, swipe, barsSwipe, mod, ripple, flash, copyMachine, disintegrateWithMask, pageCurl,
  ]

  /// first·(1 − t) + second·t.
  static let dissolve = FilterRow(
    "CIDissolveTransition", .transition, "Fades from one picture to the other.", keys: [.time],
    .pair { inputs in
      if let end = end(inputs) { return end }
      let t = inputs.time
      return .mixing { row in
        for i in 0..<row.count { row.first[i] += (row.second[i] - row.first[i]) * t }
      }
    })

  /// Weight of the second picture: m = S((t·(L + width) − u)/width); the colour is composited over both with
  /// opacity·4m(1 − m).
  static let swipe = FilterRow(
    "CISwipeTransition", .transition, "Wipes one picture away by the other, with a soft edge.",
    keys: [
      .extent, .color("inputColor", 1, 1, 1, "The colour of the edge."), .time,
      .angle("inputAngle", 0, "Where the edge moves."), .reach("inputWidth", 300, "The edge's width, in points."),
      .fraction("inputOpacity", 0, in: 0...1, "How much of the colour is seen."),
    ], grid: .turns,
    .pair { inputs in
      sweep(inputs) { row, edge in
        for i in 0..<row.count {
          let m = smooth(edge.passed(row, i))
          let c = row.first[i] + (row.second[i] - row.first[i]) * m
          row.first[i] = c.covered(by: edge.color, 4 * m * (1 - m) * edge.opacity)
        }
      }
    })

  /// Bar k (across the direction) of the first picture has moved by max(0, t·(L + 1 pixel + most) − delay). Delays are
  /// |barOffset| times k, or counted from the other end if barOffset is negative. Uncovered parts show the second
  /// picture.
  static let barsSwipe = FilterRow(
    "CIBarsSwipeTransition", .transition, "Draws one picture off the other in bars, one after the other.",
    keys: [
      .extent, .angle("inputAngle", .pi, "Where the bars move."),
      .length("inputWidth", 30, in: 2...1000, "The width of a bar, in points."), .time,
      .length("inputBarOffset", 10, in: -1000...1000, "How far a bar is ahead of the next, in points."),
    ], grid: .turns,
    .pair { inputs in
      if let end = end(inputs) { return end }
      let t = inputs.time
      let path = inputs.path()
      let width = max(Float(min(inputs.length("inputWidth"), 1e6)), 1)
      let offset = Float(min(max(inputs.length("inputBarOffset"), -1e5), 1e5))
      let last = max(0, (path.breadth / width).rounded(.up) - 1)
      let most = abs(offset) * last
      let moved = t * (path.length + 1 + most)
      let reach = Int32(clamping: min(path.length + most + 2, 1e5))
      let picture = PictureArea(inputs.extent)
      return .sampling(need: { $0.outset(dx: reach, dy: reach) }) { row, first, second in
        for i in 0..<row.count {
          let u = path.along(row, i)
          let v = path.across(row, i)
          let bar = min(max((v / width).rounded(.down), 0), last)
          /// Returns the pixel that a bar shows here.
          func shown(_ bar: Float) -> SIMD4<Float> {
            let shift = max(0, moved - abs(offset) * (offset < 0 ? last - bar : bar))
            let cover = min(max(u - shift + 1, 0), 1)
            if cover <= 0 { return row.second[i] }
            if shift <= 0 { return row.first[i] }
            let x = row.x(i) - path.dx * shift
            let y = row.y - path.dy * shift
            let c = first.sample(x, y, side: 1)
            return row.second[i] + (c - row.second[i] * picture.part(x, y)) * cover
          }
          var c = shown(bar)
          // A pixel on the boundary of two bars shows both.
          let place = v - bar * width
          if bar > 0, place < 0.5 {
            c = c + (shown(bar - 1) - c) * (0.5 - place)
          } else if bar < last, place > width - 0.5 {
            c = c + (shown(bar + 1) - c) * (place - width + 0.5)
          }
          row.first[i] = c
        }
      }
    })

  /// With q = Rot(−angle)·d/(1 + r/compression) and w = ½ + ¼(cos(πqx/radius) + cos(πqy/radius)), the weight of the
  /// second picture is S((1.1·t − (1 − w))/0.1). Holes open where w is largest, and are larger farther out.
  static let mod = FilterRow(
    "CIModTransition", .transition, "Shows one picture through holes of the other that grow.",
    keys: [
      .center("The middle of a hole, in points of the bounds."), .time,
      .angle("inputAngle", 2, "How far the pattern is turned."),
      .length("inputRadius", 150, in: 1...10_000, "Half the distance between holes in the middle, in points."),
      .length("inputCompression", 300, in: 1...100_000, "At which distance holes are twice as large, in points."),
    ], grid: .turns,
    .pair { inputs in
      if let end = end(inputs) { return end }
      let t = inputs.time
      let disc = Disc(inputs, least: 2)
      let angle = inputs.angle("inputAngle")
      let c = Float(FilterMath.cos(angle))
      let s = Float(FilterMath.sin(angle))
      let k = 1 / Float(max(inputs.length("inputCompression"), 1e-3))
      let turns = 0.5 / disc.r
      return .mixing { row in
        let dy = Lanes(repeating: row.y - disc.y)
        for group in 0..<(row.count + 7) / 8 {
          let dx = row.centers(group) - disc.x
          let less = turns / ((dx * dx + dy * dy).squareRoot() * k + 1)
          let a = ((dx * c + dy * s) * less).sinCosOfTurns.cos
          let b = ((dy * c - dx * s) * less).sinCosOfTurns.cos
          let w = (a + b) * 0.25 + 0.5
          let m = smooth((w - 1 + 1.1 * t) * 10)
          for lane in 0..<min(8, row.count - group * 8) {
            let i = group * 8 + lane
            row.first[i] += (row.second[i] - row.first[i]) * m[lane]
          }
        }
      }
    })

  /// A ring of the width expands from the centre to beyond D: b = (t·(D + width) − r)/width. Outside (b < 0) is the
  /// first picture, inside (b > 1) the second. In between, both are sampled at p + scale·w(b)·d/r with w = b(1 − b)·sin
  /// 2πb, and mixed by S(b). The slope w' selects light from the shading picture, sampled at its middle plus (w'/2)·d/r
  /// of half its size.
  static let ripple = FilterRow(
    "CIRippleTransition", .transition, "Shows one picture behind a wave that runs over the other.",
    keys: [
      .image("inputShadingImage", isRequired: false, "Light on the wave, by the slope: in the middle that of none."),
      .center("Where the wave begins, in points of the bounds."), .extent, .time,
      .length("inputWidth", 100, in: 1...100_000, "The width of the wave, in points."),
      .length("inputScale", 50, in: -1000...1000, "How far the wave moves pixels, in points."),
    ], grid: .turns,
    .pair { inputs in
      if let end = end(inputs) { return end }
      let t = inputs.time
      let disc = Disc(inputs, least: 0)
      let far = inputs.farthest(disc)
      let width = max(Float(min(inputs.length("inputWidth"), 1e6)), 1)
      let scale = Float(min(max(inputs.length("inputScale"), -1e4), 1e4))
      let front = t * (far + width)
      let shading = inputs.image("inputShadingImage")
      let turns: Float = inputs.isMirrored ? -1 : 1
      // In the layer's own directions, so that light comes from one side even if the layer is rotated.
      let right = FilterInputs.direction(inputs.gridAngle(0))
      let picture = PictureArea(inputs.extent)
      // w is at most 0.2; samples beyond the picture are clamped to its edge.
      let reach = Int32(clamping: abs(scale) / 4 + 40)
      let levels = Warp.levels(minor: 1, major: 1 + Double(abs(scale) / width) * 2).map { min($0, 5) } ?? 0
      return .sampling(image: shading, levels: levels, need: { $0.outset(dx: reach, dy: reach) }) {
        row, first, second in
        let dy = row.y - disc.y
        for i in 0..<row.count {
          let dx = row.x(i) - disc.x
          let r = (dx * dx + dy * dy).squareRoot()
          let b = (front - r) / width
          if b >= 1 {
            row.first[i] = row.second[i]
            continue
          }
          if !(b > 0) { continue }
          let (s, c) = FilterMath.sinCos(Double(b) * 2 * .pi)
          let wave = b * (1 - b) * Float(s)
          let slope = (1 - 2 * b) * Float(s) + 2 * .pi * b * (1 - b) * Float(c)
          let ex = r > 0 ? dx / r : 0
          let ey = r > 0 ? dy / r : 0
          let side = min(max(1, abs(1 - slope * scale / width)), 32)
          let (x, y) = picture.within(row.x(i) + ex * wave * scale, row.y + ey * wave * scale, side)
          let old = first.sample(x, y, side: side)
          var result = old + (second.sample(x, y, side: side) - old) * smooth(b)
          if let image = row.image, let size = shading {
            let px = (ex * right.x + ey * right.y) * slope / 2
            let py = (ey * right.x - ex * right.y) * slope / 2 * turns
            let light = image.sample(
              Float(size.width) * (0.5 + 0.5 * px), Float(size.height) * (0.5 + 0.5 * py), side: 1)
            result = result.covered(by: light, min(1, abs(slope)))
          }
          row.first[i] = result
        }
      }
    })

  /// Up to the threshold f, with v = t/f, q = r/D and n a fixed noise of the direction times the contrast, from −1 to
  /// 1, the weight of the light is a = S((2 + s)·v − q·(1 + s·n)), s = strength·max(0, 1 − q/maxStriationRadius), at
  /// most 0.9. After it, the light fades into the second picture by S((t − f)/(1 − f)). Light falls only on the
  /// pictures.
  static let flash = FilterRow(
    "CIFlashTransition", .transition, "Lights up, and fades into the other picture.",
    keys: [
      .center("Where the light begins, in points of the bounds."), .extent,
      .color("inputColor", 1, 0.8, 0.6, "The light's colour."), .time,
      .number("inputMaxStriationRadius", 2.58, in: 0...10, "How far the rays reach, where 1 is the farthest corner."),
      .fraction("inputStriationStrength", 0.5, in: 0...3, "How much longer rays are than what is between them."),
      .number("inputStriationContrast", 1.375, in: 0...5, "How sharply rays are told apart."),
      .fraction("inputFadeThreshold", 0.85, in: 0...1, "Which part of the time it lights up; then it fades."),
    ], grid: .turns,
    .pair { inputs in
      if let end = end(inputs) { return end }
      let t = inputs.time
      let disc = Disc(inputs, least: 0)
      let far = max(1, inputs.farthest(disc))
      let color = inputs.premultiplied("inputColor")
      let threshold = Float(min(max(inputs.number("inputFadeThreshold"), 0.001), 0.999))
      let reach = max(0.001, Float(inputs.number("inputMaxStriationRadius")))
      let strength = Float(inputs.number("inputStriationStrength"))
      let contrast = Float(inputs.number("inputStriationContrast"))
      let time = min(1, t / threshold)
      let fade = smooth((t - threshold) / (1 - threshold))
      let zero = Float(inputs.gridAngle(0) / (2 * .pi))
      let sense: Float = inputs.isMirrored ? -1 : 1
      let noise = UnitTable { rays($0) }
      return .mixing { row in
        let dy = Lanes(repeating: row.y - disc.y)
        for group in 0..<(row.count + 7) / 8 {
          let turn = (Lanes.turns(dy, row.centers(group) - disc.x) - zero) * sense
          UnsafeMutableRawPointer(row.places.x + group * 8).storeBytes(of: turn - turn.floor, as: Lanes.self)
        }
        noise.apply(row.places.x, row.count, row.kernels)
        for group in 0..<(row.count + 7) / 8 {
          let dx = row.centers(group) - disc.x
          let q = (dx * dx + dy * dy).squareRoot() / far
          let s = ((1 - q / reach).limited(0, 1) * strength).limited(0, 0.9)
          for lane in 0..<min(8, row.count - group * 8) {
            let i = group * 8 + lane
            let n = min(max(row.places.x[i] * contrast, -1), 1)
            let a = smooth((2 + s[lane]) * time - q[lane] * (1 + s[lane] * n))
            let first = row.first[i]
            let second = row.second[i]
            let light = color * (first.w + (second.w - first.w) * t)
            let lit = first + (light - first) * a
            row.first[i] = lit + (second - lit) * fade
          }
        }
      }
    })

  /// Returns noise from −1 to 1 for a direction in turns: random values at 64 directions, smoothly interpolated.
  private static func rays(_ turns: Double) -> Double {
    let at = turns * 64
    let whole = at.rounded(.down)
    let k = Int(clamping: whole)
    func value(_ k: Int) -> Double { Double(FilterMath.hash(k & 63, 17) >> 8) * (2 / 16_777_216) - 1 }
    let a = value(k)
    return a + (value(k + 1) - a) * Double(smooth(Float(at - whole)))
  }

  /// A bar of light whose middle is at t·(L + width) − width/2. With b its distance behind u, in half widths, the
  /// weight of the second picture is S(½ − b), and opacity·(1 − b²)² of the colour is added, limited to the coverage of
  /// the picture.
  static let copyMachine = FilterRow(
    "CICopyMachineTransition", .transition, "Shows one picture behind a bar of light that runs over the other.",
    keys: [
      .extent, .color("inputColor", 0.6, 1, 0.8, "The light's colour."), .time,
      .angle("inputAngle", 0, "Where the light moves."), .reach("inputWidth", 200, "The bar's width, in points."),
      .number("inputOpacity", 1.3, in: 0...3, "How bright the light is."),
    ], grid: .turns,
    .pair { inputs in
      sweep(inputs) { row, bar in
        for i in 0..<row.count {
          let b = 1 - 2 * bar.passed(row, i)
          var c = row.first[i] + (row.second[i] - row.first[i]) * smooth(0.5 - b)
          let left = 1 - b * b
          if left > 0 {
            let alpha = c.w
            c += bar.color * (left * left * bar.opacity * alpha)
            c = c.replacing(with: SIMD4(repeating: alpha), where: c .> alpha)
          }
          row.first[i] = c
        }
      }
    })

  /// The weight of the second picture is m(p) = S((1.1·t − (1 − Y))/0.1), with Y the mask's luminance. The rest of the
  /// first darkens the second by density times the mean of 1 − m at p − offset and four positions a radius around it,
  /// with the mask sampled at a correspondingly coarser level.
  static let disintegrateWithMask = FilterRow(
    "CIDisintegrateWithMaskTransition", otherNames: ["CIDisintegrateWithMask"], .transition,
    "Takes one picture off the other by the brightness of a mask, where it is white first.",
    keys: [
      .image("inputMaskImage", "The mask, stretched over the bounds."), .time,
      .length("inputShadowRadius", 8, in: 0...50, "How soft the shadow is, in points."),
      .fraction("inputShadowDensity", 0.65, in: 0...1, "How dark the shadow is."),
      .vector(
        "inputShadowOffset", [0, 10], in: -1000...1000, "Where the shadow falls, in points: to the right and down."),
    ], grid: .turns,
    .pair { inputs in
      if let end = end(inputs) { return end }
      guard let mask = inputs.image("inputMaskImage"), let place = inputs.overBounds(mask) else {
        return end(isOver: inputs.time >= 0.5)
      }
      let t = inputs.time
      let density = Float(inputs.number("inputShadowDensity"))
      let radius = min(inputs.length("inputShadowRadius"), 1e4)
      let v = inputs.vector("inputShadowOffset")
      let dx = inputs.map.a * v[0] + inputs.map.c * v[1]
      let dy = inputs.map.b * v[0] + inputs.map.d * v[1]
      let fine = Float(min(max(1, place.meanScale), 4096))
      let coarse = Float(min(max(1, place.meanScale * max(1, radius)), 4096))
      let levels = Warp.levels(minor: Double(coarse), major: Double(coarse)) ?? 0
      let around = [(0.0, 0.0), (radius, 0), (-radius, 0), (0, radius), (0, -radius)].map { ($0.0 - dx, $0.1 - dy) }
      return .sampling(image: mask, imageLevels: levels) { row, _, _ in
        guard let image = row.image else { return }
        let places = row.places
        /// Computes the weight of the second picture, at an offset from the pixels.
        func part(_ dx: Double, _ dy: Double, _ side: Float, _ body: (Int, Float) -> Void) {
          places.set(row.x, row.y, row.count, AffineTransform.translation(dx, dy).concat(place))
          image.sample(places, row.count, side: side)
          for i in 0..<row.count {
            let c = places.pixels[i]
            body(i, smooth((1.1 * t - 1 + c.x * 0.2126 + c.y * 0.7152 + c.z * 0.0722) * 10))
          }
        }
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * row.count) { memory in
          guard let parts = memory.baseAddress else { return }
          let shadows = parts + row.count
          shadows.update(repeating: 0, count: row.count)
          var isSeen = false
          part(0, 0, fine) { i, m in
            parts[i] = m
            isSeen = isSeen || m > 0
          }
          if !isSeen { return }
          if density > 0 { for (ax, ay) in around { part(ax, ay, coarse) { i, m in shadows[i] += 1 - m } } }
          for i in 0..<row.count where parts[i] > 0 {
            let light = 1 - shadows[i] * 0.2 * density
            let second = row.second[i] * SIMD4(light, light, light, 1)
            row.first[i] += (second - row.first[i]) * parts[i]
          }
        }
      }
    })

  /// A page curl. The page, flat beyond the line u = c with c = t·(L + R), is rolled around a cylinder of radius R that
  /// rests on it there. At h = c − u behind the line, the upper side of the cylinder shows the page's back from R·(π −
  /// asin(h/R)) behind the line or, where the page has ended before that, the lower side shows its front from
  /// R·asin(h/R). Before the line, the back lies over the page from πR + u − c behind the line on, as far as the page
  /// reaches. Uncovered parts show the second picture, with a shadow next to the cylinder.
  static let pageCurl = FilterRow(
    "CIPageCurlTransition", .transition, "Turns one picture like a page, and shows the other below.",
    keys: [
      .extent,
      .image(
        "inputBacksideImage", isRequired: false,
        "The page's back, stretched over the bounds; without it the picture shines through white."), .time,
      .angle("inputAngle", 0, "Where the page is rolled to."),
      .length("inputRadius", 100, in: 0.01...400, "How round the page is rolled, in points."),
    ], grid: .turns,
    .pair { inputs in
      if let end = end(inputs) { return end }
      let t = inputs.time
      let path = inputs.path()
      let radius = max(Float(inputs.length("inputRadius")), 1)
      let line = t * (path.length + radius + 1)
      let back = inputs.image("inputBacksideImage")
      let place = back.flatMap { inputs.overBounds($0) }
      let side = Float(min(max(1, place?.meanScale ?? 1), 64))
      let backLevels = Warp.levels(minor: Double(side), major: Double(side)) ?? 0
      let strength = min(1, 8 * t, 8 * (1 - t))
      let all = DeviceRect(around: inputs.extent)
      return .sampling(image: back, imageLevels: backLevels, levels: 3, need: { $0.union(all) }) { row, first, _ in
        for i in 0..<row.count {
          let u = path.along(row, i)
          let h = line - u
          /// Samples the page at a distance behind the line.
          func page(_ behind: Float, _ stretch: Float, isBack: Bool) -> SIMD4<Float> {
            // The pixel's own position, shifted along the direction.
            let move = h - behind
            let x = row.x(i) + path.dx * move
            let y = row.y + path.dy * move
            let front = first.sample(x, y, side: min(max(1, stretch), 8))
            if !isBack { return front }
            if let image = row.image, let place {
              let p = place.apply(Point(Double(x), Double(y)))
              // The back is clipped to the page.
              return image.sample(Float(p.x), Float(p.y), side: side) * front.w
            }
            return front + (SIMD4(repeating: front.w) - front) * 0.8
          }
          if h <= 0 {
            // The flat page, under the back if that reaches so far.
            let behind = .pi * radius - h
            let cover = min(max(line - behind + 0.5, 0), 1)
            var c = row.first[i]
            if cover > 0, line > 0 {
              let b = page(behind, 1, isBack: true)
              c = c + (b - c * b.w) * cover
            } else if line > 0 {
              // The roll's shadow on the page.
              let near = max(0, 1 + h / radius)
              c *= light(0.35 * near * near * strength)
            }
            row.first[i] = c
            continue
          }
          // The uncovered second picture, in the roll's shadow.
          let beside = max(0, 1 - max(0, h - radius) / radius)
          var c = row.second[i] * light(0.35 * beside * beside * strength)
          let roll = min(max(radius - h + 0.5, 0), 1)
          if roll > 0 {
            let k = min(h / radius, 1)
            let angle = Float(FilterMath.atan2(Double(k), Double(max(0, 1 - k * k).squareRoot())))
            let steep = 1 / max(0.05, (1 - k * k).squareRoot())
            let low = radius * angle
            let lowCover = min(max(line - low + 0.5, 0), 1) * roll
            if lowCover > 0 {
              let f = page(low, steep, isBack: false) * light(0.5 * k * strength)
              c = c + (f - c * f.w) * lowCover
            }
            let high = radius * (.pi - angle)
            let highCover = min(max(line - high + 0.5, 0), 1) * roll
            if highCover > 0 {
              // Brightest at the top of the roll, darker at its side.
              let b = page(high, steep, isBack: true) * light(0.4 * k * k * strength)
              c = c + (b - c * b.w) * highCover
            }
          }
          row.first[i] = c
        }
      }
    })

  /// Returns the factor that darkens a colour by a fraction.
  @inline(__always) private static func light(_ darker: Float) -> SIMD4<Float> {
    let k = 1 - darker
    return SIMD4(k, k, k, 1)
  }

  /// Returns a kernel for an edge of `inputWidth` that sweeps over the pictures along `inputAngle`.
  private static func sweep(_ inputs: FilterInputs, _ mix: @escaping @Sendable (PairRow, Sweep) -> Void) -> PairKernel {
    if let end = end(inputs) { return end }
    let sweep = Sweep(inputs)
    return .mixing { mix($0, sweep) }
  }

  /// Returns exactly one of the pictures at the ends of a transition, which the formulas reach only approximately; nil
  /// in between.
  private static func end(_ inputs: FilterInputs) -> PairKernel? {
    let t = inputs.time
    return t <= 0 || t >= 1 ? end(isOver: t >= 1) : nil
  }

  private static func end(isOver: Bool) -> PairKernel {
    .mixing { row in
      if isOver { row.first.update(from: row.second, count: row.count) }
    }
  }
}

/// Smooth step 3x² − 2x³ of a number clamped to 0 ... 1.
@inline(__always) private func smooth(_ x: Float) -> Float {
  let a = x > 0 ? x : 0
  let b = a < 1 ? a : 1
  return b * b * (3 - 2 * b)
}
@inline(__always) private func smooth(_ x: Lanes) -> Lanes {
  let a = x.limited(0, 1)
  return a * a * (3 - 2 * a)
}

extension SIMD4<Float> {
  /// Composites a premultiplied colour over this one, with an opacity, within this one's coverage.
  @inline(__always) fileprivate func covered(by color: SIMD4<Float>, _ opacity: Float) -> SIMD4<Float> {
    let c = color * opacity
    return self + c * w - self * c.w
  }
}

extension FilterKey {
  fileprivate static let time = FilterKey.fraction(
    "inputTime", 0, in: 0...1, "How far the transition is: 0 shows the first picture, 1 the second.")
  fileprivate static let extent = FilterKey(
    "inputExtent", .rect, .length, [0, 0, 0, 0],
    "The area over which it goes, in points of the bounds; an empty one is that of the picture.")
}

extension FilterInputs {
  fileprivate var time: Float { Float(min(max(number("inputTime"), 0), 1)) }

  fileprivate func premultiplied(_ name: String) -> SIMD4<Float> { FilterPixel.premultiplied(color(name)) }

  fileprivate static func direction(_ angle: Double) -> SIMD2<Float> {
    SIMD2(Float(FilterMath.cos(angle)), Float(FilterMath.sin(angle)))
  }

  /// `inputExtent` or, if it is empty, the picture's extent, on the grid.
  private var area: Rect {
    let r = rect("inputExtent").standardized
    if !(r.width > 0 && r.height > 0) { return extent }
    let m = map.boundingBox(of: r)
    func limited(_ v: Double) -> Double { min(max(v, -1e6), 1e6) }
    return Rect(minX: limited(m.minX), minY: limited(m.minY), maxX: limited(m.maxX), maxY: limited(m.maxY))
  }

  /// Returns the distance of the farthest corner.
  fileprivate func farthest(_ disc: Disc) -> Float {
    area.corners.reduce(Float(0)) {
      let dx = Float($1.x) - disc.x
      let dy = Float($1.y) - disc.y
      return max($0, (dx * dx + dy * dy).squareRoot())
    }
  }

  /// Returns the direction `inputAngle` over the extent.
  fileprivate func path() -> TransitionPath {
    let e = Self.direction(angle("inputAngle"))
    // The transverse axis has the same sense in the layer, mirrored or not.
    let side: Float = isMirrored ? -1 : 1
    let along = area.corners.map { Float($0.x) * e.x + Float($0.y) * e.y }
    let across = area.corners.map { (Float($0.y) * e.x - Float($0.x) * e.y) * side }
    let first = along.min() ?? 0
    let beside = across.min() ?? 0
    return TransitionPath(
      dx: e.x, dy: e.y, side: side, first: first, beside: beside, length: (along.max() ?? 0) - first,
      breadth: (across.max() ?? 0) - beside)
  }
}

/// A direction across an area.
private struct TransitionPath: Sendable {
  let dx: Float
  let dy: Float
  let side: Float
  let first: Float
  let beside: Float
  /// Length of the area along the direction.
  let length: Float
  /// Breadth of the area across it.
  let breadth: Float

  /// Position along the direction, clamped to 0 ... `length`.
  @inline(__always) func along(_ row: PairRow, _ i: Int) -> Float {
    min(max(row.x(i) * dx + row.y * dy - first, 0), length)
  }
  @inline(__always) func across(_ row: PairRow, _ i: Int) -> Float { (row.y * dx - row.x(i) * dy) * side - beside }
}

/// An edge with a width and a colour that sweeps over an area.
private struct Sweep: Sendable {
  /// Premultiplied colour.
  let color: SIMD4<Float>
  let opacity: Float
  private let path: TransitionPath
  private let width: Float
  private let front: Float

  init(_ inputs: FilterInputs) {
    path = inputs.path()
    width = max(Float(min(inputs.length("inputWidth"), 1e6)), 1)
    front = inputs.time * (path.length + width)
    color = inputs.premultiplied("inputColor")
    opacity = Float(inputs.number("inputOpacity"))
  }

  /// Fraction of the edge that has passed a pixel: 0 to 1 during the passage.
  @inline(__always) func passed(_ row: PairRow, _ i: Int) -> Float { (front - path.along(row, i)) / width }
}

/// The area of a picture, as floats.
private struct PictureArea: Sendable {
  let x0: Float
  let y0: Float
  let x1: Float
  let y1: Float

  init(_ r: Rect) {
    x0 = Float(r.minX)
    y0 = Float(r.minY)
    x1 = Float(r.maxX)
    y1 = Float(r.maxY)
  }

  /// Returns the fraction of a sample at a position that comes from the picture.
  @inline(__always) func part(_ x: Float, _ y: Float) -> Float {
    func inside(_ v: Float, _ a: Float, _ b: Float) -> Float { max(0, min(1, v - a + 0.5, b - v + 0.5)) }
    return inside(x, x0, x1) * inside(y, y0, y1)
  }

  /// Returns the nearest position at which a square lies entirely in the picture.
  @inline(__always) func within(_ x: Float, _ y: Float, _ side: Float) -> (Float, Float) {
    func limited(_ v: Float, _ a: Float, _ b: Float) -> Float {
      let half = min(side / 2, (b - a) / 2)
      return max(a + half, min(b - half, v))
    }
    return (limited(x, x0, x1), limited(y, y0, y1))
  }
}
