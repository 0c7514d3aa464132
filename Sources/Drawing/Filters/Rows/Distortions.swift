// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import Raster

// Filters that move pixels: each pixel of the result is sampled at a position given by a formula. In the comments p is
// the pixel, C the centre, d = p − C, r the length of d, R the radius, t = r/R. The area of the input is kept.
extension FilterRow {
  static let distortions: [FilterRow] = [
    pinch, bump, bumpLinear, twirl, vortex, hole, circleSplash, torusLens, glass, displacement, circularWrap,
    lightTunnel, kaleidoscope,
  ]

  /// C + d·(1 + scale·(1 − t)²) for t < 1.
  static let pinch = FilterRow(
    "CIPinchDistortion", .distortion, "Draws pixels towards a centre.",
    keys: [
      .center(), .length("inputRadius", 300, in: 0...1000, "How far from the centre pixels move, in points."),
      .number("inputScale", 0.5, in: 0...2, "How strongly: 0 changes nothing."),
    ], grid: .turns,
    .area { inputs in bulge(inputs, inputs.number("inputScale")) })

  /// C + d·(1 − scale·(1 − t)²) for t < 1.
  static let bump = FilterRow(
    "CIBumpDistortion", .distortion, "Makes a round bump, or a dent.",
    keys: [
      .center(), .reach("inputRadius", 300, "How far from the centre pixels move, in points."),
      .number("inputScale", 0.5, in: -1...1, "How high the bump is; a negative one is a dent."),
    ], grid: .turns,
    .area { inputs in bulge(inputs, -inputs.number("inputScale")) })

  private static func bulge(_ inputs: FilterInputs, _ amount: Double) -> AreaKernel? {
    guard amount != 0, let disc = Disc(inputs) else { return nil }
    let s = Float(amount)
    let k = 1 / disc.r
    // Derivatives: along the ray 1 + s·(1 − t)·(1 − 3t), at least 1 − s/3; across it 1 + s·(1 − t)².
    let most = 1 + max(amount, -amount / 3)
    let warp = Warp(area: disc.bounds(1), levels: Warp.levels(minor: most, major: most)) { row in
      row.radial(disc) { r in
        let t = r * k
        let a = (1 - t).limited(0, 1)
        return (a * a * s, a * (1 - 3 * t) * s + 1)
      }
    }
    return .warp(warp) { _ in disc.bounds(1) }
  }

  /// With n the normal of the line through C at the angle, u = d·n and t = |u|/R: p − n·u·scale·(1 − t)² for t < 1.
  static let bumpLinear = FilterRow(
    "CIBumpDistortionLinear", .distortion, "Makes a long bump, or a groove, along a line.",
    keys: [
      .center("A place on the line, in points of the bounds."),
      .reach("inputRadius", 300, "How far from the line pixels move, in points."),
      .angle("inputAngle", 0, "The line's direction."),
      .number("inputScale", 0.5, in: -1...1, "How high the bump is; a negative one is a groove."),
    ], grid: .turns,
    .area { inputs in
      let amount = inputs.number("inputScale")
      guard amount != 0, let disc = Disc(inputs) else { return nil }
      let angle = inputs.angle("inputAngle")
      let nx = Float(-FilterMath.sin(angle))
      let ny = Float(FilterMath.cos(angle))
      let s = Float(-amount)
      let k = 1 / disc.r
      let most = 1 + max(-amount, amount / 3)
      let warp = Warp(levels: Warp.levels(minor: 1, major: most)) { row in
        for group in 0..<row.groups {
          let x = row.centers(group)
          let u = (x - disc.x) * nx + (row.y - disc.y) * ny
          let t = u.magnitude * k
          let a = (1 - t).limited(0, 1)
          let move = u * a * a * s
          row.set(group, x + move * nx, move * ny + row.y)
          let slope = (a * (1 - 3 * t) * s + 1).magnitude
          let long = slope .> 1
          row.setAxis(
            group, Lanes(repeating: ny).replacing(with: slope * nx, where: long),
            Lanes(repeating: -nx).replacing(with: slope * ny, where: long),
            minor: slope.replacing(with: 1, where: long))
        }
      }
      // u·(1 − t)² is at most 4/27 of the radius.
      let most2 = Int32(clamping: (Double(disc.r) * abs(amount) * (4.0 / 27)).rounded(.up))
      return .warp(warp) { $0.outset(dx: most2, dy: most2) }
    })

