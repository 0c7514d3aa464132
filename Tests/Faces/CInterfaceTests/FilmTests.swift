// SPDX-License-Identifier: MIT
import CLayerLua
import Foundation
import Testing
import TestSupport

@Suite struct FilmTests {
  private let folder: TemporaryFolder
  private let client: Client
  private let layer: OpaquePointer

  init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    client = try folder.path.withCString { path in
      try Client {
        ($0.script_directory, $0.working_directory) = (path, path)
        $0.frame_limit = 50
      }
    }
    layer = try #require(
      try client.run(
        """
        local dot = ca.Layer { bounds = {0, 0, 16, 8}, backgroundColor = 'white', ca.Layer { name = 'dot', frame = {0, 0, 4, 4}, backgroundColor = 'red' } }
        dot:find('dot'):addAnimation(ca.BasicAnimation { keyPath = 'position.x', fromValue = 2, toValue = 14, duration = 0.5 })
        return dot
        """))
  }

  private func render(_ path: String, _ change: (inout layerlua_settings) -> Void = { _ in }) -> layerlua_status {
    var settings = layerlua_settings(scale: 1)
    change(&settings)
    return layerlua_write(client.engine, layer, &settings, path)
  }

  private var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() }

  /// The values passed to `on_progress`.
  private final class Told {
    var list: [(finished: Int, total: Int)] = []
    var answers = true
    var body: (() -> Void)?
  }

  private func tell(_ told: Told, _ settings: inout layerlua_settings) {
    settings.user_data = Unmanaged.passUnretained(told).toOpaque()
    settings.on_progress = { told, finished, total in
      guard let told else { return false }
      let target = Unmanaged<Told>.fromOpaque(told).takeUnretainedValue()
      target.list.append((finished, total))
      target.body?()
      return target.answers
    }
  }

  @Test(arguments: [
    ("a.apng", "\u{89}PNG"), ("a.gif", "GIF89a"), ("a.webp", "RIFF"), ("a.mp4", ""), ("a.webm", "\u{1A}"),
  ])
  func `a film is what its name says`(name: String, start: String) throws {
    let told = Told()
    let status = render(name) {
      $0.fps = 20
      tell(told, &$0)
    }
    try client.check(status)
    let bytes = try folder.read(name)
    #expect(bytes.count > 100 && bytes.starts(with: start.unicodeScalars.map { UInt8($0.value) }))
    #expect(told.list.last?.finished == 10 && told.list.allSatisfy { $0.total == 10 })
    #expect(told.list.map(\.finished) == told.list.map(\.finished).sorted())
  }

  @Test func `frames are the pictures of their times`() throws {
    let status = "0,3-4,8-".withCString { frames in
      render("f-{00}.png") {
        $0.fps = 10
        $0.has_from = true
        $0.from = 0.1
        $0.duration = 1
        $0.frames = frames
      }
    }
    try client.check(status)
    #expect(files == ["f-00.png", "f-03.png", "f-04.png", "f-08.png", "f-09.png"])
    try client.check(
      render("still.png") {
        $0.has_time = true
        $0.time = 0.4
      })
    #expect(try folder.read("f-03.png") == folder.read("still.png"))
    #expect(try folder.read("f-00.png") != folder.read("still.png"))
  }

  @Test func `a program of the first header is served`() throws {
    var settings = layerlua_settings(scale: 1)
    settings.size = (MemoryLayout<layerlua_settings>.offset(of: \.dpi) ?? 0) + 8
    // Memory after such a program's shorter structure is not read.
    settings.fps = .nan
    settings.duration = -1
    settings.on_progress = { _, _, _ in false }
    try client.check(layerlua_write(client.engine, layer, &settings, "a.png"))
    try client.check(layerlua_write(client.engine, layer, &settings, "a.apng"))
    #expect(files == ["a.apng", "a.png"])
    var config = layerlua_config()
    config.size = (MemoryLayout<layerlua_config>.offset(of: \.user_data) ?? 0) + 8
    config.layer_limit = 1
    var engine: OpaquePointer?
    #expect(layerlua_create(&config, &engine, nil, 0) == LAYERLUA_OK)
    #expect(layerlua_run(engine, "a, b = ca.Layer(), ca.Layer()", 29, "a.lua", nil) == LAYERLUA_OK)
    layerlua_free(engine)
  }

  @Test func `a size that ends within a field is refused`() throws {
    var settings = layerlua_settings(scale: 1)
    "A4".withCString { paper in
      settings.paper = paper
      settings.size = (MemoryLayout<layerlua_settings>.offset(of: \.paper) ?? 0) + 3
      #expect(layerlua_write(client.engine, layer, &settings, "a.png") == LAYERLUA_USAGE)
      settings.size -= 3
      #expect(layerlua_write(client.engine, layer, &settings, "a.png") == LAYERLUA_OK)
    }
  }

  @Test(arguments: ["a.gif", "a.mp4"]) func `progress ends a film and nothing is left`(name: String) throws {
    try folder.write("old", to: name)
    let told = Told()
    told.answers = false
    let status = render(name) { tell(told, &$0) }
    #expect(status == LAYERLUA_CANCELLED)
    #expect(client.message == "cannot write \"\(name)\": on_progress ended the film")
    #expect(told.list.count == 1)
    #expect(files == [name])
    #expect(try folder.read(name) == Array("old".utf8))
    try client.check(render("b.gif"))
  }

  @Test func `cancelling ends a film`() throws {
    let told = Told()
    let engine = client.engine
    told.body = { layerlua_cancel(engine) }
    let status = render("a.apng") {
      $0.duration = 0.8
      tell(told, &$0)
    }
    #expect(status == LAYERLUA_CANCELLED && client.message == "cancelled")
    #expect(files.isEmpty)
    try client.check(render("a.apng"))
  }

  @Test func `progress may use the engine`() throws {
    let told = Told()
    let (engine, layer) = (client.engine, layer)
    var statuses: Set<UInt32> = []
    told.body = {
      var image: OpaquePointer?
      var value = 0.0
      statuses.insert(layerlua_render_image(engine, layer, nil, &image).rawValue)
      layerlua_image_release(image)
      statuses.insert(layerlua_get_number(engine, layer, "opacity", &value).rawValue)
      statuses.insert(layerlua_run(engine, "x = 1", 5, "b.lua", nil).rawValue)
    }
    try client.check(
      render("a.apng") {
        $0.fps = 20
        tell(told, &$0)
      })
    #expect(statuses == [0] && files == ["a.apng"])
  }

  @Test func `a film is held at its end`() throws {
    var settings = layerlua_settings(scale: 1)
    (settings.fps, settings.hold) = (10, 0.5)
    var film = layerlua_film()
    film.size = MemoryLayout<layerlua_film>.size
    try client.check(layerlua_film_length(client.engine, layer, &settings, &film))
    #expect(film.frame_count == 10 && film.duration == 1)
    settings.hold = -1
    #expect(layerlua_film_length(client.engine, layer, &settings, &film) == LAYERLUA_USAGE)
    #expect(client.message.contains("hold: expected"))
  }

  /// A second of a tone as a WAV file of 8,000 samples of 8 bits.
  private static let tone: [UInt8] = {
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let samples = (0..<8000).map { UInt8(clamping: Int(128 + 100 * sin(Double($0) * 0.3))) }
    let format = bytes(16, 4) + bytes(1, 2) + bytes(1, 2) + bytes(8000, 4) + bytes(8000, 4) + bytes(1, 2) + bytes(8, 2)
    return Array("RIFF".utf8) + bytes(36 + samples.count, 4) + Array("WAVEfmt ".utf8) + format + Array("data".utf8)
      + bytes(samples.count, 4) + samples
  }()

  @Test func `a film has the sounds of its settings, else the script's`() throws {
    try Data(Self.tone).write(to: URL(fileURLWithPath: folder.path + "/tone.wav"))
    func hasSound(_ name: String) throws -> Bool {
      // A track of AAC in an MP4.
      String(decoding: try folder.read(name), as: Unicode.ASCII.self).contains("mp4a")
    }
    func sound(_ change: (inout layerlua_sound) -> Void = { _ in }, _ body: (layerlua_sound) throws -> Void) rethrows {
      try "tone.wav".withCString {
        var sound = layerlua_sound()
        (sound.size, sound.file) = (MemoryLayout<layerlua_sound>.size, $0)
        change(&sound)
        try body(sound)
      }
    }
    try client.check(render("silent.mp4") { $0.fps = 10 })
    #expect(try !hasSound("silent.mp4"))
    try sound({ ($0.gain, $0.fade_out, $0.loops) = (-6, 0.1, -1) }) { own in
      try [own, own].withUnsafeBufferPointer { list in
        try client.check(
          render("loud.mp4") { ($0.fps, $0.has_sounds, $0.sounds, $0.sound_count) = (10, true, list.baseAddress, 2) })
      }
    }
    #expect(try hasSound("loud.mp4"))
    let code = "ca.film { sound = 'tone.wav' }"
    try client.check(layerlua_run(client.engine, code, code.utf8.count, "c.lua", nil))
    try client.check(render("scripted.mp4") { $0.fps = 10 })
    #expect(try hasSound("scripted.mp4"))
    try client.check(render("none.mp4") { ($0.fps, $0.has_sounds) = (10, true) })
    #expect(try !hasSound("none.mp4"))

    func refused(_ change: (inout layerlua_sound) -> Void, _ words: String, _ name: String = "a.mp4") {
      sound(change) { own in
        let list = [own]
        list.withUnsafeBufferPointer { list in
          let status = render(name) {
            ($0.fps, $0.has_sounds, $0.sounds, $0.sound_count) = (10, true, list.baseAddress, 1)
          }
          #expect(status == LAYERLUA_USAGE && client.message.contains(words), "\(client.message)")
        }
      }
    }
    refused({ $0.pan = 2 }, "pan: expected a number from -1")
    refused({ $0.loops = -2 }, "loops: expected")
    refused({ $0.to = -1 }, "to: expected seconds greater than from")
    refused({ $0.file = nil }, "layerlua_settings.sounds[0].file is NULL")
    refused({ $0.size = 12 }, "layerlua_sound.size is 12")
    refused({ _ in }, "sound", "a.gif")
    var many = layerlua_settings(scale: 1)
    (many.has_sounds, many.sound_count) = (true, 65)
    #expect(layerlua_write(client.engine, layer, &many, "a.mp4") == LAYERLUA_USAGE)
    #expect(client.message.contains("a film has at most 64"))
  }

  @Test func `what cannot be is explained`() throws {
    func message(_ status: layerlua_status, _ expected: layerlua_status = LAYERLUA_USAGE) -> String {
      #expect(status == expected, "\(client.message)")
      return client.message
    }
    #expect(message(render("a.png") { $0.fps = 20 }).contains("a .png is a single picture"))
    #expect(message(render("a.gif") { $0.fps = .nan }).hasPrefix("fps: expected frames per second"))
    #expect(message(render("a.gif") { $0.duration = -1 }).hasPrefix("duration: expected seconds above 0"))
    #expect(
      message(
        render("a.gif") {
          $0.has_from = true; $0.from = .infinity
        }
      ).hasPrefix("from: expected "))
    #expect(message(render("a.gif") { $0.has_time = true }).contains("a film starts at `from`"))
    #expect(message(render("a.gif") { $0.quality = 0.5 }).contains("quality is for"))
    #expect(message(render("a.gif") { $0.scale = -1 }).contains("the scale"))
    #expect(message("5-1".withCString { f in render("a.gif") { $0.frames = f } }).hasPrefix("frames: "))
    #expect(
      message(
        "99".withCString { f in
          render("a.gif") {
            $0.frames = f; $0.duration = 1
          }
        }
      ).contains("there is no frame 99"))
    #expect(
      message([-1, 0].withUnsafeBufferPointer { f in render("a.gif") { $0.frames = f.baseAddress } }).contains(
        "not UTF-8"))
    #expect(message(render("/nowhere/a.gif")).contains("may not be written"))
    #expect(
      message(render("a.gif") { $0.duration = 2 }, LAYERLUA_LIMIT).contains(
        "a film of 100 frames is too long: at most 50"))
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    var settings = layerlua_settings(scale: 1)
    settings.fps = 10
    #expect(layerlua_encode(client.engine, layer, &settings, "png", &bytes, &count) == LAYERLUA_USAGE)
    #expect(client.message.contains("are for films"))
    var still: OpaquePointer?
    try client.check(layerlua_run(client.engine, "return ca.Layer { bounds = {0, 0, 2, 2} }", 41, "b.lua", &still))
    #expect(layerlua_write(client.engine, still, nil, "a.apng") == LAYERLUA_USAGE)
    #expect(client.message.contains("no animation in it has an end"))
    #expect(files.isEmpty)
  }

  @Test func `a script in the sandbox still starts no ffmpeg`() throws {
    let script = "ca.render(ca.Layer { bounds = {0, 0, 2, 2} }, 'a.mp4', { duration = 0.1 })"
    #expect(layerlua_run(client.engine, script, script.utf8.count, "b.lua", nil) == LAYERLUA_SCRIPT)
    #expect(client.message.contains("a script in the sandbox may not start"))
  }

  @Test func `a film has a length, and its frames are drawn one by one`() throws {
    var settings = layerlua_settings(scale: 2)
    settings.fps = 10
    var film = layerlua_film()
    film.size = MemoryLayout<layerlua_film>.size
    try client.check(layerlua_film_length(client.engine, layer, &settings, &film))
    #expect(film.frame_count == 5 && film.fps == 10 && film.from == 0 && film.duration == 0.5)
    // A caller with a longer structure, from a newer header: fields unknown to this library stay unchanged.
    var width: UInt32 = 0
    var height: UInt32 = 0
    try client.check(layerlua_pixel_size(client.engine, layer, &settings, &width, &height))
    #expect(width == 32 && height == 16)
    var frame = [UInt8](repeating: 0, count: 32 * 16 * 4)
    var still = frame
    for index in 0..<5 {
      try client.check(
        layerlua_render_frame(client.engine, layer, &settings, index, 0, &frame, frame.count, 0))
      var picture = layerlua_settings(scale: 2)
      picture.has_time = true
      picture.time = Double(index) / 10
      try client.check(layerlua_render(client.engine, layer, &picture, 0, &still, still.count, 0))
      #expect(frame == still, "\(index)")
      var image: OpaquePointer?
      try client.check(layerlua_render_frame_image(client.engine, layer, &settings, index, &image))
      #expect(layerlua_image_read(image, 0, &still, still.count, 0) == LAYERLUA_OK && frame == still)
      layerlua_image_release(image)
    }
    #expect(layerlua_render_frame(client.engine, layer, &settings, 5, 0, &frame, frame.count, 0) == LAYERLUA_USAGE)
    #expect(client.message == "there is no frame 5: the film has frames 0 to 4")
    #expect(layerlua_render_frame(client.engine, layer, &settings, 0, 0, &frame, 7, 0) == LAYERLUA_USAGE)
    #expect(layerlua_render_frame(client.engine, layer, &settings, 0, 0, nil, 7, 0) == LAYERLUA_USAGE)
    #expect(layerlua_render_frame_image(client.engine, layer, &settings, 0, nil) == LAYERLUA_USAGE)
    #expect(layerlua_film_length(client.engine, layer, &settings, nil) == LAYERLUA_USAGE)
    film.size = 8
    #expect(layerlua_film_length(client.engine, layer, &settings, &film) == LAYERLUA_USAGE)
    #expect(client.message.contains("layerlua_film.size is 8"))
    settings.has_time = true
    #expect(layerlua_render_frame(client.engine, layer, &settings, 0, 0, &frame, frame.count, 0) == LAYERLUA_USAGE)
  }

  /// The values passed to `on_frame`.
  private final class Taken {
    var frames: [(index: Int, number: Int, time: Double, width: UInt32)] = []
    var most = Int.max
  }

  @Test func `a function receives the frames in their order and may end them`() throws {
    let taken = Taken()
    var settings = layerlua_settings(scale: 1)
    settings.fps = 10
    let take: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<layerlua_frame>?) -> Bool = { taken, frame in
      guard let taken, let frame = frame?.pointee else { return false }
      let list = Unmanaged<Taken>.fromOpaque(taken).takeUnretainedValue()
      list.frames.append((frame.index, frame.number, frame.time, layerlua_image_width(frame.image)))
      return list.frames.count < list.most
    }
    let data = Unmanaged.passUnretained(taken).toOpaque()
    try "1,3-".withCString { frames in
      settings.frames = frames
      try client.check(layerlua_film_frames(client.engine, layer, &settings, take, data))
    }
    #expect(taken.frames.map(\.index) == [0, 1, 2] && taken.frames.map(\.number) == [1, 3, 4])
    #expect(taken.frames.map(\.time) == [0.1, 0.3, 0.4] && taken.frames.allSatisfy { $0.width == 16 })
    settings.frames = nil
    taken.frames = []
    taken.most = 2
    #expect(layerlua_film_frames(client.engine, layer, &settings, take, data) == LAYERLUA_CANCELLED)
    #expect(taken.frames.count == 2 && client.message == "on_frame ended the film")
    #expect(layerlua_film_frames(client.engine, layer, &settings, nil, data) == LAYERLUA_USAGE)
  }

  @Test(arguments: ["gif", "apng", "webp", "pdf"]) func `encode returns the bytes of the film's file`(format: String)
    throws
  {
    var settings = layerlua_settings(scale: 1)
    settings.fps = 10
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    try client.check(layerlua_encode(client.engine, layer, &settings, format, &bytes, &count))
    let film = Array(UnsafeBufferPointer(start: bytes, count: count))
    layerlua_free_bytes(bytes)
    try client.check(layerlua_write(client.engine, layer, &settings, "a.\(format)"))
    #expect(try film == folder.read("a.\(format)"))
    settings.on_progress = { _, _, _ in false }
    #expect(layerlua_encode(client.engine, layer, &settings, format, &bytes, &count) == LAYERLUA_CANCELLED)
    #expect(bytes == nil && count == 0)
  }
}
