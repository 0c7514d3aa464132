// SPDX-License-Identifier: MIT
import Formats
import Foundation
import FrameShares
import LayerEngine
import LayerModel
import Testing
import TestSupport

/// Rendering a film in shares: the files written, the frames skipped by a second run, and the problems reported for a
/// set of frames.
@Suite struct FrameTests {
  let folder: TemporaryFolder
  static let scene = """
    local dot = ca.Layer { bounds = {0, 0, 4, 4}, position = {2, 4}, backgroundColor = ca.args.color or "red" }
    local root = ca.Layer { bounds = {0, 0, 24, 8}, dot }
    dot:addAnimation(ca.BasicAnimation { keyPath = "position.x", fromValue = 2, toValue = 22, duration = 1 })
    return root
    """

  init() throws { folder = try TemporaryFolder() }

  /// Draws a share of twelve frames and returns the progress.
  @discardableResult private func draw(
    _ shard: String = "1/1", script: String = scene, named: [(name: String, value: String)] = [], fps: Double = 10,
    seed: UInt64 = 0,
    frames: Range<Int> = 0..<12, scale: Double = 1, onProgress: (FrameProgress) throws -> Void = { _ in }
  ) throws -> FrameProgress {
    let engine = try Engine(Engine.Configuration(seed: seed, threads: 1, scriptDirectory: folder.path))
    engine.recordInputs()
    let layer = try #require(
      try engine.run(script: script, name: "\(folder.path)/scene.lua", arguments: ScriptArguments(named: named)))
    var origin = FrameOrigin()
    origin.script = "scene.lua"
    origin.seed = seed
    origin.arguments =
      named.flatMap { ["-D", "\($0.name)=\($0.value)"] } + (scale == 1 ? [] : ["--scale", "\(scale)"])
    let job = FrameJob(
      origin: origin, shard: try Shard(shard, environment: { _ in nil }),
      film: FilmRequest(framesPerSecond: fps, frames: FrameList(numbers: frames)),
      picture: RenderOptions(scale: scale),
      output: folder.path + "/out/frame-{0000}.png")
    var failure: (any Error)?
    let progress = try engine.drawFrames(of: layer, job) { now in
      do { try onProgress(now) } catch { failure = error }
    }
    if let failure { throw failure }
    return progress
  }

  private static func name(_ frame: Int) -> String { "frame-\(String("0000\(frame)".suffix(4))).png" }

  private func check(_ names: String..., frames: [Int]? = nil) throws -> FrameSet {
    let paths = names.isEmpty ? manifests : names
    return try FrameSet(manifests: paths.map { "\(folder.path)/out/\($0)" }, frames: frames) { count, body in
      (0..<count).forEach(body)
    }
  }

  private var out: [String] { folder.contentsOf("out") }
  private var manifests: [String] { out.filter { $0.hasSuffix(".jsonl") } }
  private func lines(_ name: String) throws -> [String] {
    String(decoding: try folder.read("out/\(name)"), as: UTF8.self).split(separator: "\n").map(String.init)
  }
  private func change(_ name: String, _ body: (inout [UInt8]) -> Void) throws {
    var bytes = try folder.read("out/\(name)")
    body(&bytes)
    try Data(bytes).write(to: URL(fileURLWithPath: "\(folder.path)/out/\(name)"))
  }

  // MARK: Drawing

  @Test func `a manifest has a line for each frame with what it is`() throws {
    #expect(try draw() == FrameProgress(drawn: 12, skipped: 0, total: 12))
    #expect(out == (0..<12).map(Self.name) + ["frame.manifest-1-of-1.jsonl"])
    let line = try #require(try lines("frame.manifest-1-of-1.jsonl").dropFirst(5).first)
    let fields = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(fields["frame"] as? Int == 5)
    #expect(fields["time"] as? Double == 0.5)
    #expect(fields["file"] as? String == "frame-0005.png")
    #expect(fields["size"] as? Int == (try folder.read("out/frame-0005.png").count))
    #expect((fields["sha256"] as? String)?.count == 64)
    #expect(fields["seed"] as? Int == 0)
    #expect((fields["scriptHash"] as? String)?.count == 64)
    #expect(fields["version"] as? String == Engine.version)
    #expect(try #require(fields["milliseconds"] as? Double) >= 0)
  }

  @Test func `shares together make the film drawn in one go`() throws {
    try draw()
    let whole = try (0..<12).map { try folder.read("out/" + Self.name($0)) }
    #expect(Set(whole).count > 5)
    try FileManager.default.removeItem(atPath: folder.path + "/out")
    // In any order.
    for shard in ["3/5", "5/5", "1/5", "4/5", "2/5"] { try draw(shard) }
    #expect(try (0..<12).map { try folder.read("out/" + Self.name($0)) } == whole)
    #expect(manifests.count == 5)
    let set = try check()
    #expect(set.problems.isEmpty && set.notes.isEmpty && set.records.map(\.frame) == Array(0..<12))
  }

  @Test(arguments: ["0", "-1", "1e300", "1001", "-0.0", "1e999", "null", "\"10\"", "nan"])
  func `a rate that no film has damages its line`(fps: String) throws {
    try draw()
    let name = "frame.manifest-1-of-1.jsonl"
    let text = try lines(name).map { $0.replacingOccurrences(of: "\"fps\": 10", with: "\"fps\": \(fps)") + "\n" }
      .joined()
    #expect(text.contains("\"fps\": \(fps)"))
    try folder.write(text, to: "out/\(name)")
    let manifest = try FrameManifest(reading: "\(folder.path)/out/\(name)")
    #expect(manifest.records.isEmpty && manifest.damages.count == 12)
    if let rate = Double(fps), rate.isFinite {
      let message = try #require(manifest.damages.first?.message)
      #expect(message.contains("\"fps\" must be frames a second above 0 and up to 1000, got "), "\(message)")
    }
    do { #expect(try !check().problems.isEmpty) } catch { #expect(error is EngineError) }
  }

  // MARK: Sound

  private func joined(_ list: String? = nil) throws -> EngineError? {
    if let list { try folder.write(list, to: "out/frame.sound.json") }
    do {
      try check().join(to: folder.path + "/film.gif", try FilmTarget("film.gif"), threads: 1)
      return nil
    } catch let error as EngineError { return error }
  }

  @Test func `the sounds of a film are kept next to its frames, until a run has none`() throws {
    try folder.write("not really a sound", to: "tone.wav")
    let sounds = """
      ca.film { sound = { "tone.wav", { file = "tone.wav", start = 0.25, gain = -6, loops = true } } }

      """
    try draw("2/2", script: sounds + Self.scene)
    #expect(try folder.read("out/frame.sound-1.wav") == Array("not really a sound".utf8))
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(try folder.read("out/frame.sound.json"))) as? [[String: Any]])
    #expect(list.map { $0["file"] as? String } == ["frame.sound-1.wav", "frame.sound-1.wav"])
    #expect(list.map { $0["start"] as? Double } == [0, 0.25] && list[1]["gain"] as? Double == -6)
    #expect(list[1]["loops"] as? Bool == true && list[0]["loops"] as? Int == 1)
    try draw("1/2", script: sounds + Self.scene)
    #expect(try check().problems.isEmpty)
    // A GIF has no sound: a warning, not an error.
    #expect(try joined() == nil)
    try draw("2/2")
    #expect(!out.contains("frame.sound.json"))
  }

  @Test func `a missing sound is an error before the first frame`() throws {
    let error = #expect(throws: EngineError.self) {
      try draw(script: "ca.film { sound = \"tone.wav\" }\n" + Self.scene)
    }
    #expect(error?.message.contains("sound \"tone.wav\" was not found") == true, "\(String(describing: error))")
    #expect(!out.contains(Self.name(0)))
  }

  @Test(arguments: [
    "", "{", "null", "[1]", "[{}]", "[{\"file\": \"\"}]", "[{\"file\": \"../tone.wav\"}]",
    "[{\"file\": \"/etc/hostname\"}]", "[{\"file\": \"..\"}]", "[{\"file\": \"a\\u0000b\"}]",
    "[{\"file\": \"a.wav\", \"gain\": 1e9}]", "[{\"file\": \"a.wav\", \"loops\": -1}]",
    "[{\"file\": \"a.wav\", \"other\": 1}]",
  ])
  func `a list of sounds that names other files or settings is an error`(list: String) throws {
    try draw()
    let error = try #require(try joined(list))
    #expect(error.message.contains("frame.sound.json"), "\(error)")
    #expect(!folder.contents.contains("film.gif"))
  }

  // MARK: Running again

  @Test func `finished frames are left out and their files not touched`() throws {
    try draw()
    let before = try folder.modificationTime("out/frame-0003.png")
    #expect(try draw() == FrameProgress(drawn: 0, skipped: 12, total: 12))
    #expect(try folder.modificationTime("out/frame-0003.png") == before)
    #expect(try lines("frame.manifest-1-of-1.jsonl").count == 12)
  }

  @Test func `what is gone or damaged is drawn again`() throws {
    try draw()
    let whole = try (0..<12).map { try folder.read("out/" + Self.name($0)) }
    try FileManager.default.removeItem(atPath: folder.path + "/out/frame-0002.png")
    try change("frame-0005.png") { $0.removeLast() }
    try change("frame-0007.png") { $0[$0.count / 2] ^= 1 }
    #expect(try draw() == FrameProgress(drawn: 3, skipped: 9, total: 12))
    #expect(try (0..<12).map { try folder.read("out/" + Self.name($0)) } == whole)
    #expect(try check().problems.isEmpty)
  }

  @Test func `another script, argument, seed or rate draws all again`() throws {
    try draw()
    #expect(try draw(script: Self.scene + "\n-- changed").drawn == 12)
    #expect(try draw(named: [("color", "blue")]).drawn == 12)
    #expect(try draw(named: [("color", "blue")]).drawn == 0)
    #expect(try draw(named: [("color", "blue")], seed: 7).drawn == 12)
    // Frame 0 is at time 0 for any rate, but belongs to another film.
    #expect(try draw(named: [("color", "blue")], fps: 20, seed: 7).drawn == 12)
    #expect(try draw(named: [("color", "blue")], fps: 20, seed: 7, scale: 2).drawn == 12)
  }

  @Test func `another module, image or data file draws again`() throws {
    try folder.write("return 'red'", to: "lib/color.lua")
    try folder.write("1", to: "alpha.txt")
    try folder.write("1", to: "other.txt")
    let script = """
      local root = ca.Layer { bounds = {0, 0, 4, 4}, backgroundColor = require "lib.color", opacity = tonumber(ca.readFile "alpha.txt") }
      ca.onFrame(function(t, i) if i >= 6 then root.cornerRadius = tonumber(ca.readFile "other.txt") end end)
      return root
      """
    #expect(try draw(script: script).drawn == 12)
    #expect(try draw(script: script).drawn == 0)
    let inputs = try #require(try lines("frame.manifest-1-of-1.jsonl").first)
    #expect(
      inputs.contains("\"alpha.txt\": \"6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b\""),
      "\(inputs)")
    try folder.write("0.5", to: "alpha.txt")
    #expect(try draw(script: script).drawn == 12)
    try folder.write("return 'blue'", to: "lib/color.lua")
    #expect(try draw(script: script).drawn == 12)
    // A file first read by frame 6 does not affect the frames before it.
    try folder.write("2", to: "other.txt")
    #expect(try draw(script: script) == FrameProgress(drawn: 6, skipped: 6, total: 12))
  }

  @Test func `the fonts of text are among the files it depends on`() throws {
    try draw(script: "return ca.TextLayer { bounds = {0, 0, 40, 20}, string = 'Hello', fontSize = 12 }")
    #expect(try #require(try lines("frame.manifest-1-of-1.jsonl").first).contains("LiberationSans-Regular.ttf\": \""))
  }

  @Test func `a longer film keeps the frames of the shorter`() throws {
    try draw(frames: 0..<8)
    #expect(try draw() == FrameProgress(drawn: 4, skipped: 8, total: 12))
    let set = try check()
    #expect(set.problems.isEmpty && set.expected == Array(0..<12))
  }

  @Test func `another number of shares keeps what is finished`() throws {
    try draw("1/3")
    try draw("2/3")
    #expect(try ["1/2", "2/2"].reduce(0) { try $0 + draw($1).drawn } == 4)
    let set = try check()
    #expect(set.problems.isEmpty && set.notes.isEmpty && set.records.count == 12)
  }

  // MARK: Workers that are stopped

  @Test func `a torn last line is cut off and its frame drawn again`() throws {
    try draw()
    let whole = try folder.read("out/frame.manifest-1-of-1.jsonl")
    try change("frame.manifest-1-of-1.jsonl") { $0.removeLast(20) }
    #expect(try check().problems.map(\.message) == ["frame 11 is missing"])
    #expect(try draw() == FrameProgress(drawn: 1, skipped: 11, total: 12))
    let lines = try lines("frame.manifest-1-of-1.jsonl")
    #expect(
      lines.count == 12
        && lines.dropLast() == String(decoding: whole, as: UTF8.self).split(separator: "\n").map(String.init).dropLast()
    )
    #expect(try check().problems.isEmpty)
  }

  @Test func `a damaged line is named and drawn again`() throws {
    try draw()
    try change("frame.manifest-1-of-1.jsonl") { bytes in
      let at = bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 5 } ?? 0
      bytes[at] = 0
    }
    let problems = try check().problems.map(\.message)
    #expect(problems.count == 2 && problems[1] == "frame 1 is missing", "\(problems)")
    #expect(
      problems.first?.contains("frame.manifest-1-of-1.jsonl, line 2: not a line of a manifest") == true, "\(problems)")
    // The lines after it refer to "the files as before", which are no longer known.
    #expect(try draw().skipped == 1)
  }

  @Test func `a share is drawn by one process at a time`() throws {
    var refused: EngineError?
    try draw("2/3") { progress in
      guard progress == FrameProgress(total: 4) else { return }
      do { try draw("2/3") } catch let error as EngineError { refused = error }
      // Another share is not locked.
      try draw("1/3")
    }
    #expect(refused?.kind == .temporary)
    #expect(refused?.message.contains("another process is drawing this share") == true)
  }

  @Test func `what a stopped worker left behind is removed unless it works again`() throws {
    try draw("1/3")
    try draw("2/3")
    for name in [".frame.1-of-3.0.tmp", ".frame.3-of-3.8.tmp", ".other.1-of-3.0.tmp"] {
      try folder.write("half", to: "out/\(name)")
    }
    try draw("2/3") { progress in
      guard progress.drawn + progress.skipped == 0 else { return }
      // While share 2 is being drawn, its own file must stay.
      try folder.write("half", to: "out/.frame.2-of-3.900.tmp")
      try draw("3/3")
      #expect(folder.exists("out/.frame.2-of-3.900.tmp"))
    }
    #expect(!folder.exists("out/.frame.1-of-3.0.tmp") && !folder.exists("out/.frame.3-of-3.8.tmp"))
    #expect(folder.exists("out/.other.1-of-3.0.tmp"))
  }

  // MARK: Joining

  @Test func `holes are named with the shares to run again`() throws {
    try draw("1/3", named: [("title", "a b")])
    try draw("3/3", named: [("title", "a b")])
    let set = try check()
    #expect(set.problems.map(\.message) == ["frames 1,4,7,10 are missing"])
    #expect(set.problems.map(\.kind) == [.missing])
    #expect(
      set.remedies == [
        "layerlua frames scene.lua --fps 10 --frames 0-11 -D 'title=a b' --shard 2/3 -o \(folder.path)/out/frame-{0000}.png"
      ])
  }

  @Test func `files that are gone or not as they were written are named`() throws {
    try draw()
    try FileManager.default.removeItem(atPath: folder.path + "/out/frame-0002.png")
    try change("frame-0005.png") { $0.removeLast() }
    try change("frame-0007.png") { $0[$0.count / 2] ^= 1 }
    let set = try check()
    #expect(set.problems.map(\.frames) == [[2], [5], [7]])
    #expect(set.problems.allSatisfy { $0.kind == .file })
    #expect(set.problems.first?.message == "frame 2 has no file any more")
    #expect(set.problems.last?.message.hasSuffix("frame-0007.png differs from its checksum") == true)
    #expect(set.remedies.count == 1)
  }

  @Test func `frames of another script or argument are named together`() throws {
    for shard in ["1/3", "2/3"] { try draw(shard) }
    try draw("3/3", script: Self.scene + " ")
    var set = try check()
    #expect(set.problems.map(\.frames) == [[2, 5, 8, 11]])
    #expect(set.problems.first?.kind == .mixed)
    #expect(
      set.problems.first?.message.hasPrefix("frames 2,5,8,11 were drawn from another script than the others") == true)
    #expect(set.remedies.first?.contains("--shard 3/3") == true)
    try draw("3/3", named: [("color", "blue")])
    set = try check()
    #expect(
      set.problems.map(\.message) == ["frames 2,5,8,11 were drawn with -D color=blue, the others with none"],
      "\(set.problems)")
    try draw("3/3")
    #expect(try check().problems.isEmpty)
  }

  @Test func `frames of another version or size are named`() throws {
    for shard in ["1/2", "2/2"] { try draw(shard) }
    let text = String(decoding: try folder.read("out/frame.manifest-2-of-2.jsonl"), as: UTF8.self)
    var edited = text.components(separatedBy: "\n")
    edited[0] = edited[0].replacingOccurrences(of: "\"version\": \"\(Engine.version)\"", with: "\"version\": \"0.0.9\"")
    edited[1] = edited[1].replacingOccurrences(of: "\"width\": 24", with: "\"width\": 25")
    try folder.write(edited.joined(separator: "\n"), to: "out/frame.manifest-2-of-2.jsonl")
    #expect(
      try check().problems.map(\.message) == [
        "frame 1 was drawn by version 0.0.9, the others by \(Engine.version)",
        "frame 3 has 25×8 pixels, the others 24×8",
      ])
  }

  @Test func `frames drawn from other files are named`() throws {
    let script = "return ca.Layer { bounds = {0, 0, 4, 4}, opacity = tonumber(ca.readFile 'alpha.txt') }"
    try folder.write("1", to: "alpha.txt")
    for shard in ["1/3", "2/3"] { try draw(shard, script: script) }
    try folder.write("0.5", to: "alpha.txt")
    try draw("3/3", script: script)
    let problems = try check().problems
    #expect(problems.map(\.frames) == [[2, 5, 8, 11]])
    #expect(problems.first?.message.contains("were drawn when alpha.txt was different") == true)
  }

  @Test func `frames that come twice are harmless when they are equal`() throws {
    try draw()
    try draw("1/2", frames: 0..<4)
    // As two workers unaware of each other would do.
    let text = try folder.read("out/frame.manifest-1-of-1.jsonl")
    try Data(text).write(to: URL(fileURLWithPath: folder.path + "/out/frame.manifest-2-of-2.jsonl"))
    let set = try check()
    #expect(set.problems.isEmpty)
    #expect(set.notes.map(\.message) == ["frames 0-11 were drawn twice, with equal pictures"])
    #expect(set.notes.map(\.rule) == [.framesTwice])
    #expect(set.records.count == 12)
  }

  @Test func `frames that come twice with different pictures are named`() throws {
    try draw()
    try FileManager.default.copyItem(atPath: folder.path + "/out", toPath: folder.path + "/other")
    let line = try #require(try lines("frame.manifest-1-of-1.jsonl").dropFirst(3).first)
    let digest = try #require(line.components(separatedBy: "\"sha256\": \"").last?.prefix(64))
    let size = try folder.read("other/frame-0003.png").count
    var bytes = try folder.read("other/frame-0003.png")
    bytes[size - 1] ^= 1
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/other/frame-0003.png"))
    let changed = try runCommand("/usr/bin/sha256sum", [folder.path + "/other/frame-0003.png"], in: folder.path).text
      .prefix(64)
    let manifest = String(decoding: try folder.read("other/frame.manifest-1-of-1.jsonl"), as: UTF8.self)
    try folder.write(
      manifest.replacingOccurrences(of: String(digest), with: String(changed)), to: "other/frame.manifest-1-of-1.jsonl")
    let set = try check("frame.manifest-1-of-1.jsonl", "../other/frame.manifest-1-of-1.jsonl")
    #expect(set.problems.map(\.frames) == [[3]] && set.problems.first?.kind == .double)
    #expect(set.problems.first?.message.contains("occurs twice with different pictures") == true)
  }

  @Test func `a part of the film can be checked`() throws {
    try draw("1/2")
    #expect(try check(frames: [0, 4, 8]).problems.isEmpty)
    #expect(try check(frames: [0, 1]).problems.map(\.message) == ["frame 1 is missing"])
    #expect(try check(frames: [0, 12]).problems.map(\.message) == ["frame 12 is not of this film, which has 0-11"])
  }

  @Test func `damaged manifests are read without harm`() throws {
    try draw(frames: 0..<3)
    let whole = try folder.read("out/frame.manifest-1-of-1.jsonl")
    var random = SeededRandom(7)
    for _ in 0..<200 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(at..<min(at + 40, bytes.count))
        case 2: bytes.insert(contentsOf: Array("9999999999999999999e300".utf8), at: at)
        default: bytes.insert(contentsOf: bytes[at..<min(at + 60, bytes.count)], at: at)
        }
      }
      try change("frame.manifest-1-of-1.jsonl") { $0 = bytes }
      // The damaged manifest may or may not yield a film; an error must be of kind file or limit.
      do { _ = try check().remedies } catch let error as EngineError {
        #expect(error.kind == .file || error.kind == .limit, "\(error)")
      }
    }
  }

  @Test func `a file name that leads out of the folder is refused`() throws {
    try draw()
    let text = String(decoding: try folder.read("out/frame.manifest-1-of-1.jsonl"), as: UTF8.self)
    try folder.write(
      text.replacingOccurrences(of: "\"frame-0004.png\"", with: "\"../scene.lua\""),
      to: "out/frame.manifest-1-of-1.jsonl")
    #expect(
      try check().problems.first?.message.contains("\"file\" must be the name of a file in the manifest's folder")
        == true)
  }
}

extension TemporaryFolder {
  fileprivate func contentsOf(_ name: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path + "/" + name)) ?? []).sorted()
  }

  fileprivate func modificationTime(_ name: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.modificationDate] as? Date
  }
}
