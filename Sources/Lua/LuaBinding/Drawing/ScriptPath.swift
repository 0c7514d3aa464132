// SPDX-License-Identifier: MIT
import CLuaBinding
import Geometry
import LayerModel
import LuaRuntime
import Messages
import Numbers

/// A path held by scripts. A path read from a layer is frozen.
final class ScriptPath {
  private(set) var path: Path
  let isFrozen: Bool
  private let memory: ScriptMemory
  private var charged = 0

  init(_ path: Path, _ memory: ScriptMemory, isFrozen: Bool = false) {
    self.path = path
    self.memory = memory
    memory.live.add(.paths)
    self.isFrozen = isFrozen
  }

  /// Makes a frozen path whose elements nothing else holds.
  ///
  /// - Throws: `ScriptError` without memory for them.
  convenience init(counting path: Path, _ memory: ScriptMemory) throws {
    self.init(path, memory, isFrozen: true)
    let bytes = held
    try memory.take(bytes)
    charged = bytes
  }

  deinit {
    memory.live.remove(.paths)
    if charged > 0 { memory.release(charged) }
  }

  /// Bytes of the path's elements, for the memory limit.
  private var bytes: Int { path.verbs.count + path.points.count * 16 }
  /// Bytes of the buffers of the elements.
  private var held: Int { path.verbs.capacity + path.points.capacity * 16 + 96 }

  /// Charges the buffers of the elements as they are.
  private func count() {
    let held = held
    if held < charged { memory.release(charged - held) } else { memory.charge(held - charged) }
    charged = held
  }

  /// Changes the path, charging its memory in growing steps.
  func change(_ call: Call, adding elements: Int = 4, _ body: (inout Path) -> Void) throws {
    if isFrozen {
      throw call.error("a path read from a layer is frozen; change a copy of it (path:copy()) and assign that")
    }
    let limit = call.binding.scene.limits.pathSegments
    guard path.verbs.count + elements <= limit + 64 else {
      throw call.error("a path may have at most \(limit) segments; use several paths", kind: .limit)
    }
    let isNew = path.verbs.isEmpty
    let expected = bytes + elements * 49
    if expected > charged {
      let step = (isNew ? expected : expected * 2) - charged
      try memory.take(step)
      charged += step
    }
    let before = path.mark
    body(&path)
    // The elements of a new path usually come at once, and most have fewer points than a curve.
    if isNew { count() }
    guard path.isFinite(since: before) else {
      path.revert(to: before)
      throw call.error("the path exceeds the number range")
    }
  }

  /// Throws if there is no current point for lines and curves to continue from.
  func needCurrentPoint(_ call: Call) throws {
    if path.currentPoint == nil { throw call.error("there is no current point; call move first") }
  }
}

extension Method {
  static let pathMethods: [Method] =
    [
      Method(
        "ca.Path", "()", signature: "(data?: string|ca.Path): ca.Path",
        summary: "A new path, empty or of SVG path data."
      ) { call in
        guard let argument = call.peek, !argument.isNil else {
          return call.binding.push(ScriptPath(Path(), call.binding.memory))
        }
        let path = ScriptPath(Path(), call.binding.memory)
        let given = try call.anyPath()
        try path.change(call, adding: given.verbs.count) { $0 = given }
        call.binding.push(path)
      },
      Method(
        "ca.Path", "svg", signature: "(file: string): ca.Path",
        summary: "The outlines of all shapes in an SVG file, in its points."
      ) { call in
        let name = try call.string("the file name")
        guard !name.isEmpty else { throw call.error("expected a file name, got an empty string") }
        try call.answer(try call.binding.services.path(svgAtPath: name))
      },
    ] + builders + queries + pathAreaMethods

  private static func builder(
    _ names: String..., signature: String, summary: String,
    _ body: @escaping @Sendable (inout Call, ScriptPath) throws -> Void
  ) -> Method {
    Method("Path", names: names, flags: LLUA_SELF, signature: signature, summary: summary) { call in
      try body(&call, try call.path)
    }
  }

