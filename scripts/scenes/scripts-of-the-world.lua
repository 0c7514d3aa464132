-- One sentence in twelve scripts, each in the font that has it, in the order in which it is written. The fonts are those
-- of fonts-noto-core and fonts-droid-fallback:
-- layerlua scripts-of-the-world.lua --font-dir /usr/share/fonts/truetype/noto --font-dir /usr/share/fonts/truetype/droid
local ca = require "layerlua"

local root = ca.Layer { bounds = { 0, 0, 640, 470 }, backgroundColor = "#fffdf7" }
local lines = {
  { "Latin", "All layers lie in one plane." },
  { "Greek", "Όλα τα στρώματα είναι σε ένα επίπεδο." },
  { "Cyrillic", "Все слои лежат в одной плоскости." },
  { "Hebrew", "כל השכבות נמצאות במישור אחד." },
  { "Arabic", "كل الطبقات تقع في مستوى واحد." },
  { "Devanagari", "सभी परतें एक ही तल में हैं।" },
  { "Bengali", "সব স্তর এক সমতলে আছে।" },
  { "Tamil", "எல்லா அடுக்குகளும் ஒரே தளத்தில் உள்ளன." },
  { "Thai", "ทุกชั้นอยู่ในระนาบเดียวกัน" },
  { "Armenian", "Բոլոր շերտերը մեկ հարթության վրա են։" },
  { "Georgian", "ყველა ფენა ერთ სიბრტყეშია." },
  { "Chinese", "所有图层都在同一个平面上。" },
}

local y = 18
for _, line in ipairs(lines) do
  root:addSublayer(ca.TextLayer {
    frame = { 24, y + 6, 110, 20 }, string = line[1], fontSize = 13, foregroundColor = "#a0977f",
  })
  -- Natural alignment: what is written from the right begins there.
  root:addSublayer(ca.TextLayer {
    frame = { 140, y, 476, 34 }, string = line[2], font = "DejaVu Sans", fontSize = 20, foregroundColor = "#2b2a26",
  })
  y = y + 36
end

return root
