-- Klondike half way through a game. Every card is a sublayer of the table in the order of the pack; what lies on what is said by
-- zPosition alone, so that a card is moved by changing two numbers and the tree stays as it is.
local ca = require "layerlua"

local WIDTH, HEIGHT = 64, 92
local SUITS = {
  { name = "spades", colour = "#20242c", path = "M10 0 C14 6 20 9 20 14 C20 18 14 19 11 16 L13 22 H7 L9 16 C6 19 0 18 0 14 C0 9 6 6 10 0 Z" },
  { name = "hearts", colour = "#c62f3b", path = "M10 20 C4 14 0 10 0 6 C0 1 7 0 10 5 C13 0 20 1 20 6 C20 10 16 14 10 20 Z" },
  { name = "clubs", colour = "#20242c", path = "M10 0 A5 5 0 0 1 13.5 8.5 A5 5 0 1 1 11 15 L13 22 H7 L9 15 A5 5 0 1 1 6.5 8.5 A5 5 0 0 1 10 0 Z" },
  { name = "diamonds", colour = "#c62f3b", path = "M10 0 L18 11 L10 22 L2 11 Z" },
}
local RANKS = { "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K" }

local Card = ca.Layer:subclass("Card", { defaults = { rank = 1, suit = 1, faceUp = false } })

function Card:init()
  self.bounds = { 0, 0, WIDTH, HEIGHT }
  self.cornerRadius = 6
  self.borderWidth = 1
  self.shadowOpacity = 0.25
  self.shadowOffset = { 0, 1 }
  self.shadowRadius = 1.5
  if self.faceUp then self:showFace() else self:showBack() end
end

function Card:showFace()
  local suit = SUITS[self.suit]
  self.name = RANKS[self.rank] .. " of " .. suit.name
  self.backgroundColor = "#fdfcf8"
  self.borderColor = "#b9b4a6"
  local function pip(x, y, scale)
    return ca.ShapeLayer {
      bounds = { 0, 0, 20, 22 },
      position = { x, y },
      path = suit.path,
      fillColor = suit.colour,
      ["transform.scale"] = scale,
    }
  end
  self.sublayers = {
    ca.TextLayer {
      frame = { 6, 3, 30, 20 },
      string = RANKS[self.rank],
      font = "DejaVu Sans Bold",
      fontSize = 15,
      foregroundColor = suit.colour,
    },
    pip(WIDTH - 14, 14, 0.6),
    pip(WIDTH / 2, 57, 1.5),
  }
end

function Card:showBack()
  self.name = "face down"
  self.backgroundColor = "#fdfcf8"
  self.borderColor = "#8c93a8"
  self.sublayers = {
    ca.Layer { frame = { 4, 4, WIDTH - 8, HEIGHT - 8 }, cornerRadius = 4, backgroundColor = "#3d5a98", borderWidth = 2, borderColor = "#a9b8dc" },
  }
end

local root = ca.Layer { name = "table", bounds = { 0, 0, 560, 400 }, backgroundColor = "#1f6b45" }

-- The whole pack is laid on the table in its own order: first all spades, then all hearts, ….
local pack = {}
for suit = 1, 4 do
  pack[suit] = {}
  for rank = 1, 13 do pack[suit][rank] = false end
end

local top = 0
local function deal(suit, rank, x, y, faceUp)
  top = top + 1
  pack[suit][rank] = Card { rank = rank, suit = suit, faceUp = faceUp, position = { x, y }, zPosition = top }
end

local function column(i) return 46 + (i - 1) * 78 end

-- Foundations: two aces, and a run of hearts up to the three.
for _, foundation in ipairs { { 1, 1 }, { 2, 3 }, { 3, 1 } } do
  for rank = 1, foundation[2] do deal(foundation[1], rank, column(3 + foundation[1]), 60, true) end
end
-- The stock, and three cards turned over beside it.
for rank = 4, 9 do deal(4, rank, column(1) + (rank - 4) * 0.6, 60 - (rank - 4) * 0.6, false) end
for i, card in ipairs { { 1, 4 }, { 4, 12 }, { 3, 7 } } do deal(card[1], card[2], column(2) + (i - 1) * 16, 60, true) end
-- Columns: so many face down, then a run that goes down in alternating colours.
local columns = {
  { 0, { 3, 13 }, { 2, 12 }, { 1, 11 } },
  { 1, { 2, 9 }, { 3, 8 } },
  { 2, { 1, 12 }, { 2, 11 }, { 3, 10 } },
  { 3, { 3, 5 } },
  { 2, { 2, 13 }, { 3, 12 }, { 4, 11 }, { 1, 10 } },
  { 3, { 1, 6 }, { 2, 5 } },
  { 1, { 4, 3 }, { 1, 2 } },
}
local hidden = { { 1, 3 }, { 1, 5 }, { 1, 7 }, { 1, 8 }, { 1, 9 }, { 1, 13 }, { 2, 4 }, { 2, 6 }, { 2, 7 }, { 2, 8 }, { 4, 1 }, { 4, 2 } }
for i, column_ in ipairs(columns) do
  local y = 190
  for _ = 1, column_[1] do
    local card = table.remove(hidden, 1)
    deal(card[1], card[2], column(i), y, false)
    y = y + 9
  end
  for k = 2, #column_ do
    deal(column_[k][1], column_[k][2], column(i), y, true)
    y = y + 24
  end
end

for suit = 1, 4 do
  for rank = 1, 13 do
    if pack[suit][rank] then root:addSublayer(pack[suit][rank]) end
  end
end

-- A card in the hand: nothing is moved in the tree, it only comes nearest.
local held = pack[1][2]
held.position = { 455, 330 }
held.zPosition = 1000
held["transform.rotation"] = -0.12
held.shadowOpacity = 0.4
held.shadowOffset = { 0, 6 }
held.shadowRadius = 6

return root
