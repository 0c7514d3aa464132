-- A music player: the wave grows from its middle, then eight seconds of the song play.
-- layerlua sound-wave.lua -o sound-wave.mp4 (with ca.film { sound = "song.mp3" } it is heard)
-- film: --fps 30
local ca = require "layerlua"

local W, H, M = 640, 320, 32
local BACK, HOT = "#12101a", ca.palette("plasma", 6)
local root = ca.Layer { name = "player", bounds = { 0, 0, W, H }, backgroundColor = BACK, masksToBounds = true }
local function text(string, frame, size, color, keys)
  local layer = ca.TextLayer { name = string, string = string, frame = frame, font = "system-ui", fontSize = size,
    foregroundColor = color, fontFeatures = { tnum = 1 } }
  for key, value in pairs(keys or {}) do layer[key] = value end
  root:addSublayer(layer)
  return layer
end

-- The sleeve: a disc of lines that a field of noise bends.
local sleeve = ca.GradientLayer { name = "sleeve", frame = { M, M, 112, 112 }, cornerRadius = 8, masksToBounds = true,
  colors = { HOT[2], HOT[3], HOT[5] }, colorSpace = "oklab", startPoint = { 0, 0 }, endPoint = { 1, 1 } }
for ring = 1, 11 do
  local points = {}
  for k = 0, 71 do
    local a = k / 72 * 2 * math.pi
    local r = ring * 4.2 * (1 + 0.22 * ca.noise(math.cos(a) * 0.9, math.sin(a) * 0.9, ring / 7))
    points[k + 1] = { 56 + r * math.cos(a), 56 + r * math.sin(a) }
  end
  sleeve:addSublayer(ca.ShapeLayer { path = ca.Path():addLines(points):close(), fillColor = false,
    strokeColor = "#ffffffd0", lineWidth = 0.9 })
end
root:addSublayer(sleeve)

local left = M + 112 + 24
text("NOW PLAYING", { left, 40, 300, 16 }, 11, HOT[5], { fontWeight = "semibold", letterSpacing = 1.6 })
text("Slow Light Over the Harbour", { left, 60, W - left - M, 44 }, 32, "white",
  { fontWeight = "bold", fitsText = "shrink", letterSpacing = -0.6 })
text("Ines Varga · Tidal Studies", { left, 104, W - left - M, 22 }, 15, "#ffffff99")

-- The wave: loudness is noise of two sizes under a slow envelope.
local COUNT, MIDDLE, TOTAL = 96, 224, 222
local slots = {}
for i = 1, COUNT do slots[i] = i end
local x = ca.scale { type = "band", domain = slots, range = { M, W - M }, padding = 0.4, paddingOuter = 0 }
local function wave(color)
  local group = ca.Layer { name = "wave", frame = { 0, 0, W, H } }
  for i = 1, COUNT do
    local loud = 0.35 + 0.4 * ca.noise(i / 22, 5) + 0.4 * math.abs(ca.noise(i / 2.3, 9))
    local height = math.max(4, 104 * loud * math.sin(math.pi * (i - 0.5) / COUNT) ^ 0.4)
    group:addSublayer(ca.Layer { bounds = { 0, 0, x.bandwidth, height }, cornerRadius = x.bandwidth / 2,
      position = { x(i) + x.bandwidth / 2, MIDDLE }, backgroundColor = color(i) })
  end
  root:addSublayer(group)
  return group
end
local heat = ca.scale { domain = { 1, COUNT }, range = { HOT[3], HOT[4], HOT[5], HOT[6] } }
local rest, played = wave(function() return "#ffffff30" end), wave(heat)
played.mask = ca.Layer { name = "window", bounds = { 0, 0, W, H }, anchorPoint = { 0, 0 }, backgroundColor = "black" }

local function clock(seconds) return ("%.0f:%02.0f"):format(seconds // 60, seconds // 1 % 60) end
local gone = text("", { M, 288, 100, 16 }, 11, "#ffffffb0")
local left_ = text("", { W - M - 100, 288, 100, 16 }, 11, "#ffffff80", { alignmentMode = "right" })

-- The bars grow from the middle; then the window moves from bar to bar.
local from, to = 84, 92
ca.timeline { name = "play" }
  :from(rest.sublayers, { ["bounds.size.height"] = 4 },
    { duration = 0.7, timingFunction = "backOut", stagger = { total = 0.6, from = "center" } })
  :from(played.sublayers, { ["bounds.size.height"] = 4 },
    { at = "with", duration = 0.7, timingFunction = "backOut", stagger = { total = 0.6, from = "center" } })
  :run(function(f)
    local now = ca.lerp(from, to, f)
    played.mask["bounds.size.width"] = x(1) + now / TOTAL * (W - 2 * M)
    gone.string, left_.string = clock(now), "−" .. clock(TOTAL - now // 1)
  end, { at = "start", duration = to - from, timingFunction = "linear" })
return root
