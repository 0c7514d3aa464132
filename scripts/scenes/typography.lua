-- What text can do: attributes, lines under and through it, paragraphs, alignment, truncation, places in a box, writing systems.
local A = ca.AttributedString
local root = ca.Layer { bounds = { 0, 0, 640, 620 }, backgroundColor = "#fbfaf7" }
local ink, faint, accent = "#22262e", "#c9c4b8", "#b3261e"

-- A framed box with a small caption above it.
local function panel(caption, frame, text)
  local x, y, w, h = table.unpack(frame)
  root:addSublayer(ca.TextLayer {
    string = caption, font = "DejaVu Sans", fontSize = 8, foregroundColor = "#8a8577", frame = { x, y - 12, w, 11 },
  })
  text.frame = frame
  text.borderWidth, text.borderColor = 0.5, faint
  text.foregroundColor = text.foregroundColor or ink
  text.contentsScale = 2
  root:addSublayer(ca.TextLayer(text))
end

local function run(string, attributes)
  local t = { string, font = "DejaVu Serif", fontSize = 15, foregroundColor = ink }
  for key, value in pairs(attributes or {}) do t[key] = value end
  return t
end

root:addSublayer(ca.TextLayer {
  frame = { 20, 14, 600, 44 }, link = "https://en.wikipedia.org/wiki/Typography",
  string = A {
    { "Typo", font = "DejaVu Serif", fontSize = 34, weight = "bold", foregroundColor = ink, kern = -0.5 },
    { "graphy", font = "DejaVu Serif", fontSize = 34, italic = true, foregroundColor = accent },
    { "  in attributed strings", font = "Helvetica", fontSize = 13, foregroundColor = "#6b6659", baselineOffset = 2 },
  },
})

panel("weight, italic", { 20, 80, 290, 24 }, { string = A {
  run "upright ", run("bold ", { weight = "bold" }), run("italic ", { italic = true }), run("both", { weight = 700, italic = true }),
} })
panel("underlineStyle", { 330, 80, 290, 24 }, { string = A {
  run("single", { underlineStyle = "single" }), run "  ", run("thick", { underlineStyle = "thick" }), run "  ",
  run("double", { underlineStyle = "double" }), run "  ", run("raised", { underlineStyle = 1, baselineOffset = 3, fontSize = 11 }),
} })
panel("strikethroughStyle, backgroundColor", { 20, 124, 290, 24 }, { string = A {
  run("wrong", { strikethroughStyle = "single", foregroundColor = accent }), run "  ",
  run("wronger", { strikethroughStyle = "double" }), run "  ", run(" marked ", { backgroundColor = "#ffe58a" }),
} })
panel("kern", { 330, 124, 290, 24 }, { string = A {
  run("wide", { kern = 5 }), run " AVAST ", run("AVAST ", { kern = 0 }), run("tight", { kern = -1 }),
} })
panel("strokeWidth, strokeColor, shadow", { 20, 168, 290, 52 }, { string = A {
  run("Hol", { fontSize = 38, strokeWidth = 3, weight = "bold" }),
  run("low ", { fontSize = 38, strokeWidth = -3, strokeColor = accent, foregroundColor = "#ffd9a0", weight = "bold" }),
  run("Sun", { fontSize = 38, shadow = { offset = { 2, 3 }, blur = 4, color = "#0009" }, underlineStyle = "single" }),
} })
panel("baselineOffset", { 330, 168, 290, 52 }, { verticalAlignment = "center", string = A {
  run("E = mc", { fontSize = 24 }), run("2", { fontSize = 13, baselineOffset = 11 }), run("   H", { fontSize = 24 }),
  run("2", { fontSize = 13, baselineOffset = -5 }), run("O", { fontSize = 24 }),
} })

panel("indents, alignment, lineSpacing and lineHeightMultiple of paragraphs", { 20, 240, 290, 136 }, { wrapped = true, string = A {
  run("The first line of this paragraph stands in, the others do not.\n", { fontSize = 11, firstLineHeadIndent = 24, tailIndent = -20 }),
  run("•  A hanging indent keeps the text of a list beside its bullets.\n", { fontSize = 11, headIndent = 13, lineSpacing = 3 }),
  run("Centred, with half a line more between lines.\n", { fontSize = 11, alignment = "center", lineHeightMultiple = 1.4 }),
  run("And justified, which fills every line but the paragraph's last one.", { fontSize = 11, alignment = "justified" }),
} })
panel("writing systems: natural alignment follows the writing direction", { 330, 240, 290, 136 }, {
  wrapped = true, font = "DejaVu Sans", fontSize = 15,
  string = "Ünïcödé: Łódź, Ňéměc, e\u{301}\nΚαλημέρα κόσμε\nСъешь ещё этих булок\nשלום עולם (abc) 123\nمرحبا بالعالم\nԲարեւ, გამარჯობა",
})

for i, mode in ipairs { "left", "center", "right", "justified" } do
  panel("alignmentMode = \"" .. mode .. "\"", { 20 + (i - 1) * 152, 398, 144, 52 }, {
    wrapped = true, alignmentMode = mode, font = "Helvetica", fontSize = 11,
    string = "Text that is wrapped at the width of its box, line by line.",
  })
end
for i, mode in ipairs { "none", "start", "middle", "end" } do
  panel("truncationMode = \"" .. mode .. "\"", { 20 + (i - 1) * 152, 472, 144, 18 }, {
    truncationMode = mode, font = "Helvetica", fontSize = 12, string = "From the first word to the very last",
  })
end
for i, place in ipairs { "top", "center", "bottom", "baseline" } do
  panel("verticalAlignment = \"" .. place .. "\"", { 20 + (i - 1) * 152, 512, 144, 40 }, {
    verticalAlignment = place, alignmentMode = "center", font = "Times", fontSize = 18, string = "Typography",
  })
end
panel("wrapped and truncated: the last line that fits", { 20, 574, 296, 32 }, {
  wrapped = true, truncationMode = "end", font = "Courier", fontSize = 11,
  string = "Wrapped text that has more to say than its box can hold ends with an ellipsis on the last of the lines that fit its height.",
})
panel("a rotated layer: text is outlines, sharp at any angle and scale", { 340, 574, 280, 32 }, {
  font = "DejaVu Sans", fontSize = 15, alignmentMode = "center", verticalAlignment = "center", string = "turned by four degrees",
  ["transform.rotation.z"] = -math.rad(4), foregroundColor = accent,
})
return root
