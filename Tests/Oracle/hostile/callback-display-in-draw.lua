-- A drawing hook that displays its own layer.
-- expect: 1
-- line: 6
-- stderr: dial: display() was called while the layer is being drawn
local layer = ca.Layer { name = "dial", bounds = { 0, 0, 10, 10 } }
layer.delegate = { drawLayerInContext = function(self, l) l:display() end }
layer:setNeedsDisplay()
return layer
