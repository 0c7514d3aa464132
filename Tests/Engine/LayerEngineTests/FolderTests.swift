// SPDX-License-Identifier: MIT
import Foundation
import LayerEngine
import Messages
import Testing
import TestSupport

/// The files that scripts may read and write if the host names no folder, some, or a script file.
@Suite struct FolderTests {
  /// Every way in which a script names a file to read; `%` stands for the name without extension.
  static let readings = [
    "ca.readFile('%.txt')", "ca.readCSV('%.csv')", "ca.Image('%.png')", "ca.Image.named('%')",
    "ca.Layer { contents = '%.png' }", "ca.Layer { contents = '%' }", "ca.Layer.svg('%.svg')", "ca.Path.svg('%.svg')",
    "ca.measureText('x', { font = './%.ttf' })", "require '%'", "ca.Image.sprites('%.json')",
  ]
  static let writings = [
    "ca.render(ca.Layer { bounds = {0, 0, 2, 2} }, '%.png')",
    "ca.render(ca.Layer { bounds = {0, 0, 2, 2} }, '%.pdf')",
    "ca.render(ca.Layer { bounds = {0, 0, 2, 2} }, '%.apng', { duration = 1, fps = 2 })",
    "ca.render(ca.Layer { bounds = {0, 0, 2, 2} }, '%-{00}.png', { duration = 1, fps = 2 })",
    "ca.render(ca.Layer { bounds = {0, 0, 2, 2} }):write('%.png')",
  ]

  private func failure(_ script: String, _ configuration: Engine.Configuration) throws -> EngineError? {
    do {
      try Engine(configuration).run(script: script, name: "a.lua")
      return nil
    } catch let error as EngineError { return error }
  }

