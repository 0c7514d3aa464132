// SPDX-License-Identifier: MIT
import SystemC
import CProcesses
import LayerRendering

extension Engine {
  /// For programs that run one script: locks the process in, for good, before a script of a stranger runs in it.
  ///
  /// It gives up all files but those that this engine's configuration names, fonts and the system's libraries; sockets,
  /// new programs, other processes and new privileges; and more memory, processor time, open files and processes than
  /// the configuration's limits leave room for. A fault in the interpreter or a decoder then gives whoever finds it
  /// little more than the script had. Folders that are to be written are made if they are missing. Linux alone has the
  /// means: Landlock for files, seccomp for the rest.
  ///
  /// - Parameters:
  ///   - files: that the program itself writes besides the configuration's `writableFiles`; their folders are then
  ///     open.
  ///   - startsFFmpeg: whether ffmpeg may be started, for films that are made by it; it is locked in as well.
  /// - Returns: what this system has no means for, each as the end of the sentence "this system has …"; empty when
  ///   everything holds.
  /// - Throws: `EngineError`: of kind `usage` when the root is among the folders, which would leave nothing to lock
  ///   away, or when the process has several threads; `missing` when ffmpeg is a script that starts another program;
  ///   `file` when a folder cannot be made or the system refuses.
  @discardableResult public func isolateProcess(writing files: [String] = [], startsFFmpeg: Bool = false)
    throws(EngineError) -> [String]
  {
    var isolation = ProcessIsolation(files: renderer.configuration.files)
    isolation.fontDirectories = configuration.fontDirectories
    isolation.written = files
    isolation.startsFFmpeg = startsFFmpeg
    isolation.memoryLimit = configuration.memoryLimit
    isolation.timeLimit = configuration.timeLimit
    return try Engine.begin(isolation)
  }

  /// The same where frames that others drew are read, and no script runs.
  ///
  /// - Parameter places: folders of frames, and manifests that lie beside theirs.
  package static func isolateProcess(
    readingFrames places: [String], writing files: [String], startsFFmpeg: Bool
  ) throws(EngineError) -> [String] {
    let folders = places.map { place in
      var info = stat()
      let isFolder = stat(place, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
      return isFolder ? place : place.lastIndex(of: "/").map { String(place[...$0]) } ?? "."
    }
    var isolation = ProcessIsolation(
      files: FileAccess(scriptDirectory: folders.first ?? ".", readableDirectories: folders))
    isolation.linkedFolders = folders
    isolation.written = files
    isolation.startsFFmpeg = startsFFmpeg
    return try begin(isolation)
  }

  /// Removes what is left of work that was not finished, and folders that were made and stayed empty. For programs, at
  /// their end.
  package static func cleanUp() { llua_cleanup_run() }

  private static func begin(_ isolation: ProcessIsolation) throws(EngineError) -> [String] {
    do { return try isolation.begin() } catch {
      let error = error as? RenderingError ?? RenderingError(.file, "\(error)")
      throw EngineError(error.kind == .invalid ? .usage : error.kind == .missing ? .missing : .file, error.message)
    }
  }
}
