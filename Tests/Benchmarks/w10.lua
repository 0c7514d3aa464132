-- Setting a property by key: -D n=… times. prop.c does the same in pure C.
local ca = require "layerlua"
local layer = ca.Layer()
for _ = 1, tonumber(ca.args.n) do layer.opacity = 0.5 end
