// SPDX-License-Identifier: MIT
import Formats
import Geometry
import LayerModel
import LayerRendering
import Pixels
import RenderTree
import Testing
import TestSupport

/// Pictures cached between renders change no byte.
@Suite struct KeptPictureTests {
  private func pixels(_ bitmap: Bitmap) -> [UInt32] { withExtendedLifetime(bitmap) { Array(bitmap.pixels) } }

  @Test(arguments: 1...12) func `a picture after others has the same bytes as one without`(seed: UInt64) throws {
    let plain = LayerRenderer(configuration: .init(threads: 1, keptPictureLimit: 0))
    let keeping = [1, 2, 8].map { LayerRenderer(configuration: .init(threads: $0)) }
    let scene = keeping[0].makeScene()
    var layers = try RandomLayers(
      in: scene, seed: seed, count: 5 + Int(seed) * 4, crowd: seed % 3 == 0 ? 300 : 0)
    var options = RenderOptions(time: 0)
    var held: [Bitmap] = []
    var changed = 0
    for step in 0..<84 {
      // Sometimes the same picture again.
      if !layers.chance(5) { for _ in 0..<(layers.chance(4) ? 5 : 1) { try? layers.edit() } }
      switch Int.random(in: 0..<16, using: &layers.random) {
      case 0: options.time = layers.number(0...3)
      case 1: options.scale = layers.pick([1, 1, 2, 1.5])
      case 2: options.background = layers.chance(2) ? nil : layers.color()
      case 3: options.size = layers.chance(2) ? nil : Size(90, 140)
      case 4: held = []
      default: break
      }
      let tree: RenderTree
      do { tree = try layers.root.renderTree(options) } catch { continue }
      guard let fresh = try? plain.render(tree) else { continue }
      // Some of the renderers skip some of the pictures.
      for (i, renderer) in keeping.enumerated() where i == 0 || !layers.chance(3) {
        let kept = try renderer.render(tree)
        #expect(pixels(kept) == pixels(fresh), "seed \(seed), step \(step), renderer \(i)")
        #expect(kept.isOpaque == fresh.isOpaque && kept.scale == fresh.scale)
        // A bitmap still referenced must not be overwritten.
        if layers.chance(3) {
          held.append(kept)
          let before = pixels(kept)
          #expect(try pixels(renderer.render(layers.root, RenderOptions(time: 7))).isEmpty == false)
          #expect(pixels(kept) == before)
        }
      }
      changed += 1
    }
    #expect(changed > 20)
  }

  @Test(arguments: 1...16) func `nodes and presentations of earlier pictures change no byte`(seed: UInt64) throws {
    func make(_ limit: Int) throws -> (LayerRenderer, RandomLayers) {
      let renderer = LayerRenderer(configuration: .init(threads: 1, keptPictureLimit: limit))
      let scene = renderer.makeScene()
      if limit == 0 { scene.keepsPresentations = false }
      return (
        renderer,
        try RandomLayers(in: scene, seed: seed, count: 8 + Int(seed) * 2, crowd: seed % 4 == 0 ? 120 : 0)
      )
    }
    var (keeping, kept) = try make(64 << 20)
    var (plain, fresh) = try make(0)
    func drawn(_ renderer: LayerRenderer, _ layers: RandomLayers, _ options: RenderOptions) throws -> [UInt32]? {
      do { return pixels(try renderer.render(layers.root, options)) } catch { return nil }
    }
    var options = RenderOptions(time: 0)
    var pictures: Set<[UInt32]> = []
    for step in 0..<70 {
      let count = kept.chance(3) ? 0 : kept.chance(3) ? 4 : 1
      for _ in 0..<count {
        // Both make the same edits, whether they succeed or not.
        fresh.random = kept.random
        try? kept.edit()
        try? fresh.edit()
      }
      if kept.chance(2) { options.time = kept.number(0...2) }
      if kept.chance(12) { options.scale = kept.pick([1, 1.5]) }
      let expected = try drawn(plain, fresh, options)
      #expect(try drawn(keeping, kept, options) == expected, "seed \(seed), step \(step)")
      if let expected { pictures.insert(expected) }
      let labels = { (layers: RandomLayers) in try? layers.root.renderTree(options).labels }
      #expect(labels(kept) == labels(fresh))
    }
    #expect(pictures.count > 2)
    #expect(kept.root.dumpJSON() == fresh.root.dumpJSON())
    withExtendedLifetime((keeping, plain)) {}
  }

