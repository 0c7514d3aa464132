-- Keys beyond those of Core Animation: any layer takes keys of its own (`userInfo`, `layer.note = …`), and a class declares keys with
-- defaults; those in redrawKeys draw the layer again when they change. A name makes a layer reachable in a key path. An action makes a
-- key of one's own move: the picture shows the last gauge on its way.
local ca = require "layerlua"

local Gauge = ca.Layer:subclass("GaugeLayer", {
  defaults = { level = 0.5, colour = ca.Color(0.18, 0.49, 0.72, 1), ticks = 10 },
  redrawKeys = { "level", "colour", "ticks" },
})

function Gauge:drawInContext(ctx)
  local b = self.bounds
  local x, y, r = b.midX, b.maxY - 12, b.width / 2 - 14
  ctx:setLineCap("butt")
  ctx:setLineWidth(14)
  ctx:setStrokeColor("#e2e5ea")
  ctx:addArc(x, y, r, math.pi, 2 * math.pi, false)
  ctx:strokePath()
  ctx:setStrokeColor(self.colour)
  ctx:addArc(x, y, r, math.pi, math.pi * (1 + self.level), false)
  ctx:strokePath()
  ctx:setStrokeColor("#59606b")
  ctx:setLineWidth(1)
  for i = 0, self.ticks do
    local a = math.pi * (1 + i / self.ticks)
    ctx:move(x + math.cos(a) * (r - 12), y + math.sin(a) * (r - 12))
    ctx:addLine(x + math.cos(a) * (r - 8), y + math.sin(a) * (r - 8))
  end
  ctx:strokePath()
end

local function caption(text, y)
  return ca.TextLayer {
    frame = { 0, y, 160, 18 },
    string = text,
    font = "DejaVu Sans",
    fontSize = 12,
    alignmentMode = "center",
    foregroundColor = "#333a44",
  }
end

local panel = ca.Layer { name = "panel", bounds = { 0, 0, 715, 170 }, backgroundColor = "white" }

for i, name in ipairs { "oil", "water", "air", "fuel" } do
  local gauge = Gauge { name = name, frame = { 0, 20, 160, 90 } }
  gauge:setNeedsDisplay()
  panel:addSublayer(ca.Layer { name = name .. "-box", frame = { 15 + (i - 1) * 175, 10, 160, 150 }, gauge })
end

-- Keys that the class declares, by key path through the names.
panel["sublayers.water-box.sublayers.water.level"] = 0.82
panel["sublayers.water-box.sublayers.water.colour"] = "#1f9e77"
local air = panel:find "air"
air.level = 0.2
air.ticks = 4
air.colour = ca.Color(0.85, 0.37, 0.1, 1)

-- Keys that nobody declares: a note on each gauge, and its captions are made from what there is.
panel:find("oil").note = "as it was made"
panel:find("water").note = "set by key path"
air.note = "four ticks"

-- An action for the key: from 0.1 to 0.9 in one second, drawn again at each instant. The model has its new value at once.
local fuel = panel:find "fuel"
fuel.level = 0.1
fuel.actions = { level = ca.BasicAnimation { duration = 1, timingFunction = "easeInEaseOut" } }
ca.animate(1, function() fuel.level = 0.9 end)
fuel.note = "on its way to 90 %"

for i, box in ipairs(panel.sublayers) do
  local gauge = box.sublayers[1]
  box:addSublayer(caption(("%s  %d %%"):format(gauge.name, math.floor(gauge:presentation(0.4).level * 100 + 0.5)), 108))
  box:addSublayer(caption(gauge.note, 126))
  assert(table.concat(gauge:customKeys(), " ") == "note")
end

return panel
