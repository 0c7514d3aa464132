-- 100,000 layers, each displayed by the hook of the one before it.
-- expect: 1,3
-- stderr: stack|deep|nested
-- stderr: noline
local function link(next)
  local layer = ca.Layer { bounds = { 0, 0, 4, 4 } }
  layer.delegate = { displayLayer = function() if next then next:display() end end }
  return layer
end
local layer
for _ = 1, 100000 do layer = link(layer) end
layer:display()
