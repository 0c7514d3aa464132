// SPDX-License-Identifier: MIT
import Films
import Formats
import LayerEngine
import Messages
import Numbers
import SystemC

/// The default command: runs a script and renders the layer that it returns.
struct Rendering {
  let options: CommandLineOptions
  let report: Report

  func run() throws {
    let source = try options.readSource()
    let output = try Output(options, scriptName: source.name)
    if !output.isStandardOutput { Engine.removeAbandonedFiles(beside: output.files.map(\.path)) }
    let printer = Printer(file: output.isStandardOutput ? 2 : 1)
    var configuration = options.configuration(
      scriptDirectory: source.directory,
      writableFiles: output.files.map(\.path) + (output.moving.map { [$0.path] } ?? []))
    if output.film?.needsFFmpeg == true { configuration.mayReadClips = true }
    let engine = try Engine(configuration)
    // Leak the engine: the process exits after the run, and freeing layers and scripts one by one would only cost time.
    _ = Unmanaged.passRetained(engine)
    engine.onWarning = { report.warning($0) }
    if options.saysRasterized { engine.renderer.onRasterized = { report.pixels($0, $1) } }
    engine.onPrint = { printer.print($0) }
    // An error of the script takes precedence over one of writing its output.
    defer {
      printer.flush()
      engine.reportRepeatedWarnings()
    }
    try options.isolate(report) {
      try engine.isolateProcess(
        startsFFmpeg: options.engine.isTrusted || output.film?.needsFFmpeg == true)
    }
    try draw(engine, source, output, printer)
    printer.flush()
    if let problem = printer.problem { throw problem }
  }

  /// Maximum number of findings reported after a picture.
  private static let mostFindings = 5

  /// Reports layers that are certainly invisible, after a picture, as far as they can be found at almost no cost.
  private func diagnose(_ engine: Engine, _ layer: Layer, _ name: String) throws {
    if options.isQuiet { return }
    let findings = engine.quickFindings(
      on: layer, try options.renderOptions(scale: options.scales[0]), ScriptArguments(named: options.definitions))
    for finding in findings.prefix(Self.mostFindings) { report.finding(finding) }
    let left = findings.count - Self.mostFindings
    if left > 0 { report.note("layerlua: \(left) more: layerlua diagnose \(name)") }
  }

  /// - Parameter draw: renders the film and reports its progress.
  private func makeFilm(
    _ script: String, to path: String, _ target: FilmTarget, endsWithAnimations: Bool, isReported: Bool,
    _ draw: (_ progress: (FilmProgress) -> Bool) throws -> FilmFacts?
  ) throws {
    var progress = Progress(report)
    defer { progress.end() }
    do {
      let facts = try draw {
        progress.show($0.finished, of: $0.total)
        return true
      }
      progress.end()
      if let facts, isReported { report.film(facts, path, target, endsWithAnimations: endsWithAnimations) }
    } catch var error as EngineError {
      // Attribute the error to the script that made the layer, although none of its lines is running.
      if error.script == nil, error.kind == .script || error.kind == .limit { error.script = script }
      throw error
    }
  }

  /// Reports a script that returned nothing and made no pictures, which is probably a mistake. A host may run a script
  /// for its definitions, but a program's run ends with the script.
  private func checkOutcome(_ engine: Engine, _ name: String, _ printer: Printer) throws {
    if engine.hasMadePictures { return }
    let what = "neither returned nor rendered a layer, so there is no picture"
    let remedy = "end it with `return layer`, or call ca.render(layer, \"picture.png\")"
    guard printer.hasPrinted else { throw EngineError(.script, "the script \(what); \(remedy)", script: name) }
    // A script that creates no layers may only be meant to print.
    if engine.scene.layerCount > 0, options.code.isEmpty, options.script != "-" {
      engine.scene.warn(.noPicture, "\(name): the script made layers, but \(what); \(remedy)")
    }
  }

