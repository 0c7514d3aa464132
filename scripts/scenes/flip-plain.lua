-- A plain layer is flat: turned over, its sublayers are mirrored, but the one drawn last stays in front.
local ca = require "layerlua"
local flip = require "lib.flip"

return flip(ca.Layer)
