// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import LayerRendering
import LottieFiles
import Pixels
import TestSupport
import Testing

/// Small films beside the layers that they must equal, compared by the state of all layers at several times.
struct EquivalenceTests {
  private let times = [0, 0.21, 0.5, 1, 1.4, 2]

  /// Compares the layer named `S` of a film with one made here.
  private func compare(
    _ layers: String, more: String = "", _ make: (Scene) throws -> Layer, _ place: SourceLocation = #_sourceLocation
  ) throws {
    let file = try LottieFile(layers: layers, more: more)
    let root = try file.layer()
    let made = try #require(root.find("S"))
    let expected = try file.scene.withoutActions {
      let frame = Layer(in: file.scene)
      frame.bounds = root.bounds
      let layer = try make(file.scene)
      layer.name = "S"
      try frame.addSublayer(layer)
      return (frame, layer)
    }
    for time in times {
      let film = try root.presentation(at: time).find("S")?.dumpJSON()
      let own = try expected.0.presentation(at: time).find("S")?.dumpJSON()
      #expect(film == own, "at \(time)", sourceLocation: place)
    }
    #expect(made.sublayers.count == expected.1.sublayers.count, sourceLocation: place)
  }

  /// A layer of 1 × 1 points, as every layer of a film has one.
  private func unit(_ scene: Scene) throws -> Layer {
    Layer(in: scene)
  }

  private func solid(_ scene: Scene) throws -> Layer {
    let layer = Layer(in: scene)
    layer.anchorPoint = .zero
    layer.bounds = Rect(0, 0, 20, 10)
    try layer.setValue("red", forKey: "backgroundColor")
    return layer
  }

  private func keyframes(_ keyPath: String, _ values: [PropertyValue], in scene: Scene) -> KeyframeAnimation {
    let animation = KeyframeAnimation(in: scene)
    animation.keyPath = keyPath
    animation.values = values
    animation.keyTimes = [0, 1]
    animation.duration = 1
    animation.fillMode = .both
    animation.isRemovedOnCompletion = false
    return animation
  }

