-- A drawing hook that asks to be called again each time.
-- expect: 1
-- stderr: busy: needs display again each time it is drawn
-- stderr: noline
local layer = ca.Layer { name = "busy", bounds = { 0, 0, 10, 10 } }
layer.delegate = { drawLayerInContext = function(self, l) l:setNeedsDisplay() end }
layer:setNeedsDisplay()
return layer
