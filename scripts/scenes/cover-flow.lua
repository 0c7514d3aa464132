-- Cover flow: seven record sleeves out of noise, palettes and cells; a replicator turns all of them over for the floor.
-- layerlua cover-flow.lua -o cover-flow.mp4
-- film: --scale 1 --fps 30
local ca = require "layerlua"

local W, H, SIDE, FLOOR = 640, 360, 168, 228
local albums = { { "Glass Rain", "Ilse Marten", "PuBuGn" }, { "Cinder", "The Low Fires", "inferno" },
  { "Field Notes", "Aldous & Wren", "YlGn" }, { "Meridian", "Oko", "viridis" },
  { "Paper Moon Motel", "Dana Reyes", "RdPu" }, { "Undertow", "Salt Choir", "Blues" },
  { "Ember Days", "Hollis", "YlOrBr" } }

-- Each sleeve's drawing, in its palette.
local function cells(layer, colors, seed)
  local points = ca.poissonDiscs(layer.bounds, 18, seed)
  for i, cell in ipairs(ca.voronoi(points, layer.bounds)) do
    local share = (points[i].y / SIDE * 0.7 + 0.3 * (ca.noise(points[i].x / 60, seed) + 1) / 2)
    layer:addSublayer(ca.ShapeLayer { path = ca.Path():addLines(cell):close(), strokeColor = colors[9], lineWidth = 1,
      fillColor = colors[1 + math.floor(share * 7.99)] })
  end
end
local function rings(layer, colors, seed)
  for i = 1, 9 do
    local turn = ca.noise(i / 3, seed) * math.pi
    layer:addSublayer(ca.ShapeLayer { fillColor = colors[i], path = ca.Path.ringSector({ SIDE / 2, SIDE / 2 },
      (i - 1) * 8 + 6, i * 8 + 5, turn, turn + 5.2 - i * 0.3) })
  end
end
local function waves(layer, colors, seed)
  for row = 1, 9 do
    local path = ca.Path():move(0, SIDE)
    for x = 0, SIDE, 4 do path:addLine(x, row * 18 - 4 + 16 * ca.noise(x / 80, row / 3, seed)) end
    layer:addSublayer(ca.ShapeLayer { path = path:addLine(SIDE, SIDE):close(), fillColor = colors[row] })
  end
end
local function clouds(layer, colors, seed)
  layer.contents = ca.noise.image { width = 84, height = 84, scale = 40, octaves = 4, seed = seed, colors = colors }
end

local covers = {}
for i, album in ipairs(albums) do
  local colors = ca.palette(album[3], 9)
  local cover = ca.Layer { name = album[1], bounds = { 0, 0, SIDE, SIDE }, position = { W / 2, FLOOR - SIDE / 2 },
    masksToBounds = true, backgroundColor = colors[i == 4 and 1 or 2], borderColor = "#ffffff30", borderWidth = 1 };
  ({ waves, clouds, cells, rings })[(i - 1) % 4 + 1](cover, colors, i)
  covers[i] = cover
end

-- The eye is at the height of the floor, so that all sleeves stand on one line. The depth is sorted in both copies.
local stage = ca.ReplicatorLayer { name = "stage", bounds = { 0, 0, W, 2 * FLOOR + 2 }, anchorPoint = { 0, 0 },
  instanceCount = 2, instanceTransform = ca.Transform.scale(1, -1, 1), preservesDepth = true,
  sublayers = covers }
local root = ca.Layer { name = "cover flow", bounds = { 0, 0, W, H }, backgroundColor = "#0c0e13", masksToBounds = true,
  ca.Layer { name = "camera", frame = { 0, 0, W, 2 * FLOOR },
    sublayerTransform = ca.Transform.perspective(700), stage } }
root:addSublayer(ca.GradientLayer { name = "floor", frame = { 0, FLOOR, W, H - FLOOR },
  colors = { "#0c0e13a8", "#0c0e13" }, endPoint = { 0.5, 0.6 } })

-- A cover's place and turn, when the one of number `at` stands in front.
local function place(i, at)
  local d = i - at
  local near = math.max(-1, math.min(1, d))
  return ca.Point(W / 2 + near * 96 + (d - near) * 52, FLOOR - SIDE / 2),
    ca.Transform.rotation(-near * math.rad(62), 0, 1, 0), 90 * (1 - math.abs(near)) - math.abs(d)
end

local title = ca.TextLayer { name = "title", frame = { 0, 300, W, 24 }, font = "system-ui", fontWeight = "semibold",
  fontSize = 16, alignmentMode = "center", foregroundColor = "white", string = "" }
local artist = ca.TextLayer { name = "artist", frame = { 0, 322, W, 20 }, font = "system-ui", fontSize = 12,
  alignmentMode = "center", foregroundColor = "#ffffffa0", string = "" }
root:addSublayer(title)
root:addSublayer(artist)

-- Through the sleeves, with a rest at each.
local line = ca.timeline { name = "browse", duration = 0.8, timingFunction = "quintOut" }
local function show(at)
  for i, cover in ipairs(covers) do cover.position, cover.transform, cover.zPosition = place(i, at) end
  local album = albums[math.floor(at + 0.5)]
  title.string, artist.string = album[1], album[2]
  title.opacity = 1 - 1.8 * math.abs(at - math.floor(at + 0.5))
  artist.opacity = title.opacity
end
local stops = { 4, 5, 6, 3, 2, 4 }
show(stops[1])
for k = 2, #stops do
  line:run(function(f) show(ca.lerp(stops[k - 1], stops[k], f)) end, { fillMode = "forwards" }):hold(0.5)
end
return root
