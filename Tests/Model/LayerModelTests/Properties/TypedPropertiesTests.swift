// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import Testing

@Suite struct TypedPropertiesTests {
  let scene = Scene(services: QuietServices())

  @Test func `a typed property ends the program with the row's message`() async {
    let opacity = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let layer = Layer(in: Scene(services: QuietServices()))
      layer.opacity = .nan
    }
    #expect(text(opacity).contains("Layer.opacity is nan, expected a number from 0 to 1"))
    let frame = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Layer(in: Scene(services: QuietServices())).frame = Rect(0, 0, .infinity, 1)
    }
    #expect(text(frame).contains("Layer.frame: width is inf, expected a finite number"))
    let constraint = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Constraint(.minX, to: "sun", .midY)
    }
    #expect(text(constraint).contains("a constraint keeps to one axis"))
    let color = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Layer(in: Scene(services: QuietServices())).backgroundColor = "reddish"
    }
    #expect(text(color).contains("expected a CSS colour"))
    let taken = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let spark = EmitterCell(birthRate: 5)
      EmitterLayer(in: Scene(services: QuietServices())).emitterCells = [spark]
      spark.birthRate = 6
    }
    #expect(text(taken).contains("EmitterCell: the layer that took it has a copy"))
  }

  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test func `what an object's state refuses is thrown by the next layout`() throws {
    let layer = Layer(in: scene)
    layer.transform = .scale(0, 1, 1)
    layer.frame = Rect(0, 0, 5, 5)
    #expect(throws: LayerError("Layer.frame: the transform is singular, set bounds and position instead")) {
      try layer.layoutIfNeeded()
    }
    try layer.layoutIfNeeded()
    let shown = try layer.presentation()
    shown.opacity = 0.5
    #expect(shown.opacity == 1)
    #expect(throws: LayerError.self) { try layer.layoutIfNeeded() }
    layer.mask = layer
    #expect(layer.mask == nil)
    #expect(throws: LayerError.self) { try layer.layoutIfNeeded() }
  }

  @Test func `while a script runs, a refused value is left to its call`() throws {
    let layer = Layer(in: scene)
    scene.host.isScriptRunning = { true }
    layer.opacity = 7
    #expect(layer.opacity == 1)
    let refusal = #expect(throws: LayerError.self) { try layer.layoutIfNeeded() }
    #expect(refusal?.message == "Layer.opacity is 7, expected a number from 0 to 1")
    try layer.layoutIfNeeded()
    // Errors of an object that was copied into a layer's scene are reported by that scene.
    let emitter = EmitterLayer(in: scene)
    let spark = EmitterCell(birthRate: 5)
    emitter.emitterCells = [spark]
    spark.birthRate = 6
    #expect(throws: LayerError.self) { try emitter.layoutIfNeeded() }
    #expect(emitter.emitterCells?.first?.birthRate == 5)
  }

  @Test func `animations are made without a scene and copied into the layer's`() throws {
    let sun = Layer(in: scene)
    try sun.add(BasicAnimation(keyPath: "position.y", from: 160, to: 40, duration: 2), forKey: "rise")
    #expect(try sun.presentation(at: 1).position.y == 100)
    try sun.add(BasicAnimation(keyPath: "opacity", to: 0, duration: 2, timing: .linear), forKey: "fade")
    #expect(try sun.presentation(at: 1).opacity == 0.5)
    try sun.add(BasicAnimation(keyPath: "bounds", by: Rect(0, 0, 4, 4), duration: 2))
    try sun.add(BasicAnimation(keyPath: "position", from: Point(8, 0), duration: 2), forKey: "rise")
    #expect(try sun.presentation(at: 1).position.x == 4)
    let rise = try #require(sun.animation(forKey: "rise") as? BasicAnimation)
    #expect(rise.scene === scene && rise.fromValue == .point(Point(8, 0)) && rise.duration == 2)

    let blink = KeyframeAnimation(keyPath: "opacity", values: [1, 0, 1], keyTimes: [0, 0.25, 1], duration: 4)
    let along = KeyframeAnimation(
      keyPath: "position", path: Path(rect: Rect(0, 0, 10, 10)), mode: .paced, rotation: .auto)
    let group = AnimationGroup([blink, along], duration: 4)
    group.isRemovedOnCompletion = false
    try sun.add(group, forKey: "both")
    #expect(try sun.presentation(at: 1).opacity == 0)
    let both = try #require(sun.animation(forKey: "both") as? AnimationGroup)
    #expect(both.animations?.count == 2 && both.animations?.allSatisfy { $0.scene === scene } == true)
    // An animation may be added again, also in another scene.
    let other = Layer(in: Scene(services: QuietServices()))
    try other.add(group)
    #expect(try other.presentation(at: 1).opacity == 0)

    try sun.add(Transition(.push, from: .fromTop, duration: 1))
    #expect((sun.animation(forKey: "transition") as? Transition)?.subtype == .fromTop)
  }

  @Test func `a spring is one by its look or its numbers`() throws {
    let spring = SpringAnimation(keyPath: "opacity", from: 0, to: 1, perceptualDuration: 0.5, bounce: 0.25)
    #expect(spring.className == "SpringAnimation")
    #expect(abs(spring.perceptualDuration - 0.5) < 1e-12 && abs(spring.bounce - 0.25) < 1e-12)
    #expect(spring.duration == spring.settlingDuration)
    let stiff = SpringAnimation(keyPath: "opacity", to: 1, duration: 2)
    stiff.stiffness = 300
    stiff.damping = 5
    #expect(stiff.className == "SpringAnimation" && stiff.stiffness == 300)
    #expect(SpringAnimation(in: scene).className == "SpringAnimation")
    let layer = Layer(in: scene)
    try layer.add(spring, forKey: "spring")
    #expect(layer.animation(forKey: "spring") is SpringAnimation)
  }

  @Test func `a typed value that an animation without a scene refused is thrown when it is added`() {
    let layer = Layer(in: scene)
    let wrong = BasicAnimation(keyPath: "opacity", from: 0, to: 1, duration: -1)
    #expect(throws: LayerError.self) { try layer.add(wrong) }
    let group = AnimationGroup([KeyframeAnimation(keyPath: "opacity", values: [Double.nan])])
    #expect(throws: LayerError.self) { try layer.add(group) }
    #expect(layer.animationKeys.isEmpty)
  }

  @Test func `cells and managers are made without a scene and copied into the layer's`() throws {
    let emitter = EmitterLayer(in: scene)
    let spark = EmitterCell(birthRate: 10, lifetime: 2, velocity: 30)
    let glow = EmitterCell()
    glow.name = "glow"
    spark.emitterCells = [glow]
    let own = EmitterCell(in: scene)
    emitter.emitterCells = [spark, own, spark]
    let cells = try #require(emitter.emitterCells)
    #expect(cells.count == 3 && cells[1] === own && cells[0] === cells[2])
    #expect(cells[0].scene === scene && cells[0].birthRate == 10 && cells[0].emitterCells?.first?.name == "glow")
    cells[0].birthRate = 20
    #expect(cells[0].birthRate == 20)

    let stack = StackLayoutManager(axis: .vertical, spacing: 8, padding: 12)
    let layer = Layer(in: scene)
    layer.layoutManager = stack
    let manager = try #require(layer.layoutManager as? StackLayoutManager)
    #expect(manager.scene === scene && manager.axis == .vertical && manager.spacing == 8 && manager.padding.left == 12)
    manager.spacing = 4
    #expect(manager.spacing == 4)
    layer.layoutManager = GridLayoutManager(columns: [80, .automatic, .fraction(1), 0.5], rowSpacing: 4)
    #expect(
      (layer.layoutManager as? GridLayoutManager)?.columns == [.fixed(80), .automatic, .fraction(1), .fixed(0.5)])
    layer.layoutManager = .constraints
    #expect(layer.layoutManager === ConstraintLayoutManager.shared(in: scene))
  }

  @Test func `constraints have short forms`() {
    #expect(Constraint(.midX).description == "midX = superlayer.midX")
    #expect(Constraint(.minY, to: "sun", .maxY, offset: 8).description == "minY = sun.maxY + 8")
    #expect(Constraint(.width, .width, scale: 0.5).description == "width = superlayer.width * 0.5")
    #expect(Constraint(.width, to: "sun").description == "width = sun.width")
  }

  @Test func `colours and patterns are set without keys`() throws {
    let layer = Layer(in: scene)
    layer.backgroundColor = .red
    #expect(layer.backgroundColor == .color(Color(red: 1, green: 0, blue: 0)))
    layer.backgroundColor = "#20304a"
    #expect(layer.backgroundColor?.color == Color(css: "#20304a"))
    let image = Image(try Bitmap(width: 1, height: 1) { $0[0] = 0xFFFF_FFFF })
    layer.backgroundColor = .pattern(image)
    layer.contents = image
    layer.backgroundColor = nil
    layer.shadowColor = .green
    #expect(layer.shadowColor == Color(css: "green"))
    let names: [(Color, String)] = [
      (.black, "black"), (.white, "white"), (.red, "red"), (.green, "green"), (.blue, "blue"), (.yellow, "yellow"),
      (.orange, "orange"), (.purple, "purple"), (.gray, "gray"), (.cyan, "cyan"), (.magenta, "magenta"),
      (.brown, "brown"), (.clear, "transparent"),
    ]
    for (color, name) in names { #expect(color == Color(css: name), "\(name)") }
  }

  @Test func `a transaction animates what its body changes and returns the body's value`() throws {
    let layer = Layer(in: scene)
    let width = try scene.transaction(duration: 2, timing: .linear) {
      layer.position = Point(100, 0)
      return 7
    }
    #expect(width == 7)
    #expect(try layer.presentation(at: 1).position.x == 50)
    #expect(throws: LayerError.self) { try scene.transaction(duration: .nan) {} }
  }
}
