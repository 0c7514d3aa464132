// SPDX-License-Identifier: MIT
import ImageFiles
import Pixels
import Testing

/// Decodes an animated WebP: every frame's data are decoded as a still picture and composited per the specification. A
/// film of one frame may be a still picture.
func readWebP(_ file: [UInt8]) throws -> Film {
  func le(_ at: Int, _ count: Int, _ bytes: [UInt8]) -> Int {
    (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
  }
  func name(_ at: Int, _ bytes: [UInt8]) -> String { String(decoding: bytes[at..<at + 4], as: UTF8.self) }
  func le32(_ v: Int) -> [UInt8] { [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: v >> $0) } }
  try #require(
    file.count > 20 && name(0, file) == "RIFF" && name(8, file) == "WEBP" && le(4, 4, file) == file.count - 8)
  var film = Film()
  guard name(12, file) == "VP8X", file[20] & 2 != 0 else {
    let still = try decode(file)
    film.width = still.width
    film.height = still.height
    film.frames = [
      Film.Frame(
        pixels: pixels(of: still), duration: 0, rect: PixelRect(x: 0, y: 0, width: still.width, height: still.height))
    ]
    return film
  }
  film.width = le(24, 3, file) + 1
  film.height = le(27, 3, file) + 1
  var canvas = [UInt32](repeating: 0, count: film.width * film.height)
  var at = 12
  while at + 8 <= file.count {
    let kind = name(at, file), size = le(at + 4, 4, file)
    try #require(at + 8 + size <= file.count)
    let body = Array(file[at + 8..<at + 8 + size])
    at += 8 + size + size % 2
    if kind == "ANIM" { film.plays = le(4, 2, body) }
    guard kind == "ANMF" else { continue }
    let (x0, y0, w, h) = (2 * le(0, 3, body), 2 * le(3, 3, body), le(6, 3, body) + 1, le(9, 3, body) + 1)
    let inside = x0 + w <= film.width && y0 + h <= film.height
    try #require(inside)
    let hasAlpha = name(16, body) == "ALPH"
    let extended: [UInt8] = [16, 0, 0, 0] + le32(w - 1).prefix(3) + le32(h - 1).prefix(3)
    let data = (hasAlpha ? Array("VP8X".utf8) + le32(10) + extended : []) + body[16...]
    let source = pixels(of: try decode(Array("RIFF".utf8) + le32(data.count + 4) + Array("WEBP".utf8) + data))
    for y in 0..<h {
      for x in 0..<w {
        let s = source[y * w + x], to = (y0 + y) * film.width + x0 + x
        let rest = body[15] & 2 != 0 ? 0 : 255 - (s >> 24)
        var sum: UInt32 = 0
        for shift in [0, 8, 16, 24] as [UInt32] {
          sum |= ((s >> shift & 255) + ((canvas[to] >> shift & 255) * rest + 127) / 255) << shift
        }
        canvas[to] = sum
      }
    }
    film.frames.append(
      Film.Frame(
        pixels: canvas, duration: Double(le(12, 3, body)) / 1000, rect: PixelRect(x: x0, y: y0, width: w, height: h),
        disposal: Int(body[15] & 1)))
    if body[15] & 1 != 0 { for y in y0..<y0 + h { for x in x0..<x0 + w { canvas[y * film.width + x] = 0 } } }
  }
  return film
}
