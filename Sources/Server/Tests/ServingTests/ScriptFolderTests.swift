// SPDX-License-Identifier: MIT
import Glibc
import Serving
import ServiceContract
import Testing

@Suite final class ScriptFolderTests {
  private let root: String

  init() throws {
    var template = Array("/tmp/folder-XXXXXX".utf8CString)
    root = String(cString: try #require(mkdtemp(&template)))
  }

  deinit { Self.remove(root) }

  private static func remove(_ path: String) {
    if let stream = opendir(path) {
      while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if name != ".", name != ".." { remove("\(path)/\(name)") }
      }
      closedir(stream)
      rmdir(path)
    } else {
      unlink(path)
    }
  }

  private func write(_ files: [String], _ text: String = "x") {
    for file in files {
      let parts = file.split(separator: "/")
      for count in 1..<max(parts.count, 1) { mkdir("\(root)/\(parts[..<count].joined(separator: "/"))", 0o700) }
      let descriptor = open("\(root)/\(file)", O_CREAT | O_WRONLY | O_TRUNC, 0o600)
      #expect(descriptor >= 0, "\(file)")
      _ = text.withCString { Glibc.write(descriptor, $0, strlen($0)) }
      close(descriptor)
    }
  }

  private func scripts() throws -> [String: String] {
    Dictionary(uniqueKeysWithValues: try ScriptFolder(root).scripts.map { ($0.key.text, $0.value) })
  }

  @Test func `all kinds of scenes have addresses`() throws {
    write([
      "a.lua", "b.lottie", "c.tgs", "d.caml", "e.ca/main.caml", "f.ca", "g.wallpaper/Wallpaper.plist",
      "g.wallpaper/bottom.ca/main.caml", "h.tendies", "i.batter", "j.wallpaper", "sub/k.wallpaper/x.ca/main.caml",
      "l.lottie.json", "m.png", "n.txt", "_o.tendies", "_p/q.wallpaper/x.ca/main.caml", "r.json",
    ])
    #expect(
      try scripts() == [
        "a": "a.lua", "b": "b.lottie", "c": "c.tgs", "d": "d.caml", "e": "e.ca", "f": "f.ca", "g": "g.wallpaper",
        "h": "h.tendies", "i": "i.batter", "j": "j.wallpaper", "sub/k": "sub/k.wallpaper", "l": "l.lottie.json",
      ])
    #expect(try ScriptFolder(root).skipped.isEmpty)
  }

  @Test func `files that are not drawn have a reason`() throws {
    write([
      "Upper.lua", "health.lua", "x.png.lua", "render.lua", "metrics.tendies", "dup.lua", "dup.lottie", "two.ca",
      "two.wallpaper", "fine.lua",
    ])
    let folder = try ScriptFolder(root)
    let reasons = Dictionary(uniqueKeysWithValues: folder.skipped.map { ($0.file, $0.reason) })
    #expect(
      Set(reasons.keys) == [
        "Upper.lua", "health.lua", "x.png.lua", "render.lua", "metrics.tendies", "dup.lottie", "two.wallpaper",
      ])
    #expect(reasons["Upper.lua"]?.contains("lower-case") == true)
    #expect(reasons["health.lua"]?.contains("/health is an address of the service") == true)
    #expect(reasons["dup.lottie"]?.hasPrefix("dup.lua has its name") == true)
    #expect(try scripts() == ["dup": "dup.lua", "two": "two.ca", "fine": "fine.lua"])
  }
}
