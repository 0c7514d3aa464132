// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Parsing
import Pixels
import SceneFiles
import Testing

/// The values and elements of CAML, and the notes about what is not read.
struct CAMLReaderTests {
  private func layer(_ attributes: String, _ children: String = "") throws -> Layer {
    try ReadPackage(layer: "<CALayer \(attributes)>\(children)</CALayer>").root
  }

  @Test func `keys are attributes and elements, of which the later counts`() throws {
    let layer = try layer(
      "bounds=\"0,0;20 40\" opacity=\"0.5\" hidden=\"1\" cornerRadius=\"4\" backgroundColor=\"1 0 0\" name=\"a b\"",
      "<backgroundColor value=\"0 1 0\" opacity=\"0.25\"/><cornerRadius type=\"real\" value=\"7\"/>")
    #expect(layer.bounds == Rect(0, 0, 20, 40) && layer.opacity == 0.5 && layer.isHidden && layer.cornerRadius == 7)
    #expect(layer.value(forKey: "backgroundColor") == .color(Color(red: 0, green: 1, blue: 0, alpha: 0.25)))
    #expect(layer.name == "a b")
  }

  @Test(arguments: [
    ("1 0 0", Color(red: 1, green: 0, blue: 0)), ("1 0 0 0.5", Color(red: 1, green: 0, blue: 0, alpha: 0.5)),
    ("0.5", Color(white: 0.5)), ("0.5 0.25", Color(white: 0.5, alpha: 0.25)),
  ])
  func `colours are one to four numbers`(text: String, color: Color) throws {
    #expect(try layer("borderColor=\"\(text)\"").value(forKey: "borderColor") == .color(color))
  }

  @Test(arguments: [
    ("rotate(90deg)", Transform3D.rotation(.pi / 2)), ("rotate(0.5)", .rotation(0.5)),
    ("rotate(1, 0, 1, 0)", .rotation(1, x: 0, y: 1, z: 0)), ("translate(1, 2, 3)", .translation(1, 2, 3)),
    ("translate(1)", .translation(1, 0)), ("scale(2)", .scale(2, 2)), ("scale(2, 3, 4)", .scale(2, 3, 4)),
    ("perspective(100)", .perspective(100)), ("", .identity), ("none", .identity),
    ("1 0 0 1 5 6", .translation(5, 6)), ("1 0 0 0 0 1 0 0 0 0 1 0 7 8 9 1", .translation(7, 8, 9)),
    // The scale applies first, the translation last.
    ("translate(10, 0, 0) rotate(90deg) scale(0.5)", .translation(10, 0).rotated(.pi / 2).scaled(0.5, 0.5)),
  ])
  func `transforms are functions or numbers`(text: String, transform: Transform3D) throws {
    let found = try layer("transform=\"\(text)\"").transform
    #expect(zip(found.elements, transform.elements).allSatisfy { abs($0 - $1) < 1e-12 }, "\(found)")
  }

  @Test func `what is no value keeps the default, with a note for each kind`() throws {
    let read = try ReadPackage(
      layer: """
        <CALayer zPosition="undefined" opacity="NaN" cornerRadius="-" hidden="maybe" bounds="1 2 3" wrong="1" position="inf 0">
        <sublayers><CALayer wrong="2"/><CALayer other="2" zPosition="undefined"/></sublayers></CALayer>
        """)
    #expect(read.root.zPosition == 0 && read.root.opacity == 1 && read.root.cornerRadius == 0)
    #expect(read.rules.filter { $0 == .unknown }.count == 2 && read.rules.filter { $0 == .value }.count == 6)
    let note = try #require(read.package.notes.first { $0.rule == .unknown })
    #expect(note.file == "main.caml" && note.line == 1 && note.message.contains("\"wrong\""))
  }

  @Test func `editors' attributes are kept without a note`() throws {
    let read = try ReadPackage(
      layer:
        "<CALayer id=\"#1\" caplayVersion=\"3\" nuggetId=\"x\" allowsHitTesting=\"1\" contentsFormat=\"AutomaticAppKit\"/>"
    )
    #expect(read.package.notes.isEmpty && read.root.value(forKey: "camlID") == .string("#1"))
    #expect(read.root.value(forKey: "camlAttributes")["nuggetId"] == .string("x"))
  }

