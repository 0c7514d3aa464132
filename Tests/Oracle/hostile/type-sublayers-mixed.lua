-- Sublayers that are partly none; the tree stays as it was.
-- expect: 1
-- line: 7
-- stderr: Layer.sublayers: expected a list of layers, got string "b"
local layer = ca.Layer { bounds = { 0, 0, 10, 10 }, ca.Layer { name = "a" } }
local kept = layer.sublayers[1]
local ok, message = pcall(function() layer.sublayers = { ca.Layer {}, "b" } end)
assert(layer.sublayers[1] == kept and #layer.sublayers == 1)
error(message, 0)
