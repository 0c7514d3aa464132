// SPDX-License-Identifier: MIT
import Foundation
import Pixels
import Testing
import TestSupport

/// Film files as layers, and sound in films: made and measured with ffmpeg.
@Suite(.serialized, .enabled(if: hasFFmpeg)) struct ClipTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @discardableResult
  private func layerlua(_ arguments: String...) throws -> CommandResult {
    try runCommand(Checkout.program, arguments, in: folder.path)
  }
  @discardableResult private func shell(_ command: String) throws -> CommandResult {
    let result = try runCommand("/bin/sh", ["-c", command], in: folder.path, input: nil)
    #expect(result.status == 0, "\(command): \(result.errors)")
    return result
  }

  /// Makes a clip of 60 frames, 64 × 48 pixels, in which frame N is grey of 4 N.
  private func makeClip(_ name: String, _ options: String) throws {
    try shell(
      "ffmpeg -v error -f lavfi -i 'color=black:s=64x48:r=20:d=3,format=gray,geq=lum=4*N' \(options) -y \(name)")
  }

  /// Prints the numbers of the frames shown at some times.
  private func numbers(_ clip: String, at times: [Double], _ keys: String = "") throws -> [Int] {
    try folder.write(
      """
      local ca = require "layerlua"
      local l = ca.PlayerLayer { bounds = {0, 0, 64, 48}, file = "\(clip)", videoGravity = "resize"\(keys) }
      for _, t in ipairs { \(times.map { "\($0)" }.joined(separator: ", ")) } do
        local r = ca.render(l, { time = t }):pixel(30, 20)
        print(math.floor(r * 255 / 4 + 0.5))
      end
      """, to: "a.lua")
    let result = try layerlua("a.lua", "--trusted")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    return result.text.split(separator: "\n").compactMap { Int($0) }
  }

  // MARK: Clips

  @Test(arguments: [
    ("a.mp4", "-pix_fmt yuv420p -c:v libx264 -bf 3 -g 25 -crf 12"),
    ("a.mkv", "-pix_fmt yuv420p -c:v libx264 -bf 2 -g 60 -crf 12"),
    ("a.webm", "-pix_fmt yuv420p -c:v libvpx-vp9 -crf 12 -b:v 0 -g 30 -deadline realtime"),
    ("a.mov", "-c:v prores_ks -profile:v 3"), ("a.avi", "-c:v mjpeg -q:v 2"),
    ("a.ts", "-pix_fmt yuv420p -c:v libx264 -bf 2 -g 20 -crf 12"), ("b.gif", ""),
  ]) func `the frame of a time is the same in any order`(name: String, options: String) throws {
    try makeClip(name, options)
    var random = SeededRandom(5)
    var wanted = Array(0..<60).shuffled(using: &random).prefix(20)
    wanted += [0, 1, 2, 59, 58, 57, 56, 30, 29, 28]
    let shown = try numbers(name, at: wanted.map { Double($0) / 20 + 0.001 })
    #expect(shown == Array(wanted), "\(name)")
  }

  @Test func `parts, rates, repetition and the layer's own time`() throws {
    try makeClip("a.mp4", "-pix_fmt yuv420p -c:v libx264 -crf 12")
    #expect(try numbers("a.mp4", at: [-1, 0, 2.999, 3, 100]) == [0, 0, 59, 59, 59])
    #expect(try numbers("a.mp4", at: [0, 0.501, 1.001, 5], ", from = 1, to = 2") == [20, 30, 39, 39])
    #expect(
      try numbers("a.mp4", at: [0, 0.501, 1.001, 1.501], ", from = 1, to = 2, loops = true") == [20, 30, 20, 30])
    #expect(try numbers("a.mp4", at: [0.001, 0.501], ", rate = 2") == [0, 20])
    #expect(try numbers("a.mp4", at: [0.001, 1.001, 5], ", rate = -1") == [59, 39, 0])
    #expect(try numbers("a.mp4", at: [1.001], ", beginTime = 0.5") == [10])
    #expect(try numbers("a.mp4", at: [1.001], ", speed = 0.5") == [10])
  }

  @Test func `transparency, size, rotation and the shape of pixels`() throws {
    try shell(
      """
      ffmpeg -v error -f lavfi -i \
        'color=red:s=32x16:r=10:d=1,format=rgba,geq=r=255:g=0:b=0:a=if(lt(X\\,16)\\,255\\,128)' \
        -c:v libvpx-vp9 -pix_fmt yuva420p -auto-alt-ref 0 -crf 10 -b:v 0 -deadline realtime -y a.webm
      ffmpeg -v error -f lavfi -i 'color=blue:s=32x16:r=10:d=1' -vf setsar=2/1 -pix_fmt yuv420p -y sar.mp4
      ffmpeg -v error -f lavfi -i 'color=blue:s=32x16:r=10:d=1' -pix_fmt yuv420p -y plain.mp4
      ffmpeg -v error -i plain.mp4 -c copy -metadata:s:v rotate=90 -y turned.mp4
      """)
    try folder.write(
      """
      local ca = require "layerlua"
      for _, file in ipairs { "a.webm", "sar.mp4", "turned.mp4" } do
        local l = ca.PlayerLayer { bounds = {0, 0, 64, 64}, file = file }
        print(l.videoSize, l.videoHasAlpha, l.videoDuration, l.videoFrameRate, l.videoRect)
      end
      local l = ca.PlayerLayer { bounds = {0, 0, 32, 16}, file = "a.webm" }
      local image = ca.render(l)
      print(string.format("%.2f %.2f", select(4, image:pixel(4, 8)), select(4, image:pixel(28, 8))))
      """, to: "a.lua")
    let result = try layerlua("a.lua", "--trusted")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.text.split(separator: "\n").map(String.init) == [
        "Size(32, 16)\ttrue\t1\t10\tRect(0, 16, 64, 32)", "Size(64, 16)\tfalse\t1\t10\tRect(0, 24, 64, 16)",
        "Size(16, 32)\tfalse\t1\t10\tRect(16, 0, 32, 64)", "1.00 0.50",
      ], "\(result.text)")
  }

  @Test func `a film takes its length from its clip, and two runs give the same bytes`() throws {
    try makeClip("a.mp4", "-pix_fmt yuv420p -c:v libx264 -crf 12")
    try folder.write(
      """
      local ca = require "layerlua"
      return ca.Layer { bounds = {0, 0, 64, 48}, ca.PlayerLayer { frame = {0, 0, 64, 48}, file = "a.mp4", from = 1,
        rate = 2 } }
      """, to: "a.lua")
    for name in ["one.apng", "two.apng"] {
      let result = try layerlua("a.lua", "-o", name, "--fps", "10")
      #expect(result.status == 0 && result.errors.contains("10 frames"), "\(result)")
    }
    #expect(try folder.read("one.apng") == folder.read("two.apng"))
  }

  @Test func `clips are decoded in every command, and unreadable ones are errors`() throws {
    try makeClip("a.mp4", "-pix_fmt yuv420p -c:v libx264 -crf 12")
    try folder.write(
      """
      local ca = require "layerlua"
      local clip = ca.PlayerLayer { frame = {0, 0, 64, 48}, file = ca.args.file or "a.mp4" }
      print(clip.videoSize, clip.videoDuration)
      return ca.Layer { bounds = {0, 0, 64, 48}, clip }
      """, to: "a.lua")
    try folder.write("file\na.mp4\n", to: "rows.csv")
    for arguments in [
      ["a.lua", "-o", "a.png"], ["frames", "a.lua", "--fps", "5"], ["diagnose", "a.lua"], ["inspect", "a.lua"],
      ["a.lua", "--each", "rows.csv", "-o", "{row}.png"],
    ] {
      let result = try runCommand(Checkout.program, arguments, in: folder.path)
      #expect(result.status == 0, "\(arguments): \(result)")
      #expect((result.text + result.errors).contains("Size(64, 48)\t3"), "\(arguments): \(result)")
    }
    let isolated = try layerlua("a.lua", "-o", "a.png", "--isolate")
    #expect(isolated.status == 1 && isolated.errors.contains("may not start"), "\(isolated)")
    let missing = try layerlua("a.lua", "-o", "b.png", "-D", "file=b.mp4")
    #expect(missing.status == 1 && missing.errors.contains("film \"b.mp4\" was not found"), "\(missing)")
    try folder.write(
      "local ca = require \"layerlua\"\nreturn ca.PlayerLayer { bounds = {0, 0, 64, 48}, file = \"b.mp4\" }",
      to: "b.lua")
    let film = try layerlua("b.lua", "-o", "b.mp4")
    #expect(film.status != 0 && film.errors.contains("film \"b.mp4\" was not found"), "\(film)")
    for (keys, part) in [("from = 2, to = 1", "is before from, 2 s"), ("from = 10", "before the end of film")] {
      try folder.write(
        "local ca = require \"layerlua\"\nreturn ca.PlayerLayer { bounds = {0, 0, 64, 48}, file = \"a.mp4\", \(keys) }",
        to: "c.lua")
      let result = try layerlua("c.lua", "-o", "c.png")
      #expect(result.status == 0 && result.errors.contains(part), "\(result)")
    }
  }

  @Test func `a huge frame is refused before it is decoded, and no message tells a place`() throws {
    // 12,000 × 12,000 pixels: 216 MB for each frame of a decoder.
    try shell(
      "ffmpeg -v error -f lavfi -i color=black:s=12000x12000:r=1:d=1 -frames:v 1 -pix_fmt yuv420p -c:v libx264 "
        + "-preset ultrafast -y huge.mp4")
    try folder.write("no film", to: "text.mp4")
    try folder.write(
      """
      local ca = require "layerlua"
      for _, file in ipairs { "huge.mp4", "text.mp4" } do
        print(pcall(ca.render, ca.PlayerLayer { bounds = {0, 0, 64, 48}, file = file }))
      end
      """, to: "a.lua")
    let result = try runCommand(
      Checkout.program, ["a.lua", "--trusted", "--memory-limit", "\(200 << 20)"], in: folder.path,
      watchesMemory: true)
    #expect(result.status == 0, "\(result)")
    #expect(result.text.contains("a frame of 12000×12000 pixels takes more memory than is allowed"), "\(result.text)")
    #expect(result.text.contains("text.mp4: Invalid data"), "\(result.text)")
    for part in ["file:", folder.path, "@ 0x"] { #expect(!result.text.contains(part), "\(result.text)") }
  }

  @Test func `hostile files are refused, and a broken one shows its last good frame`() throws {
    try makeClip("a.mp4", "-pix_fmt yuv420p -c:v libx264 -g 10 -crf 12")
    try folder.write("ffconcat version 1.0\nfile a.mp4\n", to: "list.mp4")
    try folder.write("#EXTM3U\n#EXTINF:1,\nfile:a.mp4\n", to: "list.m3u8")
    try folder.write("no film", to: "text.mp4")
    try folder.write(
      """
      local ca = require "layerlua"
      for _, file in ipairs { "list.mp4", "list.m3u8", "text.mp4", "none.mp4" } do
        print(pcall(ca.render, ca.PlayerLayer { bounds = {0, 0, 64, 48}, file = file }))
      end
      """, to: "a.lua")
    let result = try layerlua("a.lua", "--trusted")
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 4 && lines.allSatisfy { $0.hasPrefix("false") }, "\(result)")
    // The second half of the packets is lost.
    try shell(
      "ffmpeg -v error -i a.mp4 -c copy -f matroska -y b.mkv && head -c $(($(stat -c %s b.mkv) / 2)) b.mkv > c.mkv")
    try folder.write(
      """
      local ca = require "layerlua"
      local l = ca.PlayerLayer { bounds = {0, 0, 64, 48}, file = "c.mkv" }
      for i = 0, 30 do ca.render(l, { time = i / 10 }) end
      """, to: "b.lua")
    #expect(try layerlua("b.lua", "--trusted").status == 0)
  }

  @Test func `a script in the sandbox decodes no film, but the program draws one`() throws {
    try makeClip("a.mp4", "-pix_fmt yuv420p")
    try folder.write(
      """
      local ca = require "layerlua"
      return ca.PlayerLayer { bounds = {0, 0, 64, 48}, file = "a.mp4" }
      """, to: "a.lua")
    #expect(try layerlua("a.lua", "-o", "a.png").status == 0)
    let serving = try layerlua("inspect", "a.lua")
    #expect(serving.text.contains("film \"a.mp4\""), "\(serving)")
  }

  // MARK: Sound

  /// The level of a film's sound in parts of a second, in decibels.
  private func levels(_ file: String, _ spans: [(Double, Double)]) throws -> [Double] {
    try spans.map { from, to in
      let result = try shell(
        "ffmpeg -v info -ss \(from) -to \(to) -i \(file) -vn -af volumedetect -f null - 2>&1 | grep mean_volume")
      let word = result.text.components(separatedBy: "mean_volume: ").last ?? ""
      return Double(word.split(separator: " ").first ?? "") ?? .nan
    }
  }

  private func length(_ file: String, _ stream: String) throws -> Double {
    Double(
      try shell("ffprobe -v error -select_streams \(stream) -show_entries stream=duration -of csv=p=0 \(file)").text
        .trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
  }

  @Test func `a film has its sounds, cut to its length`() throws {
    try shell("ffmpeg -v error -f lavfi -i 'sine=440:d=1' -y tone.wav")
    try folder.write(
      """
      local ca = require "layerlua"
      ca.film { sound = { { file = "tone.wav", start = 0.5 }, { file = "tone.wav", start = 2, gain = -12,
        fadeOut = 0.4, to = 0.9 } } }
      local l = ca.Layer { bounds = {0, 0, 32, 32}, backgroundColor = "red" }
      l:addAnimation(ca.BasicAnimation { keyPath = "opacity", fromValue = 0, toValue = 1, duration = 3.8 })
      return l
      """, to: "a.lua")
    for name in ["a.mp4", "b.mp4"] {
      let result = try layerlua("a.lua", "-o", name, "--fps", "10")
      #expect(result.status == 0, "\(result.errors)")
    }
    #expect(try folder.read("a.mp4") == folder.read("b.mp4"))
    let lengths = (try length("a.mp4", "a:0"), try length("a.mp4", "v:0"))
    #expect(abs(lengths.0 - 3.8) < 0.03 && abs(lengths.1 - 3.8) < 0.001, "\(lengths)")
    let levels = try levels("a.mp4", [(0, 0.45), (0.6, 1.4), (1.6, 1.95), (2.1, 2.4), (2.8, 2.9), (3, 3.7)])
    #expect(levels[0] < -60 && levels[2] < -60 && levels[5] < -60, "\(levels)")
    #expect(levels[1] > -30 && abs(levels[3] - levels[1] + 12) < 1.5 && levels[4] < levels[3] - 6, "\(levels)")
  }

  @Test func `a sound is repeated to the film's end, and other formats have none`() throws {
    try shell("ffmpeg -v error -f lavfi -i 'sine=440:d=0.5' -y tone.mp3")
    try folder.write(
      """
      local ca = require "layerlua"
      return ca.Layer { bounds = {0, 0, 32, 32}, backgroundColor = "red" }
      """, to: "a.lua")
    #expect(try layerlua("a.lua", "-o", "a.webm", "--duration", "2", "--fps", "10", "--sound", "tone.mp3").status == 0)
    let once = try levels("a.webm", [(0, 0.4), (0.8, 1.9)])
    #expect(once[0] > -30 && once[1] < -60, "\(once)")
    let refused = try layerlua("a.lua", "-o", "a.gif", "--duration", "1", "--sound", "tone.mp3")
    #expect(refused.status != 0 && refused.errors.contains("only .mp4 or .webm have one"), "\(refused.errors)")
    try folder.write(
      """
      local ca = require "layerlua"
      local l = ca.Layer { bounds = {0, 0, 32, 32}, backgroundColor = "red" }
      ca.render(l, "b.mp4", { fps = 10, duration = 2, sound = { file = "tone.mp3", loops = true, pan = -1 } })
      """, to: "b.lua")
    #expect(try layerlua("b.lua", "--trusted").status == 0)
    let looped = try levels("b.mp4", [(0, 0.4), (0.8, 1.3), (1.5, 1.9)])
    #expect(looped.allSatisfy { $0 > -33 }, "\(looped)")
    for (sound, words) in [
      ("{ file = 'tone.mp3', gain = 100 }", "gain: expected decibels from -60 to 60"),
      ("{ file = 'tone.mp3', volume = 1 }", "unknown setting volume"), ("3", "expected a sound file such as"),
      ("'none.mp3'", "none.mp3"),
    ] {
      try folder.write(
        """
        local ca = require "layerlua"
        ca.render(ca.Layer { bounds = {0, 0, 32, 32} }, "c.mp4", { fps = 10, duration = 1, background = "white",
          sound = \(sound) })
        """, to: "c.lua")
      let result = try layerlua("c.lua", "--trusted")
      #expect(result.status != 0 && result.errors.contains(words), "\(sound): \(result.errors)")
    }
  }

  @Test(arguments: ["mono", "stereo"]) func `sound is as loud in a film as in its file`(layout: String) throws {
    try shell("ffmpeg -v error -f lavfi -i 'sine=440:d=1' -af 'aformat=channel_layouts=\(layout)' -y tone.wav")
    try folder.write(
      "local ca = require \"layerlua\"\nreturn ca.Layer { bounds = {0, 0, 32, 32}, backgroundColor = \"red\" }",
      to: "a.lua")
    let made = try layerlua("a.lua", "-o", "a.webm", "--duration", "1", "--fps", "10", "--sound", "tone.wav")
    #expect(made.status == 0, "\(made)")
    let (film, file) = (try levels("a.webm", [(0.2, 0.8)])[0], try levels("tone.wav", [(0.2, 0.8)])[0])
    #expect(abs(film - file) < 1, "\(film) \(file)")
  }

  @Test func `a sound that is never heard is told of`() throws {
    try shell("ffmpeg -v error -f lavfi -i 'sine=440:d=1' -y tone.wav")
    for (keys, part) in [
      ("from = 2", "from is 2 s, and the file ends at 1 s"),
      ("start = 5", "it starts at 5 s, and the film ends at 2 s"),
      ("from = 0.5, start = 1", ""),
    ] {
      try folder.write(
        "local ca = require \"layerlua\"\nca.film { sound = { file = \"tone.wav\", \(keys) } }\n"
          + "return ca.Layer { bounds = {0, 0, 32, 32}, backgroundColor = \"red\" }", to: "a.lua")
      let result = try layerlua("a.lua", "-o", "a.mp4", "--duration", "2", "--fps", "10")
      #expect(result.status == 0 && result.errors.contains("is not heard") == !part.isEmpty, "\(result)")
      #expect(part.isEmpty || result.errors.contains(part), "\(result)")
    }
  }

  @Test func `a film has the sound of its clips in step with their frames`() throws {
    // Silence, a second of a tone, silence; and the same without sound.
    try shell(
      "ffmpeg -v error -f lavfi -i 'color=gray:s=32x32:r=10:d=3' -f lavfi -i 'sine=440:d=1,adelay=1s,apad=whole_dur=3' "
        + "-pix_fmt yuv420p -c:v libx264 -c:a aac -y clip.mp4 && ffmpeg -v error -i clip.mp4 -an -c copy -y mute.mp4")
    func film(_ keys: String, _ name: String = "a.mp4", around: String = "", _ arguments: String...) throws
      -> CommandResult
    {
      try folder.write(
        """
        local ca = require "layerlua"
        return ca.Layer { bounds = {0, 0, 32, 32}, backgroundColor = "white",
          ca.Layer { frame = {0, 0, 32, 32}, \(around)
          ca.PlayerLayer { frame = {0, 0, 32, 32}, \(keys) } } }
        """, to: "a.lua")
      let result = try runCommand(
        Checkout.program,
        ["a.lua", "-o", name, "--fps", "10"] + (arguments.isEmpty ? ["--duration", "4"] : arguments),
        in: folder.path)
      #expect(result.status == 0, "\(result.errors)")
      return result
    }
    /// The halves of the film's seconds in which there is a tone: of each, the part from 0.1 to 0.4.
    func heard(_ name: String = "a.mp4", _ halves: Int = 8) throws -> [Bool] {
      let spans: [(Double, Double)] = (0..<halves).map { half in
        let start = Double(half) / 2
        return (start + 0.1, start + 0.4)
      }
      return try levels(name, spans).map { $0 > -40 }
    }
    func tones(_ list: Set<Int>, of halves: Int = 8) -> [Bool] { (0..<halves).map { list.contains($0) } }

    #expect(try !film("file = 'clip.mp4'").errors.contains("warning"))
    #expect(try heard() == tones([2, 3]))
    let first = try folder.read("a.mp4")
    _ = try film("file = 'clip.mp4'")
    #expect(try folder.read("a.mp4") == first)
    _ = try film("file = 'clip.mp4', beginTime = 1")
    #expect(try heard() == tones([4, 5]))
    _ = try film("file = 'clip.mp4', from = 1, beginTime = 0.5", around: "beginTime = 1,")
    #expect(try heard() == tones([3, 4]))
    _ = try film("file = 'clip.mp4', timeOffset = 1")
    #expect(try heard() == tones([0, 1]))
    _ = try film("file = 'clip.mp4', from = 0.5, to = 1.5, loops = true")
    #expect(try heard() == tones([1, 3, 5, 7]))
    _ = try film("file = 'clip.mp4', from = 1.5, to = 2.5")
    #expect(try heard() == tones([0]))
    _ = try film("file = 'clip.mp4'", "a.webm", "--frames", "15-34")
    #expect(try heard("a.webm", 4) == tones([0], of: 4))
    // None of these is heard, and but for the rate none is told.
    for (keys, around) in [
      ("file = 'clip.mp4', muted = true", ""), ("file = 'clip.mp4', volume = 0", ""),
      ("file = 'clip.mp4', hidden = true", ""), ("file = 'clip.mp4'", "hidden = true,"), ("file = 'mute.mp4'", ""),
      ("file = 'clip.mp4'", "speed = 0,"), ("file = 'mute.mp4', rate = 2", ""),
    ] {
      #expect(try !film(keys, around: around).errors.contains("warning"), "\(keys)")
      #expect(
        try shell("ffprobe -v error -select_streams a -show_entries stream=index -of csv=p=0 a.mp4").text.isEmpty,
        "\(keys)")
    }
    for (keys, around) in [("file = 'clip.mp4', rate = 2", ""), ("file = 'clip.mp4'", "speed = 0.5,")] {
      let told = try film(keys, around: around).errors
      #expect(told.contains("plays at another rate than 1") && told.contains("[film]"), "\(told)")
    }
    #expect(try !film("file = 'clip.mp4', rate = 2", "a.gif").errors.contains("warning"))
    // Beside a sound of the film, half as strong.
    try shell("ffmpeg -v error -f lavfi -i 'sine=880:d=0.4' -y bell.wav")
    _ = try film("file = 'clip.mp4', volume = 0.5", "a.mp4", around: "", "--duration", "4", "--sound", "bell.wav")
    #expect(try heard() == tones([0, 2, 3]))
    let pair = try levels("a.mp4", [(0.1, 0.3), (1.2, 1.8)])
    #expect(abs(pair[0] - pair[1] - 6) < 1, "\(pair)")
  }
}

/// True if ffmpeg and ffprobe are installed.
let hasFFmpeg =
  (try? runCommand("/bin/sh", ["-c", "ffmpeg -version && ffprobe -version"], in: "/", input: nil))?.status == 0
