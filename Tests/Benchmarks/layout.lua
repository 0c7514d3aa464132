-- What layout of 100,000 layers takes, in ms: resolving constraints against copying frames, autoresizing, and a tree where nothing is due.
-- Run by the program with a real clock: `layerlua --trusted Tests/Benchmarks/layout.lua`; prints one JSON line a case.
local ca = require "layerlua"
local N = 100000
local now = os.clock

local function measure(case, prepare, f)
  local r = {}
  for i = 1, 5 do
    prepare(i)
    collectgarbage()
    local t = now()
    f()
    r[i] = (now() - t) * 1e3
  end
  table.sort(r)
  print(('{"peer":"layerlua","case":"layout_%s","ms":[%.4f]}'):format(case, r[3]))
end

-- Each layer hangs on the one before: a chain as long as there are layers, listed backwards.
local host = ca.Layer { bounds = { 0, 0, 1000, 1000 }, layoutManager = ca.ConstraintLayoutManager() }
local layers = {}
for i = 1, N do
  layers[i] = ca.Layer { name = "l" .. i, bounds = { 0, 0, 10, 10 }, constraints = { i == 1 and "minX = superlayer.minX" or ("minX = l%d.minX + 1"):format(i - 1) } }
end
for i = N, 1, -1 do host:addSublayer(layers[i]) end
local others = ca.Layer()
local copies = {}
for i = 1, N do
  copies[i] = ca.Layer { bounds = { 0, 0, 10, 10 } }
  others:addSublayer(copies[i])
end

measure("copy_frames", function(i) host:layoutIfNeeded(); host.bounds = { i, 0, 1000, 1000 }; host:layoutIfNeeded() end, function()
  for i = 1, N do copies[i].frame = layers[i].frame end
end)
measure("constraints_ordered_anew", function(i) layers[1].name = "l1"; layers[2].name = "x"; layers[2].name = "l2"; host.bounds = { 10 + i, 0, 1000, 1000 } end,
  function() host:layoutIfNeeded() end)
measure("constraints_after_resize", function(i) host:layoutIfNeeded(); host.bounds = { 20 + i, 0, 1000, 1000 } end, function() host:layoutIfNeeded() end)
for i = 1, N do copies[i].autoresizingMask = "widthSizable" end
measure("autoresizing", function() end, function() others.bounds = { 0, 0, others.bounds.width + 1, 10 } end)
host:layoutIfNeeded()
measure("settled", function() host:layoutIfNeeded() end, function() host:layoutIfNeeded() end)
