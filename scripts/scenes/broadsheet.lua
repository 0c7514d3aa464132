-- A front page: a headline that fits, text that flows through columns of different lengths, a list, and a table of
-- contents.
local root = ca.Layer { name = "page", bounds = { 0, 0, 480, 620 }, backgroundColor = "#f7f3e8" }
local ink, faint, accent = "#24211c", "#8b8471", "#9c2a1f"

local function text(keys)
  keys.font, keys.foregroundColor = keys.font or "DejaVu Serif", keys.foregroundColor or ink
  local layer = ca.TextLayer(keys)
  root:addSublayer(layer)
  return layer
end
local function rule(x, y, w, h) root:addSublayer(ca.Layer { frame = { x, y, w, h or 1 }, backgroundColor = ink }) end

local masthead = text { frame = { 24, 20, 432, 56 }, string = "The Nantucket Mercury", fontSize = 80,
  fontWeight = "bold", alignmentMode = "center", verticalAlignment = "center", fitsText = "shrink", minimumFontSize = 12 }
assert(masthead.fittedFontSize < 80)
rule(24, 80, 432, 2)
text { frame = { 24, 84, 432, 14 }, string = "No. 135 — Price, two cents", fontSize = 9, alignmentMode = "center",
  foregroundColor = faint }
rule(24, 100, 432)

-- Three teasers of one size: the longest decides.
local teasers = { "Gale off the Cape", "Oil rises again", "Whalers at odds about the owners' new articles" }
for i, words in ipairs(teasers) do
  text { frame = { 24 + 148 * (i - 1), 108, 136, 40 }, string = words, fontSize = 24, fontWeight = "bold",
    wrapped = true, lineBreakStrategy = "balance", fitsText = "shrink", fitsTextGroup = "teasers",
    minimumFontSize = 8, foregroundColor = accent }
end
rule(24, 152, 432)

-- Lines of a paragraph are joined; an empty line begins the next one.
local story = ([[
Call me Ishmael. Some years ago, never mind how long precisely, having little or no money in my purse, and nothing
particular to interest me on shore, I thought I would sail about a little and see the watery part of the world. It
is a way I have of driving off the spleen and regulating the circulation.

Whenever I find myself growing grim about the mouth; whenever it is a damp, drizzly November in my soul; whenever I
find myself involuntarily pausing before coffin warehouses, and bringing up the rear of every funeral I meet; then I
account it high time to get to sea as soon as I can.

This is my substitute for pistol and ball. With a philosophical flourish Cato throws himself upon his sword; I
quietly take to the ship. There is nothing surprising in this. If they but knew it, almost all men in their degree,
some time or other, cherish very nearly the same feelings towards the ocean with me.

There now is your insular city of the Manhattoes, belted round by wharves as Indian isles by coral reefs; commerce
surrounds it with her surf. Right and left, the streets take you waterward. Its extreme downtown is the battery,
where that noble mole is washed by waves, and cooled by breezes, which a few hours previous were out of sight of
land. Look at the crowds of water-gazers there.

Circumambulate the city of a dreamy Sabbath afternoon. Go from Corlears Hook to Coenties Slip, and from thence, by
Whitehall, northward. What do you see? Posted like silent sentinels all around the town, stand thousands upon
thousands of mortal men fixed in ocean reveries. Some leaning against the spiles; some seated upon the pier-heads;
some looking over the bulwarks of ships from China; some high aloft in the rigging, as if striving to get a still
better seaward peep. But these are all landsmen; of week days pent up in lath and plaster, tied to counters, nailed
to benches, clinched to desks. How then is this? Are the green fields gone? What do they here?]]):gsub("%f[\n]\n%f[^\n]", " "):gsub("\n\n", "\n")
local columns = {}
for i, height in ipairs { 300, 300, 452 } do
  columns[i] = text { name = "column " .. i, frame = { 24 + 148 * (i - 1), 160, 136, height }, wrapped = true,
    fontSize = 9.5, alignmentMode = "justified", lineHeight = 13, paragraphSpacing = 3, lineBreakStrategy = "pretty" }
  if i > 1 then
    columns[i - 1].continuesIn = columns[i]
    rule(24 + 148 * (i - 1) - 6.25, 160, 0.5, height)
  end
end
columns[1].string, columns[1].orphans, columns[1].widows = story, 2, 2
assert(not columns[1].overflows)

rule(24, 470, 284)
text { frame = { 24, 476, 136, 14 }, string = "To brew tea at sea", fontSize = 11, fontWeight = "bold" }
text { frame = { 24, 494, 136, 116 }, wrapped = true, string = ca.AttributedString {
  { "Warm the pot, and pour the water away.\nOne spoon for each cup.\nOne for the pot.\nHold on to the table.",
    font = "DejaVu Serif", fontSize = 9.5, foregroundColor = ink, listMarker = "{decimal}.",
    headIndent = 16, paragraphSpacing = 3 } } }
text { frame = { 172, 476, 136, 14 }, string = "Inside", fontSize = 11, fontWeight = "bold" }
text { frame = { 172, 494, 136, 116 }, string = ca.AttributedString {
  { "Loomings\t1\nThe Carpet-Bag\t7\nThe Spouter-Inn\t10\nThe Counterpane\t23\nBreakfast\t27\nThe Street\t29",
    font = "DejaVu Serif", fontSize = 9.5, foregroundColor = ink, lineHeight = 15,
    tabStops = { { location = 136, alignment = "right", leader = "." } } } } }
return root
