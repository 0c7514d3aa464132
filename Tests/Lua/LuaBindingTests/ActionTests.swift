// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

/// The actions of changes: which one is found, and what it shows.
@Suite struct ActionTests {
  // MARK: Parts of values

  @Test(arguments: [
    "l.actions = { position = false, transform = false, bounds = false }",
    "l.style = { actions = { position = false, transform = false, bounds = false } }",
    """
    l.delegate = { actionForLayerForKey = function(self, layer, key)
      if key == "position" or key == "transform" or key == "bounds" then return false end
    end }
    """,
  ])
  func `an action that ends the search for a property ends it for its parts`(_ setting: String) throws {
    let lines = try printed(
      """
      local l = ca.Layer { bounds = {0, 0, 4, 4} }
      \(setting)
      ca.animate(1, function()
        l["position.x"] = 50 l["transform.rotation.z"] = 1 l["bounds.size.width"] = 9 l.opacity = 0.5
      end)
      print(table.concat(l:animationKeys(), ","))
      l.actions, l.style, l.delegate = nil, nil, nil
      ca.animate(1, function() l["position.x"] = 60 l["transform.rotation.z"] = 2 end)
      print(table.concat(l:animationKeys(), ","))
      """)
    #expect(lines == ["opacity", "opacity,position.x,transform.rotation.z"])
  }

  @Test func `a class is asked for the property of a part too, and may change the part's own animation`() throws {
    let lines = try printed(
      """
      local C = ca.Layer:subclass("C")
      function C:actionForKey(key)
        if key == "position" then return false end
        local action = C.super.actionForKey(self, key)
        if key == "transform.rotation.z" then action.duration = 7 end
        return action
      end
      local l = C {}
      ca.animate(1, function() l["position.x"] = 5 l["transform.rotation.z"] = 1 l["transform.scale"] = 2 end)
      print(table.concat(l:animationKeys(), ","), l:animation("transform.rotation.z").duration)
      """)
    #expect(lines == ["transform.rotation.z,transform.scale\t7"])
  }

  @Test func `the action of a part comes before that of its property, whose values a function takes`() throws {
    let lines = try printed(
      """
      local l = ca.Layer { position = {1, 2} }
      l.actions = {
        position = function(layer, key, old, new) print(key, old.x, old.y, new.x, new.y) end,
        ["position.y"] = function(layer, key, old, new) print(key, old, new) end,
        bounds = ca.BasicAnimation { duration = 3 }, transform = ca.BasicAnimation { keyPath = "transform", duration = 4 },
      }
      ca.animate(1, function()
        l["position.x"] = 5 l["position.y"] = 6 l["position.x"] = 5
        l["bounds.size.width"] = 8 l["transform.scale.x"] = 2
      end)
      print(table.concat(l:animationKeys(), ","))
      local b, t = l:animation("bounds.size.width"), l:animation("transform.scale.x")
      print(b.keyPath, b.duration, b.fromValue, t.keyPath, t.duration, l:presentation(2).transform.m11)
      """)
    #expect(
      lines == [
        "position\t1\t2\t5\t2", "position.y\t2\t6", "bounds.size.width,transform.scale.x",
        "bounds.size.width\t3\t0\ttransform\t4\t1.5",
      ])
  }
}
