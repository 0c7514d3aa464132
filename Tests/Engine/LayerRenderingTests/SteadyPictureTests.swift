// SPDX-License-Identifier: MIT
import Formats
import Geometry
import LayerModel
import LayerRendering
import Pixels
import RenderTree
import Testing
import TestSupport

/// Nodes and pictures of animated layers are used again while the animations stand still, and change no byte.
@Suite struct SteadyPictureTests {
  private func pixels(_ bitmap: Bitmap) -> [UInt32] { withExtendedLifetime(bitmap) { Array(bitmap.pixels) } }

  private func renderer(_ limit: Int = 64 << 20) -> LayerRenderer {
    LayerRenderer(configuration: .init(threads: 1, keptPictureLimit: limit))
  }

  @Test(arguments: 1...60) func `animated trees have the same bytes with and without earlier pictures`(
    seed: UInt64
  ) throws {
    func make(_ limit: Int) throws -> (LayerRenderer, RandomLayers) {
      let renderer = renderer(limit)
      var layers = try RandomLayers(in: renderer.makeScene(), seed: seed, count: 6 + Int(seed) % 12)
      for layer in layers.layers { try layer.removeAllAnimations() }
      for _ in 0..<16 { try? layers.animate() }
      return (renderer, layers)
    }
    var (keeping, kept) = try make(64 << 20)
    var (plain, fresh) = try make(0)
    func drawn(_ renderer: LayerRenderer, _ layers: RandomLayers, _ options: RenderOptions) -> [UInt32]? {
      (try? renderer.render(layers.root, options)).map { pixels($0) }
    }
    var dice = SeededRandom(seed &+ 77)
    func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &dice) }
    var time = 0.0
    for step in 0..<90 {
      if roll(9) == 0 {
        let animates = roll(2) == 0
        try? animates ? kept.animate() : kept.edit()
        try? animates ? fresh.animate() : fresh.edit()
      }
      switch roll(8) {
      case 0: time = Double.random(in: -0.5...4, using: &dice)
      case 1: time = (time * 4).rounded() / 4  // where something begins or ends
      case 2: break
      default: time += [1.0 / 60, 1.0 / 25, 0.1][roll(3)]
      }
      let options = RenderOptions(time: time)
      #expect(
        drawn(keeping, kept, options) == drawn(plain, fresh, options), "seed \(seed), step \(step), time \(time)")
    }
    withExtendedLifetime((keeping, plain)) {}
  }

  @Test(arguments: 1...10) func `films of animated trees have the same bytes with and without earlier frames`(
    seed: UInt64
  ) throws {
    func frames(_ limit: Int) throws -> [[UInt32]] {
      let renderer = renderer(limit)
      var layers = try RandomLayers(in: renderer.makeScene(), seed: seed + 400, count: 12)
      for layer in layers.layers { try layer.removeAllAnimations() }
      for _ in 0..<16 { try? layers.animate() }
      var pictures: [[UInt32]] = []
      let plan = try renderer.filmPlan(of: layers.root, FilmRequest(framesPerSecond: 12, duration: 3))
      try renderer.drawFrames(of: layers.root, plan, RenderOptions()) { _, picture in pictures.append(pixels(picture)) }
      return pictures
    }
    let expected = try frames(0)
    #expect(try frames(64 << 20) == expected && expected.count == 36)
  }

  /// A layer whose position rests from 1 s to 2 s, beside one without animations.
  private func resting(_ scene: Scene) throws -> (root: Layer, mover: Layer) {
    let root = Layer(in: scene)
    root.bounds = Rect(0, 0, 80, 60)
    let mover = Layer(in: scene)
    mover.frame = Rect(0, 0, 20, 20)
    mover.backgroundColor = .color(.black)
    let animation = KeyframeAnimation(in: scene)
    animation.keyPath = "position.x"
    animation.values = [10, 50, 50, 10]
    animation.keyTimes = [0, 1.0 / 3, 2.0 / 3, 1]
    animation.duration = 3
    animation.fillMode = .both
    animation.isRemovedOnCompletion = false
    try mover.add(animation)
    try root.addSublayer(mover)
    return (root, mover)
  }

  @Test func `a picture in which all animations stand still is the same object`() throws {
    let renderer = renderer()
    let scene = renderer.makeScene()
    let (root, mover) = try resting(scene)
    func picture(_ time: Double) throws -> Bitmap { try renderer.render(root, RenderOptions(time: time)) }
    for _ in 0..<2 { _ = try picture(1.2) }
    let held = try picture(1.2)
    #expect(try picture(1.3) === held && picture(1.9) === held)
    #expect(try picture(0.9) !== held)
    // After the end it rests again, at another place.
    let after = try picture(3.5)
    #expect(try picture(99) === after && pixels(after) != pixels(held))
    #expect(try pixels(picture(1.5)) == pixels(held))
    // A changed clock of a superlayer ends the rest.
    root.timeOffset = 2.5
    #expect(try pixels(picture(0)) != pixels(held))
    root.timeOffset = 0
    _ = try picture(1.2)
    mover.backgroundColor = .color(.white)
    #expect(try pixels(picture(1.4)) != pixels(held))
  }

  @Test func `an offset that wraps and a turn end a rest`() throws {
    func check(_ times: [Double], _ change: (KeyframeAnimation) -> Void) throws {
      let (kept, plain) = (renderer(), renderer(0))
      func made(_ renderer: LayerRenderer) throws -> Layer {
        let root = Layer(in: renderer.makeScene())
        root.bounds = Rect(0, 0, 8, 8)
        let animation = KeyframeAnimation(in: root.scene)
        animation.keyPath = "backgroundColor"
        animation.values = ["green", "blue"]
        animation.keyTimes = [0, 0.25, 1]
        animation.calculationMode = .discrete
        animation.duration = 2
        change(animation)
        try root.add(animation)
        return root
      }
      let (a, b) = (try made(kept), try made(plain))
      for time in times {
        let options = RenderOptions(time: time)
        #expect(try pixels(kept.render(a, options)) == pixels(plain.render(b, options)), "\(time)")
      }
    }
    let times = [0.1, 0.6, 1.4, 1.5, 1.9, 2.1, 2.3, 2.7, 0.4, 0.7]
    try check(times) { ($0.repeatCount, $0.timeOffset) = (1.5, 1) }
    try check(times) { ($0.repeatDuration, $0.timeOffset) = (1, 0.5) }
    try check([0.5, 0.7, 1, 1.2]) {
      ($0.values, $0.keyTimes, $0.calculationMode) = (["green", "green", "blue"], [0, 1, 1], .linear)
      ($0.duration, $0.autoreverses) = (1, true)
    }
  }

  /// An image that is black for a second, and then white.
  private final class Blink: TimedPixels {
    let pictures: [Bitmap]
    init() throws {
      pictures = try [0xFF00_0000, 0xFFFF_FFFF].map { pixel in
        try Bitmap(width: 2, height: 2) { $0.update(repeating: pixel) }
      }
    }
    var byteCount: Int { 32 }
    var duration: Double { 2 }
    var plays: Int { 0 }
    var failure: String? { nil }
    func bitmap(at seconds: Double, isStopped: (() -> Bool)?) -> Bitmap { pictures[seconds < 1 ? 0 : 1] }
  }

  @Test func `an animation that rests on an image that moves is drawn anew`() throws {
    let renderer = renderer()
    let scene = renderer.makeScene()
    let (root, mover) = try resting(scene)
    let blink = try Blink()
    let image = Image(blink, first: blink.pictures[0], name: nil, origin: nil)
    let animation = KeyframeAnimation(in: scene)
    animation.keyPath = "contents"
    animation.values = [.image(image), .image(image)]
    (animation.duration, animation.calculationMode) = (9, .discrete)
    try mover.removeAllAnimations()
    try mover.add(animation)
    for time in [0.2, 0.3, 0.4, 1.2, 1.3] {
      let picture = try renderer.render(root, RenderOptions(time: time))
      #expect(picture[10, 10] == (time < 1 ? 0xFF00_0000 : 0xFFFF_FFFF), "\(time)")
    }
  }

  @Test func `a change of the clock above is seen by layers that stand still`() throws {
    let renderer = renderer()
    let scene = renderer.makeScene()
    let (inner, _) = try resting(scene)
    let root = Layer(in: scene)
    root.bounds = inner.bounds
    inner.position = Point(40, 30)
    try root.addSublayer(inner)
    func picture(_ time: Double) throws -> [UInt32] { try pixels(renderer.render(root, RenderOptions(time: time))) }
    func fresh(_ time: Double) throws -> [UInt32] {
      let plain = LayerRenderer(configuration: .init(threads: 1, keptPictureLimit: 0))
      return try pixels(plain.render(root.renderTree(RenderOptions(time: time))))
    }
    let held = try picture(1.5)
    for (speed, offset) in [(1.0, 0.0), (0, 0.3), (0.5, 0), (2, 0), (1, 1), (-1, 3.2)] {
      (inner.speed, inner.timeOffset) = (speed, offset)
      for time in [1.5, 1.4, 0.2, 1.6] { #expect(try picture(time) == fresh(time), "\(speed) \(offset) \(time)") }
    }
    (inner.speed, inner.timeOffset) = (1, 0)
    for seconds in [0.2, 1.5, 0.4] {
      inner.contentsTime = seconds
      #expect(try picture(1.5) == fresh(1.5))
    }
    inner.contentsTime = nil
    #expect(try picture(1.5) == held)
  }

  @Test(arguments: [false, true]) func `layers that rest below a loop keep their nodes`(_ hasKeyframes: Bool) throws {
    let renderer = renderer()
    let scene = renderer.makeScene()
    let (resting, _) = try resting(scene)
    let box = Layer(in: scene)
    box.bounds = resting.bounds
    box.position = Point(40, 30)
    try box.addSublayer(resting)
    resting.position = Point(40, 30)
    let root = Layer(in: scene)
    root.bounds = resting.bounds
    try root.addSublayer(box)
    let loop: PropertyAnimation
    if hasKeyframes {
      let frames = KeyframeAnimation(in: scene)
      frames.values = [0, 2, 4]
      loop = frames
    } else {
      let line = BasicAnimation(in: scene)
      (line.fromValue, line.toValue) = (0, 4)
      loop = line
    }
    loop.keyPath = "contentsTime"
    (loop.duration, loop.repeatCount) = (4, .infinity)
    try box.add(loop)
    for _ in 0..<2 { _ = try renderer.render(root, RenderOptions(time: 1.2)) }
    let still = try renderer.render(root, RenderOptions(time: 1.2))
    #expect(try renderer.render(root, RenderOptions(time: 1.8)) === still)
    #expect(try renderer.render(root, RenderOptions(time: 2.2)) !== still)
    try scene.filming {
      func node(_ time: Double) throws -> RenderNode {
        let tree = try scene.film(frame: 0, at: time) { try root.renderTree(RenderOptions(time: time)) }
        return try #require(tree.root.children.first?.children.first?.children.first)
      }
      // It rests from 1 s to 2 s of each round of 4 s.
      let held = try node(1.2)
      #expect(try node(1.5) === held && node(1.9) === held)
      #expect(try node(2.4) !== held)
      let again = try node(5.3)
      #expect(try again !== held && node(5.8) === again)
      func picture(_ time: Double) throws -> [UInt32] { try pixels(renderer.render(root, RenderOptions(time: time))) }
      #expect(try picture(5.5) == picture(1.5))
    }
  }
}

