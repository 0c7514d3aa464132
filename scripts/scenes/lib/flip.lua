-- A blue and a green layer, the green one nearer to the viewer, in a layer of the given class that is turned over.
local ca = require "layerlua"

return function(class)
  local lay1 = class { name = "lay1", frame = { 50, 50, 160, 180 } }
  local lay2 = ca.Layer { name = "lay2", frame = { 0, 0, 132, 140 }, backgroundColor = "blue" }
  local lay3 = ca.Layer { name = "lay3", frame = lay2.frame:offsetBy(20, 30), backgroundColor = "#00c000", zPosition = 10 }
  lay1:addSublayer(lay2)
  lay1:addSublayer(lay3)
  lay1["transform.rotation.y"] = math.pi
  return ca.Layer { name = "flip", bounds = { 0, 0, 260, 280 }, backgroundColor = "white", lay1 }
end
