-- A poster laid out by constraints.
local ca = require "layerlua"
local kit = require "kit"
local theme = require "theme"

local page = kit.page(140, 180)
page.layoutManager = ca.ConstraintLayoutManager()
local function place(layer, ...)
  layer.constraints = { ... }
  return layer
end
local band = place(kit.box(page, 0, 0, 140, 40, theme.accent), "minX = superlayer.minX", "minY = superlayer.minY")
band.name = "band"
local title = kit.text(band, "Concert", 10, 8, { size = theme.large, color = theme.paper })
title.name = "title"
local stripe = place(kit.box(page, 0, 0, 100, 3, theme.warm), "midX = superlayer.midX", "minY = band.maxY + 10")
stripe.name = "stripe"
local seal = place(kit.disc(page, 20, 20, 20, theme.bad), "midX = superlayer.midX", "maxY = superlayer.maxY - 20")
seal.name = "seal"
seal.shadowOpacity, seal.shadowRadius = 0.4, 5
return page

--! no-layout-manager: page.layoutManager = ca.ConstraintLayoutManager() =>  @ has no layoutManager
--! shadow-off: seal.shadowOpacity, seal.shadowRadius = 0.4, 5 => seal.shadowRadius = 5 @ called from poster.lua:18
--! same-colour: { size = theme.large, color = theme.paper } => { size = theme.large, color = theme.accent }
