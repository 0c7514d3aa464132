// SPDX-License-Identifier: MIT
import CProcesses
import LayerRendering

extension Engine {
  /// For programs that run one script: isolates the process permanently, before it runs a script that is not trusted.
  ///
  /// It gives up all files except those that this engine's configuration names, fonts and the system's libraries;
  /// sockets, new programs, other processes and new privileges; and more memory, processor time, open files and
  /// processes than the configuration's limits allow. The program layerlua-svg is started before, where it is found;
  /// what reads a file in it is locked in as well. A fault in the interpreter or a decoder then gives an attacker
  /// little more than the script had. Missing folders for output are made. Only Linux has the means: Landlock for
  /// files, seccomp for the rest.
  ///
  /// - Parameters:
  ///   - files: that the program itself writes in addition to the configuration's `writableFiles`; their folders are
  ///     then accessible.
  ///   - startsFFmpeg: whether ffmpeg may be started, for films that it makes; it is also isolated.
  /// - Returns: the missing means of this system, each as the end of the sentence "this system has …"; empty when every
  ///   restriction holds.
  /// - Throws: `EngineError`: of kind `usage` when the root is among the folders, which would leave nothing to
  ///   restrict, or when the process has several threads; `missing` when ffmpeg is a script that starts another
  ///   program; `file` when a folder cannot be made or the system refuses.
  @discardableResult public func isolateProcess(writing files: [String] = [], startsFFmpeg: Bool = false)
    throws -> [String]
  {
    var isolation = ProcessIsolation(files: renderer.files)
    isolation.fontDirectories = configuration.fontDirectories
    isolation.hyphenDirectories = configuration.hyphenDirectories
    isolation.written = files
    isolation.startsFFmpeg = startsFFmpeg
    isolation.memoryLimit = configuration.memoryLimit
    isolation.timeLimit = configuration.timeLimit
    // Afterwards nothing can be started. It waits for the first file that needs it, and locks in what reads that.
    renderer.startSVGProgram()
    return try Engine.begin(isolation)
  }

  /// Removes the remains of unfinished work, and folders that were made and stayed empty. For programs, at their end.
  package static func cleanUp() { llua_cleanup_run() }

  package static func begin(_ isolation: ProcessIsolation) throws(EngineError) -> [String] {
    do { return try isolation.begin() } catch {
      let error = error as? LayerError ?? LayerError(.file, "\(error)")
      throw EngineError(error.kind == .invalid ? .usage : error.kind == .missing ? .missing : .file, error.message)
    }
  }
}
