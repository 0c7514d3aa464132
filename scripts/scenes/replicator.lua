-- Copies that are no layers: a loading indicator, a flower of turned petals, a field of tiles whose colours step both ways, and
-- cards that keep their depth.
local ca = require "layerlua"

local root = ca.Layer { bounds = { 0, 0, 480, 320 }, backgroundColor = "#fbfaf7" }

-- Twelve bars about the centre, each a twelfth paler than the one before.
root:addSublayer(ca.ReplicatorLayer {
  name = "spinner", frame = { 20, 20, 130, 130 }, instanceCount = 12, instanceTransform = ca.Transform.rotation(math.pi / 6),
  instanceColor = "#3b4cca", instanceAlphaOffset = -1 / 13,
  ca.Layer { frame = { 60, 4, 10, 32 }, cornerRadius = 5, backgroundColor = "white" },
})

-- Petals: each turned a little further, its hue a little on; where they overlap the later one lies over the earlier.
root:addSublayer(ca.ReplicatorLayer {
  name = "flower", frame = { 170, 20, 130, 130 }, instanceCount = 16, ["instanceTransform.rotation.z"] = math.pi / 8,
  instanceColor = { 1, 0.25, 0.35 }, instanceGreenOffset = 0.04, instanceBlueOffset = 0.03,
  ca.ShapeLayer {
    frame = { 0, 0, 130, 130 }, path = "M 65 65 C 40 40 48 8 65 4 C 82 8 90 40 65 65 Z", fillColor = "#ffffffd0", strokeColor = "white",
    shadowOpacity = 0.25, shadowOffset = { 0, 1 }, shadowRadius = 2,
  },
})

-- Replicators nest: the inner one makes a row, the outer one repeats the row. Their colours multiply.
root:addSublayer(ca.ReplicatorLayer {
  name = "field", frame = { 320, 20, 140, 130 }, instanceCount = 9, instanceTransform = ca.Transform.translation(0, 14.5, 0),
  instanceGreenOffset = -0.1,
  ca.ReplicatorLayer {
    frame = { 0, 0, 140, 14 }, instanceCount = 10, instanceTransform = ca.Transform.translation(14, 0, 0), instanceRedOffset = -0.1,
    ca.Layer { frame = { 1, 1, 12, 12 }, cornerRadius = 3, backgroundColor = "white" },
  },
})

-- Cards that recede: with preservesDepth each instance is a plane of its own under the perspective of the layer above.
local stage = ca.Layer {
  frame = { 20, 170, 440, 130 }, backgroundColor = "#20263d", cornerRadius = 10, masksToBounds = true,
  ["sublayerTransform.m34"] = -1 / 420,
}
stage:addSublayer(ca.ReplicatorLayer {
  name = "cards", frame = { 0, 0, 440, 130 }, preservesDepth = true, instanceCount = 9,
  instanceTransform = ca.Transform.rotation(math.pi * 2 / 9, 0, 1, 0), instanceColor = { 1, 0.8, 0.5 }, instanceBlueOffset = 0.06,
  instanceRedOffset = -0.06,
  ca.Layer {
    bounds = { 0, 0, 54, 68 }, position = { 220, 65 }, cornerRadius = 8, backgroundColor = "white", borderWidth = 3,
    borderColor = "#9a9aa6", transform = ca.Transform.translation(0, 0, 85),
    ca.TextLayer { frame = { 0, 20, 54, 40 }, string = "card", fontSize = 18, foregroundColor = "#333", alignmentMode = "center" },
  },
})
root:addSublayer(stage)
return root
