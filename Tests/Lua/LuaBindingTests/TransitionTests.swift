// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

/// A transition shows the layer's old and new state; the surroundings, and the compositing with them, are unaffected.
@Suite struct TransitionTests {
  /// `make(color)` makes a tree whose layer "it" has a colour; halfway through a fade from red to lime it must look
  /// like `half`.
  private static let fade = """
    function hex(image, x, y)
      local r, g, b, a = image:pixel(x, y)
      return string.format("%.0f %.0f %.0f %.0f", r * 255, g * 255, b * 255, a * 255)
    end
    function fade(root, layer, change, t, options)
      layer:addAnimation(ca.Transition { type = "fade", duration = 2 })
      change(layer)
      return ca.render(root, { time = t })
    end

    """

  @Test func `both pictures together are blended with what lies behind`() throws {
    let lines = try printed(
      Self.fade + """
        local it = ca.Layer { frame = {0, 0, 10, 10}, backgroundColor = {1, 0.5, 0}, compositingFilter = "multiplyBlendMode" }
        local root = ca.Layer { bounds = {0, 0, 10, 10}, backgroundColor = {0.5, 0.5, 1}, it }
        local image = fade(root, it, function(l) l.backgroundColor = {0, 0.5, 1} end, 1)
        print(hex(image, 5, 5))
        it:removeAllAnimations()
        it.backgroundColor = {0.5, 0.5, 0.5}
        print(hex(ca.render(root), 5, 5))
        """)
    #expect(lines[0] == lines[1])
  }

  @Test func `group opacity and a mask hold for both pictures`() throws {
    let lines = try printed(
      Self.fade + """
        local it = ca.Layer { frame = {0, 0, 10, 10}, opacity = 0.5, backgroundColor = "red",
          mask = ca.Layer { frame = {0, 0, 5, 10}, backgroundColor = "black" }, ca.Layer { frame = {0, 0, 10, 10}, backgroundColor = "red" } }
        local root = ca.Layer { bounds = {0, 0, 10, 10}, backgroundColor = "white", it }
        local image = fade(root, it, function(l) l.backgroundColor = "blue" l.sublayers[1].backgroundColor = "blue" end, 1)
        print(hex(image, 2, 5))
        print(hex(image, 8, 5))
        """)
    // Half of the mean of red and blue on white.
    #expect(lines == ["191 128 191 255", "255 255 255 255"] || lines == ["191 127 191 255", "255 255 255 255"])
  }

  @Test func `pictures that push each other share an edge without a seam`() throws {
    let lines = try printed(
      Self.fade + """
        local least = 1
        for _, kind in ipairs { "fromLeft", "fromRight", "fromTop", "fromBottom" } do
          local it = ca.Layer { bounds = {0, 0, 30, 20}, backgroundColor = "black", ca.Layer { frame = {0, 0, 30,
            20}, backgroundColor = "red" } }
          it:addAnimation(ca.Transition { type = "push", subtype = kind, duration = 1 })
          it.sublayers[1].backgroundColor = "maroon"
          for i = 0, 96 do
            local image = ca.render(it, { time = i / 97 })
            for x = 0, 29 do
              for y = 0, 19 do
                local _, _, _, a = image:pixel(x, y)
                least = math.min(least, a)
              end
            end
          end
        end
        print(least * 255 >= 254)
        -- Content beyond the bounds is not added to the other picture.
        local it = ca.Layer { bounds = {0, 0, 20, 20}, backgroundColor = "gray", ca.Layer { frame = {0, 0, 40, 20},
          backgroundColor = "gray" } }
        local root = ca.Layer { bounds = {0, 0, 60, 20}, it }
        it.position = {30, 10}
        it:addAnimation(ca.Transition { type = "push", subtype = "fromLeft", duration = 1 })
        print(hex(ca.render(root, { time = 0.5 }), 25, 10))
        """)
    #expect(lines == ["true", "128 128 128 255"])
  }

  @Test func `layers change places by hiding one and showing the other`() throws {
    let lines = try printed(
      Self.fade + """
        local a = ca.Layer { frame = {0, 0, 10, 10}, backgroundColor = "red" }
        local b = ca.Layer { frame = {0, 0, 10, 10}, backgroundColor = "blue", hidden = true }
        local root = ca.Layer { bounds = {0, 0, 10, 10}, a, b, masksToBounds = true }
        for _, l in ipairs { a, b } do l:addAnimation(ca.Transition { type = "push", subtype = "fromRight", duration = 1 }) end
        a.hidden, b.hidden = true, false
        local image = ca.render(root, { time = 0.3 })
        print(hex(image, 3, 5), hex(image, 8, 5))
        image = ca.render(root, { time = 0 })
        print(hex(image, 0, 5), hex(image, 9, 5))
        image = ca.render(root, { time = 1.5 })
        print(hex(image, 0, 5), hex(image, 9, 5))
        """)
    #expect(lines == ["255 0 0 255\t0 0 255 255", "255 0 0 255\t255 0 0 255", "0 0 255 255\t0 0 255 255"])
  }

