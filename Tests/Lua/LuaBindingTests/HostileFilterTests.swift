// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

/// Malicious filters: each ends in a picture or in an error that names the exceeded limit.
@Suite struct HostileFilterTests {
  private func result(_ filters: String, _ more: String = "") throws -> EngineError? {
    try failure(
      """
      local layer = ca.Layer { bounds = {0, 0, 200, 200}, backgroundColor = "red" }
      local function many(n, name, values)
        local list = {}
        for i = 1, n do list[i] = ca.Filter(name, values) end
        return list
      end
      local root = ca.Layer { bounds = {0, 0, 200, 200}, layer }
      \(more)
      layer.filters = \(filters)
      ca.render(root)
      """, Engine.Configuration(memoryLimit: 256 << 20, timeLimit: 20))
  }

  @Test(arguments: [
    "many(10000, 'CIExposureAdjust', { inputEV = 0.001 })", "many(10000, 'CIColorInvert')", "many(300, 'CICrop')",
    "many(1, 'CIAffineTransform', { inputTransform = {1e300, 0, 0, 1e300, 1e300, 0} })",
    "many(1, 'CIAffineTransform', { inputTransform = {1e-300, 0, 0, 1e-300, 0, 0} })",
    "many(1, 'CIAffineTransform', { inputTransform = {0, 0, 0, 0, 0, 0} })",
    "many(1, 'CIMotionBlur', { inputRadius = 1e15, inputAngle = 1e15 })",
    "many(1, 'CIZoomBlur', { inputAmount = 200, inputCenter = {1e300, -1e300} })",
    "many(1, 'CIPinchDistortion', { inputCenter = {1e300, 1e300}, inputRadius = 1000, inputScale = 2 })",
    "many(1, 'CIMorphologyMaximum', { inputRadius = 500 })", "many(1, 'CIPixellate', { inputCenter = {1e18, 1e18} })",
    "many(1, 'CICrystallize', { inputCenter = {-1e300, 1e300}, inputRadius = 1 })",
    "many(1, 'CILightTunnel', { inputRotation = -100, inputRadius = 1 })",
  ]) func `what is only large ends in a picture`(filters: String) throws {
    #expect(try result(filters) == nil)
  }

  @Test func `many blurs in each other end in a picture`() throws {
    let deep = "for i = 1, 1500 do local inner = ca.Layer { bounds = layer.bounds, filters = { 'CIGaussianBlur' } } "
    #expect(try result("{}", deep + "layer:addSublayer(inner) layer = inner end") == nil)
  }

  @Test(arguments: [
    ("many(10000, 'CIGaussianBlur', { inputRadius = 100 })", "", "pixels of off-screen surfaces"),
    (
      "{ ca.Filter.custom { name = 'a', kernel = function() local s = 'x' while true do s = s .. s end end } }", "",
      "memory"
    ),
    ("{ ca.Filter.custom { name = 'a', kernel = function(x, y, sample) return a(x) end } }", "", "attempt to call"),
    (
      "{ ca.Filter.custom { name = 'a', kernel = function() local function f() return 1 + f() end return f() end } }",
      "", "stack overflow"
    ),
  ]) func `what is too much ends in an error`(filters: String, more: String, message: String) throws {
    let error = try #require(try result(filters, more))
    #expect(error.message.contains(message), "\(error.message)")
  }

  @Test func `a kernel that changes the scene changes nothing of the picture`() throws {
    let lines = try printed(
      """
      local layer
      layer = ca.Layer { name = "a", bounds = {0, 0, 4, 4}, backgroundColor = "red", filters = { ca.Filter.custom {
        name = "a", kernel = function(x, y, sample)
          layer.backgroundColor = "blue"; layer.filters = nil; collectgarbage()
          return sample(x, y)
        end } } }
      local root = ca.Layer { bounds = {0, 0, 4, 4}, layer }
      layer.position = {2, 2}
      print(ca.render(root):pixel(1, 1))
      print(ca.render(root):pixel(1, 1))
      """)
    #expect(lines == ["1.0\t0.0\t0.0\t1.0", "0.0\t0.0\t1.0\t1.0"] || lines == ["1\t0\t0\t1", "0\t0\t1\t1"])
  }
}