extension RandomLayers {
  /// Adds an animation with rests, or changes a layer's timing.
  mutating func animate() throws {
    let layer = pick(layers)
    func quarter(_ most: Int) -> Double { Double(Int.random(in: 0...most, using: &random)) / 4 }
    switch Int.random(in: 0..<10, using: &random) {
    case 0 where layer !== root || chance(3):
      layer.beginTime = quarter(4)
      layer.speed = pick([1, 1, 2, 0.5, 0, -1])
      layer.timeOffset = quarter(4)
    case 1 where layer !== root:
      layer.duration = quarter(6) + 0.5
      layer.fillMode = pick([.removed, .both, .forwards, .backwards])
      layer.repeatCount = pick([0, 2, 1.5])
      layer.autoreverses = chance(3)
    case 2: layer.contentsTime = chance(3) ? nil : quarter(8)
    case 3:
      let animation = makeAnimation("contentsTime", [.number(0), .number(quarter(8)), .number(quarter(8))])
      try layer.add(animation, forKey: "t")
    case 4:
      let group = AnimationGroup(in: scene)
      group.animations = [anyAnimation(), anyAnimation()]
      time(group)
      try layer.add(group, forKey: "g")
    default: try layer.add(anyAnimation(), forKey: pick(["a", "b", "c"]))
    }
  }

