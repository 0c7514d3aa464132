// SPDX-License-Identifier: MIT
import Foundation
import ImageFiles
import Pixels
import Testing
import TestSupport

/// Films written by the program: the files, the progress output, and the files left after an error.
@Suite(.serialized) struct FilmProgramTests {
  let folder: TemporaryFolder
  static let moving = """
    local ca = require "layerlua"
    local root = ca.Layer { bounds = {0, 0, 64, 36}, backgroundColor = "white" }
    local dot = ca.Layer { bounds = {0, 0, 20, 20}, backgroundColor = "red", position = {0, 18} }
    root:addSublayer(dot)
    dot:addAnimation(ca.BasicAnimation { keyPath = "position.x", fromValue = 0, toValue = 64, duration = 0.5 }, "move")
    return root
    """
  /// All of its frames differ, and each takes a while.
  static let endless = """
    local ca = require "layerlua"
    local root = ca.Layer { bounds = {0, 0, 320, 180}, backgroundColor = "white" }
    for i = 1, 30 do root:addSublayer(ca.Layer { bounds = {0, 0, 60, 60}, backgroundColor = {i / 30, 0.5, 0}, shadowOpacity = 1, shadowRadius = 5 }) end
    ca.onFrame(function(t) for i, l in ipairs(root.sublayers) do l.position = { 160 + 150 * math.sin(t * i), 90 + 80 * math.cos(t * 3 + i) } end end)
    return root
    """

  /// The end of what is said of a film that ends with its last animation.
  private let note = "; it ends with its last animation (--hold 2 keeps its end)"

  init() throws { folder = try TemporaryFolder() }

  private func layerlua(_ arguments: String...) throws -> CommandResult {
    try runCommand(Checkout.program, arguments, in: folder.path)
  }
  private func bitmap(_ name: String) throws -> Bitmap { try readBitmap("\(folder.path)/\(name)") }
  private func shell(_ command: String) throws -> CommandResult {
    try runCommand("/bin/sh", ["-c", command], in: folder.path, input: nil)
  }
  /// The files other than the scripts, temporary files included.
  private var made: [String] { folder.contents.filter { !$0.hasSuffix(".lua") } }
  private func probe(_ file: String, _ entries: String) throws -> String {
    let result = try shell(
      "ffprobe -v error -count_frames -select_streams v -show_entries stream=\(entries) -of csv=p=0 \(file)")
    return result.text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  // MARK: Memory

  /// The memory of a film is charged before it is allocated, and accurately: with a lower limit it is refused at once,
  /// with this one it is written.
  @Test(arguments: [("film.gif", ""), ("film.apng", ""), ("film.webp", ""), ("film.webp", ", quality = 1")])
  func `the memory limit holds for films`(name: String, options: String) throws {
    try folder.write(
      """
      local ca = require "layerlua"
      local l = ca.GradientLayer { bounds = {0, 0, 1200, 1200}, type = "conic", startPoint = {.5, .5}, endPoint = {1, .5},
        colors = { "red", "#00ff00", "blue", "white", "black", "red" } }
      l:addAnimation(ca.BasicAnimation { keyPath = "endPoint.y", fromValue = 0, toValue = 1, duration = 0.4 })
      ca.render(l, "\(name)", { fps = 10, duration = 0.4\(options) })
      """, to: "a.lua")
    // A tolerance for the program's own memory and for coarse measurement.
    let own = 24_000_000
    func run(_ limit: Int) throws -> CommandResult {
      try runCommand(
        Checkout.program, ["a.lua", "--threads", "2", "--memory-limit", "\(limit)"], in: folder.path,
        watchesMemory: true)
    }
    let refused = try run(20_000_000)
    #expect(refused.status == 3 && refused.peakMemory > 0 && refused.peakMemory < 20_000_000 + own, "\(refused)")
    let said = try #require(
      refused.errors.firstMatch(of: /which takes ([0-9]+) bytes: the memory limit is 20000000/), "\(refused.errors)")
    let needed = try #require(Int(said.1))
    #expect(made.isEmpty)
    let enough = needed + 4_000_000
    let written = try run(enough)
    #expect(written.status == 0 && written.peakMemory < enough + own, "\(written) at \(enough)")
    #expect(try run(needed - 2_000_000).status == 3)
  }

