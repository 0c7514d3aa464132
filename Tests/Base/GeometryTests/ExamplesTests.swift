// SPDX-License-Identifier: MIT
import Geometry
import Testing

/// The values of the examples in the documentation comments of `Sources/Base/Geometry`, in the files' order.
struct ExamplesTests {
  private let square = [Point(0, 0), Point(4, 0), Point(4, 4), Point(0, 4)]

  private func isNear(_ a: Point?, _ b: Point, within tolerance: Double) -> Bool {
    a.map { ($0 - b).length <= tolerance } ?? false
  }

  @Test func `examples of AffineTransform`() {
    let quarterTurn = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
    #expect(quarterTurn.apply(Point(1, 0)) == Point(0, 1))
    #expect(AffineTransform.scale(-1, 3).determinant == -3)
    #expect(AffineTransform.scale(2, 2).concat(.translation(10, 0)).apply(Point(1, 1)) == Point(12, 2))
    #expect(AffineTransform.translation(10, 0).concat(.scale(2, 2)).apply(Point(1, 1)) == Point(22, 2))
    #expect(AffineTransform.scale(2, 4).inverted == .scale(0.5, 0.25))
    #expect(AffineTransform.scale(0, 1).inverted == nil)
    #expect(quarterTurn.boundingBox(of: Rect(0, 0, 4, 2)) == Rect(-2, 0, 2, 4))
    #expect(AffineTransform.scale(2, 8).meanScale == 4)
  }

