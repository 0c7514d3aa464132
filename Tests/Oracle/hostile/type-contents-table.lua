-- Contents that are no image.
-- expect: 1
-- line: 6
-- stderr: Layer.contents: expected an image or a file name
local layer = ca.Layer { bounds = { 0, 0, 10, 10 } }
layer.contents = { "photo.png" }
return layer
