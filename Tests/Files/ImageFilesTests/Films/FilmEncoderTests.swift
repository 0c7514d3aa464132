// SPDX-License-Identifier: MIT
import Formats
import ImageFiles
import Messages
import Pixels
import Testing

/// Properties common to all film formats.
@Suite struct FilmEncoderTests {
  private struct Full: Error {}

  private func message(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return (error as? LayerError)?.message ?? "another error: \(error)" }
    return nil
  }

  private func make(_ format: FilmCodec, _ change: (inout FilmParameters) -> Void = { _ in }) throws -> any FilmEncoder
  {
    var parameters = FilmParameters(width: 4, height: 3, frameCount: 2)
    change(&parameters)
    return try makeFilmEncoder(format, parameters, sink: { _ in })
  }

  @Test(arguments: FilmCodec.allCases) func `parameters that make no film are explained`(format: FilmCodec) throws {
    #expect(message { _ = try make(format) { $0.width = 0 } }?.contains("each side must be 1 to") == true)
    #expect(message { _ = try make(format) { $0.height = -3 } }?.contains("each side must be 1 to") == true)
    #expect(
      message { _ = try make(format) { $0.width = .max } }?.contains("each side must be 1 to \(format.maximumSide)")
        == true)
    #expect(message { _ = try make(format) { $0.frameCount = 0 } } == "a film must have 1 to 2147483647 frames, got 0")
    #expect(message { _ = try make(format) { $0.loopCount = -1 } }?.contains("or 0 for ever, got -1") == true)
    #expect(message { _ = try make(format) { $0.loopCount = .max } }?.contains("or 0 for ever") == true)
    #expect(message { _ = try make(format) { $0.quality = .nan } } == "a film's quality must be 0 to 1, got nan")
    #expect(message { _ = try make(format) { $0.quality = 2 } } == "a film's quality must be 0 to 1, got 2.0")
    // An invalid scale only omits the resolution.
    #expect(message { _ = try make(format) { $0.scale = .nan } } == nil)
  }

  @Test(arguments: FilmCodec.allCases) func `frames that do not belong to the film are explained`(format: FilmCodec)
    throws
  {
    let frame = try bitmap(4, 3) { x, y in opaque(x, y, 0) }
    let encoder = try make(format)
    try encoder.append(frame, duration: 0.1)
    #expect(message { try encoder.finish() } == "the film should have 2 frames, but only 1 came")
    #expect(
      message { try encoder.append(frame, duration: 0.1) } == "the film should have 2 frames, but only 1 came",
      "and so it remains")
    #expect(
      message { try make(format).append(bitmap(3, 3) { _, _ in 0 }, duration: 0.1) }
        == "frame 0 has 3×3 pixels, the film has 4×3")
    for duration in [0, -1, .nan, .infinity, 1e9] as [Double] {
      #expect(
        message { try make(format).append(frame, duration: duration) }?.hasPrefix("frame 0 must show for") == true)
    }
    let full = try make(format)
    for _ in 0..<2 { try full.append(frame, duration: 0.1) }
    #expect(message { try full.append(frame, duration: 0.1) } == "the film has all its 2 frames; got another one")
    let done = try make(format)
    for _ in 0..<2 { try done.append(frame, duration: 0.1) }
    try done.finish()
    try done.finish()
  }

  @Test(arguments: FilmCodec.allCases) func `what the sink throws ends the film, at any piece`(format: FilmCodec)
    throws
  {
    let frames = try Sample.squareOnGrid.frames(5)
    let whole = FilmBytes()
    var failures = 0
    for allowed in 0..<100 {
      let out = FilmBytes()
      let encoder = try makeFilmEncoder(
        format, FilmParameters(width: 40, height: 30, frameCount: 5),
        sink: {
          if out.pieces == allowed { throw Full() }
          out.write($0)
        })
      do {
        for frame in frames { try encoder.append(frame, duration: 0.1) }
        try encoder.finish()
        whole.bytes = out.bytes
        break
      } catch is Full {
        failures += 1
        #expect(throws: Full.self) { try encoder.append(frames[0], duration: 0.1) }
        #expect(throws: Full.self) { try encoder.finish() }
        #expect(out.pieces == allowed)
      }
    }
    #expect(failures > 0 && !whole.bytes.isEmpty)
  }

  @Test(arguments: FilmCodec.allCases, [false, true])
  func `frames that are encoded in any order give the same bytes`(format: FilmCodec, isLossless: Bool) throws {
    var noise = Noise(state: 5)
    for sample in Sample.allCases {
      let frames = try sample.frames(12)
      // The last duration is too long for a single frame of a GIF or a WebP.
      for (duration, ahead) in [(0.1, 3), (0.03, 12), (20_000, 5)] {
        func change(_ p: inout FilmParameters) { p.isLossless = isLossless }
        let expected = try encode(format, frames, duration: duration, change)
        var parameters = FilmParameters(width: frames[0].width, height: frames[0].height, frameCount: frames.count)
        parameters.samples = format == .gif ? (0..<8).map { frames[$0 * 11 / 7] } : []
        change(&parameters)
        let out = FilmBytes()
        let film = try makeFilmEncoder(format, parameters, sink: out.write, rewrite: out.rewrite)
        var rests: [FrameRest] = []
        func finish() throws {
          // Encoded in any order, written in sequence.
          let order = rests.indices.map { (noise.next(), $0) }.sorted { $0 < $1 }
          for (_, i) in order { rests[i].encode() }
          for rest in rests { try rest.write() }
          rests = []
        }
        for frame in frames {
          if let rest = try film.take(frame, duration: duration) { rests.append(rest) }
          if rests.count >= ahead { try finish() }
        }
        try finish()
        try film.finish()
        #expect((out.bytes == expected) as Bool, "\(sample), \(duration) s, \(ahead) ahead")
      }
    }
  }

  @Test(arguments: [FilmCodec.gif, .webp]) func `only an APNG minds a frame that is translucent after all`(
    format: FilmCodec
  ) throws {
    let frames = try Sample.squareOnGrid.frames(2) + Sample.squareOnNothing.frames(2)
    let file = try encode(format, frames, samples: []) {
      $0.isOpaque = true
      $0.isLossless = true
    }
    let film = try format == .gif ? readGIF(file).film : readWebP(file)
    #expect(film.frames.count == 4 && film.frames[3].pixels.contains(0))
  }

  @Test func `two bitmaps differ in a rectangle`() throws {
    let a = try bitmap(70, 50) { x, y in opaque(x, y, 1) }
    #expect(try a.difference(from: bitmap(70, 50) { x, y in opaque(x, y, 1) }) == nil)
    for rect in [(0, 0, 1, 1), (69, 49, 1, 1), (3, 4, 40, 1), (17, 0, 1, 50), (0, 0, 70, 50), (31, 9, 33, 12)] {
      let b = try bitmap(70, 50) { x, y in
        // Its corners differ, and some pixels between them.
        let corner = (x == rect.0 || x == rect.0 + rect.2 - 1) && (y == rect.1 || y == rect.1 + rect.3 - 1)
        let inside = x >= rect.0 && x < rect.0 + rect.2 && y >= rect.1 && y < rect.1 + rect.3
        return corner || inside && (x * y) % 5 == 0 ? opaque(x, y, 2) : opaque(x, y, 1)
      }
      #expect(a.difference(from: b) == PixelRect(x: rect.0, y: rect.1, width: rect.2, height: rect.3))
    }
    // One pixel at the upper right, one at the lower left.
    var pixels = pixels(of: a)
    pixels[2 * 70 + 60] = 0
    pixels[40 * 70 + 5] = 0
    #expect(
      try a.difference(from: bitmap(70, 50) { x, y in pixels[y * 70 + x] })
        == PixelRect(x: 5, y: 2, width: 56, height: 39))
  }
}
