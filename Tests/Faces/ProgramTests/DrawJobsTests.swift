// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The worker that draws the scripts of a folder, as a process: its input, its answers and its end.
@Suite struct DrawJobsTests {
  let folder: TemporaryFolder
  private static let card = """
    -- A card.
    -- With a title.
    local title = ca.parameter("title", { default = "Hello" })
    local count = ca.parameter("count", { default = 3, min = 1, max = 9 })
    local l = ca.Layer { name = "card", bounds = {0, 0, 120, 63}, backgroundColor = "white" }
    l:addSublayer(ca.TextLayer { string = title, frame = {4, 4, 112, 30}, fontSize = 14, foregroundColor = "black" })
    l:addSublayer(ca.Layer { frame = {4, 40, count * 10, 10}, backgroundColor = "teal", shadowOpacity = 0.5 })
    return l
    """
  private static let moving = """
    local l = ca.Layer { bounds = {0, 0, 20, 10}, backgroundColor = "red" }
    l:addAnimation(ca.BasicAnimation { keyPath = "opacity", toValue = 0, duration = 0.5 })
    return l
    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.card, to: "f/card.lua")
    try folder.write(Self.moving, to: "f/films/move.lua")
  }

  struct Answer {
    var head: [String: Any]
    var bytes: [UInt8] = []
    subscript(_ key: String) -> String? { head[key] as? String }
  }

  /// A request as a line, followed by bytes.
  private func line(_ fields: [String: Any], _ body: [UInt8] = []) throws -> [UInt8] {
    var fields = fields
    if !body.isEmpty { fields["bytes"] = body.count }
    return Array(try JSONSerialization.data(withJSONObject: fields)) + [10] + body
  }

  /// Asks all requests of one worker. The first answer is the message that it is ready.
  private func answers(
    _ requests: [[UInt8]], _ options: [String] = [], status: Int32? = 0, limit: Double = 120
  ) throws -> [Answer] {
    let result = try runCommand(
      Checkout.program, ["draw-jobs", "f"] + options, in: folder.path, input: Array(requests.joined()), limit: limit)
    #expect(result.status == status, "\(result.errors)")
    #expect(!result.hadToBeStopped)
    var answers: [Answer] = []
    // A film comes while it is drawn.
    var parts: [UInt8] = []
    var rest = result.output[...]
    while let end = rest.firstIndex(of: 10) {
      let head = try #require(try JSONSerialization.jsonObject(with: Data(rest[..<end])) as? [String: Any])
      let count = head["bytes"] as? Int ?? 0
      parts += rest[(end + 1)...].prefix(count)
      rest = rest[(end + 1)...].dropFirst(count)
      guard head["more"] == nil else { continue }
      answers.append(Answer(head: head, bytes: parts))
      parts = []
    }
    #expect(rest.isEmpty)
    return answers
  }

  /// A value as JSON with sorted keys.
  private func json(_ value: [String: Any]?) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: value ?? [:], options: .sortedKeys), as: UTF8.self)
  }

  private func drawn(_ arguments: String...) throws -> [UInt8] {
    let name = "one." + (arguments.last ?? "png")
    let result = try runCommand(
      Checkout.program, arguments.dropLast() + ["-o", folder.path + "/" + name, "--quiet"], in: folder.path + "/f")
    #expect(result.status == 0, "\(result.errors)")
    return try folder.read(name)
  }

  private func card(_ title: String, _ fields: [String: Any] = [:]) throws -> [UInt8] {
    try line(
      ["id": 1, "ask": "draw", "script": "card.lua", "parameters": ["title": title, "count": 5]].merging(fields) { $1 })
  }

  @Test func `jobs give the bytes of single runs, whatever came before`() throws {
    let film = try line(["id": 2, "ask": "draw", "script": "films/move.lua", "format": "gif", "fps": 10])
    let all = try answers([
      try card("Tea"), film, try card("Cake"), try card("Tea"), film,
      try card("Tea", ["format": "jpg", "quality": 0.5]),
      try card("Tea", ["format": "svg"]), try card("Tea", ["width": 240]), try card("Tea", ["scale": 2]),
      try line(["ask": "draw", "script": "films/move.lua", "format": "webp", "film": true, "fps": 10, "duration": 0.4]),
      try line(["ask": "draw", "script": "films/move.lua", "time": 0.25, "background": "blue"]),
    ])
    let ready = all[0]
    #expect(ready["event"] == "ready" && ready["engine"]?.utf8.count == 64 && ready["version"] != nil)
    let tea = try drawn("card.lua", "-D", "title=Tea", "-D", "count=5", "png")
    let gif = try drawn("films/move.lua", "--fps", "10", "gif")
    #expect(all[1].bytes == tea && all[4].bytes == tea && all[3].bytes != tea && !all[3].bytes.isEmpty)
    #expect(all[2].bytes == gif && all[5].bytes == gif && all[2]["type"] == "image/gif")
    #expect(all[6]["type"] == "image/jpeg" && all[6].bytes.starts(with: [0xFF, 0xD8]))
    #expect(all[7].bytes == (try drawn("card.lua", "-D", "title=Tea", "-D", "count=5", "svg")))
    #expect(all[8].head["width"] as? Int == 240 && all[8].head["height"] as? Int == 126)
    #expect(all[8].bytes == all[9].bytes && !all[8].bytes.isEmpty)
    #expect(all[10].bytes == (try drawn("films/move.lua", "--fps", "10", "--duration", "0.4", "webp")))
    #expect(all[11].bytes == (try drawn("films/move.lua", "--time", "0.25", "--background", "blue", "png")))
    #expect(all[1].head["id"] as? Int == 1 && all[10].head["id"] is NSNull)
    #expect(all[1].head["script_ms"] is Double && all[1].head["draw_ms"] is Double)
    #expect((all[1].head["memory"] as? Int ?? 0) > 1 << 20)
    #expect(folder.contents.filter { $0.hasPrefix("layerlua-") }.isEmpty)
  }

  @Test func `a script is described with its parameters`() throws {
    let all = try answers([
      try line(["id": 1, "ask": "describe", "script": "card.lua"]),
      try line(["id": 2, "ask": "describe", "script": "films/move.lua"]),
      try card("Tea", ["known": ["title", "count"]]), try card("Tea", ["known": ["title"]]),
    ])
    #expect(all[1]["title"] == "A card." && all[1]["description"] == "With a title.")
    #expect(all[1].head["width"] as? Int == 120 && all[1].head["height"] as? Int == 63)
    #expect(all[1].head["duration"] is NSNull && all[2].head["duration"] as? Double == 0.5)
    #expect(all[2].head["title"] is NSNull)
    let schema = try #require(all[1].head["parameters"] as? [String: Any])
    #expect(schema["type"] as? String == "object" && schema["additionalProperties"] as? Bool == false)
    let count = (schema["properties"] as? [String: [String: Any]])?["count"]
    #expect(count?["type"] as? String == "number" && count?["maximum"] as? Int == 9)
    #expect(all[3].head["schema"] == nil && all[4].head["schema"] is [String: Any])
  }

  @Test func `a value that the script refuses is told by its parameter`() throws {
    try folder.write(
      """
      local title = ca.parameter("title", { kind = "text", required = true, maxLength = 5, title = "Title" })
      local count = ca.parameter("count", { kind = "integer", default = 2, min = 1, step = 1, examples = { 3 } })
      local file = ca.parameter("file", { kind = "file", default = "a.png" })
      local paint = ca.parameter("paint", { default = "red" })
      return ca.Layer { bounds = {0, 0, count, 1}, backgroundColor = ca.parameter("color", { kind = "color" }) }
      """, to: "f/p.lua")
    func draw(_ parameters: [String: Any]) throws -> [UInt8] {
      try line(["ask": "draw", "script": "p.lua", "parameters": parameters])
    }
    let all = try answers([
      try line(["ask": "describe", "script": "p.lua"]), try draw(["title": "Tea", "count": 4, "color": "red"]),
      try draw(["title": "Tea", "count": 4.5]), try draw([:]), try draw(["title": "Coffee"]),
      try draw(["title": "Tea", "color": "dusk"]), try draw(["title": "Tea", "file": "/etc/passwd"]),
    ])
    let schema = try #require(all[1].head["parameters"] as? [String: Any])
    #expect(schema["required"] as? [String] == ["title"])
    let properties = try #require(schema["properties"] as? [String: [String: Any]])
    #expect(try json(properties["title"]) == #"{"maxLength":5,"title":"Title","type":"string"}"#)
    #expect(
      try json(properties["count"])
        == #"{"default":2,"examples":[3],"minimum":1,"multipleOf":1,"type":"integer"}"#)
    #expect(try json(properties["file"]) == #"{"default":"a.png","format":"file","type":"string"}"#)
    #expect(try json(properties["paint"]) == #"{"default":"red","type":"string"}"#)
    #expect(try json(properties["color"]) == #"{"format":"color","type":"string"}"#)
    #expect(all[2].head["width"] as? Int == 4)
    #expect(all[3...7].map { $0["kind"] } == Array(repeating: "parameter", count: 5))
    #expect(all[3...7].map { $0["parameter"] } == ["count", "title", "title", "color", "file"])
    #expect(all[3]["expected"] == "a whole number of at least 1, a multiple of 1" && all[3].head["line"] as? Int == 2)
  }

  /// Requests that fail, with the kind and the limit or the parameter of the answer.
  private static let failures: [(script: String, kind: String, detail: String?)] = [
    ("while true do end", "limit", "time"),
    ("while true do pcall(function() while true do end end) end", "limit", "time"),
    ("local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1000) .. i end", "limit", "memory"),
    ("string.rep('x', 1e12)", "limit", "memory"),
    ("for i = 1, 1e9 do print('line ' .. i) end", "limit", "printed"),
    ("return ca.Layer { bounds = {0, 0, 40000, 40000} }", "limit", "side"),
    ("return ca.Layer { bounds = {0, 0, 7000, 7000} }", "limit", "pixels"),
    (
      "local r = ca.Layer { bounds = {0, 0, 1, 1} } for i = 1, 1e6 do r:addSublayer(ca.Layer {}) end return r", "limit",
      "layers"
    ),
    ("return ca.TextLayer { bounds = {0, 0, 10, 10}, string = ('x '):rep(300000) }", "limit", "text"),
    ("local p = ca.Path() p:move(0, 0) for i = 1, 2e6 do p:addLine(i, i) end return ca.Layer {}", "limit", "segments"),
    ("error('no')", "script", nil), ("local x = = 1", "script", nil), ("return 5", "script", nil),
    ("print('nothing')", "script", nil),
    ("return ca.Layer { bounds = {0, 0, 9, 9}, contents = '/etc/passwd' }", "script", nil),
    ("return ca.Layer { bounds = {0, 0, 9, 9}, contents = '../f/card.lua' }", "script", nil),
    ("io.open('/etc/passwd')", "script", nil), ("local function f() return f() + 1 end f()", "script", nil),
    ("('a'):rep(30000):find(('.-'):rep(200) .. 'b')", "script", nil),
    ("string.format = nil ca.Layer = nil math = nil setmetatable(_G, {__index = error}) return 5", "script", nil),
    ("ca.render(ca.Layer { bounds = {0, 0, 9, 9} }):write('x.png')", "script", nil),
  ]

  @Test func `a script that fails says how, and the next job is right`() throws {
    var requests: [[UInt8]] = []
    for (index, row) in Self.failures.enumerated() {
      try folder.write(row.script, to: "f/bad\(index).lua")
      requests.append(
        try line([
          "id": index, "ask": "draw", "script": "bad\(index).lua",
          "limits": ["time": row.detail == "time" ? 2 : 60, "memory": 200 << 20],
        ]))
      requests.append(try card("Tea"))
    }
    let all = try answers(requests).dropFirst()
    let tea = try drawn("card.lua", "-D", "title=Tea", "-D", "count=5", "png")
    #expect(all.count == requests.count)
    for (index, pair) in zip(all, all.dropFirst()).enumerated() where index % 2 == 0 {
      let row = Self.failures[index / 2]
      #expect(pair.0["kind"] == row.kind, "\(row.script): \(pair.0.head)")
      #expect(pair.0["limit"] == row.detail, "\(row.script): \(pair.0.head)")
      #expect(pair.0["script"] == "bad\(index / 2).lua", "\(row.script): \(pair.0.head)")
      #expect(pair.1.bytes == tea, "after \(row.script): \(pair.1.head)")
    }
  }

  @Test func `requests that are wrong are refused by name`() throws {
    try folder.write("return ca.Layer { bounds = {0, 0, 9, 9} }", to: "outside.lua")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/f/link.lua", withDestinationPath: "../outside.lua")
    let rows: [(fields: [String: Any], kind: String)] = [
      (["script": "../outside.lua"], "usage"), (["script": "/etc/passwd"], "usage"), (["script": "-"], "usage"),
      (["script": ""], "usage"), (["script": "a//b"], "usage"), (["script": "none.lua"], "file"),
      (["script": "link.lua"], "file"), (["script": 5], "usage"), (["format": "bmp"], "usage"),
      (["format": "lua"], "usage"), (["format": "gif", "film": false], "usage"), (["film": true], "usage"),
      (["scale": 2, "width": 100], "usage"), (["scale": -1], "usage"), (["quality": 0.5], "usage"),
      (["fps": 10], "usage"), (["background": "no"], "usage"), (["limits": ["time": 0]], "usage"),
      (["limits": ["pixels": 0.5]], "usage"), (["parameters": ["titel": "x"]], "parameter"),
      (["parameters": ["count": [1]]], "parameter"), (["parameters": 7], "usage"), (["ask": "nothing"], "usage"),
      (["compression": 13], "usage"),
    ]
    var requests = try rows.map { try line(["ask": "draw", "script": "card.lua"].merging($0.fields) { $1 }) }
    requests += [
      Array("nonsense\n".utf8), Array("\n".utf8), Array(repeating: UInt8(ascii: "x"), count: 2 << 20) + [10],
    ]
    let all = try answers(requests).dropFirst()
    #expect(all.count == rows.count + 2)
    for (row, answer) in zip(rows, all) { #expect(answer["kind"] == row.kind, "\(row.fields): \(answer.head)") }
    #expect(all.suffix(2).map { $0["kind"] } == ["usage", "limit"])
    let unknown = try #require(all.first { $0["parameter"] == "titel" })
    #expect(unknown["error"]?.hasSuffix("did you mean title?") == true)
  }

  @Test func `a script that came along reads only its own files`() throws {
    let picture = try drawn("card.lua", "png")
    let text = Array("print(ca.readFile('a.txt')) return ca.Layer { bounds = {0, 0, 9, 9}, contents = 'p.png' }".utf8)
    let other = Array("return ca.Layer { bounds = {0, 0, 9, 9}, contents = 'p.png' }".utf8)
    let outside = Array("return ca.Layer { bounds = {0, 0, 9, 9}, contents = '\(folder.path)/f/p.png' }".utf8)
    let module = Array("local x = require('a') return x".utf8)
    try folder.write("x", to: "f/p.png")
    func files(_ rows: (String, Int)...) -> [[String: Any]] { rows.map { ["name": $0.0, "bytes": $0.1] } }
    let whole = text + picture + Array("abc".utf8)
    let all = try answers(
      [
        try line(
          [
            "ask": "draw", "script": "mine", "text": text.count, "files": files(("p.png", picture.count), ("a.txt", 3)),
          ],
          whole),
        try line(["ask": "draw", "script": "mine"], other), try line(["ask": "draw", "script": "mine"], outside),
        try line(
          ["ask": "draw", "script": "mine", "text": module.count, "files": files(("a.lua", 9))],
          module + Array("error('x')".utf8.prefix(9))),
        try line(["ask": "draw", "text": 2, "files": files(("../a", 1))], Array("  x".utf8)),
        try line(["ask": "draw", "text": 2, "files": files(("a", 1), ("a", 1))], Array("  xx".utf8)),
        try line(["ask": "draw", "text": 2, "files": files(("a", 9))], Array("  x".utf8)),
        try line(["ask": "draw", "text": 9], Array("  x".utf8)), try card("Tea"),
      ], ["--isolate"])
    #expect(all[1]["printed"] == "abc\n" && all[1]["type"] == "image/png")
    #expect(all[2]["error"]?.contains("was not found") == true)
    #expect(all[3]["error"]?.contains("may not be read") == true)
    #expect(all[4]["script"] == "a.lua" && all[4]["kind"] == "script")
    #expect(all[5...8].map { $0["kind"] } == ["usage", "usage", "usage", "usage"])
    #expect(!all[9].bytes.isEmpty)
  }

  @Test func `memory does not grow with jobs, and no file stays`() throws {
    let count = TestLength.isLong ? 10_000 : 2_000
    var requests: [[UInt8]] = []
    for index in 0..<count {
      let format = ["png", "jpg", "svg"][index % 3]
      requests.append(try card("Title \(index)", ["format": format, "id": index]))
      if index % 100 == 50 {
        requests.append(try line(["ask": "draw", "script": "films/move.lua", "format": "gif", "fps": 4]))
      }
    }
    let all = try answers(requests, ["--threads", "1", "--isolate"])
    let memory = all.compactMap { $0.head["memory"] as? Int }
    #expect(memory.count == requests.count)
    let early = try #require(memory.dropFirst(count / 4).first)
    let late = try #require(memory.last)
    #expect(Double(late) <= 1.1 * Double(early) + 1e6, "\(early) became \(late)")
  }

  @Test func `a job that does not listen to its time limit ends the worker`() throws {
    // The limit + 1 s: the next request is not answered.
    try folder.write("local s = ('x'):rep(1e6) table.sort({s, s}, function() while true do end end)", to: "f/a.lua")
    let all = try answers([try line(["ask": "draw", "script": "a.lua", "limits": ["time": 0.3]]), try card("Tea")])
    #expect(all[1]["limit"] == "time" && !all[2].bytes.isEmpty)
  }

  @Test func `a Lottie file and a package are drawn too`() throws {
    try folder.write(
      """
      {"v":"5.7.0","fr":10,"ip":0,"op":10,"w":40,"h":20,"layers":[{"ty":1,"nm":"plain","sw":40,"sh":20,"sc":"#ff0000",
      "ip":0,"op":10,"st":0,"ks":{}}]}
      """, to: "f/plain.json")
    try folder.write(
      """
      <?xml version="1.0"?><caml xmlns="http://www.apple.com/CoreAnimation/1.0">
      <CALayer bounds="0 0 30 20" backgroundColor="1 0 0"/></caml>
      """, to: "f/box.ca/main.caml")
    let all = try answers([
      try line(["ask": "describe", "script": "plain.json"]), try line(["ask": "draw", "script": "plain.json"]),
      try line(["ask": "draw", "script": "box.ca"]),
      try line(["ask": "draw", "script": "plain.json", "parameters": ["title": "x"]]),
      try line(["ask": "draw", "script": "box.ca", "parameters": ["text.a": "x"]]),
    ])
    #expect(all[1].head["width"] as? Int == 40 && all[1].head["duration"] as? Double == 1, "\(all[1].head)")
    #expect(all[2].bytes == (try drawn("plain.json", "png")))
    #expect(all[3].bytes == (try drawn("box.ca", "png")))
    #expect(all[4...5].map { $0["kind"] } == ["parameter", "parameter"])
  }

  @Test func `an error advises nothing that a worker refuses`() throws {
    try folder.write("for i = 1, 1e6 do print('a line of text') end", to: "f/prints.lua")
    let all = try answers([try line(["ask": "draw", "script": "prints.lua"])])
    #expect(all[1]["limit"] == "printed" && all[1]["error"]?.hasSuffix("; print less") == true, "\(all[1].head)")
  }

  @Test func `a film without an end tells the key of the job`() throws {
    let once = Self.moving
    try folder.write(once, to: "f/once.lua")
    try folder.write(
      once.replacingOccurrences(of: "duration = 0.5", with: "duration = 0.5, repeatCount = math.huge"), to: "f/ever.lua"
    )
    try folder.write(
      """
      {"v":"5.7.0","fr":10,"ip":0,"op":10,"w":40,"h":20,"layers":[{"ty":1,"nm":"plain","sw":40,"sh":20,"sc":"#ff0000",
      "ip":0,"op":10,"st":0,"ks":{"o":{"a":1,"k":[{"t":0,"s":[100]},{"t":10,"s":[0]}]}}}]}
      """, to: "f/plain.json")
    func film(_ script: String, _ fields: [String: Any] = [:]) throws -> [UInt8] {
      try line(["ask": "draw", "script": script, "format": "gif", "fps": 10].merging(fields) { $1 })
    }
    let all = try answers([
      try film("ever.lua"), try film("ever.lua", ["from": 3]), try film("once.lua", ["from": 0.5]),
      try film("once.lua", ["from": 100]), try film("plain.json", ["from": 1]), try film("plain.json", ["from": 2]),
      try card("Tea", ["background": "blubb"]), try film("ever.lua", ["duration": 0.2]),
      try film("once.lua", ["from": 2, "duration": 0.2]), try film("plain.json", ["from": 0.5]),
      try line(["ask": "describe", "script": "ever.lua"]), try line(["ask": "describe", "script": "once.lua"]),
    ])
    #expect(
      all[1...7].map { $0["key"] } == ["duration", "duration", "from", "from", "from", "from", "background"],
      "\(all.map(\.head))")
    #expect(all[1...7].allSatisfy { $0["kind"] == "usage" && $0["error"]?.hasPrefix("\($0["key"] ?? "?"): ") == true })
    #expect(all[8...10].allSatisfy { !$0.bytes.isEmpty && $0["key"] == nil }, "\(all.map(\.head))")
    #expect(all[11].head["endless"] as? Bool == true && all[11].head["duration"] as? Double == 0.5)
    #expect(all[12].head["endless"] as? Bool == false && all[12].head["duration"] as? Double == 0.5)
  }

  @Test func `a value that a Lottie file refuses is told by its parameter`() throws {
    try folder.write(
      """
      {"v":"5.7.0","fr":10,"ip":0,"op":10,"w":40,"h":20,"layers":[{"ty":4,"nm":"Card","ip":0,"op":10,"st":0,"ks":{},
      "shapes":[{"ty":"rc","nm":"Plate","p":{"k":[20,10]},"s":{"k":[40,20]},"r":{"k":0}},
      {"ty":"fl","nm":"Paint","c":{"k":[1,0,0]},"o":{"k":100}}]}]}
      """, to: "f/badge.json")
    let names = [
      "color.Card.Paint", "value.Card.Paint.Opacity", "text.None", "color.None", "value.None", "font.None", "slot.None",
      "image.none",
    ]
    let all = try answers(
      try names.map { try line(["ask": "draw", "script": "badge.json", "parameters": [$0: "none.png"]]) }
        + [try line(["ask": "draw", "script": "badge.json", "parameters": ["color.Card.Paint": "blue"]])])
    #expect(all[1...8].map { $0["parameter"] } == names, "\(all.map(\.head))")
    #expect(all[1...8].allSatisfy { $0["kind"] == "parameter" && $0["expected"]?.isEmpty == false })
    #expect(all[1]["expected"]?.contains("colour") == true && all[1].head["line"] == nil)
    #expect(!all[9].bytes.isEmpty)
  }

  @Test func `it needs one folder, and takes no output`() throws {
    for arguments in [
      ["none"], [], ["f", "g"], ["f", "-o", "x.png"], ["f", "--trusted"], ["f", "--allow-write", "."],
    ] {
      let result = try runCommand(Checkout.program, ["draw-jobs"] + arguments, in: folder.path)
      #expect([2, 4].contains(result.status), "\(arguments)")
      let head = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
      #expect(head?["event"] as? String == "error", "\(arguments)")
    }
  }
}
