// SPDX-License-Identifier: MIT
import Formats
import ImageFiles
import Messages
import Parsing
import Pixels
import Testing
import TestSupport

/// Animated GIF, PNG and WebP files as frames.
@Suite struct AnimatedPictureTests {
  private func open(_ file: [UInt8]) throws -> AnimatedPicture { try #require(try AnimatedPicture(file)) }
  private func pixels(_ picture: AnimatedPicture, _ index: Int) throws -> [UInt32] {
    let bitmap = try picture.bitmap(of: index)
    return withExtendedLifetime(bitmap) { Array(bitmap.pixels) }
  }
  private func film(_ codec: FilmCodec, _ file: [UInt8]) throws -> Film {
    switch codec {
    case .gif: try readGIF(file).film
    case .apng: try readAPNG(file)
    case .webp: try readWebP(file)
    }
  }

  @Test(arguments: [FilmCodec.gif, .apng, .webp], Sample.allCases)
  func `frames are those of a player, in any order`(_ codec: FilmCodec, _ sample: Sample) throws {
    let frames = try sample.frames(9)
    let file = try encode(codec, frames) { $0.isLossless = true }
    let picture = try open(file)
    let film = try film(codec, file)
    #expect(picture.width == film.width && picture.height == film.height)
    #expect(codec == .gif || picture.plays == film.plays)
    let times = (0..<picture.count).map { ($0 == 0 ? 0 : picture.ends[$0 - 1]) + 1e-4 }
    var order = Array(0..<picture.count)
    for _ in 0..<3 {
      for i in order {
        let isSame = try pixels(picture, i) == film.pixels(at: times[i])
        #expect(isSame, "\(codec) frame \(i)")
      }
      order.reverse()
      order.append(contentsOf: [picture.count / 2, 0, picture.count - 1])
    }
  }

  @Test(arguments: 1...20) func `any edits come back from all three`(seed: Int) throws {
    let frames = Array(try Sample.edits.frames(6 * seed + 6, width: 9 + seed % 5, height: 7).suffix(6))
    for codec in [FilmCodec.gif, .apng, .webp] {
      let file = try encode(codec, frames, samples: codec == .gif ? [] : nil) { $0.isLossless = true }
      let picture = try open(file)
      let film = try film(codec, file)
      for i in [picture.count - 1, 0, picture.count / 2] {
        let time = (i == 0 ? 0 : picture.ends[i - 1]) + 1e-4
        let isSame = try pixels(picture, i) == film.pixels(at: time)
        #expect(isSame, "\(codec) \(i)")
      }
    }
  }

  @Test func `the time chooses the frame`() throws {
    let frames = try (0..<4).map { n in try bitmap(4, 4) { _, _ in opaque(60 * n, 0, 0) } }
    let picture = try open(try encode(.apng, frames, duration: 0.25))
    #expect(picture.plays == 0 && picture.ends == [0.25, 0.5, 0.75, 1])
    #expect(
      [-1, 0, 0.2, 0.25, 0.74, 0.75, 0.9999, 1, 1.3, 100.6].map { picture.index(at: $0) } == [
        0, 0, 0, 1, 2, 3, 3, 0, 1, 2,
      ])
  }

  @Test func `a file that plays once ends with its last frame, and a delay of zero is a tenth of a second`() throws {
    // Two frames of one pixel, without a loop and without delays.
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    let file =
      Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255] + frame + frame + [0x3B]
    let picture = try open(file)
    #expect(picture.plays == 1 && picture.ends == [0.1, 0.2])
    #expect(picture.index(at: 0.15) == 1 && picture.index(at: 5) == 1)
    #expect(try pixels(picture, 0) == [0xFF00_00FF])
  }

  @Test func `a still picture is not animated`() throws {
    let still = try bitmap(4, 4) { x, y in opaque(60 * x, 60 * y, 0) }
    for codec in [PictureCodec.png, .jpeg, .webp] {
      #expect(try AnimatedPicture(try ImageEncoder.encode(still, as: codec)) == nil)
    }
  }

  @Test(arguments: [FilmCodec.gif, .apng, .webp]) func `damaged files give an error or a picture`(_ codec: FilmCodec)
    throws
  {
    let source = try encode(codec, try Sample.edits.frames(6, width: 12, height: 9))
    var random = SeededRandom(UInt64(source.count))
    func read(_ file: [UInt8]) {
      guard let picture = try? AnimatedPicture(file, pixelLimit: 1 << 16) else { return }
      for i in [picture.count - 1, 0] { _ = try? picture.bitmap(of: i) }
    }
    for count in stride(from: 0, to: source.count, by: 7) { read(Array(source[..<count])) }
    for _ in 0..<1500 {
      var file = source
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        file[Int.random(in: 0..<file.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      read(file)
    }
  }

  @Test func `a picture larger than the limit is refused before memory is taken`() throws {
    let file =
      Array("GIF89a".utf8) + [255, 255, 255, 255, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 1, 0x44, 0, 0x3B]
    #expect(throws: (any Error).self) { try AnimatedPicture(file, pixelLimit: 1 << 20) }
    #expect(throws: (any Error).self) { try AnimatedPicture(file, allowed: { _ in false }) }
  }

  @Test func `a frame after thousands of large ones can be cancelled`() throws {
    // 2,000 frames of 2000 × 2000 pixels in 44 kB: 8 billion pixels on the way to the last one.
    var bytes = Array("GIF89a".utf8) + [0xD0, 7, 0xD0, 7, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    for _ in 0..<2000 {
      bytes += [0x21, 0xF9, 4, 4, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 0xD0, 7, 0xD0, 7, 0, 2, 2, 0x4C, 1, 0]
    }
    let picture = try #require(try AnimatedPicture(bytes + [0x3B]))
    #expect(picture.count == 2000)
    var asked = 0
    let error = #expect(throws: LayerError.self) {
      try picture.bitmap(
        of: 1999,
        isStopped: {
          asked += 1
          return asked > 3
        })
    }
    #expect(error?.kind == .cancelled && asked == 4)
  }
}
