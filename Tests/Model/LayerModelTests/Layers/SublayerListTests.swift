// SPDX-License-Identifier: MIT
import LayerModel
import Testing
import TestSupport

/// Lists of sublayers, chunked or not, and lookup by name, compared with plain arrays.
@Suite struct SublayerListTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  func same(_ a: some Sequence<Layer>, _ b: some Sequence<Layer>) -> Bool {
    a.elementsEqual(b) { $0 === $1 }
  }

  @Test func `a list agrees with an array at random, and its copies stay`() throws {
    var random = SeededRandom(17)
    for start in [0, 3, 500, 513, 3000] {
      var array = (0..<start).map { _ in Layer(in: scene) }
      var list = SublayerList(array)
      var copy: (list: SublayerList, array: [Layer]) = (list, array)
      for step in 0..<3000 {
        // Grows for a while, then shrinks, so that chunks are created and removed.
        let grows = Int.random(in: 0..<10, using: &random) < (step / 1000 % 2 == 0 ? 8 : 1)
        if grows || array.isEmpty {
          let l = Layer(in: scene)
          let at =
            Int.random(in: 0..<4, using: &random) == 0 ? array.count : Int.random(in: 0...array.count, using: &random)
          array.insert(l, at: at)
          list.insert(l, at: at)
        } else {
          let at = Int.random(in: 0..<array.count, using: &random)
          try #require(list.remove(at: at) === array.remove(at: at))
        }
        try #require(list.count == array.count)
        if let l = array.randomElement(using: &random) {
          let at = try #require(list.index(of: l))
          try #require(array[at] === l && list[at] === l)
        }
        #expect(list.index(of: Layer(in: scene)) == nil)
        guard step % 97 == 0 else { continue }
        try #require(same(list, array) && same(list.array, array))
        try #require(same(list.reversed(), array.reversed()))
        try #require(same(copy.list, copy.array))
        try #require(!copy.list.isSame(as: list) || copy.array.isEmpty && array.isEmpty)
        copy = (list, array)
        // A list is restored after its layers were in another list meanwhile.
        if step % 291 == 0 { _ = SublayerList(array.shuffled(using: &random)) }
        try #require(copy.list.isSame(as: list))
      }
    }
  }

  @Test func `edits of many sublayers agree with an array at random`() throws {
    var random = SeededRandom(5)
    let (parent, other) = (Layer(in: scene), Layer(in: scene))
    let pool = (0..<2000).map { _ in Layer(in: scene) }
    try parent.setSublayers(pool)
    var array = pool
    for step in 0..<4000 {
      let l = try #require(pool.randomElement(using: &random))
      let sibling = try #require(array.randomElement(using: &random))
      let old = array.firstIndex { $0 === l }
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        l.removeFromSuperlayer()
        if let old { array.remove(at: old) }
      case 1:
        try other.addSublayer(l)
        if let old { array.remove(at: old) }
      case 2:
        try parent.addSublayer(l)
        if let old { array.remove(at: old) }
        array.append(l)
      case 3 where l !== sibling:
        try parent.replaceSublayer(sibling, with: l)
        if let old { array.remove(at: old) }
        let at = try #require(array.firstIndex { $0 === sibling })
        array[at] = l
      case 4 where l !== sibling:
        try parent.insertSublayer(l, above: sibling)
        if let old { array.remove(at: old) }
        let at = try #require(array.firstIndex { $0 === sibling })
        array.insert(l, at: at + 1)
      default:
        if let old { array.remove(at: old) }
        let at = Int.random(in: 0...array.count, using: &random)
        try parent.insertSublayer(l, at: at)
        array.insert(l, at: at)
      }
      if step % 50 == 0 {
        try #require(same(parent.sublayers, array))
        let inside = Set(array.map(ObjectIdentifier.init))
        try #require(pool.allSatisfy { ($0.superlayer === parent) == inside.contains(ObjectIdentifier($0)) })
      }
    }
  }

  @Test func `names find what a walk finds`() throws {
    var random = SeededRandom(11)
    let root = Layer(in: scene)
    var all = [root]
    for i in 0..<1500 {
      let l = Layer(in: scene)
      all.append(l)
      if Bool.random(using: &random) { l.name = "n\(Int.random(in: 0..<400, using: &random))" }
      if i % 3 == 0 { l.name = "common" }
      let above = try #require(all.dropLast().randomElement(using: &random))
      if i % 29 == 0 { try above.setMask(l) } else { try above.addSublayer(l) }
    }
    func walked(_ top: Layer, _ name: String) -> Layer? {
      var found: Layer?
      top.walk { l, depth in
        if depth > 0, l.name == name { found = l }
        return found == nil
      }
      return found
    }
    for step in 0..<4000 {
      let l = try #require(all.randomElement(using: &random))
      let top = step % 2 == 0 ? root : try #require(all.randomElement(using: &random))
      let name = step % 50 == 0 ? "common" : "n\(Int.random(in: 0..<410, using: &random))"
      switch Int.random(in: 0..<4, using: &random) {
      case 0: l.name = step % 3 == 0 ? nil : name
      case 1: l.removeFromSuperlayer()
      case 2: if l !== root, let above = all.randomElement(using: &random) { try? above.addSublayer(l) }
      default: if step % 100 == 0 { all.removeAll { $0 === l && $0 !== root } }
      }
      try #require(top.find(name) === walked(top, name))
      try #require(top.sublayer(named: name) === top.sublayers.first { $0.name == name })
    }
  }

  @Test func `of two sublayers of a name the first is found, with a warning`() throws {
    let parent = Layer(in: scene)
    for i in 0..<20 {
      let l = Layer(in: scene)
      l.name = i % 10 == 7 ? "twin" : "n\(i)"
      try parent.addSublayer(l)
    }
    #expect(parent.sublayer(named: "twin") === parent.sublayers[7])
    #expect(warned.warnings.count == 1)
    #expect(parent.sublayer(named: "n3") === parent.sublayers[3])
    #expect(parent.sublayer(named: "n7") == nil)
    #expect(warned.warnings.count == 1)
  }

  @Test func `a tree reaches its depth whichever way it grows`() throws {
    let root = Layer(in: scene)
    var last = root
    for _ in 1..<Layer.maximumDepth {
      let l = Layer(in: scene)
      try last.addSublayer(l)
      last = l
    }
    #expect(throws: LayerError.self) { try last.addSublayer(Layer(in: scene)) }
    #expect(throws: LayerError.self) { try Layer(in: scene).addSublayer(root) }
    let copy = try root.copy()
    var bottom = copy
    while let next = bottom.sublayers.first { bottom = next }
    #expect(throws: LayerError.self) { try bottom.addSublayer(Layer(in: scene)) }
    try root.addSublayer(Layer(in: scene))
    try Layer(in: scene).addSublayer(Layer(in: scene))
  }
}
