// SPDX-License-Identifier: MIT
import LuaRuntime
import Testing

@Suite struct DeterminismTests {
  @Test func `pairs goes by sequence then by type and value`() throws {
    let script = """
      local first, second = {}, {}
      local t = { 10, 20, b = 1, a = 2, [2.5] = 3, [-1] = 4, [true] = 5, [false] = 6, [second] = 8, [first] = 7, ['a\\0'] = 9 }
      t[2^53] = 11
      for k, v in pairs(t) do io = (io or '') .. v .. ' ' end
      print(io)
      """
    #expect(try output(of: script) == "10 20 4 3 11 2 9 1 6 5 7 8 \n")
  }

  @Test func `pairs finds every key of tables of any size`() throws {
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

  @Test func `strings come in the order of their bytes, whatever they begin with`() throws {
    let script = """
      local function text(most)
        local t = {}
        for i = 1, math.random(0, most) do t[i] = ('abc\\0\\255'):sub(math.random(5)):sub(1, 1) end
        return table.concat(t)
      end
      -- an insertion sort by comparing byte by byte
      local function sorted(keys)
        for i = 2, #keys do
          local moved, to = keys[i], i
          while to > 1 and moved < keys[to - 1] do keys[to], to = keys[to - 1], to - 1 end
          keys[to] = moved
        end
        return keys
      end
      for round = 1, 60 do
        local t, keys, head = {}, {}, text(12)
        for i = 1, math.random(1, 120) do
          local key = (math.random(20) == 1 and '' or head) .. text(12)
          if t[key] == nil then t[key] = i; keys[#keys + 1] = key end
        end
        sorted(keys)
        local n = 0
        for k, v in pairs(t) do n = n + 1; assert(k == keys[n] and v == t[k]) end
        assert(n == #keys)
        n = 0
        for k in next, t do n = n + 1; assert(k == keys[n]) end
        assert(n == #keys)
        for i = 1, 20 do
          local at = math.random(#keys)
          next(t, keys[math.random(#keys)])
          assert(next(t, keys[at]) == keys[at + 1])
        end
        local half = #keys // 2
        n = 0
        for k in pairs(t) do
          n = n + 1
          assert(k == keys[n])
          if n == 1 then for i = half + 2, #keys do t[keys[i]] = nil end end
        end
        assert(n == math.min(half + 1, #keys))
      end
      """
    #expect(try failure(of: script) == nil)
  }

  @Test func `pairs finds every key once where the sequence lies among the others`() throws {
    let script = """
      for round = 1, 500 do
        local t, count, seen = {}, math.random(0, 60), 0
        for i = 1, count do t["k" .. math.random(1000000)] = true end
        for i = math.random(30), 1, -1 do t[i] = true end
        for i = 1, 5 do t["k" .. math.random(1000000)] = true end
        local function look(k, v)
          assert(v == true)
          t[k] = false
          seen = seen + 1
        end
        if round % 2 == 0 then for k, v in pairs(t) do look(k, v) end
        else for k, v in next, t do look(k, v) end end
        for k, v in pairs(t) do assert(v == false) seen = seen - 1 end
        assert(seen == 0)
      end
      """
    #expect(try failure(of: script) == nil)
  }

  @Test func `keys that a finalizer adds while pairs sorts do no harm`() throws {
    let script = """
      collectgarbage("incremental", 100, 1000)
      for round = 1, 60 do
        local t, n = {}, 0
        for i = 1, math.random(30, 80) do t[{}] = true end
        for i = 20, 1, -1 do t[i] = true end
        for i = 1, 40 do
          setmetatable({}, { __gc = function() n = n + 1 t["late" .. n] = true t[21 + n] = true end })
        end
        for k, v in pairs(t) do assert(v == true) end
      end
      """
    #expect(try failure(of: script) == nil)
  }

  @Test func `pairs bears removal on the way`() throws {
    #expect(
      try output(of: "local t = { 1, 2, 3, a = 4, b = 5 } for k in pairs(t) do t[k] = nil t.b = nil end print(next(t))")
        == "nil\n")
  }

