-- Pixels from a function: a plasma of the frame's time, the Mandelbrot set on a drawable of its own size, and one that is drawn with a context.
local ca = require "layerlua"

local sin, cos, log = math.sin, math.cos, math.log

local function clamp(v) return math.max(0, math.min(1, v)) end

local function plasma(layer, drawable, t)
  local w, h = drawable.width, drawable.height
  drawable:setPixels(function(x, y)
    local u, v = x / w * 6, y / h * 6
    local s = sin(u + t) + sin((v + t) / 2) + sin((u + v + t) / 2) + sin(((u - 3) ^ 2 + (v - 3) ^ 2) ^ 0.5 + t)
    return 0.5 + 0.5 * sin(s * 2), 0.5 + 0.5 * sin(s * 2 + 2.1), 0.5 + 0.5 * cos(s * 2)
  end)
end

local Mandelbrot = ca.DrawableLayer:subclass("Mandelbrot", { defaults = { steps = 60 }, redrawKeys = { "steps" } })

function Mandelbrot:drawInDrawable(drawable)
  local w, h, steps = drawable.width, drawable.height, self.steps
  drawable:setPixels(function(px, py)
    local cx, cy = px / w * 3 - 2.2, py / h * 3 - 1.5
    local x, y = 0, 0
    for i = 1, steps do
      x, y = x * x - y * y + cx, 2 * x * y + cy
      if x * x + y * y > 16 then
        local k = clamp((i - log(log(x * x + y * y)) / log(2)) / steps)
        return k ^ 0.5, k, 0.25 + 2 * k * (1 - k)
      end
    end
    return 0, 0, 0
  end)
end

local root = ca.Layer {
  name = "drawable",
  bounds = { 0, 0, 640, 220 },
  backgroundColor = "#20242c",
  ca.DrawableLayer { frame = { 20, 20, 180, 180 }, drawableSize = { 90, 90 }, asynchronous = true, draw = plasma },
  Mandelbrot { name = "set", frame = { 230, 20, 180, 180 }, drawableSize = { 180, 180 }, cornerRadius = 24, masksToBounds = true, opaque = false },
  ca.DrawableLayer {
    name = "dial",
    frame = { 440, 20, 180, 180 },
    opaque = false,
    contentsScale = 2,
    -- What a program for a screen says here; without one it changes no pixel.
    pixelFormat = "bgra8Unorm",
    colorspace = "sRGB",
    drawableProperties = { retainedBacking = true },
    maximumDrawableCount = 2,
    framebufferOnly = false,
    presentsWithTransaction = true,
    allowsNextDrawableTimeout = false,
    displaySyncEnabled = false,
  },
}
root:find("set"):setNeedsDisplay()

-- Without anybody to draw it, a drawable is asked for, filled and presented.
local dial = root:find("dial"):nextDrawable()
dial:draw(function(ctx)
  ctx:scaleBy(2, 2)
  ctx:setFillColor "#f2b134"
  ctx:fillEllipse { 10, 10, 160, 160 }
  ctx:setFillColor "#20242c"
  ctx:fillEllipse { 50, 50, 80, 80 }
  ctx:drawText("drawn", { 66, 95 }, { fontSize = 16, foregroundColor = "white" })
end)
dial:present()

return root
