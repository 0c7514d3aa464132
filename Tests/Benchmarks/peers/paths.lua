-- SPDX-License-Identifier: MIT
-- Random pairs of paths and what the four operations make of them, as lines of JSON for paths.py:
--   layerlua --trusted paths.lua -D pairs=1000 -D seed=1
local ca = require "layerlua"
local count, seed = tonumber(ca.args.pairs or 1000), tonumber(ca.args.seed or 1)
local random = ca.random(seed)

local function scribble()
  local function number() return random:number(0, 200) end
  local path = ca.Path():move(number(), number())
  for _ = 1, random(3, 9) do path:addCurve(number(), number(), number(), number(), number(), number()) end
  return path:close()
end
local function glyph(letter)
  local font = random:choose { "DejaVu Sans", "DejaVu Serif", "DejaVu Sans Bold" }
  return (ca.Path.text(letter or random:choose { "a", "B", "e", "g", "8", "&", "@", "Q", "%", "§" },
    { font = font, fontSize = 180 }))
end
local function star()
  local n, r, path = random(5, 13), random:number(40, 100), ca.Path()
  local k, turn = random(2, (n - 1) // 2), random:number(0, 6)
  for i = 0, n - 1 do
    local a = turn + i * k * 2 * math.pi / n
    path[i == 0 and "move" or "addLine"](path, 100 + r * math.cos(a), 100 + r * math.sin(a))
  end
  return path:close()
end
local function ellipse()
  local function place() return random:number(0, 80) end
  local function side() return random:number(30, 120) end
  return ca.Path():addEllipse { place(), place(), side(), side() }
end
local function boxes(n)
  local path = ca.Path()
  for _ = 1, n do path:addRect { random(0, 9) * 20, random(0, 9) * 20, random(1, 4) * 20, random(1, 4) * 20 } end
  return path
end
local function ring()
  local inset = random:number(5, 25)
  local path = ellipse()
  return path:addEllipse(path:boundingBoxOfPath():insetBy(inset / 2, inset / 2))
end
local function moved(path, x, y) return path:transformed(ca.Transform.translation(x, y)) end
local function shift() return random:number(-60, 60) end

local kinds = {
  { "curves that cross themselves", function() return scribble(), scribble() end },
  { "letters over each other", function() return glyph(), moved(glyph(), shift(), shift()) end },
  { "stars {n/k}", function() return star(), moved(star(), shift(), shift()) end },
  { "rectangles with common edges", function() return boxes(1), boxes(1) end },
  { "12 rectangles and 12", function() return boxes(12), boxes(12) end },
  { "ellipses", function() return ellipse(), ellipse() end },
  { "rings", function() return ring(), ring() end },
  { "a path over itself, moved a little", function()
    local path = random:choose { glyph, ellipse, star, scribble }()
    return path, moved(path, random:choose { 0, 1e-4, 0.01, 0.1, 5 }, random:choose { 0, 1e-4, 0.01, 0.1, 5 })
  end },
  { "letters and stars", function() return moved(glyph(), 40, 20), star() end },
  { "curves and rectangles", function() return scribble(), boxes(3) end },
}
local operations = { "union", "intersection", "subtracting", "symmetricDifference" }
for i = 1, count do
  local kind = kinds[(i - 1) % #kinds + 1]
  local a, b = kind[2]()
  local rule = random:choose { "winding", "evenOdd" }
  local line = { kind = kind[1], rule = rule, a = a:svg(), b = b:svg(), results = {}, seconds = {} }
  for k, operation in ipairs(operations) do
    local start = os.clock()
    local result = a[operation](a, b, rule)
    line.seconds[k] = os.clock() - start
    line.results[k] = result:isEmpty() and "" or result:svg()
  end
  print(ca.encodeJSON(line))
end
