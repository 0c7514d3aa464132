// SPDX-License-Identifier: MIT
import Films
import Formats
import Geometry
import LayerModel
import LayerRendering
import Testing

/// The length of a film without a given length, and its frames.
struct FilmPlanTests {
  private let renderer = LayerRenderer()
  private let scene: Scene

  init() { scene = renderer.makeScene() }

  private func makeLayer(_ scene: Scene, bounds: Rect = .zero) -> Layer {
    let layer = Layer(in: scene)
    layer.bounds = bounds
    return layer
  }

  private func message(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return "\(error)" }
    return nil
  }

  private func fade(_ duration: Double, _ more: [(String, PropertyValue)] = []) throws -> BasicAnimation {
    let animation = BasicAnimation(in: scene)
    for (key, value) in [("keyPath", .string("opacity")), ("toValue", .number(0)), ("duration", .number(duration))]
      + more
    {
      try animation.setValue(value, forKey: key)
    }
    return animation
  }

  @Test func `a film lasts until the last animation that ends is over`() throws {
    let root = makeLayer(scene, bounds: Rect(0, 0, 1, 1))
    let child = makeLayer(scene)
    try root.addSublayer(child)
    #expect(root.animationLength.end == nil)
    try root.add(try fade(1))
    try child.add(try fade(0.5, [("repeatCount", .number(3))]))
    try child.add(try fade(2, [("repeatCount", .number(.infinity))]))
    #expect(root.animationLength.end == 1.5 && root.animationLength.longestCycle == 2)
    #expect(Array(try root.filmPlan(FilmRequest(framesPerSecond: 10)).frames).count == 15)
    // Layer timing: at half speed, a second later.
    child.speed = 0.5
    child.beginTime = 1
    #expect(root.animationLength.end == 4)
    child.speed = 0
    #expect(root.animationLength.end == 1)
    // A layer whose second of local time repeats three times.
    child.speed = 1
    child.beginTime = 0
    child.duration = 1
    child.repeatCount = 3
    #expect(root.animationLength.end == 3)
    child.repeatCount = .infinity
    #expect(root.animationLength.end == 1)
  }

  @Test func `masks and the delays of replicated layers count`() throws {
    let replicator = ReplicatorLayer(in: scene)
    let child = makeLayer(scene)
    try replicator.addSublayer(child)
    try child.add(try fade(1))
    replicator.instanceCount = 5
    replicator.instanceDelay = 0.25
    #expect(replicator.animationLength.end == 2)
    let mask = makeLayer(scene)
    replicator.mask = mask
    try mask.add(try fade(3))
    #expect(replicator.animationLength.end == 3)
  }

  @Test func `a film without an end says what to give`() throws {
    let root = makeLayer(scene, bounds: Rect(0, 0, 1, 1))
    #expect(
      message { _ = try root.filmPlan(FilmRequest()) }
        == "Layer: no animation in it has an end, so its film has no length; give a duration (duration: 2)"
    )
    try root.add(try fade(2, [("repeatCount", .number(.infinity)), ("autoreverses", .bool(true))]))
    #expect(message { _ = try root.filmPlan(FilmRequest()) }?.hasSuffix("; the longest repeats after 4 s") == true)
    #expect(
      Array(try root.filmPlan(FilmRequest(frames: FrameList("3-4"))).frames) == [3, 4], "closed frames need no length")
    try root.add(try fade(1))
    #expect(
      message { _ = try root.filmPlan(FilmRequest(start: 1)) }?.contains(
        "its last animation is over at 1 s, and the film starts at 1 s")
        == true)
  }

  @Test func `a film ends where nothing moves any more`() throws {
    let root = makeLayer(scene, bounds: Rect(0, 0, 1, 1))
    #expect(try root.filmEnd() == nil)
    try root.add(try fade(2))
    #expect(try root.filmEnd() == 2)
    try root.add(try fade(1, [("repeatCount", .number(.infinity))]))
    #expect(try root.filmEnd() == 2)
  }

  @Test func `options out of range are refused, and too many frames are a limit`() throws {
    let root = makeLayer(scene, bounds: Rect(0, 0, 1, 1))
    func problem(_ options: FilmRequest) -> String? { message { _ = try root.filmPlan(options) } }
    #expect(problem(FilmRequest(framesPerSecond: 0)) == "fps: expected frames per second above 0 and up to 1000, got 0")
    #expect(problem(FilmRequest(framesPerSecond: .nan))?.hasPrefix("fps: ") == true)
    #expect(problem(FilmRequest(duration: -1)) == "duration: expected seconds above 0 and up to 1000000000, got -1")
    #expect(problem(FilmRequest(start: .infinity, duration: 1)) == "from: expected seconds up to 1000000000, got inf")
    #expect(
      problem(FilmRequest(duration: 1, frames: try FrameList("0-59,70")))
        == "frames: there is no frame 70; 1 s at 60 frames per second are frames 0 to 59")
    do {
      _ = try root.filmPlan(FilmRequest(duration: 1e9))
      Issue.record("a film of 60 thousand million frames was planned")
    } catch {
      #expect(
        error.kind == .limit && error.message.hasPrefix("a film of 1000000001 frames is too long: at most 1000000"))
    }
  }
}
