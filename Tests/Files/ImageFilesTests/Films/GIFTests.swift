// SPDX-License-Identifier: MIT
import Formats
import ImageFiles
import Pixels
import Testing

@Suite struct GIFTests {
  /// A frame as a GIF can represent it: opaque colours, or transparent below an alpha of one half.
  private func shown(_ frame: Bitmap) -> [UInt32] {
    let bytes = frame.straightBytes
    var result: [UInt32] = []
    for at in stride(from: 0, to: bytes.count, by: 4) {
      result.append(bytes[at + 3] < 128 ? 0 : opaque(Int(bytes[at]), Int(bytes[at + 1]), Int(bytes[at + 2])))
    }
    return result
  }

  /// The mean difference of the channels of visible pixels; infinite if different pixels are visible.
  private func error(_ a: [UInt32], _ b: [UInt32]) -> Double {
    var sum = 0
    for (p, q) in zip(a, b) {
      if (p == 0) != (q == 0) { return .infinity }
      for shift in [0, 8, 16] as [UInt32] { sum += abs(Int(p >> shift & 255) - Int(q >> shift & 255)) }
    }
    return Double(sum) / Double(3 * a.count)
  }

  @Test(arguments: Sample.allCases) func `few colours come back exactly, many nearly`(sample: Sample) throws {
    let frames = try sample.frames(13)
    let (film, looped, _) = try readGIF(encode(.gif, frames))
    #expect(looped == 0 && film.width == 40 && film.height == 30 && abs(film.duration - 1.3) < 1e-9)
    for (n, frame) in frames.enumerated() {
      let wanted = shown(frame), few = Set(wanted).count <= 256
      let error = error(film.pixels(at: Double(n) / 10 + 0.05), wanted)
      #expect(few ? error == 0 : error < (sample == .noise ? 16 : 4), "frame \(n)")
    }
  }

  @Test(arguments: 1...40) func `any edits come back`(seed: Int) throws {
    let frames = Array(try Sample.edits.frames(6 * seed + 6, width: 9 + seed % 5, height: 7).suffix(6))
    let film = try readGIF(encode(.gif, frames, samples: [])).film
    for (n, frame) in frames.enumerated() {
      #expect((film.pixels(at: 0.1 * Double(n) + 0.05) == shown(frame)) as Bool, "frame \(n)")
    }
  }

  @Test(arguments: [24, 25, 29.97, 30, 50, 12.5, 7] as [Double]) func `hundredths sum up to the film's length`(
    fps: Double
  ) throws {
    let film = try readGIF(encode(.gif, Sample.squareOnGrid.frames(9), duration: 1 / fps)).film
    #expect(film.frames.count == 9)
    #expect((film.duration * 100).rounded() == (9 / fps * 100).rounded())
    #expect(film.frames.allSatisfy { abs($0.duration - 1 / fps) <= 0.0101 && $0.duration >= 0.0199 })
  }

