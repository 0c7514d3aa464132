-- Bits that are no corners.
-- expect: 1
-- line: 6
-- stderr: Layer.maskedCorners: expected names among minXMinY, maxXMinY, minXMaxY, maxXMaxY, or the sum of their bits from 0 to 15, got number 99
local layer = ca.Layer { bounds = { 0, 0, 10, 10 } }
layer.maskedCorners = 99
return layer
