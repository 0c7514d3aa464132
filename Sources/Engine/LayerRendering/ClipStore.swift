// SPDX-License-Identifier: MIT
import Films
import Geometry
import LayerModel
import Messages
import Parsing
import Pixels
import Sandbox

/// The film files of one renderer, each opened once as long as a layer shows it.
final class ClipStore {
  private struct Entry {
    weak var clip: FileClip?
    var identity: FileIdentity?
  }

  private let context: RenderingContext
  private var entries: [String: Entry] = [:]

  init(_ context: RenderingContext) { self.context = context }

  /// Opens the film file at a path as in a script.
  ///
  /// - Throws: `LayerError`, also if programs may not be started for a script.
  func clip(atPath name: String) throws -> any Clip {
    let path = try context.pathForReading(name, purpose: "film")
    guard context.mayReadClips else {
      throw LayerError(
        "film \"\(name)\" is decoded by the program ffmpeg, which a script in the sandbox may not start"
          + context.files.face.remedy("; run with ", .trusted))
    }
    context.inputs?.note(path)
    let identity = FileIdentity(path: path)
    if let known = entries[path], known.identity == identity, let clip = known.clip { return clip }
    entries = entries.filter { $0.value.clip != nil }
    let memory = memory
    let charge = MemoryCharge(context.memoryBudget)
    guard charge.grow(by: memory) else { throw LayerError.noMemory("the film \"\(name)\"", context.memoryBudget) }
    let reader = try FilmReader(path, name: name, memory: memory) { [weak context] in context?.isStopped?() ?? false }
    let clip = FileClip(reader, charge)
    entries[path] = Entry(clip: clip, identity: identity)
    return clip
  }

  /// The memory for the frames of one film in bytes: at most 256 MiB, and a quarter of what the limit leaves.
  private var memory: Int {
    var bytes = 256 << 20
    while bytes > 1 << 20, !context.hasRoom(4 * bytes) { bytes /= 2 }
    return bytes
  }
}

/// A film file as a clip.
final class FileClip: Clip {
  let info: ClipInfo
  private let reader: FilmReader
  /// The memory of the frames, which is charged as long as the film is open.
  private let charge: MemoryCharge

  init(_ reader: FilmReader, _ charge: MemoryCharge) {
    self.reader = reader
    self.charge = charge
    let size = reader.shownSize
    info = ClipInfo(
      size: Size(size.width, size.height), duration: reader.duration, frameRate: reader.frameRate,
      frameCount: reader.frameCount, hasAlpha: reader.hasAlpha, lead: reader.lead)
  }

  func frame(at seconds: Double) throws -> Bitmap { try reader.frame(reader.number(at: seconds)) }

  func hasSound() throws -> Bool { try reader.hasSound() }

  func takeRemarks() -> [String] {
    defer { reader.remarks = [] }
    return reader.remarks
  }
}
