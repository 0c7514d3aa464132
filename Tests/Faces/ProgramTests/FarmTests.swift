// SPDX-License-Identifier: MIT
import Foundation
import Testing
import TestSupport

/// Frames drawn by several processes, as on several machines: shares, a killed process, joining.
@Suite struct FarmTests {
  let folder: TemporaryFolder
  static let count = 24

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      local root = ca.Layer { bounds = {0, 0, 160, 90}, backgroundColor = ca.args.color or "navy" }
      for i = 1, 12 do
        local dot = ca.Layer { bounds = {0, 0, 12, 12}, cornerRadius = 6, backgroundColor = {math.random(), math.random(), math.random()} }
        dot:addAnimation(ca.BasicAnimation {
          keyPath = "position", fromValue = {math.random(160), math.random(90)}, toValue = {math.random(160), math.random(90)}, duration = 1,
        })
        root:addSublayer(dot)
      end
      ca.onFrame(function(t, index)
        root:addSublayer(ca.TextLayer { frame = {2, 2, 100, 14}, fontSize = 10, string = index .. " " .. math.random(1000) })
        -- The process that is to be killed waits here, in the middle of its share.
        if ca.args.wait and index == 10 then while true do end end
      end)
      return root
      """, to: "scene.lua")
  }

  private func layerlua(_ arguments: String..., environment: [String: String] = [:]) throws -> CommandResult {
    let variables = environment.map { "\($0.key)=\($0.value)" }
    return try runCommand("/usr/bin/env", variables + [Checkout.program] + arguments, in: folder.path)
  }

  private func name(_ frame: Int) -> String { "frame-\(String("0000\(frame)".suffix(4))).png" }
  private func frames(_ name: String) throws -> [[UInt8]] {
    try (0..<Self.count).map { try folder.read("\(name)/\(self.name($0))") }
  }
  private func modified(_ name: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")[.modificationDate] as? Date
  }

  /// The manifests in a folder, one dictionary per line.
  private func lines(_ name: String) throws -> [[String: Any]] {
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/\(name)").filter {
      $0.hasSuffix(".jsonl")
    }.sorted()
    return try names.flatMap { file in
      try String(decoding: try folder.read("\(name)/\(file)"), as: UTF8.self).split(separator: "\n").compactMap {
        try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      }
    }
  }

  @Test(.enabled(if: hasFFmpeg)) func `a joined film has the sounds of its frames, or those of the option`() throws {
    func hasSound(_ name: String) throws -> Bool {
      let result = try runCommand(
        "/usr/bin/env",
        [
          "ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "stream=codec_name", "-of", "csv=p=0",
          name,
        ],
        in: folder.path)
      return !result.text.isEmpty
    }
    let made = try runCommand(
      "/usr/bin/env", ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:duration=1", "tone.wav"],
      in: folder.path)
    #expect(made.status == 0, "\(made)")
    let script = String(decoding: try folder.read("scene.lua"), as: UTF8.self)
    try folder.write("ca.film { sound = \"tone.wav\" }\n" + script, to: "heard.lua")
    let runs: [(String, [String])] = [("heard.lua", []), ("scene.lua", ["--sound", "tone.wav"]), ("scene.lua", [])]
    for (name, options) in runs {
      let drawn = try runCommand(
        Checkout.program, ["frames", name, "--fps", "24", "-o", "out"] + options, in: folder.path)
      #expect(drawn.status == 0, "\(drawn)")
      let joined = try layerlua("join", "out", "-o", "film.mp4")
      #expect(joined.status == 0, "\(joined)")
      #expect(try hasSound("film.mp4") == (name == "heard.lua" || !options.isEmpty), "\(name) \(options)")
    }
    #expect(try layerlua("join", "out", "-o", "film.mp4", "--sound", "tone.wav").status == 0)
    #expect(try hasSound("film.mp4"))
  }

  @Test func `shares drawn side by side with one killed make the film that is drawn in one go`() throws {
    let whole = try layerlua("frames", "scene.lua", "--fps", "24", "-o", "whole")
    #expect(whole.status == 0, "\(whole.errors)")

    // Three at once; the second hangs midway through its share and is killed there.
    let shares = try (1...3).map { share in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Checkout.program)
      process.arguments = [
        "frames", "scene.lua", "--fps", "24", "--shard", "\(share)/3", "-o", "out", "--threads", "1", "--quiet",
      ]
      if share == 2 { process.arguments?.append(contentsOf: ["-D", "wait=1"]) }
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      try process.run()
      return process
    }
    let hanging = shares[1]
    // Frames 1, 4 and 7 are done and recorded before frame 10 hangs.
    let manifest = "out/frame.manifest-2-of-3.jsonl"
    func isNoted() -> Bool {
      let lines = (try? folder.read(manifest)).map { String(decoding: $0, as: UTF8.self).split(separator: "\n") } ?? []
      return lines.contains { $0.contains("\(name(7))") && $0.hasSuffix("}") }
    }
    while hanging.isRunning, !isNoted() { usleep(2000) }
    kill(hanging.processIdentifier, SIGKILL)
    for process in shares { process.waitUntilExit() }
    #expect(shares[0].terminationStatus == 0 && shares[2].terminationStatus == 0)
    #expect(hanging.terminationReason == .uncaughtSignal)
    let finished = Set(try lines("out").compactMap { $0["frame"] as? Int })
    #expect(finished.isSuperset(of: [1, 4, 7]) && !finished.contains(10))

    // The arguments differ, so frames drawn by the killed process would not be reused; in a farm they are equal.
    var text = String(decoding: try folder.read(manifest), as: UTF8.self)
    text = text.replacingOccurrences(of: "[\"-D\", \"wait=1\"]", with: "[]")
    try folder.write(text, to: manifest)

    let hole = try layerlua("join", "out")
    #expect(hole.status == 4)
    #expect(hole.errors.contains("frames 10,13,16,19,22 are missing"), "\(hole.errors)")
    #expect(
      hole.errors.contains("layerlua frames scene.lua --fps 24 --frames 0-23 --shard 2/3 -o out/frame-{0000}.png"))

    let before = try [1, 4, 7, 0, 2].map { try modified("out/\(name($0))") }
    let again = try layerlua("frames", "scene.lua", "--fps", "24", "--shard", "2/3", "-o", "out")
    #expect(
      again.status == 0 && again.errors == "5 frames drawn, 3 were finished: out/frame-{0000}.png\n", "\(again.errors)")
    #expect(try [1, 4, 7, 0, 2].map { try modified("out/\(name($0))") } == before)

    // No frame is lost or drawn twice, no temporary file is left, and all equal those of a single run.
    #expect(try lines("out").compactMap { $0["frame"] as? Int }.sorted() == Array(0..<Self.count))
    #expect(try frames("out") == frames("whole"))
    let all = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out")
    #expect(all.count == Self.count + 3, "\(all.sorted())")
    let complete = try layerlua("join", "out")
    #expect(
      complete.status == 0 && complete.text == "24 frames (0-23, 160×90 pixels, 24 frames/s, 3 manifests): complete\n",
      "\(complete.errors)"
    )
  }

  @Test func `a joined film equals the film drawn in one go`() throws {
    for share in ["auto/2", "auto/2"].enumerated() {
      let result = try layerlua(
        "frames", "scene.lua", "--fps", "24", "--shard", share.element,
        environment: ["JOB_COMPLETION_INDEX": "\(share.offset)"])
      #expect(result.status == 0, "\(result.errors)")
    }
    for file in ["film.apng", "film.gif", "film.webp"] {
      #expect(try layerlua("join", "scene", "-o", "joined-\(file)").status == 0)
      #expect(try layerlua("scene.lua", "--fps", "24", "-o", file).status == 0)
      #expect(try folder.read("joined-\(file)") == folder.read(file), "\(file)")
    }
  }

  @Test func `without -o the frames go to a folder with the script's name`() throws {
    #expect(try layerlua("frames", "scene.lua", "--fps", "24", "--frames", "0-2").status == 0)
    #expect(folder.exists("scene/frame-0002.png") && !folder.exists("scene/frame-0003.png"))
    #expect(try layerlua("frames", "scene.lua", "--frames", "0", "-o", "deep/er/pic-{00}.webp").status == 0)
    #expect(folder.exists("deep/er/pic-00.webp"))
  }

  @Test func `a film's name for frames is refused with what to do`() throws {
    let result = try layerlua("frames", "scene.lua", "-o", "film.mp4")
    #expect(result.status == 2)
    #expect(result.errors.contains("layerlua join"), "\(result.errors)")
    #expect(!folder.exists("film.mp4"))
  }

  @Test func `a share that is drawn already is a temporary fault`() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Checkout.program)
    process.arguments = [
      "frames", "scene.lua", "--fps", "24", "--shard", "2/3", "-o", "out", "-D", "wait=1", "--threads", "1",
    ]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    try process.run()
    defer { kill(process.processIdentifier, SIGKILL) }
    while process.isRunning, !folder.exists("out/\(name(1))") { usleep(2000) }
    let second = try layerlua("frames", "scene.lua", "--fps", "24", "--shard", "2/3", "-o", "out")
    #expect(second.status == 75)
    #expect(second.errors.contains("another process is drawing this share"), "\(second.errors)")
  }

  @Test func `errors have the exit codes that schedulers go by`() throws {
    try folder.write("return ca.Layer { bounds = {0, 0, 4, 4}, backgroundColor = 'nocolour' }", to: "wrong.lua")
    #expect(try layerlua("frames", "wrong.lua", "--shard", "1/2", "--duration", "1").status == 1)
    let auto = try layerlua("frames", "scene.lua", "--shard", "auto")
    #expect(auto.status == 2 && auto.errors.contains("JOB_COMPLETION_INDEX"), "\(auto.errors)")
    #expect(try layerlua("frames", "scene.lua", "--time", "1").status == 2)
    #expect(try layerlua("scene.lua", "--shard", "1/2").status == 2)
    #expect(try layerlua("join", "nowhere").status == 4)
    #expect(try layerlua("join").status == 2)
    try folder.write("", to: "empty/nothing")
    let empty = try layerlua("join", "empty")
    #expect(empty.status == 4 && empty.errors.contains("there is no manifest in empty"), "\(empty.errors)")
    try folder.write("", to: "file")
    let blocked = try layerlua("frames", "scene.lua", "--frames", "0", "-o", "file/frame-{0000}.png")
    #expect(
      blocked.status == 4 && blocked.errors.contains("write frames to file: it is not a folder"), "\(blocked.errors)")
  }

  @Test func `problems are JSON objects when asked for`() throws {
    #expect(try layerlua("frames", "scene.lua", "--fps", "24", "--shard", "1/2", "--quiet").status == 0)
    let result = try layerlua("join", "scene", "--json")
    #expect(result.status == 4)
    let objects = try result.errors.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.first?["kind"] as? String == "missing")
    #expect(objects.first?["frames"] as? [Int] == Array(stride(from: 1, to: 24, by: 2)))
    #expect(objects.last?["exit"] as? Int == 4)
  }

  @Test func `a full disk ends a share with 75 and leaves the manifest whole`() throws {
    #expect(try layerlua("frames", "scene.lua", "--fps", "24", "--frames", "0-5").status == 0)
    // The file size limit is a few blocks, like a disk without room for a frame.
    let result = try runCommand(
      "/bin/sh", ["-c", "ulimit -f 2; exec '\(Checkout.program)' frames scene.lua --fps 24 --frames 0-8"],
      in: folder.path)
    #expect(result.status == 4 || result.status == 75, "\(result.status ?? -1) \(result.errors)")
    #expect(try lines("scene").count == 6)
    #expect(
      try layerlua("frames", "scene.lua", "--fps", "24", "--frames", "0-8").errors.hasPrefix(
        "3 frames drawn, 6 were finished"))
  }
}