  private static let builders: [Method] = [
    builder("move", "moveToPoint", signature: "(x: number, y: number): self", summary: "Begins a subpath at a point.") {
      call, path in
      let p = Point(try call.number("x"), try call.number("y"))
      try path.change(call) { $0.move(to: p) }
    },
    builder(
      "addLine", "addLineToPoint", signature: "(x: number, y: number): self", summary: "A line from the current point."
    ) { call, path in
      try path.needCurrentPoint(call)
      let p = Point(try call.number("x"), try call.number("y"))
      try path.change(call) { $0.addLine(to: p) }
    },
    builder(
      "addQuadCurve", "addQuadCurveToPoint", signature: "(cx: number, cy: number, x: number, y: number): self",
      summary: "A curve with one control point from the current point."
    ) { call, path in
      try path.needCurrentPoint(call)
      let c = Point(try call.number("cx"), try call.number("cy"))
      let p = Point(try call.number("x"), try call.number("y"))
      try path.change(call) { $0.addQuadCurve(control: c, to: p) }
    },
    builder(
      "addCurve", "addCurveToPoint",
      signature: "(c1x: number, c1y: number, c2x: number, c2y: number, x: number, y: number): self",
      summary: "A curve with two control points from the current point."
    ) { call, path in
      try path.needCurrentPoint(call)
      let c1 = Point(try call.number("c1x"), try call.number("c1y"))
      let c2 = Point(try call.number("c2x"), try call.number("c2y"))
      let p = Point(try call.number("x"), try call.number("y"))
      try path.change(call) { $0.addCurve(control1: c1, control2: c2, to: p) }
    },
    builder(
      "addArc",
      signature:
        "(cx: number, cy: number, radius: number, startAngle: number, endAngle: number, clockwise?: boolean): self",
      summary: "An arc, with a line to its start; angles in radians, increasing unless `clockwise`."
    ) { call, path in
      let c = Point(try call.number("cx"), try call.number("cy"))
      let r = try call.number("the radius")
      let start = try call.number("the start angle")
      let end = try call.number("the end angle")
      let clockwise = try call.bool("clockwise", default: false)
      guard r >= 0 else { throw call.error("the radius must not be negative, got \(numberText(r))") }
      try path.change(call, adding: 16) {
        $0.addArc(center: c, radius: r, startAngle: start, endAngle: end, clockwise: clockwise)
      }
    },
    builder(
      "addArcTangent", "addArcToPoint",
      signature: "(x1: number, y1: number, x2: number, y2: number, radius: number): self",
      summary: "A rounded corner: an arc that touches the lines to the first point and from there to the second."
    ) { call, path in
      try path.needCurrentPoint(call)
      let p1 = Point(try call.number("x1"), try call.number("y1"))
      let p2 = Point(try call.number("x2"), try call.number("y2"))
      let r = try call.number("the radius")
      guard r >= 0 else { throw call.error("the radius must not be negative, got \(numberText(r))") }
      try path.change(call, adding: 16) { $0.addArc(tangent1: p1, tangent2: p2, radius: r) }
    },
    builder("addRect", signature: "(rect: ca.RectLike): self", summary: "A rectangle as a subpath.") { call, path in
      let r = try call.rect()
      try path.change(call, adding: 8) { $0.addRect(r) }
    },
    builder(
      "addRoundedRect", signature: "(rect: ca.RectLike, rx: number, ry?: number): self",
      summary: "A rectangle with round corners as a subpath."
    ) { call, path in
      let r = try call.rect()
      let rx = try call.number("rx")
      let ry = try call.number("ry", default: rx)
      guard rx >= 0, ry >= 0 else {
        throw call.error("radii must not be negative, got \(numberText(rx)), \(numberText(ry))")
      }
      try path.change(call, adding: 16) { $0.addRoundedRect(r, rx: rx, ry: ry) }
    },
    builder(
      "addEllipse", "addEllipseInRect", signature: "(rect: ca.RectLike): self",
      summary: "The ellipse in a rect as a subpath."
    ) { call, path in
      let r = try call.rect()
      try path.change(call, adding: 8) { $0.addEllipse(in: r) }
    },
    builder("addLines", signature: "(points: ca.PointLike[]): self", summary: "A subpath through points.") {
      call, path in
      let points = try call.points()
      try path.change(call, adding: points.count) { $0.addLines(points) }
    },
    builder(
      "addPath", signature: "(path: ca.PathLike, transform?: ca.TransformLike): self",
      summary: "The elements of another path."
    ) { call, path in
      let other = try call.anyPath()
      var t = AffineTransform.identity
      if let argument = call.peek, !argument.isNil { t = try call.affine() }
      let points = other.points.map { t.apply($0) }
      guard points.allSatisfy({ $0.isFinite }) else {
        throw call.error("the transform takes the path out of the number range")
      }
      try path.change(call, adding: other.verbs.count) { $0.addPath(other, transform: t) }
    },
    builder("closeSubpath", "close", signature: "(): self", summary: "A line back to where the subpath began.") {
      call, path in try path.change(call) { $0.closeSubpath() }
    },
  ]

