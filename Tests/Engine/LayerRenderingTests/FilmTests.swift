// SPDX-License-Identifier: MIT
import Films
import Formats
import Foundation
import Geometry
import LayerModel
import LayerRendering
import Pixels
import Synchronization
import TestSupport
import Testing

/// Films of frames rendered in any order: their output order, the number in flight, and how they end.
struct FilmTests {
  let folder: Folder
  let renderer: LayerRenderer
  let scene: Scene

  init() throws {
    folder = try Folder()
    renderer = LayerRenderer(
      configuration: .init(threads: 3, files: FileAccess(scriptDirectory: folder.path, workingDirectory: folder.path)))
    scene = renderer.makeScene()
  }

  private struct Failure: Error, Equatable { var frame: Int }

  private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

  private func film(
    _ count: Int, to path: String, progress: (Int, Int) throws -> Void = { _, _ in },
    source: (Int, Int) throws -> () throws -> Bitmap
  ) throws {
    let job = FilmJob(
      frames: FrameList(count: count), framesPerSecond: 25, path: path, target: try FilmTarget(path),
      encoding: EncodingOptions())
    try renderer.makeFilm(job, progress: progress, source: source)
  }

  @Test(arguments: ["f-{000}.png", "f.apng", "f.gif", "f.webp", "f.mp4", "f.webm"])
  func `no more than a few frames are under way at once`(path: String) throws {
    let live = Mutex((now: 0, most: 0))
    final class Token: Sendable {
      let live: @Sendable (Int) -> Void
      init(_ live: @escaping @Sendable (Int) -> Void) { self.live = live; live(1) }
      deinit { live(-1) }
    }
    let count: @Sendable (Int) -> Void = { step in
      live.withLock {
        $0.now += step; $0.most = max($0.most, $0.now)
      }
    }
    var last = 0
    try film(
      200, to: path,
      progress: { done, total in
        #expect(total == 200); last = done
      }
    ) { frame, _ in
      let token = Token(count)
      return {
        try withExtendedLifetime(token) {
          try Bitmap(width: 16, height: 16) { $0.update(repeating: 0xFF00_0000 | UInt32(frame)) }
        }
      }
    }
    #expect(live.withLock { $0.most } <= 8 && live.withLock { $0.now } == 0)
    #expect(last == 200)
    #expect(try files().count == (path.contains("{") ? 200 : 1))
  }

  @Test(arguments: ["f-{0}.png", "f.apng", "f.mp4"])
  func `an error while a frame is drawn, or made ready, stops all and is the earliest`(path: String) throws {
    for isEarly in [true, false] {
      let made = Mutex(0)
      do {
        try film(1000, to: path) { frame, _ in
          made.withLock { $0 += 1 }
          if isEarly, frame == 57 { throw Failure(frame: frame) }
          return {
            if (57..<90).contains(frame) { throw Failure(frame: frame) }
            return try Bitmap(width: 8, height: 8) { $0.update(repeating: 0xFF00_0000 | UInt32(frame)) }
          }
        }
        Issue.record("the film was finished")
      } catch { #expect(error as? Failure == Failure(frame: 57), "\(error)") }
      #expect(made.withLock { $0 } < 80)
      let left = try files()
      #expect(
        path.contains("{")
          ? left.allSatisfy { $0.hasPrefix("f-") && $0.hasSuffix(".png") } && left.count <= 57 : left.isEmpty, "\(left)"
      )
    }
  }

  /// The encoder process is terminated while earlier frames are still being piped to it.
  @Test func `a film that ends by a frame's error tells that error and no other`() throws {
    for round in 0..<24 {
      do {
        try film(200, to: "f.mp4") { frame, _ in
          if frame == 4 + round % 8 { throw Failure(frame: frame) }
          return { try Bitmap(width: 800, height: 800) { $0.update(repeating: 0xFF00_0000 | UInt32(frame)) } }
        }
        Issue.record("the film was finished")
      } catch { #expect(error as? Failure == Failure(frame: 4 + round % 8), "\(error)") }
    }
    #expect(try files().isEmpty)
  }

  @Test func `an observer that throws ends the film`() throws {
    #expect(throws: Failure(frame: 3)) {
      try film(100, to: "f.apng", progress: { done, _ in if done > 3 { throw Failure(frame: 3) } }) { frame, _ in
        { try Bitmap(width: 8, height: 8) { $0.update(repeating: 0xFF00_0000) } }
      }
    }
    #expect(try files().isEmpty)
  }

