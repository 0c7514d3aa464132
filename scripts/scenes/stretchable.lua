-- One picture of a button at its own and at two other sizes. contentsCenter is the part that is stretched, so the corners keep theirs.
local ca = require "layerlua"

local button = ca.Image.draw(48, 48, 2, function(ctx)
  ctx:beginPath()
  ctx:addRoundedRect({ 1, 1, 46, 46 }, 11)
  ctx:saveGState()
  ctx:clip()
  ctx:drawLinearGradient({ "#fdfdfd", "#9fb6c9" }, { 0, 1 }, { 0, 0 }, { 0, 48 })
  ctx:restoreGState()
  ctx:addRoundedRect({ 1.5, 1.5, 45, 45 }, 10.5)
  ctx:setStrokeColor "#36556e"
  ctx:setLineWidth(2)
  ctx:strokePath()
end)

local function stretched(frame, label)
  return ca.Layer {
    name = label,
    frame = frame,
    contents = button,
    contentsScale = 2,
    contentsCenter = { 0.25, 0.25, 0.5, 0.5 },
    ca.TextLayer {
      frame = { 0, 0, frame[3], frame[4] },
      string = label,
      fontSize = 17,
      alignmentMode = "center",
      verticalAlignment = "center",
      foregroundColor = "#203040",
    },
  }
end

return ca.Layer {
  name = "stretchable",
  bounds = { 0, 0, 340, 190 },
  backgroundColor = "white",
  stretched({ 20, 20, 48, 48 }, "OK"),
  stretched({ 90, 20, 230, 48 }, "Shut down"),
  stretched({ 20, 90, 300, 80 }, "Sleep"),
}
