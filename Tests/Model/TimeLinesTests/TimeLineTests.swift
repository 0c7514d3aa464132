// SPDX-License-Identifier: MIT
import Films
import Formats
import Geometry
import LayerModel
import LayerRendering
import Messages
import Pixels
import Testing
import TestSupport
import TimeLines

/// Time lines in Swift: places, lengths, what layers show, and mistakes.
@Suite struct TimeLineTests {
  let renderer = LayerRenderer()
  let scene: Scene
  let root: Layer
  private let warned = Warned()

  private final class Warned {
    var texts: [String] = []
  }

  init() {
    scene = renderer.makeScene()
    root = Layer(in: scene)
    root.bounds = Rect(0, 0, 100, 100)
    scene.onWarning = { [warned] in warned.texts.append("\($0)") }
  }

  private func layer(_ name: String = "dot", x: Double = 0) throws -> Layer {
    let layer = Layer(in: scene)
    layer.name = name
    layer.bounds = Rect(0, 0, 10, 10)
    layer.position = Point(x, 0)
    try root.addSublayer(layer)
    return layer
  }

  private func line(
    _ name: String? = nil, linear: Bool = true, _ change: (inout TimeLine.Settings) -> Void = { _ in }
  ) throws -> TimeLine {
    var settings = TimeLine.Settings()
    if linear { settings.timing = .linear }
    change(&settings)
    return try TimeLine(in: scene, name: name, settings)
  }

  private func x(_ layer: Layer, _ time: Double) throws -> Double { try layer.presentation(at: time).position.x }

