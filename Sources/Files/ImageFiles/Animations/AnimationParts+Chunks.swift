// SPDX-License-Identifier: MIT
import CImageCodecs
import Messages
import Numbers
import Parsing

extension AnimationParts {
  /// Reads the frames of an animated PNG, each of which becomes a PNG of its own; nil for a still one.
  init?(png bytes: [UInt8], _ reading: inout Reading) throws(LayerError) {
    func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }  // bounded: four bytes
    let damaged = LayerError("the PNG file is damaged (its animation): fetch or export it again")
    var at = 8
    // The chunks before the pixels, which hold for every frame.
    var header: ArraySlice<UInt8> = [], common = Grown<UInt8>()
    var isAnimated = false
    var found = Grown<AnimatedPicture.Frame>()
    var frame: AnimatedPicture.Frame?
    var data = Grown<UInt8>()
    func chunk(_ name: StaticString, _ body: some Collection<UInt8>) -> [UInt8] {
      var chunk = name.withUTF8Buffer { Array($0) } + body  // bounded: the callers have paid for it
      let sum = chunk.withUnsafeBytes { llua_png_checksum($0.baseAddress, $0.count) }
      chunk.insert(contentsOf: Self.bytes(body.count), at: 0)  // bounded: as above
      chunk += Self.bytes(Int(sum))  // bounded: as above
      return chunk
    }
    func finishFrame(_ reading: inout Reading) throws(LayerError) {
      guard var done = frame else { return }
      let pixels = data.finish()
      data = Grown<UInt8>()
      frame = nil
      guard !pixels.isEmpty, header.count == 13 else { return }
      try reading.take(pixels.count + header.count + 256)
      var own = Array(header)
      own.replaceSubrange(0..<4, with: Self.bytes(done.width))
      own.replaceSubrange(4..<8, with: Self.bytes(done.height))
      var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      file += chunk("IHDR", own)  // bounded: taken above
      file += common.items  // bounded: paid by itself
      file += chunk("IDAT", pixels)  // bounded: taken above
      file += chunk("IEND", [UInt8]())  // bounded: taken above
      done.source = .file(file)
      try found.append(done, &reading)
    }
    while at + 12 <= bytes.count {
      try reading.step()
      let size = number(at)
      guard size <= bytes.count - at - 12 else { break }
      let name = bytes[at + 4..<at + 8]
      let body = bytes[at + 8..<at + 8 + size]
      func isNamed(_ text: StaticString) -> Bool { text.withUTF8Buffer { name.elementsEqual($0) } }
      if isNamed("IHDR") {
        guard size == 13 else { throw damaged }
        header = body
        (width, height) = (number(at + 8), number(at + 12))
      } else if isNamed("acTL") {
        guard size >= 8 else { throw damaged }
        isAnimated = true
        plays = number(at + 12)
      } else if isNamed("fcTL") {
        guard size >= 26, isAnimated else { throw damaged }
        try finishFrame(&reading)
        let b = at + 8
        let (over, under) = (Int(bytes[b + 20]) << 8 | Int(bytes[b + 21]), Int(bytes[b + 22]) << 8 | Int(bytes[b + 23]))
        frame = AnimatedPicture.Frame(
          x: number(b + 12), y: number(b + 16), width: number(b + 4), height: number(b + 8),
          delay: Double(over) / Double(under == 0 ? 100 : under),
          disposal: bytes[b + 24] == 1 ? .clear : bytes[b + 24] == 2 ? .restore : .none, blends: bytes[b + 25] == 1,
          source: .file([]))
      } else if isNamed("IDAT") {
        // The still picture is a frame only if a frame's control came before it.
        if !isAnimated { return nil }
        if frame != nil { try data.append(contentsOf: body, &reading) }
      } else if isNamed("fdAT") {
        if frame != nil, size >= 4 { try data.append(contentsOf: body.dropFirst(4), &reading) }
      } else if isNamed("IEND") {
        break
      } else if ["PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP"].contains(where: isNamed) {
        try common.append(contentsOf: bytes[at..<at + 12 + size], &reading)
      }
      at += 12 + size
    }
    try finishFrame(&reading)
    // Without a complete frame, the still picture is shown.
    guard isAnimated, !header.isEmpty, found.count > 0 else { return nil }
    frames = found.finish()
    // A frame before the first is fully replaced.
    if !frames.isEmpty, frames[0].disposal == .restore { frames[0].disposal = .clear }
  }

  /// Reads the frames of an animated WebP, each of which becomes a WebP of its own; nil for a still one.
  init?(webp bytes: [UInt8], _ reading: inout Reading) throws(LayerError) {
    func number(_ at: Int, _ count: Int) -> Int {
      (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[at + $1]) }  // bounded: at most four bytes
    }
    var at = 12
    var isAnimated = false
    var profile: ArraySlice<UInt8> = []
    var found = Grown<AnimatedPicture.Frame>()
    while at + 8 <= bytes.count {
      try reading.step()
      let size = number(at + 4, 4)
      guard size <= bytes.count - at - 8 else { break }
      let name = bytes[at..<at + 4], b = at + 8
      if name.elementsEqual("VP8X".utf8), size >= 10 {
        isAnimated = bytes[b] & 2 != 0
        (width, height) = (number(b + 4, 3) + 1, number(b + 7, 3) + 1)
      } else if name.elementsEqual("ANIM".utf8), size >= 6 {
        plays = number(b + 4, 2)
      } else if name.elementsEqual("ICCP".utf8) {
        profile = bytes[at..<min(b + size + size & 1, bytes.count)]
      } else if name.elementsEqual("ANMF".utf8), size > 24 {
        let chunks = bytes[b + 16..<b + size]
        try reading.take(chunks.count + profile.count + 64)
        let flags = bytes[b + 15]
        let isAlpha = chunks.starts(with: "ALPH".utf8)
        let rest = 4 + 18 + profile.count + chunks.count
        var file = Array("RIFF".utf8)
        file += Self.bytes(rest).reversed()  // bounded: taken above
        file += Array("WEBPVP8X".utf8)  // bounded: taken above
        file += [10, 0, 0, 0]  // bounded: taken above
        file += [(isAlpha ? 0x10 : 0) | (profile.isEmpty ? 0 : 0x20), 0, 0, 0]  // bounded: taken above
        file += bytes[b + 6..<b + 12]  // bounded: taken above
        file += profile  // bounded: taken above
        file += chunks  // bounded: taken above
        try found.append(
          AnimatedPicture.Frame(
            x: 2 * number(b, 3), y: 2 * number(b + 3, 3), width: number(b + 6, 3) + 1, height: number(b + 9, 3) + 1,
            delay: Double(number(b + 12, 3)) / 1000, disposal: flags & 1 != 0 ? .clear : .none, blends: flags & 2 == 0,
            source: .file(file)), &reading)
      }
      at = b + size + size & 1
    }
    guard isAnimated, found.count > 0 else { return nil }
    frames = found.finish()
  }

  /// Returns a number as four bytes, the most significant first.
  private static func bytes(_ number: Int) -> [UInt8] {
    let n = UInt32(truncatingIfNeeded: number)
    return [UInt8(n >> 24), UInt8(n >> 16 & 255), UInt8(n >> 8 & 255), UInt8(n & 255)]
  }
}
