-- One dashboard, laid out for three screens: cards in a grid, each a stack of text and a chart; the page itself by constraints, the
-- marks of the side bar by autoresizing. Nothing is placed by hand: a size is all that differs.
local ca = require "layerlua"

local ink, grey, paper = "#1f2937", "#6b7280", "#ffffff"
local palette = { "#2563eb", "#0d9488", "#d97706", "#db2777" }

local function text(string, size, options)
  local l = ca.TextLayer { string = string, fontSize = size, font = "DejaVu Sans", foregroundColor = ink }
  for key, value in pairs(options or {}) do l[key] = value end
  return l
end

-- A chart draws into whatever bounds the layout gives it.
local Chart = ca.Layer:subclass("Chart", { defaults = { kind = "bars", color = "#2563eb", values = {} } })
function Chart:init() self.needsDisplayOnBoundsChange = true; self:setNeedsDisplay() end
function Chart:drawInContext(ctx)
  local b, values = self.bounds, self.values
  local top = 0
  for _, v in ipairs(values) do top = math.max(top, v) end
  if self.kind == "bars" then
    local step = b.width / #values
    for i, v in ipairs(values) do
      local h = b.height * v / top
      ctx:setFillColor(ca.Color(self.color):withAlpha(i == #values and 1 or 0.45))
      local bar = { (i - 1) * step + step * 0.15, b.height - h, step * 0.7, h }
      ctx:addPath(ca.Path():addRoundedRect(bar, math.min(3, step * 0.2, h / 2)))
      ctx:fillPath()
    end
  else
    local line = ca.Path()
    for i, v in ipairs(values) do
      local x, y = (i - 1) / (#values - 1) * b.width, (b.height - 4) * (1 - v / top) + 2
      if i == 1 then line:move(x, y) else line:addLine(x, y) end
    end
    local area = line:copy():addLine(b.width, b.height):addLine(0, b.height):closeSubpath()
    ctx:saveGState()
    ctx:addPath(area)
    ctx:clip()
    local c = ca.Color(self.color)
    ctx:drawLinearGradient({ c:withAlpha(0.35), c:withAlpha(0) }, { 0, 1 }, { 0, 0 }, { 0, b.height })
    ctx:restoreGState()
    ctx:setStrokeColor(c)
    ctx:setLineWidth(2)
    ctx:setLineJoin("round")
    ctx:addPath(line)
    ctx:strokePath()
  end
end

local function card(title, figure, change, chart, options)
  chart.layoutOptions = { flex = 1 }
  local up = change:sub(1, 1) == "+"
  return ca.Layer {
    backgroundColor = paper,
    cornerRadius = 10,
    shadowOpacity = 0.08,
    shadowRadius = 6,
    shadowOffset = { 0, 2 },
    layoutOptions = options,
    layoutManager = ca.StackLayoutManager { axis = "vertical", padding = 14, spacing = 4 },
    text(title, 11, { foregroundColor = grey }),
    ca.Layer {
      layoutManager = ca.StackLayoutManager { spacing = 8, alignment = "firstBaseline" },
      layoutOptions = { spacingAfter = 10 },
      text(figure, 22, { font = "DejaVu Sans Bold" }),
      text(change, 11, { foregroundColor = up and "#047857" or "#b91c1c" }),
    },
    chart,
  }
end

local function cards(columns)
  local wide = columns > 1 and { columnSpan = columns > 2 and 2 or 1, rowSpan = 1 } or nil
  return ca.Layer {
    name = "cards",
    layoutManager = ca.GridLayoutManager {
      columns = columns, rows = columns == 1 and 4 or columns == 2 and 2 or { "3fr", "2fr" }, columnSpacing = 14, rowSpacing = 14,
    },
    card("Revenue, twelve weeks", "$48.2k", "+12.4 %",
      Chart { kind = "line", color = palette[1], values = { 20, 24, 22, 30, 28, 35, 33, 41, 38, 44, 43, 48 } }, wide),
    card("New customers", "318", "+5.1 %", Chart { color = palette[2], values = { 4, 7, 5, 8, 6, 9, 11 } }),
    card("Refunds", "14", "-2.3 %", Chart { color = palette[3], values = { 6, 5, 7, 4, 4, 3, 2 } }),
    card("Response time", "184 ms", "+0.8 %",
      Chart { kind = "line", color = palette[4], values = { 15, 18, 16, 21, 19, 17, 18 } },
      columns > 2 and { columnSpan = 2 } or nil),
  }
end

local function dashboard(size, columns)
  local compact = columns == 1
  local page = ca.Layer { bounds = { 0, 0, size[1], size[2] }, backgroundColor = "#eef1f6", layoutManager = ca.ConstraintLayoutManager() }
  local bar = ca.Layer { name = "bar", bounds = { 0, 0, 52, 200 }, backgroundColor = ink }
  for i = 1, 4 do
    bar:addSublayer(ca.Layer { frame = { 16, 20 + (i - 1) * 36, 20, 20 }, cornerRadius = 6, backgroundColor = palette[i], autoresizingMask = "maxYMargin" })
  end
  bar:addSublayer(ca.Layer { frame = { 16, 164, 20, 20 }, cornerRadius = 10, backgroundColor = grey, autoresizingMask = "minYMargin" })
  local head = ca.Layer {
    name = "head",
    layoutManager = ca.GridLayoutManager { columns = { "1fr", "auto" }, rows = 1, xAlignment = "leading", yAlignment = "center" },
    text(compact and "Overview" or "Overview of the week", compact and 16 or 20, { font = "DejaVu Sans Bold" }),
    ca.Layer {
      backgroundColor = palette[1],
      cornerRadius = 12,
      layoutManager = ca.StackLayoutManager { padding = { horizontal = 12, vertical = 5 } },
      text(compact and "Share" or "Share this view", 11, { foregroundColor = "white" }),
    },
  }
  local body = cards(columns)
  local margin = compact and 12 or 20
  if compact then
    bar.hidden = true
    head:constrain { "minX = superlayer.minX + 12" }
  else
    bar:constrain { "minX = superlayer.minX", "minY = superlayer.minY", "maxY = superlayer.maxY" }
    head:constrain { "minX = bar.maxX + 20" }
  end
  head:constrain { ("maxX = superlayer.maxX - %d"):format(margin), ("minY = superlayer.minY + %d"):format(margin), "height = 30" }
  body.name = "body"
  body:constrain { "minX = head.minX", "maxX = head.maxX", "minY = head.maxY + 14", ("maxY = superlayer.maxY - %d"):format(margin) }
  page.sublayers = { bar, head, body }
  return page
end

local wide, tablet, phone = dashboard({ 760, 440 }, 3), dashboard({ 460, 440 }, 2), dashboard({ 230, 640 }, 1)
return ca.Layer {
  name = "dashboard",
  backgroundColor = "#cbd3df",
  layoutManager = ca.StackLayoutManager { padding = 20, spacing = 20, alignment = "leading", distribution = "center", sizeToFit = "both",
    sizeToFitCorner = "minXMinY" },
  wide, tablet, phone,
}
