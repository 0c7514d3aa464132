// SPDX-License-Identifier: MIT
import Formats
import Foundation
import Geometry
import ImageFiles
import LayerEngine
import LayerModel
import Pixels
import Preview
import Testing
import TestSupport

/// Unsolicited events of the worker, and that it answers every request.
@Suite struct WorkerTests {
  @Test func `a scene is told with its size, what moves, and the pixels of the PNG that -o would write`() throws {
    let talk = try Conversation(richScene) { settings, _ in settings.picture.scale = 2 }
    #expect(talk.code == nil)
    let (ready, bytes) = try #require(talk.event("ready"))
    #expect(ready["points"] as? [Double] == [120, 90])
    #expect(ready["origin"] as? [Double] == [0, 0])
    #expect(ready["scale"] as? Double == 2)
    #expect(ready["layers"] as? Int == 16)
    #expect((ready["memory"] as? Int ?? 0) > 0)
    let times = try #require(ready["ms"] as? [String: Double])
    #expect(times.keys.sorted() == ["draw", "script"])
    let film = try #require(ready["film"] as? [String: Double])
    #expect(film == ["from": 0, "opens": 0, "duration": 2, "fps": 60])
    let other = try Engine()
    let layer = try #require(try other.run(script: richScene, name: "scene.lua"))
    let file = try other.picture(ofScript: layer, RenderOptions(scale: 2), as: .png)
    #expect(ready["pixels"] as? [Int] == [240, 180])
    let whole = try talk.ask("frame")
    #expect(whole.bytes == file)
    #expect(try bytes == picture(whole).straightBytes)
    #expect(ready["picture"] as? Int == 0)
    // Likewise for any time and scale.
    for (t, scale) in [(0.0, 1.0), (1.2, 0.5), (1.9, 3)] {
      let frame = try talk.ask("frame", ["t": t, "scale": scale])
      #expect(
        try frame.bytes == other.picture(ofScript: layer, RenderOptions(scale: scale, time: t), as: .png),
        "at \(t) s and \(scale)x")
      let raw = try talk.ask("frame", ["t": t, "scale": scale, "raw": true])
      let decoded = try picture(frame)
      #expect(raw.bytes == decoded.straightBytes)
      #expect(raw.head["pixels"] as? [Int] == [decoded.width, decoded.height])
    }
    #expect(talk.event("findings")?.head["list"] != nil)
  }

  @Test func `time lines are told with their labels`() throws {
    let talk = try Conversation(
      """
      local dot = ca.Layer { bounds = {0, 0, 10, 10}, backgroundColor = "red" }
      local inner = ca.timeline { name = "inner" }:label("first"):to(dot, { opacity = 0 }, { duration = 1 })
      ca.timeline { name = "line", speed = 2 }:hold(1):label("middle"):add(inner):hold(1)
      return dot
      """)
    let film = try #require(talk.event("ready")?.head["film"] as? [String: Any])
    #expect(film["duration"] as? Double == 1.5)
    let line = try #require((film["lines"] as? [[String: Any]])?.first)
    #expect(line["name"] as? String == "line" && line["round"] as? Double == 1.5 && line["length"] as? Double == 1.5)
    let labels = try #require(line["labels"] as? [[String: Any]])
    #expect(labels.compactMap { $0["name"] as? String } == ["middle", "inner.first"])
    #expect(labels.compactMap { $0["t"] as? Double } == [0.5, 0.5])
  }

  @Test func `nothing moves in a scene without animations`() throws {
    let talk = try Conversation("return ca.Layer { bounds = {0, 0, 10, 10} }")
    #expect(talk.event("ready")?.head["film"] is NSNull)
    #expect(try talk.ask("export", ["format": "gif"]).error == "export: nothing moves, so there is no film")
  }

  @Test func `what repeats without an end plays one cycle, what has neither a few seconds`() throws {
    func film(_ script: String) throws -> [String: Double]? {
      try Conversation(script).event("ready")?.head["film"] as? [String: Double]
    }
    let turning = """
      local l = ca.Layer { bounds = {0, 0, 10, 10} }
      l:addAnimation(ca.BasicAnimation { keyPath = "opacity", toValue = 0, duration = 1.5, autoreverses = true,
        repeatCount = math.huge })
      return l
      """
    #expect(try film(turning)?["duration"] == 3)
    #expect(try film("ca.onFrame(function(t) end) return ca.Layer { bounds = {0, 0, 10, 10} }")?["duration"] == 4)
    #expect(try film("return ca.EmitterLayer { bounds = {0, 0, 10, 10} }")?["duration"] == 4)
  }

  @Test func `pictures that the script renders are listed and written nowhere`() throws {
    let talk = try Conversation(
      """
      local a = ca.Layer { bounds = {0, 0, 10, 10}, backgroundColor = "red" }
      ca.render(a, "a.png", { scale = 3 })
      local film = ca.Layer { bounds = {0, 0, 20, 20}, backgroundColor = "blue" }
      ca.render(film, "b.gif", { fps = 10, duration = 2, from = 1 })
      """)
    let ready = try #require(talk.event("ready")?.head)
    let pictures = try #require(ready["pictures"] as? [[String: Any]])
    #expect(pictures.map { $0["file"] as? String } == ["a.png", "b.gif"])
    #expect(
      pictures.map { $0["place"] as? String } == ["\(talk.folder.path)/scene.lua:2", "\(talk.folder.path)/scene.lua:4"])
    #expect(ready["picture"] as? Int == 1)
    #expect(ready["points"] as? [Double] == [20, 20])
    #expect(ready["film"] as? [String: Double] == ["from": 1, "opens": 1, "duration": 2, "fps": 10])
    #expect(talk.folder.contents == ["scene.lua"])
  }

  @Test func `files that are read and those that are missing are told, before an error too`() throws {
    let script = """
      local colours = require "lib.colours"
      pcall(ca.readFile, "none.txt")
      pcall(ca.Image.named, "logo")
      ca.readFile("data.json")
      error("here")
      """
    let talk = try Conversation(script, files: ["lib/colours.lua": "return { 1 }", "data.json": "{}"])
    let real = URL(fileURLWithPath: talk.folder.path).resolvingSymlinksInPath().path
    let read = talk.strings("files", "read").map { $0.replacingOccurrences(of: talk.folder.path, with: real) }
    #expect(Set(read) == Set(["scene.lua", "lib/colours.lua", "data.json"].map { real + "/" + $0 }))
    let missed = talk.strings("files", "missed")
    for name in ["none.txt", "logo.png", "logo@2x.png", "logo.jpg"] {
      #expect(missed.contains { $0.hasSuffix("/" + name) }, "\(name)")
    }
    let last = try #require(talk.messages.last?.head)
    #expect(last["event"] as? String == "error")
    #expect(talk.messages.firstIndex { $0.head["event"] as? String == "error" } == talk.messages.count - 1)
  }

  @Test func `an error has its line and those around it, and its exit code`() throws {
    let talk = try Conversation("local a = 1\nlocal b = 2\nca.Layer { opactiy = 1 }\nlocal c = 3")
    #expect(talk.code == 1)
    let error = try #require(talk.event("error")?.head)
    #expect(error["line"] as? Int == 3)
    #expect(error["script"] as? String == talk.folder.path + "/scene.lua")
    #expect(error["message"] as? String == "Layer has no property opactiy; did you mean opacity?")
    let source = try #require(error["source"] as? [[Any]])
    #expect(source.map { $0.first as? Int } == [1, 2, 3, 4])
    #expect(source.last?.last as? String == "local c = 3")
    #expect(talk.event("ready") == nil)

    let nothing = try Conversation("local a = 1")
    #expect(nothing.code == 1)
    #expect((nothing.event("error")?.head["message"] as? String)?.contains("neither returned nor rendered") == true)
    let endless = try Conversation("while true do end") { _, configuration in configuration.timeLimit = 0.1 }
    #expect(endless.code == 3)
    #expect(endless.event("error")?.head["message"] as? String == "the time limit of 0.1 s is reached")
  }

  /// In each script `>` marks the line of the mistake, which differs from the line that Lua reports.
  @Test(arguments: [
    // A key in a table constructor over several lines.
    """
    local root = ca.Layer { bounds = {0, 0, 40, 40} }
    root:addAnimation(ca.BasicAnimation {
      keyPath = "position.x",
    > toVale = 20,
      duration = 2,
    }, "move")
    return root
    """,
    """
    local root = ca.Layer { bounds = {0, 0, 40, 40} }
    ca.render(root, "film.gif", {
      fps = 10,
    > duratoin = 2,
    })
    """,
    // A value in such a table.
    """
    return ca.Layer {
      bounds = {0, 0, 40, 40},
      name = "nocolour",
    > backgroundColor = "nocolour",
    }
    """,
    """
    return ca.Layer { bounds = {0, 0, 40, 40},
      ca.TextLayer { string = "a",
    >   alignmentMode = "centre-ish" } }
    """,
    // An animation is refused when it is added, while its key path was written earlier.
    """
    local root = ca.Layer { bounds = {0, 0, 40, 40} }
    >local fade = ca.BasicAnimation { keyPath = "opacty", fromValue = 0, duration = 2 }
    fade.toValue = 1
    root:addAnimation(fade, "fade")
    return root
    """,
    // In a hook called by the first picture of a film.
    """
    local root = ca.Layer { bounds = {0, 0, 40, 40} }
    ca.onFrame(function(t)
      root.sublayers = { ca.ShapeLayer {
        frame = {0, 0, 10, 10},
    >   fillColour = "red",
      } }
    end)
    ca.render(root, "film.gif", { fps = 10, duration = 1 })
    """,
  ]) func `an error has the line of the word that is wrong`(_ text: String) throws {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let wrong = try #require(lines.firstIndex { $0.hasPrefix(">") })
    lines[wrong].removeFirst()
    let talk = try Conversation(lines.joined(separator: "\n"))
    let error = try #require(talk.event("error")?.head, "\(talk.messages)")
    #expect(error["line"] as? Int == wrong + 1, "\(error)")
    let source = try #require(error["source"] as? [[Any]])
    #expect(source.contains { $0.first as? Int == wrong + 1 && $0.last as? String == lines[wrong] })
  }

  @Test func `an error in a frame has its line and those around it`() throws {
    let talk = try Conversation(
      """
      local root = ca.Layer { bounds = {0, 0, 40, 40}, backgroundColor = "white" }
      ca.onFrame(function(t)
        if t > 1 then
          root:setFrme(t)
        end
      end)
      return root
      """)
    #expect(try talk.ask("frame", ["t": 0.5]).isFine)
    for question in [["t": 2.0] as [String: Any], ["format": "gif", "film": true]] {
      let answer = try talk.ask(question["t"] == nil ? "export" : "frame", question).head
      #expect((answer["error"] as? String)?.hasPrefix("attempt to call a nil value (method 'setFrme')") == true)
      #expect(answer["line"] as? Int == 4)
      #expect((answer["source"] as? [[Any]])?.map { $0.first as? Int } == [2, 3, 4, 5, 6])
    }
    #expect(try talk.ask("frame", ["t": 0.5]).isFine)
  }

  @Test func `a film that fades in opens where something shows`() throws {
    func opens(_ layer: String, _ settings: (inout PreviewSettings) -> Void = { _ in }) throws -> [Double] {
      let talk = try Conversation(
        """
        local root = ca.Layer { bounds = {0, 0, 40, 40} }
        local function fade(from, to, begin, duration)
          return ca.BasicAnimation { keyPath = "opacity", fromValue = from, toValue = to, beginTime = begin, duration = duration,
            fillMode = "both", removedOnCompletion = false }
        end
        \(layer)
        return root
        """, isIdle: false
      ) { each, _ in settings(&each) }
      let head = try #require(talk.event("ready")?.head)
      let film = try #require(head["film"] as? [String: Any])
      return [try #require(film["opens"] as? Double), try #require(head["t"] as? Double)]
    }
    let card = "local card = ca.Layer { frame = {5, 5, 20, 20}, backgroundColor = \"red\" } root:addSublayer(card)\n"
    // Fading in from transparent: opens at about half opacity.
    let faded = try opens(card + "card:addAnimation(fade(0, 1, 0, 4), \"in\")")
    #expect(faded[0] > 1.9 && faded[0] < 2.4 && faded[1] == 0, "\(faded)")
    // On white, fading in late and out again.
    let late = try opens(
      "root.backgroundColor = \"white\"\n" + card
        + "card:addAnimation(fade(0, 1, 6, 1), \"in\") root:addAnimation(fade(1, 0, 9, 1), \"out\")")
    #expect(late[0] > 6 && late[0] < 9, "\(late)")
    // A scene that shows something at the start opens there.
    let bright = try opens(
      "root.backgroundColor = \"red\"\n" + card
        + "card.backgroundColor = \"blue\" card:addAnimation(fade(0.1, 1, 0, 4), \"in\")")
    #expect(bright == [0, 0])
    let dim = try opens(
      "root.backgroundColor = \"white\" root.borderWidth = 1\n" + card + "card:addAnimation(fade(0, 1, 0, 4), \"in\")")
    #expect(dim == [0, 0])
    // Likewise one that never shows anything; a time chosen by the user takes precedence.
    #expect(try opens("root:addAnimation(fade(0, 0, 0, 4), \"in\")") == [0, 0])
    #expect(try opens(card + "card:addAnimation(fade(0, 1, 0, 4), \"in\")") { $0.picture.time = 0.25 } == [0.25, 0.25])
    // A single colour that fades in.
    let plain = try opens("root.backgroundColor = \"red\" root:addAnimation(fade(0, 1, 2, 2), \"in\")")
    #expect(plain[0] > 2.9 && plain[0] < 3.4, "\(plain)")
  }

  @Test func `prints and warnings are told in their order`() throws {
    let talk = try Conversation(
      "print('one', 2)\nlocal l = ca.Layer { bounds = {0, 0, 9, 9} }\nl.opactiy = 1\nprint('three')\nreturn l")
    let told = talk.messages.compactMap { $0.head["event"] as? String }.filter { $0 != "files" }
    #expect(told == ["print", "warning", "print", "ready", "findings"])
    #expect(talk.event("print")?.head["text"] as? String == "one\t2\n")
    let warning = try #require(talk.event("warning")?.head)
    #expect(warning["rule"] as? String == "near-miss-key")
    #expect(warning["line"] as? Int == 3)
    #expect((warning["script"] as? String)?.hasSuffix("/scene.lua") == true)
  }

  @Test func `parameters are told with their kinds, values and choices`() throws {
    let talk = try Conversation(
      """
      ca.parameter("heading", { default = 0, min = 0, max = 360 })
      ca.parameter("dark", { default = false })
      ca.parameter("paint", { default = "#ff8800" })
      ca.parameter("photo", { default = "cat.png" })
      ca.parameter("title", { default = "Hello there" })
      ca.parameter("mode", { default = "night", choices = { "day", "night" } })
      return ca.Layer { bounds = {0, 0, 9, 9} }
      """, named: [("heading", "90"), ("dark", "yes")])
    let list = try #require(talk.event("ready")?.head["parameters"] as? [[String: Any]])
    #expect(
      list.map { $0["kind"] as? String } == ["number", "boolean", "color", "file", "string", "choice"])
    #expect(list[0]["value"] as? Double == 90)
    #expect(list[0]["default"] as? Double == 0)
    #expect(list[0]["max"] as? Double == 360)
    #expect(list[1]["value"] as? Bool == true)
    #expect(list[5]["choices"] as? [String] == ["day", "night"])
    #expect(list[5]["value"] as? String == "night")
    let more = try Conversation(
      """
      ca.parameter("count", { kind = "integer", default = 2, title = "Count", description = "How many." })
      ca.parameter("day", { kind = "date", default = "2025-01-31" })
      ca.parameter("name", { kind = "text", required = true, maxLength = 9, pattern = "%a*",
        examples = { "Ada" } })
      ca.parameter("mode", { kind = "text", default = "red" })
      return ca.Layer { bounds = {0, 0, 9, 9} }
      """)
    let rows = try #require(more.event("ready")?.head["parameters"] as? [[String: Any]])
    #expect(rows.map { $0["kind"] as? String } == ["number", "date", "string", "string"])
    #expect(rows[0]["step"] as? Int == 1 && rows[0]["title"] as? String == "Count")
    #expect(rows[2]["required"] as? Bool == true && rows[2]["maxLength"] as? Int == 9)
    #expect(rows[2]["pattern"] as? String == "%a*" && rows[2]["examples"] as? [String] == ["Ada"])
    let wrong = try Conversation("ca.parameter('m', { choices = { 'day', 'night' } })", named: [("m", "noon")])
    #expect(
      wrong.event("error")?.head["message"] as? String == "parameter m: expected day or night, got \"noon\"")
  }

  @Test func `every question is answered, and a wrong one with the names`() throws {
    let talk = try Conversation(richScene)
    let fields: [String: [String: Any]] = [
      "search": ["text": "a"], "layer": ["path": "root"], "pick": ["x": 10, "y": 10], "own": ["path": "root/card"],
      "edit": ["path": "root/card", "key": "opacity", "value": "0.5"], "undo": ["path": "root/card", "key": "opacity"],
      "export": ["format": "pdf"], "state": ["name": ""],
    ]
    for name in PreviewScene.questionNames {
      let answer = try talk.ask(name, fields[name] ?? [:])
      #expect(answer.isFine, "\(name): \(answer.error ?? "")")
    }
    #expect(try talk.ask("tre").error?.hasPrefix("there is no question \"tre\"; did you mean tree?") == true)
    #expect(try talk.ask("layer").error == "layer: path: expected a string, got nil")
    #expect(try talk.ask("layer", ["path": "root/none"]).error == "there is no layer root/none")
    #expect(try talk.ask("frame", ["scale": -1]).error == "frame: scale: expected a number above 0, got number -1")
    #expect(try talk.ask("frame", ["scale": 1e9]).error?.contains("cannot be rendered") == true)
    #expect(try talk.ask("frame", ["rect": [500, 0, 10, 10]]).error == "rect: it lies outside of the picture")
  }

  @Test func `a part of the picture has the pixels of the whole`() throws {
    let talk = try Conversation(richScene)
    let whole = try picture(try talk.ask("frame", ["scale": 2]))
    let answer = try talk.ask("frame", ["scale": 2, "rect": [10.2, 5.3, 40, 30]])
    let rect = try #require(answer.head["rect"] as? [Double])
    #expect(rect == [10, 5, 40.5, 30.5])
    let part = try picture(answer)
    #expect(part.width == 81)
    #expect(part.height == 61)
    for y in 0..<part.height {
      for x in 0..<part.width where part[x, y] != whole[x + 20, y + 10] {
        Issue.record("pixel \(x), \(y) differs")
        return
      }
    }
  }

  @Test func `files for the picture and the film come as bytes`() throws {
    let talk = try Conversation(richScene) { settings, _ in settings.film.framesPerSecond = 4 }
    let starts: [(String, String, [UInt8])] = [
      ("png", "image/png", Array("\u{89}PNG".unicodeScalars.map { UInt8($0.value) })),
      ("pdf", "application/pdf", Array("%PDF".utf8)), ("svg", "image/svg+xml", Array("<svg".utf8)),
      ("gif", "image/gif", Array("GIF8".utf8)), ("webp", "image/webp", Array("RIFF".utf8)),
    ]
    for (format, type, start) in starts {
      let answer = try talk.ask("export", ["format": format])
      #expect(answer.head["type"] as? String == type)
      #expect(answer.bytes.map { Array($0.prefix(4)) } == start, "\(format)")
    }
    #expect(try talk.ask("export", ["format": "doc"]).error?.hasPrefix("export: unknown format \"doc\"") == true)
    #expect(talk.folder.contents == ["scene.lua"])
  }

  @Test func `a question that never ends is ended by the time limit, and the next is answered`() throws {
    let script = """
      local l = ca.Layer { bounds = {0, 0, 9, 9}, backgroundColor = "red" }
      ca.onFrame(function(t) while t > 1 do end end)
      return l
      """
    let talk = try Conversation(script) { _, configuration in configuration.timeLimit = 0.2 }
    #expect(talk.code == nil)
    #expect(try talk.ask("frame", ["t": 2]).error == "the time limit of 0.2 s is reached")
    #expect(try talk.ask("frame", ["t": 0]).isFine)
    #expect(
      try talk.ask("edit", ["path": "#1", "key": "opacity", "value": "(function() while true do end end)()"]).error
        == "the time limit of 0.2 s is reached")
    #expect(try talk.ask("tree", ["t": 0]).isFine)
  }

  @Test func `what diagnose says is told when nobody asks, and with its layers`() throws {
    let script = """
      local under = ca.Layer { name = "under", frame = {5, 5, 10, 10}, backgroundColor = "green" }
      local cover = ca.Layer { name = "cover", frame = {0, 0, 50, 50}, backgroundColor = "blue" }
      return ca.Layer { name = "r", bounds = {0, 0, 100, 100}, under, cover,
        ca.TextLayer { name = "t", string = "x" } }
      """
    let talk = try Conversation(script)
    let list = try #require(talk.event("findings")?.head["list"] as? [[String: Any]])
    #expect(list.map { $0["rule"] as? String } == ["occluded", "empty-bounds"])
    #expect(list.map { $0["path"] as? String } == ["r/under", "r/t"])
    #expect(list.map { $0["line"] as? Int } == [1, 4])
    #expect(list.map { $0["class"] as? String } == ["Layer", "TextLayer"])
    let other = try Engine()
    let said = try other.diagnose(script: Array(script.utf8), name: "scene.lua")
    #expect(list.map { $0["message"] as? String } == said.map(\.message))
    let answer = try talk.ask("findings").head["list"] as? [[String: Any]]
    #expect(answer?.count == 2)
    // A covered layer has no visible pixels, and its row reports that.
    let rows = try talk.ask("tree").layers
    #expect(rows.first { $0["name"] as? String == "under" }?["seen"] as? Int == 0)
    #expect(rows.first { $0["name"] as? String == "cover" }?["seen"] as? Int == 2500)
    #expect(rows.first?["seen"] is NSNull)
    // An interrupted search restarts when the worker is idle.
    #expect(!talk.worker.isWaiting)
  }

  @Test func `looking by itself ends as soon as somebody asks`() throws {
    let talk = try Conversation("return ca.Layer { bounds = {0, 0, 9, 9} }", isIdle: false)
    talk.worker.idle { true }
    #expect(talk.worker.isWaiting)
    #expect(try talk.ask("tree").isFine)
    #expect(talk.event("findings") == nil)
    talk.worker.idle()
    #expect(!talk.worker.isWaiting)
  }

  // MARK: Hostile lines

  @Test func `whatever a line says, it has one answer`() throws {
    let talk = try Conversation(richScene)
    var random = SeededRandom(1)
    let values: [Any] = [
      0, -1, 1e308, -1e308, Double.leastNonzeroMagnitude, "",
      "root", "root/card", "root/#1/#2", "mask", "#0", "#99999999999999999999", true,
      NSNull(), [1, 2], [0, 0, 1e300, 1e300], ["x": 1], String(repeating: "/", count: 5000), "position.x", "nil",
      "{1, 2}", "ca", "print", "\u{0}", "😀", "gif", "pdf", "filters.0", "sublayers.card.opacity", "frame", "string",
    ]
    let keys = [
      "path", "of", "t", "scale", "rect", "x", "y", "text", "key", "value", "format", "alone", "crop", "film",
    ]
    var asked = 0
    while asked < 800 {
      var request: [String: Any] = [
        "id": asked, "ask": PreviewScene.questionNames.randomElement(using: &random) ?? "tree",
      ]
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        guard let key = keys.randomElement(using: &random), let value = values.randomElement(using: &random) else {
          continue
        }
        // A picture of the maximum size would only take time.
        if key == "scale" {
          request[key] = [0.1, 0.5, 1e-300, 1e300, -3].randomElement(using: &random)
        } else {
          request[key] = value
        }
      }
      if request["ask"] as? String == "export" { request["scale"] = 0.2 }
      let before = talk.messages.count
      talk.send(try JSONSerialization.data(withJSONObject: request))
      let answers = talk.messages[before...].filter { $0.head["id"] as? Int == asked }
      #expect(answers.count == 1, "\(request)")
      asked += 1
    }
    #expect(try talk.ask("tree").isFine)
  }

  @Test func `a line that cannot be read is answered under the number that it begins with`() throws {
    let talk = try Conversation("return ca.Layer { bounds = {0, 0, 4, 4} }")
    func answered(_ line: String) -> String? {
      let before = talk.messages.count
      talk.send(Data(line.utf8))
      let answers = talk.messages[before...].filter { $0.head["error"] != nil }
      guard answers.count == 1, let id = answers.first?.head["id"] else { return nil }
      return id is NSNull ? "null" : "\(id)"
    }
    #expect(answered(#"{"id":7,"ask":"frame","t":1e999}"#) == "7")
    #expect(answered(#" { "id" : 8 , x"#) == "8")
    #expect(answered(#"{"id":9,"ask":"tree"#) == "9")
    for line in [
      #"{"ask":"tree","id":9"#, #"{"id":"#, #"{"id":-3,"#, #"{"id":99999999999999999999,"#, "x", "[1,2",
      #"{"id":1.5,]"#,
    ] {
      #expect(answered(line) == "null", "\(line)")
    }
    // A request truncated anywhere gets exactly one answer, under its id once the id is complete.
    let whole = #"{"id":12,"ask":"frame","t":0.5,"rect":[0,0,1,1]}"#
    for count in 1..<whole.utf8.count {
      #expect(answered(String(whole.prefix(count))) == (count > 8 ? "12" : "null"))
    }
  }

  @Test func `a long print comes in parts that end between characters`() throws {
    let talk = try Conversation("print(('ä€😀x'):rep(40000)) return ca.Layer { bounds = {0, 0, 4, 4} }")
    let parts = talk.messages.filter { $0.head["event"] as? String == "print" }.compactMap {
      $0.head["text"] as? String
    }
    #expect(parts.joined() == String(repeating: "ä€😀x", count: 40_000) + "\n")
    #expect(parts.allSatisfy { $0.utf8.count <= 65_536 } && parts.count == 7)
  }

  @Test func `bytes that are no question are refused, and nothing is lost`() throws {
    let talk = try Conversation("return ca.Layer { bounds = {0, 0, 9, 9} }")
    var random = SeededRandom(2)
    var lines: [[UInt8]] = [
      Array("{".utf8), Array("[]".utf8), Array("7".utf8), Array("{\"id\":{},\"ask\":1}".utf8), [0xFF, 0xFE],
      Array(String(repeating: "[", count: 100_000).utf8), Array(String(repeating: "{\"a\":", count: 100_000).utf8),
      Array("{\"id\":1e999}".utf8), Array("{\"ask\":\"frame\",\"t\":1e999}".utf8),
      Array("{\"ask\":\"tree\",\"bytes\":1e300}".utf8),
    ]
    for _ in 0..<500 {
      lines.append((0..<Int.random(in: 1...80, using: &random)).map { _ in UInt8.random(in: 33...255, using: &random) })
    }
    for line in lines {
      let before = talk.messages.count
      talk.send(Data(line))
      #expect(talk.messages.count == before + 1, "\(line)")
    }
    talk.send(Data())
    talk.send(Data(" \r".utf8))
    #expect(try talk.ask("tree").isFine)
  }
}

/// The pixels of an answer's PNG.
func picture(_ answer: Conversation.Answer) throws -> Bitmap {
  let bytes = try #require(answer.bytes, "\(answer.head)")
  return try bytes.withUnsafeBytes { try ImageDecoder.decode($0) }
}

extension Bitmap {
  /// The pixel as premultiplied bytes, red lowest.
  subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }
}
