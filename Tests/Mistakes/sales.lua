-- A chart of sales by month.
local kit = require "kit"
local theme = require "theme"
local chart = require "chart"

local months = {
  { name = "Jan", value = 40 }, { name = "Feb", value = 65 }, { name = "Mar", value = 0 },
  { name = "Apr", value = 90, color = theme.warm },
}
local page = kit.page(180, 120)
kit.text(page, "Sales", 10, 4, { size = theme.large })
chart.bars(page, months, { 10, 30, 160, 60 })
kit.box(page, 10, 90, 160, 1, theme.line)
for i, month in ipairs(months) do
  kit.text(page, month.name, 12 + (i - 1) * 40, 94, { size = theme.small, color = theme.muted, width = 36 })
end
local total = kit.text(page, "195", 130, 6, { align = "right", width = 40, color = theme.good })
total.name = "total"
return page

--! empty-bounds: kit.box(page, 10, 90, 160, 1, theme.line) => kit.box(page, 10, 90, 160, 0, theme.line)
--! same-colour: color = theme.good }) => color = theme.paper })
--! text-box: kit.text(page, "195", 130, 6 => kit.text(page, "1,950,000 in all", 130, 6
