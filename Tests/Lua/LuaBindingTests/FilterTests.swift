// SPDX-License-Identifier: MIT
import LayerEngine
import LayerModel
import Testing

/// Filters used from scripts.
@Suite struct FilterScriptTests {
  @Test func `a filter is made by its name and its keys`() throws {
    let lines = try printed(
      """
      local f = ca.Filter("CIExposureAdjust", { name = "light", inputEV = 0.5 })
      print(f.className, f.name, f.inputEV, f.enabled, f.isEnabled, ca.Filter("CIExposureAdjust").inputEV)
      f.inputEV = 2; f:setValue(false, "enabled")
      print(f.inputEV, f:value("inputEV"), f.enabled, tostring(f):match("^%a+"), table.concat(f:keys(), " "))
      print(f:defaultValueForKey("inputEV"), f:copy().name, ca.Filter("multiplyBlendMode").className, ca.Filter.className)
      """)
    #expect(
      lines == [
        "CIExposureAdjust\tlight\t0.5\ttrue\ttrue\t0", "2\t2\tfalse\tCIExposureAdjust\tname enabled inputEV",
        "0\tlight\tCIMultiplyBlendMode\tFilter",
      ])
  }

  @Test(arguments: [
    (
      "ca.Filter('CIExposurAdjust')",
      "ca.Filter: there is no filter \"CIExposurAdjust\"; did you mean \"CIExposureAdjust\"?"
    ),
    (
      "ca.Filter('CIExposureAdjust', { inputEv = 1 })",
      "CIExposureAdjust has no property inputEv; did you mean inputEV?"
    ),
    ("ca.Filter('CIExposureAdjust', { EV = 1 })", "CIExposureAdjust has no property EV; did you mean inputEV?"),
    (
      "ca.Filter('CIExposureAdjust', { inputEV = 1000 })",
      "CIExposureAdjust.inputEV is 1000, expected a number from -100 to 100"
    ),
    (
      "ca.Filter('CIExposureAdjust', { inputImage = 1 })",
      "CIExposureAdjust.inputImage is supplied by the layer and never set"
    ),
    (
      "ca.Filter('CIExposureAdjust').inputImage = 1",
      "CIExposureAdjust.inputImage is supplied by the layer and never set"
    ),
    ("ca.Filter('CIExposureAdjust').mine = 1", "CIExposureAdjust has no property mine"),
    ("ca.Filter('CIExposureAdjust', { userInfo = { a = 1 } })", "CIExposureAdjust has no property a"),
    ("ca.Filter('CIExposureAdjust').mine = function() end", "CIExposureAdjust has no property mine"),
    ("ca.Filter('CIExposureAdjust', 3)", "CIExposureAdjust: expected a table of properties, got number 3"),
    ("ca.Filter('CIExposureAdjust', {}, 3)", "CIExposureAdjust: expected one table, got number 3 after it"),
    (
      "ca.Filter { name = 'x' }",
      "Filter: expected the name of a filter, as in ca.Filter(\"CIGaussianBlur\", { inputRadius = 6 })"
    ),
    ("ca.Filter()", "Filter: expected the name of a filter"),
    ("ca.Filter:subclass('Own')", "Filter has no subclasses: a filter is made by its name"),
    ("ca.Layer { filters = 'CIExposureAdjust' }", "Layer.filters: expected a list of filters such as"),
    ("ca.Layer { filters = { function() end } }", "Layer.filters"),
    (
      "ca.Layer { filters = { ca.Layer() } }", "Layer.filters: value 1: expected a filter or the name of one, got layer"
    ),
    ("ca.Layer { filters = { ca.Filter('CIScreenBlendMode') } }", "which belongs in compositingFilter"),
    (
      "ca.Layer { filters = { 'CIExposureAdjust' } }.filters[1].inputEV = 1",
      "give the filter a name before the layer takes it"
    ),
    ("ca.filterNames('blurs')", "ca.filterNames: there is no category \"blurs\"; did you mean blur?"),
    (
      "ca.filterInfo('CIExposureAdjuster')",
      "ca.filterInfo: there is no filter \"CIExposureAdjuster\"; did you mean \"CIExposureAdjust\"?"
    ),
    (
      "ca.Layer { compositingFilter = ca.Filter('CIExposureAdjust') }",
      "Layer.compositingFilter: CIExposureAdjust is an image filter"
    ),
    (
      "ca.Transition { filter = ca.Filter('CIExposureAdjust') }",
      "Transition.filter: CIExposureAdjust is an image filter"
    ),
  ]) func `what is wrong with a filter is said`(script: String, message: String) throws {
    // An assignment or a call.
    let chunk = script.hasSuffix(")") || script.hasSuffix("}") ? "local _ = " + script : script
    let lines = try printed(
      "local ok, e = pcall(load([[\(chunk)]]))\nprint(ok, (tostring(e):gsub('^.-:%d+: ', '')))")
    #expect(lines.count == 1 && lines[0].hasPrefix("false\t") && lines[0].contains(message), "\(lines)")
  }

  @Test func `a layer has copies, changed by key paths alone`() throws {
    let lines = try printed(
      """
      local f = ca.Filter("CIExposureAdjust", { name = "light", inputEV = 1 })
      local l = ca.Layer { name = "l", bounds = {0, 0, 9, 9}, filters = { f, "CIExposureAdjust" } }
      f.inputEV = 5
      print(#l.filters, l.filters[1].inputEV, l["filters.light.inputEV"], rawequal(l.filters[1], l.filters[1]), l.filters[1] == f)
      local was = l.filters[1]
      l["filters.light.inputEV"] = 2; l:setValueForKeyPath(false, "filters.light.enabled")
      print(was.inputEV, l.filters[1].inputEV, l:valueForKeyPath("filters.light.inputEV"), l["filters.light"].enabled)
      print((select(2, pcall(function() l.filters[1].inputEV = 3 end)):gsub("^.-:%d+: ", "")))
      print((select(2, pcall(function() l["filters.light"].inputEV = 3 end)):gsub("^.-:%d+: ", "")))
      print((select(2, pcall(function() l["filters.dark.inputEV"] = 3 end)):gsub("^.-:%d+: ", "")))
      print((select(2, pcall(function() l["filters.light"] = 3 end)):gsub("^.-:%d+: ", "")))
      local root = ca.Layer { l }
      root["sublayers.l.filters.light.inputEV"] = 4
      root.friend = l
      root["friend.filters.light.enabled"] = true
      print(l["filters.light.inputEV"], root["sublayers.l.filters.light.enabled"], root["friend.filters.light.inputEV"])
      local copy = l:copy()
      copy["filters.light.inputEV"] = 7
      print(l["filters.light.inputEV"], copy.filters[1].inputEV, #ca.Layer { filters = l.filters }.filters)
      l.filters = nil; l.backgroundFilters = {}
      print(l.filters, #l.backgroundFilters, l["filters"])
      """)
    let refusal =
      "CIExposureAdjust.inputEV: the filter on a layer is a copy and cannot be changed; write layer[\"filters.light.inputEV\"] = …"
    #expect(
      lines == [
        "2\t1\t1\ttrue\tfalse", "1\t2\t2\tfalse", refusal, refusal,
        "Layer.filters.dark: no filter of this name; the names are light",
        "Layer: key path \"filters.light\" ends at an object of class CIExposureAdjust; name a key of it",
        "4\ttrue\t4", "4\t7\t2", "nil\t0\tnil",
      ])
  }

  @Test func `changes by key path animate, and animations name filters`() throws {
    let lines = try printed(
      """
      local l = ca.Layer { bounds = {0, 0, 9, 9}, filters = { ca.Filter("CIExposureAdjust", { name = "light" }) } }
      ca.animate(2, function() l["filters.light.inputEV"] = 4 end)
      print(l["filters.light.inputEV"], l:animationKeys()[1], l:presentation(0)["filters.light.inputEV"], l:presentation(2).filters[1].inputEV)
      l:addAnimation(ca.BasicAnimation { keyPath = "filters.light.inputEV", fromValue = 0, toValue = 8, duration = 4 }, "x")
      print(l:presentation(1)["filters.light.inputEV"], l.filters[1].inputEV)
      """)
    #expect(lines == ["4\tfilters.light.inputEV\t0\t4", "2\t4"])
  }

  @Test func `the registry can be asked for names, categories and keys`() throws {
    let lines = try printed(
      """
      local all, some = ca.filterNames(), ca.filterNames("colorAdjustment")
      local info = ca.filterInfo("CIExposureAdjust")
      local key = info.keys[1]
      local isThere = false
      for _, name in ipairs(some) do isThere = isThere or name == info.name end
      print(#all > #some, isThere, info.name, info.category, #info.summary > 0)
      print(key.name, key.kind, key.default, key.min, key.max, key.unit, key.required, #key.summary > 0)
      print(ca.filterInfo("sourceIn").name, ca.filterInfo("CIMultiplyBlendMode").category, #ca.filterNames("compositing") > 30)
      for _, name in ipairs(all) do assert(ca.filterInfo(name).name == name); assert(ca.Filter(name).className == name) end
      """)
    #expect(
      lines == [
        "true\ttrue\tCIExposureAdjust\tcolorAdjustment\ttrue",
        "inputEV\tnumber\t0\t-100\t100\tnil\tnil\ttrue", "CISourceInCompositing\tcompositing\ttrue",
      ])
  }

  @Test func `a compositing filter reads back as it was given`() throws {
    let lines = try printed(
      """
      local l = ca.Layer { compositingFilter = ca.Filter("CIMultiplyBlendMode", { name = "m" }) }
      print(l.compositingFilter.className, l.compositingFilter.name, l["compositingFilter.enabled"])
      l["compositingFilter.enabled"] = false
      print(l.compositingFilter.enabled, l:copy().compositingFilter.className)
      l.compositingFilter = "screenBlendMode"
      print(l.compositingFilter)
      """)
    #expect(lines == ["CIMultiplyBlendMode\tm\ttrue", "false\tCIMultiplyBlendMode", "screenBlendMode"])
  }

  @Test func `filters are freed with what holds them`() throws {
    let engine = try Engine()
    _ = try engine.run(
      script: """
        local l = ca.Layer { bounds = {0, 0, 9, 9} }
        for i = 1, 200 do
          l.filters = { ca.Filter("CIExposureAdjust", { name = "a", inputEV = 1 }), "CIExposureAdjust" }
          l["filters.a.inputEV"] = i % 50
          local _ = l.filters, l["filters.a"], l:presentation(i).filters
        end
        collectgarbage(); collectgarbage()
        return l
        """, name: "garbage.lua")
    #expect(engine.scene.live[.objects] < 20)
  }
}