  /// A folder with one file for each way of reading.
  private func filled() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("secret", to: "a.txt")
    try folder.write("x,y\n1,2\n", to: "a.csv")
    try folder.write(
      "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'><path d='M0 0H4V4Z'/></svg>", to: "a.svg")
    try folder.write("return 7", to: "a.lua")
    let writer = try Engine(Engine.Configuration(workingDirectory: folder.path))
    let square = try #require(
      try writer.run(script: "return ca.Layer { bounds = {0, 0, 2, 2}, backgroundColor = 'red' }", name: "w.lua"))
    try writer.write(square, to: "a.png")
    return folder
  }

  @Test(arguments: readings) func `a script given as text reads no folder`(reading: String) throws {
    let folder = try filled()
    // An absolute name, and one relative to the default folder.
    for name in [folder.path + "/a", "Package"] where !(reading.hasPrefix("require") && name.hasPrefix("/")) {
      let error = try #require(
        try failure(reading.replacingOccurrences(of: "%", with: name), Engine.Configuration()), "\(reading)")
      #expect(error.kind == .script && error.line == 1)
      #expect(
        error.message.contains("this script has no folder to read; the host sets it with scriptDirectory"),
        "\(error.message)")
    }
  }

  @Test func `a file parameter takes files and packages, no other folders`() throws {
    let folder = try filled()
    let inner = folder.path + "/pictures"
    for name in [inner, inner + ".ca", folder.path + "/b.lua"] {
      try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: false)
    }
    let configuration = Engine.Configuration(scriptDirectory: folder.path)
    let engine = try Engine(configuration)
    func isTaken(_ value: String) -> Bool {
      let script = "ca.parameter('file', { kind = 'file' })"
      let arguments = ScriptArguments(named: [("file", value)])
      do {
        _ = try engine.run(script: script, name: "s.lua", arguments: arguments)
        return true
      } catch { return false }
    }
    #expect(isTaken("a.csv") && isTaken("pictures.ca"))
    #expect(!isTaken("pictures") && !isTaken(".") && !isTaken("b.lua"))
    #expect(try failure("require 'b'", configuration)?.message.contains("there is no b.lua") == true)
  }

  @Test(arguments: writings) func `a script given as text writes no folder`(writing: String) throws {
    let folder = try TemporaryFolder()
    for name in [folder.path + "/a", "pwned"] {
      let script = writing.replacingOccurrences(of: "%", with: name)
      let error = try #require(try failure(script, Engine.Configuration()), "\(script)")
      #expect(error.kind == .script && error.line == 1)
      #expect(
        error.message.hasSuffix(
          "this script has no folder to write; the host sets it with workingDirectory or writableDirectories"),
        "\(error.message)")
    }
    #expect(folder.contents == [] && !FileManager.default.fileExists(atPath: "pwned.png"))
  }

  @Test func `a folder that the host names is read and written`() throws {
    let folder = try filled()
    let both = Engine.Configuration(scriptDirectory: folder.path, workingDirectory: folder.path)
    for reading in Self.readings where !["ttf", "sprites", "'%'"].contains(where: reading.contains) {
      #expect(try failure(reading.replacingOccurrences(of: "%", with: "a"), both) == nil, "\(reading)")
    }
    for writing in Self.writings {
      #expect(try failure(writing.replacingOccurrences(of: "%", with: "b"), both) == nil, "\(writing)")
    }
    #expect(["b.png", "b.pdf", "b.apng", "b-00.png", "b-01.png"].allSatisfy { folder.exists($0) })
    // Read and write permission are independent.
    let reads = Engine.Configuration(scriptDirectory: folder.path)
    let writes = Engine.Configuration(workingDirectory: folder.path)
    let render = Self.writings[0].replacingOccurrences(of: "%", with: folder.path + "/c")
    #expect(try failure("ca.readFile 'a.txt'", reads) == nil)
    #expect(try failure(render, reads)?.message.contains("no folder to write") == true)
    #expect(try failure(render, writes) == nil)
    #expect(try failure("ca.readFile '\(folder.path)/a.txt'", writes)?.message.contains("no folder to read") == true)
  }

  @Test func `a point is the working directory`() throws {
    #expect(try failure("ca.readFile 'Package.swift'", Engine.Configuration(scriptDirectory: ".")) == nil)
    #expect(try failure("ca.readFile 'Package.swift'", Engine.Configuration(readableDirectories: ["."])) == nil)
    let error = try #require(
      try failure("ca.readFile 'Package.swift'", Engine.Configuration(readableDirectories: ["Sources"])))
    #expect(error.message.contains("outside of the allowed folders; allow its folder with readableDirectories"))
    #expect(
      try failure(
        "ca.readFile 'Sources/Base/Messages/HostSetting.swift'", Engine.Configuration(readableDirectories: ["Sources"]))
        == nil)
  }

  @Test func `a script given as a file reads its own folder until the next script runs`() throws {
    let folder = try filled()
    try folder.write(
      """
      function again() return ca.readFile 'a.txt' end
      local m = require 'a'
      print(m, again())
      """, to: "main.lua")
    try folder.write("print(ca.readFile('b.txt'), pcall(ca.readFile, '../a.txt'))", to: "inner/b.lua")
    try folder.write("b", to: "inner/b.txt")
    let engine = try Engine()
    var printed = ""
    engine.onPrint = { printed += String(decoding: $0, as: UTF8.self) }
    try engine.run(file: folder.path + "/main.lua")
    #expect(printed == "7\tsecret\n")
    // Functions of the file keep reading its folder.
    #expect(try engine.call("again") == ["secret"])
    // A script run by a host function has its own folder and does not change that of the script that called it.
    try engine.register("inner") { [unowned engine] () throws in try engine.run(file: folder.path + "/inner/b.lua") }
    try engine.register("text") { [unowned engine] () throws in
      try engine.run(script: "print(pcall(ca.readFile, 'a.txt'))", name: "t.lua")
    }
    try folder.write("ca.host.inner() ca.host.text() print(ca.readFile 'a.txt')", to: "outer.lua")
    printed = ""
    try engine.run(file: folder.path + "/outer.lua")
    let lines = printed.split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[0].hasPrefix("b\tfalse\t") && lines[0].contains("may not be read"))
    #expect(lines[1].hasPrefix("false\t") && lines[1].contains("no folder to read"))
    #expect(lines[2] == "secret")
    // A script given as text then reads nothing, not even through functions of the file.
    try engine.run(script: "return nil", name: "text.lua")
    #expect(throws: EngineError.self) { try engine.call("again") }
    // A named folder takes precedence for files too, and nothing is written.
    let named = try Engine(Engine.Configuration(scriptDirectory: folder.path + "/inner"))
    #expect(throws: EngineError.self) { try named.run(file: folder.path + "/main.lua") }
    try folder.write(Self.writings[0].replacingOccurrences(of: "%", with: "x"), to: "write.lua")
    let error = try #require(throws: EngineError.self) { try Engine().run(file: folder.path + "/write.lua") }
    #expect(error.message.contains("no folder to write"))
  }

  @Test func `a font of a file is forgotten with its script`() throws {
    let folder = try TemporaryFolder()
    let font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    try #require(FileManager.default.fileExists(atPath: font))
    try FileManager.default.copyItem(atPath: font, toPath: folder.path + "/own.ttf")
    let measure = "print(ca.measureText('x', { font = 'own.ttf' }).width > 0)"
    try folder.write(measure, to: "a.lua")
    let engine = try Engine()
    try engine.run(file: folder.path + "/a.lua")
    let error = try #require(throws: EngineError.self) { try engine.run(script: measure, name: "b.lua") }
    #expect(error.message.contains("no folder to read"))
  }

  /// Only files below the named folders may be read, by whatever name.
  @Test func `random names lead to files of named folders alone`() throws {
    let root = try TemporaryFolder()
    let folders = ["a", "a/b", "c", "c/d/e"]
    for folder in [""] + folders { try root.write(folder, to: "\(folder)/f.txt") }
    var random = SeededRandom(32)
    var allowedCount = 0
    for _ in 0..<400 {
      let script = Bool.random(using: &random) ? folders.randomElement(using: &random) : nil
      let named = folders.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
      let configuration = Engine.Configuration(
        readableDirectories: named.map { "\(root.path)/\($0)" }, scriptDirectory: script.map { "\(root.path)/\($0)" })
      var parts: [String] = []
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        parts.append(["a", "b", "c", "d", "e", "..", "."].randomElement(using: &random) ?? ".")
      }
      let path = (parts + ["f.txt"]).joined(separator: "/")
      let start = script.map { "\(root.path)/\($0)" } ?? root.path
      let isAbsolute = script == nil || Bool.random(using: &random)
      let name = isAbsolute ? "\(start)/\(path)" : path
      let real = URL(fileURLWithPath: "\(start)/\(path)").standardizedFileURL.path
      let isThere = FileManager.default.fileExists(atPath: "\(start)/\(path)")
      let mayBeRead = ((script.map { [$0] } ?? []) + named).contains { real.hasPrefix("\(root.path)/\($0)/") }
      let error = try failure("ca.readFile(\(quoted(name)))", configuration)
      // A path through missing folders is not found, even if its normalised end exists.
      if isThere { #expect((error == nil) == mayBeRead, "\(name) \(script ?? "-") \(named) \(error?.message ?? "")") }
      if !mayBeRead { #expect(error != nil, "\(name) \(script ?? "-") \(named)") }
      if error == nil { allowedCount += 1 }
    }
    #expect(allowedCount > 30)
  }

  private func quoted(_ text: String) -> String { "'\(text)'" }
}

