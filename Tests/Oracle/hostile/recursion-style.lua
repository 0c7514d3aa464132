-- A style that would hold itself, and a chain of styles longer than anyone follows.
-- expect: 0
local style = { glow = 1 }
for _ = 1, 90 do style = { style = style } end
local layer = ca.Layer { bounds = { 0, 0, 10, 10 }, style = style }
assert(layer.glow == nil)
local own = {}
own.style = own
assert(not pcall(function() layer.style = own end))
return layer
