// SPDX-License-Identifier: MIT
import CImageCodecs
import SystemZ
import Testing

/// Compresses bytes to a raw deflate stream by zlib.
///
/// - Parameter pieces: the number of portions of the input, with a flush of this kind after each.
private func deflated(
  _ input: [UInt8], level: Int32, strategy: Int32, pieces: Int = 1, flush: Int32 = Z_NO_FLUSH, memory: Int32 = 8
) -> [UInt8] {
  var stream = z_stream()
  #expect(
    deflateInit2_(
      &stream, level, Z_DEFLATED, -15, memory, strategy, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK)
  defer { deflateEnd(&stream) }
  var out = [UInt8](repeating: 0, count: input.count * 2 + 1000 + pieces * 20)
  var input = input
  let total = input.count
  var size = 0
  input.withUnsafeMutableBufferPointer { input in
    out.withUnsafeMutableBufferPointer { out in
      stream.next_out = out.baseAddress
      stream.avail_out = UInt32(out.count)
      for piece in 0..<pieces {
        let from = total * piece / pieces, to = total * (piece + 1) / pieces
        // zlib refuses to flush twice.
        if from == to, piece + 1 < pieces { continue }
        stream.next_in = input.baseAddress.map { $0 + from }
        stream.avail_in = UInt32(to - from)
        let status = deflate(&stream, piece + 1 == pieces ? Z_FINISH : flush)
        #expect(status == (piece + 1 == pieces ? Z_STREAM_END : Z_OK))
      }
      size = out.count - Int(stream.avail_out)
    }
  }
  return Array(out[..<size])
}

/// Decompresses a raw deflate stream by zlib; nil if zlib refuses it or it does not end.
func inflated(_ input: [UInt8], room: Int) -> [UInt8]? {
  var stream = z_stream()
  guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
  defer { inflateEnd(&stream) }
  var input = input
  var out = [UInt8](repeating: 0, count: room + 1)
  var size: Int?
  let count = input.count
  input.withUnsafeMutableBufferPointer { input in
    out.withUnsafeMutableBufferPointer { out in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(count)
      stream.next_out = out.baseAddress
      stream.avail_out = UInt32(out.count)
      if inflate(&stream, Z_FINISH) == Z_STREAM_END, stream.avail_in == 0 { size = out.count - Int(stream.avail_out) }
    }
  }
  return size.map { Array(out[..<$0]) }
}

/// A stream made continuable, so that another can be appended; nil if refused.
private func continued(_ stream: [UInt8]) -> [UInt8]? {
  var bytes = stream + [UInt8](repeating: 0xAA, count: Int(LLUA_DEFLATE_CONTINUES))
  let size = bytes.withUnsafeMutableBufferPointer { llua_deflate_continue($0.baseAddress, stream.count) }
  return size == 0 ? nil : Array(bytes[..<size])
}

