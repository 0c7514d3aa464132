// SPDX-License-Identifier: MIT
import LayerEngine
import LayerRendering
import Sandbox
import SystemC

extension FrameSet {
  /// Sandboxes the process for reading frames that other processes drew, without running a script.
  ///
  /// - Parameter places: folders of frames, and manifests next to their frames.
  package static func isolateProcess(
    reading places: [String], writing files: [String], startsFFmpeg: Bool
  ) throws(EngineError) -> [String] {
    let folders = places.map { place in
      var info = stat()
      let isFolder = stat(place, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
      return isFolder ? place : place.lastIndex(of: "/").map { String(place[...$0]) } ?? "."
    }
    var isolation = ProcessIsolation(
      files: FileAccess(scriptDirectory: folders.first ?? ".", readableDirectories: folders),
      installed: LayerRenderer.installedDirectories)
    isolation.linkedFolders = folders
    isolation.written = files
    isolation.startsFFmpeg = startsFFmpeg
    return try Engine.begin(isolation)
  }
}