  // MARK: Files

  @Test func `numbered frames are the pictures of their times`() throws {
    try folder.write(Self.moving, to: "a.lua")
    let result = try layerlua("a.lua", "-o", "out-{000}.png", "--fps", "20")
    let bytes = try (0..<10).reduce(0) { $0 + (try folder.read("out-00\($1).png").count) }
    #expect(
      result.status == 0
        && result.errors
          == "out-{000}.png: 10 frames of 64×36 pixels, 0.5 s at 20 frames per second, \(bytes) bytes\(note)\n",
      "\(result.errors)")
    #expect(made == (0..<10).map { "out-00\($0).png" })
    for (frame, time) in [(0, "0"), (7, "0.35")] {
      #expect(try layerlua("a.lua", "--time", time, "-o", "still.png").status == 0)
      #expect(try folder.read("still.png") == folder.read("out-00\(frame).png"))
    }
  }

  @Test func `a finished film says its file, frames, pixels, seconds and bytes`() throws {
    try folder.write(Self.moving, to: "a.lua")
    func said(_ arguments: String...) throws -> String {
      let result = try runCommand(Checkout.program, ["a.lua"] + arguments, in: folder.path)
      #expect(result.status == 0 && result.output.isEmpty, "\(result)")
      return result.errors
    }
    func bytes(_ name: String) throws -> Int { try folder.read(name).count }
    #expect(
      try said("-o", "a.gif")
        == "a.gif: 25 frames of 64×36 pixels, 0.5 s at 50 frames per second, \(try bytes("a.gif")) bytes\(note)\n")
    #expect(
      try said("-o", "a.webp", "--fps", "30000/1001", "--scale", "2", "--frames", "3")
        == "a.webp: 1 frame of 128×72 pixels, 0.033 s at 29.97 frames per second, \(try bytes("a.webp")) bytes\n")
    // H.264 requires even sides.
    let video = try said("-o", "a.mp4", "--size", "63x35")
    #expect(
      video.hasSuffix(
        "a.mp4: 30 frames of 64×36 pixels, 0.5 s at 60 frames per second, \(try bytes("a.mp4")) bytes\(note)\n"),
      "\(video)")
    #expect(
      try said("-o", "p{0}.svg", "--fps", "4").hasPrefix("p{0}.svg: 2 frames, 0.5 s at 4 frames per second, "))
    // One JSON object on a line, after those of its progress.
    let lines = try said("-o", "a.apng", "--json").split(separator: "\n")
    let last = try #require(lines.last)
    #expect(
      last
        == #"{"level": "summary", "output": "a.apng", "frames": 30, "pixels": [64, 36], "seconds": 0.5, "fps": 60, "bytes": \#(try bytes("a.apng"))}"#
    )
    // Silent with --quiet, and when the film is written to a pipe.
    #expect(try said("-o", "a.gif", "--quiet").isEmpty)
    let piped = try shell("mkfifo b.gif; '\(Checkout.program)' a.lua -o b.gif & cat b.gif >c.gif; wait")
    #expect(piped.errors.isEmpty, "\(piped.errors)")
    #expect(try folder.read("c.gif") == folder.read("a.gif"))
  }

  @Test func `frames picks some and they keep their numbers`() throws {
    try folder.write(Self.moving, to: "a.lua")
    #expect(try layerlua("a.lua", "-o", "f{0}.jpg", "--fps", "20", "--frames", "0,3-4,8-").status == 0)
    #expect(made == ["f0.jpg", "f3.jpg", "f4.jpg", "f8.jpg", "f9.jpg"])
    let beyond = try layerlua("a.lua", "-o", "g{0}.png", "--frames", "0-90", "--duration", "1")
    #expect(
      beyond.status == 1
        && beyond.errors.contains("there is no frame 90; 1 s at 60 frames per second are frames 0 to 59"),
      "\(beyond.errors)")
  }

  @Test func `mp4 is H264 in BT709 with even sizes and the index first`() throws {
    try folder.write(Self.moving, to: "a.lua")
    let result = try layerlua("a.lua", "-o", "a.mp4", "--size", "63x35")
    #expect(
      result.status == 0 && result.errors.contains("63×35 pixels become 64×36, since H.264 needs even sizes"),
      "\(result.errors)")
    let facts = try probe(
      "a.mp4",
      "codec_name,width,height,pix_fmt,color_range,color_space,color_transfer,color_primaries,avg_frame_rate,nb_read_frames"
    )
    #expect(facts == "h264,64,36,yuv420p,tv,bt709,bt709,bt709,60/1,30")
    let bytes = String(decoding: try folder.read("a.mp4"), as: UTF8.self)
    let index = try #require(bytes.range(of: "moov")), frames = try #require(bytes.range(of: "mdat"))
    #expect(index.lowerBound < frames.lowerBound)
    // Decoding yields the original colours.
    #expect(try shell("ffmpeg -v error -i a.mp4 -vf select='eq(n\\,15)' -frames:v 1 f.png").status == 0)
    let picture = try bitmap("f.png")
    for (x, y, expected) in [(32, 18, 0xFF00_00FF), (5, 5, 0xFFFF_FFFF)] as [(Int, Int, UInt32)] {
      let p = picture[x, y]
      for shift in [0, 8, 16] as [UInt32] {
        #expect(abs(Int(p >> shift & 255) - Int(expected >> shift & 255)) <= 6, "\(x) \(y): \(String(p, radix: 16))")
      }
    }
  }

  @Test func `WebM keeps alpha where there is any`() throws {
    try folder.write(Self.moving, to: "a.lua")
    #expect(try layerlua("a.lua", "-o", "a.webm", "--fps", "20").status == 0)
    #expect(
      try probe("a.webm", "codec_name,width,height,pix_fmt,color_space,nb_read_frames") == "vp9,64,36,yuv420p,bt709,10")
    try folder.write(Self.moving.replacingOccurrences(of: ", backgroundColor = \"white\"", with: ""), to: "b.lua")
    #expect(try layerlua("b.lua", "-o", "b.webm", "--fps", "20").status == 0)
    #expect(
      try shell("ffmpeg -v error -c:v libvpx-vp9 -i b.webm -vf select='eq(n\\,5)' -frames:v 1 -pix_fmt rgba f.png")
        .status == 0)
    let picture = try bitmap("f.png")
    #expect(picture[32, 18] >> 24 > 245 && picture[32, 18] & 255 > 240 && picture[5, 5] >> 24 < 10)
  }

  @Test func `films without ffmpeg need none`() throws {
    try folder.write(Self.moving, to: "a.lua")
    for (name, head) in [("a.gif", "GIF89a"), ("a.apng", "\u{89}PNG"), ("a.webp", "RIFF")] {
      let arguments = name == "a.webp" ? "--fps 60" : ""
      let result = try shell("PATH=/nowhere '\(Checkout.program)' a.lua -o \(name) \(arguments)")
      #expect(result.status == 0, "\(result.errors)")
      let bytes = try folder.read(name)
      #expect(bytes.starts(with: head.unicodeScalars.map { UInt8($0.value) }) && bytes.count > 300)
    }
    #expect(try probe("a.gif", "nb_read_frames,avg_frame_rate") == "50/1,25")
    // Without film options a .webp file is a still picture.
    #expect(try layerlua("a.lua", "-o", "still.webp").status == 0)
    #expect(try folder.read("still.webp").count < 300)
  }

  @Test func `a film is the same for any number of threads`() throws {
    try folder.write(Self.endless, to: "a.lua")
    for threads in ["1", "4"] {
      for name in ["mp4", "webp", "apng"] {
        #expect(
          try layerlua("a.lua", "-o", "\(threads).\(name)", "--duration", "0.2", "--threads", threads, "--scale", "0.5")
            .status == 0)
      }
    }
    for name in ["mp4", "webp", "apng"] { #expect(try folder.read("1.\(name)") == folder.read("4.\(name)"), "\(name)") }
  }

  // MARK: Mistakes

  @Test(
    arguments: [
      (
        ["-o", "a.png", "--fps", "30"], 2,
        "a .png is a single picture, but fps, from, duration and frames are for films; number the pictures"
      ),
      (["--duration", "2"], 2, "name its file, such as -o a.mp4 or -o frame-{0000}.png"),
      (["-o", "-", "--duration", "2"], 2, "-o - takes one picture; a film needs a format"),
      (["-o", "jpg:-", "--duration", "2"], 2, "-o jpg:- takes one picture; a film needs a format"),
      (["-o", "gif:-", "--time", "1"], 2, "a film starts at --from"),
      (["-o", "f{}.png"], 2, "these are empty; write zeros, one for each digit"),
      (["-o", "a.mp4", "--scale", "1,2"], 2, "a film has one scale"),
      (["-o", "a.mp4", "--time", "1"], 2, "a film starts at --from"),
      (["-o", "a.mp4", "--frames", "5-1"], 2, "--frames: 5-1 runs backward"),
      (["-o", "a.mp4", "--fps", "0"], 2, "--fps expects"),
      (["-o", "a.mp4", "--duration", "1e6"], 3, "a film of 60000000 frames is too long: at most 1000000"),
      (["-o", "a.avi", "--fps", "30"], 2, "unknown film format .avi"),
    ] as [([String], Int32, String)]) func `what is wrong with a film is explained`(
      arguments: [String], status: Int32, fragment: String
    ) throws
  {
    try folder.write(Self.moving, to: "a.lua")
    let result = try runCommand(Checkout.program, ["a.lua"] + arguments, in: folder.path)
    #expect(result.errors.contains(fragment), "\(result.errors)")
    #expect(result.status == status || (status == 1 && result.status == 4), "\(result.status ?? -1)")
    #expect(made.isEmpty)
  }

  @Test func `a GIF of more than 50 frames a second has 50, and says so`() throws {
    try folder.write(Self.moving, to: "a.lua")
    let result = try layerlua("a.lua", "-o", "a.gif", "--fps", "60")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("fps: 60 frames per second become 50: a GIF's clock counts hundredths of a second"))
    let usual = try layerlua("a.lua", "-o", "b.gif", "--fps", "50")
    #expect(usual.status == 0 && !usual.errors.contains("become"))
    #expect(try folder.read("a.gif") == folder.read("b.gif"))
  }

  @Test func `a film without an end asks for its length`() throws {
    try folder.write(Self.endless, to: "a.lua")
    let result = try layerlua("a.lua", "-o", "a.mp4")
    #expect(
      result.status == 1 && result.errors.contains("no animation in it has an end")
        && result.errors.contains("--duration 2"),
      "\(result.errors)")
  }

  @Test func `without ffmpeg the exit code is 5 and a hint says what to do`() throws {
    try folder.write(Self.moving, to: "a.lua")
    for name in ["a.mp4", "a.webm"] {
      let result = try shell("PATH=/nowhere '\(Checkout.program)' a.lua -o \(name)")
      #expect(result.status == 5)
      #expect(
        result.errors.contains(
          "ffmpeg was not found in PATH; install it (Debian: apt-get install ffmpeg), or write .webp"),
        "\(result.errors)")
    }
    #expect(made.isEmpty)
  }

  @Test func `a script in the sandbox may not start ffmpeg`() throws {
    let script =
      "local ca = require 'layerlua' local l = ca.Layer { bounds = {0, 0, 8, 8}, backgroundColor = 'red' }\nca.render(l, 'x.NAME', { duration = 0.1 })"
    for name in ["mp4", "webm", "gif"] {
      try folder.write(script.replacingOccurrences(of: "NAME", with: name), to: "\(name).lua")
    }
    let result = try layerlua("mp4.lua")
    #expect(result.status == 1 && result.errors.hasPrefix("mp4.lua:2: "), "\(result.errors)")
    #expect(
      result.errors.contains(
        "made by the program ffmpeg, which a script in the sandbox may not start; return the layer and use -o x.mp4"))
    #expect(made.isEmpty)
    #expect(try layerlua("mp4.lua", "--trusted").status == 0 && layerlua("gif.lua").status == 0)
    #expect(made == ["x.gif", "x.mp4"])
  }

  // MARK: Progress

  @Test func `progress is lines with JSON and nothing on a pipe`() throws {
    try folder.write(Self.moving, to: "a.lua")
    #expect(try layerlua("a.lua", "-o", "a.apng").errors.split(separator: "\n").count == 1)
    #expect(try layerlua("a.lua", "-o", "a.apng", "--json", "--quiet").errors.isEmpty)
    let lines = try layerlua("a.lua", "-o", "a.mp4", "--json").errors.split(separator: "\n")
    var objects = try lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.popLast()?["level"] as? String == "summary")
    #expect(
      objects.allSatisfy { $0["level"] as? String == "progress" && $0["frames"] as? Int == 30 && $0["fps"] is Double })
    #expect(objects.last?["frame"] as? Int == 30 && (objects.last?["seconds"] as? Double ?? 0) > 0)
  }

  @Test func `on a terminal a bar is shown and taken away`() throws {
    try folder.write(Self.moving, to: "a.lua")
    // `script` provides a terminal.
    let result = try shell("script -qec \"'\(Checkout.program)' a.lua -o a.apng\" /dev/null")
    #expect(
      result.text.contains("30/30  ") && result.text.contains("frames/s")
        && result.text.contains("\r\u{1B}[Ka.apng: 30 frames of 64×36 pixels, "),
      "\(result.text)")
  }

  // MARK: When something goes wrong

  /// Runs the program on an endless scene until it is writing, then calls the body with its process id.
  private func interrupted(
    _ arguments: [String], _ body: (_ process: Int32) throws -> Void
  ) throws -> (status: Int32?, signal: Int32?, errors: String) {
    try folder.write(Self.endless, to: "a.lua")
    let scratch = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Checkout.program)
    process.arguments = ["a.lua", "--duration", "10000"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try scratch.write("", to: "errors")
    process.standardError = FileHandle(forWritingAtPath: scratch.path + "/errors")
    try process.run()
    let end = Date().addingTimeInterval(120)
    while Date() < end, process.isRunning, !folder.contents.contains(where: { $0.hasPrefix(".layerlua-") }) {
      usleep(2000)
    }
    // Interrupts it while it writes.
    usleep(100_000)
    try body(process.processIdentifier)
    while Date() < end, process.isRunning { usleep(2000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    let exited = process.terminationReason == .exit
    let errors = String(decoding: try scratch.read("errors"), as: UTF8.self)
    return (exited ? process.terminationStatus : nil, exited ? nil : process.terminationStatus, errors)
  }

  @Test(arguments: ["gif", "apng", "webp", "mp4", "webm"])
  func `a film that the system has no memory for is a limit`(name: String) throws {
    try folder.write(
      """
      local dot = ca.Layer { frame = {0, 0, 900, 900}, backgroundColor = "red" }
      dot:addAnimation(ca.BasicAnimation { keyPath = "position.x", fromValue = 0, toValue = 300, duration = 1 })
      return ca.Layer { bounds = {0, 0, 2000, 2000}, dot }
      """, to: "a.lua")
    var statuses: Set<Int32> = []
    for megabytes in [70, 100, 130, 170, 220, 280] {
      let result = try shell(
        "ulimit -Sd \(megabytes * 1000); '\(Checkout.program)' a.lua -o a.\(name) --duration 0.06 --threads 2")
      // ffmpeg's encoders may fail without an error message.
      let isUnknown = result.status == 4 && !result.errors.contains("emory") && !result.errors.contains("malloc")
      // Swift aborts the process if one of its own allocations fails, which cannot be caught (decision 0033).
      let isEnded = result.errors.contains("failed to allocate")
      if !isEnded {
        let status = try #require(result.status, "\(megabytes): \(result)")
        #expect(status == 0 || status == 3 || isUnknown, "\(megabytes): \(result.errors)")
        if status != 0 { #expect(made.isEmpty) }
        statuses.insert(status)
      }
      _ = try shell("rm -f a.\(name) .layerlua-*")
    }
    #expect(statuses.contains(3))
  }

  @Test(arguments: ["a.png", "a.jpg", "a.pdf", "a.gif", "a.apng", "a-{0}.png"])
  func `a pipe without a reader ends by the time limit`(name: String) throws {
    try folder.write(Self.moving, to: "a.lua")
    let file = name.replacingOccurrences(of: "{0}", with: "0")
    #expect(mkfifo(folder.path + "/" + file, 0o600) == 0)
    let result = try runCommand(
      Checkout.program, ["a.lua", "-o", name, "--time-limit", "0.3", "--quiet"], in: folder.path, limit: 30)
    #expect(result.status == 3 && result.errors.contains("the time limit of 0.3 s is reached"), "\(result)")
    #expect(folder.contents.filter { $0.hasPrefix(".") }.isEmpty)
  }

  @Test func `a pipe whose reader stops reading ends by the time limit`() throws {
    try folder.write(
      """
      return ca.Layer { bounds = {0, 0, 500, 500}, contents = ca.Image { width = 500, height = 500,
        pixels = function(x, y) return x * y * 7919 % 256 / 255, x * y * 104729 % 255 / 255, (x + y) * 31 % 251 / 255 end } }
      """, to: "a.lua")
    let result = try shell(
      "mkfifo a.png; sleep 20 <a.png & '\(Checkout.program)' a.lua -o a.png --time-limit 1; echo $?; kill $!")
    #expect(result.text == "3\n", "\(result)")
    let read = try shell(
      "'\(Checkout.program)' a.lua -o a.png --quiet & cat a.png >b.png; wait; '\(Checkout.program)' a.lua -o c.png --quiet"
    )
    #expect(read.status == 0)
    #expect(try folder.read("b.png") == folder.read("c.png"))
  }

  /// The ffmpeg processes that write into this folder.
  private var ffmpegs: [Int32] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { Int32($0) }.filter { pid in
      let words =
        FileManager.default.contents(atPath: "/proc/\(pid)/cmdline").map { String(decoding: $0, as: UTF8.self) } ?? ""
      return words.hasPrefix("ffmpeg\0") && words.contains(folder.path)
    }
  }

  @Test(arguments: [
    ("a.mp4", SIGTERM), ("a.webm", SIGHUP), ("a.apng", SIGHUP), ("a.webp", SIGTERM), ("a.mp4", SIGXCPU),
    ("a.apng", SIGUSR1), ("a.webm", SIGUSR2), ("a.webp", SIGALRM), ("a.apng", SIGPROF), ("a.apng", SIGVTALRM),
    ("a.apng", SIGIO), ("a.apng", SIGPWR),
  ])
  func `a signal leaves the old file and nothing else`(name: String, number: Int32) throws {
    try folder.write("old", to: name)
    // A signal ignored here, like SIGHUP under nohup, stays ignored in the program.
    let handler = signal(number, SIG_DFL)
    defer { signal(number, handler) }
    let result = try interrupted(["-o", name]) { pid in
      if name == "a.mp4" { #expect(ffmpegs.count == 1) }
      kill(pid, number)
    }
    #expect(result.signal == number && result.errors.isEmpty, "\(result)")
    #expect(made == [name])
    #expect(try folder.read(name) == Array("old".utf8))
    #expect(ffmpegs.isEmpty)
  }

  @Test func `a killed ffmpeg is a temporary fault`() throws {
    let result = try interrupted(["-o", "a.mp4"]) { _ in for pid in ffmpegs { kill(pid, SIGKILL) } }
    #expect(
      result.status == 75 && result.errors.contains("cannot write \"a.mp4\": ffmpeg was ended by signal 9"), "\(result)"
    )
    #expect(made.isEmpty)
  }

  @Test(arguments: ["a.mp4", "a.apng"]) func `the time limit holds`(name: String) throws {
    try folder.write(Self.endless, to: "a.lua")
    let result = try layerlua("a.lua", "--duration", "10000", "-o", name, "--time-limit", "0.7")
    #expect(result.status == 3 && result.errors.contains("the time limit of 0.7 s is reached"), "\(result.errors)")
    #expect(made.isEmpty && ffmpegs.isEmpty)
    try folder.write(
      Self.endless.replacingOccurrences(
        of: "return root", with: "pcall(ca.render, root, '\(name)', { duration = 10000 })"), to: "a.lua")
    let inner = try layerlua("a.lua", "--time-limit", "0.7", "--trusted")
    #expect(inner.status == 3 && inner.errors.contains("the time limit"), "\(inner.errors)")
    #expect(made.isEmpty && ffmpegs.isEmpty)
  }

  @Test func `an error of the script at a frame is the script's`() throws {
    try folder.write(
      Self.endless.replacingOccurrences(
        of: "function(t)", with: "function(t, index)\nif index == 57 then error 'no' end\n"), to: "a.lua")
    for name in ["a.mp4", "a.gif", "f-{000}.png"] {
      let result = try layerlua("a.lua", "--duration", "2", "-o", name, "--scale", "0.2")
      #expect(result.status == 1 && result.errors.contains("a.lua:5: no"), "\(result.errors)")
    }
    #expect(made.allSatisfy { $0.hasPrefix("f-0") && $0 < "f-057.png" } && made.count >= 50, "\(made)")
  }

  @Test func `a full disk is a temporary fault and a file that may not grow an error`() throws {
    try folder.write(Self.endless, to: "a.lua")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/full.gif", withDestinationPath: "/dev/full")
    let full = try layerlua("a.lua", "--duration", "0.2", "-o", "full.gif", "--allow-write", "/dev")
    #expect(full.status == 75 && full.errors.contains("no space left on device"), "\(full.errors)")
    for name in ["a.mp4", "a.apng", "a.webp", "f-{000}.png"] {
      try folder.write("old", to: name)
      let result = try shell("ulimit -f 8; '\(Checkout.program)' a.lua --duration 1 -o '\(name)'")
      #expect(result.status == 4 && result.errors.contains("cannot write \""), "\(name): \(result.errors)")
      #expect(try folder.read(name) == Array("old".utf8))
    }
    #expect(made.filter { $0.hasPrefix(".") }.isEmpty && ffmpegs.isEmpty)
  }

  @Test(
    arguments: [
      ("exit 3", 4, "ffmpeg failed with exit code 3: boom"),
      ("echo 'av_interleaved_write_frame(): No space left on device' >&2; exit 1", 75, "no space left"),
      ("echo \"Unknown encoder 'libx264'\" >&2; exit 1", 5, "built without a required feature"),
      ("cat > /dev/null; exit 1", 4, "exit code 1: boom"),
    ] as [(String, Int32, String)])
  func `what ffmpeg says is told on`(script: String, status: Int32, fragment: String) throws {
    try folder.write(Self.moving, to: "a.lua")
    try folder.write("#!/bin/sh\necho boom >&2\n\(script)\n", to: "bin/ffmpeg")
    let result = try shell("chmod +x bin/ffmpeg; PATH=\"$PWD/bin:$PATH\" '\(Checkout.program)' a.lua -o a.mp4")
    #expect(result.status == status && result.errors.contains(fragment), "\(result.errors)")
    #expect(made == ["bin"])
  }
}
