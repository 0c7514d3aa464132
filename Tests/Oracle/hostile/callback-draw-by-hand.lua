-- A class' drawing hook called without a context.
-- expect: 1
-- line: 9
-- stderr: Dial:drawInContext is called when the layer is displayed
local Dial = ca.Layer:subclass("Dial")
function Dial:drawInContext(ctx)
  ctx:fill(self.bounds)
end
Dial { bounds = { 0, 0, 10, 10 } }:drawInContext()