/// Messages call settings by the names that each kind of host uses.
@Suite struct HostSettingTests {
  @Test func `every setting has the name that its host knows`() throws {
    func source(_ names: String...) throws -> String {
      try names.map { try String(contentsOfFile: Checkout.root + "/Sources/" + $0, encoding: .utf8) }.joined()
    }
    let program = try source("Faces/layerlua/CommandLineOptions.swift")
    let swift = try source(
      "Engine/LayerEngine/Configuration.swift", "Engine/LayerRendering/LayerRenderer.swift",
      "Engine/LayerRendering/PictureOptions.swift")
    let c = try source("Faces/CLayerLua/include/layerlua.h")
    let python = try source("Faces/PythonModule/layerlua/_engine.py", "Faces/PythonModule/layerlua/_layer.py")
    for setting in HostSetting.allCases {
      if let name = setting.name(.program) { #expect(program.contains("\"\(name)\""), "\(name)") }
      if let name = setting.name(.swift), setting != .writing {
        #expect(swift.contains("var \(name.split(separator: ".").last ?? "")"), "\(name)")
      }
      for word in (setting.name(.c) ?? "").split(separator: " ") where word != "and" {
        #expect(c.contains(word), "\(word)")
      }
      if let name = setting.name(.python) {
        let word = name.hasPrefix("Layer.") ? "def \(name.dropFirst(6))(" : "        \(name):"
        #expect(python.contains(word), "\(name)")
      }
      #expect(setting.name(.module) == nil)
    }
  }

  @Test(arguments: HostFace.allCases) func `a remedy has the names of the host alone`(face: HostFace) throws {
    var configuration = Engine.Configuration()
    configuration.face = face
    let still = "return ca.Layer { name = 'still', bounds = {0, 0, 2, 2} }"
    let engine = try Engine(configuration)
    let layer = try #require(try engine.run(script: still, name: "a.lua"))
    let film = try #require(throws: EngineError.self) { try engine.write(layer, to: "a.apng", FilmOptions()) }
    let read = try #require(throws: EngineError.self) { try engine.run(script: "ca.readFile 'x'", name: "a.lua") }
    let texts = [film.message, read.message]
    switch face {
    case .program: #expect(texts[0].contains("--duration 2") && texts[1].contains("--allow-read"))
    case .swift: #expect(texts[0].contains("duration: 2") && texts[1].contains("scriptDirectory"))
    case .c: #expect(texts[1].contains("script_directory or readable_directories"))
    case .python: #expect(texts[1].contains("script_directory or readable_directories"))
    case .module: #expect(texts[0].hasSuffix("(duration = 2 in ca.render)") && texts[1].hasSuffix("no folder to read"))
    }
    if face != .program { #expect(texts.allSatisfy { !$0.contains("--") }) }
  }
}