  private static let queries: [Method] = [
    Method("Path", "boundingBox", signature: "(): ca.Rect", summary: "The box around all points, control points too.") {
      call in call.binding.push(try call.path.path.boundingBox)
    },
    Method(
      "Path", "boundingBoxOfPath", signature: "(): ca.Rect?",
      summary: "The box around the path itself; nil when it is empty."
    ) { call in
      if let box = try call.path.path.boundingBoxOfPath { call.binding.push(box) } else { call.binding.pushNil() }
    },
    Method("Path", "isEmpty", signature: "(): boolean", summary: "True if it has no elements.") { call in
      call.binding.push(try call.path.path.isEmpty)
    },
    Method(
      "Path", "contains", "containsPoint", signature: "(point: ca.PointLike, fillRule?: ca.PathFillRule): boolean",
      summary: "True if a point is inside."
    ) { call in
      let p = try call.point()
      call.binding.push(try call.path.path.contains(p, rule: try call.fillRule()))
    },
    Method("Path", "length", signature: "(): number", summary: "The length along the path in points.") { call in
      call.binding.push(try call.path.path.length)
    },
    Method(
      "Path", "currentPoint", signature: "(): ca.Point?", summary: "Where the next line begins; nil in an empty path."
    ) { call in
      if let p = try call.path.path.currentPoint { call.binding.push(p) } else { call.binding.pushNil() }
    },
    Method(
      "Path", "transformed", signature: "(transform: ca.TransformLike): ca.Path",
      summary: "A path whose points are transformed."
    ) { call in
      let t = try call.affine()
      let moved = try call.path.path.transformed(by: t)
      guard moved.points.allSatisfy({ $0.isFinite }) else {
        throw call.error("the transform takes the path out of the number range")
      }
      try call.answer(moved)
    },
    Method(
      "Path", "trimmed", signature: "(from: number, to: number): ca.Path",
      summary: "The part between two fractions of the length, from 0 to 1."
    ) { call in
      let from = try call.number("from")
      let to = try call.number("to")
      try call.answer(try call.path.path.trimmed(from: min(max(from, 0), 1), to: min(max(to, 0), 1)))
    },
    Method("Path", "svg", signature: "(): string", summary: "SVG path data.") { call in
      var reading = call.reading("the text")
      call.binding.push(bytes: try call.path.path.svg(&reading))
    },
    Method("Path", "copy", "mutableCopy", signature: "(): ca.Path", summary: "A copy that can be changed.") { call in
      try call.answer(try call.path.path)
    },
    Method("Path", ".tostring", signature: "string", summary: "SVG path data, of a short one.") { call in
      let path = try call.path.path
      let text = path.verbs.count > 64 ? "\(path.verbs.count) elements" : "\"\(path.svg)\""
      call.binding.push("Path \(text.utf8.count > 200 ? "\(path.verbs.count) elements" : text)")
    },
  ]
}

extension Call {
  /// Pushes a new path and charges its memory.
  func answer(_ path: Path) throws {
    let new = ScriptPath(Path(), binding.memory)
    try new.change(self, adding: path.verbs.count) { $0 = path }
    binding.push(new)
  }

  /// Pushes a list of new paths, which are frozen, and charges their memory.
  func answer(_ paths: [Path]) throws {
    var held: [ScriptPath] = []
    for path in paths { held.append(try ScriptPath(counting: path, binding.memory)) }
    llua_out_array(binding.pointer, UInt32(clamping: held.count), false)
    for path in held { binding.push(path) }
  }

  mutating func points() throws -> [Point] {
    let argument = next()
    guard let items = argument?.items else {
      throw mismatch("a list of points such as {{0, 0}, {30, 0}}", argument)
    }
    return try items.map { item in
      guard let p = item.point, p.isFinite else { throw mismatch("a list of points such as {{0, 0}, {30, 0}}", item) }
      return p
    }
  }
}