  @Test func `a picture of which nothing changed is the same object and one that changed is not`() throws {
    let renderer = LayerRenderer(configuration: .init(threads: 1))
    let scene = renderer.makeScene()
    let root = Layer(in: scene)
    root.bounds = Rect(0, 0, 80, 60)
    let child = Layer(in: scene)
    child.frame = Rect(4, 4, 20, 20)
    child.backgroundColor = .color(.black)
    try root.addSublayer(child)
    var last: Bitmap?
    for _ in 0..<2 { last = try renderer.render(root, RenderOptions()) }
    #expect(try renderer.render(root, RenderOptions()) === last)
    let before = pixels(try renderer.render(root, RenderOptions()))
    child.position.x += 30
    let moved = try renderer.render(root, RenderOptions())
    // The earlier bitmap, still referenced, is unchanged.
    #expect(moved !== last && last.map { pixels($0) } == before && pixels(moved) != before)
    #expect(moved[44, 10] == 0xFF00_0000 && moved[10, 10] == 0)
    #expect(try renderer.render(root, RenderOptions(background: .white))[10, 10] == 0xFFFF_FFFF)
    #expect(try pixels(renderer.render(root, RenderOptions())) == pixels(moved))
    child.isHidden = true
    #expect(try renderer.render(root, RenderOptions()).pixels.allSatisfy { $0 == 0 })
    // A changed layer invalidates the cache.
    child.isHidden = false
    let animation = BasicAnimation(in: scene)
    try animation.setValue(.string("opacity"), forKey: "keyPath")
    try animation.setValue(.number(0), forKey: "fromValue")
    try animation.setValue(.number(2), forKey: "duration")
    try child.add(animation)
    let first = try pixels(renderer.render(root, RenderOptions(time: 0)))
    #expect(try pixels(renderer.render(root, RenderOptions(time: 1))) != first)
    #expect(try pixels(renderer.render(root, RenderOptions(time: 0))) == first)
  }