  @Test func `next follows the order of pairs, in tables of any kind and size`() throws {
    let script = """
      local objects = {}
      for i = 1, 40 do objects[i] = i % 2 == 0 and {} or function() return i end end
      local function key()
        local r = math.random(7)
        if r == 1 then return math.random(-3, 60) end
        if r == 2 then return math.random(-8, 40) / 4 end
        if r == 3 then return math.random(2) == 1 end
        if r == 4 then return objects[math.random(#objects)] end
        return ("k%d"):format(math.random(80))
      end
      for round = 1, 400 do
        local t, list = {}, {}
        for i = 1, math.random(0, 12) do t[i] = i end
        for i = 1, round % 100 == 0 and 3000 or math.random(0, 60) do t[key()] = i end
        for k, v in pairs(t) do list[#list + 1] = k; assert(t[k] == v) end
        local n = 0
        for k, v in next, t do
          n = n + 1
          assert(rawequal(k, list[n]) and v == t[k], n)
        end
        assert(n == #list)
        -- Any place to go on from, while other walks are under way, and loops that are left.
        for _ = 1, 5 do
          local at = math.random(0, #list)
          local k, v = next(t, list[at])
          assert(rawequal(k, list[at + 1]) and (k == nil or v == t[k]), at)
          for other in next, t do if math.random(3) == 1 then break end end
        end
        for i, outer in ipairs(#list < 30 and list or {}) do
          for inner in next, t do assert(inner ~= nil) end
        end
        -- Removal on the way, of what was and of what comes.
        local seen, gone = {}, {}
        for k in next, t do
          assert(not gone[k] and not seen[k])
          seen[k] = true
          t[k] = nil
          local victim = list[math.random(#list)]
          if not seen[victim] then t[victim], gone[victim] = nil, true end
        end
        for _, k in ipairs(list) do assert(seen[k] or gone[k]) end
        assert(next(t) == nil)
        -- Emptied from the front.
        for _, k in ipairs(list) do t[k] = true end
        for i = 1, #list do
          local k = next(t)
          t[k] = nil
          assert(t[k] == nil)
        end
        assert(next(t) == nil)
      end
      print("done")
      """
    #expect(try output(of: script) == "done\n")
    #expect(
      try output(of: "print(next({}), next({ 5 }), next({ 5 }, 1), pcall(next), pcall(next, 1))").hasPrefix(
        "nil\t1\tnil\tfalse") == true)
    let objects =
      "local t, names = {}, {} for i = 1, 9 do t[function() return i end] = i t[{}] = -i end for _, v in next, t do io = (io or '') .. v .. ' ' end print(io)"
    let first = try output(of: objects)
    for _ in 0..<3 { #expect(try output(of: objects) == first) }
  }

  @Test func `a walk by next keeps nothing alive`() throws {
    let script = """
      local weak = setmetatable({}, { __mode = "k" })
      local t = {}
      for i = 1, 50 do local object = {} weak[object] = true t[object] = i end
      local k = next(t, (next(t)))
      for other in next, t do t[other] = nil if math.random(20) == 1 then break end end
      k = nil
      for other in pairs(t) do t[other] = nil end
      collectgarbage() collectgarbage()
      print(next(weak))
      weak[{}] = true
      next(weak, (next(weak)))
      collectgarbage() collectgarbage()
      print(next(weak))
      local held = setmetatable({}, { __mode = "v" })
      do local table = { a = 1, b = 2 } held[1] = table next(table, "a") end
      collectgarbage() collectgarbage()
      print(held[1])
      """
    #expect(try output(of: script) == "nil\nnil\nnil\n")
  }

