-- The strip at the top of the README: a scene, a frame of a film, a chart and a deck of cards in perspective.
-- scripts/pictures draws the frame and the chart from scripts/scenes, makes a photo, and names their folder:
--
--     layerlua strip.lua --allow-read FOLDER -D folder=FOLDER -o strip.webp
local ca = require "layerlua"

local HEIGHT, GAP = 260, 14

local function text(frame, string, size, color, font)
  return ca.TextLayer { frame = frame, string = string, font = font or "DejaVu Sans", fontSize = size,
    alignmentMode = "center", verticalAlignment = "center", foregroundColor = color }
end

-- An evening seen through a pane of frosted glass.
local function evening(width)
  return ca.Layer {
    contents = ca.Image(ca.args.folder .. "/photo.jpg"), contentsGravity = "resizeAspectFill",
    ca.Layer {
      frame = { 28, 28, width - 56, 128 }, cornerRadius = 18, backgroundColor = "#ffffff38", borderWidth = 1,
      borderColor = "#ffffff60", backgroundFilters = { ca.Filter("CIGaussianBlur", { inputRadius = 9 }) },
      text({ 0, 14, width - 56, 22 }, "Tonight", 16, "white"),
      text({ 0, 38, width - 56, 56 }, "18°", 46, "white"),
      text({ 0, 96, width - 56, 18 }, "clear, light wind", 13, "#ffffffd0"),
    },
  }
end

-- A card standing in the ring: the face looks outward, the back inward, and each shows only from its own side.
local function card(rank, suit)
  local color = (suit == "♥" or suit == "♦") and "#c0392b" or "#20242c"
  local function side(color)
    return ca.Layer { frame = { 0, 0, 100, 140 }, cornerRadius = 9, backgroundColor = color, borderWidth = 1,
      borderColor = "#d9d2c3", doubleSided = false }
  end
  local face, back = side "#fdfbf6", side "#fdfbf6"
  face.sublayers = {
    text({ 5, 7, 26, 20 }, rank, 17, color, "DejaVu Sans Bold"), text({ 5, 26, 26, 18 }, suit, 15, color),
    text({ 14, 40, 72, 90 }, suit, 60, color),
  }
  back.sublayers = { ca.GradientLayer { frame = { 7, 7, 86, 126 }, cornerRadius = 5,
    colors = { "#3f63b5", "#24386f" } } }
  back["transform.rotation.y"] = math.pi
  return ca.TransformLayer { bounds = { 0, 0, 100, 140 }, position = { 50, 70 }, back, face }
end

local function deck(width)
  local ring = ca.TransformLayer { bounds = { 0, 0, 100, 140 }, position = { width / 2, 130 } }
  local ranks, suits = { "A", "K", "Q", "J", "10", "9", "8", "7" }, { "♠", "♥", "♣", "♦" }
  for i = 1, 8 do
    local one = card(ranks[i], suits[(i - 1) % 4 + 1])
    one.transform = ca.Transform.identity:rotated((i - 1) * math.pi / 4 + 0.12, 0, 1, 0):translated(0, 0, 140)
    ring:addSublayer(one)
  end
  ring.transform = ca.Transform.identity:translated(0, 0, -170):rotated(-0.34, 1, 0, 0)
  local table = ca.GradientLayer { type = "radial", colors = { "#2f8f6b", "#0f4436" }, startPoint = { 0.5, 0.4 },
    endPoint = { 1.2, 1.2 }, ring }
  table["sublayerTransform.m34"] = -1 / 520
  return table
end

-- A picture of one of the scenes.
local function picture(name, gravity)
  return ca.Layer { contents = ca.Image(ca.args.folder .. "/" .. name .. ".png"), contentsGravity = gravity,
    backgroundColor = "white" }
end

local x = 0
local strip = ca.Layer { name = "strip", bounds = { 0, 0, 1200, HEIGHT } }
for _, panel in ipairs {
  { 250, evening(250) }, { 276, picture("fountain", "resizeAspectFill") },
  { 376, picture("chart", "resizeAspect") }, { 256, deck(256) },
} do
  local width, content = table.unpack(panel)
  content.frame = { x, 0, width, HEIGHT }
  content.cornerRadius = 12
  content.masksToBounds = true
  content.borderWidth, content.borderColor = 1, "#00000020"
  strip:addSublayer(content)
  x = x + width + GAP
end
return strip
