// SPDX-License-Identifier: MIT
/// Writes PNG files of any kind, valid or not, byte by byte.
struct PNGBuilder {
  var width: Int
  var height: Int
  var depth: Int
  var colorType: Int
  var isInterlaced = false
  /// Chunks between IHDR and IDAT.
  var chunks: [(name: String, data: [UInt8])] = []
  /// The samples of a pixel, each in the range of the bit depth.
  var samples: (_ x: Int, _ y: Int) -> [Int] = { _, _ in [] }

  static func be32(_ v: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: v >> $0) } }

  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in body {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 != 0 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return be32(data.count) + body + be32(Int(~crc))
  }

  /// A zlib stream of stored blocks.
  static func zlib(_ data: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var a: UInt32 = 1, b: UInt32 = 0
    for byte in data {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    var at = 0
    repeat {
      let n = min(data.count - at, 65535)
      result += [at + n == data.count ? 1 : 0, UInt8(n & 255), UInt8(n >> 8), UInt8(~n & 255), UInt8(~n >> 8 & 255)]
      result += data[at..<at + n]
      at += n
    } while at < data.count
    return result + be32(Int(b << 16 | a))
  }

  var header: [UInt8] {
    Self.be32(width) + Self.be32(height) + [UInt8(depth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0]
  }

  /// The unfiltered rows, each preceded by its filter type.
  var rows: [UInt8] {
    let passes =
      isInterlaced
      ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
      : [(0, 0, 1, 1)]
    var result: [UInt8] = []
    for (x0, y0, dx, dy) in passes where x0 < width && y0 < height {
      for y in stride(from: y0, to: height, by: dy) {
        result.append(0)
        var bits = 0, count = 0
        for x in stride(from: x0, to: width, by: dx) {
          for sample in samples(x, y) {
            bits = bits << depth | sample
            count += depth
            while count >= 8 {
              count -= 8
              result.append(UInt8(truncatingIfNeeded: bits >> count))
            }
            bits &= (1 << count) - 1
          }
        }
        if count > 0 { result.append(UInt8(truncatingIfNeeded: bits << (8 - count))) }
      }
    }
    return result
  }

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  var file: [UInt8] {
    Self.signature + Self.chunk("IHDR", header) + chunks.flatMap { Self.chunk($0.name, $0.data) }
      + Self.chunk("IDAT", Self.zlib(rows))
      + Self.chunk("IEND", [])
  }
}
