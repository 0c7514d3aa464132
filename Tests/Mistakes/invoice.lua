-- An invoice: rows of data, sums, and a stamp.
local ca = require "layerlua"
local kit = require "kit"
local theme = require "theme"

local items = { { "Tea", 2, 3.5 }, { "Cake", 1, 4.2 }, { "Milk", 3, 1.1 } }
local page = kit.page(180, 160)
kit.text(page, "Invoice", 10, 4, { size = theme.large })
local y, sum = 34, 0
local function row(y, name, amount, options)
  kit.text(page, name, 10, y, options)
  kit.text(page, ("%.2f"):format(amount), 120, y, { width = 50, align = "right" })
end
for _, item in ipairs(items) do
  row(y, item[1], item[2] * item[3])
  sum = sum + item[2] * item[3]
  y = y + 20
end
kit.line(page, ("M 10 %d H 170"):format(y + 2), theme.ink, 1)
row(y + 8, "Sum", sum, { color = theme.good })
local stamp = ca.Layer { name = "stamp", frame = { 20, 132, 50, 20 }, borderColor = theme.bad, borderWidth = 2 }
kit.text(stamp, "PAID", 4, 2, { color = theme.bad, width = 42, align = "center" })
stamp:setValueForKeyPath(-0.1, "transform.rotation.z")
page:addSublayer(stamp)
return page

--! not-attached: page:addSublayer(stamp) =>  @ stamp
--! degrees: -0.1, "transform.rotation.z" => -30, "transform.rotation.z" @ stamp
--! shape-empty: theme.ink, 1) => theme.ink, 0) @ lineWidth is 0
--! same-colour: row(y + 8, "Sum", sum, { color = theme.good }) => row(y + 8, "Sum", sum, { color = "white" })
--! outside-canvas: row(y + 8, "Sum", sum, { color = theme.good }) => row(y + 80, "Sum", sum, { color = theme.good }) @ invoice.lua:20
