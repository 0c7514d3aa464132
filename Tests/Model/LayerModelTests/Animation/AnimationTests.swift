// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import Testing

@Suite struct AnimationTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  private func basic(
    _ path: String, from: PropertyValue = .null, to: PropertyValue = .null, by: PropertyValue = .null,
    duration: Double = 1
  )
    throws -> BasicAnimation
  {
    let animation = BasicAnimation(in: scene)
    for (key, value) in [
      ("keyPath", .string(path)), ("fromValue", from), ("toValue", to), ("byValue", by),
      ("duration", .number(duration)),
    ] { try animation.setValue(value, forKey: key) }
    return animation
  }

  @Test func `a presentation shows the way, the model stays`() throws {
    let layer = Layer(in: scene)
    try layer.add(try basic("opacity", from: .number(1), to: .number(0)), forKey: "fade")
    #expect(try layer.presentation(at: 0.25).opacity == 0.75)
    #expect(try layer.presentation(at: 0.5).opacity == 0.5)
    #expect(try layer.presentation(at: 0.25).opacity == 0.75)
    #expect(layer.opacity == 1)
    #expect(try layer.presentation(at: 3).opacity == 1)
    #expect(layer.animationKeys == ["fade"])
  }

  @Test(arguments: ["forwards", "both"]) func `an animation that is removed at its end leaves no value`(
    _ fillMode: String
  ) throws {
    func shown(_ isRemoved: Bool, _ time: Double) throws -> Double {
      let layer = Layer(in: scene)
      let fade = try basic("opacity", from: .number(0.5), to: .number(0))
      try fade.setValue(.string(fillMode), forKey: "fillMode")
      fade.isRemovedOnCompletion = isRemoved
      fade.beginTime = 1
      try layer.add(fade)
      #expect(layer.animations[0].value(forKey: "fillMode") == .string(fillMode))
      return try layer.presentation(at: time).opacity
    }
    #expect(try shown(true, 1.5) == 0.25)
    #expect(try shown(true, 2) == 1)
    #expect(try shown(true, 3) == 1)
    #expect(try shown(false, 2) == 0)
    #expect(try shown(false, 9) == 0)
    #expect(try shown(true, 0.5) == (fillMode == "both" ? 0.5 : 1))
    // A member of a group ends with the group.
    let fade = try basic("opacity", from: .number(1), to: .number(0))
    try fade.setValue(.string(fillMode), forKey: "fillMode")
    let group = AnimationGroup(in: scene)
    group.animations = [fade]
    (group.duration, group.beginTime) = (4, 1)
    let layer = Layer(in: scene)
    try layer.add(group)
    #expect(try [3.0, 4.9, 5.1].map { try layer.presentation(at: $0).opacity } == [0, 0, 1])
  }

  @Test func `endpoints that are left open are what the layer shows`() throws {
    let cases: [(PropertyValue, PropertyValue, PropertyValue, Double, Double)] = [
      (.number(10), .number(20), .null, 10, 20), (.number(10), .null, .number(5), 10, 15),
      (.null, .number(20), .number(5), 15, 20),
      (.number(10), .null, .null, 10, 50), (.null, .number(20), .null, 50, 20), (.null, .null, .number(5), 50, 55),
    ]
    for (from, to, by, start, end) in cases {
      let layer = makeLayer(scene, position: Point(50, 0))
      try layer.add(try basic("position.x", from: from, to: to, by: by), forKey: "a")
      #expect(try layer.presentation(at: 0).position.x == start)
      #expect(abs(try layer.presentation(at: 0.5).position.x - (start + end) / 2) < 1e-12)
    }
    let layer = Layer(in: scene)
    #expect(throws: LayerError.self) { try layer.add(try basic("opacity")) }
    #expect(throws: LayerError.self) {
      try layer.add(try basic("opacity", from: .number(0), to: .number(1), by: .number(1)))
    }
  }

  @Test func `animations act in order, additive ones add`() throws {
    let layer = makeLayer(scene, position: Point(5, 0))
    try layer.add(try basic("position.x", from: .number(10), to: .number(20)), forKey: "a")
    let add = try basic("position.x", from: .number(0), to: .number(100))
    try add.setValue(.bool(true), forKey: "additive")
    try layer.add(add, forKey: "b")
    #expect(try layer.presentation(at: 0.5).position.x == 65)
  }

  @Test(arguments: [(false, 1.5, 35.0), (true, 2.5, 25.0)])
  func `cumulative cycles go on from the last`(_ reverses: Bool, _ time: Double, _ expected: Double) throws {
    let layer = Layer(in: scene)
    let animation = try basic("position.x", from: .number(10), to: .number(20))
    try animation.setValue(.bool(true), forKey: "cumulative")
    try animation.setValue(.bool(reverses), forKey: "autoreverses")
    try animation.setValue(.number(3), forKey: "repeatCount")
    try layer.add(animation)
    #expect(try layer.presentation(at: time).position.x == expected)
  }

  @Test func `cycles of a spring go on from where the duration cut it off`() throws {
    let layer = Layer(in: scene)
    let animation = SpringAnimation(in: scene)
    for (key, value) in [
      ("keyPath", .string("position.x")), ("fromValue", .number(0)), ("toValue", .number(10)),
      ("duration", .number(0.2)),
      ("cumulative", .bool(true)), ("repeatCount", .number(3)),
    ] as [(String, PropertyValue)] { try animation.setValue(value, forKey: key) }
    try layer.add(animation)
    // The spring is at 0.34030 after 0.1 s and at 0.84943 after 0.2 s.
    #expect(abs(try layer.presentation(at: 0.3).position.x - (8.4943 + 3.4030)) < 1e-4)
    #expect(abs(try layer.presentation(at: 0.5).position.x - (2 * 8.4943 + 3.4030)) < 1e-4)
    #expect(abs(try layer.presentation(at: 0.2).position.x - 8.4943) < 1e-4)
  }

  @Test func `rotations by key path turn as often as they say`() throws {
    let layer = Layer(in: scene)
    try layer.add(try basic("transform.rotation.z", from: .number(0), to: .number(4 * .pi)), forKey: "turn")
    let quarter = try layer.presentation(at: 0.125).transform
    #expect(abs(quarter.m11) < 1e-12 && abs(quarter.m12 - 1) < 1e-12)
  }

  @Test func `numbers that a spring takes past their range stop at its end`() throws {
    let layer = Layer(in: scene)
    let spring = SpringAnimation(in: scene)
    try spring.setValue(.string("opacity"), forKey: "keyPath")
    try spring.setValue(.number(0), forKey: "fromValue")
    try spring.setValue(.number(1), forKey: "toValue")
    try spring.setValue(.number(spring.settlingDuration), forKey: "duration")
    try layer.add(spring)
    #expect(abs(try layer.presentation(at: 0.2).opacity - 0.84943) < 1e-5)
    #expect(try layer.presentation(at: 0.4).opacity == 1)
  }

  @Test func `a film says once that it calls no completion blocks`() throws {
    let layer = makeLayer(scene, position: .zero)
    try scene.transaction(duration: 1, completion: {}) { layer.position.x = 9 }
    scene.warnAboutCallbacks(until: 0.9, in: "a film")
    #expect(warned.rules == [])
    for _ in 0..<2 { scene.warnAboutCallbacks(until: 2, in: "a film") }
    #expect(warned.rules == ["callbacks-in-pictures"])
    #expect(warned.warnings[0].message.contains("a completion block is due at 1 s and is not called in a film"))
  }

  @Test func `a path turns its layer`() throws {
    let layer = Layer(in: scene)
    layer.transform = .scale(2, 3, 1)
    let animation = KeyframeAnimation(in: scene)
    try animation.setValue(.string("position"), forKey: "keyPath")
    try animation.setValue(.string("M 0 0 L 0 10"), forKey: "path")
    try animation.setValue(.string("auto"), forKey: "rotationMode")
    try animation.setValue(.number(1), forKey: "duration")
    try layer.add(animation)
    let shown = try layer.presentation(at: 0.5)
    #expect(shown.position == Point(0, 5))
    let m = shown.transform
    #expect(abs(m.m11) < 1e-12 && abs(m.m12 - 3) < 1e-12 && abs(m.m21 + 2) < 1e-12 && abs(m.m22) < 1e-12)
  }

  @Test func `a group runs its animations in its own time and cuts them off`() throws {
    let layer = Layer(in: scene)
    let x = try basic("position.x", from: .number(0), to: .number(100), duration: 4)
    let group = AnimationGroup(in: scene)
    try group.setValue(.array([.keyed(x)]), forKey: "animations")
    try group.setValue(.number(2), forKey: "duration")
    try group.setValue(.string("forwards"), forKey: "fillMode")
    group.isRemovedOnCompletion = false
    try layer.add(group)
    #expect(try layer.presentation(at: 1).position.x == 25)
    #expect(try layer.presentation(at: 9).position.x == 50)
  }

  @Test func `value functions turn numbers into transforms`() throws {
    let layer = Layer(in: scene)
    let animation = try basic("transform", from: .number(0), to: .number(2 * .pi))
    try animation.setValue(.string("rotateZ"), forKey: "valueFunction")
    try layer.add(animation)
    let half = try layer.presentation(at: 0.5).transform
    #expect(abs(half.m11 + 1) < 1e-12)
  }

  @Test func `the copy on the layer and presentations are frozen`() throws {
    let layer = Layer(in: scene)
    let own = try basic("opacity", from: .number(1), to: .number(0))
    try layer.add(own, forKey: "fade")
    try own.setValue(.number(5), forKey: "duration")
    let added = try #require(layer.animation(forKey: "fade"))
    #expect(added.value(forKey: "duration") == .number(1))
    #expect(throws: LayerError.self) { try added.setValue(.number(2), forKey: "duration") }
    let shown = try layer.presentation(at: 0)
    #expect(throws: LayerError.self) { try shown.setValue(.number(0.5), forKey: "opacity") }
    #expect(throws: LayerError.self) { try shown.setValue(.number(0.5), forKey: "ownKey") }
    #expect(throws: LayerError.self) { try shown.setValue(.number(0.5), forKeyPath: "position.x") }
  }

  @Test func `a path moves keys that take points, and others follow their values`() throws {
    var random = SystemRandomNumberGenerator()
    let line = try Path(svg: "M 0 0 L 10 40")
    func keyframes(_ path: String, _ values: [PropertyValue]?) -> KeyframeAnimation {
      let animation = KeyframeAnimation(in: scene)
      (animation.keyPath, animation.path, animation.duration) = (path, line, 1)
      animation.values = values
      return animation
    }
    for path in ["position", "anchorPoint", "bounds.origin", "transform.translation"] {
      let layer = Layer(in: scene)
      try layer.add(keyframes(path, nil))
      let shown = try layer.presentation(at: 0.5).value(forKeyPath: path)
      #expect(shown == .point(Point(5, 20)) || shown == .size(Size(5, 20)), "\(path): \(shown)")
    }
    #expect(warned.warnings.isEmpty)
    let others: [(path: String, ends: [PropertyValue])] = [
      ("opacity", [.number(0), .number(1)]), ("zPosition", [.number(-5), .number(5)]),
      ("bounds", [.rect(Rect(0, 0, 4, 4)), .rect(Rect(0, 0, 8, 8))]), ("position.x", [.number(0), .number(8)]),
      (
        "backgroundColor",
        [.color(Color(red: 1, green: 0, blue: 0, alpha: 1)), .color(Color(red: 0, green: 0, blue: 1, alpha: 0.5))]
      ), ("transform.rotation.z", [.number(0), .number(3)]),
    ]
    for (path, ends) in others {
      let (layer, plain) = (Layer(in: scene), Layer(in: scene))
      try layer.add(keyframes(path, ends))
      let animation = keyframes(path, ends)
      animation.path = nil
      try plain.add(animation)
      for _ in 0..<4 {
        let time = Double.random(in: 0..<1, using: &random)
        #expect(
          try layer.presentation(at: time).value(forKeyPath: path)
            == plain.presentation(at: time).value(forKeyPath: path),
          "\(path) at \(time)")
      }
      let refused = message { try layer.add(keyframes(path, nil)) }
      #expect(refused?.contains("KeyframeAnimation.path: a path gives points, and \(path) takes none") == true)
    }
    #expect(warned.rules == others.map { _ in "keyframes" })
    #expect(warned.warnings.first?.message.contains("its path is ignored, since opacity takes no points") == true)
  }

  @Test func `a key path that leads nowhere is refused when it is added`() throws {
    let layer = Layer(in: scene)
    func message(_ path: String) -> String? {
      do {
        try layer.add(try basic(path, from: .number(0), to: .number(1)))
        return nil
      } catch { return "\(error)" }
    }
    #expect(message("opactiy")?.contains("did you mean opacity?") == true)
    #expect(message("position.q") != nil)
    #expect(message("frame")?.contains("animate bounds and position") == true)
    #expect(message("opacity") == nil)
  }

  @Test func `an animation runs in its layer's time`() throws {
    let root = Layer(in: scene)
    let layer = Layer(in: scene)
    try layer.setValue(.number(2), forKey: "speed")
    try root.addSublayer(layer)
    try layer.add(try basic("position.x", from: .number(0), to: .number(100), duration: 4))
    #expect(try layer.presentation(at: 1).position.x == 50)
    #expect(try layer.presentation(at: 1.5).position.x == 75)
  }

  // MARK: The clock

  final class Diary: AnimationDelegate {
    var entries: [String] = []
    let hooks: AnimationHooks = [.didStart, .didStop]
    func animationDidStart(_ animation: Animation) {
      entries.append("start \(animation.value(forKey: "keyPath").described)")
    }
    func animationDidStop(_ animation: Animation, finished: Bool) {
      entries.append("stop \(animation.value(forKey: "keyPath").described) \(finished)")
    }
  }

  @Test func `the clock tells of starts and ends in the order of time and takes away what is over`() throws {
    let diary = Diary()
    let layer = Layer(in: scene)
    for (path, begin, duration) in [("opacity", 2.0, 1.0), ("position.x", 0.5, 1.0), ("cornerRadius", 1, 10)] {
      let animation = try basic(path, from: .number(0), to: .number(1), duration: duration)
      try animation.setValue(.number(begin), forKey: "beginTime")
      animation.delegate = diary
      try layer.add(animation, forKey: path)
    }
    _ = try layer.presentation(at: 50)
    #expect(diary.entries == [])
    try scene.advance(to: 4)
    #expect(
      diary.entries == [
        "start string \"position.x\"", "start string \"cornerRadius\"", "stop string \"position.x\" true",
        "start string \"opacity\"",
        "stop string \"opacity\" true",
      ])
    #expect(layer.animationKeys == ["cornerRadius"])
    try layer.removeAnimation(forKey: "cornerRadius")
    #expect(diary.entries.last == "stop string \"cornerRadius\" false")
    #expect(throws: LayerError.self) { try scene.advance(to: 3) }
    #expect(scene.currentTime == 4)
  }

  @Test func `an animation begins when it is added, in the clock's time`() throws {
    let layer = Layer(in: scene)
    try scene.advance(to: 10)
    try layer.add(try basic("opacity", from: .number(1), to: .number(0)), forKey: "fade")
    #expect(try layer.presentation(at: 10.5).opacity == 0.5)
    #expect(try layer.presentation().opacity == 1)
  }

  // MARK: Actions

  @Test func `actions are off until a transaction turns them on`() throws {
    let layer = Layer(in: scene)
    layer.opacity = 0.5
    #expect(layer.animationKeys == [])
    scene.beginTransaction()
    scene.setDisableActions(false)
    layer.opacity = 0
    layer.position = Point(20, 0)
    layer.position = Point(20, 0)
    layer.masksToBounds = true
    try layer.setValue(.number(1), forKeyPath: "transform.rotation.z")
    try scene.commitTransaction()
    #expect(layer.animationKeys == ["opacity", "position", "masksToBounds", "transform.rotation.z"])
    #expect(layer.opacity == 0)
    #expect(try layer.presentation(at: 0).opacity == 0.5)
    #expect(try layer.presentation(at: 0.3).opacity == 0)
    layer.opacity = 1
    #expect(layer.animationKeys == ["opacity", "position", "masksToBounds", "transform.rotation.z"])
  }

  @Test func `a frame moves its bounds and its position`() throws {
    let layer = makeLayer(scene, bounds: Rect(0, 0, 10, 10))
    scene.beginTransaction()
    scene.setDisableActions(false)
    layer.frame = Rect(10, 10, 20, 20)
    try scene.commitTransaction()
    #expect(layer.animationKeys == ["bounds", "position"])
  }

  @Test func `transactions nest, and read outward`() throws {
    #expect(scene.animationDuration == 0.25)
    scene.beginTransaction()
    scene.setAnimationDuration(1)
    scene.beginTransaction()
    #expect(scene.animationDuration == 1)
    scene.setAnimationDuration(2)
    try scene.commitTransaction()
    #expect(scene.animationDuration == 1)
    try scene.commitTransaction()
    #expect(scene.animationDuration == 0.25)
    #expect(throws: LayerError.self) { try scene.commitTransaction() }
  }

  @Test func `a completion block waits for what was added after it`() throws {
    var ran: [Double] = []
    let layer = Layer(in: scene)
    scene.beginTransaction()
    scene.addCompletion { ran.append(scene.currentTime) }
    try layer.add(try basic("opacity", from: .number(1), to: .number(0), duration: 2), forKey: "fade")
    try scene.commitTransaction()
    try scene.advance(to: 1)
    #expect(ran == [])
    try scene.advance(to: 5)
    #expect(ran == [2])
  }

  // MARK: Many, and deep

  private func group(of animations: [Animation]) throws -> AnimationGroup {
    let group = AnimationGroup(in: scene)
    try group.setValue(.number(1), forKey: "duration")
    try group.setValue(.array(animations.map { .keyed($0) }), forKey: "animations")
    return group
  }

  /// Each group is put into the one before, so that no assignment sees the chain's length.
  @Test func `a chain of groups of any length is copied, refused and freed`() throws {
    let live = scene
    do {
      let first = try group(of: [])
      var last = first
      for _ in 0..<100_000 {
        let next = AnimationGroup(in: live)
        try last.setValue(.array([.keyed(next)]), forKey: "animations")
        last = next
      }
      let copy = try #require(try first.copied() as? AnimationGroup)
      for chain in [first, copy] {
        let error = #expect(throws: LayerError.self) { try Layer(in: scene).add(chain) }
        #expect(error?.kind == .limit)
        #expect(
          error?.message.contains("groups may be nested at most 100 deep") == true, "\(String(describing: error))")
      }
    }
    #expect(try group(of: [try basic("opacity", to: .number(0))]).endTime == 1)
  }

  @Test func `groups that use each other again and again are refused, not counted out`() throws {
    var inner: Animation = try basic("opacity", to: .number(0))
    var error: LayerError?
    for _ in 0..<60 {
      do { inner = try group(of: [inner, inner]) } catch let thrown as LayerError {
        error = thrown
        break
      }
    }
    #expect(error?.kind == .limit)
    #expect(error?.message.contains("more than 100000 animations") == true, "\(String(describing: error))")
    let chain = try (0..<99).reduce(try basic("opacity", to: .number(0)) as Animation) { inner, _ in
      try group(of: [inner])
    }
    try Layer(in: scene).add(chain)
  }

  @Test func `what is in a group twice is so in its copy`() throws {
    let fade = try basic("opacity", to: .number(0))
    let copy = try #require(try group(of: [fade, try group(of: [fade]), fade]).copied() as? AnimationGroup)
    guard case .array(let members) = copy.value(forKey: "animations"), case .keyed(let first) = members[0],
      case .keyed(let middle) = members[1], case .keyed(let last) = members[2],
      case .array(let inner) = middle.value(forKey: "animations"), case .keyed(let deep) = inner[0]
    else {
      Issue.record("the copy has other members")
      return
    }
    #expect(first === last)
    #expect(first === deep)
    #expect(first !== fade)
  }

  /// With linear time per animation this would take minutes.
  @Test func `thousands of animations are added, told of and removed`() throws {
    final class Counter: AnimationDelegate {
      var starts = 0, stops = 0
      var hooks: AnimationHooks { [.didStart, .didStop] }
      func animationDidStart(_ animation: Animation) throws { starts += 1 }
      func animationDidStop(_ animation: Animation, finished: Bool) throws { stops += finished ? 1 : 0 }
    }
    let counter = Counter()
    let fade = try basic("opacity", to: .number(0))
    fade.delegate = counter
    let one = Layer(in: scene)
    var others: [Layer] = []
    for i in 0..<10_000 {
      if i < 3000 { try one.add(fade) }
      let layer = Layer(in: scene)
      try layer.add(fade)
      try Layer(in: scene).add(fade)
      others.append(layer)
    }
    try scene.advance(to: 2)
    #expect(counter.starts == 13_000)
    #expect(counter.stops == 13_000)
    #expect(others.allSatisfy { $0.animations.isEmpty })
  }
}
