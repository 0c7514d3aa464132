// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Testing
import TestSupport

@Suite struct TransformComponentsTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  func number(_ l: Layer, _ path: String) throws -> Double { try l.value(forKeyPath: path).number }
  func set(_ l: Layer, _ path: String, _ v: Double) throws { try l.setValue(.number(v), forKeyPath: path) }

  @Test func `the peg: x is turned before z, so that it stands out of the plane`() throws {
    let l = Layer(in: scene)
    try set(l, "transform.rotation.x", .pi / 2)
    try set(l, "transform.rotation.z", .pi / 2)
    let t = l.transform
    // The y axis goes to +z, the x axis to +y.
    #expect(near(t.m21, 0) && near(t.m22, 0) && near(t.m23, 1))
    #expect(near(t.m11, 0) && near(t.m12, 1) && near(t.m13, 0))
  }

  @Test func `parts read as the matrix was made, and a write replaces one alone`() throws {
    let l = Layer(in: scene)
    l.transform = Transform3D.scale(2, 3, 4).concat(.rotation(0.2, x: 1, y: 0, z: 0)).concat(
      .rotation(0.3, x: 0, y: 1, z: 0)
    )
    .concat(.rotation(0.4)).concat(.translation(6, 7, 8))
    func check(x: Double) throws {
      for (path, v) in [
        ("rotation.x", x), ("rotation.y", 0.3), ("rotation.z", 0.4), ("rotation", 0.4), ("scale.x", 2), ("scale.y", 3),
        ("scale.z", 4),
        ("scale", 3), ("translation.x", 6), ("translation.y", 7), ("translation.z", 8),
      ] { #expect(near(try number(l, "transform.\(path)"), v, 1e-12), "\(path)") }
      #expect(try l.value(forKeyPath: "transform.translation") == .size(Size(6, 7)))
    }
    try check(x: 0.2)
    try set(l, "transform.rotation.x", 0.9)
    try check(x: 0.9)
  }

  @Test func `a turn about y assigned as a matrix reads within a quarter`() throws {
    let l = Layer(in: scene)
    l.transform = .rotation(2, x: 0, y: 1, z: 0)
    #expect(near(try number(l, "transform.rotation.x"), .pi))
    #expect(near(try number(l, "transform.rotation.y"), 1.1416, 1e-4))
    #expect(near(try number(l, "transform.rotation.z"), .pi))
    l.transform = .rotation(200 * .pi / 180)
    #expect(near(try number(l, "transform.rotation.z"), -2.7925, 1e-4))
  }

  @Test func `what was set by parts is read back, beyond half a turn too`() throws {
    let l = Layer(in: scene)
    try set(l, "transform.rotation.z", 7)
    try set(l, "transform.rotation.y", 2)
    #expect(try number(l, "transform.rotation.z") == 7)
    #expect(try number(l, "transform.rotation.y") == 2)
    // A whole assignment forgets it.
    l.transform = .rotation(0.5)
    #expect(near(try number(l, "transform.rotation.z"), 0.5))
    #expect(near(try number(l, "transform.rotation.y"), 0))
  }

  @Test func `mirrors read as themselves`() throws {
    let l = Layer(in: scene)
    for s in [(-1.0, 1.0, 1.0), (1, -1, 1), (1, 1, -1), (-1, -1, -1), (-2, 3, 1)] {
      l.transform = .scale(s.0, s.1, s.2)
      #expect(try number(l, "transform.scale.x") == s.0)
      #expect(try number(l, "transform.scale.y") == s.1)
      #expect(try number(l, "transform.scale.z") == s.2)
      #expect(try number(l, "transform.rotation.z") == 0)
    }
  }

  @Test func `a scale of zero keeps the rotation that was set by parts`() throws {
    let l = Layer(in: scene)
    try set(l, "transform.rotation.z", 0.5)
    try set(l, "transform.scale", 0)
    #expect(try number(l, "transform.rotation.z") == 0.5)
    try set(l, "transform.scale", 2)
    #expect(near(l.transform, Transform3D.rotation(0.5).concat(.scale(2, 2, 2))))
    l.transform = .scale(0, 1)
    #expect(
      message { _ = try number(l, "transform.rotation.z") } == "Layer.transform: cannot decompose a singular transform")
    #expect(
      message { try set(l, "transform.rotation.z", 1) } == "Layer.transform: cannot decompose a singular transform")
  }

  @Test func `random matrices survive taking apart and making`() {
    var random = SeededRandom(5)
    for _ in 0..<2000 {
      var e = (0..<16).map { _ in Double.random(in: -2...2, using: &random) }
      (e[3], e[7], e[11]) = (e[3] * 0.01, e[7] * 0.01, e[11] * 0.01)
      e[15] = 1
      guard let m = Transform3D(elements: e), abs(m.determinant) > 0.05, let c = TransformComponents(m) else {
        continue
      }
      #expect(near(c.matrix, m, 1e-10))
      #expect(abs(c.rotation.y) <= .pi / 2)
    }
  }

  @Test func `perspective and skew survive the setting of a part`() throws {
    let l = Layer(in: scene)
    let m = Transform3D(m11: 1, m12: 0.2, m13: 0, m14: 0, m21: 0.4, m22: 1, m33: 1, m34: -0.002, m41: 5)
    l.transform = m
    let x = try number(l, "transform.translation.x")
    try set(l, "transform.translation.x", 50)
    try set(l, "transform.translation.x", x)
    #expect(near(l.transform, m, 1e-12))
  }

  @Test func `sublayerTransform has its own parts`() throws {
    let l = Layer(in: scene)
    try set(l, "sublayerTransform.rotation.x", 0.4)
    #expect(near(l.sublayerTransform, .rotation(0.4, x: 1, y: 0, z: 0)))
    #expect(l.transform.isIdentity)
    let c = try l.copy()
    try set(l, "sublayerTransform.rotation.x", 4)
    #expect(try number(c, "sublayerTransform.rotation.x") == 0.4)
  }
}
