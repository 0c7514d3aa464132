// SPDX-License-Identifier: MIT
import Formats
import ImageFiles
import Pixels
import Testing

@Suite struct WebPFilmTests {
  @Test(arguments: Sample.allCases) func `every frame of a lossless film comes back at its time`(sample: Sample) throws
  {
    let frames = try sample.frames(13)
    let film = try readWebP(encode(.webp, frames, duration: 1.0 / 24) { $0.isLossless = true })
    #expect(film.width == 40 && film.height == 30)
    if film.frames.count > 1 {
      #expect(film.plays == 0 && (film.duration * 1000).rounded() == (13000.0 / 24).rounded())
    }
    for (n, frame) in frames.enumerated() {
      #expect((film.pixels(at: (Double(n) + 0.5) / 24) == pixels(of: frame)) as Bool, "frame \(n)")
    }
  }

  @Test(arguments: 1...20) func `any edits come back`(seed: Int) throws {
    let frames = Array(try Sample.edits.frames(6 * seed + 6, width: 9 + seed % 5, height: 7).suffix(6))
    let film = try readWebP(encode(.webp, frames) { $0.quality = 1 })
    for (n, frame) in frames.enumerated() {
      #expect((film.pixels(at: 0.1 * Double(n) + 0.05) == pixels(of: frame)) as Bool, "frame \(n)")
    }
  }

  @Test func `a lossy film comes back nearly, smaller with less quality`() throws {
    let frames = try (0..<4).map { n in
      try bitmap(96, 64) { x, y in
        x < 20 ? 0 : x < 40 ? 0x8000_0000 | UInt32(y) << 8 | UInt32(n * 20) : opaque(x * 2, y * 3, 60 + n * 30)
      }
    }
    let file = try encode(.webp, frames)
    let film = try readWebP(file)
    #expect(film.frames.count == 4 && film.frames.allSatisfy { $0.duration == 0.1 })
    for (n, frame) in frames.enumerated() {
      var sum = 0
      for (p, q) in zip(film.frames[n].pixels, pixels(of: frame)) {
        #expect(abs(Int(p >> 24) - Int(q >> 24)) <= 2)
        for shift in [0, 8, 16] as [UInt32] { sum += abs(Int(p >> shift & 255) - Int(q >> shift & 255)) }
      }
      #expect(sum < 3 * 96 * 64 * 4, "frame \(n)")
    }
    #expect(try encode(.webp, frames) { $0.quality = 0.2 }.count < file.count)
    #expect((try encode(.webp, frames) == file) as Bool, "the same each time")
  }

  @Test(arguments: [24, 29.97, 60, 144, 1000, 1500] as [Double]) func `milliseconds sum up to the film's length`(
    fps: Double
  ) throws {
    let frames = try Sample.squareOnGrid.frames(9)
    var notes: [String] = []
    let film = try readWebP(encode(.webp, frames, duration: 1 / fps, notes: &notes) { $0.isLossless = true })
    #expect((film.duration * 1000).rounded() == (9000 / fps).rounded())
    #expect(film.frames.allSatisfy { $0.duration > 0 })
    #expect(film.frames.count == (fps > 1000 ? film.frames.count : 9) && notes.isEmpty == (fps <= 1000))
  }

  @Test func `equal frames are one, and long times are kept`() throws {
    let a = try bitmap(6, 6) { x, y in opaque(x, y, 0) }, b = try bitmap(6, 6) { x, y in opaque(x, y, 255) }
    let film = try readWebP(encode(.webp, [a, a, a, b], duration: 20000) { $0.isLossless = true })
    #expect(film.duration == 80000)
    #expect((film.pixels(at: 59_990) == pixels(of: a) && film.pixels(at: 60_010) == pixels(of: b)) as Bool)
    let month = try readWebP(encode(.webp, [a, a, a, b], duration: 1e6) { $0.isLossless = true })
    #expect(month.duration.rounded() == 4e6)
    #expect((month.pixels(at: 2.99e6) == pixels(of: a) && month.pixels(at: 3.01e6) == pixels(of: b)) as Bool)
  }

  @Test func `the smallest film, and how often it plays`() throws {
    let one = try readWebP(encode(.webp, [bitmap(1, 1) { _, _ in opaque(4, 5, 6) }]) { $0.isLossless = true })
    #expect(one.frames.count == 1 && one.frames[0].pixels == [opaque(4, 5, 6)])
    #expect(try readWebP(encode(.webp, Sample.allNew.frames(2)) { $0.loopCount = 3 }).plays == 3)
  }

  @Test func `frames are written as they come, or in one piece where nothing can be written anew`() throws {
    let frames = try Sample.edits.frames(12)
    var file: [UInt8] = [], counts: [Int] = []
    let film = try makeFilmEncoder(
      .webp, FilmParameters(width: 40, height: 30, frameCount: 12), sink: { file += $0 },
      rewrite: { at, bytes in file.replaceSubrange(at..<at + bytes.count, with: bytes) })
    for frame in frames {
      try film.append(frame, duration: 0.1)
      counts.append(file.count)
    }
    // All frames but the one still being shown are written.
    #expect(zip(counts, counts.dropFirst()).filter { $0 < $1 }.count >= 8)
    try film.finish()
    var pieces: [[UInt8]] = []
    let pipe = try makeFilmEncoder(
      .webp, FilmParameters(width: 40, height: 30, frameCount: 12), sink: { pieces.append(Array($0)) })
    for frame in frames { try pipe.append(frame, duration: 0.1) }
    #expect(pieces.isEmpty)
    try pipe.finish()
    #expect((pieces == [file]) as Bool)
    _ = try readWebP(file)
  }
}
