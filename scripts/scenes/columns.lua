-- A poster in two columns of justified text, set by total fit; a headline in balanced lines, and a list with places for
-- tabs. Words are divided at their soft hyphens, written "-" below and "~" where a hyphen is meant, so that the picture
-- needs no file of hyphens: with -D hyphens=1 hyphen-en-us divides the others, too.
local ca = require "layerlua"

local WIDTH, HEIGHT, MARGIN, GAP = 640, 800, 48, 28
local INK, RED, PAPER = "#23201c", "#a3301f", "#f7f1e3"
local column = (WIDTH - 2 * MARGIN - GAP) / 2

local function soft(text) return (text:gsub("%-", "\u{AD}"):gsub("~", "-"):gsub("\n%s*", " "):gsub("|%s*", "\n")) end

local page = ca.Layer { bounds = { 0, 0, WIDTH, HEIGHT }, backgroundColor = PAPER }

page:addSublayer(ca.TextLayer {
  frame = { MARGIN, 40, WIDTH - 2 * MARGIN, 100 },
  string = "How a paragraph finds the places at which its lines come to an end",
  font = "Liberation Serif Bold",
  fontSize = 34,
  lineHeight = 40,
  foregroundColor = INK,
  alignmentMode = "center",
  wrapped = true,
  lineBreakStrategy = "balance",
})
page:addSublayer(ca.Layer { frame = { MARGIN, 140, WIDTH - 2 * MARGIN, 2 }, backgroundColor = RED })

local left = soft [[Whoever sets a line of type by hand fills the stick un-til no oth-er word will go in, and then spa-ces
  it out to the mea-sure. It is quick-ly done, and it is a gam-ble: what is left for the next line is what-ever
  comes, and a long word at the wrong mo-ment tears a hole that no thin spa-ces mend.|
  A ma-chine need not play. It can hold the whole para-graph in its mem-ory, weigh ev-ery way to di-vide it, and
  choose the one in which the sum of all dis-com-forts is the small-est. A space that is stretched costs lit-tle; one
  that is stretched far costs much, since the price grows with the cube of what it has to cov-er.]]
local right = soft [[So an ear-ly line gives up a word that it could have held, be-cause a lat-er one would suf-fer with-out
  it. No~one who reads no-tices the gift. What they no-tice is that the grey of the col-umn is even, that riv-ers do not
  run through it, and that the last line is not a sin-gle syl-la-ble.|
  Hy-phens are the small change of this econ-o-my. Each has its price, two in suc-ces-sion have a high-er one, and the
  para-graph spends them where they buy the most. The lan-guage says where words come apart; the rest is arith-me-tic,
  done be-fore the ink is dry.]]

for i, text in ipairs { left, right } do
  page:addSublayer(ca.TextLayer {
    frame = { MARGIN + (i - 1) * (column + GAP), 166, column, 430 },
    string = text,
    font = "Liberation Serif",
    fontSize = 17,
    lineHeight = 23,
    paragraphSpacing = 10,
    foregroundColor = INK,
    alignmentMode = "justified",
    wrapped = true,
    lineBreakStrategy = "pretty",
    hyphenationFactor = tonumber(ca.args.hyphens or 0),
    language = "en",
  })
end

page:addSublayer(ca.TextLayer {
  frame = { MARGIN, 640, WIDTH - 2 * MARGIN, 130 },
  string = ca.AttributedString {
    { "What a line costs\tAmount\tPrice\n", font = "Liberation Sans Bold", fontSize = 15, foregroundColor = RED,
      lineSpacing = 7, tabStops = { { location = 330, alignment = "right" }, { location = 468, alignment = "right" } } },
    { "Spaces as they are\t0\t10.0\nSpaces half as wide again\t1\t110.25\nA hyphen at the end\t1\t2500.5", fontSize = 15,
      foregroundColor = INK, lineSpacing = 7,
      tabStops = { { location = 330, alignment = "right" }, { location = 450, alignment = "decimal" } } },
  },
  wrapped = true,
})

return page