@Suite struct DeflatePartsTests {
  private struct Random {
    var state: UInt64
    mutating func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(limit, 1)
    }
  }

  /// Random bytes of all kinds: uniform, random, few values with long codes, repeats near and far.
  private func content(_ random: inout Random) -> [UInt8] {
    let count = [0, 1, 2, 3, 10, 100, 1000, 5000, 70_000, 140_000][random.next(10)] + random.next(40)
    var bytes = [UInt8]()
    bytes.reserveCapacity(count + 300)
    let kind = random.next(6)
    while bytes.count < count {
      switch kind {
      case 0: bytes.append(7)
      case 1: bytes.append(UInt8(random.next(256)))
      // Each value is half as frequent as the one before, so codes have all lengths up to the longest.
      case 2: bytes.append(UInt8(min((random.next(1 << 24) | 1 << 24).trailingZeroBitCount, 30)))
      case 3:
        let length = 3 + random.next(280), distance = 1 + random.next(min(bytes.count, 32768))
        if bytes.count < distance || random.next(3) == 0 {
          bytes.append(UInt8(random.next(256)))
        } else {
          for _ in 0..<length { bytes.append(bytes[bytes.count - distance]) }
        }
      case 4: bytes.append(UInt8(bytes.count % 251))
      default: bytes.append(UInt8(random.next(1 + bytes.count / 3000) & 255))
      }
    }
    return bytes
  }

  private static let flushes = [Z_NO_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_PARTIAL_FLUSH, Z_BLOCK]

  @Test(arguments: 0..<12) func `streams of any kind can be put together`(seed: Int) throws {
    var random = Random(state: UInt64(seed + 1) &* 0x9E37_79B9)
    for _ in 0..<12 {
      var whole: [UInt8] = [], joined: [UInt8] = []
      let parts = 1 + random.next(4)
      for part in 0..<parts {
        let input = content(&random)
        let stream = deflated(
          input, level: Int32(random.next(10)), strategy: Int32(random.next(5)), pieces: 1 + random.next(6),
          flush: Self.flushes[random.next(Self.flushes.count)], memory: Int32(1 + random.next(9)))
        whole += input
        joined += part + 1 == parts ? stream : try #require(continued(stream), "part \(part) of seed \(seed)")
      }
      #expect((inflated(joined, room: whole.count) == whole) as Bool)
    }
  }

  @Test func `the last block is found in each kind of block`() throws {
    // Stored blocks, fixed codes and dynamic codes, by the two bits after the first.
    let text = (0..<3000).map { UInt8(($0 * $0 / 7) % 61) }
    for (stream, kind) in [
      (deflated(text, level: 0, strategy: Z_DEFAULT_STRATEGY), 0), (deflated(text, level: 6, strategy: Z_FIXED), 1),
      (deflated(text, level: 6, strategy: Z_DEFAULT_STRATEGY), 2),
    ] {
      var start = 9, end = 0
      #expect(llua_deflate_last_block(stream, stream.count, &start, &end) == 1)
      #expect(start == 0 && (end + 7) / 8 == stream.count)
      #expect(Int(stream[0] >> 1 & 3) == kind)
      #expect(continued(stream)?.suffix(4) == [0, 0, 0xFF, 0xFF])
    }
  }

  @Test func `what is no whole stream is refused`() {
    let text = (0..<3000).map { UInt8(($0 * $0 / 7) % 61) }
    var start = 0, end = 0
    for strategy in [Z_DEFAULT_STRATEGY, Z_FIXED] {
      let stream = deflated(text, level: 6, strategy: strategy)
      for count in 0..<stream.count { #expect(llua_deflate_last_block(stream, count, &start, &end) == 0) }
    }
    let stored = deflated(text, level: 0, strategy: Z_DEFAULT_STRATEGY)
    for count in 0..<stored.count { #expect(llua_deflate_last_block(stored, count, &start, &end) == 0) }
    // Block type 3 is reserved.
    #expect(llua_deflate_last_block([0b111, 0, 0, 0, 0], 5, &start, &end) == 0)
  }

  @Test(arguments: 0..<8) func `what bytes there may be, the search ends`(seed: Int) {
    var random = Random(state: UInt64(seed + 99))
    for _ in 0..<4000 {
      var bytes =
        random.next(2) == 0
        ? (0..<random.next(60)).map { _ in UInt8(random.next(256)) }
        : deflated((0..<random.next(400)).map { _ in UInt8(random.next(9)) }, level: 6, strategy: Int32(random.next(5)))
      for _ in 0..<random.next(4) where !bytes.isEmpty { bytes[random.next(bytes.count)] ^= UInt8(1 << random.next(8)) }
      var start = 0, end = 0
      if llua_deflate_last_block(bytes, bytes.count, &start, &end) == 1 {
        #expect(start < end && end <= bytes.count * 8)
        // Any stream accepted by the search is decoded by zlib up to its end; distances before the start of the data
        // are left for zlib to detect.
        #expect(continued(bytes) != nil)
      }
    }
  }
}