  /// C + Rot(−angle·(1 − t)²)·d for t < 1.
  static let twirl = FilterRow(
    "CITwirlDistortion", .distortion, "Turns pixels about a centre, the more the nearer they are.",
    keys: [
      .center(), .reach("inputRadius", 300, "How far from the centre pixels move, in points."),
      .angle("inputAngle", .pi, in: -4 * .pi...4 * .pi, "How far the centre turns."),
    ], grid: .turns,
    .area { inputs in spin(inputs, power: 2) })

  /// C + Rot(−angle·(1 − t)³)·d for t < 1.
  static let vortex = FilterRow(
    "CIVortexDistortion", .distortion, "Turns pixels about a centre many times, as a whirlpool does.",
    keys: [
      .center(), .reach("inputRadius", 300, "How far from the centre pixels move, in points."),
      .angle("inputAngle", 18 * .pi, "How far the centre turns."),
    ], grid: .turns,
    .area { inputs in spin(inputs, power: 3) })

  private static func spin(_ inputs: FilterInputs, power: Int) -> AreaKernel? {
    let angle = inputs.turn("inputAngle")
    guard angle != 0, let disc = Disc(inputs) else { return nil }
    let turns = Float(angle / (2 * .pi))
    let shear = Float(angle * Double(power))
    let k = 1 / disc.r
    let cubed = power == 3
    let warp = Warp(area: disc.bounds(1), levels: Warp.levels(minor: 1, major: 1 + abs(angle) / 2)) { row in
      let dy = Lanes(repeating: row.y - disc.y)
      for group in 0..<row.groups {
        let x = row.centers(group)
        let dx = x - disc.x
        let r = (dx * dx + dy * dy).squareRoot()
        let t = r * k
        let a = (1 - t).limited(0, 1)
        let less = cubed ? a * a : a
        let (s, c) = (0 - a * less * turns).sinCosOfTurns
        row.set(group, x + (dx * (c - 1) - dy * s), (dx * s + dy * (c - 1)) + row.y)
        // A rotation after a shear by r·φ' = q along the circle: the major axis is σ = (|q| + √(q² + 4))/2, along (sign
        // q, σ) in the basis of ray and tangent.
        let q = t * less * shear
        let sigma = (q.magnitude + (q * q + 4).squareRoot()) * 0.5
        let e = sigma / ((sigma * sigma + 1).squareRoot() * r.replacing(with: 1, where: .!(r .> 0)))
        let alongRay = e.replacing(with: 0 - e, where: q .< 0)
        let alongCircle = e * sigma
        let rx = dx * c - dy * s
        let ry = dx * s + dy * c
        row.setAxis(group, rx * alongRay - ry * alongCircle, ry * alongRay + rx * alongCircle, minor: 1 / sigma)
      }
    }
    return .warp(warp) { _ in disc.bounds(1) }
  }

  /// Transparent for r ≤ R, else C + d·(1 − (R/r)²).
  static let hole = FilterRow(
    "CIHoleDistortion", .distortion, "Makes a round hole and pushes what was there outwards.",
    keys: [.center(), .reach("inputRadius", 150, "The hole's radius, in points.")], grid: .turns,
    .area { inputs in
      guard let disc = Disc(inputs) else { return nil }
      let warp = Warp(levels: Warp.levels(minor: 1, major: 2), covers: true) { row in
        for group in 0..<row.groups {
          let dx = row.centers(group) - disc.x
          let dy = row.y - disc.y
          row.cover[group] = ((dx * dx + dy * dy).squareRoot() + (0.5 - disc.r)).limited(0, 1)
        }
        row.radial(disc) { r in
          let q = disc.r / r.limited(disc.r, .infinity)
          return (0 - q * q, q * q + 1)
        }
      }
      return .warp(warp) { $0.union(disc.bounds(0)) }
    })