  @Test func `pairs follows its metamethod`() throws {
    #expect(
      try output(
        of: "for k, v in pairs(setmetatable({}, { __pairs = function() return next, { 7 } end })) do print(k, v) end")
        == "1\t7\n")
  }

  @Test func `functions as keys keep their order`() throws {
    let script =
      "local t = {} for _, n in ipairs { 'sin', 'cos', 'tan', 'abs' } do t[math[n]] = n end for _, n in pairs(t) do print(n) end"
    let first = try output(of: script)
    for _ in 0..<3 { #expect(try output(of: script) == first) }
  }

  @Test func `tostring shows no address`() throws {
    let script =
      "local t, f = {}, function() end print(t, f, coroutine.create(f), print, string) print(string.format('%p %s', t, t))"
    let text = try output(of: script)
    #expect(text == (try output(of: script)))
    #expect(try #require(text.split(separator: "\n").first?.split(separator: "\t").first).hasPrefix("table: "))
    #expect(
      try output(of: "local t = {} print(tostring(t) == tostring(t), tostring(t) == tostring({}))") == "true\tfalse\n")
    #expect(
      try output(of: "local t = {} print(string.format('%p', t) == string.format('%p', t), ('%p'):format(1))")
        == "true\t(null)\n")
    #expect(
      try output(
        of:
          "print(('%-4s|%s|%5.1f|%d%%'):format('a', setmetatable({}, { __tostring = function() return 'b' end }), 2, 3))"
      )
        == "a   |b|  2.0|3%\n")
  }

  @Test func `serials do not depend on what the host offers`() throws {
    func shown(functions: Int) throws -> String? {
      let state = try makeState()
      for index in 0..<functions { try state.register("f\(index)") { _ in [] } }
      state.markBuiltins()
      return try state.run("return tostring({})", name: "test.lua").first?.text
    }
    #expect(try shown(functions: 0) == shown(functions: 9))
  }

  @Test func `names in metatables are shown`() throws {
    #expect(try output(of: "print(setmetatable({}, { __name = 'Thing' }))").hasPrefix("Thing: "))
  }

  @Test func `sort is stable`() throws {
    let script = """
      local t = {}
      for i = 1, 200 do t[i] = { key = i % 5, at = i } end
      table.sort(t, function(a, b) return a.key < b.key end)
      for i = 2, 200 do assert(t[i - 1].key < t[i].key or t[i - 1].key == t[i].key and t[i - 1].at < t[i].at) end
      """
    #expect(try failure(of: script) == nil)
  }

  @Test func `sort agrees with its comparison`() throws {
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
  func `sort bears any comparison`(body: String) throws {
    let script = """
      local t, sum = {}, 0
      for i = 1, 100 do t[i] = i end
      table.sort(t, function(a, b) \(body) end)
      for i = 1, 100 do sum = sum + t[i] end
      assert(#t == 100 and sum == 5050)
      """
    #expect(try failure(of: script) == nil)
  }

  @Test func `sort mixes integers and floats exactly`() throws {
    #expect(
      try output(
        of:
          "local t = { math.maxinteger, 2^63, -2^63, math.mininteger + 1, 0.5, 0, -0.5 } table.sort(t) print(table.concat(t, ' '))"
      )
        == "-9.2233720368548e+18 -9223372036854775807 -0.5 0 0.5 9223372036854775807 9.2233720368548e+18\n")
    let error = try #require(try failure(of: "table.sort { 1, 'x' }"))
    #expect(error.message.contains("attempt to compare"))
  }

  @Test func `errors of math.randomseed name it`() throws {
    #expect(
      try output(of: "print(pcall(function() math.randomseed('x') end))").contains(
        "bad argument #1 to 'randomseed' (number expected, got string)"))
  }

  @Test func `random numbers follow the seed`() throws {
    let script = "print(math.random(1000), math.random(1000)) math.randomseed() print(math.random(1000))"
    let first = try output(of: script)
    #expect(first == (try output(of: script)))
    #expect(first != (try output(of: script, seed: 1)))
    let numbers = first.split { $0 == "\t" || $0 == "\n" }
    #expect(numbers[0] == numbers[2])
  }

  @Test func `time is the script's`() throws {
    let host = RecordingHost()
    host.scriptTime = 86_400.5
    _ = try makeState(host: host).run(
      "print(os.time(), os.clock(), os.date('%Y-%m-%d %H:%M'), os.date('*t').day)", name: "test.lua")
    #expect(host.written == "86400\t86400.5\t1970-01-02 00:00\t2\n")
    #expect(
      try output(
        of: "print(os.time { year = 2000, month = 1, day = 1 }, os.time { year = 1970, month = 1, day = 1, hour = 0 })")
        == "946728000\t0\n")
  }
}
