-- A card that does as its word says; harmless by default.
local ca = require "layerlua"

local way = ca.parameter("way", { choices = {
  "none", "loop", "pattern", "memory", "layers", "print", "huge", "recursion", "bytecode", "format", "error",
  "metatable",
  "passwd", "proc", "http", "file", "popen", "write",
} })
ca.parameter("n", { default = 0, min = 0, max = 2000000000, kind = "integer" })

local layer = ca.Layer { bounds = { 0, 0, 100, 100 }, backgroundColor = "white" }
local ways = {
  none = function() end,
  loop = function() while true do end end,
  pattern = function() return (("a"):rep(200000)):find(("a*"):rep(100) .. "b") end,
  memory = function()
    local kept = {}
    while true do kept[#kept + 1] = ("x"):rep(1 << 20) .. #kept end
  end,
  layers = function() while true do layer:addSublayer(ca.Layer { bounds = { 0, 0, 1, 1 } }) end end,
  print = function() while true do print(("x"):rep(1 << 16)) end end,
  huge = function() layer.bounds = { 0, 0, 40000, 40000 } end,
  recursion = function()
    local function down(n) return 1 + down(n + 1) end
    return down(1)
  end,
  bytecode = function() return assert(load(string.dump(function() end)))() end,
  format = function() return ("%99999d"):format(1) end,
  error = function() error(setmetatable({}, { __tostring = function() error "again" end })) end,
  metatable = function()
    local t = setmetatable({}, { __index = function(t, key) return t[key .. "x"] end })
    return t.x
  end,
  passwd = function() layer.contents = "/etc/passwd" end,
  proc = function() layer.contents = "/proc/self/environ" end,
  http = function() layer.contents = "http://127.0.0.1:1/a.png" end,
  file = function() layer.contents = "file:///etc/passwd" end,
  popen = function() return io.popen "id" end,
  write = function() return ca.render(layer, "../written.png") end,
}
ways[way]()
return layer
