// SPDX-License-Identifier: MIT
import Formats
import LayerEngine
import LayerModel
import LayerRendering

/// The frames to join into a film, collected from manifests, with all problems found.
package struct FrameSet {
  /// A problem that must be solved before the frames can form a film.
  package struct Problem: Equatable, Sendable {
    package enum Kind: String, Sendable {
      /// No manifest lists the frame.
      case missing
      /// The file is missing or differs from the manifest.
      case file
      /// The frame occurs twice with different pictures.
      case double
      /// The frame was drawn by another version, from another script, with other arguments, or from other files than
      /// most frames.
      case mixed
      /// The frame's size in pixels differs from that of most frames.
      case size
      /// A line of a manifest cannot be parsed.
      case manifest
    }
    package var kind: Kind
    /// The affected frames, in order; empty for a manifest line.
    package var frames: [Int]
    /// The problem, including the frames' numbers.
    package var message: String
  }

  /// A record for each existing frame of the film, in order.
  package private(set) var records: [FrameRecord] = []
  package private(set) var problems: [Problem] = []
  /// Unusual facts that are not problems.
  package private(set) var notes: [LayerWarning] = []
  /// The origin that most frames share.
  package private(set) var origin = FrameOrigin()
  /// The numbers of all wanted frames, in order.
  package private(set) var expected: [Int] = []
  /// The path of each frame's file.
  private var paths: [Int: String] = [:]
  /// The frames of all shares, including those not in `expected`.
  private(set) var whole: [Int] = []
  /// The number of shares if all manifests' names agree on it, else nil.
  let shardCount: Int?
  /// The folder of the first manifest.
  let folderPath: String
  let manifests: [FrameManifest]
  private var findings: [Finding] = []

  /// A manifest's last record of a frame.
  private struct Candidate {
    var record: FrameRecord
    var manifest: Int
    var path: String
  }

  /// Reads manifests and verifies all files that they list.
  ///
  /// - Parameters:
  ///   - paths: the manifests' paths.
  ///   - wanted: the frames of the film; nil is all that the manifests list.
  ///   - concurrently: calls a body with each index from 0 to a count, on any number of threads.
  /// - Throws: `EngineError` if a manifest cannot be read or none lists a frame.
  package init(
    manifests paths: [String], frames wanted: [Int]? = nil,
    concurrently: (Int, @escaping @Sendable (Int) -> Void) -> Void
  ) throws(EngineError) {
    var manifests: [FrameManifest] = []
    for path in paths { manifests.append(try FrameManifest(reading: path)) }
    self.manifests = manifests
    folderPath = paths.first.map(parent(of:)) ?? "."
    let counts = Set(paths.map { FrameFolder.shard(ofManifest: $0)?.count })
    shardCount = counts.count == 1 ? counts.first ?? nil : nil
    for manifest in manifests {
      for damage in manifest.damages {
        problems.append(
          Problem(kind: .manifest, frames: [], message: "\(manifest.path), line \(damage.line): \(damage.message)"))
      }
    }
    var candidates: [Int: [Candidate]] = [:]
    for (i, manifest) in manifests.enumerated() {
      let folder = FrameFolder(path: parent(of: manifest.path), stem: "")
      var last: [Int: FrameRecord] = [:]
      for record in manifest.records { last[record.frame] = record }
      for (frame, record) in last.sorted(by: { $0.key < $1.key }) {
        candidates[frame, default: []].append(Candidate(record: record, manifest: i, path: folder.path(record.file)))
      }
    }
    guard !candidates.isEmpty else {
      throw EngineError(.file, "no frame is listed in \(paths.joined(separator: ", ")); draw them with layerlua frames")
    }
    chooseOrigin(candidates)
    try listExpected(candidates, wanted)
    let numbers = Set(expected)
    try choose(candidates.filter { numbers.contains($0.key) }, concurrently)
    findOtherSizes()
    findOtherInputs()
    problems += findings.map { finding in
      let words = frameWords(finding.frames)
      return Problem(
        kind: finding.kind, frames: finding.frames,
        message: "\(words) \(finding.frames.count == 1 ? finding.singular : finding.plural)")
    }
    problems.sort { ($0.frames.first ?? -1, $0.message) < ($1.frames.first ?? -1, $1.message) }
  }

  /// The path of a frame's file.
  package func path(of record: FrameRecord) -> String { paths[record.frame] ?? record.file }

  package var manifestCount: Int { manifests.count }

  // MARK: - What belongs together

  private mutating func chooseOrigin(_ candidates: [Int: [Candidate]]) {
    var groups: [(origin: FrameOrigin, count: Int)] = []
    for (_, all) in candidates.sorted(by: { $0.key < $1.key }) {
      for candidate in all {
        if let at = groups.firstIndex(where: { $0.origin.agrees(with: candidate.record.origin) }) {
          groups[at].count += 1
        } else {
          groups.append((candidate.record.origin, 1))
        }
      }
    }
    if let most = groups.map(\.count).max(), let group = groups.first(where: { $0.count == most }) {
      origin = group.origin
    }
  }

  private mutating func listExpected(_ candidates: [Int: [Candidate]], _ wanted: [Int]?) throws(EngineError) {
    var lists: Set<String> = []
    for (_, all) in candidates {
      for candidate in all where candidate.record.origin.agrees(with: origin) {
        lists.insert(candidate.record.origin.frames)
      }
    }
    var numbers = Set(candidates.keys)
    for list in lists.sorted() {
      guard let frames = try? FrameList(list), !frames.isOpen, frames.count <= FilmPlan.frameLimit else {
        throw EngineError(
          .file, "a manifest says that the film has the frames \"\(list)\"; expected a list such as 0-119,200-239")
      }
      numbers.formUnion(frames)
    }
    whole = numbers.sorted()
    expected = wanted ?? whole
    origin.frames = FrameList(numbers: whole).description
    let missing = expected.filter { candidates[$0] == nil }
    guard !missing.isEmpty else { return }
    let outside = missing.filter { !numbers.contains($0) }
    if !outside.isEmpty {
      report(
        .missing, frames: outside, plural: "are not of this film, which has \(origin.frames)",
        singular: "is not of this film, which has \(origin.frames)")
    }
    let holes = missing.filter { numbers.contains($0) }
    if !holes.isEmpty { report(.missing, frames: holes, plural: "are missing", singular: "is missing") }
  }

  // MARK: - The files

  private mutating func choose(
    _ candidates: [Int: [Candidate]], _ concurrently: (Int, @escaping @Sendable (Int) -> Void) -> Void
  ) throws(EngineError) {
    let files = try Self.fileStates(at: Set(candidates.values.joined().map(\.path)).sorted(), concurrently)
    var gone: [Int] = []
    var twice: [Int] = []
    for frame in expected {
      guard let all = candidates[frame] else { continue }
      let whole = all.filter { files[$0.path] == FileState.there($0.record.size, $0.record.sha256) }
      guard let first = whole.first(where: { $0.record.origin.agrees(with: origin) }) ?? whole.first else {
        if all.allSatisfy({ files[$0.path] == nil }) { gone.append(frame) } else { reportFile(all, files) }
        continue
      }
      records.append(first.record)
      paths[frame] = first.path
      guard first.record.origin.agrees(with: origin) else {
        reportMixed(frame, first.record.origin)
        continue
      }
      let others = whole.filter { $0.manifest != first.manifest && $0.record.origin.agrees(with: origin) }
      if let other = others.first(where: { $0.record.sha256 != first.record.sha256 }) {
        report(
          .double, frames: [frame], plural: "",
          singular: "occurs twice with different pictures: \(first.path) and \(other.path); remove one of them")
      } else if !others.isEmpty {
        twice.append(frame)
      }
    }
    if !gone.isEmpty { report(.file, frames: gone, plural: "have no file any more", singular: "has no file any more") }
    if !twice.isEmpty {
      let text = "\(frameWords(twice)) \(twice.count == 1 ? "was" : "were") drawn twice, with equal pictures"
      notes.append(LayerWarning(rule: .framesTwice, message: text))
    }
  }

  private enum FileState: Equatable {
    case there(Int, String)
  }

  /// Returns the sizes and digests of files by path; files that cannot be read are left out.
  private static func fileStates(
    at paths: [String], _ concurrently: (Int, @escaping @Sendable (Int) -> Void) -> Void
  ) throws(EngineError) -> [String: FileState] {
    let results = Slots<Result<(digest: Digest, size: Int)?, any Error>>(count: paths.count)
    concurrently(paths.count) { i in results[i] = Result { try Digest.ofFile(paths[i]) } }
    var states: [String: FileState] = [:]
    for (i, path) in paths.enumerated() {
      do {
        if let found = try results[i]?.get() { states[path] = .there(found.size, found.digest.description) }
      } catch { throw EngineError(error) }
    }
    return states
  }

  private mutating func reportFile(_ all: [Candidate], _ files: [String: FileState]) {
    for candidate in all {
      guard case .there(let size, _)? = files[candidate.path] else { continue }
      let record = candidate.record
      let reason = size == record.size ? "differs from its checksum" : "has \(size) bytes instead of \(record.size)"
      report(.file, frames: [record.frame], plural: "", singular: "cannot be used: \(candidate.path) \(reason)")
      return
    }
  }

  private mutating func reportMixed(_ frame: Int, _ other: FrameOrigin) {
    let differences = zip(other.essentials, origin.essentials).filter { $0.value != $1.value }.map { theirs, ours in
      switch ours.name {
      case "script":
        "from another script than the others (\(other.script), sha256 \(theirs.value.prefix(12))… instead of "
          + "\(ours.value.prefix(12))…)"
      case "version": "by version \(theirs.value), the others by \(ours.value)"
      case "arguments":
        "with \(theirs.value.isEmpty ? "no arguments" : theirs.value), the others with "
          + "\(ours.value.isEmpty ? "none" : ours.value)"
      default: "with \(ours.name) \(theirs.value), the others with \(ours.value)"
      }
    }
    let text = differences.joined(separator: "; ")
    report(.mixed, frames: [frame], plural: "were drawn \(text)", singular: "was drawn \(text)")
  }

  // MARK: - What frames must have in common

  private mutating func findOtherSizes() {
    let groups = Dictionary(grouping: records) { "\($0.width)×\($0.height)" }
    guard groups.count > 1, let usual = groups.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) })?.key
    else { return }
    for (size, odd) in groups.sorted(by: { $0.key < $1.key }) where size != usual {
      let text = "\(size) pixels, the others \(usual)"
      report(.size, frames: odd.map(\.frame), plural: "have \(text)", singular: "has \(text)")
    }
  }

  /// Reports frames for which an input file of one name had different contents.
  private mutating func findOtherInputs() {
    var groups: [String: [String: [Int]]] = [:]
    for (inputs, records) in Dictionary(grouping: records, by: \.inputs) {
      for (path, digest) in inputs ?? [:] { groups[path, default: [:]][digest, default: []] += records.map(\.frame) }
    }
    for (path, digests) in groups.sorted(by: { $0.key < $1.key }) where digests.count > 1 {
      guard let usual = digests.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) })?.key else { continue }
      for (digest, frames) in digests.sorted(by: { $0.key < $1.key }) where digest != usual {
        let text = "drawn when \(path) was different (sha256 \(digest.prefix(12))… instead of \(usual.prefix(12))…)"
        report(.mixed, frames: frames.sorted(), plural: "were \(text)", singular: "was \(text)")
      }
    }
  }

  /// Reports a problem of some frames, and merges frames with an identical problem.
  private mutating func report(_ kind: Problem.Kind, frames: [Int], plural: String, singular: String) {
    if let at = findings.firstIndex(where: { $0.kind == kind && $0.plural == plural && !plural.isEmpty }) {
      findings[at].frames += frames
    } else {
      findings.append(Finding(kind: kind, frames: frames, singular: singular, plural: plural))
    }
  }

  private struct Finding {
    var kind: Problem.Kind
    var frames: [Int]
    var singular: String
    var plural: String
  }
}

/// Returns `frame 7`, or `frames 3,7-9`.
private func frameWords(_ numbers: [Int]) -> String {
  (numbers.count == 1 ? "frame " : "frames ") + FrameList(numbers: numbers).description
}
