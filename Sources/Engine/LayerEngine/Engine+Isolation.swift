// SPDX-License-Identifier: MIT
import CProcesses
import LayerRendering
import Sandbox

extension Engine {
  /// Sandboxes the process irrevocably, before it runs an untrusted script. For programs that run one script.
  ///
  /// The process gives up access to all files except those that this engine's configuration names, fonts and system
  /// libraries; to sockets, new programs, other processes and new privileges; and to memory, processor time, open files
  /// and processes beyond the configuration's limits. The program layerlua-svg, if found, is started first; its part
  /// that reads a file is sandboxed too. Code execution through a bug in the interpreter or a decoder then gains an
  /// attacker little more than the script could already do. Missing output folders are created. Only Linux has
  /// the mechanisms: Landlock for files, seccomp for the rest.
  ///
  /// ```swift
  /// let engine = try Engine(Engine.Configuration(timeLimit: 5))
  /// let missing = try engine.isolateProcess(writing: ["card.png"])
  /// for feature in missing { print("without", feature) }
  /// if let card = try engine.run(script: untrustedText, name: "card.lua") { try engine.write(card, to: "card.png") }
  /// ```
  ///
  /// - Parameters:
  ///   - files: files that the program itself writes in addition to the configuration's `writableFiles`; their folders
  ///     become accessible.
  ///   - startsFFmpeg: true to allow starting ffmpeg for films; ffmpeg is sandboxed too.
  /// - Returns: the mechanisms that this system lacks, each as the end of the sentence "this system has …"; empty if
  ///   every restriction is in force.
  /// - Throws: `EngineError`: of kind `usage` if the root is among the folders, which would leave nothing to restrict,
  ///   or if the process has several threads; `missing` if ffmpeg is a script that starts another program; `file` if a
  ///   folder cannot be created or the system refuses.
  @discardableResult public func isolateProcess(writing files: [String] = [], startsFFmpeg: Bool = false)
    throws -> [String]
  {
    try isolateProcess(reading: [], writing: files, startsFFmpeg: startsFFmpeg)
  }

  /// Same as `isolateProcess(writing:startsFFmpeg:)`, for a program that runs scripts of several folders.
  ///
  /// - Parameter folders: folders that the process may read, although the configuration names them for no script.
  package func isolateProcess(reading folders: [String], writing files: [String], startsFFmpeg: Bool) throws -> [String]
  {
    var isolation = ProcessIsolation(
      files: folders.reduce(renderer.files) { $0.reading($1) }, installed: LayerRenderer.installedDirectories,
      configured: renderer.configuration.resourceDirectories.flatMap(\.folders))
    isolation.written = files
    isolation.startsFFmpeg = startsFFmpeg
    isolation.memoryLimit = configuration.memoryLimit
    isolation.timeLimit = configuration.timeLimit
    // No program can be started after this point. The helper waits for the first file that needs it, and sandboxes the
    // part that reads the file.
    renderer.startSVGProgram()
    return try Engine.begin(isolation)
  }

  /// Removes unfinished files, and folders that were created and stayed empty. For programs, when they exit.
  package static func cleanUp() { llua_cleanup_run() }

  package static func begin(_ isolation: ProcessIsolation) throws(EngineError) -> [String] {
    do { return try isolation.begin() } catch {
      let error = error as? LayerError ?? LayerError(.file, "\(error)")
      throw EngineError(error.kind == .invalid ? .usage : error.kind == .missing ? .missing : .file, error.message)
    }
  }
}
