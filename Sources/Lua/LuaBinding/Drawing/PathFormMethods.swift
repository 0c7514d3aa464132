// SPDX-License-Identifier: MIT
import CLuaBinding
import Geometry
import LayerModel
import LuaRuntime
import Messages
import Numbers
import Parsing
import PathForms

// Shapes, places along paths, morphs, hand-drawn lines, and triangles and cells of points.
extension Method {
  static let pathFormMethods: [Method] = shapeMakers + places + forms + pointNets

  private static let shapeMakers: [Method] = [
    Method(
      "ca.Path", "polygon",
      signature: "(center: ca.PointLike, sides: integer, radius: number, cornerRadius?: number): ca.Path",
      summary: "A regular polygon, whose first corner is above its centre."
    ) { call in
      let center = try call.point("the centre")
      let sides = try call.count("the sides", 3)
      let radius = try call.length("the radius")
      let corner = try call.length("the corner radius", default: 0)
      try call.answer(Path.regularPolygon(center: center, sides: sides, radius: radius, cornerRadius: corner))
    },
    Method(
      "ca.Path", "star",
      signature:
        "(center: ca.PointLike, points: integer, outerRadius: number, innerRadius: number, roundness?: number): "
        + "ca.Path",
      summary: "A star, whose first point is above its centre; roundness is 0 for sharp to 1 for a wave."
    ) { call in
      let center = try call.point("the centre")
      let points = try call.count("the points", 3)
      let outer = try call.length("the outer radius")
      let inner = try call.length("the inner radius")
      let roundness = try call.number("the roundness", default: 0)
      guard roundness >= 0, roundness <= 1 else {
        throw call.error("the roundness must be from 0 to 1, got \(numberText(roundness))")
      }
      try call.answer(
        Path.star(center: center, points: points, outerRadius: outer, innerRadius: inner, roundness: roundness))
    },
    Method(
      "ca.Path", "wedge", signature: "(center: ca.PointLike, radius: number, from: number, to: number): ca.Path",
      summary: "A piece of a pie between two angles in radians, from +x toward +y."
    ) { call in
      let center = try call.point("the centre")
      let radius = try call.length("the radius")
      let from = try call.number("the start angle")
      try call.answer(Path.wedge(center: center, radius: radius, from: from, to: try call.number("the end angle")))
    },
    Method(
      "ca.Path", "ringSector",
      signature: "(center: ca.PointLike, innerRadius: number, outerRadius: number, from: number, to: number): ca.Path",
      summary: "A piece of a ring between two angles in radians, from +x toward +y."
    ) { call in
      let center = try call.point("the centre")
      let inner = try call.length("the inner radius")
      let outer = try call.length("the outer radius")
      let from = try call.number("the start angle")
      let to = try call.number("the end angle")
      try call.answer(Path.ringSector(center: center, innerRadius: inner, outerRadius: outer, from: from, to: to))
    },
    Method(
      "ca.Path", "spiral",
      signature: "(center: ca.PointLike, from: number, to: number, turns: number, startAngle?: number): ca.Path",
      summary: "An open spiral between two radii; negative turns turn the other way."
    ) { call in
      let center = try call.point("the centre")
      let from = try call.number("the first radius")
      let to = try call.number("the last radius")
      let turns = try call.number("the turns")
      guard abs(turns) <= 1000 else {
        throw call.error("the turns must be from -1000 to 1000, got \(numberText(turns))")
      }
      let start = try call.number("the start angle", default: 0)
      try call.answer(Path.spiral(center: center, from: from, to: to, turns: turns, startAngle: start))
    },
    Method(
      "ca.Path", "roundedPolygon", signature: "(points: ca.PointLike[], radius: number): ca.Path",
      summary: "A polygon with round corners; each arc takes at most half of an edge."
    ) { call in
      let points = try call.points()
      let radius = try call.length("the radius")
      try call.checkFinite(Path.roundedPolygon(points, radius: radius))
    },
    Method(
      "ca.Path", "text", signature: "(text: ca.TextLike, options?: ca.MeasureOptions): ca.Path, ca.Path[]",
      summary: "The outlines of text as it is laid out, and of its letters one by one; {0, 0} is its top left corner."
    ) { call in
      var reading = call.reading("the outlines")
      let frame = try call.laidOutText(for: "ca.Path.text", &reading)
      let letters = try frame.letterPaths(&reading)
      // An array that grows is twice as large at most.
      try reading.take(2 * letters.reduce(0) { $0 + $1.verbs.count + 16 * $1.points.count })
      var whole = Path()
      for letter in letters { whole.addPath(letter) }
      try call.answer(whole)
      try call.answer(letters)
    },
  ]

  private static let places: [Method] = [
    Method(
      "Path", "pointAtLength", signature: "(length: number): ca.Point?, ca.Point?",
      summary: "The point at a distance along the path, and the direction there, of length 1."
    ) { call in
      let path = try call.path.path
      try call.answer(path.place(atLength: try call.number("the length")))
    },
    Method(
      "Path", "pointAtFraction", signature: "(fraction: number): ca.Point?, ca.Point?",
      summary: "The point at a fraction of the length, and the direction there, of length 1."
    ) { call in
      let path = try call.path.path
      try call.answer(path.place(atFraction: try call.number("the fraction")))
    },
    Method(
      "Path", "pointsAlong", signature: "(count: integer): ca.Point[], ca.Point[]",
      summary: "Points at even distances along the path, and the directions there, of length 1."
    ) { call in
      let path = try call.path.path
      let count = try call.count("the count", 1)
      var reading = call.reading("the points")
      try reading.take(count * 2 * MemoryLayout<PropertyValue>.stride)
      let places = path.places(count)
      call.binding.push(.array(places.map { .point($0.point) }))
      call.binding.push(.array(places.map { .point($0.tangent) }))
    },
  ]

