// SPDX-License-Identifier: MIT
import FrameShares
import LayerEngine
import Messages
import Numbers
import SystemC

/// `layerlua frames`: draws a film, or a share of it, as files of single frames, with a manifest next to them.
struct FramesCommand {
  let options: CommandLineOptions
  let report: Report

  func run() throws {
    try check()
    var shard = Shard.whole
    if let text = options.shard { shard = try Shard(text, environment: { getenv($0).map { String(cString: $0) } }) }
    let source = try options.readSource()
    var origin = FrameOrigin()
    origin.script = source.name
    origin.seed = options.engine.seed
    origin.arguments = options.shapingArguments
    origin.access = options.accessArguments
    let job = FrameJob(
      origin: origin, shard: shard, film: options.film,
      picture: try options.renderOptions(scale: options.scales[0]),
      output: try output(source.name))
    let printer = Printer(file: 1)
    let engine = try Engine(options.configuration(scriptDirectory: source.directory, writableFiles: []))
    // Leak the engine: the process exits after the run, and freeing layers and scripts one by one would only cost time.
    _ = Unmanaged.passRetained(engine)
    engine.onWarning = { report.warning($0) }
    engine.onPrint = { printer.print($0) }
    defer {
      printer.flush()
      engine.reportRepeatedWarnings()
    }
    try options.isolate(report) {
      try engine.isolateProcess(writing: [job.output], startsFFmpeg: options.engine.isTrusted)
    }
    engine.recordInputs()
    guard let layer = try engine.run(script: source.bytes, name: source.name, arguments: options.arguments) else {
      throw EngineError(
        .script,
        "layerlua frames draws the layer that a script returns, and this one returned nothing; end it with `return "
          + "layer`",
        script: source.name)
    }
    try tell(job, source.name) { progress in
      try engine.drawFrames(of: layer, job, onProgress: progress)
    }
    engine.endTimeLimit()
    printer.flush()
    if let problem = printer.problem { throw problem }
  }

  /// Shows the progress of drawing, and reports the result.
  private func tell(
    _ job: FrameJob, _ script: String, _ draw: ((FrameProgress) -> Void) throws -> FrameProgress
  ) throws {
    var progress = Progress(report)
    defer { progress.end() }
    do {
      let done = try draw { progress.show($0.drawn + $0.skipped, of: $0.total) }
      progress.end()
      report.summary(
        "\(done.drawn == 1 ? "1 frame" : "\(done.drawn) frames") "
          + "drawn\(done.skipped == 0 ? "" : ", \(done.skipped) were finished"): \(job.output)",
        [
          ("drawn", "\(done.drawn)"), ("finished", "\(done.skipped)"), ("output", jsonString(job.output)),
          ("shard", jsonString(job.shard.text)),
        ])
    } catch var error as EngineError {
      if error.script == nil, error.kind == .script || error.kind == .limit { error.script = script }
      throw error
    }
  }

  private func check() throws {
    guard options.scales.count == 1 else {
      throw EngineError(
        .usage, "layerlua frames draws each frame once, so --scale takes one number; run it again with another folder")
    }
    guard options.time == nil else {
      throw EngineError(.usage, "--time only works for a single picture; frames start at --from")
    }
    guard options.standardOutputFormat == nil else {
      throw EngineError(
        .usage, "layerlua frames writes many files: name them with -o, such as -o frames/frame-{0000}.png")
    }
  }

  /// Returns the pattern of the file names: -o unchanged, or the default pattern in the folder that -o names or in a
  /// folder named after the script.
  private func output(_ scriptName: String) throws -> String {
    let usual = "frame-{0000}.png"
    guard let output = options.output else {
      guard options.code.isEmpty, options.script != "-" else {
        throw EngineError(
          .usage, "a script from standard input or -e needs -o for its frames, such as -o frames/\(usual)")
      }
      let name = scriptName.split(separator: "/").last.map(String.init) ?? scriptName
      // A script without an extension needs a suffix, since the folder would have the script's own name.
      return (name.hasSuffix(".lua") ? String(name.dropLast(4)) : name + "-frames") + "/" + usual
    }
    let name = output.lastIndex(of: "/").map { output[output.index(after: $0)...] } ?? output[...]
    if name.isEmpty || isFolder(output) { return (output.hasSuffix("/") ? output : output + "/") + usual }
    if name.contains("{") { return output }
    guard name.contains(".") else { return output + "/" + usual }
    throw EngineError(
      .usage,
      "-o \(output) is the name of one file, and layerlua frames writes many: use a folder, or a name with zeros for "
        + "the number, such as frames/\(usual); for a film in one file use layerlua \(scriptName) -o film.mp4, or join "
        + "frames with layerlua join"
    )
  }

  private func isFolder(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }
}

extension CommandLineOptions {
  /// The options and arguments that affect a picture, as given on a command line, in a fixed order.
  var shapingArguments: [String] {
    var words: [String] = []
    if let size { words += ["--size", "\(plain(size.width))x\(plain(size.height))"] }
    if scales != [1] { words += ["--scale", scales.map(plain).joined(separator: ",")] }
    if let background { words += ["--background", background] }
    words += sceneWords
    if engine.seed != 0 { words += ["--seed", "\(engine.seed)"] }
    // If a name occurs more than once, the last one is used; otherwise order does not matter.
    let names = Dictionary(definitions.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    for (name, value) in names.sorted(by: { $0.key < $1.key }) { words += ["-D", "\(name)=\(value)"] }
    return scriptArguments.isEmpty ? words : words + ["--"] + scriptArguments
  }

  /// The options for file access, fonts and sound. They are needed to run the script but are not part of the picture,
  /// whose input files are recorded separately.
  var accessArguments: [String] {
    let isolate: [String] =
      switch isolation {
      case .none: []
      case .possible: ["--isolate"]
      case .required: ["--isolate=require"]
      }
    let folders = [(.readableDirectories, engine.readableDirectories)] + engine.rendering.resourceDirectories
    let options = folders.flatMap { setting, folders in
      setting.name(.program).map { option in folders.flatMap { [option, $0] } } ?? []
    }
    let sounds = (film.sounds ?? []).flatMap { ["--sound", $0.file] }
    return (engine.isTrusted ? ["--trusted"] : []) + isolate + options + sounds
  }

  private func plain(_ v: Double) -> String { v == v.rounded() && abs(v) < 1e15 ? "\(Int(clamping: v))" : "\(v)" }
}
