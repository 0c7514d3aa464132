-- Emoji beside text: sequences that are one glyph, the same character as text and as emoji, and what text may have.
local root = ca.Layer { bounds = { 0, 0, 480, 320 }, backgroundColor = "white" }

local function line(y, size, string, keys)
  local layer = ca.TextLayer {
    frame = { 20, y, 440, size * 1.5 }, string = string, fontSize = size, foregroundColor = "#223",
  }
  for key, value in pairs(keys or {}) do layer[key] = value end
  root:addSublayer(layer)
  return layer
end

line(12, 34, "Sunny ☀️ and 24 °C 😎")
line(68, 34, "👍👍🏽👍🏿 👩🏿‍🚀🇩🇪🇫🇷 3️⃣🏳️‍🌈")
line(124, 20, "Text ❤ ☺ ✈ ©, emoji ❤️ ☺️ ✈️ ©️")
line(160, 26, "faded 🎉 as a whole", { foregroundColor = "#2233cc66" })
line(204, 24, ca.AttributedString {
  { "With a shadow 🍎 ", fontSize = 24, foregroundColor = "#a33",
    shadow = { offset = { 2, 3 }, blur = 3, color = "#0008" } },
  { "underlined ✨", fontSize = 24, foregroundColor = "#336", underlineStyle = "single" },
})

-- Turned, small and large; and in a drawing context.
local turned = line(250, 30, "🚀 up", { frame = { 330, 255, 100, 45 } })
turned["transform.rotation.z"] = -0.3
root:addSublayer(ca.TextLayer { frame = { 20, 250, 70, 60 }, string = "🌍", fontSize = 44 })
local Drawn = ca.Layer:subclass("Drawn")
function Drawn:drawInContext(context)
  context:setAlpha(0.5)
  context:drawText("drawn 🐢", { 10, 40 }, { fontSize = 30, foregroundColor = "#060" })
end
local drawn = Drawn { frame = { 110, 250, 200, 60 } }
drawn:setNeedsDisplay()
root:addSublayer(drawn)
return root
