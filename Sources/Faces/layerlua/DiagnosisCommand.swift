// SPDX-License-Identifier: MIT
import LayerEngine

/// Ends the program with exit code 1 after everything was reported.
struct FindingsFailure: Error {}

/// `layerlua diagnose`: runs a script and reports probable mistakes in its pictures.
struct DiagnosisCommand {
  let options: CommandLineOptions
  let report: Report

  func run() throws {
    if options.output != nil { throw EngineError(.usage, "layerlua diagnose writes no picture and takes no -o") }
    guard options.scales.count == 1 else {
      throw EngineError(.usage, "layerlua diagnose looks at one picture, so --scale takes one number")
    }
    let source = try options.readSource()
    // Standard output is reserved for the findings.
    let printer = Printer(file: 2)
    let engine = try Engine(options.configuration(scriptDirectory: source.directory, writableFiles: []))
    // Leak the engine: the process exits after the run, and freeing layers and scripts one by one would only cost time.
    _ = Unmanaged.passRetained(engine)
    var warnings = 0
    engine.onWarning = {
      warnings += 1
      report.warning($0)
    }
    engine.onPrint = { printer.print($0) }
    defer { printer.flush() }
    try options.isolate(report) { try engine.isolateProcess() }
    let findings = try engine.diagnose(
      script: source.bytes, name: source.name, arguments: options.arguments,
      try options.renderOptions(scale: options.scales[0]), isFilm: !options.film.isEmpty)
    engine.endTimeLimit()
    printer.flush()
    for finding in findings where !finding.isNote || !options.isQuiet { report.finding(finding, to: 1) }
    if options.isStrict, warnings > 0 || findings.contains(where: { !$0.isNote }) { throw FindingsFailure() }
  }
}
