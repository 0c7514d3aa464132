// SPDX-License-Identifier: MIT
import Foundation
import Testing
import TestSupport

@Suite struct InspectTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func inspect(_ arguments: String...) throws -> CommandResult {
    try runCommand(Checkout.program, ["inspect"] + arguments, in: folder.path, input: nil)
  }

  private static let card = """
    print "made"
    local card = ca.Layer {
      name = "card", bounds = {0, 0, 300, 200}, backgroundColor = "white", cornerRadius = 12, masksToBounds = true,
      ca.TextLayer { name = "title", frame = {20, 20, 200, 30}, string = ca.args.title or "Hello", fontSize = 24 },
      ca.ShapeLayer { position = {400, 100}, bounds = {0, 0, 40, 40}, path = "M 0 0 L 40 0 L 40 40 Z", fillColor = "red" },
      ca.TransformLayer { hidden = true, ca.Layer { frame = {1, 2, 3, 4}, borderWidth = 2 } },
    }
    card.sublayers[2].mask = ca.Layer { frame = {0, 0, 10, 10}, backgroundColor = "black" }
    return card
    """

  @Test func `the tree says class, name, frame and what is drawn`() throws {
    try folder.write(Self.card, to: "card.lua")
    let result = try inspect("card.lua", "-D", "title=Hi")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.text == """
        Layer card  (0 0 300 200)  background #ffffff, corners 12, clips
        ├ TextLayer title  (20 20 200 30)  text "Hi" Helvetica 24 #ffffff
        ├ ShapeLayer #2  (380 80 40 40)  outside  fill #ff0000
        │ └ Layer mask  (0 0 10 10)  outside  background #000000
        └ TransformLayer #3  (0 0 0 0)  hidden
          └ Layer #1  (1 2 3 4)  border 2 #000000

        """)
    // The script's output is not part of the tree.
    #expect(result.errors == "made\n")
    #expect(folder.contents == ["card.lua"])
  }

  @Test func `JSON has frames in the canvas`() throws {
    try folder.write(Self.card, to: "card.lua")
    let result = try inspect("card.lua", "--json")
    let tree = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
    #expect(tree["class"] as? String == "Layer")
    let shape = try #require((tree["sublayers"] as? [[String: Any]])?[1])
    let mask = try #require(shape["mask"] as? [String: Any])
    #expect((mask["frame"] as? [String: Double])?["x"] == 0)
    #expect((mask["canvasFrame"] as? [String: Double])?["x"] == 380)
    #expect(mask["draws"] as? [String] == ["background #000000"])
    #expect(!result.text.contains("-0"))
  }

  @Test func `layout and display run as for a picture`() throws {
    try folder.write(
      """
      local l = ca.Layer { bounds = {0, 0, 10, 10} }
      l.delegate = {
        layoutSublayersOfLayer = function(_, l) l.sublayers = { ca.Layer { name = "late", frame = {1, 1, 2, 2} } } end,
        drawLayerInContext = function(_, _, ctx) ctx:fill {0, 0, 1, 1}; ctx:fill {1, 1, 1, 1} end,
      }
      l:setNeedsLayout()
      l:setNeedsDisplay()
      return l
      """, to: "a.lua")
    let text = try inspect("a.lua").text
    #expect(text == "Layer  (0 0 10 10)  drawing of 2 operations\n└ Layer late  (1 1 2 2)\n")
  }

  @Test func `a time shows the values of that time`() throws {
    try folder.write(
      """
      local l = ca.Layer { name = "root", bounds = {0, 0, 100, 10}, ca.Layer { name = "ball", frame = {0, 0, 10, 10} } }
      l.sublayers[1]:addAnimation(ca.BasicAnimation { keyPath = "position.x", byValue = 40, duration = 2 })
      l:addAnimation(ca.BasicAnimation { keyPath = "bounds.size.width", toValue = 20, duration = 2 })
      return l
      """, to: "a.lua")
    #expect(try inspect("a.lua").text == "Layer root  (0 0 100 10)\n└ Layer ball  (0 0 10 10)\n")
    #expect(try inspect("a.lua", "--time", "1").text == "Layer root  (0 0 60 10)\n└ Layer ball  (20 0 10 10)\n")
    let tree = try #require(
      try JSONSerialization.jsonObject(with: Data(try inspect("a.lua", "--json", "--time", "1.5").output))
        as? [String: Any])
    let ball = try #require((tree["sublayers"] as? [[String: Any]])?.first)
    #expect((ball["canvasFrame"] as? [String: Double])?["x"] == 30)
    #expect(ball["label"] as? String == "root/ball")
  }

  @Test func `what a script renders itself is shown instead of written`() throws {
    try folder.write(
      """
      local l = ca.Layer { name = "a", bounds = {0, 0, 4, 4} }
      ca.render(l, "one.png", { scale = 2 })
      l.name = "b"
      ca.render(l, "two.webp")
      ca.render(l):write("three.png")
      """, to: "a.lua")
    let result = try inspect("a.lua")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.text == """
        one.png, rendered at a.lua:2
        Layer a  (0 0 4 4)

        two.webp, rendered at a.lua:4
        Layer b  (0 0 4 4)

        an image, rendered at a.lua:5
        Layer b  (0 0 4 4)

        """)
    #expect(folder.contents == ["a.lua"])
    let json = try JSONSerialization.jsonObject(with: Data(try inspect("a.lua", "--json").output)) as? [[String: Any]]
    #expect(json?.map { $0["file"] as? String } == ["one.png", "two.webp", nil])
    #expect((json?[1]["layer"] as? [String: Any])?["name"] as? String == "b")
  }

  @Test func `problems are listed and mistakes end with their codes`() throws {
    try folder.write(
      "return ca.GradientLayer { bounds = {0, 0, 4, 4}, colors = {'red', 'blue'}, locations = {0, 0.5, 1} }",
      to: "a.lua")
    let result = try inspect("a.lua")
    #expect(result.status == 0)
    #expect(result.text.contains("problem: GradientLayer (a.lua:1): "))
    #expect(try inspect("a.lua", "-o", "a.png").status == 2)
    #expect(try inspect("a.lua", "--scale", "1,2").status == 2)
    #expect(try inspect("none.lua").status == 4)
    try folder.write("error 'no'", to: "b.lua")
    #expect(try inspect("b.lua").status == 1)
    try folder.write("local x = 1", to: "c.lua")
    let nothing = try inspect("c.lua")
    #expect(nothing.status == 1)
    #expect(nothing.errors.contains("neither returns nor renders a layer"))
    try folder.write("local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1000) .. i end", to: "d.lua")
    #expect(try inspect("d.lua", "--memory-limit", "10000000").status == 3)
    try folder.write("return ca.Layer { name = 'none' }", to: "e.lua")
    #expect(try inspect("e.lua").text == "Layer none  (0 0 0 0)\n")
  }

  @Test func `parameters are printed as JSON Schema`() throws {
    try folder.write(
      """
      print "made"
      local t = ca.parameter("title", { kind = "text", required = true, examples = { "Tea" } })
      ca.render(ca.Layer { bounds = {0, 0, #t, 1} }, "x.png")
      ca.parameter("mode", { choices = { "day", "night" } })
      """, to: "card.lua")
    let result = try inspect("card.lua", "--parameters")
    #expect(result.status == 0 && result.errors == "made\n", "\(result.errors)")
    #expect(
      result.text == """
        {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"title":\
        {"type":"string","examples":["Tea"]},"mode":{"type":"string","enum":["day","night"],"default":"day"}},\
        "required":["title"],"additionalProperties":false}

        """)
    #expect(folder.contents == ["card.lua"])
    let wrong = try runCommand(Checkout.program, ["card.lua", "--parameters"], in: folder.path)
    #expect(wrong.status == 2 && wrong.errors.contains("layerlua inspect"))
  }

  @Test func `a tree of any depth is printed`() throws {
    try folder.write(
      "local l = ca.Layer {} for i = 2, 4096 do l = ca.Layer { l } end l.bounds = {0, 0, 1, 1} return l", to: "deep.lua"
    )
    let result = try inspect("deep.lua")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.split(separator: "\n").count == 4096)
    #expect(result.output.count < 2_000_000)
  }
}
