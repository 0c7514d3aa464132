import LayerEngine

let script = """
  local theme = ca.host.theme
  local card = ca.Layer { bounds = {0, 0, 320, 180}, backgroundColor = theme.paper, cornerRadius = 16 }
  card:addSublayer(ca.Layer {
    name = "photo", frame = {16, 16, 96, 148}, contents = "gradient", cornerRadius = 8, masksToBounds = true,
  })
  card:addSublayer(ca.TextLayer {
    name = "title", frame = {128, 20, 176, 32}, string = ca.args.title, fontSize = 24, foregroundColor = theme.ink,
  })
  for i, item in ipairs(ca.host.basket()) do
    card:addSublayer(ca.TextLayer {
      frame = {128, 40 + i * 26, 176, 24}, fontSize = 14, foregroundColor = theme.ink,
      string = ("%d × %s  %.2f"):format(item.count, item.name, ca.host.price(item.name, item.count)),
    })
  end
  card:addSublayer(ca.DrawableLayer { frame = {128, 148, 176, 8}, draw = "meter", opaque = false })
  function rename(text) card:find("title").string = text end
  return card
  """

struct UnknownArticle: Error, CustomStringConvertible {
  let name: String
  var description: String { "there is no article named \(name)" }
}

let prices = ["tea": 3.5, "cake": 4.25]

let engine = try Engine(Engine.Configuration(memoryLimit: 256 << 20, timeLimit: 5))
engine.onWarning = { print("warning:", $0) }

// Functions and values that scripts find under ca.host.
try engine.register("price") { (name: String, count: Int) throws -> Double in
  guard let price = prices[name] else { throw UnknownArticle(name: name) }
  return price * Double(count)
}
try engine.register("basket") { () -> [PropertyValue] in
  [["name": "tea", "count": 2], ["name": "cake", "count": 1]]
}
try engine.define("theme", as: ["paper": "#fff8ec", "ink": "#40342a"] as [String: Color])

// An image and a drawable by name.
var pixels: [UInt8] = []
for y in 0..<64 {
  for x in 0..<64 { pixels += [UInt8(x * 4), 128, UInt8(y * 4), 255] }
}
engine.register(Image(try Bitmap(width: 64, height: 64, scale: 1, straightBytes: pixels)), named: "gradient")
engine.registerDrawable("meter") { drawable, _ in
  try drawable.draw { context in
    try context.setFillColor(Color(red: 0.9, green: 0.5, blue: 0.1, alpha: 1))
    try context.fill(Rect(0, 0, Double(drawable.width) * 0.7, Double(drawable.height)))
  }
}

do {
  guard let card = try engine.run(script: script, name: "card.lua", arguments: ["title": "Tea for two"]) else {
    throw EngineError(.script, "the script returned no layer")
  }
  // A function of the script, and key paths by a layer's name.
  try engine.call("rename", "Tea for three")
  try engine.setValue(26, forKeyPath: "fontSize", ofLayerNamed: "title")
  let size: Double = try engine.value(forKeyPath: "fontSize", ofLayerNamed: "title")
  print("the title is \(size) points high")

  // A file, and pixels in memory of one's own.
  try engine.write(card, to: "card.png", PictureOptions(scale: 2))
  let (width, height) = try engine.pixelSize(of: card)
  var buffer = [UInt8](repeating: 0, count: width * height * 4)
  try buffer.withUnsafeMutableBytes { bytes in
    try engine.render(card, into: bytes, bytesPerRow: width * 4, as: .bgraPremultiplied)
  }
  let middle = (height / 2 * width + width / 2) * 4
  print("\(width)×\(height) pixels, the middle one is \(Array(buffer[middle..<middle + 4]))")

  // A mistake in a script.
  try engine.run(script: "print(ca.host.price('coffee', 1))", name: "mistake.lua")
} catch let error as EngineError {
  print(error)
  if let line = error.sourceLine { print("  \(line)") }
}