  private func text(_ ks: String) -> String { #"{"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","ks":{\#(ks)}}"# }
  private func keys(_ a: String, _ b: String) -> String { #"{"k":[{"t":0,"s":\#(a)},{"t":30,"s":\#(b)}]}"# }

  private func transformed(_ ks: String, _ change: (Layer, Scene) throws -> Void) throws {
    try compare(text(ks)) { scene in
      let probe = try LottieFile(layers: text("")).layer().find("S")
      let layer = try unit(scene)
      layer.bounds = probe?.bounds ?? .zero
      layer.anchorPoint = probe?.anchorPoint ?? .zero
      layer.position = probe?.position ?? .zero
      try layer.addSublayer(try solid(scene))
      try change(layer, scene)
      return layer
    }
  }

  @Test func `transforms equal those of layers`() throws {
    try transformed(#""p":{"k":[3,4]}"#) { layer, _ in layer.position = Point(3, 4) }
    try transformed(#""a":{"k":[3,4]}"#) { layer, _ in layer.anchorPoint = Point(3, 4) }
    try transformed(#""o":{"k":25}"#) { layer, _ in layer.opacity = 0.25 }
    try transformed(#""s":{"k":[200,50]}"#) { layer, _ in
      try layer.setValue(2, forKeyPath: "transform.scale.x")
      try layer.setValue(0.5, forKeyPath: "transform.scale.y")
    }
    try transformed(#""r":{"k":90}"#) { layer, _ in
      try layer.setValue(.number(.pi / 2), forKeyPath: "transform.rotation.z")
    }
  }

  @Test func `keys equal keyframe animations`() throws {
    try transformed(#""o":\#(keys("[0]", "[100]"))"#) { layer, scene in
      layer.opacity = 0
      try layer.addAsTimed(keyframes("opacity", [0, 1], in: scene))
    }
    try transformed(#""p":\#(keys("[0,0]", "[30,40]"))"#) { layer, scene in
      layer.position = .zero
      try layer.addAsTimed(keyframes("position", [.point(.zero), .point(Point(30, 40))], in: scene))
    }
    try transformed(#""r":\#(keys("[0]", "[180]"))"#) { layer, scene in
      try layer.addAsTimed(keyframes("transform.rotation.z", [0, .number(.pi)], in: scene))
    }
  }

  @Test func `pictures in any order of times have the same bytes`() throws {
    let file = try LottieFile(
      layers: text(#""p":\#(keys("[0,0]", "[80,60]")),"r":\#(keys("[0]", "[90]")),"o":\#(keys("[20]", "[100]"))"#)
        + #",{"ty":4,"shapes":[{"ty":"rc","s":\#(keys("[9,9]", "[60,40]"))},{"ty":"tm","e":\#(keys("[0]", "[100]"))},"#
        + #"{"ty":"st","w":{"k":5}}]}"#)
    let root = try file.layer()
    func picture(_ time: Double) throws -> [UInt32] {
      let bitmap = try file.renderer.render(root, RenderOptions(time: time))
      return (0..<100).flatMap { y in (0..<100).map { bitmap[$0, y] } }
    }
    let forward = try times.map { try picture($0) }
    let back = try times.reversed().map { try picture($0) }
    #expect(forward == back.reversed() && Set(forward).count > 3)
  }

  /// A film of three shapes whose values have random keys.
  private func randomFilm(_ random: inout SeededRandom, rate: Double = 30) -> String {
    func numbers(_ count: Int, _ range: ClosedRange<Int>) -> String {
      "[\((0..<count).map { _ in "\(Int.random(in: range, using: &random))" }.joined(separator: ","))]"
    }
    func keys(_ count: Int, _ range: ClosedRange<Int>) -> String {
      var frame = 0
      let rows = (0..<Int.random(in: 2...4, using: &random)).map { _ in
        frame += Int.random(in: 1...20, using: &random)
        let hold = Int.random(in: 0...4, using: &random) == 0 ? #","h":1"# : ""
        let curve = #""o":{"x":[0.4],"y":\#(numbers(1, 0...1))},"i":{"x":[0.6],"y":[1]}"#
        return #"{"t":\#(Double(frame) * rate / 30),"s":\#(numbers(count, range)),\#(curve)\#(hold)}"#
      }
      return #"{"k":[\#(rows.joined(separator: ","))]}"#
    }
    let layers = (0..<3).map { i in
      #"{"ty":4,"nm":"\#(i)","ip":\#(Double(10 * i) * rate / 30),"op":\#(2 * rate),"ks":{"p":\#(keys(2, 0...90)),"#
        + #""r":\#(keys(1, -90...90)),"s":\#(keys(2, 30...150)),"o":\#(keys(1, 20...100))},"shapes":["#
        + #"{"ty":"rc","s":\#(keys(2, 10...50)),"r":{"k":4}},{"ty":"tm","e":\#(keys(1, 0...100))},"#
        + #"{"ty":"st","c":\#(keys(3, 0...1)),"w":\#(keys(1, 1...9))},{"ty":"fl","c":\#(keys(3, 0...1))}]}"#
    }
    return #"{"fr":\#(rate),"ip":0,"op":\#(2 * rate),"w":100,"h":100,"layers":[\#(layers.joined(separator: ","))]}"#
  }

  @Test(arguments: 0..<6) func `random seeks in any order give the same bytes`(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    let file = try LottieFile(randomFilm(&random))
    let root = try file.layer()
    func picture(_ time: Double) throws -> [UInt32] {
      let bitmap = try file.renderer.render(root, RenderOptions(time: time))
      return (0..<100).flatMap { y in (0..<100).map { bitmap[$0, y] } }
    }
    let seeks = (0..<8).map { _ in Double.random(in: 0...2.2, using: &random) }
    var known: [Double: [UInt32]] = [:]
    for time in seeks { known[time] = try picture(time) }
    for time in seeks.shuffled(using: &random) { #expect(try picture(time) == known[time], "at \(time)") }
    // Layers that were never at another time.
    for time in seeks.prefix(3) {
      let other = try file.layer()
      let bitmap = try file.renderer.render(other, RenderOptions(time: time))
      #expect((0..<100).flatMap { y in (0..<100).map { bitmap[$0, y] } } == known[time], "alone at \(time)")
    }
  }

  /// A dump whose numbers have six decimals.
  private func rounded(_ text: String) -> String {
    text.split(separator: " ").map { word in
      let number = word.prefix { $0.isNumber || "-+.e".contains($0) }
      guard let value = Double(number) else { return String(word) }
      return "\((value * 1e6).rounded() / 1e6 + 0)\(word.dropFirst(number.count))"
    }.joined(separator: " ")
  }

  @Test(arguments: 0..<6) func `files of two frame rates are the same layers at common times`(_ seed: UInt64) throws {
    var (first, second) = (SeededRandom(seed), SeededRandom(seed))
    // Trimmed fills and paths with several moving values have a value for each frame of the file.
    func film(_ random: inout SeededRandom, _ rate: Double) throws -> Layer {
      try LottieFile(
        randomFilm(&random, rate: rate).replacing(#"{"ty":"fl""#, with: #"{"ty":"fl","hd":1"#)
      ).layer()
    }
    let (slow, fast) = (try film(&first, 30), try film(&second, 60))
    for frame in stride(from: 0, through: 60, by: 7) {
      let time = Double(frame) / 30
      let states = try [slow, fast].map { root in
        try root.presentation(at: time).sublayers.map { rounded($0.dumpJSON()) }
      }
      #expect(states[0] == states[1], "at \(time)")
    }
  }
}
