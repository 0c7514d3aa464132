-- The one generator all benchmark scenes draw their numbers from, so that other programs can draw the same pictures.
local Random = {}
Random.__index = Random

function Random.new(seed)
  local self = setmetatable({ state = seed }, Random)
  for _ = 1, 4 do self:next() end
  return self
end

-- 0 … 1, 1 excluded.
function Random:next()
  self.state = (self.state * 1664525 + 1013904223) % 4294967296
  return self.state / 4294967296
end

function Random:real(a, b) return a + (b - a) * self:next() end
function Random:integer(n) return math.floor(self:next() * n) end

function Random:color(alpha)
  local r, g, b = self:integer(256), self:integer(256), self:integer(256)
  return { r / 255, g / 255, b / 255, alpha or 1 }
end

local words = {}
for word in ([[layer stack shadow corner radius contents gravity anchor bounds position opacity mask
transform perspective gradient replicator emitter timing curve keyframe]]):gmatch "%S+" do words[#words + 1] = word end
function Random:word() return words[self:integer(20) + 1] end

return Random