  /// Copies a finished film to standard output.
  private static func copyToStandardOutput(_ path: String) throws {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw EngineError(.file, "cannot read \(path): \(String(cString: strerror(errno)).lowercased())")
    }
    defer { close(file) }
    // From here on no file stays, even if the process is killed.
    removeTemporary(path)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw EngineError(.file, "cannot read \(path): \(String(cString: strerror(errno)).lowercased())")
      }
      if count == 0 { return }
      guard writeAll(1, Array(chunk[..<count])) else { throw standardOutputError(errno) }
    }
  }

  /// True if an animation changes a layer or one below it.
  private static func moves(_ layer: Layer) -> Bool {
    let length = layer.animationLength
    return length.end != nil || length.longestCycle != nil
  }

  /// Removes a film in a temporary folder, and the folder.
  private static func removeTemporary(_ path: String) {
    unlink(path)
    if let slash = path.lastIndex(of: "/") { rmdir(String(path[..<slash])) }
  }

  /// Runs the script and draws what it returns.
  func draw(
    _ engine: Engine, _ source: (bytes: [UInt8], name: String, directory: String), _ output: Output, _ printer: Printer
  ) throws {
    guard let layer = try engine.run(script: source.bytes, name: source.name, arguments: options.arguments) else {
      if options.output != nil {
        throw EngineError(
          .script, "-o needs a layer, but the script returned nothing; end it with `return layer`", script: source.name)
      }
      return try checkOutcome(engine, source.name, printer)
    }
    var output = output
    if let moving = output.moving, Rendering.moves(layer) {
      output.film = moving.target
      output.files = output.files.map { (moving.path, $0.scale) }
    }
    guard !output.files.isEmpty else {
      throw EngineError(.usage, "a script from standard input or -e needs -o FILE for the layer it returns")
    }
    if let scene = output.scene {
      printer.flush()
      let scale = options.page.keepsScale ? output.files[0].scale : nil
      try engine.writeScene(
        ofScript: layer, to: output.files[0].path, as: scene, scale: scale, bake: options.bake, options.film)
      return engine.endTimeLimit()
    }
    if let film = output.film {
      printer.flush()
      let picture = try options.renderOptions(scale: output.files[0].scale)
      // A scene file has its own length, what nothing moves but a function has none, and a time line can hold its end.
      let asked = options.film
      let ends =
        asked.duration == nil && asked.hold == nil && asked.frames == nil && layer.animationLength.end != nil
        && source.name.hasSuffix(".lua") && layer.scene.lines.played.isEmpty
      let path = output.files[0].path
      defer { if output.isStandardOutput { Rendering.removeTemporary(path) } }
      try makeFilm(
        source.name, to: path, film, endsWithAnimations: ends, isReported: !output.isStandardOutput
      ) { progress in
        try engine.film(
          ofScript: layer, to: path, film, options.film, picture, options.encodingOptions, progress: progress)
      }
      if output.isStandardOutput { try Rendering.copyToStandardOutput(path) }
      return
    }
    // Encode all pictures before writing the first file, so that a failure leaves no incomplete set behind.
    var encoded: [(path: String, bytes: [UInt8])] = []
    var documents: [PreparedDocument] = []
    for file in output.files {
      let picture = try options.renderOptions(scale: file.scale)
      do throws(EngineError) {
        if let vector = output.format.vector, !output.isStandardOutput {
          documents.append(
            try engine.document(ofScript: layer, to: file.path, picture, as: vector, options.encodingOptions))
          continue
        }
        if !output.isStandardOutput,
          let made = try engine.strips(
            ofScript: layer, to: file.path, picture, as: output.format, options.encodingOptions)
        {
          documents.append(made)
          continue
        }
        encoded.append(
          (file.path, try engine.picture(ofScript: layer, picture, as: output.format, options.encodingOptions)))
      } catch {
        var error = error
        // Attribute the error to the script that made the layer, although none of its lines is running.
        if error.script == nil, error.kind == .script || error.kind == .limit { error.script = source.name }
        throw error
      }
    }
    // Finish writing files regardless of the time limit; but a pipe may have no reader, so the limit stays.
    if !output.files.contains(where: { engine.renderer.isSpecialFile($0.path) }) { engine.endTimeLimit() }
    printer.flush()
    for document in documents { try engine.commit(document) }
    for (path, bytes) in encoded {
      if output.isStandardOutput {
        guard writeAll(1, bytes) else { throw standardOutputError(errno) }
      } else {
        try engine.write(bytes, to: path)
      }
    }
    engine.endTimeLimit()
    if options.output == nil { report.note(output.files.map(\.path).joined(separator: " ")) }
    try diagnose(engine, layer, source.name)
  }
}

