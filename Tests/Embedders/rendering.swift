// SPDX-License-Identifier: MIT
// Example programs of LayerRendering, the layer tree without Lua; see engine.swift.
import LayerRendering

func drawAPoster() throws {
  let renderer = LayerRenderer()
  let scene = renderer.makeScene()
  let poster = Layer(in: scene)
  poster.bounds = Rect(0, 0, 200, 120)
  poster.backgroundColor = "#20304a"
  let sun = Layer(in: scene)
  sun.frame = Rect(20, 20, 80, 80)
  sun.backgroundColor = .orange
  try poster.addSublayer(sun)
  try sun.add(BasicAnimation(keyPath: "position.y", from: 160, to: 40, duration: 2), forKey: "rise")
  try renderer.write(poster, to: "poster.png", PictureOptions(scale: 2, time: 1))
  print("sun", try sun.presentation(at: 1).position.y)
}

func drawWithErrors() throws {
  let renderer = LayerRenderer(configuration: LayerRenderer.Configuration(threads: 1))
  do {
    let layer = Layer(in: renderer.makeScene())
    let picture = try renderer.render(layer)
    print(picture.width)
  } catch let error as LayerError {
    print("refused", error.kind, error.key ?? "no key")
  }
}

func animate(_ layer: Layer) throws {
  try layer.add(SpringAnimation(keyPath: "transform.scale", to: 1.2, perceptualDuration: 0.5, bounce: 0.3))
  let blink = KeyframeAnimation(keyPath: "opacity", values: [1, 0.2, 1], keyTimes: [0, 0.25, 1], duration: 4)
  blink.timingFunctions = [.easeIn, .easeOut]
  blink.repeatCount = .infinity
  let along = KeyframeAnimation(keyPath: "position", path: try Path(svg: "M0 0 Q20 0 40 20"), mode: .paced)
  along.rotationMode = .auto
  try layer.add(AnimationGroup([blink, along], duration: 4), forKey: "both")
  try layer.add(Transition(.push, from: .fromLeft, duration: 1))
  let fade = BasicAnimation(keyPath: "backgroundColor", from: Color.red, to: Color.blue, timing: .linear)
  fade.fillMode = .both
  fade.isRemovedOnCompletion = false
  try layer.add(fade)
  print("keys", layer.animationKeys)
}

func moveInATransaction(_ layer: Layer) throws {
  let place: Point = try layer.scene.transaction(duration: 0.5, timing: .easeInEaseOut) {
    layer.position = Point(100, 60)
    return layer.position
  }
  print("place", place.x)
}

func layOut(in scene: Scene) throws {
  let poster = Layer(in: scene)
  poster.bounds = Rect(0, 0, 200, 100)
  let title = TextLayer(in: scene)
  let sun = ShapeLayer(in: scene)
  title.name = "title"
  sun.name = "sun"
  try poster.setSublayers([sun, title])
  poster.layoutManager = .constraints
  sun.constraints = [Constraint(.midX), Constraint(.minY, offset: 8), Constraint(.width, scale: 0.5)]
  title.constraints = [Constraint(.midX), Constraint(.minY, to: "sun", .maxY, offset: 8)]
  try title.addConstraint(Constraint("width = superlayer.width"))
  try poster.layoutIfNeeded()
  let list = Layer(in: scene)
  list.layoutManager = StackLayoutManager(axis: .vertical, spacing: 8, padding: 12, alignment: .leading)
  let grid = Layer(in: scene)
  grid.layoutManager = GridLayoutManager(columns: [80, .automatic, .fraction(1)], rowSpacing: 4)
  (grid.layoutManager as? GridLayoutManager)?.columnSpacing = 2
  print("title", title.frame.width)
}

func emit(in scene: Scene) throws {
  let emitter = EmitterLayer(in: scene)
  let dot = Image(try Bitmap(width: 1, height: 1, scale: 1, straightBytes: [255, 255, 255, 255]))
  let spark = EmitterCell(contents: dot, birthRate: 40, lifetime: 2, velocity: 60, emissionRange: .pi)
  spark.color = Color(red: 1, green: 0.8, blue: 0.2)
  emitter.emitterCells = [spark]
  emitter.emitterShape = .circle
  emitter.emitterCells?[0].birthRate = 20
  print("rate", emitter.emitterCells?.first?.birthRate ?? 0)
}

func colour(_ layer: Layer) throws {
  let stripes = Image(try Bitmap(width: 2, height: 1, scale: 1, straightBytes: [0, 0, 0, 255, 255, 255, 255, 255]))
  layer.backgroundColor = .pattern(stripes)
  layer.borderColor = .color(Color(white: 0.5).withAlpha(0.5))
  layer.shadowColor = .black
  layer.contents = stripes
  layer.contentsGravity = .resizeAspect
  layer.minificationFilter = .trilinear
  layer.maskedCorners = [.minXMinY, .maxXMaxY]
  layer.edgeAntialiasingMask = [.left, .top]
  let gradient = GradientLayer(in: layer.scene)
  gradient.colors = [.red, "#20304a", Color(hue: 0.6, saturation: 1, brightness: 1)]
  gradient.type = .radial
  layer.mask = gradient
  print("mask", layer.mask === gradient)
}

final class Painter: LayerDelegate {
  let hooks: LayerHooks = [.draw, .action]
  func draw(_ layer: Layer, in context: GraphicsContext) throws {
    try context.setFillColor(.green)
    try context.fillEllipse(in: layer.bounds)
    try context.drawText("Dawn", at: Point(4, 4), attributes: TextAttributes(font: nil, fontSize: 9))
  }
  func action(for layer: Layer, forKey key: String) throws -> LayerAction? { LayerAction.none }
}

func draw(with painter: Painter, in scene: Scene, _ renderer: LayerRenderer) throws {
  let layer = Layer(in: scene)
  layer.bounds = Rect(0, 0, 20, 20)
  layer.delegate = painter
  layer.setNeedsDisplay()
  print("drawn", try renderer.render(layer).color(x: 10, y: 15).green > 0.4)
}

func values(of layer: Layer) throws {
  try layer.setValue(0.5, forKeyPath: "transform.scale.x")
  try layer.setValues(["opacity": 0.5, "backgroundColor": "red", "info": ["author": "Ada"]])
  let scale = try layer.value(forKeyPath: "transform.scale.x", as: Double.self)
  let copy: Layer = try layer.copy()
  do { try layer.setValue(2, forKey: "opacity") } catch let error as LayerError { print("kept", error.key ?? "") }
  print("scale", scale, copy.opacity, layer.keyedClass.name, layer.keyedClass.properties[0].summary.isEmpty)
}

let renderer = LayerRenderer()
let scene = renderer.makeScene()
scene.onWarning = { _ in }
let layer = Layer(in: scene)
layer.bounds = Rect(0, 0, 20, 10)
try drawAPoster()
try drawWithErrors()
try animate(layer)
try moveInATransaction(layer)
try layOut(in: scene)
try emit(in: scene)
try colour(layer)
try draw(with: Painter(), in: scene, renderer)
try values(of: layer)
