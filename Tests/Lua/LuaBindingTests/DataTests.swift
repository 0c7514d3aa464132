// SPDX-License-Identifier: MIT
import LayerEngine
import LayerModel
import Testing

@Suite struct DataTests {
  @Test func `JSON goes both ways`() throws {
    let lines = try printed(
      #"""
      local v = ca.decodeJSON('{"list": [1, 2.5, -3e2, true, "é\\u00e9\\ud83d\\ude00\\n"], "none": null, "o": {"a": {}}}')
      print(#v.list, v.list[1], v.list[2], v.list[3], v.list[4], v.list[5], v.none, type(v.o.a))
      v.list[1] = 7
      print(ca.encodeJSON { b = v.list[1], a = { 1, 2, { c = "q\"\n" } }, p = ca.Point(1, 2), n = {} })
      """#)
    #expect(
      lines == ["5\t1\t2.5\t-300\ttrue\téé😀", "\tnil\ttable", #"{"a":[1,2,{"c":"q\"\n"}],"b":7,"n":[],"p":[1,2]}"#])
  }

  @Test func `null leaves no hole in a list, and is what is asked for`() throws {
    let lines = try printed(
      #"""
      local text = '{"list": [1, null, 3, null], "none": null}'
      local v = ca.decodeJSON(text)
      print(#v.list, v.list[2] == ca.null, v.list[3], v.list[4], v.none, ca.encodeJSON(v))
      print(ca.encodeJSON(ca.decodeJSON(text, { null = ca.null })), tostring(ca.null), ca.null == ca.null, type(ca.null))
      v = ca.decodeJSON(text, { null = 0 })
      print(v.list[2], v.none, ca.decodeJSON("null"), ca.decodeJSON("null", { null = "x" }), ca.decodeJSON(text, { null = false }).none)
      local l = ca.Layer { userInfo = { data = { 1, ca.null }, none = ca.null } }
      print(l.data[2], l.none, ca.encodeJSON(l.data), pcall(function() l.opacity = ca.null end))
      """#)
    #expect(
      lines == [
        #"4\#ttrue\#t3\#tnull\#tnil\#t{"list":[1,null,3,null]}"#,
        #"{"list":[1,null,3,null],"none":null}\#tnull\#ttrue\#tuserdata"#,
        "0\t0\tnil\tx\tnil",
        "null\tnull\t[1,null]\tfalse\ttest.lua:8: Layer.opacity: expected a number, got ca.null",
      ])
    #expect(try failure("ca.TextLayer { string = ca.null }")?.message.hasSuffix("got ca.null") == true)
    #expect(
      try failure("ca.decodeJSON('1', { null = {} })")?.message.hasPrefix(
        "ca.decodeJSON: null must be false (for nil), a string") == true)
    #expect(try failure("ca.null.x = 1") != nil)
  }

  @Test func `a host's lists have no holes either, and a host sees null as nothing`() throws {
    let engine = try Engine()
    var seen: [Double?] = []
    try engine.register("list") { (values: [Double?]) -> [Double?] in
      seen = values
      return [1, nil, 3]
    }
    try engine.run(
      script: "local r = ca.host.list { 5, ca.null } assert(#r == 3 and r[2] == ca.null and r[3] == 3)",
      name: "test.lua")
    #expect(seen == [5, nil])
  }

  @Test func `whole numbers of 64 bits are exact, both ways and under a layer's own keys`() throws {
    let lines = try printed(
      #"""
      local v = ca.decodeJSON("[9007199254740993, -9223372036854775808, 9223372036854775808, 1e2, 5]")
      print(v[1], v[2], math.type(v[3]), v[4], ca.encodeJSON(v), ca.encodeJSON { id = 9007199254740993 })
      local l = ca.Layer {}
      l.id = 9007199254740993
      l.ids = { 9007199254740993 }
      print(l.id, l.ids[1], l.id == v[1])
      """#)
    #expect(
      lines == [
        "9007199254740993\t-9223372036854775808\tfloat\t100\t[9007199254740993,-9223372036854775808,9.223372036854776e+18,100,5]\t{\"id\":9007199254740993}",
        "9007199254740993\t9007199254740993\ttrue",
      ])
  }

  @Test func `of equal names the last one counts, with a warning`() throws {
    let many = (0..<40).map { "\"k\($0)\": \($0)" }.joined(separator: ", ")
    let lines = try printed(
      """
      print(ca.encodeJSON(ca.decodeJSON('{"a": 1, "b": 2, "a": 3}')), ca.decodeJSON('{"a": 1, "a": null}').a)
      print(ca.decodeJSON('{\(many), "k3": "x"}').k3)
      """)
    #expect(lines == ["{\"a\":3,\"b\":2}\tnil", "x"])
    let engine = try Engine()
    var found: [String] = []
    engine.onWarning = { found.append("\($0)") }
    try engine.run(script: "ca.decodeJSON('{\\n\"a\": [{\"b\": 1,\\n\"b\": 2}]}')", name: "test.lua")
    #expect(
      found == [
        "test.lua:1: ca.decodeJSON: an object has the name \"b\" twice (line 3 of the text); the last one counts"
      ])
  }

  @Test(arguments: [
    (
      "ca.readCSV('a,b\\n1,2')",
      "ca.readCSV: expected a file name, got a text of several lines; ca.decodeCSV reads text"
    ),
    (
      "ca.decodeCSV('a/sales.csv')",
      "ca.decodeCSV: \"a/sales.csv\" is a file name, but text was expected; ca.readCSV reads files"
    ),
    (
      "ca.decodeJSON('data.json')",
      "ca.decodeJSON: \"data.json\" is a file name, but text was expected: ca.decodeJSON(ca.readFile(\"data.json\"))"
    ),
    (
      "io.open('a.csv')",
      "attempt to index a nil value (global 'io'); scripts have no io: read with ca.readFile, ca.readCSV and ca.Image, write with ca.render and image:write"
    ),
    (
      "ca.TextLayer { string = 12.5 }",
      "TextLayer.string: expected a string or an attributed string, got number 12.5; write tostring(…), or (\"%.1f\"):format(…)"
    ),
    ("ca.Layer { opacity = '0.5' }", "Layer.opacity: expected a number, got string \"0.5\"; write tonumber(…)"),
    ("ca.Layer { opacity = 'half' }", "Layer.opacity: expected a number, got string \"half\""),
    (
      "local row = {} ca.Layer { frame = {1, 2, 3, row.height} }",
      "Layer.frame: expected a rect such as {0, 0, 100, 50}, got a table of 3 values; a nil value shortens a table"
    ),
    (
      "local row = {} ca.Layer { position = {1, row.y} }",
      "Layer.position: expected a point such as {10, 20}, got a table of 1 value; a nil value shortens a table"
    ),
  ]) func `what data brings along by mistake is explained`(_ statement: String, _ message: String) throws {
    #expect(try failure(statement)?.message == message)
  }

  @Test func `a table with numbered gaps is no JSON`() throws {
    #expect(
      try failure("ca.encodeJSON { [3] = 1 }")?.message.hasPrefix("ca.encodeJSON: a table has the key number 3") == true
    )
  }

  @Test(arguments: [
    "{", "[1,]", "{\"a\" 1}", "01", "1 2", "\"", "nul", "\"\\x\"", "[1e999]", String(repeating: "[", count: 200),
  ])
  func `broken JSON is refused with its place`(_ text: String) throws {
    let error = try failure("ca.decodeJSON([==[\(text)]==])")
    #expect(error?.message.hasPrefix("ca.decodeJSON: ") == true)
    #expect(error?.message.contains(" at line 1, byte ") == true)
  }

  @Test func `parameters have the type of their default`() throws {
    let engine = try Engine()
    var bytes: [UInt8] = []
    engine.onPrint = { bytes += $0 }
    try engine.run(
      script: """
        print(ca.parameter("n", { default = 1 }) + 1, ca.parameter("flag", { default = false }), ca.parameter("s"), ca.parameter("none"))
        print(ca.parameter("missing", { default = 4 }), ca.args.n, ca.args[1], #ca.args)
        print(pcall(ca.parameter, "n", { default = 1, max = 10 }))
        print(pcall(ca.parameter, "s", { default = 1 }))
        """, name: "test.lua",
      arguments: ScriptArguments(positional: ["first"], named: [("n", "41"), ("flag", "true"), ("s", "text")]))
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(lines[0] == "42\ttrue\ttext\tnil")
    #expect(lines[1] == "4\t41\tfirst\t1")
    #expect(lines[2] == "false\ttest.lua:3: parameter n: expected a number of at most 10, got 41")
    #expect(lines[3] == "false\ttest.lua:4: parameter s: expected a number, got \"text\"")
  }

  @Test func `a parameter that is false by default is a boolean`() throws {
    let engine = try Engine()
    var bytes: [UInt8] = []
    engine.onPrint = { bytes += $0 }
    try engine.run(
      script: """
        print(ca.parameter("off", { default = false }), ca.parameter("no", { default = false }))
        print(ca.parameter("on", { default = false }), pcall(ca.parameter, "odd", { default = false }))
        """, name: "test.lua", arguments: ScriptArguments(named: [("no", "no"), ("on", "yes"), ("odd", "7")]))
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        false\tfalse
        true\tfalse\ttest.lua:2: parameter odd: expected true or false, got "7"

        """)
  }

  @Test func `a parameter may be one of several texts`() throws {
    let engine = try Engine()
    var bytes: [UInt8] = []
    engine.onPrint = { bytes += $0 }
    try engine.run(
      script: """
        print(ca.parameter("a", { choices = { "day", "night" } }), ca.parameter("b", { default = "x", choices = { "y", "x" } }))
        print(ca.parameter("c", { choices = { "day", "night" } }))
        print(pcall(ca.parameter, "d", { choices = { "day", "night" } }))
        print(pcall(ca.parameter, "a", { default = "dusk", choices = { "day", "night" } }))
        print(pcall(ca.parameter, "a", { choices = { 1 } }))
        """, name: "test.lua", arguments: ScriptArguments(named: [("c", "night"), ("d", "noon")]))
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(lines[0] == "day\tx")
    #expect(lines[1] == "night")
    #expect(lines[2] == "false\ttest.lua:3: parameter d: expected day or night, got \"noon\"")
    #expect(lines[3].hasSuffix("default must be one of choices, day or night, got string \"dusk\""))
    #expect(lines[4].contains("choices must be a list of strings"))
  }

  @Test func `a dump is the properties that differ from their defaults`() throws {
    let lines = try printed(
      """
      local d = ca.dump(ca.Layer { name = "root", opacity = 0.5, ca.TextLayer { string = "N" } })
      print(d.class, d.name, d.opacity, d.hidden, #d.sublayers, d.sublayers[1].class, d.sublayers[1].string)
      """)
    #expect(lines == ["Layer\troot\t0.5\tnil\t1\tTextLayer\tN"])
  }

  @Test func `time only goes forward`() throws {
    #expect(try printed("ca.setCurrentTime(2); print(ca.currentTime())") == ["2"])
    #expect(
      try failure("ca.setCurrentTime(2); ca.setCurrentTime(1)")?.message
        == "ca.setCurrentTime: time only goes forward: it is 2, got 1")
  }
}
