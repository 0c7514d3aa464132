// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

/// `layer.sublayers` in scripts: it behaves as a table, though its layers are read lazily one by one.
@Suite struct SublayersTests {
  private static let five = """
    local root = ca.Layer { name = "root" }
    for i = 1, 5 do root:addSublayer(ca.Layer { name = "l" .. i }) end
    local function names(list)
      local t = {}
      for i, l in ipairs(list) do t[i] = l.name end
      return table.concat(t, " ")
    end

    """

  @Test func `it is counted, indexed and walked like a table`() throws {
    #expect(
      try printed(
        Self.five + """
          local s = root.sublayers
          print(type(s), #s, s[1].name, s[5].name, s[0], s[6], s["1"], s.name, s[2.0].name, s[2.5])
          print(names(s))
          local out = {}
          for i, l in pairs(s) do out[#out + 1] = i .. l.name end
          print(table.concat(out, " "))
          print(next(s), select(2, next(s, 4)).name, next(s, 5))
          print((select("#", table.unpack(s))), select(3, table.unpack(s)).name)
          print(s[3] == root:find("l3"), root.sublayers[3] == s[3], rawequal(s[3], s[3]))
          print(#table.move(s, 1, #s, 1, {}), table.move(s, 2, 3, 1, {})[1].name)
          print(tostring(s):match("^table: ") ~= nil, getmetatable(s))
          print(#ca.Layer {}.sublayers, ca.Layer {}.sublayers[1], next(ca.Layer {}.sublayers))
          """) == [
          "table\t5\tl1\tl5\tnil\tnil\tnil\tnil\tl2\tnil", "l1 l2 l3 l4 l5", "1l1 2l2 3l3 4l4 5l5",
          "1\tl5\tnil", "5\tl3", "true\ttrue\ttrue", "5\tl2", "true\tfrozen table", "0\tnil\tnil",
        ])
  }

  @Test func `what was read stays as it was`() throws {
    #expect(
      try printed(
        Self.five + """
          local s = root.sublayers
          for i = 1, #s do s[i]:removeFromSuperlayer() end
          print(#s, #root.sublayers, names(s))
          root.sublayers = s
          print(names(root.sublayers))
          for _, l in ipairs(root.sublayers) do l:removeFromSuperlayer(); root:insertSublayer(l, 1) end
          print(names(root.sublayers), names(s))
          for _, l in pairs(root.sublayers) do l:removeFromSuperlayer() end
          print(#root.sublayers)
          root.sublayers = { s[2], s[4] }
          local seen = {}
          for l, depth in root:walk() do
            seen[#seen + 1] = l.name .. depth
            if l.name == "l2" then s[4]:removeFromSuperlayer(); l:addSublayer(s[1]) end
            if l == root then root:addSublayer(s[5]) end
          end
          print(table.concat(seen, " "), names(root.sublayers))
          """) == [
          "5\t0\tl1 l2 l3 l4 l5", "l1 l2 l3 l4 l5", "l5 l4 l3 l2 l1\tl1 l2 l3 l4 l5", "0",
          "root0 l21 l41\tl2 l5",
        ])
  }

  @Test func `it can be assigned, copied into tables and used after that`() throws {
    #expect(
      try printed(
        Self.five + """
          local s = root.sublayers
          local other = ca.Layer {}
          other.sublayers = s
          print(#root.sublayers, names(other.sublayers), #s, s[3].name)
          local list = { table.unpack(s) }
          table.sort(list, function(a, b) return a.name > b.name end)
          other.sublayers = list
          print(names(other.sublayers), names(s))
          root.sublayers = table.move(other.sublayers, 1, 2, 1, {})
          print(names(root.sublayers), names(other.sublayers))
          print(names(ca.Layer(root.sublayers).sublayers))
          """) == [
          "0\tl1 l2 l3 l4 l5\t5\tl3", "l5 l4 l3 l2 l1\tl1 l2 l3 l4 l5", "l5 l4\tl3 l2 l1", "l5 l4",
        ])
  }

  @Test func `it cannot be written to, and the message says what to call`() throws {
    let remedy =
      "a table read from a layer is a copy that cannot be changed; assign a new one to the layer's key "
      + "(or, for sublayers, call addSublayer, insertSublayer or removeFromSuperlayer)"
    for attempt in [
      "root.sublayers[1] = ca.Layer {}", "table.insert(root.sublayers, ca.Layer {})", "table.remove(root.sublayers)",
      "table.sort(root.sublayers, function(a, b) return a.name < b.name end)", "root.sublayers.x = 1",
    ] {
      #expect(try failure(Self.five + attempt)?.message == remedy, "\(attempt)")
    }
  }

  @Test func `layers that left keep what a script attached to them while a list has them`() throws {
    #expect(
      try printed(
        """
        local root, kept = ca.Layer {}, setmetatable({}, { __mode = "v" })
        for i = 1, 3 do
          local own = { i }
          kept[i] = own
          root:addSublayer(ca.Layer { delegate = own, userInfo = { label = own } })
        end
        root:addSublayer(ca.Layer { name = "plain" })
        local old = root.sublayers
        root:addSublayer(ca.Layer {})
        local between = root.sublayers
        old[1]:removeFromSuperlayer()
        collectgarbage(); collectgarbage()
        local new = root.sublayers
        old[2]:removeFromSuperlayer()
        old[4]:removeFromSuperlayer()
        old[4].label = { "late" }
        collectgarbage(); collectgarbage()
        print(old[1].label[1], old[2].label[1], old[3].label[1], old[4].label[1], #kept)
        old, new = nil, nil
        collectgarbage(); collectgarbage()
        print(between[1].label[1], between[2].label[1])
        between = nil
        collectgarbage(); collectgarbage()
        print(kept[1], kept[2], kept[3][1])
        """) == ["1\t2\t3\tlate\t3", "1\t2", "nil\tnil\t3"])
  }

  @Test func `superlayers and walks lead to the same objects`() throws {
    #expect(
      try printed(
        Self.five + """
          local count, root2 = 0, nil
          for l in root:walk() do count = count + 1; root2 = l.superlayer or l end
          print(count, root2 == root, root.superlayer, root.sublayers[2].superlayer == root)
          local mask = ca.Layer {}
          root.mask = mask
          print(mask.superlayer == root, root:presentation().sublayers[2].superlayer.name)
          root.mask = nil
          print(mask.superlayer)
          """) == ["6\ttrue\tnil\ttrue", "true\troot", "nil"])
  }

  @Test func `random edits and lists of all ages agree with plain tables`() throws {
    #expect(
      try printed(
        """
        local root, other, model, lists, serial = ca.Layer {}, ca.Layer {}, {}, {}, 0
        local function check(list, plain)
          assert(#list == #plain)
          for i, l in ipairs(list) do assert(l == plain[i]) end
          local n = 0
          for i, l in pairs(list) do n = n + 1; assert(i == n and l == plain[i]) end
          assert(n == #plain)
        end
        for step = 1, 3000 do
          local kind, at = math.random(6), math.random(math.max(#model, 1))
          if kind <= 2 then
            serial = serial + 1
            local l = ca.Layer { name = "n" .. serial }
            local place = math.random(#model + 1)
            root:insertSublayer(l, place)
            table.insert(model, place, l)
          elseif kind == 3 and #model > 0 then
            local l = table.remove(model, at)
            if step % 2 == 0 then l:removeFromSuperlayer() else other:addSublayer(l) end
          elseif kind == 4 and #model > 1 then
            local l = table.remove(model, at)
            root:addSublayer(l)
            model[#model + 1] = l
          elseif kind == 5 and step % 20 == 0 then
            local reversed = {}
            for i, l in ipairs(model) do reversed[#model + 1 - i] = l end
            root.sublayers, model = reversed, reversed
          elseif kind == 6 then
            lists[#lists + 1] = { root.sublayers, { table.unpack(model) } }
            if #lists > 8 then table.remove(lists, math.random(#lists)) end
          end
          if step % 10 == 0 then
            check(root.sublayers, model)
            for _, pair in ipairs(lists) do check(pair[1], pair[2]) end
          end
          if step % 500 == 0 then collectgarbage() end
        end
        print("agree")
        """) == ["agree"])
  }
}
