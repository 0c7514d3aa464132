// SPDX-License-Identifier: MIT
import Geometry
import Testing

@Suite struct TransformTests {
  @Test func `the new operation comes first`() {
    let t = Transform3D.translation(10, 20).scaled(2, 3, 4)
    #expect(t == Transform3D.scale(2, 3, 4).concat(.translation(10, 20)))
    let p = t.homogeneous(x: 1, y: 1, z: 1)
    #expect(p.x == 12 && p.y == 23 && p.z == 4 && p.w == 1)
  }

  @Test func `a positive angle carries x toward y`() {
    let p = Transform3D.rotation(.pi / 2).homogeneous(x: 1, y: 0, z: 0)
    #expect(abs(p.x) < 1e-15 && abs(p.y - 1) < 1e-15)
    #expect(Transform3D.rotation(1, x: 0, y: 0, z: 0).isIdentity)
  }

  @Test func `the inverse undoes and a singular matrix has none`() {
    let t = Transform3D.perspective(300).rotated(0.4, x: 1, y: 2, z: 3).translated(4, 5, 6)
    let product = t.inverted.map { t.concat($0) }
    for (got, want) in zip(product?.elements ?? [], Transform3D.identity.elements) { #expect(abs(got - want) < 1e-12) }
    #expect(product != nil)
    #expect(Transform3D.scale(0, 1, 1).inverted == nil)
    #expect(abs((t.determinant * (t.inverted?.determinant ?? 0)) - 1) < 1e-12)
  }

  @Test func `the page turns as measured`() {
    // A layer 200×200 anchored at (1, .5) at (200, 100), turned π/4 about y, in a parent 200×200 with m34 = −1/1000
    // about its centre.
    let placed = Transform3D.translation(-200, -100).concat(.rotation(.pi / 4, x: 0, y: 1, z: 0)).concat(
      .translation(200, 100))
    let flat = placed.homography
    #expect(flat.apply(Point(0, 0)).map { abs($0.x - 58.579) < 1e-3 && abs($0.y) < 1e-9 } == true)
    let eye = Transform3D.translation(-100, -100).concat(.perspective(1000)).concat(.translation(100, 100))
    let h = placed.concat(eye).homography
    #expect(h.apply(Point(0, 0)).map { abs($0.x - 51.756) < 1e-3 && abs($0.y + 16.472) < 1e-3 } == true)
    #expect(h.apply(Point(0, 200)).map { abs($0.y - 216.472) < 1e-3 } == true)
    #expect(h.apply(Point(200, 0)).map { abs($0.x - 200) < 1e-9 && abs($0.y) < 1e-9 } == true)
  }

  @Test func `what lies behind the eye is cut off`() {
    let h = Transform3D.rotation(.pi / 2.2, x: 0, y: 1, z: 0).concat(.perspective(50)).homography
    let whole = h.applyClipped([Point(-100, -10), Point(100, -10), Point(100, 10), Point(-100, 10)])
    #expect(whole.count >= 4)
    #expect(whole.allSatisfy { $0.isFinite })
    #expect(h.applyClipped([]).isEmpty)
  }

  @Test func `a plane faces away where its picture is wound the other way`() {
    var state: UInt64 = 7
    func next(_ low: Double, _ high: Double) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return low + (high - low) * Double(state >> 40) / 16_777_216
    }
    var seen = (front: 0, back: 0)
    for _ in 0..<2000 {
      let h = Transform3D.rotation(next(-4, 4), x: next(-1, 1), y: next(-1, 1), z: next(-1, 1))
        .concat(.translation(next(-80, 80), next(-80, 80), next(-80, 80))).concat(.perspective(100)).homography
      let p = Point(next(-60, 60), next(-60, 60))
      guard let a = h.apply(p), let b = h.apply(p + Point(0.5, 0)), let c = h.apply(p + Point(0, 0.5)) else { continue }
      let winding = (b - a).cross(c - a)
      guard abs(winding) > 1e-9 else { continue }
      #expect(h.facesAway(isFlipped: false) == (winding < 0))
      #expect(h.facesAway(isFlipped: true) == (winding > 0))
      if winding < 0 { seen.back += 1 } else { seen.front += 1 }
    }
    #expect(seen.front > 500 && seen.back > 500)
  }

  @Test func `only flat matrices are affine`() {
    #expect(Transform3D.rotation(1).isAffine)
    #expect(!Transform3D.scale(1, 1, 2).isAffine)
    #expect(!Transform3D.translation(0, 0, 1).isAffine)
    #expect(Transform3D.scale(1, 1, 2).affine == .identity)
  }
}
