// SPDX-License-Identifier: MIT
import Foundation
import LayerModel
import LayerRendering
import RenderTree
import Sandbox
import TestSupport
import Testing

struct FileAccessTests {
  let folder: Folder
  let inside: String
  let files: FileAccess

  init() throws {
    folder = try Folder()
    inside = try folder.make("in")
    try folder.write("secret.txt", "secret")
    try folder.write("in/a.txt", "a")
    files = FileAccess(scriptDirectory: inside, workingDirectory: inside)
  }

  func message(_ body: () throws -> some Any) -> String {
    do {
      _ = try body()
      return ""
    } catch { return "\(error)" }
  }

  @Test func `names are found in the script's folder, also by detours inside it`() throws {
    #expect(try files.pathForReading("a.txt").hasSuffix("/in/a.txt"))
    #expect(try files.pathForReading("../in/./a.txt").hasSuffix("/in/a.txt"))
    #expect(try files.pathForReading(inside + "/a.txt").hasSuffix("/in/a.txt"))
  }

  @Test func `a missing file's message says which folder was searched`() {
    #expect(
      message { try files.pathForReading("nope.png", purpose: "image") }.contains(
        "image \"nope.png\" was not found in the script's folder")
    )
    #expect(message { try files.pathForReading("b/nope.png") }.contains("in the script's folder, \"b\""))
    let trusted = FileAccess(scriptDirectory: inside, workingDirectory: inside, isUnrestricted: true)
    #expect(message { try trusted.pathForReading("nope.png") }.contains("was not found in \(inside)"))
  }

  @Test func `a name that is not in the script's folder is looked for in the readable folders, in order`() throws {
    for name in ["one/b", "two/b"] { _ = try folder.make(name) }
    try folder.write("one/b/c.txt", "1")
    try folder.write("two/b/c.txt", "2")
    try folder.write("two/a.txt", "2")
    try folder.write("two/d.txt", "2")
    try folder.link("one/out.txt", to: "../secret.txt")
    let files = FileAccess(
      scriptDirectory: inside, workingDirectory: inside,
      readableDirectories: [inside + "/../one", inside + "/../two"])
    #expect(try files.pathForReading("a.txt").hasSuffix("/in/a.txt"))
    #expect(try files.pathForReading("b/c.txt").hasSuffix("/one/b/c.txt"))
    #expect(try files.pathForReading("d.txt").hasSuffix("/two/d.txt"))
    #expect(
      message { try files.pathForReading("e.txt") }.hasSuffix(
        "was not found in the script's folder or in the folders allowed for reading"))
    for name in ["out.txt", "../secret.txt", "../one/../secret.txt", "b/../../secret.txt"] {
      #expect(message { try files.pathForReading(name) } != "", "\(name)")
    }
  }

  @Test func `a name that is not UTF-8 is refused, and is not that of another file`() {
    let name = String(decoding: [0x61, 0xFF, 0x2E, 0x70, 0x6E, 0x67], as: UTF8.self)
    #expect(message { try files.pathForReading(name) }.contains("is not UTF-8; rename it"))
    #expect(message { try files.pathForWriting(name) }.contains("is not UTF-8; rename it"))
  }

  /// Messages must not reveal where a script's folders are on the host.
  @Test func `no message names a folder of the host`() throws {
    try folder.write("in/b.txt", "b")
    try folder.link("in/lost", to: "nowhere")
    try folder.link("in/round", to: "round")
    let also = try folder.make("also")
    let allowed = FileAccess(
      scriptDirectory: inside, workingDirectory: inside, readableDirectories: [also], writableDirectories: [also])
    for files in [files, allowed] {
      for name in [
        "", "x", "b/x", "b.txt/x", "../x", "../also/x", "../../x", "/x", ".", "..", "b/", "lost", "lost/x", "round",
        "round/x", "a\0b",
        String(repeating: "x", count: 5000), String(repeating: "x", count: 300), "../in/x",
      ] {
        for text in [message { try files.pathForReading(name) }, message { try files.pathForWriting(name) }] {
          #expect(!text.contains(folder.path) && !text.contains(NSTemporaryDirectory()), "\(name): \(text)")
        }
        let read = message {
          try readWholeFile(try files.pathForReading(name), name: name, purpose: "file", limit: 1000)
        }
        #expect(!read.contains(folder.path), "\(name): \(read)")
      }
    }
  }

  @Test func `nothing outside is read, by dots, absolute names or links, whether or not it is there`() throws {
    try folder.link("in/link", to: "../secret.txt")
    for name in ["../secret.txt", "../nothing.txt", folder.path + "/secret.txt", "link", "/etc/passwd"] {
      #expect(message { try files.pathForReading(name) }.contains("may not be read"), "\(name)")
    }
  }

  @Test func `a folder whose name merely starts alike is outside`() throws {
    _ = try folder.make("inner")
    try folder.write("inner/b.txt", "b")
    #expect(message { try files.pathForReading("../inner/b.txt") }.contains("may not be read"))
  }

  @Test func `allowed folders and unrestricted access open what was closed`() throws {
    let more = FileAccess(scriptDirectory: inside, workingDirectory: inside, readableDirectories: [folder.path])
    #expect(try more.pathForReading("../secret.txt").hasSuffix("secret.txt"))
    let all = FileAccess(scriptDirectory: inside, workingDirectory: inside, isUnrestricted: true)
    #expect(try all.pathForReading("../secret.txt").hasSuffix("secret.txt"))
    #expect(try all.pathForWriting("../new.txt").hasSuffix("new.txt"))
  }

  @Test func `names that are empty or hold a NUL are refused`() {
    #expect(message { try files.pathForReading("") }.contains("is empty"))
    #expect(message { try files.pathForReading("a\u{0}.txt") }.contains("NUL"))
    #expect(message { try files.pathForWriting("a\u{0}.txt") }.contains("NUL"))
  }

  @Test func `writing stays below the working directory, through links too`() throws {
    #expect(try files.pathForWriting("new.png").hasSuffix("/in/new.png"))
    try folder.link("in/away", to: folder.path)
    try folder.link("in/file", to: "../secret.txt")
    for name in ["../new.png", "away/new.png", "file", "/tmp/new.png"] {
      #expect(message { try files.pathForWriting(name) }.contains("may not be written"), "\(name)")
    }
    #expect(try files.pathForWriting("no/such/new.png").hasSuffix("/in/no/such/new.png"))
    #expect(folder.names == ["in", "secret.txt"] && FileManager.default.fileExists(atPath: inside + "/no") == false)
    #expect(message { try files.pathForWriting("sub/") }.contains("names a folder"))
  }

  @Test func `folders that are missing are made when a file is written, and go again when that fails`() throws {
    let renderer = LayerRenderer(configuration: .init(files: files))
    try renderer.write(Array("x".utf8), toPath: "new/sub/a.txt")
    #expect(folder.read("in/new/sub/a.txt") == "x")
    // A folder in place of the file; a name that is too long; a file in place of a folder.
    _ = try folder.make("in/taken/b.txt")
    for name in [
      "taken/b.txt", "more/and/more/\(String(repeating: "n", count: 300)).txt", "a.txt/c.txt", "link/d.txt",
      "lost/e.txt", "gone/../f.txt",
    ] {
      if name == "link/d.txt" { try folder.link("in/link", to: "../outside/new") }
      if name == "lost/e.txt" { try folder.link("in/lost", to: "nowhere") }
      #expect(!message { try renderer.write([1], toPath: name) }.isEmpty, "\(name)")
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: inside).sorted() == ["a.txt", "link", "lost", "new", "taken"])
    #expect(folder.names == ["in", "secret.txt"])
    // Parent folders are created anywhere for files that the host named, and for no others.
    let named = FileAccess(
      scriptDirectory: inside, workingDirectory: inside, writableFiles: ["../far/away/out.txt", "../many/f-{00}.txt"])
    let other = LayerRenderer(configuration: .init(files: named))
    for name in ["../far/away/other.txt", "../far/out.txt", "../many/f-1.txt", "../many/g-01.txt"] {
      #expect(message { try other.write([1], toPath: name) }.contains("may not be written"), "\(name)")
    }
    #expect(folder.names == ["in", "secret.txt"])
    try other.write([0x61], toPath: "../far/away/out.txt")
    try other.write([0x62], toPath: "../many/f-01.txt")
    #expect(folder.read("far/away/out.txt") == "a" && folder.read("many/f-01.txt") == "b")
  }

  @Test func `random names lead where the system takes them, and depend on nothing that lies outside`() throws {
    // Two identical trees inside; outside, one has a folder, a file and a link, the other nothing.
    let worlds = try ["full", "bare"].map { world in
      for name in ["in/sub/deep", "in/other"] { _ = try folder.make("\(world)/\(name)") }
      for name in ["in/a.txt", "in/sub/b.txt", "in/sub/deep/c.txt"] { try folder.write("\(world)/\(name)", "x") }
      for (name, target) in [
        ("in/sub/up", ".."), ("in/here", "sub"), ("in/twice", "here/deep"), ("in/away", "../out"),
        ("in/secret", "../out/s.txt"),
        ("in/lost", "nothing"), ("in/round", "round"), ("in/through", "../out/../in/a.txt"), ("in/file", "sub/b.txt"),
      ] { try folder.link("\(world)/\(name)", to: target) }
      return folder.path + "/" + world
    }
    _ = try folder.make("full/out/in")
    try folder.write("full/out/s.txt", "secret")
    try folder.link("full/out/back", to: "../in")
    let access = worlds.map { FileAccess(scriptDirectory: $0 + "/in", workingDirectory: $0 + "/in") }
    var random = SeededRandom(12)
    let parts = [
      "a.txt", "sub", "deep", "b.txt", "c.txt", "..", "..", "..", ".", "up", "here", "twice", "away", "secret", "lost",
      "round", "through",
      "file", "in",
      "in", "out", "s.txt", "back", "none", "other", "",
    ]
    var read = 0
    for _ in 0..<20_000 {
      var name = (0..<Int.random(in: 1...7, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
        .joined(separator: "/")
      if name.isEmpty || name.hasPrefix("/") { name = "a.txt" }
      let isAbsolute = Int.random(in: 0..<4, using: &random) == 0
      var outcomes: [String] = []
      for (world, files) in zip(worlds, access) {
        let full = isAbsolute ? "\(world)/\(name)" : name
        func outcome(_ body: () throws -> String) -> String { (try? body()) ?? message(body) }
        let reading = outcome { try files.pathForReading(full) }, writing = outcome { try files.pathForWriting(full) }
        outcomes.append((reading + "\n" + writing).replacingOccurrences(of: world, with: "WORLD"))
        // If the whole path is inside, it must equal the system's resolution.
        if reading.hasPrefix("/") {
          read += 1
          #expect(reading.hasPrefix(world + "/in"))
          if world == worlds[0] {
            let real = realpath(isAbsolute ? full : "\(world)/in/\(full)", nil).map { pointer in
              defer { free(pointer) }
              return String(cString: pointer)
            }
            // A detour outside that the system cannot resolve is normalised lexically.
            if let real { #expect(real == reading, "\(full)") }
          }
        }
        if writing.hasPrefix("/") { #expect((writing + "/").hasPrefix(world + "/in/"), "\(full) \(writing)") }
      }
      #expect(outcomes[0] == outcomes[1], "\(name)")
    }
    #expect(read > 2000)
  }

  @Test
  func `absolute names go through folders outside, and through those of processes, without a look at them`() throws {
    for middle in ["/nothing/here", "/proc/self", "/proc/1", "/proc/999999999", "/var/secret", "/etc"] {
      let steps = middle.split(separator: "/").map { _ in ".." }.joined(separator: "/")
      #expect(
        try files.pathForReading("\(middle)/\(steps)\(inside)/a.txt") == files.pathForReading("a.txt"), "\(middle)")
      #expect(
        try files.pathForWriting("\(middle)/\(steps)\(inside)/b.txt") == files.pathForWriting("b.txt"), "\(middle)")
      #expect(message { try files.pathForReading("\(middle)/x") }.contains("may not be read"))
    }
  }

  @Test func `folders that the host names through links are known by both names`() throws {
    try folder.link("alias", to: "in")
    try folder.write("in/real.txt", "real")
    try folder.link("out.txt", to: "in/real.txt")
    let linked = FileAccess(
      scriptDirectory: folder.path + "/alias", workingDirectory: folder.path + "/alias",
      writableFiles: [folder.path + "/out.txt"])
    #expect(try linked.pathForReading(folder.path + "/alias/a.txt") == files.pathForReading("a.txt"))
    #expect(try linked.pathForReading(folder.path + "/alias/../alias/a.txt") == files.pathForReading("a.txt"))
    #expect(try linked.pathForWriting(folder.path + "/out.txt").hasSuffix("/in/real.txt"))
    // Lexical removal of `alias/..` differs from the parent of the link's target.
    _ = try folder.make("in/sub")
    try folder.link("deep", to: "in/sub")
    let above = FileAccess(scriptDirectory: folder.path + "/deep/..", workingDirectory: inside)
    #expect(above.scriptDirectory.hasSuffix("/in"))
    #expect(message { try above.pathForReading(folder.path + "/secret.txt") }.contains("may not be read"))
  }

  @Test func `a single file may be allowed wherever it is, its neighbours not`() throws {
    let one = FileAccess(scriptDirectory: inside, workingDirectory: inside, writableFiles: [folder.path + "/out.png"])
    #expect(try one.pathForWriting("../out.png").hasSuffix("/out.png"))
    #expect(message { try one.pathForWriting("../other.png") }.contains("may not be written"))
  }
}

struct FileReplacementTests {
  let folder: Folder
  let renderer: LayerRenderer

  init() throws {
    folder = try Folder()
    renderer = LayerRenderer(
      configuration: .init(
        files: FileAccess(scriptDirectory: folder.path, workingDirectory: folder.path), fileSizeLimit: 10))
  }

  @Test func `a file is replaced as a whole and no temporary file stays`() throws {
    try folder.write("a.txt", "old and long")
    try renderer.write(Array("new".utf8), toPath: "a.txt")
    #expect(folder.read("a.txt") == "new")
    #expect(folder.names == ["a.txt"])
  }

  @Test func `the old file's permissions are kept`() throws {
    try folder.write("a.txt", "old")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path + "/a.txt")
    try renderer.write(Array("new".utf8), toPath: "a.txt")
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/a.txt")[.posixPermissions] as? Int
    #expect(mode == 0o640)
  }

  @Test func `a folder in the file's place stays, with a typed error and no temporary file`() throws {
    _ = try folder.make("a.txt")
    let error = #expect(throws: LayerError.self) { try renderer.write([1], toPath: "a.txt") }
    #expect(error?.kind == .file)
    #expect(folder.names == ["a.txt"])
  }

  @Test func `a full device is told apart from other errors`() throws {
    let all = LayerRenderer(configuration: .init(files: FileAccess(isUnrestricted: true)))
    let error = #expect(throws: LayerError.self) { try all.write([1], toPath: "/dev/full") }
    #expect(error?.kind == .temporary)
  }

  @Test func `reading is limited in size and to files`() throws {
    try folder.write("a.txt", "0123456789")
    #expect(try renderer.readFile("a.txt").count == 10)
    try folder.write("b.txt", "0123456789a")
    let error = #expect(throws: LayerError.self) { try renderer.readFile("b.txt") }
    #expect(error?.kind == .limit)
    _ = try folder.make("c")
    #expect(throws: LayerError.self) { try renderer.readFile("c") }
  }
}

