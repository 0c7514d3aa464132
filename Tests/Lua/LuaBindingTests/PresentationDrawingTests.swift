// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

/// A hook draws an animated layer at a time exactly like a still layer with the values of that time.
@Suite struct PresentationDrawingTests {
  /// Compares pictures of the animated `make(true)` at several times with the still `make(false, t)`.
  private static let comparison = """
    function check(make, times, value)
      local moving = make(nil)
      for _, t in ipairs(times) do
        local still = make(value(t))
        local c = ca.compare(ca.render(moving, { time = t, scale = 2 }), ca.render(still, { time = t, scale = 2 }))
        print(t, c.share)
      end
    end

    """

  @Test func `a tiled layer draws its tiles with the values of the time`() throws {
    let lines = try printed(
      Self.comparison + """
        local Map = ca.TiledLayer:subclass("MapLayer", { defaults = { heat = 0 }, redrawKeys = { "heat" } })
        local calls = 0
        function Map:drawInContext(ctx)
          calls = calls + 1
          local r = ctx.clipBounds
          ctx:setFillColor { self.heat, 1 - self["heat"], r.x / 200 }
          ctx:fill { r.x + 4, r.y + 4, r.width * self:valueForKeyPath("heat"), r.height - 8 }
        end
        local function make(heat)
          local map = Map { bounds = {0, 0, 100, 60}, tileSize = {32, 32}, anchorPoint = {0, 0}, heat = heat or 0 }
          if not heat then
            map:addAnimation(ca.BasicAnimation { keyPath = "heat", fromValue = 0, toValue = 1, duration = 2 })
          end
          return ca.Layer { bounds = {0, 0, 100, 60}, map }
        end
        check(make, { 0.5, 1.5, 0.5, 3 }, function(t) return t < 2 and t / 2 or 0 end)

        -- The model keeps the tiles of its own values, and draws no others.
        local root = make(nil)
        calls = 0
        ca.render(root)
        local first = calls
        ca.render(root, { time = 1 })
        local second = calls
        ca.render(root, { time = 2 })
        ca.render(root, { time = 3 })
        print(first > 0, second - first == first, calls - second <= first)
        """)
    #expect(lines == ["0.5\t0", "1.5\t0", "0.5\t0", "3\t0", "true\ttrue\ttrue"])
  }

  @Test func `tiles follow bounds that are animated`() throws {
    let lines = try printed(
      Self.comparison + """
        local function make(x)
          local map = ca.TiledLayer { bounds = {x or 0, 0, 80, 60}, tileSize = {32, 32}, anchorPoint = {0, 0}, geometryFlipped = true }
          map.delegate = { drawLayerInContext = function(self, layer, ctx)
            local r = ctx.clipBounds
            ctx:setFillColor { r.x % 256 / 256, r.y % 128 / 128, 0.5 }
            ctx:fill { r.x, r.y, r.width / 2, r.height / 3 }
          end }
          if not x then
            map:addAnimation(ca.BasicAnimation { keyPath = "bounds.origin.x", fromValue = 0, toValue = 1000, duration = 2 })
            map:addAnimation(ca.BasicAnimation { keyPath = "contentsScale", fromValue = 1, toValue = 1, duration = 2 })
          end
          return ca.Layer { bounds = {0, 0, 80, 60}, map }
        end
        check(make, { 0.1, 1, 1.99 }, function(t) return t * 500 end)
        """)
    #expect(lines == ["0.1\t0", "1\t0", "1.99\t0"])
  }

  @Test func `a replicator's delayed instances draw their own tiles`() throws {
    let lines = try printed(
      """
      local Map = ca.TiledLayer:subclass("MapLayer", { defaults = { heat = 0 }, redrawKeys = { "heat" } })
      function Map:drawInContext(ctx)
        ctx:setFillColor { self.heat, 0, 0 }
        ctx:fill(ctx.clipBounds)
      end
      local function map(heat)
        return Map { bounds = {0, 0, 10, 10}, position = {5, 5}, tileSize = {4, 4}, heat = heat }
      end
      local moving = ca.ReplicatorLayer {
        bounds = {0, 0, 30, 10}, instanceCount = 3, instanceDelay = 0.25, instanceTransform = ca.Transform.translation(10, 0, 0),
      }
      local m = map(0)
      m:addAnimation(ca.BasicAnimation { keyPath = "heat", fromValue = 0, toValue = 1, duration = 1, fillMode = "both" })
      moving:addSublayer(m)
      local still = ca.Layer { bounds = {0, 0, 30, 10} }
      for i = 0, 2 do
        local one = map(0.75 - 0.25 * i)
        one.position = {5 + 10 * i, 5}
        still:addSublayer(one)
      end
      print(ca.compare(ca.render(moving, { time = 0.75 }), ca.render(still)).share)
      """)
    #expect(lines == ["0"])
  }

