// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Testing

/// Frames as text, their times, and how long a film is that nobody gave a length.
struct FilmTimingTests {
  private func problem(_ text: String) -> String? {
    do { _ = try FrameList(text) } catch { return "\(error)" }
    return nil
  }

  @Test func `a list of frames is read, counted and written`() throws {
    let list = try FrameList("0-2, 5 ,7 - 8")
    #expect(Array(list) == [0, 1, 2, 5, 7, 8] && list.count == 6 && list.last == 8 && !list.isOpen)
    #expect(list.description == "0-2,5,7-8")
    #expect((0..<7).map { list.frame(at: $0) } == [0, 1, 2, 5, 7, 8, nil])
    #expect(list.contains(5) && !list.contains(6))
    #expect(Array(FrameList(count: 3)) == [0, 1, 2] && Array(FrameList(count: 0)) == [])
  }

  @Test func `an open range goes on to the film's end`() throws {
    let list = try FrameList("0-1,200-")
    #expect(list.isOpen && list.description == "0-1,200-" && list.contains(5000))
    #expect(Array(list.closed(at: 203)) == [0, 1, 200, 201, 202])
    #expect(Array(list.closed(at: 200)) == [0, 1])
  }

  @Test(arguments: [
    ("", "expected frame numbers such as 0-119, or 0-9,20,200-, got nothing"),
    ("a", "expected frame numbers such as 0-119, or 0-9,20,200-, got \"a\""),
    ("-5", "expected frame numbers such as 0-119, or 0-9,20,200-, got \"-5\""),
    ("1-2-3", "expected frame numbers such as 0-119, or 0-9,20,200-, got \"1-2-3\""),
    ("1,,2", "expected frame numbers such as 0-119, or 0-9,20,200-; a comma of \"1,,2\" has no number beside it"),
    ("9-3", "9-3 runs backward; frames are drawn in rising order: 3-9"),
    ("5,1", "frame 1 comes after frame 5; name frames in rising order"),
    ("0-9,5-20", "frame 5 is named twice"),
    ("3-,9", "9 comes after a range without an end, which goes on to the last frame; put that range last"),
    ("99999999999999999999", "frame 99999999999999999999 is too high: frames are numbered up to 1000000000"),
  ])
  func `what is no list of frames is explained`(text: String, message: String) {
    #expect(problem(text) == message)
  }

  @Test func `frame i is at from + i ÷ fps, exactly`() {
    let timing = FilmTiming(framesPerSecond: 60, start: 0.5)
    #expect((0..<1000).allSatisfy { timing.time(ofFrame: $0) == 0.5 + Double($0) / 60 })
    #expect(FilmTiming(framesPerSecond: 30).time(ofFrame: 90) == 3)
    // 0.1 × 30 is 3.0000000000000004.
    #expect(FilmTiming(framesPerSecond: 30).frameCount(duration: 0.1) == 3)
    #expect(FilmTiming(framesPerSecond: 60).frameCount(duration: 2) == 120)
    #expect(FilmTiming(framesPerSecond: 30).frameCount(duration: 1.25) == 38)
    #expect(FilmTiming(framesPerSecond: 1).frameCount(duration: 0.01) == 1)
  }

  // MARK: Without a duration

  private let scene = Scene(services: QuietServices())

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
    try root.addAnimation(try fade(1))
    try child.addAnimation(try fade(0.5, [("repeatCount", .number(3))]))
    try child.addAnimation(try fade(2, [("repeatCount", .number(.infinity))]))
    #expect(root.animationLength.end == 1.5 && root.animationLength.longestCycle == 2)
    #expect(Array(try root.filmPlan(FilmOptions(framesPerSecond: 10)).frames).count == 15)
    // The layers' own timing: half as fast, a second later.
    child.speed = 0.5
    child.beginTime = 1
    #expect(root.animationLength.end == 4)
    child.speed = 0
    #expect(root.animationLength.end == 1)
    // A layer that shows a second of its time three times.
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
    try child.addAnimation(try fade(1))
    replicator.instanceCount = 5
    replicator.instanceDelay = 0.25
    #expect(replicator.animationLength.end == 2)
    let mask = makeLayer(scene)
    replicator.mask = mask
    try mask.addAnimation(try fade(3))
    #expect(replicator.animationLength.end == 3)
  }

  @Test func `a film without an end says what to give`() throws {
    let root = makeLayer(scene, bounds: Rect(0, 0, 1, 1))
    #expect(
      message { _ = try root.filmPlan(FilmOptions()) }
        == "Layer: no animation in it has an end, so its film has no length; give a duration (--duration 2, or duration = 2 in ca.render)"
    )
    try root.addAnimation(try fade(2, [("repeatCount", .number(.infinity)), ("autoreverses", .bool(true))]))
    #expect(message { _ = try root.filmPlan(FilmOptions()) }?.hasSuffix("; the longest repeats after 4 s") == true)
    #expect(
      Array(try root.filmPlan(FilmOptions(frames: FrameList("3-4"))).frames) == [3, 4], "closed frames need no length")
    try root.addAnimation(try fade(1))
    #expect(
      message { _ = try root.filmPlan(FilmOptions(start: 1)) }?.contains(
        "its last animation is over at 1 s, and the film starts at 1 s")
        == true)
  }

  @Test func `options out of range are refused, and too many frames are a limit`() throws {
    let root = makeLayer(scene, bounds: Rect(0, 0, 1, 1))
    func problem(_ options: FilmOptions) -> String? { message { _ = try root.filmPlan(options) } }
    #expect(problem(FilmOptions(framesPerSecond: 0)) == "fps: expected frames per second above 0 and up to 1000, got 0")
    #expect(problem(FilmOptions(framesPerSecond: .nan))?.hasPrefix("fps: ") == true)
    #expect(problem(FilmOptions(duration: -1)) == "duration: expected seconds above 0 and up to 1000000000, got -1")
    #expect(problem(FilmOptions(start: .infinity, duration: 1)) == "from: expected seconds up to 1000000000, got inf")
    #expect(
      problem(FilmOptions(duration: 1, frames: try FrameList("0-59,70")))
        == "frames: there is no frame 70; 1 s at 60 frames per second are frames 0 to 59")
    do {
      _ = try root.filmPlan(FilmOptions(duration: 1e9))
      Issue.record("a film of 60 thousand million frames was planned")
    } catch {
      #expect(
        error.kind == .limit && error.message.hasPrefix("a film of 1000000001 frames is too long: at most 1000000"))
    }
    #expect(
      message { _ = try root.filmPlan(FilmOptions(framesPerSecond: 60, duration: 1), highestRate: (50, "why")) }
        == "fps: at most 50 frames per second, got 60: why")
  }
}
