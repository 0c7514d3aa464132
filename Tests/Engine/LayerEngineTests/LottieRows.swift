// SPDX-License-Identifier: MIT

/// A small film and the layers that it must equal.
struct LottieRow: CustomStringConvertible, Sendable {
  var description: String
  /// The film's layers, in JSON.
  var layers: String
  /// The film's compositions and pictures, in JSON.
  var assets = ""
  /// The film's sublayers, by the functions of `LottieRow.functions`.
  var lua: String
}

extension LottieRow {
  /// Functions that make layers as films have them: `unit` one of 1 × 1 points, `box` one of a size at the origin,
  /// `empty` one without a size. Names and key frames are those of most rows.
  static let functions = #"""
    local function with(layer, ...)
      for _, other in ipairs { ... } do layer:addSublayer(other) end
      return layer
    end
    local function empty(t, ...) return with(ca.Layer(t), ...) end
    local function unit(t, ...)
      t.bounds, t.anchorPoint = { 0, 0, 1, 1 }, t.anchorPoint or { 0, 0 }
      return with(ca.Layer(t), ...)
    end
    local function S(t, ...)
      t.name = "S"
      return unit(t, ...)
    end
    local function box(width, height, t, ...)
      t.bounds, t.anchorPoint = { 0, 0, width, height }, { 0, 0 }
      return with(ca.Layer(t), ...)
    end
    local function solid() return box(20, 10, { backgroundColor = "red" }) end
    local function whole()
      return box(56384, 56384, { position = { -20000, -20000 }, backgroundColor = "black" })
    end
    local everything = "M-20000 -20000L36384 -20000L36384 36384L-20000 36384Z"
    local function shape(t)
      if t.path then t.path = ca.Path(t.path) end
      return ca.ShapeLayer(t)
    end
    local function gradient(t)
      t.bounds, t.anchorPoint, t.position = { 0, 0, 8000, 8000 }, { 0, 0 }, t.position or { -4000, -4000 }
      return ca.GradientLayer(t)
    end
    local function polar(radius, angle)
      return ("%.17g %.17g"):format(radius * math.cos(math.rad(angle)), radius * math.sin(math.rad(angle)))
    end
    local function at(x, y) return { (x + 4000) / 8000, (y + 4000) / 8000 } end
    local function luma(sign)
      return { ca.Filter("CIColorMatrix", {
        inputAVector = { 0.2126 * sign, 0.7152 * sign, 0.0722 * sign, 0 },
        inputBiasVector = { 0, 0, 0, sign > 0 and 0 or 1 },
      }) }
    end
    local function out(layer, path, value)
      layer[path] = value
      return layer
    end
    local function turned(layer, x, y, z)
      out(layer, "transform.rotation.x", math.rad(x))
      out(layer, "transform.rotation.y", math.rad(y))
      return out(layer, "transform.rotation.z", math.rad(z))
    end
    local function scaled(layer, x, y, angle)
      out(layer, "transform.scale.x", x)
      out(layer, "transform.scale.y", y)
      return out(layer, "transform.rotation.z", math.rad(angle))
    end
    -- From frame 3 to 33.
    local function move(layer, path, values, t)
      t = t or {}
      t.keyPath, t.values, t.keyTimes, t.beginTime, t.duration = path, values, t.keyTimes or { 0, 1 }, 0.1, 1
      t.fillMode, t.removedOnCompletion = "both", false
      layer:addAnimation(ca.KeyframeAnimation(t))
      return layer
    end
    """#

  /// Rows of layers, transforms and times.
  static let layers: [LottieRow] = [
    LottieRow(
      description: "a solid",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"#ff8000"}
        """#,
      lua: #"""
        S({}, box(20, 10, { backgroundColor = "#ff8000" }))
        """#),
    LottieRow(
      description: "easing",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","ks":{"o":{"k":[{"t":3,"s":[0],"o":{"x":[0.3],"y":[0.1]},
          "i":{"x":[0.7],"y":[1.2]}},{"t":33,"s":[100]}]}}}
        """#,
      lua: #"""
        move(S({ opacity = 0 }, solid()), "opacity", { 0, 1 }, { timingFunctions = { { 0.3, 0.1, 0.7, 1.2 } } })
        """#),
    LottieRow(
      description: "a hold",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","ks":{"o":{"k":[{"t":3,"s":[0]},{"t":18,"s":[50],"h":1},{"t":33,
          "s":[100]}]}}}
        """#,
      lua: #"""
        move(S({ opacity = 0 }, solid()), "opacity", { 0, 0.5, 0.5, 1 }, { keyTimes = { 0, 0.5, 1, 1 } })
        """#),
    LottieRow(
      description: "keys with ends of their own",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","ks":{"o":{"k":[{"t":3,"s":[0],"e":[50]},{"t":18,"s":[50],
          "e":[100]},{"t":33}]}}}
        """#,
      lua: #"""
        move(S({ opacity = 0 }, solid()), "opacity", { 0, 0.5, 1 }, { keyTimes = { 0, 0.5, 1 } })
        """#),
    LottieRow(
      description: "one key",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","ks":{"o":{"k":[{"t":3,"s":[40]}]}}}
        """#,
      lua: #"""
        S({ opacity = 0.4 }, solid())
        """#),
    LottieRow(
      description: "frames of a layer",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","ip":6,"op":36}
        """#,
      lua: #"""
        (function()
          local layer = S({ hidden = true }, solid())
          layer:addAnimation(ca.BasicAnimation { keyPath = "hidden", fromValue = false, toValue = false,
            beginTime = 0.2, duration = 1 })
          return layer
        end)()
        """#),
    LottieRow(
      description: "a position in halves",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","ks":{"p":{"s":true,"x":{"k":[{"t":3,"s":[1]},{"t":33,
          "s":[5]}]},"y":{"k":7}}}}
        """#,
      lua: #"""
        move(S({ position = { 1, 7 } }, solid()), "position.x", { 1, 5 })
        """#),
    LottieRow(
      description: "a motion path",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","ao":1,"ks":{"p":{"k":[{"t":3,"s":[0,0],"to":[10,0],"ti":[0,
          -10]},{"t":33,"s":[20,20]}]}}}
        """#,
      lua: #"""
        move(S({}, solid()), "position", nil, { path = ca.Path("M0 0C10 0 20 10 20 20"), rotationMode = "auto" })
        """#),
    LottieRow(
      description: "skew",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","ks":{"sk":{"k":-45},"sa":{"k":0}}}
        """#,
      lua: #"""
        S({ transform = { 1, 0, math.tan(math.pi / 4), 1, 0, 0 } }, solid())
        """#),
    LottieRow(
      description: "3D",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","ddd":1,"ks":{"rx":{"k":30},"ry":{"k":40},"rz":{"k":50}}}
        """#,
      lua: #"""
        turned(S({}, solid()), 30, 40, 50)
        """#),
    LottieRow(
      description: "parents",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","parent":1},{"ty":3,"nm":"P","ind":1,"parent":2,
          "ks":{"p":{"k":[30,0]},"o":{"k":0}}},{"ty":3,"nm":"Q","ind":2,"ks":{"r":{"k":90}}}
        """#,
      lua: #"""
        out(unit({}, unit({ position = { 30, 0 } }, S({}, solid()))), "transform.rotation.z", math.pi / 2)
        """#),
    LottieRow(
      description: "a composition with its own time",
      layers: #"""
        {"ty":0,"nm":"S","refId":"c","w":50,"h":40,"st":6,"sr":2}
        """#,
      assets: #"""
        {"id":"c","layers":[{"ty":1,"nm":"I","sw":20,"sh":10,"sc":"red","ks":{"o":{"k":[{"t":3,"s":[0]},{"t":33,
          "s":[100]}]}}}]}
        """#,
      lua: #"""
        S({}, box(50, 40, { masksToBounds = true, speed = 0.5, timeOffset = -0.1 },
          move(unit({ name = "I", opacity = 0 }, solid()), "opacity", { 0, 1 })))
        """#),
    LottieRow(
      description: "a remapped composition",
      layers: #"""
        {"ty":0,"nm":"S","refId":"c","w":50,"h":40,"tm":{"k":[{"t":3,"s":[1]},{"t":33,"s":[0]}]}}
        """#,
      assets: #"""
        {"id":"c","layers":[{"ty":1,"nm":"I","sw":20,"sh":10,"sc":"red","ks":{"o":{"k":[{"t":3,"s":[0]},{"t":33,
          "s":[100]}]}}}]}
        """#,
      lua: #"""
        S({}, move(box(50, 40, { masksToBounds = true, contentsTime = 1 },
          move(unit({ name = "I", opacity = 0 }, solid()), "opacity", { 0, 1 })), "contentsTime", { 1, 0 }))
        """#),
    LottieRow(
      description: "a picture",
      layers: #"""
        {"ty":2,"nm":"S","refId":"i"}
        """#,
      assets: #"""
        {"id":"i","w":20,"h":10,"u":"","p":"dot.png"}
        """#,
      lua: #"""
        S({}, box(20, 10, { contents = "dot.png" }))
        """#),
    LottieRow(
      description: "a run along a path after a hold",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","ks":{"p":{"k":[{"t":3,"s":[5,5],"h":1},{"t":18,"s":[0,0],
          "to":[10,0],"ti":[0,-10]},{"t":33,"s":[20,20]}]}}}
        """#,
      lua: #"""
        (function()
          local layer = S({ position = { 5, 5 } }, solid())
          layer:addAnimation(ca.BasicAnimation { keyPath = "position", fromValue = { 5, 5 }, toValue = { 5, 5 },
            beginTime = 0.1, duration = 1 / 30, fillMode = "both", removedOnCompletion = false })
          layer:addAnimation(ca.KeyframeAnimation { keyPath = "position", path = ca.Path("M0 0C10 0 20 10 20 20"),
            keyTimes = { 0, 1 }, beginTime = 0.6, duration = 0.5, fillMode = "forwards",
              removedOnCompletion = false })
          return layer
        end)()
        """#),
    LottieRow(
      description: "a moving skew",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","ks":{"sk":{"k":[{"t":3,"s":[0]},{"t":5,"s":[-45]}]},
          "s":{"k":[50,100]}}}
        """#,
      lua: #"""
        (function()
          local layer = S({ transform = { 0.5, 0, 0, 1, 0, 0 } }, solid())
          layer:addAnimation(ca.KeyframeAnimation { keyPath = "transform", beginTime = 0.1, duration = 2 / 30,
            keyTimes = { 0, 0.5, 1 },
            values = { { 0.5, 0, 0, 1, 0, 0 }, { 0.5, 0, math.tan(math.rad(22.5)), 1, 0, 0 }, { 0.5, 0,
              math.tan(math.rad(45)), 1, 0, 0 } },
            fillMode = "both", removedOnCompletion = false })
          return layer
        end)()
        """#),
    LottieRow(
      description: "a later layer lies farther back",
      layers: #"""
        {"ty":1,"nm":"A","sw":20,"sh":10,"sc":"red"},{"ty":1,"nm":"B","sw":20,"sh":10,"sc":"red","hd":true},{"ty":1,
          "nm":"S","sw":20,"sh":10,"sc":"red"}
        """#,
      lua: #"""
        S({}, solid()), unit({ name = "A" }, solid())
        """#),
  ]

  /// Rows of masks, mattes, blend modes and effects.
  static let effects: [LottieRow] = [
    LottieRow(
      description: "masks",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","masksProperties":[{"mode":"a","nm":"M","o":{"k":50},
          "pt":{"k":{"v":[[0,0],[10,0],[10,10]],"i":[],"o":[],"c":true}}}]}
        """#,
      lua: #"""
        S({ mask = empty({}, shape { path = "M0 0L10 0L10 10Z", opacity = 0.5 }) }, solid())
        """#),
    LottieRow(
      description: "a mask inverted",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","masksProperties":[{"mode":"a","inv":true,"o":{"k":100},
          "pt":{"k":{"v":[[0,0],[10,0],[10,10]],"i":[],"o":[],"c":true}}}]}
        """#,
      lua: #"""
        S({ mask = empty({}, shape { path = everything .. "M0 0L10 0L10 10Z", fillRule = "even-odd" }) }, solid())
        """#),
    LottieRow(
      description: "a mask taken away",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","masksProperties":[{"mode":"s","o":{"k":100},"pt":{"k":{"v":[[0,
          0],[10,0],[10,10]],"i":[],"o":[],"c":true}}}]}
        """#,
      lua: #"""
        S({ mask = empty({ mask = shape { path = everything .. "M0 0L10 0L10 10Z", fillRule = "even-odd" } },
          whole()) }, solid())
        """#),
    LottieRow(
      description: "masks that intersect",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","masksProperties":[{"mode":"a","o":{"k":100},"pt":{"k":{"v":[[0,
          0],[10,0],[10,10]],"i":[],"o":[],"c":true}}},{"mode":"i","o":{"k":100},"pt":{"k":{"v":[[0,0],[5,0],[5,5]],
          "i":[],"o":[],"c":true}}}]}
        """#,
      lua: #"""
        S({ mask = empty({ mask = shape { path = "M0 0L5 0L5 5Z" } },
          empty({}, shape { path = "M0 0L10 0L10 10Z" })) }, solid())
        """#),
    LottieRow(
      description: "masks that differ",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","masksProperties":[{"mode":"a","o":{"k":100},"pt":{"k":{"v":[[0,
          0],[10,0],[10,10]],"i":[],"o":[],"c":true}}},{"mode":"f","o":{"k":100},"pt":{"k":{"v":[[0,0],[5,0],[5,5]],
          "i":[],"o":[],"c":true}}}]}
        """#,
      lua: #"""
        S({ mask = empty({}, empty({}, shape { path = "M0 0L10 0L10 10Z" }),
          shape { path = "M0 0L5 0L5 5Z", compositingFilter = "xor" }) }, solid())
        """#),
    LottieRow(
      description: "a mask that grows",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","masksProperties":[{"mode":"a","o":{"k":100},"x":{"k":[{"t":3,
          "s":[0]},{"t":33,"s":[4]}]},"pt":{"k":{"v":[[0,0],[10,0],[10,10]],"i":[],"o":[],"c":true}}}]}
        """#,
      lua: #"""
        S({ mask = empty({}, empty({}, shape { path = "M0 0L10 0L10 10Z" },
          move(shape { path = "M0 0L10 0L10 10Z", fillColor = false, strokeColor = "black", lineWidth = 0 },
            "lineWidth", { 0, 8 }))) }, solid())
        """#),
    LottieRow(
      description: "an alpha matte",
      layers: #"""
        {"ty":1,"nm":"M","td":1,"sw":10,"sh":10,"sc":"white"},{"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","tt":1}
        """#,
      lua: #"""
        empty({ mask = empty({}, unit({ name = "M" }, box(10, 10, { backgroundColor = "white" }))) }, S({},
          solid()))
        """#),
    LottieRow(
      description: "an inverted matte",
      layers: #"""
        {"ty":1,"nm":"M","td":1,"sw":10,"sh":10,"sc":"white"},{"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","tt":2}
        """#,
      lua: #"""
        empty({ mask = empty({}, whole(), empty({ compositingFilter = "destOut" }, unit({ name = "M" }, box(10,
          10, { backgroundColor = "white" })))) }, S({}, solid()))
        """#),
    LottieRow(
      description: "a luma matte",
      layers: #"""
        {"ty":1,"nm":"M","td":1,"sw":10,"sh":10,"sc":"white"},{"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","tt":3}
        """#,
      lua: #"""
        empty({ mask = empty({ filters = luma(1) }, whole(), unit({ name = "M" }, box(10, 10,
          { backgroundColor = "white" }))) }, S({}, solid()))
        """#),
    LottieRow(
      description: "an inverted luma matte",
      layers: #"""
        {"ty":1,"nm":"M","td":1,"sw":10,"sh":10,"sc":"white"},{"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","tt":4}
        """#,
      lua: #"""
        empty({ mask = empty({ filters = luma(-1) }, whole(), unit({ name = "M" }, box(10, 10,
          { backgroundColor = "white" }))) }, S({}, solid()))
        """#),
    LottieRow(
      description: "the blend mode add",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","bm":16}
        """#,
      lua: #"""
        S({ compositingFilter = "plusL" }, solid())
        """#),
    LottieRow(
      description: "a shadow by effect",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","ef":[{"ty":25,"nm":"E","ef":[{"v":{"k":[0,0,1]}},
          {"v":{"k":51}},{"v":{"k":90}},{"v":{"k":[{"t":3,"s":[0]},{"t":33,"s":[10]}]}},{"v":{"k":15}}]}]}
        """#,
      lua: #"""
        move(S({ shadowColor = "blue", shadowOpacity = 0.2, shadowRadius = 3, shadowOffset = { 0, 0 } }, solid()),
          "shadowOffset", { { 0, 0 }, { 10, 0 } })
        """#),
    LottieRow(
      description: "a shadow by style",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","sy":[{"ty":1,"nm":"E","c":{"k":[0,0,1]},"o":{"k":20},
          "a":{"k":0},"d":{"k":10},"s":{"k":6}}]}
        """#,
      lua: #"""
        S({ shadowColor = "blue", shadowOpacity = 0.2, shadowRadius = 3, shadowOffset = { 10, 0 } }, solid())
        """#),
    LottieRow(
      description: "a blur",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","ef":[{"ty":29,"nm":"E","ef":[{"v":{"k":[{"t":3,"s":[0]},
          {"t":33,"s":[20]}]}}]}]}
        """#,
      lua: #"""
        move(S({ filters = { ca.Filter("CIGaussianBlur", { name = "effect1", inputRadius = 0 }) } }, solid()),
          "filters.effect1.inputRadius", { 0, 6 })
        """#),
    LottieRow(
      description: "a fill by effect",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","ef":[{"ty":21,"nm":"E","ef":[{},{},{"v":{"k":[0,0,1]}}]}]}
        """#,
      lua: #"""
        S({ filters = { ca.Filter("CIColorMatrix", { name = "effect1", inputRVector = { 0, 0, 0, 0 },
          inputGVector = { 0, 0, 0, 0 }, inputBVector = { 0, 0, 0, 0 }, inputBiasVector = { 0, 0, 1, 0 } }) } },
          solid())
        """#),
    LottieRow(
      description: "an adjustment layer",
      layers: #"""
        {"ty":12,"nm":"S","ef":[{"ty":29,"nm":"E","ef":[{"v":{"k":20}}]}]}
        """#,
      lua: #"""
        box(100, 100, { name = "S", backgroundFilters = { ca.Filter("CIGaussianBlur", { name = "effect1",
          inputRadius = 6 }) } })
        """#),
    LottieRow(
      description: "a tint by effect",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","ef":[{"ty":20,"nm":"E","ef":[{"v":{"k":[0,0,0]}},{"v":{"k":[1,
          1,1]}},{"v":{"k":100}}]}]}
        """#,
      lua: #"""
        S({ filters = { ca.Filter("CIColorMatrix", { name = "effect1", inputRVector = { 0.2126, 0.7152, 0.0722,
          0 }, inputGVector = { 0.2126, 0.7152, 0.0722, 0 }, inputBVector = { 0.2126, 0.7152, 0.0722, 0 },
          inputBiasVector = { 0, 0, 0, 0 } }) } }, solid())
        """#),
    LottieRow(
      description: "a tritone",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","ef":[{"ty":23,"nm":"E","ef":[{"v":{"k":[1,0,0]}},{"v":{"k":[0,
          1,0]}},{"v":{"k":[0,0,1]}}]}]}
        """#,
      lua: #"""
        S({ filters = {
          ca.Filter("CIColorMatrix", { name = "effect1", inputRVector = { 2 / 3, 2 / 3, 2 / 3, 0 },
            inputGVector = { 2 / 3, 2 / 3, 2 / 3, 0 }, inputBVector = { 0, 0, 0, 0 }, inputBiasVector = { 0, -1,
            0, 0 } }),
          ca.Filter("CIColorClamp", { name = "effect2" }),
          ca.Filter("CIColorMatrix", { name = "effect3", inputRVector = { 0, 1, 0, 0 }, inputGVector = { 1, -1, 0,
            0 }, inputBVector = { -1, 0, 0, 0 }, inputBiasVector = { 0, 0, 1, 0 } }) } }, solid())
        """#),
    LottieRow(
      description: "levels",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","ef":[{"ty":24,"nm":"E","ef":[{},{},{},{"v":{"k":0}},
          {"v":{"k":0.5}},{"v":{"k":2}},{"v":{"k":0.25}},{"v":{"k":1}}]}]}
        """#,
      lua: #"""
        S({ filters = {
          ca.Filter("CIColorMatrix", { name = "effect1", inputRVector = { 2, 0, 0, 0 }, inputGVector = { 0, 2, 0,
            0 }, inputBVector = { 0, 0, 2, 0 } }),
          ca.Filter("CIColorClamp", { name = "effect2" }), ca.Filter("CIGammaAdjust", { name = "effect3",
            inputPower = 0.5 }),
          ca.Filter("CIColorMatrix", { name = "effect4", inputRVector = { 0.75, 0, 0, 0 }, inputGVector = { 0,
            0.75, 0, 0 }, inputBVector = { 0, 0, 0.75, 0 }, inputBiasVector = { 0.25, 0.25, 0.25, 0 } }) } },
            solid())
        """#),
    LottieRow(
      description: "a blur across",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","ef":[{"ty":29,"nm":"E","ef":[{"v":{"k":20}},{"v":{"k":2}}]}]}
        """#,
      lua: #"""
        S({ filters = {
          ca.Filter("CIMotionBlur", { name = "effect1", inputRadius = 6, inputAngle = 0 }),
          ca.Filter("CIMotionBlur", { name = "effect2", inputRadius = 6, inputAngle = 0 }),
          ca.Filter("CIMotionBlur", { name = "effect3", inputRadius = 6, inputAngle = 0 }) } }, solid())
        """#),
    LottieRow(
      description: "a matte by effect",
      layers: #"""
        {"ty":1,"nm":"M","ind":4,"td":1,"sw":10,"sh":10,"sc":"white"},{"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red",
          "ef":[{"ty":28,"nm":"E","ef":[{"v":{"k":4}}]}]}
        """#,
      lua: #"""
        empty({ mask = empty({}, unit({ name = "M" }, box(10, 10, { backgroundColor = "white" }))) }, S({},
          solid()))
        """#),
    LottieRow(
      description: "strokes by effect",
      layers: #"""
        {"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","masksProperties":[{"mode":"n","pt":{"k":{"v":[[0,0],[10,0]],
          "i":[],"o":[],"c":false}}}],"ef":[{"ty":22,"nm":"E","ef":[{"v":{"k":1}},{"v":{"k":0}},{"v":{"k":0}},
          {"v":{"k":[0,0,1]}},{"v":{"k":3}},{"v":{"k":75}},{"v":{"k":0.5}},{"v":{"k":0}},{"v":{"k":50}}]}]}
        """#,
      lua: #"""
        S({}, empty({}, solid(), empty({ opacity = 0.5 }, shape { path = "M0 0L10 0", fillColor = false,
          strokeColor = "blue", lineWidth = 6, lineCap = "round", lineJoin = "round", strokeEnd = 0.5,
          trimMode = "length" })))
        """#),
  ]

  /// Rows of shapes.
  static let shapes: [LottieRow] = [
    LottieRow(
      description: "a fill of a rectangle",
      layers: #"""
        {"ty":4,"nm":"S","shapes":[{"ty":"rc","p":{"k":[50,50]},"s":{"k":[40,20]}},{"ty":"fl","nm":"F","r":2,
          "o":{"k":50},"c":{"k":[0,1,0]}}]}
        """#,
      lua: #"""
        S({}, empty({}, shape { name = "F", path = "M70 40L70 60L30 60L30 40Z", fillColor = "#00ff00",
          fillRule = "even-odd", opacity = 0.5 }))
        """#),
    LottieRow(
      description: "a stroke of a path",
      layers: #"""
        {"ty":4,"nm":"S","shapes":[{"ty":"sh","ks":{"k":{"v":[[0,0],[9,0],[9,9]],"i":[[0,0],[0,0],[0,-3]],"o":[[0,
          0],[0,0],[0,0]],"c":false}}},{"ty":"st","nm":"F","c":{"k":[0,0,1]},"w":{"k":[{"t":3,"s":[2]},{"t":33,
          "s":[6]}]},"lc":2,"lj":3,"ml":7,"d":[{"n":"d","v":{"k":4}},{"n":"g","v":{"k":2}},{"n":"o",
          "v":{"k":[{"t":3,"s":[0]},{"t":33,"s":[12]}]}}]}]}
        """#,
      lua: #"""
        S({}, empty({}, move(move(shape { name = "F", path = "M0 0L9 0C9 0 9 6 9 9", fillColor = false,
          strokeColor = "blue", lineWidth = 2, lineCap = "round", lineJoin = "bevel", miterLimit = 7,
          lineDashPattern = { 4, 2 }, lineDashPhase = 0 }, "lineWidth", { 2, 6 }), "lineDashPhase", { 0, 12 })))
        """#),
    LottieRow(
      description: "a path that moves",
      layers: #"""
        {"ty":4,"nm":"S","shapes":[{"ty":"sh","ks":{"k":[{"t":3,"s":[{"v":[[0,0],[9,0]],"i":[],"o":[],"c":false}]},
          {"t":33,"s":[{"v":[[0,0],[9,9]],"i":[],"o":[],"c":false}]}]}},{"ty":"st","lc":1,"lj":1,"nm":"F","ml":10,
          "c":{"k":[0,0,1]},"w":{"k":2}}]}
        """#,
      lua: #"""
        S({}, empty({}, move(shape { name = "F", path = "M0 0L9 0", fillColor = false, strokeColor = "blue",
          lineWidth = 2 }, "path", { ca.Path("M0 0L9 0"), ca.Path("M0 0L9 9") })))
        """#),
    LottieRow(
      description: "a group",
      layers: #"""
        {"ty":4,"nm":"S","shapes":[{"ty":"gr","nm":"G","it":[{"ty":"rc","p":{"k":[0,0]},"s":{"k":[4,4]}},{"ty":"fl",
          "nm":"F","c":{"k":[0,0,1]}},{"ty":"tr","p":{"k":[{"t":3,"s":[0,0]},{"t":33,"s":[8,6]}]},"a":{"k":[1,2]},
          "s":{"k":[50,200]},"r":{"k":90},"o":{"k":40}}]}]}
        """#,
      lua: #"""
        S({}, empty({}, move(scaled(unit({ name = "G", anchorPoint = { 1, 2 }, opacity = 0.4 },
          shape { name = "F", path = "M2 -2L2 2L-2 2L-2 -2Z", fillColor = "blue" }), 0.5, 2, 90), "position",
          { { 0, 0 }, { 8, 6 } })))
        """#),
    LottieRow(
      description: "a linear gradient",
      layers: #"""
        {"ty":4,"nm":"S","shapes":[{"ty":"rc","p":{"k":[50,50]},"s":{"k":[40,20]}},{"ty":"gf","nm":"F","t":1,
          "s":{"k":[30,50]},"e":{"k":[70,50]},"g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1,0,1,1,0]}}}]}
        """#,
      lua: #"""
        S({}, empty({}, empty({ name = "F", mask = shape { path = "M70 40L70 60L30 60L30 40Z" } },
          gradient { colors = { "red", "blue" }, locations = { 0, 1 }, startPoint = at(30, 50), endPoint = at(70,
            50),
            mask = gradient { position = { 0, 0 }, colors = { "black", "#00000000" }, locations = { 0, 1 },
              startPoint = at(30, 50), endPoint = at(70, 50) } })))
        """#),
    LottieRow(
      description: "a radial gradient that moves, with a highlight",
      layers: #"""
        {"ty":4,"nm":"S","shapes":[{"ty":"rc","p":{"k":[50,50]},"s":{"k":[40,20]}},{"ty":"gf","nm":"F","t":2,
          "s":{"k":[50,50]},"e":{"k":[50,70]},"h":{"k":50},"a":{"k":0},"g":{"p":2,"k":{"k":[{"t":3,"s":[0,1,0,0,1,0,
          0,1]},{"t":33,"s":[0.5,1,0,0,1,0,1,0]}]}}}]}
        """#,
      lua: #"""
        S({}, empty({}, empty({ name = "F", mask = shape { path = "M70 40L70 60L30 60L30 40Z" } },
          move(move(gradient { type = "radial", colors = { "red", "blue" }, locations = { 0, 1 },
            startPoint = at(50, 50), endPoint = at(70, 70), focalPoint = at(50, 60) },
            "colors", { { "red", "blue" }, { "red", "#00ff00" } }), "locations", { { 0, 1 }, { 0.5, 1 } }))))
        """#),
    LottieRow(
      description: "an ellipse, backward",
      layers: #"""
        {"ty":4,"nm":"S","shapes":[{"ty":"el","d":3,"p":{"k":[0,0]},"s":{"k":[20,20]}},{"ty":"fl","nm":"F",
          "c":{"k":[0,0,1]}}]}
        """#,
      lua: #"""
        S({}, empty({}, shape { name = "F",
          path = ("M0 -10C-k -10 -10 -k -10 0C-10 k -k 10 0 10C k 10 10 k 10 0C10 -k k -10 0 -10Z"):gsub("k",
          "5.522847498"), fillColor = "blue" }))
        """#),
    LottieRow(
      description: "a star",
      layers: #"""
        {"ty":4,"nm":"S","shapes":[{"ty":"sr","sy":1,"p":{"k":[0,0]},"pt":{"k":2},"or":{"k":10},"ir":{"k":4},
          "os":{"k":0},"is":{"k":0},"r":{"k":90}},{"ty":"fl","nm":"F","c":{"k":[0,0,1]}}]}
        """#,
      lua: #"""
        S({}, empty({}, shape { name = "F", path = "M10 0L" .. polar(4, 90) .. "L" .. polar(10,
          180) .. "L" .. polar(4, 270) .. "Z", fillColor = "blue" }))
        """#),
    LottieRow(
      description: "round corners",
      layers: #"""
        {"ty":4,"nm":"S","shapes":[{"ty":"sh","ks":{"k":{"v":[[0,0],[20,0],[20,20]],"i":[],"o":[],"c":false}}},
          {"ty":"rd","r":{"k":4}},{"ty":"st","lc":1,"lj":1,"nm":"F","ml":10,"c":{"k":[0,0,1]},"w":{"k":2}}]}
        """#,
      lua: #"""
        S({}, empty({}, shape { name = "F", path = "M0 0L16 0C18.2091389992 0 20 1.7908610008 20 4L20 20",
          fillColor = false, strokeColor = "blue", lineWidth = 2 }))
        """#),
    LottieRow(
      description: "a trim of a stroke",
      layers: #"""
        {"ty":4,"nm":"S","shapes":[{"ty":"rc","p":{"k":[50,50]},"s":{"k":[40,20]}},{"ty":"tm","s":{"k":25},
          "e":{"k":[{"t":3,"s":[25]},{"t":33,"s":[100]}]}},{"ty":"st","lc":1,"lj":1,"nm":"F","ml":10,"c":{"k":[0,0,1]},
          "w":{"k":2}}]}
        """#,
      lua: #"""
        S({}, empty({}, move(shape { name = "F", path = "M70 40L70 60L30 60L30 40Z", fillColor = false,
          strokeColor = "blue", lineWidth = 2, strokeStart = 0.25, strokeEnd = 0.25, trimMode = "length" },
          "strokeEnd", { 0.25, 1 })))
        """#),
    LottieRow(
      description: "a repeater",
      layers: #"""
        {"ty":4,"nm":"S","shapes":[{"ty":"rc","p":{"k":[0,0]},"s":{"k":[4,4]}},{"ty":"fl","nm":"F","c":{"k":[0,0,
          1]}},{"ty":"rp","nm":"R","c":{"k":2},"o":{"k":0},"tr":{"p":{"k":[20,0]},"so":{"k":100},"eo":{"k":100}}}]}
        """#,
      lua: #"""
        S({}, empty({}, unit({ position = { 20, 0 } }, shape { name = "F", path = "M2 -2L2 2L-2 2L-2 -2Z",
          fillColor = "blue" }), unit({}, shape { name = "F", path = "M2 -2L2 2L-2 2L-2 -2Z", fillColor = "blue" })))
        """#),
    LottieRow(
      description: "a rounded rectangle whose size moves",
      layers: #"""
        {"ty":4,"nm":"S","shapes":[{"ty":"rc","p":{"k":[0,0]},"s":{"k":[{"t":3,"s":[20,20]},{"t":33,"s":[40,20]}]},
          "r":{"k":0}},{"ty":"fl","nm":"F","c":{"k":[0,0,1]}}]}
        """#,
      lua: #"""
        S({}, empty({}, move(shape { name = "F", path = "M10 -10L10 10L-10 10L-10 -10Z", fillColor = "blue" },
          "path",
          { ca.Path("M10 -10L10 10L-10 10L-10 -10Z"), ca.Path("M20 -10L20 10L-20 10L-20 -10Z") })))
        """#),
    LottieRow(
      description: "a gradient stroke",
      layers: #"""
        {"ty":4,"nm":"S","shapes":[{"ty":"rc","p":{"k":[50,50]},"s":{"k":[40,20]}},{"ty":"gs","lc":1,"lj":1,"nm":"F",
          "t":1,"w":{"k":4},"s":{"k":[{"t":3,"s":[30,50]},{"t":33,"s":[50,50]}]},"e":{"k":[70,50]},
          "g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}}}]}
        """#,
      lua: #"""
        S({}, empty({}, empty({ name = "F", mask = shape { path = "M70 40L70 60L30 60L30 40Z", fillColor = false,
          strokeColor = "black", lineWidth = 4, miterLimit = 4 } },
          move(gradient { colors = { "red", "blue" }, locations = { 0, 1 }, startPoint = at(30, 50),
            endPoint = at(70, 50) }, "startPoint", { at(30, 50), at(50, 50) }))))
        """#),
    LottieRow(
      description: "a polygon",
      layers: #"""
        {"ty":4,"nm":"S","shapes":[{"ty":"sr","sy":2,"p":{"k":[0,0]},"pt":{"k":4},"or":{"k":10},"os":{"k":0},
          "r":{"k":90}},{"ty":"fl","nm":"F","c":{"k":[0,0,1]}}]}
        """#,
      lua: #"""
        S({}, empty({}, shape { name = "F", path = "M10 0L" .. polar(10, 90) .. "L" .. polar(10,
          180) .. "L" .. polar(10, 270) .. "Z", fillColor = "blue" }))
        """#),
    LottieRow(
      description: "a trim of two paths as one",
      layers: #"""
        {"ty":4,"nm":"S","shapes":[{"ty":"rc","p":{"k":[0,0]},"s":{"k":[4,4]}},{"ty":"rc","p":{"k":[0,0]},
          "s":{"k":[8,8]}},{"ty":"tm","m":2,"e":{"k":50}},{"ty":"st","lc":1,"lj":1,"nm":"F","ml":10,"c":{"k":[0,0,1]},
          "w":{"k":2}}]}
        """#,
      lua: #"""
        S({}, empty({}, shape { name = "F", path = "M2 -2L2 2L-2 2L-2 -2ZM4 -4L4 4L-4 4L-4 -4Z",
          fillColor = false, strokeColor = "blue", lineWidth = 2, strokeEnd = 0.5, trimMode = "length" }))
        """#),
    LottieRow(
      description: "a style below a group paints its paths",
      layers: #"""
        {"ty":4,"nm":"S","shapes":[{"ty":"gr","nm":"G","it":[{"ty":"rc","p":{"k":[0,0]},"s":{"k":[4,4]}},{"ty":"tr",
          "p":{"k":[10,20]}}]},{"ty":"fl","nm":"F","c":{"k":[0,0,1]}}]}
        """#,
      lua: #"""
        S({}, empty({}, shape { name = "F", path = "M12 18L12 22L8 22L8 18Z", fillColor = "blue" }))
        """#),
  ]
}
