-- pages:
-- A book of four pages. The picture shows them side by side; -D pages=book.pdf writes them as a document, in which the
-- contents lead to their pages.
local ca = require "layerlua"

local W, H = 298, 420
local INK, PAPER, RED = "#2b2b2b", "#fdf9f0", "#9c2f2f"

local function page(name)
  return ca.Layer { name = name, bounds = { 0, 0, W, H }, backgroundColor = PAPER }
end
local function text(on, string, y, size, options)
  local layer = ca.TextLayer { name = string:sub(1, 24), frame = { 36, y, W - 72, size * 1.5 }, string = string,
    fontSize = size,
    foregroundColor = INK, font = "DejaVu Serif", wrapped = true }
  for key, value in pairs(options or {}) do layer[key] = value end
  on:addSublayer(layer)
  return layer
end
local function number(on, n)
  text(on, tostring(n), H - 40, 9, { alignmentMode = "center" })
end

local cover = page "Cover"
cover.backgroundColor = RED
local frame = ca.Layer { name = "frame", frame = { 22, 22, W - 44, H - 44 }, borderColor = "#f3d9a4", borderWidth = 1.5,
  cornerRadius = 6 }
cover:addSublayer(frame)
text(cover, "The Four Winds", 122, 23,
  { foregroundColor = "#f3d9a4", alignmentMode = "center", font = "DejaVu Serif Bold" })
text(cover, "a small atlas", 166, 13, { foregroundColor = "#f3d9a4", alignmentMode = "center" })
local rose = ca.ShapeLayer { name = "rose", bounds = { 0, 0, 120, 120 }, position = { W / 2, 280 },
  fillColor = "#f3d9a4" }
local path = ca.Path()
for i = 0, 7 do
  local a = i * math.pi / 4
  local r = i % 2 == 0 and 60 or 34
  local function at(angle, radius) return 60 + radius * math.cos(angle), 60 + radius * math.sin(angle) end
  path:move(at(a, r)):addLine(at(a + 0.25, 11)):addLine(60, 60):addLine(at(a - 0.25, 11)):closeSubpath()
end
rose.path = path
cover:addSublayer(rose)

local contents = page "Contents"
text(contents, "Contents", 48, 20, { font = "DejaVu Serif Bold" })
for i, title in ipairs { "North and South", "East and West" } do
  text(contents, title, 96 + (i - 1) * 30, 13, { link = ca.args.pages and "#" .. i + 2 })
  text(contents, tostring(i + 2), 96 + (i - 1) * 30, 13, { alignmentMode = "right" })
end
number(contents, 2)

local STORIES = {
  { "North and South", "The north wind has a long way to come, and is cold when it arrives. It blows the leaves from "
    .. "the trees and the hats from the heads of those who did not believe the almanac. The south wind brings them "
    .. "back, one after the other, and asks whose they are." },
  { "East and West", "In the east the wind rises with the sun and goes to the fields before anybody else. In the west "
    .. "it lies down on the water in the evening, so that the boats must wait, and the lamps along the quay stand on "
    .. "their heads without a ripple." },
}
local pages = { cover, contents }
for i, story in ipairs(STORIES) do
  local leaf = page(story[1])
  text(leaf, story[1], 48, 20, { font = "DejaVu Serif Bold", foregroundColor = RED })
  text(leaf, story[2], 92, 11.5, { frame = { 36, 92, W - 72, 200 }, alignmentMode = "justified" })
  local picture = ca.GradientLayer { name = "plate " .. i, frame = { 36, 262, W - 72, 100 }, cornerRadius = 4,
    masksToBounds = true,
    colors = i == 1 and { "#dfeaf2", "#8fb3cc" } or { "#ffe3b8", "#e08e5f" } }
  for k = 0, 5 do
    picture:addSublayer(ca.ShapeLayer { name = "gust " .. k, frame = { 0, 0, W - 72, 100 }, fillColor = false,
      strokeColor = "#ffffffc0",
      lineWidth = 1 + k % 3, lineCap = "round",
      path = ca.Path():move(12 + k * 11, 18 + k * 14)
        :addCurve(60 + k * 8, 2 + k * 14, 120, 34 + k * 12, 214 - k * 9, 14 + k * 14) })
  end
  leaf:addSublayer(picture)
  number(leaf, i + 2)
  pages[#pages + 1] = leaf
end

if ca.args.pages then
  ca.render(pages, ca.args.pages, { headings = true, title = "The Four Winds", author = "layerlua" })
end

local desk = ca.Layer { name = "book", bounds = { 0, 0, 4 * W + 100, H + 40 }, backgroundColor = "#6b7c85" }
for i, leaf in ipairs(pages) do
  leaf.frame = { 20 + (i - 1) * (W + 20), 20, W, H }
  leaf.shadowOpacity, leaf.shadowRadius, leaf.shadowOffset = 0.4, 4, { 0, 2 }
  desk:addSublayer(leaf)
end
return desk