  private mutating func anyAnimation() -> Animation {
    let key = pick(["opacity", "position.x", "transform.rotation.z", "bounds.size.width", "hidden", "zPosition"])
    if chance(5) {
      let spring = BasicAnimation(in: scene)
      spring.keyPath = key
      spring.fromValue = .number(0)
      spring.toValue = .number(1)
      time(spring)
      return spring
    }
    let values: [PropertyValue] = (0..<Int.random(in: 1...5, using: &random)).map { _ in
      if key == "hidden" { return .bool(chance(2)) }
      let step = Double(Int.random(in: 0...2, using: &random))
      return .number(key == "opacity" ? step / 2 : key == "transform.rotation.z" ? step : step * 30)
    }
    return makeAnimation(key, values)
  }

  private mutating func makeAnimation(_ key: String, _ values: [PropertyValue]) -> KeyframeAnimation {
    let animation = KeyframeAnimation(in: scene)
    animation.keyPath = key
    animation.values = values
    animation.calculationMode = key == "hidden" ? .discrete : pick([.linear, .linear, .discrete, .cubic, .paced])
    if chance(4), key != "hidden" { animation.isAdditive = true }
    if chance(6) { animation.isCumulative = true }
    if chance(3) { animation.timingFunctions = values.dropFirst().map { _ in .easeInEaseOut } }
    time(animation)
    return animation
  }

  private mutating func time(_ animation: Animation) {
    animation.duration = Double(Int.random(in: 1...8, using: &random)) / 4
    animation.beginTime = Double(Int.random(in: 0...8, using: &random)) / 4 + 0.001
    animation.fillMode = pick([.removed, .both, .forwards, .backwards])
    animation.isRemovedOnCompletion = false
    animation.repeatCount = pick([0, 0, 0, 2, 1.5, .infinity])
    animation.autoreverses = chance(5)
    animation.speed = pick([1, 1, 1, 2, 0.5, 0, -1])
    animation.timeOffset = chance(5) ? 0.25 : 0
    if chance(6) { animation.timingFunction = .easeIn }
  }
}
