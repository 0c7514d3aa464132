// SPDX-License-Identifier: MIT
// Example programs of LayerEngine embedders. EmbedderTests compiles them separately, without and with optimisation, and
// runs them; they are not part of the package's own build.
import Foundation
import LayerEngine

let script = """
  local card = ca.Layer { name = 'card', bounds = {0, 0, 40, 20}, backgroundColor = 'white',
    ca.TextLayer { name = 'title', frame = {4, 4, 30, 12}, string = ca.args.title, fontSize = 8 } }
  function rename(text) card:find('title').string = text end
  function area(w, h) return w * h end
  return card
  """

/// Crashed the Swift 6.3.1 compiler when these functions had typed throws.
func drawACard() throws {
  let engine = try Engine()
  do {
    // swift-format-ignore: NeverForceUnwrap
    let card = try engine.run(script: script, name: "card.lua", arguments: ["title": "Tea"])!
    try engine.write(card, to: "x.png")
  } catch let error as EngineError {
    print(error, error.kind, error.sourceLine ?? "")
  }
}

/// A plain `catch`.
func showAMistake() {
  do {
    let engine = try Engine(Engine.Configuration(memoryLimit: 256 << 20, timeLimit: 5))
    try engine.run(script: "error('no tea')", name: "mistake.lua")
  } catch { print("\(error)") }
}

func configure() throws -> Engine {
  var configuration = Engine.Configuration(limits: .init(pixels: 1 << 24, layers: 1000))
  configuration.allowedWarnings = [.film]
  configuration.workingDirectory = FileManager.default.currentDirectoryPath
  let engine = try Engine(configuration)
  engine.onWarning = { (warning: LayerWarning) in print("warning:", warning.message) }
  engine.onPrint = { print(String(decoding: $0, as: UTF8.self), terminator: "") }
  return engine
}

enum Cup: String, CaseIterable, PropertyValueConvertible { case small, large }

func offerFunctions() throws {
  let engine = try configure()
  try engine.register("price") { (name: String, count: Int) throws -> Double in 3.5 * Double(count) }
  try engine.register("fill") { (cup: Cup, color: Color?) in print("filled", cup, color?.alpha ?? 1) }
  try engine.register("fade") { (layer: Layer, opacity: Double) in
    try layer.setValue(opacity, forKeyPath: "opacity")
  }
  try engine.define("theme", as: ["paper": "#fff8ec", "ink": .black] as [String: Color])
  try engine.run(
    script: "ca.host.fade(ca.Layer {}, 0.5) ca.host.fill('small') print(ca.host.price('tea', 2))", name: "a.lua")
  try engine.undefine("theme")
}

func callAFunction() throws {
  let engine = try configure()
  try engine.run(script: script, name: "card.lua", arguments: ["title": "Tea"])
  try engine.call("rename", "Tea for three")
  if let area = try engine.function(named: "area") {
    let result: [PropertyValue] = try area(3, 4)
    print("area", try result[0].converted(to: Double.self))
  }
}

func changeByName() throws {
  let engine = try configure()
  try engine.run(script: script, name: "card.lua", arguments: ["title": "Tea"])
  try engine.setValue(12, forKeyPath: "fontSize", ofLayerNamed: "title")
  let size: Double = try engine.value(forKeyPath: "fontSize", ofLayerNamed: "title")
  let title = try engine.layer(named: "title") as? TextLayer
  title?.foregroundColor = .red
  print("size", size, title?.string ?? "")
}

func fillABuffer() throws {
  let engine = try configure()
  guard let card = try engine.run(script: script, name: "card.lua", arguments: ["title": "Tea"]) else { return }
  let (width, height) = try engine.pixelSize(of: card, PictureOptions(scale: 2))
  var pixels = [UInt8](repeating: 0, count: width * height * 4)
  try pixels.withUnsafeMutableBytes {
    try engine.render(card, PictureOptions(scale: 2), into: $0, bytesPerRow: width * 4, as: .bgraPremultiplied)
  }
  print("pixels", width, height, pixels[3])
}

func encodeAPicture() throws {
  let engine = try configure()
  let card = try engine.run(script: script, name: "card.lua", arguments: ["title": "Tea"])
  let options = PictureOptions(scale: 2, background: "#ffffff", compression: 9, dpi: 144)
  let bytes: [UInt8] = try engine.encode(card ?? Layer(in: engine.scene), format: "png", options)
  let image: LayerEngine.Image = try engine.decodeImage(bytes)
  print("image", image.width, image.height, try engine.encode(image, format: "png").isEmpty)
}

func makeAFilm() throws {
  let engine = try configure()
  // swift-format-ignore: NeverForceUnwrap
  let card = try engine.run(script: script, name: "card.lua", arguments: ["title": "Tea"])!
  let finished = try engine.write(card, to: "x.gif", FilmOptions(duration: 0.2, framesPerSecond: 10)) {
    (progress: FilmProgress) in progress.fraction <= 1
  }
  print("film", finished)
}

func supplyPixels() throws {
  let engine = try configure()
  let bitmap = try Bitmap(width: 1, height: 1, scale: 1, straightBytes: [255, 0, 0, 255])
  engine.register(Image(bitmap), named: "dot")
  engine.registerDrawable("meter") { drawable, layerTime in
    try drawable.draw { context in
      try context.setFillColor(.orange)
      try context.fill(Rect(0, 0, 8, 8))
    }
  }
  let view = try engine.run(
    script: "return ca.DrawableLayer { bounds = {0, 0, 8, 8}, draw = 'meter', contents = 'dot' }", name: "view.lua")
  // swift-format-ignore: NeverForceUnwrap
  print("view", try engine.render(view!).width)
}

func writeAFilter() throws {
  let engine = try configure()
  let invert = try FilterDefinition("Invert", keys: [.number("inputAmount", 1, in: 0...1)], reach: .points(0)) { span in
    let amount = Float(span.values.number("inputAmount"))
    for i in span.pixels.indices {
      let p = span.source.pixel(span.x + i, span.y)
      span.pixels[i] = p + (SIMD4(p.w - p.x, p.w - p.y, p.w - p.z, p.w) - p) * amount
    }
  }
  try engine.define(invert)
  let sky = try engine.run(
    script: "return ca.Layer { bounds = {0, 0, 8, 8}, backgroundColor = '#000080', filters = { 'Invert' } }",
    name: "sky.lua")
  // swift-format-ignore: NeverForceUnwrap
  print("filter", try engine.render(sky!).bitmap.color(x: 0, y: 0).red)
  sky?.filters = [try Filter(invert, ["inputAmount": 0])]
  // swift-format-ignore: NeverForceUnwrap
  print("filter", try engine.render(sky!).bitmap.color(x: 0, y: 0).red)
}

func cancel() throws {
  let engine = try configure()
  let token = CancellationToken()
  engine.cancellation = token
  token.cancel()
  do { try engine.run(script: "while true do end", name: "loop.lua") } catch let error as EngineError {
    print("ended", error.kind, error.exitCode)
  }
}

func holdALayer() throws {
  let engine = try configure()
  var held: Layer?
  try engine.register("hold") { [unowned engine] (layer: Layer) in
    try engine.keep(layer)
    held = layer
  }
  try engine.run(script: "ca.host.hold(ca.Layer { name = 'held' })", name: "hold.lua")
  if let layer = held { engine.release(layer) }
  print("held", held?.name ?? "")
}

try drawACard()
showAMistake()
try offerFunctions()
try callAFunction()
try changeByName()
try fillABuffer()
try encodeAPicture()
try makeAFilm()
try supplyPixels()
try writeAFilter()
try cancel()
try holdALayer()
