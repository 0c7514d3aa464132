// SPDX-License-Identifier: MIT
import Formats
import ImageFiles
import Pixels

/// A film as a player shows it.
struct Film {
  struct Frame {
    /// Premultiplied pixels.
    var pixels: [UInt32]
    /// The duration in seconds.
    var duration: Double
    /// The rectangle that the file stores for the frame.
    var rect: PixelRect
    /// The disposal method, as numbered by the file format.
    var disposal = 0
  }

  var width = 0
  var height = 0
  /// The number of plays; 0 loops forever.
  var plays = 1
  var frames: [Frame] = []

  var duration: Double { frames.reduce(0) { $0 + $1.duration } }

  /// The pixels shown at a time.
  func pixels(at time: Double) -> [UInt32] {
    var end = 0.0
    for frame in frames {
      end += frame.duration
      if time < end { return frame.pixels }
    }
    return frames.last?.pixels ?? []
  }
}

/// A sink for the bytes that encoders write.
final class FilmBytes {
  var bytes: [UInt8] = []
  var pieces = 0

  func write(_ piece: UnsafeRawBufferPointer) {
    bytes += piece
    pieces += 1
  }

  func rewrite(_ offset: Int, _ piece: UnsafeRawBufferPointer) {
    for (i, byte) in piece.enumerated() { bytes[offset + i] = byte }
  }
}

/// Encodes frames of equal duration as a file.
func encode(
  _ format: FilmCodec, _ frames: [Bitmap], duration: Double = 0.1, rewrites: Bool = true, samples: [Bitmap]? = nil,
  notes: UnsafeMutablePointer<[String]>? = nil, _ change: (inout FilmParameters) -> Void = { _ in }
) throws -> [UInt8] {
  var parameters = FilmParameters(width: frames[0].width, height: frames[0].height, frameCount: frames.count)
  let count = format.sampleCount
  parameters.samples =
    samples ?? (count == 0 ? [] : (0..<count).map { frames[$0 * (frames.count - 1) / max(count - 1, 1)] })
  change(&parameters)
  let out = FilmBytes()
  let encoder =
    rewrites
    ? try makeFilmEncoder(format, parameters, sink: out.write, rewrite: out.rewrite)
    : try makeFilmEncoder(format, parameters, sink: out.write)
  for frame in frames { try encoder.append(frame, duration: duration) }
  try encoder.finish()
  notes?.pointee = encoder.notes
  return out.bytes
}

/// A bitmap from a function of column and row.
func bitmap(_ width: Int, _ height: Int, _ pixel: (_ x: Int, _ y: Int) -> UInt32) throws -> Bitmap {
  try Bitmap(width: width, height: height) { out in
    for y in 0..<height { for x in 0..<width { out[y * width + x] = pixel(x, y) } }
  }
}

func opaque(_ r: Int, _ g: Int, _ b: Int) -> UInt32 { UInt32(r) | UInt32(g) << 8 | UInt32(b) << 16 | 0xFF00_0000 }

/// Films with all kinds of changes between frames: things that move, appear, disappear, fade and stay.
enum Sample: CaseIterable {
  case squareOnGrid, squareOnNothing, fading, noise, still, blinking, edits, allNew

  func frames(_ count: Int, width: Int = 40, height: Int = 30) throws -> [Bitmap] {
    var noise = Noise(state: 11)
    var picture = [UInt32](repeating: 0, count: width * height)
    return try (0..<count).map { n in
      func inSquare(_ x: Int, _ y: Int) -> Bool { x >= 3 * n && x < 3 * n + 9 && y >= n + 4 && y < n + 12 }
      switch self {
      case .squareOnGrid:
        return try bitmap(width, height) { x, y in
          inSquare(x, y) ? opaque(200, 30, 30) : opaque(5 * (x % 40), 7 * (y % 30), 90)
        }
      case .squareOnNothing:
        return try bitmap(width, height) { x, y in inSquare(x, y) ? (x % 3 == 0 ? 0x8040_2010 : opaque(9, 80, 200)) : 0
        }
      case .fading:
        let a = UInt32(255 * n / max(count - 1, 1))
        return try bitmap(width, height) { x, y in x > 5 && y > 5 ? a << 24 | a / 2 << 8 : 0 }
      case .noise:
        return try bitmap(width, height) { _, _ in
          let a = noise.next()
          return a << 24 | (noise.next() * a / 255) << 16 | (noise.next() * a / 255) << 8 | noise.next() * a / 255
        }
      case .still: return try bitmap(width, height) { x, y in opaque(x, y, 7) }
      case .blinking:
        return try bitmap(width, height) { x, y in n % 3 == 1 ? 0 : x == 1 ? 0x8000_0080 : opaque(x, 0, y) }
      case .edits:
        // Rectangles of random alpha at random places, sometimes cleared.
        for _ in 0..<Int(noise.next()) % 3 {
          let left = Int(noise.next()) % width, top = Int(noise.next()) % height
          let a = [0, 255, 128, 255][Int(noise.next()) % 4] as UInt32
          let color = a << 24 | (noise.next() * a / 255) << 8 | noise.next() * a / 255
          for y in top..<min(top + 1 + Int(noise.next()) % 9, height) {
            for x in left..<min(left + 1 + Int(noise.next()) % 9, width) { picture[y * width + x] = color }
          }
        }
        return try bitmap(width, height) { x, y in picture[y * width + x] }
      case .allNew: return try bitmap(width, height) { x, y in opaque((x + n) % 256, (y * 3 + n) % 256, 5 * n % 256) }
      }
    }
  }
}