  private func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch { return "\(error)" }
  }

  // MARK: Times

  @Test func `places are words, labels and numbers`() throws {
    let dot = try layer()
    let l = try line()
    func start(_ at: TimeLine.Position) throws -> Double {
      try l.set([dot], ["zPosition": 1, "opacity": 1], at: at)
      return l.last.start
    }
    try l.to(dot, ["position.x": 1], .init(duration: 2)).label("middle")
    #expect(l.end == 2)
    #expect(try l.time(of: "middle") == 2)
    try l.to(dot, ["position.x": 2], .init(at: "with+0.5", duration: 1))
    #expect(l.last.start == 0.5 && l.last.end == 1.5 && l.end == 2)
    try l.to(dot, ["position.x": 3], .init(at: "after+0.25", duration: 1))
    #expect(l.last.start == 1.75 && l.end == 2.75)
    try l.to(dot, ["position.x": 4], .init(at: "-0.25", duration: 1))
    #expect(l.last.start == 2.5 && l.end == 3.5)
    #expect(try start("middle") == 2)
    #expect(try start("middle-0.5") == 1.5)
    #expect(try start("start+0.125") == 0.125)
    #expect(try start("end+1") == 4.5)
    #expect(try start(0.75) == 0.75)
    #expect(try start("start-5") == 0)
  }

  @Test func `the examples have their lengths`() throws {
    let (a, b) = (try layer("a"), try layer("b"))
    let change = try line()
    try change.from(a, ["opacity": 0]).hold(1).to(a, ["opacity": 0]).from(b, ["opacity": 0], .init(at: "with+0.2"))
      .hold(1)
    #expect(abs(change.duration - 3.2) < 1e-9)
    let turn = try line { ($0.repeatCount, $0.autoreverses) = (3, true) }
    try turn.to(a, ["position.x": 200], .init(duration: 1)).hold(0.5)
    #expect(turn.duration == 9)
    let rows = try (0..<5).map { try layer("row \($0)") }
    let list = try line()
    try list.from(rows, ["opacity": 0], .init(duration: 0.4, stagger: .each(0.1, from: .center)))
    #expect(abs(list.duration - 0.6) < 1e-9)
    let outer = try line { $0.speed = 2 }
    let inner = try line()
    try inner.to(a, ["zPosition": 1], .init(duration: 3))
    try outer.add(inner, at: 0.5, duration: 1)
    #expect(outer.duration == 0.75)
  }

  @Test func `staggers begin where they say`() throws {
    func delays(_ n: Int, _ from: TimeLine.Stagger.Origin, grid: (columns: Int, rows: Int)? = nil) throws -> [Double] {
      var stagger = TimeLine.Stagger.each(1, from: from)
      stagger.grid = grid
      let layers = try (0..<n).map { try layer("\($0)") }
      let l = try line("name")
      try l.set(layers, ["zPosition": 1], at: 0)
      // Every line of this name has the same random order.
      let m = try line("other")
      try m.to(layers, ["opacity": 0], .init(duration: 1, stagger: stagger))
      try m.play()
      return try layers.map { layer in
        let group = try #require(layer.animation(forKey: m.name) as? AnimationGroup)
        return group.animations?.first?.beginTime ?? -1
      }
    }
    #expect(try delays(4, .first) == [0, 1, 2, 3])
    #expect(try delays(4, .last) == [3, 2, 1, 0])
    #expect(try delays(4, .center) == [1, 0, 0, 1])
    #expect(try delays(5, .edges) == [0, 1, 2, 1, 0])
    #expect(try delays(4, .index(1)) == [1, 0, 1, 2])
    #expect(try delays(4, .first, grid: (2, 2)) == [0, 1, 1, 2.0.squareRoot()])
    let mixed = try delays(8, .random)
    #expect(mixed.sorted() == [0, 1, 2, 3, 4, 5, 6, 7] && mixed != mixed.sorted())
  }

  // MARK: Shown values

  @Test func `from shows its first value before, to begins at what is shown`() throws {
    let dot = try layer(x: 50)
    let l = try line()
    try l.hold(1).from(dot, ["position.x": 0], .init(duration: 1)).to(dot, ["position.x": 100], .init(duration: 1))
    #expect(try x(dot, 0) == 0)
    #expect(try x(dot, 1.5) == 25)
    #expect(try x(dot, 2) == 50)
    #expect(try x(dot, 2.5) == 75)
    #expect(try x(dot, 9) == 100)
    #expect(dot.position.x == 50)
  }

  @Test func `overlapping changes blend without a jump`() throws {
    let dot = try layer()
    try line().to(dot, ["position.x": 100], .init(duration: 2)).to(dot, ["position.x": 0], .init(at: 1, duration: 2))
    for (time, value) in [(0.99, 49.5), (1.01, 50.2475), (2, 50), (2.5, 25), (3, 0)] {
      #expect(abs(try x(dot, time) - value) < 0.02, "\(time)")
    }
  }

  @Test func `entries act in the order of their start`() throws {
    let dot = try layer()
    try line().to(dot, ["position.x": 100], .init(at: 1, duration: 1)).to(
      dot, ["position.x": 40], .init(at: 0, duration: 1))
    #expect(try x(dot, 1) == 40)
    #expect(try x(dot, 2) == 100)
  }

  @Test func `set is at once and undone by reversal`() throws {
    let dot = try layer()
    try line { $0.autoreverses = true }.set([dot], ["position.x": 30], at: 1).hold(1)
    #expect(try x(dot, 0.99) == 0)
    #expect(try x(dot, 1) == 30)
    #expect(try x(dot, 2.9) == 30)
    #expect(try x(dot, 3.1) == 0)
  }

  @Test func `rounds repeat, and the end stays`() throws {
    let dot = try layer()
    let l = try line { ($0.repeatCount, $0.speed, $0.beginTime) = (2, 2, 1) }
    try l.fromTo([dot], ["position.x": 10], ["position.x": 20], .init(duration: 1))
    for (time, value) in [(0, 10.0), (1, 10), (1.25, 15), (1.75, 15), (2, 20), (5, 20)] {
      #expect(abs(try x(dot, time) - value) < 1e-9, "\(time)")
    }
    #expect(l.duration == 1)
    #expect(root.animationLength.end == 2)
  }

  @Test func `nested lines reach back only for the first value of a key path`() throws {
    let (a, b) = (try layer("a", x: 50), try layer("b", x: 50))
    let inner = try line()
    try inner.from([a, b], ["position.x": 0], .init(duration: 1))
    let outer = try line()
    try outer.to(b, ["position.x": 90], .init(duration: 1)).add(inner, at: 2)
    #expect(try x(a, 0) == 0)
    #expect(try x(b, 0) == 50)
    #expect(try x(b, 1.5) == 90)
    #expect(try x(b, 2) == 0)
    #expect(try x(a, 2.5) == 25)
    // Without the entry `b` shows 90.
    #expect(try x(b, 2.5) == 45)
    #expect(try x(b, 3.5) == 90)
  }

  @Test func `a nested line is fitted to a duration and holds its end`() throws {
    let dot = try layer()
    let inner = try line { $0.autoreverses = true }
    try inner.to(dot, ["position.x": 100], .init(duration: 2))
    try line().add(inner, at: 1, duration: 1).hold(1)
    #expect(try x(dot, 1.25) == 50)
    #expect(try x(dot, 1.5) == 100)
    #expect(try x(dot, 2) == 0)
    #expect(root.animationLength.end == nil || (root.animationLength.end ?? 0) <= 3)
    try scene.playLines()
    #expect(root.animationLength.end == 3)
  }

  @Test func `a layer's own time is followed`() throws {
    let stage = try layer("stage")
    let dot = Layer(in: scene)
    try stage.addSublayer(dot)
    stage.speed = 0
    stage.timeOffset = 0.25
    try line().to(dot, ["position.x": 100], .init(duration: 1))
    try scene.playLines()
    for level in [0.25, 0.5, 1] {
      stage.timeOffset = level
      #expect(abs(try x(dot, 7) - 100 * (level - 0.25)) < 100 * 0.26)
    }
  }

  @Test func `springs last until they rest`() throws {
    let dot = try layer()
    let l = try line()
    try l.to(dot, ["position.x": 100], .init(duration: 0.5, bounce: 0.4))
    #expect(l.duration > 0.5 && l.duration < 2)
    let most = try (0...20).map { try x(dot, Double($0) / 20) }.max() ?? 0
    #expect(most > 100)
    #expect(try x(dot, l.duration + 1) == 100)
  }

  @Test func `a spring ends at exactly its value, without a jump`() throws {
    var random = SeededRandom(11)
    for _ in 0..<40 {
      let dot = try layer(x: Double.random(in: -900...900, using: &random))
      let value = Double.random(in: -2000...2000, using: &random).rounded()
      let l = try line()
      try l.to(
        dot, ["position.x": .number(value)],
        .init(
          duration: Double.random(in: 0.1...2, using: &random), bounce: Double.random(in: -0.7...0.8, using: &random)))
      try l.to(dot, ["opacity": 0.5])
      let end = l.last.start
      #expect(abs(try x(dot, end) - value) < 1e-6)
      for time in [end + 0.1, end + 10] { #expect(try x(dot, time) == value) }
      #expect(abs(try x(dot, end - 1e-7) - value) < 0.01)
    }
    // An added animation without a duration ends there too, as does a function.
    let dot = try layer()
    let spring = SpringAnimation(in: scene)
    (spring.keyPath, spring.toValue) = ("zPosition", 100)
    let l = try line()
    try l.add(spring, to: dot, .init(at: 0))
    #expect(try dot.presentation(at: 9).zPosition == 100)
    // Core Animation's own is cut off.
    let cut = SpringAnimation(in: scene)
    (cut.keyPath, cut.fromValue, cut.toValue, cut.duration) = ("cornerRadius", 0, 100, 1)
    (cut.fillMode, cut.isRemovedOnCompletion) = (.forwards, false)
    try dot.add(cut, forKey: "cut")
    #expect(abs(try dot.presentation(at: 9).cornerRadius - 100.217) < 0.01)
  }

  @Test func `animations of Core Animation are entries`() throws {
    let dot = try layer()
    let wiggle = KeyframeAnimation(keyPath: "position.x", values: [0, 10, 0], duration: 1)
    let own = try #require(try wiggle.copied() as? KeyframeAnimation)
    _ = own
    let made = KeyframeAnimation(in: scene)
    made.keyPath = "position.x"
    made.values = [0, 10, 5]
    let l = try line()
    try l.hold(1).add(made, to: dot, .init(duration: 2))
    #expect(l.duration == 3)
    #expect(try x(dot, 2) == 10)
    #expect(try x(dot, 4) == 5)
    #expect(message { try l.add(Transition(in: scene), to: dot) }?.contains("already plays") == true)
    #expect(message { try line().add(Transition(in: scene), to: dot) }?.contains("transition") == true)
  }

  @Test func `text is typed by characters`() throws {
    let text = TextLayer(in: scene)
    text.string = "añ👩‍👧b"
    try root.addSublayer(text)
    let l = try line()
    try l.type(text, .init(duration: 1))
    func shown(_ t: Double) throws -> PropertyValue { try text.presentation(at: t).value(forKey: "string") }
    #expect(try shown(0) == .string(""))
    #expect(try shown(0.7) == .string("añ👩‍👧"))
    #expect(try shown(2) == .string("añ👩‍👧b"))
  }

  @Test(arguments: ["left", "center", "right", "justified"])
  func `words do not move while they are typed`(alignment: String) throws {
    let text = TextLayer(in: scene)
    text.bounds = Rect(0, 0, 90, 100)
    text.position = Point(50, 50)
    text.fontSize = 14
    text.foregroundColor = .black
    text.isWrapped = true
    text.string = "nnn hhhhh mmm nnnn hhhh nn mmmmmmm hh"
    try text.setValue(.string(alignment), forKey: "alignmentMode")
    try text.setValue(.string("shrink"), forKey: "fitsText")
    try root.addSublayer(text)
    try line().type(text, .init(duration: 1))
    func pixels(_ time: Double) throws -> [UInt32] {
      let bitmap = try renderer.render(root, RenderOptions(time: time))
      return withExtendedLifetime(bitmap) { Array(bitmap.pixels) }
    }
    let whole = try pixels(2)
    var inks: [Int] = []
    for time in stride(from: 0.1, through: 0.9, by: 0.1) {
      let typed = try pixels(time)
      // Each letter is where it is at the end.
      let others = zip(typed, whole).count { $0 >> 24 > ($1 >> 24) + 64 }
      #expect(others == 0, "\(time)")
      inks.append(typed.count { $0 >> 24 > 128 })
    }
    #expect(inks == inks.sorted() && (inks.first ?? 0) < (inks.last ?? 0) / 2)
    #expect(whole.count { $0 >> 24 > 128 } > inks.last ?? 0)
    let second = TextLayer(in: scene)
    try root.addSublayer(second)
    text.continuesIn = second
    let said = message { try line("two").type(text) }
    #expect(said?.contains("continues in another layer, so it cannot be typed") == true, "\(said ?? "nothing")")
  }

  // MARK: Functions

  @Test func `functions follow rounds, reversal and parents`() throws {
    var calls: [(Double, Double)] = []
    let inner = try line { $0.autoreverses = true }
    try inner.run(.init(duration: 1)) { calls.append(($0, $1)) }
    try line { ($0.repeatCount, $0.speed) = (2, 2) }.hold(1).add(inner)
    func call(_ time: Double) throws -> Double {
      calls = []
      _ = try renderer.render(root, RenderOptions(time: time))
      return calls.last?.0 ?? -1
    }
    #expect(try call(0) == 0)
    #expect(try call(0.75) == 0.5)
    #expect(try call(1) == 1)
    #expect(abs(try call(1.25) - 0.5) < 1e-9)
    #expect(abs(try call(1.5 + 0.75) - 0.5) < 1e-9)
    #expect(try root.filmPlan(FilmRequest(framesPerSecond: 10)).frames.count == 30)
  }

  // MARK: The end

  @Test func `finish writes the last values, remove forgets them`() throws {
    let dot = try layer(x: 5)
    let l = try line("go")
    try l.to(dot, ["position.x": 80, "opacity": 0.5], .init(duration: 1))
    try l.finish()
    #expect(dot.position.x == 80 && dot.opacity == 0.5 && dot.animationKeys.isEmpty)
    let m = try line("back")
    try m.to(dot, ["position.x": 0], .init(duration: 1)).play()
    #expect(dot.animationKeys == ["back"])
    try m.remove()
    #expect(try x(dot, 1) == 80)
    #expect(dot.animationKeys.isEmpty)
  }

  @Test func `an endless line gives a film of one round`() throws {
    let dot = try layer()
    try line { $0.repeatCount = .infinity }.to(dot, ["position.x": 80], .init(duration: 2)).hold(1)
    #expect(try root.filmPlan(FilmRequest(framesPerSecond: 10)).frames.count == 30)
    #expect(try root.filmPlan(FilmRequest(framesPerSecond: 10, hold: 1)).frames.count == 40)
  }

  @Test func `a round of an endless line that reverses is forth and back`() throws {
    for speed in [0.5, 1, 2] {
      let scene = renderer.makeScene()
      let root = Layer(in: scene)
      root.bounds = Rect(0, 0, 100, 100)
      let dot = Layer(in: scene)
      try root.addSublayer(dot)
      func line(_ change: (inout TimeLine.Settings) -> Void) throws -> TimeLine {
        var settings = TimeLine.Settings()
        settings.timing = .linear
        change(&settings)
        return try TimeLine(in: scene, settings)
      }
      let inner = try line { ($0.repeatCount, $0.autoreverses, $0.speed) = (.infinity, true, speed) }
      try inner.to(dot, ["position.x": 80], .init(duration: 1))
      let outer = try line { _ in }
      try outer.add(inner)
      #expect(outer.duration == 2 / speed)
      #expect(Double(try root.filmPlan(FilmRequest(framesPerSecond: 10)).frames.count) == 20 / speed)
      #expect(abs(try dot.presentation(at: 1.9 / speed).position.x - 8) < 1e-9)
      // An animation of Core Animation counts alike.
      let pulse = BasicAnimation(in: scene)
      (pulse.keyPath, pulse.toValue, pulse.duration) = ("zPosition", 1, 1)
      (pulse.autoreverses, pulse.repeatCount, pulse.speed) = (true, .infinity, speed)
      let added = try line { _ in }
      try added.add(pulse, to: dot)
      #expect(added.end == 2 / speed)
    }
    let dot = try layer(x: 5)
    let back = try line { ($0.repeatCount, $0.autoreverses) = (.infinity, true) }
    try back.to(dot, ["position.x": 80], .init(duration: 1)).finish()
    #expect(dot.position.x == 5)
  }

  // MARK: Mistakes

  @Test func `mistakes are explained`() throws {
    let dot = try layer("dot")
    let l = try line("intro")
    try l.to(dot, ["position.x": 1]).label("chorus")
    let said = [
      message { try l.to(dot, ["opacity": 0], .init(at: "chrous")) }: "did you mean chorus?",
      message { try l.to(dot, ["opacity": 0], .init(at: "nowhere")) }: "the labels are chorus",
      message { try l.to(dot, ["position": [0, 0]], .init(at: "start")) }: "begins at 0 s twice in intro",
      message { try l.to(dot, ["positoin": 1], .init(at: 3)) }: "did you mean position?",
      message { try l.to(dot, ["opacity": "red"], .init(at: 3)) }: "toValue",
      message { try l.label("chorus") }: "already at 0.5 s",
      message { try l.label("with") }: "other than end, after, with and start",
      message { try l.hold(-1) }: "0 or more seconds",
      message { try l.add(l) }: "cannot be part of itself",
      message { _ = try line { $0.speed = 0 } }: "speed: expected a number above 0",
      message { try l.to(dot, ["frame": [0, 0, 1, 1]], .init(at: 3)) }: "frame is derived",
      message { _ = try l.time(of: "verse") }: "there are chorus",
    ]
    for (message, part) in said { #expect(message?.contains(part) == true, "\(message ?? "nothing") has no \(part)") }
    let inner = try line("inner")
    try inner.hold(1)
    try l.add(inner)
    #expect(message { try inner.hold(1) }?.contains("part of another time line") == true)
    #expect(message { try l.add(inner) }?.contains("can be added only once") == true)
    try l.play()
    #expect(message { try l.hold(1) }?.contains("already plays") == true)
    #expect(message { try l.add(inner) }?.contains("already plays") == true)
  }

  @Test func `entries of nested lines that begin together give a warning`() throws {
    let (a, b) = (try layer("a"), try layer("b"))
    func nested(_ name: String, _ layer: Layer, _ path: String, at time: TimeLine.Position = 0) throws -> TimeLine {
      try line(name).to(layer, [path: path == "position" ? .array([.number(9), .number(9)]) : 1], .init(at: time))
    }
    let outer = try line("outer")
    try outer.to(a, ["position.x": 50]).to(b, ["opacity": 0.5], .init(at: 1))
    // Another layer, key path or time.
    try outer.add(nested("one", b, "position.x"), at: 0).add(nested("two", a, "opacity"), at: 0)
    try outer.add(nested("three", a, "position.x"), at: 0.25)
    #expect(warned.texts.isEmpty, "\(warned.texts)")
    try outer.add(nested("four", a, "position"), at: 0)
    #expect(warned.texts.count == 1)
    #expect(
      warned.texts.last?.contains(
        "begins at 0 s of outer twice, in four and as position.x in outer: the later one")
        == true,
      "\(warned.texts)")
    // Sped up to half of its length, so that its second begins at 1.
    let quick = try line("quick")
    try quick.to(b, ["opacity": 1], .init(at: 2, duration: 2))
    try outer.add(quick, at: 0, duration: 2)
    #expect(warned.texts.count == 2 && warned.texts[1].contains("begins at 1 s of outer twice, in quick and in outer"))
    // An entry after a nested line, and lines in lines.
    try outer.to(a, ["opacity": 0.2], .init(at: 0))
    #expect(warned.texts.count == 3 && warned.texts[2].contains("in outer and in two"), "\(warned.texts)")
    let top = try line("top")
    try top.add(outer, at: 3).add(nested("five", a, "opacity"), at: 3)
    #expect(warned.texts.count == 4 && warned.texts[3].contains("begins at 3 s of top twice, in five and in "))
    // Entries of one time line are refused, under any name.
    let same = try line("same")
    try same.add(try nested("same", a, "opacity"), at: 0)
    #expect(message { try same.to(a, ["opacity": 0], .init(at: 0)) } == nil)
    #expect(message { try same.to(a, ["opacity": 1], .init(at: 1)).to(a, ["opacity": 0], .init(at: 1)) } != nil)
  }

  @Test func `many entries of one key path are added in linear time`() throws {
    let dot = try layer("dot")
    let outer = try line("outer")
    for i in 0..<200 {
      let inner = try line()
      for j in 0..<100 { try inner.to(dot, ["opacity": 1], .init(at: .seconds(Double(j)), duration: 0.5)) }
      try outer.add(inner, at: .seconds(Double(i * 100)))
    }
    #expect(warned.texts.isEmpty && outer.duration == 19_999.5)
  }

  @Test func `two lines of one name both play`() throws {
    let dot = try layer()
    try line("go").to(dot, ["position.x": 10], .init(duration: 1))
    let other = try line("go").to(dot, ["position.y": 20], .init(duration: 1))
    #expect(try x(dot, 1) == 10)
    #expect(try dot.presentation(at: 1).position.y == 20)
    #expect(dot.animationKeys == ["go", "go (2)"] && other.name == "go (2)")
  }

  @Test func `two lines that move one key path are told`() throws {
    let dot = try layer()
    try line("gone").to(dot, ["position.x": 1]).finish()
    try line("first").to(dot, ["position.x": 1])
    try line("second").to(dot, ["position.x": 2])
    try scene.playLines()
    #expect(warned.texts.count == 1 && warned.texts[0].contains("moved by two time lines; second covers first"))
  }

  // MARK: Any time line

  /// A layer shows the same at a time whatever was shown before.
  @Test func `random lines are pure functions of time`() throws {
    var random = SeededRandom(7)
    for round in 0..<60 {
      let scene = renderer.makeScene()
      let root = Layer(in: scene)
      let layers = (0..<3).map { _ in Layer(in: scene) }
      for layer in layers { try root.addSublayer(layer) }
      func made(_ depth: Int) throws -> TimeLine {
        var settings = TimeLine.Settings()
        settings.repeatCount = Double(Int.random(in: 1...2, using: &random))
        settings.autoreverses = Bool.random(using: &random)
        settings.speed = Double.random(in: 0.5...2, using: &random)
        let line = try TimeLine(in: scene, settings)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let at = TimeLine.Position.seconds(Double.random(in: 0...3, using: &random))
          let options = TimeLine.Options(at: at, duration: Double.random(in: 0.1...2, using: &random))
          let chosen = layers.filter { _ in Bool.random(using: &random) }
          let value = PropertyValue.number(Double.random(in: -9...9, using: &random))
          switch Int.random(in: 0...4, using: &random) {
          case 0: try line.to(chosen, ["position.x": value], options)
          case 1: try line.from(chosen, ["zPosition": value], options)
          case 2: try line.set(chosen, ["opacity": 0.5], at: at)
          case 3 where depth < 3: try line.add(try made(depth + 1), at: at)
          default: try line.hold(0.3)
          }
        }
        return line
      }
      let line = try made(0)
      try scene.playLines()
      let end = line.duration
      let times = (0..<8).map { _ in Double.random(in: 0...max(end, 0.1) * 1.2, using: &random) }
      func values(_ time: Double) throws -> [Double] {
        try layers.flatMap { layer in
          let shown = try layer.presentation(at: time)
          return [shown.position.x, shown.zPosition, shown.opacity]
        }
      }
      let first = try times.map(values)
      let again = try times.reversed().map(values)
      #expect(first == again.reversed(), "\(round)")
      if let last = root.animationLength.end { #expect(last <= end + 1e-6 && last >= end - 1e-6, "\(round)") }
      let rest = try values(end + 1)
      #expect(try values(end + 5) == rest)
      let numbers = rest.allSatisfy(\.isFinite)
      #expect(numbers)
    }
  }
}