  @Test func `a drawable layer is drawn with the values and the size of the time`() throws {
    let lines = try printed(
      Self.comparison + """
        local Plasma = ca.DrawableLayer:subclass("PlasmaLayer", { defaults = { heat = 0 }, redrawKeys = { "heat" } })
        local sizes = {}
        function Plasma:drawInDrawable(drawable, layerTime)
          sizes[#sizes + 1] = drawable.width .. " " .. self.bounds.width .. " " .. self["bounds.size.width"]
          assert(drawable.layer == self)
          drawable:clear { self.heat, self.opacity, 0 }
        end
        for _, asynchronous in ipairs { true, false } do
          local function make(heat)
            local plasma = Plasma {
              bounds = {0, 0, heat and 20 + 40 * heat or 20, 10}, position = {40, 20}, heat = heat or 0, asynchronous = asynchronous,
            }
            if not heat then
              plasma:addAnimation(ca.BasicAnimation { keyPath = "heat", fromValue = 0, toValue = 1, duration = 2 })
              plasma:addAnimation(ca.BasicAnimation { keyPath = "bounds.size.width", fromValue = 20, toValue = 60, duration = 2 })
            end
            return ca.Layer { bounds = {0, 0, 80, 40}, plasma }
          end
          check(make, { 0.5, 1, 3 }, function(t) return t < 2 and t / 2 or 0 end)
          if asynchronous then print(#sizes, sizes[1], sizes[3]) end
        end
        """)
    #expect(
      lines == [
        "0.5\t0", "1\t0", "3\t0", "6\t30 30 30\t40 40 40", "0.5\t0", "1\t0", "3\t0",
      ])
  }

  @Test func `a function that draws an animated layer runs once a picture, at each instance's time`() throws {
    let lines = try printed(
      """
      local times = {}
      local function screen()
        return ca.DrawableLayer { bounds = {0, 0, 4, 4}, asynchronous = true, draw = function(layer, drawable, layerTime)
          times[#times + 1] = string.format("%g %g", layerTime, layer.opacity)
          drawable:clear { layerTime / 2, layer.opacity, 0 }
        end }
      end
      local one = screen()
      one.speed = 2
      one:addAnimation(ca.BasicAnimation { keyPath = "opacity", fromValue = 0, toValue = 1, duration = 4 })
      ca.render(one, { time = 0.5 })
      ca.render(one, { time = 1 })
      print(table.concat(times, ", "))
      times = {}
      local many = ca.ReplicatorLayer {
        bounds = {0, 0, 12, 4}, instanceCount = 3, instanceDelay = 0.25, instanceTransform = ca.Transform.translation(4, 0, 0),
        ca.Layer { screen() },
      }
      local image = ca.render(many, { time = 1 })
      print(table.concat(times, ", "))
      for i = 0, 2 do print(string.format("%.2f", (image:pixel(4 * i, 0)))) end
      """)
    #expect(lines == ["1 0.25, 2 0.5", "1 1, 0.75 1, 0.5 1", "0.50", "0.38", "0.25"])
  }

  @Test func `what a hook reads of its layer is the picture's, and what it writes is the model's`() throws {
    let lines = try printed(
      """
      local Dial = ca.Layer:subclass("DialLayer", { defaults = { heading = 0, count = 0 }, redrawKeys = { "heading" } })
      local seen
      function Dial:drawInContext(ctx)
        seen = string.format("%g %g %g %g %s %d", self.heading, self.bounds.width, self["position.x"], ctx.width, self.superlayer.name, #self.sublayers)
        self.count = self.count + 1
      end
      local dial = Dial { bounds = {0, 0, 10, 10}, ca.Layer {} }
      local root = ca.Layer { name = "root", bounds = {0, 0, 40, 40}, dial }
      dial:addAnimation(ca.AnimationGroup { duration = 1, animations = {
        ca.BasicAnimation { keyPath = "heading", toValue = 4, duration = 1 },
        ca.BasicAnimation { keyPath = "bounds.size.width", toValue = 20, duration = 1 },
        ca.BasicAnimation { keyPath = "position.x", toValue = 8, duration = 1 },
      } })
      ca.render(root, { time = 0.5 })
      print(seen, dial.heading, dial.bounds.width, dial.count > 0)
      """)
    #expect(lines == ["2 15 4 15 root 1\t0\t10\ttrue"])
  }
}
