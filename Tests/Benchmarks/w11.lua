-- 200 layers that move for two seconds: plain ones, pictures, words, and ones with shadows.
local ca = require "layerlua"
local random = require("lib.random").new(11)
local image = require "lib.image"
local root = ca.Layer { bounds = { 0, 0, 1280, 720 }, backgroundColor = "#202030" }
local layers = {}
for i = 0, 199 do
  local x, y, phase = random:real(0, 1280), random:real(0, 720), random:next()
  local speed, swing = random:real(-2, 2), random:real(20, 120)
  local color = random:color()
  local words = random:word() .. " " .. random:word()
  local kind, layer = i % 4, nil
  if kind == 0 then
    layer = ca.Layer { bounds = { 0, 0, 120, 80 }, cornerRadius = 8, backgroundColor = color }
  elseif kind == 1 then
    layer = ca.Layer { bounds = { 0, 0, 128, 128 }, contents = image }
  elseif kind == 2 then
    -- The text begins 80 points left of the position, its baseline 8 below.
    layer = ca.TextLayer {
      string = words, font = "DejaVu Sans", fontSize = 24, foregroundColor = color, bounds = { 0, 0, 400, 28 }, anchorPoint = { 0.2, (22.27 - 8) / 28 },
    }
  else
    layer = ca.Layer {
      bounds = { 0, 0, 120, 90 }, cornerRadius = 12, backgroundColor = color, shadowColor = "black", shadowOpacity = 0.5, shadowOffset = { 0, 4 },
      shadowRadius = 6,
    }
  end
  root:addSublayer(layer)
  layers[#layers + 1] = { layer = layer, x = x, y = y, phase = phase, speed = speed, swing = swing, turns = kind ~= 2 }
end
ca.onFrame(function(t)
  for _, l in ipairs(layers) do
    local q = 2 * math.pi * (t / 2 + l.phase)
    l.layer.position = { l.x + l.swing * math.sin(q), l.y + l.swing * math.cos(q) }
    if l.turns then l.layer["transform.rotation.z"] = l.speed * t end
  end
end)
return root
