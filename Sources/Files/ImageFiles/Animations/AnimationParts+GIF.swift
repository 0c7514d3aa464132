// SPDX-License-Identifier: MIT
import Messages
import Numbers
import Parsing

/// The compressed pixels of a GIF's frame, and its colours.
struct GIFFrame: Sendable {
  /// Premultiplied colours by index; the transparent one is 0.
  var colors: [UInt32]
  var isInterlaced: Bool
  /// The size of the first codes in bits.
  var codeSize: Int
  /// The codes, without the lengths of their blocks.
  var codes: [UInt8]

  /// Decompresses the pixels. Those that the file lacks are transparent.
  func withPixels(width: Int, height: Int, _ body: (UnsafeBufferPointer<UInt32>) -> Void) throws {
    var pixels = [UInt32](repeating: 0, count: width * height)
    let count = pixels.count
    pixels.withUnsafeMutableBufferPointer { pixels in
      var at = 0
      decompress(most: count) { index in
        var place = at
        if isInterlaced {
          let row = at / width
          place = Self.row(row, of: height) * width + at % width
        }
        if place < count { pixels[place] = index < colors.count ? colors[index] : 0 }
        at += 1
      }
    }
    pixels.withUnsafeBufferPointer(body)
  }

  /// Returns the row of the picture that an interlaced file stores at a place.
  private static func row(_ place: Int, of height: Int) -> Int {
    var left = place
    for (start, step) in [(0, 8), (4, 8), (2, 4), (1, 2)] {
      let rows = height > start ? (height - start + step - 1) / step : 0
      if left < rows { return start + left * step }
      left -= rows
    }
    return height
  }

  /// Decompresses codes of variable length (LZW); ends at the end code, at a code that is not valid, after `most`
  /// pixels or with the data.
  private func decompress(most: Int, _ put: (Int) -> Void) {
    guard (2...11).contains(codeSize) else { return }
    let clear = 1 << codeSize, end = clear + 1
    // Each code is its prefix's pixels and one more.
    var prefix = [UInt16](repeating: 0, count: 4096)
    var suffix = [UInt8](repeating: 0, count: 4096)
    var stack = [UInt8](repeating: 0, count: 4097)
    for i in 0..<min(clear, 4096) { suffix[i] = UInt8(truncatingIfNeeded: i) }
    var size = codeSize + 1, next = end + 1, last = -1, first: UInt8 = 0
    var bits: UInt32 = 0, held = 0, written = 0, at = 0
    while written < most {
      while held < size {
        guard at < codes.count else { return }
        bits |= UInt32(codes[at]) << UInt32(held)
        held += 8
        at += 1
      }
      let code = Int(bits & (1 << UInt32(size) - 1))
      bits >>= UInt32(size)
      held -= size
      if code == clear {
        (size, next, last) = (codeSize + 1, end + 1, -1)
        continue
      }
      if code == end { return }
      var depth = 0, now = code
      if last < 0 {
        guard code < clear else { return }
      } else if code >= next {
        guard code == next else { return }
        stack[0] = first
        depth = 1
        now = last
      }
      // A code's prefix is always smaller, so the chain ends.
      while now > end, depth < 4096 {
        stack[depth] = suffix[now]
        depth += 1
        now = Int(prefix[now])
      }
      first = suffix[min(now, 4095)]
      stack[depth] = first
      depth += 1
      while depth > 0, written < most {
        depth -= 1
        put(Int(stack[depth]))
        written += 1
      }
      if last >= 0, next < 4096 {
        prefix[next] = UInt16(last)
        suffix[next] = first
        next += 1
        if next == 1 << size, size < 12 { size += 1 }
      }
      last = code
    }
  }
}

extension AnimationParts {
  /// Reads the frames of a GIF. A file that ends too early has those that are complete.
  init(gif bytes: [UInt8], _ reading: inout Reading) throws(LayerError) {
    let damaged = LayerError("the GIF file is damaged: fetch or export it again")
    func number(_ at: Int) -> Int { Int(bytes[at]) | Int(bytes[at + 1]) << 8 }
    guard bytes.count >= 13 else { throw damaged }
    (width, height) = (number(6), number(8))
    plays = 1
    var at = 13
    var global: [UInt32] = []
    func palette(_ flags: UInt8) -> [UInt32]? {
      let count = 2 << Int(flags & 7)
      guard bytes.count - at >= 3 * count else { return nil }
      var colors: [UInt32] = []
      for i in 0..<count {  // bounded: at most 256
        let c = at + 3 * i
        colors.append(
          UInt32(bytes[c]) | UInt32(bytes[c + 1]) << 8 | UInt32(bytes[c + 2]) << 16 | 0xFF00_0000)  // bounded: as above
      }
      at += 3 * count
      return colors
    }
    if bytes[10] & 0x80 != 0 {
      guard let colors = palette(bytes[10]) else { throw damaged }
      global = colors
    }
    var delay = 0.0, disposal = AnimatedPicture.Disposal.none, clear: Int?
    /// Skips blocks and returns their ranges; nil if the file ends.
    func blocks(_ reading: inout Reading) throws(LayerError) -> [UInt8]? {
      var data = Grown<UInt8>()
      while at < bytes.count {
        let size = Int(bytes[at])
        at += 1
        try reading.step()
        if size == 0 { return data.finish() }
        guard bytes.count - at >= size else { return nil }
        try data.append(contentsOf: bytes[at..<at + size], &reading)
        at += size
      }
      return nil
    }
    var found = Grown<AnimatedPicture.Frame>()
    loop: while at < bytes.count {
      try reading.step()
      let kind = bytes[at]
      at += 1
      switch kind {
      case 0x21:
        guard at < bytes.count else { break loop }
        let label = bytes[at]
        at += 1
        guard let data = try blocks(&reading) else { break loop }
        if label == 0xF9, data.count >= 4 {
          delay = Double(Int(data[1]) | Int(data[2]) << 8) / 100
          disposal = data[0] >> 2 & 7 == 2 ? .clear : data[0] >> 2 & 7 == 3 ? .restore : .none
          clear = data[0] & 1 != 0 ? Int(data[3]) : nil
        } else if label == 0xFF, data.count >= 14, data.starts(with: "NETSCAPE2.0".utf8), data[11] == 1 {
          let loops = Int(data[12]) | Int(data[13]) << 8
          plays = loops == 0 ? 0 : loops + 1
        }
      case 0x2C:
        guard bytes.count - at >= 9 else { break loop }
        let (x, y, w, h) = (number(at), number(at + 2), number(at + 4), number(at + 6))
        let flags = bytes[at + 8]
        at += 9
        var colors = global
        if flags & 0x80 != 0 {
          guard let own = palette(flags) else { break loop }
          colors = own
        }
        if let clear, clear < colors.count { colors[clear] = 0 }
        guard at < bytes.count else { break loop }
        let codeSize = Int(bytes[at])
        at += 1
        guard let codes = try blocks(&reading) else { break loop }
        try reading.take(colors.count * 4 + 128)
        // Some writers state a smaller canvas than their frames need.
        (width, height) = (max(width, x + w), max(height, y + h))
        try found.append(
          AnimatedPicture.Frame(
            x: x, y: y, width: w, height: h, delay: delay, disposal: disposal,
            source: .gif(
              GIFFrame(colors: colors, isInterlaced: flags & 0x40 != 0, codeSize: codeSize, codes: codes))), &reading)
        (delay, disposal, clear) = (0, .none, nil)
      case 0x3B: break loop
      default: break loop
      }
    }
    frames = found.finish()
  }
}
