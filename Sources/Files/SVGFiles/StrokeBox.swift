// SPDX-License-Identifier: MIT
import Geometry

extension Path {
  /// Returns the bounds of the stroke along the path and of the area inside, ignoring dashes: SVG's stroke bounding
  /// box.
  func strokeBox(_ style: StrokeStyle) -> Rect? {
    guard let box = boundingBoxOfPath, style.width > 0 else { return boundingBoxOfPath }
    let reach = style.width / 2
    var result = box
    func add(_ p: Point) { result = joined(result, Rect(p.x, p.y, 0, 0)) ?? result }
    func addCircle(_ p: Point) {
      add(Point(p.x - reach, p.y - reach))
      add(Point(p.x + reach, p.y + reach))
    }
    func side(_ direction: Point) -> Point { Point(-direction.y * reach, direction.x * reach) }
    func addEnds(_ p: Point, _ direction: Point) {
      add(p + side(direction))
      add(p - side(direction))
    }
    func join(_ p: Point, _ before: Point, _ behind: Point) {
      switch style.join {
      case .round: addCircle(p)
      case .bevel: break
      case .miter:
        // The miter tip lies on the bisector of the two sides, outward.
        let cosine = before.dot(behind)
        let ratio = 2 / max(1 + cosine, 1e-12)
        guard ratio <= style.miterLimit * style.miterLimit, cosine < 1 - 1e-12 else { return }
        let away = before - behind
        guard away.length > 0 else { return }
        add(p + away * (reach * ratio.squareRoot() / away.length))
      }
    }
    func cap(_ p: Point, _ out: Point) {
      switch style.cap {
      case .butt: break
      case .round: addCircle(p)
      case .square: addEnds(p + out * reach, out)
      }
    }
    var start: (point: Point, direction: Point)?
    var last: (point: Point, direction: Point)?
    func end(isClosed: Bool) {
      if let start, let last {
        if isClosed {
          join(start.point, last.direction, start.direction)
        } else {
          cap(start.point, start.direction * -1)
          cap(last.point, last.direction)
        }
      }
      start = nil
      last = nil
    }
    var at = 0
    var begin = Point.zero, current = Point.zero
    func add(_ segment: Segment, steps: Int) {
      func direction(_ t: Double) -> Point? {
        let d = segment.direction(at: t)
        return d.length > 0 && d.isFinite ? d * (1 / d.length) : nil
      }
      guard let first = direction(0), let final = direction(1) else { return }
      let from = segment.point(at: 0), to = segment.point(at: 1)
      if let last { join(from, last.direction, first) } else { start = (from, first) }
      for i in 0...steps {
        let t = Double(i) / Double(steps)
        if let d = direction(t) { addEnds(segment.point(at: t), d) }
      }
      last = (to, final)
    }
    for verb in verbs {
      switch verb {
      case .move:
        end(isClosed: false)
        begin = points[at]
        current = begin
      case .line:
        add(.line(current, points[at]), steps: 1)
        current = points[at]
      case .quad:
        add(.quad(current, points[at], points[at + 1]), steps: 64)
        current = points[at + 1]
      case .cubic:
        add(.cubic(current, points[at], points[at + 1], points[at + 2]), steps: 64)
        current = points[at + 2]
      case .close:
        if current != begin { add(.line(current, begin), steps: 1) }
        current = begin
        end(isClosed: true)
      }
      at += verb.pointCount
    }
    end(isClosed: false)
    return result
  }
}

extension Artwork.Element {
  /// The bounds of everything the element paints, in its parent's coordinates, ignoring clips.
  var strokeBoxOutside: Rect? {
    switch self {
    case .shape(let shape):
      let box = shape.stroke == nil ? shape.box : shape.path.strokeBox(shape.strokeStyle)
      return box.map(shape.transform.boundingBox(of:))
    case .group(let group): return group.strokeBox.map(group.transform.boundingBox(of:))
    case .image(let picture): return picture.box.map(picture.transform.boundingBox(of:))
    }
  }
}

extension Artwork.Group {
  /// The bounds of everything the group's elements paint, in its user space.
  var strokeBox: Rect? { elements.reduce(nil) { joined($0, $1.strokeBoxOutside) } }
}
