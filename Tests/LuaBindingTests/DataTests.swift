import LayerEngine
import Testing

@Suite struct DataTests {
  @Test func jsonGoesBothWays() throws {
    let lines = try printed(
      #"""
      local v = ca.decodeJSON('{"list": [1, 2.5, -3e2, true, "é\\u00e9\\ud83d\\ude00\\n"], "none": null, "o": {"a": {}}}')
      print(#v.list, v.list[1], v.list[2], v.list[3], v.list[4], v.list[5], v.none, type(v.o.a))
      v.list[1] = 7
      print(ca.encodeJSON { b = v.list[1], a = { 1, 2, { c = "q\"\n" } }, p = ca.Point(1, 2), n = {} })
      """#)
    #expect(lines == ["5\t1\t2.5\t-300\ttrue\téé😀", "\tnil\ttable", #"{"a":[1,2,{"c":"q\"\n"}],"b":7,"n":[],"p":[1,2]}"#])
  }

  @Test func aTableWithNumberedGapsIsNoJSON() throws {
    #expect(try failure("ca.encodeJSON { [3] = 1 }")?.message.hasPrefix("ca.encodeJSON: a table has the key number 3") == true)
  }

  @Test(arguments: ["{", "[1,]", "{\"a\" 1}", "01", "1 2", "\"", "nul", "\"\\x\"", "[1e999]", String(repeating: "[", count: 200)])
  func brokenJSONIsRefusedWithItsPlace(_ text: String) throws {
    let error = try failure("ca.decodeJSON([==[\(text)]==])")
    #expect(error?.message.hasPrefix("ca.decodeJSON: ") == true)
    #expect(error?.message.contains(" at line 1, byte ") == true)
  }

  @Test func parametersHaveTheTypeOfTheirDefault() throws {
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

  @Test func aDumpIsThePropertiesThatDifferFromTheirDefaults() throws {
    let lines = try printed(
      """
      local d = ca.dump(ca.Layer { name = "root", opacity = 0.5, ca.TextLayer { string = "N" } })
      print(d.class, d.name, d.opacity, d.hidden, #d.sublayers, d.sublayers[1].class, d.sublayers[1].string)
      """)
    #expect(lines == ["Layer\troot\t0.5\tnil\t1\tTextLayer\tN"])
  }

  @Test func timeOnlyGoesForward() throws {
    #expect(try printed("ca.setCurrentTime(2); print(ca.currentTime())") == ["2"])
    #expect(
      try failure("ca.setCurrentTime(2); ca.setCurrentTime(1)")?.message == "ca.setCurrentTime: time only goes forward: it is 2, got 1")
  }
}
