import LuaRuntime
import Testing

@Suite struct DeterminismTests {
  @Test func pairsGoesBySequenceThenByTypeAndValue() throws {
    let script = """
      local first, second = {}, {}
      local t = { 10, 20, b = 1, a = 2, [2.5] = 3, [-1] = 4, [true] = 5, [false] = 6, [second] = 8, [first] = 7, ['a\\0'] = 9 }
      t[2^53] = 11
      for k, v in pairs(t) do io = (io or '') .. v .. ' ' end
      print(io)
      """
    #expect(try output(of: script) == "10 20 4 3 11 2 9 1 6 5 7 8 \n")
  }

  @Test func pairsFindsEveryKeyOfTablesOfAnySize() throws {
    let script = """
      for n = 0, 100 do
        local t, seen, last = {}, 0, ''
        for i = 1, n do t[('%03d'):format(i * 37 % 101)] = i end
        for i = 1, n % 7 do t[i] = i end
        for k, v in pairs(t) do
          seen = seen + 1
          assert(t[k] == v and (type(k) == 'number' or k > last))
          if type(k) == 'string' then last = k end
        end
        assert(seen == n + n % 7)
      end
      """
    #expect(try failure(of: script) == nil)
  }

  @Test func pairsBearsRemovalOnTheWay() throws {
    #expect(
      try output(of: "local t = { 1, 2, 3, a = 4, b = 5 } for k in pairs(t) do t[k] = nil t.b = nil end print(next(t))") == "nil\n")
  }

  @Test func pairsFollowsItsMetamethod() throws {
    #expect(
      try output(of: "for k, v in pairs(setmetatable({}, { __pairs = function() return next, { 7 } end })) do print(k, v) end") == "1\t7\n")
  }

  @Test func functionsAsKeysKeepTheirOrder() throws {
    let script = "local t = {} for _, n in ipairs { 'sin', 'cos', 'tan', 'abs' } do t[math[n]] = n end for _, n in pairs(t) do print(n) end"
    let first = try output(of: script)
    for _ in 0..<3 { #expect(try output(of: script) == first) }
  }

  @Test func tostringShowsNoAddress() throws {
    let script = "local t, f = {}, function() end print(t, f, coroutine.create(f), print, string) print(string.format('%p %s', t, t))"
    let text = try output(of: script)
    #expect(text == (try output(of: script)))
    #expect(try #require(text.split(separator: "\n").first?.split(separator: "\t").first).hasPrefix("table: "))
    #expect(try output(of: "local t = {} print(tostring(t) == tostring(t), tostring(t) == tostring({}))") == "true\tfalse\n")
    #expect(try output(of: "local t = {} print(string.format('%p', t) == string.format('%p', t), ('%p'):format(1))") == "true\t(null)\n")
    #expect(
      try output(of: "print(('%-4s|%s|%5.1f|%d%%'):format('a', setmetatable({}, { __tostring = function() return 'b' end }), 2, 3))")
        == "a   |b|  2.0|3%\n")
  }

  @Test func serialsDoNotDependOnWhatTheHostOffers() throws {
    func shown(functions: Int) throws -> String? {
      let state = try makeState()
      for index in 0..<functions { try state.register("f\(index)") { _ in [] } }
      state.markBuiltins()
      return try state.run("return tostring({})", name: "test.lua").first?.text
    }
    #expect(try shown(functions: 0) == shown(functions: 9))
  }

  @Test func namesInMetatablesAreShown() throws {
    #expect(try output(of: "print(setmetatable({}, { __name = 'Thing' }))").hasPrefix("Thing: "))
  }

  @Test func sortIsStable() throws {
    let script = """
      local t = {}
      for i = 1, 200 do t[i] = { key = i % 5, at = i } end
      table.sort(t, function(a, b) return a.key < b.key end)
      for i = 2, 200 do assert(t[i - 1].key < t[i].key or t[i - 1].key == t[i].key and t[i - 1].at < t[i].at) end
      """
    #expect(try failure(of: script) == nil)
  }

  @Test func sortAgreesWithItsComparison() throws {
    let script = """
      for n = 0, 60 do
        local t, s = {}, {}
        for i = 1, n do t[i] = math.random(20) if i % 3 == 0 then t[i] = t[i] + 0.5 end s[i] = tostring(t[i]) end
        table.sort(t) table.sort(s)
        for i = 2, n do assert(t[i - 1] <= t[i] and s[i - 1] <= s[i]) end
      end
      """
    #expect(try failure(of: script) == nil)
  }

  @Test(arguments: ["return true", "return false", "return a <= b", "return math.random() < 0.5"])
  func sortBearsAnyComparison(body: String) throws {
    let script = """
      local t, sum = {}, 0
      for i = 1, 100 do t[i] = i end
      table.sort(t, function(a, b) \(body) end)
      for i = 1, 100 do sum = sum + t[i] end
      assert(#t == 100 and sum == 5050)
      """
    #expect(try failure(of: script) == nil)
  }

  @Test func sortMixesIntegersAndFloatsExactly() throws {
    #expect(
      try output(
        of: "local t = { math.maxinteger, 2^63, -2^63, math.mininteger + 1, 0.5, 0, -0.5 } table.sort(t) print(table.concat(t, ' '))")
        == "-9.2233720368548e+18 -9223372036854775807 -0.5 0 0.5 9223372036854775807 9.2233720368548e+18\n")
    let error = try #require(try failure(of: "table.sort { 1, 'x' }"))
    #expect(error.message.contains("attempt to compare"))
  }

  @Test func randomNumbersFollowTheSeed() throws {
    let script = "print(math.random(1000), math.random(1000)) math.randomseed() print(math.random(1000))"
    let first = try output(of: script)
    #expect(first == (try output(of: script)))
    #expect(first != (try output(of: script, seed: 1)))
    let numbers = first.split { $0 == "\t" || $0 == "\n" }
    #expect(numbers[0] == numbers[2])
  }

  @Test func timeIsTheScripts() throws {
    let host = RecordingHost()
    host.scriptTime = 86_400.5
    _ = try makeState(host: host).run("print(os.time(), os.clock(), os.date('%Y-%m-%d %H:%M'), os.date('*t').day)", name: "test.lua")
    #expect(host.written == "86400\t86400.5\t1970-01-02 00:00\t2\n")
    #expect(
      try output(of: "print(os.time { year = 2000, month = 1, day = 1 }, os.time { year = 1970, month = 1, day = 1, hour = 0 })")
        == "946728000\t0\n")
  }
}
