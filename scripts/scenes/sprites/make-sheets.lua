-- Makes the sheets of the scene `sprites`, in this folder: the four drawings in quarters, and cut out, packed and described for Cocos2D.
--   cd scripts/scenes && layerlua --trusted --allow-write sprites sprites/make-sheets.lua
local ca = require "layerlua"
local drawings = dofile("lib/drawings.lua")

local cell = 128 -- pixels: 64 points, two pixels each

local pictures = {}
for i, name in ipairs(drawings.names) do pictures[i] = ca.Image.draw(64, 64, 2, drawings[name]) end

local function sheet(width, height, draw)
  return ca.Image.draw(width, height, 1, draw)
end

sheet(2 * cell, 2 * cell, function(ctx)
  for i, picture in ipairs(pictures) do ctx:draw(picture, { (i - 1) % 2 * cell, (i - 1) // 2 * cell, cell, cell }) end
end):write("sprites/quarters@2x.png", { compression = 12 })

-- The smallest part of a picture that holds all its pixels: x, y, width, height.
local function trimmed(picture)
  local x0, y0, x1, y1 = cell, cell, 0, 0
  for y = 0, cell - 1 do
    for x = 0, cell - 1 do
      local _, _, _, alpha = picture:pixel(x, y)
      if alpha > 0 then
        x0, y0, x1, y1 = math.min(x0, x), math.min(y0, y), math.max(x1, x + 1), math.max(y1, y + 1)
      end
    end
  end
  return x0, y0, x1 - x0, y1 - y0
end

-- In one row; the key stands on its end, as packers turn what fits better so: a quarter clockwise.
local frames, width, height = {}, 0, 0
for i, name in ipairs(drawings.names) do
  local x, y, w, h = trimmed(pictures[i])
  local turned = name == "key"
  frames[i] = {
    name = name .. ".png", part = pictures[i]:crop { x, y, w, h }, x = width, w = w, h = h, turned = turned,
    dx = x + w / 2 - cell / 2, dy = cell / 2 - (y + h / 2), -- upward, as Cocos2D counts
  }
  width, height = width + (turned and h or w) + 2, math.max(height, turned and w or h)
end

sheet(width, height, function(ctx)
  for _, frame in ipairs(frames) do
    ctx:saveGState()
    ctx:translateBy(frame.x, 0)
    if frame.turned then
      ctx:translateBy(frame.h, 0)
      ctx:rotate(math.pi / 2)
    end
    ctx:draw(frame.part, { 0, 0, frame.w, frame.h })
    ctx:restoreGState()
  end
end):write("sprites/packed@2x.png", { compression = 12 })

local out = {
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
  '<plist version="1.0">', "<dict>", "  <key>frames</key>", "  <dict>",
}
local function add(...) out[#out + 1] = string.format(...) end
for _, frame in ipairs(frames) do
  add("    <key>%s</key>", frame.name)
  add("    <dict>")
  add("      <key>frame</key><string>{{%d,%d},{%d,%d}}</string>", frame.x, 0, frame.w, frame.h)
  add("      <key>offset</key><string>{%g,%g}</string>", frame.dx, frame.dy)
  add("      <key>rotated</key><%s/>", tostring(frame.turned))
  add("      <key>sourceSize</key><string>{%d,%d}</string>", cell, cell)
  add("    </dict>")
end
add("  </dict>")
add("  <key>metadata</key>")
add("  <dict>")
add("    <key>format</key><integer>2</integer>")
add("    <key>size</key><string>{%d,%d}</string>", width, height)
add("    <key>textureFileName</key><string>packed@2x.png</string>")
add("  </dict>")
add("</dict>")
add("</plist>")
local file <close> = assert(io.open("sprites/packed.plist", "w"))
file:write(table.concat(out, "\n"), "\n")