  @Test func `a replicator changes with all of its instances`() throws {
    let lines = try printed(
      Self.fade + """
        local it = ca.ReplicatorLayer { frame = {0, 0, 30, 10}, instanceCount = 3, instanceTransform = ca.Transform.translation(10, 0, 0),
          ca.Layer { frame = {0, 0, 8, 10}, backgroundColor = "red" } }
        local root = ca.Layer { bounds = {0, 0, 30, 10}, it }
        local image = fade(root, it, function(l) l.instanceCount = 2 l.sublayers[1].backgroundColor = "blue" end, 0.5)
        print(hex(image, 4, 5), hex(image, 14, 5), hex(image, 24, 5), hex(image, 9, 5))
        """)
    #expect(lines == ["191 0 64 255\t191 0 64 255\t255 0 0 191\t0 0 0 0"])
  }

  @Test func `a layer of a replicator changes in every instance, delayed ones later`() throws {
    let lines = try printed(
      Self.fade + """
        local it = ca.Layer { frame = {0, 0, 10, 10}, backgroundColor = "red" }
        local root = ca.ReplicatorLayer { bounds = {0, 0, 20, 10}, instanceCount = 2, instanceDelay = 0.5,
          instanceTransform = ca.Transform.translation(10, 0, 0), it }
        local image = fade(root, it, function(l) l.backgroundColor = "blue" end, 1)
        print(hex(image, 5, 5), hex(image, 15, 5))
        """)
    #expect(lines == ["128 0 128 255\t191 0 64 255"])
  }

  @Test func `in a transform layer both pictures stand where the layer stands`() throws {
    let lines = try printed(
      Self.fade + """
        local function scene()
          local it = ca.Layer { bounds = {0, 0, 10, 10}, position = {10, 10}, backgroundColor = "red", zPosition = 5 }
          it.transform = ca.Transform.rotation(0.7, 0, 1, 0)
          local other = ca.Layer { bounds = {0, 0, 10, 10}, position = {10, 10}, backgroundColor = "gray" }
          other.transform = ca.Transform.rotation(-0.7, 0, 1, 0)
          local root = ca.Layer { bounds = {0, 0, 20, 20}, sublayerTransform = { m34 = -1 / 50 },
            ca.TransformLayer { frame = {0, 0, 20, 20}, it, other } }
          return root, it
        end
        local root, it = scene()
        local image = fade(root, it, function(l) l.backgroundColor = "blue" end, 1)
        local still, layer = scene()
        layer.backgroundColor = { 0.5, 0, 0.5 }
        local c = ca.compare(image, ca.render(still))
        print(c.largest <= 0.01)

        -- A transition of the transform layer itself leaves its layers where they are in depth.
        root, it = scene()
        image = fade(root, root.sublayers[1], function(l) l.sublayers[1].opacity = 0.999 end, 1)
        c = ca.compare(image, ca.render((scene())))
        print(c.largest < 0.3, c.mean < 0.06)
        """)
    #expect(lines == ["true", "true\ttrue"])
  }

  @Test func `a single-sided layer in flipped geometry stays in sight`() throws {
    let lines = try printed(
      Self.fade + """
        local it = ca.Layer { frame = {0, 0, 10, 4}, backgroundColor = "red", doubleSided = false }
        local root = ca.Layer { bounds = {0, 0, 10, 10}, geometryFlipped = true, it }
        local image = fade(root, it, function(l) l.backgroundColor = "blue" end, 1)
        print(hex(image, 5, 8), hex(image, 5, 2))
        """)
    #expect(lines == ["128 0 128 255\t0 0 0 0"])
  }

  @Test func `what was drawn by hooks is drawn as it was`() throws {
    let lines = try printed(
      Self.fade + """
        local Lamp = ca.Layer:subclass("LampLayer", { defaults = { level = 1 }, redrawKeys = { "level" } })
        function Lamp:drawInContext(ctx) ctx:setFillColor { self.level, 0, 0 } ctx:fill(self.bounds) end
        local it = Lamp { bounds = {0, 0, 10, 10}, position = {5, 5} }
        local root = ca.Layer { bounds = {0, 0, 10, 10}, it }
        it:setNeedsDisplay()
        print(hex(fade(root, it, function(l) l.level = 0 end, 0.5), 5, 5))

        local Map = ca.TiledLayer:subclass("MapLayer", { defaults = { level = 1 }, redrawKeys = { "level" } })
        local drawn = {}
        function Map:drawInContext(ctx)
          drawn[#drawn + 1] = self.level
          ctx:setFillColor { self.level, 0, 0 } ctx:fill(ctx.clipBounds)
        end
        it = Map { bounds = {0, 0, 10, 10}, position = {5, 5} }
        root = ca.Layer { bounds = {0, 0, 10, 10}, ca.Layer { frame = {0, 0, 10, 10}, it } }
        print(hex(fade(root, it, function(l) l.level = 0 end, 0.5), 5, 5), table.concat(drawn, " "))
        print(hex(ca.render(root, { time = 1 }), 5, 5), table.concat(drawn, " "))

        local tiled = ca.TiledLayer { bounds = {0, 0, 10, 10}, position = {5, 5}, opacity = 1,
          delegate = { drawLayerInContext = function(self, layer, ctx) ctx:setFillColor "lime" ctx:fill(ctx.clipBounds) end } }
        root = ca.Layer { bounds = {0, 0, 10, 10}, tiled }
        print(hex(fade(root, tiled, function(l) l.hidden = true end, 0.5), 5, 5))
        """)
    #expect(lines == ["191 0 0 255", "191 0 0 255\t1 0", "128 0 0 255\t1 0", "0 255 0 191"])
  }
}