  @Test(arguments: [60, 100, 120, 240] as [Double], [6, 7, 9, 10]) func `a frame shows for no less than players can`(
    fps: Double, count: Int
  ) throws {
    let frames = try (0..<count).map { n in try bitmap(8, 8) { x, y in opaque(x, y, 20 * n) } }
    var notes: [String] = []
    let film = try readGIF(encode(.gif, frames, duration: 1 / fps, notes: &notes)).film
    #expect((film.duration * 100).rounded() == (Double(count) / fps * 100).rounded())
    if Double(count) / fps > 0.04 { #expect(film.frames.allSatisfy { $0.duration >= 0.0199 }) }
    #expect(film.frames.last.map { $0.pixels == shown(frames[count - 1]) } == true, "the last frame is kept")
    #expect(notes.count == 1 && notes[0].contains("\(count - film.frames.count) of \(count) frames were left out"))
  }

  @Test func `equal frames are one, and a time too long for one frame is several`() throws {
    let frames = try Sample.still.frames(3)
    let film = try readGIF(encode(.gif, frames, duration: 1)).film
    #expect(film.frames.count == 1 && film.duration == 3)
    var long = try Sample.blinking.frames(3, width: 15, height: 16)
    long[1] = long[0]
    let slow = try readGIF(encode(.gif, long, duration: 700)).film
    #expect(slow.duration == 2100 && slow.frames.count > 3)
    #expect((slow.pixels(at: 1390) == shown(long[0])) as Bool)
    #expect((slow.pixels(at: 2090) == shown(long[2])) as Bool)
  }

  @Test func `a file says how often it goes back to the start`() throws {
    let frames = try Sample.squareOnGrid.frames(3)
    #expect(try readGIF(encode(.gif, frames) { $0.loopCount = 1 }).looped == nil)
    #expect(try readGIF(encode(.gif, frames) { $0.loopCount = 5 }).looped == 4)
    #expect(try readGIF(encode(.gif, frames) { $0.loopCount = 65536 }).looped == 65535)
  }

  @Test func `only what changes is stored, and what is gone is taken away`() throws {
    let film = try readGIF(encode(.gif, Sample.squareOnGrid.frames(6))).film
    #expect(film.frames.dropFirst().allSatisfy { $0.rect.width <= 12 && $0.rect.height <= 9 })
    let free = try readGIF(encode(.gif, Sample.squareOnNothing.frames(6))).film
    #expect(free.frames.dropLast().allSatisfy { $0.disposal == 2 || $0.disposal == 3 })
    #expect(free.frames.dropFirst().allSatisfy { $0.rect.width <= 12 && $0.rect.height <= 9 })
  }

  /// Rows of constant brightness, from dark to bright, moving slowly, in more colours than a palette has.
  private func gradients(_ count: Int) throws -> [Bitmap] {
    try (0..<count).map { n in
      try bitmap(160, 120) { x, y in opaque(x * 255 / 160, y * 255 / 120, (x + y + 4 * n) % 256 / 2) }
    }
  }

  @Test func `a gradient is dithered: areas have the right mean`() throws {
    let frames = try gradients(5)
    let film = try readGIF(encode(.gif, frames)).film
    for (n, frame) in frames.enumerated() {
      let made = film.pixels(at: 0.1 * Double(n) + 0.05), wanted = pixels(of: frame)
      // Means over 8×8 pixels are much closer than single pixels.
      var worst = 0
      for y in stride(from: 0, to: 120, by: 8) {
        for x in stride(from: 0, to: 160, by: 8) {
          for shift in [0, 8, 16] as [UInt32] {
            var sum = 0
            for i in 0..<64 {
              let at = (y + i / 8) * 160 + x + i % 8
              sum += Int(made[at] >> shift & 255) - Int(wanted[at] >> shift & 255)
            }
            worst = max(worst, abs(sum))
          }
        }
      }
      #expect(worst <= 64 * 9, "frame \(n): a mean is off by \(Double(worst) / 64)")
      #expect(error(made, wanted) < 8)
    }
  }

  @Test func `what stands still does not flicker`() throws {
    // The right half and its colours change in every frame; the left half is a gradient.
    let frames = try (0..<6).map { n in
      try bitmap(160, 120) { x, y in
        x < 80 ? opaque(x * 3, y * 2, 255 - x) : opaque((x * y + 40 * n) % 256, 40 * n, (x * 7 + y) % 256)
      }
    }
    let film = try readGIF(encode(.gif, frames)).film
    for frame in film.frames.dropFirst() {
      let same = (0..<120).allSatisfy {
        frame.pixels[160 * $0..<160 * $0 + 80] == film.frames[0].pixels[160 * $0..<160 * $0 + 80]
      }
      #expect(same)
    }
  }

  @Test func `scenes of other colours have palettes of their own`() throws {
    let scenes = try (0..<6).map { n in
      try bitmap(120, 90) { x, y in
        let v = [x * 2, y * 2, (x + y), 20]
        return opaque(v[n % 4], v[(n + 1) % 4], v[(n + 2) % 4])
      }
    }
    let (film, _, own) = try readGIF(encode(.gif, scenes))
    #expect(own >= 3)
    for (n, frame) in scenes.enumerated() {
      #expect(error(film.pixels(at: 0.1 * Double(n) + 0.05), pixels(of: frame)) < 5, "scene \(n)")
    }
    // Frames of the same colours share the film's global palette.
    #expect(try readGIF(encode(.gif, gradients(5))).ownPalettes == 0)
  }

  @Test func `flat colours among many others stay exact`() throws {
    let frames = try (0..<3).map { n in
      try bitmap(160, 120) { x, y in
        y < 60 ? opaque(253, 251, 249) : x < 80 ? opaque(17, 34, 51) : opaque(x, 2 * y, (x * y + n) % 256)
      }
    }
    let film = try readGIF(encode(.gif, frames)).film
    for frame in film.frames {
      #expect((0..<160 * 60).allSatisfy { frame.pixels[$0] == opaque(253, 251, 249) })
      #expect((60..<120).allSatisfy { y in (0..<80).allSatisfy { frame.pixels[160 * y + $0] == opaque(17, 34, 51) } })
    }
  }

  @Test func `the smallest films, and clear ones`() throws {
    for pixel in [opaque(1, 2, 3), 0, 0x7F00_0000, 0x8000_4000] as [UInt32] {
      let one = try bitmap(1, 1) { _, _ in pixel }, film = try readGIF(encode(.gif, [one, one])).film
      #expect(film.frames.count == 1 && film.frames[0].pixels == shown(one))
    }
    let nothing = try bitmap(5, 4) { _, _ in 0 }, full = try bitmap(5, 4) { x, y in opaque(x, y, 0) }
    let film = try readGIF(encode(.gif, [nothing, full, nothing], samples: [])).film
    #expect(film.frames.map(\.pixels) == [shown(nothing), shown(full), shown(nothing)])
  }

  @Test func `the same frames are the same file`() throws {
    let frames = try gradients(3) + Sample.noise.frames(2, width: 160, height: 120)
    #expect((try encode(.gif, frames) == encode(.gif, frames)) as Bool)
  }
}