  @Test func `frames of another size are explained`() throws {
    do {
      try film(3, to: "f.mp4") { frame, _ in
        { try Bitmap(width: 8 + frame / 2, height: 8) { $0.update(repeating: 0xFF00_0000) } }
      }
      Issue.record("the film was finished")
    } catch {
      #expect(
        "\(error)".hasPrefix("the frames of a film have one size: the first has 8×8 pixels, this one 9×8; give a size"),
        "\(error)")
    }
  }

  @Test func `a film whose samples are opaque keeps what is translucent between them`() throws {
    let clear = 7
    for path in ["f.apng", "f.webm"] {
      try film(40, to: path) { frame, _ in
        { try Bitmap(width: 8, height: 8) { $0.update(repeating: frame == clear ? 0x4000_0000 : 0xFF00_00FF) } }
      }
    }
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/f.apng")))
    #expect(bytes[25] == 6, "its colour type has alpha")
    // Matroska's AlphaMode element with the value 1.
    let webm = Array(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/f.webm")))
    #expect((0..<webm.count - 3).contains { webm[$0] == 0x53 && webm[$0 + 1] == 0xC0 && webm[$0 + 3] == 1 })
  }

  @Test func `numbered names are read and explained`() throws {
    let name = try #require(try FrameFileName("a/frame-{0000}.png"))
    #expect(name.path(ofFrame: 7) == "a/frame-0007.png" && name.path(ofFrame: 123_456) == "a/frame-123456.png")
    #expect(name.frame(ofPath: "a/frame-0007.png") == 7 && name.frame(ofPath: "a/frame-123456.png") == 123_456)
    #expect(
      ["a/frame-007.png", "a/frame-00007.png", "frame-0007.png", "a/frame-+007.png", "a/frame-.png"].allSatisfy {
        name.frame(ofPath: $0) == nil
      })
    #expect(try FrameFileName("a.png") == nil && FrameFileName("a{0}b/c.png") == nil && FrameFileName("a}{.png") == nil)
    func problem(_ path: String) -> String? {
      do { _ = try FrameFileName(path); return nil } catch { return error.message }
    }
    let remedy = "; write zeros, one for each digit, such as frame-{0000}.png"
    #expect(problem("f{}.png") == "\"f{}.png\": the braces stand for the frame's number, but these are empty" + remedy)
    #expect(
      problem("f{001}.png") == "\"f{001}.png\": the braces stand for the frame's number, but these hold \"001\""
        + remedy)
    #expect(problem("f{0}{0}.png") == "\"f{0}{0}.png\": a frame has one number, but there are several braces" + remedy)
    #expect(problem("f{0000000000000}.png")?.contains("13 digits are more than any frame's number has") == true)
  }

  @Test func `what is no film's name says what would be`() throws {
    func problem(_ path: String) -> String? {
      do { _ = try FilmTarget(path); return nil } catch { return error.message }
    }
    #expect(
      problem("a.png")
        == "cannot write \"a.png\": a .png is a single picture, but fps, from, duration and frames are for films; number the pictures, as in "
        + "\"a-{0000}.png\", or use .mp4, .webm, .webp, .gif, .apng or .pdf")
    #expect(problem("a-{0}.gif")?.contains("frames are pictures: use .png, .jpg, .webp, .pdf or .svg") == true)
    #expect(problem("a.avi")?.hasPrefix("cannot write \"a.avi\": unknown film format .avi; use .mp4") == true)
    #expect(problem("a")?.hasPrefix("cannot write \"a\": the name has no extension") == true)
    #expect(problem("a.svg")?.contains("a .svg is a single picture") == true)
  }

  @Test func `numbered files that may be written are no others`() throws {
    let other = try Folder()
    let files = FileAccess(workingDirectory: folder.path, writableFiles: ["\(other.path)/f-{00}.png"])
    #expect(try files.pathForWriting("\(other.path)/f-07.png").hasSuffix("/f-07.png"))
    for name in ["f-7.png", "g-07.png", "f-07.jpg"] {
      #expect(throws: LayerError.self) { try files.pathForWriting("\(other.path)/\(name)") }
    }
  }
}