  /// C + R·d/r for r > R.
  static let circleSplash = FilterRow(
    "CICircleSplashDistortion", .distortion, "Draws the colours at a circle's rim outwards.",
    keys: [.center(), .reach("inputRadius", 150, "The circle's radius, in points.")], grid: .turns,
    .area { inputs in
      let disc = Disc(inputs, least: 1e-3)
      let warp = Warp(levels: nil) { row in
        row.radial(disc) { r in
          let k = disc.r / r.limited(disc.r, .infinity)
          return (k - 1, k)
        }
      }
      return .warp(warp) { $0.union(disc.bounds(0)) }
    })

  /// With h = (r − R)/(width/2), for −1 < h < 1: C + d·(1 − (1 − 1/refraction)·h·√(1 − h²)·(width/2)/r).
  static let torusLens = FilterRow(
    "CITorusLensDistortion", .distortion, "Shows what lies behind a ring of glass.",
    keys: [
      .center(), .reach("inputRadius", 160, "The radius of the ring's middle, in points."),
      .reach("inputWidth", 80, "The thickness of the ring, in points."),
      .number("inputRefraction", 1.7, in: 0.1...5, "How strongly the glass bends light: 1 changes nothing."),
    ], grid: .turns,
    .area { inputs in
      let half = inputs.length("inputWidth") / 2
      let bend = 1 - 1 / max(inputs.number("inputRefraction"), 0.01)
      guard half > 1e-3, bend != 0 else { return nil }
      let disc = Disc(inputs, least: 0)
      let w = Float(min(half, 1e7))
      let b = Float(bend)
      // The derivative along the ray, 1 − bend·(1 − 2h²)/√(1 − h²), is unbounded at the rim; the footprint of a pixel
      // is limited to 64 pixels.
      let warp = Warp(area: disc.bounds(1, more: half), levels: Warp.levels(minor: 1 + abs(bend), major: 64)) { row in
        row.radial(disc) { r in
          let h = (r - disc.r) / w
          let left = 1 - h * h
          let inside = left .> 0
          let root = left.replacing(with: 1, where: .!inside).squareRoot()
          let move = h * root * (w * b) / r.limited(1e-3, .infinity)
          let slope = (1 - (1 - 2 * h * h) / root * b).limited(-64, 64)
          let zero = Lanes(repeating: 0)
          return (zero.replacing(with: 0 - move, where: inside), (zero + 1).replacing(with: slope, where: inside))
        }
      }
      return .warp(warp) { _ in disc.bounds(1, more: half * (1 + abs(bend) / 2)) }
    })

  /// p + scale·(texture.rg − ½), with the texture tiled from C.
  static let glass = FilterRow(
    "CIGlassDistortion", .distortion, "Shows what lies behind a pane with a texture.",
    keys: [
      .image(
        "inputTexture",
        "Its red moves pixels along x, its green along y; half of either moves nothing. Repeated in both directions."),
      .center("Where a corner of the texture lies, in points of the bounds."),
      .length(
        "inputScale", 200, in: 0...500,
        "How far the texture moves pixels at most, in points; twice that between its ends."),
    ], grid: .turns,
    .area { inputs in
      guard let image = inputs.image("inputTexture"), let back = inputs.map.inverted else { return nil }
      let c = inputs.vector("inputCenter")
      let place = back.concat(.translation(-c[0], -c[1])).concat(.scale(image.scale, image.scale))
      return push(
        inputs, image: image, place: place, edgeX: .repeated(0, image.width), edgeY: .repeated(0, image.height))
    })

  /// p + scale·(image.rg − ½), with the image stretched over the bounds.
  static let displacement = FilterRow(
    "CIDisplacementDistortion", .distortion, "Moves each pixel as a second picture says.",
    keys: [
      .image(
        "inputDisplacementImage",
        "Its red moves pixels along x, its green along y; half of either moves nothing. Stretched over the bounds."),
      .length("inputScale", 50, in: 0...1000, "How far apart pixels of black and of white are read, in points."),
    ], grid: .turns,
    .area { inputs in
      guard let image = inputs.image("inputDisplacementImage"), let place = inputs.overBounds(image) else { return nil }
      return push(inputs, image: image, place: place, edgeX: .clamped, edgeY: .clamped)
    })