  @Test(arguments: [0, 1, 80 * 60 * 4]) func `without room nothing is kept`(limit: Int) throws {
    let renderer = LayerRenderer(configuration: .init(threads: 1, keptPictureLimit: limit))
    let root = Layer(in: renderer.makeScene())
    root.bounds = Rect(0, 0, 80, 60)
    root.backgroundColor = .color(.black)
    let pictures = try (0..<4).map { _ in try renderer.render(root, RenderOptions()) }
    for (a, b) in zip(pictures, pictures.dropFirst()) { #expect(a !== b && pixels(a) == pixels(b)) }
  }

  @Test(arguments: 1...10) func `a frame's function leaves nothing behind whatever it changes`(seed: UInt64) throws {
    func make() throws -> (LayerRenderer, RandomLayers) {
      let renderer = LayerRenderer(configuration: .init(threads: 1, keptPictureLimit: 0))
      let scene = renderer.makeScene()
      let layers = try RandomLayers(in: scene, seed: seed, count: 20, crowd: seed % 2 == 0 ? 200 : 0)
      scene.host.onFrame = { _, _, frame in
        // Every frame starts from the same layers.
        var edits = layers
        edits.keepTree()
        edits.random = SeededRandom(seed &* 1000 &+ UInt64(frame))
        for _ in 0..<12 { try? edits.edit() }
      }
      return (renderer, layers)
    }
    func picture(_ renderer: LayerRenderer, _ layers: RandomLayers, _ frame: Int) throws -> [UInt32] {
      var options = RenderOptions(time: Double(frame) / 10)
      options.frame = frame
      do { return try pixels(renderer.render(layers.root, options)) } catch { return [] }
    }
    let (renderer, layers) = try make()
    let before = layers.root.dumpJSON()
    let frames = try layers.scene.filming { try (0..<8).map { try picture(renderer, layers, $0) } }
    #expect(layers.root.dumpJSON() == before)
    #expect(try (0..<8).map { try picture(renderer, layers, $0) } == frames)
    for frame in [1, 4, 7] {
      let (renderer, layers) = try make()
      #expect(try picture(renderer, layers, frame) == frames[frame], "seed \(seed), frame \(frame)")
    }
  }

  @Test(arguments: 1...8) func `frames of films are the same with and without kept ones`(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    func film(_ name: String, threads: Int, limit: Int, _ frames: ClosedRange<Int>) throws -> [[UInt8]] {
      let renderer = LayerRenderer(
        configuration: .init(
          threads: threads, files: FileAccess(workingDirectory: folder.path), keptPictureLimit: limit))
      var layers = try RandomLayers(in: renderer.makeScene(), seed: seed, count: 24, crowd: seed % 4 < 2 ? 0 : 300)
      // In every other tree nothing is animated.
      if seed % 2 == 0 {
        for layer in layers.layers { try layer.removeAllAnimations() }
      } else {
        for _ in 0..<40 { try? layers.edit() }
      }
      try renderer.writeFilm(
        of: layers.root, to: "\(folder.path)/\(name)-{000}.png", RenderOptions(),
        FilmRequest(framesPerSecond: 5, frames: try FrameList("\(frames.lowerBound)-\(frames.upperBound)")),
        EncodingOptions())
      return frames.compactMap { frame in
        let number = String(repeating: "0", count: 3 - "\(frame)".count) + "\(frame)"
        return try? [UInt8](folder.read("\(name)-\(number).png"))
      }
    }
    let expected = try film("plain", threads: 1, limit: 0, 0...9)
    #expect(expected.count == 10)
    for threads in [1, 2, 8] {
      #expect(try film("kept\(threads)", threads: threads, limit: 64 << 20, 0...9) == expected)
    }
    // Drawn first, frame 9 equals frame 9 drawn after the others.
    #expect(try film("late", threads: 1, limit: 64 << 20, 9...9) == Array(expected.suffix(1)))
  }

  @Test(arguments: ["position.x", "transform.rotation.z", "transform.scale", "opacity", "sublayerTransform"])
  func `a crowd that stays as it is moves and fades as a whole`(key: String) throws {
    let folder = try TemporaryFolder()
    func film(_ name: String, limit: Int) throws -> [[UInt8]] {
      let renderer = LayerRenderer(
        configuration: .init(threads: 1, files: FileAccess(workingDirectory: folder.path), keptPictureLimit: limit))
      let layers = try RandomLayers(in: renderer.makeScene(), seed: 4, count: 0, crowd: 300)
      let host = try #require(layers.root.sublayers.first)
      let animation = BasicAnimation(in: host.scene)
      try animation.setValue(.string(key), forKey: "keyPath")
      let value: PropertyValue =
        key == "sublayerTransform" ? .transform(.translation(9, 4)) : .number(key == "opacity" ? 0 : 0.4)
      try animation.setValue(key == "position.x" ? .number(30) : value, forKey: "toValue")
      try animation.setValue(.number(1), forKey: "duration")
      try host.add(animation, forKey: key)
      try renderer.writeFilm(
        of: layers.root, to: "\(folder.path)/\(name)-{0}.png", RenderOptions(),
        FilmRequest(framesPerSecond: 5, frames: try FrameList("0-4")), EncodingOptions())
      return try (0..<5).map { try folder.read("\(name)-\($0).png") }
    }
    let (plain, kept) = (try film("plain", limit: 0), try film("kept", limit: 64 << 20))
    #expect(kept == plain && plain[0] != plain[1] && plain[1] != plain[2])
  }
}

extension RenderTree {
  /// The labels of all nodes, each before those below it.
  fileprivate var labels: [String] {
    var result: [String] = []
    var pending = [root]
    while let node = pending.popLast() {
      result.append(node.label)
      pending += node.children.reversed()
      if let mask = node.mask { pending.append(mask) }
    }
    return result
  }
}
