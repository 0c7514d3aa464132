-- What a script pays for talking to a layer, in ns a call: the loops of the plain C peer (`prop.c`), on a real layer.
-- Run by the program with a real clock: `layerlua --trusted Tests/Benchmarks/binding.lua`; prints one JSON line a case.
local ca = require "layerlua"
local N = 1000000
local now = os.clock

local function measure(case, n, f)
  local r = {}
  f(n)
  for i = 1, 7 do
    collectgarbage()
    local t = now()
    f(n)
    r[i] = (now() - t) / n * 1e9
  end
  table.sort(r)
  print(('{"peer":"layerlua","case":"w10_%s","ms":[%.8f],"ns":%.2f}'):format(case, r[4] / 1e6, r[4]))
end

local l = ca.Layer()
measure("empty_loop", N * 5, function(n) local x = 0 for i = 1, n do x = x + i end return x end)
measure("set_number", N, function(n) for i = 1, n do l.opacity = 0.5 end end)
measure("set_number_changing", N, function(n) for i = 1, n do l.zPosition = i end end)
measure("set_boolean", N, function(n) for i = 1, n do l.hidden = true end end)
measure("set_vec2_table", N, function(n) for i = 1, n do l.position = {i, i} end end)
local Point = ca.Point
measure("set_vec2_new_userdata", N, function(n) for i = 1, n do l.position = Point(i, i) end end)
local v = Point(1, 2)
measure("set_vec2_same_userdata", N, function(n) for i = 1, n do l.position = v end end)
measure("set_rect_table", N, function(n) for i = 1, n do l.bounds = {0, 0, i, i} end end)
measure("set_color_table", N, function(n) for i = 1, n do l.backgroundColor = {1, .5, .25, 1} end end)
measure("set_color_string", N, function(n) for i = 1, n do l.backgroundColor = "#ff8040" end end)
measure("set_key_path", N // 4, function(n) for i = 1, n do l["position.x"] = i end end)
measure("method_no_argument", N, function(n) for i = 1, n do l:setNeedsDisplay() end end)
measure("get_number", N, function(n) local x for i = 1, n do x = l.opacity end end)
measure("get_vec2", N, function(n) local x for i = 1, n do x = l.position end end)
local kid = ca.Layer()
l:addSublayer(kid)
measure("get_layer", N // 4, function(n) local x for i = 1, n do x = kid.superlayer end end)
local L = ca.Layer
measure("alloc_layer_kept", 100000, function(n) local a = {} for i = 1, n do a[i] = L() end end)
measure("alloc_layer_set5_kept", 100000, function(n)
  local a = {}
  for i = 1, n do
    local q = L()
    q.opacity = .5
    q.cornerRadius = 8
    q.zPosition = i
    q.position = {i, i}
    q.backgroundColor = {1, 0, 0, 1}
    a[i] = q
  end
end)
measure("alloc_layer_table5_kept", 100000, function(n)
  local a = {}
  for i = 1, n do a[i] = L { opacity = .5, cornerRadius = 8, zPosition = i, position = {i, i}, backgroundColor = {1, 0, 0, 1} } end
end)
