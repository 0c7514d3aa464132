-- SPDX-License-Identifier: MIT
-- Pieces of scenes written without the scene writer's functions and with them: both must agree, and the lines of each
-- are counted, without blank ones and comments. layerlua --trusted Tests/Benchmarks/by-hand.lua
local ca = require "layerlua"
local lines = {}
for line in io.lines(debug.getinfo(1, "S").source:sub(2)) do lines[#lines + 1] = line end

local function count(f)
  local where, n = debug.getinfo(f, "S"), 0
  for i = where.linedefined + 1, where.lastlinedefined - 1 do
    if lines[i]:find "%S" and not lines[i]:find "^%s*%-%-" then n = n + 1 end
  end
  return n
end
local function compare(name, hand, kit, same)
  assert(same(hand, kit), name)
  print(("%-44s %3d %3d"):format(name, count(hand), count(kit)))
end
local function near(a, b, by) return math.abs(a - b) <= (by or 1e-9) end

-- Text as large as its box allows, in steps of half a point.
compare("the largest size at which a text fits",
  function(layer)
    local size = layer.fontSize
    while size > layer.fontSize / 2 do
      local m = ca.measureText(layer.string, { font = layer.font, fontSize = size, width = layer.bounds.width })
      local widest = 0
      for _, line in ipairs(m.lines) do widest = math.max(widest, line.width) end
      if m.height <= layer.bounds.height and widest <= layer.bounds.width then break end
      size = size - 0.5
    end
    layer.fontSize = size
    return size
  end,
  function(layer)
    layer.fitsText = "shrink"
    return layer.fittedFontSize
  end,
  function(hand, kit)
    for _, words in ipairs { "Rain", "Rain until the evening", "Rain until the evening, then clear and cold" } do
      local function layer()
        return ca.TextLayer { bounds = { 0, 0, 190, 80 }, string = words, fontSize = 40, wrapped = true,
          font = "DejaVu Sans" }
      end
      if hand(layer()) ~= kit(layer()) then return false end
    end
    return true
  end)

-- Round ticks for a range of numbers, and a place for each.
compare("round ticks and their places",
  function(low, high, length, n)
    local raw = (high - low) / n
    local power = 10 ^ math.floor(math.log(raw, 10))
    local share, step = raw / power, nil
    if share >= 50 ^ 0.5 then step = 10 elseif share >= 10 ^ 0.5 then step = 5
    elseif share >= 2 ^ 0.5 then step = 2 else step = 1 end
    step = step * power
    local ticks, places = {}, {}
    for k = math.ceil(low / step), math.floor(high / step) do
      ticks[#ticks + 1] = k * step
      places[#places + 1] = (k * step - low) / (high - low) * length
    end
    return ticks, places
  end,
  function(low, high, length, n)
    local scale = ca.scale { domain = { low, high }, range = { 0, length } }
    local ticks, places = scale:ticks(n), {}
    for i, tick in ipairs(ticks) do places[i] = scale(tick) end
    return ticks, places
  end,
  function(hand, kit)
    for _, case in ipairs { { 0, 87, 300, 5 }, { -12, 31, 200, 6 }, { 0.2, 0.9, 100, 4 }, { 900, 43000, 500, 8 } } do
      local a, b = { hand(table.unpack(case)) }, { kit(table.unpack(case)) }
      if #a[1] ~= #b[1] then return false end
      for i in ipairs(a[1]) do
        if not near(a[1][i], b[1][i], 1e-6) or not near(a[2][i], b[2][i], 1e-6) then return false end
      end
    end
    return true
  end)

-- 1,234,567 and 1.23M.
compare("a number with groups, one with an SI prefix",
  function(value)
    local digits = ("%.0f"):format(value)
    local grouped = digits:reverse():gsub("(%d%d%d)", "%1,"):reverse():gsub("^,", "")
    local prefix, share = "", value
    for _, p in ipairs { "k", "M", "G" } do
      if share < 999.5 then break end
      prefix, share = p, share / 1000
    end
    local decimals = math.max(0, 2 - math.floor(math.log(share, 10)))
    return grouped, ("%." .. decimals .. "f%s"):format(share, prefix)
  end,
  function(value)
    return ca.format(",d", value), ca.format(".3s", value)
  end,
  function(hand, kit)
    for _, value in ipairs { 7, 1234, 1234567, 48124000 } do
      local a, b, c, d = hand(value)
      c, d = kit(value)
      if a ~= c or b ~= d then return false end
    end
    return true
  end)

-- A mix of two colours whose steps look even.
compare("two colours mixed in OKLab",
  function(first, second, share)
    local function lab(color)
      local c = {}
      for i, v in ipairs { color.r, color.g, color.b } do
        c[i] = v <= 0.04045 and v / 12.92 or ((v + 0.055) / 1.055) ^ 2.4
      end
      local l = (0.4122214708 * c[1] + 0.5363325363 * c[2] + 0.0514459929 * c[3]) ^ (1 / 3)
      local m = (0.2119034982 * c[1] + 0.6806995451 * c[2] + 0.1073969566 * c[3]) ^ (1 / 3)
      local s = (0.0883024619 * c[1] + 0.2817188376 * c[2] + 0.6299787005 * c[3]) ^ (1 / 3)
      return { 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s, 1.9779984951 * l - 2.4285922050 * m
        + 0.4505937099 * s, 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s }
    end
    local a, b, mix, result = lab(first), lab(second), {}, {}
    for i = 1, 3 do mix[i] = a[i] + (b[i] - a[i]) * share end
    local l = (mix[1] + 0.3963377774 * mix[2] + 0.2158037573 * mix[3]) ^ 3
    local m = (mix[1] - 0.1055613458 * mix[2] - 0.0638541728 * mix[3]) ^ 3
    local s = (mix[1] - 0.0894841775 * mix[2] - 1.2914855480 * mix[3]) ^ 3
    local rgb = { 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s, -1.2684380046 * l + 2.6097574011 * m
      - 0.3413193965 * s, -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s }
    for i, v in ipairs(rgb) do
      v = math.min(math.max(v, 0), 1)
      result[i] = v <= 0.0031308 and v * 12.92 or 1.055 * v ^ (1 / 2.4) - 0.055
    end
    return ca.Color(result)
  end,
  function(first, second, share)
    return first:mixed(second, share)
  end,
  function(hand, kit)
    for _, pair in ipairs { { "teal", "gold" }, { "#16325c", "#f2b880" }, { "white", "crimson" } } do
      local a, b = ca.Color(pair[1]), ca.Color(pair[2])
      local x, y = hand(a, b, 0.3), kit(a, b, 0.3)
      if not (near(x.r, y.r, 0.002) and near(x.g, y.g, 0.002) and near(x.b, y.b, 0.002)) then return false end
    end
    return true
  end)

-- Points of which no two are nearer than a radius, and between which no further one fits.
compare("points without clumps",
  function(width, height, radius)
    local random, side, grid, active, points = ca.random(1), radius / 2 ^ 0.5, {}, {}, {}
    local function add(x, y)
      points[#points + 1] = { x, y }
      active[#active + 1] = #points
      grid[x // side * 10000 + y // side] = points[#points]
    end
    local function isFree(x, y)
      if x < 0 or y < 0 or x >= width or y >= height then return false end
      for i = -2, 2 do
        for j = -2, 2 do
          local p = grid[(x // side + i) * 10000 + y // side + j]
          if p and (p[1] - x) ^ 2 + (p[2] - y) ^ 2 < radius ^ 2 then return false end
        end
      end
      return true
    end
    add(random:number(width), random:number(height))
    while #active > 0 do
      local k, found = random(#active), false
      local p = points[active[k]]
      for _ = 1, 30 do
        local a, r = random:number(2 * math.pi), radius * random:number(1, 2)
        local x, y = p[1] + r * math.cos(a), p[2] + r * math.sin(a)
        if isFree(x, y) then
          add(x, y)
          found = true
          break
        end
      end
      if not found then table.remove(active, k) end
    end
    return points
  end,
  function(width, height, radius)
    return ca.poissonDiscs({ 0, 0, width, height }, radius, 1)
  end,
  function(hand, kit)
    local a, b = hand(200, 100, 8), kit(200, 100, 8)
    for i = 1, #a do
      for j = 1, i - 1 do if (a[i][1] - a[j][1]) ^ 2 + (a[i][2] - a[j][2]) ^ 2 < 64 then return false end end
    end
    return math.abs(#a - #b) < 0.15 * #b
  end)

-- Five rows come in one after the other from the middle, while a title fades in; then all leave.
compare("rows that come in from the middle, and leave",
  function(title, rows)
    local function animate(layer, path, from, to, start, duration, timing)
      local a = ca.BasicAnimation { keyPath = path, fromValue = from, toValue = to, duration = duration,
        beginTime = start, timingFunction = timing, fillMode = "both", removedOnCompletion = false }
      layer:addAnimation(a, path .. start)
    end
    local spread = (#rows - 1) / 2
    animate(title, "opacity", 0, 1, 1e-9, 0.5, { 0.33, 1, 0.68, 1 })
    for i, row in ipairs(rows) do
      local start = 0.3 + math.abs(i - 1 - spread) * 0.1
      animate(row, "position.x", -60, row.position.x, start, 0.5, { 0.33, 1, 0.68, 1 })
    end
    local leave = 0.3 + spread * 0.1 + 0.5 + 1
    for _, layer in ipairs { title, table.unpack(rows) } do
      layer:addAnimation(ca.BasicAnimation { keyPath = "opacity", fromValue = 1, toValue = 0, duration = 0.4,
        beginTime = leave, timingFunction = { 0.33, 1, 0.68, 1 }, fillMode = "forwards", removedOnCompletion = false })
    end
    return leave + 0.4
  end,
  function(title, rows)
    return ca.timeline { duration = 0.5, timingFunction = { 0.33, 1, 0.68, 1 } }
      :from(title, { opacity = 0 })
      :from(rows, { ["position.x"] = -60 }, { at = "-0.2", stagger = { each = 0.1, from = "center" } })
      :hold(1):to({ title, table.unpack(rows) }, { opacity = 0 }, { duration = 0.4 }).duration
  end,
  function(hand, kit)
    local pictures = {}
    for k, animate in ipairs { hand, kit } do
      local root = ca.Layer { bounds = { 0, 0, 100, 100 }, backgroundColor = "white" }
      local title, rows = ca.Layer { frame = { 10, 5, 60, 10 }, backgroundColor = "black" }, {}
      for i = 1, 5 do rows[i] = ca.Layer { frame = { 10, 5 + 15 * i, 70, 10 }, backgroundColor = "teal" } end
      root.sublayers = { title, table.unpack(rows) }
      pictures[k] = { length = animate(title, rows) }
      for _, time in ipairs { 0.1, 0.4, 0.6, 0.9, 1.5, 2.2 } do
        table.insert(pictures[k], ca.render(root, { time = time }))
      end
    end
    for i, picture in ipairs(pictures[1]) do
      if ca.compare(picture, pictures[2][i]).largest > 0.02 then return false end
    end
    return near(pictures[1].length, pictures[2].length, 1e-6)
  end)