  @Test func `examples of ConvexPolygon`() {
    #expect(ConvexPolygon.doubledArea(square) == 32)
    #expect(
      ConvexPolygon.clip(square, a: 1, b: 0, c: -3) == [Point(3, 0), Point(4, 0), Point(4, 4), Point(3, 4)])
    #expect(ConvexPolygon.doubledArea([Point(0, 0), Point(2, 0), Point(0, 2)]) == 4)
    #expect(ConvexPolygon.doubledArea([Point(0, 0), Point(0, 2), Point(2, 0)]) == -4)
    let moved = square.map { $0 + Point(3, 2) }
    #expect(ConvexPolygon.doubledArea(ConvexPolygon.intersection(square, moved)) == 4)
    #expect(
      ConvexPolygon.clockwise([Point(0, 0), Point(0, 2), Point(2, 0)]) == [Point(2, 0), Point(0, 2), Point(0, 0)])
    #expect(ConvexPolygon.doubledArea(ConvexPolygon.clip(square, to: Rect(1, 1, 2, 9))) == 12)
  }

  @Test func `examples of DepthPlane`() throws {
    #expect(DepthPlane(.translation(0, 0, 5))?.depth(Point(7, 8)) == 5)
    let turned = try #require(DepthPlane(.rotation(.pi / 4, x: 0, y: 1, z: 0)))
    #expect(abs(turned.depth(Point(10, 0)) + 10) <= 1e-14)
    #expect(DepthPlane(.scale(0, 1)) == nil)
  }

  @Test func `examples of Homography`() {
    var map = Homography.identity
    map.m13 = 0.01
    #expect(map.apply(Point(100, 50)) == Point(50, 25))
    #expect(Homography(.scale(2, 3)).affine == .scale(2, 3))
    var doubled = Homography(.scale(4, 4))
    doubled.m33 = 2
    #expect(doubled.affine == .scale(2, 2))
    #expect(Homography(.scale(2, 2)).concat(Homography(.translation(10, 0))).apply(Point(1, 1)) == Point(12, 2))
    #expect(map.apply(Point(-50, 10)) == Point(-100, 20))
    #expect(map.apply(Point(-100, 10)) == nil)
    #expect(Homography(.scale(-1, 1)).facesAway(isFlipped: false))
    #expect(!Homography(.scale(1, -1)).facesAway(isFlipped: true))
    #expect(map.inverted?.apply(Point(50, 25)) == Point(100, 50))
    let wide = [Point(-200, 0), Point(100, 0), Point(100, 10), Point(-200, 10)]
    #expect(
      map.applyClipped(wide, epsilon: 0.5) == [Point(-100, 0), Point(50, 0), Point(50, 5), Point(-100, 20)])
    #expect(Homography(.scale(2, 3)).largestScale(at: .zero) == 3)
  }

  @Test func `examples of measuring a Path`() {
    let segment = Path.Segment.quad(Point(0, 0), Point(5, 10), Point(10, 0))
    #expect(segment.point(at: 0.5) == Point(5, 5))
    #expect(segment.direction(at: 0) == Point(10, 20))
    #expect(Path.Segment.line(Point(0, 0), Point(10, 0)).parameter(at: 2.5, of: 10) == 0.25)
    #expect(Path(rect: Rect(0, 0, 3, 4)).length == 14)
    #expect(Path(rect: Rect(0, 0, 3, 4)).trimmed(from: 0, to: 0.5).svg == "M 0 0 L 3 0 L 3 4")
    var arch = Path()
    arch.move(to: Point(0, 0))
    arch.addQuadCurve(control: Point(5, 10), to: Point(10, 0))
    #expect(arch.boundingBox == Rect(0, 0, 10, 10))
    #expect(arch.boundingBoxOfPath == Rect(0, 0, 10, 5))
    var nested = Path(rect: Rect(0, 0, 9, 9))
    nested.addRect(Rect(3, 3, 3, 3))
    #expect(nested.contains(Point(4, 4)))
    #expect(!nested.contains(Point(4, 4), rule: .evenOdd))
  }

  @Test func `examples of rounded rectangles`() {
    let path = Path.roundedRect(Rect(0, 0, 100, 50), minXMinY: 10, maxXMinY: 0, maxXMaxY: 0, minXMaxY: 0)
    #expect(path.points[0] == Point(0, 10))
    #expect(path.points[3] == Point(10, 0))
    #expect(path.verbs == [.move, .cubic, .line, .line, .line, .close])
  }

  @Test func `examples of SVG path data`() throws {
    #expect(try Path(svg: "m1 1h2v2z").svg == "M 1 1 L 3 1 L 3 3 Z")
    let error = #expect(throws: PathTextError.self) { try Path(svg: "M0 0 L5 x") }
    #expect(error?.offset == 8)
  }

  @Test func `examples of shapes in a Path`() {
    var half = Path()
    half.addArc(center: .zero, radius: 10, startAngle: 0, endAngle: .pi, clockwise: false)
    #expect(half.points.first == Point(10, 0))
    #expect(half.currentPoint == Point(-10, 0))
    #expect(half.verbs == [.move, .cubic, .cubic])
    #expect(half.contains(Point(0, 5)))
    var corner = Path()
    corner.move(to: Point(0, 0))
    corner.addArc(tangent1: Point(10, 0), tangent2: Point(10, 10), radius: 4)
    #expect(isNear(corner.points[1], Point(6, 0), within: 1e-14))
    #expect(isNear(corner.currentPoint, Point(10, 4), within: 1e-14))
    var ellipse = Path()
    ellipse.addEllipse(in: Rect(0, 0, 20, 10))
    #expect(ellipse.points.first == Point(20, 5))
    #expect(ellipse.points[3] == Point(10, 10))
    var rounded = Path()
    rounded.addRoundedRect(Rect(0, 0, 20, 10), rx: 99, ry: 2)
    #expect(rounded.points[0] == Point(20, 5))
    #expect(rounded.points[4] == Point(10, 10))
    var moved = Path()
    moved.addPath(Path(rect: Rect(0, 0, 1, 1)), transform: .translation(5, 6))
    #expect(moved.boundingBox == Rect(5, 6, 1, 1))
  }

  @Test func `examples of Path`() {
    var path = Path()
    path.move(to: Point(0, 0))
    path.addLine(to: Point(10, 0))
    path.addQuadCurve(control: Point(10, 10), to: Point(0, 10))
    path.closeSubpath()
    #expect(path.svg == "M 0 0 L 10 0 Q 10 10 0 10 Z")
    var continued = Path(rect: Rect(1, 2, 3, 4))
    #expect(continued.currentPoint == Point(1, 2))
    continued.addLine(to: Point(9, 9))
    #expect(continued.verbs.suffix(3) == [.close, .move, .line])
    var reverted = Path(rect: Rect(0, 0, 3, 4))
    let mark = reverted.mark
    reverted.addEllipse(in: Rect(0, 0, 3, 4))
    reverted.revert(to: mark)
    #expect(reverted == Path(rect: Rect(0, 0, 3, 4)))
    #expect(Path(rect: Rect(0, 0, 1, 1)).transformed(by: .scale(2, 3)).boundingBox == Rect(0, 0, 2, 3))
  }

  @Test func `examples of Point and Size`() {
    #expect(Point(1, 2) + Point(3, 4) * 2 == Point(7, 10))
    #expect(Point(3, 4).length == 5)
    #expect(Point(1, 2).dot(Point(3, 4)) == 11)
    #expect(Point(1, 0).cross(Point(0, 1)) == 1)
    #expect(!Size(10, 2).isEmpty)
    #expect(Size(10, -2).isEmpty)
  }

  @Test func `examples of Rect`() {
    let rect = Rect(10, 20, 30, 40)
    #expect(rect.maxX == 40)
    #expect(rect.midY == 40)
    #expect(rect.corners[2] == Point(40, 60))
    #expect(Rect(10, 20, -4, 5).standardized == Rect(6, 20, 4, 5))
    #expect(Rect(0, 0, 10, 10).contains(Point(0, 0)))
    #expect(!Rect(0, 0, 10, 10).contains(Point(10, 0)))
    #expect(Rect(0, 0, 10, 10).insetBy(dx: 2, dy: -1) == Rect(2, -1, 6, 12))
    #expect(Rect(0, 0, 2, 2).union(Rect(5, 4, 0, 0)) == Rect(0, 0, 5, 4))
    #expect(Rect(0, 0, 4, 4).intersection(Rect(1, 2, 9, 9)) == Rect(1, 2, 3, 2))
    #expect(Rect(0, 0, 4, 4).intersection(Rect(4, 1, 2, 2)) == Rect(4, 1, 0, 2))
    #expect(Rect(0, 0, 4, 4).intersection(Rect(5, 1, 2, 2)) == nil)
  }

  @Test func `examples of SimplePolygons`() {
    let hole = [Point(1, 1), Point(1, 2), Point(2, 2), Point(2, 1)]
    #expect(SimplePolygons.winding(of: [square, hole]) == 1)
    #expect(SimplePolygons.winding(of: [square, square.map { $0 + Point(1, 1) }]) == 0)
  }

  @Test func `examples of Transform3D`() {
    let placed = Transform3D.scale(2, 3).concat(.translation(10, 20))
    #expect(placed.affine.apply(Point(1, 1)) == Point(12, 23))
    #expect(isNear(Transform3D.rotation(.pi / 2).affine.apply(Point(1, 0)), Point(0, 1), within: 1e-16))
    let near = Transform3D.translation(0, 0, 250).concat(.perspective(500))
    #expect(near.homography.apply(Point(10, 20)) == Point(20, 40))
    #expect(Transform3D.translation(1, 2).affine == .translation(1, 2))
    #expect(Transform3D.perspective(500).affine == .identity)
    #expect(Transform3D.scale(2, 2).translated(10, 0) == Transform3D.translation(10, 0).concat(.scale(2, 2)))
    #expect(Transform3D.scale(2, 2).translated(10, 0).affine.apply(Point(1, 1)) == Point(22, 2))
    #expect(Transform3D.translation(1, 2, 3).inverted == .translation(-1, -2, -3))
    #expect(Transform3D.scale(1, 1, 0).inverted == nil)
    #expect(Transform3D.scale(2, 3, 4).determinant == 24)
    #expect(Transform3D.perspective(100).homogeneous(x: 5, y: 0, z: 50) == (5, 0, 50, 0.5))
    let turned = Transform3D.rotation(.pi / 3, x: 0, y: 1, z: 0)
    #expect(isNear(turned.homography.apply(Point(10, 4)), Point(5, 4), within: 1e-14))
  }
}
