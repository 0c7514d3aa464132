-- A style that is no table of names and values.
-- expect: 1
-- line: 5
-- stderr: Layer.style: expected a table of names and values, got string "bold"
local layer = ca.Layer { style = "bold" }
return layer
