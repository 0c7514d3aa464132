-- A title card in one time line: a mark that draws itself, a name, a list from the middle, a count, and the way out.
-- layerlua time-line.lua -o time-line.mp4: the film lasts as long as the line.
local ca = require "layerlua"

local INK, PALE, RED, BLUE = "#1d2733", "#eef1f5", "#d1495b", "#30638e"

local function stage()
  local root = ca.Layer { name = "stage", bounds = { 0, 0, 320, 180 }, backgroundColor = PALE, masksToBounds = true }
  local ring = ca.ShapeLayer { name = "ring", frame = { 24, 30, 56, 56 }, path = ca.Path():addEllipse { 4, 4, 48, 48 },
    fillColor = false, strokeColor = RED, lineWidth = 7, lineCap = "round", ["transform.rotation.z"] = -math.pi / 2 }
  local mark = ca.Layer { name = "mark", bounds = { 0, 0, 18, 18 }, position = { 52, 58 }, cornerRadius = 9,
    backgroundColor = RED }
  local function text(string, frame, size, color)
    return ca.TextLayer { name = string, string = string, frame = frame, font = "DejaVu Sans", fontSize = size,
      foregroundColor = color }
  end
  local title = text("Harbour Tea", { 96, 34, 210, 30 }, 22, INK)
  local tagline = text("leaves, water, time", { 97, 64, 210, 18 }, 12, "#66707c")
  local count = text("", { 24, 138, 130, 26 }, 19, INK)
  local rows = {}
  for i, width in ipairs { 64, 108, 140, 92, 48 } do
    rows[i] = ca.Layer { name = "row " .. i, bounds = { 0, 0, width, 8 }, anchorPoint = { 0, 0.5 },
      position = { 164, 96 + i * 14 }, cornerRadius = 4, backgroundColor = BLUE }
  end
  root.sublayers = { ring, mark, title, tagline, count }
  for _, row in ipairs(rows) do root:addSublayer(row) end

  ca.timeline { name = "intro", duration = 0.5, timingFunction = "cubicOut" }
    :from(ring, { strokeEnd = 0 }, { duration = 0.9, timingFunction = "cubicInOut" })
    :from(mark, { ["transform.scale"] = 0 }, { at = "-0.3", spring = { bounce = 0.45 } })
    :from(title, { ["position.x"] = 430 }, { at = "with+0.1", duration = 0.7, timingFunction = "expoOut" })
    :label("tagline", "after-0.2"):from(tagline, { opacity = 0 }, { at = "tagline" })
    :from(rows, { ["bounds.size.width"] = 0, opacity = 0 },
      { at = "tagline+0.1", stagger = { each = 0.08, from = "center" } })
    :run(function(f) count.string = ("%.0f cups"):format(1250 * f) end,
      { at = "with", duration = 1, fillMode = "forwards" })
    :hold(0.5):label "out"
    :to({ title, tagline, count, mark }, { opacity = 0 }, { at = "out", stagger = 0.08, duration = 0.3 })
    :to(rows, { ["position.x"] = 340 }, { at = "out", stagger = 0.05, duration = 0.4, timingFunction = "backIn" })
    :to(ring, { strokeStart = 1 }, { at = "out+0.2", duration = 0.6, timingFunction = "sineInOut" })
  return root
end

if not ca.args.sheet then return stage() end

-- The sheet shows six moments.
local sheet = ca.Layer { name = "sheet", bounds = { 0, 0, 3 * 328 + 8, 2 * 204 + 8 }, backgroundColor = "white" }
local scene = stage()
for i, time in ipairs { 0.3, 0.8, 1.2, 1.6, 2.6, 3.3 } do
  local x, y = 8 + (i - 1) % 3 * 328, 8 + (i - 1) // 3 * 204
  sheet:addSublayer(ca.Layer { frame = { x, y, 320, 180 }, contents = ca.render(scene, { time = time }) })
  sheet:addSublayer(ca.TextLayer { frame = { x, y + 182, 320, 14 }, string = time .. " s", font = "DejaVu Sans",
    fontSize = 10, foregroundColor = "#808890" })
end
return sheet
