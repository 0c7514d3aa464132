-- Notes on a board, of a class that lays itself out.
local ca = require "layerlua"
local kit = require "kit"
local theme = require "theme"

local Column = ca.Layer:subclass "Column"
function Column:layoutSublayers()
  Column.super.layoutSublayers(self)
  for i, note in ipairs(self.sublayers) do note.frame = { 4, 4 + (i - 1) * 26, self.bounds.width - 8, 22 } end
end
function Column:drawInContext(ctx)
  ctx:setStrokeColor(theme.line)
  ctx:stroke { 0.5, 0.5, self.bounds.width - 1, self.bounds.height - 1 }
end

local page = kit.page(190, 110)
local function column(x, notes, color)
  local column = Column { frame = { x, 8, 80, 94 }, backgroundColor = "#f8f9fa" }
  for _, words in ipairs(notes) do
    local note = kit.box(column, 0, 0, 10, 10, color)
    note.name = words
    kit.text(note, words, 4, 2, { size = theme.small, width = 66 })
  end
  column:setNeedsDisplay()
  page:addSublayer(column)
  return column
end
column(8, { "Paint", "Sweep" }, "#fff3c4")
column(100, { "Bake", "Write", "Rest" }, "#cdeac0")
return page

--! never-displayed: column:setNeedsDisplay() =>  @ board.lua:18
--! not-attached: page:addSublayer(column) => if x < 100 then page:addSublayer(column) end @ board.lua:18
--! same-colour: kit.text(note, words, 4, 2, { size = theme.small, width = 66 }) => kit.text(note, words, 4, 2, { size = theme.small, width = 66, color = color }) @ kit.lua:12
