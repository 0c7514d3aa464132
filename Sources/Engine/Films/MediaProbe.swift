// SPDX-License-Identifier: MIT
import CProcesses
import Messages
import Numbers
import SystemC

/// Runs ffprobe, which describes a sound or film file, with limits on its time, memory and output.
package enum MediaProbe {
  /// The largest picture that ffmpeg and ffprobe decode by default, in pixels: a little more than a clip may have.
  package static let mostPixels = 21 << 20
  /// The maximum size of ffprobe's output in bytes.
  private static let mostOutput = 64 << 20

  /// Returns the length of a sound file in seconds.
  static func duration(ofSound path: String, name: String, formats: String) throws -> Double {
    let words = try run(
      [
        "-v", "error", "-protocol_whitelist", "file", "-format_whitelist", formats, "-select_streams", "a:0",
        "-show_entries", "format=duration", "-of", "csv=p=0",
      ], path: path, name: name)
    let line = words.split(separator: "\n").first ?? ""
    guard let seconds = Double(line), seconds.isFinite, seconds > 0 else {
      throw LayerError(
        "sound \"\(name)\" has no known length, so it cannot fade out: give its end as to, in seconds")
    }
    return seconds
  }

  /// Runs ffprobe and returns its output.
  ///
  /// - Parameters:
  ///   - arguments: all but the file.
  ///   - path: the file.
  ///   - name: the file's name, for messages.
  ///   - mostPixels: the largest picture that ffprobe decodes to tell its form; a file with a larger one is refused.
  ///   - memory: ffprobe's address space, in bytes.
  ///   - isStopped: polled periodically; true ends the program.
  /// - Throws: `LayerError`, `.missing` if ffprobe is not installed.
  package static func run(
    _ arguments: [String], path: String, name: String, mostPixels: Int = Self.mostPixels, memory: Int = 1 << 30,
    isStopped: () -> Bool = { false }
  ) throws -> String {
    // Each thread would have frames of its own.
    let words =
      [RuntimeDependency.ffprobe.file, "-hide_banner", "-threads", "1", "-max_pixels", "\(mostPixels)"] + arguments
      + ["-i", "file:\(path)"]
    var pointers: [UnsafePointer<CChar>?] = words.map { strdup($0).map { UnsafePointer($0) } } + [nil]
    defer { for p in pointers { free(UnsafeMutablePointer(mutating: p)) } }
    var limits = llua_ChildLimits(memory: UInt64(clamping: memory), output: UInt64(mostOutput), processor_seconds: 60)
    var child = llua_Child()
    let status = llua_child_convert(&pointers, nil, 0, &limits, &child)
    guard status == 0 else {
      if status == ENOENT || status == EACCES {
        throw LayerError(
          .missing,
          "cannot read \"\(name)\": ffprobe was not found in PATH; install ffmpeg (\(RuntimeDependency.ffprobe.remedy))"
        )
      }
      throw LayerError(.temporary, "cannot read \"\(name)\": ffprobe cannot be started: \(systemMessage(status))")
    }
    let place = llua_cleanup_add_process(child.pid)
    defer {
      llua_cleanup_remove(place)
      close(child.output)
      close(child.errors)
    }
    var end: Int32 = 0
    var nap: UInt32 = 500
    while !llua_child_ended(child.pid, &end) {
      if isStopped() {
        llua_child_kill(child.pid)
        throw LayerError(.cancelled, "cannot read \"\(name)\": it was cancelled")
      }
      usleep(nap)
      nap = min(nap * 2, 20_000)
    }
    let size = llua_child_output_size(child.output)
    guard end == 0, size < mostOutput else {
      var buffer = [CChar](repeating: 0, count: 4096)
      let count = llua_child_errors(child.errors, &buffer, buffer.count)
      let text = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let shown = ProgramWords(named: [path: name])
      if let size = shown.lines(text).lazy.compactMap(Self.refusedSize).first {
        throw LayerError(
          .limit,
          "cannot read \"\(name)\": a frame of \(size) pixels takes more memory than is allowed: make it smaller, or "
            + "raise the limit")
      }
      let last = shown.last(text)
      throw LayerError("cannot read \"\(name)\": it is no sound or film that ffmpeg reads\(last)")
    }
    var bytes = [UInt8](repeating: 0, count: size)
    let read = llua_child_output(child.output, &bytes, size)
    return String(decoding: bytes[..<read], as: UTF8.self)
  }

  /// The size in a line such as "Picture size 16000x16000 exceeds specified max pixel count 2686976, …"; nil in any
  /// other line.
  package static func refusedSize(_ line: String) -> String? {
    let begin = "Picture size ", words = line.split(separator: " ")
    guard line.hasPrefix(begin), words.count > 3, words[3] == "exceeds" else { return nil }
    let sides = words[2].split(separator: "x").compactMap { Int($0) }
    return sides.count == 2 ? "\(sides[0])×\(sides[1])" : nil
  }
}
