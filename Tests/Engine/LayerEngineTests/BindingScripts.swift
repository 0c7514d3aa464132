// SPDX-License-Identifier: MIT
import Foundation
import LayerEngine
import TestSupport

/// Scripts that use every binding, each small enough to run thousands of times. In them contexts are named `c`, paths
/// `p`, images `i`, drawables `d`, sprites `s`, constraints `k`, attributed strings `t` and time lines `w`, so that a
/// test finds the members used of each.
struct BindingScript {
  let name: String
  let text: String

  init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }

  /// The script with its helper: `try` is a `pcall` that rethrows memory errors.
  var source: String {
    "local function try(f, ...) local ok, e = pcall(f, ...) if not ok and tostring(e):find(\"memory\", 1, true) then error(e, 0) end return ok, e end "
      + text
  }

  /// A configuration with files to read and a folder to write to.
  static let configuration: Engine.Configuration = {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("layerlua-faults-" + UUID().uuidString)
      .path
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return Engine.Configuration(
      readableDirectories: [Checkout.root + "/Tests/Packages"], threads: 1,
      scriptDirectory: Checkout.root + "/scripts/scenes", workingDirectory: folder)
  }()

  static let all: [BindingScript] = [
    BindingScript(
      "states",
      """
      local lid = ca.Layer { name = "lid" }
      local card = ca.Layer { lid, style = { wallpaperParallaxGroups = { { layerName = "lid", keyPath = "opacity",
        axis = "x", mapMinTo = 0, mapMaxTo = 1 } }, wallpaperPropertyGroups = { { layerName = "lid",
        keyPath = "opacity", v_lock = 0.5, v_home = 1, v_sleep = 0 } } } }
      card.states = { ca.State { name = "A", elements = {
        ca.StateSetValue { target = lid, keyPath = "position", value = { 1, 2 } },
        ca.StateAddAnimation { target = lid, key = "a",
          animation = ca.BasicAnimation { keyPath = "opacity", toValue = 0 } } } },
        ca.State { name = "B", basedOn = "A", elements = { ca.StateRemoveAnimation { target = lid, key = "a" } } } }
      card.stateTransitions = { ca.StateTransition { elements = { ca.StateTransitionElement { target = lid,
        key = "position.x", animation = ca.SpringAnimation {} } } } }
      card:addWallpaperStates()
      for _, name in ipairs(card:stateNames()) do card:setState(name) end
      card:setState { from = "A", to = "B", fraction = 0.25 }
      card:setState(card:stateName "A", { transitionSpeed = 0 })
      card:setTilt(0.5, -0.5)
      local copy = card:copy()
      copy:setState()
      ca.dump(copy)
      """),
    BindingScript(
      "layers",
      """
      local C = ca.Layer:subclass("C", { defaults = { heading = 1, other = { 1, 2 } }, redrawKeys = { "heading" } })
      function C:init() self.made = true end
      function C:layoutSublayers() C.super.layoutSublayers(self) end
      function C:drawInContext(ctx) ctx:setFillColor("red"); ctx:fill {0, 0, 5, 5} end
      function C:actionForKey(key) return false end
      local root = C { name = "root", bounds = {0, 0, 20, 20}, heading = 2, userInfo = { data = { 1, "x", { y = 2 } } },
        ca.Layer { name = "a", frame = {1, 1, 5, 5}, backgroundColor = "#f80", ["transform.rotation.z"] = 0.5 },
        ca.GradientLayer { bounds = {0, 0, 4, 4}, colors = { "red", {0, 1, 0}, ca.Color(0, 0, 1) }, locations = { 0, 0.5, 1 } },
        ca.ShapeLayer { path = "M 0 0 L 5 5 Z", fillColor = "green", lineDashPattern = { 1, 2 } },
        ca.TransformLayer { bounds = {0, 0, 4, 4} },
      }
      root.delegate = { layerWillDraw = function() end, actionForLayerForKey = function() return false end }
      root.mask = ca.Layer { bounds = {0, 0, 20, 20}, backgroundColor = "black", delegate = { displayLayer = function() end } }
      local kid = root:find("a")
      kid.style = { opacity = 0.5, f = function() end }
      kid.actions = { opacity = ca.BasicAnimation {}, position = function() end, bounds = false }
      root:insertSublayer(ca.Layer { name = "b" }, 1); root:insertSublayerAbove(ca.Layer(), kid)
      root:replaceSublayer(kid, ca.ScrollLayer { bounds = {0, 0, 9, 9} })
      root:addSublayer(kid)
      for l, depth in root:walk() do local _ = tostring(l) .. depth .. l.className end
      for k, v in pairs(kid.style) do local _ = k end
      local copy = root:copy()
      local _ = root:hitTest {1, 1}, kid:convertPointToLayer({1, 1}, root), kid:convertRectFromLayer({0, 0, 1, 1}, root), root:layerAt {2, 2}
      kid:setValueForKeyPath(0.5, "transform.scale.x"); _ = kid:valueForKeyPath("transform.scale.x"), kid["position.x"], kid:keys(), root:customKeys()
      kid:setValue("x", "own"); _ = kid:value("own")
      root.heading = 3; root:setNeedsDisplay(); root:layoutIfNeeded(); root:displayIfNeeded()
      _ = root.contents, ca.dump(root), ca.dumpJSON(root), root.frame, root.bounds:union {1, 1, 3, 3}, ca.Point(1, 2) + {1, 1}
      pcall(function() root.opacity = "x" end); pcall(function() root.frame.x = 1 end); pcall(ca.Layer, { opaciti = 1 })
      return root
      """),
    BindingScript(
      "noise, chance and colours",
      """
      local n, r = ca.noise.seeded(3), ca.random(5)
      local _ = ca.noise(0.5, 0.25), ca.noise({ 1, 2, 3 }, 0.5), ca.noise.fractal(0.5, { octaves = 2 }),
        ca.noise.ridged(0.1, 0.2)
      _ = ca.noise.curl(0.5, 0.2), ca.noise.grid { width = 4, height = 4, tiles = true },
        ca.noise.image { width = 4, height = 4 }
      _ = n(0.5), n:fractal({ 1, 2 }, 0.5), n:ridged(1), n:curl(1, 2, 3), n:grid { width = 2, height = 2, z = 1 },
        tostring(n)
      _ = n:image { width = 2, height = 2, colors = "viridis", ridged = true, octaves = 2 }
      _ = r(), r(6), r:number(1, 2), r:normal(5, 2), r:choose { "a", {}, n }, r:shuffle { 1, 2, 3 }, r:sample({ 1,
        2, 3 }, 2), tostring(r)
      _ = r:weighted({ "a", "b" }, { 1, 2 }), r:onCircle(2), r:inCircle(), r:inRect { 0, 0, 5, 5 },
        r:inPath "M0 0H5V5H0Z"
      _ = #ca.poissonDiscs({ 0, 0, 20, 20 }, 5, 1), ca.halton(3, 2), ca.r2(4)
      local red = ca.Color "red"
      _ = red:mixed("blue", 0.5, "oklch", "longer"), red:lightened(), red:darkened(0.2), red:saturated(2),
        red:rotated(1), red:grey()
      _ = red:contrast "white", red:luminance(), red:readable { "white", "gold" }, red:oklch(), red:hex(),
        ca.oklch(0.5, 0.1, 1)
      _ = ca.palette("Blues", 5), ca.paletteNames()
      try(function() return ca.palette("Set2")[99] end); try(function() return ca.palette("Set2").x end)
      local i = ca.Image { width = 4, height = 4, pixels = function(x) return x / 4, 0, 1 end }
      _ = i:palette(2)
      try(r.choose, r, {}); try(ca.noise, "x"); try(ca.palette, "none")
      return ca.GradientLayer { bounds = { 0, 0, 4, 4 }, colors = { "red", "blue" }, colorSpace = "oklch",
        huePath = "longer" }
      """),
    BindingScript(
      "forms of paths",
      """
      local p = ca.Path.star({ 5, 5 }, 5, 5, 2, 0.3)
      local o = ca.Path.ringSector({ 5, 5 }, 2, 5, 0, 4)
      local _ = ca.Path.polygon({ 5, 5 }, 6, 5, 1), ca.Path.wedge({ 5, 5 }, 5, 0, 2), ca.Path.spiral({ 5, 5 }, 1, 5, 2)
      _ = ca.Path.roundedPolygon({ { 0, 0 }, { 9, 0 }, { 9, 9 } }, 2), p:pointAtLength(3), p:pointAtFraction(0.5),
        p:pointsAlong(4)
      _ = ca.Path.morph(p, o, { start = 0.1 }), p:morphed(o, 0.5), p:sketched { seed = 2, roughness = 1,
        strokes = 2, bowing = 2 }
      _ = ca.Path.text("ab", { fontSize = 12 }), ca.delaunay { { 0, 0 }, { 5, 0 }, { 0, 5 }, { 5, 5 }, { 2, 1 } }
      _ = ca.voronoi({ { 1, 1 }, { 4, 1 }, { 2, 4 } }, { 0, 0, 5, 5 })
      try(ca.delaunay, { 1 }); try(ca.Path.star, { 0, 0 }, 0, 1, 1)
      return ca.ShapeLayer { path = p, bounds = { 0, 0, 10, 10 } }
      """),
    BindingScript(
      "charts",
      """
      local f = ca.scale { domain = { 0, 87 }, range = { 100, 0 }, nice = true, clamp = true }
      local _ = f(5), f:invert(20), f:ticks(4), f:labels(4, ".1f", { decimal = "," }), f.domain, f.range, f.type,
        f.step, f.bandwidth, tostring(f)
      local b = ca.scale { type = "band", domain = { "a", "b", 3 }, range = { 0, 90 }, padding = 0.1 }
      _ = b("a"), b.bandwidth, b:ticks()
      local o = ca.scale { type = "ordinal", domain = { "x", "y" }, range = "Set2", unknown = "grey" }
      _ = f(-3), o "x", o "z", ca.scale { domain = { -1, 1 }, range = "RdBu" }(0), ca.format(",.2f", 1234.5, { group
        = ".", percent = " %" })
      local root = ca.Layer { bounds = { 0, 0, 100, 100 }, ca.axis { scale = f, side = "left", grid = 50, ticks = 3,
        allLabels = true },
        ca.axis { scale = b, format = { "A", "B", "C" }, lineColor = false }, ca.legend { scale = o, row = true },
        ca.legend { entries = { { "a", "red" } } } }
      local t = ca.scale { type = "time", domain = { 0, 4e7 }, range = { 0, 90 } }
      root:addSublayer(ca.axis { scale = t, format = "%b %Y", ticks = 2 })
      root:addSublayer(ca.axis { scale = t, format = function(v, i) return v .. ca.format("d", i) end, ticks = 2 })
      try(ca.axis, { scale = t, format = function() return {} end })
      try(ca.axis, { scale = t, format = function() error("no") end })
      try(ca.scale, { type = "band", domain = 4 })
      try(ca.scale, { domain = { 1 } }); try(f, "x"); try(ca.axis, {}); try(ca.format, "?", 1)
      return root
      """),
    BindingScript(
      "layout",
      """
      local root = ca.Layer { bounds = {0, 0, 50, 50}, layoutManager = ca.ConstraintLayoutManager() }
      for i = 1, 3 do
        root:addSublayer(ca.Layer { name = "l" .. i, bounds = {0, 0, 5, 5}, autoresizingMask = { "widthSizable" } })
        root.sublayers[i]:addConstraint(ca.Constraint("midX = superlayer.midX + " .. i))
        root.sublayers[i]:constrain { i == 1 and "minY = superlayer.minY" or ("minY = l" .. (i - 1) .. ".maxY") }
      end
      root:layoutIfNeeded(); local _ = ca.explainLayout(root), root.sublayers[1].constraints
      local own = ca.Layer { bounds = {0, 0, 5, 5}, ca.Layer(), layoutManager = { layoutSublayersOfLayer = function(self, l) l.sublayers[1].position = {1, 1} end } }
      own:setNeedsLayout(); own:layoutIfNeeded(); own:preferredFrameSize()
      local stack = ca.Layer { bounds = {0, 0, 30, 30}, layoutManager = ca.StackLayoutManager { spacing = 2 }, ca.Layer { bounds = {0, 0, 4, 4} }, ca.Layer { bounds = {0, 0, 4, 4} } }
      stack:layoutIfNeeded(); root.bounds = {0, 0, 60, 60}; root:layoutIfNeeded()
      for _, manager in ipairs { ca.ConstraintLayoutManager(), ca.StackLayoutManager(), ca.GridLayoutManager() } do
        manager:layoutSublayersOfLayer(own); manager:preferredSizeOfLayer(own); manager:invalidateLayoutOfLayer(own)
      end
      own.sublayers[1]:resizeWithOldSuperlayerSize {9, 9}; ca.Layer:cornerCurveExpansionFactor("continuous")
      _ = ca.Constraint.constraintWithAttributeRelativeToAttribute("minX", "superlayer", "minX")
      _ = ca.Constraint.constraintWithAttributeRelativeToAttributeOffset("minX", "superlayer", "minX", 5)
      _ = ca.Constraint.constraintWithAttributeRelativeToAttributeScaleOffset("minX", "superlayer", "minX", 2, 5)
      own.info = { list = { 1, { at = ca.Point(1, 2) } }, friend = root }
      own["info.list.2.at.x"] = own["info.list.1"]; own["info.friend.name"] = own["info.list.2.at.y"] .. ""
      local Mine = ca.Layer:subclass("Mine"); function Mine:defaultValueForKey(key) return Mine.super.defaultValueForKey(self, key) end
      _ = Mine().anything
      local bad = ca.Layer { bounds = {0, 0, 5, 5}, ca.Layer { name = "x" } }
      bad.sublayers[1]:addConstraint(ca.Constraint("midX = nobody.midX")); pcall(bad.layoutIfNeeded, bad)
      return root
      """),
    BindingScript(
      "drawing",
      """
      local p = ca.Path():move(0, 0):addLine(5, 5):addCurve(1, 1, 2, 2, 3, 3):addArc(5, 5, 2, 0, 3, false):closeSubpath()
      p:addLines { {0, 0}, {1, 1}, {2, 0} }:addPath(ca.Path "M 1 1 L 2 2", ca.Transform.translation(1, 1))
      local _ = p:boundingBox(), p:svg(), p:copy() == p, p:length(), p:trimmed(0, 0.5), p:contains {1, 1}
      local i = ca.Image { width = 4, height = 4, pixels = function(x, y) return x / 4, y / 4, 0 end }
      local j = ca.Image.draw(9, 9, function(c)
        c:saveGState(); c:setFillColor("red"); c:addPath(p); c:fillPath(); c:setLineDash(0, {1, 2}); c:stroke {1, 1, 3, 3}
        c:clipTo {0, 0, 8, 8}; c:draw(i, {0, 0, 4, 4}); c:setShadow({1, 1}, 2, "black"); c:beginTransparencyLayer(); c:fill {0, 0, 2, 2}
        c:endTransparencyLayer(); c:drawLinearGradient({ "red", "blue" }, { 0, 1 }, {0, 0}, {5, 5}); c:setFillPattern(i); c:fill {0, 0, 9, 9}
        c:clipToMask({0, 0, 9, 9}, i); c:restoreGState(); _ = c.ctm, c.clipBounds
      end)
      _ = i:crop {0, 0, 2, 2}, i:pixels(), i:pixel(1, 1), #i:encode("png"), ca.compare(i, i).share, tostring(i)
      _ = ca.decodeJSON(ca.encodeJSON { a = { 1, 2, "x" }, b = true }), ca.decodeJSON("[1, {\\"a\\": \\"b\\"}]"), ca.parameter("x", { default = 1 })
      local root = ca.Layer { bounds = {0, 0, 9, 9}, contents = i, backgroundColor = j,
        delegate = { drawLayerInContext = function(self, l, c) c:fill {0, 0, 3, 3} end } }
      root:setNeedsDisplay()
      local tiled = ca.TiledLayer { bounds = {0, 0, 9, 9}, tileSize = {4, 4}, delegate = { drawLayerInContext = function(self, l, c) c:fill {0, 0, 9, 9} end } }
      root:addSublayer(tiled)
      local drawable = ca.DrawableLayer { bounds = {0, 0, 4, 4}, drawableSize = {4, 4}, draw = function(l, d) end }
      root:addSublayer(drawable)
      _ = ca.render(root, { scale = 1 })
      pcall(ca.Image.draw, 4, 4, function(c) error("no") end); pcall(ca.decodeJSON, "{"); pcall(ca.Path, "M x")
      return root
      """),
    BindingScript(
      "time",
      """
      local root = ca.Layer { bounds = {0, 0, 9, 9}, ca.Layer { name = "a", bounds = {0, 0, 4, 4}, backgroundColor = "red" } }
      local a = root.sublayers[1]
      local b = ca.BasicAnimation { keyPath = "opacity", fromValue = 0, toValue = 1, duration = 1,
        delegate = { animationDidStart = function() end, animationDidStop = function() end } }
      a:addAnimation(b, "x")
      a:addAnimation(ca.KeyframeAnimation { keyPath = "position", values = { {0, 0}, {5, 5} }, keyTimes = { 0, 1 }, duration = 1 })
      a:addAnimation(ca.AnimationGroup { animations = { ca.SpringAnimation { keyPath = "bounds.size.width", toValue = 4 } }, duration = 1 }); a:addAnimation(ca.Transition {})
      ca.animate({ duration = 1, completion = function() a.name = "done" end }, function() a.opacity = 0.5; a.backgroundColor = "blue" end)
      ca.Transaction.begin(); ca.Transaction.setDisableActions(false); ca.Transaction.setValue({ 1, 2 }, "k"); ca.Transaction.setCompletionBlock(function() end)
      a.cornerRadius = 2; local _ = ca.Transaction.value("k"); ca.Transaction.commit()
      _ = a:presentation(0.5).opacity, a:animationKeys(), a:animation("x"), a:presentation():model()
      ca.onFrame(function(t, i) a.position = {t, i} end); ca.allow("near-miss-key", "missing-font")
      _ = ca.render(root, { time = 0.5 }), ca.filmLength(root, { fps = 5, duration = 1 })
      ca.setCurrentTime(0.6); ca.setCurrentTime(3); a:removeAllAnimations()
      local r = ca.ReplicatorLayer { bounds = {0, 0, 9, 9}, instanceCount = 3, instanceDelay = 0.1, ca.Layer { bounds = {0, 0, 2, 2}, backgroundColor = "red" } }
      local e = ca.EmitterLayer { bounds = {0, 0, 9, 9}, emitterCells = { ca.EmitterCell { name = "c", birthRate = 9, lifetime = 1,
        contents = ca.Image { width = 1, height = 1, pixels = "abcd" }, emitterCells = { ca.EmitterCell { birthRate = 1, lifetime = 1 } } } } }
      e["emitterCells.c.velocity"] = 5; root:addSublayer(r); root:addSublayer(e); _ = e:copy(), ca.render(root)
      pcall(ca.animate, 1, function() error("x") end); pcall(ca.setCurrentTime, 0)
      local co = coroutine.wrap(function() a.opacity = 1; coroutine.yield(); ca.render(root) end); co(); co()
      return root
      """),
    BindingScript(
      "text",
      """
      local t = ca.TextLayer { bounds = {0, 0, 40, 20}, string = "Hello", fontSize = 9, foregroundColor = "black" }
      t.string = ca.AttributedString { {"plain "}, {"red", foregroundColor = "red"} }
      local _ = ca.measureText("x", { fontSize = 9 }).width, t:preferredFrameSize(), t.string.runs, tostring(t.string)
      ca.Image.draw(9, 9, function(c) c:drawText("x", {1, 5}, { fontSize = 6 }) end)
      _ = ca.render(t), ca.fonts()
      t.fitsText, t.minimumFontSize = "shrink", 2; t:sizeToFit("maxXMinY"); _ = t.fittedFontSize, t.overflows
      local function box(n) return n < 4 and ca.TextLayer { bounds = {0, 0, 30, 12}, fontSize = 9 } or nil end
      _ = ca.flow("one two", box)
      ca.film { sound = { { file = "bell.wav", start = 1, loops = 2 } } }; ca.film { sound = false }
      return t
      """),
    BindingScript(
      "geometry",
      """
      local root = ca.Layer { name = "root", bounds = {0, 0, 20, 20}, ca.Layer { name = "a", frame = {1, 1, 9, 9}, ca.Layer { name = "b", bounds = {0, 0, 3, 3} } } }
      local a, b = root:sublayer("a"), root:find("a/b")
      local _ = a:convertPointFromLayer({1, 2}, b), a:convertPointToLayer({1, 2}, root), a:convertRectFromLayer({0, 0, 1, 1}, b), a:convertRectToLayer({0, 0, 1, 1}, b)
      _ = a:convertTimeFromLayer(1, b), a:convertTimeToLayer(1, root), a:contains {1, 1}, root:hitTest {1, 1}, root:layerAt {1, 1}, a:isDescendantOf(root)
      _ = a:contentsAreFlipped(), a.visibleRect, a.affineTransform, a:defaultValueForKey("opacity"), a:actionForKey("opacity"), a:preferredFrameSize()
      a:setAnchorPointKeepingFrame {0, 0}; a:resizeSublayersWithOldSize {1, 1}; a:setNeedsDisplay {0, 0, 1, 1}; _ = a:needsDisplay(); a:display(); a:displayIfNeeded()
      a:setNeedsLayout(); _ = a:needsLayout(); a:layoutSublayers(); a:layoutIfNeeded()
      local scroll = ca.ScrollLayer { bounds = {0, 0, 5, 5}, ca.Layer { name = "far", frame = {20, 20, 5, 5} } }
      root:addSublayer(scroll); scroll:scrollToPoint {1, 1}; scroll:scrollToRect {0, 0, 1, 1}; scroll.sublayers[1]:scrollPoint {1, 1}; scroll.sublayers[1]:scrollRectToVisible {0, 0, 1, 1}
      root:insertSublayerBelow(ca.Layer(), a); b:removeFromSuperlayer(); root:insertSublayer(b, 1); root:insertSublayerAbove(ca.Layer(), b); root:replaceSublayer(b, ca.Layer())
      _ = root:copy(), root:keys(), root:customKeys(), ca.TiledLayer.fadeDuration()
      local point, size, rect, color, m = ca.Point(1, 2), ca.Size(3, 4), ca.Rect(0, 0, 5, 5), ca.Color("red"), ca.Transform.rotation(1)
      _ = point + size.width * point / 2 - -point, rect:insetBy(1, 1), rect:offsetBy(1, 1), rect:union {1, 1, 9, 9}, rect:intersection {1, 1, 9, 9}, rect:contains {1, 1}, color:withAlpha(0.5)
      _ = m:translated(1, 2, 3):scaled(2, 2, 2):rotated(1):concat(m * m):inverted():apply {1, 1}, ca.Transform.perspective(100), ca.Transform.affine(1, 0, 0, 1, 2, 3), ca.Transform.scale(2, 2, 2), ca.Transform { 1, 0, 0, 1, 2, 3 }
      _ = tostring(point) .. tostring(size) .. tostring(rect) .. tostring(color) .. tostring(m), point:unpack(), rect.center, rect.origin, rect == ca.Rect(0, 0, 5, 5)
      for l in root:walk() do _ = l.superlayer end
      -- Methods of a delegate, which a layer has only by name.
      for _, hook in ipairs { "displayLayer", "drawLayerInContext", "layerWillDraw", "layoutSublayersOfLayer" } do try(function() a[hook](a) end) end
      for _, way in ipairs { "convertPoint", "convertRect", "convertTime", "convert" } do try(function() a[way](a, {1, 2}, b) end) end
      _ = rect:with { x = 5, size = {1, 2} }, point:with { y = 2 }, color:with { alpha = 0.5 }, rect:intersects {1, 1, 9, 9}, rect:integral(), rect.isEmpty
      a:setBounds {0, 0, 5, 5}; a:setAffineTransform(ca.Transform.rotation(1)); _ = a:affineTransform(); try(function() a:setFrame(1, 2) end)
      a.backgroundColor = { red = 1, green = 0, blue = 0, alpha = 1 }; a.backgroundColor = { hue = 0.5, saturation = 1, brightness = 1 }
      local Own = ca.Layer:subclass("OwnDelegate"); function Own:displayLayer(l) end; local own = Own { bounds = {0, 0, 2, 2} }
      own.delegate = own; own.layoutManager = own; own:display(); b.delegate = Own; b:display(); b.delegate = nil
      return root
      """),
    BindingScript(
      "context",
      """
      local image = ca.Image { width = 2, height = 2, pixels = ("wxyz"):rep(4) }
      local picture = ca.Image.draw(16, 16, function(c)
        local _ = c.width, c.height, c.scale
        c:saveGState(); c:translateBy(1, 1); c:scaleBy(2, 2); c:rotate(0.5); c:concatenate(ca.Transform.affine(1, 0, 0, 1, 1, 1)); c:setAlpha(0.5); c:setBlendMode("multiply")
        c:setStrokeColor("blue"); c:setRGBFillColor(1, 0, 0, 1); c:setRGBStrokeColor(1, 0, 0, 1); c:setGrayFillColor(0.5, 1); c:setGrayStrokeColor(0.5, 1); c:setFillColor("red")
        c:setLineWidth(2); c:setLineCap("round"); c:setLineJoin("bevel"); c:setMiterLimit(4); c:setLineDash(0, {1, 2}); c:setInterpolationQuality("high"); c:setShadow({1, 1}, 2, "black")
        c:beginPath(); c:move(0, 0); c:addLine(5, 5); c:addQuadCurve(1, 2, 3, 4); c:addCurve(1, 2, 3, 4, 5, 6); c:addArc(5, 5, 2, 0, 3, false); c:addArcTangent(1, 2, 3, 4, 1)
        c:addRect {0, 0, 3, 3}; c:addRoundedRect({0, 0, 5, 5}, 1, 1); c:addEllipse {0, 0, 4, 4}; c:addLines { {0, 0}, {1, 1} }; c:addPath(ca.Path "M 0 0 L 4 4"); c:closePath()
        _ = c:copyPath(), c:isPathEmpty(), c:pathBoundingBox(), c:pathCurrentPoint(), c:pathContainsPoint {1, 1}
        c:strokePath(); c:addRect {0, 0, 3, 3}; c:fillPath(); c:addRect {0, 0, 3, 3}; c:eoFillPath(); c:addRect {0, 0, 3, 3}; c:drawPath("fillStroke")
        c:addRect {0, 0, 9, 9}; c:clip(); c:addRect {0, 0, 9, 9}; c:eoClip(); c:clipTo {0, 0, 8, 8}; c:clipToMask({0, 0, 9, 9}, image)
        c:fill {0, 0, 1, 1}; c:stroke {0, 0, 3, 3}; c:strokeLineSegments { {0, 0}, {1, 1} }; c:fillEllipse {0, 0, 3, 3}; c:strokeEllipse {0, 0, 3, 3}; c:clear {0, 0, 1, 1}
        c:setFillPattern(image); c:setStrokePattern(image); c:stroke {0, 0, 3, 3}; c:beginTransparencyLayer(); c:draw(image, {0, 0, 4, 4}); c:drawImage({0, 0, 4, 4}, image); c:endTransparencyLayer()
        c:drawLinearGradient({ "red", "blue" }, { 0, 1 }, {0, 0}, {5, 5}); c:drawRadialGradient({ "red", "blue" }, { 0, 1 }, {0, 0}, 0, {5, 5}, 5); c:drawConicGradient({ "red", "blue" }, { 0, 1 }, {5, 5}, 0)
        c:drawText("a", {1, 9}); c:restoreGState()
      end)
      local p = ca.Path():move(0, 0):addLine(1, 2):addQuadCurve(1, 2, 3, 4):addCurve(1, 2, 3, 4, 5, 6):addArc(5, 5, 2, 0, 3, false):addArcTangent(1, 2, 3, 4, 1):addRect {0, 0, 3, 3}
      p:addRoundedRect({0, 0, 5, 5}, 1, 1):addEllipse {0, 0, 4, 4}:addLines { {0, 0}, {1, 1} }:addPath(ca.Path "M 0 0 L 4 4"):closeSubpath()
      local _ = p:boundingBox(), p:boundingBoxOfPath(), p:isEmpty(), p:contains {1, 1}, p:length(), p:currentPoint(), p:transformed(ca.Transform.scale(2, 2, 1)), p:trimmed(0, 0.5), p:svg(), p:copy(), tostring(p)
      local q = ca.Path "M0 0H4V4H0Z"
      _ = q:union("M2 0H6V4H2Z"), q:intersection(q, "evenOdd"), q:subtracting(q), q:symmetricDifference(q)
      _ = q:normalized "winding", ca.Path.union { q, "M2 0H6V4H2Z" }, q:simplified(0.5), q:hull()
      _ = q:offset(1, { join = "miter", miterLimit = 3, tolerance = 0.1 })
      _ = q:stroked { lineWidth = 2, lineCap = "round", lineDashPattern = { 1, 2 } }
      return ca.Layer { bounds = {0, 0, 16, 16}, contents = picture }
      """),
    BindingScript(
      "pictures",
      """
      local i = ca.Image { width = 4, height = 2, scale = 2, pixels = ("wxyz"):rep(8) }
      i:write("picture.png")
      local _ = i.name, i.width, i.height, i.scale, i.size, i:pixel(0, 0), i:crop {0, 0, 1, 1}, i:pixels(), #i:encode("png"), i == i, tostring(i), ca.compare(i, i).mean
      pcall(ca.Image, "sprites/none.svg", { color = "red", page = 1 })
      _ = ca.Image("sprites/quarters@2x.png").width, ca.Image.named("sprites/quarters").height
      for name, s in pairs(ca.Image.sprites("sprites/packed.plist")) do
        _ = s.name, s.image, s.contentsRect, s.rotated, s.trimmed, s.size, s.offset, s.frame, s.sourceSize,
          s.duration, s.upright, tostring(s)
      end
      _ = ca.Image.spriteTags("sprites/packed.plist").walk
      _ = ca.writeSheet("sheet.png", { a = i })
      _ = ca.Image.spriteAnimation({ ca.Image.sprites("sprites/packed.plist")["star.png"] }, { duration = 1 })
      local package = ca.Package("../../Tests/Packages/slots.wallpaper")
      _ = package.rootLayer, package.kind, package.size, #package.floors, #package.notes, #package.wallpaperNames, package.wallpaperName, tostring(package)
      local card = ca.Layer.lottie("badge.json", { texts = { Title = "x" } }); _ = card.lottie
      _ = ca.lottieInfo("badge.json").markers, ca.lottieKeyPaths("badge.json")[1]
      local icon = ca.Layer.svg("icons/gear.svg", { color = "red" }); _ = icon:find("wheel").sublayers, ca.Path.svg("icons/bell.svg")
      _ = #ca.readFile("sprites/packed.plist"), ca.readCSV("one-curve.lua", { numbers = false, separator = "|" })[1], ca.currentTime(); ca.decodeCSV("a,b\\n1,", { header = true, empty = ca.null, types = { a = "number" } })
      _ = ca.decodeTOML("a = 1\\n[t]\\nb = [1, 2]").t.b[2], pcall(ca.readTOML, "one-curve.lua")
      local layer = ca.DrawableLayer { bounds = {0, 0, 4, 4}, drawableSize = {4, 4}, draw = function(l, d) d:clear("red") end }
      local d = layer:nextDrawable()
      d:setPixels(("abcd"):rep(16)); d:clear("blue"); d:draw(function(c) c:fill {0, 0, 1, 1} end); _ = d.width, d.height, d.layer, d.isPresented, tostring(d); d:present()
      local t = ca.AttributedString { {"a", font = "DejaVu Sans"}, {"b", fontSize = 20} }
      _ = t.string, t.runs, tostring(t), ca.fonts { details = true }
      local k = ca.Constraint("minX", "superlayer", "maxX", 2, 3)
      _ = k.attribute, k.sourceName, k.sourceAttribute, k.scale, k.offset, tostring(k), ca.explainLayout(layer)
      local a = ca.Layer { name = "a", constraints = { k } }
      a:addConstraint("minY = superlayer.minY"); a:constrain { "width = superlayer.width" }; a:removeConstraint(k); a:removeAllConstraints()
      _ = ca.diagnose(layer, { scale = 2, allow = { "occluded" } })
      ca.allow("occluded", layer)
      for _, f in ipairs { "EAGLLayer", "MetalLayer", "OpenGLLayer", "QCCompositionLayer" } do try(ca[f], {}) end
      return layer
      """),
    BindingScript(
      "filters",
      """
      local f = ca.Filter("CIExposureAdjust", { name = "light", inputEV = 0.5 })
      f.inputEV = 1; try(function() f.inputEV = 1000 end); try(function() f.inputImage = f end); try(ca.Filter, "CIExposurAdjust")
      local l = ca.Layer { bounds = {0, 0, 9, 9}, backgroundColor = "#404040", filters = { f, "CIExposureAdjust" } }
      l.backgroundFilters = { f }; l["filters.light.inputEV"] = 0.5; try(function() l.filters[1].inputEV = 2 end)
      local _ = l["filters.light.inputEV"], l.filters[1]:keys(), f:copy().name, tostring(l.filters[2]), l["filters.light"].enabled
      l.compositingFilter = ca.Filter("CIMultiplyBlendMode"); _ = l.compositingFilter, l["compositingFilter.enabled"]
      l:addAnimation(ca.BasicAnimation { keyPath = "filters.light.inputEV", fromValue = 0, toValue = 1, duration = 1 }, "light")
      ca.animate(1, function() l["filters.light.inputEV"] = 2 end)
      _ = l:presentation(0.5).filters, ca.filterNames("colorAdjustment"), ca.filterInfo("CIExposureAdjust").keys[1].default, ca.dump(l)
      try(function() l.filters = { "CISwipeTransition" } end); try(ca.filterNames, "blurs")
      l.filters = { ca.Filter.custom { name = "own", keys = { inputA = 1, inputB = "red" }, reach = 1,
        kernel = function(x, y, sample, inputs) return sample(x + inputs.inputA, y) end } }
      _ = ca.render(l); try(ca.Filter.custom, {}); try(ca.Filter.custom, { name = "own" })
      local c = l:copy(); c.filters = nil; c.filters = l.filters
      return l
      """),
    BindingScript(
      "transactions",
      """
      local T = ca.Transaction
      T.begin(); T.setAnimationDuration(1); T.setAnimationTimingFunction("easeIn"); T.setDisableActions(false);
        T.setCompletionBlock(function() end); T.setValue({ 1 }, "own"); T.setValueForKey(1,
        "kCATransactionAnimationDuration"); T.lock(); T.unlock()
      local _ = T.animationDuration(), T.animationTimingFunction(), T.disableActions(), T.value("own"),
        T.valueForKey("own"), T.completionBlock()
      local l = ca.Layer { bounds = {0, 0, 5, 5}, ca.Layer { name = "kid" } }
      l.opacity = 0.5; l.bounds = {0, 0, 6, 6}; l.backgroundColor = "red"; l:addSublayer(ca.Layer()); T.flush(); T.commit()
      _ = l:animation("opacity").delegate, l:animationKeys(); l:removeAnimation("opacity")
      l:addAnimation(ca.BasicAnimation { keyPath = "sublayers.kid.opacity", toValue = 0, delegate = { animationDidStop = function() l.name = "over" end } }, "kid")
      _ = l:presentation(0.1):model(), l:defaultActionForKey("opacity"), l:needsDisplayForKey("opacity"), ca.dump(l, { time = 0.1 })
      ca.setCurrentTime(2); l:removeAllAnimations()
      ca.BasicAnimation { duration = 1 }:runActionForKey("opacity", l)
      return l
      """),
    BindingScript(
      "time lines",
      """
      local a = ca.TextLayer { string = "abc", bounds = {0, 0, 20, 9} }
      local b = ca.Layer { bounds = {0, 0, 20, 20}, a }
      local w = ca.timeline { name = "w", repeatCount = 2, autoreverses = true, timingFunction = "steps(3)" }
      w:to({ a, b }, { opacity = function(l, i) return i / 3 end }, { stagger = "20%", spring = { bounce = 0.2 } })
      w:from(a, { ["position.x"] = 3 }, { at = "with+0.1" })
      w:fromTo(b, { zPosition = 0 }, { zPosition = 2 }, { at = "-0.1" })
      w:set(b, { cornerRadius = 2 }, 0.3)
      w:label("x")
      w:hold(0.2)
      w:type(a, { at = "x" })
      w:run(function(f, t) b.borderWidth = f + t end, { at = "with" })
      w:add(ca.BasicAnimation { keyPath = "borderWidth", toValue = 1 }, b, { at = "start" })
      w:add(ca.timeline():run(function(f) b.shadowRadius = f end), { duration = 1 })
      local _ = w:time("x") + w.duration + #w.name + w.labels.x .. tostring(w)
      try(function() w:to(a, { opacity = "x" }) end)
      w:play()
      ca.render(b, { time = 0.4 })
      w:finish()
      w = ca.timeline():to(a, { opacity = 0 }):play()
      w:remove()
      local _ = ca.ease("elasticOut", 0.3), ca.lerp({ "red", "blue" }, { "white", "black" }, 0.5), ca.lerp(1, 2, 0.5)
      return b
      """),
    BindingScript(
      "keys",
      """
      for name, class in pairs(ca) do
        if getmetatable(class) == "layer class" then
          local made, object = try(class, {})
          if made then
            for _, key in ipairs(object:keys()) do
              local value = object[key]
              try(function() object[key] = value end)
            end
            local _ = object:defaultValueForKey(object:keys()[1] or "name"), object:customKeys()
            try(object.copy, object)
          end
        end
      end
      return ca.Layer { bounds = {0, 0, 1, 1} }
      """),
    BindingScript(
      "paths",
      """
      local C = ca.Layer:subclass("C", { defaults = { info = false } })
      local l = C { ["info.x"] = 2, info = { x = 1 }, ["own.y.z"] = 1, userInfo = { own = { y = {} } }, ca.Layer { name = "kid" } }
      l["style.friend"] = ca.Layer { name = "friend" }
      l["style.friend.tag"] = { l, function() return l end }
      l["actions.opacity"] = ca.BasicAnimation { duration = 3 }
      l["actions.position"] = function() return l end
      l["actions.opacity.duration"] = 4
      l["sublayers.kid.own"] = { l }
      l["style.friend.mask"] = ca.Layer()
      local _ = l["style.friend.tag.1"], l["actions.opacity.duration"], l["sublayers.kid.own.1.info.x"], l:copy()["style.friend"]
      try(function() l["style.friend.none.x"] = 1 end)
      l["style.friend"], l.actions = nil, nil
      l.bounds = {0, 0, 1, 1}
      return l
      """),
  ]

  /// True if a script calls a function or reads a field of an owner, judged by its text.
  static func uses(_ owner: String, _ name: String) -> Bool {
    let letters = [
      "GraphicsContext": "c", "Path": "p", "Image": "i", "Drawable": "d", "Sprite": "s", "Constraint": "k",
      "AttributedString": "t", "TimeLine": "w", "Noise": "n", "Random": "r", "Scale": "f",
    ]
    let receiver = letters[owner]
    let words: [String] =
      if name == ".tostring" {
        ["tostring(\(receiver ?? "l"))"]
      } else if name.hasPrefix(".") {
        [(receiver ?? "") + name]
      } else if name == "()" {
        receiver.map { [$0 + "("] } ?? [owner + " {", owner + "("]
      } else if owner == "ca.Layer" {
        // A function of every class, called with a colon, or one of ca.Layer alone.
        [owner + ":" + name, owner + "." + name]
      } else if owner == "ca" || owner.hasPrefix("ca.") {
        [owner + "." + name, owner.replacing("ca.Transaction", with: "T") + "." + name, "\"" + name + "\""]
      } else if receiver == "p" {
        // Path methods may be chained onto the end of a call.
        [":" + name]
      } else if let receiver {
        [receiver + ":" + name]
      } else {
        [":" + name, "\"" + name + "\""]
      }
    return all.contains { script in words.contains { script.text.holds(word: $0) } }
  }
}

extension String {
  /// True if it contains a text that is not followed by a letter.
  fileprivate func holds(word: String) -> Bool {
    ranges(of: word).contains { range in
      guard range.upperBound < endIndex else { return true }
      let next = self[range.upperBound]
      return !(next.isLetter || next.isNumber)
    }
  }
}