/// The destination of the pictures.
struct Output {
  /// The files, one for each scale; empty if a script without a name has no -o.
  var files: [(path: String, scale: Double)] = []
  var isStandardOutput = false
  /// The film target of the single file name; nil for pictures.
  var film: FilmTarget?
  /// The film that is written in place of the picture if the layer of a Lottie file moves; nil for none.
  var moving: (target: FilmTarget, path: String)?
  /// The format of a scene, of layers instead of pixels; nil for pictures.
  var scene: SceneFormat?
  /// The format of pictures.
  var format = FileFormat.png

  init() {}

  init(_ options: CommandLineOptions, scriptName: String) throws {
    if let word = options.standardOutputFormat {
      try useStandardOutput(word, options)
      return
    }
    var path = options.output ?? ""
    if options.output == nil {
      guard options.code.isEmpty, options.script != "-" else { return }
      let name = scriptName.split(separator: "/").last.map(String.init) ?? scriptName
      let (stem, tail) = splitExtension(name)
      path = (["lua"] + InputFormat.sceneExtensions).contains(tail.lowercased()) ? stem + ".png" : name + ".png"
    }
    if options.output == nil, !options.film.isEmpty {
      throw EngineError(
        .usage,
        "--fps, --from, --duration, --hold and --frames need a film: name its file, such as -o "
          + "\(path.dropLast(4)).mp4 or -o frame-{0000}.png"
      )
    }
    let destination = try Self.destination(path, isFilm: !options.film.isEmpty)
    if options.bake != nil {
      guard case .scene = destination else {
        throw EngineError(.usage, "--bake is for files of scenes: \(FileFormat.words(.scene)); films need no option")
      }
    }
    switch destination {
    case .scene(let format):
      try Self.check(options, path, format)
      scene = format
      files = [(path, options.scales[0])]
    case .film(let target):
      guard options.scales.count == 1 else {
        throw EngineError(.usage, "a film has one scale, so --scale takes one number there; run again for another")
      }
      guard options.time == nil else {
        throw EngineError(.usage, "--time only works for a single picture; a film starts at --from")
      }
      if let problem = options.encodingOptions.problem(for: target.format, as: target.content) {
        throw EngineError(.usage, "\(path): \(problem)")
      }
      film = target
      files = [(path, options.scales[0])]
    case .picture(let format):
      self.format = format
      if let problem = options.encodingOptions.problem(for: format, as: .picture) {
        throw EngineError(.usage, "\(path): \(problem)")
      }
      if Self.maySwitch(to: format, options) { moving = (.file(format), path) }
      let (stem, tail) = splitExtension(path)
      for scale in options.scales {
        let factor = scale == scale.rounded() ? "\(Int(clamping: min(scale, 1e9)))" : "\(scale)"
        let mark = options.scales.count == 1 || scale == 1 ? "" : "@\(factor)x"
        files.append(("\(stem)\(mark).\(tail)", scale))
      }
    }
  }

  /// - Parameter word: the format's extension.
  private mutating func useStandardOutput(_ word: String, _ options: CommandLineOptions) throws {
    let given = options.output ?? "-"
    guard let format = FileFormat(fileExtension: word), format.scene == nil else {
      let names = FileFormat.all.filter { $0.scene == nil }.map(\.fileExtension)
      throw EngineError(
        .usage,
        "-o \(given): unknown format \"\(word)\" for standard output; use \(alternatives(names)), such as -o jpg:-; a "
          + "file of this name is ./\(given)")
    }
    guard options.bake == nil else { throw EngineError(.usage, "--bake is for files of scenes, not for -o \(given)") }
    guard options.scales.count == 1 else {
      throw EngineError(.usage, "-o \(given) takes one picture, so --scale takes one number there")
    }
    let isFilm = !options.film.isEmpty || !format.holds(.picture)
    guard !isFilm || format.holds(.film) else {
      throw EngineError(
        .usage,
        "-o \(given) takes one picture; a film needs a format that holds one, such as -o gif:- or -o film.mp4")
    }
    guard !isFilm || options.time == nil else {
      throw EngineError(.usage, "--time only works for a single picture; a film starts at --from")
    }
    if let problem = options.encodingOptions.problem(for: format, as: isFilm ? .film : .picture) {
      throw EngineError(.usage, "-o \(given): \(problem)")
    }
    isStandardOutput = true
    self.format = format
    if isFilm {
      // Most films are complete only when their beginning has been rewritten.
      film = .file(format)
      files = [("\(Engine.temporaryFolder)/film.\(format.fileExtension)", options.scales[0])]
    } else {
      files = [("-", options.scales[0])]
      if Self.maySwitch(to: format, options) {
        moving = (.file(format), "\(Engine.temporaryFolder)/film.\(format.fileExtension)")
      }
    }
  }

