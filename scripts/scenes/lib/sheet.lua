-- A sheet of cells with captions, each with a stage of 132 × 76 points for a picture.
local ca = require "layerlua"

local CELL_WIDTH, CELL_HEIGHT = 148, 106

--- Makes an empty sheet: `cell(caption, draw)` adds a cell, whose stage `draw` gets, and `finish()` returns the sheet's layer.
local function sheet(name, columns)
  local layer = ca.Layer { name = name, backgroundColor = "white" }
  local count = 0

  local function cell(caption, draw)
    local x, y = count % columns * CELL_WIDTH, count // columns * CELL_HEIGHT
    count = count + 1
    local stage = ca.Layer { name = caption, frame = { 8, 6, CELL_WIDTH - 16, CELL_HEIGHT - 30 } }
    layer:addSublayer(ca.Layer {
      frame = { x, y, CELL_WIDTH, CELL_HEIGHT },
      borderColor = "#dfe5ec",
      borderWidth = 0.5,
      stage,
      ca.TextLayer {
        frame = { 4, CELL_HEIGHT - 21, CELL_WIDTH - 8, 16 },
        string = caption,
        font = "DejaVu Sans",
        fontSize = 10,
        alignmentMode = "center",
        allowsFontSubpixelQuantization = true,
        truncationMode = "end",
        foregroundColor = "#2b3440",
      },
    })
    draw(stage)
  end

  local function finish()
    layer.bounds = { 0, 0, math.min(count, columns) * CELL_WIDTH, (count + columns - 1) // columns * CELL_HEIGHT }
    return layer
  end

  return cell, finish
end

return sheet
