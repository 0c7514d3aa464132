// SPDX-License-Identifier: MIT
import Archives
import LayerModel
import Parsing
import SceneFiles
import Testing

struct ZipArchiveTests {
  typealias Entry = ZipBuilder.Entry

  /// Reads all files; returns their names and bytes.
  private func read(_ bytes: [UInt8]) throws -> [(name: String, bytes: [UInt8])] {
    var reading = Reading(trusted: "zip")
    let archive = try ZipArchive(bytes, &reading)
    return try archive.entries.map { ($0.name, try archive.contents(of: $0, &reading)) }
  }

  private func error(_ builder: ZipBuilder) -> LayerError? { error(builder.bytes) }
  private func error(_ bytes: [UInt8]) -> LayerError? {
    do {
      _ = try read(bytes)
      return nil
    } catch { return error as? LayerError }
  }

  private func entry(_ name: String = "a", _ change: (inout Entry) -> Void) -> ZipBuilder {
    var entry = Entry(name, [1, 2, 3])
    change(&entry)
    return ZipBuilder(entry)
  }

  @Test func `stored and deflated entries give their bytes`() throws {
    let text = Array(String(repeating: "layer ", count: 500).utf8)
    var zip = ZipBuilder(
      Entry("folder/"), Entry("folder/a", [1, 2, 3]), try .deflated("b.caml", text), Entry("c"), try .deflated("d", []))
    zip.entries[0].mode = 0o040755
    zip.comment = Array("a comment with PK\u{5}\u{6}".utf8)
    let files = try read(zip.bytes)
    #expect(files.map(\.name) == ["folder/a", "b.caml", "c", "d"])
    #expect(files.map(\.bytes) == [[1, 2, 3], text, [], []])
  }

  @Test func `an archive that is written is read, sorted and equal each time`() throws {
    let files: [(name: String, bytes: [UInt8])] = [("b/é", [4]), ("a", [1, 2]), ("b/a", [])]
    let bytes = try ZipWriter.archive(of: files)
    #expect(try read(bytes).map(\.name) == ["a", "b/a", "b/é"] && read(bytes).map(\.bytes) == [[1, 2], [], [4]])
    #expect(try ZipWriter.archive(of: files.reversed()) == bytes)
  }

  @Test(arguments: ["../a", "a/../b", "/a", "a\\b", "C:a", "a\0b", ""])
  func `a name that leads elsewhere is an error`(name: String) {
    #expect(error(ZipBuilder(Entry(name)))?.message.contains("not allowed as a name") == true)
  }

  @Test func `names are UTF-8 of at most 1,024 bytes, each once`() {
    #expect(error(entry { $0.name = [0xFF] })?.message.contains("UTF-8") == true)
    #expect(error(ZipBuilder(Entry(String(repeating: "a", count: 1024)))) == nil)
    #expect(error(ZipBuilder(Entry(String(repeating: "a", count: 1025))))?.kind == .limit)
    #expect(error(ZipBuilder(Entry("a"), Entry("a")))?.message.contains("twice") == true)
    #expect(error(ZipBuilder(Entry("a/b"), Entry("a/./b")))?.message.contains("twice") == true)
  }

  @Test func `links, devices and encrypted entries are errors`() {
    for mode in [0o120777, 0o060644, 0o020644, 0o010644] {
      #expect(error(entry { $0.mode = mode })?.message.contains("link or a device") == true)
    }
    #expect(error(entry { ($0.mode, $0.system) = (0o120777, 0) }) == nil)
    for flag in [1, 0x40, 0x2000] {
      #expect(error(entry { $0.flags = flag })?.message.contains("encrypted") == true)
    }
    #expect(error(entry { $0.method = 12 })?.kind == .unsupported)
  }

  @Test func `sizes and checksums must agree`() throws {
    #expect(error(entry { $0.checksum = 5 })?.message.contains("checksum") == true)
    #expect(error(entry { $0.size = 4 })?.message.contains("sizes") == true)
    let text = Array(repeating: UInt8(7), count: 5000)
    for size in [4999, 5001] {
      var entry = try Entry.deflated("a", text)
      entry.size = size
      #expect(error(ZipBuilder(entry)) != nil)
    }
    var damaged = try Entry.deflated("a", text)
    damaged.packed?[3] ^= 0xFF
    #expect(error(ZipBuilder(damaged)) != nil)
    #expect(error(entry { $0.localName = [66] })?.message.contains("damaged") == true)
  }

  @Test func `entries that share bytes are errors`() {
    var zip = ZipBuilder(Entry("a", [1, 2, 3]), Entry("b", [1, 2, 3]))
    zip.entries[1].localName = [97]
    zip.entries[1].name = [97]
    zip.entries[1].offset = 0
    #expect(error(zip) != nil)
    // One entry lies in the data of another.
    let inner = ZipBuilder(Entry("b", [9])).bytes
    var outer = ZipBuilder(Entry("a", inner), Entry("b", [9]))
    outer.entries[1].offset = 31
    #expect(error(outer)?.message.contains("overlap") == true)
  }

  @Test func `an archive stays within its limits`() throws {
    // 1 MiB of zeros packs to less than a two hundredth; that is allowed up to 1 MiB.
    let million = try Entry.deflated("a", Array(repeating: 0, count: 1 << 20))
    #expect(error(ZipBuilder(million)) == nil)
    let more = try Entry.deflated("a", Array(repeating: 0, count: 1 << 20 + 1))
    #expect(error(ZipBuilder(more))?.kind == .limit)
    var large = Entry("a", [1])
    (large.method, large.size) = (8, 64 << 20 + 1)
    #expect(error(ZipBuilder(large))?.kind == .limit)
    // Five entries of 63 MiB each, at a ratio below the limit as far as the directory says.
    let entries = (0..<5).map { i in
      var entry = Entry("\(i)", Array(repeating: 0, count: 331_000))
      (entry.method, entry.size) = (8, 63 << 20)
      return entry
    }
    #expect(error(ZipBuilder(entries))?.message.contains("leave files out") == true)
    let many = (0...10_000).map { Entry("\($0)") }
    #expect(error(ZipBuilder(many))?.kind == .limit)
    #expect(error(ZipBuilder(Array(many.dropLast()))) == nil)
  }

  @Test func `zip64 archives and parts of archives are refused`() {
    var zip = ZipBuilder(Entry("a"))
    zip.gap = [0x50, 0x4B, 0x06, 0x07] + Array(repeating: 0, count: 16)
    #expect(error(zip)?.message.contains("zip64") == true)
    zip.gap = []
    zip.count = 0xFFFF
    #expect(error(zip)?.message.contains("zip64") == true)
    zip.count = 2
    #expect(error(zip)?.message.contains("directory is damaged") == true)
    var parts = ZipBuilder(Entry("a")).bytes
    parts[parts.count - 18] = 1
    #expect(error(parts)?.message.contains("split") == true)
  }

  @Test func `an archive cut at any byte is an error`() throws {
    let bytes = ZipBuilder(Entry("a", [1, 2, 3]), try .deflated("b", Array("hello hello hello".utf8))).bytes
    for end in bytes.indices { #expect(error(Array(bytes[..<end])) != nil, "cut at \(end)") }
  }
}
