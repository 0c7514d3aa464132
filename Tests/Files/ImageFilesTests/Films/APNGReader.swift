// SPDX-License-Identifier: MIT
import ImageFiles
import Pixels
import Testing

/// Decodes an animated PNG: every frame's data are decoded as a still picture and composited per the specification.
func readAPNG(_ file: [UInt8]) throws -> Film {
  func be32(_ at: Int, _ bytes: [UInt8]) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
  func be16(_ at: Int, _ bytes: [UInt8]) -> Int { Int(bytes[at]) << 8 | Int(bytes[at + 1]) }
  try #require(file.starts(with: PNGBuilder.signature))
  var film = Film()
  var header: [UInt8] = [], control: [UInt8] = [], data: [UInt8] = []
  var canvas: [UInt32] = []
  var announced = 0, sequence = 0
  var ended = false

  func show() throws {
    guard !control.isEmpty else { return }
    let (w, h, x0, y0) = (be32(4, control), be32(8, control), be32(12, control), be32(16, control))
    let inside = x0 + w <= film.width && y0 + h <= film.height && w > 0 && h > 0
    try #require(inside)
    let picture =
      PNGBuilder.signature + PNGBuilder.chunk("IHDR", PNGBuilder.be32(w) + PNGBuilder.be32(h) + header[8...])
      + PNGBuilder.chunk("IDAT", data) + PNGBuilder.chunk("IEND", [])
    let source = pixels(of: try decode(picture))
    let before = canvas
    for y in 0..<h {
      for x in 0..<w {
        let s = source[y * w + x], at = (y0 + y) * film.width + x0 + x
        if control[25] == 0 {
          canvas[at] = s
        } else {
          // Source-over.
          let rest = 255 - (s >> 24)
          var sum: UInt32 = 0
          for shift in [0, 8, 16, 24] as [UInt32] {
            sum |= ((s >> shift & 255) + ((canvas[at] >> shift & 255) * rest + 127) / 255) << shift
          }
          canvas[at] = sum
        }
      }
    }
    let duration = Double(be16(20, control)) / Double(be16(22, control))
    film.frames.append(
      Film.Frame(
        pixels: canvas, duration: duration, rect: PixelRect(x: x0, y: y0, width: w, height: h),
        disposal: Int(control[24])))
    switch control[24] {
    case 1: for y in y0..<y0 + h { for x in x0..<x0 + w { canvas[y * film.width + x] = 0 } }
    case 2: canvas = before
    default: break
    }
    control = []
    data = []
  }

  var at = 8
  while at < file.count {
    try #require(!ended && at + 12 <= file.count)
    let size = be32(at, file), name = String(decoding: file[at + 4..<at + 8], as: UTF8.self)
    try #require(at + 12 + size <= file.count)
    let body = Array(file[at + 8..<at + 8 + size])
    try #require(Array(file[at..<at + 12 + size]) == PNGBuilder.chunk(name, body), "the sum of \(name)")
    at += 12 + size
    switch name {
    case "IHDR":
      header = body
      film.width = be32(0, body)
      film.height = be32(4, body)
      canvas = [UInt32](repeating: 0, count: film.width * film.height)
    case "acTL":
      announced = be32(0, body)
      film.plays = be32(4, body)
    case "fcTL":
      try show()
      try #require(be32(0, body) == sequence)
      sequence += 1
      control = body
    case "IDAT": data += body
    case "fdAT":
      try #require(be32(0, body) == sequence)
      sequence += 1
      data += body[4...]
    case "IEND":
      try show()
      ended = true
    default: break
    }
  }
  try #require(ended && announced == film.frames.count)
  return film
}
