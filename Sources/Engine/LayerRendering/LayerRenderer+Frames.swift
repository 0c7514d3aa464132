// SPDX-License-Identifier: MIT
import Compositor
import Films
import Formats
import ImageFiles
import LayerModel
import Pixels
import Sandbox
import SystemC

/// A request to write one frame to a file.
package struct FrameFileRequest {
  package var frame: Int
  package var path: String
  /// The caller's private temporary file, in the same folder.
  package var temporary: String

  package init(frame: Int, path: String, temporary: String) {
    self.frame = frame
    self.path = path
    self.temporary = temporary
  }
}

/// The facts of a frame file that was written.
package struct WrittenFrame: Sendable {
  /// In pixels.
  package var width: Int
  package var height: Int
  /// In bytes.
  package var size: Int
  package var digest: Digest
  /// The time spent on the frame, without waiting for others.
  package var milliseconds: Double
}

/// Thrown if a frame's file could not be written: a failure of the program, not of the script.
package struct FrameFileError: Error {
  package var error: any Error
}

extension LayerRenderer {
  /// Renders frames of a layer and writes each to a file. Frames are drawn and encoded on other threads while the next
  /// one is prepared.
  ///
  /// - Parameters:
  ///   - format: a picture format.
  ///   - next: returns the next file to write; nil ends the work. Called on the caller's thread.
  ///   - ready: called on the caller's thread when a frame is ready to be drawn. The function it returns is called when
  ///     the file is complete, on any thread, but never concurrently.
  ///   - progress: called periodically on the caller's thread with the number of files written.
  /// - Throws: `FrameFileError` for a file; `LayerError`, and the errors of hooks and of the closures.
  package func writeFrames(
    of layer: Layer, _ plan: FilmPlan, _ options: RenderOptions, as format: FileFormat,
    next: () throws -> FrameFileRequest?, ready: (FrameFileRequest) throws -> @Sendable (WrittenFrame) throws -> Void,
    progress: (_ written: Int) throws -> Void
  ) throws {
    let workerCount = max(1, min(compositorOptions.threads, plan.frames.count))
    let pipeline = FilmPipeline(workers: workerCount, inOrder: false) { _, _ in nil }
    defer { reportWarnings() }
    let turn = Monitor(())
    let filters = FilterCache(frames: workerCount)
    let kept = FrameCache(count: workerCount, pixels: pixels(of: layer, plan, options), limit: keptPictureLimit)
    func check() throws {
      try context.checkStop()
      try progress(pipeline.finishedCount)
    }
    try layer.scene.filming(keepsNodes: keptPictureLimit > 0) {
      do {
        while let request = try next() {
          let start = milliseconds()
          let draw = try frame(
            request.frame, of: layer, plan: plan, options: options, workerCount: workerCount, filters: filters,
            kept: kept)
          let written = try ready(request)
          let preparation = milliseconds() - start
          let render = FrameRender {
            let start = milliseconds()
            let bitmap = try draw()
            do {
              let file = try FrameFile.write(bitmap, as: format, to: request.path, through: request.temporary)
              let frame = WrittenFrame(
                width: bitmap.width, height: bitmap.height, size: file.size, digest: file.digest,
                milliseconds: preparation + milliseconds() - start)
              try turn.update { _ in try written(frame) }
            } catch { throw FrameFileError(error: error) }
            return nil
          }
          try pipeline.submit(render) { try check() }
        }
        try pipeline.finish { try check() }
        try check()
      } catch {
        pipeline.stop()
        throw error
      }
    }
  }
}

private func milliseconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) * 1e3 + Double(now.tv_nsec) / 1e6
}
