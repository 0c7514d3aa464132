// SPDX-License-Identifier: MIT
import LayerEngine
import Manual
import SystemC

/// One run of the command-line program.
struct Program {
  let arguments: [String]

  /// Executes the command line and returns the exit code.
  func run() -> Int32 {
    // A closed pipe is reported as a write error instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    // A file that exceeds the shell's size limit is reported as a write error too.
    signal(SIGXFSZ, SIG_IGN)
    Engine.cleanUpOnSignals()
    let options: CommandLineOptions
    do {
      options = try CommandLineOptions(parsing: arguments)
    } catch {
      Report(isJSON: arguments.contains("--json"), isQuiet: false).error(EngineError(.usage, error.message))
      return 2
    }
    let report = Report(isJSON: options.isJSON, isQuiet: options.isQuiet, scene: options.sceneName)
    // Remove folders that were created for the sandbox and stayed empty.
    defer { if options.isolation != .none { Engine.cleanUp() } }
    do {
      try run(options, report)
      if options.wantsHelp || options.wantsVersion { return 0 }
      switch options.command {
      case .preview: return PreviewCommand(options: options, report: report).run()
      case .drawJobs: return DrawJobsCommand(options: options, report: report).run()
      default: return 0
      }
    } catch is FindingsFailure {
      return 1
    } catch let failed as BatchFailed {
      return failed.code
    } catch {
      let error = EngineError(error)
      report.error(error)
      return error.exitCode
    }
  }

  private func run(_ options: CommandLineOptions, _ report: Report) throws {
    if options.wantsHelp { return try print(CommandLineOptions.help(of: options.command)) }
    if options.wantsVersion { return try print(VersionReport.text) }
    if options.shard != nil, options.command != .frames, options.batch.table == nil {
      throw EngineError(
        .usage, "--shard only works with `layerlua frames`, which draws a share of a film's frames, and with --each")
    }
    if let option = options.batch.orphan, options.batch.table == nil {
      throw EngineError(.usage, "\(option) only works with --each, which draws a script for each row of a table")
    }
    if options.batch.table != nil, options.command != .render {
      throw EngineError(.usage, "--each draws pictures and films: layerlua SCRIPT --each FILE -o NAME")
    }
    if options.isStrict, options.command != .diagnose {
      throw EngineError(.usage, "--strict only works with layerlua diagnose, which it makes fail on findings")
    }
    if options.showsParameters, options.command != .inspect {
      throw EngineError(
        .usage, "--parameters only works with layerlua inspect, which prints the parameters that a script reads")
    }
    if options.lottie != nil, options.command != .initialize {
      throw EngineError(.usage, "--lottie only works with layerlua init; to draw the file, name it: layerlua FILE")
    }
    if options.fontText != nil, options.command != .fonts {
      throw EngineError(.usage, "--for only works with layerlua fonts: layerlua fonts --for \"日本語\"")
    }
    if options.port != nil || options.opensBrowser, options.command != .watch {
      throw EngineError(.usage, "--port and --open only work with layerlua watch, which shows the picture in a browser")
    }
    if options.isolation != .none,
      ![.render, .frames, .inspect, .diagnose, .join, .watch, .preview, .drawJobs].contains(options.command)
    {
      throw EngineError(
        .usage,
        "--isolate only works with commands that run scripts or read frames: render, frames, inspect, diagnose, watch, "
          + "join"
      )
    }
    // Fail on an unreadable folder: substitutes for the named fonts would change the pictures.
    for (setting, folders) in options.engine.rendering.resourceDirectories {
      for folder in folders {
        guard let opened = opendir(folder) else {
          let reason = String(cString: strerror(errno)).lowercased()
          throw EngineError(.file, "\(setting.name(.program) ?? "folder"): cannot read \(folder): \(reason)")
        }
        closedir(opened)
      }
    }
    switch options.command {
    case .inspect: try Inspection(options: options, report: report).run()
    case .render where options.batch.table != nil: try Batch(options: options, report: report).run()
    case .render: try Rendering(options: options, report: report).run()
    case .fonts: try print(fontList(options, report))
    case .doc: try print(Documentation(options: options).text())
    case .initialize: try print(NewFolder(options: options, report: report).make())
    case .stubs: try print(Manual.stubs)
    case .completions: try print(Shell.completions(for: options.scriptArguments))
    case .reference:
      switch options.scriptArguments {
      case ["warnings"]: try print(Manual.warningReference)
      case ["filters"]: try print(Manual.filterReference)
      case ["elsewhere"]: try print(Manual.foreignReference)
      case ["man"]: try print(manualPage)
      default: try print(Manual.propertyReference)
      }
    // Workers report their errors themselves.
    case .preview, .drawJobs: break
    case .serve, .sign: try ServerProgram(for: options.command).start(options.scriptArguments)
    case .bench: try Benchmark(options: options).run()
    case .frames: try FramesCommand(options: options, report: report).run()
    case .join: try JoinCommand(options: options, report: report).run()
    case .diagnose: try DiagnosisCommand(options: options, report: report).run()
    case .watch: try WatchCommand(options: options).run()
    }
  }

  private func print(_ text: String) throws {
    guard writeAll(1, Array(text.utf8)) else { throw standardOutputError(errno) }
  }

  private func fontList(_ options: CommandLineOptions, _ report: Report) throws -> String {
    let engine = try Engine(options.engine)
    engine.onWarning = { report.warning($0) }
    engine.checkFontDirectories()
    let list = FontList(engine: engine)
    guard let text = options.fontText else { return options.isJSON ? list.json : list.text }
    do { return try options.isJSON ? list.json(for: text) : list.text(for: text) } catch {
      throw EngineError(ofFile: error)
    }
  }
}
