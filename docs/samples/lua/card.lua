-- Draws a card in the stock interpreter: lua5.4 card.lua card.png, with layerlua.so on package.cpath.
local ca = require "layerlua"

local function price(name, count) return string.format("%d x %s: %.2f", count, name, count * 2.5) end

local card = ca.Layer {
  name = "card", bounds = {0, 0, 240, 120}, backgroundColor = "white", cornerRadius = 12, masksToBounds = true,
  ca.Layer { name = "stripe", frame = {0, 0, 240, 32}, backgroundColor = {0.10, 0.45, 0.91} },
  ca.TextLayer { name = "title", frame = {16, 44, 200, 26}, fontSize = 20, foregroundColor = "#202124", string = "Tea" },
  ca.TextLayer { name = "price", frame = {16, 76, 200, 22}, fontSize = 16, foregroundColor = "#5f6368", string = price("Tea", 2) },
}
card:find("stripe").opacity = 0.75

ca.render(card, arg and arg[1] or "card.png", { scale = 2 })

-- Without a file name the picture is an image: its pixels are straight RGBA, rows from the top.
local image = ca.render(card, { scale = 2 })
print(string.format("%d x %d pixels, the middle one %d %d %d %d", image.width, image.height,
  image:pixels():byte((image.height // 2 * image.width + image.width // 2) * 4 + 1, (image.height // 2 * image.width + image.width // 2) * 4 + 4)))
