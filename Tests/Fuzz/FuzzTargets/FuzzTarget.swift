// SPDX-License-Identifier: MIT
import Archives
import Geometry
import Glibc
import ImageFiles
import LayerEngine
import LayerModel
import LayerRendering
import LottieFiles
import Parsing
import Pixels
import SVGFiles
import SceneFiles

/// The functions fuzzed with arbitrary bytes: each must return or throw, never crash, hang, or exceed its memory limit.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// Calls of the whole Lua API, selected by the bytes.
  case script
  /// Layer trees whose values are numbers of every magnitude, rendered and queried.
  case tree
  /// Layers with filters of all kinds, their keys at numbers of every magnitude.
  case filter
  /// The bytes as Lua source text.
  case source
  case keyPath = "key-path"
  case constraint
  case svg
  case color
  case png
  case jpeg
  case webp
  case sheet
  case bplist
  /// The bytes as a zip archive of files, all of which are unpacked, and as a package.
  case zip
  /// The bytes as a CAML document, whose layers are rendered.
  case caml
  /// The bytes as a Lottie file, whose layers are rendered.
  case lottie
  case svgFile = "svg-file"
  case json
  case toml
  /// Large texts of every grammar, checking memory and work.
  case reader

  package func run(_ bytes: UnsafeRawBufferPointer) {
    switch self {
    case .script: runScript(ScriptGrammar.script(for: bytes))
    case .tree: runScript(TreeGrammar.script(for: bytes))
    case .filter: runScript(FilterGrammar.script(for: bytes))
    case .source: runScript(Array(bytes))
    case .keyPath: readAndSetKeyPath(bytes)
    case .constraint: _ = try? Constraint(text(bytes))
    case .svg: buildPath(bytes)
    case .color: _ = Color(css: text(bytes))
    case .png, .jpeg, .webp: _ = try? ImageDecoder.decode(bytes, allowed: { $0 <= 64 << 20 })
    case .sheet:
      var reading = Reading(Account(), name: "sheet")
      _ = (try? PropertyList(xml: bytes, &reading)).flatMap { try? SpriteSheet($0, &reading) }
    case .bplist:
      var reading = Reading(Account(), name: "list")
      _ = (try? PropertyList(binary: bytes, &reading)).flatMap { try? SpriteSheet($0, &reading) }
    case .zip:
      var reading = Reading(Account(), name: "zip")
      if let archive = try? ZipArchive(Array(bytes), &reading) {
        for entry in archive.entries { _ = try? archive.contents(of: entry, &reading) }
      }
      readPackage(bytes)
    case .caml: readPackage(bytes)
    case .lottie: readLottie(bytes)
    case .svgFile:
      // Parsed, and drawn if it is all shapes: exceeding a file's time limit is a finding too. Other files are drawn by
      // a process with its own limits, which is not tested here.
      var reader = SVGImageReader(cache: SVGPictureCache(), program: SVGProgram(setting: "/nowhere")) {
        drawing, width, height, isStopped in try Bitmap(width: width, height: height) { _ in }
      }
      reader.allowed = { $0 <= 64 << 20 }
      _ = try? reader.image(bytes).baseBitmap(pixelLimit: 1 << 12, allowed: { _ in true }, isStopped: nil)
    case .json:
      var script = Array("local ok, value = pcall(ca.decodeJSON, \"".utf8)
      for byte in bytes { script += Array("\\x\(hex(byte))".utf8) }
      runScript(script + Array("\") if ok then ca.decodeJSON(ca.encodeJSON(value)) end".utf8))
    case .toml:
      var script = Array("ca.decodeTOML(\"".utf8)
      for byte in bytes { script += Array("\\x\(hex(byte))".utf8) }
      runScript(script + Array("\")".utf8))
    case .reader: readLargeText(bytes)
    }
  }

  private func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }
}

private func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

/// Reads a scene of Core Animation and renders its layer.
private func readPackage(_ bytes: UnsafeRawBufferPointer) {
  let renderer = LayerRenderer()
  let scene = renderer.makeScene()
  scene.layerLimit = 10_000
  let reader = PackageReader(scene) { bytes, _, _ in try renderer.decodeImage(bytes) }
  guard let package = try? reader.read(Array(bytes), name: "scene.caml") else { return }
  _ = try? renderer.render(package.rootLayer, RenderOptions(size: Size(32, 32)))
}

/// Reads a Lottie file and renders its layer.
private func readLottie(_ bytes: UnsafeRawBufferPointer) {
  let renderer = LayerRenderer()
  let scene = renderer.makeScene()
  scene.layerLimit = 10_000
  let services = LottieAnimation.Services(makeImage: { bytes, _ in try renderer.decodeImage(bytes) })
  guard let animation = try? LottieAnimation(Array(bytes), name: "film.json", services, scene.account) else { return }
  _ = animation.info
  guard let layer = try? animation.makeLayer(in: scene) else { return }
  _ = try? renderer.render(layer, RenderOptions(time: 0.5, size: Size(32, 32)))
}

