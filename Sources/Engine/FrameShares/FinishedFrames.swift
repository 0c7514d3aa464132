// SPDX-License-Identifier: MIT
import LayerRendering

/// The frames that manifests list as finished, verified against the current files.
struct FinishedFrames {
  private let folder: FrameFolder
  private let scriptDirectory: String
  private var records: [Int: [FrameRecord]] = [:]
  private(set) var damages: [(path: String, line: Int, message: String)] = []
  /// A cache of the current digests of the scripts' input files; "" if there is no file.
  private var digests: [String: String] = [:]
  /// The inputs checked last and the result, cached because all frames of a run have equal inputs.
  private var lastInputs: (inputs: [String: String], isUnchanged: Bool)?

  init(_ folder: FrameFolder, scriptDirectory: String) {
    self.folder = folder
    self.scriptDirectory = scriptDirectory
  }

  mutating func add(_ manifest: FrameManifest) {
    for record in manifest.records { records[record.frame, default: []].append(record) }
    damages += manifest.damages.map { (manifest.path, $0.line, $0.message) }
  }

  /// True if the frame's file exists exactly as it would be drawn now.
  mutating func contains(_ frame: Int, time: Double, name: String, origin: FrameOrigin) throws -> Bool {
    guard let candidates = records[frame] else { return false }
    let fitting = try candidates.filter {
      try $0.time == time && $0.file == name && $0.origin.agrees(with: origin) && isUnchanged($0.inputs)
    }
    guard !fitting.isEmpty, let (digest, size) = try Digest.ofFile(folder.path(name)) else { return false }
    return fitting.contains { $0.size == size && $0.sha256 == digest.description }
  }

  private mutating func isUnchanged(_ inputs: [String: String]?) throws -> Bool {
    guard let inputs else { return false }
    if let lastInputs, lastInputs.inputs == inputs { return lastInputs.isUnchanged }
    var isUnchanged = true
    for (path, digest) in inputs where isUnchanged {
      if digests[path] == nil {
        let full = path.hasPrefix("/") ? path : scriptDirectory + "/" + path
        digests[path] = try Digest.ofFile(full)?.digest.description ?? ""
      }
      isUnchanged = digests[path] == digest
    }
    lastInputs = (inputs, isUnchanged)
    return isUnchanged
  }
}
