-- A card of 1200 × 630 as sites show it for a link.
-- A gradient, a panel with a shadow, a title of at most three lines and a subtitle.
local ca = require "layerlua"

local title = ca.parameter("title", { default = "Everything that a compositor has to forget", maxLength = 200 })
local subtitle = ca.parameter("subtitle", { default = "Field notes, 12 minutes to read", maxLength = 120 })
local accent = ca.parameter("accent", { default = "#3b1d53", kind = "color" })
-- Changes nothing in the picture: a card with another number is drawn again.
ca.parameter("n", { default = 0, min = 0, max = 2000000000, kind = "integer" })

local card = ca.GradientLayer {
  bounds = { 0, 0, 1200, 630 },
  colors = { "#1d2b53", accent },
  startPoint = { 0, 0 },
  endPoint = { 1, 1 },
}
card:addSublayer(ca.Layer {
  frame = { 60, 60, 1080, 510 },
  backgroundColor = "white",
  cornerRadius = 24,
  shadowOpacity = 0.5,
  shadowRadius = 30,
  shadowOffset = { 0, 12 },
})
card:addSublayer(ca.TextLayer {
  frame = { 120, 120, 960, 230 },
  string = title,
  fontSize = 58,
  fontWeight = "bold",
  foregroundColor = "#1b1b2b",
  wrapped = true,
  maximumNumberOfLines = 3,
  truncationMode = "end",
})
card:addSublayer(ca.TextLayer {
  frame = { 120, 460, 960, 40 },
  string = subtitle,
  fontSize = 28,
  foregroundColor = accent,
})
return card
