// SPDX-License-Identifier: MIT
import LayerEngine
import Messages
import Preview
import SystemC

/// `layerlua inspect`: runs a script and prints the layer trees it draws.
struct Inspection {
  let options: CommandLineOptions
  let report: Report

  func run() throws {
    if options.output != nil { throw EngineError(.usage, "layerlua inspect prints to standard output and takes no -o") }
    if !options.film.isEmpty {
      throw EngineError(
        .usage,
        "layerlua inspect looks at one time: use --time instead of --fps, --from, --duration, --hold and --frames")
    }
    guard options.scales.count == 1 else {
      throw EngineError(.usage, "layerlua inspect looks at one picture, so --scale takes one number")
    }
    let source = try options.readSource()
    // Keep the script's output apart from the tree.
    let printer = Printer(file: 2)
    let engine = try Engine(options.configuration(scriptDirectory: source.directory, writableFiles: []))
    // Leak the engine: the process exits after the run, and freeing layers and scripts one by one would only cost time.
    _ = Unmanaged.passRetained(engine)
    engine.onWarning = { report.warning($0) }
    engine.onPrint = { printer.print($0) }
    defer { printer.flush() }
    try options.isolate(report) { try engine.isolateProcess() }
    if options.showsParameters {
      let schema = try parameters(engine, source)
      engine.endTimeLimit()
      printer.flush()
      guard writeAll(1, Array((schema + "\n").utf8)) || errno == EPIPE else { throw standardOutputError(errno) }
      return
    }
    let pictures = try engine.inspect(
      script: source.bytes, name: source.name, arguments: options.arguments,
      try options.renderOptions(scale: options.scales[0]))
    let lottie = try lottieInfo(engine)
    engine.endTimeLimit()
    printer.flush()
    var text = options.isJSON ? json(pictures) : lines(pictures)
    if let lottie {
      text =
        options.isJSON
        ? "{\"lottie\": \(lottie.json),\n\"layer\": \(text)}\n" : LottieReport(lottie).text + "\n" + text
    }
    guard writeAll(1, Array(text.utf8)) || errno == EPIPE else { throw standardOutputError(errno) }
  }

  /// Runs the script and returns the JSON Schema of the parameters that it reads, of a Lottie file those of its texts
  /// and colours. Writes no file.
  private func parameters(
    _ engine: Engine, _ source: (bytes: [UInt8], name: String, directory: String)
  ) throws -> String {
    if let lottie = try lottieInfo(engine) { return ParameterSchema.of(lottie) }
    let list = ParameterList(of: engine)
    engine.fillsRequiredParameters = true
    engine.renderer.writesFiles = false
    engine.interceptRenders { _, _, _, _, _ in }
    _ = try engine.run(script: source.bytes, name: source.name, arguments: options.arguments)
    return list.schema
  }

  /// Returns the information on the Lottie file that stands in place of a script; nil for a script.
  private func lottieInfo(_ engine: Engine) throws -> LottieInfo? {
    guard options.code.isEmpty, let script = options.script, script != "-",
      let file = SceneSource(script, options)?.lottieFile
    else { return nil }
    return try engine.lottie(at: file).info(of: options.animation)
  }

  private func lines(_ pictures: [InspectedPicture]) -> String {
    var text = ""
    for picture in pictures {
      if !text.isEmpty { text += "\n" }
      if let place = picture.place {
        let film = picture.film.map { ", the first of \($0.frames) frames" } ?? ""
        text += picture.file.map { "\($0)\(film), rendered at \(place)\n" } ?? "an image, rendered at \(place)\n"
      } else if pictures.count > 1 {
        text += "returned\n"
      }
      text += picture.text
    }
    return text
  }

  /// Returns the tree alone if the script only returned a layer; else a list of the pictures that it renders, the
  /// returned one last.
  private func json(_ pictures: [InspectedPicture]) -> String {
    if pictures.count == 1, pictures[0].place == nil { return pictures[0].json + "\n" }
    let items = pictures.map { picture in
      var fields: [String] = []
      if let file = picture.file { fields.append("\"file\": \(jsonString(file))") }
      if let film = picture.film { fields += ["\"frames\": \(film.frames)", "\"fps\": \(film.framesPerSecond)"] }
      if let place = picture.place { fields.append("\"renderedAt\": \(jsonString(place))") }
      fields.append("\"layer\": \(picture.json)")
      return "{" + fields.joined(separator: ",\n") + "}"
    }
    return "[" + items.joined(separator: ",\n") + "]\n"
  }
}
