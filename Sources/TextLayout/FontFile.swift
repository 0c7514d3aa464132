#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads the names and the style out of TrueType and OpenType files (and collections), touching a few kilobytes of each.
struct FontFile {
  /// The faces in a file; empty when it is no font.
  static func faces(path: String) -> [FontFace] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
    let reader = FontFile(file: file)
    guard let head = reader.bytes(at: 0, count: 12) else { return [] }
    guard head[0..<4].elementsEqual("ttcf".utf8) else { return reader.face(at: 0, path: path, index: 0).map { [$0] } ?? [] }
    let count = min(head.u32(8), 64)
    guard let offsets = reader.bytes(at: 12, count: 4 * count) else { return [] }
    return (0..<count).compactMap { reader.face(at: offsets.u32(4 * $0), path: path, index: $0) }
  }

  private var file: Int32

  private func bytes(at offset: Int, count: Int) -> [UInt8]? {
    guard offset >= 0, count > 0, count <= 1 << 18 else { return nil }
    var result = [UInt8](repeating: 0, count: count)
    return pread(file, &result, count, off_t(offset)) == count ? result : nil
  }

  private func face(at offset: Int, path: String, index: Int) -> FontFace? {
    guard let head = bytes(at: offset, count: 12) else { return nil }
    let kind = head.u32(0)
    // TrueType, "OTTO", Apple's "true"; a table directory of any sensible length.
    guard [0x0001_0000, 0x4F54_544F, 0x7472_7565].contains(kind) else { return nil }
    let count = head.u16(4)
    guard (1...128).contains(count), let directory = bytes(at: offset + 12, count: 16 * count) else { return nil }
    var tables: [UInt32: (offset: Int, length: Int)] = [:]
    for i in 0..<count {
      tables[UInt32(directory.u32(16 * i))] = (directory.u32(16 * i + 8), directory.u32(16 * i + 12))
    }
    guard let names = tables[0x6E61_6D65], let table = bytes(at: names.offset, count: names.length) else { return nil }
    let found = Self.names(table)
    guard let family = found[16] ?? found[1] else { return nil }
    let style = found[17] ?? found[2] ?? "Regular"
    var face = FontFace(
      family: family, fullName: found[4] ?? (style == "Regular" ? family : family + " " + style), style: style, weight: 400,
      isItalic: false, path: path, index: index)
    face.legacyFamily = found[1] ?? family
    face.postScriptName = found[6] ?? ""
    if let os2 = tables[0x4F53_2F32], os2.length >= 64, let t = bytes(at: os2.offset, count: 64) {
      face.weight = t.u16(4)
      face.width = t.u16(6)
      face.isItalic = t.u16(62) & 0x201 != 0
    } else if let head = tables[0x6865_6164], head.length >= 46, let t = bytes(at: head.offset, count: 46) {
      face.weight = t.u16(44) & 1 != 0 ? 700 : 400
      face.isItalic = t.u16(44) & 2 != 0
    }
    return face
  }

  /// The English names by their number: 1 family, 2 style, 4 full name, 6 PostScript name, 16 and 17 typographic family and style.
  private static func names(_ table: [UInt8]) -> [Int: String] {
    var result: [Int: String] = [:]
    var ranks: [Int: Int] = [:]
    guard table.count >= 6 else { return [:] }
    let texts = table.u16(4)
    for i in 0..<table.u16(2) {
      let at = 6 + 12 * i
      guard at + 12 <= table.count else { break }
      let platform = table.u16(at), language = table.u16(at + 4), name = table.u16(at + 6)
      let length = table.u16(at + 8), start = texts + table.u16(at + 10)
      guard [1, 2, 4, 6, 16, 17].contains(name), length > 0, length <= 1024, start + length <= table.count else { continue }
      // Windows English, Unicode, any Windows, then the old Macintosh in English.
      let rank = platform == 3 && language == 0x409 ? 4 : platform == 0 ? 3 : platform == 3 ? 2 : platform == 1 && language == 0 ? 1 : 0
      guard rank > ranks[name] ?? 0 else { continue }
      let bytes = table[start..<start + length]
      let text =
        platform == 1
        ? String(decoding: bytes.map { $0 < 128 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
        : String(decoding: stride(from: start, to: start + length - 1, by: 2).map { UInt16(table.u16($0)) }, as: UTF16.self)
      guard !text.isEmpty else { continue }
      ranks[name] = rank
      result[name] = text
    }
    return result
  }
}

extension Array where Element == UInt8 {
  /// Big-endian numbers; 0 beyond the end.
  fileprivate func u16(_ at: Int) -> Int { at >= 0 && at + 2 <= count ? Int(self[at]) << 8 | Int(self[at + 1]) : 0 }
  fileprivate func u32(_ at: Int) -> Int { u16(at) << 16 | u16(at + 2) }
}
