-- Hooks that move their layer, make it a mask, and copy it, while it is drawn.
-- expect: 0
local root = ca.Layer { bounds = { 0, 0, 40, 40 }, backgroundColor = "white" }
for i = 1, 20 do
  local layer = ca.Layer { frame = { i, i, 10, 10 } }
  layer.delegate = {
    drawLayerInContext = function(self, l, ctx)
      ctx:fill(l.bounds)
      if i % 4 == 0 then root.mask = l end
      if i % 4 == 1 then root:insertSublayer(l, 1) end
      if i % 4 == 2 then root:addSublayer(l:copy()) end
      if i % 4 == 3 then l.contents = nil; l.delegate = nil; collectgarbage() end
    end,
  }
  layer:setNeedsDisplay()
  root:addSublayer(layer)
end
return root