/// Runs a script with little memory and time, and renders the layer that it returns.
private func runScript(_ source: [UInt8]) {
  let configuration = Engine.Configuration(
    memoryLimit: 48 << 20, timeLimit: 1, threads: 1, scriptDirectory: emptyFolder, workingDirectory: emptyFolder)
  guard let engine = try? Engine(configuration) else { return }
  engine.onPrint = { _ in }
  engine.onWarning = { _ in }
  if let layer = try? engine.run(script: source, name: "fuzz.lua") {
    _ = try? engine.render(layer, RenderOptions(size: Size(32, 32)))
  }
}

/// The limit of steps per byte of text, and the steps allowed in any case: references have their own limits
/// (`ArtworkReader`).
private let mostWork = (forByte: 400, ofReferences: 160 << 20)

/// Makes a script read a large text under a memory limit. Excessive work for the text's size is a finding; excessive
/// memory is one of the fuzzer's own limit.
private func readLargeText(_ bytes: UnsafeRawBufferPointer) {
  let input = ReaderGrammar(bytes)
  let names: (file: String, call: String) =
    switch input.kind {
    case .csv: ("a.csv", "ca.decodeCSV(text) ca.decodeCSV(text, { header = true, empty = '-' })")
    case .json: ("a.json", "ca.encodeJSON(ca.decodeJSON(text))")
    case .path: ("a.txt", "ca.Path(text):svg()")
    case .constraint: ("a.txt", "ca.Constraint(text)")
    case .color: ("a.txt", "ca.Color(text)")
    case .attributed: ("a.txt", "ca.measureText(text, { width = 100 })")
    case .sheet: ("a.plist", "ca.Image.sprites('a.plist')")
    case .svg: ("a.svg", "ca.Layer.svg('a.svg')")
    case .toml: ("a.toml", "ca.readTOML('a.toml')")
    }
  let path = "\(emptyFolder)/\(names.file)"
  guard let file = fopen(path, "w") else { return }
  fwrite(input.text, 1, input.text.count, file)
  fclose(file)
  defer { unlink(path) }
  let configuration = Engine.Configuration(
    memoryLimit: 48 << 20, timeLimit: 10, threads: 1, scriptDirectory: emptyFolder, workingDirectory: emptyFolder)
  guard let engine = try? Engine(configuration) else { return }
  engine.onPrint = { _ in }
  engine.onWarning = { _ in }
  _ = try? engine.run(
    script: Array("local text = ca.readFile('\(names.file)') \(names.call)".utf8), name: "fuzz.lua")
  let most = mostWork.forByte * input.text.count + mostWork.ofReferences
  precondition(engine.scene.account.work <= most, "\(input.kind): \(engine.scene.account.work) steps")
}

/// The folder that scripts may read and write.
private let emptyFolder: String = {
  var template = Array("/tmp/layerlua-fuzz-XXXXXX".utf8CString)
  return mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
}()

/// Sets a value by key path: the first line is the key path, the rest describes the value; first builds a tree for the
/// path to traverse.
private func readAndSetKeyPath(_ bytes: UnsafeRawBufferPointer) {
  let renderer = LayerRenderer()
  let scene = renderer.makeScene()
  let layers = KeyedClass.all.compactMap { try? $0.make(in: scene) }
  let split = bytes.firstIndex(of: 10) ?? bytes.count
  let path = String(decoding: bytes[..<split], as: UTF8.self)
  let rest = Array(bytes[min(split + 1, bytes.count)...])
  for (i, layer) in layers.enumerated() {
    if i > 0 { try? layer.addSublayer(layers[i - 1]) }
    try? layer.setValue(.string("a"), forKey: "name")
    _ = try? layer.value(forKeyPath: path)
    for value in values(rest) {
      guard (try? layer.setValue(value, forKeyPath: path)) != nil else { continue }
      _ = try? layer.value(forKeyPath: path)
    }
  }
}

private func values(_ bytes: [UInt8]) -> [PropertyValue] {
  var numbers: [Double] = []
  for start in stride(from: 0, to: min(bytes.count, 128) - 7, by: 8) {
    var bits: UInt64 = 0
    for byte in bytes[start..<start + 8] { bits = bits << 8 | UInt64(byte) }
    numbers.append(Double(bitPattern: bits))
  }
  func number(_ i: Int) -> Double { i < numbers.count ? numbers[i] : Double(i) }
  return [
    .null, .bool(bytes.first == 1), .number(number(0)), .string(String(decoding: bytes, as: UTF8.self)),
    .point(Point(number(0), number(1))), .rect(Rect(number(0), number(1), number(2), number(3))),
    .array(numbers.map { .number($0) }),
    .dictionary([("a", .number(number(0))), ("b", .array([.number(number(1))]))]),
  ]
}

private func buildPath(_ bytes: UnsafeRawBufferPointer) {
  guard let path = try? Path(svg: String(decoding: bytes, as: UTF8.self)) else { return }
  _ = path.boundingBox
  _ = path.contains(Point(1, 1))
  _ = path.length
  if let again = try? Path(svg: path.svg) { precondition(again.verbs == path.verbs, "a path is not what it writes") }
}

/// A line of Lua with the bytes that a grammar's script uses as its choices.
func luaData(_ bytes: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
  var source = Array("local data = \"".utf8)
  for byte in bytes { source += Array("\\\(byte < 10 ? "00" : byte < 100 ? "0" : "")\(byte)".utf8) }
  return source + Array("\"\n".utf8)
}
