-- A card as sites show it for a link: a label in spaced letters, a headline of at most two lines, paragraphs, and a
-- line whose runs take their font from the layer.
local ca = require "layerlua"

local card = ca.GradientLayer {
  bounds = { 0, 0, 600, 315 },
  colors = { "#1d2b53", "#3b1d53" },
  startPoint = { 0, 0.5 },
  endPoint = { 1, 0.5 },
}

local function text(init)
  init.foregroundColor = init.foregroundColor or "white"
  card:addSublayer(ca.TextLayer(init))
end

text {
  frame = { 40, 36, 400, 20 },
  string = "FIELD NOTES",
  font = "Helvetica Bold",
  fontSize = 13,
  letterSpacing = 3,
  foregroundColor = "#ffcc66",
}
text {
  frame = { 40, 60, 520, 90 },
  string = "Everything that a compositor has to forget between one frame and the next, and what it had better remember",
  font = "Helvetica Bold",
  fontSize = 32,
  lineHeight = 38,
  wrapped = true,
  maximumNumberOfLines = 2,
  truncationMode = "end",
}
text {
  frame = { 40, 156, 520, 90 },
  string = "A picture that did not change is not drawn again.\nA picture that did is drawn where it did.",
  fontSize = 17,
  lineHeight = 24,
  paragraphSpacing = 8,
  wrapped = true,
  foregroundColor = "#d8d4f0",
}
text {
  frame = { 40, 256, 520, 24 },
  font = "DejaVu Serif",
  fontSize = 15,
  foregroundColor = "#c0b8e8",
  inheritsTextAttributes = true,
  string = ca.AttributedString {
    "by ",
    { "Ada Bezier", weight = "bold", foregroundColor = "white", underlineStyle = "dotted byWord" },
    ", 12 minutes to read",
  },
}

return card