  /// Returns a kernel that displaces pixels by an image.
  ///
  /// - Parameter place: from the grid to the image's pixels.
  private static func push(
    _ inputs: FilterInputs, image: Bitmap, place: AffineTransform, edgeX: PixelPyramid.Edge, edgeY: PixelPyramid.Edge
  ) -> AreaKernel? {
    let scale = inputs.number("inputScale")
    guard scale != 0, place.isFinite else { return nil }
    // Displacement on the grid for red = 1, and for green = 1.
    let red = SIMD2(Float(inputs.map.a * scale), Float(inputs.map.b * scale))
    let green = SIMD2(Float(inputs.map.c * scale), Float(inputs.map.d * scale))
    let reach = inputs.length("inputScale")
    let side = Float(min(max(1, place.meanScale), 256))
    let textureLevels = Warp.levels(minor: Double(side), major: Double(side)) ?? 0
    let levels = Warp.levels(minor: 1 + reach, major: 1 + reach).map { min($0, 5) }
    let most = Int32(clamping: min((reach * 0.70711).rounded(.up), 65536))
    return .warp(
      Warp(levels: levels) { _ in },
      prepare: { work in
        let texture = try PixelPyramid(image, levels: textureLevels, edgeX: edgeX, edgeY: edgeY, work: work)
        return { row in
          withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: SamplePlaces.room) { room in
            guard let base = room.baseAddress else { return }
            let places = SamplePlaces(base)
            let count = row.groups * 8
            /// Samples the displacement of pixels at an offset from their centres.
            func move(_ dx: Float, _ dy: Float, _ count: Int, _ body: (Int, SIMD2<Float>) -> Void) {
              places.set(row.x + dx, row.y + dy, count, place)
              texture.sample(places, count, side: side)
              for i in 0..<count {
                // Translucent colours displace proportionally less.
                let c = places.pixels[i]
                body(i, red * (c.x - c.w * 0.5) + green * (c.y - c.w * 0.5))
              }
            }
            func numbers(_ lanes: UnsafeMutablePointer<Lanes>) -> UnsafeMutablePointer<Float> {
              UnsafeMutableRawPointer(lanes).assumingMemoryBound(to: Float.self)
            }
            let (sourceX, sourceY) = (numbers(row.sourceX), numbers(row.sourceY))
            // The derivatives, as differences over a pixel's width, are buffered in the memory of the axes.
            let (xx, yx) = (numbers(row.axisX), numbers(row.axisY))
            let (xy, yy) = (numbers(row.minor), numbers(row.cover))
            move(-0.5, 0, count + 1) { i, m in
              if i < count { (sourceX[i], sourceY[i]) = (m.x, m.y) }
              if i > 0 { (xx[i - 1], yx[i - 1]) = (m.x - sourceX[i - 1], m.y - sourceY[i - 1]) }
            }
            move(0, -0.5, count) { i, m in (xy[i], yy[i]) = (m.x, m.y) }
            move(0, 0.5, count) { i, m in (xy[i], yy[i]) = (m.x - xy[i], m.y - yy[i]) }
            move(0, 0, count) { i, m in
              (sourceX[i], sourceY[i]) = (row.x + Float(i) + m.x, row.y + m.y)
            }
            for group in 0..<row.groups {
              row.setAxes(group, row.axisX[group] + 1, row.minor[group], row.axisY[group], row.cover[group] + 1)
            }
          }
        }
      },
      places: { $0.outset(dx: most, dy: most) })
  }

  /// x: the image's width times the fraction of a turn from the angle to d; y: r − R.
  static let circularWrap = FilterRow(
    "CICircularWrap", .distortion, "Bends the picture around a circle, its upper edge inside.",
    keys: [
      .center(), .reach("inputRadius", 150, "The radius of the circle inside, in points."),
      .angle("inputAngle", 0, "Where the picture's left edge lies."),
    ], grid: .plane,
    .area { inputs in
      let extent = DeviceRect(around: inputs.extent)
      guard !extent.isEmpty else { return nil }
      let disc = Disc(inputs, least: 0)
      let from = Float(inputs.angle("inputAngle") / (2 * .pi))
      let sense: Float = inputs.isMirrored ? -1 : 1
      let width = Float(extent.width)
      let perTurn = width / (2 * .pi)
      let left = Float(extent.x0)
      let top = Float(extent.y0)
      let warp = Warp(
        levels: Warp.levels(minor: 1, major: max(1.1, Double(perTurn) / max(Double(disc.r), 1))),
        repeats: (Int(extent.x0), Int(extent.x1))
      ) { row in
        let dy = Lanes(repeating: row.y - disc.y)
        for group in 0..<row.groups {
          let dx = row.centers(group) - disc.x
          let r = (dx * dx + dy * dy).squareRoot()
          let turns = (Lanes.turns(dy, dx) - from) * sense
          row.set(group, (turns - turns.floor) * width + left, r - disc.r + top)
          let q = perTurn / r.limited(1e-3, .infinity)
          let long = q .> 1
          let zero = Lanes(repeating: 0)
          row.setAxis(
            group, zero.replacing(with: q, where: long), (zero + 1).replacing(with: 0, where: long),
            minor: q.replacing(with: 1, where: long))
        }
      }
      return .warp(warp) { _ in extent }
    })

  /// C + R·(cos φ, sin φ) with φ the angle of d plus rotation·(r/R − 1), for r > R.
  static let lightTunnel = FilterRow(
    "CILightTunnel", .distortion, "Draws the colours at a circle's rim outwards in a spiral.",
    keys: [
      .center(), .reach("inputRadius", 100, "The circle's radius, in points."),
      .angle("inputRotation", 0, in: -100...100, "How far a radius' distance outwards turns."),
    ], grid: .turns,
    .area { inputs in
      let disc = Disc(inputs, least: 1e-3)
      let rotation = inputs.turn("inputRotation")
      let twist = Float(rotation)
      let turns = Float(rotation / (2 * .pi))
      let k = 1 / disc.r
      let warp = Warp(levels: Warp.levels(minor: 1, major: (1 + rotation * rotation).squareRoot())) { row in
        let dy = Lanes(repeating: row.y - disc.y)
        for group in 0..<row.groups {
          let x = row.centers(group)
          let dx = x - disc.x
          let r = (dx * dx + dy * dy).squareRoot()
          let outside = r .> disc.r
          let (s, c) = ((r * k - 1) * turns).sinCosOfTurns
          let n = 1 / r.limited(1e-6, .infinity)
          let ex = (dx * c - dy * s) * n
          let ey = (dx * s + dy * c) * n
          let y = Lanes(repeating: row.y)
          row.set(
            group, x.replacing(with: ex * disc.r + disc.x, where: outside),
            y.replacing(with: ey * disc.r + disc.y, where: outside))
          // Both derivatives are tangential to the circle.
          let q = n * disc.r
          let major = (q * q + twist * twist).squareRoot()
          let zero = Lanes(repeating: 0)
          row.setAxis(
            group, (zero + 1).replacing(with: 0 - ey * major, where: outside),
            zero.replacing(with: ex * major, where: outside), minor: (zero + 1).replacing(with: 0, where: outside))
        }
      }
      return .warp(warp) { $0.union(disc.bounds(1)) }
    })

  /// The angle of d, measured from `inputAngle`, is reflected back and forth between 0 and π/count.
  static let kaleidoscope = FilterRow(
    "CIKaleidoscope", .distortion, "Repeats and mirrors a sector around a centre.",
    keys: [
      .number("inputCount", 6, in: 1...64, "How many times the sector and its mirror image appear; a whole number."),
      .center(), .angle("inputAngle", 0, "Where the sector begins."),
    ], grid: .turns,
    .area { inputs in
      let extent = DeviceRect(around: inputs.extent)
      let disc = Disc(inputs, least: 0)
      let count = min(max(inputs.number("inputCount").rounded(), 1), 10_000)
      let from = Float(inputs.angle("inputAngle") / (2 * .pi))
      let sense: Float = inputs.isMirrored ? -1 : 1
      let period = Float(1 / count)
      let warp = Warp(levels: nil) { row in
        let dy = Lanes(repeating: row.y - disc.y)
        for group in 0..<row.groups {
          let x = row.centers(group)
          let dx = x - disc.x
          let r = (dx * dx + dy * dy).squareRoot()
          let turns = (Lanes.turns(dy, dx) - from) * sense
          let part = turns - (turns * Float(count)).floor * period
          let first = part .<= period * 0.5
          let folded = part.replacing(with: period - part, where: .!first)
          let (s, c) = (folded * sense + from).sinCosOfTurns
          row.set(group, r * c + disc.x, r * s + disc.y)
        }
      }
      return .warp(warp) { _ in extent }
    })
}

