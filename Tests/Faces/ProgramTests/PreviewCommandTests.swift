// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The preview worker as a process: its input, output and exit.
@Suite struct PreviewCommandTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func preview(_ input: String, _ arguments: String...) throws -> CommandResult {
    try runCommand(
      Checkout.program, ["preview"] + arguments, in: folder.path, input: Array(input.utf8), limit: 60)
  }

  /// The heads of messages; binary data after them is skipped.
  private func messages(_ output: [UInt8]) throws -> [[String: Any]] {
    var heads: [[String: Any]] = []
    var rest = output[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let head = try #require(
        try JSONSerialization.jsonObject(with: Data(rest[..<end])) as? [String: Any])
      heads.append(head)
      rest = rest[(end + 1)...].dropFirst(head["bytes"] as? Int ?? 0)
    }
    #expect(rest.isEmpty)
    return heads
  }

  private static let moving = """
    local l = ca.Layer { name = "l", bounds = {0, 0, 20, 10}, backgroundColor = "red" }
    l:addAnimation(ca.BasicAnimation { keyPath = "opacity", toValue = 0, duration = 1 })
    return l
    """

  @Test func `questions are answered until they end`() throws {
    try folder.write(Self.moving, to: "a.lua")
    let result = try preview(
      """
      {"id":1,"ask":"frame","t":0.5,"scale":2}
      {"id":2,"ask":"tree","bytes":5}
      12345{"id":3,"ask":"nothing"}

      {"id":4,"ask":"export","format":"gif"}
      {"id":"five","ask":"tracks"}
      """, "a.lua", "--scale", "2", "--fps", "5")
    #expect(result.status == 0, "\(result.errors)")
    let heads = try messages(result.output)
    #expect(heads.compactMap { $0["event"] as? String } == ["files", "ready"])
    let answers = heads.filter { $0["event"] == nil }
    #expect(answers.map { $0["ok"] as? Bool } == [true, true, nil, true, true])
    #expect(answers[4]["id"] as? String == "five")
    let film = try #require(heads.first { $0["event"] as? String == "ready" }?["film"] as? [String: Double])
    #expect(film == ["from": 0, "opens": 0, "duration": 1, "fps": 5])
    // The film's files are removed too.
    #expect(folder.contents == ["a.lua"])
  }

  @Test func `a frame has the bytes that -o writes`() throws {
    try folder.write(Self.moving, to: "a.lua")
    let file = try runCommand(
      Checkout.program, ["a.lua", "-o", "-", "--scale", "3", "--time", "0.25", "--background", "blue"], in: folder.path)
    let result = try preview("{\"ask\":\"frame\",\"t\":0.25,\"scale\":3}", "a.lua", "--background", "blue")
    let start = try #require(file.output.isEmpty ? nil : result.output.count - file.output.count)
    #expect(start > 0 && Array(result.output[start...]) == file.output)
  }

  @Test func `a failure is told and is the exit code`() throws {
    try folder.write("local a = 1\nerror('no')", to: "a.lua")
    let result = try preview("{\"ask\":\"tree\"}", "a.lua")
    #expect(result.status == 1)
    #expect(result.errors == "")
    let heads = try messages(result.output)
    #expect(heads.last?["event"] as? String == "error")
    #expect(heads.last?["line"] as? Int == 2)
    #expect(heads.last?["script"] as? String == "a.lua")
    let missing = try preview("", "none.lua")
    #expect(missing.status == 4)
    #expect(
      try messages(missing.output).last?["message"] as? String == "cannot read none.lua: no such file or directory")
    let wrong = try preview("", "a.lua", "-o", "x.png")
    #expect(wrong.status == 2)
  }

  @Test func `a script that loops in Lua or in its library ends with the time limit`() throws {
    try folder.write("while true do pcall(function() while true do end end) end", to: "a.lua")
    let result = try preview("", "a.lua", "--time-limit", "0.3")
    #expect(result.status == 3)
    #expect(try messages(result.output).last?["message"] as? String == "the time limit of 0.3 s is reached")
    // A single C function of Lua runs longer than the limit, without an instruction hook.
    try folder.write("string.find(string.rep('a', 400000), string.rep('a?', 400000) .. 'b')", to: "b.lua")
    try folder.write("(('a'):rep(30000)):find(('.-'):rep(200) .. 'b')", to: "c.lua")
    for name in ["b.lua", "c.lua"] {
      let late = try preview("", name, "--time-limit", "0.3")
      #expect(late.status == 3 || late.status == 1, "\(name)")
      #expect(!late.hadToBeStopped)
    }
  }

  @Test func `whoever stops reading ends it, in the middle of a script too`() throws {
    try folder.write("while true do end", to: "a.lua")
    try folder.write("for i = 1, 1e9 do print('line ' .. i) end", to: "b.lua")
    for name in ["a.lua", "b.lua"] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Checkout.program)
      process.arguments = ["preview", name]
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      let output = Pipe()
      process.standardOutput = output
      process.standardInput = Pipe()
      try process.run()
      _ = output.fileHandleForReading.availableData
      try output.fileHandleForReading.close()
      let end = Date().addingTimeInterval(20)
      while process.isRunning, Date() < end { usleep(10_000) }
      #expect(!process.isRunning, "\(name)")
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
  }

  @Test func `a line without an end is refused, and the next is answered`() throws {
    try folder.write(Self.moving, to: "a.lua")
    let result = try preview(
      String(repeating: "x", count: 3 << 20) + "\n{\"id\":1,\"ask\":\"tree\"}\n", "a.lua")
    #expect(result.status == 0)
    let answers = try messages(result.output).filter { $0["event"] == nil }
    #expect(answers.count == 2)
    #expect((answers.first?["error"] as? String)?.hasPrefix("the request is longer than") == true)
    #expect(answers.last?["ok"] as? Bool == true)
  }

  @Test func `it is not in the help`() throws {
    let help = try runCommand(Checkout.program, ["--help"], in: folder.path)
    #expect(!help.text.contains("layerlua preview"))
  }
}
