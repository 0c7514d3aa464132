local D = ca.Layer:subclass("D", {})
function D:drawInContext(c) c:addEllipse(c.clipBounds) c:strokePath() end
local d = D { bounds = {0, 0, 9, 9} } d:setNeedsDisplay() return d