  /// True if a picture's file is that of a film too, and the command may ask for a film: a Lottie file is one, so it
  /// needs none of a film's options. A time asks for a picture, as do several scales.
  private static func maySwitch(to format: FileFormat, _ options: CommandLineOptions) -> Bool {
    guard case .codec? = format.film, options.time == nil, options.scales.count == 1, options.code.isEmpty,
      options.encodingOptions.problem(for: format, as: .film) == nil, let script = options.script, script != "-"
    else { return false }
    return SceneSource(script, options)?.lottieFile != nil
  }

  /// Checks the options of a file of a scene, which must not be the script itself.
  private static func check(_ options: CommandLineOptions, _ path: String, _ format: SceneFormat) throws {
    guard options.scales.count == 1 else {
      throw EngineError(.usage, "a .\(format.rawValue) has one scale, so --scale takes one number there")
    }
    let isFilm = options.film.framesPerSecond != nil || options.film.frames != nil
    if isFilm || options.bake == nil && !options.film.isEmpty {
      throw EngineError(
        .usage, "a .\(format.rawValue) holds layers; --bake 30 with --from and --duration writes frames instead")
    }
    let given = [
      ("--size", options.size != nil || options.page.paper != nil), ("--background", options.background != nil),
      ("--time", options.time != nil), ("--quality", options.encoding.quality != nil),
      ("--lossless", options.encoding.isLossless != nil), ("--compression", options.encoding.compression != nil),
      ("--effort", options.encoding.effort != nil),
    ]
    if let name = given.first(where: \.1)?.0 {
      throw EngineError(.usage, "\(name) is for pictures; a .\(format.rawValue) holds layers, so leave it out")
    }
    var script = stat()
    var target = stat()
    if let source = options.script, stat(source, &script) == 0, stat(path, &target) == 0,
      script.st_dev == target.st_dev, script.st_ino == target.st_ino
    {
      throw EngineError(.usage, "\(path) is the scene itself; give -o another name")
    }
  }

  private static func destination(_ path: String, isFilm: Bool) throws -> Destination {
    do throws(DestinationError) { return try Destination(path, isFilm: isFilm) } catch {
      let remedy = "use \(FileFormat.words(.picture))"
      let message =
        switch error {
        case .noExtension: "\(path) has no extension; \(remedy)"
        case .unknown(let tail): "unknown picture format .\(tail.lowercased()); \(remedy)"
        case .isFilm, .isScene, .film: error.writing(path).message
        }
      throw EngineError(.usage, message)
    }
  }
}

/// Buffers the output of a script.
final class Printer {
  let file: Int32
  /// The reason why output was lost; nil if none was. A reader that has closed the pipe needs no more output, so that
  /// is not an error.
  private(set) var problem: EngineError?
  private(set) var hasPrinted = false
  private var buffer: [UInt8] = []
  private let isTerminal: Bool

  init(file: Int32) {
    self.file = file
    isTerminal = isatty(file) != 0
  }

  func print(_ bytes: [UInt8]) {
    hasPrinted = true
    buffer += bytes
    if isTerminal || buffer.count > 32768 { flush() }
  }

  func flush() {
    guard !buffer.isEmpty else { return }
    if !writeAll(file, buffer), problem == nil, errno != EPIPE { problem = standardOutputError(errno) }
    buffer.removeAll(keepingCapacity: true)
  }
}
