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
    // The y axis maps to +z, the x axis to +y.
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
    // Assigning the whole transform resets it.
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
  }

  @Test func `an axis without length reads 0, and its part can be set`() throws {
    for (scale, mean) in [
      ((0.0, 0.0, 1.0), 1.0 / 3), ((1, 0, 1), 2.0 / 3), ((0, 1, 1), 2.0 / 3), ((0, 0, 0), 0), ((-2, 0, 1), -1.0 / 3),
      ((0, 0, -3), -1),
    ] {
      let l = Layer(in: scene)
      l.transform = Transform3D.scale(scale.0, scale.1, scale.2).concat(.translation(6, 7, 8))
      func check(_ rest: String, _ v: Double) throws {
        #expect(near(try number(l, "transform.\(rest)"), v, 1e-15), "\(rest) of \(scale)")
      }
      try check("scale.x", scale.0)
      try check("scale.y", scale.1)
      try check("scale.z", scale.2)
      try check("scale", mean)
      for axis in ["x", "y", "z"] { try check("rotation.\(axis)", 0) }
      try check("translation.x", 6)
      #expect(try l.value(forKeyPath: "transform.translation") == .size(Size(6, 7)))
      try set(l, "transform.translation.y", 9)
      #expect(l.transform == Transform3D.scale(scale.0, scale.1, scale.2).concat(.translation(6, 9, 8)))
      try set(l, "transform.rotation.z", 0.5)
      try set(l, "transform.scale", 2)
      #expect(near(l.transform, Transform3D.scale(2, 2, 2).concat(.rotation(0.5)).concat(.translation(6, 9, 8))))
    }
  }

  @Test func `a rotation that other axes tell is known`() throws {
    for (matrix, x, y, z) in [
      (Transform3D.scale(1, 0, 1).concat(.rotation(2)), 0.0, 0.0, 2.0),
      (Transform3D.scale(0, 3, 1).concat(.rotation(-2)), 0, 0, -2),
      (Transform3D.scale(1, 0, 0).concat(.rotation(2)), 0, 0, 2),
      (Transform3D.scale(0, 1, 0).concat(.rotation(2)), 0, 0, 2),
      (Transform3D.scale(0, 1, 0).concat(.rotation(2, x: 1, y: 0, z: 0)), 2, 0, 0),
      (Transform3D.scale(0, 0, 1).concat(.rotation(2, x: 1, y: 0, z: 0)), 2, 0, 0),
      (Transform3D.scale(0, 0, 1).concat(.rotation(1, x: 0, y: 1, z: 0)), 0, 1, 0),
      (Transform3D.scale(0, 0, 1).concat(.rotation(2)), 0, 0, 0),
    ] {
      let r = TransformComponents(matrix).rotation
      #expect(near(r.x, x) && near(r.y, y) && near(r.z, z), "\(matrix): \(r)")
    }
  }

  @Test func `parts of flat matrices are read and set wherever transforms are`() throws {
    let replicator = ReplicatorLayer(in: scene)
    for key in ["transform", "sublayerTransform", "instanceTransform"] {
      try replicator.setValue(.transform(.scale(0, 0, 1)), forKey: key)
      #expect(try number(replicator, "\(key).scale.y") == 0)
      try set(replicator, "\(key).scale", 1)
      #expect(try replicator.value(forKeyPath: key) == .transform(.identity))
    }
    let l = Layer(in: scene)
    l.affineTransform = AffineTransform(a: 0, b: 0, c: 0, d: 0, tx: 3, ty: 4)
    #expect(try number(l, "transform.scale.x") == 0 && number(l, "transform.translation.y") == 4)
    try set(l, "transform.scale.x", 5)
    #expect(l.transform == Transform3D(m11: 5, m22: 0, m41: 3, m42: 4))
    // All zeros, m44 too.
    l.transform = Transform3D(elements: [Double](repeating: 0, count: 16)) ?? .identity
    #expect(try number(l, "transform.scale") == 0 && number(l, "transform.rotation") == 0)
    try set(l, "transform.scale", 2)
    #expect(l.transform == Transform3D(m11: 2, m22: 2, m33: 2, m44: 0))
    // A value under a custom key.
    try l.setValue(.transform(.scale(0, 1)), forKey: "mine")
    #expect(try number(l, "mine.scale.x") == 0)
    try set(l, "mine.scale.x", 3)
    #expect(try l.value(forKeyPath: "mine") == .transform(.scale(3, 1)))
    #expect(try number(try l.presentation(), "mine.scale.x") == 3)
  }

  @Test func `a layer of scale 0 grows by an animation`() throws {
    let l = Layer(in: scene)
    l.transform = .scale(0, 0, 1)
    for (path, from, to) in [
      ("transform.scale", 0.0, 1.0), ("transform.rotation.z", 0, 4), ("transform.scale.x", 1, 3),
      ("transform.translation.x", 10, 20),
    ] {
      let grow = BasicAnimation(in: scene)
      for (key, value) in [
        ("keyPath", .string(path)), ("fromValue", .number(from)), ("toValue", .number(to)), ("duration", .number(1)),
      ] as [(String, PropertyValue)] { try grow.setValue(value, forKey: key) }
      try l.add(grow, forKey: path)
    }
    let shown = try l.presentation(at: 0.5)
    #expect(near(shown.transform, Transform3D.scale(2, 0.5, 0.5).concat(.rotation(2)).concat(.translation(15, 0))))
    #expect(try number(shown, "transform.scale.y") == 0.5)
    #expect(l.transform == .scale(0, 0, 1))
  }

  /// A random linear part of the given rank: a product, one with zero rows or columns, or scales between rotations.
  private func linear(rank: Int, _ random: inout SeededRandom) -> [[Double]] {
    func entries(_ n: Int, _ m: Int) -> [[Double]] {
      (0..<n).map { _ in (0..<m).map { _ in Double.random(in: -2...2, using: &random) } }
    }
    func product(_ a: [[Double]], _ b: [[Double]]) -> [[Double]] {
      a.map { row in (0..<3).map { j in zip(row, b).reduce(0) { $0 + $1.0 * $1.1[j] } } }
    }
    if rank == 0 { return entries(3, 3).map { $0.map { $0 * 0 } } }
    switch Int.random(in: 0...2, using: &random) {
    case 0: return product(entries(3, rank), entries(rank, 3))
    case 1:
      // Independent random rows.
      var rows = entries(3, 3)
      for i in [0, 1, 2].shuffled(using: &random).prefix(3 - rank) { rows[i] = [0, 0, 0] }
      return rows
    default:
      let turn = Transform3D.rotation(Double.random(in: -3...3, using: &random), x: 1, y: 2, z: -1).elements
      var scale = [[1.0, 0, 0], [0, -2, 0], [0, 0, 3]]
      for i in [0, 1, 2].shuffled(using: &random).prefix(3 - rank) { scale[i][i] = 0 }
      let rotation = (0..<3).map { Array(turn[($0 * 4)..<($0 * 4 + 3)]) }
      return Bool.random(using: &random) ? product(scale, rotation) : product(product(rotation, scale), rotation)
    }
  }

  @Test(arguments: 0...3) func `random matrices of any rank come apart and together, and a part changes alone`(
    rank: Int
  ) throws {
    var random = SeededRandom(UInt64(rank) + 11)
    let names = [
      "scale.x", "scale.y", "scale.z", "rotation.x", "rotation.y", "rotation.z", "translation.x", "translation.y",
      "translation.z",
    ]
    for round in 0..<1000 {
      let rows = linear(rank: rank, &random)
      let hasPerspective = Bool.random(using: &random)
      func small() -> Double { hasPerspective ? Double.random(in: -0.01...0.01, using: &random) : 0 }
      let t = (0..<3).map { _ in Double.random(in: -50...50, using: &random) }
      let w = Int.random(in: 0...9, using: &random) == 0 ? 0.0 : 1
      let m = try #require(Transform3D(elements: rows.flatMap { $0 + [small()] } + t + [w]))
      let parts = TransformComponents(m)
      #expect(near(parts.matrix, m, 1e-9), "round \(round): \(m)")
      let scales = [parts.scale.x, parts.scale.y, parts.scale.z]
      #expect(scales.count { $0 == 0 } == 3 - rank, "round \(round): \(scales) of \(m)")
      #expect([parts.translation.x, parts.translation.y, parts.translation.z] == t)
      #expect(abs(parts.rotation.y) <= .pi / 2 + 1e-12)
      // Each component reads back as set, and no other changes.
      let l = Layer(in: scene)
      l.transform = m
      var expected = try names.map { try number(l, "transform.\($0)") }
      for _ in 0..<4 {
        let i = Int.random(in: 0..<9, using: &random)
        expected[i] = Double.random(in: -3...3, using: &random)
        try set(l, "transform.\(names[i])", expected[i])
        #expect(try names.map { try number(l, "transform.\($0)") } == expected, "round \(round): \(names[i]) of \(m)")
        // The presentation and copies retain it too.
        if round % 50 == 0 {
          #expect(try names.map { try number(try l.presentation(), "transform.\($0)") } == expected)
          #expect(try names.map { try number(try l.copy(), "transform.\($0)") } == expected)
        }
      }
      // With a nonzero scale on each axis, nothing is flat any more.
      for (i, axis) in ["x", "y", "z"].enumerated() where expected[i] == 0 { try set(l, "transform.scale.\(axis)", 1) }
      let now = l.transform
      #expect(now.m44 == 0 || TransformComponents(now).hasAllAxes, "round \(round): \(now) of \(m)")
    }
  }

  @Test func `matrices of any size come apart`() throws {
    for size in [Double.leastNonzeroMagnitude, 1e-300, 1e-160, 1e160, 1e300] {
      let parts = TransformComponents(Transform3D.scale(size, -size, size))
      #expect(parts.scale.x == size && parts.scale.y == -size && parts.scale.z == size)
      for scale in [(size, 0.0, 1.0), (size, size, 0), (1, size, 0)] {
        let parts = TransformComponents(Transform3D.scale(scale.0, scale.1, scale.2))
        #expect(parts.scale == scale)
      }
      let l = Layer(in: scene)
      l.transform = Transform3D(m11: size, m22: 0, m34: size, m41: 1, m44: size)
      #expect(try number(l, "transform.scale.y") == 0)
      #expect(try number(l, "transform.translation.x").isFinite)
    }
  }

  @Test func `random matrices survive taking apart and making`() {
    var random = SeededRandom(5)
    for _ in 0..<2000 {
      var e = (0..<16).map { _ in Double.random(in: -2...2, using: &random) }
      (e[3], e[7], e[11]) = (e[3] * 0.01, e[7] * 0.01, e[11] * 0.01)
      e[15] = 1
      guard let m = Transform3D(elements: e), abs(m.determinant) > 0.05 else { continue }
      let c = TransformComponents(m)
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
