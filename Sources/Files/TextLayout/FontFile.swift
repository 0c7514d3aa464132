// SPDX-License-Identifier: MIT
import Numbers
import RenderTree
import SystemC

/// Reads names and styles from TrueType and OpenType files and collections. Only a few kilobytes of each are read.
package struct FontFile {
  /// Returns the faces in a file, each followed by its named instances if it is variable; empty if the file is not a
  /// font with outlines. A web font is unpacked first.
  static func faces(path: String) -> [FontFace] {
    reading(path) { file in
      if FontCatalog.isWebFont(path) { return (try? WebFont.file(path)).map { faces($0) } ?? [] }
      return file.faces(path: path)
    } ?? []
  }

  /// Returns the faces of a font file that is already in memory.
  package static func faces(_ data: FontData) -> [FontFace] {
    FontFile(source: .memory(data.bytes)).faces(path: data.path)
  }

  private func faces(path: String) -> [FontFace] {
    guard let head = bytes(at: 0, count: 12) else { return [] }
    guard head[0..<4].elementsEqual("ttcf".utf8) else { return faces(at: 0, path: path, index: 0) }
    let count = min(head.u32(8), 64)
    guard count > 0, let offsets = bytes(at: 12, count: 4 * count) else { return [] }
    var listed = 0, values = 0
    return (0..<count).flatMap { i in
      let found = faces(at: offsets.u32(4 * i), path: path, index: i)
      listed += found.count
      values += found.reduce(0) { $0 + $1.axes.count }
      return listed > Self.mostFaces || values > Self.mostAxisValues ? Array(found.prefix(1)) : found
    }
  }

  /// The most faces and named instances of a collection, and the most values on axes of all of them. Beyond, a face is
  /// listed without its instances: all faces may share one table, so a file of 300 KB could list 64,000 instances.
  private static let mostFaces = 4096
  private static let mostAxisValues = 1 << 16

  /// The reason why a file has no faces, as the end of a sentence.
  static let problem = "is not a TrueType or OpenType font with outlines; name a family, a full name or a font file"

  private static func reading<T>(_ path: String, _ body: (FontFile) -> T) -> T? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return body(FontFile(source: .file(file)))
  }

  private enum Source {
    case file(Int32)
    case memory(UnsafeRawBufferPointer)
  }

  private var source: Source

  private func bytes(at offset: Int, count: Int) -> [UInt8]? {
    guard offset >= 0, count > 0, count <= 1 << 18 else { return nil }
    switch source {
    case .file(let file):
      var result = [UInt8](repeating: 0, count: count)
      return pread(file, &result, count, off_t(offset)) == count ? result : nil
    case .memory(let memory):
      return offset <= memory.count - count ? [UInt8](memory[offset..<offset + count]) : nil
    }
  }

  private func faces(at offset: Int, path: String, index: Int) -> [FontFace] {
    guard let head = bytes(at: offset, count: 12) else { return [] }
    let kind = head.u32(0)
    // TrueType, "OTTO", Apple's "true"; a table directory of plausible length.
    guard [0x0001_0000, 0x4F54_544F, 0x7472_7565].contains(kind) else { return [] }
    let count = head.u16(4)
    guard (1...128).contains(count), let directory = bytes(at: offset + 12, count: 16 * count) else { return [] }
    var tables: [UInt32: (offset: Int, length: Int)] = [:]
    for i in 0..<count {
      tables[UInt32(directory.u32(16 * i))] = (directory.u32(16 * i + 8), directory.u32(16 * i + 12))
    }
    // "glyf", "CFF ", "CFF2", "CBDT", "sbix" or "SVG ": a font with neither outlines nor pictures cannot be drawn.
    guard
      [0x676C_7966, 0x4346_4620, 0x4346_4632, 0x4342_4454, 0x7362_6978, 0x5356_4720].contains(where: {
        tables[$0] != nil
      })
    else { return [] }
    guard let names = tables[0x6E61_6D65], let table = bytes(at: names.offset, count: names.length) else { return [] }
    let variations = tables[0x6676_6172].flatMap { bytes(at: $0.offset, count: $0.length) }.flatMap {
      FontVariations($0)
    }
    let found = Self.names(table, and: variations?.instances.map(\.name) ?? [])
    guard let family = found[16] ?? found[1] else { return [] }
    let style = found[17] ?? found[2] ?? "Regular"
    var face = FontFace(
      family: family, fullName: found[4] ?? (style == "Regular" ? family : family + " " + style), style: style,
      weight: 400, isItalic: false, path: path, index: index)
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
    face.axes = variations?.axes ?? []
    var all = [face]
    for (place, instance) in (variations?.instances ?? []).enumerated() where !instance.isDefault {
      guard let style = found[instance.name] else { continue }
      var other = face
      other.style = style
      other.fullName = style == "Regular" ? family : family + " " + style
      other.postScriptName = ""
      other.legacyFamily = family
      other.index = index | (place + 1) << 16
      if let weight = instance.weight { other.weight = weight }
      if let isItalic = instance.isItalic { other.isItalic = isItalic }
      for i in other.axes.indices where i < instance.values.count { other.axes[i].value = instance.values[i] }
      all.append(other)
    }
    return all
  }

  /// Returns the English names by name ID: 1 family, 2 style, 4 full name, 6 PostScript name, 16 and 17 typographic
  /// family and style, and `others`.
  private static func names(_ table: [UInt8], and others: [Int]) -> [Int: String] {
    var result: [Int: String] = [:]
    var ranks: [Int: Int] = [:]
    guard table.count >= 6 else { return [:] }
    let wanted = Set([1, 2, 4, 6, 16, 17] + others)
    let texts = table.u16(4)
    for i in 0..<table.u16(2) {
      let at = 6 + 12 * i
      guard at + 12 <= table.count else { break }
      let platform = table.u16(at), language = table.u16(at + 4), name = table.u16(at + 6)
      let length = table.u16(at + 8), start = texts + table.u16(at + 10)
      guard wanted.contains(name), length > 0, length <= 1024, start + length <= table.count else { continue }
      // By preference: Windows English, Unicode, any Windows, Macintosh English.
      let rank =
        platform == 3 && language == 0x409
        ? 4 : platform == 0 ? 3 : platform == 3 ? 2 : platform == 1 && language == 0 ? 1 : 0
      guard rank > ranks[name] ?? 0 else { continue }
      let bytes = table[start..<start + length]
      let text =
        platform == 1
        ? String(decoding: bytes.map { $0 < 128 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
        : String(
          decoding: stride(from: start, to: start + length - 1, by: 2).map { UInt16(table.u16($0)) }, as: UTF16.self)
      guard !text.isEmpty else { continue }
      ranks[name] = rank
      result[name] = text
    }
    return result
  }
}

/// The axes and named instances of a variable font, from its `fvar` table.
private struct FontVariations {
  struct Instance {
    /// Name ID in the font's `name` table.
    var name: Int
    var weight: Int?
    var isItalic: Bool?
    var isDefault: Bool
    /// The coordinate on each axis.
    var values: [Double] = []
  }

  var instances: [Instance] = []
  var axes: [FontAxis] = []

  init?(_ table: [UInt8]) {
    guard table.count >= 16 else { return nil }
    let axesAt = table.u16(4), axisCount = table.u16(8), axisSize = table.u16(10)
    let count = table.u16(12), size = table.u16(14)
    guard (1...64).contains(axisCount), axisSize >= 20, size >= 4 + 4 * axisCount, count <= 1024 else { return nil }
    let first = axesAt + axisCount * axisSize
    guard first + count * size <= table.count else { return nil }
    for i in 0..<axisCount {
      let at = axesAt + i * axisSize
      let low = table.fixed(at + 4), normal = table.fixed(at + 8), high = table.fixed(at + 12)
      let value = min(max(normal, low), max(low, high))
      axes.append(
        FontAxis(
          tag: FontTag(rawValue: UInt32(clamping: table.u32(at))), minimum: low, defaultValue: value,
          maximum: max(low, high), value: value))
    }
    for i in 0..<count {
      let at = first + i * size
      var instance = Instance(name: table.u16(at), isDefault: true)
      for axis in 0..<axisCount {
        let axisAt = axesAt + axis * axisSize
        // 16.16 fixed point.
        let value = Int32(truncatingIfNeeded: table.u32(at + 4 + 4 * axis))
        if value != Int32(truncatingIfNeeded: table.u32(axisAt + 8)) { instance.isDefault = false }
        instance.values.append(axes[axis].clamped(Double(value) / 65536))
        switch table.u32(axisAt) {
        case 0x7767_6874: instance.weight = min(max(Int(value >> 16), 1), 1000)  // wght
        case 0x6974_616C: instance.isItalic = value >= 0x8000  // ital
        case 0x736C_6E74: instance.isItalic = value != 0  // slnt
        default: break
        }
      }
      instances.append(instance)
    }
  }
}

extension Array where Element == UInt8 {
  /// Big-endian integers; 0 beyond the end.
  fileprivate func u16(_ at: Int) -> Int { at >= 0 && at + 2 <= count ? Int(self[at]) << 8 | Int(self[at + 1]) : 0 }
  fileprivate func u32(_ at: Int) -> Int { u16(at) << 16 | u16(at + 2) }
  /// A 16.16 fixed-point number.
  fileprivate func fixed(_ at: Int) -> Double { Double(Int32(truncatingIfNeeded: u32(at))) / 65536 }
}
