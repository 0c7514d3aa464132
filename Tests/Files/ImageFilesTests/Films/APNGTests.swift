// SPDX-License-Identifier: MIT
import Formats
import ImageFiles
import Messages
import Pixels
import Testing

@Suite struct APNGTests {
  @Test(arguments: Sample.allCases, [true, false]) func `every frame comes back at its time`(
    sample: Sample, rewrites: Bool
  ) throws {
    let frames = try sample.frames(13)
    let film = try readAPNG(encode(.apng, frames, duration: 1.0 / 24, rewrites: rewrites))
    #expect(film.plays == 0 && film.width == 40 && film.height == 30)
    #expect(abs(film.duration - 13.0 / 24) < 1e-12)
    for (n, frame) in frames.enumerated() {
      #expect((film.pixels(at: (Double(n) + 0.5) / 24) == pixels(of: frame)) as Bool, "frame \(n)")
    }
  }

  @Test(arguments: 1...40) func `any edits come back`(seed: Int) throws {
    // The last six frames of a film whose length depends on the seed.
    let frames = Array(try Sample.edits.frames(6 * seed + 6, width: 9 + seed % 5, height: 7).suffix(6))
    let film = try readAPNG(encode(.apng, frames))
    for (n, frame) in frames.enumerated() {
      #expect((film.pixels(at: 0.1 * Double(n) + 0.05) == pixels(of: frame)) as Bool, "frame \(n)")
    }
  }

  @Test func `equal frames are one that shows longer, and a pixel where the file cannot be written over`() throws {
    let frames = try Sample.still.frames(50)
    let film = try readAPNG(encode(.apng, frames, duration: 1001.0 / 30000))
    #expect(film.frames.count == 1 && film.frames[0].duration == 50 * 1001.0 / 30000)
    let piped = try readAPNG(encode(.apng, frames, duration: 1001.0 / 30000, rewrites: false))
    #expect(piped.frames.count == 50)
    #expect(
      piped.frames.dropFirst().allSatisfy {
        $0.rect == PixelRect(x: 0, y: 0, width: 1, height: 1) && $0.duration == 1001.0 / 30000
      })
  }

  @Test(
    arguments: [
      (1.0 / 60, 1, 60), (1 / 29.97, 100, 2997), (1001.0 / 24000, 1001, 24000), (0.3, 3, 10), (2, 2, 1),
      (1.0 / 144, 1, 144),
    ] as [(Double, Int, Int)])
  func `a delay is the exact fraction`(seconds: Double, numerator: Int, denominator: Int) throws {
    let file = try encode(.apng, [bitmap(1, 1) { _, _ in opaque(1, 2, 3) }], duration: seconds)
    let at = try #require((0..<file.count - 4).first { file[$0..<$0 + 4].elementsEqual("fcTL".utf8) }) + 4
    #expect(Int(file[at + 20]) << 8 | Int(file[at + 21]) == numerator)
    #expect(Int(file[at + 22]) << 8 | Int(file[at + 23]) == denominator)
  }

  @Test func `a delay that no fraction holds is divided among frames`() throws {
    let frames = try Sample.still.frames(4)
    let film = try readAPNG(encode(.apng, frames, duration: 16000.25))
    #expect(film.duration == 64_001 && film.frames.count > 1)
    #expect(film.frames.allSatisfy { $0.pixels == pixels(of: frames[0]) })
  }

  @Test func `only what changes is stored`() throws {
    let film = try readAPNG(encode(.apng, Sample.squareOnGrid.frames(6)))
    // Erased and redrawn, or moved as a whole: never more than the two places.
    #expect(film.frames.dropFirst().allSatisfy { $0.rect.width <= 12 && $0.rect.height <= 9 })
    let free = try readAPNG(encode(.apng, Sample.squareOnNothing.frames(6)))
    #expect(free.frames.dropFirst().allSatisfy { $0.rect.width <= 9 && $0.rect.height <= 8 })
    #expect(free.frames.dropLast().allSatisfy { $0.disposal != 0 })
  }

  @Test func `an opaque film has no alpha, and says when a frame is translucent`() throws {
    let file = try encode(.apng, Sample.squareOnGrid.frames(3)) { $0.isOpaque = true }
    #expect(file[25] == 2, "the colour type")
    #expect(throws: LayerError(.unsupported, "frame 0 is translucent, though the film was declared opaque")) {
      try encode(.apng, Sample.squareOnNothing.frames(3)) { $0.isOpaque = true }
    }
    #expect((try readAPNG(file).frames[2].pixels == pixels(of: try Sample.squareOnGrid.frames(3)[2])) as Bool)
  }

  @Test func `the file plays as often as it was told, says its resolution, and is the same each time`() throws {
    let frames = try Sample.edits.frames(9)
    let file = try encode(.apng, frames) {
      $0.loopCount = 3
      $0.scale = 2
    }
    #expect(try readAPNG(file).plays == 3)
    #expect((0..<file.count - 4).contains { file[$0..<$0 + 4].elementsEqual("pHYs".utf8) })
    let again = try encode(.apng, frames) {
      $0.loopCount = 3
      $0.scale = 2
    }
    #expect((file == again) as Bool)
  }
}