  @Test func `classes with their own keys are read`() throws {
    let read = try ReadPackage("classes.ca")
    let layers = try #require(read.root.sublayers.first?.sublayers)
    #expect(
      layers.map(\.className) == ["GradientLayer", "TextLayer", "ReplicatorLayer", "TransformLayer", "EmitterLayer"])
    #expect(read.package.notes.isEmpty, "\(read.package.notes)")
    let gradient = try #require(layers[0] as? GradientLayer)
    #expect(gradient.colors == [Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 0, blue: 1, alpha: 0.5)])
    let text = try #require(layers[1] as? TextLayer)
    #expect(text.value(forKey: "string") == .string("Hello") && text.isWrapped && text.fontSize == 20)
    let replicator = try #require(layers[2] as? ReplicatorLayer)
    #expect(replicator.instanceCount == 4 && replicator.instanceTransform == .translation(30, 0).rotated(.pi / 18))
    #expect(layers[3].sublayerTransform.m34 == -1.0 / 300)
    let emitter = try #require(layers[4] as? EmitterLayer)
    let cell = try #require(emitter.emitterCells?.first)
    #expect(cell.name == "Cell 1" && cell.velocity == 40 && cell.contents != nil)
  }

  @Test func `animations stand under their keys, their loops at absolute nought`() throws {
    let layer = try #require(try ReadPackage("turned.ca").root.sublayers.first)
    #expect(layer.animationKeys == ["animation-0", "animation-1"])
    let turn = try #require(layer.animation(forKey: "animation-0") as? KeyframeAnimation)
    #expect(turn.beginTime == 1e-100 && turn.repeatCount == .infinity && turn.values?.count == 2)
    #expect(turn.isRemovedOnCompletion == false && turn.keyPath == "transform.rotation.y")
    let fade = try #require(layer.animation(forKey: "animation-1") as? KeyframeAnimation)
    #expect(fade.autoreverses && fade.keyTimes == [0, 1])
  }

  @Test func `groups, springs and empty lists are read`() throws {
    let layer = try layer(
      "",
      """
      <animations>
      <animation type="CAAnimationGroup" key="g" duration="2"><animations>
      <CABasicAnimation keyPath="position" duration="1"><fromValue type="CGPoint" value="1 2"/><toValue type="CGPoint" value="3 4"/></CABasicAnimation>
      <animation type="CABasicAnimation" keyPath="backgroundColor"><toValue type="CGColor" value="1 0 0"/></animation>
      </animations></animation>
      <p key="s" type="CASpringAnimation" keyPath="opacity" mass="2" stiffness="300" damping="50" velocity="1" mica_autorecalculatesDuration="1"><toValue type="real" value="0"/></p>
      <animation type="CAKeyframeAnimation" key="k" keyPath="opacity" duration="1" timingFunction="0.1 0.2 0.3 0.4"><values><real value="0"/><real value="1"/></values><keyTimes/><timingFunctions/></animation>
      <animation type="CAMatchMoveAnimation" key="m"/>
      </animations>
      """)
    let group = try #require(layer.animation(forKey: "g") as? AnimationGroup)
    let first = try #require(group.animations?.first as? BasicAnimation)
    #expect(first.fromValue == .point(Point(1, 2)) && group.animations?.count == 2)
    let spring = try #require(layer.animation(forKey: "s") as? SpringAnimation)
    #expect(spring.initialVelocity == 1 && spring.duration == spring.settlingDuration)
    let keys = try #require(layer.animation(forKey: "k") as? KeyframeAnimation)
    #expect(keys.values?.count == 2 && (keys.keyTimes ?? []).isEmpty && (keys.timingFunctions ?? []).isEmpty)
    #expect(layer.animation(forKey: "m") == nil)
  }

  @Test func `filters have their private names`() throws {
    let read = try ReadPackage("filters.ca")
    let layers = read.root.sublayers
    #expect(read.package.notes.isEmpty, "\(read.package.notes)")
    #expect(layers[0].filters?.first?["inputRadius"] == .number(3) && layers[0].filters?.first?.name == "b")
    #expect(layers.prefix(6).allSatisfy { $0.filters?.count == 1 })
    #expect(layers[6].value(forKey: "compositingFilter") == .string("multiplyBlendMode"))
    let other = try ReadPackage(layer: "<CALayer><filters><CAFilter filter=\"noSuch\"/></filters></CALayer>")
    #expect(other.rules == [.unsupported])
  }

  @Test func `images lie in the bundle, or in the document`() throws {
    let dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
    let read = try ReadPackage(
      layer: """
        <CALayer><contents type="CGImage" src="data:image/png;base64,\(dot)"/><sublayers>
        <CALayer><contents><CGImage src="../secret.png"/></contents></CALayer>
        <CALayer><contents type="CGImage" src="http://example.org/a.png"/></CALayer>
        <CALayer><contents type="CGImage" src="no%20such.png"/></CALayer></sublayers></CALayer>
        """)
    #expect(read.root.contents?.width == 1)
    #expect(read.rules == [.missingAsset, .missingAsset, .missingAsset])
    #expect(read.package.notes.map(\.message).joined().contains("outside of the bundle"))
  }

  @Test func `masks and deep trees are built without recursion`() throws {
    let masked = try layer("", "<mask type=\"CALayer\" name=\"m\"/>")
    #expect(masked.mask?.name == "m")
    #expect(try layer("", "<mask><CAShapeLayer name=\"n\"/></mask>").mask is ShapeLayer)
    let depth = 500
    let deep =
      String(repeating: "<CALayer><sublayers>", count: depth)
      + String(repeating: "</sublayers></CALayer>", count: depth)
    var layer: Layer? = try ReadPackage(layer: deep).root
    var count = 0
    while let next = layer { (layer, count) = (next.sublayers.first, count + 1) }
    #expect(count == depth)
  }

  @Test func `elements without the namespace are read, with a note`() throws {
    let read = try ReadPackage(files: ["main.caml": Array("<caml><CALayer bounds=\"0 0 1 1\"/></caml>".utf8)])
    #expect(read.rules == [.namespace])
    let other = "<x:caml xmlns:x=\"http://www.apple.com/CoreAnimation/1.0\"><x:CALayer bounds=\"0 0 3 1\"/></x:caml>"
    #expect(try ReadPackage(files: ["main.caml": Array(other.utf8)]).package.size.width == 3)
  }

  @Test func `a scene stays within its limits`() {
    let text = { (s: String) -> LayerError? in
      failure { _ = try ReadPackage(files: ["main.caml": Array(s.utf8)]) }
    }
    let deep = "<caml>" + String(repeating: "<sublayers>", count: 1100)
    #expect(text(deep)?.kind == .limit)
    #expect(text("<!DOCTYPE caml [<!ENTITY a \"b\">]><caml/>")?.kind == .limit)
    #expect(text("<caml>" + String(repeating: "<a/>", count: 200_001))?.kind == .limit)
    #expect(text("<caml><CALayer>")?.message.hasPrefix("main.caml: line 1: it is not XML") == true)
    #expect(text("<caml/>")?.message.contains("holds no layer") == true)
    #expect(text("<other/>")?.message.contains("expected <caml>") == true)
  }

  @Test func `a document cut at any byte is read or refused`() throws {
    let document = ReadPackage.document(
      "<CALayer bounds=\"0 0 9 9\"><animations><p key=\"a\" type=\"CABasicAnimation\"/></animations></CALayer>")
    for end in document.indices {
      #expect(failure { _ = try ReadPackage(files: ["main.caml": Array(document[..<end])]) } != nil)
    }
  }

  @Test(arguments: [
    "<CALayer><sublayers>%<CALayer name=\"a\" bounds=\"0 0 9 9\"/>%</sublayers></CALayer>",
    "<CALayer>%<position value=\"1 2\"/>%</CALayer>",
    "<CALayer><style>%<a type=\"integer\" value=\"1\"/>%</style></CALayer>",
    "<CALayer><animations>%<p type=\"CABasicAnimation\" keyPath=\"opacity\"/>%</animations></CALayer>",
    "<CALayer><emitterCells>%<CAEmitterCell/>%</emitterCells></CALayer>",
    "<CAShapeLayer path=\"0 0 m %1 1 l %\"/>", "<CALayer name=\"%x%\"/>",
    "<CALayer><sublayers>%<CALayer id=\"same\"/>%</sublayers></CALayer>",
  ])
  func `work grows at most linearly`(pattern: String) throws {
    let parts = pattern.split(separator: "%", omittingEmptySubsequences: false)
    func work(_ n: Int) throws -> Int {
      let body = parts[0] + String(repeating: String(parts[1]), count: n) + parts[2]
      return try ReadPackage(layer: String(body)).scene.account.work
    }
    let (one, two, four) = (try work(500), try work(1000), try work(2000))
    #expect(two <= one * 5 / 2 && four <= two * 5 / 2, "\(one), \(two), \(four)")
  }
}
