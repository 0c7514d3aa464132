// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

/// SVG files as layers and paths, used from scripts.
@Suite struct ShapeFileTests {
  private static let icon = """
    <svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><g id="wheel"><circle id="rim" cx="12" cy="12" r="8" fill="currentColor"/>
    <path id="spoke" d="M4 12h16" stroke="red"/></g></svg>
    """

  @Test func `layers are found by the ids of the file, and can be changed and animated`() throws {
    let folder = try ScriptFolder()
    try folder.write("icon.svg", Self.icon)
    let lines = try printed(
      """
      local icon = ca.Layer.svg("icon.svg", { color = "red" })
      collectgarbage()
      print(icon.className, icon.bounds, icon.frame, #icon.sublayers)
      local wheel = icon:find "wheel"
      print(wheel.bounds, wheel.position, wheel.sublayers[1] == icon:find "wheel/rim", icon:find("rim").fillColor)
      wheel["transform.rotation.z"] = math.pi / 2
      wheel.sublayers[2].strokeColor = "blue"
      wheel:addAnimation(ca.BasicAnimation { keyPath = "transform.rotation.z", toValue = 6, duration = 1 })
      icon.tag = { wheel }
      for i = 1, 30 do icon:addSublayer(ca.Layer.svg "icon.svg") end
      collectgarbage()
      print(icon:find("spoke").strokeColor, icon.tag[1] == wheel, icon.sublayers[31]:find("rim").className)
      print(ca.Layer.svg("icon.svg"):find("rim").fillColor, ca.render(icon, { scale = 2 }).width)
      """, folder.configuration)
    #expect(
      lines == [
        "Layer\tRect(0, 0, 24, 24)\tRect(0, 0, 24, 24)\t1",
        "Rect(4, 4, 16, 16)\tPoint(12, 12)\ttrue\tColor(1, 0, 0, 1)",
        "Color(0, 0, 1, 1)\ttrue\tShapeLayer", "Color(0, 0, 0, 1)\t48",
      ])
  }

  @Test func `a path of a file is a path like others`() throws {
    let folder = try ScriptFolder()
    try folder.write("icon.svg", Self.icon)
    let lines = try printed(
      """
      local path = ca.Path.svg("icon.svg")
      print(path:boundingBoxOfPath(), path:contains {12, 6}, path:addLine(0, 0):currentPoint())
      print(ca.Path("M 1 1 L 2 2"), ca.Path(), ca.Path.svg("icon.svg"):svg():sub(1, 7) == "M 20 12")
      """, folder.configuration)
    #expect(lines == ["Rect(4, 4, 16, 16)\ttrue\tPoint(0, 0)", "Path \"M 1 1 L 2 2\"\tPath \"\"\ttrue"])
  }

  @Test(arguments: [
    ("ca.Layer.svg()", "ca.Layer.svg: expected a string for the file name, got nothing"),
    ("ca.Layer.svg('')", "ca.Layer.svg: expected a file name, got an empty string"),
    ("ca.Layer:svg('icon.svg')", "ca.Layer.svg: call it with a dot, ca.Layer.svg(…), not with a colon"),
    ("ca.Layer.svg('icon.svg', { colour = 'red' })", "ca.Layer.svg: unknown option colour; did you mean color?"),
    ("ca.Layer.svg('icon.svg', { color = 7 })", "ca.Layer.svg: color must be a colour such as \"red\", got number 7"),
    ("ca.Path.svg('')", "ca.Path.svg: expected a file name, got an empty string"),
    ("ca.Path.svg('bad.svg')", "SVG file \"bad.svg\": line 1: expected <svg>, got <html>"),
    ("ca.Layer.svg('none.svg')", nil),
  ])
  func `what cannot be is refused in words`(statement: String, message: String?) throws {
    let folder = try ScriptFolder()
    try folder.write("icon.svg", Self.icon)
    try folder.write("bad.svg", "<html/>")
    let error = try failure(statement, folder.configuration)
    #expect(error != nil && error?.line == 1)
    if let message { #expect(error?.message == message) }
  }
}