extension FilterKey {
  /// A length limited only by the maximum size of a picture.
  static func reach(_ name: String, _ value: Double, _ summary: String) -> FilterKey {
    .length(name, value, in: 0...100_000, summary)
  }
}

/// A centre and a radius, in grid pixels.
struct Disc: Sendable {
  let x: Float
  let y: Float
  let r: Float

  /// Creates a disc from the inputs; nil if the radius is (nearly) 0.
  init?(_ inputs: FilterInputs) {
    guard inputs.length("inputRadius") > 1e-3 else { return nil }
    self.init(inputs, least: 0)
  }

  /// - Parameter least: minimum radius.
  init(_ inputs: FilterInputs, least: Double) {
    let c = inputs.point("inputCenter")
    // Clamped to a range in which floats still resolve pixels.
    func limited(_ v: Double) -> Float { Float(min(max(v, -8e6), 8e6)) }
    x = limited(c.x)
    y = limited(c.y)
    r = max(Float(least), limited(inputs.length("inputRadius")))
  }

  /// Returns the pixel bounds of a disc with a multiple of the radius, extended by `more`.
  func bounds(_ times: Double, more: Double = 0) -> DeviceRect {
    let q = Double(r) * times + min(more, 1e7) + 1
    return DeviceRect(around: Rect(Double(x) - q, Double(y) - q, 2 * q, 2 * q))
  }
}