extension FileAccessTests {
  // MARK: Between the comparison and the opening

  private func renderer(_ files: FileAccess) -> LayerRenderer {
    LayerRenderer(configuration: LayerRenderer.Configuration(threads: 1, files: files))
  }

  @Test func `a folder that becomes a link after its path was compared leads nowhere`() throws {
    _ = try folder.make("in/sub")
    _ = try folder.make("out")
    try folder.write("in/sub/a.txt", "inside")
    try folder.write("out/a.txt", "outside")
    let real = try files.pathForReading("sub/a.txt")
    let target = try files.pathForWriting("sub/b.txt")
    try FileManager.default.removeItem(atPath: inside + "/sub")
    try folder.link("in/sub", to: "../out")
    #expect(
      message { try readWholeFile(real, name: "sub/a.txt", purpose: "file", limit: 100) }.contains("was replaced"))
    #expect(message { try replaceFile(target, with: [1], name: "sub/b.txt", isNamed: false) }.contains("was replaced"))
    #expect(folder.read("out/b.txt") == nil)
  }

  @Test func `a file that becomes a link is not read, and replaced when it is written`() throws {
    let real = try files.pathForReading("a.txt")
    let target = try files.pathForWriting("a.txt")
    try FileManager.default.removeItem(atPath: inside + "/a.txt")
    try folder.link("in/a.txt", to: "../secret.txt")
    #expect(
      message { try readWholeFile(real, name: "a.txt", purpose: "file", limit: 100) }.contains(
        "a symbolic link appeared in its path"))
    _ = message { try replaceFile(target, with: [0x61], name: "a.txt", isNamed: false) }
    #expect(folder.read("secret.txt") == "secret")
  }

  @Test func `what a font's file held when it was checked is what is drawn, whatever takes its place`() throws {
    let fonts = "/usr/share/fonts/truetype/dejavu/"
    try FileManager.default.copyItem(atPath: fonts + "DejaVuSans-Bold.ttf", toPath: inside + "/my.ttf")
    let renderer = renderer(files)
    func faces(_ text: String) throws -> [String] {
      let frame = try renderer.layoutText(TextRequest(runs: [TextRun(string: text, font: "my.ttf", fontSize: 20)]))
      return Set(frame.pieces.map { "\($0.run.font.faceName) \($0.run.glyphs.contains(0))" }).sorted()
    }
    #expect(try faces("plain") == ["DejaVu Sans Bold false"])
    // Pango opens fonts by path when the first text needs them.
    try FileManager.default.removeItem(atPath: inside + "/my.ttf")
    try FileManager.default.copyItem(atPath: fonts + "DejaVuSerif.ttf", toPath: folder.path + "/other.ttf")
    try folder.link("in/my.ttf", to: "../other.ttf")
    #expect(try faces("\u{5E9}\u{5DC}\u{5D5}\u{5DD} again") == ["DejaVu Sans Bold false"])
    // A new renderer reports the link.
    #expect(
      message {
        try self.renderer(files).layoutText(TextRequest(runs: [TextRun(string: "x", font: "my.ttf", fontSize: 20)]))
      }.contains(
        "may not be read"))
  }

  @Test func `a font's file is held to the limits of files and memory, and must be one`() throws {
    try FileManager.default.copyItem(
      atPath: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", toPath: inside + "/my.ttf")
    _ = try folder.make("in/folder.ttf")
    func problem(_ font: String, fileSizeLimit: Int = 1 << 28, room: Int = .max) -> String {
      let renderer = LayerRenderer(configuration: .init(threads: 1, files: files, fileSizeLimit: fileSizeLimit))
      let budget = Budget(room)
      renderer.memoryBudget = budget
      return withExtendedLifetime(budget) {
        message { try renderer.layoutText(TextRequest(runs: [TextRun(string: "x", font: font, fontSize: 20)])) }
      }
    }
    #expect(problem("my.ttf") == "")
    #expect(problem("my.ttf", fileSizeLimit: 1000).contains("font \"my.ttf\" is too large"))
    #expect(problem("my.ttf", room: 1000).contains("not enough memory for the font"))
    #expect(problem("folder.ttf").contains("is not a file"))
    #expect(problem("a.txt/x").contains("font \"a.txt/x\""))
  }

  private final class Budget: MemoryBudget {
    private var left: Int
    init(_ left: Int) { self.left = left }
    func hasRoom(for bytes: Int) -> Bool { bytes <= left }
    func charge(_ bytes: Int) { left -= bytes }
    func release(_ bytes: Int) { left += bytes }
  }

  @Test func `the system's own folders are closed to a script whose folder is the root`() throws {
    let root = FileAccess(scriptDirectory: "/", workingDirectory: "/")
    for name in ["/proc/self/environ", "proc/self/environ", "/proc/version", "/dev/zero", "/sys/kernel"] {
      #expect(message { try root.pathForReading(name) }.contains("may not be read"), "\(name)")
    }
    #expect(message { try root.pathForWriting("/dev/null") }.contains("may not be written"))
    let named = FileAccess(scriptDirectory: inside, workingDirectory: inside, readableDirectories: ["/proc"])
    #expect(try named.pathForReading("/proc/version") == "/proc/version")
  }

  @Test func `a pipe or a device is written only when the host named it`() throws {
    #expect(mkfifo(inside + "/pipe.png", 0o600) == 0)
    #expect(message { try renderer(files).write([1], toPath: "pipe.png") }.contains("it is a pipe or a device"))
    #expect(message { try renderer(files).readFile("pipe.png") }.contains("is not a file"))
    let named = FileAccess(scriptDirectory: inside, workingDirectory: inside, writableFiles: ["/dev/null"])
    try renderer(named).write([1], toPath: "/dev/null")
  }
}
