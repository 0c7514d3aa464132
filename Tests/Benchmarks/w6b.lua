-- A paragraph of 50,000 bytes.
local ca = require "layerlua"
local random = require("lib.random").new(66)
local words, length = {}, 0
while length < 50000 do
  local word = random:word()
  words[#words + 1] = word
  length = length + #word + 1
end
local root = ca.Layer { bounds = { 0, 0, 600, 12000 }, backgroundColor = "white" }
root:addSublayer(ca.TextLayer {
  frame = root.bounds,
  string = table.concat(words, " "),
  wrapped = true,
  font = "DejaVu Sans",
  fontSize = 14,
  foregroundColor = "black",
})
return root