  private static let forms: [Method] = [
    Method(
      "ca.Path", "morph",
      signature: "(first: ca.PathLike, second: ca.PathLike, options?: ca.MorphOptions): ca.Path, ca.Path",
      summary: "Two paths of the same elements that look as the given ones, for the two values of an animation."
    ) { call in
      let first = try call.anyPath()
      let second = try call.anyPath()
      let start = try call.number(try call.options(["start"]), "start")
      var reading = call.reading("the paths")
      let morph = try PathMorph(first, second, start: start, &reading)
      try call.answer(morph.from)
      try call.answer(morph.to)
    },
    Method(
      "Path", "morphed", signature: "(other: ca.PathLike, fraction: number, options?: ca.MorphOptions): ca.Path",
      summary: "The path at a fraction of the change into another one, also if their elements differ."
    ) { call in
      let path = try call.path.path
      let other = try call.anyPath()
      let fraction = try call.number("the fraction")
      let start = try call.number(try call.options(["start"]), "start")
      var reading = call.reading("the paths")
      try call.answer(try PathMorph(path, other, start: start, &reading).path(at: fraction))
    },
    Method(
      "Path", "sketched", signature: "(style?: ca.SketchOptions): ca.Path",
      summary: "The path as if drawn by hand, to be stroked: each line twice, its ends a little off."
    ) { call in
      let path = try call.path.path
      let options = try call.options(["roughness", "bowing", "strokes", "seed"])
      var style = SketchStyle()
      style.roughness = try call.number(options, "roughness") ?? style.roughness
      style.bowing = try call.number(options, "bowing") ?? style.bowing
      guard style.roughness >= 0 else {
        throw call.error("roughness must be 0 or more, got \(numberText(style.roughness))")
      }
      if let strokes = try call.number(options, "strokes") {
        guard strokes >= 1, strokes <= 10, strokes == strokes.rounded() else {
          throw call.error("strokes must be a whole number from 1 to 10, got \(numberText(strokes))")
        }
        style.strokes = Int(clamping: strokes)
      }
      style.seed = try call.number(options, "seed").map { try call.seed($0) } ?? 0
      let limit = call.binding.scene.limits.pathSegments
      guard path.verbs.count * style.strokes * 2 <= limit else {
        throw call.error("the lines would have more than \(limit) segments; take a shorter path", kind: .limit)
      }
      try call.answer(path.sketched(style))
    },
  ]

  private static let pointNets: [Method] = [
    Method(
      "ca", "delaunay", signature: "(points: ca.PointLike[]): integer[][], integer[][], integer[]",
      summary: "Delaunay's triangles of points, the edges and the convex hull, by the points' positions in the list."
    ) { call in
      let points = try call.points()
      var reading = call.reading("the triangles")
      let net = try Triangulation(points, &reading)
      try reading.take((net.triangles.count * 4 + net.edges.count * 3) * MemoryLayout<PropertyValue>.stride)
      func list(_ indices: [Int]) -> PropertyValue { .array(indices.map { .number(Double($0 + 1)) }) }
      call.binding.push(.array(net.triangles.map { list([$0.a, $0.b, $0.c]) }))
      call.binding.push(.array(net.edges.map { list([$0.a, $0.b]) }))
      call.binding.push(list(net.hull))
    },
    Method(
      "ca", "voronoi", signature: "(points: ca.PointLike[], rect: ca.RectLike): ca.Point[][]",
      summary: "For each point the part of a rect that is nearest to it, as a polygon."
    ) { call in
      let points = try call.points()
      let rect = try call.rect()
      var reading = call.reading("the cells")
      let net = try Triangulation(points, &reading)
      try reading.take(points.count * 8 * MemoryLayout<PropertyValue>.stride)
      call.binding.push(.array(try net.cells(in: rect, &reading).map { .array($0.map { .point($0) }) }))
    },
  ]
}

extension Call {
  fileprivate func answer(_ place: PathPlace?) throws {
    guard let place else { return binding.pushNil() }
    binding.push(place.point)
    binding.push(place.tangent)
  }

  fileprivate func checkFinite(_ path: Path) throws {
    guard path.points.allSatisfy(\.isFinite) else { throw error("the path exceeds the number range") }
    try answer(path)
  }

  fileprivate mutating func count(_ what: String, _ least: Double) throws -> Int {
    let value = try number(what)
    guard value >= least, value <= 10_000, value == value.rounded() else {
      throw error("\(what) must be a whole number from \(numberText(least)) to 10000, got \(numberText(value))")
    }
    return Int(clamping: value)
  }

  fileprivate mutating func length(_ what: String, default other: Double? = nil) throws -> Double {
    let value = try other.map { try number(what, default: $0) } ?? number(what)
    guard value >= 0 else { throw error("\(what) must not be negative, got \(numberText(value))") }
    return value
  }
}
