// SPDX-License-Identifier: MIT
import Foundation
import LayerEngine
import Testing

/// Extreme and ordinary timings: random animations, nested groups, layers with their own timing.
///
/// Whatever they are: every value is a number, a time looks the same whenever it is requested, the clock agrees with
/// the pictures, and a reported start precedes its stop. With decimal times, moreover, no instant differs from both its
/// predecessor and its successor.
@Suite struct TimingFuzzTests {
  private func run(_ seed: UInt64, count: Int) throws -> [String] {
    var printed: [UInt8] = []
    let engine = try Engine(Engine.Configuration(memoryLimit: 300_000_000, timeLimit: 120, seed: seed, threads: 1))
    engine.onPrint = { printed += $0 }
    engine.onWarning = { _ in }
    _ = try engine.run(
      script: Self.script, name: "timing.lua", arguments: ScriptArguments(named: [("count", "\(count)")]))
    return String(decoding: printed, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test(arguments: 1...4) func `random timings break none of the rules of time`(seed: UInt64) throws {
    #expect(try run(seed, count: 60) == [])
  }

  /// Runs for LAYERLUA_TIMING_SECONDS, with consecutive seeds from LAYERLUA_TIMING_SEED on.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["LAYERLUA_TIMING_SECONDS"] != nil))
  func `random timings break none of the rules for as long as asked`() throws {
    let environment = ProcessInfo.processInfo.environment
    let end = Date().addingTimeInterval(environment["LAYERLUA_TIMING_SECONDS"].flatMap { Double($0) } ?? 0)
    var seed = environment["LAYERLUA_TIMING_SEED"].flatMap { UInt64($0) } ?? UInt64(Date().timeIntervalSince1970)
    let first = seed
    while Date() < end {
      let found = try run(seed, count: 300)
      #expect(found == [], "seed \(seed)")
      seed += 1
    }
    print("timings, seeds \(first) to \(seed)")
  }

  private static let script = #"""
    local R = math.random
    local function pick(list) return list[R(#list)] end
    local function chance(n) return R(n) == 1 end
    local EXTREMES = {
      0, 5e-324, 1e-320, 2.2e-308, 1e-300, 1e-30, 1e-12, 1e-9, 1e-6, 0.1, 1, 3, 1e3, 1e6, 1e9, 1e12, 2 ^ 53, 1e16, 1e30, 1e100, 1e300, 1e308, 1.7976931348623157e308,
    }
    local wild
    local function time(least)
      if wild and chance(3) then return math.max(pick(EXTREMES), least or 0) end
      return R(least and 1 or 0, 40) / pick { 1, 2, 4, 5, 8, 10, 20, 24, 25, 30, 50, 60, 100 }
    end
    local function signed() return chance(3) and -time() or time() end
    local function number()
      if wild and chance(4) then return pick(EXTREMES) * pick { 1, -1 } end
      return R(-100, 100) / pick { 1, 3, 10 }
    end
    local function list(n, make) local t = {} for i = 1, n do t[i] = make() end return t end
    local PACES = { "linear", "easeIn", "easeOut", "easeInEaseOut", "default", {0.5, -1, 0.5, 2}, {1, 0, 0, 1}, {0, 0, 0, 0}, {1, 1, 1, 1}, {0.3, 1e30, 0.7, -1e30} }
    local function pace() return chance(3) and (wild and pick(PACES) or PACES[R(5)]) or nil end

    local function timed(t)
      if not chance(8) then t.duration = time(0.01) end
      if chance(2) then t.beginTime = chance(5) and signed() or time() end
      if chance(4) then t.timeOffset = signed() end
      if chance(4) then t.speed = chance(8) and 0 or signed() end
      if chance(3) then t.repeatCount = chance(6) and math.huge or chance(2) and R(1, 4) or time() end
      if chance(5) then t.repeatDuration = chance(6) and math.huge or time() end
      t.autoreverses = chance(3)
      t.fillMode = pick { "removed", "forwards", "backwards", "both" }
      -- A filled animation shows as long as it is on the layer; only the clock ends that.
      t.removedOnCompletion = t.fillMode == "removed"
      if chance(3) then t.removedOnCompletion = false end
      return t
    end
    local MODES = { "linear", "linear", "discrete", "paced", "cubic", "cubicPaced" }
    local function keyTimes(n)
      local t, at = { 0 }, 0
      -- Two values at the very end: a turn shows the second one alone, as it was told.
      for i = 2, n - 1 do at = chance(4) and at or math.min(at + R(0, 20) / 40, 0.99) t[i] = at end
      t[n] = 1
      if wild and chance(4) then t[R(n)] = pick { -1, 2, 0.5, 5e-324, 1 - 2 ^ -53 } end
      return t
    end
    local function keyed(t)
      t.timingFunction = pace()
      t.additive, t.cumulative = chance(5), chance(5)
      return t
    end
    local function animation(depth)
      local kind = R(depth < 3 and 5 or 4)
      if kind <= 2 then
        local class = kind == 1 and ca.BasicAnimation or ca.SpringAnimation
        local t = keyed(timed { keyPath = pick { "position.x", "zPosition", "bounds.size.width", "cornerRadius" } })
        local ends = R(6)
        if ends ~= 2 and ends ~= 3 then t.fromValue = number() end
        if ends == 1 or ends == 2 then t.toValue = number() end
        if ends >= 3 then t.byValue = number() end
        if ends == 6 then t.byValue, t.toValue = nil, number() end
        if kind == 2 then
          if chance(2) then t.stiffness, t.damping, t.mass = time(1e-3), time(), time(1e-3) end
          if chance(4) then t.initialVelocity = signed() end
          t.allowsOverdamping = chance(2)
        end
        return class(t)
      elseif kind == 3 then
        local n = R(1, 6)
        local t = keyed(timed { keyPath = pick { "position.x", "zPosition" }, calculationMode = pick(MODES), values = list(n, number) })
        if chance(2) then t.keyTimes = keyTimes(n + (t.calculationMode == "discrete" and 1 or 0)) end
        if chance(3) then t.timingFunctions = list(n - 1, function() return wild and pick(PACES) or PACES[R(9)] end) end
        if chance(4) then t.tensionValues, t.biasValues = list(n, number), list(n, number) end
        return ca.KeyframeAnimation(t)
      elseif kind == 4 then
        local t = keyed(timed { keyPath = "position", path = "M 0 0 L 10 5 L 10 5 C 20 0 30 40 50 5 M 70 0 L 80 0", calculationMode = pick(MODES), rotationMode = chance(2) and "auto" or nil })
        t.additive, t.cumulative = false, false
        return ca.KeyframeAnimation(t)
      end
      local t = timed { animations = list(R(0, 3), function() return animation(depth + 1) end) }
      t.timingFunction = pace()
      return ca.AnimationGroup(t)
    end

    local KEYS = { "position.x", "position.y", "zPosition", "bounds.size.width", "cornerRadius" }
    local function shown(layer, t)
      local p, values = layer:presentation(t), {}
      for i, key in ipairs(KEYS) do values[i] = p[key] end
      return values
    end
    local function show(v) local t = {} for i, x in ipairs(v) do t[i] = ("%.17g"):format(x) end return table.concat(t, " ") end
    local function fail(round, what, ...) print(("round %d: %s"):format(round, what), ...) end

    for round = 1, tonumber(ca.args.count) do
      wild = chance(3)
      local root = ca.Layer { bounds = {0, 0, 20, 20} }
      local layer = ca.Layer { name = "it", bounds = {0, 0, 10, 10}, position = {number(), 3} }
      root:addSublayer(layer)
      -- Where layers have no sensible time, pictures and the clock need only be numbers.
      local isWild = wild
      wild = wild and chance(2)
      local hasWildLayers = wild
      for _, l in ipairs { root, layer } do
        if chance(3) then
          for key, value in pairs(timed {}) do
            if key ~= "removedOnCompletion" and (key ~= "duration" or chance(3)) then pcall(function() l[key] = value end) end
          end
        end
      end
      local starts, stops = {}, {}
      wild = isWild
      local base = ca.currentTime()
      for i = 1, R(3) do
        local made, a = pcall(animation, 1)
        if made then
          if chance(2) and a.beginTime ~= 0 then a.beginTime = a.beginTime + base end
          a.delegate = {
            animationDidStart = function() starts[i] = (starts[i] or 0) + 1 if stops[i] then fail(round, "started after its stop") end end,
            animationDidStop = function(_, _, finished) if not finished then return end stops[i] = (stops[i] or 0) + 1 if not starts[i] then fail(round, "stopped before its start") end end,
          }
          pcall(layer.addAnimation, layer, a, "a" .. i)
        elseif not tostring(a):find("Animation", 1, true) then fail(round, "cannot be made", a) end
      end
      -- In any order, the same.
      local times, seen = {}, {}
      for i = 1, 24 do times[i] = base + (chance(2) and R(0, 240) / pick { 24, 25, 30, 50, 60, 30000 / 1001 } or time()) end
      if wild then times[#times + 1] = pick(EXTREMES) times[#times + 1] = -pick(EXTREMES) end
      for i, t in ipairs(times) do
        local fine, values = pcall(shown, layer, t)
        if not fine then
          fail(round, "no presentation at " .. t, values)
        else
          seen[i] = values
          for k, v in ipairs(values) do if v ~= v or v == math.huge or v == -math.huge then fail(round, KEYS[k] .. " is no number at " .. t) end end
        end
      end
      for i = #times, 1, -1 do
        local fine, values = pcall(shown, layer, times[i])
        if fine and seen[i] and show(values) ~= show(seen[i]) then fail(round, "another value at the same time " .. times[i], show(values), show(seen[i])) end
      end
      -- Not alone in its moment: boundaries are of the moment before or of the one after.
      if not wild then
        for i, t in ipairs(times) do
          local h = 2e-9 + t * 1e-14
          local less, before, now = shown(layer, t - 40 * h), shown(layer, t - 20 * h), seen[i]
          local after, more = shown(layer, t + 20 * h), shown(layer, t + 40 * h)
          for k = 1, #KEYS do
            local distance = math.min(math.abs(now[k] - before[k]), math.abs(now[k] - after[k]))
            -- A fast value differs from its neighbours as much as they do from theirs.
            if distance > 1e-3 + 4 * math.max(math.abs(more[k] - after[k]), math.abs(before[k] - less[k])) then
              fail(round, ("%s is alone at %.17g"):format(KEYS[k], t), show(before), show(now), show(after))
            end
          end
        end
      end
      if chance(8) then pcall(ca.render, root, { time = pick(times) }) pcall(ca.render, root, "x.apng", { fps = pick(times), duration = -1 }) end
      -- The clock shows what the pictures of its time show, and what was over is taken away without a trace.
      -- Not at once: what runs backward from its begin, or lasts no billionth of a second, is over at the moment in which it is shown.
      local later = {}
      for i = 1, 4 do later[i] = base + R(1, 200) / pick { 10, 24, 100 } end
      table.sort(later)
      for _, t in ipairs(later) do
        local asked, values = pcall(shown, layer, t)
        ca.setCurrentTime(t)
        local fine, now = pcall(shown, layer, nil)
        if asked and fine and not hasWildLayers and show(values) ~= show(now) then fail(round, "the clock at " .. t .. " shows another value", show(values), show(now)) end
      end
      layer:removeAllAnimations()
      for i, n in pairs(stops) do if n ~= 1 then fail(round, "stopped " .. n .. " times") end end
      for i, n in pairs(starts) do if n ~= 1 then fail(round, "started " .. n .. " times") end end
    end
    """#
}
