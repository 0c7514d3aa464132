-- Two layers whose hooks display each other.
-- expect: 1
-- stderr: a: display() was called while the layer is being drawn
local a = ca.Layer { name = "a", bounds = { 0, 0, 10, 10 } }
local b = ca.Layer { name = "b", bounds = { 0, 0, 10, 10 } }
a.delegate = { displayLayer = function() b:display() end }
b.delegate = { displayLayer = function() a:display() end }
a:display()
return a
