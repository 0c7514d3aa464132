-- A transform layer has depth: turned over, what was in front is behind.
local ca = require "layerlua"
local flip = require "lib.flip"

return flip(ca.TransformLayer)
