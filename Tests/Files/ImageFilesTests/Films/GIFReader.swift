// SPDX-License-Identifier: MIT
import ImageFiles
import Pixels
import Testing

/// Decodes a GIF as browsers do. `looped` is the loop count in the file; nil if it has none.
func readGIF(_ file: [UInt8]) throws -> (film: Film, looped: Int?, ownPalettes: Int) {
  func le16(_ at: Int) -> Int { Int(file[at]) | Int(file[at + 1]) << 8 }
  func table(_ at: Int, _ bits: UInt8) -> [UInt32] {
    (0..<2 << Int(bits & 7)).map {
      opaque(Int(file[at + 3 * $0]), Int(file[at + 3 * $0 + 1]), Int(file[at + 3 * $0 + 2]))
    }
  }
  try #require(file.count > 13 && file.starts(with: Array("GIF89a".utf8)))
  var film = Film()
  (film.width, film.height) = (le16(6), le16(8))
  var looped: Int?
  var ownPalettes = 0
  var at = 13
  var global: [UInt32] = []
  if file[10] & 0x80 != 0 {
    global = table(at, file[10])
    at += 3 * global.count
  }
  var canvas = [UInt32](repeating: 0, count: film.width * film.height)
  var control: (disposal: Int, delay: Int, clear: Int?) = (0, 0, nil)

  func blocks() throws -> [UInt8] {
    var data: [UInt8] = []
    while true {
      try #require(at < file.count)
      let n = Int(file[at])
      at += 1
      if n == 0 { return data }
      try #require(at + n <= file.count)
      data += file[at..<at + n]
      at += n
    }
  }

  while true {
    try #require(at < file.count)
    let kind = file[at]
    at += 1
    switch kind {
    case 0x3B:
      try #require(at == file.count)
      return (film, looped, ownPalettes)
    case 0x21:
      let label = file[at]
      at += 1
      let data = try blocks()
      if label == 0xF9 {
        control = (Int(data[0] >> 2 & 7), Int(data[1]) | Int(data[2]) << 8, data[0] & 1 != 0 ? Int(data[3]) : nil)
      } else if label == 0xFF, data.starts(with: Array("NETSCAPE2.0".utf8)) {
        looped = Int(data[12]) | Int(data[13]) << 8
      }
    case 0x2C:
      let (x0, y0, w, h) = (le16(at), le16(at + 2), le16(at + 4), le16(at + 6))
      let flags = file[at + 8]
      at += 9
      var colors = global
      if flags & 0x80 != 0 {
        colors = table(at, flags)
        at += 3 * colors.count
        ownPalettes += 1
      }
      let size = Int(file[at])
      at += 1
      let indices = try unpackLZW(blocks(), size)
      let inside = x0 + w <= film.width && y0 + h <= film.height && indices.count == w * h && flags & 0x40 == 0
      try #require(inside)
      let before = canvas
      for y in 0..<h {
        for x in 0..<w where indices[y * w + x] != control.clear {
          canvas[(y0 + y) * film.width + x0 + x] = colors[indices[y * w + x]]
        }
      }
      film.frames.append(
        Film.Frame(
          pixels: canvas, duration: Double(control.delay) / 100, rect: PixelRect(x: x0, y: y0, width: w, height: h),
          disposal: control.disposal))
      switch control.disposal {
      case 2: for y in y0..<y0 + h { for x in x0..<x0 + w { canvas[y * film.width + x] = 0 } }
      case 3: canvas = before
      default: break
      }
    default: Issue.record("block \(kind)")
    }
  }
}

private func unpackLZW(_ data: [UInt8], _ size: Int) throws -> [Int] {
  let clear = 1 << size
  var result: [Int] = []
  var words: [[Int]] = []
  var last: [Int]?
  var bits = 0, count = 0, width = size + 1
  for byte in data {
    bits |= Int(byte) << count
    count += 8
    while count >= width {
      let code = bits & ((1 << width) - 1)
      bits >>= width
      count -= width
      if code == clear {
        words = (0..<clear + 2).map { [$0] }
        width = size + 1
        last = nil
        continue
      }
      if code == clear + 1 { return result }
      let word: [Int]
      if code < words.count {
        word = words[code]
      } else {
        try #require(last != nil && code == words.count)
        word = last.map { $0 + $0.prefix(1) } ?? []
      }
      result += word
      if let last, words.count < 4096 {
        words.append(last + word.prefix(1))
        if words.count == 1 << width, width < 12 { width += 1 }
      }
      last = word
    }
  }
  Issue.record("no end of the indices")
  return result
}