extension WarpRow {
  /// Moves pixels along rays from the disc's centre.
  ///
  /// - Parameter formula: returns, for each distance r from the centre, the relative growth `more` (the source distance
  ///   is r · (1 + more)) and the derivative of the source distance.
  @inline(__always) func radial(_ disc: Disc, _ formula: (Lanes) -> (more: Lanes, slope: Lanes)) {
    let dy = y - disc.y
    for group in 0..<groups {
      let x = centers(group)
      let dx = x - disc.x
      let r = (dx * dx + dy * dy).squareRoot()
      let (more, slope) = formula(r)
      set(group, x + dx * more, more * dy + y)
      let n = 1 / r.replacing(with: 1, where: .!(r .> 0))
      let along = slope.magnitude
      let across = (more + 1).magnitude
      let isAlong = along .>= across
      let ex = dx * n
      let ey = n * dy
      setAxis(
        group, (0 - ey * across).replacing(with: ex * along, where: isAlong),
        (ex * across).replacing(with: ey * along, where: isAlong), minor: along.replacing(with: across, where: isAlong))
    }
  }
}

extension FilterInputs {
  /// Returns the map from the grid to the pixels of a bitmap stretched over the bounds; nil if these are empty.
  func overBounds(_ image: Bitmap) -> AffineTransform? {
    let b = bounds.standardized
    guard b.width > 0, b.height > 0, let back = map.inverted else { return nil }
    let place = back.concat(.translation(-b.x, -b.y)).concat(
      .scale(Double(image.width) / b.width, Double(image.height) / b.height))
    return place.isFinite ? place : nil
  }
}
