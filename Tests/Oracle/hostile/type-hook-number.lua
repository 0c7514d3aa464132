-- A delegate's hook that is no function.
-- expect: 1
-- stderr: Layer.delegate: expected drawLayerInContext to be a function, got number 5
local layer = ca.Layer { bounds = { 0, 0, 10, 10 } }
layer.delegate = { drawLayerInContext = 5 }
layer:display()
return layer
